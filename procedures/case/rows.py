"""Rows of cases: what the effects of a register leave in them, and which of them stay where a table is pruned."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import Model

from procedures.models import SPOKEN_OF, Attestation, Incident
from table.models import Coup, Table
from table.record import chain
from table.record.chain import Row
from table.record.compared import Compared
from table.record.past.pruning import OpenMatters
from table.record.proof.table_rows import Leaves, TableMade

NATURAL_KEYS: Mapping[type[Model], Callable[[Any], object]] = {Incident: lambda case: case.number}
PATHS_TO_TABLE: Mapping[type[Model], str] = {Attestation: "incident__table"}
COMPARED = {
    "case": Compared(
        "incident",
        Incident,
        "number",
        ("article", "kind", "noticed", "reported_by", "caused_by", "status", "decided", "decided_by"),
    ),
    "attestation": Compared(
        "attestation on incident", Attestation, "incident__number badge", ("number", "role"), "incident__table"
    ),
}
NOT_REFERRED = frozenset({Incident.Status.OPEN.value, Incident.Status.SETTLED_BY_LAW.value})
"""Status of a case that no entry has decided: in a Colpo in Bianco, and of some kinds, the law settles it by itself."""
Given = Mapping[str, Any]


def _opened(made: TableMade, row: Row, facts: Given, *, noticed: bool) -> None:
    """Add the row of a case to a table made from its register, with the status REFERRED if its entry says so.

    It has article, kind, whether it was noticed, reporter, cause, status and an empty decider. Else its status is the
    set NOT_REFERRED: the entry does not tell whether the law has settled it at once. One that the table ``noticed`` has
    no reporter and no cause. For an entry without ``on_duty`` the row lacks the field ``caused_by``.
    """
    by = {"reported_by": "" if noticed else row.actor}
    if "on_duty" in facts:  # before entries said so, whoever dealt counted as the cause
        by["caused_by"] = "" if noticed else _cause(row)
    effects = chain.effects(row.outcome)
    referred = any(name == "incident_referred" and its["incident"] == row.number for name, its in effects)
    status = Incident.Status.REFERRED.value if referred else NOT_REFERRED
    known = {"article": facts["article"], "kind": facts["kind"], "noticed": noticed}
    made.put("case", row.number, **known, **by, status=status, decided_by="")


def _cause(row: Row) -> str:
    """Return the cause that the arguments of an entry name, a badge in a report; "" where they name none."""
    return chain.read(row.arguments).get("caused_by") or ""


def _said_again(made: TableMade, row: Row, facts: Given) -> None:
    """Set the cause of a case that the table had noticed, where the report that completes it names one."""
    if row.verb == "report_incident" and (cause := _cause(row)):
        made.change("case", facts["incident"], caused_by=cause)


def _decided(made: TableMade, row: Row, facts: Given) -> None:
    """Set status, entry and decider of a case: the actor; at ``confirm_dispute`` who had asked for the decision."""
    case = made.row("case", facts["incident"]) or {}
    by = case.get("asked_by", row.actor) if row.verb == "confirm_dispute" else row.actor
    made.change("case", facts["incident"], status=facts["status"], decided=row.number, decided_by=by)


def _attested(made: TableMade, row: Row, facts: Given) -> None:
    """Set the attestation of the actor on a case, in place of an earlier one: its entry, and the role they had then."""
    made.put("attestation", f"{facts['incident']} {row.actor}", number=row.number, role=facts.get("role", row.role))


LEAVES: dict[str, Leaves] = {
    "incident_noticed": lambda made, row, facts: _opened(made, row, facts, noticed=True),
    "incident_reported": lambda made, row, facts: _opened(made, row, facts, noticed=False),
    "incident_evidence": _said_again,
    "cause_named": lambda made, _row, facts: made.change("case", facts["incident"], caused_by=facts["cause"]),
    "incident_attested": _attested,
    "incident_referred": lambda made, _row, facts: made.change(
        "case", facts["incident"], status=Incident.Status.REFERRED.value, decided=None
    ),
    "dispute_asked": lambda made, row, facts: made.change("case", facts["incident"], asked_by=row.actor),
    "incident_decided": _decided,
}
"""By effect: what it leaves in the rows of its table."""


# --- which of them stay

NAMES_COUPS = ("report_incident",)
"""Verbs that may name a coup that is over: a dispute about it."""


def prune_cases(table: Table, since: int) -> OpenMatters:
    """Delete the cases of a table that were decided before the entry ``since``; return what the others need.

    That is their coups, the taglie of these or of those they name, and per case a range of entries
    (:func:`_entries_of`).
    """
    Incident.objects.filter(table=table, decided__lt=since).delete()
    left = list(Incident.objects.filter(table=table).select_related("coup__shoe"))
    coups = [case.coup for case in left if case.coup is not None]
    named = {case.facts["taglia"] for case in left if "taglia" in case.facts}
    return OpenMatters(
        coups=frozenset(coup.pk for coup in coups),
        taglie=frozenset(named | {coup.shoe.taglia for coup in coups}),
        entries=tuple(map(_entries_of, left)),
    )


def _entries_of(case: Incident) -> tuple[int, int]:
    """Return the first and the last entry that a case needs.

    The first is that by which the coup before its own ended (0 without one), or its own if that is earlier; the last is
    the later of the end of its coup and the last entry that spoke of it while it was undecided, its own included. A
    case without a coup has its own entry and that last one. The entry that decided it does not count.
    """
    spoken_of = [case.number, *case.facts.get(SPOKEN_OF, []), *case.attestations.values_list("number", flat=True)]
    if case.coup is None:
        return case.number, max(spoken_of)
    earlier = Coup.objects.filter(table=case.table_id, pk__lt=case.coup.pk).order_by("-pk")
    before = earlier.values_list("ended_at", flat=True).first() or 0
    return min(before, case.number), max(*spoken_of, case.coup.ended_at or 0)
