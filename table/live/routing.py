"""The addresses of the live screens, and of the electronic shoes, which no browser opens."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import path, re_path

from table.feed.socket import ShoeFeed
from table.live.socket import Screen


class Nowhere(AsyncWebsocketConsumer):
    """No screen lies at this address."""

    async def connect(self) -> None:
        """Turn it away before it is let in."""
        await self.close()


# Django's addresses are typed for pages; Channels routes its sockets by the same ones.
screen: Any = Screen.as_asgi()
nowhere: Any = Nowhere.as_asgi()
shoe: Any = ShoeFeed.as_asgi()

shoes: list[Any] = [path("live/shoe/<str:code>/", shoe)]

urlpatterns: list[Any] = [
    path("live/<str:screen>/", screen),
    path("live/<str:screen>/<str:code>/", screen),
    re_path("", nowhere),
]
