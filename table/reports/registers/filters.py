"""Filters of a register page, as its address carries them, and the numbers of the entries that they select."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from urllib.parse import urlencode

from table.models import HOUSE, NO_END, Entry, Refusal, Shoe
from table.play.declaration import VERBS
from table.play.effects import alerts
from table.record.days import begins, calendar_day, ends, span
from table.rules.refusal import Code, Refused, require
from table.screens.read.snapshot import ReadEntry

DIGITS = 15
"""Most digits of a number in an address, such as that of an entry."""
MOST_OF_TABLES = 80
"""Most characters in which an address may name tables: hand-outs enter their filters in the register of the house."""


@dataclass(frozen=True)
class EntryFilters:
    """Filters of one register: a taglia, first and last day (both included), an act, a badge, only alarming entries."""

    taglia: int | None = None
    since: date | None = None
    until: date | None = None
    verb: str = ""
    actor: str = ""
    alarming: bool = False

    def address(self, **more: object) -> str:
        """Return the filters, overridden by `more`, as a query, ``?taglia=3&verb=burn``; empty where none is set.

        Names in `more` that are no filter are added, such as ``before``. What is None or "" there is left out; False is
        written, and read as set.
        """
        return _address({**asdict(self), "alarming": 1 if self.alarming else None, **more})

    @property
    def searches(self) -> bool:
        """Whether entries have to be read one by one: with the filter by alarm, or by act and badge together."""
        return self.alarming or bool(self.verb and self.actor)

    def fits(self, done: ReadEntry) -> bool:
        """Whether an entry passes the filters by its actor's badge and by alarm; one that is not set passes all.

        An entry is alarming if one of its effects has an alert sentence of its own (:func:`alerts`). The filters by
        day, taglia and act are not checked, as the query applies them.
        """
        of_actor = not self.actor or done.entry.actor == self.actor
        return of_actor and (not self.alarming or any(alerts(name) for name, _ in done.effects))


@dataclass(frozen=True)
class WantedDay:
    """Filters of a day: the codes of tables (none: every table), an act, a badge, only alarming entries."""

    on: date
    tables: tuple[str, ...] = ()
    verb: str = ""
    actor: str = ""
    alarming: bool = False

    def address(self, **more: object) -> str:
        """Return the filters, overridden by `more`, as a query with the day, ``?on=2026-11-20&tables=T1+T3``.

        Names in `more` that are no filter are added, such as ``before``. What is None or "" there is left out; False is
        written, and read as set. Tables are given in it as codes separated by spaces.
        """
        fields = {**asdict(self), "tables": " ".join(self.tables), "alarming": 1 if self.alarming else None}
        return _address({**fields, **more})

    @property
    def at_each(self) -> EntryFilters:
        """Filters that select the same entries in the register of one table, by day, act, badge and alarm."""
        return EntryFilters(since=self.on, until=self.on, verb=self.verb, actor=self.actor, alarming=self.alarming)


def _address(fields: Mapping[str, object]) -> str:
    """Return a query of these fields, ``?name=value``; those that are None or "" are left out, and "" if all are."""
    given = {name: value for name, value in fields.items() if value is not None and value != ""}
    return f"?{urlencode(given)}" if given else ""


def day_filters(given: Mapping[str, str], known: Collection[str], *, today: date) -> WantedDay:
    """Parse the filters of a day from a query: ``on`` (else `today`), ``tables``, ``verb``, ``actor``, ``alarming``.

    Tables are separated by spaces or commas, one named twice counts once; an empty list stays empty. `known` are the
    codes of all. Refuses an unknown act (E_VERB), a table that is not `known` (E_TABLE), an ``on`` that is no day, a
    badge of over 20 letters or unprintable ones, and a list of tables longer than `MOST_OF_TABLES` characters
    (E_ARGUMENTS). Other names are ignored.
    """
    wanted = register_filters({name: given.get(name, "") for name in ("verb", "actor", "alarming")})
    typed = given.get("tables", "")
    require(len(typed) <= MOST_OF_TABLES, Code.ARGUMENTS, "Tables are named by their codes, such as T1 T3.")
    tables = tuple(dict.fromkeys(typed.replace(",", " ").split()))
    unknown = next((code for code in tables if code not in known), None)
    require(unknown is None, Code.TABLE, "There is no table “%(table)s”.", table=(unknown or "")[:20])
    return WantedDay(day(given.get("on", "")) or today, tables, wanted.verb, wanted.actor, wanted.alarming)


def register_filters(given: Mapping[str, str]) -> EntryFilters:
    """Parse the filters of one register from a query; a missing or empty one is not set, other names are ignored.

    They are ``taglia``, ``since``, ``until``, ``verb``, ``actor``, ``alarming`` (set by any text). Refuses an unknown
    act (E_VERB), a badge of over 20 letters or unprintable ones, what is no day or number, and a last day before the
    first one (E_ARGUMENTS). Whether the badge or the taglia exist is not checked.
    """
    verb, actor = given.get("verb", "").strip(), given.get("actor", "").strip()
    require(not verb or verb in VERBS, Code.VERB, "There is no act “%(verb)s” here.", verb=verb[:40])
    require(
        len(actor) <= 20 and actor.isprintable(),
        Code.ARGUMENTS,
        "“%(badge)s” is no badge of this house.",
        badge=actor[:20],
    )
    since, until = day(given.get("since", "")), day(given.get("until", ""))
    require(
        since is None or until is None or since <= until,
        Code.ARGUMENTS,
        "The last day lies before the first one.",
    )
    return EntryFilters(number(given, "taglia"), since, until, verb, actor, bool(given.get("alarming")))


def day(typed: str) -> date | None:
    """Parse a day in ISO 8601, ``2026-11-20``, also in its forms ``20261120`` and ``2026-W47-5``; None for "".

    ``2026-W47`` is its Monday. Refuses anything else, also spaces around a day, and a day outside `YEARS`
    (E_ARGUMENTS).
    """
    try:
        return calendar_day(typed) if typed else None
    except ValueError:
        raise Refused(
            Code.ARGUMENTS, "“%(day)s” is no day; days are written like 2026-11-20.", day=typed[:20]
        ) from None


def number(given: Mapping[str, str], name: str) -> int | None:
    """Parse at most `DIGITS` digits under this name; None for none or "". Refuses anything else (E_ARGUMENTS)."""
    typed = given.get(name, "")
    require(
        not typed or is_number(typed),
        Code.ARGUMENTS,
        "“%(number)s” is no number.",
        number=typed[:20],
    )
    return int(typed) if typed else None


def is_number(typed: str, digits: int = DIGITS) -> bool:
    """Whether a text is a number of ASCII digits: at least one, at most `digits`."""
    return typed.isascii() and typed.isdigit() and len(typed) <= digits


# --- where in the register that is


def entries_of(register: str, wanted: EntryFilters) -> tuple[int, int]:
    """Return bounds, both included, for the numbers of the entries that the filters by taglia and day select.

    A bound need not be the number of an entry: 0 and `NO_END` where nothing limits that end, also in an empty register.
    If days are set and select none, or none of the taglia, the first is the greater one. Refuses a taglia that the
    register does not have (E_ARGUMENTS), unless the days select nothing anyway.
    """
    since, until = _days(wanted)
    low, high = span(Entry, register, "number", since, until)
    if wanted.taglia is None or low > high:
        return low, high
    began, ended = _of_taglia(register, wanted.taglia)
    return max(low, began), min(high, ended)


def refusals_of(register: str, wanted: EntryFilters) -> tuple[int, int]:
    """Return bounds, both included, for the primary keys of the refusals that the filters by taglia and day select.

    A bound need not be a key: 0 and `NO_END` where nothing limits that end, also where there are no refusals. If the
    filters limit it and select none, the first is the greater one. Those of a taglia are found by the times of its
    entries. Refuses a taglia that the register does not have (E_ARGUMENTS).
    """
    since, until = _days(wanted)
    low, high = 0, NO_END
    if wanted.taglia is not None:
        loaded, last = _of_taglia(register, wanted.taglia)
        edges = Entry.objects.filter(register=register, number__in=(loaded, last + 1)).order_by()
        at = dict(edges.values_list("number", "at"))
        low, high = span(Refusal, register, "pk", at.get(loaded), at.get(last + 1))
    began, ended = span(Refusal, register, "pk", since, until)
    return max(low, began), min(high, ended)


def _days(wanted: EntryFilters) -> tuple[datetime | None, datetime | None]:
    """Return when the first day of the filters begins and the last one ends, at six in house time; None if not set."""
    since = None if wanted.since is None else begins(wanted.since)
    return since, None if wanted.until is None else ends(wanted.until)


def _of_taglia(register: str, taglia: int) -> tuple[int, int]:
    """Return the entry that loaded the shoe of a taglia, and the last one before the next shoe was loaded.

    The first is 1 where it is not known, the last `NO_END` where that of the next shoe is not, or there is none.
    Refuses the register of the house, and a taglia that the table does not have (E_ARGUMENTS).
    """
    require(register != HOUSE, Code.ARGUMENTS, "The register of the house has no taglie.")
    shoes = Shoe.objects.filter(table__code=register, taglia__in=(taglia, taglia + 1))
    loaded = dict(shoes.order_by().values_list("taglia", "loaded_at"))
    require(
        taglia in loaded, Code.ARGUMENTS, "Table %(table)s has no taglia %(taglia)s.", table=register, taglia=taglia
    )
    after = loaded.get(taglia + 1)
    return loaded[taglia] or 1, NO_END if after is None else after - 1
