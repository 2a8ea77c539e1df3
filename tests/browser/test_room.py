"""Hands of a room press what other processes have moved: at a house that is served as it ships, whose heart is slow."""

import re

from playwright.sync_api import Page

from table.live.hub import BEAT_SECONDS
from table.live.rate_limits import BURST
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import PRESSED

AT = "https://room.test/"
MOVED = "const until = performance.now() + %d; window.presses = 0;"
PRESS = "const moves = () => { window.presses++; return performance.now() < until; };"
ACTS = "export const press = async () => (moves() ? { code: 'E_STALE' } : { kind: 'done' });"


def test_a_press_waits_until_the_screen_has_heard_of_what_moved_and_not_too_often(page: Page) -> None:
    page.clock.install()
    script = MOVED % (1000 * BEAT_SECONDS) + PRESS + ACTS
    page.route(re.compile(AT), lambda route: route.fulfill(body="<script src='/acts.0.js' type='module'></script>"))
    page.route(f"{AT}acts.0.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    page.goto(AT)
    page.evaluate(f"() => {{ ({PRESSED})(['T1', [], {PATIENCE_MS}]).then(answer => window.answer = answer); }}")
    page.wait_for_function("() => window.presses")
    page.clock.run_for(int(1000 * BEAT_SECONDS) + 500)
    assert page.evaluate("() => window.answer.kind") == "done"
    assert page.evaluate("() => window.presses") < BURST, "of which the act that follows needs one, too"
