"""Performance of a register in an in-memory database, under the table's own code, so that its digests come out again.

The entries go through the door as they did then, by today's law. Where an outcome differs the register continues with
the recorded one, and the rows with today's. After an act that is refused today nothing is known until the next taglia
begins, before which what the refused act left on the table is cleared away.
"""

import copy
import re
import sqlite3
import zlib
from collections.abc import Callable, Mapping, Sequence
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple, cast

from django.apps import apps
from django.core.exceptions import ObjectDoesNotExist
from django.db import DatabaseError, connection, connections, transaction
from django.db.utils import ConnectionHandler

from table.memory import table_cache
from table.memory.statements import insert, update
from table.models import Coup, Entry, Person, Shoe, Table
from table.play.state import TableState
from table.record import chain, door
from table.record.past.pruning import Retained, prune
from table.rules.refusal import Refused
from table.rules.regola import Outcome

IN_MEMORY = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
ON_DISK = {"ENGINE": "django.db.backends.sqlite3", "OPTIONS": {"init_command": "PRAGMA journal_mode=MEMORY"}}
"""Database in a temporary file, which needs no more memory however long the register is."""
SMALL_PAGES = "PRAGMA page_size = 1024"
"""A table has few rows of many models: small pages make its copy small too."""
CANNOT = (
    *(Refused, ObjectDoesNotExist, DatabaseError),
    *(AssertionError, AttributeError, ArithmeticError, LookupError, RuntimeError, TypeError, ValueError),
)
"""Errors by which an act cannot be performed again: a refusal, or a table in a state that today's code never leaves."""
STARTED = re.compile(r'(\["taglia_started",\{)(?:"law":(\d+),)?')
"""Matches a ``taglia_started`` effect in the canonical text of an outcome; group 2 is the number of the law, if any."""


class EntryDifference(NamedTuple):
    """An entry that came out otherwise: ``present`` is today's outcome, or why there is none (``impossible``)."""

    entry: Entry
    present: str
    impossible: bool = False

    def __str__(self) -> str:
        """Name the entry, then today's outcome and the recorded one, or why it was not possible this time."""
        if self.impossible:
            return f"{self.entry}: not possible this time: {self.present}"
        return f"{self.entry}: came out otherwise: {self.present} instead of {self.entry.outcome}"


class Marks(NamedTuple):
    """Marks of today's law on a taglia: the entries that came out otherwise, and the first one that it refuses.

    ``adopted`` is the first entry of an earlier taglia that came out otherwise or was refused: the rows with which this
    taglia begins are those of today's law, and its recorded outcomes were adopted. None where there was no such entry.
    """

    otherwise: tuple[int, ...] = ()
    refused: int | None = None
    adopted: int | None = None

    @property
    def first(self) -> int | None:
        """Number of the first entry at which today's law differs, in this or an earlier taglia; None where none."""
        here = min((*self.otherwise, *([] if self.refused is None else [self.refused])), default=None)
        return here if self.adopted is None else self.adopted


class Copy(NamedTuple):
    """A table as it was after an entry: its database (serialised and compressed), and the marks of its taglia.

    ``retained`` says which coups it has. ``sound``: every entry up to it fits its digest and follows the one before.
    """

    number: int
    digest: str
    database: bytes
    marks: Marks
    retained: Retained = Retained()
    sound: bool = False


class Moment(NamedTuple):
    """A table after an entry of its register; ``before`` are its row and that of its shoe before the entry."""

    table: Table
    before: tuple[Table, Shoe | None]


class Job(NamedTuple):
    """Entries to perform on a table as it is in the copy ``start``, or on a new one (None).

    ``people`` are the badges and roles of the house. ``taglie`` maps the entries with which taglie begin to the
    position of the Button as the first coup was opened (None: no coup). ``look`` is called after each entry from
    ``first`` on, ``end`` after the last. ``copied`` asks for a copy of the final state; ``most`` is the largest size of
    its database in bytes (0: any). ``named`` asks that the table is pruned before that; they are the keys of the coups
    that later entries name. A ``start`` with an empty database means the state in which the stage is already.
    ``on_disk`` has a new table performed in a temporary file, in the place of memory.
    """

    code: str
    training: bool
    people: Sequence[tuple[str, str]]
    taglie: Mapping[int, str | None]
    start: Copy | None
    entries: Sequence[Entry]
    look: Callable[[Moment], Any] | None = None
    first: int = 0
    end: Callable[[Table], Any] | None = None
    copied: bool = False
    most: int = 0
    named: Sequence[str] | None = None
    on_disk: bool = False


