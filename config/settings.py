"""Django settings, from the environment and `.env`; `.env.example` explains each of them."""

import os
import socket
import sys
from functools import partial
from ipaddress import ip_network
from typing import Any

from csp.constants import NONE, SELF
from environ import Env

from config import environment, logs, private
from config.environment import BASE_DIR, HOME, VERSION, env
from config.keys import KEY_FILE, pepper, pepper_file, secret_key

SABOT_VERSION = VERSION
LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
SESSION = f"sabot-{socket.gethostname()[:40]}-{os.getpid()}"
"""Name of this process's sessions at PostgreSQL (application_name); no other process has it."""


def database(url: str, *, pool: int, password: str = "") -> dict[str, Any]:
    """Return Django's settings for a database URL.

    `pool` is the most connections that one process keeps open to PostgreSQL, 0 for no pool. A `password` replaces that
    of the URL, and may hold any character. The file of a SQLite database, by an absolute path or one relative to
    :data:`HOME` (SABOT_HOME), is made if it is not there, and closed to others; of a link it is the file that it leads
    to. ImproperlyConfigured where it cannot be written. The scheme is not checked here: any but sqlite gets the options
    of PostgreSQL.
    """
    settings: dict[str, Any] = Env.db_url_config(url)
    settings["PASSWORD"] = password or settings.get("PASSWORD", "")
    options = settings.setdefault("OPTIONS", {})
    if settings["ENGINE"].endswith("sqlite3"):
        path = HOME / settings["NAME"]
        private.database(path)
        # A name for each file: by it whoever serves a house is known, and beside it a restore lays the other one.
        settings["NAME"] = str(path.resolve())
        options |= SQLITE_OPTIONS
        return settings
    settings["OPTIONS"] = POSTGRESQL_OPTIONS | options | {"application_name": SESSION}
    if pool:
        settings["OPTIONS"]["pool"] = {"min_size": 1, "max_size": pool, "timeout": DATABASE_WAIT_SECONDS}
        # Else the first act after a restart of PostgreSQL would get a dead connection from the pool.
        settings["CONN_HEALTH_CHECKS"] = True
    return settings


# Acts hold the database for some milliseconds. One that waits longer waits for another program, and is refused before
# the person who pressed gives up (table/record/machine/database_lock.py).
LONGEST_WAIT_SECONDS = 4

# IMMEDIATE: a writer takes the lock at the start, while it can still wait for it.
# FULL: what was committed is on disk.
# Acts and screens send some hundreds of statements, and every savepoint is one more: each is compiled once, not at
# every act anew, as with the 128 that Python remembers.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": LONGEST_WAIT_SECONDS,
    "cached_statements": 512,
    "init_command": "PRAGMA foreign_keys=ON; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
}

# For a database that does not answer; monitoring of the house needs an answer within three seconds.
DATABASE_WAIT_SECONDS = 2

# An act waits for its table as long as on SQLite. A machine that dies amid an act must not lock its table for hours.
POSTGRESQL_OPTIONS = {
    "options": f"-c lock_timeout={LONGEST_WAIT_SECONDS}s -c idle_in_transaction_session_timeout=20s",
    "connect_timeout": DATABASE_WAIT_SECONDS,
}


def channel_layers(url: str) -> dict[str, Any]:
    """Return CHANNEL_LAYERS: Redis at this URL, or in memory, within the one process, where it is empty."""
    if not url:
        return {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    # The core layer of channels-redis loses idle sockets with redis-py 8; the pub/sub layer holds hundreds.
    return {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [url]}}}


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY_FILE = KEY_FILE
SECRET_KEY = secret_key(env.str("SECRET_KEY", default=""), path=KEY_FILE, may_create=DEBUG)
# Mixed into every PIN before it is hashed; outside the database, as a copy of that alone must verify no PIN.
PIN_PEPPER_FILE = pepper_file()
PIN_PEPPER = pepper(PIN_PEPPER_FILE, may_create=DEBUG)

