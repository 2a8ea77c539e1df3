"""Form of a table's rules for the Direzione: each policy key, its present and coming value, and its field.

A choice is shown by the sentence that the house rules have for it, so that nobody chooses by a code.
"""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from table.rules.houses import HOUSES
from table.rules.profile import MEASURE, SIDE_BETS, Profile, Role, Rounding, as_values
from table.rules.refusal import Refused
from table.screens.read import amounts
from table.screens.read.numbers import Numbers
from table.screens.rules.page import GROUPED
from table.verbs.house.office import DECIDERS
from table.words.offices import called_by, named
from table.words.terms import BOX_NAMES, GROUPS, RULINGS

NAMES: Mapping[str, Mapping[str, Promise]] = {
    "house": {
        "title": _("Name of the house"),
        "key": _("Key of the house"),
        "source": _("Document of the house"),
    },
    "shoe": {
        "decks": _("Decks"),
        "cut_card": _("Cut card"),
        "min_last_coup_cards": _("Least cards of the last coup"),
        "mask_tolerance": _("Cut card out of its place"),
        "virtual_shoe": _("Virtual shoe"),
        "art5_mid_coup": _("Cut card in the middle of a coup"),
        "art5_cut_in_blank": _("Cut card in a Colpo in Bianco"),
    },
    "reading": {
        "dealing": _("Dealing"),
        "reader": _("Reader of the cards"),
        "standing_top_bet": _("Largest stake of somebody who stands"),
        "button": _("Button"),
        "button_rotation": _("Where the Button goes"),
        "button_on_annulled": _("Button after an annulled coup"),
        "announce_order": _("Announcement"),
    },
    "stakes": {
        "positions": _("Positions"),
        "stakes_per_position": _("Players at a position"),
        "egalite": _("Boxes for Egalité"),
        "both_sides": _("Punto and Banco together"),
        "tie_requires_main": _("Egalité alone"),
        "side_bets": _("Side bets"),
        "stakes": _("What is recorded"),
        "over_max": _("Above the maximum"),
        "currency": _("Currency"),
        "chips": _("Chips"),
        "identity_check": _("Identity"),
    },
    "payment": {
        "banco_payout": _("Payment of Banco"),
        "tax": _("Commission on Banco"),
        "tie_to_one": _("Egalité pays to one"),
        "printed_odds": _("Printed odds"),
        "rounding": _("Broken amounts"),
        "smallest_payment": _("Smallest payment"),
    },
    "decisions": {
        "limits_decided_by": _("Limits"),
        "announce_limits_by": _("Announcement of new limits"),
        "suspended_by": _("Suspension"),
        "disputes_decided_by": _("Disputes"),
        "correction_second_from": _("Money that a dispute moves"),
        "presence": _("Before whom a coup is rebuilt"),
        "attest_from": _("From where presence is attested"),
        "comunale_given_by": _("Who gives the Ispettore Comunale his PIN"),
        "given_pin_delay": _("Hours in which a PIN given anew decides nothing"),
        "error_figures_read_by": _("Who reads figures of errors by person"),
        "rulings": _("What the Direzione may order"),
    },
    "mishaps": {
        "remedies": _("A card too many"),
        "art3_first_card_window": _("First card on the floor"),
        "art8_unseen_excess": _("A card too many that nobody saw"),
    },
}
FIXED = frozenset({"derived_from", "reshuffle_every_hand", "limit_levels", "malfunction_voids"})
"""Keys that are not in the form: the origin of the rules, and those that only a game without a table can choose."""
HEADINGS: Mapping[str, Promise] = {"house": _("The house"), **GROUPS}
OFFERED: Mapping[str, tuple[object, ...]] = {
    "dealing": ("face_down", "face_up"),
    "limits_decided_by": DECIDERS,
    "suspended_by": DECIDERS,
    "disputes_decided_by": DECIDERS,
    "error_figures_read_by": DECIDERS,
    "announce_limits_by": (None, Role.CAPO_TAVOLO),
}
"""Values that a table may choose, where these are fewer than the key can hold."""
UNSAID: Mapping[tuple[str, object], Promise] = {
    ("button", False): _("There is no Button."),
    ("reader", "none"): _("Nobody reads cards: the dealer lays them and says what the Regola asks."),
}
"""Words for choices that the page of a house has no sentence for, as they do not arise there."""
TICKED: Mapping[str, Mapping[Any, Promise]] = {
    "side_bets": {box: BOX_NAMES[box] for box in SIDE_BETS},
    "rulings": RULINGS,
}
"""Keys of which any number of values may be ticked, with the words for each."""
COUNTED = frozenset({"chips", "side_bets"})
"""Keys shown by their values, as their sentence speaks of all of them at once."""
AMOUNTS = frozenset({"smallest_payment", "correction_second_from"})
"""Keys filled in with an amount of money, or left empty."""
COUNTS = frozenset({"given_pin_delay", "mask_tolerance", "min_last_coup_cards", "tie_to_one"})
"""Keys filled in with a whole number."""
CLOSED_ONLY = frozenset({"positions", "dealing"})
PREFIX = "rule."


class Choice(NamedTuple):
    """Option of a key: its value as the form sends it, its words, whether it is in force, and whether it is coming."""

    value: str
    words: str
    now: bool = False
    later: bool = False


class Point(NamedTuple):
    """Policy key: value in force, value to come if that differs (else ""), and its field with the latest decision."""

    key: str
    name: str
    now: str
    later: str
    field: str
    choices: list[Choice]
    ticks: list[Choice]
    value: str
    closed_only: bool


class Chapter(NamedTuple):
    """Policy keys of one matter under one heading."""

    heading: str
    points: list[Point]


