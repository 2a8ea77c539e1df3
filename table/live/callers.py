"""Who is at the other end of a socket: somebody of the staff by the session of his tablet, or a paired display."""

from collections.abc import Mapping
from typing import NamedTuple

from django.contrib import auth
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import HttpRequest

from table.access import sessions
from table.access.pairing import COOKIE, display_of
from table.models import Display, Person
from table.statements import Query
from table.verbs.texts import legible

SESSION = Query(lambda key: Session.objects.filter(session_key=key))
PERSON = Query(lambda pk: Person.objects.filter(pk=pk))


class Proved(NamedTuple):
    """A session that was looked through: what stood in it, and as which person, with which PIN, it was good."""

    written: str
    session: SessionStore
    person: Person


class Caller:
    """The cookies of a socket, and who they stand for at the moment of asking: a session may have ended meanwhile."""

    def __init__(self, cookies: Mapping[str, str], *, session_cookie: str) -> None:
        # A cookie with a sign that cannot be written is nobody's, and no database is asked for it.
        self._session, self._display = (
            text if legible(text) else "" for text in (cookies.get(name, "") for name in (session_cookie, COOKIE))
        )
        self._proved: Proved | None = None

    def person(self, *, pressed: bool = False) -> Person | None:
        """Who is signed in on this tablet now; a press, unlike a mere look, keeps the session alive."""
        lies = SESSION.first(key=self._session) if self._session else None
        if lies is None:
            return None
        proved = self._proved = self._again(lies) or self._prove(lies)
        if proved is None or not proved.person.is_active or sessions.over(proved.session):
            return None
        return proved.person if not pressed or _kept_alive(proved.session) else None

    def _again(self, lies: Session) -> Proved | None:
        """The session is what it was when it was proved, and its person has the same PIN still."""
        known = self._proved
        if known is None or known.written != lies.session_data:
            return None
        person = PERSON.first(pk=known.person.pk)
        same = person is not None and person.password == known.person.password
        return known._replace(person=person) if same and person is not None else None

    def _prove(self, lies: Session) -> Proved | None:
        request = HttpRequest()
        session = request.session = SessionStore(self._session)
        person = auth.get_user(request) if not session.is_empty() else None
        return Proved(lies.session_data, session, person) if isinstance(person, Person) else None

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
