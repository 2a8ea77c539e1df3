"""Registers as they are read: what is asked for, page by page at the same cost, and each entry with its coup."""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from table.models import HOUSE, Coup, Entry, Person, Refusal, Shoe
from table.play.effects import alerts
from table.record import door
from table.record.days import begins, day_of
from table.reports.registers import pages, refused
from table.reports.registers.filters import EntryFilters, register_filters
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.screens.read.coups import acts_of
from table.screens.read.snapshot import read_entry
from table.screens.read.stretches import places
from tests.croupier.coups import play
from tests.house.long_record import lay_entries
from tests.house.reader import LANGUAGES
from tests.house.worked import worked_table
from tests.rig.cast import Cast
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, new_table, ready_table
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db
ALL = EntryFilters()
EVENING = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)


@pytest.fixture
def worked() -> AtTable:
    """A table at which every act was done."""
    return worked_table()


def all_pages(register: str, wanted: EntryFilters = ALL) -> Iterator[list[int]]:
    """The numbers on each page, from the newest to the oldest."""
    page = pages.page_of(register, wanted)
    yield [row.line.number for row in page.rows]
    while page.older is not None:
        page = pages.page_of(register, wanted, before=page.older)
        yield [row.line.number for row in page.rows]


def found(register: str, wanted: EntryFilters) -> list[int]:
    return [number for numbers in all_pages(register, wanted) for number in numbers]


# --- page by page


def test_every_entry_stands_on_one_page_and_the_pages_lead_back() -> None:
    table = new_table()
    lay_entries(table.row, 150)
    shown = list(all_pages("T3"))
    assert [len(numbers) for numbers in shown[:-1]] == [pages.A_PAGE] * (len(shown) - 1)
    assert [number for numbers in shown for number in numbers] == list(range(table.number, 0, -1))
    page, backwards = pages.page_of("T3", EntryFilters(), after=0), []
    while True:
        backwards += [row.line.number for row in page.rows][::-1]
        if page.newer is None:
            break
        page = pages.page_of("T3", EntryFilters(), after=page.newer)
    assert backwards == list(range(1, table.number + 1))
    assert pages.page_of("T3", EntryFilters()).newer is None
    assert pages.page_of("T3", EntryFilters(), before=shown[1][0] + 1).newer == shown[1][0]


def test_the_hundredth_page_costs_what_the_first_one_does() -> None:
    table = new_table()
    lay_entries(table.row, 110 * pages.A_PAGE)
    for wanted in (ALL, EntryFilters(verb="annotate"), EntryFilters(actor="dario")):
        (first, steps), (deep, steps_deep) = (_cost(wanted, before) for before in (table.number - 60, 500))
        assert first == deep <= 10
        assert steps_deep < 1.2 * steps


def _cost(wanted: EntryFilters, before: int) -> tuple[int, int]:
    with Counting() as count:
        assert len(pages.page_of("T3", wanted, before=before).rows) == pages.A_PAGE
    return count.statements, count.steps


def test_a_search_that_finds_nothing_stops_and_says_how_far_it_came() -> None:
    table = new_table()
    lay_entries(table.row, 3000)
    page = pages.page_of("T3", EntryFilters(verb="annotate", actor="aldo"))
    assert not page.rows
    assert page.searched == page.older == table.number - pages.AT_ONCE * pages.MOST_STRETCHES + 1
    onward = pages.page_of("T3", EntryFilters(verb="annotate", actor="aldo"), before=page.older)
    assert (onward.older, onward.searched) == (None, None)


# --- what is asked for


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    "wanted",
    [
        EntryFilters(verb="burn"),
        EntryFilters(actor="ivo"),
        EntryFilters(verb="sign_on", actor="ivo"),
        EntryFilters(alarming=True),
        EntryFilters(verb="correct_entry", alarming=True),
    ],
    ids=str,
)
def test_a_filter_shows_what_it_asks_for_and_all_of_it(worked: AtTable, wanted: EntryFilters) -> None:
    expected = [
        entry.number
        for entry in Entry.objects.filter(register="T3").order_by("-number")
        if wanted.verb in ("", entry.verb)
        and wanted.actor in ("", entry.actor)
        and (not wanted.alarming or any(alerts(name) for name, _ in read_entry(entry).effects))
    ]
    assert expected
    assert found("T3", wanted) == expected


def test_a_taglia_goes_from_its_decks_to_those_of_the_next(worked: AtTable) -> None:
    first, second = Shoe.objects.order_by("taglia")
    loads = list(Entry.objects.filter(register="T3", verb="load").order_by("number").values_list("number", flat=True))
    assert [first.loaded_at, second.loaded_at] == loads
    assert found("T3", EntryFilters(taglia=1)) == list(range(loads[1] - 1, loads[0] - 1, -1))
    assert found("T3", EntryFilters(taglia=2)) == list(range(worked.number, loads[1] - 1, -1))


