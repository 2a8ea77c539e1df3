"""Extension of the table by another application: it hands over one :class:`Extension`, and registers nowhere else.

The table knows no extension by name. What each part is for is documented at its registry. A name that is in a registry
already raises AssertionError, so that no extension can change what the table says or does.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

import msgspec
from django.db.models import Model

from table.acts.declaration import NOTICERS
from table.models import Person
from table.play.act import Act
from table.play.effects import EFFECTS, Effect
from table.record.past import replay
from table.reports.figures import errors
from table.reports.figures.errors import Tells, TellsRulings
from table.reports.registers import forms
from table.screens import regions
from table.screens.dealer import task
from table.screens.inspector import alerts
from table.screens.inspector.alerts import Words
from table.screens.read.snapshot import Snapshot
from table.screens.regions import StaffRegion
from table.screens.register import coups, lines
from table.screens.register.coups import Afterwards
from table.script import form
from table.script.form import Slot

Lesson = Callable[[str, Person, Person], None]
"""Begins a lesson at the new training table of this code, by an instructor, for a trainee."""
LESSONS: list[Lesson] = []
"""Lessons that a demo house prepares for whoever is at a console for the first time."""
Name = TypeVar("Name")
Entered = TypeVar("Entered")


@dataclass(frozen=True)
class Extension:
    """All that an application adds to the table; each field goes to the registry that :func:`extend` names.

    ``app`` is its label: its rows belong to a table and are compared in a replay. ``modules`` are handed over to have
    been imported, which declares the verbs and script lines in them.
    """

    app: str
    modules: tuple[ModuleType, ...]
    effects: Mapping[str, Effect]
    notice: Callable[[Act], None]
    natural: Mapping[type[Model], Callable[[Any], object]]
    leads_to_table: Mapping[type[Model], str]
    script_slots: Mapping[str, Slot]
    words: Mapping[str, Mapping[Any, Any]]
    cases_told: Callable[[Snapshot], Mapping[int, Words]]
    spoken_of: Callable[[Snapshot], Collection[int]]
    unsure: Callable[[Snapshot], Collection[int]]
    regions: tuple[StaffRegion, ...]
    afterwards: Afterwards
    errors: Tells
    rulings: TellsRulings
    files: Mapping[str, type[msgspec.Struct]]
    lesson: Lesson


def extend(extension: Extension) -> None:
    """Enter every part in its registry; once for each extension, when the house starts."""
    _enter(EFFECTS, extension.effects)
    NOTICERS.append(extension.notice)
    replay.ROOMS.append(extension.app)
    _enter(replay.NATURAL, extension.natural)
    _enter(replay.LEADS_TO_TABLE, extension.leads_to_table)
    _enter(form.SLOTS, extension.script_slots)
    _enter(lines.WORDS, extension.words)
    alerts.CASES.append(extension.cases_told)
    task.SPOKEN_OF.append(extension.spoken_of)
    task.UNSURE.append(extension.unsure)
    _enter(regions.SHOWN, {it.kind: it.shown for it in extension.regions})
    regions.SHEETS.update(it.kind for it in extension.regions if it.sheets)
    regions.ADDED.extend(extension.regions)
    coups.AFTERWARDS.append(extension.afterwards)
    errors.TOLD.append(extension.errors)
    errors.RULED.append(extension.rulings)
    _enter(forms.FILES, extension.files)
    LESSONS.append(extension.lesson)


def _enter(registry: dict[Name, Entered], added: Mapping[Name, Entered]) -> None:
    assert not registry.keys() & added.keys(), registry.keys() & added.keys()
    registry.update(added)
