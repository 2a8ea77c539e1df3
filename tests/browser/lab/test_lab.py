"""The lab: in no state of a table a text is cut or lies over another, and the next act is in view, on any form.

`make lab` looks at every state of every house; the suite at some of one coup in two of them, drawn by a seed.
"""

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby, product
from operator import attrgetter, itemgetter
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from table.rules.profile import Profile
from table.screens.read.snapshot import Snapshot
from table.screens.regions import render
from tests.browser.lab.forms import FORMS, OF_BANKS, Form
from tests.browser.lab.options import OPTIONS
from tests.browser.lab.pages import as_demo, paths
from tests.browser.lab.screens import FEED, MEASURES, LabPages, LabScreen, Opened, Shown, found_by_axe, opened
from tests.browser.lab.states import PLAIN, PLAYED, States, befall
from tests.procedures.moments import Mishap
from tests.rig.sampling import in_two_parts
from tests.rig.scripts import script

pytestmark = pytest.mark.django_db
SEED = 2611
SAMPLED = {10, 13, 16}
"""Of the states of a plain coup those at which the suite looks."""
SHARE = 23
"""Of the sheets that differ at those states the suite opens one in so many."""
TOGETHER = 24
"""States that a page is given at once."""
COUNTS = re.compile(r'(<dd data-key="count-\w+">)\d+')
MANY = r"\g<1>88"
"""Results of a long taglia, in the place of those of a short one."""
Place = tuple[str, str, str, str]
"""House, language, form and phase."""


class Lab:
    """Looks at states in these languages, and keeps what is wrong, with the first places of each."""

    def __init__(self, browser: Browser, only: Collection[int], options: argparse.Namespace) -> None:
        self.browser, self.only, self.options = browser, only, options
        self.forms: Sequence[Form] = ()
        self.looked = 0
        self.found: dict[str, list[str]] = defaultdict(list)
        self.tally = Tally()
        self._opened: dict[tuple[str, int, str], Opened] = {}
        self._states: dict[tuple[str, int, str], list[Shown]] = defaultdict(list)

    def house(self, number: int, profile: Profile, mishaps: list[Mishap], forms: Sequence[Form]) -> None:
        """Look at every state of a house: they are drawn first, then shown on one form after the other."""
        code, self.forms, self.looked = f"LB{number}", forms, 0
        States(code, self._look).of(profile, mishaps)
        here = [it for it in self.forms if (it.screen, it.tables, self.options.languages[0]) in self._opened]
        for language in self.options.languages:
            for (screen, tables), some in groupby(here, key=attrgetter("screen", "tables")):
                page = LabScreen(self.browser, (ones := [*some])[0], language, self._opened[screen, tables, language])
                for form in ones:
                    page.to(form)
                    self._measure(profile.key, code, page, language)
                page.close()
        self._opened.clear()
        self._states.clear()

    def _look(self, name: str, snapshot: Snapshot) -> None:
        self.looked += 1
        if self.looked % self.options.every or (self.only and self.looked not in self.only):
            return
        if not self._opened:
            self._open(snapshot)
        phase = str(snapshot.state.phase)
        for which, screen in self._opened.items():
            drawn = {it.name: render(snapshot, it) for it in screen.regions}
            regions = {name: COUNTS.sub(MANY, text) for name, text in drawn.items()}
            shown = Shown(f"{self.looked:03} {name}", phase, snapshot.number, regions)
            self._states[which].append(shown)

    def _open(self, snapshot: Snapshot) -> None:
        banks = snapshot.state.profile.bank == "on"
        screens = {(it.screen, it.tables) for it in self.forms if banks or it.screen not in OF_BANKS}
        # The tables of a larger wall stand on no smaller one.
        for (screen, tables), language in product(sorted(screens, key=itemgetter(1)), self.options.languages):
            self._opened[screen, tables, language] = opened(screen, tables, snapshot.code, language)

    def _measure(self, house: str, code: str, page: LabScreen, language: str) -> None:
        form = page.form
        differing: dict[tuple[tuple[str, str], ...], Shown] = {}
        tally = Tally()
        for state in self._states[form.screen, form.tables, language]:
            tally.looked[house, language, str(form), state.phase] += 1
            # A document that was measured on this form is not measured again.
            differing.setdefault(state.page, state)
        states, together = [*differing.values()], 1 if self.options.pictures or self.options.axe else TOGETHER
        for some in (states[at : at + together] for at in range(0, len(states), together)):
            for state, wrong in zip(some, page.read(some, 1 if self.options.all else SHARE), strict=True):
                found = [*wrong, *(found_by_axe(page.page) if self.options.axe else [])]
                if self.options.pictures:
                    page.store(f"{self.options.pictures}/{code}-{state.name[:3]}-{form}-{language}")
                tally.add((house, language, str(form), state.phase), wrong=bool(found))
                where = f"{house}, {form} {language} – {state.name}, {state.phase}"
                self._note([f"{form.screen}{form.tables or ''}: {it}" for it in found], where)
        if form.screen == "console":
            self._note([f"{form.screen}: {it}" for it in page.lost()], f"{house}, {form} {language} – {state.name}")
        self.tally.lay(tally)
        if self.options.all:
            print(f"{house}, {form} {language}: {tally}", flush=True)
        if self.options.adds:
            tally.stored(self.options.adds)

    def _note(self, wrong: Sequence[str], where: str) -> None:
        for it in wrong:
            if it not in self.found and self.options.all:
                print(f"{it}\n    {where}", flush=True)
            self.found[it].append(where)


