"""Programs and devices with secrets of their own: external readers, webhooks and electronic shoes."""

from collections import defaultdict
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext

from table.access import tokens
from table.models import HOUSE, ElectronicShoe, Outlet, Reader, Table, Told, Webhook
from table.outside import signing
from table.outside.sending import check_reachable
from table.record import stalls
from table.verbs.house.outside import check_url
from table.views.doors.entrance import form_page, staff_only
from table.views.office.counter import DIREZIONE, Sent, done, press, serve, show


@form_page
@staff_only(*DIREZIONE)
def outside(request: HttpRequest) -> HttpResponse:
    """List external readers, webhooks and electronic shoes.

    A POST admits a reader or a webhook, pairs a shoe, renews the secret of a webhook, or revokes any of them.
    """
    acts = {
        "admit_reader": lambda: _admit_reader(request),
        "revoke_reader": lambda: _revoke(request, "revoke_reader"),
        "admit_webhook": lambda: _admit_webhook(request),
        "renew_webhook": lambda: _renew_webhook(request),
        "revoke_webhook": lambda: _revoke(request, "revoke_webhook"),
        "pair_shoe": lambda: _pair_shoe(request),
        "revoke_shoe": lambda: _revoke(request, "revoke_shoe"),
    }
    return serve(request, acts, lambda sent: _outside(request, sent))


def _outside(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Render the lists of external readers, webhooks and electronic shoes, without what is revoked, sorted by key.

    With the form as it was sent, after a refusal, and no secret. Of a webhook that fails they have the count of its
    failures and the tables whose deliveries it refuses; of a renewed one until when its former secret signs as well.
    """
    readers = Reader.objects.filter(revoked=False).order_by("key")
    webhooks = list(Webhook.objects.filter(revoked=False).order_by("key"))
    names, now = [it.outlet for it in webhooks], timezone.now()
    failing = dict(Outlet.objects.filter(name__in=names, failures__gt=0).values_list("name", "failures"))
    refusing = Told.objects.filter(outlet__name__in=names, failures__gt=0).order_by("register")
    refused = defaultdict[str, list[str]](list)
    for name, register in refusing.values_list("outlet__name", "register"):
        refused[name].append(register)
    both = {it.key: localtime(end) for it in webhooks if (end := signing.ends(it)) is not None and now < end}
    shoes = ElectronicShoe.objects.filter(revoked=False).select_related("table").order_by("key")
    tables = [(it, it) for it in Table.real.order_by(*Table.IN_ORDER).values_list("code", flat=True)]
    given = {"readers": readers, "webhooks": webhooks, "shoes": shoes, "tables": tables, "stalls": stalls.lasting()}
    return show(request, "outside", sent=sent, failing=failing, refused=refused, both=both, **given)


def _admit_reader(request: HttpRequest) -> HttpResponse:
    """Press `admit_reader` as :func:`_issue` does, for the tables that were typed."""
    key, tables = _typed(request, "key"), _tables(request, "tables")
    return _issue(request, "admit_reader", key, gettext("Token of external reader “%(key)s”"), tables=tables)


def _pair_shoe(request: HttpRequest) -> HttpResponse:
    """Press `pair_shoe` as :func:`_issue` does, with the table that was chosen."""
    key, table = _typed(request, "shoe-key"), _typed(request, "shoe-table")
    return _issue(request, "pair_shoe", key, gettext("Token of electronic shoe “%(key)s”"), table=table)


def _issue(request: HttpRequest, verb: str, key: str, title: str, **given: Any) -> HttpResponse:
    """Press a verb with the digest of a new token, and show the token below the title; in this answer alone.

    The same press again is refused (E_NONCE), as its token is another.
    """
    drawn = tokens.issue(key)
    press(request, HOUSE, (verb, {"key": key, "digest": drawn.digest, **given}))
    return show(request, "secret", title=title % {"key": key}, secret=drawn.token, until=None)


def _admit_webhook(request: HttpRequest) -> HttpResponse:
    """Press `admit_webhook`, and show the secret; the same press again shows it again.

    Refuses (E_ARGUMENTS) a malformed address, and one whose host is not found or is neither on the public internet
    nor in WEBHOOK_NETWORKS. Blocks for the look-up of the host; nothing is sent there.
    """
    key = _typed(request, "webhook-key")
    given: dict[str, Any] = {"key": key, "url": _typed(request, "url"), "tables": _tables(request, "webhook-tables")}
    check_url(given["url"])
    check_reachable(given["url"])
    press(request, HOUSE, ("admit_webhook", given))
    return _secret(request, key)


def _renew_webhook(request: HttpRequest) -> HttpResponse:
    """Press `renew_webhook` for the key that was sent, and show the new secret; the same press again shows it again."""
    key = _typed(request, "key")
    press(request, HOUSE, ("renew_webhook", {"key": key}))
    return _secret(request, key)


def _secret(request: HttpRequest, key: str) -> HttpResponse:
    """Render the secret of a webhook, and until when the one before it signs as well, if there was one.

    Raises Webhook.DoesNotExist for an unknown key.
    """
    webhook = Webhook.objects.get(key=key)
    title, end = gettext("Secret of webhook “%(key)s”") % {"key": key}, signing.ends(webhook)
    until = localtime(end) if end is not None else None
    return show(request, "secret", title=title, secret=signing.secret_of(webhook), until=until)


def _revoke(request: HttpRequest, verb: str) -> HttpResponse:
    """Press this revoking verb for the key that was sent, and redirect to the lists with a sentence. Raises Refused."""
    key = _typed(request, "key")
    press(request, HOUSE, (verb, {"key": key}))
    return done(request, gettext("“%(key)s” is revoked.") % {"key": key}, "office_outside")


def _typed(request: HttpRequest, name: str) -> str:
    """Text typed in this field, without spaces around it; "" where it is missing."""
    return request.POST.get(name, "").strip()


def _tables(request: HttpRequest, name: str) -> list[str]:
    """Return the codes of tables, split at spaces and commas; [] if none was typed, which stands for every table."""
    return _typed(request, name).replace(",", " ").split()
