"""Real cards that an electronic shoe reads: sealed as they come, opened as they are turned, keyed if it is doubted."""

from typing import Any

import pytest

from procedures.models import Incident
from table.live.electronic_shoes import line
from table.memory import table_cache
from table.models import HOUSE, Alert, Entry
from table.models.sealed import SealedCard
from table.record import chain
from table.record.proof import audit
from table.rules.houses import MALTA
from table.rules.refusal import Code
from table.rules.shoe import seal_of
from table.screens.read.snapshot import take as look
from table.verifier.reading import Wrong
from table.verifier.shoe import ShoeSoFar
from tests.proof.exports import check, exported
from tests.rig.cast import Cast
from tests.rig.pressing import current_task, drawn
from tests.rig.tables import AtTable, ready_table
from tests.shoes.dealing import effects, stake
from tests.shoes.reading import Reading, coup, pair, read_table

pytestmark = pytest.mark.django_db
PLAIN = "KS 7H 6D KC"
"""Punto has six, Banco seven: nobody draws."""
THIRDS = "2S 3H 2D 2C 4S KH"


@pytest.fixture
def at_table() -> tuple[AtTable, Reading]:
    return read_table()


def read_and_declared(table: AtTable, shoe: Reading, cards: str) -> None:
    """These cards came out one by one, and the reader stands."""
    stake(table)
    table.does("close_bets", said=True)
    shoe.tells(cards)
    table.does("declare", claim="no_carta", means="voice")


