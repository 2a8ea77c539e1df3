"""Points are called that the cards do not have. Super Punto Banco, Art. 9."""

from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import each
from tests.procedures.conftest import SitDown
from tests.procedures.mishaps import ART_9
from tests.procedures.moments import Mishap


@each(ART_9)
def test_the_cards_speak_and_the_right_points_are_paid(sit_down: SitDown, mishap: Mishap) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)
