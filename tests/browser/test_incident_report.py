"""The report of a case in a real browser: on a desk, on a phone and on paper, and as a file that is taken out."""

from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from procedures.models import Incident
from tests.browser.accessible import Axe
from tests.browser.looks import STICKING_OUT
from tests.procedures import reported_cases
from tests.rig.sockets import session_of
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
Reader = Callable[..., Page]


@pytest.fixture
def case(db: None) -> Incident:
    """Three cards lay at Banco, nobody could tell them apart, and the coup was annulled."""
    return reported_cases.annulled(ready_table())


def auditor(reader: Reader, base_url: str, language: str, screen: str) -> Page:
    """A page of the auditor, who has signed in."""
    page = reader(language, screen)
    known = {settings.SESSION_COOKIE_NAME: session_of("aldo"), settings.LANGUAGE_COOKIE_NAME: language}
    page.context.add_cookies([{"name": name, "value": value, "url": base_url} for name, value in known.items()])
    return page


@pytest.mark.faults
def test_nothing_sticks_out_and_everybody_can_read_it(reader: Reader, base_url: str, case: Incident) -> None:
    for language, screen in (("it", "tablet"), ("de", "phone")):
        page = auditor(reader, base_url, language, screen)
        for path in (f"/tables/T3/incidents/{case.number}/", "/tables/T3/incidents/"):
            page.goto(path)
            assert page.evaluate(STICKING_OUT) == [], (language, path)
            assert Axe().run(page).response["violations"] == [], (language, path)


@pytest.mark.faults
def test_it_is_taken_out_by_one_press_from_the_list_of_the_coups(reader: Reader, base_url: str, case: Incident) -> None:
    page = auditor(reader, base_url, "en", "tablet")
    page.goto("/tables/T3/coups/1.1/")
    page.get_by_role("link", name="Incidents of this taglia").click()
    page.get_by_role("link", name="A box has more or fewer than two cards").click()
    expect(page.get_by_role("img", name="the coup counts for nothing")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="PDF", exact=True).click()
    assert download.value.suggested_filename == f"sabot-incident-T3-{case.number}-copy-1.pdf"
    assert download.value.path().read_bytes().startswith(b"%PDF-")
