"""The page of a house and the list of all: its rules and exact odds, from the rules package alone."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, get_args, get_type_hints

from django.utils.functional import Promise

from table.offices import called_by, named
from table.rules.cards import points
from table.rules.houses import marked
from table.rules.profile import MAIN_BOXES, Box, Profile
from table.rules.refusal import Code, Refused
from table.rules.topics.sources import Said
from table.screens.felt import plan
from table.screens.read.numbers import Numbers
from table.screens.rules import bets, tableau
from table.screens.rules.citations import Citation, citation
from table.screens.rules.essentials import Essential, at_the_table, on_the_card
from table.screens.rules.sentences import Rule, Sentences, decisions, mishaps, payment, reading, regola, shoe, stakes
from table.terms import CALLS, CLAIMS, GROUPS

# The numbers of decks with which houses play.
DECKS: tuple[int, ...] = get_args(get_type_hints(Profile)["decks"])
AT_A_GLANCE = (*MAIN_BOXES, Box.EGALITE)

GROUPED: dict[str, Sentences] = {
    "shoe": shoe.sentences,
    "reading": reading.sentences,
    "stakes": stakes.sentences,
    "payment": payment.sentences,
    "decisions": decisions.sentences,
    "mishaps": mishaps.sentences,
}


class RuleLine(NamedTuple):
    """One rule of the procedure: its topic, its sentence, and on whose word it holds."""

    topic: str
    sentence: str
    citation: Citation


class Group(NamedTuple):
    """Rules of one matter under one heading."""

    key: str
    heading: Promise
    lines: list[RuleLine]


class Card(NamedTuple):
    """A house in the list of all: its essence and what its main bets cost."""

    profile: Profile
    essence: list[Essential]
    edges: list[bets.Bet]


class Chips(NamedTuple):
    """The chips of a house: what stands on each, from the smallest, and all of them as amounts of money."""

    faces: list[str]
    amounts: str


def decks_asked(profile: Profile, text: str | None) -> int:
    """The number of decks that a reader asks to see, else the house's own; refused with E_COUNT if nobody plays so."""
    if text is None:
        return profile.decks
    known = {str(decks): decks for decks in DECKS}
    if text not in known:
        raise Refused(
            Code.COUNT,
            "No house plays with “%(decks)s” decks; the numbers to choose from are: %(known)s.",
            decks=text[:20],
            known=", ".join(known),
        )
    return known[text]


def front(houses: Iterable[Profile], numbers: Numbers) -> dict[str, Any]:
    """The list of these houses in their order, under a coup that the Regola has dealt to its end."""
    shown = plan.SHOWN
    return {
        "cards": [_card(profile, numbers) for profile in houses],
        "shown": {"layout": shown, "banco_points": points(shown.banco), "punto_points": points(shown.punto)},
    }


def _card(profile: Profile, numbers: Numbers) -> Card:
    rows = bets.table(profile, profile.decks, profile.decks, numbers)
    return Card(profile, list(on_the_card(profile, numbers)), [row for row in rows if row.box in AT_A_GLANCE])


def page(profile: Profile, decks: int, numbers: Numbers) -> dict[str, Any]:
    """Everything that the page of one house shows, with the odds of so many decks."""
    other = next(number for number in DECKS if number != decks)
    return {
        "profile": profile,
        "decks": decks,
        "other": other,
        "choices": DECKS,
        "essentials": list(at_the_table(profile, numbers)),
        "felt": plan.drawing(profile, numbers),
        "felt_text": plan.described(profile),
        "chips": _chips(profile, numbers),
        "bets": bets.table(profile, decks, other, numbers),
        "punto": tableau.punto(),
        "banco": tableau.banco(),
        "regola": list(lines(profile, numbers, regola.sentences)),
        "calls": CALLS,
        "claims": CLAIMS,
        "naturals": tableau.NATURALS,
        "groups": list(groups(profile, numbers)),
    }


def _chips(profile: Profile, numbers: Numbers) -> Chips:
    amounts = " · ".join(numbers.money(cents, profile.currency) for cents in profile.chips)
    return Chips([numbers.chip(cents) for cents in profile.chips], amounts)


def groups(profile: Profile, numbers: Numbers) -> Iterator[Group]:
    """The procedure and policy of the house, each sentence with its mark."""
    for key, sentences in GROUPED.items():
        yield Group(key, GROUPS[key], list(lines(profile, numbers, sentences)))


def every_line(profile: Profile, numbers: Numbers) -> dict[str, RuleLine]:
    """Every rule that the page of a house tells, by its topic."""
    told = (line for sentences in (regola.sentences, *GROUPED.values()) for line in lines(profile, numbers, sentences))
    return {line.topic: line for line in told}


def lines(profile: Profile, numbers: Numbers, sentences: Sentences) -> Iterator[RuleLine]:
    """Rules of one matter, each with its mark."""
    document = called_by(profile)
    for rule in sentences(profile, numbers):
        other = rule.other or _read_otherwise(profile, numbers, sentences, rule)
        said = named(rule.sentence, document)
        yield RuleLine(rule.topic, said, citation(profile, rule.topic, other=named(other, document)))


def _read_otherwise(profile: Profile, numbers: Numbers, sentences: Sentences, rule: Rule) -> str:
    """What the house would tell with the value of the other reading; empty where a rule is no reading of ours."""
    mark = marked(profile, rule.topic).mark
    if mark.said != Said.READING:
        return ""
    other = replace(profile, **{rule.topic: mark.other})  # type: ignore[arg-type]
    return next(told.sentence for told in sentences(other, numbers) if told.topic == rule.topic)
