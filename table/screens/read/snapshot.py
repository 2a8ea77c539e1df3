"""What the screens may show of a table, at one number of its register: every region of every screen is drawn from it.

A snapshot reads each thing once, and only if a region asks for it. It holds no face of a covered card: the rows of the
game know none.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple, TypeVar, cast

from django.db.models import OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.timezone import localtime
from django.utils.translation import get_language

from table.models import (
    HOUSE,
    Adjustment,
    Alert,
    CardReader,
    Coup,
    Display,
    ElectronicShoe,
    Entry,
    Gap,
    GivenPin,
    Guest,
    House,
    Money,
    Person,
    Position,
    Reservation,
    Shoe,
    StaffPresence,
    Stake,
    Table,
    Waiting,
)
from table.parts import Parted, read_from
from table.play.money import Tronc
from table.play.next_act import NextAct, next_act
from table.record import chain
from table.record.beside.own_word import Awaited, awaited
from table.record.beside.waiting import Waits, wait_for, who_waits
from table.record.proof import gaps
from table.rules.payout import HANDED_BACK, MoneyKind, lines
from table.rules.phase import Phase
from table.rules.profile import Box, Role
from table.rules.regola import Outcome, Result
from table.rules.stakes import Range
from table.screens.read.read_only import ReadOnlyState
from table.statements import Query
from table.verbs import declaration
from table.verbs.house.supervision import direzione_suspended

LATEST_ENTRIES = 40
LATEST_COUPS = 8
RECENT_ACTS = 200
COUNTED_ALERTS = 200
ROW = Query(lambda code: Table.every.filter(code=code))
LAST_MONEY = Query(lambda coup_id: Money.objects.filter(coup_id=coup_id).select_related("stake"))
ENTRIES = Query(
    lambda register, after, upto: Entry.objects.filter(register=register, number__gt=after, number__lte=upto).order_by(
        "-number"
    )[:LATEST_ENTRIES]
)
LAST_COUP = Query(
    lambda shoe_id: (
        Coup.objects.filter(shoe_id=shoe_id, ended=True).exclude(outcome=Outcome.CANCELLED).order_by("-number")[:1]
    )
)
LATELY = Query(
    lambda table_id: (
        Coup.objects.filter(table_id=table_id, ended=True)
        .exclude(outcome=Outcome.CANCELLED)
        .select_related("shoe")
        .order_by("-id")[:LATEST_COUPS]
    )
)
ADJUSTED = Query(lambda coup_id: Adjustment.objects.filter(coup_id=coup_id))
COUPS_WITH_RESULTS = Query(
    lambda shoe_id: (
        Coup.objects.filter(shoe_id=shoe_id, kind=Coup.Kind.NORMAL, outcome__in=["", Outcome.SETTLED.value])
        .exclude(result="")
        .order_by("number")
        .only("result")
    )
)
SHOE_PAIRED = Query(lambda table_id: ElectronicShoe.objects.filter(table_id=table_id, revoked=False))
ASKED = Query(lambda table_id: Reservation.objects.filter(table_id=table_id, state="requested").select_related("guest"))
ALERTS = Query(lambda table_id: Alert.objects.filter(table_id=table_id, closed=None).order_by("number", "id"))
PROPOSING = Query(
    lambda table_id: Display.objects.filter(~Q(proposal="") | Q(called__isnull=False), table_id=table_id, revoked=False)
)
PLAYED = Coup.objects.filter(ended=True, kind=Coup.Kind.NORMAL, outcome__in=["", Outcome.SETTLED.value])
IN_ACTION = Stake.objects.filter(coup=OuterRef("pk")).order_by().values("coup").annotate(sum=Sum("in_action"))
STAKED = Coalesce(Subquery(IN_ACTION.values("sum")), 0)
Shared = TypeVar("Shared")
AtPosition = TypeVar("AtPosition", Stake, "Payment")
PAYABLE = (Phase.ANNOUNCED, Phase.COUNTING)


class Place(NamedTuple):
    """A position of the table: what stands on the felt there, who holds it and who stands there, by their keys.

    ``called`` is the number by which its holder is called there from the list of the pit, None where he is not.
    """

    label: str
    state: str
    holder: str
    marked_since: datetime | None
    standing: tuple[str, ...]
    button: bool
    reader: bool
    called: int | None = None


class Seat(NamedTuple):
    """A position with what is staked there, and what the coup brings its bettors.

    ``payments`` are the money lines of each stake (cents), as posted or, before that, as they will be.
    """

    place: Place
    stakes: Sequence[Stake]
    payments: Sequence["Payment"]

    @property
    def label(self) -> str:
        """What stands on the felt at this position."""
        return self.place.label

    def laid(self, box: str) -> int:
        """What lies in a box of this position, of all its bettors, in cents."""
        return sum(stake.laid for stake in self.stakes if stake.box == box)


class Payment(NamedTuple):
    """What one stake brings: the amounts (cents) by kind of money line. Losses and commission are negative."""

    position: str
    box: str
    bettor: str
    amounts: Mapping[str, int]

    @property
    def net(self) -> int:
        """What the bettor wins or loses, in cents; chips handed back are neither."""
        return sum(amount for kind, amount in self.amounts.items() if kind not in HANDED_BACK)

    @property
    def handed_back(self) -> int:
        """What of the bettor's own chips goes back to him, in cents."""
        return sum(amount for kind, amount in self.amounts.items() if kind in HANDED_BACK)


