"""Verbs on stakes while the betting is open. Super Punto Banco, Art. 11, 12, 14 and 15."""

from functools import partial

from django.utils.translation import pgettext_lazy

from table.memory.statements import update
from table.models import Stake
from table.play.act import Act
from table.play.coup import open_betting
from table.play.declaration import IDLE, Amount, FoundFacts, verb
from table.play.seats import check_guest, check_not_marked, owner_present, owner_there, who_stakes
from table.play.shoe import check_no_blank_due, law_here
from table.play.stakes import (
    NOTES_STAY_NOTES,
    again,
    box_named,
    check_coup,
    check_whose,
    delete_stake,
    find_stake,
    follow_tax,
    give_back,
    is_marked_for,
    keep_for_absent,
    lay,
    name_ownerless,
    name_tax,
    new_stake,
    return_tax,
    take_off,
    unchanged_notes,
)
from table.play.state import laid
from table.rules.corrections import BEFORE_BURNED
from table.rules.payout import tax_on
from table.rules.phase import Phase
from table.rules.profile import MAIN_BOXES, Box, Role
from table.rules.refusal import Code, require
from table.rules.stakes import LaidStake, check_change, check_currency, check_stake, check_withdrawal

of_a_stake = partial(verb, roles=(Role.DEALER,), phases=(Phase.BETTING,), stakes=True)
"""Declare a verb of the dealer that lays or changes stakes: while the betting is open, unless it names other phases."""

# --- laying, raising, taking off


@of_a_stake(
    title=pgettext_lazy("act", "stake"),
    said=(
        pgettext_lazy("record", "position %(position)s: %(amount)s on %(box)s, laid for %(bettor)s"),
        pgettext_lazy("record", "position %(position)s, %(guest)s: %(amount)s on %(box)s"),
        pgettext_lazy("record", "position %(position)s: %(amount)s on %(box)s"),
    ),
    public="coup position box amount guest bettor cash currency",
)
def place(
    act: Act,
    *,
    coup: str,
    position: str,
    box: str,
    amount: Amount,
    guest: str | None = None,
    bettor: str | None = None,
    cash: bool = False,
    currency: str | None = None,
) -> None:
    """Lay a stake of ``amount`` cents for whoever sits or stands at the position.

    ``guest`` is the key of who lays it, who has to be there (None: whoever sits there, else the first who stands);
    ``bettor`` that of its owner, if somebody else; with ``cash`` it lies in banknotes. Refuses another coup (E_STALE),
    while a Colpo in Bianco is due (E_BLANK_DUE), a ``currency`` other than the house's (E_CURRENCY), what is no key of
    a guest (E_ARGUMENTS), where nobody may stake or another stake lies (E_POSITION, E_SEAT_MARKED, E_NOT_FREE,
    E_ONE_STAKE; also one of the same owner on this box, which is raised instead), a box that the house lacks (E_BOX),
    what is not in its chips or limits (E_CHIP, E_MIN, E_MAX), and a tie without a main stake of its owner where one is
    needed (E_TIE_NEEDS_MAIN). Records nothing; no tax is laid with it.
    """
    state = act.state
    check_coup(act, coup)
    check_no_blank_due(act)
    if currency is not None:
        check_currency(state.profile, currency)
    if bettor is not None:
        check_guest(bettor)
    by, standing = who_stakes(act.state, position, guest)
    stake = LaidStake(position, bettor or by, box_named(box), amount, cash)
    check_stake(state.profile, state.limits, state.felt, stake)
    lay(act, new_stake(act, stake, standing=standing, laid_by=by))


@of_a_stake(
    title=pgettext_lazy("act", "raise a stake"),
    said=(pgettext_lazy("record", "position %(position)s: %(by)s more on %(box)s"),),
    public="coup position box by guest cash",
)
def raise_(
    act: Act, *, coup: str, position: str, box: str, by: Amount, guest: str | None = None, cash: bool = False
) -> None:
    """Add ``by`` cents, in chips or banknotes (``cash``), to the stake of ``guest``, or the only one.

    It remains one stake, tax that lies ready grows with it, and one left by a tie is thereby confirmed. Refuses another
    coup (E_STALE), while a Colpo in Bianco is due (E_BLANK_DUE), an unknown box (E_BOX), a stake that is not there
    (E_NO_STAKE), of another bettor or of several (E_INDIVIDUAL), an amount outside the chips or limits (E_CHIP, E_MIN,
    E_MAX), a marked position (E_SEAT_MARKED), and an owner who no longer plays there (E_NOT_FREE). Records nothing.
    """
    check_coup(act, coup)
    check_no_blank_due(act)
    stake = find_stake(act, position, box, guest)
    _change(act, stake, guest=guest, by=by)
    check_not_marked(act.state, act.state.positions[position])
    require(
        owner_present(act.state, stake),
        Code.NOT_FREE,
        "The owner of the stake at position %(position)s does not play there any more; it stays as it is.",
        source=act.cite("uncollected.out"),
        position=position,
    )
    stake.notes += by if cash else 0
    update(stake)


