"""What may be staked, by whom, how much, and what of it is in action. Super Punto Banco, Art. 11, 12 and 14.

Punto y Banco, Malta (a tie only beside Punto or Banco, over the maximum); Punto Banco, Casino Admiral (several bettors
at one position); Baccarat online (both sides at once, side bets). Amounts are written in euro and mean cents.
"""

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.authority import cite
from table.rules.houses import ADMIRAL, CLASSICO, MALTA, ONLINE, VENEZIA
from table.rules.profile import Box, Profile, derive
from table.rules.refusal import Cents, Code, Refused
from table.rules.stakes import (
    InAction,
    LaidStake,
    Limits,
    Range,
    check_amount,
    check_change,
    check_closing,
    check_currency,
    check_found,
    check_limits,
    check_stake,
    check_withdrawal,
    close,
    kind,
    slot,
)
from tests.rig.refusing import refusal
from tests.rig.rows import every_row

ROSSI, BIANCHI, VERDI, NERI = "Rossi", "Bianchi", "Verdi", "Neri"
P, B, T = Box.PUNTO, Box.BANCO, Box.EGALITE

ART_11 = "(Super Punto Banco, Art. 11)"
ART_12 = "(Super Punto Banco, Art. 12)"
ART_14 = "(Super Punto Banco, Art. 14)"
OF_SABOT = "(rule of Sabot)"
HAS_ITS_STAKE = "has its stake on this box already; raise it, or take it off first."
NO_STAKE = "Nobody has a valid stake: that would be a Colpo in Bianco, which the Ispettore di Gioco may order."
SOMEBODY_ELSE = "somebody else has a stake; one player stakes at one position."
TIE_NEEDS_MAIN = (
    Code.TIE_NEEDS_MAIN,
    "In this house a tie can be staked only beside a stake on Punto or Banco. (Punto y Banco, Malta)",
)


def cents(euro: float | str) -> int:
    """So many euro in cents."""
    return int(Fraction(str(euro)) * 100)


def limits(main: tuple[int, int] = (10, 1000), tie: tuple[int, int] = (5, 200)) -> dict[str, Range]:
    """The limits of the sign in euro: Punto and Banco, and Egalité."""
    return {"main": Range(*map(cents, main)), "egalite": Range(*map(cents, tie))}


LIMITS = limits()
ONLINE_LIMITS = LIMITS | {str(box): Range(100, 50_000) for box in ONLINE.side_bets}


def stake(position: str, bettor: str, box: Box, euro: float | str, *, cash: bool = False) -> LaidStake:
    """A stake in euro."""
    return LaidStake(position, bettor, box, cents(euro), cash)


def lay(*stakes: LaidStake, profile: Profile = VENEZIA, sign: Limits = LIMITS) -> list[LaidStake]:
    """The felt once these stakes have been laid one after the other."""
    felt: list[LaidStake] = []
    for each in stakes:
        check_stake(profile, sign, felt, each)
        felt.append(each)
    return felt


def no(*stakes: LaidStake, profile: Profile = VENEZIA, sign: Limits = LIMITS) -> tuple[Code, str]:
    """What the last of these stakes is refused with; those before it are accepted."""
    felt = lay(*stakes[:-1], profile=profile, sign=sign)
    return refusal(lambda: check_stake(profile, sign, felt, stakes[-1]))


# --- one stake per position (Art. 11)


def test_a_position_has_one_stake_on_punto_or_on_banco_and_one_on_egalite() -> None:
    lay(stake("4", ROSSI, P, 100), stake("4", ROSSI, T, 20))
    lay(stake("4", ROSSI, T, 20), stake("4", ROSSI, B, 100))
    lay(stake("4", ROSSI, T, 20))


@pytest.mark.parametrize("second", [P, B])
def test_a_second_stake_in_the_main_slot_is_refused_on_the_same_side_and_on_the_other(second: Box) -> None:
    said = (Code.ONE_STAKE, f"Position 4 {HAS_ITS_STAKE} {ART_11}")
    assert no(stake("4", ROSSI, P, 100), stake("4", ROSSI, second, 50)) == said
    assert no(stake("4", ROSSI, B, 100), stake("4", ROSSI, second, 50)) == said


def test_a_second_stake_on_egalite_is_refused() -> None:
    said = (Code.ONE_STAKE, f"Position 4 {HAS_ITS_STAKE} {ART_11}")
    assert no(stake("4", ROSSI, T, 5), stake("4", ROSSI, T, 5)) == said


