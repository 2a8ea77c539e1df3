"""Lines of the register in the words of its reader: each entry, with what it brought about.

No line names a card by what was keyed for it: only a card that was turned has a face.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext

from table.models import Note
from table.play.declaration import VERBS
from table.play.effects import EFFECTS, alert_title, alerts
from table.rules.cards import UNKNOWN, parse
from table.rules.payout import HANDED_BACK
from table.rules.profile import Role
from table.screens.read import sentences
from table.screens.read.snapshot import NOTES, ReadEntry
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES, CALLS, KINDS, ROLES, SIDES
from table.words.voices import called

PLACE = re.compile(r"%\((\w+)\)s")
OF_HAND_OUT = re.compile(
    r"^(?:day(?=\?on=| \d{4}(?:-\d\d){2}(?: |$))|all tables\b)|\bby person$|(?<= )refused(?=\?|$)"
    r"|(?<=/)(?:slip|position)(?=/)"
)
"""Words in what a hand-out is of, as table and views describe it, that are not codes."""
SUIT_SIGNS = str.maketrans("SHDC", "♠♥♦♣")
Facts = Mapping[str, Any]


class RecordLine(NamedTuple):
    """Entry as it is read: number, time, actor, role, act, its effects in words, and whether one raises an alert."""

    number: int
    at: datetime
    actor: str
    role: str
    act: str
    effects: tuple[str, ...]
    alarming: bool


def lines(entries: Sequence[ReadEntry], numbers: Numbers, notes: Mapping[str, str] | None = None) -> list[RecordLine]:
    """Return a line for each entry, in their order and the active language.

    ``notes`` are their free texts by digest, of which a missing one is “(erased)”; None has them read.
    """
    found = notes_of(entries) if notes is None else notes
    voice = get_language()
    return [_line(done, numbers, voice, tuple((it, found.get(it)) for it in done.notes)) for done in entries]


@lru_cache(maxsize=4096)
def _line(
    done: ReadEntry, numbers: Numbers, _voice: str | None, notes: tuple[tuple[str, str | None], ...]
) -> RecordLine:
    """Return the line of an entry; cached by active voice, and by the free texts, as they may be erased.

    These are digests with their texts, None for one that is not stored.
    """
    return LineWriter(numbers, {digest: text for digest, text in notes if text is not None}).line(done)


def notes_of(entries: Iterable[ReadEntry]) -> dict[str, str]:
    """Return the free texts of these entries by digest; an erased one is “(erased)” in the active language.

    Digests of which no text is stored are missing.
    """
    named = {digest for done in entries for digest in done.notes}
    stored = Note.objects.filter(digest__in=named) if named else []
    return {note.digest: gettext(sentences.ERASED) if note.erased else note.text for note in stored}


@cache
def _amounts() -> frozenset[str]:
    """Names of the facts that are amounts in cents: as arguments of any verb, or as what an amount was before."""
    return frozenset({"old_amount"}).union(*(verb.amounts for verb in VERBS.values()))


class LineWriter:
    """Writer of entries in one language; ``notes`` are their free texts by digest."""

    def __init__(self, numbers: Numbers, notes: Mapping[str, str]) -> None:
        """Store the formats of numbers and the free texts by digest; one that is missing is written “(erased)”."""
        self._numbers = numbers
        self._notes = notes

    def line(self, done: ReadEntry) -> RecordLine:
        """Return the line of an entry: its time in house time, its role, its act and its effects in words.

        Left out are effects without a sentence, and those whose sentence repeats the act, or the part of it before a
        colon. The line is ``alarming`` if any of its effects has an alert sentence of its own (:func:`alerts`).
        """
        entry = done.entry
        act = self.act(entry.verb, done.arguments)
        effects = [self.effect(name, facts) for name, facts in done.effects]
        return RecordLine(
            number=entry.number,
            at=localtime(entry.at),
            actor=entry.actor,
            role=str(ROLES[Role(entry.role)]),
            act=act,
            effects=tuple(text for text in effects if text and not f"{act}:".startswith(f"{text}:")),
            alarming=any(alerts(name) for name, _ in done.effects),
        )

    def act(self, verb: str, arguments: Facts) -> str:
        """Return the sentence of an act with its arguments, and the words of each that has its value in BESIDES.

        Without a sentence for these arguments it is the title of the verb; for a verb that no longer exists, its name.
        """
        besides = [str(text) for name, (value, text) in sentences.BESIDES.items() if arguments.get(name) == value]
        declared = VERBS.get(verb)
        said = self._say(declared.said, arguments) or str(declared.title) if declared is not None else verb
        return ", ".join([said, *besides])

    def effect(self, name: str, facts: Facts) -> str:
        """Return the first sentence of an effect for which it has all facts; "" without one, or for an unknown effect.

        Of the effects of a correction by two persons it is that of :meth:`_correction`.
        """
        if name in sentences.OF_CORRECTIONS:
            return self._correction(sentences.OF_CORRECTIONS[name], facts)
        return self._say(EFFECTS[name].said, facts) if name in EFFECTS else ""

    def _correction(self, said: Sequence[Promise], facts: Facts) -> str:
        """Return the sentence of a correction, with new and old value, within the first of `said` that fits.

        `said` are for a correction that takes two persons; without facts for them it is the sentence alone.
        """
        old = {f"old_{kind}": facts["old"] for kind in ("face", "claim", "amount", "owner", "count")}
        what = self._say(sentences.CORRECTED[facts["what"]], {**facts["new"], **old})
        return self._say(said, {**facts, "correction": what}) or what

    def _say(self, sentences: Sequence[Promise], facts: Facts) -> str:
        """Return the first of these sentences for all of whose placeholders there are facts, filled in; else "".

        A fact that is None or "" counts as missing.
        """
        for sentence in map(str, sentences):
            names = PLACE.findall(sentence)
            if all(facts.get(name) not in (None, "") for name in names):
                return sentence % {name: self._word(name, facts[name]) for name in names}
        return ""

    def _word(self, name: str, fact: Any) -> str:
        """Return a fact in words, by its name: a term, an amount (in cents), a time, a free text and the like.

        Limits, money lines, cards and all of other names come as :meth:`_parts` writes them. A code without a word
        stays as it is; a free text that is not among the notes is “(erased)”.
        """
        if name in WORDS:
            return str(WORDS[name].get(fact, fact))
        if name == "words":
            return called(str(fact))
        if name == "code":
            return str(alert_title(fact))
        if name in _amounts():
            return self._numbers.chip(fact)
        if name == "pin_on":
            return self._numbers.moment(datetime.fromisoformat(fact))
        if name in NOTES:
            return str(sentences.REASONS.get(fact) or self._notes.get(fact, gettext(sentences.ERASED)))
        return self._parts(name, fact)

    def _parts(self, name: str, fact: Any) -> str:
        """Return a fact in words by its name: limits, money lines, codes of tables, what a hand-out is of.

        Of money lines it is a signed sum a position, without what was handed back, and without positions that have
        nothing else, unless none has. Other lists are read as cards: a text is the face of one, anything else its
        number; so is a face or the number of a card alone. Any other fact is returned as text.
        """
        if name == "limits":
            return limits_text(fact, self._numbers)
        if name == "lines":
            return " · ".join(f"{position} {self._signed(sum(amounts))}" for position, amounts in _by_position(fact))
        if name == "tables":
            return ", ".join(fact)
        if name == "of":
            return OF_HAND_OUT.sub(lambda it: str(sentences.HANDED_OUT[it[0]]), fact)
        if isinstance(fact, list):
            return ", ".join(_card(it) for it in fact)
        return _card(fact) if name in ("face", "old_face", "card") else str(fact)

    def _signed(self, cents: int) -> str:
        """Format cents as on a chip with their sign: ``+25``, ``−2,50``, ``+0``."""
        return f"{'−' if cents < 0 else '+'}{self._numbers.chip(abs(cents))}"


WORDS: dict[str, Mapping[Any, Any]] = {
    "box": BOX_NAMES,
    "side": SIDES,
    "at": sentences.PLACES,
    "meant": BOX_NAMES,
    "claim": CALLS,
    "old_claim": CALLS,
    "means": sentences.MEANS,
    "outcome": sentences.OUTCOMES,
    "role": ROLES,
    "seen": sentences.SEEN,
    "standing": sentences.STANDING,
    "cash": sentences.CASH,
    "active": sentences.ACTIVE,
    "pin_by": sentences.BY_WHOM,
    "shown_at": sentences.AT_DEVICE,
    "device": sentences.AT_DEVICE,
    "pin_from": sentences.AT_DEVICE,
    "lacking": sentences.LACKING,
    "why": sentences.WHY_ERASED,
    "report": sentences.REPORTS,
}


def limits_text(limits: Mapping[str, Sequence[int]], numbers: Numbers) -> str:
    """Return limits (minimum and maximum in cents by kind of stake) as text: ``Punto and Banco 10–1.000``.

    That is the name of the one kind ``main``; every other kind is a box. Kinds are separated by commas, in the order of
    KINDS; one that is not in it is left out.
    """
    kinds = [kind for kind in KINDS if kind in limits]
    return ", ".join(f"{KINDS[it]} {'–'.join(numbers.chip(cents) for cents in limits[it])}" for it in kinds)


def _by_position(money: Sequence[Sequence[Any]]) -> Iterator[tuple[str, list[int]]]:
    """Yield each position with its amounts in cents, won (positive) or lost, in the order of the lines.

    `money` are lines of position, box, kind and cents. Those that hand chips back are left out, and a position that has
    no others is missing; but if all lines of all positions hand chips back, none is left out. Nothing without lines.
    """
    counted = [line for line in money if line[2] not in HANDED_BACK] or money
    for position in dict.fromkeys(line[0] for line in counted):
        yield position, [line[3] for line in counted if line[0] == position]


def title_of(verb: str) -> str:
    """Return the title of a verb in the active language; for one that no longer exists, its name."""
    return str(VERBS[verb].title) if verb in VERBS else verb


def face_text(face: str) -> str:
    """Return a face, a rank with a suit, as people read it: ``10♥`` for ``TH``; "?" for "" and the unknown card.

    Refuses any other text (E_CARD).
    """
    card = parse(face) if face else UNKNOWN
    return "?" if card is UNKNOWN else str(card).replace("T", "10").translate(SUIT_SIGNS)


def _card(fact: object) -> str:
    """Format a card: a text as :func:`face_text` does, so "?" for a covered one; else, such as a number, as it is."""
    return face_text(fact) if isinstance(fact, str) else str(fact)
