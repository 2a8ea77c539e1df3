"""Callers at the other end of sockets: members of the staff by their session, or paired displays."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from table.access import sessions
from table.access.pairing import COOKIE, code_of, display_of
from table.access.session_store import SessionStore, digest_of
from table.memory.statements import Query
from table.models import Display, Person, StaffSession
from table.play.texts import legible

SESSION = Query(lambda key: StaffSession.objects.select_related("person").filter(session_key=key))
"""A session with its person in one statement, as every press needs it."""
AT_ONCE = 400
"""Number of rows fetched with one statement."""


class Rights(NamedTuple):
    """With what a screen was opened: as a person in a role, or as a display at its place. Other rights close it."""

    who: int
    role: str = ""
    place: str = ""


class Caller:
    """Cookies of a socket, and whom they stand for when asked: a session may have ended meanwhile.

    ``opened`` are the rights with which the screen was opened; None before that.
    """

    def __init__(self, cookies: Mapping[str, str], *, session_cookie: str) -> None:
        """Take session and display from the cookies; none from a cookie with control characters."""
        # A cookie with control characters is nobody's, and no database is queried for it.
        key, self._display = (
            text if legible(text) else "" for text in (cookies.get(name, "") for name in (session_cookie, COOKIE))
        )
        self.session = digest_of(key) if key else ""
        self.code = code_of(self._display) if self._display else ""
        self.opened: Rights | None = None
        self._read: tuple[str, Mapping[str, Any]] = "", {}

    @property
    def name(self) -> tuple[str, int]:
        """Person or display, whatever role and however many screens they have; a key for counting."""
        assert self.opened is not None, "nobody is let in who is nobody"
        return "person" if self.opened.role else "display", self.opened.who

    @property
    def display_row(self) -> int | None:
        """Primary key of the display; None for people."""
        return self.opened.who if self.opened is not None and not self.opened.role else None

    def person(self, *, pressed: bool = False) -> Person | None:
        """Return who is signed in now, None if nobody; with ``pressed`` it counts as activity of their session."""
        row = SESSION.first(key=self.session) if self.session else None
        if row is None or not self._signs_in(row) or (pressed and not sessions.touch(row)):
            return None
        return row.person

    @property
    def device(self) -> str:
        """Address of the device where the session was begun; empty before :meth:`person` has found somebody."""
        return str(self._read[1].get(sessions.DEVICE, ""))

    def display(self) -> Display | None:
        """Return the display, None if it is not paired any more."""
        return display_of(self._display) if self._display else None

    def rights(self, row: StaffSession | None, display: Display | None) -> Rights | None:
        """Rights with which the screen would be opened now, given its session or display; None for nobody."""
        if self.opened is not None and not self.opened.role:
            return as_display(display) if display is not None else None
        return as_person(row.person) if row is not None and row.person and self._signs_in(row) else None

    def _signs_in(self, row: StaffSession) -> bool:
        """Whether a session lets its person in: they work here, and have the PIN with which it began."""
        person = row.person
        if person is None or not sessions.ByBadge().user_can_authenticate(person) or sessions.over(row):
            return False
        if self._read[0] != row.session_data:
            self._read = row.session_data, SessionStore().decode(row.session_data)
        said = self._read[1]
        same = constant_time_compare(str(said.get(HASH_SESSION_KEY)), person.get_session_auth_hash())
        return same and said.get(SESSION_KEY) == str(person.pk)


def as_person(person: Person) -> Rights:
    """Rights of a member of the staff."""
    return Rights(person.pk, person.role)


def as_display(display: Display) -> Rights:
    """Rights of a display; other ones once it has another place or language."""
    return Rights(display.pk, place=f"{display.table_id} {display.kind} {display.position} {display.language}")


def rights_now(callers: Sequence[Caller]) -> list[Rights | None]:
    """Return the rights with which each of these would open a screen now, in few statements for however many."""
    sessions_now, displays = dict[str, StaffSession](), dict[str, Display]()
    for some in _slices({it.session for it in callers} - {""}):
        sessions_now |= StaffSession.objects.select_related("person").in_bulk(some)
    for some in _slices({it.code for it in callers} - {""}):
        displays |= {it.code: it for it in Display.objects.filter(code__in=some, revoked=False)}
    return [it.rights(sessions_now.get(it.session), displays.get(it.code)) for it in callers]


def _slices(keys: set[str]) -> list[list[str]]:
    listed = sorted(keys)
    return [listed[at : at + AT_ONCE] for at in range(0, len(listed), AT_ONCE)]
