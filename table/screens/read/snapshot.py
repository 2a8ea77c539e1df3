"""Snapshot of a table at one number of its register, from which every region of every screen is drawn.

Each part is read once, and only if a region needs it. It holds no face of a covered card: the rows of the game have
none.
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

from table.memory.parts import CachedRows, read_from
from table.memory.statements import Query
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
    Outlet,
    Person,
    Policy,
    Position,
    Reservation,
    Shoe,
    StaffPresence,
    Stake,
    Stall,
    Table,
    Waiting,
)
from table.play import declaration
from table.play.in_force import direzione_suspended
from table.play.money import Tronc
from table.play.next_act import NextAct, next_act
from table.record import chain, stalls
from table.record.cross_register.own_word import Awaited, awaited
from table.record.cross_register.waiting import Waits, wait_for, who_waits
from table.record.proof import gaps
from table.rules.payout import HANDED_BACK, MoneyKind, lines
from table.rules.phase import Phase
from table.rules.profile import Box, Role
from table.rules.regola import Outcome, Result
from table.rules.stakes import Range
from table.screens.read.read_only import ReadOnlyState
from table.words.numbers import Numbers, numbers_here, numbers_in

LATEST_ENTRIES = 40
LATEST_COUPS = 8
RECENT_ACTS = 400
NOTES = ("text", "reason")
"""Arguments of acts that are free texts, of which an entry holds the digest, or codes of reasons."""
COUNTED_ALERTS = 200
ROW = Query(lambda code: Table.objects.filter(code=code))
ENTRIES = Query(
    lambda register, after, upto: Entry.objects.filter(register=register, number__gt=after, number__lte=upto).order_by(
        "-number"
    )[:LATEST_ENTRIES]
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
REQUESTED = Query(
    lambda table_id: Reservation.objects.filter(table_id=table_id, state="requested").select_related("guest")
)
ALERTS = Query(lambda table_id: Alert.objects.filter(table_id=table_id, closed=None).order_by("number", "id"))
PROPOSING = Query(
    lambda table_id: Display.objects.filter(
        ~Q(proposal="") | Q(called__isnull=False), table_id=table_id, revoked=False
    ).order_by("id")
)
PLAYED = Coup.objects.filter(ended=True, kind=Coup.Kind.NORMAL, outcome__in=["", Outcome.SETTLED.value])
IN_ACTION = Stake.objects.filter(coup=OuterRef("pk")).order_by().values("coup").annotate(sum=Sum("in_action"))
STAKED = Coalesce(Subquery(IN_ACTION.values("sum")), 0)
Shared = TypeVar("Shared")
AtPosition = TypeVar("AtPosition", Stake, "Payment")
PAYABLE = (Phase.ANNOUNCED, Phase.COUNTING)


class PlaceAtTable(NamedTuple):
    """Position of the table: its state, the keys of its holder ("" if none) and of the guests who stand there.

    ``marked_since`` is None unless it is marked; ``button`` and ``reader`` say that the Button is there, or the reader
    of this coup. ``called`` is the number under which its holder has been called there from the list of the pit, else
    None.
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
    """Position with the stakes laid there and what the coup brings each of its bettors.

    ``payments`` are the money lines of each stake (cents): those posted or, before that, those that are due; between
    two coups those of the last one, although no stakes lie there then.
    """

    place: PlaceAtTable
    stakes: Sequence[Stake]
    payments: Sequence["Payment"]

    @property
    def label(self) -> str:
        """Label of the position."""
        return self.place.label


class Payment(NamedTuple):
    """Money lines of one stake, or what a dispute moved (without a box), in cents by kind.

    Losses and commission are negative.
    """

    position: str
    box: str
    bettor: str
    amounts: Mapping[str, int]

    @property
    def net(self) -> int:
        """Win (positive) or loss of the bettor in cents, with commission and corrections, without chips handed back."""
        return sum(amount for kind, amount in self.amounts.items() if kind not in HANDED_BACK)

    @property
    def handed_back(self) -> int:
        """Cents of the bettor's own chips that go back: stake, what was not in action, refund, tax laid ready.

        A lost stake is not in it. Tax laid ready is in it whole, also where commission is due, which ``net`` deducts.
        """
        return sum(amount for kind, amount in self.amounts.items() if kind in HANDED_BACK)


