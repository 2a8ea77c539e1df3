"""Cards come out stuck together. Super Punto Banco, Art. 2."""

from typing import Any

from table.models import Entry
from table.record import chain
from tests.croupier.coups import coup, deal
from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import each
from tests.procedures.conftest import SitDown
from tests.procedures.mishaps import ART_2
from tests.procedures.moments import Mishap
from tests.rig.tables import AtTable


@each(ART_2, one_in=3)
def test_stuck_cards_are_put_back_in_their_order_or_burned_and_the_stakes_stand(
    sit_down: SitDown, mishap: Mishap
) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)


def test_where_stuck_cards_are_burned_a_declaration_on_one_of_them_is_void(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    table.does("report_incident", kind="stuck_cards", facts={"before": 2, "packet": 2, "restored": False})
    assert effects_of_last(table, "declaration_void") == [{"claim": "no_carta", "shown": ""}]
    table.does("deal")
    assert (table.state.phase, coup(table).claim) == ("reading", "")


def effects_of_last(table: AtTable, name: str) -> list[Any]:
    """What the newest entry brought about under this name."""
    last = Entry.objects.get(register=table.code, number=table.number)
    return [facts for effect, facts in chain.read(last.outcome)["effects"] if effect == name]
