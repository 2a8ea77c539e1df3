"""A table as a tile of the pit: how it stands, how fast it plays, what lies on it, and what calls for somebody."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext

from table.models import Shoe, Table
from table.rules.stakes import Range
from table.screens.inspector.alerts import heard, told
from table.screens.inspector.figures import RESULTS
from table.screens.inspector.pace import pace
from table.screens.pieces import Piece, piece
from table.screens.read.notices import who_decides
from table.screens.read.numbers import numbers_here
from table.screens.read.snapshot import Snapshot
from table.terms import BOX_NAMES, PHASES, SHOES, STATUSES

LATEST_RESULTS = 12


class Gauge(NamedTuple):
    """How far the shoe is, in cards; ``behind`` are those behind the cut card."""

    taglia: int
    out: int
    total: int
    behind: int | None
    to_cut_card: int | None


def tile(snapshot: Snapshot, _which: str) -> Iterator[Piece]:
    """What the tile shows."""
    numbers, shoe, now = numbers_here(), snapshot.shoe, state(snapshot)
    results = tuple((RESULTS[it].value, str(BOX_NAMES[RESULTS[it]])) for it in snapshot.results[-LATEST_RESULTS:])
    alerts = told(snapshot, numbers)
    yield piece(
        "tile",
        _macro("tile"),
        now,
        head=[piece("head", _macro("head"), snapshot.code, snapshot.state.profile.title, now)],
        standing=[piece("standing", _macro("standing"), *_standing(snapshot))],
        figures=[piece("figures", _macro("figures"), *_figures(snapshot), numbers)],
        results=[piece("results", _macro("results"), results)],
        shoe=[piece("shoe", _macro("shoe"), _gauge(shoe, snapshot.to_cut_card) if shoe is not None else None)],
        alerts=[piece(f"alert-{it.key}", _macro("alert"), it, heard(alerts), len(alerts)) for it in alerts[:1]],
    )


def _macro(name: str) -> str:
    return f"regions/tile.html:{name}"


def _standing(snapshot: Snapshot) -> tuple[str, str, bool, bool]:
    coup, shoe = snapshot.state.coup, snapshot.shoe
    last = shoe is not None and shoe.status == Shoe.Status.LAST_COUP and shoe.coups_left == 1
    return coup.key if coup is not None else "", standing(snapshot), snapshot.blank, last


def _figures(snapshot: Snapshot) -> tuple[int, str, int | None, Range | None, bool, str]:
    """What lies on the table and in which money, coups an hour, limits and if new ones come, and who deals."""
    limits, dealer = snapshot.limits, snapshot.dealer
    return (
        snapshot.staked,
        snapshot.state.profile.currency,
        pace(snapshot.recent).an_hour,
        limits["now"].get("main"),
        bool(limits["next"] or limits["unannounced"]),
        dealer.person.badge if dealer is not None else "–",
    )


def _gauge(shoe: Shoe, to_cut_card: int | None) -> Gauge:
    return Gauge(shoe.taglia, shoe.out, shoe.cards_total, shoe.behind, to_cut_card)


def state(snapshot: Snapshot) -> str:
    """Whether the table is held, suspended, closed or open: the word that the style sheet knows."""
    if snapshot.table.awaits or (snapshot.state.coup is not None and snapshot.state.coup.held):
        return "held"
    return "suspending" if snapshot.table.suspend_pending else snapshot.table.status


def standing(snapshot: Snapshot) -> str:
    """How far the table is, in a few words."""
    if snapshot.state.coup is not None and snapshot.state.phase is not None:
        return str(PHASES[snapshot.state.phase])
    if snapshot.table.status != Table.Status.OPEN:
        return str(STATUSES[snapshot.table.status])
    return _between_coups(snapshot)


def _between_coups(snapshot: Snapshot) -> str:
    if snapshot.table.awaits:
        return who_decides(snapshot)
    if snapshot.blank_next:
        return gettext("Colpo in Bianco due")
    shoe = snapshot.state.shoe
    if shoe is None or shoe.status in (Shoe.Status.LOADED, Shoe.Status.SHUFFLED, Shoe.Status.CUT):
        return gettext("shoe %(state)s") % {"state": SHOES[shoe.status if shoe else "none"]}
    return gettext("between two coups")
