"""The settings: what holds by default is what a table may be opened with, and what is missing is said."""

import json
import os
import re
import resource
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction

from config.keys import create, pepper, secret_key
from config.settings import CONTENT_SECURITY_POLICY, channel_layers, database
from tests.rig.daphne import ROOT, manage
from tests.settings import ENVIRONMENT

SOURCES = [ROOT / "config" / name for name in ("settings.py", "environment.py", "keys.py", "serve.py")]
COOKIES = ("CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE", "SESSION_COOKIE_SECURE")
HSTS = ("SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD")
NAMES = ("HTTPS", "SECURE_SSL_REDIRECT", *COOKIES, *HSTS)


def shown(**settings: str) -> dict[str, Any]:
    """Some settings as the house reads them from this environment."""
    code = f"import json; from config import settings; print(json.dumps({{n: getattr(settings, n) for n in {NAMES}}}))"
    answer: dict[str, Any] = json.loads(manage("shell", "--no-imports", "-c", code, settings=settings))
    return answer


def test_every_variable_is_explained_and_the_suite_decides_it() -> None:
    read = {name for path in SOURCES for name in re.findall(r'env\.\w+\(\s*"(\w+)"', path.read_text(encoding="utf-8"))}
    explained = set(re.findall(r"^#(\w+)=", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE))
    assert read
    assert read == explained == set(ENVIRONMENT)


def test_without_a_key_the_house_stays_shut_and_says_why(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"SECRET_KEY is not set.*make key"):
        secret_key("", path=tmp_path / "none", may_create=False)


@pytest.mark.parametrize("written", ["", "\n", "short\n"])
def test_a_key_that_was_cut_off_signs_nothing(tmp_path: Path, written: str) -> None:
    path = tmp_path / "secret_key"
    path.write_text(written, encoding="utf-8")
    with pytest.raises(ImproperlyConfigured, match=r"secret key in .*secret_key is too short: it has at least 32"):
        secret_key("", path=path, may_create=True)
    assert path.read_text(encoding="utf-8") == written


