"""Which of the words that something is declared with have no translation yet."""

import re
from collections.abc import Iterable
from pathlib import Path

import polib
from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise

TRANSLATED = [code for code, _name in settings.LANGUAGES if code != "en"]


def untranslated(words: Iterable[Promise], language: str) -> list[str]:
    """The English sentences among these that the catalogue of this language does not have."""
    path = Path(settings.BASE_DIR) / "locale" / language / "LC_MESSAGES" / "django.po"
    there = {entry.msgid for entry in polib.pofile(str(path)) if entry.translated() and not entry.obsolete}
    with translation.override("en"):
        return sorted({str(it) for it in words} - there)


def manuals_in(language: str) -> list[str]:
    """Return what the templates of the manuals have in this language, page by page."""
    block = re.compile(rf"{{% block {language} -%}}(.*?){{%- endblock %}}", re.DOTALL)
    pages = sorted((Path(settings.BASE_DIR) / "templates" / "manuals").glob("*/*.html"))
    return [" ".join(text.split()) for page in pages for text in block.findall(page.read_text("utf-8"))]
