"""Second interpretation of the house's register: people, displays, tables, hand-outs as its entries make them.

What an act leaves is written here once more and briefly, on plain values and without the verb: if the verb were wrong,
or its rows were changed by somebody else, the two would differ.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from table import models
from table.record import chain
from table.record.chain import Row
from table.record.compared import Columns, Compared, stored, unlike
from table.record.proof import keys_and_rules

READER = ("prefix", "suffix", "ends", "pace", "codes")
PIN_GIVEN = ("person__badge", "by", "device", "anew", "hours", "at")
PIN_USED = ("used", "used_from", "used_at", "confirmed", "confirmed_by")
COMPARED = {
    "person": Compared("badge", models.Person, "badge", ("role", "is_active")),
    "display": Compared("display", models.Display, "code", ("kind", "table__code", "position", "language", "revoked")),
    "card_reader": Compared("card reader at", models.CardReader, "table__code", READER),
    "shoe": Compared("electronic shoe", models.ElectronicShoe, "key", ("digest", "table__code", "paired", "revoked")),
    "table": Compared("table", models.Table, "code"),
    "export": Compared("hand-out", models.Export, "number", ("report", "of", "form", "language", "copy")),
    "given_pin": Compared("given PIN", models.GivenPin, "number", (*PIN_GIVEN, *PIN_USED)),
    "waiting": Compared(
        "turn on the waiting list",
        models.Waiting,
        "asked",
        ("number", "guest__key", "tables", "profile", "since", "left"),
    ),
    "reader": Compared("external reader", models.Reader, "key", ("digest", "tables", "revoked")),
    "webhook": Compared(
        "webhook",
        models.Webhook,
        "key",
        ("url", "tables", "number", "renewed", "renewed_at", "renewed_from", "revoked"),
    ),
}
"""Compared rows by the name of their kind, which is the one in the verbs' names where these name it."""


@dataclass
class HouseMade:
    """Rows of the house as its entries make them, by kind and key; ``unused`` are the given PINs, by badge."""

    rows: dict[str, dict[str, Columns]] = field(default_factory=lambda: {kind: {} for kind in COMPARED})
    unused: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    keys: keys_and_rules.KeysAgain = field(default_factory=keys_and_rules.KeysAgain)
    own: keys_and_rules.OwnAgain = field(default_factory=keys_and_rules.OwnAgain)

    def perform(self, row: Row) -> None:
        """Apply one more entry to rows, own rules and seal keys; one whose verb has no work here, to keys alone."""
        self.keys.perform(row)
        if (does := DOES.get(row.verb)) is not None:
            does(self, row, chain.read(row.arguments))

    def put(self, kind: str, key: object, /, **columns: Any) -> None:
        """Add a row, or replace the one with this key; asserts that ``columns`` are all that its kind compares."""
        assert columns.keys() == set(COMPARED[kind].columns), kind
        self.rows[kind][str(key)] = columns

    def change(self, kind: str, key: object, /, **now: Any) -> None:
        """Change columns of a row; nothing if there is none with this key, which the comparison will find."""
        if str(key) in self.rows[kind]:
            self.rows[kind][str(key)] = {**self.rows[kind][str(key)], **now}

    def differences(self) -> Iterator[str]:
        """Yield sentences on rows, seal keys and own rules unlike the entries, or unreadable; then on unsigned keys."""
        for kind, compared in COMPARED.items():
            found = dict(stored(compared, compared.model._base_manager.all()))
            yield from _unlike(compared.words, self.rows[kind], found, compared.model.__name__)
        keys, wrong = keys_and_rules.stored_keys()
        yield from (*wrong, *_unlike("key of the seals", self.keys.made(), keys))
        yield from _unlike("own rules", self.own.made(), keys_and_rules.stored_rules())
        yield from self.keys.unsigned()


def _unlike(what: str, made: Mapping[str, Columns], rows: Mapping[str, Columns], model: str = "") -> Iterator[str]:
    return (it.fault_for(models.HOUSE, what, model) for it in unlike(made, rows))


# --- what each act leaves

