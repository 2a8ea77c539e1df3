"""Report of a taglia: where its cards are, what was played and paid, who dealt. Super Punto Banco, Art. 5."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Max, QuerySet

from table.models import Alert, Coup, DrawnCard, Entry, Shoe
from table.play.declaration import PARTS, GamePart
from table.record import chain
from table.reports.evenings.sums import AtWork, Sums, at_work, rules_of, sums
from table.reports.registers.forms import CardsLie, Count, WornCard
from table.rules.profile import Profile, Role
from table.screens.read.lines import face_text

Location = DrawnCard.Location
ASIDE = (Location.HELD_UNDER, Location.HELD_SEEN, Location.WAITING, Location.EXCESS)


class TagliaReport(NamedTuple):
    """Report of a taglia; `low` and `high` are its first and last number in the register.

    `rules` are those of its last coup, without coups those in force as its shoe was loaded. `incidents` are
    the entries by which cases were opened.
    """

    shoe: Shoe
    low: int
    high: int
    rules: Profile
    cards: CardsLie
    burned: Count
    left: Count
    replaced: list[WornCard]
    sums: Sums
    incidents: list[int]
    dealers: Sequence[AtWork]


def taglia_of(shoe: Shoe) -> TagliaReport:
    """Return the report of a taglia, ended or not, from the loading of its shoe to the entry before the next is loaded.

    It has the cards by place, the burned ones and those left as expected and as counted, worn cards that were replaced,
    rules and sums of its coups, the entries that opened incidents, and its dealers: all who were at the table at any
    time from that loading to the end of its last coup, or to its last entry while it goes on or if no coup ended. They
    are in the order in which they came; whoever came twice is there twice.
    """
    low, high = _numbers(shoe)
    cards, coups = cards_of(shoe), Coup.objects.filter(shoe=shoe)
    return TagliaReport(
        shoe,
        low,
        high,
        rules_of(coups, shoe.table, low),
        cards,
        Count(cards.burned, shoe.burned_counted),
        Count(cards.left, shoe.left_over),
        [*map(_replaced, _acts(shoe, PARTS.get(GamePart.REPLACES, ""), low, high))],
        sums(coups),
        incidents(shoe.table_id, low, high),
        [it for it in at_work(shoe.table, low, _last_dealt(shoe, high)) if it.role == Role.DEALER],
    )


def _numbers(shoe: Shoe) -> tuple[int, int]:
    """Return the entries between which a taglia lies, first and last, both included.

    The first is the one that loaded the shoe (1 if unknown), the last the one before the next shoe was loaded, or the
    table's last.
    """
    after = Shoe.objects.filter(table=shoe.table_id, taglia=shoe.taglia + 1).values_list("loaded_at", flat=True).first()
    return shoe.loaded_at or 1, shoe.table.number if after is None else after - 1


def _last_dealt(shoe: Shoe, high: int) -> int:
    """Return the entry that ended the last ended coup of a taglia that is over: who came after that has not dealt it.

    `high`, the taglia's last entry, for one that goes on or of which no coup ended.
    """
    over = shoe.status in Shoe.OVER
    last: int | None = shoe.coups.aggregate(last=Max("ended_at"))["last"] if over else None
    return high if last is None else last


def cards_of(shoe: Shoe) -> CardsLie:
    """Count the cards of a shoe by where they are now, those left in the sabot included: the parts should add up.

    The cards that were extracted and counted after the last hand are taken from the arguments of that act, and are not
    among those dealt: their rows cannot be told from others once the cards are burned. Cards of no coup are out of turn
    (stuck together, visible, or still waiting when the taglia ended) unless they are set aside now, or missing, as the
    record expected them of a sabot that was empty.
    """
    low, high = _numbers(shoe)
    counts = Counter((place, coup is None) for place, coup in shoe.cards.order_by().values_list("location", "coup"))
    aside = sum(counts[place, of_none] for place in ASIDE for of_none in (True, False))
    missing = sum(counts[Location.MISSING, of_none] for of_none in (True, False))
    elsewhere = {it for it, _of_none in counts} - {*ASIDE, Location.MISSING}
    extracted = _extracted(shoe, low, high)
    dealt = sum(counts[place, False] for place in elsewhere) - extracted
    out_of_turn = sum(counts[place, True] for place in elsewhere)
    return CardsLie(shoe.cards_total, dealt, extracted, out_of_turn, aside, missing, shoe.cards_total - shoe.out)


def _extracted(shoe: Shoe, low: int, high: int) -> int:
    """Count the cards that were drawn and counted after the last hand, by the arguments of the acts of doing so.

    A count that was taken back is left out. `low` and `high` are the taglia's first and last entry.
    """
    taken_back = _acts(shoe, "correct_entry", low, high).filter(arguments__contains='"what":"count"').last()
    since = low if taken_back is None else taken_back.number
    return sum(len(chain.read(entry.arguments)["cards"]) for entry in _acts(shoe, "extract_remaining", since, high))


def _acts(shoe: Shoe, verb: str, low: int, high: int) -> "QuerySet[Entry]":
    """Query the entries of this verb at the table of a shoe, from `low` to `high`, in order."""
    here = Entry.objects.filter(register=shoe.table.code, verb=verb, number__gte=low, number__lte=high)
    return here.order_by("number")


def _replaced(entry: Entry) -> WornCard:
    """Return a replacement from the entry of its act: its number, card as text and serial as given, and the badge."""
    given = chain.read(entry.arguments)
    return WornCard(entry.number, face_text(given["card"]), given["serial"], entry.actor)


def incidents(table: int, low: int, high: int) -> list[int]:
    """List, ascending, the entries from `low` to `high` that opened a case at a table (primary key), by its alerts."""
    found = Alert.objects.filter(table=table, incident__gte=low, incident__lte=high).order_by("incident")
    return [number for number in found.values_list("incident", flat=True) if number is not None]
