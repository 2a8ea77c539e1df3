"""The registers of a day as one: by time, of each table by its numbers, page by page and as a file."""

import csv
import io
import random
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.urls import reverse

from table.models import Entry, Export
from table.play.effects import alerts
from table.reports.registers import interleaved
from table.reports.registers.filters import EntryFilters, WantedDay, day_filters
from table.reports.registers.forms import RegisterFile
from table.reports.registers.interleaved import page_of, places_of
from table.rules.profile import Role
from table.rules.refusal import Refused
from table.screens.read.snapshot import read_entry
from tests.house.long_record import lay_entries, lay_entries_at
from tests.house.worked import worked_table
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, new_table
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db
DAY = date(2027, 11, 20)
EVENING = datetime(2027, 11, 20, 20, tzinfo=UTC)
CODES = ["T1", "T2", "T10"]
Named = tuple[str, int]


def at(*seconds: float) -> list[datetime]:
    return [EVENING + timedelta(seconds=it) for it in seconds]


@pytest.fixture
def tables() -> dict[str, AtTable]:
    """Three tables at which nothing was done on that day."""
    return {code: new_table(code=code) for code in CODES}


def named(rows: Any) -> list[Named]:
    return [(row.entry.register, row.entry.number) for row in rows]


def older(wanted: WantedDay) -> Iterator[list[Named]]:
    """Page by page from the newest entry on."""
    page = page_of(wanted, CODES)
    yield named(page.rows)
    while page.older is not None:
        page = page_of(wanted, CODES, before=places_of(page.older, CODES))
        yield named(page.rows)


def newer(wanted: WantedDay) -> Iterator[list[Named]]:
    """Page by page from the first entry on."""
    page = page_of(wanted, CODES, after={})
    yield named(page.rows)
    while page.newer is not None:
        page = page_of(wanted, CODES, after=places_of(page.newer, CODES))
        yield named(page.rows)


def one_after_the_other(ends: dict[str, int], wanted: WantedDay) -> list[Named]:
    pieces = interleaved.all_of(ends, wanted.at_each)
    return [(done.entry.register, done.entry.number) for piece in pieces for done in piece]


# --- by time


def test_entries_stand_by_time_and_at_the_same_time_by_table_and_number(tables: dict[str, AtTable]) -> None:
    first = {code: table.number + 1 for code, table in tables.items()}
    for code, times in {"T1": at(0, 2, 2, 9), "T2": at(2, 3), "T10": at(2)}.items():
        lay_entries_at(tables[code].row, times)
    by_time = [("T1", 0), ("T1", 1), ("T1", 2), ("T2", 0), ("T10", 0), ("T2", 1), ("T1", 3)]
    expected = [(code, first[code] + place) for code, place in by_time]
    assert named(page_of(WantedDay(DAY), CODES).rows) == expected[::-1]
    assert one_after_the_other({it: tables[it].number for it in CODES}, WantedDay(DAY)) == expected


def test_a_clock_that_went_back_is_flagged_and_its_table_keeps_its_order(tables: dict[str, AtTable]) -> None:
    first = {code: table.number + 1 for code, table in tables.items()}
    lay_entries_at(tables["T1"].row, at(2300, 40, 41, 2400))
    lay_entries_at(tables["T2"].row, at(50, 2350))
    by_time = [("T2", 0), ("T1", 0), ("T1", 1), ("T1", 2), ("T2", 1), ("T1", 3)]
    rows = page_of(WantedDay(DAY), CODES).rows[::-1]
    assert named(rows) == [(code, first[code] + place) for code, place in by_time]
    assert [row.back for row in rows] == [False, False, True, False, False, False]
    text = signed_in(Role.AUDITOR, language="en").get(reverse("day_register"), {"on": str(DAY)}).content.decode()
    assert text.count("earlier than the entry before it") == 1