class Done(NamedTuple):
    """Result of a job: last number and digest, what was seen after each entry, and what came out otherwise.

    ``marks`` are those of the last taglia, ``end`` what the job's ``end`` returned, ``copy`` the copy if asked for.
    """

    number: int
    digest: str
    seen: dict[int, Any]
    differences: list[EntryDifference]
    marks: Marks
    end: Any = None
    copy: Copy | None = None
    retained: Retained = Retained()

    @property
    def here(self) -> Copy:
        """Copy without a database from which the next job may start, as long as the stage still holds this table.

        It has the number, digest, marks and retained coups of the end of this job.
        """
        return Copy(self.number, self.digest, b"", self.marks, self.retained)


class TooLarge(Exception):
    """Raised where the table's database is larger than the job allows."""


class Stage:
    """In-memory database in which registers are performed, one table at a time.

    It replaces ``default`` in this thread.
    """

    def __init__(self) -> None:
        """Replace the database of this thread by one in memory with all tables, and serialize it, empty, for later.

        The connection before is not closed. No table has been performed yet.
        """
        connections["default"] = ConnectionHandler({"default": IN_MEMORY})["default"]
        with connection.cursor() as cursor:
            cursor.execute(SMALL_PAGES)
        with connection.schema_editor() as editor:
            for model in apps.get_models():
                editor.create_model(model)
        self._empty = _database().serialize()
        self._stands: tuple[str, int, str, Retained] | None = None

    def perform(self, job: Job) -> Done:
        """Perform the entries of a job one after the other, and return what came of them.

        An outcome that differs from the recorded one is replaced by the recorded one and listed in ``differences``; an
        entry that cannot be performed again is appended as it was, the first of its taglia listed. After that one,
        until the next taglia, entries are performed where they can be, but neither compared nor looked at. Calls
        ``look`` after each other entry from ``job.first`` on, and ``end`` at the end, where the job has them; then
        prunes the table unless ``named`` is None, and copies it if ``copied``. A job may go on from the state in which
        this one leaves the stage. Raises :class:`TooLarge`, and whatever the job's functions raise.
        """
        again = self._set(job)
        self._stands, seen, differences = None, dict[int, Any](), list[EntryDifference]()
        for entry in job.entries:
            looked_at = job.look is not None and entry.number >= job.first
            before = (copy.copy(again.table), copy.copy(again.state.shoe)) if looked_at else None
            if entry.number in job.taglie:
                again.begin_taglia(job.taglie[entry.number])
            if (difference := again.take(entry)) is not None:
                differences.append(difference)
            if job.look is not None and before is not None and again.marks.refused is None:
                seen[entry.number] = job.look(Moment(again.table, before))
        end, at = job.end(again.table) if job.end is not None else None, (again.table.number, again.table.digest)
        retained = job.start.retained if job.start is not None else Retained()
        retained = prune(again.table, job.named) if job.named is not None else retained
        done = Done(*at, seen, differences, again.marks, end, self._copy(again, job, retained), retained)
        self._stands = job.code, *at, retained
        return done

    def _set(self, job: Job) -> "ReplayedTable":
        """Put the job's table into the database as it was at the start of the job, and return it ready to be performed.

        A job without a start gets a new table. Persons of the house who are missing are added. Asserts that a start
        without a database is the state that the stage already holds.
        """
        start = job.start
        if start is None:
            self._empty_on_disk() if job.on_disk else _database().deserialize(self._empty)
            Table.objects.create(code=job.code, training=job.training)
        elif self._stands != (job.code, start.number, start.digest, start.retained):
            assert start.database, "another table was performed meanwhile"
            _database().deserialize(zlib.decompress(start.database))
        Person.objects.bulk_create([Person(badge=it, role=role) for it, role in job.people], ignore_conflicts=True)
        return ReplayedTable(Table.objects.get(code=job.code), start.marks if start is not None else Marks())

    def _empty_on_disk(self) -> None:
        """Replace the database of this thread by one with all tables but no rows, in a temporary file.

        The file has no name any more once it is open, and is gone when the connection closes.
        """
        connection.close()
        with NamedTemporaryFile(prefix="sabot-past-") as file:
            file.write(self._empty)
            file.flush()
            connections["default"] = ConnectionHandler({"default": ON_DISK | {"NAME": file.name}})["default"]
            connection.ensure_connection()

    def _copy(self, again: "ReplayedTable", job: Job, retained: Retained) -> Copy | None:
        """Return a copy of the table as it is now, with ``retained``, the coups it holds; None if none is asked for.

        Raises :class:`TooLarge` where the database is larger than the job's ``most`` bytes (0: any), also if no copy is
        asked for.
        """
        if not (job.copied or job.most):
            return None
        database = _database().serialize()
        if job.most and len(database) > job.most:
            raise TooLarge(f"{job.code} {again.table.number}: {len(database)} bytes")
        row = again.table
        return Copy(row.number, row.digest, zlib.compress(database, 1), again.marks, retained) if job.copied else None


