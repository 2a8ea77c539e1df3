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

    First is the first of these that is possible: ``ratify`` and ``confirm_empty`` with everybody present,
    ``add_evidence`` where it ``asks_last`` which card came last, ``annul_incident`` if there is a verdict that is not
    clear, unless ``say_again`` (something said anew can make the coup clear), ``refer`` if the kind is not rebuilt and
    nothing can be confirmed, ``confirm_uncollected``. If none is, AWAITED (a text on what is awaited), but "" for
    somebody who may rule, and for an article that has a worn card replaced by another. The others, in order: annulling,
    offered only with everybody present, and referring, where they cannot be first, name the cause, withdraw. The last
    are those of :func:`_last`.
    """
    annuls = "annul_incident" in may and case.complete
    firsts = {
        "ratify": "ratify" in may and case.complete,
        "confirm_empty": "confirm_empty" in may and case.complete,
        "add_evidence": asks_last,
        "annul_incident": annuls and bool(case.verdict) and not case.clear and not say_again,
        "refer": "refer" in may and not case.kind.rebuilds and not may & {"confirm_empty", "confirm_uncollected"},
        "confirm_uncollected": "confirm_uncollected" in may,
        AWAITED: "rule" not in may and not case.replaced,
    }
    others = {
        "annul_incident": annuls and not firsts["annul_incident"],
        "refer": "refer" in may and not firsts["refer"],
        "name_cause": "name_cause" in may,
        "withdraw_incident": "withdraw_incident" in may,
    }
    return Forms(
        next((name for name, stands in firsts.items() if stands), ""),
        tuple(verb for verb, stands in others.items() if stands),
        tuple(_last(case, may)),
    )


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
