"""What the table notices by itself: an act has brought something about that is a case of an article."""

from typing import Any

from procedures.articles import KINDS
from procedures.articles.article import Nothing
from procedures.articles.asked import Lie
from procedures.cases import decide, follow, open_case
from procedures.models import STANDING, Incident
from procedures.rebuild import placement
from table.play.act import Act
from table.play.cards import claim_differs

KIND_OF = {
    "claim_differs": "declaration",
    "differs_from_the_regola": "undue_third",
    "wrong_number": "wrong_number",
    "wrong_announcement": "wrong_announcement",
    "coup_null": "null_seven",
    "card_visible": "visible_card",
    "card_held": "extra_card",
}
"""The kind of incident that an effect is, by the name of the effect."""
BY_THE_CARDS = ("declaration", "undue_third")


def notice(act: Act) -> None:
    """Look at an act that is done: it may be a case, put one right, or change the answer of one that stands."""
    names = {name for name, _ in act.effects}
    if any(name.startswith("incident_") for name in names):
        return
    if "agrees_with_the_regola" in names:
        _withdraw_what_the_cards_said(act)
    elif "coup_cancelled" in names:
        _close_with_the_coup(act)
    elif found := _first_case(act):
        _open(act, *found)
    elif _held(act):
        follow(act)


def _first_case(act: Act) -> tuple[str, dict[str, Any]] | None:
    """The first effect that is a case; a card is burned in place of being set aside where a house does so."""
    for name, facts in act.effects:
        if name in KIND_OF:
            return KIND_OF[name], facts
        if name == "cards_burned" and "seen" in facts:
            return "extra_card", facts
    return None


def _open(act: Act, name: str, facts: dict[str, Any]) -> None:
    if name in BY_THE_CARDS and _ruled(act):
        follow(act)
        return
    article, kind = KINDS["declaration" if name in BY_THE_CARDS and claim_differs(act) else name]
    open_case(act, article, kind, Lie() if kind.asks is Lie else Nothing(), noticed=facts)


def _ruled(act: Act) -> bool:
    """The Direzione has decided how this coup goes on: nobody asks again."""
    coup = act.state.coup
    return coup is not None and Incident.objects.filter(coup=coup, status=Incident.Status.RULED).exists()


def _withdraw_what_the_cards_said(act: Act) -> None:
    """What was keyed wrong is put right: the cards never said what was noticed."""
    noticed = Incident.objects.filter(coup=act.state.coup, noticed=True, kind__in=BY_THE_CARDS)
    standing = noticed.filter(status__in=STANDING)
    decide(act, list(standing), Incident.Status.WITHDRAWN)
    follow(act)


def _close_with_the_coup(act: Act) -> None:
    """Of a coup that was given up before a card left the shoe for it nothing is left to be rebuilt.

    Where the order of cards is lost that wait on, as the first of the next hand, it is lost still.
    """
    if not act.table.awaits:
        return
    over = Incident.objects.filter(table=act.table, coup__ended=True, status=Incident.Status.OPEN, blocking=True)
    closed = [case for case in over if KINDS[case.kind][1].rebuilds and not placement.is_lost(case)]
    decide(act, closed, Incident.Status.SETTLED_BY_LAW)
    follow(act)


def _held(act: Act) -> bool:
    """Whether the act looked at a coup that an incident holds."""
    coup = act.coup_read
    return coup is not None and coup.held
