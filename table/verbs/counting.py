"""Count of the seven cards, for a last coup that began with the cut card. Super Punto Banco, Art. 5."""

from collections.abc import Sequence

from django.utils.translation import pgettext_lazy

from table.memory.statements import insert, update
from table.models import Coup, DrawnCard
from table.play.act import Act
from table.play.declaration import Faces, of_the_coup
from table.play.money import post
from table.play.sealed import opened, seals_of, tell_opened
from table.play.shoe import BURNED, MISSING, in_use
from table.rules.cards import UNKNOWN, parse
from table.rules.phase import Phase
from table.rules.refusal import Code, require
from table.rules.regola import Outcome
from table.rules.shoe import check_faces, counts_seven, is_valid_last, predicted_count
from table.verbs.dealing import check_not_counted_out
from table.verbs.settling import IN_HAND


@of_the_coup(
    title=pgettext_lazy("act", "draw the remaining cards"),
    said=(pgettext_lazy("record", "the remaining cards: %(cards)s"),),
    phases=[*IN_HAND, Phase.ANNOUNCED],
    moves=["coup", "shoe"],
    source="min_last_coup_cards",
    shows=lambda act, _given: range(act.state.shoe.out + 1, act.state.shoe.cards_total + 1) if act.state.shoe else None,
    at_press=check_not_counted_out,
)
def extract_remaining(act: Act, *, cards: Faces) -> None:
    """Take the remaining cards out of the sabot and count them, for a last coup that began with the cut card.

    ``cards`` are their faces in order, the unknown card for one that nobody looked at; first those that an electronic
    shoe has reported. Records in this order "seals_opened" of a virtual shoe, "remaining_extracted", "count_differs"
    for another number than expected, and "coup_null" where too few make the coup null, whose stakes go back. Refuses
    (E_PHASE) any other coup, and a hand not yet announced that the shoe can complete; (E_COUNT) fewer than were
    reported; (E_CARD_IMPOSSIBLE) more than the shoe or its decks held; (E_CARD) what is no card. Refuses as
    :func:`check_not_counted_out` at the press.
    """
    coup = _counted_coup(act)
    reported = [card for card in act.state.cards if card.location == DrawnCard.Location.REMAINING]
    faces = _remaining_faces(act, cards, reported)
    for card, face in zip(reported, faces, strict=False):
        card.face = face
        update(card)
    drawn = _extract(act, coup, len(faces) - len(reported))
    _open(act, drawn, faces[len(reported) :])
    coup.counted = True
    _judge_count(act, coup, len(cards))
    update(coup)


def _counted_coup(act: Act) -> Coup:
    """Return the coup, whose remaining cards are to be counted. Asserts one.

    Refuses (E_PHASE) one of which the seven cards are not counted, as it did not begin with the cut card, and one not
    announced yet though the shoe can complete its hand.
    """
    state, coup = act.state, act.coup
    blank = coup.kind == Coup.Kind.BLANK
    require(
        counts_seven(state.profile, began_with_cut_card=coup.began_with_cut_card, blank=blank),
        Code.PHASE,
        "Only a coup that began with the cut card is counted.",
        source=act.cite("min_last_coup_cards"),
    )
    require(
        state.phase is Phase.ANNOUNCED or state.stuck,
        Code.PHASE,
        "The hand is finished and announced before the remaining cards are drawn.",
        source=act.cite("min_last_coup_cards.announced"),
    )
    return coup


def _remaining_faces(act: Act, cards: Faces, reported: Sequence[DrawnCard]) -> list[str]:
    """Return the faces as keyed in ``cards``, in order; "" for one not looked at. The first are those of ``reported``.

    The reported cards have no face yet, so that each gets the one that is keyed for it.
    Refused where fewer are keyed than were reported (E_COUNT), or more than the shoe still held or a face more often
    than in the decks (E_CARD_IMPOSSIBLE), and what is no card (E_CARD).
    """
    shoe, faces = in_use(act), [parse(card) for card in cards]
    require(
        len(faces) >= len(reported),
        Code.COUNT,
        "The electronic shoe has told of %(count)s remaining cards; count them again.",
        source=act.cite("shoe.counted"),
        count=len(reported),
    )
    require(
        shoe.out - len(reported) + len(faces) <= shoe.cards_total,
        Code.CARD_IMPOSSIBLE,
        "The shoe did not hold so many cards any more.",
    )
    check_faces([*map(parse, act.state.faces().elements()), *faces], act.state.profile.decks)
    return ["" if face is UNKNOWN else str(face) for face in faces]


def _extract(act: Act, coup: Coup, count: int) -> list[DrawnCard]:
    """Take this many cards out of the shoe, with their seals, and save it; they have no face, and are not inserted yet.

    That the shoe still holds `count` cards is for the caller to check.
    """
    shoe, remaining = in_use(act), DrawnCard.Location.REMAINING
    numbers = range(shoe.out + 1, shoe.out + count + 1)
    seals = seals_of(act, shoe, numbers)
    drawn = [
        DrawnCard(shoe=shoe, number=number, coup=coup, location=remaining, seal=seals.get(number, ""))
        for number in numbers
    ]
    shoe.out += count
    update(shoe)
    return drawn


def _open(act: Act, drawn: list[DrawnCard], faces: list[str]) -> None:
    """Insert the cards drawn to count the rest of the shoe, and add them to the cached ones of the table.

    Each gets its face in ``faces``, "" for one that nobody looked at. A virtual shoe gives its own faces in their
    place, and its seals are opened together ("seals_opened").
    """
    opened_cards = opened(act, in_use(act), drawn)
    for card, face in zip(drawn, faces, strict=True):
        card.face = opened_cards[card.number].face if card.number in opened_cards else face
    insert(*drawn)
    act.state.cards += drawn
    tell_opened(act, [*opened_cards.values()])


def _judge_count(act: Act, coup: Coup, remaining: int) -> None:
    """Record how many cards hand and shoe have together ("remaining_extracted"), and another number than expected.

    The latter is "count_differs": expected are all behind the cut card that are neither burned nor missing, and those
    of this coup from before it. Below the house's minimum the coup is made null ("coup_null") and its stakes go back
    here; saving the coup is left to the caller. ``remaining`` are the cards counted last. Cards that this coup set
    aside count too; those burned as stuck together do not.
    """
    shoe, hand = in_use(act), len(act.state.cards) - remaining + len(act.state.held)
    assert shoe.cut_card_at is not None
    burned = shoe.cards.filter(location__in=(BURNED, MISSING), number__gt=shoe.cut_card_at).count()
    held = sum(card.number <= shoe.cut_card_at for card in act.state.cards)
    count = hand + remaining
    expected = predicted_count(max(shoe.behind or 0, burned), burned_behind=burned, held=held)
    act.effect("remaining_extracted", count=count, expected=expected)
    if count != expected:
        act.effect("count_differs", expected=expected, counted=count)
    if not is_valid_last(act.state.profile, coup_cards=hand, remaining=remaining):
        coup.outcome, coup.result = Outcome.NULL_SEVEN.value, ""
        post(act, coup, Outcome.NULL_SEVEN)
        act.effect("coup_null", count=count)
