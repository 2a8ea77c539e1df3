"""Reconstruction alla Regola. Super Punto Banco, Premessa and Art. 6, 7 and 8."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from procedures.rebuild.reconstruction import (
    CardMove,
    FoundCard,
    OrderedPair,
    Steps,
    Verdict,
    agrees_with_an_order,
    excess,
    judge,
    missing,
    moves,
    reconstruct,
)
from table.rules.cards import DECK, UNKNOWN, Card, decks, parse_all, show
from table.rules.houses import MALTA
from table.rules.refusal import Code, Refused
from table.rules.regola import Layout, Side, lay_out

P, B = Side.PUNTO, Side.BANCO


def _found(cards: str, laid: str = "", places: str = "") -> list[FoundCard]:
    """Cards as they lie: ``laid`` is P, B or - for each, ``places`` the place in the order of extraction or ?."""
    faces = parse_all(cards)
    boxes = [{"P": P, "B": B, "-": None}[box] for box in laid or "-" * len(faces)]
    known = [None if place == "?" else int(place) for place in places or "?" * len(faces)]
    return [FoundCard(face, box, place) for face, box, place in zip(faces, boxes, known, strict=True)]


class TestArticle6:
    def test_inverted_first_cards_are_put_right_when_the_order_is_known(self) -> None:
        found = _found("9S 4H KD 3C", laid="BPPB", places="1234")
        answer = reconstruct(found)
        assert (answer.verdict, answer.orders, answer.is_clear) == (Verdict.CLEAR, 1, True)
        assert answer.proposal is not None
        assert answer.proposal.layout == Layout(parse_all("9S KD"), parse_all("4H 3C"), ())
        assert moves(found, answer.proposal) == [CardMove(0, B, P), CardMove(1, P, B)]

    def test_four_covered_cards_are_put_right_without_being_turned(self) -> None:
        found = _found("?? ?? ?? ??", laid="BPPB", places="2143")
        proposal = reconstruct(found).proposal
        assert proposal is not None
        assert proposal.order == (1, 0, 3, 2)
        assert moves(found, proposal) == [CardMove(3, B, P), CardMove(2, P, B)]
        assert proposal.missing == 0

    def test_two_orders_with_different_hands_are_not_clear(self) -> None:
        answer = reconstruct(_found("9S 4H KD 3C", places="??34"))
        assert (answer.verdict, answer.orders, answer.is_clear, answer.proposal) == (Verdict.NOT_CLEAR, 2, False, None)
        assert [show(reading.layout.punto) for reading in answer.readings] == ["9S KD", "4H KD"]

    def test_one_statement_about_the_order_makes_it_clear(self) -> None:
        answer = reconstruct(_found("9S 4H KD 3C", places="??34"), [OrderedPair(1, 0)])
        assert (answer.verdict, answer.orders) == (Verdict.CLEAR, 1)
        assert answer.readings[0].order == (1, 0, 2, 3)

    def test_the_two_cards_of_one_hand_may_be_mixed(self) -> None:
        answer = reconstruct(_found("9S 4H KD 3C", places="?2?4"))
        assert (answer.verdict, answer.orders) == (Verdict.CLEAR_BY_EQUIVALENCE, 2)
        assert [reading.orders for reading in answer.readings] == [2]

    def test_two_cards_of_the_same_face_may_be_mixed(self) -> None:
        answer = reconstruct(_found("9S 9S KD 3C", places="??34"))
        assert answer.verdict is Verdict.CLEAR_BY_EQUIVALENCE

    def test_two_covered_cards_are_not_taken_for_the_same(self) -> None:
        answer = reconstruct(_found("?? ?? KD 3C", places="??34"))
        assert answer.verdict is Verdict.NOT_CLEAR

    def test_different_hands_of_the_same_points_are_only_the_same_result(self) -> None:
        answer = reconstruct(_found("KS QH 9D 8C", places="??34"))
        assert (answer.verdict, answer.is_clear, answer.proposal) == (Verdict.RESULT_ONLY, False, None)
        assert len(answer.readings) == 2

    def test_the_same_winner_with_other_points_is_not_the_same_result(self) -> None:
        assert reconstruct(_found("AS KH 7D 2C", places="??34")).verdict is Verdict.NOT_CLEAR

    def test_the_same_points_with_another_excess_card_are_not_the_same_result(self) -> None:
        assert reconstruct(_found("KS KH 9D KC KD", places="1?3??")).verdict is Verdict.NOT_CLEAR


class TestArticle7:
    def test_a_surplus_card_of_punto_goes_to_banco(self) -> None:
        found = _found("2C 5D 3H KS", laid="PBPP", places="1234")
        proposal = reconstruct(found).proposal
        assert proposal is not None
        assert moves(found, proposal) == [CardMove(3, P, B)]
        assert proposal.missing == 1  # 5 against 5: Punto is due a third card

    def test_a_missing_card_is_to_be_drawn_next(self) -> None:
        proposal = reconstruct(_found("6C 2D KH", laid="PBP", places="123")).proposal
        assert proposal is not None
        assert (proposal.missing, proposal.layout.due) == (1, B)

    @pytest.mark.parametrize(
        ("cards", "lacking"),
        [
            ("6C", 3),
            ("6C 2D", 2),
            ("6C 2D KH", 1),
            ("?? ??", 2),
            ("?? ?? ?? ??", 0),
            ("6C 2D KH ??", 0),
            ("6C 2D KH 5S", 0),
            ("6C 2D KH 3S", 1),
            ("2C 2D KH 5S", 1),
            ("2C 2D KH 3S 4D", 1),
            ("9C 2D KH 3S", 0),
        ],
    )
    def test_cards_that_are_known_to_be_lacking(self, cards: str, lacking: int) -> None:
        assert missing(lay_out(parse_all(cards))) == lacking


class TestArticle8:
    def test_a_third_card_of_punto_may_belong_to_banco(self) -> None:
        found = _found("6S 2C KD 3H 8H", laid="PBPBP", places="12345")
        proposal = reconstruct(found).proposal
        assert proposal is not None
        assert moves(found, proposal) == [CardMove(4, P, B)]
        assert excess(proposal) == ()

    def test_an_undue_third_card_is_left_over(self) -> None:
        found = _found("2S 9C 2H KD 6C", laid="PBPBP", places="12345")
        proposal = reconstruct(found).proposal
        assert proposal is not None
        assert moves(found, proposal) == [CardMove(4, P, None)]
        assert excess(proposal) == (4,)

    def test_excess_cards_keep_their_order(self) -> None:
        proposal = reconstruct(_found("9S 4H KD 3C 6C 7C", places="123465")).proposal
        assert proposal is not None
        assert excess(proposal) == (5, 4)

    def test_who_saw_which_excess_card_matters(self) -> None:
        cards = parse_all("9S 4H KD 3C 6C 6C")
        found = [FoundCard(card, place=at + 1 if at < 4 else None, seen=at == 4) for at, card in enumerate(cards)]
        assert reconstruct(found).verdict is Verdict.NOT_CLEAR
        unseen = [card._replace(seen=False) for card in found]
        assert reconstruct(unseen).verdict is Verdict.CLEAR_BY_EQUIVALENCE

    def test_a_fifth_card_can_be_placed_only_when_the_hands_are_turned(self) -> None:
        with pytest.raises(Refused) as refused:
            reconstruct(_found("?? ?? ?? ?? 4D", laid="PBPBP", places="12345"))
        assert refused.value.code is Code.CARD_COVERED


class TestPremise:
    def test_no_carta_with_four_gives_bancos_third_card_back_to_punto(self) -> None:
        found = _found("2H 5C 2D KS 3H", laid="PBPBB", places="12345")
        proposal = reconstruct(found).proposal
        assert proposal is not None
        assert moves(found, proposal) == [CardMove(4, B, P)]
        assert proposal.layout.due is None

    def test_the_thirds_themselves_may_be_mixed_up(self) -> None:
        proposal = reconstruct(_found("2H 3C KS QD 4D 4S", laid="PBPBBP", places="123456")).proposal
        assert proposal is not None
        assert [move.ought for move in moves(_found("2H 3C KS QD 4D 4S", laid="PBPBBP"), proposal)] == [P, B]


class TestEvidence:
    @pytest.mark.parametrize(
        ("places", "before"),
        [
            ("????", [OrderedPair(0, 1), OrderedPair(1, 0)]),
            ("????", [OrderedPair(0, 1), OrderedPair(1, 2), OrderedPair(2, 0)]),
            ("????", [OrderedPair(3, 3)]),
            ("12??", [OrderedPair(1, 0)]),
            ("1?1?", []),
            ("1???", [OrderedPair(1, 0)]),
            ("?4??", [OrderedPair(1, 2)]),
        ],
    )
    def test_evidence_that_contradicts_itself_is_not_clear(self, places: str, before: list[OrderedPair]) -> None:
        answer = reconstruct(_found("9S 4H KD 3C", places=places), before)
        assert (answer.verdict, answer.orders, answer.readings) == (Verdict.NOT_CLEAR, 0, ())

    @pytest.mark.parametrize("place", [0, 5, -1, True, 2.0])
    def test_a_place_that_no_card_can_have_is_refused(self, place: int) -> None:
        cards = [card._replace(place=place) for card in _found("9S 4H KD 3C")]
        with pytest.raises(Refused) as refused:
            reconstruct(cards)
        assert refused.value.code is Code.EVIDENCE
        assert str(refused.value) == f"Of 4 cards none was the {place}. to come out."

    @pytest.mark.parametrize("pair", [OrderedPair(0, 4), OrderedPair(-1, 0), OrderedPair(4, 0), OrderedPair(0, True)])
    def test_evidence_about_another_card_is_refused(self, pair: OrderedPair) -> None:
        with pytest.raises(Refused) as refused:
            reconstruct(_found("9S 4H KD 3C"), [pair])
        assert refused.value.code is Code.EVIDENCE
        assert str(refused.value) == "The evidence names a card that is not among the 4 found."

    @pytest.mark.parametrize("count", [0, 417, 10_000])
    def test_no_cards_and_more_than_eight_decks_are_refused(self, count: int) -> None:
        with pytest.raises(Refused) as refused:
            reconstruct([FoundCard(UNKNOWN)] * count)
        assert refused.value.code is Code.COUNT

    def test_seven_cards_of_wholly_unknown_order_are_still_considered(self) -> None:
        assert reconstruct(_found("9S 4H KD 3C 2S 5D 6H")).orders == 5040

    @pytest.mark.parametrize("count", [8, 12, 60, 400])
    def test_hostile_evidence_cannot_hold_up_a_table(self, count: int) -> None:
        with pytest.raises(Refused) as refused:
            reconstruct([FoundCard(card) for card in decks(8)[:count]])
        assert refused.value.code is Code.TOO_MANY_ORDERS
        assert "refer the case to the Direzione Giochi" in str(refused.value)
        assert refused.value.source == "Super Punto Banco, Art. 16"

    def test_a_house_with_a_document_of_its_own_cites_no_other_for_it(self) -> None:
        with pytest.raises(Refused) as refused:
            reconstruct([FoundCard(card) for card in decks(8)[:12]], house=MALTA)
        assert refused.value.source == "default of Sabot"

    def test_what_is_tried_with_the_same_steps_counts_together(self) -> None:
        steps, found = Steps(), [FoundCard(card) for card in decks(8)[:300]]
        assert agrees_with_an_order(found, [], steps)
        with pytest.raises(Refused) as refused:
            agrees_with_an_order(found, [], steps)
        assert refused.value.code is Code.TOO_MANY_ORDERS

    def test_a_long_row_of_known_order_is_no_burden(self) -> None:
        answer = reconstruct([FoundCard(card, place=at + 1) for at, card in enumerate(decks(6))])
        assert (answer.verdict, len(answer.readings[0].layout.excess)) == (Verdict.CLEAR, 307)

    def test_statements_alone_can_make_the_whole_order(self) -> None:
        found = _found("3C KD 4H 9S")
        answer = reconstruct(found, [OrderedPair(3, 2), OrderedPair(2, 1), OrderedPair(1, 0)])
        assert (answer.verdict, answer.readings[0].order) == (Verdict.CLEAR, (3, 2, 1, 0))


CARDS = st.lists(st.sampled_from(DECK), min_size=1, max_size=6)


@given(CARDS, st.data())
def test_when_the_order_is_known_any_misplacing_is_put_right(cards: list[Card], data: st.DataObject) -> None:
    laid = data.draw(st.lists(st.sampled_from([P, B, None]), min_size=len(cards), max_size=len(cards)))
    mixed = data.draw(st.permutations(range(len(cards))))
    found = [FoundCard(cards[at], laid[at], at + 1) for at in mixed]
    answer = reconstruct(found)
    assert answer.verdict is Verdict.CLEAR
    assert answer.proposal is not None
    assert answer.proposal.layout == lay_out(cards)
    boxes = {card: found[card].laid for card in range(len(found))}
    for move in moves(found, answer.proposal):
        assert boxes[move.card] == move.laid != move.ought
        boxes[move.card] = move.ought
    for side, hand in ((P, answer.proposal.layout.punto), (B, answer.proposal.layout.banco)):
        assert sorted(str(found[card].card) for card, box in boxes.items() if box is side) == sorted(map(str, hand))


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=5))
def test_with_no_evidence_every_order_is_considered(cards: list[Card]) -> None:
    found = [FoundCard(card) for card in cards]
    orders = list(permutations(range(len(cards))))
    answer = reconstruct(found)
    assert answer.orders == len(orders) == sum(reading.orders for reading in answer.readings)
    assert answer == judge(found, orders)


@given(st.lists(st.sampled_from(DECK), min_size=2, max_size=5), st.data())
def test_evidence_only_ever_narrows_what_is_possible(cards: list[Card], data: st.DataObject) -> None:
    found = [FoundCard(card) for card in cards]
    index = st.integers(0, len(cards) - 1)
    before = data.draw(st.lists(st.builds(OrderedPair, index, index), max_size=4))
    agreeing = [
        order
        for order in permutations(range(len(cards)))
        if all(order.index(first) < order.index(then) for first, then in before)
    ]
    assert reconstruct(found, before) == judge(found, agreeing)
