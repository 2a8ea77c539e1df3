"""Stakes of a coup on the felt: found, laid, given back, and to be corrected. Super Punto Banco, Art. 11, 12 and 15."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import ProtectedError, Subquery

from table.memory.statements import insert, update
from table.models import Coup, Stake, Uncollected
from table.play.act import Act
from table.play.money import follow, keep_stake, keep_uncollected, slips_of
from table.play.seats import MARKED, is_gone, owner_present, owner_there, who_stakes
from table.play.state import TableState, laid
from table.rules.payout import MoneyKind, tax_on
from table.rules.phase import Phase
from table.rules.profile import MAIN_BOXES, Box
from table.rules.refusal import Code, Refused, require
from table.rules.regola import Result
from table.rules.stakes import LaidStake, check_changed, check_stake, close, slot

NOTES_STAY_NOTES = 18
"""First law under which banknotes that have gone back from a stake stay banknotes though others of it are changed."""


class WaitingCorrection(NamedTuple):
    """A correction that waits: number of its entry, badge of who asked, kind, old value, new values, reason."""

    number: int
    by: str
    what: str
    old: Any
    new: dict[str, Any]
    reason: str


def put_in_action(act: Act) -> None:
    """Set what of each stake is in action, and what goes back, in cents, and save the stakes.

    Outside the limits it goes back, and a stake on a tie without one on Punto or Banco where the house asks for that.
    Records "bet_returned" for each stake of which something goes back, unless that amount was set before; for an owner
    who is gone it goes into custody ("uncollected", "custody_changed"). Refuses (E_MAX) a stake above the maximum in a
    house that gives no part of it back. Asserts a coup.
    """
    state = act.state
    for stake, closed in zip(state.stakes, close(state.profile, state.limits, state.felt), strict=True):
        if closed.excess and closed.excess != stake.excess:
            act.effect("bet_returned", position=stake.position, box=stake.box, amount=closed.excess)
        stake.in_action = closed.in_action
        set_excess(act, stake, closed.excess)
    update(*state.stakes)


def set_excess(act: Act, stake: Stake, excess: int | None) -> None:
    """Set what of a stake went back as it was not in action, in cents, None while the betting is open. Not saved.

    What goes back to an owner who is gone goes into custody as chips, and banknotes as such ("uncollected"), less what
    they took along; the amounts there follow a later change ("custody_changed").
    """
    more, notes = (excess or 0) - (stake.excess or 0), stake.notes_back
    stake.excess = excess
    if more:
        _follow_excess(act, stake, more, stake.notes_back - notes)


def lay_back(act: Act, stake: Stake, *, law: int) -> None:
    """Lay what of a stake was not in action on the felt again, as its betting is open anew. Not saved.

    What was in custody of it lies there ("custody_changed"). Banknotes that went back are to be changed, though others
    were meanwhile; of an owner who is gone, only those that were in custody. What was changed after the betting is
    chips: with it there are no more banknotes than the stake is worth. Under a ``law`` before NOTES_STAY_NOTES those
    that nobody has changed are to be, and those that come from custody.
    """
    unchanged, again, in_custody = stake.unchanged, stake.notes_back, _notes_in_custody(act, stake)
    set_excess(act, stake, None)
    released = in_custody - _notes_in_custody(act, stake)
    if law < NOTES_STAY_NOTES:
        stake.notes += max(0, released - again)
        return
    if is_gone(act, stake):
        again = released
    stake.notes, stake.changed = min(unchanged + again, max(0, stake.laid - stake.changed)), 0


def _notes_in_custody(act: Act, stake: Stake) -> int:
    """Return the cents of a stake that are in custody as banknotes."""
    return sum(it.amount for it in slips_of(act, stake) if it.kind == Uncollected.Kind.NOTES)


def set_laid(act: Act, stake: Stake, amount: int, notes: int, changed: int) -> None:
    """Set the cents of a stake, those of them in banknotes, and those changed after the betting. Not saved.

    What of it is in custody as not in action becomes banknotes, or chips, under other slips ("uncollected",
    "custody_changed").
    """
    before = stake.notes_back
    stake.laid, stake.notes, stake.changed = amount, notes, changed
    _follow_excess(act, stake, 0, stake.notes_back - before)


def _follow_excess(act: Act, stake: Stake, more: int, notes: int) -> None:
    """Add ``more`` cents that went back of a stake, ``notes`` of them banknotes, to what is in custody of it.

    Both below 0 for less; where there are not so many chips or notes, the others become less. What the owner took along
    before they left is set off. Not saved. Records "uncollected", "custody_changed".
    """
    # Tax that a correction of the box gave back is chips, too, under a slip before that of the excess.
    slips, kinds = {it.kind: it for it in slips_of(act, stake)}, (Uncollected.Kind.NOTES, Uncollected.Kind.CHIPS)
    there = [slips[kind].amount if kind in slips else 0 for kind in kinds]
    amount, gone = sum(there) + more - stake.taken_along, is_gone(act, stake)
    stake.taken_along = max(-amount, 0) if gone else 0
    in_notes = max(0, min(there[0] + notes, amount))
    for kind, cents in zip(kinds, (in_notes, max(amount, 0) - in_notes), strict=True):
        if kind in slips:
            follow(act, slips[kind], cents)
        elif cents and (gone or any(there)):
            keep_stake(act, stake, cents, kind)


def check_coup(act: Act, coup: str) -> None:
    """Refuse (E_STALE) an act whose screen showed another coup than the present one, or any between coups.

    ``coup`` is the key of the coup that the screen showed.
    """
    current = act.state.coup
    require(
        current is not None and current.key == coup,
        Code.STALE,
        "This was meant for another coup; look again and press again.",
    )


def return_stakes(act: Act) -> None:
    """Take all stakes off the felt, deleting their rows, and record what goes back ("bet_returned", "tax_returned").

    That is what is on the felt and its tax; what was not in action went back before. For an owner who is away it is
    kept as :func:`keep_for_absent` does ("set_aside", "left_without_owner", "uncollected"). The row of a stake for
    which the Direzione has ordered money stays for its money line, as one that has gone back whole.
    """
    for stake in act.state.stakes:
        give_back(act, stake)
        try:
            stake.delete()
        except ProtectedError:
            stake.in_action, stake.excess, stake.notes, stake.tax, stake.left_over = 0, stake.laid, 0, 0, False
            update(stake)
    act.state.put(stakes=[])


def give_back(act: Act, stake: Stake) -> None:
    """Record what goes back of a stake ("bet_returned", "tax_returned"), and keep it for an owner who is away.

    That is what is on the felt and its tax; what was not in action went back before. It is kept as
    :func:`keep_for_absent` does ("set_aside", "left_without_owner", "uncollected"): for a stake that a tie left this is
    recorded after what goes back, for any other before. The stake is neither changed nor deleted.
    """
    if stake.left_over:
        name_returned(act, stake)
    keep_for_absent(act, stake, on_felt(stake) + stake.tax, notes=unchanged_notes(act.state, stake))
    if not stake.left_over:
        name_returned(act, stake)


def name_returned(act: Act, stake: Stake) -> None:
    """Record what goes back of a stake: what still lies on the felt ("bet_returned"), and its tax ("tax_returned").

    Each only if more than 0. What was not in action went back when the betting was closed. The stake is not taken off.
    """
    if amount := on_felt(stake):
        act.effect("bet_returned", position=stake.position, box=stake.box, amount=amount)
    name_tax(act, stake)


def name_tax(act: Act, stake: Stake) -> None:
    """Record that the tax laid ready with a stake goes back ("tax_returned", position and cents), if there is any.

    Nothing is changed.
    """
    if stake.tax:
        act.effect("tax_returned", position=stake.position, amount=stake.tax)


def on_felt(stake: Stake) -> int:
    """Return what of a stake stays on the felt as the betting closes, in cents.

    That is what was laid, without what was not in action; all of it while the betting is open. Its tax is not
    included, and whether the stake was paid or taken since is not looked at.
    """
    return stake.laid - (stake.excess or 0)


def lacks_stake(state: TableState) -> bool:
    """Whether the betting is closed, no card is out, and no stake is in action any more, as after a correction.

    False in a Colpo in Bianco, and in a house that records only the reader's stake.
    """
    normal = state.coup is not None and state.coup.kind == Coup.Kind.NORMAL
    counts = normal and state.phase is Phase.CLOSED and state.profile.stakes == "all"
    return counts and not any(it.in_action for it in state.stakes)


def unchanged_notes(state: TableState, stake: Stake) -> int:
    """Return the cents of a stake that are in banknotes still to be changed, 0 once all of it has gone back.

    What was not in action has gone back, its chips before its notes; so has all of it in a coup with an outcome.
    """
    over = state.coup is not None and state.coup.outcome
    return 0 if over else stake.unchanged


def check_notes_changed(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_CASH_PENDING) to pay or burn while any stake has banknotes to be changed (:func:`unchanged_notes`).

    For a press alone, and no replay: entries of before may have paid or burned with such notes on the felt. The
    arguments are not looked at.
    """
    state = act.state
    check_changed(state.profile, [laid(it) for it in state.stakes if unchanged_notes(state, it)])


