"""The shoe: the sixain, the cut card (mascherina), the seven cards, cards held beside the sabot, where every card is.

Super Punto Banco, Art. 1, 2, 4, 5 and 8.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from table.rules.cards import DECK_CARDS, UNKNOWN, Card
from table.rules.profile import Profile
from table.rules.refusal import Code, Refused, require
from table.rules.regola import MOST_HAND_CARDS
from table.rules.topics.authority import cite

BLANK = "Colpo in Bianco"
LAST_COUP = "Ultimo colpo della taglia"
LAST_COUP_OR_NULL = "Ultimo colpo della taglia, minimo %s carte o nullo"
SALT_BYTES = 16
IN_WORDS = {5: "cinque", 6: "sei", 7: "sette", 8: "otto", 9: "nove", 10: "dieci"}


# --- the cards of a taglia


def check_decks(profile: Profile, decks: int) -> int:
    """The number of cards of a taglia: this house's decks and no others (312 for the sixain)."""
    require(
        type(decks) is int and decks == profile.decks,
        Code.COUNT,
        "This house plays with %(expected)s decks, not with %(decks)s.",
        source=cite(profile, "decks"),
        expected=profile.decks,
        decks=decks,
    )
    return decks * DECK_CARDS


def check_faces(faces: Iterable[Card], decks: int) -> None:
    """Refused with E_CARD_IMPOSSIBLE when a face shows more often than the decks hold it: a seventh 9♠ of six decks."""
    counts = Counter(faces)
    del counts[UNKNOWN]
    for card, count in counts.items():
        require(
            count <= decks,
            Code.CARD_IMPOSSIBLE,
            "%(card)s cannot come %(count)s times: %(decks)s decks hold it %(decks)s times. Look at the card again.",
            card=card,
            count=count,
            decks=decks,
        )


# --- cards that wait beside the sabot


class HeldCard(NamedTuple):
    """A card out of the shoe that waits for the next hand: unseen under the sabot, or seen beside it (Art. 1).

    ``number`` is its place in the order of extraction of the taglia, the first card being 1. ``undue`` marks a third
    card that was served to a hand with no right to it (Art. 8).
    """

    number: int
    seen: bool
    undue: bool = False


def in_order(held: Iterable[HeldCard]) -> list[HeldCard]:
    """The held cards as they enter the next hand, first out first in: they are its first cards."""
    return sorted(held)


def blank_due(profile: Profile, held: Iterable[HeldCard], *, next_visible: bool = False) -> bool:
    """Whether the next coup has to be a Colpo in Bianco: a stake may not be laid on a card that is known.

    A card waits that somebody saw; or an undue third card, seen or not (Art. 8 makes no difference, unless the house
    does); or the next card of the sabot lies face up. A house that burns such cards never owes a Colpo in Bianco.
    """
    if profile.remedies != "blank_coup":
        return False
    undue_too = profile.art8_unseen_excess == "blank"
    return next_visible or any(card.seen or (card.undue and undue_too) for card in held)


# --- the cut card and the last coup (Art. 5)


class CutCardLies(StrEnum):
    """Where the cut card lay in the order of a hand that is played: the hand begins with it, or goes on after it.

    NEXT: the hand takes no card that came after it, so it lies in front of the next hand. UNKNOWN: whether this hand
    takes another card cannot be told yet.
    """

    BEFORE = "before"
    WITHIN = "within"
    NEXT = "next"
    UNKNOWN = "unknown"


def where_cut_card_lies(at: int, *, drawn: Sequence[int], waited: Sequence[int], more: bool | None) -> CutCardLies:
    """Where it lies that came when ``at`` cards were out, by the numbers of the cards that this hand has.

    ``drawn`` left the shoe for it and ``waited`` beside the sabot: a hand begins with the cut card as long as no card
    of the sabot was drawn for it. ``more`` tells whether the hand takes another card, None that nobody knows yet.
    """
    if more or any(number > at for number in (*drawn, *waited)):
        return CutCardLies.WITHIN if any(number <= at for number in drawn) else CutCardLies.BEFORE
    return CutCardLies.UNKNOWN if more is None else CutCardLies.NEXT


class CutCardOut(NamedTuple):
    """What it means that the cut card came out: how many coups are still to be played after this one, and what is said.

    ``began_with_mask`` tells that the coup began with it, so that it counts only with seven cards (see ``counts``).
    """

    began_with_mask: bool
    coups_after: int
    phrase: str


def cut_card_out(profile: Profile, *, hand_cards: int, blank: bool = False, already_out: bool = False) -> CutCardOut:
    """The cut card left the shoe when ``hand_cards`` had been drawn for a hand that takes more; held ones do not count.

    Between coups and in the betting none was, and the coming coup begins with it. Super Punto Banco, Art. 5.
    """
    check_cut_card_out(profile, already_out=already_out)
    require(hand_cards >= 0, Code.COUNT, "A number of cards cannot be negative.")
    began = hand_cards == 0
    one_more = profile.art5_cut_in_blank == "one_more" if blank else not began and profile.art5_mid_coup == "one_more"
    counted = began and not blank and profile.min_last_coup_cards is not None
    return CutCardOut(began, int(one_more), counted_phrase(profile) if counted else LAST_COUP)


