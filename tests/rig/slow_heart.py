"""The house with a heart that hardly beats: whatever its screens hear of while a test looks on, they hear by a ping."""

from config.asgi import application
from table.live import hub
from tests.rig import compiled

__all__ = ["application"]
hub.BEAT_SECONDS *= 100
compiled.cache_where_named()
