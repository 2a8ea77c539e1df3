"""Stakes: who may lay them, where, how much, and what of them is in action. Super Punto Banco, Art. 11, 12 and 14.

All amounts are integer cents. The felt is the sequence of stakes of a coup in the order in which they were laid.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from table.rules.authority import cite
from table.rules.profile import MAIN_BOXES, Box, Profile
from table.rules.reading import check_position
from table.rules.refusal import Cents, Code, Listed, Refused, require

BANKNOTES: Mapping[str, tuple[int, ...]] = {
    "EUR": (500, 1000, 2000, 5000, 10000, 20000, 50000),
    "CHF": (1000, 2000, 5000, 10000, 20000, 100000),
}
"""Banknotes in circulation by currency, in cents, ascending. Super Punto Banco, Art. 12."""


class LaidStake(NamedTuple):
    """Chips of one bettor on one box before one position.

    ``bettor`` owns the money: chips laid for somebody else belong to that person. ``laid`` is the amount in cents.
    ``cash`` marks banknotes that the dealer has not changed into chips yet. ``tax`` is the commission laid ready beside
    the stake, in cents.
    """

    position: str
    bettor: str
    box: Box
    laid: int
    cash: bool = False
    tax: int = 0


class InAction(NamedTuple):
    """Stake after the close of betting: the part that wins or loses, and the excess that goes back, in cents."""

    stake: LaidStake
    in_action: int
    excess: int


def banknotes(currency: str) -> tuple[int, ...]:
    """Return a currency's banknotes, in cents, ascending; empty if unknown, so that only their sum is keyed."""
    return BANKNOTES.get(currency, ())


@dataclass(frozen=True, slots=True)
class Range:
    """Minimum and maximum of one kind of stake, in cents: the minimum of a stake, the maximum per bettor and box.

    Refuses what is no positive whole number (E_MONEY) and a minimum above the maximum (E_LIMITS).
    """

    minimum: int
    maximum: int

    def __post_init__(self) -> None:
        """Refuse anything but positive whole cents (E_MONEY), and a minimum above the maximum (E_LIMITS)."""
        check_amount(self.minimum)
        check_amount(self.maximum)
        if self.minimum > self.maximum:
            raise Refused(
                Code.LIMITS,
                "The minimum %(minimum)s is above the maximum %(maximum)s.",
                source=cite(None, "limits.pair"),
                minimum=Cents(self.minimum),
                maximum=Cents(self.maximum),
            )


Limits = Mapping[str, Range]
"""Limits of a table: one range for each kind of stake, ``main`` for Punto and Banco, else the name of the box."""


def kind(box: Box) -> str:
    """Return the kind of stake, which has one pair of limits at a table: ``main`` for Punto and Banco, else the box."""
    return "main" if box in MAIN_BOXES else str(box)


def check_limits(profile: Profile, limits: Limits) -> None:
    """Refuse limits that lack a kind of stake, have another, or a maximum that chips cannot make up (E_LIMITS).

    Minima are not checked: see :func:`check_decided`.
    """
    kinds = {kind(box) for box in profile.boxes}
    require(
        set(limits) == kinds,
        Code.LIMITS,
        "This house needs limits for each of %(kinds)s, and for nothing else.",
        source=cite(profile, "limits.pair"),
        kinds=Listed(sorted(kinds)),
    )
    for name, allowed in limits.items():
        require(
            allowed.maximum % profile.smallest_chip == 0,
            Code.LIMITS,
            "The maximum %(maximum)s for %(kind)s cannot be laid in chips of this table; the smallest is %(chip)s.",
            source=cite(profile, "limits.pair"),
            maximum=Cents(allowed.maximum),
            kind=name,
            chip=Cents(profile.smallest_chip),
        )


def check_decided(profile: Profile, limits: Limits) -> None:
    """Refuse (E_LIMITS) limits that lack a kind of stake or have another, or an amount that chips cannot make up."""
    check_limits(profile, limits)
    for name, allowed in limits.items():
        require(
            allowed.minimum % profile.smallest_chip == 0,
            Code.LIMITS,
            "The minimum %(minimum)s for %(kind)s cannot be laid in chips of this table; the smallest is %(chip)s.",
            source=cite(profile, "limits.pair"),
            minimum=Cents(allowed.minimum),
            kind=name,
            chip=Cents(profile.smallest_chip),
        )


