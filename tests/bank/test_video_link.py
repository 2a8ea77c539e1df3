"""The house names one recorder: the camera desk and the reports read one setting, by either name of its two times."""

import re
from typing import Any

import pytest

from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from tests.bank.at_bank import bank_table

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
