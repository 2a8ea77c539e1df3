"""What is delivered: to a receiver that listens here, fails, is away for a while, and drops what comes twice."""

import base64
import hashlib
import hmac
import json
import logging
import re
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from ipaddress import ip_address
from threading import Thread
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.utils import timezone, translation

from table.management.commands import deliver as command
from table.models import HOUSE, Alert, Entry, Outlet, Told, Webhook
from table.outside import delivery, outlets, sending, signing
from table.outside.delivery import Sender, deliver
from table.outside.news import Delivery
from table.outside.of_the_house import Warned
from table.outside.sending import NotSent, may_reach
from table.rules.refusal import Code
from tests.rig.rows import every_row
from tests.rig.tables import AtTable, Cast, ready_table

pytestmark = pytest.mark.django_db
HERE = "127.0.0.0/8"


class Receiver:
    """A program outside that takes in deliveries: it checks each signature, and drops events that it has already."""

    def __init__(self) -> None:
        self.answers: Callable[[], int] = lambda: 204
        self.refuses: dict[str, int] = {}
        self.retry_after = ""
        self.secret = ""
        self.bodies: list[bytes] = []
        self.names: list[str] = []
        self.taken: dict[str, list[int]] = {}
        self.alerts: list[tuple[str, str]] = []
        self.dropped = 0

    def takes(self, body: bytes, headers: Mapping[str, str]) -> int:
        """What it answers to a delivery; a table of `refuses` has a status of its own."""
        self.bodies.append(body)
        self.names.append(headers["webhook-id"])
        if not self.is_signed(body, headers):
            return 401
        news = json.loads(body)
        status = self.refuses.get(news["table"]) or self.answers()
        if status < 300:
            self._take(news)
        return status

    def is_signed(self, body: bytes, headers: Mapping[str, str]) -> bool:
        """Whether one of the signatures is by its secret, as Standard Webhooks has them."""
        key = base64.b64decode(self.secret.removeprefix("whsec_"))
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        due = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        return any(hmac.compare_digest(due, it.encode()) for it in headers["webhook-signature"].split(" "))

    def _take(self, news: dict[str, Any]) -> None:
        taken = self.taken.setdefault(news["table"], [])
        for event in news["events"]:
            if taken and event["number"] <= taken[-1]:
                self.dropped += 1
            else:
                taken.append(event["number"])
        self.alerts += [(it["status"], it["code"]) for it in news["alerts"]]


