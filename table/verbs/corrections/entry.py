"""Verbs that correct what was keyed wrong, with a trace; what was *done* wrong is an incident. Nothing is erased."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import msgspec
from django.utils.translation import pgettext_lazy

from table.models import Coup
from table.play.act import Act
from table.play.declaration import INSPECTORS, Number, of_the_coup
from table.play.sealed import check_real
from table.play.stakes import check_whose
from table.play.texts import misfit
from table.rules.corrections import ALWAYS, BEFORE_BURNED, CORRECTABLE, Correctable
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.verbs.corrections import second_person
from table.verbs.corrections.cards import (
    CardFix,
    ClaimFix,
    CountFix,
    CutCardFix,
    correct_card,
    correct_count,
    correct_cut_card,
    correct_declaration,
)
from table.verbs.corrections.stakes import (
    BoxFix,
    CashFix,
    CloseFix,
    HighestFix,
    OwnerFix,
    PositionFix,
    StakeFix,
    StandingFix,
    check_box_fix,
    check_one_laid_there,
    check_owner_fix,
    check_position_fix,
    check_says_whose,
    check_stake_fix,
    correct_box,
    correct_cash,
    correct_close,
    correct_highest,
    correct_owner,
    correct_position,
    correct_stake,
    correct_standing,
)

What = Literal[
    "card",
    "declaration",
    "close",
    "stake",
    "box",
    "owner",
    "highest",
    "position",
    "cut_card",
    "count",
    "standing",
    "cash",
]
Reason = Literal["mistyped", "misheard", "misread", "pressed_early", "forgotten", "found_out"]
DEALER, ISPETTORE = Role.DEALER, Role.ISPETTORE_GIOCO
AGREES = (Role.ISPETTORE_COMUNALE, Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE)
"""Roles that can be the second person in some house, see :attr:`Profile.second_persons`."""


def check_whose_is_corrected(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_INDIVIDUAL) to correct box, owner or notes of a stake for a guest who neither owns nor laid it.

    That passes without a guest or such a stake, and where several may stake at a position. There amount and notes are
    refused without a guest as :func:`check_says_whose` does, and a position as :func:`check_one_laid_there` does. Any
    other kind passes. Refuses (E_ARGUMENTS) a correction of these kinds that does not fit its form, and (E_BOX) an
    unknown box, unless it is one of the amount.
    """
    what = given["what"]
    if what not in ("stake", "box", "owner", "cash", "position"):
        return
    fix = _understood(CORRECTIONS[what], given["new"])
    if what == "position":
        check_one_laid_there(act, fix.position)
        return
    if what in ("stake", "cash"):
        check_says_whose(act, fix)
    if what != "stake":
        check_whose(act, {"position": fix.position, "box": fix.box, "guest": fix.guest})


@of_the_coup(
    title=pgettext_lazy("act", "correct an entry"),
    said=(pgettext_lazy("record", "a correction, because it was %(reason)s"),),
    roles=[DEALER, ISPETTORE],
    phases=ALWAYS,
    moves=["coup", "shoe"],
    while_held=True,
    deciders=INSPECTORS,
    public="what reason",
    at_press=check_whose_is_corrected,
)
def correct_entry(act: Act, *, what: What, new: dict[str, Any], reason: Reason) -> None:
    """Correct what was keyed wrong, until the cards are burned. Records "entry_corrected" with old and new values.

    ``new`` has the fields of that kind's form in CORRECTIONS (else E_ARGUMENTS). Once a face is known, a stake's
    amount, box, owner or position takes a second person: the correction then only waits for them, see
    :func:`~table.verbs.corrections.second_person.ask` ("correction_asked"; E_PRESENCE). Between coups and during the
    betting only the cut card and a card beside the sabot are corrected. Refuses what cannot be corrected at a virtual
    shoe (E_SHOE), now (E_PHASE) or by this role (E_ROLE), and as the correction itself does.
    """
    correction = CORRECTIONS[what]
    by_two = CORRECTABLE[what].changes_stakes and _takes_two(act)
    _check_turn(act, CORRECTABLE[what], by_two=by_two)
    fix = _understood(correction, new)
    if by_two:
        second_person.ask(act, what=what, old=correction.check(act, fix), new=new, reason=reason)
        return
    old = correction.correct(act, fix)
    act.effect("entry_corrected", what=what, old=old, new=new, reason=reason)


