"""Consequences of a table's acts for its bank: money of coups, banknotes and tips, and the opening and the closing."""

from collections.abc import Iterator

from bank.models import BankSession
from bank.play.policy import has_bank
from bank.play.tables import Bank, for_play, session_of, store_session
from bank.play.watch import watch_cover, watch_rack, watch_results
from bank.rules import ledger
from bank.rules.ledger import CHIPS, GUESTS, TIPS, laid, moves
from bank.rules.table_bank import RUNNING, BankStage
from table.models import StaffPresence, Table
from table.play.act import Act
from table.play.effects import Effects
from table.play.next_act import NO_MORE_BETS
from table.play.stakes import unchanged_notes
from table.rules.payout import HANDED_BACK, MoneyKind
from table.rules.profile import Role
from table.rules.refusal import Cents, Code, require

WITH_LINES = frozenset({"settled", "refunded", "money_corrected", "money_ordered", "adjusted"})
"""Effects that tell money lines of a coup, each with its kind and its cents."""
MOVED_AT_CLOSING = ("coup", "shoe", "seats", "limits")
"""Grounds of a table that every act moves by which it may be closed."""
OFF_FELT = HANDED_BACK | {MoneyKind.LOSS}
"""Kinds of lines that take a stake off the felt, or a tax that was laid ready: it was lost, or is handed back."""
ADJUSTMENT = "adjustment"
"""Kind of the lines that a dispute moves after the end of its coup."""


def notice(act: Act) -> None:
    """Enter in the table's bank what a finished act did: money of coups, notes, tips, opening and closing of the table.

    Without a bank, or before its first session, nothing is entered; of an act that does nothing of these nothing is
    read. As betting closes, checks whether the rack covers the stakes ("bank_short"). Records "cash_threshold" if a
    guest reaches the sum of cash (cents) that the house watches for a day. Refuses (E_BANK) to open a table whose float
    was not counted or is below the minimum, and to dispose of custody without saying where to; and (E_CASH_PENDING) a
    dealer who signs off before changes of notes are done.
    """
    names = {name for name, _facts in act.effects}
    opens = act.table.status == Table.Status.OPEN and act.table.opened == act.number
    lines, closes = list(_lines(act.effects)), _closes(act.table, act.number)
    betting_closed = any(name == "phrase" and facts["words"] == NO_MORE_BETS for name, facts in act.effects)
    custody = "custody_closed" in names and "custody_disposed_of" not in names
    moved = opens or lines or act.won or closes or custody or betting_closed or act.notes_changed or act.tipped
    if moved and has_bank(act.state.profile):
        require(
            not custody,
            Code.BANK,
            "This table keeps a bank: say whether it goes to the guests, the cage or the tips.",
            source=act.cite("bank"),
        )
        row = session_of(act.state)
        if opens:
            _open(act, row)
        elif row is not None:
            _follow(act, row, lines, closes=closes)
            if betting_closed:
                watch_cover(act, row)
    if act.guest_cash is not None and act.guest_cash["reached"]:
        act.effect("cash_threshold", guest=act.guest_cash["guest"], amount=act.guest_cash["total"])
    if "signed_off" in names:
        _check_relief(act)


def _lines(effects: Effects) -> Iterator[tuple[MoneyKind, int]]:
    """Yield kind and cents of the money lines in the effects of an act; those of a dispute as corrections.

    Cents are above 0 where the bettor gets them, below 0 where they lose them.
    """
    for name, facts in effects:
        if name in WITH_LINES:
            for *_where, kind, amount in facts["lines"]:
                yield MoneyKind.CORRECTION if kind == ADJUSTMENT else MoneyKind(kind), amount


def _closes(table: Table, number: int) -> bool:
    """Whether the act of this number has closed the table: it is closed, and all of ``MOVED_AT_CLOSING`` moved by it.

    These are parts of a table's state, of which ``grounds`` has the entry that changed each last.
    """
    moved = [table.grounds.get(it) == number for it in MOVED_AT_CLOSING]
    return table.status == Table.Status.CLOSED and all(moved)


