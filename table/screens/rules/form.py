"""Form of a table's rules for the Direzione: each policy key, its present and coming value, and its field.

A choice is shown by the sentence that the house rules have for it, so that nobody chooses by a code.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from table.rules.houses import HOUSES
from table.rules.profile import KEYS, MEASURE, OF_THE_BANK, Profile, Rounding, as_values
from table.rules.refusal import Refused
from table.rules.topics.policy_key import FieldKind
from table.screens.rules.page import GROUPED
from table.words.numbers import Numbers, cents_of, numbers_here
from table.words.terms import BOX_NAMES, GROUPS, RULINGS

HEADINGS: Mapping[str, Promise] = {"house": _("The house"), **GROUPS}
TICKED: Mapping[Any, Promise] = {**BOX_NAMES, **RULINGS}
"""Words for values that are ticked."""
PREFIX = "rule."
IN_FORM = tuple(key for key, declared in KEYS.items() if declared.name)
"""Keys of the form, in its order."""


class KeyChoice(NamedTuple):
    """Option of a key: its value as the form sends it, its words, whether it is in force, and whether it is coming.

    It is coming if it was decided last and is not in force.
    """

    value: str
    words: str
    now: bool = False
    later: bool = False


class KeyInForm(NamedTuple):
    """Policy key: value in force, value to come if that differs (else ""), and its field with the latest decision."""

    key: str
    name: str
    now: str
    later: str
    field: str
    choices: list[KeyChoice]
    ticks: list[KeyChoice]
    value: str
    closed_only: bool


class FormChapter(NamedTuple):
    """Policy keys of one matter under one heading."""

    heading: str
    points: list[KeyInForm]


@dataclass(frozen=True)
class Book:
    """Rules of a table: in force, from the next taglia (None if unchanged), and the fields with what was typed."""

    now: Profile
    later: Profile | None
    typed: Mapping[str, str]
    numbers: Numbers

    def chapters(self) -> Iterator[FormChapter]:
        """Yield the chapters of the form in the order of the page, also one without rules.

        A field has what was typed into it, else the value decided last.
        """
        for group, heading in HEADINGS.items():
            yield FormChapter(str(heading), [self._point(key) for key in IN_FORM if KEYS[key].group == group])

    def _point(self, key: str) -> KeyInForm:
        """Return a policy key as the form shows it: its value in words, the coming one ("" if the same), and its field.

        The field has what was typed into it, else the value decided last.
        """
        rules = self.later or self.now  # decided last
        now, latest = getattr(self.now, key), getattr(rules, key)
        return KeyInForm(
            key=key,
            name=name_of(key),
            now=words(key, now, self.now, self.numbers),
            later=words(key, latest, rules, self.numbers) if latest != now else "",
            field=KEYS[key].field,
            choices=[
                KeyChoice(_sent(it), words(key, it, rules, self.numbers), now=it == now, later=it == latest != now)
                for it in choices(key)
            ],
            ticks=ticks(key),
            value=self.typed.get(PREFIX + key, _in_field(key, rules)),
            closed_only=KEYS[key].closed_only,
        )


def name_of(key: str) -> str:
    """Return the name of a policy key in the active language; "" if it is in no form. KeyError for what is no key."""
    return gettext(KEYS[key].name)


def choices(key: str) -> tuple[object, ...]:
    """Return the values to choose from for a policy key; empty for one whose field is no choice."""
    return KEYS[key].offered if KEYS[key].field is FieldKind.CHOICE else ()


def words(key: str, value: object, profile: Profile, numbers: Numbers) -> str:
    """Return in words what a value of a policy key means, the first of these that there is.

    Unless the key is shown ``by_value``: the sentence of the rules in `profile` with that value or, where they cannot
    have it or have none on it, that of another house. Then the words declared for the value, then the value as
    :func:`text` writes it. A key of the bank is read as in a house that has one.
    """
    there = {key: value, "bank": "on"} if key in OF_THE_BANK else {key: value}
    for base in (profile, *HOUSES.values()) if KEYS[key].group in GROUPED else ():
        with suppress(Refused):
            said = _sentence(replace(base, **there), key, numbers)  # type: ignore[arg-type]
            if said and not KEYS[key].by_value:
                return said
    unsaid = dict(KEYS[key].unsaid).get(value)
    return gettext(unsaid) if unsaid is not None else text(value, key)


def _sentence(profile: Profile, key: str, numbers: Numbers) -> str:
    """Return the sentence of these rules on a policy key, in the active language; "" where they have none on it.

    Raises KeyError for a key whose group is not in GROUPED.
    """
    rules = GROUPED[KEYS[key].group](profile, numbers)
    return next((rule.sentence for rule in rules if rule.topic == key), "")


def text(value: object, key: str) -> str:
    """Return a value as the text of a field into which people type; "" for None.

    A set is joined by spaces in the order offered, a tuple by "; ", a rounding is its unit and mode; amounts are as
    people type them. Any other value is as ``str`` has it, that of a choice too, which its field does not read back.
    """
    match value:
        case None:
            return ""
        case Rounding():
            return f"{numbers_here().typed(value.unit)} {value.mode}"
        case frozenset():
            return " ".join(str(it) for it in KEYS[key].offered if it in value)
        case int() if KEYS[key].field is FieldKind.AMOUNT:
            return numbers_here().typed(value)
        case tuple():
            return "; ".join(
                numbers_here().typed(it) if KEYS[key].field is FieldKind.AMOUNTS else str(it) for it in value
            )
    return str(value)


def ticks(key: str) -> list[KeyChoice]:
    """List the options to tick for a key; empty unless its field is made of ticks."""
    ticked = KEYS[key].offered if KEYS[key].field is FieldKind.TICKS else ()
    return [KeyChoice(str(it), str(TICKED[it])) for it in ticked]


def _sent(value: object) -> str:
    """Return a value as the form sends it for a choice: as JSON."""
    return json.dumps(str(value) if isinstance(value, StrEnum) else value)


def _in_field(key: str, profile: Profile) -> str:
    """Return the text that the field of a rule has with these rules: a choice as JSON, else see :func:`text`."""
    value = getattr(profile, key)
    return _sent(value) if choices(key) else text(value, key)


def typed_over(shown: Profile, typed: Mapping[str, str]) -> dict[str, str]:
    """Return of a form that showed these rules the fields that have another text now, by name (``rule.`` and the key).

    The others were not touched: over rules that were decided meanwhile they would take these back. Names of no field
    are left out.
    """
    before = {PREFIX + key: _in_field(key, shown) for key in IN_FORM}
    return {name: it for name, it in typed.items() if it != before.get(name, it)}


def changes(latest: Profile, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return by key the values of the form that differ from those of `latest`, the rules decided last.

    `typed` has a text for each field, by ``rule.`` and the key; keys that it lacks are left out. What cannot be read
    stays a text, which the house refuses; refuses amounts that cannot be read (E_MONEY).
    """
    before = as_values(latest)
    read = {key: _read(key, typed[PREFIX + key]) for key in IN_FORM if PREFIX + key in typed}
    return {key: value for key, value in read.items() if value != before[key]}


