"""Statement of a session as a file: as CSV, and as JSON by the published schema."""

from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from bank.reports.causes import LateFields
from bank.reports.paper import columns, figures
from bank.reports.proven import StatementProof
from bank.reports.statement import Counted, Moved, Statement, slips_of
from bank.reports.words import LOST, STATUSES, cause, try_name
from bank.rules.pieces import as_keyed
from bank.screens.flow import MOVEMENTS
from table.reports.registers import spreadsheet
from table.reports.registers.forms import Cents, HandedOutFile, head_of
from table.words.numbers import Numbers

PieceCounts = Annotated[dict[str, int], msgspec.Meta(description="Numbers of pieces by the cents of one.")]
Pending = Annotated[int | None, msgspec.Meta(description="An amount in cents; null where it is not counted yet.")]


class MovementTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Movement between cage and table: its slip, its step, and its pieces as requested, issued and received.

    ``struck`` are pieces that were keyed as issued first and were not so. ``brings_back`` says that it brought the
    float back to its amount after the count at closing, and is no part of the result.
    """

    number: int
    slip: str
    kind: str
    status: str
    requested: PieceCounts
    given: PieceCounts
    issued: PieceCounts
    received: PieceCounts
    struck: list[PieceCounts]
    in_transit: Cents
    lost: Cents
    by: str
    entry: int
    reason: str
    brings_back: bool
    found: Cents = 0


class TryTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Try of a count: its entry, the badge that counted, and the pieces; false and foreign ones are worth nothing."""

    entry: int
    by: str
    pieces: PieceCounts
    foreign: int
    amount: Cents


class CountTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Count with all its tries, who attested the last one in which role, and what was accepted by which entry."""

    kind: str
    slip: str
    tries: list[TryTold]
    attested: dict[str, str]
    amount: Pending
    difference: Pending
    accepted: int | None
    accepted_by: str
    reason: str
    void: int | None


class CauseTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Slip that would explain a difference, with the coups of which it may be; it was booked by nobody."""

    kind: str
    amount: Cents
    piece: Cents
    coups: list[str]


class StatementFile(HandedOutFile, frozen=True, forbid_unknown_fields=True):
    """Statement of a session of a table's bank; what is not counted yet is null.

    ``proven`` says whether its rows are those that its register makes, performed again, and ``proof`` that in words;
    null where nothing was compared.
    """

    table: str
    session: int
    day: str
    stage: str
    currency: str
    first: int
    last: int
    ended: bool
    opener: Cents
    fills: Cents
    credits: Cents
    notes: Cents
    computed: Pending
    expected: Pending
    closer: Pending
    box: Pending
    physical: Pending
    rack_difference: Pending
    box_difference: Pending
    tips: Cents
    after_closing: Cents
    coups: int
    largest_win: Cents
    largest_loss: Cents
    movements: list[MovementTold]
    counts: list[CountTold]
    causes: list[CauseTold]
    slips: dict[str, bool]
    proven: bool | None
    proof: str
    late: list[LateFields] = msgspec.field(default_factory=list)


FILES: Mapping[str, type[msgspec.Struct]] = {"statement": StatementFile}
"""Formats of the files of a table's bank by the name of their schema."""


AMOUNTS = (
    *("computed", "expected", "closer", "box", "physical", "rack_difference", "box_difference"),
    *("tips", "after_closing"),
)
"""Amounts of a statement that its file has by the same names."""


def statement_as_json(
    it: Statement, currency: str, *, of: str, language: str, copy: int, proof: StatementProof | None = None
) -> bytes:
    """Return a statement as JSON by the schema of :class:`StatementFile`, with a line break at its end.

    ``of`` is the name of the statement in the house's register, ``language`` a code, ``copy`` the number of this
    copy, from 1. A ``proof`` is stated in it; without one ``proven`` is null.
    """
    session = it.session
    file = StatementFile(
        **head_of("statement", of=of, language=language, copy=copy),
        table=it.table,
        session=it.number,
        day=it.day,
        stage=it.stage.value,
        currency=currency,
        first=it.low,
        last=it.high,
        ended=it.ended,
        opener=session.opener,
        fills=session.fills,
        credits=session.credits,
        notes=session.notes,
        **{name: getattr(it, name) for name in AMOUNTS},
        coups=it.played.coups,
        largest_win=it.played.largest_win,
        largest_loss=it.played.largest_loss,
        movements=[_movement(one) for one in it.movements],
        counts=[_count(one) for one in it.counts],
        late=list(it.late),
        causes=[CauseTold(one.kind, one.amount, one.piece, [key for key, _t, _n in one.coups]) for one in it.causes],
        slips=dict(slips_of(it)),
        proven=proof.proven if proof is not None else None,
        proof=proof.words if proof is not None else "",
    )
    return msgspec.json.encode(file) + b"\n"


