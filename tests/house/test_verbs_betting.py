"""Stakes, «Rien ne va plus» and who reads, through the door. Super Punto Banco, Premessa, Art. 11, 12 and 14."""

from typing import Any

import pytest

from table.rules.houses import ADMIRAL, MALTA, VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from table.screens.dealer.dock import repeats
from table.screens.read.snapshot import Snapshot
from tests.croupier.coups import back, close, coup, deal, effects, lay, net, pay, play, stake, turn
from tests.rig.tables import AtTable, ready_table, seat

pytestmark = pytest.mark.django_db
READER_ONLY = derive(VENEZIA, key="reader-only", stakes="reader_only")


# --- too late, or not here


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("verb", "given"),
    [
        ("place", {"amount": 1000}),
        ("raise", {"by": 1000}),
        ("lower", {"by": 1000}),
        ("withdraw", {}),
    ],
)
def test_after_rien_ne_va_plus_a_stake_goes_back(table: AtTable, verb: str, given: dict[str, Any]) -> None:
    close(table, "P100@1")
    refused = table.refuses(Code.CLOSED, verb, coup=table.coup, position="1", box="punto", **given)
    assert "goes back" in str(refused)
    assert refused.source == "default of Sabot", "that it goes back no document says"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("verb", ["repeat", "clear", "keep"])
def test_after_rien_ne_va_plus_the_felt_stays_as_it_is(table: AtTable, verb: str) -> None:
    close(table, "P100@1")
    table.refuses(Code.CLOSED, verb, coup=table.coup)


def test_in_a_colpo_in_bianco_nobody_stakes(table: AtTable) -> None:
    table.does("card_out", card="8D", exposed=True)
    table.does("play_blank", said=True)
    refused = table.refuses(Code.BLANK_NO_BETS, "place", coup=table.coup, position="1", box="punto", amount=1000)
    assert refused.source == "Super Punto Banco, Art. 1"


def test_without_a_coup_there_is_nothing_to_stake_on(table: AtTable) -> None:
    table.refuses(Code.PHASE, "place", coup="1.1", position="1", box="punto", amount=1000)


def test_a_second_bettor_at_a_position_is_refused_by_article_eleven(table: AtTable) -> None:
    lay(table, "P100@4")
    refused = table.refuses(
        Code.ONE_STAKE, "place", coup=table.coup, position="4", box="punto", amount=1000, guest="verdi"
    )
    assert refused.source == "Super Punto Banco, Art. 11"
    table.refuses(Code.NOT_FREE, "place", coup=table.coup, position="5", box="punto", amount=1000, guest="verdi")


def test_whose_money_it_is_is_a_key_as_every_guest_has_one(table: AtTable) -> None:
    lay(table)
    given: dict[str, Any] = {"coup": table.coup, "position": "4", "box": "punto", "amount": 1000}
    table.refuses(Code.ARGUMENTS, "place", **given, bettor="a name that is far too long for a key")
    table.refuses(Code.ARGUMENTS, "place", **given, bettor="main:verdi")


def test_who_laid_a_stake_for_another_may_raise_it(table: AtTable) -> None:
    lay(table)
    table.does("place", coup=table.coup, position="4", box="punto", amount=1000, bettor="verdi")
    table.does("raise", coup=table.coup, position="4", box="punto", by=1000, guest="dino")
    table.refuses(Code.INDIVIDUAL, "raise", coup=table.coup, position="4", box="punto", by=1000, guest="anna")
    assert (stake(table, "4").laid, stake(table, "4").bettor) == (2000, "verdi")


TAKES = [("withdraw", "punto"), ("lower", "punto"), ("change_cash", "punto"), ("withdraw_tax", ""), ("lay_tax", "")]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("verb", "box"), TAKES, ids=[verb for verb, _ in TAKES])
def test_what_is_done_for_another_guest_is_not_done_to_the_only_stake_there(verb: str, box: str) -> None:
    """Stakes are individual, also where one player stakes at a position: who is named has laid or owns the stake."""
    table = ready_table(derive(VENEZIA, key="ready", tax="laid_ready"))
    lay(table, "B100@3")
    table.does("place", coup=table.coup, position="4", box=box or "banco", amount=2000, cash=True, bettor="verdi")
    if verb == "withdraw_tax":
        table.does("lay_tax", coup=table.coup, position="4", guest="verdi")
    given: dict[str, Any] = {"coup": table.coup, "position": "4"} | ({"box": box} if box else {})
    given |= {"by": 1000} if verb == "lower" else {}
    refused = table.refuses(Code.INDIVIDUAL, verb, **given, guest="anna")
    assert str(refused).startswith("Stakes are individual: the stake at position 4 belongs to somebody else.")
    table.refuses(Code.NO_STAKE, verb, **(given | {"position": "5"}), guest="anna")
    table.does(verb, **given, guest="dino")
    table.check()