@of_a_stake(
    title=pgettext_lazy("act", "lower a stake"),
    said=(pgettext_lazy("record", "position %(position)s: %(by)s less on %(box)s"),),
    public="coup position box by guest",
)
def lower(act: Act, *, coup: str, position: str, box: str, by: Amount, guest: str | None = None) -> None:
    """Take ``by`` cents off the stake of ``guest``, or the only one; chips go before banknotes.

    Tax that lies ready becomes less with it. One left by a tie is thereby confirmed if its owner is there; what comes
    off for an owner who is away is set aside or goes into custody ("set_aside", "uncollected", "left_without_owner" as
    in :func:`withdraw`). Refuses another coup (E_STALE), an unknown box (E_BOX), a stake that is not there
    (E_NO_STAKE), of another bettor or of several (E_INDIVIDUAL), a rest outside the chips or limits (E_CHIP, E_MIN,
    E_MAX), and to leave no rest (E_MONEY): all of a stake is taken off by :func:`withdraw`.
    """
    check_coup(act, coup)
    stake = find_stake(act, position, box, guest)
    tax, notes = stake.tax, stake.notes
    _change(act, stake, guest=guest, by=-by)
    keep_for_absent(act, stake, by + tax - stake.tax, notes=notes - stake.notes)


def _change(act: Act, stake: Stake, *, guest: str | None, by: int) -> None:
    """Change a stake by ``by`` cents (negative: less), and its tax with it; saves it, and records nothing.

    ``guest`` is its owner or whoever laid it, or None; anybody else is refused (E_INDIVIDUAL), as is a new amount that
    :func:`~table.rules.stakes.check_stake` refuses, such as 0 (E_MONEY). One left by a tie counts as confirmed if
    its owner is there. Banknotes in it are at most what is left.
    """
    old = laid(stake)
    bettor = old.bettor if guest in (None, stake.bettor, stake.laid_by) else str(guest)
    new = old._replace(laid=old.laid + by, bettor=bettor)
    check_change(act.state.profile, act.state.limits, act.state.felt, old, new)
    stake.laid, stake.left_over = new.laid, stake.left_over and not owner_present(act.state, stake)
    stake.notes = min(stake.notes, stake.laid)
    follow_tax(act, stake)
    update(stake)


@of_a_stake(
    title=pgettext_lazy("act", "take a stake off"),
    said=(pgettext_lazy("record", "position %(position)s takes its stake off %(box)s"),),
    public="coup position box guest",
    at_press=check_whose,
)
def withdraw(act: Act, *, coup: str, position: str, box: str, guest: str | None = None) -> None:
    """Take the stake of ``guest``, or the only one, off the felt, with its tax ("tax_returned", if any).

    Nothing else is recorded, unless whoever laid it is away: if gone, it goes into custody ("uncollected"). One left by
    a tie does so too if they neither sit nor stand there, but at a place that they have marked it is set aside
    ("set_aside"), or if laid for somebody else in custody for that owner ("left_without_owner"). Refuses another coup
    (E_STALE), an unknown box (E_BOX), a stake that is not there (E_NO_STAKE), several, or at the press the only one of
    somebody else (E_INDIVIDUAL), one that a tie needs with it (E_TIE_NEEDS_MAIN), and one for which money was ordered
    (E_FINAL).
    """
    check_coup(act, coup)
    stake = find_stake(act, position, box, guest)
    check_withdrawal(act.state.profile, act.state.felt, laid(stake))
    name_tax(act, stake)
    take_off(act, stake)


@of_a_stake(
    title=pgettext_lazy("act", "clear the stakes"),
    said=(
        pgettext_lazy("record", "position %(position)s takes its stakes off"),
        pgettext_lazy("record", "all stakes are taken off"),
    ),
    public="coup position",
)
def clear(act: Act, *, coup: str, position: str | None = None) -> None:
    """Take all stakes off the felt, at one position or (None) everywhere; does nothing where no stakes lie.

    Records what goes back ("bet_returned", "tax_returned"). That of an owner who is gone goes into custody
    ("uncollected"), as does one left by a tie if its owner does not sit or stand there, unless they have marked the
    place: then it is kept as :func:`withdraw` does ("set_aside", "left_without_owner"). Refuses another coup (E_STALE),
    and, changing nothing, a stake that a tie at another position needs (E_TIE_NEEDS_MAIN), and one for which the
    Direzione has ordered money (E_FINAL).
    """
    check_coup(act, coup)
    stakes = [stake for stake in act.state.stakes if position in (None, stake.position)]
    for stake in sorted(stakes, key=lambda stake: stake.box in MAIN_BOXES):
        check_withdrawal(act.state.profile, act.state.felt, laid(stake))
        give_back(act, stake)
        delete_stake(act, stake)


