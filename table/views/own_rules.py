"""Own rules of the house: made from those of a document, changed version by version, and applied to tables."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.translation import gettext

from table.models import HOUSE, OwnHouse, OwnRules, Policy, Table
from table.play.offered import offered, offered_named, own, real
from table.rules.profile import as_values
from table.rules.refusal import Code, require
from table.screens.rules import form
from table.views.derived import CALLED
from table.views.doors.entrance import form_page, staff_only
from table.views.office.counter import DIREZIONE, Sent, done, number, press, serve, show
from table.views.office.tables import check_latest, typed_rules
from table.words.numbers import numbers_here
from table.words.offices import called_by
from table.words.voices import voiced_here


class Playing(NamedTuple):
    """A table with the versions of own rules that it plays and will play: 0 if changed there, None for other rules.

    `latest` is the version of the table’s rules that was decided last; `due` says that it is not the newest own
    version, and that the own rules are not retired.
    """

    table: Table
    now: int | None
    later: int | None
    latest: int
    due: bool


@form_page
@staff_only(*DIREZIONE)
def all_rules(request: HttpRequest) -> HttpResponse:
    """List all sets of own rules; a POST makes one more from those of an offered house. For the Direzione alone."""

    def page(sent: Sent) -> HttpResponse:
        """Render the list of own rules, retired ones too, and the houses from which others can be made."""
        return show(request, "all_rules", sent=sent, own=[*own().values()], houses=real(offered()))

    return serve(request, {"make_rules": lambda: _make(request)}, page)


def _make(request: HttpRequest) -> HttpResponse:
    """Press `make_rules` with key and title that were typed and the rules of the chosen house.

    Redirect to the new rules with a sentence. Refuses an unknown house (E_PROFILE).
    """
    key, title = request.POST.get("key", "").strip(), request.POST.get("title", "").strip()
    rules = as_values(offered_named(request.POST.get("house", "")))
    press(request, HOUSE, ("make_rules", {"key": key, "title": title, "rules": rules}))
    sentence = gettext("The rules “%(title)s” are made; now they can be changed, rule by rule.") % {"title": title}
    return done(request, sentence, "office_own_rules", key)


@form_page
@staff_only(*DIREZIONE)
def own_rules(request: HttpRequest, key: str) -> HttpResponse:
    """Show which tables play which version of own rules; a POST applies them to a table, renames or retires them.

    404 for an unknown key.
    """
    house = get_object_or_404(OwnHouse, key=key)
    acts = {
        "change_rules": lambda: _apply(request, house),
        "rename_rules": lambda: _rename(request, key),
        "retire_rules": lambda: _retire(request, key),
    }
    return serve(request, acts, lambda sent: _own(request, house, sent))


def _own(request: HttpRequest, house: OwnHouse, sent: Sent) -> HttpResponse:
    """Render the newest version of own rules, with the tables that play or will play by them, and the others.

    Tables without rules and for training are left out.
    """
    house.refresh_from_db()
    versions = [*house.versions.order_by("version")]
    tables = Table.real.exclude(policy=None).select_related("policy", "next_policy").order_by(*Table.IN_ORDER)
    rows = [*_playing(tables, house, versions)]
    given = {
        "playing": [it for it in rows if it.now is not None or it.later is not None],
        "others": [it for it in rows if it.now is None and it.later is None],
    }
    return show(request, "own_rules", sent=sent, house=house, profile=versions[-1].profile, **given)


def _playing(tables: Iterable[Table], house: OwnHouse, versions: Iterable[OwnRules]) -> Iterator[Playing]:
    """Yield each table with the version of these own rules that it plays, and that which waits, None where none does.

    A version is the latest of several that are equal. Asserts that each table has rules.
    """
    known = {it.profile: it.version for it in versions}

    def version(policy: Policy | None) -> int | None:
        """Version of own rules that these are: 0 as changed at the table, None for other rules and for none."""
        return known.get(policy.profile, 0) if policy and policy.profile.key == house.key else None

    for table in tables:
        latest = table.next_policy or table.policy
        assert latest is not None
        due = not house.retired and version(latest) != house.version
        yield Playing(table, version(table.policy), version(table.next_policy), latest.version, due)


def _apply(request: HttpRequest, house: OwnHouse) -> HttpResponse:
    """Press `change_rules` at a table with what differs between its rules, as shown, and the version chosen.

    Title and key of the house count as rules here. Redirect to these own rules with a sentence that says whether they
    hold from the next taglia. Refuses (E_ARGUMENTS) retired rules, and a table that has this version, and (E_STALE) one
    for which other rules were decided since it was shown. Raises Http404 for versions that do not exist, and for an
    unknown table or one for training.
    """
    code, version = request.POST.get("table", ""), number(request, "version") or 0
    wanted = get_object_or_404(OwnRules, house=house, version=version)
    require(not house.retired, Code.ARGUMENTS, "The rules “%(key)s” are retired.", key=house.key)
    shown = get_object_or_404(Policy, table__code=code, table__training=False, version=number(request, "latest") or 0)
    before = as_values(shown.profile)
    changes = {key: value for key, value in as_values(wanted.profile).items() if value != before[key]}
    require(changes, Code.ARGUMENTS, "This table has version %(version)s already.", version=version)
    press(request, code, ("change_rules", {"changes": changes}), still=lambda: check_latest(shown))
    waits = Table.real.get(code=code).next_policy_id is not None
    sentence = (
        gettext("Table “%(table)s” plays by version %(version)s from the next taglia on.")
        if waits
        else gettext("Table “%(table)s” plays by version %(version)s.")
    )
    return done(request, sentence % {"table": code, "version": version}, "office_own_rules", house.key)


def _rename(request: HttpRequest, key: str) -> HttpResponse:
    """Press `rename_rules` with the title that was typed, and redirect to these rules with a sentence.

    Raises Refused.
    """
    title = request.POST.get("title", "").strip()
    press(request, HOUSE, ("rename_rules", {"key": key, "title": title}))
    sentence = gettext("They are called “%(title)s”, at each table once it gets this version.") % {"title": title}
    return done(request, sentence, "office_own_rules", key)


def _retire(request: HttpRequest, key: str) -> HttpResponse:
    """Press `retire_rules`, and redirect to these rules with a sentence. Raises Refused."""
    press(request, HOUSE, ("retire_rules", {"key": key}))
    return done(request, gettext("They are retired: tables that play by them keep them."), "office_own_rules", key)


@form_page
@staff_only(*DIREZIONE)
def change(request: HttpRequest, key: str) -> HttpResponse:
    """Show own rules key by key; a POST records another version. Raises Http404 for unknown and for retired ones."""
    latest = own().get(key)
    if latest is None or latest.house.retired:
        raise Http404
    return serve(request, {"amend_rules": lambda: _amend(request, key)}, lambda sent: _change(request, latest, sent))


def _change(request: HttpRequest, latest: OwnRules, sent: Sent) -> HttpResponse:
    """Render the form of own rules, after a refusal with what was changed in it, without key and title."""
    with translation.override(voiced_here(called_by(latest.profile))):
        typed = {}
        if sent.act == "amend_rules":
            typed = form.typed_over(_shown(request, latest.house.key).profile, typed_rules(request))
        book = form.Book(latest.profile, None, typed, numbers_here())
        chapters = [it._replace(points=[at for at in it.points if at.key not in CALLED]) for it in book.chapters()]
        return show(request, "own_change", sent=sent, rules=latest, book=chapters)


def _amend(request: HttpRequest, key: str) -> HttpResponse:
    """Press `amend_rules` with what differs from the version that the form was made from, and redirect.

    It goes to these rules, with a sentence. Refuses (E_ARGUMENTS) a form without a change, and (E_MONEY) amounts that
    cannot be read. Raises Http404 for an unknown version.
    """
    shown = _shown(request, key)
    given = form.changes(shown.profile, typed_rules(request))
    require(given, Code.ARGUMENTS, "Nothing was changed: every rule is as it was decided last.")
    version = shown.version + 1
    press(request, HOUSE, ("amend_rules", {"key": key, "version": version, "changes": given}))
    sentence = gettext("Version %(number)s is recorded; each table plays by it once it is applied there.")
    return done(request, sentence % {"number": version}, "office_own_rules", key)


def _shown(request: HttpRequest, key: str) -> OwnRules:
    """Return the version that the form was made from: so a press that arrives twice asks for the same changes.

    Raises Http404 where the form names none that exists.
    """
    return get_object_or_404(OwnRules, house__key=key, version=number(request, "version") or 0)
