"""Verbs on what leaves the house: readers query it, webhooks have it sent to them, reports are handed out."""

from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import MOST_TABLES, Export, Outlet, Reader, Table, Webhook
from table.play.act import Act
from table.play.declaration import NOBODY, of_the_house
from table.play.texts import check_new
from table.rules.profile import Role
from table.rules.readers import READERS, Form, Report
from table.rules.refusal import Code, Refused, require

HERE = ("localhost", "127.0.0.1", "::1")
"""Hosts that are this machine: what is sent there needs no encryption."""
MOST_LETTERS = 200
Address = Annotated[str, msgspec.Meta(max_length=2_000)]
"""Address of a webhook; :func:`check_url` refuses one that is too long with a sentence of its own."""
Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
"""A sha256 in hexadecimal."""


@of_the_house(
    title=pgettext_lazy("act", "admit an external reader"),
    said=(pgettext_lazy("record", "external reader %(key)s may ask what happens"),),
)
def admit_reader(act: Act, *, key: str, digest: Digest, tables: list[str] | None = None) -> None:
    """Admit a program outside the house as a reader of the tables with these codes; a revoked one may be admitted anew.

    None, or an empty list, stands for all tables. ``digest`` is the sha256 of its token; it stands in the entry, the
    token in no register. No effect is recorded. Refuses a malformed key or that of a reader still admitted
    (E_ARGUMENTS), a table that does not exist or is for training, and more tables than MOST_TABLES (E_TABLE).
    """
    check_new(key, taken=Reader.objects.filter(key=key, revoked=False).exists())
    admitted: dict[str, Any] = {"digest": digest, "tables": known_tables(tables), "revoked": False}
    Reader.objects.update_or_create(key=key, defaults=admitted)


@of_the_house(
    title=pgettext_lazy("act", "revoke an external reader"),
    said=(pgettext_lazy("record", "external reader %(key)s may ask no more"),),
)
def revoke_reader(act: Act, *, key: str) -> None:
    """Revoke an external reader, whose token then opens nothing.

    Refused (E_ARGUMENTS) where none has this key, or it is revoked already.
    """
    revoked = Reader.objects.filter(key=key, revoked=False).update(revoked=True)
    require(revoked, Code.ARGUMENTS, "No external reader has the key “%(key)s”.", key=key[:20])


@of_the_house(
    title=pgettext_lazy("act", "admit a webhook"),
    said=(pgettext_lazy("record", "webhook %(key)s is told of every event at %(url)s"),),
)
def admit_webhook(act: Act, *, key: str, url: Address, tables: list[str] | None = None) -> None:
    """Admit a webhook: an address to which every event of the tables with these codes is sent from this entry on.

    A new outlet begins for it at the present end of the tables' registers. None, or an empty list, stands for all
    tables. One that was revoked may be admitted again, and gets another secret. Refused (E_ARGUMENTS) for a key that is
    taken or malformed, and an address that is not HTTPS, or HTTP to this machine, or otherwise no good
    (:func:`check_url`); (E_TABLE) for a table that does not exist or is for training, and for more than MOST_TABLES.
    """
    check_new(key, taken=Webhook.objects.filter(key=key, revoked=False).exists())
    check_url(url)
    never: dict[str, Any] = {"renewed": None, "renewed_at": None, "renewed_from": None, "revoked": False}
    columns: dict[str, Any] = {"url": url, "tables": known_tables(tables), "number": act.number, **never}
    webhook, _new = Webhook.objects.update_or_create(key=key, defaults=columns)
    Outlet.objects.create(name=webhook.outlet).begin()


@of_the_house(
    title=pgettext_lazy("act", "renew the secret of a webhook"),
    said=(pgettext_lazy("record", "webhook %(key)s has a new secret; the one before signs for a day more"),),
)
def renew_webhook(act: Act, *, key: str) -> None:
    """Give a webhook another secret; the one before signs as well for a day, one before that no longer.

    What is still due is sent all the same. Refused (E_ARGUMENTS) for an unknown key, and that of a revoked one.
    """
    webhook = Webhook.objects.filter(key=key, revoked=False).first()
    if webhook is None:
        raise Refused(Code.ARGUMENTS, "No webhook has the key “%(key)s”.", key=key[:20])
    webhook.renewed_from = webhook.renewed or webhook.number
    webhook.renewed, webhook.renewed_at = act.number, act.at
    webhook.save(update_fields=["renewed", "renewed_at", "renewed_from"])


