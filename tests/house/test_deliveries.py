"""Deliveries as Standard Webhooks has them, what becomes of them when a receiver refuses, and who is told of it."""

import base64
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from math import isnan
from threading import Thread
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone, translation
from time_machine import travel

from table.models import HOUSE, Alert, Entry, Outlet, Stall, Table, Told, Webhook
from table.outside import delivery, news, outlets, progress, sending, signing
from table.outside.delivery import deliver
from table.outside.news import Delivery
from table.outside.sending import NotSent
from table.record import stalls
from table.record.epoch import epoch, renew_epoch
from table.rules.houses import VENEZIA
from table.rules.profile import Role, derive
from table.rules.refusal import Code
from tests.croupier.coups import deal, pay, play, turn
from tests.house.test_webhook import HERE, Receiver, at_table, later, listening, raise_an_alert, receiver, tips
from tests.rig.pressing import drawn
from tests.rig.staff import signed_in
from tests.rig.tables import Cast, ready_table

__all__ = ["receiver"]
pytestmark = pytest.mark.django_db
DAY = timedelta(hours=24)


def sent(receiver: Receiver) -> list[dict[str, Any]]:
    """Everything that came, in its order."""
    return [json.loads(body) for body in receiver.bodies]


def renewed(key: str = "cage") -> str:
    """The secret of a webhook after it was renewed."""
    Cast.at(HOUSE).direzione.does("renew_webhook", key=key)
    return signing.secret_of(Webhook.objects.get(key=key))


# --- every receiver is a witness


def test_an_event_carries_the_digests_of_the_register_and_a_delivery_the_epoch_and_how_far_it_goes(
    receiver: Receiver,
) -> None:
    before = at_table().number
    tips(2)
    deliver()
    [news] = sent(receiver)
    entries = list(Entry.objects.filter(register="T3", number__gt=before).order_by("number"))
    assert [(it["digest"], it["previous"]) for it in news["events"]] == [(it.digest, it.previous) for it in entries]
    assert (news["version"], news["epoch"]) == ("1.1", epoch())
    assert (news["after"], news["last"], news["digest"]) == (before, before + 2, entries[-1].digest)


def test_a_delivery_has_the_name_of_its_webhook_database_table_and_entries() -> None:
    news = Delivery("1.1", "e1", "T3", 4, 7, "d7", [], [])
    others = [
        news.name("webhook:till:9"),
        Delivery("1.1", "e2", "T3", 4, 7, "d7", [], []).name("webhook:cage:8"),
        Delivery("1.1", "e1", "T4", 4, 7, "d7", [], []).name("webhook:cage:8"),
        Delivery("1.1", "e1", "T3", 4, 8, "d8", [], []).name("webhook:cage:8"),
        Delivery("1.1", "e1", "T3", 5, 7, "d7", [], []).name("webhook:cage:8"),
    ]
    own = news.name("webhook:cage:8")
    assert own == news.name("webhook:cage:8")
    assert len({own, *others}) == 6
    assert "." not in own, "a full stop parts it from the time in what is signed"


def test_what_was_not_confirmed_comes_again_under_its_name_with_the_same_events_and_another_time(
    receiver: Receiver,
) -> None:
    receiver.answers = lambda: 500
    tips(2)
    deliver()
    tips(3)
    later(1)
    receiver.answers = lambda: 204
    assert deliver() == (2, 0)
    first, again, _behind = receiver.bodies
    assert first == again
    assert receiver.names[0] == receiver.names[1] != receiver.names[2]
    assert [len(it["events"]) for it in sent(receiver)] == [2, 2, 3]


