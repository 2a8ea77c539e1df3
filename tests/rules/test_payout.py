"""What each stake is paid, to the cent, line by line.

Regole del baccarat and Punto Banco, Casino Admiral (5 %); Punto y Banco, Malta (half on six, over the maximum);
Baccarat online (side bets); Super Punto Banco, Art. 1 and 5. Stakes are written in euro, lines in cents.
"""

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.rules.cards import DECK, Card, parse_all
from table.rules.houses import ADMIRAL, CLASSICO, HOUSES, MALTA, ONLINE, VENEZIA
from table.rules.payout import (
    HANDED_BACK,
    Hands,
    MoneyKind,
    Rate,
    StakeMovement,
    differences,
    hands,
    lines,
    net,
    rate,
    refund,
    returned,
    round_to,
    settle,
    tax_on,
)
from table.rules.profile import Box, Profile, Rounding, RoundingMode, derive
from table.rules.refusal import Code
from table.rules.regola import Layout, Outcome, Result, lay_out
from table.rules.stakes import InAction, LaidStake, Range, close, kind
from tests.rig.refusing import refusal
from tests.rig.rows import every_row

ROSSI, BIANCHI, VERDI = "Rossi", "Bianchi", "Verdi"
P, B, T = Box.PUNTO, Box.BANCO, Box.EGALITE

PUNTO_WINS = lay_out(parse_all("9H 5C KD 2S"))  # 9 to 7
BANCO_WINS_WITH_7 = lay_out(parse_all("2H 3C KS QD 4D 4S"))  # 6 to 7
BANCO_WINS_WITH_6_ON_TWO = lay_out(parse_all("2H 6C 3D KS 9H"))  # 4 to 6
BANCO_WINS_WITH_6_ON_THREE = lay_out(parse_all("5H 3C KD KC QS 3D"))  # 5 to 6
A_TIE = lay_out(parse_all("6H 6D KC QS"))

STAKE_RETURNED, EXCESS_RETURNED, REFUND = MoneyKind.STAKE_RETURNED, MoneyKind.EXCESS_RETURNED, MoneyKind.REFUND
TAX_READY = MoneyKind.TAX_READY
WIN, COMMISSION, ROUNDING, LOSS = MoneyKind.WIN, MoneyKind.COMMISSION, MoneyKind.ROUNDING, MoneyKind.LOSS
Lines = list[tuple[MoneyKind, int]]


def staked(box: Box, cents: int, *, back: int = 0, bettor: str = ROSSI, position: str = "1") -> InAction:
    """So many cents in action on a box, and so many that go back whatever the result."""
    return InAction(LaidStake(position, bettor, box, cents + back), cents, back)


def paid(profile: Profile, layout: Layout, *stakes: InAction) -> Lines:
    """The kinds and amounts of the lines, in their order."""
    return [(line.kind, line.amount) for line in settle(profile, layout, stakes)]


def result(profile: Profile, layout: Layout, box: Box, cents: int) -> int:
    """What so many cents on a box win or lose."""
    return net(settle(profile, layout, [staked(box, cents)]))


def given_back(cents: int) -> Lines:
    return [(STAKE_RETURNED, cents)]


def won(cents: int, win: int) -> Lines:
    return [(STAKE_RETURNED, cents), (WIN, win)]


