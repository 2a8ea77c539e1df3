"""How fast a table plays, from the times of its latest acts: coups an hour, and the seconds of each stage of a coup.

A pause longer than the longest that a coup takes is no part of the play.
"""

from collections.abc import Iterable, Sequence
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
"""The stage that an act belongs to: the time before it was spent on it. Others interrupt a stage and end none."""
BEGINS, ENDS = ("open_bets", "play_blank"), "burn"
STAGE_IN: dict[Phase, str] = {
    Phase.BETTING: "betting",
    **dict.fromkeys((Phase.CLOSED, Phase.DEALING), "dealing"),
    Phase.READING: "reading",
    **dict.fromkeys((Phase.DECLARED, Phase.BANCO_UP, Phase.DRAWING, Phase.PUNTO_UP), "turning"),
    **dict.fromkeys((Phase.ANNOUNCED, Phase.COUNTING), "paying"),
    Phase.SETTLED: "burning",
}
"""The stage that a phase of a coup is part of."""
STEPS = frozenset(
    {
        *(verb for verb, stage in STAGE_OF.items() if stage != "betting"),
        *(*BEGINS, "close_bets", "open_table", "close_table", "suspend", "resume"),
    }
)
"""The acts with which a phase begins, or a table stands still or goes on; whatever else is done, time runs on."""
LONGEST_PAUSE_SECONDS = 600
MOST_LENGTHS = 20
LATE = 1.5
"""A stage that takes so many times its average is late: half of all coups take longer than the average."""
LATEST, FEWEST = 3, 6
"""The pace of now is that of so many coups; the usual one is told from so many at least."""
FASTER, SLOWER = 1.15, 0.85
MOST_KEPT = 512
Acts = Sequence[tuple[str, datetime]]


class Pace(NamedTuple):
    """``an_hour`` is None before two coups were played without a pause; ``seconds`` are those of a coup by stage.

    ``lengths`` are the seconds that each of the latest coups took.
    """

    an_hour: int | None
    lengths: list[int]
    seconds: dict[str, int]


class Rhythm(NamedTuple):
    """Coups an hour: those of the latest coups, and as the table usually plays; None where it has played too few."""

    an_hour: int | None
    usual: int | None

    @property
    def trend(self) -> str:
        """``faster`` or ``slower`` than usual; empty where it is as usual, or nothing is known of it."""
        if self.an_hour is None or self.usual is None:
            return ""
        share = self.an_hour / self.usual
        return "faster" if share > FASTER else "slower" if share < SLOWER else ""


def whole_coups(acts: Acts) -> Acts:
    """These acts up to the end of the last coup: what is being played has no figures yet."""
    last = next((place for place in range(len(acts), 0, -1) if acts[place - 1][0] == ENDS), 0)
    return acts[:last]


def pace(acts: Acts) -> Pace:
    """The pace of these acts, in the order in which they were done."""
    ends = [at for verb, at in acts if verb == ENDS]
    gaps = [seconds for seconds in map(_between, pairwise(ends)) if seconds <= LONGEST_PAUSE_SECONDS]
    an_hour = round(3600 * len(gaps) / sum(gaps)) if sum(gaps) else None
    return Pace(an_hour, [round(gap) for gap in gaps[-MOST_LENGTHS:]], _seconds(acts))


def _seconds(acts: Acts) -> dict[str, int]:
    spent, coups = dict.fromkeys(STAGES, 0.0), max(1, sum(verb == ENDS for verb, _ in acts))
    for stage, seconds in _stretches(acts):
        spent[stage] += seconds
    return {stage: round(spent[stage] / coups) for stage in STAGES if spent[stage]}


def _stretches(acts: Acts) -> Iterable[tuple[str, float]]:
    """Each stretch of a coup with the stage that it was spent on."""
    of_play = [(verb, at) for verb, at in acts if verb in STAGE_OF or verb in BEGINS]
    for (before, since), (verb, until) in pairwise(of_play):
        seconds = _between((since, until))
        if verb in STAGE_OF and seconds <= LONGEST_PAUSE_SECONDS and not (before == ENDS and verb == ENDS):
            yield STAGE_OF[verb], seconds


def _between(times: tuple[datetime, datetime]) -> float:
    """Seconds from one to the other; a clock that went back passes none."""
    return max(0.0, (times[1] - times[0]).total_seconds())


# --- how a table is at this moment


@lru_cache(maxsize=MOST_KEPT)
def paced(acts: tuple[tuple[str, datetime], ...]) -> Pace:
    """The pace of whole coups; within a coup it stays as it is."""
    return pace(acts)


def rhythm(played: Pace) -> Rhythm:
    """The latest coups beside the usual one; a single long pause moves neither much."""
    lengths = [seconds for seconds in played.lengths if seconds]
    if len(lengths) < FEWEST:
        return Rhythm(played.an_hour, None)
    now, usual = (round(3600 / median(some)) for some in (lengths[-LATEST:], lengths))
    return Rhythm(now, usual)


def since(acts: Acts) -> datetime | None:
    """When the table came to where it is: its latest step; None where that is long ago."""
    return next((at for verb, at in reversed(acts) if verb in STEPS), None)


def late_after(played: Pace, phase: Phase | None) -> int | None:
    """The seconds after which this phase has lasted longer than usual; None where nothing is known of it."""
    average = played.seconds.get(STAGE_IN.get(phase, "")) if phase is not None else None
    return ceil(LATE * average) if average else None
