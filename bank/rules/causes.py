"""Causes of a difference: which slip of the session would explain it. None is ever booked by itself."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from bank.rules.session import Differences


class CauseKind(StrEnum):
    """Kind of a slip, in the order in which those that explain the same are named."""

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


class CoupMoney(NamedTuple):
    """Money of a coup, in cents, each above 0: net wins that were paid, stakes that were lost, commissions taken."""

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


def causes(
    found: Differences,
    coups: Sequence[CoupMoney],
    *,
    kinds: Collection[int],
    counted: Mapping[int, int],
    in_transit: Iterable[int] = (),
) -> list[Cause]:
    """List the single slips that explain these differences, best first; none where there is no difference.

    Notes that lack or are too many in the box are explained by a change, and what the rack differs by beside it by one
    more slip. ``counted`` is the count at closing by piece, ``in_transit`` the cents of each movement that were issued
    and not received.
    """
    named = list[Cause]()
    if found.box:
        kind = CauseKind.CHANGE_NOT_KEYED if found.box > 0 else CauseKind.CHANGE_NOT_MADE
        named.append(Cause(kind, abs(found.box)))
    rest = found.total
    if rest:
        explained = [*_of_slips(rest, in_transit), *_of_coups(rest, coups), *_of_count(rest, kinds, counted)]
        named += explained if any(it.coups for it in explained) else [*explained, _not_keyed(rest)]
    return named


def _of_slips(rest: int, in_transit: Iterable[int]) -> Iterator[Cause]:
    if -rest in in_transit:
        yield Cause(CauseKind.IN_TRANSIT, -rest)


def _of_coups(rest: int, coups: Sequence[CoupMoney]) -> Iterator[Cause]:
    """Yield the slips of payment that explain what the rack lacks, or has too much, those that fit fewest coups first.

    A slip that fits one coup alone is a better guess than one that would fit many.
    """
    amount = abs(rest)
    if rest > 0:
        fitting = [(CauseKind.NOT_PAID, [it.coup for it in coups if amount in it.wins])]
    else:
        fitting = [
            (CauseKind.COMMISSION_NOT_TAKEN, [it.coup for it in coups if amount in it.commissions]),
            (CauseKind.PAID_TWICE, [it.coup for it in coups if amount in it.wins]),
            (CauseKind.NOT_COLLECTED, [it.coup for it in coups if amount in it.losses]),
        ]
    yield from (Cause(kind, amount, tuple(of)) for kind, of in sorted(fitting, key=lambda it: len(it[1])) if of)


def _of_count(rest: int, kinds: Collection[int], counted: Mapping[int, int]) -> Iterator[Cause]:
    """Yield the slips of a count: two digits swapped in the number of a piece, or one piece too few or too many."""
    for piece in sorted(kinds, reverse=True):
        wrong, over = divmod(rest, piece)
        if over:
            continue
        if _swaps_to(counted.get(piece, 0), counted.get(piece, 0) - wrong):
            yield Cause(CauseKind.DIGITS_SWAPPED, abs(rest), piece=piece)
        if abs(wrong) == 1:
            yield Cause(CauseKind.ONE_PIECE, abs(rest), piece=piece)


def _swaps_to(number: int, other: int) -> bool:
    """Whether two neighbouring digits of one number, swapped, give the other one, which differs."""
    if other < 0 or number == other:
        return False
    digits = str(max(number, other))
    least = str(min(number, other)).zfill(len(digits))
    places = [at for at, (one, two) in enumerate(zip(digits, least, strict=True)) if one != two]
    if len(places) != 2 or places[1] - places[0] != 1:
        return False
    first, second = places
    return digits[first] == least[second] and digits[second] == least[first]


def _not_keyed(rest: int) -> Cause:
    """Name the slip that is left where none of a coup fits: a stake that nobody keyed, of any coup."""
    return Cause(CauseKind.STAKE_NOT_KEYED, abs(rest))
