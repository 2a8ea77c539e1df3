"""The lab: in no state of a table a text is cut or lies over another, and the next act is in view, on any form.

`make lab` looks at every state of every house; the suite at some of one coup, drawn by a seed.
"""

import argparse
import os
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from table.rules.houses import VENEZIA
from table.screens.read.snapshot import Snapshot
from table.screens.regions import render
from tests.browser.lab.forms import FORMS, PAGES, Form
from tests.browser.lab.pages import as_demo, paths
from tests.browser.lab.screens import LabPages, LabScreen, found_by_axe
from tests.browser.lab.states import PLAIN, PLAYED, States, befall

pytestmark = pytest.mark.django_db
SEED = 2611
SAMPLED = {10, 13, 16}
"""Of the states of a plain coup those at which the suite looks."""


class Lab:
    """Looks at states on these forms in these languages, and keeps what is wrong, with the first place of each."""

    def __init__(
        self,
        browser: Browser,
        forms: Sequence[Form],
        only: Collection[int],
        asked: argparse.Namespace,
    ) -> None:
        self.browser, self.forms, self.languages, self.only = browser, forms, asked.languages, only
        self.sheets, self.every, self.axe = asked.sheets, asked.every, asked.axe
        self.looked, self.measured = 0, 0
        self.found: dict[str, list[str]] = defaultdict(list)
        self._screens: dict[str, list[LabScreen]] = {}

    def look(self, name: str, snapshot: Snapshot) -> None:
        """Show a state on every form, and measure it there."""
        self.looked += 1
        if self.looked % self.every or (self.only and self.looked not in self.only):
            return
        screens = self._at(snapshot.code)
        regions = {it: render(snapshot, it) for one in screens for it in one.view.regions[snapshot.code]}
        for one in screens:
            one.show(snapshot, {it.name: regions[it] for it in one.view.regions[snapshot.code]})
        for one in screens:
            self.measured += 1
            name_of_picture = f"{snapshot.code}-{self.looked:03}-{one.form}-{one.language}"
            wrong_by_measure = one.measure(self.sheets and f"{self.sheets}/{name_of_picture}")
            for wrong in [*wrong_by_measure, *(found_by_axe(one.page) if self.axe else [])]:
                self.found[f"{one.form.screen}{one.form.tables or ''}: {wrong}"].append(
                    f"{one.form} {one.language} – {name}, {snapshot.state.phase}"
                )

    def _at(self, code: str) -> list[LabScreen]:
        if code not in self._screens:
            self.close()
            opened = [LabScreen(self.browser, form, code, it) for form in self.forms for it in self.languages]
            self._screens[code] = opened
        return self._screens[code]

    def close(self) -> None:
        """Close the pages."""
        for screens in self._screens.values():
            for one in screens:
                one.close()
        self._screens.clear()

    def report(self) -> str:
        """Return what is wrong, each with where it was seen."""
        return _listed(self.found)


def test_nothing_that_is_read_or_pressed_is_cut_covered_or_out_of_view(browser: Browser) -> None:
    asked = _asked(os.environ.get("LAB"))
    forms = [it for it in FORMS if it.screen in asked.screens]
    forms = [it for it in forms if not asked.sizes or f"{it.width}x{it.height}" in asked.sizes]
    if not asked.all:
        forms = Random(SEED).sample(forms, 5)
    lab = Lab(browser, forms, () if asked.all else SAMPLED, asked)
    for number, profile in enumerate(it for it in PLAYED if it.key in asked.houses):
        States(f"LB{number}", lab.look).of(profile, befall(profile) if asked.all else PLAIN[:1])
    lab.close()
    print(f"{lab.looked} states, {lab.measured} looked at on {len(forms)} forms, {len(lab.found)} wrong")
    assert not lab.found, lab.report()


