"""A table's bank as its rows have it: read into the pure one, which decides, and written back.

The *pure* bank is :class:`bank.rules.table_bank.TableBank`, which knows no rows.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import prefetch_related_objects

from bank.models import BankCount, BankSession, CountTry, Movement, Posting
from bank.play.policy import notes_of, who_attests
from bank.rules import counts, movement, session
from bank.rules.counts import CountKind
from bank.rules.ledger import CHIPS, CUSTODY, FELT, GUESTS, NOTES, Balances, Commodity, Ledger, MoneyPlace
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import Pieces, as_keyed
from bank.rules.table_bank import REST, BankStage, TableBank
from table.memory.parts import read_from
from table.memory.statements import Query, insert, update
from table.models import Entry, Uncollected
from table.play.act import Act
from table.play.presence import at_work_since, stands
from table.play.stakes import on_felt, unchanged_notes
from table.play.state import TableState
from table.rules.profile import Profile, Role
from table.rules.refusal import Code, Refused

LAST = Query(lambda table_id: BankSession.objects.filter(table_id=table_id).order_by("-number")[:1])
MOVEMENTS = Query(lambda session_id: Movement.objects.filter(session_id=session_id).select_related("slip"))
COUNTS = Query(lambda session_id: BankCount.objects.filter(session_id=session_id, void=None))
AFTER_PLAY = frozenset({BankStage.TO_CLOSE.value, BankStage.CLOSED.value, BankStage.SEALED.value})
"""Stages of a bank whose table is closed, in which box and tips are counted."""
TIPS_COUNTED = AFTER_PLAY | {BankStage.EMPTY.value}
"""Stages in which tips are counted: also once a float went back to the cage, as they lie there then."""
AWAY_FROM_TABLE = frozenset({CountKind.BOX, CountKind.TIPS})
"""Counts that are made at the cage, so that nobody has to be at work at the table."""
OF_RACK = frozenset({CountKind.OPENER, CountKind.MIDWAY, CountKind.CLOSER})
"""Counts of the rack, between two coups."""


@TableState.register
@read_from(BankSession)
def bank_session(state: TableState) -> BankSession | None:
    """Latest session of the table's bank; None before the first."""
    return LAST.first(table_id=state.table.pk)


def session_of(state: TableState) -> BankSession | None:
    """Return the row of the latest session of a table's bank; None before the first. Cached with the table's state."""
    return bank_session.of(state)


class SessionRows(NamedTuple):
    """Rows of a session of a table's bank, but for counts that were void when they were read.

    ``numbered`` is the number of the last movement of the sessions before, 0 for none, and where this one has
    movements.
    """

    movements: list[Movement]
    counts: list[BankCount]
    tries: list[CountTry]
    numbered: int


@TableState.register
@read_from(BankSession, Movement, BankCount, CountTry)
def bank_rows(state: TableState) -> SessionRows:
    """Rows of the latest session; before the first, and of one that is not stored yet, none."""
    row = bank_session.of(state)
    return SessionRows([], [], [], 0) if row is None or row.pk is None else _rows_of(state, row)


def _rows_of(state: TableState, row: BankSession) -> SessionRows:
    """Query the rows of a session: movements with their slips, counts that are not void, and the tries of these.

    With them goes the number of the table's last movement before the session: 0 for none, and where the session has
    movements.
    """
    moved, counted = MOVEMENTS(session_id=row.pk), COUNTS(session_id=row.pk)
    prefetch_related_objects(counted, "tries")
    before = Movement.objects.filter(table=state.table, session__lt=row).order_by("-number")
    numbered = 0 if moved else before.values_list("number", flat=True).first() or 0
    return SessionRows(moved, counted, [made for it in counted for made in it.tries.all()], numbered)


