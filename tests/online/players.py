"""Players of the online game, as tests play them: each through the pages, as a browser would."""

from typing import Any

import pytest
from django.test import Client

from table.models import OnlineGame, OnlinePlayer
from table.online import accounts, doorway
from table.rules.cards import Card, decks, parse_all
from table.shoes import virtual

FACTS = {"accept": "application/json"}
PASSWORD = "correct horse"
START = accounts.START


def nobody_came_before() -> None:
    """Reset the limits of the online game, which count over all tests of a process."""
    for pace in (
        doorway.OF_A_PLAYER,
        doorway.AT_AN_ADDRESS,
        doorway.NEW_ACCOUNTS,
        doorway.NEW_GUESTS,
        doorway.PASSWORDS,
    ):
        pace.forget()


class Somebody:
    """A player at their browser."""

    def __init__(self, name: str = "Anna", *, address: str = "192.0.2.1", comes: bool = True) -> None:
        nobody_came_before()
        self.name = name
        self.client = Client(headers={"accept-language": "en"}, REMOTE_ADDR=address)
        if comes:
            assert self.comes("sign-up").status_code == 302

    def comes(self, way: str, *, password: str = PASSWORD) -> Any:
        """Open an account (`sign-up`) or show the player's password (`sign-in`)."""
        return self.client.post(f"/online/{way}/", {"name": self.name, "password": password})

    @property
    def row(self) -> OnlinePlayer:
        """The player's account as it stands."""
        return OnlinePlayer.objects.get(key=accounts.key_of(self.name))

    @property
    def games(self) -> list[OnlineGame]:
        """The player's games, the first one first."""
        return list(OnlineGame.objects.filter(player=self.row).order_by("number"))

    def state(self) -> dict[str, Any]:
        """What the player's page knows."""
        found: dict[str, Any] = self.client.get("/online/baccarat/state/").json()
        return found

    def asks_after(self, game: int) -> dict[str, Any]:
        """The player's page has lost the answer to a press for this game, and asks what became of it."""
        found: dict[str, Any] = self.client.post("/online/baccarat/state/", {"game": game}).json()
        return found

    def sends(self, *, nonce: str = "", game: object = None, **stakes: object) -> Any:
        """Press “Deal” for the player, and return what the house answers."""
        state = self.state()
        form = {"nonce": nonce or state["nonce"], "game": state["game"] if game is None else game} | stakes
        return self.client.post("/online/baccarat/deal/", form, headers=FACTS)

    def deals(self, **given: Any) -> dict[str, Any]:
        """The same, and it is dealt."""
        answer = self.sends(**given)
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = answer.json()
        return found

    def page(self, path: str) -> str:
        """A page as the player reads it."""
        answer = self.client.get(f"/online/{path}")
        assert answer.status_code == 200, answer.status_code
        return str(answer.content.decode())


def rig(patch: pytest.MonkeyPatch, first: str) -> None:
    """Every shoe that is prepared from now on begins with these cards."""
    cards = parse_all(first)

    def ordered(count: int) -> tuple[Card, ...]:
        left = list(decks(count))
        for card in cards:
            left.remove(card)
        return (*cards, *left)

    patch.setattr(virtual, "shuffled", ordered)
