"""The regions of the screens: each is one text, rendered once for all who see it, in each of their languages.

A region's name is that of its template under ``templates/regions/``, followed where there are several of a kind by
what tells them apart: ``strip:4`` is the strip of position 4, ``desk:ispettore_gioco`` the desk of that role.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import structlog
from django.db import DatabaseError
from django.template.loader import render_to_string
from django.utils import translation

from table.screens.dealer import console
from table.screens.felt.region import live_felt
from table.screens.inspector import bar, desk, tile
from table.screens.players import seat, sign
from table.screens.read.carry_over import keep, look, still
from table.screens.read.numbers import Numbers
from table.screens.read.snapshot import Snapshot

log = structlog.stdlib.get_logger("sabot.regions")
MOST_ATTEMPTS = 5
Shown = Callable[[Snapshot, str], dict[str, Any]]
SHOWN: dict[str, Shown] = {
    "bar": bar.shown,
    "console": console.shown,
    "console_sheets": console.sheets,
    "felt": live_felt,
    "desk": desk.desk,
    "desk_sheets": desk.sheets,
    "tile": tile.tile,
    "strip": seat.strip,
    "sign": sign.sign,
}
"""What a region's template is given besides the snapshot, by the name of the template."""


class StaffRegion(NamedTuple):
    """A kind of region that an extension adds to the screens of a table's staff, one for each of their roles.

    ``above`` says that it stands above what the screen is for, else below it.
    """

    kind: str
    shown: Shown
    above: bool = False


ADDED: list[StaffRegion] = []
"""What extensions have added, in the order of the screens."""


class Region(NamedTuple):
    """A region in one language."""

    name: str
    language: str


class Drawn(NamedTuple):
    """Regions of a table as they were drawn at one edition; the number is that of the register."""

    edition: int
    number: int
    texts: dict[Region, str]


def draw(code: str, regions: Iterable[Region]) -> Drawn | None:
    """These regions of a table, all of one moment; None if there is no such table.

    Reading takes no lock. When an act comes in between, the drawing is thrown away and begun again.
    """
    regions = sorted(regions)
    drawn = None
    for _attempt in range(MOST_ATTEMPTS):
        seen = look(code)
        if seen is None:
            return None
        texts = {region: _rendered(seen.snapshot, region) for region in regions}
        drawn = Drawn(seen.snapshot.edition, seen.snapshot.number, texts)
        if still(seen):
            keep(seen)
            break
    return drawn


def _rendered(snapshot: Snapshot, region: Region) -> str:
    """A region; one that fails by our fault says so in its place, and no other screen goes dark with it."""
    try:
        return render(snapshot, region)
    except DatabaseError:
        raise
    except Exception:
        log.exception("a region was not drawn", table=snapshot.code, region=region.name)
        with translation.override(region.language):
            return render_to_string("regions/not_drawn.html")


def render(snapshot: Snapshot, region: Region) -> str:
    """One region."""
    kind, _, which = region.name.partition(":")
    with translation.override(region.language):
        shown = SHOWN[kind](snapshot, which) if kind in SHOWN and snapshot.ready else {}
        context = {"table": snapshot, "which": which, "numbers": Numbers(region.language), **shown}
        template = f"regions/{kind}.html" if snapshot.ready else "regions/no_rules.html"
        return render_to_string(template, context)