@TableState.register
@read_from(BankSession)
def bank_opened(state: TableState) -> datetime | None:
    """Time at which play began in the latest session: that of the first "open_table" since the session began.

    Without one, as where the session began with the table in play, that of the entry which began it. None unless the
    latest session is in play.
    """
    row = bank_session.of(state)
    if row is None or row.stage != BankStage.IN_PLAY:
        return None
    of_session = Entry.objects.filter(register=state.table.code, number__gte=row.began).order_by("number")
    opened = of_session.filter(verb="open_table").values_list("at", flat=True).first()
    return opened or of_session.values_list("at", flat=True).first()


@dataclass
class Bank:
    """Bank of a table: its session's row, the pure bank, and the rows of its movements and counts."""

    session: BankSession
    pure: TableBank
    movement_rows: dict[int, Movement] = field(default_factory=dict)
    count_rows: dict[CountKind, BankCount] = field(default_factory=dict)

    def shows(self, kind: CountKind) -> bool:
        """Whether the difference of a count may be shown: it is accepted, or attested by all needed offices.

        False where nothing of this kind was counted.
        """
        counted = self.pure.counts.get(kind)
        return counted is not None and counted.shown(needs(self, kind))


def needs(bank: Bank, kind: CountKind) -> frozenset[Role]:
    """Return the offices that attest a count: the one office that attests tips or a box, else those for the rack.

    Tips are attested by a dealer. A box is attested by its second counter alone: the Ispettore Comunale where the rack
    needs one; else the office of one of those who have attested this count of the box; before anybody has, that of the
    Ispettore di Gioco.
    """
    if kind is CountKind.TIPS:
        return frozenset({Role.DEALER})
    if kind is not CountKind.BOX:
        return bank.pure.needed
    if Role.ISPETTORE_COMUNALE in bank.pure.needed:
        return frozenset({Role.ISPETTORE_COMUNALE})
    counted = bank.pure.counts.get(kind)
    return frozenset([*counted.attested.values()][:1] if counted and counted.attested else [Role.ISPETTORE_GIOCO])


def awaits_direzione(bank: Bank, kind: CountKind, profile: Profile) -> bool:
    """Whether a count of rack or box shows a difference of ``difference_direzione`` cents or more, either way.

    The rules have at least 1 cent. False before the difference may be shown, once the Direzione has attested it, and
    for tips and custody.
    """
    if kind not in {*OF_RACK, CountKind.BOX} or not bank.shows(kind):
        return False
    large = abs(bank.pure.difference(kind)) >= profile.difference_direzione
    return large and Role.DIREZIONE not in bank.pure.counts[kind].attested.values()


# --- reading


def bank_of(state: TableState) -> Bank | None:
    """Return the bank of a table with its latest session; None before the first."""
    row = session_of(state)
    return None if row is None else read(state, row)


def running(act: Act) -> Bank:
    """Return the bank of an act's table with its latest session, also a closed one. Refuses (E_BANK) before any."""
    found = bank_of(act.state)
    if found is None:
        raise Refused(Code.BANK, "No float has come to this table yet.")
    return found


def for_play(state: TableState, row: BankSession) -> Bank:
    """Return the bank for money of a coup: without movements, and without counts before the table is closed.

    What is on the felt is taken as still with the guests, so that stakes need not be read.
    """
    counted = _counts(bank_rows.of(state)) if row.stage in AFTER_PLAY else {}
    bank = Bank(row, pure_of(state, row, Ledger(_balances(state, row, felt=False))), {}, counted)
    bank.pure.counts = {kind: _count(state, it) for kind, it in counted.items()}
    return bank


def read(state: TableState, row: BankSession) -> Bank:
    """Return the bank of a table with this session, its movements, and its counts that are not void.

    The rows of the latest session are those cached with the table's state, any other's are queried.
    """
    bank = Bank(row, pure_of(state, row, Ledger(_balances(state, row))))
    latest = session_of(state)
    stored = bank_rows.of(state) if latest is not None and row.pk == latest.pk else _rows_of(state, row)
    bank.movement_rows = {it.number: it for it in stored.movements}
    bank.pure.movements = {number: _movement(it) for number, it in bank.movement_rows.items()}
    bank.pure.numbered = stored.numbered
    bank.count_rows = _counts(stored)
    bank.pure.counts = {kind: _count(state, it) for kind, it in bank.count_rows.items()}
    return bank


