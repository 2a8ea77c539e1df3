"""The house's own letters are cut anew: subsets of two open fonts, with the few signs that these lack.

    python -m tests.rig.fonts SOURCE_SANS GARAMOND_600 GARAMOND_700 GARAMOND_600_ITALIC

The four are the fonts as their makers give them: the upright variable TrueType file of Source Sans 3 and three weights
of EB Garamond. It takes fonttools and brotli, which nothing else here needs: ``pip install fonttools brotli``. What
comes of it lies in ``static/fonts`` with both licences. Source is a reserved name: a font that was changed may not bear
it.
"""

import sys
from importlib import import_module
from math import cos, pi, sin
from pathlib import Path
from typing import Any, NamedTuple

TO = Path("static/fonts")
LATIN = {*range(0x20, 0x7F), *range(0xA0, 0x180), *map(ord, "ȘșȚțẞ")}
SIGNS = {*map(ord, "–—‘’‚“”„†•…‰‹›€−≤≥→←↑↓χ⁰⁴⁵⁶⁷⁸⁹⁻ ‑⌫○✓♠♣♥♦")}
FEATURES = ["ccmp", "kern", "liga", "lnum", "locl", "mark", "tnum"]
NAMED = {1: "{family}", 3: "{family} {style}", 4: "{family} {style}", 6: "{family}-{style}", 16: "{family}"}
"""The names within a font that say what it is called; its copyright and licence stay."""
SUITS, ASIDE = "♠♥♦♣", 65
ABOVE, BELOW = 0.96, 0.26
"""How far a line reaches from where its letters stand, in ems: capitals and figures are in the middle of it."""
Outline = list[tuple[float, float]]


class Cut(NamedTuple):
    """A font to be made: what it is called, how many units make its em (fewer of them: larger letters), and the
    weights that are kept of one that has many."""

    file: str
    family: str
    style: str
    em: int
    weights: tuple[int, int] | None = None


CUTS = (
    Cut("text.woff2", "Sabot Text", "Regular", 940, (400, 700)),
    Cut("display-600.woff2", "Sabot Display", "SemiBold", 920),
    Cut("display-700.woff2", "Sabot Display", "Bold", 920),
    Cut("display-600-italic.woff2", "Sabot Display", "SemiBoldItalic", 920),
)


def main(sources: list[str]) -> None:
    if len(sources) != len(CUTS):
        raise SystemExit(__doc__)
    for source, cut in zip(sources, CUTS, strict=True):
        made = _made(Path(source), cut)
        made.save(TO / cut.file)


def _made(source: Path, cut: Cut) -> Any:
    """A font with the letters of Latin alphabets, and nothing of it that a screen does not ask for."""
    font = import_module("fontTools.ttLib").TTFont(source)
    subset = import_module("fontTools.subset")
    options = subset.Options(layout_features=FEATURES, hinting=False, name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14, 16])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=LATIN | SIGNS)
    subsetter.subset(font)
    if cut.weights:
        font = import_module("fontTools.varLib.instancer").instantiateVariableFont(font, {"wght": cut.weights})
        del font["HVAR"]  # a shorter way to the widths, which knows of no sign of ours
        for sign, outline in DRAWN.items():
            _add(font, sign, outline)
        for suit in SUITS:
            _space(font, font.getBestCmap()[ord(suit)])
    font["head"].unitsPerEm = cut.em
    _stand(font, round(cut.em * ABOVE), round(cut.em * BELOW))
    for record in font["name"].names:
        if record.nameID in NAMED:
            record.string = NAMED[record.nameID].format(family=cut.family, style=cut.style)
    font.flavor = "woff2"
    return font


def _stand(font: Any, above: int, below: int) -> None:
    """How high the lines of a font are, as every browser reads it."""
    line, weights = font["hhea"], font["OS/2"]
    line.ascent, line.descent, line.lineGap = above, -below, 0
    weights.sTypoAscender, weights.sTypoDescender, weights.sTypoLineGap = above, -below, 0
    weights.usWinAscent, weights.usWinDescent = above, below


def _add(font: Any, sign: str, outline: Outline) -> None:
    """A sign of our own, the same in every weight."""
    name, pen = f"uni{ord(sign):04X}", import_module("fontTools.pens.ttGlyphPen").TTGlyphPen(None)
    pen.moveTo(_whole(outline[0]))
    for point in outline[1:]:
        pen.lineTo(_whole(point))
    pen.closePath()
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"][name], font["hmtx"][name] = pen.glyph(), (700, 50)
    font["gvar"].variations[name] = []
    for table in font["cmap"].tables:
        table.cmap[ord(sign)] = name


def _space(font: Any, name: str) -> None:
    """Room at both sides of a sign that stands close to a figure: 9♣."""
    (width, left), glyph = font["hmtx"][name], font["glyf"][name]
    glyph.coordinates.translate((ASIDE, 0))
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (width + 2 * ASIDE, left + ASIDE)


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


# --- the signs that the text font lacks, in an em of a thousand


def _star() -> Outline:
    turns = [pi / 2 - step * pi / 5 for step in range(10)]
    return [(350 + far * cos(turn), 320 + far * sin(turn)) for turn, far in zip(turns, [330, 140] * 5, strict=True)]


def _cross() -> Outline:
    arms = [(-250, 182), (-182, 250), (0, 68), (182, 250), (250, 182), (68, 0)]
    return [(350 + x, 320 + y) for x, y in [*arms, *((-x, -y) for x, y in arms)]]


def _back() -> Outline:
    """An arrow to the left that comes round from above."""
    turns = [pi / 2 - step * pi / 16 for step in range(17)]
    outer = [(440 + 200 * cos(turn), 360 + 200 * sin(turn)) for turn in turns]
    inner = [(440 + 128 * cos(turn), 360 + 128 * sin(turn)) for turn in reversed(turns)]
    head = [(250, 160), (250, 40), (60, 196), (250, 352), (250, 232)]
    return [(260, 560), *outer, *head, *inner, (260, 488)]


DRAWN = {"★": _star(), "✕": _cross(), "↩": _back()}

if __name__ == "__main__":
    main(sys.argv[1:])
