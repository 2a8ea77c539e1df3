"""Text that the pages of a paper draw, read from their content with the fonts' own tables of characters."""

import re
from collections.abc import Iterator

from procedures.verifier import sentences
from procedures.verifier.pdf import Pdf
from table.verifier.reading import Wrong

MOST_PAGES = 500
REF = rb"(\d{1,5}) 0 R"
PAGE = re.compile(
    rb"<</Type/Page/Resources "
    + REF
    + rb"/MediaBox\[[\d. ]+\]/StructParents \d+/Tabs/S/Parent \d+ 0 R/Contents "
    + REF
    # Its annotations: links, and nothing else.
    + rb"(?:/Annots\[((?:\d{1,5} 0 R ?)*)\])?>>"
)
LINK = re.compile(
    rb"<</Type/Annot/Subtype/Link/Rect\[[\d. ]+\]/Border\[0 0 0\]/A<</Type/Action/S/URI/URI\(([^\n]*)\)>>"
    rb"/F 4/StructParent \d+/Contents\((?:\1|\xfe\xff[^\n]*)\)>>"
)
CATALOGUE = re.compile(
    rb"<</Type/Catalog/Pages \d+ 0 R/Metadata \d+ 0 R/OutputIntents \d+ 0 R/Lang\([\w-]*\)/StructTreeRoot \d+ 0 R"
    rb"/MarkInfo<</Marked true/Suspects false>>/ViewerPreferences<</Direction/\w+>>(?:/Outlines \d+ 0 R)?"
    rb"/Names<</EmbeddedFiles<</Names\[[^\n\]]*\]>>>>/AF\[[^\n\]]*\]>>"
)
"""Root of a paper: no form, and nothing that is done when it is opened."""
FONT = re.compile(rb"/(f\d{1,4}) " + REF)
UNICODE = re.compile(rb"/ToUnicode " + REF)
CHARACTER = re.compile(r"<([0-9A-Fa-f]{4})> <((?:[0-9A-Fa-f]{4})+)>")
DRAWS = re.compile(rb"/(f\d{1,4}) [\d.-]+ Tf|(\()|(ET)\b|(<<)|(>>)")
"""Choice of a font, beginning of a string, end of a text, and the ends of a dictionary, in which no string is drawn."""
DRAWN_OTHERWISE = re.compile(rb"[%<>]|(?<![/\w])(?:Do|BI)\b")
"""Comment, hexadecimal string, other object or inline picture: the house draws with none, and text could be in it."""
PIECE = re.compile(rb"\\([0-7]{1,3})|\\(.)|([^()\\]+)|([()])", re.DOTALL)
UNKNOWN = "\ufffd"
SIGNS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pages(pdf: Pdf) -> list[str]:
    """Return the text of each page, a line for each piece drawn. Raises :class:`Wrong` for pages of others."""
    return [_text(pdf, number) for number in _numbers(pdf)]


def links(pdf: Pdf) -> Iterator[str]:
    """Yield the address of each link on the pages.

    Raises :class:`Wrong` for any other annotation, such as a comment, and for a root with more than those of papers. A
    page of another form is passed over here: :func:`pages` raises for it.
    """
    if not CATALOGUE.fullmatch(pdf.root):
        raise Wrong(sentences.PAGES_UNREADABLE, unreadable=True)
    for number in _numbers(pdf):
        page = PAGE.fullmatch(pdf.plain.get(number, b""))
        for at in re.findall(rb"(\d+) 0 R", page[3] or b"") if page else ():
            link = LINK.fullmatch(pdf.plain.get(int(at), b""))
            if link is None:
                raise Wrong(sentences.PAGES_UNREADABLE, unreadable=True)
            yield _string(link[1] + b")", 0)[0].decode(errors="replace")


def _numbers(pdf: Pdf) -> Iterator[int]:
    """Yield the object numbers of the pages in the order in which they are named, none where the root names no pages.

    Raises :class:`Wrong` for a tree of more than twice MOST_PAGES objects.
    """
    root = re.search(rb"/Pages " + REF, pdf.root)
    waiting, count = [int(root[1])] if root else [], 0
    while waiting:
        number = waiting.pop(0)
        words = pdf.plain.get(number, b"")
        count += 1
        if count > 2 * MOST_PAGES:
            raise Wrong(sentences.PAGES_UNREADABLE, unreadable=True)
        if words.startswith(b"<</Type/Pages"):
            kids = re.search(rb"/Kids\[((?:\d{1,5} 0 R ?)*)\]", words)
            waiting = [*map(int, re.findall(rb"(\d+) 0 R", kids[1] if kids else b"")), *waiting]
        else:
            yield number


def _text(pdf: Pdf, number: int) -> str:
    """Return the text that a page draws, in drawing order, with a line break after each piece of text.

    UNKNOWN stands for each sign of which its font has no character. ``number`` is that of the page's PDF object. Raises
    :class:`Wrong` where its content cannot be read, or draws text by other means than the house.
    """
    page = PAGE.fullmatch(pdf.plain.get(number, b""))
    content = pdf.streams.get(int(page[2])) if page else None
    if page is None or content is None:
        raise Wrong(sentences.PAGES_UNREADABLE, unreadable=True)
    resources = pdf.plain.get(int(page[1]), b"")
    fonts = {name: _characters(pdf, int(font)) for name, font in FONT.findall(resources)}
    text, font, at, deep = list[str](), dict[int, str](), 0, 0
    while (found := DRAWS.search(content.content, at)) is not None:
        if not deep and DRAWN_OTHERWISE.search(content.content, at, found.start()):
            raise Wrong(sentences.PAGES_UNREADABLE, unreadable=True)
        at = found.end()
        if found[1]:
            font = fonts.get(found[1], {})
        elif found[3]:
            text.append("\n")
        elif found[4] or found[5]:
            deep += 1 if found[4] else -1
        else:
            drawn, at = _string(content.content, at)
            text += [
                font.get(int.from_bytes(drawn[it : it + 2]), UNKNOWN) for it in range(0, len(drawn) * (not deep), 2)
            ]
    if DRAWN_OTHERWISE.search(content.content, at):
        raise Wrong(sentences.PAGES_UNREADABLE, unreadable=True)
    return "".join(text)


def _string(content: bytes, at: int) -> tuple[bytes, int]:
    """Return a PDF string, decoded, and the offset behind its end; its opening parenthesis is right before ``at``.

    Pairs of parentheses inside are part of it. Octal escapes and those with n, r, t, b or f are decoded; any other
    escaped byte is taken as it is, even a line end, which PDF drops. Raises :class:`Wrong` where it does not end.
    """
    drawn, deep = list[bytes](), 1
    while (found := PIECE.match(content, at)) is not None:
        at = found.end()
        if found[4]:
            deep += 1 if found[4] == b"(" else -1
        if not deep:
            return b"".join(drawn), at
        drawn.append(
            bytes([int(found[1], 8) & 255]) if found[1] else SIGNS.get(found[2], found[2] or found[3] or found[4])
        )
    raise Wrong(sentences.PAGES_UNREADABLE, unreadable=True)


def _characters(pdf: Pdf, font: int) -> dict[int, str]:
    """Map the codes of a font to characters; empty for a font without a table of them."""
    named = UNICODE.search(pdf.plain.get(font, b""))
    table = pdf.streams.get(int(named[1])) if named else None
    if table is None:
        return {}
    words = table.content.decode("latin-1")
    return {
        int(code, 16): bytes.fromhex(text).decode("utf-16-be", errors="replace")
        for code, text in CHARACTER.findall(words)
    }