@pytest.mark.parametrize("box", [P, B])
def test_a_second_bettor_at_a_position_is_refused(box: Box) -> None:
    assert no(stake("4", ROSSI, P, 100), stake("4", BIANCHI, box, 50))[0] is Code.ONE_STAKE


@pytest.mark.parametrize("profile", [VENEZIA, MALTA, CLASSICO, ONLINE])
def test_a_second_bettor_may_not_even_use_the_slot_that_is_free(profile: Profile) -> None:
    said = (Code.ONE_STAKE, f"At position 1 {SOMEBODY_ELSE} ({cite(profile, 'stakes_per_position')})")
    rossi, bianchi = stake("1", ROSSI, P, 100), stake("1", BIANCHI, T, 5)
    assert no(rossi, bianchi, profile=profile, sign={**ONLINE_LIMITS}) == said


def test_a_stake_that_does_not_lie_there_can_be_neither_changed_nor_taken_off() -> None:
    there, not_there = stake("4", ROSSI, P, 100), stake("4", ROSSI, B, 100)
    said = (Code.NO_STAKE, "There is no such stake at position 4.")
    assert refusal(lambda: check_withdrawal(VENEZIA, [there], not_there)) == said
    assert refusal(lambda: check_change(VENEZIA, LIMITS, [there], not_there, not_there)) == said


@pytest.mark.parametrize("euro", [1, 5, 1005])
def test_a_stake_that_was_found_late_may_lie_outside_the_limits_but_not_in_a_taken_slot(euro: int) -> None:
    felt = lay(stake("4", ROSSI, T, 20))
    found = stake("4", ROSSI, P, euro * 5)
    check_found(VENEZIA, felt, found)
    assert refusal(lambda: check_found(VENEZIA, [*felt, found], found))[0] is Code.ONE_STAKE


FOUND_WHERE_NONE_CAN_BE = [
    (VENEZIA, stake("10", ROSSI, P, 100), (Code.POSITION, "This table has no position “10”; it has")),
    (VENEZIA, stake("4", ROSSI, Box.GRANDE, 100), (Code.BOX, "This table has no box “grande”. (rule of Sabot)")),
    (MALTA, stake("4", ROSSI, Box.GRANDE, 100), (Code.BOX, "This table has no box “grande”. (rule of Sabot)")),
    (
        VENEZIA,
        stake("4", ROSSI, P, "102.50"),
        (Code.CHIP, "102.50 cannot be laid in chips of this table; the smallest"),
    ),
    (VENEZIA, stake("4", ROSSI, P, 0), (Code.MONEY, "“0” is no amount")),
    (VENEZIA, stake("3", ROSSI, B, 100), (Code.ONE_STAKE, f"Position 3 {HAS_ITS_STAKE} {ART_11}")),
    (VENEZIA, stake("3", ROSSI, T, 20), (Code.ONE_STAKE, f"At position 3 {SOMEBODY_ELSE} {ART_11}")),
    (MALTA, stake("3", ROSSI, T, 20), (Code.ONE_STAKE, f"At position 3 {SOMEBODY_ELSE} (default of Sabot)")),
]


@every_row(("profile", "found", "said"), FOUND_WHERE_NONE_CAN_BE)
def test_a_stake_that_was_found_late_has_a_place_of_its_own_and_lies_in_chips_of_the_table(
    profile: Profile, found: LaidStake, said: tuple[Code, str]
) -> None:
    code, sentence = refusal(lambda: check_found(profile, [stake("3", BIANCHI, P, 50)], found))
    assert code is said[0]
    assert sentence.startswith(said[1])


def test_a_tie_that_was_found_late_needs_no_stake_beside_it_and_banknotes_are_found_too() -> None:
    check_found(MALTA, [], stake("4", ROSSI, T, 5))
    check_found(VENEZIA, [], stake("4", ROSSI, P, 100, cash=True))


def test_at_the_admiral_a_second_bettors_stake_is_found_beside_the_first() -> None:
    felt = [stake("4", ROSSI, P, 100)]
    check_found(ADMIRAL, felt, stake("4", BIANCHI, P, 100))
    assert refusal(lambda: check_found(ADMIRAL, felt, stake("4", ROSSI, B, 100)))[0] is Code.ONE_STAKE


