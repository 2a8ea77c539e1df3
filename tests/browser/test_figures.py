"""Figures as pictures in a real browser: they fit every screen, and everybody can read them."""

import pytest
from playwright.sync_api import Page

from table.rules.profile import Role
from tests.browser.accessible import Axe
from tests.browser.looks import SMALL_TARGETS, STICKING_OUT
from tests.browser.test_office import sign_in
from tests.browser.test_registers import Reader
from tests.reports.figures.evening import small_evening
from tests.rig.scripts import script
from tests.rig.staff import with_pin
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.faults
def test_every_picture_fits_its_page_and_every_word_its_picture(reader: Reader) -> None:
    small_evening(ready_table())
    tablet, upright = (pictures(reader, *look) for look in (("en", "tablet"), ("de", "upright")))
    assert tablet.evaluate(script("pages", "scrolledCharts")) == []
    assert upright.evaluate(SMALL_TARGETS) == []
    found = Axe().run(tablet).response["violations"]
    assert [(it["id"], [node["html"][:120] for node in it["nodes"][:3]]) for it in found] == []


def pictures(reader: Reader, language: str, screen: str) -> Page:
    """The pictures of the house before somebody of this language, after those of the table; every one of them fits."""
    with_pin(Role.DIREZIONE, badge="delia", language=language)
    page = reader(language, screen)
    sign_in(page, "delia")
    for path in ("/tables/T3/figures/", "/records/figures/"):
        page.goto(path)
        assert page.locator(".chart").count() >= 6
        assert page.evaluate(STICKING_OUT) == [], (path, language)
        assert page.evaluate(script("pages", "outsideCharts")) == [], (path, language)
    return page
