"""The application that Daphne serves: ordinary pages here; the screens' sockets stand beside them."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

from config.access import logged

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = logged(ProtocolTypeRouter({"http": get_asgi_application()}))