def taxed(cents: int) -> Lines:
    return [(STAKE_RETURNED, cents), (WIN, cents), (COMMISSION, -cents // 20)]


def lost(cents: int) -> Lines:
    return [(LOSS, -cents)]


# --- Punto, Banco and Egalité

FIVE_PERCENT = (VENEZIA, CLASSICO, ADMIRAL, ONLINE)
HALF_ON_SIX = (MALTA, derive(VENEZIA, key="venezia-2000", banco_payout="half_on_six"))


@pytest.mark.parametrize("profile", [*FIVE_PERCENT, *HALF_ON_SIX])
def test_punto_is_paid_even_money_and_an_egalite_that_did_not_come_is_lost(profile: Profile) -> None:
    assert paid(profile, PUNTO_WINS, staked(P, 10_000)) == won(10_000, 10_000)
    assert paid(profile, PUNTO_WINS, staked(B, 10_000)) == lost(10_000)
    assert paid(profile, PUNTO_WINS, staked(T, 1_000)) == lost(1_000)
    assert paid(profile, BANCO_WINS_WITH_7, staked(P, 10_000)) == lost(10_000)
    assert paid(profile, BANCO_WINS_WITH_7, staked(T, 1_000)) == lost(1_000)


@pytest.mark.parametrize("profile", [*FIVE_PERCENT, *HALF_ON_SIX])
def test_a_tie_gives_punto_and_banco_their_stakes_back_and_pays_egalite_eight_to_one(profile: Profile) -> None:
    assert paid(profile, A_TIE, staked(P, 10_000)) == given_back(10_000)
    assert paid(profile, A_TIE, staked(B, 8_000)) == given_back(8_000)
    assert paid(profile, A_TIE, staked(T, 1_000)) == won(1_000, 8_000)


@every_row("profile", FIVE_PERCENT)
@every_row("layout", [BANCO_WINS_WITH_7, BANCO_WINS_WITH_6_ON_TWO, BANCO_WINS_WITH_6_ON_THREE])
def test_five_percent_of_the_win_of_banco_goes_to_the_house(profile: Profile, layout: Layout) -> None:
    assert paid(profile, layout, staked(B, 4_000)) == [(STAKE_RETURNED, 4_000), (WIN, 4_000), (COMMISSION, -200)]
    assert result(profile, layout, B, 500) == 475
    assert result(profile, layout, B, 20) == 19


@pytest.mark.parametrize("profile", HALF_ON_SIX)
def test_banco_is_paid_half_when_it_wins_with_six_of_two_cards_or_of_three_and_all_else_evenly(
    profile: Profile,
) -> None:
    for layout in (BANCO_WINS_WITH_6_ON_TWO, BANCO_WINS_WITH_6_ON_THREE):
        assert paid(profile, layout, staked(B, 1_500)) == won(1_500, 750)
        assert paid(profile, layout, staked(B, 750)) == won(750, 375)
    assert paid(profile, BANCO_WINS_WITH_7, staked(B, 1_500)) == won(1_500, 1_500)
    assert paid(profile, lay_out(parse_all("2H 8C KS QD")), staked(B, 1_500)) == won(1_500, 1_500)
    assert paid(profile, A_TIE, staked(B, 1_500)) == given_back(1_500)


@pytest.mark.parametrize(("to_one", "win"), [(9, 9_000), (8, 8_000), (1, 1_000), (11, 11_000)])
def test_a_house_may_pay_another_whole_number_to_one_on_egalite(to_one: int, win: int) -> None:
    profile = derive(VENEZIA, key="own", tie_to_one=to_one)
    assert paid(profile, A_TIE, staked(T, 1_000)) == won(1_000, win)


def test_two_houses_of_one_name_and_different_rules_are_paid_differently() -> None:
    assert result(VENEZIA, BANCO_WINS_WITH_6_ON_TWO, B, 2_000) == 1_900
    namesake = derive(VENEZIA, key=VENEZIA.key, banco_payout="half_on_six")
    assert result(namesake, BANCO_WINS_WITH_6_ON_TWO, B, 2_000) == 1_000
    assert result(VENEZIA, BANCO_WINS_WITH_6_ON_TWO, B, 2_000) == 1_900


def test_online_both_sides_may_lie_on_one_coup_and_each_is_paid_for_itself() -> None:
    assert paid(ONLINE, BANCO_WINS_WITH_7, staked(P, 1_000), staked(B, 2_000)) == [*lost(1_000), *taxed(2_000)]
    assert paid(ONLINE, A_TIE, staked(P, 1_000), staked(B, 2_000)) == [*given_back(1_000), *given_back(2_000)]


# --- the side bets of Baccarat online: twelve, six, twenty-six, 1.54 and 2.50 for one

SIDE_CASES: list[tuple[str, dict[Box, int]]] = [
    # Punto's pair of one suit, six cards
    (
        "7H KS 7H 3D 2C 5S",
        {
            Box.PLAYER_PAIR: 11_000,
            Box.BANKER_PAIR: -1_000,
            Box.EITHER_PAIR: 5_000,
            Box.PERFECT_PAIR: 25_000,
            Box.GRANDE: 540,
            Box.PICCOLO: -1_000,
        },
    ),
    # Punto's pair of two suits, four cards
    (
        "4H 9S 4D QD",
        {
            Box.PLAYER_PAIR: 11_000,
            Box.BANKER_PAIR: -1_000,
            Box.EITHER_PAIR: 5_000,
            Box.PERFECT_PAIR: -1_000,
            Box.GRANDE: -1_000,
            Box.PICCOLO: 1_500,
        },
    ),
    # Banco's pair of one suit, five cards
    (
        "7H 2S KH 2S 3D",
        {
            Box.PLAYER_PAIR: -1_000,
            Box.BANKER_PAIR: 11_000,
            Box.EITHER_PAIR: 5_000,
            Box.PERFECT_PAIR: 25_000,
            Box.GRANDE: 540,
            Box.PICCOLO: -1_000,
        },
    ),
    # Banco's pair of two suits
    (
        "KH 4S 9H 4D",
        {Box.PLAYER_PAIR: -1_000, Box.BANKER_PAIR: 11_000, Box.EITHER_PAIR: 5_000, Box.PERFECT_PAIR: -1_000},
    ),
    # two perfect pairs: each of these is paid once
    (
        "4H 9S 4H 9S",
        {Box.PLAYER_PAIR: 11_000, Box.BANKER_PAIR: 11_000, Box.EITHER_PAIR: 5_000, Box.PERFECT_PAIR: 25_000},
    ),
    # two pairs, Banco's of one suit
    (
        "4H 9S 4D 9S",
        {Box.PLAYER_PAIR: 11_000, Box.BANKER_PAIR: 11_000, Box.EITHER_PAIR: 5_000, Box.PERFECT_PAIR: 25_000},
    ),
    # two pairs of two suits each
    (
        "4H 9S 4D 9H",
        {Box.PLAYER_PAIR: 11_000, Box.BANKER_PAIR: 11_000, Box.EITHER_PAIR: 5_000, Box.PERFECT_PAIR: -1_000},
    ),
    # a king and a queen are no pair, nor one suit, nor a third card like the first
    (
        "KH 3S QH 4S 3D KH",
        {Box.PLAYER_PAIR: -1_000, Box.BANKER_PAIR: -1_000, Box.EITHER_PAIR: -1_000, Box.PERFECT_PAIR: -1_000},
    ),
    ("2H 3S AH 4S 2H", {Box.PLAYER_PAIR: -1_000, Box.EITHER_PAIR: -1_000, Box.PERFECT_PAIR: -1_000}),
    # a card of Punto like one of Banco
    (
        "9H 9H 4S 4S",
        {Box.PLAYER_PAIR: -1_000, Box.BANKER_PAIR: -1_000, Box.EITHER_PAIR: -1_000, Box.PERFECT_PAIR: -1_000},
    ),
]


@every_row(("cards", "box", "expected"), [(cards, box, win) for cards, bets in SIDE_CASES for box, win in bets.items()])
def test_every_side_bet_online_pays_what_its_table_of_returns_proves(cards: str, box: Box, expected: int) -> None:
    layout = lay_out(parse_all(cards))
    assert result(ONLINE, layout, box, 1_000) == expected
    assert rate(ONLINE, box, hands(layout)).net * 10 == expected


@pytest.mark.parametrize(
    ("cards", "grande", "piccolo"),
    [("9H 5C KD 2S", -1_000, 1_500), ("7H 2S KH 3S 3D", 540, -1_000), ("2H 3C KS QD 4D 4S", 540, -1_000)],
)
def test_grande_is_five_or_six_cards_and_piccolo_four(cards: str, grande: int, piccolo: int) -> None:
    layout = lay_out(parse_all(cards))
    assert (result(ONLINE, layout, Box.GRANDE, 1_000), result(ONLINE, layout, Box.PICCOLO, 1_000)) == (grande, piccolo)


def test_cards_left_in_the_shoe_or_in_excess_pay_nobody() -> None:
    with_excess = lay_out(parse_all("9H 2C KD 3S 9H KD"))
    assert with_excess.excess
    assert hands(with_excess) == Hands(Result.PUNTO, banco=5, cards=4)
    assert result(ONLINE, with_excess, Box.GRANDE, 1_000) == -1_000


def test_a_tie_does_not_give_side_bets_back() -> None:
    assert paid(ONLINE, A_TIE, staked(Box.PLAYER_PAIR, 500), staked(Box.PICCOLO, 100)) == [*lost(500), *won(100, 150)]


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ("9H 5C KD 2S", Hands(Result.PUNTO, 7, 4)),
        ("2H 3C KS QD 4D 4S", Hands(Result.BANCO, 7, 6)),
        ("6H 6D KC QS", Hands(Result.TIE, 6, 4)),
        ("7H KS 7H 3D 2C 5S", Hands(Result.BANCO, 8, 6, player_pair=True, perfect_pair=True)),
        ("KH 4S 9H 4D", Hands(Result.PUNTO, 8, 4, banker_pair=True)),
        ("4H 9S 4D 9S", Hands(Result.TIE, 8, 4, player_pair=True, banker_pair=True, perfect_pair=True)),
    ],
)
def test_what_the_cards_show_to_those_who_pay(cards: str, shown: Hands) -> None:
    assert hands(lay_out(parse_all(cards))) == shown


