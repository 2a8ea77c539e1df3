"""Results of sessions by their counts, and what was played in them.

What has not been counted yet is None, pending, and never 0.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from django.db.models import Model, QuerySet

from bank.models import BankCount, BankSession, CountTry
from bank.play.sessions import is_counting
from bank.play.tables import bank_of
from bank.reports.causes import money_of
from bank.rules.counts import CountKind
from bank.rules.movement import MovementKind
from bank.rules.session import Session
from bank.rules.table_bank import BankStage
from table.models import Coup, Money, Table
from table.rules.regola import Outcome
from table.screens.read.read_only import ReadOnlyState

Rows = TypeVar("Rows", bound=Model)


@dataclass(frozen=True, kw_only=True)
class SessionResult:
    """Result of a session in cents: what went in and out, and what was counted in rack and box; None before that.

    ``number`` counts the sessions of the table, ``day`` is the gaming day. ``blind``: its rack is being counted, and
    not everybody has attested that. ``opener_difference`` is what a float that lay locked at the table differed by as
    it was counted at opening: it is in no result. Of a float from the cage it is 0, as what lacks is in transit.
    """

    table: str
    number: int
    day: str
    session: Session
    blind: bool
    closer: int | None
    box: int | None
    opener_difference: int | None
    after_closing: int

    @property
    def computed(self) -> int | None:
        """Result in cents, above 0 if the table won, by the money lines of the rack, corrections among them.

        Tips, and what the cage paid or took in place of the rack, are not in it. None, pending, while ``blind``:
        whoever counts at the table must not know it.
        """
        return None if self.blind else self.session.computed

    @property
    def expected(self) -> int | None:
        """Cents that the rack must hold by the record; None, pending, while ``blind``."""
        return None if self.blind else self.session.expected

    @property
    def physical(self) -> int | None:
        """Result in cents by counts: rack, box and credits less opener and fills; None until both are accepted."""
        if self.closer is None or self.box is None:
            return None
        return self.session.physical(rack=self.closer, box=self.box)

    @property
    def rack_difference(self) -> int | None:
        """Counted less expected cents of the rack; None before the count at closing was accepted."""
        return None if self.closer is None else self.closer - self.session.expected

    @property
    def box_difference(self) -> int | None:
        """Counted less recorded cents of the session's notes; None unless the count of its box was accepted.

        So it stays None where the box stayed in the table as a gaming day ended. It is 0 where nothing is to be
        counted: the float went back to the cage, or this is a line of what the cage paid alone.
        """
        return None if self.box is None else self.box - self.session.notes

    @property
    def provisional(self) -> bool:
        """Whether the count of the rack at closing or of the box is missing or not accepted: nothing is final yet."""
        return self.physical is None


def results_of(rows: Collection[BankSession]) -> list[SessionResult]:
    """Return the results of sessions, whose tables are loaded, in their order.

    Two queries for all, and some for each session that has not ended.
    """
    accepted = BankCount.objects.filter(session__in=rows, void=None).exclude(accepted=None).order_by("number")
    counted = defaultdict[int, dict[str, int | None]](dict)
    for session, kind, amount in accepted.values_list("session", "kind", "amount"):
        counted[session][kind] = amount
    openers = opener_differences(rows)
    return [result_of(row.table, row, counted[row.pk], openers[row.pk]) for row in rows]


def opener_differences(rows: Collection[BankSession]) -> dict[int, int | None]:
    """Map the primary key of each session to the cents by which its float, locked since the last closing, differed.

    None until that count is accepted; 0 where a float came from the cage, or the table played on as a gaming day ended.
    """
    openers = BankCount.objects.filter(session__in=rows, kind=CountKind.OPENER, void=None).exclude(accepted=None)
    locked = openers.exclude(session__movements__kind=MovementKind.OPENING)
    found = dict(locked.values_list("session", "difference"))
    return {row.pk: None if row.stage == BankStage.TO_COUNT else found.get(row.pk, 0) for row in rows}


def result_of(table: Table, row: BankSession, counted: Mapping[str, int | None], opener: int | None) -> SessionResult:
    """Return the result of a session of a table with the accepted amounts of its counts, by kind, if they were made.

    Where the float went back to the cage nothing is to be counted: rack and box have what was expected then. ``opener``
    is what its float differed by at opening. Queries the database for a session that has not ended (:func:`is_blind`).
    """
    went_back = row.stage == BankStage.EMPTY
    return SessionResult(
        table=table.code,
        number=row.number,
        day=row.day,
        session=Session(row.opener, row.fills, row.credits, row.notes, row.computed),
        blind=is_blind(table, row),
        closer=row.expected if went_back else counted.get(CountKind.CLOSER),
        box=row.notes if went_back else counted.get(CountKind.BOX),
        opener_difference=opener,
        after_closing=row.after_closing,
    )


def is_blind(table: Table, row: BankSession) -> bool:
    """Whether nobody may know what the rack of a session should hold, as a count at its table goes on.

    :func:`~bank.play.sessions.is_counting` says when. False for any session but the latest, and for one that has
    ended.
    """
    if row.ended is not None:
        return False
    bank = bank_of(ReadOnlyState(table))
    return bank is not None and bank.session.pk == row.pk and is_counting(bank)


class PlayedSession(NamedTuple):
    """Coups that ended in a session, the limits of their main bets in the order in which they held, and extremes.

    Bettings that were cancelled before the first card are not among the ``coups``.
    ``largest_win`` is the most that was paid for one stake, ``largest_loss`` the largest stake that was lost, in cents;
    0 where there was none.
    """

    coups: int
    limits: tuple[tuple[int, int], ...]
    largest_win: int
    largest_loss: int


def since_its_beginning(row: BankSession, rows: "QuerySet[Rows]") -> "QuerySet[Rows]":
    """Narrow rows with the ``number`` of an entry to those since a session began, and before the next one did."""
    later = BankSession.objects.filter(table=row.table_id, number__gt=row.number).order_by("number")
    began = later.values_list("began", flat=True).first()
    found = rows.filter(number__gte=row.began)
    return found if began is None else found.filter(number__lt=began)


def bounds_of_play(row: BankSession) -> tuple[int, int]:
    """Return the first and the last entry, both included, between which what was played is in the sums of a session.

    The first is that by which the session began, the last that by which it ended, or the table's latest one before
    that. Where a gaming day ended by a count with the table in play, the last try of that count parts the two sessions:
    it is the last entry of the one, and the entry after it the first of the other.
    """
    opened, after = opened_by(row), BankSession.objects.filter(table=row.table, number=row.number + 1).first()
    low = opened.number + 1 if opened is not None else row.began
    if row.ended is None:
        return low, row.table.number
    return low, _last_try(row).number if after is not None and after.began == row.ended else row.ended


def opened_by(row: BankSession) -> CountTry | None:
    """Return the last try of the count by which the day before ended in play and this session began, else None."""
    before = BankSession.objects.filter(table=row.table, number=row.number - 1).first()
    return _last_try(before) if before is not None and before.ended == row.began else None


def _last_try(row: BankSession) -> CountTry:
    """Return the last try of a session's count at closing, which was accepted."""
    return CountTry.objects.filter(count__session=row, count__kind=CountKind.CLOSER, count__void=None).latest("number")


def played(table: Table, low: int, high: int) -> PlayedSession:
    """Count the coups that ended from entry ``low`` to ``high``, both included; cancelled bettings are not counted.

    With it come the limits of main bets (lowest and highest), each once in the order in which they held, also in
    cancelled bettings, and the largest win (less commission, with rounding) and the largest loss of a single stake, in
    cents, 0 for none.
    """
    coups = list(Coup.objects.filter(table=table, ended_at__gte=low, ended_at__lte=high).order_by("pk"))
    lines = Money.objects.filter(coup__in=coups).values_list("coup", "stake", "kind", "amount")
    money = money_of(lines, {coup.pk: coup.key for coup in coups})
    limits = dict.fromkeys(tuple(coup.limits["main"]) for coup in coups if "main" in (coup.limits or {}))
    wins = [win for coup in money for win in coup.wins]
    losses = [loss for coup in money for loss in coup.losses]
    number = sum(coup.outcome != Outcome.CANCELLED for coup in coups)
    return PlayedSession(number, tuple(limits), max(wins, default=0), max(losses, default=0))
