"""What axe finds on a page that somebody could not use who sees, hears or moves otherwise than most."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

VIOLATIONS = "([where, how]) => axe.run(where ?? document, how).then(found => found.violations)"


class Axe:
    """Axe, brought into each page once; of what it has to say only what is wrong is asked for."""

    def run(self, page: Page, context: str | None = None, options: dict[str, Any] | None = None) -> AxeResults:
        """Look at the page, or at what this selector names in it."""
        if page.evaluate("typeof axe") == "undefined":
            page.evaluate(AXE_SCRIPT)
        how = {"resultTypes": ["violations"], **(options or {})}
        return AxeResults({"violations": page.evaluate(VIOLATIONS, [context, how])})
