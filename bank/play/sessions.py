"""Sessions of a table's bank one after the other: the next one, that whose box is to be counted, the end of a day."""

from collections import Counter, defaultdict
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from bank.models import BankCount, BankSession, Posting
from bank.play.tables import AFTER_PLAY, Bank, bank_of, pure_of, read, session_of, store, store_session
from bank.rules.counts import CountKind
from bank.rules.due import AT_TABLE
from bank.rules.ledger import CAGE, CUSTODY, NOTES, RACK, TIPS, Ledger, MoneyPlace
from bank.rules.table_bank import BankStage
from table.memory.statements import update
from table.models import Adjustment, Money, Table, Tip, Uncollected
from table.play.act import Act
from table.play.state import TableState
from table.rules.refusal import Code, require

UNCOUNTED = frozenset({BankStage.BRINGING, BankStage.TO_COUNT, BankStage.SEALED})
"""Stages in which a count is due, so that nobody is told what it should come to."""
MOVED_AT = {CountKind.CLOSER: RACK, CountKind.TIPS: TIPS, CountKind.CUSTODY: CUSTODY}
"""Places whose chips can move between the last try of a count, by its kind, and its acceptance.

A count in between is held against what the rack held at its try, and a float is counted before anything moves.
"""

ABOUT_BOX = ("put_box", "take_box")
"""Acts that wait for a second person and go on waiting in the next session, which has the box of the one before."""


def next_session(act: Act, day: str | None = None) -> Bank:
    """Return the bank with the session that is to begin: the latest one unless that is over, else a new one after it.

    Over is one that is closed, and one whose float went back to the cage if a count of its tips was begun, or, for a
    float of ``day``, if it is of another day. The new one is not saved and has no day; it takes over balances, plan,
    box and what waits about the box, while notes of the one before stay with that. Refuses (E_BANK) a new one while the
    box with these notes is in the table, unless the old session counts its box apart.
    """
    last = bank_of(act.state)
    if last is not None and not _is_over(last, day):
        return last
    row = BankSession(table=act.table, number=1, began=act.number, stage=BankStage.EMPTY.value)
    if last is None:
        return Bank(row, pure_of(act.state, row, Ledger()))
    notes = last.pure.ledger.balance(MoneyPlace.BOX, NOTES)
    apart = last.session.midway.get("box")
    require(
        apart or not (notes and last.session.box),
        Code.BANK,
        "Box “%(serial)s” is in the table, with notes of the session before: it is taken first.",
        source=act.cite("bank"),
        serial=last.session.box,
    )
    row.number, row.box, row.plan = last.session.number + 1, last.session.box, last.session.plan
    row.waiting = {verb: it for verb, it in last.session.waiting.items() if verb in ABOUT_BOX}
    balances = {at: amount for at, amount in last.pure.ledger.balances.items() if at != (NOTES, MoneyPlace.BOX)}
    bank = Bank(row, pure_of(act.state, row, Ledger(balances)))
    bank.pure.numbered = max(last.pure.movements, default=last.pure.numbered)
    return bank


def _is_over(bank: Bank, day: str | None) -> bool:
    """Whether a float of this gaming day begins a new session: that of the bank is closed, or its float went back.

    The latter only if it was a float of another day, or a count of tips was begun since; with None for the day, the
    other day is not looked at.
    """
    of_another = day is not None and bank.session.day not in ("", day)
    went_back = bank.pure.stage is BankStage.EMPTY and (of_another or CountKind.TIPS in bank.pure.counts)
    return went_back or bank.pure.stage is BankStage.CLOSED


def at_box(state: TableState) -> Bank | None:
    """Return the bank with the session whose box is to be counted next; None before the first session.

    Of the sessions before the latest whose box was not counted it is the earliest for which :func:`has_own_box` holds;
    else the latest session, if play is over and its box not counted; else the earliest of the others before it; without
    any the latest, whether or not its box is due.
    """
    last = session_of(state)
    if last is None:
        return None
    rows = uncounted_boxes(state.table)
    earlier = [it for it in rows if it.number < last.number]
    is_due = last.stage in AFTER_PLAY and len(earlier) < len(rows)
    waiting = [it for it in earlier if has_own_box(it)] or ([] if is_due else earlier)
    return read(state, waiting[0] if waiting else last)


def uncounted_boxes(table: Table) -> list[BankSession]:
    """List the sessions of a table, the earliest first, without an accepted count of the box; also one in play.

    Whether notes were changed does not matter. Left out are those whose float went back to the cage, and those
    whose notes lie in the box of the next, in which play went on as a gaming day ended.
    """
    counted = BankCount.objects.filter(session=OuterRef("pk"), kind=CountKind.BOX, void=None).exclude(accepted=None)
    went_on = BankSession.objects.filter(table=table, began=OuterRef("ended"))
    rows = BankSession.objects.filter(~Exists(counted), table=table).exclude(stage=BankStage.EMPTY)
    rows = rows.annotate(went_on=Exists(went_on))
    return [it for it in rows.order_by("number") if has_own_box(it) or not it.went_on]