class Tally:
    """How many states stood where, how many of their documents differed and were measured, and how many were wrong."""

    def __init__(self) -> None:
        self.looked, self.measured, self.wrong = Counter[Place](), Counter[Place](), Counter[Place]()

    def add(self, place: Place, *, wrong: bool) -> None:
        """Add a document that was measured."""
        self.measured[place] += 1
        self.wrong[place] += wrong

    def __str__(self) -> str:
        looked, measured, wrong = (it.total() for it in (self.looked, self.measured, self.wrong))
        return f"{looked} states, {measured} documents measured, {wrong} wrong"

    def lay(self, other: "Tally") -> None:
        """Lay to this what was counted elsewhere."""
        self.looked += other.looked
        self.measured += other.measured
        self.wrong += other.wrong

    def stored(self, path: Path) -> "Tally":
        """Lay what was counted to what other parts of the grid have left in a file; give both together."""
        counts = (self.looked, self.measured, self.wrong)
        before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
        rows = {tuple(place): figures for *place, figures in before}
        for place in self.looked:
            rows[place] = [it[place] for it in counts]
        path.write_text(json.dumps([[*place, it] for place, it in sorted(rows.items())]), encoding="utf-8")
        all_of_it = Tally()
        for place, figures in rows.items():
            for count, figure in zip((all_of_it.looked, all_of_it.measured, all_of_it.wrong), figures, strict=True):
                count[place] = figure
        return all_of_it

    def table(self) -> str:
        """Write measured documents by form and language in rows, by phase in columns; those wrong behind a !."""
        phases = sorted({phase for *_, phase in self.looked})
        rows = [["form", *phases, "states", "measured", "wrong"]]
        for language, form in sorted({(language, form) for _house, language, form, _phase in self.looked}):
            here = [it for it in self.looked if it[1:3] == (language, form)]
            cells = [self._cell([it for it in here if it[3] == phase]) for phase in phases]
            sums = [str(sum(count[it] for it in here)) for count in (self.looked, self.measured, self.wrong)]
            rows.append([f"{form} {language}", *cells, *sums])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join("  ".join(it.ljust(width) for it, width in zip(row, widths, strict=True)) for row in rows)

    def _cell(self, places: Sequence[Place]) -> str:
        measured, wrong = (sum(count[it] for it in places) for count in (self.measured, self.wrong))
        return f"{measured} !{wrong}" if wrong else str(measured)


