"""Life of an incident: it is opened, holds its coup while undecided if it blocks, and is decided."""

from collections.abc import Mapping, Sequence
from typing import Any

from procedures.articles import kind_of, leaves_undue
from procedures.articles.article import Answers, Article, Kind
from procedures.articles.article_10_end_of_the_coup import final_by
from procedures.case import verdicts
from procedures.models import SPOKEN_OF, UNCONFIRMED, UNDECIDED, Incident
from procedures.rebuild import items, placement, remedies
from table.models import Coup, Entry, Severity
from table.play import alerts
from table.play.act import Act
from table.play.presence import on_duty
from table.play.shoe import law_here
from table.play.state import TableState
from table.record import chain
from table.record.past.rules_then import policy_at
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require

NAMES_ITS_COUP = 18
"""First law under which the entry that opens a case names the coup in which it came up."""


def open_case(
    act: Act,
    article: Article,
    kind: Kind,
    facts: Answers,
    *,
    noticed: dict[str, Any] | None = None,
    caused_by: str = "",
    words: str | None = None,
) -> Incident:
    """Open an incident: let its kind take it in, save it, raise its alert, hold the coup if it blocks; return it.

    ``facts`` are the answers of a report, ``words`` the digest of its text or None, ``caused_by`` who caused it or "",
    ``noticed`` the facts by which the table noticed it, else None. Refuses and records as `take_in`, and as what
    follows; records ``incident_referred`` if it is, and ``incident_noticed`` or ``incident_reported``.
    """
    case = Incident(
        table=act.table,
        coup=act.state.coup,
        article=article.number,
        kind=kind.name,
        number=act.number,
        phase=act.state.phase or "idle",
        reported_by="" if noticed is not None else act.actor,
        caused_by=caused_by,
        noticed=noticed is not None,
        facts=_plain(facts) if noticed is None else noticed,
        blocking=kind.blocking,
    )
    kind.take_in(act, case, facts)
    if case.status == Incident.Status.REFERRED:
        act.effect("incident_referred", incident=case.number, **({"reason": words} if words else {}))
    if case.stands and kind.rebuilds and not _others_are_rebuilt(act):
        _settle_in_bianco(act, [case])
    act.insert(case)
    _record_opening(act, case)
    alerts.raise_of_case(act, severity_of(case), noticed=case.noticed)
    if case.blocking or (case.coup is not None and case.coup.held):
        refresh_open_cases(act)
    return case


def _others_are_rebuilt(act: Act) -> bool:
    """Whether an undecided case on record holds the coup and is rebuilt; False without a coup."""
    coup = act.state.coup
    return coup is not None and coup.held and any(kind_of(it).rebuilds for it in placement.open_cases(act.state))


def _record_opening(act: Act, case: Incident) -> None:
    """Record ``incident_noticed`` for a case that the table noticed by itself, else ``incident_reported``.

    With article, kind, whether it holds up play, and the dealer on duty, who need not have caused it; in a taglia that
    started under the law NAMES_ITS_COUP or a later one also with the coup that is being played, unless it is a dispute.
    """
    act.effect(
        "incident_noticed" if case.noticed else "incident_reported",
        article=case.article,
        kind=case.kind,
        holds=case.blocking and case.stands,
        on_duty=on_duty(act.state),
        **_its_coup(act.state, case),
    )


def _its_coup(state: TableState, case: Incident) -> dict[str, str]:
    """Return the key of the coup being played, as ``coup``, where the case came up in it; {} under an earlier law."""
    coup = state.coup
    if coup is None or case.coup_id != coup.pk or law_here(state) < NAMES_ITS_COUP:
        return {}
    return {"coup": coup.key}


def severity_of(case: Incident) -> Severity:
    """Return the severity of a case's alert: NOTICE once it is decided, HOLDS where it holds play, else PERSON."""
    if not case.stands:
        return Severity.NOTICE
    return Severity.HOLDS if case.blocking else Severity.PERSON


def _plain(facts: Answers) -> dict[str, Any]:
    """Map the names of the answers to their values, without those that are None."""
    return {name: value for name in facts.__struct_fields__ if (value := getattr(facts, name)) is not None}


