"""One test for a table that is looked at row by row: it names every row that differs, not only the first."""

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from inspect import signature
from reprlib import Repr
from typing import Any

import pytest

Check = Callable[..., None]
SHORT = Repr()
SHORT.maxstring = SHORT.maxother = 120


def every_row(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Check], Check]:
    """Makes of a check one test that holds every row to it, and fails with all rows that differ.

    Names and rows are given as to ``pytest.mark.parametrize``; a table without rows fails. For checks that only look:
    fixtures are made once, and what one row changes the next one finds.
    """
    named = [it.strip() for it in names.split(",")] if isinstance(names, str) else list(names)
    table = [dict(zip(named, row if len(named) > 1 else (row,), strict=True)) for row in rows]

    def one_test(check: Check) -> Check:
        @wraps(check)
        def test(*instance: Any, **fixtures: Any) -> None:
            assert table, "there is no row to look at"
            wrong = [said for row in table if (said := difference(check, instance, row, fixtures))]
            assert not wrong, f"{len(wrong)} of {len(table)} rows differ:\n" + "\n".join(wrong)

        full_signature = signature(check)
        left = [it for name, it in full_signature.parameters.items() if name not in named]
        assert len(full_signature.parameters) - len(left) == len(named), f"{check.__name__} does not take {names}"
        test.__signature__ = full_signature.replace(parameters=left)  # type: ignore[attr-defined]
        return test

    return one_test


def difference(check: Check, instance: Sequence[Any], row: dict[str, Any], fixtures: dict[str, Any]) -> str:
    """The row and what the check found wrong with it; nothing where it holds."""
    try:
        check(*instance, **row, **fixtures)
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - whatever it is, the other rows are looked at too
        named = ", ".join(f"{name}={SHORT.repr(it)}" for name, it in row.items())
        return f"{named}: {type(error).__name__}: {error}"
    return ""
