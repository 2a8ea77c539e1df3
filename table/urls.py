"""The addresses of the table."""

from django.urls import path
from django.views.i18n import set_language

from table import views

urlpatterns = [
    path("", views.front, name="front"),
    path("houses/<str:key>/", views.house_rules, name="house"),
    path("language/", set_language, name="set_language"),
]
