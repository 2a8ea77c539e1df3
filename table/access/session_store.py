"""Session store: as Django's in the database, but keyed by a digest of the key in the cookie.

The key itself is stored nowhere. How long a session lasts does not depend on the date on its row, as somebody may set
the wall clock (:mod:`table.access.sessions`).
"""

from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import OperationalError

from table.access.tokens import digest_of
from table.models import StaffSession
from table.record.machine import clocks


class SessionStore(db.SessionStore):
    """A session at a device. ``row`` is its row, None before it was read or saved, ``written`` the data last saved."""

    row: StaffSession | None = None
    written: dict[str, Any] | None = None

    @classmethod
    def get_model_class(cls) -> type[StaffSession]:
        return StaffSession

    def save(self, must_create: bool = False) -> None:
        """Save the session, unless its data are those that this object last saved: then its date stays as it is, too.

        It is saved in any case with ``must_create``, and after :meth:`renew`. Raises UpdateError for a session that is
        gone, and OperationalError if the database cannot write, where Django would report the former.
        """
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
        """Let the session begin now, however long it has lasted; it is not saved here.

        Its row is forgotten, so that the next save stores new times.
        """
        self.row, self.modified = None, True

    def _get_session_from_db(self) -> StaffSession | None:
        """Return the row of the session by the digest of its key, whatever its date of expiry, and note it as ``row``.

        None, forgetting the key, where there is none.
        """
        self.row = StaffSession.objects.filter(session_key=digest_of(self.session_key or "")).first()
        if self.row is None:
            self._session_key = None
        return self.row

    def create_model_instance(self, data: dict[str, Any]) -> StaffSession:
        """Make the row of a session from its data, under the digest of its key, noted as ``row``; it is not saved.

        Its person is the one whom the data signs in, None for nobody. It keeps the times of the row before it, or else
        begins now.
        """
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
        """Delete the row of a session, by default this one; nothing without a key."""
        key = session_key or self.session_key
        if key is not None:
            StaffSession.objects.filter(session_key=digest_of(key)).delete()

    # Nothing here uses sessions from the event loop; Django's own versions would look for the undigested key.
    async def _aget_session_from_db(self) -> StaffSession | None:
        return await sync_to_async(self._get_session_from_db)()

    async def acreate_model_instance(self, data: dict[str, Any]) -> StaffSession:
        return await sync_to_async(self.create_model_instance)(data)

    async def aexists(self, session_key: str) -> bool:
        return await sync_to_async(self.exists)(session_key)

    async def adelete(self, session_key: str | None = None) -> None:
        await sync_to_async(self.delete)(session_key)
