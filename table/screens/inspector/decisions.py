"""Panel of decisions at the desk: a button for each that this role may make now, and why there is none."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from table.models import Table
from table.play.declaration import PARTS, GamePart
from table.screens.inspector.buttons import DECIDED_BY, DeskKey, DeskKeys, act, office, opens
from table.screens.read.pieces import MOST_CACHED, Piece, piece
from table.screens.read.snapshot import Snapshot

GOLD, GRAVE, SPARE = "act-gold", "act-grave", "decisions-spare"
REPORT = "report"
"""In the place of a verb: the one by which a case is reported, which an extension declares."""
ABOVE = (
    ("", ("open_table", "resume", "suspend")),
    ("", (REPORT,)),
    ("", ("correct_entry",)),
    ("", ("report_visible",)),
    ("", ("annotate",)),
    ("", ("close_table", "annul")),
)
"""Places above the sentences of the panel, each with its class and its acts in their order."""
BELOW = (
    (SPARE, ("order_dealer_to_complete", "order_blank")),
    (SPARE, ("set_button",)),
    ("", ("replace_decks", "void_shoe")),
)
"""Places below them."""


class Place(NamedTuple):
    """Place of acts of which mostly one may be done at a time, kept while there is none; ``look`` is its class."""

    look: str
    keys: DeskKeys


class Hints(NamedTuple):
    """Sentences of the panel: what an opening needs, that a suspension is pending, that the Direzione resumes the game.

    At a table that is ``closed`` it resumes it by opening the table again.
    """

    opening: bool
    pending: bool
    by_direzione: bool
    closed: bool


def decisions(snapshot: Snapshot, role: str, now: frozenset[str], *, corrects: bool) -> Piece:
    """Return the panel with a button for each decision in `now` that stands there, also for the report of an incident.

    Corrections have one only if there is something to correct (``corrects``). It also says what an opening still needs,
    to the role that opens the closed table while it cannot; that a suspension is pending; and that the Direzione alone
    resumes the game, to roles that else would.
    """
    closed = snapshot.table.status == Table.Status.CLOSED
    first = closed and role in DECIDED_BY["open_table"](snapshot)
    waits = "resume" in office(role) and not now & {"resume", "open_table"} and not first
    hints = Hints(
        opening=first and "open_table" not in now,
        pending=snapshot.table.suspend_pending,
        by_direzione=waits and snapshot.resumed_by_direzione,
        closed=closed,
    )
    can = now if corrects else now - {"correct_entry"}
    return panel(role, can & _with_button(), hints, get_language())


@lru_cache(maxsize=MOST_CACHED)
def panel(role: str, can: frozenset[str], hints: Hints, _language: str | None) -> Piece:
    """Return the panel of a role with the buttons for the acts in ``can`` and the sentences of ``hints``; cached.

    A place of acts of which this role has at least one is there, empty while none of them is in ``can``. Words are in
    the language that is active, which `_language` names as part of the key of the cache.
    """
    reports, mine = PARTS.get(GamePart.REPORTS, ""), office(role)
    keys = {verb: key for verb, key in _keys(hints, reports).items() if verb in can}
    above, below = (tuple(_places(rows, reports, mine, keys)) for rows in (ABOVE, BELOW))
    return piece("decisions", "regions/desk/decisions.html:panel", above, tuple(_sentences(hints)), below)


@cache
def _with_button() -> frozenset[str]:
    """Return the verbs with a button in the panel; in place of REPORT that of an extension, "" without any. Cached."""
    named = {verb for _look, verbs in (*ABOVE, *BELOW) for verb in verbs}
    return frozenset(PARTS.get(GamePart.REPORTS, "") if verb == REPORT else verb for verb in named)


def _places(
    rows: Iterable[tuple[str, tuple[str, ...]]], reports: str, mine: frozenset[str], keys: Mapping[str, DeskKey]
) -> Iterator[Place]:
    """Yield those of these ``rows``, each a CSS class and its verbs, with a verb among ``mine``, those of the role.

    Each has the buttons that ``keys`` has for any of its verbs, perhaps none; ``reports`` is the verb for REPORT.
    """
    for look, named in rows:
        verbs = [reports if it == REPORT else it for it in named]
        if mine.intersection(verbs):
            yield Place(look, tuple(keys[it] for it in verbs if it in keys))


def _keys(hints: Hints, reports: str) -> dict[str, DeskKey]:
    """Map the verbs with a button in the panel to these, which press the act or open a dialog.

    ``reports`` is the verb for REPORT. Of the hints only ``pending`` changes a button: ``resume`` then takes the
    pending suspension back, and says so.
    """
    resumes = act(_("No suspension"), "resume") if hints.pending else act(_("Resume"), "resume", GOLD)
    return {
        reports: opens(_("Incident …"), "incident"),
        "open_table": act(_("Open the table"), "open_table", GOLD),
        "resume": resumes,
        "suspend": opens(_("Suspend …"), "sheet-suspend"),
        "close_table": opens(_("Close the table …"), "sheet-close"),
        "correct_entry": opens(_("Put right …"), "sheet-corrections"),
        "annotate": opens(_("Note …"), "sheet-note"),
        "report_visible": opens(_("Card visible …"), "sheet-visible"),
        "annul": opens(_("Annul the coup …"), "sheet-annul", GRAVE),
        "order_dealer_to_complete": opens(_("Dealer completes …"), "sheet-complete"),
        "order_blank": opens(_("Colpo in Bianco …"), "sheet-blank"),
        "set_button": opens(_("Button …"), "sheet-button"),
        "replace_decks": opens(_("New decks …"), "sheet-decks"),
        "void_shoe": opens(_("Shoe off the table …"), "sheet-void", GRAVE),
    }


def _sentences(hints: Hints) -> Iterator[str]:
    """Yield the sentences of the panel that these hints call for, at most one for each, in their order."""
    if hints.opening:
        yield _("To open the table, a shoe has to be in preparation and a dealer signed on.")
    if hints.pending:
        yield _("The game is suspended as soon as this coup is finished.")
    if hints.by_direzione and hints.closed:
        yield _("The Direzione suspended the game before the table was closed, and opens it again.")
    elif hints.by_direzione:
        yield _("The Direzione has suspended the game, and resumes it.")
