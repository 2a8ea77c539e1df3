"""URLs of the procedures."""

from django.urls import path

from procedures.views import attesting, reports
from procedures.views.manuals import pages as manuals

urlpatterns = [
    path("manual/", manuals.manuals, name="manuals"),
    path("manual/card.pdf", manuals.card, name="quick_card"),
    path("manual/<str:name>/", manuals.manual, name="manual"),
    path("manual/<str:name>/<str:chapter>/", manuals.chapter, name="manual_chapter"),
    path("manual/<str:name>/at/<str:place>/", manuals.place, name="manual_place"),
    path("tables/<str:code>/incidents/", reports.incidents, name="incidents"),
    path("tables/<str:code>/incidents/<int:number>/", reports.incident, name="incident_report"),
    path("tables/<str:code>/incidents/<int:number>/attest/", attesting.attest, name="attest"),
    path("tables/<str:code>/uncollected/<int:slip>/", reports.uncollected, name="uncollected_report"),
]
