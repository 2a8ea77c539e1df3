"""Table of the Regola as it is printed, computed from the rules: Punto's rule, and Banco's row by row."""

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
        """Points from the first to the last: ``0–5``, a single one twice."""
        return f"{self.points[0]}–{self.points[-1]}"


class BancoRow(NamedTuple):
    """Banco with these points: whether it draws when Punto stood, and after each third card of Punto, 0 to 9."""

    points: int
    stood: bool
    after: tuple[bool, ...]


@cache
def punto() -> tuple[PuntoRule, ...]:
    """Return each declaration of Punto (carta, no carta, battuta) with the points from 0 to 9 that require it.

    In ascending order of the points.
    """
    claims = {points: claim_of(points) for points in range(POINT_VALUES)}
    return tuple(
        PuntoRule(claim, tuple(points for points, its in claims.items() if its is claim))
        for claim in dict.fromkeys(claims.values())
    )


@cache
def banco() -> tuple[BancoRow, ...]:
    """Return a row for each of Banco's points from 0 to 7: whether it draws, by what Punto did.

    That is, where Punto stood and after each of its third cards. With 8 and 9 Banco never draws.
    """
    return tuple(
        BancoRow(points, banco_draws(points, None), tuple(banco_draws(points, third) for third in range(POINT_VALUES)))
        for points in range(NATURAL)
    )


NATURALS = tuple(range(NATURAL, POINT_VALUES))
