"""Stretches of a register that are proven by themselves: from an entry to a seal, and of the others only the chain.

A seal covers the entries before it by their digests alone. So a stretch is a whole chain from the first entry that is
shown to the sealed one; what is not to be shown in it is a hidden entry (`table/verifier/hidden`).
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from table.models import Entry
from table.record import chain
from table.record.chain import Row
from table.record.proof.sealed import first_since
from table.record.seals import Seal
from table.verifier.hidden import hidden


class Stretch(NamedTuple):
    """Entries from ``first`` to the one that ``seal`` covers last."""

    first: int
    seal: Seal


def lines(shown: Collection[int], seal: Seal, *, beside: Collection[int]) -> Iterator[Mapping[str, Any]]:
    """Yield the stretches of a register line by line: each entry in ``shown`` and ``beside`` whole, the others hidden.

    Those ``shown`` are covered by this seal, and there is at least one; each ``beside`` is by the first seal after it,
    and left out where there is none yet.
    """
    whole = {*shown, *beside}
    for stretch in _stretches(min(shown), seal, beside):
        rows = chain.rows(seal.register, since=stretch.first, up_to=stretch.seal.number)
        for place, row in enumerate(rows):
            if place == 0:
                yield {"stretch": {"digest": row.previous, "number": row.number - 1}}
            yield _line(row, whole=row.number in whole)
        yield {"seal": msgspec.to_builtins(stretch.seal)}


def _line(row: Row, *, whole: bool) -> Mapping[str, Any]:
    entry = msgspec.to_builtins(row.chained)
    return {"digest": row.digest, "entry": entry} if whole else {"hidden": hidden(entry)._asdict()}


def _stretches(first: int, seal: Seal, beside: Collection[int]) -> list[Stretch]:
    """List the stretches in their order, those that overlap as one."""
    others = Entry.objects.filter(register=seal.register, number__in=beside).values_list("number", "at")
    found = [Stretch(number, it) for number, at in others if (it := _seal_of(seal, number, at)) is not None]
    apart = list[Stretch]()
    for it in sorted([*found, Stretch(first, seal)], key=lambda it: it.first):
        if apart and it.first <= apart[-1].seal.number:
            last = apart.pop()
            it = Stretch(last.first, max(last.seal, it.seal, key=lambda its: its.number))  # noqa: PLW2901
        apart.append(it)
    return apart


def _seal_of(seal: Seal, number: int, at: datetime) -> Seal | None:
    """Return the first seal that covers an entry, or this one if that comes no later; None where there is none."""
    own = first_since(seal.register, number, at)
    return seal if number <= seal.number and (own is None or own.number >= seal.number) else own
