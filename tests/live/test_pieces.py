"""Pieces: what a screen keeps and what it is sent come to what is drawn anew, and little is sent."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import cycle
from operator import le
from types import NoneType

import pytest

from table.live.feed import frame_of
from table.rules.cards import Card
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, Role
from table.rules.stakes import Range
from table.rules.topics.sources import CASINO_ADMIRAL
from table.screens.felt.ground import Ground
from table.screens.read import pieces
from table.screens.read.pieces import Piece, RegionDrawing
from table.screens.regions import DIALOGS, Drawn, Region, draw, render
from table.words.numbers import Numbers
from tests.bench.budget import changes
from tests.croupier.dealer import Croupier
from tests.house.reader import LANGUAGES
from tests.house.shift import HOUSE_OF_THE_SHIFT, shift
from tests.procedures.screens.test_register import everything
from tests.rig.cast import Doing
from tests.rig.page import changed, element
from tests.rig.pressing import not_there
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
"""The regions of the twelve screens of a table, with all their sheets."""
VALUES = (str, int, float, tuple, frozenset, date, Profile, Numbers, Ground, Range, Card, NoneType)
TILE = f"tile:{Role.ISPETTORE_GIOCO}"
NAMES = (*dict.fromkeys(name for screen in SCREENS for name in screen), TILE, f"tile_sheets:{Role.ISPETTORE_GIOCO}")


SCREENS_OF = ("table.screens", "procedures.screens", "bank.screens")
DRAWINGS = {
    it
    for name, module in [*sys.modules.items()]
    if name.startswith(SCREENS_OF) and name != pieces.__name__
    for it in vars(module).values()
    if hasattr(it, "cache_clear")
}
"""Functions of the screens that remember what they made; the texts of pieces are known by all that they show."""


class Wall:
    """All regions of a table in these languages, as screens keep them that are sent what changes."""

    def __init__(self, table: AtTable, languages: Sequence[str], names: Sequence[str] = NAMES) -> None:
        self.table = table
        self.regions = [Region(name, language) for name in names for language in languages]
        self.shown: dict[Region, str] = {}
        self.drawn: Drawn | None = None

    def look(self) -> Drawn:
        """Draw the table again, and show what is new."""
        before, drawn = self.drawn, draw(self.table.code, self.regions, self.drawn)
        assert drawn is not None
        for region, drawing in drawn.texts.items():
            news = drawing.changes(before.texts[region]) if before is not None else drawing.text
            self.shown[region] = changed(self.shown.get(region, ""), news)
        self.drawn = drawn
        return drawn


def pieces_of(drawing: RegionDrawing) -> Iterator[Piece]:
    """All pieces of a region."""
    waiting = [*drawing.pieces]
    while waiting:
        it = waiting.pop()
        yield it
        waiting += it.inner


def check_pieces(drawing: RegionDrawing, known: set[Piece]) -> None:
    """Each piece is one element, which alone has its key, and shows values that never change."""
    for it in pieces_of(drawing):
        assert element(drawing.text, it.key), it.key
        if it not in known:
            assert element(RegionDrawing([it], drawing.voice).text, it.key)[0] == 0, it.macro
            check_values(it.given)
            known.add(it)


def check_values(given: object) -> None:
    """Small values that never change, and nothing that could reach for more."""
    assert isinstance(given, VALUES), repr(given)
    if isinstance(given, tuple | frozenset):
        for it in given:
            check_values(it)


def anew(table: AtTable, regions: Iterable[Region]) -> dict[Region, str]:
    """These regions as a process draws them that has never drawn anything."""
    for cached in DRAWINGS:
        cached.cache_clear()
    snapshot = table.snapshot
    return {region: render(snapshot, region) for region in regions}


def play(
    table: AtTable,
    doings: Iterator[Doing],
    names: Sequence[str],
    known: set[Piece] | None = None,
    *,
    drawn_anew: bool = False,
) -> None:
    """Act by act, everything that anybody keeps is as it would be drawn; each act is seen in another language."""
    walls = cycle([Wall(table, [language], names) for language in LANGUAGES])
    for who, verb, given in doings:
        getattr(table.cast, who).does(verb, **given)
        drawn = (wall := next(walls)).look().texts
        new = anew(table, drawn) if drawn_anew else {}
        for region, drawing in drawn.items():
            assert "not-drawn" not in drawing.text, (verb, region)
            assert wall.shown[region] == drawing.text, (verb, region)
            assert new.get(region, drawing.text) == drawing.text, (verb, region)
            if known is not None:
                check_pieces(drawing, known)
        texts = {region.name: drawing.text for region, drawing in drawn.items()}
        for screen in filter(texts.keys().__ge__, map(set, SCREENS)):
            assert not not_there(texts[name] for name in screen), verb


@pytest.mark.faults
def test_through_a_whole_shift_what_screens_keep_is_what_would_be_drawn_anew() -> None:
    table = new_table(HOUSE_OF_THE_SHIFT)
    play(table, shift(table), [name for name in NAMES if name[-1] not in "236789"])


def test_with_incidents_too_and_each_piece_is_one_element_of_its_own_made_of_values() -> None:
    table = ready_table()
    play(table, everything(table), NAMES, set(), drawn_anew=True)


@pytest.mark.faults
def test_after_each_act_of_a_shift_every_region_is_as_it_is_drawn_by_a_process_that_remembers_nothing() -> None:
    table = new_table(HOUSE_OF_THE_SHIFT)
    play(table, shift(table), NAMES, drawn_anew=True)


def test_with_the_words_of_another_house_what_screens_keep_is_what_would_be_drawn_anew() -> None:
    table = new_table()
    wall = Wall(table, ["it"])
    for source in (VENEZIA.source, CASINO_ADMIRAL):
        table.cast.direzione.does("change_rules", changes={"source": source})
        drawn = wall.look().texts
        assert wall.shown == anew(table, drawn)


# --- how little is sent


MOST_SENT = {
    "open_bets": (29_800, 60, 420),
    "place": (11_300, 10, 240),
    "close_bets": (28_000, 68, 690),
    "deal": (30_000, 42, 1_560),
    "declare": (17_000, 26, 420),
    "turn_banco": (23_000, 35, 1_260),
    "card_out": (16_900, 30, 1_460),
    "turn_punto": (22_900, 34, 1_220),
    "announce": (29_600, 47, 980),
    "settle": (15_300, 37, 840),
    "burn": (85_500, 138, 2_400),
}
"""By act: bytes to all twelve screens together, where seven places play and no sheet is open; pieces that are drawn
anew, each counted once however many screens show it; and bytes to a wall of the pit. A little more than it takes."""
PLAYED = ("punto", "banco", "punto", "banco", "punto", "punto", "banco")


def coup(table: AtTable) -> Iterator[str]:
    """A coup with seven stakes and two third cards, act by act."""
    table.does("open_bets")
    yield "open_bets"
    for place, box in enumerate(PLAYED, start=1):
        table.does("place", coup=table.coup, position=f"{place}", box=box, amount=1000 * place)
        yield "place"
    for verb, given in Croupier(table, "2H 3C KS QD 4D 4S").acts():
        table.press((verb, {**given, "open_next": True} if verb == "burn" else given))
        yield verb
        if verb == "burn":
            return


def closed(screen: Sequence[str]) -> list[str]:
    """The regions of a screen while none of its sheets is open."""
    return [name for name in screen if name.partition(":")[0] not in DIALOGS]


def sent(drawn: Drawn, before: Drawn, screens: Sequence[Sequence[str]] = SCREENS) -> int:
    """The bytes of all frames."""
    shown = [frozenset(Region(name, "it") for name in closed(screen)) for screen in screens]
    return sum(len(frame_of("T3", drawn, regions, since=before) or b"") for regions in shown)


def test_an_act_sends_what_it_changed_and_little_else() -> None:
    table = ready_table()
    wall = Wall(table, ["it"], closed(NAMES))
    before = wall.look()
    for verb in coup(table):
        drawn = wall.look()
        found = sent(drawn, before), changes(drawn, before), sent(drawn, before, [[TILE]])
        assert all(map(le, found, MOST_SENT[verb])), (verb, found)
        before = drawn
