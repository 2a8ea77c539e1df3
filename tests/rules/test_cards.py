"""The cards: 52 faces, their points, how they are written, and the one nobody knows. Super Punto Banco, Premessa."""

import copy
import pickle

import pytest

from table.rules.authority import cite
from table.rules.cards import DECK, UNKNOWN, Card, check_count, decks, parse, parse_all, points, show
from table.rules.houses import VENEZIA
from table.rules.refusal import Cents, Code, Refused, require
from tests.rig.rows import every_row


def test_a_deck_has_every_rank_once_in_every_suit() -> None:
    assert len({str(card) for card in DECK}) == len(DECK) == 52
    assert show(DECK[:13]) == "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
    assert {card.suit for card in DECK} == set("SHDC")


@every_row(
    ("rank", "counts"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9)]
    + [(figure, 0) for figure in "TJQK"],
)
def test_an_ace_counts_one_tens_and_figures_nothing_and_the_others_their_number(rank: str, counts: int) -> None:
    assert [parse(rank + suit).points for suit in "SHDC"] == [counts] * 4


def test_the_sixain_is_312_cards() -> None:
    assert len(decks(6)) == 312
    assert decks(6).count(parse("9S")) == 6


@pytest.mark.parametrize(
    ("text", "shown"), [("7S", "7S"), ("10H", "TH"), ("TH", "TH"), ("qd", "QD"), ("10c", "TC"), ("??", "??")]
)
def test_cards_are_read_as_people_write_them(text: str, shown: str) -> None:
    assert str(parse(text)) == repr(parse(text)) == shown


@pytest.mark.parametrize("suit", "SHDC")
def test_ten_may_be_written_with_two_digits_in_every_suit(suit: str) -> None:
    assert parse(f"10{suit}") is parse(f"T{suit}")


def test_one_face_is_one_value_however_it_was_come_by() -> None:
    card = parse("9S")
    assert parse("9s") is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card
    assert copy.copy(UNKNOWN) is UNKNOWN


def test_a_card_cannot_be_altered() -> None:
    with pytest.raises(AttributeError):
        parse("9S").points = 8  # type: ignore[misc]


@every_row("text", ["1S", "11H", "7X", "S7", "7", "", "7SS", "٧S", "7♠", "7ſ", " 7S", None, 7, ["7S"]])
def test_what_is_no_card_is_refused_with_the_way_to_write_one(text: str) -> None:
    with pytest.raises(Refused) as refused:
        parse(text)
    assert refused.value.code is Code.CARD
    assert str(refused.value).startswith(f"“{text}” is not a card: write the rank A 2 … 9 10 J Q K and then the suit")


def test_a_refusal_never_repeats_more_than_twenty_signs_of_what_was_sent() -> None:
    with pytest.raises(Refused) as refused:
        parse("9" * 10_000)
    assert refused.value.facts["card"] == "9" * 20


def test_a_covered_card_has_a_place_and_no_points() -> None:
    with pytest.raises(Refused) as refused:
        points([parse("9S"), UNKNOWN])
    assert refused.value.code is Code.CARD_COVERED
    assert str(refused.value) == "This card still lies face down; it has to be turned first."
    covered = type(UNKNOWN)()  # type: ignore[call-arg]
    assert (covered.rank, covered.suit, str(covered)) == ("?", "?", "??")


@pytest.mark.parametrize(
    ("cards", "counts"), [("4S 6D", 0), ("8S 5H", 3), ("JS QS KS", 0), ("9S 9H 9D", 7), ("AS", 1), ("4S 4H", 8)]
)
def test_the_tens_of_the_sum_are_dropped(cards: str, counts: int) -> None:
    assert points(parse_all(cards)) == counts


def test_cards_in_a_row_are_read_in_their_order() -> None:
    assert parse_all("  7S 10H\n QD ") == (parse("7S"), parse("TH"), parse("QD"))
    assert show(parse_all("7S 10H QD")) == "7S TH QD"


@pytest.mark.parametrize(("text", "count"), [("", "0"), ("   ", "0"), ("7S " * 417, "417"), ("7S " * 10_000, "10000")])
def test_no_cards_and_more_cards_than_eight_decks_hold_are_refused(text: str, count: str) -> None:
    with pytest.raises(Refused) as refused:
        parse_all(text)
    assert refused.value.code is Code.COUNT
    assert str(refused.value) == f"Between 1 and 416 cards are needed here; these are {count}."


def test_one_card_and_eight_decks_are_just_allowed() -> None:
    check_count(1)
    assert len(parse_all("7S " * 416)) == 416


def test_cents_print_as_money() -> None:
    assert [str(Cents(amount)) for amount in (0, 5, 50, 9500, -250, -5, 100_000)] == [
        "0.00",
        "0.05",
        "0.50",
        "95.00",
        "-2.50",
        "-0.05",
        "1000.00",
    ]


def test_a_refusal_is_a_sentence_with_its_facts_and_its_source() -> None:
    refused = Refused(Code.MAX, "At most %(maximum)s.", source=cite(VENEZIA, "limits.binding"), maximum=Cents(100_000))
    assert str(refused) == "At most 1000.00. (Super Punto Banco, Art. 14)"
    assert (refused.code, refused.sentence, refused.facts) == ("E_MAX", "At most %(maximum)s.", {"maximum": 100_000})
    assert str(Refused(Code.MAX, "No.")) == "No."
    assert refused.args == (Code.MAX, "At most %(maximum)s.")


def test_a_law_that_holds_is_silent() -> None:
    require(True, Code.MAX, "No.")
    with pytest.raises(Refused, match=r"^No 7\. \(rule of Sabot\)$"):
        require(False, Code.MAX, "No %(what)s.", source=cite(VENEZIA, "acts"), what=7)


def test_every_card_of_a_deck_is_a_card() -> None:
    assert all(isinstance(card, Card) for card in (*DECK, UNKNOWN))
