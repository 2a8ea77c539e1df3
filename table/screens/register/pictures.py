"""How a table looked after the acts of a coup that was played: its ordinary snapshot, taken in its past."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from table.models import Coup
from table.play.state import CARDS
from table.record.past.reach import PAST, NoPast
from table.record.past.stage import Moment
from table.screens import regions
from table.screens.read.snapshot import LAST_MONEY, Posting, Snapshot, postings
from table.screens.regions import Region

Look = TypeVar("Look")


class AsItEnded(Snapshot):
    """A table after the act that ended a coup: the coup as it is over, all else as it was before that act."""

    def __init__(self, moment: Moment, coup: Coup) -> None:
        table, shoe = moment.before
        super().__init__(table)
        coup.table, coup.shoe = table, shoe or coup.shoe
        cards = CARDS(coup_id=coup.pk)
        for card in cards:
            card.coup, card.shoe = coup, coup.shoe
        self.state.put(coup=coup, shoe=coup.shoe, cards=cards, stakes=[])

    @property
    def posted(self) -> list[Posting]:
        """What the coup has posted; its stakes are off the felt."""
        assert self.state.coup is not None
        return postings(LAST_MONEY(coup_id=self.state.coup.pk))


class Pictures(NamedTuple, Generic[Look]):
    """What was seen after each act, by the number of its entry; where an act is refused today nothing is.

    ``otherwise`` are the entries of the taglia up to there that come out otherwise today, ``refused`` is the first one
    that is refused; ``made`` says whether any could be made now.
    """

    looks: Mapping[int, Look]
    otherwise: tuple[int, ...] = ()
    refused: int | None = None
    made: bool = True


def pictures(coup: Coup, *, first: int, last: int, look: Callable[[Snapshot], Look]) -> "Pictures[Look]":
    """Look at the table of a coup after each of these of its entries."""
    looks_at = partial(_look, taglia=coup.shoe.taglia, number=coup.number, look=look)
    try:
        seen = PAST.seen(coup.table, first=first, last=last, look=looks_at)
    except NoPast:
        return Pictures({}, made=False)
    return Pictures({number: it for number, it in seen.looks.items() if it is not None}, *seen.marks)


def _look(moment: Moment, *, taglia: int, number: int, look: Callable[[Snapshot], Look]) -> Look | None:
    """What is seen where this coup is being played, or has just ended; None where it is not there at all."""
    now = Snapshot(moment.table)
    if now.state.coup is not None and (now.state.coup.shoe.taglia, now.state.coup.number) == (taglia, number):
        return look(now)
    over = Coup.objects.filter(table=moment.table, shoe__taglia=taglia, number=number, ended=True)
    coup = over.select_related("policy", "shoe__sixain").first()
    return look(AsItEnded(moment, coup)) if coup is not None else None


def felt(table: Snapshot, *, language: str) -> str:
    """The felt as the staff look at it."""
    return regions.render(table, Region("felt:watch", language))
