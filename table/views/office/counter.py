"""Serving of the forms of the office: each is one press, and comes back as it was filled in if refused.

Also the filters of its lists, carried by the address of the page, so that it can be kept as a bookmark.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise

from table.record import door
from table.record.door import PressResult, Step
from table.record.refusals import say, source_of
from table.reports.registers.filters import is_number
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.views.doors.entrance import signed_in

DIREZIONE = (Role.DIREZIONE,)
KEEPERS = (Role.DIREZIONE, Role.OPERATOR, Role.ISPETTORE_GIOCO)
"""Roles that pair displays."""
LIMIT_SETTERS = (Role.DIREZIONE, Role.ISPETTORE_GIOCO, Role.CAPO_TAVOLO)
"""Roles that decide on limits in one house or another, or announce them."""
GIVERS = (Role.DIREZIONE, Role.ISPETTORE_COMUNALE)
"""Roles that take on an Ispettore Comunale and give them a PIN in one house or another."""
OFFICE = (Role.DIREZIONE, Role.OPERATOR, Role.ISPETTORE_GIOCO, Role.CAPO_TAVOLO, Role.ISPETTORE_COMUNALE)


@dataclass(frozen=True)
class Sent:
    """A form as it was sent, with the sentence and the source of its refusal; empty when a page is opened."""

    act: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    sentence: str = ""
    source: str = ""

    def to(self, act: str) -> "Sent":
        """Return this if it was sent to the form of this act, else an empty one."""
        return self if self.act == act else Sent()


Act = Callable[[], HttpResponse]


def serve(request: HttpRequest, acts: Mapping[str, Act], page: Callable[[Sent], HttpResponse]) -> HttpResponse:
    """Show the page, or on a POST call the function of `acts` that its field ``act`` names, and return its answer.

    The function is called without arguments. If it refuses, or there is no such act (E_VERB), `page` is called with
    what was typed and the refusal; the status is 409 for E_STALE and E_NONCE, else 422.
    """
    if request.method != "POST":
        return page(Sent())
    act = request.POST.get("act", "")
    try:
        require(act in acts, Code.VERB, "There is no act “%(verb)s” here.", verb=act[:40])
        return acts[act]()
    except Refused as refused:
        answer = page(Sent(act, request.POST.dict(), say(refused), source_of(refused)))
        answer.status_code = 409 if refused.code in (Code.STALE, Code.NONCE) else 422
        return answer


def press(
    request: HttpRequest,
    owner: str,
    *steps: tuple[str, Mapping[str, Any]],
    still: Callable[[], None] | None = None,
) -> PressResult:
    """Press these acts (verb and arguments) in the register `owner` in one transaction, for whoever is signed in.

    The form has the nonce of the press, and as ``seen`` the number of the last entry that its page knew; without that
    acts with a ``ground`` are refused (E_STALE). The same press again only gets its first answer. ``still`` is called
    before they are done, not for a press that was done already, and refuses one that is no longer wanted. Raises
    Refused; then none of the acts is done, and the refusal is recorded unless it is E_HELD.
    """
    return door.press(
        owner,
        [Step(verb, given) for verb, given in steps],
        by=signed_in(request),
        nonce=request.POST.get("nonce", ""),
        seen=number(request, "seen"),
        still=still,
    )


def last_shown(request: HttpRequest) -> int:
    """Return the number of the last entry that the page of a posted form showed. Refuses (E_ARGUMENTS) one without."""
    seen = number(request, "seen")
    if seen is None:
        raise Refused(
            Code.ARGUMENTS, "It was sent without what its page showed: load the page again, and look once more."
        )
    return seen


def number(request: HttpRequest, name: str) -> int | None:
    """Parse the field `name` of a posted form: 1 to 15 ASCII digits, without sign or spaces; None for anything else."""
    sent = request.POST.get(name, "")
    return int(sent) if is_number(sent) else None


def done(request: HttpRequest, sentence: str, *where: str) -> HttpResponse:
    """Redirect to `where`, the name of a view and its arguments, and have that page show the sentence once."""
    messages.success(request, sentence)
    return redirect(*where)


def show(request: HttpRequest, template: str, **given: Any) -> HttpResponse:
    """Render a template of the office.

    In its context ``nonce`` is a function that makes a new nonce for each form, ``done`` the sentences that
    :func:`done` left for this page, which are shown once.
    """
    said = [str(message) for message in messages.get_messages(request)]
    return render(request, f"office/{template}.html", {"nonce": lambda: uuid4().hex, "done": said} | given)


Choices = Iterable[tuple[str, str | Promise]]


@dataclass(frozen=True)
class Filter:
    """A choice beside a list: its parameter, its label, values with their words, and the chosen one; empty is all."""

    name: str
    label: str
    choices: tuple[tuple[str, str], ...]
    chosen: str

    def lets(self, value: str) -> bool:
        """Whether a row with this value is shown: it is the chosen one, or none is chosen."""
        return self.chosen in ("", value)


def filter_from(request: HttpRequest, name: str, label: str, choices: Choices) -> Filter:
    """Return the filter of this name with the value in the query, "" (all) if it is missing or none of `choices`."""
    offered = tuple((value, str(words)) for value, words in choices)
    wanted = request.GET.get(name, "")
    return Filter(name, label, offered, wanted if wanted in dict(offered) else "")
