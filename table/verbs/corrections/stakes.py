"""Corrections of stakes that were keyed wrong; what is in action and who reads is computed anew.

Each ``correct_…`` returns what had been keyed; a ``check_…_fix`` refuses what its correction would refuse, changes
nothing, and returns the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from table.memory.statements import update
from table.models import Coup, Position, Stake, Uncollected
from table.play.act import Act
from table.play.cards import set_aside
from table.play.money import follow, keep_stake, post, slips_of, won_on
from table.play.seats import (
    check_guest,
    check_reader_only,
    choose_reader,
    is_gone,
    owner_seated,
    reader_is_open,
    stands_at,
)
from table.play.shoe import law_here, was_settled
from table.play.stakes import (
    box_named,
    delete_stake,
    find_stake,
    follow_tax,
    lay,
    lay_back,
    new_stake,
    of_guest,
    put_in_action,
    return_tax,
    set_excess,
    set_laid,
)
from table.play.state import laid
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require
from table.rules.regola import Outcome
from table.rules.stakes import LaidStake, check_found, check_slot, slot


class CloseFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """«Rien ne va plus» was not spoken."""


def correct_close(act: Act, _: CloseFix) -> Any:
    """Reopen the betting that was closed too early, with its stakes; return "closed".

    The reader and what was in action are cleared, what had gone into custody by it lies on the felt again
    ("custody_changed"), and whoever sits at their stake by now counts as seated. Held cards that this coup had taken up
    are set aside again ("card_held"). Refused while an incident holds the coup (E_INCIDENT_OPEN), once a card of the
    coup is out, and in a Colpo in Bianco (E_CLOSED).
    """
    state, coup = act.state, act.coup
    require(
        not coup.held,
        Code.INCIDENT_OPEN,
        "An incident holds this coup; it has to be settled before the betting is opened again.",
        source=act.cite("corrections"),
    )
    require(not state.drawn and coup.kind == Coup.Kind.NORMAL, Code.CLOSED, "A card is out: the betting stays closed.")
    set_aside(act, state.cards)
    coup.closed, coup.reader, coup.passed_over = False, "", []
    update(coup)
    law = law_here(state)
    for stake in state.stakes:
        lay_back(act, stake, law=law)
        stake.in_action = None
        stake.standing = stake.standing and not owner_seated(state, stake)
        update(stake)
    return "closed"


class StakeFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another amount, in cents, of the stake on this box at this position; 0 means that there was none."""

    position: str
    box: str
    amount: int
    guest: str | None = None


def check_stake_fix(act: Act, fix: StakeFix) -> int:
    """Refuse a stake that cannot have lain there; return the cents that had been keyed, 0 for none.

    Of several on this box at this position it is that of `fix.guest`, without whom the first that was laid. Refuses a
    Colpo in Bianco (E_BLANK_NO_BETS), a coup that was paid (E_PHASE), a box that the house lacks (E_BOX), the removal
    of a stake that was never keyed (E_NO_STAKE), a new one of what is no key of a guest (E_ARGUMENTS), at an unknown
    position or, unless `fix` names the guest, where nobody is (E_POSITION), what is no amount in chips (E_MONEY,
    E_CHIP), and a place that is taken (E_ONE_STAKE). Limits are not checked.
    """
    _check_not_settled(act)
    old = _find(act, fix.position, fix.box, guest=fix.guest)
    if fix.amount:
        check_found(act.state.profile, _others(act, old), _found_there(act, old, fix))
    elif old is None:
        raise _no_stake(fix.position)
    return old.laid if old else 0


def check_says_whose(act: Act, fix: "StakeFix | CashFix") -> None:
    """Refuse (E_INDIVIDUAL) to correct one of several stakes on this box at this position without a guest.

    Checked at the press alone, as earlier entries have corrected the first that was laid there.
    """
    there = [it for it in act.state.stakes if (it.position, it.box) == (fix.position, fix.box)]
    require(
        fix.guest is not None or len(there) <= 1,
        Code.INDIVIDUAL,
        "Several players have a stake on %(box)s at position %(position)s: say whose.",
        box=fix.box[:20],
        position=fix.position[:8],
    )


