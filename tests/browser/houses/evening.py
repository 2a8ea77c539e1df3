"""An evening at a table of a house on its own screens: console, seats, sign and pit, each figure beside the document's.

The dealer presses what the console asks for; the cards are known beforehand, and what comes of them is reckoned by
hand. What a screen shows is read as a guest reads it, as soon as it stands there.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Error, Page, expect

from tests.browser.evenings import Evening
from tests.browser.houses import by_hand
from tests.browser.houses.by_hand import ORDER, Hands, Paid, Stake, dealt, paid, written
from tests.browser.houses.documents import House
from tests.rig.patience import PATIENCE_MS
from tests.rig.scripts import script

BEADS, ROAD = 9, 18
"""So many columns has a sign room for."""


@dataclass
class Screens:
    """The pages of a table, and how many figures were read on them; ``seats`` by position."""

    code: str
    seats: Mapping[str, Page]
    sign: Page
    pit: Page | None = None
    figures: int = 0

    def close(self) -> None:
        """Nobody looks any more."""
        for page in (*self.seats.values(), self.sign, *([self.pit] if self.pit else [])):
            page.context.close()

    def reads(self, page: Page, reading: str, typed: Any, where: str) -> None:
        """This is what the page shows, as soon as it has come to it; readings are named in ``houses.js``."""
        as_json = json.dumps(typed, separators=(",", ":"), ensure_ascii=False)
        try:
            page.wait_for_function(script("houses", "shows"), arg=[reading, self.code, as_json], timeout=PATIENCE_MS)
        except Error:
            shown = page.evaluate(script("houses", "read"), [reading, self.code])
            raise AssertionError(f"{where}: typed {typed}, shown {shown}") from None
        self.figures += len([*_leaves(typed)])


def _leaves(typed: Any) -> Iterator[Any]:
    for it in typed if isinstance(typed, Sequence) and not isinstance(typed, str) else ():
        yield from _leaves(it) if isinstance(it, list | tuple) else [it]


@dataclass(kw_only=True)
class HouseEvening(Evening):
    """An evening with these coups; ``stakes`` lie in each of them, and are paid by the document of the house.

    ``results`` came so far, the ``last`` of them in the coup with this place; ``ends`` tells that it is a
    whole one: the house refuses what it has to, and the cut card comes before the last of the coups.
    """

    house: House
    coups: Sequence[Hands]
    stakes: Sequence[Stake]
    screens: Screens
    cards: Iterator[str] = field(init=False)
    results: list[str] = field(default_factory=list)
    last: int = -1
    ends: bool = True
    pictures: Path | None = None

    def __post_init__(self) -> None:
        self.cards = iter([card for hands in self.coups for card in hands.cards])

    @property
    def hands(self) -> Hands:
        """The coup that is played."""
        return self.coups[len(self.played)]

    @property
    def where(self) -> str:
        """Which coup it is, for whoever reads that a figure is wrong."""
        return f"{self.house.key}, coup {len(self.played) + 1}"

    # --- what is pressed

    def _stakes(self) -> None:
        if self.ends and len(self.played) + 1 == len(self.coups):
            self._cut_card()
        if self.played:
            self.hand.repeat()
        else:
            self._prices()
            self._first_stakes()
        expect(self.hand.page.locator('.spot[data-laid]:not([data-laid="0"])')).to_have_count(
            len(self.stakes), timeout=PATIENCE_MS
        )
        for stake in self.stakes:
            laid = f'.spot[data-position="{stake.position}"][data-box="{stake.box}"][data-laid="{stake.laid}"]'
            expect(self.hand.page.locator(laid)).to_have_count(1, timeout=PATIENCE_MS)
            if stake.tax_ready:
                self._lays_tax(stake.position)
        self._roads()

    def _first_stakes(self) -> None:
        for stake in self.stakes:
            chip = max(it for it in (500, 2500, 10_000) if stake.laid % it == 0)
            self.hand.tap(f'[data-chip="{chip}"]')
            spot = f'.spot[data-position="{stake.position}"][data-box="{stake.box}"]'
            for count in range(1, stake.laid // chip + 1):
                self.hand.tap(spot)
                laid = self.hand.page.locator(f'{spot}[data-laid="{count * chip}"]')
                expect(laid).to_have_count(1, timeout=PATIENCE_MS)

        if self.ends:
            self._refused()

    def _refused(self) -> None:
        """Nobody stakes on both sides, nor more than the maximum; where the document says so, nor on a tie alone."""
        first, most = self.stakes[0], max(self.stakes, key=lambda it: it.laid)
        tried = [(first.position, "banco" if first.box == "punto" else "punto", 0)]
        if most.laid == self.house.limits["main"][1]:
            tried.append((most.position, most.box, most.laid))
        if not self.house.tie_alone:
            tried.append(("5", "egalite", 0))
        for position, box, stays in tried:
            spot = f'.spot[data-position="{position}"][data-box="{box}"]'
            self.hand.tap(spot)
            expect(self.hand.page.locator("#said:not([hidden]) [data-sentence]")).not_to_be_empty(timeout=PATIENCE_MS)
            expect(self.hand.page.locator(f'{spot}[data-laid="{stays}"]')).to_have_count(1)
            self.screens.figures += 1

    def _lays_tax(self, position: str) -> None:
        place = f'[data-key="tax-{position}"]'
        self.hand.tap(place)
        expect(self.hand.page.locator(f"{place}.cell-tax-ready")).to_have_count(1, timeout=PATIENCE_MS)

    def _cut_card(self) -> None:
        """It comes before the first card of the last coup."""
        self.hand.tap('.tools [data-opens="sabot"]')
        self.hand.tap("#sabot[open] form[data-steps*=cut_card_out] .next")
        expect(self.hand.page.locator("#sabot[open]")).to_have_count(0, timeout=PATIENCE_MS)

    def _act(self, now: dict[str, Any], faces: dict[str, list[str]]) -> None:
        hands = self.hands
        if now["verb"] == "announce":
            called = [str(by_hand.points(hands.banco)), str(by_hand.points(hands.punto))]
            self.screens.reads(self.hand.page, "called", called, f"{self.where}, to be called")
        if now["verb"] == "settle":
            self._paid(hands)
            self._look()
            self.results.append(hands.result)
            self.last = len(self.played)
        if now["verb"] == "extract_remaining":
            out = sum(len(it.cards) for it in self.coups)
            self.hand.page.locator("#remaining").fill(str(52 * self.house.decks - out))
            self.hand.tap(".count > .next")
        else:
            super()._act(now, faces)

    def _look(self) -> None:
        """Pictures of all screens, when the first coup that brings everybody something is paid."""
        if self.pictures is None or len(self.played) not in (1, 10):
            return
        pages = {"console": self.hand.page, "seat": self.screens.seats["3"], "sign": self.screens.sign}
        for name, page in (pages | ({"pit": self.screens.pit} if self.screens.pit else {})).items():
            page.screenshot(path=self.pictures / f"{self.house.key}-{len(self.played) + 1}-{name}.png")

    # --- what is read

    def _paid(self, hands: Hands) -> None:
        """The points are called: payments at the console, what it brings at the seats, the figures on sign and pit."""
        where, all_paid = self.where, [paid(self.house, hands, it) for it in self.stakes]
        at = {it.position: [one for one in all_paid if one.stake.position == it.position] for it in self.stakes}
        self.screens.reads(
            self.hand.page, "payments", [[it, _moves(at[it])] for it in sorted(at)], f"{where}, payments"
        )
        banco, punto = str(by_hand.points(hands.banco)), str(by_hand.points(hands.punto))
        for position, page in self.screens.seats.items():
            self.screens.reads(page, "seat", _seat(at.get(position, [])), f"{where}, seat {position}")
        self.screens.reads(self.screens.sign, "result", [banco, punto, hands.result], f"{where}, sign")
        if self.screens.pit:
            self.screens.reads(self.screens.pit, "tile", [banco, punto], f"{where}, pit")

    def _prices(self) -> None:
        """What is printed of each box, and its limits."""
        printed = [[*self.house.prices[box]] for box in ORDER]
        limits = [f"{written(least)}–{written(most)}" for least, most in self.house.limits.values()]
        self.screens.reads(self.screens.sign, "prices", [printed, limits], f"{self.house.key}, sign")
        for position, page in self.screens.seats.items():
            six = f" · {self.house.half_on}=1:2"
            prices = [f"{price}{six}" if self.house.half_on and note else price for price, note in printed]
            self.screens.reads(page, "seatPrices", prices, f"{self.house.key}, seat {position}")

    def _roads(self) -> None:
        """How often each box won, and the roads, once the cards of the coup before are burned."""
        counts = [str(self.results.count(it)) for it in (by_hand.PUNTO, by_hand.BANCO, by_hand.TIE)]
        roads = [counts, by_hand.bead_plate(self.results, BEADS), by_hand.big_road(self.results, ROAD)]
        self.screens.reads(self.screens.sign, "roads", roads, f"{self.where}, roads")
        if self.last < 0 or self.last != len(self.played) - 1:
            return  # the coup before was in bianco, or there was none
        before = self.coups[self.last]
        for position, page in self.screens.seats.items():
            points = f"Banco {by_hand.points(before.banco)}, Punto {by_hand.points(before.punto)}"
            brought = [paid(self.house, before, it).brings for it in self.stakes if it.position == position]
            net = [_signed(sum(brought), "±")] if brought else []
            self.screens.reads(page, "before", [points, *net], f"{self.where}, seat {position}, coup before")


def _moves(at: Sequence[Paid]) -> list[list[str]]:
    """What the dealer's hand moves at a position: what lost is taken first."""
    ordered = sorted(at, key=lambda it: (it.moves[0][0] != "take", ORDER.index(it.stake.box)))
    return [[does, written(cents)] for it in ordered for does, cents in it.moves]


def _seat(at: Sequence[Paid]) -> list[Any]:
    """What a player reads of their stakes, and in all."""
    ordered = sorted(at, key=lambda it: ORDER.index(it.stake.box))
    net = sum(it.brings for it in at)
    stakes = [[it.stake.box, written(it.stake.laid), _signed(it.brings, "goes back")] for it in ordered]
    return [stakes, f"{abs(net) / 100:,.2f}" if net else ""]


def _signed(cents: int, nothing: str) -> str:
    """What was won or lost; of nothing in these words, or behind this sign."""
    if not cents:
        return nothing if nothing != "±" else "±0"
    return f"{'+' if cents > 0 else '−'}{written(abs(cents))}"


# --- the cards of an evening


def coups_of(house: House, count: int, seed: int) -> list[Hands]:
    """The first coups of a shoe of the house's decks, in an order by chance."""
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * house.decks
    Random(seed).shuffle(cards)
    shoe = iter(cards)
    return list(islice(iter(lambda: dealt(shoe), None), count))
