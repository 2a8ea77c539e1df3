"""Tables: added, set up with the rules of a house, and changed by new versions of them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from table.models import HOUSE, OwnHouse, Policy, Table
from table.play.offered import offered, offered_named, real
from table.rules.profile import Role, as_values
from table.rules.refusal import Code, require
from table.screens.rules import form
from table.views.doors.entrance import form_page, signed_in, staff_only, worded_as_at_its_table
from table.views.office.counter import DIREZIONE, LIMIT_SETTERS, Sent, done, filter_from, number, press, serve, show
from table.words.numbers import numbers_here
from table.words.terms import STATUSES


@form_page
@staff_only(*LIMIT_SETTERS)
def tables(request: HttpRequest) -> HttpResponse:
    """List the tables, without those for training, each with its house; a POST adds one."""
    return serve(request, {"add_table": lambda: _add(request)}, lambda sent: _tables(request, sent))


def _tables(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Render the tables, none for training, that the filter by state lets through; only the Direzione may add one."""
    state = filter_from(request, "state", gettext("State"), STATUSES.items())
    everything = Table.real.select_related("policy", "next_policy").order_by(*Table.IN_ORDER)
    given = {"tables": [it for it in everything if state.lets(it.status)], "any": bool(everything), "filters": (state,)}
    return show(request, "tables", sent=sent, may_add=signed_in(request).role == Role.DIREZIONE, **given)


def _add(request: HttpRequest) -> HttpResponse:
    """Press `add_table` with the code typed, and redirect to the rules of the new table with a sentence."""
    code = request.POST.get("code", "").strip()
    press(request, HOUSE, ("add_table", {"code": code}))
    sentence = gettext("Table “%(table)s” was added; now it needs its rules.")
    return done(request, sentence % {"table": code}, "office_rules", code)


@form_page
@staff_only(*DIREZIONE)
@worded_as_at_its_table
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """Show the rules of a table key by key; a POST sets them up, or records another version.

    Raises Http404 for an unknown table and for one for training.
    """
    table = get_object_or_404(Table.real.select_related("policy", "next_policy"), code=code)
    acts = {"set_up": lambda: _set_up(request, table), "change_rules": lambda: _change_rules(request, table)}
    return serve(request, acts, lambda sent: _rules(request, table, sent))


def _rules(request: HttpRequest, table: Table, sent: Sent) -> HttpResponse:
    """Render the form of a table's rules, as typed after a refusal; the choice of a house if it has no rules yet.

    As typed is only what was changed. The form shows, too, what changes with the next version, if one waits.
    """
    if table.policy is None:
        return show(request, "set_up", sent=sent, table=table, houses=real(offered()))
    later = table.next_policy.profile if table.next_policy else None
    numbers = numbers_here()
    typed = {}
    if sent.act == "change_rules":
        typed = form.typed_over(_shown(request, table).profile, typed_rules(request))
    book = [*form.Book(table.policy.profile, later, typed, numbers).chapters()]
    own = OwnHouse.objects.filter(key=table.policy.profile.key).exists()
    return show(request, "rules", sent=sent, table=table, book=book, versions=table.policies.count(), own=own)


def _set_up(request: HttpRequest, table: Table) -> HttpResponse:
    """Press `set_up` with the rules of the chosen house, and redirect to the table's rules with a sentence.

    Refuses an unknown house (E_PROFILE).
    """
    chosen = offered_named(request.POST.get("house", ""))
    press(request, table.code, ("set_up", {"rules": as_values(chosen)}))
    sentence = gettext("The table plays by the rules of “%(house)s”.") % {"house": chosen.title}
    return done(request, sentence, "office_rules", table.code)


def _change_rules(request: HttpRequest, table: Table) -> HttpResponse:
    """Press `change_rules` with what differs from the version that the form was made from.

    Redirect to the table's rules with a sentence on whether they hold yet. Refuses (E_ARGUMENTS) a form without a
    change, (E_MONEY) amounts that cannot be read, and (E_STALE) a version after which another one was decided. Raises
    Http404 for an unknown version.
    """
    shown = _shown(request, table)
    given = form.changes(shown.profile, typed_rules(request))
    require(given, Code.ARGUMENTS, "Nothing was changed: every rule is as it was decided last.")
    press(request, table.code, ("change_rules", {"changes": given}), still=lambda: check_latest(shown))
    now = Table.real.select_related("policy", "next_policy").get(code=table.code)
    sentence = gettext("The new version is recorded; it is played from the next taglia on.")
    if now.next_policy is None and now.policy is not None:
        plays = gettext("Table “%(table)s” plays by version %(version)s.")
        sentence = plays % {"table": now.code, "version": now.policy.version}
    return done(request, sentence, "office_rules", table.code)


def _shown(request: HttpRequest, table: Table) -> Policy:
    """Return the version that the form was made from: so a press that arrives twice asks for the same changes.

    Raises Http404 where the form names none that this table has.
    """
    return get_object_or_404(Policy, table=table, version=number(request, "version") or 0)


def check_latest(shown: Policy) -> None:
    """Refuse (E_STALE) a version of a table's rules after which another one was decided, in force yet or not."""
    later = Policy.objects.filter(table=shown.table_id, version__gt=shown.version)
    require(not later.exists(), Code.STALE, "The table has moved on; look again and press again.")


def typed_rules(request: HttpRequest) -> dict[str, str]:
    """Return the fields of the form of the rules that were sent, by name.

    Ticked values of one rule are separated by spaces, "" where none is ticked; the rounding is its unit and its mode
    with a space between, "" without a mode. Empty if no field was sent.
    """
    typed = {name: request.POST[name] for name in request.POST if name.startswith(form.PREFIX)}
    rounding = form.PREFIX + "rounding"
    ticked = {
        form.PREFIX + key: " ".join(request.POST.getlist(form.PREFIX + key)) for key in form.IN_FORM if form.ticks(key)
    }
    mode = typed.get(f"{rounding}.mode", "")
    written = f"{typed.get(f'{rounding}.unit', '')} {mode}" if mode else ""
    return typed | ticked | {rounding: written} if typed else {}
