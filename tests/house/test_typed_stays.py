"""What somebody typed stands on every screen, page and file as it was typed, whatever words the house has.

Shifts in which every act is done are played at tables whose house calls boxes and offices otherwise. Whoever works or
plays there, the tables themselves, decks, boxes and reasons are called by the usual words, which the house replaces.
"""

import html
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db.models import CharField, JSONField, Model, TextField, Value
from django.db.models.functions import Concat
from django.test import Client

from bank.models import BankSession, Slip
from procedures.models import Incident
from table.models import HOUSE, Guest, OwnHouse, Person, Table, Uncollected
from table.play.declaration import VERBS
from table.record import in_charge
from table.reports import typesetting
from table.rules.profile import Profile, Role
from table.rules.refusal import Code
from table.rules.topics.sources import BACCARAT_ONLINE
from table.screens.read.sentences import REASONS
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from table.words.offices import named
from tests.bank.at_bank import WITH_BANK
from tests.house import shift
from tests.house.reader import LANGUAGES
from tests.house.test_regions import names
from tests.paper.sources import PACKAGES
from tests.rig import cast
from tests.rig.addresses import addresses
from tests.rig.cast import GUESTS, STAFF, Cast, everybody_is_taken_on
from tests.rig.staff import BADGES, signed_in
from tests.rig.tables import AtTable, new_table

pytestmark = pytest.mark.django_db
Read = dict[str, str]
"""What is read, by where it is."""
READERS = {
    Role.DIREZIONE: "en",
    Role.AUDITOR: "de",
    Role.ISPETTORE_GIOCO: "it",
    Role.DEALER: "en",
    Role.CASSA: "de",
    Role.VIDEO: "it",
}
CODES = ("Banco-3", "Banco-5")
WITH_OTHER_WORDS = replace(shift.HOUSE_OF_THE_SHIFT, source=BACCARAT_ONLINE)
WITH_OTHER_WORDS_AND_A_BANK = replace(
    WITH_BANK, source=BACCARAT_ONLINE, bank_presence="with_comunale", bank_close="inventory"
)
CALLED = {it: f"Punto-{it}" for it in (*GUESTS, *(badge for badge, _role in STAFF.values()), "nadia", "old-guest")}
CALLED |= {it: f"Banco-{it}" for it in ("S-new", "S-newer", "K-6", "K-7", "K-8", "A-1", "museum", "sabot-1", "sabot-2")}
CALLED |= {it: f"{it}, Egalité alla Direzione" for it in ("Our House", "Our Casino")}
REASONED: set[str] = set()
"""Reasons and notes, as they were typed."""
NAMED: set[str] = set()
"""Names that stand in some act."""
TYPED_IN = {
    "Person": {"badge", "name"},
    "Guest": {"key", "name"},
    "GivenPin": {"by", "confirmed_by"},
    "Table": {"code"},
    "OwnRules": {"values"},
    "ElectronicShoe": {"key"},
    "Reader": {"key", "tables"},
    "Webhook": {"key", "tables"},
    "Outlet": {"name"},
    "Told": {"register"},
    "Refusal": {"actor", "register"},
    "WrongPin": {"badge"},
    "Sixain": {"serial"},
    "Shoe": {"loaded_by", "witnessed_by", "shuffled_by", "cut_by"},
    "Stake": {"bettor", "laid_by"},
    "Adjustment": {"bettor"},
    "Uncollected": {"closed_by"},
    "Alert": {"acknowledged_by", "going", "facts"},
    "Incident": {"reported_by", "decided_by", "facts", "evidence"},
    "Attestation": {"badge"},
    "Entry": {"register", "actor", "arguments", "outcome"},
    "Note": {"register", "text"},
    "Export": {"of"},
    "BankSession": {"box", "waiting"},
    "Movement": {"by"},
    "BankCount": {"accepted_by", "attested"},
    "CountTry": {"by"},
    "GuestCash": {"guest", "identified_by"},
    "JoinedGuest": {"guest", "root"},
}
"""Columns in which something stands that somebody types, by model."""
MADE = {
    "Person": {"pin_mark"},
    "GivenPin": {"device", "used_from"},
    "StaffSession": {"clock", "session_data", "session_key"},
    "Table": {"awaits", "button", "digest", "grounds", "spent"},
    "House": {"digest", "epoch", "grounds", "seal_keys"},
    "Policy": {"values"},
    "OwnHouse": {"key"},
    "LimitRange": {"kind"},
    "StaffPresence": {"role"},
    "Alert": {"code"},
    "Shoe": {"call_due", "commitment"},
    "DrawnCard": {"face", "seal"},
    "Coup": {"button", "call_due", "claim", "claim_means", "correction_asked", "highest", "limits", "outcome"}
    | {"paid_hands", "passed_over", "reader", "result"},
    "Stake": {"position", "slot"},
    "Money": {"kind"},
    "Adjustment": {"position"},
    "Uncollected": {"box", "owner", "position"},
    "Display": {"code", "coming", "position", "proposed_for"},
    "CardReader": {"codes", "prefix", "suffix"},
    "ElectronicShoe": {"digest", "holder"},
    "OnlinePlayer": {"address", "hashed", "key", "name"},
    "OnlineSession": {"digest"},
    "WrongPassword": {"address", "digest"},
    "OnlineGame": {"commitment", "drawn", "nonce", "paid", "shoe", "stakes"},
    "Reader": {"digest"},
    "Webhook": {"url"},
    "Outlet": {"holder"},
    "Told": {"epoch"},
    "Stall": {"register", "why"},
    "EveningSecret": {"register", "secret"},
    "Gap": {"register", "rows"},
    "Export": {"form", "language", "report"},
    "Pin": {"hashed", "pepper"},
    "KnownAddress": {"address"},
    "WrongPin": {"address", "digest"},
    "Attack": {"whom"},
    "Entry": {"digest", "nonce", "previous", "role", "verb"},
    "Note": {"digest", "salt"},
    "Refusal": {"arguments", "code", "nonce", "source", "verb"},
    "Position": {"label"},
    "Standing": {"position"},
    "Reservation": {"position"},
    "Waiting": {"profile", "tables"},
    "SealedCard": {"commitment", "face", "salt"},
    "Incident": {"answer", "caused_by", "kind", "phase"},
    "Attestation": {"role"},
    "BankSession": {"balances", "day", "midway", "plan", "results", "stage"},
    "Slip": {"letter"},
    "Movement": {"corrected", "given", "issued", "kind", "reason", "received", "requested", "status", "waiting"},
    "Posting": {"commodity", "source", "to"},
    "BankCount": {"again", "kind", "reason"},
    "CountTry": {"pieces"},
    "GamingDay": {"counted", "day"},
    "DayTerms": {"house", "rolls_at"},
    "CashTermsOf": {"currency"},
    "GuestCash": {"currency", "day"},
}
"""All others with texts: codes, digests, figures, positions; and names that stand in another of these columns, too."""
NOWHERE_SHOWN = {"Egalité: passport"}
"""What nobody reads but who looks for it, to have it erased."""