def _read(key: str, typed: str) -> Any:
    """Parse the text of a rule's field by the kind of that field; what cannot be parsed stays a text.

    A choice is JSON; ticks are parted by spaces and come sorted, labels by ; or , and amounts by ; or spaces; rounding
    is an object of unit (cents) and mode, which is not checked, and "" where it is missing. An empty number, amount or
    rounding is None; `correction_second_from` may be MEASURE. Refuses unreadable amounts (E_MONEY).
    """
    typed = typed.strip()
    if choices(key):
        with suppress(ValueError, RecursionError):
            return json.loads(typed)
        return typed
    match KEYS[key].field:
        case FieldKind.TICKS:
            return sorted(typed.split())
        case FieldKind.NUMBER:
            # Of more digits than Python reads, it is no number either.
            with suppress(ValueError):
                return int(typed) if typed.isascii() and typed.isdigit() else typed or None
            return typed
        case FieldKind.LABELS:
            return [label.strip() for label in re.split("[;,]", typed) if label.strip()]
        case FieldKind.AMOUNTS:
            return [cents_of(chip) for chip in re.split(r"[;\s]+", typed) if chip]
        case FieldKind.AMOUNT if key == "correction_second_from" and typed == MEASURE:
            return MEASURE  # the threshold is what the coup could have brought
        case FieldKind.AMOUNT:
            return cents_of(typed) if typed else None
        case FieldKind.ROUNDING:
            unit, _space, mode = typed.partition(" ")
            return {"unit": cents_of(unit), "mode": mode.strip()} if typed else None
    return typed
