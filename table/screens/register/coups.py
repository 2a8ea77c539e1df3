"""The coups of a table again: a list of those of a taglia, and each of them step by step, drawn from the register."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from table.models import Coup, Entry, Stake, Table, Uncollected
from table.rules.regola import Outcome
from table.screens.read.snapshot import ReadEntry, read_entry
from table.screens.register.scene import Past, Scene
from table.screens.register.scene_stakes import LaidStakes, left_from_the_tie

OPENS = ("open_bets", "play_blank")
ENDS = {"coup_burned", "coup_cancelled"}
AT_ONCE = 200
"""Entries that are read at a time."""
MOST_SLIPS = 50


Afterwards = Callable[[Collection[Coup]], Mapping[int, Sequence[int]]]
AFTERWARDS: list[Afterwards] = []
"""Who tells which entries spoke of a coup once it was over, by its row; whoever adds to the table signs up here."""


class Played(NamedTuple):
    """The acts of a coup, the first of which opened it, and what was done between the coup before and that."""

    lead: Sequence[ReadEntry]
    acts: Sequence[ReadEntry]


# --- the coups of a taglia


def coups_of(table: Table, taglia: str) -> dict[str, Any]:
    """A taglia of the table, the latest unless another is named, with its coups and the taglie that there are.

    A coup whose betting was given up keeps its number, and is not counted among those that were played.
    """
    shoes = list(table.shoes.order_by("-taglia"))
    shoe = next((it for it in shoes if str(it.taglia) == taglia), shoes[0] if shoes else None)
    coups = list(shoe.coups.select_related("shoe").order_by("-number")) if shoe else []
    played = sum(coup.outcome != Outcome.CANCELLED for coup in coups)
    return {"shoe": shoe, "coups": coups, "played": played, "shoes": shoes, "disputed": {*_afterwards(coups)}}


def uncollected(table: Table) -> list[Uncollected]:
    """What nobody collected at this table, the latest first, whether it is in custody or was disposed of."""
    return list(table.uncollected.select_related("coup__shoe").order_by("-slip")[:MOST_SLIPS])


def neighbours(coup: Coup) -> dict[str, Coup | None]:
    """The coups of the taglia before and after this one."""
    of_taglia = Coup.objects.filter(shoe=coup.shoe_id).select_related("shoe")
    before, after = of_taglia.filter(number__lt=coup.number), of_taglia.filter(number__gt=coup.number)
    return {"before": before.order_by("-number").first(), "after": after.order_by("number").first()}


# --- one coup


def afterwards(coup: Coup) -> list[ReadEntry]:
    """The entries that spoke of this coup once it was over."""
    found = Entry.objects.filter(register=coup.table.code, number__in=_afterwards([coup]).get(coup.pk, []))
    return list(map(read_entry, found.order_by("number")))


def _afterwards(coups: Collection[Coup]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for tells in AFTERWARDS:
        for coup, numbers in tells(coups).items():
            found.setdefault(coup, []).extend(numbers)
    return found


def acts_of(coup: Coup) -> Played:
    """The entries of a coup, from the one that opened it to the one that ended it, or to the latest.

    The register does not count coups, but each of them ends with one entry that says so. From the last stake before
    that is known by its number, the ends up to this coup are counted: a few coups at most, however long the record is.
    """
    since, ends = _anchor(coup)
    before: ReadEntry | None = None
    stretch: list[ReadEntry] = []
    for done in _entries(coup.table.code, since):
        ended = any(name in ENDS for name, _ in done.effects)
        if ends == 0:
            stretch.append(done)
            if ended:
                break
        elif ended:
            before, ends = done, ends - 1
    return _from_its_opening(before, stretch)


def _anchor(coup: Coup) -> tuple[int, int]:
    """An entry in an earlier coup, and how many coups end from there before this one begins."""
    table = Coup.objects.filter(table=coup.table_id)
    last = Stake.objects.filter(coup__in=table.filter(pk__lt=coup.pk)).order_by("-coup_id", "-laid_at").first()
    if last is None:
        return 0, table.filter(pk__lt=coup.pk).count()
    return last.laid_at, table.filter(pk__gte=last.coup_id, pk__lt=coup.pk).count()


def _entries(register: str, since: int) -> Iterator[ReadEntry]:
    """The entries after this number."""
    while True:
        found = list(Entry.objects.filter(register=register, number__gt=since).order_by("number")[:AT_ONCE])
        yield from map(read_entry, found)
        if len(found) < AT_ONCE:
            return
        since = found[-1].number


def _from_its_opening(before: ReadEntry | None, stretch: Sequence[ReadEntry]) -> Played:
    """Apart from what was done between the coups; a burning that opened the next betting is the first act of that."""
    verbs = [done.entry.verb for done in stretch]
    if "open_bets" not in verbs and before is not None and before.arguments.get("open_next"):
        return Played([], [before, *stretch])
    opening = next((place for place, verb in enumerate(verbs) if verb in OPENS), 0)
    return Played(stretch[:opening], stretch[opening:])


def at_step(coup: Coup, played: Played, step: int) -> Past:
    """The table once so many acts of the coup were done after the one that opened it."""
    return next(islice(walk(coup, played), step, None))


def walk(coup: Coup, played: Played) -> Iterator[Past]:
    """The table after each act of the coup; each is to be looked at before the next is asked for."""
    acts = played.acts
    opening = acts[0] if acts and acts[0].entry.verb in ("open_bets", "burn") else None
    scene = Scene(coup, [*played.lead, *acts], LaidStakes(coup, list(left_from_the_tie(coup, opening))))
    for done in played.lead:
        scene.take(done)
    for done in acts:
        # What burned the coup before is told there.
        if done is not opening:
            scene.take(done)
        yield Past(scene)
