"""The screens on which pages are looked at, and what no page may do on any of them."""

from playwright.sync_api import Page

from tests.rig.scripts import script

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
    by_touch = [it for it in screens if touched(it)]
    return [kind for kind in ([it for it in screens if it not in by_touch], by_touch) if kind]


def takes_on(page: Page, screen: str) -> None:
    """The page is as large as this screen."""
    width, height = SCREENS[screen]
    if page.viewport_size != {"width": width, "height": height}:
        page.set_viewport_size({"width": width, "height": height})


STICKING_OUT = script("looks", "stickingOut")
SMALL_TARGETS = script("looks", "smallTargets")
SCROLLS = script("looks", "scrolls")
DIALOG_SCROLLS = script("looks", "dialogScrolls")
SMALL_ON_DIALOGS = script("looks", "smallOnDialogs")
KEY_COVERS = script("looks", "keyCovers")
BROKEN_FIGURES = script("looks", "brokenFigures")
SMALL_TYPE = script("looks", "smallType")
