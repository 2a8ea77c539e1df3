"""Dialogs of the desk and of a tile of the pit.

Which there are depends on the role alone, so that an open one stays open as the table moves.
"""

import json
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from table.models import Table
from table.play.seats import possible_owners
from table.rules.corrections import CORRECTABLE
from table.screens.inspector.alerts import alert_lines, answers
from table.screens.inspector.buttons import may, office
from table.screens.inspector.desk import corrections, custody_lines, limit_rows
from table.screens.inspector.figures import figures
from table.screens.inspector.pit_list import CALLS, list_of, turns
from table.screens.inspector.seats import seat_dialogs
from table.screens.inspector.tile import ACTS, ANSWERS, acts_of
from table.screens.read.lines import face_text
from table.screens.read.pieces import Piece, piece
from table.screens.read.sentences import REASONS
from table.screens.read.snapshot import Snapshot
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES

DIALOGS, RIGHT = "regions/desk_dialogs.html", "regions/desk/corrections.html"
FIGURES, TILE = "regions/desk/figures.html", "regions/tile_dialogs.html"
CONFIRMED = {
    "close_table": "close",
    "order_dealer_to_complete": "complete",
    "order_blank": "blank",
    "report_visible": "visible",
    "void_shoe": "void",
}
"""Names of the dialogs that ask for a confirmation, by their acts."""


class FormOption(NamedTuple):
    """Option of a form: its value, and its words."""

    value: str | int
    words: str


Choices = tuple[FormOption, ...]