def test_foreign_money_is_refused_with_the_article_of_the_house() -> None:
    assert refusal(lambda: check_currency(VENEZIA, "USD"))[1].endswith("(default of Sabot)")
    assert refusal(lambda: check_currency(ADMIRAL, "EUR"))[1].endswith("(Punto Banco, Casino Admiral)")


def test_where_nothing_over_the_maximum_is_taken_stakes_of_the_very_minimum_add_up_too() -> None:
    profile = derive(ADMIRAL, key="strict", over_max="refuse_only")
    felt = [stake("1", ROSSI, P, 10), stake("2", ROSSI, P, 10)]
    assert refusal(lambda: close(profile, limits(main=(10, 15)), felt))[0] is Code.MAX


def test_money_may_come_as_the_kind_that_prints_as_money() -> None:
    check_amount(Cents(500))


def test_other_positions_and_their_bettors_do_not_matter() -> None:
    lay(stake("4", ROSSI, P, 100), stake("5", BIANCHI, P, 100), stake("3", VERDI, B, 50), stake("6", ROSSI, B, 50))


def test_at_the_admiral_several_bettors_stake_at_one_position_each_in_slots_of_their_own() -> None:
    felt = lay(
        stake("4", ROSSI, P, 100),
        stake("4", BIANCHI, P, 100),
        stake("4", VERDI, B, 50),
        stake("4", ROSSI, T, 5),
        stake("4", VERDI, T, 5),
        profile=ADMIRAL,
    )
    second = stake("4", ROSSI, B, 50)
    assert refusal(lambda: check_stake(ADMIRAL, LIMITS, felt, second))[0] is Code.ONE_STAKE
    lay(*felt, stake("5", ROSSI, B, 50), profile=ADMIRAL)


def test_online_one_player_stakes_on_both_sides_and_on_every_side_bet() -> None:
    felt = lay(*(stake("1", ROSSI, box, 100) for box in ONLINE.boxes), profile=ONLINE, sign=ONLINE_LIMITS)
    for box in ONLINE.boxes:
        again = stake("1", ROSSI, box, 1 if box not in (P, B) else 10)
        assert refusal(partial(check_stake, ONLINE, ONLINE_LIMITS, felt, again))[0] is Code.ONE_STAKE


@pytest.mark.parametrize(
    ("profile", "punto", "banco", "tie"),
    [
        (VENEZIA, "main", "main", "egalite"),
        (MALTA, "main", "main", "egalite"),
        (CLASSICO, "main", "main", "egalite"),
        (ADMIRAL, "main:Rossi", "main:Rossi", "egalite:Rossi"),
        (ONLINE, "punto", "banco", "egalite"),
        (derive(ADMIRAL, key="both", both_sides=True), "punto:Rossi", "banco:Rossi", "egalite:Rossi"),
    ],
)
def test_every_house_has_its_own_slots(profile: Profile, punto: str, banco: str, tie: str) -> None:
    assert [slot(profile, stake("1", ROSSI, box, 10)) for box in (P, B, T)] == [punto, banco, tie]


def test_side_bets_have_slots_and_limits_of_their_own_and_punto_and_banco_share_theirs() -> None:
    assert slot(ONLINE, stake("1", ROSSI, Box.GRANDE, 10)) == "grande"
    assert [kind(box) for box in Box] == [
        "main",
        "main",
        "egalite",
        "player_pair",
        "banker_pair",
        "either_pair",
        "perfect_pair",
        "grande",
        "piccolo",
    ]


def test_a_box_that_the_house_has_not_got_is_refused() -> None:
    assert no(stake("1", ROSSI, Box.GRANDE, 10)) == (
        Code.BOX,
        "This table has no box “grande”. (rule of Sabot)",
    )
    only_pairs = derive(ONLINE, key="pairs", side_bets=frozenset({Box.PLAYER_PAIR}))
    assert no(stake("1", ROSSI, Box.PICCOLO, 10), profile=only_pairs, sign=ONLINE_LIMITS)[0] is Code.BOX


def test_a_position_that_the_table_has_not_got_is_refused() -> None:
    assert no(stake("10", ROSSI, P, 100)) == (
        Code.POSITION,
        "This table has no position “10”; it has 1, 2, 3, 4, 5, 6, 7, 8, 9.",
    )


# --- individual, in chips of the house (Art. 12)


@pytest.mark.parametrize(("euro", "shown"), [("12.50", "12.50"), ("104", "104.00"), ("10.01", "10.01")])
def test_a_stake_that_no_chips_of_the_table_make_is_refused(euro: str, shown: str) -> None:
    assert no(stake("1", ROSSI, P, euro)) == (
        Code.CHIP,
        f"{shown} cannot be laid in chips of this table; the smallest is 5.00. (default of Sabot)",
    )


