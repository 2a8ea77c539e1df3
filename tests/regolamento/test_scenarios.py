"""Every evening of ``scenarios/``: each line is done or refused as written, and the register proves it afterwards."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from table.models import Coup, DrawnCard, Entry, Shoe
from table.register import faults
from table.replay import replay
from table.rules.payout import HANDED_BACK
from table.rules.shoe import Whereabouts
from table.script.follow import follow, read
from table.script.player import Player

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.taglia"))
HERE = DrawnCard.Location
pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Iterator[Player]:
    """The cast at a table; when they have gone home its register is proven, its cards and its money are counted."""
    player = Player("T1")
    yield player
    check_register(player.code)
    for shoe in player.table.shoes.all():
        check_cards(shoe)
    for coup in player.table.coups.all():
        check_money(coup)


def check_register(code: str) -> None:
    """The register has no gap and no broken link, and it deals the evening again to the same rows."""
    entries = list(Entry.objects.filter(register=code).order_by("number"))
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert faults(entries) == []
    assert replay(code) == []


def check_cards(shoe: Shoe) -> None:
    """Every card of the shoe lies somewhere."""
    lie = list(shoe.cards.order_by("number").values_list("number", "location"))
    assert [number for number, _ in lie] == list(range(1, shoe.out + 1))
    at = {place: sum(location == place for _, location in lie) for place in HERE}
    Whereabouts(
        sabot=shoe.cards_total - shoe.out,
        held=at[HERE.HELD_UNDER] + at[HERE.HELD_SEEN],
        on_table=at[HERE.PUNTO] + at[HERE.BANCO] + at[HERE.WAITING] + at[HERE.EXCESS],
        remaining_extracted=at[HERE.REMAINING],
        burned=at[HERE.BURNED],
    ).check(shoe.cards_total)


def check_money(coup: Coup) -> None:
    """What was laid and what was won or lost together are what went back across the table."""
    for stake in coup.stakes.all() if coup.ended else ():
        lines = list(coup.money.filter(stake=stake))
        net = sum(line.amount for line in lines if line.kind not in HANDED_BACK)
        returned = sum(line.amount for line in lines if line.kind != "loss")
        assert stake.laid + net == returned, stake


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_the_evening_goes_as_the_regulations_have_it(path: Path, player: Player) -> None:
    lines = read(path.read_text(encoding="utf-8"))
    assert any(line.text.startswith("expect") for line in lines), "an evening that expects nothing proves nothing"
    assert [str(it) for it in follow(player, lines) if it.found] == []