@pytest.mark.one_in(2)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_entry_stands_on_one_page_whatever_the_clocks_did(
    tables: dict[str, AtTable], monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(interleaved, "A_PAGE", 7)
    chance = random.Random(seed)
    for table in tables.values():
        clock, times = 0.0, [0.0]
        for _ in range(58):
            clock += chance.choice([0, 1, 1, 5, 60, -8000]) if clock > 8000 else chance.choice([0, 1, 5, 900])
            times.append(clock)
        lay_entries_at(table.row, at(*times, 30_000))
    wanted = WantedDay(DAY)
    everything = one_after_the_other({it: tables[it].number for it in CODES}, wanted)
    assert len(set(everything)) == len(everything) == 180
    for pages in (list(older(wanted)), [it[::-1] for it in newer(wanted)]):
        shown = [it for page in pages for it in page]
        assert [len(page) for page in pages[:-1]] == [7] * (len(pages) - 1)
        assert sorted(shown) == sorted(everything)
    of_each = defaultdict(list)
    for code, number in (it for page in older(wanted) for it in page):
        of_each[code].append(number)
    assert all(numbers == sorted(numbers, reverse=True) for numbers in of_each.values())


def test_what_is_entered_meanwhile_moves_no_page(tables: dict[str, AtTable]) -> None:
    """One table has its entries of the day before all that the newest page shows, another has none yet."""
    lay_entries_at(tables["T10"].row, at(-20, -10))
    lay_entries_at(tables["T1"].row, at(*range(80)))
    first = page_of(WantedDay(DAY), CODES)
    assert first.older is not None
    before = page_of(WantedDay(DAY), CODES, before=places_of(first.older, CODES))
    lay_entries_at(tables["T1"].row, at(90))
    lay_entries_at(tables["T2"].row, at(91, 92))
    lay_entries_at(tables["T10"].row, at(93))
    after = page_of(WantedDay(DAY), CODES, before=places_of(first.older, CODES))
    assert named(after.rows) == named(before.rows)
    assert [code for code, _number in named(after.rows)] == ["T1"] * 30 + ["T10"] * 2
    assert after.newer is not None
    onward = page_of(WantedDay(DAY), CODES, after=places_of(after.newer, CODES))
    assert named(onward.rows)[-50:] == named(first.rows)


def test_a_page_costs_the_same_however_long_day_and_record_are(tables: dict[str, AtTable]) -> None:
    def cost(places: dict[str, int] | None = None) -> tuple[int, int]:
        with Counting() as count:
            assert len(page_of(WantedDay(DAY), CODES, before=places).rows) == 50
        return count.statements, count.steps

    lay_entries(tables["T1"].row, 10)
    numbers = {code: tables[code].number for code in CODES}
    for code in CODES:
        lay_entries_at(tables[code].row, at(*range(0, 10_000, 50)))
    statements, steps = cost()
    for code in CODES:
        lay_entries_at(tables[code].row, at(*range(10_000, 30_000, 50)))
        lay_entries_at(tables[code].row, [EVENING + timedelta(days=1, seconds=50 * it) for it in range(800)])
    for places in (None, {code: number + 60 for code, number in numbers.items()}):
        later, more = cost(places)
        # Of a day after which something was entered each table says where it ends.
        assert later <= statements + len(CODES) <= 30
        assert more < 1.5 * steps


# --- a day whose night has an hour more, or less


@pytest.mark.parametrize(("day", "hours"), [(date(2027, 10, 30), 25), (date(2027, 3, 27), 23), (DAY, 24)])
def test_a_day_goes_from_six_to_six_also_when_clocks_are_put_on_or_back(
    tables: dict[str, AtTable], day: date, hours: int
) -> None:
    six = datetime(day.year, day.month, day.day, 4 if hours != 23 and day.month == 10 else 5, tzinfo=UTC)
    inside = [six, six + timedelta(hours=hours) - timedelta(seconds=1)]
    lay_entries_at(tables["T1"].row, [six - timedelta(seconds=1), *inside, six + timedelta(hours=hours)])
    rows = page_of(WantedDay(day), CODES).rows
    assert [row.entry.at for row in rows] == inside[::-1]


def test_the_hour_that_comes_twice_is_told_apart(tables: dict[str, AtTable]) -> None:
    half_past_two = datetime(2027, 10, 31, 0, 30, tzinfo=UTC)
    lay_entries_at(tables["T1"].row, [half_past_two, half_past_two + timedelta(minutes=40)])
    lay_entries_at(tables["T2"].row, [half_past_two + timedelta(minutes=20)])
    address = reverse("day_register") + "?on=2027-10-30"
    answer: Any = signed_in(Role.AUDITOR).post(address, {"form": "json", "nonce": "a"})
    file = msgspec.json.decode(b"".join(answer.streaming_content), type=RegisterFile)
    assert [(it.register, it.house_time[11:]) for it in file.entries] == [
        ("T1", "02:30:00+02:00"),
        ("T2", "02:50:00+02:00"),
        ("T1", "02:10:00+01:00"),
    ]
    assert not any(it.clock_went_back for it in file.entries)


# --- what is asked for


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "filters", [{"verb": "burn"}, {"actor": "ivo"}, {"verb": "sign_on", "actor": "ivo"}, {"alarming": True}], ids=str
)
def test_a_filter_shows_what_it_asks_for_and_all_of_it(filters: dict[str, Any]) -> None:
    worked, other = worked_table(), new_table(code="T1")
    other.cast.ispettore.does("sign_on")
    today = Entry.objects.filter(register="T3").latest("number").at.date()
    days = [today - timedelta(days=1), today]
    fitting = EntryFilters(**filters)
    expected = {
        (entry.register, entry.number)
        for entry in Entry.objects.filter(register__in=[worked.code, other.code])
        if fitting.verb in ("", entry.verb)
        and fitting.actor in ("", entry.actor)
        and (not fitting.alarming or any(alerts(name) for name, _ in read_entry(entry).effects))
    }
    assert expected
    found: list[Named] = []
    for day in days:
        page = page_of(WantedDay(day, **filters), ["T1", "T3"])
        found += named(page.rows)
        while page.older is not None:
            page = page_of(WantedDay(day, **filters), ["T1", "T3"], before=places_of(page.older, ["T1", "T3"]))
            found += named(page.rows)
    assert len(found) == len(set(found))
    assert set(found) == expected