def pure_of(state: TableState, row: BankSession, ledger: Ledger) -> TableBank:
    """Convert the row of a session into the bank of the rules with this ledger, without movements and counts."""
    profile = state.profile
    return TableBank(
        profile.bank_close,
        profile.pieces,
        who_attests(profile),
        ledger,
        stage=BankStage(row.stage),
        plan=pieces_of(row.plan),
        float_amount=row.float_amount,
        session=session.Session(row.opener, row.fills, row.credits, row.notes, row.computed),
        closing=row.closing,
        ends_day="day" in row.midway,
        at_midway=session.Session(**row.midway["at"]) if "at" in row.midway else None,
        carried=row.carried,
        # What was shown of a count in a session of before, which has no results, stays as it was entered.
        against_last_try=row.results is not None,
        at_control=row.midway.get("control"),
        notes_at_control=row.midway.get("notes", 0),
        notes=notes_of(profile),
    )


def _balances(state: TableState, row: BankSession, *, felt: bool = True) -> Balances:
    """Return the cents by commodity and place: as stored, plus custody and, with `felt`, the felt.

    The guests have the negative of all the others together, so that the sum of a commodity is 0.
    """
    found = defaultdict[tuple[Commodity, MoneyPlace], int](int)
    for commodity, places in row.balances.items():
        for place, amount in places.items():
            found[Commodity(commodity), MoneyPlace(place)] = amount
    for commodity, amount in _in_custody(state).items():
        found[commodity, CUSTODY] += amount
    if felt:
        found[CHIPS, FELT], found[NOTES, FELT] = _chips_and_notes_laid(state)
    for commodity in Commodity:
        found[commodity, GUESTS] = -sum(amount for (of, _place), amount in found.items() if of is commodity)
    return found


def _in_custody(state: TableState) -> dict[Commodity, int]:
    """Return the cents of chips and of notes that the slips in custody of a table name."""
    notes = sum(it.amount for it in state.custody if it.kind == Uncollected.Kind.NOTES)
    return {CHIPS: sum(it.amount for it in state.custody) - notes, NOTES: notes}


def _chips_and_notes_laid(state: TableState) -> tuple[int, int]:
    """Return the cents of chips and of notes on the felt: stakes that are not settled, tax, and what is set aside.

    What of a stake was not in action went back, its chips before its notes.
    """
    coup = state.coup
    # The stakes of a coup with an outcome were settled, and so were those whose hands were paid already.
    laid = state.stakes if coup is not None and not coup.outcome and coup.paid_hands is None else []
    notes = sum(unchanged_notes(state, it) for it in laid)
    chips = sum(on_felt(it) + it.tax for it in laid) - notes
    return chips + sum(it.set_aside for it in state.positions.values()), notes


def above_the_slips(row: BankSession) -> int:
    """Return the cents of chips that counts have found in custody above what its slips say; below 0 for fewer."""
    return int(row.balances.get(CHIPS.value, {}).get(CUSTODY.value, 0))


def _movement(row: Movement) -> movement.Movement:
    """Convert the row of a movement into the value with which the rules work.

    It has the kind, the status, the pieces requested, given, issued (also those keyed before) and received, and the
    cents found or lost; not its number, its slip, its reason, or who asked for it.
    """
    return movement.Movement(
        MovementKind(row.kind),
        pieces_of(row.requested),
        pieces_of(row.given),
        Status(row.status),
        pieces_of(row.issued),
        tuple(map(pieces_of, row.corrected)),
        pieces_of(row.received),
        row.returned,
        row.lost,
    )


