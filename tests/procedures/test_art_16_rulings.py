"""What a ruling may bring about: money corrected, only what the house admits, and from wherever the game stands."""

from collections.abc import Callable
from typing import Any

import pytest

from procedures.models import Incident
from procedures.screens.disputed import disputed
from table.memory import table_cache
from table.models import Coup, Money, Shoe
from table.outside.coups import coups
from table.rules.houses import ADMIRAL, MALTA
from table.rules.profile import Profile, Ruling
from table.rules.refusal import Code
from table.words.numbers import Numbers
from tests.croupier.cases import inverted, newest, report
from tests.croupier.coups import annul, back, close, coup, deal, effects, lay, net, pay, play, turn
from tests.procedures.conftest import SitDown
from tests.rig.known import compare
from tests.rig.tables import AtTable

WITHIN = ["continue", "validate", "annul", "correct_money", "close_table"]
ROSSI: dict[str, Any] = {"position": "1", "box": "punto", "amount": 2500}
BIANCHI: dict[str, Any] = {"position": "2", "box": "banco", "amount": -1000}


def referred(table: AtTable, **facts: Any) -> dict[str, Any]:
    """A case that waits for the Direzione, with its words."""
    case = report(table, "unforeseen", what="other", **facts)
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    return {"incident": case.number, "text": "as decided"}


def current_shoe(table: AtTable) -> Shoe:
    """The shoe on the table."""
    shoe = table.state.shoe
    assert shoe is not None
    return shoe


# --- what was paid is corrected


def test_what_was_paid_is_corrected_by_lines_of_their_own(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table)
    pay(table)
    before = list(Money.objects.values_list("pk", "kind", "amount"))
    given = referred(table)
    answer = table.cast.direzione.does("rule", **given, effects=["continue", "correct_money"], money=[ROSSI, BIANCHI])
    assert effects(answer, "money_ordered") == [
        {"coup": "1.1", "lines": [["1", "punto", "correction", 2500], ["2", "banco", "correction", -1000]]}
    ]
    assert list(Money.objects.values_list("pk", "kind", "amount"))[: len(before)] == before
    assert (net(table, "1"), net(table, "2", "banco")) == (12_500, -6000)
    table.does("burn")


