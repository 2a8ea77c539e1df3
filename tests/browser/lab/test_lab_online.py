"""The table of an online player in the lab: every state of it with the widest amounts, and the pages around it.

No house is served: what the pages ask for is answered by the views themselves, and hands are dealt from rigged shoes.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Route

from table.models import OnlineGame, OnlinePlayer
from table.online import doorway
from table.online.levels import LEVELS
from tests.browser.accessible import Axe
from tests.browser.lab.forms import Form
from tests.browser.lab.options import OPTIONS
from tests.browser.lab.screens import ADDRESS, MEASURES
from tests.house.reader import LANGUAGES
from tests.online.players import rig
from tests.rig.scripts import script

SEED = 3113
SHARE = 0.1
"""Of the states of a form those at which the suite looks."""
WIDEST = 125_000_000
"""Balance and net result, in cents."""
TIED = "9S 9H 9D 9C 2H 2C"
"""A pair in either hand, and a tie of eights."""
SIX_CARDS = "TS TH TD TC TS TH"
WAYS_IN = ("", "help/")
PAGES = ("", "history/", "history/9999/", "account/", "help/")
SETTLED = "a[data-new]:not([hidden])"


class OnlineLab:
    """A player's browser in a form and a language, and what is wrong in each state that it was in."""

    def __init__(self, browser: Browser, form: Form, language: str, patch: pytest.MonkeyPatch, pictures: str) -> None:
        self.form, self.language, self.patch, self.pictures = form, language, patch, pictures
        self.found: dict[str, list[str]] = defaultdict(list)
        self.looked = 0
        self.lost = False
        self._axe, self._client = Axe(), Client()
        self._client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        context = browser.new_context(
            viewport={"width": form.width, "height": form.height}, locale=language, reduced_motion="reduce"
        )
        self.page = context.new_page()
        self.page.route("**/*", self._answer)

    def states(self) -> Iterator[str]:
        """Bring the page into each of its states, and give its name."""
        for path in WAYS_IN:
            self.page.goto(f"{ADDRESS}/online/{path}")
            yield f"a stranger at /online/{path}"
        rig(self.patch, TIED)
        self.page.goto(f"{ADDRESS}/online/")
        self.page.locator("form[action$='/try/'] button").click()
        self.page.wait_for_selector(".play-live")
        yield "a guest at the table"
        self._widen()
        yield from self._played()
        yield from self._opened()
        for path in PAGES:
            self.page.goto(f"{ADDRESS}/online/{path}")
            yield f"a player at /online/{path}"

    def _widen(self) -> None:
        """Give the guest a name of twenty letters, the highest level, and as much money as is written anywhere."""
        OnlinePlayer.objects.update(
            balance=WIDEST, staked=LEVELS[-1].staked, sitting_net=-WIDEST, name="bernardine-elisabeth", key="b"
        )
        OnlineGame.objects.update(number=9_999)
        OnlinePlayer.objects.update(games=9_999)

    def _played(self) -> Iterator[str]:
        page = self.page
        page.goto(f"{ADDRESS}/online/baccarat/?new")
        yield "nothing is staked"
        page.keyboard.press("5")
        for box in page.locator(".bet-press").all():
            for _ in range(3):
                box.click()
        yield "stakes on every box"
        page.locator("[data-box=grande] .bet-press").click()
        page.locator("[data-box=grande] .bet-press").click()
        page.evaluate("document.querySelectorAll('[data-box]').forEach(one => { one.dataset.maximum = '0'; })")
        page.locator("[data-box=punto] .bet-press").click()
        yield "over the maximum"
        self.lost = True
        page.locator("[data-deal]").click()
        page.wait_for_selector("[data-said][data-long]", state="attached")
        yield "the link is lost"
        self.lost = False
        page.wait_for_selector("[data-deal][aria-busy=false]")
        yield "it was not dealt"
        rig(self.patch, SIX_CARDS)
        page.locator("[data-deal]").click()
        page.wait_for_selector(SETTLED)
        yield "a tie and two pairs"
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        page.wait_for_selector(SETTLED)
        yield "a tie with six cards"
        page.goto(f"{ADDRESS}/online/baccarat/")
        yield "the last game, loaded again"
        OnlinePlayer.objects.update(sitting_since=timezone.now() - timedelta(hours=11, minutes=59))
        page.goto(f"{ADDRESS}/online/baccarat/")
        yield "the hourly check"
        page.locator("[data-go-on] button").click()
        page.wait_for_selector(".play-check:not([open])", state="attached")

    def _opened(self) -> Iterator[str]:
        for tool in self.page.locator(".tool > summary").all():
            if tool.is_visible():
                tool.click()
                yield f"{tool.text_content()} is open"
                for more in self.page.locator(".tool[open] details > summary").all():
                    if more.is_visible():
                        more.click()
                yield f"{tool.text_content()} and what is in it is open"
                self.page.keyboard.press("Escape")
                self.page.evaluate("document.querySelectorAll('details[open]').forEach(one => { one.open = false; })")

    def look(self, name: str) -> None:
        """Measure the page as it stands, and run axe on it."""
        self.looked += 1
        self.page.evaluate(MEASURES)
        needs = [self.form.target, self.form.type_size]
        wrong = self.page.evaluate("([target, type]) => window.lab.measure(target, type)", needs)
        if self.page.locator(".play-live").count() and not self.page.locator("details[open], dialog[open]").count():
            wrong += self.page.evaluate(script("online", "outOfView"))
            wrong += self.page.evaluate(script("online", "lightsOffCloth"))
        for rule in self._axe.run(self.page).response["violations"]:
            wrong += [f"axe, {rule['id']}: {node['target']} {node['html'][:80]}" for node in rule["nodes"]]
        # What leads to the content is out of the page until it has the focus.
        for one in (it for it in wrong if not it.startswith("a.skip ")):
            self.found[one].append(f"{self.form} {self.language} – {name}")
        if self.pictures:
            self.page.screenshot(path=f"{self.pictures}/{self.form}-{self.language}-{self.looked:02}.png")

    def close(self) -> None:
        """Close the page."""
        self.page.context.close()

    def _answer(self, route: Route) -> Any:
        requested = urlsplit(route.request.url)
        if requested.path.startswith(settings.STATIC_URL):
            file = finders.find(requested.path.removeprefix(settings.STATIC_URL))
            return route.fulfill(path=file) if isinstance(file, str) else route.abort()
        if self.lost:
            return route.abort()
        for pace in (doorway.OF_A_PLAYER, doorway.AT_AN_ADDRESS, doorway.NEW_GUESTS):
            pace.forget()
        path = f"{requested.path}?{requested.query}"
        headers = {"accept": route.request.headers.get("accept", "")}
        if route.request.method == "POST":
            form = "application/x-www-form-urlencoded"
            answer = self._client.post(path, route.request.post_data or "", form, follow=True, headers=headers)
        else:
            answer = self._client.get(path, headers=headers)
        known = {name: value for name, value in answer.headers.items() if name != "Set-Cookie"}
        return route.fulfill(status=answer.status_code, body=answer.content, headers=known)


@pytest.mark.django_db(transaction=True)
@pytest.mark.faults
def test_nothing_online_is_cut_covered_too_small_or_out_of_view(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    languages = OPTIONS.languages if OPTIONS.all else LANGUAGES
    drawn = [(form, language) for form in OPTIONS.online for language in languages]
    chance = Random(SEED)
    if not OPTIONS.all:
        drawn = chance.sample(drawn, 1)
    found: dict[str, list[str]] = defaultdict(list)
    looked = 0
    for form, language in drawn:
        OnlinePlayer.objects.all().delete()
        lab = OnlineLab(browser, form, language, monkeypatch, OPTIONS.pictures)
        for name in lab.states():
            if OPTIONS.all or chance.random() < SHARE:
                lab.look(name)
        looked += lab.looked
        for wrong, where in lab.found.items():
            found[wrong] += where
        lab.close()
    sys.stdout.write(f"online: {looked} states looked at on {len(drawn)} forms and languages, {len(found)} wrong\n")
    assert not found, "\n".join(f"{it}\n    " + "\n    ".join(where[:5]) for it, where in sorted(found.items()))
