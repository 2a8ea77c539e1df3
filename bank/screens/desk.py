"""Bank at the inspectors' desk and on a tile of the pit: where it stands, an estimate, what is asked of the cage."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.timezone import now
from django.utils.translation import gettext as _

from bank.play.sessions import is_counting
from bank.play.tables import Bank, above_the_slips, bank_opened
from bank.rules.counts import CountKind
from bank.rules.ledger import RACK
from bank.rules.movement import Status
from bank.rules.table_bank import BankStage
from bank.screens.counter import keys
from bank.screens.flow import STAGES, missing
from bank.screens.reading import WAITS, Moving, bank_here, keeps_bank, kinds_here, moving, waiting
from bank.screens.steps import requests
from table.rules.profile import Role
from table.screens.inspector.buttons import DeskKey, opens
from table.screens.inspector.desk import custody_lines
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Snapshot

_macro = macros_of("regions/bank/desk.html")

ASKS = frozenset({Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA})
"""Roles that ask the cage for chips, or offer it some."""
OF_DESK = frozenset(
    {
        "dispose_of",
        "midway_count",
        "note_change",
        "request_fill",
        "seal_bank",
        "set_float",
        "void_movement",
        "withdraw_waiting",
    }
)

LEAST_SECONDS = 600
"""Seconds of play before a result is given by the hour."""


class OnLine(NamedTuple):
    """Movement on the line of the bank: what it is, its slip, its cents, and how it stands."""

    words: str
    slip: str
    amount: int
    stands: str


class Parts(NamedTuple):
    """Parts of the dialog of the bank: a count for control, a change of notes that is noted, the float is sealed.

    ``withdraws`` are the waiting acts that may be withdrawn, each with its words; ``voids`` are the movements that may
    be made void; ``above`` are the cents that were found in custody above its slips and may be disposed of, else 0.
    """

    counts: bool
    notes: bool
    withdraws: tuple[tuple[str, str], ...]
    voids: tuple[Moving, ...]
    above: int
    seals: bool


class Estimate(NamedTuple):
    """Estimate of a rack in cents, and the table's result so far; ``an_hour`` is None where too little was played.

    ``low`` says that the rack holds less than the percentage of the opener from which on the house wants a fill.
    """

    rack: int
    result: int
    an_hour: int | None
    low: bool


def desk(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield two pieces of the screen: the line of the bank above the felt, with this role's buttons, and the dialogs.

    A dialog for each request is there in play, for offices that ask the cage; the one for other acts once there is a
    session, the one of custody for who disposes of it, the one of the float only while it may be planned. A training
    table has no link to its papers. Whether the rules have a bank is not looked at.
    """
    numbers, profile, bank = snapshot.numbers, snapshot.state.profile, snapshot.part(bank_here)
    may = frozenset(snapshot.allowed(role)) & OF_DESK
    kinds = kinds_here(snapshot)
    stage = bank.pure.stage if bank is not None else BankStage.EMPTY
    playing = stage is BankStage.IN_PLAY
    found = here(snapshot, bank) if bank is not None else None
    now_moving = tuple(moving(bank, kinds)) if bank is not None else ()
    # A role that may withdraw acts is offered only a reopening here, unless it is the Ispettore di Gioco.
    withdrawn = WAITS if Role(role) is Role.ISPETTORE_GIOCO else ("reopen_closing",)
    waits = tuple(waiting(bank, profile.currency, numbers, withdrawn)) if bank is not None else ()
    offered = _offered(may, bank, stage) - (frozenset() if waits else {"withdraw_waiting"})
    code = "" if snapshot.table.training else snapshot.code
    shown = tuple(map(_on_line, now_moving))
    given = (code, str(STAGES[stage]), found, shown, tuple(_buttons(offered)), profile.currency, numbers)
    yield piece("bank-line", _macro("line"), *given)
    asks = requests() if playing and Role(role) in ASKS else ()
    dialogs = [piece(f"bank-request-{it.name}", _macro("asks"), it, keys(kinds), profile.currency) for it in asks]
    if bank is not None:
        parts = _parts(offered, now_moving, waits, bank)
        dialogs.append(piece("bank-acts", _macro("acts"), parts, missing(bank.pure), profile.currency, numbers))
    if "dispose_of" in snapshot.allowed(role):
        dialogs.append(piece("sheet-custody", _macro("custody"), custody_lines(snapshot), numbers))
    if "set_float" in offered:
        plan = bank.pure.plan if bank is not None else {}
        dialogs.append(piece("bank-float", _macro("float_of"), keys(kinds, plan), profile.currency))
    yield piece("bank", _macro("dialogs_of"), dialogs=dialogs)


def _on_line(it: Moving) -> OnLine:
    """Return a movement as the line of the bank shows it: of one that was received in part, what is in transit."""
    if it.status == Status.RECEIVED:
        return OnLine(it.words, it.slip, it.transit, _("still in transit"))
    if it.status == Status.ISSUED:
        return OnLine(it.words, it.slip, it.pieces.amount, _("on its way"))
    stands = _("asked for") if it.to_table else _("offered")
    return OnLine(it.words, it.slip, it.pieces.amount, stands)


