"""Shoe: its decks, the cut card (mascherina), the seven cards, cards held beside the sabot, seals of a virtual shoe.

Super Punto Banco, Art. 1, 2, 4, 5 and 8.
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from hashlib import sha256
from typing import NamedTuple

from table.rules.authority import cite
from table.rules.cards import DECK_CARDS, UNKNOWN, Card
from table.rules.profile import Profile
from table.rules.refusal import Code, Refused, require
from table.rules.regola import MOST_HAND_CARDS

BLANK = "Colpo in Bianco"
LAST_COUP = "Ultimo colpo della taglia"
LAST_COUP_OR_NULL = "Ultimo colpo della taglia, minimo %s carte o nullo"
SALT_BYTES = 16
IN_WORDS = {5: "cinque", 6: "sei", 7: "sette", 8: "otto", 9: "nove", 10: "dieci"}


# --- the cards of a taglia


def check_decks(profile: Profile, decks: int) -> int:
    """Return the cards of a taglia (312 for the sixain); refuse another number of decks than the house's (E_COUNT)."""
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
    """Refuse a face that occurs more often than in ``decks`` decks (E_CARD_IMPOSSIBLE); unknown cards do not count."""
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
    """Card out of the shoe that waits for the next hand: unseen under the sabot, or seen beside it (Art. 1).

    ``number`` is its place in the order of extraction of the taglia, from 1. ``undue`` marks a third card that was
    served to a hand with no right to it (Art. 8).
    """

    number: int
    seen: bool
    undue: bool = False


def blank_due(profile: Profile, held: Iterable[HeldCard], *, next_visible: bool = False) -> bool:
    """Whether the next coup has to be a Colpo in Bianco: no stake may be laid on a known card.

    It has to be if a held card was seen, if one is an undue third card (Art. 8; seen or not, unless the house says
    otherwise), or if the next card of the sabot lies face up. Never in a house that burns such cards.
    """
    if profile.remedies != "blank_coup":
        return False
    undue_too = profile.art8_unseen_excess == "blank"
    return next_visible or any(card.seen or (card.undue and undue_too) for card in held)


# --- the cut card and the last coup (Art. 5)


class CutCardRelation(StrEnum):
    """Place of the cut card relative to a hand that is played: before its first card, within it, or after its last.

    AFTER: the hand takes no card that came after the cut card, which so lies before the next hand. UNKNOWN: it is not
    known yet whether this hand takes another card.
    """

    BEFORE = "before"
    WITHIN = "within"
    AFTER = "after"
    UNKNOWN = "unknown"


def cut_card_relation(at: int, *, drawn: Sequence[int], waited: Sequence[int], more: bool | None) -> CutCardRelation:
    """Return where a cut card lies that came out after ``at`` cards of the taglia, relative to one hand.

    ``drawn`` are the numbers of the hand's cards drawn from the shoe, ``waited`` of those held for it. If one of them
    is above ``at``, or ``more`` cards of the hand are to come: WITHIN if a number in ``drawn`` is at most ``at``, else
    BEFORE. Otherwise AFTER, or UNKNOWN where it is not known whether the hand takes another (``more`` None).
    """
    if more or any(number > at for number in (*drawn, *waited)):
        return CutCardRelation.WITHIN if any(number <= at for number in drawn) else CutCardRelation.BEFORE
    return CutCardRelation.UNKNOWN if more is None else CutCardRelation.AFTER


class CutCardOut(NamedTuple):
    """Consequence of the cut card's coming out: number of coups still to play after this one, phrase to be called.

    ``began_with_cut_card``: the coup began with the cut card (whether it then has to be counted: ``counts_seven``).
    """

    began_with_cut_card: bool
    coups_after: int
    phrase: str


def cut_card_out(profile: Profile, *, hand_cards: int, blank: bool = False, already_out: bool = False) -> CutCardOut:
    """Return what follows if the cut card comes out after ``hand_cards`` cards were drawn for the current hand.

    With 0, as between coups, the hand begins with it; held cards do not count. One coup comes after a ``blank`` hand if
    ``art5_cut_in_blank`` is ``one_more``, after any other from 1 card on if ``art5_mid_coup`` is, else none. The phrase
    is LAST_COUP; :func:`counted_phrase` for a hand of 0, not blank, if ``min_last_coup_cards`` is set. Refuses
    (E_COUNT) a house without a cut card and a negative number, and (E_CUT_CARD_ALREADY_OUT) if it is ``already_out``.
    Art. 5.
    """
    check_cut_card_out(profile, already_out=already_out)
    require(hand_cards >= 0, Code.COUNT, "A number of cards cannot be negative.")
    began = hand_cards == 0
    one_more = profile.art5_cut_in_blank == "one_more" if blank else not began and profile.art5_mid_coup == "one_more"
    counted = began and not blank and profile.min_last_coup_cards is not None
    return CutCardOut(began, int(one_more), counted_phrase(profile) if counted else LAST_COUP)


def check_cut_card_out(profile: Profile, *, already_out: bool) -> None:
    """Refuse in a house without a cut card (E_COUNT), and if it is out already (E_CUT_CARD_ALREADY_OUT)."""
    require(profile.cut_card, Code.COUNT, "This house plays without a cut card.", source=cite(profile, "cut_card"))
    require(
        not already_out,
        Code.CUT_CARD_ALREADY_OUT,
        "The cut card of this taglia is out already.",
        source=cite(profile, "cut_card"),
    )


