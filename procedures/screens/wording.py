"""Words for the facts and codes of an incident, and for what became of it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from procedures.articles import KINDS
from procedures.articles.article import Kind
from procedures.articles.article_10_end_of_the_coup import ABOUT
from procedures.models import AT_POSITION, CORRECTED, UNKNOWN_CAUSE, Incident
from procedures.rebuild.items import own_report_counts
from table.record import chain
from table.rules.regola import Side
from table.screens.read.lines import face_text
from table.words.numbers import numbers_here
from table.words.terms import BOX_NAMES, CALLS, SIDES

SERVED_TO: Mapping[Side, Promise] = {
    Side.PUNTO: gettext_lazy("served to Punto"),
    Side.BANCO: gettext_lazy("served to Banco"),
}
COVERED_AT: Mapping[Side, Promise] = {
    Side.PUNTO: gettext_lazy("At which places came out what lies covered at Punto?"),
    Side.BANCO: gettext_lazy("At which places came out what lies covered at Banco?"),
}
VERDICTS: Mapping[str, Promise] = {
    "clear": pgettext_lazy("verdict", "Clear"),
    "clear_by_equivalence": pgettext_lazy("verdict", "Clear by equivalence"),
    "result_only": pgettext_lazy("verdict", "Only the result is clear"),
    "not_clear": pgettext_lazy("verdict", "Not clear"),
}
WHY_NOT_YET: Mapping[str, Promise] = {
    "E_COUNT": pgettext_lazy("verdict", "First it has to be told how many cards are out, and where each of them lies."),
    "E_CARD_COVERED": pgettext_lazy("verdict", "Cards have to be turned before it can be said."),
    "E_TOO_MANY_ORDERS": pgettext_lazy("verdict", "Too many orders are possible: say which cards came out first."),
}
EXPLAINED: Mapping[str, Promise] = {
    "clear": pgettext_lazy("verdict", "one order is possible"),
    "clear_by_equivalence": pgettext_lazy("verdict", "every possible order makes the same hands"),
    "result_only": pgettext_lazy("verdict", "the hands differ, the points do not: only the Direzione may accept it"),
    "not_clear": pgettext_lazy("verdict", "the possible orders make different hands"),
}
STATUSES: Mapping[str, Promise] = {
    "ratified": pgettext_lazy("incident", "ratified"),
    "annulled": pgettext_lazy("incident", "the coup is annulled"),
    "withdrawn": pgettext_lazy("incident", "it was not so"),
    "ruled": pgettext_lazy("incident", "the Direzione has decided"),
    "replaced": pgettext_lazy("incident", "the card is replaced"),
    "decided": pgettext_lazy("incident", "decided"),
    "settled_by_law": pgettext_lazy("incident", "settled by the rules"),
}
SOURCES: Mapping[str, Promise] = {
    "statement": pgettext_lazy("evidence", "somebody says so"),
    "layout": pgettext_lazy("evidence", "as the cards lie"),
    "video": pgettext_lazy("evidence", "from the video"),
    "shoe": pgettext_lazy("evidence", "by the sabot"),
}

DEVICES: Mapping[str, Promise] = {
    "console": pgettext_lazy("device", "the table’s own console"),
    "own": pgettext_lazy("device", "one’s own device"),
    "other": pgettext_lazy("device", "somebody else’s device"),
}
"""Devices at which somebody attests."""
WORDS: Mapping[str, Mapping[Any, Any]] = {
    "kind": {name: kind.title for name, (_article, kind) in KINDS.items()},
    "status": STATUSES,
    "verdict": VERDICTS,
    "source": SOURCES,
    "pressed_at": DEVICES,
    "about": ABOUT,
}
"""Words for the codes in what the register says of incidents, by the name of the fact."""


def cause_in_words(caused_by: str) -> str:
    """Say who is named as the cause: a position, a badge as it is, or that it is unknown; empty while nobody is."""
    if caused_by == UNKNOWN_CAUSE:
        return _("looked into, and unknown")
    if caused_by.startswith(AT_POSITION):
        return _("position %(position)s") % {"position": caused_by.removeprefix(AT_POSITION)}
    return caused_by


def not_out(number: int) -> str:
    """Name a card by its number in the taglia, saying that it is not out: ``card 7 (not out, by a report)``."""
    return _("card %(number)s (not out, by a report)") % {"number": number}


def answered(arguments: str | None) -> frozenset[str] | None:
    """Return the names of the questions answered in the ``facts`` of an entry's arguments (JSON).

    None without arguments, and for arguments without ``facts``.
    """
    given = chain.read(arguments) if arguments else {}
    return frozenset(given["facts"]) if "facts" in given else None


def completes(effects: Iterable[Sequence[Any]], case: int) -> bool:
    """Whether a report with these effects (name, facts) completed the case that the table noticed in entry ``case``."""
    return any(name == "incident_evidence" and facts["incident"] == case for name, facts in effects)


def answers_in_words(
    incident: Incident, kind: Kind, said: Collection[str] | None = None
) -> Iterator[tuple[str, str, str]]:
    """Yield questions of this incident with their answers: name, question, answer; of a noticed one only what was seen.

    ``said`` are those that somebody has answered: defaults of the others are left out, as nobody has said them. With
    None all stored answers are yielded. With either, ``told_apart`` is left out once a statement of the own report no
    longer counts in full. Faces keyed anew since come last.
    """
    facts = incident.facts if own_report_counts(incident) else {**incident.facts, "told_apart": None}
    if said is not None and kind.asks is not None:
        granted = {it.name for it in msgspec.structs.fields(kind.asks) if it.default == facts.get(it.name)}
        facts = {name: fact for name, fact in facts.items() if name in said or name not in granted}
    yield from _noticed(facts) if incident.noticed else _reported(kind, facts)
    if CORRECTED in facts:
        anew = [f"{face_text(old)} → {face_text(new)}" for _number, old, new in facts[CORRECTED]]
        yield CORRECTED, _("Keyed anew since"), ", ".join(anew)


def _noticed(facts: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield what the table noticed as name, question, answer: declaration, cards turned at a box, points of Punto.

    Each only where the facts have it.
    """
    if facts.get("claim") in CALLS:
        yield "claim", _("Declared"), f"«{facts['claim'].replace('_', ' ')}»"
    if "side" in facts and "cards" in facts:
        shown = " ".join(face_text(card) for card in facts["cards"])
        yield "cards", _("Turned at the box of %(side)s") % {"side": SIDES[facts["side"]]}, shown
    if facts.get("points") is not None:
        yield "points", _("Points of Punto"), str(facts["points"])


