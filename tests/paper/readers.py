"""Who may read which part of the record, and on which pages, as docs/records.md has it."""

from table.rules.profile import Role
from table.rules.readers import READERS, Report
from tests.rig.addresses import pages_of_the_record

NAMES = {
    Role.ISPETTORE_GIOCO: "Ispettore di Gioco",
    Role.ISPETTORE_COMUNALE: "Ispettore Comunale",
    Role.CAPO_ISOLA: "Capo Isola",
    Role.CAPO_TAVOLO: "Capo Tavolo",
    Role.DIREZIONE: "Direzione",
    Role.CASSA: "Cash desk",
    Role.AUDITOR: "Auditor",
    Role.OPERATOR: "Operator",
}
"""Everybody who may read anything; whoever is not here reads nothing."""


def readers() -> str:
    """A line for each report: its pages, and a mark for each role that may read it and take it out of the house."""
    pages = pages_of_the_record()
    assert frozenset[Role]().union(*READERS.values()) == set(NAMES)
    lines = ["| Report | Pages | " + " | ".join(NAMES.values()) + " |", "|---|---|" + ":-:|" * len(NAMES)]
    for report in Report:
        shown = "<br>".join(f"`/{address}`" for address, of in sorted(pages.items()) if of is report) or "–"
        marks = " | ".join("yes" if role in READERS[report] else "" for role in NAMES)
        lines.append(f"| {report} | {shown} | {marks} |")
    return "\n".join(lines)
