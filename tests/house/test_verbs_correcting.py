"""What was keyed wrong is put right: who may, until when, and what follows. Nothing is erased."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from table.models import Alert
from table.play.next_act import next_act
from table.record.door import PressResult
from table.rules.houses import ADMIRAL, HOUSES, VENEZIA
from table.rules.phase import Phase
from table.rules.profile import Profile
from table.rules.refusal import Code
from table.rules.regola import Side
from table.screens.dealer.task import task
from tests.croupier.coups import back, blank, close, coup, deal, declared, effects, hand_at, lay, net, pay, stake, turn
from tests.rig.tables import AtTable, Somebody, ready_table

pytestmark = pytest.mark.django_db


def correct(who: AtTable | Somebody, what: str, **new: Any) -> PressResult:
    return who.does("correct_entry", what=what, new=new, reason="mistyped")


# --- when and by whom


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("what", "new"),
    [
        ("declaration", {}),
        ("close", {}),
        ("stake", {"position": "1", "box": "punto", "amount": 1000}),
        ("box", {"position": "1", "box": "punto", "meant": "banco"}),
        ("owner", {"position": "1", "box": "punto", "owner": "bruno"}),
        ("highest", {"position": "1"}),
        ("position", {"position": "1", "meant": "2"}),
        ("count", {}),
        ("standing", {"position": "1", "standing": True}),
        ("cash", {"position": "1", "box": "punto", "cash": True}),
    ],
)
def test_between_coups_and_in_the_betting_there_is_nothing_to_correct(
    table: AtTable, what: str, new: dict[str, Any]
) -> None:
    table.refuses(Code.PHASE, "correct_entry", what=what, new=new, reason="mistyped")
    lay(table, "P100@1")
    table.refuses(Code.PHASE, "correct_entry", what=what, new=new, reason="mistyped")


@pytest.mark.parametrize(("what", "new"), [("box", {"meant": "banco"}), ("owner", {"owner": "bruno"})])
def test_the_only_stake_of_a_position_is_corrected_in_the_name_of_its_owner_alone(
    table: AtTable, what: str, new: dict[str, Any]
) -> None:
    close(table, "P100@1")
    new |= {"position": "1", "box": "punto"}
    table.refuses(Code.INDIVIDUAL, "correct_entry", what=what, new=new | {"guest": "verdi"}, reason="mistyped")
    correct(table, what, **new, guest="anna")
    table.check()


def test_a_card_is_corrected_by_the_dealer_before_the_points_are_called_and_then_by_the_ispettore(
    table: AtTable,
) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table)
    answer = correct(table, "card", number=1, card="8S")
    assert effects(answer, "entry_corrected") == [
        {"what": "card", "old": "9S", "new": {"number": 1, "card": "8S"}, "reason": "mistyped"}
    ]
    pay(table)
    table.refuses(Code.ROLE, "correct_entry", what="card", new={"number": 1, "card": "9S"}, reason="mistyped")
    correct(table.cast.ispettore, "card", number=1, card="9S")
    assert table.state.phase is Phase.PUNTO_UP
    table.refuses(Code.PHRASE, "announce", banco=5, punto=9)
    table.does("announce", banco=5, punto=9, cards_speak=True)
    table.does("settle")
    table.does("burn")
    assert net(table, "1") == 10_000


def test_after_the_payment_a_corrected_card_posts_only_the_difference(table: AtTable) -> None:
    deal(table, "P100@1", "B100@2")
    turn(table, punto="9S KD", banco="8H KS")
    pay(table)
    correct(table.cast.ispettore, "card", number=1, card="8S")
    correct(table.cast.ispettore, "card", number=2, card="9H")
    table.does("announce", banco=9, punto=8, cards_speak=True)
    assert effects(table.does("settle"), "settled") == []
    assert (net(table, "1"), net(table, "2", "banco")) == (-10_000, 9500)
    assert back(table, "1") == {}
    table.does("burn")


# --- a correction and the Regola


def test_a_claim_that_was_keyed_wrong_frees_the_coup_when_it_is_put_right(table: AtTable) -> None:
    declared(table, "no_carta", punto="4S KD", banco="7H KS")
    assert coup(table).held
    answer = correct(table, "declaration", claim="carta")
    assert effects(answer, "agrees_with_the_regola") == [{}]
    table.does("card_out", card="2C")
    pay(table)
    table.does("burn")


def test_a_card_that_was_keyed_wrong_frees_the_coup_when_it_is_put_right(table: AtTable) -> None:
    declared(table, "no_carta", punto="4S KD", banco="7H KS")
    assert coup(table).held
    correct(table, "card", number=1, card="6S")
    assert hand_at(table, Side.PUNTO) == ["6S", "KD"]
    pay(table)


def test_a_correction_that_belies_the_declaration_holds_the_coup(table: AtTable) -> None:
    declared(table, "no_carta", punto="6S KD", banco="7H KS")
    answer = correct(table, "card", number=1, card="4S")
    assert effects(answer, "differs_from_the_regola") == [{}]
    assert (coup(table).held, next_act(table.state)) == (True, None)
    correct(table, "card", number=1, card="6S")
    pay(table)


def test_a_correction_by_which_a_third_card_was_never_due_holds_the_coup(table: AtTable) -> None:
    deal(table, "B100@1")
    turn(table, punto="6S KD", banco="5H KS")
    table.does("card_out", card="2D")
    assert table.state.phase is Phase.PUNTO_UP
    answer = correct(table, "card", number=2, card="6H")
    assert effects(answer, "differs_from_the_regola") == [{}]
    number = table.number
    table.cast.ispettore.does("attest", incident=number)
    table.cast.ispettore.does("ratify", incident=number)
    assert hand_at(table, Side.BANCO) == ["6H", "KS"]
    pay(table)
    table.does("burn")
    assert table.state.blank_due


def test_a_correction_by_which_a_third_card_becomes_due_asks_for_it(table: AtTable) -> None:
    deal(table, "B100@1")
    turn(table, punto="6S KD", banco="6H KS")
    correct(table, "card", number=2, card="5H")
    assert table.state.due is Side.BANCO


def test_a_corrected_declaration_gives_an_early_card_its_box(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("card_out")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7H", "KS"])
    answer = correct(table, "declaration", claim="carta")
    assert effects(answer, "early_card_placed") == [{"card": 5, "side": "punto"}]


def test_cards_turned_at_once_are_no_declaration_to_be_corrected(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["5S", "KD"])
    assert coup(table).claim == "carta"
    table.refuses(Code.PHASE, "correct_entry", what="declaration", new={"claim": "no_carta"}, reason="mistyped")
    correct(table, "card", number=1, card="9S")
    assert coup(table).claim == "battuta"
    table.does("turn_banco", cards=["7H", "KS"])
    pay(table)


def test_a_third_card_served_on_a_wrong_face_holds_the_coup_once_both_hands_lie_open(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["6S", "4S"])
    table.does("card_out", card="7C")
    wrong = next(it.number for it in table.state.at(Side.BANCO) if it.face == "6S")
    correct(table, "card", number=wrong, card="3S")
    answer = table.does("turn_punto", cards=["AC", "6D"])
    assert effects(answer, "differs_from_the_regola") == [{}]
    table.refuses(Code.INCIDENT_OPEN, "announce", banco=4, punto=7)


def test_a_declaration_taken_back_is_asked_for_again(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    correct(table, "declaration")
    assert table.state.phase is Phase.READING
    table.does("declare", claim="no_carta", means="gesture")


def test_a_blank_coup_has_no_stake_to_be_corrected(table: AtTable) -> None:
    table.does("card_out", card="9S", exposed=True)
    table.does("play_blank", said=True)
    new = {"position": "1", "box": "punto", "amount": 1000}
    table.refuses(Code.BLANK_NO_BETS, "correct_entry", what="stake", new=new, reason="forgotten")


# --- «Rien ne va plus»


def test_rien_ne_va_plus_is_taken_back_with_the_cards_that_had_waited(table: AtTable) -> None:
    table.does("card_out")
    close(table, "P100@1")
    correct(table, "close")
    assert table.state.phase is Phase.BETTING
    assert [(it.location, it.waited) for it in table.state.held] == [("held_under", False)]
    close(table, "P50@2")
    table.does("deal")
    table.refuses(Code.PHASE, "correct_entry", what="close", new={}, reason="pressed_early")


def test_who_sat_down_before_the_betting_closes_anew_reads(table: AtTable) -> None:
    table.does("stand_at", position="8", guest="ida")
    lay(table, "P100@8")
    table.does("reserve", guest="ida")
    table.cast.capo_isola.does("assign", guest="ida", position="8")
    table.does("close_bets", said=True)
    table.does("occupy", position="8")
    correct(table, "close")
    assert effects(table.does("close_bets", said=True), "reader_assigned") == [{"position": "8"}]


def test_rien_ne_va_plus_stands_once_a_card_is_out(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    table.refuses(Code.CLOSED, "correct_entry", what="close", new={}, reason="pressed_early")


# --- stakes


def test_the_amount_is_put_right_of_who_has_left_meanwhile(table: AtTable) -> None:
    close(table, "P100@1", "B50@2")
    table.does("report_unmarked_absence", position="1")
    correct(table, "stake", position="1", box="punto", amount=5000)
    assert next((it.bettor, it.laid, it.in_action) for it in table.state.stakes) == ("anna", 5000, 5000)


def test_a_stake_is_corrected_by_the_dealer_until_the_cards_are_handed_over_and_then_by_the_ispettore(
    table: AtTable,
) -> None:
    close(table, "P100@1", "P50@2")
    correct(table, "stake", position="2", box="punto", amount=20_000)
    assert coup(table).reader == "2"
    table.does("deal")
    new = {"position": "1", "box": "punto", "amount": 30_000}
    table.refuses(Code.ROLE, "correct_entry", what="stake", new=new, reason="mistyped")
    correct(table.cast.ispettore, "stake", **new)
    assert coup(table).reader == "2"
    turn(table)
    pay(table)
    table.cast.ispettore.is_refused(Code.PHASE, "correct_entry", what="stake", new=new, reason="mistyped")
    assert net(table, "1") == 30_000


def test_a_stake_that_was_settled_once_is_not_keyed_anew_although_the_coup_is_open_again(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    pay(table)
    correct(table.cast.ispettore, "card", number=1, card="8S")
    new = {"position": "1", "box": "punto", "amount": 0}
    table.cast.ispettore.is_refused(Code.PHASE, "correct_entry", what="stake", new=new, reason="mistyped")


@pytest.mark.parametrize(
    ("what", "new"),
    [
        ("stake", {"position": "2", "box": "banco", "amount": 0}),
        ("box", {"position": "2", "box": "banco", "meant": "punto"}),
    ],
)
def test_tax_that_lay_ready_goes_back_with_a_stake_that_never_lay_on_banco(what: str, new: dict[str, Any]) -> None:
    table = ready_table(replace(VENEZIA, tax="laid_ready"))
    table.does("open_bets")
    lay(table, "P100@1", "B100@2")
    table.does("lay_tax", coup=table.coup, position="2")
    close(table)
    answer = correct(table, what, **new)
    assert effects(answer, "tax_returned") == [{"position": "2", "amount": 500}]


def test_the_side_of_a_stake_is_put_right_and_one_not_keyed_is_added(table: AtTable) -> None:
    close(table, "P100@1", "P50@2")
    new = {"position": "1", "box": "banco", "amount": 10_000}
    table.refuses(Code.ONE_STAKE, "correct_entry", what="stake", new=new, reason="misheard")
    fixes = [{"position": "1", "box": "punto", "amount": 0}, new]
    table.press(*[("correct_entry", {"what": "stake", "new": fix, "reason": "misheard"}) for fix in fixes])
    assert coup(table).reader == "2"
    table.does("stand_at", position="9", guest="verdi")
    correct(table, "stake", position="9", box="punto", amount=70_000)
    assert (stake(table, "9").standing, coup(table).reader) == (True, "2")
    table.refuses(
        Code.CHIP,
        "correct_entry",
        what="stake",
        new={"position": "3", "box": "punto", "amount": 1001},
        reason="forgotten",
    )
    table.refuses(
        Code.MONEY,
        "correct_entry",
        what="stake",
        new={"position": "3", "box": "punto", "amount": -500},
        reason="forgotten",
    )


REAL = [house for house in HOUSES.values() if house.dealing != "automatic"]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("house", REAL, ids=lambda house: house.key)
def test_no_card_is_dealt_once_a_correction_has_taken_the_only_stake(house: Profile) -> None:
    table = ready_table(house)
    close(table, "P100@1")
    correct(table, "stake", position="1", box="punto", amount=0)
    cards: dict[str, Any] = {"cards": ["9S", "2S", "KD", "3S"]} if table.state.is_dealt_open else {}
    table.refuses(Code.NO_STAKE, "deal", **cards)
    correct(table, "stake", position="2", box="punto", amount=10_000)
    table.does("deal", **cards)
    table.check()


def test_a_betting_that_nobody_staked_in_is_opened_again_for_the_colpo_in_bianco(table: AtTable) -> None:
    close(table, "P100@1")
    correct(table, "stake", position="1", box="punto", amount=0)
    table.refuses(Code.NO_STAKE, "deal")
    [offered] = task(table.snapshot).steps
    table.press((offered["verb"], offered["given"]))
    assert table.state.phase is Phase.BETTING
    table.cast.ispettore.does("order_blank")
    button = table.row.button
    blank(table)
    assert table.row.button == button


def test_stakes_of_several_guests_do_not_become_anothers_together_as_their_position_is_put_right() -> None:
    table = ready_table(ADMIRAL, seats=2)
    table.does("confirm_identity", guest="verdi")
    table.does("stand_at", position="1", guest="verdi")
    close(table, "P100@1/anna", "T50@1/verdi")
    mixed_up = {"position": "1", "meant": "2"}
    table.refuses(Code.INDIVIDUAL, "correct_entry", what="position", new=mixed_up, reason="misread")
    correct(table, "stake", position="1", box="egalite", amount=0, guest="verdi")
    correct(table, "position", **mixed_up)
    correct(table, "stake", position="2", box="egalite", amount=5000, guest="verdi")
    assert [(it.position, it.box, it.bettor) for it in table.state.stakes] == [
        ("2", "punto", "bruno"),
        ("2", "egalite", "verdi"),
    ]


def of_two_at_one_position() -> AtTable:
    """Anna sits at position 1, verdi stands there; each has a stake on Punto, and the betting is closed."""
    table = ready_table(ADMIRAL, seats=2)
    table.does("confirm_identity", guest="verdi")
    table.does("stand_at", position="1", guest="verdi")
    close(table, "P100@1/anna", "P50@1/verdi")
    return table


@pytest.mark.parametrize(("what", "new"), [("stake", {"amount": 7_500}), ("cash", {"cash": True})])
def test_where_several_have_a_stake_it_is_said_whose_amount_or_notes_are_corrected(
    what: str, new: dict[str, Any]
) -> None:
    table, there = of_two_at_one_position(), {"position": "1", "box": "punto", **new}
    table.cast.ispettore.is_refused(Code.INDIVIDUAL, "correct_entry", what=what, new=there, reason="misread")
    correct(table.cast.ispettore, what, **there, guest="verdi")
    assert [(it.bettor, it.laid, it.notes) for it in table.state.stakes] == [
        ("anna", 10_000, 0),
        ("verdi", *((7_500, 0) if what == "stake" else (5_000, 5_000))),
    ]


def test_who_was_given_the_seat_and_has_not_come_is_not_the_bettor_of_a_stake_found_there(table: AtTable) -> None:
    table.does("stand_at", position="9", guest="verdi")
    close(table, "P100@1")
    table.does("reserve", guest="ida")
    table.cast.capo_isola.does("assign", guest="ida", position="9")
    correct(table, "stake", position="9", box="punto", amount=1000)
    assert stake(table, "9").bettor == "verdi"


def test_seats_that_were_mixed_up_are_put_right_with_the_reader(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    mixed_up = {"position": "1", "meant": "3"}
    table.refuses(Code.ROLE, "correct_entry", what="position", new=mixed_up, reason="misread")
    correct(table.cast.ispettore, "position", **mixed_up)
    assert (coup(table).reader, stake(table, "3").bettor) == ("3", "carla")
    table.cast.ispettore.is_refused(
        Code.ONE_STAKE, "correct_entry", what="position", new={"position": "3", "meant": "2"}, reason="misread"
    )


def test_a_standing_player_taken_for_seated_is_put_right(table: AtTable) -> None:
    close(table, "P100@1", "P50@2")
    correct(table, "standing", position="1", standing=True)
    assert coup(table).reader == "2"
    table.does("deal")
    correct(table.cast.ispettore, "standing", position="1", standing=False)
    assert coup(table).reader == "2"


def _stands(table: AtTable) -> PressResult:
    """Whoever laid the stake was keyed as seated, and stands."""
    return correct(table.cast.ispettore, "standing", position="1", standing=True)


def _an_eight(table: AtTable) -> PressResult:
    """Punto has eight instead of nine, and wins as before."""
    correct(table.cast.ispettore, "card", number=1, card="8S")
    table.does("announce", banco=5, punto=8, cards_speak=True)
    return table.does("settle")


@pytest.mark.parametrize("differs", [_stands, _an_eight], ids=lambda it: it.__name__.strip("_"))
def test_what_is_settled_once_more_without_a_cent_of_difference_stands_and_raises_no_alert(
    table: AtTable, differs: Callable[[AtTable], PressResult]
) -> None:
    deal(table, "P100@1", "B100@2")
    turn(table)
    pay(table)
    answer = differs(table)
    assert (effects(answer, "money_corrected"), effects(answer, "payment_stands")) == ([], [{}])
    assert not Alert.objects.filter(code="money_corrected").exists()
    table.does("burn")


def test_returned_chips_are_named_once(table: AtTable) -> None:
    close(table, "P100@1")
    answer = correct(table, "stake", position="2", box="banco", amount=120_000)
    assert len(effects(answer, "bet_returned")) == 1
    answer = correct(table, "stake", position="3", box="banco", amount=1000)
    assert effects(answer, "bet_returned") == []


@pytest.mark.parametrize("given_up", ["suspended", "in bianco"])
def test_what_went_back_at_the_closing_does_not_go_back_again_with_the_rest(table: AtTable, given_up: str) -> None:
    close(table, "P100@1")
    correct(table, "stake", position="2", box="banco", amount=120_000)
    correct(table, "stake", position="3", box="banco", amount=500)
    if given_up == "suspended":
        answer = table.cast.ispettore.does("suspend")
    else:
        answer = table.press(("report_visible", {}), ("play_blank", {"said": True}))
    returned = [(it["position"], it["amount"]) for it in effects(answer, "bet_returned")]
    assert returned == [("1", 10_000), ("2", 100_000)]
