"""Flow of a session on the console: what the bank asks for next, and what is still missing before it is closed.

Nothing here knows what is expected in the rack, nor anything from which it could be computed.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from bank.rules.counts import Count, CountKind
from bank.rules.ledger import CUSTODY, LOCKED
from bank.rules.movement import MovementKind, Status
from bank.rules.table_bank import BankStage, TableBank
from table.rules.profile import Role
from table.words.terms import ROLES

Doing = Literal["count", "attest", "decide"]
HEADINGS: Mapping[CountKind, Promise] = {
    CountKind.OPENER: gettext_lazy("Count the float"),
    CountKind.MIDWAY: gettext_lazy("Count the rack for control"),
    CountKind.CLOSER: gettext_lazy("Count the rack"),
    CountKind.CUSTODY: gettext_lazy("Count what lies in custody"),
    CountKind.TIPS: gettext_lazy("Count the tips"),
    CountKind.BOX: gettext_lazy("Count the box"),
}
"""Names of the counts, as they are asked for."""
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
AT_TABLE = (CountKind.OPENER, CountKind.CLOSER, CountKind.CUSTODY, CountKind.MIDWAY)
"""Counts that a dealer makes at the table, in the order in which they are asked for."""


class CountDue(NamedTuple):
    """Count that is due at the table: what is to be done of it, and the offices that have not attested yet."""

    kind: CountKind
    doing: Doing
    missing: tuple[Role, ...] = ()


class SessionNeed(NamedTuple):
    """Item of the list of what a session still needs: its words, and whether it is done."""

    words: str
    done: bool


def count_due(bank: TableBank, *, ordered: bool = False) -> CountDue | None:
    """Return the count that the dealer has to make now, or that waits to be attested or accepted; None for none.

    ``ordered``: a count for control was ordered and is not begun.
    """
    return next((_of_count(bank, kind) for kind in AT_TABLE if _is_due(bank, kind, ordered=ordered)), None)


def _of_count(bank: TableBank, kind: CountKind) -> CountDue:
    """Return a count with what is to be done: to count it, to attest it, or to decide on it."""
    count = bank.counts.get(kind)
    if count is None or not count.tries or count.again or count.accepted:
        return CountDue(kind, "count")
    missing = tuple(count.missing(bank.needed))
    return CountDue(kind, "attest" if missing else "decide", missing)


def _is_due(bank: TableBank, kind: CountKind, *, ordered: bool) -> bool:
    """Whether a count of this kind is due at the table now; never one of box or tips, which are counted at the cage.

    One for control is due once it was ordered or begun, one of custody at closing if chips are in custody, an
    opener also for a float locked since the last closing. Accepted counts of rack and custody at closing are not
    due, nor is an accepted one for control unless another was ordered.
    """
    accepted = _accepted(bank.counts.get(kind))
    match kind:
        case CountKind.OPENER:
            return bank.stage in (BankStage.BRINGING, BankStage.TO_COUNT) or is_locked(bank)
        case CountKind.CLOSER:
            return bank.stage is BankStage.TO_CLOSE and not accepted
        case CountKind.CUSTODY:
            return bank.stage is BankStage.TO_CLOSE and bank.ledger.balance(CUSTODY) > 0 and not accepted
        case CountKind.MIDWAY:
            return bank.stage is BankStage.IN_PLAY and (ordered or (kind in bank.counts and not accepted))
    return False


def is_locked(bank: TableBank) -> bool:
    """Whether a counted float is locked at the table, which the next opening counts."""
    return bank.stage is BankStage.CLOSED and bank.ledger.balance(LOCKED) > 0


def _accepted(count: Count | None) -> bool:
    return count is not None and count.accepted


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

    These are the counts of rack, custody (if there is any), box and tips, that no movement is open, and that the bank
    was closed and, where its float is brought back, that this was received.
    """
    counts = bank.counts
    yield SessionNeed(_("rack counted, attested and accepted"), _accepted(counts.get(CountKind.CLOSER)))
    if bank.ledger.balance(CUSTODY) or CountKind.CUSTODY in counts:
        yield SessionNeed(_("chips in custody counted"), _accepted(counts.get(CountKind.CUSTODY)))
    ended = not any(it.open for number, it in bank.movements.items() if number != bank.closing)
    yield SessionNeed(_("no movement between cage and table open"), ended)
    yield SessionNeed(_("bank closed by the inspector"), bool(bank.closing))
    if bank.closing:
        done = bank.movements[bank.closing].status is Status.RECEIVED
        yield SessionNeed(_("float brought back to its amount"), done)
    yield SessionNeed(_("box counted at the cage"), _accepted(counts.get(CountKind.BOX)))
    yield SessionNeed(_("tips counted at the cage"), _accepted(counts.get(CountKind.TIPS)))
