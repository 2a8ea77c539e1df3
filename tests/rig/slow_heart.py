"""The house with a heart that hardly beats: whatever its screens hear of while a test looks on, they hear by a ping."""

from table.live import hub
from tests.rig.shipped import application

__all__ = ["application"]
hub.BEAT_SECONDS *= 100
