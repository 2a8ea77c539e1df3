"""Every exercise that comes with the house: solved by a good dealer, failed by a bad one, and within its reach."""

import pytest
from django.db import transaction

from procedures.articles import KINDS
from procedures.screens.offers import reports
from procedures.training.exercises import EXERCISES
from procedures.training.review import ActVerdict, acts_of, compare
from procedures.training.solution import solution
from procedures.training.verbs import begun
from table.memory import table_cache
from table.models import NO_END
from table.rules.houses import ADMIRAL, CLASSICO, MALTA, VENEZIA
from table.rules.profile import Profile, Role
from table.screens.read.snapshot import take
from table.script.dealing import next_verb
from tests.rig.sampling import sampled
from tests.rig.tables import check
from tests.training.room import (
    CODE,
    TRAINEE,
    Careless,
    Mistaken,
    Trainee,
    at_the_table,
    begin,
    person,
    reviewed,
)

WRONG = {ActVerdict.MISSING, ActVerdict.OTHERWISE}


def test_there_is_an_exercise_for_every_kind_of_every_article() -> None:
    assert {it.kind for it in EXERCISES.values()} == set(KINDS)


@pytest.mark.parametrize("key", sampled(EXERCISES, one_in=5))
@pytest.mark.usefixtures("room")
def test_each_is_solved_by_a_good_dealer_and_failed_by_bad_ones(key: str) -> None:
    begin(key)
    assert is_offered(key), "the console offers the act by which it is met"
    solved, found = met_by(Trainee(key))
    assert solved
    assert found == {ActVerdict.RIGHT}
    for bad in (Careless(key), Mistaken(key)):
        solved, found = met_by(bad)
        assert not solved
        assert found & WRONG, type(bad).__name__


def met_by(dealer: Trainee) -> tuple[bool, set[ActVerdict]]:
    """Whether this one solves it, and how their acts compare with what is right; at the table it never was."""
    mark = transaction.savepoint()
    dealer.meets_it()
    entry, found = begun(CODE), reviewed()
    assert entry is not None
    verdicts = {it.verdict for it in compare(solution(found.exercise, VENEZIA), acts_of(entry, NO_END))}
    transaction.savepoint_rollback(mark)
    table_cache.clear()
    return found.solved, verdicts


def is_offered(key: str) -> bool:
    """Whether its report can be opened on the dealer's console now; what the table notices itself needs none."""
    exercise, snapshot = EXERCISES[key], take(CODE)
    assert snapshot is not None
    offered = {it.kind for it in reports(snapshot, Role.DEALER)}
    return not exercise.remedy or bool({exercise.kind, exercise.of_kind.in_dialog_of} & offered)


@pytest.mark.usefixtures("room")
def test_a_second_exercise_finds_the_table_cleared_whatever_was_left_there() -> None:
    for key in ("fallen-order-lost", "visible-first", "late-stake", "foreign-card", "worn", "disputed", "null-seven"):
        begin(key)
        Trainee(key).meets_it()
        assert reviewed().solved, key
    begin("waiting-seen")
    begin("inverted")
    Trainee("inverted").meets_it()
    assert reviewed().solved
    check(CODE)


@pytest.mark.usefixtures("room")
def test_so_it_does_where_several_cases_hold_the_coup() -> None:
    begin("fallen-order-lost")
    for what in ("other", "disturbance"):
        report = {"kind": "unforeseen", "facts": {"what": what}, "text": "as seen"}
        at_the_table(person(TRAINEE, Role.DEALER), CODE, "report_incident", **report)
    begin("inverted")
    Trainee("inverted").meets_it()
    assert reviewed().solved
    check(CODE)


@pytest.mark.usefixtures("room")
def test_so_it_does_where_a_call_is_due() -> None:
    begin("came-out-visible")
    dealer = Trainee("came-out-visible")
    for text in dealer.exercise.remedy:
        dealer.does(text)
    assert next_verb(dealer.state) == "call_blank"
    begin("inverted")
    check(CODE)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("house", [MALTA, CLASSICO, ADMIRAL], ids=lambda it: it.key)
@pytest.mark.usefixtures("room")
def test_in_every_house_what_fits_there_can_be_solved(house: Profile) -> None:
    fits = [it for it in EXERCISES.values() if it.fits(house)]
    assert {it.key for it in fits} >= {"extra-seen", "wrong-points", "late-stake"}
    assert all(solution(it, house) for it in fits)


@pytest.mark.usefixtures("room")
def test_a_review_tells_nothing_before_the_exercise_is_over() -> None:
    begin("extra-unseen")
    assert reviewed().rows == ()
    dealer = Trainee("extra-unseen")
    dealer.does("extra card unseen 8D")
    assert not reviewed().over
    dealer.plays_on()
    rows = reviewed().rows
    assert [it.expected.verb for it in rows if it.expected] == ["card_out", "announce", "settle", "burn"]
    assert all(it.actual is not None and it.actual.seconds >= 0 for it in rows)


@pytest.mark.usefixtures("room")
def test_the_same_report_with_another_answer_is_said_to_be_otherwise() -> None:
    begin("stuck-burned")
    dealer = Trainee("stuck-burned")
    dealer.does("reports stuck_cards before=2 packet=2 restored=true")
    dealer.plays_on()
    assert ActVerdict.OTHERWISE in {it.verdict for it in reviewed().rows}
    assert not reviewed().solved
