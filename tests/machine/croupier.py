"""Good staff: from any state, the press that carries the table on, with the true cards and the right person.

Whatever it presses must be accepted: a state in which it is refused is a dead end, and a fault of the table. Coups are
played and cases put right as by the croupier of all tests; here they must also do without all that other tests
find prepared, since an evening by chance leaves a table anyhow: nobody signed on, no limits, no guests, no cards. And
the machine's inspectors do not have covered hands turned before they decide: what lies covered then is left to chance.
"""

from collections.abc import Callable
from typing import Any

from table.models import LimitRange, Shoe, StaffPresence, Table
from table.play.in_force import direzione_suspended
from table.play.next_act import next_act
from table.play.stakes import lacks_stake, unchanged_notes
from table.play.state import TableState
from table.record.in_charge import dealer_at
from table.rules.phase import Phase
from table.rules.refusal import Refused
from table.rules.stakes import Range, check_limits, close
from table.screens.dealer.task import burning
from table.screens.read.snapshot import Snapshot
from table.script.dealing import keyed
from table.script.simulation import usual_limits
from tests.croupier.cards import left
from tests.croupier.staff import carried_on, open_cases
from tests.machine.evening import Evening, Press
from tests.machine.laws import Broken
from tests.rig.tables import GUESTS

MOST_PRESSES_TO_THE_END = 80


def advance(evening: Evening) -> None:
    """One press of good staff towards the next coup."""
    evening.must_press(onward(evening))


def to_the_end(evening: Evening) -> None:
    """From wherever the evening stands, the coup is finished and the table closed."""
    for _ in range(MOST_PRESSES_TO_THE_END):
        if evening.record.table["status"] == Table.Status.CLOSED:
            return
        evening.must_press(homeward(evening))
    raise Broken("no_dead_end", f"after {MOST_PRESSES_TO_THE_END} presses of good staff the table is still open")


def homeward(evening: Evening) -> Press:
    """The press that leads to a closed table."""
    state = evening.state
    if state.coup is None:
        return _act(evening, "ispettore_gioco", "close_table")
    if state.phase is Phase.BETTING and not state.cards:
        return _act(evening, state.profile.suspended_by, "suspend")
    return onward(evening)


def onward(evening: Evening) -> Press:
    """The press that the table waits for."""
    state = evening.state
    if begins := _taking_charge(evening, state):
        return begins
    if state.table.status == Table.Status.SUSPENDED:
        return _act(evening, "direzione", "resume")
    if _cut_card_is_out(state):
        return _act(evening, _who_sees_it(state), "cut_card_out", hand_cards=_cards_before_it(state))
    if cases := open_cases(state.table):
        act = carried_on(state, evening.cast, cases, ruling=_ruling(state))
        return Press(act.by.person, ((act.verb, act.given),))
    wanted = next_act(state)
    if wanted is None and state.coup is not None:
        return _without_cards(evening, state)
    if wanted is None:
        if state.table.status != Table.Status.CLOSED:
            raise Broken("no_dead_end", "nothing leads on")
        return _opening(evening, state)
    return _for_the_dealer(evening, state, wanted.verb)


def _for_the_dealer(evening: Evening, state: TableState, verb: str) -> Press:
    """What has to be done before the dealer can do their next act, or that act."""
    if verb == "load" and (count := _after_the_taglia(evening, state)):
        return count
    if verb == "load" and not _signed_on(state, "ispettore_gioco"):
        return _act(evening, "ispettore_gioco", "sign_on")
    if verb in ("open_bets", "play_blank") and state.coup is None and _empty(state):
        return _act(evening, "direzione", "void_shoe")
    if verb == "open_bets" and (missing := _limits(evening, state)):
        return missing
    if verb in ("deal", "card_out") and _empty(state):
        return _without_cards(evening, state)
    if first := _done_before(evening, state, verb):
        return first
    if verb == "close_bets":
        return _closing(evening, state)
    if verb in PREPARED:
        return _act(evening, "dealer", verb, **PREPARED[verb](evening))
    if verb == "card_out" and _comes_covered(state):
        return _act(evening, "dealer", verb)
    return Press(evening.by("dealer"), (keyed(verb, state, evening),))


