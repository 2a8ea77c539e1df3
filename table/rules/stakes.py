"""What may be staked, by whom, how much, and what of it is in action. Super Punto Banco, Art. 11, 12 and 14.

All amounts are integer cents. The felt is the sequence of stakes of a coup in the order in which they were laid.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from table.rules.profile import MAIN_BOXES, Box, Profile
from table.rules.reading import check_position
from table.rules.refusal import Cents, Code, Listed, Refused, require
from table.rules.topics.authority import cite

BANKNOTES: Mapping[str, tuple[int, ...]] = {
    "EUR": (500, 1000, 2000, 5000, 10000, 20000, 50000),
    "CHF": (1000, 2000, 5000, 10000, 20000, 100000),
}
"""The banknotes in circulation by currency, in cents, ascending. Super Punto Banco, Art. 12."""


class LaidStake(NamedTuple):
    """Chips of one bettor on one box before one position.

    ``bettor`` is whose money it is: chips laid for somebody else are his. ``cash`` marks banknotes that the dealer has
    not changed into chips yet. ``tax`` is what of the commission lies ready beside it, in cents.
    """

    position: str
    bettor: str
    box: Box
    laid: int
    cash: bool = False
    tax: int = 0


class InAction(NamedTuple):
    """A stake once the betting is closed: what of it wins or loses, and what goes back whatever the result (cents)."""

    stake: LaidStake
    in_action: int
    excess: int


def banknotes(currency: str) -> tuple[int, ...]:
    """The values of a currency's banknotes, in cents; none where only the sum of the notes is keyed."""
    return BANKNOTES.get(currency, ())


@dataclass(frozen=True, slots=True)
class Range:
    """Minimum and maximum of one kind of stake, in cents, per bettor and box."""

    minimum: int
    maximum: int

    def __post_init__(self) -> None:
        check_amount(self.minimum)
        check_amount(self.maximum)
        require(
            self.minimum <= self.maximum,
            Code.LIMITS,
            "The minimum %(minimum)s is above the maximum %(maximum)s.",
            source=cite(None, "limits.pair"),
            minimum=Cents(self.minimum),
            maximum=Cents(self.maximum),
        )


Limits = Mapping[str, Range]
"""The limits of a table: one range for each kind of stake, ``main`` for Punto and Banco, else the name of the box."""


def kind(box: Box) -> str:
    """The kind of stake for which a table has one pair of limits: Punto and Banco share theirs."""
    return "main" if box in MAIN_BOXES else str(box)


def check_limits(profile: Profile, limits: Limits) -> None:
    """Refused with E_LIMITS unless each kind of stake of the house has a range, with a maximum in its chips."""
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
    """What holds of limits in force, and of new ones also that each minimum can be laid in chips; else E_LIMITS."""
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
    """Refused with E_MONEY unless it is a whole number of cents above nothing."""
    require(
        isinstance(amount, int) and not isinstance(amount, bool) and amount > 0,
        Code.MONEY,
        "“%(amount)s” is no amount: money is a whole number of cents, and more than nothing.",
        amount=amount,
    )


def check_currency(profile: Profile, currency: str) -> None:
    """Only the table's own money is taken; other money is changed at the cash desk."""
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
    """The place of a position that holds this stake and no second one.

    Punto and Banco share the slot ``main`` unless the house allows both sides; where several bettors may stake at one
    position each has slots of his own, ``main:B17``.
    """
    name = str(stake.box) if profile.both_sides else kind(stake.box)
    return f"{name}:{stake.bettor}" if profile.stakes_per_position == "many" else name


def check_slot(profile: Profile, felt: Iterable[LaidStake], stake: LaidStake) -> None:
    """Refused with E_ONE_STAKE while the place of the position that holds this stake has one already."""
    taken = {slot(profile, other) for other in felt if other.position == stake.position}
    require(
        slot(profile, stake) not in taken,
        Code.ONE_STAKE,
        "Position %(position)s has its stake on this box already; raise it, or take it off first.",
        source=cite(profile, "stakes_per_position"),
        position=stake.position,
    )


def _check_place(profile: Profile, felt: Iterable[LaidStake], stake: LaidStake) -> None:
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
    """Refused, with the law, unless ``stake`` may be laid beside the stakes that are on the felt already."""
    check_found(profile, felt, stake)
    _check_limits(profile, limits, felt, stake)
    _check_tie(profile, [*felt, stake])


