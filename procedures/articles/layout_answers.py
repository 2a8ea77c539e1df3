"""Answers about where the cards lie, common to all articles whose remedy is a reconstruction."""

from functools import partial
from typing import Annotated, Literal

import msgspec
from django.utils.translation import gettext_lazy as _

from procedures.articles.article import Answers, Kind
from procedures.models import Incident
from procedures.rebuild import items, placement, reported
from table.models import Coup
from table.play.act import Act
from table.rules.refusal import Code, require
from table.rules.regola import Outcome, Side

Box = Literal["punto", "banco"]
Laid = Annotated[list[Box | Literal["out"] | None], msgspec.Meta(max_length=20)]
"""For each card in the order of extraction its box, None for none, "out" for one not out; at most 20, else mistyped."""
Covered = Annotated[list[int], msgspec.Meta(max_length=20)]
WORDS = {
    "laid": _("How many cards of this hand are out, and at which box does each lie, in the order they came out?"),
    "lost": _("Of which cards can nobody tell any more which came first?"),
    "told_apart": _("Does somebody know of every covered card when it came out?"),
    "covered_banco": _("Covered at Banco came out as"),
    "covered_punto": _("Covered at Punto came out as"),
}


class Placement(Answers, frozen=True):
    """Answers about where the cards lie. ``laid``: the box of each card; left out if the record has it right.

    An “out” in it says that no card is out but these. ``lost``: the places in that order, from 1, of the cards that
    nobody can tell apart. ``told_apart``: at these boxes, or wherever it can be said (True), somebody knows of every
    covered card which it is; where a card lies open it cannot be said of all, and where nobody says so it is not known.
    ``covered_punto``, ``covered_banco``: the places of the cards that lie covered there, said where others lie open.
    """

    laid: Laid | None = None
    lost: list[int] = msgspec.field(default_factory=list)
    told_apart: bool | list[Box] = False
    covered_punto: Covered | None = None
    covered_banco: Covered | None = None


placement_kind = partial(Kind, asks=Placement, words=WORDS, of_real_cards=True, blocking=True, rebuilds=True)
"""Declare a kind whose report says where the cards lie: it holds the coup, and its answer is a reconstruction."""


def take_in(act: Act, case: Incident, facts: Placement) -> None:
    """Lay the cards where the report says that they lie, and begin the case's evidence with it.

    The evidence has the ``lost`` cards as a set that nobody can tell apart and, where somebody knows something of the
    covered ones, that as a statement. A report without ``laid`` leaves the cards as recorded. The case is not saved.
    Refuses as :func:`check_can_be_rebuilt` and :func:`procedures.rebuild.reported.take_report` do, and (E_EVIDENCE)
    cards that the hand does not have and places that do not fit the covered ones. May record "not_told_apart".
    """
    check_can_be_rebuilt(act)
    if facts.laid is not None:
        served = bool(getattr(facts, "served", False))
        reported.take_report(act, case, facts.laid, served=served)
    case.evidence = case.evidence or items.nothing_said()
    items.lose(case, placement.numbers_at(act.state, facts.lost))
    _tell_apart(act, case, facts)


def _tell_apart(act: Act, case: Incident, facts: Placement) -> None:
    """Add to the evidence a statement by the actor on the places, in the order of extraction, of covered cards.

    A statement without places is added if ``told_apart`` is set and no card is known; none if the report says nothing.
    The case is not saved. Refuses (E_EVIDENCE) and may record "not_told_apart" as :func:`_each_known` does; refuses
    (E_EVIDENCE) places that do not fit the covered cards of a box.
    """
    places = _each_known(act, facts) | _of_the_covered(act, facts)
    if places or facts.told_apart:
        items.add_statement(act, case, source="statement", places=places, before=[])


