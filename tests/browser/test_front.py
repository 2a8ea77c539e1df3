"""The front page in a real browser, from the real server, under the real Content Security Policy."""

import re
from pathlib import Path

from playwright.sync_api import ConsoleMessage, Error, Page, expect

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_front_page_opens_without_a_complaint(page: Page, tmp_path: Path) -> None:
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def fault(error: Error) -> None:
        complaints.append(error.message)

    page.on("console", note)
    page.on("pageerror", fault)

    answer = page.goto("/")

    assert answer is not None
    assert answer.status == 200
    expect(page).to_have_title(re.compile("Sabot"))
    picture = page.screenshot(path=tmp_path / "front.png")
    assert picture.startswith(PNG)
    assert complaints == []


MOVED = "document.getAnimations().filter(one => one.effect.target.closest('.welcome-felt')).length"
AT = "when => document.getAnimations().forEach(one => when ? one.finish() : (one.currentTime = 0))"
DEALT = "[...document.querySelectorAll('.welcome-felt .dealt')].every(one => getComputedStyle(one).opacity === '1')"


def test_the_coup_of_the_front_page_is_dealt_once_and_lies_there_at_once_where_less_motion_is_wished(
    page: Page,
) -> None:
    page.goto("/")
    assert page.evaluate(MOVED) >= 6, "four cards or more, and both points"
    for when, dealt in ((False, False), (True, True)):
        page.evaluate(AT, when)
        assert page.evaluate(DEALT) is dealt
    page.emulate_media(reduced_motion="reduce")
    page.goto("/")
    assert (page.evaluate(MOVED), page.evaluate(DEALT)) == (0, True)


def test_a_breach_of_the_policy_is_heard(page: Page) -> None:
    """Proves that the test above could fail: the browser says so when the policy stops something."""
    page.goto("/")
    with page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        page.evaluate("document.body.appendChild(document.createElement('script')).text = '1'")
