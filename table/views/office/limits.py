"""Limits of a table: in force, from the next coup on, and, where a house announces them, not announced yet."""

from collections.abc import Mapping
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext

from table.models import LimitRange, Table
from table.reports.chance.apart import Chance, computed
from table.reports.chance.limits import MOST_COUPS, USUAL_COUPS, at_the_maximum
from table.rules.profile import Profile
from table.rules.stakes import kind
from table.views.doors.entrance import form_page, signed_in, staff_only, worded_as_at_its_table
from table.views.office.counter import LIMIT_SETTERS, Sent, done, last_shown, press, serve, show
from table.words.numbers import cents_of, numbers_here
from table.words.terms import BY, KINDS


class LimitLine(NamedTuple):
    """A kind of stake: its limits in words by when they hold, and the texts of its two fields."""

    kind: str
    name: str
    ranges: Mapping[str, str]
    minimum: str
    maximum: str


@form_page
@staff_only(*LIMIT_SETTERS)
@worded_as_at_its_table
def limits(request: HttpRequest, code: str) -> HttpResponse:
    """Show the limits of a table; a POST sets or announces them.

    ``?coups`` adds what chance does in this number of coups, or a sentence why that is not computed. 404 for an unknown
    table and for one for training; redirects to the list of tables where it has no rules.
    """
    table = get_object_or_404(Table.real.select_related("policy"), code=code)
    if table.policy is None:
        return redirect("office_tables")
    profile = table.policy.profile
    acts = {"set_limits": lambda: _set(request, code, profile), "confirm_limits": lambda: _confirm(request, code)}
    return serve(request, acts, lambda sent: _limits(request, table, profile, sent))


def _limits(request: HttpRequest, table: Table, profile: Profile, sent: Sent) -> HttpResponse:
    """Render the limits of a table, as typed after a refusal, and what chance does at them if that is requested.

    With the office that decides them and the one that announces them, whether this person decides, whether they
    announce, and whether any wait to be announced.
    """
    typed, role = sent.to("set_limits").typed, signed_in(request).role
    rows = [_line(name, found, typed, profile.currency) for name, found in _ranges(table, profile).items()]
    given = {
        "chance": _chance(request, table, profile),
        "coups": request.GET.get("coups", str(USUAL_COUPS)),
        "most_coups": MOST_COUPS,
        "decides": role == profile.limits_decided_by,
        "decided_by": BY[profile.limits_decided_by],
        "announces": role == profile.announce_limits_by,
        "announced_by": BY[profile.announce_limits_by] if profile.announce_limits_by else "",
        "waits": any(LimitRange.Standing.UNANNOUNCED in row.ranges for row in rows),
    }
    return show(request, "limits", sent=sent, table=table, profile=profile, lines=rows, **given)


def _chance(request: HttpRequest, table: Table, profile: Profile) -> Chance | None:
    """Return the table of what chance does at the limits decided last, or a sentence why there is none.

    In ``?coups`` coups; None without ``?coups`` and on a POST. Blocks for some seconds.
    """
    typed = request.GET.get("coups")
    if typed is None or request.method == "POST":
        return None
    if not (typed.isascii() and typed.isdecimal() and len(typed) < 5 and 1 <= int(typed) <= MOST_COUPS):
        return Chance(sentence=gettext("An evening has from 1 to %(most)s coups.") % {"most": MOST_COUPS})
    decided = {name: last.maximum for name, ranges in _ranges(table, profile).items() if (last := _last(ranges))}
    if missing := [str(KINDS[name]) for name in kinds(profile) if name not in decided]:
        sentence = gettext("No limits are set yet: %(kinds)s.") % {"kinds": ", ".join(missing)}
        return Chance(sentence=sentence)
    numbers = numbers_here()
    return computed(lambda: at_the_maximum(profile, decided, int(typed), numbers))


def _set(request: HttpRequest, code: str, profile: Profile) -> HttpResponse:
    """Press `set_limits` with the amounts that were typed, and redirect with a sentence on when they hold.

    Refuses (E_MONEY) what cannot be read as an amount, an empty or missing field too.
    """
    given = {
        name: [cents_of(request.POST.get(f"{name}.{end}", "")) for end in ("minimum", "maximum")]
        for name in kinds(profile)
    }
    press(request, code, ("set_limits", {"limits": given}))
    if profile.announce_limits_by:
        sentence = gettext("The new limits are recorded; they wait to be announced.")
    elif _is_closed(code):
        sentence = gettext("The new limits are recorded; the table is closed, and they hold at once.")
    else:
        sentence = gettext("The new limits are recorded; they hold from the next coup.")
    return done(request, sentence, "office_limits", code)


def _confirm(request: HttpRequest, code: str) -> HttpResponse:
    """Press `confirm_limits`, and redirect with a sentence on when the limits hold.

    Refuses (E_ARGUMENTS) a form without the number of the last entry that its page showed.
    """
    last_shown(request)
    press(request, code, ("confirm_limits", {}))
    sentence = (
        gettext("The new limits are announced; the table is closed, and they hold at once.")
        if _is_closed(code)
        else gettext("The new limits are announced; they hold from the next coup.")
    )
    return done(request, sentence, "office_limits", code)


def _is_closed(code: str) -> bool:
    """Whether the table with this code is closed now; False for one for training, and for an unknown one."""
    return Table.real.filter(code=code, status=Table.Status.CLOSED).exists()


def kinds(profile: Profile) -> list[str]:
    """List the kinds of stake with limits of their own: Punto and Banco together, and every other box."""
    return list(dict.fromkeys(kind(box) for box in profile.boxes))


def _ranges(table: Table, profile: Profile) -> dict[str, dict[str, LimitRange]]:
    """Return by kind of stake, and by when they hold (now, next, unannounced), the limits of a table.

    Every kind of the rules is there, with an empty mapping if it has none, and other kinds that have limits still.
    """
    ranges: dict[str, dict[str, LimitRange]] = {name: {} for name in kinds(profile)}
    for it in table.limit_ranges.all():
        ranges.setdefault(it.kind, {})[it.standing] = it
    return ranges


def _last(found: Mapping[str, LimitRange]) -> LimitRange | None:
    """Return of limits by when they hold those decided last, even if they do not hold yet; None without any."""
    return next((found[it] for it in ("unannounced", "next", "now") if it in found), None)


def _line(name: str, found: Mapping[str, LimitRange], typed: Mapping[str, str], currency: str) -> LimitLine:
    """Return the line of a kind of stake; its fields are as typed if anything was, else the limits decided last.

    They are "" where there are none, and where only other fields were typed. Limits are spelled out with the currency,
    as ``10,00 € – 500,00 €``.
    """
    last, numbers = _last(found), numbers_here()
    written = (numbers.typed(last.minimum), numbers.typed(last.maximum)) if last else ("", "")
    if typed:
        written = (typed.get(f"{name}.minimum", ""), typed.get(f"{name}.maximum", ""))
    ranges = {
        state: f"{numbers.money(it.minimum, currency)} – {numbers.money(it.maximum, currency)}"
        for state, it in found.items()
    }
    return LimitLine(name, str(KINDS.get(name, name)), ranges, *written)