@contextmanager
def listening(receiver: Receiver) -> Iterator[str]:
    """The receiver behind a real socket, and its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status = receiver.takes(body, dict(self.headers.items()))
            self.send_response(status)
            if status in (301, 302, 307):
                self.send_header("Location", "/elsewhere")
            if receiver.retry_after:
                self.send_header("Retry-After", receiver.retry_after)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/sabot?of=venezia"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """A receiver that is a webhook of the house, of every table."""
    settings.WEBHOOK_NETWORKS = [HERE]
    receiver = Receiver()
    with listening(receiver) as url:
        ready_table()
        Cast.at(HOUSE).direzione.does("admit_webhook", key="cage", url=url)
        receiver.secret = signing.secret_of(Webhook.objects.get())
        yield receiver


def at_table(code: str = "T3") -> AtTable:
    return AtTable(code, Cast.at(code))


def tips(count: int, code: str = "T3") -> None:
    for _ in range(count):
        at_table(code).does("tip", amount=500)


def later(minutes: float) -> None:
    """The pause of every outlet, and of every table of it, is over by so much."""
    for rows in (Outlet.objects, Told.objects):
        rows.exclude(retry_at=None).update(retry_at=timezone.now() - timedelta(minutes=minutes))


# --- every event, in order, at least once


def test_what_is_done_from_the_admission_on_arrives_in_order_and_signed(receiver: Receiver) -> None:
    before = at_table().number
    assert deliver() == (0, 0)
    tips(3)
    assert deliver() == (1, 0)
    assert receiver.taken == {"T3": [before + 1, before + 2, before + 3]}
    assert deliver() == (0, 0)
    assert json.loads(receiver.bodies[0])["events"][0]["facts"] == {"amount": 500, "form": "chips"}


def test_a_table_that_is_added_later_is_told_from_its_first_entry(receiver: Receiver) -> None:
    late = ready_table(code="T4")
    deliver()
    assert receiver.taken["T4"] == list(range(1, late.number + 1))


def test_one_that_was_down_for_ten_minutes_gets_everything_in_order_afterwards(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "MOST_AT_ONCE", 4)
    receiver.answers = lambda: 503
    before = at_table().number
    for _minute in range(10):
        tips(1)
        assert deliver().sent == 0
        later(1)
    assert Outlet.objects.get().failures == 10
    assert receiver.taken == {}
    receiver.answers = lambda: 200
    assert deliver() == (4, 0), "the one that was tried comes again as it was"
    assert receiver.taken == {"T3": list(range(before + 1, before + 11))}
    assert (Outlet.objects.get().failures, Outlet.objects.get().retry_at) == (0, None)


def test_what_nobody_confirmed_comes_again_and_the_receiver_can_drop_it(receiver: Receiver) -> None:
    tips(2)
    sends = outlets.ToWebhook.send

    def answer_lost(self: outlets.ToWebhook, news: Delivery) -> None:
        sends(self, news)
        raise NotSent("the answer was lost on its way")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(outlets.ToWebhook, "send", answer_lost)
        assert deliver() == (0, 1)
    later(1)
    tips(1)
    deliver()
    last = at_table().number
    assert receiver.taken == {"T3": [last - 2, last - 1, last]}
    assert receiver.dropped == 2


def test_one_that_does_not_answer_rests_longer_each_time_and_five_minutes_at_most(receiver: Receiver) -> None:
    receiver.answers = lambda: 503
    tips(1)
    pauses = []
    for _ in range(10):
        deliver()
        outlet = Outlet.objects.get()
        assert outlet.retry_at
        pauses.append(round((outlet.retry_at - timezone.now()).total_seconds()))
        assert deliver() == (0, 0), "it is left alone"
        later(0)
    assert pauses == [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert len(receiver.bodies) == 10


def test_one_that_fails_does_not_keep_another_from_being_told(receiver: Receiver) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        free = taken.getsockname()[1]
    url = f"http://127.0.0.1:{free}/"
    Cast.at(HOUSE).direzione.does("admit_webhook", key="a-first", url=url)
    tips(1)
    assert deliver() == (1, 1)
    assert receiver.taken


def test_a_webhook_is_told_of_its_own_tables_and_one_that_is_revoked_of_nothing(receiver: Receiver) -> None:
    direzione = Cast.at(HOUSE).direzione
    url = Webhook.objects.get().url
    direzione.does("revoke_webhook", key="cage")
    ready_table(code="T4")
    direzione.does("admit_webhook", key="cage", url=url, tables=["T4"])
    receiver.bodies.clear()
    tips(1)
    tips(1, "T4")
    deliver()
    assert len(receiver.bodies) == 1
    assert json.loads(receiver.bodies[0])["table"] == "T4"
    assert receiver.taken == {}, "admitted anew it has another secret"
    receiver.secret = signing.secret_of(Webhook.objects.get())
    later(1)
    deliver()
    assert list(receiver.taken) == ["T4"]
    direzione.does("revoke_webhook", key="cage")
    tips(1, "T4")
    assert deliver() == (0, 0)


def test_nothing_more_is_sent_to_a_webhook_that_is_revoked_while_others_are_told(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pass knew its outlets from its beginning, and one that is slow makes it last."""
    direzione, sent = Cast.at(HOUSE).direzione, list[str]()
    direzione.does("admit_webhook", key="zone", url="https://example.org/zone")
    ready_table(code="T4")
    tips(1)

    def post(url: str, *_: object) -> None:
        sent.append(url)
        for key in Webhook.objects.filter(revoked=False).values_list("key", flat=True):
            direzione.does("revoke_webhook", key=key)

    monkeypatch.setattr(sending, "post", post)
    deliver()
    assert len(sent) == 1, "neither of the other table, nor to the other webhook"


