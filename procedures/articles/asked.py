"""Where the cards lie: the question that all articles ask whose remedy is a reconstruction."""

from typing import Annotated, Literal

import msgspec
from django.utils.translation import gettext_lazy as _

from procedures.articles.article import Answers
from procedures.models import Incident
from procedures.rebuild import items, placement
from table.models import Coup
from table.play.act import Act
from table.rules.refusal import Code, require
from table.rules.regola import Outcome, Side
from table.rules.sources import art

Box = Literal["punto", "banco"]
Laid = Annotated[list[Box | None], msgspec.Meta(max_length=20)]
"""For each card in the order of extraction its box, None for none; more than a table holds was mistyped."""
WORDS = {
    "laid": _("How many cards of this hand are out, and at which box does each lie, in the order they came out?"),
    "lost": _("Of which cards can nobody tell any more which came first?"),
    "told_apart": _("Does somebody know of every covered card when it came out?"),
}


class Placement(Answers, frozen=True):
    """``laid``: where each card lies; left out if the record has it right.

    ``lost``: the places in that order, from 1, of the cards that nobody can tell apart any more. ``told_apart``: of
    those that lie covered somebody knows which is which; it is not known where nobody says so.
    """

    laid: Laid | None = None
    lost: list[int] = msgspec.field(default_factory=list)
    told_apart: bool = False


def take_in(act: Act, case: Incident, facts: Placement) -> None:
    """Lay the cards as they are reported to lie; what nobody knows of their order is the evidence."""
    check_can_be_rebuilt(act)
    if facts.laid is not None:
        placement.take_report(act, case, [Side(box) if box else None for box in facts.laid])
    case.evidence = case.evidence or {**items.nothing_said()}
    items.lose(case, placement.numbers_at(act.state, facts.lost))
    if facts.told_apart:
        covered = {str(it.number): [at] for at, it in enumerate(act.state.of_the_hand, start=1) if not it.face}
        items.add(case, act.number, by=act.actor, source="statement", places=covered, before=[])


def take_in_moved(act: Act, case: Incident, facts: Placement) -> None:
    """The same where a report has to say that a card lies elsewhere than the record has it, or which order is lost.

    Refused with E_NOTHING_REPORTED otherwise: the coup would be held, and nothing be put right. Of one that is held
    already it is taken: two may report the same. Art. 6 and 7.
    """
    check_can_be_rebuilt(act)
    placement.numbers_at(act.state, [] if facts.laid else facts.lost)
    held, recorded = act.state.coup is not None and act.state.coup.held, placement.as_recorded(act.state)
    require(
        held or len({*facts.lost}) > 1 or (facts.laid is not None and [*facts.laid] != recorded),
        Code.NOTHING_REPORTED,
        "By this report every card lies where the record has it. Was it something else?",
        source=act.cite(art(case.article)),
    )
    take_in(act, case, facts)


def check_can_be_rebuilt(act: Act) -> None:
    """Cards of a coup lie on the table, and it counts for something."""
    state, coup = act.state, act.state.coup
    if coup is None:
        played = act.table.coups.exists()
        require(not played, Code.FINAL, "The cards are burned: the coup is exhausted.", source=act.cite(art(10)))
    require(coup and coup.closed and state.cards, Code.PHASE, "No card of a coup lies on the table.")
    assert isinstance(coup, Coup)
    require(
        coup.outcome != Outcome.NULL_SEVEN,
        Code.NO_CLAIM,
        "This coup is null: too few cards were left, and no claim is admitted.",
        source=act.cite(art(5)),
    )
    require(not coup.outcome, Code.FINAL, "This coup counts for nothing already.", source=act.cite(art(10)))
