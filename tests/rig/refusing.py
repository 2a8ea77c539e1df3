"""Refusals of the rules, as tests read them."""

from collections.abc import Callable

import pytest

from table.rules.refusal import Code, Refused


def refusal(act: Callable[[], object]) -> tuple[Code, str]:
    """What the table says no with: the code, and the sentence with its source as people read it."""
    with pytest.raises(Refused) as no:
        act()
    return no.value.code, str(no.value)
