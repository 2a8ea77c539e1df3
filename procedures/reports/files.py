"""Report of a case as a file, PDF/A on A4 paper or CSV; the same paper makes the same bytes, whenever it is printed."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from django.conf import settings

from procedures.reports.paper import (
    Block,
    Entries,
    Facts,
    FeltPictures,
    Grid,
    Link,
    MarkedRules,
    Paper,
    QrCode,
    Signatures,
    Words,
)
from procedures.verifier.check import UNSIGNED
from table.reports.registers import spreadsheet
from table.reports.typesetting import typeset

TEMPLATE = Path(settings.BASE_DIR) / "templates" / "reports" / "incident.typ"
ARCHIVAL_WITH_FILES: Final = "a-3a"
"""PDF/A level for archives, with files in it, and with the structure of the text for those who have it read to them."""


class Attached(NamedTuple):
    """File in a PDF: its name, its media type, what it is in English, and its text."""

    name: str
    mime: str
    description: str
    text: str


def as_pdf(paper: Paper, files: Sequence[Attached] = ()) -> bytes:
    """Return the PDF/A-3a of a paper with these files embedded, as bytes; the same input gives the same bytes.

    Only with files it has a placeholder where its signature is to be put. Its date is that of the paper. Blocks while
    other papers are set. Refuses one that waits too long for them (E_RATE), and one that takes too much time or memory
    itself (E_ARGUMENTS), as :func:`typeset` does.
    """
    return typeset(TEMPLATE, inputs_of(paper, files), timestamp=paper.at, standard=ARCHIVAL_WITH_FILES)


def inputs_of(paper: Paper, files: Sequence[Attached] = ()) -> dict[str, str]:
    """Return the inputs of the template: ``paper`` and ``files`` as JSON, ``unsigned`` as a plain text.

    ``unsigned`` is a placeholder where the digital signature is put later; "" without files, since only a PDF with
    files is signed.
    """
    attached = msgspec.json.encode([it._asdict() for it in files]).decode()
    said = msgspec.json.encode(paper, order="deterministic").decode()
    return {"paper": said, "files": attached, "unsigned": UNSIGNED if files else ""}


def as_csv(paper: Paper) -> bytes:
    """Return the rows of a paper (:func:`_rows`) as CSV for spreadsheets: UTF-8 with a byte order mark, semicolons.

    A text that begins like a formula gets an apostrophe before it.
    """
    return spreadsheet.BOM + spreadsheet.lines(_rows(paper))


def _rows(paper: Paper) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the spreadsheet: alarm if any, title, facts, and the rows of each section.

    The title is one row with subtitle, state, copy or reprint, and hand-out. A fact begins with an empty cell, a
    row of a section with the title of the section.
    """
    if paper.alarm:
        yield (paper.alarm,)
    yield paper.title, paper.subtitle, paper.state, paper.reprint or paper.copy, paper.handed_out
    for name, value in paper.facts:
        yield "", name, value
    for section in paper.sections:
        for block in section.blocks:
            for row in _of(block):
                yield section.title, *row


def _of(block: Block) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a block, without the title of its section.

    A table begins with its heads; facts, signatures, rules and entries are their rows alone, a text is one row. A
    machine-readable code has a row for its text and one for each of the words below it; a picture has one row, of its
    caption and its description, and a link one of its words and address.
    """
    match block:
        case Words():
            yield (block.text,)
        case Facts() | Signatures():
            yield from block.rows
        case Grid():
            yield block.heads
            yield from block.rows
        case FeltPictures():
            yield from ((it.caption, it.described) for it in block.pictures)
        case MarkedRules():
            yield from ((mark, sentence, words) for _said, mark, sentence, words in block.rows)
        case Entries():
            yield from ((it.number, it.at, it.who, it.words, it.digest) for it in block.rows)
        case Link():
            yield block.text, block.address
        case QrCode():
            yield (block.text,)
            yield from ((words,) for words in block.words)
