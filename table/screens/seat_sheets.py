"""What is the same before every seat of a table: drawn once, and handed to the strips of all its positions.

Each is a pure function of what it is given, so that it can be kept; the language is part of that.
"""

from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from table.rules.profiles import Profile
from table.rules.regola import Result
from table.screens import tableau
from table.screens.boards import boards
from table.screens.numbers import Numbers
from table.screens.policies import payment, reading, stakes
from table.screens.prices import Line
from table.terms import CALLS, CLAIMS

BEADS, ROAD = 10, 24
RULES = ("over_max", "both_sides", "tie_requires_main", "chips.smallest", "reader", "reader.claims", "reader.gestures")
"""The rules of the house that a player needs at the table, by their topics."""


@lru_cache(maxsize=256)
def scoreboards(results: tuple[Result, ...], _language: str) -> SafeString:
    """The bead plate and the big road of a taglia that has had these results."""
    shown = boards(results, beads=BEADS, road=ROAD, derived=ROAD)
    return _drawn("regions/strip/boards.html", {"boards": shown})


@lru_cache(maxsize=256)
def price_list(house: Profile, boxes: tuple[Line, ...], language: str) -> SafeString:
    """Limits, payment and house edge of every box."""
    given = {"house": house, "lines": boxes, "numbers": Numbers(language)}
    return _drawn("regions/strip/prices.html", given)


@lru_cache(maxsize=64)
def rules(house: Profile, version: int, boxes: tuple[Line, ...], language: str) -> SafeString:
    """The Regola and the rules of the house, on one sheet."""
    numbers = Numbers(language)
    given = {"house": house, "version": version, "lines": boxes, "numbers": numbers, "claims": CLAIMS}
    given |= {"punto": tableau.punto(), "banco": tableau.banco(), "sentences": rules_on(house, numbers, RULES)}
    return _drawn("regions/strip/rules.html", given)


@lru_cache(maxsize=64)
def regola(_language: str) -> SafeString:
    """Punto's rule, to look up while nothing lies before the seat."""
    return _drawn("regions/strip/regola.html", {"punto": tableau.punto(), "calls": CALLS, "claims": CLAIMS})


def rules_on(house: Profile, numbers: Numbers, topics: tuple[str, ...]) -> list[str]:
    """The sentences of the house on these topics, in the order of the topics; what does not arise there is left out."""
    groups = (stakes.sentences, payment.sentences, reading.sentences)
    told = {rule.topic: rule.sentence for sentences in groups for rule in sentences(house, numbers)}
    return [told[topic] for topic in topics if topic in told]


def _drawn(template: str, given: dict[str, Any]) -> SafeString:
    """Text that Jinja has escaped already, wherever it is put."""
    return mark_safe(render_to_string(template, given))  # noqa: S308
