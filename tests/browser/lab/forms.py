"""Forms: the screens of a table in each size in which they stand somewhere."""

from typing import NamedTuple


class Form(NamedTuple):
    """A screen in a size, in CSS pixels.

    ``target`` is the least width and height of what is pressed, ``type_size`` that of letters in words (in drawings two
    less); 0 where they are not measured, as on displays that are smaller than a hand.
    """

    screen: str
    width: int
    height: int
    target: int = 0
    type_size: int = 0

    def __str__(self) -> str:
        return f"{self.screen} {self.width}x{self.height}"


def _forms(screen: str, *sizes: tuple[int, int], target: int = 0, type_size: int = 0) -> list[Form]:
    return [Form(screen, width, height, target, type_size) for width, height in sizes]


TABLETS = ((1280, 800), (1194, 834), (1180, 820), (1366, 768), (1366, 1024), (1280, 900), (1920, 1080), (800, 1280))
FORMS = [
    *_forms("console", *TABLETS, target=48, type_size=16),
    *_forms("console", (1024, 768), (390, 844), (640, 400)),
    *_forms("desk", (1280, 800), (1920, 1080), (3840, 2160), (800, 1280), target=44, type_size=16),
    *_forms("seat", (1280, 800), (800, 1280), (600, 1024), target=44),
    *_forms("seat", (480, 320), (800, 480), (480, 800), (1024, 600)),
    *_forms("sign", (1920, 1080), (1080, 1920), (3840, 2160)),
]
"""Every form. On a phone and on small displays neither type nor targets are measured: they are smaller there."""