@of_the_house(
    title=pgettext_lazy("act", "revoke a webhook"),
    said=(pgettext_lazy("record", "webhook %(key)s is told no more"),),
)
def revoke_webhook(act: Act, *, key: str) -> None:
    """Revoke a webhook: nothing more is sent there, not even what is still due. Its outlet stays stored.

    Refused (E_ARGUMENTS) where none has this key, or it is revoked already.
    """
    revoked = Webhook.objects.filter(key=key, revoked=False).update(revoked=True)
    require(revoked, Code.ARGUMENTS, "No webhook has the key “%(key)s”.", key=key[:20])


def check_url(url: str) -> None:
    """Refuse (E_ARGUMENTS) an address that is neither HTTPS nor HTTP to this machine, or longer than 200 characters.

    Refused too are one without a host or that cannot be read, a name or password in it, a fragment, port 0, a space,
    and what is not printable ASCII.
    """
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= MOST_LETTERS
    require(plain, Code.ARGUMENTS, "The address of a webhook has up to 200 plain signs.")
    try:
        parts, port = urlsplit(url), urlsplit(url).port
    except ValueError:
        parts, port = urlsplit(""), None
    bare = bool(parts.hostname) and port != 0 and "@" not in parts.netloc and not parts.fragment
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in HERE)
    require(
        bare and safe,
        Code.ARGUMENTS,
        "A webhook is an address such as https://example.org/sabot, without name and password; "
        "http:// only on this machine.",
    )


def known_tables(tables: list[str] | None) -> list[str]:
    """Return these codes sorted, each once; [] stands for every table, and is returned for None.

    Refused (E_TABLE) where one is of no table or of one for training, or there are more than MOST_TABLES.
    """
    codes = sorted(set(tables or ()))
    known = set(Table.real.filter(code__in=codes[:MOST_TABLES]).values_list("code", flat=True))
    missing = [code for code in codes if code not in known]
    require(not missing, Code.TABLE, "There is no table “%(table)s”.", table=(missing or [""])[0][:20])
    return codes


# --- reports


@of_the_house(
    title=pgettext_lazy("act", "hand out a report"),
    said=(pgettext_lazy("record", "report “%(report)s” of %(of)s to be handed out as %(form)s"),),
    roles=frozenset[Role]().union(*READERS.values()),
    deciders=NOBODY,
)
def export(act: Act, *, report: Report, of: str, form: Form, language: str) -> None:
    """Record that a report is to leave the house ("exported", with the number of the copy), before its file is made.

    Refused (E_ROLE) to roles that may not read it. ``of`` names what it is about, such as a table and a number, or
    the filters of a page, in 1 to 200 printable ASCII characters, ``language`` its language in at most five (else
    E_ARGUMENTS). Copies of one report of one thing are counted from 1, in whatever form and language.
    """
    require(
        act.role in READERS[report],
        Code.ROLE,
        "The report “%(report)s” is not for the role “%(role)s”.",
        report=report.value,
        role=act.role,
    )
    plain = of.isascii() and of.isprintable() and 0 < len(of) <= MOST_LETTERS
    require(plain, Code.ARGUMENTS, "What a report is of is told in up to 200 plain signs.")
    require(len(language) <= 5 and language.isascii(), Code.ARGUMENTS, "A language is told by its code, such as it.")
    columns = {"report": report.value, "of": of}
    before = Export.objects.filter(**columns).order_by("-copy").values_list("copy", flat=True).first() or 0
    Export.objects.create(number=act.number, copy=before + 1, form=form.value, language=language, **columns)
    act.effect("exported", copy=before + 1)
