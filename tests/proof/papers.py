"""Papers of cases that prove themselves, and the same papers forged, with the house's key or without."""

import json
import re
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from django.utils import translation

from procedures.models import Incident
from procedures.reports.build import report_of
from procedures.reports.files import Attached, as_pdf
from procedures.reports.incident import IncidentReport
from procedures.reports.paper import Paper, Part, Words
from procedures.reports.proven.attached import attached, pdf_with_proof, seal_for
from procedures.reports.record import Record
from procedures.reports.sections import paper_of
from procedures.verifier.check import PAGES, REPORT, SLICE, CheckedPaper, check, signed_message, unsigned
from table.models import Uncollected
from table.record.seals import sign
from table.verifier.reading import Wrong, canonical
from table.verifier.seals import SealLine
from table.words.numbers import Numbers
from tests.house.reader import LANGUAGES

OBJECT = re.compile(rb"(?<=\n)(\d+) 0 obj\n(.*?)\nendobj\n(?=\d+ 0 obj\n|xref\n)", re.DOTALL)
Lines = list[dict[str, Any]]


class Handed(NamedTuple):
    """Paper as the house hands it out, and what it is made of."""

    record: Record
    report: IncidentReport
    paper: Paper
    pdf: bytes


def handed_out(case: Incident | Uncollected, language: str = "en") -> Handed:
    """The paper of a case, or of what nobody collected, sealed as when it is handed out."""
    with translation.override(language):
        seal_for(_record(case))
        record = _record(case)
        report = report_of(record)
        paper = paper_of(report, Numbers(language))
        return Handed(record, report, paper, pdf_with_proof(paper, attached(record, report, paper)))


def _record(case: Incident | Uncollected) -> Record:
    found = Record.of_case(case.table.code, case.number) if isinstance(case, Incident) else None
    record = Record.of_slip(case.table.code, case.slip) if isinstance(case, Uncollected) else found
    assert record is not None
    return record


def every_paper(code: str) -> Iterator[Handed]:
    """The papers of all cases of a table and of all that it keeps, in each language in turn."""
    cases: list[Incident | Uncollected] = [*Incident.objects.filter(table__code=code)]
    cases += Uncollected.objects.filter(table__code=code)
    for place, case in enumerate(cases):
        yield handed_out(case, LANGUAGES[place % len(LANGUAGES)])


# --- what is said of it


def said(pdf: bytes, *, keys: Collection[str] = (), seals: Collection[SealLine] = ()) -> list[str]:
    """What the verifier finds wrong with a paper; nothing of a sound one."""
    try:
        return faults(check(pdf, trusted=keys, seals=seals))
    except Wrong as wrong:
        return [wrong.said("en")]


def faults(checked: CheckedPaper) -> list[str]:
    """The faults among what was found."""
    return [it.sentence.said("en", dict(it.facts)) for it in checked.differ]


# --- by a house that lies: with its key


def forged(
    it: Handed,
    *,
    report: Callable[[dict[str, Any]], None] | None = None,
    pages: Callable[[dict[str, Any]], None] | None = None,
    lines: Callable[[Lines], Lines] | None = None,
    drawn: Paper | None = None,
    without: str = "",
) -> bytes:
    """The paper with these changes, signed by the house as if it were its own."""
    files = [
        _changed(file, report, pages, lines)
        for file in attached(it.record, it.report, it.paper)
        if file.name != without
    ]
    pdf = as_pdf(drawn or it.paper, files)
    return unsigned(pdf, instead=sign(signed_message(pdf)))


def _changed(file: Attached, report: Any, pages: Any, lines: Any) -> Attached:
    change = {REPORT: report, PAGES: pages}.get(file.name)
    if change is not None:
        value = json.loads(file.text)
        change(value)
        return file._replace(text=json.dumps(value, ensure_ascii=False))
    if file.name == SLICE and lines is not None:
        changed = lines([json.loads(line) for line in file.text.splitlines()])
        return file._replace(text="".join(f"{canonical(line)}\n" for line in changed))
    return file


def reworded(paper: Paper, old: str, new: str) -> Paper:
    """The paper with another word in a paragraph."""
    sections = []
    for section in paper.sections:
        blocks = [
            msgspec.structs.replace(block, text=block.text.replace(old, new)) if isinstance(block, Words) else block
            for block in section.blocks
        ]
        sections.append(msgspec.structs.replace(section, blocks=tuple(blocks)))
    found = msgspec.structs.replace(paper, sections=tuple(sections))
    assert found != paper, old
    return found


def relabelled(part: Any, old: str, new: str) -> Any:
    """A part of a paper, or all of it, with another text wherever ``old`` stands for itself."""
    if isinstance(part, tuple):
        return tuple(relabelled(it, old, new) for it in part)
    if isinstance(part, Part):
        fields = {name: relabelled(getattr(part, name), old, new) for name in part.__struct_fields__}
        return msgspec.structs.replace(part, **fields)
    return new if part == old else part


# --- by anybody: without a key


def objects(pdf: bytes) -> dict[int, bytes]:
    """The objects of a PDF by number."""
    return {int(number): content for number, content in OBJECT.findall(pdf)}


def rebuilt(pdf: bytes, changed: Mapping[int, bytes]) -> bytes:
    """The PDF with other objects in place of some, as well-formed as before."""
    end = pdf.index(b"\nxref\n") + 1
    body, offsets = bytearray(pdf[: pdf.index(b"\n1 0 obj") + 1]), list[int]()
    for number, content in sorted((objects(pdf) | dict(changed)).items()):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    trailer = re.search(rb"trailer\n<<.*?>>\n", pdf[end:], re.DOTALL)
    assert trailer is not None
    table = b"".join(b"%010d 00000 n\r\n" % it for it in offsets)
    head = b"xref\n0 %d\n0000000000 65535 f\r\n" % (len(offsets) + 1)
    return bytes(body) + head + table + trailer[0] + b"startxref\n%d\n%%%%EOF" % len(body)


def stream(words: bytes, content: bytes) -> bytes:
    """An object with compressed content."""
    packed = zlib.compress(content)
    return b"<</Length %d%s>>\nstream\n%s\nendstream" % (len(packed), words, packed)


def with_file(pdf: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The PDF with another content of one of its files."""
    spec = re.search(rb"/F\(%s\)/UF\([^)]*\)/EF<</F (\d+) 0 R" % name.encode(), pdf)
    assert spec is not None
    number = int(spec[1])
    head, packed = objects(pdf)[number].split(b">>\nstream\n", 1)
    words = re.sub(rb"^<</Length \d+", b"", head)
    return rebuilt(pdf, {number: stream(words, change(zlib.decompress(packed.removesuffix(b"\nendstream"))))})
