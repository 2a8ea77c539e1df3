"""The parts of the documents that are made from the code: between marks in a page, or a file of their own."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from procedures.management.commands import articles
from table.management.commands import houses
from table.reports.registers import forms
from tests.law import page
from tests.paper.picture import picture
from tests.paper.sources import ROOT
from tests.paper.tree import tree

PICTURE, SCHEMAS = Path("docs/rooms.svg"), Path("docs/schemas")


class Part(NamedTuple):
    """A part of a page, between ``<!-- name -->`` and ``<!-- /name -->``."""

    page: str
    name: str
    made: Callable[[], str]

    def shown(self) -> str:
        """What the page has there now."""
        found = self._found((ROOT / self.page).read_text(encoding="utf-8"))
        return found[2].strip()

    def renew(self) -> None:
        """Put in place what the code says."""
        text = (ROOT / self.page).read_text(encoding="utf-8")
        found = self._found(text)
        renewed = f"{text[: found.start(2)]}{self.made()}\n{text[found.end(2) :]}"
        (ROOT / self.page).write_text(renewed, encoding="utf-8")

    def _found(self, text: str) -> re.Match[str]:
        found = re.search(rf"(<!-- {self.name} -->\n)(.*?)(<!-- /{self.name} -->)", text, re.DOTALL)
        assert found is not None, f"{self.page} has no part “{self.name}”"
        return found


PARTS = (
    Part("docs/articles.md", "articles", articles.table),
    Part("docs/houses.md", "houses", houses.table),
    Part("docs/architecture.md", "tree", tree),
    Part("docs/law.md", "law", page.law),
)


def renew() -> None:
    """Every part anew, the picture, and the schemas of the files that leave the house."""
    for part in PARTS:
        part.renew()
    (ROOT / PICTURE).write_text(picture(), encoding="utf-8")
    for name in forms.FILES:
        (ROOT / SCHEMAS / f"{name}.json").write_bytes(forms.schema(name))
