"""Everybody presses at once: the acts of a table happen one after the other, and each finds what the last one left."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Event

import pytest
from django.db import connection, transaction

from table.door import Answer
from table.models import Entry, Guest, Refusal, Stake
from table.rules.profiles import VENEZIA
from table.rules.refusal import Code, Refused
from tests.faults.coups import plain, played_to
from tests.faults.crowd import at_once
from tests.rig.tables import AtTable, Somebody, new_table, ready_table, seat

pytestmark = pytest.mark.usefixtures("real_database")
ROUNDS = 4
Press = Callable[[], Answer]


# --- the same press


def test_a_press_that_arrives_twelve_times_acts_once_and_gets_one_answer() -> None:
    table = ready_table(seats=1)
    press = partial(table.does, "open_bets", nonce="one press", seen=table.number)

    answers = at_once(*[press] * 12)

    assert answers == [Answer(answers_number(answers[0]), ({"effects": [["taglia_started", {"taglia": 1}]]},))] * 12
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


# --- different presses


def test_stakes_of_nine_positions_at_once_all_arrive() -> None:
    table = ready_table(seats=9)
    table.does("open_bets")

    got = at_once(*(stake(table, position) for position in VENEZIA.positions))

    answers, refused = parted(got)
    assert sorted(map(answers_number, answers)) == list(range(table.number - 8, table.number + 1))
    assert refused == []
    assert set(Stake.objects.values_list("position", "laid")) == {(it, 10_000) for it in VENEZIA.positions}
    table.check()


def test_of_two_stakes_for_the_same_place_one_lies_there_and_the_other_is_told_why() -> None:
    table = ready_table(seats=9)
    table.does("open_bets")

    got = at_once(*(stake(table, position) for position in VENEZIA.positions for _ in range(2)))

    answers, refused = parted(got)
    assert (len(answers), Counter(it.code for it in refused)) == (9, {Code.ONE_STAKE: 9})
    assert Stake.objects.count() == 9
    assert Refusal.objects.count() == 9
    table.check()


def test_stakes_and_rien_ne_va_plus_at_once_each_stake_is_in_action_or_refused() -> None:
    table = ready_table(seats=9)
    played_to(table, "close_bets")
    close = partial(table.does, "close_bets", said=True, seen=table.number)

    got = at_once(*(stake(table, position) for position in VENEZIA.positions[1:]), close)

    answers, refused = parted(got)
    assert isinstance(got[-1], Answer), "a stake of somebody else does not make «Rien ne va plus» stale"
    assert {it.code for it in refused} <= {Code.CLOSED}
    assert Stake.objects.filter(in_action=10_000).count() == Stake.objects.count() == len(answers)
    assert len(answers) + len(refused) == 9
    table.check()


def test_a_stake_laid_meanwhile_does_not_make_the_closing_stale() -> None:
    table = ready_table(seats=2)
    played_to(table, "close_bets")
    seen = table.number
    stake(table, "2")()

    table.does("close_bets", said=True, seen=seen)

    assert Stake.objects.filter(in_action=10_000).count() == 2


def test_two_tablets_that_stand_on_the_same_coup_do_not_both_decide() -> None:
    table = ready_table(seats=1)
    for number in range(1, ROUNDS + 1):
        played_to(table, "settle", number=number)
        seen = table.number
        settle = partial(table.press, ("settle", {}), ("burn", {}), seen=seen)
        annul = partial(table.cast.ispettore.does, "annul", reason="unclear", seen=seen)

        answers, refused = parted(at_once(settle, annul))

        assert len(answers) == 1
        assert [it.code for it in refused] == [Code.STALE]
        if table.floor.coup is not None:
            table.does("burn")
    table.check()


def test_an_act_pressed_on_four_tablets_happens_once() -> None:
    table = ready_table(seats=1)
    for act in plain("1.1"):
        seen = table.number
        press = partial(table.press, act, seen=seen)

        answers, refused = parted(at_once(*[press] * 4))

        assert [answers_number(it) for it in answers] == [seen + 1], act
        assert {it.code for it in refused} <= {Code.STALE, Code.ONE_STAKE}
        assert len(refused) == 3
    table.check()


def test_of_two_dealers_only_the_one_who_is_signed_on_deals() -> None:
    table = ready_table(seats=1)
    for number in range(1, ROUNDS + 1):
        act = played_to(table, "deal", number=number)
        seen = table.number
        takes_over = partial(table.cast.relief.does, "sign_on")
        deals, dealt_too = partial(table.press, act, seen=seen), partial(table.cast.relief.presses, act, seen=seen)

        got = at_once(takes_over, deals, dealt_too)

        assert isinstance(got[0], Answer)
        assert {it.code for it in parted(got)[1]} <= {Code.ROLE, Code.STALE}
        assert table.floor.facts.out in (0, 4)
        table.does("sign_on")
        for left in plain(f"1.{number}")[4 if table.floor.facts.out else 3 :]:
            table.press(left)
    table.check()


def test_a_suspension_and_a_deal_at_once_leave_no_half_of_either() -> None:
    table = ready_table(seats=1)
    for number in range(1, ROUNDS + 1):
        deal = played_to(table, "deal", number=number)
        suspend = partial(table.cast.ispettore.does, "suspend")

        dealt, suspended = at_once(partial(table.press, deal, seen=table.number), suspend)

        assert isinstance(suspended, Answer)
        if isinstance(dealt, Answer):
            assert table.row.suspend_pending
            for left in plain(f"1.{number}")[4:]:
                table.press(left)
        else:
            assert dealt.code in (Code.STALE, Code.TABLE_NOT_OPEN)
            assert table.floor.coup is None
        assert table.row.status == "suspended"
        table.cast.ispettore.does("resume")
    table.check()


# --- waiting for one another


def test_an_act_that_waited_for_new_rules_is_done_by_them() -> None:
    table = new_table()
    limits = {"main": [1000, 50_000], "egalite": [500, 5000]}
    held = Event()

    def changes() -> Answer:
        with transaction.atomic():
            answer = table.cast.direzione.does("change_rules", changes={"limits_decided_by": "direzione"})
            held.set()
            until_somebody_waits()
            return answer

    def waits(decider: Somebody) -> Answer:
        held.wait()
        return decider.does("set_limits", limits=limits)

    changed, entitled, no_more = at_once(
        changes, partial(waits, table.cast.direzione), partial(waits, table.cast.ispettore)
    )

    assert isinstance(changed, Answer)
    assert isinstance(entitled, Answer)
    assert isinstance(no_more, Refused)
    assert no_more.code is Code.ROLE
    table.check()


def until_somebody_waits() -> None:
    """PostgreSQL tells who waits for a lock. On SQLite whoever comes waits at the door of the whole database."""
    waiting = connection.vendor == "sqlite"
    while not waiting:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM pg_locks WHERE NOT granted")
            waiting = cursor.fetchone()[0] > 0


def test_tables_that_play_at_the_same_time_do_not_wait_for_one_another_for_ever() -> None:
    tables = [ready_table(code=f"T{number}", seats=2) for number in range(1, 4)]

    def plays(table: AtTable) -> int:
        for number in range(1, 3):
            seat(table, f"newcomer {number}", str(number + 2))
            for act in plain(f"1.{number}"):
                table.press(act)
        return table.number

    numbers = at_once(*(partial(plays, table) for table in tables), partial(opens_tables, 4))

    assert numbers[:3] == [tables[0].number] * 3
    assert Guest.objects.filter(key__startswith="newcomer").count() == 2
    for table in tables:
        table.check()


def opens_tables(count: int) -> int:
    """The house's own register grows at the same time."""
    for number in range(count):
        new_table(code=f"N{number}")
    return count


def stake(table: AtTable, position: str) -> Press:
    """A stake at this position, ready to be laid."""
    coup = table.coup
    return partial(table.does, "place", coup=coup, position=position, box="punto", amount=10_000)


def parted(got: list[Answer | Refused]) -> tuple[list[Answer], list[Refused]]:
    """What was done, and what was refused."""
    return [it for it in got if isinstance(it, Answer)], [it for it in got if isinstance(it, Refused)]


def answers_number(answer: object) -> int:
    """The number of the entry that the answer speaks of."""
    assert isinstance(answer, Answer)
    return answer.number
