"""Rows of the online game: its players, their sessions, and their games. They belong to no table and no register."""

from table.models.online.games import OnlineGame
from table.models.online.players import OnlinePlayer, OnlineSession, WrongPassword

__all__ = ["OnlineGame", "OnlinePlayer", "OnlineSession", "WrongPassword"]
