"""Fallen cards. Super Punto Banco, Art. 3.

Picked up by the staff a card is valid, even if it was seen. If it is the first of the hand the stakes go back and the
hand is played in bianco with it; if it is the first of those that wait, the next hand is. Several that fell and whose
order is lost are rebuilt; one that is not found is referred to the Direzione.
"""

from typing import Annotated

import msgspec
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import ISPETTORE, Answers, Article, Kind, Remedy, by_law
from procedures.articles.layout_answers import check_can_be_rebuilt
from procedures.articles.offer import (
    Offer,
    in_a_hand_or_waiting,
    line,
    place_of_the_next,
    stakes_are_closed,
    upright,
    wrong,
)
from procedures.models import Incident
from procedures.rebuild import items, placement
from procedures.rebuild.remedies import burn_cards, play_in_bianco, show
from table.models import Coup, DrawnCard
from table.play.act import Act
from table.play.cards import has_to_be_blank, plays_blanks
from table.play.coup import begin_blank
from table.play.shoe import draw, law_here, name_blank_due
from table.rules.phase import Phase
from table.rules.refusal import Code, require
from table.rules.shoe import BLANK

Place = Annotated[int, msgspec.Meta(ge=1, le=20)]
FALLS_FROM_UNDER = 19
"""Law from which on a card that waits makes the next hand a Colpo in Bianco also if it falls during this hand."""


class Fallen(Answers, frozen=True):
    """Answers about fallen cards. ``places``: which cards of the hand, from 1 in the order they came out.

    Between coups these are the cards that wait. One that was not ``recovered`` goes to the Direzione. ``said``: whether
    the dealer has called «Colpo in Bianco».
    """

    places: Annotated[list[Place], msgspec.Meta(min_length=1, max_length=8)]
    seen: bool = False
    recovered: bool = True
    order_lost: bool = False
    by_guest: bool = False
    said: bool = False


def check_each_once(act: Act, facts: Fallen) -> None:
    """Refuse (E_EVIDENCE) a report that names a card twice, by its place among those of the hand or waiting."""
    twice = next((place for place in facts.places if facts.places.count(place) > 1), None)
    require(
        twice is None,
        Code.EVIDENCE,
        "Card %(place)s is named twice: name each card that fell once.",
        place=twice,
        source=act.cite("evidence"),
    )


def take_in(act: Act, case: Incident, facts: Fallen) -> None:
    """Mark fallen cards as seen if the report says so, and play on with them (:func:`_play_on`); settle the case.

    Where a card was not found the case is referred to the Direzione instead, and where several fell and their order is
    lost it stays open with their numbers in its evidence: both block play, and nothing of :func:`_play_on` happens yet.
    In any case, once the betting is closed, :func:`_fallen_of_the_hand` makes the coup a Colpo in Bianco where one is
    due, and draws the cards that the record lacks. Refuses as that does; before that (E_PHASE) a place of no held card.
    """
    fallen = _fallen_of_the_hand(act, facts) if stakes_are_closed(act.state) else _fallen_between_coups(act, facts)
    for card in fallen if facts.seen else ():
        show(act, card)
    case.blocking = not facts.recovered or (facts.order_lost and len(fallen) > 1)
    if not facts.recovered:
        case.status = Incident.Status.REFERRED
    elif case.blocking:
        case.evidence = items.nothing_said([placement.numbers_at(act.state, facts.places)])
    else:
        _play_on(act, facts, fallen)
        by_law(act, case)


def _fallen_between_coups(act: Act, facts: Fallen) -> list[DrawnCard]:
    """Return the cards held for the next hand at the places that the report names, counted from 1, in that order.

    Also while a betting is open. Refuses (E_PHASE) a place above the number of cards held.
    """
    held = act.state.held
    require(
        max(facts.places) <= len(held), Code.PHASE, "No such card waits beside the sabot: say first that it is out."
    )
    return [held[place - 1] for place in facts.places]


def _fallen_of_the_hand(act: Act, facts: Fallen) -> list[DrawnCard]:
    """Return the cards at the given places of the hand, from 1, drawing those that the record lacks up to the highest.

    Before that, where no card is out and a Colpo in Bianco is due, the coup becomes one, and the held cards its first;
    its call is recorded where the report has it, and what :func:`begin_blank` does. Refuses, where a card is out, as
    :func:`check_can_be_rebuilt` does, and to draw as :func:`_draw_what_is_not_keyed` does.
    """
    if act.state.cards:
        check_can_be_rebuilt(act)
    if act.state.coup is not None and has_to_be_blank(act):
        _name_call(act, facts)
        begin_blank(act, act.state.coup, called=facts.said)
    while len(act.state.of_the_hand) < max(facts.places):
        _draw_what_is_not_keyed(act)
    cards = act.state.of_the_hand
    return [cards[place - 1] for place in facts.places]


