"""Extension of the table by other applications: each hands over one :class:`Extension`, and registers nowhere else.

The table knows no extension by name. What each part is for is documented at its registry. A key that is in a registry
already raises AssertionError, so that no extension can change what the table or another extension says or does. Parts
without keys follow one another in the order in which the extensions are handed over, which is that of the installed
applications.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import msgspec
from django.db.models import Model

from table.play.act import Act
from table.play.declaration import NOTICERS
from table.play.effects import EFFECTS, Effect
from table.record import refusals
from table.record.chain import Row
from table.record.compared import Compared
from table.record.cross_register import side_effects
from table.record.cross_register.side_effects import Finds, Follows
from table.record.past import pruning, replay
from table.record.past.pruning import Prunes
from table.record.proof import house, table_rows
from table.record.proof.table_rows import Leaves
from table.reports.days import decisions, holds
from table.reports.days.decisions import TellsCases
from table.reports.days.holds import TellsDrops
from table.reports.figures import errors
from table.reports.figures.errors import Exercises, Tells, TellsRulings
from table.reports.registers import forms
from table.screens import regions
from table.screens.audiences import PAGES, WALLS, StaffPage, Wall
from table.screens.dealer import taking_back, task
from table.screens.dealer.task import Task
from table.screens.inspector import tile
from table.screens.read import alerts, coups, lines, staff_regions
from table.screens.read.alerts import AlertWords, Timed
from table.screens.read.coups import EntriesAfterEnd
from table.screens.read.pieces import Piece
from table.screens.read.snapshot import Snapshot
from table.screens.read.staff_regions import StaffRegion
from table.script import form
from table.script.added import ADDED, INTERLUDES, LESSONS, SETTLES, Interludes, Lesson, Story
from table.script.form import Slot


@dataclass(frozen=True, kw_only=True)
class Acts:
    """Acts: the modules of its verbs, whose import has declared them, its effects, and who looks at every act."""

    modules: tuple[ModuleType, ...] = ()
    effects: Mapping[str, Effect] = field(default_factory=dict)
    notices: tuple[Callable[[Act], None], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Rows:
    """Rows: the labels of the applications whose rows belong to a table, and how a replay finds and compares them.

    ``prunes`` delete those that are closed, and ``name_coups`` are the verbs that may name a coup that is over.
    ``compared`` and ``left`` are what an audit compares without a replay: kinds of rows, and by effect what it leaves.
    """

    apps: tuple[str, ...] = ()
    natural_keys: Mapping[type[Model], Callable[[Any], object]] = field(default_factory=dict)
    paths_to_table: Mapping[type[Model], str] = field(default_factory=dict)
    prunes: tuple[Prunes, ...] = ()
    name_coups: tuple[str, ...] = ()
    compared: Mapping[str, Compared] = field(default_factory=dict)
    left: Mapping[str, Leaves] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class HouseActs:
    """Acts of the house: what is beyond a table, by verb: facts with which an act is completed, and its side effects.

    ``checks`` are such facts, or refusals, at training tables as well.

    ``compared`` and ``leaves`` are what an audit of the house's register compares: kinds of rows, and by verb what an
    act of the house leaves of them.
    """

    finds: Mapping[str, Finds] = field(default_factory=dict)
    checks: Mapping[str, Finds] = field(default_factory=dict)
    follows: Mapping[str, tuple[Follows, ...]] = field(default_factory=dict)
    compared: Mapping[str, Compared] = field(default_factory=dict)
    leaves: Mapping[str, Callable[[house.HouseMade, Row, house.Given], object]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Script:
    """Script: the modules of its lines, whose import has declared them, and the slots that only these lines have.

    ``interludes`` are what people do around the game in a shift by chance, ``stories`` those of the demo stage,
    and ``settles`` lines that close a case which such a story has left open.
    """

    modules: tuple[ModuleType, ...] = ()
    slots: Mapping[str, Slot] = field(default_factory=dict)
    interludes: tuple[Interludes, ...] = ()
    stories: Mapping[str, Story] = field(default_factory=dict)
    settles: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Screens:
    """Screens: regions, pages and walls of the staff, and what pads and alerts of the table have to know of cases.

    ``first`` return a task of the dealer that comes before the usual one, ``figures`` yield figures of a tile, and
    ``timed`` return alerts that time alone raises.
    """

    regions: tuple[StaffRegion, ...] = ()
    pages: tuple[StaffPage, ...] = ()
    cases: tuple[Callable[[Snapshot], Mapping[int, AlertWords]], ...] = ()
    spoken_of: tuple[Callable[[Snapshot], Collection[int]], ...] = ()
    unsure: tuple[Callable[[Snapshot], Collection[int]], ...] = ()
    attested: tuple[Callable[[Snapshot], bool], ...] = ()
    walls: Mapping[str, Wall] = field(default_factory=dict)
    first: tuple[Callable[[Snapshot, Task], Task | None], ...] = ()
    figures: tuple[Callable[[Snapshot], Iterable[Piece]], ...] = ()
    timed: tuple[Callable[[Snapshot], Iterable[Timed]], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Register:
    """Register: words for codes in its sentences and in those of refusals, and entries on a coup after its end."""

    words: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    refused: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    entries_after_end: tuple[EntriesAfterEnd, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Reports:
    """Reports: cases, rulings and banks for the figures, of taglie and of days, and the files that it hands out."""

    errors: tuple[Tells, ...] = ()
    cases: tuple[TellsCases, ...] = ()
    drops: tuple[TellsDrops, ...] = ()
    rulings: tuple[TellsRulings, ...] = ()
    files: Mapping[str, type[msgspec.Struct]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Training:
    """Training: lessons that a demo house prepares, and the exercises that the figures advise."""

    lessons: tuple[Lesson, ...] = ()
    exercises: tuple[Exercises, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Extension:
    """Additions of an application, or of a part of one, to the table; each has a name of its own."""

    name: str
    acts: Acts = Acts()
    rows: Rows = Rows()
    house: HouseActs = HouseActs()
    script: Script = Script()
    screens: Screens = Screens()
    register: Register = Register()
    reports: Reports = Reports()
    training: Training = Training()


EXTENSIONS: dict[str, Extension] = {}
"""Extensions by name, in the order in which they were handed over."""


def extend(extension: Extension) -> None:
    """Add every part of an extension to its registry; called once for each, at start.

    Regions of its walls count as regions of time as well, and its regions of dialogs as such. Raises AssertionError,
    before anything is added, if a registry has one of its keys or applications already, or if two of its regions are of
    one kind.
    """
    for keyed, entries in _keyed(extension):
        assert not keyed.keys() & entries.keys(), (extension.name, keyed.keys() & entries.keys())
    assert not {*replay.ROOMS} & {*extension.rows.apps}, (extension.name, extension.rows.apps)
    kinds = [it.kind for it in extension.screens.regions]
    assert len(kinds) == len({*kinds}), (extension.name, kinds)
    for keyed, entries in _keyed(extension):
        keyed.update(entries)
    for listed, parts in _listed(extension):
        listed.extend(parts)
    for wall in extension.screens.walls.values():
        regions.OF_TIME.update(wall.shown)
    regions.DIALOGS.update(it.kind for it in extension.screens.regions if it.dialogs)


def _keyed(it: Extension) -> Iterator[tuple[dict[Any, Any], Mapping[Any, Any]]]:
    """Yield each registry that is a dict, with the entries that the extension adds to it."""
    yield EXTENSIONS, {it.name: it}
    yield EFFECTS, it.acts.effects
    yield replay.NATURAL, it.rows.natural_keys
    yield replay.PATHS_TO_TABLE, it.rows.paths_to_table
    yield table_rows.COMPARED, it.rows.compared
    yield table_rows.LEAVES, it.rows.left
    yield side_effects.FINDS, it.house.finds
    yield side_effects.CHECKS, it.house.checks
    yield side_effects.FOLLOWS, it.house.follows
    yield house.COMPARED, it.house.compared
    yield house.DOES, it.house.leaves
    yield form.SLOTS, it.script.slots
    yield ADDED, it.script.stories
    yield regions.SHOWN, {region.kind: region.shown for region in it.screens.regions}
    for wall in it.screens.walls.values():
        yield regions.SHOWN, wall.shown
    yield WALLS, it.screens.walls
    yield lines.WORDS, it.register.words
    yield refusals.WORDS, it.register.refused
    yield forms.FILES, it.reports.files


def _listed(it: Extension) -> Iterator[tuple[list[Any], Iterable[Any]]]:
    """Yield every registry that is a list, with the elements, perhaps none, that the extension appends to it."""
    yield NOTICERS, it.acts.notices
    yield replay.ROOMS, it.rows.apps
    yield pruning.PRUNES, it.rows.prunes
    yield pruning.NAMES_COUPS, it.rows.name_coups
    yield staff_regions.ADDED, it.screens.regions
    yield PAGES, it.screens.pages
    yield alerts.CASES, it.screens.cases
    yield task.SPOKEN_OF, it.screens.spoken_of
    yield task.UNSURE, it.screens.unsure
    yield taking_back.ATTESTED, it.screens.attested
    yield task.COMES_FIRST, it.screens.first
    yield tile.FIGURES, it.screens.figures
    yield alerts.TIMED, it.screens.timed
    yield INTERLUDES, it.script.interludes
    yield SETTLES, it.script.settles
    yield coups.ENTRIES_AFTER_END, it.register.entries_after_end
    yield errors.COUNTERS, it.reports.errors
    yield decisions.CASES, it.reports.cases
    yield holds.DROPS, it.reports.drops
    yield errors.RULED, it.reports.rulings
    yield errors.EXERCISES, it.training.exercises
    yield LESSONS, it.training.lessons
