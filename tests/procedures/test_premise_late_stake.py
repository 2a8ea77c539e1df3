"""A stake that comes after «Rien ne va plus» goes back, and stands in the record. Super Punto Banco, Premessa."""

from typing import Any

import pytest
from django.utils import translation

from procedures.articles import kind_of
from procedures.models import Incident
from procedures.screens.wording import answers_in_words
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.croupier.cases import newest, report
from tests.croupier.coups import close, coup, deal, effects, lay, net, pay, turn
from tests.procedures.test_kinds import offered, region, report_dialogs
from tests.rig.pressing import Buttons
from tests.rig.tables import AtTable

LATE: dict[str, Any] = {"position": "2", "box": "punto", "amount": 100_000}


def test_it_goes_back_and_nothing_of_it_is_in_action(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    answer = table.does("report_incident", kind="late_stake", facts=LATE)
    assert effects(answer, "bet_returned") == [LATE]
    assert [(it.position, it.laid) for it in table.state.stakes] == [("1", 10_000)]
    case = newest()
    assert (case.status, case.article, case.blocking, case.facts) == ("settled_by_law", 0, False, LATE)
    assert not coup(table).held
    pay(table)
    table.does("burn")
    assert net(table, "1") == 10_000
    assert table.row.alerts.filter(code="incident_reported").count() == 1


@pytest.mark.parametrize("who", ["dealer", "ispettore"])
def test_the_dealer_and_the_ispettore_report_it_from_the_closing_to_the_burning(table: AtTable, who: str) -> None:
    reporter = getattr(table.cast, who)
    reporter.is_refused(Code.PHASE, "report_incident", kind="late_stake", facts=LATE)
    lay(table, "P100@1")
    reporter.is_refused(Code.PHASE, "report_incident", kind="late_stake", facts=LATE)
    table.does("close_bets", said=True)
    moments = ("closed", "dealt", "turned", "paid")
    for moment in moments:
        reporter.does("report_incident", kind="late_stake", facts=LATE)
        if moment == "closed":
            table.does("deal")
        elif moment == "dealt":
            turn(table)
        elif moment == "turned":
            pay(table)
    assert Incident.objects.filter(kind="late_stake").count() == len(moments)
    for other in (table.cast.comunale, table.cast.capo_isola):
        other.is_refused(Code.ROLE, "report_incident", kind="late_stake", facts=LATE)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"position": "12"}, Code.POSITION),
        ({"box": "grande"}, Code.BOX),
        ({"box": "bench"}, Code.ARGUMENTS),
        ({"amount": 0}, Code.ARGUMENTS),
        ({"amount": 2.5}, Code.ARGUMENTS),
        ({"amount": 10**13}, Code.ARGUMENTS),
        ({"position": "x" * 9}, Code.ARGUMENTS),
        ({"seen": True}, Code.ARGUMENTS),
    ],
)
def test_what_was_mistyped_is_refused(table: AtTable, wrong: dict[str, Any], code: Code) -> None:
    close(table, "P100@1")
    table.refuses(code, "report_incident", kind="late_stake", facts=LATE | wrong)
    assert not Incident.objects.exists()


def test_while_a_case_holds_the_coup_it_is_told_as_ever(table: AtTable) -> None:
    deal(table, "P100@1")
    report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    inverted = newest()
    report(table, "late_stake", **LATE)
    assert coup(table).held
    assert Incident.objects.get(pk=inverted.pk).stands


def test_its_sheet_asks_where_it_lay_and_how_much(table: AtTable) -> None:
    lay(table, "P100@1")
    assert "late_stake" not in offered(table, Role.DEALER)
    table.does("close_bets", said=True)
    for role in (Role.DEALER, Role.ISPETTORE_GIOCO):
        dialog = report_dialogs(region(table, role))["late_stake"]
        [[step]] = Buttons(dialog).presses
        assert step == {"verb": "report_incident", "given": {"kind": "late_stake", "facts": {}}}
        assert {f'name="facts.{name}"' for name in LATE} <= {it for it in dialog.split() if it.startswith("name=")}
        assert 'value="egalite"' in dialog
        assert 'value="grande"' not in dialog


def test_it_reads_with_its_box_and_its_amount(table: AtTable) -> None:
    close(table, "P100@1")
    case = report(table, "late_stake", **LATE)
    with translation.override("en"):
        assert [words for _name, _question, words in answers_in_words(case, kind_of(case))] == ["2", "Punto", "1,000"]


def test_no_stake_comes_into_a_coup_in_bianco_by_it(table: AtTable) -> None:
    table.does("card_out", card="9S", exposed=True)
    table.does("play_blank", said=True)
    report(table, "late_stake", **LATE)
    assert table.state.stakes == []
