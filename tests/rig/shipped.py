"""The house as it is served, but for its templates: another process of the run may have compiled them."""

from config.asgi import application
from tests.rig import compiled

__all__ = ["application"]
compiled.cache_where_named()
