"""The shoe, the cut card and the seven cards, through the door. Super Punto Banco, Art. 4 and 5."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from table.models import HOUSE, Alert, Shoe
from table.play.declaration import VERBS
from table.play.next_act import next_act
from table.record.door import PressResult
from table.reports.evenings.taglie import cards_of
from table.rules.houses import CLASSICO, VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from table.rules.topics.sources import LAW
from table.screens.dealer.taking_back import take_back
from table.screens.inspector.bar import ShoeProgress, progress
from table.screens.inspector.desk import corrections
from tests.croupier.cases import report
from tests.croupier.coups import back, blank, close, coup, deal, effects, lay, net, pay, play, shoe_of, turn
from tests.rig.tables import AtTable, Cast, new_table, prepare_shoe, ready_table

pytestmark = pytest.mark.django_db
LAST = "Ultimo colpo della taglia"
LAST_OR_NULL = "Ultimo colpo della taglia, minimo sette carte o nullo"
ONE_MORE = derive(VENEZIA, key="one-more", art5_mid_coup="one_more")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> Iterator[AtTable]:
    """A shoe of eleven cards, seven of them behind the cut card; the first coup is played, seven are left."""
    shoe_of(monkeypatch, 11)
    ready = ready_table(behind=7)
    play(ready, "P100@1")
    yield ready
    ready.check()


def shoe(table: AtTable) -> Shoe:
    found = table.row.shoes.last()
    assert found is not None
    return found


def wanted(table: AtTable) -> tuple[str, str]:
    act = next_act(table.state)
    assert act is not None
    return act.verb, act.words


# --- preparing


def test_without_rules_a_table_takes_no_shoe_and_no_guest() -> None:
    Cast.at(HOUSE).direzione.does("add_table", code="T9")
    nobody = Cast.at("T9")
    nobody.ispettore.is_refused(Code.PROFILE, "assign", guest="verdi", position="1")
    nobody.dealer.does("sign_on")
    nobody.dealer.is_refused(Code.PROFILE, "load", serial="S-1", decks=6)
    nobody.ispettore.is_refused(Code.PROFILE, "open_table")
    nobody.direzione.is_refused(Code.PROFILE, "change_rules", changes={"decks": 8})


def test_a_shoe_without_a_cut_card_is_ready_when_it_is_cut() -> None:
    profile = derive(CLASSICO, key="no-cut-card", cut_card=False)
    table = new_table(profile)
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    table.does("load", serial="S-1", decks=6)
    table.press(("shuffle", {}), ("cut", {}))
    assert shoe(table).status == "ready"
    table.check()


def test_the_same_decks_are_not_loaded_in_another_number(table: AtTable) -> None:
    table.cast.direzione.does("void_shoe")
    table.cast.direzione.does("change_rules", changes={"decks": 8})
    table.refuses(Code.SHOE, "load", serial="S-1", decks=8)
    table.does("load", serial="S-2", decks=8)


def test_the_taglia_starts_with_its_first_coup_and_says_under_which_law(table: AtTable) -> None:
    assert effects(table.does("open_bets"), "taglia_started") == [{"taglia": 1, "law": LAW}]


# --- it comes out


def test_a_cut_card_that_comes_out_before_the_first_card_is_shown_there() -> None:
    table = ready_table(behind=14)
    assert progress(table.snapshot.shoe, None) == ShoeProgress(0, 312, 298, None, 0)
    table.does("cut_card_out")
    assert progress(table.snapshot.shoe, None) == ShoeProgress(0, 312, 0, None, 0)


def test_the_shoe_reports_the_cut_card_and_the_dealer_still_calls_the_last_coup(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    answer = table.cast.shoe.does("cut_card_out")
    assert (effects(answer, "phrase"), effects(answer, "phrase_due")) == ([], [{"words": LAST}])
    assert wanted(table) == ("call_last_coup", LAST)
    table.does("deal")
    turn(table)
    table.does("announce", banco=5, punto=9)
    table.refuses(Code.PHRASE, "settle")
    table.refuses(Code.PHRASE, "call_last_coup", said=False)
    assert effects(table.does("call_last_coup", said=True), "phrase") == [{"words": LAST}]
    table.does("settle")
    table.does("burn")
    table.refuses(Code.SHOE, "call_last_coup", said=True)
    table.refuses(Code.TAGLIA_ENDED, "open_bets")


def test_a_last_blank_coup_is_called_too_before_its_cards_are_burned(table: AtTable) -> None:
    table.does("card_out", card="9S", exposed=True)
    table.does("play_blank", said=True)
    assert effects(table.cast.shoe.does("cut_card_out"), "phrase_due") == [{"words": LAST}]
    table.does("deal")
    table.does("turn_punto", cards=["9S", "KD"])
    table.does("turn_banco", cards=["2S", "3S"])
    table.does("announce", banco=5, punto=9)
    table.refuses(Code.PHRASE, "burn")
    table.does("call_last_coup", said=True)
    table.does("burn")
    table.refuses(Code.TAGLIA_ENDED, "open_bets")


def test_before_a_due_blank_coup_the_seven_cards_are_not_called_for(table: AtTable) -> None:
    table.does("card_out", card="9S", exposed=True)
    assert effects(table.does("cut_card_out"), "phrase") == [{"words": LAST}]
    blank(table)
    table.refuses(Code.TAGLIA_ENDED, "open_bets")


def test_the_cut_card_comes_out_once(table: AtTable) -> None:
    table.does("cut_card_out")
    refused = table.refuses(Code.CUT_CARD_ALREADY_OUT, "cut_card_out")
    assert refused.source == "Super Punto Banco, Art. 5"


# --- which coup it belongs to


def test_a_hand_begins_with_the_cut_card_as_long_as_no_card_of_the_sabot_was_drawn_for_it(table: AtTable) -> None:
    """When the card that waited is laid cannot decide whether the seven cards protect the guests."""
    table.does("card_out")
    close(table, "P100@1")
    assert effects(table.does("cut_card_out"), "phrase") == [{"words": LAST_OR_NULL}]
    assert (coup(table).began_with_cut_card, shoe(table).cut_card_at) == (True, 1)
    table.does("deal")
    turn(table)
    table.does("announce", banco=5, punto=9)
    table.refuses(Code.SEVEN_FIRST, "settle")
    answer = table.does("extract_remaining", cards=["??"] * 14)
    assert effects(answer, "remaining_extracted")[0]["count"] == 4 + 14


def test_once_a_card_of_the_sabot_was_drawn_for_it_this_coup_is_the_last_and_not_counted(table: AtTable) -> None:
    table.does("card_out")
    close(table, "P100@1")
    table.does("card_out")
    assert effects(table.does("cut_card_out"), "phrase") == [{"words": LAST}]
    assert not coup(table).began_with_cut_card


def test_after_four_cards_nothing_is_called_before_it_is_known_that_another_is_due(table: AtTable) -> None:
    deal(table, "P100@1")
    answer = table.does("cut_card_out")
    assert (effects(answer, "phrase"), effects(answer, "phrase_due")) == ([], [])
    assert len(effects(answer, "cut_card_undecided")) == 1
    table.does("declare", claim="carta", means="voice")
    assert shoe(table).coups_left is None
    assert effects(table.does("turn_banco", cards=["2S", "3D"]), "phrase_due") == [{"words": LAST}]
    assert wanted(table) == ("call_last_coup", LAST)
    table.does("call_last_coup", said=True)
    table.press(("card_out", {"card": "4C"}), ("card_out", {"card": "2C"}), ("turn_punto", {"cards": ["KS", "KD"]}))
    pay(table)
    table.does("burn")
    assert shoe(table).status == Shoe.Status.ENDED


def test_nobody_draws_and_so_it_lies_in_front_of_the_next_coup(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("cut_card_out")
    table.does("declare", claim="no_carta", means="voice")
    known = table.does("turn_banco", cards=["7H", "KC"])
    assert (effects(known, "phrase_due"), len(effects(known, "cut_card_of_the_next_coup"))) == ([], 1)
    table.does("turn_punto", cards=["7S", "KD"])
    pay(table)
    table.does("burn")
    assert wanted(table) == ("call_last_coup", LAST_OR_NULL)


def in_front_of_the_next(table: AtTable) -> None:
    """The hand is complete, nine against five, and called; then the cut card comes."""
    deal(table, "P100@1")
    turn(table, punto="9H KD", banco="2H 3H")
    table.does("announce", banco=5, punto=9)
    answer = table.does("cut_card_out")
    assert (effects(answer, "phrase"), effects(answer, "phrase_due")) == ([], [])


def test_when_the_hand_is_complete_it_lies_in_front_of_the_next_coup_and_this_one_is_ordinary(short: AtTable) -> None:
    in_front_of_the_next(short)
    short.does("settle")
    assert net(short, "1") == 10_000
    burned = short.does("burn", open_next=True)
    assert effects(burned, "phrase_due") == [{"words": LAST_OR_NULL}]
    assert short.state.coup is None
    assert wanted(short) == ("call_last_coup", LAST_OR_NULL)
    refused = short.refuses(Code.PHRASE, "open_bets")
    assert LAST_OR_NULL in str(refused)
    short.does("call_last_coup", said=True)
    short.does("open_bets")
    assert coup(short).began_with_cut_card


def test_before_the_burn_it_goes_with_the_hand_when_a_card_is_put_right(table: AtTable) -> None:
    """A misread card: Punto has five and draws, so that the coup takes a card that came after the cut card."""
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7S", "KS"])
    table.does("cut_card_out")
    assert shoe(table).cut_card_waits
    fixed = table.does("correct_entry", what="card", new={"number": 2, "card": "3S"}, reason="misread")
    assert effects(fixed, "phrase_due") == [{"words": LAST}]
    assert (shoe(table).cut_card_waits, shoe(table).coups_left) == (False, 1)


def test_a_betting_that_is_cancelled_hands_on_a_cut_card_that_waited_for_it(short: AtTable) -> None:
    in_front_of_the_next(short)
    short.does("settle")
    short.does("burn")
    short.does("call_last_coup", said=True)
    lay(short, "P100@1")
    short.cast.ispettore.does("suspend")
    short.cast.ispettore.does("resume")
    short.does("call_last_coup", said=True)
    short.does("open_bets")
    assert coup(short).began_with_cut_card


def test_the_direzione_has_ended_the_taglia_whatever_the_cut_card_says(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    table.cast.ispettore.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    case = table.number
    table.cast.ispettore.does("refer", incident=case, reason="a guest took a card")
    table.cast.direzione.does("rule", incident=case, text="the last coup", effects=["continue", "end_taglia"])
    table.does("cut_card_out")
    pay(table)
    table.does("burn")
    table.refuses(Code.TAGLIA_ENDED, "open_bets")


def test_the_last_coup_by_a_ruling_is_called_anew_where_its_betting_was_cancelled(table: AtTable) -> None:
    lay(table, "P100@1")
    table.cast.ispettore.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    ruled = ["continue", "end_taglia"]
    table.cast.direzione.does("rule", incident=table.number, text="the last coup", effects=ruled)
    table.does("call_last_coup", said=True)
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    assert wanted(table) == ("call_last_coup", LAST)
    table.does("call_last_coup", said=True)
    play(table, "P100@1")
    table.refuses(Code.TAGLIA_ENDED, "open_bets")


def test_a_coup_cancelled_after_the_cut_card_leaves_it_to_the_next_one(table: AtTable) -> None:
    lay(table, "P100@1")
    table.does("cut_card_out")
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    table.does("call_last_coup", said=True)
    close(table, "P100@1")
    assert coup(table).began_with_cut_card


# --- it was keyed wrong


def test_a_cut_card_keyed_by_mistake_between_two_coups_is_taken_back(table: AtTable) -> None:
    table.does("cut_card_out")
    answer = table.does("correct_entry", what="cut_card", new={}, reason="mistyped")
    assert effects(answer, "entry_corrected")[0]["old"] == 0
    assert shoe(table).status == "ready"
    play(table, "P100@1")
    table.does("open_bets")


def test_where_the_cut_card_lay_is_put_right_with_what_is_to_be_called(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("cut_card_out")
    answer = table.does("correct_entry", what="cut_card", new={"hand_cards": 0}, reason="misread")
    assert effects(answer, "phrase") == [{"words": LAST_OR_NULL}]
    assert wanted(table) == ("declare", "")
    assert (coup(table).began_with_cut_card, shoe(table).cut_card_at) == (True, 0)
    table.refuses(Code.COUNT, "correct_entry", what="cut_card", new={"hand_cards": 5}, reason="misread")


def test_the_cut_card_of_an_earlier_coup_stays_where_it_was() -> None:
    table = ready_table(ONE_MORE)
    deal(table, "P100@1")
    table.does("cut_card_out", hand_cards=2)
    turn(table)
    pay(table)
    table.does("burn")
    lay(table, "P100@1")
    table.refuses(Code.PHASE, "correct_entry", what="cut_card", new={}, reason="mistyped")
    table.check()


# --- the seven cards


def test_a_call_that_is_due_names_no_seven_cards_once_the_coup_is_to_be_played_in_bianco(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    pay(table)
    table.does("cut_card_out", hand_cards=4)
    table.does("burn")
    assert wanted(table) == ("call_last_coup", LAST_OR_NULL)
    assert effects(table.does("report_visible"), "phrase_due") == [{"words": LAST}]
    assert wanted(table) == ("call_last_coup", LAST)


def test_nor_once_its_first_card_has_fallen(table: AtTable) -> None:
    close(table, "P100@1")
    table.cast.shoe.does("cut_card_out")
    table.does("card_out")
    assert wanted(table) == ("call_last_coup", LAST_OR_NULL)
    table.does("report_incident", kind="fallen_card", facts={"places": [1], "said": True})
    assert wanted(table) == ("call_last_coup", LAST)


def test_the_count_is_foretold_by_the_cards_behind_the_cut_card(short: AtTable) -> None:
    short.does("cut_card_out")
    deal(short, "P100@1")
    turn(short, punto="9H KD", banco="2H 3H")
    short.does("announce", banco=5, punto=9)
    short.refuses(Code.SEVEN_FIRST, "settle")
    answer = short.does("extract_remaining", cards=["4C", "5C", "??"])
    assert effects(answer, "remaining_extracted") == [{"count": 7, "expected": 7}]
    assert effects(answer, "count_differs") == []
    short.does("settle")
    assert net(short, "1") == 10_000


def test_a_card_set_aside_in_the_last_coup_counts_among_the_seven(short: AtTable) -> None:
    short.does("cut_card_out")
    deal(short, "P100@1")
    short.does("turn_battuta", cards=["9H", "KD"])
    short.does("card_out", extra=True)
    short.does("turn_banco", cards=["2H", "3H"])
    short.does("announce", banco=5, punto=9)
    answer = short.does("extract_remaining", cards=["4C", "5C"])
    assert effects(answer, "remaining_extracted") == [{"count": 7, "expected": 7}]
    assert effects(answer, "coup_null") == []
    short.does("settle")
    assert effects(short.does("burn"), "taglia_ended") == [{"taglia": 1, "out": 11}]


def test_a_cut_card_that_lay_elsewhere_than_was_keyed_shows_in_the_count(short: AtTable) -> None:
    short.does("cut_card_out")
    deal(short, "P100@1")
    turn(short, punto="9H KD", banco="2H 3H")
    short.does("announce", banco=5, punto=9)
    answer = short.does("extract_remaining", cards=["4C", "5C"])
    assert effects(answer, "count_differs") == [{"expected": 7, "counted": 6}]
    assert effects(answer, "coup_null") == [{"count": 6}]
    assert back(short, "1") == {"refund": 10_000}
    short.does("burn")
    assert short.row.button == "3"


def test_a_coup_begun_with_the_cut_card_that_the_shoe_cannot_complete_is_null(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe_of(monkeypatch, 8)
    table = ready_table(behind=4)
    play(table, "P100@1")
    table.does("cut_card_out")
    deal(table, "P100@1")
    table.refuses(Code.PHASE, "extract_remaining", cards=[])
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["4S", "KS"])
    assert wanted(table) == ("extract_remaining", "")
    assert effects(table.does("extract_remaining", cards=[]), "coup_null") == [{"count": 4}]
    assert back(table, "1") == {"refund": 10_000}
    table.does("burn")
    assert table.row.button == "3"
    table.check()


def test_the_hand_is_announced_before_the_remaining_cards_are_drawn(short: AtTable) -> None:
    short.does("cut_card_out")
    deal(short, "P100@1")
    short.refuses(Code.PHASE, "extract_remaining", cards=["4C"])
    turn(short, punto="9H KD", banco="2H 3H")
    short.refuses(Code.PHASE, "extract_remaining", cards=["4C"])


# --- told after the stakes were settled, and before the cards are burned


def settled_too_early(table: AtTable) -> None:
    """Nine against five was paid, and only then it is found that the coup had begun with the cut card."""
    deal(table, "P100@1")
    turn(table, punto="9H KD", banco="2H 3H")
    pay(table)
    began: dict[str, Any] = {"what": "cut_card", "new": {"hand_cards": 0}, "reason": "forgotten"}
    refused = table.refuses(Code.ROLE, "cut_card_out", hand_cards=0)
    assert "Ispettore di Gioco" in str(refused)
    table.refuses(Code.PHASE, "correct_entry", **began)
    assert shoe(table).cut_card_at is None
    answer = table.cast.ispettore.does("correct_entry", **began)
    assert effects(answer, "entry_corrected")[0]["reason"] == "forgotten"
    assert wanted(table) == ("call_last_coup", LAST_OR_NULL)
    table.refuses(Code.ROLE, "correct_entry", what="cut_card", new={}, reason="mistyped")
    table.does("call_last_coup", said=True)
    assert wanted(table) == ("extract_remaining", "")
    table.refuses(Code.PHASE, "burn")
    table.refuses(Code.SEVEN_FIRST, "settle")


def test_what_the_dealer_reports_of_a_paid_coup_takes_no_money_back(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table, punto="9H KD", banco="2H 3H")
    pay(table)
    table.does("cut_card_out")
    table.refuses(Code.ROLE, "correct_entry", what="cut_card", new={"hand_cards": 0}, reason="misread")
    assert (wanted(table), net(table, "1")) == (("burn", ""), 10_000)
    table.does("burn")
    assert wanted(table) == ("call_last_coup", LAST_OR_NULL)


def test_a_coup_that_was_settled_too_early_stands_once_seven_cards_are_counted(short: AtTable) -> None:
    settled_too_early(short)
    short.does("extract_remaining", cards=["4C", "5C", "??"])
    assert (wanted(short), net(short, "1")) == (("burn", ""), 10_000)
    short.does("burn")
    assert (shoe(short).status, short.row.button) == (Shoe.Status.ENDED, "3")


def test_with_fewer_cards_it_is_null_and_what_was_paid_goes_back(short: AtTable) -> None:
    settled_too_early(short)
    answer = short.does("extract_remaining", cards=["4C", "5C"])
    assert len(effects(answer, "money_corrected")) == 1
    assert (coup(short).outcome, coup(short).result, net(short, "1")) == ("null_seven", "", 0)
    short.does("burn")
    assert (shoe(short).status, short.row.button) == (Shoe.Status.ENDED, "3")


# --- counted wrong


def counted(table: AtTable, *cards: str) -> PressResult:
    """Nine against five, begun with the cut card, and so many remaining cards."""
    table.does("cut_card_out")
    deal(table, "P100@1")
    turn(table, punto="9H KD", banco="2H 3H")
    table.does("announce", banco=5, punto=9)
    return table.does("extract_remaining", cards=[*cards])


RECOUNT: dict[str, Any] = {"what": "count", "new": {}, "reason": "mistyped"}


def test_a_coup_that_a_wrong_count_made_null_is_counted_anew_and_paid(short: AtTable) -> None:
    assert effects(counted(short, "4C", "5C"), "coup_null") == [{"count": 6}]
    assert (wanted(short), corrections(short.snapshot).count("count")) == (("burn", ""), 1)
    short.refuses(Code.ROLE, "correct_entry", **RECOUNT)
    answer = short.cast.ispettore.does("correct_entry", **RECOUNT)
    assert effects(answer, "entry_corrected") == [{**RECOUNT, "old": 2}]
    assert (wanted(short), coup(short).outcome, shoe(short).out) == (("extract_remaining", ""), "", 8)
    short.refuses(Code.SEVEN_FIRST, "settle")
    refused = short.cast.ispettore.is_refused(
        Code.PHASE, "correct_entry", what="stake", new={"position": "1", "box": "punto", "amount": 0}, reason="mistyped"
    )
    assert "settled once" in str(refused)
    assert {"stake", "box", "owner"}.isdisjoint(corrections(short.snapshot))
    assert effects(short.does("extract_remaining", cards=["4C", "5C", "??"]), "coup_null") == []
    assert wanted(short) == ("settle", "")
    assert len(effects(short.does("settle"), "money_corrected")) == 1
    assert (net(short, "1"), coup(short).result) == (10_000, "punto")
    short.does("burn")
    assert (shoe(short).status, shoe(short).out, short.row.button) == (Shoe.Status.ENDED, 11, "3")
    assert cards_of(shoe(short)).extracted == 3


def test_one_that_was_paid_by_a_wrong_count_is_null_by_the_right_one(short: AtTable) -> None:
    counted(short, "4C", "5C", "??")
    short.does("settle")
    short.cast.ispettore.does("correct_entry", **RECOUNT)
    assert (wanted(short), net(short, "1")) == (("extract_remaining", ""), 10_000)
    answer = short.does("extract_remaining", cards=["4C", "5C"])
    assert (effects(answer, "coup_null"), net(short, "1")) == ([{"count": 6}], 0)
    assert wanted(short) == ("burn", "")


def test_by_the_same_count_as_before_it_stays_as_it_was(short: AtTable) -> None:
    counted(short, "4C", "5C")
    short.cast.ispettore.does("correct_entry", **RECOUNT)
    assert effects(short.does("extract_remaining", cards=["4C", "5C"]), "payment_stands") == [{}]
    assert coup(short).outcome == "null_seven"
    short.cast.ispettore.does("correct_entry", **RECOUNT)
    short.does("extract_remaining", cards=["4C", "5C", "6C"])
    short.does("settle")
    short.cast.ispettore.does("correct_entry", **RECOUNT)
    short.does("extract_remaining", cards=["4C", "5C", "6C"])
    assert (wanted(short), net(short, "1")) == (("burn", ""), 10_000)


def test_once_its_stakes_went_back_the_ispettore_alone_says_that_it_began_otherwise(short: AtTable) -> None:
    counted(short, "4C", "5C")
    short.cast.ispettore.does("correct_entry", **RECOUNT)
    not_out: dict[str, Any] = {"what": "cut_card", "new": {"hand_cards": None}, "reason": "mistyped"}
    short.refuses(Code.ROLE, "correct_entry", **not_out)
    assert not take_back(short.snapshot).cut_card
    short.cast.ispettore.does("correct_entry", **not_out)
    assert wanted(short) == ("settle", "")


def test_no_count_is_taken_back_before_it_is_made_nor_of_a_coup_that_is_annulled_or_held(short: AtTable) -> None:
    ispettore = short.cast.ispettore
    short.does("cut_card_out")
    deal(short, "P100@1")
    turn(short, punto="9H KD", banco="2H 3H")
    short.does("announce", banco=5, punto=9)
    ispettore.is_refused(Code.PHASE, "correct_entry", **RECOUNT)
    short.does("extract_remaining", cards=["4C", "5C", "6C"])
    case = report(short, "unforeseen", what="other")
    ispettore.is_refused(Code.INCIDENT_OPEN, "correct_entry", **RECOUNT)
    assert "count" not in corrections(short.snapshot)
    short.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    ispettore.is_refused(Code.PHASE, "correct_entry", **RECOUNT)
    assert "count" not in corrections(short.snapshot)


# --- its place is watched


def out_of_place() -> list[object]:
    return [*Alert.objects.filter(code="mask_out_of_place").values_list("facts", flat=True)]


def far_on(out: int) -> None:
    """So many cards have left the shoe."""
    Shoe.objects.update(out=out)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("out", "expected"), [(282, True), (283, False), (313 - 15, False)])
def test_a_cut_card_that_comes_far_before_its_place_is_told_and_changes_nothing(out: int, *, expected: bool) -> None:
    """Fourteen of 312 cards lie behind it, so that it was put in after 298; fifteen cards are tolerated."""
    table = ready_table()
    far_on(out)
    assert effects(table.does("cut_card_out"), "phrase") == [{"words": LAST_OR_NULL}]
    assert out_of_place() == ([{"out": out, "place": 298}] if expected else [])


def test_a_betting_opened_a_whole_coup_past_its_place_is_told_and_once_a_taglia() -> None:
    table = ready_table(behind=30)
    far_on(282 + 6)
    answer = table.does("open_bets")
    assert effects(answer, "mask_out_of_place") == [{"out": 288, "place": 282}]
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    assert effects(table.does("open_bets"), "mask_out_of_place") == []
    assert effects(table.does("cut_card_out"), "mask_out_of_place") == []
    assert len(out_of_place()) == 1


def test_a_cut_card_keyed_far_too_early_by_mistake_is_watched_again() -> None:
    table = ready_table()
    table.does("open_bets")
    far_on(200)
    assert effects(table.does("cut_card_out"), "mask_out_of_place") == [{"out": 200, "place": 298}]
    table.does("correct_entry", what="cut_card", new={}, reason="mistyped")
    far_on(250)
    assert effects(table.does("cut_card_out"), "mask_out_of_place") == [{"out": 250, "place": 298}]


def test_an_overdue_cut_card_keyed_by_mistake_is_told_no_second_time() -> None:
    table = ready_table(behind=30)
    far_on(282 + 6)
    table.does("open_bets")
    table.does("cut_card_out")
    table.does("correct_entry", what="cut_card", new={}, reason="mistyped")
    assert effects(table.does("cut_card_out"), "mask_out_of_place") == []
    assert len(out_of_place()) == 1


def test_a_betting_opened_before_its_place_is_nothing_to_be_told() -> None:
    table = ready_table(behind=30)
    far_on(282 + 5)
    table.does("open_bets")
    assert out_of_place() == []


@pytest.mark.parametrize("unwatched", ["not recorded", "not tolerated by a number"])
def test_what_has_no_place_or_no_tolerance_is_not_watched(unwatched: str) -> None:
    table = ready_table(derive(VENEZIA, key="own", mask_tolerance=None if "tolerated" in unwatched else 15))
    if unwatched == "not recorded":
        Shoe.objects.update(behind=None)
    table.does("cut_card_out")
    assert out_of_place() == []


def test_a_taglia_that_ended_is_not_counted_any_more_once_other_cards_lay_on_the_table(
    short: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    short.does("cut_card_out")
    deal(short, "P100@1")
    turn(short, punto="9H KD", banco="2H 3H")
    short.does("announce", banco=5, punto=9)
    short.press(("extract_remaining", {"cards": ["4C", "5C", "??"]}), ("settle", {}), ("burn", {}))
    prepare_shoe(short, VENEZIA, serial="S-2", behind=7)
    short.cast.direzione.does("void_shoe")
    short.refuses(Code.SHOE, "reconcile", burned=11, left_over=0)
    with monkeypatch.context() as before:
        before.setitem(VERBS, "reconcile", replace(VERBS["reconcile"], at_press=None))
        short.does("reconcile", burned=11, left_over=0)
    short.check()


# --- called once, as long as it is true


def carta(table: AtTable) -> None:
    """Punto asks for a card with a Banco of five: it is due."""
    table.press(("declare", {"claim": "carta", "means": "voice"}), ("turn_banco", {"cards": ["2C", "3D"]}))


def test_a_call_that_was_made_is_not_asked_for_again_where_the_hand_took_it_back_meanwhile(table: AtTable) -> None:
    """A misread card of Banco: nobody would draw, and the cut card would lie in front of the next coup."""
    deal(table, "P100@1")
    table.does("cut_card_out")
    carta(table)
    table.does("call_last_coup", said=True)
    misread: dict[str, Any] = {"what": "card", "reason": "misread"}
    table.does("correct_entry", new={"number": 2, "card": "5C"}, **misread)
    assert (shoe(table).cut_card_waits, wanted(table)[0]) == (True, "turn_punto")
    answer = table.does("correct_entry", new={"number": 2, "card": "2C"}, **misread)
    assert (effects(answer, "phrase_due"), shoe(table).coups_left) == ([], 1)
    assert wanted(table) == ("card_out", "")


def test_a_call_that_was_made_stands_where_only_the_place_of_the_cut_card_is_put_right(table: AtTable) -> None:
    close(table, "P100@1")
    table.press(("card_out", {}), ("card_out", {}))
    table.does("cut_card_out", hand_cards=1)
    fix: dict[str, Any] = {"what": "cut_card", "reason": "misread"}
    assert effects(table.cast.ispettore.does("correct_entry", new={"hand_cards": 2}, **fix), "phrase_due") == []
    began = table.cast.ispettore.does("correct_entry", new={"hand_cards": 0}, **fix)
    assert effects(began, "phrase_due") == [{"words": LAST_OR_NULL}]
    table.does("call_last_coup", said=True)
    again = table.cast.ispettore.does("correct_entry", new={"hand_cards": 1}, **fix)
    assert effects(again, "phrase_due") == [{"words": LAST}]


def test_with_a_cut_card_that_was_not_out_its_call_is_gone_too(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    table.does("cut_card_out")
    table.does("correct_entry", what="cut_card", new={}, reason="mistyped")
    table.does("card_out")
    assert effects(table.cast.shoe.does("cut_card_out"), "phrase_due") == [{"words": LAST}]


def test_the_last_coup_by_a_ruling_is_not_called_again_when_its_cut_card_comes(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    table.cast.ispettore.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    ruled = ["continue", "end_taglia"]
    table.cast.direzione.does("rule", incident=table.number, text="the last coup", effects=ruled)
    table.does("call_last_coup", said=True)
    assert effects(table.cast.shoe.does("cut_card_out"), "phrase_due") == []
    assert wanted(table) == ("deal", "")


def last_by_ruling(table: AtTable) -> None:
    """A card of a coup is out, and the Direzione has made it the last one."""
    close(table, "P100@1")
    table.does("card_out")
    table.cast.ispettore.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    ruled = ["continue", "end_taglia"]
    table.cast.direzione.does("rule", incident=table.number, text="the last coup", effects=ruled)


def not_out_after_all(table: AtTable) -> list[dict[str, Any]]:
    """The cut card is not out after all; what is to be called then."""
    return effects(table.cast.ispettore.does("correct_entry", what="cut_card", new={}, reason="misread"), "phrase_due")


def test_the_call_of_a_last_coup_by_a_ruling_stands_where_its_cut_card_was_not_out(table: AtTable) -> None:
    last_by_ruling(table)
    table.does("call_last_coup", said=True)
    table.cast.shoe.does("cut_card_out")
    assert not_out_after_all(table) == []
    table.does("card_out")
    assert effects(table.cast.shoe.does("cut_card_out"), "phrase_due") == []
    assert wanted(table) == ("deal", "")


def test_it_is_called_plainly_where_the_cut_card_with_which_it_would_have_begun_was_not_out(table: AtTable) -> None:
    last_by_ruling(table)
    table.does("call_last_coup", said=True)
    assert effects(table.cast.shoe.does("cut_card_out", hand_cards=0), "phrase_due") == [{"words": LAST_OR_NULL}]
    assert not_out_after_all(table) == []
    assert wanted(table) == ("deal", ""), "it was called so already"
    table.cast.shoe.does("cut_card_out", hand_cards=0)
    table.does("call_last_coup", said=True)
    assert not_out_after_all(table) == [{"words": LAST}]
    assert wanted(table) == ("call_last_coup", LAST)


def test_a_call_that_a_ruling_has_made_due_is_not_that_of_a_cut_card_which_was_not_out(table: AtTable) -> None:
    lay(table, "P100@1")
    table.does("cut_card_out")
    not_out_after_all(table)
    table.does("close_bets", said=True)
    table.does("card_out")
    table.cast.ispettore.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    ruled = ["continue", "end_taglia"]
    table.cast.direzione.does("rule", incident=table.number, text="the last coup", effects=ruled)
    table.cast.shoe.does("cut_card_out", hand_cards=1)
    assert wanted(table) == ("call_last_coup", LAST)


def test_a_call_of_seven_cards_is_made_again_without_them_where_the_coup_is_to_be_played_in_bianco(
    table: AtTable,
) -> None:
    assert effects(table.does("cut_card_out"), "phrase") == [{"words": LAST_OR_NULL}]
    assert effects(table.does("report_visible"), "phrase_due") == [{"words": LAST}]
    table.does("call_last_coup", said=True)
    assert effects(table.does("play_blank", said=True), "phrase_due") == []
    assert wanted(table) == ("deal", "")
