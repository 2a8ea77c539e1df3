"""The house names one recorder: the camera desk and the reports read one setting, by either name of its two times."""

import re
from typing import Any

import pytest
from django.utils import timezone

from bank.screens import video
from bank.screens.video import verbs
from table.models import Alert, Entry
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from tests.bank.at_bank import bank_table
from tests.croupier.dealer import Croupier
from tests.rig.tables import seat

pytestmark = pytest.mark.django_db
UTC = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"


@pytest.mark.parametrize("times", ["from={from}&to={to}", "from={begins}&to={ends}"])
def test_the_camera_desk_leads_into_the_recorder_that_reports_lead_to(times: str, settings: Any) -> None:
    at = bank_table()
    at.opens()
    settings.VIDEO_LINK = "https://video.example/?camera={table}&{mine}&" + times
    snapshot = take(at.code)
    assert snapshot is not None
    text = render(snapshot, Region("video", "en"))
    address = rf'href="https://video\.example/\?camera={at.code}&amp;{{mine}}&amp;from={UTC}&amp;to={UTC}"'
    assert re.search(address, text), "each place is filled in, and whatever else has braces is left alone"


def test_the_camera_desk_is_shown_the_latest_acts_that_raised_an_alert_however_many_each_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = bank_table()
    at.opens()
    monkeypatch.setattr(video, "MOST_SHOWN", 3)
    numbers = dict(Entry.objects.filter(register=at.code).values_list("verb", "number"))
    raised = [numbers[it] for it in ("open_table", "open_table", "cut", "cut", "shuffle", "load")]
    at_table: dict[str, Any] = {"table": at.table.row, "code": "left_without_owner", "since": timezone.now()}
    Alert.objects.bulk_create(Alert(number=it, **at_table) for it in [*raised, at.table.number + 1])
    shown = [it.number for it in video.feed(at.table.snapshot)]
    assert shown == [numbers["open_table"], numbers["cut"], numbers["shuffle"]]


def test_the_camera_desk_is_shown_every_decision_on_a_case_and_on_a_dispute() -> None:
    at = bank_table()
    at.opens()
    seat(at.table, "anna", "1")
    at.table.does("open_bets")
    at.table.does("place", coup=at.table.coup, position="1", box="punto", amount=10_000)
    for verb, given in Croupier(at.table, "9S 2H KS 3H").acts("burn"):
        at.table.does(verb, **given)
    facts = {"coup": at.table.coup, "position": "1", "about": "payment"}
    at.table.does("burn")
    at.table.does("report_incident", kind="dispute", facts=facts)
    gets = [{"bettor": "anna", "amount": 2_500}]
    at.table.cast.ispettore.does("decide_dispute", incident=at.table.number, text="decided", corrections=gets)
    assert "decides dispute" in render(at.table.snapshot, Region("video", "en"))
    assert verbs() >= {"annul", "annul_incident", "confirm_dispute", "withdraw_incident", "name_cause", "show_card"}
    assert not verbs() & {"settle", "begin_exercise", "sign_on"}
