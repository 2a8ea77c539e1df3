"""Who is at the other end of a socket: somebody of the staff by the session of his tablet, or a paired display."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from table.access import sessions
from table.access.pairing import COOKIE, code_of, display_of
from table.access.session_store import SessionStore, digest_of
from table.models import Display, Person, StaffSession
from table.statements import Query
from table.verbs.texts import legible

SESSION = Query(lambda key: StaffSession.objects.select_related("person").filter(session_key=key))
"""A session with its person, in one statement: it is asked at every press."""
AT_ONCE = 400
"""So many are asked for in one statement."""


class Rights(NamedTuple):
    """As whom a screen is open: a person in a role, or a display at its place. Who is another now opens it anew."""

    who: int
    role: str = ""
    place: str = ""


class Caller:
    """The cookies of a socket, and who they stand for at the moment of asking: a session may have ended meanwhile.

    ``opened`` is as whom the screen was opened.
    """

    def __init__(self, cookies: Mapping[str, str], *, session_cookie: str) -> None:
        # A cookie with a sign that cannot be written is nobody's, and no database is asked for it.
        key, self._display = (
            text if legible(text) else "" for text in (cookies.get(name, "") for name in (session_cookie, COOKIE))
        )
        self.session = digest_of(key) if key else ""
        self.code = code_of(self._display) if self._display else ""
        self.opened: Rights | None = None
        self._read: tuple[str, Mapping[str, Any]] = "", {}

    @property
    def name(self) -> tuple[str, int]:
        """Whose hands these are, whatever his role and however many screens he has open."""
        assert self.opened is not None, "nobody is let in who is nobody"
        return "person" if self.opened.role else "display", self.opened.who

    @property
    def display_row(self) -> int | None:
        """By which row the house knows the display that this is; None for everybody who is none."""
        return self.opened.who if self.opened is not None and not self.opened.role else None

    def person(self, *, pressed: bool = False) -> Person | None:
        """Who is signed in on this tablet now; a press, unlike a mere look, keeps the session alive."""
        row = SESSION.first(key=self.session) if self.session else None
        if row is None or not self._signs_in(row) or (pressed and not sessions.touch(row)):
            return None
        return row.person

    @property
    def device(self) -> str:
        """The address at which whoever is signed in here has signed in; empty for nobody."""
        return str(self._read[1].get(sessions.DEVICE, ""))

    def display(self) -> Display | None:
        """Which display this is, if it is paired still."""
        return display_of(self._display) if self._display else None

    def rights(self, row: StaffSession | None, display: Display | None) -> Rights | None:
        """As whom it would open the screen now, by the rows that it stands for; None as nobody."""
        if self.opened is not None and not self.opened.role:
            return as_display(display) if display is not None else None
        return as_person(row.person) if row is not None and row.person and self._signs_in(row) else None

    def _signs_in(self, row: StaffSession) -> bool:
        """Whether the session of this row lets its person in: he works here, and has the PIN with which it began."""
        person = row.person
        if person is None or not sessions.ByBadge().user_can_authenticate(person) or sessions.over(row):
            return False
        if self._read[0] != row.session_data:
            self._read = row.session_data, SessionStore().decode(row.session_data)
        said = self._read[1]
        same = constant_time_compare(str(said.get(HASH_SESSION_KEY)), person.get_session_auth_hash())
        return same and said.get(SESSION_KEY) == str(person.pk)


def as_person(person: Person) -> Rights:
    """As whom somebody of the staff opens a screen."""
    return Rights(person.pk, person.role)


def as_display(display: Display) -> Rights:
    """As which display one opens its screen: moved to another place, or in another language, it is another one."""
    return Rights(display.pk, place=f"{display.table_id} {display.kind} {display.position} {display.language}")


def rights_now(callers: Sequence[Caller]) -> list[Rights | None]:
    """As whom each of them would open a screen now: few statements for however many, as the whole house is asked."""
    sessions_now, displays = dict[str, StaffSession](), dict[str, Display]()
    for some in _slices({it.session for it in callers} - {""}):
        sessions_now |= StaffSession.objects.select_related("person").in_bulk(some)
    for some in _slices({it.code for it in callers} - {""}):
        displays |= {it.code: it for it in Display.objects.filter(code__in=some, revoked=False)}
    return [it.rights(sessions_now.get(it.session), displays.get(it.code)) for it in callers]


def _slices(keys: set[str]) -> list[list[str]]:
    listed = sorted(keys)
    return [listed[at : at + AT_ONCE] for at in range(0, len(listed), AT_ONCE)]
