"""A bare Channels application to compare with: a socket joins a group, and whatever one says goes to all of them."""

import os

import django
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import URLRouter
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()


class Bare(AsyncWebsocketConsumer):
    """One member of a group."""

    async def connect(self) -> None:
        """Join the group that the address names."""
        self.group = "bare." + self.scope["url_route"]["kwargs"]["group"]
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, _code: int) -> None:
        """Leave it."""
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:  # noqa: ARG002 - nobody sends any
        """Tell everybody in the group."""
        await self.channel_layer.group_send(self.group, {"type": "told", "text": text_data})

    async def told(self, event: dict[str, str]) -> None:
        """Hear it."""
        await self.send(text_data=event["text"])


application = URLRouter([path("bare/<str:group>/", Bare.as_asgi())])  # type: ignore[arg-type, list-item]
