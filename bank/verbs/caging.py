"""Verbs about a movement at the cage: what the pit asks for, what is issued, comes back, was lost, and is void."""

from collections.abc import Mapping
from typing import Any, Literal

from django.utils.translation import pgettext_lazy

from bank.play.moving import cancel, check_comes_to_table, row_of, send, take_in, wait_to_be_attested
from bank.play.tables import running, store
from bank.rules.ledger import MoneyPlace
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import worth
from bank.verbs.declaring import Keyed, Number, keyed, keyed_in, of_movement
from table.play.act import Act
from table.play.declaration import Amount, Text
from table.rules.profile import Role
from table.rules.refusal import Cents, Code, require

PIT = (Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA)


@of_movement(
    title=pgettext_lazy("act", "ask for a fill"),
    said=(pgettext_lazy("record", "asks the cage for a fill"),),
    roles=PIT,
)
def request_fill(act: Act, *, pieces: Keyed) -> None:
    """Ask the cage for pieces. Records "movement_requested".

    Refuses (E_BANK) before the first session, (E_PHASE) unless the bank is in play, (E_COUNT) once the rack was
    counted as the day ends, (E_CHIP) pieces that the house does not have, and (E_COUNT) nothing.
    """
    _request(act, MovementKind.FILL, pieces)


@of_movement(
    title=pgettext_lazy("act", "ask for a credit"),
    said=(pgettext_lazy("record", "asks for a credit to the cage"),),
    roles=PIT,
)
def request_credit(act: Act, *, pieces: Keyed) -> None:
    """Ask that pieces go to the cage. Records "movement_requested".

    Refuses (E_BANK) before the first session, (E_PHASE) unless the bank is in play, (E_COUNT) once the rack was
    counted as the day ends, (E_CHIP) pieces that the house does not have, (E_COUNT) nothing, and (E_MONEY) pieces
    worth more than the rack, whatever pieces it holds.
    """
    _request(act, MovementKind.CREDIT, pieces)


@of_movement(
    title=pgettext_lazy("act", "ask for an exchange"),
    said=(pgettext_lazy("record", "asks the cage for an exchange of pieces"),),
    roles=PIT,
)
def request_exchange(act: Act, *, out: Keyed, into: Keyed) -> None:
    """Ask the cage for pieces ``into`` the rack, for others of equal value ``out`` of it (else E_UNEQUAL).

    Whether the rack holds them is not checked before they are issued. Refuses as :func:`request_fill` does, too
    (E_BANK, E_PHASE, E_COUNT, E_CHIP). Records "movement_requested" as :func:`_request` does (number, kind, cents);
    nothing moves, and there is no slip before it is issued.
    """
    _request(act, MovementKind.EXCHANGE, into, given=out)


def _request(act: Act, kind: MovementKind, pieces: Keyed, *, given: Keyed | None = None) -> None:
    """Request a movement of these pieces, and save the bank; an exchange gives ``given``. Records "movement_requested".

    That has the number, the kind and the cents requested. Refuses (E_BANK) before the first session, and as
    :meth:`TableBank.request` does (E_PHASE, E_CHIP, E_COUNT, E_MONEY, E_UNEQUAL).
    """
    bank = running(act)
    number = bank.pure.request(kind, keyed(pieces), keyed(given or {}))
    store(act, bank)
    amount = worth(bank.pure.movements[number].requested)
    act.effect("movement_requested", movement=number, kind=kind.value, amount=amount)


