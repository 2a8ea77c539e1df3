"""Console and desk stand still while a table goes on: no act of a coup or of a case moves what lies there already."""

from collections import defaultdict
from collections.abc import Collection

import pytest
from playwright.sync_api import Browser

from table.rules.houses import VENEZIA
from table.screens.read.snapshot import Snapshot, take
from table.screens.regions import Region, render
from tests.browser.lab.forms import Form
from tests.browser.lab.screens import LabScreen, Shown, opened
from tests.browser.lab.states import PLAIN, States
from tests.procedures.mishaps import MISHAPS
from tests.procedures.moments import Mishap

pytestmark = pytest.mark.django_db
LANGUAGE = "de"
WIDE, TALL = ([Form(screen, *size) for screen in ("console", "desk")] for size in ((1280, 800), (800, 1280)))
CASE = {"an error of the reader, reported"}
"""A coup that is held until somebody came, and played to its end after that."""
OTHERS = {*(it.name for it in PLAIN), "one card at Banco", "an extra card, seen", "a worn card", "stuck cards, burned"}


class EveryAct(States):
    """Snapshots of a table after every act, also where nothing but a figure differs."""

    def _look(self, name: str) -> None:
        snapshot = take(self.code)
        if snapshot is not None and snapshot.ready:
            self.visit(name, snapshot)


class Still:
    """Shows a table on these forms act by act, and keeps what shifted there, with the first place of each."""

    def __init__(self, browser: Browser, code: str, forms: Collection[Form]) -> None:
        self.browser, self.code, self.forms = browser, code, forms
        self.found: dict[str, list[str]] = defaultdict(list)
        self.seen = 0
        self._screens: list[LabScreen] = []
        self._regions: dict[str, Collection[Region]] = {}
        self._shown = ""

    def look(self, name: str, snapshot: Snapshot) -> None:
        """Show what follows; an evening that begins anew follows nothing."""
        if not self._screens:
            screens = {it.screen: opened(it.screen, it.tables, self.code, LANGUAGE) for it in self.forms}
            self._regions = {screen: it.view.regions[self.code] for screen, it in screens.items()}
            self._screens = [LabScreen(self.browser, it, LANGUAGE, screens[it.screen]) for it in self.forms]
        shown = {
            screen: Shown(
                name, snapshot.state.phase or "", snapshot.number, {it.name: render(snapshot, it) for it in regions}
            )
            for screen, regions in self._regions.items()
        }
        for one in self._screens:
            shifted = one.shift(shown[one.form.screen])
            for wrong in shifted if name == self._shown else ():
                self.found[f"{one.form.screen}: {wrong}"].append(f"{one.form} – {name}, {snapshot.state.phase}")
        self._shown, self.seen = name, self.seen + 1

    def close(self) -> None:
        """Close the pages."""
        for one in self._screens:
            one.close()


@pytest.mark.parametrize(
    ("code", "befall", "forms"),
    [
        pytest.param("LS1", CASE, WIDE[:1], id="case"),
        pytest.param("LS4", CASE, WIDE[1:], id="case, desk", marks=pytest.mark.faults),
        pytest.param("LS2", CASE, TALL, id="case, upright", marks=pytest.mark.faults),
        pytest.param("LS3", OTHERS, [*WIDE, *TALL], id="others", marks=pytest.mark.faults),
    ],
)
def test_no_act_shifts_console_or_desk(browser: Browser, code: str, befall: set[str], forms: list[Form]) -> None:
    coups: list[Mishap] = [it for it in (*PLAIN, *MISHAPS) if it.name in befall]
    assert {it.name for it in coups} == befall
    still = Still(browser, code, forms)
    EveryAct(code, still.look).of(VENEZIA, coups)
    still.close()
    assert still.seen > 20
    assert not still.found, "\n".join(f"{wrong}\n    {where}" for wrong, where in sorted(still.found.items()))
