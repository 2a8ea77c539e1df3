"""Readers of the record: kinds of reports, the roles that may read each, and the files in which they are handed out."""

from collections.abc import Mapping
from enum import StrEnum

from table.rules.profile import Role


class Report(StrEnum):
    """Kind of report: a part of the record that can be read, and handed out."""

    INCIDENT = "incident"
    REGISTER = "register"
    TAGLIA = "taglia"
    CLOSING = "closing"
    STATISTICS = "statistics"
    HOUSE = "house"
    PROOF = "proof"
    STATEMENT = "statement"
    SLIP = "slip"
    BANK_DAY = "bank_day"
    CASH_REGISTER = "cash_register"
    BANK_TIPS = "bank_tips"


class Form(StrEnum):
    """File format of a report that is handed out."""

    PDF = "pdf"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"


_SUPERVISION = frozenset(
    {Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.CAPO_TAVOLO, Role.DIREZIONE, Role.AUDITOR}
)
READERS: Mapping[Report, frozenset[Role]] = {
    Report.INCIDENT: _SUPERVISION,
    Report.REGISTER: _SUPERVISION,
    Report.TAGLIA: _SUPERVISION,
    Report.CLOSING: _SUPERVISION,
    Report.STATISTICS: _SUPERVISION,
    Report.HOUSE: frozenset({Role.DIREZIONE, Role.AUDITOR}),
    Report.PROOF: frozenset({Role.DIREZIONE, Role.AUDITOR, Role.OPERATOR}),
    Report.STATEMENT: _SUPERVISION,
    Report.SLIP: _SUPERVISION | {Role.CASSA},
    Report.BANK_DAY: frozenset({Role.DIREZIONE, Role.AUDITOR}),
    Report.CASH_REGISTER: frozenset({Role.CASSA, Role.DIREZIONE, Role.AUDITOR}),
    Report.BANK_TIPS: frozenset({Role.CASSA, Role.DIREZIONE, Role.AUDITOR}),
}
"""Roles that may read each kind of report, and take it out of the house."""
