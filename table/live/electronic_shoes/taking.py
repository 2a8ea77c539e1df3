"""Records facts of electronic shoes: each as an act with a nonce made of its number, so that it happens only once.

A face that was read goes to the sealed cards and into no argument, and nothing here depends on it. A card that could
not be read is drawn like any other, and the dealer keys it when it is turned.
"""

from functools import partial
from itertools import takewhile

from django.db.models import Q

from table.live.electronic_shoes.frames import Card, CutCard, Fact
from table.live.electronic_shoes.line import show_anew
from table.models import ElectronicShoe, Entry, Person, Shoe, Table
from table.record import chain, door
from table.record.cross_register import sabots
from table.record.door import Step
from table.record.machine import database_lock
from table.rules.cards import parse
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.rules.shoe import fits

AGAIN = frozenset({Code.GAP, Code.HELD, Code.RATE})
"""Codes of refusals for now: the shoe should send the same fact again."""
BY_HAND = Q(outcome__contains='"card_drawn"') | Q(verb__in=("cut_card_out", "extract_remaining"))
"""Entries that say, where they are not the shoe's, what it would have told: that cards are out, or the cut card.

A report, too, draws cards that fell or were stuck, and opening the bets burns a visible one.
"""
BURN_VISIBLE = ("report_visible", "open_bets", "burn")
"""Acts that draw a card only where it lay visible in the sabot, and a house without coups in bianco burns it at once.

An electronic shoe tells of it later, as it is taken out.
"""
MOST_IN_A_ROW = 20
"""Such cards, one after the other, among which the first is looked for that was not told."""


class _OnRecord(Exception):
    """Raised for a card that the dealer's own act has burned as visible; ``entry`` is the number of that act."""

    def __init__(self, entry: int) -> None:
        super().__init__(entry)
        self.entry = entry


