"""What the sheet of an incident says follows from the decision is what follows from it."""

from collections.abc import Iterable

import pytest

from procedures.reports.sections import paper_of
from procedures.screens.consequences import Consequence, if_annulled, if_ratified
from procedures.screens.open_cases import OpenCase
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.screens.read.notices import Notice, headline
from table.screens.read.snapshot import Snapshot
from table.words.numbers import Numbers
from tests.croupier import cases
from tests.croupier.cases import OPENED, attest, report
from tests.croupier.coups import deal, effects, turn
from tests.procedures.looking import only_case
from tests.rig.proofs import value
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db


def said_with_three_cards(table: AtTable) -> None:
    """The reader has spoken before three cards, all of them covered."""
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    report(table, "wrong_number", laid=["punto", "banco", "punto", "punto"])


REBUILT = {
    name: OPENED[name] for name in ("inverted", "one_card_short", "three_at_punto", "undue_third", "declaration")
} | {"said_with_three_cards": said_with_three_cards}


def looked_at(table: AtTable) -> tuple[Snapshot, OpenCase]:
    """The table as its screens show it, and its one incident."""
    return table.snapshot, only_case(table)


def said(found: Iterable[Consequence]) -> dict[str, str]:
    """What is said of what."""
    return {one.about: one.words for one in found}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", REBUILT)
def test_what_is_ratified_is_what_was_said_before(table: AtTable, name: str) -> None:
    REBUILT[name](table)
    snapshot, case = looked_at(table)
    foretold = said(if_ratified(snapshot, case))
    attest(table, case.incident)
    done = table.cast.ispettore.does("ratify", incident=case.number)
    assert ("Is void" in foretold) is bool(effects(done, "declaration_void"))
    assert ("Next hand" in foretold) is bool(effects(done, "card_held"))
    assert foretold.get("Next hand", "").startswith("Colpo in Bianco") is table.state.blank_due
    assert ("Cards still to come" in foretold) is (table.state.due is not None or len(table.state.at_boxes) < 4)
    assert foretold["Stakes"] == "stand"


def test_cards_that_move_are_named_with_where_they_go(table: AtTable) -> None:
    cases.inverted(table)
    assert said(if_ratified(*looked_at(table)))["Cards that move"] == "1. → Punto · 2. → Banco"


def test_a_house_that_burns_what_is_left_over_says_so() -> None:
    table = ready_table(derive(VENEZIA, key="burns", remedies="annul_and_burn"))
    cases.undue_third(table)
    assert (
        said(if_ratified(*looked_at(table)))["Next hand"]
        == "nothing waits for it: what was left over is burned, card no. 5"
    )


def test_a_declaration_that_the_covered_cards_do_not_belie_stands(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    report(table, "undue_third", laid=["punto", "banco", "punto", "banco"])
    assert "Is void" not in said(if_ratified(*looked_at(table)))


@pytest.mark.parametrize("visible", [True, False])
def test_an_annulled_coup_is_followed_by_what_was_said_before(table: AtTable, visible: bool) -> None:
    deal(table, "P100@1")
    turn(table)
    table.does("card_out", extra=True, exposed=True)
    if visible:
        table.does("report_visible")
    report(table, "inverted", lost=[1, 2])
    snapshot, case = looked_at(table)
    foretold, button = said(if_annulled(snapshot)), table.row.button
    attest(table, case.incident)
    table.cast.ispettore.does("annul_incident", incident=case.number, reason="not clear")
    table.does("burn")
    assert (foretold["Next hand"] == "Colpo in Bianco") is table.state.blank_due is visible
    assert (foretold["Button"] == "passes on") is (table.row.button != button)


@pytest.mark.parametrize("rules", [{"button_on_annulled": "stay"}, {"button_rotation": "next_occupied"}])
def test_a_button_that_stays_is_not_said_to_pass_on(rules: dict[str, str]) -> None:
    table = ready_table(derive(VENEZIA, key="stays", **rules), seats=1)
    cases.order_lost(table)
    foretold, button = said(if_annulled(table.snapshot)), table.row.button
    attest(table, cases.newest())
    table.cast.ispettore.does("annul_incident", incident=cases.newest().number, reason="not clear")
    table.does("burn")
    assert ("Button" not in foretold, table.row.button) == (True, button)


def test_after_the_last_coup_of_a_taglia_there_is_no_next_hand(table: AtTable) -> None:
    table.does("cut_card_out")
    cases.undue_third(table)
    foretold = said(if_ratified(*looked_at(table)))
    assert foretold["Next hand"] == "none in this taglia: card no. 5 lapses with it"
    assert said(if_annulled(table.snapshot))["Next hand"] == "none in this taglia"


def test_of_an_annulled_colpo_in_bianco_no_stake_goes_back_and_no_button_passes_on(table: AtTable) -> None:
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    table.does("deal")
    turn(table)
    case = report(table, "inverted", lost=[1, 2])
    foretold, button = said(if_annulled(table.snapshot)), table.row.button
    attest(table, case)
    table.cast.ispettore.does("annul_incident", incident=case.number, reason="not clear")
    assert headline(table.snapshot) == Notice("annulled", "Coup annulled")
    table.does("burn")
    assert foretold == {"Cards": "are burned", "Next hand": "an ordinary one"}
    assert table.row.button == button
    case.refresh_from_db()
    text = str(paper_of(value(case), Numbers("en")))
    assert "annulled the coup, in these words: “not clear”. Its cards are burned." in text
    assert "stakes went back" not in text