Given = Mapping[str, Any]
DOES: dict[str, Callable[[HouseMade, Row, Given], object]] = {}
LEAVES_NOTHING = {
    *("sign_in", "sign_out", "lift_lock_out", "erase_guest", "erase_notes", "erase_person", "restore"),
    *("change_seal_key", "lose_seal_key", "witness_lost_seal_key"),
}
"""Verbs of the house that leave nothing to compare: register only, erasing, or told by their effect."""


def does(*verbs: str) -> Callable[[Callable[[HouseMade, Row, Given], object]], None]:
    """Return a decorator that enters a function in ``DOES`` as what these verbs, new there, leave; its name is None."""

    def declare(perform: Callable[[HouseMade, Row, Given], object]) -> None:
        """Enter the function in ``DOES`` for each of the verbs; return None. Asserts that none has one already."""
        assert not DOES.keys() & set(verbs), verbs
        DOES.update(dict.fromkeys(verbs, perform))

    return declare


def _of(row: Row) -> str:
    """Part of the entry's verb after its first underscore: ``display`` for ``revoke_display``."""
    return row.verb.partition("_")[2]


def _sorted(tables: list[str] | None) -> list[str]:
    return sorted(set(tables or ()))


does("take_on")(lambda house, _row, it: house.put("person", it["badge"], role=it["role"], is_active=True))
does("set_role")(lambda house, _row, it: house.change("person", it["badge"], role=it["role"]))
does("set_active")(lambda house, _row, it: house.change("person", it["badge"], is_active=it["active"]))
does("add_table", "add_training_table")(lambda house, _row, it: house.put("table", it["code"]))
does("remove_card_reader")(lambda house, _row, it: house.rows["card_reader"].pop(it["table"], None))
does("revoke_display", "revoke_shoe", "revoke_reader", "revoke_webhook")(
    lambda house, row, it: house.change(_of(row), it[COMPARED[_of(row)].key], revoked=True)
)
does("make_rules")(lambda house, _row, it: house.own.make(it))
does("rename_rules")(lambda house, _row, it: house.own.follow(it["key"], {"title": it["title"]}))
does("amend_rules")(lambda house, _row, it: house.own.follow(it["key"], it["changes"]))
does("retire_rules")(lambda house, _row, it: house.own.retired.add(it["key"]))


def _is_there(house: HouseMade, row: Row) -> None:
    """Add the actor as an active person with the entry's role; nothing if they are a person already, active or not."""
    if row.actor not in house.rows["person"]:
        house.put("person", row.actor, role=row.role, is_active=True)


def _moment(row: Row) -> datetime:
    return datetime.fromisoformat(row.at)


@does("give_pin")
def _give_pin(house: HouseMade, row: Row, given: Given) -> None:
    """Add the PIN that was given, as one not used yet; none if the entry has no ``proof``, or an empty one.

    Who gives it to themselves becomes a person first, if none yet. ``by``: the machine if shown there, else the actor.
    """
    if given["badge"] == row.actor:
        _is_there(house, row)
    if given.get("proof"):
        by = models.MACHINE if given["shown_at"] == models.MACHINE else row.actor
        columns = given["badge"], by, given["shown_at"], given["anew"], given.get("hours", 0), _moment(row)
        unused = dict(zip(PIN_USED, (None, "", None, None, ""), strict=True))
        house.put("given_pin", row.number, **dict(zip(PIN_GIVEN, columns, strict=True)), **unused)
        house.unused[given["badge"]].append(str(row.number))


@does("set_own_pin")
def _set_own_pin(house: HouseMade, row: Row, given: Given) -> None:
    """Mark all unused PINs that were given to the actor as used by this entry, at its device and time.

    If they set it at the machine of the house, and are no person yet, they become one first.
    """
    if given["device"] == models.MACHINE:
        _is_there(house, row)
    for number in house.unused.pop(row.actor, []):
        house.change("given_pin", number, used=row.number, used_from=given["device"], used_at=_moment(row))


@does("confirm_pin")
def _confirm_pin(house: HouseMade, row: Row, given: Given) -> None:
    """Mark the last PIN given anew to a badge as confirmed by this entry and its actor; IndexError if there is none."""
    anew = [key for key, it in house.rows["given_pin"].items() if it["anew"] and it["person__badge"] == given["badge"]]
    house.change("given_pin", anew[-1], confirmed=row.number, confirmed_by=row.actor)


