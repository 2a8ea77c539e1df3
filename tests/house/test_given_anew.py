"""Nobody becomes somebody else: a PIN that was given anew decides nothing before it is known who holds it."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import translation
from time_machine import travel

from table.models import HOUSE, Entry, GivenPin, House, Outlet, Person, Table
from table.outside import outlets, sending
from table.outside.delivery import deliver
from table.record import door
from table.record.proof import audit
from table.rules.houses import VENEZIA
from table.rules.profile import Role, derive
from table.rules.refusal import Code
from table.screens.read.carry_over import keep, take_snapshot
from table.screens.regions import Region, draw
from tests.house.test_own_pin import comunale, reset, sign_in
from tests.rig.cast import Cast
from tests.rig.pressing import drawn
from tests.rig.staff import OWN, PIN, comes_in, sets_own, with_pin
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
EVENING = datetime(2026, 3, 7, 20, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with travel(EVENING, tick=False) as clock, translation.override("en"):
        yield clock


@pytest.fixture
def case() -> AtTable:
    """An open case that an inspector attests, at a table at which they are not at work."""
    table = ready_table()
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "punto"]})
    return table


def attests(table: AtTable, client: Client, badge: str, pin: str) -> int:
    """Presence at the table's own console, by badge and PIN."""
    case = table.row.incidents.get()
    form = {"badge": badge, "pin": pin, "nonce": f"attests-{badge}-{pin}"}
    return client.post(f"/tables/T3/incidents/{case.number}/attest/", form).status_code


def confirms(badge: str, of: str, *, pin: str = PIN, client: Client | None = None) -> Any:
    """A third person, by a PIN of their own, at whichever device."""
    seen = House.objects.get().number
    form = {"badge": badge, "pin": pin, "of": of, "nonce": f"{badge}-{of}", "seen": seen}
    return (client or comes_in(Role.AUDITOR, language="en")).post("/given-pins/", form)


def pins_at_fault() -> list[str]:
    """What the rows of PINs that others gave are otherwise than on record."""
    return [it for it in audit.faults(HOUSE) if "given PIN" in it]


def puppet(office: Client, badge: str, role: str) -> None:
    """Somebody whom the Direzione takes on, and whose first PIN it makes its own."""
    form = {"act": "take_on", "nonce": badge, "badge": badge, "role": role, "language": "en"}
    page = office.post("/office/people/", form).content.decode()
    given = "".join(re.findall(r'"pin-digits"><b>(\d+) (\d+)<', page)[0])
    assert sets_own(Client(REMOTE_ADDR="10.0.0.9"), badge, given, nonce=f"own-{badge}").status_code == 302


def office_at(badge: str, pin: str, address: str) -> Client:
    client = Client(REMOTE_ADDR=address)
    sign_in(client, badge, pin)
    return client


def test_one_person_with_two_devices_never_gets_another_inspectors_attestation_within_the_delay(
    case: AtTable, clock: Any
) -> None:
    """Delia of the Direzione holds one device at the office and one in a pocket, and tries whatever there is."""
    with_pin(Role.ISPETTORE_GIOCO)
    with_pin(Role.DIREZIONE, badge="donata")
    console = comes_in(Role.DEALER)
    with_pin(Role.DIREZIONE)
    delia = office_at("delia", PIN, "10.0.0.1")
    shown = reset("ivo", by=delia)
    assert attests(case, console, "ivo", shown) == 403
    ivo = Client(REMOTE_ADDR="10.0.0.9")
    assert sets_own(ivo, "ivo", shown).status_code == 302
    donata = reset("donata", by=delia, nonce="donata")
    assert sets_own(Client(REMOTE_ADDR="10.0.0.9"), "donata", donata, nonce="own-donata").status_code == 302
    for badge, role in (("pino", "ispettore_gioco"), ("pina", "direzione")):
        puppet(delia, badge, role)

    def tries() -> list[int]:
        third = [confirms(badge, "ivo", pin=pin).status_code for badge, pin in (("delia", PIN), ("ivo", OWN))]
        third += [confirms(badge, "ivo", pin=OWN).status_code for badge in ("donata", "pino", "pina")]
        chain = [confirms("donata", "donata", pin=OWN).status_code, confirms("ivo", "donata", pin=OWN).status_code]
        return [*third, *chain, attests(case, console, "ivo", OWN)]

    assert tries() == [403] * 8
    again = office_at("donata", OWN, "10.0.0.9")
    assert again.post("/office/people/ivo/", {"act": "give_pin", "nonce": "x"}).status_code == 422
    case.cast.ispettore.is_refused(Code.PIN_NOT_OWN, "sign_on")
    case.cast.ispettore.is_refused(Code.PIN_NOT_OWN, "suspend", reason="x")
    case.cast.direzione.does("annotate", text="the Direzione is who they were")
    clock.shift(timedelta(hours=11, minutes=59))
    console = comes_in(Role.DEALER)
    assert confirms("delia", "ivo").status_code == 403
    assert attests(case, console, "ivo", OWN) == 403
    assert not Entry.objects.filter(verb__in=("attest", "confirm_pin")).exists()
    clock.shift(timedelta(minutes=1))
    assert attests(case, console, "ivo", OWN) == 302
    assert (pins_at_fault(), audit.faults("T3")) == ([], [])
    case.check()