def check_found(profile: Profile, felt: Sequence[LaidStake], stake: LaidStake) -> None:
    """Refused unless ``stake`` can lie there at all, as one that was found after «Rien ne va plus».

    It is too late to refuse its amount: :func:`close` gives back what is over the maximum or below the minimum.
    """
    check_position(profile, stake.position)
    require(
        stake.box in profile.boxes,
        Code.BOX,
        "This table has no box “%(box)s”.",
        source=cite(profile, "boxes"),
        box=stake.box,
    )
    _check_chips(profile, stake)
    _check_place(profile, felt, stake)


def check_change(profile: Profile, limits: Limits, felt: Sequence[LaidStake], old: LaidStake, new: LaidStake) -> None:
    """Raising, lowering or moving one's own stake is not a second stake; nobody adds to the stake of another."""
    require(
        new.bettor == old.bettor,
        Code.INDIVIDUAL,
        "Stakes are individual: the stake at position %(position)s belongs to somebody else.",
        source=cite(profile, "stakes.individual"),
        position=old.position,
    )
    check_stake(profile, limits, _without(felt, old), new)


def check_withdrawal(profile: Profile, felt: Sequence[LaidStake], stake: LaidStake) -> None:
    """A stake may be taken off while the betting is open, unless another one of the bettor needs it on the felt."""
    _check_tie(profile, _without(felt, stake))


def _without(felt: Sequence[LaidStake], stake: LaidStake) -> list[LaidStake]:
    require(
        stake in felt,
        Code.NO_STAKE,
        "There is no such stake at position %(position)s.",
        position=stake.position,
    )
    left = list(felt)
    left.remove(stake)
    return left


def _check_chips(profile: Profile, stake: LaidStake) -> None:
    check_amount(stake.laid)
    require(
        stake.laid % profile.smallest_chip == 0,
        Code.CHIP,
        "%(amount)s cannot be laid in chips of this table; the smallest is %(chip)s.",
        source=cite(profile, "chips.smallest"),
        amount=Cents(stake.laid),
        chip=Cents(profile.smallest_chip),
    )


def _check_limits(profile: Profile, limits: Limits, felt: Iterable[LaidStake], stake: LaidStake) -> None:
    """The minimum is of the stake; the maximum is of the bettor on this box, at whichever positions his chips lie."""
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


def _check_tie(profile: Profile, felt: Sequence[LaidStake]) -> None:
    """Where Egalité needs a stake on Punto or Banco, whoever has the one must keep the other."""
    with_main = {stake.bettor for stake in felt if stake.box in MAIN_BOXES}
    with_tie = {stake.bettor for stake in felt if stake.box is Box.EGALITE}
    require(
        not profile.tie_requires_main or with_tie <= with_main,
        Code.TIE_NEEDS_MAIN,
        "In this house a tie can be staked only beside a stake on Punto or Banco.",
        source=cite(profile, "tie_requires_main"),
    )


# --- closing the betting


def check_closing(profile: Profile, limits: Limits, felt: Sequence[LaidStake]) -> None:
    """«Rien ne va plus» is refused while banknotes lie unchanged, and when nobody has a valid stake."""
    cash = [stake.position for stake in felt if stake.cash]
    require(
        not cash,
        Code.CASH_PENDING,
        "Banknotes at position %(positions)s are still to be changed into chips.",
        source=cite(profile, "chips.laid"),
        positions=", ".join(cash),
    )
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


def close(profile: Profile, limits: Limits, felt: Sequence[LaidStake]) -> list[InAction]:
    """What of each stake is in action once the betting is closed, in the order laid.

    A stake below the minimum goes back; of what one bettor has on one box, over all positions, the maximum is in
    action and the rest goes back whatever the result (Punto y Banco, Malta). A tie that has lost the stake it must lie
    beside goes back with it. Where over-maximum stakes are refused outright they are here too, with E_MAX.
    """
    room = defaultdict[tuple[str, Box], int](int)
    closed = []
    for stake in felt:
        allowed, bettor = limits[kind(stake.box)], (stake.bettor, stake.box)
        if stake.laid >= allowed.minimum and profile.over_max == "refuse_only":
            _check_maximum(profile, limits, felt, stake)
        valid = stake.laid if stake.laid >= allowed.minimum else 0
        in_action = min(valid, allowed.maximum - room[bettor])
        room[bettor] += in_action
        closed.append(InAction(stake, in_action, stake.laid - in_action))
    return _ties_with_main(closed) if profile.tie_requires_main else closed


def _ties_with_main(closed: Sequence[InAction]) -> list[InAction]:
    with_main = {entry.stake.bettor for entry in closed if entry.in_action and entry.stake.box in MAIN_BOXES}
    return [
        entry
        if entry.stake.box is not Box.EGALITE or entry.stake.bettor in with_main
        else InAction(entry.stake, 0, entry.stake.laid)
        for entry in closed
    ]
