"""Pieces of the screens. A screen is sent those that have changed and nothing else.

A piece is a macro of a template with the few values that it shows, and nothing else reaches it, so that equal values
give the same text, drawn once for all tables and screens. Pieces lie within each other: a piece is drawn with gaps for
those in it, which may change without it.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import lru_cache
from itertools import chain, groupby
from operator import attrgetter
from typing import NamedTuple

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils import translation
from django.utils.functional import cached_property
from jinja2 import Environment, Template
from markupsafe import Markup, escape

from table.models import MOST_TABLES

MOST_CACHED = 128 * MOST_TABLES
"""Number of pieces, and of their texts, cached: those that a hundred tables show are about a quarter."""
GAP = "\x1f"
"""Mark before and after the key of an inner piece in the text of the outer one; no text contains it."""

LINES = re.compile(r"[ \t]*\n[ \t\n]*")
"""Breaks between lines of a template, with their indentation, which a screen does not need."""
NEXT = "\n"
"""Separator of the keys of pieces that stay as they are."""
NOTHING: Mapping[str, str] = {}
Slots = tuple[tuple[str, tuple[str, ...]], ...]


class Piece(NamedTuple):
    """Piece of a region: its ``data-key`` there, the macro that draws it, the values it shows, and the pieces in it.

    ``macro`` names a template and one of its macros: ``regions/felt.html:spot``. ``inner`` are the pieces in it;
    ``slots`` are their keys in groups, by the names under which the macro places them.
    """

    key: str
    macro: str
    given: tuple[Hashable, ...] = ()
    slots: Slots = ()
    inner: tuple["Piece", ...] = ()


def piece(key: str, macro: str, *given: Hashable, **parts: Iterable[Piece]) -> Piece:
    """Return a piece of a region: `key` is its name there, `macro` draws it from the values `given`, and nothing else.

    `macro` is a template and the name of a macro in it, with a colon. `parts` are the pieces within it, by the names
    under which the macro places them. Without these, equal values give the same object.
    """
    if not parts:
        return _plain(key, macro, given)
    slots, inner = list[tuple[str, tuple[str, ...]]](), list[Piece]()
    for name, pieces in parts.items():
        row = [*pieces]
        slots.append((name, tuple(map(KEY, row))))
        inner += row
    return Piece(key, macro, given, tuple(slots), tuple(inner))


_plain = lru_cache(maxsize=MOST_CACHED)(Piece)
"""Pieces with none in them, cached by what they show, so that equal ones are one object and compare at no cost."""
KEY: Callable[[Piece], str] = attrgetter("key")
INNER = Piece._fields.index("inner")


class RegionDrawing:
    """Region of a table in one voice at one edition: a short row of pieces.

    A voice is the code of a language, with the words of a house (:func:`table.words.voices.voiced`).
    """

    def __init__(self, pieces: Iterable[Piece], voice: str) -> None:
        """Hold the pieces of a region and its voice, the code of a language with a house's words; render nothing."""
        self.pieces = tuple(pieces)
        self.voice = voice
        self.since: tuple[RegionDrawing, str | Mapping[str, str]] | None = None

    @cached_property
    def text(self) -> str:
        """HTML of the whole region."""
        return "".join(_whole(it, self.voice) for it in self.pieces)

    def changes(self, before: "RegionDrawing") -> str | Mapping[str, str]:
        """Return what screens that show ``before`` need: the HTML of each changed piece by its key, empty if none has.

        If pieces of the region's own row were added, removed or moved, it is one text instead, the HTML of that row, in
        which pieces that have not changed are only named by their keys; if ``before`` has another voice, it is that of
        the whole region with all of them rendered. Cached for the latest ``before``, which forgets the changes that it
        had cached itself.
        """
        if self.since is None or self.since[0] is not before:
            before.since = None  # or each edition would keep all those before it
            self.since = before, self._compared(before)
        return self.since[1]

    def _compared(self, before: "RegionDrawing") -> str | Mapping[str, str]:
        """Return what screens that show ``before`` need, uncached: HTML of each changed piece by its key, or one text.

        The text is the whole region where ``before`` has another voice, or that of its row; see :meth:`changes`.
        """
        if self.voice != before.voice:
            return self.text
        if self.pieces == before.pieces:
            return NOTHING
        if _keys(self.pieces) != _keys(before.pieces):
            return _afresh(self.pieces, before.pieces, self.voice)
        found: dict[str, str] = {}
        _compare(self.pieces, before.pieces, self.voice, found)
        return found


def _keys(pieces: Iterable[Piece]) -> list[str]:
    return [*map(KEY, pieces)]


