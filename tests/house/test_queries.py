"""What an act costs the database: so many statements at most, and no more after years than on the first evening."""

from collections import defaultdict

import pytest
from django.db import transaction

from table.acts.declaration import VERBS
from table.memory import table_cache
from table.models import HOUSE, Entry
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from tests.house import shift
from tests.house.long_record import lay_coups, lay_past
from tests.rig.tables import AtTable, Cast, new_table, ready_table
from tests.rig.work import Counting, Work, measured

pytestmark = pytest.mark.django_db

MOST_STATEMENTS = {
    "set_button": 5,
    "annotate": 5,
    "acknowledge_alert": 6,
    "go_to_alert": 6,
    "tip": 5,
    "dispose": 7,
    "resume": 8,
    "announce": 5,
    "mark": 5,
    "return": 5,
    "change_cash": 5,
    "lay_tax": 5,
    "withdraw_tax": 5,
    "lower": 5,
    "sign_in": 5,
    "sign_out": 5,
    "restore": 6,
    "change_seal_key": 6,
    "lose_seal_key": 6,
    "witness_lost_seal_key": 7,
    "cancel_reservation": 6,
    "declare": 6,
    "leave_standing": 6,
    "cut": 6,
    "insert_cut_card": 6,
    "turn_third": 6,
    "call_last_coup": 6,
    "call_blank": 6,
    "keep_decks": 8,
    "occupy": 7,
    "call_guest": 14,
    "pass_over": 8,
    "withdraw_call": 7,
    "answer_call": 6,
    "close_call": 6,
    "wait_for_seat": 9,
    "leave_list": 6,
    "report_unmarked_absence": 7,
    "release": 7,
    "withdraw": 6,
    "order_dealer_to_complete": 6,
    "pass_reading": 6,
    "raise": 6,
    "authorise_replacement": 8,
    "give_pin": 9,
    "set_own_pin": 7,
    "confirm_pin": 9,
    "lift_lock_out": 7,
    "name_highest": 6,
    "sign_off": 7,
    "confirm_identity": 8,
    "refuse_identity": 10,
    "shuffle": 7,
    "void_shoe": 8,
    "order_blank": 7,
    "open_table": 7,
    "turn_banco": 8,
    "turn_punto": 8,
    "clear": 7,
    "attest": 14,
    "name_cause": 9,
    "revoke_display": 8,
    "set_card_reader": 13,
    "remove_card_reader": 11,
    "pair_shoe": 11,
    "revoke_shoe": 9,
    "erase_guest": 10,
    "erase_notes": 15,
    "erase_person": 8,
    "admit_reader": 10,
    "revoke_reader": 7,
    "admit_webhook": 13,
    "revoke_webhook": 7,
    "export": 7,
    "add_table": 9,
    "add_training_table": 9,
    "make_rules": 10,
    "amend_rules": 9,
    "rename_rules": 10,
    "retire_rules": 8,
    "begin_exercise": 6,
    "sign_on": 8,
    "take_over": 11,
    "reserve": 8,
    "set_limits": 9,
    "change_rules": 9,
    "assign": 10,
    "suspend": 8,
    "stand_at": 8,
    "turn_battuta": 8,
    "settle": 8,
    "close_bets": 8,
    "add_evidence": 9,
    "set_evidence_aside": 10,
    "show_card": 13,
    "take_on": 9,
    "set_role": 9,
    "set_active": 9,
    "set_up": 9,
    "cut_card_out": 9,
    "card_out": 9,
    "place": 9,
    "repeat": 9,
    "refer": 9,
    "rule": 11,
    "reconcile": 10,
    "confirm_limits": 11,
    "report_visible": 10,
    "confirm_empty": 16,
    "confirm_uncollected": 12,
    "load": 10,
    "load_virtual": 17,
    "keep": 10,
    "play_blank": 10,
    "correct_entry": 10,
    "withdraw_correction": 10,
    "confirm_correction": 12,
    "decide_dispute": 10,
    "confirm_dispute": 11,
    "pair_display": 11,
    "close_table": 14,
    "replace_decks": 11,
    "annul": 12,
    "deal": 11,
    "withdraw_incident": 16,
    "report_incident": 14,
    "open_bets": 15,
    "annul_incident": 18,
    "burn": 16,
    "ratify": 21,
    "extract_remaining": 8 + 2 * 10,
}
"""Those of a shift whose table has two stakes; the remaining cards are ten, of two statements each."""
MORE_STEPS_IN_A_LONG_TAGLIA = 4000
"""All its cards, up to 312, may be looked at: for those that wait, and for faces that come too often."""