@of_a_stake(
    title=pgettext_lazy("act", "change banknotes"),
    said=(pgettext_lazy("record", "position %(position)s: the banknotes on %(box)s are changed"),),
    phases=[Phase.BETTING, *BEFORE_BURNED],
    while_held=True,
    source="chips.laid",
    public="coup position box guest",
    at_press=check_whose,
)
def change_cash(
    act: Act, *, coup: str, position: str, box: str, guest: str | None = None, guest_cash: FoundFacts | None = None
) -> None:
    """Make chips of the banknotes that lie in the stake of ``guest``, or the only one, of the same amount.

    Sets ``act.notes_changed`` to their cents, and ``act.guest_cash`` to what the house knows of the cash of this guest,
    for whoever is notified of the act; records nothing. After the betting it is for notes that a correction finds, less
    what has gone back, also while an incident holds the coup; under a law before :data:`NOTES_STAY_NOTES` what has gone
    back counts as chips from then on. Refuses a stake without banknotes, or in a coup with an outcome (E_CASH_PENDING),
    another coup (E_STALE), an unknown box (E_BOX), no such stake (E_NO_STAKE), and several, or at the press the only
    one of somebody else (E_INDIVIDUAL).
    """
    act.guest_cash = guest_cash
    check_coup(act, coup)
    stake = find_stake(act, position, box, guest)
    notes = unchanged_notes(act.state, stake)
    require(notes, Code.CASH_PENDING, "No banknotes lie in the stake at position %(position)s.", position=position)
    act.notes_changed = notes
    if stake.excess is None or law_here(act.state) < NOTES_STAY_NOTES:
        stake.notes = 0
    else:
        stake.notes, stake.changed = stake.notes - notes, stake.changed + notes
    update(stake)


@of_a_stake(
    title=pgettext_lazy("act", "lay the tax ready"),
    said=(
        pgettext_lazy("record", "position %(position)s, %(guest)s: the tax is laid ready"),
        pgettext_lazy("record", "position %(position)s: the tax is laid ready"),
    ),
    source="tax",
    public="coup position guest",
    at_press=check_whose,
)
def lay_tax(act: Act, *, coup: str, position: str, guest: str | None = None) -> None:
    """Lay ready, with a stake on Banco, the tax on its win: taken if it wins, and the win paid whole; else given back.

    The stake is that of ``guest``, or the only one there. The tax is the house's commission, and follows the stake when
    that is raised or lowered. Records "tax_laid". Refuses (E_ONE_STAKE) where it lies there already, another coup
    (E_STALE), a house where the tax is not laid ready (E_BOX), no such stake (E_NO_STAKE), and several, or at the press
    the only one of somebody else (E_INDIVIDUAL).
    """
    stake = _with_place_for_tax(act, coup, position, guest)
    require(not stake.tax, Code.ONE_STAKE, "The tax of position %(position)s lies ready already.", position=position)
    stake.tax = tax_on(stake.laid)
    update(stake)
    act.effect("tax_laid", position=position, amount=stake.tax)


@of_a_stake(
    title=pgettext_lazy("act", "take the tax back"),
    said=(
        pgettext_lazy("record", "position %(position)s, %(guest)s: the tax is taken back"),
        pgettext_lazy("record", "position %(position)s: the tax is taken back"),
    ),
    source="tax",
    public="coup position guest",
    at_press=check_whose,
)
def withdraw_tax(act: Act, *, coup: str, position: str, guest: str | None = None) -> None:
    """Take back the tax laid ready for a stake on Banco. Records "tax_returned".

    For an owner who is gone it goes into custody ("uncollected"). Refuses no such stake and one without tax (both
    E_NO_STAKE), another coup (E_STALE), a house where the tax is not laid ready (E_BOX), and several stakes, or at the
    press the only one of somebody else (E_INDIVIDUAL).
    """
    stake = _with_place_for_tax(act, coup, position, guest)
    require(stake.tax, Code.NO_STAKE, "No tax lies ready at position %(position)s.", position=position)
    return_tax(act, stake)
    update(stake)


