"""Words of the bank's reports: causes of a difference, steps of movements, and what is pending."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from babel.dates import format_date
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from bank.reports.causes import NamedCause
from bank.rules.causes import CauseKind
from bank.rules.counts import CountKind
from bank.rules.movement import Status
from bank.rules.pieces import Pieces, worth
from table.words.numbers import Numbers

CAUSES: Mapping[CauseKind, Promise] = {
    CauseKind.CHANGE_NOT_KEYED: gettext_lazy("A change of %(amount)s was not keyed"),
    CauseKind.CHANGE_NOT_MADE: gettext_lazy("A change of %(amount)s was keyed and not made"),
    CauseKind.IN_TRANSIT: gettext_lazy("%(amount)s of a movement are in transit"),
    CauseKind.COMMISSION_NOT_TAKEN: gettext_lazy("A commission of %(amount)s was not taken"),
    CauseKind.PAID_TWICE: gettext_lazy("A win of %(amount)s was paid twice"),
    CauseKind.NOT_COLLECTED: gettext_lazy("A losing stake of %(amount)s was not collected"),
    CauseKind.NOT_PAID: gettext_lazy("A win of %(amount)s was not paid"),
    CauseKind.DIGITS_SWAPPED: gettext_lazy("Two digits of the count of %(piece)s are swapped"),
    CauseKind.ONE_PIECE: gettext_lazy("One piece of %(piece)s: count again"),
    CauseKind.STAKE_NOT_KEYED: gettext_lazy("A stake of %(amount)s that nobody keyed"),
}
"""Sentences of the causes; each says what would explain the difference, and none that it was so."""
STATUSES: Mapping[Status, Promise] = {
    Status.REQUESTED: pgettext_lazy("movement", "requested"),
    Status.ISSUED: pgettext_lazy("movement", "issued"),
    Status.RECEIVED: pgettext_lazy("movement", "received"),
    Status.VOID: pgettext_lazy("movement", "void"),
}
"""Steps of a movement."""
LOST = pgettext_lazy("movement", "lost")
"""Step of a movement of which nothing arrived, and what was on its way is lost."""
FOUND = pgettext_lazy("movement", "found")
"""What was on its way and did not arrive, but was found at the cage or at the table."""
COUNTS: Mapping[CountKind, Promise] = {
    CountKind.OPENER: gettext_lazy("Opener"),
    CountKind.MIDWAY: gettext_lazy("Count for control"),
    CountKind.CLOSER: gettext_lazy("Closer"),
    CountKind.TIPS: gettext_lazy("Tips"),
    CountKind.BOX: pgettext_lazy("notes", "Box"),
    CountKind.CUSTODY: gettext_lazy("Custody"),
}
"""Names of the counts on paper."""

FIGURES: Mapping[str, Promise] = {
    "session.opener": gettext_lazy("opener"),
    "session.fills": gettext_lazy("fills"),
    "session.credits": gettext_lazy("credits"),
    "session.notes": gettext_lazy("notes changed, as keyed"),
    "closer": gettext_lazy("closer"),
    "expected": gettext_lazy("expected in the rack"),
    "box": gettext_lazy("notes in the box, counted"),
    "computed": gettext_lazy("computed result"),
    "physical": gettext_lazy("physical result"),
    "rack_difference": gettext_lazy("difference of the rack"),
    "box_difference": gettext_lazy("difference of the box"),
    "tips": gettext_lazy("tips, as keyed"),
    "after_closing": gettext_lazy("paid by the cage after closing"),
    "opener_difference": gettext_lazy("difference at opening"),
}
"""Figures of a session in the order of papers, by attributes of a statement; a mere result has all but ``tips``."""


def try_name(kind: CountKind, *, place: int = 1, of: int = 1, void: bool) -> str:
    """Name a try of a count as "Box 2 (void)": ``place`` only where there are several, "(void)" if the count is."""
    name = f"{COUNTS[kind]} {place}" if of > 1 else str(COUNTS[kind])
    return f"{name} ({STATUSES[Status.VOID]})" if void else name


def rest(lost: int, found: int, numbers: Numbers, currency: str) -> str:
    """Return what became of cents that were not received: "lost €5.00, found €2.00", without a part that is 0."""
    amounts = ((LOST, lost), (FOUND, found))
    return ", ".join(f"{name} {numbers.money(cents, currency)}" for name, cents in amounts if cents)


def cause(it: NamedCause, numbers: Numbers, currency: str) -> str:
    """Return a sentence, in the active language, on the mistake that would explain a difference.

    It names the coup if just one fits, else says how many fit; neither for a mistake that is of no coup.
    """
    said = str(CAUSES[it.kind]) % {
        "amount": numbers.money(it.amount, currency),
        "piece": numbers.money(it.piece, currency),
    }
    if len(it.coups) == 1:
        return _("%(cause)s: coup %(coup)s") % {"cause": said, "coup": it.coups[0][0]}
    if it.coups:
        fit = ngettext("%(num)s coup fits", "%(num)s coups fit", len(it.coups)) % {"num": len(it.coups)}
        return f"{said}: {fit}"
    return said


def amount(cents: int | None, numbers: Numbers, currency: str) -> str:
    """Format cents as money of a currency; the word for “pending” for None."""
    return pgettext("amount", "pending") if cents is None else numbers.money(cents, currency)


def by_piece(columns: Sequence[Pieces], numbers: Numbers, currency: str) -> Iterator[tuple[str, ...]]:
    """Yield a row for each kind of piece in any of these columns, the highest first, and at last their sums in money.

    A row has the value of a piece, and its number in each column, or a dash where there is none.
    """
    for cents in sorted({cents for pieces in columns for cents in pieces}, reverse=True):
        counted = (pieces.get(cents) for pieces in columns)
        yield numbers.money(cents, currency), *(numbers.decimal(number) if number else "–" for number in counted)
    yield pgettext("counter", "together"), *(numbers.money(worth(pieces), currency) for pieces in columns)


def in_words(of: str, numbers: Numbers) -> str:
    """Format a gaming day ("2026-11-26") or a month ("2026-11"): ``26 Nov 2026``, ``November 2026``; "" for ""."""
    if not of:
        return ""
    day, form = (f"{of}-01", "LLLL y") if len(of) == len("2026-11") else (of, "medium")
    return str(format_date(date.fromisoformat(day), form, locale=numbers.locale))
