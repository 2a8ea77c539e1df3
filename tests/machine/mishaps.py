"""What truly goes wrong at a table: the machine knows where the cards lie, and chance how much of it is told.

Whatever is told truly must be believed: afterwards every card shows what it showed, and the hands are those of the
order in which the cards came out.
"""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from procedures.models import Incident
from table.rules.phase import Phase
from table.script.dealing import found_at
from tests.croupier.cards import left
from tests.croupier.staff import open_cases
from tests.machine import incidents
from tests.machine.croupier import onward
from tests.machine.evening import Evening, Mishap, Press
from tests.machine.laws import Broken
from tests.machine.laws.printed import dealt
from tests.machine.record import Row

if TYPE_CHECKING:
    from tests.machine.machine import WholeTable

TWO_AND_TWO = ["bppb", "pbbp", "bpbp", "ppbb", "bbpp"]
OTHERWISE = ["pbpp", "bpbb", "pbp", "pb", "pbpbp", "pbpbb", "ppbbp"]
"""Boxes at which the cards of a deal lie in the order in which they came out: two at each, or not."""
BOX: Mapping[str, str] = {"p": "punto", "b": "banco"}
KINDS = ["inverted", "inverted", "wrong_number", "undue_third", "declaration", "third_not_drawn"]
MOST_ACTS = 12


def cards_at_the_wrong_boxes(table: "WholeTable", dice: Random) -> None:
    """They are laid there; in the deal, or some acts later, it is found out and told; good staff put it right."""
    evening = table.evening
    table.play_up_to(Phase.CLOSED)
    if not _is_dealt_next(evening):
        return
    mishap = evening.mishap = _mishap(evening, dice)
    acts = 1 if not mishap.truly else dice.randint(1, 7)
    for _ in range(acts):
        table.play(1)
        if not _still_counts(evening, mishap):
            evening.tally.mishaps["wrong boxes, never found out"] += 1
            return
    how = dice.choice([_reported_truly, _reported_truly, _reported_in_part, _reported_wrong])
    evening.tally.mishaps[f"wrong boxes, {how.__name__.strip('_').replace('_', ' ')}"] += 1
    how(table, dice, mishap)


def a_wrong_declaration(table: "WholeTable", dice: Random) -> None:
    """The reader says the contrary of what they hold; it is noticed when their cards are turned."""
    evening = table.evening
    table.play_up_to(Phase.READING)
    if evening.state.phase is not Phase.READING or onward(evening).steps[0][0] not in ("declare", "turn_battuta"):
        return
    verb, right = onward(evening).steps[0]
    draws = verb == "declare" and right["claim"] == "carta"
    claim = {"claim": "no_carta" if draws else "carta", "means": dice.choice(["voice", "gesture"])}
    evening.must_press(Press(evening.by("dealer"), (("declare", claim),)))
    evening.tally.mishaps["declared wrong"] += 1
    for _ in range(MOST_ACTS):
        if open_cases(evening.state.table) or evening.record.coup is None:
            break
        table.play(1)
    somebody_meddles(table, dice)
    decided(table)


# --- the deal


def _is_dealt_next(evening: Evening) -> bool:
    """Four covered or open cards are due, and none lies there or waits."""
    state = evening.state
    if state.phase is not Phase.CLOSED or state.cards or state.held or left(state) < 5:
        return False
    return onward(evening).steps[0][0] == "deal"


def _mishap(evening: Evening, dice: Random) -> Mishap:
    """Where the cards of the next deal truly lie. Of other than two and two nothing can be turned: it is found out."""
    state, coup = evening.state, evening.record.coup
    assert state.shoe is not None
    assert coup is not None
    covered = state.profile.dealing == "face_down" or coup["kind"] == "blank"
    laid = dice.choice([*TWO_AND_TWO, *(OTHERWISE if covered else [])])
    boxes = tuple(BOX[letter] for letter in laid)
    if laid in OTHERWISE:
        return Mishap(coup["id"], {}, boxes)
    return Mishap(coup["id"], found_at(laid.upper(), first=state.shoe.out + 1), boxes)


def _still_counts(evening: Evening, mishap: Mishap) -> bool:
    """The coup is not over, its result not decided otherwise, and its stakes are not void."""
    coup = evening.record.coup
    return coup is not None and coup["id"] == mishap.coup and not coup["outcome"]


# --- how much of it is told


def _reported_truly(table: "WholeTable", dice: Random, mishap: Mishap) -> None:
    """Every card with its box: the record has the table as it is, and a face stays with the card that shows it."""
    evening = table.evening
    showed = _shown(evening)
    _report(evening, dice, laid=_boxes(evening, mishap))
    _is_believed(evening, mishap, showed)
    decided(table)
    _is_put_right(evening, mishap, showed)