def test_two_that_deliver_at_once_do_not_send_to_the_same_outlet(receiver: Receiver) -> None:
    tips(1)
    (way,) = outlets.ways()
    first, second = Sender(way), Sender(way)
    assert first.takes()
    assert not second.takes()
    assert deliver() == (0, 0)
    Outlet.objects.update(held_until=timezone.now() - timedelta(seconds=1))
    assert second.takes(), "whoever is heard of no more has lost it"
    first.tell_all()
    assert receiver.bodies == []
    second.tell_all()
    assert len(receiver.bodies) == 1
    second.leaves()
    assert first.takes()


def test_no_act_waits_for_an_outlet_or_touches_one(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "post", lambda *_: pytest.fail("an act sent something"))
    before = list(Told.objects.values_list())
    at_table().does("open_bets")
    assert list(Told.objects.values_list()) == before


# --- where it may go


@pytest.mark.parametrize("status", [301, 302, 307, 400, 404, 500])
def test_no_redirect_is_followed_and_only_a_good_answer_confirms(receiver: Receiver, status: int) -> None:
    receiver.answers = lambda: status
    tips(1)
    assert deliver() == (0, 1)
    assert len(receiver.bodies) == 1


@every_row(
    ("address", "reached"),
    [("93.184.216.34", True), ("2606:2800:220:1::1", True)]
    + [(it, False) for it in ("127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.9", "169.254.169.254", "0.0.0.0")]
    + [(it, False) for it in ("100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fc00::1")]
    + [(it, False) for it in ("::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1")],
)
def test_deliveries_go_to_the_public_internet_alone_unless_a_network_is_named(address: str, reached: bool) -> None:
    assert may_reach(ip_address(address), []) is reached
    assert may_reach(ip_address(address), ["0.0.0.0/0", "::/0"])


