"""The regions of incidents: what stands and is to be decided, and the sheets of what can be reported."""

from typing import Any, NamedTuple

from procedures.articles import KINDS
from procedures.articles.article import DECISIONS
from procedures.articles.offer import REPORTERS
from procedures.models import Incident
from procedures.screens.consequences import Consequence, if_annulled, if_ratified
from procedures.screens.offers import Evidence, asked, evidence, options, reports
from procedures.screens.offers import sheets as reporting_sheets
from procedures.screens.open_cases import Case, open_cases
from procedures.screens.pictures import Comparison, Difference, comparison, differences
from procedures.screens.wording import EXPLAINED, RULINGS, SOURCES, VERDICTS, WHY_NOT_YET
from procedures.verdicts import awaits_placement
from table.models import Coup
from table.rules.cards import DECK
from table.rules.profile import Role
from table.screens.dealer.task import task
from table.screens.dealer.tools import cut_card
from table.screens.read.snapshot import Snapshot
from table.screens.regions import StaffRegion
from table.screens.register.lines import face_text
from table.terms import BOX_NAMES, PHASES, SIDES
from table.verbs.declaration import VERBS


class Sheet(NamedTuple):
    """An incident with all that is needed to decide on it: pictures, what follows, money, what may be done by whom."""

    case: Case
    comparison: Comparison | None
    follows: list[Consequence]
    differences: list[Difference]
    evidence: Evidence | None
    may: set[str]


class Beside(NamedTuple):
    """What the dealer reports by an act of the game: the cut card, a reader who turned early or declines.

    ``pads`` are the pads that take such cards, each with the words of its button.
    """

    cut_card: bool
    pads: tuple[tuple[str, str], ...]
    reader: bool


ANSWERS = {
    name: {question: options(words) for question, words in kind.answers.items()} for name, (_, kind) in KINDS.items()
}
"""The answers among which the sheets let choose, by kind and question."""


class Words:
    """What the sheets call things; the same for all of them."""

    acts = VERBS
    answers = ANSWERS
    boxes = BOX_NAMES
    explained = EXPLAINED
    faces = tuple((str(card), face_text(str(card))) for card in DECK)
    phases = PHASES
    rulings = options(RULINGS)
    sides = SIDES
    sources = options(SOURCES)
    verdicts = VERDICTS
    why = WHY_NOT_YET


WORDS = Words()


def incidents(snapshot: Snapshot, role: str) -> dict[str, Any]:
    """What the incidents of a table are shown with, to somebody in this role."""
    who, cases = Role(role), snapshot.part(open_cases)
    dealer = who is Role.DEALER
    return {
        "dealer": dealer,
        "cases": cases,
        "coup": _coup(snapshot),
        "sheets": [] if dealer else [_sheet(snapshot, who, case) for case in cases],
        "refers": dealer and not any(it.role == Role.ISPETTORE_GIOCO for it in snapshot.staff),
        "may": snapshot.allowed(who),
        "face_text": face_text,
        "words": WORDS,
    }


def reporting(snapshot: Snapshot, role: str) -> dict[str, Any]:
    """What somebody in this role can report now, each with its sheet."""
    who = Role(role)
    return {
        "reporter": who in REPORTERS,
        "reports": tuple(reports(snapshot, who)) if who in REPORTERS else (),
        "report_sheets": tuple(reporting_sheets(who)),
        "asked": asked(snapshot),
        "beside": _beside(snapshot) if who is Role.DEALER else None,
        "coup": _coup(snapshot),
        "may": snapshot.allowed(who),
        "face_text": face_text,
        "words": WORDS,
    }


def _coup(snapshot: Snapshot) -> int | None:
    return snapshot.state.coup.number if snapshot.state.coup is not None else None


def _beside(snapshot: Snapshot) -> Beside:
    return Beside(
        cut_card=cut_card(snapshot) is not None,
        pads=tuple((it.pad, it.label) for it in snapshot.part(task).others if it.pad),
        reader=snapshot.state.coup is not None and bool(snapshot.state.coup.reader),
    )


def _sheet(snapshot: Snapshot, role: Role, case: Case) -> Sheet:
    answer, here = case.incident.answer, case.incident.coup_id is not None and case.incident.coup == snapshot.state.coup
    rebuilt = here and case.kind.rebuilds and case.incident.blocking
    may = {verb for verb in _decisions(snapshot, case) if snapshot.may(role, verb)}
    return Sheet(
        case,
        comparison=comparison(snapshot, answer) if rebuilt else None,
        follows=_follows(snapshot, case) if rebuilt else [],
        differences=differences(snapshot, answer) if rebuilt else [],
        evidence=evidence(snapshot, case.incident) if rebuilt and "add_evidence" in may else None,
        may=may,
    )


def _follows(snapshot: Snapshot, case: Case) -> list[Consequence]:
    """Of the decision that the verdict asks for; nothing while there is none, or it is for the Direzione."""
    if any(it.status == Incident.Status.REFERRED for it in case.group):
        return []
    if case.clear:
        return if_ratified(snapshot, case)
    return if_annulled(snapshot) if case.verdict else []


def _decisions(snapshot: Snapshot, case: Case) -> set[str]:
    """What this incident admits now, whoever does it."""
    found = {"attest", "rule"}
    if any(it.status == Incident.Status.REFERRED for it in case.group):
        return found
    found |= {verb for remedy, verb in DECISIONS.items() if remedy in case.article.remedies}
    if not case.incident.noticed or awaits_placement(case.incident):
        found.add("withdraw_incident")
    if case.kind.rebuilds and case.incident.blocking:
        found.add("add_evidence")
    return found - _not_yet(snapshot, case)


def _not_yet(snapshot: Snapshot, case: Case) -> set[str]:
    """The decisions on a reconstruction that cannot be made: nothing is rebuilt, no hands lie there, or not clearly."""
    closed = isinstance(snapshot.state.coup, Coup) and snapshot.state.coup.closed
    if not closed or not case.kind.rebuilds or not case.incident.blocking:
        return {"ratify", "annul_incident"}
    return set() if case.clear else {"ratify"}


REGIONS = (StaffRegion("incidents", incidents, above=True), StaffRegion("reports", reporting))
