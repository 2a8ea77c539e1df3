"""Decisions on disputes about coups that are over, in words and with money. Super Punto Banco, Art. 10.

The office that the house names decides, or the Direzione where it was referred to it. Who decides says what each bettor
gets or gives; these are lines of their own beside those of the coup. From the total that the house names, somebody of
another office, at work at this table, agrees before anything moves; until then who decides may decide anew. Nothing is
refused for its size: where it is measured by the coup itself and nobody is at work who could agree, it is referred; the
Direzione, which would refer it to itself, waits until somebody is.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
from django.utils.translation import pgettext_lazy

from procedures.articles import kind_of
from procedures.articles.article_10_end_of_the_coup import bettors, who_decides
from procedures.case.cases import check_dispute_seen, decide, of_number, to_direzione
from procedures.case.measure import is_beyond
from procedures.models import SPOKEN_OF, UNCONFIRMED, DisputeDecision, Incident
from table.models import Coup, Severity
from table.play import alerts
from table.play.act import Act
from table.play.declaration import ANYTIME, MOST_NUMBER, Number, Text, verb
from table.play.money import adjust
from table.play.presence import check_at_work
from table.play.seats import is_here
from table.play.state import laid
from table.rules.payout import pays_in
from table.rules.profile import DECIDERS, MEASURE, Role
from table.rules.refusal import Cents, Code, Refused, require
from table.rules.stakes import Range

CONFIRM = (Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.DIREZIONE)
"""Roles that can be the second person, who is always of another office than whoever decided."""


class Corrected(TypedDict):
    """Amount that a bettor gets, in cents; negative what they give. Without an amount nothing moves for them."""

    bettor: Annotated[str, msgspec.Meta(max_length=20)]
    amount: NotRequired[Annotated[int, msgspec.Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]]


def check_may_decide(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_STALE) as :func:`check_dispute_seen`, and (E_PRESENCE) a decision that the Direzione cannot refer.

    That is, where the Direzione decides disputes and MEASURE says what takes two, one of the Direzione beyond the
    measure, on a dispute that was not referred, while nobody of another office at work here could agree; there it
    refuses as :func:`_moved`, too (E_ARGUMENTS, E_MONEY). Refuses as :func:`_dispute` (E_PHASE, E_ARGUMENTS, E_FINAL),
    and (E_MONEY) to give somebody who is not here money of a coup in another currency than the table has now. Checked
    at the press alone, as earlier entries have such decisions.
    """
    check_dispute_seen(act, given)
    gets = {it["bettor"] for it in given.get("corrections") or [] if it.get("amount", 0) > 0}
    case, profile = _dispute(act, given["incident"]), act.state.profile
    _check_currency(act, case, gets)
    to_itself = act.role == profile.disputes_decided_by == Role.DIREZIONE
    if not to_itself or profile.correction_second_from != MEASURE:
        return
    moved = _moved(act, case, given.get("corrections") or [])
    decision = DisputeDecision(act.number, act.actor, act.role.value, given["text"], moved)
    require(
        not (_takes_two(act, case, decision) and _nobody_could_agree(act, decision)),
        Code.PRESENCE,
        "So much moves only once somebody of another office agrees, and nobody who could is signed on at this table: "
        "that comes first.",
        source=act.cite("correction_second_from"),
    )


def _check_currency(act: Act, case: Incident, gets: Iterable[str]) -> None:
    """Refuse (E_MONEY) to give somebody who is not here money of a coup that was played in another currency.

    It would go into custody, whose slip names cents alone.
    """
    assert isinstance(case.coup, Coup)
    if case.coup.policy_id == act.table.policy_id:
        return
    then = case.coup.policy.profile.currency
    absent = next((it for it in gets if not is_here(act, it)), "")
    require(
        not absent or then == act.state.profile.currency,
        Code.MONEY,
        "This coup was played in %(currency)s, in which nothing is kept here any more: the cage pays “%(guest)s”, who "
        "is not at the table, and the words of the decision say so.",
        source=act.cite("custody"),
        currency=then,
        guest=absent,
    )