@dataclass(frozen=True, eq=False)
class ReadEntry:
    """An entry of the register as a screen lists it; it never changes, and is nothing else's equal."""

    entry: Entry
    arguments: dict[str, Any]
    effects: list[tuple[str, dict[str, Any]]]


class Snapshot(Parted):
    """A table as its screens show it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.state = ReadOnlyState(table)
        self._shared: dict[object, object] = {}

    def part(self, of: Callable[["Snapshot"], Shared]) -> Shared:
        """What several regions show of this table: put together once for all that ask for it in one language."""
        key = (of, get_language())
        if key not in self._shared:
            self._shared[key] = of(self)
        return cast(Shared, self._shared[key])

    @property
    def code(self) -> str:
        """The name of the table."""
        return self.table.code

    @property
    def number(self) -> int:
        """The last entry of the register: what an act that is pressed here has seen."""
        return self.table.number

    @property
    def edition(self) -> int:
        """Grows whenever a screen has something new to show: with every entry, and with every proposal of a display."""
        return edition(self.table.number, self.table.inbox)

    @property
    def ready(self) -> bool:
        """Whether the table has rules to play by; without them there is nothing to show."""
        return self.table.policy_id is not None

    # --- the coup

    @property
    def blank(self) -> bool:
        """Whether this is a Colpo in Bianco."""
        return self.state.coup is not None and self.state.coup.kind == Coup.Kind.BLANK

    @cached_property
    def next_act(self) -> NextAct | None:
        """The one act that the table asks of the dealer now."""
        return next_act(self.state) if self.ready else None

    @cached_property
    def blank_next(self) -> bool:
        """Whether a screen shows that a Colpo in Bianco comes next; within a hand it is too early to say."""
        return self.state.blank_due and (self.state.coup is None or not self.state.cards)

    @read_from()
    def last(self) -> Coup | None:
        """The coup that was finished last in this taglia; one that was cancelled before its first card is none."""
        if self.shoe is None:
            return None
        return LAST_COUP.first(shoe_id=self.shoe.pk)

    @read_from()
    def lately(self) -> list[Coup]:
        """The coups of this table that were finished last, the newest first."""
        return LATELY(table_id=self.table.pk)

    @cached_property
    def finished(self) -> tuple[object, object]:
        """Which coups of which taglia have a result, or are over; between two any may have been played meanwhile."""
        coup = self.state.coup
        playing = (coup.pk, coup.result, coup.outcome) if coup is not None else self.table.grounds.get("coup", 0)
        return self.shoe and self.shoe.pk, playing

    @cached_property
    def playing(self) -> tuple[object, object]:
        """Which coup of which taglia is being played, or was the last one."""
        coup = self.state.coup
        return self.shoe and self.shoe.pk, coup.pk if coup is not None else self.table.grounds.get("coup", 0)

    @property
    def result(self) -> Result | None:
        """Who won, from the announcement on."""
        told = self.state.phase in (Phase.ANNOUNCED, Phase.COUNTING, Phase.SETTLED)
        if not told or self.state.coup is None or self.state.coup.outcome in (Outcome.ANNULLED, Outcome.NULL_SEVEN):
            return None
        return self.state.layout.result

    # --- the shoe

    @cached_property
    def shoe(self) -> Shoe | None:
        """The shoe on the table; after the end of a taglia still the one that was played."""
        return self.state.shoe or self.table.shoes.select_related("sixain").last()

    @property
    def to_cut_card(self) -> int | None:
        """Cards still to come before the cut card; None once it is out, or where there is none."""
        shoe = self.state.shoe
        if shoe is None or shoe.behind is None or shoe.cut_card_at is not None:
            return None
        return max(0, shoe.cards_total - shoe.behind - shoe.out)

    @read_from()
    def results(self) -> list[Result]:
        """The results of the taglia in order; coups in bianco, annulled and null ones leave no mark."""
        if self.shoe is None:
            return []
        return [Result(coup.result) for coup in COUPS_WITH_RESULTS(shoe_id=self.shoe.pk)]

    # --- seats, stakes and payments

    @cached_property
    def seats(self) -> list[Seat]:
        """The positions in their order."""
        stakes, payments = _by_position(self.state.stakes), _by_position(self.payments)
        return [Seat(it, stakes.get(it.label, []), payments.get(it.label, [])) for it in self.places]

    def seat(self, label: str) -> Seat | None:
        """One position; None if the table has none of this name."""
        return next((seat for seat in self.seats if seat.label == label), None)

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """The positions in their order, without what is staked there."""
        return tuple(self._place(position) for position in self.state.positions.values())

    def _place(self, position: Position) -> Place:
        label, coup, holder = position.label, self.state.coup, position.holder
        return Place(
            label=label,
            state=position.state,
            holder=holder.key if holder is not None else "",
            marked_since=localtime(position.marked_since) if position.marked_since else None,
            standing=tuple(it.guest.key for it in self.state.standing if it.position == label),
            button=self.table.button == label,
            reader=coup is not None and coup.reader == label,
            called=position.called,
        )

    @cached_property
    def payments(self) -> list[Payment]:
        """What the coup brings each stake: posted once it is settled, computed while the dealer pays."""
        return self.brought() if self.state.coup else self.last_payments

    def brought(self) -> list[Payment]:
        """The same of the coup that is being played; what the Direzione has ordered stands beside it."""
        paid = any(kind != MoneyKind.CORRECTION for _position, _box, _bettor, kind, _amount in self.posted)
        return payments_of(self.posted if paid else [*self._to_pay(), *self.posted])

    @property
    def posted(self) -> "list[Posting]":
        """The money lines of the coup that is being played."""
        return postings(self.state.money)

    @read_from(Money)
    def last_payments(self) -> list[Payment]:
        """What the coup before brought."""
        return payments_of(postings(LAST_MONEY(coup_id=self.last.pk)) if self.last is not None else [])

    @read_from(Adjustment)
    def last_adjusted(self) -> list[Payment]:
        """What disputes have moved since for the coup before."""
        moved = ADJUSTED(coup_id=self.last.pk) if self.last is not None else []
        return [Payment(it.position, "", it.bettor, {"adjustment": it.amount}) for it in moved]

    def _to_pay(self) -> "list[Posting]":
        if self.state.phase not in PAYABLE or self.blank or self.next_act is None or self.next_act.verb != "settle":
            return []
        due = lines(self.state.profile, Outcome.SETTLED, self.state.layout, self.state.in_action)
        keyed = [(line.stake.stake, line.kind, line.amount) for line in due]
        return [(it.position, it.box, it.bettor, kind, amount) for it, kind, amount in keyed]

    @property
    def staked(self) -> int:
        """What lies on the table, in cents."""
        return sum(stake.laid for stake in self.state.stakes)

    # --- limits

    @cached_property
    def limits(self) -> dict[str, dict[str, Range]]:
        """The limits by kind of stake: ``now``, from the ``next`` coup, or ``unannounced``."""
        kept: dict[str, dict[str, Range]] = {"now": {}, "next": {}, "unannounced": {}}
        for limit in self.state.limit_ranges if self.ready else []:
            kept[limit.standing][limit.kind] = Range(limit.minimum, limit.maximum)
        if self.state.coup is not None and self.state.coup.limits:
            kept["now"] = dict(self.state.limits)
        return kept

    # --- people, devices and the record

    @property
    def staff(self) -> list[StaffPresence]:
        """Who is at work at the table."""
        return self.state.staff

    @property
    def dealer(self) -> StaffPresence | None:
        """The dealer in charge."""
        return next((it for it in self.staff if it.role == Role.DEALER), None)

    @read_from(Table)
    def resumed_by_direzione(self) -> bool:
        """Whether the Direzione has suspended the game, so that nobody else resumes it or opens the table again."""
        stands_still = self.table.suspend_pending or self.table.status != Table.Status.OPEN
        return stands_still and direzione_suspended(self.table)

    @read_from(Alert)
    def alerts(self) -> list[Alert]:
        """What the inspectors have to know of, until it is noted or settled."""
        return ALERTS(table_id=self.table.pk)

    @read_from(Alert)
    def alert_counts(self) -> Counter[str]:
        """How often each kind of alert was raised, among the latest of them, noted or not."""
        latest = Alert.objects.filter(table=self.table).order_by("-number", "-id")
        return Counter(latest.values_list("code", flat=True)[:COUNTED_ALERTS])

    @cached_property
    def tronc(self) -> Tronc:
        """What guests have given the staff since the table was opened."""
        return Tronc.of(self.table)

    @property
    def proposals(self) -> list[Display]:
        """What players proposed at their displays; it counts for nothing until somebody of the staff confirms it."""
        coup = self.state.coup.key if self.state.coup else ""
        return [it for it in self.all_proposals if it.proposal and it.proposed_for in ("", coup)]

    @property
    def calls(self) -> list[Display]:
        """The seat displays from which the pit is called, also those to which somebody is on the way."""
        return [it for it in self.all_proposals if it.called is not None]

    @read_from(Display)
    def all_proposals(self) -> list[Display]:
        """The displays at which something is proposed, also of a coup that is over, or from which the pit is called."""
        return PROPOSING(table_id=self.table.pk)

    @read_from(CardReader)
    def card_reader(self) -> CardReader | None:
        """How the card reader of the table types, if the office has set it up."""
        reader = self.table.card_reader_id
        return CardReader.objects.filter(pk=reader).first() if reader is not None else None

    @read_from(ElectronicShoe)
    def electronic_shoe(self) -> ElectronicShoe | None:
        """The electronic shoe that tells the cards of the table; None where none is paired."""
        return SHOE_PAIRED.first(table_id=self.table.pk)

    @property
    def told_by_shoe(self) -> bool:
        """Whether an electronic shoe tells each card now, so that nobody presses for it."""
        return self.electronic_shoe is not None and bool(self.electronic_shoe.holder)

    @read_from(Waiting, Guest, Position)
    def waiting(self) -> tuple[Waits, ...]:
        """Those of the list of the pit who wait for a seat here, in their turn, with the seats that they have."""
        return wait_for(who_waits(), self.code, self.state.profile.key)

    @read_from(GivenPin, Person)
    def awaited_pins(self) -> tuple[Awaited, ...]:
        """Whose PIN was given anew, and decides nothing yet."""
        return awaited(timezone.now())

    @read_from(Gap)
    def gaps(self) -> tuple[gaps.Told, ...]:
        """What was found missing lately among the files that were handed out."""
        return gaps.lately()

    @read_from(Reservation, Guest)
    def reservations(self) -> tuple[str, ...]:
        """Who waits for a seat, in the order of asking."""
        return tuple(it.guest.key for it in ASKED(table_id=self.table.pk))

    @read_from()
    def entries(self) -> list[ReadEntry]:
        """The latest entries of the register, the newest first."""
        return self.entries_since(0)

    def entries_since(self, number: int) -> list[ReadEntry]:
        """The entries after this number up to that of the snapshot, the newest first, and no more than are shown."""
        if number >= self.number:
            return []
        return [read_entry(entry) for entry in ENTRIES(register=self.code, after=number, upto=self.number)]

    @read_from()
    def staked_lately(self) -> list[int]:
        """What was in action in each of the latest coups that were played for money, in cents, the newest first."""
        played = PLAYED.filter(table_id=self.table.pk).order_by("-id")
        return list(played.annotate(staked=STAKED).values_list("staked", flat=True)[:LATEST_COUPS])

    @read_from()
    def recent(self) -> list[tuple[str, datetime]]:
        """The latest acts, what they were and when, in their order: what the pace of the table is told from."""
        latest = Entry.objects.filter(register=self.code, number__lte=self.number, number__gt=self.number - RECENT_ACTS)
        return list(latest.order_by("number").values_list("verb", "at"))

    def may(self, role: str, verb: str) -> bool:
        """Whether somebody in this role may do this now: what guards the door decides which buttons a screen shows."""
        return verb in self.allowed(role)

    def allowed(self, role: str) -> frozenset[str]:
        """All that somebody in this role may do now."""
        held = self.state.coup is not None and self.state.coup.held
        return (
            declaration.allowed(Role(role), self.table.status, self.state.phase, held=held)
            if self.ready
            else frozenset()
        )


def _by_position(its: Iterable[AtPosition]) -> dict[str, list[AtPosition]]:
    found: dict[str, list[AtPosition]] = {}
    for it in its:
        found.setdefault(it.position, []).append(it)
    return found


def edition(number: int, inbox: int) -> int:
    """Entries and proposals only ever grow, so that their sum does."""
    return number + inbox


def row_of(code: str) -> Table | None:
    """The table of this name as it stands; None if there is none."""
    return ROW.first(code=code) if code != HOUSE else None


def take(code: str) -> Snapshot | None:
    """The table as it stands, all of it read anew; None if there is none of this name."""
    table = row_of(code)
    return Snapshot(table) if table is not None else None


def number_of(code: str) -> int:
    """The last number of a table's register; 0 where there is no such table."""
    return Table.every.filter(code=code).values_list("number", flat=True).first() or 0


