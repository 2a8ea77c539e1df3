"""Who may open what: every address of the house against every role, typed by hand and not read from the code.

Letters: D dealer, G Ispettore di Gioco, C Ispettore Comunale, I Capo Isola, T Capo Tavolo, X Direzione, A auditor,
O operator, N instructor; ``*`` everybody, visitors too. A shoe reader signs in nowhere.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.test import Client

from table.access import attempts
from table.admin import SHOWN
from table.models import Entry, Person, Pin, Refusal, StaffSession
from table.online import doorway
from table.rules.profile import Role
from table.views.doors.entrance import FOR
from tests.house.reader import LANGUAGES
from tests.rig.addresses import addresses
from tests.rig.page import undrawn
from tests.rig.sampling import in_two_parts
from tests.rig.staff import signed_in, with_pin
from tests.rig.tables import ready_table

LETTERS = {
    "D": Role.DEALER,
    "G": Role.ISPETTORE_GIOCO,
    "C": Role.ISPETTORE_COMUNALE,
    "I": Role.CAPO_ISOLA,
    "T": Role.CAPO_TAVOLO,
    "X": Role.DIREZIONE,
    "K": Role.CASSA,
    "V": Role.VIDEO,
    "A": Role.AUDITOR,
    "O": Role.OPERATOR,
    "N": Role.INSTRUCTOR,
}
EVERYBODY, NOBODY, TOKEN = "*", "", "a token"
WATCHERS, RECORDS = "GCITX", "AXO"


class Row(NamedTuple):
    """An address as it stands in the list of addresses: an example of it, for whom it is, and how it is asked.

    ``refused``: whoever it is for is answered 403 in JSON when nothing is sent; who is turned away gets a page.
    """

    path: str
    who: str
    method: str = "GET"
    refused: bool = False


ADDRESSES: dict[str, Row] = {
    "": Row("/", EVERYBODY),
    "houses/": Row("/houses/", EVERYBODY),
    "houses/<str:key>/": Row("/houses/baccarat-classico/", EVERYBODY),
    "language/": Row("/language/", EVERYBODY, "POST"),
    "sign-in/": Row("/sign-in/", EVERYBODY),
    "own-pin/": Row("/own-pin/", EVERYBODY),
    "own-hand/left/": Row("/own-hand/left/", "DGCITXKVAON", "POST"),
    "own-hand/right/": Row("/own-hand/right/", "DGCITXKVAON", "POST"),
    "own-pin/given/": Row("/own-pin/given/", "DGCITXKVAON"),
    # A third person confirms by their own PIN, at whichever device they stand.
    "given-pins/": Row("/given-pins/", "DGCITXKVAON"),
    # The app asks without cookies; what is kept for the time without a link is about nobody.
    "app/<slug:app>.webmanifest": Row("/app/staff.webmanifest", EVERYBODY),
    "app/<slug:app>/<str:code>.webmanifest": Row("/app/console/T3.webmanifest", EVERYBODY),
    "offline/": Row("/offline/", EVERYBODY),
    "service-worker.js": Row("/service-worker.js", EVERYBODY),
    "manual/": Row("/manual/", EVERYBODY),
    "manual/<str:name>/": Row("/manual/dealer/", EVERYBODY),
    "manual/<str:name>/<str:chapter>/": Row("/manual/dealer/coup/", EVERYBODY),
    "manual/<str:name>/at/<str:place>/": Row("/manual/dealer/at/keys/", EVERYBODY),
    "manual/card.pdf": Row("/manual/card.pdf", "DGCITXKVAON"),
    "work/": Row("/work/", "DGCITXKVAON"),
    "work/table/": Row("/work/table/", "D"),
    "sign-out/": Row("/sign-out/", EVERYBODY, "POST"),
    # The PIN is what opens it, also when the session of the dealer before is over.
    "tables/<str:code>/change-dealer/": Row("/tables/T3/change-dealer/", EVERYBODY),
    "tables/<str:code>/dealer/": Row("/tables/T3/dealer/", "D"),
    # An instructor looks on at training tables alone: of every other one they find nothing.
    "tables/<str:code>/": Row("/tables/T3/", WATCHERS + "N"),
    # What the cards that lie open leave to come: for the pit, and for nobody who deals or plays.
    "tables/<str:code>/odds/": Row("/tables/T3/odds/", WATCHERS),
    # The list is kept by who gives seats, and by the Direzione.
    "pit/waiting/": Row("/pit/waiting/", "GIX"),
    "tables/<str:code>/coups/": Row("/tables/T3/coups/", WATCHERS + "A"),
    "tables/<str:code>/coups/<int:taglia>.<int:number>/": Row("/tables/T3/coups/1.1/", WATCHERS + "A"),
    "tables/<str:code>/incidents/": Row("/tables/T3/incidents/", WATCHERS + "A"),
    "tables/<str:code>/incidents/<int:number>/": Row("/tables/T3/incidents/1/", WATCHERS + "A"),
    "tables/<str:code>/uncollected/<int:slip>/": Row("/tables/T3/uncollected/1/", WATCHERS + "A"),
    # The record is read by who supervises and by auditors; that of the house by the Direzione and auditors.
    "tables/<str:code>/register/": Row("/tables/T3/register/", WATCHERS + "A"),
    "tables/<str:code>/register/refused/": Row("/tables/T3/register/refused/", WATCHERS + "A"),
    "tables/<str:code>/taglie/<int:taglia>/": Row("/tables/T3/taglie/1/", WATCHERS + "A"),
    "tables/<str:code>/evenings/": Row("/tables/T3/evenings/", WATCHERS + "A"),
    "tables/<str:code>/evenings/<int:number>/": Row("/tables/T3/evenings/1/", WATCHERS + "A"),
    "tables/<str:code>/changes/": Row("/tables/T3/changes/", WATCHERS + "A"),
    "tables/<str:code>/figures/": Row("/tables/T3/figures/", WATCHERS + "A"),
    "records/figures/": Row("/records/figures/", WATCHERS + "A"),
    "records/": Row("/records/", WATCHERS + "A"),
    "records/day/": Row("/records/day/", WATCHERS + "A"),
    "records/day/figures/": Row("/records/day/figures/", WATCHERS + "A"),
    "records/day/register/": Row("/records/day/register/", WATCHERS + "A"),
    "records/dealers/": Row("/records/dealers/", WATCHERS + "A"),
    "records/house/": Row("/records/house/", "XA"),
    "records/house/wrong-pins/": Row("/records/house/wrong-pins/", "XA"),
    "records/house/refused/": Row("/records/house/refused/", "XA"),
    # What stands in a file tells nothing of what happened.
    "records/schemas/<str:name>.json": Row("/records/schemas/register.json", EVERYBODY),
    # An inspector shows badge and PIN at the tablet of whoever is signed in there.
    "tables/<str:code>/incidents/<int:number>/attest/": Row("/tables/T3/incidents/1/attest/", WATCHERS + "D"),
    # What guests have changed is read by who sees their papers, and by the Direzione.
    "pit/cash/": Row("/pit/cash/", "GKX"),
    "pit/dealers/": Row("/pit/dealers/", WATCHERS),
    "office/banks/": Row("/office/banks/", "X"),
    "pit/": Row("/pit/", WATCHERS + "N"),
    # The bank: the cage and the camera desk have a wall each; a second person shows badge and PIN at somebody's device.
    "cassa/": Row("/cassa/", "K"),
    "cassa/slips/": Row("/cassa/slips/", WATCHERS + "AK"),
    "video/": Row("/video/", "V"),
    "records/bank/": Row("/records/bank/", "XA"),
    "records/bank/<str:day>/": Row("/records/bank/2026-01-01/", "XA"),
    "records/bank/<str:day>/<str:currency>/": Row("/records/bank/2026-01-01/EUR/", "XA"),
    "records/cash/": Row("/records/cash/", "XAK"),
    "records/cash/<str:day>/": Row("/records/cash/2026-01-01/", "XAK"),
    "records/cash/<str:day>/<str:currency>/": Row("/records/cash/2026-01-01/EUR/", "XAK"),
    "records/tips/": Row("/records/tips/", "XAK"),
    "records/tips/<str:day>/": Row("/records/tips/2026-01/", "XAK"),
    "records/tips/<str:day>/<str:currency>/": Row("/records/tips/2026-01/EUR/", "XAK"),
    "tables/<str:code>/bank/": Row("/tables/T3/bank/", WATCHERS + "A"),
    "tables/<str:code>/bank/sign/": Row("/tables/T3/bank/sign/", WATCHERS + "DK", "POST", refused=True),
    "tables/<str:code>/bank/<int:number>/": Row("/tables/T3/bank/1/", WATCHERS + "A"),
    "tables/<str:code>/bank/slips/<str:letter>/<int:year>/<int:serial>/": Row(
        "/tables/T3/bank/slips/A/2026/1/", WATCHERS + "AK"
    ),
    # Exercises are begun by instructors and met by dealers; a review is found by the two whose it is.
    "training/": Row("/training/", "DN"),
    "training/<str:code>/<int:number>/": Row("/training/TRAINING-1/1/", "DN"),
    "display/": Row("/display/", EVERYBODY),
    # The office: the Direzione for people and rules; limits for whoever decides on them in one house or another.
    "office/": Row("/office/", "XOGTC"),
    "office/people/": Row("/office/people/", "X"),
    "office/people/<str:badge>/": Row("/office/people/dario/", "X"),
    "office/people/<str:badge>/badge/": Row("/office/people/dario/badge/", "X"),
    "office/comunali/": Row("/office/comunali/", "XC"),
    "office/erasing/": Row("/office/erasing/", "X"),
    "office/tables/": Row("/office/tables/", "XGT"),
    "office/tables/<str:code>/rules/": Row("/office/tables/T3/rules/", "X"),
    "office/tables/<str:code>/limits/": Row("/office/tables/T3/limits/", "XGT"),
    "office/rules/": Row("/office/rules/", "X"),
    "office/rules/<str:key>/": Row("/office/rules/our-house/", "X"),
    "office/rules/<str:key>/change/": Row("/office/rules/our-house/change/", "X"),
    "office/displays/": Row("/office/displays/", "XOG"),
    "office/card-readers/": Row("/office/card-readers/", "XO"),
    "office/card-readers/<str:code>/": Row("/office/card-readers/T3/", "XO"),
    "office/outside/": Row("/office/outside/", "X"),
    # The online game has players of its own, whom no badge knows; it leads them to its entrance.
    "online/": Row("/online/", EVERYBODY),
    "online/try/": Row("/online/try/", EVERYBODY, "POST"),
    "online/sign-up/": Row("/online/sign-up/", EVERYBODY),
    "online/sign-in/": Row("/online/sign-in/", EVERYBODY),
    "online/sign-out/": Row("/online/sign-out/", EVERYBODY, "POST"),
    "online/help/": Row("/online/help/", EVERYBODY),
    "online/play-money/": Row("/online/play-money/", EVERYBODY, "POST"),
    "online/account/": Row("/online/account/", EVERYBODY),
    "online/baccarat/": Row("/online/baccarat/", EVERYBODY),
    "online/baccarat/deal/": Row("/online/baccarat/deal/", EVERYBODY, "POST"),
    "online/baccarat/state/": Row("/online/baccarat/state/", EVERYBODY),
    "online/baccarat/go-on/": Row("/online/baccarat/go-on/", EVERYBODY, "POST"),
    "online/history/": Row("/online/history/", EVERYBODY),
    "online/history/<int:number>/": Row("/online/history/1/", EVERYBODY),
    # Programs outside ask with a token, and no session helps.
    "api/v1/openapi.json": Row("/api/v1/openapi.json", EVERYBODY),
    "api/v1/tables": Row("/api/v1/tables", TOKEN),
    "api/v1/tables/<str:code>/coups": Row("/api/v1/tables/T3/coups", TOKEN),
    "api/v1/tables/<str:code>/events": Row("/api/v1/tables/T3/events", TOKEN),
    "api/v1/<path:rest>": Row("/api/v1/nothing", TOKEN),
    # Registers for proof leave the house from here.
    "records/proof/": Row("/records/proof/", "XAO"),
    # Figures ask for this machine or for a token, not for a person.
    "healthz": Row("/healthz", EVERYBODY),
    "readyz": Row("/readyz", EVERYBODY),
    # To whom one writes who has found a fault; where the house names nobody there is no such page.
    ".well-known/security.txt": Row("/.well-known/security.txt", EVERYBODY),
    "metrics": Row("/metrics", EVERYBODY),
    # What is kept, to look at: nobody adds, changes or deletes.
    "admin/": Row("/admin/", RECORDS),
    "admin/logout/": Row("/admin/logout/", RECORDS, "POST"),
    "admin/jsi18n/": Row("/admin/jsi18n/", RECORDS),
    "admin/^(?P<app_label>table)/$": Row("/admin/table/", RECORDS),
    "admin/(?P<url>.*)$": Row("/admin/nothing/", RECORDS),
    "admin/table/MODEL/": Row("/admin/table/entry/", "XA"),
    "admin/table/MODEL/add/": Row("/admin/table/entry/add/", NOBODY),
    "admin/table/MODEL/<path:object_id>/history/": Row("/admin/table/entry/1/history/", "XA"),
    "admin/table/MODEL/<path:object_id>/delete/": Row("/admin/table/entry/1/delete/", NOBODY),
    "admin/table/MODEL/<path:object_id>/change/": Row("/admin/table/entry/1/change/", "XA"),
    "admin/table/MODEL/<path:object_id>/": Row("/admin/table/entry/1/", RECORDS),
}


def by_address() -> Iterator[tuple[str, Any]]:
    """Every address of the house as it stands in the table above, and its view."""
    kinds = "|".join(model._meta.model_name or "" for model in SHOWN)
    for address, view in addresses():
        yield re.sub(rf"^admin/table/({kinds})/", "admin/table/MODEL/", address), view


def test_every_address_of_the_house_is_in_the_table_above() -> None:
    assert {address for address, _view in by_address()} == set(ADDRESSES)


def test_a_page_declares_its_own_roles_and_no_others_and_one_that_declares_none_is_for_everybody() -> None:
    undeclared = {it for it, row in ADDRESSES.items() if row.who in (EVERYBODY, TOKEN) or it.startswith("admin/")}
    assert {address for address, view in by_address() if not hasattr(view, FOR)} == undeclared
    declared = {
        address: getattr(view, FOR) or {*LETTERS.values()} for address, view in by_address() if hasattr(view, FOR)
    }
    assert declared == {it: {LETTERS[letter] for letter in row.who} for it, row in ADDRESSES.items() if it in declared}


@in_two_parts(one_in=4)
@pytest.mark.django_db
@pytest.mark.parametrize("letter", ["", *LETTERS])
def test_a_page_opens_for_its_own_roles_and_for_nobody_else(letter: str, part: slice) -> None:
    """A visitor comes to all of them, and of those with a role each begins at another address."""
    ready_table()
    doorway.NEW_GUESTS.forget()  # everybody comes from one address
    first, comer = f"/entry/{Entry.objects.earliest('pk').pk}/", Comer(letter)
    begins = "".join(LETTERS).find(letter)
    rows = [row._replace(path=row.path.replace("/entry/1/", first)) for row in ADDRESSES.values()]
    rows = [*rows[begins:], *rows[:begins]][part] if letter else rows
    expected = {row.path: expects(row, letter) for row in rows}
    assert {row.path: becomes(row, comer.device()) for row in rows} == expected


class Comer:
    """Somebody with this letter, or a visitor, who comes to every address anew."""

    def __init__(self, letter: str) -> None:
        self.role, self.session = LETTERS.get(letter), ""
        self.door = Client().handler  # the house, whose middleware is loaded once

    def device(self) -> Client:
        """A device that knows nothing but this person's session, which is that of before unless it has ended."""
        client = Client()
        client.handler = self.door
        if self.role and not StaffSession.objects.exists():
            self.session = signed_in(self.role).cookies[settings.SESSION_COOKIE_NAME].value
        if self.session:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.session
        return client


