"""Pieces: what the screens are made of. A screen is sent those that changed, and nothing else.

A piece is a macro of a template with the few values that it shows; nothing else reaches it. The same values give the
same text, drawn once for all tables and screens. Pieces lie within each other: what holds others is drawn with gaps,
and what lies in them may change without it.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, groupby
from typing import NamedTuple

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils import translation
from django.utils.functional import cached_property
from jinja2 import Environment, Template
from markupsafe import Markup, escape

from table.offices import named

MOST_KEPT = 32768
GAP = "\x1f"
"""Stands before and after the key of a piece in the text of the one that holds it; no text has it."""

OFFICES_OF = "\x1e"
"""Stands between a language and the document after which offices are called: both together are a voice."""

LINES = re.compile(r"[ \t]*\n[ \t\n]*")
"""Between lines of a template; how they are set in is nothing for a screen."""
NEXT = "\n"
"""Stands between the names of pieces that stay as they are."""
NOTHING: Mapping[str, str] = {}
Slots = tuple[tuple[str, tuple[str, ...]], ...]


class Piece(NamedTuple):
    """A piece of a region: its ``data-key`` there, the macro that draws it, all that it shows, and what lies in it.

    ``macro`` names a template and one of its macros: ``regions/felt.html:spot``. ``inner`` are the pieces that lie in
    it; ``slots`` are their keys in groups, by the names under which the macro places them.
    """

    key: str
    macro: str
    given: tuple[Hashable, ...] = ()
    slots: Slots = ()
    inner: tuple["Piece", ...] = ()


def piece(key: str, macro: str, *given: Hashable, **parts: Iterable[Piece]) -> Piece:
    """A piece as it is written down: what it shows in its order, and what lies in it by the names of the groups."""
    if not parts:
        return Piece(key, macro, given)
    groups = [(name, tuple(pieces)) for name, pieces in parts.items()]
    slots = tuple([(name, tuple([it.key for it in pieces])) for name, pieces in groups])
    return Piece(key, macro, given, slots, tuple(chain.from_iterable([pieces for _name, pieces in groups])))


INNER = Piece._fields.index("inner")


class Sheet:
    """A region of a table in one language, as it is at one edition: a short row of pieces.

    ``document`` is that after which the house calls its offices, empty where they have their usual names.
    """

    def __init__(self, pieces: Iterable[Piece], language: str, document: str = "") -> None:
        self.pieces = tuple(pieces)
        self.language = language
        self.voice = f"{language}{OFFICES_OF}{document}" if document else language
        self.since: tuple[Sheet, str | Mapping[str, str]] | None = None

    def draw(self, before: "Sheet | None") -> None:
        """Draw what is to be sent to screens that show ``before``; where nothing does, all of it."""
        if before is None:
            _ = self.text
        else:
            self.changes(before)

    @cached_property
    def text(self) -> str:
        """All of it."""
        return "".join(_whole(it, self.voice) for it in self.pieces)

    def changes(self, before: "Sheet") -> str | Mapping[str, str]:
        """What is to be drawn anew where ``before`` is shown: the pieces that changed by their keys.

        Where other pieces than before make up the region, that is all of it. A piece that is drawn anew holds those
        within it that have not changed by their keys alone.
        """
        if self.since is None or self.since[0] is not before:
            before.since = None  # or each edition would keep all those before it
            self.since = before, self._compared(before)
        return self.since[1]

    def _compared(self, before: "Sheet") -> str | Mapping[str, str]:
        if self.pieces == before.pieces:
            return NOTHING
        if _keys(self.pieces) != _keys(before.pieces):
            return _afresh(self.pieces, before.pieces, self.voice)
        found: dict[str, str] = {}
        _compare(self.pieces, before.pieces, self.voice, found)
        return found


def _keys(pieces: Iterable[Piece]) -> list[str]:
    return [it.key for it in pieces]


def _compare(row: Sequence[Piece], before: Sequence[Piece], voice: str, found: dict[str, str]) -> None:
    """Find what is to be drawn anew of pieces that have kept their places."""
    for now, then in zip(row, before, strict=True):
        if now == then:
            continue
        if now[:INNER] == then[:INNER]:
            _compare(now.inner, then.inner, voice, found)
        else:
            found[now.key] = _again(now, then, voice)


# --- texts


def _whole(it: Piece, voice: str) -> str:
    """A piece with all that lies in it."""
    own = _own(it, voice)
    if not it.inner:
        return own[0]
    inner = {one.key: one for one in it.inner}
    return "".join(_whole(inner[text], voice) if place % 2 else text for place, text in enumerate(own))


def _again(now: Piece, then: Piece | None, voice: str) -> str:
    """A piece that has changed; of what lies in it, and has not, nothing but the names."""
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
    """Pieces that lie side by side: each that was not there before, or has changed; the others by their names."""
    then = {it.key: it for it in before}
    texts = []
    for stays, pieces in groupby(row, lambda it: then.get(it.key) == it):
        some = list(pieces)
        texts.append(_named(some, voice) if stays else "".join(_again(it, then.get(it.key), voice) for it in some))
    return "".join(texts)


def _named(row: Sequence[Piece], voice: str) -> str:
    """The place of pieces that stay: one element of their kind with their names, line by line."""
    tag = _own(row[0], voice)[0].split(maxsplit=1)[0]
    return f'{tag} data-still="{escape(NEXT.join(it.key for it in row))}"></{tag[1:]}>'


def _own(it: Piece, voice: str) -> tuple[str, ...]:
    return own_text(it.macro, voice, it.given, it.slots)


@lru_cache(maxsize=MOST_KEPT)
def own_text(macro: str, voice: str, given: tuple[Hashable, ...], slots: Slots) -> tuple[str, ...]:
    """The text of a piece itself, at every second place the key of a piece that lies in it."""
    gaps = {name: Markup("".join(f"{GAP}{it}{GAP}" for it in keys)) for name, keys in slots}  # noqa: S704 - no text
    language, _, document = voice.partition(OFFICES_OF)
    with translation.override(language):
        text = LINES.sub("\n", str(_macro(macro)(*given, **gaps)).strip())
        own = tuple(named(text, document).split(GAP))
    assert sorted(own[1::2]) == sorted(chain.from_iterable(keys for _name, keys in slots)), f"{macro} places each once"
    return own


@lru_cache
def _macro(name: str) -> Callable[..., Markup]:
    """A macro by its name. Its template is read without context: nothing but what a piece shows goes into its text."""
    template, _, macro = name.partition(":")
    found: Callable[..., Markup] = getattr(compiled(template).module, macro)
    return found


def templates() -> list[str]:
    """The templates of all pieces, and those that they include."""
    return [name for name in _environment().list_templates() if name.startswith(("regions/", "drawings/"))]


def compiled(template: str) -> Template:
    """A template; the first time it takes as long as several acts."""
    return _environment().get_template(template)


def _environment() -> Environment:
    backend = engines["jinja2"]
    assert isinstance(backend, Jinja2)
    return backend.env
