"""What the dealer keys as uncollected beyond what the record has an inspector confirms. Super Punto Banco, Art. 15."""

from typing import Any

import pytest

from procedures.models import Incident
from procedures.screens.deciding import decision_dialog
from procedures.screens.open_cases import open_cases
from table.rules.profile import Role
from table.rules.refusal import Code
from tests.croupier.coups import deal, effects, pay, play, turn
from tests.procedures.conftest import SitDown
from tests.rig.tables import AtTable

MAXIMUM = 100_000


@pytest.fixture
def over(sit_down: SitDown) -> AtTable:
    """A coup is over in which Punto brought a hundred to position 1."""
    table = sit_down()
    play(table, "P100@1")
    return table


def reported(table: AtTable, amount: int, **facts_given: Any) -> Incident:
    """The dealer keys it."""
    facts = {"position": "1", "left": "winnings", "amount": amount, **facts_given}
    table.does("report_incident", kind="uncollected", facts=facts)
    return Incident.objects.get(number=table.number)


def in_custody(table: AtTable) -> list[tuple[str, int]]:
    """What is in custody."""
    return [(it.position, it.amount) for it in table.state.custody]


def test_winnings_that_the_coup_posted_there_the_dealer_keys_alone(over: AtTable) -> None:
    case = reported(over, 10_000)
    assert (case.status, in_custody(over)) == ("settled_by_law", [("1", 10_000)])


def test_more_than_it_posted_is_kept_once_an_inspector_confirms_it(over: AtTable) -> None:
    case = reported(over, 10_025)
    assert (case.status, case.blocking, in_custody(over)) == ("open", False, [])
    over.refuses(Code.ROLE, "confirm_uncollected", incident=case.number)
    over.cast.ispettore.does("confirm_uncollected", incident=case.number)
    case.refresh_from_db()
    assert (case.status, case.decided_by, in_custody(over)) == ("decided", "ivo", [("1", 10_025)])


def test_of_another_position_nothing_was_posted(over: AtTable) -> None:
    assert (reported(over, 500, position="2").status, in_custody(over)) == ("open", [])


@pytest.mark.parametrize("left", ["chips", "stake"])
def test_chips_above_the_maximum_of_the_table_are_confirmed_too(over: AtTable, left: str) -> None:
    assert reported(over, MAXIMUM, left=left).status == "settled_by_law"
    assert reported(over, MAXIMUM + 500, left=left).status == "open"


def test_what_the_inspector_alone_keys_needs_nobody_else(over: AtTable) -> None:
    facts = {"position": "1", "left": "winnings", "amount": 50_000}
    over.cast.ispettore.does("report_incident", kind="uncollected", facts=facts)
    assert in_custody(over) == [("1", 50_000)]


def test_a_guest_who_sits_there_is_given_what_is_theirs(over: AtTable) -> None:
    case = reported(over, 20_000, owner="anna")
    answer = over.cast.ispettore.does("confirm_uncollected", incident=case.number, given=True)
    assert effects(answer, "given_to_owner") == [{"position": "1", "amount": 20_000, "guest": "anna"}]
    case.refresh_from_db()
    assert (case.status, in_custody(over)) == ("decided", [])


def test_who_does_not_sit_there_is_given_nothing_and_it_is_kept_for_them(over: AtTable) -> None:
    case = reported(over, 20_000, owner="bruno")
    over.cast.ispettore.is_refused(Code.NOT_FREE, "confirm_uncollected", incident=case.number, given=True)
    over.cast.ispettore.does("confirm_uncollected", incident=case.number)
    assert in_custody(over) == [("1", 20_000)]


def test_at_a_position_that_the_rules_have_taken_away_meanwhile_nobody_sits(over: AtTable) -> None:
    case = reported(over, 20_000, owner="anna")
    over.cast.direzione.does("void_shoe")
    over.cast.ispettore.does("close_table")
    over.cast.direzione.does("change_rules", changes={"positions": ["A", "B", "C"]})
    [waiting] = open_cases(over.snapshot)
    assert decision_dialog(over.snapshot, Role.ISPETTORE_GIOCO, waiting).sits == ""
    over.cast.ispettore.is_refused(Code.NOT_FREE, "confirm_uncollected", incident=case.number, given=True)
    over.cast.ispettore.does("confirm_uncollected", incident=case.number)
    assert in_custody(over) == [("1", 20_000)]


