"""The addresses of a house with the pages of the demo."""

from django.urls import include, path

from config.urls import urlpatterns as of_every_house

urlpatterns = [*of_every_house, path("demo/", include("table.demo.urls"))]