# --- Who may come, and how ------------------------------------------------------------------------
ALLOWED_HOSTS = env.each(
    "ALLOWED_HOSTS", environment.HOST.fullmatch, "it is names without a scheme and a port"
) or list(LOOPBACK)
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("HTTPS", default=not set(ALLOWED_HOSTS) <= set(LOOPBACK))
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
# Monitoring calls the process directly, not through the proxy.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
# An hour, so that a house can go back to plain HTTP. Preloading could not be taken back at all.
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=3600) * HTTPS
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False) and HTTPS
SECURE_HSTS_PRELOAD = False
# Proxies whose forwarding headers are believed (table/access/address.py).
TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=["127.0.0.0/8", "::1/128"])
CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# Origins, as https://stream.example, whose pages may show the sign of a table in a frame (`/display/?overlay=1`).
SIGN_FRAMED_BY = env.list("SIGN_FRAMED_BY", default=[])

# The longest form is the one with all rules of a table; files are never uploaded.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300
DATA_UPLOAD_MAX_NUMBER_FILES = 0
# Open connections of an address, and of a person or display; seconds for headers and body of a request (config/doors).
CONNECTIONS_PER_ADDRESS = env.int("CONNECTIONS_PER_ADDRESS", default=2500, least=1)
SCREENS_PER_PERSON = env.int("SCREENS_PER_PERSON", default=4000, least=1)
HEADERS_SECONDS = env.float("HEADERS_SECONDS", default=10.0)
BODY_SECONDS = env.float("BODY_SECONDS", default=30.0)
# Presses above this rate are refused. Bad frames and refused presses count as faults; above their rate the socket is
# closed (table/live/rate_limits.py).
PRESSES_PER_SECOND = 10.0
FAULTS_PER_SECOND = 0.2
# Contacts for vulnerabilities, in security.txt: mailto: or https:, one or several.
SECURITY_CONTACT = env.each("SECURITY_CONTACT", environment.CONTACT.fullmatch, "it is mailto: or https: addresses")
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
# Megabytes; with less, /readyz answers 503, as what is acknowledged has to find room on disk.
DISK_FLOOR_MB = env.int("DISK_FLOOR_MB", default=200)
# The process that sets a paper as PDF may have so much memory.
PAPER_MEGABYTES = env.int("PAPER_MEGABYTES", default=256, least=128)

# --- Seals --------------------------------------------------------------------------------------------
# The key signs the last digest of each register; neither it nor its seals are in the database.
SEAL_KEY_FILE = HOME / env.str("SEAL_KEY_FILE", default="var/seal_key")
SEALS_FILE = HOME / env.str("SEALS_FILE", default="var/seals")
SEAL_EVERY = env.int("SEAL_EVERY", default=1000, least=1)

# --- Backups ------------------------------------------------------------------------------------------
BACKUPS = HOME / env.str("BACKUPS", default="var/backups")
# Exported registers, and databases that a restore has put aside.
EXPORTS = HOME / env.str("EXPORTS", default="var/exports")
# Starts of taglie, from which the past is performed: they can be made again, and are in no backup.
STARTS = HOME / env.str("STARTS", default="var/starts")
# The process of the past stands ready as long as the house is served, with some 90 MB; else it begins with a look.
PAST_READY = env.bool("PAST_READY", default=True)
RETAIN_EXPORTS_DAYS = env.days("RETAIN_EXPORTS_DAYS", default=14)
RETAIN_REPLACED_DAYS = env.days("RETAIN_REPLACED_DAYS", default=90)
BACKUP_ALERT_DAYS = env.days("BACKUP_ALERT_DAYS", default=2)

# --- How long what names people is kept ---------------------------------------------------------------
# Entries are kept for ever. Nothing is erased by itself: `manage.py keep` does it, run by a timer.
RETAIN_NOTES_DAYS = env.days("RETAIN_NOTES_DAYS", default=0)
RETAIN_WRONG_PINS_DAYS = env.days("RETAIN_WRONG_PINS_DAYS", default=30)

# --- Out of the house ---------------------------------------------------------------------------------
# Private networks to which webhooks may lead; without any they lead to the public internet alone.
WEBHOOK_NETWORKS = env.each(
    "WEBHOOK_NETWORKS", partial(ip_network, strict=False), "it is networks, such as 10.20.0.0/16"
)
ALERTS_TO = env.list("ALERTS_TO", default=[])
EMAIL_HOST = env.str("EMAIL_HOST", default="localhost")
EMAIL_PORT = env.int("EMAIL_PORT", default=25, least=1, most=65535)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", default="")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", default=False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="sabot@localhost")
# --- Reports ------------------------------------------------------------------------------------------
# Base of the links in printed reports, and the pattern of a link to the video of a table and a time (table/reports).
HOUSE_ADDRESS = env.address("HOUSE_ADDRESS", "", of=("http", "https")).rstrip("/")
VIDEO_LINK = env.str("VIDEO_LINK", default="")

