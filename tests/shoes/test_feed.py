"""What an electronic shoe tells: each fact once, in its order, from one shoe, and garbage changes nothing."""

import json
import os
import sys
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from table.access import tokens
from table.live.electronic_shoes import frames, line
from table.live.electronic_shoes.asyncapi import document
from table.live.electronic_shoes.frames import Alive, Card, CutCard
from table.live.electronic_shoes.taking import cannot_be_read, take
from table.management.feed_client import by_line, recorded
from table.memory import table_cache
from table.models import HOUSE, ElectronicShoe, Entry, Refusal
from table.record import door
from table.record.machine import clocks
from table.record.proof import audit
from table.rules.houses import CLASSICO, VENEZIA
from table.rules.refusal import Code, Refused
from table.script.form import ACTS
from tests.proof.exports import check, exported
from tests.rig.cast import Cast
from tests.rig.pressing import current_task, drawn
from tests.rig.tables import AtTable, new_table, prepare_shoe
from tests.shoes.dealing import TRAINING, effects, stake, virtual_table
from tests.shoes.dealing import shoe_of as virtual_shoe
from tests.shoes.reading import KEY, Listening, Reading, pair, read_table

pytestmark = pytest.mark.django_db
OF_KD = [
    line.example.replace(found["guest"], "KD")
    for line in ACTS
    if (found := line.pattern.fullmatch(line.example)) is not None and found.groupdict().get("guest")
]
"""An example of each line of a script on a guest, whose key looks like a card."""


class Steady:
    """The machine's own clock, which only this test lets go on."""

    def __init__(self) -> None:
        self.now = float(round(clocks.steady()))  # in whole seconds, so that sums of them are exact

    def passes(self, seconds: float) -> None:
        """So long nothing happens."""
        self.now += seconds


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> Steady:
    it = Steady()
    monkeypatch.setattr(clocks, "steady", lambda: it.now)
    return it


@pytest.fixture
def at_table() -> tuple[AtTable, Reading]:
    table, shoe = read_table()
    stake(table)
    table.does("close_bets", said=True)
    return table, shoe


