"""Screen of the camera desk, which only reads: the bank's acts, alerts and cases, each with UTC from and to."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from bank.rules.due import Pending, overdue
from bank.screens.overdue import pending, timed, words_of
from bank.screens.reading import bank_here, keeps_bank
from table.models import Alert, Entry
from table.play.declaration import VERBS
from table.reports.links import bounds, stamp, video_link
from table.reports.registers.pages import RegisterRow, rows_of
from table.screens.read.alerts import AlertWords, Timed
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Snapshot, read_entry

_macro = macros_of("regions/video.html")

MOST_SHOWN = 60
"""Latest acts of a table in the feed."""
SHOWN = ("bank.", "procedures.verbs.")
"""Where the verbs are declared whose acts the camera desk is shown: of the bank, and of cases."""
ANNULS = "annul"
"""A hand that the empty shoe cannot complete is annulled by an act of the table."""


class FeedAct(NamedTuple):
    """Act in the feed: its number, the badge that pressed it, its words, and whether the inspectors were alerted.

    ``begins`` and ``ends`` bound it in UTC, ``coup`` is that of its table then, ``recorder`` the address of its picture
    in the recorder of the house; both "" where there is none. What time alone has brought about has number 0, and goes
    from when it began to when it was due; ``of_house`` what is the same at every table.
    """

    number: int
    at: datetime
    begins: str
    ends: str
    who: str
    words: str
    effects: tuple[str, ...]
    alarming: bool
    coup: str
    recorder: str
    of_house: bool = False


def video(snapshot: Snapshot, _role: str) -> Iterator[Piece]:
    """Yield one piece, the feed of a table: what is overdue first, then the latest acts.

    Nothing at a table whose rules have no bank; before its bank's first session there is a feed, too.
    """
    if keeps_bank(snapshot):
        rows = [piece(f"seen-{it.number}", _macro("seen"), snapshot.code, it, it.number) for it in feed(snapshot)]
        found = enumerate(overdue_here(snapshot), start=1)
        late = [piece(f"seen-late-{at}", _macro("seen"), snapshot.code, it, f"late-{at}") for at, it in found]
        yield piece("video", _macro("video"), snapshot.code, rows=[*late, *rows])


def feed(snapshot: Snapshot) -> Iterator[FeedAct]:
    """Yield the table's latest acts of the bank, of cases, ``annul``, and those that raised an alert, newest first.

    They are at most MOST_SHOWN, and none is later than the snapshot.
    """
    alerts = Alert.objects.filter(table=snapshot.table, number__lte=snapshot.number).order_by("-number")
    raised = alerts.values_list("number", flat=True).distinct()[:MOST_SHOWN]  # an act may raise several
    wanted = Q(verb__in=verbs()) | Q(number__in=[*raised])
    found = Entry.objects.filter(wanted, register=snapshot.code, number__lte=snapshot.number).order_by("-number")
    rows = rows_of(snapshot.code, [read_entry(it) for it in found[:MOST_SHOWN]])
    yield from (_seen(snapshot.code, row) for row in rows)


def _seen(code: str, row: RegisterRow) -> FeedAct:
    """Return an act as the camera desk shows it, from MARGIN before it to MARGIN after it (:func:`bounds`, in UTC)."""
    line, at = row.line, row.entry.at
    coup = row.place.coup.key if row.place is not None else ""
    begins, ends = bounds(at, at)
    given = (line.actor, line.act, tuple(line.effects), line.alarming, coup, video_link(code, at, at))
    return FeedAct(line.number, at, begins, ends, *given)


def overdue_here(snapshot: Snapshot) -> Iterator[FeedAct]:
    """Yield what is overdue as lines of the feed with number 0: movements, the closing, the gaming day of the house.

    Those of the table come first, in the order in which they were due, then that of the house.
    """
    bank = snapshot.part(bank_here)
    for it in overdue(snapshot.part(pending), timezone.now()):
        assert bank is not None, "what is overdue is of a bank"
        begun, words = Entry.objects.get(register=snapshot.code, number=it.entry), words_of(bank, it, snapshot.numbers)
        [row] = rows_of(snapshot.code, [read_entry(begun)])
        coup = row.place.coup.key if row.place is not None else ""
        yield _late(snapshot.code, it, words, coup)
    for day in timed(snapshot):
        if day.of_house and day.due <= timezone.now():
            yield _late(snapshot.code, day, day.words, "")._replace(of_house=True)


def _late(code: str, it: Pending | Timed, words: AlertWords, coup: str) -> FeedAct:
    """Return a line of the feed on what is overdue, from when it began to when it was due."""
    recorder = video_link(code, it.since, it.since)
    return FeedAct(0, it.due, stamp(it.since), stamp(it.due), "", words.title, (words.stands,), True, coup, recorder)


def verbs() -> frozenset[str]:
    """Return the verbs of the bank and of cases, and ``annul``, which ends a hand that an empty shoe leaves open."""
    return frozenset(name for name, it in VERBS.items() if it.perform.__module__.startswith(SHOWN)) | {ANNULS}
