"""Tables and coups as the API shows them: open cards, stakes and payments."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import msgspec
from django.db.models import Prefetch

from table import models
from table.models import Money
from table.outside.guests import Pseudonyms

Called = Callable[[str], str]
"""Function from the key of a guest to the pseudonym that one reader sees."""


class Table(msgspec.Struct, frozen=True):
    """Table of the house. "number" is that of its last event, "coup" the coup being played, empty between two.

    It plays in "currency", by rules with the key "house"; both are empty without rules. Its coups before may have been
    in another one.
    """

    code: str
    status: str
    house: str
    currency: str
    number: int
    coup: str


class Card(msgspec.Struct, frozen=True):
    """Card by its number in the order of extraction, and where it lies. "face" is null until it is turned."""

    number: int
    face: str | None
    lies: str


class Stake(msgspec.Struct, frozen=True):
    """Stake on a box at a position. "in_action" is the part of "laid" that plays, null while the betting is open."""

    position: str
    box: str
    bettor: str
    laid: int
    in_action: int | None
    cash: bool


class MoneyLine(msgspec.Struct, frozen=True):
    """Movement of money, negative for a loss: of a stake, or by a dispute (kind "adjustment", empty "box").

    "number" is that of the event that posted it.
    """

    number: int
    position: str
    box: str
    bettor: str
    kind: str
    amount: int


class Coup(msgspec.Struct, frozen=True):
    """Coup, also one that is still being played: until it is "over" it changes, and "next" does not go beyond it.

    "kind" is "normal" or "blank" (Colpo in Bianco, without "stakes"); "outcome" and "result" are empty until they are
    known. "reader" is the position before which Punto's cards lie, empty if the dealer completes the hand. "punto" and
    "banco" are the hands that were paid, null if none was. Amounts are in hundredths of "currency", in which the table
    played then.
    """

    key: str
    taglia: int
    number: int
    kind: str
    over: bool
    outcome: str
    result: str
    reader: str
    punto: list[str] | None
    banco: list[str] | None
    cards: list[Card]
    stakes: list[Stake]
    money: list[MoneyLine]
    currency: str


def tables(codes: Sequence[str] | None) -> list[Table]:
    """List the tables with these codes, or all if None, as the API shows them, each with the coup being played at it.

    In the order of the house, without training tables. Unknown codes are ignored; without a code the list is empty.
    """
    rows = models.Table.real.select_related("policy").order_by(*models.Table.IN_ORDER)
    found = rows if codes is None else rows.filter(code__in=codes)
    open_now = models.Coup.objects.filter(ended=False).select_related("shoe")
    playing = {it.table_id: it.key for it in open_now}
    return [_table(row, playing.get(row.pk, "")) for row in found]


def _table(row: models.Table, coup: str) -> Table:
    """Return a table as the API shows it: code, status, house, currency, its last entry's number, and its `coup`.

    That is the key of the coup being played, "" between two. House (by key) and currency are "" before the
    first rules.
    """
    profile = row.policy.profile if row.policy is not None else None
    house, currency = (profile.key, profile.currency) if profile else ("", "")
    return Table(row.code, row.status, house, currency, row.number, coup)


def coups(table: models.Table, *, reader: str, after: int, most: int) -> list[Coup]:
    """List the first `most` coups of a table after one of them, in the order begun; also one that is being played.

    `after` is the primary key of that one (0: from the table's first). Guests have the pseudonyms that `reader` gets in
    the evening in which the coup ended, or in the present one; an evening that has no secret for them yet gets one,
    which is stored.
    """
    lines = Prefetch("money", Money.objects.select_related("stake").order_by("number", "place"))
    rows = table.coups.filter(pk__gt=after).select_related("shoe", "policy").order_by("pk")
    found = list(rows.prefetch_related("cards", "stakes", lines, "adjustments")[:most])
    if not found:
        return []
    ends = [it.ended_at or table.number for it in found]
    guests = Pseudonyms(table.code, reader, min(ends), max(ends))
    return [_coup(it, partial(guests.called, number=end)) for it, end in zip(found, ends, strict=True)]


def row_of(table: models.Table, key: str) -> int | None:
    """Return the primary key of the coup with this key, such as ``3.17``; None if the table has none.

    Raises ValueError unless both parts are whole numbers.
    """
    taglia, _dot, number = key.partition(".")
    # By the shoe, of which there are fewer: a table has tens of thousands of coups.
    found = models.Coup.objects.filter(shoe__table=table, shoe__taglia=int(taglia), number=int(number))
    return found.values_list("pk", flat=True).first()


def _coup(row: models.Coup, called: Called) -> Coup:
    """Return a coup as the API shows it, with cards, stakes and money lines; its hands are those paid, None before.

    `called` gives the pseudonym for the key of a guest. A Colpo in Bianco has no stakes: what the Direzione ordered for
    one that went back is among its money alone.
    """
    punto, banco = row.paid_hands or (None, None)
    stakes = row.stakes.all() if row.kind == models.Coup.Kind.NORMAL else ()
    return Coup(
        key=row.key,
        taglia=row.shoe.taglia,
        number=row.number,
        kind=row.kind,
        over=row.ended,
        outcome=row.outcome,
        result=row.result,
        reader=row.reader,
        punto=punto,
        banco=banco,
        cards=[Card(it.number, it.face or None, it.location) for it in row.cards.all()],
        stakes=[Stake(it.position, it.box, called(it.bettor), it.laid, it.in_action, it.cash) for it in stakes],
        money=list(_money(row, called)),
        currency=row.policy.profile.currency,
    )


def _money(row: models.Coup, called: Called) -> Iterator[MoneyLine]:
    """Yield the money lines of a coup in order, then those of disputes.

    `called` gives the pseudonym for the key of a guest.
    """
    for it in row.money.all():
        yield MoneyLine(it.number, it.stake.position, it.stake.box, called(it.stake.bettor), it.kind, it.amount)
    for moved in row.adjustments.all():
        yield MoneyLine(moved.number, moved.position, "", called(moved.bettor), "adjustment", moved.amount)
