"""Verbs by which a guest buys chips at the table."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from bank.play.cash import day_of_late, total_of
from bank.play.policy import check_in_pieces
from bank.play.sessions import wait_for_second
from bank.play.tables import Bank, for_play, running, session_of, store
from bank.play.watch import watch_rack
from bank.rules.cash import check_taken_back
from bank.rules.table_bank import BankStage
from bank.verbs.declaring import of_bank
from table.play.act import Act
from table.play.declaration import Amount, FoundFacts, Text
from table.play.seats import check_guest
from table.rules.profile import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, require


@of_bank(
    title=pgettext_lazy("act", "change notes"),
    said=(
        pgettext_lazy("record", "position %(position)s: banknotes of %(amount)s are changed"),
        pgettext_lazy("record", "%(guest)s: banknotes of %(amount)s are changed"),
        pgettext_lazy("record", "banknotes of %(amount)s are changed"),
    ),
    roles=[Role.DEALER],
    source="chips.laid",
)
def change_notes(
    act: Act,
    *,
    amount: Amount,
    position: str | None = None,
    guest: str | None = None,
    guest_cash: FoundFacts | None = None,
) -> None:
    """Change banknotes of a guest into chips of the rack, in cents; ``position``, ``guest`` or both say whose they are.

    Neither need be given; where the house has terms of cash, :func:`~bank.play.cash.of_notes` has refused that before,
    but not at a training table. Refuses, in this order, (E_BANK) before the first session, (E_POSITION) an unknown
    position, (E_ARGUMENTS) what is no key of a guest, (E_PHASE) unless the bank is in play, and (E_MONEY) what chips
    cannot make. ``guest_cash`` is the cash of the guest on this day, these notes added; it is not changed here. Records
    "bank_posted", "notes_changed" (cents, without position and guest), and what :func:`watch_rack` does.
    """
    act.guest_cash = guest_cash
    row = session_of(act.state)
    require(row is not None, Code.BANK, "No float has come to this table yet.")
    assert row is not None
    bank = for_play(act.state, row)
    if position is not None:
        check_position(act.state.profile, position)
    if guest is not None:
        check_guest(guest)
    bank.pure.check_stage(BankStage.IN_PLAY)
    enter(act, bank, amount)


def check_late(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_PHASE) to ask for a late change unless the bank is in play, to be closed, or closed.

    Refuses (E_BANK) before the first session, and (E_MONEY) to take back more cents than the guest, if one is named,
    has changed on the gaming day of :func:`day_of_late`; at a training table that is not looked at. Checked at the
    press alone, as earlier entries could ask at any stage.
    """
    bank = running(act)
    bank.pure.check_late_change()
    # Guests of a training table have no cash.
    if given["guest"] and given["taken_back"] and not act.table.training:
        day = day_of_late(act, bank.session, given["guest"], -given["taken_back"])
        check_taken_back(total_of(given["guest"], day, act.state.profile.currency), given["taken_back"])


@of_bank(
    title=pgettext_lazy("act", "correct the changes of banknotes"),
    said=(
        pgettext_lazy("record", "enters late a change of %(amount)s: %(reason)s"),
        pgettext_lazy("record", "takes back a change of %(taken_back)s that was not made: %(reason)s"),
    ),
    roles=[Role.ISPETTORE_GIOCO],
    at_press=check_late,
)
def note_change(
    act: Act, *, reason: Text, amount: Amount | None = None, taken_back: Amount | None = None, guest: str | None = None
) -> None:
    """Ask for a change of notes to be entered that nobody keyed, or for one to be taken back that was not made.

    The former are the cents ``amount``, the latter the cents ``taken_back``. A second person has to agree. Records
    "bank_waits". It replaces one that waited. It is entered in the latest session, also in a closed one; none can be
    entered any more in a session before that. Refuses (E_BANK) before the first session, (E_REASON) without a reason,
    (E_ARGUMENTS) both amounts or neither, and what is no key of a guest, and (E_MONEY) what chips cannot make, and to
    take back more than was changed in the session. The stage of the bank, and what the guest has changed, are checked
    at the press alone (:func:`check_late`).
    """
    bank = running(act)
    require(reason, Code.REASON, "A change is entered late for a reason, which is entered.")
    require(
        (amount is None) is not (taken_back is None),
        Code.ARGUMENTS,
        "Either a change is entered that nobody keyed, or one is taken back that was not made.",
    )
    if guest is not None:
        check_guest(guest)
    check_in_pieces(act.state.profile, amount or taken_back or 0)
    check_taken_back(bank.pure.session.notes, taken_back or 0)
    wait_for_second(act, bank, "note_change", amount=amount or -(taken_back or 0), guest=guest or "")


def enter(act: Act, bank: Bank, amount: int, *, late: bool = False) -> None:
    """Enter a change of notes, save the bank and, unless it is closed, watch the rack; ``late`` if it happened earlier.

    Below 0 cents one is taken back; after an accepted count a late one moves the difference of that. Records
    "bank_posted", "notes_changed", and what :func:`watch_rack` does. Refuses (E_MONEY) what chips cannot make, and as
    :meth:`TableBank.change_notes` does.
    """
    check_in_pieces(act.state.profile, amount)
    before = bank.session.expected
    bank.pure.change_notes(amount, late=late)
    store(act, bank)
    act.effect("notes_changed", amount=amount, late=late)
    if bank.pure.stage is not BankStage.CLOSED:
        watch_rack(act, bank.session, before)
