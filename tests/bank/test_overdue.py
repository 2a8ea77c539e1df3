"""What time alone brings about at a bank: seen in the pit and at the cameras without a press, gone with its cause."""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import date, datetime, timedelta

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from bank.play.day import calendar_day
from bank.rules.due import OverdueKind, closing_due, movements_due, overdue
from bank.screens.overdue import pending
from table.live.feed import TableFeed
from table.live.hub import Hub
from table.memory.threads import Urgency
from table.models import Entry
from table.screens.inspector.alerts import alert_lines
from table.screens.read.snapshot import HowFar, take
from table.screens.regions import Region, draw, render
from table.words.numbers import Numbers, numbers_here
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.bank.test_day import rolls
from tests.croupier.cases import report
from tests.croupier.coups import deal
from tests.rig.tables import seat

pytestmark = pytest.mark.django_db
TILE, DESK, FEED = Region("tile:ispettore_gioco", "en"), Region("desk:ispettore_gioco", "en"), Region("video", "en")
OLD, REQUESTED = "What is on its way is not received.", "What was asked for is not on its way yet."
LATE, DAY = "The bank is not closed yet.", "The gaming day is not ended."


class Clock:
    """The time of the house, which the test puts forward."""

    def __init__(self) -> None:
        self.at = timezone.now()

    def now(self) -> datetime:
        """The time."""
        return self.at

    def passes(self, **ahead: int) -> None:
        """So much of it passes."""
        self.at += timedelta(**ahead)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock by which the house acts and draws."""
    found = Clock()
    monkeypatch.setattr(timezone, "now", found.now)
    return found


@pytest.fixture
def at(db: None, clock: Clock) -> Iterator[AtBank]:
    """A table in play, with a bank."""
    found = bank_table()
    found.opens()
    yield found
    found.table.check()


def shows(at: AtBank, region: Region, words: str) -> bool:
    """Whether a screen of the table says this now."""
    snapshot = take(at.code)
    assert snapshot is not None
    return words in render(snapshot, region)


def test_a_movement_is_old_after_its_minutes_until_it_is_received(at: AtBank, clock: Clock) -> None:
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    clock.passes(minutes=15)
    assert shows(at, TILE, REQUESTED)
    at.cassa.does("issue", movement=2, pieces={"10000": 10})
    clock.passes(minutes=14)
    assert not shows(at, TILE, OLD), "it counts from when it was sent"
    clock.passes(minutes=1)
    for region in (TILE, DESK, FEED):
        assert shows(at, region, OLD), region
    assert shows(at, TILE, "fill, movement 2")
    at.table.cast.dealer.does("receive", movement=2, pieces={"10000": 10})
    at.table.cast.ispettore.does("attest_movement", movement=2, device=at.table.cast.dealer.person.badge)
    assert not any(shows(at, region, OLD) for region in (TILE, DESK, FEED))


def test_its_card_at_the_cage_has_waited_as_long_as_the_alert_says(at: AtBank, clock: Clock) -> None:
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    assert waiting_at_cage(at) == waiting_by_alert(at) == clock.at
    clock.passes(minutes=10)
    at.cassa.does("issue", movement=2, pieces={"10000": 10})
    assert waiting_at_cage(at) == waiting_by_alert(at) == clock.at


def waiting_at_cage(at: AtBank) -> datetime:
    """Since when the one movement waits by its card at the cage: so it is ordered on the wall, and its age counted."""
    snapshot = take(at.code)
    assert snapshot is not None
    [ordered, counted] = re.findall(r'(?:data-at|datetime)="(.*?)"', render(snapshot, Region("cassa", "en")))
    assert ordered == counted
    return datetime.fromisoformat(counted)


def waiting_by_alert(at: AtBank) -> datetime:
    """Since when the one movement waits by the alert that time raises."""
    snapshot = take(at.code)
    assert snapshot is not None
    [found] = pending(snapshot)
    return found.since


def test_the_cameras_have_it_with_its_coup_from_when_it_began_to_when_it_was_due(at: AtBank, clock: Clock) -> None:
    at.table.does("open_bets")
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    requested = Entry.objects.get(register=at.code, verb="request_fill").at
    clock.passes(minutes=15)
    snapshot = take(at.code)
    assert snapshot is not None
    text = render(snapshot, FEED).partition("seen-late-1")[2].partition("</li>")[0]
    for moment in (requested, requested + timedelta(minutes=WITH_BANK.movement_minutes)):
        assert f'datetime="{moment.strftime("%Y-%m-%dT%H:%M:%SZ")}"' in text
    assert f"Coup {at.table.coup}" in text


def test_a_closing_is_overdue_after_its_minutes_until_the_bank_is_closed(at: AtBank, clock: Clock) -> None:
    at.table.cast.ispettore.does("close_table")
    clock.passes(minutes=59)
    assert not shows(at, DESK, LATE)
    clock.passes(minutes=1)
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    closed = Entry.objects.get(register=at.code, verb="close_table").at
    for words in (LATE, f"The table was closed on {Numbers('en').moment(closed)}."):
        assert shows(at, DESK, words)
        assert shows(at, FEED, words)
    at.table.cast.ispettore.does("close_bank")
    assert not shows(at, DESK, LATE)


def test_a_closing_is_overdue_too_where_a_ruling_closed_the_table(at: AtBank, clock: Clock) -> None:
    seat(at.table, "anna", "1")
    deal(at.table, "P100@1")
    case = report(at.table, "unforeseen", what="foreign_card")
    at.table.cast.direzione.does("rule", incident=case.number, text="as decided", effects=["annul", "close_table"])
    clock.passes(minutes=59)
    assert not shows(at, DESK, LATE)
    clock.passes(minutes=1)
    assert shows(at, DESK, LATE)


def test_a_gaming_day_is_overdue_at_every_table_with_a_bank_until_the_next_one_begins(
    at: AtBank, clock: Clock, django_capture_on_commit_callbacks: Callable[..., AbstractContextManager[object]]
) -> None:
    clock.passes(hours=48)
    assert not shows(at, TILE, DAY), "nobody has begun one: the calendar ends it"
    day = calendar_day(clock.at)
    rolls(day)
    assert not shows(at, DESK, DAY)
    clock.passes(hours=48)
    for region in (TILE, DESK, FEED):
        assert shows(at, region, DAY), region
    ends = date.fromisoformat(day) + timedelta(days=1)
    assert shows(at, DESK, f"It was to end on {ends.day} {ends:%b %Y}, 06:00;")
    before = at.table.row.inbox
    with django_capture_on_commit_callbacks(execute=True):
        rolls(calendar_day(clock.at))
    assert at.table.row.inbox == before + 1, "every table is drawn again"
    assert not shows(at, DESK, DAY)


def test_what_time_raises_is_seen_and_nobody_is_asked_to_note_it(at: AtBank, clock: Clock) -> None:
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    clock.passes(minutes=15)
    snapshot = take(at.code)
    assert snapshot is not None
    [line] = [it for it in alert_lines(snapshot, numbers_here()) if it.code == OverdueKind.MOVEMENT_OLD]
    assert (line.calls, line.number) == (False, 0)
    text = render(snapshot, DESK).partition(REQUESTED)[2].partition("</div>")[0]
    assert "acknowledge_alert" not in text


def test_screens_are_drawn_again_by_the_clock_alone(at: AtBank, clock: Clock) -> None:
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    feed = TableFeed(at.code, Urgency.STAFF)
    feed.drawn = before = draw(at.code, {TILE, FEED})
    assert before is not None
    assert before.turns is not None
    hub, renewed = Hub(), list[str]()
    feed.renew = lambda **_own: renewed.append(at.code)  # type: ignore[method-assign]
    hub._feeds[at.code, Urgency.STAFF] = feed
    far = HowFar({at.code: feed.edition}, 0, "")
    hub._house = 0
    hub._find_out(far)
    assert (feed.has_turned, renewed) == (False, [])
    clock.passes(minutes=15)
    hub._find_out(far)
    assert (feed.has_turned, renewed) == (True, [at.code])
    feed.drawn = draw(at.code, {TILE, FEED}, before)
    assert feed.drawn is not None
    assert feed.drawn.edition == before.edition
    assert REQUESTED not in before.texts[TILE].text
    assert REQUESTED in feed.drawn.texts[TILE].text
    assert (feed.has_turned, feed.drawn.turns) == (False, None)
    public = draw(at.code, {Region("sign", "en")})
    assert public is not None
    assert public.turns is None, "what players see does not turn"


@given(minutes=st.integers(1, 1440), early=st.integers(1, 10**6))
def test_it_is_overdue_from_its_very_minute_on(minutes: int, early: int) -> None:
    began = datetime.fromisoformat("2026-11-26T21:00+00:00")
    pending = [*movements_due([(3, 40, began)], minutes), closing_due(50, began, minutes)]
    due = began + timedelta(minutes=minutes)
    assert [it.kind for it in overdue(pending, due)] == [OverdueKind.CLOSING_OVERDUE, OverdueKind.MOVEMENT_OLD]
    assert overdue(pending, due - timedelta(microseconds=early)) == []
