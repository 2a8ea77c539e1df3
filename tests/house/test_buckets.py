"""Token buckets: a caller who asks faster than the rate still gets the rate."""

from types import SimpleNamespace

import pytest

from table.access import pace


def test_requests_in_vain_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(pace, "clocks", SimpleNamespace(steady=lambda: now[0]))
    buckets = pace.TokenBuckets(burst=2, per_second=2)
    answered = 0
    for place in range(41):
        now[0] = place / 8
        answered += buckets.take("somebody")
    assert answered == 12  # two in a row, then two a second for five seconds
