"""Check of a paper: its files and signature, its slice, its report by the entries, and its pages by its report.

A *slice* is the part of a register that a paper carries: its entries in full, others only as links of the chain.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from procedures.verifier import sentences
from procedures.verifier.case import FORMS, Case
from procedures.verifier.page import Underived, compare
from procedures.verifier.pdf import Pdf
from procedures.verifier.register import Slice
from procedures.verifier.said import Finding, ReportFields
from table.verifier.ed25519 import verifies
from table.verifier.reading import Wrong, canonical
from table.verifier.seals import SealLine

MARKERS = ("<pdfaid:part>3</pdfaid:part>", "<pdfaid:conformance>A</pdfaid:conformance>")
"""Words of the metadata of PDF/A-3a on the file. ISO 19005-3."""


ON_CASES = {
    *("annul_incident", "authorise_replacement", "confirm_dispute", "confirm_empty", "confirm_uncollected"),
    *("correct_entry", "decide_dispute", "dispose", "name_cause", "ratify", "refer", "rule", "set_evidence_aside"),
    "withdraw_incident",
}
"""Verbs that may decide a case, or change what came of it."""
REPORT, PAGES, SLICE = "report.json", "pages.json", "register.jsonl"
"""Names of the files in a paper."""
UNSIGNED = f"sabot:{'0' * 128}"
"""Keyword of a paper that is still to be signed; its zeros are the place of the signature."""
PLACE = re.compile(rb"sabot:([0-9a-f]{128})")
PLACES = 2
"""Number of times that the keywords stand in a PDF: in its information, and in its metadata."""


class CheckedPaper(NamedTuple):
    """Findings on a paper: register and number of its case, last key of the house, counts by the names in sentences.

    Then the number of fields that were derived, the faults, the texts of its pages that nothing proves, and their
    labels, the code of the verdict ("" if it was not computed anew), the number of the reader's seals that fit, and the
    SHA-256 of its slice.
    """

    register: str
    number: int
    key: str
    counted: Mapping[str, Any]
    derived: int
    differ: list[Finding]
    underived: list[str]
    labels: list[str]
    verdict: str
    brought: int
    slice_sha256: str


def check(data: bytes, *, trusted: Collection[str] = (), seals: Iterable[SealLine] = ()) -> CheckedPaper:
    """Check the PDF of a paper, and return what was found, with its faults in ``differ``.

    ``trusted`` are keys, ``seals`` are seals of the reader's own. Raises :class:`Wrong` where it is no paper or cannot
    be read, where a file is missing from it or is too many, where its slice is broken or of another case, and where a
    key or a seal of the reader does not fit the slice.
    """
    pdf = Pdf(data)
    files = pdf.files()
    if not files and not signature_of(data):
        raise Wrong(sentences.NOTHING_CARRIED, unreadable=True)
    for name in (SLICE, REPORT, PAGES):
        if name not in files:
            raise Wrong(sentences.FILE_GONE, missing=name)
    if len(files) > len((SLICE, REPORT, PAGES)):
        raise Wrong(sentences.FILES_DOUBTFUL, unreadable=True)
    slice_ = Slice(files[SLICE], trusted=trusted, seals=seals)
    report = ReportFields(files[REPORT])
    if (slice_.register, slice_.number) != (report["table"], report["number"]) or slice_.slip != report["slip"]:
        facts = {"register": slice_.register, "own": slice_.number, "table": report["table"], "said": report["number"]}
        raise Wrong(sentences.OTHER_CASE, **facts)
    try:
        case = Case(slice_, report)
        case.compare()
    except (*FORMS, RecursionError):
        raise Wrong(sentences.REPORT_UNREADABLE, unreadable=True) from None
    underived = compare(pdf, files[PAGES], case)
    if report["proof.proven"] is False:
        report.alarm(sentences.SAYS_SO_ITSELF)
    # An earlier key does not count.
    if not verifies(bytes.fromhex(slice_.keys.today), signed_message(data), bytes.fromhex(signature_of(data))):
        report.alarm(sentences.NOT_SIGNED)
    if not all(it in pdf.metadata() for it in MARKERS):
        report.alarm(sentences.NO_MARKER)
    return _checked(case, underived, sha256(files[SLICE]).hexdigest())


def _checked(case: Case, underived: Underived, digest: str) -> CheckedPaper:
    """Return the result of a check: counts, derived fields and findings of the case.

    ``underived`` are texts and labels of its pages that nothing proves, ``digest`` is the SHA-256 of the slice.
    """
    slice_, report = case.slice, case.report
    last = slice_.sealed[-1]
    on_cases = Counter(verb for number, verb in slice_.hidden.items() if number > case.first and verb in ON_CASES)
    counted = {
        "register": slice_.register,
        "number": slice_.number,
        "shown": len(slice_.shown),
        "hidden": len(slice_.hidden),
        "at": last.at,
        "last": last.number,
        "paid": case.paid,
        "not_paid": case.not_paid,
        "sealed": case.opened,
        "verbs": ", ".join(f"{verb} {count}" for verb, count in sorted(on_cases.items())),
    }
    derived = report.derived
    verdict = str(report["verdict.code"] or "") if "verdict.code" in derived else ""
    reach = slice_.register, slice_.number, slice_.keys.today
    return CheckedPaper(*reach, counted, len(derived), report.differ, *underived, verdict, slice_.brought, digest)


# --- signature


def signature_of(pdf: bytes) -> str:
    """Return the signature in a PDF, 128 hexadecimal digits; "" unless it stands there PLACES times, the same."""
    found = [it.decode() for it in PLACE.findall(pdf)]
    return found[0] if len(found) == PLACES and len({*found}) == 1 else ""


def unsigned(pdf: bytes, *, instead: str = "0" * 128) -> bytes:
    """Return a PDF with ``instead`` (128 hexadecimal digits) in each place of its signature, if any, or with zeros."""
    return PLACE.sub(b"sabot:" + instead.encode(), pdf)


def signed_message(pdf: bytes) -> bytes:
    """Return what the house signs of a PDF, canonical JSON as bytes: ``{"paper":{"sha256":"…"}}``.

    It is the SHA-256, in hexadecimal, of the bytes with zeros in the places of the signature, if there are any.
    """
    return canonical({"paper": {"sha256": sha256(unsigned(pdf)).hexdigest()}}).encode()