def check_amount(amount: object) -> None:
    """Refuse anything but a positive whole number of cents (E_MONEY)."""
    require(
        isinstance(amount, int) and not isinstance(amount, bool) and amount > 0,
        Code.MONEY,
        "“%(amount)s” is no amount: money is a whole number of cents, and more than nothing.",
        amount=amount,
    )


def check_currency(profile: Profile, currency: str) -> None:
    """Refuse money in another currency than the table's (E_CURRENCY)."""
    require(
        currency == profile.currency,
        Code.CURRENCY,
        "This table plays in %(expected)s; %(currency)s is changed at the cash desk.",
        source=cite(profile, "currency.changed"),
        expected=profile.currency,
        currency=currency,
    )


# --- one stake per slot (Art. 11)


def slot(profile: Profile, stake: LaidStake) -> str:
    """Return the key of the slot that ``stake`` takes at its position; a slot holds one stake.

    Punto and Banco share the slot ``main`` unless the house allows both sides; where several bettors may stake at one
    position each has slots of their own, ``main:B17``.
    """
    name = str(stake.box) if profile.both_sides else kind(stake.box)
    return f"{name}:{stake.bettor}" if profile.stakes_per_position == "many" else name


def check_slot(profile: Profile, felt: Iterable[LaidStake], stake: LaidStake) -> None:
    """Refuse a stake if one on the felt has the same position and the same slot (E_ONE_STAKE).

    A slot (:func:`slot`) is a box, or Punto and Banco together unless the house allows both sides; where several may
    stake at a position each bettor has their own.
    """
    taken = {slot(profile, other) for other in felt if other.position == stake.position}
    require(
        slot(profile, stake) not in taken,
        Code.ONE_STAKE,
        "Position %(position)s has its stake on this box already; raise it, or take it off first.",
        source=cite(profile, "stakes_per_position"),
        position=stake.position,
    )


def _check_place(profile: Profile, felt: Iterable[LaidStake], stake: LaidStake) -> None:
    """Refuse a second stake in a slot of its position (E_ONE_STAKE), such as on the same box.

    Punto and Banco share a slot unless the house allows both sides; where several may stake at a position each bettor
    has their own. Where the house admits one bettor at a position, another one is refused there as well (E_ONE_STAKE).
    """
    check_slot(profile, felt, stake)
    strangers = [other for other in felt if other.position == stake.position and other.bettor != stake.bettor]
    require(
        profile.stakes_per_position == "many" or not strangers,
        Code.ONE_STAKE,
        "At position %(position)s somebody else has a stake; one player stakes at one position.",
        source=cite(profile, "stakes_per_position"),
        position=stake.position,
    )


# --- laying, changing and taking off a stake while the betting is open


def check_stake(profile: Profile, limits: Limits, felt: Sequence[LaidStake], stake: LaidStake) -> None:
    """Refuse ``stake`` unless it may be laid in addition to those on the felt.

    Refuses an unknown position or box (E_POSITION, E_BOX), what is no amount of the table's chips (E_MONEY, E_CHIP), a
    second stake in a slot and another bettor where the house admits one (E_ONE_STAKE); an amount below the minimum
    (E_MIN), and one that with the bettor's other stakes on this box, at any position, is above the maximum (E_MAX),
    also where the house would cap it; and with ``tie_requires_main`` a felt on which a tie of its bettor would lie
    without a main stake of theirs (E_TIE_NEEDS_MAIN).
    """
    check_found(profile, felt, stake)
    _check_limits(profile, limits, felt, stake)
    _check_tie(profile, [*felt, stake], stake.bettor)


