"""Uncollected chips, kept for their owner until the Direzione disposes of them. Super Punto Banco, Art. 15.

What is paid before the place of somebody who is gone the table keeps by itself. Whatever else is found there the dealer
or the Ispettore di Gioco reports: it is out of action, play goes on, and the house never books it by itself. Winnings
of more than the coup posted there, or chips above the maximum of the table, an inspector confirms if the dealer keyed
them (:mod:`procedures.verbs.of_one_article`).
"""

from collections import Counter
from typing import Annotated, Literal, NamedTuple

import msgspec
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import Answers, Article, Kind, Remedy, by_law
from procedures.articles.offer import Offer, always
from procedures.models import Incident
from table.models import Coup, Stake, Uncollected
from table.play.act import Act
from table.play.declaration import Amount
from table.play.money import keep_uncollected
from table.play.seats import check_guest
from table.play.stakes import unchanged_notes
from table.play.state import TableState, laid
from table.rules.payout import HANDED_BACK
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.reading import check_position
from table.rules.refusal import Code, require
from table.rules.stakes import check_changed
from table.words.terms import UNCOLLECTED


class Left(Answers, frozen=True):
    """Answers: where it lies, what it is, its amount in cents, and whose it is, if somebody knows."""

    position: Annotated[str, msgspec.Meta(max_length=8)]
    left: Literal["winnings", "stake", "chips", "notes"]
    amount: Amount
    owner: str | None = None


def take_in(act: Act, case: Incident, facts: Left) -> None:
    """Take into custody what was left, and settle the case; records ``kept_for_owner``.

    If a dealer reports more than the record can explain (:func:`_is_more_than_known`), nothing is taken, and the case
    stays open for an inspector; an inspector's report is never too much. Refuses (E_PHASE) a stake at a position with
    stakes on a running coup that is not paid, (E_ARGUMENTS) what is in custody already, or an ``owner`` that is no key
    of a guest, and (E_POSITION) a position that the table does not have.
    """
    state = act.state
    check_position(state.profile, facts.position)
    if facts.owner is not None:
        check_guest(facts.owner)
    _check_does_not_play(act, staked=facts.left == "stake" and bool(_that_play(state, facts.position)))
    _check_is_not_in_custody(act, facts)
    if act.role == Role.DEALER and _is_more_than_known(act, facts):
        return
    keep(act, facts, state.coup)
    by_law(act, case)


def check_notes_do_not_play(act: Act, facts: Left) -> None:
    """Refuse banknotes at a position where a stake on the running coup has some that are still to be changed.

    Refuses (E_PHASE) before the coup is paid, (E_CASH_PENDING) after. Others may lie there beside a stake without any,
    as other chips may beside any stake. Called for new reports alone, as those on record may have been of such
    banknotes.
    """
    state = act.state
    if facts.left != "notes":
        return
    staked = [it for it in state.stakes if it.position == facts.position and unchanged_notes(state, it)]
    _check_does_not_play(act, staked=bool(staked) and bool(_that_play(state, facts.position)))
    check_changed(state.profile, [laid(it) for it in staked])


def _that_play(state: TableState, position: str) -> list[Stake]:
    """List the stakes at a position on a running coup that is not paid; [] for any other, and between coups."""
    if state.coup is None or state.phase in (Phase.SETTLED, Phase.ENDED):
        return []
    return [it for it in state.stakes if it.position == position]


def _check_does_not_play(act: Act, *, staked: bool) -> None:
    """Refuse (E_PHASE) what is ``staked`` on the running coup."""
    require(
        not staked,
        Code.PHASE,
        "What is staked on the running coup plays until it is paid; only then is it out of action.",
        source=act.cite("uncollected.out"),
    )


def _check_is_not_in_custody(act: Act, facts: Left) -> None:
    """Refuse (E_ARGUMENTS) chips of the same coup, position, kind and amount as some that are in custody.

    Chips found between two coups have no coup, and are compared with such. A report that names another owner than
    theirs passes. So does any where those were taken before the entry ``since`` of :func:`posted`, or, if they have no
    coup, before its entry ``paid``.
    """
    state, latest = act.state, posted(act.state, facts.position)
    reported = (state.coup and state.coup.pk, facts.position, facts.left, facts.amount)
    alike = (
        it
        for it in state.custody
        if (it.coup_id, it.position, it.kind, it.amount) == reported
        and it.number >= (latest.since if it.coup_id is not None else latest.paid)
        and facts.owner in (None, it.owner)
    )
    _refuse_what_is_in_custody(act, next(alike, None))