def test_a_stake_is_a_multiple_of_the_smallest_chip() -> None:
    lay(stake("1", ROSSI, P, "12.50"), profile=MALTA)
    lay(stake("1", ROSSI, P, 105))


@every_row("amount", [0, -1, -500, True, False, 500.0, 12.5, "500", None, Fraction(500)])
def test_money_is_a_whole_number_of_cents_and_more_than_nothing(amount: int) -> None:
    said = (Code.MONEY, f"“{amount}” is no amount: money is a whole number of cents, and more than nothing.")
    assert refusal(lambda: check_amount(amount)) == said
    assert refusal(lambda: check_stake(VENEZIA, LIMITS, [], LaidStake("1", ROSSI, P, amount))) == said
    assert refusal(lambda: Range(amount, 1000)) == said
    assert refusal(lambda: Range(1, amount)) == said


def test_one_cent_is_money() -> None:
    check_amount(1)
    assert Range(1, 1) == Range(1, 1)


def test_other_money_is_changed_at_the_cash_desk() -> None:
    check_currency(VENEZIA, "EUR")
    check_currency(ADMIRAL, "CHF")
    assert refusal(lambda: check_currency(ADMIRAL, "EUR")) == (
        Code.CURRENCY,
        "This table plays in CHF; EUR is changed at the cash desk. (Punto Banco, Casino Admiral)",
    )


def test_banknotes_are_changed_before_the_betting_is_closed() -> None:
    felt = lay(stake("6", ROSSI, P, 100, cash=True), stake("2", BIANCHI, B, 50), stake("1", VERDI, B, 50, cash=True))
    assert refusal(lambda: check_closing(VENEZIA, LIMITS, felt)) == (
        Code.CASH_PENDING,
        f"Banknotes at position 6, 1 are still to be changed into chips. {ART_12}",
    )
    check_change(VENEZIA, LIMITS, felt, felt[0], felt[0]._replace(cash=False))
    check_closing(VENEZIA, LIMITS, [each._replace(cash=False) for each in felt])


def test_without_a_stake_the_betting_is_not_closed() -> None:
    assert refusal(lambda: check_closing(VENEZIA, LIMITS, [])) == (
        Code.NO_STAKE,
        f"{NO_STAKE} (default of Sabot)",
    )
    assert refusal(lambda: check_closing(MALTA, LIMITS, [])) == (
        Code.NO_STAKE,
        "Nobody has a valid stake; no hand is dealt without one. (default of Sabot)",
    )
    check_closing(VENEZIA, LIMITS, [stake("1", ROSSI, T, 5)])


def test_the_maximum_is_of_one_bettor_on_one_box_over_all_positions_and_through_third_parties() -> None:
    felt = [stake("1", ROSSI, P, 600), stake("2", BIANCHI, P, 1000), stake("3", ROSSI, B, 1000)]
    lay(*felt, stake("5", ROSSI, P, 400))
    why = "1005.00 on punto is above the maximum of 1000.00, counted for one player over all positions."
    assert no(*felt, stake("5", ROSSI, P, 405)) == (Code.MAX, f"{why} (default of Sabot)")
    assert no(*felt, stake("5", ROSSI, P, 200), stake("6", ROSSI, P, 205))[0] is Code.MAX


def test_several_bettors_at_one_position_each_have_a_maximum() -> None:
    lay(stake("4", ROSSI, P, 1000), stake("4", BIANCHI, P, 1000), profile=ADMIRAL)
    assert no(stake("4", ROSSI, P, 1000), stake("5", ROSSI, P, 10), profile=ADMIRAL)[0] is Code.MAX


# --- limits (Art. 14)


def test_exactly_the_minimum_and_exactly_the_maximum_are_accepted() -> None:
    lay(stake("1", ROSSI, P, 10), stake("1", ROSSI, T, 5), stake("2", BIANCHI, B, 1000), stake("2", BIANCHI, T, 200))


