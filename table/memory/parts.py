"""Cached parts of what is read of a table: each is read on first use, and kept until rows it was read from change."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar, cast, overload

from django.db import models

from table.memory.statements import Written

Owner = TypeVar("Owner", bound="CachedRows")
Value = TypeVar("Value")


class CachedPart(Generic[Owner, Value]):
    """Descriptor of a cached part; ``models`` are those from whose rows it is read, also by a join."""

    def __init__(self, read: Callable[[Owner], Value], models: Collection[type[models.Model]]) -> None:
        """Make a part that is read by ``read(owner)``, and has the name and the docstring of that function.

        A write to one of ``models`` may make it forgotten; without any it is only forgotten by name.
        """
        self.read, self.models, self.__doc__ = read, frozenset(models), read.__doc__
        self.name = read.__name__

    @overload
    def __get__(self, parted: None, owner: type | None = None) -> Self: ...

    @overload
    def __get__(self, parted: Owner, owner: type | None = None) -> Value: ...

    def __get__(self, parted: Owner | None, owner: type | None = None) -> Self | Value:
        """Return the value of the part, as :meth:`of` does; of the class this descriptor itself."""
        return self if parted is None else self.of(parted)

    def of(self, parted: Owner) -> Value:
        """Value of this part; if it is not cached it is read now, and cached until it is forgotten."""
        read: dict[str, Any] = vars(parted)
        if self.name not in read:
            read[self.name] = self.read(parted)
        return cast(Value, read[self.name])


def read_from(*models: type[models.Model]) -> Callable[[Callable[[Owner], Value]], CachedPart[Owner, Value]]:
    """Return a decorator that makes a method a cached part, read from rows of these models.

    By them :meth:`CachedRows.forget` knows when to forget it. Without models it stays until it is forgotten by name.
    """
    return lambda read: CachedPart(read, models)


class CachedRows:
    """Base class with cached parts, which are kept under their names in the instance's ``__dict__``."""

    parts: Mapping[str, CachedPart[Any, Any]] = {}

    def __init_subclass__(cls) -> None:
        """Add the parts declared in the body of a new subclass to those it inherits, as its ``parts``, by name.

        The mapping is a new one, so the base keeps its own; parts registered at the base later are not in it.
        """
        own = {name: it for name, it in vars(cls).items() if isinstance(it, CachedPart)}
        cls.parts = {**cls.parts, **own}

    @classmethod
    def register(cls, part: "CachedPart[Any, Value]") -> "CachedPart[Any, Value]":
        """Add a part that an extension declares for its own rows to ``parts``, and return it.

        It is read by ``part.of(…)`` and becomes no attribute of the class; subclasses made before do not get it. Raises
        AssertionError if ``parts`` has one of that name.
        """
        assert part.name not in cls.parts, part.name
        cls.parts = {**cls.parts, part.name: part}
        return part

    def reread(self, *names: str) -> None:
        """Forget the parts of these names, such as ``cards`` and ``held``; they are read anew on next use.

        Names of which nothing is cached are ignored.
        """
        for name in names:
            vars(self).pop(name, None)

    def put(self, **rows: Any) -> None:
        """Cache these values under the names of their parts, in the place of what was cached there.

        So nothing has to be read of a coup that has just begun, with no card and no stake.
        """
        vars(self).update(rows)

    def forget(self, written: Written) -> None:
        """Forget every part read from rows of these models, unless all rows written of them are objects cached here.

        Such an object, cached in any part, is up to date. Where it is not known which rows of a model were written
        (None), every part of that model is forgotten.
        """
        own, news = vars(self), frozenset(written)
        touched = {name: hit for name, part in self.parts.items() if name in own and (hit := part.models & news)}
        if not touched:
            return
        sought = {id(row) for model in set().union(*touched.values()) for row in written[model] or ()}
        # What was written lies most often in the parts that are touched, so that the others are not looked through.
        read = [name for name, part in self.parts.items() if part.models and name in own]
        missing = _missing(sought, [own[name] for name in (*touched, *read)])
        for name, hit in touched.items():
            if not all(_stand_in(missing, written[model]) for model in hit):
                self.reread(name)

    def read_of(self, names: Collection[str]) -> dict[str, Any]:
        """Values of those parts among these names that are cached, by name; nothing is read for the others."""
        own = vars(self)
        return {name: own[name] for name in names if name in own}

    def share_with(self, names: Collection[str], other: "CachedRows") -> None:
        """Cache in another instance what is cached here under these names, the same objects."""
        other.put(**self.read_of(names))


def _stand_in(missing: Collection[int], written: Sequence[models.Model] | None) -> bool:
    """Whether the written rows are known (not None), and none is among the `missing` objects (by ``id()``)."""
    return written is not None and not any(id(row) in missing for row in written)


def _missing(sought: set[int], values: Sequence[object]) -> set[int]:
    """Return those identities (``id``) that no model instance in the values has, nor one fetched with it.

    Instances are looked for in lists, tuples and the values of dicts at any depth, and in nothing else.
    """
    missing, seen, waiting = sought.copy(), set[int](), [*reversed(values)]
    while waiting and missing:
        it = waiting.pop()
        if isinstance(it, models.Model):
            if id(it) not in seen:
                seen.add(id(it))
                missing.discard(id(it))
                waiting += it._state.fields_cache.values()  # noqa: SLF001 - what is fetched with it already
        elif isinstance(it, list | tuple):
            waiting += it
        elif isinstance(it, dict):
            waiting += it.values()
    return missing
