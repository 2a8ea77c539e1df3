"""Page of a house and list of the houses: rules with their citations, and exact odds, computed without the database."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple, get_args, get_type_hints

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from table.rules.authority import read_where, where
from table.rules.cards import points
from table.rules.houses import marked
from table.rules.profile import MAIN_BOXES, Box, Profile
from table.rules.refusal import Code, Refused
from table.rules.topics.sources import Said
from table.screens.rules import plan
from table.screens.rules.essentials import Essential, at_the_table, on_the_card
from table.screens.rules.sentences import (
    Rule,
    Sentences,
    bank,
    bets,
    decisions,
    mishaps,
    payment,
    reading,
    regola,
    shoe,
    stakes,
    tableau,
)
from table.words.numbers import Numbers
from table.words.terms import CALLS, CLAIMS, GROUPS, MARKS

# Numbers of decks that a house may play with.
DECKS: tuple[int, ...] = get_args(get_type_hints(Profile)["decks"])
AT_A_GLANCE = (*MAIN_BOXES, Box.EGALITE)

GROUPED: dict[str, Sentences] = {
    "shoe": shoe.sentences,
    "reading": reading.sentences,
    "stakes": stakes.sentences,
    "payment": payment.sentences,
    "decisions": decisions.sentences,
    "mishaps": mishaps.sentences,
    "bank": bank.sentences,
}


class Citation(NamedTuple):
    """Mark of a rule, its name, and its words: the authority, the other reading, or that there is none."""

    said: Said
    label: Promise
    words: str


class RuleLine(NamedTuple):
    """Rule of the procedure: its topic, its sentence, and on whose authority it holds."""

    topic: str
    sentence: str
    citation: Citation


class Group(NamedTuple):
    """Rules of one matter under one heading."""

    key: str
    heading: Promise
    lines: list[RuleLine]


class HouseCard(NamedTuple):
    """House in the list: its essentials and the odds of its main bets and Egalité."""

    profile: Profile
    essence: list[Essential]
    edges: list[bets.Bet]


class ChipSet(NamedTuple):
    """Chips of a house: what stands on each, in ascending order, and all of them as amounts of money."""

    faces: list[str]
    amounts: str


def decks_from(profile: Profile, text: str | None) -> int:
    """Parse the number of decks in a query; None stands for the house's own.

    Refuses (E_COUNT) any text, also "", that is not one of DECKS, which are the same for every house.
    """
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
    """Return the context of the list of these houses, in their order, with a complete coup as its picture.

    ``cards`` has for each house its profile, its essentials and, with their odds, those bets of Punto, Banco and
    Egalité that it takes; ``shown`` the layout and points of the picture.
    """
    shown = plan.SHOWN
    return {
        "cards": [_card(profile, numbers) for profile in houses],
        "shown": {"layout": shown, "banco_points": points(shown.banco), "punto_points": points(shown.punto)},
    }


def _card(profile: Profile, numbers: Numbers) -> HouseCard:
    """Return a house for the list; all odds are for its own number of decks, those under ``elsewhere`` too."""
    rows = bets.table(profile, profile.decks, profile.decks, numbers)
    return HouseCard(profile, list(on_the_card(profile, numbers)), [row for row in rows if row.box in AT_A_GLANCE])


def page(profile: Profile, decks: int, numbers: Numbers) -> dict[str, Any]:
    """Return the context of a house's page: essentials, felt, chips, bets, Regola, and other rules in ``groups``.

    ``bets`` have exact odds for this many decks, not for those of the house, and for comparison those for
    ``other``, the first number of DECKS that differs.
    """
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


def _chips(profile: Profile, numbers: Numbers) -> ChipSet:
    """Return the chips of the rules: what stands on each, and their amounts, each with the currency, parted by “·”."""
    amounts = " · ".join(numbers.money(cents, profile.currency) for cents in profile.chips)
    return ChipSet([numbers.chip(cents) for cents in profile.chips], amounts)


def groups(profile: Profile, numbers: Numbers) -> Iterator[Group]:
    """Yield the rules of a house by matter, each sentence with its citation; a matter without a rule is left out."""
    for key, sentences in GROUPED.items():
        if found := list(lines(profile, numbers, sentences)):
            yield Group(key, GROUPS[key], found)


def every_line(profile: Profile, numbers: Numbers) -> dict[str, RuleLine]:
    """Return by topic (policy key, with a dot and a word where it has several) every rule on the page of a house.

    The Regola is among them.
    """
    rules = (line for sentences in (regola.sentences, *GROUPED.values()) for line in lines(profile, numbers, sentences))
    return {line.topic: line for line in rules}


def lines(profile: Profile, numbers: Numbers, sentences: Sentences) -> Iterator[RuleLine]:
    """Yield the rules that `sentences` gives for a house, each with its citation.

    Where the document can be read otherwise the citation has that sentence: ``other`` of the rule or, if that is empty,
    the one that `sentences` gives for a house with the other reading.
    """
    for rule in sentences(profile, numbers):
        other = rule.other or _read_otherwise(profile, numbers, sentences, rule)
        yield RuleLine(rule.topic, rule.sentence, _citation(profile, rule.topic, other))


def _read_otherwise(profile: Profile, numbers: Numbers, sentences: Sentences, rule: Rule) -> str:
    """Return the sentence on the same topic in a house with the other reading of the document.

    `sentences` gives the rules of the matter for a house. "" if the topic has no other reading, or no sentence with it.
    Raises TypeError for a topic that has another reading and is no policy key: such a rule has its ``other`` sentence.
    """
    mark = marked(profile, rule.topic).mark
    if mark.said != Said.READING:
        return ""
    other = replace(profile, **{rule.topic: mark.other})  # type: ignore[arg-type]
    return next((it.sentence for it in sentences(other, numbers) if it.topic == rule.topic), "")


def _citation(profile: Profile, topic: str, other: str) -> Citation:
    """Return the citation of a rule of a house: its mark, the name of that, and in words on whose authority it holds.

    The mark says if the document states the rule or can be read so; else it is a default: of the house itself where it
    has changed the rule or no document has a mark for the topic, or of Sabot where the document is silent. ``other``
    is the sentence for the other way to read it, needed only then. What a derived house has left unchanged is cited
    from the document from which it derives.
    """
    found = marked(profile, topic)
    match found.mark.said:
        case Said.STATED:
            words = _("as in %(source)s") % {"source": where(found)} if found.inherited else where(found)
        case Said.READING:
            text = _("Sabot reads %(source)s so; it can also be read: %(other)s")
            words = text % {"source": read_where(found), "other": other}
        case Said.DEFAULT if found.own:
            words = _("this house has decided it so")
        case _:
            words = _("the source is silent: a default of Sabot")
    return Citation(found.mark.said, MARKS[found.mark.said], words)
