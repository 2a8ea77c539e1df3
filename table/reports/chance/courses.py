"""Coups that a table plays one after the other, what is in action in each, and the distribution of what it wins.

:mod:`table.reports.chance.evenings` computes it with numpy, in a process of its own; these are the terms of both ends.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from table.rules.profile import Box, Profile

Felt = Mapping[Box, int]
"""Cents in action in a coup, by box."""


class Course(NamedTuple):
    """Coups of a table under the same rules and number of decks: what is in action in each."""

    profile: Profile
    decks: int
    felts: Sequence[Felt]


class Sum(NamedTuple):
    """Courses that are looked at together, as places in the list of a job, and the win in cents that they brought.

    `won` is None where nothing was played.
    """

    courses: Sequence[int]
    won: int | None = None


class ChanceJob(NamedTuple):
    """Distributions to be computed: one for each of the sums, over the courses of play."""

    courses: Sequence[Course]
    sums: Sequence[Sum]


class Spread(NamedTuple):
    """Distribution of what a table wins in an evening, in cents.

    `expected` is by the exact odds. One evening of twenty brings less than `low`, one more than `high`, and one of a
    hundred less than `worst`; `rack` is what suffices to pay with in 99 of 100, `coup` the most that one coup can cost.
    `loses` is the share of evenings with a loss, `below` that with less than what was won, of those with just as much
    half; None where nothing was played.
    """

    expected: int
    low: int
    high: int
    worst: int
    rack: int
    coup: int
    loses: float
    below: float | None
