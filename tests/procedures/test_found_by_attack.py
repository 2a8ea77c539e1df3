"""What somebody tried who looked for a way to lose a stake, a card or a face in a case. Premessa, Art. 1, 3 and 7."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from procedures.models import Incident
from procedures.screens.open_cases import open_cases
from table.models import Coup
from table.rules.houses import HOUSES
from table.rules.phase import Phase
from table.rules.profile import Profile
from table.rules.refusal import Code
from table.rules.regola import Side
from table.screens.read.snapshot import take
from tests.house.coups import back, card, close, deal, effects, lay, lie, net, pay, turn
from tests.procedures.cases import attest, report
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Iterator[AtTable]:
    """Seven guests sit at a table of Venezia."""
    ready = ready_table()
    yield ready
    ready.check()


def newest() -> Incident:
    return Incident.objects.latest("pk")


def held(table: AtTable) -> list[tuple[int, str, bool]]:
    """The cards that wait beside the sabot for a hand."""
    return [(it.number, it.location, it.coup_id is None) for it in table.state.held]


UNDER_THE_SABOT = [(1, "held_under", True), (2, "held_under", True)]


# --- Art. 1: the next card lies visible in the sabot


def open_hands(table: AtTable) -> None:
    """Nine and seven: nobody is due a card, and the next one is seen in the sabot."""
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="4H 3C")
    table.does("report_visible")


def test_a_card_that_lay_visible_in_the_sabot_was_seen_when_it_comes_out_as_one_too_many(table: AtTable) -> None:
    open_hands(table)
    table.does("card_out", extra=True)
    assert (card(table, 5).location, table.state.blank_due) == ("held_seen", True)
    pay(table)
    table.does("burn")
    table.refuses(Code.BLANK_DUE, "open_bets")


def test_so_it_was_when_it_is_found_as_the_surplus_card_of_a_box(table: AtTable) -> None:
    open_hands(table)
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", "banco", "banco"])
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (card(table, 5).location, table.state.blank_due) == ("held_seen", True)


def test_so_it_was_when_it_comes_out_before_its_turn_and_nobody_gets_it(table: AtTable) -> None:
    deal(table, "P100@1")
    table.press(("report_visible", {}), ("card_out", {}))
    turn(table)
    pay(table)
    table.does("burn")
    assert (card(table, 5).location, table.state.blank_due) == ("held_seen", True)


@pytest.mark.parametrize("closed", [None, False, True], ids=["between coups", "in the betting", "closed"])
def test_a_card_that_was_overlooked_came_out_before_the_one_that_lies_visible_in_the_sabot_still(
    table: AtTable, *, closed: bool | None
) -> None:
    if closed is not None:
        (close if closed else lay)(table, "P100@1")
    table.does("report_visible")
    report(table, "overlooked_card", seen=False)
    assert (card(table, 1).location, table.state.blank_due) == ("held_under", True)
    table.press(("play_blank", {"said": True}), ("deal", {}))
    assert [(it.location, it.seen) for it in table.state.cards][:2] == [("punto", False), ("banco", True)]
    assert not table.state.stakes


# --- Art. 1: an overlooked card was seen, and the betting is closed


@pytest.fixture
def seen_before_the_deal(table: AtTable) -> AtTable:
    """«Rien ne va plus», no card of the hand is out, and one that was overlooked was seen."""
    close(table, "P100@1", "B50@2")
    report(table, "overlooked_card", seen=True, card="9S")
    return table


def test_nobody_deals_over_stakes_when_the_first_card_was_seen_beside_the_sabot(seen_before_the_deal: AtTable) -> None:
    table = seen_before_the_deal
    refused = table.refuses(Code.BLANK_DUE, "deal")
    assert refused.source == "Super Punto Banco, Art. 1"
    table.press(("play_blank", {"said": True}), ("deal", {}))
    assert [(it.number, it.location) for it in table.state.cards][:2] == [(1, "punto"), (2, "banco")]


def test_a_card_that_leaves_the_shoe_all_the_same_is_the_second_of_a_colpo_in_bianco(
    seen_before_the_deal: AtTable,
) -> None:
    table = seen_before_the_deal
    answer = table.does("card_out")
    assert len(effects(answer, "bet_returned")) == 2
    assert effects(answer, "blank_started") == [{}]
    assert [(it.number, it.location) for it in table.state.cards] == [(1, "punto"), (2, "banco")]
    assert (table.state.stakes, table.state.blank_due) == ([], False)


@pytest.mark.parametrize("places", [[1], [2], [1, 2]], ids=["the first falls", "the second falls", "both fall"])
@pytest.mark.parametrize("visible", [True, False], ids=["visible in the sabot", "seen beside it"])
def test_so_it_is_when_a_card_falls_on_leaving_the_shoe(table: AtTable, places: list[int], *, visible: bool) -> None:
    close(table, "P100@1", "B50@2")
    table.does("report_visible") if visible else report(table, "overlooked_card", seen=True, card="9S")
    facts = {"places": places}
    table.refuses(Code.PHRASE, "report_incident", kind="fallen_card", facts=facts)
    answer = table.does("report_incident", kind="fallen_card", facts=facts | {"said": True})
    assert (len(effects(answer, "bet_returned")), effects(answer, "blank_started")) == (2, [{}])
    assert effects(answer, "phrase") == [{"words": "Colpo in Bianco"}]
    table.does("deal")
    assert [(it.number, it.location) for it in table.state.cards][:2] == [(1, "punto"), (2, "banco")]
    assert (table.row.shoes.get().out, table.state.blank_due) == (4, False)


# --- Art. 1: a card waits beside the sabot, and something else goes wrong with the hand


@pytest.fixture(params=[False, True], ids=["unseen", "seen"])
def one_waits(request: pytest.FixtureRequest, table: AtTable) -> tuple[AtTable, str]:
    """Nine and seven, and behind the four cards one too many came out."""
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="4H 3C")
    seen: dict[str, Any] = {"card": "2C", "exposed": True} if request.param else {}
    table.does("card_out", extra=True, **seen)
    return table, "held_seen" if request.param else "held_under"


@pytest.mark.parametrize("kind", ["inverted", "wrong_number"])
def test_who_tells_of_the_hands_alone_leaves_the_card_beside_the_sabot_where_it_waits(
    one_waits: tuple[AtTable, str], kind: str
) -> None:
    table, waits = one_waits
    case = report(table, kind, laid=ONE_TALE)
    assert (held(table), table.row.shoes.get().out) == ([(5, waits, True)], 5)
    table.does("add_evidence", incident=case.number, laid=AS_DEALT)
    table.does("withdraw_incident", incident=case.number)
    assert (places(table), held(table)) == (AS_DEALT, [(5, waits, True)])
    pay(table)
    table.does("burn")
    assert (held(table), table.state.blank_due) == ([(5, waits, True)], waits == "held_seen")


def test_nor_is_it_one_of_the_packet_when_the_next_cards_come_out_stuck_together(
    one_waits: tuple[AtTable, str],
) -> None:
    table, waits = one_waits
    report(table, "stuck_cards", before=4, packet=2, restored=False)
    assert (held(table), table.row.shoes.get().out) == ([(5, waits, True)], 7)
    assert [card(table, it).location for it in (6, 7)] == ["burned", "burned"]


# --- Art. 3: waiting cards fall while stakes are laid


@pytest.fixture
def fallen(table: AtTable) -> Incident:
    """Two waiting cards fell during the betting, and their order is lost."""
    table.press(("card_out", {}), ("card_out", {}))
    lay(table, "P100@1", "B50@2")
    return report(table, "fallen_card", places=[1, 2], order_lost=True)


def played_with_its_stakes(table: AtTable) -> None:
    """The betting is closed over its stakes, the waiting cards come first, and the stakes are settled."""
    close(table)
    assert [(it.laid, it.in_action) for it in table.state.stakes] == [(10_000, 10_000), (5000, 5000)]
    assert [it.number for it in table.state.cards] == [1, 2]
    table.does("deal")
    turn(table)
    pay(table)
    assert (net(table, "1"), net(table, "2", "banco")) == (10_000, -5000)
    table.does("burn")


def test_while_stakes_are_laid_waiting_cards_are_laid_at_no_box(table: AtTable, fallen: Incident) -> None:
    table.does("add_evidence", incident=fallen.number, places={"1": [1], "2": [2]})
    table.refuses(Code.PHASE, "add_evidence", incident=fallen.number, laid=["punto", "banco"])
    attest(table, fallen)
    refused = table.cast.ispettore.is_refused(Code.PHASE, "ratify", incident=fallen.number)
    assert refused.source == "Super Punto Banco, Art. 3"
    table.cast.ispettore.is_refused(Code.PHASE, "annul_incident", incident=fallen.number, reason="lost")
    assert (table.state.phase, held(table), newest().answer) == (Phase.BETTING, UNDER_THE_SABOT, {})
    now = take(table.code)
    assert now is not None
    with translation.override("en"):
        assert open_cases(now)[0].awaits == "Awaited: the Ispettore di Gioco, who refers it to the Direzione."


def test_a_fall_of_waiting_cards_that_is_taken_back_leaves_the_betting_as_it_was(
    table: AtTable, fallen: Incident
) -> None:
    table.does("withdraw_incident", incident=fallen.number)
    assert (table.state.phase, held(table)) == (Phase.BETTING, UNDER_THE_SABOT)
    played_with_its_stakes(table)


def test_a_fall_of_waiting_cards_on_which_the_direzione_ruled_leaves_the_stakes_in_the_betting(
    table: AtTable, fallen: Incident
) -> None:
    table.cast.ispettore.does("refer", incident=fallen.number, reason="the order is lost")
    table.cast.direzione.does("rule", incident=fallen.number, text="as they lie", effects=["continue"])
    played_with_its_stakes(table)


def test_between_coups_too_waiting_cards_are_laid_at_no_box_and_the_case_can_be_taken_back(table: AtTable) -> None:
    table.press(("card_out", {}), ("card_out", {}))
    case = report(table, "fallen_card", places=[1, 2], order_lost=True)
    table.refuses(Code.PHASE, "add_evidence", incident=case.number, laid=["punto", "banco"])
    assert held(table) == UNDER_THE_SABOT
    table.does("withdraw_incident", incident=case.number)
    lay(table, "P100@1", "B50@2")
    played_with_its_stakes(table)


@pytest.mark.parametrize("closed", [False, True], ids=["in the betting", "closed"])
def test_a_suspension_finds_no_order_of_waiting_cards_that_is_lost(table: AtTable, *, closed: bool) -> None:
    table.press(("card_out", {}), ("card_out", {}))
    (close if closed else lay)(table, "P100@1")
    case = report(table, "fallen_card", places=[1, 2], order_lost=True)
    table.cast.ispettore.does("suspend")
    assert (held(table), table.row.awaits) == (UNDER_THE_SABOT, "ispettore_gioco")
    table.cast.ispettore.does("resume")
    table.refuses(Code.INCIDENT_OPEN, "open_bets")
    now = take(table.code)
    assert now is not None
    with translation.override("en"):
        assert open_cases(now)[0].awaits == "Awaited: the Ispettore di Gioco, who refers it to the Direzione."
    table.cast.ispettore.does("refer", incident=case.number, reason="the order is lost")
    table.cast.direzione.does("rule", incident=case.number, text="as they lie", effects=["continue"])
    lay(table, "P100@1", "B50@2")
    played_with_its_stakes(table)


# --- «Rien ne va plus» over a case


def test_the_betting_is_not_opened_again_over_a_case_that_holds_the_coup(table: AtTable) -> None:
    table.does("card_out")
    close(table, "P100@1")
    case = report(table, "inverted", laid=["banco"])
    refused = table.refuses(Code.INCIDENT_OPEN, "correct_entry", what="close", new={}, reason="pressed_early")
    assert refused.source == "Super Punto Banco, Premessa"
    table.does("withdraw_incident", incident=case.number)
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    assert (table.state.phase, held(table)) == (Phase.BETTING, UNDER_THE_SABOT[:1])
    close(table)
    assert [it.in_action for it in table.state.stakes] == [10_000]


# --- Art. 7: the number of cards is told after faces were keyed


def banco_turned(table: AtTable, claim: str) -> None:
    """The reader has declared, and Banco lies open."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim=claim, means="voice")
    table.does("turn_banco", cards=["7S", "KD"] if claim == "no_carta" else ["2S", "KD"])