def test_a_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    made = secret_key("", path=path, may_create=True)
    create(path)
    assert secret_key("", path=path, may_create=False) == made
    assert len(made) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_key_for_which_there_was_no_room_is_made_as_soon_as_there_is(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    try:
        with pytest.raises(ImproperlyConfigured, match="cannot be written"):
            create(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert len(secret_key("", path=path, may_create=True)) >= 50
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.usefixtures("without_links")
def test_a_key_is_made_also_where_the_file_system_has_no_links_and_never_in_the_place_of_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret_key"
    made = secret_key("", path=path, may_create=True)
    assert len(made) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    other = tmp_path / "pin_pepper"

    def meanwhile(_length: int) -> str:
        monkeypatch.undo()
        monkeypatch.setattr("os.link", no_links)
        create(other)
        return "of the process that comes second"

    no_links = os.link
    monkeypatch.setattr("secrets.token_urlsafe", meanwhile)
    create(other)
    assert "second" not in other.read_text(encoding="utf-8")
    assert {*tmp_path.iterdir()} == {path, other}


def test_a_key_from_the_environment_comes_first(tmp_path: Path) -> None:
    assert secret_key("given", path=tmp_path / "none", may_create=True) == "given"
    assert not (tmp_path / "none").exists()


def test_without_its_pepper_the_house_stays_shut_and_says_how_it_gets_it_back(tmp_path: Path) -> None:
    path = tmp_path / "pin_pepper"
    with pytest.raises(ImproperlyConfigured, match=r"no pepper in .*pin_pepper.*PIN_PEPPER_FILE.*make key"):
        pepper(path, may_create=False)
    path.write_text("short\n", encoding="utf-8")
    with pytest.raises(ImproperlyConfigured, match=r"pepper in .* too short"):
        pepper(path, may_create=True)


def test_a_pepper_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "var" / "pin_pepper"
    made = pepper(path, may_create=True)
    assert pepper(path, may_create=True) == made
    assert len(made) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.django_db
@pytest.mark.parametrize(("pragma", "value"), [("foreign_keys", 1), ("journal_mode", "wal"), ("synchronous", 2)])
def test_sqlite_keeps_what_it_acknowledged(pragma: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)


@pytest.mark.django_db
def test_sqlite_compiles_what_acts_and_screens_send_once() -> None:
    compiled: list[int] = []

    def allowed(action: int, *_of: object) -> int:
        """SQLite asks what a statement may do as often as it compiles it."""
        compiled.append(action)
        return sqlite3.SQLITE_OK

    with connection.cursor() as cursor:
        connection.connection.set_authorizer(allowed)
        try:
            for statement in [f"SELECT {number}" for number in range(400)] * 2:
                cursor.execute(statement)
        finally:
            connection.connection.set_authorizer(None)
    assert compiled == [sqlite3.SQLITE_SELECT] * 400


@pytest.mark.django_db(transaction=True)
def test_a_transaction_of_sqlite_takes_the_lock_at_its_start() -> None:
    with transaction.atomic():
        rival = sqlite3.connect(connection.settings_dict["NAME"], timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            rival.execute("BEGIN IMMEDIATE")
        rival.close()


def test_a_database_behind_a_link_is_the_file_that_the_link_leads_to(tmp_path: Path) -> None:
    """Else a second process would lock another name, and a restore put the house in the place of the link."""
    disk = tmp_path / "disk"
    disk.mkdir()
    (disk / "house.sqlite3").touch()
    (tmp_path / "link").symlink_to(disk / "house.sqlite3")
    assert database(f"sqlite:///{tmp_path}/link", pool=0)["NAME"] == str(disk / "house.sqlite3")
    (tmp_path / "astray").symlink_to(tmp_path / "gone" / "house.sqlite3")
    with pytest.raises(ImproperlyConfigured, match="astray cannot be written by this user: No such file"):
        database(f"sqlite:///{tmp_path}/astray", pool=0)
    assert not (tmp_path / "gone").exists(), "no house begins where a disk is missing"


def test_behind_a_link_a_database_is_made_and_with_its_journals_closed_to_others(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    house, (wal, shm) = disk / "house.sqlite3", (disk / f"house.sqlite3-{it}" for it in ("wal", "shm"))
    (tmp_path / "link").symlink_to(house)
    assert database(f"sqlite:///{tmp_path}/link", pool=0)["NAME"] == str(house)
    for it in (wal, shm):
        it.touch()
        it.chmod(0o644)
    database(f"sqlite:///{tmp_path}/link", pool=0)
    assert [stat.S_IMODE(it.stat().st_mode) for it in (house, wal, shm)] == [0o600] * 3


def test_postgresql_gets_a_pool_unless_it_is_refused() -> None:
    assert database("postgres://host/sabot", pool=8)["OPTIONS"]["pool"]["max_size"] == 8
    assert "pool" not in database("postgres://host/sabot", pool=0)["OPTIONS"]


def test_redis_carries_the_pings_where_there_is_one() -> None:
    assert channel_layers("redis://host")["default"]["BACKEND"].endswith("pubsub.RedisPubSubChannelLayer")
    assert channel_layers("")["default"]["BACKEND"].endswith("InMemoryChannelLayer")


def test_on_this_machine_alone_plain_http_will_do() -> None:
    assert not any(shown(ALLOWED_HOSTS="localhost,127.0.0.1,[::1]", HTTPS="off").values())


def test_beyond_this_machine_cookies_need_https_unless_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(ENVIRONMENT, "HTTPS")
    monkeypatch.delenv("HTTPS")
    casino = shown(ALLOWED_HOSTS="table.example")
    assert all(casino[name] for name in NAMES if name not in HSTS)
    assert [casino[name] for name in HSTS] == [3600, False, False], "an hour, for this name alone, and never preloaded"


def test_django_finds_nothing_to_warn_of_in_a_casino() -> None:
    settings = {"ALLOWED_HOSTS": "table.example", "HTTPS": "on", "DEBUG": "off"}
    manage("check", "--deploy", "--fail-level", "WARNING", settings=settings)


def test_the_policy_allows_nothing_from_elsewhere() -> None:
    directives = CONTENT_SECURITY_POLICY["DIRECTIVES"]
    assert directives["default-src"] == ["'none'"]
    assert {source for sources in directives.values() for source in sources} == {"'self'", "'none'"}