def _done_before(evening: Evening, state: TableState, verb: str) -> Press | None:
    """What is done in place of the deal; and the change of banknotes, before betting closes, payment and burning."""
    if verb == "deal":
        return _before_the_deal(evening, state)
    return _changing(evening, state) if verb in ("close_bets", "settle", "burn") else None


def _before_the_deal(evening: Evening, state: TableState) -> Press | None:
    """What is done in place of the deal: where no stake is left, and where too few cards are."""
    if lacks_stake(state):
        return _act(evening, "dealer", "correct_entry", what="close", new={}, reason="found_out")
    return _act(evening, "dealer", "card_out") if left(state) < 4 - len(state.cards) else None


def _comes_covered(state: TableState) -> bool:
    """In every third coup of a house that deals covered a third card is turned only when it lies there."""
    return state.profile.dealing == "face_down" and state.coup is not None and state.coup.number % 3 == 0


def _burning(evening: Evening) -> dict[str, Any]:
    """In all coups but every third the next betting opens with the press that burns, as the console sends it."""
    coup = evening.state.coup
    apart = coup is not None and coup.number % 3 == 0
    return {} if apart else burning(Snapshot(evening.state.table))["given"]


def _ruling(state: TableState) -> str:
    """The Direzione has a coup annulled that can be, and lets everything else go on."""
    return "annul" if state.cards and state.coup is not None and not state.coup.outcome else "continue"


PREPARED: dict[str, Callable[[Evening], dict[str, Any]]] = {
    "load": lambda evening: {"serial": f"S-{evening.state.table.number}", "decks": evening.state.profile.decks},
    "burn": _burning,
    "insert_cut_card": lambda evening: {"behind": max(1, min(8, len(evening.sabot) - 1))},
}
"""How a shoe is prepared that holds only a few cards, and what is sent with the burning."""


def _cut_card_is_out(state: TableState) -> bool:
    """It has come out and nobody has said so yet: in every other taglia; in every fourth it lies between two coups."""
    shoe = state.shoe
    in_play = shoe is not None and shoe.status in (Shoe.Status.READY, Shoe.Status.IN_PLAY) and shoe.taglia % 2
    if not in_play or shoe is None or shoe.behind is None or shoe.cut_card_at is not None:
        return False
    if shoe.taglia % 4 == 3:
        return left(state) <= shoe.behind + 4 and state.coup is None
    return left(state) <= shoe.behind and (state.coup is None or not (state.coup.outcome or state.coup.paid_hands))


def _who_sees_it(state: TableState) -> str:
    """The dealer, or a shoe reader, which cannot call the last coup."""
    return "shoe" if state.shoe is not None and state.shoe.taglia % 4 == 1 else "dealer"


def _cards_before_it(state: TableState) -> int | None:
    """How many cards of the hand lay there when it came."""
    if state.coup is None or state.shoe is None or state.shoe.behind is None:
        return None
    before = state.shoe.cards_total - state.shoe.behind
    return sum(card.waited or card.number <= before for card in state.cards)


def _act(evening: Evening, role: str, verb: str, **given: Any) -> Press:
    return Press(evening.by(role), ((verb, given),))


def _taking_charge(evening: Evening, state: TableState) -> Press | None:
    """The dealer begins, from whoever deals there, until they are in charge."""
    dealing = dealer_at(state.table.code)
    if dealing is None:
        return _act(evening, "dealer", "sign_on")
    return None if dealing.person_id == evening.by("dealer").pk else _act(evening, "dealer", "take_over")


def _signed_on(state: TableState, role: str) -> bool:
    return StaffPresence.objects.filter(table=state.table, until=None, role=role).exists()


# --- between coups


def _opening(evening: Evening, state: TableState) -> Press:
    opens = "direzione" if direzione_suspended(state.table) else "ispettore_gioco"
    return _limits(evening, state) or _act(evening, opens, "open_table")


