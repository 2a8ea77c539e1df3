"""What a table owes it can pay: every payout of the smallest chip is made of its smallest coin or chip."""

from dataclasses import replace
from typing import Any

import pytest

from table.rules.houses import ADMIRAL, CLASSICO, HOUSES, MALTA, ONLINE, VENEZIA, of_values
from table.rules.payout import SHOWN, check_payable, payouts, pays_in, rate
from table.rules.profile import Box, Profile, Rounding, as_values, derive
from table.rules.refusal import Code, Refused


def own(parent: Profile = VENEZIA, **changes: Any) -> Profile:
    return derive(parent, key="own", **changes)


def refusal(profile: Profile) -> str:
    with pytest.raises(Refused) as no:
        check_payable(profile)
    assert no.value.code is Code.PROFILE
    return str(no.value)


@pytest.mark.parametrize("profile", HOUSES.values(), ids=HOUSES)
def test_every_house_of_the_documents_can_pay_what_it_owes(profile: Profile) -> None:
    check_payable(profile)


def test_what_the_smallest_chip_wins_at_each_box() -> None:
    # Punto at evens, Banco less 5 %, Egalité 8 to 1; in Malta half on six.
    assert payouts(VENEZIA) == payouts(CLASSICO) == payouts(ADMIRAL) == {500, 475, 4000}
    assert payouts(MALTA) == {250, 125, 2000}
    # Baccarat online, for one: pairs 12, either pair 6, perfect pair 26, Grande 1.54, Piccolo 2.5.
    assert payouts(ONLINE) == {100, 95, 800, 1100, 500, 2500, 54, 150}


def test_every_box_wins_in_one_of_the_coups_that_are_looked_at() -> None:
    assert all(any(rate(ONLINE, box, shown).win > 0 for shown in SHOWN) for box in Box)


@pytest.mark.parametrize(
    "profile",
    [
        own(chips=(20, 100)),
        own(chips=(100, 500)),
        own(MALTA, chips=(10, 100)),
        own(MALTA, smallest_payment=50),
        own(smallest_payment=100),
        own(side_bets=frozenset({Box.GRANDE})),
    ],
)
def test_a_payout_that_no_chip_can_make_is_refused_and_the_key_is_named(profile: Profile) -> None:
    assert "“smallest_payment”" in refusal(profile)


def test_the_refusal_says_what_would_be_owed() -> None:
    assert refusal(own(chips=(100, 500))) == (
        "Key “smallest_payment”: the smallest chip 1.00 wins 0.95, which cannot be paid in whole 0.25."
    )


@pytest.mark.parametrize(
    "profile",
    [
        own(chips=(20, 100), smallest_payment=1),
        own(chips=(100, 500), smallest_payment=5),
        own(chips=(100, 500), banco_payout="half_on_six"),
        own(chips=(20, 100), rounding=Rounding(25, "down")),
    ],
)
def test_with_smaller_coins_another_payout_or_rounding_it_is_no_fault(profile: Profile) -> None:
    check_payable(profile)


# --- rules that are older than the key


def before(profile: Profile) -> dict[str, Any]:
    """The rules as they were kept then."""
    return {key: value for key, value in as_values(profile).items() if key != "smallest_payment"}


@pytest.mark.parametrize(
    ("profile", "cents"),
    [(VENEZIA, 25), (MALTA, 125), (ONLINE, 1), (own(chips=(20, 100)), 1), (own(chips=(100, 500)), 5)],
)
def test_rules_older_than_the_key_stay_and_pay_in_the_largest_common_divisor_of_their_payouts(
    profile: Profile, cents: int
) -> None:
    older = of_values(before(profile))
    assert older == replace(profile, smallest_payment=None)
    assert pays_in(older) == cents


def test_older_rules_that_round_pay_in_what_they_round_to() -> None:
    assert pays_in(of_values(before(own(chips=(30, 60), rounding=Rounding(50, "up"))))) == 50


def test_new_rules_that_leave_it_open_are_held_to_the_usual_one() -> None:
    check_payable(replace(MALTA, smallest_payment=None))
    assert "0.25" in refusal(own(chips=(20, 100), smallest_payment=None))


def test_rules_of_before_the_key_take_a_bank_whose_pieces_make_what_they_owe() -> None:
    owed_in_halves = replace(VENEZIA, chips=(1000, 5000), bank="on", pieces=(50, 100, 1000, 5000))
    check_payable(replace(owed_in_halves, smallest_payment=None))
    assert "“pieces”" in refusal(owed_in_halves)
