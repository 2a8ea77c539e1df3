"""Verbs by which rack, tips, box and custody are counted, attested, and accepted or counted again."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from django.utils.translation import pgettext_lazy

from bank.play import moving
from bank.play.day import day_after
from bank.play.policy import take_part
from bank.play.sessions import at_box, day_ends, last_try, moved_since_counted
from bank.play.tables import AWAY_FROM_TABLE, OF_RACK, Bank, awaits_direzione, needs, running, store
from bank.rules.counts import CountKind, Try
from bank.rules.ledger import CHIPS, LOCKED
from bank.rules.pieces import checked
from bank.rules.table_bank import REST, RUNNING, BankStage
from bank.verbs.declaring import Foreign, Keyed, keyed, of_bank
from bank.verbs.floating import begin, check_has_bank
from table.play.act import Act
from table.play.declaration import INSPECTORS, Device, FoundFacts, FoundOut, Text
from table.play.presence import pin_facts
from table.rules.profile import Role
from table.rules.refusal import Code, Listed, require
from table.rules.stakes import banknotes

What = Literal["opener", "midway", "closer", "tips", "box", "custody"]
SECONDS = (Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.DIREZIONE)
"""Offices of a second person."""
SLIPS = {
    CountKind.CLOSER: moving.CLOSING,
    CountKind.BOX: moving.BOX,
    CountKind.CUSTODY: moving.CUSTODY,
}
"""Letter of the slip that an accepted count has; an opening has that of its float, tips that of their split."""
of_count = partial(of_bank, source="bank.counts")
"""Declare a verb about a count."""


def check_counted(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_CHIP) to count a box in anything else than banknotes, where those of the currency are known.

    Other pieces are refused even with a number of 0. Refuses a count in between (E_MOVEMENT_OPEN) while an exchange was
    issued and nothing of it received, and (E_BANK) before the first session. Checked at the press alone, as earlier
    entries counted the box in the pieces of the house, and what an exchange gives as too much in the rack.
    """
    if given["what"] == CountKind.MIDWAY:
        running(act).pure.check_exchanged()
    if given["what"] == CountKind.BOX and (notes := banknotes(act.state.profile.currency)):
        checked(notes, keyed(given["pieces"]))


def check_try_seen(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_STALE) to attest, accept or have made again a count tried anew after what the screen showed.

    Passes where no try was made, and where it is not known what the screen showed (``act.seen`` is None). Refuses
    (E_BANK) before the first session. Checked at the press alone, as earlier entries did so.
    """
    kind = CountKind(given["what"])
    act.check_seen(last_try(_counted_bank(act, kind).count_rows.get(kind)))


def check_acceptable(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse to accept a count that something has changed since it was made, or that would leave something open.

    Refuses a try later than what the screen showed (E_STALE); a count at closing, of tips or custody whose chips have
    moved since the last try (E_COUNT); one at closing while the float is locked uncounted (E_PHASE), or the cage owes
    the rack pieces of an exchange (E_MOVEMENT_OPEN); one that ends the gaming day while a late change of notes waits
    (E_CASH_PENDING); and a box whose large difference, once shown, the Direzione has not attested (E_PRESENCE). Refuses
    (E_BANK) before the first session. Checked at the press alone, as earlier entries let it all pass.
    """
    check_try_seen(act, given)
    kind = CountKind(given["what"])
    bank = _counted_bank(act, kind)
    require(
        kind is not CountKind.BOX or not awaits_direzione(bank, kind, act.state.profile),
        Code.PRESENCE,
        "Not yet present by their own sign-in: %(roles)s.",
        source=act.cite("bank.counts"),
        roles=Listed([Role.DIREZIONE]),
    )
    # What came or left later would pass for a difference that nobody found.
    require(
        not moved_since_counted(bank, kind),
        Code.COUNT,
        "Chips have come here or left since this was counted: it is counted again before it is accepted.",
        source=act.cite("bank.counts"),
    )
    if kind is CountKind.CLOSER:
        bank.pure.check_unlocked()
        bank.pure.check_exchanged()
    ends_day = kind is CountKind.MIDWAY and "day" in bank.session.midway
    require(
        not (ends_day and "note_change" in bank.session.waiting),
        Code.CASH_PENDING,
        "A late change of notes waits for a second person: it is agreed to or withdrawn before the day ends.",
        source=act.cite("bank"),
    )


