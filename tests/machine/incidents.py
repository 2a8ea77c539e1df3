"""What goes wrong in the machine's evenings, and what is said and done about it by chance."""

from collections.abc import Iterator
from random import Random
from typing import Any

from procedures.articles import KINDS
from procedures.models import Incident
from tests.machine.evening import Evening

Given = dict[str, Any]
FACES = ["7S", "9H", "KD"]
LAID = ["punto", "banco", "punto", "banco", None]
RULINGS = ["continue", "validate", "annul", "correct_money", "end_taglia", "replace_decks", "close_table"]
CAUSED_BY: list[Given] = [{}, {}, {}, {"caused_by": "ivo"}, {"caused_by": "cosima"}, {"caused_by": "anna"}]
"""Mostly nobody is named; also who watches can have caused it. A guest is no one of the staff."""
CAUSES: list[Given] = [{}, {"badge": "ivo"}, {"badge": "cosima"}, {"badge": "dario"}, {"position": "1"}]
DEVICES: list[Given] = [{}, {}, {}, {"device": "ivo"}, {"device": "dario"}, {"device": None}]
"""Mostly the console of the table."""
REPORTED = sorted(name for name, (_, kind) in KINDS.items() if kind.asks)
"""Every kind of incident that somebody can report."""
ABOUT = ["payment", "stake", "result"]
OPEN, REFERRED = Incident.Status.OPEN, Incident.Status.REFERRED


def _laid(chance: Random) -> Given:
    """The boxes of so many cards, mostly as they would lie but for one of them."""
    laid = (LAID[:4] + LAID[:2])[: chance.choice([1, 2, 3, 4, 4, 4, 5, 6])]
    laid[chance.randrange(len(laid))] = chance.choice(LAID)
    lost = {"lost": chance.choice([[1, 2], [1, 3], [1, 2, 3, 4], [9]])}
    return chance.choice([{}, {"laid": laid}, {"laid": laid}, lost, {"laid": laid} | lost])


def _claim(chance: Random) -> Given:
    """A coup that there may have been is disputed."""
    return claim(chance.choice(["1.1", "1.2", "1.3", "2.1", "1"]), chance.choice("1234"), chance)


OTHER_FACTS = {"dispute": _claim}
"""Those that do not ask where the cards lie."""


def facts(kind: str, chance: Random) -> Given:
    """Answers to the questions of this kind that could be meant."""
    seen, face, number = chance.random() < 0.5, chance.choice(FACES), chance.randint(1, 12)
    match kind:
        case "waiting_card_seen" | "turned_by_dealer":
            return {"number": number, "card": face}
        case "came_out_visible":
            return {"card": face}
        case "overlooked_card":
            return {"seen": seen} | ({"card": face} if seen else {})
        case "stuck_cards":
            before, restored = chance.randint(0, 4), chance.random() < 0.3
            return {"before": before, "packet": chance.choice([2, 3]), "restored": restored, "seen": seen}
        case "fallen_card":
            lost = {"order_lost": chance.random() < 0.5, "recovered": chance.random() < 0.9}
            return {"places": chance.choice([[1], [1], [2], [1, 2], [1, 3]]), "said": seen, "seen": seen} | lost
        case "worn_card":
            return chance.choice([{"card": face}, {"number": number}])
        case "sabot_empty":
            return {}
        case "late_stake" | "uncollected":
            return _chips(kind, chance) | {"amount": 500 * number}
        case "unforeseen":
            return {"what": chance.choice(["foreign_card", "other"])}
    return OTHER_FACTS.get(kind, _laid)(chance)


def claim(coup: str, position: str, chance: Random) -> Given:
    """What somebody at this position disputes of this coup."""
    guest: list[Given] = [{}, {}, {"guest": "anna"}]
    return {"coup": coup, "position": position, "about": chance.choice(ABOUT)} | chance.choice(guest)


def decision(case: Incident, chance: Random) -> Given:
    """How a dispute could be decided: mostly its guest gets something, or gives it back."""
    guest, amount = case.facts.get("guest", "anna"), 500 * chance.choice([-20, -1, 1, 5, 20])
    moved = chance.choice([[], [{"bettor": guest, "amount": amount}], [{"bettor": guest, "amount": amount}]])
    return {"text": "as decided", "corrections": moved}


def agreement(case: Incident, _chance: Random) -> Given:
    """What the second person agrees to, if anything waits for them."""
    return {"decision": case.facts.get("asked", {}).get("number", 1)}


def _nothing_more(_case: Incident, _chance: Random) -> Given:
    return {}


OF_DISPUTES = {"decide_dispute": decision, "confirm_dispute": agreement}


def _chips(kind: str, chance: Random) -> Given:
    """Where chips lie that are no stake, and what they are."""
    at = {"position": chance.choice("1234")}
    if kind == "late_stake":
        return at | {"box": chance.choice(["punto", "banco"])}
    return at | {"left": chance.choice(["stake", "winnings"])} | chance.choice([{}, {"owner": "anna"}])


