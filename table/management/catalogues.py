"""Translations: extracts messages from the sources, updates, checks and compiles `locale/`, with Babel alone.

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

from table.words.voices import GERMAN, SWISS_GERMAN, swiss

Source = tuple[str, str, dict[str, str]]
# The files with messages in a folder, how Babel reads them, and with which options.
PYTHON: Source = ("**.py", "table.management.catalogues:python_messages", {})
JINJA: Source = ("**.html", "jinja2", {"newstyle_gettext": "true", "silent": "false"})
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
    # The rules do not import Django: their sentences and names are marked by these calls, as this argument.
    "Refused": (2,),
    "require": (3,),
    "_must": (4,),
    "PolicyKey": (2,),
    "Meaning": (2,),
    "Unsaid": (2,),
}
PLACE = re.compile(r"%\((\w+)\)[a-z]|(%)(?!%)")


class Catalogues:
    """Catalogues of the source tree at `root`, one for each language."""

    def __init__(self, root: Path, languages: Iterable[str]) -> None:
        """Take the folder of the sources, and codes of languages such as ``it``. No file is read or written."""
        self.root = root
        self.languages = list(languages)

    def path(self, language: str) -> Path:
        """Path of the catalogue (.po) of a language, whether or not it exists.

        ``language`` is the name of its folder in ``locale``: ``it``, or ``de_CH`` and not ``de-ch``.
        """
        return self.root / "locale" / language / "LC_MESSAGES" / "django.po"

    def update(self, *, prune: bool) -> None:
        """Write the messages of the sources into every catalogue, new ones untranslated.

        Obsolete ones stay as comments, or are dropped if `prune`.
        """
        template = self.template()
        for language in self.languages:
            self.path(language).parent.mkdir(parents=True, exist_ok=True)
            self.path(language).write_bytes(written(self.updated(language, template), language, prune=prune))

    def updated(self, language: str, template: Catalog) -> Catalog:
        """Return the catalogue of a language, read from disk if it is there, with messages and files of `template`.

        Files are the sources in which a message stands. Translations of messages that have come back are used again,
        new messages have none. Nothing is written.
        """
        catalog = self.read(language)
        revive(catalog)
        # Without guesses: a new message stays empty until it is translated.
        catalog.update(template, no_fuzzy_matching=True)
        return catalog

    def compile(self) -> None:
        """Write the binary catalogue (.mo) of every language, and of German a second one in Swiss spelling."""
        for language in self.languages:
            self._compile(language, self.read(language))
        if GERMAN in self.languages:
            self._compile(to_locale(SWISS_GERMAN), spelt_with_ss(self.read(GERMAN)))

    def _compile(self, language: str, catalog: Catalog) -> None:
        """Write the binary catalogue (.mo) of a language, making its folder if needed."""
        compiled = BytesIO()
        write_mo(compiled, catalog)
        self.path(language).parent.mkdir(parents=True, exist_ok=True)
        self.path(language).with_suffix(".mo").write_bytes(compiled.getvalue())

    def faults(self) -> list[str]:
        """List the faults of all catalogues, each with its language.

        Empty if all are complete and as an update would write them.
        """
        template = self.template()
        return [f"{language}: {fault}" for language in self.languages for fault in self._faults(language, template)]

    def _faults(self, language: str, template: Catalog) -> Iterator[str]:
        """Yield the faults of one catalogue.

        If there are none, yields one sentence if its file differs from what an update would write.
        """
        found = list(faults(template, self.read(language)))
        yield from found
        on_disk = self.path(language).read_bytes() if self.path(language).exists() else b""
        if not found and on_disk != written(self.updated(language, template), language, prune=False):
            yield "complete, but not as the sources say it now, such as in which file a sentence stands"

    def template(self) -> Catalog:
        """Return a catalogue of all messages of the sources, with the files in which they stand."""
        template = Catalog()
        for folder, (files, method, options) in self.sources().items():
            found = extract_from_dir(self.root / folder, [(files, method)], {files: options}, KEYWORDS)
            for file, _, message, _, context in found:
                template.add(message, locations=[(f"{folder}/{file}", 0)], context=context)
        return template

    def sources(self) -> dict[str, Source]:
        """Return how the messages of each folder are read: of every package but the tests, and of the templates."""
        packages = sorted(path.parent.name for path in self.root.glob("*/__init__.py"))
        return {name: PYTHON for name in packages if name != "tests"} | {"templates": JINJA}

    def read(self, language: str) -> Catalog:
        """Read the catalogue of a language from disk; an empty one if there is no file.

        A malformed line is no error: Babel prints a warning, and passes it over.
        """
        if not self.path(language).exists():
            return Catalog(locale=language)
        with self.path(language).open("rb") as file:
            return read_po(file, locale=language)


def python_messages(
    file: IO[bytes], keywords: Collection[str], *_: object, **__: object
) -> Iterator[tuple[int, str, object, list[str]]]:
    """Yield the marked calls of a Python source for Babel: line, last name of the function, arguments, no comments.

    Arguments are the positional ones, None for any that is no string literal. Outer calls come before nested ones,
    not in the order of lines. Read from the syntax tree, because Babel's own reader miscounts arguments that hold
    commas.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and (name := called(node)) in keywords:
            yield node.lineno, name, tuple(map(written_out, node.args)), []


