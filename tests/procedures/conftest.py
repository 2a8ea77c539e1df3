"""Tables for the tests of the procedures: ready once, and as they were for every test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.db import transaction

from table.rules.houses import VENEZIA
from table.rules.profile import Profile, derive
from tests.croupier.coups import shoe_of
from tests.procedures.evenings import Ready, ReadyTables
from tests.rig.sampling import is_spoken_for
from tests.rig.tables import AtTable

MakeReady = Callable[..., Ready]
SitDown = Callable[..., AtTable]


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database for a whole module whose tests sit down at its tables; at its end nothing of it has happened."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def made_ready(db: None) -> MakeReady:
    """Tables as ``ready_table`` makes them; one stands at a time."""
    return ReadyTables()


@pytest.fixture
def sit_down(made_ready: MakeReady, request: pytest.FixtureRequest) -> Iterator[SitDown]:
    """An evening at such a table, one a test; when it is over its register is proven, and the evening never was."""
    sat, dealt_again = list[AtTable](), not is_spoken_for(request.node, one_in=3)

    def at(profile: Profile = VENEZIA, **how: Any) -> AtTable:
        assert not sat, "a table that is made ready in the course of an evening is gone with it"
        sat.append(evenings.enter_context(made_ready(profile, **how).evening(dealt_again=dealt_again)))
        return sat[0]

    with ExitStack() as evenings:
        yield at


@pytest.fixture
def table(sit_down: SitDown) -> AtTable:
    """Seven guests sit at a table of Venezia."""
    return sit_down()


@pytest.fixture
def short(sit_down: SitDown, monkeypatch: pytest.MonkeyPatch) -> AtTable:
    """The shoe holds five cards."""
    shoe_of(monkeypatch, 5)
    return sit_down(derive(VENEZIA, key="short"), seats=2, behind=1)