def test_one_card_at_punto_is_told_after_banco_was_turned(table: AtTable) -> None:
    banco_turned(table, "no_carta")
    table.does("turn_punto", cards=["6S"])
    table.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "banco"]})
    assert (lie(table, Side.PUNTO), sorted(lie(table, Side.BANCO))) == (["??"], ["7S", "KD"])
    assert table.state.shoe is not None
    assert table.state.shoe.out == 3
    assert newest().answer["verdict"] == "not_clear"
    table.does("add_evidence", incident=newest().number, before=[[2, 3]])
    attest(table, newest())
    table.cast.ispettore.does("ratify", incident=newest().number)
    table.does("deal")
    assert [it.location for it in table.state.at_boxes] == ["punto", "banco", "punto", "banco"]


def test_one_card_at_punto_is_told_after_its_third_card_was_turned(table: AtTable) -> None:
    banco_turned(table, "carta")
    table.does("card_out", card="5C")
    report(table, "wrong_number", laid=["punto", "banco", "banco", "punto"])
    assert (lie(table, Side.PUNTO), sorted(lie(table, Side.BANCO))) == (["??", "5C"], ["2S", "KD"])
    assert card(table, 4).face == "5C"


@pytest.mark.parametrize("laid", [["punto", "banco", "punto"], ["punto", "punto", "banco"]])
def test_a_face_that_would_find_no_card_at_its_box_says_that_the_count_is_wrong(
    table: AtTable, laid: list[str]
) -> None:
    banco_turned(table, "no_carta")
    table.refuses(Code.EVIDENCE, "report_incident", kind="wrong_number", facts={"laid": laid})