def test_a_stake_raised_with_banknotes_waits_for_the_dealer_to_change_them(table: AtTable) -> None:
    lay(table, "P100@4")
    table.does("raise", coup=table.coup, position="4", box="punto", by=5000, cash=True)
    table.refuses(Code.CASH_PENDING, "close_bets", said=True)
    table.does("change_cash", coup=table.coup, position="4", box="punto")
    table.does("close_bets", said=True)


def test_malta_clears_a_tie_with_its_stake_and_never_leaves_it_alone() -> None:
    malta = ready_table(MALTA, seats=2)
    malta.does("stand_at", position="7", guest="anna")
    lay(malta, "P10@1", "T10@7/anna", "P10@2", "T5@2")
    malta.refuses(Code.TIE_NEEDS_MAIN, "clear", coup=malta.coup, position="1")
    returned = effects(malta.does("clear", coup=malta.coup, position="2"), "bet_returned")
    assert [it["box"] for it in returned] == ["egalite", "punto"]
    malta.does("clear", coup=malta.coup)
    assert malta.state.stakes == []
    malta.check()


# --- the coup before


def test_repeat_lays_the_coup_before_of_this_taglia_and_not_of_a_longer_one(table: AtTable) -> None:
    for _ in range(2):
        play(table, "P100@1")
    table.cast.direzione.does("void_shoe")
    table.does("load", serial="S-2", decks=6)
    table.press(("shuffle", {}), ("cut", {}), ("insert_cut_card", {"behind": 14}))
    play(table, "B50@2")
    table.does("open_bets")
    table.does("repeat", coup=table.coup)
    assert [(it.position, it.box, it.laid) for it in table.state.stakes] == [("2", "banco", 5000)]


def test_a_screen_promises_of_a_repetition_what_the_act_lays_and_nothing_else(table: AtTable) -> None:
    play(table, "P100@1", "B500@2", "P50@3", "P20@4")
    table.cast.ispettore.does("set_limits", limits={"main": [2500, 20_000], "egalite": [500, 20_000]})
    table.does("release", position="3")
    table.does("open_bets")
    assert repeats(Snapshot(table.row)).laid == (("1", "punto", 10_000),)
    assert [repeats(Snapshot(table.row), it).laid for it in "234"] == [(), (), ()]
    answer = table.does("repeat", coup=table.coup)
    assert [(it["position"], it["amount"]) for it in effects(answer, "repeated")] == [("1", 10_000)]
    assert not repeats(Snapshot(table.row)).anything
    assert [(it["position"], it["code"]) for it in effects(answer, "not_repeated")] == [
        ("2", "E_MAX"),
        ("3", "E_POSITION"),
        ("4", "E_MIN"),
    ]


def test_a_screen_tells_apart_what_a_repetition_lays_and_what_a_tie_has_left(table: AtTable) -> None:
    play(table, "P100@1", "T10@1", "B50@2", punto="9S KD", banco="9H KS")
    table.does("open_bets")
    table.does("withdraw", coup=table.coup, position="2", box="banco")
    assert repeats(Snapshot(table.row)) == ((("1", "egalite", 1000), ("2", "banco", 5000)), 1)
    table.does("repeat", coup=table.coup)
    assert [(it.position, it.box) for it in table.state.stakes] == [("1", "punto"), ("1", "egalite"), ("2", "banco")]


def test_in_a_later_taglia_the_stakes_of_a_tie_stay_too(table: AtTable) -> None:
    for _ in range(3):
        play(table, "P100@1")
    table.cast.direzione.does("void_shoe")
    table.does("load", serial="S-2", decks=6)
    table.press(("shuffle", {}), ("cut", {}), ("insert_cut_card", {"behind": 14}))
    play(table, "P100@1", "T10@1", punto="9S KD", banco="9H KS")
    table.does("open_bets")
    assert [(it.box, it.laid, it.left_over) for it in table.state.stakes] == [("punto", 10_000, True)]


