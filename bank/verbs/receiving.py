"""Verbs by which pieces come to the table and leave it: they are counted there, and a second person attests that."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from bank.models import Movement
from bank.play.moving import (
    cancel,
    check_comes_to_table,
    missing_at_table,
    needed_at_table,
    row_of,
    say_closed,
    send,
    take_in,
    wait_to_be_attested,
)
from bank.play.policy import take_part
from bank.play.tables import Bank, running, store
from bank.rules.ledger import MoneyPlace
from bank.rules.movement import MovementKind
from bank.rules.pieces import worth
from bank.verbs.counting import SECONDS
from bank.verbs.declaring import Keyed, Number, keyed_in, of_movement
from table.play.act import Act
from table.play.declaration import IDLE, INSPECTORS, Device, FoundOut
from table.play.presence import pin_facts
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code, Listed, require

BEFORE_THE_CARDS = (IDLE, Phase.BETTING)


def check_received(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_FINAL) to receive what comes to a rack whose count at closing was accepted.

    The movement that ends the session passes, and so does a credit. Refuses (E_COUNT) an unknown movement, (E_PHASE)
    any to the rack while its float is locked uncounted, and an opening that its count receives, and (E_BANK) before the
    first session. Checked at the press alone, as earlier entries let it wait in vain.
    """
    running(act).pure.check_comes(given["movement"])


@of_movement(
    title=pgettext_lazy("act", "receive pieces"),
    said=(pgettext_lazy("record", "counts what came under movement %(movement)s"),),
    roles=[Role.DEALER],
    phases=BEFORE_THE_CARDS,
    public="movement",
    at_press=check_received,
)
def receive(act: Act, *, movement: Number, pieces: Keyed) -> None:
    """Enter what the dealer counted of a movement; it is received once it is attested. Records "bank_waits".

    It replaces a step that waited. Refuses (E_BANK) before the first session, and a credit, (E_COUNT) an unknown
    movement, (E_CHIP) pieces that the house does not have, and as :meth:`Movement.receive` does.
    """
    bank = running(act)
    row = row_of(bank, movement)
    counted = keyed_in(bank, pieces)
    check_comes_to_table(act, row)
    bank.pure.movements[movement].receive(counted)
    wait_to_be_attested(act, row, "receive", pieces=pieces)


def check_handed_over(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_FINAL) to count out of a rack whose count at closing was accepted.

    The movement that ends the session passes, but (E_MONEY) with another value than was asked for. Refuses (E_BANK)
    before the first session, (E_COUNT) an unknown movement, and (E_CHIP) pieces that the house does not have. Checked
    at the press alone, as earlier entries did so.
    """
    bank = running(act)
    bank.pure.check_leaves(given["movement"])
    bank.pure.check_closes(given["movement"], keyed_in(bank, given["pieces"]))


@of_movement(
    title=pgettext_lazy("act", "hand a credit over"),
    said=(pgettext_lazy("record", "counts out the credit of movement %(movement)s"),),
    roles=[Role.DEALER],
    phases=BEFORE_THE_CARDS,
    public="movement",
    at_press=check_handed_over,
)
def hand_over(act: Act, *, movement: Number, pieces: Keyed) -> None:
    """Enter what the dealer counts out for a credit, worth what was requested or less; it leaves once it is attested.

    It replaces a step that waited. Refuses (E_BANK) before the first session, and another kind of movement, (E_COUNT)
    an unknown one, (E_CHIP) pieces that the house does not have, (E_MONEY) more cents than were requested, in whatever
    pieces, (E_FINAL) one that was received or is void, and (E_COUNT) nothing. Records "bank_waits".
    """
    bank = running(act)
    row = row_of(bank, movement)
    counted, requested = keyed_in(bank, pieces), worth(bank.pure.movements[movement].requested)
    require(
        row.kind == MovementKind.CREDIT.value,
        Code.BANK,
        "Movement %(number)s comes from the cage, which issues it.",
        source=act.cite("bank.movements"),
        number=movement,
    )
    require(worth(counted) <= requested, Code.MONEY, "More was counted out than was asked for.")
    bank.pure.movements[movement].issue(counted)
    wait_to_be_attested(act, row, "hand_over", pieces=pieces)


# --- the second person


def check_attested(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_FINAL) to attest a step that a rack counted at closing neither gives nor takes any more.

    Such are to receive, to hand over, and to make void a credit that has left it; not of the movement that ends the
    session. Refuses a receipt as :meth:`TableBank.check_comes` does, too, (E_STALE) a step keyed after what the screen
    showed, (E_COUNT) an unknown movement, and (E_BANK) before the first session. Checked at the press alone, as earlier
    entries let it pass.
    """
    bank = running(act)
    waiting = row_of(bank, given["movement"]).waiting
    act.check_seen(waiting.get("number", 0))
    match waiting.get("what"):
        case "receive":
            bank.pure.check_comes(given["movement"])
        case "hand_over":
            bank.pure.check_leaves(given["movement"])
        case "void":
            bank.pure.check_comes_back(given["movement"])


