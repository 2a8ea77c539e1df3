"""Choice between the acts by which an incident is decided: which form stands first in its dialog, and which below."""

from collections.abc import Iterator
from typing import NamedTuple

from procedures.screens.open_cases import Case

AWAITED = "awaited"
"""In the place of a form: in words, what the incident waits for."""


class Forms(NamedTuple):
    """Forms on the sheet of an incident, by the verbs that they press: the ``first`` ("" for none), others, the last.

    That of ``add_evidence`` asks which card came last.
    """

    first: str
    others: frozenset[str]
    last: tuple[str, ...]


def forms(case: Case, may: frozenset[str], *, say_again: bool, asks_last: bool) -> Forms:
    """Choose the forms of an incident's dialog for somebody who may do the acts in ``may``.

    ``first`` and ``last`` are those of :func:`_first` and :func:`_last`; the others annul (with everybody present)
    and refer where these are not first, name the cause and withdraw. ``say_again``: the coup can become clear once
    something is said anew, so annulling does not come first. ``asks_last``: the dialog asks which card came last.
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
        frozenset(verb for verb, stands in others.items() if stands),
        tuple(_last(case, may)),
    )


def _first(case: Case, may: frozenset[str], *, annuls: bool, refers: bool, asks_last: bool) -> str:
    """Return the verb of the form that stands first: the first of these that is possible.

    ``ratify`` and ``confirm_empty`` with everybody present, ``add_evidence`` where ``asks_last``,
    ``annul_incident`` where ``annuls``, ``refer`` where ``refers``, ``confirm_uncollected``. If none is, AWAITED,
    or "" for somebody who may rule or where another card puts the case right.
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


def _last(case: Case, may: frozenset[str]) -> Iterator[str]:
    """Yield the forms at the end: ``authorise_replacement``, or AWAITED while somebody else has to; then ``rule``.

    A verb comes only for whoever may do it, AWAITED only for a case that another card puts right.
    """
    if "authorise_replacement" in may:
        yield "authorise_replacement"
    elif case.replaced:
        yield AWAITED
    if "rule" in may:
        yield "rule"
