"""Whether the house lives, whether it can serve, and the figures of its work."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from django.db import connection
from django.test import Client
from prometheus_client import REGISTRY

from table.models import HOUSE, StaffSession
from table.record import door, metrics
from table.record.press import Step
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from tests.rig.daphne import ROOT, manage
from tests.rig.staff import comes_in, with_pin
from tests.rig.tables import ready_table


def figure(name: str, **labels: str) -> float:
    """A figure of this process; zero before the first time."""
    return REGISTRY.get_sample_value(name, labels) or 0.0


# --- does it live, and can it serve?


def test_a_process_that_lives_says_so_without_asking_anybody(django_assert_num_queries: Any, db: None) -> None:
    with django_assert_num_queries(0):
        answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_whether_a_process_lives_does_not_hang_on_the_session_of_who_asks(django_assert_num_queries: Any) -> None:
    device = comes_in(Role.DIREZIONE)
    StaffSession.objects.update(clock="another machine")
    before = list(StaffSession.objects.values())
    with django_assert_num_queries(0):
        answer = device.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")
    assert not answer.cookies, "the device stays signed in"
    assert [device.get(path).status_code for path in ("/readyz", "/metrics")] == [200, 200]
    assert list(StaffSession.objects.values()) == before, "nobody has used it"
    assert device.get("/office/").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["127.0.0.1:8001", "10.0.0.5:8001", "[::1]:8001", "10.0.0.5"])
def test_who_watches_asks_each_process_by_its_address_whatever_names_the_house_has(address: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["sabot.example"]
    asks = Client(headers={"host": address})
    assert [asks.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")] == [200, 200, 200]
    assert asks.get("/").status_code == 400, "pages are asked for by a name of the house"
    of_old = Client(SERVER_NAME="10.0.0.5")  # HTTP/1.0 needs no header Host
    assert [of_old.get(path).status_code for path in ("/healthz", "/readyz", "/metrics", "/")] == [200, 200, 200, 400]
    another_site = Client(headers={"host": "elsewhere.example:8001"})
    assert [another_site.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")] == [400, 400, 400]


@pytest.mark.django_db
def test_a_house_with_all_it_needs_is_ready() -> None:
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ready\n")
    assert "no-cache" in answer["Cache-Control"]


@pytest.mark.django_db
def test_a_house_without_its_channel_layer_takes_acts_and_says_what_is_worse(monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: object) -> None:
        raise ConnectionError("redis://:secret@host")

    monkeypatch.setattr(InMemoryChannelLayer, "group_send", gone)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ready\nworse without: channel layer\n")
    assert Client().get("/metrics").status_code == 200
    assert figure("sabot_channel_layer_lost") == 1
    monkeypatch.undo()
    assert Client().get("/metrics").status_code == 200
    assert figure("sabot_channel_layer_lost") == 0


@pytest.mark.django_db
def test_a_house_whose_migrations_are_not_applied_is_not_ready() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'table' AND name = '0002_append_only'")
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: migrations\n")


@pytest.mark.django_db
def test_a_house_whose_file_may_only_be_read_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite gives its write lock for such a file as well, and refuses the first act."""
    monkeypatch.setattr("config.health.os.access", lambda _file, how: how != os.W_OK)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: the database can only be read\n")


@pytest.mark.django_db
def test_a_house_without_its_database_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OSError("password=secret")

    monkeypatch.setattr(connection, "cursor", gone)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: database\n")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_who_watches_over_a_casino_asks_the_process_by_plain_http(settings: Any, path: str, db: None) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/").status_code == 301
    assert Client().get(path).status_code == 200
    assert Client().post(path).status_code == 405


# --- the figures


def read(client: Client, **headers: str) -> Any:
    return client.get("/metrics", headers=headers)


def test_figures_are_shown_to_this_machine(db: None) -> None:
    answer = read(Client())
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain")
    for name in ("acts_total", "refusals_total", "act_seconds_count", "pings_lost_total", "screens", "sign_ins_failed"):
        assert f"sabot_{name}" in answer.content.decode()


def test_figures_are_shown_to_nobody_else_without_the_token(settings: Any, db: None) -> None:
    far = Client(REMOTE_ADDR="10.0.0.7")
    assert read(far).status_code == 403
    assert read(far, authorization="Bearer ").status_code == 403, "an empty token is none"
    settings.METRICS_TOKEN = "a long one"
    assert read(far).status_code == 403
    assert read(far, authorization="Bearer another").status_code == 403
    assert read(far, authorization="Bearer a long one").status_code == 200


def test_a_token_in_any_letters_opens_the_figures_to_whoever_sends_its_bytes(settings: Any, db: None) -> None:
    """A server hands on the bytes of a header one by one, as Latin-1; a collector sends them in UTF-8."""
    settings.METRICS_TOKEN = "perché no € 9"
    far = Client(REMOTE_ADDR="10.0.0.7")
    sent = settings.METRICS_TOKEN.encode().decode("latin-1")
    assert read(far, authorization=f"Bearer {sent}").status_code == 200
    assert read(far, authorization="Bearer perch\xe9 no").status_code == 403


