"""A box has more or fewer than two cards. Super Punto Banco, Art. 7."""

import pytest

from procedures.screens.offers import columns_of
from table.models import Coup
from table.play.next_act import next_act
from table.rules.houses import CLASSICO_COPERTO, HOUSES
from table.rules.profile import Profile
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import attest, knows_the_order, newest, report
from tests.croupier.coups import card, close, coup, deal, effects, hand_at, pay
from tests.croupier.staff import put_right
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import burned_elsewhere, each
from tests.procedures.conftest import SitDown
from tests.procedures.mishaps import ART_7
from tests.procedures.moments import Mishap
from tests.rig.tables import AtTable


@pytest.mark.one_in(2)
@each(ART_7)
def test_by_their_order_cards_move_to_their_box_are_drawn_or_set_aside_before_the_ispettore(
    sit_down: SitDown, mishap: Mishap
) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


@each(burned_elsewhere(ART_7))
def test_in_a_house_without_coups_in_bianco_a_surplus_card_is_burned(sit_down: SitDown, mishap: Mishap) -> None:
    comes_about(sit_down(CLASSICO_COPERTO, seats=2), mishap, blanks=False)


# --- how many cards are out


def test_a_card_that_was_turned_or_that_others_followed_is_out(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9S", "KD"])
    table.refuses(Code.EVIDENCE, "report_incident", kind="wrong_number", facts={"laid": ["punto", "banco"]})


def test_more_cards_than_the_record_has_leave_the_shoe_now(table: AtTable) -> None:
    deal(table, "B100@1")
    answer = table.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco"] * 2 + ["banco"]})
    assert [it["card"] for it in effects(answer, "card_drawn")] == [5]
    assert len(hand_at(table, Side.BANCO)) == 3
    assert newest().answer == {"verdict": "", "why": "E_CARD_COVERED"}
    table.does("turn_punto", cards=["6S", "KD"])
    assert newest().answer["verdict"] == ""
    put_right(table)
    assert (newest().status, coup(table).held, coup(table).outcome) == ("ruled", False, "")


def test_a_hand_of_which_two_cards_were_reported_can_be_told_with_six(table: AtTable) -> None:
    deal(table, "P100@1")
    before = columns_of(table.snapshot, "wrong_number")
    report(table, "undue_third", laid=["punto", "banco", "out"])
    assert before is not None
    assert len(before) == 6
    after = columns_of(table.snapshot, "wrong_number")
    assert after is not None
    assert [(it.place, it.number > 0) for it in after] == [(place, place <= 2) for place in range(1, 7)]
    report(table, "wrong_number", laid=["punto", "banco"] * 2 + ["banco"])
    assert [len(hand_at(table, side)) for side in (Side.PUNTO, Side.BANCO)] == [2, 3]


def test_a_card_that_lies_at_no_box_is_told_so(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", None])
    assert card(table, 4).location == "waiting"
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (card(table, 4).location, newest().status) == ("banco", "ratified")


def test_a_card_that_is_found_in_the_shoe_takes_the_coup_back_to_the_deal_and_the_declaration_stands(
    table: AtTable,
) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto"])
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert (table.state.phase, next_act(table.state)) == ("dealing", ("deal", ""))
    table.does("deal")
    assert (table.state.phase, coup(table).claim) == ("declared", "no_carta")


def test_a_surplus_card_that_nobody_saw_waits_without_a_colpo_in_bianco(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["9S", "KD"])
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", "banco", "banco"])
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    assert card(table, 5).location == "held_under"
    table.does("turn_banco", cards=["2S", "3S"])
    pay(table)
    table.does("burn")
    table.does("open_bets")


# --- the number is told after faces were keyed


def banco_turned(table: AtTable, claim: str) -> None:
    """The reader has declared, and Banco lies open."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim=claim, means="voice")
    table.does("turn_banco", cards=["7S", "KD"] if claim == "no_carta" else ["2S", "KD"])


def test_one_card_at_punto_is_told_after_banco_was_turned(table: AtTable) -> None:
    banco_turned(table, "no_carta")
    table.does("turn_punto", cards=["6S"])
    table.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "banco"]})
    assert (hand_at(table, Side.PUNTO), sorted(hand_at(table, Side.BANCO))) == (["??"], ["7S", "KD"])
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
    assert (hand_at(table, Side.PUNTO), sorted(hand_at(table, Side.BANCO))) == (["??", "5C"], ["2S", "KD"])
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


# --- in the houses that deal face up

FACE_UP = [profile for profile in HOUSES.values() if profile.dealing == "face_up"]


@pytest.mark.one_in(3)
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
def test_face_up_too_one_card_or_three_are_laid_anew(
    sit_down: SitDown, profile: Profile, out: str, laid: list[str]
) -> None:
    table = dealt_face_up(sit_down(profile), out)
    case = report(table, "wrong_number", laid=laid)
    knows_the_order(table, case)
    assert (case.answer["verdict"], table.row.shoes.get().out) == ("clear", len(laid))
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    complete(table, ["6S", "7S", "KD", "KH"])
    pay(table)
    table.does("burn")
    assert Coup.objects.latest("pk").outcome == "settled"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("profile", FACE_UP, ids=lambda it: it.title)
def test_face_up_too_cards_of_which_nobody_knows_the_order_are_annulled(sit_down: SitDown, profile: Profile) -> None:
    table = dealt_face_up(sit_down(profile), "6S 7S KD")
    case = report(table, "wrong_number", laid=["punto", "banco", "banco"], lost=[1, 2, 3])
    assert case.answer["verdict"] != "clear"
    attest(table, case)
    table.cast.ispettore.does("annul_incident", incident=case.number, reason="not to be rebuilt")
    table.does("burn")
    assert Coup.objects.latest("pk").outcome == "annulled"


def dealt_face_up(table: AtTable, out: str) -> AtTable:
    """The betting is closed over one stake, and these cards came out; dealt at once they are four."""
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
