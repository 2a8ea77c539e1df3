"""The figures of scripted evenings, computed anew from the exported register alone, to the cent.

The reckoning knows nothing of the rows: it reads each line of the export, follows which coup is being played, and adds
up the lines that the acts posted. What was in action it takes from what the interface for outside says of each coup.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from django.utils import timezone

from table.models import Table
from table.outside.coups import coups
from table.record.days import day_of
from table.record.proof import export
from table.reports.days.money import TableMoney, money_of
from table.reports.days.spans import days_of
from table.rules.odds.chances import chances
from table.rules.odds.composition import fresh
from table.script.follow import follow, read
from table.script.player import Player
from tests.rig.sampling import sampled

pytestmark = pytest.mark.django_db
SCENARIOS = Path(__file__).parents[2] / "regolamento" / "scenarios"
EVENINGS = (
    "admiral_several_bettors",
    "admiral_tax_laid_ready",
    "admiral_tronc_and_banknotes",
    "annul_and_burn_houses",
    "art_01_extra_card_seen",
    "art_05_six_cards_null",
    "art_06_not_clear",
    "art_08_found_after_payment",
    "art_10_disputes",
    "art_10_disputes_malta",
    "art_11_malta",
    "art_14_over_the_maximum",
    "art_14_suspension",
    "art_15_what_nobody_collects",
    "art_16_money_corrected",
    "classico_open_cards",
    "entries_keyed_wrong",
)
GIVEN_BACK = {"stake_returned", "excess_returned", "refund", "tax_ready"}


def lines_of(code: str) -> Iterator[tuple[str, int, str]]:
    """Every line of money of a coup that is over: its box (empty for a dispute), cents, and its kind."""
    running: list[tuple[str, int, str]] = []
    for line in export.lines(code):
        entry = json.loads(line).get("entry")
        for name, facts in json.loads(entry["outcome"])["effects"] if entry else ():
            lines = [
                ("" if kind == "adjustment" else box, cents, kind) for _, box, kind, cents in facts.get("lines", ())
            ]
            if name == "adjusted":
                yield from lines
            running += lines if name != "adjusted" else []
            if name in ("coup_burned", "coup_cancelled"):
                yield from running
                running = []


def by_hand(code: str) -> tuple[Counter[str], int]:
    """Win of the table by box, and that of disputes."""
    won, disputes = Counter[str](), 0
    for box, cents, kind in lines_of(code):
        if kind == "adjustment":
            disputes -= cents
        elif kind not in GIVEN_BACK:
            won[box] -= cents
    return won, disputes


def staked(code: str) -> Counter[str]:
    """Cents in action by box in the coups that were paid."""
    table, found = Table.real.get(code=code), Counter[str]()
    for coup in coups(table, reader="test", after=0, most=1000):
        for stake in coup.stakes if coup.over and coup.outcome == "settled" else ():
            found[stake.box] += stake.in_action or 0
    return +found


def edges(house: str) -> dict[str, Fraction]:
    """What the table keeps of a cent staked, from the chances of the three results and what each house pays."""
    coming = chances(fresh(6))
    six = coming.of(lambda ending: ending.banco == 6 and ending.result == "banco")
    banco = coming.banco - six / 2 if house == "half_on_six" else coming.banco * Fraction(95, 100)
    return {
        "punto": coming.banco - coming.punto,
        "banco": coming.punto - banco,
        "egalite": coming.punto + coming.banco - 8 * coming.tie,
    }


@pytest.fixture(params=sampled(EVENINGS, one_in=5))
def code(request: pytest.FixtureRequest) -> str:
    player = Player("T1")
    script = read((SCENARIOS / f"{request.param}.taglia").read_text(encoding="utf-8"))
    assert [str(line) for line in follow(player, script) if line.found] == []
    return player.code


def of_day(code: str) -> list[TableMoney]:
    """The figures of the table today; an evening that is played across six in the morning is of two days."""
    return [it for it in money_of(days_of(day_of(timezone.now())).day) if it.code == code]


def test_win_turnover_and_theoretical_win_equal_those_of_the_export(code: str) -> None:
    [its] = of_day(code)
    won, disputes = by_hand(code)
    assert {box.value: it.win for box, it in its.boxes.items() if it.win} == {box: it for box, it in won.items() if it}
    assert its.disputes == disputes
    assert {box.value: it.turnover for box, it in its.boxes.items() if it.turnover} == dict(staked(code))
    expected = defaultdict[str, Fraction](Fraction)
    for box, cents in staked(code).items():
        expected[box] += cents * edges(its.profiles[0].banco_payout)[box]
    assert {box.value: it.expected for box, it in its.boxes.items() if it.turnover} == dict(expected)