def test_a_process_that_dies_after_it_has_sent_sends_the_same_once_more(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    tips(2)
    with monkeypatch.context() as patch:
        patch.setattr(delivery.Sender, "_moved", lambda *_: (_ for _ in ()).throw(SystemExit(9)))
        patch.setattr(delivery.Sender, "leaves", lambda _self: None)
        with pytest.raises(SystemExit):
            deliver()
    tips(1)
    assert deliver() == (0, 0), "whoever has died holds the outlet for a minute"
    Outlet.objects.update(held_until=timezone.now() - timedelta(seconds=1))
    assert deliver() == (2, 0)
    assert receiver.names[0] == receiver.names[1]
    assert receiver.bodies[0] == receiver.bodies[1]
    last = at_table().number
    assert receiver.taken == {"T3": [last - 2, last - 1, last]}
    assert receiver.dropped == 2


# --- signatures


def test_the_checks_of_these_tests_are_those_of_standard_webhooks() -> None:
    checker = Receiver()
    checker.secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    headers = {"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330"}
    published = headers | {"webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="}
    assert checker.is_signed(b'{"test": 2432232314}', published)
    assert not checker.is_signed(b'{"test": 2432232315}', published)


def test_the_secret_of_earlier_versions_is_the_one_of_today_written_otherwise(receiver: Receiver) -> None:
    digits = base64.b64decode(receiver.secret.removeprefix("whsec_"))
    assert len(digits) == 64
    assert set(digits) <= set(b"0123456789abcdef")
    tips(1)
    assert deliver() == (1, 0), "its receiver checks the signature"


def test_a_renewed_secret_and_the_one_before_sign_for_a_day_and_then_the_new_one_alone(receiver: Receiver) -> None:
    old = receiver.secret
    with travel(timezone.now(), tick=False):
        new = renewed()
    webhook = Webhook.objects.get()
    assert webhook.renewed_at is not None
    assert new != old
    for at, valid in ((timedelta(0), {old, new}), (DAY - timedelta(seconds=1), {old, new}), (DAY, {new})):
        headers = signing.headers(webhook, "msg_1", b"{}", at=webhook.renewed_at + at)
        assert {secret for secret in (old, new) if signed_by(secret, headers)} == valid


def signed_by(secret: str, headers: Any) -> bool:
    """Whether these headers prove an empty body to somebody who knows this secret."""
    checker = Receiver()
    checker.secret = secret
    return checker.is_signed(b"{}", headers)


def test_of_two_renewals_within_a_day_the_oldest_secret_signs_no_more(receiver: Receiver) -> None:
    oldest, middle, newest = receiver.secret, renewed(), renewed()
    headers = signing.headers(Webhook.objects.get(), "msg_1", b"{}", at=timezone.now())
    assert [signed_by(it, headers) for it in (oldest, middle, newest)] == [False, True, True]


def test_a_secret_that_is_renewed_between_two_tries_loses_nothing_and_keeps_its_name(receiver: Receiver) -> None:
    receiver.answers = lambda: 503
    tips(1)
    deliver()
    renewed()
    tips(1)
    later(1)
    receiver.answers = lambda: 204
    assert deliver() == (2, 0), "who has the old secret alone still takes it in"
    assert receiver.names[0] == receiver.names[1]
    assert receiver.taken["T3"] == [at_table().number - 1, at_table().number]
    assert Outlet.objects.count() == 1


def test_a_webhook_that_is_admitted_anew_begins_with_one_secret(receiver: Receiver) -> None:
    direzione, url = Cast.at(HOUSE).direzione, Webhook.objects.get().url
    renewed()
    direzione.does("revoke_webhook", key="cage")
    direzione.is_refused(Code.ARGUMENTS, "renew_webhook", key="cage")
    direzione.does("admit_webhook", key="cage", url=url)
    headers = signing.headers(Webhook.objects.get(), "msg_1", b"{}", at=timezone.now())
    assert " " not in headers["webhook-signature"]
    assert not signed_by(receiver.secret, headers)


# --- what is refused


def test_one_table_that_is_refused_does_not_hold_back_another(receiver: Receiver) -> None:
    ready_table(code="T4")
    deliver()
    receiver.refuses = {"T3": 500}
    tips(1)
    tips(1, "T4")
    assert deliver() == (1, 1)
    assert receiver.taken["T4"][-1] == at_table("T4").number
    assert Outlet.objects.get().retry_at is None
    tips(1, "T4")
    assert deliver() == (1, 0), "the other one is left alone"
    receiver.refuses = {}
    later(0)
    assert deliver() == (1, 0)
    assert receiver.taken["T3"] == [at_table().number]


@pytest.mark.parametrize("what", ["an outlet", "a table of it", "a sender that died"])
def test_a_clock_that_was_ahead_holds_no_news_back_once_it_is_put_right(receiver: Receiver, what: str) -> None:
    with travel(datetime(2026, 3, 8, 21, tzinfo=UTC), tick=False) as clock:
        ready_table(code="T4")
        deliver()
        clock.shift(timedelta(days=1))
        tips(1)
        if what == "a sender that died":
            assert delivery.Sender(next(iter(outlets.ways()))).takes()
        else:
            receiver.refuses = {} if what == "an outlet" else {"T3": 500}
            receiver.answers = (lambda: 503) if what == "an outlet" else receiver.answers
            assert deliver() == (0, 1)
        receiver.refuses, receiver.answers = {}, lambda: 204
        assert deliver() == (0, 0), "it pauses, or is held"
        clock.shift(timedelta(days=-1))
        assert deliver() == (1, 0)


def test_a_table_whose_news_cannot_be_made_does_not_hold_back_another(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready_table(code="T4")
    deliver()
    tips(1)
    tips(1, "T4")
    made = news.delivery

    def at_fault(register: str, **wanted: Any) -> Any:
        if register == "T3":
            raise ValueError("no such effect")
        return made(register, **wanted)

    monkeypatch.setattr("table.outside.delivery.delivery", at_fault)
    assert deliver() == (1, 1)
    assert receiver.taken["T4"][-1] == at_table("T4").number
    monkeypatch.undo()
    later(0)
    assert deliver() == (1, 0), "and nothing of it is lost"
    assert receiver.taken["T3"] == [at_table().number]


def test_a_fault_in_one_outlet_does_not_stop_the_pass(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    tips(1)
    monkeypatch.setattr(delivery.Sender, "_tell", lambda *_: int("none"))
    assert deliver() == (0, 1)
    assert Outlet.objects.get().retry_at is not None


@pytest.mark.one_in(3)
@pytest.mark.parametrize("status", [302, 401, 403, 410, 429, 502, 503, 504])
def test_one_that_takes_in_nothing_now_is_left_alone_with_all_its_tables(receiver: Receiver, status: int) -> None:
    ready_table(code="T4")
    receiver.answers = lambda: status
    tips(1)
    assert deliver() == (0, 1)
    assert len(receiver.bodies) == 1
    assert Outlet.objects.get().retry_at is not None


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("pause", "seconds"),
    [
        ("90", 90),
        ("1", 2),
        ("999999999999", 3600),
        ("Thu, 26 Nov 2026 12:02:00 GMT", 120),
        ("Thu, 26 Nov 2020 12:00:00 GMT", 2),
        ("-5", 2),
        ("soon", 2),
        ("²", 2),
    ],
)
def test_a_pause_that_a_receiver_asks_for_is_made_up_to_an_hour(receiver: Receiver, pause: str, seconds: int) -> None:
    receiver.answers, receiver.retry_after = lambda: 429, pause.encode().decode("latin-1")
    with travel(datetime(2026, 11, 26, 12, tzinfo=UTC), tick=False):
        tips(1)
        deliver()
        outlet = Outlet.objects.get()
        assert outlet.retry_at
        assert (outlet.retry_at - timezone.now()).total_seconds() == seconds


def test_one_that_answers_slowly_does_not_keep_another_from_being_told(
    receiver: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for code in ("T4", "T5", "T6"):
        ready_table(code=code)
    deliver()
    clock = iter(range(0, 10**6, 11))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    seen = set[str]()
    for _pass in range(4):
        for code in ("T3", "T4", "T5", "T6"):
            tips(1, code)
        receiver.bodies.clear()
        deliver()
        tables = [it["table"] for it in sent(receiver)]
        assert 0 < len(tables) < 4, "then it is the turn of the next outlet"
        seen.update(tables)
    assert seen == {"T3", "T4", "T5", "T6"}, "and no table waits for ever"


@contextmanager
def answering(*parts: bytes) -> Iterator[str]:
    """A receiver that answers with these bytes, over and over from the last one on, until it is hung up on."""
    lines: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            line, _from = listener.accept()
            lines.append(line)
            with line:
                line.recv(65536)
                try:
                    line.sendall(b"".join(parts))
                    while True:
                        line.sendall(parts[-1] * 1000)
                except OSError:
                    return

        thread = Thread(target=answer)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            # With a full window it would take two minutes for it to notice that it was hung up on.
            for line in lines:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
            thread.join()


def test_a_body_without_an_end_is_not_read(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = [HERE]
    with answering(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 100) as url:
        sending.post(url, b"{}", {})


def test_headers_without_an_end_are_a_failure(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = [HERE]
    with answering(b"HTTP/1.1 200 OK\r\n", b"A: b\r\n") as url, pytest.raises(NotSent):
        sending.post(url, b"{}", {})


def test_provisional_answers_without_an_end_are_given_up(settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = [HERE]
    with answering(b"HTTP/1.1 100 Continue\r\n\r\n") as url, pytest.raises(NotSent, match="without an end"):
        sending.post(url, b"{}", {})


def test_a_name_that_leads_elsewhere_at_the_second_look_is_called_where_it_was_looked_at(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_NETWORKS = []
    looks = iter(["93.184.216.34", "127.0.0.1", "127.0.0.1"])
    called: list[Any] = []

    def found(_host: str, port: int, **_given: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(looks), port))]

    def connect(address: Any, *_given: Any) -> None:
        called.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", found)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(NotSent, match="ConnectionRefused"):
        sending.post("http://rebinds.example/", b"{}", {})
    assert called == [("93.184.216.34", 80)]


def test_where_the_first_address_of_a_name_does_not_answer_the_next_one_is_called(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.WEBHOOK_NETWORKS = [HERE]

    def found(host: str, port: int, *_given: Any, **_named: Any) -> list[Any]:
        addresses = ("127.0.0.2", "127.0.0.1") if host == "two.example" else (host,)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (it, port)) for it in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    with listening(receiver := Receiver()) as url, pytest.raises(NotSent, match="answered with 401"):
        sending.post(
            url.replace("127.0.0.1", "two.example"),
            b"{}",
            {"webhook-id": "1", "webhook-timestamp": "1", "webhook-signature": ""},
        )
    assert receiver.bodies == [b"{}"]


# --- the epoch


def test_after_a_backup_has_replaced_the_database_a_receiver_is_told_where_each_register_ends(
    receiver: Receiver,
) -> None:
    tips(1)
    deliver()
    receiver.bodies.clear()
    assert deliver() == (0, 0)
    word = renew_epoch()
    assert deliver() == (1, 0)
    [news] = sent(receiver)
    last = Entry.objects.filter(register="T3").latest("number")
    assert (news["epoch"], news["events"], news["alerts"]) == (word, [], [])
    assert (news["after"], news["last"], news["digest"]) == (last.number, last.number, last.digest)
    assert deliver() == (0, 0), "once"


def test_an_announcement_that_was_not_confirmed_comes_again_before_any_event(receiver: Receiver) -> None:
    tips(1)
    deliver()
    receiver.bodies.clear()
    receiver.names.clear()
    renew_epoch()
    fails(receiver, 1, status=500)
    tips(1)
    fails(receiver, 1, status=204)
    assert [len(it["events"]) for it in sent(receiver)] == [0, 0, 1]
    assert receiver.names[0] == receiver.names[1]
    later(0)
    assert deliver() == (0, 0)


def test_a_house_that_was_upgraded_announces_nothing(receiver: Receiver) -> None:
    Told.objects.update(epoch="")
    assert deliver() == (0, 0)
    assert Told.objects.get().epoch == epoch()


# --- who is told that nothing arrives


def fails(receiver: Receiver, times: int, status: int = 503) -> None:
    """So many tries one after the other."""
    receiver.answers = lambda: status
    for _ in range(times):
        later(0)
        deliver()


def alerted() -> dict[str, bool]:
    """Who of the house is told that deliveries stall."""
    table = at_table()
    pages = {
        it: signed_in(Role.DIREZIONE, language="en").get(it).content.decode() for it in ("/office/", "/office/outside/")
    }
    screens = {it: drawn(table, f"{it}:ispettore_gioco", "en") for it in ("tile", "desk")}
    return {
        place: "Nothing that is sent to webhook “cage” arrives." in text for place, text in (pages | screens).items()
    }


def test_back_off_ends_in_an_alert_of_the_house_until_something_arrives(
    receiver: Receiver, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    settings.HOUSE_ADDRESS = "https://sabot.example"
    deliver()
    tips(1)
    fails(receiver, delivery.STALLED_AT - 1)
    assert set(alerted().values()) == {False}
    inbox = at_table().row.inbox
    with django_capture_on_commit_callbacks(execute=True):
        fails(receiver, 1)
    assert set(alerted().values()) == {True}
    assert at_table().row.inbox > inbox, "the screens that are open are drawn anew"
    fails(receiver, 3)
    [message] = mail.outbox
    assert message.subject == "Le consegne sono ferme"
    assert "answered with 503" in message.body
    assert str(message.body).strip().endswith("https://sabot.example/office/outside/")
    fails(receiver, 1, status=204)
    assert set(alerted().values()) == {False}
    assert receiver.taken == {"T3": [at_table().number]}
    deliver()
    assert len(mail.outbox) == 1


def test_one_that_wants_no_more_is_an_alert_at_once(receiver: Receiver) -> None:
    tips(1)
    fails(receiver, 1, status=410)
    assert set(alerted().values()) == {True}
    outlet = Outlet.objects.get()
    assert outlet.retry_at
    assert round((outlet.retry_at - timezone.now()).total_seconds(), -1) == 3600


def test_a_table_that_is_always_refused_is_an_alert_of_its_own(receiver: Receiver) -> None:
    ready_table(code="T4")
    deliver()
    receiver.refuses = {"T3": 413}
    tips(1)
    fails(receiver, delivery.STALLED_AT, status=204)
    with translation.override("en"):
        [it] = stalls.lasting()
        words = "What is sent of T3 to webhook “cage” is refused again and again."
        assert (it.said, it.why) == (words, "answered with 413")
    tips(1, "T4")
    fails(receiver, 1, status=204)
    assert len(stalls.lasting()) == 1, "that another table's arrives does not end it"
    receiver.refuses = {}
    fails(receiver, 1, status=204)
    assert stalls.lasting() == ()


def test_tables_that_are_all_refused_are_one_notice(receiver: Receiver) -> None:
    codes = [f"T{number}" for number in range(3, 10)]
    for code in codes[1:]:
        ready_table(code=code, seats=1)
    receiver.refuses = dict.fromkeys(codes, 500)
    tips(1)
    fails(receiver, delivery.STALLED_AT, status=204)
    assert Stall.objects.count() == len(codes)
    with translation.override("en"):
        [it] = stalls.lasting()
        assert it.said == "What is sent of T3, T4, T5, T6, T7, … to webhook “cage” is refused again and again."


def test_what_a_receiver_answers_cannot_be_written_into_the_house(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "STALLED_AT", 1)
    tips(1)
    with answering(b"HTTP/1.1 \x00\x1b[2J\x07 <b>\r\n") as url:
        Webhook.objects.update(url=url)
        assert deliver() == (0, 1)
    [it] = stalls.lasting()
    assert it.why.isprintable()
    assert "<b>" in it.why
    assert "&lt;b&gt;" in signed_in(Role.DIREZIONE).get("/office/").content.decode()


def test_a_stall_ends_when_its_webhook_is_revoked(receiver: Receiver) -> None:
    tips(1)
    fails(receiver, 1, status=410)
    Cast.at(HOUSE).direzione.does("revoke_webhook", key="cage")
    deliver()
    assert stalls.lasting() == ()
    assert Stall.objects.get().ended is not None


def test_a_mailbox_that_takes_in_nothing_is_an_alert_too(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    ready_table()
    deliver()
    raise_an_alert()

    def away(*_args: object, **_given: object) -> None:
        raise ConnectionRefusedError

    with monkeypatch.context() as patch:
        patch.setattr(outlets, "send_mail", away)
        fails(Receiver(), delivery.STALLED_AT)
    [it] = stalls.lasting()
    assert "mail:direzione@example.org" in it.said
    settings.ALERTS_TO = []
    deliver()
    assert stalls.lasting() == ()


def figures() -> dict[str, float]:
    """What the figures of the house say of deliveries."""
    page = signed_in(Role.OPERATOR).get("/metrics").content.decode()
    lines = [it.rpartition(" ") for it in page.splitlines() if it.startswith(("sabot_deliveries", "sabot_outlets"))]
    return {name: float(value) for name, _blank, value in lines}


def test_the_figures_say_how_far_behind_outlets_are_and_how_they_answer(receiver: Receiver, settings: Any) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    deliver()
    with travel(timezone.now(), tick=False):
        tips(2)
    fails(receiver, 1)
    with travel(timezone.now() + timedelta(minutes=5), tick=False):
        found = figures()
    assert found['sabot_deliveries_behind{kind="webhook"}'] == 2
    assert 299 <= found['sabot_deliveries_age_seconds{kind="webhook"}'] <= 330
    assert found['sabot_deliveries_behind{kind="mail"}'] == 0
    assert found['sabot_deliveries_age_seconds{kind="mail"}'] == 0
    counted = {it: found[f'sabot_outlets{{kind="webhook",state="{it}"}}'] for it in ("good", "failing", "stalled")}
    assert counted == {"good": 0, "failing": 1, "stalled": 0}
    fails(receiver, delivery.STALLED_AT)
    assert figures()['sabot_outlets{kind="webhook",state="stalled"}'] == 1
    fails(receiver, 1, status=200)
    found = figures()
    assert found['sabot_outlets{kind="webhook",state="good"}'] == 1
    assert found['sabot_deliveries_behind{kind="webhook"}'] == 0
    settings.ALERTS_TO = ["pager:12"]
    assert all(map(isnan, figures().values())), "not a number where nobody knows"


def test_the_figures_are_told_of_more_tables_than_one_question_to_the_database_bears(settings: Any) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    ready_table()
    deliver()
    with travel(timezone.now(), tick=False) as clock:
        tips(1)
        Table.objects.bulk_create(Table(code=f"X{it}", number=1) for it in range(1001))
        clock.shift(timedelta(minutes=5))
        [mailed] = [it for it in progress.figures() if it.kind == "mail"]
    assert (mailed.behind, mailed.age_seconds) == (1002, 300)


# --- alerts


def test_a_mail_leads_to_the_table_of_its_alert_where_the_house_has_an_address(settings: Any) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    ready_table()
    deliver()
    for address, ending in (("https://sabot.example", "\nhttps://sabot.example/tables/T3/\n"), ("", ".\n")):
        settings.HOUSE_ADDRESS = address
        Alert.objects.all().delete()
        raise_an_alert() if address else at_table().does("card_out")
        deliver()
        body = str(mail.outbox[-1].body)
        assert body.endswith(ending)
        assert ("https://" in body) is bool(address)


def test_an_alert_that_is_raised_again_before_a_delivery_loses_nothing(receiver: Receiver) -> None:
    table = at_table()
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.does("report_incident", kind="wrong_number", facts={"laid": ["punto", "banco", "punto", "punto"]})
    case = table.number
    severity = Alert.objects.get().severity
    table.cast.ispettore.does("refer", incident=case, reason="nobody knows")
    referred = table.number
    table.cast.direzione.does("rule", incident=case, text="it is annulled", effects=["annul"])
    deliver()
    assert receiver.alerts == [
        ("raised", "incident_reported"),
        ("raised", "incident_referred"),
        ("settled", "incident_referred"),
    ]
    alerts = [it for news in sent(receiver) for it in news["alerts"]]
    assert [(it["number"], it["incident"]) for it in alerts] == [(case, case), (referred, case), (referred, case)]
    assert alerts[0]["severity"] == severity
    assert alerts[0]["raised_at"] == alerts[1]["raised_at"]
    assert alerts[0]["title"] != alerts[1]["title"]


def test_stake_and_winnings_that_one_payment_keeps_for_somebody_are_one_alert(receiver: Receiver) -> None:
    table = at_table()
    deal(table, "P100@1")
    table.does("report_unmarked_absence", position="1")
    turn(table)
    pay(table)
    table.cast.ispettore.does("acknowledge_alert", number=Alert.objects.latest("pk").number, code="uncollected")
    deliver()
    assert Alert.objects.count() == 2
    assert receiver.alerts == [("raised", "uncollected"), ("settled", "uncollected")]


def test_a_dispute_that_was_referred_holds_no_coup_for_who_hears_of_it_later() -> None:
    """Play goes on beside it; told after the alert was raised again, the referral is as it was at the time."""
    table = ready_table(derive(VENEZIA, key="by-two", correction_second_from=100_00))
    play(table, "P100@1", "B50@2")
    claim = {"coup": "1.1", "position": "1", "about": "payment", "guest": "anna"}
    table.does("report_incident", kind="dispute", facts=claim)
    case = table.number
    table.cast.ispettore.does("refer", incident=case, reason="nobody knows")
    at_once, referred = list(news.alerts("T3", after=case, upto=table.number)), table.number
    table.cast.direzione.does("sign_on")
    given = [{"bettor": "anna", "amount": 200_00}]
    table.cast.direzione.does("decide_dispute", incident=case, text="as seen on video", corrections=given)
    assert Alert.objects.get(incident=case).code == "dispute_asked"
    assert [it.severity for it in at_once] == ["person"]
    assert list(news.alerts("T3", after=case, upto=referred)) == at_once
