"""The Button and who reads the cards. Super Punto Banco, Premessa and Art. 13."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from table.rules.profiles import Profile
from table.rules.refusal import Code, require
from table.rules.regola import Outcome


class PuntoBettor(NamedTuple):
    """Somebody with a stake on Punto when the betting closes: where he is and what of it is in action, in cents.

    ``seated`` means that he holds the position and is present; who stands never reads (Art. 13).
    """

    position: str
    in_action: int
    seated: bool = True


def check_position(house: Profile, position: str) -> None:
    """Refused with E_POSITION unless this house's table has the position."""
    require(
        position in house.positions,
        Code.POSITION,
        "This table has no position “%(position)s”; it has %(known)s.",
        position=position,
        known=", ".join(house.positions),
    )


def order_from(house: Profile, button: str) -> Sequence[str]:
    """The order of the players: the positions from the Button upwards, round to the one before it."""
    first = button if house.button else house.positions[0]
    check_position(house, first)
    at = house.positions.index(first)
    return house.positions[at:] + house.positions[:at]


def ranking(house: Profile, button: str, bettors: Iterable[PuntoBettor]) -> list[str]:
    """The positions that may read, first choice first: the largest stake, among equals the first from the Button.

    Where ``standing_top_bet`` is ``dealer_completes``, nobody reads when somebody standing has more than all who sit.
    """
    if house.reader == "none":
        return []
    order, bettors = order_from(house, button), list(bettors)
    for bettor in bettors:
        check_position(house, bettor.position)
    seated = [bettor for bettor in bettors if bettor.seated and bettor.in_action > 0]
    top_standing = max((bettor.in_action for bettor in bettors if not bettor.seated), default=0)
    if house.standing_top_bet == "dealer_completes" and all(top_standing > bettor.in_action for bettor in seated):
        return []
    seated.sort(key=lambda bettor: (-bettor.in_action, order.index(bettor.position)))
    return [bettor.position for bettor in seated]


def reader(
    house: Profile, button: str, bettors: Iterable[PuntoBettor], *, passed_over: Collection[str] = ()
) -> str | None:
    """The position before which Punto's cards are laid; None when the dealer completes the hand.

    ``passed_over`` are those who declined, left, misbehaved or were passed over by the Ispettore di Gioco.
    """
    return next((position for position in ranking(house, button, bettors) if position not in passed_over), None)


def button_moves(house: Profile, outcome: Outcome) -> bool:
    """Whether the Button is passed on when the cards of a coup with this outcome are burned.

    It is after every coup but the Colpo in Bianco; a tie and a coup without a bettor on Punto are coups like any other.
    """
    if not house.button or outcome in (Outcome.BLANK, Outcome.CANCELLED):
        return False
    return outcome is Outcome.SETTLED or house.button_on_annulled == "pass"


def next_button(house: Profile, button: str, *, present: Collection[str] = ()) -> str:
    """The position to which the Button is passed: the next one, occupied or not, after the last the first again.

    A house may pass it to the next position whose holder is ``present`` instead; if nobody sits, it stays.
    """
    check_position(house, button)
    at = house.positions.index(button) + 1
    following = house.positions[at:] + house.positions[:at]
    if house.button_rotation == "next_position":
        return following[0]
    return next((position for position in following if position in present), button)


def button_after(house: Profile, button: str, outcome: Outcome, *, present: Collection[str] = ()) -> str:
    """Where the Button lies once the cards of a coup with this outcome are burned."""
    return next_button(house, button, present=present) if button_moves(house, outcome) else button
