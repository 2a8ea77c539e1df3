"""A house that is really served is killed, and its Redis frozen, while it is played: ``make faults`` does all of it."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.faults.served import kinds
from tests.faults.served.history import Fate
from tests.faults.served.kinds import KINDS
from tests.faults.served.places import REDIS, furnished
from tests.faults.served.programs import Program
from tests.faults.served.runs import Pace, play
from tests.rig import redis
from tests.rig.engines import Engine


@pytest.mark.faults
def test_a_house_that_is_killed_while_its_redis_stands_still_loses_and_doubles_nothing(
    sqlite: Engine, tmp_path: Path, django_db_blocker: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "FROZEN_SECONDS", 1.0)
    with django_db_blocker.unblock(), Program(lambda: redis.redis_in(tmp_path)) as pings:
        stores = {REDIS: pings}
        place = furnished(sqlite, tmp_path, 1, stores=stores, redis_url=redis.url_in(tmp_path))
        often = [KINDS["Redis frozen"], KINDS["house killed"]]
        played = play(place, often, pace=Pace(Random(7), pause=0.1, calm=(0.2, 0.4)))

    assert played.wrong == []
    assert played.count(Fate.DONE) > 10