def test_nothing_is_kept_in_a_currency_that_the_table_no_longer_has(over: AtTable) -> None:
    case = reported(over, 20_000, owner="anna")
    over.cast.direzione.does("void_shoe")
    over.cast.ispettore.does("close_table")
    over.cast.direzione.does("change_rules", changes={"currency": "CHF"})
    refused = over.cast.ispettore.is_refused(Code.MONEY, "confirm_uncollected", incident=case.number)
    assert "EUR" in str(refused)
    over.cast.ispettore.does("withdraw_incident", incident=case.number)
    assert in_custody(over) == []


def test_it_was_not_so_and_is_withdrawn(over: AtTable) -> None:
    case = reported(over, 20_000)
    over.does("withdraw_incident", incident=case.number)
    assert in_custody(over) == []


@pytest.mark.parametrize("given", [False, True])
def test_what_the_inspector_has_keyed_meanwhile_is_not_confirmed_besides(over: AtTable, given: bool) -> None:
    case = reported(over, 20_000, owner="anna")
    facts = {"position": "1", "left": "winnings", "amount": 20_000}
    over.cast.ispettore.does("report_incident", kind="uncollected", facts=facts | {"owner": "anna"})
    over.cast.ispettore.is_refused(Code.ARGUMENTS, "confirm_uncollected", incident=case.number, given=given)
    assert in_custody(over) == [("1", 20_000)]
    over.cast.ispettore.does("withdraw_incident", incident=case.number)


def test_another_case_is_not_confirmed_so(over: AtTable) -> None:
    over.does("report_incident", kind="worn_card", facts={"card": "7D"})
    over.cast.ispettore.is_refused(Code.PHASE, "confirm_uncollected", incident=over.number)


def test_what_is_kept_already_is_not_posted_a_second_time(over: AtTable) -> None:
    assert reported(over, 6_000).status == "settled_by_law"
    assert reported(over, 4_000).status == "settled_by_law"
    assert reported(over, 500).status == "open"
    assert sum(amount for _, amount in in_custody(over)) == 10_000


def test_chips_that_are_keyed_in_parts_are_no_less(over: AtTable) -> None:
    assert reported(over, MAXIMUM, left="chips").status == "settled_by_law"
    assert reported(over, 500, left="chips").status == "open"


def test_what_a_later_coup_brings_there_is_its_own(over: AtTable) -> None:
    assert reported(over, 10_000).status == "settled_by_law"
    play(over, "P100@1")
    assert reported(over, 10_000).status == "settled_by_law"


@pytest.mark.parametrize("left", ["chips", "stake"])
def test_what_was_kept_there_before_the_latest_coup_counts_no_more(over: AtTable, left: str) -> None:
    assert reported(over, MAXIMUM - 500, left=left, position="2").status == "settled_by_law"
    play(over, "P100@1")
    assert reported(over, MAXIMUM, left=left, position="2").status == "settled_by_law"
    assert reported(over, 500, left=left, position="2").status == "open"


def test_nor_does_it_count_while_a_coup_that_brings_nothing_there_is_paid(over: AtTable) -> None:
    assert reported(over, MAXIMUM, left="chips", position="2").status == "settled_by_law"
    deal(over, "P100@1")
    assert reported(over, 500, left="chips", position="2").status == "open"
    over.does("withdraw_incident", incident=over.number)
    turn(over)
    pay(over)
    assert reported(over, MAXIMUM, left="chips", position="2").status == "settled_by_law"
    over.does("burn")
    assert reported(over, 500, left="chips", position="2").status == "open"


def test_chips_like_those_that_are_kept_are_others_once_a_coup_was_paid_since(over: AtTable) -> None:
    facts = {"position": "2", "left": "chips", "amount": 500}
    assert reported(over, 500, left="chips", position="2").status == "settled_by_law"
    over.refuses(Code.ARGUMENTS, "report_incident", kind="uncollected", facts=facts)
    play(over, "P100@1")
    assert reported(over, 500, left="chips", position="2").status == "settled_by_law"
    assert in_custody(over) == [("2", 500), ("2", 500)]
