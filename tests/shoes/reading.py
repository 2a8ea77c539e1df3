"""A table with an electronic shoe, and a dealer who draws a card when one is asked for, and else presses."""

from dataclasses import dataclass, field
from uuid import uuid4

import pytest

from table.access import tokens
from table.live.electronic_shoes import line
from table.live.electronic_shoes.frames import Card, CutCard
from table.live.electronic_shoes.taking import take
from table.models import HOUSE, ElectronicShoe
from table.rules.cards import parse_all
from table.rules.houses import VENEZIA
from table.rules.profile import Profile
from table.rules.refusal import Code, Refused
from table.script.dealing import Step
from tests.rig.cast import Cast
from tests.rig.tables import AtTable, ready_table
from tests.shoes.dealing import Unkeyed

KEY = "reads-T3"


def pair(table: AtTable, key: str = KEY) -> str:
    """The Direzione pairs an electronic shoe with a table; gives its token."""
    drawn = tokens.issue(key)
    Cast.at(HOUSE).direzione.does("pair_shoe", key=key, table=table.code, digest=drawn.digest)
    return drawn.token


@dataclass
class Reading:
    """An electronic shoe on its line. ``next`` is the number of the fact that it tells next."""

    table: AtTable
    name: str = field(default_factory=lambda: uuid4().hex)
    next: int = 0

    def connects(self) -> "Reading":
        """It holds its line, and goes on where the house says."""
        self.next = line.hold(self.row, self.name)
        assert self.next, "another one holds the line"
        return self

    @property
    def row(self) -> ElectronicShoe:
        """As the house keeps it."""
        return ElectronicShoe.objects.select_related("table").get(key=KEY)

    def tells(self, faces: str) -> None:
        """These cards leave the shoe, one after the other; ``??`` is one that could not be read."""
        for face in faces.split():
            self.next = take(self.name, Card(self.next, None if face == "??" else face))

    def tells_cut_card(self) -> None:
        """The cut card does."""
        self.next = take(self.name, CutCard(self.next))

    def is_refused(self, code: Code, fact: Card | CutCard) -> Refused:
        """The house says no to this fact, for this reason."""
        with pytest.raises(Refused) as caught:
            take(self.name, fact)
        assert caught.value.code is code, caught.value
        return caught.value


def read_table(profile: Profile = VENEZIA, *, behind: int = 14) -> tuple[AtTable, Reading]:
    """An open table between two coups, with a shoe of real cards that reads them."""
    table = ready_table(profile, behind=behind)
    pair(table)
    return table, Reading(table).connects()


class Listening(Unkeyed):
    """A dealer who draws a card when one is due, which the shoe tells; ``presses`` are all others."""

    def __init__(self, table: AtTable, shoe: Reading, cards: str) -> None:
        out = table.state.shoe.out if table.state.shoe else 0
        super().__init__(table, [*parse_all("AS") * out, *parse_all(cards)])
        self.shoe, self.coming, self.presses = shoe, cards.split(), 0

    def send(self, act: Step) -> None:
        if act[0] in ("deal", "card_out"):
            self.shoe.tells(self.coming.pop(0))
        else:
            self.table.press(act)
            self.presses += 1


def coup(table: AtTable, shoe: Reading, cards: str) -> int:
    """The coup goes on to the burning of its cards; gives how often the dealer pressed."""
    dealer = Listening(table, shoe, cards)
    dealer.to_the_burn()
    return dealer.presses