@every_row(
    ("profile", "box", "shown", "expected"),
    [
        (VENEZIA, P, Hands(Result.PUNTO), Rate(100)),
        (VENEZIA, B, Hands(Result.BANCO, 6), Rate(100, commission=5)),
        (MALTA, B, Hands(Result.BANCO, 6), Rate(50)),
        (MALTA, B, Hands(Result.BANCO, 5), Rate(100)),
        (MALTA, P, Hands(Result.PUNTO, 6), Rate(100)),
        (VENEZIA, T, Hands(Result.TIE), Rate(800)),
        (VENEZIA, P, Hands(Result.TIE), Rate(0)),
        (VENEZIA, B, Hands(Result.PUNTO), Rate(-100)),
    ],
)
def test_the_rates_of_the_layout(profile: Profile, box: Box, shown: Hands, expected: Rate) -> None:
    assert rate(profile, box, shown) == expected
    assert expected.net == expected.win - expected.commission


# --- over the maximum, below the minimum


def test_over_the_maximum_the_excess_goes_back_whether_the_stake_wins_loses_or_stands() -> None:
    stake = staked(P, 50_000, back=20_000)
    assert paid(VENEZIA, PUNTO_WINS, stake) == [(EXCESS_RETURNED, 20_000), *won(50_000, 50_000)]
    assert paid(VENEZIA, BANCO_WINS_WITH_7, stake) == [(EXCESS_RETURNED, 20_000), *lost(50_000)]
    assert paid(VENEZIA, A_TIE, stake) == [(EXCESS_RETURNED, 20_000), *given_back(50_000)]
    banco = staked(B, 100_000, back=30_000)
    assert paid(MALTA, BANCO_WINS_WITH_6_ON_TWO, banco) == [(EXCESS_RETURNED, 30_000), *won(100_000, 50_000)]


