"""What is kept of a table between two acts: it is what would be read, whoever wrote what and however an act ended."""

import pytest
from django.db import connection
from django.db.models import Model

from table.memory import table_cache
from table.memory.statements import Written, watched
from table.models import Person, StaffPresence, Table
from table.play.state import TableState
from table.record import door
from table.record.door import Step
from table.rules.profile import Role
from table.rules.refusal import Refused
from table.screens.read.carry_over import AT_EVERY_LOOK, OF_THE_RECORD, keep, take_snapshot
from table.screens.read.snapshot import Snapshot, take
from tests.croupier.coups import lay
from tests.croupier.dealer import Croupier
from tests.house import shift
from tests.rig.cast import number
from tests.rig.known import compare
from tests.rig.tables import AtTable, new_table, ready_table
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> AtTable:
    """A table with an open coup, of which everything is kept."""
    it = ready_table()
    it.does("open_bets")
    compare(it.code)
    return it


def place(table: AtTable, amount: int = 10_000) -> Step:
    return Step("place", {"coup": table.coup, "position": "1", "box": "punto", "amount": amount})


@pytest.mark.parametrize("one_in", [4, pytest.param(1, marks=pytest.mark.faults)])
def test_after_every_act_of_a_shift_it_is_what_would_be_read(one_in: int) -> None:
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    for at, (who, verb, given) in enumerate(shift.shift(table)):
        somebody = getattr(table.cast, who)
        somebody.does(verb, seen=number(somebody.owner), **given)
        assert compare(table.code, closely=at % one_in == 0).differences == [], verb


def test_a_part_that_is_read_from_no_model_s_rows_is_looked_after_at_every_look() -> None:
    """No write is known to change it, so whoever reads a table anew says what of it stays."""
    unnamed = {name for kind in (TableState, Snapshot) for name, part in kind.parts.items() if not part.models}
    assert unnamed <= AT_EVERY_LOOK
    assert not unnamed & TableState.parts.keys(), "verbs read the state, and no look comes before them"


def test_a_row_is_kept_where_the_act_wrote_the_object_in_memory_and_read_again_where_it_wrote_another(
    table: AtTable,
) -> None:
    state = table.state
    staff, twin = state.staff, StaffPresence.objects.get(pk=state.staff[0].pk)
    state.forget({StaffPresence: [staff[0]]})
    assert state.staff is staff
    others: list[Written] = [{StaffPresence: [twin]}, {StaffPresence: None}]
    for written in others:
        state.put(staff=staff)
        state.forget(written)
        assert state.staff is not staff
    state.put(staff=staff)
    state.forget({Person: [staff[0].person]})
    assert state.staff is staff, "it was fetched with a row in memory"


def test_an_act_at_a_table_that_is_known_reads_only_its_row_and_its_name(table: AtTable) -> None:
    by, seen, step = table.cast.dealer.person, table.number, place(table)
    with Counting() as count:
        door.press(table.code, [step], by=by, nonce="counted", seen=seen)
    # The row, whether the press is new; the stake, the entry, the row.
    assert count.statements == 5


def test_a_press_of_several_acts_finds_what_the_one_before_wrote(table: AtTable) -> None:
    more = Step("raise", {"coup": table.coup, "position": "1", "box": "punto", "by": 5_000})
    door.press(table.code, [place(table), more], by=table.cast.dealer.person, nonce="both", seen=table.number)
    assert [stake.laid for stake in table.state.stakes] == [15_000]
    assert compare(table.code).differences == []


def test_after_a_refusal_nothing_is_kept_of_what_the_act_had_begun(table: AtTable) -> None:
    twice = [place(table), place(table)]
    with pytest.raises(Refused):
        door.press(table.code, twice, by=table.cast.dealer.person, nonce="twice", seen=table.number)
    assert table.state.stakes == []
    assert compare(table.code).differences == []


def test_what_is_written_past_the_door_is_read_again(table: AtTable) -> None:
    Person.objects.filter(badge="dario").update(name="Dario R.")
    compared = compare(table.code)
    assert compared.anew.dealer is not None
    assert (compared.anew.dealer.person.name, compared.differences) == ("Dario R.", [])


