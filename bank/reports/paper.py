"""Statement of a session on paper: one page as PDF/A, with the figures of its page; no clock is read."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bank.reports.causes import LateChange
from bank.reports.proven import StatementProof
from bank.reports.statement import Moved, Statement, TryMade, slips_of, times
from bank.reports.words import COUNTS, STATUSES, amount, cause, in_words, rest, try_name
from bank.rules.counts import CountKind
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import Pieces
from bank.screens.flow import MOVEMENTS
from table.models import Entry, Table
from table.record.proof.sealed import first_since
from table.reports.evenings.paper import moment, signed_by
from table.reports.typesetting import ARCHIVAL, typeset
from table.rules.profile import Role
from table.words.numbers import Numbers
from table.words.terms import ROLES

TEMPLATES = Path(settings.BASE_DIR, "templates/reports")
Pair = tuple[str, str]


def compiled(template: str, paper: dict[str, Any], at: Entry) -> bytes:
    """Return the PDF/A that a Typst template of ``templates/reports`` makes of a paper, dated by the entry ``at``.

    Blocks while it, and another paper before it, is set. Refuses one that waits too long (E_RATE), and one that takes
    too much time or memory (E_ARGUMENTS), as :func:`typeset` does.
    """
    inputs = {"paper": msgspec.json.encode(paper, order="deterministic").decode()}
    return typeset(TEMPLATES / template, inputs, timestamp=int(at.at.timestamp()), standard=ARCHIVAL)


def statement_as_pdf(
    it: Statement, table: Table, numbers: Numbers, *, copy: int, taken: Entry, proof: StatementProof | None = None
) -> bytes:
    """Return the PDF of a statement, dated by the latest entry that it covers.

    ``copy`` is the number of this copy, from 1, ``taken`` the entry of the house by which it was handed out. A
    ``proof`` is stated on it. Blocks and refuses as :func:`compiled` does (E_RATE, E_ARGUMENTS).
    """
    paper = paper_of(it, table, numbers, copy=copy, taken=taken)
    said = {"proof": proof.words, "proven": proof.proven} if proof is not None else {"proof": "", "proven": True}
    return compiled("statement.typ", paper | said, _last(it))


def _last(it: Statement) -> Entry:
    """Return the last entry on record that a statement covers."""
    return Entry.objects.filter(register=it.table, number__lte=it.high).order_by("-number")[0]


def paper_of(it: Statement, table: Table, numbers: Numbers, *, copy: int, taken: Entry) -> dict[str, Any]:
    """Return all texts of a statement for its template, in the active language, which has to be that of ``numbers``.

    The keys are ``language``, ``title``, ``foot``, ``handed_out``, ``copy``, ``reprint`` ("" for the first copy),
    ``alarm`` ("" once it is final), ``page``, ``facts``, ``pieces``, ``results``, ``causes``, ``late``, ``counts``,
    ``signatures``, ``note``. ``taken`` is the entry of the house by which it was handed out.
    """
    currency, entries = it.rules.currency, times(table, it)
    return {
        "language": numbers.locale.language,
        "title": _("Statement of table %(table)s, %(day)s") % {"table": it.table, "day": in_words(it.day, numbers)},
        "foot": _("Table %(table)s, session %(number)s of its bank") % {"table": it.table, "number": it.number},
        "handed_out": _("Handed out by %(who)s, %(when)s, house entry %(entry)s")
        % {"who": taken.actor, "when": moment(taken.at, numbers), "entry": taken.number},
        "copy": _("Copy %(copy)s") % {"copy": copy},
        "reprint": _("Reprint: copy %(copy)s") % {"copy": copy} if copy > 1 else "",
        "alarm": _("Provisional: not everything was counted yet.") if it.provisional else "",
        "page": _("Page %(page)s of %(pages)s") % {"page": "{page}", "pages": "{pages}"},
        "facts": tuple(_facts(it, entries, numbers, currency)),
        "pieces": pieces_table(it, numbers, currency),
        "results": {"title": _("Result"), "rows": tuple(results(it, numbers, currency))},
        "causes": {
            "title": _("What would explain it"),
            "rows": tuple(cause(one, numbers, currency) for one in it.causes),
        },
        "late": {
            "title": _("Changes entered or taken back late"),
            "rows": tuple(_late(one, entries, numbers, currency) for one in it.late),
        },
        "counts": {"title": _("Counts"), **_counts(it, entries, numbers, currency)},
        "signatures": tuple((name, "") for name in signed_by(it.rules)),
        "note": _("What explains a difference is computed from the money lines, and was booked by nobody."),
    }


def _facts(it: Statement, entries: Mapping[int, Entry], numbers: Numbers, currency: str) -> Iterator[Pair]:
    """Yield the facts at the head of a statement, as name and text.

    They are when it began and ended ("not yet" while it runs), badges of its dealers, slips (void ones marked), what of
    movements was lost or found, the first stored seal after its end ("none yet"), coups, limits, and the largest win
    and loss of a stake. Dealers, slips and limits are "–" where there are none, what was lost or found is left out; the
    others are 0 then.
    """
    began, ended = entries.get(it.low), entries.get(it.high)
    yield _("began"), _when(began, numbers) if began is not None else _entry(it.low)
    yield _("ended"), _when(ended, numbers) if it.ended and ended is not None else _("not yet")
    yield _("Dealers"), ", ".join(dict.fromkeys(one.badge for one in it.people if one.role == Role.DEALER)) or "–"
    slips = [f"{name} ({STATUSES[Status.VOID]})" if void else name for name, void in slips_of(it)]
    yield _("Slips"), ", ".join(slips) or "–"
    if rests := [
        f"{_heading(one)}: {left}" for one in it.movements if (left := rest(one.lost, one.found, numbers, currency))
    ]:
        yield _("Movements"), "; ".join(rests)
    seal = first_since(it.table, it.high, ended.at) if it.ended and ended is not None else None
    yield _("Seal"), f"{seal.number} · {seal.digest[:16]}" if seal is not None else _("none yet")
    yield _("Coups"), numbers.decimal(it.played.coups)
    limits = [f"{numbers.chip(low)}–{numbers.chip(high)}" for low, high in it.played.limits]
    yield _("Limits"), ", ".join(limits) or "–"
    yield _("Largest win of a stake"), numbers.money(it.played.largest_win, currency)
    yield _("Largest loss of a stake"), numbers.money(it.played.largest_loss, currency)


def _when(entry: Entry, numbers: Numbers) -> str:
    """Format the time of an entry, followed by its number."""
    return f"{moment(entry.at, numbers)} · {_entry(entry.number)}"


def _entry(number: int) -> str:
    return _("entry %(number)s") % {"number": number}


def _late(it: LateChange, entries: Mapping[int, Entry], numbers: Numbers, currency: str) -> str:
    """Format a late change as a text: amount, time and number of the agreement, both badges, and the reason.

    The amount of one that was taken back is below 0. Raises KeyError unless ``entries`` has the agreement.
    """
    when = _when(entries[it.number], numbers)
    return f"{numbers.money(it.amount, currency)}, {when}, {it.by}, {it.agreed_by}: {it.reason}"


def results(it: Statement, numbers: Numbers, currency: str) -> Iterator[Pair]:
    """Yield name and printed amount of each figure of a statement; “pending” in words for what is not counted yet."""
    yield from ((name, amount(cents, numbers, currency)) for name, cents in figures(it))


def figures(it: Statement) -> Iterator[tuple[str, int | None]]:
    """Yield name (in the active language) and cents of each figure of a statement; None for what is not counted yet.

    They are opener, fills, credits, notes keyed, closer, expected, notes of the box, both results, both differences,
    and tips by the record. What the cage has paid outside play, less what it took, comes last, if that is not 0.
    """
    session = it.session
    yield _("opener"), session.opener
    yield _("fills"), session.fills
    yield _("credits"), session.credits
    yield _("notes changed, as keyed"), session.notes
    yield _("closer"), it.closer
    yield _("expected in the rack"), it.expected
    yield _("notes in the box, counted"), it.box
    yield _("computed result"), it.computed
    yield _("physical result"), it.physical
    yield _("difference of the rack"), it.rack_difference
    yield _("difference of the box"), it.box_difference
    yield _("tips, as keyed"), it.tips
    if it.after_closing:
        yield _("paid by the cage after closing"), it.after_closing


def columns(it: Statement) -> list[tuple[str, Pieces]]:
    """List heading and pieces of each column: count at opening, movements, last try of the accepted count at closing.

    Of the opening it is the last try, accepted or not, or that by which the day before ended in play; it has no column
    if there is none yet or it found nothing. A movement shows what was received of it, or else issued; an exchange
    shows that less what it gave for it. Left out are the movement of the opening, void ones, and those of which nothing
    has left yet, or nothing ever arrived.
    """
    closer = it.latest(CountKind.CLOSER)
    found = [(str(COUNTS[CountKind.OPENER]), it.opened_with)] if it.opened_with else []
    found += [(_heading(one), _came(one)) for one in it.movements if _has_column(one)]
    if closer is not None and closer.tries and closer.accepted is not None:
        found.append((str(COUNTS[CountKind.CLOSER]), closer.tries[-1].pieces))
    return found


def _came(it: Moved) -> Pieces:
    """Return the pieces that were received of a movement, or else issued, less those that an exchange gave for them.

    Numbers may be negative, or 0 for a kind that came and went alike; the highest kind comes first.
    """
    came = it.received or it.issued
    kinds = sorted({*came, *it.given}, reverse=True)
    return {cents: came.get(cents, 0) - it.given.get(cents, 0) for cents in kinds}


def _has_column(it: Moved) -> bool:
    """Whether a movement has a column in the table of pieces: something was received, or is on its way.

    Not one of the opening, a void one, one of which nothing has left yet, or one that was lost whole.
    """
    moved = it.received or (it.issued and not it.never_arrived)
    return it.kind is not MovementKind.OPENING and bool(moved) and it.status is not Status.VOID


def _heading(it: Moved) -> str:
    """Return the heading of a movement's column: its slip, or its kind in words while it has none."""
    return it.slip or str(MOVEMENTS[it.kind])


