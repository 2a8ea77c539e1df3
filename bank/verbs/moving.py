"""Verbs by which pieces go between cage and table, each under a slip and by two persons."""

from typing import Any, Literal

from django.utils.translation import pgettext_lazy

from bank.models import Movement
from bank.play import slips
from bank.play.policy import BY_ISPETTORE
from bank.play.presence import take_part
from bank.play.tables import Bank, make_void, pieces_of, running, store
from bank.play.watch import watch_rack
from bank.rules.counts import CountKind
from bank.rules.ledger import Place
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import checked, worth
from bank.verbs.counting import SECONDS
from bank.verbs.pieces import Keyed, Number, keyed
from table.acts.declaration import ANYTIME, IDLE, INSPECTORS, Amount, Device, FoundOut, Text, verb
from table.memory.statements import update
from table.play.act import Act
from table.play.attesting.presence import at_work_since, pin_facts, stands
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code, Listed, require

PIT = (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA)
BEFORE_THE_CARDS = (IDLE, Phase.BETTING)
LETTERS = {
    MovementKind.FILL: slips.FILL,
    MovementKind.CREDIT: slips.CREDIT,
    MovementKind.EXCHANGE: slips.EXCHANGE,
}


@verb(
    title=pgettext_lazy("act", "ask for a fill"),
    said=(pgettext_lazy("record", "asks the cage for a fill"),),
    roles=PIT,
    tables=ANYTIME,
    while_held=True,
    source="bank.movements",
)
def request_fill(act: Act, *, pieces: Keyed) -> None:
    """Ask the cage for pieces. Refuses (E_PHASE) unless the bank is in play. Records "movement_requested"."""
    _request(act, MovementKind.FILL, pieces)


@verb(
    title=pgettext_lazy("act", "ask for a credit"),
    said=(pgettext_lazy("record", "asks for a credit to the cage"),),
    roles=PIT,
    tables=ANYTIME,
    while_held=True,
    source="bank.movements",
)
def request_credit(act: Act, *, pieces: Keyed) -> None:
    """Ask that pieces go to the cage. Refuses (E_MONEY) more than the rack holds. Records "movement_requested"."""
    _request(act, MovementKind.CREDIT, pieces)


@verb(
    title=pgettext_lazy("act", "ask for an exchange"),
    said=(pgettext_lazy("record", "asks the cage for an exchange of pieces"),),
    roles=PIT,
    tables=ANYTIME,
    while_held=True,
    source="bank.movements",
)
def request_exchange(act: Act, *, out: Keyed, into: Keyed) -> None:
    """Ask the cage for pieces ``into`` the rack, for others of equal value ``out`` of it (else E_UNEQUAL).

    Records "movement_requested".
    """
    _request(act, MovementKind.EXCHANGE, into, given=out)


def _request(act: Act, kind: MovementKind, pieces: Keyed, *, given: Keyed | None = None) -> None:
    bank = running(act)
    number = bank.pure.request(kind, keyed(pieces), keyed(given or {}))
    store(act, bank)
    amount = worth(bank.pure.movements[number].requested)
    act.effect("movement_requested", movement=number, kind=kind.value, amount=amount)


# --- at the cage


@verb(
    title=pgettext_lazy("act", "issue pieces"),
    said=(pgettext_lazy("record", "issues the pieces of movement %(movement)s"),),
    roles=[Role.CASSA],
    tables=ANYTIME,
    while_held=True,
    source="bank.movements",
    public="movement",
)
def issue(act: Act, *, movement: Number, pieces: Keyed) -> None:
    """Enter what leaves the cage under a movement; keyed again it replaces what was keyed before.

    Refuses (E_BANK) a credit, which the table hands over. Records "pieces_issued".
    """
    bank = running(act)
    row = _row(bank, movement)
    require(
        row.kind != MovementKind.CREDIT.value,
        Code.BANK,
        "A credit is handed over at the table, and confirmed at the cage.",
        source=act.cite("bank.movements"),
    )
    _issue(act, bank, row, pieces)


def _issue(act: Act, bank: Bank, row: Movement, pieces: Keyed) -> None:
    first, row.waiting = row.status == Status.REQUESTED.value, {}
    before = bank.session.expected
    bank.pure.issue(row.number, keyed(pieces))
    store(act, bank)
    if first:
        row.slip = slips.take_slip(act, bank, LETTERS[MovementKind(row.kind)])
        update(row)
    act.effect("pieces_issued", movement=row.number, amount=worth(bank.pure.movements[row.number].issued))
    watch_rack(act, bank.session, before)


