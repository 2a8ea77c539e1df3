"""Report as a table that a spreadsheet opens without a question, and in which nothing is a formula."""

from collections.abc import Iterator

from procedures.reports.paper import Block, Code, Entries, Facts, Grid, Link, Marked, Paper, Pictures, Signatures, Words
from table.reports.registers import spreadsheet


def as_csv(paper: Paper) -> bytes:
    """Return a row for each thing that the paper says, under the title of its section."""
    return spreadsheet.BOM + spreadsheet.lines(_rows(paper))


def _rows(paper: Paper) -> Iterator[tuple[str, ...]]:
    yield paper.title, paper.subtitle, paper.state, paper.reprint or paper.copy
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
