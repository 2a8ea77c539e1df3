"""The parts of the documents that are made from the code: between marks in a page, or a file of their own."""

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from config.management.commands import articles
from table.live.electronic_shoes import asyncapi
from table.management.commands import houses
from table.models import Table
from table.outside import openapi
from table.play.declaration import VERBS
from table.play.effects import EFFECTS
from table.reports.registers import forms
from tests.law import page
from tests.paper.notices import notices
from tests.paper.offices import offices
from tests.paper.picture import picture
from tests.paper.readers import readers
from tests.paper.sources import ROOT
from tests.paper.tree import tree

PICTURE = Path("docs/rooms.svg")
OPENAPI = Path("docs/openapi.json")
ASYNCAPI = Path("docs/asyncapi.json")


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


def facts_that_leave() -> str:
    """The acts and effects of a table, each with those of its facts that leave the house."""
    acts = sorted((name, verb.public) for name, verb in VERBS.items() if verb.owner is Table)
    effects = sorted((name, effect.public) for name, effect in EFFECTS.items())
    rows = [f"| `{name}` | {', '.join(sorted(facts.split())) or '–'} |" for name, facts in (*acts, *effects)]
    return "\n".join(["| Act or effect | Facts |", "|---|---|", *rows])


PARTS = (
    Part("docs/articles.md", "articles", articles.table),
    Part("docs/houses.md", "houses", houses.table),
    Part("docs/architecture.md", "tree", tree),
    Part("docs/law.md", "law", page.law),
    Part("docs/records.md", "readers", readers),
    Part("SECURITY.md", "offices", offices),
    Part("docs/notices.md", "notices", notices),
    Part("docs/outside.md", "told", facts_that_leave),
)
SCHEMAS: dict[str, Callable[[], bytes]] = {
    **{f"docs/schemas/{name}.json": partial(forms.schema, name) for name in forms.FILES},
}
"""What leaves the house as JSON, and the schema of each."""


def schema_text(path: str) -> str:
    """A schema as its file has it."""
    return SCHEMAS[path]().decode()


def openapi_document() -> str:
    """What programs outside may ask for and are sent."""
    return f"{json.dumps(openapi.document(), indent=2, ensure_ascii=False)}\n"


def what_shoes_tell() -> str:
    """What an electronic shoe and the house say to each other."""
    return f"{json.dumps(asyncapi.document(), indent=2, ensure_ascii=False)}\n"


def renew() -> None:
    """Every part anew, the schemas, the picture, what programs outside may ask, and what electronic shoes tell."""
    for path in SCHEMAS:
        (ROOT / path).parent.mkdir(exist_ok=True)
        (ROOT / path).write_text(schema_text(path), encoding="utf-8")
    for part in PARTS:
        part.renew()
    (ROOT / PICTURE).write_text(picture(), encoding="utf-8")
    (ROOT / OPENAPI).write_text(openapi_document(), encoding="utf-8")
    (ROOT / ASYNCAPI).write_text(what_shoes_tell(), encoding="utf-8")
    for part in PARTS:
        part.renew()
    (ROOT / PICTURE).write_text(picture(), encoding="utf-8")
