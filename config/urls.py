"""Root URLconf; the online game and the demo pages have URLs only where they are switched on."""

from django.conf import settings
from django.urls import include, path

from config import health
from table.admin import records
from table.views import pages

urlpatterns = [
    path("", include("table.urls")),
    path("", include("procedures.urls")),
    path("", include("bank.urls")),
    path("training/", include("procedures.training.urls")),
    path("admin/", records.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path(".well-known/security.txt", pages.security_txt, name="security_txt"),
    path("metrics", health.metrics, name="metrics"),
]
if settings.ONLINE:
    urlpatterns += [path("online/", include("table.online.urls"))]
if settings.DEMO:
    urlpatterns += [path("demo/", include("table.demo.urls"))]

handler400 = "table.views.bad_request"
handler403 = "table.views.not_yours"
handler404 = "table.views.not_found"
handler500 = "table.views.server_error"
