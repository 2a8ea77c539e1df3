"""End of the coup: once its cards are burned, a dispute moves words and money alone. Super Punto Banco, Art. 10.

Cards, result and Button stay as they are, and nothing is opened again. A dispute is raised for a position about a coup
that is over, holds up nothing at the table, and is decided by the office that the house names
(:mod:`procedures.verbs.disputing`), or by the Direzione where it is referred to it.
"""

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import Answers, Article, Kind, Remedy
from procedures.articles.offer import Offer, always, line, upright
from procedures.models import Incident
from table.models import Coup, Stake
from table.play.act import Act
from table.play.declaration import Amount
from table.play.seats import check_guest
from table.rules.phase import Phase
from table.rules.profile import Profile, Role
from table.rules.reading import check_position
from table.rules.refusal import Code, Refused, require
from table.rules.regola import Outcome


class Dispute(Answers, frozen=True):
    """Answers about a dispute. ``coup``: its taglia and its number, "3.12". ``position``: where; ``about``: what.

    ``guest``: whose claim it is, where the position does not tell. ``amount``: how much they claim, in cents, if they
    name an amount.
    """

    coup: Annotated[str, msgspec.Meta(max_length=12)]
    position: Annotated[str, msgspec.Meta(max_length=8)]
    about: Literal["payment", "stake", "result"]
    guest: str | None = None
    amount: Amount | None = None


ABOUT = {
    "payment": pgettext_lazy("dispute", "what was paid or collected"),
    "stake": pgettext_lazy("dispute", "what had been staked, or whose it was"),
    "result": pgettext_lazy("dispute", "the cards or the points"),
}


def check_was_played(act: Act, facts: Dispute) -> None:
    """Refuse (E_PHASE) to report a dispute about a cancelled coup: all stakes went back before a card was drawn.

    Called for new reports alone, as one on record may have such a coup. A coup that the table does not know, or that
    goes on, passes here: :func:`take_in` refuses it.
    """
    coup = _coup_of(act, facts.coup)
    require(
        coup is None or coup.outcome != Outcome.CANCELLED,
        Code.PHASE,
        "This coup was not played: no card was drawn, and all stakes went back. There is nothing of it to dispute.",
        source=act.cite("cases"),
    )


def take_in(act: Act, case: Incident, facts: Dispute) -> None:
    """Raise the dispute about a coup that is over; it is open until decided. Records ``dispute_raised``.

    The case is given that coup, the phase "ended" and the guest, and is not saved. Refuses (E_ARGUMENTS) an unknown
    coup, what is no key of a guest, and a claim whose guest neither the report nor the position tells; (E_PHASE) a coup
    that is not over; (E_POSITION) a position that the rules of the coup do not have; (E_NO_CLAIM) to dispute the result
    of a coup that is null as it had too few cards; and as :func:`_check_is_not_settled` (E_INCIDENT_OPEN, E_FINAL).
    """
    coup = _coup_that_is_over(act, facts.coup)
    check_position(coup.policy.profile, facts.position)
    require(
        coup.outcome != Outcome.NULL_SEVEN or facts.about != "result",
        Code.NO_CLAIM,
        "This coup is null: too few cards were left, and no claim is admitted.",
        source=act.cite("min_last_coup_cards"),
    )
    guest = facts.guest or _who_plays_at(act, coup, facts.position)
    check_guest(guest)
    _check_is_not_settled(act, coup, guest, facts.about)
    case.coup, case.phase, case.facts = coup, Phase.ENDED.value, case.facts | {"guest": guest}
    act.effect("dispute_raised", coup=coup.key, position=facts.position, guest=guest, about=facts.about)


def _coup_that_is_over(act: Act, key: str) -> Coup:
    """Return the coup with this key, its taglia and number as in "3.12", if it is over: burned, or cancelled.

    Refuses (E_ARGUMENTS) a key of another form or of no coup at this table, and (E_PHASE) a coup that is not over.
    """
    coup = _coup_of(act, key)
    if coup is None:
        raise Refused(Code.ARGUMENTS, "There is no coup “%(coup)s” at this table.", coup=key)
    require(
        coup.ended,
        Code.PHASE,
        "The cards of this coup are not burned yet: what went wrong is reported, and put right.",
        source=act.cite("disputes_decided_by.over"),
    )
    return coup


