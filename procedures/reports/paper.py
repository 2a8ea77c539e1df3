"""A report as it is laid out, in no form yet: its sections in their order, each made of a few kinds of block.

The page, the PDF and the table for a spreadsheet are all made of this one value, so that they say the same.
"""

import msgspec

from procedures.reports.incident import Felt


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of a paper."""


class Block(Part, frozen=True, kw_only=True):
    """A piece that stands under a heading; ``kind`` says how it is laid out."""

    kind: str


class Words(Block, frozen=True, kw_only=True):
    """A paragraph; a ``strong`` one is not to be overlooked."""

    kind: str = "words"
    text: str
    strong: bool = False


class Facts(Block, frozen=True, kw_only=True):
    """Names and what is to be said of each."""

    kind: str = "facts"
    rows: tuple[tuple[str, str], ...]


class Grid(Block, frozen=True, kw_only=True):
    """A table: its heads, its rows, and the columns of figures, from 0."""

    kind: str = "grid"
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[int, ...] = ()


class Picture(Part, frozen=True, kw_only=True):
    """A felt with its caption, and the same in words for who cannot see it."""

    caption: str
    felt: Felt
    described: str


class Pictures(Block, frozen=True, kw_only=True):
    """Felts beside each other; ``names`` are what stands at boxes and cards."""

    kind: str = "pictures"
    pictures: tuple[Picture, ...]
    names: dict[str, str]


class Marked(Block, frozen=True, kw_only=True):
    """Rules of the house: the mark of each, its sentence, and on whose word it holds."""

    kind: str = "marked"
    rows: tuple[tuple[str, str, str, str], ...]


class Entry(Part, frozen=True, kw_only=True):
    """An entry of the register; ``own`` if it speaks of the case itself, ``broken`` if its digest does not fit."""

    number: str
    at: str
    who: str
    words: str
    digest: str
    own: bool
    broken: bool


class Entries(Block, frozen=True, kw_only=True):
    """Entries of the register under these heads."""

    kind: str = "entries"
    heads: tuple[str, ...]
    rows: tuple[Entry, ...]


class Link(Block, frozen=True, kw_only=True):
    """A way to something outside."""

    kind: str = "link"
    text: str
    address: str


class Code(Block, frozen=True, kw_only=True):
    """A QR as a drawing (SVG), what it says, and what to do with it."""

    kind: str = "code"
    svg: str
    text: str
    words: tuple[str, ...]


class Signatures(Block, frozen=True, kw_only=True):
    """Lines to sign on: the office, and whose line it is where that is known."""

    kind: str = "signatures"
    rows: tuple[tuple[str, str], ...]


class Section(Part, frozen=True, kw_only=True):
    """A heading and what stands under it."""

    key: str
    title: str
    blocks: tuple[Block, ...]


class Paper(Part, frozen=True, kw_only=True):
    """A whole report. ``reprint`` is empty on a first copy; ``page`` has places for ``{page}`` and ``{pages}``."""

    language: str
    title: str
    subtitle: str
    state: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    foot: str
    copy: str
    reprint: str
    page: str
    at: tuple[int, ...]
