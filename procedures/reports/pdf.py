"""Report as PDF/A on A4 paper: the same paper makes the same bytes, whenever and wherever it is printed."""

from pathlib import Path
from typing import Final

import msgspec
import typst
from django.conf import settings

from procedures.reports.paper import Paper

TEMPLATE = Path(settings.BASE_DIR) / "templates" / "reports" / "incident.typ"
ARCHIVAL: Final = "a-2a"
"""PDF/A level for archives, with the structure of the text for those who have it read to them."""


def as_pdf(paper: Paper) -> bytes:
    """Return the PDF of a paper. Its fonts come with typst, its date is that of the paper, and no clock is read."""
    return typst.compile(
        TEMPLATE.read_bytes(),
        format="pdf",
        ignore_system_fonts=True,
        sys_inputs=given(paper),
        pdf_standards=ARCHIVAL,
        timestamp=0,
    )


def given(paper: Paper) -> dict[str, str]:
    """Return the inputs of the template: the paper as JSON."""
    return {"paper": msgspec.json.encode(paper, order="deterministic").decode()}
