"""Alerts as extensions hand them over: the words of undecided cases, and alerts that time alone raises."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from table.models import Severity
from table.record.cross_register.own_word import Awaited
from table.screens.read.sentences import in_words
from table.screens.read.snapshot import Snapshot


class AlertWords(NamedTuple):
    """Title of an alert, and how its case stands or what is known of it."""

    title: str
    stands: str


CASES: list[Callable[[Snapshot], Mapping[int, AlertWords]]] = []
"""Functions of extensions that return the words of each undecided case, by the entry that opened it."""


def words_of_cases(snapshot: Snapshot) -> dict[int, AlertWords]:
    """Map each undecided case for which an extension (CASES) has words to these, title and how it stands.

    The key is the number of the entry that opened the case; empty if there are none.
    """
    return {number: words for words_of in CASES for number, words in words_of(snapshot).items()}


def awaited(snapshot: Snapshot) -> str:
    """Return how an undecided incident that holds play stands, in words: what is missing, and from whom.

    It is the oldest of those for which an extension (CASES) has words; "" if there is none.
    """
    cases = words_of_cases(snapshot)
    holding = [it.incident for it in snapshot.alerts if it.severity == Severity.HOLDS and it.incident in cases]
    return cases[min(holding)].stands if holding else ""


# --- alerts that time alone raises: no act names them, nobody takes note of them, and they go with their cause


class Timed(NamedTuple):
    """Alert that stands from ``due`` on, until its cause is gone, which has lasted since ``since``.

    ``key`` is unique among those of a table. One ``of_house`` is the same at every table.
    """

    key: str
    code: str
    words: AlertWords
    severity: str
    since: datetime
    due: datetime
    of_house: bool = False


TIMED: list[Callable[[Snapshot], Iterable[Timed]]] = []
"""Functions of extensions that return these alerts of a table, also those that are not due yet."""


def timed_alerts(snapshot: Snapshot) -> list[Timed]:
    """List the alerts of a table that time has raised by now, the one first due first."""
    now = timezone.now()
    return sorted((it for found in TIMED for it in found(snapshot) if it.due <= now), key=lambda it: it.due)


def awaited_pins(snapshot: Snapshot) -> list[Awaited]:
    """List the PINs given anew with which their owners may not decide anything yet, the latest first.

    They are those of the whole house that the snapshot has, without those whose wait has ended since. By whom and on
    which device is in words of the active language.
    """
    now = timezone.now()
    return [in_words(it) for it in snapshot.awaited_pins if it.ends > now]


def turns_at(snapshot: Snapshot) -> datetime | None:
    """Return the next time at which time raises an alert of a table, or the wait of a PIN of the house ends; else None.

    The table has to be drawn again then.
    """
    now = timezone.now()
    times = [*(it.due for found in TIMED for it in found(snapshot)), *(it.ends for it in snapshot.awaited_pins)]
    return min((at for at in times if at > now), default=None)