def check_is_not_in_custody_since(act: Act, case: Incident, facts: Left) -> None:
    """Refuse (E_ARGUMENTS) to confirm chips that were taken into custody since this case reported them.

    That is of the same coup, position, kind and amount, unless the case names another owner than theirs.
    """
    since = act.table.uncollected.filter(number__gt=case.number, coup=case.coup_id, position=facts.position)
    found = since.filter(
        kind=facts.left, amount=facts.amount, **({"owner": facts.owner} if facts.owner else {})
    ).first()
    _refuse_what_is_in_custody(act, found)


def _refuse_what_is_in_custody(act: Act, found: Uncollected | None) -> None:
    """Refuse (E_ARGUMENTS) chips that are in custody already, as ``found``; None passes."""
    require(
        found is None,
        Code.ARGUMENTS,
        "That is kept already, under slip %(slip)s.",
        source=act.cite("custody"),
        slip=found and found.slip,
    )


def keep(act: Act, facts: Left, coup: Coup | None) -> None:
    """Take the chips that were left into custody for ``facts.owner``, or for somebody unknown where that is None.

    ``coup`` is the one they are recorded with, if any. Records ``kept_for_owner``.
    """
    owner = facts.owner or ""
    stored = keep_uncollected(
        act, Uncollected.Kind(facts.left), facts.amount, position=facts.position, owner=owner, coup=coup
    )
    act.effect("kept_for_owner", slip=stored.slip, position=facts.position, amount=facts.amount, guest=owner)


def sits_there(state: TableState, position: str, guest: str | None) -> bool:
    """Whether the guest with this key holds this position and is present at it; False for None.

    False, too, for a position that the table no longer has: rules with others may have come into force since.
    """
    place = state.positions.get(position)
    return place is not None and place.present and place.holder is not None and place.holder.key == guest


def _is_more_than_known(act: Act, facts: Left) -> bool:
    """Whether winnings left are more than the latest coup posted at the position, or other chips more than the maximum.

    Chips of this kind taken into custody at that position since that posting count, too (:class:`Posted`, ``paid``).
    The maximum is the highest of the main limits; without any, other chips are never more.
    """
    latest = posted(act.state, facts.position)
    since_then = act.table.uncollected.filter(position=facts.position, kind=facts.left, number__gte=latest.paid)
    amount = facts.amount + sum(since_then.values_list("amount", flat=True))
    if facts.left == "winnings":
        return amount > latest.brought
    highest = [it.maximum for it in act.state.limit_ranges if it.kind == "main"]
    return bool(highest) and amount > max(highest)


class Posted(NamedTuple):
    """Cents that the latest coup brought the stakes of a position, and entries by number, 0 where there are none.

    ``since`` is the first that posted money of them; ``paid`` is that, else the first that posted any of the coup's,
    else the one by which it ended.
    """

    brought: int
    since: int
    paid: int


def posted(state: TableState, position: str) -> Posted:
    """Return what the coup on the table brought a position, and since which entries.

    Before it has posted money for any position, it is the coup that ended last, read from the database. Each stake
    counts with the sum of its money lines, without what was handed back, if that is positive. Zeros where no coup has
    ended yet.
    """
    coup = state.coup if state.coup is not None and state.money else None
    if coup is None:
        coup = Coup.objects.filter(table=state.table, ended=True).order_by("-pk").first()
    if coup is None:
        return Posted(0, 0, 0)
    by_stake, since, paid = Counter[int](), list[int](), list[int]()
    for at, kind, stake, amount, number in coup.money.values_list(
        "stake__position", "kind", "stake", "amount", "number"
    ):
        paid.append(number)
        if at == position and kind not in HANDED_BACK:
            by_stake[stake] += amount
            since.append(number)
    brought = sum(amount for amount in by_stake.values() if amount > 0)
    return Posted(brought, min(since, default=0), min(since or paid, default=coup.ended_at or 0))


ARTICLE = Article(
    number=15,
    title=_("What nobody collects"),
    first=_("lay it apart: where, what, how much"),
    kinds=(
        Kind(
            "uncollected",
            _("Chips lie there that nobody collects"),
            take_in,
            asks=Left,
            words={
                "position": _("At which position?"),
                "left": _("What is it?"),
                "amount": _("How much?"),
                "owner": _("Whose is it, if somebody knows?"),
            },
            answers={"left": UNCOLLECTED},
            at_press=check_notes_do_not_play,
            offer=Offer(
                place=16, words=pgettext_lazy("incident", "chips that nobody collects"), when=always, group="money"
            ),
            between_coups=True,
        ),
    ),
    remedies=(Remedy.PLAY_ON, Remedy.KEEP),
    topics=("uncollected", "uncollected.out"),
)
