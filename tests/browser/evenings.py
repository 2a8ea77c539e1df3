"""An evening at the console with one hand alone: taps, keys, or taps beside a reader that types the cards.

The cards come from a shuffled shoe, and the hand does nothing but what the console asks for. What it presses is
counted coup by coup: stakes, which are as many as the guests like, apart from the coup itself.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from table.rules.cards import parse, points
from table.rules.regola import Claim, claim_of
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import GONE, SETTLING, past_a_reader
from tests.rig.scripts import script

STAKES = (("1", "punto"), ("2", "banco"), ("4", "punto"))
CHIP = 2500
SAID = ":is([data-declare], [data-deals])"
BUDGET = {"touch": 9, "keyboard": 17, "reader": 5}
"""The most presses of a coup with no third card, stakes aside, one less where it is paid and burned in one press: by
touch four of them are cards, on the keyboard each card has two keys, and a ten three."""
FOCUSED = "what => Boolean(document.activeElement?.matches(what))"


class Pressed(NamedTuple):
    """What a coup took: its kind, the presses until its stakes lay there, and those for all the rest."""

    kind: str
    stakes: int
    presses: int


@dataclass
class Touch:
    """A finger, and nothing else."""

    page: Page
    name: str = "touch"
    presses: int = 0

    def tap(self, what: str) -> None:
        """One tap on the first of these that can be seen, as soon as what is new takes a press."""
        self.steady()
        self.page.locator(what).filter(visible=True).first.tap()
        self.presses += 1

    def steady(self) -> None:
        """Nothing on the screen is so new that it takes no press."""
        self.page.wait_for_function(GONE, arg=SETTLING, timeout=PATIENCE_MS)

    def next(self) -> None:
        """The one next act."""
        self.tap(".now .next")

    def at_once(self) -> None:
        """Paid and burned, in one press."""
        self.tap(".others [data-press*=settle]:not([data-next])")

    def says(self, claim: Claim) -> None:
        """The reader's word, by voice; a battuta is turned at once."""
        by_voice = f"{SAID}[data-press*='\"{claim.value}\"'][data-press*=voice]"
        self.tap(".claim-battuta [data-pad-opens]" if claim is Claim.BATTUTA else by_voice)

    def cards(self, faces: Sequence[str]) -> None:
        """Cards, a key each."""
        for face in faces:
            self.tap(f'[data-card="{face}"]')

    def lay(self, position: str, box: str) -> None:
        """A chip on a box."""
        self.tap(f'[data-chip="{CHIP}"]')
        self.tap(f'.spot[data-position="{position}"][data-box="{box}"]')

    def repeat(self) -> None:
        """The stakes of the coup before."""
        self.tap("[data-repeat]")

    def incident(self) -> None:
        """A card too many came out, and somebody saw it."""
        self.tap(".tool-incident")
        self.page.locator("#incident[open]").wait_for()
        self.tap('#incident [data-leads="report-extra_card"]')
        self.page.locator("#report-extra_card[open]").wait_for()
        self.tap("#report-extra_card .kind[data-press*=exposed]")


@dataclass
class OnAPhone(Touch):
    """A finger where the positions are keys, and the boxes of the one that is chosen are keys below them."""

    def lay(self, position: str, box: str) -> None:
        self.tap(f'[data-chip="{CHIP}"]')
        self.tap(f'.position-key[data-at="{position}"]')
        self.tap(f'.box-key[data-box="{box}"]')


@dataclass
class Reader(Touch):
    """A finger beside a reader that types the cards and ends each with Enter; nobody presses anything for a card."""

    name: str = "reader"

    def cards(self, faces: Sequence[str]) -> None:
        """Cards past the reader."""
        for face in faces:
            past_a_reader(self.page, f"{face}\n")


@dataclass
class Keyboard(Touch):
    """Keys, and nothing else; each of them counts, Tab too."""

    name: str = "keyboard"

    def key(self, *keys: str) -> None:
        """One key after the other."""
        for key in keys:
            self.page.keyboard.press(key)
            self.presses += 1

    def reach(self, what: str) -> None:
        """Tab until it is there, and Enter."""
        self.steady()
        while not self.page.evaluate(FOCUSED, what):
            self.key("Tab")
        self.key("Enter")

    def next(self) -> None:
        self.key("n")

    def at_once(self) -> None:
        self.key("f")

    def says(self, claim: Claim) -> None:
        self.key({Claim.CARTA: "v", Claim.NO_CARTA: "o", Claim.BATTUTA: "r"}[claim])

    def cards(self, faces: Sequence[str]) -> None:
        for face in faces:
            self.key(*("10" if face[0] == "T" else face[0]), face[1])

    def lay(self, position: str, box: str) -> None:
        self.key("3")
        self.reach(f'.spot[data-position="{position}"][data-box="{box}"]')

    def repeat(self) -> None:
        self.key("Space")

    def incident(self) -> None:
        self.key("i")
        self.page.locator("#incident[open]").wait_for()
        self.reach('#incident [data-leads="report-extra_card"]')
        self.page.locator("#report-extra_card[open]").wait_for()
        self.reach("#report-extra_card .kind[data-press*=exposed]")