def test_a_third_person_confirms_by_a_pin_of_their_own_and_its_owner_attests_at_once(case: AtTable) -> None:
    with_pin(Role.ISPETTORE_GIOCO)
    with_pin(Role.ISPETTORE_GIOCO, badge="gina")
    console = comes_in(Role.DEALER)
    with_pin(Role.DIREZIONE, language="en")
    shown = reset("ivo", by=office_at("delia", PIN, "10.0.0.1"))
    assert confirms("gina", "ivo", client=console).status_code == 403, "before its owner has made it their own"
    sets_own(Client(REMOTE_ADDR="10.0.0.9"), "ivo", shown)
    pit = comes_in(Role.CAPO_ISOLA, language="en")
    assert "It is the owner" in pit.get("/given-pins/").content.decode()
    assert confirms("gina", "ivo", client=pit)["Location"] == "/given-pins/"
    assert "None waits." in pit.get("/given-pins/").content.decode()
    assert GivenPin.objects.values_list("confirmed_by", flat=True).get(person__badge="ivo") == "gina"
    assert attests(case, console, "ivo", OWN) == 302
    assert pins_at_fault() == []
    GivenPin.objects.update(confirmed_by="ivo")
    assert pins_at_fault()


def test_who_confirms_a_pin_confirms_the_one_that_their_page_showed(case: AtTable) -> None:
    """Delia gives it once more while the third person, who has seen ivo, types their PIN, and sets it herself."""
    with_pin(Role.ISPETTORE_GIOCO)
    with_pin(Role.ISPETTORE_GIOCO, badge="gina")
    console = comes_in(Role.DEALER)
    with_pin(Role.DIREZIONE, language="en")
    delia, pit = office_at("delia", PIN, "10.0.0.1"), comes_in(Role.CAPO_ISOLA, language="en")
    sets_own(Client(REMOTE_ADDR="10.0.0.9"), "ivo", reset("ivo", by=delia))
    form = {"badge": "gina", "pin": PIN, "of": "ivo"}
    assert "without what its page showed" in pit.post("/given-pins/", form | {"nonce": "unseen"}).content.decode()
    form |= {"seen": re.findall(r'name="seen" value="(\d+)"', pit.get("/given-pins/").content.decode())[0]}
    again = reset("ivo", by=delia, nonce="again")
    sets_own(Client(REMOTE_ADDR="10.0.0.8"), "ivo", again, nonce="own-again")
    page = pit.post("/given-pins/", form | {"nonce": "first"})
    assert "moved on" in page.content.decode()
    assert attests(case, console, "ivo", OWN) == 403
    form |= {"seen": re.findall(r'name="seen" value="(\d+)"', page.content.decode())[0]}
    assert pit.post("/given-pins/", form | {"nonce": "second"}).status_code == 302


def test_a_dealer_whose_pin_was_given_anew_deals_and_a_first_pin_lets_its_owner_decide() -> None:
    table = ready_table()
    puppet(comes_in(Role.DIREZIONE), "gina", "ispettore_gioco")
    with_pin(Role.DEALER)
    sets_own(Client(), "dario", reset("dario"))
    table.does("open_bets")
    gina = Person.objects.get(badge="gina")
    door.perform(table.code, "sign_on", by=gina, nonce="gina", seen=table.number)
    door.perform(table.code, "suspend", by=gina, nonce="suspends", seen=table.number, reason="x")


