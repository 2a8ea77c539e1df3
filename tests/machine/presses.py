"""Presses by chance: any verb, by anybody, with arguments that could be meant and with some that never could."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from table.models import Person, Table
from table.play.declaration import VERBS, Verb
from table.rules.profile import Box, Role, as_values
from tests.machine import incidents
from tests.machine.evening import Evening
from tests.machine.houses import CHANGES, HOUSES
from tests.rig.tables import GUESTS, STAFF

Given = dict[str, Any]
HOSTILE: list[Any] = [
    *(None, True, False, 0, -1, 2**31, 2**63, 10**30, -(10**30), 0.5, 1.0, "", " ", "0", "x" * 400, "\x00", "\ud800"),
    *("1'; DROP TABLE table_entry; --", "%(coup)s", "１", "7s", "??", [], [None], ["7S"] * 500, {}, {"": None}),
    *({"a": 0.5}, {"main": [1, 10**30], "egalite": [1, 10**30]}, {"number": 1.0, "card": "7S"}),
    *({"position": "\ud800", "meant": "1"}, {"hand_cards": 10**30}, {"hand_cards": 1.0}, {"rounding": {"unit": 0.5}}),
]
"""What no screen would send: other types, numbers and texts beyond every measure, signs that break quotes and codes."""

FACES = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
POSITIONS = "112233448"
CHIPS = [1, 2, 2, 3, 5, 20, 40, 40, 100, 200, 201, 400]
LIMITS = [[500, 50_000], [1000, 10_000], [2500, 5000], [10_000, 5000], [1, 100_000], [7, 7], [0, 0], [500, 1500]]
BOXES = ["punto", "punto", "banco", "banco", "egalite", "player_pair", "grande"]
YES_OR_NO = ("cash", "extra", "exposed", "unclear", "lifted", "early", "cards_speak", "open_next")
REASONS = ["mistyped", "misheard", "pressed_early", "forgotten", "found_out"]
FIXES: Mapping[str, Callable[[Random], Given]] = {
    "card": lambda chance: {"number": chance.randint(1, 12), "card": chance.choice(FACES)},
    "declaration": lambda chance: {"claim": chance.choice(["carta", "no_carta", None])},
    "close": lambda _: {},
    "stake": lambda chance: {
        "position": chance.choice(POSITIONS),
        "box": chance.choice([*Box]),
        "amount": 500 * chance.choice(CHIPS),
    },
    "box": lambda chance: {
        "position": chance.choice(POSITIONS),
        "box": chance.choice([*Box]),
        "meant": chance.choice([*Box]),
    },
    "owner": lambda chance: {
        "position": chance.choice(POSITIONS),
        "box": chance.choice([*Box]),
        "owner": chance.choice(GUESTS[:5]),
    },
    "highest": lambda chance: {"position": chance.choice([*POSITIONS, None])},
    "position": lambda chance: {"position": chance.choice(POSITIONS), "meant": chance.choice(POSITIONS)},
    "cut_card": lambda chance: {"hand_cards": chance.choice([*range(6), None])},
    "count": lambda _: {},
    "standing": lambda chance: {"position": chance.choice(POSITIONS), "standing": chance.random() < 0.5},
    "cash": lambda chance: {
        "position": chance.choice(POSITIONS),
        "box": chance.choice([*Box]),
        "cash": chance.random() < 0.5,
    },
}
PLAUSIBLE: Mapping[str, Sequence[Any]] = {
    "position": POSITIONS,
    "box": BOXES,
    "guest": [*GUESTS[:5]],
    "bettor": [*GUESTS[:5]],
    "currency": ["EUR", "CHF", "USD"],
    "card": FACES,
    "claim": ["carta", "no_carta"],
    "means": ["voice", "gesture"],
    "banco": [*range(-1, 11)],
    "punto": [*range(-1, 11)],
    "form": ["chips", "cash"],
    "lacking": ["identity", "age"],
    "serial": ["S-1", "S-2", "S-3"],
    "decks": [6, 6, 6, 8],
    "behind": [1, 3, 6, 7, 8, 14, 300],
    "hand_cards": [*range(7)],
    "burned": [*range(-1, 320)],
    "left_over": [*range(-1, 320)],
    "slip": [1, 1, 2, 3],
    "badge": [badge for badge, _ in STAFF.values()],
    "text": ["a remark", "«Le carte parlano»", "", "x" * 500],
    "reason": REASONS,
    "rules": [as_values(profile) for profile in HOUSES.values()],
    "changes": CHANGES,
    "role": [*Role],
    "language": ["it", "en"],
    "code": ["T4", "T5"],
    "said": [True, True, False],
    **dict.fromkeys(YES_OR_NO, (True, False)),
}
IN_PLACE = {"coup", "amount", "by", "limits", "cards", *PLAUSIBLE}
"""Arguments that the machine has values for; some verbs have forms of their own."""
BY_TWO = ("confirm_correction", "withdraw_correction")
OF_ALERTS = ("acknowledge_alert", "go_to_alert")
NOT_IN_THE_REGISTER = frozenset({*OF_ALERTS, "answer_call", "close_call", "call_guest", "pass_over", "withdraw_call"})
"""What they answer lies beside the register: where it is settled already they say so, whatever moved at the table."""
OF_THEIR_OWN = {"correct_entry", *OF_ALERTS, *BY_TWO}
AT_THE_TABLE = sorted(
    name
    for name, verb in VERBS.items()
    if verb.owner is Table
    and (name in OF_THEIR_OWN or IN_PLACE.issuperset({*verb.arguments.__struct_fields__} - verb.omitted))
)
"""Every verb of a table that the machine knows how to press."""
WATCHING = [name for name in AT_THE_TABLE if Role.DEALER not in VERBS[name].roles]
"""What only those do who watch: inspectors and the Direzione."""


def arguments(name: str, evening: Evening, chance: Random) -> Given:
    """Arguments of a verb that could be meant; those that may be left out mostly are."""
    if name == "correct_entry":
        return correction(chance, chance.choice([*FIXES]))
    if name in BY_TWO:
        coup = evening.record.coup or {}
        return {"correction": (coup.get("correction_asked") or {"number": 1})["number"]}
    if name in incidents.VERBS:
        return incidents.arguments(name, evening, chance)
    if name in OF_ALERTS:
        alert = chance.choice(evening.record.alerts or [{"number": 1, "code": "card_held"}])
        return {key: alert[key] for key in ("number", "code")}
    generous = chance.random() < 0.3
    return {
        field.name: _argument(field.name, evening, chance)
        for field in msgspec.structs.fields(VERBS[name].arguments)
        if field.required or (generous and field.name not in VERBS[name].omitted and chance.random() < 0.5)
    }


def _argument(name: str, evening: Evening, chance: Random) -> Any:
    coup, rules = evening.record.coup, evening.record.rules
    match name:
        case "coup":
            return evening.record.key_of(coup) if coup else "1.1"
        case "amount" | "by":
            return chance.choice(CHIPS) * int(rules["chips"][0])
        case "limits":
            return {kind: chance.choice(LIMITS) for kind in ["main", "egalite", *rules["side_bets"]]}
        case "cards":
            return chance.choices(FACES, k=chance.choice([1, 2, 2, 2, 3, 4, 4, 4]))
    return chance.choice(PLAUSIBLE[name])


def correction(chance: Random, what: str, **new: Any) -> Given:
    """A correction of this kind, of something that there may be."""
    return {"what": what, "new": FIXES[what](chance) | new, "reason": chance.choice(REASONS)}


def hostile(name: str, evening: Evening, chance: Random) -> Given:
    """Arguments of which one or two are hostile, or one too many."""
    keys = [*VERBS[name].arguments.__struct_fields__, "surprise"]
    wrong = chance.choices(keys, k=chance.choice([1, 1, 1, 2]))
    return arguments(name, evening, chance) | {key: chance.choice(HOSTILE) for key in wrong}


def somebody(verb: Verb, evening: Evening, chance: Random) -> Person:
    """Who presses it: most often somebody who may, and of those with one role the one who mostly works here."""
    known = [role for _, role in STAFF.values()]
    role = chance.choice(known if chance.random() < 0.15 else sorted(verb.roles & set(known)))
    colleagues = evening.all_with(role)
    return chance.choice(colleagues) if chance.random() < 0.15 else colleagues[0]


def fitting(evening: Evening) -> list[str]:
    """The verbs that are declared for the table and the coup as they stand."""
    status, phase = evening.record.table["status"], evening.state.phase
    return [name for name in AT_THE_TABLE if status in VERBS[name].tables and phase in (VERBS[name].phases or (phase,))]
