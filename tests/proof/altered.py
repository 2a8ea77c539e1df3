"""What somebody who holds the database, or a file that left the house, could alter: drawn by chance from all of it.

Each way gives a brief name of what it has altered. The names of the kinds are those of the table in docs/security.md.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Model, QuerySet

from bank import models as banks
from procedures.models import Attestation, Incident
from table import models
from table.models import HOUSE, Entry, House, Note, Refusal, Table
from table.record import chain, in_charge, seals
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from tests.house import shift
from tests.proof.exports import exported
from tests.proof.tampering import every_byte
from tests.rig import triggers
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.made_before import evening_made_before
from tests.rig.tables import new_table
from tests.rig.tampering import write_anew
from tests.shoes.dealing import coup, shoe_of, virtual_table

CODE, VIRTUAL, BANK = "T3", "T4", "T5"
"""The table of the shift, one with a virtual shoe, and one with a bank."""
TURNED = "card_turned"
CARDS = shoe_of("KS 7H 6D KC")
Change = Mapping[str, Callable[[Random], Any]]


def make_house() -> None:
    """A shift in which every act was done, a table with a virtual shoe, and seals of every register; no triggers."""
    _play_house()
    triggers.drop_triggers(connection)


@evening_made_before
def _play_house() -> None:
    everybody_is_taken_on()
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    for who, verb, given in shift.shift(table):
        getattr(table.cast, who).does(verb, **given)
    table.refuses(Code.TABLE_NOT_OPEN, "settle")
    acts = (*shift.in_the_house(), *shift.on_the_displays(table))
    for who, verb, given in acts:
        getattr(Cast.at(HOUSE), who).does(verb, **given)
    Cast.at(HOUSE).dealer.is_refused(Code.ROLE, "add_table", code="T8")
    shift.sealed_by_its_last_key()
    _virtual()
    _bank()
    for code in (CODE, VIRTUAL, BANK, HOUSE):
        assert seals.keep(code) is not None


def _virtual() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(in_charge, "AT_ONE_TABLE", frozenset())
        table = virtual_table(patch, CARDS, code=VIRTUAL)
        coup(table, CARDS)
        table.cast.direzione.does("void_shoe")


def _bank() -> None:
    """A bank from the float that comes to the closing that is reopened; its people come from their other tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(in_charge, "AT_ONE_TABLE", frozenset())
        table = new_table(derive(VENEZIA, key="with-bank", bank="on", bank_close="inventory"), code=BANK)
        for who, verb, given in shift.at_a_bank(table):
            getattr(table.cast, who).does(verb, **given)


def _other(*values: Any) -> Callable[[Random], Any]:
    return lambda rng: rng.choice(values)


def _number(rng: Random) -> int:
    return rng.randrange(1, 10**6)


def _long_ago(rng: Random) -> datetime:
    return datetime.now(UTC) - timedelta(days=rng.randrange(4, 99))


def _somebody(rng: Random) -> str:
    return f"nobody-{rng.randrange(100)}"


