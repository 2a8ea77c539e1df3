"""Presence and decisions: an inspector attests, the proposal is ratified, the coup annulled, the case referred.

Super Punto Banco, Premessa, Art. 6 to 8 and 16.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import pgettext_lazy

from procedures.articles import ARTICLES, kind_of, leaves_undue
from procedures.articles.article import Remedy
from procedures.case import presence, verdicts
from procedures.case.cases import check_dispute_seen, decide, of_number, refresh_open_cases, to_direzione, together
from procedures.models import Attestation, Incident
from procedures.rebuild import placement, remedies
from procedures.rebuild.evidence import Question
from procedures.rebuild.reconstruction import Reconstruction
from procedures.verbs.disputing import speak_of
from table.models import StaffPresence
from table.play.act import Act
from table.play.declaration import ANYTIME, Device, FoundOut, Number, Text, verb
from table.play.money import annul_coup
from table.play.presence import at_work_since, begin_work, pin_facts, pressed_at, stands
from table.rules.profile import Role
from table.rules.refusal import Code, Listed, Refused, require


@verb(
    title=pgettext_lazy("act", "attest one’s presence"),
    said=(pgettext_lazy("record", "is present at incident %(incident)s"),),
    roles=[Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE],
    tables=ANYTIME,
    moves=["staff"],
    while_held=True,
    source="cases",
    public="incident",
)
def attest(
    act: Act,
    *,
    incident: Number,
    device: Device | None = None,
    pin_by: FoundOut | None = None,
    pin_on: FoundOut | None = None,
    pin_from: FoundOut | None = None,
) -> None:
    """Record that an inspector is present, by their own sign-in; whoever is not at work here yet is signed on.

    ``device`` is the badge signed in where they attest, by default their own; ``pin_by``, ``pin_on`` and ``pin_from``
    say who set their PIN anew lately, when, and where it was first used. Refuses (E_ARGUMENTS) an unknown and (E_FINAL)
    a decided case, (E_PRESENCE_SELF) who caused it or had a hand in what is put right, and (E_PRESENCE) a device from
    which they may not attest, or a second attestation while the first counts. Records ``signed_on`` of whoever was not,
    then ``incident_attested``; the alert of the case stays as it is.
    """
    case = of_number(act, incident)
    presence.check_is_no_party(act, case)
    at = pressed_at(act, device or act.actor)
    presence.check_from_where(act, case, at)
    _say_so(act, case)
    if at_work_since(act.state, act.actor) is None:
        begin_work(act)
        act.effect("signed_on", badge=act.actor)
    act.effect(
        "incident_attested",
        incident=case.number,
        role=act.role.value,
        pressed_at=at.value,
        **pin_facts(pin_by, pin_on, pin_from),
    )


def _say_so(act: Act, case: Incident) -> None:
    """Save the actor's attestation with their role and the number of the act's entry; time and device are not stored.

    It takes the place of one that no longer counts because they left since. Refuses (E_PRESENCE) while an earlier one
    counts.
    """
    said = case.attestations.filter(badge=act.actor).first()
    since = at_work_since(act.state, act.actor)
    require(
        said is None or not stands(said.number, since),
        Code.PRESENCE,
        "You have attested your presence already.",
    )
    said = said or Attestation(incident=case, badge=act.actor)
    said.role, said.number = act.role.value, act.number
    (act.update if said.pk else act.insert)(said)


def check_result_is_open(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_FINAL) to rebuild or annul a coup of which the Direzione has let the result stand.

    A case of no coup passes, and one of another: the verb refuses it. Checked at the press alone, as earlier entries
    may have done so.
    """
    case = of_number(act, given["incident"])
    require(
        act.state.coup is None or case.coup_id != act.state.coup.pk or not verdicts.result_stands(act.state),
        Code.FINAL,
        "The Direzione has let the result of this coup stand, and its decision is final: withdraw this case, or refer "
        "it to the Direzione.",
        source=act.cite("unforeseen"),
    )


