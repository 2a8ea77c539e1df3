"""What was not so is taken back: the record has the cards as it had them. Super Punto Banco, Premessa, Art. 6 to 8."""

from collections.abc import Callable

import pytest

from procedures.models import Incident
from table.models import Entry
from table.play.next_act import next_act
from table.record.chain import read
from table.rules.houses import MALTA
from table.rules.phase import Phase
from table.rules.refusal import Code
from table.rules.shoe import LAST_COUP
from tests.croupier.cases import declaration, newest, report
from tests.croupier.coups import close, coup, deal, effects
from tests.croupier.dealer import Croupier
from tests.procedures.aftermath import relieved
from tests.procedures.chosen import ONE_A_KIND, each
from tests.procedures.conftest import SitDown
from tests.procedures.locations import places
from tests.procedures.moments import Mishap
from tests.rig.tables import AtTable

WITHDRAWN = [it for it in ONE_A_KIND if it.status != "settled_by_law" and it.kind != "fallen_card"]
"""It holds the coup, or waits for a new card, and nobody has decided it."""


@pytest.mark.one_in(3)
@each(WITHDRAWN)
def test_what_was_not_so_is_taken_back_by_who_told_it_and_the_hand_is_played_as_the_record_had_it(
    table: AtTable, mishap: Mishap
) -> None:
    dealer = Croupier(table, mishap.cards)
    mishap.at(dealer)
    lay_before = as_laid(table)
    case = report(table, mishap.kind, **(mishap.facts or {}))
    for other in (relieved(table).cast.dealer, table.cast.comunale, table.cast.direzione):
        other.is_refused(Code.ROLE, "withdraw_incident", incident=case.number)
    table.does("take_over")
    table.does("withdraw_incident", incident=case.number)
    table.cast.ispettore.is_refused(Code.FINAL, "withdraw_incident", incident=case.number)
    assert as_laid(table)[: len(lay_before)] == lay_before
    dealer.to_the_burn()
    assert Incident.objects.get().status == "withdrawn"
    assert table.row.coups.get().outcome == "settled"


def as_laid(table: AtTable) -> list[tuple[int, str, str]]:
    """The cards of the coup: number, face, where."""
    return [(card.number, card.face, card.location) for card in table.state.cards]


BURNED: dict[str, Callable[[AtTable], object]] = {
    "visible in the sabot": lambda table: table.does("report_visible"),
    "fallen and seen": lambda table: report(table, "fallen_card", places=[1], seen=True),
}


@pytest.mark.parametrize("is_burned", BURNED.values(), ids=BURNED)
def test_rien_ne_va_plus_is_taken_back_and_a_first_card_that_was_burned_stays_burned_and_counts(
    sit_down: SitDown, is_burned: Callable[[AtTable], object]
) -> None:
    """No card of the hand is out; that it counts shows in the cut card, which lay behind it and begins the coup."""
    table = sit_down(MALTA)
    close(table, "P100@1")
    is_burned(table)
    table.does("cut_card_out", said=True)
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    close(table, "P50@2")
    table.does("deal", cards=["9S", "2D", "KD", "3C"])
    shoe = coup(table).shoe
    assert [*shoe.cards.order_by("number").values_list("location", flat=True)] == ["burned", *("punto", "banco") * 2]
    assert (shoe.out, shoe.cut_card_at, coup(table).began_with_cut_card) == (5, 1, True)
    assert [(it.position, it.in_action) for it in table.state.stakes] == [("1", 10_000), ("2", 5_000)]


def test_a_report_is_withdrawn_by_who_made_it_or_by_an_ispettore(table: AtTable) -> None:
    deal(table, "P100@1")
    table.cast.ispettore.does("report_incident", kind="undue_third", facts={})
    case = newest()
    table.refuses(Code.ROLE, "withdraw_incident", incident=case.number)
    table.cast.second_ispettore.does("withdraw_incident", incident=case.number)


def test_a_withdrawn_report_leaves_the_cards_as_the_record_had_them(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto"])
    assert table.state.shoe is not None
    assert table.state.shoe.out == 3
    table.does("withdraw_incident", incident=case.number)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]
    assert not coup(table).held
    assert newest().status == "withdrawn"


def test_the_card_that_lies_visible_in_the_sabot_is_none_of_those_that_a_withdrawn_report_had_left_out(
    table: AtTable,
) -> None:
    deal(table, "P100@1")
    table.does("report_visible")
    case = report(table, "wrong_number", laid=["punto", "banco"])
    table.does("withdraw_incident", incident=case.number)
    assert [it.seen for it in table.state.cards] == [False] * 4
    assert table.row.shoes.get().next_visible


def test_a_card_that_lies_visible_in_the_sabot_lies_there_again_once_a_report_of_more_cards_is_withdrawn(
    table: AtTable,
) -> None:
    deal(table, "P100@1")
    table.does("report_visible")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto", "banco", "banco"])
    assert [it.seen for it in table.state.cards] == [False, False, False, False, True]
    table.does("withdraw_incident", incident=case.number)
    assert len(table.state.cards) == 4
    assert table.row.shoes.get().next_visible


