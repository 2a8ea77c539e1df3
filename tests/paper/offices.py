"""Who may do what, by the marks in the code: the acts of each office, and what it reads of the record (SECURITY.md)."""

from table.models import House
from table.play.declaration import VERBS
from table.rules.profile import Role
from table.rules.readers import READERS

NAMES = {
    Role.DEALER: "Dealer",
    Role.ISPETTORE_GIOCO: "Ispettore di Gioco",
    Role.ISPETTORE_COMUNALE: "Ispettore Comunale",
    Role.CAPO_ISOLA: "Capo Isola",
    Role.CAPO_TAVOLO: "Capo Tavolo",
    Role.DIREZIONE: "Direzione",
    Role.CASSA: "Cash desk",
    Role.VIDEO: "Camera desk",
    Role.AUDITOR: "Auditor",
    Role.OPERATOR: "Operator",
    Role.INSTRUCTOR: "Instructor",
    Role.SHOE: "Shoe reader",
}


def offices() -> str:
    """A line for each role: what it presses at a table, in the house, and which parts of the record it reads."""
    assert set(NAMES) == set(Role)
    lines = ["| Role | Acts at a table | Acts of the house | Reads of the record |", "|---|---|---|---|"]
    for role, name in NAMES.items():
        of = [(verb, it.owner is House) for verb, it in sorted(VERBS.items()) if role in it.roles]
        at_table, of_house = (
            ", ".join(f"`{it}`" for it, house in of if house is there) or "–" for there in (False, True)
        )
        reads = ", ".join(str(it) for it, by in READERS.items() if role in by) or "–"
        lines.append(f"| **{name}** | {at_table} | {of_house} | {reads} |")
    return "\n".join(lines)