def return_tax(act: Act, stake: Stake) -> None:
    """Set the tax that lies ready beside a stake to 0, and record that it goes back ("tax_returned"), if it was more.

    Where whoever laid the stake is gone it goes into custody as chips first ("uncollected"). The stake is not saved.
    """
    if stake.tax and is_gone(act, stake):
        keep_stake(act, stake, stake.tax, Uncollected.Kind.CHIPS)
    name_tax(act, stake)
    stake.tax = 0


def follow_tax(act: Act, stake: Stake) -> None:
    """Set the tax laid ready beside a stake to that of its present amount, if there is any. Not saved.

    Off Banco it goes back ("tax_returned"), for an owner who is gone into custody ("uncollected").
    """
    if stake.box == Box.BANCO:
        stake.tax = tax_on(stake.laid) if stake.tax else 0
    else:
        return_tax(act, stake)


def name_ownerless(act: Act, stake: Stake, amount: int) -> None:
    """Record that ``amount`` cents (even 0) lie on the felt without their owner ("left_without_owner"; Art. 15).

    The effect has position, box, amount and bettor. Nothing goes into custody by it.
    """
    act.effect("left_without_owner", position=stake.position, box=stake.box, amount=amount, bettor=stake.bettor)


def keep_ownerless(act: Act, stake: Stake, amount: int, *, paid: bool) -> None:
    """Put ``amount`` cents (even 0) of a stake without its owner into custody, unless its payment did (``paid``).

    Records "left_without_owner" first, in either case, with position, box, amount and bettor, and nothing else. The
    stake is neither changed nor taken off.
    """
    name_ownerless(act, stake, amount)
    if not paid:
        at = {"position": stake.position, "box": stake.box, "owner": stake.bettor}
        keep_uncollected(act, Uncollected.Kind.STAKE, amount, coup=stake.coup, **at)


