"""URLs of the online game, in addition to those of every house."""

from django.urls import path

from table.online import pages, playing

urlpatterns = [
    path("", pages.entrance, name="online"),
    path("try/", pages.try_it, name="online_try"),
    path("sign-up/", pages.come_in, {"way": pages.SIGN_UP}, name="online_sign_up"),
    path("sign-in/", pages.come_in, {"way": pages.SIGN_IN}, name="online_sign_in"),
    path("sign-out/", pages.sign_out, name="online_sign_out"),
    path("help/", pages.how_to_play, name="online_help"),
    path("play-money/", pages.set_back, name="online_set_back"),
    path("account/", pages.account, name="online_account"),
    path("baccarat/", playing.table, name="online_table"),
    path("baccarat/deal/", playing.deal, name="online_deal"),
    path("baccarat/state/", playing.state, name="online_state"),
    path("baccarat/go-on/", playing.go_on, name="online_go_on"),
    path("history/", playing.history, name="online_history"),
    path("history/<int:number>/", playing.game, name="online_game"),
]
