"""What the table is told of the procedures when the house starts."""

from procedures.models import Attestation, Incident
from procedures.noticing import notice
from table.record import replay
from table.verbs.declaration import NOTICERS


def at_the_table() -> None:
    """Acts are looked at once they are done, and a replay compares incidents and attestations too."""
    if notice not in NOTICERS:
        NOTICERS.append(notice)
        replay.ROOMS.append("procedures")
        replay.NATURAL[Incident] = lambda case: case.number
        replay.LEADS_TO_TABLE[Attestation] = "incident__table"
