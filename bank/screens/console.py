"""Bank on the dealer's console: what comes first, counts by piece, what arrives or leaves, and the change of notes.

Before the last attestation of a count none of this shows what was expected, or an amount from which that could be
computed.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from bank.play.moving import missing_at_table
from bank.play.policy import notes_of
from bank.play.tables import Bank, awaits_direzione
from bank.rules.counts import CountKind
from bank.rules.due import CountDue, count_due, is_locked
from bank.rules.ledger import CAGE, RACK
from bank.rules.movement import Status
from bank.rules.pieces import made_of
from bank.rules.table_bank import BankStage
from bank.screens.counter import PieceKind, Piles, keys, piles
from bank.screens.flow import BUTTONS, HEADINGS, SAID, heading, missing
from bank.screens.reading import Moving, bank_here, keeps_bank, kinds_here, moved_here, moving, texts_of, waiting
from bank.screens.steps import SignKey, attests_as, decides_on, requests, step_at_table
from table.models import Table
from table.rules.profile import Profile, Role
from table.screens.dealer.task import Task
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Snapshot
from table.words.numbers import Numbers
from table.words.terms import ROLES

_macro = macros_of("regions/bank.html")

COUNT, CLOSE, SEALED = "bank-count", "bank-close", "bank-sealed"
"""Ids of the dialogs that the next act opens."""
AT_TABLE = ("put_box", "note_change")
"""Acts that wait for a second person at the table."""


class ShownCount(NamedTuple):
    """Count whose last try lies there: its piles and false pieces, who made it, and who still has to attest it.

    ``difference`` in cents is None as long as somebody has to attest, or chips have ``moved`` since; ``due`` is the
    button by which they do, or, once nobody is ``missing``, by which it is counted again where they have, the Direzione
    attests a large difference, or the count is accepted.
    """

    kind: str
    heading: str
    piles: Piles
    foreign: int
    by: str
    missing: bool
    moved: bool
    attested: tuple[str, ...]
    difference: int | None
    due: SignKey
    tries: int


# --- the next act of the dealer


def comes_first(snapshot: Snapshot, usual: Task) -> Task | None:
    """Return the task that the bank puts before the usual one at a closed table; None where the usual one stands.

    It stands at a table without a bank, at one that is not closed, and where the dealer has to sign on. Before the
    first session the dealer waits for the float, but only where the usual task is to wait, too; then see
    :func:`_of_stage`.
    """
    if not keeps_bank(snapshot) or usual.verb == "sign_on" or snapshot.table.status != Table.Status.CLOSED:
        return None
    bank = snapshot.part(bank_here)
    if bank is None:
        return _waits(_("The cage brings the float."), usual)
    return _of_stage(bank, usual, snapshot.state.profile)


def _of_stage(bank: Bank, usual: Task, profile: Profile) -> Task | None:
    """Return the task by the stage of a bank; None where the usual one comes first: in play, and with a counted float.

    A count that is due comes before the stage. Two things replace nothing but a usual task to wait, as any other is
    done first: the count of a float that lies locked, and, without a session that runs, to wait for the float.
    """
    pure = bank.pure
    due = due_at(bank)
    if is_locked(pure) and usual.kind != "wait":
        return None  # cards are prepared first: the float lies locked and waits
    if due is not None:
        return Task("open", heading=heading(_of_direzione(bank, due, profile)), opens=COUNT)
    match pure.stage:
        case BankStage.EMPTY | BankStage.CLOSED:
            return _waits(_("The cage brings the float."), usual)
        case BankStage.SEALED:
            return Task("open", heading=_("The float is sealed: it is counted before anything else"), opens=SEALED)
        case BankStage.TO_CLOSE:
            return _closing(bank)
    return None


def due_at(bank: Bank) -> CountDue | None:
    """Return the count that is due at the table; None for none."""
    return count_due(bank.pure, ordered="midway_count" in bank.session.waiting)


def _of_direzione(bank: Bank, due: CountDue, profile: Profile) -> CountDue:
    """Return a count as it calls for somebody: that of a large difference for the Direzione, before it is accepted."""
    awaits = due.doing == "decide" and awaits_direzione(bank, due.kind, profile)
    return due._replace(doing="attest", missing=(Role.DIREZIONE,)) if awaits else due


def _closing(bank: Bank) -> Task:
    """Return the task at closing once the rack is counted: to close the bank if no movement is open.

    Else to receive or hand over the first open one, if that is the table's step and the counted rack admits it; else to
    wait for the cage.
    """
    waits = next((number for number, it in bank.pure.movements.items() if it.open), None)
    if waits is None:
        return Task("open", heading=_("Close the bank"), opens=CLOSE)
    movement = bank.pure.movements[waits]
    arrives = movement.status is Status.ISSUED and movement.to is RACK
    leaves = movement.status is Status.REQUESTED and movement.to is CAGE
    if (arrives or leaves) and not bank.pure.counted_before(waits):
        words = _("Receive what the cage brings") if arrives else _("Hand over to the cage")
        return Task("open", heading=words, opens=f"bank-movement-{waits}")
    return Task("wait", heading=_("Waits for the cage."))


def _waits(words: str, usual: Task) -> Task | None:
    return Task("wait", heading=words) if usual.kind == "wait" else None


# --- the region


def console(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield two pieces of the screen: the keys of the bank, and its bands with dialogs.

    Before the table's first session there is only the second, without any band or dialog.
    A band stands for a midway count that is due, and for each movement that calls for something at the table. Change of
    notes is offered while the dealer may press it and the bank is in play.
    """
    numbers, profile, bank = snapshot.numbers, snapshot.state.profile, snapshot.part(bank_here)
    kinds = kinds_here(snapshot)
    if bank is None:
        yield piece("bank", _macro("bank"), bands=[], dialogs=[])
        return
    due, now = due_at(bank), [*moving(bank, kinds)]
    playing = "change_notes" in snapshot.allowed(Role.DEALER) and bank.pure.stage is BankStage.IN_PLAY
    yield piece("bank-keys", _macro("keys_of"), playing)
    dialogs = [
        *_count_dialog(bank, due, snapshot, numbers),
        *(_movement_dialog(it, kinds, _offices(it, bank, snapshot), profile.currency, numbers) for it in now),
        *_closing_dialogs(bank, kinds, profile.currency, numbers),
        piece(
            "bank-sheet",
            _macro("overview"),
            missing(bank.pure),
            playing,
            tuple(waiting(bank, profile.currency, numbers, AT_TABLE)),
            bank.session.box,
            tuple(it for it in now if it.may_be_found),
        ),
        piece("bank-change", _macro("change"), notes_of(profile), profile.currency, numbers, _guests(snapshot)),
        *(piece(f"bank-request-{it.name}", _macro("request"), it, keys(kinds), profile.currency) for it in requests()),
    ]
    calling = (it for it in now if it.signed_at_table or it.due_at_table)
    calls = _of_direzione(bank, due, profile) if due is not None else None
    bands = [*_midway(calls), *(_band(it, _offices(it, bank, snapshot), profile.currency, numbers) for it in calling)]
    yield piece("bank", _macro("bank"), bands=bands, dialogs=dialogs)