def test_a_third_card_that_was_turned_is_not_one_of_the_first_two(table: AtTable) -> None:
    banco_turned(table, "carta")
    table.does("card_out", card="5C")
    laid = ["punto", "banco", "punto", "banco"]
    table.refuses(Code.EVIDENCE, "report_incident", kind="wrong_number", facts={"laid": laid})


@pytest.mark.parametrize("claim", ["no_carta", "carta"])
def test_a_number_that_was_told_and_taken_back_leaves_every_face_where_it_was(table: AtTable, claim: str) -> None:
    banco_turned(table, claim)
    third = claim == "carta"
    if third:
        table.does("card_out", card="5C")
    before = [(it.number, it.face, it.location) for it in table.state.cards]
    case = report(table, "wrong_number", laid=["punto", "banco", "banco", *(["punto"] if third else [])])
    table.does("withdraw_incident", incident=case.number)
    assert [(it.number, it.face, it.location) for it in table.state.cards] == before


@pytest.mark.parametrize("cards", [["7S"], ["7S", "KD", "2C"], ["7S", "KD"]])
def test_a_hand_that_lies_open_is_not_turned_again_whatever_number_is_keyed(table: AtTable, cards: list[str]) -> None:
    banco_turned(table, "no_carta")
    table.refuses(Code.PHASE, "turn_banco", cards=cards)
    assert not Incident.objects.exists()