def dialogs(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the dialogs of the desk of this role, those of its verbs, whether they may be used now or not.

    Everybody has those of notes and of figures. The state of the table changes what is in them, and no dialog comes or
    goes with it; the dialog of corrections has a form for each kind that can be made now.
    """
    numbers, mine, now = snapshot.numbers, office(role), may(snapshot, role)
    if "occupy" in mine:
        yield from seat_dialogs(snapshot, role, now)
        yield piece("waiting-guests", f"{DIALOGS}:waiting_guests", snapshot.reservations)
    if "reserve" in mine:
        given = (snapshot.reservations, snapshot.state.profile.identity_check)
        yield piece("sheet-waiting", f"{DIALOGS}:waiting", *given, pit=[list_of(snapshot, role, now)])
    if "set_limits" in mine:
        yield limits(snapshot, now, numbers)
    yield from _acts(snapshot, mine, now)
    yield piece("sheet-note", f"{DIALOGS}:note")
    # A table with a bank has a sheet of its own for this: there it is said, too, where the money goes.
    if "dispose" in mine and snapshot.state.profile.bank == "off":
        yield piece("sheet-custody", "regions/desk/custody.html:dispose", custody_lines(snapshot), numbers)
    if "correct_entry" in mine:
        right = corrections(snapshot) if "correct_entry" in now else ()
        forms = [_correction(snapshot, what) for what in right]
        yield piece("sheet-corrections", f"{RIGHT}:corrections_dialog", forms=forms)
    drawn = (snapshot.code, figures(snapshot, numbers))
    tronc = piece("tronc", f"{FIGURES}:tronc", snapshot.tronc, snapshot.state.profile.currency, numbers)
    yield piece("sheet-figures", f"{FIGURES}:figures_dialog", *drawn, tronc=[tronc])


def limits(snapshot: Snapshot, now: frozenset[str], numbers: Numbers) -> Piece:
    """Return the dialog for new limits; without fields unless ``set_limits`` is among `now`.

    It says whether these will have to be announced before they hold, or hold at once as the table is closed.
    """
    rows = limit_rows(snapshot, numbers) if "set_limits" in now else ()
    announced, closed = snapshot.state.profile.announce_limits_by, snapshot.table.status == Table.Status.CLOSED
    return piece("sheet-limits", f"{DIALOGS}:limits", bool(announced), closed, rows)


def suspend(snapshot: Snapshot, now: frozenset[str]) -> Piece:
    """Return the dialog that suspends the game; without its form unless ``suspend`` is among `now`.

    It says that the coup is finished first, unless it is cancelled by it and the stakes go back, or none is played.
    """
    finished = snapshot.state.coup is not None and not snapshot.state.can_be_cancelled
    return piece("sheet-suspend", f"{DIALOGS}:suspend", "suspend" in now, finished)


def _acts(snapshot: Snapshot, mine: frozenset[str], now: frozenset[str]) -> Iterator[Piece]:
    """Yield the dialogs of decisions for the verbs of `mine`, which the role may use in some state.

    The verbs are ``suspend``, those of CONFIRMED, ``annul``, ``set_button`` and ``replace_decks``, each with a dialog
    of its own, which says that it is not possible now if its verb is not in `now`. That of ``replace_decks`` offers
    ``keep_decks``, too, if both are in `now`.
    """
    if "suspend" in mine:
        yield suspend(snapshot, now)
    for verb, name in CONFIRMED.items():
        if verb in mine:
            yield piece(f"sheet-{name}", f"{DIALOGS}:{name}", verb in now)
    if "annul" in mine:
        yield piece("sheet-annul", f"{DIALOGS}:annul", "annul" in now, snapshot.blank)
    if "set_button" in mine:
        yield piece("sheet-button", f"{DIALOGS}:button", "set_button" in now, _positions(snapshot))
    if "replace_decks" in mine:
        yield piece("sheet-decks", f"{DIALOGS}:decks", "replace_decks" in now, "keep_decks" in now)


# --- what was keyed wrong is put right


def _correction(snapshot: Snapshot, what: str) -> Piece:
    """Return the form for one kind of correction, with what it chooses from and the reasons.

    If it changes stakes it says whether a face is known, so that a second person has to agree.
    """
    among = {
        "card": (_turned,),
        "stake": (_positions, _boxes, _guests),
        "box": (_staked, _boxes, _guests),
        "owner": (_staked, _boxes, _guests),
        "highest": (_players,),
        "position": (_staked, _positions),
        "standing": (_staked,),
        "cash": (_staked, _boxes, _guests),
    }.get(what, ())
    by_two = (snapshot.state.face_known,) if CORRECTABLE[what].changes_stakes else ()
    chosen = [choices(snapshot) for choices in among]
    reasons = tuple(FormOption(code, str(words)) for code, words in REASONS.items())
    return piece(f"correction-{what}", f"{RIGHT}:{what}", *chosen, reasons, *by_two)


def _positions(snapshot: Snapshot) -> Choices:
    """List all positions of the house by label, also those nobody has."""
    return tuple(FormOption(label, label) for label in snapshot.state.profile.positions)


def _boxes(snapshot: Snapshot) -> Choices:
    """List all boxes of the house with their names. Refuses (E_PROFILE) without rules."""
    return tuple(FormOption(box, str(BOX_NAMES[box])) for box in snapshot.state.profile.boxes)


def _staked(snapshot: Snapshot) -> Choices:
    """List the positions with stakes."""
    return tuple(FormOption(seat.label, seat.label) for seat in snapshot.seats if seat.stakes)


def _guests(snapshot: Snapshot) -> Choices:
    """List the guests of whom a stake may be, after “the only one there”, whose value is "".

    Empty where one player alone may stake at a position.
    """
    there = possible_owners(snapshot.state)
    return (FormOption("", _("the only one there")), *(FormOption(key, key) for key in there)) if there else ()


def _turned(snapshot: Snapshot) -> Choices:
    """List the cards of the coup, then those held for the next, whose faces are known.

    The value is the card's number in the order of extraction, the words are number and face.
    """
    cards = [*snapshot.state.cards, *snapshot.state.held]
    return tuple(FormOption(card.number, f"{card.number}: {face_text(card.face)}") for card in cards if card.face)


def _players(snapshot: Snapshot) -> Choices:
    """List the positions whose holder is present, after “nobody”.

    The values are JSON: ``null`` for nobody, else the label of the position as a string, ``"3"`` in quotes.
    """
    nobody = FormOption("null", _("nobody"))
    return (nobody, *(FormOption(json.dumps(label), label) for label in snapshot.state.present))


# --- the tile


def tile_dialogs(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the dialogs of a tile (one table in the overview of the pit) for this role.

    The first has the buttons of what may be done now, the alerts, and the waiting list if anybody is on it for this
    table. Those of limits and of suspension follow if the role ever may do it.
    """
    numbers, mine, now = snapshot.numbers, office(role), may(snapshot, role, ACTS | ANSWERS | CALLS)
    alerts = alert_lines(snapshot, numbers)
    may_answer = "go_to_alert" in mine
    cases = [piece(f"case-{it.key}", f"{TILE}:case", it, answers(it) if may_answer else None) for it in alerts]
    given = (snapshot.code, tuple(it.key for it in acts_of(snapshot, now)))
    waits = [list_of(snapshot, role, now)] if turns(snapshot) else []
    yield piece("sheet-tile", f"{TILE}:all_acts", *given, cases=cases, waits=waits)
    if "set_limits" in mine:
        yield limits(snapshot, now, numbers)
    if "suspend" in mine:
        yield suspend(snapshot, now)