@pytest.mark.parametrize(
    ("box", "euro", "code", "why"),
    [
        (P, 5, Code.MIN, "5.00 on punto is below the minimum of 10.00."),
        (B, 5, Code.MIN, "5.00 on banco is below the minimum of 10.00."),
        (
            B,
            1005,
            Code.MAX,
            "1005.00 on banco is above the maximum of 1000.00.",
        ),
        (
            T,
            205,
            Code.MAX,
            "205.00 on egalite is above the maximum of 200.00.",
        ),
    ],
)
def test_one_chip_below_the_minimum_or_above_the_maximum_is_refused(box: Box, euro: int, code: Code, why: str) -> None:
    assert no(stake("1", ROSSI, box, euro)) == (code, f"{why} {ART_14}")


def test_the_minimum_is_of_each_stake_and_not_of_the_sum() -> None:
    assert no(stake("1", ROSSI, P, 50), stake("2", ROSSI, P, 5))[0] is Code.MIN


def test_from_the_next_coup_the_new_limits_bind() -> None:
    changed = limits(main=(20, 500))
    assert no(stake("1", ROSSI, P, 15), sign=changed)[0] is Code.MIN
    assert no(stake("1", ROSSI, P, 600), sign=changed)[0] is Code.MAX
    lay(stake("1", ROSSI, P, 20), stake("2", BIANCHI, B, 500), sign=changed)


def test_a_minimum_above_the_maximum_is_refused() -> None:
    assert Range(1000, 1000).minimum == 1000
    assert refusal(lambda: Range(1001, 1000)) == (
        Code.LIMITS,
        f"The minimum 10.01 is above the maximum 10.00. {OF_SABOT}",
    )


def test_a_table_has_limits_for_each_kind_of_stake_and_for_nothing_else() -> None:
    check_limits(VENEZIA, LIMITS)
    check_limits(ONLINE, ONLINE_LIMITS)
    said = (Code.LIMITS, f"This house needs limits for each of egalite, main, and for nothing else. {OF_SABOT}")
    assert refusal(lambda: check_limits(VENEZIA, {"main": Range(1000, 2000)})) == said
    assert refusal(lambda: check_limits(VENEZIA, ONLINE_LIMITS)) == said
    assert refusal(lambda: check_limits(VENEZIA, {})) == said
    kinds = ", ".join(sorted(ONLINE_LIMITS))
    assert refusal(lambda: check_limits(ONLINE, LIMITS)) == (
        Code.LIMITS,
        f"This house needs limits for each of {kinds}, and for nothing else. {OF_SABOT}",
    )


def test_a_maximum_that_no_chips_make_is_refused_for_then_no_stake_could_be_cut_to_it() -> None:
    check_limits(MALTA, {"main": Range(500, 100_250), "egalite": Range(250, 250)})
    assert refusal(lambda: check_limits(VENEZIA, LIMITS | {"egalite": Range(500, 20_250)})) == (
        Code.LIMITS,
        f"The maximum 202.50 for egalite cannot be laid in chips of this table; the smallest is 5.00. {OF_SABOT}",
    )
    check_limits(VENEZIA, LIMITS | {"egalite": Range(1, 20_000)})


# --- raising, lowering, moving and taking off one's own stake


def test_raising_or_lowering_ones_own_stake_is_no_second_stake() -> None:
    felt = lay(stake("4", ROSSI, P, 100), stake("4", ROSSI, T, 20), stake("5", BIANCHI, P, 100))
    for euro in (150, 10, 1000):
        check_change(VENEZIA, LIMITS, felt, felt[0], stake("4", ROSSI, P, euro))
    assert len(felt) == 3


@pytest.mark.parametrize(("euro", "code"), [(1005, Code.MAX), (5, Code.MIN), (102, Code.CHIP), (0, Code.MONEY)])
def test_a_changed_stake_is_bound_like_a_new_one(euro: int, code: Code) -> None:
    felt = lay(stake("4", ROSSI, P, 100))
    assert refusal(lambda: check_change(VENEZIA, LIMITS, felt, felt[0], stake("4", ROSSI, P, euro)))[0] is code


def test_a_stake_may_be_moved_to_the_other_side_and_to_a_free_position() -> None:
    felt = lay(stake("4", ROSSI, P, 100), stake("5", BIANCHI, P, 100))
    check_change(VENEZIA, LIMITS, felt, felt[0], stake("4", ROSSI, B, 100))
    check_change(VENEZIA, LIMITS, felt, felt[0], stake("6", ROSSI, P, 100))
    taken = stake("5", ROSSI, P, 100)
    assert refusal(lambda: check_change(VENEZIA, LIMITS, felt, felt[0], taken))[0] is Code.ONE_STAKE


