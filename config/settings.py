"""The settings of the house, read from the environment and from `.env`; `.env.example` explains every one of them."""

import sys
from datetime import timedelta
from typing import Any

from csp.constants import NONE, SELF
from environ import Env

from config import logs
from config.environment import BASE_DIR, env
from config.keys import KEY_FILE, secret_key

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def database(url: str, *, pool: int) -> dict[str, Any]:
    """Django's settings for a database URL; `pool` is the most connections one process keeps open to PostgreSQL."""
    settings: dict[str, Any] = Env.db_url_config(url)
    options = settings.setdefault("OPTIONS", {})
    if settings["ENGINE"].endswith("sqlite3"):
        path = BASE_DIR / settings["NAME"]
        path.parent.mkdir(parents=True, exist_ok=True)
        settings["NAME"] = str(path)
        options |= SQLITE_OPTIONS
        return settings
    settings["OPTIONS"] = POSTGRESQL_OPTIONS | options
    if pool:
        settings["OPTIONS"]["pool"] = {"min_size": 1, "max_size": pool}
        # After PostgreSQL was restarted the first act finds a connection that works, not one that the pool kept.
        settings["CONN_HEALTH_CHECKS"] = True
    return settings


# IMMEDIATE: a writer waits for the lock at the start, not when it is too late to wait.
# FULL: what was acknowledged is on disk.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA foreign_keys=ON; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
}

# An act waits for its table as long as on SQLite; a machine that dies amid an act does not lock its table for hours.
POSTGRESQL_OPTIONS = {"options": "-c lock_timeout=20s -c idle_in_transaction_session_timeout=20s"}


def channel_layers(url: str) -> dict[str, Any]:
    """How processes ping each other: through Redis, or within the one process where there is no Redis."""
    if not url:
        return {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    # The core layer of channels-redis loses idle sockets with redis-py 8; the pub/sub layer holds hundreds.
    return {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [url]}}}


DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = secret_key(env.str("SECRET_KEY", default=""), path=KEY_FILE, may_create=DEBUG)

# --- Who may come, and how ------------------------------------------------------------------------
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=list(LOOPBACK))
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("HTTPS", default=not set(ALLOWED_HOSTS) <= set(LOOPBACK))
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_SSL_REDIRECT = HTTPS
# Who watches over the process asks it directly, not through the proxy.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
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
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}

# The longest form is the one with all rules of a table; nobody sends files here.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300
DATA_UPLOAD_MAX_NUMBER_FILES = 0
# Somebody who presses much faster than a person is asked to wait (table/live/patience.py).
PRESSES_PER_SECOND = 10.0
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

# --- Seals --------------------------------------------------------------------------------------------
# The key signs what the registers have come to; it and its seals never lie in the database.
SEAL_KEY_FILE = BASE_DIR / env.str("SEAL_KEY_FILE", default="var/seal_key")
SEALS_FILE = BASE_DIR / env.str("SEALS_FILE", default="var/seals")
SEAL_EVERY = env.int("SEAL_EVERY", default=1000)

# --- How long what names people is kept ---------------------------------------------------------------
# Entries are kept for ever. Nothing goes by itself: `manage.py keep` clears out, under a timer.
RETAIN_NOTES_DAYS = env.int("RETAIN_NOTES_DAYS", default=0)
RETAIN_WRONG_PINS_DAYS = env.int("RETAIN_WRONG_PINS_DAYS", default=30)

# --- Out of the house ---------------------------------------------------------------------------------
# Networks of the house itself to which webhooks may lead; without it they lead to the public internet alone.
WEBHOOK_NETWORKS = env.list("WEBHOOK_NETWORKS", default=[])
ALERTS_TO = env.list("ALERTS_TO", default=[])
EMAIL_HOST = env.str("EMAIL_HOST", default="localhost")
EMAIL_PORT = env.int("EMAIL_PORT", default=25)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", default="")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", default=False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="sabot@localhost")
# --- Reports ------------------------------------------------------------------------------------------
# Where what is printed points back to, and where the house shows the video of a table and a time.
HOUSE_ADDRESS = env.str("HOUSE_ADDRESS", default="").rstrip("/")
VIDEO_LINK = env.str("VIDEO_LINK", default="")

# --- The demo house -------------------------------------------------------------------------------
DEMO = env.bool("DEMO", default=False)
DEMO_FILE = BASE_DIR / env.str("DEMO_FILE", default="var/demo.json")

# --- Who works here -------------------------------------------------------------------------------
AUTH_USER_MODEL = "table.Person"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "table.access.sessions.ByBadge"]
# The cookie lives as long as a session may at most; how long one may lie idle, `table.sessions` decides.
SESSION_COOKIE_AGE = 12 * 3600
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=10)
# A badge is locked at the device where its PIN was guessed at: nobody can lock the Direzione out from elsewhere.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_CLIENT_IP_CALLABLE = "table.access.address.client_address"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_USERNAME_FORM_FIELD, AXES_PASSWORD_FORM_FIELD = "badge", "pin"
AXES_SENSITIVE_PARAMETERS = ["badge", "username", "ip_address", "csrfmiddlewaretoken"]
# Who signed in stands in the register of the house.
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
# The pages that ask for a PIN say themselves that a badge is locked, in the form and language of the house.
SILENCED_SYSTEM_CHECKS = ["axes.W002"]

# --- What it is made of ---------------------------------------------------------------------------
INSTALLED_APPS = [
    # These two in this order, before the static files: `runserver` is then Daphne, and the house serves its own files.
    "whitenoise.runserver_nostatic",
    "daphne",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    # Before the admin: its pages are those of Django, but for what the house says in its own words.
    "table",
    "procedures",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "axes",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.static.HouseFiles",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "table.views.legible.OnlyLegible",
    "django.middleware.common.CommonMiddleware",
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
        # For the pages of the admin alone, which come with Django.
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
        env.str("DATABASE_URL", default="sqlite:///var/sabot.sqlite3"),
        pool=env.int("DATABASE_POOL", default=8),
    ),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CHANNEL_LAYERS = channel_layers(env.str("REDIS_URL", default=""))

# --- Languages and time ---------------------------------------------------------------------------
LANGUAGE_CODE = "it"
# Each under its own name, so that everybody finds the one they read.
LANGUAGES = [("it", "Italiano"), ("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "Europe/Rome"

# --- Static files ---------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / env.str("STATIC_ROOT", default="var/static")
STATICFILES_DIRS = [path for path in [BASE_DIR / "static"] if path.is_dir()]
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {"staticfiles": {"BACKEND": "config.static.HashedFiles"}}

# --- Logs -----------------------------------------------------------------------------------------
LOGGING_CONFIG = "config.logs.configure"
LOGGING = logs.logging(
    json=env.bool("LOG_JSON", default=not sys.stderr.isatty()),
    level=env.str("LOG_LEVEL", default="INFO"),
)
