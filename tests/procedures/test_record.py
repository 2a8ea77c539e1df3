"""What the register keeps of a case, and what it never has."""

from procedures.models import Attestation, Incident
from table.models import Table
from table.record.past import replay
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import attest, inverted, newest, report
from tests.croupier.coups import close
from tests.rig.tables import AtTable


def test_a_replay_finds_an_incident_that_somebody_touched(table: AtTable) -> None:
    inverted(table)
    case = newest()
    attest(table, case)
    Incident.objects.update(caused_by="nobody")
    Attestation.objects.update(badge="cosima")
    assert replay.replay(table.code) == [
        f"T1: Attestation {case.number} cosima is on no record",
        f"T1: Attestation {case.number} ivo is on record, and gone",
        f"T1: Incident {case.number} is caused_by nobody, and on record caused_by ",
    ]
    Incident.objects.update(caused_by="")
    Attestation.objects.update(badge="ivo")


def test_a_replay_finds_a_table_that_waits_for_nobody_any_more(table: AtTable) -> None:
    inverted(table)
    Table.real.filter(code=table.code).update(awaits="")
    assert replay.replay(table.code) == [f"T1: Table {table.number} is awaits , and on record awaits ispettore_gioco"]
    Table.real.filter(code=table.code).update(awaits="ispettore_gioco")


def test_no_face_of_a_covered_card_is_in_the_record_of_an_incident(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("deal")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    assert {it["card"] for side in Side for it in case.answer["proposal"][side.value]} == {"??"}
    table.refuses(Code.CARD_COVERED, "report_incident", kind="worn_card", facts={"number": 1, "card": "7S"})
