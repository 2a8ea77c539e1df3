"""URLs of training."""

from django.urls import path

from procedures.training import views

urlpatterns = [
    path("", views.training, name="training"),
    path("<str:code>/<int:number>/", views.review, name="review"),
]
