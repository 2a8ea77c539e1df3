"""What evenings by chance have found at the tables: the smallest story of each, and what the law makes of it now."""

from typing import Any

import pytest

from procedures.models import Incident
from table.models import Coup
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Code
from tests.procedures.cases import three_at_punto
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db


def test_a_ruling_on_a_held_coup_says_what_becomes_of_it() -> None:
    """With three cards at one box nobody could turn the hands (Super Punto Banco, Art. 16)."""
    table = ready_table()
    three_at_punto(table)
    case = Incident.objects.get(table=table.row)
    told: dict[str, Any] = {"incident": case.number, "text": "this is the last coup"}
    table.cast.direzione.is_refused(Code.ARGUMENTS, "rule", **told, effects=["end_taglia"])
    assert Coup.objects.get().held
    table.cast.direzione.does("rule", **told, effects=["annul", "end_taglia"])
    coup = Coup.objects.get()
    assert (coup.ended, coup.outcome) == (True, "annulled")
    table.check()


def test_a_house_that_burns_leaves_the_first_card_of_a_dealt_hand_where_it_lies() -> None:
    """It was burned from under the three others, and the hands could not be turned (Super Punto Banco, Art. 3)."""
    table = ready_table(derive(VENEZIA, key="burns", remedies="annul_and_burn", art3_first_card_window="any_time"))
    table.does("open_bets")
    table.does("place", coup="1.1", position="1", box="punto", amount=10_000)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    table.does("report_incident", kind="fallen_card", facts={"places": [1], "seen": True})
    assert [it.location for it in table.state.cards] == ["punto", "banco", "punto", "banco"]
    table.check()