def test_raising_counts_what_the_bettor_has_elsewhere() -> None:
    felt = lay(stake("4", ROSSI, P, 100), stake("5", ROSSI, P, 600))
    check_change(VENEZIA, LIMITS, felt, felt[0], stake("4", ROSSI, P, 400))
    over = stake("4", ROSSI, P, 405)
    assert refusal(lambda: check_change(VENEZIA, LIMITS, felt, felt[0], over))[0] is Code.MAX


def test_nobody_adds_to_the_stake_of_another() -> None:
    felt = lay(stake("4", ROSSI, P, 100))
    assert refusal(lambda: check_change(VENEZIA, LIMITS, felt, felt[0], stake("4", BIANCHI, P, 150))) == (
        Code.INDIVIDUAL,
        f"Stakes are individual: the stake at position 4 belongs to somebody else. {ART_12}",
    )


def test_a_stake_may_be_taken_off_while_the_betting_is_open() -> None:
    felt = lay(stake("4", ROSSI, P, 100), stake("4", ROSSI, T, 20))
    for each in felt:
        check_withdrawal(VENEZIA, felt, each)
    assert len(felt) == 2


# --- Malta: a tie only beside Punto or Banco


@pytest.mark.parametrize("main", [P, B])
def test_in_malta_a_tie_needs_a_stake_on_punto_or_banco_of_the_same_bettor(main: Box) -> None:
    assert no(stake("1", ROSSI, T, 10), profile=MALTA) == TIE_NEEDS_MAIN
    assert no(stake("2", BIANCHI, main, 20), stake("1", ROSSI, T, 10), profile=MALTA) == TIE_NEEDS_MAIN
    lay(stake("1", ROSSI, main, 20), stake("1", ROSSI, T, 10), profile=MALTA)


def test_in_malta_the_main_stake_stays_while_the_tie_stands() -> None:
    felt = lay(stake("1", ROSSI, P, 20), stake("1", ROSSI, T, 10), stake("2", BIANCHI, B, 20), profile=MALTA)
    assert refusal(lambda: check_withdrawal(MALTA, felt, felt[0])) == TIE_NEEDS_MAIN
    check_withdrawal(MALTA, felt, felt[1])
    check_withdrawal(MALTA, felt, felt[2])
    check_withdrawal(MALTA, [felt[0], felt[2]], felt[0])
    check_change(MALTA, LIMITS, felt, felt[0], stake("1", ROSSI, B, 10))
    check_change(MALTA, LIMITS, felt, felt[0], stake("3", ROSSI, P, 10))


def test_in_malta_a_tie_that_lies_alone_binds_its_own_bettor_and_nobody_else() -> None:
    felt = [stake("1", ROSSI, T, 10), stake("2", BIANCHI, P, 20)]
    check_stake(MALTA, LIMITS, felt, stake("3", VERDI, B, 20))
    check_change(MALTA, LIMITS, felt, felt[1], stake("2", BIANCHI, P, 30))
    check_withdrawal(MALTA, felt, felt[1])
    check_stake(MALTA, LIMITS, felt, stake("1", ROSSI, P, 20))
    assert refusal(lambda: check_change(MALTA, LIMITS, felt, felt[0], stake("1", ROSSI, T, 20))) == TIE_NEEDS_MAIN


def test_in_malta_the_main_stake_cannot_become_a_tie() -> None:
    alone = lay(stake("1", ROSSI, P, 20), profile=MALTA)
    assert refusal(lambda: check_change(MALTA, LIMITS, alone, alone[0], stake("1", ROSSI, T, 20))) == TIE_NEEDS_MAIN


@pytest.mark.parametrize("profile", [VENEZIA, CLASSICO, ADMIRAL, ONLINE])
def test_elsewhere_a_tie_stands_alone(profile: Profile) -> None:
    felt = lay(stake("1", ROSSI, P, 20), stake("1", ROSSI, T, 10), profile=profile)
    check_withdrawal(profile, felt, felt[0])
    lay(stake("1", ROSSI, T, 10), profile=profile)


@pytest.mark.parametrize("box", sorted(ONLINE.side_bets))
def test_a_side_bet_stands_alone(box: Box) -> None:
    felt = lay(stake("1", ROSSI, box, 10), profile=ONLINE, sign=ONLINE_LIMITS)
    assert [(each.in_action, each.excess) for each in close(ONLINE, ONLINE_LIMITS, felt)] == [(1000, 0)]


# --- once the betting is closed