def test_a_search_that_finds_nothing_stops_and_says_how_far_it_came(
    tables: dict[str, AtTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interleaved, "AT_ONCE", 20)
    monkeypatch.setattr(interleaved, "MOST_STRETCHES", 2)
    for code in CODES:
        lay_entries_at(tables[code].row, at(*range(30)))
    page = page_of(WantedDay(DAY, alarming=True), CODES)
    assert (list(page.rows), page.searched) == ([], EVENING + timedelta(seconds=16))
    assert page.older is not None
    onward = [it for some in older(WantedDay(DAY, alarming=True)) for it in some]
    last = page_of(WantedDay(DAY, alarming=True), CODES, before=dict.fromkeys(CODES, 0))
    assert (onward, last.older, last.searched) == ([], None, None)


def test_what_is_asked_for_can_be_kept_as_an_address() -> None:
    given = {"on": "2027-11-20", "tables": "T1, T10", "verb": "burn", "actor": "ivo", "alarming": "1"}
    wanted = day_filters(given, CODES, today=DAY)
    assert wanted.tables == ("T1", "T10")
    query = "?on=2027-11-20&tables=T1+T10&verb=burn&actor=ivo&alarming=1"
    assert wanted.address() == query
    assert wanted.address(before="T1.3_T10.9") == f"{query}&before=T1.3_T10.9"
    assert day_filters({}, CODES, today=DAY).address() == "?on=2027-11-20"


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    "given",
    [
        {"on": "20.11.2027"},
        {"on": "9999-12-31"},
        {"tables": "T1 T9"},
        {"tables": "T" * 81},
        {"verb": "steal"},
        {"actor": "x" * 21},
        {"before": "T9.1"},
        {"before": "house.1"},
        {"before": "T1"},
        {"before": "T1.x"},
        {"before": "T1.-1"},
        {"before": "T1.1_T1.2"},
        {"before": "T1.1_"},
        {"before": "T1.١"},
        {"before": f"T1.{10**15}"},
        {"after": "T1.1_T2.1_T10.1_T1.1_T2.1"},
        {"after": "-1"},
    ],
    ids=str,
)
def test_an_address_that_cannot_be_read_is_answered_with_a_sentence(
    tables: dict[str, AtTable], given: dict[str, str]
) -> None:
    answer = signed_in(Role.AUDITOR).get(reverse("day_register"), given)
    assert answer.status_code == 400
    assert 'class="refusal"' in answer.content.decode()