def test_repeat_keeps_what_the_tie_left(table: AtTable) -> None:
    play(table, "P100@1", "T10@1", punto="9S KD", banco="9H KS")
    table.does("open_bets")
    answer = table.does("repeat", coup=table.coup)
    assert [it["box"] for it in effects(answer, "repeated")] == ["punto", "egalite"]
    assert effects(answer, "not_repeated") == []
    table.does("close_bets", said=True)


def test_repeat_says_of_a_stake_that_a_tie_left_what_lies_there(table: AtTable) -> None:
    """What lay above the maximum went back as the tie was settled."""
    play(table, "P400@4", punto="9S KD", banco="9H KS")
    table.cast.ispettore.does("set_limits", limits={"main": [2500, 20_000], "egalite": [500, 20_000]})
    table.does("open_bets")
    table.does("keep", coup=table.coup)
    table.does("close_bets", said=True)
    table.does("deal")
    turn(table, punto="9S KD", banco="9H KS")
    pay(table)
    table.does("burn")
    table.does("open_bets")
    [left] = table.state.stakes
    assert effects(table.does("repeat", coup=table.coup), "repeated") == [
        {"position": "4", "box": "punto", "amount": 20_000}
    ]
    assert (left.laid, table.state.stakes[0].laid) == (20_000, 20_000)


def test_money_laid_for_another_is_still_theirs_after_a_tie(table: AtTable) -> None:
    lay(table)
    table.does("place", coup=table.coup, position="4", box="punto", amount=1000, bettor="verdi")
    table.press(("close_bets", {"said": True}), ("deal", {}))
    turn(table, banco="9H KS")
    pay(table)
    table.press(("burn", {}), ("open_bets", {}))
    left = stake(table, "4")
    assert (left.bettor, left.laid_by, left.left_over) == ("verdi", "dino", True)


# --- who reads


def test_the_reader_declines_before_the_cards_lie_there(table: AtTable) -> None:
    close(table, "P100@1", "P50@2")
    table.does("pass_reading")
    assert coup(table).reader == "2"
    table.does("deal")
    table.does("mark", position="2")
    assert effects(table.does("pass_reading"), "dealer_completes") == [{}]
    table.refuses(Code.PHASE, "pass_reading")
    assert coup(table).reader == ""


def test_the_ispettore_has_the_dealer_complete_before_and_after_the_deal(table: AtTable) -> None:
    close(table, "P100@1", "P50@2")
    table.cast.ispettore.does("order_dealer_to_complete")
    table.does("deal")
    table.refuses(Code.PHASE, "declare", claim="carta", means="voice")
    table.does("turn_punto", cards=["9S", "KD"])


def test_who_was_ordered_to_complete_does_so_also_where_a_stake_is_put_right(table: AtTable) -> None:
    close(table, "P100@1", "B50@2")
    table.cast.ispettore.does("order_dealer_to_complete")
    new = {"position": "2", "box": "banco", "meant": "punto"}
    table.does("correct_entry", what="box", new=new, reason="mistyped")
    assert coup(table).reader == ""
    table.does("correct_entry", what="close", new={}, reason="mistyped")
    table.does("close_bets", said=True)
    assert coup(table).reader == "1", "the betting was opened again, and with it who reads"


def test_what_the_reader_did_with_the_cards_is_noted(table: AtTable) -> None:
    deal(table, "P100@1")
    answer = table.does("declare", claim="carta", means="gesture", unclear=True, lifted=True)
    assert effects(answer, "asked_again") == [{}]
    assert effects(answer, "lifted_from_the_cloth") == [{}]


# --- a house that keeps only the reader's stake


def test_where_only_the_reader_counts_the_dealer_names_the_highest_and_nothing_is_computed() -> None:
    table = ready_table(READER_ONLY)
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="3")
    table.does("close_bets", said=True)
    assert coup(table).reader == "3"
    table.does("deal")
    turn(table)
    assert effects(pay(table), "not_computed") == [{}]
    table.does("burn")
    table.check()


def test_where_only_the_reader_counts_amounts_may_be_kept_and_nobody_need_be_named() -> None:
    table = ready_table(READER_ONLY)
    close(table, "P100@1", "P200@2")
    assert coup(table).reader == "2"
    table.does("correct_entry", what="highest", new={"position": "1"}, reason="forgotten")
    assert coup(table).reader == "1"
    table.does("pass_reading")
    assert coup(table).reader == "2"
    table.refuses(Code.POSITION, "correct_entry", what="highest", new={"position": "9"}, reason="forgotten")
    table.check()


