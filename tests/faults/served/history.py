"""What was pressed and answered while the house was ill-treated, and whether its registers explain it.

Nothing is asked here: the presses and the entries are given, and what does not fit is said. Times are seconds of the
one clock of whoever pressed; a press is known again by its name.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from math import inf
from typing import Any, NamedTuple

Act = tuple[str, Mapping[str, Any]]
"""A verb, and what was given with it; without texts, of which an entry holds only digests."""


class Fate(Enum):
    """What whoever pressed was told of it."""

    DONE = "done"
    REFUSED = "refused"
    """Or said to be not recorded, when it was asked for."""
    UNKNOWN = "unknown"
    """Nobody answered, also when it was asked for."""


@dataclass(frozen=True)
class Press:
    """One press of somebody at a table, from when it was sent first to when its fate was known, if ever."""

    table: str
    nonce: str
    by: str
    acts: Sequence[Act]
    pressed: float
    answered: float = inf
    fate: Fate = Fate.UNKNOWN
    number: int = 0
    queried: bool = False
    """Its answer was lost, and whoever pressed asked what became of it."""

    @property
    def names(self) -> list[str]:
        """What its entries are called: by its own name, and numbered after it."""
        return [f"{self.nonce}/{place}" if place else self.nonce for place in range(len(self.acts))]

    def __str__(self) -> str:
        return f"{self.table} {self.nonce} by {self.by}: {' + '.join(verb for verb, _given in self.acts)}"


class Rewound(NamedTuple):
    """An older backup was put in the place of the house: when it was begun to be taken, when the house was restored
    from it, and how far each table is in it."""

    since: float
    at: float
    ends: Mapping[str, int]

    def took(self, press: Press) -> bool:
        """Whether the act is gone with what came later: acknowledged since then, by a number that the backup lacks."""
        later = press.fate is Fate.DONE and self.since < press.answered < self.at
        return later and press.number > self.ends.get(press.table, 0)


class Entered(NamedTuple):
    """An entry of a table's register."""

    table: str
    number: int
    nonce: str
    by: str
    verb: str
    given: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.table} {self.number} {self.nonce} by {self.by}: {self.verb}"

    def is_of(self, by: str, act: Act) -> bool:
        """Whether this is what that person pressed."""
        verb, given = act
        return (self.by, self.verb) == (by, verb) and all(self.given.get(key) == it for key, it in given.items())


@dataclass(frozen=True)
class Verdict:
    """What the registers do not explain, a sentence each, by what is wrong with it."""

    lost: Sequence[str] = ()
    """Acknowledged, and not there."""
    doubled: Sequence[str] = ()
    """Pressed once, and there twice."""
    reordered: Sequence[str] = ()
    """Answered before another was pressed, and there behind it."""
    untrue: Sequence[str] = ()
    """Refused, and there; or there otherwise than it was pressed and answered; or half of it."""
    unexplained: Sequence[str] = ()
    """There, and pressed by nobody."""

    @property
    def faults(self) -> list[str]:
        """All of it, with its name before it."""
        return [f"{name}: {it}" for name, found in vars(self).items() for it in found]


def judged(presses: Iterable[Press], entries: Iterable[Entered], rewinds: Sequence[Rewound] = ()) -> Verdict:
    """Whether these registers explain these presses; what an older backup took is not in them, and nothing else."""
    return _Judge(list(presses), list(entries), rewinds).verdict()


class _Judge:
    def __init__(self, presses: list[Press], entries: list[Entered], rewinds: Sequence[Rewound]) -> None:
        self.presses, self.entries = presses, entries
        self._gone = {(it.table, it.nonce) for it in presses if any(rewound.took(it) for rewound in rewinds)}
        self._named: dict[tuple[str, str], list[Entered]] = defaultdict(list)
        for entry in entries:
            self._named[entry.table, entry.nonce].append(entry)

    def verdict(self) -> Verdict:
        doubled, unexplained = self._doubled, list[str]()
        for entry in self._nobodys:
            (doubled if self._looks_pressed(entry) else unexplained).append(str(entry))
        return Verdict(self._lost, doubled, [*self._reordered()], [*self._untrue()], unexplained)

    def of(self, press: Press) -> list[Entered]:
        """The entries of a press, in their order."""
        found = [entry for name in press.names for entry in self._named.get((press.table, name), ())]
        return sorted(found, key=lambda entry: entry.number)

    @property
    def _lost(self) -> list[str]:
        done = (it for it in self.presses if it.fate is Fate.DONE and (it.table, it.nonce) not in self._gone)
        return [str(press) for press in done if not self.of(press)]

    @property
    def _doubled(self) -> list[str]:
        return [str(found[-1]) for found in self._named.values() if len(found) > 1]

    @cached_property
    def _known(self) -> set[tuple[str, str]]:
        """The names that somebody gave to a press."""
        return {(press.table, name) for press in self.presses for name in press.names}

    @property
    def _nobodys(self) -> list[Entered]:
        return [entry for entry in self.entries if (entry.table, entry.nonce) not in self._known]

    def _looks_pressed(self, entry: Entered) -> bool:
        """Whether somebody pressed the same at this table: then it was carried out once more, under another name."""
        here = [press for press in self.presses if press.table == entry.table]
        return any(entry.is_of(press.by, act) for press in here for act in press.acts)

    def _untrue(self) -> Iterator[str]:
        for press in self.presses:
            found = self.of(press)
            if press.fate is Fate.REFUSED and found:
                yield f"{press} was refused, and is number {found[0].number}"
            elif found and (press.table, press.nonce) in self._gone:
                yield f"{press} is younger than the backup, and is number {found[0].number}"
            elif found:
                yield from _otherwise(press, found)

    def _reordered(self) -> Iterator[str]:
        """By table: going up the register, nothing was answered before something below it was pressed."""
        stands = [(press, found) for press in self.presses if (found := self.of(press))]
        latest: dict[str, Press] = {}
        for press, _found in sorted(stands, key=lambda it: it[1][0].number):
            below = latest.get(press.table)
            if below is not None and press.answered < below.pressed:
                yield f"{press} was answered before {below} was pressed, and stands behind it"
            if below is None or press.pressed > below.pressed:
                latest[press.table] = press


def _otherwise(press: Press, found: Sequence[Entered]) -> Iterator[str]:
    """A press is there as a whole, in one piece and in its order, as it was pressed and under its number."""
    numbers, twice = [it.number for it in found], Counter(it.nonce for it in found)
    if max(twice.values()) > 1:
        return  # that it is there twice is said already
    if [it.nonce for it in found] != press.names:
        yield f"{press} is half done: {[it.nonce for it in found]}"
    elif numbers != [*range(numbers[0], numbers[0] + len(numbers))]:
        yield f"{press} is not in one piece: {numbers}"
    elif not all(it.is_of(press.by, act) for it, act in zip(found, press.acts, strict=True)):
        yield f"{press} was pressed, and there is {[str(it) for it in found]}"
    elif press.fate is Fate.DONE and press.number != numbers[-1]:
        yield f"{press} was answered with number {press.number}, and is {numbers[-1]}"
