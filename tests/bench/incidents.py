"""What a mishap takes at the screens: ``make bench-incidents``.

Every screen of a table is open in Chromium: console, inspector, nine seat displays, sign. From the press «Incident» (or
from what the table notices) until the table plays on, presses and typed fields are counted, and the seconds in which
a hand waits for its screen, the third of a second in which a new sheet takes no press among them: somebody presses as
soon as they can. Reading, thinking and calling the inspector come on top of it, at every table. The last line names the
mishaps that took other presses than they are said to take; then the exit status is 1.
"""

import sys
from statistics import median
from typing import TYPE_CHECKING

from tests.rig.browsing import visiting

if TYPE_CHECKING:
    from tests.browser.mishaps import Effort

ROUNDS = 3
SEATS = "123456789"


def main() -> None:
    with visiting() as visit:
        from tests.browser.mishaps import MISHAPS, perform
        from tests.browser.telling import new_taglia
        from tests.rig.room import furnish
        from tests.rig.tables import ready_table

        room = furnish(ready_table(), visit.opens, visit.address, seats=SEATS)
        rounds = []
        for _round in range(ROUNDS):
            new_taglia(room, behind=14)
            rounds.append([perform(room, mishap) for mishap in MISHAPS])
    by_mishap = list(zip(*rounds, strict=True))
    show(by_mishap)
    if others := [one[0].mishap.words for one in by_mishap if not all(it.as_said for it in one)]:
        sys.exit(f"Other presses than said: {', '.join(others)}.")


def show(by_mishap: list[tuple["Effort", ...]]) -> None:
    """A line for each mishap, as docs/figures.md has it; of the seconds the median."""
    from tests.browser.mishaps import in_the_figures

    print("| | | dealer presses | inspectors press | fields typed | seconds |\n|---|---|--:|--:|--:|--:|")
    for each in by_mishap:
        counted = each[0].mishap._replace(dealer=each[0].dealer, inspectors=each[0].inspectors, typed=each[0].typed)
        print(f"{in_the_figures(counted)} {median(one.seconds for one in each):.1f} |")


if __name__ == "__main__":
    main()
