"""Options of the lab: everything, unless it is named; where none are given, the suite's sample."""

import argparse
import os
from pathlib import Path

from table.rules.houses import VENEZIA
from tests.browser.lab.forms import FORMS, ONLINE, PAGES, Form
from tests.browser.lab.states import PLAYED, SIDED
from tests.house.reader import LANGUAGES
from tests.rig.choosing import InTests, at_least, some_of


def read(line: str | None) -> argparse.Namespace:
    """Read the options in this line; without a line (None) they are those of the suite.

    ``all`` is whether there is a line; ``forms``, ``pages`` and ``online`` are the forms that it selects, one at least.
    """
    parser = InTests(prog="make lab")
    houses, everything = [it.key for it in PLAYED], [*FORMS, *PAGES, *ONLINE]
    screens = sorted({it.screen for it in everything})
    sizes = sorted({size(it) for it in everything})
    parser.add_argument("--screens", type=some_of(screens), default=screens)
    parser.add_argument("--sizes", type=some_of(sizes), default=sizes, help="as 1280x800,390x844")
    parser.add_argument("--languages", type=some_of(LANGUAGES), default=LANGUAGES)
    parser.add_argument("--houses", type=some_of(houses), default=houses)
    parser.add_argument("--every", type=at_least(1), default=1, help="look at each tenth state for 10")
    parser.add_argument("--axe", action="store_true", help="ask axe as well, which takes a second a page")
    parser.add_argument("--pictures", default="", help="a folder for pictures of every state")
    parser.add_argument("--adds", type=Path, help="a file to whose figures those of this part of the grid are laid")
    options = parser.parse_args((line or "").split())
    options.all = line is not None
    if not options.all:
        options.languages, options.houses = ["de"], [VENEZIA.key, SIDED.key]
    options.forms, options.pages, options.online = (_selected(some, options) for some in (FORMS, PAGES, ONLINE))
    if not (options.forms or options.pages or options.online):
        parser.error(f"{', '.join(options.screens)}: none of these screens is {' or '.join(options.sizes)}")
    if options.pictures:
        Path(options.pictures).mkdir(parents=True, exist_ok=True)
    return options


def size(form: Form) -> str:
    """Write the size of a form as options have it."""
    return f"{form.width}x{form.height}"


def _selected(forms: list[Form], options: argparse.Namespace) -> list[Form]:
    return [it for it in forms if it.screen in options.screens and size(it) in options.sizes]


OPTIONS = read(os.environ.get("LAB"))
"""Those of this run."""
