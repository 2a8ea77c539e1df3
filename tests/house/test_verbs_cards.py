"""Cards that leave the shoe, lie visible, come too early or too late, and are turned. Super Punto Banco, Art. 1."""

from typing import Any

import pytest

from table.models import Alert, DrawnCard
from table.play.next_act import next_act
from table.rules.houses import CLASSICO, MALTA, VENEZIA
from table.rules.phase import Phase
from table.rules.profile import Profile, derive
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.coups import (
    annul,
    back,
    blank,
    card,
    close,
    coup,
    deal,
    effects,
    hand_at,
    lay,
    net,
    pay,
    play,
    shoe_of,
    turn,
)
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
OPEN_BLANKS = derive(VENEZIA, key="open-blanks", dealing="face_up", reader="none", button=False)


# --- a card pulled or seen while the betting is open


def test_a_card_pulled_and_seen_while_the_betting_is_open_stops_it(table: AtTable) -> None:
    lay(table, "P100@1", "B50@2")
    answer = table.does("card_out", card="8D", exposed=True)
    assert effects(answer, "blank_due") == [{}]
    table.refuses(Code.BLANK_DUE, "place", coup=table.coup, position="3", box="punto", amount=1000)
    table.refuses(Code.BLANK_DUE, "raise", coup=table.coup, position="1", box="punto", by=1000)
    table.refuses(Code.BLANK_DUE, "repeat", coup=table.coup)
    refused = table.refuses(Code.BLANK_DUE, "close_bets", said=True)
    assert refused.source == "Super Punto Banco, Art. 1"
    table.refuses(Code.PHRASE, "play_blank", said=False)
    returned = effects(table.does("play_blank", said=True), "bet_returned")
    assert [(it["position"], it["amount"]) for it in returned] == [("1", 10_000), ("2", 5000)]
    table.does("deal")
    assert hand_at(table, Side.PUNTO)[0] == "8D"
    assert table.row.button == "1"


def test_a_card_pulled_unseen_while_the_betting_is_open_is_the_first_of_the_hand(table: AtTable) -> None:
    lay(table, "P100@1")
    table.does("card_out")
    close(table, "B50@2")
    assert [it.waited for it in table.state.cards] == [True]
    table.does("deal")
    assert table.state.shoe is not None
    assert table.state.shoe.out == 4


# --- the next card lies visible in the sabot


def test_a_first_card_visible_before_the_closing_makes_the_coup_a_blank_one(table: AtTable) -> None:
    lay(table, "P100@1")
    table.does("report_visible")
    table.refuses(Code.BLANK_DUE, "close_bets", said=True)
    blank(table)
    assert table.row.coups.get().kind == "blank"
    table.does("open_bets")


def test_a_first_card_visible_between_two_coups_too(table: AtTable) -> None:
    table.does("report_visible")
    table.refuses(Code.BLANK_DUE, "open_bets")
    blank(table)


def test_a_first_card_visible_after_the_closing_but_before_it_is_drawn_too(table: AtTable) -> None:
    close(table, "P100@1")
    assert effects(table.does("report_visible"), "blank_due") == [{}]
    assert table.refuses(Code.BLANK_DUE, "deal").source == "Super Punto Banco, Art. 1"
    act = next_act(table.state)
    assert act is not None
    assert act.verb == "play_blank"
    blank(table)
    assert table.row.coups.get().stakes.count() == 0


