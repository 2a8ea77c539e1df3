"""Cards that come out stuck together. Super Punto Banco, Art. 2.

If the dealer can restore their order the hand goes on; if not, these cards are burned and the stakes stand.
"""

from typing import Annotated

import msgspec
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import Answers, Article, Kind, Remedy, by_law
from procedures.articles.layout_answers import check_can_be_rebuilt
from procedures.articles.offer import Offer, in_a_hand, upright, wrong
from procedures.models import Incident
from procedures.rebuild.placement import Location
from procedures.rebuild.remedies import burn_stuck
from table.models import DrawnCard
from table.play.act import Act
from table.play.shoe import draw
from table.rules.phase import Phase
from table.rules.refusal import Code, require


class Stuck(Answers, frozen=True):
    """Answers about stuck cards. ``before``: how many cards of the hand were out before them.

    ``packet``: how many stuck. ``restored``: whether their order is certain. ``seen``: whether anybody saw their faces.
    """

    before: Annotated[int, msgspec.Meta(ge=0, le=6)]
    packet: Annotated[int, msgspec.Meta(ge=2, le=20)]
    restored: bool
    seen: bool = False


def take_in(act: Act, case: Incident, facts: Stuck) -> None:
    """Burn the stuck cards, so that the next ones take their places, unless their order was restored; settle the case.

    Burned ones count as seen if the report says so. With the order restored no card changes. Refuses (E_PHASE) while
    the betting is open or without a coup. Unless it was restored refuses, too, (E_COUNT) more ``before`` than are out,
    (E_EVIDENCE) if a card after those lay open or had waited, and as :func:`check_can_be_rebuilt` and
    :func:`draw_each`. Records "card_drawn" of cards that the record lacked, and as :func:`burn_stuck` does.
    """
    coup = act.state.coup
    require(coup and coup.closed, Code.PHASE, "The betting is not closed yet: report a card too many.")
    if not facts.restored:
        stuck = _packet(act, facts)
        for card in stuck:
            card.seen = card.seen or facts.seen
        burn_stuck(act, stuck, first=facts.before)
    by_law(act, case)


def _packet(act: Act, facts: Stuck) -> list[DrawnCard]:
    """Return the stuck cards in order: the ``packet`` cards after the first ``before`` ones of the hand.

    Those that the record does not have yet are drawn, to wait for a box. Cards held for the next hand, beside the sabot
    or under it, are left out. Refuses (E_COUNT) more ``before`` than are out, (E_EVIDENCE) if any card of the hand
    after the first ``before`` lies open or had waited; as :func:`check_can_be_rebuilt` does where a card of the coup is
    out, and to draw as :func:`draw_each` does.
    """
    if act.state.cards:
        check_can_be_rebuilt(act)
    cards = [card for card in act.state.of_the_hand if card.location not in DrawnCard.HELD]
    first, last = facts.before, facts.before + facts.packet
    require(first <= len(cards), Code.COUNT, "Cards of this hand that are out: %(count)s.", count=len(cards))
    require(
        all(not card.waited and not card.face for card in cards[first:]),
        Code.EVIDENCE,
        "Among these cards is one that lay open already, or waited beside the sabot: count again.",
        source=act.cite("evidence"),
    )
    cards += [draw(act, Location.WAITING) for _ in range(last - len(cards))]
    return cards[first:last]


ARTICLE = Article(
    number=2,
    title=_("Stuck cards"),
    first=_("can their order be told? if not, burn those and go on"),
    kinds=(
        Kind(
            "stuck_cards",
            _("Cards came out stuck together"),
            take_in,
            asks=Stuck,
            words={
                "before": _("How many cards of this hand were out before them?"),
                "packet": _("How many cards stuck together?"),
                "restored": _("Can their order be told for certain?"),
                "seen": _("Did anybody see their faces?"),
            },
            offer=Offer(
                place=3,
                words=pgettext_lazy("incident", "cards stuck together"),
                drawing=(upright(24, 6), wrong(28, 8)),
                likely=(Phase.CLOSED, Phase.DEALING),
                when=in_a_hand,
                follows_hand=True,
            ),
        ),
    ),
    remedies=(Remedy.PLAY_ON, Remedy.BURN_STUCK),
    topics=("remedies.stuck", "remedies.burned"),
)