def test_a_name_that_leads_inside_is_not_called(receiver: Receiver, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = []
    tips(1)
    assert deliver() == (0, 1)
    assert receiver.bodies == []


def test_who_answers_one_byte_at_a_time_is_cut_off(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.WEBHOOK_NETWORKS = [HERE]
    monkeypatch.setattr(sending, "MOST_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(NotSent):
        sending.post(f"http://127.0.0.1:{silent.getsockname()[1]}/", b"{}", {})


def test_an_encrypted_line_has_to_prove_whose_it_is(receiver: Receiver) -> None:
    url = Webhook.objects.get().url.replace("http://", "https://")
    with pytest.raises(NotSent, match="SSL"):
        sending.post(url, b"{}", {})
    assert receiver.bodies == []


@every_row(
    "url",
    [
        *("http://example.org/", "ftp://example.org/", "https://", "https://user:pin@example.org/", "/sabot"),
        *("https://example.org:0/", "https://example.org/a b", "https://exämple.org/", "https://example.org/#a"),
        *("javascript:alert(1)", "http://localhost.example.org/", "https://example.org:99999/", "https://[::1"),
        f"https://e.org/{'a' * 200}",
    ],
)
def test_what_is_no_safe_address_is_not_admitted(url: str) -> None:
    Cast.at(HOUSE).direzione.is_refused(Code.ARGUMENTS, "admit_webhook", key="cage", url=url)
    assert not Webhook.objects.exists()


def test_a_secret_is_of_one_admission_and_lies_in_no_row(receiver: Receiver) -> None:
    assert re.fullmatch(r"whsec_[A-Za-z0-9+/]{86}==", receiver.secret)
    rows = [*Webhook.objects.values_list(), *Outlet.objects.values_list(), *Entry.objects.values_list()]
    assert receiver.secret not in str(rows)
    webhook = Webhook.objects.get()
    webhook.number += 1
    assert signing.secret_of(webhook) != receiver.secret


# --- alerts


def raise_an_alert() -> None:
    """A card too many, which nobody saw."""
    table = at_table()
    table.does("open_bets")
    table.does("card_out")


def settle_it() -> None:
    alert = Alert.objects.get()
    at_table().cast.ispettore.does("acknowledge_alert", number=alert.number, code=alert.code)


def test_an_alert_is_told_once_when_it_is_raised_and_once_when_it_is_settled(receiver: Receiver, settings: Any) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    deliver()
    raise_an_alert()
    deliver()
    deliver()
    settle_it()
    deliver()
    tips(2)
    deliver()
    assert receiver.alerts == [("raised", "card_held"), ("settled", "card_held")]
    raised, settled = mail.outbox
    assert raised.to == ["direzione@example.org"]
    assert "T3" in raised.subject
    assert "1.1" in raised.body
    assert raised.body.startswith("Una carta di troppo")
    assert "risolto" in settled.subject
    assert re.search(
        r"colpo 1\.1, registrazione \d+\. Risolto \d{4}-\d\d-\d\d \d\d:\d\d:\d\d CES?T\.", str(settled.body)
    )
    alert = json.loads(next(body for body in receiver.bodies if b'"raised"' in body))["alerts"][0]
    assert (alert["table"], alert["coup"], alert["severity"], alert["settled_at"]) == ("T3", "1.1", "notice", None)
    assert alert["raised_at"] == json.loads(receiver.bodies[0])["events"][-1]["at"]


def test_a_case_calls_anew_when_it_is_referred_and_is_settled_when_it_is_ruled_on(receiver: Receiver) -> None:
    table = at_table()
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "punto", "punto"]})
    case = table.number
    deliver()
    table.cast.ispettore.does("refer", incident=case, reason="nobody knows")
    deliver()
    table.cast.direzione.does("rule", incident=case, text="it is annulled", effects=["annul"])
    deliver()
    assert receiver.alerts == [
        ("raised", "incident_reported"),
        ("raised", "incident_referred"),
        ("settled", "incident_referred"),
    ]
    assert {it["incident"] for body in receiver.bodies for it in json.loads(body)["alerts"]} == {case}


def test_a_mail_that_could_not_be_sent_is_sent_later(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    ready_table()
    deliver()
    raise_an_alert()

    def away(*_args: object, **_given: object) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(outlets, "send_mail", away)
        assert deliver() == (0, 1)
    later(1)
    assert deliver() == (1, 0)
    assert len(mail.outbox) == 1


def test_a_log_gets_a_line_for_each_alert(settings: Any) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as log:
        log.bind(("127.0.0.1", 0))
        log.settimeout(5)
        settings.ALERTS_TO = [f"syslog:127.0.0.1:{log.getsockname()[1]}"]
        ready_table()
        deliver()
        raise_an_alert()
        assert deliver() == (1, 0)
        line = log.recv(2000).decode()
    number = Alert.objects.get().number
    assert f"sabot: alert=raised table=T3 coup=1.1 number={number} code=card_held severity=notice raised_at=" in line


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("1.4", "1.4"),
        ("Money 34.0: amount; Stake 2", '"Money 34.0: amount; Stake 2"'),
        ("ivo\ncode=none", '"ivo\\ncode=none"'),
        ('"ivo"', '"\\"ivo\\""'),
    ],
)
def test_in_a_log_a_value_that_would_split_its_line_stands_in_quotes(
    monkeypatch: pytest.MonkeyPatch, value: str, written: str
) -> None:
    lines = list[str]()
    monkeypatch.setattr(outlets.ToSyslog, "_write", lambda _way, them: lines.extend(them))
    outlets.ToSyslog("syslog", "/dev/log").warn([Warned("", "", {"rows": value, "number": 7}, "")])
    assert lines == [f"sabot: rows={written} number=7"]