@dataclass(frozen=True, eq=False)
class ReadEntry:
    """Entry of the register with its arguments and named effects decoded, compared by identity."""

    entry: Entry
    arguments: dict[str, Any]
    effects: list[tuple[str, dict[str, Any]]]

    @cached_property
    def notes(self) -> list[str]:
        """Values of its arguments in NOTES that are not empty: digests of free texts, or codes of reasons."""
        return [str(self.arguments[name]) for name in NOTES if self.arguments.get(name)]


class Snapshot(CachedRows):
    """Contents of one table's screens, read part by part."""

    def __init__(self, table: Table) -> None:
        """Make a snapshot of this row, which was just read; everything else is read when first used."""
        self.table = table
        self.state = ReadOnlyState(table)
        self._shared: dict[str, dict[object, object]] = {}
        self.language = ""
        """Language of the region that is being drawn, which is active; empty where none is."""

    def part(self, of: Callable[["Snapshot"], Shared]) -> Shared:
        """Return `of(self)`, computed once for each language in which regions are drawn; `of` itself is the key."""
        shared = self._shared.setdefault(self.language, {})
        if of not in shared:
            shared[of] = of(self)
        return cast(Shared, shared[of])

    @property
    def numbers(self) -> Numbers:
        """Formats of the language of the region that is being drawn; while none is, of the active language."""
        return numbers_in(self.language) if self.language else numbers_here()

    @property
    def code(self) -> str:
        """Code of the table."""
        return self.table.code

    @property
    def number(self) -> int:
        """Number of the last entry of the register; an act pressed on a screen names it as the state seen there."""
        return self.table.number

    @property
    def edition(self) -> int:
        """``number`` plus ``inbox``: it grows with each entry, and with each change by displays and other registers."""
        return edition(self.table.number, self.table.inbox)

    @property
    def ready(self) -> bool:
        """Whether the table has rules; without them its screens show only a notice that it has none."""
        return self.table.policy_id is not None

    # --- the coup

    @property
    def blank(self) -> bool:
        """Whether the coup that is being played is a Colpo in Bianco."""
        return self.state.coup is not None and self.state.coup.kind == Coup.Kind.BLANK

    @cached_property
    def next_act(self) -> NextAct | None:
        """Act that the table expects of the dealer now; None without rules, and while nothing is to be done by them."""
        return next_act(self.state) if self.ready else None

    @cached_property
    def blank_next(self) -> bool:
        """Whether screens announce a Colpo in Bianco as the next coup.

        They do while one is ordered or due (``blank_due``): between coups, and in a coup until it has its first card, a
        Colpo in Bianco too. Refuses (E_PROFILE) without rules, unless one is ordered.
        """
        return self.state.blank_due and (self.state.coup is None or not self.state.cards)

    @read_from()
    def last(self) -> Coup | None:
        """Coup that ended last, cancelled ones left out, if it is of this taglia; else None, also without a shoe."""
        newest = next(iter(self.lately), None)
        return newest if self.shoe is not None and newest is not None and newest.shoe_id == self.shoe.pk else None

    @read_from()
    def lately(self) -> list[Coup]:
        """Coups of this table that ended last, of any taglia, at most LATEST_COUPS, newest first; no cancelled ones."""
        return LATELY(table_id=self.table.pk)

    @cached_property
    def finished(self) -> tuple[object, object]:
        """Key that differs once a coup of the taglia has got a result, an outcome or an end; it may differ without.

        The primary key of the shoe, None without one; and that of the coup with its result (once it is settled, else
        "") and its outcome, or between coups the number of the last entry that changed a coup, else 0.
        """
        coup = self.state.coup
        result = coup.result if coup is not None and self.state.phase is Phase.SETTLED else ""
        playing = (coup.pk, result, coup.outcome) if coup is not None else self.table.grounds.get("coup", 0)
        return self.shoe and self.shoe.pk, playing

    @cached_property
    def playing(self) -> tuple[object, object, int]:
        """Key that differs once a coup or a taglia has begun or ended; between coups it may differ without.

        The primary key of the shoe, None without one; that of the coup being played, None between coups; and between
        coups the number of the last entry whose act may have changed a coup, else 0.
        """
        coup = self.state.coup
        return self.shoe and self.shoe.pk, coup and coup.pk, 0 if coup else self.table.grounds.get("coup", 0)

    @property
    def result(self) -> Result | None:
        """Result of the coup that is being played, from its announcement on.

        None before that, between coups, and if it was annulled or is null (too few cards).
        """
        coup, announced = self.state.coup, self.state.phase in (Phase.ANNOUNCED, Phase.COUNTING, Phase.SETTLED)
        if coup is None or not announced or coup.outcome in (Outcome.ANNULLED, Outcome.NULL_SEVEN):
            return None
        return self.state.layout.result

    # --- the shoe

    @cached_property
    def shoe(self) -> Shoe | None:
        """Shoe of the coup, else the latest of the table, whatever its status; None before the first."""
        return self.state.shoe or self.table.shoes.select_related("sixain").last()

    @property
    def to_cut_card(self) -> int | None:
        """Cards still to come before the cut card, at least 0.

        None once the cut card is out, where its place was not recorded, and without a shoe in use or in preparation.
        """
        shoe = self.state.shoe
        if shoe is None or shoe.behind is None or shoe.cut_card_at is not None:
            return None
        return max(0, shoe.cards_total - shoe.behind - shoe.out)

    @read_from()
    def results(self) -> list[Result]:
        """Results of the taglia, in order, that of the coup being played while it is settled; empty without a shoe.

        Coups in Bianco have none, nor those that were annulled or null (too few cards). One that was settled on other
        hands than lie there has none until it is settled anew.
        """
        if self.shoe is None:
            return []
        unsettled = self.state.coup if self.state.phase is not Phase.SETTLED else None
        return [Result(coup.result) for coup in COUPS_WITH_RESULTS(shoe_id=self.shoe.pk) if coup != unsettled]

    # --- seats, stakes and payments

    @cached_property
    def seats(self) -> list[Seat]:
        """Positions in their order, with stakes and payments."""
        return [*self._seats.values()]

    def seat(self, label: str) -> Seat | None:
        """Return the position with this label; None if the table has none."""
        return self._seats.get(label)

    @cached_property
    def _seats(self) -> dict[str, Seat]:
        """Positions by label, in their order, each with its stakes and payments ([] where it has none)."""
        stakes, payments = _by_position(self.state.stakes), _by_position(self.payments)
        return {it.label: Seat(it, stakes.get(it.label, []), payments.get(it.label, [])) for it in self.places}

    @cached_property
    def places(self) -> tuple[PlaceAtTable, ...]:
        """Positions in their order, with all that :class:`PlaceAtTable` has of each; without stakes and payments."""
        coup = self.state.coup
        return tuple(
            PlaceAtTable(
                label=label,
                state=position.state,
                holder=position.holder.key if position.holder is not None else "",
                marked_since=localtime(position.marked_since) if position.marked_since else None,
                standing=tuple(it.guest.key for it in self.state.standing if it.position == label),
                button=self.table.button == label,
                reader=coup is not None and coup.reader == label,
                called=position.called,
            )
            for label, position in self.state.positions.items()
        )

    @cached_property
    def payments(self) -> list[Payment]:
        """Payments of the coup, posted or due (:meth:`brought`); between coups of the last one ended in this taglia."""
        return self.brought() if self.state.coup else self.last_payments

    def brought(self) -> list[Payment]:
        """Return the payments of the coup that is being played, one a stake, in the order of their first money lines.

        Once anything but corrections has been posted, of all that is posted; else of what settling would post if it is
        the next act, with the corrections posted, and before that of the corrections alone. Empty between coups.
        """
        paid = any(kind != MoneyKind.CORRECTION for _position, _box, _bettor, kind, _amount in self.posted)
        return payments_of(self.posted if paid else [*self._to_pay(), *self.posted])

    @property
    def posted(self) -> "list[Posting]":
        """Money lines of the coup in the order posted, corrections also before it is paid; empty between coups."""
        return postings(self.state.money)

    @read_from(Money)
    def last_payments(self) -> list[Payment]:
        """All payments of the coup ``last``: that which ended last and was not cancelled; [] if not of this taglia."""
        return payments_of(postings(self.state.money_of(self.last)) if self.last is not None else [])

    @read_from(Adjustment)
    def last_adjusted(self) -> list[Payment]:
        """Amounts that disputes have moved for the coup that ended last in this taglia, one payment for each.

        They have no box, and the amount in cents under ``adjustment``; empty if there is no such coup.
        """
        moved = ADJUSTED(coup_id=self.last.pk) if self.last is not None else []
        return [Payment(it.position, "", it.bettor, {"adjustment": it.amount}) for it in moved]

    def _to_pay(self) -> "list[Posting]":
        """Return the money lines that settling would post if that is the next act now; else an empty list.

        Each is position, box, bettor, kind and cents, as the bettor has them. Also empty in a Colpo in Bianco.
        """
        if self.state.phase not in PAYABLE or self.blank or self.next_act is None or self.next_act.verb != "settle":
            return []
        due = lines(self.state.profile, Outcome.SETTLED, self.state.layout, self.state.in_action)
        keyed = [(line.stake.stake, line.kind, line.amount) for line in due]
        return [(it.position, it.box, it.bettor, kind, amount) for it, kind, amount in keyed]

    @property
    def staked(self) -> int:
        """Sum of the stakes laid for this coup, in cents, also of what is not in action.

        0 between coups and in a Colpo in Bianco.
        """
        return sum(stake.laid for stake in self.state.stakes)

    # --- limits

    @cached_property
    def limits(self) -> dict[str, dict[str, Range]]:
        """Limits in cents by when they hold, and then by kind of stake (``main`` for Punto and Banco, else the box).

        Always there, but perhaps empty: ``now``, those of the coup if it has any, else of the table; ``next``, from the
        next coup on, only those that differ; ``unannounced``, decided, but holding only once somebody has announced
        them.
        """
        limits: dict[str, dict[str, Range]] = {"now": {}, "next": {}, "unannounced": {}}
        for limit in self.state.limit_ranges if self.ready else []:
            limits[limit.standing][limit.kind] = Range(limit.minimum, limit.maximum)
        if self.state.coup is not None and self.state.coup.limits:
            limits["now"] = dict(self.state.limits)
        limits["next"] = {kind: it for kind, it in limits["next"].items() if it != limits["now"].get(kind)}
        return limits

    # --- people, devices and the record

    @property
    def staff(self) -> list[StaffPresence]:
        """Staff signed on at the table, in the order in which they signed on."""
        return self.state.staff

    @property
    def dealer(self) -> StaffPresence | None:
        """Dealer signed on at the table; None if there is none."""
        return next((it for it in self.staff if it.role == Role.DEALER), None)

    @read_from(Table)
    def resumed_by_direzione(self) -> bool:
        """Whether any suspension since the game last began (the table opened, or play resumed) is by the Direzione.

        It need not be the latest. Nobody else may resume or reopen it then. False while play goes on, unless it is to
        stop after this coup.
        """
        stands_still = self.table.suspend_pending or self.table.status != Table.Status.OPEN
        return stands_still and direzione_suspended(self.table)

    @read_from(Alert)
    def alerts(self) -> list[Alert]:
        """Open alerts of the table, acknowledged ones of cases too, in the order of ``number``.

        That is the entry that raised it or, for a case, led it on last.
        """
        return ALERTS(table_id=self.table.pk)

    @read_from(Alert)
    def alert_counts(self) -> Counter[str]:
        """Number of alerts by code among the latest COUNTED_ALERTS of the table, open or closed."""
        latest = Alert.objects.filter(table=self.table).order_by("-number", "-id")
        return Counter(latest.values_list("code", flat=True)[:COUNTED_ALERTS])

    @cached_property
    def tronc(self) -> Tronc:
        """Tips given since the table was last opened, in cents: chips and banknotes."""
        return Tronc.of(self.table)

    @property
    def proposals(self) -> list[Display]:
        """Displays with a proposal that is for no coup in particular, or for the one that is being played, by id.

        Of «carta» and «no carta» only that of whoever reads now: not of one who was passed over, nor once it is keyed.
        """
        coup = self.state.coup
        key, reader = (coup.key, coup.reader) if coup is not None else ("", "")
        made = [it for it in self.all_proposals if it.proposal and it.proposed_for in ("", key)]
        reads = reader if self.state.phase is Phase.READING else ""
        return [it for it in made if it.proposal not in Display.CLAIMS or it.position == reads]

    @property
    def calls(self) -> list[Display]:
        """Seat displays that call the pit, by id; also while somebody is on the way, not once the call is closed."""
        return [it for it in self.all_proposals if it.called is not None]

    @read_from(Display)
    def all_proposals(self) -> list[Display]:
        """Displays of the table, not revoked, with a proposal, also for a coup that is over, or with a call; by id."""
        return PROPOSING(table_id=self.table.pk)

    @read_from(CardReader)
    def card_reader(self) -> CardReader | None:
        """Settings of the card reader of the table; None where the office has set up none."""
        reader = self.table.card_reader_id
        return CardReader.objects.filter(pk=reader).first() if reader is not None else None

    @read_from(ElectronicShoe)
    def electronic_shoe(self) -> ElectronicShoe | None:
        """Electronic shoe paired with the table; None where there is none."""
        return SHOE_PAIRED.first(table_id=self.table.pk)

    @property
    def reported_by_shoe(self) -> bool:
        """Whether an electronic shoe is paired with the table and a connection (``holder``) reports its cards."""
        return self.electronic_shoe is not None and bool(self.electronic_shoe.holder)

    @read_from(Waiting, Guest, Position)
    def waiting(self) -> tuple[Waits, ...]:
        """Guests among the first MOST_SHOWN on the pit's waiting list who wait for a seat at this table, in their turn.

        That is, those passed over least often first, then as listed. With each are the seats that they have now, at any
        table but those for training. Refuses (E_PROFILE) without rules.
        """
        return wait_for(who_waits(), self.code, self.state.profile.key)

    @read_from(GivenPin, Person)
    def awaited_pins(self) -> tuple[Awaited, ...]:
        """Staff of the house to whom others gave a PIN anew that decides nothing yet, the latest PIN first.

        See :func:`awaited`.
        """
        return awaited(timezone.now())

    @read_from(Gap)
    def gaps(self) -> tuple[gaps.ShownGap, ...]:
        """What the last week has found wrong in any register: gaps in exported files, and rows that differ from it.

        One of each register and kind, the one found last, newest first.
        """
        return gaps.lately()

    @read_from(Stall, Outlet)
    def stalls(self) -> tuple[stalls.LastingStall, ...]:
        """Deliveries to outlets outside the house that have stalled and go on stalling, the oldest first.

        At most two an outlet: one of the outlet itself, and one for all its tables together.
        """
        return stalls.lasting()

    @read_from(Reservation, Guest)
    def reservations(self) -> tuple[str, ...]:
        """Keys of the guests who asked for a seat at this table and have none assigned, in the order of asking."""
        return tuple(it.guest.key for it in REQUESTED(table_id=self.table.pk))

    @read_from()
    def entries(self) -> list[ReadEntry]:
        """Latest entries of the register, at most LATEST_ENTRIES, the newest first."""
        return self.entries_since(0)

    def entries_since(self, number: int) -> list[ReadEntry]:
        """Return the latest LATEST_ENTRIES entries after this number, up to that of the snapshot, newest first.

        Empty if the snapshot is not beyond it.
        """
        if number >= self.number:
            return []
        return [read_entry(entry) for entry in ENTRIES(register=self.code, after=number, upto=self.number)]

    @read_from()
    def staked_lately(self) -> list[int]:
        """Cents in action in each of the latest LATEST_COUPS ended coups, the newest first; 0 for one without stakes.

        They are of any taglia. Left out are Coups in Bianco, and those that ended without a result (annulled, null,
        cancelled).
        """
        played = PLAYED.filter(table_id=self.table.pk).order_by("-id")
        return list(played.annotate(staked=STAKED).values_list("staked", flat=True)[:LATEST_COUPS])

    @read_from()
    def recent(self) -> list[tuple[str, datetime]]:
        """Verbs and times of the latest RECENT_ACTS entries, the oldest first, for the pace of the table."""
        latest = Entry.objects.filter(register=self.code, number__lte=self.number, number__gt=self.number - RECENT_ACTS)
        return list(latest.order_by("number").values_list("verb", "at"))

    def may(self, role: str, verb: str) -> bool:
        """Whether its declaration allows a verb to a role in the present state of the table; the verb may still refuse.

        False without rules, and for an unknown verb. Raises ValueError for an unknown role of a table with rules.
        """
        return verb in self.allowed(role)

    def allowed(self, role: str) -> frozenset[str]:
        """Return the verbs that their declarations allow this role in the present state; empty without rules.

        Raises ValueError for an unknown role of a table with rules.
        """
        if not self.ready:
            return frozenset()
        held = self.state.coup is not None and self.state.coup.held
        return declaration.allowed(Role(role), self.table.status, self.state.phase, held=held)


