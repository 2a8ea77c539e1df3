"""The addresses of the table."""

from django.urls import path
from django.views.i18n import set_language

from table.views import history, home, pages, screens, sign_in
from table.views.office import displays, front, limits, people, tables
from table.views.reports import proof

urlpatterns = [
    path("", home.front, name="front"),
    path("houses/", pages.houses, name="houses"),
    path("houses/<str:key>/", pages.house_rules, name="house"),
    path("language/", set_language, name="set_language"),
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("tables/<str:code>/dealer/", screens.console, name="console"),
    path("tables/<str:code>/", screens.inspector, name="inspector"),
    path("tables/<str:code>/coups/", history.coups, name="coups"),
    path("tables/<str:code>/coups/<int:taglia>.<int:number>/", history.coup, name="coup"),
    path("pit/", screens.pit, name="pit"),
    path("records/proof/", proof.proof, name="proof"),
    path("display/", screens.display, name="display"),
    path("tables/<str:code>/change-dealer/", sign_in.change_dealer, name="change_dealer"),
    path("office/", front.office, name="office"),
    path("office/people/", people.people, name="office_people"),
    path("office/people/<str:badge>/", people.person, name="office_person"),
    path("office/tables/", tables.tables, name="office_tables"),
    path("office/tables/<str:code>/rules/", tables.rules, name="office_rules"),
    path("office/tables/<str:code>/limits/", limits.limits, name="office_limits"),
    path("office/displays/", displays.displays, name="office_displays"),
]
