"""Which displays are here, and how seldom that is written down."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from table.live import callers as room
from table.live.callers import DisplayPresence, write_seen
from table.models import Display
from table.record.machine import clocks
from table.views.office.displays import LATELY, state_of
from tests.rig.sockets import paired
from tests.rig.tables import new_table


def test_a_display_is_written_down_once_a_minute_and_not_at_every_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(clocks, "steady", lambda: now)
    presence = DisplayPresence()
    assert sorted(presence.look([1, 2])) == [1, 2]
    assert sorted(presence.look([1, 2])) == [1, 2], "as long as it could not be written"
    presence.stored([1, 2])
    for beat in range(29):
        now = 1002.0 + 2 * beat
        assert presence.look([1, 2] if beat % 2 else [1]) == [], "however often it comes and goes"
    now = 1060.0
    assert sorted(presence.look([1, 2, 3])) == [1, 2, 3]
    assert presence.look(()) == []
    assert presence.connected == frozenset()


@pytest.mark.django_db
def test_nobody_is_told_more_of_a_display_than_is_known(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    new_table()
    paired("T3")
    paired("T3", "4")
    sign, seat = Display.objects.order_by("position")
    assert [state_of(it) for it in (sign, seat)] == ["never", "never"]
    with django_assert_num_queries(1):
        write_seen([sign.pk, seat.pk])
    Display.objects.filter(pk=seat.pk).update(seen=timezone.now() - LATELY - timedelta(seconds=1))
    sign, seat = Display.objects.order_by("position")
    assert [state_of(it) for it in (sign, seat)] == ["lately", "silent"], "another process may have it, or nobody"
    monkeypatch.setattr(room.presence, "connected", frozenset({seat.pk}))
    assert state_of(seat) == "here"