def _band(it: Moving, offices: str, currency: str, numbers: Numbers) -> Piece:
    """Return the band of a movement that calls for something at the table; ``offices`` attest it, "" for none."""
    return piece(f"bank-moves-{it.number}", _macro("band"), it, offices, currency, numbers)


def _offices(it: Moving, bank: Bank, snapshot: Snapshot) -> str:
    """Return the names of the offices that still attest what was counted of a movement at the table; "" for none."""
    if not it.signed_at_table:
        return ""
    missing = missing_at_table(snapshot.state, bank, bank.movement_rows[it.number].waiting)
    return ", ".join(str(ROLES[role]) for role in sorted(missing))


def _midway(due: CountDue | None) -> Iterator[Piece]:
    """Yield the band of a count in between, to be made, attested or accepted, if it is the one due; else nothing."""
    if due is not None and due.kind is CountKind.MIDWAY:
        yield piece("bank-midway", _macro("midway"), heading(due), str(BUTTONS[due.doing]))


def _guests(snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    """List position and key of each guest who sits at one, in the order of the places.

    Positions that are assigned, marked or free are left out.
    """
    return tuple((it.label, it.holder) for it in snapshot.places if it.holder and it.state == "occupied")


# --- the dialogs


def _count_dialog(bank: Bank, due: CountDue | None, snapshot: Snapshot, numbers: Numbers) -> Iterator[Piece]:
    """Yield the dialog of the count that is ``due``; nothing for None.

    It has keys to count, and why it is counted again where it is; or, to be attested or decided on, what :func:`shown`
    has.
    """
    if due is None:
        return
    currency, kinds = snapshot.state.profile.currency, kinds_here(snapshot)
    kind, count = due.kind, bank.pure.counts.get(due.kind)
    tries = len(count.tries) if count is not None and not count.accepted else 0
    title, said = str(HEADINGS[kind]), SAID.get(kind, "")
    if due.doing == "count":
        reason = count.again if count is not None else ""
        again = texts_of([reason]).get(reason, reason)
        inner = piece(
            f"count-{kind}-{tries}", _macro("counting"), kind.value, keys(kinds), said, currency, tries, again
        )
    else:
        inner = piece("bank-shown", _macro("counted"), shown(bank, due, snapshot, kinds), currency, numbers)
    yield piece(COUNT, _macro("count_dialog"), title, inner=[inner])


def shown(bank: Bank, due: CountDue, snapshot: Snapshot, kinds: tuple[PieceKind, ...]) -> ShownCount:
    """Return a count that was made, and the key to press next; its difference once all have attested it.

    No difference while chips have moved since the last try. The key attests for the offices that are missing; with none
    missing it has the count made again where chips have moved, else it decides.
    """
    count, moved = bank.pure.counts[due.kind], due.kind in snapshot.part(moved_here)
    difference, key = decides_on(bank, due.kind, snapshot.state.profile, moved=moved)
    if due.missing:
        key = attests_as(due.kind, ", ".join(str(ROLES[it]) for it in due.missing))
    return ShownCount(
        due.kind.value,
        str(HEADINGS[due.kind]),
        piles(kinds, count.last.pieces),
        count.last.foreign,
        count.last.by,
        bool(due.missing),
        moved,
        tuple(f"{badge} · {ROLES[role]}" for badge, role in sorted(count.attested.items())),
        difference,
        key,
        len(count.tries),
    )


def _movement_dialog(it: Moving, kinds: tuple[PieceKind, ...], offices: str, currency: str, numbers: Numbers) -> Piece:
    """Return the dialog on which a movement is received or handed over, and attested by ``offices``, "" for none.

    It has keys to count only where the next step is the table's, or something may be found of it; at first they show
    the pieces requested or issued, and nothing of what may be found.
    """
    keyed = {pile.kind.cents: pile.number for pile in it.pieces.row} if it.due_at_table else {}
    step = step_at_table(it)
    given = (it.number, it.status, step, keys(kinds, keyed), currency)
    form = piece(f"moving-{it.number}-{it.status}", _macro("moving_keys"), *given)
    inner = [form] if it.due_at_table or it.may_be_found else []
    return piece(
        f"bank-movement-{it.number}", _macro("movement_dialog"), it, step, offices, currency, numbers, inner=inner
    )


def _closing_dialogs(bank: Bank, kinds: tuple[PieceKind, ...], currency: str, numbers: Numbers) -> Iterator[Piece]:
    """Yield the dialogs to count a sealed float, and to close the bank once the count of its rack was accepted.

    The latter not while the movement that ends the session is under way.
    """
    pure = bank.pure
    if pure.stage is BankStage.SEALED:
        yield piece(SEALED, _macro("sealed"))
    if pure.stage is BankStage.TO_CLOSE and pure.is_accepted(CountKind.CLOSER) and not pure.closing:
        surplus, closer = pure.surplus, pure.counts[CountKind.CLOSER]
        proposed = made_of(abs(surplus), [it.cents for it in kinds], closer.last.pieces if surplus > 0 else None)
        yield piece(CLOSE, _macro("close"), surplus, keys(kinds, proposed), currency, numbers)