@pytest.mark.parametrize("again", [[], [["punto"]], [["punto", "banco", "punto"]]], ids=str)
def test_the_cut_card_is_again_where_it_came_when_a_report_of_fewer_cards_is_withdrawn(
    table: AtTable, again: list[list[str]]
) -> None:
    deal(table, "P100@1")
    table.does("cut_card_out")
    before = table.row.shoes.values("cut_card_at", "coups_left", "status", "call_due").get(), coup(table)
    case = report(table, "wrong_number", laid=["punto", "banco"])
    for laid in again:
        table.does("add_evidence", incident=case.number, laid=laid)
    assert table.row.shoes.get().cut_card_at == table.row.shoes.get().out
    table.does("withdraw_incident", incident=case.number)
    after = table.row.shoes.values("cut_card_at", "coups_left", "status", "call_due").get()
    assert after == before[0]
    assert coup(table).began_with_cut_card == before[1].began_with_cut_card


def test_a_call_of_the_last_coup_that_a_report_made_due_lapses_with_it_and_the_coup_is_called_once(
    table: AtTable,
) -> None:
    """Nobody calls it while the coup is held: with the card that was missing this hand took another one."""
    deal(table, "P100@1")
    table.does("cut_card_out")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto"])
    assert table.row.shoes.get().call_due == LAST_COUP
    assert next_act(table.state) is None
    table.does("withdraw_incident", incident=case.number)
    assert table.row.shoes.get().call_due == ""
    table.press(("declare", {"claim": "carta", "means": "voice"}), ("turn_banco", {"cards": ["2C", "3D"]}))
    assert next_act(table.state) == ("call_last_coup", LAST_COUP)
    table.does("call_last_coup", said=True)
    table.does("card_out")
    called = [it for entry in Entry.objects.filter(verb="call_last_coup") for it in read(entry.outcome)["effects"]]
    assert called == [["phrase", {"words": LAST_COUP}]]
    assert table.row.shoes.get().call_due == ""


def test_nobody_calls_the_last_coup_while_the_coup_is_held_also_where_no_button_is_pressed_for_it(
    table: AtTable,
) -> None:
    """What the record then holds as called would be due again as soon as the report is withdrawn."""
    deal(table, "P100@1")
    table.does("cut_card_out")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto"])
    assert table.row.shoes.get().call_due == LAST_COUP
    table.refuses(Code.INCIDENT_OPEN, "call_last_coup", said=True)
    table.does("withdraw_incident", incident=case.number)
    table.press(("declare", {"claim": "carta", "means": "voice"}), ("turn_banco", {"cards": ["2C", "3D"]}))
    table.does("call_last_coup", said=True)
    assert Entry.objects.filter(verb="call_last_coup").count() == 1


def test_what_was_called_while_a_report_held_the_coup_is_not_called_again_once_it_is_withdrawn(
    table: AtTable,
) -> None:
    """With the card that was reported the coup is the last, and is called so; without it nobody knows; then it is."""
    deal(table, "P100@1")
    case = report(table, "undue_third", laid=["punto", "banco", "punto", "banco", "punto"])
    assert effects(table.does("cut_card_out", hand_cards=4), "phrase") == [{"words": LAST_COUP}]
    assert effects(table.does("withdraw_incident", incident=case.number), "cut_card_undecided") == [{}]
    table.press(("declare", {"claim": "carta", "means": "voice"}), ("turn_banco", {"cards": ["2C", "3D"]}))
    assert (table.row.shoes.get().coups_left, next_act(table.state)) == (1, ("card_out", ""))


def test_cards_that_came_out_meanwhile_stay_out_when_the_report_is_withdrawn(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    table.does("card_out")
    table.does("withdraw_incident", incident=case.number)
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco", "waiting"]


FIRST_INVERTED, LAST_INVERTED = ["banco", "punto", "punto", "banco"], ["punto", "banco", "banco", "punto"]

AS_DEALT = ["punto", "banco", "punto", "banco"]


@pytest.mark.parametrize("how", ["told anew", "told by another report"])
def test_a_card_that_came_out_before_it_was_told_anew_how_they_lie_stays_out_when_that_is_taken_back(
    table: AtTable, how: str
) -> None:
    deal(table, "P100@1", "B50@2")
    cases = [report(table, "inverted", laid=FIRST_INVERTED)]
    table.does("card_out")
    laid = [*LAST_INVERTED, None]
    if how == "told anew":
        table.does("add_evidence", incident=cases[0].number, laid=laid)
    else:
        cases.append(report(table, "inverted", laid=laid))
    table.does("card_out")
    for case in reversed(cases):
        table.does("withdraw_incident", incident=case.number)
    assert (places(table), table.row.shoes.get().out) == ([*AS_DEALT, "waiting", "waiting"], 6)


# --- of two reports


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("inverted", FIRST_INVERTED, LAST_INVERTED),
        ("inverted", FIRST_INVERTED, FIRST_INVERTED),
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


# --- what the cards say


def test_what_the_cards_say_is_not_withdrawn_but_put_right(table: AtTable) -> None:
    declaration(table)
    case = newest()
    table.cast.ispettore.is_refused(Code.REGOLA, "withdraw_incident", incident=case.number)
    table.cast.ispettore.does("correct_entry", what="card", new={"number": 1, "card": "6S"}, reason="misread")
    assert newest().status == "withdrawn"
    assert not coup(table).held