def pieces_table(it: Statement, numbers: Numbers, currency: str) -> dict[str, Any]:
    """Return the table of pieces: ``title``, ``heads``, ``rows``, and ``figures``, the indices of figure columns.

    It has a row for each kind of piece that is in any of :func:`columns`, the highest first, and a last one of sums in
    money; a column of kinds, and one for each of :func:`columns`.
    """
    found = columns(it)
    kinds = sorted({cents for _name, pieces in found for cents in pieces}, reverse=True)
    rows = [
        (numbers.money(cents, currency), *(_number(pieces, cents, numbers) for _name, pieces in found))
        for cents in kinds
    ]
    sums = (
        pgettext("counter", "together"),
        *(numbers.money(sum(c * n for c, n in p.items()), currency) for _n, p in found),
    )
    heads = (_("Piece"), *(name for name, _pieces in found))
    return {"title": _("By piece"), "heads": heads, "rows": (*rows, sums), "figures": tuple(range(1, len(heads)))}


def _number(pieces: Pieces, cents: int, numbers: Numbers) -> str:
    """Format the number of pieces worth ``cents`` each; a dash for none."""
    return numbers.decimal(pieces[cents]) if pieces.get(cents) else "–"


def _counts(it: Statement, entries: Mapping[int, Entry], numbers: Numbers, currency: str) -> dict[str, Any]:
    """Return the table of the counts: ``heads``, ``rows``, a row for each try, and ``figures``.

    A row has the count, its time (the number of its entry if ``entries`` lacks that), badge, amount, accepted
    difference, who attested it, slip and reason. ``figures`` are the indices of the amounts: (3, 4). Of a count with
    several tries only the last has the difference, who attested it, the slip and the reason; the others have dashes
    there.
    """
    rows = []
    for count in it.counts:
        for place, made in enumerate(count.tries, start=1):
            last = place == len(count.tries)
            at = entries.get(made.number)
            attested = ", ".join(f"{badge} ({ROLES[Role(role)]})" for badge, role in count.attested) if last else ""
            said = count.reason if last else ""
            accepted = last and count.difference is not None
            rows.append(
                (
                    try_name(count.kind, place=place, of=len(count.tries), void=count.void is not None),
                    moment(at.at, numbers) if at is not None else str(made.number),
                    made.by,
                    _amount(made, numbers, currency),
                    amount(count.difference, numbers, currency) if accepted else "–",
                    attested or "–",
                    (count.slip or "–") if last else "–",
                    said or "–",
                )
            )
    heads = (
        *(_("Count"), _("When"), _("Counted by"), _("Amount"), _("Difference")),
        *(_("Attested by"), _("Slip"), _("Reason")),
    )
    return {"heads": heads, "rows": tuple(rows), "figures": (3, 4)}


def _amount(it: TryMade, numbers: Numbers, currency: str) -> str:
    """Return the printed amount of a try, followed by the number of its false or foreign pieces if it had any."""
    money = numbers.money(it.amount, currency)
    return f"{money} + {it.foreign} {_('false or foreign')}" if it.foreign else money
