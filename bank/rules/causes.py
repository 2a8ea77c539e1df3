"""Causes of a difference: which single mistake of the session would explain it. None is ever booked by itself.

In this module a *slip* is such a mistake. The *rack* holds the chips of the table, the *box* its banknotes.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from bank.rules.session import Differences


class CauseKind(StrEnum):
    """Kind of a slip, in the order in which those that explain the same equally well are named."""

    CHANGE_NOT_KEYED = "change_not_keyed"
    CHANGE_NOT_MADE = "change_not_made"
    IN_TRANSIT = "in_transit"
    COMMISSION_NOT_TAKEN = "commission_not_taken"
    PAID_TWICE = "paid_twice"
    NOT_COLLECTED = "not_collected"
    NOT_PAID = "not_paid"
    DIGITS_SWAPPED = "digits_swapped"
    ONE_PIECE = "one_piece"
    STAKE_NOT_KEYED = "stake_not_keyed"


OF_COUNT = frozenset({CauseKind.DIGITS_SWAPPED, CauseKind.ONE_PIECE})
"""Slips of the count itself, which a second count finds."""


class CoupMoney(NamedTuple):
    """Money of a coup, in cents, none negative: net wins that were paid, stakes that were lost, commissions taken."""

    coup: str
    wins: tuple[int, ...] = ()
    losses: tuple[int, ...] = ()
    commissions: tuple[int, ...] = ()


class Cause(NamedTuple):
    """Slip that explains a difference of ``amount`` cents, by the coups of which it may be; ``piece`` of a count.

    Where several coups fit, none of them is known to be the one.
    """

    kind: CauseKind
    amount: int
    coups: tuple[str, ...] = ()
    piece: int = 0


class Fit(NamedTuple):
    """Cause with its likelihood: of all slips of this kind that the session admits, the part that differs by so much.

    Every kind is taken to happen as often as another; how often each does, nobody knows.
    """

    cause: Cause
    likelihood: float


def causes(
    found: Differences,
    coups: Sequence[CoupMoney],
    *,
    kinds: Collection[int],
    counted: Mapping[int, int],
    in_transit: Iterable[int] = (),
    again: bool = False,
) -> list[Cause]:
    """List the single mistakes that explain these differences, that of the box first; none where nothing differs.

    A difference of the box gives one cause, a change of notes. For that of rack and box together, every other mistake
    of just this amount follows, the likeliest first; among them is always a stake that nobody keyed. ``kinds`` are the
    pieces of the house, ``counted`` is the count at closing by piece, ``in_transit`` are the cents of each movement
    that were issued and not received. Where it was counted ``again`` with the same result, mistakes of the count are
    named last.
    """
    named = list[Cause]()
    if found.box:
        kind = CauseKind.CHANGE_NOT_KEYED if found.box > 0 else CauseKind.CHANGE_NOT_MADE
        named.append(Cause(kind, abs(found.box)))
    if rest := found.total:
        order = [*CauseKind]
        # What is in transit may be in the rack already; sums of several movements are not tried.
        arrived = [Fit(Cause(CauseKind.IN_TRANSIT, rest), 1)] if rest in [*in_transit] else []
        fits = [*arrived, *_of_coups(rest, coups), *_of_count(rest, kinds, counted)]
        fits.sort(key=lambda it: (again and it.cause.kind in OF_COUNT, -it.likelihood, order.index(it.cause.kind)))
        named += [it.cause for it in fits]
    return named


def _of_coups(rest: int, coups: Sequence[CoupMoney]) -> Iterator[Fit]:
    """Yield each mistake of payment whose amount is the difference, and always that of a stake that nobody keyed.

    Each but the last names all coups that fit. ``rest`` above 0 is what rack and box have too much together: a win
    was not paid. Below 0 it is what they lack: a commission was not taken, a win paid twice, or a losing stake not
    collected.
    """
    amount = abs(rest)
    wins, losses = [(it.coup, it.wins) for it in coups], [(it.coup, it.losses) for it in coups]
    if rest > 0:
        fitting = [(CauseKind.NOT_PAID, wins)]
    else:
        commissions = [(it.coup, it.commissions) for it in coups]
        fitting = [
            (CauseKind.COMMISSION_NOT_TAKEN, commissions),
            (CauseKind.PAID_TWICE, wins),
            (CauseKind.NOT_COLLECTED, losses),
        ]
    for kind, amounts in fitting:
        if of := tuple(coup for coup, them in amounts if amount in them):
            yield Fit(Cause(kind, amount, of), _part(amounts, amount))
    yield Fit(Cause(CauseKind.STAKE_NOT_KEYED, amount), _of_stake_not_keyed(rest, wins, losses))


Amounts = Sequence[tuple[str, tuple[int, ...]]]


def _part(amounts: Amounts, amount: int) -> float:
    """Return the fraction of these amounts that equals ``amount``; 0 where there are none."""
    every = [it for _coup, them in amounts for it in them]
    return every.count(amount) / len(every) if every else 0


def _of_stake_not_keyed(rest: int, wins: Amounts, losses: Amounts) -> float:
    """Return which fraction of all stakes, won and lost ones, lost just this amount or, with ``rest`` below 0, won it.

    ``wins`` and ``losses`` have, by coup, the cents that each stake won (what was paid for it) or lost. A stake that
    nobody keyed is taken to be like one of these. 0 where none did.
    """
    won, lost = (sum(len(them) for _coup, them in of) for of in (wins, losses))
    results, alike = (losses, lost) if rest > 0 else (wins, won)
    return _part(results, abs(rest)) * alike / (won + lost) if alike else 0


def _of_count(rest: int, kinds: Collection[int], counted: Mapping[int, int]) -> Iterator[Fit]:
    """Yield the mistakes of a count, with likelihoods, that come to ``rest`` cents, below 0 if too little was counted.

    They are two neighbouring digits swapped in the number of pieces of one kind, by :func:`swapped`, and one piece too
    few, or too many where one was counted; kind by kind, the highest first.
    """
    numbers = {piece: counted.get(piece, 0) for piece in sorted(kinds, reverse=True)}
    swaps = [(piece, number - other) for piece, number in numbers.items() for other in swapped(number)]
    every = sum(numbers.values()) + len(numbers)
    for piece, number in numbers.items():
        if fitting := [more for of, more in swaps if of == piece and more * piece == rest]:
            yield Fit(Cause(CauseKind.DIGITS_SWAPPED, abs(rest), piece=piece), len(fitting) / len(swaps))
        if abs(rest) == piece and (rest < 0 or number):
            # One too many is as likely as one too few, and either the likelier the more pieces of the kind there are.
            yield Fit(Cause(CauseKind.ONE_PIECE, abs(rest), piece=piece), (number + 1) / every / 2)


def swapped(number: int) -> list[int]:
    """List in ascending order the other numbers that become this one if two of their neighbouring digits are swapped.

    One 0 in front counts as a digit: 5 may come of 50.
    """
    digits = f"0{number}"
    places = range(len(digits) - 1)
    found = {int(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]) for at in places}
    return sorted(found - {number})
