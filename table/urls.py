"""URLs of the table's pages and of the API for external readers."""

from django.urls import path
from django.views.i18n import set_language

from table.views import api, given_pins, history, home, own_pin, pages, screens, sign_in, waiting
from table.views.device import apps, card_readers, offline
from table.views.doors import landing
from table.views.office import badges, comunali, displays, erasing, front, limits, outside, people, tables
from table.views.pit import odds
from table.views.reports import entrance, figures, proof, register, taglie
from table.views.rules import own

urlpatterns = [
    path("", home.front, name="front"),
    path("houses/", pages.houses, name="houses"),
    path("houses/<str:key>/", pages.house_rules, name="house"),
    path("language/", set_language, name="set_language"),
    path("sign-in/", sign_in.sign_in, name="sign_in"),
    path("own-pin/", own_pin.own_pin, name="own_pin"),
    path("own-hand/left/", home.own_hand, {"left": True}, name="left_hand"),
    path("own-hand/right/", home.own_hand, {"left": False}, name="right_hand"),
    path("given-pins/", given_pins.given_pins, name="given_pins"),
    path("own-pin/given/", own_pin.given_anew, name="given_anew"),
    path("app/<slug:app>.webmanifest", apps.manifest, name="manifest"),
    path("app/<slug:app>/<str:code>.webmanifest", apps.manifest, name="manifest_of_table"),
    path("offline/", offline.page, name="offline"),
    path("service-worker.js", offline.worker, name="service_worker"),
    path("work/", landing.work, name="work"),
    path("work/table/", landing.which_table, name="which_table"),
    path("sign-out/", sign_in.sign_out, name="sign_out"),
    path("tables/<str:code>/dealer/", screens.console, name="console"),
    path("tables/<str:code>/", screens.inspector, name="inspector"),
    path("tables/<str:code>/odds/", odds.odds, name="odds"),
    path("tables/<str:code>/coups/", history.coups, name="coups"),
    path("tables/<str:code>/coups/<int:taglia>.<int:number>/", history.coup, name="coup"),
    path("tables/<str:code>/register/", register.register, name="register"),
    path("tables/<str:code>/register/refused/", register.refused, name="refused"),
    path("tables/<str:code>/taglie/<int:taglia>/", taglie.taglia, name="taglia"),
    path("tables/<str:code>/evenings/", taglie.evenings, name="evenings"),
    path("tables/<str:code>/evenings/<int:number>/", taglie.closing, name="closing"),
    path("tables/<str:code>/changes/", taglie.changed, name="changes"),
    path("records/", entrance.records, name="records"),
    path("records/day/", entrance.house_day, name="day"),
    path("records/day/register/", register.of_day, name="day_register"),
    path("records/dealers/", entrance.dealers, name="dealers"),
    path("records/house/", register.house, name="house_register"),
    path("records/house/refused/", register.house_refused, name="house_refused"),
    path("records/house/wrong-pins/", register.house_wrong_pins, name="house_wrong_pins"),
    path("records/schemas/<str:name>.json", pages.schema_of, name="schema"),
    path("tables/<str:code>/figures/", figures.of_table, name="figures"),
    path("records/figures/", figures.of_house, name="all_figures"),
    path("pit/", screens.pit, name="pit"),
    path("pit/waiting/", waiting.waiting, name="waiting"),
    path("records/proof/", proof.proof, name="proof"),
    path("display/", screens.display, name="display"),
    path("tables/<str:code>/change-dealer/", sign_in.change_dealer, name="change_dealer"),
    path("office/", front.office, name="office"),
    path("office/people/", people.people, name="office_people"),
    path("office/people/<str:badge>/", people.person, name="office_person"),
    path("office/people/<str:badge>/badge/", badges.badge, name="office_badge"),
    path("office/comunali/", comunali.comunali, name="office_comunali"),
    path("office/tables/", tables.tables, name="office_tables"),
    path("office/tables/<str:code>/rules/", tables.rules, name="office_rules"),
    path("office/tables/<str:code>/limits/", limits.limits, name="office_limits"),
    path("office/rules/", own.all_rules, name="office_all_rules"),
    path("office/rules/<str:key>/", own.own_rules, name="office_own_rules"),
    path("office/rules/<str:key>/change/", own.change, name="office_own_change"),
    path("office/erasing/", erasing.erasing, name="office_erasing"),
    path("office/displays/", displays.displays, name="office_displays"),
    path("office/card-readers/", card_readers.card_readers, name="office_card_readers"),
    path("office/card-readers/<str:code>/", card_readers.card_reader, name="office_card_reader"),
    path("office/outside/", outside.outside, name="office_outside"),
    path("api/v1/openapi.json", api.document),
    path("api/v1/tables", api.tables),
    path("api/v1/tables/<str:code>/coups", api.coups),
    path("api/v1/tables/<str:code>/events", api.events),
    path("api/v1/<path:rest>", api.nothing),
]
