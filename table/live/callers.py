"""Who is at the other end of a socket: somebody of the staff by the session of his tablet, or a paired display."""

from collections.abc import Mapping

from django.contrib import auth
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest

from table.access import sessions
from table.access.pairing import COOKIE, display_of
from table.models import Display, Person


class Caller:
    """The cookies of a socket, and who they stand for at the moment of asking: a session may have ended meanwhile."""

    def __init__(self, cookies: Mapping[str, str], *, session_cookie: str) -> None:
        self._session = cookies.get(session_cookie, "")
        self._display = cookies.get(COOKIE, "")

    def person(self, *, pressed: bool = False) -> Person | None:
        """Who is signed in on this tablet now; a press, unlike a mere look, keeps the session alive."""
        if not self._session:
            return None
        request = HttpRequest()
        session = request.session = SessionStore(self._session)
        if session.is_empty() or sessions.over(session):
            return None
        person = auth.get_user(request)
        if not isinstance(person, Person) or not person.is_active:
            return None
        return person if not pressed or _kept_alive(session) else None

    def display(self) -> Display | None:
        """Which display this is, if it is paired still."""
        return display_of(self._display) if self._display else None


def _kept_alive(session: SessionStore) -> bool:
    """The session is in use; False if it was ended at this very moment."""
    try:
        if sessions.touch(session):
            session.save()
    except UpdateError:
        return False
    return True
