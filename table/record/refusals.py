"""Refusals: a row beside the register, written after everything that the act did is undone; and their sentences."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import F
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext

from table.models import HOUSE, House, Person, Refusal, Table
from table.play import declaration
from table.play.declaration import VERBS
from table.play.texts import written
from table.record import chain, epoch
from table.record.press import MOST_NONCE_LETTERS, Step
from table.rules.refusal import Cents, Listed, Refused
from table.words.numbers import numbers_here
from table.words.offices import calling
from table.words.terms import BOX_NAMES, DEALING, KINDS, PHASES, ROLES, RULINGS, SEATS, SHOES, SIDES, STATUSES, in_words
from table.words.voices import called, voiced_here, within

log = structlog.stdlib.get_logger("sabot.door")
MOST_A_MINUTE = 30
MOST_LETTERS = 500
MOST_OF_A_NAME = 20
MOST_OF_A_KEY = 20
"""Letters of a guest's key or a badge; what is longer may be a name that somebody typed in its place."""
MOST_OF_A_SOURCE = 80
WORDS: dict[str, Mapping[Any, Promise]] = {
    "phase": PHASES,
    "status": STATUSES | SHOES,
    "expected": SEATS | SHOES,
    "state": SEATS,
    "role": ROLES,
    "roles": ROLES,
    "side": SIDES,
    "box": BOX_NAMES,
    "kind": KINDS,
    "kinds": KINDS,
    "how": DEALING,
    "rulings": RULINGS,
}
"""Words for facts that are codes, by the name of the fact in the sentence; verbs are called by their titles."""


def remember(owner: str, step: Step, refused: Refused, *, by: Person, at: datetime, nonce: str) -> None:
    """Record a refusal next to the register, in a transaction of its own, count it for the next entry, and log it.

    It gets a row of its own, with the number of the last entry; 0 at a table that does not exist. Where the
    actor has ``MOST_A_MINUTE`` rows of the last minute, in all registers together, only ``repeated`` of their last row
    here after the same entry grows by one; without such a row it gets one at a table that exists, else none. Names are
    cut to the length of their columns (:func:`.written`); arguments are left out where :func:`_arguments` says so.
    """
    owner = written(owner, MOST_OF_A_NAME)
    log.info("refused", table=owner, verb=step.verb, actor=by.badge, code=refused.code.value)
    with transaction.atomic():
        number = _counted(owner)
        recent = Refusal.objects.filter(actor=by.badge, at__gt=at - timedelta(minutes=1))
        if recent.count() >= MOST_A_MINUTE:
            # Repeat only a refusal that the same entry will count. Unknown registers get no row beyond the rate.
            last = recent.filter(register=owner, number=number or 0).order_by("-pk").first()
            if last is not None:
                Refusal.objects.filter(pk=last.pk).update(repeated=F("repeated") + 1)
            if last is not None or number is None:
                return
        Refusal.objects.create(
            register=owner,
            number=number or 0,
            at=at,
            actor=by.badge,
            verb=written(step.verb, 40),
            code=refused.code.value,
            source=written(refused.source, MOST_OF_A_SOURCE),
            arguments=_arguments(step),
            nonce=written(nonce, MOST_NONCE_LETTERS),
        )


def _arguments(step: Step) -> str:
    """Return the canonical text of a step's arguments, to be stored with its refusal; "" where it is not stored.

    That is if its verb is unknown or may hold a text or a covered card, if the arguments are malformed, one of their
    words is longer than ``MOST_OF_A_KEY``, or the text is longer than ``MOST_LETTERS``.
    """
    try:
        verb = declaration.of(step.verb)
        given = chain.canonical(declaration.arguments_of(verb, dict(step.arguments))) if verb.plain else ""
    except Refused:
        return ""
    short = all(len(word) <= MOST_OF_A_KEY for word in _words(chain.read(given or "{}")))
    return given if short and len(given) <= MOST_LETTERS else ""


def _words(value: object) -> Iterator[str]:
    """Yield every string in a value that was read from JSON, keys of mappings among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (word for pair in value.items() for part in pair for word in _words(part))
    elif isinstance(value, list):
        yield from (word for part in value for word in _words(part))


def _counted(owner: str) -> int | None:
    """Add one to the refusals that a register's next entry will count, and return the number of its last entry.

    None if there is no such table. The row stays locked, so that no entry comes between. The house's row is made if
    missing.
    """
    if owner == HOUSE:
        epoch.open_row()
    rows = House.objects.filter(pk=1) if owner == HOUSE else Table.objects.filter(code=owner)
    if not rows.update(refused=F("refused") + 1):
        return None
    return rows.values_list("number", flat=True).get()


# --- reading


def say(refused: Refused) -> str:
    """Format the sentence of a refusal in the active language: words for codes, amounts in the local number format.

    Offices have the names that the sources cited by the refusal give them.
    """
    document = calling(refused.source.documents)
    with translation.override(voiced_here(document)) if document else nullcontext():
        return gettext(refused.sentence) % {name: _said(name, fact) for name, fact in refused.facts.items()}


@contextmanager
def raised_as(failure: Callable[[str], Exception]) -> Iterator[None]:
    """Raise a refusal within the block as what `failure` makes of its sentence, in the active language.

    The error that is raised has no cause.
    """
    try:
        yield
    except Refused as refused:
        raise failure(say(refused)) from None


def source_of(refused: Refused) -> str:
    """Return the source that a refusal cites, an article, a default or a rule, in the active language; "" for none."""
    return in_words(refused.source)


def _said(name: str, fact: object) -> object:
    """Return a fact of a refusal in words of the active language, by its name: verbs, calls, codes, amounts, or a list.

    An amount has no currency. A fact without words, such as a number or a badge, comes back as it is.
    """
    if name == "verb" and fact in VERBS:
        return VERBS[str(fact)].title
    if name == "words":
        return called(str(fact))
    if isinstance(fact, Listed):
        return Listed(_said(name, part) for part in fact)
    if isinstance(fact, Cents):
        return numbers_here().amount(fact)
    words = WORDS.get(name, {}).get(str(fact), fact)
    return within(str(words)) if WORDS.get(name) is ROLES else words
