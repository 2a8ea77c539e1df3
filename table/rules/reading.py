"""The Button and who reads the cards. Super Punto Banco, Premessa and Art. 13."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from table.rules.profile import Profile
from table.rules.refusal import Code, require
from table.rules.regola import Outcome


class PuntoBettor(NamedTuple):
    """Somebody with a stake on Punto when the betting closes: where he is and what of it is in action, in cents.

    ``seated`` means that he holds the position and is present; who stands never reads (Art. 13).
    """

    position: str
    in_action: int
    seated: bool = True


def check_position(profile: Profile, position: str) -> None:
    """Refused with E_POSITION unless this house's table has the position."""
    require(
        position in profile.positions,
        Code.POSITION,
        "This table has no position “%(position)s”; it has %(known)s.",
        position=position,
        known=", ".join(profile.positions),
    )


def order_from(profile: Profile, button: str) -> Sequence[str]:
    """The order of the players: the positions from the Button upwards, round to the one before it."""
    first = button if profile.button else profile.positions[0]
    check_position(profile, first)
    at = profile.positions.index(first)
    return profile.positions[at:] + profile.positions[:at]


def ranking(profile: Profile, button: str, bettors: Iterable[PuntoBettor]) -> list[str]:
    """The positions that may read, first choice first: the largest stake, among equals the first from the Button.

    Where ``standing_top_bet`` is ``dealer_completes``, nobody reads when somebody standing has more than all who sit.
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
    """The position before which Punto's cards are laid; None when the dealer completes the hand.

    ``passed_over`` are those who declined, left, misbehaved or were passed over by the Ispettore di Gioco.
    """
    return next((position for position in ranking(profile, button, bettors) if position not in passed_over), None)


def button_moves(profile: Profile, outcome: Outcome) -> bool:
    """Whether the Button is passed on when the cards of a coup with this outcome are burned.

    It is after a coup that was settled, a tie and one without a bettor on Punto among them; after one that ended
    without a result (annulled, fewer than seven cards, void) only where the house says so (``button_on_annulled``). It
    is not after a Colpo in Bianco or a betting closed without a card, nor in a house without a Button.
    """
    if not profile.button or outcome in (Outcome.BLANK, Outcome.CANCELLED):
        return False
    return outcome is Outcome.SETTLED or profile.button_on_annulled == "pass"


def next_button(profile: Profile, button: str, *, present: Collection[str] = ()) -> str:
    """The position to which the Button is passed: the next one, occupied or not, after the last the first again.

    A house may pass it to the next position whose holder is ``present`` instead; if nobody sits, it stays.
    """
    check_position(profile, button)
    at = profile.positions.index(button) + 1
    following = profile.positions[at:] + profile.positions[:at]
    if profile.button_rotation == "next_position":
        return following[0]
    return next((position for position in following if position in present), button)


def button_after(profile: Profile, button: str, outcome: Outcome, *, present: Collection[str] = ()) -> str:
    """Where the Button lies once the cards of a coup with this outcome are burned."""
    return next_button(profile, button, present=present) if button_moves(profile, outcome) else button
