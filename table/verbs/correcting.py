"""What was keyed wrong is put right, with a trace; what was *done* wrong is an incident. Nothing is ever erased."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import msgspec

from table.floor import laid
from table.models import Coup, Position, Stake
from table.rules.cards import UNKNOWN, parse, points
from table.rules.phase import Phase
from table.rules.profiles import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require
from table.rules.regola import Side, claim_of, lay_out
from table.rules.shoe import check_faces
from table.rules.stakes import Stake as Laid
from table.rules.stakes import check_found, slot
from table.verbs.bettors import box_named, lay
from table.verbs.closing import check_reader_only, choose_reader, put_in_action, set_aside
from table.verbs.declaration import IDLE, Act, verb
from table.verbs.seating import check_guest
from table.verbs.shoe import in_use, put_cut_card, take_back_cut_card
from table.verbs.turning import TURNED, claim_differs, place_waiting

What = Literal["card", "declaration", "close", "stake", "highest", "position", "cut_card", "standing", "cash"]
Reason = Literal["mistyped", "misheard", "misread", "pressed_early", "forgotten"]
DEALER, ISPETTORE = Role.DEALER, Role.ISPETTORE_GIOCO
WITH_CARDS = (Phase.CLOSED, Phase.DEALING)
BEFORE_ANNOUNCED = (
    Phase.CLOSED,
    Phase.DEALING,
    Phase.READING,
    Phase.DECLARED,
    Phase.BANCO_UP,
    Phase.DRAWING,
    Phase.PUNTO_UP,
)
BEFORE_BURNED = (*BEFORE_ANNOUNCED, Phase.ANNOUNCED, Phase.COUNTING, Phase.SETTLED)
BEFORE_SETTLED = BEFORE_BURNED[:-1]
ALWAYS = (IDLE, Phase.BETTING, *BEFORE_BURNED)
DECLARED = (Phase.DECLARED, Phase.BANCO_UP, Phase.PUNTO_UP)
SPOKEN = ("voice", "gesture")


class CardFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The card with this number in the order of extraction shows another face."""

    number: int
    card: str


class ClaimFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The reader said something else; None takes the declaration back."""

    claim: Literal["carta", "no_carta"] | None = None


class CloseFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """«Rien ne va plus» was not said."""


class StakeFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stake on this box before this position was another one; ``amount`` 0 means that there was none."""

    position: str
    box: str
    amount: int
    guest: str | None = None


class HighestFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody else has the highest stake on Punto, or nobody has one (where a house keeps no amounts)."""

    position: str | None


class PositionFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stakes keyed at one position lie before another."""

    position: str
    meant: str


class CutCardFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cut card came out when so many cards of the hand lay on the table; None: it is not out."""

    hand_cards: int | None = None


class StandingFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stakes at this position are of somebody who stands, or of the one who sits there."""

    position: str
    standing: bool


class CashFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stake on this box before this position was in banknotes that were changed, or was not."""

    position: str
    box: str
    cash: bool


@verb(
    roles=[DEALER, ISPETTORE],
    phases=ALWAYS,
    ground=["coup"],
    moves=["coup", "shoe"],
    while_held=True,
)
def correct_entry(act: Act, *, what: What, new: dict[str, Any], reason: Reason) -> None:
    """An entry that was keyed wrong is put right, until the cards are burned; old and new stand in the record."""
    correction = CORRECTIONS[what]
    _check_turn(act, correction)
    try:
        fix = msgspec.convert(new, correction.form, strict=True)
    except msgspec.ValidationError as error:
        raise Refused(Code.ARGUMENTS, "The correction cannot be understood: %(why)s.", why=str(error)[:200]) from None
    old = correction.correct(act, fix)
    act.effect("entry_corrected", what=what, old=old, new=new, reason=reason)


# --- cards and declaration


def _card(act: Act, fix: CardFix) -> Any:
    """By the dealer before the points are called, by the Ispettore di Gioco after."""
    floor, shoe, was_amiss = act.floor, in_use(act), _amiss(act)
    found = [card for card in (*floor.cards, *floor.held) if card.number == fix.number and card.face]
    require(found, Code.CARD, "Card %(number)s of this coup has not been turned.", number=fix.number)
    face, old = parse(fix.card), found[0].face
    require(face is not UNKNOWN, Code.CARD_COVERED, "A card that is turned shows its face.")
    others = shoe.cards.exclude(face="").exclude(pk=found[0].pk).values_list("face", flat=True)
    check_faces([*map(parse, others), face], floor.house.decks)
    found[0].face = str(face)
    found[0].save()
    _follow_the_cards(act, was_amiss=was_amiss)
    return old


def _declaration(act: Act, fix: ClaimFix) -> Any:
    """Until a card has left the shoe on it."""
    coup, was_amiss = _coup(act), _amiss(act)
    require(
        not act.floor.facts.third_lies and coup.claim_means in SPOKEN,
        Code.PHASE,
        "The declaration can be corrected until a card has left the shoe on it.",
    )
    old, coup.claim = coup.claim, fix.claim or ""
    coup.claim_means = coup.claim_means if fix.claim else ""
    require(
        fix.claim or act.floor.phase is Phase.READING,
        Code.PHASE,
        "Banco is turned; the declaration cannot be taken back any more, only corrected.",
    )
    coup.save()
    _follow_the_cards(act, was_amiss=was_amiss)
    return old


def _follow_the_cards(act: Act, *, was_amiss: bool) -> None:
    """Everything is worked out anew; what does not agree with the Regola now holds the coup, as it did before."""
    coup = _coup(act)
    if coup.claim_means == TURNED:
        coup.claim = claim_of(points(act.floor.hand(Side.PUNTO)[:2])).value
    place_waiting(act)
    amiss = _amiss(act)
    if amiss != was_amiss:
        coup.held = amiss
        act.effect("differs_from_the_regola" if amiss else "agrees_with_the_regola")
    coup.save()


def _amiss(act: Act) -> bool:
    """Whether the open cards belie the declaration, or lie where the Regola would not have put them.

    A coup that counts for nothing has nothing to agree with.
    """
    floor = act.floor
    if _coup(act).outcome:
        return False
    if claim_differs(act):
        return True
    if not floor.facts.both_turned:
        return False
    due = lay_out([card.card for card in floor.at_boxes])
    return bool(due.excess) or (due.punto, due.banco) != (floor.hand(Side.PUNTO), floor.hand(Side.BANCO))


def _close(act: Act, _: CloseFix) -> Any:
    """«Rien ne va plus» was pressed too early: the betting is open again, with its stakes, until a card is out."""
    floor, coup = act.floor, _coup(act)
    require(not floor.drawn and coup.kind == Coup.Kind.NORMAL, Code.CLOSED, "A card is out: the betting stays closed.")
    set_aside(act, floor.cards)
    coup.closed, coup.reader, coup.passed_over = False, "", []
    coup.save()
    for stake in floor.stakes:
        stake.in_action = stake.excess = None
        stake.save()
    return "closed"


# --- stakes


def _stake(act: Act, fix: StakeFix) -> Any:
    """By the dealer before the cards are handed over, by the Ispettore di Gioco until the stakes are settled."""
    _check_has_stakes(act)
    floor = act.floor
    paid = _coup(act).paid_hands is not None
    require(not paid, Code.PHASE, "The stakes were settled once; they cannot be keyed anew.")
    old = _find(act, fix.position, fix.box, guest=fix.guest)
    was = old.laid if old else 0
    if fix.amount == 0:
        if old is None:
            raise _no_stake(fix.position)
        floor.stakes.remove(old)
        old.delete()
    else:
        _key_stake(act, old, fix)
    _recompute(act)
    return was


def _key_stake(act: Act, old: Stake | None, fix: StakeFix) -> None:
    """What really lay there, whatever its amount: over the maximum it is capped, below the minimum it goes back."""
    floor, laid_by = act.floor, fix.guest or _bettor(act, fix.position)
    check_guest(laid_by)
    others = [laid(stake) for stake in floor.stakes if stake is not old]
    stake = Laid(fix.position, old.bettor if old else laid_by, box_named(fix.box), fix.amount)
    check_found(floor.house, others, stake)
    if old is None:
        lay(act, stake, standing=_stands(act, fix.position, laid_by), laid_by=laid_by)
        return
    old.laid, old.in_action, old.excess = fix.amount, None, None
    old.save()


def _highest(act: Act, fix: HighestFix) -> Any:
    """Where only the reader's stake is kept: until the cards are handed over."""
    _check_has_stakes(act)
    coup = _coup(act)
    check_reader_only(act, fix.position)
    old, coup.highest = coup.highest, fix.position or ""
    coup.save()
    _recompute(act)
    return old


def _position(act: Act, fix: PositionFix) -> Any:
    """Two seats were mixed up: the stakes belong to another position and to whoever is there."""
    floor, coup = act.floor, _coup(act)
    check_position(floor.house, fix.meant)
    moved = _stakes_at(act, fix.position)
    taken = any(stake.position == fix.meant for stake in floor.stakes)
    require(not taken, Code.ONE_STAKE, "Position %(position)s has stakes of its own.", position=fix.meant)
    laid_by = _bettor(act, fix.meant)
    for stake in moved:
        _move(act, stake, fix.meant, laid_by)
    if coup.reader == fix.position:
        coup.reader = fix.meant
        coup.save()
    _recompute(act)
    return fix.position


def _move(act: Act, stake: Stake, position: str, laid_by: str) -> None:
    """A stake lies at another position; money laid for somebody else stays his."""
    stake.bettor = laid_by if stake.bettor == stake.laid_by else stake.bettor
    stake.position, stake.laid_by = position, laid_by
    stake.standing = _stands(act, position, laid_by)
    stake.slot = slot(act.floor.house, laid(stake))
    stake.save()


