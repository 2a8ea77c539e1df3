"""A page as it is read, for the tests: its language, its texts and its table cells."""

from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from table.rules.houses import HOUSES
from table.rules.profile import Profile

LANGUAGES = [code for code, _ in settings.LANGUAGES]
IN_EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
IN_EACH_HOUSE = pytest.mark.parametrize("profile", HOUSES.values(), ids=HOUSES)
VOID = {"meta", "link", "input", "path", "rect", "circle", "br"}


class Reader(HTMLParser):
    """A page as it is read: the language it names, its texts in order, and the texts inside each table cell."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.language, self.texts, self.path = "", list[str](), list[tuple[str, str]]()
        self.cells: list[tuple[str, str]] = []
        self.feed(page)
        assert self.path == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.language = self.language or (given.get("lang") or "")
        self.texts += [text for name in ("aria-label", "data-name", "content") if (text := given.get(name))]
        if tag not in VOID:
            self.path.append((tag, given.get("class") or ""))
        if tag in {"td", "th"}:
            self.cells.append((self.path[-1][1], ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A drawn line says nothing."""

    def handle_endtag(self, tag: str) -> None:
        assert self.path.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.texts.append(text)
            if any(tag in {"td", "th"} for tag, _ in self.path):
                kind, said = self.cells[-1]
                self.cells[-1] = (kind, f"{said} {text}".strip())


def read(client: Client, address: str, language: str, *, status: int = 200) -> Reader:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == status
    assert answer["Content-Language"] == language
    page = Reader(answer.content.decode())
    assert page.language == language
    return page


def address(profile: Profile, decks: int | None = None) -> str:
    return reverse("house", args=[profile.key]) + (f"?decks={decks}" if decks else "")