def called(call: ast.Call) -> str:
    """Return the last name of the function called: `gettext` for `translation.gettext(…)`; "" where it has no name."""
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def written_out(argument: ast.expr) -> str | None:
    """Return the text of an argument that is a string literal, else None."""
    return argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None


def spelt_with_ss(catalog: Catalog) -> Catalog:
    """Replace ß by ss in the translations of a catalogue, and return the same catalogue."""
    for message in sentences(catalog):
        forms = message.string
        message.string = swiss(forms) if isinstance(forms, str) else tuple(map(swiss, texts(forms)))
    return catalog


def revive(catalog: Catalog) -> None:
    """Turn all obsolete translations of a catalogue, which are comments, back into messages, whether or not in use.

    A later update by a template makes those that the sources still lack obsolete again.
    """
    for message in list(catalog.obsolete.values()):
        catalog[message.id] = message
    catalog.obsolete.clear()


def written(catalog: Catalog, language: str, *, prune: bool) -> bytes:
    """Return the bytes of a language's catalogue, sorted; `prune` leaves out obsolete messages.

    Its header is short, and that of the language, whatever was read.
    """
    body, own = BytesIO(), Catalog(locale=language)
    write_po(body, catalog, width=0, omit_header=True, sort_output=True, ignore_obsolete=prune, include_lineno=False)
    header = [
        'msgid ""',
        'msgstr ""',
        f'"Language: {own.locale_identifier}\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        f'"Plural-Forms: {own.plural_forms}\\n"',
    ]
    return "\n".join([*header, "", ""]).encode() + body.getvalue()


def faults(template: Catalog, catalog: Catalog) -> Iterator[str]:
    """Yield a sentence, with its id, for each message of `template` that is missing or unfinished in `catalog`.

    Then for each that is obsolete: `template` does not have it, or it stands in a comment.
    """
    for wanted in sentences(template):
        found = catalog.get(wanted.id, wanted.context)
        if found is None:
            yield f"missing: {wanted.id!r}"
        elif fault := unfinished(found):
            yield f"{fault}: {wanted.id!r}"
    for translated in sentences(catalog):
        if template.get(translated.id, translated.context) is None:
            yield f"obsolete: {translated.id!r}"
    for gone in catalog.obsolete.values():
        yield f"obsolete, kept as a comment (`manage.py catalogues --prune` drops it): {gone.id!r}"


def sentences(catalog: Catalog) -> list[Message]:
    """List the messages of a catalogue without its header."""
    return [message for message in catalog if message.id]


def unfinished(message: Message) -> str:
    """Return what is wrong with a translation: “untranslated”, “fuzzy” or “other places than its id”; "" if nothing.

    That is, the first that holds: a form is empty or there is none; it is marked fuzzy; the placeholders of a form are
    those of no form of the id.
    """
    forms = texts(message.string)
    if not forms or not all(forms):
        return "untranslated"
    if message.fuzzy:
        return "fuzzy"
    allowed = [places(text) for text in texts(message.id)]
    # The singular may leave its number out: each form has the placeholders of one of the two ids.
    if not all(places(form) in allowed for form in forms):
        return "other places than its id"
    return ""


def texts(value: str | Iterable[str] | None) -> list[str]:
    """List the forms of a message, one or several; none for None."""
    return [value] if isinstance(value, str) else list(value or ())


def places(text: str) -> set[str]:
    """Return the names of a text's ``%(name)s`` placeholders, and “%” if it has a per cent sign that is not doubled."""
    return {name or sign for name, sign in PLACE.findall(text.replace("%%", ""))}