def is_out_of_place(profile: Profile, *, cards_total: int, behind: int | None, at: int, came: bool = True) -> bool:
    """Whether the cut card came further before or after its recorded place than the house tolerates, or is overdue.

    ``behind`` is that place, as the number of cards put behind it; ``at`` cards are out. One that has not come
    (``came`` false) is overdue from MOST_HAND_CARDS cards after its place on, whatever the tolerance. False where the
    place was not recorded or the house watches none (None).
    """
    if behind is None or profile.mask_tolerance is None:
        return False
    late = at - (cards_total - behind)
    return abs(late) > profile.mask_tolerance if came else late >= MOST_HAND_CARDS


def counted_phrase(profile: Profile) -> str:
    """Return the dealer's call LAST_COUP_OR_NULL, for a last coup that begins with the cut card and has to be counted.

    It names the house's least number of cards in Italian words, or in digits where IN_WORDS has none. Asserts that
    there is one.
    """
    least = profile.min_last_coup_cards
    assert least is not None
    return LAST_COUP_OR_NULL % IN_WORDS.get(least, str(least))


def counts_seven(profile: Profile, *, began_with_cut_card: bool, blank: bool = False) -> bool:
    """Whether a coup is paid only after the remaining cards are drawn and counted.

    That is one that began with the cut card, in a house with a least number of cards; never a Colpo in Bianco.
    """
    return began_with_cut_card and not blank and profile.min_last_coup_cards is not None


def check_may_settle(
    profile: Profile, *, began_with_cut_card: bool, blank: bool, remaining: Sequence[Card] | None
) -> None:
    """Refuse payment (E_SEVEN_FIRST) before the count of a coup that began with the cut card and has to be counted.

    A coup has to be counted in a house with a least number of cards, unless it is a Colpo in Bianco. ``remaining`` are
    the cards drawn for the count, None before it; how many they are is not checked.
    """
    require(
        remaining is not None or not counts_seven(profile, began_with_cut_card=began_with_cut_card, blank=blank),
        Code.SEVEN_FIRST,
        "The coup began with the cut card: draw and count the remaining cards before paying or collecting.",
        source=cite(profile, "min_last_coup_cards"),
    )


def is_valid_last(profile: Profile, *, coup_cards: int, remaining: int) -> bool:
    """Whether a counted last coup stands: its cards and the remaining ones reach the house's minimum, if any.

    ``coup_cards`` counts Punto, Banco and excess; cards burned under Art. 2 do not count. Refuses negative numbers
    (E_COUNT).
    """
    require(min(coup_cards, remaining) >= 0, Code.COUNT, "A number of cards cannot be negative.")
    return profile.min_last_coup_cards is None or coup_cards + remaining >= profile.min_last_coup_cards


def predicted_count(behind: int, *, burned_behind: int = 0, held: int = 0) -> int:
    """Return the number of cards expected on the table after a coup begun with the cut card, which takes all behind it.

    It is ``behind``, less ``burned_behind`` of them that were burned as stuck (Art. 2), plus ``held`` ones that entered
    the coup. Refuses negative numbers, and more cards burned than were behind (E_COUNT).
    """
    require(
        min(burned_behind, held, behind - burned_behind) >= 0,
        Code.COUNT,
        "A number of cards cannot be negative.",
    )
    return behind - burned_behind + held


def cut_too_deep(profile: Profile, behind: int) -> bool:
    """Whether fewer cards lie behind the cut card than ``min_last_coup_cards``; held cards do not count.

    False in a house without a least number.
    """
    return profile.min_last_coup_cards is not None and behind < profile.min_last_coup_cards


def check_cut(profile: Profile, *, behind: int, cards_total: int) -> None:
    """Refuse a cut card in a house without one, or with less than one card behind it or before it (E_COUNT)."""
    require(profile.cut_card, Code.COUNT, "This house plays without a cut card.", source=cite(profile, "cut_card"))
    if type(behind) is not int or not 0 < behind < cards_total:
        raise Refused(
            Code.COUNT,
            "The cut card lies inside the shoe: between 1 and %(most)s cards are behind it, not %(behind)s.",
            most=cards_total - 1,
            behind=behind,
        )


# --- a shoe that knows its cards

# A seal is sha256 over a salt of 16 bytes and the two letters of the face; without the salt nobody can try the 52 faces
# on it. The commitment is one sha256 over all seals in the order of the shoe, as canonical JSON: whoever has known it
# since before the first card can check in the end that no card was exchanged.


def seal_of(face: str, salt: str) -> str:
    """Return the seal of a face: SHA-256, in 64 hexadecimal digits, of the bytes of its salt and then its two letters.

    ``salt`` has 32 hexadecimal digits; raises ValueError for any other but one with spaces between its bytes.
    """
    raw = bytes.fromhex(salt)
    if len(raw) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return sha256(raw + face.encode("ascii")).hexdigest()


def fits(face: str, salt: str, seal: str) -> bool:
    """Whether ``seal`` is what :func:`seal_of` makes of them, the SHA-256 of salt and face; False for a bad salt."""
    try:
        return seal_of(face, salt) == seal
    except ValueError:
        return False


def commitment_of(seals: Iterable[str]) -> str:
    """Return the commitment published before the first card of a shoe: SHA-256, in hexadecimal digits, of its seals.

    They are hashed as a JSON list without spaces, in the order of the cards.
    """
    return sha256(json.dumps(list(seals), separators=(",", ":")).encode("ascii")).hexdigest()
