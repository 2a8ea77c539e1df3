"""Coups that were played at a table, and each of them step by step, replayed from the register."""

from collections.abc import Sequence

import structlog
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import translation
from django.views.decorators.http import require_safe

from table.models import Coup, Table
from table.record.past.reach import NoPast
from table.reports.registers.filters import is_number
from table.rules.readers import Report
from table.screens.audiences import MAY_OPEN
from table.screens.read.coups import acts_of, coups_of, entries_after_end, history_of, neighbours, uncollected
from table.screens.read.lines import lines
from table.screens.read.pictures import Pictures, pictures_of
from table.screens.read.snapshot import ReadEntry
from table.screens.regions import watched_felt
from table.views.doors.entrance import reads, signed_in, worded_as_at_its_table
from table.words.numbers import numbers_here
from table.words.offices import called_by
from table.words.terms import UNCOLLECTED
from table.words.voices import voiced_here

log = structlog.stdlib.get_logger("sabot.past")


@require_safe
@reads(Report.REGISTER)
@worded_as_at_its_table
def coups(request: HttpRequest, code: str) -> HttpResponse:
    """Show the coups of a taglia, newest first, and the table's latest uncollected amounts, of whatever taglia.

    ``?taglia`` names it; without it, or if there is no such taglia, it is the latest. Amounts that were disposed of are
    shown, too. Raises Http404 for an unknown table and for one for training.
    """
    table = get_object_or_404(Table.real, code=code)
    given = {"table": table, "uncollected": uncollected(table), "words": UNCOLLECTED, "numbers": numbers_here()}
    found = coups_of(table, request.GET.get("taglia", ""))
    with translation.override(found["voice"]):
        return render(request, "screens/coups.html", given | {"desk": _opens_the_desk(request)} | found)


@require_safe
@reads(Report.REGISTER)
@worded_as_at_its_table
def coup(request: HttpRequest, code: str, taglia: int, number: int) -> HttpResponse:
    """Show a coup with its acts in words, and the felt as it was after the act ``?step``, counted from 0.

    Entries that concern it after its end are listed, too. ``?step=laid`` is the last act, or the one before where that
    burns the cards. A missing or malformed step, or one of more than five digits, is 0; a larger one than there are is
    the last. Raises Http404 for an unknown coup, for one without acts, and at a training table.
    """
    found = Coup.objects.select_related("shoe", "policy", "table")
    row = get_object_or_404(found, table__code=code, shoe__taglia=taglia, number=number)
    acts = acts_of(row)
    if not acts:
        raise Http404
    step = _step(request, acts)
    number = acts[step].entry.number
    given = {"table": row.table, "coup": row, "pictures": _pictures(row, number), "step": step, **neighbours(row)}
    given["desk"] = _opens_the_desk(request)
    with translation.override(voiced_here(called_by(row.policy.profile))):
        its = (("lines", history_of(acts)), ("later", entries_after_end(row)))
        listed = {name: lines(acts_in_words, numbers_here()) for name, acts_in_words in its}
        return render(request, "screens/coup.html", given | listed)


def _opens_the_desk(request: HttpRequest) -> bool:
    """Whether the role of the person who is signed in may open the desks of tables; AssertionError where nobody is."""
    return signed_in(request).role in MAY_OPEN["table"]


def _pictures(coup: Coup, number: int) -> Pictures[str]:
    """Return the felt after entry `number`, replayed and rendered in the active language, with what differs today.

    Without the felt if the coup had not begun by then, or if today's rules refuse that entry or an earlier one of its
    taglia, which ``refused`` then names. Empty, with a log line, if the register cannot be replayed, or not in time.
    """
    try:
        return pictures_of(coup, number, number, look=watched_felt)
    except NoPast as why:
        log.warning("no picture was made", table=coup.table.code, number=number, why=str(why))
        return Pictures({})


def _step(request: HttpRequest, acts: Sequence[ReadEntry]) -> int:
    """Return the index in ``acts``, not empty, that ``?step`` names: 0 for none or a malformed one, at most the last.

    For "laid" it is the last act, or the one before where that burns the cards.
    """
    typed, most = request.GET.get("step", ""), len(acts) - 1
    if typed == "laid":
        return most - (most > 0 and acts[-1].entry.verb == "burn")
    return min(int(typed), most) if is_number(typed, 5) else 0
