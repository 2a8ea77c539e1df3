"""Of all that goes wrong at a table what a test is done with: everything, one of each kind, what tells the most."""

from collections.abc import Iterable

import pytest

from tests.procedures.mishaps import ART_6, BOTH, MISHAPS
from tests.procedures.moments import Mishap
from tests.rig.sampling import sampled

REPORTED = [it for it in MISHAPS if it.facts is not None]
ONE_A_KIND = list({it.kind: it for it in REPORTED}.values())
TELLING = [
    it
    for it in MISHAPS
    if it.name
    in {
        "«carta» with seven",
        "a due third card not drawn",
        "an extra card, seen",
        "an overlooked card, seen",
        "a card turned by the dealer",
        "stuck cards, burned",
        "a card of each fell, order lost",
        "a fallen card was not found",
        "a worn card",
        "the first two cards inverted",
        "three cards at Punto",
        "a surplus card, unseen",
        "an undue third card, unseen",
        "wrong points announced",
        "something not foreseen",
    }
]
"""Of each kind that befalls a hand whose cards are out the one in which most can go wrong."""
DIFFERS = [it for it in MISHAPS if it.elsewhere is not None or it.present == BOTH]
"""Those of which a house without coups in bianco, or without an Ispettore Comunale, makes something else."""
ONE_EACH = [*{it.article: it for it in DIFFERS if it.where != "reader"}.values(), ART_6[0]]
"""One of them of each article, such as can happen where nobody reads; and cards that are laid anew as everywhere."""


def each(mishaps: Iterable[Mishap], *, one_in: int = 1) -> pytest.MarkDecorator:
    """The test is done with each of them, in `make test` with one in so many, and tells which by its name."""
    return pytest.mark.parametrize("mishap", sampled(mishaps, one_in=one_in), ids=lambda it: it.name)


def burned_elsewhere(mishaps: Iterable[Mishap]) -> list[Mishap]:
    """Those of which a house without coups in bianco, or without an Ispettore Comunale, makes something else."""
    return [it for it in mishaps if it in DIFFERS]
