"""Verbs by which the pit asks the cage for pieces, or offers it some."""

from django.utils.translation import pgettext_lazy

from bank.play.tables import running, store
from bank.rules.movement import MovementKind
from bank.rules.pieces import worth
from bank.verbs.declaring import Keyed, keyed, of_movement
from table.play.act import Act
from table.rules.profile import Role

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
