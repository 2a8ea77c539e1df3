"""Table of the Regola as it is printed, computed from the rules: Punto's rule, and Banco's row by row."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from table.rules.cards import POINT_VALUES
from table.rules.regola import NATURAL, Claim, banco_draws, claim_of


class PuntoRule(NamedTuple):
    """Claim that Punto makes, and the points with which it makes it."""

    claim: Claim
    points: tuple[int, ...]

    @property
    def span(self) -> str:
        """Points as people say them: ``0–5``."""
        return f"{self.points[0]}–{self.points[-1]}"


class BancoRow(NamedTuple):
    """Banco with these points: whether it draws when Punto stood, and after each third card of Punto, 0 to 9."""

    points: int
    stood: bool
    after: tuple[bool, ...]


@cache
def punto() -> tuple[PuntoRule, ...]:
    """Return each claim of Punto with the points that require it, by ascending points."""
    claims = {points: claim_of(points) for points in range(POINT_VALUES)}
    return tuple(
        PuntoRule(claim, tuple(points for points, its in claims.items() if its is claim))
        for claim in dict.fromkeys(claims.values())
    )


@cache
def banco() -> tuple[BancoRow, ...]:
    """Return a row for each of Banco's points from 0 to 7."""
    return tuple(
        BancoRow(points, banco_draws(points, None), tuple(banco_draws(points, third) for third in range(POINT_VALUES)))
        for points in range(NATURAL)
    )


class Open(NamedTuple):
    """Rows in which Punto's third card decides, first and last, and the most points that draw when Punto stood."""

    first: int
    last: int
    most: int


def left_open(rows: Sequence[BancoRow]) -> Open:
    """Return the first and last points of these rows with which Punto's third card decides what Banco does.

    And the most points with which Banco draws where Punto stood. The rows are those of the whole table.
    """
    mixed = [row.points for row in rows if len(set(row.after)) > 1]
    return Open(mixed[0], mixed[-1], max(row.points for row in rows if row.stood))


NATURALS = tuple(range(NATURAL, POINT_VALUES))
