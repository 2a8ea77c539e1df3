"""What a tie left at a marked place is set aside there, and its guest's again. Super Punto Banco, Art. 13 and 15."""

from typing import Any

import pytest

from table.models import Uncollected
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from tests.croupier.coups import deal, effects, pay, play, turn
from tests.procedures.conftest import SitDown
from tests.rig.pressing import current_task
from tests.rig.tables import AtTable, seat

TIE = {"punto": "9S KD", "banco": "9H KS"}


@pytest.fixture
def tie(sit_down: SitDown) -> AtTable:
    """Carla had a hundred on Punto, Anna fifty on Banco: a tie, and the betting has not opened yet."""
    table = sit_down()
    play(table, "P100@3", "B50@1", **TIE)
    return table


def aside(table: AtTable) -> dict[str, int]:
    """What is set aside, by position."""
    return {it.label: it.set_aside for it in table.row.positions.all() if it.set_aside}


def custody(table: AtTable) -> list[tuple[str, str, int]]:
    """What is in custody."""
    return [(it.position, it.owner, it.amount) for it in Uncollected.objects.filter(table=table.row, closed=None)]


def test_a_stake_that_a_tie_left_at_a_marked_place_is_out_of_action_and_in_no_custody(tie: AtTable) -> None:
    tie.does("mark", position="3")
    answer = tie.does("open_bets")
    assert effects(answer, "set_aside") == [{"position": "3", "box": "punto", "guest": "carla", "amount": 10_000}]
    assert (aside(tie), custody(tie)) == ({"3": 10_000}, [])
    assert [it.position for it in tie.state.stakes] == ["1"]


def test_it_is_its_guests_again_when_they_return(tie: AtTable) -> None:
    tie.does("mark", position="3")
    tie.does("open_bets")
    answer = tie.does("return", position="3")
    assert effects(answer, "set_aside_given_back") == [{"position": "3", "guest": "carla", "amount": 10_000}]
    assert (aside(tie), custody(tie)) == ({}, [])


def test_marked_while_the_betting_is_open_it_is_set_aside_by_the_same_press(tie: AtTable) -> None:
    tie.does("open_bets")
    tie.does("mark", position="3")
    tie.does("keep", coup=tie.coup)
    assert (aside(tie), custody(tie), [it.position for it in tie.state.stakes]) == ({"3": 10_000}, [], ["1"])
    tie.does("close_bets", said=True)


def test_before_a_colpo_in_bianco_it_is_set_aside_under_its_position_and_still_theirs(tie: AtTable) -> None:
    tie.does("open_bets")
    tie.does("mark", position="3")
    tie.does("report_visible")
    tie.does("play_blank", said=True)
    assert (aside(tie), custody(tie)) == ({"3": 10_000}, [])


def test_nor_is_it_forgotten_where_no_betting_has_opened_before_the_colpo_in_bianco(tie: AtTable) -> None:
    tie.does("mark", position="3")
    tie.does("report_unmarked_absence", position="1")
    tie.does("report_visible")
    tie.does("play_blank", said=True)
    assert (aside(tie), custody(tie), tie.state.stakes) == ({"3": 10_000}, [("1", "anna", 5000)], [])


def test_a_suspension_of_the_open_betting_sets_it_aside_too(tie: AtTable) -> None:
    tie.does("open_bets")
    tie.does("mark", position="3")
    tie.cast.ispettore.does("suspend")
    assert (aside(tie), custody(tie)) == ({"3": 10_000}, [])
    tie.cast.ispettore.does("release", position="3")
    assert (aside(tie), custody(tie)) == ({}, [("3", "carla", 10_000)])


def test_only_when_the_place_is_lost_is_it_kept_for_them(tie: AtTable) -> None:
    tie.does("mark", position="3")
    tie.does("open_bets")
    tie.cast.ispettore.does("release", position="3")
    assert (aside(tie), custody(tie)) == ({}, [("3", "carla", 10_000)])


def test_at_the_end_of_the_taglia_it_is_set_aside_and_still_theirs(sit_down: SitDown) -> None:
    table = sit_down()
    deal(table, "P100@3", "B50@1")
    table.does("mark", position="3")
    table.does("cut_card_out", hand_cards=2)
    turn(table, **TIE)
    pay(table)
    table.does("burn")
    assert (table.state.shoe, aside(table), custody(table)) == (None, {"3": 10_000}, [])
    assert effects(table.does("return", position="3"), "set_aside_given_back")


def test_or_when_the_table_closes(tie: AtTable) -> None:
    tie.does("mark", position="3")
    tie.does("open_bets")
    tie.cast.ispettore.does("suspend")
    tie.cast.ispettore.does("close_table")
    assert (aside(tie), custody(tie)) == ({}, [("3", "carla", 10_000)])


def test_or_when_it_closes_before_another_betting_has_opened(tie: AtTable) -> None:
    tie.does("mark", position="3")
    tie.cast.ispettore.does("close_table")
    assert (aside(tie), custody(tie)) == ({}, [("3", "carla", 10_000)])


