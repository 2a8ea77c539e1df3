"""Bank of a table in a shift by chance: the people of a table count, change, fill and close by themselves.

Whatever is begun is ended from the state that the bank is in, whoever brought it there. Each function that gives *Acts*
is a generator, which does one act at each step.
"""

from random import Random
from typing import Any

from bank.models import CountTry
from bank.models import Movement as MovementRow
from bank.play.day import tips_split
from bank.play.policy import has_bank, notes_of
from bank.play.sessions import at_box, is_counting
from bank.play.tables import OF_RACK, Bank, awaits_direzione, bank_of, needs, pieces_of
from bank.rules.counts import CountKind
from bank.rules.due import CountDue, count_due
from bank.rules.ledger import BOX, CHIPS, CUSTODY, LOCKED, NOTES, RACK, TIPS
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import Pieces, as_keyed, made_of
from bank.rules.table_bank import REST, BankStage
from table.models import Entry, LimitRange
from table.rules.profile import Role
from table.rules.refusal import Code, Refused
from table.script.added import Interludes
from table.script.guests import Acts
from table.script.player import Player
from table.script.staff import OWN

IN_A_FLOAT = 20
"""Pieces of each kind in a float, of kinds that a stake may be laid in."""
CHANGES, COUNTS = 0.12, 0.01
"""Shares of the pauses between two coups in which notes are changed, and in which a count is ordered."""
MOST_NOTES = 4
FULL_PERCENT = 170
"""Per cent of the opener from which on chips are offered to the cage."""
OF_CASH = frozenset({Code.CASH_IDENTITY, Code.CASH_LIMIT})
AT_CAGE = {CountKind.BOX: (BOX, NOTES), CountKind.TIPS: (TIPS, CHIPS)}
"""What is counted at the cage, with its place and commodity."""


# --- the three moments of a shift


def before_opening(player: Player, _rng: Random) -> Acts:
    """End the session before, bring a float unless one is locked there, have it counted, and put a box in.

    Does nothing at a table without a bank, and nothing of these that is done already.
    """
    if not has_bank(player.profile):
        return
    yield from _ends(player)
    bank = bank_of(player.state)
    stage = bank.pure.stage if bank is not None else BankStage.EMPTY
    if stage in REST and not (bank is not None and bank.pure.ledger.balance(LOCKED)):
        yield from _press(player, Role.CASSA, "bring", pieces=as_keyed(_float(player, bank)))
    yield from _counted_at_table(player)
    bank = bank_of(player.state)
    if bank is not None and not bank.session.box:
        yield from _press(player, Role.DEALER, "put_box", serial=f"{player.code}-{bank.session.number}")
        yield from _press(player, Role.ISPETTORE_GIOCO, "agree", what="put_box")


def between_coups(player: Player, rng: Random) -> Acts:
    """Do the next step of a movement that a shift by chance has requested; without one do at most one other thing.

    By chance that is to order a count for control and make it, up to its acceptance, or to change notes; else to ask
    for a fill or offer a credit where :func:`_asks` does. Nothing of this is begun while a count is under way, and
    nothing is done unless the bank is in play.
    """
    bank = bank_of(player.state) if has_bank(player.profile) else None
    if bank is None or bank.pure.stage is not BankStage.IN_PLAY:
        return
    own = [number for number, row in bank.movement_rows.items() if _is_own(player, row)]
    if own:
        yield from _moves(player, bank, own[0])
    elif is_counting(bank):
        return  # somebody has ordered a count: who has, ends it
    elif rng.random() < COUNTS:
        yield from _press(player, Role.ISPETTORE_GIOCO, "midway_count", reason="controllo")
        yield from _counted_at_table(player)
    elif rng.random() < CHANGES:
        yield from _changes(player, rng)
    else:
        yield from _asks(player, bank)


def after_closing(player: Player, _rng: Random) -> Acts:
    """Do the acts that a closed table with a bank still needs to end its session, one at a time (:func:`_end_step`).

    Nothing at a table without a bank, or before its closing.
    """
    if has_bank(player.profile):
        yield from _ends(player)


INTERLUDES = Interludes(before_opening, between_coups, after_closing)


# --- play


def _changes(player: Player, rng: Random) -> Acts:
    """Change notes of one value, and of a guest, both chosen by chance, into chips.

    Does nothing without a guest at a position, without notes worth the smallest chip or more, and where the house
    admits no more of their cash. Raises any other refusal.
    """
    guests = [label for label, it in player.state.positions.items() if it.holder is not None and it.state == "occupied"]
    notes = [it for it in notes_of(player.profile) if it >= min(player.profile.chips)]
    if not guests or not notes:
        return
    note = rng.choice(notes[:MOST_NOTES])
    try:
        given = {"amount": note * rng.randint(1, MOST_NOTES), "position": rng.choice(guests)}
        yield from _press(player, Role.DEALER, "change_notes", **given)
    except Refused as refused:
        if refused.code not in OF_CASH:
            raise


