"""A television of 2020, on which signs and seat displays have to run: a page without what came after Chromium 87.

An old browser passes over what it does not know: a rule whose selector it cannot read, a block whose condition it
cannot, a declaration whose property or value it cannot. What scripts would look for in vain is taken away first.
"""

import re

from playwright.sync_api import Page, Route

BLOCK = re.compile(r"@(?:container|layer|scope|starting-style|view-transition)\b[^{;]*\{")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SELECTOR = re.compile(r":(?:has|is|where|popover-open|modal|state)\b|:not\([^()]*,|&")
PROPERTY = re.compile(
    r"(?:aspect-ratio|container(?:-\w+)?|translate|rotate|scale|text-wrap|accent-color|inset-area|anchor-\w+|zoom)$"
)
VALUE = re.compile(
    r"\d(?:d|s|l)v(?:h|w|min|max)\b|\dcq\w+\b|\b(?:color-mix|oklch|oklab|lab|lch|round|mod|sin|cos)\(|\bclip\b(?!-)"
)
NEWER = """
  delete HTMLElement.prototype.inert; delete HTMLElement.prototype.popover;
  delete HTMLElement.prototype.showPopover; delete Array.prototype.at; delete String.prototype.at;
  delete Array.prototype.findLast; delete Array.prototype.toSorted; delete Object.hasOwn; delete Object.groupBy;
  delete window.structuredClone; delete crypto.randomUUID;
  delete AbortSignal.timeout; delete Element.prototype.setHTMLUnsafe;
"""


OLDER: dict[str, tuple[dict[str, str], str]] = {}
"""Style sheets that were made older, by their addresses, which carry the hash of what they hold."""


def as_on_a_television(page: Page) -> None:
    """From here on this page is shown as Chromium 87 shows it."""
    page.add_init_script(NEWER)
    page.route(re.compile(r"\.css$"), _older)


def _older(route: Route) -> None:
    address = route.request.url
    if address not in OLDER:
        answer = route.fetch()
        OLDER[address] = answer.headers, known(answer.text())
    headers, body = OLDER[address]
    route.fulfill(headers=headers, body=body)


def known(sheet: str) -> str:
    """What an old browser makes of a style sheet."""
    sheet = _without_blocks(re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
    return RULE.sub(lambda rule: "" if SELECTOR.search(rule[1]) else f"{rule[1]}{{{_declared(rule[2])}}}", sheet)


def _declared(declarations: str) -> str:
    each = [one.partition(":") for one in declarations.split(";")]
    return ";".join(
        f"{name}:{value}"
        for name, _colon, value in each
        if not PROPERTY.match(name.strip()) and not VALUE.search(value)
    )


def _without_blocks(sheet: str) -> str:
    found = BLOCK.search(sheet)
    if found is None:
        return sheet
    depth, end = 1, found.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(sheet[end], 0)
        end += 1
    return sheet[: found.start()] + _without_blocks(sheet[end:])
