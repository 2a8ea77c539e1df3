"""Pieces: what a screen keeps and what it is sent come to what is drawn anew, and little is sent."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import cycle
from types import NoneType

import pytest

from table.rules.cards import Card
from table.rules.profile import Profile, Role
from table.rules.stakes import Range
from table.screens.felt.ground import Ground
from table.screens.pieces import Piece, Sheet
from table.screens.read.numbers import Numbers
from table.screens.regions import Drawn, Region, draw
from tests.house.shift import HOUSE_OF_THE_SHIFT, shift
from tests.procedures.screens.test_register import everything
from tests.rig.cast import Doing
from tests.rig.page import changed, element
from tests.rig.tables import AtTable, new_table, ready_table

pytestmark = pytest.mark.django_db
STAFF = ("incidents", "reports")
DEALER = ("bar", "felt", "console", "console_sheets", *(f"{kind}:dealer" for kind in STAFF))
INSPECTOR = (
    "bar",
    "felt:watch",
    *(f"{kind}:{Role.ISPETTORE_GIOCO}" for kind in ("desk", "desk_sheets", *STAFF)),
)
SEATS = tuple((f"strip:{seat}", "felt:players") for seat in "123456789")
SCREENS = (DEALER, INSPECTOR, ("sign",), *SEATS)
"""The regions of the twelve screens of a table."""
LANGUAGES = ("it", "en", "de")
VALUES = (str, int, float, tuple, frozenset, datetime, Profile, Numbers, Ground, Range, Card, NoneType)
NAMES = (*dict.fromkeys(name for screen in SCREENS for name in screen), "tile")


class Wall:
    """All regions of a table in these languages, as screens keep them that are sent what changes."""

    def __init__(self, table: AtTable, languages: Sequence[str]) -> None:
        self.table = table
        self.regions = [Region(name, language) for name in NAMES for language in languages]
        self.kept: dict[Region, str] = {}
        self.drawn: Drawn | None = None

    def look(self) -> Drawn:
        """Draw the table again, and show what is new."""
        before, drawn = self.drawn, draw(self.table.code, self.regions, self.drawn)
        assert drawn is not None
        for region, sheet in drawn.texts.items():
            news = sheet.changes(before.texts[region]) if before is not None else sheet.text
            self.kept[region] = changed(self.kept.get(region, ""), news)
        self.drawn = drawn
        return drawn


def pieces_of(sheet: Sheet) -> Iterator[Piece]:
    """All pieces of a region."""
    waiting = [*sheet.pieces]
    while waiting:
        it = waiting.pop()
        yield it
        waiting += it.inner


def check_pieces(sheet: Sheet, known: set[Piece]) -> None:
    """Each piece is one element, which alone has its key, and shows values that never change."""
    for it in pieces_of(sheet):
        assert element(sheet.text, it.key), it.key
        if it not in known:
            assert element(Sheet([it], sheet.language).text, it.key)[0] == 0, it.macro
            check_values(it.given)
            known.add(it)


def check_values(given: object) -> None:
    """Small values that never change, and nothing that could reach for more."""
    assert isinstance(given, VALUES), repr(given)
    if isinstance(given, tuple | frozenset):
        for it in given:
            check_values(it)


def play(table: AtTable, doings: Iterator[Doing], known: set[Piece] | None = None) -> None:
    """Act by act, everything that anybody keeps is as it would be drawn; each act is seen in another language."""
    walls = cycle([Wall(table, [language]) for language in LANGUAGES])
    for who, verb, given in doings:
        getattr(table.cast, who).does(verb, **given)
        for region, sheet in (wall := next(walls)).look().texts.items():
            assert "not-drawn" not in sheet.text, (verb, region)
            assert wall.kept[region] == sheet.text, (verb, region)
            if known is not None:
                check_pieces(sheet, known)


def test_through_a_whole_shift_what_screens_keep_is_what_would_be_drawn_anew() -> None:
    table = new_table(HOUSE_OF_THE_SHIFT)
    play(table, shift(table))


def test_with_incidents_too_and_each_piece_is_one_element_of_its_own_made_of_values() -> None:
    table = ready_table()
    play(table, everything(table), set())
