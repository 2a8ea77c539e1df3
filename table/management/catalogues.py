"""The translations: read out of the sources, kept in `locale/`, checked and compiled with Babel, without GNU gettext.

The id of a message is its English sentence. A catalogue holds no dates, no line numbers and no absolute paths, and is
sorted: it changes only when a sentence or its translation changes.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import IO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation import to_locale

from table.spelling import GERMAN, SWISS_GERMAN, swiss

Source = tuple[str, str, dict[str, str]]
# Each folder that says something, which of its files, how they are read, and with which options.
PYTHON: Source = ("**.py", "table.management.catalogues:python_messages", {})
JINJA: Source = ("**.html", "jinja2", {"newstyle_gettext": "true", "silent": "false"})
SOURCES = {"config": PYTHON, "procedures": PYTHON, "table": PYTHON, "templates": JINJA}
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
    # The pure rules cannot import Django: the sentence of a refusal is marked by the refusal itself.
    "Refused": (2,),
    "require": (3,),
    "_must": (4,),
}
PLACE = re.compile(r"%\((\w+)\)[a-z]|(%)(?!%)")


class Catalogues:
    """The catalogues of the tree at `root`, one for each language."""

    def __init__(self, root: Path, languages: Iterable[str]) -> None:
        self.root = root
        self.languages = list(languages)

    def path(self, language: str) -> Path:
        return self.root / "locale" / language / "LC_MESSAGES" / "django.po"

    def update(self, *, prune: bool) -> None:
        """Bring new sentences into every catalogue; those that are gone stay as comments unless they are pruned."""
        template = self.template()
        for language in self.languages:
            self.path(language).parent.mkdir(parents=True, exist_ok=True)
            self.path(language).write_bytes(written(self.updated(language, template), prune=prune))

    def updated(self, language: str, template: Catalog) -> Catalog:
        """The catalogue of a language with the sentences of this template, and where each of them stands."""
        catalog = self.read(language)
        revive(catalog)
        # No guesses: a new sentence stands empty until somebody has translated it.
        catalog.update(template, no_fuzzy_matching=True)
        return catalog

    def compile(self) -> None:
        """Write the binary catalogues that Django reads, of German one for each of its spellings."""
        for language in self.languages:
            self._compile(language, self.read(language))
        if GERMAN in self.languages:
            self._compile(to_locale(SWISS_GERMAN), spelt_with_ss(self.read(GERMAN)))

    def _compile(self, language: str, catalog: Catalog) -> None:
        compiled = BytesIO()
        write_mo(compiled, catalog)
        self.path(language).parent.mkdir(parents=True, exist_ok=True)
        self.path(language).with_suffix(".mo").write_bytes(compiled.getvalue())

    def faults(self) -> list[str]:
        """What stands between each catalogue and a complete translation, one line each; empty when all is well."""
        template = self.template()
        return [f"{language}: {fault}" for language in self.languages for fault in self._faults(language, template)]

    def _faults(self, language: str, template: Catalog) -> Iterator[str]:
        found = list(faults(template, self.read(language)))
        yield from found
        lies = self.path(language).read_bytes() if self.path(language).exists() else b""
        if not found and lies != written(self.updated(language, template), prune=False):
            yield "complete, but not as the sources say it now, such as in which file a sentence stands"

    def template(self) -> Catalog:
        """Every sentence that the sources say."""
        template = Catalog()
        for folder, (files, method, options) in SOURCES.items():
            found = extract_from_dir(self.root / folder, [(files, method)], {files: options}, KEYWORDS)
            for file, _, message, _, context in found:
                template.add(message, locations=[(f"{folder}/{file}", 0)], context=context)
        return template

    def read(self, language: str) -> Catalog:
        """The catalogue of a language as it lies on disk; an empty one where there is none."""
        if not self.path(language).exists():
            return Catalog(locale=language)
        with self.path(language).open("rb") as file:
            return read_po(file, locale=language)


def python_messages(
    file: IO[bytes], keywords: Collection[str], *_: object, **__: object
) -> Iterator[tuple[int, str, object, list[str]]]:
    """The marked sentences of a Python source, for Babel: line, marking function, arguments, comments.

    Read from the syntax tree, because Babel's own reader counts commas, also those of a list among the arguments.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and (name := called(node)) in keywords:
            yield node.lineno, name, tuple(map(written_out, node.args)), []


def called(call: ast.Call) -> str:
    """The last name of what is called: `gettext` for both `gettext(…)` and `translation.gettext(…)`."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def written_out(argument: ast.expr) -> str | None:
    """The text of an argument, where it is one."""
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def spelt_with_ss(catalog: Catalog) -> Catalog:
    """The catalogue, in the spelling that knows no ß."""
    for message in sentences(catalog):
        forms = message.string
        message.string = swiss(forms) if isinstance(forms, str) else tuple(map(swiss, texts(forms)))
    return catalog


def revive(catalog: Catalog) -> None:
    """Take back the translations kept as comments: their sentence may have returned."""
    for message in list(catalog.obsolete.values()):
        catalog[message.id] = message
    catalog.obsolete.clear()


def written(catalog: Catalog, *, prune: bool) -> bytes:
    """The catalogue as text, with a header that only says what a reader of it needs."""
    body = BytesIO()
    write_po(body, catalog, width=0, omit_header=True, sort_output=True, ignore_obsolete=prune, include_lineno=False)
    header = [
        'msgid ""',
        'msgstr ""',
        f'"Language: {catalog.locale_identifier}\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        f'"Plural-Forms: {catalog.plural_forms}\\n"',
    ]
    return "\n".join([*header, "", ""]).encode() + body.getvalue()


def faults(template: Catalog, catalog: Catalog) -> Iterator[str]:
    """What one catalogue lacks, sentence by sentence."""
    for wanted in sentences(template):
        found = catalog.get(wanted.id, wanted.context)
        if found is None:
            yield f"missing: {wanted.id!r}"
        elif fault := unfinished(found):
            yield f"{fault}: {wanted.id!r}"
    for kept in sentences(catalog):
        if template.get(kept.id, kept.context) is None:
            yield f"obsolete: {kept.id!r}"
    for gone in catalog.obsolete.values():
        yield f"obsolete, kept as a comment (`manage.py catalogues --prune` drops it): {gone.id!r}"


def sentences(catalog: Catalog) -> list[Message]:
    """The messages of a catalogue without its header."""
    return [message for message in catalog if message.id]


def unfinished(message: Message) -> str:
    """What is wrong with a translation; empty when nothing is."""
    forms = texts(message.string)
    if not forms or not all(forms):
        return "untranslated"
    if message.fuzzy:
        return "fuzzy"
    allowed = [places(text) for text in texts(message.id)]
    # The singular of a plural may leave its number out, or not: each form has the places of one of the ids.
    if not all(places(form) in allowed for form in forms):
        return "other places than its id"
    return ""


def texts(value: str | Iterable[str] | None) -> list[str]:
    """The forms of a message, one or several."""
    return [value] if isinstance(value, str) else list(value or ())


def places(text: str) -> set[str]:
    """The names that a sentence leaves to be filled in; a per cent sign that is not doubled counts as one."""
    return {name or sign for name, sign in PLACE.findall(text.replace("%%", ""))}
