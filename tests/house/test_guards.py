"""Guards of the game: who declares, a cut card that does not come, minima in chips, the last coup announced anew."""

import pytest

from table.models import Shoe
from table.play.next_act import next_act
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code, Refused
from table.rules.shoe import is_out_of_place
from table.rules.stakes import Range, check_decided, check_limits
from tests.croupier.coups import deal, effects, lay, pay, turn
from tests.rig.tables import AtTable, ready_table


def awaited(table: AtTable) -> str:
    """The act that the table waits for; nothing where it waits for none."""
    due = next_act(table.state)
    return due.verb if due else ""


pytestmark = pytest.mark.django_db
LAST_OR_NULL = "Ultimo colpo della taglia, minimo sette carte o nullo"
ONE_MORE = derive(VENEZIA, key="one-more", art5_mid_coup="one_more")


# --- who reads (Art. 13)


def test_who_has_lost_their_seat_is_not_keyed_as_having_declared() -> None:
    table = ready_table()
    deal(table, "P100@2", "P50@1")
    table.does("report_unmarked_absence", position="2")
    refused = table.refuses(Code.NOT_FREE, "declare", claim="carta", means="voice")
    assert refused.source == "default of Sabot"
    table.does("pass_reading")
    table.does("declare", claim="carta", means="voice")
    table.check()


def test_nor_does_whoever_was_given_the_seat_after_them() -> None:
    table = ready_table()
    deal(table, "P100@2")
    table.does("report_unmarked_absence", position="2")
    seats = table.cast.capo_isola
    seats.presses(("reserve", {"guest": "hugo"}), ("assign", {"guest": "hugo", "position": "2"}))
    table.does("occupy", position="2")
    table.refuses(Code.NOT_FREE, "declare", claim="carta", means="voice")
    assert awaited(table) == "pass_reading"
    table.check()


def test_who_has_marked_their_place_after_declaring_may_still_be_keyed() -> None:
    table = ready_table()
    deal(table, "P100@2")
    table.does("mark", position="2")
    table.does("declare", claim="carta", means="voice")
    table.check(dealt_again=True)


# --- a cut card that has not come (Art. 5)


@pytest.mark.parametrize(("out", "missed"), [(303, False), (304, True), (312, True)])
def test_a_cut_card_that_has_not_come_is_missed_one_whole_coup_after_its_place(out: int, *, missed: bool) -> None:
    assert is_out_of_place(VENEZIA, cards_total=312, behind=14, at=out, came=False) is missed
    assert is_out_of_place(derive(VENEZIA, key="own", mask_tolerance=2), cards_total=312, behind=14, at=304, came=False)
    unwatched = derive(VENEZIA, key="own", mask_tolerance=None)
    assert not is_out_of_place(unwatched, cards_total=312, behind=14, at=312, came=False)


def test_with_fewer_cards_behind_it_than_the_tolerance_it_is_missed_when_a_betting_opens() -> None:
    table = ready_table()
    Shoe.objects.update(out=304)
    assert effects(table.does("open_bets"), "mask_out_of_place") == [{"out": 304, "place": 298}]


# --- limits in chips of the table (Art. 14)


def test_a_minimum_that_no_chips_make_is_not_decided() -> None:
    table = ready_table()
    inspector = table.cast.ispettore
    refused = inspector.is_refused(
        Code.LIMITS, "set_limits", limits={"main": [1200, 100_000], "egalite": [500, 20_000]}
    )
    assert str(refused).startswith("The minimum 12.00 for main cannot be laid in chips of this table")
    inspector.does("set_limits", limits={"main": [1500, 100_000], "egalite": [500, 20_000]})


def test_limits_are_laid_in_the_chips_of_rules_that_wait_for_the_next_taglia_too() -> None:
    """They were decided in the chips of before, and from the next taglia on nobody could lay them."""
    table = ready_table()
    inspector, direzione = table.cast.ispettore, table.cast.direzione
    direzione.does("change_rules", changes={"chips": [500, 2500, 10000]})
    inspector.does("set_limits", limits={"main": [1500, 100_000], "egalite": [500, 20_000]})
    inspector.does("set_limits", limits={"main": [1000, 100_000], "egalite": [1000, 20_000]})
    direzione.does("change_rules", changes={"chips": [1000, 2000, 10000]})
    refused = inspector.is_refused(
        Code.LIMITS, "set_limits", limits={"main": [1000, 100_500], "egalite": [1000, 20_000]}
    )
    assert str(refused).startswith(
        "From the next taglia on the smallest chip of this table is 10.00: the limits for main cannot be laid"
    )
    inspector.does("set_limits", limits={"main": [2000, 100_000], "egalite": [1000, 20_000]})
    direzione.does("void_shoe")
    inspector.does("set_limits", limits={"main": [1000, 100_000], "egalite": [1000, 20_000]})
    table.check()


def test_limits_on_record_from_before_stay_in_force() -> None:
    stand = {"main": Range(1200, 100_000), "egalite": Range(500, 20_000)}
    check_limits(VENEZIA, stand)
    with pytest.raises(Refused):
        check_decided(VENEZIA, stand)


# --- the last coup (Art. 5)


def test_a_betting_after_a_suspension_of_the_announced_last_coup_is_announced_again() -> None:
    table = ready_table()
    lay(table, "P100@1")
    assert effects(table.does("cut_card_out"), "phrase") == [{"words": LAST_OR_NULL}]
    answer = table.cast.ispettore.does("suspend")
    assert effects(answer, "phrase_due") == [{"words": LAST_OR_NULL}]
    table.cast.ispettore.does("resume")
    assert awaited(table) == "call_last_coup"
    table.refuses(Code.PHRASE, "open_bets")
    table.does("call_last_coup", said=True)
    table.does("open_bets")
    table.check()


def test_so_it_is_where_one_more_coup_follows_that_of_the_cut_card() -> None:
    table = ready_table(ONE_MORE)
    finish_with_the_cut_card_within(table)
    lay(table, "P100@1")
    answer = table.cast.ispettore.does("suspend")
    assert effects(answer, "phrase_due") == [{"words": "Ultimo colpo della taglia"}]
    table.check()


def finish_with_the_cut_card_within(table: AtTable) -> None:
    """A coup is played within which the cut card comes."""
    deal(table, "P100@1")
    table.does("cut_card_out", hand_cards=2)
    turn(table)
    pay(table)
    table.does("burn")
