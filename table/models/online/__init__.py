"""The rows of the online game: its players, who of them is there, and their games. No table and no register has any."""

from table.models.online.games import OnlineGame
from table.models.online.players import OnlinePlayer, OnlineSession, WrongPassword

__all__ = ["OnlineGame", "OnlinePlayer", "OnlineSession", "WrongPassword"]
