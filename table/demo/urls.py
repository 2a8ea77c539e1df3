"""The addresses of the demo house, beside those of every house."""

from django.urls import path

from table.demo import views

urlpatterns = [
    path("", views.demo, name="demo"),
    path("play/", views.play, name="play"),
    path("states/", views.states, name="play_states"),
    path("displays/<str:code>/<str:place>/", views.display, name="demo_display"),
]
