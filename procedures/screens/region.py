"""Regions of incidents: what is open and to be decided, and the dialogs of what can be reported."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from procedures.articles.offer import REPORTERS, Group, in_a_hand
from procedures.rebuild import placement
from procedures.screens.deciding import band_of, decision_dialog, refers_themselves
from procedures.screens.offers import (
    CardToPlace,
    DialogData,
    ReportOffer,
    as_recorded,
    columns_of,
    dialog_data,
    report_dialogs,
    reports,
)
from procedures.screens.open_cases import OpenCase, open_cases
from procedures.screens.wording import COVERED_AT, SERVED_TO
from table.play.sealed import is_real
from table.rules.profile import Role
from table.rules.regola import FIRST_CARDS, Side
from table.screens.dealer.task import task
from table.screens.dealer.tools import cut_card
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Snapshot
from table.screens.read.staff_regions import StaffRegion

_macro = macros_of("regions/incidents.html")
_of = macros_of("regions/reports.html")


def incidents(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the list of undecided incidents as somebody in this role sees it, and the dialogs to decide on them.

    For every role both have the cases of :func:`open_cases`, at most MOST_SHOWN, those that hold play first. But of the
    dialogs a dealer gets only those to refer a case, while no Ispettore di Gioco is at the table; else their second
    piece is empty.
    """
    who, cases = Role(role), sorted(snapshot.part(open_cases), key=lambda it: not it.incident.blocking)
    dealer = who is Role.DEALER
    refers = dealer and not any(it.role == Role.ISPETTORE_GIOCO for it in snapshot.staff)
    bands = [band_of(snapshot, who, case, refers=refers) for case in cases]
    yield piece(
        "incidents", _macro("incidents"), bands=[piece(f"band-{it.number}", _macro("band"), it) for it in bands]
    )
    dialogs = _to_refer(snapshot, cases) if refers else _to_decide(snapshot, who, cases)
    yield piece("decisions", _macro("decisions"), dialogs=() if dealer and not refers else dialogs)


def _to_refer(snapshot: Snapshot, cases: Sequence[OpenCase]) -> Iterator[Piece]:
    """Yield a dialog, with number and source, for each case that a dealer may refer (:func:`refers_themselves`).

    That no Ispettore di Gioco is at the table is not checked here.
    """
    for case in cases:
        if refers_themselves(case):
            yield piece(
                f"refer-{case.number}", _macro("refer"), case.number, case.article.source_at(snapshot.state.profile)
            )


def _to_decide(snapshot: Snapshot, role: Role, cases: Sequence[OpenCase]) -> Iterator[Piece]:
    """Yield the dialog on each case, whoever decides it, with what this role may do."""
    numbers = snapshot.numbers
    for case in cases:
        yield piece(f"incident-{case.number}", _macro("decision"), decision_dialog(snapshot, role, case), numbers)


# --- what can be reported


class GameActs(NamedTuple):
    """Acts of the game by which the dealer reports: the cut card, a reader who turned early or declines.

    ``pads`` are the pads that take such cards, each with the words of its button.
    """

    cut_card: bool
    pads: tuple[tuple[str, str], ...]
    reader: bool


