"""Stretches of a register that are proven by themselves: from an entry to a seal, and of the others only the chain.

A seal covers the entries before it by their digests alone. So a stretch is a whole chain from the first entry that is
shown to the sealed one; what is not to be shown in it is a hidden entry (`table/verifier/hidden`).
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from table.models import Entry
from table.record import chain
from table.record.chain import Row
from table.record.proof.sealed import first_since
from table.record.seals import Seal
from table.verifier.hidden import Hidden, hidden


class ProvenStretch(NamedTuple):
    """Entries from ``first`` to the one that ``seal`` covers last."""

    first: int
    seal: Seal


def lines(shown: Collection[int], seal: Seal, *, others: Collection[int]) -> Iterator[Mapping[str, Any]]:
    """Yield the lines of a proof as JSON mappings, in the order of the register, stretch after stretch of entries.

    ``shown`` and ``others`` are numbers of entries. A stretch is a line `stretch` with the number and digest before it,
    its entries (whole if in ``shown`` or ``others``, else `hidden`), and its `seal`. One goes from the lowest of
    ``shown`` (at least one) to ``seal``, which covers all of these, and one from each of ``others`` to the first seal
    that covers it, if any. Stretches that overlap are joined.
    """
    whole = {*shown, *others}
    for stretch in _stretches(min(shown), seal, others):
        rows = chain.rows(seal.register, since=stretch.first, up_to=stretch.seal.number)
        for place, row in enumerate(rows):
            if place == 0:
                yield {"stretch": {"digest": row.previous, "number": row.number - 1}}
            yield _line(row, whole=row.number in whole)
        yield {"seal": msgspec.to_builtins(stretch.seal)}


def _line(row: Row, *, whole: bool) -> Mapping[str, Any]:
    """Return the line of an entry: ``digest`` and ``entry``, all its fields, if ``whole``; else only ``hidden``.

    ``hidden`` are the fields of :class:`~table.verifier.hidden.Hidden`: role, verb, and what computes the digest, not
    the digest itself.
    """
    if not whole:
        return {"hidden": _hidden(row)._asdict()}
    return {"digest": row.digest, "entry": msgspec.to_builtins(row.chained)}


@lru_cache(maxsize=4096)
def _hidden(row: Row) -> Hidden:
    """Hide an entry; cached, as it takes a millisecond, and papers of one taglia hide the same ones."""
    return hidden(msgspec.to_builtins(row.chained))


def _stretches(first: int, seal: Seal, others: Collection[int]) -> list[ProvenStretch]:
    """List the stretch from ``first`` to ``seal``, and one for each of ``others`` to its own first seal, ascending.

    Stretches that share an entry are joined, those that only adjoin are not. An entry that no seal covers has none.
    """
    rows = Entry.objects.filter(register=seal.register, number__in=others).values_list("number", "at")
    sealed = [(number, _seal_of(seal, number, at)) for number, at in rows]
    found = [ProvenStretch(first, seal), *(ProvenStretch(number, own) for number, own in sealed if own is not None)]
    apart = list[ProvenStretch]()
    for it in sorted(found, key=lambda it: it.first):
        if not apart or it.first > apart[-1].seal.number:
            apart.append(it)
        elif it.seal.number > apart[-1].seal.number:
            apart[-1] = ProvenStretch(apart[-1].first, it.seal)
    return apart


def _seal_of(seal: Seal, number: int, at: datetime) -> Seal | None:
    """Return the first seal that covers entry ``number``, or ``seal`` where it does and the file has no earlier one.

    ``at``, the time of the entry, tells where in the house's file of seals to begin (:func:`first_since`). None where
    no seal covers it. Raises :class:`~table.record.seals.CannotRead`.
    """
    own = first_since(seal.register, number, at)
    return seal if number <= seal.number and (own is None or own.number >= seal.number) else own