def has_own_box(row: BankSession) -> bool:
    """Whether a session has notes in its box, or a box that is marked to be counted by itself (``midway["box"]``).

    Once the box is counted the session has no notes; the mark stays.
    """
    return bool(row.midway.get("box") or row.balances.get(NOTES.value, {}).get(MoneyPlace.BOX))


def last_try(row: BankCount | None) -> int:
    """Return the entry of the last try of a count; 0 where there is none."""
    return max((made.number for made in row.tries.all()), default=0) if row is not None else 0


def moved_since_counted(bank: Bank, kind: CountKind) -> bool:
    """Whether chips came to the rack at closing, to tips or custody, or left them, since the last try of the count.

    False before there is a try, and for an opener, a count in between, and one of the box. A change of notes that is
    entered late came before the count, and moves nothing. Queries the database where there is a try.
    """
    place, last = MOVED_AT.get(kind), last_try(bank.count_rows.get(kind))
    if place is None or not last:
        return False
    table = bank.session.table
    moved: list[QuerySet[Any]] = []
    match kind:
        case CountKind.TIPS:
            moved = [Tip.objects.filter(table=table, number__gt=last)]
        case CountKind.CUSTODY:
            chips = Uncollected.objects.filter(table=table).exclude(kind=Uncollected.Kind.NOTES)
            moved = [chips.filter(Q(number__gt=last) | Q(closed__gt=last))]
        case _:
            moved = [of.objects.filter(coup__table=table, number__gt=last) for of in (Adjustment, Money)]
    return _posted_since(bank, place, last) or any(it.exists() for it in moved)


def _posted_since(bank: Bank, place: MoneyPlace, last: int) -> bool:
    """Whether an act of the bank after the entry ``last`` has moved chips to or from a place, by the sum of its moves.

    Of the rack changes of notes are left out, and an exchange while rack and cage give or get the same at once: these
    pieces lie in the rack until others come for them.
    """
    acts = defaultdict[int, Counter[str]](Counter)
    for it in Posting.objects.filter(table=bank.session.table, number__gt=last):
        acts[it.number].update({it.commodity: 1} if it.commodity == NOTES.value else {it.to: it.amount})
        acts[it.number].subtract({} if it.commodity == NOTES.value else {it.source: it.amount})
    if place is RACK:
        return any(it[RACK] and it[RACK] != it[CAGE] and not it[NOTES] for it in acts.values())
    return any(it[place] for it in acts.values())


def day_ends(act: Act, bank: Bank) -> Bank:
    """End the gaming day of a bank in play by its accepted count; save both sessions and return the next bank.

    The count becomes the one at closing of the ended session. The box, and acts that wait for a second person, pass to
    the next session; the ended one has a box of its own to be counted only if the box was changed since the count was
    ordered, or the table has no box. Records "day_ended", and "bank_posted" where a difference or anything else was
    moved.
    """
    row, day = bank.session, bank.session.midway["day"]
    box_apart = not row.box or row.box != row.midway["serial"]
    following = BankSession(table=act.table, number=row.number + 1, began=act.number, day=day)
    following.box, following.waiting, following.carried = row.box, row.waiting, 0
    following.results = None if row.results is None else no_results()
    pure = bank.pure.end_day(box_apart=box_apart)
    row.box, row.waiting, row.midway = row.midway["serial"], {}, {"box": True} if box_apart else {}
    counted = bank.count_rows[CountKind.CLOSER] = bank.count_rows.pop(CountKind.MIDWAY)
    counted.kind = CountKind.CLOSER.value
    store(act, bank)
    next_bank = Bank(following, pure)
    store_session(act, next_bank)
    act.effect("day_ended", session=row.number, day=day)
    return next_bank


def no_results() -> dict[str, Any]:
    """Return the results of a session without any: ``guests`` (cents won by bettor) and ``raised``, both empty.

    ``raised`` lists those of whom an alert was raised, "" for the table.
    """
    return {"guests": {}, "raised": []}


# --- acts that wait until a second person agrees to them


def wait_for_second(act: Act, bank: Bank, verb: str, **keyed: Any) -> None:
    """Store an act of the bank, with what was keyed for it, until a second person agrees. Records "bank_waits".

    It replaces one of the same verb that waited. It is stored by its verb, with who pressed it (``by``) and its entry
    (``number``).
    """
    waiting = {"by": act.actor, "number": act.number, **keyed}
    bank.session.waiting = bank.session.waiting | {verb: waiting}
    update(bank.session)
    act.effect("bank_waits", what=verb)


def is_counting(bank: Bank) -> bool:
    """Whether a count at the table is due, ordered, or not attested by everybody: then nothing expected is shown.

    Also as long as an opener is not accepted, and while a float is locked uncounted. Not so for a midway count left
    unfinished as the table was closed, for a count of custody of which no try was made, and for a float locked
    since the last closing before its count was begun.
    """
    pure, playing = bank.pure, bank.pure.stage is BankStage.IN_PLAY
    if pure.stage in UNCOUNTED or (playing and "midway_count" in bank.session.waiting):
        return True
    if pure.stage is BankStage.TO_CLOSE and not bank.shows(CountKind.CLOSER):
        return True
    kinds = [it for it in AT_TABLE if playing or it is not CountKind.MIDWAY]
    return any(it in pure.counts and not bank.shows(it) for it in kinds)
