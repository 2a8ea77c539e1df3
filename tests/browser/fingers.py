"""Acts of a misdealt hand as fingers do them, at the console and the inspector's sheet, and only what is offered.

What no screen offers is not pressed. A pad is no act that one asks for by its verb: see :meth:`AtScreens.pads`.
"""

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from playwright.sync_api import Page, WebSocket

from table.record.door import PressResult
from table.rules.refusal import Code, Refused
from tests.browser.telling import INCIDENT
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import LOOK_MS, SETTLING
from tests.rig.scripts import script
from tests.rig.tables import NEWEST, AtTable

AT_ONCE = "setTimeout = (wait => (what, after, ...more) => wait(what, after === 350 ? 0 : after, ...more))(setTimeout)"
"""Nobody's finger slips here: what is new takes a press at once."""
NOTES_SHOWN = 'addEventListener("shown", ({ detail }) => (window.shownAt = detail.number), true)'
SHOWS = f"number => window.shownAt >= number && !document.querySelector(`{SETTLING}`)"
OFFERED = "what => [...document.querySelectorAll(what)].some(one => one.checkVisibility() && !one.closest('[inert]'))"
OPEN_DIALOG, NOW_OPEN = "dialog[open]", ".slots[data-own-on]"


class NotOffered(Refused):
    """No screen offers this now."""

    def __init__(self, what: str) -> None:
        super().__init__(Code.VERB, what.replace("%", "%%"))


class Pad(NamedTuple):
    """Places for cards that can be keyed now: by which act, what is given besides, and what lies open there.

    ``doubts``: something that is said of these cards is set aside by it.
    """

    key: str
    verb: str
    given: dict[str, Any]
    faces: list[str]
    doubts: bool

    @property
    def where(self) -> str:
        """The hand whose cards it takes."""
        turned = {"turn_battuta": "punto", "turn_punto": "punto", "turn_banco": "banco"}
        return turned.get(self.verb) or str(self.given.get("where", ""))


@dataclass
class Finger:
    """A finger at a page of a table. ``presses`` counts its taps, ``refused`` those that the house refused, by code."""

    page: Page
    table: AtTable
    sockets: list[WebSocket]
    presses: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def current(self) -> None:
        """The page shows the table as it is, and takes a press."""
        self.page.wait_for_function(SHOWS, arg=self.table.number, timeout=PATIENCE_MS, polling=LOOK_MS)

    def offers(self, what: str) -> bool:
        """Whether something of this kind can be pressed now."""
        self.current()
        return bool(self.page.evaluate(OFFERED, what))

    def tap(self, what: str) -> None:
        """One tap on the first of these, if it is offered."""
        if not self.offers(what):
            raise NotOffered(what)
        self.presses += 1
        self.page.locator(what).filter(visible=True).first.tap()

    def opens(self, what: str, dialog: str) -> None:
        """One tap that opens this dialog."""
        self.tap(what)
        self.page.locator(f"{dialog}[open]").wait_for(timeout=PATIENCE_MS)

    def ticks(self, what: str, *, on: bool = True) -> None:
        """A box is ticked, or is no more, if it is there."""
        box = self.page.locator(f"{what} input")
        if box.count() != 1:
            raise NotOffered(what)
        if box.is_checked() != on:
            self.tap(what)

    def sends(self, what: str) -> None:
        """One tap that the house answers; what it refuses is raised."""
        self.answered(lambda: self.tap(what))

    def answered(self, tap: Callable[[], None]) -> None:
        """The same, whatever is tapped."""
        with self.sockets[-1].expect_event("framereceived", _is_answer, timeout=PATIENCE_MS) as heard:
            tap()
        answer = json.loads(heard.value)
        if answer["kind"] != "done":
            self.refused[answer["code"]] += 1
            raise Refused(Code(answer["code"]), answer["sentence"].replace("%", "%%"))

    def leaves(self) -> None:
        """No sheet is open any more, and no pad is taken out."""
        while self.offers(f"{OPEN_DIALOG} [data-closes]"):
            self.page.locator(f"{OPEN_DIALOG} [data-closes]").filter(visible=True).last.tap()


def _is_answer(text: str | bytes) -> bool:
    return json.loads(text)["kind"] in ("done", "refused", "failed")


