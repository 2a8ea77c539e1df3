"""Incidents that the table notices by itself: an act had an effect that is the sign of a kind of incident."""

from typing import Any

from procedures.articles import KINDS, kind_of
from procedures.articles.article import Kind, Nothing
from procedures.case.cases import close_by_keys, decide, open_case, refresh_open_cases
from procedures.case.presence import is_known_of
from procedures.case.verdicts import awaits_placement
from procedures.models import CORRECTED, UNDECIDED, Incident
from procedures.rebuild import items, placement
from procedures.rebuild.evidence import indistinguishable_after
from procedures.rebuild.items import lost_in
from table.memory.statements import update
from table.play.act import Act
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.rules.regola import Side

BY_THE_CARDS = [it for _article, it in KINDS.values() if it.by_the_cards]


def notice(act: Act) -> None:
    """Open, close or update incidents by the effects of a finished act, unless one of these is of an incident itself.

    Refuses (E_ROLE) a dealer's correction of cards once an inspector has attested the case.
    """
    names = {name for name, _ in act.effects}
    if any(name.startswith("incident_") for name in names):
        return
    if "entry_corrected" in names:
        _add_corrections(act)
    if "card_turned" in names and _held(act):
        _bind_what_was_said(act)
        _close_what_is_keyed_anew(act)
    if "agrees_with_the_regola" in names:
        _withdraw_what_the_cards_said(act)
    elif "coup_cancelled" in names:
        _close_with_the_coup(act)
    elif found := _first_case(act):
        _open(act, *found)
    elif _held(act):
        refresh_open_cases(act)


def _bind_what_was_said(act: Act) -> None:
    """Let what was said of covered cards hold of the faces that this act turned, in the evidence of every open case.

    Where several covered cards lay at a box and nobody says which of them was turned, what was said of them no longer
    counts. The cases are saved. Records "said_of_backs_aside" and "said_stands" of each, if there are such statements.
    """
    turned = {facts["card"] for name, facts in act.effects if name == "card_turned"}
    identified = {facts["card"] for name, facts in act.effects if name == "card_told_apart"}
    doubted = indistinguishable_after(act.state, turned - identified, but=identified) if turned else set[int]()
    at = {card.location for card in placement.of_the_hand(act.state) if card.number in turned}
    there = {card.number for card in placement.of_the_hand(act.state) if card.location in at}
    for case in placement.open_cases(act.state) if turned else ():
        _bind(act, case, turned - doubted, doubted, there)


def _bind(act: Act, case: Incident, turned: set[int], doubted: set[int], there: set[int]) -> None:
    """Change the evidence of one case after cards were turned, and save it.

    What was said of the covered cards in ``turned`` holds of their faces from now on; what was said of ``doubted``, of
    which nobody knows which was turned, no longer counts. Records ``said_of_backs_aside`` with the statements that lost
    something, and ``said_stands`` with those that still count of a card ``there`` (at the boxes concerned).
    """
    aside = items.set_backs_aside(case, doubted, entry=act.number)
    for card in turned:
        items.turned(case, card)
    if aside:
        act.effect("said_of_backs_aside", incident=case.number, statements=aside)
    stands = [it.number for it in items.standing([case]) if it.number not in aside and it.named & there]
    if stands:
        act.effect("said_stands", incident=case.number, statements=stands)
    update(case)


def _first_case(act: Act) -> tuple[Kind, dict[str, Any]] | None:
    """Return the kind whose sign comes first among the effects of this act, with the facts of that effect, or None."""
    for effect, facts in act.effects:
        for _article, it in KINDS.values():
            if any(sign.is_seen_in(effect, facts) for sign in it.signs):
                return it, facts
    return None


def _open(act: Act, kind: Kind, facts: dict[str, Any]) -> None:
    """Open the case of a kind that the table noticed by an effect with these facts.

    If turned cards show the kind, the first of BY_THE_CARDS that prevails is opened instead of it, where one does; once
    the Direzione has ruled on an incident of this coup none is, and the open cases are only refreshed.
    """
    if kind.by_the_cards and _ruled(act):
        refresh_open_cases(act)
        return
    if kind.by_the_cards:
        kind = next((it for it in BY_THE_CARDS if it.prevails(act)), kind)
    answers = kind.asks or Nothing
    open_case(act, KINDS[kind.name][0], kind, answers(), noticed=facts)