def _asks(player: Player, bank: Bank) -> Acts:
    """Ask for a fill where the rack is low, offer a credit where it is full: what brings back the opener.

    Low is below ``float_low`` per cent of the opener, full above FULL_PERCENT of it. Does nothing in between.
    Open movements are not looked at.
    """
    rack, opener = bank.pure.ledger.balance(RACK), bank.pure.session.opener
    lacks = opener - rack
    if rack * 100 < opener * player.profile.float_low:
        yield from _press(player, Role.ISPETTORE_GIOCO, "request_fill", pieces=_keyed(player, lacks))
    elif rack * 100 > opener * FULL_PERCENT:
        yield from _press(player, Role.ISPETTORE_GIOCO, "request_credit", pieces=_keyed(player, -lacks))


def _is_own(player: Player, row: MovementRow) -> bool:
    """Whether a movement was requested by a shift played by chance, is requested or issued, and is no opening.

    The nonce of the entry that requested it tells: it begins with OWN.
    """
    is_open = row.status in (Status.REQUESTED, Status.ISSUED) and row.kind != MovementKind.OPENING
    requests = Entry.objects.filter(register=player.code, number=row.requested_at, nonce__startswith=OWN)
    return is_open and requests.exists()


# --- a session ends


def _ends(player: Player) -> Acts:
    """Do the acts that end a session of a closed table, in the order of :func:`_end_step`, but for those done already.

    Does nothing without a session, before its closing, and where nothing is left to do.
    """
    while (bank := bank_of(player.state)) is not None:
        step = _end_step(player, bank)
        if step is None:
            return
        yield from step


def _end_step(player: Player, bank: Bank) -> Acts | None:
    """Return a generator that does the next act of a closing as it is run, and yields once; None where nothing is left.

    In order: a sealed bank is taken up; the box taken and counted at the cage, tips counted and split, open movements
    finished (these three also once the bank is closed), rack and custody counted, the bank closed. None, too, before
    the closing.
    """
    stage = bank.pure.stage
    if stage is BankStage.SEALED:
        return _press(player, Role.ISPETTORE_GIOCO, "count_sealed")
    if stage not in (BankStage.TO_CLOSE, BankStage.CLOSED):
        return None
    if bank.session.box:
        return _takes_box(player, bank)
    for at_cage in AT_CAGE:
        if (step := _count_at_cage(player, bank, at_cage)) is not None:
            return step
    if bank.pure.ledger.balance(TIPS):
        return _press(player, Role.CASSA, "split_tips", percent=tips_split(player.profile.currency))
    number = next((number for number, it in bank.pure.movements.items() if it.open), None)
    if number is not None:
        return _moves(player, bank, number)
    if stage is BankStage.CLOSED:
        return None
    due = count_due(bank.pure)
    if due is not None:
        return _count_step(player, bank, due)
    surplus = _keyed(player, abs(bank.pure.surplus))
    return _press(player, Role.ISPETTORE_GIOCO, "close_bank", pieces=surplus)


def _takes_box(player: Player, bank: Bank) -> Acts:
    """Do the next act by which the box is taken out: take it, or agree to that."""
    if "take_box" in bank.session.waiting:
        return _press(player, Role.ISPETTORE_GIOCO, "agree", what="take_box")
    return _press(player, Role.CASSA, "take_box", seal=f"{player.code}-{bank.session.number}")


# --- movements


def _moves(player: Player, bank: Bank, number: int) -> Acts:
    """Do the next step of an open movement: attest what waits, or issue, hand over, receive or confirm all that is due.

    What is in transit after it was received is entered as found at the cage; what comes too late for a counted rack is
    made void.
    """
    row, movement = bank.movement_rows[number], bank.pure.movements[number]
    issued = {"movement": number, "pieces": as_keyed(movement.issued or movement.requested)}
    if row.waiting:
        yield from _attests_movement(player, bank, row)
    elif movement.status is Status.RECEIVED:
        found = {"to": "cage", "amount": movement.in_transit, "reason": "found at the cage"}
        yield from _press(player, Role.CASSA, "settle_transit", movement=number, **found)
    elif movement.to is not RACK:
        handed = movement.status is Status.REQUESTED
        role, verb = (Role.DEALER, "hand_over") if handed else (Role.CASSA, "confirm_credit")
        yield from _press(player, role, verb, **issued)
    elif movement.status is Status.REQUESTED:
        yield from _press(player, Role.CASSA, "issue", **issued)
    elif bank.pure.counted_before(number):
        yield from _press(player, Role.CASSA, "void_movement", movement=number, reason="came too late")
    else:
        yield from _press(player, Role.DEALER, "receive", **issued)


def _attests_movement(player: Player, bank: Bank, row: MovementRow) -> Acts:
    """Attest the waiting step of a movement, in the first needed office that has not attested it.

    For a receipt those that the bank names are needed, for a handing over the Ispettore di Gioco, for any other step
    the Direzione. Once all have attested, it is the Ispettore di Gioco.
    """
    said = {role for role, _number in row.waiting["attested"].values()}
    wanted = {"receive": bank.pure.needed, "hand_over": frozenset({Role.ISPETTORE_GIOCO})}
    needed = wanted.get(row.waiting["what"], frozenset({Role.DIREZIONE}))
    role = min(needed - said, default=Role.ISPETTORE_GIOCO)
    yield from _press(player, role, "attest_movement", movement=row.number, **_at_console(player))