def in_action(*stakes: LaidStake, profile: Profile = VENEZIA, sign: Limits = LIMITS) -> list[tuple[int, int]]:
    """What of each stake is in action, and what goes back."""
    closed = close(profile, sign, stakes)
    assert [each.stake for each in closed] == list(stakes)
    return [(each.in_action, each.excess) for each in closed]


def test_what_was_laid_within_the_limits_is_in_action_in_the_order_laid() -> None:
    felt = [stake("4", ROSSI, P, 100), stake("2", BIANCHI, B, 1000), stake("4", ROSSI, T, 5)]
    assert close(VENEZIA, LIMITS, felt) == [
        InAction(felt[0], 10_000, 0),
        InAction(felt[1], 100_000, 0),
        InAction(felt[2], 500, 0),
    ]
    assert close(VENEZIA, LIMITS, []) == []


def test_over_the_maximum_the_maximum_is_in_action_and_the_rest_goes_back() -> None:
    assert in_action(stake("2", ROSSI, P, 700), sign=limits(main=(20, 500))) == [(50_000, 20_000)]
    assert in_action(stake("2", ROSSI, P, 505), sign=limits(main=(20, 500))) == [(50_000, 500)]
    assert in_action(stake("2", ROSSI, P, 500), sign=limits(main=(20, 500))) == [(50_000, 0)]


def test_over_several_positions_what_was_laid_first_is_in_action_first() -> None:
    felt = [
        stake("1", ROSSI, P, 400),
        stake("2", BIANCHI, P, 700),
        stake("3", ROSSI, P, 300),
        stake("4", ROSSI, B, 500),
        stake("5", ROSSI, P, 10),
    ]
    assert in_action(*felt, sign=limits(main=(10, 500))) == [
        (40_000, 0),
        (50_000, 20_000),
        (10_000, 20_000),
        (50_000, 0),
        (0, 1_000),
    ]


def test_at_the_admiral_each_bettor_of_a_position_has_their_maximum() -> None:
    felt = stake("1", ROSSI, P, 700), stake("1", BIANCHI, P, 700), stake("2", ROSSI, P, 10)
    capped = (50_000, 20_000)
    assert in_action(*felt, profile=ADMIRAL, sign=limits(main=(10, 500))) == [capped, capped, (0, 1000)]


def test_a_stake_below_the_minimum_goes_back_whole_and_takes_no_room() -> None:
    felt = stake("1", ROSSI, P, 15), stake("2", ROSSI, P, 500), stake("3", BIANCHI, P, 20), stake("3", BIANCHI, T, 4)
    assert in_action(*felt, sign=limits(main=(20, 500))) == [(0, 1500), (50_000, 0), (2000, 0), (0, 400)]


def test_every_kind_of_stake_is_held_to_its_own_limits() -> None:
    assert in_action(stake("1", ROSSI, P, 300), stake("1", ROSSI, T, 300)) == [(30_000, 0), (20_000, 10_000)]


def test_online_a_stake_over_the_maximum_is_refused_at_the_closing_too() -> None:
    sign = ONLINE_LIMITS | {"main": Range(1000, 50_000)}
    assert refusal(lambda: close(ONLINE, sign, [stake("1", ROSSI, B, 20), stake("1", ROSSI, P, 501)])) == (
        Code.MAX,
        "501.00 on punto is above the maximum of 500.00. (Baccarat online)",
    )
    assert in_action(stake("1", ROSSI, P, 500), stake("1", ROSSI, B, 500), profile=ONLINE, sign=sign) == [
        (50_000, 0),
        (50_000, 0),
    ]
    refuse_only = derive(VENEZIA, key="refuse-only", over_max="refuse_only")
    several = [stake("1", ROSSI, P, 300), stake("2", ROSSI, P, 300), stake("3", BIANCHI, P, 10)]
    assert refusal(lambda: close(refuse_only, limits(main=(10, 500)), several)) == (
        Code.MAX,
        "600.00 on punto is above the maximum of 500.00, counted for one player over all positions. (default of Sabot)",
    )


def test_online_even_the_smallest_stake_is_refused_once_the_maximum_is_reached() -> None:
    sign = ONLINE_LIMITS | {"main": Range(1000, 50_000)}
    felt = [stake("1", ROSSI, P, 500), stake("1", ROSSI, P, 10)]
    assert refusal(lambda: close(ONLINE, sign, felt))[0] is Code.MAX


