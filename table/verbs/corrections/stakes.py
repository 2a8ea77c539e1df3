"""Stakes that were keyed wrong are put right: what is in action and who reads is worked out anew."""

from typing import Any

import msgspec

from table.models import Coup, Position, Stake
from table.play.act import Act
from table.play.cards import set_aside
from table.play.reading import check_reader_only, choose_reader
from table.play.seats import check_guest
from table.play.stakes import box_named, lay, put_in_action
from table.play.state import laid
from table.rules.phase import Phase
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require
from table.rules.sources import PREMISE, art
from table.rules.stakes import LaidStake, check_found, slot
from table.statements import update

WITH_CARDS = (Phase.CLOSED, Phase.DEALING)
"""The cards are with the dealer still, and before nobody who reads."""


class CloseFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """«Rien ne va plus» was not said."""


def correct_close(act: Act, _: CloseFix) -> Any:
    """«Rien ne va plus» was pressed too early: the betting is open again, with its stakes, until a card is out."""
    state, coup = act.state, act.coup
    require(
        not coup.held,
        Code.INCIDENT_OPEN,
        "An incident holds this coup; it has to be settled before the betting is opened again.",
        source=act.cite(PREMISE),
    )
    require(not state.drawn and coup.kind == Coup.Kind.NORMAL, Code.CLOSED, "A card is out: the betting stays closed.")
    set_aside(act, state.cards)
    coup.closed, coup.reader, coup.passed_over = False, "", []
    update(coup)
    for stake in state.stakes:
        stake.in_action = stake.excess = None
        update(stake)
    return "closed"


class StakeFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stake on this box before this position was another one; ``amount`` 0 means that there was none."""

    position: str
    box: str
    amount: int
    guest: str | None = None


def correct_stake(act: Act, fix: StakeFix) -> Any:
    """By the dealer before the cards are handed over, by the Ispettore di Gioco until the stakes are settled."""
    _check_has_stakes(act)
    state = act.state
    paid = act.coup.paid_hands is not None
    require(not paid, Code.PHASE, "The stakes were settled once; they cannot be keyed anew.")
    old = _find(act, fix.position, fix.box, guest=fix.guest)
    was = old.laid if old else 0
    if fix.amount == 0:
        if old is None:
            raise _no_stake(fix.position)
        state.stakes.remove(old)
        old.delete()
    else:
        _key_stake(act, old, fix)
    _recompute(act)
    return was


def _key_stake(act: Act, old: Stake | None, fix: StakeFix) -> None:
    """What really lay there, whatever its amount: over the maximum it is capped, below the minimum it goes back."""
    state, laid_by = act.state, fix.guest or _bettor(act, fix.position)
    check_guest(laid_by)
    others = [laid(stake) for stake in state.stakes if stake is not old]
    stake = LaidStake(fix.position, old.bettor if old else laid_by, box_named(fix.box), fix.amount)
    check_found(state.profile, others, stake)
    if old is None:
        lay(act, stake, standing=_stands(act, fix.position, laid_by), laid_by=laid_by)
        return
    old.laid, old.in_action, old.excess = fix.amount, None, None
    update(old)


class HighestFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody else has the highest stake on Punto, or nobody has one (where a house keeps no amounts)."""

    position: str | None


def correct_highest(act: Act, fix: HighestFix) -> Any:
    """Where only the reader's stake is kept: until the cards are handed over."""
    _check_has_stakes(act)
    coup = act.coup
    check_reader_only(act, fix.position)
    old, coup.highest = coup.highest, fix.position or ""
    update(coup)
    _recompute(act)
    return old


class PositionFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stakes keyed at one position lie before another."""

    position: str
    meant: str


def correct_position(act: Act, fix: PositionFix) -> Any:
    """Two seats were mixed up: the stakes belong to another position and to whoever is there."""
    state, coup = act.state, act.coup
    check_position(state.profile, fix.meant)
    moved = _stakes_at(act, fix.position)
    taken = any(stake.position == fix.meant for stake in state.stakes)
    require(not taken, Code.ONE_STAKE, "Position %(position)s has stakes of its own.", position=fix.meant)
    laid_by = _bettor(act, fix.meant)
    for stake in moved:
        _move(act, stake, fix.meant, laid_by)
    if coup.reader == fix.position:
        coup.reader = fix.meant
        update(coup)
    _recompute(act)
    return fix.position


def _move(act: Act, stake: Stake, position: str, laid_by: str) -> None:
    """A stake lies at another position; money laid for somebody else stays his."""
    stake.bettor = laid_by if stake.bettor == stake.laid_by else stake.bettor
    stake.position, stake.laid_by = position, laid_by
    stake.standing = _stands(act, position, laid_by)
    stake.slot = slot(act.state.profile, laid(stake))
    update(stake)


class StandingFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stakes at this position are of somebody who stands, or of the one who sits there."""

    position: str
    standing: bool


def correct_standing(act: Act, fix: StandingFix) -> Any:
    """Somebody who stands was taken for seated, or the other way round."""
    changed = _stakes_at(act, fix.position)
    old = changed[0].standing
    for stake in changed:
        stake.standing = fix.standing
        update(stake)
    _recompute(act)
    return old


class CashFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stake on this box before this position was in banknotes that were changed, or was not."""

    position: str
    box: str
    cash: bool


def correct_cash(act: Act, fix: CashFix) -> Any:
    """Banknotes were, or were not, changed into chips."""
    stake = _find(act, fix.position, fix.box, guest=None)
    if stake is None:
        raise _no_stake(fix.position)
    old, stake.cash = stake.cash, fix.cash
    update(stake)
    return old


# --- what the corrections look up


def _check_has_stakes(act: Act) -> None:
    require(
        act.coup.kind == Coup.Kind.NORMAL,
        Code.BLANK_NO_BETS,
        "This is a Colpo in Bianco, played without stakes.",
        source=act.cite(art(1)),
    )


def _recompute(act: Act) -> None:
    """What is in action anew, and who reads unless the cards lie before somebody already."""
    coup = act.coup
    put_in_action(act)
    if act.state.phase in WITH_CARDS:
        choose_reader(act)
        update(coup)


def _find(act: Act, position: str, box: str, *, guest: str | None) -> Stake | None:
    found = [stake for stake in act.state.stakes if (stake.position, stake.box) == (position, box_named(box))]
    return next((stake for stake in found if guest in (None, stake.bettor, stake.laid_by)), None)


def _stakes_at(act: Act, position: str) -> list[Stake]:
    found = [stake for stake in act.state.stakes if stake.position == position]
    if not found:
        raise _no_stake(position)
    return found


def _no_stake(position: str) -> Refused:
    return Refused(Code.NO_STAKE, "There is no such stake at position %(position)s.", position=position[:8])


def _bettor(act: Act, position: str) -> str:
    """Who sits, or stands, at a position."""
    state = act.state
    check_position(state.profile, position)
    place = state.positions[position]
    sits = place.holder is not None and place.state != Position.State.ASSIGNED
    standing = [it.guest.key for it in state.standing if it.position == position]
    who = [place.holder.key, *standing] if sits and place.holder else standing
    require(who, Code.POSITION, "Nobody is at position %(position)s.", position=position)
    return who[0]


def _stands(act: Act, position: str, guest: str) -> bool:
    return any((it.position, it.guest.key) == (position, guest) for it in act.state.standing)
