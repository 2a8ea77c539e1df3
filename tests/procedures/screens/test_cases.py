"""What stands on the screens of those who work at the table: what is awaited, how the cards lie and ought to lie."""

import pytest

from procedures.screens.open_cases import MOST_SHOWN, open_cases
from procedures.screens.pictures import comparison, differences
from table.rules.profile import Role
from table.screens.audiences import WATCHERS
from table.screens.dealer.task import task
from table.screens.read.snapshot import take
from table.screens.regions import Region, draw, render
from tests.croupier import cases
from tests.croupier.cases import OPENED, attest, knows_the_order
from tests.croupier.coups import close, deal
from tests.house.reader import LANGUAGES
from tests.procedures.looking import only_case, region
from tests.rig.pressing import Buttons
from tests.rig.tables import AtTable
from tests.rig.work import Counting

pytestmark = pytest.mark.django_db


CASES = [f"incidents:{role}" for role in sorted({*WATCHERS, Role.DEALER})]

SCREENS = CASES + [f"reports:{role}" for role in sorted({*WATCHERS, Role.DEALER})]

MOST_STATEMENTS = 20
"""For the incidents of a table on all its screens, in all languages; the number of incidents does not matter."""


# --- what is awaited


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", OPENED)
def test_an_incident_is_shown_to_everybody_who_works_at_the_table(table: AtTable, name: str) -> None:
    OPENED[name](table)
    case = only_case(table)
    assert case.awaits
    everywhere = draw(table.code, [Region(screen, language) for screen in CASES for language in LANGUAGES])
    assert everywhere is not None
    for where, drawing in everywhere.texts.items():
        assert f'data-key="band-{case.number}"' in drawing.text, where
        assert ("incident-decision" in drawing.text) == (where.name != "incidents:dealer"), where


def test_what_is_awaited_follows_what_is_done(table: AtTable) -> None:
    cases.declaration(table)
    said = [only_case(table).awaits]
    for office in ("ispettore", "comunale"):
        attest(table, only_case(table).incident, office)
        said.append(only_case(table).awaits)
    assert said == [
        "Awaited: the presence of Ispettore di Gioco, Ispettore Comunale.",
        "Awaited: the presence of Ispettore Comunale.",
        "Awaited: the Ispettore di Gioco ratifies.",
    ]


def test_of_a_card_that_is_not_found_no_verdict_is_read(table: AtTable) -> None:
    """The record has it at its box, and would call the coup clear, in whatever else came up in it."""
    cases.inverted(table)
    cases.report(table, "fallen_card", places=[4], recovered=False)
    for role in (Role.ISPETTORE_GIOCO, Role.DIREZIONE):
        drawn = region(table, role)
        assert [it.number for it in open_cases(table.snapshot) if f'id="incident-{it.number}"' not in drawn] == []
        assert 'class="lying"' not in drawn
        assert 'class="verdict' not in drawn


def test_nobody_has_to_attest_what_waits_for_the_direzione(table: AtTable) -> None:
    table.cast.direzione.does("sign_on")
    cases.inverted(table)
    assert [it.badge for it in only_case(table).presence] == [""]
    attest(table, only_case(table).incident, "ispettore")
    table.cast.ispettore.does("refer", incident=only_case(table).number, reason="not to be told")
    assert [(it.badge, it.needed) for it in only_case(table).presence] == [("ivo", False)]


def test_a_worn_card_is_replaced_by_whoever_is_there_and_asks_for_no_presence(table: AtTable) -> None:
    cases.report(table, "worn_card", card="KD")
    assert only_case(table).presence == []
    assert "is-awaited" not in region(table, Role.ISPETTORE_GIOCO)
    assert "data-attests" not in region(table, Role.DEALER)


def test_what_holds_play_is_read_before_what_does_not(table: AtTable) -> None:
    cases.report(table, "worn_card", card="KD")
    cases.inverted(table)
    worn, holds = (it.number for it in open_cases(table.snapshot))
    for role in (Role.DEALER, Role.ISPETTORE_GIOCO):
        text = region(table, role)
        assert text.index(f'data-key="band-{holds}"') < text.index(f'data-key="band-{worn}"')