def test_a_proxy_on_this_machine_does_not_open_the_figures_to_the_world(settings: Any, db: None) -> None:
    settings.METRICS_TOKEN = "a long one"
    through = {"x_forwarded_for": "203.0.113.9", "authorization": "Bearer a long one"}
    refused = read(Client(), **through)
    assert (refused.status_code, b"TRUSTED_PROXIES" in refused.content) == (403, True), (
        "not even to whoever has the token"
    )
    settings.HTTPS = True
    assert read(Client(), **through).status_code == 200, "a proxy that the house has named"
    assert read(Client(REMOTE_ADDR="192.0.2.7"), **through).status_code == 403, "from elsewhere"
    assert read(Client(), x_forwarded_for="203.0.113.9").status_code == 403, "no token"


@pytest.mark.django_db
def test_acts_are_counted_by_verb_and_result_and_timed() -> None:
    table = ready_table()
    done = figure("sabot_acts_total", verb="open_bets", result="done")
    refused = figure("sabot_acts_total", verb="close_bets", result="refused")
    codes, presses = figure("sabot_refusals_total", code="E_PHRASE"), figure("sabot_act_seconds_count")
    table.does("open_bets")
    table.refuses(Code.PHRASE, "close_bets", said=False)
    assert figure("sabot_acts_total", verb="open_bets", result="done") == done + 1
    assert figure("sabot_acts_total", verb="close_bets", result="refused") == refused + 1
    assert figure("sabot_refusals_total", code="E_PHRASE") == codes + 1
    assert figure("sabot_act_seconds_count") == presses + 2


@pytest.mark.django_db
def test_every_act_of_a_press_is_counted() -> None:
    table = ready_table()
    before = [figure("sabot_acts_total", verb=verb, result="done") for verb in ("open_bets", "tip")]
    table.press(("open_bets", {}), ("tip", {"amount": 500, "form": "chips"}))
    after = [figure("sabot_acts_total", verb=verb, result="done") for verb in ("open_bets", "tip")]
    assert after == [count + 1 for count in before]


@pytest.mark.django_db
def test_a_verb_that_somebody_made_up_gets_no_figure_of_its_own() -> None:
    unknown = figure("sabot_acts_total", verb="unknown", result="refused")
    with pytest.raises(Refused):
        door.press(HOUSE, [Step("made_up_by_somebody", {})], by=with_pin(Role.DEALER), nonce="n")
    assert figure("sabot_acts_total", verb="unknown", result="refused") == unknown + 1
    assert b"made_up" not in read(Client()).content


def test_what_breaks_is_counted_as_failed() -> None:
    failed = figure("sabot_acts_total", verb="burn", result="failed")
    with pytest.raises(ZeroDivisionError), metrics.measured(["burn"]):
        raise ZeroDivisionError
    assert figure("sabot_acts_total", verb="burn", result="failed") == failed + 1


@pytest.mark.django_db(transaction=True)
def test_a_ping_that_is_lost_is_counted_and_the_act_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: object) -> None:
        raise ConnectionError

    table = ready_table()
    lost = figure("sabot_pings_lost_total")
    monkeypatch.setattr(InMemoryChannelLayer, "group_send", gone)
    table.does("open_bets")
    assert figure("sabot_pings_lost_total") == lost + 1
    assert table.coup


@pytest.mark.django_db
def test_wrong_pins_are_counted_and_locked_ones_apart() -> None:
    with_pin(Role.DEALER)
    wrong, locked = (figure("sabot_sign_ins_failed_total", reason=it) for it in ("wrong", "locked"))
    for _ in range(6):
        Client().post("/sign-in/", {"badge": "dario", "pin": "000000"})
    assert figure("sabot_sign_ins_failed_total", reason="wrong") == wrong + 4
    assert figure("sabot_sign_ins_failed_total", reason="locked") == locked + 2


def test_figures_name_nobody_and_no_card() -> None:
    """Labels are verbs, results, codes, kinds and states: words of the program, never of a table or a person."""
    families = [family for family in REGISTRY.collect() if family.name.startswith("sabot")]
    labels = {label for family in families for sample in family.samples for label in sample.labels}
    assert labels <= {"verb", "result", "code", "kind", "state", "reason", "le", "part", "version", "python"}


# --- the log


@pytest.mark.django_db
def test_a_line_of_the_log_names_table_coup_and_actor(caplog: pytest.LogCaptureFixture) -> None:
    table = ready_table()
    table.does("open_bets")
    caplog.clear()
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    lines: list[Any] = [record.msg for record in caplog.records]
    [line] = [it for it in lines if it["event"] == "act"]
    assert (line["table"], line["coup"], line["actor"]) == ("T3", table.coup, "dario")


# --- check --deploy


def example() -> dict[str, str]:
    """The variables of .env.example with what it says there."""
    text = Path(ROOT / ".env.example").read_text(encoding="utf-8")
    return dict(re.findall(r"^#(\w+)=(.+)$", text, re.MULTILINE))


def test_a_casino_set_up_as_the_example_says_leaves_nothing_to_warn_of() -> None:
    casino = example() | {"ALLOWED_HOSTS": "table.example", "HTTPS": "on", "METRICS_TOKEN": "a long one"}
    said = manage("check", "--deploy", "--fail-level", "WARNING", settings=casino)
    assert "no issues" in said
