"""The ways out of the house: webhooks, mailboxes and logs, each told in its own manner what happened at a table."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from logging import INFO, LogRecord
from logging.handlers import SYSLOG_UDP_PORT, SysLogHandler
from smtplib import SMTPException
from typing import Protocol

import msgspec
from django.conf import settings
from django.core.mail import send_mail
from django.utils.timezone import localtime
from django.utils.translation import gettext, override

from table.models import Webhook
from table.outside import sending, signing
from table.outside.news import AlertNews, Delivery
from table.outside.of_the_house import CLOCK, Warned
from table.outside.sending import NotSent


class Way(Protocol):
    """A way out of the house."""

    @property
    def name(self) -> str:
        """The name of its outlet."""

    @property
    def tables(self) -> list[str]:
        """The tables that it is told of, all of them where none is named."""

    @property
    def only_alerts(self) -> bool:
        """Whether it is told of alerts, and of no other event."""

    def send(self, news: Delivery) -> None:
        """Send it once; raises :class:`NotSent` unless it arrived."""

    def warn(self, news: Sequence[Warned]) -> None:
        """Send once what calls of the house itself; raises :class:`NotSent` unless it arrived."""


class Unknown(ValueError):
    """What ALERTS_TO names and nobody can reach."""


def ways() -> Iterator[Way]:
    """Every webhook that is not revoked, and what ALERTS_TO names."""
    for webhook in Webhook.objects.filter(revoked=False).order_by("key"):
        yield ToWebhook(webhook)
    for target in settings.ALERTS_TO:
        yield of_target(target)


def of_target(target: str) -> Way:
    """``mail:somebody@example.org``, ``syslog:host:port`` or ``syslog:/dev/log``."""
    kind, _colon, where = target.partition(":")
    if kind == "mail" and "@" in where:
        return ToMail(target, where)
    if kind == "syslog" and where.startswith("/"):
        return ToSyslog(target, where)
    host, _colon, port = where.rpartition(":") if ":" in where else (where, "", "")
    if kind == "syslog" and host and (not port or port.isdecimal()):
        return ToSyslog(target, (host, int(port or SYSLOG_UDP_PORT)))
    raise Unknown(target)


@dataclass(frozen=True)
class ToWebhook:
    """An address that is told of every event, signed."""

    webhook: Webhook
    only_alerts: bool = False

    @property
    def name(self) -> str:
        """Its outlet."""
        return self.webhook.outlet

    @property
    def tables(self) -> list[str]:
        """The tables that it is told of."""
        return list(self.webhook.tables)

    def send(self, news: Delivery) -> None:
        """As JSON, with the signature of this moment."""
        body, secret = msgspec.json.encode(news), signing.secret_of(self.webhook)
        signed = signing.signature(secret, body, at=int(time.time()))
        headers = {"Content-Type": "application/json", "User-Agent": "Sabot", signing.HEADER: signed}
        sending.post(self.webhook.url, body, headers)

    def warn(self, news: Sequence[Warned]) -> None:
        """Programs are told of tables; what calls of the house is for people."""


@dataclass(frozen=True)
class ToMail:
    """A mailbox that is told of alerts, in the language of the house."""

    name: str
    mailbox: str
    only_alerts: bool = True
    tables: list[str] = field(default_factory=list)

    def send(self, news: Delivery) -> None:
        """One mail for all that happened since the one before."""
        if not news.alerts:
            return
        with override(settings.LANGUAGE_CODE):
            self._mail(subject_of(news.alerts[-1]), map(in_words, news.alerts))

    def warn(self, news: Sequence[Warned]) -> None:
        """One mail for all that came since the one before."""
        self._mail(news[-1].title, [it.words for it in news])

    def _mail(self, subject: str, paragraphs: Iterable[str]) -> None:
        try:
            send_mail(subject, "\n\n".join(paragraphs) + "\n", None, [self.mailbox])
        except (OSError, SMTPException) as error:
            raise NotSent(f"{type(error).__name__}: {error}"[:200]) from None


def subject_of(alert: AlertNews) -> str:
    """What stands over the mail: the table and the alert that was raised or settled last."""
    facts = {"table": alert.table, "title": alert.title}
    if alert.settled_at is None:
        return gettext("Table %(table)s: %(title)s") % facts
    return gettext("Table %(table)s, settled: %(title)s") % facts


def in_words(alert: AlertNews) -> str:
    """An alert as a mail tells it: what, at which table and coup, and when by the clock of the house."""
    facts = {
        "table": alert.table,
        "coup": alert.coup or "–",
        "number": alert.number,
        "title": alert.title,
        "raised": f"{localtime(alert.raised_at):{CLOCK}}",
    }
    if alert.settled_at is None:
        return gettext("%(title)s\nTable %(table)s, coup %(coup)s, entry %(number)s. Raised %(raised)s.") % facts
    facts["settled"] = f"{localtime(alert.settled_at):{CLOCK}}"
    return gettext("%(title)s\nTable %(table)s, coup %(coup)s, entry %(number)s. Settled %(settled)s.") % facts


class _Loud(SysLogHandler):
    """Says when a line could not be sent, as its caller has to know."""

    def handleError(self, _record: LogRecord) -> None:  # noqa: N802 - so it is called in the standard library
        raise  # noqa: PLE0704 - it is called while the error is handled


@dataclass(frozen=True)
class ToSyslog:
    """A system's log that is told of alerts, a line for each. By UDP nobody confirms that it came."""

    name: str
    address: str | tuple[str, int]
    only_alerts: bool = True
    tables: list[str] = field(default_factory=list)

    def send(self, news: Delivery) -> None:
        """A line for each alert, as names and values."""
        if news.alerts:
            self._write(map(in_values, news.alerts))

    def warn(self, news: Sequence[Warned]) -> None:
        """A line for each, as names and values."""
        self._write(_in_line(it.values) for it in news)

    def _write(self, lines: Iterable[str]) -> None:
        try:
            log = _Loud(self.address)
            try:
                for line in lines:
                    log.emit(LogRecord("sabot", INFO, "", 0, line, None, None))
            finally:
                log.close()
        except OSError as error:
            raise NotSent(f"{type(error).__name__}: {error}"[:200]) from None


def in_values(alert: AlertNews) -> str:
    """An alert as a log has it: ``sabot: alert=raised table=T3 coup=1.4 …``, times in UTC."""
    told = {
        "alert": alert.status,
        "table": alert.table,
        "coup": alert.coup or "-",
        "number": alert.number,
        "code": alert.code,
        "severity": alert.severity,
        "raised_at": alert.raised_at.isoformat(),
    }
    if alert.settled_at is not None:
        told["settled_at"] = alert.settled_at.isoformat()
    return _in_line(told)


def _in_line(told: Mapping[str, object]) -> str:
    return "sabot: " + " ".join(f"{name}={value}" for name, value in told.items())