@pytest.mark.parametrize("leaves", ["mark", "report_unmarked_absence", "release"])
def test_where_who_was_named_highest_has_left_the_dealer_names_who_is_highest_of_those_who_sit(leaves: str) -> None:
    table = ready_table(READER_ONLY)
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="3")
    table.does(leaves, position="3")
    refused = table.refuses(Code.POSITION, "close_bets", said=True)
    assert (refused.facts["position"], refused.source) == ("3", "default of Sabot")
    table.does("name_highest", coup=table.coup, position="2")
    table.does("close_bets", said=True)
    assert coup(table).reader == "2"
    table.check()


def test_or_that_nobody_else_stakes_on_punto_and_completes_the_hand() -> None:
    table = ready_table(READER_ONLY)
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="3")
    table.does("mark", position="3")
    table.does("name_highest", coup=table.coup, position=None)
    assert effects(table.does("close_bets", said=True), "dealer_completes") == [{}]


def test_who_was_named_highest_and_is_back_before_rien_ne_va_plus_reads() -> None:
    table = ready_table(READER_ONLY)
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="3")
    table.does("mark", position="3")
    table.does("return", position="3")
    table.does("close_bets", said=True)
    assert coup(table).reader == "3"


def test_whoever_is_given_the_seat_of_who_was_named_highest_reads_only_if_they_are_named_too() -> None:
    table = ready_table(READER_ONLY)
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="3")
    table.does("report_unmarked_absence", position="3")
    seat(table, "ida", "3")
    table.refuses(Code.POSITION, "close_bets", said=True)
    table.does("name_highest", coup=table.coup, position="3")
    table.does("close_bets", said=True)
    assert coup(table).reader == "3"
    table.check()


def test_who_a_correction_names_as_the_highest_reads_though_the_seat_was_freed_before() -> None:
    table = ready_table(READER_ONLY)
    table.does("open_bets")
    table.does("name_highest", coup=table.coup, position="2")
    table.does("release", position="3")
    seat(table, "ida", "3")
    table.does("close_bets", said=True)
    table.does("correct_entry", what="highest", new={"position": "3"}, reason="misread")
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    table.does("close_bets", said=True)
    assert coup(table).reader == "3"
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    table.does("release", position="3")
    seat(table, "otto", "3")
    table.refuses(Code.POSITION, "close_bets", said=True)
    table.check()


def test_elsewhere_every_stake_has_its_amount(table: AtTable) -> None:
    lay(table)
    table.refuses(Code.PROFILE, "name_highest", coup=table.coup, position="3")
    table.refuses(Code.NO_STAKE, "close_bets", said=True)


# --- over the maximum


def test_what_was_laid_over_the_maximum_and_found_late_is_capped_and_returned(table: AtTable) -> None:
    close(table, "P100@1", "P300@2")
    new = {"position": "2", "box": "punto", "amount": 120_000}
    answer = table.does("correct_entry", what="stake", new=new, reason="mistyped")
    assert effects(answer, "bet_returned") == [{"position": "2", "box": "punto", "amount": 20_000}]
    table.does("correct_entry", what="stake", new={"position": "3", "box": "banco", "amount": 500}, reason="forgotten")
    table.does("deal")
    turn(table)
    pay(table)
    assert net(table, "2") == 100_000
    assert back(table, "2") == {"stake_returned": 100_000, "excess_returned": 20_000}
    assert (net(table, "3", "banco"), back(table, "3", "banco")) == (0, {"excess_returned": 500})


def test_whoever_stakes_for_another_too_changes_their_own_stake() -> None:
    table = ready_table(ADMIRAL)
    lay(table, "P100@4")
    table.does("place", coup=table.coup, position="4", box="punto", amount=5000, bettor="verdi")
    table.does("raise", coup=table.coup, position="4", box="punto", by=1000, guest="dino")
    table.does("lower", coup=table.coup, position="4", box="punto", by=1000, guest="verdi")
    assert [(it.bettor, it.laid_by, it.laid) for it in table.state.stakes] == [
        ("dino", "dino", 11_000),
        ("verdi", "dino", 4000),
    ]
    new = {"position": "4", "box": "punto", "amount": 6000, "guest": "dino"}
    table.does("close_bets", said=True)
    table.does("correct_entry", what="stake", new=new, reason="mistyped")
    assert [it.laid for it in table.state.stakes] == [6000, 4000]