@in_two_parts(5)
def test_nothing_that_is_read_or_pressed_is_cut_covered_or_out_of_view(browser: Browser, part: slice) -> None:
    if not OPTIONS.forms or _is_part_of_all(part):
        return
    lab = Lab(browser, () if OPTIONS.all else SAMPLED, OPTIONS)
    for number, profile in enumerate([it for it in PLAYED if it.key in OPTIONS.houses][part]):
        lab.house(number, profile, befall(profile) if OPTIONS.all else PLAIN[:1], _forms()[part])
    tally = lab.tally.stored(OPTIONS.adds) if OPTIONS.adds else lab.tally
    print(f"{tally.table()}\n{tally}")
    assert lab.tally.looked, f"no state of {', '.join(OPTIONS.houses)} is looked at on these screens"
    assert not lab.found, _listed(lab.found)


def _forms() -> list[Form]:
    """List the forms on which a house is looked at; a sample of them for the suite."""
    return OPTIONS.forms if OPTIONS.all else Random(SEED).sample([it for it in FORMS if it.screen not in OF_BANKS], 5)


def _is_part_of_all(part: slice) -> bool:
    """Whether `make lab` looks at all of this already, of which it is a part."""
    return bool(OPTIONS.all and part.step)


@in_two_parts(5)
def test_nothing_on_any_page_is_cut_covered_or_too_small(browser: Browser, part: slice) -> None:
    if not OPTIONS.pages or _is_part_of_all(part):
        return
    found, seen = defaultdict[str, list[str]](list), Counter[str]()
    drawn = Random(SEED)
    with as_demo():
        for role, everything in [*paths().items()][part]:
            chosen = everything if OPTIONS.all else drawn.sample(everything, min(2, len(everything)))
            here = OPTIONS.pages if OPTIONS.all else drawn.sample(OPTIONS.pages, 1)
            for language in OPTIONS.languages:
                pages = LabPages(browser, role, language)
                for form, path in product(here, chosen):
                    seen[f"{form} {language}"] += 1
                    for wrong in [*pages.measure(form, path), *(found_by_axe(pages.page) if OPTIONS.axe else [])]:
                        found[wrong].append(f"{form} {language} {path}")
                    if OPTIONS.pictures:
                        name = f"{path.strip('/').replace('/', '-')}-{form}-{language}"
                        pages.page.screenshot(path=f"{OPTIONS.pictures}/page-{name}.png", full_page=True)
                pages.close()
    print(f"{dict(seen)}: {seen.total()} pages looked at, {len(found)} wrong")
    assert not found, _listed(found)


def _listed(found: Mapping[str, list[str]]) -> str:
    return "\n".join(f"{wrong}\n    " + "\n    ".join(where[:5]) for wrong, where in sorted(found.items()))


# --- what the lab would find


def test_what_is_cut_hidden_small_or_out_of_view_would_be_found(page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 600})
    page.set_content("<!doctype html><title>bad</title>")
    page.add_script_tag(content=MEASURES + FEED)
    page.evaluate(script("lab", "fillWrongly"))
    states = [{"frames": [], "of": ""}, {"frames": [], "of": ""}]
    first, second = page.evaluate("states => window.lab.read(states, 48, 16, 'console')", states)
    assert second == [
        "p.cut “a text that is longer than its box” is cut by p.cut",
        "p.column “a text that is wider than its column” is cut by p.column",
        "dl.bar-limits “10–1.250.000” is cut by dl.bar-limits",
        "p.under “under” lies over p.over “over”",
        "text.cell-sign “over it” lies over text.cell-sign “on the cloth”",
        "the next act “gone” is out of view",
        "p.tiny “tiny” is 12.0 px high",
        "button.narrow “x” is a target of 20 by 60 px",
    ]
    # A sheet is opened where it says something else.
    assert first == [*second, "#count: p.cut “a sum that is longer than its box” is cut by p.cut"]
