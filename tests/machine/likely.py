"""What could well happen next at this table: acts whose people, stakes and cards are really there."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random

from tests.machine import incidents, presses
from tests.machine.evening import Evening
from tests.machine.presses import Given, correction
from tests.machine.record import Row
from tests.rig.tables import GUESTS, STAFF

Happening = tuple[str, Given]
SEATED_MOVES = {
    "assigned": ("occupy", "release"),
    "occupied": ("mark", "report_unmarked_absence", "release"),
    "marked": ("return", "release"),
}


def something(evening: Evening, chance: Random) -> Happening:
    """One of the likely things; every kind of thing has the same chance, however many there are of it."""
    kinds = defaultdict[str, list[Happening]](list)
    for name, given in _all(evening, chance):
        kinds[f"{name} {given.get('what')}"].append((name, given))
    return chance.choice(kinds[chance.choice([*kinds])])


def given_to(name: str, evening: Evening, chance: Random) -> Given:
    """Arguments of this verb: likely ones, or where nothing of the kind is there such as could be meant."""
    found = [given for verb, given in _all(evening, chance) if verb == name]
    return chance.choice(found) if found else presses.arguments(name, evening, chance)


def _all(evening: Evening, chance: Random) -> list[Happening]:
    around = (*at_seats(evening, chance), *at_the_sign(evening, chance))
    return [*around, *with_stakes(evening, chance), *with_cards(evening, chance)]


def at_seats(evening: Evening, chance: Random) -> Iterator[Happening]:
    """Somebody comes, sits down, leaves, comes back, stands."""
    record, guest = evening.record, chance.choice(GUESTS[:5])
    yield "reserve", {"guest": guest}
    for wish in record.reservations:
        if wish["state"] == "requested":
            yield "cancel_reservation", {"guest": wish["guest"]}
            free = [it["label"] for it in record.positions if it["state"] == "free"]
            yield from (("assign", {"guest": wish["guest"], "position": label}) for label in free[:1])
    for stands in record.standing:
        yield "leave_standing", {"guest": stands["guest"], "position": stands["position"]}
    for place in record.positions[:4]:
        at = {"position": place["label"]}
        yield from ((verb, at) for verb in SEATED_MOVES.get(place["state"], ()))
        if place["state"] == "free" or record.rules["stakes_per_position"] == "many":
            yield from ((verb, {**at, "guest": guest}) for verb in ("assign", "stand_at"))


def at_the_sign(evening: Evening, chance: Random) -> Iterator[Happening]:
    """Limits that a house could have; somebody who is at work goes; what nobody collected is disposed of."""
    chip = int(evening.record.rules["chips"][0])
    kinds = ("main", "egalite", *evening.record.rules["side_bets"])
    yield "set_limits", {"limits": {kind: [chip, chip * chance.choice(presses.CHIPS)] for kind in kinds}}
    yield "sign_off", {"badge": chance.choice([STAFF["dealer"][0], STAFF["ispettore"][0]])}
    for slip in evening.record.uncollected:
        if slip["closed"] is None:
            yield "dispose", {"slip": slip["slip"], "text": "to the cash desk"}


def with_stakes(evening: Evening, chance: Random) -> Iterator[Happening]:
    """Stakes are laid, changed and taken off, or were keyed wrong."""
    coup = evening.record.coup
    if coup is None or coup["kind"] == "blank":
        return
    for stake in evening.record.stakes_of(coup):
        yield from _with_stake(evening, chance, coup, stake)
    if not coup["closed"]:
        yield from (("place", presses.arguments("place", evening, chance) | cash) for cash in ({}, {}, {"cash": True}))
        sits = chance.choice([None, *evening.record.present])
        yield "name_highest", {"coup": evening.record.key_of(coup), "position": sits}
        return
    for what in ("stake", "box", "owner", "position", "standing", "highest", "cash", "close"):
        yield "correct_entry", correction(chance, what)
    if coup["correction_asked"]:
        yield from ((verb, presses.arguments(verb, evening, chance)) for verb in presses.BY_TWO)


def _with_stake(evening: Evening, chance: Random, coup: Row, stake: Row) -> Iterator[Happening]:
    place = {"position": stake["position"], "box": stake["box"]}
    chip = int(evening.record.rules["chips"][0])
    amount = chip * chance.choice([0, *presses.CHIPS])
    if coup["closed"]:
        yield "correct_entry", correction(chance, "stake", **place, amount=amount)
        yield "correct_entry", correction(chance, "box", **place)
        yield "correct_entry", correction(chance, "owner", **place)
        yield "correct_entry", correction(chance, "cash", **place, cash=not stake["notes"])
        yield "correct_entry", correction(chance, "position", position=stake["position"])
        yield "correct_entry", correction(chance, "standing", position=stake["position"])
        return
    many = {"guest": stake["bettor"]} if evening.record.rules["stakes_per_position"] == "many" else {}
    given = {"coup": evening.record.key_of(coup), **place, **many}
    yield from ((verb, {**given, "by": by}) for verb in ("raise", "lower") for by in (chip, amount or 1))
    yield "change_cash" if stake["notes"] else "withdraw", given
    if evening.record.rules["tax"] == "laid_ready" and stake["box"] == "banco":
        at = {name: given[name] for name in given if name != "box"}
        yield "withdraw_tax" if stake["tax"] else "lay_tax", at


def with_cards(evening: Evening, chance: Random) -> Iterator[Happening]:
    """A card comes out of turn, the cut card comes, a face or a declaration was keyed wrong."""
    coup = evening.record.coup
    yield from ((it, presses.arguments(it, evening, chance)) for it in ("card_out", "cut_card_out", "report_visible"))
    yield "card_out", {"extra": True, "exposed": chance.random() < 0.5}
    yield "card_out", {}
    yield from incidents.likely(evening, chance)
    yield "correct_entry", correction(chance, "cut_card")
    yield "correct_entry", correction(chance, "count")
    yield "correct_entry", correction(chance, "declaration")
    for card in evening.record.cards_of(coup) if coup else []:
        if card["face"]:
            yield "correct_entry", correction(chance, "card", number=card["number"])
