"""Limits and prices of each box of a table, from the rules by which stakes are taken and paid."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from table.rules.odds.bets import bets
from table.rules.odds.chances import of_fresh
from table.rules.profile import Box, Profile
from table.rules.stakes import Range, kind
from table.screens.read.snapshot import Snapshot
from table.screens.rules.sentences.bets import Price, price
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES, KINDS


class Priced(NamedTuple):
    """Box of a house: its kind of stake, its name, what it pays, and the edge of the house, printed as a percentage."""

    box: Box
    kind: str
    label: str
    price: Price
    edge: str


class PriceLine(NamedTuple):
    """Box of a table with its limits (cents) now, and from the next coup where they will change.

    ``fresh`` says that the limits of this coup differ from those of the last coup that had any, as a Colpo in
    Bianco has none.
    """

    priced: Priced
    now: Range | None
    coming: Range | None
    fresh: bool


class PriceLimits(NamedTuple):
    """Limits of one kind of stake, as in :class:`PriceLine`."""

    kind: str
    label: str
    now: Range | None
    coming: Range | None
    fresh: bool


def limits(boxes: Sequence[PriceLine]) -> list[PriceLimits]:
    """List the limits, ranges in cents, by kind of stake, in the order of the boxes; Punto and Banco are one."""
    kinds = {it.priced.kind: (it.now, it.coming, it.fresh) for it in boxes}
    return [PriceLimits(name, str(KINDS[name]), *limits) for name, limits in kinds.items()]


def price_lines(table: Snapshot) -> tuple[PriceLine, ...]:
    """Return for each box, in the order of the layout, its price and its limits now and from the next coup.

    Limits are None where there are none; those from the next coup are None, too, where nothing will change.
    ``fresh``: they are others now than in the last finished coup that had any, among the latest LATEST_COUPS; False
    between coups and before the first.
    """
    now, after = table.limits["now"], table.limits["next"]
    lately = [it.limits for it in table.lately if it.limits] if table.state.coup is not None else []
    before = {name: Range(low, high) for name, (low, high) in lately[0].items()} if lately else {}
    return tuple(
        PriceLine(
            priced,
            now=now.get(priced.kind),
            coming=after.get(priced.kind),
            fresh=bool(before) and before.get(priced.kind) != now.get(priced.kind),
        )
        for priced in _priced(table.state.profile, str(table.numbers.locale))
    )


@lru_cache(maxsize=64)
def _priced(profile: Profile, language: str) -> Sequence[Priced]:
    """Return each box of a house in the order of the layout, with kind of stake, name, price and edge; cached.

    The edge is that of the house with a fresh shoe, printed as a percentage. ``language`` has to be the active
    one.
    """
    numbers, odds = Numbers(language), bets(profile, of_fresh(profile.decks))
    return [
        Priced(box, kind(box), str(BOX_NAMES[box]), price(profile, box, numbers), numbers.percent(-odds[box].edge, 2))
        for box in profile.boxes
    ]