def test_the_shoe_draws_a_visible_first_card_and_the_coup_is_a_blank_one_all_the_same(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("report_visible")
    answer = table.cast.shoe.does("card_out")
    assert [it["amount"] for it in effects(answer, "bet_returned")] == [10_000]
    assert effects(answer, "blank_started") == [{}]
    assert (coup(table).kind, coup(table).reader) == ("blank", "")


def test_a_covered_card_has_no_face_whoever_knows_it(table: AtTable) -> None:
    table.refuses(Code.CARD_COVERED, "card_out", card="5D")
    close(table, "P40@1")
    assert table.cast.shoe.is_refused(Code.CARD_COVERED, "card_out", card="5D").sentence
    table.does("deal")
    table.refuses(Code.CARD_COVERED, "card_out", card="5D")


def test_a_visible_first_card_of_a_colpo_in_bianco_makes_no_other_one_due(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    assert effects(table.does("report_visible"), "blank_due") == []
    table.does("deal")
    turn(table)
    table.does("announce", banco=5, punto=9)
    table.does("burn", open_next=True)
    assert table.state.phase is Phase.BETTING


def test_after_the_last_coup_no_colpo_in_bianco_is_due(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("cut_card_out", hand_cards=2)
    turn(table)
    seen = table.does("card_out", exposed=True, extra=True)
    assert effects(seen, "card_held")
    assert effects(seen, "blank_due") == []
    pay(table)
    assert effects(table.does("burn"), "blank_due") == []


def test_where_it_was_not_the_last_coup_the_colpo_in_bianco_is_due_as_the_cut_card_is_put_right(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("cut_card_out", hand_cards=2)
    turn(table)
    table.does("card_out", exposed=True, extra=True)
    given: dict[str, Any] = {"what": "cut_card", "new": {"hand_cards": None}, "reason": "forgotten"}
    assert effects(table.does("correct_entry", **given), "blank_due") == [{}]


def test_any_other_visible_card_is_valid(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    assert effects(table.does("report_visible"), "blank_due") == []
    table.does("deal")
    turn(table)
    pay(table)
    table.press(("burn", {}), ("open_bets", {}))


def test_a_card_that_waits_is_the_first_and_the_visible_one_behind_it_is_known_too(table: AtTable) -> None:
    table.does("card_out")
    lay(table, "P100@1")
    table.does("report_visible")
    table.refuses(Code.BLANK_DUE, "close_bets", said=True)


def test_what_is_visible_at_the_end_of_a_coup_is_the_first_card_of_the_next(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    pay(table)
    table.does("report_visible")
    assert effects(table.does("burn", open_next=True), "blank_due") == [{}]
    assert table.state.coup is None
    table.refuses(Code.BLANK_DUE, "open_bets")


def test_a_house_without_coups_in_bianco_burns_the_visible_card_and_plays_on() -> None:
    table = ready_table(CLASSICO, seats=2)
    close(table, "P10@1")
    assert effects(table.does("report_visible"), "cards_burned") == [{"cards": [1], "seen": True}]
    table.does("deal", cards=["9S", "2S", "KD", "3S"])
    table.does("report_visible")
    pay(table)
    assert effects(table.does("burn", open_next=True), "cards_burned") == [{"cards": [6], "seen": True}]
    assert coup(table).kind == "normal"
    table.check()


# --- cards that came too early, or belong to nobody


def test_after_a_battuta_nobody_is_due_a_card(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9S", "KD"])
    refused = table.refuses(Code.REGOLA, "card_out")
    assert refused.source == "Super Punto Banco, Tabella della Regola"
    table.does("card_out", extra=True)
    assert [it.location for it in table.state.held] == ["held_under"]


def test_an_early_card_that_nobody_was_due_waits_for_the_next_hand_and_is_not_burned(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("card_out")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7S", "KS"])
    table.does("turn_punto", cards=["6D", "KD"])
    pay(table)
    assert effects(table.does("burn"), "card_held") == [{"card": 5, "seen": False}]
    close(table, "P100@1")
    assert [it.number for it in table.state.cards] == [5]


@pytest.mark.parametrize("seen", [{}, {"card": "8D", "exposed": True}])
def test_after_the_last_coup_of_a_taglia_no_card_waits_and_an_early_one_that_nobody_was_due_is_burned_with_it(
    table: AtTable, seen: dict[str, Any]
) -> None:
    close(table, "P100@1")
    table.does("card_out")
    table.does("cut_card_out")
    table.does("deal")
    table.does("card_out", **seen)
    table.press(("turn_battuta", {"cards": ["9S", "KD"]}), ("turn_banco", {"cards": ["7S", "KS"]}))
    pay(table)
    burned = table.does("burn")
    assert (effects(burned, "card_held"), len(effects(burned, "taglia_ended"))) == ([], 1)
    assert {(card.location, card.coup and card.coup.number) for card in DrawnCard.objects.all()} == {("burned", 1)}
    assert not Alert.objects.filter(code="card_held").exists()
    table.check()


def test_an_early_card_that_was_seen_and_nobody_was_due_makes_the_next_coup_a_blank_one(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("card_out", card="8D", exposed=True)
    table.does("turn_battuta", cards=["9S", "KD"])
    table.does("turn_banco", cards=["7S", "KS"])
    pay(table)
    table.does("burn")
    table.refuses(Code.BLANK_DUE, "open_bets")
    assert card(table, 5).face == "8D"


def test_a_card_that_comes_while_puntos_third_lies_covered_is_early(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["4S", "KS"])
    table.does("card_out")
    assert effects(table.does("card_out"), "card_early") == [{"card": 6}]
    placed = effects(table.does("turn_third", card="6H"), "early_card_placed")
    assert placed == [{"card": 6, "side": "banco"}]


def test_where_the_dealer_completes_a_card_before_punto_is_turned_is_early(table: AtTable) -> None:
    deal(table, "B100@1")
    table.does("turn_banco", cards=["4S", "KS"])
    assert effects(table.does("card_out"), "card_early") == [{"card": 5}]
    table.does("turn_punto", cards=["2D", "KD"])
    assert len(hand_at(table, Side.PUNTO)) == 3


def test_a_card_drawn_after_an_annulment_lies_at_no_hand(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    annul(table)
    table.refuses(Code.REGOLA, "card_out")
    table.does("card_out", extra=True)
    assert hand_at(table, Side.PUNTO) == ["??"]
    assert hand_at(table, Side.BANCO) == []


def test_of_an_annulled_coup_the_cards_set_aside_are_burned_too_and_no_blank_follows(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9S", "KD"])
    table.does("card_out", card="8D", exposed=True, extra=True)
    annul(table)
    assert effects(table.does("burn"), "cards_burned") == [{"cards": [5]}]
    assert back(table, "1") == {"refund": 10_000}
    table.does("open_bets")


def test_more_than_four_waiting_cards_go_on_to_the_thirds_and_then_to_the_next_hand(table: AtTable) -> None:
    for _ in range(6):
        table.does("card_out")
    deal_of_waiting(table)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco", "waiting", "waiting"]
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["4S", "KS"])
    assert len(hand_at(table, Side.BANCO)) == 3
    table.does("turn_third", card="2H")
    table.does("turn_punto", cards=["7D", "KD"])
    pay(table)
    assert effects(table.does("burn"), "card_held") == [{"card": 6, "seen": False}]


def deal_of_waiting(table: AtTable) -> None:
    """All four cards waited: nothing is left to be dealt."""
    close(table, "P100@1")
    table.refuses(Code.PHASE, "deal")


def test_facts_are_taken_in_while_the_game_is_suspended(table: AtTable) -> None:
    table.cast.ispettore.does("suspend")
    table.does("card_out", card="8D", exposed=True)
    table.does("cut_card_out")
    table.cast.ispettore.does("resume")
    table.refuses(Code.BLANK_DUE, "open_bets")
    blank(table, punto="8D KD")
    table.refuses(Code.TAGLIA_ENDED, "open_bets")


# --- turning


def test_a_card_turned_by_the_dealer_while_dealing_stays_and_its_hand_is_turned_with_it(table: AtTable) -> None:
    close(table, "P40@1")
    table.does("card_out")
    table.does("card_out", card="5D", exposed=True)
    table.does("deal")
    assert hand_at(table, Side.BANCO) == ["5D", "??"]
    table.does("turn_battuta", cards=["8S", "KC"])
    table.refuses(Code.CARD, "turn_banco", cards=["QH", "6D"])
    table.does("turn_banco", cards=["QH", "5D"])
    assert hand_at(table, Side.BANCO) == ["5D", "QH"]
    assert (card(table, 2).known, card(table, 4).known, card(table, 1).known) == ("place", "box", "box")
    pay(table)
    assert net(table, "1") == 4000


def test_every_card_drawn_and_turned_is_named_in_the_record(table: AtTable) -> None:
    close(table, "P40@1")
    drawn = effects(table.does("deal"), "card_drawn")
    assert [(it["card"], it["at"]) for it in drawn] == [(1, "punto"), (2, "banco"), (3, "punto"), (4, "banco")]
    turned = effects(table.does("turn_battuta", cards=["8S", "KC"]), "card_turned")
    assert turned == [{"card": 1, "face": "8S"}, {"card": 3, "face": "KC"}]


def test_the_reader_who_turns_before_banco_is_noted_and_the_hand_follows_its_true_points(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.refuses(Code.REGOLA, "turn_punto", cards=["2S", "3D"])
    answer = table.does("turn_punto", cards=["2S", "3D"], early=True)
    assert effects(answer, "premature_turn") == [{}]
    table.does("turn_banco", cards=["7H", "KD"])
    assert table.state.due is Side.PUNTO


def test_a_claim_that_the_cards_belie_is_seen_before_anything_is_served_on_it(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    answer = table.does("turn_punto", cards=["2S", "2D"], early=True)
    assert effects(answer, "claim_differs") == [{"claim": "no_carta", "points": 4}]
    assert next_act(table.state) is None
    table.does("turn_banco", cards=["7H", "KD"])
    assert coup(table).held
    for inspector in (table.cast.ispettore, table.cast.comunale):
        inspector.does("attest", incident=answer.number)
    table.cast.ispettore.does("ratify", incident=answer.number)
    assert next_act(table.state) == ("card_out", "")


def test_punto_waits_for_a_third_card_that_lies_covered(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["4S", "KS"])
    table.does("card_out")
    table.refuses(Code.REGOLA, "turn_punto", cards=["2S", "3D"])


def test_where_cards_are_dealt_open_four_faces_are_keyed_and_one_that_lies_open_is_not_keyed_anew() -> None:
    table = ready_table(CLASSICO, seats=2)
    close(table, "P10@1")
    table.refuses(Code.CARD_COVERED, "deal")
    table.does("card_out", card="9S")
    table.refuses(Code.CARD, "deal", cards=["8S", "2S", "KD", "3S"])
    table.does("deal", cards=["9S", "2S", "KD", "3S"])
    pay(table)
    table.does("burn")
    close(table, "B10@1")
    table.does("deal", cards=["2S", "2H", "KD", "3H"])
    table.does("card_out", card="7H")
    table.does("card_out", card="KH")
    assert (hand_at(table, Side.PUNTO), hand_at(table, Side.BANCO)) == (["2S", "KD", "7H"], ["2H", "3H", "KH"])
    table.does("announce", banco=5, punto=9)
    table.check()


def test_where_cards_are_dealt_open_a_blank_coup_is_dealt_covered() -> None:
    table = ready_table(OPEN_BLANKS)
    table.does("card_out", card="8D", exposed=True)
    table.does("play_blank", said=True)
    table.refuses(Code.CARD_COVERED, "deal", cards=["8D", "2S", "KD", "3S"])
    table.does("deal")
    table.check()


def test_an_empty_shoe_gives_no_card_and_ends_its_taglia(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe_of(monkeypatch, 10)
    table = ready_table(behind=2)
    play(table, "P100@1")
    play(table, "P100@1", punto="9H KD", banco="2H 3H")
    close(table, "P100@1")
    table.press(("card_out", {}), ("card_out", {}))
    table.refuses(Code.CARD_IMPOSSIBLE, "card_out")
    assert next_act(table.state) is None
    table.cast.ispettore.does("annul", reason="the shoe is empty")
    assert effects(table.does("burn"), "taglia_ended") == [{"taglia": 1, "out": 10}]
    assert back(table, "1") == {"refund": 10_000}
    refused = table.refuses(Code.TAGLIA_ENDED, "open_bets")
    assert refused.source == "Super Punto Banco, Art. 5"
    table.check()


@pytest.mark.parametrize("profile", [VENEZIA, MALTA], ids=lambda profile: profile.key)
def test_a_visible_card_that_two_people_report_is_one_card(profile: Profile) -> None:
    """Super Punto Banco, Art. 1: both looked at the same table, so the second press is about a card that is known."""
    table = ready_table(profile)
    seen = table.number
    table.does("report_visible", seen=seen)
    out = table.row.shoes.get().out
    table.cast.ispettore.is_refused(Code.STALE, "report_visible", seen=seen)
    assert table.row.shoes.get().out == out
    if profile is VENEZIA:
        table.cast.ispettore.is_refused(Code.STALE, "report_visible")