def test_pit_direzione_and_auditor_are_alerted_as_it_is_given_until_it_is_settled() -> None:
    table = ready_table()
    with_pin(Role.ISPETTORE_GIOCO)
    with_pin(Role.ISPETTORE_GIOCO, badge="gina")
    office, auditor = comes_in(Role.DIREZIONE, language="en"), comes_in(Role.AUDITOR, language="en")
    sentence = "The PIN of ivo was given anew"

    def alerted() -> list[bool]:
        pages = [office.get("/office/").content.decode(), auditor.get("/records/").content.decode()]
        screens = [drawn(table, f"{it}:ispettore_gioco", "en") for it in ("tile", "desk")]
        return [sentence in it for it in (*pages, *screens)]

    assert alerted() == [False] * 4
    inbox = table.row.inbox
    sets_own(Client(), "ivo", reset("ivo", by=office))
    assert alerted() == [True] * 4
    confirms("gina", "ivo", client=office)
    assert alerted() == [False] * 4
    assert inbox <= table.row.inbox


def test_screens_name_the_day_up_to_which_a_pin_waits_and_show_it_no_longer_by_the_clock_alone(clock: Any) -> None:
    """One whose owner never sets their own is looked at for three days, as long as any house has it wait."""
    table = ready_table(derive(VENEZIA, key="own", given_pin_delay=48))
    for badge in ("ivo", "gina"):
        with_pin(Role.ISPETTORE_GIOCO, badge=badge)
    sets_own(Client(), "ivo", reset("ivo"))
    reset("gina", nonce="gina")
    regions = [Region("desk:ispettore_gioco", "en"), Region("tile:ispettore_gioco", "en")]

    def shown() -> tuple[list[list[bool]], datetime | None]:
        found = draw(table.code, regions)
        assert found is not None
        texts = [found.texts[it].text for it in regions]
        return [[f"The PIN of {badge}" in it for badge in ("ivo", "gina")] for it in texts], found.turns

    assert "Before 09/03/2026 21:00 it decides nothing" in drawn(table, "tile:ispettore_gioco", "en")
    assert shown() == ([[True, True]] * 2, EVENING + timedelta(hours=48))
    clock.shift(timedelta(hours=48))
    assert shown() == ([[False, True]] * 2, EVENING + timedelta(hours=72))
    clock.shift(timedelta(hours=24))
    assert shown() == ([[False, False], [False, False]], None)


def test_whoever_alerts_go_to_is_told_of_a_pin_given_anew_as_it_is_given_and_once(settings: Any) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    ready_table()
    with_pin(Role.ISPETTORE_GIOCO)
    office = comes_in(Role.DIREZIONE, language="en")
    puppet(office, "gina", "ispettore_gioco")
    deliver()
    reset("ivo", by=office)
    for _ in range(2):
        deliver()
    [message] = mail.outbox
    assert message.subject == "Il PIN di ivo è stato riassegnato"
    assert "Il PIN di ivo è stato riassegnato da delia" in message.body
    assert "2026-03-07 21:00:00 CET" in message.body, "when it was given, by the clock of the house"
    assert "2026-03-08 09:00:00 CET" in message.body, "and before when it decides nothing"


