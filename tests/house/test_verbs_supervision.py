"""Opening, closing, suspending, limits, people and rules, through the door. Super Punto Banco, Art. 14 and 16."""

import pytest

from table.models import HOUSE, Entry, Note
from table.rules.houses import CLASSICO, MALTA, VENEZIA
from table.rules.profile import Box, Profile, Role, derive
from table.rules.refusal import Code, Refused
from tests.croupier.coups import annul, back, blank, close, coup, deal, effects, lay, pay, play, turn
from tests.rig.tables import AtTable, Cast, new_table, prepare_shoe, ready_table, seat

pytestmark = pytest.mark.django_db
LIMITS = {"main": [2000, 50_000], "egalite": [500, 10_000]}


# --- opening and closing


def test_a_house_without_a_button_moves_none_when_it_opens() -> None:
    classico = ready_table(CLASSICO, seats=2)
    opened = Entry.objects.get(register=classico.code, verb="open_table")
    assert "button_moved" not in opened.outcome
    assert classico.row.button == ""


def test_closing_lets_waiting_cards_lapse_though_no_coup_was_played(table: AtTable) -> None:
    table.does("card_out", card="8D", exposed=True)
    assert effects(table.cast.ispettore.does("close_table"), "taglia_ended") == [{"taglia": 1, "out": 1}]
    assert not table.state.blank_due


def test_at_closing_the_limits_that_were_to_come_are_those_on_the_sign(table: AtTable) -> None:
    table.cast.ispettore.does("set_limits", limits=LIMITS)
    assert table.limits("next") == [2000, 50_000]
    assert effects(table.cast.ispettore.does("close_table"), "limits_applied") == [{"limits": LIMITS}]
    assert table.limits("now") == [2000, 50_000]


def test_nobody_keeps_a_seat_overnight(table: AtTable) -> None:
    table.does("mark", position="2")
    table.does("reserve", guest="hugo")
    table.cast.capo_isola.does("assign", guest="hugo", position="8")
    table.does("reserve", guest="ida")
    table.does("stand_at", position="9", guest="verdi")
    answer = table.cast.ispettore.does("close_table")
    cleared = [["1", "anna"], ["2", "bruno"], ["3", "carla"], ["4", "dino"], ["5", "elena"], ["6", "fabio"]]
    assert effects(answer, "seats_cleared") == [{"seats": [*cleared, ["7", "gina"], ["8", "hugo"]]}]
    left = {(place.state, place.holder, place.marked_since) for place in table.state.positions.values()}
    assert left == {("free", None, None)}
    assert set(table.row.reservations.values_list("state", flat=True)) == {"closed"}
    assert table.state.standing == []


def test_a_table_that_nobody_sits_at_closes_without_a_word_of_seats() -> None:
    empty = ready_table(seats=0)
    assert effects(empty.cast.ispettore.does("close_table"), "seats_cleared") == []


def test_the_next_evening_everybody_asks_for_a_seat_again(table: AtTable) -> None:
    table.cast.ispettore.does("close_table")
    table.cast.capo_isola.is_refused(Code.NO_RESERVATION, "assign", guest="anna", position="1")
    seat(table, "anna", "2")
    table.cast.ispettore.does("open_table")
    play(table, "P100@2")


def test_a_coup_is_finished_before_the_table_closes(table: AtTable) -> None:
    lay(table, "P100@1")
    table.cast.ispettore.is_refused(Code.COUP_OPEN, "close_table")


def test_limits_that_were_set_after_a_sign_was_looked_at_are_not_confirmed_on_it() -> None:
    malta = ready_table(MALTA, seats=2)
    low, high = {"main": [1000, 60_000], "egalite": [250, 5000]}, {"main": [1000, 600_000], "egalite": [250, 5000]}
    malta.cast.direzione.does("set_limits", limits=low)
    seen = malta.number
    malta.cast.direzione.does("set_limits", limits=high)
    malta.cast.capo_tavolo.is_refused(Code.STALE, "confirm_limits", seen=seen)
    assert malta.limits("unannounced") == [1000, 600_000]
    seen = malta.number
    malta.does("open_bets")
    malta.cast.capo_tavolo.does("confirm_limits", seen=seen)
    assert malta.limits("next") == [1000, 600_000]
    malta.check()


# --- suspension