@verb(
    title=pgettext_lazy("act", "confirm a credit"),
    said=(pgettext_lazy("record", "confirms at the cage the credit of movement %(movement)s"),),
    roles=[Role.CASSA],
    tables=ANYTIME,
    while_held=True,
    source="bank.movements",
    public="movement",
)
def confirm_credit(act: Act, *, movement: Number, pieces: Keyed) -> None:
    """Enter what of a credit was counted at the cage. Records "pieces_received", and "fill_short" where less came."""
    bank = running(act)
    row = _row(bank, movement)
    require(
        row.kind == MovementKind.CREDIT.value,
        Code.BANK,
        "Movement %(number)s goes to the table, and is counted there.",
        source=act.cite("bank.movements"),
        number=movement,
    )
    _receive(act, bank, row, keyed_in(bank, pieces))


@verb(
    title=pgettext_lazy("act", "settle what is in transit"),
    said=(pgettext_lazy("record", "settles what of movement %(movement)s is in transit, %(amount)s: %(reason)s"),),
    roles=[Role.CASSA],
    tables=ANYTIME,
    while_held=True,
    source="bank.movements",
    public="movement to amount",
)
def settle_transit(
    act: Act, *, movement: Number, to: Literal["cage", "rack", "difference"], amount: Amount, reason: Text
) -> None:
    """Have it settled where something in transit was found, or that it is lost, once a second person attests it.

    Records "bank_waits".
    """
    bank = running(act)
    row = _row(bank, movement)
    bank.pure.movements[movement].settle(Place(to), amount)
    _wait(act, row, "settle", to=to, amount=amount, reason=reason)


@verb(
    title=pgettext_lazy("act", "make a movement void"),
    said=(pgettext_lazy("record", "makes movement %(movement)s void: %(reason)s"),),
    roles=[*PIT, Role.CASSA],
    tables=ANYTIME,
    while_held=True,
    source="bank.movements",
    public="movement",
)
def void_movement(act: Act, *, movement: Number, reason: Text) -> None:
    """Make a movement void that was not received: who asked for it may before anything was issued, and at once.

    Later the cage does, once a second person attests it ("bank_waits"). Refuses (E_FINAL) what was received, and
    (E_ROLE) somebody else. Records "movement_void".
    """
    bank = running(act)
    row = _row(bank, movement)
    bank.pure.movements[movement].void()
    if act.role == Role.CASSA:
        _wait(act, row, "void", reason=reason)
        return
    require(
        row.by == act.actor and row.status == Status.REQUESTED.value,
        Code.ROLE,
        "Who asked for a movement makes it void before anything was issued; afterwards the cage does.",
        source=act.cite("bank.movements"),
    )
    row.reason = reason
    _void(act, bank, row)


# --- at the table


@verb(
    title=pgettext_lazy("act", "receive pieces"),
    said=(pgettext_lazy("record", "counts what came under movement %(movement)s"),),
    roles=[Role.DEALER],
    tables=ANYTIME,
    phases=BEFORE_THE_CARDS,
    while_held=True,
    source="bank.movements",
    public="movement",
)
def receive(act: Act, *, movement: Number, pieces: Keyed) -> None:
    """Enter what the dealer counted of a movement; it is received once it is attested. Records "bank_waits"."""
    bank = running(act)
    row = _row(bank, movement)
    counted = keyed_in(bank, pieces)
    require(
        row.kind != MovementKind.CREDIT.value,
        Code.BANK,
        "A credit is handed over at the table, and confirmed at the cage.",
        source=act.cite("bank.movements"),
    )
    bank.pure.movements[movement].receive(counted)
    _wait(act, row, "receive", pieces=pieces)


@verb(
    title=pgettext_lazy("act", "hand a credit over"),
    said=(pgettext_lazy("record", "counts out the credit of movement %(movement)s"),),
    roles=[Role.DEALER],
    tables=ANYTIME,
    phases=BEFORE_THE_CARDS,
    while_held=True,
    source="bank.movements",
    public="movement",
)
def hand_over(act: Act, *, movement: Number, pieces: Keyed) -> None:
    """Enter what the dealer counts out for a credit, as requested or less; it leaves once it is attested.

    Refuses (E_BANK) another kind of movement, and (E_MONEY) more than was requested. Records "bank_waits".
    """
    bank = running(act)
    row = _row(bank, movement)
    counted, requested = keyed_in(bank, pieces), worth(pieces_of(row.requested))
    require(
        row.kind == MovementKind.CREDIT.value,
        Code.BANK,
        "Movement %(number)s comes from the cage, which issues it.",
        source=act.cite("bank.movements"),
        number=movement,
    )
    require(worth(counted) <= requested, Code.MONEY, "More was counted out than was asked for.")
    bank.pure.movements[movement].issue(counted)
    _wait(act, row, "hand_over", pieces=pieces)