def _paid_into_custody(act: Act, coup: Coup) -> dict[tuple[str, str, str], Uncollected]:
    """Return the slips, also closed ones, of stakes that their payment put into custody, by position, box and owner.

    Those of stakes that were taken off before it are left out.
    """
    paid = coup.money.exclude(kind=MoneyKind.CORRECTION).values("number")[:1]
    found = act.table.uncollected.filter(
        coup=coup, kind=Uncollected.Kind.STAKE, amount__gt=0, number__gte=Subquery(paid)
    )
    return {(it.position, it.box, it.owner): it for it in found}


def is_marked_for(state: TableState, stake: Stake) -> bool:
    """Whether the position of a stake is marked by whoever laid it (``laid_by``), who is away for a while."""
    place = state.positions[stake.position]
    return place.state == MARKED and place.holder is not None and place.holder.key == stake.laid_by


def leave_aside(act: Act, stake: Stake, amount: int) -> None:
    """Keep ``amount`` cents of a stake that a tie left at a place which whoever laid it has marked (Art. 13 and 15).

    Records "set_aside", and saves the position (Art. 13). What the holder laid for somebody else goes into custody for
    its owner instead ("left_without_owner"; Art. 15). The stake is not changed: the caller takes it off, or does not
    lay it again. That the holder laid it and has marked the position is the caller's to check.
    """
    if stake.bettor != stake.laid_by:
        keep_ownerless(act, stake, amount, paid=False)
        return
    place = act.state.positions[stake.position]
    place.set_aside += amount
    update(place)
    act.effect("set_aside", position=stake.position, box=stake.box, guest=stake.bettor, amount=amount)


