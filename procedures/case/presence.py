"""Presence at an incident: who has to be there, and whose word counts. Super Punto Banco, Premessa, Art. 4, 6 to 8.

An attestation counts while its person is at work at the table (:mod:`table.play.presence`). That they gave
it stays in the record.
"""

from collections.abc import Collection, Iterable

from procedures.articles import ARTICLES, kind_of
from procedures.articles.article import BOTH, ISPETTORE
from procedures.models import Attestation, Incident
from table.models import Entry, StaffPresence
from table.play.act import Act
from table.play.presence import PressedAt, may_attest_from, stands
from table.play.state import TableState
from table.record import chain
from table.rules.corrections import CORRECTABLE
from table.rules.profile import Profile, Role
from table.rules.refusal import Code, Listed, require

PREMISE, SERVED_WRONGLY = 0, frozenset({6, 7, 8})
"""Number of the premise, and of the articles on cards that the dealer served wrongly."""
BEGIN_A_HAND = ("open_bets", "play_blank", "burn")
"""Verbs with which a hand begins, or the one before it ends."""


def required(profile: Profile, cases: Iterable[Incident]) -> frozenset[Role]:
    """Return the offices that have to be present for all of these cases together; empty where no article asks for any.

    They are those that the articles ask for, the two inspectors or the Direzione. In a house whose rules ask for no
    Ispettore Comunale only the Ispettore di Gioco is left of them, or nobody: the Direzione is left out as well. In
    one that always asks for both inspectors it is these two and nobody else, wherever an article asks for anybody.
    """
    by_article = frozenset[Role]().union(*(ARTICLES[case.article].present for case in cases))
    if not by_article or profile.presence == "ispettore_gioco":
        return by_article & ISPETTORE
    return BOTH if profile.presence == "always_both" else by_article


def attested(state: TableState, cases: Collection[Incident]) -> dict[str, Role]:
    """Map badge to role, as attested, for those whose attestations of any of these cases count now.

    They count while their person has been at work here without a break since, and caused none of these cases. Of
    several by one person in different roles the latest one counts.
    """
    return by_their_word(cases, Attestation.objects.filter(incident__in=cases), state.staff)


def by_their_word(
    cases: Iterable[Incident], said: Iterable[Attestation], staff: Iterable[StaffPresence]
) -> dict[str, Role]:
    """Map badge to role, as attested, for the attestations that count.

    They count while their person has been at work here without a break since attesting, as ``staff`` has it, and
    is named as the cause of no case; they may have come after the case was opened. Of several by one person the last in
    ``said`` gives the role.
    """
    causes, since = {case.caused_by for case in cases}, {it.person.badge: it.since for it in staff}
    return {it.badge: Role(it.role) for it in said if it.badge not in causes and stands(it.number, since.get(it.badge))}


def is_known_of(cases: Collection[Incident]) -> bool:
    """Whether an inspector has attested one of these, even one who has left since."""
    return Attestation.objects.filter(incident__in=cases).exists()


def check(act: Act, cases: list[Incident], topic: str = "presence") -> None:
    """Refuse (E_PRESENCE) unless all offices needed for these cases have attested, and the actor is among who attested.

    Nobody needs to be where no article of theirs asks for anybody. That somebody is not there yet is refused by
    ``topic``, or as :func:`whose_word` has it.
    """
    present, needed = attested(act.state, cases), required(act.state.profile, cases)
    missing = sorted(needed - set(present.values()))
    source = act.cite(whose_word(act.state.profile, cases, topic))
    require(
        not missing,
        Code.PRESENCE,
        "Not yet present by their own sign-in: %(roles)s.",
        source=source,
        roles=Listed(missing),
    )
    require(
        not needed or act.actor in present,
        Code.PRESENCE,
        "Who decides is one of those who are present: attest your presence first.",
        source=act.cite("presence.decides"),
    )


def whose_word(profile: Profile, cases: Iterable[Incident], topic: str) -> str:
    """Return the topic by which these offices have to be there: ``topic``, unless another rule of the house says it.

    Only "presence" is ever replaced, and not where the house has the Ispettore di Gioco alone in every case: by
    "presence.premise" if a case is under the premise; else by "cases.order_lost" where the offices go by the article,
    and no case is under one of SERVED_WRONGLY.
    """
    articles = {case.article for case in cases}
    if topic != "presence" or profile.presence == "ispettore_gioco":
        return topic
    if PREMISE in articles:
        return "presence.premise"
    if profile.presence == "lex_specialis" and not articles & SERVED_WRONGLY:
        return "cases.order_lost"
    return topic


# --- who attests, and from where


def check_from_where(act: Act, case: Incident, device: PressedAt) -> None:
    """Refuse (E_PRESENCE) who attests elsewhere than at the table's console and was not at work here before the case.

    Either is enough to be admitted; a house may admit any device (``attest_from``).
    """
    require(
        may_attest_from(act, device, before=case.number),
        Code.PRESENCE,
        "Who was not at work at this table before the case was opened attests it at the table’s own console.",
        source=act.cite("attest_from"),
    )


def check_is_no_party(act: Act, case: Incident) -> None:
    """Refuse (E_PRESENCE_SELF) the actor if they caused the incident, or had a hand in what it puts right.

    The latter is, before the case was opened, to correct a card or the declaration of this hand, or to withdraw or
    ratify a case of the same kind and coup (:func:`had_a_hand_in`). Whoever reported the case may attest it.
    """
    require(
        act.actor != case.caused_by,
        Code.PRESENCE_SELF,
        "Who caused the incident does not attest it for the house.",
        source=act.cite("presence.no_party"),
    )
    require(
        not had_a_hand_in(act.table.code, case, act.actor),
        Code.PRESENCE_SELF,
        "Who keyed, ordered or withdrew what is put right here does not attest it for the house.",
        source=act.cite("presence.no_party"),
    )


def had_a_hand_in(register: str, case: Incident, badge: str) -> bool:
    """Whether somebody had a part, before the case was opened, in what it puts right.

    That is: they withdrew or ratified an earlier case of the same kind and coup, or corrected a card or the declaration
    of this hand, each by a decision or press of their own. Always False of a case without a coup, or one that is not
    answered by a reconstruction. Corrections count since the last of BEGIN_A_HAND. ``register`` is the table's code.
    """
    if case.coup_id is None or not kind_of(case).rebuilds:
        return False
    decided = Incident.objects.filter(coup_id=case.coup_id, kind=case.kind, decided_by=badge, decided__lt=case.number)
    if decided.filter(status__in=(Incident.Status.WITHDRAWN, Incident.Status.RATIFIED)).exists():
        return True
    before = Entry.objects.filter(register=register, number__lt=case.number).order_by("-number")
    began = before.filter(verb__in=BEGIN_A_HAND).values_list("number", flat=True).first() or 0
    keyed = before.filter(number__gt=began, actor=badge, verb="correct_entry").values_list("arguments", flat=True)
    return any(CORRECTABLE[chain.read(it)["what"]].of_the_hand for it in keyed)