def _each_known(act: Act, facts: Placement) -> dict[str, list[int]]:
    """Map the number (as text) of each covered card told apart to its place among all cards of the hand.

    A list of that one place, from 1 in the order of extraction.
    ``told_apart`` is True for all covered cards, or a list of the boxes whose cards are. Where a face is known by that
    box only, those there that did not come by a press of their own are left out with True (records ``not_told_apart``,
    once, for one such box), and refused (E_EVIDENCE) with a list.
    """
    said, cards, alone = facts.told_apart, act.state.of_the_hand, {it.number for it in act.state.came_alone}
    opened = {it.location for it in cards if it.by_box}
    backs = {it.number: str(it.location) for it in cards if not it.face}
    among = {number: at for number, at in backs.items() if said is True or (isinstance(said, list) and at in said)}
    unsaid = sorted({at for number, at in among.items() if at in opened and number not in alone})
    require(
        said is True or not unsaid,
        Code.EVIDENCE,
        "At %(side)s a card lies open: say of each covered card by itself when it came out.",
        side=Side(unsaid[0]) if unsaid else None,
    )
    if unsaid:
        act.effect("not_told_apart", side=unsaid[0])
    known = {number for number, at in among.items() if at not in unsaid or number in alone}
    return {str(it.number): [at] for at, it in enumerate(cards, start=1) if it.number in known}


def _of_the_covered(act: Act, facts: Placement) -> dict[str, list[int]]:
    """Map the number (as text) of each covered card of a box to all places that the report gives for that box.

    A box of which it gives none is passed over. Cards that came by a press of their own are left out: their places are
    known. Refuses (E_EVIDENCE) places of another box, and more or fewer places than such covered cards lie there.
    """
    found, alone = dict[str, list[int]](), {it.number for it in act.state.came_alone}
    cards = act.state.of_the_hand
    for side, said in ((Side.PUNTO, facts.covered_punto), (Side.BANCO, facts.covered_banco)):
        if not said:
            continue
        backs = [it for it in cards if it.location == side and not it.face and it.number not in alone]
        placement.check_places(cards, said)
        require(
            len({*said}) == len(backs) and all(cards[place - 1].location == side for place in said),
            Code.EVIDENCE,
            "At %(side)s lie %(count)s covered cards: say the place of each, and no other.",
            side=side,
            count=len(backs),
        )
        found |= {str(it.number): sorted({*said}) for it in backs}
    return found


def take_in_moved(act: Act, case: Incident, facts: Placement) -> None:
    """Take in, by :func:`take_in`, a report that cards lie elsewhere than recorded, or that their order is lost.

    Art. 6 and 7. Refuses (E_NOTHING_REPORTED) a report of neither, unless the coup is held already. Refuses
    also as :func:`check_can_be_rebuilt`, :func:`check_places` and :func:`take_in` do.
    """
    check_can_be_rebuilt(act)
    placement.numbers_at(act.state, [] if facts.laid else facts.lost)
    held, recorded = act.state.coup is not None and act.state.coup.held, placement.as_recorded(act.state)
    require(
        held or len({*facts.lost}) > 1 or (facts.laid is not None and reported.cards(facts.laid) != recorded),
        Code.NOTHING_REPORTED,
        "By this report every card lies where the record has it. Was it something else?",
        source=act.cite("evidence"),
    )
    take_in(act, case, facts)


def check_can_be_rebuilt(act: Act) -> None:
    """Refuse unless a coup that still counts has cards on the table.

    Refuses (E_FINAL) where no coup is open but one was played before, or the coup counts for nothing already,
    (E_NO_CLAIM) where it is null for want of cards, and (E_PHASE) where no coup was played yet, the stakes are
    still open or no card lies there.
    """
    coup = act.state.coup
    if coup is None:
        played = act.table.coups.exists()
        require(
            not played,
            Code.FINAL,
            "The cards are burned: the coup is exhausted.",
            source=act.cite("disputes_decided_by.over"),
        )
    require(coup and coup.closed and act.state.cards, Code.PHASE, "No card of a coup lies on the table.")
    assert isinstance(coup, Coup)
    require(
        coup.outcome != Outcome.NULL_SEVEN,
        Code.NO_CLAIM,
        "This coup is null: too few cards were left, and no claim is admitted.",
        source=act.cite("min_last_coup_cards"),
    )
    check_still_counts(act)


def check_still_counts(act: Act, _facts: object = None) -> None:
    """Refuse (E_FINAL) to report a card of a coup that counts for nothing already: its stakes went back."""
    require(
        act.state.coup is None or not act.state.coup.outcome,
        Code.FINAL,
        "This coup counts for nothing already.",
        source=act.cite("cases.remedy"),
    )
