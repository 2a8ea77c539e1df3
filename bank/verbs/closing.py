"""Verbs that close a table's bank, lock it uncounted, and take a closed one up again."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.utils.translation import pgettext_lazy

from bank.play.sessions import wait_for_second
from bank.play.tables import Bank, make_void, running, store
from bank.rules.counts import CountKind
from bank.rules.pieces import worth
from bank.rules.table_bank import BankStage
from bank.verbs.declaring import Keyed, keyed
from bank.verbs.floating import check_has_bank
from table.play.act import Act
from table.play.declaration import CLOSED, Text, verb
from table.rules.profile import Role
from table.rules.refusal import Code, require

of_closed = partial(verb, tables=[CLOSED], source="bank")
"""Declare a verb of the bank of a closed table."""


def check_custody(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_COUNT) to close the bank with chips in custody, unless an accepted count found as many cents there.

    Refuses (E_BANK) before the first session. Checked at the press alone, as earlier entries closed it once any count
    of them was accepted.
    """
    counted = running(act).pure.custody_counted
    require(counted, Code.COUNT, "Chips lie in custody: they are counted first.")


@of_closed(
    title=pgettext_lazy("act", "close the bank"),
    said=(pgettext_lazy("record", "closes the bank"),),
    roles=[Role.ISPETTORE_GIOCO],
    at_press=check_custody,
)
def close_bank(act: Act, *, pieces: Keyed | None = None) -> None:
    """Close the session, once rack and custody were counted; ``pieces`` go to the cage or come from it.

    By the house's rule they bring the float back to its amount, are all of it, or none (:attr:`TableBank.surplus`).
    Without any the session is closed at once: records "bank_posted" if a float is locked, and "bank_closed". Else it
    stays open until their movement, requested here ("movement_requested"), has arrived, which closes it. Refuses
    (E_BANK) before the first session, and as :meth:`TableBank.close_bank` does (E_PHASE, E_COUNT, E_MOVEMENT_OPEN,
    E_CHIP, E_MONEY).
    """
    bank = running(act)
    number = bank.pure.close_bank(keyed(pieces or {}))
    store(act, bank)
    if number:
        movement = bank.pure.movements[number]
        act.effect("movement_requested", movement=number, kind=movement.kind.value, amount=worth(movement.requested))
    else:
        act.effect("bank_closed", session=bank.session.number)


def check_uncounted(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_FINAL) to lock a rack uncounted whose count at closing was accepted.

    Refuses (E_BANK) before the first session. Checked at the press alone, as earlier entries have done so.
    """
    require(
        not running(act).pure.is_accepted(CountKind.CLOSER),
        Code.FINAL,
        "The rack was counted, and that was accepted: the bank is closed, and not locked uncounted.",
        source=act.cite("bank"),
    )


@of_closed(
    title=pgettext_lazy("act", "lock the bank uncounted"),
    said=(pgettext_lazy("record", "locks the bank uncounted: %(reason)s"),),
    roles=[Role.ISPETTORE_GIOCO, Role.DIREZIONE],
    at_press=check_uncounted,
)
def seal_bank(act: Act, *, reason: Text) -> None:
    """Lock the float uncounted, where nobody can count; it has to be counted before the next opening.

    Refuses (E_REASON) without a reason, (E_BANK) before the first session, and (E_PHASE) unless the bank is to be
    closed; a rack that was counted is refused at the press alone. Records "bank_posted" of the locked float, if the
    rack holds anything by the acts, and "bank_sealed" with the session; the reason is in the entry alone.
    """
    require(reason, Code.REASON, "A bank is locked uncounted for a reason, which is entered.")
    bank = running(act)
    bank.pure.seal()
    store(act, bank)
    act.effect("bank_sealed", session=bank.session.number)


@of_closed(
    title=pgettext_lazy("act", "take up a locked bank"),
    said=(pgettext_lazy("record", "takes up the bank that was locked uncounted"),),
    roles=[Role.ISPETTORE_GIOCO],
)
def count_sealed(act: Act) -> None:
    """Take up a session that was locked uncounted: it is to be closed again (TO_CLOSE), and its rack to be counted.

    A count at closing that was begun is void. Its float is unlocked: records "bank_posted", unless nothing was locked.
    Refuses (E_BANK) before the first session, and (E_PHASE) one that is not sealed.
    """
    bank = running(act)
    bank.pure.count_sealed()
    make_void(act, bank, CountKind.CLOSER)
    store(act, bank)


def check_counts_here(act: Act, _given: Mapping[str, Any]) -> None:
    """Refuse (E_BANK) to reopen a closing at a table whose bank was turned off: nobody could count there.

    Checked at the press alone, as earlier entries did so.
    """
    check_has_bank(act)


@of_closed(
    title=pgettext_lazy("act", "reopen the closing"),
    said=(pgettext_lazy("record", "has the closing reopened: %(reason)s"),),
    roles=[Role.DIREZIONE],
    at_press=check_counts_here,
)
def reopen_closing(act: Act, *, reason: Text) -> None:
    """Ask for a closed session to be reopened, so that its rack is counted anew; the cage has to agree.

    Records "bank_waits", in place of one that waits already. Refuses a table without a session (E_BANK), one that is
    not closed (E_PHASE), and no reason (E_REASON); a later gaming day (E_FINAL) and a bank that was turned off (E_BANK)
    are refused at the press alone. The reason is in the entry alone.
    """
    bank = running(act)
    require(reason, Code.REASON, "A closing is reopened for a reason, which is entered.")
    bank.pure.check_stage(BankStage.CLOSED)
    wait_for_second(act, bank, "reopen_closing")


def reopen(act: Act, bank: Bank) -> None:
    """Reopen a closed session, to be closed again; the count at closing, with its slip, is void.

    Its float is unlocked, and the difference of the count taken back; a movement that had brought the float back to
    its amount becomes a fill or a credit of the session. Records "bank_posted", if that moves anything,
    and "bank_reopened". Refuses (E_PHASE) a session that is not closed.
    """
    bank.pure.reopen()
    make_void(act, bank, CountKind.CLOSER)
    store(act, bank)
    act.effect("bank_reopened", session=bank.session.number)
