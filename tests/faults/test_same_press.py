"""A press has a name. However often and wherever it arrives, it acts once, and everybody gets its answer."""

from functools import partial

import pytest
from django.db import connection

from table.models import Entry, Refusal
from table.record.door import PressResult
from table.rules.refusal import Code, Refused
from table.rules.topics.sources import LAW
from tests.rig import triggers
from tests.rig.crowd import answers_number, at_once, parted
from tests.rig.tables import ready_table
from tests.rig.tampering import write_anew

pytestmark = pytest.mark.usefixtures("real_database")


def test_a_press_that_arrives_twelve_times_acts_once_and_gets_one_answer() -> None:
    table = ready_table(seats=1)
    press = partial(table.does, "open_bets", nonce="one press", seen=table.number)

    answers = at_once(*[press] * 12)

    started = {"effects": [["taglia_started", {"taglia": 1, "law": LAW}]]}
    assert answers == [PressResult(answers_number(answers[0]), (started,))] * 12
    assert Entry.objects.filter(register=table.code, nonce="one press").count() == 1
    assert not Refusal.objects.exists()
    table.check()


def test_two_presses_under_one_name_do_not_both_happen() -> None:
    table = ready_table(seats=1)
    tips = [partial(table.does, "tip", amount=amount, nonce="one name") for amount in (500, 1000)]

    got = at_once(*tips * 6)

    answers, refused = parted(got)
    assert len(set(map(answers_number, answers))) == 1
    assert len(answers) == 6
    assert [it.code for it in refused] == [Code.NONCE] * 6
    table.check()


def test_a_name_of_a_press_stands_for_its_actor_its_acts_and_their_arguments() -> None:
    table = ready_table(seats=2)
    bet = {"coup": "1.1", "position": "1", "box": "punto", "amount": 10_000}
    first = table.press(("open_bets", {}), ("place", bet), ("annotate", {"text": "a word"}), nonce="mine")
    before = table.number
    others = [
        partial(table.press, ("open_bets", {}), ("place", bet), nonce="mine"),
        partial(table.press, ("open_bets", {}), nonce="mine"),
        partial(table.press, ("open_bets", {}), ("place", bet), ("annotate", {"text": "another"}), nonce="mine"),
        partial(
            table.press, ("open_bets", {}), ("place", bet | {"amount": 500}), ("annotate", {"text": ""}), nonce="mine"
        ),
        partial(table.does, "tip", amount=500, nonce="mine"),
        partial(table.cast.ispettore.does, "open_bets", nonce="mine"),
    ]

    for other in others:
        with pytest.raises(Refused) as caught:
            other()
        assert caught.value.code is Code.NONCE

    assert table.press(("open_bets", {}), ("place", bet), ("annotate", {"text": "a word"}), nonce="mine") == first
    assert table.number == before
    table.check()


def test_a_press_that_was_entered_before_its_act_had_an_argument_is_known_when_it_comes_again() -> None:
    table = ready_table(seats=1)
    first = table.does("tip", amount=500, nonce="mine")
    triggers.drop_triggers(connection)
    write_anew(table.code, without_form)
    assert table.does("tip", amount=500, nonce="mine") == first
    table.refuses(Code.NONCE, "tip", amount=500, form="cash", nonce="mine")


def without_form(entry: Entry) -> None:
    """As entries of an earlier version are."""
    entry.arguments = entry.arguments.replace(',"form":"chips"', "")
