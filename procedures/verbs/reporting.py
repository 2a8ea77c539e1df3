"""Reports of incidents, evidence, and their withdrawal. Super Punto Banco, Premessa and Art. 1 to 8."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from django.utils.translation import pgettext_lazy

from procedures.articles import KINDS, kind_of
from procedures.articles.article import Answers, Article, Kind
from procedures.articles.layout_answers import Laid
from procedures.articles.offer import REPORTERS
from procedures.case.cases import check_dispute_seen, decide, of_number, open_case, refresh_open_cases
from procedures.case.presence import is_known_of
from procedures.case.verdicts import awaits_placement
from procedures.models import Incident
from procedures.rebuild import items, placement, reported
from procedures.verbs.causes import check_names_cause
from table.play.act import Act
from table.play.declaration import ANYTIME, INSPECTORS, GamePart, Number, Text, check_of_nothing, verb
from table.play.sealed import check_real
from table.play.state import TableState
from table.play.texts import misfit
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require

Places = Annotated[dict[str, Annotated[list[int], msgspec.Meta(max_length=20)]], msgspec.Meta(max_length=20)]
Lost = Annotated[list[int], msgspec.Meta(max_length=20)]
Pairs = Annotated[list[list[int]], msgspec.Meta(max_length=60)]


def check_report(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_ARGUMENTS) a report without words where its answers alone do not tell what happened.

    Refuses also what the ``at_press`` of its kind does. A report of a kind that nobody reports, or whose
    answers do not fit it, passes here: the verb refuses it.
    """
    require(
        given["text"] or not needs_words(given["kind"], given["facts"]),
        Code.ARGUMENTS,
        "Write what has happened: the Direzione decides on it, and the answers alone do not say it.",
        source=act.cite("unforeseen"),
    )
    answered = _answered(given["kind"], given["facts"])
    if answered is not None:
        kind, answers = answered
        if kind.at_press is not None:
            kind.at_press(act, answers)


def needs_words(kind: str, facts: dict[str, Any]) -> bool:
    """Whether a report with these answers has to say in words what happened; False where they do not fit the kind."""
    answered = _answered(kind, facts)
    return answered is not None and answered[0].in_words(answered[1])


def _answered(name: str, facts: dict[str, Any]) -> tuple[Kind, Answers] | None:
    """Return the kind of this name and the answers; None where they do not fit it, or nobody reports such a kind."""
    try:
        _article, kind = _that_can_be_reported(name)
        return kind, _facts(kind, facts)
    except Refused:
        return None


@verb(
    title=pgettext_lazy("act", "report an incident"),
    said=(pgettext_lazy("record", "%(kind)s: %(text)s"), pgettext_lazy("record", "%(kind)s")),
    roles=REPORTERS,
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup", "shoe"],
    while_held=True,
    source="cases",
    part=GamePart.REPORTS,
    public="kind",
    at_press=check_report,
)
def report_incident(
    act: Act, *, kind: str, facts: dict[str, Any], caused_by: str | None = None, text: Text | None = None
) -> None:
    """Open an incident of this kind with these answers, or complete one that awaits a report of where the cards lie.

    That is one of this kind that the table noticed in the held coup. ``caused_by`` is a badge; ``text`` says what
    happened, or what the guest of a dispute claims. Refuses (E_ARGUMENTS) a kind that nobody reports, unfit answers, an
    unknown badge, (E_SHOE) real cards with a virtual shoe, (E_PHASE) without a coup a kind neither reported between
    coups nor rebuilt, (E_ROLE) a cause by anybody but an Ispettore di Gioco, and as its ``take_in``. Records
    ``incident_reported``, or ``incident_evidence`` of one completed, and what ``take_in`` does.
    """
    article, declared = _that_can_be_reported(kind)
    if declared.of_real_cards:
        check_real(act, act.state.shoe)
    reported = _facts(declared, facts)
    require(
        act.state.coup is not None or declared.between_coups or declared.rebuilds,
        Code.PHASE,
        "That belongs to a coup, and none is being played.",
        source=act.cite("cases"),
    )
    if caused_by is not None:
        check_names_cause(act, caused_by)
    noticed = _noticed(act.state, declared)
    if noticed is None:
        open_case(act, article, declared, reported, caused_by=caused_by or "", words=text)
    else:
        _complete_noticed(act, noticed, declared, reported, caused_by=caused_by or noticed.caused_by)


def _that_can_be_reported(name: str) -> tuple[Article, Kind]:
    """Return the kind of this name with its article.

    Refuses (E_ARGUMENTS) one that is unknown, or that nobody reports.
    """
    found = KINDS.get(name)
    if found is None or not found[1].asks:
        raise Refused(Code.ARGUMENTS, "“%(kind)s” cannot be reported.", kind=name[:30])
    return found


