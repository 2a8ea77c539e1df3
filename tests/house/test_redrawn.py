"""What an effect says of the screens is true: it moved such rows, or nothing but the register shows it."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from itertools import takewhile
from typing import Any

import pytest
import time_machine
from django.db import transaction

from table.models import Entry
from table.play.act import Act
from table.play.effects import EFFECTS, STILL
from table.record import chain
from table.record.past import replay
from table.rules.profile import Role
from table.screens.inspector import desk
from table.screens.regions import Region, draw
from tests.croupier.coups import deal, pay, turn
from tests.croupier.situations import in_phase
from tests.house import shift
from tests.procedures.screens.test_register import everything
from tests.rig.cast import Doing
from tests.rig.tables import AtTable, new_table, ready_table

pytestmark = pytest.mark.django_db
STILL_NAMES = {name for name, it in EFFECTS.items() if it.redraw == STILL}
NOT_PLAYED = {
    "clock_jumped",
    "custody_disposed_of",
    "exported",
    "not_computed",
    "not_repeated",
    "notes_erased",
    "seal_key_named",
    "seals_opened",
}
"""Effects without rows that no evening below comes to, that are of the house, or of a shoe that deals by itself.

A table with a bank refuses to dispose of custody unless "custody_disposed_of" is named, so it is never done without.
"""
SCREENS = ["bar", "felt", "felt:players", "console", "console_sheets", "sign", "strip:1", "strip:3"]
OF_THE_INSPECTOR = ("desk", "desk_sheets", "tile", "tile_sheets", "incidents", "reports")
SCREENS += [f"{kind}:{Role.ISPETTORE_GIOCO}" for kind in OF_THE_INSPECTOR]
SCREENS += [f"{kind}:{Role.DEALER}" for kind in ("incidents", "reports")]
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def latest(table: AtTable) -> set[str]:
    """The effects that the newest entry names."""
    entry = Entry.objects.filter(register=table.code).latest("number")
    return {name for name, _facts in chain.read(entry.outcome)["effects"]}


# --- rows that were moved


def corrected_and_put_back(table: AtTable) -> Iterable[Doing]:
    """A face was keyed wrong, so that the cards disagree with the Regola, and put right again."""
    card = next(it for it in table.state.cards if it.face == "KS")
    for face in ("9S", "KS"):
        new = {"number": card.number, "card": face}
        yield "dealer", "correct_entry", {"what": "card", "new": new, "reason": "misread"}


def moved(table: AtTable, doings: Iterable[Doing]) -> dict[str, set[str]]:
    """For each effect the kinds of rows that were moved by any act that names it."""
    found: dict[str, set[str]] = defaultdict(set)
    before = replay.state(table.row)
    for who, verb, given in doings:
        getattr(table.cast, who).does(verb, **given)
        after = replay.state(table.row)
        for name in latest(table):
            found[name] |= {kind for kind in after if after[kind] != before.get(kind)}
        before = after
    return found


def check_moved(found: dict[str, set[str]]) -> None:
    """What each effect declares was moved indeed."""
    for name, kinds in found.items():
        assert {kind.__name__ for kind in EFFECTS[name].redraw} <= kinds, name


@pytest.mark.parametrize(
    ("until", "effects"),
    [
        pytest.param("correct_entry", 12, id="its first coups"),
        pytest.param("", 40, id="whole", marks=pytest.mark.faults),
    ],
)
def test_in_a_shift_each_effect_has_moved_the_rows_that_it_declares(until: str, effects: int) -> None:
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    found = moved(table, takewhile(lambda doing: doing[1] != until, shift.shift(table)))
    assert len(found) > effects
    check_moved({name: kinds for name, kinds in found.items() if name not in ("bet_returned", "ruling_issued")})


def test_a_card_that_was_keyed_wrong_holds_its_coup_and_frees_it_again() -> None:
    table = in_phase("punto_up")
    found = moved(table, corrected_and_put_back(table))
    assert {"differs_from_the_regola", "agrees_with_the_regola"} <= set(found)
    check_moved(found)


# --- what is still


def doings_that_are_still(table: AtTable) -> Iterable[Doing]:
    """Incidents with all that belongs to them, a note, decks that are kept, a card too early, an unclear reader."""
    yield from everything(table)
    yield "comunale", "annotate", {"text": "seen"}
    yield "dealer", "burn", {}
    yield "direzione", "void_shoe", {}
    yield "ispettore", "keep_decks", {}
    yield from shift.preparation()
    yield "dealer", "open_bets", {}
    yield "dealer", "place", {"coup": table.coup, "position": "1", "box": "punto", "amount": 10_000}
    yield "dealer", "close_bets", {"said": True}
    yield "dealer", "deal", {}
    yield "dealer", "card_out", {}
    yield "dealer", "declare", {"claim": "carta", "means": "gesture", "lifted": True, "unclear": True}


def doings_with_backs(table: AtTable) -> Iterable[Doing]:
    """Three cards lie at Punto, the dealer knows each covered one, and turns one of them by its number."""
    deal(table, "P100@1", "B50@2")
    three = {"laid": ["punto", "banco", "punto", "punto"]}
    yield "dealer", "report_incident", {"kind": "wrong_number", "facts": three | {"told_apart": True}}
    third = table.state.of_the_hand[2]
    yield "dealer", "show_card", {"where": third.location, "card": "2C", "number": third.number}
    yield "dealer", "report_incident", {"kind": "wrong_number", "facts": three | {"told_apart": True}}


def doings_with_winnings(table: AtTable) -> Iterable[Doing]:
    """What was paid stands; what was keyed as uncollected beyond the record is given to the guest who sits there."""
    deal(table, "P100@1")
    turn(table)
    pay(table)
    stands = {"position": "1", "standing": False}
    yield "ispettore", "correct_entry", {"what": "standing", "new": stands, "reason": "misread"}
    facts = {"position": "1", "left": "winnings", "amount": 50_000, "owner": "anna"}
    yield "dealer", "report_incident", {"kind": "uncollected", "facts": facts}
    yield "ispettore", "confirm_uncollected", {"incident": table.number, "given": True}


def table_of_the_shift() -> AtTable:
    """A table at which nothing was done yet."""
    return new_table(shift.HOUSE_OF_THE_SHIFT)


Evening = Callable[[AtTable], Iterable[Doing]]
EVENINGS: tuple[tuple[Callable[[], AtTable], Evening], ...] = (
    (ready_table, doings_that_are_still),
    (ready_table, doings_with_backs),
    (ready_table, doings_with_winnings),
    (table_of_the_shift, shift.shift),
)


@pytest.mark.faults
def test_what_is_declared_still_changes_no_screen_but_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each act is done twice, with the effect and as though it had never been named."""
    monkeypatch.setattr(desk, "lines", lambda _entries, _numbers: [])
    seen = set[str]()
    for begin, evening in EVENINGS:
        mark = transaction.savepoint()
        seen |= check_all_still(monkeypatch, begin(), evening, seen)
        transaction.savepoint_rollback(mark)
    assert seen == STILL_NAMES - NOT_PLAYED, "one that redraws nothing is come to in an evening above"