def _ruled(act: Act) -> bool:
    """Whether the Direzione has ruled on an incident of this coup."""
    coup = act.state.coup
    return coup is not None and Incident.objects.filter(coup=coup, status=Incident.Status.RULED).exists()


def _withdraw_what_the_cards_said(act: Act) -> None:
    """Withdraw the noticed cases of this coup that turned cards had shown: as corrected they agree with the Regola.

    Then refreshes the open cases, even if there was none to withdraw.
    """
    names = [it.name for it in BY_THE_CARDS]
    noticed = Incident.objects.filter(coup=act.state.coup, noticed=True, kind__in=names, status__in=UNDECIDED)
    close_by_keys(act, list(noticed))
    refresh_open_cases(act)


def _add_corrections(act: Act) -> None:
    """Follow a correction of cards in the open cases: in what was said of the cards, and in the facts of each case.

    The facts get which card was keyed anew, with its old and its new face. Refuses (E_ROLE) a dealer once an inspector
    has attested one of the cases.
    """
    corrected = [facts for name, facts in act.effects if name == "entry_corrected" and facts["what"] == "card"]
    cases = placement.open_cases(act.state) if corrected else []
    require(
        act.role != Role.DEALER or not is_known_of(cases),
        Code.ROLE,
        "An inspector has attested the case: from here on the Ispettore di Gioco corrects these cards.",
        source=act.cite("cases.attested"),
    )
    _rebind_what_was_corrected(act)
    for case in cases:
        case.refresh_from_db(fields=["evidence"])
        new = [[facts["new"]["number"], facts["old"], facts["new"]["card"] or ""] for facts in corrected]
        case.facts = case.facts | {CORRECTED: [*case.facts.get(CORRECTED, []), *new]}
        update(case)


def _rebind_what_was_corrected(act: Act) -> None:
    """Follow a correction in the evidence of the open cases, and save them.

    What was said of a face moves to the card that it turned out to be; what was said of one that was not shown no
    longer counts, nor what was said of covered cards that can no longer be told apart.
    """
    moved = {facts["card"]: facts["as_card"] for name, facts in act.effects if name == "lies_elsewhere"}
    covered = [facts["card"] for name, facts in act.effects if name == "was_not_shown"]
    doubted = indistinguishable_after(act.state, moved.values()) if moved else set[int]()
    for case in placement.open_cases(act.state) if moved or covered else ():
        items.set_backs_aside(case, doubted, entry=act.number, faces=covered)
        items.rebind(case, moved | {now: -now for now in moved.values()})
        update(case)


def _close_what_is_keyed_anew(act: Act) -> None:
    """Withdraw the open cases that await a report of a box with one card or three, once its first two cards are keyed.

    One that an inspector has attested stays open.
    """
    waits = [case for case in placement.open_cases(act.state) if awaits_placement(case)]
    keyed = [case for case in waits if all(card.face for card in act.state.at(Side(case.facts["side"]))[:2])]
    close_by_keys(act, [case for case in keyed if not is_known_of([case])])


def _close_with_the_coup(act: Act) -> None:
    """Settle the open blocking cases that a reconstruction would answer, once their coup has ended (cancelled).

    One stays open if cards of lost order are in its evidence: they wait as the first of the next hand. Does nothing
    while nobody's decision is awaited.
    """
    if not act.table.awaits:
        return
    over = Incident.objects.filter(table=act.table, coup__ended=True, status=Incident.Status.OPEN, blocking=True)
    closed = [case for case in over if kind_of(case).rebuilds and not lost_in(case)]
    decide(act, closed, Incident.Status.SETTLED_BY_LAW)
    refresh_open_cases(act)


def _held(act: Act) -> bool:
    """Whether the act looked at a coup that an incident holds."""
    coup = act.coup_read
    return coup is not None and coup.held