def _reported(kind: Kind, facts: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield name, question and answer as text for each question of the kind, in their order, that a report answers.

    An answer without words of its own, such as a number, is yielded as it is. Left out is one that :func:`_answer`
    returns as empty: the dialog shows it elsewhere, it is ``served`` and not true, or an empty text or list.
    """
    for name, question in kind.words.items():
        if facts.get(name) is not None and (words := _answer(kind, name, facts[name])):
            yield name, str(question), words


def _answer(kind: Kind, name: str, answer: Any) -> str:
    """Return an answer in words; empty for one that the dialog shows elsewhere, and for ``served`` unless it is true.

    Booleans are yes and no, a card is its face, a box its name, an amount money. The items of a list are names of sides
    (– for no side) or ordinals of places (``3.``), with commas between; "" for an empty one. Any other value has the
    words of the kind, or else is its own text, as is a place that is no item of a list (``3``).
    """
    if isinstance(answer, bool):
        # A phrase has a line of its own; what no dialog asks is shown only where somebody gave it.
        if name == "said" or (name == "served" and not answer):
            return ""
        return _("yes") if answer else _("no")
    if isinstance(answer, list):
        return ", ".join(str(SIDES.get(it, "–")) if it in SIDES or it is None else f"{it}." for it in answer)
    if name == "card":
        return face_text(str(answer))
    if name == "box":
        return str(BOX_NAMES[answer])
    if name == "amount":
        return numbers_here().chip(answer)
    return str(kind.answers.get(name, {}).get(answer, answer))