def check_may_agree(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_STALE) as :func:`check_dispute_seen`, and (E_MONEY) as :func:`_check_currency` does.

    The latter for those who get something by the decision that waits, if one does. Checked at the press alone, as
    earlier entries have such decisions.
    """
    check_dispute_seen(act, given)
    case = _dispute(act, given["incident"])
    moved = case.waiting_decision.moved if case.waiting_decision is not None else []
    _check_currency(act, case, (bettor for _position, bettor, amount in moved if amount > 0))


@verb(
    title=pgettext_lazy("act", "decide a dispute"),
    said=(pgettext_lazy("record", "decides dispute %(incident)s: %(text)s"),),
    roles=DECIDERS,
    decided_by="disputes_decided_by",
    tables=ANYTIME,
    while_held=True,
    source="disputes_decided_by",
    public="incident",
    at_press=check_may_decide,
)
def decide_dispute(act: Act, *, incident: Number, text: Text, corrections: list[Corrected] | None = None) -> None:
    """Decide a dispute in these words, with what these bettors get or give (cents); the coup stays as it was.

    One of as much as the house names, or by MEASURE beyond what the coup could have brought, waits for a second person,
    instead of one that waited; by MEASURE it is referred to the Direzione if nobody at work could agree. Both record
    ``dispute_asked``; any other is carried out at once. Refuses as :func:`_dispute` (E_PHASE, E_ARGUMENTS, E_FINAL) and
    :func:`_moved` (E_ARGUMENTS, E_MONEY), (E_ROLE) an office that does not decide it, (E_ARGUMENTS) an empty text, and
    (E_PRESENCE) one that would wait, while whoever decides it is not signed on at this table.
    """
    case = _dispute(act, incident)
    decides = who_decides(act.state.profile, case)
    require(
        act.role == decides,
        Code.ROLE,
        "In this house that is decided by the role “%(role)s”.",
        source=act.cite("disputes_decided_by"),
        role=decides,
    )
    require(text, Code.ARGUMENTS, "A dispute is decided in words that stand in the record.")
    decision = DisputeDecision(act.number, act.actor, act.role.value, text, _moved(act, case, corrections or []))
    if not _takes_two(act, case, decision):
        _carry_out(act, case, decision)
        return
    refers = act.state.profile.correction_second_from == MEASURE and _nobody_could_agree(act, decision)
    if not refers:
        check_at_work(act, act.actor)
        case.facts = case.facts | {UNCONFIRMED: decision._asdict()}
    speak_of(act, case)
    act.update(case)
    lines = [[position, bettor, "adjustment", amount] for position, bettor, amount in decision.moved]
    act.effect("dispute_asked", incident=case.number, lines=lines)
    if refers:
        to_direzione(act, case, text, holds=False)
        return
    alerts.lead_on(act, case.number, Severity.PERSON)


@verb(
    title=pgettext_lazy("act", "agree to the decision on a dispute"),
    said=(pgettext_lazy("record", "agrees to decision %(decision)s on dispute %(incident)s"),),
    roles=CONFIRM,
    tables=ANYTIME,
    while_held=True,
    source="correction_second_from",
    public="incident decision",
    at_press=check_may_agree,
)
def confirm_dispute(act: Act, *, incident: Number, decision: Number) -> None:
    """Agree to the decision that was taken in entry ``decision``, as somebody of another office, and carry it out.

    Refuses (E_PHASE) another kind of case, (E_ARGUMENTS) an unknown one, and where no such decision waits, (E_FINAL) a
    decided one, (E_PRESENCE_SELF) who decided, and anybody of their office, and (E_PRESENCE) unless both are signed on
    at this table. Whoever took the decision is stored as who decided. Records ``adjusted`` if anything moves,
    ``uncollected`` of what goes into custody, and ``incident_decided``.
    """
    case = _dispute(act, incident)
    proposed = case.waiting_decision
    if proposed is None or proposed.number != decision:
        raise Refused(Code.ARGUMENTS, "No such decision waits for a second person.")
    require(
        act.role != proposed.role and act.actor != proposed.by,
        Code.PRESENCE_SELF,
        "Who agrees to it is somebody of another office than who decided it.",
        source=act.cite("correction_second_from"),
    )
    check_at_work(act, act.actor)
    check_at_work(act, proposed.by)
    _carry_out(act, case, proposed)


def _dispute(act: Act, number: int) -> Incident:
    """Return the undecided dispute that this entry opened.

    Refuses (E_PHASE) another kind of case, (E_ARGUMENTS) an entry that opened none, and (E_FINAL) one that is decided.
    """
    case = of_number(act, number)
    require(kind_of(case).after_burning, Code.PHASE, "That is no dispute about a coup that is over.")
    return case


def _moved(act: Act, case: Incident, corrections: list[Corrected]) -> list[tuple[str, str, int]]:
    """List what moves by these corrections: position, bettor, and the cents that the bettor gets (negative: gives).

    Amounts are taken as they are given, as what moves and not as new totals; zeros are left out. Refuses (E_ARGUMENTS)
    a bettor who had no part or is named twice, and (E_MONEY) what the smallest payment cannot pay.
    """
    assert isinstance(case.coup, Coup)
    known, smallest = bettors(case, list(case.coup.stakes.all())), pays_in(act.state.profile)
    moved: dict[str, int] = {}
    for it in corrections:
        bettor, amount = it["bettor"], it.get("amount", 0)
        require(
            bettor in known and bettor not in moved,
            Code.ARGUMENTS,
            "“%(guest)s” had no part in this coup, or is named twice.",
            guest=bettor,
        )
        require(
            amount % smallest == 0,
            Code.MONEY,
            "%(amount)s cannot be paid: the smallest payment is %(smallest)s.",
            amount=Cents(amount),
            smallest=Cents(smallest),
        )
        moved[bettor] = amount
    return [(known[bettor], bettor, amount) for bettor, amount in moved.items() if amount]


def _takes_two(act: Act, case: Incident, decision: DisputeDecision) -> bool:
    """Whether the decision needs a second person.

    It does where its amounts, added up regardless of sign, reach the total that the house names; never if it names
    none. Where the house names MEASURE: if they are beyond what the coup could have brought
    (:func:`_is_beyond_measure`), except on what was referred to the Direzione, whose decision is a ruling then (Art.
    16).
    """
    least = act.state.profile.correction_second_from
    if least == MEASURE:
        return case.status != Incident.Status.REFERRED and _is_beyond_measure(case, decision)
    return least is not None and sum(abs(amount) for *_who, amount in decision.moved) >= least


def _is_beyond_measure(case: Incident, decision: DisputeDecision) -> bool:
    """Whether a position gets more, or more is moved in all, than the coup could have brought (:func:`is_beyond`).

    True if the decision alone does that, or the decision added to what earlier disputes about the coup have moved. What
    was taken from a bettor is deducted from what that bettor got, and from nobody else's.
    """
    coup = case.coup
    assert isinstance(coup, Coup)
    limits = {kind: Range(low, high) for kind, (low, high) in coup.limits.items()}
    stakes = [laid(it) for it in coup.stakes.all()]
    in_all = Counter[tuple[str, str]]()
    for position, bettor, amount in (*coup.adjustments.values_list("position", "bettor", "amount"), *decision.moved):
        in_all[position, bettor] += amount
    moved = [(position, amount) for position, _bettor, amount in decision.moved]
    together = [(position, amount) for (position, _bettor), amount in in_all.items()]
    return any(is_beyond(coup.policy.profile, limits, stakes, it) for it in (moved, together))


def _nobody_could_agree(act: Act, decision: DisputeDecision) -> bool:
    """Whether nobody at work at this table could agree: who has a role of CONFIRM, and not the role of who decided."""
    return not any(it.role in CONFIRM and it.role != decision.role for it in act.state.staff)


def _carry_out(act: Act, case: Incident, decision: DisputeDecision) -> None:
    """Post the money of a decision and close the case: as RULED if it is the Direzione's, else as DECIDED.

    Whoever took the decision is stored as who decided, and it no longer waits. No coup is freed, as a dispute holds
    none. Records ``adjusted`` if anything moves, and ``incident_decided``. What somebody gets who is not here goes into
    custody (``uncollected``).
    """
    assert isinstance(case.coup, Coup)
    case.facts = {name: value for name, value in case.facts.items() if name != UNCONFIRMED}
    adjust(act, case.coup, decision.moved)
    final = decision.role == Role.DIREZIONE
    decide(act, [case], Incident.Status.RULED if final else Incident.Status.DECIDED, by=decision.by)


def speak_of(act: Act, case: Incident) -> None:
    """Append the number of the act's entry to SPOKEN_OF in the facts of the case, so that it is read with the coup.

    It is appended at each call, even if it is there already. The case is not saved.
    """
    case.facts = case.facts | {SPOKEN_OF: [*case.facts.get(SPOKEN_OF, []), act.number]}
