"""Every colour is declared once, at the head of ``static/house/house.css``; whatever is drawn or printed names it.

What no style reaches (the frame of a browser, a code to be scanned) says its colour itself, and it says one of those.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.views.device import apps
from tests.paper.sources import PACKAGES
from tests.rig.rows import every_row

ROOT = Path(__file__).resolve().parents[2]
HOUSE = ROOT / "static" / "house" / "house.css"
STYLESHEETS = sorted((ROOT / "static").rglob("*.css"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
MODULES = sorted(path for room in PACKAGES for path in (ROOT / room).rglob("*.py"))
DECLARED = re.compile(r":root\s*\{([^{}]*)\}")
DECLARATION = re.compile(r"([\w-]+)\s*:\s*([^;{}]+)(?=[;}])")
NAME = re.compile(r"--[\w-]+")
HEX = re.compile(r"#(?:[0-9a-f]{3,4}){1,2}\b", re.IGNORECASE)
PARTS = re.compile(r"\d+ \d+ \d+")
# The parts of a declared colour may be laid on more thinly; any other function mixes a colour of its own.
FUNCTION = re.compile(r"\b(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?)\((?!var\(--[\w-]+-rgb\))", re.IGNORECASE)
WORDS = """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown
    burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan
    darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred
    darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink
    deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold
    goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush
    lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey
    lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow
    lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen
    mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin
    navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise
    palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
    saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow
    springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen
"""
WORD = re.compile(rf"(?<![\w-])(?:{'|'.join(WORDS.split())})(?![\w-])", re.IGNORECASE)
DRAWN = re.compile(r"""\b(?:fill|stroke|stop-color|flood-color|style|bgcolor|color)\s*=\s*"([^"{]*)\"""")


def without_comments(css: str) -> str:
    """A sheet without what is said of it, and without quoted words."""
    return re.sub(r'/\*.*?\*/|"[^"]*"', "", css, flags=re.DOTALL)


def literal(value: str) -> bool:
    """Whether a value holds a colour that is written out; the names of our own are none."""
    return bool(HEX.search(value) or FUNCTION.search(value) or WORD.search(NAME.sub("", value)))


def literals(css: str) -> list[str]:
    """The declarations of a sheet whose colour is written out."""
    return [f"{name}: {value}" for name, value in DECLARATION.findall(without_comments(css)) if literal(value)]


def drawn_with(template: str) -> Iterator[str]:
    """The attributes of a template whose colour is written out."""
    yield from (value for value in DRAWN.findall(template) if literal(value))


def tokens() -> dict[str, str]:
    """The house's own colours, measures and types in the dark room."""
    found = DECLARED.search(without_comments(HOUSE.read_text(encoding="utf-8")))
    assert found is not None
    return {name: value for name, value in DECLARATION.findall(found[1]) if NAME.fullmatch(name)}


def colours() -> set[str]:
    """The colours themselves, as six digits."""
    parts = [
        "#" + "".join(f"{int(it):02x}" for it in value.split()) for value in tokens().values() if PARTS.fullmatch(value)
    ]
    return {*parts, *(value for value in tokens().values() if HEX.fullmatch(value))}


@every_row("path", STYLESHEETS)
def test_a_sheet_writes_out_no_colour(path: Path) -> None:
    css = path.read_text(encoding="utf-8")
    assert literals(DECLARED.sub("", css) if path == HOUSE else css) == []


@every_row("path", STYLESHEETS)
def test_a_sheet_names_nothing_that_is_not_declared(path: Path) -> None:
    css = without_comments(path.read_text(encoding="utf-8"))
    local = {name for name, _value in DECLARATION.findall(css) if name.startswith("--")}
    assert set(re.findall(r"var\((--[\w-]+)\)", css)) - local <= set(tokens())


def test_no_colour_is_declared_that_nothing_names() -> None:
    texts = [path.read_text(encoding="utf-8") for path in STYLESHEETS]
    named = {name for css in texts for name in re.findall(r"var\((--[\w-]+)\)", css)}
    assert set(tokens()) - named == set()


@every_row("path", TEMPLATES)
def test_a_drawing_writes_out_no_colour(path: Path) -> None:
    assert list(drawn_with(path.read_text(encoding="utf-8"))) == []


def test_what_no_style_reaches_has_the_colours_of_the_house() -> None:
    pages = [path.read_text(encoding="utf-8") for path in TEMPLATES]
    frames = [colour for page in pages for colour in re.findall(r'<meta name="theme-color" content="([^"]+)"', page)]
    assert {*frames, apps.GROUND} == {tokens()["--ground"]}
    quoted = re.compile(rf'"({HEX.pattern})"')
    assert {it for path in MODULES for it in quoted.findall(path.read_text(encoding="utf-8"))} <= colours()


@every_row(
    "value",
    [
        "#fff",
        "#14110F80",
        "1px solid rgb(0 0 0 / 40%)",
        "rgba(1,2,3,.5)",
        "hsl(40 50% 50%)",
        "White",
        "0 0 2px black",
        "oklch(1 0 0)",
    ],
)
def test_a_colour_that_is_written_out_would_be_seen(value: str) -> None:
    assert literals(f"a:hover {{ margin: 0; outline: {value}; }}") == [f"outline: {value}"]
    assert list(drawn_with(f'<path fill="{value}"/>')) == [value]


@pytest.mark.parametrize("value", ["var(--gold)", "rgb(var(--gold-rgb) / 16%)", "currentcolor", "none"])
def test_a_colour_that_is_named_is_let_through(value: str) -> None:
    css = f'/* red */ #fade:hover {{ white-space: nowrap; content: "#fff"; fill: {value}; }}'
    assert literals(css) == []