def check_found(profile: Profile, felt: Sequence[LaidStake], stake: LaidStake) -> None:
    """Refuse ``stake`` unless it can lie there, whatever the limits: the check for one found after «Rien ne va plus».

    Refuses an unknown position or box (E_POSITION, E_BOX), what is no amount of the table's chips (E_MONEY, E_CHIP), a
    second stake in a slot, and another bettor at a position where the house admits one (E_ONE_STAKE). What is outside
    the limits :func:`close` gives back, or refuses above the maximum where the house does (E_MAX).
    """
    check_position(profile, stake.position)
    require(
        stake.box in profile.boxes,
        Code.BOX,
        "This table has no box “%(box)s”.",
        source=cite(profile, "boxes"),
        box=stake.box,
    )
    check_amount(stake.laid)
    require(
        stake.laid % profile.smallest_chip == 0,
        Code.CHIP,
        "%(amount)s cannot be laid in chips of this table; the smallest is %(chip)s.",
        source=cite(profile, "chips.smallest"),
        amount=Cents(stake.laid),
        chip=Cents(profile.smallest_chip),
    )
    _check_place(profile, felt, stake)


def check_change(profile: Profile, limits: Limits, felt: Sequence[LaidStake], old: LaidStake, new: LaidStake) -> None:
    """Refuse to replace ``old`` by ``new`` unless they have one bettor and ``new`` may lie there without ``old``.

    Refuses another bettor's stake (E_INDIVIDUAL), an ``old`` that is not on the felt (E_NO_STAKE), and a ``new`` that
    :func:`check_stake` refuses, such as one outside the limits (E_MIN, E_MAX) or the chips (E_CHIP), or of 0 (E_MONEY).
    """
    require(
        new.bettor == old.bettor,
        Code.INDIVIDUAL,
        "Stakes are individual: the stake at position %(position)s belongs to somebody else.",
        source=cite(profile, "stakes.individual"),
        position=old.position,
    )
    check_stake(profile, limits, _without(felt, old), new)


def check_withdrawal(profile: Profile, felt: Sequence[LaidStake], stake: LaidStake) -> None:
    """Refuse to take off a stake that is not on the felt (E_NO_STAKE), or that a tie still needs (E_TIE_NEEDS_MAIN).

    The latter only in a house with ``tie_requires_main``: without it a tie would lie without a main stake of its
    bettor.
    """
    _check_tie(profile, _without(felt, stake), stake.bettor)


def _without(felt: Sequence[LaidStake], stake: LaidStake) -> list[LaidStake]:
    """Return the stakes without one of them. Refuses (E_NO_STAKE) one that does not lie there."""
    require(
        stake in felt,
        Code.NO_STAKE,
        "There is no such stake at position %(position)s.",
        position=stake.position,
    )
    left = list(felt)
    left.remove(stake)
    return left


def _check_limits(profile: Profile, limits: Limits, felt: Iterable[LaidStake], stake: LaidStake) -> None:
    """Refuse a stake below the minimum (E_MIN) or above the maximum (E_MAX), which ``felt`` does not yet hold.

    The minimum is for this stake alone, the maximum also for all its bettor's stakes on this box, at all positions.
    """
    allowed = limits[kind(stake.box)]
    require(
        stake.laid >= allowed.minimum,
        Code.MIN,
        "%(amount)s on %(box)s is below the minimum of %(minimum)s.",
        source=cite(profile, "limits.binding"),
        amount=Cents(stake.laid),
        box=stake.box,
        minimum=Cents(allowed.minimum),
    )
    _check_maximum(profile, limits, [*felt, stake], stake)


def _check_maximum(profile: Profile, limits: Limits, felt: Iterable[LaidStake], stake: LaidStake) -> None:
    """Refuse (E_MAX) a stake above the maximum, alone or with its bettor's others on the box, at all positions.

    ``stake`` is one of ``felt``.
    """
    allowed = limits[kind(stake.box)]
    total = sum(other.laid for other in felt if (other.bettor, other.box) == (stake.bettor, stake.box))
    require(
        stake.laid <= allowed.maximum,
        Code.MAX,
        "%(amount)s on %(box)s is above the maximum of %(maximum)s.",
        source=cite(profile, "limits.binding"),
        amount=Cents(stake.laid),
        box=stake.box,
        maximum=Cents(allowed.maximum),
    )
    require(
        total <= allowed.maximum,
        Code.MAX,
        "%(amount)s on %(box)s is above the maximum of %(maximum)s, counted for one player over all positions.",
        source=cite(profile, "limits.of_bettor"),
        amount=Cents(total),
        box=stake.box,
        maximum=Cents(allowed.maximum),
    )


