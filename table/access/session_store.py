"""Where sessions are kept: as Django keeps them, but found by the digest of the key that the cookie holds.

The key itself lies nowhere in the house. How long a session lasts is not told by the date on its row: somebody may
set the clock on the wall (:mod:`table.access.sessions`).
"""

import hashlib
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError

from table.models import StaffSession
from table.record.machine import clocks


def digest_of(key: str) -> str:
    """What is kept of the key of a session. It is drawn and never chosen, so that one round of sha256 is enough."""
    return hashlib.sha256(key.encode()).hexdigest()


class SessionStore(db.SessionStore):
    """A session at a device. ``row`` and ``written`` are what is kept of it, None before it was read or saved."""

    row: StaffSession | None = None
    written: dict[str, Any] | None = None

    @classmethod
    def get_model_class(cls) -> type[StaffSession]:
        return StaffSession

    def read(self, row: StaffSession) -> "SessionStore":
        """The session that lies in this row, which was just read."""
        self.row, self._session_cache = row, self.decode(row.session_data)
        return self

    def save(self, must_create: bool = False) -> None:
        """What is in it is kept, unless it is already. Where the database cannot write, the session is not lost."""
        if not must_create and self.row is not None and self.written == dict(self.items()):
            return
        try:
            super().save(must_create)
        except UpdateError as lost:
            # Django takes whatever a database refuses for a session that is gone.
            if isinstance(lost.__context__, OperationalError):
                raise lost.__context__ from lost.__context__.__cause__
            raise
        self.written = dict(self.items())

    def renew(self) -> None:
        """It begins now, however long it has lasted."""
        self.row, self.modified = None, True

    def _get_session_from_db(self) -> StaffSession | None:
        self.row = StaffSession.objects.filter(session_key=digest_of(self.session_key or "")).first()
        if self.row is None:
            self._session_key = None
        return self.row

    def create_model_instance(self, data: dict[str, Any]) -> StaffSession:
        row, before = super().create_model_instance(data), self.row
        assert isinstance(row, StaffSession)
        row.session_key, row.person_id = digest_of(row.session_key), data.get(SESSION_KEY)
        row.clock, row.mark = clocks.MACHINE, int(clocks.steady())
        if before is not None:
            row.used, row.clock, row.mark = before.used, before.clock, before.mark
        self.row = row
        return row

    def exists(self, session_key: str) -> bool:
        return super().exists(digest_of(session_key))

    def delete(self, session_key: str | None = None) -> None:
        key = session_key or self.session_key
        if key is not None:
            StaffSession.objects.filter(session_key=digest_of(key)).delete()

    # Nobody asks for a session from the event loop; should somebody, it is the same session.
    async def _aget_session_from_db(self) -> StaffSession | None:
        return await sync_to_async(self._get_session_from_db)()

    async def acreate_model_instance(self, data: dict[str, Any]) -> StaffSession:
        return await sync_to_async(self.create_model_instance)(data)

    async def aexists(self, session_key: str) -> bool:
        return await sync_to_async(self.exists)(session_key)

    async def adelete(self, session_key: str | None = None) -> None:
        await sync_to_async(self.delete)(session_key)
