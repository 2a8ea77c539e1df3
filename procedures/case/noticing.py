"""Incidents that the table notices by itself: an act had an effect that is the sign of a kind of incident."""

from collections.abc import Mapping
from typing import Any

from procedures.articles import KINDS, kind_of
from procedures.articles.article import Kind, Nothing
from procedures.case.cases import close_by_keys, decide, open_case, refresh_open_cases
from procedures.case.presence import is_known_of
from procedures.case.verdicts import awaits_placement, hands_are_ruled
from procedures.models import CORRECTED, UNDECIDED, Incident
from procedures.rebuild import items, placement
from procedures.rebuild.evidence import indistinguishable_after
from procedures.rebuild.items import lost_in
from table.models import Coup
from table.play.act import Act
from table.play.effects import Effects
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.rules.regola import Side

BY_THE_CARDS = [it for _article, it in KINDS.values() if it.by_the_cards]


def notice(act: Act) -> None:
    """Open, close or update incidents by the effects of a finished act.

    After ``taglia_ended`` those of ended coups and of cards that waited are settled; nothing else is done if an effect
    begins with ``incident_``. After ``entry_corrected`` the corrections are followed in the open cases; after
    ``card_turned`` in a held coup statements on covered cards are bound, and cases keyed anew withdrawn. Then one of
    these: after ``agrees_with_the_regola`` cases by the cards are withdrawn, after ``coup_cancelled`` those of ended
    coups settled, by the first sign of a kind its case is opened, or in a held coup the open cases are refreshed.
    Refuses (E_ROLE) a dealer's correction of cards once an inspector has attested an open case.
    """
    names = {name for name, _ in act.effects}
    if "taglia_ended" in names:
        _close_what_is_over(act)
    if any(name.startswith("incident_") for name in names):
        return
    if "entry_corrected" in names:
        _add_corrections(act)
    if "card_turned" in names and _held(act.state.coup_read):
        _bind_what_was_said(act)
        _close_what_is_keyed_anew(act)
    if "agrees_with_the_regola" in names:
        _withdraw_what_the_cards_said(act)
    elif "coup_cancelled" in names:
        _close_what_is_over(act)
    elif found := _first_case(act.effects):
        _open(act, *found)
    elif _held(act.state.coup_read):
        refresh_open_cases(act)


