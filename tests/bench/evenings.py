"""What an evening takes of one hand at the console: ``make evenings``.

Twenty coups in Chromium by touch alone, twenty by keyboard alone, twenty by touch beside a reader that types the
cards; in one of them a card too many comes out that somebody has seen, so that the next one is a Colpo in Bianco.
Every second coup is paid and burned in one press. The last line names the hands whose plain coups took more than
their budget; then the exit status is 1. ``--houses`` spends an
evening at each house instead (tests/bench/houses.py), ``--pictures`` keeps pictures of it in a folder.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench import houses
from tests.rig.browsing import Visit, visiting
from tests.rig.choosing import at_least

if TYPE_CHECKING:
    from tests.browser.evenings import Evening

MISHAP_AT = 7


def main() -> None:
    parser = argparse.ArgumentParser(prog="make evenings")
    parser.add_argument("--coups", type=at_least(1), default=20, help="of each evening; %(default)s")
    parser.add_argument(
        "--houses", action="store_true", help="an evening at each house, its figures beside its document"
    )
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the screens of each house")
    options = parser.parse_args()
    coups = options.coups
    with visiting() as visit:
        if options.houses:
            houses.spent(visit, coups, options.pictures)
            return
        from tests.browser.evenings import BUDGET

        evenings = spent(visit, coups)
    show(evenings, BUDGET)
    over = [it.hand.name for it in evenings if most(it, "plain") > BUDGET[it.hand.name]]
    if over:
        sys.exit(f"More presses than the budget: {', '.join(over)}.")


def spent(visit: Visit, coups: int) -> "list[Evening]":
    """An evening with each hand, at a table with a dealer of its own."""
    from tests.browser.evenings import HANDS, Evening
    from tests.rig.room import console_page
    from tests.rig.tables import with_own_dealer

    evenings = []
    for place, hand in enumerate(HANDS, start=1):
        badge = with_own_dealer(f"T{place}").person.badge
        page = console_page(visit.touched, visit.address, f"T{place}", badge)
        evening = Evening(hand(page), mishap_at=MISHAP_AT)
        for _coup in range(coups):
            evening.coup()
        evenings.append(evening)
        page.context.close()
    return evenings


def most(evening: "Evening", kind: str) -> int:
    """The most presses that a coup of this kind took."""
    return max((it.presses for it in evening.played if it.kind == kind), default=0)


def show(evenings: "Sequence[Evening]", budget: dict[str, int]) -> None:
    """A line for each kind of coup, a column for each hand: the fewest and the most presses, stakes aside."""
    names = [it.hand.name for it in evenings]
    print(f"| coup | of {len(evenings[0].played)} | {' | '.join(names)} |\n|---|--:|{'--:|' * len(names)}")
    for kind in dict.fromkeys(it.kind for it in sorted(evenings[0].played, key=lambda it: it.presses)):
        played = [[it.presses for it in evening.played if it.kind == kind] for evening in evenings]
        print(f"| {kind} | {len(played[0])} | {' | '.join(_span(each) for each in played)} |")
    print(f"| *budget of a plain coup* | | {' | '.join(str(budget[name]) for name in names)} |")
    stakes = [[it.stakes for it in evening.played] for evening in evenings]
    print(
        f"| *until the stakes lie, first coup; later* | | {' | '.join(f'{it[0]}; {_span(it[1:])}' for it in stakes)} |"
    )


def _span(counts: Sequence[int]) -> str:
    fewest, most = min(counts, default=0), max(counts, default=0)
    return str(most) if fewest == most else f"{fewest}–{most}"


if __name__ == "__main__":
    main()