def _buttons(offered: frozenset[str]) -> Iterator[DeskKey]:
    """Yield the buttons that open dialogs from the line of the bank.

    Three requests (fill, credit, exchange) where "request_fill" is among ``offered``, the float where "set_float" is,
    and one for the dialog of all other acts where anything but "set_float" is, also "request_fill" alone.
    """
    if "request_fill" in offered:
        yield opens(_("Fill …"), "bank-request-fill", "act-small")
        yield opens(_("Credit …"), "bank-request-credit", "act-small")
        yield opens(_("Exchange …"), "bank-request-exchange", "act-small")
    if "set_float" in offered:
        yield opens(_("Float …"), "bank-float", "act-small")
    if offered - {"set_float"}:
        yield opens(_("Bank …"), "bank-acts", "act-small")


def _parts(offered: frozenset[str], now: tuple[Moving, ...], waits: tuple[tuple[str, str], ...], bank: Bank) -> Parts:
    """Return the parts of the dialog of the bank; those whose act is not in ``offered`` are False, empty or 0.

    They are a count for control ("midway_count"), a change of notes ("note_change"), the waiting acts ``waits`` to
    be withdrawn ("withdraw_waiting"), the movements of ``now`` that were requested and not issued, to be made void
    ("void_movement"), what was found in custody above its slips ("dispose_of"), and locking the float uncounted
    ("seal_bank").
    """
    requested = tuple(it for it in now if it.status == Status.REQUESTED)
    return Parts(
        counts="midway_count" in offered,
        notes="note_change" in offered,
        withdraws=waits if "withdraw_waiting" in offered else (),
        voids=requested if "void_movement" in offered else (),
        above=above_the_slips(bank.session) if "dispose_of" in offered else 0,
        seals="seal_bank" in offered,
    )


def _offered(may: frozenset[str], bank: Bank | None, stage: BankStage) -> frozenset[str]:
    """Return those of the acts in ``may``, all of them of OF_DESK, that fit the stage of the bank.

    A float is planned without a running session, a count ordered and a fill asked for in play; the bank is sealed while
    it is to be closed and the count at closing is not accepted; notes are changed late from play on, also once it is
    closed, but not sealed. A movement is made void and a waiting act withdrawn at any stage but EMPTY; what counts have
    found in custody above its slips is disposed of at any stage, as long as it lies there.
    """
    counted = bank is not None and bank.pure.is_accepted(CountKind.CLOSER)
    at = {
        "dispose_of": bank is not None and above_the_slips(bank.session) > 0,
        "set_float": stage in (BankStage.EMPTY, BankStage.CLOSED),
        "seal_bank": stage is BankStage.TO_CLOSE and not counted,
        "midway_count": stage is BankStage.IN_PLAY,
        "request_fill": stage is BankStage.IN_PLAY,
        "note_change": stage in (BankStage.IN_PLAY, BankStage.TO_CLOSE, BankStage.CLOSED),
        "void_movement": stage is not BankStage.EMPTY,
        "withdraw_waiting": stage is not BankStage.EMPTY,
    }
    return frozenset(it for it in may if at[it])


def here(snapshot: Snapshot, bank: Bank) -> Estimate | None:
    """Return what the rack of a table should hold, its result so far and by the hour, and whether it is low.

    The rack is what it holds by the ledger, in cents of chips: those that notes were changed into have left it. The
    result is that of the money lines (``computed``), by the hour None before ``LEAST_SECONDS`` of play. Low is below
    ``float_low`` per cent of the opener. None unless its bank is in play, and from the order of a count at the table
    until every office has attested it.
    """
    pure = bank.pure
    if pure.stage is not BankStage.IN_PLAY or is_counting(bank):
        return None
    rack, session, opened = pure.ledger.balance(RACK), pure.session, bank_opened.of(snapshot.state)
    seconds = (now() - opened).total_seconds() if opened is not None else 0
    an_hour = round(session.computed * 3600 / seconds) if seconds >= LEAST_SECONDS else None
    low = rack * 100 < session.opener * snapshot.state.profile.float_low
    return Estimate(rack, session.computed, an_hour, low)


def on_tile(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield one piece of the screen for a tile of the pit: the stage of the bank in words, and its estimate if any.

    Before the first session the stage is that of an empty bank; nothing at a table whose rules keep no bank.
    """
    if not keeps_bank(snapshot):
        return
    numbers, bank = snapshot.numbers, snapshot.part(bank_here)
    stage = bank.pure.stage if bank is not None else BankStage.EMPTY
    found = here(snapshot, bank) if bank is not None else None
    yield piece(
        "bank", "regions/bank/tile.html:figure", str(STAGES[stage]), found, snapshot.state.profile.currency, numbers
    )