def test_what_is_ordered_before_the_payment_stands_beside_it(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    table.cast.direzione.does("rule", **referred(table), effects=["validate", "correct_money"], money=[ROSSI])
    assert net(table, "1") == 2500
    table.does("announce", banco=5, punto=9)
    shown = table.snapshot
    assert [it.net for it in shown.payments] == [12_500]
    assert effects(table.does("settle"), "settled") != []
    assert (net(table, "1"), back(table, "1")) == (12_500, {"stake_returned": 10_000})


def _removed(table: AtTable) -> None:
    """There was no such stake."""
    new = {"position": "1", "box": "punto", "amount": 0}
    table.refuses(Code.FINAL, "correct_entry", what="stake", new=new, reason="misread")


def _withdrawn(table: AtTable) -> None:
    """The betting was not closed, and the guest takes the stake off."""
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    table.refuses(Code.FINAL, "withdraw", coup=table.coup, position="1", box="punto")


@pytest.mark.parametrize("goes", [_removed, _withdrawn])
def test_a_stake_for_which_money_was_ordered_stays_until_its_coup_is_over(
    table: AtTable, goes: Callable[[AtTable], None]
) -> None:
    close(table, "P100@1", "B50@2")
    table.cast.direzione.does("rule", **referred(table), effects=["continue", "correct_money"], money=[ROSSI])
    goes(table)
    table.cast.direzione.does("rule", **referred(table), effects=["annul"])
    table.does("burn")
    assert (net(table, "1"), back(table, "1")) == (2500, {"refund": 10_000})


def _seen_in_the_sabot(table: AtTable) -> None:
    """The next card lies visible in the sabot, and the Colpo in Bianco is called."""
    table.does("report_visible")
    table.does("play_blank", said=True)


def _before_closed(table: AtTable) -> None:
    """The betting was not closed; then a card is seen."""
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    _seen_in_the_sabot(table)


def _came_out(table: AtTable) -> None:
    """The card that was visible comes out before anybody has called, as an electronic shoe tells."""
    table.does("report_visible")
    table.cast.shoe.does("card_out")
    table.does("call_blank", said=True)


def _had_been_visible(table: AtTable) -> None:
    """The first card is out, and had lain visible in the sabot."""
    table.does("card_out")
    report(table, "came_out_visible")
    table.does("call_blank", said=True)


def _fell(table: AtTable) -> None:
    """The first card falls."""
    report(table, "fallen_card", places=[1], said=True)


@pytest.mark.parametrize("happens", [_seen_in_the_sabot, _before_closed, _came_out, _had_been_visible, _fell])
@pytest.mark.parametrize("is_gone", [False, True])
def test_what_happens_to_a_card_is_recorded_whatever_was_ordered_and_the_order_stands(
    table: AtTable, happens: Callable[[AtTable], None], *, is_gone: bool
) -> None:
    close(table, "P100@1", "B50@2")
    table.cast.direzione.does("rule", **referred(table), effects=["continue", "correct_money"], money=[ROSSI])
    if is_gone:
        table.does("report_unmarked_absence", position="1")
    happens(table)
    assert (coup(table).kind, table.state.stakes) == ("blank", [])
    assert [it.amounts for it in table.snapshot.payments] == [{"correction": 2500}]
    table.does("deal")
    turn(table)
    table.does("announce", banco=5, punto=9)
    table.does("burn")
    assert (net(table, "1"), back(table, "1")) == (2500, {})
    assert [it.amount for it in table.state.custody] == [10_000] * is_gone
    assert table.state.stakes_before == []


def test_of_a_stake_that_went_back_in_bianco_the_order_is_shown_and_nothing_as_laid(table: AtTable) -> None:
    close(table, "P100@1", "B50@2")
    table.cast.direzione.does("rule", **referred(table), effects=["continue", "correct_money"], money=[ROSSI])
    _seen_in_the_sabot(table)
    table.does("deal")
    turn(table)
    table.press(("announce", {"banco": 5, "punto": 9}), ("burn", {}))
    (it,) = coups(table.row, reader="r", after=0, most=5)
    assert (it.kind, it.stakes, [line.amount for line in it.money]) == ("blank", [], [2500])
    about = {"coup": "1.1", "position": "1", "guest": "anna", "about": "payment"}
    table.does("report_incident", kind="dispute", facts=about)
    (anna,) = disputed(table.snapshot, newest(), Numbers("en")).bettors
    assert (anna.laid, anna.net) == (0, 2500)


@pytest.mark.parametrize("then", [[], ["close_table"]])
def test_for_a_stake_that_went_back_in_bianco_nothing_more_is_ordered(table: AtTable, then: list[str]) -> None:
    close(table, "P100@1")
    table.cast.direzione.does("rule", **referred(table), effects=["continue", "correct_money"], money=[ROSSI])
    _seen_in_the_sabot(table)
    table.does("deal")
    turn(table)
    ordered: dict[str, Any] = {"effects": ["validate", "correct_money", *then], "money": [ROSSI]}
    table.cast.direzione.is_refused(Code.NO_STAKE, "rule", **referred(table), **ordered)


def test_what_was_ordered_in_the_betting_is_known_to_a_process_that_has_just_started(table: AtTable) -> None:
    lay(table, "P100@1", "B50@2")
    for order in (ROSSI, BIANCHI):
        table_cache.clear()
        table.cast.direzione.does("rule", **referred(table), effects=["continue", "correct_money"], money=[order])
    table.does("close_bets", said=True)
    assert compare(table.code).differences == []


def test_what_is_ordered_is_not_taken_back_where_the_coup_is_paid_again(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="8H KC")
    pay(table)
    table.cast.direzione.does("rule", **referred(table), effects=["continue", "correct_money"], money=[ROSSI])
    given = referred(table)
    answer = table.cast.direzione.does("rule", **given, effects=["annul"])
    assert [line[2] for line in effects(answer, "money_corrected")[0]["lines"]].count("correction") == 0
    assert (net(table, "1"), net(table, "2", "banco")) == (2500, 0)


def test_an_annulled_coup_may_be_made_good_in_the_same_ruling(table: AtTable) -> None:
    inverted(table)
    given: dict[str, Any] = {"incident": newest().number, "text": "for the trouble"}
    table.cast.direzione.does("rule", **given, effects=["correct_money", "annul"], money=[ROSSI])
    assert Coup.objects.get().ended
    assert (net(table, "1"), back(table, "1"), net(table, "2", "banco")) == (2500, {"refund": 10_000}, 0)


def test_of_a_coup_that_was_over_before_nothing_is_ordered_but_decided_as_a_dispute(table: AtTable) -> None:
    play(table, "P100@1", "B50@2")
    given = referred(table)
    refused = table.cast.direzione.is_refused(Code.ARGUMENTS, "rule", **given, effects=["correct_money"], money=[ROSSI])
    assert "disputed" in str(refused)


WRONG: list[tuple[Code, list[dict[str, Any]] | None]] = [
    (Code.ARGUMENTS, None),
    (Code.ARGUMENTS, []),
    (Code.MONEY, [ROSSI | {"amount": 0}]),
    (Code.MONEY, [ROSSI | {"amount": 10}]),
    (Code.ARGUMENTS, [ROSSI, ROSSI | {"amount": 500}]),
    (Code.NO_STAKE, [ROSSI | {"box": "banco"}]),
    (Code.NO_STAKE, [ROSSI | {"guest": "nobody"}]),
    (Code.ARGUMENTS, [ROSSI | {"amount": 25.5}]),
    (Code.ARGUMENTS, [ROSSI | {"box": "dragon"}]),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("code", "money"), WRONG)
def test_a_correction_says_for_whom_and_by_what_can_be_paid(
    table: AtTable, code: Code, money: list[dict[str, Any]] | None
) -> None:
    deal(table, "P100@1")
    given = referred(table) | {"effects": ["continue", "correct_money"], "money": money}
    number = table.number
    table.cast.direzione.is_refused(code, "rule", **given)
    assert (table.number, coup(table).held, Money.objects.count()) == (number, True, 0)


def test_no_amount_is_said_where_nothing_is_corrected(table: AtTable) -> None:
    deal(table, "P100@1")
    table.cast.direzione.is_refused(Code.ARGUMENTS, "rule", **referred(table), effects=["continue"], money=[ROSSI])


def test_where_nobody_staked_nothing_is_corrected(table: AtTable) -> None:
    given = referred(table)
    table.cast.direzione.is_refused(Code.ARGUMENTS, "rule", **given, effects=["correct_money"], money=[ROSSI])


def test_where_several_stake_at_a_position_it_is_said_whose_stake_is_corrected(sit_down: SitDown) -> None:
    table = sit_down(ADMIRAL)
    for guest in ("verdi", "neri"):
        table.does("confirm_identity", guest=guest)
        table.does("stand_at", position="1", guest=guest)
    close(table, "P100@1/verdi", "P50@1/neri")
    given = referred(table) | {"effects": ["continue", "correct_money"]}
    table.cast.direzione.is_refused(Code.INDIVIDUAL, "rule", **given, money=[ROSSI])
    table.cast.direzione.does("rule", **given, money=[ROSSI | {"guest": "neri"}])
    assert [(it.stake.bettor, it.amount) for it in Money.objects.all()] == [("neri", 2500)]


# --- what a house admits


@pytest.mark.parametrize("profile", [MALTA, ADMIRAL], ids=lambda profile: profile.key)
def test_a_house_orders_only_what_its_rules_admit(sit_down: SitDown, profile: Profile) -> None:
    table = sit_down(profile)
    close(table, "P100@1")
    given = referred(table)
    refused = table.cast.direzione.is_refused(
        Code.PROFILE, "rule", **given, effects=["annul", "end_taglia", "replace_decks"], serial="S-2"
    )
    assert refused.source == "default of Sabot", "its document is silent on what may be ordered"
    assert str(refused.facts["rulings"]).split(", ") == WITHIN
    table.cast.direzione.does("rule", **given, effects=["annul"])


# --- from wherever the game stands


def _closed(table: AtTable) -> None:
    table.cast.ispettore.does("close_table")


def _between_two_coups(table: AtTable) -> None:
    assert table.state.coup is None


def _in_the_betting(table: AtTable) -> None:
    lay(table, "P100@1")


def _suspended(table: AtTable) -> None:
    table.cast.ispettore.does("suspend")


def _between_two_taglie(table: AtTable) -> None:
    table.cast.direzione.does("void_shoe")


def _paid(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    pay(table)


WHEREVER = [_closed, _between_two_coups, _in_the_betting, _suspended, _between_two_taglie, inverted, _paid]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("stands", WHEREVER, ids=lambda stands: stands.__name__.strip("_"))
def test_from_wherever_the_game_stands_a_case_is_referred_and_decided(
    table: AtTable, stands: Callable[[AtTable], None]
) -> None:
    stands(table)
    table.cast.ispettore.does("report_incident", kind="unforeseen", facts={"what": "other"}, text="as seen")
    case: dict[str, Any] = {"incident": table.number}
    table.cast.ispettore.does("refer", **case, reason="not foreseen")
    assert table.row.awaits == "direzione"
    table.cast.direzione.does("rule", **case, text="as decided", effects=["continue"])
    assert Incident.objects.get(number=case["incident"]).status == "ruled"


@pytest.mark.parametrize("stands", WHEREVER, ids=lambda stands: stands.__name__.strip("_"))
def test_where_the_direzione_may_least_every_case_has_an_end(table: AtTable, stands: Callable[[AtTable], None]) -> None:
    """A coup can be annulled, and a table be closed, in every house."""
    stands(table)
    table.cast.ispettore.does("report_incident", kind="unforeseen", facts={"what": "other"}, text="as seen")
    playing = table.state.coup is not None
    ruled = [Ruling.ANNUL, Ruling.CLOSE_TABLE] if playing else [Ruling.CLOSE_TABLE]
    table.cast.direzione.does("rule", incident=table.number, text="as decided", effects=[it.value for it in ruled])
    assert (table.row.status, table.row.awaits, table.state.coup) == ("closed", "", None)


def test_a_case_about_a_coup_that_counts_for_nothing_already_has_an_end_too(table: AtTable) -> None:
    inverted(table)
    table.cast.direzione.does("rule", incident=newest().number, text="it counts for nothing", effects=["annul"])
    given = referred(table)
    assert coup(table).held
    table.cast.direzione.does("rule", **given, effects=["annul"])
    assert (coup(table).held, back(table, "1")) == (False, {"refund": 10_000})
    table.does("burn")


@pytest.mark.parametrize("then", [[], ["close_table"]], ids=["validated", "validated and the table closed"])
def test_no_result_stands_of_a_coup_that_counts_for_nothing_already(table: AtTable, then: list[str]) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table)
    annul(table)
    given = referred(table)
    refused = table.cast.direzione.is_refused(Code.FINAL, "rule", **given, effects=["validate", *then])
    assert "counts for nothing already" in str(refused)
    assert (coup(table).outcome, net(table, "1"), back(table, "1")) == ("annulled", 0, {"refund": 10_000})
    table.cast.direzione.does("rule", **given, effects=["continue"])
    table.does("burn")


@pytest.mark.parametrize("called", [True, False])
def test_a_coup_that_is_the_last_already_is_called_as_the_cut_card_has_it_and_not_again(
    table: AtTable, *, called: bool
) -> None:
    if called:
        table.does("cut_card_out", said=True)
    close(table, "P100@1", "B50@2")
    if not called:
        table.does("cut_card_out", said=False)
    table.does("deal")
    turn(table)
    due = current_shoe(table).call_due
    assert due == ("" if called else "Ultimo colpo della taglia, minimo sette carte o nullo")
    table.cast.direzione.does("rule", **referred(table), effects=["continue", "end_taglia"])
    assert (current_shoe(table).call_due, current_shoe(table).coups_left) == (due, 1)