def expects(row: Row, letter: str) -> str:
    """What becomes of somebody with this letter, or of a visitor, at an address."""
    if row.who == TOKEN:
        return "needs a token"
    if row.who == EVERYBODY or (letter and letter in row.who):
        return "opens"
    return "is denied" if letter else "signs in first"


def becomes(row: Row, client: Client) -> str:
    """What the house makes of it."""
    answer = client.generic(row.method, row.path)
    if answer.status_code == 302 and answer["Location"].startswith("/sign-in/?next="):
        return "signs in first"
    if answer.status_code == 401:
        return "needs a token"
    if row.refused and answer.status_code == 403:
        return "opens" if answer["Content-Type"] == "application/json" else "is denied"
    if answer["Content-Type"].startswith("text/html"):
        assert undrawn(answer.content.decode()) == set(), row.path
    return {200: "opens", 302: "opens", 404: "opens", 403: "is denied"}.get(answer.status_code, str(answer.status_code))


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_turned_away_reads_for_whom_the_page_is(language: str) -> None:
    client = signed_in(Role.DEALER, language=language)
    page = client.get("/pit/").content.decode()
    for name in ("Ispettore di Gioco", "Ispettore Comunale", "Capo Isola", "Capo Tavolo", "Direzione"):
        assert name in page
    assert "Auditor" not in page