def a_shift(*, past: bool = False, coups: int = 0) -> list[Work]:
    """What each act of a shift cost, perhaps after years, perhaps late in a taglia; nothing of it is kept."""
    mark = transaction.savepoint()
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    if past:
        lay_past(table.row)
    works = measured(table.cast, shift.shift(table, once_open=lambda: _play(table, coups)))
    transaction.savepoint_rollback(mark)
    return works


def _play(table: AtTable, coups: int) -> None:
    row, shoe = table.row, table.state.shoe
    assert row.policy is not None
    assert shoe is not None
    lay_coups(row, row.policy, shoe, coups)
    shoe.out = 4 * coups
    shoe.save()
    table_cache.clear()


def elsewhere() -> list[Work]:
    """What the acts cost that no ordinary shift has."""
    in_the_house = measured(Cast.at(HOUSE), shift.in_the_house())
    new = measured(Cast.at("T9"), shift.at_a_new_table())
    table = ready_table(derive(VENEZIA, key="reader-only", stakes="reader_only"), code="R3")
    displays = measured(Cast.at(HOUSE), shift.on_the_displays(table))
    reader = measured(table.cast, shift.where_only_the_reader_counts(table))
    empty, virtual = ready_table(code="E3"), ready_table(code="V3")
    sealed = measured(virtual.cast, shift.with_a_virtual_shoe())
    trained = measured(shift.instructor_at(HOUSE), shift.in_training())
    trained += measured(shift.instructor_at(shift.TRAINED_AT), shift.an_exercise())
    return [
        *in_the_house,
        *trained,
        *new,
        *displays,
        *reader,
        *sealed,
        *measured(empty.cast, shift.at_an_empty_shoe(empty)),
    ]


def test_an_act_needs_few_statements() -> None:
    most = defaultdict[str, int](int)
    for work in (*a_shift(), *elsewhere()):
        most[work.verb] = max(most[work.verb], work.statements)
    assert set(most) == set(VERBS), "a shift has every act"
    assert {verb: count for verb, count in most.items() if count > MOST_STATEMENTS[verb]} == {}


def test_an_act_costs_no_more_after_years() -> None:
    first, later = a_shift(), a_shift(past=True)
    assert [(work.verb, work.statements) for work in later] == [(work.verb, work.statements) for work in first]
    assert [(now, then) for now, then in zip(later, first, strict=True) if now.steps > 1.2 * then.steps] == []


def test_an_act_costs_no_more_in_the_sixtieth_coup() -> None:
    first, later = a_shift(), a_shift(coups=59)
    assert [(work.verb, work.statements) for work in later] == [(work.verb, work.statements) for work in first]
    most = MORE_STEPS_IN_A_LONG_TAGLIA
    assert [(now, then) for now, then in zip(later, first, strict=True) if now.steps > then.steps + most] == []


def test_a_search_through_the_record_would_be_seen() -> None:
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    before = _steps_of_a_search()
    lay_past(table.row)
    assert _steps_of_a_search() > 100 * before


def _steps_of_a_search() -> int:
    with Counting() as count:
        assert not Entry.objects.filter(outcome="nothing")
    return count.steps
