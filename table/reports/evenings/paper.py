"""Closing report of an evening on paper, to be signed: a PDF/A with the figures of its page."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from table.models import Entry, Table
from table.record import seals
from table.record.proof.sealed import key_of
from table.reports.evenings.closing import Closing
from table.reports.fields import fields_of
from table.reports.links import qr
from table.reports.registers.forms import ClosingFile
from table.reports.typesetting import compiled
from table.rules.profile import Profile, Role, offices_of
from table.words.numbers import Numbers
from table.words.terms import ENDINGS, MONEY, RESULTS, ROLES
from table.words.voices import voiced_by

SIGNED_BY = (Role.DEALER, Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.DIREZIONE)
Pair = tuple[str, str]


def closing_as_pdf(report: Closing, table: Table, numbers: Numbers, *, copy: int, taken: Entry) -> bytes:
    """Return the PDF/A of a closing report, dated at the closing, or at the last entry while the evening is open.

    No clock is read. It is in the words of the house by whose rules the evening was played. `copy` is the number of
    this hand-out, above 1 a reprint, `taken` the entry about it in the house's register. `compiled` refuses when it
    waits too long (E_RATE) or takes too much memory or time (E_ARGUMENTS).
    """
    with translation.override(voiced_by(report.rules)):
        paper = paper_of(report, table, numbers, copy=copy, taken=taken)
    last = report.evening.closed or Entry.objects.get(register=table.code, number=report.high)
    return compiled("closing.typ", paper, timestamp=int(last.at.timestamp()))


def paper_of(report: Closing, table: Table, numbers: Numbers, *, copy: int, taken: Entry) -> dict[str, Any]:
    """Return the inputs of the Typst template, in the active language, which has to be that of ``numbers``.

    They are language, title, foot, hand-out, copy, page, facts, tables of coups, money and people, the seal, and who
    signs. A ``copy`` above 1 is marked as a reprint; ``taken`` is the house's entry of this hand-out.
    """
    currency = report.rules.currency
    return {
        **head_of_paper(copy, taken, numbers),
        "title": _("Closing report of table %(table)s") % {"table": table.code},
        "foot": _("Table %(table)s, evening opened in entry %(number)s") % {"table": table.code, "number": report.low},
        "facts": tuple(_facts(report, numbers, currency)),
        "coups": {"title": _("Coups"), "rows": tuple(_coups(report, numbers))},
        "money": {"title": pgettext("page", "Money"), "rows": tuple(_money(report, numbers, currency))},
        "people": {"title": _("Who was on duty"), **_people(report, numbers)},
        "seal": {"title": _("Seal of the register"), **_seal(report)},
        "signatures": tuple((name, "") for name in signed_by(report.rules)),
    }


def head_of_paper(copy: int, taken: Entry, numbers: Numbers) -> dict[str, str]:
    """Return the texts that every paper has, in the active language: language, hand-out, copy, reprint and page.

    ``reprint`` is "" for the first copy; ``taken`` is the entry of the house by which it was handed out, ``page`` has
    places for ``{page}`` and ``{pages}``.
    """
    handed_out = {"who": taken.actor, "when": moment(taken.at, numbers), "entry": taken.number}
    return {
        "language": numbers.locale.language,
        "handed_out": _("Handed out by %(who)s, %(when)s, house entry %(entry)s") % handed_out,
        "copy": _("Copy %(copy)s") % {"copy": copy},
        "reprint": _("Reprint: copy %(copy)s") % {"copy": copy} if copy > 1 else "",
        "page": _("Page %(page)s of %(pages)s") % {"page": "{page}", "pages": "{pages}"},
    }


def signed_by(rules: Profile) -> list[str]:
    """List the offices that sign a closing in a house with these rules, in words: of `SIGNED_BY` those that exist."""
    offices = offices_of(rules)
    return [str(ROLES[it]) for it in SIGNED_BY if it in offices]


def moment(at: datetime, numbers: Numbers) -> str:
    """Format a date and time in the time zone of the house, with seconds: ``22 Nov 2026, 21:14:05``."""
    return f"{numbers.moment(at)}:{localtime(at):%S}"


def _facts(report: Closing, numbers: Numbers, currency: str) -> Iterator[Pair]:
    """Yield name and text of the facts at the head of the paper, one after the other.

    They are when it was opened and closed (or “still open”), rules, the numbers of its taglie (“–” for none), incidents
    (the entries that opened them), how many refusals, and the amount of the Tronc (tips); of one that is not 0 its
    chips and its banknotes, too.
    """
    evening, tronc, fields = report.evening, report.tronc, fields_of(ClosingFile)
    yield _("opened"), _by(evening.opened, numbers)
    yield _("closed"), _by(evening.closed, numbers) if evening.closed is not None else _("still open")
    yield _("Rules"), report.rules.title
    yield fields["taglie"].title(), ", ".join(str(shoe.taglia) for shoe in report.taglie) or "–"
    incidents = [_("entry %(number)s") % {"number": it} for it in report.incidents]
    yield fields["incidents"].title(), ", ".join(incidents) or _("None.")
    yield fields["refused"].title(), numbers.decimal(report.refused)
    yield fields["tronc_chips"].title(), numbers.money(tronc.total, currency)
    if tronc.total:
        yield pgettext("tronc", "chips"), numbers.money(tronc.chips, currency)
        yield pgettext("tronc", "banknotes"), numbers.money(tronc.cash, currency)


def _by(entry: Entry, numbers: Numbers) -> str:
    """Return the time of an entry, the badge of whoever made it, and its number, in words."""
    given = {"when": moment(entry.at, numbers), "who": entry.actor, "entry": entry.number}
    return _("%(when)s, %(who)s, entry %(entry)s") % given


def _coups(report: Closing, numbers: Numbers) -> Iterator[Pair]:
    """Yield name and count, both as text, of the settled coups, of each result, and of other endings that occurred.

    The settled ones and each result come even if there are none. Last comes a coup that is being played, if there is
    one. ``numbers`` is the notation of the language.
    """
    sums = report.sums
    for ending, count in sums.coups.items():
        if count or ending == "settled":
            yield str(ENDINGS[ending]), numbers.decimal(count)
        if ending == "settled":
            yield from ((f"– {RESULTS[result]}", numbers.decimal(sums.results[result])) for result in RESULTS)
    if sums.running:
        yield _("being played"), "1"


def _money(report: Closing, numbers: Numbers, currency: str) -> Iterator[Pair]:
    """Yield name and amount of each kind of money line that was posted, and at the end the result of the table.

    Amounts of kinds are as bettors have them, positive for what they get; the result is that of the table, positive if
    it has won. Before it comes what disputes moved for bettors since the coups ended, if that is not 0; the result has
    it.
    """
    sums = report.sums
    yield from ((str(MONEY[kind]), numbers.money(cents, currency)) for kind, cents in sums.money)
    if sums.adjusted:
        yield fields_of(ClosingFile)["adjusted"].title(), numbers.money(sums.adjusted, currency)
    yield fields_of(ClosingFile)["of_table"].title(), numbers.money(sums.of_table, currency)


def _people(report: Closing, numbers: Numbers) -> dict[str, Any]:
    """Return heads and rows of the table of who worked there: badge, role, from, to (“still there” while they are).

    `figures`, the columns of numbers, are none.
    """
    there = _("still there")
    rows = (
        (
            at.badge,
            str(ROLES[Role(at.role)]),
            moment(at.since.at, numbers),
            moment(at.until.at, numbers) if at.until else there,
        )
        for at in report.people
    )
    return {"heads": (_("Badge"), _("Role"), _("From"), _("To")), "rows": tuple(rows), "figures": ()}


def _seal(report: Closing) -> dict[str, Any]:
    """Return the seal as ``rows`` of label and text, and ``svg``, a QR code of the line for `verify --against`.

    Without a seal these are empty, and ``none`` says so; ``alarm`` is a sentence if the sealed entry no longer has the
    digest that was sealed, else "". Nothing is verified here: it is as the report has it (`holds`).
    """
    if (seal := report.seal) is None:
        return {"none": _("No seal covers this evening yet."), "rows": (), "svg": "", "alarm": ""}
    rows = (
        (_("Up to number"), str(seal.number)),
        (_("Sealed at"), f"{seal.at} (UTC)"),
        (_("Digest"), seal.digest),
        (_("Signature"), seal.signature),
        (_("Public key"), key_of(seal)),
    )
    alarm = "" if report.holds else _("The register is no longer as it was sealed: it has been altered since.")
    return {"none": "", "rows": rows, "svg": qr(seals.written(seal)), "alarm": alarm}