@pytest.mark.django_db
def test_what_was_sent_without_a_session_is_not_asked_for_again_after_signing_in() -> None:
    answer = Client().get("/pit/?filter=open")
    assert answer["Location"] == "/sign-in/?next=%2Fpit%2F%3Ffilter%3Dopen"
    assert Client().post("/admin/logout/")["Location"] == "/sign-in/?next=%2F"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/pit/", "/admin/", "/sign-in/"])
def test_no_browser_keeps_what_the_staff_saw(path: str) -> None:
    role = Role.DIREZIONE
    client = Client() if path == "/sign-in/" else signed_in(role)
    answer = client.get(path)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]


# --- what is kept, to look at


@pytest.mark.django_db
def test_every_kind_of_row_can_be_looked_at() -> None:
    ready_table().does("open_bets")
    client, wrong = signed_in(Role.AUDITOR), list[str]()
    for model in (str(model._meta.model_name) for model in SHOWN):
        listed = client.get(f"/admin/table/{model}/")
        first = re.search(rf'href="(/admin/table/{model}/\d+/change/)', listed.content.decode())
        pages = [listed, *([client.get(first[1])] if first else [])]
        page = pages[-1].content.decode() if first else ""
        if {it.status_code for it in pages} != {200} or "<script>" in page or 'style="' in page:
            wrong.append(model)
    assert wrong == []