def _open(act: Act, row: BankSession | None) -> None:
    """Begin play with the accepted float of the latest session ``row``, and save that.

    Refuses (E_BANK) a bank that is not ready, as where its float was not accepted, and less in the rack than the
    minimum of the table's rules; what lacked of the float and came after its count is in the rack.
    """
    require(
        row is not None and row.stage == BankStage.READY.value,
        Code.BANK,
        "The float of this table is counted and accepted before it is opened.",
        source=act.cite("bank"),
    )
    assert row is not None
    minimum = act.state.profile.opener_minimum
    require(
        minimum is None or row.expected >= minimum,
        Code.BANK,
        "This table opens with %(minimum)s in its rack; there are %(rack)s.",
        source=act.cite("bank"),
        minimum=Cents(minimum or 0),
        rack=Cents(row.expected),
    )
    bank = for_play(act.state, row)
    bank.pure.open_table()
    store_session(act, bank)


def _follow(act: Act, row: BankSession, lines: list[tuple[MoneyKind, int]], *, closes: bool) -> None:
    """Enter money ``lines`` (kind, cents), notes, tips and closing of an act; save the session if that changes it.

    Notes and tips are entered also without lines. Records "stake_changed" (cents of notes that became chips),
    "bank_to_close" as the act closes the table, and what :func:`_play` ("after_closing"), :func:`watch_rack` (alerts of
    the rack) and :func:`watch_results` (of wins and losses) do. Refuses as :meth:`TableBank.play` and
    :meth:`TableBank.change_notes` do (E_MONEY, E_PHASE).
    """
    before, bank = row.expected, for_play(act.state, row)
    ended = bank.pure.stage is BankStage.IN_PLAY and closes
    if lines:
        _play(act, bank, lines)
    if act.notes_changed:
        bank.pure.change_notes(act.notes_changed)
        act.effect("stake_changed", amount=act.notes_changed)
    if act.tipped:
        bank.pure.ledger.post(moves(act.tipped, GUESTS, TIPS, CHIPS))
    if ended:
        bank.pure.close_table()
    if bank.pure.ledger.posted or act.won or ended:
        row.computed = bank.pure.session.computed
        watch_results(act, row)
        store_session(act, bank)
        watch_rack(act, row, before)
    if ended:
        act.effect("bank_to_close", session=row.number)


def _play(act: Act, bank: Bank, lines: list[tuple[MoneyKind, int]]) -> None:
    """Enter money lines of a coup into the bank; saves nothing. Enters first, as laid, the stakes lost or handed back.

    Where the cage pays or takes the result in place of the rack, adds it to ``after_closing`` of the session and
    records "after_closing" (cents, negative where the cage took), unless it is 0.
    """
    felt = sum(amount if kind in HANDED_BACK else -amount for kind, amount in lines if kind in OFF_FELT)
    posted = laid(felt) if felt > 0 else []
    computed = bank.pure.session.computed
    bank.pure.play(posted, lines)
    result = ledger.computed(lines)
    if bank.pure.session.computed == computed and result:
        bank.session.after_closing -= result
        act.effect("after_closing", session=bank.session.number, amount=-result)


def _check_relief(act: Act) -> None:
    """Refuse (E_CASH_PENDING) to sign a dealer off while there are notes in stakes, or a late change of notes waits.

    The latter only while the bank is in play or to be closed. Passes at a table without a bank, and anybody who was
    not signed on as dealer.
    """
    if not has_bank(act.state.profile):
        return
    leaving = StaffPresence.objects.filter(table=act.table, until=act.number, role=Role.DEALER).exists()
    row = session_of(act.state)
    waits = row is not None and row.stage in RUNNING and "note_change" in row.waiting
    require(
        not leaving or not (waits or any(unchanged_notes(act.state, it) for it in act.state.stakes)),
        Code.CASH_PENDING,
        "A change of banknotes is not done yet; it comes before another dealer.",
        source=act.cite("chips.laid"),
    )
