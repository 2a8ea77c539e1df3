"""Odds: exact to the last figure, and of the same rates that are paid.

``data/odds_exact.json`` was computed apart from this code. Baccarat online prints a column of returns for six decks;
Super Punto Banco, Punto Banco of Casino Admiral and the Regole del baccarat each have a cell that, read to the letter,
would make another game.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.rules import regola
from table.rules.cards import DECK, RANKS, SUITS, UNKNOWN, Card, decks, parse, parse_all, points
from table.rules.houses import HOUSES, MALTA, ONLINE, VENEZIA
from table.rules.odds import chances as of_the_next_coup
from table.rules.odds.bets import BetOdds, bets, percent
from table.rules.odds.chances import Chances, Ending, Pairs, chances, of_fresh
from table.rules.odds.composition import Composition, fresh, parse_seen
from table.rules.payout import Hands, hands, rate
from table.rules.profile import Box, Profile, derive
from table.rules.refusal import Code
from table.rules.regola import Result, lay_out, natural
from tests.rig.refusing import refusal
from tests.rig.rows import every_row

EXACT = json.loads((Path(__file__).parent / "data" / "odds_exact.json").read_text(encoding="utf-8"))
SIX_AND_EIGHT = pytest.mark.parametrize("count", [6, 8])
PUNTO_BANCO_2000 = derive(VENEZIA, key="punto-banco-2000", banco_payout="half_on_six")
NINE_TO_ONE = derive(VENEZIA, key="nine-to-one", tie_to_one=9)


def banco_with(coming: Chances, points: int) -> Fraction:
    """The chance that Banco wins with exactly these points."""
    return coming.of(lambda ending: ending.result is Result.BANCO and ending.banco == points)


def tie_at(coming: Chances, points: int) -> Fraction:
    """The chance that both have exactly these points."""
    return coming.of(lambda ending: ending.punto == ending.banco == points)


@cache
def _coming(count: int) -> Chances:
    return chances(fresh(count))


def _exact(figures: Any) -> Any:
    """The figures of the file, fractions for the text of fractions."""
    if isinstance(figures, dict):
        return {name: _exact(figure) for name, figure in figures.items()}
    return Fraction(figures)


# --- a fresh shoe


@SIX_AND_EIGHT
def test_who_wins_and_how_many_cards_it_takes(count: int) -> None:
    exact, coming = _exact(EXACT["shoes"][str(count)]), _coming(count)
    assert coming.total == exact["orders_of_six_cards"]
    assert (coming.punto, coming.banco, coming.tie) == (exact["player_win"], exact["banker_win"], exact["tie"])
    assert banco_with(coming, 6) == exact["banker_wins_with_6"]
    assert coming.natural == exact["natural_on_table"]
    assert {str(cards): coming.cards(cards) for cards in (4, 5, 6)} == exact["cards"]
    assert {str(shared): tie_at(coming, shared) for shared in range(10)} == exact["tie_by_points"]


@SIX_AND_EIGHT
def test_pairs_and_perfect_pairs(count: int) -> None:
    exact, coming = _exact(EXACT["shoes"][str(count)]["pairs"]), _coming(count)
    assert (*coming.pair, coming.pair.either) == (exact["pair"], exact["both"], exact["either"])
    perfect = coming.perfect_pair
    assert (*perfect, perfect.either) == (exact["perfect_one"], exact["perfect_both"], exact["perfect_either"])


@SIX_AND_EIGHT
def test_grande_and_piccolo_win_by_the_number_of_cards(count: int) -> None:
    exact, odds = _exact(EXACT["shoes"][str(count)]), bets(ONLINE, _coming(count))
    assert odds[Box.GRANDE].wins == exact["big_5_or_6_cards"]
    assert odds[Box.PICCOLO].wins == exact["small_4_cards"]


# --- the bets of the houses


@SIX_AND_EIGHT
@pytest.mark.parametrize("key", EXACT["house_edges"])
def test_the_edge_of_every_bet_of_every_house(key: str, count: int) -> None:
    profile = {**HOUSES, PUNTO_BANCO_2000.key: PUNTO_BANCO_2000}[key]
    edges = {str(box): -odds.edge for box, odds in bets(profile, _coming(count)).items()}
    assert edges == _exact(EXACT["house_edges"][key][str(count)])


def test_no_house_is_left_out_of_the_file() -> None:
    """Or the one from which it derives, if it derives from one."""
    assert {house.derived_from for house in HOUSES.values()} == set(EXACT["house_edges"]) - {PUNTO_BANCO_2000.key}


@SIX_AND_EIGHT
def test_payments_that_no_house_makes(count: int) -> None:
    exact, coming = _exact(EXACT["shoes"][str(count)]["edges"]), _coming(count)
    even, lost, six = coming.banco, coming.punto, banco_with(coming, 6)
    assert {
        "player_1_to_1": lost - even,
        "player_1_to_1_less_5pct": lost * Fraction("0.95") - even,
        "banker_1_to_1_no_commission": even - lost,
        "banker_1_to_1_less_5pct": bets(VENEZIA, coming)[Box.BANCO].edge,
        "banker_1_to_1_half_on_6": bets(MALTA, coming)[Box.BANCO].edge,
        "banker_half_when_not_6": six + (even - six) / 2 - lost,
        "banker_2_for_1_less_5pct_of_it": even * Fraction("0.9") - lost,
        "tie_8_to_1": bets(VENEZIA, coming)[Box.EGALITE].edge,
        "tie_9_to_1": bets(NINE_TO_ONE, coming)[Box.EGALITE].edge,
    } == exact


# Baccarat online, column of returns. "n for 1" includes the stake, "n to 1" comes on top of it.
PRINTED = EXACT["returns_printed_for_6_decks"]
WINS: dict[str, Callable[[Chances], Fraction]] = {
    "egalite": lambda coming: coming.tie,
    "player_pair": lambda coming: coming.pair.one,
    "banker_pair": lambda coming: coming.pair.one,
    "either_pair": lambda coming: coming.pair.either,
    "perfect_pair": lambda coming: coming.perfect_pair.either,
    "grande": lambda coming: coming.cards(5) + coming.cards(6),
    "piccolo": lambda coming: coming.cards(4),
}


@every_row("box", PRINTED)
def test_the_printed_column_of_returns_is_what_the_online_house_pays(box: str) -> None:
    odds = bets(ONLINE, _coming(6))[Box(box)]
    assert percent(odds.rtp, 2) == PRINTED[box]["printed"]
    assert odds.rtp == Fraction(PRINTED[box]["readings"][PRINTED[box]["meant"]])


@every_row(("box", "reading"), [(box, reading) for box, row in PRINTED.items() for reading in row["readings"]])
def test_only_one_reading_of_the_online_payments_gives_the_printed_return(box: str, reading: str) -> None:
    rtp = _return(box, reading, _coming(6))
    assert rtp == Fraction(PRINTED[box]["readings"][reading])
    assert (percent(rtp, 2) == PRINTED[box]["printed"]) is (reading == PRINTED[box]["meant"])


def _return(box: str, reading: str, coming: Chances) -> Fraction:
    """What comes back of 1 staked when the printed payment is read like this."""
    if box in ("punto", "banco"):
        paid = {"2 for 1": "2", "2 for 1, the win less 5 %": "1.95", "2 for 1, all of it less 5 %": "1.90"}
        return Fraction(paid[reading]) * (coming.punto if box == "punto" else coming.banco) + coming.tie
    if reading == "6 for 1, if both are pairs":
        return 6 * coming.pair.both
    if reading == "26 for 1 in each hand":
        return 26 * 2 * coming.perfect_pair.one
    number, _, kind = reading.partition(" ")
    return (Fraction(number) + (kind == "to 1")) * WINS[box](coming)


# The printed tables, cell by cell as they stand: Banco stands where the table has no word for a Punto that stood, and
# where both lists forget the nine.
TO_THE_LETTER: dict[str, tuple[str, dict[int, Any]]] = {
    "Super Punto Banco": ("_AFTER_STANDING", {5: False}),
    "Punto Banco, Casino Admiral": ("_AFTER_STANDING", {4: False, 5: False, 6: False}),
    "Regole del baccarat": ("_AFTER_THIRD", {3: (*[True] * 8, False, False)}),
}


@pytest.mark.parametrize("document", EXACT["read_to_the_letter_6_decks"])
def test_the_odds_follow_the_table_of_the_regola(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = _exact(EXACT["read_to_the_letter_6_decks"][document])
    name, changed = TO_THE_LETTER[document]
    printed = tuple(changed.get(points, row) for points, row in enumerate(getattr(regola, name)))
    monkeypatch.setattr(regola, name, printed)
    monkeypatch.setattr(of_the_next_coup, "courses", of_the_next_coup.courses.__wrapped__)
    coming = chances(fresh(6))
    assert (coming.punto, coming.banco, coming.tie) == (exact["player_win"], exact["banker_win"], exact["tie"])
    assert banco_with(coming, 6) == exact["banker_wins_with_6"]
    assert {
        "player_1_to_1": bets(VENEZIA, coming)[Box.PUNTO].edge,
        "banker_1_to_1_less_5pct": bets(VENEZIA, coming)[Box.BANCO].edge,
        "banker_1_to_1_half_on_6": bets(MALTA, coming)[Box.BANCO].edge,
        "tie_8_to_1": bets(VENEZIA, coming)[Box.EGALITE].edge,
    } == exact["edges"]


def test_a_main_stake_beside_egalite_dilutes_its_edge_and_does_not_change_it() -> None:
    alone, malta = bets(VENEZIA, _coming(6)), bets(MALTA, _coming(6))
    assert malta[Box.EGALITE] == alone[Box.EGALITE]
    of_both_stakes = (malta[Box.EGALITE].edge + malta[Box.PUNTO].edge) / 2
    assert malta[Box.EGALITE].edge < of_both_stakes < malta[Box.PUNTO].edge < 0


def test_a_tie_gives_main_stakes_back_and_nothing_else() -> None:
    coming = _coming(6)
    odds = bets(ONLINE, coming)
    assert odds[Box.PUNTO].wins == odds[Box.BANCO].loses == coming.punto
    assert odds[Box.BANCO].wins == odds[Box.PUNTO].loses == coming.banco
    assert {box: bet.returned for box, bet in odds.items() if bet.returned} == dict.fromkeys(
        (Box.PUNTO, Box.BANCO), coming.tie
    )


@pytest.mark.parametrize("profile", HOUSES.values(), ids=HOUSES)
def test_a_house_has_odds_for_its_own_boxes_and_no_others(profile: Profile) -> None:
    assert tuple(bets(profile, _coming(6))) == profile.boxes


# --- a shoe that has been dealt from, against all orders of its last cards laid out one by one


def _last(cards: Iterable[Card]) -> Composition:
    """A shoe of eight decks in which only these cards are left."""
    return fresh(8).without(Counter(decks(8)) - Counter(cards))


def _laid_out(cards: Iterable[Card]) -> tuple[Chances, Counter[Hands]]:
    """The chances counted over every order of six cards, laid out by the Regola; and what these show to payers."""
    endings, shown = Counter[Ending](), Counter[Hands]()
    naturals = perfect = 0
    for drawn in permutations(cards, 6):
        layout = lay_out(drawn)
        served = len(layout.punto) + len(layout.banco)
        endings[Ending(points(layout.punto), points(layout.banco), served)] += 1
        shown[hands(layout)] += 1
        naturals += natural(layout.punto[:2], layout.banco[:2])
        perfect += layout.punto[0] is layout.punto[1]
    total = endings.total()
    pairs = Counter[str]()
    for seen, count in shown.items():
        pairs["one"] += count * seen.player_pair
        pairs["both"] += count * (seen.player_pair and seen.banker_pair)
        pairs["perfect either"] += count * seen.perfect_pair
    counted = Chances(
        total,
        endings,
        Pairs(Fraction(pairs["one"], total), Fraction(pairs["both"], total)),
        Pairs(Fraction(perfect, total), Fraction(2 * perfect - pairs["perfect either"], total)),
    )
    assert counted.natural == Fraction(naturals, total)
    return counted, shown


def _check_against_all_orders(cards: Iterable[Card]) -> None:
    coming = chances(_last(cards))
    counted, shown = _laid_out(cards)
    assert coming == counted
    for profile in (ONLINE, PUNTO_BANCO_2000):
        assert bets(profile, coming) == {box: _mean(profile, box, shown) for box in profile.boxes}


def _mean(profile: Profile, box: Box, shown: Counter[Hands]) -> BetOdds:
    """What the box is really paid, on average over everything that was shown."""
    nets = Counter[int]()
    for seen, count in shown.items():
        nets[rate(profile, box, seen).net] += count
    total = nets.total()
    wins, loses = (Fraction(sum(nets[net] for net in nets if net * sign > 0), total) for sign in (1, -1))
    edge = Fraction(sum(net * count for net, count in nets.items()), 100 * total)
    square = Fraction(sum(net**2 * count for net, count in nets.items()), 100**2 * total)
    return BetOdds(wins, Fraction(nets[0], total), loses, edge, square)


@pytest.mark.parametrize(
    "left",
    [
        "6S 6S 6H KD KD 7C 2S 9H",
        "AS AS AS AS 5D 5D 3C 8H",
        "TS JS QS KS TS 4H 4H 4D",
        "2C 2C 2D 2D 2C 2D",
    ],
)
def test_the_last_cards_of_a_shoe_in_all_their_orders(left: str) -> None:
    _check_against_all_orders(parse_all(left))


@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=7))
@settings(max_examples=8)
def test_any_last_cards_in_all_their_orders(left: list[Card]) -> None:
    _check_against_all_orders(left)


@given(st.integers(1, 8), st.lists(st.sampled_from(DECK), max_size=46))
@settings(max_examples=15)
def test_whatever_is_gone_the_chances_make_one(count: int, gone: list[Card]) -> None:
    shoe = fresh(count).without(Counter(gone) & Counter(decks(count)))
    coming = chances(shoe)
    assert sum(coming.endings.values()) == coming.total
    assert coming.punto + coming.banco + coming.tie == 1
    assert coming.cards(4) + coming.cards(5) + coming.cards(6) == 1
    assert sum(tie_at(coming, shared) for shared in range(10)) == coming.tie
    for pairs in (coming.pair, coming.perfect_pair):
        assert 0 <= pairs.both <= pairs.one <= pairs.either <= 1
    assert coming.perfect_pair.one <= coming.pair.one
    for odds in bets(ONLINE, coming).values():
        assert odds.wins + odds.returned + odds.loses == 1
        assert odds.rtp == 1 + odds.edge


# --- cards that nobody, or hardly anybody, saw

FIGURES: list[Callable[[Chances], Fraction]] = [
    lambda coming: coming.punto,
    lambda coming: banco_with(coming, 6),
    lambda coming: tie_at(coming, 7),
    lambda coming: coming.cards(5),
    lambda coming: coming.natural,
    lambda coming: coming.pair.one,
    lambda coming: coming.pair.both,
    lambda coming: coming.perfect_pair.one,
    lambda coming: coming.perfect_pair.both,
]
DEALT_FROM = fresh(2).without(*parse_seen("9S 9S 9H KD KDx1 4C 4D 7 7 2S"))


def _mixture(shoes: Iterable[tuple[int, Composition]]) -> list[Fraction]:
    """The figures of a shoe that may be any of these, each so likely."""
    weighed = [(weight, chances(shoe)) for weight, shoe in shoes]
    total = sum(weight for weight, _ in weighed)
    return [sum((weight * figure(coming) for weight, coming in weighed), Fraction()) / total for figure in FIGURES]


def test_a_card_burned_face_down_changes_no_odds() -> None:
    burned = [
        (count, DEALT_FROM.without(ranks=[rank])) for rank, count in zip(RANKS, DEALT_FROM.ranks, strict=True) if count
    ]
    assert _mixture(burned) == _mixture([(1, DEALT_FROM)])


@pytest.mark.parametrize("rank", ["4", "9"])
def test_a_rank_without_its_suit_may_be_any_card_of_it_that_is_left(rank: str) -> None:
    suits = [parse(f"{rank}{suit}") for suit in SUITS]
    left = {card: 2 - DEALT_FROM.gone[DECK.index(card)] for card in suits}
    known = [(count, DEALT_FROM.without([card])) for card, count in left.items() if count]
    assert _mixture(known) == _mixture([(1, DEALT_FROM.without(ranks=[rank]))])


def test_once_a_rank_is_all_gone_it_makes_no_pair() -> None:
    shoe = fresh(1).without(*parse_seen("AS Ax3, 2x4, 3x4, 4x4, 5x4, 6x4, 7x4, 8x4, 9x4, 10x4"))
    by_suits = fresh(1).without(card for card in DECK if card.rank not in "JQK")
    assert (shoe.ranks, shoe.values) == (by_suits.ranks, by_suits.values)
    assert chances(shoe) == chances(by_suits)


# --- the composition


def test_a_fresh_sixain() -> None:
    shoe = fresh(6)
    assert shoe.left == 312
    assert shoe.ranks == (24,) * 13
    assert shoe.values == (96, *(24,) * 9)


def test_cards_taken_away_are_counted_by_face_rank_and_value() -> None:
    shoe = fresh(6).without(parse_all("9S 9S KD AH"), ["T", "9"]).without({parse("9S"): 2}, {"K": 3})
    assert shoe.left == 301
    assert shoe.ranks == (23, *(24,) * 7, 19, 23, 24, 24, 20)
    assert shoe.values == (91, 23, *(24,) * 7, 19)


def test_the_order_in_which_cards_went_makes_no_difference() -> None:
    ahead, back = parse_all("9S KD 9S 3H"), parse_all("3H 9S 9S KD")
    assert fresh(6).without(ahead) == fresh(6).without(back[:1]).without(back[1:])
    assert hash(fresh(6).without(ahead)) == hash(fresh(6).without(back))


def test_all_of_a_face_and_all_of_a_rank_may_be_gone() -> None:
    shoe = fresh(6).without({parse("9S"): 6}, {"9": 18, "A": 24})
    assert shoe.ranks == (0, *(24,) * 7, 0, *(24,) * 4)


def test_a_shoe_of_six_cards_still_has_odds() -> None:
    assert _last(parse_all("2C 3C 4C 5C 6C 7C")).left == 6


@pytest.mark.parametrize("count", [0, -1, 1001, True, 6.0, "6", None])
def test_a_shoe_is_made_of_whole_decks(count: Any) -> None:
    assert refusal(lambda: fresh(count)) == (Code.COUNT, "Odds are told for 1 to 1000 whole decks.")


@pytest.mark.parametrize("count", [True, 1.0, 6.0, "6", [6]])
def test_chances_that_were_counted_before_are_those_of_whole_decks_too(count: Any) -> None:
    assert of_fresh(decks=1) is of_fresh(1)
    assert of_fresh(decks=6) is of_fresh(6)
    assert refusal(lambda: of_fresh(decks=count)) == (Code.COUNT, "Odds are told for 1 to 1000 whole decks.")


def test_one_deck_and_a_thousand_have_odds() -> None:
    assert (fresh(1).left, fresh(1000).left) == (52, 52_000)


def test_a_seventh_nine_of_spades_is_impossible() -> None:
    shoe = fresh(6).without({parse("9S"): 5})
    assert refusal(lambda: shoe.without(parse_all("9S 9S"))) == (
        Code.CARD_IMPOSSIBLE,
        "9S cannot come 7 times: 6 decks hold it 6 times. Look at the card again.",
    )


@pytest.mark.parametrize("gone", ["9x25", "9x24 9H", "9Sx6 9Hx6 9Dx6 9Cx6 9", "9Sx6 9x19"])
def test_a_twenty_fifth_nine_is_impossible(gone: str) -> None:
    assert refusal(lambda: fresh(6).without(*parse_seen(gone))) == (
        Code.CARD_IMPOSSIBLE,
        "Rank 9 cannot come 25 times: the shoe began with 24 such cards. Look at them again.",
    )


def test_fewer_than_six_cards_have_no_odds() -> None:
    assert refusal(lambda: _last(parse_all("2C 3C 4C 5C 6C"))) == (
        Code.COUNT,
        "Only 5 cards would be left and a coup may need 6; its odds cannot be told.",
    )


def test_only_cards_that_were_seen_are_taken_away() -> None:
    assert refusal(lambda: fresh(6).without([parse("9S"), UNKNOWN])) == (
        Code.CARD_COVERED,
        "A card that nobody has seen changes no odds; name only cards that lay open.",
    )


@pytest.mark.parametrize("gone", [({parse("9S"): -1}, {}), ({}, {"9": -1})])
def test_no_card_is_put_back(gone: tuple[dict[Card, int], dict[str, int]]) -> None:
    assert refusal(lambda: fresh(6).without(*gone)) == (Code.COUNT, "A number of cards cannot be negative.")


@pytest.mark.parametrize("rank", ["", "1", "A2", "?"])
def test_a_rank_is_one_of_thirteen(rank: str) -> None:
    assert refusal(lambda: fresh(6).without(ranks=[rank]))[0] is Code.CARD


# --- cards as people note them


@pytest.mark.parametrize(
    ("text", "cards", "ranks"),
    [
        ("", {}, {}),
        (" , ", {}, {}),
        ("9S 9S 10H", {"9S": 2, "TH": 1}, {}),
        ("9s,9S, th\n", {"9S": 2, "TH": 1}, {}),
        ("9Sx3 QD×2 9SX10", {"9S": 13, "QD": 2}, {}),
        ("9 10 t kx4", {}, {"9": 1, "T": 2, "K": 4}),
        ("Ax2,AS", {"AS": 1}, {"A": 2}),
    ],
)
def test_cards_are_read_as_they_are_noted(text: str, cards: dict[str, int], ranks: dict[str, int]) -> None:
    seen = parse_seen(text)
    assert {str(card): count for card, count in seen.cards.items()} == cards
    assert dict(seen.ranks) == ranks


@every_row("text", ["1S", "9Sx", "9Sx-1", "x3", "9S9S", "9Sx1000", "nine", "9S;9H", "0"])
def test_what_is_no_card_is_refused(text: str) -> None:
    assert refusal(lambda: parse_seen(text))[0] is Code.CARD


# --- on paper


@every_row(
    ("chance", "places", "text"),
    [
        (Fraction(276, 311), 2, "88.75"),
        (Fraction(276, 311), 4, "88.7460"),
        (Fraction(-1, 3), 4, "-33.3333"),
        (Fraction(1), 4, "100.0000"),
        (Fraction(-1, 10**9), 4, "0.0000"),
        (Fraction(1, 200), 0, "0"),
        (Fraction(3, 200), 0, "2"),
        (Fraction(1, 10**9), 8, "0.00000010"),
    ],
)
def test_figures_are_rounded_once_at_the_last_place(chance: Fraction, places: int, text: str) -> None:
    assert percent(chance, places) == text


def test_four_places_unless_others_are_asked_for() -> None:
    assert percent(_coming(6).punto) == "44.6279"
