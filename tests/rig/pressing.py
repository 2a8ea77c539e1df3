"""A dealer who does nothing but what the console asks for next, and what stands on its buttons.

This is not the croupier, who asks the table itself: here it is proven that the console alone leads through a coup.
"""

import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from table.rules.cards import parse, points
from table.rules.refusal import Code, Refused
from table.rules.regola import Claim, claim_of
from table.screens.dealer.task import Task, step, task
from table.screens.regions import Region, render
from tests.rig.tables import AtTable, Somebody

Cards = dict[str, str]
"""By place, as ``{"punto": "4S KD 6H", "banco": "5S KC"}``."""
PRESSED = ("data-press", "data-steps")


def drawn(table: AtTable, region: str = "console", language: str = "it") -> str:
    """A region of the table as its screens show it; the console with its sheets."""
    regions = [region, "console_sheets"] if region == "console" else [region]
    snapshot = table.snapshot
    return "".join(render(snapshot, Region(it, language)) for it in regions)


def current_task(table: AtTable) -> Task:
    """What the console asks for now."""
    return task(table.snapshot)


def do_next(table: AtTable, cards: Cards) -> str:
    """Do what the console asks for, with these cards where it asks for cards. Gives the verb."""
    now = current_task(table)
    if now.kind == "declare":
        steps = [step("declare", claim=_spoken(cards["punto"]), means="voice")]
    elif now.kind == "count":
        steps = [step("extract_remaining", cards=["??"] * 10)]
    elif now.kind == "pad":
        steps = [_keyed(now, cards)]
    else:
        steps = now.steps
    assert steps, f"the console waits: {now.heading}"
    table.press(*((it["verb"], it["given"]) for it in steps))
    return str(steps[0]["verb"])


def _spoken(punto: str) -> str:
    claim = claim_of(points([parse(card) for card in punto.split()[:2]]))
    assert claim is not Claim.BATTUTA, "a reader turns a battuta"
    return claim.value


def _keyed(now: Task, cards: Cards) -> dict[str, Any]:
    pad = now.pads[0]
    faces = [cards[slot.side].split()[slot.place - 1] for slot in pad.slots]
    return step(pad.verb, **pad.given, **{pad.argument: faces if pad.argument == "cards" else faces[0]})


ON_PAGES = {
    dialog
    for page in Path(settings.BASE_DIR, "templates", "screens").glob("*.html")
    for dialog in re.findall(r'<dialog[^>]* id="([^"]+)"', page.read_text(encoding="utf-8"))
}
"""Dialogs that stand on the pages themselves."""


def not_there(texts: Iterable[str]) -> set[str]:
    """The dialogs that buttons in the regions of a screen open, and that are neither there nor on the page itself."""
    screen = "".join(texts)
    opened, there = (re.findall(f' (?:{it})="([^"]+)"', screen) for it in ("data-opens|data-leads", "id"))
    return {*opened} - {*there} - ON_PAGES


def refused(who: Somebody, text: str) -> dict[str, Code]:
    """The buttons of a text whose acts, as they stand on them, the table refuses somebody now; nothing is done."""
    found = {}
    for steps in Buttons(text).whole:
        with transaction.atomic():
            try:
                who.presses(*((it["verb"], it["given"]) for it in steps))
            except Refused as why:
                found[json.dumps(steps)] = why.code
            transaction.set_rollback(True)
    return found


def _reasoned(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As the sheet sends them on which a reason is chosen: the first one stands there already."""
    return [{**it, "given": {**it["given"], "reason": "mistyped"}} for it in steps]


class Buttons(HTMLParser):
    """What the buttons and forms of a text press; ``whole`` are the buttons alone, which ask for nothing more."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.presses: list[list[dict[str, Any]]] = []
        self.whole: list[list[dict[str, Any]]] = []
        self.ids: list[str] = []
        self.opens: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - any element
        found = dict(attrs)
        self.presses += [json.loads(found[name] or "") for name in PRESSED if name in found]
        if "data-press" in found:
            self.whole.append(_reasoned(self.presses[-1]) if "data-reasoned" in found else self.presses[-1])
        self.ids += [str(found["id"])] if found.get("id") else []
        self.opens |= {str(found[name]) for name in ("data-opens", "data-leads") if name in found}

    @property
    def verbs(self) -> set[str]:
        """Every act that can be pressed or sent."""
        return {it["verb"] for steps in self.presses for it in steps}
