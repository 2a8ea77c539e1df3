"""Counting by piece: the keys of a counter, and piles of what was counted, issued or received."""

from collections.abc import Iterable
from typing import NamedTuple

from bank.rules.pieces import Pieces, worth
from table.words.numbers import Numbers

IN_A_STACK = 20
"""Pieces of one kind that dealers put on each other."""
MOST_STACKS = 8
"""Full stacks that are drawn; of more there is only their number."""


class PieceKind(NamedTuple):
    """Kind of piece: its value in cents, the words on it, and its place in the house's row of colours; 0 for a note.

    Those of the table's chips come first, from the smallest on, as on the felt; then those of all other kinds.
    """

    cents: int
    words: str
    place: int


class CounterKey(NamedTuple):
    """Key of a counter, with the number of pieces that stands on it at first; None for an empty one."""

    kind: PieceKind
    number: int | None = None


class CountedPile(NamedTuple):
    """Pile of a counted kind: its pieces, their value in cents, the full stacks of it that are drawn, and the rest."""

    kind: PieceKind
    number: int
    amount: int
    stacks: int
    rest: int


class Piles(NamedTuple):
    """Piles of a count or a movement, the highest kinds first, and their value in cents."""

    row: tuple[CountedPile, ...]
    amount: int


def notes_among(notes: Iterable[int], numbers: Numbers) -> tuple[PieceKind, ...]:
    """List each of these banknotes as a kind of piece without a colour (place 0), the highest first."""
    return tuple(PieceKind(it, numbers.chip(it), 0) for it in sorted(notes, reverse=True))


def keys(kinds: Iterable[PieceKind], at_first: Pieces | None = None) -> tuple[CounterKey, ...]:
    """List a key of a counter for each kind, with its number of pieces ``at_first``; None where they lack the kind."""
    numbers = at_first or {}
    return tuple(CounterKey(kind, numbers.get(kind.cents)) for kind in kinds)


def piles(kinds: Iterable[PieceKind], pieces: Pieces) -> Piles:
    """Return the piles of these pieces in the order of ``kinds``, and what the pieces are worth together.

    There is none for a kind without pieces, nor for pieces of other kinds, which are counted in the worth all the same.
    """
    row = [_pile(kind, pieces[kind.cents]) for kind in kinds if pieces.get(kind.cents)]
    return Piles(tuple(row), worth(pieces))


def _pile(kind: PieceKind, number: int) -> CountedPile:
    """Return the pile of ``number`` pieces of a kind: cents of the whole pile, full stacks of IN_A_STACK, and the rest.

    Of the stacks at most MOST_STACKS are given; the rest are the pieces beyond all full ones.
    """
    stacks, rest = divmod(number, IN_A_STACK)
    return CountedPile(kind, number, number * kind.cents, min(stacks, MOST_STACKS), rest)
