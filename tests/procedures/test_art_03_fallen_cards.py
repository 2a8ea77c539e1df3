"""A card falls. Super Punto Banco, Art. 3."""

import re

import pytest

from procedures.models import Incident
from table.rules.houses import CLASSICO_COPERTO, VENEZIA
from table.rules.phase import Phase
from table.rules.profile import Profile, Role, derive
from table.rules.refusal import Code
from table.rules.topics.sources import LAW
from tests.croupier.cases import attest, newest, report
from tests.croupier.coups import card, close, deal, effects, lay, net, pay, turn
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import burned_elsewhere, each
from tests.procedures.conftest import SitDown
from tests.procedures.locations import waiting
from tests.procedures.looking import awaited, region
from tests.procedures.mishaps import ART_3
from tests.procedures.moments import Mishap
from tests.procedures.test_kinds import report_dialogs
from tests.rig.tables import AtTable


@pytest.mark.one_in(3)
@each(ART_3)
def test_a_fallen_card_goes_back_to_its_place_and_the_first_of_a_hand_makes_it_a_colpo_in_bianco(
    sit_down: SitDown, mishap: Mishap
) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


@each(burned_elsewhere(ART_3))
def test_in_a_house_without_coups_in_bianco_a_first_card_that_fell_is_played_or_burned(
    sit_down: SitDown, mishap: Mishap
) -> None:
    comes_about(sit_down(CLASSICO_COPERTO, seats=2), mishap, blanks=False)


def test_a_house_that_burns_leaves_the_first_card_of_a_dealt_hand_where_it_lies(sit_down: SitDown) -> None:
    """Burned from under the three others it would leave hands that nobody can turn."""
    table = sit_down(derive(VENEZIA, key="burns", remedies="annul_and_burn", art3_first_card_window="any_time"))
    table.does("open_bets")
    table.does("place", coup="1.1", position="1", box="punto", amount=10_000)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.does("report_incident", kind="fallen_card", facts={"places": [1], "seen": True})
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]


@pytest.mark.parametrize("by_guest", [False, True])
def test_the_staff_pick_it_up_and_the_record_says_if_a_guest_did(table: AtTable, by_guest: bool) -> None:
    close(table, "P100@1")
    table.press(("card_out", {}), ("card_out", {}))
    report(table, "fallen_card", places=[2], by_guest=by_guest)
    assert newest().facts["by_guest"] is by_guest
    assert len(table.state.cards) == 2


def test_cards_whose_order_is_lost_are_several_and_each_is_named_once(table: AtTable) -> None:
    close(table, "P100@1")
    table.press(("card_out", {}), ("card_out", {}))
    facts = {"places": [2, 2], "order_lost": True}
    refused = table.refuses(Code.EVIDENCE, "report_incident", kind="fallen_card", facts=facts)
    assert str(refused) == "Card 2 is named twice: name each card that fell once. (rule of Sabot)"
    assert not Incident.objects.exists()


def test_a_first_card_that_fell_is_named_once_and_burned_once(sit_down: SitDown) -> None:
    table = sit_down(CLASSICO_COPERTO, seats=2)
    close(table, "P100@1")
    table.does("card_out")
    twice = {"places": [1, 1], "seen": True}
    table.refuses(Code.EVIDENCE, "report_incident", kind="fallen_card", facts=twice)
    answer = table.does("report_incident", kind="fallen_card", facts=twice | {"places": [1]})
    assert [it["cards"] for it in effects(answer, "cards_burned")] == [[1]]


def test_a_card_that_was_not_found_is_referred_in_the_words_of_its_report_and_the_record_proves_it(
    table: AtTable,
) -> None:
    close(table, "P100@1")
    table.press(("card_out", {}), ("card_out", {}))
    case = report(table, "fallen_card", places=[2], recovered=False)
    assert case.status == "referred"
    table.check(dealt_again=True)