def _draw_what_is_not_keyed(act: Act) -> None:
    """Draw the next card of the hand, which fell before anybody recorded it: one of the four, or a third.

    It lies covered. A third card waits while it is not known whose it is, and is recorded as "card_early". Refuses
    (E_COUNT) where no card is due, and as :func:`draw_each` does.
    """
    at = place_of_the_next(act.state)
    require(
        at,
        Code.COUNT,
        "Only %(count)s cards of this hand are out, and nobody is due another one: one too many is reported first.",
        count=len(act.state.of_the_hand),
    )
    card = draw(act, str(at))
    if at == DrawnCard.Location.WAITING:
        act.effect("card_early", card=card.number)


def _play_on(act: Act, facts: Fallen, fallen: list[DrawnCard]) -> None:
    """Apply what follows if the first card of a hand fell; if it was any other card, or it is too late, change nothing.

    The first of the next hand is the first of those that wait for it: between coups, while a betting is open, and once
    a card of this hand is out. Then a Colpo in Bianco is ordered as :func:`_order_blank` does. In a hand with stakes,
    make it a Colpo in Bianco while it is not paid and no second card is out or held; where ``art3_first_card_window``
    is "any_time" the second card does not matter. A house without Colpi in Bianco orders none, and while no second card
    is out burns the first if the report says that it was seen. Records as :func:`_first_card_fell` does.
    """
    coup = act.state.coup
    if coup is not None and coup.closed and 1 in facts.places and not act.state.facts.blank and _in_time(act, coup):
        _first_card_fell(act, coup, facts, fallen)
    begun = act.state.held and act.state.cards and law_here(act.state) >= FALLS_FROM_UNDER
    if (1 in facts.places) if coup is None or not coup.closed else (begun and act.state.held[0] in fallen):
        _order_blank(act)


def _order_blank(act: Act) -> None:
    """Order a Colpo in Bianco for the next hand, and record "blank_due" if none was due.

    In a house without Colpi in Bianco, and where the taglia ends with the hand that has begun, none is ordered.
    """
    known_before = act.state.blank_known
    act.table.blank_ordered = plays_blanks(act) and not act.state.surplus_lapses
    name_blank_due(act, due_before=known_before)


def _in_time(act: Act, coup: Coup) -> bool:
    """Whether the first card fell in time to make the hand a Colpo in Bianco, or to be burned.

    The coup is not paid yet, and no second card of the hand is out, nor one that is held for the next. Where the house
    plays Colpi in Bianco and its ``art3_first_card_window`` is "any_time", only the payment matters.
    """
    whenever = act.state.profile.art3_first_card_window == "any_time" and plays_blanks(act)
    return coup.paid_hands is None and (whenever or len(act.state.of_the_hand) == 1)


def _first_card_fell(act: Act, coup: Coup, facts: Fallen, fallen: list[DrawnCard]) -> None:
    """Play the hand in bianco in a house that plays Colpi in Bianco.

    Else burn the fallen cards if the report says that they were seen; unseen they stay, and nothing is changed. Records
    as :func:`play_in_bianco`, after the call if the report has it ("phrase"), or as :func:`burn_cards` does.
    """
    if plays_blanks(act):
        _name_call(act, facts)
        play_in_bianco(act, coup, called=facts.said)
    elif facts.seen:
        burn_cards(act, fallen)


def _name_call(act: Act, facts: Fallen) -> None:
    """Record the phrase «Colpo in Bianco» if the report says that it was called as the card fell; nothing otherwise."""
    if facts.said:
        act.effect("phrase", words=BLANK)


ARTICLE = Article(
    number=3,
    title=_("Fallen cards"),
    first=lambda profile: (
        _("pick it up, it is valid; the first of the hand: in bianco")
        if profile.remedies == "blank_coup"
        else _("pick it up, it is valid; burn the first of the hand, if seen")
    ),
    kinds=(
        Kind(
            "fallen_card",
            _("A card fell"),
            take_in,
            asks=Fallen,
            words={
                "places": _("Which card of the hand, in the order they came out?"),
                "seen": _("Did anybody see its face?"),
                "recovered": _("Was it picked up again?"),
                "order_lost": _("Several fell: is their order lost?"),
                "by_guest": _("Did a guest pick it up?"),
                "said": _("First card of the hand: say «Colpo in Bianco»."),
            },
            in_words=lambda facts: not facts.recovered,
            at_press=check_each_once,
            offer=Offer(
                place=2,
                words=pgettext_lazy("incident", "a card fell"),
                drawing=(upright(14, 4), wrong(42, 10, "rotate(38 51 23)"), line("M4 32H36", "sign-cloth")),
                likely=(Phase.CLOSED, Phase.DEALING, Phase.READING, Phase.DRAWING),
                when=in_a_hand_or_waiting,
                follows_hand=True,
            ),
            rebuilds=True,
            lacks_card=lambda facts: facts.get("recovered") is False,
            between_coups=True,
        ),
    ),
    present=ISPETTORE,
    remedies=(Remedy.PLAY_ON, Remedy.BLANK, Remedy.LAY_ANEW, Remedy.ANNUL, Remedy.REFER),
    topics=("art3_first_card_window",),
    phrase=BLANK,
)