@verb(
    title=pgettext_lazy("act", "ratify the reconstruction"),
    said=(pgettext_lazy("record", "ratifies incident %(incident)s: the cards are laid anew"),),
    roles=[Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup", "shoe"],
    while_held=True,
    source="cases",
    public="incident",
    at_press=check_result_is_open,
)
def ratify(act: Act, *, incident: Number) -> None:
    """Lay the cards that are out as the Regola has them; close all cases that hold the coup as RATIFIED, and free it.

    No card is drawn by it. Refuses as :func:`_open_cases` does (E_ARGUMENTS, E_FINAL, E_PHASE, E_INCIDENT_OPEN,
    E_PRESENCE); while a report of where the cards lie is awaited (E_COUNT), faces are needed (E_CARD_COVERED), or too
    many orders are possible (E_TOO_MANY_ORDERS); a coup that cannot be rebuilt clearly (E_NOT_CLEAR); and at the press
    one whose result the Direzione has let stand (E_FINAL). Records ``reconstruction``, what
    :func:`procedures.rebuild.remedies.lay_anew` does, ``incident_decided`` of each case, ``coup_freed``, and
    ``decision_awaited`` where that changes.
    """
    cases = _open_cases(act, incident, Remedy.LAY_ANEW)
    question, made = _rebuilt(act, cases)
    require(
        made.is_clear,
        Code.NOT_CLEAR,
        "The coup cannot be rebuilt clearly: annul it, or refer it to the Direzione.",
        source=act.cite(_when_unclear(cases)),
    )
    act.effect("reconstruction", verdict=made.verdict.value, orders=made.orders)
    remedies.lay_anew(act, question, made, served_is_undue=leaves_undue(cases))
    decide(act, cases, Incident.Status.RATIFIED)
    refresh_open_cases(act)


@verb(
    title=pgettext_lazy("act", "annul the coup for an incident"),
    said=(pgettext_lazy("record", "annuls the coup for incident %(incident)s: %(reason)s"),),
    roles=[Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup"],
    while_held=True,
    source="remedies.unclear",
    public="incident",
    at_press=check_result_is_open,
)
def annul_incident(act: Act, *, incident: Number, reason: Text) -> None:
    """Annul a coup that cannot be rebuilt: its stakes go back, its cards lie there until the dealer burns them.

    All cases that hold it are closed as ANNULLED. Refuses as :func:`_open_cases` does (E_ARGUMENTS, E_FINAL, E_PHASE,
    E_INCIDENT_OPEN, E_PRESENCE), (E_CLEAR) a coup that can be rebuilt clearly and completed, (E_CARD_COVERED, E_COUNT)
    one of which that cannot be told yet, and (E_ARGUMENTS) an empty reason. Records what :func:`annul_coup` does of the
    money, ``coup_annulled``, ``incident_decided`` of each case, and ``decision_awaited`` where that changes.
    """
    cases = _open_cases(act, incident, Remedy.ANNUL)
    _check_is_not_clear(act, cases)
    annul_coup(act, reason)
    decide(act, cases, Incident.Status.ANNULLED)
    refresh_open_cases(act)


def _rebuilt(act: Act, cases: Sequence[Incident]) -> tuple[Question, Reconstruction]:
    """Return the evidence as a question, and its reconstruction, whether it is clear or not.

    Refuses (E_CARD_COVERED), naming covered cards by their places, while faces are needed for it, (E_COUNT) while a
    case awaits a report of the layout, and (E_TOO_MANY_ORDERS).
    """
    try:
        return verdicts.answer(act.state, cases)
    except Refused as refused:
        if refused.code is not Code.CARD_COVERED:
            raise
        raise Refused(
            Code.CARD_COVERED,
            "Nothing can be decided before these cards of the hand are turned, by the order in which they came out: "
            "%(places)s.",
            source=act.cite("evidence.faces"),
            places=Listed(placement.covered(act.state)),
        ) from None


def _when_unclear(cases: Sequence[Incident]) -> str:
    """Return the topic of the rules that is cited where a coup of these cases cannot be rebuilt clearly.

    With one of Art. 6 or 7 it is "remedies.unclear", else with one of the premise or Art. 8 "remedies.elsewhere", else
    "cases.order_lost".
    """
    articles = {case.article for case in cases}
    if articles & {6, 7}:
        return "remedies.unclear"
    return "remedies.elsewhere" if articles & {0, 8} else "cases.order_lost"


def _check_is_not_clear(act: Act, cases: Sequence[Incident]) -> None:
    """Refuse (E_CLEAR) a coup that can be rebuilt clearly, unless the shoe cannot complete its hand (Art. 5).

    A coup with too many possible orders is not clear. Refuses (E_CARD_COVERED) and (E_COUNT) as :func:`_rebuilt`
    does. No article lets a clear one be annulled.
    """
    try:
        _question, made = _rebuilt(act, cases)
    except Refused as refused:
        if refused.code is Code.TOO_MANY_ORDERS:
            return
        raise
    require(
        made.proposal is None or not verdicts.can_be_completed(act.state, made.proposal.missing),
        Code.CLEAR,
        "The coup can be rebuilt clearly: ratify it, or refer it to the Direzione, which alone may annul it.",
        source=act.cite("remedies.clear_stays"),
    )


def _open_cases(act: Act, number: int, remedy: Remedy) -> list[Incident]:
    """List all cases that hold this coup (a case of no coup alone), if each of their articles admits the remedy.

    Refuses (E_ARGUMENTS) an unknown case, (E_FINAL) a decided one and one of a coup that is over, (E_INCIDENT_OPEN)
    where any of the cases is with the Direzione, (E_PRESENCE) while somebody is absent who has to be there or the actor
    is none of them (:func:`presence.check`), and (E_PHASE) where no coup with its betting closed is played, or where
    any of the cases holds nothing up or does not admit the remedy.
    """
    case, coup = of_number(act, number), act.state.coup
    require(
        case.coup_id is None or (coup is not None and case.coup_id == coup.pk),
        Code.FINAL,
        "The coup of this incident is over.",
        source=act.cite("disputes_decided_by.over"),
    )
    require(
        coup and coup.closed,
        Code.PHASE,
        "No hands lie there that could be laid anew or annulled: refer it to the Direzione.",
        source=act.cite("cases.remedy"),
    )
    cases = together(act, case)
    require(
        all(case.status == Incident.Status.OPEN for case in cases),
        Code.INCIDENT_OPEN,
        "The case is with the Direzione; its decision comes first.",
        source=act.cite("unforeseen"),
    )
    require(
        all(case.blocking and remedy in ARTICLES[case.article].remedies for case in cases),
        Code.PHASE,
        "That is no remedy for what has happened here.",
        source=act.cite("cases.remedy"),
    )
    presence.check(act, cases)
    return cases


@verb(
    title=pgettext_lazy("act", "refer to the Direzione"),
    said=(pgettext_lazy("record", "refers incident %(incident)s to the Direzione: %(reason)s"),),
    roles=[Role.DEALER, Role.ISPETTORE_GIOCO],
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup"],
    while_held=True,
    source="cases",
    public="incident",
    at_press=check_dispute_seen,
)
def refer(act: Act, *, incident: Number, reason: Text) -> None:
    """Refer a case to the Direzione; play waits, unless it is a dispute about a coup that is over.

    A decision that waited for a second person is dropped. Refuses (E_ARGUMENTS) an unknown case, (E_FINAL) a decided
    one, (E_ROLE) a dealer while an Ispettore di Gioco is signed on at the table, (E_ARGUMENTS) an empty reason, and
    (E_PHASE) a case that is referred already or cannot be, or a dispute that the Direzione decides anyway. Records
    ``incident_referred``, and ``decision_awaited`` where that changes.
    """
    case = of_number(act, incident)
    there = StaffPresence.objects.filter(table=act.table, until=None, role=Role.ISPETTORE_GIOCO)
    require(
        act.role != Role.DEALER or not there.exists(),
        Code.ROLE,
        "An Ispettore di Gioco is at the table, and refers a case to the Direzione.",
        source=act.cite("cases"),
    )
    require(reason, Code.ARGUMENTS, "A case is referred for a reason that stands in the record.")
    require(
        case.status == Incident.Status.OPEN and Remedy.REFER in ARTICLES[case.article].remedies,
        Code.PHASE,
        "This case cannot be referred, or the Direzione has it already.",
        source=act.cite("cases.remedy"),
    )
    over = kind_of(case).after_burning
    require(
        not over or act.state.profile.disputes_decided_by != Role.DIREZIONE,
        Code.PHASE,
        "In this house the Direzione decides a dispute in any case.",
        source=act.cite("disputes_decided_by"),
    )
    if over:
        speak_of(act, case)
    to_direzione(act, case, reason, holds=not over)
