"""Times of a paper's rows, and the clock of the house that they show: it names no time zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from procedures.verifier.figures import HouseClock

ZONES = [
    "Europe/Rome",
    "Europe/Malta",
    "Pacific/Honolulu",
    "Etc/GMT+12",
    "Pacific/Auckland",
    "Pacific/Kiritimati",
    "UTC",
]


@pytest.mark.parametrize("zone", ZONES)
def test_a_row_over_midnight_has_the_day_of_its_zone_and_no_other(zone: str) -> None:
    before, clock = datetime(2026, 10, 20, 23, 59, 50, tzinfo=ZoneInfo(zone)), HouseClock()
    after = before + timedelta(seconds=20)
    assert clock.goes_on(f"{before:%H:%M:%S}", before.astimezone(UTC).isoformat())
    assert not clock.goes_on("23 Oct 2026, 00:00:10", after.astimezone(UTC).isoformat())
    assert clock.goes_on("21 Oct 2026, 00:00:10", after.astimezone(UTC).isoformat())


@pytest.mark.parametrize("local", ["20:74:05", "45:14:05", "21:13:65", "24:00:00"])
def test_an_hour_that_no_clock_shows_is_no_time_of_a_row(local: str) -> None:
    at = "2026-10-20T00:00:00+00:00" if local == "24:00:00" else "2026-10-20T21:14:05+00:00"
    assert not HouseClock().goes_on(local, at)


@pytest.mark.parametrize("said", ["21:14:05", "٢١:١٤:٠٥", "2１:14:05"])
def test_a_time_in_digits_of_another_script_is_one_that_no_entry_has(said: str) -> None:
    clock, at = HouseClock(), "2026-10-20T21:14:05+00:00"
    assert clock.goes_on("21:14:05", at)
    assert [*clock.unknown([f"since {said}"], [at], [])] == ([] if said.isascii() else [said])