def _by_position(its: Iterable[AtPosition]) -> dict[str, list[AtPosition]]:
    """Return the stakes or payments by their position, in their order; positions without any are missing."""
    found: dict[str, list[AtPosition]] = {}
    for it in its:
        found.setdefault(it.position, []).append(it)
    return found


def edition(number: int, inbox: int) -> int:
    """Return the edition of a table, the sum of the number of its last entry and of `inbox`.

    That counts what displays and other registers have changed for its screens.
    """
    return number + inbox


def row_of(code: str) -> Table | None:
    """Return the row of the table with this code, training tables too; None if there is none.

    None also for the code of the house's register.
    """
    return ROW.first(code=code) if code != HOUSE else None


def take(code: str) -> Snapshot | None:
    """Return a new snapshot of a table, which takes nothing from the cache; None if there is no such table."""
    table = row_of(code)
    return Snapshot(table) if table is not None else None


def number_of(code: str) -> int:
    """Return the number of the last entry of a table's register; 0 where there is no such table."""
    return Table.objects.filter(code=code).values_list("number", flat=True).first() or 0


class HowFar(NamedTuple):
    """Editions of tables by code, number of the house's register, and epoch of the database they were read from.

    ``rules`` is the primary key of the newest version of any table's rules, in force or not yet; 0 before the first.
    """

    tables: Mapping[str, int]
    house: int
    epoch: str
    rules: int = 0


