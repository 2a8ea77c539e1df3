"""A table with a virtual shoe: no card is keyed, every card is sealed as it comes and opened as it is turned."""

from typing import Any

import pytest

from table.models import Shoe
from table.models.sealed import SealedCard
from table.rules.houses import MALTA
from table.rules.profile import derive
from table.rules.refusal import Code
from table.rules.shoe import seal_of
from table.screens.regions import Region, render
from table.shoes.virtual import UnturnedCard, commitment, shuffled
from tests.rig.tables import ready_table
from tests.shoes.dealing import coup, effects, shoe_of, stake, virtual_table

pytestmark = pytest.mark.django_db
PLAIN = shoe_of("KS 7H 6D KC")
"""Punto has six, Banco seven: nobody draws."""


def test_a_plain_coup_takes_seven_presses_and_no_key(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    assert coup(table, PLAIN) == 7
    turned = {it["card"]: it["face"] for it in effects(table, "card_turned")}
    assert turned == {1: "KS", 2: "7H", 3: "6D", 4: "KC"}
    table.check()


def test_the_commitment_stands_in_the_register_before_the_first_card(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    sealed = [UnturnedCard(it.number, it.face, it.salt) for it in SealedCard.objects.all()]
    assert effects(table, "shoe_sealed") == [{"commitment": commitment(sealed)}]
    assert [it.face for it in sorted(sealed)] == [str(card) for card in PLAIN]
    assert not effects(table, "card_drawn")
    assert commitment(sealed) in render(table.snapshot, Region("strip:1", "en")), "and before whoever plays"


def test_decks_that_somebody_has_called_like_its_own_keep_no_virtual_shoe_from_the_table(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    table.cast.direzione.does("void_shoe")
    table.cast.ispettore.does("replace_decks", serial="virtual-2")
    table.does("load_virtual", decks=6)
    assert table.state.shoe is not None
    assert table.state.shoe.taglia == 2
    table.check()


def test_a_card_that_is_dealt_tells_its_seal_and_one_that_is_turned_its_salt(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    coup(table, PLAIN)
    drawn = {it["card"]: it["seal"] for it in effects(table, "card_drawn")}
    turned = effects(table, "card_turned")
    assert {it["card"]: seal_of(it["face"], it["salt"]) for it in turned} == drawn


def test_a_whole_taglia_is_dealt_again_from_the_register_alone(monkeypatch: Any) -> None:
    cards = shuffled(6)
    table = virtual_table(monkeypatch, cards, behind=280)
    while table.state.shoe is not None:
        coup(table, cards)
    opened = {it["card"]: (it["face"], it["salt"]) for it in effects(table, "card_turned")}
    together = [it for facts in effects(table, "seals_opened") for it in facts["cards"]]
    opened |= {number: (face, salt) for number, face, salt in together}
    assert len(opened) == 312
    sealed = [UnturnedCard(number, face, salt) for number, (face, salt) in opened.items()]
    assert effects(table, "shoe_sealed") == [{"commitment": commitment(sealed)}]
    assert not SealedCard.objects.exists()
    table.check(dealt_again=True)


def test_a_last_coup_that_begins_with_the_cut_card_is_counted_and_opened_without_a_key(monkeypatch: Any) -> None:
    cards = shoe_of("KS 7H 6D KC 8S 8H TS TH")
    table = virtual_table(monkeypatch, cards, behind=308)
    assert coup(table, cards) == 7
    assert [it["out"] for it in effects(table, "cut_card_came")] == [4]
    coup(table, cards)
    assert [it["count"] for it in effects(table, "remaining_extracted")] == [308]
    assert table.state.shoe is None
    table.check()


@pytest.mark.one_in(4)
@pytest.mark.parametrize("place", range(1, 9))
def test_wherever_the_cut_card_lies_it_comes_by_itself_and_the_taglia_ends(monkeypatch: Any, place: int) -> None:
    cards = shoe_of("2S 3H 2D 3C 4S 4H 8S 8H TS TH 7S 7H KS KH")
    table = virtual_table(monkeypatch, cards, behind=312 - place)
    coups = 0
    while table.state.shoe is not None:
        coup(table, cards)
        coups += 1
    assert (coups, [it["out"] for it in effects(table, "cut_card_came")]) == (1 if place < 5 else 2, [place])
    table.check()


@pytest.mark.parametrize("verb", ["turn_banco", "turn_punto"])
def test_a_face_that_somebody_keys_is_refused_whether_it_is_the_right_one_or_not(monkeypatch: Any, verb: str) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    stake(table)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.does("declare", claim="no_carta", means="voice")
    said = {str(table.refuses(Code.SHOE, verb, cards=cards)) for cards in (["7H", "KC"], ["2H", "2C"])}
    assert len(said) == 1


def test_what_only_real_cards_do_is_refused_at_a_virtual_shoe(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    table.refuses(Code.SHOE, "cut_card_out")
    table.refuses(Code.SHOE, "card_out", card="KS", exposed=True)
    table.refuses(Code.SHOE, "report_incident", kind="sabot_empty", facts={})
    stake(table)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.refuses(
        Code.SHOE, "report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "punto", "punto"]}
    )
    table.refuses(Code.SHOE, "report_incident", kind="turned_by_dealer", facts={"number": 1, "card": "KS"})


def test_a_table_plays_with_real_cards_or_with_a_virtual_shoe_as_its_rules_say(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    table.cast.direzione.does("void_shoe")
    table.refuses(Code.SHOE, "load", serial="S-9", decks=6)
    real = ready_table(code="R1")
    real.cast.direzione.does("void_shoe")
    real.refuses(Code.SHOE, "load_virtual", decks=6)


def test_a_shoe_that_is_taken_off_the_table_is_opened_to_its_last_card(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    coup(table, PLAIN)
    table.cast.direzione.does("void_shoe")
    assert [it["count"] for it in effects(table, "seals_opened")] == [308]
    table.check()


def test_a_card_that_was_exchanged_before_it_is_turned_is_not_turned(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, PLAIN)
    stake(table)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.does("declare", claim="no_carta", means="voice")
    SealedCard.objects.filter(number=2).update(face="9H")
    assert "Card 2 of the virtual shoe" in str(table.refuses(Code.CARD, "turn_banco"))


def test_cards_that_are_dealt_face_up_show_what_was_sealed(monkeypatch: Any) -> None:
    house = derive(MALTA, key="open", title="Open", virtual_shoe=True)
    cards = shoe_of("2S 3H 2D 3C 4S 4H")
    table = virtual_table(monkeypatch, cards, profile=house)
    coup(table, cards)
    assert [it["face"] for it in effects(table, "card_turned")] == ["2S", "3H", "2D", "3C", "4S"]
    table.check()


def test_four_cards_of_a_shoe_that_has_fewer_are_refused_and_what_it_has_comes_card_by_card(monkeypatch: Any) -> None:
    house = derive(MALTA, key="open", title="Open", virtual_shoe=True)
    table = virtual_table(monkeypatch, PLAIN, profile=house, behind=2)
    Shoe.objects.update(out=309)
    stake(table)
    table.does("close_bets", said=True)
    for left in (3, 2, 1):
        assert "The shoe is empty" in str(table.refuses(Code.CARD_IMPOSSIBLE, "deal")), left
        table.does("card_out")
    assert [it["face"] for it in effects(table, "card_turned")] == [str(card) for card in PLAIN[309:]]
    assert table.state.stuck


def test_a_press_that_turns_cards_and_arrives_again_gets_its_first_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    table = virtual_table(monkeypatch, shoe_of("KS 7H 6D KC"))
    stake(table)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.does("declare", claim="no_carta", means="voice")
    first, number = table.does("turn_banco", nonce="turned"), table.number
    assert table.does("turn_banco", nonce="turned") == first
    assert table.number == number
    table.refuses(Code.NONCE, "turn_punto", nonce="turned")
    table.refuses(Code.NONCE, "turn_third", nonce="turned")
