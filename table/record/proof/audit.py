"""What of a register and of the rows beside it does not fit, found by reading and not by dealing it again.

The chain alone tells that nothing inside it was altered. This compares it with what it stands for: its end with the row
that it belongs to, each note with the digest by which it is named, the money lines with the entries that post them,
and what the house's register says of people, tables, displays and rules with their rows.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from table.models import (
    HOUSE,
    Adjustment,
    Display,
    Entry,
    House,
    Money,
    Note,
    Person,
    Policy,
    Reader,
    Table,
    Webhook,
)
from table.record import chain
from table.rules.houses import of_values
from table.rules.profile import as_values
from table.verbs.declaration import VERBS

LINES = '"lines":'
"""How the canonical text of an outcome tells that it may post money lines."""
POSTS = {"settled", "money_corrected", "refunded", "money_ordered", "adjusted"}
"""The effects that post them; others name lines that are only asked for."""
ERASES = ("erase_guest", "erase_notes", "erase_person")
"""The acts of the house by which texts go."""
ADJUSTMENT = "adjustment"
Line = tuple[int, str, int]
"""A money line: its place among those of its entry, its kind, cents."""


def faults(code: str) -> list[str]:
    """What is wrong with a register, in the order in which it was found; nothing if it is sound."""
    read = Read(code)
    found = chain.faults(read.entries())
    return [*found, *_end(read), *_notes(read), *_erasures(read), *(_house(read) if code == HOUSE else _table(read))]


class Read:
    """A register as it is read once from its first entry, and what is kept of it."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.last: Entry | None = None
        self.notes: dict[str, int] = {}
        self.money: dict[int, list[Line]] = {}
        self.rules: list[dict[str, Any]] = []
        self.said: list[tuple[str, str, str, dict[str, Any]]] = []

    def entries(self) -> Iterator[Entry]:
        """Its entries in their order, each looked at as it passes."""
        for entry in Entry.objects.filter(register=self.code).order_by("number").iterator():
            yield entry
            self.last = entry
            self._look(entry)

    def _look(self, entry: Entry) -> None:
        verb = VERBS.get(entry.verb)
        if verb is None:
            return
        if LINES in entry.outcome and (lines := [*_lines(chain.read(entry.outcome))]):
            self.money[entry.number] = lines
        if not verb.texts and self.code != HOUSE and entry.verb not in RULES:
            return
        given = chain.read(entry.arguments)
        self.notes |= {given[key]: entry.number for key in verb.texts if given.get(key)}
        if entry.verb in RULES:
            self.rules.append(RULES[entry.verb](given, self.rules))
        if self.code == HOUSE:
            self.said.append((entry.verb, entry.actor, entry.role, given))


def _lines(outcome: Mapping[str, Any]) -> Iterator[Line]:
    posted = (line for name, told in outcome["effects"] if name in POSTS for line in told["lines"])
    for place, (_where, _whose, kind, amount) in enumerate(posted):
        yield place, kind, amount


def _set_up(given: Mapping[str, Any], _before: list[dict[str, Any]]) -> dict[str, Any]:
    return as_values(of_values(given["rules"]))


def _changed(given: Mapping[str, Any], before: list[dict[str, Any]]) -> dict[str, Any]:
    return as_values(of_values((before[-1] if before else {}) | given["changes"]))


RULES = {"set_up": _set_up, "change_rules": _changed}
"""What a table's rules are after these acts."""


# --- what every register has


def _end(read: Read) -> Iterator[str]:
    """The row that owns the register knows its last entry: none was cut off, and none put on."""
    row = House.objects.first() if read.code == HOUSE else Table.objects.filter(code=read.code).first()
    number, digest = (read.last.number, read.last.digest) if read.last else (0, "")
    if row is None and read.code != HOUSE:
        yield f"{read.code}: there is no such table, but a register of {number} entries"
    elif row is not None and (row.number, row.digest) != (number, digest):
        yield f"{read.code} {number}: it ends here, and its row knows of number {row.number}"


def _notes(read: Read) -> Iterator[str]:
    """Every note that an entry names is there and says what it said, or was erased."""
    kept = dict[str, Note]()
    wanted = [*read.notes]
    for at in range(0, len(wanted), 500):
        kept |= {it.digest: it for it in Note.objects.filter(digest__in=wanted[at : at + 500])}
    for digest, number in read.notes.items():
        note = kept.get(digest)
        if note is None:
            yield f"{read.code} {number}: the note that it names is gone"
        elif not note.erased and not chain.says(note):
            yield f"{read.code} {number}: the note that it names was altered"


def _erasures(read: Read) -> Iterator[str]:
    """A note that is erased was erased by an entry of the house, which names it."""
    erased = Note.objects.filter(erased=True).values_list("digest", flat=True)
    gone = {digest for digest in erased.iterator() if digest in read.notes}
    entries = Entry.objects.filter(register=HOUSE, verb__in=ERASES).values_list("arguments", flat=True)
    for arguments in entries.iterator() if gone else ():
        gone.difference_update(chain.read(arguments)["notes"])
    for digest, number in read.notes.items():
        if digest in gone:
            yield f"{read.code} {number}: the note that it names is gone, and nobody erased it on record"


# --- tables


def _table(read: Read) -> Iterator[str]:
    yield from _money(read)
    yield from _policies(read)


