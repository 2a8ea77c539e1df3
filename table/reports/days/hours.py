"""Time of a day at each table: how long it was open, how long it stood still and why, and who dealt.

It stands still while the game is suspended, while a case holds it, and from the last coup of a taglia to the betting on
the first of the next one. All that follows from entries; a stretch is cut at both ends of the day.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import OuterRef, Q, Subquery

from table.models import Coup, Entry, Shoe
from table.record import chain
from table.reports.days.decisions import TimedCase
from table.reports.days.spans import TAKES_TABLE, Span, keys_within
from table.reports.evenings.closing import closes, closing_verbs
from table.reports.registers.forms import TableHours
from table.rules.profile import Role

Stretch = tuple[datetime, datetime]
"""Time from one moment to another."""
NOTHING = timedelta()
FEWEST = 6
"""Fewest coups from which a pace is computed."""


class TableTimes(NamedTuple):
    """Times of a table on a day, and the time that each dealer, by badge, was in charge while it did not stand still.

    `opened` is how long it was open, `still` how long of that it stood still for any of the three reasons that follow;
    two of them at once count once.
    """

    opened: timedelta = NOTHING
    still: timedelta = NOTHING
    suspended: timedelta = NOTHING
    decision: timedelta = NOTHING
    cards: timedelta = NOTHING
    dealt: Mapping[str, timedelta] = {}

    @property
    def played(self) -> timedelta:
        """Time in which the table was open and not suspended, held by a case, or changing its cards."""
        return self.opened - self.still


def an_hour(coups: int, time: timedelta) -> float | None:
    """Return coups an hour, to one decimal; None for fewer than `FEWEST` coups, or no time."""
    return round(coups * 3600 / time.total_seconds(), 1) if coups >= FEWEST and time > NOTHING else None


def in_seconds(code: str, it: TableTimes, coups: int) -> TableHours:
    """Return the hours of a table in whole seconds, with its coups and its pace (:func:`an_hour`), without dealers."""
    times = {name: round(getattr(it, name).total_seconds()) for name in ("still", "suspended", "decision", "cards")}
    pace = an_hour(coups, it.played)
    return TableHours(table=code, open=round(it.opened.total_seconds()), **times, coups=coups, an_hour=pace)


def hours_of(spans: Sequence[Span], cases: Iterable[TimedCase], now: datetime) -> dict[str, TableTimes]:
    """Return by table code the hours of each span's table within its day: open, standing still by reason, by dealer.

    What still goes on at the last entry of a span, and a case that has not ended, lasts until `now`, or to the end of
    the day if that is earlier. Only cases that hold the game count.
    """
    events, changes = _events(spans), _changes(spans)
    holding = defaultdict[str, list[Stretch]](list)
    for case in cases:
        if case.holds:
            holding[case.table].append((case.opened, case.ended or now))
    return {
        it.code: _hours(it, events.get(it.code, []), holding[it.code], changes[it.code], min(now, it.until))
        for it in spans
    }


class _Event(NamedTuple):
    """Change of a table: it ``opens``, ``closes``, ``suspends``, ``resumes``, or a dealer ``takes`` or ``leaves`` it.

    `badge` is that of the dealer; of a suspension that waited for the end of a coup it is the number of its act.
    """

    number: int
    at: datetime
    what: str
    badge: str = ""


def _hours(
    span: Span, events: Iterable[_Event], holding: Iterable[Stretch], changes: Iterable[Stretch], end: datetime
) -> TableTimes:
    """Return the hours of a table from its events: open, standing still by reason, and time by dealer.

    `holding` are the stretches in which cases held it, `changes` those in which cards were changed, which count only if
    they lie within one opening. All are cut to the time from the beginning of the day to `end`. Dealers count only
    while the table is open and does not stand still; one without such time is left out.
    """
    evenings, suspended, dealers = _states(events, end)
    opened = _both(evenings, [(span.since, end)])
    changed = [it for it in changes if any(begin <= it[0] and it[1] <= close for begin, close in evenings)]
    reasons = tuple(_both(_union(it), opened) for it in (suspended, holding, changed))
    still = _union(stretch for reason in reasons for stretch in reason)
    playing = _without(opened, still)
    dealt = {badge: _length(_both(_union(its), playing)) for badge, its in dealers.items()}
    stopped, waiting, changing = (_length(it) for it in reasons)
    turns = {badge: time for badge, time in dealt.items() if time}
    return TableTimes(_length(opened), _length(still), stopped, waiting, changing, turns)


def _states(
    events: Iterable[_Event], end: datetime
) -> tuple[list[Stretch], list[Stretch], Mapping[str, list[Stretch]]]:
    """Return the stretches in which a table was open, and suspended, and those in which each dealer was in charge.

    What is not over after the last event lasts until `end`; nothing is cut. Events are taken in the order of their
    numbers; opening an open table, suspending a suspended one, or the leaving of a dealer who is not in charge changes
    nothing. Closing ends a suspension, not the charge of the dealer.
    """
    opened, suspended, dealers = list[Stretch](), list[Stretch](), defaultdict[str, list[Stretch]](list)
    open_since: datetime | None = None
    stopped_since: datetime | None = None
    dealer: tuple[str, datetime] | None = None
    for event in sorted(events):
        if event.what == "opens" and open_since is None:
            open_since = event.at
        elif event.what == "suspends" and stopped_since is None:
            stopped_since = event.at
        elif event.what in ("resumes", "closes") and stopped_since is not None:
            suspended.append((stopped_since, event.at))
            stopped_since = None
        if event.what == "closes" and open_since is not None:
            opened.append((open_since, event.at))
            open_since = None
        if (
            event.what in ("takes", "leaves")
            and dealer is not None
            and (event.what == "takes" or event.badge == dealer[0])
        ):
            dealers[dealer[0]].append((dealer[1], event.at))
            dealer = None
        if event.what == "takes":
            dealer = event.badge, event.at
    opened += [(open_since, end)] if open_since is not None else []
    suspended += [(stopped_since, end)] if stopped_since is not None else []
    if dealer is not None:
        dealers[dealer[0]].append((dealer[1], end))
    return opened, suspended, dealers


# --- what the register says


class _Act(NamedTuple):
    """Entry of an act, with number and time of the end of the first coup that ended after it; None where none did."""

    number: int
    at: datetime
    verb: str
    role: str
    actor: str
    outcome: str
    ends: int | None
    ends_at: datetime | None


def _events(spans: Sequence[Span]) -> dict[str, list[_Event]]:
    """Return by table code the changes of state (opened, suspended, dealer…) by acts in each span, or leading up to it.

    The latter are those from the span's entry `begun` on, from which the state at the beginning of the day follows.
    All come in the order of the acts. A suspension that waited for the end of a coup is dated to that end, even behind
    the span; it is left out if it was revoked by then, or no coup has ended since.
    """
    ended = Coup.objects.filter(table__code=OuterRef("register"), ended_at__gt=OuterRef("number")).order_by("ended_at")
    at_end = Entry.objects.filter(register=OuterRef("register"), number=OuterRef("ends"))
    found = defaultdict[str, list[_Event]](list)
    keys = keys_within(
        Entry, "number", spans, verbs=("open_table", "suspend", "resume", "sign_off", *TAKES_TABLE), since_begun=True
    )
    closing = Entry.objects.filter(pk__in=keys_within(Entry, "number", spans, verbs=closing_verbs(), since_begun=True))
    acts = Entry.objects.filter(Q(pk__in=keys) | Q(pk__in=closing.filter(closes()).values("pk")))
    rows = acts.annotate(ends=Subquery(ended.values("ended_at")[:1]))
    rows = rows.annotate(ends_at=Subquery(at_end.values("at")[:1])).order_by("register", "number")
    for register, *act in rows.values_list("register", *_Act._fields):
        found[register].extend(_of_act(_Act(*act)))
    return {code: _without_revoked(events) for code, events in found.items()}


def _of_act(act: _Act) -> Iterator[_Event]:
    """Yield the changes by an act: opening, closing, resuming, a dealer's beginning, a sign-off, a suspension.

    There may be none. A verb of ``closing_verbs`` always counts as closing, and the sign-off of anybody as leaving. A
    suspension that waits for the end of a coup gets number and time of that end, with the number of the act in place of
    a badge, and is left out if no coup has ended since.
    """
    changes = {"open_table": "opens", "resume": "resumes", **dict.fromkeys(closing_verbs(), "closes")}
    if act.verb in changes:
        yield _Event(act.number, act.at, changes[act.verb])
    elif act.verb in TAKES_TABLE and act.role == Role.DEALER:
        yield _Event(act.number, act.at, "takes", act.actor)
    for name, facts in chain.read(act.outcome)["effects"]:
        if name == "suspended" and act.verb == "suspend":
            yield _Event(act.number, act.at, "suspends")
        elif name == "suspend_pending" and act.ends is not None and act.ends_at is not None:
            yield _Event(act.ends, act.ends_at, "suspends", str(act.number))
        elif name == "signed_off" and act.verb == "sign_off":
            yield _Event(act.number, act.at, "leaves", facts["badge"])


def _without_revoked(events: Sequence[_Event]) -> list[_Event]:
    """Return the events without the suspensions that were revoked before they began; the revoking events stay.

    Such a suspension was ordered during a coup, and the game was resumed or the table closed before its end, or with
    it by a ruling.
    """
    ends = [it.number for it in events if it.what in ("resumes", "closes")]
    return [
        it
        for it in events
        if it.what != "suspends" or not it.badge or not any(int(it.badge) < n <= it.number for n in ends)
    ]


def _changes(spans: Sequence[Span]) -> Mapping[str, list[Stretch]]:
    """Return by table code the stretches in which cards were changed, one for each shoe loaded in a span since `begun`.

    Each is from the end of the last coup before a shoe was loaded to the first betting (or Colpo in Bianco) after it. A
    shoe with no coup before it or no betting after it has none. A table without any is missing.
    """
    register, loaded = OuterRef("table__code"), OuterRef("loaded_at")
    ended = Coup.objects.filter(table=OuterRef("table"), ended_at__lt=loaded).order_by("-ended_at").values("ended_at")
    begun = Entry.objects.filter(register=register, number__gt=loaded).order_by("number").values("at")
    found = defaultdict[str, list[Stretch]](list)
    shoes = Shoe.objects.filter(pk__in=keys_within(Shoe, "loaded_at", spans, since_begun=True)).annotate(
        ended=Subquery(ended[:1]),
        bets=Subquery(begun.filter(verb="open_bets")[:1]),
        blank=Subquery(begun.filter(verb="play_blank")[:1]),
    )
    last = Entry.objects.filter(register=register, number=OuterRef("ended"))
    rows = shoes.annotate(since=Subquery(last.values("at")[:1])).order_by("pk")
    for code, since, *firsts in rows.values_list("table__code", "since", "bets", "blank"):
        first = min((it for it in firsts if it is not None), default=None)
        if since is not None and first is not None and since < first:
            found[code].append((since, first))
    return found


# --- stretches of time


def _union(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the stretches sorted, those that touch or overlap merged; empty ones are left out."""
    merged: list[Stretch] = []
    for since, until in sorted(it for it in stretches if it[0] < it[1]):
        if merged and since <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], until)
        else:
            merged.append((since, until))
    return merged


def _both(one: Sequence[Stretch], other: Sequence[Stretch]) -> list[Stretch]:
    """Return the times that are in both lists of stretches, sorted, merged where they touch, without empty ones."""
    cut = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return _union(it for it in cut if it[0] < it[1])


def _without(one: Sequence[Stretch], other: Sequence[Stretch]) -> list[Stretch]:
    """Return the stretches `one` minus `other`, each sorted without overlaps; sorted, merged, none of them empty."""
    left = list[Stretch]()
    for since, until in one:
        edges = [since, *(edge for cut in _both([(since, until)], other) for edge in cut), until]
        left += zip(edges[::2], edges[1::2], strict=True)
    return _union(left)


def _length(stretches: Iterable[Stretch]) -> timedelta:
    """Return the sum of these stretches, overlaps counted twice."""
    return sum((until - since for since, until in stretches), NOTHING)
