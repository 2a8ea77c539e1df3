"""Export of a register as a proof: canonical JSON, one value a line, signed as a whole.

First a head; then every entry with exactly the fields of its digest, and after each the notes to which it refers, the
money lines that it posts, the seals on it, and what was refused before the next; at the end the digest of all lines,
signed. `table/verifier` reads it without this house. It reaches as far as the register had come when it was begun, and
takes bounded memory; acts may go on meanwhile. It may continue from the last entry of another export; its head says
which that is.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from heapq import merge
from itertools import chain as chain_of
from itertools import islice
from math import inf
from typing import Any

import msgspec
from django.db.models import Q, Value

from table.models import HOUSE, Adjustment, Coup, Entry, House, Money, Note, Refusal, Table
from table.record import chain, key, seals
from table.record.chain import Row
from table.record.losses import loss_of, losses
from table.record.proof.laws import Laws
from table.verifier.head import NOTHING, UNREAD_SEALS, End
from table.verifier.keyring import is_hex
from table.verifier.register import POSTS

WHOLE, GOES_ON = 2, 3
"""Form of an export from the first entry on, and of one that continues another."""
SEALS_MISSING = 2
"""Added to the form where lines of the file of seals are none."""
MANY = 500
"""Number of entries whose notes are read with one query."""
ADJUSTMENT = "adjustment"
"""Kind of a money line that belongs to no stake."""
CORRECTED = Q(outcome__contains='"entry_corrected"')
MOVES_STAKE = Q(outcome__contains='"what":"box"') | Q(outcome__contains='"what":"position"')
"""Entries by which, where they correct anything, a stake gets another box or position."""
POSTED = ("where", "whose", "kind", "amount")
"""What an entry posts of a money line, in this order."""
_encode = msgspec.json.Encoder(order="sorted").encode
Attached = tuple[int, dict[str, Any]]
"""Number of the entry after which a line stands, and the line."""


def lines(code: str, *, after: End = NOTHING) -> Iterator[bytes]:
    """Return the lines of the export of a register from the entry after ``after`` on, each with its line end.

    They are read as they are taken, up to the entry that is the last one now; whether the register has the entry
    ``after`` is not checked. The last line, ``end``, has the number of the others, their SHA-256, and a signature by
    the key that the first one names, also where it is replaced meanwhile. Makes the house's key where none is on record
    and no file has one. Raises, before there is any line, :class:`~table.record.key.NotOnRecord` or another OSError
    where nothing can be signed or the seals cannot be read.
    """
    body = _body(code, after)
    head = next(body)
    return _signed(code, chain_of([head], body), key.signer(head["head"]["key"]))


def _signed(code: str, body: Iterable[dict[str, Any]], sign: Callable[[bytes], str]) -> Iterator[bytes]:
    """Yield the lines of the export of a register, then its end: how many they are, their SHA-256, and a signature.

    ``body`` gives the lines as JSON mappings; they are yielded as bytes with a line end. `sign` signs that number, that
    digest and the code of the register together.
    """
    count, hashed = 0, sha256()
    for value in body:
        line = _encode(value) + b"\n"
        count += 1
        hashed.update(line)
        yield line
    facts = {"lines": count, "register": code, "sha256": hashed.hexdigest()}
    yield _encode({"end": facts | {"signature": sign(_encode({"export": facts}))}}) + b"\n"


def reached(code: str) -> End:
    """Last entry of a register by the row that owns it; :data:`NOTHING` where there is no such row."""
    row = House.objects.first() if code == HOUSE else Table.objects.filter(code=code).first()
    return End(row.number, row.digest) if row else NOTHING


def _body(code: str, after: End) -> Iterator[dict[str, Any]]:
    """Yield the lines of an export up to its signature: the head, then each entry after ``after`` and its lines.

    The head has the register, its last number and digest, keys, laws and form, ``after`` if the export continues
    another, and how many lines of the file of seals are none, if any. An entry is followed by its notes, and by the
    money lines, seals and refusals that stand after it. Seals and refusals after the entry ``after`` itself come before
    the first one, money and seals of no entry here at the end.
    """
    own = seals.own()
    sealed = sorted(((it.number, {"seal": it}) for it in _handed_out(code, own.seals)), key=lambda it: it[0])
    number, digest = reached(code)
    keys = key.keyring([it for it in key.on_record() if code != HOUSE or it.number <= number])
    facts = {"digest": digest, "entries": number, "key": keys.today, "laws": sorted(set(Laws.of(code).laws))}
    facts["keys"] = [it._asdict() for it in keys.named]
    form = GOES_ON if after.number else WHOLE
    facts |= {"form": form} | ({"after": after._asdict()} if after.number else {})
    if own.unreadable:
        facts |= {"form": form + SEALS_MISSING, UNREAD_SEALS: len(own.unreadable)}
    yield {"head": facts | {"register": code}}
    money, refused = Queue(_money(code, after.number)), Queue(_refusals(code, after.number, number))
    sealing = Queue(it for it in sealed if it[0] >= after.number)
    for queue in (sealing, refused):
        yield from queue.up_to(after.number)
    for entry, named in _with_notes(chain.rows(code, since=after.number + 1, up_to=number)):
        yield {"digest": entry.digest, "entry": entry.chained}
        yield from ({"note": note} for note in named)
        yield from _as_posted(code, entry, list(money.up_to(entry.number)))
        for queue in (sealing, refused):
            yield from queue.up_to(entry.number)
    # Lines that belong to no entry that is there go to the end, where the verifier finds them out of place.
    yield from money.up_to(number)
    yield from sealing.up_to(inf)


class Queue:
    """Lines beside the entries, in the order of their entries, taken off as the export goes on."""

    def __init__(self, rows: Iterable[Attached]) -> None:
        """Take lines, which must be sorted by the number of their entry; the first of them is read at once."""
        self._rows = iter(rows)
        self._next = next(self._rows, None)

    def up_to(self, number: float) -> Iterator[dict[str, Any]]:
        """Yield the lines that stand after this entry or an earlier one, and were not yielded before."""
        while self._next is not None and self._next[0] <= number:
            yield self._next[1]
            self._next = next(self._rows, None)


def _handed_out(code: str, own: Iterable[seals.Seal]) -> list[seals.Seal]:
    """List those of the house's seals ``own`` that name this register, in the order given, for its export.

    A seal on an entry recorded as lost is left out: it stays in the house. Whether the entry is there and has the
    sealed digest is not checked.
    """
    lost = losses()
    return [it for it in own if it.register == code and loss_of(code, it.number, it.at, known=lost) is None]


def _with_notes(rows: Iterator[Row]) -> Iterator[tuple[Row, list[dict[str, Any]]]]:
    """Yield the entries in their order, each with the lines of the notes that it names; many are read at a time.

    A note that was erased or is gone has a line, too, which says so.
    """
    while some := list(islice(rows, MANY)):
        named = {row.number: _named(row) for row in some}
        wanted = [name for names in named.values() for name in names]
        stored = {it.digest: it for it in Note.objects.filter(digest__in=wanted)} if wanted else {}
        for row in some:
            yield row, [_note(name, stored.get(name)) for name in named[row.number]]


def _named(row: Row) -> list[str]:
    """List the digests of the notes that an entry names; none where its arguments were altered into another form.

    What stands in the place of a digest and is none is left out.
    """
    try:
        return [it for it in chain.named_notes(row) if is_hex(it, 64)]
    except (AttributeError, ValueError):
        return []


def _note(name: str, note: Note | None) -> dict[str, Any]:
    """Return the line of a note as a mapping: ``digest`` (``name``), and what there is of it.

    That is its ``salt`` and ``text``; ``erased``, true, if these were erased; ``gone``, true, for None.
    """
    if note is None:
        return {"digest": name, "gone": True}
    return {"digest": name, "erased": True} if note.erased else {"digest": name, "salt": note.salt, "text": note.text}


def _refusals(code: str, since: int, number: int) -> Iterator[Attached]:
    """Yield the refusals after entry ``since`` that an entry up to ``number`` has counted, in their order.

    Each as the number of the entry after which it stands, and its line ``refusal``: actor, arguments, time, code,
    number, repetitions, source and verb.
    """
    columns = "actor", "arguments", "at", "code", "number", "repeated", "source", "verb"
    found = Refusal.objects.filter(register=code, number__gte=since, number__lt=number).order_by("number", "pk")
    for row in found.values(*columns).iterator():
        yield row["number"], {"refusal": row | {"at": chain.stamp(row["at"])}}


def _as_posted(code: str, entry: Row, found: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the money lines of an entry; those of a stake moved since get position and box as posted, in place."""
    posted = _posted(entry.outcome) if found else []
    moved = any(not line.items() <= it["money"].items() for line, it in zip(posted, found, strict=False))
    if moved and _moved_since(code, entry.number):
        for line, it in zip(posted, found, strict=False):
            it["money"] |= {name: line[name] for name in ("where", "whose")}
    yield from found