@of_count(
    title=pgettext_lazy("act", "count"),
    said=(pgettext_lazy("record", "counts: %(what)s"),),
    roles=[Role.DEALER, Role.CASSA, *SECONDS],
    deciders=INSPECTORS,
    at_press=check_counted,
)
def count(
    act: Act,
    *,
    what: What,
    pieces: Keyed,
    foreign: Foreign = 0,
    day: FoundOut | None = None,
    watched: FoundOut | None = None,
) -> None:
    """Add a try to a count; the first one of the opener unlocks a float that stayed at the table ("bank_posted").

    The box is counted at the cage, then by a second person who does not see the first sum: an equal sum attests it,
    after a different one both count once more. Of several boxes the earliest session's comes first. ``day`` and
    ``watched`` are of a session that begins, as in :func:`begin`. Refuses (E_BANK) at a table without a bank, before
    its first session all but an opener, an opener as :func:`next_session` does, (E_COUNT) a midway count that nobody
    ordered, (E_ROLE) an office that does not count this, (E_PHASE) a count of the rack with cards out, and any but an
    opener for a float that is only planned, and as :meth:`TableBank.count` does. Records "false_piece" of foreign
    pieces, and "counted_otherwise".
    """
    kind = CountKind(what)
    check_has_bank(act)
    bank = _begun(act, kind, day, watched)
    second = kind is CountKind.BOX and _is_second(bank, act.actor)
    first = Role.CASSA if kind in AWAY_FROM_TABLE else Role.DEALER
    _check_counts(act, kind, _seconds(bank) if second else (first,))
    made = Try(act.actor, keyed(pieces), foreign)
    if second:
        _count_second(act, bank, made)
    else:
        bank.pure.count(kind, made)
    store(act, bank)
    if foreign:
        act.effect("false_piece", what=what, number=foreign)


def _seconds(bank: Bank) -> tuple[Role, ...]:
    """Return the offices that may count the box second.

    The Ispettore Comunale alone where the bank needs one; else the Cassa and those of `SECONDS`, the inspectors and the
    Direzione.
    """
    comunale = Role.ISPETTORE_COMUNALE
    return (comunale,) if comunale in bank.pure.needed else (Role.CASSA, *SECONDS)


def _check_counts(act: Act, kind: CountKind, counters: tuple[Role, ...]) -> None:
    """Refuse (E_ROLE) an office that does not count this, and (E_PHASE) a count of the rack with cards out."""
    require(
        act.role in counters,
        Code.ROLE,
        "That is counted by %(roles)s.",
        source=act.cite("bank.counts"),
        roles=Listed(counters),
    )
    require(
        kind not in OF_RACK or not act.state.cards,
        Code.PHASE,
        "Cards are out: the rack is counted between two coups.",
        source=act.cite("bank.counts"),
    )


def _begun(act: Act, kind: CountKind, day: str | None, watched: str | None) -> Bank:
    """Return the bank with the session to which a count belongs; for the opener unlock a float locked at the table.

    ``day`` and ``watched`` are for a session that begins, as in :func:`begin`. Removes the order of a midway count from
    the session; saves nothing. Refuses (E_BANK) any but the opener before the first session, and an opener as
    :func:`next_session` does, (E_PHASE) any other for a float that is only planned, as no gaming day was begun for it,
    and (E_COUNT) a midway count that nobody ordered.
    """
    if kind is CountKind.OPENER:
        bank = begin(act, day, watched)
        if bank.pure.stage in REST and bank.pure.ledger.balance(LOCKED, CHIPS):
            bank.pure.unlock()
        return bank
    bank = _counted_bank(act, kind)
    if not bank.session.day:
        bank.pure.check_stage(*RUNNING)
    if kind is CountKind.MIDWAY:
        ordered = bank.session.waiting.pop("midway_count", None) or bank.pure.goes_on(kind)
        require(ordered, Code.COUNT, "Nobody has ordered a count in between.")
    return bank


def _counted_bank(act: Act, kind: CountKind) -> Bank:
    """Return the bank of the session of which this is counted; of a box it may be an earlier one (:func:`at_box`).

    Refuses (E_BANK) where none has begun.
    """
    return (at_box(act.state) if kind is CountKind.BOX else None) or running(act)


def _is_second(bank: Bank, badge: str) -> bool:
    """Whether this person would count the box second: somebody else made the last try, and nobody has attested it.

    False once it was accepted, or where it is to be made again.
    """
    counted = bank.pure.counts.get(CountKind.BOX)
    return counted is not None and counted.waits and not counted.attested and counted.last.by != badge


