"""Pieces: chips and notes by their value, as they are counted, requested and issued."""

from collections.abc import Collection, Mapping

from table.rules.refusal import Cents, Code, Listed, require

Pieces = Mapping[int, int]
"""Number of pieces by the value of one, in cents."""

MOST_PIECES = 100_000
"""Maximum number of pieces of one kind in a count or a movement."""


def worth(pieces: Pieces) -> int:
    """Return the sum of these pieces, in cents."""
    return sum(value * number for value, number in pieces.items())


def checked(kinds: Collection[int], pieces: Pieces) -> dict[int, int]:
    """Return these pieces by descending value, without kinds of which there are none.

    Refuses a kind that the house does not have (E_CHIP), and a number below 0 or above :data:`MOST_PIECES` (E_COUNT).
    """
    unknown = sorted(set(pieces) - set(kinds))
    require(
        not unknown,
        Code.CHIP,
        "This house has no pieces of %(values)s; it has %(kinds)s.",
        values=Listed(map(Cents, unknown)),
        kinds=Listed(map(Cents, sorted(kinds))),
    )
    for value, number in pieces.items():
        require(
            0 <= number <= MOST_PIECES,
            Code.COUNT,
            "%(number)s pieces of %(value)s cannot be counted: it is 0 to %(most)s.",
            number=number,
            value=Cents(value),
            most=MOST_PIECES,
        )
    return {value: pieces[value] for value in sorted(pieces, reverse=True) if pieces[value]}


def made_of(amount: int, kinds: Collection[int], like: Pieces | None = None) -> Pieces:
    """Return pieces that come to an amount (cents): as many of ``like`` as fit, then others, the highest first.

    ``kinds`` are the values of the pieces that there are; others of ``like`` are not used. A rest below the
    smallest piece is left out; of less than nothing there are none.
    """
    found, left = dict[int, int](), max(0, amount)
    for limits in (like or {}, None):
        for cents in sorted(kinds, reverse=True):
            fitting = left // cents
            number = fitting if limits is None else min(fitting, limits.get(cents, 0))
            found[cents] = found.get(cents, 0) + number
            left -= number * cents
    return {cents: number for cents, number in found.items() if number}


def as_keyed(pieces: Pieces) -> dict[str, int]:
    """Convert pieces for JSON: how many there are by the value of one, in cents as text."""
    return {str(cents): number for cents, number in pieces.items()}