# --- a place that went to somebody else


@pytest.fixture
def stood(sit_down: SitDown) -> AtTable:
    """Verdi stood at nine, which was free, and had a hundred on Punto: a tie, and the betting has not opened yet."""
    table = sit_down()
    table.does("stand_at", position="9", guest="verdi")
    play(table, "P100@9", "B50@1", **TIE)
    return table


def goes_to_somebody_else(table: AtTable, *, sits: bool = True) -> None:
    """Nine is given to Rosso, who sits down there or has not come yet."""
    if sits:
        seat(table, "rosso", "9")
    else:
        given = ("assign", {"guest": "rosso", "position": "9"})
        table.cast.capo_isola.presses(("reserve", {"guest": "rosso"}), given)


@pytest.mark.parametrize("sits", [False, True])
def test_who_stands_where_somebody_else_was_given_the_place_gets_the_stake_of_the_tie_back(
    stood: AtTable, *, sits: bool
) -> None:
    goes_to_somebody_else(stood, sits=sits)
    assert effects(stood.does("open_bets"), "left_without_owner") == []
    assert [(it.position, it.laid_by, it.left_over) for it in stood.state.stakes if it.position == "9"] == [
        ("9", "verdi", True)
    ]
    assert current_task(stood).verb == "keep"
    answer = stood.does("keep", coup=stood.coup)
    assert effects(answer, "bet_returned") == [{"position": "9", "box": "punto", "amount": 10_000}]
    assert (custody(stood), [it.position for it in stood.state.stakes]) == ([], ["1"])
    stood.does("close_bets", said=True)


def test_so_do_they_where_it_is_given_away_while_the_betting_is_open(stood: AtTable) -> None:
    stood.does("open_bets")
    goes_to_somebody_else(stood)
    stood.does("keep", coup=stood.coup)
    assert (custody(stood), [it.position for it in stood.state.stakes]) == ([], ["1"])


@pytest.mark.parametrize(("verb", "box"), [("withdraw", {"box": "punto"}), ("clear", {})])
def test_they_take_it_off_themselves_and_whoever_sits_there_stakes(
    stood: AtTable, verb: str, box: dict[str, Any]
) -> None:
    goes_to_somebody_else(stood)
    stood.does("open_bets")
    mine: dict[str, Any] = {"coup": stood.coup, "position": "9"}
    stood.refuses(Code.ONE_STAKE, "place", **mine, box="punto", amount=5000)
    stood.refuses(Code.NOT_FREE, "raise", **mine, box="punto", by=5000)
    stood.does(verb, **mine, **box)
    assert custody(stood) == []
    stood.does("place", **mine, box="punto", amount=5000)


@pytest.mark.parametrize("follows", ["void_shoe", "play_blank"])
def test_and_no_betting_has_to_follow(stood: AtTable, follows: str) -> None:
    goes_to_somebody_else(stood)
    if follows == "void_shoe":
        stood.cast.direzione.does("void_shoe")
    else:
        stood.does("report_visible")
        stood.does("play_blank", said=True)
    assert custody(stood) == []


def test_who_has_gone_from_there_has_it_in_custody(stood: AtTable) -> None:
    goes_to_somebody_else(stood)
    stood.does("leave_standing", position="9", guest="verdi")
    assert len(effects(stood.does("open_bets"), "left_without_owner")) == 1
    assert custody(stood) == [("9", "verdi", 10_000)]


@pytest.fixture
def shared(sit_down: SitDown) -> AtTable:
    """A tie at three leaves fifty that are Carla's own, and a hundred that Carla has laid for Bruno."""
    table = sit_down(derive(VENEZIA, key="shared", stakes_per_position="many"))
    table.does("open_bets")
    table.does("place", coup=table.coup, position="3", box="punto", amount=10_000, bettor="bruno")
    play(table, "P50@3", **TIE)
    return table


def test_only_its_guests_own_is_set_aside_and_what_they_laid_for_another_is_kept_for_its_owner(shared: AtTable) -> None:
    shared.does("mark", position="3")
    assert len(effects(shared.does("open_bets"), "left_without_owner")) == 1
    assert (aside(shared), custody(shared)) == ({"3": 5000}, [("3", "bruno", 10_000)])
    answer = shared.does("return", position="3")
    assert effects(answer, "set_aside_given_back") == [{"position": "3", "guest": "carla", "amount": 5000}]


@pytest.mark.parametrize("by", ["keep", "suspend"])
def test_so_it_is_where_the_place_is_marked_while_the_betting_is_open(shared: AtTable, by: str) -> None:
    shared.does("open_bets")
    shared.does("mark", position="3")
    if by == "keep":
        shared.does("keep", coup=shared.coup)
    else:
        shared.cast.ispettore.does("suspend")
    assert (aside(shared), custody(shared), shared.state.stakes) == ({"3": 5000}, [("3", "bruno", 10_000)], [])
