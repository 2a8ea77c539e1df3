"""What players and passers-by read while a case stands."""

import re

import pytest

from table.screens.regions import Region, render
from tests.croupier.cases import attest, inverted, newest, order_lost, report, shows, undue_third
from tests.croupier.coups import deal
from tests.house.reader import LANGUAGES
from tests.rig.page import words
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db


def read(table: AtTable, name: str, language: str = "en") -> str:
    """What can be read of a region."""
    return words(render(table.snapshot, Region(name, language)))


def test_who_has_a_stake_reads_that_the_coup_is_held_who_decides_and_that_what_they_staked_stands(
    table: AtTable,
) -> None:
    inverted(table)
    assert "The coup is held The inspector decides. The stakes here stand: 100." in read(table, "strip:1")
    assert "The coup is held The inspector decides." in read(table, "strip:5")
    assert "The stakes here stand" not in read(table, "strip:5")
    assert "The inspector decides. The stakes stand." in read(table, "sign")
    table.cast.ispettore.does("refer", incident=newest().number, reason="not foreseen")
    assert "The Direzione decides. The stakes here stand: 100." in read(table, "strip:1")


def test_between_two_coups_displays_say_that_play_stands_still(table: AtTable) -> None:
    report(table, "unforeseen", what="shoe_broken")
    for name in ("strip:1", "sign"):
        assert "Play stands still The inspector decides." in read(table, name)
        assert "stakes stand" not in read(table, name)


def test_a_reader_whose_coup_is_held_is_told_so_and_not_to_read_on(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    assert "«carta»" in read(table, "strip:1")
    report(table, "undue_third")
    assert "The coup is held" in read(table, "strip:1")
    assert "Keep the cards on the cloth until Banco is turned." not in read(table, "strip:1")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", ["strip:1", "strip:5", "sign", "felt", "felt:players", "tile:ispettore_gioco"])
def test_punto_may_lie_open_without_a_declaration_and_then_nobody_has_declared(table: AtTable, name: str) -> None:
    deal(table, "P100@1")
    case = report(table, "unforeseen", what="other")
    shows(table, "punto", "2C", "3C")
    assert "held" in read(table, name).lower()
    table.does("withdraw_incident", incident=case.number)
    text = read(table, name)
    assert "punto turned" in text.lower()
    assert not re.search("[Dd]eclared|reads the cards|You read", text.partition("Rules and odds")[0])


def test_a_coup_that_was_annulled_says_that_all_stakes_go_back(table: AtTable) -> None:
    order_lost(table)
    case = newest()
    attest(table, case)
    table.cast.ispettore.does("annul_incident", incident=case.number, reason="not clear")
    for name in ("strip:1", "sign"):
        assert "Coup annulled All stakes go back." in read(table, name)


def test_that_a_colpo_in_bianco_comes_next_is_told_once_it_is_decided_and_not_before(table: AtTable) -> None:
    undue_third(table)
    for name in ("strip:1", "sign"):
        assert "Colpo in Bianco" not in read(table, name).partition("Rules and odds")[0]
    case = newest()
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    for name in ("strip:1", "sign"):
        assert "Colpo in Bianco comes next: no stakes" in read(table, name)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["strip:1", "strip:5", "sign"])
def test_whatever_holds_a_coup_the_public_reads_the_same(name: str, language: str) -> None:
    texts = set()
    for code, laid in (("T1", ["banco", "punto", "punto", "banco"]), ("T2", ["punto", "banco", "punto"]), ("T3", None)):
        table = ready_table(code=code)
        deal(table, "P100@1")
        facts = {"laid": laid} if laid else {"what": "foreign_card"}
        kind = "unforeseen" if laid is None else "inverted" if len(laid) == 4 else "wrong_number"
        table.does("report_incident", kind=kind, facts=facts, text="as seen")
        texts.add(read(table, name, language).replace(code, "T"))
    assert len(texts) == 1


def test_a_last_coup_that_will_be_played_in_bianco_is_not_told_to_need_seven_cards(table: AtTable) -> None:
    table.press(("cut_card_out", {}), ("card_out", {"card": "7S", "exposed": True}))
    for name in ("strip:1", "sign"):
        assert "Ultimo colpo della taglia" in read(table, name)
        assert "minimo sette carte" not in read(table, name)
