"""Records pages: rows of the house to look at, for those who check it. Nobody changes anything here."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from table import models
from table.record.past.replay import PATHS_TO_TABLE
from table.rules.readers import READERS, Report
from table.views import sign_in
from table.views.doors.entrance import check_role, signed_in, to_sign_in
from table.views.home import RECORDS

CLOSED = {"login", "password_change", "password_change_done", "autocomplete", "view_on_site"}
"""Names of URLs of Django's site that this one lacks: the house has its own sign-in, and gives PINs in its office."""
SHOWN: dict[type[Model], Promise] = {
    models.Person: _("People"),
    models.Guest: _("Guests"),
    models.Table: _("Tables"),
    models.Policy: _("Rules of the tables"),
    models.OwnHouse: _("Own rules"),
    models.OwnRules: _("Versions of own rules"),
    models.LimitRange: _("Limits"),
    models.StaffPresence: _("Who is at work where"),
    models.Position: _("Positions"),
    models.Reservation: _("Reservations"),
    models.Standing: _("Standing players"),
    models.IdentityCheck: _("Identities checked"),
    models.Sixain: _("Sixains"),
    models.Shoe: _("Shoes"),
    models.Coup: _("Coups"),
    models.DrawnCard: _("Cards out of the shoe"),
    models.Stake: _("Stakes"),
    models.Money: _("Money lines"),
    models.Adjustment: _("Money of disputes"),
    models.Tip: _("Tips"),
    models.Uncollected: _("What nobody has collected"),
    models.Alert: _("Alerts"),
    models.Display: _("Displays"),
    models.CardReader: _("Card readers"),
    models.Entry: _("Register"),
    models.Note: _("Names and notes beside the register"),
    models.Refusal: _("Refusals"),
}
"""Models that are shown, in order, with their titles. Written by hand: what is secret stays out unless put here."""
HIDDEN = {"pin_mark"}
FILTERS: dict[type[Model], tuple[str, ...]] = {
    models.Person: ("role", "is_active"),
    models.Table: ("status",),
    models.Alert: ("severity",),
    models.Display: ("kind", "revoked"),
}
"""Fields by which rows can be filtered, each only by one of the values that are offered.

Whoever may ask whether a column begins with something, or what a related row holds, finds out all of it, letter by
letter.
"""
TURNED = re.compile(r"[1-9][0-9]{0,8}")
SORTED = re.compile(r"(-?[0-9]{1,2}(\.-?[0-9]{1,2}){0,9})?")
A_ROW = re.compile(r"[0-9]{1,18}")
OFFERED = _("Rows are sorted, turned over and narrowed by what their list offers, and by nothing else.")
OF_THE_MACHINE: set[type[Model]] = {
    *(models.Person, models.Display, models.CardReader),
    *(models.Table, models.Policy, models.OwnHouse, models.OwnRules),
}
"""Models that tell of no guest and no game, shown to every role of this site.

All others are only for those who may read the record: whoever looks after the machine does not need them.
"""


