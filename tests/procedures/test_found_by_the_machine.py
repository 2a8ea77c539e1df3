"""What evenings by chance have found at the tables: the smallest story of each, and what the law makes of it now."""

from typing import Any

import pytest

from procedures.models import Incident
from table.models import Coup
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
