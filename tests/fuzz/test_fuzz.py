"""A few hundred of what `make fuzz` sends by the ten thousand, on each engine; the seed is the same in every run."""

from typing import Any

from tests.fuzz.attack import attack
from tests.rig.engines import Engine

SEED = 1408


def test_whatever_is_sent_is_answered_and_nothing_fails(engine: Engine, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock():
        found = attack(engine, seed=SEED, frames=150, requests=60, sockets=12)
    assert found.wrong == []
    assert found.taken >= 150
    assert len(found.meanwhile) >= 2, "a dealer pressed and was answered"
    assert sum(found.frames.values()) > 100
    assert sum(found.requests.values()) == 60