def _noticed(state: TableState, kind: Kind) -> Incident | None:
    """Return the open case of this kind that the table noticed in the held coup, if it awaits a report of the layout.

    None otherwise, as without a coup that is held.
    """
    if state.coup is None or not state.coup.held:
        return None
    cases = placement.open_cases(state)
    return next((case for case in cases if kind_of(case) is kind and awaits_placement(case)), None)


def _complete_noticed(act: Act, case: Incident, kind: Kind, reported: Answers, *, caused_by: str) -> None:
    """Add the report to the case that the table noticed, lay its cards as it says, set its cause, and save it.

    Refuses and records as ``take_in`` of the kind does; then records ``incident_evidence`` with the number of the case.
    Last it recomputes what follows from the open cases: answers, whether the coup is held, who is awaited.
    """
    kind.take_in(act, case, reported)
    case.caused_by = caused_by
    act.update(case)
    act.effect("incident_evidence", incident=case.number, source="statement")
    refresh_open_cases(act)


def _facts(kind: Kind, facts: dict[str, Any]) -> Answers:
    """Read the answers of a report. Refuses (E_ARGUMENTS) those that do not fit the kind."""
    assert kind.asks is not None
    try:
        return msgspec.convert(facts, kind.asks, strict=True)
    except msgspec.ValidationError as error:
        check_of_nothing(error)
        raise Refused(Code.ARGUMENTS, "The report cannot be understood: %(why)s.", why=misfit(error)) from None