def _counts(stored: SessionRows) -> dict[CountKind, BankCount]:
    """Map each kind to its latest count in these rows that was not made void."""
    return {CountKind(it.kind): it for it in stored.counts if it.void is None}


def _count(state: TableState, row: BankCount) -> counts.Count:
    """Return the pure count of a row, with those of its attestations that still stand.

    One at the table ends when its person leaves; those of accepted counts, and of box and tips, stay.
    """
    kind = CountKind(row.kind)
    attested = {
        badge: Role(role)
        for badge, (role, number) in row.attested.items()
        if row.accepted or kind in AWAY_FROM_TABLE or stands(number, at_work_since(state, badge))
    }
    tries = tuple(counts.Try(it.by, pieces_of(it.pieces), it.foreign) for it in row.tries.all())
    return counts.Count(kind, tries, attested, row.again, row.accepted is not None, row.reason)


def pieces_of(stored: Mapping[str, int]) -> Pieces:
    """Convert stored pieces, their number by the cents of one as text, to numbers by cents, by descending value.

    A number of 0 stays.
    """
    return {value: stored[str(value)] for value in sorted(map(int, stored), reverse=True)}


# --- writing


def store(act: Act, bank: Bank) -> None:
    """Save what an act of the bank has changed: session, movements, counts, and a posting for each move.

    Records "bank_posted", with the moves, unless there were none. Called once an act, as the moves stay in the
    ledger of the pure bank. The rows of the session are read anew when they are used next.
    """
    store_session(act, bank)
    for number, now in bank.pure.movements.items():
        _store_movement(act, bank, number, now)
    for kind, counted in bank.pure.counts.items():
        _store_count(act, bank, kind, counted)
    lines = [[it.commodity.value, it.source.value, it.to.value, it.amount] for it in bank.pure.ledger.posted]
    own: dict[str, Any] = {"table": act.table, "session": bank.session, "number": act.number}
    insert(
        *(
            Posting(place=place, commodity=commodity, source=source, to=to, amount=amount, **own)
            for place, (commodity, source, to, amount) in enumerate(lines)
        )
    )
    if lines:
        act.effect("bank_posted", session=bank.session.number, lines=lines)
    # What the session has got besides is read anew by a later act of the same press.
    act.state.reread("bank_rows")


def store_session(act: Act, bank: Bank) -> None:
    """Save the row of the session with the values of the pure bank; a new row becomes the latest in the act's state.

    While the bank is closed or empty, ``ended`` is the entry by which it became so, else None. Empty is one whose float
    went back to the cage, and one for which a float is only planned.
    """
    row, pure = bank.session, bank.pure
    if row.stage != pure.stage:
        act.state.reread("bank_opened")
    row.stage, row.plan, row.float_amount = pure.stage.value, as_keyed(pure.plan), pure.float_amount
    row.opener, row.fills, row.credits = pure.session.opener, pure.session.fills, pure.session.credits
    row.notes, row.computed = pure.session.notes, pure.session.computed
    row.expected, row.closing = pure.session.expected, pure.closing
    row.carried = pure.carried
    row.midway = _stored_midway(row, pure)
    row.balances = _stored_balances(act.state, pure.ledger)
    row.ended = (row.ended or act.number) if pure.stage in REST else None
    if row.pk:
        update(row)
        return
    insert(row)
    act.state.put(bank_session=row)
    act.state.reread("bank_rows", "bank_opened")


def _stored_midway(row: BankSession, pure: TableBank) -> dict[str, Any]:
    """Return what is stored of a count in between, as JSON.

    If it ends the day: ``day``, ``serial`` of the box and ``at``, the sums of the session (opener, fills, credits,
    notes, computed) at the last try, unless that is to be made again. Else ``box`` if the session's box is to be
    counted by itself, and ``control``, the cents that the rack had to hold at the last try of one for control, also
    after it was accepted, with ``notes``, those of the session's notes then; only with ``against_last_try``. ``at`` and
    ``control`` are there once there was a try.
    """
    if pure.ends_day:
        at = {} if pure.at_midway is None else {"at": asdict(pure.at_midway)}
        return {name: row.midway[name] for name in ("day", "serial")} | at
    control = {} if pure.at_control is None else {"control": pure.at_control, "notes": pure.notes_at_control}
    return {name: it for name, it in row.midway.items() if name == "box"} | control