@dataclass(frozen=True)
class Book:
    """Rules of a table: in force, from the next taglia (None if unchanged), and as typed into the form."""

    now: Profile
    later: Profile | None
    typed: Mapping[str, str]
    numbers: Numbers

    def chapters(self) -> Iterator[Chapter]:
        """Yield all chapters of the form, in page order."""
        for group, names in NAMES.items():
            yield Chapter(str(HEADINGS[group]), [self._point(key, str(name)) for key, name in names.items()])

    @property
    def _latest(self) -> Profile:
        return self.later or self.now

    def _point(self, key: str, name: str) -> Point:
        now, latest = getattr(self.now, key), getattr(self._latest, key)
        return Point(
            key=key,
            name=named(name, called_by(self.now)),
            now=self._said(key, self.now),
            later=self._said(key, self._latest) if latest != now else "",
            field=_field(key),
            choices=[self._choice(key, value) for value in offered(key)],
            ticks=ticks(key),
            value=self._value(key),
            closed_only=key in CLOSED_ONLY,
        )

    def _choice(self, key: str, value: object) -> Choice:
        now, latest = getattr(self.now, key), getattr(self._latest, key)
        said = words(key, value, self._latest, self.numbers)
        return Choice(_sent(value), said, now=value == now, later=value == latest != now)

    def _said(self, key: str, profile: Profile) -> str:
        return words(key, getattr(profile, key), profile, self.numbers)

    def _value(self, key: str) -> str:
        if self.typed:
            return self.typed.get(PREFIX + key, "")
        value = getattr(self._latest, key)
        return _sent(value) if offered(key) else text(value, key)


def _field(key: str) -> str:
    """Return the kind of field in which a key is filled in."""
    if offered(key):
        return "choice"
    if key in COUNTS:
        return "number"
    return "ticks" if key in TICKED else "rounding" if key == "rounding" else "text"


def offered(key: str) -> tuple[object, ...]:
    """Return the values to choose from for a key; empty for one that is filled in otherwise."""
    if key in OFFERED:
        return OFFERED[key]
    kind = get_type_hints(Profile)[key]
    if kind is bool:
        return (True, False)
    return get_args(kind) if get_origin(kind) is not None and str(kind).startswith("typing.Literal") else ()


def words(key: str, value: object, profile: Profile, numbers: Numbers) -> str:
    """Return what a value means, in the sentence of the house rules or, where it does not arise here, of another house.

    Without any sentence, the value as :func:`text` writes it.
    """
    for base in (profile, *HOUSES.values()) if key not in NAMES["house"] else ():
        with suppress(Refused):
            said = _sentence(replace(base, **{key: value}), key, numbers)  # type: ignore[arg-type]
            if said and key not in COUNTED:
                return named(said, called_by(profile))
    unsaid = UNSAID.get((key, value)) if isinstance(value, str | bool | None) else None
    return named(str(unsaid), called_by(profile)) if unsaid is not None else text(value, key)


def _sentence(profile: Profile, key: str, numbers: Numbers) -> str:
    group = next(group for group, names in NAMES.items() if key in names)
    rules = GROUPED[group](profile, numbers) if group in GROUPED else ()
    return next((rule.sentence for rule in rules if rule.topic == key), "")


def text(value: object, key: str) -> str:
    """Write a value as it stands in a field of the form."""
    match value:
        case None:
            return ""
        case Rounding():
            return f"{amounts.typed(value.unit)} {value.mode}"
        case frozenset():
            return " ".join(str(it) for it in TICKED[key] if it in value)
        case int() if key in AMOUNTS:
            return amounts.typed(value)
        case tuple():
            return "; ".join(amounts.typed(it) if key == "chips" else str(it) for it in value)
    return str(value)


def ticks(key: str) -> list[Choice]:
    """List the values that may be ticked for a key; empty for one that is filled in otherwise."""
    return [Choice(str(it), str(words)) for it, words in TICKED.get(key, {}).items()]


def _sent(value: object) -> str:
    return json.dumps(str(value) if isinstance(value, StrEnum) else value)


def changes(latest: Profile, typed: Mapping[str, str]) -> dict[str, Any]:
    """Return the values typed into the form that differ from the latest decision, by key.

    What cannot be read stays as typed, for the house to refuse; an unreadable amount raises Refused at once
    (E_MONEY).
    """
    held = as_values(latest)
    read = {key: _read(key, typed[PREFIX + key]) for names in NAMES.values() for key in names if PREFIX + key in typed}
    return {key: value for key, value in read.items() if value != held[key]}


def _read(key: str, typed: str) -> Any:
    typed = typed.strip()
    if offered(key):
        with suppress(ValueError):
            return json.loads(typed)
        return typed
    match key:
        case _ if key in TICKED:
            return sorted(typed.split())
        case _ if key in COUNTS:
            return int(typed) if typed.isascii() and typed.isdigit() else typed or None
        case "positions":
            return [label.strip() for label in re.split("[;,]", typed) if label.strip()]
        case "chips":
            return [amounts.cents(chip) for chip in re.split(r"[;\s]+", typed) if chip]
        case _ if key in AMOUNTS:
            return _amount(key, typed)
        case "rounding":
            return _rounding(typed)
    return typed


def _amount(key: str, typed: str) -> Any:
    """Return cents, None for an empty field, or the word that `correction_second_from` may hold."""
    if key == "correction_second_from" and typed == MEASURE:
        return MEASURE
    return amounts.cents(typed) if typed else None


def _rounding(typed: str) -> Any:
    unit, _space, mode = typed.partition(" ")
    return {"unit": amounts.cents(unit), "mode": mode.strip()} if typed else None