def test_who_is_named_when_a_noticed_case_is_told_does_not_attest_it(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7S"])
    case = newest()
    table.cast.ispettore.does("attest", incident=case.number)
    told = {"laid": ["punto", "banco", "punto"]}
    table.cast.ispettore.does("report_incident", kind="wrong_number", facts=told, caused_by="ivo")
    assert newest().caused_by == "ivo"
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=case.number)
    table.cast.ispettore.is_refused(Code.PRESENCE_SELF, "attest", incident=case.number)
    table.cast.second_ispettore.does("attest", incident=case.number)
    table.cast.comunale.does("attest", incident=case.number)
    table.cast.second_ispettore.does("ratify", incident=case.number)


def test_whoever_dealt_is_the_cause_of_a_noticed_case_if_nobody_else_is_named(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("turn_battuta", cards=["9S"])
    table.cast.ispettore.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "banco"]})
    assert newest().caused_by == "dario"


# --- several reports of one coup


AS_DEALT = ["punto", "banco", "punto", "banco"]
ONE_TALE, OTHER_TALE = ["banco", "punto", "punto", "banco"], ["punto", "banco", "banco", "punto"]


def places(table: AtTable) -> list[str]:
    return [it.location for it in table.state.cards]


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("inverted", ONE_TALE, OTHER_TALE),
        ("inverted", ONE_TALE, ONE_TALE),
        ("wrong_number", ["punto", "banco", "punto"], ["punto", "banco", "punto", "punto"]),
    ],
    ids=["another lie", "the same twice", "another number"],
)
@pytest.mark.parametrize("first_goes", [True, False])
def test_of_two_reports_the_one_that_stands_tells_how_the_cards_lie_and_without_both_the_record_does(
    table: AtTable, kind: str, first: list[str], second: list[str], *, first_goes: bool
) -> None:
    deal(table, "P100@1", "B50@2")
    one, two = report(table, kind, laid=first), report(table, kind, laid=second)
    gone, stands = (one, two) if first_goes else (two, one)
    table.does("withdraw_incident", incident=gone.number)
    assert places(table) == (second if first_goes else first)
    table.does("withdraw_incident", incident=stands.number)
    assert (places(table), table.state.phase) == (AS_DEALT, Phase.READING)


