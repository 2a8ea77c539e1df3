"""What axe finds on a page that somebody could not use who sees, hears or moves otherwise than most."""

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.rig.scripts import script

VIOLATIONS = "([where, how]) => axe.run(where ?? document, how).then(found => found.violations)"


class Axe:
    """Axe, brought into each page once; of what it has to say only what is wrong is asked for."""

    def run(
        self, page: Page, context: str | Sequence[str] | None = None, options: dict[str, Any] | None = None
    ) -> AxeResults:
        """Look at the page, or at what this selector names in it, or these."""
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(AXE_SCRIPT)
        how = {"resultTypes": ["violations"], **(options or {})}
        where = context if context is None or isinstance(context, str) else {"include": [[one] for one in context]}
        return AxeResults({"violations": page.evaluate(VIOLATIONS, [where, how])})

    def complaints(self, page: Page, context: str | Sequence[str] | None = None) -> str:
        """What is wrong there, to be read; empty where nothing is."""
        found = self.run(page, context)
        return found.generate_report() if found.violations_count else ""

    def complaints_of_dialogs(self, page: Page, dialogs: Sequence[str]) -> str:
        """What is wrong on these closed dialogs, which are opened all at once: axe looks through the page only once.

        That it sees each of them where they lie now is proven by what is made wrong there afterwards.
        """
        page.evaluate(script("axe", "layOut"), dialogs)
        wrong = self.complaints(page, dialogs)
        [contrast] = page.evaluate(script("axe", "unreadable"), dialogs)
        assert len(contrast["nodes"]) == len(dialogs), contrast
        return wrong
