"""Seats, marked places and standing players, through the door. Super Punto Banco, Art. 13; Casino Admiral."""

from typing import Any

import pytest

from table.models import Position
from table.play.next_act import next_act
from table.rules.houses import ADMIRAL, MALTA, VENEZIA
from table.rules.refusal import Code
from tests.croupier.coups import close, coup, deal, effects, lay, play, stake
from tests.rig.tables import AtTable, ready_table, seat

pytestmark = pytest.mark.django_db


def state(table: AtTable, position: str) -> str:
    return Position.objects.get(table__code=table.code, label=position).state


def test_a_marked_place_is_nobody_elses_with_or_without_a_reservation(table: AtTable) -> None:
    table.does("mark", position="5")
    table.cast.capo_isola.is_refused(Code.SEAT_MARKED, "assign", guest="verdi", position="5")
    assert table.refuses(Code.SEAT_MARKED, "occupy", position="5").source == "Super Punto Banco, Art. 13"
    table.refuses(Code.SEAT_MARKED, "stand_at", position="5", guest="verdi")
    table.does("return", position="5")
    assert state(table, "5") == "occupied"


def test_whose_right_to_a_seat_was_lost_stands_in_the_record(table: AtTable) -> None:
    answer = table.does("report_unmarked_absence", position="5")
    assert effects(answer, "seat_freed") == [{"position": "5", "guest": "elena"}]
    assert state(table, "5") == "free"


def test_a_free_seat_cannot_be_released(table: AtTable) -> None:
    table.refuses(Code.SEAT, "release", position="9")


def test_a_marked_seat_is_released_by_those_who_give_seats(table: AtTable) -> None:
    table.does("mark", position="5")
    table.refuses(Code.ROLE, "release", position="5")
    table.cast.capo_isola.does("release", position="5")


def test_nobody_stands_where_the_stake_of_somebody_else_still_lies(table: AtTable) -> None:
    close(table, "P100@5")
    table.does("report_unmarked_absence", position="5")
    table.refuses(Code.NOT_FREE, "stand_at", position="5", guest="verdi")


def test_the_stake_of_a_standing_player_stays_for_the_coup_when_the_seat_is_given(table: AtTable) -> None:
    table.does("stand_at", position="9", guest="verdi")
    lay(table, "P100@9", "B100@1")
    table.does("reserve", guest="ida")
    table.cast.capo_isola.does("assign", guest="ida", position="9")
    table.refuses(Code.NOT_FREE, "raise", coup=table.coup, position="9", box="punto", by=1000)
    table.does("close_bets", said=True)
    assert stake(table, "9").in_action == 10_000
    table.does("deal")
    table.does("turn_punto", cards=["9S", "KD"])
    table.does("turn_banco", cards=["2S", "3S"])
    table.does("announce", banco=5, punto=9)
    table.does("settle")
    table.does("burn")
    table.does("open_bets")
    table.refuses(Code.NOT_FREE, "place", coup=table.coup, position="9", box="punto", amount=1000, guest="verdi")


def test_of_somebody_whose_place_was_given_away_the_stake_of_the_tie_comes_off_before_another_lies_there(
    table: AtTable,
) -> None:
    table.does("stand_at", position="9", guest="verdi")
    play(table, "B100@9", "B50@1", punto="9S KD", banco="9H KS")
    table.does("reserve", guest="ida")
    table.cast.capo_isola.does("assign", guest="ida", position="9")
    table.does("occupy", position="9")
    table.does("open_bets")
    at_nine: dict[str, Any] = {"coup": table.coup, "position": "9"}
    table.refuses(Code.ONE_STAKE, "place", **at_nine, box="punto", amount=2000)
    table.does("withdraw", **at_nine, box="banco")
    lay(table, "P20@9")
    assert [(it.position, it.left_over) for it in table.state.stakes] == [("1", True), ("9", False)]


def test_who_stood_and_was_given_the_seat_sits_there_with_the_stake_of_the_tie(table: AtTable) -> None:
    table.does("stand_at", position="9", guest="verdi")
    play(table, "P100@9", punto="9S KD", banco="9H KS")
    seat(table, "verdi", "9")
    assert table.state.standing == []
    table.does("open_bets")
    table.does("keep", coup=table.coup)
    table.does("close_bets", said=True)
    assert coup(table).reader == "9"