def editions(codes: Sequence[str]) -> HowFar:
    """Return how far these tables and the house are, read now: editions by code, number, epoch and newest rules.

    Unknown codes are missing. Before the house has a row, its number is 0 and its epoch "".
    """
    rows = Table.objects.filter(code__in=codes).values_list("code", "number", "inbox")
    found = {code: edition(number, inbox) for code, number, inbox in rows}
    newest = Subquery(Policy.objects.order_by("-pk").values("pk")[:1])
    house = House.objects.filter(pk=1).values_list("number", "epoch", newest).first()
    number, epoch, rules = house or (0, "", None)
    return HowFar(found, number, epoch, rules or 0)


Posting = tuple[str, str, str, str, int]


def postings(money: Iterable[Money]) -> list[Posting]:
    """List each money line, in order: position, box and bettor of its stake, its kind, and its amount in cents."""
    return [(it.stake.position, it.stake.box, it.stake.bettor, it.kind, it.amount) for it in money]


def payments_of(posted: Sequence[Posting]) -> list[Payment]:
    """Return one payment for each position, box and bettor, with the sums of its postings in cents by kind.

    They come in the order of their first postings.
    """
    found: dict[tuple[str, str, str], dict[str, int]] = {}
    for position, box, bettor, kind, amount in posted:
        amounts = found.setdefault((position, Box(box).value, bettor), {})
        amounts[MoneyKind(kind).value] = amounts.get(MoneyKind(kind).value, 0) + amount
    return [Payment(*stake, amounts) for stake, amounts in found.items()]


def read_entry(entry: Entry) -> ReadEntry:
    """Return an entry with its arguments and effects decoded."""
    effects = chain.read(entry.outcome)["effects"]
    return ReadEntry(entry, chain.read(entry.arguments), [(name, facts) for name, facts in effects])
