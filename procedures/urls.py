"""The addresses of the procedures."""

from django.urls import path

from procedures import views

urlpatterns = [path("tables/<str:code>/incidents/<int:number>/attest/", views.attest, name="attest")]
