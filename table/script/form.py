"""The plain-text form of a coup: every line is written after a pattern, such as ``seat POSITION [GUEST]``.

Words are written as they stand, capitals are filled in, what stands in brackets may be left out. ``#`` begins a remark.
"""

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from table.record.refusals import say
from table.rules.cards import parse
from table.rules.refusal import Code, Refused
from table.script import values
from table.terms import in_words

ACTS: "list[Form]" = []
Does = Callable[..., Any]
Slot = tuple[str, Callable[[str], Any]]
"""What is filled in looks like this, and is read so."""


class Stopped(Exception):
    """A script goes no further: at this line, for this reason."""

    def __init__(self, number: int, text: str, refused: Refused) -> None:
        super().__init__(number, text, refused)
        self.number = number
        self.text = text
        self.refused = refused

    def __str__(self) -> str:
        facts = {"line": self.number, "text": self.text, "why": sentence(self.refused)}
        return _("Line %(line)s, “%(text)s”: %(why)s") % facts


def sentence(refused: Refused) -> str:
    """A refusal in the reader's language, with its article."""
    return f"{say(refused)} ({in_words(refused.source)})" if refused.source else say(refused)


@dataclass(frozen=True)
class ScriptLine:
    """One line of a script, understood: what it does, and with what."""

    number: int
    text: str
    does: Does
    given: dict[str, Any]


@dataclass(frozen=True)
class Form:
    """How one kind of line is written, an example of it, and what it does."""

    text: str
    example: str
    does: Does

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What such a line looks like; made when the first line is read, for which all slots are known."""
        return re.compile(_pattern(self.text), re.IGNORECASE)

    def line(self, number: int, text: str) -> ScriptLine | None:
        """The line, if it is written in this form; refused if what is filled in cannot be read."""
        found = self.pattern.fullmatch(text)
        if found is None:
            return None
        filled = {name: value for name, value in found.groupdict().items() if value is not None}
        return ScriptLine(number, text, self.does, {name: SLOTS[name][1](value) for name, value in filled.items()})


def written(text: str, example: str) -> Callable[[Does], Does]:
    """Declare how a line is written that does what the function does; its capitals are the function's arguments."""

    def declare(does: Does) -> Does:
        ACTS.append(Form(text, example, does))
        return does

    return declare


def _pattern(text: str) -> str:
    parts, first = [], True
    for word in re.findall(r"\[|\]|[^\s\[\]]+", text):
        if word in "[]":
            parts.append("(?:" if word == "[" else ")?")
            continue
        gap = "" if first else r"\s*" if word.startswith(":") else r"\s+"
        parts.append(gap + re.sub(r"[A-Z]{2,}", lambda slot: _slot(slot[0].lower()), re.escape(word)))
        first = False
    return "".join(parts)


def _slot(name: str) -> str:
    return f"(?P<{name}>{SLOTS[name][0]})"


def line(text: str, *, number: int = 0) -> ScriptLine:
    """One line; refused with the form that is nearest to it if it has none."""
    for form in ACTS:
        if (found := form.line(number, text)) is not None:
            return found
    near = nearest(text)
    raise Refused(
        Code.ARGUMENTS,
        "This line is not understood; the nearest to it is written “%(form)s”, for instance “%(example)s”.",
        form=near.text,
        example=near.example,
    )


def nearest(text: str) -> Form:
    """The form that a line that has none comes nearest to: the same first words, then the most alike."""
    said = text.lower().split()

    def likeness(form: Form) -> tuple[int, float]:
        same = 0
        for word, meant in zip(said, form.text.split(), strict=False):
            if word != meant:
                break
            same += 1
        return same, difflib.SequenceMatcher(None, text.lower(), form.example.lower()).ratio()

    return max(ACTS, key=likeness)


def _nested(text: str) -> ScriptLine:
    return line(text)


WORD, COUNT, MONEY = r"\w+", r"\d{1,6}", r"[\d.]+"
SLOTS: dict[str, Slot] = {
    "house": (r"\S+(?:\s+\S+=\S+)*", values.house),
    "limits": (r".+", values.limits),
    "position": (r"\w{1,8}", str),
    "guest": (r"[^\s:/@]{1,20}", str),
    "place": (r"(?:[PBT]@)?\w{1,8}(?:/[^\s:/@]{1,20})?", values.place),
    "stake": (r"\S+", values.chips),
    "stakes": (r"[^:]+?", values.stakes),
    "cards": (r"[^:+]+?", values.cards),
    "left": (r"[^:+]+?", values.cards),
    "card": (r"\S+", parse),
    "seen": (r"seen|unseen", lambda text: text.lower() == "seen"),
    "claim": (r"carta|no carta", lambda text: text.lower().replace(" ", "_")),
    "side": (r"punto|banco", str.lower),
    "banco": (r"\d", int),
    "punto": (r"\d", int),
    "count": (COUNT, int),
    "burned": (COUNT, int),
    "serial": (r"\S{1,40}", str),
    "reason": (r".+", str),
    "money": (MONEY, values.money),
    "signed": (r"[+-]?[\d.]+", values.signed),
    "form": (r"chips|cash", str.lower),
    "lacking": (r"identity|age", str.lower),
    "verb": (WORD, str),
    "keys": (r".+", values.keys),
    "role": (WORD, values.role),
    "line": (r".+", _nested),
    "code": (r"E_\w+", str.upper),
    "word": (WORD, str),
    "words": (r".+", str),
    "kind": (WORD, str),
    "standing": (r"free|assigned|occupied|marked", str.lower),
}
"""What is filled in where a form has capitals: what it looks like, and how it is read."""
