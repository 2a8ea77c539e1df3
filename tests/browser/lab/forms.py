"""Forms: the screens of a table in each size in which they stand somewhere."""

from typing import NamedTuple


class Form(NamedTuple):
    """A screen in a size, in CSS pixels.

    ``target`` is the least width and height of what is pressed, ``type_size`` that of letters in words (in drawings two
    less); 0 where they are not measured. ``tables`` are those on a wall of the pit.
    """

    screen: str
    width: int
    height: int
    target: int = 0
    type_size: int = 0
    tables: int = 0

    def __str__(self) -> str:
        return f"{self.screen}{self.tables or ''} {self.width}x{self.height}"


def _forms(screen: str, *sizes: tuple[int, int], target: int = 0, type_size: int = 0, tables: int = 0) -> list[Form]:
    return [Form(screen, width, height, target, type_size, tables) for width, height in sizes]


WALLS = ((1280, 800), (1920, 1080), (3840, 2160), (800, 1280))


TABLETS = ((1280, 800), (1194, 834), (1180, 820), (1366, 768), (1366, 1024), (1280, 900), (1920, 1080), (800, 1280))
FORMS = [
    *_forms("console", *TABLETS, (1024, 768), target=48, type_size=16),
    # Tablets across whose browsers keep their bars: their felts are smaller.
    *_forms("console", (1280, 640), (1024, 640), target=48, type_size=15),
    # Telephones, and a tablet at twice its size.
    *_forms("console", (390, 844), (844, 390), (640, 400), target=48, type_size=16),
    *_forms("desk", (1280, 800), (1920, 1080), (3840, 2160), (800, 1280), target=48, type_size=16),
    *_forms("pit", *WALLS, target=48, type_size=16, tables=7),
    *_forms("pit", *WALLS, target=32, type_size=16, tables=20),
    # A seat is read at arm's length, on few pixels of a small panel: sixteen would leave no room for its prices.
    *_forms(
        "seat", (1280, 800), (800, 1280), (600, 1024), (1024, 600), (800, 480), (480, 800), target=48, type_size=14
    ),
    # Of 3.5 inches: panel and prices have no room for more.
    *_forms("seat", (480, 320), target=48, type_size=12),
    # A sign is touched by nobody, and its type measured by distance (tests/browser/test_displays.py).
    *_forms("sign", (1920, 1080), (1080, 1920), (3840, 2160)),
    *_forms("cassa", (1280, 800), (1024, 768), (1920, 1080), target=48, type_size=16),
    *_forms("cassa", (800, 1280), (390, 844), (844, 390), target=48, type_size=16),
    *_forms("video", (1280, 800), (1920, 1080), (3840, 2160), type_size=16),
]
"""Every form of a table."""
OF_BANKS = ("cassa", "video")
"""Screens on which no table stands but those with a bank."""
PAGES = [
    *_forms("page", (1280, 800), (1920, 1080), target=24, type_size=16),
    *_forms("page", (800, 1280), (390, 844), target=48, type_size=16),
]
"""Every form of the pages that are no screen of a table: in the office's lists targets are 24 px and more."""
ONLINE = _forms("online", (1280, 800), (390, 844), (320, 640), target=48, type_size=16)
"""Every form of the game online."""