def arguments(name: str, evening: Evening, chance: Random) -> Given:
    """What is said with one of the verbs of the procedures."""
    if name == "report_incident":
        kind = chance.choice(REPORTED)
        words = chance.choice([{}, {"text": "as seen"}, {"text": "as seen"}])
        return {"kind": kind, "facts": facts(kind, chance)} | chance.choice(CAUSED_BY) | words
    cases = list(Incident.objects.filter(table__code=evening.code))
    open_cases = [case for case in cases if case.stands] or cases
    about = chance.choice(open_cases) if open_cases else Incident(number=1)
    given: Given = {"incident": about.number} | OF_DISPUTES.get(name, _nothing_more)(about, chance)
    match name:
        case "add_evidence":
            numbers = [card["number"] for card in evening.record.cards[-6:]] or [1]
            known = {"places": {str(chance.choice(numbers)): chance.choice([[1], [2], [1, 3]])}}
            lost = {"lost": chance.choice([[1, 2], [1, 3], [2, 3, 4]])}
            given |= chance.choice([known, {"before": [chance.choices(numbers, k=2)]}, {"laid": [*LAID[:4]]}, lost])
        case "set_evidence_aside":
            said = [item["number"] for case in open_cases for item in case.evidence.get("items", [])]
            given |= {"statement": chance.choice(said or [1]), "reason": chance.choice(["", "he was not there"])}
        case "show_card":
            return {"where": chance.choice(["punto", "banco", "beside"]), "card": chance.choice(FACES)}
        case "attest":
            given |= chance.choice(DEVICES)
        case "name_cause":
            given |= chance.choice(CAUSES)
        case "annul_incident" | "refer":
            given["reason"] = "not to be rebuilt"
        case "rule":
            given |= ruling(chance.sample(RULINGS, chance.choice([1, 1, 2])), evening)
        case "authorise_replacement":
            given |= {"card": chance.choice(FACES), "serial": "spare"}
    return given


def ruling(effects: list[str], evening: Evening) -> Given:
    """The words of the Direzione, and what comes of them; new decks have a serial that the table never saw."""
    serial = {"serial": f"S-{evening.nonces}-ruled"} if "replace_decks" in effects else {}
    money = {"money": _corrected(evening)} if "correct_money" in effects else {}
    return {"text": "as decided", "effects": effects} | serial | money


def _corrected(evening: Evening) -> list[Given]:
    """For whoever staked first, or against whoever staked last; of a table where nobody did, for nobody."""
    stakes = evening.state.stakes
    found = [(stakes[0], 5000), (stakes[-1], -500)][: len({it.pk for it in (stakes[0], stakes[-1])})] if stakes else []
    corrections = [(it.position, it.box, it.bettor, amount) for it, amount in found] or [("1", "punto", "anna", 500)]
    return [{"position": at, "box": box, "guest": bettor, "amount": amount} for at, box, bettor, amount in corrections]


VERBS = (
    "report_incident",
    "add_evidence",
    "set_evidence_aside",
    "show_card",
    "withdraw_incident",
    "attest",
    "ratify",
    "annul_incident",
    "refer",
    "rule",
    "authorise_replacement",
    "confirm_empty",
    "confirm_uncollected",
    "name_cause",
    "decide_dispute",
    "confirm_dispute",
)


def likely(evening: Evening, chance: Random) -> Iterator[tuple[str, Given]]:
    """Something that can be reported now; while an incident stands, whatever is done about it."""
    yield "report_incident", arguments("report_incident", evening, chance)
    yield "report_incident", {"kind": "worn_card", "facts": {"card": FACES[0]}}
    if evening.state.shoe is not None:
        yield "report_incident", {"kind": "sabot_empty", "facts": {}}
    yield "report_incident", {"kind": "uncollected", "facts": facts("uncollected", chance)}
    if evening.state.cards:
        yield "report_incident", {"kind": "inverted", "facts": chance.choice([{}, {"lost": [1, 2]}])}
        yield "report_incident", {"kind": "unforeseen", "facts": {"what": "other"}, "text": "as seen"}
    for case in Incident.objects.filter(table__code=evening.code, status__in=(OPEN, REFERRED)):
        about = {"incident": case.number}
        yield from ((name, arguments(name, evening, chance) | about) for name in VERBS[1:] if name != "show_card")
        yield from ((name, about | says(case, chance)) for name, says in OF_DISPUTES.items())
        yield "show_card", arguments("show_card", evening, chance)
        yield "authorise_replacement", about | {"card": case.facts.get("card", FACES[0]), "serial": "spare"}
        yield "add_evidence", about | {"source": "video"}
        for effect in RULINGS:
            required = {"replace_decks": ["end_taglia"], "correct_money": ["annul"]}.get(effect, [])
            yield "rule", about | ruling([effect, *required], evening)