def test_a_log_is_told_of_it_and_a_program_outside_is_not(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALERTS_TO = ["syslog:127.0.0.1:1"]
    lines, sent = list[str](), list[bytes]()
    monkeypatch.setattr(outlets.ToSyslog, "_write", lambda _way, written: lines.extend(written))
    monkeypatch.setattr(sending, "post", lambda _url, body, _headers: sent.append(body))
    table = ready_table()
    table.cast.direzione.does("annotate", text="the webhook is told of this")
    Cast.at(HOUSE).direzione.does("admit_webhook", key="cage", url="http://localhost/sabot")
    with_pin(Role.ISPETTORE_GIOCO)
    deliver()
    reset("ivo")
    table.cast.direzione.does("annotate", text="and of that")
    assert deliver().failed == 0
    sentence = (
        f"alert=raised code=pin_given_anew badge=ivo by=delia device=127.0.0.1 number={GivenPin.objects.get().number}"
    )
    assert lines == [f"sabot: {sentence} raised_at=2026-03-07T20:00:00+00:00"]
    assert sent
    assert not [it for it in sent if b"ivo" in it]


def test_an_outlet_that_could_not_be_told_is_told_later_of_each(settings: Any) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    with_pin(Role.ISPETTORE_GIOCO)
    with_pin(Role.ISPETTORE_GIOCO, badge="gina")
    deliver()
    reset("ivo")
    with patch.object(outlets, "send_mail", side_effect=OSError("no server")):
        assert deliver().failed == 1
    reset("gina", nonce="second")
    Outlet.objects.update(retry_at=None)
    deliver()
    [message] = mail.outbox
    assert message.body.index("ivo") < message.body.index("gina")


def test_what_another_process_has_settled_stands_no_more_once_the_tables_have_something_new() -> None:
    """What this process writes it knows by itself; of what others write the inbox of a table tells."""
    table = ready_table()
    with_pin(Role.ISPETTORE_GIOCO)
    reset("ivo")
    before = take_snapshot(table.code)
    assert before is not None
    assert [it.badge for it in before.snapshot.awaited_pins] == ["ivo"]
    keep(before)
    with connection.cursor() as elsewhere:
        elsewhere.execute("DELETE FROM table_givenpin")
        elsewhere.execute("UPDATE table_table SET inbox = inbox + 1")
    after = take_snapshot(table.code)
    assert after is not None
    assert after.snapshot.awaited_pins == ()


def test_the_longest_delay_of_the_tables_of_a_house_holds() -> None:
    ready_table(derive(VENEZIA, key="own", given_pin_delay=2))
    with_pin(Role.ISPETTORE_GIOCO, badge="gina")
    reset("gina")
    ready_table(derive(VENEZIA, key="other", given_pin_delay=24), code="T4")
    reset("gina", nonce="again")
    assert list(GivenPin.objects.order_by("number").values_list("hours", flat=True)) == [2, 24]


def test_a_pin_that_was_given_anew_before_this_was_the_law_decides_as_it_did() -> None:
    table = ready_table()
    with_pin(Role.ISPETTORE_GIOCO)
    person = Person.objects.get(badge="ivo")
    GivenPin.objects.create(person=person, number=1, at=EVENING, by="delia", device="d", anew=True, used=2)
    table.cast.ispettore.does("suspend", reason="x")
    assert Table.real.get().number


def test_the_comunale_whose_pin_the_machine_gave_anew_waits_as_well(
    case: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_pin(Role.ISPETTORE_COMUNALE)
    comunale(monkeypatch, f"cosima\n{PIN}\n")
    sets_own(Client(), "cosima", PIN)
    console = comes_in(Role.DEALER)
    assert attests(case, console, "cosima", OWN) == 403
    with_pin(Role.ISPETTORE_GIOCO)
    assert confirms("ivo", "cosima", client=console).status_code == 302
    assert attests(case, console, "cosima", OWN) == 302


# --- wrong PINs of strangers


def test_what_strangers_try_outside_keeps_nobody_from_a_device_of_the_house() -> None:
    """Ivo signs in at a tablet of the house at which they never did; ten tries of their badge came from outside."""
    with_pin(Role.ISPETTORE_GIOCO)
    comes_in(Role.DEALER)  # the tablet is one of the house
    for number in range(12):
        sign_in(Client(REMOTE_ADDR=f"203.0.113.{number}"), "ivo", "999999")
    assert sign_in(Client(REMOTE_ADDR="203.0.113.99"), "ivo", PIN).status_code == 429, "outside it is as it was"
    assert sign_in(Client(), "ivo", PIN).status_code == 302


def test_a_stranger_who_stands_at_a_tablet_locks_out_nobody_who_works_there() -> None:
    comes_in(Role.DEALER)
    for number in range(25):
        sign_in(Client(), f"nobody-{number}", "999999")
    assert sign_in(Client(), "somebody", "999999").status_code == 429
    assert sign_in(Client(), "dario", PIN).status_code == 302