def _stored_balances(state: TableState, ledger: Ledger) -> dict[str, dict[str, int]]:
    """Return the balances to be stored: of every commodity a map from place to cents, without zeros.

    Felt and guests are left out, as they are derived; of custody only what differs from the table's rows is stored. A
    commodity of which nothing is stored has an empty map.
    """
    found: dict[str, dict[str, int]] = {it.value: {} for it in Commodity}
    for (commodity, place), amount in ledger.balances.items():
        if place not in (FELT, GUESTS):
            found[commodity.value][place.value] = amount
    for of, cents in _in_custody(state).items():
        found[of.value][CUSTODY.value] = found[of.value].get(CUSTODY.value, 0) - cents
    return {commodity: {place: it for place, it in sorted(its.items()) if it} for commodity, its in found.items()}


def _store_movement(act: Act, bank: Bank, number: int, now: movement.Movement) -> None:
    """Insert or update the row of a movement, unless it is stored as it is now.

    A new row is the actor's and of this entry, and is put among ``bank.movement_rows``.
    """
    row = bank.movement_rows.get(number)
    if row is not None and row.pk and _movement(row) == now:
        return
    row = row or Movement(table=act.table, session=bank.session, number=number, by=act.actor, requested_at=act.number)
    row.kind, row.status = now.kind.value, now.status.value
    row.requested, row.given = as_keyed(now.requested), as_keyed(now.given)
    row.issued, row.received = as_keyed(now.issued), as_keyed(now.received)
    row.corrected, row.returned, row.lost = list(map(as_keyed, now.corrected)), now.returned, now.lost
    bank.movement_rows[number] = row
    (update if row.pk else insert)(row)


def _store_count(act: Act, bank: Bank, kind: CountKind, now: counts.Count) -> None:
    """Insert or update the row of a count, with its new tries; one that is stored as it is now is left alone.

    An accepted one that is counted anew gets a new row. Attestations are stored with the entry by which they were
    made. Acceptance stores this entry, its actor and the amount (of a box: less the notes carried over from earlier
    days); not the difference, which the caller has to store.
    """
    row, before = bank.count_rows.get(kind), counts.Count(kind)
    if row is None or (row.accepted and not now.accepted):
        row = BankCount(table=act.table, session=bank.session, number=act.number, kind=kind.value)
    elif row.accepted or (before := _count(act.state, row)) == now:
        return
    stored = len(row.tries.all()) if row.pk else 0
    # Who left and attests anew does so by this entry: the one before counts no more.
    row.attested = {
        badge: row.attested[badge] if badge in before.attested else [role.value, act.number]
        for badge, role in now.attested.items()
    }
    row.again, row.reason = now.again, now.reason
    if now.accepted:
        row.accepted, row.accepted_by = act.number, act.actor
        row.amount = now.last.amount - (bank.pure.carried if kind is CountKind.BOX else 0)
    (update if row.pk else insert)(row)
    bank.count_rows[kind] = row
    for made in now.tries[stored:]:
        pieces = as_keyed(made.pieces)
        insert(CountTry(table=act.table, count=row, number=act.number, by=made.by, pieces=pieces, foreign=made.foreign))


def make_void(act: Act, bank: Bank, kind: CountKind) -> None:
    """Make the latest count of a kind void by this entry, and save it; does nothing where there is none.

    Its row is removed from ``bank.count_rows``; ``bank.pure.counts`` still has the count.
    """
    row = bank.count_rows.pop(kind, None)
    if row is not None:
        row.void = act.number
        update(row)
