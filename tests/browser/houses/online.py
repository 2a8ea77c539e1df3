"""An evening of a player of Baccarat online at their page: cards by chance, each figure beside the document's."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from hashlib import sha256
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.houses.by_hand import BANCO, PUNTO, TIE, Hands, dealt, points
from tests.browser.houses.documents import ONLINE_PAYS
from tests.rig.patience import PATIENCE_MS
from tests.rig.scripts import script

STAKE = 100
START = 1_000_00
MOST_GAMES = 50
"""So many games the history keeps."""
TOTALS = """() => [...document.querySelectorAll(".game-total")].map(it => it.textContent)"""


@dataclass
class Online:
    """The evening of a player with a stake on every box."""

    page: Page
    address: str
    balance: int = START
    hands: list[Hands] = field(default_factory=list)
    totals: list[str] = field(default_factory=list)
    came: set[str] = field(default_factory=set)
    promised: str = ""
    figures: int = 0
    presses: int = 0

    def comes(self, name: str) -> None:
        """Open an account and sit down."""
        self.page.goto(f"{self.address}/online/")
        form = self.page.locator("form", has_text="Open an account")
        form.get_by_label("Name").fill(name)
        form.get_by_label("Password").fill("correct horse")
        form.get_by_role("button").click()
        self.page.get_by_role("link", name="Baccarat online").click()
        expect(self.page.locator(".play-live")).to_be_visible(timeout=PATIENCE_MS)
        self._are(
            "printed",
            sorted(self.page.evaluate(script("online", "printed"))),
            sorted([box, f"{pays} for 1"] for box, (pays, _rtp) in ONLINE_PAYS.items()),
        )

    def deals(self) -> None:
        """A hand: a chip on every box, or the same again, and “Deal”."""
        if self.hands:
            self.page.keyboard.press(" ")
            self.presses += 1
        else:
            for box in ONLINE_PAYS:
                self.page.locator(f"[data-box={box}] .bet-press").click()
                self.presses += 1
        self.promised = self.page.locator("[data-commitment]").text_content() or ""
        self.page.locator("[data-deal]").click()
        self.presses += 1
        expect(self.page.locator("[data-number]")).to_have_text(str(len(self.hands) + 2), timeout=PATIENCE_MS)
        self._compare(self.page.evaluate(script("online", "hand")))

    def _compare(self, shown: dict[str, Any]) -> None:
        """The hand as it lies there, and what the document makes of it."""
        hands = _hands(shown["cards"])
        where = f"game {len(self.hands) + 1}, {shown['cards']}"
        self._are(where, hands, dealt(iter(_in_order(hands))))
        banco, punto = points(hands.banco), points(hands.punto)
        said = {
            PUNTO: f"Player wins, {punto} to {banco}",
            BANCO: f"Banker wins, {banco} to {punto}",
            TIE: f"Tie, both have {punto}",
        }
        self._are(where, shown["said"], said[hands.result])
        paid = {box: _back(box, hands) for box in ONLINE_PAYS}
        self._are(where, sorted(shown["paid"]), sorted([box, *_words(back)] for box, back in paid.items()))
        back = sum(paid.values())
        self.balance += back - STAKE * len(paid)
        self._are(where, shown["money"], _money(self.balance))
        self.hands.append(hands)
        self.totals.append(f"{_money(STAKE * len(paid))} staked, {_money(back)} paid")
        self.came |= {hands.result, *(box for box, it in paid.items() if it > STAKE)}

    def looks_back(self) -> None:
        """The history, the last shoe opened, and the returns that the help prints."""
        self.page.goto(f"{self.address}/online/history/")
        self._are("history", self.page.evaluate(TOTALS), self.totals[: -MOST_GAMES - 1 : -1])
        self.page.goto(f"{self.address}/online/history/{len(self.hands)}/")
        opened = re.findall(r"\d+ (\w\w) (\w{32})", self.page.locator("pre").text_content() or "")
        seals = [sha256(bytes.fromhex(salt) + face.encode()).hexdigest() for face, salt in opened]
        self._are("shoe", len(opened), 6 * 52)
        self._are("shoe", sha256(json.dumps(seals, separators=(",", ":")).encode()).hexdigest(), self.promised)
        self._are("shoe", dealt(face for face, _salt in opened), self.hands[-1])
        self.page.goto(f"{self.address}/online/help/")
        printed = [[f"{pays} for 1", f"{rtp}%"] for pays, rtp in ONLINE_PAYS.values()]
        self._are("returns", self.page.evaluate(script("online", "returns")), printed)

    def _are(self, where: str, shown: Any, typed: Any) -> None:
        assert shown == typed, f"Baccarat online, {where}: typed {typed}, shown {shown}"
        self.figures += sum(len(it) for it in typed if isinstance(it, list)) or 1 if isinstance(typed, list) else 1


def _hands(text: str) -> Hands:
    """``Player 7: 10♠ K♦ 7♣ – Banker 6: …``, as the drawing is read out."""
    punto, banco = (re.findall(r"(10|[2-9AJQK])([♠♥♦♣])", side) for side in text.split("–"))
    suits = dict(zip("♠♥♦♣", "SHDC", strict=True))
    return Hands(*(tuple(rank.replace("10", "T") + suits[suit] for rank, suit in side) for side in (punto, banco)))


def _in_order(hands: Hands) -> list[str]:
    """As they left the shoe; behind them nothing that a hand could draw without a right to it."""
    punto, banco = hands.punto, hands.banco
    return [punto[0], banco[0], punto[1], banco[1], *punto[2:], *banco[2:], "KS", "KS"]


def _back(box: str, hands: Hands) -> int:
    """What comes back of the stake on a box, the stake included (cents)."""
    if hands.result == TIE and box in (PUNTO, BANCO):
        return STAKE
    pairs = [it for it in (hands.punto, hands.banco) if it[0][0] == it[1][0]]
    wins = {
        "egalite": hands.result == TIE,
        "player_pair": hands.punto in pairs,
        "banker_pair": hands.banco in pairs,
        "either_pair": bool(pairs),
        "perfect_pair": any(it[0] == it[1] for it in pairs),
        "grande": len(hands.cards) > 4,
        "piccolo": len(hands.cards) == 4,
    }.get(box, hands.result == box)
    return int(STAKE * Fraction(ONLINE_PAYS[box][0])) if wins else 0


def _words(back: int) -> Sequence[str]:
    if not back:
        return "lost", f"{_money(STAKE)} lost"
    return (
        ("push", f"Push: {_money(STAKE)} back")
        if back == STAKE
        else ("won", f"pays {_money(back)} for {_money(STAKE)}")
    )


def _money(cents: int) -> str:
    return f"€{cents / 100:,.2f}"
