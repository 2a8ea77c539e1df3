"""The screens on which pages are looked at, and what no page may do on any of them."""

from playwright.sync_api import Page

SCREENS = {
    "tablet": (1280, 800),
    "display": (1920, 1080),
    "phone": (390, 844),
    "upright": (768, 1024),
    "narrow": (320, 640),
}
LOOKS = [("tablet", "it"), ("phone", "en"), *((screen, "de") for screen in SCREENS)]
"""Every screen in the language that is longest, and a screen in each of the others."""


def touched(screen: str) -> bool:
    """Whether this screen is one that somebody holds and touches."""
    return SCREENS[screen][0] < 1000


def kinds(language: str, *more: tuple[str, str]) -> list[list[str]]:
    """The screens on which this language is looked at: each list is those that one page can take on, by its size."""
    screens = [screen for screen, read_in in (*LOOKS, *more) if read_in == language]
    held = [it for it in screens if touched(it)]
    return [kind for kind in ([it for it in screens if it not in held], held) if kind]


def takes_on(page: Page, screen: str) -> None:
    """The page is as large as this screen."""
    width, height = SCREENS[screen]
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})


# Elements that stick out of the page to the right, but for what lies in a box that scrolls by itself. A phone makes its
# window as wide as what sticks out; how wide the page is to be, its root knows.
STICKING_OUT = """() => [...document.querySelectorAll("body *")]
  .filter(one => !one.closest(".wide, .unseen"))
  .filter(one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
  .map(one => one.outerHTML.slice(0, 90))"""
# What a finger could miss; the card of a house is a link as a whole, by a layer of its own over it.
SMALL_TARGETS = """() => [...document.querySelectorAll("a:not(.house-head a), button, summary")]
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && box.height < 43.5 && box.top >= 0)
  .map(([text]) => text)"""
SCROLLS = """() => {
  const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
  return scrollHeight > innerHeight || scrollWidth > clientWidth;
}"""
SHEET_SCROLLS = (
    "() => [...document.querySelectorAll('dialog[open]')].some(one => one.scrollHeight > one.clientHeight + 1)"
)
# What a finger could miss on a sheet.
SMALL_ON_SHEETS = """() => [...document.querySelectorAll("dialog[open]")]
  .flatMap(sheet => [...sheet.querySelectorAll("button, .pick, .lie-card label, summary, select")])
  .filter(one => one.checkVisibility())
  .map(one => [one.textContent.trim(), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 47.5 || box.width < 47.5)).map(([text]) => text)"""
# The widest figures and names that a house writes, put in the place of those that stand here.
WIDEN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const wide = [[/\\b(dario|ivo|capo)\\b/g, "massimiliano-giovanni".slice(0, 20)], [/\\b(Coup) \\d+/g, "$1 9.999"],
    [/^\\d{1,2}$/, "9.999"]];
  while (walker.nextNode()) {
    const { parentElement: inside, data } = walker.currentNode;
    const counts = inside.closest(".bar, .tile, .seat-table, .record, .counts, .desk-head");
    if (inside.closest(".tile .place")) continue;
    for (const [narrow, widest] of wide.slice(0, counts ? 3 : 2)) {
      if (narrow.test(data)) walker.currentNode.data = walker.currentNode.data.replace(narrow, widest);
    }
  }
}"""
# What is measured: every text that is seen; a place is said by the classes of the nearest element that has any.
TEXTS = r"""const said = (one) => {
    const named = one.closest("[class]");
    return `${named.tagName.toLowerCase()}.${named.getAttribute("class").trim().split(/\s+/).join(".")}`;
  };
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !one.closest(".unseen, .letter, .cards, dialog:not([open]), title, desc, script, select");
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (text.data.trim() && seen(text.parentElement)) texts.push(text);
  }"""
# Figures that go over two lines, or stick out of a part that cuts them off, of their drawing, or of their plate.
BROKEN_FIGURES = rf"""() => {{
  {TEXTS}
  const FIGURE = /[+−-]?\d(?:[\d.,:’\u00a0\u202f]*\d)?(?:\u00a0(?:CHF|€))?/g;
  const over = (box, room) => box.left < room.left - 1 || box.right > room.right + 1 ||
    box.top < room.top - 1 && box.top + box.height / 3 < room.top || box.bottom - box.height / 3 > room.bottom + 1;
  const cut = (one, box) => {{
    const drawing = one.closest("svg");
    if (drawing && over(box, drawing.getBoundingClientRect())) return true;
    const plate = one.classList.contains("pile-amount") && one.previousElementSibling;
    if (plate && one.getComputedTextLength() > plate.width.baseVal.value) return true;
    let apart = false;
    for (let room = one.parentElement && (drawing ?? one); room; room = room.parentElement) {{
      const {{ overflowX, overflowY, position }} = getComputedStyle(room);
      // What is placed by itself is cut by nothing but what it is placed in.
      if (apart && position === "static") continue;
      apart = position === "absolute";
      if (/auto|scroll/.test(overflowX + overflowY)) return false;
      if (/hidden|clip/.test(overflowX + overflowY) && over(box, room.getBoundingClientRect())) return true;
    }}
    return false;
  }};
  const found = new Set();
  for (const text of texts) for (const figure of text.data.matchAll(FIGURE)) {{
    const range = document.createRange();
    range.setStart(text, figure.index);
    range.setEnd(text, figure.index + figure[0].length);
    const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top / 4)));
    const one = text.parentElement, box = range.getBoundingClientRect();
    if (!one.closest("svg") && lines.size > 1) found.add(`${{said(one)}} wraps ${{figure[0]}}`);
    if (cut(one, box)) found.add(`${{said(one)}} cuts ${{figure[0]}}`);
  }}
  return [...found];
}}"""
# Type under sixteen pixels.
SMALL_TYPE = rf"""() => {{
  {TEXTS}
  const size = (one) => {{
    const scale = one.getScreenCTM ? Math.hypot(one.getScreenCTM().a, one.getScreenCTM().b) : 1;
    return Number.parseFloat(getComputedStyle(one).fontSize) * scale;
  }};
  return [...new Set(texts.filter(text => size(text.parentElement) < 15.95)
    .map(text => `${{said(text.parentElement)}} ${{size(text.parentElement).toFixed(1)}}`))];
}}"""