HANDS: Sequence[Callable[[Page], Touch]] = (Touch, Keyboard, Reader)


@dataclass
class Evening:
    """A hand, and the cards of its shoe. In the coup ``mishap_at`` a card too many comes out."""

    hand: Touch
    cards: Iterator[str] = field(default_factory=lambda: shoe(seed=1))
    mishap_at: int = 0
    played: list[Pressed] = field(default_factory=list)

    def coup(self) -> Pressed:
        """One coup, from its stakes until it is burned; every second one is paid and burned in one press."""
        began, now = self.hand.presses, self._moved()
        if now["verb"] == "open_bets":
            self.hand.next()
            now = self._moved(now["mark"])
        if now["verb"] == "close_bets":
            self._stakes()
        stakes = self.hand.presses - began
        kind = self._to_the_burn(now, {side: [next(self.cards), next(self.cards)] for side in ("punto", "banco")})
        self.played.append(Pressed(kind, stakes, self.hand.presses - began - stakes))
        return self.played[-1]

    def _stakes(self) -> None:
        """Chips on three boxes at the first coup, the same again at the others."""
        spots = self.hand.page.locator('.spot[data-laid]:not([data-laid="0"])')
        if self.played:
            self.hand.repeat()
        else:
            for stake in STAKES:
                self.hand.lay(*stake)
        expect(spots).to_have_count(len(STAKES), timeout=PATIENCE_MS)

    def _to_the_burn(self, now: dict[str, Any], faces: dict[str, list[str]]) -> str:
        """The coup, act by act. Gives which kind of coup it was."""
        kind = _NORMAL if now["verb"] == "close_bets" else "Colpo in Bianco"
        while True:
            if now["verb"] == "announce" and len(self.played) + 1 == self.mishap_at and kind != "a card too many":
                kind = "a card too many"
                self.hand.incident()
                expect(self.hand.page.locator("dialog[open]")).to_have_count(0, timeout=PATIENCE_MS)
                now = self._moved()
            self._act(now, faces)
            later = self._moved(now["mark"])
            if now["coup"] and later["coup"] != now["coup"]:
                return _kind(faces) if kind is _NORMAL else kind
            now = later

    def _act(self, now: dict[str, Any], faces: dict[str, list[str]]) -> None:
        """Do what is asked for now."""
        if now["places"]:
            self.hand.cards([self._card(faces[side], number) for side, number in now["places"]])
        elif now["verb"] == "declare" or (now["verb"] == "deal" and self._says_what_is_dealt(faces)):
            self.hand.says(_claim(faces))
        elif now["verb"] == "settle" and len(self.played) % 2:
            self.hand.at_once()
        else:
            self.hand.next()

    def _says_what_is_dealt(self, faces: dict[str, list[str]]) -> bool:
        """Whether the reader's word can be pressed before the deal, which it tells as well; a battuta is no word."""
        return _claim(faces) is not Claim.BATTUTA and self.hand.page.locator("[data-deals]").count() > 0

    def _card(self, row: list[str], number: int) -> str:
        """The card at this place of a hand; a third one comes out of the sabot now."""
        while len(row) < number:
            row.append(next(self.cards))
        return row[number - 1]

    def _moved(self, mark: str = "") -> dict[str, Any]:
        """What the console asks for, as soon as it asks for something else than this and takes a press."""
        due = self.hand.page.wait_for_function(script("console", "actAfter"), arg=mark, timeout=PATIENCE_MS)
        act: dict[str, Any] = due.json_value()
        return act


_NORMAL = ""


def shoe(*, seed: int) -> Iterator[str]:
    """The cards of six decks as they come."""
    cards = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] * 6
    Random(seed).shuffle(cards)
    return iter(cards)


def _claim(faces: dict[str, list[str]]) -> Claim:
    return claim_of(points([parse(face) for face in faces["punto"][:2]]))


def _kind(faces: dict[str, list[str]]) -> str:
    """Which kind of coup it was, by its cards."""
    thirds = sum(len(row) - 2 for row in faces.values())
    return (
        "battuta, turned at once"
        if _claim(faces) is Claim.BATTUTA
        else ("plain", "one third card", "two third cards")[thirds]
    )
