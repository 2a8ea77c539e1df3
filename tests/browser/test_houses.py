"""An evening at a house on its own screens; ``make evenings ARGS="--houses"`` spends one at each."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.houses.by_hand import Hands, Stake, dealt
from tests.browser.houses.documents import MALTA
from tests.browser.houses.tables import opened
from tests.rig.room import still

pytestmark = pytest.mark.django_db(transaction=True)
SIX_OF_BANCO = Hands(("2H", "3D", "9H"), ("6C", "KS"))
STAKES = [Stake("2", "banco", 2500), Stake("3", "punto", 500)]


@pytest.mark.faults
def test_in_malta_every_screen_shows_the_half_on_six_as_the_document_has_it(
    reader: Callable[..., Page], base_url: str
) -> None:
    assert dealt(iter(["2H", "6C", "3D", "KS", "9H"])) == SIX_OF_BANCO

    def touched(language: str, screen: str) -> Page:
        return still(reader(language, screen, has_touch=True))

    evening = opened(touched, base_url, MALTA, (SIX_OF_BANCO,), code="T3", seats=["2"], pit=False)
    evening.stakes, evening.ends = STAKES, False
    evening.coup()
    assert evening.results == ["banco"]
    assert evening.screens.figures > 20