@pytest.mark.django_db
def test_nobody_sees_the_hash_of_a_pin() -> None:
    client = signed_in(Role.DIREZIONE)
    person = Person.objects.get(badge="delia")
    stored = Pin.objects.get(person=person)
    pages = [
        client.get(path).content.decode()
        for path in ("/admin/table/person/", f"/admin/table/person/{person.pk}/change/")
    ]
    for page in pages:
        assert "delia" in page
        assert "argon2" not in page
        assert stored.hashed[-12:] not in page
        assert person.pin_mark not in page


@pytest.mark.django_db
@pytest.mark.parametrize("letter", RECORDS)
def test_nobody_changes_a_row_by_looking_at_it(letter: str) -> None:
    ready_table()
    client = signed_in(LETTERS[letter])
    entry, person = Entry.objects.filter(register="T3").first(), Person.objects.get(badge="dario")
    assert entry
    for path, form in (
        (f"/admin/table/entry/{entry.pk}/change/", {"actor": "somebody"}),
        (f"/admin/table/entry/{entry.pk}/delete/", {"post": "yes"}),
        (f"/admin/table/person/{person.pk}/change/", {"role": "direzione"}),
        ("/admin/table/person/add/", {"badge": "mallory", "role": "direzione"}),
        ("/admin/table/person/", {"action": "delete_selected", "_selected_action": str(person.pk), "post": "yes"}),
    ):
        assert client.post(path, form).status_code in (200, 302, 403), path
    assert Entry.objects.get(pk=entry.pk).actor == entry.actor
    assert Person.objects.get(badge="dario").role == Role.DEALER
    assert not Person.objects.filter(badge="mallory").exists()


