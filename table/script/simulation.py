"""Cards and stakes at random from a seed, valid by the rules of a house, and its usual limits; no table is touched."""

from random import Random

from table.rules.cards import Card, decks
from table.rules.profile import MAIN_BOXES, Profile
from table.rules.stakes import LaidStake, Limits, Range, check_stake, kind


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