def test_a_fact_that_is_told_again_changes_nothing_also_after_a_restart(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    shoe.tells("KS 7H")
    number = table.number
    for fact in (Card(2, "7H"), Card(1, "KS")):
        table_cache.clear()
        assert take(shoe.name, fact) == 3
    assert table.number == number
    assert table.state.shoe is not None
    assert table.state.shoe.out == 2


def test_a_fact_that_is_on_record_although_its_count_was_lost_is_not_done_twice(
    at_table: tuple[AtTable, Reading],
) -> None:
    """The name of its press is its number: also a backup that forgot the count would not let it happen twice."""
    table, shoe = at_table
    shoe.tells("KS")
    ElectronicShoe.objects.update(taken=0)
    assert take(shoe.name, Card(1, "KS")) == 2
    assert shoe.row.taken == 1
    assert Entry.objects.filter(verb="card_out").count() == 1
    assert table.number == Entry.objects.filter(register=table.code).count()


def test_nobody_else_presses_or_asks_by_the_name_of_what_a_shoe_tells_next(at_table: tuple[AtTable, Reading]) -> None:
    """It can be foreseen: whoever asked what became of it, or used it, silenced the shoe until it was paired anew."""
    table, shoe = at_table
    foreseen = f"{KEY}.{shoe.row.paired}.1"
    with pytest.raises(Refused) as inquiry:
        door.became(table.code, foreseen, by="vera")
    assert inquiry.value.code is Code.ARGUMENTS
    table.cast.ispettore.is_refused(Code.ARGUMENTS, "annotate", nonce=foreseen, text="x")
    shoe.tells("KS")
    assert table.state.shoe is not None
    assert table.state.shoe.out == 1


def test_a_gap_is_told_to_the_dealer_and_closes_when_the_shoe_tells_what_is_missing(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    number = table.number
    refused = shoe.is_refused(Code.GAP, Card(2, "7H"))
    assert refused.facts == {"number": 2, "next": 1}
    assert table.number == number
    assert 'data-key="electronic-shoe"' in drawn(table)
    assert "did not arrive" in drawn(table, language="en")
    shoe.tells("KS 7H")
    assert "electronic-shoe" not in drawn(table)


def test_a_fact_that_cannot_be_is_refused_and_the_next_one_takes_its_number() -> None:
    table, shoe = read_table()
    table.cast.direzione.does("void_shoe")
    shoe.is_refused(Code.SHOE, Card(1, "KS"))
    assert shoe.row.trouble == ElectronicShoe.Trouble.REFUSED
    assert "is not on record" in drawn(table, language="en")
    assert Refusal.objects.get(verb="card_out").arguments == ""
    assert shoe.row.taken == 0


def test_the_cut_card_comes_once_and_is_called_by_the_dealer(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    shoe.tells("KS")
    shoe.tells_cut_card()
    shoe.is_refused(Code.CUT_CARD_ALREADY_OUT, CutCard(3))
    shoe.tells("7H 6D KC")
    assert table.state.shoe is not None
    assert table.state.shoe.cut_card_at == 1
    table.check()


def test_two_shoes_at_one_table_the_first_stays_until_nothing_is_heard_of_it(
    at_table: tuple[AtTable, Reading], steady: Steady
) -> None:
    table, first = at_table
    first.tells("KS")
    second = Reading(table)
    assert line.hold(second.row, second.name) == 0
    second.is_refused(Code.SIGNED_OUT, Card(2, "7H"))
    first.tells("7H")
    steady.passes(line.LEASE_SECONDS)
    assert line.hold(second.row, second.name) == 3, "it goes on where the first one stopped"
    first.is_refused(Code.SIGNED_OUT, Card(3, "6D"))


def test_a_line_that_nobody_holds_on_to_is_free_and_the_dealer_is_told(
    at_table: tuple[AtTable, Reading], steady: Steady
) -> None:
    table, shoe = at_table
    for _ in range(3):
        line.let_lapse()
        steady.passes(line.LEASE_SECONDS)
        line.hold_on([shoe.name])
    line.let_lapse()
    assert line.holding([shoe.name, "another"]) == {shoe.name}
    steady.passes(line.LEASE_SECONDS)
    inbox = table.row.inbox
    line.let_lapse()
    assert line.holding([shoe.name]) == set()
    assert table.row.inbox == inbox + 1
    assert "It is silent" in drawn(table, language="en")


def test_a_shoe_that_was_revoked_tells_nothing_more_and_begins_anew_when_it_is_paired_again(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    shoe.tells("KS")
    Cast.at(HOUSE).direzione.does("revoke_shoe", key=KEY)
    shoe.is_refused(Code.SIGNED_OUT, Card(2, "7H"))
    token = pair(table)
    assert tokens.shoe_with(token) == shoe.row
    assert tokens.shoe_with(f"{token}x") is None
    assert shoe.connects().next == 1
    shoe.tells("7H")
    assert table.state.shoe is not None
    assert table.state.shoe.out == 2


def test_what_was_read_while_the_line_was_lost_is_taken_late_unless_the_dealer_has_gone_on_by_hand(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    shoe.tells("KS")
    line.let_go(shoe.name)
    shoe.connects()
    assert take(shoe.name, Card(2, "7H", late=True)) == 3
    line.let_go(shoe.name)
    table.does("deal")
    shoe.connects()
    shoe.is_refused(Code.LATE, Card(3, "6D", late=True))
    assert shoe.row.trouble == ElectronicShoe.Trouble.REFUSED
    assert table.state.shoe is not None
    assert table.state.shoe.out == 4
    shoe.tells("9H")
    assert table.state.shoe is not None
    assert table.state.shoe.out == 5, "what comes now is told as it comes"


@pytest.mark.parametrize(
    ("kind", "facts", "out"),
    [
        ("stuck_cards", {"before": 1, "packet": 2, "restored": False, "seen": False}, 3),
        ("fallen_card", {"places": [2], "recovered": True, "seen": False}, 2),
    ],
)
def test_what_was_read_while_the_line_was_lost_is_not_taken_where_a_report_has_drawn_it(
    at_table: tuple[AtTable, Reading], kind: str, facts: dict[str, Any], out: int
) -> None:
    """A card that fell, or was stuck, stood in the record twice: as reported, and as told by the shoe afterwards."""
    table, shoe = at_table
    shoe.tells("KS")
    line.let_go(shoe.name)
    table.does("report_incident", kind=kind, facts=facts)
    shoe.connects()
    shoe.is_refused(Code.LATE, Card(2, "7H", late=True))
    assert shoe.row.trouble == ElectronicShoe.Trouble.REFUSED
    assert table.state.shoe is not None
    assert table.state.shoe.out == out


def test_what_was_read_while_the_line_was_lost_is_not_taken_where_it_lay_visible_and_was_burned() -> None:
    table, shoe = read_table(CLASSICO)
    line.let_go(shoe.name)
    table.does("report_visible")
    shoe.connects()
    shoe.is_refused(Code.LATE, Card(1, "7H", late=True))
    assert table.state.shoe is not None
    assert table.state.shoe.out == 1


def test_a_card_that_lay_visible_and_was_burned_is_told_once_as_it_is_taken_out() -> None:
    """A second card was burned in the record, and every later one stood one place behind the sabot."""
    table, shoe = read_table(CLASSICO)
    table.does("report_visible")
    shoe.tells("7H")
    stake(table)
    table.does("close_bets", said=True)
    shoe.tells("9S 2S KD 3S")
    table.does("report_visible")
    Listening(table, shoe, "9S").to_the_burn()
    stake(table)
    assert table.state.shoe is not None
    assert table.state.shoe.out == 6, "the visible one is burned as the betting opens"
    shoe.tells("7D")
    assert table.state.shoe is not None
    assert table.state.shoe.out == 6, "two that were burned, and the four of the hand"
    assert shoe.row.trouble == ""
    shoe.tells("8D")
    assert table.state.shoe.out == 7, "the next card is another one"


def test_two_cards_that_were_burned_as_visible_are_told_one_after_the_other_each_stored_at_once() -> None:
    table, shoe = read_table(CLASSICO)
    table.does("report_visible")
    table.does("report_visible")
    for face in ("7H", "8H"):
        with CaptureQueriesContext(connection) as queries:
            shoe.tells(face)
        # Between two updates a killed process would leave a fact that is told again, as a card of its own.
        assert sum(it["sql"].startswith('UPDATE "table_electronicshoe"') for it in queries) == 1
    assert table.state.shoe is not None
    assert (table.state.shoe.out, shoe.next) == (2, 3)


def test_a_cut_card_that_comes_before_a_card_burned_as_visible_makes_no_other_card_of_it() -> None:
    """Burned in the record as it was reported, it leaves the sabot behind the cut card."""
    table, shoe = read_table(CLASSICO)
    table.does("report_visible")
    shoe.tells_cut_card()
    shoe.tells("7H")
    assert table.state.shoe is not None
    assert table.state.shoe.out == 1
    shoe.tells("8D")
    assert table.state.shoe.out == 2, "the next card is another one"


def test_what_was_read_of_the_taglia_before_is_no_card_of_the_one_that_was_loaded_while_the_line_was_lost() -> None:
    table, shoe = read_table()
    before = table.number
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, VENEZIA, serial="S-2")
    stake(table)
    table.does("close_bets", said=True)
    with pytest.raises(Refused) as caught:
        take(shoe.name, Card(1, "9H", late=True), connected=table.number)
    assert caught.value.code is Code.LATE
    assert shoe.row.trouble == ElectronicShoe.Trouble.REFUSED
    assert take(shoe.name, Card(1, "KS", late=True), connected=before) == 2, "it has told all along"


def test_a_virtual_shoe_is_told_nothing_by_an_electronic_one(monkeypatch: pytest.MonkeyPatch) -> None:
    table = virtual_table(monkeypatch, virtual_shoe("KS 7H 6D KC"), profile=TRAINING)
    pair(table)
    shoe = Reading(table).connects()
    stake(table)
    table.does("close_bets", said=True)
    said = {str(shoe.is_refused(Code.SHOE, Card(1, face))) for face in ("KS", "7H")}
    assert len(said) == 1


def test_who_pairs_says_a_table_and_a_digest_and_is_of_the_direzione() -> None:
    new_table()
    house = Cast.at(HOUSE)
    house.direzione.is_refused(Code.TABLE, "pair_shoe", key="a", table="T9", digest="5" * 64)
    house.direzione.is_refused(Code.ARGUMENTS, "pair_shoe", key="a b", table="T3", digest="5" * 64)
    house.direzione.is_refused(Code.ARGUMENTS, "pair_shoe", key="a", table="T3", digest="a token")
    house.direzione.is_refused(Code.ARGUMENTS, "revoke_shoe", key="a")
    house.ispettore.is_refused(Code.ROLE, "pair_shoe", key="a", table="T3", digest="5" * 64)


def test_a_shoe_has_no_badge_for_its_key_and_nobody_the_key_of_a_shoe_for_a_badge(
    at_table: tuple[AtTable, Reading],
) -> None:
    """Whatever stands in the record under that name was done by one of them."""
    table, shoe = at_table
    house = Cast.at(HOUSE).direzione
    house.is_refused(Code.ARGUMENTS, "pair_shoe", key="dario", table=table.code, digest="0" * 64)
    for _ in ("paired", "revoked"):
        house.is_refused(Code.ARGUMENTS, "take_on", badge=shoe.row.key, role="dealer")
        ElectronicShoe.objects.update(revoked=True)


def test_a_jump_of_the_clock_on_the_wall_neither_frees_a_line_nor_keeps_one(
    at_table: tuple[AtTable, Reading], steady: Steady, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, shoe = at_table
    line.let_lapse()
    now = timezone.now()
    for wall in (now + timedelta(hours=1), now - timedelta(hours=1)):
        monkeypatch.setattr(timezone, "now", partial(min, [wall]))
        line.let_lapse()
        assert line.hold(shoe.row, Reading(table).name) == 0
        assert line.holding([shoe.name]) == {shoe.name}
    steady.passes(line.LEASE_SECONDS)
    line.let_lapse()
    assert line.holding([shoe.name]) == set()


# --- what could not be read, and what is told otherwise


def test_a_card_that_could_not_be_read_leaves_the_shoe_and_is_keyed_at_its_turn(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    shoe.tells("KS ?? 6D KC")
    assert table.state.shoe is not None
    assert table.state.shoe.out == 4
    assert shoe.row.trouble == "", "nothing is wrong with it"
    assert [facts.get("seal") is None for facts in effects(table, "card_drawn")] == [False, True, False, False]
    table.does("declare", claim="no_carta", means="voice")
    assert current_task(table).kind == "pad"
    table.refuses(Code.ARGUMENTS, "turn_banco")
    table.does("turn_banco", cards=["7H", "KC"])
    assert [(it["face"], "salt" in it) for it in effects(table, "card_turned")] == [("7H", False), ("KC", True)]
    assert current_task(table).kind == "press", "the cards of Punto were read"
    table.does("turn_punto")
    table.does("announce", banco=7, punto=6)
    table.press(("settle", {}), ("burn", {}))
    table.cast.direzione.does("void_shoe")
    table.check()
    assert audit.faults(table.code) == []
    assert check(exported(table.code)).counted["read"] == 3


def test_what_an_unread_card_shows_is_not_taken_for_a_card_of_the_other_box(
    at_table: tuple[AtTable, Reading],
) -> None:
    """The unread card of Banco is a king of spades, as the first of Punto is."""
    table, shoe = at_table
    shoe.tells("KS 7H 6D ??")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7H", "KS"])
    assert not effects(table, "laid_elsewhere")
    assert not effects(table, "read_otherwise")
    table.does("turn_punto")
    table.check()


def test_a_virtual_shoe_is_not_dealt_from_by_a_card_that_could_not_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    table = virtual_table(monkeypatch, virtual_shoe("KS 7H 6D KC"), profile=TRAINING)
    pair(table)
    shoe = Reading(table).connects()
    stake(table)
    table.does("close_bets", said=True)
    shoe.is_refused(Code.SHOE, Card(1, None))
    assert not table.state.cards


def test_tens_are_taken_as_people_and_as_registers_write_them(at_table: tuple[AtTable, Reading]) -> None:
    table, shoe = at_table
    shoe.tells("10S 7H TD KC")
    assert take(shoe.name, Card(1, "TS")) == 5, "the same fact, written the other way"
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco")
    table.does("turn_punto", early=True)
    assert [it["face"] for it in effects(table, "card_turned")] == ["7H", "KC", "TS", "TD"]


def sends_otherwise(shoe: Reading, number: int, *faces: str | None) -> None:
    """Each is refused, and the dealer has to compare."""
    for face in faces:
        shoe.is_refused(Code.NONCE, Card(number, face))
        assert shoe.row.trouble == ElectronicShoe.Trouble.REFUSED


def test_a_fact_that_is_told_again_with_another_face_is_refused_as_long_as_its_taglia_is_known(
    at_table: tuple[AtTable, Reading],
) -> None:
    table, shoe = at_table
    shoe.tells("KS 7H 6D ??")
    shoe.tells_cut_card()
    number = table.number
    sends_otherwise(shoe, 1, "KD", None)
    sends_otherwise(shoe, 4, "KS")
    sends_otherwise(shoe, 5, "KS", None)
    shoe.is_refused(Code.NONCE, CutCard(1))
    assert table.number == number
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7H", "KC"])
    sends_otherwise(shoe, 2, "7D")
    for fact in (Card(1, "KS"), Card(2, "7H"), Card(3, "6D"), Card(4, None), CutCard(5)):
        assert take(shoe.name, fact) == 6


def test_a_fact_of_a_taglia_that_is_over_is_refused_with_another_face() -> None:
    table, shoe = read_table()
    shoe.tells("9H")
    table.cast.direzione.does("void_shoe")
    sends_otherwise(shoe, 1, "9D")
    assert take(shoe.name, Card(1, "9H")) == 2


def test_what_was_refused_stays_on_the_console_until_the_dealer_has_compared(
    at_table: tuple[AtTable, Reading],
) -> None:
    """Whatever the shoe tells next is one card later than the record: that must not hide it."""
    table, shoe = at_table
    shoe.tells("KS")
    cannot_be_read(shoe.name)
    for _ in range(2):
        assert "a card may be missing here" in drawn(table, language="en")
        shoe.tells("7H")
        shoe.is_refused(Code.GAP, Card(9, "7H"))
    line.let_go(shoe.name)
    assert "It is silent" in drawn(table, language="en")
    shoe.connects()
    assert "a card may be missing here" in drawn(table, language="en")
    compared = table.row.inbox
    cannot_be_read(shoe.name)
    with pytest.raises(Refused, match="look again"):
        line.compared(table.row.pk, compared)
    assert f"inbox&#34;: {table.row.inbox}" in drawn(table, language="en")
    line.compared(table.row.pk, table.row.inbox)
    assert "electronic-shoe" not in drawn(table)


# --- frames


GARBAGE = [
    *(None, "", "[]", "{", "7S", '{"kind":"card"}', '{"kind":"card","number":1}', '{"kind":"card","face":"7S"}'),
    *('{"kind":"card","number":0,"face":"7S"}', '{"kind":"card","number":1.5,"face":"7S"}'),
    *('{"kind":"card","number":1,"face":"1S"}', '{"kind":"card","number":1,"face":"7S","box":"punto"}'),
    *('{"kind":"card","number":1,"face":""}', '{"kind":"card","number":1,"face":"100S"}'),
    *('{"kind":"burn","number":1}', '{"kind":"cut_card","number":"1"}', '{"kind":"card","number":1,"face":"??"}'),
    *('{"kind":"alive","x":1}', "[" * 400, '{"kind":"alive"}' + " " * 512, "\ud800"),
]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("text", GARBAGE)
def test_garbage_is_refused_in_a_sentence_that_repeats_nothing_of_it(text: str | None) -> None:
    with pytest.raises(Refused) as caught:
        frames.read(text)
    assert caught.value.code is Code.FRAME
    assert "1S" not in str(caught.value.facts)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('{"kind":"card","number":1,"face":"1S"}', "face"),
        ('{"kind":"card","number":1}', "face"),
        ('{"kind":"card","number":0,"face":"7S"}', "number"),
        ('{"kind":"burn","number":1}', "kind"),
        ('{"kind":"card","number":1,"face":"7S","box":"punto"}', "box"),
        ("7S", "JSON"),
    ],
)
def test_a_frame_that_does_not_fit_is_refused_by_the_name_of_what_does_not(text: str, where: str) -> None:
    with pytest.raises(Refused) as caught:
        frames.read(text)
    assert str(caught.value) == f"This frame cannot be read: {where}."


def test_what_a_shoe_says_is_read_as_it_is_meant() -> None:
    assert frames.read('{"kind":"card","number":7,"face":"TH"}') == Card(7, "TH")
    assert frames.read('{"kind":"card","number":7,"face":"10H"}') == Card(7, "10H")
    assert frames.read('{"kind":"card","number":7,"face":null}') == Card(7, None)
    assert frames.read('{"number":8,"kind":"cut_card"}') == CutCard(8)
    assert frames.read('{"kind":"alive"}') == Alive()


def test_the_asyncapi_document_names_every_frame_and_refers_to_nothing_that_is_not_there() -> None:
    whole = document()
    parts = whole["components"]
    assert {it["payload"]["$ref"].rpartition("/")[2] for it in parts["messages"].values()} == parts["schemas"].keys()
    kinds = {schema["properties"]["kind"]["enum"][0] for schema in parts["schemas"].values()}
    assert kinds == {"card", "cut_card", "alive", "ready", "taken", "refused"}
    for place in json.dumps(whole).split('"#/')[1:]:
        found = whole
        for name in place.partition('"')[0].split("/"):
            found = found[name]


# --- a recorded taglia


def test_a_taglia_is_recorded_as_cards_or_as_a_script() -> None:
    facts = recorded("# an evening\nlimits main 10-100\ncoup P10@2: 2H 10S + KS\ncut card out\ncards ??\nQD JC\n")
    assert [it.get("face", it["kind"]) for it in facts] == ["2H", "10S", "KS", "cut_card", None, "QD", "JC"]
    with pytest.raises(ValueError, match="line 1: “1X” is no card"):
        recorded("2H 1X")
    assert recorded("expect refused E_ROLE: cut card out after 0\nexpect card 5D\nspare 3\nKS") == recorded("KS")
    assert recorded("tables in play are counted as a day ends\nKS") == recorded("KS"), "a word, and no ace of spades"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("line", ["7s 10h", "7s 10H", "coup P10@2: 7s + 10h", "cards 7s 10h", "remaining 7S 10h"])
def test_cards_in_small_letters_are_recorded_as_a_script_reads_them(line: str) -> None:
    """Left out, all cards after them would be told to the house at a wrong place."""
    assert [it["face"] for it in recorded(f"{line}\nAs ??")] == ["7S", "10H", "AS", None]


@pytest.mark.parametrize("word", ["7ſ", "\u212as", "1x"])
def test_what_only_looks_like_a_card_is_none(word: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        recorded(f"7s {word}")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "line",
    [
        "cut card out after 2",
        "colpo in bianco: 7S 8H 9D 2C",
        "extra card seen 8D",
        "early card 5D",
        "by shoe cards 7S",
        "early card 5d",
    ],
)
def test_a_line_whose_cards_come_out_nobody_knows_where_is_no_recorded_taglia(line: str) -> None:
    """Left out, all cards after it would be told to the house at a wrong place."""
    with pytest.raises(ValueError, match="line 2: where does"):
        recorded(f"KS 7H\n{line}\n")


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    "line",
    [*OF_KD, *(f"by capo_isola {line}" for line in OF_KD), *map(str.title, OF_KD), "replaces 7D from spare-1"],
)
def test_a_guest_whose_key_looks_like_a_card_and_a_card_that_comes_out_of_no_shoe_are_none_of_a_taglia(
    line: str,
) -> None:
    assert recorded(f"KS 7H\n{line}\n") == recorded("KS 7H")


def test_a_card_leaves_the_shoe_with_each_line_and_none_after_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    reads, writes = os.pipe()
    os.write(writes, b"\n\n\n")
    os.close(writes)
    with os.fdopen(reads) as typed:
        monkeypatch.setattr(sys, "stdin", typed)
        assert list(by_line()) == [True, True, True]


def test_what_is_no_address_of_a_house_is_said_and_not_tried_again(tmp_path: Path) -> None:
    cards, token = tmp_path / "cards", tmp_path / "token"
    cards.write_text("KS 7H", encoding="ascii")
    token.write_text("reads-T3.0", encoding="ascii")
    with pytest.raises(CommandError, match="is no address such as"):
        call_command("feed", "sabot.example/live/shoe/T3/", str(cards), token_file=token, every=0.001)
