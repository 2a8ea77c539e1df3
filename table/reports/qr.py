"""QR codes of the record's pages and papers."""

from io import BytesIO

import segno


def qr(text: str) -> str:
    """Return a QR code of a text as SVG, without an XML declaration; the same text gives the same drawing."""
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", xmldecl=False, border=2, omitsize=True)
    return drawn.getvalue().decode().strip()