def _standing(act: Act, fix: StandingFix) -> Any:
    """Somebody who stands was taken for seated, or the other way round."""
    changed = _stakes_at(act, fix.position)
    old = changed[0].standing
    for stake in changed:
        stake.standing = fix.standing
        stake.save()
    _recompute(act)
    return old


def _cash(act: Act, fix: CashFix) -> Any:
    """Banknotes were, or were not, changed into chips."""
    stake = _find(act, fix.position, fix.box, guest=None)
    if stake is None:
        raise _no_stake(fix.position)
    old, stake.cash = stake.cash, fix.cash
    stake.save()
    return old


# --- the cut card


def _cut_card(act: Act, fix: CutCardFix) -> Any:
    """Where the cut card came out was keyed wrong, or it did not come out at all."""
    coup, shoe = act.floor.coup, in_use(act)
    require(
        shoe.cut_card_at is not None and not (coup and coup.counted),
        Code.PHASE,
        "The cut card is not out, or the remaining cards are counted already.",
    )
    assert shoe.cut_card_at is not None
    old = sum(card.number <= shoe.cut_card_at for card in act.floor.cards)
    of_this_coup = old or shoe.mask_waits or (coup is not None and coup.began_with_mask)
    require(of_this_coup, Code.PHASE, "The cut card came out in an earlier coup.")
    take_back_cut_card(act)
    if fix.hand_cards is not None:
        act.effect("phrase", words=put_cut_card(act, fix.hand_cards))
    return old


class Correction(NamedTuple):
    """The form of a correction, what it does, and in which phases the dealer and the Ispettore di Gioco may do it."""

    form: type[msgspec.Struct]
    correct: Callable[[Act, Any], Any]
    dealer: tuple[Phase | None, ...] = BEFORE_BURNED
    ispettore: tuple[Phase | None, ...] = BEFORE_BURNED


CORRECTIONS: dict[str, Correction] = {
    "card": Correction(CardFix, _card, dealer=BEFORE_ANNOUNCED),
    "declaration": Correction(ClaimFix, _declaration, DECLARED, DECLARED),
    "close": Correction(CloseFix, _close, WITH_CARDS, WITH_CARDS),
    "stake": Correction(StakeFix, _stake, WITH_CARDS, BEFORE_SETTLED),
    "highest": Correction(HighestFix, _highest, WITH_CARDS, WITH_CARDS),
    "position": Correction(PositionFix, _position),
    "cut_card": Correction(CutCardFix, _cut_card, ALWAYS, ALWAYS),
    "standing": Correction(StandingFix, _standing),
    "cash": Correction(CashFix, _cash),
}


# --- what the corrections look up


def _check_turn(act: Act, correction: Correction) -> None:
    phase = act.floor.phase
    either = (*correction.dealer, *correction.ispettore)
    require(phase in either, Code.PHASE, "This cannot be corrected now.")
    allowed = correction.dealer if act.role == DEALER else correction.ispettore
    require(phase in allowed, Code.ROLE, "From here on the Ispettore di Gioco corrects it.")


def _check_has_stakes(act: Act) -> None:
    require(
        _coup(act).kind == Coup.Kind.NORMAL,
        Code.BLANK_NO_BETS,
        "This is a Colpo in Bianco, played without stakes.",
        source=act.cite("Super Punto Banco, Art. 1"),
    )


def _recompute(act: Act) -> None:
    """What is in action anew, and who reads unless the cards lie before somebody already."""
    coup = _coup(act)
    put_in_action(act)
    if act.floor.phase in WITH_CARDS:
        choose_reader(act)
        coup.save()


def _find(act: Act, position: str, box: str, *, guest: str | None) -> Stake | None:
    found = [stake for stake in act.floor.stakes if (stake.position, stake.box) == (position, box_named(box))]
    return next((stake for stake in found if guest in (None, stake.bettor, stake.laid_by)), None)


def _stakes_at(act: Act, position: str) -> list[Stake]:
    found = [stake for stake in act.floor.stakes if stake.position == position]
    if not found:
        raise _no_stake(position)
    return found


def _no_stake(position: str) -> Refused:
    return Refused(Code.NO_STAKE, "There is no such stake at position %(position)s.", position=position[:8])


def _bettor(act: Act, position: str) -> str:
    """Who sits, or stands, at a position."""
    floor = act.floor
    check_position(floor.house, position)
    place = floor.positions[position]
    sits = place.holder is not None and place.state != Position.State.ASSIGNED
    standing = [it.guest.key for it in floor.standing if it.position == position]
    who = [place.holder.key, *standing] if sits and place.holder else standing
    require(who, Code.POSITION, "Nobody is at position %(position)s.", position=position)
    return who[0]


def _stands(act: Act, position: str, guest: str) -> bool:
    return any((it.position, it.guest.key) == (position, guest) for it in act.floor.standing)


def _coup(act: Act) -> Coup:
    assert act.floor.coup is not None
    return act.floor.coup