# --- counts


def _counted_at_table(player: Player) -> Acts:
    """Have every count that is due at the table (opener, closer, custody, midway) counted, attested and accepted."""
    while (bank := bank_of(player.state)) is not None:
        due = count_due(bank.pure, ordered="midway_count" in bank.session.waiting)
        if due is None:
            return
        yield from _count_step(player, bank, due)


def _count_step(player: Player, bank: Bank, due: CountDue) -> Acts:
    """Do the next act of a count that is due: count it rightly, attest it, or accept it."""
    kind = due.kind
    match due.doing:
        case "count":
            pieces = as_keyed(_pieces_there(player, bank, kind))
            yield from _press(player, Role.DEALER, "count", what=kind.value, pieces=pieces)
        case "attest":
            yield from _press(player, due.missing[0], "attest_count", what=kind.value, **_at_console(player))
        case "decide":
            yield from _decides(player, bank, kind, Role.ISPETTORE_GIOCO, **_at_console(player))


def _decides(player: Player, bank: Bank, kind: CountKind, role: Role, **device: str) -> Acts:
    """Have the Direzione attest a difference that is for them; without one, or once that is done, accept the count.

    The former at a ``device`` if one is given, the latter in the given office, with a reason if it differs. One act a
    call: after the attestation the next call accepts.
    """
    if awaits_direzione(bank, kind, player.profile):
        return _press(player, Role.DIREZIONE, "attest_count", what=kind.value, **device)
    reason = {"reason": "not explained yet"} if bank.pure.difference(kind) else {}
    return _press(player, role, "accept_count", what=kind.value, **reason)


def _count_at_cage(player: Player, bank: Bank, kind: CountKind) -> Acts | None:
    """Return the next act that counts box or tips right: a count, one by a second person or an attestation, acceptance.

    Of several boxes it is that of the earliest session. The Direzione attests a large difference first. None once the
    count is accepted, and where no tips were given.
    """
    bank = (at_box(player.state) if kind is CountKind.BOX else None) or bank
    count, there, second = bank.pure.counts.get(kind), bank.pure.ledger.balance(*AT_CAGE[kind]), min(needs(bank, kind))
    if bank.pure.is_accepted(kind) or (kind is CountKind.TIPS and not there):
        return None
    keyed = as_keyed(made_of(there, notes_of(player.profile) if kind is CountKind.BOX else player.profile.pieces))
    if count is None or not count.waits:
        return _press(player, Role.CASSA, "count", what=kind.value, pieces=keyed)
    if not bank.shows(kind) and kind is CountKind.BOX:
        return _press(player, second, "count", what=kind.value, pieces=keyed)
    if not bank.shows(kind):
        return _press(player, second, "attest_count", what=kind.value)
    return _decides(player, bank, kind, second)


# --- pieces


def _pieces_there(player: Player, bank: Bank, kind: CountKind) -> Pieces:
    """Return the pieces that a dealer who counts rightly finds: of a float from the cage those that were issued.

    Else they come to what is there by the acts, less a rest below the smallest piece: as many as fit of those of the
    last count of the rack on record, then others, the highest first.
    """
    balance, pure = bank.pure.ledger.balance, bank.pure
    if kind is CountKind.OPENER and pure.stage is BankStage.BRINGING:
        return pure.movements[max(pure.movements)].issued
    place = CUSTODY if kind is CountKind.CUSTODY else LOCKED if pure.stage in REST else RACK
    return made_of(balance(place), player.profile.pieces, counted_before(player))


def counted_before(player: Player) -> Pieces:
    """Return the pieces of the last try of a count of the rack, accepted or not, void or not; none before any."""
    tries = CountTry.objects.filter(table=player.table, count__kind__in=[it.value for it in OF_RACK])
    last = tries.order_by("number").last()
    return pieces_of(last.pieces) if last is not None else {}


def _float(player: Player, bank: Bank | None) -> Pieces:
    """Return the planned float, or else IN_A_FLOAT pieces of each kind up to the highest limit in force.

    Of all kinds where no limits are in force.
    """
    if bank is not None and bank.pure.plan:
        return bank.pure.plan
    ranges = player.table.limit_ranges.filter(standing=LimitRange.Standing.NOW)
    most = max((it.maximum for it in ranges), default=max(player.profile.pieces))
    return {it: IN_A_FLOAT for it in player.profile.pieces if it <= most}


def _keyed(player: Player, amount: int) -> dict[str, int]:
    return as_keyed(made_of(amount, player.profile.pieces))


# --- below the acts


def _at_console(player: Player) -> dict[str, str]:
    return {"device": player.who(Role.DEALER).badge}


def _press(player: Player, role: Role, verb: str, **given: Any) -> Acts:
    """Do one act in this office, and yield once."""
    with player.acting_as(role):
        player.press(verb, **given)
    yield
