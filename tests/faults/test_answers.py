"""An answer is never false: what is on disk was done, whatever fails afterwards, and what is not recorded stays so."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import transaction

from table.memory import table_cache, threads
from table.models import HOUSE, Display, Entry, Refusal, Table
from table.record import door, metrics, seals
from table.record.door import Fate, PressResult, proposals, publishing
from table.rules.refusal import Code, Refused
from tests.rig.crowd import at_once
from tests.rig.tables import AtTable, Cast, ready_table

pytestmark = pytest.mark.usefixtures("real_database")
WRONG = ["a\x00b", "a\x1bb", "a\x7fb", "a\x85b", "a\u202eb", "a\ud800b"]


def presses(table: AtTable, *steps: door.Step, nonce: str = "press", **more: Any) -> PressResult:
    """The dealer presses, on the newest number."""
    return door.press(table.code, steps, by=table.cast.dealer.person, nonce=nonce, **{"seen": table.number, **more})


def fails(*_given: object, **_named: object) -> None:
    raise OSError("it cannot be done")


# --- after the commit


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("room", "name"),
    [
        (publishing, "_ping"),
        (publishing, "async_to_sync"),
        (publishing, "get_channel_layer"),
        (table_cache, "check_in"),
        (metrics.SECONDS, "observe"),
        (seals, "keep_after"),
        (threads.loop, "get"),
    ],
    ids=["ping", "loop", "layer", "kept", "counted", "sealed", "thread"],
)
def test_whatever_fails_once_an_act_is_on_disk_it_was_done(
    room: Any, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ready_table(seats=1)
    monkeypatch.setattr(seals, "is_due", lambda *_given, **_named: True)
    if room is threads.loop:
        monkeypatch.setattr(threads, "loop", type("Gone", (), {"get": staticmethod(fails)}))
    else:
        monkeypatch.setattr(room, name, fails)

    answer = presses(table, door.Step("tip", {"amount": 500}))

    assert answer.number == table.number
    assert Entry.objects.filter(register=table.code, nonce="press").count() == 1
    monkeypatch.undo()
    table.does("tip", amount=500)
    table.check()


# --- a proposal is granted by the act, or the act is not done


def paired(table: AtTable) -> Display:
    """The display before the first seat."""
    Cast.at(HOUSE).direzione.does("pair_display", code="7HK2", kind="seat", table=table.code, position="1")
    return Display.objects.get(code="7HK2")


def test_an_act_that_grants_what_nobody_proposed_is_refused_whole() -> None:
    table = ready_table(seats=1)
    before = table.number

    def grants(_row: object) -> None:
        raise Refused(Code.SIGNED_OUT, "This display is not paired.")

    with pytest.raises(Refused):
        presses(table, door.Step("tip", {"amount": 500}), also=grants)

    assert table.number == before
    assert door.became(table.code, "press", by="dario").code == Code.SIGNED_OUT
    table.check()


def test_a_grant_and_its_act_are_one_and_players_who_propose_meanwhile_wait() -> None:
    table = ready_table(seats=1)
    display = paired(table)
    proposals.propose(display, "mark")
    inbox = table.row.inbox
    grants = partial(presses, table, door.Step("mark", {"position": "1"}), also=partial(_take, display))

    got = at_once(grants, partial(proposals.propose, display, "dispute"), partial(_look, display))

    assert isinstance(got[0], PressResult)
    assert isinstance(got[1], Refused), "no coup is over, or nobody sits there"
    display.refresh_from_db()
    assert (display.proposal, table.row.inbox) == ("", inbox + 1)
    table.check()


def _take(display: Display, row: Any) -> None:
    proposals.take_with(row, display, {"mark"})


def _look(display: Display) -> str:
    return Display.objects.get(pk=display.pk).proposal


# --- what became of a press


def test_what_is_recorded_is_found_by_its_name_and_what_is_not_never_will_be() -> None:
    table = ready_table(seats=1)
    tip = door.Step("tip", {"amount": 500})
    answer = presses(table, tip, tip)

    assert door.became(table.code, "press", by="dario") == Fate(answer.number, "tip")
    assert door.became(table.code, "lost", by="dario") == Fate(0)
    assert door.became(table.code, "lost", by="dario") == Fate(0)

    with pytest.raises(Refused) as late:
        presses(table, tip, nonce="lost")
    assert late.value.code is Code.LATE
    assert door.became(table.code, "lost", by="dario") == Fate(0, "tip", Code.LATE)
    assert presses(table, tip, tip) == answer, "the same press again gets its answer"
    assert table.number == answer.number
    table.check()


def test_a_press_that_is_being_done_is_waited_for_before_anything_is_said_of_it() -> None:
    table = ready_table(seats=1)
    tip = door.Step("tip", {"amount": 500})

    for turn in range(6):
        name = f"press-{turn}"
        asks: Callable[[], object] = partial(door.became, table.code, name, by="dario")
        got = at_once(partial(presses, table, tip, nonce=name), asks, asks)
        pressed, fates = got[0], got[1:]
        entries = Entry.objects.filter(register=table.code, nonce=name).count()
        assert entries == isinstance(pressed, PressResult)
        if isinstance(pressed, PressResult):
            assert fates == [Fate(pressed.number, "tip")] * 2
        else:
            assert isinstance(pressed, Refused)
            assert pressed.code is Code.LATE
            assert all(isinstance(it, Fate) and not it.number for it in fates)
    table.check()


def test_a_press_that_waited_until_its_screen_gave_up_is_not_done() -> None:
    table = ready_table(seats=1)
    waited = list[bool]()

    def still() -> None:
        waited.append(transaction.get_connection().in_atomic_block)
        raise Refused(Code.LATE, "Not recorded: this press came too late. Look at the table and press again.")

    before = table.number
    with pytest.raises(Refused):
        presses(table, door.Step("tip", {"amount": 500}), still=still)
    assert waited == [True], "it is asked behind the lock"
    assert table.number == before


def test_of_many_names_the_latest_stay_spent() -> None:
    table = ready_table(seats=1)
    for number in range(door.MOST_SPENT + 5):
        door.became(table.code, f"lost-{number}", by="dario")
    spent = table.row.spent
    assert (len(spent), spent[-1]) == (door.MOST_SPENT, f"dario/lost-{door.MOST_SPENT + 4}")


def test_whoever_asks_for_forty_names_never_pushes_out_the_name_of_somebody_elses_press() -> None:
    """A watcher invents them: what the dealer was told of their press stays so, and the press that waits is refused."""
    table = ready_table(seats=1)
    assert door.became(table.code, "press", by="dario") == Fate(0)
    for number in range(2 * door.MOST_SPENT):
        door.became(table.code, f"invented-{number}", by="cosimo")
    door.became(table.code, "another", by="dario")
    assert len(table.row.spent) == door.MOST_SPENT
    assert {"dario/press", "dario/another"} <= {*table.row.spent}
    with pytest.raises(Refused) as refused:
        presses(table, door.Step("tip", {"amount": 500}), nonce="press")
    assert refused.value.code is Code.LATE


def test_names_that_were_spent_before_it_was_kept_who_asked_stay_spent() -> None:
    table = ready_table(seats=1)
    Table.objects.filter(code=table.code).update(spent=["press"])
    with pytest.raises(Refused) as refused:
        presses(table, door.Step("tip", {"amount": 500}), nonce="press")
    assert refused.value.code is Code.LATE


def test_a_screen_that_has_seen_more_than_there_is_acts_on_another_database() -> None:
    table = ready_table(seats=1)
    with pytest.raises(Refused) as refused:
        presses(table, door.Step("tip", {"amount": 500}), seen=table.number + 1)
    assert refused.value.code is Code.STALE
    assert "restored from an older backup" in refused.value.sentence


# --- what cannot be written


@pytest.mark.one_in(4)
@pytest.mark.parametrize("wrong", WRONG)
def test_what_cannot_be_written_is_refused_with_a_sentence_and_the_refusal_is_kept(wrong: str) -> None:
    table = ready_table(seats=1)
    before, refused_before = table.number, Refusal.objects.count()
    tried: list[Callable[[], object]] = [
        partial(presses, table, door.Step("annotate", {"text": wrong})),
        partial(presses, table, door.Step("reserve", {"guest": wrong})),
        partial(presses, table, door.Step(wrong, {})),
        partial(presses, table, door.Step("tip", {"amount": 500}), nonce=wrong),
        partial(door.press, wrong, [door.Step("tip", {})], by=table.cast.dealer.person, nonce="n"),
    ]
    for press in tried:
        with pytest.raises(Refused) as refused:
            press()
        assert refused.value.code in (Code.ARGUMENTS, Code.ROLE), press
    assert (table.number, Refusal.objects.count() - refused_before) == (before, len(tried))
    table.check()


def test_only_a_free_text_has_lines() -> None:
    table = ready_table(seats=1)
    presses(table, door.Step("annotate", {"text": "one\n\ttwo"}))
    with pytest.raises(Refused) as refused:
        presses(table, door.Step("place", {"coup": "1\n1", "position": "1", "box": "punto", "amount": 1000}), nonce="b")
    assert refused.value.code is Code.ARGUMENTS