def _with_place_for_tax(act: Act, coup: str, position: str, guest: str | None) -> Stake:
    """Return the stake on Banco at a position, of ``guest`` or the only one.

    Refuses another coup (E_STALE), a house where the tax is not laid ready (E_BOX), and as :func:`find_stake` does no
    such stake (E_NO_STAKE) and several (E_INDIVIDUAL).
    """
    check_coup(act, coup)
    require(
        act.state.profile.tax == "laid_ready",
        Code.BOX,
        "This house has no place for the tax on its felt: it is kept back from the win.",
        source=act.cite("tax"),
    )
    return find_stake(act, position, Box.BANCO, guest)


# --- stakes of the coup before


@of_a_stake(
    title=pgettext_lazy("act", "keep the stakes of the tie"),
    said=(
        pgettext_lazy("record", "position %(position)s leaves the stakes of the tie"),
        pgettext_lazy("record", "the stakes of the tie stay"),
    ),
    source="tie_to_one.left",
    public="coup position",
)
def keep(act: Act, *, coup: str, position: str | None = None) -> None:
    """Confirm for this coup the stakes that stayed on the felt after a tie, at one position or (None) everywhere.

    Those of owners who may stake there stay; those at a place that their owner has marked are taken off, and kept as
    :func:`~table.play.stakes.leave_aside` does; who stands there, though the place went to somebody else, gets theirs
    back ("bet_returned"). Any other is not confirmed ("left_without_owner"), and the betting cannot be closed until it
    is, or is taken off. Refused for another coup (E_STALE), while a Colpo in Bianco is due (E_BLANK_DUE), where no
    stake was left there or all are confirmed (E_NO_STAKE), and where one would be taken off for which money was ordered
    (E_FINAL).
    """
    check_coup(act, coup)
    check_no_blank_due(act)
    left = [stake for stake in act.state.stakes if stake.left_over and position in (None, stake.position)]
    require(left, Code.NO_STAKE, "No stake was left there from the tie.", source=act.cite("tie_to_one.left"))
    for stake in left:
        if owner_present(act.state, stake):
            stake.left_over = False
            update(stake)
        elif is_marked_for(act.state, stake):
            take_off(act, stake)
        elif owner_there(act.state, stake):
            give_back(act, stake)
            delete_stake(act, stake)
        else:
            name_ownerless(act, stake, stake.laid)


@of_a_stake(
    title=pgettext_lazy("act", "repeat the stakes"),
    said=(
        pgettext_lazy("record", "position %(position)s repeats its stakes"),
        pgettext_lazy("record", "the stakes of the coup before are repeated"),
    ),
    public="coup position",
)
def repeat(act: Act, *, coup: str, position: str | None = None) -> None:
    """Lay again the stakes of the latest coup before this one in which anybody staked.

    With ``position`` only those that lay there, maybe none; with None all. They lie in chips and without tax; one that
    a tie left there is confirmed instead, with what was in action of it. Records "repeated" for each, with the cents
    that lie there now, or "not_repeated", with those laid before and the code of the refusal, where limits, seats or
    the rules do not admit it; nothing if there were none. Refused as a whole for another coup (E_STALE), and while a
    Colpo in Bianco is due (E_BLANK_DUE).
    """
    check_coup(act, coup)
    check_no_blank_due(act)
    repeated = list[Stake]()
    for it in again(act.state, position):
        old = it.old
        if it.refused is not None:
            code = it.refused.code.value
            act.effect("not_repeated", position=old.position, box=old.box, amount=old.laid, code=code)
            continue
        stake = it.left_over
        if stake is None:
            stake = new_stake(act, it.stake, standing=it.standing, laid_by=old.laid_by)
            repeated.append(stake)
        else:
            stake.left_over = False
            update(stake)
        act.effect("repeated", position=old.position, box=old.box, amount=stake.laid)
    lay(act, *repeated)


@verb(
    title=pgettext_lazy("act", "open the betting"),
    said=(pgettext_lazy("record", "the betting opens"),),
    roles=[Role.DEALER],
    phases=[IDLE],
    ground=["coup", "shoe"],
    moves=["coup", "limits"],
)
def open_bets(act: Act) -> None:
    """Open the betting of a new coup, and bring the limits for it into force, as :func:`~table.play.coup.open_betting`.

    Stakes that a tie left in this taglia stay if their owners are there; others are set aside or go into custody. A
    visible next card is burned first where the house burns such cards. Refused while a Colpo in Bianco is due
    (E_BLANK_DUE) or the last coup is to be called (E_PHRASE), without a shoe that is ready (E_SHOE) or goes on
    (E_TAGLIA_ENDED), while a case waits for a decision (E_INCIDENT_OPEN), and with limits that the rules do not admit
    (E_LIMITS).
    """
    open_betting(act)
