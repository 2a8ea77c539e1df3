"""Money of a coup, posted once and then only by differences; custody of what nobody collects; the Tronc.

Super Punto Banco, Art. 6, 7, 10, 15 and 16; Punto Banco, Casino Admiral. Chips of somebody who is gone play in the
running coup to its end. What is then paid at their empty place is out of action, and in custody under a numbered slip
until the Direzione disposes of it: the house never books it by itself. Those who have marked their place return to it,
and to what was paid there; only what a tie left of theirs is in no game without them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Sum

from table.memory.statements import insert, update
from table.models import NO_END, Adjustment, Coup, Money, Position, Stake, Table, Tip, Uncollected
from table.play.act import Act
from table.play.seats import is_gone, is_here
from table.play.state import in_action
from table.rules.payout import HANDED_BACK, MoneyKind, StakeMovement, differences, lines
from table.rules.refusal import Code, require
from table.rules.regola import Outcome, Side

NOT_PAID = (MoneyKind.LOSS, MoneyKind.CORRECTION)
"""Kinds of lines that are not paid out as such: what is collected, and what an order added (:func:`correct`)."""


def post(act: Act, coup: Coup, outcome: Outcome) -> None:
    """Insert the money lines of a coup with this outcome: the differences from those inserted before.

    Records, with those lines, "settled" for the outcome SETTLED, and "refunded" for any other, also where there is no
    line; if anything but an order of the Direzione was posted before, "money_corrected" instead, or without a line
    "payment_stands". Adds what these lines win each bettor to ``act.won``. In a house that keeps only the reader's
    stake it only records "not_computed". What is paid to somebody who is gone goes into custody ("uncollected",
    "custody_changed"). Refuses a win of broken cents where the house does not round (E_MONEY), a covered card
    (E_CARD_COVERED), and the outcome BLANK with stakes (E_BLANK_NO_BETS).
    """
    state = act.state
    if state.profile.stakes == "reader_only":
        act.effect("not_computed")
        return
    rows = dict(zip(state.in_action, state.stakes, strict=True))
    before = [StakeMovement(in_action(line.stake), MoneyKind(line.kind), line.amount) for line in state.money]
    posted = differences(before, lines(state.profile, outcome, state.layout, state.in_action))
    own: dict[str, Any] = {"coup": coup, "number": act.number}
    money = [
        Money(stake=rows[it.stake], kind=it.kind.value, amount=it.amount, place=place, **own)
        for place, it in enumerate(posted)
    ]
    insert(*money)
    state.money += money
    for it in posted:
        if it.kind not in HANDED_BACK:
            act.wins(it.stake.stake.bettor, it.amount)
    paid = any(line.kind is not MoneyKind.CORRECTION for line in before)
    if paid and not posted:
        act.effect("payment_stands")
    else:
        name = "money_corrected" if paid else "settled" if outcome is Outcome.SETTLED else "refunded"
        act.effect(name, lines=[[it.stake.stake.position, it.stake.stake.box, it.kind, it.amount] for it in posted])
    _keep_what_was_paid(act)


def correct(act: Act, coup: Coup, ordered: Sequence[tuple[Stake, int]]) -> None:
    """Insert a money line for each amount, in cents, that an order of the Direzione adds to a stake, below 0 for less.

    Records "money_ordered", and adds the amounts to ``act.won``; an amount of 0 is treated like any other. No later
    payment takes these lines back. The coup may be over. What is added where whoever laid the stake is gone goes into
    custody as winnings of its bettor ("uncollected"); what is taken away changes no row there.
    """
    kind, first = MoneyKind.CORRECTION.value, coup.money.filter(number=act.number).count()
    own: dict[str, Any] = {"coup": coup, "kind": kind, "number": act.number}
    money = [
        Money(stake=stake, amount=amount, place=place, **own)
        for place, (stake, amount) in enumerate(ordered, start=first)
    ]
    running = act.state.coup is coup
    known = act.state.money if running else []  # read before the lines are there, or they would be among them twice
    insert(*money)
    known += money
    for stake, amount in ordered:
        act.wins(stake.bettor, amount)
    lines = [[stake.position, stake.box, kind, amount] for stake, amount in ordered]
    act.effect("money_ordered", coup=coup.key, lines=lines)
    for stake, amount in ordered:
        if amount > 0 and is_gone(act, stake):
            keep_stake(act, stake, amount, Uncollected.Kind.WINNINGS)


def won_on(act: Act, stake: Stake) -> int:
    """Return what a stake of the running coup has won by its own lines posted so far, orders among them, in cents.

    Lines count that point to this very row, not others of the same position, box or bettor.
    Below 0 if it has lost, 0 without lines, and for a stake of another coup; what was handed back does not count.
    """
    return sum(it.amount for it in act.state.money if it.stake_id == stake.pk and it.kind not in HANDED_BACK)


def adjust(act: Act, coup: Coup, moved: Sequence[tuple[str, str, int]]) -> None:
    """Insert an :class:`Adjustment` of a coup that is over for each position, bettor and cents, below 0 to pay back.

    Records "adjusted" unless ``moved`` is empty, and adds the amounts to ``act.won``. The money lines of its stakes
    stay as they are. What somebody gets who neither has a position at the table nor stands there goes into custody
    ("uncollected").
    """
    own: dict[str, Any] = {"coup": coup, "number": act.number}
    insert(
        *(
            Adjustment(position=position, bettor=bettor, amount=amount, place=place, **own)
            for place, (position, bettor, amount) in enumerate(moved)
        )
    )
    for _position, bettor, amount in moved:
        act.wins(bettor, amount)
    if moved:
        lines = [[position, bettor, "adjustment", amount] for position, bettor, amount in moved]
        act.effect("adjusted", coup=coup.key, lines=lines)
    for position, bettor, amount in moved:
        if amount > 0 and not is_here(act, bettor):
            keep_for(act, bettor, amount, Uncollected.Kind.WINNINGS, position=position, coup=coup)


def settle_on(act: Act, coup: Coup) -> None:
    """Settle the stakes of a coup on its cards as they lie, and store its result and both hands, but no outcome.

    Posts money lines ("settled"), after a payment the differences ("money_corrected"; "payment_stands" without any), as
    :func:`post` does. Where only the highest stake is known (``reader_only``) result and hands are stored as well, but
    nothing is posted ("not_computed"). Whether the hands are complete is not checked; a covered card is refused
    (E_CARD_COVERED).
    """
    state = act.state
    post(act, coup, Outcome.SETTLED)
    coup.result = state.layout.result.value
    coup.paid_hands = [[str(card) for card in state.hand(side)] for side in Side]
    update(coup)


def annul_coup(act: Act, reason: str) -> None:
    """Annul the coup of the act and refund its stakes. Refuses (E_ARGUMENTS) an empty ``reason``.

    Records "refunded" (after a payment "money_corrected" or "payment_stands", in a house that keeps only the reader's
    stake "not_computed"), then "coup_annulled". Between them comes "uncollected" for owners who are gone, or
    "custody_changed" where what was paid on a stake is in custody and becomes another amount. Its result is cleared and
    its hold lifted; its cards stay where they are, and it is not ended. Asserts a coup.
    """
    coup = act.coup
    require(reason, Code.ARGUMENTS, "A coup is annulled for a reason that stands in the record.")
    coup.outcome, coup.held, coup.result = Outcome.ANNULLED.value, False, ""
    update(coup)
    post(act, coup, Outcome.ANNULLED)
    act.effect("coup_annulled", reason=reason)


# --- what nobody collects


def keep_uncollected(
    act: Act, kind: Uncollected.Kind, amount: int, *, position: str, box: str = "", owner: str = "", coup: Coup | None
) -> Uncollected:
    """Insert a row for ``amount`` cents in custody and return it; its slip number is one more than the table's last.

    ``kind``: a stake, winnings, other chips, such as those not in action, or banknotes. ``position`` is where they lay,
    ``owner`` the key of a guest, "" if unknown, ``coup`` None if unknown. Records nothing: the caller does.
    """
    last = act.table.uncollected.order_by("-slip").values_list("slip", flat=True).first() or 0
    found = Uncollected(
        table=act.table,
        coup=coup,
        slip=last + 1,
        number=act.number,
        position=position,
        box=box,
        owner=owner,
        kind=kind.value,
        amount=amount,
    )
    known = act.state.custody  # read before the row is there, or it would be among them twice
    insert(found)
    known.append(found)
    return found


def keep_stake(
    act: Act, stake: Stake, amount: int, kind: Uncollected.Kind = Uncollected.Kind.STAKE, *, notes: int = 0
) -> None:
    """Put ``amount`` cents of a stake into custody for its owner, who is gone, as one new row of this ``kind``, or two.

    The cents in ``notes``, those of the amount in banknotes that nobody has changed, are a row of kind NOTES, after it.
    Records "uncollected" for each; there is no row of 0. Neither checks that they are gone nor changes the stake.
    """
    at: dict[str, Any] = {"position": stake.position, "box": stake.box, "coup": stake.coup}
    for of, cents in ((kind, amount - notes), (Uncollected.Kind.NOTES, notes)):
        if cents:
            keep_for(act, stake.bettor, cents, of, **at)


def keep_for(
    act: Act, guest: str, amount: int, kind: Uncollected.Kind, *, position: str, box: str = "", coup: Coup | None
) -> None:
    """Put ``amount`` cents into custody for a guest who is gone, under the table's next slip number ("uncollected").

    ``kind`` is that of the new row; ``position`` and ``box`` say where they were paid or lay, ``coup`` of which coup
    they are, None if unknown. Nothing is added to a row that exists.
    """
    slip = keep_uncollected(act, kind, amount, position=position, box=box, owner=guest, coup=coup).slip
    act.effect("uncollected", slip=slip, position=position, box=box, guest=guest, amount=amount, kept=kind.value)


def keep_what_was_set_aside(act: Act, place: Position) -> None:
    """Put what is set aside at a marked place into custody for its holder, who is about to lose it (Art. 15).

    It becomes one row of kind STAKE, without a box ("uncollected"). The place then has nothing set aside, but still its
    holder. Does nothing where nothing is set aside, or the place has no holder.
    """
    if not place.set_aside or place.holder is None:
        return
    amount, place.set_aside = place.set_aside, 0
    update(place)
    keep_for(act, place.holder.key, amount, Uncollected.Kind.STAKE, position=place.label, coup=act.state.coup)


def slips_of(act: Act, stake: Stake) -> list[Uncollected]:
    """Return the open rows in custody of a stake, by slip number; [] where there are none.

    They are stake and winnings, of what was paid, winnings that were ordered, chips, of what was not in action, and
    banknotes of any of these. They are matched by coup, position, box and bettor; those of before it was laid are of
    one that was taken off.
    """
    whose = (stake.coup_id, stake.position, stake.box, stake.bettor)
    since = (it for it in act.state.custody if it.number >= stake.laid_at)
    return [it for it in since if (it.coup_id, it.position, it.box, it.owner) == whose]


def _keep_what_was_paid(act: Act) -> None:
    """Put into custody what this act pays on each stake whose owner is gone, stake and winnings apart.

    Where rows of an earlier payment of the stake are open, they get the amounts of all payments together, even if the
    owner is back ("custody_changed"). Else what this act pays is taken, if more than 0 ("uncollected"): the owner had
    collected the rest before they went.
    """
    state = act.state
    lines = [line for line in state.money if line.kind not in NOT_PAID]
    for stake in state.stakes:
        own = [line for line in lines if line.stake_id == stake.pk]
        slips = _slips_of_payments(act, stake, [line for line in own if line.number != act.number])
        if not slips:
            own = [line for line in own if line.number == act.number]
        if slips or (sum(line.amount for line in own) > 0 and is_gone(act, stake)):
            _keep(act, stake, own, slips)


def _slips_of_payments(act: Act, stake: Stake, lines: Sequence[Money]) -> dict[str, Uncollected]:
    """Return the open rows, by kind, of what these lines paid on a stake; {} where there are none.

    Banknotes are those of a refund. What was not in action, and what an order added, are rows of their own.
    """
    paid = {line.number for line in lines}
    refunded = {line.number for line in lines if line.kind == MoneyKind.REFUND}
    entries = {Uncollected.Kind.STAKE: paid, Uncollected.Kind.NOTES: refunded, Uncollected.Kind.WINNINGS: paid}
    found = slips_of(act, stake) if lines else []
    return {it.kind: it for it in reversed(found) if it.number in entries.get(Uncollected.Kind(it.kind), ())}


def _keep(act: Act, stake: Stake, lines: Sequence[Money], slips: Mapping[str, Uncollected]) -> None:
    """Put into custody, as up to three rows, what these lines hand back of a stake, and what they pay as winnings.

    What was not in action is left out: it went back before. Banknotes that were not changed are among what a refund
    hands back. ``slips`` are rows of the stake that exist, by kind: they get the new amount, and are closed at 0
    ("custody_changed"). A new row is made only for more than 0 ("uncollected").
    """
    back, won = (
        sum(_of_what_played(stake, line) for line in lines if (line.kind in HANDED_BACK) is goes_back)
        for goes_back in (True, False)
    )
    notes = min(stake.unchanged, back) if any(line.kind == MoneyKind.REFUND for line in lines) else 0
    kinds = (Uncollected.Kind.STAKE, Uncollected.Kind.NOTES, Uncollected.Kind.WINNINGS)
    for kind, amount in zip(kinds, (back - notes, notes, won), strict=True):
        if kind in slips:
            follow(act, slips[kind], amount)
        elif amount > 0:
            keep_stake(act, stake, amount, kind)


def _of_what_played(stake: Stake, line: Money) -> int:
    """Return the cents of a money line as far as they are of what was in action of its stake.

    A refund counts without the ``excess`` that is among it, the return of an excess 0, any other line as it is.
    """
    if line.kind == MoneyKind.REFUND:
        excess = stake.excess or 0
        return line.amount - (excess if line.amount > 0 else -excess)
    return 0 if line.kind == MoneyKind.EXCESS_RETURNED else line.amount


def follow(act: Act, slip: Uncollected, amount: int) -> None:
    """Set the amount of a row in custody, 0 for less than 0, and close it at 0. Records "custody_changed".

    Does nothing where the amount is the same.
    """
    if amount == slip.amount:
        return
    old, slip.amount = slip.amount, max(amount, 0)
    if not slip.amount:
        close_slip(act, slip)
    update(slip)
    act.effect("custody_changed", slip=slip.slip, amount=slip.amount, old_amount=old)


def close_slip(act: Act, slip: Uncollected) -> None:
    """Close a row of custody, by this act and its actor, and save it; its amount stays. Records nothing."""
    slip.closed, slip.closed_by = act.number, act.actor
    update(slip)
    act.state.reread("custody")


# --- the Tronc


class Tronc(NamedTuple):
    """Tips to the staff in an evening, in cents: in chips, and in banknotes. They are in nobody's result."""

    chips: int
    cash: int

    @property
    def total(self) -> int:
        """Chips and banknotes together, in cents."""
        return self.chips + self.cash

    @classmethod
    def of(cls, table: Table, since: int | None = None, until: int = NO_END) -> "Tronc":
        """Sum the tips at a table in chips and in banknotes, in cents, of the entries after ``since`` up to ``until``.

        ``since`` None means the table's latest opening, or if it never was opened the beginning of its register;
        ``until`` is included. Each sum is 0 where there are none.
        """
        after = table.opened if since is None else since
        given = Tip.objects.filter(table=table, number__gt=after, number__lte=until).order_by().values_list("form")
        sums = dict(given.annotate(Sum("amount")))
        return cls(sums.get("chips", 0), sums.get("cash", 0))