def check_issue(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse to issue for an exchange another value than leaves the rack (E_UNEQUAL), or from a counted rack (E_FINAL).

    The latter for an exchange and a credit, once the rack was counted at closing, but for the movement that ends the
    session; of that another value than was asked for is refused (E_MONEY). Refuses (E_BANK) before the first session,
    (E_COUNT) an unknown movement and (E_CHIP) pieces that the house does not have. Checked at the press alone, as
    earlier entries did so.
    """
    bank = running(act)
    bank.pure.check_leaves(given["movement"])
    gives, pieces = worth(bank.pure.movements[given["movement"]].given), keyed_in(bank, given["pieces"])
    bank.pure.check_closes(given["movement"], pieces)
    require(
        not gives or worth(pieces) == gives,
        Code.UNEQUAL,
        "An exchange is of equal value: %(given)s leave the rack, and as much the cage.",
        source=act.cite("bank.movements"),
        given=Cents(gives),
    )


@of_movement(
    title=pgettext_lazy("act", "issue pieces"),
    said=(pgettext_lazy("record", "issues the pieces of movement %(movement)s"),),
    roles=[Role.CASSA],
    public="movement",
    at_press=check_issue,
)
def issue(act: Act, *, movement: Number, pieces: Keyed) -> None:
    """Enter what leaves the cage under a movement; keyed again it replaces what was keyed before.

    A step of the movement that waits to be attested is dropped ("bank_withdrawn"). Refuses (E_BANK) before the first
    session, and a credit, which the table hands over, (E_COUNT) an unknown movement, and as :func:`send` does (E_CHIP,
    E_COUNT, E_FINAL, E_MONEY). Records "pieces_issued", "bank_posted" if anything moves, the first time "slip_taken",
    and of an exchange, which takes from the rack, "float_low" or "bank_negative".
    """
    bank = running(act)
    row = row_of(bank, movement)
    check_comes_to_table(act, row)
    send(act, bank, row, keyed_in(bank, pieces))


@of_movement(
    title=pgettext_lazy("act", "confirm a credit"),
    said=(pgettext_lazy("record", "confirms at the cage the credit of movement %(movement)s"),),
    roles=[Role.CASSA],
    public="movement",
)
def confirm_credit(act: Act, *, movement: Number, pieces: Keyed) -> None:
    """Enter what was counted of a credit at the cage, in addition to before; a step of it that waits is dropped.

    Closes the session if this credit ends it and nothing of it is in transit. Refuses (E_BANK) before the first
    session, and any other movement, (E_COUNT) an unknown one, nothing, more than is in transit or, of a kind, than
    left, (E_CHIP) pieces the house does not have, (E_FINAL) with nothing in transit. Records "bank_posted",
    "bank_withdrawn" of a step, "pieces_received", "fill_short" while more is in transit, "bank_closed".
    """
    bank = running(act)
    row = row_of(bank, movement)
    require(
        row.kind == MovementKind.CREDIT.value,
        Code.BANK,
        "Movement %(number)s goes to the table, and is counted there.",
        source=act.cite("bank.movements"),
        number=movement,
    )
    take_in(act, bank, row, keyed_in(bank, pieces))


def check_settled(_act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_REASON) to settle what is in transit for no reason; at the press alone, as earlier entries did so."""
    require(given["reason"], Code.REASON, "What is in transit is settled for a reason, which is entered.")


@of_movement(
    title=pgettext_lazy("act", "settle what is in transit"),
    said=(pgettext_lazy("record", "settles what of movement %(movement)s is in transit, %(amount)s: %(reason)s"),),
    roles=[Role.CASSA],
    public="movement to amount",
    at_press=check_settled,
)
def settle_transit(
    act: Act, *, movement: Number, to: Literal["cage", "rack", "difference"], amount: Amount, reason: Text
) -> None:
    """Ask for pieces in transit to be entered as found at cage or rack, or as lost; a second person has to attest it.

    ``amount`` is in cents, ``to`` is "difference" if they are lost. Nothing moves before; a step of the movement that
    waited is replaced. Refuses (E_BANK) before the first session, (E_COUNT) an unknown movement, and as
    :meth:`Movement.settle` does (E_FINAL, E_COUNT); the reason is checked at the press alone. Records "bank_waits".
    """
    bank = running(act)
    row = row_of(bank, movement)
    bank.pure.movements[movement].settle(MoneyPlace(to), amount)
    wait_to_be_attested(act, row, "settle", to=to, amount=amount, reason=reason)


def check_step_withdrawn(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_REASON) no reason, and (E_STALE) to withdraw a step that was keyed after what the screen showed.

    Passes where nothing waits, or ``act.seen`` is None. Refuses (E_BANK) before the first session, and (E_COUNT) an
    unknown movement. Checked at the press alone.
    """
    require(given["reason"], Code.REASON, "What waits is withdrawn for a reason, which is entered.")
    act.check_seen(row_of(running(act), given["movement"]).waiting.get("number", 0))


@of_movement(
    title=pgettext_lazy("act", "withdraw a step of a movement"),
    said=(pgettext_lazy("record", "withdraws what waits of movement %(movement)s: %(reason)s"),),
    roles=[Role.CASSA],
    public="movement",
    at_press=check_step_withdrawn,
)
def withdraw_step(act: Act, *, movement: Number, reason: Text) -> None:
    """Withdraw what the cage has asked a second person to attest of a movement: that it is settled, or made void.

    The movement goes on where it was; the reason is in the entry alone, and checked at the press alone. Refuses
    (E_BANK) before the first session, (E_COUNT) an unknown movement, and (E_PHASE) where nothing waits, or a step of
    the table, which is keyed there anew. Records "bank_withdrawn".
    """
    row = row_of(running(act), movement)
    what = row.waiting.get("what")
    require(
        what in ("settle", "void"),
        Code.PHASE,
        "Of movement %(number)s nothing waits that the cage has asked for.",
        source=act.cite("bank.movements"),
        number=movement,
    )
    row.waiting = {}
    act.update(row)
    act.effect("bank_withdrawn", what=what, movement=movement)


def check_void(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse no reason (E_REASON), and (E_FINAL) to take a credit back into a rack that was counted without it.

    Refuses (E_BANK) before the first session, and (E_COUNT) an unknown movement. Checked at the press alone, as earlier
    entries did so.
    """
    require(given["reason"], Code.REASON, "A movement is made void for a reason, which is entered.")
    running(act).pure.check_comes_back(given["movement"])


@of_movement(
    title=pgettext_lazy("act", "make a movement void"),
    said=(pgettext_lazy("record", "makes movement %(movement)s void: %(reason)s"),),
    roles=[*PIT, Role.CASSA],
    public="movement",
    at_press=check_void,
)
def void_movement(act: Act, *, movement: Number, reason: Text) -> None:
    """Make a movement void that was not received, and store the reason, which is checked at the press alone.

    Whoever requested it does so at once, before anything was issued; the cage at any time, once a second person attests
    it. Refuses (E_BANK) before the first session, (E_COUNT) an unknown movement, (E_FINAL) what was received or is
    void, and (E_ROLE) anybody else, and whoever requested it once something was issued. Records "movement_void", or for
    the cage "bank_waits", in place of a step that waited.
    """
    bank = running(act)
    row = row_of(bank, movement)
    bank.pure.movements[movement].void()
    if act.role == Role.CASSA:
        wait_to_be_attested(act, row, "void", reason=reason)
        return
    require(
        row.by == act.actor and row.status == Status.REQUESTED.value,
        Code.ROLE,
        "Who asked for a movement makes it void before anything was issued; else the cage does, with a second person.",
        source=act.cite("bank.movements"),
    )
    row.reason = reason
    cancel(act, bank, row)
