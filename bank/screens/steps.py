"""Requests to the cage, and the step of a movement or a count that is due: its act, its words and its buttons."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from bank.play.tables import Bank, awaits_direzione
from bank.rules.counts import CountKind
from bank.rules.ledger import MoneyPlace
from bank.rules.movement import MovementKind, Status
from bank.screens.reading import Moving
from table.rules.profile import Profile, Role
from table.words.numbers import Numbers
from table.words.terms import ROLES


class Request(NamedTuple):
    """Request to the cage: its name, its act, its title, and the arguments that take pieces, each with its title."""

    name: str
    verb: str
    title: str
    counters: tuple[tuple[str, str], ...]


class MovingStep(NamedTuple):
    """Step of a movement at the table or at the cage: its act, and the words of the button once the pieces are keyed.

    ``as_requested`` are those of the button by which they move as requested, ``otherwise`` leads to the keys; both are
    "" at the cage.
    """

    verb: str
    counted: str
    as_requested: str = ""
    otherwise: str = ""


class AtCage(NamedTuple):
    """Movement on the screen of the cage: its cents, how it stands, and its button, in gold where the cage is awaited.

    ``settles``: something of it is in transit still.
    """

    amount: int
    stands: str
    button: str
    gold: bool
    settles: bool


class SignKey(NamedTuple):
    """Button by which somebody signs an act on a count by PIN: the verb, the kind of count, the words on the button.

    ``signs`` are the words above the PIN; ``reason`` asks for a reason in words, "" for none.
    """

    verb: str
    what: str
    words: str
    signs: str
    reason: str = ""


def requests() -> tuple[Request, ...]:
    """Return what is requested of the cage, in the order of the screens: a fill, a credit, an exchange."""
    one, both = (("pieces", ""),), (("out", _("goes to the cage")), ("into", _("comes to the table")))
    return (
        Request(MovementKind.FILL.value, "request_fill", _("Ask for a fill"), one),
        Request(MovementKind.CREDIT.value, "request_credit", _("Offer a credit"), one),
        Request(MovementKind.EXCHANGE.value, "request_exchange", _("Exchange chips"), both),
    )


def step_at_table(it: Moving) -> MovingStep:
    """Return the step of a movement at the table, however far it is: a credit is handed over, any other received."""
    if it.to_table:
        words = _("This lies there"), _("All of it is there"), _("It is not all: key what lies there")
        return MovingStep("receive", *words)
    words = _("This leaves"), _("Handed over as requested"), _("Less is handed over: key what leaves")
    return MovingStep("hand_over", *words)


def step_at_cage(it: Moving) -> MovingStep:
    """Return the step of a movement at the cage, however far it is: a credit is confirmed there, any other issued."""
    if it.to_table:
        return MovingStep("issue", _("This leaves the cage"))
    return MovingStep("confirm_credit", _("This came to the cage"))


def at_cage(it: Moving) -> AtCage:
    """Return a movement as the screen of the cage shows it: its cents, how it stands, and its button.

    Cents are those in transit once something was received, before that all that was issued or requested, and 0 of a
    float on its way (:func:`float_coming`). The button is
    ``gold`` where the cage is awaited; ``settles``: something was received, and the rest is in transit.
    """
    settles, requested = it.status == Status.RECEIVED, it.status == Status.REQUESTED
    issued = it.status == Status.ISSUED
    gold = (requested and it.to_table and not it.over) or (issued and not it.to_table) or settles
    return AtCage(it.transit if settles else it.pieces.amount, _stands(it), _button(it), gold, settles)


def _stands(it: Moving) -> str:
    """Return in words where a movement stands: asked or offered by whom, on its way to where, else still in transit."""
    if it.status == Status.REQUESTED:
        words = _("asked by %(badge)s") if it.to_table else _("offered by %(badge)s")
        return words % {"badge": it.by}
    if it.status == Status.ISSUED:
        return _("on its way to the table") if it.to_table else _("on its way to the cage")
    return _("still in transit")


def _button(it: Moving) -> str:
    """Return the words of the button that opens a movement at the cage.

    They are to sign what waits, else to settle what is in transit, to issue, issue anew or receive what is due there,
    or else to look.
    """
    if it.awaits:
        return _("Sign")
    if it.status == Status.RECEIVED:
        return _("Settle what is in transit")
    if not it.due_at_cage:
        return _("Look")
    if not it.to_table:
        return _("Receive")
    return _("Issue") if it.status == Status.REQUESTED else _("Issue anew")


def step_to_sign(it: Moving, texts: Mapping[str, str], currency: str, numbers: Numbers) -> str:
    """Return in words the step of a movement that a second person signs, with the reason given for it.

    ``texts`` are free texts by digest; without its text a reason is shown as its digest. "" where nothing waits.
    """
    given = {"amount": numbers.money(it.amount, currency), "reason": texts.get(it.reason, it.reason)}
    match it.awaits, it.to:
        case "receive", _place:
            return _("The table has counted what came.")
        case "hand_over", _place:
            return _("The table has counted what leaves.")
        case "void", _place:
            return _("It is made void: %(reason)s") % given
        case "settle", MoneyPlace.CAGE:
            return _("%(amount)s found at the cage: %(reason)s") % given
        case "settle", MoneyPlace.RACK:
            return _("%(amount)s found at the table: %(reason)s") % given
        case "settle", _place:
            return _("%(amount)s lost: %(reason)s") % given
    return ""


def attests(kind: CountKind, words: str) -> SignKey:
    """Return the button by which a count of this kind is attested, with ``words`` on it."""
    return SignKey("attest_count", kind.value, words, _("I attest this count"))


def attests_as(kind: CountKind, offices: str) -> SignKey:
    """Return the button by which a count of this kind is attested, with ``offices``, their names in words, on it."""
    return attests(kind, _("Attest by PIN: %(offices)s") % {"offices": offices})


def decides_on(bank: Bank, kind: CountKind, profile: Profile, *, moved: bool) -> tuple[int | None, SignKey]:
    """Return the difference of a count in cents, None while it may not be shown or its chips have ``moved``, and a key.

    By the key it is counted again where chips have moved; else the Direzione attests a large difference that is shown;
    else the count is accepted. A reason is asked for to count again, and to accept a shown difference other than 0.
    """
    if moved:
        words = _("Count again")
        return None, SignKey("recount", kind.value, words, words, _("why it is counted again"))
    difference = bank.pure.difference(kind) if bank.shows(kind) else None
    if awaits_direzione(bank, kind, profile):
        return difference, attests_as(kind, str(ROLES[Role.DIREZIONE]))
    words, reason = _("Accept the count"), _("what explains the difference") if difference else ""
    return difference, SignKey("accept_count", kind.value, words, words, reason)