def test_what_is_not_clear_can_be_annulled_or_referred_and_not_ratified(table: AtTable) -> None:
    cases.order_lost(table)
    attest(table, only_case(table).incident)
    assert only_case(table).verdict == "not_clear"
    offered = Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs
    assert {"annul_incident", "refer"} <= offered
    assert "ratify" not in offered


def test_nobody_ratifies_before_everybody_is_there(table: AtTable) -> None:
    cases.inverted(table)
    assert "ratify" not in region(table, Role.ISPETTORE_GIOCO)
    attest(table, only_case(table).incident)
    assert "ratify" in region(table, Role.ISPETTORE_GIOCO)
    assert "ratify" not in region(table, Role.ISPETTORE_COMUNALE)


@pytest.mark.parametrize(
    ("kind", "facts", "awaited"),
    [
        ("unforeseen", {"what": "other"}, "Awaited: the Ispettore di Gioco, who refers it to the Direzione."),
        ("sabot_empty", {}, "Awaited: the Ispettore di Gioco looks into the sabot."),
    ],
)
def test_nobody_ratifies_before_what_is_not_rebuilt_and_holds_the_coup_is_decided(
    table: AtTable, kind: str, facts: dict[str, str], awaited: str
) -> None:
    cases.inverted(table)
    attest(table, cases.newest())
    other = cases.report(table, kind, **facts)
    assert {it.awaits for it in open_cases(table.snapshot)} == {awaited}
    assert "ratify" not in Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs
    table.does("withdraw_incident", incident=other.number)
    assert "ratify" in Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs


def test_only_the_direzione_rules(table: AtTable) -> None:
    cases.foreign_card(table)
    assert "rule" in Buttons(region(table, Role.DIREZIONE)).verbs
    assert "rule" not in Buttons(region(table, Role.ISPETTORE_GIOCO)).verbs


def test_the_dealer_refers_only_where_no_ispettore_is_there(table: AtTable) -> None:
    cases.foreign_card(table)
    assert "refer" not in Buttons(region(table, Role.DEALER)).verbs
    table.cast.ispettore.does("sign_off")
    assert "refer" in Buttons(region(table, Role.DEALER)).verbs


def test_the_tile_of_a_table_at_which_a_case_stands_says_who_decides(table: AtTable) -> None:
    table.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    text = render(table.snapshot, Region("tile:ispettore_gioco", "en"))
    assert "badge-held" in text
    assert "The inspector decides." in text


# --- a hand that was turned with other than two cards


@pytest.fixture
def three_turned(table: AtTable) -> AtTable:
    """Four cards lay before a reader who has declared, by the record, and Banco is turned with three."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    return table


def _band(table: AtTable) -> str:
    """What stands over the dealer's console of the case."""
    text = render(table.snapshot, Region("incidents:dealer", "en"))
    return text[text.index('class="incident') : text.index('data-key="decisions"')]


def test_the_console_leads_to_the_report_until_it_is_told_and_does_not_let_the_dealer_withdraw_what_was_noticed(
    three_turned: AtTable,
) -> None:
    assert 'data-opens="report-wrong_number"' in _band(three_turned)
    assert "withdraw_incident" not in _band(three_turned)
    laid = ["punto", "banco", "punto", "banco", "banco"]
    three_turned.does("report_incident", kind="wrong_number", facts={"laid": laid})
    assert 'data-opens="report-wrong_number"' not in _band(three_turned)


def test_what_was_turned_is_read_on_the_sheet_of_the_inspector(three_turned: AtTable) -> None:
    text = render(three_turned.snapshot, Region("incidents:ispettore_gioco", "en"))
    assert "Turned at the box of Banco" in text
    assert "7♠ K♦ 2♣" in text


def test_cards_that_have_to_be_turned_first_are_turned_at_the_console(table: AtTable) -> None:
    """Super Punto Banco, Art. 7: the order of five cards is not told before they lie open."""
    close(table, "P100@1", "B50@3")
    table.does("deal")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    laid = ["punto", "banco", "punto", "banco", "banco"]
    table.does("report_incident", kind="wrong_number", facts={"laid": laid})
    assert only_case(table).why == "E_CARD_COVERED"
    faces = {"banco": ["7S", "KD", "2C"], "punto": ["4H", "AD"]}
    while only_case(table).why:
        pads = task(table.snapshot).pads
        assert pads, "a way on"
        pad, at = pads[0], faces[pads[0].slots[0].side]
        keyed = [at.pop(0) for _slot in pad.slots]
        table.does(pad.verb, **{pad.argument: keyed if pad.argument == "cards" else keyed[0], **pad.given})
    knows_the_order(table, only_case(table).incident)
    assert only_case(table).clear


