"""What chance does, on the page of a day and on the form of limits: computed elsewhere, or a sentence why not."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from table.reports.chance import apart
from table.rules.profile import Role
from tests.reports.figures.evening import small_evening
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db
DAY = "/records/day/figures/"
LIMITS = "/office/tables/T3/limits/"


def section(address: str, role: Role = Role.DIREZIONE) -> str:
    """The section on chance of a page, without its marks."""
    page = signed_in(role, language="en").get(address).content.decode()
    found = re.search(r'<section[^>]* id="chance".*?</section>', page, re.DOTALL)
    assert found, address
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", found[0]))


def test_a_day_says_how_the_win_of_its_very_stakes_is_distributed() -> None:
    for code in ("T3", "T4"):
        small_evening(ready_table(code=code))
    said = section(f"{DAY}?chance=1")
    # P100 and B200 against each other, B50 and T10 alone: won 100, 50 and -80 of 3 coups, on average 5.32.
    assert "T3 3 €70.00 €5.32 " in said
    assert "together 6 €140.00 €10.64 " in said


def test_nothing_is_computed_unless_it_is_called_for() -> None:
    small_evening(ready_table())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("subprocess.run", lambda *_args, **_options: pytest.fail("a process was started"))
        assert "Compute it" in section(DAY)
        assert "Compute it" in section(LIMITS)


def test_more_coups_and_tables_ask_the_database_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "_computed", lambda _job: (_ for _ in ()).throw(apart.NoSpread("not here")))
    client = signed_in(Role.DIREZIONE, language="en")
    counts = []
    for code in ("T3", "T4", "T5"):
        small_evening(ready_table(code=code))
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{DAY}?chance=1")
        counts.append(len(queries))
    assert counts[1] == counts[2]


def test_limits_say_what_an_evening_at_the_maximum_may_bring() -> None:
    ready_table(limits={"main": [1000, 100_000], "egalite": [1000, 20_000]})
    said = section(f"{LIMITS}?coups=50")
    assert "an evening of 50 coups" in said
    # One guest with 1,000 on Punto in each of 50 coups: 618.71 on average, and no coup costs more than the stake.
    assert re.search(r"Punto €1,000\.00 €618\.71 −€[\d,.]+ €[\d,.]+ −€[\d,.]+ \d\d\.\d\d% €[\d,.]+ €1,000\.00", said)
    assert re.search(r"Egalité €200\.00 €1,443\.82 .* €1,600\.00", said)
    assert "all 9 positions on Banco and on every other box €10,800.00" in said


@pytest.mark.one_in(3)
@pytest.mark.parametrize("coups", ["0", "1001", "many", "-5", "1e3", "٣"])
def test_an_evening_of_no_coups_is_refused_in_a_sentence(coups: str) -> None:
    ready_table()
    assert "An evening has from 1 to 1000 coups." in section(f"{LIMITS}?coups={coups}")


def test_a_server_without_numpy_says_how_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    small_evening(ready_table())
    monkeypatch.setattr(apart, "find_spec", lambda _name: None)
    for address in (f"{DAY}?chance=1", f"{LIMITS}?coups=200"):
        assert "pip install --no-deps --require-hashes -r requirements/chance.txt" in section(address)


def test_a_day_without_a_stake_and_a_process_that_fails_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ready_table()
    assert "there is nothing to compute" in section(f"{DAY}?chance=1")
    small_evening(table)
    with monkeypatch.context() as broken:
        broken.setattr(apart, "BEGINS", "raise SystemExit(1)")
        assert "try again in a minute" in section(f"{DAY}?chance=1")
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    assert "try again in a minute" in section(f"{DAY}?chance=1"), "nor can it be started"


def test_whoever_decides_no_limits_does_not_come_in() -> None:
    ready_table()
    assert signed_in(Role.DEALER).get(f"{LIMITS}?coups=200").status_code == 403
