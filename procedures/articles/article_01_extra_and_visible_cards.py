"""Cards too many, cards that were visible or turned. Super Punto Banco, Art. 1.

An extra card and a visible one are reported by ``card_out`` and ``report_visible``, which apply the law; the kinds here
are what nobody could know then: that a waiting card has been seen since, that a card was overlooked.
"""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from procedures.articles.article import Answers, Article, Kind, Remedy, Sign, by_law
from procedures.articles.layout_answers import check_still_counts
from procedures.articles.offer import CARD, DISTRIBUTION, Offer, card_is_covered, line, shoe_in_use, upright, wrong
from procedures.models import Incident
from procedures.rebuild.remedies import burn_cards, play_in_bianco, show
from table.models import Coup
from table.play.act import Act
from table.play.cards import enter_held_cards, hold_card, plays_blanks, turn
from table.play.shoe import in_use, name_blank_due, next_may_be_visible
from table.rules.cards import Card, parse
from table.rules.phase import Phase
from table.rules.refusal import Code, require
from table.rules.shoe import BLANK


class WaitingCardSeen(Answers, frozen=True):
    """Answers: the number in the taglia of a card that waits under the sabot and was seen, and its face if known."""

    number: int
    card: str | None = None


class Overlooked(Answers, frozen=True):
    """Answers about a card too many that was out before this hand and is found only now."""

    seen: bool
    card: str | None = None


class TurnedByDealer(Answers, frozen=True):
    """Answers: the number of a covered card that the dealer turned over by hand, and its face."""

    number: int
    card: str


class CameOutVisible(Answers, frozen=True):
    """Answers about the first card of the hand, found to have lain face up in the sabot: its face, if known."""

    card: str | None = None


def see_waiting_card(act: Act, case: Incident, facts: WaitingCardSeen) -> None:
    """Mark a card that waits beside or under the sabot as seen, turn it where its face is given, and settle the case.

    Unless the card is of this hand already, or the taglia ends with this coup, the next coup is then due in bianco, if
    the house plays such coups. Records "waiting_card_seen" for a card under the sabot (it lies beside it from now on),
    "card_turned", "blank_due", and "phrase_due" if a call of the last coup changes by it. Refuses (E_CARD)
    a card that does not wait, no face, and another face than the card shows; refuses and records as :func:`turn`.
    """
    state = act.state
    waiting = [card for card in (*state.held, *state.waiting) if card.number == facts.number]
    require(waiting, Code.CARD, "Card %(number)s does not wait beside the sabot.", number=facts.number)
    known_before = state.blank_known
    show(act, waiting[0])
    if (face := _face(facts.card)) is not None:
        turn(act, waiting, [face])
    name_blank_due(act, due_before=known_before)
    by_law(act, case)


def hold_overlooked(act: Act, case: Incident, facts: Overlooked) -> None:
    """Draw an overlooked card and hold it for the following hand, behind cards held already; settle the case.

    It counts as seen if the report says so. If the betting is closed and no card of this hand is out, all held cards
    enter this hand instead ("held_card_enters"), unless it would have to become a Colpo in Bianco for one of them. A
    house without Colpi in Bianco burns the card. A next card known to lie visible in the sabot is not this one: it
    stays recorded as the next. Refuses (E_CARD) a text that is no card, and refuses and records as :func:`hold_card`
    does.
    """
    shoe = in_use(act)
    visible, shoe.next_visible = shoe.next_visible, False
    hold_card(act, _face(facts.card), seen=facts.seen)
    shoe.next_visible = visible  # it came out before the one that lies visible in the sabot still
    act.update(shoe)
    if act.state.phase is Phase.CLOSED and (act.state.facts.blank or not act.state.blank_due):
        enter_held_cards(act)
    by_law(act, case)


def keep_turned(act: Act, case: Incident, facts: TurnedByDealer) -> None:
    """Give the covered card with the reported number, which the dealer turned while dealing, its face; settle the case.

    Refuses (E_PHASE) outside the phases DEALING and READING, and (E_CARD) a card that does not lie covered at a box or
    a text that is no face; refuses and records as :func:`turn` does ("card_turned").
    """
    require(
        act.state.phase in DISTRIBUTION,
        Code.PHASE,
        "The distribution is over: key the cards where they are turned.",
        source=act.cite("remedies.turned"),
    )
    covered = [card for card in act.state.at_boxes if card.number == facts.number and not card.face]
    require(covered, Code.CARD, "Card %(number)s does not lie covered at a box.", number=facts.number)
    turn(act, covered, [parse(facts.card)])
    by_law(act, case)


