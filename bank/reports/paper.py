"""Statement of a session on paper: one page as PDF/A, with the figures of its page; no clock is read."""

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

from django.utils.translation import gettext as _

from bank.reports.causes import LateFields
from bank.reports.proven import StatementProof
from bank.reports.statement import Moved, Statement, TryMade, slips_of, times
from bank.reports.words import COUNTS, FIGURES, STATUSES, amount, by_piece, cause, in_words, rest, try_name
from bank.rules.counts import CountKind
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import Pieces
from bank.screens.flow import MOVEMENTS
from table.models import Entry, Table
from table.record.proof.sealed import first_since
from table.reports.evenings.paper import head_of_paper, moment, signed_by
from table.reports.typesetting import compiled
from table.rules.profile import Role
from table.words.numbers import Numbers
from table.words.terms import ROLES

Pair = tuple[str, str]


def statement_as_pdf(
    it: Statement, table: Table, numbers: Numbers, *, copy: int, taken: Entry, proof: StatementProof | None = None
) -> bytes:
    """Return the PDF of a statement, dated by the latest entry that it covers.

    ``copy`` is the number of this copy, from 1, ``taken`` the entry of the house by which it was handed out. A
    ``proof`` is stated on it. Blocks and refuses as :func:`compiled` does (E_RATE, E_ARGUMENTS).
    """
    paper = paper_of(it, table, numbers, copy=copy, taken=taken)
    said = {"proof": proof.words, "proven": proof.proven} if proof is not None else {"proof": "", "proven": True}
    last = Entry.objects.filter(register=it.table, number__lte=it.high).order_by("-number")[0]
    return compiled("statement.typ", paper | said, timestamp=int(last.at.timestamp()))


def paper_of(it: Statement, table: Table, numbers: Numbers, *, copy: int, taken: Entry) -> dict[str, Any]:
    """Return all texts of a statement for its template, in the active language, which has to be that of ``numbers``.

    The keys are those of :func:`head_of_paper`, ``title``, ``foot``, ``alarm`` ("" once it is final), ``facts``,
    ``pieces``, ``results``, ``causes``, ``late``, ``counts``, ``signatures``, ``note``. ``taken`` is the entry of the
    house by which it was handed out.
    """
    currency, entries = it.rules.currency, times(table, it)
    return {
        **head_of_paper(copy, taken, numbers),
        "title": _("Statement of table %(table)s, %(day)s") % {"table": it.table, "day": in_words(it.day, numbers)},
        "foot": _("Table %(table)s, session %(number)s of its bank") % {"table": it.table, "number": it.number},
        "alarm": _("Provisional: not everything was counted yet.") if it.provisional else "",
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


def _late(it: LateFields, entries: Mapping[int, Entry], numbers: Numbers, currency: str) -> str:
    """Format a late change as a text: amount, time and number of the agreement, both badges, and the reason.

    The amount of one that was taken back is below 0. Raises KeyError unless ``entries`` has the agreement.
    """
    when = _when(entries[it.entry], numbers)
    return f"{numbers.money(it.amount, currency)}, {when}, {it.by}, {it.agreed_by}: {it.reason}"


def results(it: Statement, numbers: Numbers, currency: str) -> Iterator[Pair]:
    """Yield name and printed amount of each figure of a statement; “pending” in words for what is not counted yet."""
    yield from ((name, amount(cents, numbers, currency)) for name, cents in figures(it))


def figures(it: Statement) -> Iterator[tuple[str, int | None]]:
    """Yield name (in the active language) and cents of each figure of a statement; None for what is not counted yet.

    They are opener, fills, credits, notes keyed, closer, expected, notes of the box, both results, both differences,
    and tips by the record. What the cage has paid outside play, less what it took, comes last, if that is not 0.
    """
    for name, words in FIGURES.items():
        if name != "opener_difference" and (name != "after_closing" or it.after_closing):
            yield str(words), attrgetter(name)(it)


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
    """Whether something of a movement was received or is on its way, and it is not void and not of the opening."""
    moved = it.received or (it.issued and not it.never_arrived)
    return it.kind is not MovementKind.OPENING and bool(moved) and it.status is not Status.VOID


def _heading(it: Moved) -> str:
    """Return the heading of a movement's column: its slip, or its kind in words while it has none."""
    return it.slip or str(MOVEMENTS[it.kind])


def pieces_table(it: Statement, numbers: Numbers, currency: str) -> dict[str, Any]:
    """Return the table of pieces: ``title``, ``heads``, ``rows`` (:func:`by_piece`), and ``figures``.

    The latter are the indices of the columns with figures.
    """
    found = columns(it)
    heads = (_("Piece"), *(name for name, _pieces in found))
    rows = tuple(by_piece([pieces for _name, pieces in found], numbers, currency))
    return {"title": _("By piece"), "heads": heads, "rows": rows, "figures": tuple(range(1, len(heads)))}


def _counts(it: Statement, entries: Mapping[int, Entry], numbers: Numbers, currency: str) -> dict[str, Any]:
    """Return the table of the counts: ``heads``, ``rows``, a row for each try, and ``figures``.

    A row has the count, its time (the number of its entry if ``entries`` lacks that), badge, amount, accepted
    difference, who attested it, slip and reason. ``figures`` are the indices of the amounts: (3, 4). Of a count with
    several tries only the last has the difference, who attested it, the slip and the reason; the others have dashes
    there.
    """
    rows = []
    for count in it.counts:
        differs = amount(count.difference, numbers, currency) if count.difference is not None else ""
        attested = ", ".join(f"{badge} ({ROLES[Role(role)]})" for badge, role in count.attested)
        for place, made in enumerate(count.tries, start=1):
            name = try_name(count.kind, place=place, of=len(count.tries), void=count.void is not None)
            when = moment(entries[made.number].at, numbers) if made.number in entries else str(made.number)
            of_the_last = (differs, attested, count.slip, count.reason) if place == len(count.tries) else [""] * 4
            rows.append((name, when, made.by, _amount(made, numbers, currency), *(it or "–" for it in of_the_last)))
    heads = (
        *(_("Count"), _("When"), _("Counted by"), _("Amount"), _("Difference")),
        *(_("Attested by"), _("Slip"), _("Reason")),
    )
    return {"heads": heads, "rows": tuple(rows), "figures": (3, 4)}


def _amount(it: TryMade, numbers: Numbers, currency: str) -> str:
    """Return the printed amount of a try, followed by the number of its false or foreign pieces if it had any."""
    money = numbers.money(it.amount, currency)
    return f"{money} + {it.foreign} {_('false or foreign')}" if it.foreign else money
