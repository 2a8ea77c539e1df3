"""What a device keeps of the house, and shows where the house cannot be heard: one page, and nothing of anybody."""

import json
import re
from collections.abc import Callable

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from table.rules.profile import Role
from table.views.device.offline import FILES
from tests.rig.patience import PATIENCE_MS
from tests.rig.scripts import script
from tests.rig.sockets import session_of
from tests.rig.staff import with_pin
from tests.rig.tables import ready_table

pytestmark = pytest.mark.django_db(transaction=True)
EVERY_MS = 3000


@pytest.fixture
def inspector(browser: Browser, base_url: str) -> Callable[[], Page]:
    """The pit as an inspector has it open, in a browser that keeps what it is told to keep; its time is the test's."""

    def opened() -> Page:
        ready_table()
        with_pin(Role.ISPETTORE_GIOCO)
        context = browser.new_context(base_url=base_url, locale="it-IT")
        context.set_default_timeout(PATIENCE_MS)
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session_of("ivo"), "url": base_url}])
        page = context.new_page()
        page.clock.install()
        page.goto("/work/")
        return page

    return opened


def test_a_device_keeps_one_page_and_shows_it_until_the_house_is_heard(inspector: Callable[[], Page]) -> None:
    page = inspector()
    page.evaluate(script("storage", "cacheAsBefore"))
    page.clock.run_for(2000)
    page.clock.resume()
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    assert page.evaluate(script("storage", "isServed")), "the worker was not taken"
    for path in ("/office/displays/", "/api/v1/openapi.json", "/pit/"):
        page.goto(path)
    expect(page.locator("body")).to_have_attribute("data-link", "live")
    cached = [
        (name, re.sub(r"\.[0-9a-f]{12}\.", ".", path))
        for name, path in json.loads(page.evaluate(script("storage", "cached")))
    ]
    assert sorted(path for _name, path in cached) == sorted(["/offline/", *(f"/static/{name}" for name in FILES)])
    names = {name for name, _path in cached}
    assert len(names) == 1
    assert "sabot-of-before" not in names, "what the version before kept is gone"

    page.context.set_offline(True)
    page.goto("/tables/T3/")
    expect(page.locator("h1")).to_have_text("Nessun collegamento con la casa")
    expect(page.locator("main")).to_have_css("display", "grid")
    expect(page.locator(".of-staff").first).to_be_visible()
    assert page.context.cookies(), "nobody is signed out by it"
    page.goto("/display/")
    expect(page.locator(".of-guests").first).to_be_visible()
    expect(page.locator(".of-staff").first).to_be_hidden()
    page.goto("/pit/")
    page.clock.run_for(EVERY_MS)
    expect(page.locator(".again").first).to_be_visible()
    looks: list[str] = []
    page.on("requestfailed", lambda request: looks.append(request.url))
    page.evaluate("() => Array.from({ length: 3 }, () => dispatchEvent(new Event('online')))")
    page.wait_for_timeout(500)
    at_once = len(looks)
    page.clock.run_for(EVERY_MS)
    page.wait_for_timeout(500)
    assert (at_once, len(looks) - at_once) == (3, 1), "it asks at once, and then no more often than before"
    page.context.set_offline(False)
    page.clock.run_for(EVERY_MS)
    expect(page.locator("body")).to_have_attribute("data-live", "/live/pit/")
    page.context.close()