def test_where_over_maximum_stakes_are_refused_one_below_the_minimum_still_goes_back() -> None:
    sign = ONLINE_LIMITS | {"main": Range(1000, 50_000)}
    below, exact = stake("1", ROSSI, P, 9), stake("1", ROSSI, B, 10)
    assert in_action(below, exact, profile=ONLINE, sign=sign) == [(0, 900), (1000, 0)]


def test_a_stake_below_the_minimum_does_not_count_towards_the_maximum_of_its_bettor_in_any_house() -> None:
    """Stakes of a tie that stay are looked at by the limits of the day: 10.00 goes back, 90.00 alone is in action."""
    refuse_only = derive(VENEZIA, key="refuse-only", over_max="refuse_only")
    felt = stake("1", ROSSI, P, 90), stake("2", ROSSI, P, 10), stake("3", BIANCHI, P, 20)
    for profile in (VENEZIA, refuse_only):
        found = in_action(*felt, profile=profile, sign=limits(main=(20, 95)))
        assert found == [(9_000, 0), (0, 1_000), (2_000, 0)], profile.key
    assert refusal(lambda: close(refuse_only, limits(main=(20, 95)), [*felt, stake("4", ROSSI, P, 20)]))[0] is Code.MAX


def test_in_malta_no_tie_is_in_action_whose_main_stake_went_back() -> None:
    """Punto y Banco, Malta: the minimum was raised while the chips lay there, the main stake goes back below it."""
    felt = stake("1", ROSSI, P, 5), stake("1", ROSSI, T, 5), stake("2", BIANCHI, B, 10), stake("2", BIANCHI, T, 5)
    assert in_action(*felt, profile=MALTA) == [(0, 500), (0, 500), (1000, 0), (500, 0)]


def test_a_betting_in_which_no_stake_is_valid_is_not_closed() -> None:
    """The only stake is below the minimum and would go back: it would be a coup without stakes (Art. 1)."""
    felt = [stake("1", ROSSI, P, 5)]

    def closing() -> None:
        check_closing(VENEZIA, LIMITS, felt)

    assert refusal(closing)[0] is Code.NO_STAKE


# --- what always holds

boxes = st.sampled_from([P, B, T])
anything = st.builds(
    LaidStake,
    st.sampled_from(["1", "2", "3"]),
    st.sampled_from([ROSSI, BIANCHI, VERDI, NERI]),
    boxes,
    st.integers(1, 300).map(lambda chips: 500 * chips),
)
felts = st.lists(anything, max_size=10)
houses = st.sampled_from([VENEZIA, MALTA, CLASSICO, ADMIRAL])


def _accepted(profile: Profile, stakes: list[LaidStake]) -> list[LaidStake]:
    felt: list[LaidStake] = []
    for each in stakes:
        try:
            check_stake(profile, LIMITS, felt, each)
        except Refused:
            continue
        felt.append(each)
    return felt


@given(houses, felts)
def test_what_the_table_accepts_is_in_action_to_the_last_chip(profile: Profile, stakes: list[LaidStake]) -> None:
    felt = _accepted(profile, stakes)
    assert [(each.in_action, each.excess) for each in close(profile, LIMITS, felt)] == [(each.laid, 0) for each in felt]
    assert len({(each.position, slot(profile, each)) for each in felt}) == len(felt)
    if profile.stakes_per_position == "one":
        assert len({(each.position, each.bettor) for each in felt}) == len({each.position for each in felt})
    if profile.tie_requires_main:
        assert {each.bettor for each in felt if each.box is T} <= {each.bettor for each in felt if each.box is not T}


@given(houses, felts)
def test_whatever_lies_there_no_bettor_has_more_than_the_maximum_of_a_box_in_action(
    profile: Profile, felt: list[LaidStake]
) -> None:
    sums: Counter[tuple[str, Box]] = Counter()
    for each, (played, back) in zip(felt, in_action(*felt, profile=profile), strict=True):
        assert played >= 0
        assert back >= 0
        assert played + back == each.laid
        sums[each.bettor, each.box] += played
    assert all(total <= LIMITS[kind(box)].maximum for (_, box), total in sums.items())


@given(houses, felts, st.data())
def test_a_change_to_the_same_stake_changes_nothing_and_is_never_refused(
    profile: Profile, stakes: list[LaidStake], data: st.DataObject
) -> None:
    felt = _accepted(profile, stakes)
    if felt:
        same: Any = data.draw(st.sampled_from(felt))
        check_change(profile, LIMITS, felt, same, same)
