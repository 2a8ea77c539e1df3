"""Choice between the acts by which an incident is decided: which form stands first in its dialog, and which below."""

from collections.abc import Iterator
from typing import NamedTuple

from procedures.screens.open_cases import OpenCase

AWAITED = "awaited"
"""In the place of a form: in words, what the incident waits for."""


class Forms(NamedTuple):
    """Forms on the sheet of an incident, by the verbs that they press: the ``first`` ("" for none), others, the last.

    That of ``add_evidence`` asks which card came last. Each is a macro of ``regions/incidents/forms.html``, called as
    the act is, with ``first``, ``other`` or ``last`` before it.
    """

    first: str
    others: tuple[str, ...]
    last: tuple[str, ...]


def forms(case: OpenCase, may: frozenset[str], *, say_again: bool, asks_last: bool) -> Forms:
    """Choose the forms of an incident's dialog for somebody who may do the acts in ``may``.

    ``first`` and ``last`` are those of :func:`_first` and :func:`_last`. Annulling, offered only with everybody
    present, can be first if there is a verdict that is not clear, unless ``say_again``: something said anew can make
    the coup clear. Referring can, if the kind is not rebuilt and nothing can be confirmed. The others, in order: these
    two where they cannot be first, name the cause, withdraw. ``asks_last``: it asks which card came last, a form for
    ``add_evidence``.
    """
    annuls = "annul_incident" in may and case.complete
    annuls_first = annuls and bool(case.verdict) and not case.clear and not say_again
    refers_first = "refer" in may and not case.kind.rebuilds and not may & {"confirm_empty", "confirm_uncollected"}
    others = {
        "annul_incident": annuls and (not case.verdict or case.clear or say_again),
        "refer": "refer" in may and not refers_first,
        "name_cause": "name_cause" in may,
        "withdraw_incident": "withdraw_incident" in may,
    }
    return Forms(
        _first(case, may, annuls=annuls_first, refers=refers_first, asks_last=asks_last),
        tuple(verb for verb, stands in others.items() if stands),
        tuple(_last(case, may)),
    )


def _first(case: OpenCase, may: frozenset[str], *, annuls: bool, refers: bool, asks_last: bool) -> str:
    """Return the verb of the form that comes first, the first in this order that is possible.

    ``ratify`` and ``confirm_empty`` with everybody present, ``add_evidence`` where ``asks_last``, ``annul_incident``
    where ``annuls``, ``refer`` where ``refers``, ``confirm_uncollected``. If none is, AWAITED (a text on what is
    awaited), but "" for somebody who may rule, and for an article that has a worn card replaced by another.
    """
    wanted = {
        "ratify": "ratify" in may and case.complete,
        "confirm_empty": "confirm_empty" in may and case.complete,
        "add_evidence": asks_last,
        "annul_incident": annuls,
        "refer": refers,
        "confirm_uncollected": "confirm_uncollected" in may,
        AWAITED: "rule" not in may and not case.replaced,
    }
    return next((name for name, stands in wanted.items() if stands), "")


def _last(case: OpenCase, may: frozenset[str]) -> Iterator[str]:
    """Yield the forms at the end, in order: ``authorise_replacement``, then ``rule``, each for whoever may do it.

    For whoever may not do the first AWAITED comes in its place (a text on what is awaited), if the article has a worn
    card replaced by another.
    """
    if "authorise_replacement" in may:
        yield "authorise_replacement"
    elif case.replaced:
        yield AWAITED
    if "rule" in may:
        yield "rule"