def test_a_place_that_nobody_was_led_to_shows_no_more_than_the_day(tables: dict[str, AtTable]) -> None:
    lay_entries_at(tables["T1"].row, at(1, 2, 3))
    lay_entries_at(tables["T1"].row, [EVENING + timedelta(days=1)])
    whole = named(page_of(WantedDay(DAY), CODES).rows)
    assert len(whole) == 3
    far = {"T1": 10**14, "T2": 10**14, "T10": 0}
    assert named(page_of(WantedDay(DAY), CODES, before=far).rows) == whole
    assert named(page_of(WantedDay(DAY), CODES, after=far).rows) == []
    assert named(page_of(WantedDay(DAY), CODES, after={"T2": 5}).rows) == whole
    assert named(page_of(WantedDay(DAY), CODES, before={"T2": 5}).rows) == []


def test_a_house_without_tables_has_a_day_of_nothing() -> None:
    client = signed_in(Role.DIREZIONE, language="en")
    assert "Nothing on record answers to that." in client.get(reverse("day_register")).content.decode()
    answer: Any = client.post(reverse("day_register"), {"form": "json", "nonce": "a"})
    assert msgspec.json.decode(b"".join(answer.streaming_content), type=RegisterFile).entries == []
    with pytest.raises(Refused):
        places_of("T1.1", [])


# --- it leaves the house


def test_it_is_handed_out_by_time_as_its_page_has_it(tables: dict[str, AtTable]) -> None:
    lay_entries_at(tables["T1"].row, at(1, 3, 2, 8))
    lay_entries_at(tables["T2"].row, at(2, 5))
    client, address = signed_in(Role.ISPETTORE_GIOCO, language="it"), reverse("day_register") + f"?on={DAY}"
    shown = named(page_of(WantedDay(DAY), CODES).rows)[::-1]
    answer: Any = client.post(address, {"form": "csv", "nonce": "a"})
    heads, *rows = csv.reader(io.StringIO(b"".join(answer.streaming_content).decode("utf-8-sig")), delimiter=";")
    assert [(row[0], int(row[1])) for row in rows] == shown
    assert [row[heads.index("Orologio messo indietro")] for row in rows] == ["", "", "", "sì", "", ""]
    answer = client.post(f"{address}&tables=T2", {"form": "json", "nonce": "b"})
    file = msgspec.json.decode(b"".join(answer.streaming_content), type=RegisterFile)
    assert [it.register for it in file.entries] == ["T2", "T2"]
    assert list(Export.objects.order_by("pk").values_list("report", "of")) == [
        ("register", f"day?on={DAY}"),
        ("register", f"day?on={DAY}&tables=T2"),
    ]


def test_who_may_not_read_a_register_gets_no_day_of_it(tables: dict[str, AtTable]) -> None:
    for role in (Role.DEALER, Role.OPERATOR, Role.INSTRUCTOR):
        client = signed_in(role)
        assert client.get(reverse("day_register")).status_code == 403
        assert client.post(reverse("day_register"), {"form": "csv", "nonce": "a"}).status_code == 403
    assert not Export.objects.exists()
