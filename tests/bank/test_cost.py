"""What the bank costs the database in the acts of a coup: nothing where a table keeps none, else a statement an act.

Drawing the screens of the table anew after such an act costs nothing more.
"""

from collections.abc import Iterator

import pytest
from django.db import transaction

from bank.play.notice import notice
from table.memory import table_cache
from table.models import Alert
from table.play.declaration import NOTICERS
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, derive
from table.screens.read.carry_over import keep, take_snapshot
from table.screens.regions import Region, render
from tests.bank.test_cash import lays_down
from tests.bank.test_day import rolls, today
from tests.croupier.dealer import Croupier
from tests.house.shift import a_float_comes, preparation
from tests.rig.cast import Doing
from tests.rig.tables import AtTable, new_table
from tests.rig.work import Counting, measured

pytestmark = pytest.mark.django_db
SCREENS = (
    *("bar", "felt", "console", "console_sheets", "bank:dealer"),
    *("felt:watch", "desk:ispettore_gioco", "desk_sheets:ispettore_gioco", "bank:ispettore_gioco"),
    *("tile:ispettore_gioco", "tile_sheets:ispettore_gioco"),
)
WITH_BANK = derive(VENEZIA, key="with-bank", bank="on")


def test_at_a_table_without_a_bank_nothing_is_asked_of_the_database() -> None:
    with_notice = costs(VENEZIA)
    NOTICERS.remove(notice)
    try:
        assert costs(VENEZIA) == with_notice
    finally:
        NOTICERS.append(notice)


def test_with_a_bank_an_act_of_a_coup_costs_a_statement_more_at_most() -> None:
    without, with_bank = costs(VENEZIA), costs(WITH_BANK)
    assert [verb for verb, _count in with_bank] == [verb for verb, _count in without]
    more = [(verb, now - then) for (verb, now), (_verb, then) in zip(with_bank, without, strict=True)]
    of_notes = [many for verb, many in more if verb == "change_cash"]
    assert of_notes == [4, 2], "the first change of a guest on this day makes the row of their sum"
    assert {(verb, many) for verb, many in more if many > 1 and verb != "change_cash"} == set()
    assert ("settle", 1) in more


def test_so_much_it_is_on_each_engine_and_where_cash_is_watched_on_a_day_that_was_begun(real_database: str) -> None:
    with transaction.atomic():
        without, with_bank = costs(VENEZIA), costs(WITH_BANK, watched=True)
        transaction.set_rollback(True)
    more = [(verb, now - then) for (verb, now), (_verb, then) in zip(with_bank, without, strict=True)]
    assert [many for verb, many in more if verb == "change_cash"] == [4, 2]
    assert max(many for verb, many in more if verb != "change_cash") == 1


def test_a_drawing_after_an_act_of_a_coup_reads_nothing_for_the_bank() -> None:
    assert drawn_after(WITH_BANK) == drawn_after(VENEZIA)


def drawn_after(profile: Profile) -> list[tuple[str, int]]:
    """The statements by which console, desk and tile are drawn after each act of a few coups; nothing of it is kept."""
    mark = transaction.savepoint()
    table, found = new_table(profile), list[tuple[str, int]]()
    for who, verb, given in before_play(profile):
        getattr(table.cast, who).does(verb, **given)
    table.does("annotate", text="Words of the register cost a statement wherever they are drawn.")
    draw(table)
    for who, verb, given in coups(table):
        getattr(table.cast, who).does(verb, **given)
        found.append((verb, draw(table)))
    table_cache.clear()
    transaction.savepoint_rollback(mark)
    return found


def draw(table: AtTable) -> int:
    """Draw what dealer, inspectors and the wall of the pit see, from what is kept of the table; its statements."""
    with Counting() as counting:
        seen = take_snapshot(table.code)
        assert seen is not None
        for name in SCREENS:
            render(seen.snapshot, Region(name, "it"))
        keep(seen)
    return counting.statements


def costs(profile: Profile, *, watched: bool = False) -> list[tuple[str, int]]:
    """The statements of each act of a few coups at a table of these rules; nothing of it is kept.

    The cash of guests is ``watched`` where the house has laid something down, on a gaming day that it has begun.
    """
    mark = transaction.savepoint()
    table = new_table(profile)
    if watched:
        lays_down()
        rolls(today())
    for who, verb, given in before_play(profile):
        getattr(table.cast, who).does(verb, **given)
    works = measured(table.cast, coups(table))
    assert not Alert.objects.filter(code="bank_short").exists()
    transaction.savepoint_rollback(mark)
    return [(work.verb, work.statements) for work in works]


def before_play(profile: Profile) -> Iterator[Doing]:
    """The float if there is one, two guests, and the shoe."""
    if profile.bank == "on":
        yield from a_float_comes()
    else:
        yield "dealer", "sign_on", {}
        yield "ispettore", "sign_on", {}
        yield "comunale", "sign_on", {}
    for position, guest in (("1", "anna"), ("2", "bruno")):
        yield "dealer", "reserve", {"guest": guest}
        if profile.identity_check:
            yield "dealer", "confirm_identity", {"guest": guest}
        yield "capo_isola", "assign", {"guest": guest, "position": position}
        yield "dealer", "occupy", {"position": position}
    yield from preparation()
    yield "ispettore", "open_table", {}


def coups(table: AtTable) -> Iterator[Doing]:
    """Two coups: notes that are changed, a correction after payment, a tip."""
    yield "dealer", "open_bets", {}
    for cards in ("9S 2H KS 3H", "2S 9H KC 3D"):
        place = {"coup": table.coup, "position": "2", "box": "banco"}
        yield "dealer", "place", {"coup": table.coup, "position": "1", "box": "punto", "amount": 10_000}
        yield "dealer", "place", {**place, "amount": 5000, "cash": True}
        yield "dealer", "change_cash", place
        yield from (("dealer", verb, dict(given)) for verb, given in Croupier(table, cards).acts("burn"))
        yield "dealer", "tip", {"amount": 500}
        yield "dealer", "burn", {"open_next": True}
