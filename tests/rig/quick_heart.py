"""The house with a heart that beats ten times as fast: a test acts in a process of its own, and nothing but the
heartbeat tells the house of it."""

from config.asgi import application
from table.live import hub

__all__ = ["application"]
hub.BEAT_SECONDS /= 10
