"""Report, text of the pages and slice of the register, as the PDF of a case carries them.

A *slice* is a part of the register, in lines of JSON: the entries of the case and those on which they stand (the rules
of the table, the law of the taglia, the cards that waited), every other entry hidden. It names no note that was erased,
and no face that nobody turned. It ends with a *seal*, a signature over the register up to an entry.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any

import msgspec

from procedures.reports.files import Attached, as_pdf
from procedures.reports.incident import FullPaper, IncidentReport, as_json
from procedures.reports.paper import Paper
from procedures.reports.record import MOST_SINCE, Record
from procedures.verifier.check import PAGES, REPORT, SLICE, signed_message, unsigned
from table.models import Entry, Note
from table.record import chain, key
from table.record.chain import named_notes
from table.record.proof import stretches
from table.record.proof.sealed import first_since
from table.record.seals import Seal, keep, sign

SEALED = ("number", "digest", "at", "signature")
"""Fields of a seal that a report names."""


def seal_for(record: Record) -> None:
    """Seal the register of a case as it is now, unless a seal covers all entries of its report and of its money.

    A seal is a signature over the register, appended to the file of seals. Makes the house's key first where it never
    had one. Does nothing, without an error or a log line, where no seal can be made (a lost key, or no disk to write
    to). Raises OSError where there is a file of seals that cannot be read.
    """
    number = max(record.entries[-1].entry.number, *_of_its_money(record), 0)
    last = Entry.objects.get(register=record.table.code, number=number)
    if first_since(record.table.code, number, last.at) is None:
        with suppress(OSError):
            keep(record.table.code)


def pdf_with_proof(paper: Paper, files: Sequence[Attached]) -> bytes:
    """Return the PDF of a paper with these files embedded and signed as a whole; without files it is not signed.

    If the key was lost since they were made, it is neither signed nor has files. Blocks and refuses as :func:`as_pdf`.
    """
    pdf = as_pdf(paper, files)
    if not files:
        return pdf
    with suppress(OSError):
        return unsigned(pdf, instead=sign(signed_message(pdf)))
    return as_pdf(paper)


def attached(record: Record, report: IncidentReport, paper: Paper) -> tuple[Attached, ...]:
    """Return the files embedded in a paper: report as JSON, text of its pages as JSON, slice of the register.

    The slice is the part of the register that proves the report. It is read by :func:`slice_of`; empty where that is.
    """
    found = slice_of(record, report)
    if not found:
        return ()
    pages = msgspec.json.encode(paper, order="sorted").decode()
    return (
        Attached(REPORT, "application/json", "The report of the case", as_json(report).decode()),
        Attached(PAGES, "application/json", "The text of the pages", pages),
        Attached(SLICE, "application/x-ndjson", "The entries of the register that prove it", found),
    )


def slice_of(record: Record, report: IncidentReport) -> str:
    """Return the slice of the register that proves this report: JSON lines of head, entries up to its seal, and texts.

    The last line is the question that the verdict answers (cards and pairs in order), if there is one. Empty where the
    report has no seal, where that does not hold (by its signature or by the register), or where the house cannot sign.
    """
    seal = report.seal
    if seal is None or not seal.holds or key.alarm():
        return ""
    facts = {name: getattr(seal, name) for name in SEALED}
    return "".join(_slice(record, Seal(register=record.table.code, **facts)))


def full_paper(record: Record, report: IncidentReport) -> FullPaper | None:
    """Return the seal, and the digest of the slice of the register, that the full paper of the case carries.

    They name that paper in a guest's copy, which carries neither. None where :func:`slice_of`, which reads
    them, is empty.
    """
    found = slice_of(record, report)
    if not found or report.seal is None:
        return None
    sealed = {name: getattr(report.seal, name) for name in SEALED}
    return FullPaper(sha256=sha256(found.encode()).hexdigest(), **sealed)


# --- the slice


def _slice(record: Record, seal: Seal) -> Iterator[str]:
    """Yield the lines of a slice, canonical JSON with a line break each.

    A ``head`` with public keys, register, and number or slip of the case; then the stretches of
    :func:`stretches.lines`: from the first entry of the report to its seal, and for each other entry on which it rests,
    earlier or later, to the first seal over that one (no stretch where none covers it), all else hidden; a ``note`` for
    each stored text by digest; and the ``question`` that the verdict answers, if any.
    """
    shown = [it.entry.number for it in record.entries]
    keys = key.keyring()
    head = {"form": 1, "key": keys.today, "keys": [it._asdict() for it in keys.named], "number": record.case.number}
    yield _written({"head": head | {"register": record.table.code, "slip": record.slip}})
    others = [*_before(record, shown[0]), *_of_its_money(record)]
    for line in stretches.lines(shown, seal, others=others):
        yield _written(line)
    yield from (_written({"note": it}) for it in _notes(record))
    if record.followed.question is not None:
        yield _written({"question": record.followed.question})


def _written(line: Mapping[str, Any]) -> str:
    """Write a line of the slice: canonical JSON and a line break. Raises AssertionError as :func:`chain.canonical`."""
    return f"{chain.canonical(line)}\n"


def _before(record: Record, first: int) -> Iterator[int]:
    """Yield the numbers of the earlier entries on which a case rests that began with entry ``first``.

    They are the set-up of the table, the changes up to the rules in force, the last ``taglia_started`` (with changed
    rules also the last ``rules_in_force``), and, with a coup, those of cards that had waited for it. A number may come
    twice, and they are not in order.
    """
    earlier = Entry.objects.filter(register=record.table.code, number__lt=first).order_by("number")
    # Each search ends where it has found all: none reads a whole register.
    yield from earlier.filter(verb="set_up").values_list("number", flat=True)[:1]
    changes = record.policy.version - 1
    yield from earlier.filter(verb="change_rules").values_list("number", flat=True)[:changes]
    last: Entry | None = None
    for effect in ("rules_in_force", "taglia_started") if changes else ("taglia_started",):
        last = earlier.filter(outcome__contains=f'"{effect}"').last()
        yield from [last.number] if last is not None else []
    if record.coup is not None:
        began = last.number if last is not None else 0  # the last one looked for is taglia_started
        yield from _of_waiting_cards(record, earlier.filter(number__gte=began))


def _of_its_money(record: Record) -> list[int]:
    """List the entries that post money of the record's coup, also for a dispute, or change the amount under a slip.

    Those of other cases on the coup are among them, but slips (numbers under which uncollected chips are kept) are only
    those of the record's own case. Each is listed once, in ascending order; without a coup those of the slips alone.
    """
    coup = record.coup
    posted = {it.number for rows in (coup.money, coup.adjustments) for it in rows.all()} if coup is not None else set()
    return sorted({*posted, *_of_its_slips(record)})


def _of_its_slips(record: Record) -> Iterator[int]:
    """Yield the numbers of the entries that changed the amount under a slip of the case, in order; none without a slip.

    Searched are the MOST_SINCE entries after the one by which the first of its slips was made, which is not yielded.
    """
    slips = {it.slip: it.number for it in record.uncollected}
    if slips:
        since = Entry.objects.filter(register=record.table.code, number__gt=min(slips.values()))
        changes = since.filter(number__lte=min(slips.values()) + MOST_SINCE, outcome__contains='"custody_changed"')
        for number, outcome in changes.values_list("number", "outcome"):
            if any(facts.get("slip") in slips for _name, facts in chain.effects(outcome)):
                yield number


def _of_waiting_cards(record: Record, earlier: Any) -> Iterator[int]:
    """Yield those of the entries ``earlier`` (a query) that name a card held over for this coup, by its number.

    Such a card is one of which an entry of the record has the effect ``held_card_enters``, or that waits in a picture
    of the coup. They come card by card, and an entry may come twice.
    """
    cards = {facts["card"] for it in record.entries for name, facts in it.effects if name == "held_card_enters"}
    pictures = (record.followed.before, record.followed.after)
    cards |= {card.number for felt in pictures if felt is not None for card in felt.waiting}
    for card in sorted(cards):
        yield from earlier.filter(outcome__contains=f'"card":{card},').values_list("number", flat=True)
        yield from earlier.filter(outcome__contains=f'"card":{card}}}').values_list("number", flat=True)


def _notes(record: Record) -> Iterator[dict[str, Any]]:
    """Yield the texts that the entries of the report name by digest, in the order of the digests, as far as stored.

    Each is a mapping of ``digest`` with ``salt`` and ``text``, or with ``erased`` (True) alone.
    """
    names = sorted({name for it in record.entries for name in named_notes(_row(it.entry))})
    for note in Note.objects.filter(digest__in=names).order_by("digest"):
        content = {"erased": True} if note.erased else {"salt": note.salt, "text": note.text}
        yield {"digest": note.digest, **content}


def _row(entry: Entry) -> chain.Row:
    """Return the fields of an entry that its digest covers, the time as text, and its digest as stored."""
    fields = {name: getattr(entry, name) for name in chain.FIELDS}
    return chain.Row(**fields | {"at": chain.stamp(entry.at), "digest": entry.digest})
