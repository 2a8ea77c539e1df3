"""What articles and their kinds say is there in every language, and scenarios speak of kinds that there are."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.functional import Promise

from procedures.articles import ARTICLES, KINDS
from procedures.articles.article import Article
from tests.rig.words import TRANSLATED, untranslated

SCENARIOS = Path(settings.BASE_DIR) / "tests" / "regolamento" / "scenarios"


def words_of(article: Article) -> Iterator[Promise]:
    """Everything that an article and its kinds say."""
    yield article.title
    for kind in article.kinds:
        yield from (kind.title, *kind.words.values())
        yield from (words for answers in kind.answers.values() for words in answers.values())
        yield from (words for words in (kind.awaited, kind.offer and kind.offer.words) if words)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_word_of_an_article_is_translated(language: str) -> None:
    assert untranslated((words for article in ARTICLES.values() for words in words_of(article)), language) == []


def test_every_kind_that_a_scenario_reports_is_of_an_article() -> None:
    reported = {
        name
        for path in SCENARIOS.glob("*.taglia")
        for name in re.findall(r"^reports (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert reported - KINDS.keys() == set()