def _count_second(act: Act, bank: Bank, made: Try) -> None:
    """Enter the second person's count of the box: an equal sum attests the first, else both are to count once more.

    In the latter case it is a further try, and "counted_otherwise" is recorded. Saves nothing. Refuses (E_CHIP,
    E_COUNT) pieces as :func:`checked` does.
    """
    before, made = bank.pure.counts[CountKind.BOX], bank.pure.checked_try(CountKind.BOX, made)
    if before.last.amount == made.amount:
        bank.pure.attest(CountKind.BOX, act.actor, act.role)
        return
    bank.pure.counts[CountKind.BOX] = replace(before, tries=(*before.tries, made), again="counted otherwise")
    act.effect("counted_otherwise", what=CountKind.BOX.value)


@of_count(
    title=pgettext_lazy("act", "attest a count"),
    said=(pgettext_lazy("record", "attests the count: %(what)s"),),
    roles=[Role.DEALER, *SECONDS],
    moves=["staff"],
    deciders=INSPECTORS,
    at_press=check_try_seen,
)
def attest_count(
    act: Act,
    *,
    what: What,
    device: Device | None = None,
    pin_by: FoundOut | None = None,
    pin_on: FoundOut | None = None,
    pin_from: FoundOut | None = None,
    moved: FoundFacts | None = None,
) -> None:
    """Attest the last try of a count, by one's own sign-in; once everybody needed has, its difference is shown.

    A dealer attests tips alone, an inspector or the Direzione any other count but the box (else E_ROLE), and that the
    Direzione once its difference is shown, after its second count. ``pin_by``, ``pin_on`` and ``pin_from`` are facts of
    a PIN that others replaced. Refuses (E_BANK) before the first session, as :meth:`TableBank.attest` does (E_COUNT,
    E_FINAL, E_PRESENCE_SELF who counted) and, for a count at the table, as :func:`take_part` (E_PRESENCE), which may
    sign on ("signed_on"). A second time passes, too. Records "count_attested", and then
    "count_shown", unless chips have ``moved`` since the try.
    """
    kind = CountKind(what)
    bank = _counted_bank(act, kind)
    signs_box = act.role == Role.DIREZIONE and bank.shows(kind)
    require(
        signs_box if kind is CountKind.BOX else (act.role == Role.DEALER) is (kind is CountKind.TIPS),
        Code.ROLE,
        "A dealer attests the count of tips, an inspector any other; the box is counted by a second person.",
        source=act.cite("bank.counts"),
    )
    counted = bank.count_rows.get(kind)
    if kind not in AWAY_FROM_TABLE:
        take_part(act, device, before=counted.number if counted is not None else act.number)
    shown = bank.shows(kind)
    bank.pure.attest(kind, act.actor, act.role)
    store(act, bank)
    act.effect("count_attested", what=what, role=act.role.value, **pin_facts(pin_by, pin_on, pin_from))
    if not shown and bank.shows(kind) and moved is None:
        _show(act, bank, kind)


def _show(act: Act, bank: Bank, kind: CountKind) -> None:
    """Record "count_shown": the cents of the last try, and as ``old_amount`` those that were expected."""
    amount, difference = bank.pure.counts[kind].last.amount, bank.pure.difference(kind)
    act.effect("count_shown", what=kind.value, amount=amount, old_amount=amount - difference)


@of_count(
    title=pgettext_lazy("act", "have it counted again"),
    said=(pgettext_lazy("record", "has it counted again: %(what)s, %(reason)s"),),
    roles=[Role.DEALER, *SECONDS],
    deciders=INSPECTORS,
    at_press=check_try_seen,
)
def recount(act: Act, *, what: What, reason: Text) -> None:
    """Mark the last try of a count as one to be made again, for a reason; tries stay, its attestations do not.

    Refuses (E_BANK) before the first session, (E_ROLE) an office that does not decide on it, and as
    :meth:`Count.recount` does. Records nothing besides the act.
    """
    kind = CountKind(what)
    bank = _counted_bank(act, kind)
    _check_decides(act, kind)
    bank.pure.recount(kind, act.actor, reason, needed=needs(bank, kind))
    store(act, bank)


