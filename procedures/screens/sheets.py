"""The regions of incidents: a band and the sheets of what can be reported; for inspectors what is to be decided."""

from typing import Any, NamedTuple

from procedures.articles.article import Remedy
from procedures.screens.pictures import Comparison, Difference, comparison, differences
from procedures.screens.reports import Evidence, asked, evidence, reports
from procedures.screens.reports import sheets as reporting_sheets
from procedures.screens.standing import Case, standing
from procedures.screens.wording import DAMAGE, EXPLAINED, RULINGS, SOURCES, UNFORESEEN, VERDICTS, WHY_NOT_YET
from procedures.verbs.reporting import REPORTERS
from table.models import Coup
from table.rules.cards import DECK
from table.rules.profiles import Role
from table.screens.in_reach import cut_card
from table.screens.record import face_text
from table.screens.regions import SHOWN
from table.screens.snapshot import Snapshot
from table.screens.task import task
from table.terms import ACTS, BOXES, PHASES, SIDES


class Sheet(NamedTuple):
    """An incident with all that is needed to decide on it: pictures, money, and what may be done by whom."""

    case: Case
    comparison: Comparison | None
    differences: list[Difference]
    evidence: Evidence | None
    may: set[str]


def incidents(snapshot: Snapshot, role: str) -> dict[str, Any]:
    """What the incidents of a table are shown with, to somebody in this role."""
    who, cases = Role(role), snapshot.part(standing)
    dealer, found = who is Role.DEALER, reports(snapshot, who) if role in REPORTERS else []
    return {
        "dealer": dealer,
        "cases": cases,
        "sheets": [] if dealer else [_sheet(snapshot, who, case) for case in cases],
        "reporter": who in REPORTERS,
        "reports": found,
        "offered": {it.kind: it for it in found},
        "report_sheets": reporting_sheets(),
        "asked": asked(snapshot),
        "beside": _beside(snapshot) if dealer else None,
        "refers": dealer and not any(it.role == Role.ISPETTORE_GIOCO for it in snapshot.staff),
        "may": lambda verb: snapshot.may(who, verb),
        "face_text": face_text,
        "faces": [str(card) for card in DECK],
        "words": {
            "acts": ACTS,
            "boxes": BOXES,
            "damage": DAMAGE,
            "explained": EXPLAINED,
            "phases": PHASES,
            "rulings": RULINGS,
            "sides": SIDES,
            "sources": SOURCES,
            "unforeseen": UNFORESEEN,
            "verdicts": VERDICTS,
            "why": WHY_NOT_YET,
        },
    }


def _beside(snapshot: Snapshot) -> dict[str, Any]:
    """What the dealer reports by an act of the game: the cut card, a reader who turned early or declines."""
    return {
        "cut_card": cut_card(snapshot),
        "pads": [it for it in task(snapshot).others if it.pad],
        "reader": snapshot.coup is not None and snapshot.coup.reader,
    }


def _sheet(snapshot: Snapshot, role: Role, case: Case) -> Sheet:
    answer, here = case.incident.answer, case.incident.coup_id is not None and case.incident.coup == snapshot.coup
    rebuilt = here and case.kind.rebuilds and case.incident.blocking
    may = {verb for verb in _decisions(snapshot, case) if snapshot.may(role, verb)}
    return Sheet(
        case,
        comparison=comparison(snapshot, answer) if rebuilt else None,
        differences=differences(snapshot, answer) if rebuilt else [],
        evidence=evidence(snapshot, case.incident) if rebuilt and "add_evidence" in may else None,
        may=may,
    )


def _decisions(snapshot: Snapshot, case: Case) -> set[str]:
    """What this incident admits now, whoever does it."""
    found, open_still = {"attest", "rule"}, not any(it.status == "referred" for it in case.group)
    if open_still and case.kind.rebuilds and case.incident.blocking:
        found |= {"ratify"} if case.clear else set()
        found |= {"annul_incident", "add_evidence"}
    if open_still and Remedy.REFER in case.article.remedies:
        found.add("refer")
    if open_still and not case.incident.noticed:
        found.add("withdraw_incident")
    if case.kind.name == "worn_card":
        found.add("authorise_replacement")
    return found - (set() if isinstance(snapshot.coup, Coup) else {"ratify", "annul_incident"})


def sign_up() -> None:
    """The table's screens have regions of this kind."""
    SHOWN["incidents"] = incidents