def left_by_tie(act: Act) -> list[Stake]:
    """Return the stakes that the coup before, a tie in this taglia, left on the felt, of owners who are there; else [].

    Whoever stands there is, also where the place went to somebody else: they take it off. They are rows of that coup,
    unchanged, on Punto and Banco, of which ``in_action`` was left: the caller lays them again. Passed over are stakes
    that the payment put into custody, if that slip is closed or their owner is back. What else is not returned is kept:
    at a place that its absent owner has marked as :func:`leave_aside` does; else it goes into custody, unless the
    payment put it there, and is recorded ("left_without_owner"; Art. 15).
    """
    before, shoe = act.state.coup_before, act.state.shoe
    if before is None or shoe is None or before.shoe_id != shoe.pk or before.result != Result.TIE:
        return []
    left, in_custody = list[Stake](), _paid_into_custody(act, before)
    for old in before.stakes.filter(box__in=MAIN_BOXES, in_action__gt=0):
        slip = in_custody.get((old.position, old.box, old.bettor))
        if slip is not None and (slip.closed or not is_gone(act, old)):
            continue
        if owner_there(act.state, old):
            left.append(old)
        elif is_marked_for(act.state, old):
            leave_aside(act, old, old.in_action or 0)
        else:
            keep_ownerless(act, old, old.in_action or 0, paid=slip is not None)
    return left


def box_named(name: str) -> Box:
    """Return the box with this name, whether or not the house has it. Refuses (E_BOX) a name that no box has."""
    require(name in set(Box), Code.BOX, "There is no box “%(box)s”.", box=name[:20])
    return Box(name)


def find_stake(act: Act, position: str, box: str, guest: str | None) -> Stake:
    """Return the stake on a box at a position; where several may stake there, that of ``guest`` if one is given.

    That is one they own, else one they laid for another; where only one may stake, ``guest`` is ignored here, and
    checked at the press (:func:`check_whose`). Refuses (E_BOX) an unknown box, (E_NO_STAKE) where there is none, and
    (E_INDIVIDUAL) where there are several.
    """
    many = act.state.profile.stakes_per_position == "many"
    named = position, box_named(box)
    found = [stake for stake in act.state.stakes if (stake.position, stake.box) == named]
    if guest is not None and many:
        found = of_guest(found, guest)
    if not found:
        raise Refused(
            Code.NO_STAKE, "There is no stake on %(box)s at position %(position)s.", box=box[:20], position=position[:8]
        )
    require(
        len(found) == 1,
        Code.INDIVIDUAL,
        "Several players have a stake on %(box)s at position %(position)s: say whose.",
        box=box,
        position=position,
    )
    return found[0]


