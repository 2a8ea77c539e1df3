"""Callers at the other end of sockets: staff by their session, or paired displays, and which of these are here.

Another process has displays of its own, and knows of these only by what is stored. So no more is shown than is known:
that a display is connected here as of the last heartbeat, or when it was seen, to the minute.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from table.access import sessions
from table.access.pairing import COOKIE, code_of, display_of
from table.access.session_store import SessionStore
from table.access.tokens import digest_of
from table.memory.statements import Query, ReadRow
from table.models import Display, Person, StaffSession
from table.play.texts import legible
from table.record.machine import clocks, database_lock

SESSION = Query(lambda key: StaffSession.objects.select_related("person").filter(session_key=key))
"""A session with its person in one statement, as every press needs it."""
AT_ONCE = 400
"""Number of rows fetched with one statement."""
WRITTEN_SECONDS = 60.0


class Rights(NamedTuple):
    """With what a screen was opened: as a person in a role, or as a display at its place. Other rights close it."""

    who: int
    role: str = ""
    place: str = ""


class Caller:
    """Cookies of a socket, and whom they stand for; looked up anew at each call, as a session may end meanwhile.

    ``opened`` are the rights with which the screen was opened; None before that.
    """

    def __init__(self, cookies: Mapping[str, str], *, session_cookie: str) -> None:
        """Take the keys of session and display from the cookies.

        A cookie that is missing or holds control characters counts as none.
        """
        # A cookie with control characters is nobody's, and no database is queried for it.
        key, self._display = (
            text if legible(text) else "" for text in (cookies.get(name, "") for name in (session_cookie, COOKIE))
        )
        self.session = digest_of(key) if key else ""
        self.code = code_of(self._display) if self._display else ""
        self.opened: Rights | None = None
        self._last: ReadRow[StaffSession] | None = None
        self._proved: StaffSession | None = None
        self._read: tuple[str, Mapping[str, Any]] = "", {}

    @property
    def name(self) -> tuple[str, int]:
        """Kind (``person`` or ``display``) and primary key, the same for all their screens; a key for counting.

        Only once ``opened`` is set.
        """
        assert self.opened is not None, "nobody is let in who is nobody"
        return "person" if self.opened.role else "display", self.opened.who

    @property
    def display_row(self) -> int | None:
        """Primary key of the display; None for people, and before ``opened`` is set."""
        return self.opened.who if self.opened is not None and not self.opened.role else None

    def person(self, *, pressed: bool = False) -> Person | None:
        """Return who is signed in now, None if nobody; with ``pressed`` it counts as activity of their session.

        None, too, with ``pressed``, where the session has been ended meanwhile.
        """
        self._last = SESSION.again(self._last, key=self.session) if self.session else None
        if self._last is None:
            return None
        row = self._last.row
        return row.person if self._signs_in(row) and (not pressed or sessions.touch(row)) else None

    @property
    def device(self) -> str:
        """Address at which the session was begun, "" if it has none; "" as well before a session was looked up here."""
        return str(self._read[1].get(sessions.DEVICE, ""))

    def display(self) -> Display | None:
        """Return the display, None without the cookie of one and if it is not paired any more."""
        return display_of(self._display) if self._display else None

    def rights(self, row: StaffSession | None, display: Display | None) -> Rights | None:
        """Rights with which the screen would be opened now; None if it would not.

        A screen opened as a display is judged by ``display``, any other by the session ``row``; the other argument is
        ignored.
        """
        if self.opened is not None and not self.opened.role:
            return as_display(display) if display is not None else None
        return as_person(row.person) if row is not None and row.person and self._signs_in(row) else None

    def _signs_in(self, row: StaffSession) -> bool:
        """Whether a session lets its person in.

        It does if it has not run out, they work here, and their PIN is the one with which it began. Of a row that was
        let in before (the same object) only the first is checked again.
        """
        if sessions.over(row):
            return False
        if row is not self._proved and self._is_theirs(row):
            self._proved = row
        return row is self._proved

    def _is_theirs(self, row: StaffSession) -> bool:
        """Whether a session has a person who works here, and has the PIN with which it began."""
        person = row.person
        if person is None or not sessions.ByBadge().user_can_authenticate(person):
            return False
        if self._read[0] != row.session_data:
            self._read = row.session_data, SessionStore().decode(row.session_data)
        said = self._read[1]
        same = constant_time_compare(str(said.get(HASH_SESSION_KEY)), person.get_session_auth_hash())
        return same and said.get(SESSION_KEY) == str(person.pk)


def as_person(person: Person) -> Rights:
    """Rights of a member of the staff: primary key and role."""
    return Rights(person.pk, person.role)


def as_display(display: Display) -> Rights:
    """Rights of a display; other ones once it has another place or language."""
    return Rights(display.pk, place=f"{display.table_id} {display.kind} {display.position} {display.language}")


def rights_now(callers: Sequence[Caller]) -> list[Rights | None]:
    """Return the rights with which each caller would open a screen now, in their order.

    None for those who would not be let in. One statement for each 400 sessions, and one for each 400 displays.
    """
    sessions_now, displays = dict[str, StaffSession](), dict[str, Display]()
    for some in _slices({it.session for it in callers} - {""}):
        sessions_now |= StaffSession.objects.select_related("person").in_bulk(some)
    for some in _slices({it.code for it in callers} - {""}):
        displays |= {it.code: it for it in Display.objects.filter(code__in=some, revoked=False)}
    return [it.rights(sessions_now.get(it.session), displays.get(it.code)) for it in callers]


def _slices(keys: set[str]) -> list[list[str]]:
    """Split keys, sorted, into lists of at most AT_ONCE, for a statement each; [] for an empty set."""
    listed = sorted(keys)
    return [listed[at : at + AT_ONCE] for at in range(0, len(listed), AT_ONCE)]


# --- displays that are here


class DisplayPresence:
    """Displays of this process by primary key; times are in seconds of the monotonic clock."""

    def __init__(self) -> None:
        """Begin with no display connected (``connected``: primary keys), and with none noted as stored."""
        self.connected: frozenset[int] = frozenset()
        self._written: dict[int, float] = {}

    def look(self, here: Iterable[int]) -> list[int]:
        """Note which displays (primary keys) are connected now, and return those to be stored as seen now, in no order.

        They are those not stored for WRITTEN_SECONDS. Storing them is the caller's, who says so to :meth:`stored`.
        """
        self.connected, now = frozenset(here), clocks.steady()
        self._written = {it: at for it, at in self._written.items() if now - at < WRITTEN_SECONDS}
        return [it for it in self.connected if it not in self._written]

    def stored(self, displays: Iterable[int]) -> None:
        """Count these displays, by primary key, as stored now."""
        self._written |= dict.fromkeys(displays, clocks.steady())


def write_seen(displays: Sequence[int]) -> None:
    """Store that these displays, by primary key, were seen now, with one statement and no entry in any register.

    Hardly waits for SQLite's lock, and raises OperationalError then: acts wait in the same thread, and the caller tries
    again at the next heartbeat.
    """
    with database_lock.waiting(database_lock.HARDLY_SECONDS):
        Display.objects.filter(pk__in=displays).update(seen=timezone.now())


presence = DisplayPresence()
"""Displays of this process."""
