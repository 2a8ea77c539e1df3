"""Plain-text form of scripts: every line follows a pattern, such as ``seat POSITION [GUEST]``.

Words are literal (in either case), capitals are slots to be filled in, what stands in brackets is optional. ``#``
begins a comment.
"""

import difflib
import re
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from table.record.refusals import say, source_of
from table.rules.cards import parse
from table.rules.payout import MoneyKind
from table.rules.refusal import Code, Refused
from table.script import values

ACTS: "list[LineForm]" = []
Does = Callable[..., Any]
Slot = tuple[str, Callable[[str], Any]]
"""Regular expression of a slot, and the function that parses its text."""


class Unmet(Exception):
    """Expectation that was not met; ``found`` is the fact instead."""

    def __init__(self, found: str) -> None:
        """Store the actual fact as text, to be shown in place of what was expected."""
        super().__init__(found)
        self.found = found


class Stopped(Exception):
    """End of a script at a line that cannot be parsed or is refused; ``refused`` is the reason."""

    def __init__(self, number: int, text: str, refused: Refused) -> None:
        """Store the number and text of the line, and its refusal."""
        super().__init__(number, text, refused)
        self.number = number
        self.text = text
        self.refused = refused

    def __str__(self) -> str:
        """Return in the active language number and text of the line at which the script ended, and the refusal.

        That is followed by its source in parentheses if it has one.
        """
        facts = {"line": self.number, "text": self.text, "why": sentence(self.refused)}
        return _("Line %(line)s, “%(text)s”: %(why)s") % facts


def sentence(refused: Refused) -> str:
    """Return a refusal in the active language, followed by its source in parentheses if it has one."""
    return f"{say(refused)} ({source_of(refused)})" if refused.source else say(refused)


@dataclass(frozen=True)
class ScriptLine:
    """Parsed line of a script: number, text, the function that carries it out, and its keyword arguments."""

    number: int
    text: str
    does: Does
    given: dict[str, Any]


@dataclass(frozen=True)
class LineForm:
    """Kind of line: its pattern, an example, and the function that carries it out."""

    text: str
    example: str
    does: Does

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Regular expression of such a line, in either case; compiled on first use, when all slots are defined."""
        return re.compile(_pattern(self.text), re.IGNORECASE)

    def line(self, number: int, text: str) -> ScriptLine | None:
        """Return ``text`` parsed, or None unless all of it has this form. Refuses as the parser of a slot does."""
        found = self.pattern.fullmatch(text)
        if found is None:
            return None
        filled = {name: value for name, value in found.groupdict().items() if value is not None}
        return ScriptLine(number, text, self.does, {name: SLOTS[name][1](value) for name, value in filled.items()})


def written(text: str, example: str) -> Callable[[Does], Does]:
    """Return a decorator that registers its function to execute the lines of the form ``text``, after those before.

    ``example`` is such a line, and is not checked. Slots are passed as keyword arguments by their names in small
    letters; missing optional ones are not passed. The function is returned unchanged.
    """

    def declare(does: Does) -> Does:
        """Append the form, with this function to execute its lines, to ACTS, and return the function unchanged."""
        ACTS.append(LineForm(text, example, does))
        return does

    return declare


def presses(text: str, example: str, verb: str, /, *, named: Mapping[str, str] | None = None, **given: Any) -> None:
    """Register the lines of the form ``text`` as presses of ``verb``; ``example`` is such a line, and is not checked.

    Their slots are its arguments, by their own names or by those that ``named`` has for them, and ``given`` are those
    that the line does not fill; a function among these gives the argument at the time of the press, from the player.
    A ``role`` is no argument but the office that presses.
    """

    def press(player: Any, **filled: Any) -> None:
        """Press the verb with the slots of the line and what is given, in the office ``role`` if that is among them.

        Functions among the values are called with the player, and give the argument.
        """
        arguments = given | {(named or {}).get(slot, slot): value for slot, value in filled.items()}
        role = arguments.pop("role", None)
        with player.acting_as(role) if role else nullcontext():
            player.press(verb, **{key: it(player) if callable(it) else it for key, it in arguments.items()})

    written(text, example)(press)


def _pattern(text: str) -> str:
    """Return the regular expression of a form, such as ``seat POSITION [GUEST]``.

    Words stand for themselves, two or more capitals for a group with the name and expression of their slot, brackets
    for an optional part. Between words there is space, before a colon there may be.
    """
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
    """Return the named group of the slot with this name, in small letters, and its regular expression."""
    return f"(?P<{name}>{SLOTS[name][0]})"


def line(text: str, *, number: int = 0) -> ScriptLine:
    """Parse one line by the first form that it fits, in the order in which they were registered.

    ``number`` is that of the line in its script. Refuses (E_ARGUMENTS), naming the nearest form, one that fits none or
    that nests some hundred lines; refuses a value that its slot does not allow.
    """
    with suppress(RecursionError):
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


def nearest(text: str) -> LineForm:
    """Return the form nearest to ``text``: most leading words in common, then the most similar example."""
    said = text.lower().split()

    def likeness(form: LineForm) -> tuple[int, float]:
        """Return how many leading words a form has in common with the text, and how similar its example is (0 to 1)."""
        same = 0
        for word, meant in zip(said, form.text.split(), strict=False):
            if word != meant:
                break
            same += 1
        return same, difflib.SequenceMatcher(None, text.lower(), form.example.lower()).ratio()

    return max(ACTS, key=likeness)


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
    "line": (r".+", line),
    "code": (r"E_\w+", str.upper),
    "table": (r"[\w-]{1,8}", str),
    "word": (WORD, str),
    "words": (r".+", str),
    "kind": (WORD, str),
    "paid": ("|".join(MoneyKind), lambda text: MoneyKind(text.lower())),
    "standing": (r"free|assigned|occupied|marked", str.lower),
}
"""Slots of the forms, by name in small letters."""
