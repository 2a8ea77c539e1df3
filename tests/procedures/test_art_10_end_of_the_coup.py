"""Until the cards are burned everything is put right, and nothing afterwards. Super Punto Banco, Art. 10."""

import pytest

from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import attest, report
from tests.croupier.coups import deal, effects, hand_at, net, pay, play, turn
from tests.croupier.dealer import Croupier
from tests.croupier.staff import put_right
from tests.procedures.aftermath import noted
from tests.procedures.moments import closed
from tests.rig.tables import AtTable


def _paid(table: AtTable, *, unnoticed: str) -> Croupier:
    """The first two cards lay at each other's box, nobody noticed it, and Banco was paid."""
    dealer = Croupier(table, "9S 4H KD 3C 8D 2S", unnoticed=unnoticed)
    closed(dealer)
    dealer.advance("burn")
    return dealer


# --- found after the payment


def test_found_after_the_payment_the_hands_are_laid_anew_and_the_differences_posted(table: AtTable) -> None:
    dealer = _paid(table, unnoticed="BPPB")
    assert dealer.shown() == {"punto": "4H KD 8D", "banco": "9S 3C 2S"}
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)
    case = dealer.tells("inverted", laid=["banco", "punto", "punto", "banco", "punto", "banco"])
    assert case.answer["verdict"] == "not_clear"
    table.does("add_evidence", incident=case.number, places={str(it): [it] for it in range(1, 7)}, source="video")
    put_right(table)
    assert noted(table, "announcement_void") == [{"banco": 4, "punto": 2}]
    assert dealer.shown() == {"punto": "9S KD", "banco": "4H 3C"}
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)
    dealer.advance("settle")
    answer = table.does("settle")
    assert len(effects(answer, "money_corrected")) == 1
    assert (net(table, "1"), net(table, "2", "banco")) == (10_000, -5000)
    assert [str(it.card) for it in table.state.held] == ["8D", "2S"]
    dealer.to_the_burn()
    assert (table.row.coups.get().result, table.state.blank_due, table.row.button) == ("punto", True, "2")


def test_a_paid_coup_is_paid_again_by_its_differences(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="8H KC")
    pay(table)
    assert net(table, "1") == 10_000
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    table.does("add_evidence", incident=case.number, places={"1": [1], "2": [2], "3": [3], "4": [4]})
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (hand_at(table, Side.PUNTO), hand_at(table, Side.BANCO)) == (["8H", "KD"], ["9S", "KC"])
    answer = pay(table)
    assert effects(answer, "money_corrected") != []
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)


@pytest.mark.parametrize("by", ["ispettore", "direzione"])
def test_found_after_the_payment_what_cannot_be_rebuilt_is_annulled_and_what_was_paid_goes_back(
    table: AtTable, by: str
) -> None:
    dealer = _paid(table, unnoticed="BPPB")
    case = dealer.tells("inverted", lost=[1, 2])
    if by == "ispettore":
        attest(table, case)
        answer = table.cast.ispettore.does("annul_incident", incident=case.number, reason="nobody knows")
    else:
        table.cast.ispettore.does("refer", incident=case.number, reason="nobody knows")
        answer = table.cast.direzione.does("rule", incident=case.number, text="annulled", effects=["annul"])
    assert len(effects(answer, "money_corrected")) == 1
    dealer.to_the_burn()
    assert (net(table, "1"), net(table, "2", "banco")) == (0, 0)
    assert (table.row.coups.get().outcome, table.state.blank_due, table.row.button) == ("annulled", False, "2")


# --- burned


def test_once_the_cards_are_burned_nothing_is_found_any_more(table: AtTable) -> None:
    dealer = _paid(table, unnoticed="BPPB")
    dealer.to_the_burn()
    for kind in ("inverted", "wrong_number", "undue_third", "declaration", "third_not_drawn"):
        refused = table.refuses(Code.FINAL, "report_incident", kind=kind, facts={})
        assert refused.source == "Super Punto Banco, Art. 10"
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 4750)


def test_once_the_cards_are_burned_the_coup_is_exhausted(table: AtTable) -> None:
    play(table, "P100@1")
    refused = table.refuses(Code.FINAL, "report_incident", kind="undue_third", facts={})
    assert refused.source == "Super Punto Banco, Art. 10"
