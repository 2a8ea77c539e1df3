"""The regions of the screens: each is a row of pieces, drawn once for all who see it, in each of their languages.

A region's name is that of its template under ``templates/regions/``, followed where there are several of a kind by
what tells them apart: ``strip:4`` is the strip of position 4, ``desk:ispettore_gioco`` the desk of that role.
"""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import NamedTuple

import structlog
from django.db import Error as DatabaseFault
from django.utils import translation

from table.offices import called_by
from table.screens.dealer import console
from table.screens.dealer.sheets import sheets as console_sheets
from table.screens.felt.region import felt
from table.screens.inspector import bar, desk, tile, tile_sheets
from table.screens.inspector.sheets import sheets as desk_sheets
from table.screens.pieces import Piece, Sheet, piece
from table.screens.players import seat, sign
from table.screens.read.carry_over import keep, look, still
from table.screens.read.snapshot import Snapshot

log = structlog.stdlib.get_logger("sabot.regions")
MOST_ATTEMPTS = 5
Shown = Callable[[Snapshot, str], Iterable[Piece]]
SHOWN: dict[str, Shown] = {
    "bar": bar.bar,
    "console": console.console,
    "console_sheets": console_sheets,
    "felt": felt,
    "desk": desk.desk,
    "desk_sheets": desk_sheets,
    "tile": tile.tile,
    "tile_sheets": tile_sheets.sheets,
    "strip": seat.strip,
    "sign": sign.sign,
}
"""The pieces of a region, by the name of its template."""
SHEETS = {"console_sheets", "desk_sheets", "tile_sheets"}
"""The regions that are nothing but sheets. They are drawn for a screen only while one of its sheets is open."""
NOT_DRAWN = (piece("not-drawn", "regions/not_drawn.html:not_drawn"),)


class StaffRegion(NamedTuple):
    """A kind of region that an extension adds to the screens of a table's staff, one for each of their roles.

    ``above`` says that it stands above what the screen is for, else below it; ``sheets`` that it is nothing but sheets;
    ``training`` that it is for the screens of training tables alone.
    """

    kind: str
    shown: Shown
    above: bool = False
    sheets: bool = False
    training: bool = False


ADDED: list[StaffRegion] = []
"""What extensions have added, in the order of the screens."""


class Region(NamedTuple):
    """A region in one language."""

    name: str
    language: str


class Drawn(NamedTuple):
    """Regions of a table as they were drawn at one edition; the number is that of the register.

    ``dealer`` is who was in charge of the table then, by his row, where a console is among them.
    """

    edition: int
    number: int
    texts: dict[Region, Sheet]
    dealer: int | None = None


def draw(code: str, regions: Iterable[Region], before: Drawn | None = None, *, own: int | None = None) -> Drawn | None:
    """These regions of a table, all of one moment; None if there is no such table.

    Reading takes no lock. When an act comes in between, the drawing is thrown away and begun again. Where ``before`` is
    shown, what has changed since is drawn. ``own`` is the number to which this process itself
    brought the table, if nobody else is known to have acted there since.
    """
    regions, kept = sorted(regions, key=_by_language), before.texts if before is not None else {}
    drawn = None
    for _attempt in range(MOST_ATTEMPTS):
        seen = look(code, own=own)
        if seen is None:
            return None
        texts: dict[Region, Sheet] = {}
        for language, its in groupby(regions, _by_language):
            with translation.override(language):
                texts |= {region: _sheet(seen.snapshot, region, kept.get(region)) for region in its}
        drawn = Drawn(seen.snapshot.edition, seen.snapshot.number, texts, _dealer(seen.snapshot, regions))
        if still(seen):
            keep(seen)
            break
        own = None
    return drawn


def _dealer(snapshot: Snapshot, regions: Iterable[Region]) -> int | None:
    dealer = snapshot.dealer if any(region.name == "console" for region in regions) else None
    return dealer.person_id if dealer is not None else None


def _sheet(snapshot: Snapshot, region: Region, before: Sheet | None) -> Sheet:
    """A region, with what of it is to be sent; one that fails by our fault says so, and no other screen goes dark."""
    try:
        sheet = sheet_of(snapshot, region)
        sheet.draw(before)
    except DatabaseFault:
        raise
    except Exception:
        log.exception("a region was not drawn", table=snapshot.code, region=region.name)
        return Sheet(NOT_DRAWN, region.language)
    return sheet


def sheet_of(snapshot: Snapshot, region: Region) -> Sheet:
    """One region, in the language of the moment, which is its own."""
    kind, _, which = region.name.partition(":")
    if not snapshot.ready:
        return Sheet(_no_rules(snapshot), region.language)
    return Sheet(SHOWN[kind](snapshot, which), region.language, called_by(snapshot.state.profile))


def _by_language(region: Region) -> str:
    return region.language


def render(snapshot: Snapshot, region: Region) -> str:
    """The text of one region."""
    with translation.override(region.language):
        return sheet_of(snapshot, region).text


def _no_rules(snapshot: Snapshot) -> Iterable[Piece]:
    return (piece("no-rules", "regions/no_rules.html:no_rules", snapshot.code),)