def _limits(evening: Evening, state: TableState) -> Press | None:
    """New rules may have new boxes or chips: limits are decided, and announced, before anybody opens the betting."""
    stages = {it.standing for it in state.limit_ranges}
    comes = LimitRange.Standing.NEXT if LimitRange.Standing.NEXT in stages else LimitRange.Standing.NOW
    if _fit(state, comes):
        return None
    if LimitRange.Standing.UNANNOUNCED in stages and _fit(state, LimitRange.Standing.UNANNOUNCED):
        return _act(evening, "capo_tavolo", "confirm_limits")
    usual = {name: [it.minimum, it.maximum] for name, it in usual_limits(state.profile).items()}
    return _act(evening, state.profile.limits_decided_by, "set_limits", limits=usual)


def _fit(state: TableState, stage: str) -> bool:
    """Whether these limits are such as the rules want them."""
    ranges = {it.kind: Range(it.minimum, it.maximum) for it in state.limit_ranges if it.standing == stage}
    try:
        check_limits(state.profile, ranges)
    except Refused:
        return False
    return True


def _after_the_taglia(evening: Evening, state: TableState) -> Press | None:
    """The cards of an ended taglia are counted; after every other one new decks come."""
    last = state.table.shoes.select_related("sixain").last()
    if last is None or last.status != Shoe.Status.ENDED:
        return None
    if last.left_over is None:
        return _act(evening, "dealer", "reconcile", burned=last.out, left_over=last.cards_total - last.out)
    if last.taglia % 2 == 0 and not last.sixain.retired:
        return _act(evening, "ispettore_gioco", "replace_decks", serial=f"S-{state.table.number}-new")
    return None


def _empty(state: TableState) -> bool:
    in_use = (Shoe.Status.READY, Shoe.Status.IN_PLAY, Shoe.Status.LAST_COUP)
    return state.shoe is not None and state.shoe.status in in_use and left(state) == 0


def _without_cards(evening: Evening, state: TableState) -> Press:
    """The shoe is empty: what lies on the table is annulled, a betting is given up."""
    if state.cards:
        return _act(evening, "ispettore_gioco", "annul", reason="no card is left")
    return _act(evening, state.profile.suspended_by, "suspend")


# --- the betting


def _closing(evening: Evening, state: TableState) -> Press:
    """Stakes of a tie are kept, and somebody stakes; nobody is the highest, who may have left; then nothing goes."""
    assert state.coup is not None
    coup = state.coup.key
    if any(stake.left_over for stake in state.stakes):
        return _act(evening, "dealer", "keep", coup=coup)
    if state.coup.highest:
        return _act(evening, "dealer", "name_highest", coup=coup, position=None)
    if any(it.in_action for it in close(state.profile, state.limits, state.felt)):
        return _act(evening, "dealer", "close_bets", said=True)
    if state.stakes:
        return _act(evening, "dealer", "clear", coup=coup)
    return _somebody_stakes(evening, state)


def _changing(evening: Evening, state: TableState) -> Press | None:
    """The banknotes of the first stake that has any are changed, also those that a correction has found."""
    for stake in state.stakes:
        if state.coup is not None and unchanged_notes(state, stake):
            first = {"position": stake.position, "box": stake.box, "guest": stake.bettor}
            return _act(evening, "dealer", "change_cash", coup=state.coup.key, **first)
    return None


def _somebody_stakes(evening: Evening, state: TableState) -> Press:
    """The one who sits there; where nobody sits, somebody is seated first."""
    assert state.coup is not None
    if state.present:
        amount = -(-state.limits["main"].minimum // state.profile.smallest_chip) * state.profile.smallest_chip
        given = {"position": state.present[0], "box": "punto", "amount": amount}
        return _act(evening, "dealer", "place", coup=state.coup.key, **given)
    for position in state.positions.values():
        if position.state == "assigned":
            return _act(evening, "dealer", "occupy", position=position.label)
        if position.state == "marked":
            return _act(evening, "dealer", "return", position=position.label)
    return _seating(evening, state)


def _seating(evening: Evening, state: TableState) -> Press:
    wish = state.table.reservations.filter(state="requested").first()
    if wish is None:
        return _act(evening, "dealer", "reserve", guest=GUESTS[-1])
    guest = wish.guest.key
    if state.profile.identity_check and not state.table.identity_checks.filter(guest=wish.guest).exists():
        return _act(evening, "dealer", "confirm_identity", guest=guest)
    free = next(iter(state.positions))
    return _act(evening, "capo_isola", "assign", guest=guest, position=free)