# --- the second person


@verb(
    title=pgettext_lazy("act", "attest a movement"),
    said=(pgettext_lazy("record", "attests movement %(movement)s"),),
    roles=SECONDS,
    tables=ANYTIME,
    phases=BEFORE_THE_CARDS,
    moves=["staff"],
    while_held=True,
    source="bank.movements",
    deciders=INSPECTORS,
    public="movement",
)
def attest_movement(
    act: Act,
    *,
    movement: Number,
    device: Device | None = None,
    pin_by: FoundOut | None = None,
    pin_on: FoundOut | None = None,
    pin_from: FoundOut | None = None,
) -> None:
    """Attest what of a movement waits for it, by one's own sign-in; the last one who has to makes it happen.

    Refuses (E_PRESENCE_SELF) who keyed it, (E_ROLE) an office that has not to attest it, and (E_PHASE) where nothing
    waits. Records "movement_attested", and what happens then.
    """
    bank = running(act)
    row = _row(bank, movement)
    waiting = row.waiting
    require(waiting, Code.PHASE, "Nothing of movement %(number)s waits to be attested.", number=movement)
    require(
        waiting["by"] != act.actor,
        Code.PRESENCE_SELF,
        "Who keyed it does not attest it.",
        source=act.cite("bank.movements"),
    )
    needed = _needed(bank, waiting)
    require(act.role in needed, Code.ROLE, "That is attested by %(roles)s.", roles=Listed(sorted(needed)))
    if _at_table(waiting):
        take_part(act, device, before=waiting["number"])
    row.waiting = waiting | {"attested": waiting["attested"] | {act.actor: [act.role.value, act.number]}}
    act.effect("movement_attested", movement=movement, role=act.role.value, **pin_facts(pin_by, pin_on, pin_from))
    if _is_complete(act, row.waiting, needed):
        _happen(act, bank, row)
    else:
        update(row)


def _needed(bank: Bank, waiting: dict[str, Any]) -> frozenset[Role]:
    if waiting["what"] == "receive":
        return bank.pure.needed
    return BY_ISPETTORE if waiting["what"] == "hand_over" else frozenset(SECONDS)


def _at_table(waiting: dict[str, Any]) -> bool:
    return waiting["what"] in ("receive", "hand_over")


def _is_complete(act: Act, waiting: dict[str, Any], needed: frozenset[Role]) -> bool:
    """Whether all have attested who have to: at the table each of these offices, still at work; at the cage one."""
    if not _at_table(waiting):
        return True
    said = waiting["attested"].items()
    present = {Role(role) for badge, (role, number) in said if stands(number, at_work_since(act.state, badge))}
    return needed <= present | {act.role}


def _happen(act: Act, bank: Bank, row: Movement) -> None:
    waiting, row.waiting = row.waiting, {}
    match waiting["what"]:
        case "receive":
            _receive(act, bank, row, keyed_in(bank, waiting["pieces"]))
        case "hand_over":
            _issue(act, bank, row, waiting["pieces"])
        case "settle":
            row.reason = waiting["reason"]
            bank.pure.settle(row.number, Place(waiting["to"]), waiting["amount"])
            store(act, bank)
            act.effect("transit_settled", movement=row.number, to=waiting["to"], amount=waiting["amount"])
        case _:
            row.reason = waiting["reason"]
            _void(act, bank, row)


def _receive(act: Act, bank: Bank, row: Movement, pieces: Any) -> None:
    bank.pure.receive(row.number, pieces)
    store(act, bank)
    now = bank.pure.movements[row.number]
    act.effect("pieces_received", movement=row.number, amount=worth(now.received))
    if now.in_transit:
        act.effect("fill_short", movement=row.number, amount=now.in_transit)


def _void(act: Act, bank: Bank, row: Movement) -> None:
    bank.pure.void(row.number)
    store(act, bank)
    if row.kind == MovementKind.OPENING.value:
        make_void(act, bank, CountKind.OPENER)
    act.effect("movement_void", movement=row.number)


def _wait(act: Act, row: Movement, what: str, **keyed_then: Any) -> None:
    row.waiting = {"what": what, "by": act.actor, "number": act.number, "attested": {}, **keyed_then}
    update(row)
    act.effect("bank_waits", what=what, movement=row.number)


def _row(bank: Bank, number: int) -> Movement:
    require(number in bank.movement_rows, Code.COUNT, "There is no movement %(number)s.", number=number)
    return bank.movement_rows[number]


def keyed_in(bank: Bank, pieces: Keyed) -> dict[int, int]:
    """Return pieces that were keyed, as the house has them (else E_CHIP)."""
    return checked(bank.pure.kinds, keyed(pieces))