def _database() -> sqlite3.Connection:
    """Return the driver's own connection to the default database, which must be SQLite; opened if it is closed."""
    connection.ensure_connection()
    return cast(sqlite3.Connection, connection.connection)


class ReplayedTable:
    """A table whose register is being performed again, and today's marks on its taglia so far."""

    def __init__(self, table: Table, marks: Marks) -> None:
        """Take a table, as it is now, and the marks of its taglia so far; its state is read anew. Performs nothing."""
        self.marks = marks
        self._read(table)

    def _read(self, table: Table) -> None:
        """Take this row as the table's, with a state of which nothing is read yet."""
        self.table, self.state = table, TableState(table)

    def take(self, entry: Entry) -> EntryDifference | None:
        """Perform one more entry; return how it differs: another outcome than recorded, or why it cannot be performed.

        None if it did not differ, or if an entry before it in this taglia was refused, since when nothing is known. A
        difference is added to ``marks``; the register goes on with the recorded entry in any case.
        """
        try:
            with transaction.atomic():
                outcome = door.again(self.table, entry, self.state)
                self._record(entry)
        except CANNOT as error:
            return self._pass_over(entry, str(error) if isinstance(error, Refused) else repr(error))
        if self.marks.refused is not None or same(outcome, entry.outcome):
            return None
        self.marks = self.marks._replace(otherwise=(*self.marks.otherwise, entry.number))
        return EntryDifference(entry, chain.canonical(outcome))

    def _record(self, entry: Entry) -> None:
        """Save the table's row; first, where today's digest differs, put the recorded entry in the place of today's.

        The table's number and digest are then those of the recorded entry.
        """
        with table_cache.writes(table_cache.uncached(self.state)):
            if self.table.digest != entry.digest:
                Entry.objects.filter(register=entry.register, number=self.table.number).delete()
                insert(_alike(entry))
                self.table.number, self.table.digest = entry.number, entry.digest
            update(self.table)

    def _pass_over(self, entry: Entry, why: str) -> EntryDifference | None:
        """Read the table anew after an entry that failed, append the entry as recorded, and mark it as ``refused``.

        An earlier mark of this taglia stays. Returns the difference for the first such entry of a taglia, with ``why``
        it was not possible, else None.
        """
        self._read(Table.objects.get(pk=self.table.pk))
        insert(_alike(entry))
        self.table.number, self.table.digest = entry.number, entry.digest
        update(self.table)
        if self.marks.refused is not None:
            return None
        self.marks = self.marks._replace(refused=entry.number)
        return EntryDifference(entry, why, impossible=True)

    def begin_taglia(self, button: str | None) -> None:
        """Begin a taglia with new marks, which only remember the first difference of the taglie before it.

        If an entry of the last taglia was refused, what it left is ended first (:meth:`_clear_away`), and the Button
        put at the position ``button``, the recorded one; None leaves the Button where it is. Saves the table's row
        then.
        """
        if self.marks.refused is not None:
            self._clear_away()
            self.table.button = self.table.button if button is None else button
            update(self.table)
            self._read(Table.objects.get(pk=self.table.pk))
        self.marks = Marks(adopted=self.marks.first)

    def _clear_away(self) -> None:
        """End the open coup as cancelled by the last entry, and void each shoe that has not ended, with its held cards.

        In memory no Colpo in Bianco is ordered, no suspension pending and no decision awaited any more: callers save
        the table's row.
        """
        coups = Coup.objects.filter(table=self.table, ended=False)
        coups.update(ended=True, ended_at=self.table.number, outcome=Outcome.CANCELLED.value, held=False)
        shoes = Shoe.objects.filter(table=self.table).exclude(status__in=Shoe.OVER)
        shoes.update(status=Shoe.Status.VOID)
        self.table.blank_ordered, self.table.suspend_pending, self.table.awaits = False, False, ""


def _alike(entry: Entry) -> Entry:
    """Return a copy of an entry that is still to be inserted."""
    alike = copy.copy(entry)
    alike.pk = None
    return alike


def same(outcome: Any, recorded: str) -> bool:
    """Whether an outcome as canonical JSON equals the recorded text, but for ``law`` in `taglia_started`."""
    present = chain.canonical(outcome)
    return present == recorded or STARTED.sub(r"\1", present) == STARTED.sub(r"\1", recorded)