def test_a_plain_coup_takes_seven_presses_and_no_key(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    stake(table)
    assert coup(table, shoe, PLAIN) == 7
    assert {it["card"]: it["face"] for it in effects(table, "card_turned")} == dict(enumerate(PLAIN.split(), start=1))
    table.check()


def test_third_cards_are_drawn_told_and_turned_by_one_press_each(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    stake(table)
    assert coup(table, shoe, THIRDS) == 9
    table.check()


def test_the_entry_of_a_card_holds_its_seal_and_that_of_its_turn_its_face_and_salt(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    stake(table)
    table.does("close_bets", said=True)
    shoe.tells(PLAIN)
    written = " ".join(f"{it.arguments} {it.outcome}" for it in Entry.objects.filter(verb="card_out"))
    assert not any(f'"{face}"' in written for face in PLAIN.split())
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco")
    sealed = {it["card"]: it["seal"] for it in effects(table, "card_drawn")}
    turned = effects(table, "card_turned")
    assert [it["card"] for it in turned] == [2, 4]
    assert all(seal_of(it["face"], it["salt"]) == sealed[it["card"]] for it in turned)


def test_whatever_the_covered_cards_are_the_entries_of_two_coups_differ_in_seals_alone(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    without_seals = list[str]()
    for cards in (PLAIN, "9S 9H 9D 9C"):
        stake(table)
        before = table.number
        coup(table, shoe, cards)
        entries = Entry.objects.filter(register=table.code, number__gt=before, verb="card_out").order_by("number")
        outcomes = [chain.effects(it.outcome) for it in entries]
        without_seals.append(str([[(name, {**facts, "seal": "", "card": 0}) for name, facts in it] for it in outcomes]))
    assert without_seals[0] == without_seals[1]


def test_at_the_end_of_the_taglia_every_seal_that_is_left_is_opened_in_one_entry(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    stake(table)
    coup(table, shoe, PLAIN)
    shoe.tells("9H")  # nobody is due it, and nobody turns it
    assert SealedCard.objects.count() == 1
    table.cast.direzione.does("void_shoe")
    assert [[it[:2] for it in facts["cards"]] for facts in effects(table, "seals_opened")] == [[[5, "9H"]]]
    assert not SealedCard.objects.exists()
    table.check()
    assert audit.faults(table.code) == []
    checked = check(exported(table.code))
    assert checked.counted["read"] == 5


def test_what_the_dealer_sees_counts_and_what_the_shoe_had_read_stays_sealed_until_the_end(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    read_and_declared(table, shoe, PLAIN)
    table.does("turn_banco", cards=["8H", "KC"])
    assert effects(table, "read_otherwise") == [{"card": 2}]
    assert [it.get("salt") is None for it in effects(table, "card_turned") if it["card"] == 2] == [True]
    assert Alert.objects.filter(code="read_otherwise").count() == 1
    assert "7H" not in str(Entry.objects.order_by("number").last())
    table.does("turn_punto")
    table.does("announce", banco=8, punto=6)
    table.press(("settle", {}), ("burn", {}))
    table.cast.direzione.does("void_shoe")
    assert [it[:2] for facts in effects(table, "seals_opened") for it in facts["cards"]] == [[2, "7H"]]
    table.check()
    assert check(exported(table.code)).counted["read"] == 4


def test_keys_that_agree_open_the_seals_whatever_their_order(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    read_and_declared(table, shoe, PLAIN)
    table.does("turn_banco", cards=["KC", "7H"])
    assert {it["card"]: it["face"] for it in effects(table, "card_turned")} == {2: "7H", 4: "KC"}
    assert not effects(table, "read_otherwise")


def test_a_seventh_card_alike_is_found_at_its_turn_and_never_earlier(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    stake(table)
    coup(table, shoe, "9S 9S 9S 9S")
    read_and_declared(table, shoe, "9S 9S 9S KC")
    table.does("turn_banco")
    table.refuses(Code.CARD_IMPOSSIBLE, "turn_punto")
    table.does("turn_punto", cards=["9S", "8S"])
    assert effects(table, "read_otherwise") == [{"card": 7}]
    table.check()


def test_where_the_shoe_falls_silent_the_coup_goes_on_by_hand(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    stake(table)
    table.does("close_bets", said=True)
    shoe.tells("KS 7H")
    table.does("deal")
    table.does("declare", claim="no_carta", means="voice")
    table.refuses(Code.ARGUMENTS, "turn_banco")
    table.does("turn_banco", cards=["7H", "KC"])
    table.does("turn_punto", cards=["KS", "6D"])
    assert [it["card"] for it in effects(table, "card_turned") if "salt" in it] == [2, 1]
    table.check()


def test_a_last_coup_that_begins_with_the_cut_card_is_counted_with_the_cards_that_the_shoe_tells() -> None:
    table, shoe = read_table(behind=8)
    stake(table)
    shoe.tells_cut_card()
    table.does("call_last_coup", said=True)
    table.does("close_bets", said=True)
    shoe.tells(PLAIN)
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco")
    table.does("turn_punto")
    table.does("announce", banco=7, punto=6)
    shoe.tells("2S 3S 4S 5S")
    table.refuses(Code.COUNT, "extract_remaining", cards=["??"] * 3)
    table.does("extract_remaining", cards=["??"] * 4)
    assert effects(table, "remaining_extracted") == [{"count": 8, "expected": 8}]
    table.press(("settle", {}), ("burn", {}))
    assert table.state.shoe is None
    assert [len(facts["cards"]) for facts in effects(table, "seals_opened")] == [4]
    table.check()


def test_a_count_is_taken_back_but_for_the_cards_that_the_shoe_has_told_also_where_one_of_them_was_not_read() -> None:
    table, shoe = read_table(behind=8)
    stake(table)
    shoe.tells_cut_card()
    table.does("call_last_coup", said=True)
    table.does("close_bets", said=True)
    shoe.tells(PLAIN)
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco")
    table.does("turn_punto")
    table.does("announce", banco=7, punto=6)
    shoe.tells("2S ?? 4S")
    table.does("extract_remaining", cards=["??"] * 5)
    table.cast.ispettore.does("correct_entry", what="count", new={}, reason="mistyped")
    table.refuses(Code.COUNT, "extract_remaining", cards=["??"] * 2)
    table.does("extract_remaining", cards=["??"] * 4)
    assert [it["count"] for it in effects(table, "remaining_extracted")] == [9, 8]
    table.press(("settle", {}), ("burn", {}))
    table.check()


def test_a_card_that_the_record_struck_may_come_again_with_another_face(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    stake(table)
    table.does("close_bets", said=True)
    shoe.tells(PLAIN)
    report = {"laid": ["punto", "banco", "punto"]}
    table.does("report_incident", kind="wrong_number", facts=report)
    shoe.tells("9H")
    assert SealedCard.objects.filter(number=4).values_list("face", flat=True).get() == "9H"
    table.check()


def test_art_06_a_card_that_is_turned_at_another_box_than_it_came_out_for_is_noticed_at_that_turn(
    at_table: tuple[AtTable, Reading],
) -> None:
    """The third card lies at Banco, the fourth at Punto, and nobody has noticed; the console asks where they lie."""
    table, shoe = at_table
    read_and_declared(table, shoe, PLAIN)
    table.does("turn_banco", cards=["7H", "6D"])
    assert effects(table, "laid_elsewhere") == [{"side": "banco", "cards": ["7H", "6D"], "came": [3]}]
    case = Incident.objects.get()
    assert (case.kind, case.noticed, table.state.coup is not None and table.state.coup.held) == ("inverted", True, True)
    assert "KC" not in str(Entry.objects.order_by("number").last())
    table.does("report_incident", kind="inverted", facts={"laid": ["punto", "banco", "banco", "punto"]})
    table.does("turn_banco")
    assert {it["card"]: it["face"] for it in effects(table, "card_turned")} == {2: "7H", 3: "6D"}
    assert not effects(table, "read_otherwise")
    table.check()


def test_art_06_keys_that_were_wrong_are_keyed_anew_and_the_case_closes(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    read_and_declared(table, shoe, PLAIN)
    table.does("turn_banco", cards=["7H", "6D"])
    table.does("turn_banco", cards=["7H", "KC"])
    assert [it["kind"] for it in effects(table, "case_closed_by_keys")] == ["inverted"]
    table.check()


# --- what the dealer sees of it


def test_the_console_waits_for_the_shoe_and_offers_the_hand_where_it_is_silent(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    stake(table)
    table.does("close_bets", said=True)
    now = current_task(table)
    assert (now.kind, next(it.steps for it in now.others)) == ("wait", [{"verb": "deal", "given": {}}])
    assert "electronic-shoe" not in drawn(table)
    line.let_go(shoe.name)
    assert current_task(table).verb == "deal"
    assert "electronic-shoe" in drawn(table)


def test_what_was_read_is_turned_by_a_press_and_may_be_keyed(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    read_and_declared(table, shoe, PLAIN)
    now = current_task(table)
    assert (now.kind, now.steps) == ("press", [{"verb": "turn_banco", "given": {}}])
    assert now.keys == now.pads[0].key
    assert f'data-pad-opens="{now.keys}"' in drawn(table)


def test_a_table_without_an_electronic_shoe_says_nothing_of_one() -> None:
    table = ready_table()
    stake(table)
    table.does("close_bets", said=True)
    shown = look(table.code)
    assert shown is not None
    assert shown.electronic_shoe is None
    assert current_task(table).verb == "deal"


def test_two_tables_have_two_shoes_and_one_table_one(at_table: tuple[AtTable, Reading]) -> None:
    table, _shoe = at_table
    house = Cast.at(HOUSE).direzione
    refused = house.is_refused(Code.NOT_FREE, "pair_shoe", key="another", table=table.code, digest="5" * 64)
    assert "revoke that one first" in str(refused)
    house.does("revoke_shoe", key="reads-T3")
    pair(table, "another")


def test_a_restart_forgets_nothing_of_a_shoe(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    stake(table)
    table.does("close_bets", said=True)
    for face in PLAIN.split():
        shoe.tells(face)
        table_cache.clear()
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco")
    assert [it["face"] for it in effects(table, "card_turned")] == ["7H", "KC"]


def test_who_changes_a_seal_or_a_face_is_found(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    stake(table)
    coup(table, shoe, PLAIN)
    table.cast.direzione.does("void_shoe")
    entries = list(Entry.objects.filter(register=table.code).order_by("number"))

    def read(change: Any) -> None:
        sabot = ShoeSoFar()
        for it in entries:
            changed = chain.effects(it.outcome)
            for name, facts in changed:
                change(name, facts)
            sabot.take(it.number, it.verb, chain.read(it.arguments), changed)

    read(lambda _name, _facts: None)
    for change in (
        lambda name, facts: name == "card_turned" and facts["card"] == 2 and facts.update(face="8H"),
        lambda name, facts: name == "card_drawn" and facts["card"] == 2 and facts.update(seal="0" * 64),
        lambda name, facts: name == "card_turned" and facts["card"] == 2 and facts.pop("salt"),
    ):
        with pytest.raises(Wrong):
            read(change)


def test_where_cards_are_dealt_face_up_what_was_read_is_turned_as_well() -> None:
    table, shoe = read_table(MALTA)
    stake(table)
    coup(table, shoe, THIRDS)
    assert {it["face"] for it in effects(table, "card_turned")} <= {*THIRDS.split()}
    assert table.state.coup is None
    table.check()