@pytest.mark.parametrize(
    ("target", "address"),
    [
        ("syslog:/dev/log", "/dev/log"),
        ("syslog:log.example.org", ("log.example.org", 514)),
        ("syslog:log.example.org:", ("log.example.org", 514)),
        ("syslog:log.example.org:601", ("log.example.org", 601)),
        ("syslog:[fd00::7]", ("fd00::7", 514)),
        ("syslog:[fd00::7]:601", ("fd00::7", 601)),
    ],
)
def test_a_log_is_named_by_its_socket_or_by_host_and_port(target: str, address: str | tuple[str, int]) -> None:
    assert outlets.of_target(target) == outlets.ToSyslog(target, address)


@pytest.mark.parametrize(
    "target",
    [
        *("mail:nobody", "syslog:", "pager:12", "direzione@example.org", "syslog:host:abc"),
        *("syslog:fd00::7", "syslog:host:0", "syslog:host:65536"),
    ],
)
def test_what_alerts_cannot_go_to_is_said_before_anything_is_sent(target: str, settings: Any) -> None:
    settings.ALERTS_TO = [target]
    with (
        translation.override("en"),
        pytest.raises(CommandError, match=f"ALERTS_TO names what nobody can reach: {target}"),
    ):
        call_command("deliver", "--once")


# --- the command


def test_the_command_says_what_came_of_it(receiver: Receiver) -> None:
    tips(1)
    paper = StringIO()
    with translation.override("en"):
        call_command("deliver", "--once", stdout=paper)
    assert paper.getvalue() == "1 deliveries arrived; outlets that could not be told: 0\n"


def test_a_service_goes_on_until_it_is_stopped(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    paused: list[float] = []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        tips(1)
        if len(paused) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "close_old_connections", lambda: None)
    monkeypatch.setattr("time.sleep", pause)
    with pytest.raises(KeyboardInterrupt):
        call_command("deliver", "--every", "5")
    assert paused == [5, 5, 5]
    assert len(receiver.taken["T3"]) == 2


def test_a_database_that_is_away_for_a_while_does_not_end_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    passes = iter([OperationalError("gone"), None, KeyboardInterrupt()])

    def once() -> None:
        if (raised := next(passes)) is not None:
            raise raised

    monkeypatch.setattr(command, "deliver", once)
    monkeypatch.setattr(command, "close_old_connections", lambda: None)
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    with pytest.raises(KeyboardInterrupt):
        call_command("deliver", "--every", "5")


@pytest.mark.parametrize("every", ["0", "-1", "nan", "1e9"])
def test_a_pause_that_is_none_is_refused(every: str) -> None:
    with pytest.raises(CommandError):
        call_command("deliver", f"--every={every}")


def test_nothing_that_is_logged_has_a_secret(receiver: Receiver, caplog: pytest.LogCaptureFixture) -> None:
    tips(1)
    with caplog.at_level(logging.INFO):
        deliver()
    assert "delivered" in caplog.text
    assert receiver.secret not in caplog.text


def test_four_that_deliver_at_once_send_everything_once_and_in_order(real_database: str, settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = [HERE]
    receiver = Receiver()
    with listening(receiver) as url:
        table = ready_table()
        Cast.at(HOUSE).direzione.does("admit_webhook", key="cage", url=url)
        receiver.secret = signing.secret_of(Webhook.objects.get())
        before = table.number

        def delivers() -> None:
            try:
                for _ in range(5):
                    deliver()
            finally:
                connection.close()

        threads = [Thread(target=delivers) for _ in range(4)]
        for thread in threads:
            thread.start()
        tips(20)
        for thread in threads:
            thread.join()
        deliver()
    assert receiver.taken == {"T3": list(range(before + 1, before + 21))}
    assert receiver.dropped == 0
