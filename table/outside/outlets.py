"""Outlets by which news leave the house: webhooks get everything of their tables, mailboxes and logs only alerts."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from logging import INFO, LogRecord
from logging.handlers import SYSLOG_UDP_PORT, SysLogHandler
from typing import ClassVar

import msgspec
from django.conf import settings
from django.core.mail import send_mail
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext, override

from table.models import Webhook
from table.outside import sending, signing
from table.outside.news import AlertNews, Delivery
from table.outside.of_the_house import CLOCK, Warned
from table.outside.sending import NotSent

MOST_PORT = 65_535
_ADDRESS = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<host>[^\[\]:]+))(?::(?P<port>[0-9]{0,5}))?", re.ASCII)
"""Address of a system log, with an optional port; one of IPv6 stands in brackets."""
_PARTED = re.compile(r'[\s"=\x00-\x1f\x7f]')
"""Character in a value by which a log line would be split wrongly."""


class Unknown(ValueError):
    """Entry of ALERTS_TO that has no valid form."""


def ways() -> "Iterator[DeliveryWay]":
    """Yield the outlets of all webhooks not revoked, sorted by their keys, then those of ALERTS_TO as they are listed.

    Raises :class:`Unknown` for an entry of ALERTS_TO of no valid form; see :func:`of_target`.
    """
    for webhook in Webhook.objects.filter(revoked=False).order_by("key"):
        yield ToWebhook(webhook)
    for target in settings.ALERTS_TO:
        yield of_target(target)


def of_target(target: str) -> "DeliveryWay":
    """Parse ``mail:somebody@example.org``, ``syslog:host:port``, ``syslog:host`` or ``syslog:/dev/log``.

    An IPv6 address stands in brackets, ``syslog:[::1]:514``. Without a port, or with an empty one, it is the usual one
    (514). Raises :class:`Unknown` for anything else.
    """
    kind, _colon, where = target.partition(":")
    if kind == "mail" and "@" in where:
        return ToMail(target, where)
    if kind == "syslog" and where.startswith("/"):
        return ToSyslog(target, where)
    address = _ADDRESS.fullmatch(where)
    port = int(address["port"] or SYSLOG_UDP_PORT) if address else 0
    if kind == "syslog" and address and 0 < port <= MOST_PORT:
        return ToSyslog(target, (address["six"] or address["host"], port))
    raise Unknown(target)


@dataclass(frozen=True)
class ToWebhook:
    """Webhook that gets every event and alert, signed."""

    webhook: Webhook
    only_alerts: ClassVar[bool] = False

    @property
    def name(self) -> str:
        """Name of the outlet, another one each time the webhook is admitted."""
        return self.webhook.outlet

    @property
    def tables(self) -> list[str]:
        """Codes of its tables; empty for all."""
        return list(self.webhook.tables)

    def is_open(self) -> bool:
        """Whether the webhook was neither revoked nor admitted anew since this was made."""
        admitted = Webhook.objects.filter(pk=self.webhook.pk, number=self.webhook.number, revoked=False)
        return admitted.exists()

    def send(self, news: Delivery) -> None:
        """Post the delivery as JSON, signed with the current time. Raises NotSent."""
        body = msgspec.json.encode(news)
        signed = signing.headers(self.webhook, news.name(self.name), body, at=timezone.now())
        sending.post(self.webhook.url, body, {"Content-Type": "application/json", "User-Agent": "Sabot", **signed})

    def warn(self, news: Sequence[Warned]) -> None:
        """Do nothing: warnings about the house are for people."""


@dataclass(frozen=True)
class ForPeople:
    """Outlet that the settings name, and that gets the alerts of all tables, and warnings."""

    name: str
    only_alerts: ClassVar[bool] = True
    tables: ClassVar[list[str]] = []

    def is_open(self) -> bool:
        """Return True: the settings of the process name it."""
        return True


@contextmanager
def _failing() -> Iterator[None]:
    """Raise NotSent for an error of the mail server or of the log in the block."""
    try:
        yield
    except OSError as error:
        raise NotSent(f"{type(error).__name__}: {error}") from None


@dataclass(frozen=True)
class ToMail(ForPeople):
    """Mailbox that gets alerts of all tables and warnings, in the language of the house."""

    mailbox: str

    def send(self, news: Delivery) -> None:
        """Send all alerts of a delivery in one mail under the subject of the last one; nothing if there are none.

        Raises NotSent.
        """
        if not news.alerts:
            return
        with override(settings.LANGUAGE_CODE):
            paragraphs = [in_words(it) + link(reverse("inspector", args=[it.table])) for it in news.alerts]
            self._mail(subject_of(news.alerts[-1]), paragraphs)

    def warn(self, news: Sequence[Warned]) -> None:
        """Send all warnings, at least one, in one mail under the title of the last one. Raises NotSent.

        It has the text of each and the link to its page; titles of the others are left out.
        """
        self._mail(news[-1].title, [it.words + link(it.page) for it in news])

    def _mail(self, subject: str, paragraphs: Iterable[str]) -> None:
        """Send a mail of these paragraphs to the mailbox, with the sender of the settings.

        Raises NotSent where the mail server fails.
        """
        with _failing():
            send_mail(subject, "\n\n".join(paragraphs) + "\n", None, [self.mailbox])


def link(page: str) -> str:
    """Line break and address of a page, to be appended to a paragraph; "" without HOUSE_ADDRESS."""
    return f"\n{settings.HOUSE_ADDRESS}{page}" if settings.HOUSE_ADDRESS else ""


def subject_of(alert: AlertNews) -> str:
    """Subject of a mail about this alert: its table and title, and whether it is settled."""
    facts = {"table": alert.table, "title": alert.title}
    if alert.settled_at is None:
        return gettext("Table %(table)s: %(title)s") % facts
    return gettext("Table %(table)s, settled: %(title)s") % facts


def in_words(alert: AlertNews) -> str:
    """Paragraph of a mail about this alert: title, table, coup, entry, and a local time.

    It is the time at which the alert was settled, or until then that at which it was raised.
    """
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
    """Syslog handler that raises instead of printing errors, so that callers notice."""

    def handleError(self, _record: LogRecord) -> None:  # noqa: N802 - so it is called in the standard library
        """Raise the error that is being handled."""
        raise  # noqa: PLE0704 - it is called while the error is handled


@dataclass(frozen=True)
class ToSyslog(ForPeople):
    """System log that gets a line for each alert and warning. Over UDP a lost line is not noticed."""

    address: str | tuple[str, int]

    def send(self, news: Delivery) -> None:
        """Write a line of fields for each alert; nothing where there is none. Raises NotSent as :meth:`_write` does."""
        if news.alerts:
            self._write(map(in_values, news.alerts))

    def warn(self, news: Sequence[Warned]) -> None:
        """Write a line of fields for each warning. Raises NotSent."""
        self._write(_in_line(it.values) for it in news)

    def _write(self, lines: Iterable[str]) -> None:
        """Write the lines to the system log: by UDP, or into the local socket, opened once for all of them.

        Raises NotSent at the first that fails; what UDP loses is not noticed.
        """
        with _failing(), closing(_Loud(self.address)) as log:
            for line in lines:
                log.emit(LogRecord("sabot", INFO, "", 0, line, None, None))


DeliveryWay = ToWebhook | ToMail | ToSyslog
"""Outlet for deliveries and warnings.