def _coup_of(act: Act, key: str) -> Coup | None:
    """Return the coup of this table with this key; None for a key of another form or of no coup."""
    taglia, _dot, number = key.partition(".")
    if not (taglia.isdecimal() and number.isdecimal()):
        return None
    coups = Coup.objects.order_by().select_related("shoe", "policy")
    return coups.filter(shoe__table=act.table, shoe__taglia=taglia, number=number).first()


def _who_plays_at(act: Act, coup: Coup, position: str) -> str:
    """Return the key of who staked in the coup at this position; where nobody did, of the guest who plays there now.

    That is whoever holds the position, present or not, or stands there. Refuses (E_ARGUMENTS) where there is nobody, or
    more than one.
    """
    staked = dict.fromkeys(Stake.objects.filter(coup=coup, position=position).values_list("bettor", flat=True))
    place = act.state.positions.get(position)
    sits = [place.holder.key] if place is not None and place.holder is not None else []
    there = [*staked] or [*sits, *(it.guest.key for it in act.state.standing if it.position == position)]
    require(
        len(there) == 1,
        Code.ARGUMENTS,
        "Say whose claim it is: position %(position)s does not tell it.",
        position=position,
    )
    return there[0]


def _check_is_not_settled(act: Act, coup: Coup, guest: str, about: str) -> None:
    """Refuse (E_INCIDENT_OPEN) a guest's second dispute about a coup while their first is undecided, also if referred.

    Refuse (E_FINAL) any dispute of this guest about the coup once the Direzione has ruled on one of theirs, and one
    about its result once it has ruled on any case of the coup that was no dispute.
    """
    before = Incident.objects.filter(coup=coup)
    own = [case for case in before if case.facts.get("guest") == guest and case.article == ARTICLE.number]
    require(
        not any(case.stands for case in own),
        Code.INCIDENT_OPEN,
        "A dispute of “%(guest)s” about this coup is open already.",
        source=act.cite("cases.once"),
        guest=guest,
    )
    ruled = [case for case in before if case.status == Incident.Status.RULED]
    require(
        not any(case in own or (about == "result" and case.article != ARTICLE.number) for case in ruled),
        Code.FINAL,
        "The Direzione has decided on this coup; its decision is final.",
        source=act.cite(final_by(act.state.profile)),
    )


def who_decides(profile: Profile, case: Incident) -> Role:
    """Return the office that decides: the one that the house names, or the Direzione once it is referred to it."""
    return Role.DIREZIONE if case.status == Incident.Status.REFERRED else profile.disputes_decided_by


def final_by(profile: Profile) -> str:
    """Return the topic by which a decision of the Direzione on a dispute is final.

    It is ``disputes_decided_by`` where the house has the Direzione decide disputes, else ``unforeseen``.
    """
    return "disputes_decided_by" if profile.disputes_decided_by == Role.DIREZIONE else "unforeseen"


def bettors(case: Incident, stakes: Sequence[Stake]) -> dict[str, str]:
    """Map the keys of guests whose money a decision may move to their positions: who disputes, and all who staked.

    A guest with stakes at several positions has that of the first in ``stakes``; who disputes has the disputed one, and
    comes first.
    """
    own = {case.facts["guest"]: case.facts["position"]}
    return own | {stake.bettor: stake.position for stake in reversed(stakes)} | own


ARTICLE = Article(
    number=10,
    title=_("The end of the coup"),
    first=_("promise nothing: report the coup and the position"),
    kinds=(
        Kind(
            "dispute",
            _("A coup that is over is disputed"),
            take_in,
            asks=Dispute,
            words={
                "coup": _("Which coup?"),
                "position": _("For which position?"),
                "about": _("What is disputed?"),
                "guest": _("Whose claim is it?"),
                "amount": _("How much is claimed?"),
            },
            answers={"about": ABOUT},
            at_press=check_was_played,
            offer=Offer(
                place=15,
                words=pgettext_lazy("incident", "a coup that is over is disputed"),
                drawing=(upright(8, 7), upright(29, 7), line("M54 14C54 6 66 6 66 14 66 19 60 18 60 25M60 31V32")),
                when=always,
                group="money",
                likely=(None, Phase.BETTING),
            ),
            between_coups=True,
            after_burning=True,
        ),
    ),
    remedies=(Remedy.DECIDE, Remedy.REFER),
    topics=("disputes_decided_by.over", "disputes_decided_by", "correction_second_from"),
)