# --- as they lie and as they ought to lie


def test_the_cards_that_have_to_move_are_marked(table: AtTable) -> None:
    cases.inverted(table)
    snapshot = table.snapshot
    pictures = comparison(snapshot, only_case(table).incident.answer)
    assert pictures is not None
    assert pictures.ought is not None
    assert {box.side: [it.number for it in box.cards] for box in pictures.as_laid} == {"banco": [1, 4], "punto": [2, 3]}
    assert {box.side: [it.number for it in box.cards] for box in pictures.ought} == {"banco": [2, 4], "punto": [1, 3]}
    assert [it.number for box in pictures.ought for it in box.cards if it.moved] == [2, 1]


def test_a_covered_card_of_which_nobody_knows_when_it_came_is_asked_after(table: AtTable) -> None:
    cases.order_lost(table)
    drawn = region(table, Role.ISPETTORE_GIOCO)
    assert (drawn.count(">?</text>"), drawn.count(">3.</text>"), drawn.count(">4.</text>")) == (2, 1, 1)


def test_a_card_that_is_lacking_has_its_place(table: AtTable) -> None:
    cases.declaration(table)
    pictures = comparison(table.snapshot, only_case(table).incident.answer)
    assert pictures is not None
    assert pictures.ought is not None
    assert {box.side: box.missing for box in pictures.ought} == {"banco": 0, "punto": 1}


def test_a_card_that_nobody_has_a_right_to_is_set_aside_and_the_money_is_that_of_the_hands(table: AtTable) -> None:
    cases.undue_third(table)
    answer = only_case(table).incident.answer
    pictures = comparison(table.snapshot, answer)
    assert pictures is not None
    assert pictures.ought is not None
    assert {box.side: [it.number for it in box.cards] for box in pictures.ought}[""] == [5]
    assert [(it.position, it.box, it.before, it.after) for it in differences(table.snapshot, answer)] == [
        ("1", "banco", None, 0)
    ]


def test_no_screen_knows_the_face_of_a_covered_card(table: AtTable) -> None:
    cases.inverted(table)
    for role in WATCHERS:
        assert 'class="card-open"' not in region(table, role)


def test_the_case_that_holds_the_coup_is_shown_however_many_others_wait(table: AtTable) -> None:
    for face in (f"{rank}{suit}" for rank in "234567" for suit in "DS"):
        cases.report(table, "worn_card", card=face)
    deal(table, "P100@1")
    holding = cases.report(table, "unforeseen", what="other")
    snapshot = take(table.code)
    assert snapshot is not None
    shown_cases = open_cases(snapshot)
    assert [it.number for it in shown_cases] == sorted(it.number for it in shown_cases)
    assert (len(shown_cases), shown_cases[-1].number) == (MOST_SHOWN, holding.number)


# --- what it costs


def test_more_incidents_cost_no_more_statements(table: AtTable) -> None:
    deal(table, "P100@1")
    wanted = [Region(screen, language) for screen in SCREENS for language in LANGUAGES]
    costs = []
    for _ in range(3):
        table.does("report_incident", kind="unforeseen", facts={"what": "other"}, text="as seen")
        with Counting() as work:
            draw(table.code, wanted)
        costs.append(work.statements)
    assert costs[-1] <= costs[0] <= MOST_STATEMENTS


def test_where_no_coup_is_played_it_is_play_that_waits_for_the_direzione(table: AtTable) -> None:
    table.press(("card_out", {"extra": True}), ("card_out", {"extra": True}))
    cases.report(table, "fallen_card", places=[1, 2], order_lost=True)
    text = region(table, "ispettore_gioco")
    assert "Play waits until the Direzione has decided." in text
    assert "The coup waits" not in text
