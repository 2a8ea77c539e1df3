"""The shoe: cut card, last coup, seven cards, held cards, where each card is. Super Punto Banco, Art. 1, 2, 4, 5, 8."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.cards import UNKNOWN, Card, decks, parse, parse_all
from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, ONLINE, VENEZIA
from table.rules.profile import Profile, derive
from table.rules.refusal import Code
from table.rules.shoe import (
    CutCardOut,
    CutCardRelation,
    HeldCard,
    blank_due,
    check_cut,
    check_decks,
    check_faces,
    check_may_settle,
    counts_seven,
    cut_card_out,
    cut_card_relation,
    cut_too_deep,
    is_out_of_place,
    is_valid_last,
    predicted_count,
)
from tests.rig.refusing import refusal
from tests.rig.rows import every_row

EIGHT_DECKS = derive(VENEZIA, key="eight-decks", decks=8)
ONE_MORE = derive(VENEZIA, key="one-more", art5_mid_coup="one_more")
ONE_MORE_AFTER_BLANK = derive(VENEZIA, key="one-more-after-blank", art5_cut_in_blank="one_more")
UNSEEN_UNDER_SABOT = derive(VENEZIA, key="under-sabot", art8_unseen_excess="under_sabot")
BLANK_CLASSICO = derive(CLASSICO, key="classico-blank", remedies="blank_coup")
NINE_AT_LEAST = derive(VENEZIA, key="nine-at-least", min_last_coup_cards=9)

LAST = "Ultimo colpo della taglia"
LAST_OR_NULL = "Ultimo colpo della taglia, minimo sette carte o nullo"
NO_CUT_CARD = (Code.COUNT, "This house plays without a cut card. (default of Sabot)")
COUNT_FIRST = "The coup began with the cut card: draw and count the remaining cards before paying or collecting."
NEGATIVE = (Code.COUNT, "A number of cards cannot be negative.")

UNSEEN, SEEN = HeldCard(61, seen=False), HeldCard(62, seen=True)
UNDUE, UNDUE_SEEN = HeldCard(63, seen=False, undue=True), HeldCard(64, seen=True, undue=True)


# --- the cards of a taglia


def test_the_sixain_has_312_cards_and_eight_decks_416() -> None:
    assert check_decks(VENEZIA, 6) == 312
    assert check_decks(EIGHT_DECKS, 8) == 416


@every_row("count", [0, 5, 7, 8, -6, 6.0, "6", True, None])
def test_a_house_plays_with_its_own_number_of_decks_and_no_other(count: int) -> None:
    assert refusal(lambda: check_decks(VENEZIA, count)) == (
        Code.COUNT,
        f"This house plays with 6 decks, not with {count}. (Super Punto Banco, Art. 4)",
    )


def test_the_houses_of_the_documents_play_with_six_decks_each() -> None:
    assert {check_decks(house, 6) for house in (VENEZIA, MALTA, CLASSICO, CLASSICO_COPERTO, ADMIRAL, ONLINE)} == {312}


def test_a_seventh_nine_of_spades_is_impossible_in_six_decks() -> None:
    """Super Punto Banco, Art. 4: a replaced card is the same card, so the sixain has six of each for ever."""
    six = [parse("9S")] * 6
    check_faces(six, 6)
    check_faces([*six, *parse_all("9H 8S 9D")], 6)
    check_faces([*six, parse("9S")], 8)
    assert refusal(lambda: check_faces([*six, parse("9S")], 6)) == (
        Code.CARD_IMPOSSIBLE,
        "9S cannot come 7 times: 6 decks hold it 6 times. Look at the card again.",
    )
    assert refusal(lambda: check_faces([parse("TD")] * 9, 8)) == (
        Code.CARD_IMPOSSIBLE,
        "TD cannot come 9 times: 8 decks hold it 8 times. Look at the card again.",
    )


def test_a_replacement_of_the_seven_of_diamonds_by_the_seven_of_hearts_makes_a_heart_too_many() -> None:
    cards = list(decks(6))
    check_faces(cards, 6)
    cards[cards.index(parse("7D"))] = parse("7H")
    assert refusal(lambda: check_faces(cards, 6))[0] is Code.CARD_IMPOSSIBLE


def test_cards_whose_face_nobody_knows_may_be_as_many_as_there_are() -> None:
    check_faces([UNKNOWN] * 312, 6)
    check_faces([], 6)
    assert refusal(lambda: check_faces([UNKNOWN, *[parse("AS")] * 7], 6))[0] is Code.CARD_IMPOSSIBLE


# --- held cards and the Colpo in Bianco


@every_row(
    ("held", "next_visible", "due"),
    [
        ([], False, False),
        ([], True, True),
        ([UNSEEN], False, False),
        ([UNSEEN], True, True),
        ([SEEN], False, True),
        ([SEEN], True, True),
        ([UNSEEN, SEEN], False, True),
        ([SEEN, UNSEEN], False, True),
        ([UNSEEN, HeldCard(65, seen=False)], False, False),
        ([UNDUE], False, True),
        ([UNDUE_SEEN], False, True),
        ([UNSEEN, UNDUE], False, True),
    ],
)
def test_no_stake_is_laid_on_a_card_that_is_known_nor_on_an_undue_third_card(
    held: Sequence[HeldCard], *, next_visible: bool, due: bool
) -> None:
    assert blank_due(VENEZIA, held, next_visible=next_visible) is due
    assert blank_due(BLANK_CLASSICO, iter(held), next_visible=next_visible) is due


@pytest.mark.parametrize(
    ("held", "next_visible", "due"),
    [([UNDUE], False, False), ([UNDUE_SEEN], False, True), ([UNDUE, SEEN], False, True), ([UNDUE], True, True)],
)
def test_where_the_house_says_so_an_undue_third_card_that_nobody_saw_waits_under_the_sabot(
    held: Sequence[HeldCard], *, next_visible: bool, due: bool
) -> None:
    assert blank_due(UNSEEN_UNDER_SABOT, held, next_visible=next_visible) is due


@pytest.mark.parametrize("profile", [MALTA, CLASSICO, ADMIRAL, ONLINE])
def test_a_house_that_burns_such_cards_never_owes_a_colpo_in_bianco(profile: Profile) -> None:
    assert blank_due(profile, [SEEN, UNDUE], next_visible=True) is False


@given(st.lists(st.builds(HeldCard, st.integers(1, 312), st.booleans(), st.booleans())), st.booleans())
def test_while_a_seen_card_waits_or_the_next_one_is_visible_no_coup_takes_bets(
    held: list[HeldCard], next_visible: bool
) -> None:
    for profile in (VENEZIA, UNSEEN_UNDER_SABOT):
        if next_visible or any(card.seen for card in held):
            assert blank_due(profile, held, next_visible=next_visible)
    if not next_visible and not any(card.seen or card.undue for card in held):
        assert not blank_due(VENEZIA, held)


# --- the cut card


def test_between_coups_and_in_the_betting_the_coming_coup_begins_with_the_cut_card() -> None:
    assert cut_card_out(VENEZIA, hand_cards=0) == CutCardOut(
        began_with_cut_card=True, coups_after=0, phrase=LAST_OR_NULL
    )


@pytest.mark.parametrize("hand_cards", [1, 2, 3, 4, 5])
def test_in_the_middle_of_a_coup_this_coup_is_the_last_and_nothing_is_counted(hand_cards: int) -> None:
    """One card is enough; held ones do not count, since they were not drawn for this hand."""
    assert cut_card_out(VENEZIA, hand_cards=hand_cards) == (False, 0, LAST)


@pytest.mark.parametrize("hand_cards", [1, 4])
def test_where_the_house_says_so_one_more_coup_follows_a_cut_card_in_the_middle(hand_cards: int) -> None:
    assert cut_card_out(ONE_MORE, hand_cards=hand_cards) == (False, 1, LAST)


def test_a_coup_that_begins_with_the_cut_card_is_the_last_in_every_house() -> None:
    assert cut_card_out(ONE_MORE, hand_cards=0) == (True, 0, LAST_OR_NULL)
    assert cut_card_out(ONE_MORE_AFTER_BLANK, hand_cards=0) == (True, 0, LAST_OR_NULL)


def test_in_a_colpo_in_bianco_the_cut_card_ends_the_taglia_without_a_count() -> None:
    assert cut_card_out(VENEZIA, hand_cards=0, blank=True) == (True, 0, LAST)
    assert cut_card_out(VENEZIA, hand_cards=2, blank=True) == (False, 0, LAST)
    assert cut_card_out(ONE_MORE, hand_cards=2, blank=True) == (False, 0, LAST)


@pytest.mark.parametrize(("hand_cards", "began"), [(0, True), (2, False)])
def test_where_the_house_says_so_one_more_coup_follows_a_colpo_in_bianco_with_the_cut_card(
    hand_cards: int, *, began: bool
) -> None:
    assert cut_card_out(ONE_MORE_AFTER_BLANK, hand_cards=hand_cards, blank=True) == (began, 1, LAST)
    assert cut_card_out(ONE_MORE_AFTER_BLANK, hand_cards=2) == (False, 0, LAST)


@pytest.mark.parametrize("profile", [MALTA, CLASSICO, ADMIRAL])
def test_a_house_without_a_minimum_says_only_that_the_coup_is_the_last(profile: Profile) -> None:
    assert cut_card_out(profile, hand_cards=0) == (True, 0, LAST)
    assert cut_card_out(profile, hand_cards=3) == (False, 0, LAST)


@pytest.mark.parametrize("hand_cards", [0, 3])
def test_the_cut_card_comes_out_only_once_in_a_taglia(hand_cards: int) -> None:
    assert refusal(lambda: cut_card_out(VENEZIA, hand_cards=hand_cards, already_out=True)) == (
        Code.CUT_CARD_ALREADY_OUT,
        "The cut card of this taglia is out already. (Super Punto Banco, Art. 5)",
    )


def test_a_shoe_shuffled_for_every_hand_has_no_cut_card() -> None:
    assert refusal(lambda: cut_card_out(ONLINE, hand_cards=0)) == NO_CUT_CARD
    assert refusal(lambda: check_cut(ONLINE, behind=14, cards_total=312)) == NO_CUT_CARD


def test_less_than_no_card_cannot_lie_before_the_cut_card() -> None:
    assert refusal(lambda: cut_card_out(VENEZIA, hand_cards=-1)) == NEGATIVE


@pytest.mark.parametrize("behind", [1, 7, 14, 311])
def test_the_cut_card_may_lie_anywhere_inside_the_shoe(behind: int) -> None:
    check_cut(VENEZIA, behind=behind, cards_total=312)


@every_row("behind", [0, -1, 312, 313, 14.0, "14", True, None])
def test_a_cut_card_that_is_not_inside_the_shoe_is_refused(behind: int) -> None:
    assert refusal(lambda: check_cut(VENEZIA, behind=behind, cards_total=312)) == (
        Code.COUNT,
        f"The cut card lies inside the shoe: between 1 and 311 cards are behind it, not {behind}.",
    )


def test_a_cut_card_with_fewer_than_seven_cards_behind_is_a_warning() -> None:
    assert [behind for behind in range(1, 12) if cut_too_deep(VENEZIA, behind)] == [1, 2, 3, 4, 5, 6]
    assert [behind for behind in range(1, 12) if cut_too_deep(NINE_AT_LEAST, behind)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert not cut_too_deep(MALTA, 1)


# --- where the cut card lies in the order of a hand

BEFORE, WITHIN, AFTER, NOT_KNOWN = (
    CutCardRelation.BEFORE,
    CutCardRelation.WITHIN,
    CutCardRelation.AFTER,
    CutCardRelation.UNKNOWN,
)


@pytest.mark.parametrize(
    ("at", "drawn", "waited", "more", "expected"),
    [
        pytest.param(8, [], [], True, BEFORE, id="in the betting, or before the first card"),
        pytest.param(8, [], [8], True, BEFORE, id="beside it a card waits that came before it"),
        pytest.param(7, [], [8], True, BEFORE, id="or one that came after it"),
        pytest.param(8, [9], [8], True, BEFORE, id="the first card of the sabot came after it"),
        pytest.param(8, [9, 10, 11, 12], [], False, BEFORE, id="and so it stays when the hand is complete"),
        pytest.param(8, [8], [7], True, WITHIN, id="one card of the sabot was drawn, and another is due"),
        pytest.param(8, [6, 7, 8, 9], [], None, WITHIN, id="between the four cards"),
        pytest.param(8, [5, 6, 7, 8], [], None, NOT_KNOWN, id="after four cards, whose thirds nobody knows yet"),
        pytest.param(8, [5, 6, 7, 8], [], True, WITHIN, id="a third card is due"),
        pytest.param(8, [5, 6, 7, 8, 9], [], False, WITHIN, id="and has come"),
        pytest.param(8, [5, 6, 7, 8], [], False, AFTER, id="no third card is due"),
        pytest.param(8, [], [5, 6, 7, 8], None, NOT_KNOWN, id="four cards that had waited"),
        pytest.param(8, [], [5, 6, 7, 8], False, AFTER, id="they are the whole hand"),
    ],
)
def test_the_cut_card_lies_in_the_hand_that_takes_a_card_after_it_and_else_before_the_next(
    at: int, drawn: list[int], waited: list[int], more: bool | None, expected: CutCardRelation
) -> None:
    assert cut_card_relation(at, drawn=drawn, waited=waited, more=more) is expected


@pytest.mark.parametrize(
    ("at", "came", "out_of_place"),
    [(282, True, True), (283, True, False), (312, True, False), (282, False, False)],
)
def test_a_cut_card_is_out_of_place_more_than_fifteen_cards_before_or_after_it(
    at: int, *, came: bool, out_of_place: bool
) -> None:
    """Of 312 cards fourteen lie behind it: it was put in after 298."""
    assert is_out_of_place(VENEZIA, cards_total=312, behind=14, at=at, came=came) is out_of_place


@pytest.mark.parametrize(("came", "late"), [(True, 16), (False, 6)])
def test_past_its_place_it_is_missed_in_the_betting_too(late: int, *, came: bool) -> None:
    assert is_out_of_place(VENEZIA, cards_total=312, behind=30, at=282 + late, came=came)
    assert not is_out_of_place(VENEZIA, cards_total=312, behind=30, at=281 + late, came=came)


@pytest.mark.parametrize(("profile", "behind"), [(ONLINE, 14), (VENEZIA, None)])
def test_without_a_tolerance_or_a_recorded_place_nothing_is_watched(profile: Profile, behind: int | None) -> None:
    assert not is_out_of_place(profile, cards_total=312, behind=behind, at=4)


# --- the seven cards


@pytest.mark.parametrize(
    ("profile", "began", "blank", "counted"),
    [
        (VENEZIA, True, False, True),
        (VENEZIA, True, True, False),
        (VENEZIA, False, False, False),
        (VENEZIA, False, True, False),
        (EIGHT_DECKS, True, False, True),
        (MALTA, True, False, False),
        (CLASSICO, True, False, False),
    ],
)
def test_only_a_coup_with_stakes_that_began_with_the_cut_card_is_counted(
    profile: Profile, *, began: bool, blank: bool, counted: bool
) -> None:
    assert counts_seven(profile, began_with_cut_card=began, blank=blank) is counted
    check_may_settle(profile, began_with_cut_card=began, blank=blank, remaining=[])
    check_may_settle(profile, began_with_cut_card=began, blank=blank, remaining=parse_all("5C 2D JH"))
    if not counted:
        check_may_settle(profile, began_with_cut_card=began, blank=blank, remaining=None)
        return
    assert refusal(lambda: check_may_settle(profile, began_with_cut_card=began, blank=blank, remaining=None)) == (
        Code.SEVEN_FIRST,
        f"{COUNT_FIRST} (Super Punto Banco, Art. 5)",
    )


def test_a_coup_is_counted_unless_it_is_said_to_be_blank() -> None:
    assert counts_seven(VENEZIA, began_with_cut_card=True)


@every_row(
    ("coup_cards", "remaining", "valid"),
    [(4, 3, True), (5, 2, True), (6, 1, True), (4, 9, True), (7, 0, True), (4, 2, False), (5, 1, False), (6, 0, False)],
)
def test_seven_cards_on_the_table_make_the_last_coup_valid_and_six_make_it_null(
    coup_cards: int, remaining: int, *, valid: bool
) -> None:
    assert is_valid_last(VENEZIA, coup_cards=coup_cards, remaining=remaining) is valid
    assert is_valid_last(NINE_AT_LEAST, coup_cards=coup_cards + 2, remaining=remaining) is valid
    assert is_valid_last(MALTA, coup_cards=coup_cards, remaining=remaining)


@pytest.mark.parametrize(("coup_cards", "remaining"), [(-1, 8), (8, -1), (-1, -1)])
def test_nobody_counts_less_than_no_card(coup_cards: int, remaining: int) -> None:
    assert refusal(lambda: is_valid_last(VENEZIA, coup_cards=coup_cards, remaining=remaining)) == NEGATIVE


def test_the_count_is_what_lies_behind_the_cut_card_less_what_was_burned_and_with_what_was_held() -> None:
    assert predicted_count(7) == 7
    assert predicted_count(14, burned_behind=2) == 12
    assert predicted_count(14, held=1) == 15
    assert predicted_count(8, burned_behind=3, held=1) == 6
    assert predicted_count(0) == 0
    assert predicted_count(2, burned_behind=2) == 0


@pytest.mark.parametrize(
    ("behind", "burned_behind", "held"), [(-1, 0, 0), (14, -1, 0), (14, 0, -1), (2, 3, 0), (2, 3, 5), (-1, -2, 0)]
)
def test_a_count_cannot_be_foretold_from_impossible_numbers(behind: int, burned_behind: int, held: int) -> None:
    assert refusal(lambda: predicted_count(behind, burned_behind=burned_behind, held=held)) == NEGATIVE


@given(st.integers(1, 20), st.integers(0, 3), st.integers(0, 6), st.data())
def test_a_valid_last_coup_is_one_whose_foretold_count_reaches_seven(
    behind: int, held: int, burned_behind: int, data: st.DataObject
) -> None:
    burned_behind = min(burned_behind, behind)
    count = predicted_count(behind, burned_behind=burned_behind, held=held)
    coup_cards = data.draw(st.integers(0, count))
    valid = is_valid_last(VENEZIA, coup_cards=coup_cards, remaining=count - coup_cards)
    assert valid is (count >= 7)
    if not burned_behind and not held:
        assert valid is not cut_too_deep(VENEZIA, behind)


@given(st.lists(st.sampled_from([*parse_all("9S 9H AS"), UNKNOWN]), max_size=40))
def test_a_list_of_faces_is_possible_when_no_face_comes_more_often_than_there_are_decks(cards: list[Card]) -> None:
    if max((cards.count(face) for face in parse_all("9S 9H AS")), default=0) <= 6:
        check_faces(cards, 6)
    else:
        assert refusal(lambda: check_faces(cards, 6))[0] is Code.CARD_IMPOSSIBLE


@pytest.mark.parametrize(("least", "words"), [(7, "sette"), (6, "sei"), (9, "nove"), (12, "12")])
def test_the_phrase_names_the_number_of_cards_that_the_house_asks_for(least: int, words: str) -> None:
    profile = derive(VENEZIA, key="own", min_last_coup_cards=least)
    said = cut_card_out(profile, hand_cards=0).phrase
    assert said == f"Ultimo colpo della taglia, minimo {words} carte o nullo"