def _movement(it: Moved) -> MovementTold:
    """Convert a movement for its JSON: amounts in cents, pieces as numbers by the cents of one, also those struck.

    What of it is in transit, lost or found is there, each by itself.
    """
    return MovementTold(
        it.number,
        it.slip,
        it.kind,
        it.status,
        as_keyed(it.requested),
        as_keyed(it.given),
        as_keyed(it.issued),
        as_keyed(it.received),
        [as_keyed(one) for one in it.struck],
        it.transit,
        it.lost,
        it.by,
        it.requested_at,
        it.reason,
        it.closes,
        it.found,
    )


def _count(it: Counted) -> CountTold:
    """Convert a count for its JSON: kind, slip, the list of its tries (entry, badge, pieces, foreign pieces, cents).

    Then follow ``attested``, a map of badges to roles, cents and difference (None while pending), entry, badge and
    reason of the acceptance, and the entry that made it void, or None. Why it was made again is not there.
    """
    return CountTold(
        it.kind,
        it.slip,
        [TryTold(one.number, one.by, as_keyed(one.pieces), one.foreign, one.amount) for one in it.tries],
        dict(it.attested),
        it.amount,
        it.difference,
        it.accepted,
        it.accepted_by,
        it.reason,
        it.void,
    )


def statement_as_csv(it: Statement, numbers: Numbers, *, proof: StatementProof | None = None) -> bytes:
    """Return a statement as CSV, with a byte order mark and the rows of :func:`_rows`, in the active language.

    The words of a ``proof`` are its last line if it is proven, else its first.
    """
    rows: list[tuple[object, ...]] = [*_rows(it, numbers, it.rules.currency)]
    if proof is not None:
        rows.insert(len(rows) if proof.proven else 0, (proof.words,))
    return spreadsheet.BOM + spreadsheet.lines(rows)


def _rows(it: Statement, numbers: Numbers, currency: str) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the spreadsheet, each as long as what it has to say; amounts as :func:`spreadsheet.amount`.

    In order: table, day and currency; name and amount of each figure; of each column of pieces name, worth and
    number; kind, slip, status, amount and reason of each movement, and what was lost or found of it ("" for nothing);
    kind, badge, entry, amount and reason of each try of a count, its difference ("" but for the one that was accepted),
    and how many of it were foreign; heading, badge, entry, amount and reason of each late change; a sentence for each
    cause.
    """
    yield _("Table"), it.table
    yield _("Day"), it.day
    yield _("Currency"), currency
    yield from ((name, cell(cents)) for name, cents in figures(it))
    for name, pieces in columns(it):
        yield from ((name, spreadsheet.amount(cents), number) for cents, number in pieces.items())
    for moved in it.movements:
        step = str(MOVEMENTS[moved.kind]), moved.slip, str(LOST if moved.never_arrived else STATUSES[moved.status])
        rest = (cell(cents) if cents else "" for cents in (moved.lost, moved.found))
        yield *step, spreadsheet.amount(moved.amount), moved.reason, *rest
    for count in it.counts:
        for place, made in enumerate(count.tries, start=1):
            name = try_name(count.kind, void=count.void is not None)
            accepted = place == len(count.tries) and count.difference is not None
            differs = cell(count.difference) if accepted else ""
            yield name, made.by, made.number, spreadsheet.amount(made.amount), count.reason, differs, made.foreign
    for late in it.late:
        changed = spreadsheet.amount(late.amount)
        yield _("Changes entered or taken back late"), late.by, late.entry, changed, late.reason
    for one in it.causes:
        yield (cause(one, numbers, currency),)


def cell(cents: int | None) -> str:
    """Format an amount as a plain number for a cell of a spreadsheet (``1250,50``); the word for “pending” for None."""
    return pgettext("amount", "pending") if cents is None else spreadsheet.amount(cents)