def check_cut_card_out(profile: Profile, *, already_out: bool) -> None:
    """Refused where the house has no cut card, and with E_CUT_CARD_ALREADY_OUT where it came before."""
    require(profile.cut_card, Code.COUNT, "This house plays without a cut card.", source=cite(profile, "cut_card"))
    require(
        not already_out,
        Code.CUT_CARD_ALREADY_OUT,
        "The cut card of this taglia is out already.",
        source=cite(profile, "cut_card"),
    )


def is_out_of_place(profile: Profile, *, cards_total: int, behind: int | None, at: int, came: bool = True) -> bool:
    """Whether the cut card comes more cards from its recorded place than the house tolerates, or has not come.

    ``at`` cards are out. One that has not come is missed one whole coup after its place, whatever is tolerated of one
    that came elsewhere. Where its place was not recorded, or the house does not watch it, nothing is out of place.
    """
    if behind is None or profile.mask_tolerance is None:
        return False
    late = at - (cards_total - behind)
    return abs(late) > profile.mask_tolerance if came else late >= MOST_HAND_CARDS


def counted_phrase(profile: Profile) -> str:
    """What the dealer calls when the last coup begins with the cut card and has to be counted."""
    least = profile.min_last_coup_cards
    assert least is not None
    return LAST_COUP_OR_NULL % IN_WORDS.get(least, str(least))


def counts_seven(profile: Profile, *, began_with_mask: bool, blank: bool = False) -> bool:
    """Whether this coup is paid only after the remaining cards are out and counted; nothing is paid in a blank one."""
    return began_with_mask and not blank and profile.min_last_coup_cards is not None


def check_may_settle(profile: Profile, *, began_with_mask: bool, blank: bool, remaining: Sequence[Card] | None) -> None:
    """Refused with E_SEVEN_FIRST while a coup that began with the cut card has not been counted."""
    require(
        remaining is not None or not counts_seven(profile, began_with_mask=began_with_mask, blank=blank),
        Code.SEVEN_FIRST,
        "The coup began with the cut card: draw and count the remaining cards before paying or collecting.",
        source=cite(profile, "min_last_coup_cards"),
    )


def is_valid_last(profile: Profile, *, coup_cards: int, remaining: int) -> bool:
    """Whether a counted last coup stands: its hands, excess cards and the remaining ones together reach the minimum.

    ``coup_cards`` counts Punto, Banco and excess; cards burned under Art. 2 do not count. Below seven it is null.
    """
    require(min(coup_cards, remaining) >= 0, Code.COUNT, "A number of cards cannot be negative.")
    return profile.min_last_coup_cards is None or coup_cards + remaining >= profile.min_last_coup_cards


def predicted_count(behind: int, *, burned_behind: int = 0, held: int = 0) -> int:
    """The count that a coup begun with the cut card must show: every card behind it ends on the table.

    ``behind`` cards were put behind the cut card, ``burned_behind`` of them burned as stuck (Art. 2), and ``held``
    cards entered the coup. A physical count that differs is an anomaly to be reported.
    """
    require(
        min(burned_behind, held, behind - burned_behind) >= 0,
        Code.COUNT,
        "A number of cards cannot be negative.",
    )
    return behind - burned_behind + held


def cut_too_deep(profile: Profile, behind: int) -> bool:
    """Whether the cut card lies so far back that a last coup beginning with it must be null: a warning, no refusal."""
    return profile.min_last_coup_cards is not None and behind < profile.min_last_coup_cards


def check_cut(profile: Profile, *, behind: int, cards_total: int) -> None:
    """Refused with E_COUNT unless the cut card lies somewhere inside the shoe."""
    require(profile.cut_card, Code.COUNT, "This house plays without a cut card.", source=cite(profile, "cut_card"))
    if type(behind) is not int or not 0 < behind < cards_total:
        raise Refused(
            Code.COUNT,
            "The cut card lies inside the shoe: between 1 and %(most)s cards are behind it, not %(behind)s.",
            most=cards_total - 1,
            behind=behind,
        )


# --- a shoe that knows its cards

# A seal is sha256 over a salt of 16 bytes and the two letters of the face; who sees it cannot try the 52 faces without
# the salt. The commitment is one sha256 over all seals in the order of the shoe, written canonically, so that whoever
# has it from before the first card knows in the end that no card was exchanged.


def seal_of(face: str, salt: str) -> str:
    """The seal of a face with its salt (32 hexadecimal digits), as 64 hexadecimal digits. Raises ValueError."""
    raw = bytes.fromhex(salt)
    if len(raw) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return sha256(raw + face.encode("ascii")).hexdigest()


def fits(face: str, salt: str, seal: str) -> bool:
    """Whether this is what was sealed."""
    try:
        return seal_of(face, salt) == seal
    except ValueError:
        return False


def commitment_of(seals: Iterable[str]) -> str:
    """What is published of a shoe before its first card, by its seals in the order in which its cards will come."""
    return sha256(json.dumps(list(seals), separators=(",", ":")).encode("ascii")).hexdigest()
