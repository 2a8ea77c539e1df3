"""Pairing of displays: each has a secret in its own cookie, from which the code follows that it shows to be paired.

The code alone opens nothing. Whoever reads it off the screen and knows a position can pair the display; the display
itself proves by the signed secret that it is the one that shows this code.
"""

import base64
import hashlib
import hmac
import secrets

from django.conf import settings
from django.core import signing

from table.memory.statements import Query
from table.models import Display

COOKIE = "sabot_display"
COOKIE_SECONDS = 400 * 24 * 3600
CODE_SIGNS = 10
PAIRED = Query(lambda code: Display.objects.select_related("table__policy").filter(code=code, revoked=False))
"""A paired display with its table and the rules there, as it is needed for every screen that comes back."""
_SALT = "table.devices"  # the name that paired displays carry in their cookies: it stays


def new_cookie() -> str:
    """Return a cookie with a new secret, signed by this house, for a display that has none."""
    return cookie_of(secrets.token_hex(16))


def cookie_of(secret: str) -> str:
    """Return the value of a display's cookie with this secret, signed by this house with the time of signing."""
    return signing.dumps(secret, salt=_SALT)


def code_of(cookie: str) -> str:
    """Code that a display with this cookie shows, ten characters; empty if the cookie is not of this house."""
    try:
        secret = signing.loads(cookie, salt=_SALT)
    except signing.BadSignature:
        return ""
    seal = hmac.digest(settings.SECRET_KEY.encode(), f"{_SALT}:{secret}".encode(), hashlib.sha256)
    return base64.b32encode(seal).decode()[:CODE_SIGNS]


def display_of(cookie: str) -> Display | None:
    """Display with this cookie; None if it is not paired or was revoked."""
    code = code_of(cookie)
    return PAIRED.first(code=code) if code else None