@of_the_coup(
    title=pgettext_lazy("act", "agree to a correction"),
    said=(pgettext_lazy("record", "agrees to the correction asked for in number %(correction)s"),),
    roles=AGREES,
    phases=BEFORE_BURNED,
    moves=["coup", "shoe"],
    while_held=True,
    source="corrections.by_two",
    public="correction",
    at_press=second_person.check_no_own_correction,
)
def confirm_correction(act: Act, *, correction: Number) -> None:
    """Agree, as the second person, to the correction asked for in this entry, and do it. Records "entry_corrected".

    Refused where it does not wait (E_ARGUMENTS), to a role that is no second person in this house (E_ROLE), to whoever
    asked for it, has keyed a stake at its positions in this coup, or (at the press) has asked for an earlier correction
    there that was done (E_PRESENCE_SELF), where whoever agrees or whoever asked does not work at this table now
    (E_PRESENCE), where it may no longer be done (E_PHASE), and as the correction itself is.
    """
    request = second_person.agreed(act, correction)
    what = CORRECTIONS[request.what]
    require(act.state.phase in CORRECTABLE[request.what].ispettore, Code.PHASE, "This cannot be corrected now.")
    old = what.correct(act, _understood(what, request.new))
    both = {"asked": request.number, "asked_by": request.by}
    act.effect("entry_corrected", what=request.what, old=old, new=request.new, reason=request.reason, **both)


@of_the_coup(
    title=pgettext_lazy("act", "take back a correction"),
    said=(pgettext_lazy("record", "takes back the correction asked for in number %(correction)s"),),
    roles=[ISPETTORE],
    phases=BEFORE_BURNED,
    while_held=True,
    source="corrections.by_two",
    public="correction",
    at_press=second_person.check_takes_back,
)
def withdraw_correction(act: Act, *, correction: Number) -> None:
    """Take back a correction that waits for a second person; no stake has changed. Records "correction_taken_back".

    Refused (E_ARGUMENTS) where none of this number waits. Whoever asked for it may do so even after signing off, any
    other Ispettore di Gioco only if signed on at this table (else E_PRESENCE, checked at the press alone).
    """
    second_person.take_back(act, correction)


def _nothing_to_check(_act: Act, _fix: Any) -> Any:
    """Raise AssertionError: stands in for the check of kinds that one person corrects, never only asked for."""
    raise AssertionError("this correction is never only asked for")


class Correction(NamedTuple):
    """Correction of one kind: form of its new values and function; when it is possible, CORRECTABLE says.

    ``check`` refuses what cannot be asked for, and returns what had been keyed.
    """

    form: type[msgspec.Struct]
    correct: Callable[[Act, Any], Any]
    check: Callable[[Act, Any], Any] = _nothing_to_check


CORRECTIONS: dict[str, Correction] = {
    "card": Correction(CardFix, correct_card),
    "declaration": Correction(ClaimFix, correct_declaration),
    "close": Correction(CloseFix, correct_close),
    "stake": Correction(StakeFix, correct_stake, check_stake_fix),
    "box": Correction(BoxFix, correct_box, check_box_fix),
    "owner": Correction(OwnerFix, correct_owner, check_owner_fix),
    "highest": Correction(HighestFix, correct_highest),
    "position": Correction(PositionFix, correct_position, check_position_fix),
    "cut_card": Correction(CutCardFix, correct_cut_card),
    "count": Correction(CountFix, correct_count),
    "standing": Correction(StandingFix, correct_standing),
    "cash": Correction(CashFix, correct_cash),
}


def _takes_two(act: Act) -> bool:
    """Whether a change of stakes takes two persons: once a face is known, in any coup but a Colpo in Bianco."""
    coup = act.state.coup
    return coup is not None and coup.kind == Coup.Kind.NORMAL and act.state.face_known


def _check_turn(act: Act, correction: Correctable, *, by_two: bool) -> None:
    """Refuse a correction that is not possible now, or that this role may not make.

    In this order: one of real cards at a virtual shoe (E_SHOE), in a phase in which neither role may make it (E_PHASE)
    or not this one (E_ROLE), and to a dealer one that takes two persons (``by_two``; E_ROLE).
    """
    phase = act.state.phase
    if correction.of_real_cards:
        check_real(act, act.state.shoe)
    either = (*correction.dealer, *correction.ispettore)
    require(phase in either, Code.PHASE, "This cannot be corrected now.")
    allowed = correction.dealer if act.role == DEALER else correction.ispettore
    require(phase in allowed, Code.ROLE, "From here on the Ispettore di Gioco corrects it.")
    require(
        act.role != DEALER or not by_two,
        Code.ROLE,
        "A face of this hand is known: the Ispettore di Gioco corrects a stake, and a second person agrees to it.",
        source=act.cite("corrections.by_two"),
    )


def _understood(correction: Correction, new: dict[str, Any]) -> Any:
    """Parse the new values of a correction in its form. Refuses (E_ARGUMENTS) what does not fit."""
    try:
        return msgspec.convert(new, correction.form, strict=True)
    except msgspec.ValidationError as error:
        raise Refused(Code.ARGUMENTS, "The correction cannot be understood: %(why)s.", why=misfit(error)) from None