def test_a_day_lasts_from_six_to_six() -> None:
    ready_table()
    ivo = Person.objects.get(badge="ivo")
    numbers = {}
    # Half past nine in the evening, four in the morning, seven in the morning, in house time.
    for hours in (0, 6.5, 9.5):
        at = EVENING + timedelta(days=365, hours=hours)
        numbers[hours] = door.perform("T3", "annotate", by=ivo, nonce=uuid4().hex, at=at, text="x").number
    friday = date(2027, 11, 20)
    assert day_of(EVENING + timedelta(days=365, hours=6.5)) == friday
    assert found("T3", EntryFilters(since=friday, until=friday)) == [numbers[6.5], numbers[0]]
    assert found("T3", EntryFilters(since=friday + timedelta(days=1))) == [numbers[9.5]]
    assert numbers[9.5] not in found("T3", EntryFilters(until=friday))
    assert found("T3", EntryFilters(since=friday + timedelta(days=2))) == []


def test_a_clock_that_was_put_back_loses_no_entry_of_a_day() -> None:
    ready_table()
    ivo, six = Person.objects.get(badge="ivo"), begins(date(2027, 11, 20))
    for minutes in (20, 2, 5):
        at = six + timedelta(minutes=minutes)
        door.perform("T3", "annotate", by=ivo, nonce=uuid4().hex, at=at, text="x")
    assert len(found("T3", EntryFilters(since=date(2027, 11, 20)))) == 3


def test_a_clock_that_was_put_back_across_six_has_every_entry_on_one_day() -> None:
    table = ready_table()
    ivo, six = Person.objects.get(badge="ivo"), begins(date(2027, 11, 20))
    before = table.number
    for minutes in (-70, 5, -40, -1, 3):
        at = six + timedelta(minutes=minutes)
        door.perform("T3", "annotate", by=ivo, nonce=uuid4().hex, at=at, text="x")
    days = (date(2027, 11, 19), date(2027, 11, 20))
    friday, saturday = (found("T3", EntryFilters(since=it, until=it)) for it in days)
    assert (friday, saturday) == ([before + 1], [before + it for it in (5, 4, 3, 2)])


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"since": "20.11.2026"}, Code.ARGUMENTS),
        ({"since": "2026-11-21", "until": "2026-11-20"}, Code.ARGUMENTS),
        ({"verb": "steal"}, Code.VERB),
        ({"taglia": "-1"}, Code.ARGUMENTS),
        ({"actor": "x" * 21}, Code.ARGUMENTS),
    ],
)
def test_an_address_that_cannot_be_read_is_answered_with_a_sentence(given: dict[str, str], code: Code) -> None:
    with pytest.raises(Refused) as caught:
        register_filters(given)
    assert caught.value.code is code
    ready_table()
    answer = signed_in(Role.AUDITOR).get(reverse("register", args=["T3"]), given)
    assert answer.status_code == 400
    assert 'class="refusal"' in answer.content.decode()


def test_what_is_asked_for_can_be_kept_as_an_address() -> None:
    given = {"taglia": "3", "since": "2026-11-20", "until": "2026-11-21", "verb": "burn", "actor": "ivo"}
    wanted = register_filters({**given, "alarming": "1"})
    assert wanted.address(before=9) == (
        "?taglia=3&since=2026-11-20&until=2026-11-21&verb=burn&actor=ivo&alarming=1&before=9"
    )
    assert EntryFilters().address() == ""


# --- the coup of an entry


def test_every_act_of_a_coup_leads_to_its_step_and_nothing_else_does(worked: AtTable) -> None:
    expected: dict[int, tuple[int, int]] = {}
    for coup in Coup.objects.select_related("shoe", "policy", "table").order_by("pk"):
        acts = acts_of(coup)
        assert acts[0].entry.verb in ("open_bets", "play_blank", "burn")
        of_before = acts[0].entry.verb == "burn"
        expected |= {done.entry.number: (coup.pk, step) for step, done in enumerate(acts) if step or not of_before}
    placed = places(worked.row, range(1, worked.number + 1))
    assert {number: (place.coup.pk, place.step) for number, place in placed.items()} == expected
    assert len(expected) < worked.number


def test_the_migration_tells_what_the_verbs_write(worked: AtTable) -> None:
    def columns() -> tuple[list[int | None], list[int | None]]:
        coups = Coup.objects.order_by("pk").values_list("ended_at", flat=True)
        return list(coups), list(Shoe.objects.order_by("pk").values_list("loaded_at", flat=True))

    before = columns()
    assert all(before[0])
    Coup.objects.update(ended_at=None)
    Shoe.objects.update(loaded_at=None)
    migration = import_module("table.migrations.0022_which_coup_an_entry_is_of")
    migration.tell_where_they_lie(apps, SimpleNamespace(connection=connection))
    assert columns() == before


# --- the pages