def _check_tie(profile: Profile, felt: Sequence[LaidStake], bettor: str) -> None:
    """Refuse a tie of this bettor without a main stake of theirs, in a house with ``tie_requires_main``.

    Refused with E_TIE_NEEDS_MAIN. Ties of others are not looked at: what one of them lacks binds nobody else.
    """
    boxes = {stake.box for stake in felt if stake.bettor == bettor}
    require(
        not profile.tie_requires_main or Box.EGALITE not in boxes or not boxes.isdisjoint(MAIN_BOXES),
        Code.TIE_NEEDS_MAIN,
        "In this house a tie can be staked only beside a stake on Punto or Banco.",
        source=cite(profile, "tie_requires_main"),
    )


# --- closing the betting


def check_closing(profile: Profile, limits: Limits, felt: Sequence[LaidStake]) -> None:
    """Refuse «Rien ne va plus» while banknotes are unchanged (E_CASH_PENDING) or if no stake is in action (E_NO_STAKE).

    Between the two, in a house that does not give back what is above the maximum, refuses a stake above it (E_MAX).
    """
    check_changed(profile, felt)
    if any(entry.in_action for entry in close(profile, limits, felt)):
        return
    if profile.remedies == "blank_coup":
        raise Refused(
            Code.NO_STAKE,
            "Nobody has a valid stake: that would be a Colpo in Bianco, which the Ispettore di Gioco may order.",
            source=cite(profile, "remedies.nobody_stakes"),
        )
    raise Refused(
        Code.NO_STAKE,
        "Nobody has a valid stake; no hand is dealt without one.",
        source=cite(profile, "remedies.nobody_stakes"),
    )


def check_changed(profile: Profile, felt: Sequence[LaidStake]) -> None:
    """Refuse (E_CASH_PENDING) stakes of which one lies in banknotes; their positions are named."""
    cash = [stake.position for stake in felt if stake.cash]
    require(
        not cash,
        Code.CASH_PENDING,
        "Banknotes at position %(positions)s are still to be changed into chips.",
        source=cite(profile, "chips.laid"),
        positions=", ".join(cash),
    )


def close(profile: Profile, limits: Limits, felt: Sequence[LaidStake]) -> list[InAction]:
    """Return what of each stake is in action once the betting is closed, and what goes back, in the order laid.

    A stake laid below the minimum goes back whole; of one bettor's other stakes on one box, over all positions, the
    part above the maximum, last laid first, even if less than the minimum stays; and with ``tie_requires_main`` a tie
    without a main stake in action. A house that refuses stakes above the maximum refuses them here, too (E_MAX).
    """
    enough = [stake for stake in felt if stake.laid >= limits[kind(stake.box)].minimum]
    room = defaultdict[tuple[str, Box], int](int)
    closed = []
    for stake in felt:
        allowed, bettor = limits[kind(stake.box)], (stake.bettor, stake.box)
        valid = stake.laid if stake.laid >= allowed.minimum else 0
        if valid and profile.over_max == "refuse_only":
            _check_maximum(profile, limits, enough, stake)
        in_action = min(valid, allowed.maximum - room[bettor])
        room[bettor] += in_action
        closed.append(InAction(stake, in_action, stake.laid - in_action))
    return _ties_with_main(closed) if profile.tie_requires_main else closed


def _ties_with_main(closed: Sequence[InAction]) -> list[InAction]:
    """Return the stakes in the same order; a tie whose bettor has no main stake in action is out of action.

    The main stake may be at any position.
    """
    with_main = {entry.stake.bettor for entry in closed if entry.in_action and entry.stake.box in MAIN_BOXES}
    return [
        entry
        if entry.stake.box is not Box.EGALITE or entry.stake.bettor in with_main
        else InAction(entry.stake, 0, entry.stake.laid)
        for entry in closed
    ]
