"""Whole taglie of every house by chance from a seed: cards, money, reader, Button and last coup follow the rules.

Super Punto Banco, Premessa and Art. 5, 11, 13 and 14. The results of many shoes are held against the exact chances by a
χ² of our own, whose seed is fixed: it cannot fail by chance.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from itertools import islice, pairwise
from random import Random

import pytest

from table.rules.cards import Card, decks
from table.rules.houses import CLASSICO_COPERTO, HOUSES, MALTA, ONLINE, VENEZIA
from table.rules.payout import Hands, MoneyKind, hands, lines, net, returned
from table.rules.profile import Box, Profile, Rounding, derive
from table.rules.refusal import Code, Refused
from table.rules.regola import Layout, Outcome, Result, complete, lay_out
from table.rules.shoe import CutCardOut, check_faces
from table.rules.stakes import Range, check_limits, kind, slot
from table.script.simulation import shuffled, stakes_by_chance, usual_limits
from tests.rig.simulated import PlayedCoup, taglia

EIGHT_DECKS = derive(VENEZIA, key="eight-decks", decks=8, tie_to_one=9)
NO_FOUR = derive(VENEZIA, key="no-four", positions=("1", "2", "3", "5", "12", "14"))
ONE_SEAT = derive(VENEZIA, key="one-seat", positions=("1",))
ONE_MORE = derive(VENEZIA, key="one-more", art5_mid_coup="one_more")
ONE_SEAT_ONE_MORE = derive(ONE_MORE, key="one-seat-one-more", positions=("1",))
ROUNDS = derive(MALTA, key="rounds", chips=(1, 25, 100), rounding=Rounding(25, "half_up"))
# One player at a table is enough where only the cards matter, and soon played.
ONE_SEAT_AT = {profile: derive(profile, key=f"{profile.key}-one-seat", positions=("1",)) for profile in HOUSES.values()}
UNUSUAL = (EIGHT_DECKS, NO_FOUR, ONE_SEAT, ONE_MORE, ROUNDS)
ALL_HOUSES = [*HOUSES.values(), *UNUSUAL]
SHOES = [profile for profile in ALL_HOUSES if profile.cut_card]

LAST = "Ultimo colpo della taglia"
LAST_OR_NULL = "Ultimo colpo della taglia, minimo sette carte o nullo"
MOST_COUPS = 90
SEEDS = 15


@cache
def play(profile: Profile, seed: int, behind: int = 14) -> list[PlayedCoup]:
    """A taglia to its end, or the first ninety coups where there is none."""
    return list(islice(taglia(profile, Random(seed), behind=behind), MOST_COUPS))


def order(layout: Layout) -> list[Card]:
    """The cards of a coup as they left the shoe: one to Punto, one to Banco, again, and then the thirds."""
    punto, banco = layout.punto, layout.banco
    first = [card for pair in zip(punto[:2], banco[:2], strict=False) for card in pair]
    return [*first, *punto[len(banco[:2]) : 2], *punto[2:], *banco[2:]]


def out(coup: PlayedCoup) -> list[Card]:
    """The cards that left the shoe in a coup, those counted for the seven included."""
    return [*order(coup.layout), *coup.remaining]


def cut_card(coup: PlayedCoup) -> CutCardOut:
    """What the cut card that came in this coup meant."""
    assert coup.cut_card is not None
    return coup.cut_card


def last_that_began_with_the_cut_card(profile: Profile, behind: int) -> Iterable[PlayedCoup]:
    """Last coups that began with the cut card, about one in five."""
    for seed in range(SEEDS):
        coup = play(ONE_SEAT_AT[profile], seed, behind)[-1]
        if cut_card(coup).began_with_cut_card:
            yield coup


# --- a taglia


@pytest.mark.parametrize("profile", SHOES)
def test_every_card_is_dealt_once_and_in_the_order_of_the_shoe(profile: Profile) -> None:
    shoe = shuffled(profile, Random(1))
    dealt = [card for coup in play(profile, 1) for card in out(coup)]
    assert dealt == list(shoe[: len(dealt)])
    assert Counter(shoe) == Counter(decks(profile.decks))
    assert len(shoe) == 52 * profile.decks
    check_faces(dealt, profile.decks)


@pytest.mark.parametrize("profile", ALL_HOUSES)
def test_every_coup_is_dealt_by_the_regola_and_leaves_nothing_over(profile: Profile) -> None:
    for coup in play(profile, 1):
        assert complete(order(coup.layout)) == coup.layout
        assert coup.layout.excess == ()
        assert coup.outcome is Outcome.SETTLED


@pytest.mark.parametrize("profile", ALL_HOUSES)
def test_the_coups_are_numbered_from_one(profile: Profile) -> None:
    assert [coup.number for coup in play(profile, 1)] == list(range(1, len(play(profile, 1)) + 1))


@pytest.mark.parametrize("profile", ALL_HOUSES)
def test_money_in_is_money_out(profile: Profile) -> None:
    for coup in play(profile, 1):
        laid = sum(stake.stake.laid for stake in coup.stakes)
        assert laid + net(coup.lines) == returned(coup.lines)
        assert coup.lines == lines(profile, coup.outcome, coup.layout, coup.stakes)


@pytest.mark.parametrize("profile", ALL_HOUSES)
def test_the_players_stake_what_the_house_allows(profile: Profile) -> None:
    limits = usual_limits(profile)
    check_limits(profile, limits)
    boxes: set[Box] = set()
    for coup in play(profile, 1):
        felt = [stake.stake for stake in coup.stakes]
        assert len({(stake.position, slot(profile, stake)) for stake in felt}) == len(felt)
        for stake in coup.stakes:
            allowed = limits[kind(stake.stake.box)]
            assert allowed.minimum <= stake.in_action == stake.stake.laid <= allowed.maximum
            assert stake.in_action % profile.smallest_chip == 0
            assert stake.stake.bettor == f"player {stake.stake.position}"
        boxes |= {stake.box for stake in felt}
    assert boxes == set(profile.boxes)


@pytest.mark.parametrize("profile", ALL_HOUSES)
def test_the_reader_is_a_bettor_on_punto_with_the_largest_stake_and_where_nobody_reads_there_is_none(
    profile: Profile,
) -> None:
    read = 0
    for coup in play(profile, 1):
        on_punto = {it.stake.position: it.in_action for it in coup.stakes if it.stake.box is Box.PUNTO}
        if profile.reader == "none" or not on_punto:
            assert coup.reader is None
            continue
        assert coup.reader is not None
        assert on_punto[coup.reader] == max(on_punto.values())
        read += 1
    assert bool(read) == (profile.reader == "highest_punto")


@pytest.mark.parametrize("profile", ALL_HOUSES)
def test_the_button_starts_at_the_first_position_and_goes_round(profile: Profile) -> None:
    went = [coup.button for coup in play(profile, 1)]
    step = int(profile.button)
    assert went == [profile.positions[number * step % len(profile.positions)] for number in range(len(went))]


def test_where_the_button_goes_to_the_next_who_is_present_it_goes_round_too_for_every_place_is_taken() -> None:
    next_occupied = derive(VENEZIA, key="next-occupied", button_rotation="next_occupied")
    assert [coup.button for coup in play(next_occupied, 1)] == [coup.button for coup in play(VENEZIA, 1)]


def test_equal_stakes_are_read_from_the_button() -> None:
    same = {"main": Range(1000, 1000), "egalite": Range(500, 500)}
    coups = list(taglia(VENEZIA, Random(5), limits=same))
    for coup in coups:
        on_punto = {it.stake.position for it in coup.stakes if it.stake.box is Box.PUNTO}
        from_button = VENEZIA.positions[int(coup.button) - 1 :] + VENEZIA.positions[: int(coup.button) - 1]
        assert coup.reader == next((position for position in from_button if position in on_punto), None)
    assert {it.in_action for coup in coups for it in coup.stakes} == {1000, 500}


# --- the last coup


@pytest.mark.parametrize("profile", SHOES)
@pytest.mark.parametrize("behind", [7, 14, 60])
def test_the_coup_in_which_the_cut_card_comes_is_the_last(profile: Profile, behind: int) -> None:
    coups, ahead = play(profile, 1, behind), 52 * profile.decks - behind
    with_it = [coup for coup in coups if coup.cut_card is not None]
    assert len(with_it) == 1
    assert coups.index(with_it[0]) == len(coups) - 1 - cut_card(with_it[0]).coups_after
    before = sum(len(out(coup)) for coup in coups if coup.number < with_it[0].number)
    assert before <= ahead < before + len(order(with_it[0].layout))
    assert cut_card(with_it[0]).began_with_cut_card == (before == ahead)


def test_the_dealer_calls_the_last_coup_and_the_seven_cards_only_if_it_begins_with_the_cut_card() -> None:
    phrases: Counter[str] = Counter()
    for seed in range(SEEDS):
        came = cut_card(play(ONE_SEAT_AT[VENEZIA], seed)[-1])
        assert came.phrase == (LAST_OR_NULL if came.began_with_cut_card else LAST)
        phrases[came.phrase] += 1
    assert set(phrases) == {LAST, LAST_OR_NULL}


@pytest.mark.parametrize("profile", [MALTA, CLASSICO_COPERTO])
def test_elsewhere_no_remaining_cards_are_drawn(profile: Profile) -> None:
    began = list(last_that_began_with_the_cut_card(profile, 14))
    assert began
    for coup in began:
        assert coup.remaining == ()
        assert cut_card(coup).phrase == LAST


@pytest.mark.parametrize(("behind", "valid"), [(14, True), (8, True), (7, True), (6, False), (5, False), (4, False)])
def test_the_remaining_cards_are_counted_and_fewer_than_seven_make_the_last_coup_null(
    behind: int, *, valid: bool
) -> None:
    began = list(last_that_began_with_the_cut_card(VENEZIA, behind))
    assert began
    for coup in began:
        assert len(out(coup)) == behind
        assert coup.outcome is (Outcome.SETTLED if valid else Outcome.NULL_SEVEN)
        if not valid:
            assert {line.kind for line in coup.lines} <= {MoneyKind.REFUND}
            assert returned(coup.lines) == sum(stake.stake.laid for stake in coup.stakes)


def test_in_the_middle_of_a_coup_nothing_is_drawn_and_the_coup_stands() -> None:
    for seed in range(SEEDS):
        last = play(ONE_SEAT_AT[VENEZIA], seed)[-1]
        if not cut_card(last).began_with_cut_card:
            assert last.remaining == ()
            assert last.outcome is Outcome.SETTLED


def test_where_the_house_says_so_one_more_coup_is_dealt_after_the_cut_card_in_the_middle() -> None:
    after: Counter[bool] = Counter()
    for seed in range(12):
        this, more = play(ONE_SEAT_AT[VENEZIA], seed), play(ONE_SEAT_ONE_MORE, seed)
        began = cut_card(this[-1]).began_with_cut_card
        assert len(more) == len(this) + (not began)
        assert [coup.layout for coup in more[: len(this)]] == [coup.layout for coup in this]
        after[began] += 1
        if not began:
            assert more[-1].cut_card is None
            assert more[-1].remaining == ()
    assert len(after) == 2


@pytest.mark.parametrize("behind", [1, 2, 3])
def test_a_coup_for_which_the_shoe_runs_out_is_annulled_or_null_and_everything_goes_back(behind: int) -> None:
    outcomes: Counter[Outcome] = Counter()
    for seed in range(12):
        last = play(ONE_SEAT_AT[VENEZIA], seed, behind)[-1]
        outcomes[last.outcome] += 1
        if last.layout.due is not None:
            assert last.outcome in (Outcome.ANNULLED, Outcome.NULL_SEVEN)
            assert net(last.lines) == 0
            assert returned(last.lines) == sum(stake.stake.laid for stake in last.stakes)
    assert outcomes[Outcome.ANNULLED]


@pytest.mark.parametrize(
    ("profile", "behind"),
    [
        (derive(ONE_SEAT, key="no-cut-card", cut_card=False, min_last_coup_cards=None), 14),
        (ONE_SEAT_ONE_MORE, 1),
        (ONE_SEAT_ONE_MORE, 3),
    ],
)
def test_an_empty_shoe_ends_the_taglia_and_a_coup_that_it_cannot_complete_is_annulled(
    profile: Profile, behind: int
) -> None:
    for seed in range(5):
        coups = list(islice(taglia(profile, Random(seed), behind=behind), MOST_COUPS))
        assert len(coups) < MOST_COUPS
        for coup in coups:
            assert order(coup.layout)
            assert (coup.outcome is Outcome.SETTLED) == (coup.layout.due is None) or coup.remaining


@pytest.mark.parametrize("behind", [-1, 0, 312, 400])
def test_the_cut_card_of_a_simulated_taglia_lies_inside_the_shoe(behind: int) -> None:
    with pytest.raises(Refused) as no:
        next(taglia(VENEZIA, Random(1), behind=behind))
    assert no.value.code is Code.COUNT
    assert f"not {behind}." in str(no.value)


# --- chance, and only the seed's


@pytest.mark.parametrize("profile", [VENEZIA, MALTA, ONLINE, EIGHT_DECKS])
def test_the_same_seed_deals_the_same_taglia_and_another_seed_another(profile: Profile) -> None:
    again = list(islice(taglia(profile, Random(1)), MOST_COUPS))
    assert again == play(profile, 1)
    assert again[0] != next(taglia(profile, Random(2)))


def test_a_shoe_shuffled_for_every_hand_has_no_last_coup_and_every_face_six_times() -> None:
    coups = play(ONLINE, 1)
    assert len(coups) == MOST_COUPS
    assert all(coup.cut_card is None and coup.remaining == () for coup in coups)
    assert len({coup.layout for coup in coups}) > MOST_COUPS // 2
    assert max(Counter(card for coup in coups for card in out(coup)).values()) > 6


@pytest.mark.parametrize("profile", ALL_HOUSES)
def test_the_usual_limits_are_two_to_two_hundred_of_the_smallest_chip_and_one_to_forty_beside(profile: Profile) -> None:
    chip = profile.smallest_chip
    limits = usual_limits(profile)
    assert limits.pop("main") == Range(2 * chip, 200 * chip)
    assert set(limits) == {str(box) for box in profile.boxes if box not in (Box.PUNTO, Box.BANCO)}
    assert set(limits.values()) == {Range(chip, 40 * chip)}


def test_an_evening_lays_main_stakes_at_four_positions_of_five_and_something_beside_one_in_five() -> None:
    rng, limits = Random(7), usual_limits(VENEZIA)
    felts = [stakes_by_chance(VENEZIA, limits, rng) for _ in range(300)]
    main = sum(stake.box is not Box.EGALITE for felt in felts for stake in felt) / (300 * 9)
    on_the_tie = sum(stake.box is Box.EGALITE for felt in felts for stake in felt) / (300 * 9)
    assert 0.77 < main < 0.83
    assert 0.13 < on_the_tie < 0.19
    punto = sum(stake.box is Box.PUNTO for felt in felts for stake in felt) / (300 * 9)
    assert 0.36 < punto < 0.44


def test_limits_that_no_chips_meet_below_are_met_by_the_next_chip() -> None:
    odd = {"main": Range(1001, 1500), "egalite": Range(1, 500)}
    coups = list(taglia(VENEZIA, Random(1), limits=odd))
    assert {stake.in_action for coup in coups for stake in coup.stakes} == {1500, 500}


@pytest.mark.parametrize("profile", [ONE_SEAT, ONLINE])
def test_no_coup_is_dealt_on_which_nobody_has_staked(profile: Profile) -> None:
    """Super Punto Banco, Art. 1: it would be a Colpo in Bianco."""
    assert all(coup.stakes for coup in play(profile, 1))


# --- the results of many shoes against the exact chances

CHANCES: dict[int, dict[str, dict[object, float]]] = {
    6: {
        "winner": {Result.BANCO: 45.865272, Result.PUNTO: 44.627857, Result.TIE: 9.506871},
        "cards": {4: 37.892505, 5: 30.353979, 6: 31.753515},
        "Banco wins with six": {True: 5.384445, False: 94.615555},
        "a pair of Punto": {True: 7.395498, False: 92.604502},
        "a pair of Banco": {True: 7.395498, False: 92.604502},
        "a pair of either": {True: 14.243920, False: 85.756080},
        "a perfect pair": {True: 3.189554, False: 96.810446},
    },
    8: {
        "winner": {Result.BANCO: 45.859742, Result.PUNTO: 44.624661, Result.TIE: 9.515597},
        "cards": {4: 37.886849, 5: 30.344417, 6: 31.768734},
        "Banco wins with six": {True: 5.386372, False: 94.613628},
        "a pair of Punto": {True: 7.469880, False: 92.530120},
        "a pair of Banco": {True: 7.469880, False: 92.530120},
        "a pair of either": {True: 14.381687, False: 85.618313},
        "a perfect pair": {True: 3.345023, False: 96.654977},
    },
}
# One result in a thousand is further off by chance, for one and for two degrees of freedom.
ONE_IN_A_THOUSAND = {1: 10.828, 2: 13.816}
SHOWN: dict[str, Callable[[Hands], object]] = {
    "winner": lambda shown: shown.result,
    "cards": lambda shown: shown.cards,
    "Banco wins with six": lambda shown: shown.result is Result.BANCO and shown.banco == 6,
    "a pair of Punto": lambda shown: shown.player_pair,
    "a pair of Banco": lambda shown: shown.banker_pair,
    "a pair of either": lambda shown: shown.player_pair or shown.banker_pair,
    "a perfect pair": lambda shown: shown.perfect_pair,
}


@cache
def many_coups(profile: Profile) -> Counter[Hands]:
    """What forty coups from each of five hundred shoes show, always as many so that none is chosen for its cards."""
    rng, shown = Random(2000), Counter[Hands]()
    for _ in range(500):
        shoe, at = shuffled(profile, rng), 0
        for _ in range(40):
            layout = lay_out(shoe[at : at + 6])
            at += len(layout.punto) + len(layout.banco)
            shown[hands(layout)] += 1
    return shown


def found(profile: Profile, what: str) -> Counter[object]:
    """How often each of the possible things was shown."""
    times = Counter[object]()
    for shown, count in many_coups(profile).items():
        times[SHOWN[what](shown)] += count
    return times


def chi_squared(times: Mapping[object, int], shares: Mapping[object, float]) -> float:
    """Σ (found - expected)² / expected; what cannot be is infinitely far off."""
    total = sum(times.values())
    if set(times) - set(shares):
        return float("inf")
    expected = {name: total * share / 100 for name, share in shares.items()}
    return sum((times.get(name, 0) - number) ** 2 / number for name, number in expected.items())


def test_the_statistic_tells_a_fair_shoe_from_a_false_one() -> None:
    assert chi_squared({"a": 50, "b": 50}, {"a": 50.0, "b": 50.0}) == 0
    assert chi_squared({"a": 60, "b": 40}, {"a": 50.0, "b": 50.0}) == pytest.approx(4.0)
    assert chi_squared({"a": 100}, {"a": 50.0, "b": 50.0}) == pytest.approx(100.0)
    assert chi_squared({"c": 1}, {"a": 100.0}) == float("inf")
    naturals_draw = found(VENEZIA, "cards")
    naturals_draw[5] += naturals_draw.pop(4)
    assert chi_squared(naturals_draw, CHANCES[6]["cards"]) > ONE_IN_A_THOUSAND[2]


@pytest.mark.parametrize("profile", [VENEZIA, EIGHT_DECKS])
@pytest.mark.parametrize("what", SHOWN)
def test_twenty_thousand_coups_come_as_the_exact_chances_say(profile: Profile, what: str) -> None:
    shares = CHANCES[profile.decks][what]
    assert sum(shares.values()) == pytest.approx(100, abs=1e-5)
    assert sum(found(profile, what).values()) == 20_000
    assert chi_squared(found(profile, what), shares) < ONE_IN_A_THOUSAND[len(shares) - 1]


def test_no_two_coups_of_a_taglia_are_the_same_cards() -> None:
    for first, second in pairwise(play(VENEZIA, 1)):
        assert order(first.layout) != order(second.layout)