SEEN_BY_READING: dict[type[Model], Change] = {
    models.Money: {"amount": _number, "kind": _other("win", "loss", "rounding")},
    models.Adjustment: {"amount": _number, "bettor": _somebody, "position": _other("8", "9")},
    models.Uncollected: {"amount": _number, "owner": _somebody, "closed_by": _somebody, "position": _other("8", "9")},
    models.Coup: {"result": _other("punto", "banco", "tie"), "outcome": _other("annulled", "null_seven", "settled")},
}
OF_CASES: dict[type[Model], Change] = {
    Incident: {
        "caused_by": _somebody,
        "status": _other("ratified", "annulled", "ruled", "withdrawn"),
        "decided_by": _somebody,
        "reported_by": _somebody,
        "kind": _other("fallen_card", "dispute", "unforeseen"),
        "article": _other(3, 8, 10, 16),
    },
    Attestation: {"badge": _somebody, "role": _other("ispettore_comunale", "direzione"), "number": _number},
}
SEEN_BY_REPLAY: dict[type[Model], Change] = {
    Incident: {
        "answer": lambda _rng: {"verdict": "clear"},
        "facts": lambda _rng: {"about": "other"},
        "phase": _somebody,
    },
    models.DrawnCard: {
        "face": _other("2H", "9S", "KD"),
        "location": _other("banco", "punto"),
        "seen": _other(True, False),
    },
    models.Stake: {"bettor": _somebody, "laid_by": _somebody, "tax": _number, "laid_at": _number},
    models.Coup: {"reader": _other("8", "9"), "button": _other("8", "9"), "announced_banco": _other(0, 3, 7)},
    models.Tip: {"amount": _number, "form": _other("chips", "cash")},
    models.Alert: {"code": _somebody, "acknowledged_by": _somebody},
    models.StaffPresence: {"role": _other("direzione", "dealer")},
    models.Shoe: {"cut_by": _somebody, "witnessed_by": _somebody, "left_over": _number},
}
OF_BANKS: dict[type[Model], Change] = {
    banks.Slip: {"letter": _other("A", "V", "X"), "serial": _number, "number": _number},
    banks.Posting: {
        "amount": _number,
        "source": _other("rack", "tips"),
        "to": _other("cage", "box"),
        "number": _number,
    },
}
SEEN_OF_BANKS_BY_REPLAY: dict[type[Model], Change] = {
    banks.BankSession: {
        **dict.fromkeys(("opener", "fills", "credits", "notes", "computed", "expected", "after_closing"), _number),
        "day": _other("2020-01-01", "2030-01-01"),
        "stage": _other("in_play", "closed", "sealed"),
    },
    banks.Movement: {
        "status": _other("requested", "issued", "void"),
        **dict.fromkeys(("requested", "issued", "received"), lambda rng: {"10000": _number(rng)}),
        **dict.fromkeys(("returned", "lost"), _number),
        "by": _somebody,
    },
    banks.BankCount: {
        "amount": _number,
        "difference": _number,
        "attested": lambda rng: {_somebody(rng): ["ispettore_gioco", 1]},
        "accepted_by": _somebody,
        "kind": _other("midway", "closer", "tips"),
    },
    banks.CountTry: {"pieces": lambda rng: {"10000": _number(rng)}, "by": _somebody, "foreign": _number},
}
OF_DAYS_AND_CASH: dict[type[Model], Change] = {
    banks.GamingDay: {"day": _other("2020-01-01", "2030-01-01"), "number": _number, "counted": lambda _rng: {"T9": 1}},
    banks.DayTerms: {"rolls_at": _other("05:00", "07:00"), "count_at_roll": _other(True, False)},
    banks.CashTermsOf: {"cash_limit": _number, "cash_threshold": _number, "tips_split": _other(1, 99)},
    banks.JoinedGuest: {"guest": _somebody, "root": _somebody},
}
OF_THE_HOUSE: dict[type[Model], Change] = {
    models.Person: {"role": _other("direzione", "dealer", "auditor"), "is_active": _other(True, False)},
    models.Display: {"position": _other("1", "2", "9"), "revoked": _other(True, False), "language": _other("de", "en")},
    models.Reader: {"digest": lambda rng: f"{rng.randrange(10**9):064}", "revoked": _other(True, False)},
    models.Webhook: {
        "url": lambda rng: f"https://{_somebody(rng)}.example/",
        **dict.fromkeys(("number", "renewed", "renewed_from"), _number),
        "renewed_at": _long_ago,
    },
    models.GivenPin: {"by": _somebody, "device": _somebody, "hours": _number, "at": _long_ago, "used_at": _long_ago},
    models.ElectronicShoe: {"revoked": _other(True, False)},
    models.Waiting: {"number": _number, "profile": _somebody, "since": _long_ago},
    models.OwnHouse: {"version": _number, "retired": _other(True, False)},
    models.OwnRules: {"version": _number},
}
HANDED_OUT: dict[type[Model], Change] = {
    models.Export: {"copy": _number, "of": _somebody, "language": _other("de", "fr"), "form": _other("csv", "pdf")}
}