def test_a_first_card_falls_too_late_where_an_overlooked_one_lies_beside_it_as_it_is_found_visible_too_late(
    table: AtTable,
) -> None:
    """Only while no other card is out, whichever hand that one is for: then nobody chooses by what it was."""
    close(table, "P100@1")
    table.does("card_out")
    report(table, "overlooked_card", seen=False)
    table.refuses(Code.PHASE, "report_incident", kind="came_out_visible", facts={})
    report(table, "fallen_card", places=[1])
    assert table.state.coup is not None
    assert (table.state.coup.kind, len(table.state.stakes), table.state.blank_due) == ("normal", 1, False)
    table.check()


# --- waiting cards


UNDER_THE_SABOT = [(1, "held_under", True), (2, "held_under", True)]


def test_only_the_first_of_the_waiting_cards_makes_a_colpo_in_bianco_when_it_falls(table: AtTable) -> None:
    table.press(("card_out", {}), ("card_out", {}))
    report(table, "fallen_card", places=[2])
    assert not table.state.blank_due
    report(table, "fallen_card", places=[1])
    assert table.state.blank_due


def _one_too_many(table: AtTable) -> None:
    """A hand of four cards is dealt, and a fifth, too many and unseen, lies under the sabot."""
    deal(table, "P100@1")
    report(table, "overlooked_card", seen=False)
    assert [it.number for it in table.state.held] == [5]


def test_the_card_that_waits_for_the_next_hand_makes_that_one_a_colpo_in_bianco_if_it_falls_during_this_hand(
    table: AtTable,
) -> None:
    _one_too_many(table)
    report(table, "fallen_card", places=[4])
    assert not table.state.blank_due
    fell = table.does("report_incident", kind="fallen_card", facts={"places": [5]})
    assert effects(fell, "blank_due")
    assert table.state.coup is not None
    assert (table.state.coup.kind, len(table.state.stakes), table.state.blank_due) == ("normal", 1, True)
    turn(table)
    pay(table)
    table.does("burn")
    table.refuses(Code.BLANK_DUE, "open_bets")
    table.does("play_blank", said=True)
    assert [it.number for it in table.state.cards] == [5]
    assert not table.state.blank_due
    table.check()