def test_a_write_is_noticed_also_where_it_ignores_conflicts_or_is_no_query_of_django(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = list[type[Model]]()
    monkeypatch.setattr(watched(), "on_write", lambda model, _rows: written.append(model))
    Person.objects.bulk_create([Person(badge="zoe", role=Role.DEALER)], ignore_conflicts=True)
    with connection.cursor() as cursor:
        cursor.execute("\n    UPDATE table_person SET name = 'Zoe' WHERE badge = 'zoe'")
    assert written == [Person, Person]


def test_a_process_that_stood_still_reads_what_others_have_entered(table: AtTable) -> None:
    row = Table.real.get(code=table.code)
    stood_still = table_cache.check_out(row, TableState)
    table.press(("place", place(table).arguments))
    table_cache.clear()
    table_cache.check_in(stood_still)
    assert compare(table.code).differences == []


def test_a_drawing_that_an_act_of_another_process_overtakes_is_not_kept(table: AtTable) -> None:
    seen = take_snapshot(table.code)
    assert seen is not None
    Table.real.filter(code=table.code).update(inbox=7)
    _ = seen.snapshot.posted
    later = take_snapshot(table.code)
    assert later is not None
    keep(later)
    assert compare(table.code).differences == []


def test_what_screens_show_of_the_register_is_taken_over_and_not_read_again_after_each_act(table: AtTable) -> None:
    seen = take_snapshot(table.code)
    assert seen is not None
    _ = seen.snapshot.entries, seen.snapshot.recent
    keep(seen)
    table.press(("place", place(table).arguments))
    later = take_snapshot(table.code)
    assert later is not None
    assert later.snapshot.read_of(OF_THE_RECORD).keys() == {*OF_THE_RECORD}
    assert [later.snapshot.entries[0].entry.verb, later.snapshot.recent[-1][0]] == ["place", "place"]


def test_what_is_taken_over_and_would_be_read_otherwise_is_found_out(table: AtTable) -> None:
    seen = take_snapshot(table.code)
    assert seen is not None
    seen.snapshot.put(alerts=["of nobody"])
    seen.snapshot.state.put(stakes=["nobody's"])
    keep(seen)
    assert sorted(compare(table.code).differences) == ["alerts", "stakes"]


def test_a_coup_is_another_than_the_end_of_one_whatever_the_number_of_its_row(table: AtTable) -> None:
    lay(table, "P50@1", "B20@4")
    during = take(table.code)
    assert during is not None
    assert during.shoe is not None
    assert during.state.coup is not None
    Croupier(table, "9S 5D 10D 2C").advance("open_bets")
    after = take(table.code)
    assert after is not None
    assert after.state.coup is None
    during.state.coup.pk = after.table.grounds["coup"]
    assert during.playing != after.playing
    assert during.finished != after.finished


def test_of_more_tables_than_a_house_has_the_one_that_rested_longest_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_cache, "MOST_TABLES", 2)
    rows = [Table(pk=place, code=f"T{place}", number=1, digest="x") for place in (1, 2, 3)]
    for row in rows:
        table_cache.check_in(table_cache.check_out(row, TableState))
    assert [table_cache.last_row(row.code, 1) for row in rows] == [None, *rows[1:]]


def test_a_row_is_taken_as_known_only_from_the_number_on_that_was_told() -> None:
    row = Table(pk=1, code="T1", number=5, digest="x")
    table_cache.check_in(table_cache.check_out(row, TableState))
    assert [table_cache.last_row("T1", number) for number in (4, 5, 6)] == [row, row, None]


def test_what_another_thread_has_brought_further_meanwhile_stays() -> None:
    slow, quick = (Table(pk=1, code="T1", number=number, digest="x") for number in (5, 6))
    looked = table_cache.check_out(slow, TableState)
    table_cache.check_in(table_cache.check_out(quick, TableState))
    table_cache.check_in(looked)
    assert table_cache.last_row("T1", 5) is quick
