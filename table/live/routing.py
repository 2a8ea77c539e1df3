"""Routes of the sockets: live screens, and electronic shoes, which no browser opens."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path, re_path

from table.live.electronic_shoes.socket import ShoeFeed
from table.live.socket import Screen


class Nowhere(AsyncWebsocketConsumer):
    """Rejects sockets at any other path."""

    async def connect(self) -> None:
        """Close the socket before it is accepted."""
        await self.close()


# Typed Any: Django's path() is typed for views, and Channels uses it for its consumers as well.
screen: Any = Screen.as_asgi()
nowhere: Any = Nowhere.as_asgi()
shoe: Any = ShoeFeed.as_asgi()

shoes: list[Any] = [path("live/shoe/<str:code>/", shoe)]

urlpatterns: list[Any] = [
    path("live/<str:screen>/", screen),
    path("live/<str:screen>/<str:code>/", screen),
    re_path("", nowhere),
]
