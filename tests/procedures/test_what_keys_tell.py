"""Keys tell a face and its box, never an order within it; what is said narrows, and takes nothing back. Art. 6 to 8."""

import pytest

from table.models import DrawnCard
from table.rules.refusal import Code
from table.rules.regola import Side
from tests.croupier.cases import attest, newest, report, shows, verdict
from tests.croupier.coups import close, deal, effects, hand_at
from tests.rig.tables import AtTable

CLEAR = ("clear", "clear_by_equivalence")
FIVE_OF_WHICH_THREE_AT_BANCO = ["punto", "banco", "punto", "banco", "banco"]


def number_of(table: AtTable, face: str) -> int:
    return next(card.number for card in table.state.cards if card.face == face)


# --- an order within a box is said, or not known


@pytest.fixture
def three_at_banco(table: AtTable) -> AtTable:
    """2♣ A♥ A♠ 4♦ came out, then 3♥ to Banco; Banco was turned with three, and how they lie was reported."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["4D", "3H", "AH"])
    table.does("report_incident", kind="wrong_number", facts={"laid": FIVE_OF_WHICH_THREE_AT_BANCO})
    return table


def test_three_cards_of_a_box_that_are_merely_keyed_are_not_clear(three_at_banco: AtTable) -> None:
    shows(three_at_banco, "banco", "4D", "3H", "AH")
    shows(three_at_banco, "punto", "2C", "AS")
    assert verdict() == "not_clear"


def test_keyed_two_and_then_one_they_are_not_clear_either(three_at_banco: AtTable) -> None:
    three_at_banco.does("turn_banco", cards=["4D", "3H"])
    three_at_banco.does("turn_third", card="AH")
    three_at_banco.does("turn_punto", cards=["2C", "AS"])
    assert verdict() == "not_clear"


def test_once_it_is_said_which_of_them_came_last_they_are(three_at_banco: AtTable) -> None:
    shows(three_at_banco, "banco", "4D", "3H", "AH")
    shows(three_at_banco, "punto", "2C", "AS")
    last = str(number_of(three_at_banco, "3H"))
    three_at_banco.does("add_evidence", incident=newest().number, places={last: [5]})
    attest(three_at_banco, newest())
    three_at_banco.cast.ispettore.does("ratify", incident=newest().number)
    assert sorted(hand_at(three_at_banco, Side.PUNTO)) == ["2C", "3H", "AS"]
    assert sorted(hand_at(three_at_banco, Side.BANCO)) == ["4D", "AH"]


def test_three_of_four_cards_at_a_box_are_not_clear(table: AtTable) -> None:
    deal(table, "P100@1")
    report(table, "wrong_number", laid=["punto", "banco", "punto", "punto"])
    shows(table, "punto", "2C", "AS", "4D")
    shows(table, "banco", "AH")
    assert verdict() == "not_clear"


def test_a_third_card_that_was_served_by_itself_came_last(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("card_out")
    report(table, "undue_third", laid=FIVE_OF_WHICH_THREE_AT_BANCO)
    third = max(card.number for card in table.state.cards)
    table.does("show_card", where="banco", card="3H", number=third)
    shows(table, "banco", "4D", "AH")
    shows(table, "punto", "2C", "AS")
    assert verdict() == "clear_by_equivalence"


def test_of_covered_cards_somebody_may_know_which_is_which_until_one_is_shown(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", "punto"], told_apart=True)
    assert verdict(case) == "clear"
    shows(table, "punto", "2C")
    assert verdict(case) == "not_clear"


def test_where_two_lie_open_nobody_has_said_of_the_covered_one_when_it_came(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["2H", "2D"])
    table.does("turn_banco", cards=["5C", "KS"])
    case = report(table, "wrong_number", laid=FIVE_OF_WHICH_THREE_AT_BANCO, told_apart=True)
    shows(table, "banco", "3H")
    assert verdict(case) == "not_clear"


def test_the_only_covered_card_of_a_box_is_the_one_that_is_shown(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_battuta", cards=["2H", "2D"])
    table.does("turn_banco", cards=["5C", "KS"])
    case = report(table, "wrong_number", laid=FIVE_OF_WHICH_THREE_AT_BANCO)
    covered = next(str(card.number) for card in table.state.at(Side.BANCO) if not card.face)
    table.does("add_evidence", incident=case.number, places={covered: [5]})
    shows(table, "banco", "3H")
    assert verdict(case) == "clear_by_equivalence"


def test_of_two_cards_at_a_wrong_box_one_that_is_shown_may_be_either(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    assert verdict(case) == "clear"
    shows(table, "punto", "2C")
    assert verdict(case) == "not_clear"


# --- every covered card can be shown


def test_while_a_coup_is_held_every_covered_card_can_be_shown_in_any_phase(table: AtTable) -> None:
    deal(table, "P100@1")
    report(table, "wrong_number", laid=["punto", "banco", "punto", "punto", "punto"])
    shows(table, "punto", "2C", "AS", "6D", "9H")
    shows(table, "banco", "KH")
    assert all(card.face for card in table.state.cards)
    assert verdict() == "not_clear"


def test_what_was_shown_stays_turned_and_the_dealer_completes_the_hand(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    shows(table, "punto", "2C", "AS")
    pairs = [[number_of(table, "2C"), number_of(table, "AS")]]
    shows(table, "banco", "KH", "6D")
    pairs += [[number_of(table, "KH"), number_of(table, "6D")]]
    table.does("add_evidence", incident=case.number, before=pairs)
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    table.refuses(Code.PHASE, "declare", claim="carta", means="voice")
    assert table.state.facts.both_turned


def test_a_card_is_shown_only_while_the_coup_is_held_and_where_one_lies_covered(table: AtTable) -> None:
    deal(table, "P100@1")
    table.refuses(Code.PHASE, "show_card", where="punto", card="2C")
    report(table, "inverted", laid=["banco", "punto", "punto", "banco"], told_apart=False)
    table.refuses(Code.PHASE, "show_card", where="beside", card="2C")
    table.refuses(Code.PHASE, "show_card", where="punto", card="2C", number=2)
    shows(table, "punto", "2C", "AS")
    table.refuses(Code.PHASE, "show_card", where="punto", card="3C")


def test_a_banco_turned_before_the_reader_has_spoken_is_the_fact_it_is(table: AtTable) -> None:
    deal(table, "P100@1")
    assert effects(table.does("turn_banco", cards=["5D", "KD"]), "banco_turned_early") == [{}]
    table.refuses(Code.PHASE, "declare", claim="carta", means="voice")
    table.does("turn_punto", cards=["2C", "AS"])
    assert table.state.due is Side.PUNTO


# --- what is said narrows


def test_a_true_statement_takes_nothing_back(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("turn_banco", cards=["KS", "9C"])
    table.does("turn_punto", cards=["6H", "AD"])
    case = report(table, "undue_third")
    assert verdict(case) in CLEAR
    one, two = (card.number for card in table.state.cards[:2])
    table.does("add_evidence", incident=case.number, places={str(one): [1, 2], str(two): [1, 2]})
    assert verdict(case) in CLEAR


def test_only_what_is_lost_widens_it_and_a_statement_narrows_it_again(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"], told_apart=False)
    assert verdict(case) in CLEAR
    table.does("add_evidence", incident=case.number, lost=[1, 2])
    assert verdict(case) == "not_clear"
    first = min(card.number for card in table.state.cards)
    table.does("add_evidence", incident=case.number, places={str(first): [1]}, source="video")
    assert verdict(case) in CLEAR


def test_of_statements_that_contradict_each_other_the_fewest_are_named_and_one_can_be_set_aside(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", lost=[1, 2])
    table.does("add_evidence", incident=case.number, before=[[3, 4]])
    true = table.number
    table.does("add_evidence", incident=case.number, before=[[1, 2]])
    one = table.number
    table.cast.ispettore.does("add_evidence", incident=case.number, before=[[2, 1]])
    other = table.number
    case.refresh_from_db()
    assert (case.answer["orders"], case.answer["contradict"]) == (0, [one, other])
    table.refuses(Code.ROLE, "set_evidence_aside", incident=case.number, statement=other)
    table.refuses(Code.EVIDENCE, "set_evidence_aside", incident=case.number, statement=true + 100)
    table.does("set_evidence_aside", incident=case.number, statement=one)
    assert verdict(case) == "clear"
    table.refuses(Code.EVIDENCE, "set_evidence_aside", incident=case.number, statement=one)


def test_once_an_inspector_is_present_only_they_set_aside_what_was_said_and_say_why(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", lost=[1, 2])
    table.does("add_evidence", incident=case.number, before=[[1, 2]])
    said = table.number
    attest(table, case)
    table.refuses(Code.ROLE, "set_evidence_aside", incident=case.number, statement=said)
    ispettore = table.cast.ispettore
    ispettore.is_refused(Code.ARGUMENTS, "set_evidence_aside", incident=case.number, statement=said)
    ispettore.does("set_evidence_aside", incident=case.number, statement=said, reason="he was not there")
    case.refresh_from_db()
    assert [it["aside"] for it in case.evidence["items"]] == [table.number]


# --- a report that says nothing


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kind", ["inverted", "wrong_number"])
@pytest.mark.parametrize("facts", [{}, {"lost": [1]}, {"laid": ["punto", "banco", "punto", "banco"]}])
def test_a_report_by_which_every_card_lies_where_it_was_is_refused(
    table: AtTable, kind: str, facts: dict[str, list[object]]
) -> None:
    deal(table, "P100@1")
    table.refuses(Code.NOTHING_REPORTED, "report_incident", kind=kind, facts=facts)
    assert table.state.coup is not None
    assert not table.state.coup.held


def test_while_nothing_is_out_there_is_nothing_to_be_shown(table: AtTable) -> None:
    close(table, "P100@1")
    table.refuses(Code.PHASE, "show_card", where="punto", card="2C")
    assert not DrawnCard.objects.filter(coup=table.state.coup).exists()
