"""Pages of registers: of a table, of a day, of the house, with refusals and wrong PINs; and their files."""

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from table.models import HOUSE, House, Table
from table.play.declaration import VERBS
from table.record.days import day_of
from table.reports.fields import fields_of
from table.reports.registers import interleaved, pages, wrong_pins
from table.reports.registers import refused as refusals
from table.reports.registers.files import FileContents, as_csv, as_json
from table.reports.registers.filters import (
    EntryFilters,
    WantedDay,
    day_filters,
    entries_of,
    number,
    refusals_of,
    register_filters,
)
from table.reports.registers.forms import RefusedAct
from table.rules.readers import Form, Report
from table.views.doors.entrance import form_page, reads, worded_as_at_its_table
from table.views.reports.handing_out import Makes, hand_out, refusals_said, ways

FORMS = (Form.CSV, Form.JSON)


@form_page
@reads(Report.REGISTER)
@worded_as_at_its_table
@refusals_said
def register(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show a page of a table's register as the filters of the address ask, newest first.

    ``?before`` and ``?after`` with an entry's number turn pages. A POST hands out all entries that pass the filters as
    a file, CSV or JSON, and records that in the house's register. 404 for an unknown table and for one for training; a
    filter that cannot be is refused.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    return _register(request, Report.REGISTER, table.code, table=table)


@form_page
@reads(Report.HOUSE)
@refusals_said
def house(request: HttpRequest) -> HttpResponseBase:
    """Show a page of the register of the house (its people, tables and devices, and what left it), newest first.

    It is filtered by the address; ``?before`` and ``?after`` with an entry's number turn pages. A POST hands out
    what passes the filters as a file, CSV or JSON, and records that in it. A filter that cannot be is refused.
    """
    return _register(request, Report.HOUSE, HOUSE, table=None)


@form_page
@reads(Report.REGISTER)
@worded_as_at_its_table
@refusals_said
def refused(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show a page of the acts that were refused at a table, newest first, as the filters of the address ask.

    ``?before`` and ``?after`` turn pages. A POST hands out all that pass as a file, CSV or JSON, and records that in
    the house's register. 404 for an unknown table and for one for training; a filter that cannot be is refused.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    return _refused(request, Report.REGISTER, table.code, table=table)


@form_page
@reads(Report.HOUSE)
@refusals_said
def house_refused(request: HttpRequest) -> HttpResponseBase:
    """Show a page of the acts refused in the house's register, not those at its tables, newest first.

    The address filters them, and its ``?before`` and ``?after`` turn pages; a filter that cannot be is refused. A
    POST hands out all that pass as a file, CSV or JSON, and records that in the house's register.
    """
    return _refused(request, Report.HOUSE, HOUSE, table=None)


@form_page
@reads(Report.REGISTER)
@refusals_said
def of_day(request: HttpRequest) -> HttpResponseBase:
    """Show a page of the registers of tables on a day (``?on``, else today) merged by time, newest first.

    They are those of some tables (``?tables``) or of all but those for training, without the house's, filtered by act,
    actor or alarm; ``?before`` and ``?after`` turn pages. A filter that cannot be is refused. A POST hands out all that
    pass as one file, CSV or JSON, and records that in the house's register.
    """
    known = list(Table.real.order_by(*Table.IN_ORDER).values_list("code", flat=True))
    wanted = day_filters(request.GET, known, today=day_of(timezone.now()))
    if request.method == "POST":
        return hand_out_day(request, wanted, known)
    before, after = (interleaved.places_of(request.GET.get(name, ""), known) for name in ("before", "after"))
    page = interleaved.page_of(wanted, _tables(wanted, known), before=before, after=after)
    forms = ways(request.path + wanted.address(), FORMS)
    given = {"wanted": wanted, "page": page, "verbs": _verbs(Table), "forms": forms}
    return render(request, "reports/day_register.html", given)


def hand_out_day(request: HttpRequest, wanted: WantedDay, known: Sequence[str]) -> HttpResponseBase:
    """Record the hand-out of the entries of a day that pass the filters, and answer with one CSV or JSON file of them.

    Oldest first. They are those of the tables that the filters name, of all if they name none; `known` are the codes of
    all tables in order. Raises Refused before anything is sent.
    """
    tables, description = _tables(wanted, known), f"day{wanted.address()}"
    return hand_out_entries(request, Report.REGISTER, tables, wanted.at_each, description=description)


def _tables(wanted: WantedDay, known: Sequence[str]) -> list[str]:
    """List the codes of the tables that the filters name, in the order of `known`; all if they name none."""
    return [code for code in known if not wanted.tables or code in wanted.tables]


@require_safe
@reads(Report.HOUSE)
@refusals_said
def house_wrong_pins(request: HttpRequest) -> HttpResponse:
    """Show a page of the wrong PINs of a badge (``?actor``) or of all, newest first, and the latest attacks.

    ``?before`` and ``?after`` turn pages, of both ``before`` alone. An unknown badge gives an empty page. Refuses
    (E_ARGUMENTS) a badge of over 20 letters or with unprintable ones, and what is no number; and the other filters of a
    register, which are not used here, as :func:`register_filters` does.
    """
    wanted = register_filters(request.GET)
    page = wrong_pins.page_of(wanted.actor, before=number(request.GET, "before"), after=number(request.GET, "after"))
    given = {"wanted": EntryFilters(actor=wanted.actor), "page": page, "attacks": wrong_pins.attack_lines()}
    return render(request, "reports/wrong_pins.html", given)


def _register(request: HttpRequest, report: Report, of: str, *, table: Table | None) -> HttpResponseBase:
    """Show or hand out the register `of`, that of a table or, with None, of the house, as the address filters it.

    Refuses a filter that cannot be, and an unknown taglia (E_ARGUMENTS, E_VERB).
    """
    wanted = register_filters(request.GET)
    if request.method == "POST":
        entries_of(of, wanted)  # before it is recorded: a taglia that there is not is refused, no file broken off
        return hand_out_entries(request, report, [of], wanted, description=f"{of}{wanted.address()}")
    page = pages.page_of(of, wanted, before=number(request.GET, "before"), after=number(request.GET, "after"))
    forms = ways(request.path + wanted.address(), FORMS)
    given = {"table": table, "wanted": wanted, "page": page, "verbs": _verbs(Table if table else House), "forms": forms}
    return render(request, "reports/register.html", given)


def _refused(request: HttpRequest, report: Report, of: str, *, table: Table | None) -> HttpResponseBase:
    """Show a page of the refused acts of the register `of`, that of a table or, with None, of the house.

    A POST hands out all as CSV or JSON, and records that in the house's register. They pass the filters of the address;
    that by alarm counts neither here nor in the file. Refuses, before anything is recorded, a filter that cannot be,
    and an unknown taglia (E_ARGUMENTS, E_VERB).
    """
    wanted = register_filters(request.GET)
    if request.method == "POST":
        refusals_of(of, wanted)  # before it is recorded, as that of entries
        makes: Makes = {
            Form.CSV: lambda it: refusals.as_csv(of, wanted, language=it.language),
            Form.JSON: lambda it: refusals.as_json(of, wanted, language=it.language, of=it.of, copy=it.number),
        }
        return hand_out(request, report, f"{of} refused{wanted.address()}", makes)
    page = refusals.page_of(of, wanted, before=number(request.GET, "before"), after=number(request.GET, "after"))
    forms = ways(request.path + wanted.address(), FORMS)
    given = {"table": table, "wanted": wanted, "page": page, "verbs": _verbs(Table if table else House), "forms": forms}
    return render(request, "reports/refused.html", given | {"fields": fields_of(RefusedAct)})


def _verbs(owner: type[Table] | type[House]) -> list[tuple[str, str]]:
    """List name and title of the acts of this owner, of tables whatever their rules, sorted by title."""
    found = [(name, str(verb.title)) for name, verb in VERBS.items() if verb.owner is owner]
    return sorted(found, key=lambda it: it[1].casefold())


def hand_out_entries(
    request: HttpRequest, report: Report, of_registers: Sequence[str], wanted: EntryFilters, *, description: str
) -> HttpResponseBase:
    """Record the hand-out of the entries of these registers that pass the filters, and answer with the file.

    It is CSV or JSON, whichever was pressed, oldest first; those of several registers are merged by time.
    `description` is what the record says of it. That the taglia exists is the caller's to check.
    """
    makes: Makes = {
        Form.CSV: lambda it: as_csv(FileContents(of_registers, wanted, it.language)),
        Form.JSON: lambda it: as_json(FileContents(of_registers, wanted, it.language), of=it.of, copy=it.number),
    }
    return hand_out(request, report, description, makes)