@dataclass(frozen=True)
class AtScreens(AtTable):
    """A table under two fingers. ``pressed`` is what was tried on its screens, for whoever asks what went wrong."""

    dealer: Finger
    inspector: Finger
    pressed: list[str] = field(default_factory=list)

    def does(self, verb: str, *, nonce: str = "", seen: int = NEWEST, **given: Any) -> PressResult:
        """The dealer's act, by whoever's screen offers it."""
        assert (nonce, seen) == ("", NEWEST), "a screen names its presses itself"
        self.pressed.append(f"{verb} {given}")
        by_touch: Callable[..., None] = getattr(self, f"_{verb}")
        try:
            by_touch(**given)
        finally:
            self.dealer.leaves()
            self.inspector.leaves()
        return PressResult(self.number, ())

    # --- at the console

    def pads(self) -> list[Pad]:
        """The pads that are in reach."""
        self.dealer.current()
        found = self.dealer.page.evaluate(script("console", "pads"))
        return [Pad(key, pad["verb"], pad["given"], pad["faces"], doubts) for key, pad, doubts in found]

    def keys(self, pad: Pad, faces: Sequence[str]) -> None:
        """These faces are keyed in the places of a pad that wait for one."""
        self.pressed.append(f"{pad.key} {[*faces]}")
        finger, opener = self.dealer, f'[data-pad-opens="{pad.key}"]'
        if not finger.offers(f'{NOW_OPEN}[data-pad-key="{pad.key}"]'):
            finger.tap(f".now {opener}, .declare {opener}, dialog[open] {opener}")
        for face in faces[:-1]:
            finger.tap(f'[data-card="{face}"]')
        try:
            finger.sends(f'[data-card="{faces[-1]}"]')
        except Refused:
            if finger.offers(f".now {opener}"):
                finger.tap(f".now {opener}")
            raise

    def _show_card(self, *, where: str, card: str, number: int | None = None) -> None:
        given = {"where": where} | ({} if number is None else {"number": number})
        pad = next((it for it in self.pads() if it.verb == "show_card" and it.given == given), None)
        if pad is None:
            raise NotOffered(f"show_card {given}")
        self.keys(pad, [card])

    def _card_out(self, *, extra: bool) -> None:
        assert extra
        self.dealer.opens(".tool[data-opens=card-out]", "#card-out")
        self.dealer.sends("#card-out .big[data-press*=card_out]:not([data-press*=exposed])")

    def not_due(self) -> None:
        """A card that the Regola does not give anybody is asked about."""
        try:
            self.dealer.sends(".tool[data-press*=card_out]")
        except Refused as refused:
            if refused.code != Code.REGOLA:
                raise
        self.dealer.opens('#question [data-leads="card-not-due"]', "#card-not-due")

    def _report_incident(self, *, kind: str, facts: Mapping[str, Any]) -> None:
        dialog = f"#report-{kind}"
        self.dealer.opens(INCIDENT, "#incident")
        self.dealer.opens(f'#incident [data-leads="report-{kind}"]', dialog)
        _lay(self.dealer, dialog, facts.get("laid"))
        self.dealer.sends(f"{dialog} .pick-next:not(.pick-else)")

    def _withdraw_incident(self, *, incident: int) -> None:
        self.dealer.sends(f'[data-key="band-{incident}"] [data-press*=withdraw_incident]')

    def _correct_entry(self, *, new: dict[str, Any], **_what: str) -> None:
        """A face is put right on its pad; that it was not shown, or lies at the other box, is a press."""
        self.dealer.opens(".tool[data-opens=take-back]", "#take-back")
        if new["card"] is None or "where" in new:
            how = "unshown" if new["card"] is None else "elsewhere"
            self.dealer.sends(f'#take-back [data-key="{how}-{new["number"]}"]')
            return
        self.keys(Pad(f"card-{new['number']}", "correct_entry", new, [""], doubts=True), [new["card"]])

    # --- at the inspector's sheet

    def opens_case(self, incident: int) -> None:
        """The sheet of a case."""
        self.inspector.opens(f'[data-opens="incident-{incident}"]', f"#incident-{incident}")

    def _add_evidence(self, *, incident: int, **evidence: Any) -> None:
        if "before" in evidence:
            raise NotOffered("which of two came first")
        self.opens_case(incident)
        dialog, finger = f'[data-key="evidence-{incident}"]', self.inspector
        if not finger.offers(f"{dialog} form"):
            finger.tap(f"{dialog} summary")
        _lay(finger, dialog, evidence.get("laid"))
        for number, places in evidence.get("places", {}).items():
            _places(finger, f'{dialog} [data-number="{number}"]', places)
        finger.sends(f"{dialog} form .pick-act, {dialog} form .pick-next")


def _lay(finger: Finger, dialog: str, laid: Sequence[str] | None) -> None:
    """At which box each card lies; those that the sheet has besides, the last ones that it lets go, are not out."""
    cards = [
        f"{dialog} .lie-card:nth-child({at + 1})" for at in range(finger.page.locator(f"{dialog} .lie-card").count())
    ]
    if laid is None:
        return
    loose = [it for it in cards if finger.page.locator(f"{it} .lie-out").count()]
    out = loose[max(0, len(loose) - len(cards) + len(laid)) :] if len(cards) > len(laid) else []
    if len(cards) - len(out) != len(laid):
        raise NotOffered(f"{len(laid)} cards")
    there = iter(laid)
    for card in cards:
        finger.ticks(f"{card} .lie-{'out' if card in out else next(there)}")


def _places(finger: Finger, row: str, possible: Sequence[int]) -> None:
    """At which places a card can have come out: the others are taken away."""
    there = [int(it) for it in finger.page.locator(row).get_attribute("data-told").split(",")]  # type: ignore[union-attr]
    if there == [*possible] or not set(possible) <= set(there):
        raise NotOffered(f"{row} {possible}")
    for place in there:
        finger.ticks(f'{row} .pick:has([value="{place}"])', on=place in possible)
