"""Comparison of a fact that an electronic shoe sends again with the one on record under its number."""

from django.db.models import Q

from table.feed.frames import Card, Fact
from table.models import ElectronicShoe, Entry, Shoe
from table.record import chain
from table.record.cross_register import sabots
from table.rules.cards import parse
from table.rules.shoe import fits


def same(shoe: ElectronicShoe, nonce: str, fact: Fact) -> bool:
    """Whether the act with this nonce records this fact: the same kind and, for a card, the same face.

    True also if there is no such act, or if the recorded face can no longer be determined.
    """
    entry = Entry.objects.filter(register=shoe.table.code, nonce=nonce).first()
    if entry is None or not isinstance(fact, Card):
        return entry is None or entry.verb == "cut_card_out"
    if entry.verb != "card_out":
        return False
    drawn = next(facts for name, facts in chain.effects(entry.outcome) if name == "card_drawn")
    if "seal" not in drawn or not fact.face:
        return "seal" not in drawn and not fact.face
    return _shows(entry, drawn["card"], drawn["seal"], str(parse(fact.face)))


def _shows(entry: Entry, number: int, seal: str, face: str) -> bool:
    """Whether the card drawn by this entry with this seal shows `face`; True if what the seal covers is not known."""
    taglia = Shoe.objects.filter(table__code=entry.register, loaded_at__lte=entry.number).order_by("loaded_at").last()
    sabot = sabots.at_hand()
    assert taglia is not None, "a card leaves no shoe but one on the table"
    stored = sabot.stored(f"{entry.register} {taglia.taglia}", [number]) if sabot is not None else ()
    candidates = {(it.face, it.salt) for it in stored} | _opened(entry, number)
    read = {it for it, salt in candidates if fits(it, salt, seal)}
    return not read or face in read


def _opened(entry: Entry, number: int) -> set[tuple[str, str]]:
    """Faces and salts that entries after this one have opened for the card with this number."""
    opens = Q(outcome__contains='"salt"') | Q(outcome__contains='"seals_opened"')
    later = Entry.objects.filter(opens, register=entry.register, number__gt=entry.number)
    found = set[tuple[str, str]]()
    for outcome in later.values_list("outcome", flat=True):
        for name, facts in chain.effects(outcome):
            if name == "card_turned" and facts["card"] == number and "salt" in facts:
                found.add((facts["face"], facts["salt"]))
            elif name == "seals_opened":
                found |= {(face, salt) for card, face, salt in facts["cards"] if card == number}
    return found
