"""Pace of a table, from the times of its latest acts: coups an hour, and the seconds of each stage of a coup.

Pauses of more than ten minutes do not count as play.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from math import ceil
from statistics import median
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from table.rules.phase import Phase

STAGES: dict[str, Promise] = {
    "betting": pgettext_lazy("stage", "stakes"),
    "dealing": pgettext_lazy("stage", "dealing"),
    "reading": pgettext_lazy("stage", "reading"),
    "turning": pgettext_lazy("stage", "turning and drawing"),
    "paying": pgettext_lazy("stage", "payment"),
    "burning": pgettext_lazy("stage", "burning"),
}
STAGE_OF = {
    **dict.fromkeys(("place", "raise", "lower", "withdraw", "clear", "change_cash", "keep", "repeat"), "betting"),
    **dict.fromkeys(("name_highest", "close_bets"), "betting"),
    "deal": "dealing",
    **dict.fromkeys(("declare", "turn_battuta"), "reading"),
    **dict.fromkeys(("card_out", "turn_banco", "turn_punto", "turn_third", "announce"), "turning"),
    **dict.fromkeys(("extract_remaining", "settle"), "paying"),
    "burn": "burning",
}
"""Stage on which the time before an act was spent. Acts neither here nor in BEGINS are passed over."""
BEGINS, ENDS = ("open_bets", "play_blank"), "burn"
STAGE_IN: dict[Phase, str] = {
    Phase.BETTING: "betting",
    **dict.fromkeys((Phase.CLOSED, Phase.DEALING), "dealing"),
    Phase.READING: "reading",
    **dict.fromkeys((Phase.DECLARED, Phase.BANCO_UP, Phase.DRAWING, Phase.PUNTO_UP), "turning"),
    **dict.fromkeys((Phase.ANNOUNCED, Phase.COUNTING), "paying"),
    Phase.SETTLED: "burning",
}
"""Stage to which a phase of a coup belongs."""
STEPS = frozenset(
    {
        *(verb for verb, stage in STAGE_OF.items() if stage != "betting"),
        *(*BEGINS, "close_bets", "open_table", "close_table", "suspend", "resume"),
    }
)
"""Acts that begin a phase, or stop or resume play: how long a table has been in its state counts from the latest."""
LONGEST_PAUSE_SECONDS = 600
MOST_LENGTHS = 20
LATE = 1.5
"""Multiple of its average after which a stage is late: half of all coups take longer than the average."""
SHORTEST_SECONDS, FEWEST = 900, 6
"""Seconds of play from which the present pace is computed at least; fewest coups from which the usual one is."""
FASTER, SLOWER = 1.15, 0.85
MOST_CACHED = 512
Acts = Sequence[tuple[str, datetime]]


class Pace(NamedTuple):
    """Coups an hour, None before two coups ended without a pause between them; average seconds a coup by stage.

    ``lengths`` are the seconds from end to end of each of the latest coups, at most 20, pauses left out.
    """

    an_hour: int | None
    lengths: list[int]
    seconds: dict[str, int]


class Rhythm(NamedTuple):
    """Coups an hour: of the latest coups, and as the table usually plays; None where it has played too few."""

    an_hour: int | None
    usual: int | None

    @property
    def trend(self) -> str:
        """``faster`` if the coups an hour are over FASTER times the usual ones, ``slower`` if under SLOWER times.

        Else "", also where either is None.
        """
        if self.an_hour is None or self.usual is None:
            return ""
        share = self.an_hour / self.usual
        return "faster" if share > FASTER else "slower" if share < SLOWER else ""


def whole_coups(acts: Acts) -> Acts:
    """Return the acts up to the latest burning, with which a coup ends, so that a coup in progress does not count.

    Empty without one. A coup that a ruling ends has none, and counts as part of the next.
    """
    last = next((place for place in range(len(acts), 0, -1) if acts[place - 1][0] == ENDS), 0)
    return acts[:last]


def pace(acts: Acts) -> Pace:
    """Return the pace of these acts, each verb and time, in order of time.

    A time from one end of a coup to the next, or between two acts, that is over LONGEST_PAUSE_SECONDS is left out.
    Coups an hour are None where no time between two ends is left, or all of them are 0.
    """
    ends = [at for verb, at in acts if verb == ENDS]
    gaps = [seconds for seconds in map(_between, pairwise(ends)) if seconds <= LONGEST_PAUSE_SECONDS]
    an_hour = round(3600 * len(gaps) / sum(gaps)) if sum(gaps) else None
    return Pace(an_hour, [round(gap) for gap in gaps[-MOST_LENGTHS:]], _seconds(acts))


def _seconds(acts: Acts) -> dict[str, int]:
    """Return by stage its seconds, divided by the number of burnings (at least 1) and rounded.

    Stages on which no time was spent are left out; one of little time may be 0.
    """
    spent, coups = dict.fromkeys(STAGES, 0.0), max(1, sum(verb == ENDS for verb, _ in acts))
    for stage, seconds in _stretches(acts):
        spent[stage] += seconds
    return {stage: round(spent[stage] / coups) for stage in STAGES if spent[stage]}


def _stretches(acts: Acts) -> Iterable[tuple[str, float]]:
    """Yield for each act that ends a stage (STAGE_OF) that stage, and the seconds since the act before it.

    Only acts in STAGE_OF and BEGINS count as acts before. Left out are times over LONGEST_PAUSE_SECONDS, and a burning
    right after another.
    """
    of_play = [(verb, at) for verb, at in acts if verb in STAGE_OF or verb in BEGINS]
    for (before, since), (verb, until) in pairwise(of_play):
        seconds = _between((since, until))
        if verb in STAGE_OF and seconds <= LONGEST_PAUSE_SECONDS and not (before == ENDS and verb == ENDS):
            yield STAGE_OF[verb], seconds


def _between(times: tuple[datetime, datetime]) -> float:
    """Return the seconds between two times; 0 where the clock went back."""
    return max(0.0, (times[1] - times[0]).total_seconds())


# --- how a table is at this moment


paced: Callable[[tuple[tuple[str, datetime], ...]], Pace] = lru_cache(maxsize=MOST_CACHED)(pace)
"""Pace of these acts; cached by them, so that callers give those of whole coups, which change rarely."""


def rhythm(played: Pace) -> Rhythm:
    """Return the coups an hour, rounded, lately and usually, from ``played.lengths`` without those of 0 seconds.

    Lately is by the latest coups that fill SHORTEST_SECONDS, usually by the median of all, at most the latest
    MOST_LENGTHS. Both are None while these fill less than SHORTEST_SECONDS and are fewer than MOST_LENGTHS; the usual
    one also with fewer than FEWEST coups.
    """
    lengths = [seconds for seconds in played.lengths if seconds]
    lately, spent = 0, 0
    while lately < len(lengths) and spent < SHORTEST_SECONDS:
        lately += 1
        spent += lengths[-lately]
    if not lengths or (spent < SHORTEST_SECONDS and len(lengths) < MOST_LENGTHS):
        return Rhythm(None, None)
    usual = round(3600 / median(lengths)) if len(lengths) >= FEWEST else None
    return Rhythm(round(3600 * lately / spent), usual)


def since(acts: Acts) -> datetime | None:
    """Return the time of the latest act in STEPS, with which a phase begins, or play stops or resumes.

    None if there is none among these.
    """
    return next((at for verb, at in reversed(acts) if verb in STEPS), None)


def late_after(played: Pace, phase: Phase | None) -> int | None:
    """Return after how many seconds this phase is late: LATE times the mean of its stage, rounded up.

    None between coups, and where that mean is not known or 0.
    """
    average = played.seconds.get(STAGE_IN.get(phase, "")) if phase is not None else None
    return ceil(LATE * average) if average else None
