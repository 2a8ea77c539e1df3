"""The settings of the suite: the house's own, read from an environment that is the same on every machine.

A developer's `.env` must not decide what the tests prove, so every variable that the house reads is given here.
"""

import atexit
import importlib
import os
import shutil
import tempfile
from pathlib import Path

IN_MEMORY, ROOM = Path("/dev/shm"), 1 << 30
"""Where Linux has files that are in memory alone, and so many bytes have to be free there.

Each act that is committed waits for the disk, for ten milliseconds at some.
"""


def where() -> Path | None:
    """The folder in which databases of the suite lie; None for that of all temporary files."""
    there = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK | os.X_OK)
    return IN_MEMORY if there and shutil.disk_usage(IN_MEMORY).free > ROOM else None


FOLDER = tempfile.TemporaryDirectory(prefix="sabot-tests-", dir=where())
# At the very end: pytest's own temporary folders are made too late for Django's settings.
atexit.register(FOLDER.cleanup)
HOUSE = Path(FOLDER.name)

ENVIRONMENT = {
    "SECRET_KEY": "the-suite-signs-nothing-that-anybody-would-want-to-forge",
    "PIN_PEPPER_FILE": f"{HOUSE}/pin_pepper",
    "DEBUG": "off",
    "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
    "HTTPS": "off",
    "HSTS_SECONDS": "3600",
    "HSTS_SUBDOMAINS": "off",
    "TRUSTED_PROXIES": "127.0.0.0/8,::1/128",
    "CONNECTIONS_PER_ADDRESS": "2500",
    "SCREENS_PER_PERSON": "4000",
    "HEADERS_SECONDS": "10",
    "BODY_SECONDS": "30",
    "CSRF_TRUSTED_ORIGINS": "",
    "SIGN_FRAMED_BY": "",
    "DATABASE_URL": f"sqlite:///{HOUSE}/house.sqlite3",
    "DATABASE_PASSWORD": "",
    "DATABASE_POOL": "0",
    "REDIS_URL": "",
    "TIME_ZONE": "Europe/Rome",
    "STATIC_ROOT": f"{HOUSE}/static",
    "LOG_LEVEL": "INFO",
    "LOG_JSON": "on",
    "LOG_FILE": "",
    "SECURITY_CONTACT": "mailto:security@sabot.example",
    "METRICS_TOKEN": "",
    "DISK_FLOOR_MB": "1",
    "SEAL_KEY_FILE": f"{HOUSE}/seal_key",
    "SEALS_FILE": f"{HOUSE}/seals",
    "SEAL_EVERY": "1000",
    "BACKUPS": f"{HOUSE}/backups",
    "EXPORTS": f"{HOUSE}/exports",
    "STARTS": f"{HOUSE}/starts",
    "PAST_READY": "off",
    "PAPER_MEGABYTES": "256",
    "RETAIN_EXPORTS_DAYS": "14",
    "RETAIN_REPLACED_DAYS": "90",
    "BACKUP_ALERT_DAYS": "0",
    "RETAIN_NOTES_DAYS": "0",
    "RETAIN_WRONG_PINS_DAYS": "30",
    "WEBHOOK_NETWORKS": "",
    "ALERTS_TO": "",
    "EMAIL_HOST": "localhost",
    "EMAIL_PORT": "25",
    "EMAIL_HOST_USER": "",
    "EMAIL_HOST_PASSWORD": "",
    "EMAIL_USE_TLS": "off",
    "DEFAULT_FROM_EMAIL": "sabot@localhost",
    "HOUSE_ADDRESS": "",
    "VIDEO_LINK": "",
    "ONLINE": "on",
    "DEMO": "off",
    "DEMO_FILE": f"{HOUSE}/demo.json",
}
(HOUSE / "static").mkdir()
(HOUSE / "no-static").mkdir()
(HOUSE / "pin_pepper").write_text("the-suite-mixes-this-into-pins-that-nobody-has", encoding="utf-8")
os.environ |= ENVIRONMENT

house = vars(importlib.import_module("config.settings"))
globals().update({name: value for name, value in house.items() if name.isupper()})

# A file, not memory: threads and a served house see the same database, and SQLite locks it as it does at a table.
DATABASES = {"default": house["DATABASES"]["default"] | {"TEST": {"NAME": f"{HOUSE}/tests.sqlite3"}}}
ALLOWED_HOSTS = [*house["ALLOWED_HOSTS"], "testserver"]
# Pages rendered in process name their files plainly; the browser tests serve the hashed ones.
# Every client of a test would look through all that was laid out for served houses, so it lies elsewhere.
STATIC_ROOT = f"{HOUSE}/no-static"
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# A PIN is hashed in no time: what it takes stands in the hash, so the served house can read it too.
PASSWORD_HASHERS = ["tests.rig.hashing.InNoTime", *house["PASSWORD_HASHERS"][1:]]
# pytest shows what was logged where a test fails; the terminal stays quiet.
LOGGING = house["LOGGING"] | {"root": {"handlers": [], "level": "INFO"}}
