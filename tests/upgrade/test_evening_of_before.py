"""An evening that was recorded by version 0.38.0 is whole after an upgrade, and is dealt again to its last row."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from procedures.models import Incident
from table.models import Coup, Entry, Person, Stake, schema
from table.record.proof.laws import Laws, prove
from table.rules.topics.sources import LAW
from tests.rig.cast import Somebody
from tests.upgrade.test_houses import moved_in

HOUSE, ITS_LAW = "2026-11-30-0225", 12
PLAYED, WITH_INCIDENTS = "demo-1", "demo-2"


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.faults)])
def house(request: pytest.FixtureRequest, django_db_blocker: Any) -> Iterator[None]:
    """That house after `manage.py migrate`."""
    with django_db_blocker.unblock(), moved_in(HOUSE, request.getfixturevalue(request.param)):
        call_command("migrate", verbosity=0, skip_checks=False)
        yield


def test_it_opens_and_every_register_of_it_is_whole_but_for_the_key_that_stayed_where_it_was(
    house: None, capsys: pytest.CaptureFixture[str], tmp_path: Path, settings: Any
) -> None:
    settings.SEAL_KEY_FILE = tmp_path / "seal_key"
    assert schema.missing(connection) == []
    assert Client().get("/readyz").content == b"ready\n"
    with pytest.raises(CommandError, match=r": house\.$"):
        call_command("verify", "--all")
    *_tables, of_the_house = capsys.readouterr().out.splitlines()
    assert str(settings.SEAL_KEY_FILE) in of_the_house, "that key is missing here"


def test_its_tables_are_dealt_again_to_the_last_row_by_the_law_of_today(house: None) -> None:
    assert {Laws.of(code).at(1) for code in (PLAYED, WITH_INCIDENTS)} == {ITS_LAW}
    assert ITS_LAW < LAW
    assert Entry.objects.filter(register=PLAYED).count() >= 50
    assert Incident.objects.filter(table__code=WITH_INCIDENTS).exists()
    for code in (PLAYED, WITH_INCIDENTS):
        proof = prove(code)
        assert (proof.faults, proof.changed) == ([], None)


def test_of_no_stake_of_then_anything_was_taken_along_and_the_dealer_of_then_plays_on(house: None) -> None:
    assert set(Stake.objects.values_list("taken_along", flat=True)) == {0}
    dealer, code = Somebody(Person.objects.get(badge="demo-dealer"), PLAYED), PLAYED
    coup = Coup.objects.get(table__code=code, ended=False)
    dealer.does("sign_on")
    dealer.does("place", coup=coup.key, position="5", box="banco", amount=4_000)
    dealer.presses(("close_bets", {"said": True}), ("deal", {}))
    assert prove(code).faults == []