def _reported_in_part(table: "WholeTable", dice: Random, mishap: Mishap) -> None:
    """First only that the order of two is lost; where the cards lie is said later, when others have had their say."""
    evening = table.evening
    _report(evening, dice, lost=[1, 2])
    somebody_meddles(table, dice)
    for case in open_cases(evening.state.table):
        laid = _boxes(evening, mishap)
        evidence = {"incident": case.number, "laid": laid, "source": dice.choice(["video", "layout", "statement"])}
        evening.press(Press(evening.by("ispettore_gioco"), (("add_evidence", evidence),)))
    evening.mishap = None
    decided(table)


def _reported_wrong(table: "WholeTable", dice: Random, mishap: Mishap) -> None:
    """Boxes at which the cards do not lie; if the record can believe it, it is decided on that."""
    evening = table.evening
    wrong = [BOX[letter] for letter in dice.choice([*TWO_AND_TWO, *OTHERWISE])]
    facts = {"laid": wrong} | dice.choice([{}, {"lost": [1, 2]}, {"lost": [1, 3]}, {"lost": [99]}])
    about = {"kind": dice.choice(KINDS), "facts": facts}
    evening.press(Press(evening.by("dealer"), (("report_incident", about),)))
    somebody_meddles(table, dice)
    decided(table)


def _report(evening: Evening, dice: Random, **facts: Any) -> None:
    """By the dealer or by an inspector who saw it."""
    by = evening.by(dice.choice(["dealer", "dealer", "ispettore_gioco"]))
    evening.must_press(Press(by, (("report_incident", {"kind": dice.choice(KINDS), "facts": facts}),)))


def _boxes(evening: Evening, mishap: Mishap) -> list[str | None]:
    """The box of every card of this hand in the order in which they came out: of the deal the true ones."""
    later = _hand(evening)[max(4, len(mishap.laid)) :]
    return [*mishap.laid, *(card["location"] if card["location"] in BOX.values() else None for card in later)]


def _hand(evening: Evening) -> list[Row]:
    """The cards of the coup and those that it set aside, in the order of extraction."""
    record, coup = evening.record, evening.record.coup
    assert coup is not None
    cards = [card for card in record.cards_of(coup) if card["location"] != "remaining"]
    return sorted([*cards, *record.held()], key=lambda card: int(card["number"]))


# --- and what becomes of it


def _shown(evening: Evening) -> dict[int, str]:
    """What each card truly shows, by its true number."""
    return {evening.truly(card["number"]): card["face"] for card in _hand(evening) if card["face"]}


def _is_believed(evening: Evening, mishap: Mishap, showed: Mapping[int, str]) -> None:
    """The record has the cards as they lie, and no card another face than it showed."""
    evening.mishap = None
    if not open_cases(evening.state.table):
        return
    cards = _hand(evening)
    if [card["location"] for card in cards[: len(mishap.laid)]] != [*mishap.laid]:
        raise Broken("what_is_told_truly_is_believed", f"{mishap} lies as {cards}")
    if (shows := {card["number"]: card["face"] for card in cards if card["face"]}) != showed:
        raise Broken("a_face_stays_with_its_card", f"{mishap} showed {showed} and shows {shows}")


def _is_put_right(evening: Evening, mishap: Mishap, showed: Mapping[int, str]) -> None:
    """Once it is ratified both hands are what the Regola makes of the true order."""
    coup = evening.record.coup
    if coup is None or coup["id"] != mishap.coup or len(showed) < len(_hand(evening)) or len(showed) < 4:
        return
    if not any(case["coup_id"] == coup["id"] and case["status"] == "ratified" for case in evening.record.incidents):
        return
    punto, banco, _ = dealt([showed[number] for number in sorted(showed)])
    for box, due in (("punto", punto), ("banco", banco)):
        hand = [card["face"] for card in evening.record.cards_of(coup, box)]
        if (sorted(hand[:2]), hand[2:]) != (sorted(due[:2]), due[2:]):
            raise Broken("what_is_told_truly_is_put_right", f"{mishap}: at {box} {hand}, due {due}")


def somebody_meddles(table: "WholeTable", dice: Random) -> None:
    """Evidence, presence, withdrawals, referrals, rulings: by who may, and by who may not."""
    for _ in range(dice.choice([0, 0, 1, 2, 4])):
        about = [it for it in incidents.likely(table.evening, dice) if it[0] != "report_incident"]
        if not about:
            return
        name = dice.choice(sorted({name for name, _ in about}))
        table.press_somebody(dice, name, dice.choice([given for verb, given in about if verb == name]))


def decided(table: "WholeTable") -> None:
    """Good staff carry it on until nothing holds the coup any more."""
    for _ in range(MOST_ACTS):
        if not Incident.objects.filter(table__code=table.evening.code, blocking=True, status__in=("open", "referred")):
            return
        table.play(1)
    raise Broken("no_dead_end", f"after {MOST_ACTS} presses of good staff the coup is held still")
