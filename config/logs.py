"""What the server says of itself: one structured line per event, for Django, Daphne and our own code alike.

On a terminal the lines are for people; anywhere else each is one JSON object. Tracebacks never show local variables: a
covered card may be one of them.
"""

from collections.abc import Mapping
from logging.config import dictConfig
from typing import Any

import structlog
from structlog.typing import Processor

BEFORE_RENDERING: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
)


def renderers(*, json: bool) -> list[Processor]:
    """How a finished event becomes one line."""
    if json:
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]
    return [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]


def logging(*, json: bool, level: str) -> dict[str, Any]:
    """The logging of the standard library, through which Daphne and Django speak too, rendered by structlog."""
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderers(json=json)],
        "foreign_pre_chain": BEFORE_RENDERING,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django gives these handlers of its own, which would print everything twice.
        "loggers": {name: {"handlers": [], "propagate": True} for name in ("django", "django.server")},
    }


def configure(settings: Mapping[str, Any]) -> None:
    """Called by Django at start, as LOGGING_CONFIG."""
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