def check_declaration(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_ROLE) a dealer's correction of the declaration once an inspector has attested an open case of the coup.

    Passes any other correction. Checked at the press alone, as earlier entries did so. Returns no arguments.
    """
    if given["what"] == "declaration":
        _check_may_correct(act, placement.open_cases(act.state))
    return {}


def _bind_what_was_said(act: Act) -> None:
    """Let statements on covered cards hold of the faces that this act turned, in the evidence of cases of the coup.

    These are the undecided blocking ones, referred or not. Where several covered cards lay at a box and nobody
    identified which of them was turned, statements on any of these no longer count. The cases are saved. For each,
    records the statements that lost something ("said_of_backs_aside") and those that still count at the boxes concerned
    ("said_stands"), where there are any.
    """
    turned = {facts["card"] for name, facts in act.effects if name == "card_turned"}
    identified = {facts["card"] for name, facts in act.effects if name == "card_told_apart"}
    doubted = indistinguishable_after(act.state, turned - identified, but=identified) if turned else set[int]()
    at = {card.location for card in act.state.of_the_hand if card.number in turned}
    there = {card.number for card in act.state.of_the_hand if card.location in at}
    for case in placement.open_cases(act.state) if turned else ():
        _bind(act, case, turned - doubted, doubted, there)


def _bind(act: Act, case: Incident, turned: set[int], doubted: set[int], there: set[int]) -> None:
    """Change the evidence of one case after cards were turned, and save it. All cards are given by number.

    Statements on the covered cards in ``turned`` hold of their faces from now on; on those in ``doubted``, of which
    nobody knows which was turned, they no longer count. Records ``said_of_backs_aside`` with the statements that lost
    something, and ``said_stands`` with the others that count and name a card ``there`` (at the boxes concerned).
    """
    aside = items.set_backs_aside(case, doubted, entry=act.number)
    for card in turned:
        items.turned(case, card)
    if aside:
        act.effect("said_of_backs_aside", incident=case.number, statements=aside)
    stands = [it.number for it in items.valid_statements([case]) if it.number not in aside and it.named & there]
    if stands:
        act.effect("said_stands", incident=case.number, statements=stands)
    act.update(case)


def _first_case(effects: Effects) -> tuple[Kind, dict[str, Any]] | None:
    """Return the kind of incident of which the first such effect of an act is a sign; None without any.

    With it come the facts of that effect. The effects are taken in the order in which the act recorded them.
    """
    for effect, facts in effects:
        for _article, it in KINDS.values():
            if any(sign.is_seen_in(effect, facts) for sign in it.signs):
                return it, facts
    return None


def _open(act: Act, kind: Kind, facts: dict[str, Any]) -> None:
    """Open the case of a kind that the table noticed by an effect with these facts, as :func:`open_case` does.

    A kind that turned cards show gives way to the first of BY_THE_CARDS that prevails, if one does. Of such a kind no
    case is opened once the Direzione has ruled on how the hands lie: then the open cases are only refreshed.
    """
    if kind.by_the_cards and hands_are_ruled(act.state):
        refresh_open_cases(act)
        return
    if kind.by_the_cards:
        kind = next((it for it in BY_THE_CARDS if it.prevails(act)), kind)
    answers = kind.asks or Nothing
    open_case(act, KINDS[kind.name][0], kind, answers(), noticed=facts)


def _withdraw_what_the_cards_said(act: Act) -> None:
    """Withdraw the undecided cases of this coup that the table opened by itself, as turned cards had shown them.

    Whether they hold the coup or not; that the cards agree with the Regola by now is for the caller to know. Records
    as :func:`close_by_keys`. Then, even with none to withdraw, does what :func:`refresh_open_cases` does.
    """
    names = [it.name for it in BY_THE_CARDS]
    noticed = Incident.objects.filter(coup=act.state.coup, noticed=True, kind__in=names, status__in=UNDECIDED)
    close_by_keys(act, list(noticed))
    refresh_open_cases(act)


def _add_corrections(act: Act) -> None:
    """Follow the corrections of cards by this act in the undecided blocking cases of the coup: in evidence and facts.

    The facts get the number of each card keyed anew with its old and its new face, behind those of earlier corrections;
    the cases are saved. Refuses (E_ROLE) a dealer once an inspector has attested one of the cases. An act that
    corrected no card changes no facts.
    """
    corrected = [facts for name, facts in act.effects if name == "entry_corrected" and facts["what"] == "card"]
    cases = placement.open_cases(act.state) if corrected else []
    _check_may_correct(act, cases)
    _rebind_what_was_corrected(act)
    for case in cases:
        case.refresh_from_db(fields=["evidence"])
        new = [[facts["new"]["number"], facts["old"], facts["new"]["card"] or ""] for facts in corrected]
        case.facts = case.facts | {CORRECTED: [*case.facts.get(CORRECTED, []), *new]}
        act.update(case)


def _check_may_correct(act: Act, cases: list[Incident]) -> None:
    """Refuse (E_ROLE) a dealer once an inspector has attested one of these cases."""
    require(
        act.role != Role.DEALER or not is_known_of(cases),
        Code.ROLE,
        "An inspector has attested the case: from here on the Ispettore di Gioco corrects what was keyed.",
        source=act.cite("cases.attested"),
    )


def _rebind_what_was_corrected(act: Act) -> None:
    """Follow the corrections of this act in the evidence of the undecided blocking cases of the coup, and save them.

    Statements on a face move to the card that it turned out to be. Those on a card that was not shown at all no longer
    count, nor those on covered cards that can no longer be told apart. Does nothing without such a correction.
    """
    moved = {facts["card"]: facts["as_card"] for name, facts in act.effects if name == "lies_elsewhere"}
    covered = [facts["card"] for name, facts in act.effects if name == "was_not_shown"]
    doubted = indistinguishable_after(act.state, moved.values()) if moved else set[int]()
    for case in placement.open_cases(act.state) if moved or covered else ():
        items.set_backs_aside(case, doubted, entry=act.number, faces=covered)
        items.rebind(case, moved | {now: -now for now in moved.values()})
        act.update(case)


def _close_what_is_keyed_anew(act: Act) -> None:
    """Withdraw the cases that await a report of where the cards lie, once the first two cards of their box are keyed.

    Where fewer lie there, these are enough. The table noticed such a case as one or three cards were keyed there, or a
    card of another place. One that an inspector has attested stays open. Records as :func:`close_by_keys` does.
    """
    waits = [case for case in placement.open_cases(act.state) if awaits_placement(case)]
    keyed = [case for case in waits if all(card.face for card in act.state.at(Side(case.facts["side"]))[:2])]
    close_by_keys(act, [case for case in keyed if not is_known_of([case])])


def _close_what_is_over(act: Act) -> None:
    """Settle by law the open blocking cases whose kind ``rebuilds``, unless their coup is being played.

    One stays open if its evidence has cards of lost order while cards wait for the next hand. Referred cases stay as
    well. Does nothing while nobody's decision is awaited; else who is awaited is found anew, whatever was settled.
    Records ``incident_decided`` and, where it comes to that, ``decision_awaited``.
    """
    if not act.table.awaits:
        return
    undecided = Incident.objects.filter(table=act.table, status=Incident.Status.OPEN, blocking=True)
    over = [case for case in undecided.exclude(coup__ended=False) if kind_of(case).rebuilds]
    closed = [case for case in over if not (lost_in(case) and act.state.held)]
    decide(act, closed, Incident.Status.SETTLED_BY_LAW)
    refresh_open_cases(act)


def _held(coup: Coup | None) -> bool:
    """Whether a coup is held by an incident; False for None."""
    return coup is not None and coup.held
