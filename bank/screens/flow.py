"""Flow of a session on the console: what the bank asks for next, and what is still missing before it is closed.

Nothing here knows what is expected in the rack, nor anything from which it could be computed.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from bank.rules.counts import CountKind
from bank.rules.due import CountDue, Doing
from bank.rules.ledger import CUSTODY
from bank.rules.movement import MovementKind, Status
from bank.rules.table_bank import BankStage, TableBank
from table.words.terms import ROLES

HEADINGS: Mapping[CountKind, Promise] = {
    CountKind.OPENER: gettext_lazy("Count the float"),
    CountKind.MIDWAY: gettext_lazy("Count the rack for control"),
    CountKind.CLOSER: gettext_lazy("Count the rack"),
    CountKind.CUSTODY: gettext_lazy("Count what lies in custody"),
    CountKind.TIPS: gettext_lazy("Count the tips"),
    CountKind.BOX: gettext_lazy("Count the box"),
}
"""Names of the counts, as they are asked for."""
BUTTONS: Mapping[Doing, Promise] = {
    "count": pgettext_lazy("key", "Count"),
    "attest": gettext_lazy("Sign"),
    "decide": gettext_lazy("Decide"),
}
"""Words of the button that opens a count, by what is to be done of it."""
SAID: Mapping[CountKind, str] = {CountKind.OPENER: "Dotazione", CountKind.CLOSER: "Consistenza finale"}
"""Words that are said aloud with the amount of a count; a house says them in its language."""
STAGES: Mapping[BankStage, Promise] = {
    BankStage.EMPTY: pgettext_lazy("bank", "no float at the table"),
    BankStage.BRINGING: pgettext_lazy("bank", "the float is on its way"),
    BankStage.TO_COUNT: pgettext_lazy("bank", "the float is to be counted"),
    BankStage.READY: pgettext_lazy("bank", "the float is counted"),
    BankStage.IN_PLAY: pgettext_lazy("bank", "in play"),
    BankStage.TO_CLOSE: pgettext_lazy("bank", "to be closed"),
    BankStage.CLOSED: pgettext_lazy("bank", "closed"),
    BankStage.SEALED: pgettext_lazy("bank", "sealed, not counted"),
}
"""Names of the stages of a bank."""
MOVEMENTS: Mapping[MovementKind, Promise] = {
    MovementKind.OPENING: pgettext_lazy("movement", "opening"),
    MovementKind.FILL: pgettext_lazy("movement", "fill"),
    MovementKind.CREDIT: pgettext_lazy("movement", "credit"),
    MovementKind.EXCHANGE: pgettext_lazy("movement", "exchange"),
}
"""Names of the movements."""


class SessionNeed(NamedTuple):
    """Item of the list of what a session still needs: its words, and whether it is done."""

    words: str
    done: bool


def heading(due: CountDue) -> str:
    """Return the words for what is to be done of a count: count, attest (by whom), or accept it."""
    if due.doing == "count":
        return str(HEADINGS[due.kind])
    if due.doing == "decide":
        return _("Accept the count, or count again")
    return _("Attest the count: %(offices)s") % {"offices": ", ".join(str(ROLES[it]) for it in due.missing)}


def missing(bank: TableBank) -> tuple[SessionNeed, ...]:
    """List what a session needs before it is closed, done or not; empty unless it is to be closed, or sealed."""
    return tuple(_missing(bank)) if bank.stage in (BankStage.TO_CLOSE, BankStage.SEALED) else ()


def _missing(bank: TableBank) -> Iterator[SessionNeed]:
    """Yield what a closing takes, each with whether it was done.

    In order: the counts of the rack and of custody (if any lies there, or it was counted); that no other movement is
    open; that the inspector has closed the bank, so that its last movement is requested, and, where one is, that this
    was received whole (which brings the float back to its amount, or to the cage); the counts of box and tips.
    """
    yield SessionNeed(_("rack counted, attested and accepted"), bank.is_accepted(CountKind.CLOSER))
    if bank.ledger.balance(CUSTODY) or CountKind.CUSTODY in bank.counts:
        yield SessionNeed(_("chips in custody counted"), bank.custody_counted)
    ended = not any(it.open for number, it in bank.movements.items() if number != bank.closing)
    yield SessionNeed(_("no movement between cage and table open"), ended)
    yield SessionNeed(_("bank closed by the inspector"), bool(bank.closing))
    if bank.closing:
        last = bank.movements[bank.closing]
        to_cage = bank.closes_by == "cage"
        words = _("whole float back at the cash desk") if to_cage else _("float brought back to its amount")
        yield SessionNeed(words, last.status is Status.RECEIVED and not last.open)
    yield SessionNeed(_("box counted at the cage"), bank.is_accepted(CountKind.BOX))
    yield SessionNeed(_("tips counted at the cage"), bank.is_accepted(CountKind.TIPS))
