"""The shoe, the cut card and the seven cards, through the door. Super Punto Banco, Art. 4 and 5."""

from collections.abc import Iterator

import pytest

from table.models import HOUSE, Shoe
from table.play.next_act import next_act
from table.rules.houses import CLASSICO, VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from table.rules.sources import LAW
from tests.croupier.coups import back, blank, close, coup, deal, effects, lay, net, pay, play, shoe_of, turn
from tests.rig.tables import AtTable, Cast, new_table, ready_table

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


@pytest.fixture
def table() -> Iterator[AtTable]:
    """Seven guests sit at a table of Venezia; 8 and 9 are free."""
    ready = ready_table()
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


def test_the_shoe_reports_the_cut_card_and_the_dealer_still_calls_the_last_coup(table: AtTable) -> None:
    deal(table, "P100@1")
    answer = table.cast.shoe.does("cut_card_out")
    assert (effects(answer, "phrase"), effects(answer, "phrase_due")) == ([], [{"words": LAST}])
    assert wanted(table) == ("call_last_coup", LAST)
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


def test_a_card_that_waited_is_a_card_of_the_hand_the_coup_does_not_begin_with_the_cut_card(table: AtTable) -> None:
    table.does("card_out")
    close(table, "P100@1")
    assert effects(table.does("cut_card_out"), "phrase") == [{"words": LAST}]
    assert not coup(table).began_with_mask
    table.does("deal")
    turn(table)
    pay(table)
    table.does("burn")
    assert shoe(table).cut_card_at == 1


def test_a_coup_cancelled_after_the_cut_card_leaves_it_to_the_next_one(table: AtTable) -> None:
    lay(table, "P100@1")
    table.does("cut_card_out")
    table.cast.ispettore.does("suspend")
    table.cast.ispettore.does("resume")
    close(table, "P100@1")
    assert coup(table).began_with_mask


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
    assert (coup(table).began_with_mask, shoe(table).cut_card_at) == (True, 0)
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
    """Nine against five was paid, and only then it is told that the coup had begun with the cut card."""
    deal(table, "P100@1")
    turn(table, punto="9H KD", banco="2H 3H")
    pay(table)
    table.does("cut_card_out", hand_cards=0)
    assert wanted(table) == ("extract_remaining", "")
    table.refuses(Code.PHASE, "burn")
    table.refuses(Code.SEVEN_FIRST, "settle")


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