@of_movement(
    title=pgettext_lazy("act", "attest a movement"),
    said=(pgettext_lazy("record", "attests movement %(movement)s"),),
    roles=SECONDS,
    phases=BEFORE_THE_CARDS,
    moves=["staff"],
    deciders=INSPECTORS,
    public="movement",
    at_press=check_attested,
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
    """Attest the step of a movement that waits, by one's own sign-in; the last attestation needed carries it out.

    ``pin_by``, ``pin_on`` and ``pin_from`` are facts of a PIN that others replaced. Refuses (E_BANK) before the first
    session, (E_COUNT) an unknown movement, (E_PHASE) where nothing waits, (E_PRESENCE_SELF) who keyed it, (E_ROLE) an
    office that does not attest it, at the table as :func:`take_part` does, which may sign on, and what can no longer be
    carried out (E_PHASE, E_FINAL, E_COUNT, E_CHIP, E_MONEY). Records "movement_attested", and what happens then.
    """
    bank = running(act)
    row = row_of(bank, movement)
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
    if _is_complete(act, bank, row.waiting):
        _happen(act, bank, row)
    else:
        act.update(row)


def _needed(bank: Bank, waiting: dict[str, Any]) -> frozenset[Role]:
    """Return the offices that attest the waiting step.

    At the table each of them has to (:func:`needed_at_table`). For what the cage has keyed it is all of ``SECONDS``, of
    whom one is enough (:func:`_is_complete`).
    """
    return needed_at_table(bank, waiting["what"]) if _at_table(waiting) else frozenset(SECONDS)


def _at_table(waiting: dict[str, Any]) -> bool:
    """Whether the waiting step is done at the table: to receive or hand over, and not to settle or make void."""
    return waiting["what"] in ("receive", "hand_over")


def _is_complete(act: Act, bank: Bank, waiting: dict[str, Any]) -> bool:
    """Whether the step is attested: at the table by each needed office, still at work there; at the cage by one."""
    return not _at_table(waiting) or missing_at_table(act.state, bank, waiting) <= {act.role}


def _happen(act: Act, bank: Bank, row: Movement) -> None:
    """Carry out the step that waits in ``row.waiting``, which is emptied: receive, issue, settle or void the movement.

    That it is attested is the caller's to check. Saves the bank and the row. Records "transit_settled" and what
    :func:`say_closed` does, or what the others record. Refuses as :func:`take_in`, :func:`send`, :func:`cancel` and
    :meth:`TableBank.settle` do. Raises KeyError where no step waits.
    """
    waiting, row.waiting = row.waiting, {}
    match waiting["what"]:
        case "receive":
            take_in(act, bank, row, keyed_in(bank, waiting["pieces"]))
        case "hand_over":
            send(act, bank, row, keyed_in(bank, waiting["pieces"]))
        case "settle":
            row.reason = waiting["reason"]
            bank.pure.settle(row.number, MoneyPlace(waiting["to"]), waiting["amount"])
            store(act, bank)
            act.effect("transit_settled", movement=row.number, to=waiting["to"], amount=waiting["amount"])
            say_closed(act, bank, row)
        case _:
            row.reason = waiting["reason"]
            cancel(act, bank, row)