Under its name, ``webhook:key:number`` or the entry of ALERTS_TO, its progress is stored and pseudonyms of guests are
made. Its ``tables`` are codes, empty for all. What it does not accept raises :class:`NotSent`; what UDP loses is not
noticed.
"""


def in_values(alert: AlertNews) -> str:
    """Log line of an alert: ``sabot: alert=raised table=T3 coup=1.4 …``, times in UTC.

    After these number, code, severity, ``raised_at``, and ``settled_at`` of a settled one; the coup is “-” where there
    is none.
    """
    fields = {
        "alert": alert.status,
        "table": alert.table,
        "coup": alert.coup or "-",
        "number": alert.number,
        "code": alert.code,
        "severity": alert.severity,
        "raised_at": alert.raised_at.isoformat(),
    }
    if alert.settled_at is not None:
        fields["settled_at"] = alert.settled_at.isoformat()
    return _in_line(fields)


def _in_line(fields: Mapping[str, object]) -> str:
    """Return a log line of fields as ``sabot: name=value …``, quoted as logfmt does: see :func:`_quoted`."""
    return "sabot: " + " ".join(f"{name}={_quoted(str(value))}" for name, value in fields.items())


def _quoted(value: str) -> str:
    """Return a value as a JSON string where it has a space, a quote, an equals sign or a control character.

    Any other as it is.
    """
    return json.dumps(value, ensure_ascii=False) if _PARTED.search(value) else value
