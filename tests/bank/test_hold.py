"""Drop and hold among the figures of a day: pending until the boxes are counted, and nothing without a bank."""

import json
from datetime import datetime

import pytest
from django.utils import timezone

from table.record.days import day_of
from table.reports.days.files import as_csv, as_json, as_pdf
from table.reports.days.page import DayFigures, day_figures
from table.rules.profile import Role
from table.words.numbers import Numbers
from tests.bank.at_bank import FLOAT, AtBank
from tests.bank.test_cash import two_tables
from tests.bank.test_off import no_bank
from tests.bank.test_statement import closed, counts_box
from tests.croupier.coups import play
from tests.rig.tables import ready_table, seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
NUMBERS = Numbers("en")


def figures(at: datetime | None = None) -> DayFigures:
    """The figures of today, as of now or of this moment."""
    now = at or timezone.now()
    return day_figures(day_of(now), (), Role.DIREZIONE, NUMBERS, now)


def shown(of: DayFigures, key: str) -> dict[str, dict[str, str]]:
    """The rows of a table of the page: by its row, what stands in each column."""
    [picture] = [it for it in of.pictures if it.key == key]
    heads = [it.key for it in picture.head]
    return {line.key: {head: it.said for head, it in zip(heads, line.cells, strict=True)} for line in picture.lines}


def drops(of: DayFigures) -> list[dict[str, object]]:
    """The banks in the JSON file, without their day."""
    found: list[dict[str, object]] = json.loads(as_json(of, copy=1))["drops"]
    return [{name: value for name, value in it.items() if name != "day"} for it in found]


@pytest.fixture
def tables() -> tuple[AtBank, AtBank]:
    """Two tables that are closed: 400.00 were changed at each, and somebody lost 100.00 at the first."""
    found = two_tables()
    for at in found:
        at.opens()
        at.table.does("change_notes", amount=40_000)
    first, second = found
    seat(first.table, "anna", "1")
    play(first.table, "P100@1", punto="2S KH", banco="9S KD")
    closed(first, FLOAT | {"10000": FLOAT["10000"] - 3})
    closed(second, FLOAT | {"10000": FLOAT["10000"] - 4})
    return first, second


def test_hold_is_pending_until_the_box_is_counted_and_then_result_over_drop(tables: tuple[AtBank, AtBank]) -> None:
    first, second = tables
    pending = shown(figures(), "drop-tables-EUR")
    assert {row: (it["drop"], it["hold"]) for row, it in pending.items()} == dict.fromkeys(
        ("T3", "T4", "total"), ("pending", "pending")
    )
    assert "pending" in as_csv(figures()).decode()
    assert drops(figures())[0] == {"table": "T3", "currency": "EUR", "drop": None, "result": None}
    counts_box(first, {"10000": 4})
    one = shown(figures(), "drop-tables-EUR")
    assert (one["T3"]["drop"], one["T3"]["result"], one["T3"]["hold"]) == ("€400.00", "€100.00", "25.00%")
    assert (one["T3"]["win_share"], one["T3"]["expected_share"]) == ("100.00%", "1.24%")
    assert (one["T4"]["hold"], one["total"]["hold"]) == ("pending", "pending")
    counts_box(second, {"10000": 4})
    both = shown(figures(), "drop-tables-EUR")
    assert (both["T4"]["hold"], both["total"]["drop"], both["total"]["hold"]) == ("0.00%", "€800.00", "12.50%")
    days = shown(figures(), "drop-days-EUR")
    assert (days["day"]["hold"], days["day-before"]["hold"], days["week-before"]["drop"]) == ("12.50%", "", "")
    assert as_pdf(figures(), title="day", copy=1).startswith(b"%PDF-")


def test_without_a_bank_the_figures_are_those_of_a_house_that_knows_of_none() -> None:
    table = ready_table()
    play(table, "P100@1", punto="2S KH", banco="9S KD")
    now = timezone.now()
    with_it = figures(now)
    files = as_json(with_it, copy=1), as_csv(with_it), as_pdf(with_it, title="day", copy=1)
    assert b'"drops"' not in files[0]
    assert not [it.key for it in with_it.pictures if "drop" in it.key]
    with no_bank():
        without = figures(now)
        assert (as_json(without, copy=1), as_csv(without), as_pdf(without, title="day", copy=1)) == files