# --- The online game --------------------------------------------------------------------------------------
# Baccarat online for play money: accounts that anybody may open, at tables without staff.
ONLINE = env.bool("ONLINE", default=True)

# --- The demo house -------------------------------------------------------------------------------
DEMO = env.bool("DEMO", default=False)
DEMO_FILE = HOME / env.str("DEMO_FILE", default="var/demo.json")

# --- Who works here -------------------------------------------------------------------------------
AUTH_USER_MODEL = "table.Person"
AUTHENTICATION_BACKENDS = ["table.access.sessions.ByBadge"]
# A hash without pepper, of an earlier version, is still accepted, and rewritten when its PIN is used.
PASSWORD_HASHERS = ["table.access.hashing.Peppered", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
SESSION_ENGINE = "table.access.session_store"
# Longest life of a session, in seconds; `table.access.sessions` ends idle ones earlier.
SESSION_COOKIE_AGE = 12 * 3600
# HSTS for subdomains is the operator's decision; a house is never preloaded.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# --- What it is made of ---------------------------------------------------------------------------
INSTALLED_APPS = [
    # These two in this order, before staticfiles: `runserver` is then Daphne, and WhiteNoise serves the static files.
    "whitenoise.runserver_nostatic",
    "daphne",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    # Before the libraries, as it overrides commands of theirs that would write without an entry.
    "config.service.apps.ConfigConfig",
    # Before the admin, as they override some of its templates.
    "table",
    "procedures",
    "bank",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.static.HouseFiles",
    "csp.middleware.CSPMiddleware",
    "table.views.doors.powers.FewPowers",
    "config.health.NobodySignedIn",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "table.views.legible.OnlyLegible",
    "config.health.ByAddress",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "table.access.sessions.EndIdleSessions",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "config.jinja.environment"},
    },
    {
        # For the pages of Django's admin alone.
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Where it remembers, and how processes hear of each other -------------------------------------
DATABASES = {
    "default": database(
        env.address("DATABASE_URL", "sqlite:///var/sabot.sqlite3", of=environment.DATABASES),
        password=env.str("DATABASE_PASSWORD", default=""),
        # Without a pool for a command: its one connection is told from those of the servers when a house is restored.
        pool=env.int("DATABASE_POOL", default=8) * (not environment.of_a_command),
    ),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.address("REDIS_URL", "", of=("redis", "rediss", "unix"))
CHANNEL_LAYERS = channel_layers(REDIS_URL)

# --- Languages and time ---------------------------------------------------------------------------
LANGUAGE_CODE = "it"
# Each under its own name, so that people find the one they read.
LANGUAGES = [("it", "Italiano"), ("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = env.zone("TIME_ZONE", default="Europe/Rome")

# --- Static files ---------------------------------------------------------------------------------
STATIC_URL = "/static/"
# A wheel brings the collected files with it; from the sources they are collected into `var`.
MADE = BASE_DIR / "static-made" if (BASE_DIR / "static-made").is_dir() else HOME / "var" / "static"
STATIC_ROOT = HOME / env.str("STATIC_ROOT", default=str(MADE))
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {"staticfiles": {"BACKEND": "config.static.HashedFiles"}}

# --- Logs -----------------------------------------------------------------------------------------
LOGGING_CONFIG = "config.logs.configure"
LOG_FILE = env.str("LOG_FILE", default="")
if LOG_FILE:
    private.file(HOME / LOG_FILE)
LOGGING = logs.logging(
    json=env.bool("LOG_JSON", default=bool(LOG_FILE) or not sys.stderr.isatty()),
    file=HOME / LOG_FILE if LOG_FILE else None,
    level=env.choice("LOG_LEVEL", "INFO", among=("DEBUG", "INFO", "WARNING", "ERROR")),
)