def correct_stake(act: Act, fix: StakeFix) -> Any:
    """Set a stake's amount, lay it where none was keyed, or remove it (0); return the cents keyed before, 0 if none.

    Tax that lies ready follows the amount, with 0 it goes back ("tax_returned"); banknotes are at most the amount. What
    is in action is computed anew: what is over the maximum or below the minimum goes back ("bet_returned"), for an
    owner who is gone into custody ("uncollected", "custody_changed"), or is refused (E_MAX) in a house that takes no
    stake over the maximum. While the dealer has the cards the reader is chosen anew ("reader_assigned",
    "dealer_completes"). Otherwise refuses as :func:`check_stake_fix`, and (E_FINAL) to remove a stake for which money
    was ordered.
    """
    was = check_stake_fix(act, fix)
    old = _find(act, fix.position, fix.box, guest=fix.guest)
    if old is None:
        laid_by = fix.guest or _bettor(act, fix.position)
        standing = stands_at(act.state, fix.position, laid_by)
        lay(act, new_stake(act, _found_there(act, old, fix), standing=standing, laid_by=laid_by))
    elif fix.amount:
        set_laid(act, old, fix.amount, min(old.notes, fix.amount), old.changed)
        follow_tax(act, old)
    else:
        set_excess(act, old, None)
        return_tax(act, old)
        delete_stake(act, old)
    _recompute(act)
    return was


def _found_there(act: Act, old: Stake | None, fix: StakeFix) -> LaidStake:
    """Return the corrected stake: position, box and amount of ``fix``; the bettor of ``old``, the stake keyed, if any.

    Without ``old`` the bettor is the guest named, or whoever is there: refused then are a position where nobody is
    unless a guest is named (E_POSITION), and what is no key of a guest (E_ARGUMENTS). Refuses an unknown box (E_BOX).
    """
    bettor = old.bettor if old else fix.guest or _bettor(act, fix.position)
    check_guest(bettor)
    return LaidStake(fix.position, bettor, box_named(fix.box), fix.amount)


class BoxFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another box, ``meant``, on which the stake lay that was keyed on ``box`` at this position."""

    position: str
    box: str
    meant: str
    guest: str | None = None


def check_box_fix(act: Act, fix: BoxFix) -> str:
    """Refuse a box on which the stake cannot have lain, whatever the limits; return the box that had been keyed.

    Refused are a Colpo in Bianco (E_BLANK_NO_BETS), a coup that was paid (E_PHASE), an unknown box or one that the
    house lacks (E_BOX), no such stake (E_NO_STAKE) or several (E_INDIVIDUAL), and a box that is taken (E_ONE_STAKE).
    """
    _check_not_settled(act)
    stake = find_stake(act, fix.position, fix.box, fix.guest)
    meant = laid(stake)._replace(box=box_named(fix.meant))
    check_found(act.state.profile, _others(act, stake), meant)
    return stake.box


def correct_box(act: Act, fix: BoxFix) -> Any:
    """Move a stake to the box on which it lay, and return the box keyed before. Refuses as :func:`check_box_fix`.

    The amount laid and its place in the order of laying stay; tax laid ready goes back from another box than Banco
    ("tax_returned"). What is in action is computed anew: what is over the maximum of that box goes back
    ("bet_returned"), or is refused (E_MAX) in a house that takes none. What is in custody of it follows
    ("custody_changed", "uncollected"). While the dealer has the cards the reader is chosen anew ("reader_assigned",
    "dealer_completes").
    """
    was = check_box_fix(act, fix)
    stake = find_stake(act, fix.position, fix.box, fix.guest)
    with _moved(act, stake):
        stake.box = box_named(fix.meant).value
        follow_tax(act, stake)
    _recompute(act)
    return was


class OwnerFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another guest, ``owner``, whose chips lie on this box at this position, and for whom they were laid."""

    position: str
    box: str
    owner: str
    guest: str | None = None


def check_owner_fix(act: Act, fix: OwnerFix) -> str:
    """Refuse an owner who cannot have this stake; return the bettor that had been keyed. The owner may be absent.

    Refused are a Colpo in Bianco (E_BLANK_NO_BETS), a coup that was paid (E_PHASE), an unknown box (E_BOX), no such
    stake (E_NO_STAKE) or several (E_INDIVIDUAL), what is no key of a guest (E_ARGUMENTS), and an owner with another
    stake in its slot (E_ONE_STAKE).
    """
    _check_not_settled(act)
    stake = find_stake(act, fix.position, fix.box, fix.guest)
    check_guest(fix.owner)
    check_slot(act.state.profile, _others(act, stake), laid(stake)._replace(bettor=fix.owner))
    return stake.bettor


def correct_owner(act: Act, fix: OwnerFix) -> Any:
    """Change whose money a stake is, and return whose it was by the record. Refuses as :func:`check_owner_fix`.

    Whoever laid it stays the same. What is in action is computed anew: the maximum holds for the new bettor over all
    positions, and what exceeds it goes back, last laid first ("bet_returned"), or is refused (E_MAX) in a house that
    takes none. What is in custody of it follows ("custody_changed", "uncollected"). While the dealer has the cards the
    reader is chosen anew ("reader_assigned", "dealer_completes").
    """
    was = check_owner_fix(act, fix)
    stake = find_stake(act, fix.position, fix.box, fix.guest)
    with _moved(act, stake):
        stake.bettor = fix.owner
    _recompute(act)
    return was


class HighestFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Position with the highest stake on Punto, None for nobody, in a house that keeps no amounts."""

    position: str | None


def correct_highest(act: Act, fix: HighestFix) -> Any:
    """Correct who has the highest stake on Punto, in a house that keeps only the reader's stake.

    Returns the position before, "" for nobody. The reader is chosen anew while the dealer has the cards
    ("reader_assigned" or "dealer_completes"). Refused in a Colpo in Bianco (E_BLANK_NO_BETS), in any other house
    (E_PROFILE), and for a seat where nobody sits (E_POSITION).
    """
    _check_has_stakes(act)
    coup = act.coup
    check_reader_only(act, fix.position)
    old, coup.highest = coup.highest, fix.position or ""
    update(coup)
    _recompute(act)
    return old


class PositionFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another position, ``meant``, at which the stakes lie that were keyed at ``position``."""

    position: str
    meant: str


def check_position_fix(act: Act, fix: PositionFix) -> str:
    """Refuse stakes that cannot have lain at the position ``meant``; return the position that had been keyed.

    Refused are a keyed position without stakes (E_NO_STAKE), and a ``meant`` that has stakes of its own (E_ONE_STAKE),
    that the table does not have, or where nobody is (E_POSITION).
    """
    state = act.state
    check_position(state.profile, fix.meant)
    _stakes_at(act, fix.position)
    taken = any(stake.position == fix.meant for stake in state.stakes)
    require(not taken, Code.ONE_STAKE, "Position %(position)s has stakes of its own.", position=fix.meant)
    _bettor(act, fix.meant)
    return fix.position


def check_one_laid_there(act: Act, position: str) -> None:
    """Refuse (E_INDIVIDUAL) to move the stakes of a position together where several guests have laid them.

    They would count as laid by one; whose they are makes no difference. Checked at the press alone, as earlier entries
    have moved such stakes.
    """
    require(
        len({stake.laid_by for stake in act.state.stakes if stake.position == position}) <= 1,
        Code.INDIVIDUAL,
        "Several players have stakes at position %(position)s: each stake is taken out, and keyed where it lies.",
        source=act.cite("stakes.individual"),
        position=position,
    )


def correct_position(act: Act, fix: PositionFix) -> Any:
    """Move all stakes of one position to another and to whoever is there, and the reading with them.

    Returns the position that had been keyed. What is in action is computed anew ("bet_returned"; E_MAX where the house
    takes none over the maximum), in a paid coup the difference posted ("money_corrected", "payment_stands"), and while
    the dealer has the cards the reader chosen anew ("reader_assigned", "dealer_completes"). Stakes that were laid for
    somebody else stay theirs. What is in custody of them follows ("custody_changed", "uncollected"). Refuses as
    :func:`check_position_fix`.
    """
    was, coup = check_position_fix(act, fix), act.coup
    laid_by = _bettor(act, fix.meant)
    for stake in _stakes_at(act, fix.position):
        with _moved(act, stake):
            # Whoever laid it becomes its bettor, too, unless it had been laid for another one.
            stake.bettor = laid_by if stake.bettor == stake.laid_by else stake.bettor
            stake.position, stake.laid_by, stake.taken_along = fix.meant, laid_by, 0
            stake.standing = stands_at(act.state, fix.meant, laid_by)
    if coup.reader == fix.position:
        coup.reader = fix.meant
        update(coup)
    _recompute(act)
    return was


@contextmanager
def _moved(act: Act, stake: Stake) -> Iterator[None]:
    """Set the slot of a stake and save it, after the block has changed its box, owner or position.

    What was posted on it counts for its bettor of now (``act.won``). What is in custody of it follows: its rows are
    closed ("custody_changed"), and new ones made ("uncollected"), unless it lies at another position now, and whoever
    laid it is there. Nothing of it moves where the block has changed nothing.
    """
    slips, before = slips_of(act, stake), laid(stake)
    yield
    stake.slot = slot(act.state.profile, laid(stake))
    update(stake)
    if stake.bettor != before.bettor and (won := won_on(act, stake)):
        act.wins(before.bettor, -won)
        act.wins(stake.bettor, won)
    for slip in slips if laid(stake) != before else ():
        amount = slip.amount
        follow(act, slip, 0)
        if stake.position == before.position or is_gone(act, stake):
            keep_stake(act, stake, amount, Uncollected.Kind(slip.kind))


class StandingFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the stakes at this position are of somebody who stands, not of the one who sits there."""

    position: str
    standing: bool


def correct_standing(act: Act, fix: StandingFix) -> Any:
    """Set whether the stakes at a position are of somebody who stands; return whether the first of them was keyed so.

    While the dealer has the cards the reader is chosen anew ("reader_assigned", "dealer_completes"). In a paid coup
    "payment_stands" is recorded, as no amount differs by it. Refuses (E_NO_STAKE) without a stake there.
    """
    changed = _stakes_at(act, fix.position)
    old = changed[0].standing
    for stake in changed:
        stake.standing = fix.standing
        update(stake)
    _recompute(act)
    return old


class CashFix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the stake on this box at this position was in banknotes."""

    position: str
    box: str
    cash: bool
    guest: str | None = None


def correct_cash(act: Act, fix: CashFix) -> Any:
    """Set whether all of a stake lies in banknotes still to be changed, or none; return whether any had been keyed so.

    Of several on this box at this position it is that of `fix.guest`, without whom the first that was laid. What is in
    custody of it as not in action follows ("custody_changed", "uncollected"). Refused where there is none (E_NO_STAKE),
    and for an unknown box (E_BOX).
    """
    stake = _find(act, fix.position, fix.box, guest=fix.guest)
    if stake is None:
        raise _no_stake(fix.position)
    old = stake.notes > 0
    set_laid(act, stake, stake.laid, stake.laid if fix.cash else 0, 0)
    update(stake)
    return old


# --- what the corrections look up


def _check_has_stakes(act: Act) -> None:
    """Refuse (E_BLANK_NO_BETS) a Colpo in Bianco. Asserts a coup."""
    require(
        act.coup.kind == Coup.Kind.NORMAL,
        Code.BLANK_NO_BETS,
        "This is a Colpo in Bianco, played without stakes.",
        source=act.cite("remedies.seen"),
    )


def _check_not_settled(act: Act) -> None:
    """Refuse a Colpo in Bianco (E_BLANK_NO_BETS), and a coup that was paid (E_PHASE), or whose stakes went back once.

    They did where it was null by a count that was taken back since.
    """
    _check_has_stakes(act)
    require(not was_settled(act.state), Code.PHASE, "The stakes were settled once; they cannot be keyed anew.")


def _others(act: Act, stake: Stake | None) -> list[LaidStake]:
    """Stakes of the coup without this one, as the rules take them, in the order laid; all for None."""
    return [laid(it) for it in act.state.stakes if it is not stake]


def _recompute(act: Act) -> None:
    """Compute anew what is in action, and who reads while that is open (:func:`reader_is_open`).

    Records "bet_returned" for what goes back ("uncollected", "custody_changed" for an owner who is gone), and
    "reader_assigned" or "dealer_completes". In a coup that was paid and has no outcome yet the difference is posted
    ("money_corrected"; "payment_stands" if none), as by :func:`post`. Refuses (E_MAX) a stake over the maximum in a
    house that takes none. Super Punto Banco, Art. 10.
    """
    coup = act.coup
    put_in_action(act)
    if coup.paid_hands is not None and not coup.outcome:
        post(act, coup, Outcome.SETTLED)
    if reader_is_open(act.state):
        choose_reader(act)
        update(coup)


def _find(act: Act, position: str, box: str, *, guest: str | None) -> Stake | None:
    """Return the stake on a box at a position, the first laid if several, None without one.

    With ``guest`` only one that they own or, if they own none there, one that they have laid for somebody else. Refuses
    (E_BOX) an unknown box, unless the coup has no stake at all: then None.
    """
    found = [stake for stake in act.state.stakes if (stake.position, stake.box) == (position, box_named(box))]
    return next(iter(found if guest is None else of_guest(found, guest)), None)


def _stakes_at(act: Act, position: str) -> list[Stake]:
    """Return the stakes at a position. Refuses (E_NO_STAKE) where there are none."""
    found = [stake for stake in act.state.stakes if stake.position == position]
    if not found:
        raise _no_stake(position)
    return found


def _no_stake(position: str) -> Refused:
    """Return the refusal (E_NO_STAKE) of a position without such a stake."""
    return Refused(Code.NO_STAKE, "There is no such stake at position %(position)s.", position=position[:8])


def _bettor(act: Act, position: str) -> str:
    """Key of the guest who sits at a position or has marked it, or else of the first who stands there.

    Refuses (E_POSITION) if there is nobody. A guest to whom the position is only assigned does not count.
    """
    state = act.state
    check_position(state.profile, position)
    place = state.positions[position]
    sits = place.holder is not None and place.state != Position.State.ASSIGNED
    standing = [it.guest.key for it in state.standing if it.position == position]
    who = [place.holder.key, *standing] if sits and place.holder else standing
    require(who, Code.POSITION, "Nobody is at position %(position)s.", position=position)
    return who[0]
