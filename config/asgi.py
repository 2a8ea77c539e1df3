"""The application that Daphne serves: ordinary pages, and the screens' sockets beside them."""

import os
from typing import Any

from autobahn.websocket import protocol as websocket
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import re_path
from django.utils.module_loading import import_string

from config.access import logged
from config.doors.leaving import unsaid
from config.doors.origin import OwnPages
from config.doors.proxy import known
from config.service.stopping import turning_away

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages: Any = get_asgi_application()

from table import threads  # noqa: E402 - needs the applications that were just set up
from table.live import routing, waste  # noqa: E402
from table.record.machine import clocks  # noqa: E402 - needs the applications that were just set up

# Only a demo house has a stage, on which whoever passes looks on.
stage = import_string("table.demo.onlooker.urlpatterns") if settings.DEMO else []
screens: Any = OwnPages(CookieMiddleware(URLRouter([*stage, *routing.urlpatterns])))
# An electronic shoe is no page: it comes with its token, which no browser sends by itself.
sockets = URLRouter([*routing.shoes, re_path("", screens)])
# For every frame that is sent names would be coloured for a line of the debug log that nobody reads.
for name in ("hltype", "hlval"):
    setattr(websocket, name, lambda _value, **_look: "")
waste.begin()
threads.begin()
clocks.wall.watch()
application = logged(known(turning_away(ProtocolTypeRouter({"http": unsaid(pages), "websocket": sockets}))))