@pytest.mark.parametrize("first", ["assign", "open_bets"])
def test_nor_is_it_without_its_owner_where_they_stand_before_the_seat_that_they_were_given(
    table: AtTable, first: str
) -> None:
    table.does("stand_at", position="9", guest="verdi")
    play(table, "P100@9", "B50@1", punto="9S KD", banco="9H KS")
    table.does("reserve", guest="verdi")
    if first == "open_bets":
        table.does("open_bets")
    table.cast.capo_isola.does("assign", guest="verdi", position="9")
    if first == "assign":
        table.does("open_bets")
    answer = table.does("keep", coup=table.coup)
    assert (effects(answer, "left_without_owner"), table.state.custody) == ([], [])
    refused = table.refuses(Code.NOT_FREE, "place", coup=table.coup, position="9", box="egalite", amount=1000)
    assert "note first that they do" in str(refused)
    table.does("close_bets", said=True)
    assert (stake(table, "9").in_action, coup(table).reader) == (10_000, "")


def test_a_seat_left_while_its_stake_of_the_tie_waits_cannot_keep_it(table: AtTable) -> None:
    play(table, "P100@3", "B50@1", punto="9S KD", banco="9H KS")
    table.does("open_bets")
    table.does("mark", position="3")
    left = effects(table.does("keep", coup=table.coup), "set_aside")
    assert [it["position"] for it in left] == ["3"]
    table.does("close_bets", said=True)


def test_at_a_marked_place_nothing_is_laid_on_but_what_lies_there_plays(table: AtTable) -> None:
    lay(table, "P100@3", "P50@4")
    table.does("mark", position="3")
    table.refuses(Code.SEAT_MARKED, "raise", coup=table.coup, position="3", box="punto", by=1000)
    table.does("close_bets", said=True)
    assert stake(table, "3").in_action == 10_000
    assert coup(table).reader == "4"


def test_a_house_whose_document_is_silent_cites_no_document() -> None:
    malta = ready_table(MALTA, seats=2)
    refused = malta.refuses(Code.ROLE, "assign", guest="verdi", position="5")
    assert refused.source == "default of Sabot"
    refused = malta.cast.capo_isola.is_refused(Code.NO_RESERVATION, "assign", guest="verdi", position="5")
    assert refused.source == "default of Sabot"


def test_that_a_player_has_one_seat_and_asks_for_one_stands_in_no_document() -> None:
    for code, profile in (("V1", VENEZIA), ("M1", MALTA)):
        table = ready_table(profile, code=code, seats=1)
        refused = table.refuses(Code.NO_RESERVATION, "reserve", guest="anna")
        assert refused.source == "rule of Sabot"


def test_admiral_checks_identity_once_an_evening_also_of_those_who_stand() -> None:
    admiral = ready_table(ADMIRAL, seats=1)
    admiral.refuses(Code.IDENTITY, "stand_at", position="1", guest="verdi")
    admiral.does("confirm_identity", guest="verdi")
    admiral.does("stand_at", position="1", guest="verdi")
    lay(admiral, "P10@1/anna", "P20@1/verdi", "T10@1/verdi")
    admiral.refuses(Code.INDIVIDUAL, "raise", coup=admiral.coup, position="1", box="punto", by=500)
    admiral.does("raise", coup=admiral.coup, position="1", box="punto", by=500, guest="verdi")
    assert sorted(it.laid for it in admiral.state.stakes) == [1000, 1000, 2500]
    admiral.check()


def test_who_does_not_show_their_papers_gets_no_seat_and_takes_no_part_this_evening() -> None:
    admiral = ready_table(ADMIRAL, seats=1)
    admiral.does("reserve", guest="neri")
    admiral.does("refuse_identity", guest="neri", lacking="age")
    assert not admiral.row.reservations.exclude(state="closed").filter(guest__key="neri").exists(), "neri waits no more"
    refused = admiral.refuses(Code.IDENTITY, "stand_at", position="2", guest="neri")
    assert str(refused).startswith("“neri” has not shown identity or age, and is not admitted this evening.")
    admiral.does("reserve", guest="neri")
    admiral.cast.capo_isola.is_refused(Code.IDENTITY, "assign", guest="neri", position="2")
    for who in (admiral.cast.dealer, admiral.cast.capo_isola):
        who.is_refused(Code.ROLE, "confirm_identity", guest="neri")
    admiral.cast.ispettore.does("confirm_identity", guest="neri")
    admiral.cast.capo_isola.does("assign", guest="neri", position="2")
    admiral.refuses(Code.IDENTITY, "refuse_identity", guest="neri", lacking="identity")
    admiral.check()


def test_nobody_is_turned_away_in_a_house_that_would_seat_them_all_the_same() -> None:
    venezia = ready_table(seats=1)
    venezia.does("reserve", guest="neri")
    refused = venezia.refuses(Code.IDENTITY, "refuse_identity", guest="neri", lacking="age")
    assert str(refused).startswith("In this house identity is not checked at the table")
    venezia.cast.capo_isola.does("assign", guest="neri", position="2")
    venezia.check()