class HowFar(NamedTuple):
    """The editions of tables, the number of the house's register, and the epoch of the database they were read from."""

    tables: Mapping[str, int]
    house: int
    epoch: str


def editions(codes: Sequence[str]) -> HowFar:
    """How far these tables are, and the house itself, read from the database."""
    rows = Table.every.filter(code__in=codes).values_list("code", "number", "inbox")
    found = {code: edition(number, inbox) for code, number, inbox in rows}
    house = House.objects.filter(pk=1).values_list("number", "epoch").first()
    return HowFar(found, *(house or (0, "")))


Posting = tuple[str, str, str, str, int]


def postings(money: Iterable[Money]) -> list[Posting]:
    """Money lines by the place, the box and the bettor of their stakes."""
    return [(it.stake.position, it.stake.box, it.stake.bettor, it.kind, it.amount) for it in money]


def payments_of(posted: Sequence[Posting]) -> list[Payment]:
    """Postings gathered by stake; differences that were posted later are part of the amount."""
    found: dict[tuple[str, str, str], dict[str, int]] = {}
    for position, box, bettor, kind, amount in posted:
        amounts = found.setdefault((position, Box(box).value, bettor), {})
        amounts[MoneyKind(kind).value] = amounts.get(MoneyKind(kind).value, 0) + amount
    return [Payment(*stake, amounts) for stake, amounts in found.items()]


def read_entry(entry: Entry) -> ReadEntry:
    effects = chain.read(entry.outcome)["effects"]
    return ReadEntry(entry, chain.read(entry.arguments), [(name, facts) for name, facts in effects])
