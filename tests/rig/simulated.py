"""Whole taglie on a simulated shoe: cards, stakes and the cut card at random from a seed, all else by the rules.

For property tests and benchmarks; nothing here touches a table.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from table.rules.cards import Card
from table.rules.payout import StakeMovement, lines
from table.rules.profile import Box, Profile
from table.rules.reading import PuntoBettor, button_after, reader
from table.rules.regola import MOST_HAND_CARDS, Layout, Outcome, lay_out
from table.rules.shoe import CutCardOut, check_cut, cut_card_out, is_valid_last
from table.rules.stakes import InAction, LaidStake, Limits, close
from table.script.simulation import shuffled, stakes_by_chance, usual_limits


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
    coups_left: int | None = None  # not known while the cut card is not out
    while coups_left != 0 and at < len(shoe):
        if profile.reshuffle_every_hand:
            shoe, at = shuffled(profile, rng), 0
        layout = lay_out(shoe[at : at + MOST_HAND_CARDS])
        cut_card = None if coups_left else _cut_card(profile, len(shoe) - behind - at, layout)
        number += 1
        felt: list[LaidStake] = []
        while not felt:
            felt = stakes_by_chance(profile, limits, rng)
        coup = _play(
            profile,
            number=number,
            button=button,
            layout=layout,
            cut_card=cut_card,
            ahead=shoe[at:],
            stakes=close(profile, limits, felt),
        )
        yield coup
        at += _served(layout) + len(coup.remaining)
        button = button_after(profile, button, coup.outcome, present=profile.positions)
        if coups_left:
            coups_left -= 1
        elif cut_card is not None:
            coups_left = cut_card.coups_after


def _served(layout: Layout) -> int:
    """Return the number of cards in both hands, without excess."""
    return len(layout.punto) + len(layout.banco)


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