def reporting(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the list of what this role can report now, with its dialogs; nothing for one that reports nothing.

    Each kind that asks something has a dialog of its own, so that an open one stays open; one that cannot be used
    now says so. Then come the dialog for anything else, and for a dealer that for a card that was not due.
    """
    who, may = Role(role), snapshot.allowed(role)
    if who not in REPORTERS:
        return
    found, known, coup = reports(snapshot, who), snapshot.part(dialog_data), snapshot.state.coup
    game_acts, all_of_it = _game_acts(snapshot, may) if who is Role.DEALER else None, "report_incident" in may
    yield piece("incident", _of("all"), game_acts, all_of_it, **_listed(found))
    # Where the list has a kind is nothing to its dialog, which may be open.
    now = {it.kind: it._replace(likely=False) for it in found}
    for kind, words in report_dialogs(who, snapshot.state.profile):
        if kind in now:
            yield _report(snapshot, now[kind], known, coup.number if coup is not None else None, too=all_of_it)
        else:
            yield piece(f"report-{kind}", _of("not_possible"), f"report-{kind}", words)
    yield piece("report-other", _of("other"), all_of_it)
    if who is Role.DEALER:
        yield piece("card-not-due", _of("not_due"), _served(snapshot) if all_of_it else (), known.blanks, known.lapses)


def _listed(found: Sequence[ReportOffer]) -> dict[str, list[Piece]]:
    """Map each part of the list (likely now, cards, money, other) to its buttons, also a part without any.

    Each offer is there once: one that is likely not in its group, too.
    """
    parts: dict[str, list[Piece]] = {"likely": [], **{group: [] for group in get_args(Group)}}
    for it in found:
        parts["likely" if it.likely else it.group].append(piece(f"kind-{it.kind}", _of("kind"), it))
    return parts


def _served(snapshot: Snapshot) -> tuple[tuple[str, str, tuple[str | None, ...]], ...]:
    """List for each side: its code, words, and the boxes of the hand's cards if one more were served there.

    The boxes are in the order of extraction, None for a card at no box. Empty outside a hand, before four cards lie at
    the boxes, and at a virtual shoe, which serves none that is not due.
    """
    state = snapshot.state
    if not in_a_hand(state) or len(state.at_boxes) < FIRST_CARDS or not is_real(state.shoe):
        return ()
    laid = placement.as_recorded(state)
    return tuple((side.value, str(SERVED_TO[side]), (*laid, side.value)) for side in Side)


def _report(snapshot: Snapshot, report: ReportOffer, known: DialogData, coup: int | None, *, too: bool) -> Piece:
    """Build the dialog of one kind; where it asks for the boxes of the cards each card is a piece of its own.

    There it also asks which cards nobody can tell apart and, if any lies covered, for their places at each side where a
    face is known by its box only. ``known`` is the data of the dialogs. ``coup`` is the number of the coup being
    played: with another one the answers on where each card lies are forgotten. ``too``: the role may press
    `report_incident` now, so that a dialog made of acts of the game has its buttons for that, too.
    """
    key, columns = f"report-{report.kind}", columns_of(snapshot, report.kind)
    given = (report, known.by(report.kind), too)
    if columns is None:
        return piece(key, _of("report"), *given)
    positions = piece(
        f"{key}-lie",
        _of("layout"),
        f"{key}-lie",
        as_recorded(columns),
        cards=_position_cards(report.kind, columns, coup),
    )
    places = {f"{key}-lost-{it.place}": it.place for it in columns if it.box != "out"}
    lost = [piece(it, _of("lost"), it, place) for it, place in places.items()]
    covered = any(it.covered for it in columns)
    opened = _opened(snapshot, key, columns) if covered else []
    return piece(key, _of("report"), *given, covered, positions=[positions], lost=lost, opened=opened)


def _opened(snapshot: Snapshot, key: str, columns: Sequence[CardToPlace]) -> list[Piece]:
    """List the questions for the places of covered cards, one for each side with a face not known by its place.

    There nobody knows which of its cards was turned, and so which covered one is meant. Each lets choose among the
    places of all ``columns``, at whichever box.
    """
    sides = [side.value for side in Side if any(card.by_box for card in snapshot.state.at(side))]
    places = tuple(it.place for it in columns)
    names = {side: f"{key}-covered-{side}" for side in sides}
    return [piece(name, _of("opened"), name, side, str(COVERED_AT[Side(side)]), places) for side, name in names.items()]


def _position_cards(kind: str, columns: Sequence[CardToPlace], coup: int | None) -> Iterator[Piece]:
    """Yield the piece of each card that asks where it lies.

    Its key holds the coup, the card's number, its box on record and whether it may be not out: where one of these
    changes, an answer given before is forgotten. The face is shown only by the legend, a piece within it.
    """
    for it in columns:
        name = f"lie-{kind}-{it.place}"
        key = f"{name}-{coup}-{it.number}-{it.box}-{'loose' if it.loose else 'firm'}"
        legend = piece(f"{name}-is", _of("layout_legend"), f"{name}-is", it._replace(loose=False))
        yield piece(key, _of("layout_card"), key, name, it._replace(face=""), legend=[legend])


def _game_acts(snapshot: Snapshot, may: frozenset[str]) -> GameActs:
    """Return the acts of the game by which the dealer can report now: the cut card, pads that take cards, the reader.

    The pads are those of the other acts of the task. Only the reader depends on ``may``: they may decline where
    `pass_reading` is in it and somebody reads.
    """
    coup = snapshot.state.coup
    return GameActs(
        cut_card=bool(cut_card(snapshot)),
        pads=tuple((it.pad, it.label) for it in snapshot.part(task).others if it.pad),
        reader="pass_reading" in may and coup is not None and bool(coup.reader),
    )


REGIONS = (StaffRegion("incidents", incidents, above=True), StaffRegion("reports", reporting, dialogs=True))