def _posted(outcome: str) -> list[dict[str, Any]]:
    """List the money lines that an entry with this outcome posts, as mappings with the keys POSTED.

    [] where it posts none, or was altered into another form.
    """
    try:
        effects = chain.effects(outcome)
        lines = [line for name, facts in effects if name in POSTS for line in facts["lines"]]
        return [dict(zip(POSTED, line, strict=True)) for line in lines]
    except (LookupError, TypeError, ValueError):
        return []


def _moved_since(code: str, number: int) -> bool:
    """Whether box or position of a stake was corrected after this entry, in the coup whose money it posts.

    False where no money line of a stake is stored for this entry.
    """
    coup = Coup.objects.filter(table__code=code, money__number=number).first()
    if coup is None:
        return False
    later = Entry.objects.filter(MOVES_STAKE, CORRECTED, register=code, number__gt=number)
    return (later.filter(number__lte=coup.ended_at) if coup.ended_at else later).exists()


def _money(code: str, since: int) -> Iterator[Attached]:
    """Yield the money lines that entries after ``since`` post, in their order: of stakes, and adjustments.

    Each as the number of its entry, and its line, ``{"money": {…}}``, a mapping of ``coup`` (its key), ``number``,
    ``place``, ``where`` (position), ``whose`` (box, or of an adjustment the bettor), ``kind`` and ``amount`` (cents).
    """
    of_it = {"coup__table__code": code, "number__gt": since}
    posted = Money.objects.filter(**of_it)
    moved = Adjustment.objects.filter(**of_it).annotate(kind=Value(ADJUSTMENT))
    both = (
        found.order_by("number", "place")
        .values_list("number", "place", "kind", "amount", *whose, "coup__shoe__taglia", "coup__number")
        .iterator()
        for found, whose in ((posted, ("stake__position", "stake__box")), (moved, ("position", "bettor")))
    )
    for number, place, kind, amount, where, whose, taglia, coup in merge(*both):
        at = {"coup": f"{taglia}.{coup}", "number": number, "place": place, "where": where, "whose": whose}
        yield number, {"money": at | {"kind": kind, "amount": amount}}
