"""A fact of an electronic shoe is taken: through the door, under its number, so that it happens once however often it
is told. What a card shows goes to the sealed ones and into no argument, and nothing here depends on it. A card that
could not be read leaves the shoe like any other, and the dealer keys it at its turn.
"""

from functools import partial

from table.feed import again
from table.feed.frames import Card, Fact
from table.feed.line import show_anew
from table.models import ElectronicShoe, Entry, Person, Table
from table.record import door
from table.record.door import Step
from table.rules.cards import parse
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require

AGAIN = frozenset({Code.GAP, Code.HELD, Code.RATE})
"""Refused for now: the same fact may be told again."""
BY_HAND = ("deal", "card_out", "cut_card_out", "extract_remaining")
"""What a dealer presses for what a shoe would have told."""


def take(name: str, fact: Fact) -> int:
    """Take what the connection with this name tells; gives the number of the fact that comes next.

    A fact that is on record already changes nothing, and is refused where it was told otherwise before. Raises
    :class:`Refused`; then nothing has changed but what the dealer is told of the shoe.
    """
    shoe = ElectronicShoe.objects.select_related("table").filter(holder=name, revoked=False).first()
    if shoe is None:
        raise gone()
    if fact.number > shoe.taken + 1:
        _tell(shoe, ElectronicShoe.Trouble.GAP)
        raise Refused(
            Code.GAP,
            "Fact %(number)s came, and fact %(next)s is not on record: tell all of them again from there on.",
            number=fact.number,
            next=shoe.taken + 1,
        )
    if fact.number == shoe.taken + 1:
        try:
            _press(shoe, name, fact)
        except Refused as refused:
            if refused.code not in AGAIN | {Code.SIGNED_OUT}:
                _tell(shoe, ElectronicShoe.Trouble.REFUSED)
            raise
    elif not again.same(shoe, _nonce(shoe, fact), fact):
        _tell(shoe, ElectronicShoe.Trouble.REFUSED)
        raise Refused(
            Code.NONCE,
            "Fact %(number)s is on record, and was told otherwise: nothing is changed by it. The next one is %(next)s.",
            number=fact.number,
            next=shoe.taken + 1,
        )
    return max(shoe.taken, fact.number) + 1


def cannot_be_read(name: str) -> None:
    """What the connection with this name said is no frame: a card may be missing from the record, and the dealer is
    told."""
    shoe = ElectronicShoe.objects.filter(holder=name, revoked=False).first()
    if shoe is not None:
        _tell(shoe, ElectronicShoe.Trouble.REFUSED)


def gone() -> Refused:
    """The shoe was revoked, or another connection has its line by now."""
    return Refused(Code.SIGNED_OUT, "This electronic shoe tells the cards of no table any more.")


def _press(shoe: ElectronicShoe, name: str, fact: Fact) -> None:
    read = str(parse(fact.face)) if isinstance(fact, Card) and fact.face else ""
    step = Step("card_out" if isinstance(fact, Card) else "cut_card_out", {})
    counted = list[int]()
    door.press(
        shoe.table.code,
        [step],
        by=Person(badge=shoe.key, role=Role.SHOE),  # nobody who could sign in: it is known by its key
        nonce=_nonce(shoe, fact),
        still=partial(_still, shoe, name, fact),
        also=partial(_count, shoe, fact.number, counted),
        read=read,
    )
    if not counted:  # it was on record already, and not counted: a database may have been put back
        ElectronicShoe.objects.filter(pk=shoe.pk).update(taken=fact.number)


def _nonce(shoe: ElectronicShoe, fact: Fact) -> str:
    """The name of the act of a fact."""
    return f"{shoe.key}.{shoe.paired}.{fact.number}"


def _still(shoe: ElectronicShoe, name: str, fact: Fact) -> None:
    """Behind the lock of the table: the line is its own still, the fact is the next one, and nobody has keyed it."""
    now = ElectronicShoe.objects.filter(pk=shoe.pk, holder=name, revoked=False, taken=fact.number - 1).first()
    if now is None:
        raise gone()
    if fact.late:
        since = Entry.objects.filter(register=shoe.table.code, number__gt=now.told_at, verb__in=BY_HAND)
        require(
            not since.exclude(role=Role.SHOE).exists(),
            Code.LATE,
            "The dealer has gone on by hand: what was read meanwhile is not taken. Tell the next card as it comes.",
        )


def _count(shoe: ElectronicShoe, number: int, counted: list[int], row: Table) -> None:
    """In the transaction of the act: the fact is on record, and no earlier one is awaited any more."""
    counted.append(number)
    ElectronicShoe.objects.filter(pk=shoe.pk).update(taken=number, told_at=row.number)
    if ElectronicShoe.objects.filter(pk=shoe.pk, trouble=ElectronicShoe.Trouble.GAP).update(trouble=""):
        row.inbox += 1


def _tell(shoe: ElectronicShoe, trouble: ElectronicShoe.Trouble) -> None:
    """The dealer is told, once; that a fact was refused stands until he has compared the cards (``line.compared``)."""
    stands = {trouble, ElectronicShoe.Trouble.REFUSED}
    if ElectronicShoe.objects.filter(pk=shoe.pk).exclude(trouble__in=stands).update(trouble=trouble):
        show_anew(shoe.table_id)