class Records(admin.AdminSite):
    """Django's admin site for the roles in ``RECORDS``, read-only."""

    site_title = site_header = _("Records")
    index_title = _("Everything that is kept, to look at only.")
    site_url = "/"
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether somebody is signed in whose role is in ``RECORDS``."""
        return request.user.is_authenticated and request.user.role in RECORDS

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Guard a page: signed-in staff in ``RECORDS`` only, no POST but signing out.

        Others, and any other POST, raise PermissionDenied; then BadRequest as :func:`check_request` does. Somebody not
        signed in is redirected to sign in.
        """
        guarded = super().admin_view(view, cacheable)

        def admitted(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            """Serve the page, or redirect to sign-in.

            Raises PermissionDenied for other roles and for a POST but to sign out, BadRequest as :func:`check_request`.
            """
            if not request.user.is_authenticated:
                return to_sign_in(request)
            check_role(request, *RECORDS)
            if request.method == "POST" and view != self.logout:
                raise PermissionDenied(gettext("Nothing is changed here: rows are looked at."))
            check_request(request)
            return guarded(request, *args, **kwargs)

        return admitted

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """Return the URLs of Django's site without those named in ``CLOSED``, such as its own sign-in."""
        return [it for it in super().get_urls() if getattr(it, "name", None) not in CLOSED]

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> Any:
        """Return Django's list of apps with the models that this person may look at, in the order of :data:`SHOWN`.

        Each model has its title from there, and each app the title of the site.
        """
        listed = super().get_app_list(request, app_label)
        for app in listed:
            app["name"] = str(self.site_title)
            app["models"].sort(key=lambda row: [*SHOWN].index(row["model"]))
            for row in app["models"]:
                row["name"] = str(SHOWN[row["model"]])
        return listed

    def logout(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Sign out as the house's own button does, and redirect to the front page.

        Records ``sign_out`` if somebody was signed in. Anything but a POST is answered with 405.
        """
        return sign_in.sign_out(request)


def check_request(request: HttpRequest) -> None:
    """Raise BadRequest for a page of a row whose id is no number, and for a query string on any page but a list.

    A number has at most 18 digits.
    """
    match = request.resolver_match
    row = match.kwargs.get("object_id") if match else None
    listed = match is not None and (match.url_name or "").endswith("_changelist")
    if (row is None or A_ROW.fullmatch(row)) and (listed or not request.GET):
        return
    raise BadRequest(OFFERED)


def values_of(field: Any) -> Collection[str]:
    """Values by which a field can be filtered, as they are in a URL: its choices, or “1” and “0” where it has none."""
    return [str(value) for value, _title in field.choices] if field.choices else ["1", "0"]


class ToLookAt(admin.ModelAdmin):  # type: ignore[type-arg]  # at run time it takes none
    """Read-only pages of one model, with every field but the hidden ones."""

    actions = None
    list_per_page = 50
    show_full_result_count = False
    preserve_filters = False
    show_facets = admin.ShowFacets.NEVER

    def get_list_filter(self, request: HttpRequest) -> Any:
        """Return the names of the fields that filter the model's list; empty where ``FILTERS`` has none."""
        return FILTERS.get(self.model, ())

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Whether a lookup is ``<field>__exact`` of a filter of this model, and the value one that it offers."""
        return value in self._offered().get(lookup, ())

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Render the list. Raises BadRequest for a parameter or value that the list does not offer."""
        if not all(self._offers(request, name, value) for name, values in request.GET.lists() for value in values):
            raise BadRequest(OFFERED)
        return super().changelist_view(request, extra_context)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Return Django's list object. Raises BadRequest for a page that does not exist or a lookup that it refuses."""
        try:
            rows = super().get_changelist_instance(request)
        except IncorrectLookupParameters:
            raise BadRequest(OFFERED) from None
        if rows.page_num > rows.paginator.num_pages:
            raise BadRequest(OFFERED)
        return rows

    def _offers(self, request: HttpRequest, name: str, value: str) -> bool:
        """Whether the list offers this value of a query parameter.

        That may be ``p``, a page as a positive number; ``o``, at most ten numbers of its columns, from 0, joined by
        dots, each negative to sort down, or nothing; a value of a filter; or ``all`` without a value.
        """
        match name:
            case "p":
                return bool(TURNED.fullmatch(value))
            case "o":
                columns = len(self.get_list_display(request))
                return bool(SORTED.fullmatch(value)) and all(abs(int(it)) < columns for it in value.split(".") if it)
            case "all":
                return value == ""
        return self.lookup_allowed(name, value)

    def _offered(self) -> Mapping[str, Collection[str]]:
        """Return the values that each filter can have, by its name in the query, ``<field>__exact``."""
        return {f"{name}__exact": values_of(self.model._meta.get_field(name)) for name in FILTERS.get(self.model, ())}

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """List the names of the model's fields for the page of a row, in order, without those in ``HIDDEN``."""
        return [it.name for it in self.model._meta.fields if it.name not in HIDDEN]

    def get_list_display(self, request: HttpRequest) -> Any:
        """List the columns of the model's list: the names of its fields in order, the same for every request.

        The primary key and foreign keys are among them; JSON fields, long texts and those in ``HIDDEN`` are not.
        """
        shown = [it.name for it in self.model._meta.fields if it.get_internal_type() not in ("JSONField", "TextField")]
        return [name for name in shown if name not in HIDDEN]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Query the rows, without those of training tables and their registers; all of a model that has no table."""
        rows, names = super().get_queryset(request), {it.name for it in self.model._meta.fields}
        if "register" in names:
            return rows.exclude(register__in=models.Table.objects.filter(training=True).values("code"))
        if "training" in names:
            return rows.filter(training=False)
        way = PATHS_TO_TABLE.get(self.model, "table")
        return rows.filter(**{f"{way}__training": False}) if way.partition("__")[0] in names else rows

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whether this person, whom the site has admitted (not checked here), may look at the model and all its rows.

        Everybody may if it tells of no guest and no game (``OF_THE_MACHINE``), else only those whose role may read the
        register.
        """
        return self.model in OF_THE_MACHINE or signed_in(request).role in READERS[Report.REGISTER]

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return True: the site shows the application to whoever may enter, and each model asks for itself."""
        return True

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


records = Records(name="admin")
records.register([*SHOWN], ToLookAt)