def _compare(row: Sequence[Piece], before: Sequence[Piece], voice: str, found: dict[str, str]) -> None:
    """Put the HTML of changed pieces into `found`, by key; both rows have the same keys in the same order.

    Where only pieces within a piece have changed, these are put there instead of it. `voice` is the language in which
    they are rendered.
    """
    for now, then in zip(row, before, strict=True):
        if now == then:
            continue
        if now[:INNER] == then[:INNER]:
            _compare(now.inner, then.inner, voice, found)
        else:
            found[now.key] = _again(now, then, voice)


# --- texts


def _whole(it: Piece, voice: str) -> str:
    """Return the HTML of a piece with all pieces in it, as a plain ``str``, no Markup."""
    own = _own(it, voice)
    if not it.inner:
        return own[0]
    inner = {one.key: one for one in it.inner}
    return "".join(_whole(inner[text], voice) if place % 2 else text for place, text in enumerate(own))


def _again(now: Piece, then: Piece | None, voice: str) -> str:
    """Return the HTML of a new or changed piece, in which pieces that have not changed are only named by their keys.

    `then` is the piece as it was, None if it is new: then all of it is rendered. `voice` is the language of that.
    """
    own = _own(now, voice)
    if not now.inner:
        return own[0]
    inner = {one.key: one for one in now.inner}
    before = then.inner if then is not None else ()
    texts, row = [own[0]], list[Piece]()
    for key, text in zip(own[1::2], own[2::2], strict=True):
        row.append(inner[key])
        if text:  # else they lie side by side
            texts += [_afresh(row, before, voice), text]
            row = []
    return "".join([*texts, _afresh(row, before, voice)])


def _afresh(row: Sequence[Piece], before: Sequence[Piece], voice: str) -> str:
    """Return the HTML of pieces side by side, in which new and changed ones are rendered in the language of `voice`.

    In a changed one those pieces within it that are the same are only named by their keys; each run of pieces that are
    the same in ``before`` becomes one element that names them so.
    """
    then = {it.key: it for it in before}
    texts = []
    for stays, pieces in groupby(row, lambda it: then.get(it.key) == it):
        some = list(pieces)
        texts.append(_named(some, voice) if stays else "".join(_again(it, then.get(it.key), voice) for it in some))
    return "".join(texts)


def _named(row: Sequence[Piece], voice: str) -> str:
    """Return an empty HTML element for pieces that stay as they are: ``data-still`` has their keys, one a line.

    Its tag is that of the first of them, as rendered in `voice`. `row` is not empty.
    """
    tag = _own(row[0], voice)[0].split(maxsplit=1)[0]
    return f'{tag} data-still="{escape(NEXT.join(map(KEY, row)))}"></{tag[1:]}>'


def _own(it: Piece, voice: str) -> tuple[str, ...]:
    """Return the text of a piece around those in it, as :func:`own_text` does."""
    return own_text(it.macro, voice, it.given, it.slots)


@lru_cache(maxsize=MOST_CACHED)
def own_text(macro: str, voice: str, given: tuple[Hashable, ...], slots: Slots) -> tuple[str, ...]:
    """Render a piece in `voice` without those in it; cached.

    Returns a tuple of texts, of which every second one is the key of a piece to be put there. Asserts that the macro
    places each piece of `slots` once.
    """
    gaps = {name: Markup("".join(f"{GAP}{it}{GAP}" for it in keys)) for name, keys in slots}  # noqa: S704 - no text
    with nullcontext() if translation.get_language() == voice else translation.override(voice):
        own = tuple(LINES.sub("\n", str(_macro(macro)(*given, **gaps)).strip()).split(GAP))
    assert sorted(own[1::2]) == sorted(chain.from_iterable(keys for _name, keys in slots)), f"{macro} places each once"
    return own


def macros_of(template: str) -> Callable[[str], str]:
    """Return a function that gives a macro of this template the name by which pieces have it, ``template:macro``."""
    return f"{template}:{{}}".format


@lru_cache
def _macro(name: str) -> Callable[..., Markup]:
    """Return a macro by its name, ``template:macro``, without the context of a request; cached.

    Raises TemplateNotFound, or AttributeError for a macro that the template lacks.
    """
    template, _, macro = name.partition(":")
    found: Callable[..., Markup] = getattr(compiled(template).module, macro)
    return found


def templates() -> list[str]:
    """List the names of all templates under ``regions/`` and ``drawings/``, where the macros of pieces are."""
    return [name for name in _environment().list_templates() if name.startswith(("regions/", "drawings/"))]


def compiled(template: str) -> Template:
    """Return a template, by its name, compiled; the first time in a process that takes as long as several acts."""
    return _environment().get_template(template)


def _environment() -> Environment:
    """Return the Jinja2 environment that Django has set up for the templates."""
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    return backend.env