@does("pair_display")
def _pair_display(house: HouseMade, _row: Row, given: Given) -> None:
    """Add a display that was paired, or replace it by its code; Italian where the entry names no language."""
    at = {"table__code": given["table"], "position": given.get("position") or ""}
    language = given.get("language") or "it"
    house.put("display", given["code"], kind=given["kind"], **at, language=language, revoked=False)


@does("set_card_reader")
def _set_card_reader(house: HouseMade, _row: Row, given: Given) -> None:
    """Set the card reader of a table, each card by its two characters, T for 10, the cut card by its own name."""
    cut = models.CardReader.CUT
    codes = {code: it if it == cut else it.upper().replace("10", "T") for code, it in given["codes"].items()}
    typed = {"prefix": given.get("prefix") or "", "suffix": given.get("suffix") or ""}
    house.put("card_reader", given["table"], **typed, ends=given["ends"], pace=given["pace"], codes=codes)


@does("pair_shoe")
def _pair_shoe(house: HouseMade, row: Row, given: Given) -> None:
    """Add, or replace by its key, an electronic shoe, paired with its table by this entry and not revoked."""
    named = {"digest": given["digest"], "table__code": given["table"]}
    house.put("shoe", given["key"], **named, paired=row.number, revoked=False)


@does("admit_reader")
def _admit_reader(house: HouseMade, _row: Row, given: Given) -> None:
    """Add, or replace by its key, a reader that is not revoked; its tables sorted, each once, [] for None."""
    columns = {"digest": given["digest"], "tables": _sorted(given["tables"])}
    house.put("reader", given["key"], **columns, revoked=False)


@does("admit_webhook")
def _admit_webhook(house: HouseMade, row: Row, given: Given) -> None:
    """Add, or replace by its key, a webhook with the secret of this entry, neither renewed nor revoked."""
    columns = {"url": given["url"], "tables": _sorted(given["tables"]), "number": row.number}
    never: dict[str, None] = dict.fromkeys(("renewed", "renewed_at", "renewed_from"))
    house.put("webhook", given["key"], **columns, **never, revoked=False)


@does("renew_webhook")
def _renew_webhook(house: HouseMade, row: Row, given: Given) -> None:
    """Record that a webhook was renewed by this entry, and the number of the entry whose secret it had until then.

    That is its last renewal, or its admission. Nothing changes if there is no such webhook.
    """
    before = house.rows["webhook"].get(given["key"], {})
    renewed = {"renewed": row.number, "renewed_at": _moment(row)}
    house.change("webhook", given["key"], **renewed, renewed_from=before.get("renewed") or before.get("number"))


@does("export")
def _export(house: HouseMade, row: Row, given: Given) -> None:
    """Add the hand-out: report, of, form, language, and its copy's number from the effect ``exported``, else 0."""
    columns = {name: given[name] for name in ("report", "of", "form", "language")}
    copies = (facts["copy"] for name, facts in chain.effects(row.outcome) if name == "exported")
    house.put("export", row.number, **columns, copy=next(copies, 0))


@does("wait_for_seat")
def _wait_for_seat(house: HouseMade, row: Row, given: Given) -> None:
    """Add a turn on the waiting list with the number after that of the last turn added; 1 is first, and follows 999."""
    last = next(reversed(house.rows["waiting"].values()))["number"] if house.rows["waiting"] else 0
    columns = {"guest__key": given["guest"], "tables": _sorted(given["tables"]), "profile": given["profile"]}
    house.put("waiting", row.number, number=last % 999 + 1, **columns, since=_moment(row), left=False)


@does("leave_list")
def _leave_list(house: HouseMade, _row: Row, given: Given) -> None:
    """Mark the latest turn of a guest on the waiting list as left, also if it is already; nothing without any."""
    turns = [turn for turn, it in house.rows["waiting"].items() if it["guest__key"] == given["guest"]]
    for turn in turns[-1:]:
        house.change("waiting", turn, left=True)
