"""What of a register is asked for, as it stands in the address of its page: it can be kept as a bookmark."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from urllib.parse import urlencode

from table.models import HOUSE, Entry, Refusal, Shoe
from table.play.effects import alerts
from table.reports.registers.days import LAST, begins, calendar_day, ends, span
from table.rules.refusal import Code, Refused, require
from table.screens.read.snapshot import ReadEntry
from table.verbs.declaration import VERBS

MOST_OF_TABLES = 80
"""So many letters may name tables: what is handed out is told by its filters, in the register of the house."""


@dataclass(frozen=True)
class Wanted:
    """The entries of a taglia, from one day to another (both included), of an act, of a person, or alarming ones."""

    taglia: int | None = None
    since: date | None = None
    until: date | None = None
    verb: str = ""
    actor: str = ""
    alarming: bool = False

    def address(self, **more: object) -> str:
        """As the end of an address, ``?taglia=3&verb=burn``; empty where everything is asked for."""
        return _address({**asdict(self), "alarming": 1 if self.alarming else None, **more})

    @property
    def searches(self) -> bool:
        """Whether entries have to be looked through one by one."""
        return self.alarming or bool(self.verb and self.actor)

    def fits(self, done: ReadEntry) -> bool:
        """Whether this entry is asked for, as far as the database was not asked."""
        of_actor = not self.actor or done.entry.actor == self.actor
        return of_actor and (not self.alarming or any(alerts(name) for name, _ in done.effects))


@dataclass(frozen=True)
class WantedDay:
    """The entries of a day at every table, or at these: of an act, of a person, or alarming ones."""

    on: date
    tables: tuple[str, ...] = ()
    verb: str = ""
    actor: str = ""
    alarming: bool = False

    def address(self, **more: object) -> str:
        """As the end of an address, ``?on=2026-11-20&tables=T1+T3``; the day always stands in it."""
        told = {**asdict(self), "tables": " ".join(self.tables), "alarming": 1 if self.alarming else None}
        return _address({**told, **more})

    @property
    def at_each(self) -> Wanted:
        """What that is at each of its tables."""
        return Wanted(since=self.on, until=self.on, verb=self.verb, actor=self.actor, alarming=self.alarming)


def _address(told: Mapping[str, object]) -> str:
    given = {name: value for name, value in told.items() if value is not None and value != ""}
    return f"?{urlencode(given)}" if given else ""


def asked_of_day(given: Mapping[str, str], known: Collection[str], *, today: date) -> WantedDay:
    """What an address asks of a day, today unless another is named; ``known`` are the tables of the house."""
    wanted = asked({name: given.get(name, "") for name in ("verb", "actor", "alarming")})
    typed = given.get("tables", "")
    require(len(typed) <= MOST_OF_TABLES, Code.ARGUMENTS, "Tables are named by their codes, such as T1 T3.")
    tables = tuple(dict.fromkeys(typed.replace(",", " ").split()))
    unknown = next((code for code in tables if code not in known), None)
    require(unknown is None, Code.TABLE, "There is no table “%(table)s”.", table=(unknown or "")[:20])
    return WantedDay(day(given.get("on", "")) or today, tables, wanted.verb, wanted.actor, wanted.alarming)


def asked(given: Mapping[str, str]) -> Wanted:
    """What an address asks for; refused with a sentence where it cannot be read."""
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
    return Wanted(number(given, "taglia"), since, until, verb, actor, bool(given.get("alarming")))


def day(typed: str) -> date | None:
    """A day as addresses have it, 2026-11-20; None where none is given."""
    try:
        return calendar_day(typed) if typed else None
    except ValueError:
        raise Refused(
            Code.ARGUMENTS, "“%(day)s” is no day; days are written like 2026-11-20.", day=typed[:20]
        ) from None


def number(given: Mapping[str, str], name: str) -> int | None:
    """A number of an address; None where none is given."""
    typed = given.get(name, "")
    require(
        not typed or (typed.isascii() and typed.isdigit() and len(typed) < 16),
        Code.ARGUMENTS,
        "“%(number)s” is no number.",
        number=typed[:20],
    )
    return int(typed) if typed else None


# --- where in the register that is


def entries_of(register: str, wanted: Wanted) -> tuple[int, int]:
    """The first and the last number that can be asked for; (1, 0) where there is none."""
    since, until = _days(wanted)
    low, high = span(Entry.objects.filter(register=register), "number", since, until)
    if wanted.taglia is None or low > high:
        return low, high
    began, ended = _of_taglia(register, wanted.taglia)
    return max(low, began), min(high, ended)


def refusals_of(register: str, wanted: Wanted) -> tuple[int, int]:
    """The same for refusals, which have no number of their own: by their rows, and of a taglia by its time."""
    since, until = _days(wanted)
    low, high = 0, LAST
    if wanted.taglia is not None:
        first, last = _times(register, *_of_taglia(register, wanted.taglia))
        low, high = span(Refusal.objects.filter(register=register), "pk", first, last)
    began, ended = span(Refusal.objects.filter(register=register), "pk", since, until)
    return max(low, began), min(high, ended)


def _days(wanted: Wanted) -> tuple[datetime | None, datetime | None]:
    since = None if wanted.since is None else begins(wanted.since)
    return since, None if wanted.until is None else ends(wanted.until)


def _times(register: str, low: int, high: int) -> tuple[datetime | None, datetime | None]:
    """When these two entries were made; the second is of the taglia after, and nothing while there is none."""
    edges = Entry.objects.filter(register=register, number__in=(low, high + 1)).values_list("number", "at")
    at = dict(edges.order_by())
    return at.get(low), at.get(high + 1)


def _of_taglia(register: str, taglia: int) -> tuple[int, int]:
    """From the entry by which its decks went into the shoe to the one before those of the next taglia."""
    require(register != HOUSE, Code.ARGUMENTS, "The register of the house has no taglie.")
    shoes = Shoe.objects.filter(table__code=register, taglia__in=(taglia, taglia + 1))
    loaded = dict(shoes.order_by().values_list("taglia", "loaded_at"))
    require(
        taglia in loaded, Code.ARGUMENTS, "Table %(table)s has no taglia %(taglia)s.", table=register, taglia=taglia
    )
    after = loaded.get(taglia + 1)
    return loaded[taglia] or 1, LAST if after is None else after - 1
