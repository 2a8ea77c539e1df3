"""Statement of a session of a table's bank: opener, movements, closer, results, differences and what explains them.

What has not been counted yet is None, and every form of it says "pending": never 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from bank.models import BankCount, BankSession, Movement
from bank.play.tables import pieces_of
from bank.reports.causes import LateFields, NamedCause, causes_of, late_changes
from bank.reports.result import (
    PlayedSession,
    SessionResult,
    bounds_of_play,
    opened_by,
    opener_differences,
    played,
    result_of,
)
from bank.reports.tips import splits_of, tips_of
from bank.rules.counts import CountKind
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import Pieces, worth
from bank.rules.session import Differences
from bank.rules.table_bank import BankStage
from bank.screens.reading import texts_of
from table.models import Entry, Table
from table.record.past.rules_then import policy_at
from table.reports.evenings.sums import AtWork, at_work, entries_by_number
from table.rules.profile import Profile


class Moved(NamedTuple):
    """Movement of a session: its slip ("" before it has one), and its pieces and cents at each step.

    ``given`` are the pieces that an exchange takes from the rack, ``struck`` those that were keyed as issued before,
    ``transit`` the cents that are still on their way, ``lost`` and ``found`` those that were not received. ``closes``:
    it brings the float back at closing.
    """

    number: int
    slip: str
    kind: MovementKind
    status: Status
    requested: Pieces
    given: Pieces
    issued: Pieces
    received: Pieces
    struck: tuple[Pieces, ...]
    transit: int
    lost: int
    found: int
    by: str
    requested_at: int
    reason: str
    closes: bool

    @property
    def never_arrived(self) -> bool:
        """Whether it was lost whole: it is settled, and nothing of it was received; False for a void one."""
        return self.status is Status.RECEIVED and not self.received

    @property
    def amount(self) -> int:
        """Cents that were received; before that those that were issued, or else requested.

        0 if it was lost whole. A void one has what was issued or requested, too.
        """
        return 0 if self.never_arrived else worth(self.received or self.issued or self.requested)


class TryMade(NamedTuple):
    """Try of a count: the entry, who counted, the pieces, and how many of them were false or foreign."""

    number: int
    by: str
    pieces: Pieces
    foreign: int

    @property
    def amount(self) -> int:
        """Cents that were counted; false and foreign pieces are worth nothing."""
        return worth(self.pieces)


class Counted(NamedTuple):
    """Count with all its tries; ``amount`` and ``difference`` in cents are None before it was accepted.

    ``attested`` are badges with their roles. ``void`` is the entry that made it void.
    """

    kind: CountKind
    tries: tuple[TryMade, ...]
    attested: tuple[tuple[str, str], ...]
    amount: int | None
    difference: int | None
    accepted: int | None
    accepted_by: str
    reason: str
    again: str
    slip: str
    void: int | None


@dataclass(frozen=True, kw_only=True)
class Statement(SessionResult):
    """Statement of a session: its result, and what it came of; all amounts are cents.

    ``opened_with`` are the pieces that were counted at opening, or as the gaming day before ended with the table in
    play. ``low`` and ``high`` are the entries from the float that came to the last one of the session, ``ended`` says
    whether it is over, and ``rules`` are those of its last entry. ``tips`` are by the record, ``tips_slips`` those
    under which they went to the cage, ``late`` changes of notes that nobody keyed in time, or that were taken back.
    """

    stage: BankStage
    rules: Profile
    opened_with: Pieces
    low: int
    high: int
    ended: bool
    movements: tuple[Moved, ...]
    counts: tuple[Counted, ...]
    tips: int
    tips_slips: tuple[str, ...]
    late: tuple[LateFields, ...]
    causes: tuple[NamedCause, ...]
    played: PlayedSession
    people: tuple[AtWork, ...]

    def latest(self, kind: CountKind) -> Counted | None:
        """Return the latest count of this kind that is not void, accepted or not; None where there is none."""
        found = [it for it in self.counts if it.kind is kind and it.void is None]
        return found[-1] if found else None


def statement_of(table: Table, row: BankSession) -> Statement:
    """Compose the statement of a session with its causes; one that has not ended goes to the latest entry.

    Counts made void are in it, too; results are of accepted counts alone.
    """
    high = row.ended if row.ended is not None else table.number
    count_rows = list(row.counts.prefetch_related("tries").select_related("slip"))
    movement_rows = list(row.movements.select_related("slip"))
    # Digests of texts, "" where there is none, or "counted otherwise" of a box of which somebody counted another sum.
    reasons = [reason for it in count_rows for reason in (it.reason, it.again)]
    texts = texts_of([*reasons, *(it.reason for it in movement_rows)])
    counts = tuple(_counted(it, texts) for it in count_rows)
    movements = tuple(_moved(it, row.closing, texts) for it in movement_rows)
    accepted: dict[str, int | None] = {
        it.kind: it.amount for it in counts if it.void is None and it.accepted is not None
    }
    bounds, result = bounds_of_play(row), result_of(table, row, accepted, opener_differences([row])[row.pk])
    it = Statement(
        **{it.name: getattr(result, it.name) for it in fields(result)},
        stage=BankStage(row.stage),
        rules=policy_at(table, high).profile,
        opened_with=_opened_with(row, counts),
        low=row.began,
        high=high,
        ended=row.ended is not None,
        movements=movements,
        counts=counts,
        tips=tips_of(row),
        tips_slips=tuple(str(facts["slip"]) for _entry, facts in splits_of(row)),
        late=late_changes(table.code, row),
        causes=(),
        played=played(table, *bounds),
        people=tuple(at_work(table, row.began, high)),
    )
    return replace(it, causes=_causes(table, it, bounds))


def _opened_with(row: BankSession, counts: Iterable[Counted]) -> Pieces:
    """Return the pieces of the last try by which a session was opened; empty before there is one.

    That is a try of its count at opening among ``counts``, accepted or not but not void, or of the count by which the
    day before ended in play.
    """
    if (of_day := opened_by(row)) is not None:
        return pieces_of(of_day.pieces)
    openers = [it for it in counts if it.kind is CountKind.OPENER and it.void is None and it.tries]
    return openers[-1].tries[-1].pieces if openers else {}


def _causes(table: Table, it: Statement, bounds: tuple[int, int]) -> tuple[NamedCause, ...]:
    """Return the named causes of a session's differences; ``bounds`` are the first and the last entry of its play.

    Empty before the counts of rack and box were accepted, and where nothing differs.
    """
    closer = it.latest(CountKind.CLOSER)
    if it.closer is None or it.box is None or closer is None:
        return ()
    found: Differences = it.session.differences(rack=it.closer, box=it.box)
    transit = [one.transit for one in it.movements if one.transit]
    kinds, tries = it.rules.pieces, closer.tries
    again = len(tries) > 1 and tries[-1].pieces == tries[-2].pieces
    counted = tries[-1].pieces
    return causes_of(table, *bounds, found, kinds=kinds, counted=counted, in_transit=transit, again=again)


def _moved(row: Movement, closing: int, texts: Mapping[str, str]) -> Moved:
    """Return a movement as a statement shows it, with the cents that are still in transit.

    ``closing`` is the number of the movement that brings the float back at closing, which alone has ``closes`` True.
    ``texts`` has reasons by their digests; one that is not there remains as it is stored.
    """
    gone = worth(pieces_of(row.received)) + row.returned + row.lost
    status = Status(row.status)
    transit = 0 if status in (Status.VOID, Status.REQUESTED) else worth(pieces_of(row.issued)) - gone
    return Moved(
        row.number,
        row.slip.name if row.slip is not None else "",
        MovementKind(row.kind),
        status,
        pieces_of(row.requested),
        pieces_of(row.given),
        pieces_of(row.issued),
        pieces_of(row.received),
        tuple(pieces_of(it) for it in row.corrected),
        transit,
        row.lost,
        row.returned,
        row.by,
        row.requested_at,
        texts.get(row.reason, row.reason),
        closes=row.number == closing,
    )


def _counted(row: BankCount, texts: Mapping[str, str]) -> Counted:
    """Return a count as a statement shows it, a void one too; its difference once it was accepted.

    The tries of a box are in it once one of them was accepted: the second person counts without knowing the first sum.
    ``texts`` has reasons by their digests; one that is not there remains as it is stored.
    """
    tries = row.tries.none() if row.kind == CountKind.BOX.value and row.accepted is None else row.tries.all()
    return Counted(
        CountKind(row.kind),
        tuple(TryMade(it.number, it.by, pieces_of(it.pieces), it.foreign) for it in tries),
        tuple((badge, role) for badge, (role, _entry) in sorted(row.attested.items())),
        row.amount,
        row.difference if row.accepted is not None else None,
        row.accepted,
        row.accepted_by,
        texts.get(row.reason, row.reason),
        texts.get(row.again, row.again),
        row.slip.name if row.slip is not None else "",
        row.void,
    )


def slips_of(statement: Statement) -> list[tuple[str, bool]]:
    """List name, and whether it is void, of slips of a session: of movements, counts, and tips, which never are."""
    moved = [(it.slip, it.status is Status.VOID) for it in statement.movements if it.slip]
    counted = [(it.slip, it.void is not None) for it in statement.counts if it.slip]
    return [*moved, *counted, *((slip, False) for slip in statement.tips_slips)]


def times(table: Table, statement: Statement) -> Mapping[int, Entry]:
    """Return, by their numbers, the entries that a statement names; without those that are not on record.

    They are its first and last one, requests of movements, late changes, and tries and acceptances of counts.
    """
    named = {statement.low, statement.high, *(it.requested_at for it in statement.movements)}
    named |= {it.entry for it in statement.late}
    named |= {made.number for count in statement.counts for made in count.tries}
    named |= {count.accepted for count in statement.counts if count.accepted is not None}
    return entries_by_number(table.code, named)
