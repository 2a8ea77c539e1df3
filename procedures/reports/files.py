"""Report of a case as a file, PDF/A on A4 paper or CSV; the same paper makes the same bytes, whenever it is printed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec
import typst
from django.conf import settings

from procedures.reports.paper import Block, Code, Entries, Facts, Grid, Link, Marked, Paper, Pictures, Signatures, Words
from table.reports.registers import spreadsheet

TEMPLATE = Path(settings.BASE_DIR) / "templates" / "reports" / "incident.typ"
ARCHIVAL: Final = "a-2a"
"""PDF/A level for archives, with the structure of the text for those who have it read to them."""


def as_pdf(paper: Paper) -> bytes:
    """Return the PDF of a paper. Its fonts come with typst, its date is that of the paper, in UTC; no clock is read."""
    return typst.compile(
        TEMPLATE,
        root=TEMPLATE.parent,
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs=inputs_of(paper),
        pdf_standards=ARCHIVAL,
        timestamp=paper.at,
    )


def inputs_of(paper: Paper) -> dict[str, str]:
    """Return the inputs of the template: the paper as JSON."""
    return {"paper": msgspec.json.encode(paper, order="deterministic").decode()}


def as_csv(paper: Paper) -> bytes:
    """Return a row for each thing that the paper says, under the title of its section."""
    return spreadsheet.BOM + spreadsheet.lines(_rows(paper))


def _rows(paper: Paper) -> Iterator[tuple[str, ...]]:
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
    match block:
        case Words():
            yield (block.text,)
        case Facts() | Signatures():
            yield from block.rows
        case Grid():
            yield block.heads
            yield from block.rows
        case Pictures():
            yield from ((it.caption, it.described) for it in block.pictures)
        case Marked():
            yield from ((mark, sentence, words) for _said, mark, sentence, words in block.rows)
        case Entries():
            yield from ((it.number, it.at, it.who, it.words, it.digest) for it in block.rows)
        case Link():
            yield block.text, block.address
        case Code():
            yield (block.text,)
            yield from ((words,) for words in block.words)
