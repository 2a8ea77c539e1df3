"""Who reads the cards, and how the Button goes round. Super Punto Banco, Premessa and Art. 13."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, ONLINE, VENEZIA
from table.rules.profile import Profile, derive
from table.rules.reading import (
    PuntoBettor,
    button_after,
    button_moves,
    check_position,
    next_button,
    order_from,
    ranking,
    reader,
)
from table.rules.refusal import Code
from table.rules.regola import Outcome
from tests.rig.refusing import refusal

NEXT_OCCUPIED = derive(VENEZIA, key="next-occupied", button_rotation="next_occupied")
STAYS = derive(VENEZIA, key="stays", button_on_annulled="stay")
DEALER_COMPLETES = derive(VENEZIA, key="dealer-completes", standing_top_bet="dealer_completes")
NO_FOUR = derive(VENEZIA, key="no-four", positions=("1", "2", "3", "5", "12", "14"))
ONE_SEAT = derive(VENEZIA, key="one-seat", positions=("1",))
WITHOUT_RESULT = (Outcome.ANNULLED, Outcome.NULL_SEVEN, Outcome.VOID)


def seated(position: str, euro: int) -> PuntoBettor:
    """The holder of a position, present, with so much on Punto."""
    return PuntoBettor(position, 100 * euro)


def standing(position: str, euro: int) -> PuntoBettor:
    """Somebody standing at a free position, with so much on Punto."""
    return PuntoBettor(position, 100 * euro, seated=False)


# --- the reader


def test_the_highest_punto_stake_reads() -> None:
    assert reader(VENEZIA, "9", [seated("1", 100), seated("4", 300), seated("9", 120)]) == "4"


@pytest.mark.parametrize(("button", "reads"), [("5", "7"), ("8", "2"), ("7", "7"), ("2", "2"), ("3", "7"), ("1", "2")])
def test_among_equal_stakes_the_first_from_the_button_reads_and_the_holder_is_the_first(
    button: str, reads: str
) -> None:
    assert reader(VENEZIA, button, [seated("2", 200), seated("7", 200), seated("9", 150)]) == reads


def test_one_chip_more_beats_the_place_at_the_button() -> None:
    assert reader(VENEZIA, "2", [seated("2", 200), PuntoBettor("1", 20001)]) == "1"


def test_a_standing_player_never_reads_even_with_the_highest_stake() -> None:
    bettors = [standing("5", 500), seated("3", 200), seated("8", 150)]
    assert reader(VENEZIA, "4", bettors) == "3"
    assert ranking(VENEZIA, "4", bettors) == ["3", "8"]


def test_a_standing_player_alone_on_punto_leaves_the_hand_to_the_dealer() -> None:
    assert reader(VENEZIA, "4", [standing("5", 500)]) is None


def test_without_a_stake_on_punto_the_dealer_completes_the_hand() -> None:
    assert reader(VENEZIA, "3", []) is None


def test_a_stake_that_went_back_whole_gives_no_right_to_read() -> None:
    assert reader(VENEZIA, "1", [seated("1", 0)]) is None
    assert ranking(VENEZIA, "1", [seated("1", 0), PuntoBettor("2", 1)]) == ["2"]


def test_an_empty_place_at_the_button_only_says_where_the_order_begins() -> None:
    assert reader(VENEZIA, "4", [seated("1", 100), seated("6", 100)]) == "6"
    assert reader(VENEZIA, "1", [seated("1", 100), seated("6", 100)]) == "1"


def test_who_declines_is_followed_by_the_next_of_the_same_ranking_and_in_the_end_by_the_dealer() -> None:
    bettors = [seated("2", 200), seated("7", 200), seated("9", 150), standing("4", 900)]
    assert ranking(VENEZIA, "5", bettors) == ["7", "2", "9"]
    assert reader(VENEZIA, "5", bettors, passed_over={"7"}) == "2"
    assert reader(VENEZIA, "5", bettors, passed_over={"2"}) == "7"
    assert reader(VENEZIA, "5", bettors, passed_over=["7", "2"]) == "9"
    assert reader(VENEZIA, "5", bettors, passed_over=("2", "7", "9")) is None


@pytest.mark.parametrize("profile", [MALTA, CLASSICO, ADMIRAL, ONLINE])
def test_where_cards_are_dealt_open_nobody_reads(profile: Profile) -> None:
    assert ranking(profile, "1", [seated("1", 100)]) == []
    assert reader(profile, "1", [seated("1", 100)]) is None


def test_without_a_button_the_order_begins_at_the_first_position() -> None:
    equal = [seated("6", 100), seated("2", 100)]
    assert ranking(CLASSICO_COPERTO, "6", equal) == ["2", "6"]
    assert order_from(CLASSICO_COPERTO, "6") == ("1", "2", "3", "4", "5", "6", "7")


def test_the_order_of_the_players_goes_up_from_the_button_and_round() -> None:
    assert order_from(VENEZIA, "1") == ("1", "2", "3", "4", "5", "6", "7", "8", "9")
    assert order_from(VENEZIA, "8") == ("8", "9", "1", "2", "3", "4", "5", "6", "7")
    assert order_from(NO_FOUR, "5") == ("5", "12", "14", "1", "2", "3")


def test_where_the_house_says_so_the_dealer_completes_under_a_higher_standing_stake() -> None:
    assert reader(DEALER_COMPLETES, "4", [standing("5", 500), seated("3", 200)]) is None
    assert reader(DEALER_COMPLETES, "4", [standing("5", 200), seated("3", 200)]) == "3"
    assert reader(DEALER_COMPLETES, "4", [PuntoBettor("5", 20001, seated=False), seated("3", 200)]) is None
    assert reader(DEALER_COMPLETES, "4", [standing("5", 150), seated("3", 200), seated("8", 100)]) == "3"
    assert ranking(DEALER_COMPLETES, "4", [standing("5", 150), seated("3", 200), seated("8", 100)]) == ["3", "8"]
    assert reader(DEALER_COMPLETES, "4", [seated("3", 200)]) == "3"
    assert reader(DEALER_COMPLETES, "4", [standing("5", 500)]) is None


def test_a_position_that_the_table_has_not_got_is_refused() -> None:
    said = "This table has no position “10”; it has 1, 2, 3, 4, 5, 6, 7, 8, 9."
    for act in (
        lambda: check_position(VENEZIA, "10"),
        lambda: order_from(VENEZIA, "10"),
        lambda: reader(VENEZIA, "1", [seated("10", 100)]),
        lambda: reader(VENEZIA, "1", [standing("10", 100)]),
        lambda: next_button(VENEZIA, "10"),
    ):
        assert refusal(act) == (Code.POSITION, said)
    assert refusal(lambda: check_position(NO_FOUR, "4")) == (
        Code.POSITION,
        "This table has no position “4”; it has 1, 2, 3, 5, 12, 14.",
    )
    for position in VENEZIA.positions:
        check_position(VENEZIA, position)


# --- the Button


@pytest.mark.parametrize(("button", "then"), [("1", "2"), ("8", "9"), ("9", "1")])
def test_after_a_coup_the_button_goes_to_the_next_position_and_from_the_last_to_the_first(
    button: str, then: str
) -> None:
    assert next_button(VENEZIA, button) == then
    assert button_after(VENEZIA, button, Outcome.SETTLED) == then


def test_labels_need_not_be_numbers_in_a_row() -> None:
    assert [next_button(NO_FOUR, label) for label in NO_FOUR.positions] == ["2", "3", "5", "12", "14", "1"]
    assert next_button(ONE_SEAT, "1") == "1"


def test_the_button_passes_empty_positions_one_by_one() -> None:
    seats = {"1", "2", "6"}
    assert next_button(VENEZIA, next_button(VENEZIA, "2", present=seats), present=seats) == "4"


def test_where_the_house_says_so_the_button_goes_to_the_next_who_is_present() -> None:
    seats = {"1", "2", "6"}
    assert next_button(NEXT_OCCUPIED, "2", present=seats) == "6"
    assert next_button(NEXT_OCCUPIED, "6", present=seats) == "1"
    assert next_button(NEXT_OCCUPIED, "9", present=seats) == "1"
    assert next_button(NEXT_OCCUPIED, "6", present={"6"}) == "6"
    assert next_button(NEXT_OCCUPIED, "4", present=()) == "4"
    assert next_button(NEXT_OCCUPIED, "4") == "4"


def test_a_tie_a_null_and_an_annulled_coup_move_the_button_a_blank_one_and_a_suspension_do_not() -> None:
    button, went = "8", []
    for outcome in (Outcome.SETTLED, Outcome.ANNULLED, Outcome.BLANK, Outcome.CANCELLED, Outcome.SETTLED):
        button = button_after(VENEZIA, button, outcome)
        went.append(button)
    assert went == ["9", "1", "1", "1", "2"]
    assert button_after(VENEZIA, "5", Outcome.NULL_SEVEN) == "6"


@pytest.mark.parametrize("outcome", WITHOUT_RESULT)
def test_whether_the_button_moves_after_an_annulled_or_null_coup_is_for_the_house_to_say(outcome: Outcome) -> None:
    assert button_moves(VENEZIA, outcome)
    assert not button_moves(STAYS, outcome)
    assert button_after(STAYS, "5", outcome) == "5"
    assert button_moves(STAYS, Outcome.SETTLED)


@pytest.mark.parametrize("outcome", [Outcome.BLANK, Outcome.CANCELLED])
@pytest.mark.parametrize("profile", [VENEZIA, STAYS, NEXT_OCCUPIED])
def test_no_house_moves_the_button_for_a_colpo_in_bianco_or_a_betting_that_was_closed(
    profile: Profile, outcome: Outcome
) -> None:
    assert not button_moves(profile, outcome)
    assert button_after(profile, "3", outcome, present={"5"}) == "3"


@pytest.mark.parametrize("outcome", list(Outcome))
def test_a_house_without_a_button_moves_none(outcome: Outcome) -> None:
    for profile in (MALTA, CLASSICO, CLASSICO_COPERTO, ADMIRAL, ONLINE):
        assert not button_moves(profile, outcome)
        assert button_after(profile, "1", outcome) == "1"


def test_the_button_goes_only_to_who_is_present_after_the_coup() -> None:
    assert button_after(NEXT_OCCUPIED, "2", Outcome.SETTLED, present={"2", "7"}) == "7"


# --- what always holds

houses = st.sampled_from([VENEZIA, NEXT_OCCUPIED, STAYS, DEALER_COMPLETES, NO_FOUR, ONE_SEAT, CLASSICO_COPERTO])


@st.composite
def closings(draw: st.DrawFn) -> tuple[Profile, str, list[PuntoBettor], frozenset[str]]:
    """A house, where its Button lies, who has how much on Punto, and who has been passed over."""
    profile = draw(houses)
    positions = st.sampled_from(profile.positions)
    bettors = draw(
        st.lists(
            st.builds(PuntoBettor, positions, st.sampled_from([0, 500, 1000, 1500]), seated=st.booleans()),
            unique_by=lambda bettor: bettor.position,
            max_size=9,
        )
    )
    return profile, draw(positions), bettors, draw(st.frozensets(positions, max_size=3))


@given(closings())
def test_the_reader_is_a_seated_punto_bettor_with_the_largest_stake_of_those_not_passed_over(
    closing: tuple[Profile, str, list[PuntoBettor], frozenset[str]],
) -> None:
    profile, button, bettors, passed_over = closing
    position = reader(profile, button, bettors, passed_over=passed_over)
    may = [it for it in bettors if it.seated and it.in_action > 0]
    if profile.standing_top_bet == "dealer_completes" and bettors:
        top = max(bettors, key=lambda it: (it.in_action, it.seated))
        may = may if top.seated else []
    may = [it for it in may if it.position not in passed_over]
    if position is None:
        assert may == []
        return
    (chosen,) = (it for it in may if it.position == position)
    begin = profile.positions.index(button) if profile.button else 0
    for other in may:
        assert other.in_action <= chosen.in_action
        if other.in_action == chosen.in_action and other is not chosen:
            away = [(profile.positions.index(it.position) - begin) % len(profile.positions) for it in (chosen, other)]
            assert away[0] < away[1]


@given(closings())
def test_in_whichever_order_the_stakes_are_told_the_ranking_is_the_same(
    closing: tuple[Profile, str, list[PuntoBettor], frozenset[str]],
) -> None:
    profile, button, bettors, _ = closing
    assert ranking(profile, button, bettors) == ranking(profile, button, reversed(bettors))


@given(houses, st.sampled_from(list(Outcome)), st.data())
def test_the_button_always_lies_at_a_position_and_moves_only_after_a_coup_that_moves_it(
    profile: Profile, outcome: Outcome, data: st.DataObject
) -> None:
    button = data.draw(st.sampled_from(profile.positions))
    present = data.draw(st.frozensets(st.sampled_from(profile.positions)))
    then = button_after(profile, button, outcome, present=present)
    assert then in profile.positions
    if outcome in (Outcome.BLANK, Outcome.CANCELLED) or not profile.button:
        assert then == button
    elif profile.button_rotation == "next_position" and button_moves(profile, outcome):
        assert profile.positions[profile.positions.index(then) - 1] == button


@given(houses, st.data())
def test_the_button_comes_round_to_everybody_once(profile: Profile, data: st.DataObject) -> None:
    button = data.draw(st.sampled_from(profile.positions))
    seats = data.draw(st.frozensets(st.sampled_from(profile.positions), min_size=1))
    went = []
    for _ in range(len(profile.positions) if profile.button_rotation == "next_position" else len(seats)):
        button = next_button(profile, button, present=seats)
        went.append(button)
    assert sorted(went) == sorted(profile.positions if profile.button_rotation == "next_position" else seats)
