"""The house's register played again: people, displays, tables and hand-outs as its entries make them, beside the rows.

What an act leaves is written here once more and in few words, on values of its own and not by the verb: were the verb
wrong, or its rows changed by somebody else, both would not say the same.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from table.models import (
    MACHINE,
    CardReader,
    Display,
    ElectronicShoe,
    Export,
    GivenPin,
    House,
    Person,
    Reader,
    Table,
    Waiting,
    Webhook,
)
from table.record import chain
from table.record.chain import Row
from table.record.proof import own_rules
from table.verifier.keyring import Named


class Works(NamedTuple):
    """What the register says of somebody: the role, and whether he works here still."""

    role: str
    active: bool


class Hangs(NamedTuple):
    """What the register says of a display."""

    kind: str
    table: str
    position: str
    language: str
    revoked: bool


class Types(NamedTuple):
    """What the register says of how the card reader of a table types."""

    prefix: str
    suffix: str
    ends: str
    pace: int
    codes: tuple[tuple[str, str], ...]


class Deals(NamedTuple):
    """What the register says of an electronic shoe: the digest of its token, its table, and since which entry."""

    digest: str
    table: str
    paired: int
    revoked: bool


class Outside(NamedTuple):
    """What the register says of an external reader or a webhook: the digest of its token or its address, its tables."""

    by: str
    tables: tuple[str, ...]
    revoked: bool


class HandedOut(NamedTuple):
    """What the register says of a report that left the house."""

    report: str
    of: str
    form: str
    language: str
    copy: int


class Listed(NamedTuple):
    """What the register says of somebody on the list of the pit: his number, what he waits for, whether he left."""

    number: int
    guest: str
    tables: tuple[str, ...]
    profile: str
    left: bool


OUTSIDE: Mapping[str, tuple[str, type[Reader | Webhook], str]] = {
    "reader": ("external reader", Reader, "digest"),
    "webhook": ("webhook", Webhook, "url"),
}
"""What programs outside are let in by, as the verbs name it: its words, its rows, and the column that tells one."""


class PinGiven(NamedTuple):
    """What the register says of a PIN that others gave: to whom, by whom and where, and when its owner set his own."""

    badge: str
    by: str
    shown_at: str
    anew: bool
    hours: int
    used: int | None = None
    used_from: str = ""
    confirmed: int | None = None
    confirmed_by: str = ""


class Again:
    """The house as it becomes by its entries, one after the other."""

    def __init__(self) -> None:
        self.people: dict[str, Works] = {}
        self.displays: dict[str, Hangs] = {}
        self.card_readers: dict[str, Types] = {}
        self.shoes: dict[str, Deals] = {}
        self.tables: dict[str, tuple[()]] = {}
        self.outside: dict[str, dict[str, Outside]] = {kind: {} for kind in OUTSIDE}
        self.exports: dict[str, HandedOut] = {}
        self.given: dict[str, PinGiven] = {}
        self.unused: dict[str, list[str]] = defaultdict(list)
        self.waiting: dict[str, Listed] = {}
        self.copies = Counter[tuple[str, str, str, str]]()
        self.keys: dict[str, Named] = {}
        self.own = own_rules.OwnAgain()

    def perform(self, row: Row) -> None:
        """One more entry."""
        if NAMES_A_KEY in row.outcome:
            _name_keys(self, row)
        if (does := DOES.get(row.verb)) is not None:
            does(self, row, chain.read(row.arguments))

    def differences(self) -> Iterator[str]:
        """Where the rows of the house are not what came of its entries."""
        yield from _unlike("badge", self.people, _people())
        yield from _unlike("display", self.displays, _displays())
        yield from _unlike("card reader at", self.card_readers, _card_readers())
        yield from _unlike("electronic shoe", self.shoes, _shoes())
        yield from _unlike("table", self.tables, dict.fromkeys(Table.every.values_list("code", flat=True), ()))
        yield from _unlike("hand-out", self.exports, _exports())
        yield from _unlike("given PIN", self.given, _given_pins())
        yield from _unlike("turn on the waiting list", self.waiting, _waiting())
        yield from _unlike("key of the seals", self.keys, _seal_keys())
        yield from _unlike("own rules", self.own.made(), own_rules.rows())
        yield from _unproven(self.keys)
        for kind, said in self.outside.items():
            yield from _unlike(OUTSIDE[kind][0], said, _outside(kind))


def _unlike(what: str, said: Mapping[str, tuple[Any, ...]], rows: Mapping[str, tuple[Any, ...]]) -> Iterator[str]:
    for key in sorted(said.keys() | rows.keys()):
        if key not in rows:
            yield f"house: {what} {key} is on record, and gone"
        elif key not in said:
            yield f"house: {what} {key} is on no record"
        elif said[key] != rows[key]:
            yield f"house: {what} {key} is {rows[key]}, and on record {said[key]}"


def _people() -> dict[str, Works]:
    rows = Person.objects.values_list("badge", "role", "is_active")
    return {badge: Works(role, active) for badge, role, active in rows}


def _displays() -> dict[str, Hangs]:
    rows = Display.objects.values_list("code", "kind", "table__code", "position", "language", "revoked")
    return {code: Hangs(kind, table, at, language, revoked) for code, kind, table, at, language, revoked in rows}


def _card_readers() -> dict[str, Types]:
    typed = (f"card_reader__{field}" for field in Types._fields)
    rows = Table.every.exclude(card_reader=None).values_list("code", *typed)
    return {
        table: Types(prefix, suffix, ends, pace, tuple(sorted(codes.items())))
        for table, prefix, suffix, ends, pace, codes in rows
    }


def _shoes() -> dict[str, Deals]:
    rows = ElectronicShoe.objects.values_list("key", "digest", "table__code", "paired", "revoked")
    return {key: Deals(digest, table, paired, revoked) for key, digest, table, paired, revoked in rows}


def _exports() -> dict[str, HandedOut]:
    rows = Export.objects.values_list("number", "report", "of", "form", "language", "copy")
    return {
        str(number): HandedOut(report, of, form, language, copy)
        for number, report, of, form, language, copy in rows.iterator()
    }


PIN_ROW = ("hours", "used", "used_from", "confirmed", "confirmed_by")


def _given_pins() -> dict[str, PinGiven]:
    rows = GivenPin.objects.values_list("number", "person__badge", "by", "device", "anew", *PIN_ROW)
    return {str(number): PinGiven(*told) for number, *told in rows.iterator()}


def _seal_keys() -> dict[str, Named]:
    rows = House.objects.values_list("seal_keys", flat=True)
    return {it["key"]: Named(**it) for named in rows for it in named}


def _unproven(keys: Mapping[str, Named]) -> Iterator[str]:
    """A key that follows another one without its word, but for one that was declared lost."""
    for it in keys.values():
        if it.before and not it.after_a_loss and not it.is_signed:
            yield f"house {it.number}: the key of the seals that it names was not signed by the one before"


def _waiting() -> dict[str, Listed]:
    rows = Waiting.objects.values_list("asked", "number", "guest__key", "tables", "profile", "left")
    return {
        str(asked): Listed(number, guest, tuple(tables), profile, left)
        for asked, number, guest, tables, profile, left in rows.iterator()
    }


def _outside(kind: str) -> dict[str, Outside]:
    _words, model, by = OUTSIDE[kind]
    rows = model._default_manager.values_list("key", by, "tables", "revoked")
    return {key: Outside(said, tuple(tables), revoked) for key, said, tables, revoked in rows}


# --- what each act leaves

Given = Mapping[str, Any]
DOES: dict[str, Callable[[Again, Row, Given], None]] = {}
LEAVES_NOTHING = {
    *("sign_in", "sign_out", "lift_lock_out", "erase_guest", "erase_notes", "erase_person", "restore"),
    *("change_seal_key", "lose_seal_key", "witness_lost_seal_key"),
}
"""Acts of the house of which only the register knows, that take away what no register says, or whose effect says it."""
NAMES_A_KEY = '"seal_key_named"'
"""How an outcome tells that it names a key of the seals."""


def does(*verbs: str) -> Callable[[Callable[[Again, Row, Given], None]], None]:
    """What the house is after these acts."""

    def declare(perform: Callable[[Again, Row, Given], None]) -> None:
        assert not DOES.keys() & set(verbs), verbs
        DOES.update(dict.fromkeys(verbs, perform))

    return declare


def _name_keys(house: Again, row: Row) -> None:
    """Each follows the one before it, which has signed it where somebody has changed it."""
    for name, facts in chain.effects(row.outcome):
        if name == "seal_key_named":
            before = next(reversed(house.keys), "")
            signature = chain.read(row.arguments)["signature"] if before and row.verb == "change_seal_key" else ""
            house.keys[facts["key"]] = Named(facts["key"], row.number, row.at, before, signature)


@does("take_on")
def _take_on(house: Again, _row: Row, given: Given) -> None:
    house.people[given["badge"]] = Works(given["role"], active=True)


@does("give_pin")
def _give_pin(house: Again, row: Row, given: Given) -> None:
    """Whom nobody of the house takes on, the machine does, under his own badge; a PIN is known to no register."""
    if given["badge"] == row.actor:
        house.people.setdefault(row.actor, Works(row.role, active=True))
    if given.get("proof"):
        by = MACHINE if given["shown_at"] == MACHINE else row.actor
        house.given[str(row.number)] = PinGiven(
            given["badge"], by, given["shown_at"], given["anew"], given.get("hours", 0)
        )
        house.unused[given["badge"]].append(str(row.number))


@does("set_own_pin")
def _set_own_pin(house: Again, row: Row, given: Given) -> None:
    """Whom the machine has taken on is known by it too, where nobody gave him a PIN before."""
    if given["device"] == MACHINE:
        house.people.setdefault(row.actor, Works(row.role, active=True))
    for number in house.unused.pop(row.actor, []):
        house.given[number] = house.given[number]._replace(used=row.number, used_from=given["device"])


@does("confirm_pin")
def _confirm_pin(house: Again, row: Row, given: Given) -> None:
    """It is the last one that he was given anew."""
    number = next(
        it for it in reversed(house.given) if house.given[it].badge == given["badge"] and house.given[it].anew
    )
    house.given[number] = house.given[number]._replace(confirmed=row.number, confirmed_by=row.actor)


@does("set_role")
def _set_role(house: Again, _row: Row, given: Given) -> None:
    _works(house, given["badge"], role=given["role"])


@does("set_active")
def _set_active(house: Again, _row: Row, given: Given) -> None:
    _works(house, given["badge"], active=given["active"])


def _works(house: Again, badge: str, **now: Any) -> None:
    """Somebody of whom there is no record shows as such when the rows are compared."""
    if badge in house.people:
        house.people[badge] = house.people[badge]._replace(**now)


@does("pair_display")
def _pair_display(house: Again, _row: Row, given: Given) -> None:
    where = given["kind"], given["table"], given.get("position") or "", given.get("language") or "it"
    house.displays[given["code"]] = Hangs(*where, revoked=False)


@does("revoke_display")
def _revoke_display(house: Again, _row: Row, given: Given) -> None:
    if given["code"] in house.displays:
        house.displays[given["code"]] = house.displays[given["code"]]._replace(revoked=True)


@does("set_card_reader")
def _set_card_reader(house: Again, _row: Row, given: Given) -> None:
    """Cards are told in the two letters of their rows, however they were written."""
    cards = {code: card if card == CardReader.CUT else _in_two_letters(card) for code, card in given["codes"].items()}
    typed = given.get("prefix") or "", given.get("suffix") or "", given["ends"], given["pace"]
    house.card_readers[given["table"]] = Types(*typed, tuple(sorted(cards.items())))


def _in_two_letters(card: str) -> str:
    return card.upper().replace("10", "T")


@does("remove_card_reader")
def _remove_card_reader(house: Again, _row: Row, given: Given) -> None:
    house.card_readers.pop(given["table"], None)


@does("pair_shoe")
def _pair_shoe(house: Again, row: Row, given: Given) -> None:
    house.shoes[given["key"]] = Deals(given["digest"], given["table"], row.number, revoked=False)


@does("revoke_shoe")
def _revoke_shoe(house: Again, _row: Row, given: Given) -> None:
    if given["key"] in house.shoes:
        house.shoes[given["key"]] = house.shoes[given["key"]]._replace(revoked=True)


@does("add_table", "add_training_table")
def _add_table(house: Again, _row: Row, given: Given) -> None:
    house.tables[given["code"]] = ()


@does("make_rules")
def _make_rules(house: Again, _row: Row, given: Given) -> None:
    house.own.make(given)


@does("rename_rules")
def _rename_rules(house: Again, _row: Row, given: Given) -> None:
    house.own.follow(given["key"], {"title": given["title"]})


@does("amend_rules")
def _amend_rules(house: Again, _row: Row, given: Given) -> None:
    house.own.follow(given["key"], given["changes"])


@does("retire_rules")
def _retire_rules(house: Again, _row: Row, given: Given) -> None:
    house.own.retired.add(given["key"])


@does("export")
def _export(house: Again, row: Row, given: Given) -> None:
    told = given["report"], given["of"], given["form"], given["language"]
    house.copies[told] += 1
    house.exports[str(row.number)] = HandedOut(*told, house.copies[told])


@does("admit_reader", "admit_webhook")
def _admit(house: Again, row: Row, given: Given) -> None:
    kind = _kind_of(row)
    tables = tuple(sorted(set(given["tables"] or ())))
    house.outside[kind][given["key"]] = Outside(given[OUTSIDE[kind][2]], tables, revoked=False)


@does("revoke_reader", "revoke_webhook")
def _revoke(house: Again, row: Row, given: Given) -> None:
    known = house.outside[_kind_of(row)]
    if given["key"] in known:
        known[given["key"]] = known[given["key"]]._replace(revoked=True)


def _kind_of(row: Row) -> str:
    """Whether the act is about a reader or a webhook, as its verb says."""
    return row.verb.partition("_")[2]


@does("wait_for_seat")
def _wait_for_seat(house: Again, row: Row, given: Given) -> None:
    """Numbers follow each other, and after 999 they begin anew."""
    last = next(reversed(house.waiting.values())).number if house.waiting else 0
    tables = tuple(sorted(set(given["tables"] or ())))
    house.waiting[str(row.number)] = Listed(last % 999 + 1, given["guest"], tables, given["profile"], left=False)


@does("leave_list")
def _leave_list(house: Again, _row: Row, given: Given) -> None:
    """Of several turns of a guest it is the latest: he had none beside it."""
    for asked, it in reversed(house.waiting.items()):
        if it.guest == given["guest"]:
            house.waiting[asked] = it._replace(left=True)
            return