def typed(value: Any) -> Any:
    """What somebody typed in the place of this, wherever it stands."""
    if isinstance(value, dict):
        return {name: typed(it) for name, it in value.items()}
    if isinstance(value, list):
        return [typed(it) for it in value]
    if isinstance(value, str) and value in CALLED:
        NAMED.add(CALLED[value])
        return CALLED[value]
    return value


def in_usual_words(verb: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of an act, with the usual words in every name and in every free text."""
    texts = {name: f"Egalité: {it}" for name in VERBS[verb].texts if (it := given.get(name)) and it not in REASONS}
    REASONED.update(texts.values())
    return {**typed(dict(given)), **texts}


@pytest.fixture(autouse=True)
def _everybody_is_called_by_a_box(monkeypatch: pytest.MonkeyPatch) -> None:
    as_given = cast.at_the_console

    def called(owner: str, verb: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        return as_given(owner, verb, in_usual_words(verb, given))

    monkeypatch.setattr(cast, "at_the_console", called)
    monkeypatch.setattr(in_charge, "AT_ONE_TABLE", frozenset())
    monkeypatch.setattr(typesetting, "_set", lambda paper: json.dumps(paper["inputs"], ensure_ascii=False).encode())
    for part, (badge, role) in [*STAFF.items()]:
        monkeypatch.setitem(STAFF, part, (typed(badge), role))


def played(profile: Profile, code: str, acts: Callable[[AtTable], Iterator[cast.Doing]], seen: Read) -> AtTable:
    """A table at which all this was done; what its screens showed is added to what was read."""
    table: AtTable = new_table.__wrapped__(profile, code=code)  # type: ignore[attr-defined]
    Person.objects.update(name=Concat(Value("Banco "), "badge"))
    for number, (who, verb, given) in enumerate(acts(table)):
        getattr(table.cast, who).does(verb, **given)
        Guest.objects.filter(name="").update(name=Concat(Value("Banco "), "key"))
        if number % 8 == 0:
            seen |= screens(code, LANGUAGES[number // 8 % len(LANGUAGES)], number)
    return table


def screens(code: str, language: str, number: int) -> Read:
    """Every region of every screen of a table, as they are now."""
    snapshot = take(code)
    assert snapshot is not None
    return {f"{code} {name} {language} {number}": render(snapshot, Region(name, language)) for name in names()}


def pages() -> Read:
    """Every page of the house that somebody may open, and all that is handed out there."""
    read: Read = {}
    clients = [(it, signed_in(it, badge=typed(BADGES[it]), language=language)) for it, language in READERS.items()]
    for address, _view in addresses():
        if not address.startswith(("admin", "online", "api", "manual", "sign-out", "demo")):
            for path in filled(f"/{address}"):
                found = (
                    {f"{path} {role} {form}": text for form, text in read_at(client, path)} for role, client in clients
                )
                for texts in islice(filter(None, found), 2):
                    read |= texts
    return read


def read_at(client: Client, path: str) -> Iterator[tuple[str, str]]:
    """What is read at an address, and the files that are handed out there."""
    answer: Any = client.get(path)
    if answer.status_code != 200:
        return
    text = b"".join(answer).decode(errors="replace")
    yield "page", text
    for form in ("csv", "json", "pdf"):
        if f'value="{form}"' in text and not (form == "pdf" and "incidents" in path):
            taken: Any = client.post(path, {"form": form, "nonce": uuid4().hex})
            yield form, b"".join(taken).decode(errors="replace")


def filled(address: str) -> Iterator[str]:
    """An address with everything in the place of its parameters that there is."""
    if "<" not in address:
        yield address
        return
    for code in CODES:
        table = Table.real.get(code=code)
        here, any_table = address.replace("<str:code>", code), "<str:code>" in address
        many: dict[str, Iterable[Any]] = {
            "<int:taglia>.<int:number>": (it.key for it in table.coups.all()[:3]),
            "taglie/<int:taglia>": (f"taglie/{it.taglia}" for it in table.shoes.all()),
            "evenings/<int:number>": [f"evenings/{table.opened}"],
            "incidents/<int:number>": (f"incidents/{it.number}" for it in Incident.objects.filter(table=table)[:3]),
            "uncollected/<int:slip>": (f"uncollected/{it.slip}" for it in Uncollected.objects.filter(table=table)),
            "bank/<int:number>": (f"bank/{it.number}" for it in BankSession.objects.filter(table=table)),
            "<str:letter>/<int:year>/<int:serial>": (
                f"{it.letter}/{it.year}/{it.serial}" for it in Slip.objects.filter(table=table)
            ),
            "<str:day>/<str:currency>": (f"{it.day}/EUR" for it in BankSession.objects.filter(table=table)),
            "<str:day>": (it.day for it in BankSession.objects.filter(table=table)),
            "<str:badge>": Person.objects.values_list("badge", flat=True)[:3],
            "<str:key>": OwnHouse.objects.values_list("key", flat=True),
        }
        found = next((it for it in many if it in here), None)
        if found is not None:
            yield from (here.replace(found, str(it)) for it in many[found])
        elif any_table and "<" not in here:
            yield here


def columns_typed_in() -> dict[str, set[str]]:
    """The columns, by model, in which something stands that was typed here."""
    marks = ("Punto-", "Banco-", "Banco ", "Egalité: ", "Egalité alla")
    found: dict[str, set[str]] = {}
    for model in apps.get_models():
        for field in texts_of(model):
            values = model._base_manager.values_list(field, flat=True)
            if any(mark in str(value) for value in values for mark in marks):
                found.setdefault(model.__name__, set()).add(field)
    return found


def texts_of(model: type[Model]) -> Iterator[str]:
    """The columns of a model of the house that hold texts, but those in which one of a few words is chosen."""
    if model.__module__.partition(".")[0] in PACKAGES:
        for field in model._meta.concrete_fields:
            if isinstance(field, CharField | TextField | JSONField) and not field.choices:
                yield field.name


@pytest.mark.faults
def test_what_somebody_typed_stands_as_it_was_typed_on_every_screen_page_and_file() -> None:
    read: Read = {}
    everybody_is_taken_on.__wrapped__()  # type: ignore[attr-defined]
    table = played(WITH_OTHER_WORDS, CODES[0], shift.shift, read)
    table.refuses(Code.TABLE_NOT_OPEN, "settle")
    Client().post("/sign-in/", {"badge": typed("dario"), "pin": "000000"})
    for who, verb, given in (*shift.in_the_house(), *shift.on_the_displays(table)):
        getattr(Cast.at(HOUSE), who).does(verb, **given)
    played(WITH_OTHER_WORDS_AND_A_BANK, CODES[1], shift.at_a_bank, read)
    read |= pages()
    texts = {where: html.unescape(text) for where, text in read.items()}
    called = {*NAMED, *CODES, *REASONED}
    otherwise = {named(it, BACCARAT_ONLINE, language) for it in called for language in LANGUAGES} - called
    assert {(where, it) for where, text in texts.items() for it in otherwise if it in text} == set()
    assert {it for it in called if not any(it in text for text in texts.values())} == NOWHERE_SHOWN
    assert columns_typed_in() == TYPED_IN


def test_of_every_column_with_a_text_it_is_known_whether_somebody_types_it() -> None:
    every = {model.__name__: {*texts_of(model)} for model in apps.get_models()}
    known = {name: TYPED_IN.get(name, set()) | MADE.get(name, set()) for name in {*TYPED_IN, *MADE}}
    assert {name: fields for name, fields in every.items() if fields} == known
