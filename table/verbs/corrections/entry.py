"""What was keyed wrong is put right, with a trace; what was *done* wrong is an incident. Nothing is ever erased."""

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

import msgspec
from django.utils.translation import pgettext_lazy

from table.play.act import Act
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.refusal import Code, Refused, require
from table.verbs.corrections.cards import (
    CardFix,
    ClaimFix,
    CutCardFix,
    correct_card,
    correct_cut_card,
    correct_declaration,
)
from table.verbs.corrections.stakes import (
    WITH_CARDS,
    CashFix,
    CloseFix,
    HighestFix,
    PositionFix,
    StakeFix,
    StandingFix,
    correct_cash,
    correct_close,
    correct_highest,
    correct_position,
    correct_stake,
    correct_standing,
)
from table.verbs.declaration import IDLE, verb

What = Literal["card", "declaration", "close", "stake", "highest", "position", "cut_card", "standing", "cash"]
Reason = Literal["mistyped", "misheard", "misread", "pressed_early", "forgotten"]
OF_THE_HAND: tuple[What, ...] = ("card", "declaration")
"""What was said and shown in a hand: who has keyed it is no witness of how it was."""
DEALER, ISPETTORE = Role.DEALER, Role.ISPETTORE_GIOCO
BEFORE_ANNOUNCED = (
    Phase.CLOSED,
    Phase.DEALING,
    Phase.READING,
    Phase.DECLARED,
    Phase.BANCO_UP,
    Phase.DRAWING,
    Phase.PUNTO_UP,
)
BEFORE_BURNED = (*BEFORE_ANNOUNCED, Phase.ANNOUNCED, Phase.COUNTING, Phase.SETTLED)
BEFORE_SETTLED = BEFORE_BURNED[:-1]
ALWAYS = (IDLE, Phase.BETTING, *BEFORE_BURNED)
DECLARED = (Phase.DECLARED, Phase.BANCO_UP, Phase.PUNTO_UP)


@verb(
    title=pgettext_lazy("act", "correct an entry"),
    said=(pgettext_lazy("record", "put right, because it was %(reason)s"),),
    roles=[DEALER, ISPETTORE],
    phases=ALWAYS,
    ground=["coup"],
    moves=["coup", "shoe"],
    while_held=True,
)
def correct_entry(act: Act, *, what: What, new: dict[str, Any], reason: Reason) -> None:
    """An entry that was keyed wrong is put right, until the cards are burned; old and new stand in the record."""
    correction = CORRECTIONS[what]
    _check_turn(act, correction)
    try:
        fix = msgspec.convert(new, correction.form, strict=True)
    except msgspec.ValidationError as error:
        raise Refused(Code.ARGUMENTS, "The correction cannot be understood: %(why)s.", why=str(error)[:200]) from None
    old = correction.correct(act, fix)
    act.effect("entry_corrected", what=what, old=old, new=new, reason=reason)


class Correction(NamedTuple):
    """The form of a correction, what it does, and in which phases the dealer and the Ispettore di Gioco may do it."""

    form: type[msgspec.Struct]
    correct: Callable[[Act, Any], Any]
    dealer: tuple[Phase | None, ...] = BEFORE_BURNED
    ispettore: tuple[Phase | None, ...] = BEFORE_BURNED


CORRECTIONS: dict[str, Correction] = {
    "card": Correction(CardFix, correct_card, dealer=BEFORE_ANNOUNCED),
    "declaration": Correction(ClaimFix, correct_declaration, DECLARED, DECLARED),
    "close": Correction(CloseFix, correct_close, WITH_CARDS, WITH_CARDS),
    "stake": Correction(StakeFix, correct_stake, WITH_CARDS, BEFORE_SETTLED),
    "highest": Correction(HighestFix, correct_highest, WITH_CARDS, WITH_CARDS),
    "position": Correction(PositionFix, correct_position),
    "cut_card": Correction(CutCardFix, correct_cut_card, ALWAYS, ALWAYS),
    "standing": Correction(StandingFix, correct_standing),
    "cash": Correction(CashFix, correct_cash),
}


def _check_turn(act: Act, correction: Correction) -> None:
    phase = act.state.phase
    either = (*correction.dealer, *correction.ispettore)
    require(phase in either, Code.PHASE, "This cannot be corrected now.")
    allowed = correction.dealer if act.role == DEALER else correction.ispettore
    require(phase in allowed, Code.ROLE, "From here on the Ispettore di Gioco corrects it.")
