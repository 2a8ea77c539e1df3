"""An evening at each house on its own screens: ``make evenings ARGS="--houses"``.

At each table so many coups are dealt in which all comes that its document tells apart; at the player's page of the
online game as many as it takes until every box has won. What console, seats, sign, pit and page show is compared with
what the document makes of the cards (tests/browser/houses). A line for each house; the first wrong figure ends it.
"""

from collections.abc import Sequence
from pathlib import Path

from tests.rig.browsing import Visit

MOST_GAMES = 500


def spent(visit: Visit, number: int, pictures: Path | None) -> None:
    """An evening at each house, and its line."""
    print(
        "| house | document | coups | Punto, Banco, Egalité | figures, all equal | presses |\n|---|---|--:|--:|--:|--:|"
    )
    at_tables(visit, number, pictures)
    at_the_page(visit, number, pictures)


def at_tables(visit: Visit, number: int, pictures: Path | None) -> None:
    """The houses with a table; afterwards the register of each is dealt again."""
    from tests.browser.houses.documents import AT_TABLES
    from tests.browser.houses.tables import SEATED, evening_coups, opened
    from tests.rig.tables import check

    for place, house in enumerate(AT_TABLES, start=1):
        coups, code = evening_coups(house, number), f"H{place}"
        evening = opened(visit.touched, visit.address, house, coups, code=code, seats=SEATED, pit=True)
        evening.pictures = pictures
        for _coup in coups:
            evening.coup()
        check(code)
        line(house.key, house.title, len(coups), evening.results, (evening.screens.figures, evening.hand.presses))
        evening.screens.close()
        evening.hand.page.context.close()


def at_the_page(visit: Visit, number: int, pictures: Path | None) -> None:
    """The house without a table."""
    from tests.browser.houses.by_hand import BANCO, PUNTO, TIE
    from tests.browser.houses.documents import ONLINE_PAYS
    from tests.browser.houses.online import Online

    online, wanted = Online(visit.opens("en", "tablet"), visit.address), {PUNTO, BANCO, TIE, *ONLINE_PAYS}
    online.comes("Anna")
    while len(online.hands) < number or online.came < wanted:
        assert len(online.hands) < MOST_GAMES, f"never came: {wanted - online.came}"
        online.deals()
    if pictures:
        online.page.screenshot(path=pictures / "baccarat-online-side-bets-page.png")
    online.looks_back()
    results = [it.result for it in online.hands]
    figures = (online.figures, online.presses)
    line("baccarat-online-side-bets", "Baccarat online", len(results), results, figures)


def line(key: str, title: str, coups: int, results: Sequence[str], figures: tuple[int, int]) -> None:
    """What an evening came to; coups in bianco have no result."""
    came = ", ".join(str(results.count(it)) for it in ("punto", "banco", "tie"))
    bianco = f", {coups - len(results)} in bianco" if coups > len(results) else ""
    equal, presses = figures
    print(f"| `{key}` | {title} | {coups} | {came}{bianco} | {equal:,} | {presses:,} |", flush=True)