def _money(read: Read) -> Iterator[str]:
    """The money lines are those that the entries post: none altered, taken out or put in."""
    rows = defaultdict[int, list[Line]](list)
    money = Money.objects.filter(coup__table__code=read.code)
    for number, place, kind, amount in money.values_list("number", "place", "kind", "amount").iterator():
        rows[number].append((place, kind, amount))
    moved = Adjustment.objects.filter(coup__table__code=read.code)
    for number, place, amount in moved.values_list("number", "place", "amount").iterator():
        rows[number].append((place, ADJUSTMENT, amount))
    for number in sorted(rows.keys() | read.money.keys()):
        if sorted(rows.get(number, [])) != sorted(read.money.get(number, [])):
            yield f"{read.code} {number}: its money lines are not those that it posts"


def _policies(read: Read) -> Iterator[str]:
    """The rules are as they were set and changed. Keys that are younger than a version are not in it."""
    kept = list(Policy.objects.filter(table__code=read.code).order_by("version").values_list("values", flat=True))
    if len(kept) != len(read.rules):
        yield f"{read.code}: {len(kept)} versions of its rules, and {len(read.rules)} on record"
    for version, (row, said) in enumerate(zip(kept, read.rules, strict=False), start=1):
        unlike = sorted(key for key in row if key in said and row[key] != said[key])
        if unlike:
            yield f"{read.code}: version {version} of its rules says otherwise on {', '.join(unlike)}"


# --- the house


class Works(NamedTuple):
    """What the register says of somebody: the role, and whether he works here still."""

    role: str
    active: bool


class Hangs(NamedTuple):
    """What the register says of a display."""

    kind: str
    table: str
    position: str
    revoked: bool


class Outside(NamedTuple):
    """What the register says of an external reader or a webhook: the digest of its token, or its address."""

    by: str
    tables: list[str]
    revoked: bool


OUTSIDE = (("external reader", Reader, "digest"), ("webhook", Webhook, "url"))


def _house(read: Read) -> Iterator[str]:
    yield from _unlike("badge", _people_said(read), _people())
    yield from _unlike("display", _displays_said(read), _displays())
    for what, model, by in OUTSIDE:
        yield from _unlike(what, _outside_said(read, model, by), _outside(model, by))
    tables = {given["code"] for verb, _actor, _role, given in read.said if verb == "add_table"}
    missing = tables - set(Table.objects.values_list("code", flat=True))
    yield from (f"house: table {code} was added, and is gone" for code in sorted(missing))


def _people_said(read: Read) -> dict[str, Works]:
    people = dict[str, Works]()
    for verb, actor, role, given in read.said:
        match verb:
            case "take_on":
                people[given["badge"]] = Works(given["role"], active=True)
            case "give_pin" if given["badge"] == actor and actor not in people:
                # The first of the house nobody can take on but the house itself.
                people[actor] = Works(role, active=True)
            case "set_role" if given["badge"] in people:
                people[given["badge"]] = people[given["badge"]]._replace(role=given["role"])
            case "set_active" if given["badge"] in people:
                people[given["badge"]] = people[given["badge"]]._replace(active=given["active"])
    return people


def _displays_said(read: Read) -> dict[str, Hangs]:
    displays = dict[str, Hangs]()
    for verb, _actor, _role, given in read.said:
        if verb == "pair_display":
            at = Hangs(given["kind"], given["table"], given.get("position") or "", revoked=False)
            displays[given["code"]] = at
        elif verb == "revoke_display" and given["code"] in displays:
            displays[given["code"]] = displays[given["code"]]._replace(revoked=True)
    return displays


def _outside_said(read: Read, model: type[Reader | Webhook], by: str) -> dict[str, Outside]:
    kind, found = model.__name__.lower(), dict[str, Outside]()
    for verb, _actor, _role, given in read.said:
        if verb == f"admit_{kind}":
            found[given["key"]] = Outside(given[by], sorted(set(given["tables"] or ())), revoked=False)
        elif verb == f"revoke_{kind}" and given["key"] in found:
            found[given["key"]] = found[given["key"]]._replace(revoked=True)
    return found


def _people() -> dict[str, Works]:
    rows = Person.objects.values_list("badge", "role", "is_active")
    return {badge: Works(role, active) for badge, role, active in rows}


def _displays() -> dict[str, Hangs]:
    rows = Display.objects.values_list("code", "kind", "table__code", "position", "revoked")
    return {code: Hangs(kind, table, position, revoked) for code, kind, table, position, revoked in rows}


def _outside(model: type[Reader | Webhook], by: str) -> dict[str, Outside]:
    rows = model._default_manager.values_list("key", by, "tables", "revoked")
    return {key: Outside(said, tables, revoked) for key, said, tables, revoked in rows}


def _unlike(what: str, said: Mapping[str, tuple[Any, ...]], rows: Mapping[str, tuple[Any, ...]]) -> Iterable[str]:
    for key in sorted(said.keys() | rows.keys()):
        if key not in rows:
            yield f"house: {what} {key} is on record, and gone"
        elif key not in said:
            yield f"house: {what} {key} is on no record"
        elif said[key] != rows[key]:
            yield f"house: {what} {key} is {rows[key]}, and on record {said[key]}"
