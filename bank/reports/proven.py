"""Proof of a session's statement: its rows compared with those that the register makes, performed again."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

import structlog
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from bank.models import BankSession, CountTry, Slip
from bank.play.sessions import uncounted_boxes
from bank.reports.result import since_its_beginning
from table.models import Table
from table.record.compared import differing
from table.record.past.reach import PAST, NoPast
from table.record.past.replay import columns, one_moment
from table.record.past.stage import Moment

MOST_NAMED = 12
"""Most rows that a sentence names."""
log = structlog.stdlib.get_logger("sabot.reports")
Rows = Mapping[str, Mapping[str, object]]
"""Columns with their values, by the name of the model and the natural key of the row."""
PROVEN = gettext_lazy(
    "Proof: performed again, the register of table %(table)s makes the same rows of this session once more: its "
    "sums, movements, counts with their tries, postings and slips. Not covered are tips, what was played, who was "
    "at work and the causes named from these, all of which “manage.py replay” compares, and free texts, which have "
    "digests of their own."
)
ALTERED = gettext_lazy(
    "NOT PROVEN: the rows of this session are not what the register of table %(table)s makes of them, performed "
    "again. They differ in: %(differ)s."
)
CHANGED_BY_LAW = gettext_lazy(
    "NOT PROVEN, as the law has changed since: performed again today, the register of table %(table)s makes other "
    "rows of this session. They differ in: %(differ)s."
)
NO_SESSION = gettext_lazy(
    "NOT PROVEN: the register of table %(table)s has no session to which this belongs. Nothing was compared with it."
)
REFUSED = gettext_lazy(
    "NOT PROVEN: today entry %(entry)s of table %(table)s is refused, so that its register cannot be performed "
    "again up to here. The rows of this session were compared with nothing."
)
UNREACHABLE = gettext_lazy(
    "NOT PROVEN: the register of table %(table)s could not be performed again now; look once more in a moment. The "
    "rows of this session were compared with nothing."
)


class StatementProof(NamedTuple):
    """Whether the rows of a session are those of its register, and that in words."""

    proven: bool
    words: str


def proof_of(table: Table, session: int) -> StatementProof:
    """Return whether the rows of session number ``session`` are those that its register makes, and that in words.

    Blocks while another process replays it up to the session's last change (:func:`_last`). Not proven, with the reason
    in words, also where the register cannot be replayed now (a warning is logged) or up to there, or has no such
    session. Where the law has changed since, the words for rows that differ say so.
    """
    with one_moment():
        table = Table.objects.get(pk=table.pk)
        number, rows = _last(table, session), rows_of(table, session)
        try:
            seen = PAST.seen(table, first=number, last=number, look=partial(_look, session=session))
        except NoPast as why:
            log.warning("a statement was not compared", table=table.code, session=session, why=str(why))
            return StatementProof(proven=False, words=str(UNREACHABLE) % {"table": table.code})
    if number not in seen.looks:
        return StatementProof(proven=False, words=str(REFUSED) % {"table": table.code, "entry": seen.marks.refused})
    if not rows and not seen.looks[number]:
        return StatementProof(proven=False, words=str(NO_SESSION) % {"table": table.code})
    if differ := [*_unlike(rows, seen.looks[number])]:
        named = [*differ[:MOST_NAMED], *(["…"] if len(differ) > MOST_NAMED else [])]
        words = ALTERED if seen.marks.first is None else CHANGED_BY_LAW
        return StatementProof(proven=False, words=str(words) % {"table": table.code, "differ": "; ".join(named)})
    return StatementProof(proven=True, words=str(PROVEN) % {"table": table.code})


def _last(table: Table, session: int) -> int:
    """Return the entry since which a session has not changed; of one that may yet change, the table's last.

    The latest session may, one whose box is not counted, and one still to come. ``session`` is its number.
    """
    rows = BankSession.objects.filter(table=table, number__gte=session).order_by("number")[:2]
    row, following = (*rows, None, None)[:2]
    if row is None or following is None or row in uncounted_boxes(table):
        return table.number
    accepted = row.counts.exclude(accepted=None).values_list("accepted", flat=True)
    return max(following.began - 1, row.ended or 0, *(it for it in accepted if it is not None), 0)


def _look(moment: Moment, *, session: int) -> Rows:
    """Return the compared rows of the session with this number, as they are at a moment of the replay."""
    return rows_of(moment.table, session)


class RowKind(NamedTuple):
    """Kind of row: its name, those of a session, and the natural key of one among these."""

    name: Promise
    rows: "Callable[[BankSession], QuerySet[Any]]"
    key: Callable[[Any], object]


def _slips(session: BankSession) -> "QuerySet[Slip]":
    """Query the slips that were taken since a session began, and before the next one did."""
    return since_its_beginning(session, Slip.objects.filter(table=session.table_id))


KINDS: Mapping[str, RowKind] = {
    "BankSession": RowKind(
        pgettext_lazy("row", "session"), lambda it: BankSession.objects.filter(pk=it.pk), attrgetter("number")
    ),
    "Movement": RowKind(pgettext_lazy("row", "movement"), lambda it: it.movements.all(), attrgetter("number")),
    "BankCount": RowKind(
        pgettext_lazy("row", "count"), lambda it: it.counts.all(), lambda row: f"{row.number} {row.kind}"
    ),
    "CountTry": RowKind(
        pgettext_lazy("row", "try of a count"),
        lambda it: CountTry.objects.filter(count__session=it),
        attrgetter("number"),
    ),
    "Posting": RowKind(
        pgettext_lazy("row", "posting"), lambda it: it.postings.all(), lambda row: f"{row.number}.{row.place}"
    ),
    "Slip": RowKind(pgettext_lazy("row", "slip"), _slips, attrgetter("name")),
}
"""Kinds of rows that are compared, by the name of their model."""


def rows_of(table: Table, session: int) -> Rows:
    """Map the compared rows of a session, as "Movement 7" by model and natural key, to their columns with values.

    They are the session, its movements, counts with tries, postings and slips. Empty where there is no such
    session.
    """
    row = BankSession.objects.filter(table=table, number=session).first()
    if row is None:
        return {}
    return {f"{name} {kind.key(it)}": columns(it) for name, kind in KINDS.items() for it in kind.rows(row)}


def _unlike(one: Rows, other: Rows) -> Iterator[str]:
    """Yield a text for each row that differs, in the active language: its kind and key, and its columns that differ.

    No columns follow where only one side has the row. Rows come in the order of ``one``, then those of
    ``other`` alone.
    """
    for key, columns_of_both in differing(one, other):
        kind, _space, rest = key.partition(" ")
        row = f"{KINDS[kind].name} {rest}"
        yield f"{row}: {', '.join(columns_of_both)}" if columns_of_both else row
