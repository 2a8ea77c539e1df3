"""Logging of the server: a line per event of Django, Daphne and our code; a line per request that is read as a whole.

On a terminal the lines are for people; anywhere else each is one JSON object. Tracebacks never show local variables, as
one may be a covered card. A request that is wrong (a status below 500) is logged without a traceback: the fault is not
ours, and a thousand such requests would fill the log.
"""

import logging as standard
import os
import time
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from fcntl import LOCK_EX, flock
from logging.config import dictConfig
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

import structlog
from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, ASGISendEvent, Scope
from structlog.typing import Processor

from config import private

FILE_BYTES, FILES = 20 * 1024 * 1024, 10
"""Bytes at which a log file is rotated, and number of older files that are kept."""
OUR_FAULT = 500
HTTP_2 = "HTTP/2 support"
OURS = "stack"
"""Key whose value no request can influence; it may have several lines."""
log = structlog.stdlib.get_logger("sabot.access")


def written_out(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Escape the unprintable characters of those values of an event that are texts, so that none acts on a terminal.

    Newlines of the text of the event itself stay, and its stack as it is. Changes the event and returns it.
    """
    for name, value in event.items():
        if isinstance(value, str) and not value.isprintable() and name != OURS:
            allowed = "\n" if name == "event" else ""
            event[name] = "".join(it if it.isprintable() or it in allowed else ascii(it)[1:-1] for it in value)
    return event


BEFORE_RENDERING: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
    written_out,
)


AS_JSON: tuple[Processor, ...] = (
    structlog.processors.format_exc_info,
    structlog.processors.JSONRenderer(ensure_ascii=False),
)


class Rotated(RotatingFileHandler):
    """Rotating log file that only its owner can read, and into which several processes may write."""

    def __init__(self, filename: str) -> None:
        super().__init__(filename, maxBytes=FILE_BYTES, backupCount=FILES, encoding="utf-8")

    def _open(self) -> Any:
        """Open the log file for appending, and return its stream; anew after each rotation.

        First it is made if it is missing, and closed to all but its owner. Raises ImproperlyConfigured where this
        process cannot write to it.
        """
        private.file(Path(self.baseFilename))
        return super()._open()

    def shouldRollover(self, record: standard.LogRecord) -> int:  # noqa: N802 - its name in logging
        """Whether the record no longer fits into the file that has the name now, also if another process rotated it."""
        self._follow()
        return super().shouldRollover(record)

    def doRollover(self) -> None:  # noqa: N802 - its name in logging
        """Rotate the file, locked meanwhile, unless another process has done so before; then go on in the new one."""
        full = self.stream
        assert full is not None, "it was found to be full"
        # A second descriptor: the lock has to outlast the stream, which is closed before the files are renamed.
        with os.fdopen(os.dup(full.fileno())) as lock:
            flock(lock, LOCK_EX)
            self._follow()
            if self.stream is full:
                super().doRollover()

    def _follow(self) -> None:
        """Open the log file anew if another process has rotated the one that is open; nothing while none is open."""
        if self.stream is None:
            return
        with suppress(FileNotFoundError):  # it is being rotated
            if os.path.samestat(Path(self.baseFilename).stat(), os.fstat(self.stream.fileno())):
                return
        # Closed last: a closed one could not be looked at by the next line, if the file cannot be opened now.
        rotated, self.stream = self.stream, self._open()
        rotated.close()


def without_their_faults(record: standard.LogRecord) -> bool:
    """Logging filter: take the traceback off a record with a `status_code` below 500; without one it stays.

    Always True: no record is dropped.
    """
    if getattr(record, "status_code", OUR_FAULT) < OUR_FAULT:
        record.exc_info = record.exc_text = None
    return True


def of_this_house(record: standard.LogRecord) -> bool:
    """Logging filter: False, which drops the record, for lines that tell of no event of this house; else True.

    These are Daphne's on HTTP/2, which this server does not speak, and Django's error without a traceback on an answer
    such as the 503 of `/readyz`: nothing broke, and its request has a line of its own.
    """
    if record.name == "django.request":
        return record.levelno < standard.ERROR or bool(record.exc_info)
    return not (record.name == "daphne.server" and str(record.msg).startswith(HTTP_2))


def logging(*, json: bool, level: str, file: Path | None = None) -> dict[str, Any]:
    """Return the LOGGING setting: Django, Daphne and our code, rendered by structlog to `file`, or else to stderr.

    `level` is the lowest that is logged. The file is rotated after FILE_BYTES, and readable by its owner only. It
    is not opened here.
    """
    lines: dict[str, Any] = {"class": "logging.StreamHandler"}
    if file is not None:
        lines = {"()": Rotated, "filename": str(file)}
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            *(AS_JSON if json else [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]),
        ],
        "foreign_pre_chain": BEFORE_RENDERING,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"theirs": {"()": lambda: without_their_faults}, "ours": {"()": lambda: of_this_house}},
        "handlers": {"lines": lines | {"formatter": "line", "filters": ["theirs", "ours"]}},
        "root": {"handlers": ["lines"], "level": level},
        # Without the handlers that Django gives these loggers, which would print everything twice.
        "loggers": {name: {"handlers": [], "propagate": True} for name in ("django", "django.server")},
    }


def configure(settings: Mapping[str, Any]) -> None:
    """Set up logging and structlog; Django calls it at start as LOGGING_CONFIG with the setting LOGGING.

    An event of structlog below the level is dropped; others pass BEFORE_RENDERING and are rendered by the handlers.
    """
    dictConfig(dict(settings))
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *BEFORE_RENDERING,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )


# --- requests


def logged(application: ASGI3Application) -> ASGI3Application:
    """Wrap `application` so that every request and closed socket is logged with its path and its seconds.

    The query is left out, as it may hold what a person typed. For a request the line is written before the last part of
    the response is sent: whoever has a response finds it in the log, even if the process is stopped at that moment.
    """

    async def reporting(scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Serve, and log one line: a request before the last part of its response is sent, a socket once it is closed.

        A request that ends without that part is logged at its end, also as it fails.
        """
        began = time.monotonic()
        status = None
        said = False
        watching = scope["type"] == "http"  # a socket has no status, and sends far more often

        async def watched(event: ASGISendEvent) -> None:
            """Note the status, log the request before its last part, and send the event."""
            nonlocal status, said
            if event["type"] == "http.response.start":
                status = event["status"]
            elif event["type"] == "http.response.body" and not event.get("more_body"):
                said = True
                report(scope, status=status, seconds=time.monotonic() - began)
            await send(event)

        try:
            await application(scope, receive, watched if watching else send)
        finally:
            if not said:
                report(scope, status=status, seconds=time.monotonic() - began)

    return reporting


def report(scope: Scope, *, status: int | None, seconds: float) -> None:
    """Log, at level info, a request with its method and status, or a closed socket; each with path and seconds.

    `status` is None for a request that was never answered. Nothing is logged of any other kind of scope.
    """
    facts: dict[str, Any] = {"path": scope.get("path"), "seconds": round(seconds, 4)}
    if scope["type"] == "http":
        log.info("request", method=scope["method"], status=status, **facts)
    elif scope["type"] == "websocket":
        log.info("socket closed", **facts)
