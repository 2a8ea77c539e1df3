"""Good staff: how the case that holds a coup is put right, one act after the other, each by whom it belongs to."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from procedures.case import verdicts
from procedures.case.presence import attested, had_a_hand_in, required
from procedures.models import UNDECIDED, Incident
from procedures.rebuild import placement
from table.models import Table
from table.play.state import TableState
from table.rules.profile import Role
from table.rules.regola import Side
from table.script.dealing import Given
from tests.rig.cast import Cast, Somebody
from tests.rig.tables import AtTable


class Act(NamedTuple):
    """Somebody's act."""

    by: Somebody
    verb: str
    given: Given


def open_cases(table: Table) -> list[Incident]:
    """The cases that hold the coup, or between two coups the table."""
    return list(Incident.objects.filter(table=table, blocking=True, status__in=UNDECIDED))


def put_right(table: AtTable) -> None:
    """Good staff carry on whatever holds the table, until nothing does."""
    while cases := open_cases(table.row):
        act = carried_on(table.state, table.cast, cases)
        act.by.does(act.verb, **act.given)


def _admitted(state: TableState, ruling: str) -> str:
    """This ruling, or what every house admits in its place."""
    if ruling in state.profile.rulings:
        return ruling
    return "annul" if state.coup is not None else "close_table"


def carried_on(state: TableState, cast: Cast, cases: Sequence[Incident], *, ruling: str = "continue") -> Act:
    """The next act: what is clear is rebuilt, what is not is annulled, what is not theirs the Direzione rules on.

    Where everybody of an office has caused it themselves nobody can attest it, and it is the Direzione's too.
    """
    for case in cases:
        if case.status == Incident.Status.REFERRED:
            ruled = {"text": "as decided", "effects": [_admitted(state, ruling)]}
            return Act(cast.direzione, "rule", {"incident": case.number, **ruled})
        if case.kind == "sabot_empty":
            return _looked_into(cast, case, state)
        if case.kind == "unforeseen" or not placement.at_boxes(state, case) or verdicts.result_stands(state):
            return _referred(cast, case, reason="nothing to be rebuilt")
    present = attested(state, cases)
    if missing := sorted(required(state.profile, cases) - set(present.values())):
        return _attested(state, cast, cases, Role(missing[0]))
    decides = [it for it in cast.all_with(Role.ISPETTORE_GIOCO) if it.person.badge in present]
    about: dict[str, Any] = {"incident": cases[0].number}
    found = verdicts.in_words(state, cases)
    if found.get("proposal"):
        return Act((*decides, cast.ispettore)[0], "ratify", about)
    if not found["verdict"]:
        return _referred(cast, cases[0], reason="nobody can say yet")
    return Act((*decides, cast.ispettore)[0], "annul_incident", about | {"reason": "not clear"})


def _looked_into(cast: Cast, case: Incident, state: TableState) -> Act:
    """The Ispettore looks into the sabot, and it is empty."""
    present = attested(state, [case])
    if missing := sorted(required(state.profile, [case]) - set(present.values())):
        return _attested(state, cast, [case], Role(missing[0]))
    decides = [it for it in cast.all_with(Role.ISPETTORE_GIOCO) if it.person.badge in present]
    return Act((*decides, cast.ispettore)[0], "confirm_empty", {"incident": case.number})


def _attested(state: TableState, cast: Cast, cases: Sequence[Incident], role: Role) -> Act:
    """The first of this office who has caused none of it, and had no hand in it, says that they are there."""
    able = [it for it in cast.all_with(role) if not _is_party(state, cases, it.person.badge)]
    if not able:
        return _referred(cast, cases[0], reason="nobody can attest it")
    return Act(able[0], "attest", {"incident": cases[0].number})


def _is_party(state: TableState, cases: Sequence[Incident], badge: str) -> bool:
    code = state.table.code
    return any(badge == case.caused_by or had_a_hand_in(code, case, badge) for case in cases)


def _referred(cast: Cast, case: Incident, *, reason: str) -> Act:
    return Act(cast.ispettore, "refer", {"incident": case.number, "reason": reason})


def to_be_turned(state: TableState) -> str:
    """The act that shows what a case has still to know, Punto's hand first; empty where it knows all."""
    waits = Incident.objects.filter(coup=state.coup, status=Incident.Status.OPEN, answer__why="E_CARD_COVERED")
    if not waits.exists():
        return ""
    covered = [side for side in Side if not all(card.face for card in state.at(side)[:2])]
    if covered:
        return "turn_punto" if Side.PUNTO in covered else "turn_banco"
    return "turn_third" if any(not card.face for side in Side for card in state.at(side)[2:]) else ""
