"""A house of its own and a Chromium that looks at it, for what is no test: measurements and pictures."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import django
from playwright.sync_api import Browser, Page, sync_playwright

from tests.rig.patience import PATIENCE_MS
from tests.settings import ENVIRONMENT

QUIET = ["--disable-quic", "--disable-sync", "--disable-gpu", "--no-first-run", "--disable-component-update"]


class Visit(NamedTuple):
    """A browser at the address of a house."""

    browser: Browser
    address: str

    def opens(self, language: str, screen: str, **more: Any) -> Page:
        """A page in a browser of its own."""
        from tests.browser.looks import SCREENS

        width, height = SCREENS[screen]
        context = self.browser.new_context(locale=language, viewport={"width": width, "height": height}, **more)
        context.set_default_timeout(PATIENCE_MS)
        return context.new_page()

    def touched(self, language: str, screen: str) -> Page:
        """The same, on a screen that is touched."""
        return self.opens(language, screen, has_touch=True)


@contextmanager
def housed() -> Iterator[str]:
    """An empty house, in this process and served at the address that is given."""
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "config.settings", "DJANGO_ALLOW_ASYNC_UNSAFE": "true"}
    django.setup()
    from tests.bench.door import no_log
    from tests.rig.daphne import served
    from tests.rig.engines import Sqlite, at_home_in

    Path("var").mkdir(exist_ok=True)  # where the house's own database lies: on the same disk
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="visit-", dir="var"))
        stack.enter_context(no_log())
        url = stack.enter_context(Sqlite(Path(folder).resolve()).fresh())
        stack.enter_context(at_home_in(url))
        yield stack.enter_context(served({"DATABASE_URL": url})).address


@contextmanager
def visiting() -> Iterator[Visit]:
    """An empty house, in this process and served, and a Chromium."""
    with housed() as address, sync_playwright() as playwright:
        from tests.rig.chromium import NONE_HERE, chromium

        program = chromium()
        assert program is not None, NONE_HERE
        yield Visit(playwright.chromium.launch(executable_path=str(program), args=QUIET), address)
