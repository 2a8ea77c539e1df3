"""ASGI application that Daphne serves: pages over HTTP, screens and shoe readers over WebSockets."""

import os
from typing import Any

from autobahn.websocket import protocol as websocket
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.sessions import CookieMiddleware
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import re_path
from django.utils.module_loading import import_string

from config.doors.leaving import unsaid
from config.doors.origin import OwnPages
from config.doors.proxy import known
from config.doors.stopping import turning_away
from config.logs import logged

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
pages: Any = get_asgi_application()

from table.live import routing  # noqa: E402 - these need the applications that were just set up
from table.memory import gc_pacing, threads  # noqa: E402
from table.record.machine import clocks  # noqa: E402

# Only a demo house has a stage, whose screens anybody may watch without signing in.
stage = import_string("table.demo.onlooker.urlpatterns") if settings.DEMO else []
screens: Any = OwnPages(CookieMiddleware(URLRouter([*stage, *routing.urlpatterns])))
# A shoe reader sends a token, which no browser adds by itself: its socket needs no check of the origin.
sockets = URLRouter([*routing.shoes, re_path("", screens)])
# Autobahn would colour names for a debug log that nobody reads, for every frame that is sent, and lay out all settings
# of every socket that is opened.
for name in ("hltype", "hlval", "pformat"):
    setattr(websocket, name, lambda _value, **_look: "")
gc_pacing.begin()
threads.begin()
clocks.jumps.watch()
application = logged(known(turning_away(ProtocolTypeRouter({"http": unsaid(pages), "websocket": sockets}))))
