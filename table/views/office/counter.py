"""How the forms of the office are served: each is one press, and comes back as it was filled in if refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from table.record import door
from table.record.door import Answer, Step
from table.record.refusals import say
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.terms import in_words
from table.views.entrance import signed_in

DIREZIONE = (Role.DIREZIONE,)
KEEPERS = (Role.DIREZIONE, Role.OPERATOR, Role.ISPETTORE_GIOCO)
"""Who pairs displays."""
LIMIT_SETTERS = (Role.DIREZIONE, Role.ISPETTORE_GIOCO, Role.CAPO_TAVOLO)
"""Who decides on limits in one house or another, or announces them."""
GIVERS = (Role.DIREZIONE, Role.ISPETTORE_COMUNALE)
"""Who takes on an Ispettore Comunale and gives him a PIN in one house or another."""
OFFICE = (Role.DIREZIONE, Role.OPERATOR, Role.ISPETTORE_GIOCO, Role.CAPO_TAVOLO, Role.ISPETTORE_COMUNALE)


@dataclass(frozen=True)
class Sent:
    """A form of a page as somebody filled it in, and why it was refused; an empty one when a page is opened."""

    act: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    sentence: str = ""
    source: str = ""

    def to(self, act: str) -> "Sent":
        """What was sent to this form of the page, and to no other one."""
        return self if self.act == act else Sent()


Act = Callable[[], HttpResponse]


def serve(request: HttpRequest, acts: Mapping[str, Act], page: Callable[[Sent], HttpResponse]) -> HttpResponse:
    """The page, or the act that one of its forms asks for; refused, the page again with what was typed."""
    if request.method != "POST":
        return page(Sent())
    act = request.POST.get("act", "")
    try:
        require(act in acts, Code.VERB, "There is no act “%(verb)s” here.", verb=act[:40])
        return acts[act]()
    except Refused as refused:
        answer = page(Sent(act, request.POST.dict(), say(refused), in_words(refused.source)))
        answer.status_code = 409 if refused.code in (Code.STALE, Code.NONCE) else 422
        return answer


def press(request: HttpRequest, owner: str, *steps: tuple[str, Mapping[str, Any]]) -> Answer:
    """One press of a form, under its own name and on what its page showed."""
    return door.press(
        owner,
        [Step(verb, given) for verb, given in steps],
        by=signed_in(request),
        nonce=request.POST.get("nonce", ""),
        seen=number(request, "seen"),
    )


def number(request: HttpRequest, name: str) -> int | None:
    """A number that a page has hidden in its form; nobody types it, so whatever else comes is none."""
    sent = request.POST.get(name, "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 16 else None


def done(request: HttpRequest, sentence: str, *where: str) -> HttpResponse:
    """Say what was done, on the page that follows."""
    messages.success(request, sentence)
    return redirect(*where)


def show(request: HttpRequest, template: str, **given: Any) -> HttpResponse:
    """A page of the office: its forms get their names, and what was done before is said once."""
    said = [str(message) for message in messages.get_messages(request)]
    return render(request, f"office/{template}.html", {"nonce": lambda: uuid4().hex, "done": said} | given)