def test_suspended_in_the_betting_every_stake_is_refunded_and_can_be_repeated(table: AtTable) -> None:
    lay(table, "P100@1", "T10@1", "B50@2")
    answer = table.cast.ispettore.does("suspend")
    assert [it["amount"] for it in effects(answer, "bet_returned")] == [10_000, 1000, 5000]
    assert effects(answer, "coup_cancelled") == [{}]
    assert (back(table, "1"), back(table, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
    assert table.row.button == "1"
    table.cast.ispettore.does("resume")
    table.does("open_bets")
    assert len(effects(table.does("repeat", coup=table.coup), "repeated")) == 3


def test_what_a_tie_left_and_a_suspension_gave_back_lies_on_the_felt_no_more(table: AtTable) -> None:
    play(table, "P100@1", punto="2S 7S", banco="3D 6D")
    table.does("open_bets")
    assert [(it.position, it.laid) for it in table.state.stakes] == [("1", 10_000)]
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    table.does("open_bets")
    assert table.state.stakes == []
    table.check()


def test_what_a_tie_left_of_who_is_gone_goes_into_custody_once_though_the_game_is_suspended(table: AtTable) -> None:
    play(table, "P100@1", punto="2S 7S", banco="3D 6D")
    table.does("open_bets")
    table.does("report_unmarked_absence", position="1")
    table.does("keep", coup=table.coup)
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    table.does("open_bets")
    assert [it.amount for it in table.state.custody] == [10_000]
    table.check()


def test_suspended_with_only_a_waiting_card_on_the_table_the_coup_is_cancelled_and_the_card_waits_on(
    table: AtTable,
) -> None:
    table.does("card_out")
    close(table, "P100@1")
    table.cast.ispettore.does("suspend")
    assert table.row.status == "suspended"
    assert back(table, "1") == {"refund": 10_000}
    assert [it.location for it in table.state.held] == ["held_under"]


def test_a_blank_coup_that_was_suspended_before_its_first_card_is_still_due(table: AtTable) -> None:
    table.does("open_bets")
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    table.refuses(Code.BLANK_DUE, "open_bets")
    blank(table)
    table.does("open_bets")


def test_suspended_with_cards_out_the_coup_is_finished_and_no_betting_opens(table: AtTable) -> None:
    deal(table, "P100@1")
    table.cast.ispettore.does("suspend")
    turn(table)
    pay(table)
    assert effects(table.does("burn", open_next=True), "suspended") == [{}]
    table.refuses(Code.TABLE_NOT_OPEN, "open_bets")
    assert (table.row.button, table.state.coup) == ("2", None)


def test_a_reason_may_be_given_for_a_suspension_and_is_kept_as_a_note(table: AtTable) -> None:
    table.cast.ispettore.does("suspend", reason="a glass broke")
    assert Note.objects.get().text == "a glass broke"
    assert "glass" not in Entry.objects.get(register=table.code, verb="suspend").arguments


def test_the_reason_of_an_annulment_is_needed_and_kept_as_a_note(table: AtTable) -> None:
    deal(table, "P100@1")
    with pytest.raises(Refused, match="for a reason"):
        annul(table, reason="")
    answer = annul(table, reason="Rossi mixed the cards")
    assert effects(answer, "coup_annulled") == [{"reason": Note.objects.get().digest}]
    assert "Rossi" not in Entry.objects.get(register=table.code, verb="annul_incident").outcome


def test_a_coup_that_was_paid_can_still_be_annulled_until_its_cards_are_burned(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table)
    pay(table)
    answer = annul(table)
    assert effects(answer, "money_corrected") != []
    assert (back(table, "1"), back(table, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
    table.does("burn")
    assert table.row.coups.get().outcome == "annulled"


def test_a_betting_opened_with_the_burning_is_one_like_any_other(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    pay(table)
    table.cast.ispettore.does("set_limits", limits=LIMITS)
    assert effects(table.does("burn", open_next=True), "limits_applied") == [{"limits": LIMITS}]
    assert coup(table).limits["main"] == [2000, 50_000]


# --- limits


def test_the_last_of_several_decisions_holds(table: AtTable) -> None:
    lay(table, "P800@1")
    table.cast.ispettore.does("set_limits", limits=LIMITS | {"main": [5000, 70_000]})
    table.cast.ispettore.does("set_limits", limits=LIMITS)
    assert (table.limits("now"), table.limits("next")) == ([1000, 100_000], [2000, 50_000])
    table.does("close_bets", said=True)
    assert table.state.stakes[0].in_action == 80_000


def test_limits_of_malta_wait_until_they_are_announced() -> None:
    malta = ready_table(MALTA, seats=2)
    new = {"main": [1000, 60_000], "egalite": [250, 5000]}
    malta.cast.ispettore.is_refused(Code.ROLE, "set_limits", limits=new)
    malta.cast.direzione.does("set_limits", limits=new)
    assert (malta.limits("next"), malta.limits("unannounced")) == ([], [1000, 60_000])
    malta.does("open_bets")
    assert coup(malta).limits["main"] == [500, 50_000]
    malta.cast.direzione.does("suspend")
    malta.cast.direzione.does("resume")
    malta.cast.capo_tavolo.does("confirm_limits")
    assert effects(malta.does("open_bets"), "limits_applied") == [{"limits": new}]
    malta.cast.capo_tavolo.is_refused(Code.LIMITS, "confirm_limits")
    malta.check()


# --- suspension


@pytest.mark.parametrize("profile", [VENEZIA, CLASSICO, MALTA], ids=lambda profile: profile.key)
def test_the_direzione_suspends_in_every_house_and_what_it_suspended_only_it_resumes(profile: Profile) -> None:
    table = ready_table(profile, seats=2)
    table.cast.direzione.does("suspend")
    refused = table.cast.ispettore.is_refused(Code.ROLE, "resume")
    assert "only" in str(refused) or profile.suspended_by == Role.DIREZIONE
    table.cast.direzione.does("resume")
    table.does("open_bets")
    table.check()


def test_an_ispettore_who_suspends_once_more_does_not_make_the_suspension_theirs(table: AtTable) -> None:
    deal(table, "P100@1")
    table.cast.direzione.does("suspend")
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.is_refused(Code.ROLE, "resume")
    table.cast.direzione.does("resume")
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    table.cast.ispettore.does("suspend")
    table.cast.direzione.does("resume")


# --- people


def test_a_role_changes_after_signing_off(table: AtTable) -> None:
    house = Cast.at(HOUSE)
    house.direzione.is_refused(Code.PRESENCE, "set_role", badge="dario", role="ispettore_gioco")
    table.does("sign_off")
    house.direzione.does("set_role", badge="dario", role="ispettore_gioco")
    house.direzione.does("set_role", badge="dario", role="dealer")


def test_a_dealer_is_relieved_in_the_middle_of_a_coup(table: AtTable) -> None:
    deal(table, "P100@1")
    signed_off = effects(table.cast.relief.does("take_over"), "signed_off")
    assert signed_off == [{"badge": "dario"}]
    table.refuses(Code.ROLE, "turn_battuta", cards=["9S", "KD"])
    table.cast.relief.does("turn_battuta", cards=["9S", "KD"])
    table.does("take_over")


def test_everybody_signs_off_for_themselves_unless_a_decider_does(table: AtTable) -> None:
    table.cast.capo_isola.does("sign_on")
    table.cast.capo_isola.is_refused(Code.ROLE, "sign_off", badge="dario")
    table.cast.ispettore.does("sign_off", badge="italo")
    table.cast.ispettore.is_refused(Code.PRESENCE, "sign_off", badge="italo")


# --- rules


def test_positions_change_only_on_a_closed_table_without_a_shoe(table: AtTable) -> None:
    table.cast.ispettore.does("close_table")
    changes = {"positions": ["1", "2", "3"]}
    table.cast.direzione.is_refused(Code.PHASE, "change_rules", changes=changes)
    table.cast.direzione.does("void_shoe")
    table.cast.direzione.does("change_rules", changes=changes)
    assert list(table.state.positions) == ["1", "2", "3"]


def test_an_evening_has_one_currency(table: AtTable) -> None:
    """Neither at an open table nor from the next taglia on, which may begin in the middle of an evening."""
    changes = {"currency": "CHF"}
    play(table, "P100@1")
    table.cast.direzione.is_refused(Code.PHASE, "change_rules", changes=changes)
    table.cast.ispettore.does("close_table")
    prepare_shoe(table, VENEZIA, serial="S-2")
    table.cast.direzione.is_refused(Code.PHASE, "change_rules", changes=changes)
    table.cast.direzione.does("void_shoe")
    table.cast.direzione.does("change_rules", changes=changes)
    assert table.state.profile.currency == "CHF"


def test_a_second_change_adds_to_the_one_that_waits(table: AtTable) -> None:
    table.cast.direzione.does("change_rules", changes={"banco_payout": "half_on_six"})
    table.cast.direzione.does("change_rules", changes={"button_rotation": "next_occupied"})
    assert table.state.profile == VENEZIA
    play(table, "P100@1")
    table.cast.direzione.does("void_shoe")
    assert (table.state.profile.banco_payout, table.state.profile.button_rotation) == ("half_on_six", "next_occupied")


def test_a_button_that_comes_with_new_rules_lies_at_the_first_position(table: AtTable) -> None:
    play(table, "P100@1")
    table.cast.direzione.does("change_rules", changes={"button": False})
    table.cast.direzione.does("void_shoe")
    assert table.row.button == ""
    moved = effects(table.cast.direzione.does("change_rules", changes={"button": True}), "button_moved")
    assert moved == [{"position": "1"}]
    prepare_shoe(table, VENEZIA)
    play(table, "P100@1")
    assert table.row.button == "2"


def test_new_boxes_need_limits_before_the_betting_opens() -> None:
    table = ready_table(CLASSICO, seats=2)
    table.cast.direzione.does("void_shoe")
    table.cast.direzione.does("change_rules", changes={"side_bets": [Box.GRANDE.value], "smallest_payment": 5})
    prepare_shoe(table, CLASSICO)
    table.refuses(Code.LIMITS, "open_bets")
    new = {"main": [1000, 50_000], "egalite": [1000, 10_000], "grande": [1000, 10_000]}
    table.cast.ispettore.does("set_limits", limits=new)
    table.does("open_bets")
    table.check()


def test_limits_suspension_and_disputes_are_decided_by_somebody_who_can() -> None:
    profile = derive(VENEZIA, key="nobody-decides", suspended_by=Role.CAPO_ISOLA)
    with pytest.raises(Refused, match="suspended_by"):
        new_table(profile)
