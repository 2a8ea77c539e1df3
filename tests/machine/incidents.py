"""What goes wrong in the machine's evenings, who comes to put it right, and how it is decided."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from procedures import lie
from procedures.articles import KINDS
from procedures.models import Incident
from procedures.presence import attested, required
from table.rules.profiles import Role
from tests.machine.evening import Evening, Press

Given = dict[str, Any]
FACES = ["7S", "9H", "KD"]
LAID = ["punto", "banco", "punto", "banco", None]
OPEN, REFERRED = Incident.Status.OPEN, Incident.Status.REFERRED


def _laid(chance: Random) -> Given:
    """The boxes of so many cards, mostly as they would lie but for one of them."""
    laid = (LAID[:4] + LAID[:2])[: chance.choice([1, 2, 3, 4, 4, 4, 5, 6])]
    laid[chance.randrange(len(laid))] = chance.choice(LAID)
    lost = {"lost": chance.choice([[1, 2], [1, 3], [1, 2, 3, 4], [9]])}
    return chance.choice([{}, {"laid": laid}, {"laid": laid}, lost, {"laid": laid} | lost])


def facts(kind: str, chance: Random) -> Given:
    """Answers to the questions of this kind that could be meant."""
    seen, face, number = chance.random() < 0.5, chance.choice(FACES), chance.randint(1, 12)
    match kind:
        case "waiting_card_seen" | "turned_by_dealer":
            return {"number": number, "card": face}
        case "overlooked_card":
            return {"seen": seen} | ({"card": face} if seen else {})
        case "stuck_cards":
            before, restored = chance.randint(0, 4), chance.random() < 0.3
            return {"before": before, "packet": chance.choice([2, 3]), "restored": restored, "seen": seen}
        case "fallen_card":
            lost = {"order_lost": chance.random() < 0.5, "recovered": chance.random() < 0.9}
            return {"places": chance.choice([[1], [1], [2], [1, 2], [1, 3]]), "said": True, "seen": seen} | lost
        case "worn_card":
            return chance.choice([{"card": face}, {"number": number}])
        case "unforeseen":
            return {"what": chance.choice(["foreign_card", "other"])}
    return _laid(chance)


def arguments(name: str, evening: Evening, chance: Random) -> Given:
    """What is said with one of the verbs of the procedures."""
    if name == "report_incident":
        kind = chance.choice([name for name, (_, kind) in KINDS.items() if kind.asks])
        return {"kind": kind, "facts": facts(kind, chance)}
    cases = list(Incident.objects.filter(table__code=evening.code))
    standing = [case for case in cases if case.stands] or cases
    given: Given = {"incident": chance.choice(standing).number if standing else 1}
    match name:
        case "add_evidence":
            numbers = [card["number"] for card in evening.record.cards[-6:]] or [1]
            known = {"places": {str(chance.choice(numbers)): chance.choice([[1], [2], [1, 3]])}}
            given |= chance.choice([known, {"before": [chance.choices(numbers, k=2)]}, {"laid": [*LAID[:4]]}])
        case "annul_incident" | "refer":
            given["reason"] = "not to be rebuilt"
        case "rule":
            parts = ["continue", "validate", "annul", "end_taglia", "close_table"]
            given |= {"text": "as decided", "effects": chance.sample(parts, chance.choice([1, 1, 2]))}
        case "authorise_replacement":
            given |= {"card": chance.choice(FACES), "serial": "spare"}
    return given


VERBS = (
    "report_incident",
    "add_evidence",
    "withdraw_incident",
    "attest",
    "ratify",
    "annul_incident",
    "refer",
    "rule",
    "authorise_replacement",
)


def likely(evening: Evening, chance: Random) -> Iterator[tuple[str, Given]]:
    """Something that can be reported now; while an incident stands, whatever is done about it."""
    yield "report_incident", arguments("report_incident", evening, chance)
    yield "report_incident", {"kind": "worn_card", "facts": {"card": FACES[0]}}
    if evening.floor.cards:
        yield "report_incident", {"kind": "inverted", "facts": chance.choice([{}, {"lost": [1]}])}
        yield "report_incident", {"kind": "unforeseen", "facts": {"what": "other"}}
    for case in Incident.objects.filter(table__code=evening.code, status__in=(OPEN, REFERRED)):
        about = {"incident": case.number}
        yield from ((name, arguments(name, evening, chance) | about) for name in VERBS[1:])
        yield "authorise_replacement", about | {"card": FACES[0], "serial": "spare"}
        yield "add_evidence", about | {"source": "video"}
        yield "rule", about | {"text": "as decided", "effects": ["continue"]}


def waits(evening: Evening) -> list[Incident]:
    """The incidents that hold the coup, or between two coups the table."""
    floor = evening.floor
    return list(Incident.objects.filter(table=floor.table, blocking=True, status__in=(OPEN, REFERRED)))


def put_right(evening: Evening, cases: list[Incident]) -> Press:
    """The press by which good inspectors carry the case on: they come, rebuild what is clear, annul the rest."""
    for case in cases:
        about: Mapping[str, Any] = {"incident": case.number}
        if case.status == REFERRED:
            coup = evening.floor.coup
            effect = "annul" if evening.floor.cards and coup is not None and not coup.outcome else "continue"
            return _press(evening, "direzione", "rule", **about, text="as decided", effects=[effect])
        if case.kind == "unforeseen":
            return _press(evening, "ispettore_gioco", "refer", **about, reason="not foreseen")
    present = attested(cases)
    for role in sorted(required(evening.floor.house, cases) - set(present.values())):
        return _press(evening, role, "attest", incident=cases[0].number)
    if lie.in_words(evening.floor, cases).get("proposal"):
        return _press(evening, "ispettore_gioco", "ratify", incident=cases[0].number)
    return _press(evening, "ispettore_gioco", "annul_incident", incident=cases[0].number, reason="not clear")


def _press(evening: Evening, role: str, verb: str, **given: Any) -> Press:
    return Press(evening.by(Role(role)), ((verb, given),))
