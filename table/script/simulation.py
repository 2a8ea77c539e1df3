"""Whole taglie on a simulated shoe: cards, stakes and the cut card at random from a seed, all else by the rules.

For property tests, benchmarks and demonstrations; nothing here touches a real table.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from table.rules.cards import Card, decks
from table.rules.payout import StakeMovement, lines
from table.rules.profile import MAIN_BOXES, Box, Profile
from table.rules.reading import PuntoBettor, button_after, reader
from table.rules.regola import MOST_HAND_CARDS, Layout, Outcome, lay_out
from table.rules.shoe import CutCardOut, check_cut, cut_card_out, is_valid_last
from table.rules.stakes import InAction, LaidStake, Limits, Range, check_stake, close, kind


class PlayedCoup(NamedTuple):
    """A coup as it was played.

    ``remaining`` are the cards counted for the rule of seven in a last coup, else empty; ``lines`` what was paid.
    """

    number: int
    button: str
    reader: str | None
    layout: Layout
    cut_card: CutCardOut | None
    remaining: tuple[Card, ...]
    outcome: Outcome
    stakes: list[InAction]
    lines: list[StakeMovement]


def shuffled(profile: Profile, rng: Random) -> tuple[Card, ...]:
    """Return the cards of the house's decks in a random order."""
    cards = list(decks(profile.decks))
    rng.shuffle(cards)
    return tuple(cards)


def usual_limits(profile: Profile) -> dict[str, Range]:
    """Return limits in cents by kind of stake: 2 to 200 times the smallest chip on Punto and Banco (``main``).

    On each of the other boxes 1 to 40 times.
    """
    chip = profile.smallest_chip
    side_range = Range(chip, 40 * chip)
    return {kind(box): Range(2 * chip, 200 * chip) if box in MAIN_BOXES else side_range for box in profile.boxes}


def stakes_by_chance(profile: Profile, limits: Limits, rng: Random) -> list[LaidStake]:
    """Draw stakes for a coup, valid by the rules, in the order of the positions; there may be none.

    At about four of five positions one on Punto or Banco, now and then others with it, on any other boxes of the house.
    Amounts are whole smallest chips within the limits; each position has a bettor of its own, “player LABEL”. Raises
    ValueError where no such amount is within them.
    """
    felt: list[LaidStake] = []
    for position in profile.positions:
        main = rng.choice(MAIN_BOXES)
        side_boxes = [box for box in profile.boxes if box not in MAIN_BOXES and rng.random() < 0.2]
        for box in [main, *side_boxes] if rng.random() < 0.8 else []:
            allowed = limits[kind(box)]
            chips = rng.randint(-(-allowed.minimum // profile.smallest_chip), allowed.maximum // profile.smallest_chip)
            stake = LaidStake(position, f"player {position}", box, chips * profile.smallest_chip)
            check_stake(profile, limits, felt, stake)
            felt.append(stake)
    return felt


def taglia(profile: Profile, rng: Random, *, limits: Limits | None = None, behind: int = 14) -> Iterator[PlayedCoup]:
    """Yield the coups of one simulated taglia, the cut card before the last ``behind`` cards and every position taken.

    Stakes are drawn within ``limits`` (None: the usual ones). It ends with the coup in which the cut card comes out, or
    one later where the house plays one more; else with the shoe. In a house that shuffles for every hand it never ends.
    Refuses ``behind`` as :func:`~table.rules.shoe.check_cut` does, with the first coup; a house without a cut card
    ignores it.
    """
    limits = limits or usual_limits(profile)
    shoe, at, number, button = shuffled(profile, rng), 0, 0, profile.positions[0]
    if profile.cut_card:
        check_cut(profile, behind=behind, cards_total=len(shoe))
    coups_left: int | None = None
    while coups_left != 0 and at < len(shoe):
        if profile.reshuffle_every_hand:
            shoe, at = shuffled(profile, rng), 0
        layout = lay_out(shoe[at : at + MOST_HAND_CARDS])
        cut_card = None if coups_left else _cut_card(profile, len(shoe) - behind - at, layout)
        number += 1
        coup = _play(
            profile,
            number=number,
            button=button,
            layout=layout,
            cut_card=cut_card,
            ahead=shoe[at:],
            stakes=close(profile, limits, _somebody_stakes(profile, limits, rng)),
        )
        yield coup
        at += _served(layout) + len(coup.remaining)
        button = button_after(profile, button, coup.outcome, present=profile.positions)
        coups_left = _coups_left(coups_left, cut_card)


def _somebody_stakes(profile: Profile, limits: Limits, rng: Random) -> list[LaidStake]:
    """Draw stakes as :func:`stakes_by_chance` does until there is at least one."""
    felt: list[LaidStake] = []
    while not felt:
        felt = stakes_by_chance(profile, limits, rng)
    return felt


def _served(layout: Layout) -> int:
    """Return the number of cards in both hands, without excess."""
    return len(layout.punto) + len(layout.banco)


def _coups_left(coups_left: int | None, cut_card: CutCardOut | None) -> int | None:
    """Return how many coups are still to be played after this one; None while the cut card is not out.

    ``coups_left`` is the same number before this coup, ``cut_card`` what it means if it came out in this coup.
    """
    if coups_left:
        return coups_left - 1
    return cut_card.coups_after if cut_card else None


def _cut_card(profile: Profile, cards_before_it: int, layout: Layout) -> CutCardOut | None:
    """Return what the cut card means for this coup and the next ones if it comes out in this one; else None.

    It comes out after ``cards_before_it`` cards of the coup: 0 is before its first. It is not in the coup if both hands
    together have no more cards than that; excess in ``layout`` does not count. None too in a house without a cut card.
    """
    if not profile.cut_card or cards_before_it >= _served(layout):
        return None
    return cut_card_out(profile, hand_cards=cards_before_it)


def _play(
    profile: Profile,
    *,
    number: int,
    button: str,
    layout: Layout,
    cut_card: CutCardOut | None,
    ahead: Sequence[Card],
    stakes: list[InAction],
) -> PlayedCoup:
    """Return the coup that these cards make, with reader, outcome, money lines and counted cards; nothing is stored.

    ``button`` is where the Button lies; ``cut_card`` is None unless it came out in this coup. In a last coup that the
    cut card began, a house with a least number of cards counts the rest of the shoe; ``ahead`` are all its cards from
    the first of the coup on.
    """
    bettors = [PuntoBettor(it.stake.position, it.in_action) for it in stakes if it.stake.box is Box.PUNTO]
    seven = cut_card is not None and cut_card.began_with_cut_card and profile.min_last_coup_cards is not None
    remaining = tuple(ahead[_served(layout) :]) if seven else ()
    outcome = _outcome(profile, layout, remaining if seven else None)
    return PlayedCoup(
        number=number,
        button=button,
        reader=reader(profile, button, bettors),
        layout=layout._replace(excess=()),
        cut_card=cut_card,
        remaining=remaining,
        outcome=outcome,
        stakes=stakes,
        lines=lines(profile, outcome, layout, stakes),
    )


def _outcome(profile: Profile, layout: Layout, counted: Sequence[Card] | None) -> Outcome:
    """Return the outcome: NULL_SEVEN if the coup's cards and the ``counted`` ones are too few for a last coup.

    Else ANNULLED if the shoe had no more card for one that was due in it, or SETTLED. ``counted`` is None where none
    are counted: then it is never NULL_SEVEN.
    """
    if counted is not None and not is_valid_last(profile, coup_cards=_served(layout), remaining=len(counted)):
        return Outcome.NULL_SEVEN
    return Outcome.SETTLED if layout.due is None else Outcome.ANNULLED
