"""Sign and seat displays run on televisions: nothing they load asks for more than Chromium 87 knows.

What an old browser does not know of a style sheet it drops: a selector with its whole rule, a condition with all that
stands under it. Of a script it drops everything.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.television import TELEVISION
from tests.croupier.coups import play
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import display_page
from tests.rig.scripts import call, script
from tests.rig.tables import ready_table

HOME = Path(settings.BASE_DIR)
PAGES = ("shell.html", "display.html", "pairing.html")
NAMED = re.compile(r"[\w/-]+\.(?:css|js)(?=['\"])")
IMPORTED = re.compile(r"(?:from|import)\s+\"(\.\.?/[\w/-]+\.js)\"")
NEWER_STYLE = re.compile(
    r":has\(|:is\(|:where\(|:not\([^()]*,|:popover-open|:modal|@container|@layer|@scope|@starting-style|\[inert"
    r"|\((?:width|height|aspect-ratio)\s*[<>=]|[<>]=?\s*(?:width|height)\b"
    r"|\bcolor-mix\(|\baspect-ratio:|\bcontainer-type:|\bsubgrid\b|\boverflow:\s*clip|[\d.](?:cq[whib]|cqmin|cqmax|lh)\b"
    r"|(?:^|[;{\s])(?:translate|scale|rotate|mask|inset-area):|(?:^|[;{\s])&"
)
"""Chromium has :is() and lists in :not() since 88, ranges in conditions since 104, :has() and containers since 105."""
OF_THE_WINDOW = re.compile(r"([\w-]+):[^;{}]*[\d.][dsl]v(?:h|w|min|max)\b")
NEWER_SCRIPT = re.compile(
    r"\.at\(|\.findLast|\.to(?:Sorted|Reversed|Spliced)\(|\.groupBy\(|\bstructuredClone\b|\bhasOwn\b|\bwithResolvers\b"
    r"|\bAbortSignal\.\w|\bcheckVisibility\b|[pP]opover\b|\brandomUUID\(|\bstatic \{|#\w+ in |^await "
    r"|:has\(|:is\(|:where\(",
    re.MULTILINE,
)
NO_DISPLAY_SHOWS = ("dialog", "main > section", ".house")
"""Parts of the shared sheets that stand on no display."""


def loaded() -> set[Path]:
    """Every style sheet and script of the displays, with what those import."""
    found, waiting = set[Path](), list[Path]()
    for page in PAGES:
        named = NAMED.findall((HOME / "templates" / "screens" / page).read_text(encoding="utf-8"))
        waiting += [HOME / "static" / it for it in named]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            imported = IMPORTED.findall(path.read_text(encoding="utf-8")) if path.suffix == ".js" else []
            waiting += [(path.parent / it).resolve() for it in imported]
    return found


def rules(style: str) -> Iterator[str]:
    """Each rule with its selector, each condition by itself."""
    plain = re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)
    yield from (one.strip() for one in re.findall(r"[^{}]*\{(?:[^{}]*\})?", plain))


def too_new(rule: str) -> bool:
    """Whether an old browser drops something of this rule; a size of the window may follow one that it knows."""
    if any(rule.startswith(part) or f" {part} " in rule.split("{", maxsplit=1)[0] + " " for part in NO_DISPLAY_SHOWS):
        return False
    alone = [name for name in OF_THE_WINDOW.findall(rule) if len(re.findall(rf"(?<![\w-]){name}:", rule)) < 2]
    return bool(NEWER_STYLE.search(rule)) or bool(alone)


def test_what_the_displays_load_asks_for_no_newer_browser() -> None:
    files = loaded()
    assert {"house.css", "live.css", "sign.css", "display.css", "screen.js", "patch.js"} <= {it.name for it in files}
    found = [
        f"{path.name}: {rule[:100]}"
        for path in sorted(files)
        if path.suffix == ".css"
        for rule in rules(path.read_text(encoding="utf-8"))
        if too_new(rule)
    ]
    found += [
        f"{path.name}: {line.strip()}"
        for path in sorted(files)
        if path.suffix == ".js"
        for line in path.read_text(encoding="utf-8").splitlines()
        if NEWER_SCRIPT.search(line)
    ]
    assert found == []


def test_a_newer_feature_would_be_found() -> None:
    for rule in (
        "html:has(.sign) { color: red }",
        "@container panel (height >= 18rem) {",
        "@media (width < 40rem) {",
        ".seat { height: 100dvh }",
        ".seat { color: red; & b { color: blue } }",
        ".seat { aspect-ratio: 1 }",
    ):
        assert too_new(rule), rule
    assert not too_new(".seat { height: 100vh; height: 100dvh }")
    for line in ("const last = row.at(-1);", "structuredClone(it)", "await start();", 'page.closest(":is(a, b)")'):
        assert NEWER_SCRIPT.search(line), line


def test_a_television_of_the_tests_gets_no_rule_that_it_does_not_know(reader: Callable[..., Page]) -> None:
    styles = []
    for page in (reader("de"), reader("de", **TELEVISION)):
        page.goto("/display/")
        styles.append("".join(page.evaluate(script("television", "styleSheets"))))
    newer = [len([rule for rule in rules(style) if NEWER_STYLE.search(rule)]) for style in styles]
    assert newer[0] > newer[1] == 0


@pytest.mark.django_db(transaction=True)
def test_sign_and_seat_follow_a_coup_where_the_newer_features_are_taken_out(
    reader: Callable[..., Page], base_url: str
) -> None:
    def old(language: str, screen: str) -> Page:
        return reader(language, screen, scripts=(call("television", "takeOut"),))

    table = ready_table()
    pages = [display_page(old, base_url, "T3", position) for position in ("", "1")]
    for page in pages:
        expect(page.locator("body")).to_have_attribute("data-link", "live", timeout=PATIENCE_MS)
        assert page.evaluate("() => typeof structuredClone + typeof [].at") == "undefinedundefined"
    play(table, "P100@1", "B50@2")
    table.does("open_bets")
    for page in pages:
        expect(page.locator(".bead, [data-key^=bead] text").first).to_be_attached(timeout=PATIENCE_MS)