def check_says_something(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_NOTHING_REPORTED) evidence that says nothing of any card.

    It passes with a report ``laid``, even an empty one, and with any ``places``, ``before`` or ``lost``; whether these
    make sense the verb checks.
    """
    require(
        given["laid"] is not None or any(given[name] for name in ("places", "before", "lost")),
        Code.NOTHING_REPORTED,
        "This says nothing of any card: say where one lies, when one came, or that nobody knows it.",
        source=act.cite("evidence"),
    )


@verb(
    title=pgettext_lazy("act", "say more of an incident"),
    said=(pgettext_lazy("record", "says more of incident %(incident)s"),),
    roles=REPORTERS,
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup", "shoe"],
    while_held=True,
    source="cases",
    public="incident source",
    at_press=check_says_something,
)
def add_evidence(
    act: Act,
    *,
    incident: Number,
    places: Places | None = None,
    before: Pairs | None = None,
    laid: Laid | None = None,
    lost: Lost | None = None,
    source: Literal["statement", "layout", "video", "shoe"] = "statement",
) -> None:
    """Add evidence to a case that is rebuilt. Records ``incident_evidence``, and as :func:`refresh_open_cases` does.

    ``places`` maps the numbers of cards, as text, to the places (from 1) at which they can have come out; ``before``
    are pairs of numbers, the earlier first; ``laid`` is a new report of the box of each card, in order of extraction,
    which lays them so at once. ``lost`` are places of cards that nobody can tell apart. Refuses as :func:`_open_case`
    does (E_ARGUMENTS, E_FINAL, E_PHASE), (E_EVIDENCE) cards and places that the coup does not have, and at the press
    (E_NOTHING_REPORTED) what says nothing; ``laid`` unless the case is of the coup being played and its betting closed
    (E_PHASE), and as :func:`take_report` does (E_SHOE, E_COUNT, E_EVIDENCE).
    """
    case = _open_case(act, incident)
    if laid is not None:
        require(placement.at_boxes(act.state, case), Code.PHASE, "No card of a coup lies on the table.")
        reported.take_report(act, case, laid)
    if lost:
        items.lose(case, placement.numbers_at(act.state, lost))
    _check_said(act, places or {}, before or [])
    if places or before:
        items.add_statement(act, case, source=source, places=places or {}, before=before or [])
    act.update(case)
    act.effect("incident_evidence", incident=case.number, source=source)
    refresh_open_cases(act)


def _check_said(act: Act, places: Places, before: Pairs) -> None:
    """Refuse (E_EVIDENCE) statements about cards or places that this coup does not have, and a card with no place.

    ``before`` are pairs of numbers of cards, the earlier first; each has to be of two known cards. A card paired with
    itself is not refused here.
    """
    cards = act.state.of_the_hand
    known = {card.number for card in cards}
    for number, said in places.items():
        require(number.isdecimal() and int(number) in known and said, Code.EVIDENCE, NO_SUCH_CARD, count=len(cards))
        placement.check_places(cards, said)
    for pair in before:
        require(len(pair) == 2 and set(pair) <= known, Code.EVIDENCE, NO_SUCH_CARD, count=len(cards))


NO_SUCH_CARD = "The evidence names a card that is not among the %(count)s found."


@verb(
    title=pgettext_lazy("act", "set a statement aside"),
    said=(
        pgettext_lazy("record", "sets aside statement %(statement)s on incident %(incident)s: %(reason)s"),
        pgettext_lazy("record", "sets aside statement %(statement)s on incident %(incident)s"),
    ),
    roles=REPORTERS,
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup"],
    while_held=True,
    source="cases",
    deciders=INSPECTORS,
    public="incident statement",
)
def set_evidence_aside(act: Act, *, incident: Number, statement: Number, reason: Text | None = None) -> None:
    """Set a statement aside so that it no longer counts; it stays in the record. Records ``incident_evidence``.

    ``statement`` is the entry in which it was made. Whoever made it may do so until an inspector has attested, the
    Ispettore di Gioco at any time. Refuses as :func:`_open_case` does (E_ARGUMENTS, E_FINAL, E_PHASE), (E_EVIDENCE) an
    unknown statement or one that is set aside already, (E_ROLE) anybody else, and (E_ARGUMENTS) the Ispettore without a
    reason, unless it is their own and nobody has attested yet.
    """
    case = _open_case(act, incident)
    found = next((it for it in items.items_of(case) if it.number == statement and not it.aside), None)
    if found is None:
        raise Refused(Code.EVIDENCE, "There is no such statement on this incident.")
    own = act.actor == found.by and not case.attestations.exists()
    require(
        own or act.role == Role.ISPETTORE_GIOCO,
        Code.ROLE,
        "A statement is set aside by who made it, and once an inspector is present by the Ispettore di Gioco.",
    )
    require(
        own or reason,
        Code.ARGUMENTS,
        "What somebody else has said is set aside for a reason that stands in the record.",
    )
    items.set_aside(case, statement, entry=act.number)
    act.update(case)
    act.effect("incident_evidence", incident=case.number, source=found.source)
    refresh_open_cases(act)


def _open_case(act: Act, number: int) -> Incident:
    """Return an incident that is open, not referred, and answered by a reconstruction.

    Refuses (E_ARGUMENTS) an unknown one, (E_FINAL) a decided one, and (E_PHASE) any other.
    """
    case = of_number(act, number)
    require(
        case.status == Incident.Status.OPEN and kind_of(case).rebuilds,
        Code.PHASE,
        "Nothing is rebuilt in this incident.",
    )
    return case


@verb(
    title=pgettext_lazy("act", "withdraw an incident"),
    said=(pgettext_lazy("record", "withdraws incident %(incident)s"),),
    roles=REPORTERS,
    tables=ANYTIME,
    ground=["coup"],
    moves=["coup", "shoe"],
    while_held=True,
    source="cases",
    deciders=INSPECTORS,
    public="incident",
    at_press=check_dispute_seen,
)
def withdraw_incident(act: Act, *, incident: Number) -> None:
    """Withdraw an incident, and take back what it reported of where the cards lie (:func:`restore_recorded`).

    Refuses (E_ARGUMENTS) an unknown and (E_FINAL) a decided incident, (E_REGOLA) one that the table noticed by the
    cards themselves, (E_PHASE) one that is referred, (E_ROLE) anybody but an Ispettore di Gioco or, until an inspector
    has attested it, its reporter, and (E_EVIDENCE) where faces turned since do not fit there. Records
    ``incident_decided``, and what changes by it: where the cards lie, ``coup_freed``, ``decision_awaited``.
    """
    case = of_number(act, incident)
    require(
        not (case.noticed and kind_of(case).by_the_cards),
        Code.REGOLA,
        "The cards themselves say it: put right what was keyed wrong, or have it rebuilt.",
        source=act.cite("cases.remedy"),
    )
    require(
        case.status == Incident.Status.OPEN,
        Code.PHASE,
        "It waits for the decision of the Direzione.",
        source=act.cite("unforeseen"),
    )
    _check_withdraws(act, case)
    reported.restore_recorded(act, case)
    decide(act, [case], Incident.Status.WITHDRAWN)
    refresh_open_cases(act)


def _check_withdraws(act: Act, case: Incident) -> None:
    """Refuse (E_ROLE) all but an Ispettore di Gioco and, until an inspector has attested, the reporter.

    A case that the table noticed has no reporter.
    """
    if act.role == Role.ISPETTORE_GIOCO:
        return
    require(
        act.actor == case.reported_by,
        Code.ROLE,
        "An incident is withdrawn by who reported it, or by an Ispettore di Gioco.",
    )
    require(
        not is_known_of([case]),
        Code.ROLE,
        "An inspector has attested it: from here on an Ispettore di Gioco withdraws it.",
        source=act.cite("cases.attested"),
    )