def test_the_next_evening_everybody_shows_their_papers_anew() -> None:
    admiral = ready_table(ADMIRAL, seats=1)
    admiral.does("refuse_identity", guest="neri", lacking="identity")
    admiral.cast.ispettore.does("close_table")
    admiral.does("confirm_identity", guest="neri")
    admiral.check()


# --- the reader


def test_who_laid_their_stake_standing_and_sits_at_the_closing_is_seated_and_reads(table: AtTable) -> None:
    table.does("stand_at", position="9", guest="verdi")
    lay(table, "P200@9", "P100@1")
    seat(table, "verdi", "9")
    table.does("close_bets", said=True)
    assert (coup(table).reader, stake(table, "9").standing) == ("9", False)


def test_who_sits_down_after_the_closing_stood_at_it_and_does_not_read(table: AtTable) -> None:
    table.does("stand_at", position="9", guest="verdi")
    close(table, "P200@9", "P100@1")
    seat(table, "verdi", "9")
    assert (coup(table).reader, stake(table, "9").standing) == ("1", True)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("leaves", ["mark", "report_unmarked_absence", "release"])
def test_when_the_reader_has_left_with_the_cards_before_them_the_reading_is_passed_on(
    table: AtTable, leaves: str
) -> None:
    deal(table, "P100@2", "P200@3")
    table.does(leaves, position="3")
    assert next_act(table.state) == ("pass_reading", "")
    table.does("pass_reading")
    assert (coup(table).reader, next_act(table.state)) == ("2", ("declare", ""))
    table.does("mark", position="2")
    table.does("pass_reading")
    assert (coup(table).reader, next_act(table.state)) == ("", ("turn_punto", ""))


def test_a_reader_who_is_back_at_their_place_declares_after_all(table: AtTable) -> None:
    deal(table, "P100@2")
    table.press(("mark", {"position": "2"}), ("return", {"position": "2"}))
    assert next_act(table.state) == ("declare", "")


# --- why nobody may stake there, and what helps


def why(table: AtTable, position: str, guest: str | None = None) -> str:
    """The sentence by which a stake at a position is refused."""
    given: dict[str, Any] = {"coup": table.coup, "position": position, "box": "punto", "amount": 1000}
    code = Code.POSITION if state(table, position) == "free" else Code.NOT_FREE
    return str(table.refuses(code, "place", **given, guest=guest))


def test_a_stake_where_nobody_is_is_refused_with_a_remedy_that_works() -> None:
    table = ready_table()
    lay(table)
    assert "Nobody who may stake is at position 9: seat the player, or note who stands there." in why(table, "9")
    table.does("stand_at", position="9", guest="verdi")
    table.does("place", coup=table.coup, position="9", box="punto", amount=10_000)


def test_where_one_player_stakes_at_a_position_another_is_sent_to_a_free_one() -> None:
    """They were told that nobody was there, and to note who stands there, which the house refuses."""
    table = ready_table()
    table.does("stand_at", position="9", guest="verdi")
    lay(table)
    for position in ("1", "9"):
        assert f"Somebody else plays at position {position}: in this house" in why(table, position, "rossi")
        table.refuses(Code.NOT_FREE, "stand_at", position=position, guest="rossi")
    table.does("stand_at", position="8", guest="rossi")
    table.does("place", coup=table.coup, position="8", box="punto", amount=10_000, guest="rossi")


def test_where_several_stake_at_a_position_who_stands_there_is_noted_first() -> None:
    table = ready_table(ADMIRAL)
    lay(table)
    assert "This player neither sits nor stands at position 1: note first" in why(table, "1", "rossi")


def test_who_has_a_position_assigned_stakes_there_once_they_sit() -> None:
    table = ready_table(seats={"1": "anna"})
    lay(table)
    table.does("reserve", guest="ida")
    table.cast.capo_isola.does("assign", guest="ida", position="2")
    for guest in (None, "ida"):
        assert "Position 2 is assigned, and the player does not sit there yet: note" in why(table, "2", guest)
    table.does("occupy", position="2")
    table.does("place", coup=table.coup, position="2", box="punto", amount=10_000)


def test_who_gave_the_seat_up_with_a_stake_on_the_felt_is_not_taken_for_somebody_else() -> None:
    table = ready_table()
    lay(table, "P100@1")
    table.does("release", position="1")
    assert "note who stands there" in why(table, "1", "anna")
    table.does("stand_at", position="1", guest="anna")