@of_count(
    title=pgettext_lazy("act", "accept a count"),
    said=(
        pgettext_lazy("record", "accepts the count: %(what)s, %(reason)s"),
        pgettext_lazy("record", "accepts the count: %(what)s"),
    ),
    roles=[Role.DEALER, Role.CASSA, *SECONDS],
    deciders=INSPECTORS,
    at_press=check_acceptable,
)
def accept_count(act: Act, *, what: What, reason: Text | None = None, next_day: FoundOut | None = None) -> None:
    """Accept a count, by one of those who attested it, and post its difference, unless it is one for control.

    Any difference, however small, needs a ``reason`` (E_REASON). Accepting a count at closing does not close the bank.
    One that ends the day becomes that at closing, and the next session begins, on ``next_day`` or the day of its order.
    Refuses (E_BANK) before the first session, (E_COUNT) without a try, (E_ROLE) who does not decide on it, and as
    :meth:`TableBank.accept` does, for which a large difference of the rack needs the Direzione, too. Records
    "count_accepted", "bank_posted" if anything moves, "slip_taken" of closing, box and custody, "bank_difference" of
    one as large as the house wants reported, "fill_short" of a float that is partly in transit, and "day_ended".
    """
    kind = CountKind(what)
    bank = _counted_bank(act, kind)
    _check_decides(act, kind)
    difference, needed = bank.pure.difference(kind), needs(bank, kind)
    opening = max(bank.pure.movements, default=0) if kind is CountKind.OPENER else 0
    if kind in OF_RACK and awaits_direzione(bank, kind, act.state.profile):
        needed |= {Role.DIREZIONE}
    bank.pure.accept(kind, act.actor, reason or "", needed=needed)
    if kind is CountKind.MIDWAY and bank.pure.at_midway is not None:
        kind = CountKind.CLOSER
        bank.session.midway |= {} if next_day is None else {"day": next_day}
        day_ends(act, bank)
    else:
        store(act, bank)
    _finish(act, bank, kind, difference)
    if opening and (transit := bank.pure.movements[opening].in_transit):
        act.effect("fill_short", movement=opening, amount=transit)


def _check_decides(act: Act, kind: CountKind) -> None:
    """Refuse (E_ROLE) all but the Ispettore di Gioco to decide on a count, unless it is one of box or tips.

    On these anybody passes here: accepting and counting again refuse whoever did not attest them.
    """
    require(
        kind in AWAY_FROM_TABLE or act.role == Role.ISPETTORE_GIOCO,
        Code.ROLE,
        "On this count the Ispettore di Gioco decides.",
        source=act.cite("bank.counts"),
    )


def _finish(act: Act, bank: Bank, kind: CountKind, difference: int) -> None:
    """Store the difference of an accepted count, take its slip, if this kind has one, and record "count_accepted".

    Records "bank_difference", too, where the difference is as large as the house wants reported.
    """
    row = bank.count_rows[kind]
    row.difference = difference
    if kind in SLIPS:
        row.slip = moving.take_slip(act, bank, SLIPS[kind])
    act.update(row)
    amount = bank.pure.counts[kind].last.amount
    act.effect("count_accepted", what=kind.value, amount=amount, old_amount=amount - difference)
    if abs(difference) >= act.state.profile.difference_report:
        act.effect("bank_difference", what=kind.value, amount=difference)


@of_count(
    title=pgettext_lazy("act", "order a count in between"),
    said=(pgettext_lazy("record", "orders a count in between: %(reason)s"),),
    roles=[Role.ISPETTORE_GIOCO],
)
def midway_count(act: Act, *, reason: Text, ends_day: bool = False, next_day: FoundOut | None = None) -> None:
    """Order a count of the rack while the table is in play; by itself it posts nothing. Records no effect.

    The order waits in the session ("midway_count"), without its reason. One that ``ends_day`` is the count at closing
    of the gaming day and opens ``next_day``, else the date that follows the session's; that day is stored with the
    serial of the present box. Refuses (E_REASON) one without a reason, (E_BANK) before the first session, (E_COUNT) a
    second one while the first is not accepted, and (E_PHASE) unless the bank is in play.
    """
    require(reason, Code.REASON, "A count in between is ordered for a reason, which is entered.")
    bank = running(act)
    going_on = bank.pure.goes_on(CountKind.MIDWAY) or "midway_count" in bank.session.waiting
    require(not going_on, Code.COUNT, "A count in between was ordered already.")
    bank.pure.check_stage(BankStage.IN_PLAY)
    bank.session.waiting = bank.session.waiting | {"midway_count": {"by": act.actor, "number": act.number}}
    if ends_day:
        bank.pure.ends_day = True
        bank.session.midway = {"day": next_day or day_after(bank.session.day), "serial": bank.session.box}
    store(act, bank)