def test_over_several_positions_each_stake_is_paid_for_what_of_it_is_in_action() -> None:
    sign = {"main": Range(1000, 50_000), "egalite": Range(500, 20_000)}
    felt = [
        LaidStake("1", ROSSI, P, 40_000),
        LaidStake("2", BIANCHI, P, 50_000),
        LaidStake("3", ROSSI, P, 30_000),
        LaidStake("5", ROSSI, P, 1_000),
        LaidStake("6", VERDI, P, 500),
    ]
    stakes = close(VENEZIA, sign, felt)
    assert paid(VENEZIA, PUNTO_WINS, *stakes) == [
        *won(40_000, 40_000),
        *won(50_000, 50_000),
        (EXCESS_RETURNED, 20_000),
        *won(10_000, 10_000),
        (EXCESS_RETURNED, 1_000),
        (EXCESS_RETURNED, 500),
    ]
    assert paid(VENEZIA, BANCO_WINS_WITH_7, *stakes) == [
        *lost(40_000),
        *lost(50_000),
        (EXCESS_RETURNED, 20_000),
        *lost(10_000),
        (EXCESS_RETURNED, 1_000),
        (EXCESS_RETURNED, 500),
    ]


def test_every_line_names_the_stake_that_it_moves_and_the_stakes_keep_their_order() -> None:
    stakes = [
        staked(T, 1_000),
        staked(B, 2_000, bettor=BIANCHI, position="7"),
        staked(P, 500, bettor=VERDI, position="2"),
    ]
    assert settle(VENEZIA, BANCO_WINS_WITH_7, iter(stakes)) == [
        StakeMovement(stakes[0], LOSS, -1_000),
        StakeMovement(stakes[1], STAKE_RETURNED, 2_000),
        StakeMovement(stakes[1], WIN, 2_000),
        StakeMovement(stakes[1], COMMISSION, -100),
        StakeMovement(stakes[2], LOSS, -500),
    ]
    assert settle(VENEZIA, A_TIE, []) == []