def _settle_in_bianco(act: Act, cases: list[Incident]) -> None:
    """Lay the cards as the Regola has them and set these cases to SETTLED_BY_LAW, without saving the cases.

    Does nothing unless the coup is in bianco (without stakes, so that no inspector is needed), all cases are open, not
    referred, and the reconstruction is clear; nor once the Direzione has let its result stand. Their statements forget
    which cards lay covered. Records as :func:`procedures.rebuild.remedies.lay_anew` does.
    """
    coup = act.state.coup
    if coup is None or not act.state.facts.blank or any(case.status != Incident.Status.OPEN for case in cases):
        return
    try:
        question, made = verdicts.answer(act.state, cases)
    except Refused:
        return
    if made.is_clear and not verdicts.result_stands(act.state):
        remedies.lay_anew(act, question, made, served_is_undue=leaves_undue(cases))
        for case in cases:
            case.status, case.decided = Incident.Status.SETTLED_BY_LAW, act.number
            items.forget_backs(case)


# --- while it is undecided


def refresh_open_cases(act: Act) -> None:
    """Recompute what follows from undecided blocking cases: answers, whether the coup is held, who is awaited.

    In a Colpo in Bianco a clear answer settles those of the coup that are rebuilt (:func:`_settle_in_bianco`).
    Play waits for the Direzione if one is referred to it, else for an Ispettore di Gioco, and for nobody without any.
    Records ``coup_held`` or ``coup_freed``, and ``decision_awaited`` with that role or an empty one, where that has
    changed.
    """
    coup = act.state.coup
    blocking = list(Incident.objects.filter(table=act.table, blocking=True, status__in=UNDECIDED))
    if coup is not None:
        _refresh_in_coup(act, coup, [case for case in blocking if case.coup_id == coup.pk])
    waits = {case.status for case in blocking if case.stands}
    role = Role.DIREZIONE if Incident.Status.REFERRED in waits else Role.ISPETTORE_GIOCO
    awaited = role.value if waits else ""
    if act.table.awaits != awaited:
        act.table.awaits = awaited
        act.effect("decision_awaited", role=awaited)


def _refresh_in_coup(act: Act, coup: Coup, cases: list[Incident]) -> None:
    """Hold the coup while one of these cases is undecided, else free it, whether or not its betting is closed.

    Once that is closed, the answer to those cases whose kind ``rebuilds`` is stored first; in a Colpo in Bianco it may
    settle them. Records "coup_held" or "coup_freed" if that changes, and as :func:`_answer` does.
    """
    rebuilt = [case for case in cases if kind_of(case).rebuilds]
    if rebuilt and coup.closed:
        _answer(act, rebuilt)
    held = any(case.stands for case in cases)
    if coup.held != held:
        coup.held = held
        act.update(coup)
        act.effect("coup_held" if held else "coup_freed")


def _answer(act: Act, cases: list[Incident]) -> None:
    """Store the reconstruction as it is now in each of these cases; in a Colpo in Bianco a clear one settles them.

    Only if it settles them are the cards laid anew as the Regola has them, and the alerts closed. A case is saved only
    where its answer has changed or it was settled. Records as :func:`_settle_in_bianco` does.
    """
    answer = verdicts.in_words(act.state, cases)
    _settle_in_bianco(act, cases)
    for case in cases:
        if case.answer != answer or not case.stands:
            case.answer = answer
            act.update(case)
    if settled := [case.number for case in cases if not case.stands]:
        alerts.close(act, settled)


def currency_then(act: Act, case: Incident) -> str:
    """Return the currency of the table by the rules in force as an incident was opened, a code such as EUR."""
    return policy_at(act.table, case.number).profile.currency


