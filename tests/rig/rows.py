"""One test for a table that is looked at row by row: it names every row that differs, not only the first."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from typing import Any

import pytest

Check = Callable[..., None]


def every_row(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Check], Check]:
    """Makes of a check with these arguments one test that holds all rows to it, and fails with each row that differs.

    For checks that only look: what one of them writes the next one finds. Names and rows are given as to
    `pytest.mark.parametrize`; other arguments are fixtures, which all rows share. A table without rows fails.
    """
    named = [it.strip() for it in names.split(",")] if isinstance(names, str) else list(names)
    table = [row if len(named) > 1 else (row,) for row in rows]

    def one_test(check: Check) -> Check:
        @wraps(check)
        def test(**fixtures: Any) -> None:
            assert table, "there is no row to look at"
            assert [
                said for row in table if (said := differs(check, dict(zip(named, row, strict=True)), fixtures))
            ] == []

        asked = signature(check)
        fixtures = [it for name, it in asked.parameters.items() if name not in named]
        assert len(asked.parameters) - len(fixtures) == len(named), "the check does not take what a row holds"
        test.__signature__ = asked.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return test

    return one_test


def differs(check: Check, row: dict[str, Any], fixtures: dict[str, Any]) -> str:
    """How this row differs from what the check asks for; nothing where it does not."""
    try:
        check(**row, **fixtures)
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - whatever it is, the other rows are looked at too
        return f"{row}: {type(error).__name__}: {error}"
    return ""
