"""What everybody may see of a mishap on the displays and the felts, and no more."""

import re
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from tests.rig.cast import GUESTS
from tests.rig.patience import PATIENCE_MS
from tests.rig.room import Room

READER, BETTOR, FREE = "1", "2", "8"
FACES = "all => all.map(one => one.dataset.face)"


def held(room: Room, *, faces: Sequence[str], backs: int) -> None:
    """While the inspector decides stakes stand, and what lies covered stays so; looking is not counted."""
    with room.between():
        shows(room, faces=faces, backs=backs, headline="held")
        expect(room.seats[BETTOR].locator(".said-held")).to_contain_text(
            re.compile(r"The stakes here stand: [\d,.]+\.")
        )
        expect(room.seats[FREE].locator(".said-held")).not_to_contain_text("stand")
        expect(room.sign.locator(".sign-held")).to_contain_text("The stakes stand.")


def shows(
    room: Room, *, faces: Sequence[str], headline: str, backs: int | None, stakes: bool = True, notice: str = ""
) -> None:
    """Every felt has these open cards and so many covered ones; every display this headline, notice, and the stakes."""
    for page in room.felts:
        expect(page.locator(f".region-felt .headline-{headline}")).to_be_visible(timeout=PATIENCE_MS)
        expect(page.locator(".region-felt [data-face]")).to_have_count(len(faces))
        assert sorted(page.locator(".region-felt [data-face]").evaluate_all(FACES)) == sorted(faces)
        if backs is not None:
            expect(page.locator(".region-felt .card-back")).to_have_count(backs)
    for page in room.seats.values():
        expect(page.locator(f".said-{headline}")).to_have_count(1)
        expect(page.locator(".seat-notice")).to_have_count(1 if notice else 0)
    for one in (*room.seats.values(), room.sign):
        names_nobody(one)
        if notice:
            expect(one.locator(f"[class*=notice-{notice}]").first).to_be_visible()
    expect(room.sign.locator(f".sign-said.sign-{headline}")).to_have_count(1)
    expect(room.sign.locator(".sign-notice")).to_have_count(1 if notice else 0)
    expect(room.seats[BETTOR].locator(".stake b")).to_have_text(["50"] if stakes else [])
    expect(room.seats[FREE].locator(".stake")).to_have_count(0)


def names_nobody(page: Page) -> None:
    """No guest and nobody of the staff is named where anybody can read it, nor what the inspectors are deciding."""
    words = set(page.locator("body").inner_text().lower().split())
    assert not words & {*GUESTS, "dario", "ivo", "cosima", "ratify", "clear"}
