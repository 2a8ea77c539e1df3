"""The application that Daphne serves: ordinary pages, and the screens' sockets beside them."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware
from django.core.asgi import get_asgi_application

from config.access import logged

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages = get_asgi_application()

from table.live.routing import urlpatterns as sockets  # noqa: E402 - needs the applications that were just set up

screens = AllowedHostsOriginValidator(CookieMiddleware(URLRouter(sockets)))
application = logged(ProtocolTypeRouter({"http": pages, "websocket": screens}))
