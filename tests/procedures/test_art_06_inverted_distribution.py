"""Cards lie at the wrong box. Super Punto Banco, Art. 6."""

from tests.procedures.aftermath import comes_about
from tests.procedures.chosen import each
from tests.procedures.conftest import SitDown
from tests.procedures.mishaps import ART_6
from tests.procedures.moments import Mishap


@each(ART_6)
def test_inverted_cards_are_laid_anew_before_the_ispettore_or_the_coup_is_annulled_and_burned(
    sit_down: SitDown, mishap: Mishap
) -> None:
    comes_about(sit_down(seats=2), mishap, blanks=True)
