"""URLs of the demo house, in addition to those of every house."""

from django.urls import path

from table.demo import showing, views

urlpatterns = [
    path("", views.demo, name="demo"),
    path("play/", views.play, name="play"),
    path("states/", views.states, name="play_states"),
    path("displays/<str:code>/<str:place>/", views.display, name="demo_display"),
    path("stage/", showing.stage, name="demo_stage"),
    path("stage/told/", showing.stage_state, name="demo_told"),
    path("stage/press/", showing.press, name="demo_press"),
    path("stage/<str:visit>/paper/<str:story>/", showing.paper, name="demo_paper"),
    path("stage/<str:visit>/<str:name>/", showing.screen, name="demo_screen"),
]
