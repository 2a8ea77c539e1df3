"""`manage.py articles`: prints the articles of the regulations as a table in Markdown, as in docs/articles.md."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import translation

from procedures.articles import ARTICLES
from procedures.articles.article import BOTH, NOBODY, Article
from table.words.terms import ROLES

HEAD = "| Article | What goes wrong | Must be present | Remedies | Is said |\n|---|---|---|---|---|"


class Command(BaseCommand):
    """Print one row for each article under which something can go wrong."""

    help = "Prints the articles with what they ask, who has to be present and what they admit, in English."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(table())


def table() -> str:
    """Return all articles as a Markdown table in English, by number, the premise first.

    Its columns are article, kinds of incident, who has to be present, remedies, and what is said.
    """
    with translation.override("en"):
        return "\n".join([HEAD, *(_row(article) for _, article in sorted(ARTICLES.items()))])


def _row(article: Article) -> str:
    """Return the Markdown row of an article: name and title, its kinds, presence, remedies or –, phrase or –.

    A kind that `report_incident` does not take, as the table notices it by another act, has a star. Without kinds, that
    column is empty. Nothing is escaped.
    """
    wrong = "; ".join(f"{it.title}{'' if it.asks else ' *'}" for it in article.kinds)
    remedies = ", ".join(article.remedies) or "–"
    phrase = f"«{article.phrase}»" if article.phrase else "–"
    return f"| {article.name}: {article.title} | {wrong} | {_present(article)} | {remedies} | {phrase} |"


def _present(article: Article) -> str:
    """Name the offices that have to be present, in the active language, the Ispettore di Gioco first.

    They are joined by the English "and" in any language; it is "nobody", also English, where none has to be.
    """
    if article.present == NOBODY:
        return "nobody"
    return " and ".join(str(ROLES[role]) for role in sorted(article.present, reverse=article.present == BOTH))