def rows(model: type[Model]) -> "QuerySet[Any]":
    """The rows of a kind that are the shift's, those of the coups that are over."""
    rows = model._base_manager.order_by("pk")
    if model in (models.Coup, models.DrawnCard, models.Stake):
        coup = "" if model is models.Coup else "coup__"
        return rows.filter(**{f"{coup}ended": True})
    return rows


def _altered(kinds: Mapping[type[Model], Change]) -> Callable[[Random], str]:
    """A column of a row gets another value, or a row is deleted."""

    def alter(rng: Random) -> str:
        while True:
            model = rng.choice([it for it in kinds if rows(it).exists()])
            row, column = rng.choice(list(rows(model))), rng.choice([*kinds[model], "deleted"])
            before, now = getattr(row, column, None), kinds[model].get(column, _number)(rng)
            if before == now or (column == "deleted" and _is_owned(model)):
                continue
            try:
                with transaction.atomic():
                    if column == "deleted":
                        row.delete()
                    else:
                        model._base_manager.filter(pk=row.pk).update(**{column: now})
            except DatabaseError:
                continue  # the database itself does not let it
            return f"{model.__name__} {row.pk} {column}: {before} → {now}"

    return alter


def _is_owned(model: type[Model]) -> bool:
    """Whether other rows go with it, or keep it from going."""
    return bool(model._meta.related_objects)


def _entry(rng: Random) -> str:
    """A field of an entry is another one, or the entry is gone from among the others."""
    entry = rng.choice(list(Entry.objects.filter(register__in=(CODE, HOUSE)).order_by("pk")))
    column = rng.choice(("actor", "role", "verb", "arguments", "outcome", "nonce", "previous", "deleted"))
    if column == "deleted":
        entry.delete()
    else:
        Entry.objects.filter(pk=entry.pk).update(**{column: f"~{getattr(entry, column)[1:]}"})
    return f"{entry} {column}"


def _anew(rng: Random) -> str:
    """The whole register from an entry on has digests that fit, and its row too; whoever does it has no key."""
    code = rng.choice((CODE, HOUSE))
    number = rng.randrange(1, Entry.objects.filter(register=code).count())

    def change(entry: Entry) -> None:
        if entry.number == number:
            entry.nonce = f"anew {rng.randrange(10**9)}"

    last = write_anew(code, change)
    owner = House.objects.all() if code == HOUSE else Table.objects.filter(code=code)
    owner.update(digest=last)
    return f"{code} {number} and all after it"


def _cut_off(rng: Random) -> str:
    """The last entries are gone, and the row of the table is set back."""
    count = rng.randrange(1, 6)
    entries = Entry.objects.filter(register=CODE).order_by("-number")
    Entry.objects.filter(pk__in=[it.pk for it in entries[:count]]).delete()
    last = entries.all()[0]
    Table.objects.filter(code=CODE).update(number=last.number, digest=last.digest)
    return f"{CODE}: {count} entries at the end"


def _note(rng: Random) -> str:
    """A text is another one, is gone, erased without an entry that says so, or of another entry or time."""
    note, how = (
        rng.choice(list(Note.objects.filter(register=CODE).order_by("pk"))),
        rng.choice(("text", "gone", "erased", "at", "number", "register")),
    )
    if how == "gone":
        note.delete()
    elif how in ("at", "number", "register"):
        moved = {"at": _long_ago(rng), "number": _number(rng), "register": HOUSE}
        Note.objects.filter(pk=note.pk, erased=False).update(**{how: moved[how]})
        if note.erased:
            return _note(rng)
    else:
        now = {"text": f"{note.text}."} if how == "text" else {"text": "", "salt": "", "erased": True}
        Note.objects.filter(pk=note.pk, erased=False).update(**now)
        if note.erased:
            return _note(rng)
    return f"note of {note.register} {note.number}: {how}"