def test_in_a_hand_those_that_wait_for_the_next_one_are_marked(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    mark, back = "waits for the next hand", "If it is the first of those that wait, the next hand is a Colpo in Bianco."
    for over, marked in (((), 0), (({"seen": False},), 1)):
        for facts in over:
            report(table, "overlooked_card", **facts)
        dialog = report_dialogs(region(table, Role.DEALER))["fallen_card"]
        assert (dialog.count(mark), dialog.count(back)) == (marked, marked)


def test_a_card_that_waits_is_not_what_a_hurried_hand_reports(table: AtTable) -> None:
    _one_too_many(table)
    dialog = report_dialogs(region(table, Role.DEALER))["fallen_card"]
    chosen = re.findall(r'name="facts\.places"[^>]* value="(\d)"[^>]*checked', dialog)
    assert chosen == ["4"]


def test_a_taglia_of_an_earlier_law_goes_on_with_what_it_made_of_a_card_that_waits(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    _one_too_many(table)
    monkeypatch.setattr("procedures.articles.article_03_fallen_cards.FALLS_FROM_UNDER", LAW + 1)
    report(table, "fallen_card", places=[5])
    assert not table.state.blank_due


def test_a_waiting_card_that_falls_and_is_seen_lies_beside_the_sabot_from_then_on(table: AtTable) -> None:
    table.press(("card_out", {}), ("card_out", {}))
    report(table, "fallen_card", places=[2], seen=True)
    assert (card(table, 2).location, table.state.blank_due) == ("held_seen", True)


def test_waiting_cards_whose_order_is_lost_are_a_case_for_the_direzione(table: AtTable) -> None:
    table.press(("card_out", {}), ("card_out", {}))
    case = report(table, "fallen_card", places=[1, 2], order_lost=True)
    table.does("add_evidence", incident=case.number, places={"1": [1], "2": [2]})
    attest(table, newest())
    table.cast.ispettore.is_refused(Code.PHASE, "ratify", incident=case.number)
    table.cast.ispettore.is_refused(Code.PHASE, "annul_incident", incident=case.number, reason="lost")
    table.cast.ispettore.does("refer", incident=case.number, reason="the order is lost")
    table.cast.direzione.does("rule", incident=case.number, text="as they lie", effects=["continue"])
    lay(table, "P100@1")


# --- waiting cards fall while stakes are laid, and their order is lost


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
    assert refused.source == "rule of Sabot"
    table.cast.ispettore.is_refused(Code.PHASE, "annul_incident", incident=fallen.number, reason="lost")
    assert (table.state.phase, waiting(table), newest().answer) == (Phase.BETTING, UNDER_THE_SABOT, {})
    assert awaited(table) == ["Awaited: the Ispettore di Gioco, who refers it to the Direzione."]


def test_a_fall_of_waiting_cards_that_is_taken_back_leaves_the_betting_as_it_was(
    table: AtTable, fallen: Incident
) -> None:
    table.does("withdraw_incident", incident=fallen.number)
    assert (table.state.phase, waiting(table)) == (Phase.BETTING, UNDER_THE_SABOT)
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
    assert waiting(table) == UNDER_THE_SABOT
    table.does("withdraw_incident", incident=case.number)
    lay(table, "P100@1", "B50@2")
    played_with_its_stakes(table)


@pytest.mark.parametrize("closed", [False, True], ids=["in the betting", "closed"])
def test_a_suspension_finds_no_order_of_waiting_cards_that_is_lost(table: AtTable, *, closed: bool) -> None:
    table.press(("card_out", {}), ("card_out", {}))
    (close if closed else lay)(table, "P100@1")
    case = report(table, "fallen_card", places=[1, 2], order_lost=True)
    table.cast.ispettore.does("suspend")
    assert (waiting(table), table.row.awaits) == (UNDER_THE_SABOT, "ispettore_gioco")
    table.cast.ispettore.does("resume")
    table.refuses(Code.INCIDENT_OPEN, "open_bets")
    assert awaited(table) == ["Awaited: the Ispettore di Gioco, who refers it to the Direzione."]
    table.cast.ispettore.does("refer", incident=case.number, reason="the order is lost")
    table.cast.direzione.does("rule", incident=case.number, text="as they lie", effects=["continue"])
    lay(table, "P100@1", "B50@2")
    played_with_its_stakes(table)


# --- a card that fell as it left the sabot, before it was keyed


def to_choose(table: AtTable) -> list[int]:
    """The cards of the hand that the dealer's sheet lets them name."""
    dialog = report_dialogs(region(table, Role.DEALER))["fallen_card"]
    return [int(place) for place in re.findall(r'name="facts.places" value="(\d)"', dialog)]


@pytest.mark.parametrize("profile", [VENEZIA, CLASSICO_COPERTO], ids=lambda it: it.key)
def test_a_third_card_that_fell_before_it_was_keyed_is_the_third_of_whom_it_is_due_to(
    sit_down: SitDown, profile: Profile
) -> None:
    table = sit_down(profile, seats=2)
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["5D", "KC"])
    assert to_choose(table) == [1, 2, 3, 4, 5]
    report(table, "fallen_card", places=[5], seen=True)
    assert [(it.number, it.location, it.seen) for it in table.state.cards[4:]] == [(5, "punto", True)]
    table.does("turn_third", card="4S")
    report(table, "fallen_card", places=[6])
    assert [it.location for it in table.state.cards[4:]] == ["punto", "banco"]
    assert to_choose(table) == [1, 2, 3, 4, 5, 6]
    table.refuses(Code.COUNT, "report_incident", kind="fallen_card", facts={"places": [7]})


def test_before_it_is_known_whose_it_is_it_waits_for_its_box(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    report(table, "fallen_card", places=[5])
    assert [it.location for it in table.state.cards[4:]] == ["waiting"]
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["5D", "KC"])
    assert [it.location for it in table.state.cards[4:]] == ["punto"]


def test_where_nobody_is_due_a_card_none_of_the_hand_can_have_fallen_besides(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table)
    assert to_choose(table) == [1, 2, 3, 4]
    refused = table.refuses(Code.COUNT, "report_incident", kind="fallen_card", facts={"places": [5]})
    assert "one too many is reported first" in str(refused)
    assert len(table.state.cards) == 4
