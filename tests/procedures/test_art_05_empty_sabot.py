"""The sabot is empty, whatever the record says: reported, looked into, and Art. 5 applied to the cards that exist."""

import pytest

from procedures.models import Incident
from table.models import DrawnCard
from table.play.next_act import next_act
from table.rules.houses import VENEZIA
from table.rules.refusal import Code
from table.screens.regions import Region, render
from tests.croupier.cards import left
from tests.croupier.cases import attest, report
from tests.croupier.coups import back, close, deal, effects, lay, net, pay, turn
from tests.procedures.aftermath import noted
from tests.procedures.looking import awaited, only_case, region
from tests.rig.tables import AtTable, prepare_shoe


def looked_into(table: AtTable) -> None:
    """The dealer reports it, and the Ispettore di Gioco looks into the sabot."""
    case = report(table, "sabot_empty")
    attest(table, case)
    table.cast.ispettore.does("confirm_empty", incident=case.number)


def differences(table: AtTable) -> list[object]:
    """The counts that came out otherwise, as the record has them."""
    return [*noted(table, "count_differs")]


def test_where_the_record_agrees_the_article_follows_at_once(short: AtTable) -> None:
    deal(short, "P100@1")
    short.does("declare", claim="carta", means="voice")
    short.does("turn_banco", cards=["2C", "KD"])
    while short.state.due is not None and not short.state.stuck:
        short.does("card_out", card="3D")
    case = report(short, "sabot_empty")
    assert (case.status, differences(short)) == (Incident.Status.SETTLED_BY_LAW, [])
    assert short.state.coup is not None
    assert not short.state.coup.held


def test_where_it_does_not_the_coup_is_held_until_the_ispettore_has_looked(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    case = report(table, "sabot_empty")
    assert differences(table) == [{"expected": 311, "counted": 0}]
    assert next_act(table.state) is None
    refused = table.cast.ispettore.is_refused(Code.PRESENCE, "confirm_empty", incident=case.number)
    assert refused.source == "default of Sabot", "no article asks for an inspector here"
    table.refuses(Code.ROLE, "confirm_empty", incident=case.number)
    attest(table, case)
    answer = table.cast.ispettore.does("confirm_empty", incident=case.number)
    assert effects(answer, "cards_missing") == [{"count": 311}]
    table.refuses(Code.CARD_IMPOSSIBLE, "card_out")
    table.cast.ispettore.does("annul", reason="the sabot is empty")
    table.does("burn")
    assert (back(table, "1"), table.state.shoe) == ({"refund": 10_000}, None)


@pytest.mark.parametrize("blank", [False, True])
def test_only_what_was_staked_goes_back_where_the_empty_sabot_cannot_complete_the_hand(
    table: AtTable, blank: bool
) -> None:
    if blank:
        table.cast.ispettore.does("order_blank")
        table.does("play_blank", said=True)
    else:
        close(table, "P100@1")
    table.does("card_out")
    looked_into(table)
    dialogs = render(table.snapshot, Region("desk_sheets:ispettore_gioco", "en"))
    assert "The empty shoe cannot complete this hand" in dialogs
    assert ("stakes go back" in dialogs) is not blank


def test_every_card_of_the_taglia_is_accounted_for(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    looked_into(table)
    shoe = table.state.shoe
    assert shoe is not None
    cards = DrawnCard.objects.filter(shoe=shoe)
    missing = cards.filter(location="missing")
    assert (cards.count(), missing.count(), shoe.out) == (312, 308, 312)
    pay(table)
    table.does("burn")
    assert (net(table, "1"), table.state.shoe) == (10_000, None)
    assert (missing.count(), cards.filter(location="burned").count()) == (308, 4)
    assert effects(table.does("reconcile", burned=4, left_over=0), "count_differs") == []


def test_a_coup_begun_with_the_cut_card_counts_the_cards_that_exist(table: AtTable) -> None:
    table.does("cut_card_out")
    deal(table, "P100@1")
    turn(table)
    table.does("announce", banco=5, punto=9)
    looked_into(table)
    table.refuses(Code.SEVEN_FIRST, "settle")
    answer = table.does("extract_remaining", cards=[])
    assert effects(answer, "coup_null") == [{"count": 4}]
    table.does("burn")
    assert (net(table, "1"), table.state.shoe) == (0, None)


@pytest.mark.parametrize("closed", [False, True], ids=["betting", "closed"])
def test_before_the_first_card_the_stakes_go_back(table: AtTable, *, closed: bool) -> None:
    lay(table, "P100@1")
    if closed:
        table.does("close_bets", said=True)
    table.cast.ispettore.is_refused(Code.PHASE, "annul", reason="no card is left")
    looked_into(table)
    assert next_act(table.state) is None
    table.cast.ispettore.does("annul", reason="no card is left")
    table.does("burn")
    assert (back(table, "1"), table.state.shoe) == ({"refund": 10_000}, None)


def test_between_two_coups_the_taglia_is_over(table: AtTable) -> None:
    looked_into(table)
    assert noted(table, "taglia_ended") == [{"taglia": 1, "out": 312}]
    assert next_act(table.state) == ("load", "")


def test_once_its_taglia_is_over_nothing_is_missing_from_the_shoe_that_came_after_it(table: AtTable) -> None:
    """The Direzione had new decks brought before the Ispettore looked; a table that is closed ends it as well."""
    case = report(table, "sabot_empty")
    attest(table, case)
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, VENEZIA, serial="S-2")
    answer = table.cast.ispettore.does("confirm_empty", incident=case.number)
    assert (effects(answer, "cards_missing"), effects(answer, "taglia_ended")) == ([], [])
    assert (Incident.objects.get().status, left(table.state)) == (Incident.Status.SETTLED_BY_LAW, 312)


def test_where_cards_are_found_in_it_it_was_not_so_and_the_record_keeps_both(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "sabot_empty")
    attest(table, case)
    table.cast.ispettore.does("withdraw_incident", incident=case.number)
    assert next_act(table.state) == ("declare", "")
    assert (Incident.objects.get().status, len(differences(table))) == ("withdrawn", 1)


def test_it_may_be_referred_and_the_direzione_decides(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "sabot_empty")
    attest(table, case)
    table.cast.ispettore.does("refer", incident=case.number, reason="who had the sabot?")
    table.cast.ispettore.is_refused(Code.INCIDENT_OPEN, "confirm_empty", incident=case.number)


def test_a_case_of_another_article_is_not_an_empty_sabot(table: AtTable) -> None:
    deal(table, "P100@1")
    case = report(table, "inverted", lost=[1, 3])
    table.cast.ispettore.is_refused(Code.PHASE, "confirm_empty", incident=case.number)


def test_the_dealer_is_offered_the_report_and_the_inspector_the_look_into_the_sabot(table: AtTable) -> None:
    deal(table, "P100@1")
    assert 'data-key="kind-sabot_empty"' in region(table, "dealer")
    case = report(table, "sabot_empty")
    assert awaited(table) == ["Awaited: the Ispettore di Gioco looks into the sabot."]
    assert "I have looked" not in region(table, "ispettore_gioco")
    attest(table, case)
    assert only_case(table).complete
    text = region(table, "ispettore_gioco")
    assert "I have looked: the sabot is empty" in text
    assert "I have looked" not in region(table, "direzione")
