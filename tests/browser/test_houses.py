"""An evening at a house on its own screens; ``make evenings ARGS="--houses"`` spends one at each."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.houses.by_hand import Hands, Stake, dealt
from tests.browser.houses.documents import MALTA
from tests.browser.houses.tables import opened

pytestmark = pytest.mark.django_db(transaction=True)
SIX_OF_BANCO = Hands(("2H", "3D", "9H"), ("6C", "KS"))
EVEN = Hands(("7S", "KD"), ("7H", "QC"))


def test_in_malta_every_screen_shows_the_half_on_six_the_tie_and_the_limits_as_the_document_has_them(
    reader: Callable[..., Page], base_url: str
) -> None:
    coups = (SIX_OF_BANCO, EVEN)
    assert [dealt(iter(it.split())) for it in ("2H 6C 3D KS 9H", "7S 7H KD QC")] == [*coups]

    def touched(language: str, screen: str) -> Page:
        return reader(language, screen, has_touch=True)

    evening = opened(touched, base_url, MALTA, coups, code="T3", seats=["3"], pit=False)
    evening.ends, evening.stakes = (
        False,
        [Stake("2", "banco", 2500), Stake("3", "punto", 500), Stake("3", "egalite", 500)],
    )
    for result in ("banco", "tie"):
        evening.coup()
        assert evening.results[-1] == result
    assert evening.screens.figures > 40
