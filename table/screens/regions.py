"""Regions of the screens: each a row of pieces, drawn once for all who see it, in each of their languages.

A region is named after its template under ``templates/regions/``, with a colon and what distinguishes it where there
are several: ``strip:4`` is the strip of position 4, ``desk:ispettore_gioco`` the desk of that role. Those of dialogs
are called ``…_sheets`` in pages and frames, their templates ``…_dialogs.html``.
"""

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import structlog
from django.conf import settings
from django.db import Error as DatabaseFault
from django.utils import translation
from django.utils.translation import get_language

from table.screens.dealer import console
from table.screens.dealer.dialogs import dialogs as console_dialogs
from table.screens.felt.region import felt
from table.screens.inspector import bar, desk, tile
from table.screens.inspector.dialogs import dialogs as desk_dialogs
from table.screens.inspector.dialogs import tile_dialogs
from table.screens.players import seat, sign
from table.screens.read.alerts import turns_at
from table.screens.read.carry_over import keep, still, take_snapshot
from table.screens.read.pieces import RegionDrawing, piece
from table.screens.read.snapshot import Snapshot
from table.screens.read.staff_regions import Shown
from table.words.voices import voiced_for

log = structlog.stdlib.get_logger("sabot.regions")
MOST_ATTEMPTS = 5
SHOWN: dict[str, Shown] = {
    "bar": bar.bar,
    "console": console.console,
    "console_sheets": console_dialogs,
    "felt": felt,
    "desk": desk.desk,
    "desk_sheets": desk_dialogs,
    "tile": tile.tile,
    "tile_sheets": tile_dialogs,
    "strip": seat.strip,
    "sign": sign.sign,
}
"""Functions that draw the pieces of a region, by the first part of its name."""
DIALOGS = {"console_sheets", "desk_sheets", "tile_sheets"}
"""Kinds of regions that consist of dialogs. They are drawn for a screen only while one of its dialogs is open."""
NOT_DRAWN = (piece("not-drawn", "regions/not_drawn.html:not_drawn"),)


class Region(NamedTuple):
    """Region of a table in one language."""

    name: str
    language: str

    @property
    def kind(self) -> str:
        """Name up to its colon, a key of `SHOWN`: ``strip`` of ``strip:4``."""
        return self.name.partition(":")[0]


class Drawn(NamedTuple):
    """Regions of a table as drawn at one edition; ``number`` is that of the register.

    ``dealer`` is the primary key of who was in charge of the table, if a console is among the regions and anybody was.
    ``turns`` is when time alone changes what they show (:func:`turns_at`), None for never, and where none is of a kind
    in OF_TIME; the end of a betting clock does not count.
    """

    edition: int
    number: int
    texts: dict[Region, RegionDrawing]
    dealer: int | None = None
    turns: datetime | None = None


OF_TIME = {"desk", "tile"}
"""Kinds of regions that show what time alone brings about; the walls of extensions do as well."""


def draw(code: str, regions: Iterable[Region], before: Drawn | None = None, *, own: int | None = None) -> Drawn | None:
    """Draw regions of a table, each in its language and the words of the table's house; None if there is no such table.

    If the table has moved meanwhile, they are drawn again, at most MOST_ATTEMPTS times in all, and the last is
    returned; the snapshot of one that holds is cached. Of regions in ``before`` only what changed is rendered, of
    others all; one that fails is logged and becomes a notice, but database errors are raised. ``own`` is the number to
    which this process brought the table: a cached row not older is used without a query; None has it read.
    """
    by_language = attrgetter("language")
    regions, drawn_before = sorted(regions, key=by_language), before.texts if before is not None else {}
    drawn = None
    for _attempt in range(MOST_ATTEMPTS):
        seen = take_snapshot(code, own=own)
        if seen is None:
            return None
        texts: dict[Region, RegionDrawing] = {}
        for language, its in groupby(regions, by_language):
            voice = _voice(seen.snapshot, language)
            with translation.override(voice):
                texts |= {region: _drawing(seen.snapshot, region, voice, drawn_before.get(region)) for region in its}
        dealer = seen.snapshot.dealer if any(it.name == "console" for it in regions) else None
        timed = seen.snapshot.ready and any(it.kind in OF_TIME for it in regions)
        drawn = Drawn(
            seen.snapshot.edition,
            seen.snapshot.number,
            texts,
            dealer=dealer.person_id if dealer is not None else None,
            turns=turns_at(seen.snapshot) if timed else None,
        )
        if still(seen):
            keep(seen)
            break
        own = None
    return drawn


def _drawing(snapshot: Snapshot, region: Region, voice: str, before: RegionDrawing | None) -> RegionDrawing:
    """Return the drawing of a region, with what screens that show ``before`` (None: nothing yet) need rendered already.

    If that fails the error is logged, and a notice is drawn instead of the region; database errors are raised, and
    nothing is tried again.
    """
    try:
        drawing = drawing_of(snapshot, region, voice)
        _ = drawing.text if before is None else drawing.changes(before)
    except DatabaseFault:
        raise
    except Exception:
        log.exception("a region was not drawn", table=snapshot.code, region=region.name)
        return RegionDrawing(NOT_DRAWN, voice)
    return drawing


def drawing_of(snapshot: Snapshot, region: Region, voice: str) -> RegionDrawing:
    """Return the drawing of a region, not rendered yet; of a table without rules a notice.

    ``voice`` is its language in the words of the house, and has to be active. It becomes the language of the snapshot.
    KeyError for a kind that is not in SHOWN, if the table has rules.
    """
    kind, _, which = region.name.partition(":")
    snapshot.language = voice
    if not snapshot.ready:
        return RegionDrawing([piece("no-rules", "regions/no_rules.html:no_rules", snapshot.code)], voice)
    return RegionDrawing(SHOWN[kind](snapshot, which), voice)


def _voice(snapshot: Snapshot, language: str) -> str:
    """Return the code of a language with the words of the table's house, such as ``de-x-admiral``.

    Without rules, and in a house without words of its own, it is the language as it is.
    """
    return voiced_for(language, snapshot.state.profile) if snapshot.ready else language


def render(snapshot: Snapshot, region: Region) -> str:
    """Return the HTML of a whole region in the region's language, in the words of the table's house.

    That becomes the language of the snapshot. Of a table without rules it is a notice.
    """
    voice = _voice(snapshot, region.language)
    with translation.override(voice):
        return drawing_of(snapshot, region, voice).text


def watched_felt(snapshot: Snapshot) -> str:
    """Return the HTML of the felt as watching staff see it, in the active language; without rules a notice."""
    return render(snapshot, Region("felt:watch", get_language() or settings.LANGUAGE_CODE))
