"""The browser of the lab, which paints its pages where pictures of them are wanted."""

import os
from typing import Any

import pytest

from tests.browser.conftest import UNPAINTED


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    if "--pictures" not in os.environ.get("LAB", ""):
        return browser_type_launch_args
    args = [it for it in browser_type_launch_args["args"] if it not in UNPAINTED]
    return browser_type_launch_args | {"args": args}
