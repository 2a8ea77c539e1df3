"""Pictures of a table after each act of a coup that was played, from snapshots of its past."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from django.utils import translation
from django.utils.translation import get_language

from table.models import Coup
from table.record.past.reach import PAST
from table.record.past.stage import Moment
from table.screens.read.snapshot import Posting, Snapshot, postings

Look = TypeVar("Look")


class AsItEnded(Snapshot):
    """Snapshot of a table after the act that ended a coup: coup and Button as they are, all else as before that act."""

    def __init__(self, moment: Moment, coup: Coup) -> None:
        """Combine the table as it was before the act that ended a coup with what that coup left.

        That is the coup, its cards, and the Button and entry number after it; its stakes are left out. Writes
        Button and number into the table of `moment.before`, and table and shoe into `coup`; saves nothing.
        """
        table, shoe = moment.before
        table.button, table.number = moment.table.button, moment.table.number
        super().__init__(table)
        coup.table, coup.shoe = table, shoe or coup.shoe
        cards = list(coup.cards.all())
        for card in cards:
            card.coup, card.shoe = coup, coup.shoe
        self.state.put(coup=coup, shoe=coup.shoe, cards=cards, stakes=[])

    @property
    def posted(self) -> list[Posting]:
        """Money lines of the coup, in the order posted, also of the stakes that the snapshot leaves out.

        Asserts a coup.
        """
        assert self.state.coup is not None
        return postings(self.state.coup.money.select_related("stake"))


class Pictures(NamedTuple, Generic[Look]):
    """Results of looking at the table after each act, by the number of its entry; acts refused today are left out.

    ``otherwise`` are the entries of the taglia up to there whose outcome differs today, ``refused`` is the first
    that is refused, ``adopted`` the first of an earlier taglia that was either; None if none is.
    """

    looks: Mapping[int, Look]
    otherwise: tuple[int, ...] = ()
    refused: int | None = None
    adopted: int | None = None


def pictures_of(coup: Coup, first: int, last: int, *, look: Callable[[Snapshot], Look]) -> "Pictures[Look]":
    """Replay the register, and call `look` on a snapshot after each entry of a coup from number `first` to `last`.

    Return its results by entry, with the entries whose outcome differs by today's rules and, apart, those refused (see
    :class:`Pictures`). Left out are results of None, entries before the coup began, the first that today's rules
    refuse, and all after it in the taglia. `look` and its results have to be picklable; it runs in the language that is
    active now. One look at a time, others wait; what was performed stays cached, partly on disk. Raises
    :class:`NoPast` if the register cannot be replayed, or not in time.
    """
    looks_at = partial(_look, coup=(coup.shoe.taglia, coup.number), language=get_language(), look=look)
    seen = PAST.seen(coup.table, first=first, last=last, look=looks_at)
    return Pictures({number: it for number, it in seen.looks.items() if it is not None}, *seen.marks)


def _look(
    moment: Moment, *, coup: tuple[int, int], language: str | None, look: Callable[[Snapshot], Look]
) -> Look | None:
    """Call `look` on the snapshot of a coup (taglia and number) with this language active; for None without any.

    Returns None, without a call, if the coup had not begun by then.
    """
    table = _snapshot(moment, *coup)
    if table is None:
        return None
    with translation.override(language):
        return look(table)


def _snapshot(moment: Moment, taglia: int, number: int) -> Snapshot | None:
    """Return a snapshot of the table while this coup is played, or as it ended; None before it began.

    From its end on, also at a later moment, it is an :class:`AsItEnded`.
    """
    now = Snapshot(moment.table)
    if now.state.coup is not None and (now.state.coup.shoe.taglia, now.state.coup.number) == (taglia, number):
        return now
    over = Coup.objects.filter(table=moment.table, shoe__taglia=taglia, number=number, ended=True)
    coup = over.select_related("policy", "shoe__sixain").first()
    return AsItEnded(moment, coup) if coup is not None else None