def test_sessions_and_wrong_pins_are_no_rows_to_look_at() -> None:
    assert {model._meta.app_label for model in SHOWN} == {"table"}


# --- what is sent here


@pytest.mark.django_db
def test_a_form_that_is_far_too_large_is_turned_away() -> None:
    assert Client().post("/sign-in/", {"badge": "x" * 100_000, "pin": "1"}).status_code == 400
    assert Client().post("/sign-in/", {f"f{number}": "" for number in range(400)}).status_code == 400


@pytest.mark.django_db
def test_nobody_sends_files_here(tmp_path: object) -> None:
    from django.core.files.uploadedfile import SimpleUploadedFile

    answer = Client().post("/sign-in/", {"badge": SimpleUploadedFile("x.html", b"<b>"), "pin": "1"})
    assert answer.status_code == 400


# --- on both engines


def test_pins_lock_outs_and_sessions_work_alike_on_sqlite_and_postgresql(real_database: str) -> None:
    dealer, office = Client(REMOTE_ADDR="2001:db8::7"), signed_in(Role.DIREZIONE)
    with_pin(Role.DEALER)
    wrong = [dealer.post("/sign-in/", {"badge": "dario", "pin": "000000"}).status_code for _ in range(5)]
    assert wrong == [403, 403, 403, 403, 429]
    assert list(attempts.locked()) == ["dario"]
    assert office.post("/office/people/dario/", {"act": "lift_lock_out", "nonce": "lift"}).status_code == 302
    form = {"act": "give_pin", "nonce": "pin"}
    page, again = (office.post("/office/people/dario/", form).content.decode() for _ in range(2))
    pin = "".join(re.findall(r'"pin-digits"><b>(\d+) (\d+)<', page)[0])
    assert "pin-digits" not in again
    assert dealer.post("/sign-in/", {"badge": "dario", "pin": pin}).status_code == 302
    refused = {"act": "take_on", "nonce": "take", "badge": "dario", "role": "dealer", "language": "it"}
    assert office.post("/office/people/", refused).status_code == 422
    assert Refusal.objects.get().verb == "take_on"
    assert dealer.get("/").status_code == 200
