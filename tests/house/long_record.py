"""A table with years behind it: taglie, coups, cards, stakes, payments, entries, refusals, written in bulk."""

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

from table.models import (
    Alert,
    Coup,
    DrawnCard,
    Entry,
    Guest,
    Money,
    Note,
    Person,
    Policy,
    Refusal,
    Reservation,
    Shoe,
    Sixain,
    StaffPresence,
    Stake,
    Table,
    Tip,
)
from table.record import chain

LONG_AGO = datetime(2025, 1, 1, tzinfo=UTC)
TAGLIE, COUPS, ENTRIES = 20, 60, 150


def lay_past(table: Table, *, taglie: int = TAGLIE) -> None:
    """Twenty taglie, or as many as are wanted, of sixty coups and a hundred and fifty entries each."""
    assert table.policy is not None
    sixain = Sixain.objects.create(table=table, serial="S-old", decks=6)
    for taglia in range(1, taglie + 1):
        old = {"status": Shoe.Status.ENDED, "left_over": 0, "burned_counted": 312}
        shoe = Shoe.objects.create(table=table, sixain=sixain, taglia=taglia, cards_total=312, out=COUPS * 4, **old)
        lay_coups(table, table.policy, shoe, COUPS)
    _lay_people(table)
    lay_entries(table, taglie * ENTRIES)


def lay_coups(table: Table, policy: Policy, shoe: Shoe, coups: int) -> None:
    """So many coups of a taglia, burned and paid."""
    ended: dict[str, Any] = {"closed": True, "ended": True, "outcome": "settled", "result": "banco", "button": "1"}
    rows = Coup.objects.bulk_create(
        Coup(table=table, shoe=shoe, policy=policy, number=number, **ended) for number in range(1, coups + 1)
    )
    card = count(1)
    DrawnCard.objects.bulk_create(
        DrawnCard(shoe=shoe, coup=row, number=next(card), location=DrawnCard.Location.BURNED)
        for row in rows
        for _ in range(4)
    )
    bet: dict[str, Any] = {"bettor": "anna", "laid_by": "anna", "laid": 1000, "in_action": 1000, "excess": 0}
    stakes = Stake.objects.bulk_create(
        Stake(coup=row, position=at, slot="main", box="punto", laid_at=1, **bet) for row in rows for at in "12"
    )
    Money.objects.bulk_create(
        Money(coup=stake.coup, stake=stake, kind="loss", amount=-1000, number=1, place=place)
        for place, stake in enumerate(stakes)
    )


def _lay_people(table: Table) -> None:
    """Guests who had seats, staff who were signed on, alerts, tips, remarks and refusals."""
    names = [f"guest-{number}" for number in range(300)]
    guests = Guest.objects.bulk_create(Guest(key=name) for name in names)
    closed = Reservation.State.CLOSED
    Reservation.objects.bulk_create(Reservation(table=table, guest=it, made_at=1, state=closed) for it in guests)
    dealer = Person.objects.get(badge="dario")
    presence = {"role": "dealer", "since": 1, "until": 2}
    StaffPresence.objects.bulk_create(StaffPresence(table=table, person=dealer, **presence) for _ in range(300))
    raised: dict[str, Any] = {"number": 1, "code": "card_held", "since": LONG_AGO, "closed": 2}
    noted: dict[str, Any] = {"acknowledged": 2, "acknowledged_by": "ivo"}
    Alert.objects.bulk_create(Alert(table=table, **raised, **noted) for _ in range(1000))
    Tip.objects.bulk_create(Tip(table=table, number=1, amount=500, form="chips") for _ in range(300))
    Note.objects.bulk_create(Note(digest=f"{number}", salt="", text="") for number in range(300))
    said: dict[str, Any] = {"number": 1, "at": LONG_AGO, "actor": "dario", "verb": "place", "code": "E_MAX"}
    Refusal.objects.bulk_create(Refusal(register=table.code, **said) for _ in range(1000))


def lay_entries(table: Table, entries: int) -> None:
    """Remarks that follow on the last entry, each chained to the one before it."""
    lay_entries_at(table, [LONG_AGO] * entries)


def lay_entries_at(table: Table, times: Sequence[datetime], *, verb: str = "annotate") -> None:
    """The same, one at each of these times, in this order."""
    entries = len(times)
    first, digest, rows = table.number + 1, table.digest, []
    for number, at in enumerate(times, first):
        facts = _facts(table, number, digest) | {"at": at, "verb": verb}
        digest = chain.digest(facts)
        rows.append(Entry(**facts, digest=digest))
    Entry.objects.bulk_create(rows)
    table.number, table.digest = first + entries - 1, digest
    table.save()


def _facts(table: Table, number: int, previous: str) -> dict[str, Any]:
    return {
        "register": table.code,
        "number": number,
        "at": LONG_AGO,
        "actor": "dario",
        "role": "dealer",
        "nonce": f"old-{number}",
        "verb": "annotate",
        "arguments": "{}",
        "outcome": chain.canonical({"effects": []}),
        "previous": previous,
    }
