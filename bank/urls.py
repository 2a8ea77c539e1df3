"""URLs of the bank."""

from django.urls import path

from bank.views import guests, house_papers, overview, papers, signing, terms

urlpatterns = [
    path("cassa/", overview.cassa, name="cassa"),
    path("cassa/slips/", papers.cash_papers, name="cash_papers"),
    path("office/banks/", terms.of_the_house, name="banks"),
    path("pit/cash/", guests.guest_cash, name="guest_cash"),
    path("pit/dealers/", overview.dealers_and_breaks, name="rota"),
    path("video/", overview.video, name="video"),
    path("records/bank/", house_papers.bank_day, name="bank_days"),
    path("records/bank/<str:day>/", house_papers.bank_day, name="bank_day"),
    path("records/bank/<str:day>/<str:currency>/", house_papers.bank_day, name="bank_day_of"),
    path("records/cash/", house_papers.cash_register, name="cash_registers"),
    path("records/cash/<str:day>/", house_papers.cash_register, name="cash_register"),
    path("records/cash/<str:day>/<str:currency>/", house_papers.cash_register, name="cash_register_of"),
    path("records/tips/", house_papers.bank_tips, name="bank_tips_now"),
    path("records/tips/<str:day>/", house_papers.bank_tips, name="bank_tips"),
    path("records/tips/<str:day>/<str:currency>/", house_papers.bank_tips, name="bank_tips_of"),
    path("tables/<str:code>/bank/", papers.sessions, name="bank_sessions"),
    path("tables/<str:code>/bank/sign/", signing.sign, name="bank_sign"),
    path("tables/<str:code>/bank/<int:number>/", papers.statement, name="statement"),
    path("tables/<str:code>/bank/slips/<str:letter>/<int:year>/<int:serial>/", papers.slip, name="slip"),
]