@pytest.fixture
def auditor() -> Client:
    """Somebody who reads the record of a table at which a coup was played, and something was refused."""
    table = ready_table()
    play(table, "P100@2", "B50@3")
    table.refuses(Code.PHASE, "burn")
    return signed_in(Role.AUDITOR, language="en")


def test_an_entry_leads_to_its_coup_and_the_coup_back_to_the_entry(auditor: Client) -> None:
    text = auditor.get(reverse("register", args=["T3"])).content.decode()
    burned = Entry.objects.get(register="T3", verb="burn").number
    row = re.search(rf'<tr id="e{burned}".*?</tr>', text, re.DOTALL)
    assert row is not None
    way = re.search(r'href="(/tables/T3/coups/1\.1/\?step=\d+)#replay"', row[0])
    assert way is not None
    coup = auditor.get(way[1]).content.decode()
    back = re.search(rf'href="(/tables/T3/register/[^"]*)#e{burned}"', coup)
    assert back is not None
    assert f'id="e{burned}"' in auditor.get(back[1].replace("&amp;", "&")).content.decode()


def test_a_line_has_its_digest_and_both_times(auditor: Client) -> None:
    text = auditor.get(reverse("register", args=["T3"])).content.decode()
    entry = Entry.objects.filter(register="T3").latest("number")
    assert f'<abbr title="{entry.digest}">{entry.digest[:8]}</abbr>' in text
    assert entry.at.strftime("%Y-%m-%d %H:%M:%S.%f UTC") in text


def test_what_was_refused_stands_beside_the_entry_after_which_it_was_tried(auditor: Client) -> None:
    text = auditor.get(reverse("refused", args=["T3"])).content.decode()
    assert f"<code>{Code.PHASE.value}</code>" in text
    number = Refusal.objects.get().number
    assert f"#e{number}" in text
    assert "Nothing was refused" in auditor.get(reverse("refused", args=["T3"]), {"verb": "load"}).content.decode()


@pytest.mark.parametrize("name", ["register", "refused"])
def test_a_taglia_that_there_is_not_is_refused_before_a_file_of_it_is_on_record(name: str, worked: AtTable) -> None:
    auditor, of_house = signed_in(Role.AUDITOR), Entry.objects.filter(register=HOUSE)
    before = of_house.count()
    answer = auditor.post(f"{reverse(name, args=['T3'])}?taglia=9", {"form": "csv", "nonce": "a"})
    assert (answer.status_code, of_house.count()) == (422, before)


def test_refusals_are_of_the_taglia_in_which_they_were_tried(worked: AtTable) -> None:
    second = Shoe.objects.get(taglia=2).loaded_at
    assert second is not None
    at = dict(Entry.objects.filter(register="T3").values_list("number", "at"))
    refusal = {"register": "T3", "actor": "dario", "verb": "place", "code": "E_MAX"}
    for number in (second - 1, second, worked.number):
        Refusal.objects.create(number=number, at=at[number] + timedelta(microseconds=1), **refusal)
    shown = {taglia: refused.page_of("T3", EntryFilters(taglia=taglia)).lines for taglia in (1, 2)}
    assert [line.number for line in shown[1]] == [second - 1]
    assert [line.number for line in shown[2]] == [worked.number, second]


def test_refusals_go_from_page_to_page() -> None:
    ready_table()
    facts = {"number": 1, "at": EVENING, "actor": "dario", "verb": "place", "code": "E_MAX"}
    Refusal.objects.bulk_create(Refusal(register="T3", **facts) for _ in range(2 * pages.A_PAGE + 5))
    page, keys = refused.page_of("T3", EntryFilters(verb="place")), []
    while True:
        keys += [line.key for line in page.lines]
        if page.older is None:
            break
        page = refused.page_of("T3", EntryFilters(verb="place"), before=page.older)
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == 2 * pages.A_PAGE + 5
    assert [line.key for line in refused.page_of("T3", EntryFilters(), after=0).lines][-1] == keys[-1]


PAGES: list[tuple[str, tuple[object, ...]]] = [
    ("records", ()),
    ("day", ()),
    ("register", ("T3",)),
    ("refused", ("T3",)),
    ("changes", ("T3",)),
    ("taglia", ("T3", 1)),
    ("evenings", ("T3",)),
    ("house_register", ()),
    ("house_refused", ()),
]


def test_where_nobody_has_worked_yet_that_is_said() -> None:
    new_table()
    text = signed_in(Role.DIREZIONE, language="en").get(reverse("changes", args=["T3"])).content.decode()
    assert re.search(r"Who worked here</h2>\s*<p>None\.</p>", text)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_can_be_read_in_every_language(worked: AtTable, language: str) -> None:
    Cast.at(HOUSE).direzione.does("take_on", badge="nadia", role="dealer")
    client = signed_in(Role.DIREZIONE, language=language)
    with override(language):
        for name, given in PAGES:
            text = client.get(reverse(name, args=given)).content.decode()
            assert f'<html lang="{language}">' in text
            assert "%(" not in text