def check_whose(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_INDIVIDUAL) to name a ``guest`` who neither owns nor laid the only stake on a box at a position.

    For the press of an act with these arguments: entries of before may name anybody, and :func:`find_stake` ignores it.
    Refuses first, with or without a guest, another coup (E_STALE) if they name one, and an unknown box (E_BOX; Banco if
    they name none). Then passes without a guest, without a stake there, and where several may stake at a position.
    """
    if "coup" in given:
        check_coup(act, given["coup"])
    guest, box = given.get("guest"), box_named(given.get("box", Box.BANCO))
    if guest is None or act.state.profile.stakes_per_position == "many":
        return
    there = [it for it in act.state.stakes if (it.position, it.box) == (given["position"], box)]
    require(
        not there or of_guest(there, guest),
        Code.INDIVIDUAL,
        "Stakes are individual: the stake at position %(position)s belongs to somebody else.",
        source=act.cite("stakes.individual"),
        position=given["position"],
    )


def of_guest(stakes: Sequence[Stake], guest: str) -> list[Stake]:
    """Return those of the stakes that a guest owns; if they own none, those that they laid for others."""
    return [it for it in stakes if it.bettor == guest] or [it for it in stakes if it.laid_by == guest]


def lay(act: Act, *stakes: Stake) -> None:
    """Insert these rows, and add them to the stakes of the coup. Records nothing, and checks nothing."""
    insert(*stakes)
    act.state.stakes += stakes


def new_stake(act: Act, stake: LaidStake, *, standing: bool, laid_by: str, left_over: bool = False) -> Stake:
    """Return the row of a stake in the present coup, still to be inserted, with a tax of 0.

    ``standing``: its owner has no seat; ``laid_by``: key of who laid it; ``left_over``: it stays from the coup before.
    Banknotes not changed yet count as its notes. Asserts a coup.
    """
    return Stake(
        coup=act.coup,
        position=stake.position,
        slot=slot(act.state.profile, stake),
        bettor=stake.bettor,
        laid_by=laid_by,
        standing=standing,
        box=stake.box.value,
        laid=stake.laid,
        notes=stake.laid if stake.cash else 0,
        left_over=left_over,
        laid_at=act.number,
    )


def take_off(act: Act, stake: Stake) -> None:
    """Take a stake off the felt, deleting its row, and keep it and its tax for an owner who is away.

    It is kept as :func:`keep_for_absent` does ("set_aside", "left_without_owner", "uncollected"); nothing else is
    recorded. Refuses (E_FINAL) one for which the Direzione has ordered money.
    """
    keep_for_absent(act, stake, on_felt(stake) + stake.tax, notes=unchanged_notes(act.state, stake))
    delete_stake(act, stake)


def keep_for_absent(act: Act, stake: Stake, amount: int, *, notes: int) -> None:
    """Keep ``amount`` cents that come off the felt of a stake, for its ``bettor``, if whoever laid it is away.

    The cents in ``notes``, which are among them, go into custody as banknotes. Of a stake that a tie left the amount is
    kept as :func:`leave_aside` does if whoever laid it (``laid_by``) has marked the place, and goes into custody
    ("uncollected") unless they sit or stand there. Of any other stake it goes into custody only if
    they neither hold the place, even marked, nor stand there. The stake is not changed.
    """
    state = act.state
    if stake.left_over and is_marked_for(state, stake):
        leave_aside(act, stake, amount)
    elif amount and (not owner_there(state, stake) if stake.left_over else is_gone(act, stake)):
        keep_stake(act, stake, amount, notes=notes)


def delete_stake(act: Act, stake: Stake) -> None:
    """Delete the row of a stake, and take it from those of the coup; raises ValueError if it is none of them.

    Refuses (E_FINAL) one for which the Direzione has ordered money: its line stands, and is of this stake.
    """
    act.state.stakes.remove(stake)
    try:
        stake.delete()
    except ProtectedError:
        raise Refused(
            Code.FINAL,
            "The Direzione has ordered money for the stake at position %(position)s: it stays there to the end of the "
            "coup, which the Direzione may annul.",
            source=act.cite("rulings.money"),
            position=stake.position,
        ) from None


# --- stakes of the coup before, laid again


class RepeatedStake(NamedTuple):
    """Outcome for an ``old`` stake of the coup before that is to be laid again as ``stake``.

    Either it is confirmed, as it is ``left_over`` there from a tie; or it is laid, by somebody ``standing`` or seated;
    or it is ``refused``.
    """

    old: Stake
    stake: LaidStake
    left_over: Stake | None = None
    standing: bool = False
    refused: Refused | None = None


def again(state: TableState, position: str | None = None) -> Iterator[RepeatedStake]:
    """Yield, for each stake of the latest coup before this one that had any, what laying it again would do.

    In the order laid, see `RepeatedStake`; only those of one position if it is given. Each is checked together with
    those laid again before it; a refusal is yielded, not raised. Changes nothing: the act does exactly what is yielded
    here, and screens promise it. Asserts a coup if there is anything to lay.
    """
    felt = list(state.felt)
    for old in state.stakes_before:
        if position in (None, old.position):
            yield (it := _again(state, felt, old))
            if it.left_over is None and it.refused is None:
                felt.append(it.stake)


def _again(state: TableState, felt: list[LaidStake], old: Stake) -> RepeatedStake:
    """Return what happens to a stake if it is laid again beside those in ``felt``, which stays as it is.

    It is there still, from a tie; or may be laid, by somebody standing or seated; or is refused, with the refusal in
    ``refused``, not raised. Banknotes are laid again as chips.
    """
    stake = laid(old)._replace(cash=False)
    if (left_over := _left_over(state, old)) is not None:
        return RepeatedStake(old, stake, left_over)
    try:
        _, standing = who_stakes(state, old.position, old.laid_by)
        check_stake(state.profile, state.limits, felt, stake)
    except Refused as refused:
        return RepeatedStake(old, stake, refused=refused)
    return RepeatedStake(old, stake, standing=standing)


def _left_over(state: TableState, old: Stake) -> Stake | None:
    """Return the stake of this coup that a tie left at the position and slot of an old one, None where there is none.

    None, too, unless whoever laid that left stake sits or stands there; who only marked the position does not.
    """
    there = (it for it in state.stakes if (it.position, it.slot) == (old.position, old.slot))
    return next((it for it in there if it.left_over and owner_present(state, it)), None)


def waiting_correction(coup: Coup) -> WaitingCorrection | None:
    """Return the correction of this coup that waits for a second person; None where there is none.

    It has the number of the entry that asked for it, by whom, of what, the old and the new value, and the reason.
    """
    return WaitingCorrection(**coup.correction_asked) if coup.correction_asked else None
