"""Button and reader of the cards. Super Punto Banco, Premessa and Art. 13."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from table.rules.profile import Profile
from table.rules.refusal import Code, require
from table.rules.regola import Outcome


class PuntoBettor(NamedTuple):
    """Person with a stake on Punto when the betting closes: its position, and their cents in action on Punto.

    These are of all their positions together. ``seated``: they hold the position and are present; a standing guest
    never reads (Art. 13).
    """

    position: str
    in_action: int
    seated: bool = True


def check_position(profile: Profile, position: str) -> None:
    """Refuse a position that this house's table does not have (E_POSITION)."""
    require(
        position in profile.positions,
        Code.POSITION,
        "This table has no position “%(position)s”; it has %(known)s.",
        position=position,
        known=", ".join(profile.positions),
    )


def order_from(profile: Profile, button: str) -> Sequence[str]:
    """Return all positions in the order of precedence: from the Button upwards, round to the one before it.

    Refuses an unknown position (E_POSITION). In a house without a Button the order begins at the first one,
    whatever ``button`` is.
    """
    first = button if profile.button else profile.positions[0]
    check_position(profile, first)
    at = profile.positions.index(first)
    return profile.positions[at:] + profile.positions[:at]


def ranking(profile: Profile, button: str, bettors: Iterable[PuntoBettor]) -> list[str]:
    """Return the positions of bettors who may read, best first: by their cents in action, equal ones in Button order.

    Only of those who are seated and have something in action. Empty in a house without a reader; with
    ``standing_top_bet`` set to ``dealer_completes`` also when somebody standing has more in action than everybody
    seated. Refuses an unknown position (E_POSITION), of a bettor or the Button, unless the house has no reader.
    """
    if profile.reader == "none":
        return []
    order, bettors = order_from(profile, button), list(bettors)
    for bettor in bettors:
        check_position(profile, bettor.position)
    seated = [bettor for bettor in bettors if bettor.seated and bettor.in_action > 0]
    top_standing = max((bettor.in_action for bettor in bettors if not bettor.seated), default=0)
    if profile.standing_top_bet == "dealer_completes" and all(top_standing > bettor.in_action for bettor in seated):
        return []
    seated.sort(key=lambda bettor: (-bettor.in_action, order.index(bettor.position)))
    return [bettor.position for bettor in seated]


def reader(
    profile: Profile, button: str, bettors: Iterable[PuntoBettor], *, passed_over: Collection[str] = ()
) -> str | None:
    """Return the position before which Punto's cards are laid: the best by :func:`ranking` that is not passed over.

    None where none is left: the dealer completes the hand. ``passed_over`` are the positions that declined, left,
    misbehaved or were passed over by the Ispettore di Gioco. Refuses as :func:`ranking` does (E_POSITION).
    """
    return next((position for position in ranking(profile, button, bettors) if position not in passed_over), None)


def button_moves(profile: Profile, outcome: Outcome) -> bool:
    """Whether the Button is passed on when the cards of a coup with this outcome are burned.

    It is after a settled coup, a tie and one without a bettor on Punto included; after a coup without a result
    (annulled, null for want of cards, void) only where the house says so (``button_on_annulled``). It is not after a
    Colpo in Bianco or a betting closed without a card, nor in a house without a Button.
    """
    if not profile.button or outcome in (Outcome.BLANK, Outcome.CANCELLED):
        return False
    return outcome is Outcome.SETTLED or profile.button_on_annulled == "pass"


def next_button(profile: Profile, button: str, *, present: Collection[str] = ()) -> str:
    """Return the position to which the Button is passed: the next one, occupied or not; the first follows the last.

    With ``button_rotation`` set to ``next_occupied`` it is the next position in ``present`` instead, and ``button``
    again if no other is in it. Refuses a ``button`` at an unknown position (E_POSITION); ``present`` is not checked.
    """
    check_position(profile, button)
    at = profile.positions.index(button) + 1
    following = profile.positions[at:] + profile.positions[:at]
    if profile.button_rotation == "next_position":
        return following[0]
    return next((position for position in following if position in present), button)


def button_after(profile: Profile, button: str, outcome: Outcome, *, present: Collection[str] = ()) -> str:
    """Return the position of the Button once the cards of a coup with this outcome are burned.

    It stays where it is (``button``) after a Colpo in Bianco or a cancelled betting, in a house without a Button, and
    after any other coup without a result unless the house says so; else it is the next position, or with
    ``button_rotation`` set to ``next_occupied`` the next one in ``present``, whose players are present (``button``
    again if no other is). Refuses a ``button`` at an unknown position only if it moves (E_POSITION).
    """
    return next_button(profile, button, present=present) if button_moves(profile, outcome) else button
