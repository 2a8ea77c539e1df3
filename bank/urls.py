"""URLs of the bank."""

from django.urls import path

from bank.views import papers, signing, walls

urlpatterns = [
    path("cassa/", walls.cassa, name="cassa"),
    path("cassa/slips/", papers.cash_papers, name="cash_papers"),
    path("video/", walls.video, name="video"),
    path("records/bank/", papers.bank_day, name="bank_days"),
    path("records/bank/<str:day>/", papers.bank_day, name="bank_day"),
    path("records/bank/<str:day>/<str:currency>/", papers.bank_day, name="bank_day_of"),
    path("tables/<str:code>/bank/", papers.sessions, name="bank_sessions"),
    path("tables/<str:code>/bank/sign/", signing.sign, name="bank_sign"),
    path("tables/<str:code>/bank/<int:number>/", papers.statement, name="statement"),
    path("tables/<str:code>/bank/slips/<str:letter>/<int:year>/<int:serial>/", papers.slip, name="slip"),
]