# --- rounding


def rounds(unit: int, mode: RoundingMode, parent: Profile = MALTA) -> Profile:
    return derive(parent, key="rounds", rounding=Rounding(unit, mode))


@every_row(
    ("mode", "cents", "rounding"),
    [
        ("down", 1_500, -50),
        ("up", 1_500, 50),
        ("half_up", 1_500, 50),
        ("half_up", 750, 25),
        ("down", 750, -75),
        ("up", 750, 25),
        ("half_up", 1_250, -25),
        ("up", 1_250, 75),
    ],
)
def test_the_win_and_never_the_stake_is_rounded_to_whole_units_and_the_difference_is_a_line(
    mode: RoundingMode, cents: int, rounding: int
) -> None:
    profile = rounds(100, mode)
    assert paid(profile, BANCO_WINS_WITH_6_ON_TWO, staked(B, cents)) == [*won(cents, cents // 2), (ROUNDING, rounding)]
    assert paid(profile, BANCO_WINS_WITH_6_ON_TWO, staked(B, 2_000)) == won(2_000, 1_000)


def test_a_win_of_nothing_after_rounding_still_gives_the_stake_back() -> None:
    assert paid(rounds(1_000, "down"), BANCO_WINS_WITH_6_ON_TWO, staked(B, 500)) == [*won(500, 250), (ROUNDING, -250)]
    assert result(rounds(1_000, "down"), BANCO_WINS_WITH_6_ON_TWO, B, 500) == 0


def test_the_commission_is_shown_whole_and_what_the_house_rounds_beside_it() -> None:
    profile = rounds(100, "down", VENEZIA)
    assert paid(profile, BANCO_WINS_WITH_7, staked(B, 500)) == [*taxed(500), (ROUNDING, -75)]
    assert paid(profile, BANCO_WINS_WITH_7, staked(B, 2_000)) == taxed(2_000)
    assert paid(profile, PUNTO_WINS, staked(P, 550)) == [*won(550, 550), (ROUNDING, -50)]


@pytest.mark.parametrize(("mode", "paid_out"), [("down", 12), ("half_up", 13), ("up", 13)])
def test_a_house_that_rounds_pays_even_a_win_of_half_a_cent(mode: RoundingMode, paid_out: int) -> None:
    profile = derive(MALTA, key="cents", chips=(1, 25), rounding=Rounding(1, mode))
    assert result(profile, BANCO_WINS_WITH_6_ON_TWO, B, 25) == paid_out
    assert result(profile, BANCO_WINS_WITH_6_ON_TWO, B, 26) == 13


@pytest.mark.parametrize(
    ("mode", "cents", "paid_out"),
    [("half_up", 10, 10), ("down", 10, 9), ("up", 10, 10), ("half_up", 9, 9), ("half_up", 11, 10), ("down", 30, 28)],
)
def test_the_rounded_win_is_that_of_the_exact_fraction(mode: RoundingMode, cents: int, paid_out: int) -> None:
    profile = derive(VENEZIA, key="cents", chips=(1, 10), rounding=Rounding(1, mode))
    assert result(profile, BANCO_WINS_WITH_7, B, cents) == paid_out


@every_row(
    ("win", "down", "half_up", "up"),
    [
        (Fraction(0), 0, 0, 0),
        (Fraction(1), 0, 0, 50),
        (Fraction(49, 2), 0, 0, 50),
        (Fraction(25), 0, 50, 50),
        (Fraction(51, 2), 0, 50, 50),
        (Fraction(50), 50, 50, 50),
        (Fraction(149, 2), 50, 50, 100),
        (Fraction(75), 50, 100, 100),
        (Fraction(9999, 100), 50, 100, 100),
    ],
)
def test_rounding_to_half_a_euro(win: Fraction, down: int, half_up: int, up: int) -> None:
    assert round_to(Rounding(50, "down"), win) == down
    assert round_to(Rounding(50, "half_up"), win) == half_up
    assert round_to(Rounding(50, "up"), win) == up


def test_broken_cents_are_refused_where_the_house_has_no_rule_for_them() -> None:
    assert refusal(lambda: paid(VENEZIA, BANCO_WINS_WITH_7, staked(B, 30))) == (
        Code.MONEY,
        "A win of 28.50 cents cannot be paid, and this house has no rule for rounding.",
    )
    assert refusal(lambda: paid(MALTA, BANCO_WINS_WITH_6_ON_TWO, staked(B, 251))) == (
        Code.MONEY,
        "A win of 125.50 cents cannot be paid, and this house has no rule for rounding.",
    )
    assert paid(VENEZIA, PUNTO_WINS, staked(P, 31)) == won(31, 31)


# --- coups without a result


@pytest.mark.parametrize("outcome", [Outcome.ANNULLED, Outcome.NULL_SEVEN, Outcome.CANCELLED, Outcome.VOID])
def test_without_a_result_everything_laid_goes_back(outcome: Outcome) -> None:
    stakes = [staked(P, 50_000, back=20_000), staked(B, 5_000), InAction(LaidStake("3", VERDI, T, 400), 0, 400)]
    found = lines(VENEZIA, outcome, PUNTO_WINS, stakes)
    assert [(line.kind, line.amount) for line in found] == [(REFUND, 70_000), (REFUND, 5_000), (REFUND, 400)]
    assert [line.stake for line in found] == stakes
    assert found == refund(stakes)
    assert net(found) == 0
    assert returned(found) == 75_400


def test_a_coup_of_which_no_card_was_dealt_is_given_back_without_looking_at_cards() -> None:
    assert net(lines(VENEZIA, Outcome.CANCELLED, Layout((), (), ()), [staked(P, 1_000)])) == 0


def test_a_colpo_in_bianco_has_no_lines_and_takes_no_stakes() -> None:
    assert lines(VENEZIA, Outcome.BLANK, PUNTO_WINS, []) == []
    assert refusal(lambda: lines(VENEZIA, Outcome.BLANK, PUNTO_WINS, [staked(P, 500)])) == (
        Code.BLANK_NO_BETS,
        "A Colpo in Bianco is played without stakes; give them back first. (Super Punto Banco, Art. 1)",
    )


def test_a_settled_coup_is_paid_on_its_cards() -> None:
    stakes = [staked(P, 10_000), staked(B, 10_000)]
    assert lines(VENEZIA, Outcome.SETTLED, PUNTO_WINS, stakes) == settle(VENEZIA, PUNTO_WINS, stakes)
    assert net(lines(VENEZIA, Outcome.SETTLED, PUNTO_WINS, stakes)) == 0


def test_covered_cards_pay_nobody() -> None:
    assert refusal(lambda: settle(VENEZIA, lay_out(parse_all("?? 9C ?? KD")), [staked(P, 500)]))[0] is Code.CARD_COVERED


def test_where_only_the_stake_of_the_reader_is_kept_nothing_is_paid() -> None:
    """Such a house keeps the highest stake on Punto only to know who reads, and its record says so."""
    profile = derive(VENEZIA, key="reader-only", stakes="reader_only")
    assert lines(profile, Outcome.SETTLED, PUNTO_WINS, [staked(P, 10_000)]) == []


# --- a coup that is settled again (Super Punto Banco, Art. 10)


def test_what_was_paid_wrongly_is_put_right_by_lines_for_the_difference() -> None:
    """A tie was paid where Banco had won: Punto's stake is lost, Banco's wins less its commission, Egalité loses."""
    stakes = [staked(P, 10_000), staked(B, 4_000, position="2"), staked(Box.EGALITE, 1_000, position="3")]
    tie, banco = lay_out(parse_all("6H 6D KC QS")), BANCO_WINS_WITH_7
    posted = settle(VENEZIA, tie, stakes)
    more = differences(posted, settle(VENEZIA, banco, stakes))
    assert [(line.stake.stake.position, line.kind, line.amount) for line in more] == [
        ("1", LOSS, -10_000),
        ("2", WIN, 4_000),
        ("2", COMMISSION, -200),
        ("3", LOSS, -1_000),
        ("1", STAKE_RETURNED, -10_000),
        ("3", STAKE_RETURNED, -1_000),
        ("3", WIN, -8_000),
    ]
    assert [net([line for line in more if line.stake is stake]) for stake in stakes] == [-10_000, 3_800, -9_000]


def test_what_was_paid_rightly_needs_no_difference() -> None:
    lines = settle(VENEZIA, BANCO_WINS_WITH_7, [staked(P, 10_000), staked(B, 4_000)])
    assert differences(lines, lines) == []
    assert differences([], lines) == lines
    assert differences(lines, [*lines, *lines]) == lines


def test_differences_of_differences_come_to_what_is_correct() -> None:
    stakes = [staked(B, 4_000)]
    first, second = settle(VENEZIA, PUNTO_WINS, stakes), settle(VENEZIA, BANCO_WINS_WITH_7, stakes)
    posted = [*first, *differences(first, second)]
    assert differences(posted, second) == []
    assert net([*posted, *differences(posted, first)]) == net(first)


# --- what the lines come to


def test_handed_back_chips_are_neither_won_nor_lost() -> None:
    assert {STAKE_RETURNED, EXCESS_RETURNED, REFUND, TAX_READY} == HANDED_BACK
    found = settle(VENEZIA, BANCO_WINS_WITH_7, [staked(B, 10_000, back=500), staked(P, 3_000)])
    assert net(found) == 9_500 - 3_000
    assert returned(found) == 500 + 10_000 + 9_500
    assert net([]) == returned([]) == 0


WORKED: list[tuple[str, Profile, dict[Box, int], dict[Box, int]]] = [
    ("2H 3C KS QD 4D 4S", VENEZIA, {P: 10_000, B: 4_000}, {P: -10_000, B: 3_800}),
    ("9H 5C KD 2S", VENEZIA, {P: 20_000, B: 6_000}, {P: 20_000, B: -6_000}),
    ("2H KC 2D 8S", VENEZIA, {P: 10_000, B: 5_000}, {P: -10_000, B: 4_750}),
    ("6H 6D KC QS", VENEZIA, {P: 10_000, B: 8_000, T: 1_000}, {P: 0, B: 0, T: 8_000}),
    ("7H 2C QD 3S 4D", VENEZIA, {P: 15_000, B: 2_000}, {P: -15_000, B: 1_900}),
    ("3H 6C 4D KS", VENEZIA, {B: 10_000, T: 2_000}, {B: -10_000, T: -2_000}),
    ("5S 7C 2H KD", VENEZIA, {P: 10_000, T: 500}, {P: 0, T: 4_000}),
    ("6S 3D AH 2C 4H", CLASSICO, {P: 10_000, B: 6_000}, {P: -10_000, B: 5_700}),
    ("4H AC KC 2S 8D 9S", VENEZIA, {P: 10_000, B: 4_000, T: 1_000}, {P: -10_000, B: 3_800, T: -1_000}),
    ("2H 6C 3D KS 9H", MALTA, {B: 1_500, P: 1_000, T: 500}, {B: 750, P: -1_000, T: -500}),
    ("2H 6C 3D KS 9H", ADMIRAL, {B: 1_500, P: 1_000, T: 500}, {B: 1_425, P: -1_000, T: -500}),
    (
        "7H KS 7H 3D 2C 5S",
        ONLINE,
        {P: 1_000, B: 10_000, T: 100, Box.GRANDE: 100},
        {P: -1_000, B: 9_500, T: -100, Box.GRANDE: 54},
    ),
]


@every_row(("cards", "profile", "stakes", "results"), WORKED)
def test_coups_worked_out_by_hand(
    cards: str, profile: Profile, stakes: dict[Box, int], results: dict[Box, int]
) -> None:
    layout = lay_out(parse_all(cards))
    assert {box: result(profile, layout, box, cents) for box, cents in stakes.items()} == results


# --- what always holds

ROUNDED = (
    derive(MALTA, key="down", chips=(1, 10), rounding=Rounding(5, "down")),
    derive(VENEZIA, key="up", chips=(1, 10), rounding=Rounding(100, "up")),
    derive(ONLINE, key="half", chips=(1, 10), tie_to_one=9, rounding=Rounding(25, "half_up")),
)
all_houses = st.sampled_from([*HOUSES.values(), *ROUNDED, derive(VENEZIA, key="eight", decks=8, tie_to_one=9)])
six_cards = st.lists(st.sampled_from(DECK), min_size=6, max_size=6)


@st.composite
def closed_coups(draw: st.DrawFn) -> tuple[Profile, Layout, list[InAction]]:
    """A house, the hands of a coup, and stakes some of which are over the maximum or below the minimum."""
    profile = draw(all_houses)
    chip = profile.smallest_chip
    sign = {kind(box): Range(2 * chip, 60 * chip) for box in profile.boxes}
    stake = st.builds(
        LaidStake,
        st.sampled_from(profile.positions),
        st.sampled_from([ROSSI, BIANCHI, VERDI]),
        st.sampled_from(profile.boxes),
        st.integers(1, 60 if profile.over_max == "refuse_only" else 90).map(lambda chips: chip * chips),
    )
    felt = draw(st.lists(stake, max_size=7, unique_by=lambda each: (each.bettor, each.box)))
    return profile, lay_out(draw(six_cards)), close(profile, sign, felt)


def _of(found: Iterable[StakeMovement], stake: InAction) -> dict[MoneyKind, int]:
    mine = [line for line in found if line.stake is stake]
    assert len({line.kind for line in mine}) == len(mine)
    return {line.kind: line.amount for line in mine}


@pytest.mark.parametrize(
    ("drawn", "wins"), [("2H 3C KS QD 4D 4S", True), ("9H 2D KC 5S", False), ("6H 6D KC QS", False)]
)
def test_tax_that_lay_ready_is_theirs_and_the_commission_comes_from_it(drawn: str, wins: bool) -> None:
    ready = InAction(LaidStake("1", "rossi", B, 10_000, tax=tax_on(10_000)), 10_000, 0)
    found = {line.kind: line.amount for line in settle(ADMIRAL, lay_out(parse_all(drawn)), [ready])}
    assert (found[TAX_READY], found.get(COMMISSION, 0)) == (500, -500 if wins else 0)
    assert refund([ready]) == [StakeMovement(ready, REFUND, 10_000), StakeMovement(ready, TAX_READY, 500)]


@given(closed_coups())
def test_what_was_laid_and_what_was_won_or_lost_is_what_goes_to_the_bettors(
    coup: tuple[Profile, Layout, list[InAction]],
) -> None:
    profile, layout, stakes = coup
    found = settle(profile, layout, stakes)
    assert sum(stake.stake.laid + stake.stake.tax for stake in stakes) + net(found) == returned(found)
    assert all(type(line.amount) is int for line in found)
    assert sum(len(_of(found, stake)) for stake in stakes) == len(found)
    for stake in stakes:
        mine = _of(found, stake)
        back = sum(amount for line, amount in mine.items() if line in HANDED_BACK)
        assert back + mine.get(LOSS, 0) * -1 == stake.stake.laid + stake.stake.tax
        assert mine.get(LOSS, 0) in (0, -stake.in_action)
        assert mine.get(EXCESS_RETURNED, 0) == stake.excess
        assert (LOSS in mine) + (STAKE_RETURNED in mine) == bool(stake.in_action)
        assert 0 not in mine.values()


@given(closed_coups())
def test_a_bettor_never_loses_more_than_they_have_in_action_and_wins_what_the_exact_odds_give_to_within_one_unit(
    coup: tuple[Profile, Layout, list[InAction]],
) -> None:
    profile, layout, stakes = coup
    unit = profile.rounding.unit if profile.rounding else 0
    for stake in stakes:
        found = settle(profile, layout, [stake])
        exact = Fraction(stake.in_action * rate(profile, stake.stake.box, hands(layout)).net, 100)
        assert net(found) >= -stake.in_action
        if exact > 0 and profile.rounding:
            assert abs(net(found) - exact) < unit
            assert net(found) % unit == 0
        else:
            assert net(found) == exact


@given(closed_coups(), st.sampled_from([Outcome.ANNULLED, Outcome.NULL_SEVEN, Outcome.CANCELLED, Outcome.VOID]))
def test_a_coup_without_a_result_costs_nobody_a_cent(
    coup: tuple[Profile, Layout, list[InAction]], outcome: Outcome
) -> None:
    profile, layout, stakes = coup
    found = lines(profile, outcome, layout, stakes)
    assert returned(found) == sum(stake.stake.laid + stake.stake.tax for stake in stakes)
    assert net(found) == 0


@given(six_cards)
def test_punto_and_banco_never_both_win_and_a_tie_pays_neither(drawn: list[Card]) -> None:
    layout = lay_out(drawn)
    results = [result(VENEZIA, layout, box, 2_000) for box in (P, B, T)]
    assert results in ([2_000, -2_000, -2_000], [-2_000, 1_900, -2_000], [0, 0, 16_000])