def take(name: str, fact: Fact, *, connected: int = 0) -> int:
    """Record a fact from the connection with this name, and return the number of the next fact.

    ``connected`` is the number of the table's last entry when the connection was made, 0 if not known. A fact that is
    on record already makes no second entry. Refuses a connection that does not hold its shoe (E_SIGNED_OUT), a gap in
    the numbers (E_GAP), a recorded number with other contents (E_NONCE), a late fact once the dealer has gone on by
    hand (E_LATE), and as the act is. All but E_SIGNED_OUT, E_RATE and E_HELD are noted for the dealer.
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
            _press(shoe, name, fact, connected)
        except Refused as refused:
            if refused.code not in AGAIN | {Code.SIGNED_OUT}:
                _tell(shoe, ElectronicShoe.Trouble.REFUSED)
            raise
    elif not fits_the_record(shoe, _nonce(shoe, fact), fact):
        _tell(shoe, ElectronicShoe.Trouble.REFUSED)
        raise Refused(
            Code.NONCE,
            "Fact %(number)s is on record, and was told otherwise: nothing is changed by it. The next one is %(next)s.",
            number=fact.number,
            next=shoe.taken + 1,
        )
    return max(shoe.taken, fact.number) + 1


def cannot_be_read(name: str) -> None:
    """Note for the dealer that the connection with this name sent an unreadable frame: a card may be missing.

    Does nothing if it holds no shoe any more. Refuses (E_HELD) where another program locks the database.
    """
    shoe = ElectronicShoe.objects.filter(holder=name, revoked=False).first()
    if shoe is not None:
        _tell(shoe, ElectronicShoe.Trouble.REFUSED)


def gone() -> Refused:
    """Refusal (E_SIGNED_OUT) for a shoe that was revoked or that another connection holds."""
    return Refused(Code.SIGNED_OUT, "This electronic shoe tells the cards of no table any more.")


def _press(shoe: ElectronicShoe, name: str, fact: Fact, connected: int) -> None:
    """Press the act of a fact in the name of the shoe, and count the fact as taken, also one already on record.

    Of a card that lay visible and was burned it makes no act. Refused as the act is, or by `_still`: the connection has
    lost the shoe or another fact comes next (E_SIGNED_OUT), or the fact is too late (E_LATE).
    """
    read = str(parse(fact.face)) if isinstance(fact, Card) and fact.face else ""
    step = Step("card_out" if isinstance(fact, Card) else "cut_card_out", {})
    counted, burned = list[int](), dict[str, int]()
    try:
        door.press(
            shoe.table.code,
            [step],
            by=Person(badge=shoe.key, role=Role.SHOE),  # not a person who could sign in: the shoe acts under its key
            nonce=_nonce(shoe, fact),
            still=partial(_still, shoe, name, fact, connected),
            also=partial(_count, shoe, fact, connected, counted),
            read=read,
        )
    except _OnRecord as found:
        burned = {"told_at": found.entry}
    if not counted:  # on record already, but not counted: burned as visible, or a database may have been restored
        ElectronicShoe.objects.filter(pk=shoe.pk).update(taken=fact.number, **burned)


def _nonce(shoe: ElectronicShoe, fact: Fact) -> str:
    """Return the nonce of the act for a fact: the same whenever the shoe sends that number, until it is paired anew."""
    return f"{shoe.key}.{shoe.paired}.{fact.number}"


def _still(shoe: ElectronicShoe, name: str, fact: Fact, connected: int) -> None:
    """Refuse (E_SIGNED_OUT) if the connection `name` no longer holds the shoe, and any fact but the next one.

    ``connected`` is the table's last entry as it was made. Called with the table locked. Refuses a fact that says
    ``late`` (E_LATE) if since the last one the dealer has gone on by hand, or has loaded the shoe by the entry
    ``connected`` or before. For a card that does not say so it raises `_OnRecord` if the card drawn last, after the
    entry of the last fact and after ``connected``, was burned as visible: with the first of those burned so in a row.
    """
    now = ElectronicShoe.objects.filter(pk=shoe.pk, holder=name, revoked=False, taken=fact.number - 1).first()
    if now is None:
        raise gone()
    if fact.late:
        since = Entry.objects.filter(register=shoe.table.code, number__gt=now.told_at)
        by_hand = BY_HAND | Q(verb="load", number__lte=connected)
        require(
            not since.filter(by_hand).exclude(role=Role.SHOE).exists(),
            Code.LATE,
            "The dealer has gone on by hand: what was read meanwhile is not taken. Tell the next card as it comes.",
        )
    elif isinstance(fact, Card) and (burned := _burned_since(shoe, connected)):
        raise _OnRecord(burned[-1])


def _burned_since(shoe: ElectronicShoe, connected: int) -> list[int]:
    """Return the numbers of the latest entries, if they burned visible cards of which the shoe has not told yet.

    The latest comes first, then those before it back to one that drew a card otherwise, of more than MOST_IN_A_ROW only
    the latest ones; [] where the latest drew a card otherwise. Only entries that drew cards count, after the one of its
    last fact and after the entry ``connected``.
    """
    since = Entry.objects.filter(register=shoe.table.code, number__gt=max(shoe.told_at, connected))
    drawn = since.filter(outcome__contains='"card_drawn"').order_by("-number").values_list("number", "verb")
    return [number for number, _verb in takewhile(lambda it: it[1] in BURN_VISIBLE, drawn[:MOST_IN_A_ROW])]


def _count(shoe: ElectronicShoe, fact: Fact, connected: int, counted: list[int], row: Table) -> None:
    """Store the fact as taken, and by which entry, in the transaction of its act, and add its number to ``counted``.

    Of a cut card that came before cards which were burned as visible the entry is not stored, as these are still to be
    told. Clears a reported gap, and then counts a change in the ``inbox`` of ``row``, the table, which is not saved
    here.
    """
    counted.append(fact.number)
    before = isinstance(fact, CutCard) and _burned_since(shoe, connected)
    entry = shoe.told_at if before else row.number
    ElectronicShoe.objects.filter(pk=shoe.pk).update(taken=fact.number, told_at=entry)
    if ElectronicShoe.objects.filter(pk=shoe.pk, trouble=ElectronicShoe.Trouble.GAP).update(trouble=""):
        row.inbox += 1


@database_lock.refuse_if_locked()
def _tell(shoe: ElectronicShoe, trouble: ElectronicShoe.Trouble) -> None:
    """Save a trouble for the dealer and have the screens drawn anew.

    A refused fact in any case: it stays until the dealer has compared the cards (``line.compared``), which each refusal
    begins anew. A gap only where neither is saved already; else nothing is done. Refuses (E_HELD) as any act does where
    another program locks the database.
    """
    stands = () if trouble == ElectronicShoe.Trouble.REFUSED else ElectronicShoe.Trouble
    if ElectronicShoe.objects.filter(pk=shoe.pk).exclude(trouble__in=stands).update(trouble=trouble):
        show_anew(shoe.table_id)


# --- a fact that is sent again, compared with the one on record under its number


def fits_the_record(shoe: ElectronicShoe, nonce: str, fact: Fact) -> bool:
    """Whether the act with this nonce records this fact: the same kind and, for a card, the same face.

    A card that was not read fits only one that was drawn unread. True also if there is no such act, or if the recorded
    face can no longer be determined.
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
    """Whether the card `number`, drawn by this entry under this seal (a sha256), shows `face`.

    Faces and salts that are still stored, or that later entries opened, are tried; True where none fits the seal.
    """
    taglia = Shoe.objects.filter(table__code=entry.register, loaded_at__lte=entry.number).order_by("loaded_at").last()
    sabot = sabots.at_hand()
    assert taglia is not None, "a card leaves no shoe but one on the table"
    stored = sabot.stored(f"{entry.register} {taglia.taglia}", [number]) if sabot is not None else ()
    candidates = {(it.face, it.salt) for it in stored} | _opened(entry, number)
    read = {it for it, salt in candidates if fits(it, salt, seal)}
    return not read or face in read


def _opened(entry: Entry, number: int) -> set[tuple[str, str]]:
    """Return faces and salts that later entries of the register have opened for a card of this number in a taglia.

    Of any taglia, not only that of `entry`.
    """
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
