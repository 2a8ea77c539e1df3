"""How the rooms are laid out on paper: in bands by the import rules, in rows by who imports whom within a band."""

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from tests.paper.sources import ROOT

Arrow = tuple[str, str]
ELSEWHERE = "beside them"


class Band(NamedTuple):
    """A layer of the import rules, and the rooms in it."""

    title: str
    rooms: tuple[str, ...]


def bands(rooms: Iterable[str]) -> list[Band]:
    """The layers as pyproject.toml has them, from the top; what no rule of the table binds lies over it."""
    order = _layers()
    found: dict[str, list[str]] = {title: [] for title in order}
    for room in sorted(rooms):
        found[_title(room, order)].append(room)
    return [Band(title, tuple(inside)) for title, inside in found.items() if inside]


@lru_cache
def _layers() -> dict[str, frozenset[str]]:
    """The rooms that each layer names, by its title; those of the whole house first."""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    within, between = (rule["layers"] for rule in rules[:2])
    whole = {name: frozenset({name}) for name in between if name != "table"}
    table = {line: frozenset(f"table.{name.strip()}" for name in line.split("|")) for line in within}
    return {**whole, ELSEWHERE: frozenset(), **table}


def _title(room: str, order: dict[str, frozenset[str]]) -> str:
    top = ".".join(room.split(".")[:2])
    for title, named in order.items():
        if top in named or room.split(".", maxsplit=1)[0] in named:
            return title
    return ELSEWHERE


def forward(arrows: Iterable[Arrow]) -> set[Arrow]:
    """The arrows without those that close a circle, found in the order of the names."""
    onward: dict[str, list[str]] = {}
    for one, other in sorted(arrows):
        onward.setdefault(one, []).append(other)
    necessary: set[Arrow] = set()
    done: set[str] = set()

    def follow(room: str, behind: frozenset[str]) -> None:
        for other in onward.get(room, ()):
            if other in behind:
                continue
            necessary.add((room, other))
            if other not in done:
                follow(other, behind | {other})
        done.add(room)

    for room in sorted(onward):
        if room not in done:
            follow(room, frozenset({room}))
    return necessary


def needed(arrows: set[Arrow]) -> set[Arrow]:
    """The arrows that no way through other rooms says already."""
    onward: dict[str, set[str]] = {}
    for one, other in arrows:
        onward.setdefault(one, set()).add(other)
    reach: dict[str, set[str]] = {}

    def reached(room: str) -> set[str]:
        if room not in reach:
            reach[room] = set().union(*({other} | reached(other) for other in onward.get(room, ())))
        return reach[room]

    return {(one, other) for one, other in arrows if not any(other in reached(way) for way in onward[one] - {other})}


def rows(laid: list[Band], arrows: set[Arrow]) -> dict[str, int]:
    """The row of each room from the top: below every room of its band that imports it."""
    row: dict[str, int] = {}
    start = 0
    for band in laid:
        depth = dict.fromkeys(band.rooms, 0)
        inside = [(one, other) for one, other in arrows if one in depth and other in depth]
        for _each in band.rooms:
            for one, other in inside:
                depth[other] = max(depth[other], depth[one] + 1)
        row |= {room: start + depth[room] for room in band.rooms}
        start += max(depth.values()) + 1
    return row