def begin_with_visible(act: Act, case: Incident, facts: CameOutVisible) -> None:
    """Play the hand in bianco with a first card that was visible, or burn it where the house plays none.

    It is marked as seen, and turned where its face is given ("card_turned"). Settles the case. Records as
    :func:`play_in_bianco` does, whose call is still due, or :func:`burn_cards`. Refuses (E_PHASE) unless it is the only
    card of a hand with stakes whose betting is closed, (E_PHASE) if it waits, or had waited, beside the sabot, (E_CARD)
    a text that is no card, and as :func:`turn` does.
    """
    coup, hand = act.state.coup, act.state.of_the_hand
    require(
        coup is not None
        and (coup.closed and not act.state.facts.blank)
        and (len(hand) == 1 and not (act.state.held or hand[0].waited)),
        Code.PHASE,
        "That is said of the first card of a hand with stakes, while no other card is out.",
        source=act.cite("remedies.came_out_open"),
    )
    assert isinstance(coup, Coup)
    show(act, hand[0])
    if (face := _face(facts.card)) is not None:
        turn(act, hand, [face])
    if plays_blanks(act):
        play_in_bianco(act, coup, called=False)
    else:
        burn_cards(act, hand)
    by_law(act, case)


def _face(card: str | None) -> Card | None:
    """Parse the face in an answer; None for None or "". Refuses (E_CARD) any other text that is no card.

    The text of the unknown card passes, as in :func:`parse`.
    """
    return parse(card) if card else None


ARTICLE = Article(
    number=1,
    title=_("Extra, visible and turned cards"),
    first=lambda profile: (
        _("did anybody see it? in doubt yes; set it aside")
        if profile.remedies == "blank_coup"
        else _("burn it, and go on with the next card")
    ),
    kinds=(
        Kind(
            "extra_card",
            _("A card too many"),
            by_law,
            signs=(Sign("card_held"), Sign("cards_burned", fact="seen")),
            offer=Offer(
                place=1,
                words=pgettext_lazy("incident", "a card too many"),
                when=shoe_in_use,
                verb="card_out",
                likely=(Phase.BETTING, Phase.DEALING, Phase.DECLARED, Phase.BANCO_UP, Phase.DRAWING, Phase.PUNTO_UP),
            ),
        ),
        Kind(
            "visible_card",
            _("A card was visible inside the sabot"),
            by_law,
            signs=(Sign("card_visible"),),
            offer=Offer(
                place=11,
                words=pgettext_lazy("incident", "the next card is visible"),
                drawing=(line("M6 34 14 12H42L56 28V34Z", CARD), wrong(46, 10, "rotate(-24 55 23)")),
                likely=(None, Phase.BETTING),
                when=next_may_be_visible,
                verb="report_visible",
                at_once=True,
            ),
        ),
        Kind(
            "waiting_card_seen",
            _("A card that waits under the sabot was seen"),
            see_waiting_card,
            asks=WaitingCardSeen,
            words={"number": _("Which of the waiting cards?"), "card": _("What does it show?")},
            in_dialog_of="extra_card",
            between_coups=True,
        ),
        Kind(
            "overlooked_card",
            _("A card too many was overlooked"),
            hold_overlooked,
            asks=Overlooked,
            words={"seen": _("Did anybody see its face? In doubt it was seen."), "card": _("What does it show?")},
            in_dialog_of="extra_card",
            between_coups=True,
        ),
        Kind(
            "turned_by_dealer",
            _("The dealer turned a card over while dealing"),
            keep_turned,
            asks=TurnedByDealer,
            words={"number": _("Which card?"), "card": _("What does it show?")},
            offer=Offer(
                place=9,
                words=pgettext_lazy("incident", "a card lies face up in the deal"),
                drawing=(upright(12, 7), wrong(42, 7), line("M51 14 56 20 51 26 46 20Z")),
                likely=(Phase.DEALING, Phase.READING),
                when=card_is_covered,
                follows_hand=True,
            ),
            of_real_cards=True,
        ),
        Kind(
            "came_out_visible",
            _("The first card of the hand lay visible in the sabot"),
            begin_with_visible,
            asks=CameOutVisible,
            words={"card": _("What does it show?")},
            at_press=check_still_counts,
            in_dialog_of="turned_by_dealer",
            of_real_cards=True,
        ),
    ),
    remedies=(Remedy.PLAY_ON, Remedy.HOLD_CARD, Remedy.BLANK),
    topics=("remedies", "remedies.seen", "remedies.first", "remedies.visible"),
    phrase=BLANK,
)
