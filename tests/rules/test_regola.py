"""The Regola, against the table as it is printed. Super Punto Banco, Premessa and Tabella della Regola."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.cards import DECK, UNKNOWN, Card, parse, parse_all, points
from table.rules.refusal import Code, Refused
from table.rules.regola import (
    Claim,
    Layout,
    Result,
    Side,
    banco_draws,
    claim_of,
    complete,
    lay_out,
    natural,
    third_due,
)
from tests.rig.rows import every_row

# Typed from the printed table: on which third cards of Punto does Banco draw? Tens and figures are 0.
BANCO_DRAWS_ON = {
    0: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    1: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    2: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    3: [0, 1, 2, 3, 4, 5, 6, 7, 9],
    4: [2, 3, 4, 5, 6, 7],
    5: [4, 5, 6, 7],
    6: [6, 7],
    7: [],
}
BANCO_DRAWS_WHEN_PUNTO_STOOD = [0, 1, 2, 3, 4, 5]
PAIR_OF = {
    0: "KS QH",
    1: "AS KH",
    2: "2S KH",
    3: "3S KH",
    4: "4S KH",
    5: "5S KH",
    6: "6S KH",
    7: "7S KH",
    8: "8S KH",
    9: "9S KH",
}
CARD_OF = dict(enumerate(["KD", "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D"]))
ANY_CARD = st.sampled_from(DECK)
ANY_DRAW = st.lists(ANY_CARD, min_size=1, max_size=12)


def _drawn(punto: int, banco: int, *rest: int) -> list[Card]:
    (first, third), (second, fourth) = parse_all(PAIR_OF[punto]), parse_all(PAIR_OF[banco])
    return [first, second, third, fourth, *(parse(CARD_OF[value]) for value in rest)]


@every_row(("banco", "third"), list(product(range(8), range(10))))
def test_banco_draws_on_puntos_third_card_as_printed(banco: int, third: int) -> None:
    draws = third in BANCO_DRAWS_ON[banco]
    assert banco_draws(banco, third) is draws
    for punto in range(6):
        layout = lay_out(_drawn(punto, banco, third, 7))
        assert len(layout.punto) == 3
        assert len(layout.banco) == (3 if draws else 2)
        assert len(layout.excess) == (0 if draws else 1)
        assert lay_out(_drawn(punto, banco, third)).due is (Side.BANCO if draws else None)


@every_row(("punto", "banco"), list(product([6, 7], range(8))))
def test_banco_draws_up_to_five_when_punto_stood(punto: int, banco: int) -> None:
    draws = banco in BANCO_DRAWS_WHEN_PUNTO_STOOD
    assert banco_draws(banco, None) is draws
    assert lay_out(_drawn(punto, banco)).due is (Side.BANCO if draws else None)
    layout = lay_out(_drawn(punto, banco, 9))
    assert (len(layout.punto), len(layout.banco), len(layout.excess)) == ((2, 3, 0) if draws else (2, 2, 1))


@every_row(("punto", "banco"), [(p, b) for p in range(10) for b in range(10) if max(p, b) >= 8])
def test_eight_or_nine_on_two_cards_of_either_side_stops_both(punto: int, banco: int) -> None:
    layout = lay_out(_drawn(punto, banco, 5, 6))
    assert (len(layout.punto), len(layout.banco), len(layout.excess)) == (2, 2, 2)
    assert lay_out(_drawn(punto, banco)).due is None
    assert natural(layout.punto, layout.banco)


@pytest.mark.parametrize("banco", [8, 9])
def test_a_natural_banco_draws_on_nothing(banco: int) -> None:
    assert not any(banco_draws(banco, third) for third in [None, *range(10)])


@every_row("punto", range(10))
def test_the_reader_has_no_choice(punto: int) -> None:
    expected = Claim.CARTA if punto in (0, 1, 2, 3, 4, 5) else Claim.NO_CARTA if punto in (6, 7) else Claim.BATTUTA
    assert claim_of(punto) is expected


@every_row(("punto", "banco"), list(product(range(6), range(8))))
def test_punto_draws_up_to_five(punto: int, banco: int) -> None:
    assert lay_out(_drawn(punto, banco)).due is Side.PUNTO


@pytest.mark.parametrize(
    ("cards", "side"),
    [("", Side.PUNTO), ("2H", Side.BANCO), ("2H 3C", Side.PUNTO), ("2H 3C KS", Side.BANCO), ("?? ?? ??", Side.BANCO)],
)
def test_the_first_and_third_card_go_to_punto_the_second_and_fourth_to_banco(cards: str, side: Side) -> None:
    layout = lay_out(parse_all(cards)) if cards else Layout((), (), ())
    assert layout.due is side


def test_four_covered_cards_are_laid_by_their_order_alone() -> None:
    assert lay_out([UNKNOWN] * 4) == Layout((UNKNOWN, UNKNOWN), (UNKNOWN, UNKNOWN), ())


@pytest.mark.parametrize(
    "cards", ["?? 3C KS QD 4D", "2H ?? KS QD 4D", "2H 3C KS ?? 4D", "2H 3C KS QD ?? 4S", "?? 9C 3S ?? 4D"]
)
def test_a_fifth_card_waits_until_the_hands_are_known(cards: str) -> None:
    with pytest.raises(Refused) as refused:
        lay_out(parse_all(cards))
    assert refused.value.code is Code.CARD_COVERED


@pytest.mark.parametrize("cards", ["?? 9C ?? KD 4D", "9C ?? KD ?? 4D", "9C 2C KD ?? 4D"])
def test_one_natural_that_is_known_is_enough(cards: str) -> None:
    layout = lay_out(parse_all(cards))
    assert layout.excess == parse_all("4D")
    assert layout.due is None


def test_a_covered_hand_owes_no_answer_about_thirds() -> None:
    with pytest.raises(Refused, match="face down"):
        _ = lay_out([UNKNOWN] * 4).due


@pytest.mark.parametrize("count", [0, 417, 10_000])
def test_no_cards_and_more_than_eight_decks_are_refused(count: int) -> None:
    with pytest.raises(Refused) as refused:
        lay_out([parse("9S")] * count)
    assert refused.value.code is Code.COUNT


def test_all_cards_of_eight_decks_may_be_laid_out() -> None:
    assert len(lay_out(DECK * 8).excess) >= 410


@pytest.mark.parametrize(
    ("punto", "banco", "result"),
    [(9, 8, Result.PUNTO), (8, 9, Result.BANCO), (8, 8, Result.TIE), (0, 0, Result.TIE), (6, 7, Result.BANCO)],
)
def test_the_higher_points_win_and_nine_beats_eight(punto: int, banco: int, result: Result) -> None:
    assert lay_out(_drawn(punto, banco)).result is result


def test_a_coup_is_complete_when_no_card_is_due() -> None:
    assert complete(parse_all("2H 3C KS QD 4D 4S")).result is Result.BANCO
    with pytest.raises(Refused) as refused:
        complete(parse_all("2H 3C KS QD 4D"))
    assert refused.value.code is Code.REGOLA
    assert str(refused.value) == (
        "The coup is not complete: a card is still due to banco. (Super Punto Banco, Tabella della Regola)"
    )


class TestByTheDeclaration:
    """At the table thirds follow what the reader declared, before Punto is turned."""

    @every_row("banco", range(8))
    def test_after_carta_punto_is_served_first(self, banco: int) -> None:
        assert third_due(Claim.CARTA, banco) is Side.PUNTO

    @pytest.mark.parametrize("claim", list(Claim))
    @pytest.mark.parametrize("banco", [8, 9])
    def test_a_natural_banco_stops_everybody_whatever_was_declared(self, claim: Claim, banco: int) -> None:
        assert third_due(claim, banco) is None

    @every_row("banco", range(10))
    def test_after_battuta_nobody_draws(self, banco: int) -> None:
        assert third_due(Claim.BATTUTA, banco) is None

    @every_row("banco", range(8))
    def test_after_no_carta_banco_draws_up_to_five(self, banco: int) -> None:
        draws = Side.BANCO if banco in BANCO_DRAWS_WHEN_PUNTO_STOOD else None
        assert third_due(Claim.NO_CARTA, banco) is draws
        assert third_due(Claim.NO_CARTA, banco, punto_third=8) is draws
        assert third_due(Claim.NO_CARTA, banco, banco_complete=True) is None

    @every_row(("banco", "third"), list(product(range(8), range(10))))
    def test_after_puntos_third_card_banco_follows_the_table(self, banco: int, third: int) -> None:
        due = Side.BANCO if third in BANCO_DRAWS_ON[banco] else None
        assert third_due(Claim.CARTA, banco, punto_third=third) is due
        assert third_due(Claim.CARTA, banco, punto_third=third, banco_complete=True) is None


@given(ANY_DRAW)
def test_no_card_is_lost_or_invented(drawn: list[Card]) -> None:
    layout = lay_out(drawn)
    served = [*_zipped(layout), *layout.punto[2:], *layout.banco[2:], *layout.excess]
    assert served == drawn


def _zipped(layout: Layout) -> list[Card]:
    """The first four in the order they came out."""
    pairs = [layout.punto[:1], layout.banco[:1], layout.punto[1:2], layout.banco[1:2]]
    return [card for cards in pairs for card in cards]


@given(st.lists(ANY_CARD, min_size=6, max_size=6))
def test_six_cards_always_complete_a_coup(drawn: list[Card]) -> None:
    layout = lay_out(drawn)
    assert layout.due is None
    assert 4 <= len(layout.punto) + len(layout.banco) <= 6
    if points(layout.punto[:2]) >= 8 or points(layout.banco[:2]) >= 8:
        assert len(layout.excess) == 2


@given(ANY_DRAW)
def test_a_card_is_excess_only_when_nothing_is_due_before_it(drawn: list[Card]) -> None:
    for count in range(4, len(drawn) + 1):
        before = lay_out(drawn[:count])
        assert not (before.excess and before.due)
        if before.due is not None and count < len(drawn):
            hand = lay_out(drawn[: count + 1])
            assert (hand.punto if before.due is Side.PUNTO else hand.banco)[2] is drawn[count]


@given(ANY_DRAW)
def test_whose_card_is_next_agrees_with_where_it_is_laid(drawn: list[Card]) -> None:
    for count in range(1, len(drawn)):
        before, after = lay_out(drawn[:count]), lay_out(drawn[: count + 1])
        grown = {Side.PUNTO: len(after.punto) - len(before.punto), Side.BANCO: len(after.banco) - len(before.banco)}
        assert [side for side, more in grown.items() if more] == ([before.due] if before.due else [])
