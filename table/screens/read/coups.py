"""Coups of a table: the list of a taglia, and the entries of each coup."""

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from typing import Any, NamedTuple

from django.utils import translation
from django.utils.translation import gettext

from table.models import Coup, Entry, Table, Uncollected
from table.rules.profile import Box
from table.rules.regola import Outcome, Result
from table.screens.read.sentences import OUTCOMES
from table.screens.read.snapshot import ReadEntry, read_entry
from table.screens.read.stretches import stretch_of
from table.words.voices import called, voiced_by

MOST_SLIPS = 50
EntriesAfterEnd = Callable[[Collection[Coup]], Mapping[int, Sequence[int]]]
ENTRIES_AFTER_END: list[EntriesAfterEnd] = []
"""Functions of extensions that return the entries that concern coups after their end, by primary key of the coup."""


class CoupLine(NamedTuple):
    """Coup in the list of its taglia, with the box whose sign stands for its result, and how it ended in words.

    ``sign`` is the box of the winner, Egalité for a tie; "" without a result. ``disputed``: an entry after its end
    concerns it, such as a dispute.
    """

    coup: Coup
    sign: str
    words: str
    disputed: bool


# --- the coups of a taglia


def coups_of(table: Table, taglia: str) -> dict[str, Any]:
    """Return the context of the list of coups of a taglia.

    ``shoe`` is that whose number is the text `taglia`, else the latest, None without one; ``coups`` has a
    :class:`CoupLine` for each of its coups, newest first, the one being played too; ``played`` is their number
    without cancelled ones; ``shoes`` are all of the table, latest first. ``voice`` is the active language, in the words
    of the house by whose rules the latest coup listed is played; without a coup as it is.
    """
    shoes = list(table.shoes.order_by("-taglia"))
    shoe = next((it for it in shoes if str(it.taglia) == taglia), shoes[0] if shoes else None)
    coups = list(shoe.coups.select_related("shoe", "policy").order_by("-number")) if shoe else []
    voice = voiced_by(coups[0].policy.profile if coups else None)
    played, disputed = sum(coup.outcome != Outcome.CANCELLED for coup in coups), {*_numbers_after_end(coups)}
    with translation.override(voice):
        lines = [
            CoupLine(it, Box.EGALITE if it.result == Result.TIE else it.result, _in_words(it), it.pk in disputed)
            for it in coups
        ]
    return {"shoe": shoe, "coups": lines, "played": played, "shoes": shoes, "voice": voice}


def _in_words(coup: Coup) -> str:
    """Return the words for one coup, the first that applies.

    “Colpo in Bianco” for one; that it was annulled, null or not played; that it is being played; "" for one that ended
    without an announcement; else the announced points of both, without the winner: ``Banco 7, Punto 5``.
    """
    if coup.kind == Coup.Kind.BLANK:
        return "Colpo in Bianco"
    if otherwise := str(OUTCOMES.get(coup.outcome, "")):
        return otherwise
    if not coup.ended:
        return gettext("being played")
    if coup.announced_banco is None:
        return ""
    return called(f"Banco {coup.announced_banco}, Punto {coup.announced_punto}")


def uncollected(table: Table) -> list[Uncollected]:
    """List the slips of custody of this table, at most the newest MOST_SLIPS, highest number first.

    Those that the Direzione has disposed of since (``closed``) are among them.
    """
    return list(table.uncollected.select_related("coup__shoe").order_by("-slip")[:MOST_SLIPS])


def neighbours(coup: Coup) -> dict[str, Coup | None]:
    """Return the coups ``before`` and ``after`` this one in its taglia; None where there is none."""
    of_taglia = Coup.objects.filter(shoe=coup.shoe_id).select_related("shoe")
    before, after = of_taglia.filter(number__lt=coup.number), of_taglia.filter(number__gt=coup.number)
    return {"before": before.order_by("-number").first(), "after": after.order_by("number").first()}


# --- one coup


def entries_after_end(coup: Coup) -> list[ReadEntry]:
    """List the entries that extensions (ENTRIES_AFTER_END) name for a coup as made after its end, by number.

    No others, whatever their number; each once.
    """
    found = Entry.objects.filter(register=coup.table.code, number__in=_numbers_after_end([coup]).get(coup.pk, []))
    return list(map(read_entry, found.order_by("number")))


def _numbers_after_end(coups: Collection[Coup]) -> dict[int, list[int]]:
    """Return by primary key of a coup the numbers of the entries that concern it after its end.

    In the order in which extensions (ENTRIES_AFTER_END) name them; coups without any are missing.
    """
    found: dict[int, list[int]] = {}
    for tells in ENTRIES_AFTER_END:
        for coup, numbers in tells(coups).items():
            found.setdefault(coup, []).extend(numbers)
    return found


def acts_of(coup: Coup) -> list[ReadEntry]:
    """List all entries of the table from the one that opened a coup to the one that ended it, or to the latest."""
    here = Entry.objects.filter(register=coup.table.code, number__gte=stretch_of(coup).opened)
    upto = here if coup.ended_at is None else here.filter(number__lte=coup.ended_at)
    return list(map(read_entry, upto.order_by("number")))


def history_of(acts: Sequence[ReadEntry]) -> list[ReadEntry]:
    """Return the acts of a coup (at least one) as its history shows them.

    If the first is the burning of the coup before, which opened this betting at once, a copy of it stands there as
    ``open_bets``, without arguments, and with only those effects that came after that burning. The others are
    unchanged.
    """
    opening, *more = acts
    if opening.entry.verb != "burn":
        return [opening, *more]
    entry, names = copy(opening.entry), [name for name, _ in opening.effects]
    entry.verb = "open_bets"
    return [ReadEntry(entry, {}, opening.effects[names.index("coup_burned") + 1 :]), *more]
