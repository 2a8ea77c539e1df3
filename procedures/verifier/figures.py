"""Figures and times in the words of a paper, and the values that they may name.

A paper names no time zone: its local times have to be ahead of UTC by the same in all rows, or by an hour more or less
from one row on, as where clocks are changed.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

FIGURE = re.compile(r"\d+(?:[’'.,\u00a0\u202f-]\d+)*")
DIGITS = re.compile(r"\d+")
LOCAL = re.compile(r"(?:(?P<day>\D*\d+\D+\d+), )?(?P<hour>(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)")
"""Local time of a row, behind its day where that is another than in the row before."""
UNIVERSAL = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
HOUR_OF_DAY = re.compile(r"(?<![\d:])\d\d:\d\d:\d\d(?![\d:])")
DAY, HOUR, QUARTER = timedelta(days=1), timedelta(hours=1), timedelta(minutes=15)
MOST_AHEAD, MOST_BEHIND = timedelta(hours=14), timedelta(hours=12)
"""Greatest differences of a time zone from UTC."""


def digits(text: str) -> str:
    """Join all digits of a text into one string; "" for a text without any."""
    return "".join(filter(str.isdecimal, text))


def unknown(words: str, values: Any) -> list[str]:
    """List the figures in words that are none of the names of these values, see :func:`figures`, at any depth.

    Digits alone are compared: ``1.5`` names 15, ``0,05`` names 5, and ``3`` names 300 as well, as cents.
    """
    known = {*figures(values)}
    return [it for it in FIGURE.findall(words) if digits(it) not in known]


def figures(value: Any) -> Iterator[str]:
    """Yield the texts by which words may name a value, at any depth of dicts (keys, too), lists and tuples.

    Of a whole number (True is 1) its digits without sign, also with zeros before them, as of cents in ``0,05``, and of
    whole hundreds of cents those of the units. Of a text the text itself, each figure in it as digits alone, each run
    of digits, and "10" if it begins with T (else "", which no figure equals). Nothing of other values.
    """
    if isinstance(value, int):
        yield from (str(abs(value)), f"{abs(value):03}")
        yield from [str(abs(value) // 100)] if value % 100 == 0 else []
    elif isinstance(value, str):
        yield value
        yield from ("10" if value[:1] == "T" else "", *map(digits, FIGURE.findall(value)), *DIGITS.findall(value))
    elif isinstance(value, dict):
        yield from figures([*value.keys(), *value.values()])
    elif isinstance(value, list | tuple):
        for it in value:
            yield from figures(it)


# --- times


class HouseClock:
    """Clock of the house, as the rows of entries on a paper show it."""

    def __init__(self) -> None:
        """Begin without a row: no distance from UTC is known yet, and the first row sets it."""
        self.ahead: list[timedelta] = []

    def goes_on(self, local: str, at: str) -> bool:
        """Whether the local time of one more row is that of ``at`` (with its zone), by the clock of the rows before it.

        That clock has to be as far ahead of UTC as in the row before. The first row sets this; False if it is not of
        whole quarters of an hour, to the second. One later row may change it by an hour, no other. A day before the
        time has to be that of the same moment, by the numbers of day and year; where the hour may be that of two time
        zones, a day apart, either day is one. False for a text of another form.
        """
        if not (found := LOCAL.fullmatch(local)):
            return False
        utc = datetime.fromisoformat(at).astimezone(UTC)
        now = (_since_midnight(found["hour"]) - _since_midnight(f"{utc:%H:%M:%S}")) % DAY
        now -= DAY if now > MOST_AHEAD else timedelta()
        if now not in self.ahead[-1:]:
            if now % QUARTER or len(self.ahead) > 1 or (self.ahead and abs(now - self.ahead[0]) != HOUR):
                return False
            self.ahead.append(now)
        days = [utc + by for by in (now, now - DAY) if -by <= MOST_BEHIND]
        numbers = sorted(DIGITS.findall(found["day"] or ""))
        return not found["day"] or numbers in [sorted((str(it.day), str(it.year))) for it in days]

    def unknown(self, texts: Iterable[str], entries: Iterable[str], others: Iterable[str]) -> Iterator[str]:
        """Yield the times with seconds in texts that are of none of these moments (ISO times), of each text each once.

        A time behind a day in digits ("2026-11-26 21:14:05") is UTC. Any other is local: that of one of ``entries`` by
        a distance from UTC that the rows had, of one of ``others`` by such a distance or by an hour more or less.
        Before any row every local time is yielded, and always one with digits that are not ASCII.
        """
        utc = [datetime.fromisoformat(it).astimezone(UTC) for it in entries]
        others_utc = [datetime.fromisoformat(it).astimezone(UTC) for it in others]
        universal = {f"{it:%Y-%m-%d %H:%M:%S}" for it in (*utc, *others_utc)}
        ahead = {more + it for it in self.ahead for more in (-HOUR, timedelta(), HOUR)}
        local = {f"{it + by:%H:%M:%S}" for it in utc for by in self.ahead}
        local |= {f"{it + by:%H:%M:%S}" for it in others_utc for by in ahead}
        for text in texts:
            yield from {*UNIVERSAL.findall(text)} - universal
            yield from {*HOUR_OF_DAY.findall(UNIVERSAL.sub("", text))} - local


def is_hour(text: str) -> bool:
    """Whether a text is two ASCII digits, colon, two, colon, two, and nothing else; 99:99:99 passes, too."""
    return text.isascii() and bool(HOUR_OF_DAY.fullmatch(text))


def _since_midnight(hour: str) -> timedelta:
    """Return the time since midnight of an hour like ``21:14:05``."""
    hours, minutes, seconds = map(int, hour.split(":"))
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)