def test_a_screen_that_shows_what_is_declared_still_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The register does show it, and is set aside above for that reason alone."""
    with pytest.raises(AssertionError, match="asked_again"):
        check_all_still(monkeypatch, ready_table(), doings_that_are_still, STILL_NAMES - {"asked_again"})


def check_all_still(monkeypatch: pytest.MonkeyPatch, table: AtTable, evening: Evening, seen: set[str]) -> set[str]:
    """The evening at a table whose clock stands; ``seen`` are effects that need not be looked at any more."""
    with time_machine.travel(NOON, tick=False):
        for doing in evening(table):
            seen = seen | check_still(table, doing, monkeypatch, seen)
    return seen


def check_still(table: AtTable, doing: Doing, monkeypatch: pytest.MonkeyPatch, seen: set[str]) -> set[str]:
    """The still effects that this act names, none of which any screen shows."""
    who, verb, given = doing
    mark = transaction.savepoint()
    getattr(table.cast, who).does(verb, **given)
    still = {name for name in latest(table) if EFFECTS[name].redraw == STILL}
    if still <= seen:
        return set()
    before = screens(table)
    transaction.savepoint_rollback(mark)
    with monkeypatch.context() as silent:
        silent.setattr(Act, "effect", names_nothing_still)
        getattr(table.cast, who).does(verb, **given)
    assert not still & latest(table)
    assert screens(table) == before, still
    return still


def names_nothing_still(act: Act, name: str, **facts: Any) -> None:
    """An act that keeps to itself what only tells how it was done."""
    if EFFECTS[name].redraw != STILL:
        act.effects.append([name, facts])


def screens(table: AtTable) -> dict[str, str]:
    """All that anybody sees of the table."""
    drawn = draw(table.code, [Region(name, "en") for name in SCREENS])
    assert drawn is not None
    return {region.name: drawing.text for region, drawing in drawn.texts.items()}
