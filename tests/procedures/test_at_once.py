"""Several people press at the same moment, and the house is started anew in the middle of an incident.

Super Punto Banco, Premessa, Art. 6 and 16.
"""

from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from procedures.models import Attestation, Incident
from table.rules.refusal import Code
from tests.croupier.cases import attest, inverted
from tests.croupier.dealer import Croupier
from tests.procedures.moments import BATTUTA, dealt
from tests.rig.cast import everybody_is_taken_on
from tests.rig.crowd import answers_number, at_once, parted
from tests.rig.daphne import manage
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import AtTable, check, ready_table

FACTS = {"laid": ["banco", "punto", "punto", "banco"]}


@pytest.fixture
def table(real_database: str) -> AtTable:
    """Two guests sit at a table of Venezia, with real commits."""
    return ready_table(seats=2)


def test_dealer_and_ispettore_report_it_at_once_and_one_case_stands(table: AtTable) -> None:
    dealer = Croupier(table, BATTUTA, unnoticed="BPPB")
    dealt(dealer)
    seen = table.number
    reports = [
        partial(who.does, "report_incident", kind="inverted", facts=FACTS, seen=seen)
        for who in (table.cast.dealer, table.cast.ispettore)
    ]
    answers, refused = parted(at_once(*reports * 2))
    assert (len(answers), {it.code for it in refused}) == (1, {Code.STALE})
    assert Incident.objects.get().number == answers[0].number
    dealer.is_noticed()
    assert dealer.to_the_burn() == {"punto": "9S KD", "banco": "4H 3C"}
    table.check()


def test_a_report_that_arrives_many_times_at_once_is_one_report(table: AtTable) -> None:
    dealt(Croupier(table, BATTUTA))
    seen = table.number
    press = partial(table.does, "report_incident", kind="inverted", facts=FACTS, nonce="one report", seen=seen)
    answers, refused = parted(at_once(*[press] * 4))
    assert (len(answers), refused, {answers_number(it) for it in answers}) == (4, [], {seen + 1})
    assert Incident.objects.count() == 1
    table.check()


def test_two_inspectors_attest_at_once_and_nobody_twice(table: AtTable) -> None:
    inverted(table)
    case = Incident.objects.get().number
    press = [partial(it.does, "attest", incident=case) for it in (table.cast.ispettore, table.cast.second_ispettore)]
    answers, refused = parted(at_once(*press * 2))
    assert (len(answers), Counter(it.code for it in refused)) == (2, {Code.PRESENCE: 2})
    assert sorted(Attestation.objects.values_list("badge", flat=True)) == ["irma", "ivo"]
    table.check()


def test_what_is_decided_and_taken_back_at_once_is_one_of_both(table: AtTable) -> None:
    inverted(table)
    case = Incident.objects.get()
    attest(table, case)
    seen, number = table.number, case.number
    ways = [
        partial(table.cast.ispettore.does, "ratify", seen=seen, incident=number),
        partial(table.cast.ispettore.does, "annul_incident", reason="mixed", seen=seen, incident=number),
        partial(table.does, "withdraw_incident", seen=seen, incident=number),
        partial(table.cast.ispettore.does, "refer", reason="mixed", seen=seen, incident=number),
    ]
    answers, refused = parted(at_once(*ways))
    # What is clear is never annulled, and what an inspector has attested no dealer withdraws, whoever comes first.
    assert len(answers) == 1
    assert Code.STALE in {it.code for it in refused} <= {Code.STALE, Code.CLEAR, Code.ROLE}
    table.check()


# --- another process

BEFORE = """
house super-punto-banco-venezia
limits main 10-1000 egalite 5-200
seat 1
seat 2
stakes P100@1 B100@2
cards 2S 9C 2H KD
says carta
early card seen 6C
reports undue_third: PBPBP
suspends
ispettore_gioco attests
expect held
"""
AFTER = """
expect incident undue_third open
expect held
expect phase declared
expect refused E_CARD_COVERED: ratifies
do turn_banco cards=["9C","KD"]
expect verdict clear_by_equivalence
ratifies
expect waiting 6C
do turn_punto cards=["2S","2H"]
announces
pays
burns
expect net 1 -100.00
expect net 2 +95.00
expect table suspended
resumes
colpo in bianco: 6C 8D AH 7S 4D
expect no blank due
"""


@pytest.mark.faults
def test_a_house_that_is_started_anew_in_the_middle_of_an_incident_goes_on_with_it(
    sqlite: Engine, tmp_path: Path, django_db_blocker: Any
) -> None:
    with sqlite.fresh() as url:
        with django_db_blocker.unblock(), at_home_in(url):
            everybody_is_taken_on()
        for part in (BEFORE, AFTER):
            script = tmp_path / "evening.taglia"
            script.write_text(part, encoding="utf-8")
            into = ("--into-this-house", "--by", "delia")
            manage("deal", str(script), "--table", "T1", *into, settings={"DATABASE_URL": url})
        with django_db_blocker.unblock(), at_home_in(url):
            check("T1")
            assert Incident.objects.get(kind="undue_third").status == "ratified"
