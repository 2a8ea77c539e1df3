"""While a case is not decided play waits, within a coup and between two; screens say for whom. Art. 6 to 8 and 16."""

import html
import re

import pytest
from django.utils import translation

from procedures.models import Incident
from table.models import Table
from table.play.next_act import next_act
from table.record.replay import replay
from table.rules.refusal import Code
from table.screens.dealer.task import task
from table.screens.read.snapshot import Snapshot, take
from table.screens.regions import Region, render
from tests.house.coups import deal, play
from tests.procedures.cases import attest, inverted, report, undue_third
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db

LANGUAGES = ("it", "de", "en")


def seen(table: AtTable) -> Snapshot:
    """The table as its screens find it."""
    snapshot = take(table.code)
    assert snapshot is not None
    return snapshot


def words(table: AtTable, name: str, language: str = "en") -> str:
    """What can be read of a region."""
    text = render(seen(table), Region(name, language))
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", text)).split())


def waits(table: AtTable) -> str:
    """What stands on the console in the place of the next act."""
    with translation.override("en"):
        now = task(seen(table))
    assert now.kind == "wait"
    return now.heading


def newest() -> Incident:
    return Incident.objects.latest("pk")


# --- between two coups


def test_between_two_coups_no_coup_begins_before_the_ispettore_has_referred_and_the_direzione_has_ruled() -> None:
    table = ready_table()
    play(table, "P100@1")
    case = report(table, "unforeseen", what="shoe_broken")
    assert (table.row.awaits, next_act(table.state)) == ("ispettore_gioco", None)
    assert waits(table) == "Held: call the inspector."
    refused = table.refuses(Code.INCIDENT_OPEN, "open_bets")
    assert refused.facts == {"role": "ispettore_gioco"}
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    assert (table.row.awaits, next_act(table.state)) == ("direzione", None)
    assert waits(table) == "Held: the Direzione decides."
    table.refuses(Code.INCIDENT_OPEN, "open_bets")
    table.cast.direzione.does("rule", incident=case.number, text="another sabot", effects=["continue"])
    assert (table.row.awaits, next_act(table.state)) == ("", ("open_bets", ""))
    table.does("open_bets")
    table.check()


def test_a_colpo_in_bianco_that_is_due_waits_too() -> None:
    table = ready_table()
    table.does("card_out", card="7S", exposed=True)
    case = report(table, "unforeseen", what="disturbance")
    assert next_act(table.state) is None
    table.refuses(Code.INCIDENT_OPEN, "play_blank", said=True)
    table.does("withdraw_incident", incident=case.number)
    assert next_act(table.state) == ("play_blank", "Colpo in Bianco")
    table.check()


def test_a_new_shoe_is_prepared_while_a_case_waits() -> None:
    table = ready_table()
    table.cast.direzione.does("void_shoe")
    report(table, "unforeseen", what="shoe_broken")
    assert next_act(table.state) == ("load", "")
    table.does("load", serial="S-2", decks=6)
    table.check()


def test_a_case_outlives_the_coup_that_was_cancelled_over_it_and_what_was_to_be_rebuilt_does_not() -> None:
    table = ready_table()
    table.does("card_out", card="7S", exposed=True)
    table.does("play_blank", said=True)
    report(table, "unforeseen", what="disturbance")
    table.cast.ispettore.does("suspend")
    assert (table.row.status, table.row.awaits) == (Table.Status.SUSPENDED, "ispettore_gioco")
    table.cast.ispettore.does("resume")
    assert next_act(table.state) is None
    table.refuses(Code.INCIDENT_OPEN, "play_blank", said=True)
    table.check()


def test_a_worn_card_keeps_nobody_waiting() -> None:
    table = ready_table()
    report(table, "worn_card", card="7D", damage="bent")
    assert (table.row.awaits, next_act(table.state)) == ("", ("open_bets", ""))
    table.check()


def test_a_replay_finds_a_table_that_waits_for_nobody_any_more() -> None:
    table = ready_table()
    inverted(table)
    Table.objects.filter(code=table.code).update(awaits="")
    assert {it.split(":")[0] for it in replay(table.code)} == {"Table"}


# --- what players and passers-by read


def test_who_has_a_stake_reads_that_the_coup_is_held_who_decides_and_that_his_stakes_stand() -> None:
    table = ready_table()
    inverted(table)
    assert "The coup is held The inspector decides. Your stakes stand." in words(table, "strip:1")
    assert "The coup is held The inspector decides." in words(table, "strip:5")
    assert "Your stakes stand." not in words(table, "strip:5")
    assert "The inspector decides. The stakes stand." in words(table, "sign")
    table.cast.ispettore.does("refer", incident=newest().number, reason="not foreseen")
    assert "The Direzione decides. Your stakes stand." in words(table, "strip:1")


def test_between_two_coups_displays_say_that_play_stands_still() -> None:
    table = ready_table()
    report(table, "unforeseen", what="shoe_broken")
    for name in ("strip:1", "sign"):
        assert "Play stands still The inspector decides." in words(table, name)
        assert "stakes stand" not in words(table, name)


def test_a_reader_whose_coup_is_held_is_told_so_and_not_to_read_on() -> None:
    table = ready_table()
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    assert "«carta»" in words(table, "strip:1")
    report(table, "inverted")
    assert "The coup is held" in words(table, "strip:1")
    assert "Keep the cards on the cloth until Banco is turned." not in words(table, "strip:1")


def test_a_coup_that_was_annulled_says_that_all_stakes_go_back() -> None:
    table = ready_table()
    inverted(table)
    case = newest()
    attest(table, case)
    table.cast.ispettore.does("annul_incident", incident=case.number, reason="not clear")
    for name in ("strip:1", "sign"):
        assert "Coup annulled All stakes go back." in words(table, name)


def test_that_a_colpo_in_bianco_comes_next_is_told_once_it_is_decided_and_not_before() -> None:
    table = ready_table()
    undue_third(table)
    for name in ("strip:1", "sign"):
        assert "Colpo in Bianco" not in words(table, name).partition("Rules and odds")[0]
    case = newest()
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    for name in ("strip:1", "sign"):
        assert "Colpo in Bianco comes next: no stakes" in words(table, name)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["strip:1", "strip:5", "sign"])
def test_whatever_holds_a_coup_the_public_reads_the_same(name: str, language: str) -> None:
    told = set()
    for code, laid in (("T1", ["banco", "punto", "punto", "banco"]), ("T2", ["punto", "banco", "punto"]), ("T3", None)):
        table = ready_table(code=code)
        deal(table, "P100@1")
        facts = {"laid": laid} if laid else {"what": "foreign_card"}
        kind = "unforeseen" if laid is None else "inverted" if len(laid) == 4 else "wrong_number"
        table.does("report_incident", kind=kind, facts=facts)
        told.add(words(table, name, language).replace(code, "T"))
    assert len(told) == 1


def test_a_last_coup_that_will_be_played_in_bianco_is_not_told_to_need_seven_cards() -> None:
    table = ready_table()
    table.press(("cut_card_out", {}), ("card_out", {"card": "7S", "exposed": True}))
    for name in ("strip:1", "sign"):
        assert "Ultimo colpo della taglia" in words(table, name)
        assert "minimo sette carte" not in words(table, name)
