"""Programs and devices with secrets of their own: external readers, webhooks and electronic shoes."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from table.access import tokens
from table.models import HOUSE, ElectronicShoe, Outlet, Reader, Table, Webhook
from table.outside import signing
from table.views.doors.entrance import staff_only
from table.views.office.counter import DIREZIONE, Sent, done, press, serve, show
from table.views.office.people import ASKS


@require_http_methods(ASKS)
@staff_only(*DIREZIONE)
def outside(request: HttpRequest) -> HttpResponse:
    """List readers, webhooks and electronic shoes, and let the Direzione admit or pair and revoke them."""
    acts = {
        "admit_reader": lambda: _admit_reader(request),
        "revoke_reader": lambda: _revoke(request, "revoke_reader"),
        "admit_webhook": lambda: _admit_webhook(request),
        "revoke_webhook": lambda: _revoke(request, "revoke_webhook"),
        "pair_shoe": lambda: _pair_shoe(request),
        "revoke_shoe": lambda: _revoke(request, "revoke_shoe"),
    }
    return serve(request, acts, lambda sent: _outside(request, sent))


def _outside(request: HttpRequest, sent: Sent) -> HttpResponse:
    readers = Reader.objects.filter(revoked=False).order_by("key")
    webhooks = list(Webhook.objects.filter(revoked=False).order_by("key"))
    outlets = Outlet.objects.filter(name__in=[it.outlet for it in webhooks], failures__gt=0)
    failing = {it.name: it.failures for it in outlets}
    shoes = ElectronicShoe.objects.filter(revoked=False).select_related("table").order_by("key")
    tables = [(it, it) for it in Table.objects.order_by(*Table.IN_ORDER).values_list("code", flat=True)]
    given = {"readers": readers, "webhooks": webhooks, "failing": failing, "shoes": shoes, "tables": tables}
    return show(request, "outside", sent=sent, **given)


def _admit_reader(request: HttpRequest) -> HttpResponse:
    """Admit a reader; its token is shown in this answer alone, and the register gets its digest."""
    key = _typed(request, "key")
    drawn = tokens.issue(key)
    press(request, HOUSE, ("admit_reader", {"key": key, "digest": drawn.digest, "tables": _tables(request, "tables")}))
    title = gettext("Token of external reader “%(key)s”") % {"key": key}
    return show(request, "secret", title=title, secret=drawn.token)


def _admit_webhook(request: HttpRequest) -> HttpResponse:
    key = _typed(request, "webhook-key")
    given = {"key": key, "url": _typed(request, "url"), "tables": _tables(request, "webhook-tables")}
    press(request, HOUSE, ("admit_webhook", given))
    title = gettext("Secret of webhook “%(key)s”") % {"key": key}
    return show(request, "secret", title=title, secret=signing.secret_of(Webhook.objects.get(key=key)))


def _pair_shoe(request: HttpRequest) -> HttpResponse:
    """Pair an electronic shoe; its token is shown in this answer alone, and the register gets its digest."""
    key = _typed(request, "shoe-key")
    drawn = tokens.issue(key)
    press(request, HOUSE, ("pair_shoe", {"key": key, "table": _typed(request, "shoe-table"), "digest": drawn.digest}))
    title = gettext("Token of electronic shoe “%(key)s”") % {"key": key}
    return show(request, "secret", title=title, secret=drawn.token)


def _revoke(request: HttpRequest, verb: str) -> HttpResponse:
    key = _typed(request, "key")
    press(request, HOUSE, (verb, {"key": key}))
    return done(request, gettext("“%(key)s” is revoked.") % {"key": key}, "office_outside")


def _typed(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "").strip()


def _tables(request: HttpRequest, name: str) -> list[str]:
    """Split the codes of tables at spaces and commas; none stands for every table."""
    return _typed(request, name).replace(",", " ").split()