def test_two_reports_that_contradict_each_other_of_a_card_make_nothing_clear(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    one, two = report(table, "inverted", lost=[1, 2]), report(table, "inverted", lost=[1, 2])
    table.does("add_evidence", incident=one.number, places={"1": [1], "2": [2]}, source="video")
    table.does("add_evidence", incident=two.number, places={"1": [2], "2": [1]}, source="statement")
    assert newest().answer == {"verdict": "not_clear", "orders": 0, "proposal": None}
    attest(table, one)
    table.cast.ispettore.is_refused(Code.NOT_CLEAR, "ratify", incident=one.number)
    table.does("withdraw_incident", incident=two.number)
    one.refresh_from_db()
    assert one.answer["verdict"] == "clear"


@pytest.mark.parametrize("how", ["told anew", "told by another report"])
def test_a_card_that_came_out_before_the_lie_was_told_anew_stays_out_when_that_is_taken_back(
    table: AtTable, how: str
) -> None:
    deal(table, "P100@1", "B50@2")
    cases = [report(table, "inverted", laid=ONE_TALE)]
    table.does("card_out")
    laid = [*OTHER_TALE, None]
    if how == "told anew":
        table.does("add_evidence", incident=cases[0].number, laid=laid)
    else:
        cases.append(report(table, "inverted", laid=laid))
    table.does("card_out")
    for case in reversed(cases):
        table.does("withdraw_incident", incident=case.number)
    assert (places(table), table.row.shoes.get().out) == ([*AS_DEALT, "waiting", "waiting"], 6)


def test_who_caused_one_case_of_a_coup_is_not_there_for_the_house_at_any_of_them(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    one = report(table, "inverted", laid=ONE_TALE)
    table.does("report_incident", kind="undue_third", facts={}, caused_by="ivo")
    table.cast.ispettore.does("attest", incident=one.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "ratify", incident=one.number)
    table.cast.ispettore.is_refused(Code.PRESENCE, "annul_incident", incident=one.number, reason="mixed up")
    now = take(table.code)
    assert now is not None
    with translation.override("en"):
        assert {it.awaits for it in open_cases(now)} == {"Awaited: the presence of Ispettore di Gioco."}
    table.cast.second_ispettore.does("attest", incident=one.number)
    table.cast.second_ispettore.does("ratify", incident=one.number)


# --- Art. 16: the Direzione rules while stakes are laid


@pytest.fixture
def foreign(table: AtTable) -> Incident:
    """A card with a foreign back came out while stakes were being laid, and the Direzione is asked."""
    lay(table, "P100@1", "B50@2")
    table.does("card_out")
    case = report(table, "unforeseen", what="foreign_card")
    table.cast.ispettore.does("refer", incident=case.number, reason="a foreign back")
    return case


def test_the_direzione_annuls_a_coup_of_which_the_betting_is_open(table: AtTable, foreign: Incident) -> None:
    table.cast.direzione.does("rule", incident=foreign.number, text="it counts for nothing", effects=["annul"])
    assert (back(table, "1"), back(table, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
    table.does("burn")
    assert (Coup.objects.latest("pk").outcome, table.state.held) == ("annulled", [])
    table.does("open_bets")


def test_so_it_does_with_all_that_follows_as_one_act(table: AtTable, foreign: Incident) -> None:
    ruled = ["annul", "end_taglia", "replace_decks"]
    table.cast.direzione.does("rule", incident=foreign.number, text="new decks", effects=ruled, serial="S-2")
    assert (Coup.objects.latest("pk").outcome, table.state.shoe) == ("annulled", None)
    assert (back(table, "1"), back(table, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})


# --- Art. 7 in the houses that deal face up


FACE_UP = [profile for profile in HOUSES.values() if profile.dealing == "face_up"]


@pytest.mark.parametrize("profile", FACE_UP, ids=lambda it: it.title)
@pytest.mark.parametrize(
    ("out", "laid"),
    [
        ("6S 7S KD", ["punto", "banco", "banco"]),
        ("6S 7S KD KH", ["punto", "banco", "banco", "banco"]),
        ("6S 7S KD KH", ["punto", "banco", "punto", "punto"]),
        ("6S 7S KD KH", ["punto", "banco", "punto", "banco", "punto"]),
        ("6S 7S KD KH", ["punto", "banco", "punto", "banco", "banco"]),
    ],
    ids=["three cards, one at Punto", "one at Punto", "three at Punto", "five, three at Punto", "five, three at Banco"],
)
def test_face_up_too_one_card_or_three_are_laid_anew(profile: Profile, out: str, laid: list[str]) -> None:
    table = dealt_face_up(profile, out)
    case = report(table, "wrong_number", laid=laid)
    assert (case.answer["verdict"], table.row.shoes.get().out) == ("clear", len(laid))
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    complete(table, ["6S", "7S", "KD", "KH"])
    pay(table)
    table.does("burn")
    assert Coup.objects.latest("pk").outcome == "settled"
    table.check()


@pytest.mark.parametrize("profile", FACE_UP, ids=lambda it: it.title)
def test_face_up_too_cards_of_which_nobody_knows_the_order_are_annulled(profile: Profile) -> None:
    table = dealt_face_up(profile, "6S 7S KD")
    case = report(table, "wrong_number", laid=["punto", "banco", "banco"], lost=[1, 2, 3])
    assert case.answer["verdict"] != "clear"
    attest(table, case)
    table.cast.ispettore.does("annul_incident", incident=case.number, reason="not to be rebuilt")
    table.does("burn")
    assert Coup.objects.latest("pk").outcome == "annulled"
    table.check()


def dealt_face_up(profile: Profile, out: str) -> AtTable:
    """The betting is closed over one stake, and these cards came out; dealt at once they are four."""
    table = ready_table(profile)
    close(table, "B100@1")
    for wrong in (1, 3, 5):
        table.refuses(Code.COUNT, "deal", cards=["6S", "7S", "KD", "KH", "2C"][:wrong])
    for face in out.split():
        table.does("card_out", card=face)
    return table


def complete(table: AtTable, cards: list[str]) -> None:
    """What is lacking is dealt, in the order of extraction."""
    if len(table.state.at_boxes) < 4:
        table.does("deal", cards=cards)
    while table.state.due is not None:
        table.does("card_out", card="AC")