def of_number(act: Act, number: int) -> Incident:
    """Return the undecided incident that this entry opened.

    Refuses (E_ARGUMENTS) a number without an incident at this table, and (E_FINAL) one that is decided.
    """
    case = Incident.objects.filter(table=act.table, number=number).select_related("coup").first()
    if case is None:
        raise Refused(Code.ARGUMENTS, "There is no such incident at this table.")
    ruled, disputed = case.status == Incident.Status.RULED, kind_of(case).after_burning
    source = act.cite(final_by(act.state.profile)) if disputed else act.cite("unforeseen")
    require(
        not ruled,
        Code.FINAL,
        "The Direzione has ruled on it; its decision is final.",
        source=source,
    )
    require(case.stands, Code.FINAL, "This incident is decided already.")
    return case


def cause_named_at(act: Act, number: int) -> int:
    """Return the number of the last `name_cause` entry on a case, 0 if there is none; ``number`` is the case's."""
    rows = Entry.objects.filter(register=act.table.code, verb="name_cause", number__gt=number).order_by("-number")
    named = ((entry, chain.read(text)) for entry, text in rows.values_list("number", "arguments"))
    return next((entry for entry, given in named if given["incident"] == number), 0)


def check_dispute_seen(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_STALE) to withdraw, refer or decide a dispute from a screen that lacks the last entry on it.

    Such entries spoke of the dispute since it was raised, asked for a second person on it, or decided another case of
    its coup. Another kind of case passes. Refuses as :func:`of_number` does. Called for new presses alone: entries on
    record may have done so.
    """
    case = of_number(act, given["incident"])
    if kind_of(case).after_burning:
        others = Incident.objects.filter(coup=case.coup_id, decided__isnull=False).values_list("decided", flat=True)
        act.check_seen(max([*case.facts.get(SPOKEN_OF, []), *filter(None, others)], default=0))


def together(act: Act, case: Incident) -> list[Incident]:
    """List the incidents decided with this one: all undecided ones that hold the present coup, if it is one of them.

    They are one reconstruction, in the order in which they were opened, and read from the database: none is the object
    ``case``. Where it does not hold the present coup, the list has that object alone.
    """
    of_this_coup = act.state.coup is not None and case.coup_id == act.state.coup.pk
    return placement.open_cases(act.state) if of_this_coup and case.blocking else [case]


def to_direzione(act: Act, case: Incident, reason: str, *, holds: bool = True) -> None:
    """Refer a case to the Direzione, and open its alert again; ``holds``: whether it blocks play from now on.

    The case is saved; a decision that waited for a second person is dropped. Records ``incident_referred`` with the
    ``reason``, and what :func:`refresh_open_cases` does.
    """
    case.status, case.blocking = Incident.Status.REFERRED, holds
    case.facts = {name: value for name, value in case.facts.items() if name != UNCONFIRMED}
    act.update(case)
    act.effect("incident_referred", incident=case.number, reason=reason)
    alerts.lead_on(act, case.number, Severity.HOLDS if holds else Severity.PERSON)
    refresh_open_cases(act)


def decide(act: Act, cases: Sequence[Incident], status: Incident.Status, *, by: str = "") -> None:
    """Close these incidents with this status and their alerts; store who decided, and in which entry.

    ``by`` is the badge of who decided, where the actor only agrees; else it is the actor. Their statements forget which
    cards lay covered. Records ``incident_decided`` of each; without any incident nothing is done. A coup that they held
    is held still: the caller refreshes the open cases.
    """
    for case in cases:
        case.status, case.decided_by, case.decided = status, by or act.actor, act.number
        items.forget_backs(case)
        act.update(case)
        act.effect("incident_decided", incident=case.number, article=case.article, status=status.value)
    if cases:
        alerts.close(act, [case.number for case in cases])


def close_by_keys(act: Act, cases: Sequence[Incident]) -> None:
    """Withdraw noticed cases that the cards, after a correction of what was keyed, no longer show.

    The actor counts as who decided. Their alerts remain as notices until an inspector has acknowledged them. Records
    ``incident_decided`` and ``case_closed_by_keys`` of each.
    """
    decide(act, cases, Incident.Status.WITHDRAWN)
    for case in cases:
        act.effect("case_closed_by_keys", incident=case.number, kind=case.kind)
        alerts.lead_on(act, case.number, Severity.NOTICE)
