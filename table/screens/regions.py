"""Regions of the screens: each a row of pieces, drawn once for all who see it, in each of their languages.

A region is named after its template under ``templates/regions/``, with a colon and what distinguishes it where there
are several: ``strip:4`` is the strip of position 4, ``desk:ispettore_gioco`` the desk of that role.
"""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import NamedTuple

import structlog
from django.db import Error as DatabaseFault
from django.utils import translation

from table.screens.dealer import console
from table.screens.dealer.sheets import sheets as console_sheets
from table.screens.felt.region import felt
from table.screens.inspector import bar, desk, tile, tile_sheets
from table.screens.inspector.sheets import sheets as desk_sheets
from table.screens.players import seat, sign
from table.screens.read.carry_over import keep, look, still
from table.screens.read.pieces import Piece, Sheet, piece
from table.screens.read.snapshot import Snapshot
from table.words.offices import called_by

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
"""Functions that draw the pieces of a region, by the first part of its name."""
SHEETS = {"console_sheets", "desk_sheets", "tile_sheets"}
"""Kinds of regions that consist of dialogs. They are drawn for a screen only while one of its dialogs is open."""
NOT_DRAWN = (piece("not-drawn", "regions/not_drawn.html:not_drawn"),)


class StaffRegion(NamedTuple):
    """Kind of region that an extension adds to the screens of a table's staff, one for each of their roles.

    ``above`` places it above the regions of the screen, else it stands below; ``sheets`` says that it consists of
    dialogs, ``training`` that it is for training tables only.
    """

    kind: str
    shown: Shown
    above: bool = False
    sheets: bool = False
    training: bool = False


ADDED: list[StaffRegion] = []
"""Regions that extensions have added, in the order of the screens."""


class Region(NamedTuple):
    """Region of a table in one language."""

    name: str
    language: str


class Drawn(NamedTuple):
    """Regions of a table as drawn at one edition; ``number`` is that of the register.

    ``dealer`` is the primary key of who was in charge of the table, if a console is among the regions.
    """

    edition: int
    number: int
    texts: dict[Region, Sheet]
    dealer: int | None = None


def draw(code: str, regions: Iterable[Region], before: Drawn | None = None, *, own: int | None = None) -> Drawn | None:
    """Draw regions of a table; None if there is no such table.

    Takes no lock: if an act comes in between, they are drawn again, in at most five attempts, of which the last is
    returned in any case. Regions in ``before`` are compared with it, so that only changes are drawn. ``own`` is the
    number to which this process itself brought the table, if nobody else is known to have acted there since.
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
    """Draw a region and what of it is to be sent. A failure is logged and shown in place of this region alone.

    Database errors are raised.
    """
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
    """Return a region undrawn, in the active language, which has to be its own; of a table without rules a notice."""
    kind, _, which = region.name.partition(":")
    if not snapshot.ready:
        return Sheet(_no_rules(snapshot), region.language)
    return Sheet(SHOWN[kind](snapshot, which), region.language, called_by(snapshot.state.profile))


def _by_language(region: Region) -> str:
    return region.language


def render(snapshot: Snapshot, region: Region) -> str:
    """Return the HTML of one region."""
    with translation.override(region.language):
        return sheet_of(snapshot, region).text


def _no_rules(snapshot: Snapshot) -> Iterable[Piece]:
    return (piece("no-rules", "regions/no_rules.html:no_rules", snapshot.code),)
