"""A table that plays with a virtual shoe, and a dealer who presses what is asked and never keys a card."""

from collections.abc import Sequence
from typing import Any

from table.models import Entry
from table.play.state import TableState
from table.record import chain
from table.rules.cards import Card, decks, parse_all
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, derive
from table.script.dealing import GoodDealer, Step
from table.shoes import virtual
from tests.rig.tables import GUESTS, AtTable, new_table, seat

TRAINING = derive(VENEZIA, key="training", title="Training", virtual_shoe=True)


def shoe_of(first: str, count: int = 6) -> tuple[Card, ...]:
    """Whole decks that begin with these cards."""
    rest, begins = list(decks(count)), parse_all(first)
    for card in begins:
        rest.remove(card)
    return (*begins, *rest)


def virtual_table(
    monkeypatch: Any, cards: Sequence[Card], *, profile: Profile = TRAINING, behind: int = 14, code: str = "T3"
) -> AtTable:
    """An open table between two coups, with a virtual shoe in which these cards lie."""
    monkeypatch.setattr(virtual, "shuffled", lambda _decks: tuple(cards))
    table = new_table(profile, code=code)
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    for position, guest in zip(profile.positions[:3], GUESTS, strict=False):
        seat(table, guest, position)
    table.does("load_virtual", decks=profile.decks)
    if profile.cut_card:
        table.does("insert_cut_card", behind=behind)
    table.cast.ispettore.does("open_table")
    return table


def stake(table: AtTable, *, position: str = "1", box: str = "punto") -> None:
    """A betting with one stake in it."""
    if table.state.coup is None:
        table.does("open_bets")
    if table.state.stakes:  # of a tie before
        table.does("clear", coup=table.coup)
    table.does("place", coup=table.coup, position=position, box=box, amount=10_000)


class Unkeyed(GoodDealer):
    """A dealer who keys no card, since the shoe knows them; the reader sees theirs."""

    leaves = ("open_bets", "load_virtual")

    def __init__(self, table: AtTable, cards: Sequence[Card]) -> None:
        self.table, self._cards = table, cards

    @property
    def cards(self) -> "Unkeyed":
        """The shoe, as this test knows it."""
        return self

    @property
    def state(self) -> TableState:
        """What lies on the table now."""
        return self.table.state

    def shown(self, numbers: Sequence[int]) -> list[str]:
        """The cards in the order of the shoe."""
        return [str(self._cards[number - 1]) for number in numbers]

    def remaining(self) -> list[str]:
        """Nobody keys them."""
        return []

    def keyed(self, verb: str, state: TableState) -> Step:
        verb, given = super().keyed(verb, state)
        return verb, {name: it for name, it in given.items() if name not in ("card", "cards")}

    def send(self, act: Step) -> None:
        """A press of the table; the four cards come with the end of the betting."""
        self.table.press(act, *([("deal", {})] if act[0] == "close_bets" else []))

    def to_the_burn(self) -> int:
        """The coup goes on as far as it can; gives how many acts it took."""
        count = 0
        while self.state.coup is not None and self.step():
            count += 1
        return count


def coup(table: AtTable, cards: Sequence[Card]) -> int:
    """One coup from its stakes to the burning of its cards; gives how often the dealer pressed for it."""
    dealer = Unkeyed(table, cards)
    if table.state.shoe is not None and table.state.shoe.call_due:
        dealer.step()
    stake(table)
    return dealer.to_the_burn()


def effects(table: AtTable, name: str) -> list[dict[str, Any]]:
    """What the register says under this name of an effect, in its order."""
    entries = Entry.objects.filter(register=table.code).order_by("number")
    return [facts for it in entries for effect, facts in chain.effects(it.outcome) if effect == name]