def _refusal(rng: Random) -> str:
    """A refusal is gone, counts more, or stands elsewhere."""
    refusal = rng.choice(list(Refusal.objects.order_by("pk")))
    how = rng.choice(("gone", "repeated", "number", "register"))
    if how == "gone":
        refusal.delete()
    else:
        elsewhere = HOUSE if refusal.register == CODE else CODE
        now = {"repeated": 7, "number": refusal.number + 1, "register": elsewhere}[how]
        Refusal.objects.filter(pk=refusal.pk).update(**{how: now})
    return f"refusal of {refusal.register} {refusal.number}: {how}"


def _rules(rng: Random) -> str:
    policy = rng.choice(list(models.Policy.objects.filter(table__code=CODE)))
    models.Policy.objects.filter(pk=policy.pk).update(values=policy.values | {"tie_to_one": rng.randrange(20, 99)})
    return f"rules of {CODE}"


def _seal(rng: Random) -> str:
    """A line of the file of seals is another one, or none."""
    path = Path(settings.SEALS_FILE)
    data = path.read_bytes()
    place = rng.randrange(len(data))
    while data[place : place + 1] == b"\n":
        place = rng.randrange(len(data))
    [(_place, changed)] = every_byte(data, [place], seed=rng.randrange(10**6))
    path.write_bytes(changed)
    return f"byte {place} of the seals"


def _opening(rng: Random) -> str:
    """A card of a virtual shoe was another one, in entries whose digests fit, and so does the row of the table."""
    entries = Entry.objects.filter(register=VIRTUAL, outcome__contains=f'"{TURNED}"').order_by("number")
    number = rng.choice(list(entries.values_list("number", flat=True)))

    def change(entry: Entry) -> None:
        if entry.number == number:
            outcome = chain.read(entry.outcome)
            facts = rng.choice([facts for name, facts in outcome["effects"] if name == TURNED])
            facts["face"] = rng.choice([face for face in ("2H", "9S", "KD") if face != facts["face"]])
            entry.outcome = chain.canonical(outcome)

    Table.objects.filter(code=VIRTUAL).update(digest=write_anew(VIRTUAL, change))
    return f"{VIRTUAL} {number}: a card of the virtual shoe"


def _file(rng: Random) -> bytes:
    """A byte of an export is another one."""
    data = exported(CODE)
    [(_place, changed)] = every_byte(data, [rng.randrange(len(data))], seed=rng.randrange(10**6))
    return changed


WAYS: dict[str, Callable[[Random], str | bytes]] = {
    "money, results of coups, custody": _altered(SEEN_BY_READING),
    "cases and attestations: kind, cause, status, who reported, decided, attested": _altered(OF_CASES),
    "all other rows of a table: answers, cards, stakes, seats, presences, alerts": _altered(SEEN_BY_REPLAY),
    "slips of a bank, and what its acts have moved": _altered(OF_BANKS),
    "sessions of a bank, movements, counts and their tries": _altered(SEEN_OF_BANKS_BY_REPLAY),
    "gaming days, sums of cash that are laid down, joined keys": _altered(OF_DAYS_AND_CASH),
    "people, PINs, displays, shoes, readers, the waiting list": _altered(OF_THE_HOUSE),
    "hand-outs": _altered(HANDED_OUT),
    "rules of a table": _rules,
    "an entry, or one is taken out": _entry,
    "a register written anew, every digest fits": _anew,
    "the end of a register cut off, its row set back": _cut_off,
    "notes": _note,
    "refusals: how many, and where": _refusal,
    "seals that lie here": _seal,
    "a card of a virtual shoe, every digest fits": _opening,
    "a register that was handed out": _file,
}
"""By what is altered: a way to do so by chance, which gives its name, or the file as it is then."""
