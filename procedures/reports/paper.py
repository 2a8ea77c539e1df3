"""Layout of a report independent of its form: sections in their order, each made of a few kinds of block.

The page, the PDF and the table for a spreadsheet are all made of this one value, so that they say the same.
"""

import msgspec

from procedures.reports.incident import Felt


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Part of a paper."""


class Block(Part, frozen=True, kw_only=True):
    """Part that stands under a heading; ``kind`` says how it is laid out."""

    kind: str


class Words(Block, frozen=True, kw_only=True):
    """Paragraph; a ``strong`` one is not to be overlooked."""

    kind: str = "words"
    text: str
    strong: bool = False


class Facts(Block, frozen=True, kw_only=True):
    """Pairs of a name and its value."""

    kind: str = "facts"
    rows: tuple[tuple[str, str], ...]


class Grid(Block, frozen=True, kw_only=True):
    """Table: its heads, its rows, and the indices of the columns of figures, from 0."""

    kind: str = "grid"
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[int, ...] = ()


class FeltPicture(Part, frozen=True, kw_only=True):
    """Felt with its caption, and the same in words for who cannot see it."""

    caption: str
    felt: Felt
    described: str


class FeltPictures(Block, frozen=True, kw_only=True):
    """Felts beside each other; ``names`` are the words at boxes and cards."""

    kind: str = "pictures"
    pictures: tuple[FeltPicture, ...]
    names: dict[str, str]


class MarkedRules(Block, frozen=True, kw_only=True):
    """Rules of the house: for each the code of its mark, its mark, its sentence, and on whose word it holds."""

    kind: str = "marked"
    rows: tuple[tuple[str, str, str, str], ...]


class EntryPart(Part, frozen=True, kw_only=True):
    """Entry of the register; ``own`` if it speaks of the case itself, ``broken`` if its digest does not fit."""

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
    rows: tuple[EntryPart, ...]


class Link(Block, frozen=True, kw_only=True):
    """Link to something outside."""

    kind: str = "link"
    text: str
    address: str


class QrCode(Block, frozen=True, kw_only=True):
    """QR as a drawing (SVG), its text, and what to do with it."""

    kind: str = "code"
    svg: str
    text: str
    words: tuple[str, ...]


class Signatures(Block, frozen=True, kw_only=True):
    """Lines to sign on: the office, and whose line it is where that is known."""

    kind: str = "signatures"
    rows: tuple[tuple[str, str], ...]


class Section(Part, frozen=True, kw_only=True):
    """Heading and what stands under it."""

    key: str
    title: str
    blocks: tuple[Block, ...]


class Paper(Part, frozen=True, kw_only=True):
    """Report laid out. ``reprint`` is empty on a first copy; ``page`` has places for ``{page}`` and ``{pages}``.

    ``alarm`` stands before everything else: that the report is not proven, and why; empty where it is. ``handed_out``
    says by whom and in which entry the copy left the house, empty on a screen. ``at`` is the time of the decision in
    seconds since 1970 (UTC), or of the last entry while there is none.
    """

    language: str
    alarm: str
    title: str
    subtitle: str
    state: str
    facts: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    foot: str
    copy: str
    reprint: str
    handed_out: str
    page: str
    at: int