def test_nothing_on_any_page_is_cut_covered_or_too_small(browser: Browser) -> None:
    asked = _asked(os.environ.get("LAB"))
    if "page" not in asked.screens:
        return
    forms = [it for it in PAGES if not asked.sizes or f"{it.width}x{it.height}" in asked.sizes]
    found, seen = defaultdict[str, list[str]](list), 0
    drawn = Random(SEED)
    with as_demo():
        for role, everything in paths().items():
            chosen = everything if asked.all else drawn.sample(everything, min(2, len(everything)))
            for form in forms if asked.all else drawn.sample(forms, 1):
                for language in asked.languages:
                    pages = LabPages(browser, form, role, language)
                    for path in chosen:
                        seen += 1
                        for wrong in [*pages.measure(path), *(found_by_axe(pages.page) if asked.axe else [])]:
                            found[wrong].append(f"{form} {language} {path}")
                        if asked.sheets:
                            name = f"{path.strip('/').replace('/', '-')}-{form}-{language}"
                            pages.page.screenshot(path=f"{asked.sheets}/page-{name}.png", full_page=True)
                    pages.close()
    print(f"{seen} pages looked at, {len(found)} wrong")
    assert not found, _listed(found)


def _listed(found: Mapping[str, list[str]]) -> str:
    return "\n".join(f"{wrong}\n    " + "\n    ".join(where[:5]) for wrong, where in sorted(found.items()))


def _asked(line: str | None) -> argparse.Namespace:
    """Read what is asked of the lab: everything, unless it is named; without a line (None) the suite's sample."""
    parser = argparse.ArgumentParser(prog="make lab")
    houses = [it.key for it in PLAYED]
    parser.add_argument(
        "--screens", type=lambda it: it.split(","), default=["console", "desk", "pit", "seat", "sign", "page"]
    )
    parser.add_argument("--sizes", type=lambda it: it.split(","), default=[], help="as 1280x800,390x844; all of them")
    parser.add_argument("--languages", type=lambda it: it.split(","), default=["it", "de", "en"])
    parser.add_argument("--houses", type=lambda it: it.split(","), default=houses)
    parser.add_argument("--every", type=int, default=1, help="look at each tenth state for 10")
    parser.add_argument("--axe", action="store_true", help="ask axe as well, which takes a second a page")
    parser.add_argument("--sheets", default="", help="a folder for pictures of every state")
    asked = parser.parse_args((line or "").split())
    asked.all = line is not None
    if not asked.all:
        asked.languages, asked.houses = ["de"], [VENEZIA.key]
    if asked.sheets:
        Path(asked.sheets).mkdir(parents=True, exist_ok=True)
    return asked


# --- what the lab would find

BAD = """() => {
  document.body.innerHTML = `<p class="whole">whole</p><p class="cut">a text that is longer than its box</p>
    <div class="place"><p class="under">under</p><p class="over">over</p></div><p class="tiny">tiny</p>
    <button class="narrow">x</button><div class="now"><button class="next">gone</button></div>`;
  const style = (one, given) => Object.assign(document.querySelector(one).style, given);
  style("body", { font: "16px/1.2 sans-serif" });
  for (const one of [".narrow", ".next"]) style(one, { font: "16px sans-serif" });
  style(".cut", { width: "60px", overflow: "hidden", whiteSpace: "nowrap" });
  style(".place", { position: "relative", height: "40px" });
  for (const one of [".under", ".over"]) style(one, { position: "absolute", top: "0", left: "0", margin: "0" });
  style(".tiny", { fontSize: "12px" });
  style(".narrow", { width: "20px", height: "60px" });
  style(".next", { position: "absolute", top: "5000px", height: "60px", width: "60px" });
}"""


def test_what_is_cut_hidden_small_or_out_of_view_would_be_found(page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 600})
    page.set_content("<!doctype html><title>bad</title>")
    page.evaluate((Path(__file__).parent / "measures.js").read_text(encoding="utf-8"))
    page.evaluate(BAD)
    assert page.evaluate("window.lab.measure(48, 16)") == [
        "p.cut “a text that is longer than its box” is cut by p.cut",
        "p.under “under” lies over p.over “over”",
        "the next act “gone” is out of view",
        "p.tiny “tiny” is 12.0 px high",
        "button.narrow “x” is a target of 20 by 60 px",
    ]
