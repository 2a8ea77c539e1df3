"""The short run of the machine, with every suite; ``make soak`` is the long one."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from procedures.rebuild import items, places, reported
from procedures.verbs import showing
from table.play import coup, money
from table.play.declaration import VERBS
from table.rules.profile import KEYS, as_values
from table.rules.topics.policy_key import FieldKind
from table.verbs.house.office import check_rules_set
from tests.bank.at_bank import bank_table
from tests.machine.evening import Tally
from tests.machine.houses import BY_CHANCE, HOUSES, SWITCHES, house_named
from tests.machine.laws.stakes import what_nobody_collected_stays_until_it_is_disposed_of_once
from tests.machine.machine import Plan, WholeTable
from tests.machine.record import everything, record
from tests.machine.walks import Stumbled, Walk, errors, tour, tours, verbs_of_a_table, walk
from tests.rig.sampling import sampled
from tests.rig.tables import STAFF, AtTable, ready_table

pytestmark = pytest.mark.django_db
WITH_EVENINGS_OF_THEIR_OWN = {"virtual_shoe", "bank"}
"""Where a shoe deals no card is keyed, fallen or laid wrong; where a bank is counted a table opens otherwise."""


@pytest.fixture(autouse=True)
def tally(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tally]:
    """What this run alone comes to. Thousands of acts need no lines of their own: what breaks is told."""
    monkeypatch.setattr(WholeTable, "tally", Tally())
    logging.disable(logging.CRITICAL)
    yield WholeTable.tally
    logging.disable(logging.NOTSET)


def test_whatever_is_pressed_the_table_keeps_its_laws() -> None:
    everything = [*HealthCheck]
    short = settings(max_examples=2, stateful_step_count=8, derandomize=True, suppress_health_check=everything)
    run_state_machine_as_test(WholeTable, settings=short)


@pytest.mark.parametrize("house", sampled(HOUSES, one_in=12))
def test_an_evening_by_chance_breaks_no_law_in_any_house(house: str) -> None:
    walk(Walk(house, seed=1), steps=4)


@pytest.mark.faults
def test_the_tours_with_which_a_soak_begins_come_to_every_verb_of_a_table(tally: Tally) -> None:
    assert tours(tally) == set()


def test_a_new_table_takes_the_rules_of_every_house_that_chance_sets() -> None:
    for number in range(50):
        check_rules_set(Mock(), {"rules": as_values(house_named(f"{BY_CHANCE}{number}"))})


def test_for_every_act_that_evenings_look_for_somebody_of_the_staff_is_there() -> None:
    staff = {role for _, role in STAFF.values()}
    assert {name for name in verbs_of_a_table() if not VERBS[name].roles & staff} == set()


def test_every_switch_of_a_house_is_another_one_in_some_house() -> None:
    keys = {key for key, declared in KEYS.items() if declared.group not in ("", "house")} - WITH_EVENINGS_OF_THEIR_OWN
    assert keys == set(SWITCHES), "every key of a house is thrown by the dice"
    for key in sorted(keys):
        assert len({repr(getattr(house, key)) for house in HOUSES.values()}) > 1, key
        if KEYS[key].field is FieldKind.CHOICE:
            assert {*KEYS[key].offered} == {*SWITCHES[key]}, key


@pytest.mark.faults
def test_an_evening_with_verbs_that_are_rare_breaks_no_law(tally: Tally) -> None:
    """All of them are done before ``make soak`` begins."""
    tour(Plan("venezia", 1, "battute", cards=20, seats=3, acts=0), rounds=1, missing=verbs_of_a_table)
    assert {"close_table", "burn", "report_incident"} <= set(tally.acts)


@pytest.mark.parametrize(("house", "verbs"), [("venezia", {"assign", "occupy"}), ("malta", {"confirm_limits"})])
def test_a_verb_that_needs_others_before_it_is_done_on_the_tour_that_looks_for_it(
    house: str, verbs: set[str], tally: Tally
) -> None:
    tour(Plan(house, 1, "any", cards=20, seats=3, acts=0), rounds=1, missing=lambda: verbs - set(tally.acts))
    assert verbs <= set(tally.acts)


@pytest.mark.parametrize(
    ("room", "name", "broken", "law"),
    [
        (money, "lines", lambda *_: [], "everybody_gets_what_the_cards_say"),
        (coup, "button_after", lambda *_, **__: "1", "the_button_moves_only_when_it_may"),
    ],
)
def test_a_house_that_breaks_a_law_is_found_out(
    room: ModuleType, name: str, broken: Callable[..., Any], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, name, broken)
    with pytest.raises(Stumbled, match=law):
        walk(Walk("venezia", seed=1), steps=40)


@pytest.mark.faults
def test_a_house_that_mixes_up_what_the_dealer_told_truly_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "assembled", lambda _places, faces: {face.row: face for face in faces})
    with pytest.raises(Stumbled, match="no_report_moves_a_face_that_is_known_by_its_box"):
        errors(Plan("venezia", 2, "any", cards=312, seats=3, acts=8), times=20)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("room", "name", "broken", "law"),
    [
        (reported, "restore_recorded", lambda *_: None, "a_withdrawn_report_leaves_everything_as_it_was"),
        (showing, "covered", lambda *_: [], "no_dead_end_at_show_card"),
        (items, "_doubted", lambda it, *_: items._spoken_of(it), "what_was_said_of_an_open_card_stands"),
    ],
)
def test_a_house_that_is_wrong_about_what_was_told_is_found_out(
    room: ModuleType, name: str, broken: Callable[..., Any], law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, name, broken)
    with pytest.raises(Stumbled, match=law):
        errors(Plan("venezia", 2, "any", cards=312, seats=3, acts=8), times=6)


def without_a_bank() -> AtTable:
    """An open table."""
    return ready_table(code="T1")


def with_a_bank() -> AtTable:
    """An open table whose float was counted."""
    at = bank_table(code="T1")
    at.opens()
    return at.table


@pytest.mark.parametrize(
    ("opened", "verb", "to"), [(without_a_bank, "dispose", {}), (with_a_bank, "dispose_of", {"to": "tips"})]
)
def test_what_nobody_collected_is_disposed_of_once_with_a_bank_or_without(
    opened: Callable[[], AtTable], verb: str, to: dict[str, Any]
) -> None:
    table, law = opened(), what_nobody_collected_stays_until_it_is_disposed_of_once
    table.does("report_incident", kind="uncollected", facts={"position": "1", "left": "chips", "amount": 2500})
    there = record(everything(), table.code)
    table.cast.direzione.does(verb, slip=1, text="as the owner asked", **to)
    gone = record(everything(), table.code)
    again = replace(gone, uncollected=[it | {"closed": it["closed"] + 1} for it in gone.uncollected])
    assert [*law(there, gone, {verb})] == []
    assert len([*law(there, gone, {"place"})]) == 1
    assert len([*law(gone, again, {verb})]) == 1
