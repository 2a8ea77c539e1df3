"""What can be reported when, and by whom, as the screens offer it."""

import re

import pytest

from procedures.screens.offers import dialog_data, reports
from table.play.declaration import VERBS
from table.rules.houses import CLASSICO_COPERTO
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.audiences import WATCHERS
from tests.croupier import cases
from tests.croupier.cases import OPENED
from tests.croupier.coups import close, deal, lay, shoe_of
from tests.croupier.situations import SITUATIONS, Script
from tests.house.reader import LANGUAGES
from tests.procedures.looking import region
from tests.rig.pressing import Buttons, drawn
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db


def opened(name: str) -> Script:
    """A table at which this incident stands."""

    def script() -> AtTable:
        table = ready_table()
        OPENED[name](table)
        return table

    return script


def offered(table: AtTable, role: Role = Role.DEALER) -> set[str]:
    """What can be reported now."""
    return {it.kind for it in reports(table.snapshot, role)}


# --- when


OF_A_HAND = {
    *("declaration", "fallen_card", "inverted", "late_stake", "sabot_empty", "stuck_cards", "third_not_drawn"),
    *("turned_by_dealer", "undue_third", "wrong_number", "dispute"),
}


def test_between_coups_only_what_needs_no_hand_can_be_reported(table: AtTable) -> None:
    assert offered(table) & OF_A_HAND == set()
    assert offered(table) >= {"extra_card", "worn_card", "visible_card", "unforeseen", "uncollected"}


def test_a_sabot_of_which_no_card_has_come_out_is_not_empty(table: AtTable) -> None:
    close(table, "P100@1")
    assert "sabot_empty" not in offered(table)
    table.does("card_out")
    assert "sabot_empty" in offered(table)


def test_that_the_next_card_is_visible_is_reported_once_and_not_of_an_empty_sabot(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    close(table, "P100@1")
    table.does("card_out")
    table.does("report_visible")
    assert "visible_card" not in offered(table)
    table.does("card_out")
    assert "visible_card" in offered(table)
    shoe_of(monkeypatch, 4)
    short = ready_table(code="T4", behind=1)
    deal(short, "P100@1")
    assert "visible_card" not in offered(short)


def test_while_stakes_are_laid_no_card_lies_that_could_be_wrong(table: AtTable) -> None:
    lay(table, "P100@1")
    assert not offered(table) & {"inverted", "wrong_number", "undue_third", "stuck_cards", "turned_by_dealer"}


def test_once_the_betting_is_closed_cards_can_stick_and_fall(table: AtTable) -> None:
    close(table, "P100@1")
    assert offered(table) >= {"stuck_cards", "fallen_card"}
    assert not offered(table) & {"inverted", "wrong_number", "undue_third"}


def test_a_card_that_waits_at_the_sabot_lies_at_no_box(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("report_incident", kind="overlooked_card", facts={"seen": True})
    assert "wrong_number" not in offered(table)
    table.refuses(Code.PHASE, "report_incident", kind="wrong_number", facts={"laid": ["punto", "punto"]})


def test_four_cards_can_lie_wrong_in_every_way(table: AtTable) -> None:
    deal(table, "P100@1")
    assert offered(table) >= {"inverted", "wrong_number", "undue_third", "turned_by_dealer", "fallen_card"}


# --- what is chosen, and said, before somebody answers


def test_the_card_that_fell_is_the_one_that_comes_now_and_in_front_of_the_reader_one_that_is_out(
    table: AtTable,
) -> None:
    close(table, "P100@1")
    assert most_likely_fell(table) == 1
    table.does("deal")
    assert most_likely_fell(table) == 4
    table.does("declare", claim="carta", means="voice")
    assert most_likely_fell(table) == 4
    table.does("turn_banco", cards=["5C", "KS"])
    assert most_likely_fell(table) == 5


def most_likely_fell(table: AtTable) -> int | None:
    """The place that the sheet of a fallen card has chosen already."""
    return dialog_data(table.snapshot).by("fallen_card").fell


def test_the_sheet_of_an_empty_sabot_says_what_follows_by_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    shoe_of(monkeypatch, 5)
    table = ready_table(behind=1)
    deal(table, "B100@1")
    assert "cards are left in it: play waits" in region(table, Role.DEALER)
    table.does("card_out", extra=True)
    assert "Art. 5 is applied" in region(table, Role.DEALER)


# --- by whom, and how it is asked


def test_nobody_but_the_dealer_and_the_ispettore_di_gioco_reports(table: AtTable) -> None:
    deal(table, "P100@1")
    assert 'data-leads="report-inverted"' in region(table, Role.ISPETTORE_GIOCO)
    for role in (Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.DIREZIONE):
        assert "data-leads" not in region(table, role)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_that_is_offered_has_its_sheet(table: AtTable, language: str) -> None:
    deal(table, "P100@1")
    text = region(table, Role.DEALER, language)
    for dialog in re.findall(r'data-leads="(report-\w+)"', text):
        assert f'<dialog id="{dialog}"' in text


def test_a_house_without_coups_in_bianco_is_not_told_to_say_it() -> None:
    table = ready_table(CLASSICO_COPERTO)
    close(table, "P100@1")
    assert "Colpo in Bianco" not in region(table, Role.DEALER)


def test_sheets_stay_in_their_places_when_the_table_moves(table: AtTable) -> None:
    """One that is open would close if it were taken out and put back."""
    before = Buttons(region(table, Role.DEALER)).ids
    assert "report-inverted" in before
    cases.inverted(table)
    assert Buttons(region(table, Role.DEALER)).ids == before


@pytest.mark.one_in(3)
@pytest.mark.parametrize("script", [*SITUATIONS.values(), *map(opened, OPENED)], ids=[*SITUATIONS, *OPENED])
def test_what_stands_on_a_button_has_the_form_of_an_act_and_leads_to_a_sheet(script: Script) -> None:
    table = script()
    console, own = Buttons(drawn(table)), {role: region(table, role) for role in (*WATCHERS, Role.DEALER)}
    for role, text in own.items():
        buttons = Buttons(text)
        for act in (act for press in buttons.presses for act in press):
            assert set(act["given"]) <= set(VERBS[act["verb"]].arguments.__struct_fields__), act
            assert role in VERBS[act["verb"]].roles
        of_console = console.ids if role is Role.DEALER else []
        ids = [*buttons.ids, *of_console, "attest-here"]
        assert len(ids) == len(set(ids))
        assert {*buttons.opens, *re.findall(r'data-leads="([^"]+)"', text)} <= set(ids)
