"""Every address of the house."""

from django.urls import include, path

urlpatterns = [
    path("", include("table.urls")),
]

handler400 = "table.views.bad_request"
handler404 = "table.views.not_found"
handler500 = "table.views.server_error"
