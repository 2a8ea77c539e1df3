"""The five houses, key by key as their documents have them, and the houses that contradict themselves.

Super Punto Banco; Punto y Banco, Malta; Regole del baccarat; Punto Banco, Casino Admiral; Baccarat online.
"""

import json
from dataclasses import FrozenInstanceError, fields, replace
from pathlib import Path
from typing import Any

import pytest

from table.rules.houses import (
    ADMIRAL,
    CLASSICO,
    CLASSICO_COPERTO,
    DECLARED,
    HOUSES,
    MALTA,
    MARKS,
    OF_ANY_HOUSE,
    ONLINE,
    VENEZIA,
    of_values,
    profile_named,
)
from table.rules.payout import check_payable
from table.rules.profile import (
    MAIN_BOXES,
    SIDE_BETS,
    Box,
    Profile,
    Role,
    Rounding,
    as_values,
    check_fits_decks,
    derive,
    offices_of,
)
from table.rules.refusal import Code, Refused
from tests.rig.refusing import refusal
from tests.rig.rows import every_row

ONE_TO_NINE = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
ONE_TO_SEVEN = ("1", "2", "3", "4", "5", "6", "7")
FROM_FIVE = (500, 1000, 2500, 10000, 50000)
FROM_A_QUARTER = (25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 50_000, 100_000, 500_000)
INSPECTOR, DIREZIONE = Role.ISPETTORE_GIOCO, Role.DIREZIONE
NONE: frozenset[Box] = frozenset()
SIX = frozenset({Box.PLAYER_PAIR, Box.BANKER_PAIR, Box.EITHER_PAIR, Box.PERFECT_PAIR, Box.GRANDE, Box.PICCOLO})

WITHIN = {"continue", "validate", "annul", "correct_money", "close_table"}
ALL_RULINGS = WITHIN | {"end_taglia", "replace_decks"}

# Venezia, Malta, Classico, Admiral, Online; typed from the documents, not from the code.
KEYS: dict[str, tuple[object, ...]] = {
    "decks": (6, 6, 6, 6, 6),
    "reshuffle_every_hand": (False, False, False, False, True),
    "positions": (ONE_TO_NINE, ONE_TO_SEVEN, ONE_TO_SEVEN, ONE_TO_SEVEN, ("1",)),
    "dealing": ("face_down", "face_up", "face_up", "face_up", "automatic"),
    "reader": ("highest_punto", "none", "none", "none", "none"),
    "button": (True, False, False, False, False),
    "banco_payout": ("commission_5", "half_on_six", "commission_5", "commission_5", "commission_5"),
    "tie_to_one": (8, 8, 8, 8, 8),
    "tie_requires_main": (False, True, False, False, False),
    "both_sides": (False, False, False, False, True),
    "stakes_per_position": ("one", "one", "one", "many", "one"),
    "stakes": ("all", "all", "all", "all", "all"),
    "side_bets": (NONE, NONE, NONE, NONE, SIX),
    "over_max": ("cap_and_return", "cap_and_return", "cap_and_return", "cap_and_return", "refuse_only"),
    "currency": ("EUR", "EUR", "EUR", "CHF", "EUR"),
    "chips": (FROM_FIVE, (250, 500, 2500, 10000, 50000), FROM_FIVE, FROM_FIVE, (100, 500, 1000, 2500, 10000)),
    "rounding": (None, None, None, None, None),
    "smallest_payment": (25, 25, 25, 25, 1),
    "egalite": ("per_position", "shared", "shared", "per_position", "per_position"),
    "tax": ("taken", "taken", "taken", "laid_ready", "taken"),
    "printed_odds": ("gross", "gross", "net", "gross", "for_one"),
    "limits_decided_by": (INSPECTOR, DIREZIONE, INSPECTOR, INSPECTOR, DIREZIONE),
    "limit_levels": (False, False, False, False, True),
    "announce_limits_by": (None, Role.CAPO_TAVOLO, None, None, None),
    "suspended_by": (INSPECTOR, DIREZIONE, INSPECTOR, DIREZIONE, DIREZIONE),
    "disputes_decided_by": (INSPECTOR, DIREZIONE, INSPECTOR, DIREZIONE, DIREZIONE),
    "correction_second_from": ("measure",) * 5,
    "error_figures_read_by": (DIREZIONE,) * 5,
    "pace_by_person": (False,) * 5,
    "identity_check": (False, False, False, True, False),
    "betting_seconds": (None,) * 5,
    "cut_card": (True, True, True, True, False),
    "min_last_coup_cards": (7, None, None, None, None),
    "mask_tolerance": (15, 15, 15, 15, None),
    "virtual_shoe": (False, False, False, False, True),
    "remedies": ("blank_coup", "annul_and_burn", "annul_and_burn", "annul_and_burn", "annul_and_burn"),
    "malfunction_voids": (False, False, False, False, True),
    "announce_order": ("banco_first", "any", "any", "any", "any"),
    # Readings of Super Punto Banco that stay switches; only where there is an Ispettore Comunale can one be needed.
    "button_rotation": ("next_position",) * 5,
    "button_on_annulled": ("pass",) * 5,
    "standing_top_bet": ("next_seated_reads",) * 5,
    "art3_first_card_window": ("until_second_card",) * 5,
    "art5_mid_coup": ("this_is_last",) * 5,
    "art5_cut_in_blank": ("ends_taglia",) * 5,
    "art8_unseen_excess": ("blank",) * 5,
    "presence": ("lex_specialis", *("ispettore_gioco",) * 4),
    "attest_from": ("table",) * 5,
    "comunale_given_by": ("machine",) * 5,
    "given_pin_delay": (12,) * 5,
    "rulings": (ALL_RULINGS, WITHIN, WITHIN, WITHIN, {"annul", "close_table"}),
    # The bank of a table: no document has one.
    "bank": ("off",) * 5,
    "bank_close": ("imprest", "imprest", "inventory", "inventory", "imprest"),
    "bank_presence": ("with_comunale", *("dealer_isp",) * 4),
    "pieces": (FROM_A_QUARTER,) * 5,
    "opener_minimum": (None,) * 5,
    "difference_report": (2500,) * 5,
    "difference_direzione": (10_000,) * 5,
    "float_low": (40,) * 5,
    "movement_minutes": (15,) * 5,
    "closing_minutes": (60,) * 5,
    "deal_minutes_max": (60,) * 5,
    "loss_of_table": (20,) * 5,
    "win_of_guest": (10,) * 5,
}
FIVE = (VENEZIA, MALTA, CLASSICO, ADMIRAL, ONLINE)
NAMES = {"key", "title", "source", "derived_from"}

ODD_HOUSES: list[tuple[Profile, str, dict[str, Any], str]] = [
    (MALTA, "reader", {"reader": "highest_punto"}, "cards can be read only where they are dealt face down."),
    (VENEZIA, "reader", {"dealing": "face_up"}, "cards can be read only where they are dealt face down."),
    (CLASSICO, "button", {"button": True}, "the Button orders the reading, and in this house nobody reads."),
    (VENEZIA, "button", {"reader": "none"}, "the Button orders the reading, and in this house nobody reads."),
    (CLASSICO, "stakes", {"stakes": "reader_only"}, "reader_only needs a house in which a player reads."),
    (ONLINE, "cut_card", {"cut_card": True}, "a shoe shuffled for every hand has none."),
    (
        VENEZIA,
        "min_last_coup_cards",
        {"cut_card": False},
        "the last coup is told by the cut card, and this house has none.",
    ),
    (
        CLASSICO,
        "reshuffle_every_hand",
        {"reshuffle_every_hand": True, "cut_card": False},
        "six decks of real cards cannot be shuffled for every hand.",
    ),
    (MALTA, "limit_levels", {"limit_levels": True}, "at a real table the sign shows one pair of limits for everybody."),
    (ONLINE, "betting_seconds", {"betting_seconds": 30}, "a game that deals itself waits for its player."),
    (
        VENEZIA,
        "malfunction_voids",
        {"malfunction_voids": True},
        "real cards speak for themselves, whatever the software does.",
    ),
    (
        ONLINE,
        "remedies",
        {"remedies": "blank_coup"},
        "a house that deals automatically has no card left for a Colpo in Bianco.",
    ),
    (VENEZIA, "rounding", {"chips": (10, 100)}, "the smallest chip makes payouts of broken cents."),
    (ONLINE, "bank", {"bank": "on"}, "a game that deals itself has no rack and no box."),
    (
        VENEZIA,
        "bank",
        {"bank": "on", "stakes": "reader_only"},
        "where payments are not computed nobody knows what the rack must hold.",
    ),
]

LISTED = {
    "decks": "6, 8",
    "reader": "highest_punto, none",
    "presence": "lex_specialis, always_both, ispettore_gioco",
    "egalite": "per_position, shared",
    "tax": "taken, laid_ready",
    "printed_odds": "net, gross, for_one",
    "bank": "off, on",
    "bank_close": "imprest, inventory, cage",
    "bank_presence": "dealer_isp, with_comunale",
}
"""Values of the keys that list theirs."""
WRONG_KINDS: list[tuple[str, object, str]] = [
    ("decks", 7, "7"),
    ("decks", 6.0, "6.0"),
    ("decks", "6", "6"),
    ("decks", None, "None"),
    ("button", 1, "1"),
    ("cut_card", "yes", "yes"),
    ("reader", "nobody", "nobody"),
    ("reader", None, "None"),
    ("positions", ["1", "2"], "['1', '2']"),
    ("positions", ("1", 2), "('1', 2)"),
    ("positions", "123", "123"),
    ("chips", (5.0, 10.0), "(5.0, 10.0)"),
    ("chips", (True, 2), "(True, 2)"),
    ("chips", [500], "[500]"),
    ("side_bets", {Box.GRANDE}, "{<Box.GRANDE: 'grande'>}"),
    ("side_bets", frozenset({"grande"}), "frozenset({'grande'})"),
    ("tie_to_one", 8.5, "8.5"),
    ("tie_to_one", True, "True"),
    ("min_last_coup_cards", True, "True"),
    ("min_last_coup_cards", 7.0, "7.0"),
    ("mask_tolerance", "15", "15"),
    ("suspended_by", "direzione", "direzione"),
    ("suspended_by", None, "None"),
    ("announce_limits_by", "capo_tavolo", "capo_tavolo"),
    ("rounding", "down", "down"),
    ("title", None, "None"),
    ("source", b"Super Punto Banco", "b'Super Punto Banco'"),
    ("presence", "nobody", "nobody"),
    ("egalite", "nobody", "nobody"),
    ("tax", True, "True"),
    ("printed_odds", "8:1", "8:1"),
    ("derived_from", None, "None"),
    ("bank", True, "True"),
    ("bank_close", "safe", "safe"),
    ("bank_presence", "dealer", "dealer"),
    ("pieces", (25, "50"), "(25, '50')"),
    ("difference_report", None, "None"),
]

WRONG_VALUES: list[tuple[str, object]] = [
    ("positions", ()),
    ("positions", ("1", "")),
    ("positions", ("1", " ")),
    ("positions", ("1", "2", "1")),
    ("currency", "EURO"),
    ("currency", "EU"),
    ("currency", "eur"),
    ("currency", "EU1"),
    ("chips", ()),
    ("chips", (0, 500)),
    ("chips", (-500, 500)),
    ("chips", (1000, 500)),
    ("chips", (500, 500)),
    ("chips", (500, 1000, 2500, 1500)),
    ("chips", (500, 1250)),
    ("side_bets", frozenset({Box.EGALITE})),
    ("side_bets", frozenset({Box.GRANDE, Box.PUNTO})),
    ("tie_to_one", 0),
    ("tie_to_one", -8),
    ("tie_to_one", 1001),
    ("tie_to_one", 10**30),
    ("smallest_payment", 0),
    ("smallest_payment", -25),
    ("rounding", Rounding(0, "down")),
    ("rounding", Rounding(-100, "down")),
    ("rounding", Rounding(100.0, "down")),  # type: ignore[arg-type]
    ("rounding", Rounding(True, "down")),
    ("rounding", Rounding(100, "nearest")),  # type: ignore[arg-type]
    ("min_last_coup_cards", 0),
    ("min_last_coup_cards", -7),
    ("mask_tolerance", -1),
    ("given_pin_delay", 0),
    ("given_pin_delay", 73),
    ("correction_second_from", 0),
    ("betting_seconds", 4),
    ("betting_seconds", 601),
    ("pieces", ()),
    ("pieces", (0, 500)),
    ("pieces", (-5, 500)),
    ("pieces", (500, 25)),
    ("pieces", (25, 25)),
    ("opener_minimum", 0),
    ("difference_report", 0),
    ("difference_direzione", 2499),
    ("float_low", 0),
    ("float_low", 101),
    ("movement_minutes", 0),
    ("movement_minutes", 1441),
    ("closing_minutes", 0),
    ("closing_minutes", 1441),
    ("deal_minutes_max", 0),
    ("deal_minutes_max", 1441),
    ("loss_of_table", 0),
    ("loss_of_table", 1001),
    ("win_of_guest", 0),
    ("win_of_guest", 1001),
]


# --- the houses


@every_row("key", KEYS)
def test_every_house_plays_by_its_own_document(key: str) -> None:
    assert tuple(getattr(each, key) for each in FIVE) == KEYS[key]


def test_no_key_of_a_house_is_left_out_here() -> None:
    assert {field.name for field in fields(Profile)} == NAMES | set(KEYS)


def test_the_covered_classico_is_the_classico_dealt_face_down_and_read_and_nothing_else() -> None:
    open_house, covered = ({key: getattr(each, key) for key in KEYS} for each in (CLASSICO, CLASSICO_COPERTO))
    assert covered == open_house | {"dealing": "face_down", "reader": "highest_punto"}
    assert CLASSICO_COPERTO.source == CLASSICO.source


def test_the_houses_are_known_by_their_keys() -> None:
    assert {key: each.title for key, each in HOUSES.items()}.items() >= {
        "super-punto-banco-venezia": "Super Punto Banco",
        "punto-y-banco-malta": "Punto y Banco",
        "baccarat-classico": "Baccarat classico",
        "baccarat-classico-coperto": "Baccarat classico, carte coperte",
        "punto-banco-admiral": "Punto Banco",
        "baccarat-online-side-bets": "Baccarat online",
    }.items()
    for profile in (*FIVE, CLASSICO_COPERTO):
        assert profile_named(profile.key) is profile


def test_the_houses_cite_their_documents_by_title() -> None:
    assert [each.source for each in FIVE] == [
        "Super Punto Banco",
        "Punto y Banco, Malta",
        "Regole del baccarat",
        "Punto Banco, Casino Admiral",
        "Baccarat online",
    ]


def test_a_house_that_nobody_keeps_is_refused_with_those_there_are() -> None:
    assert refusal(lambda: profile_named("montecarlo")) == (
        Code.PROFILE,
        f"There is no house “montecarlo”; the houses are: {', '.join(HOUSES)}.",
    )


def test_every_stake_is_a_multiple_of_the_smallest_chip() -> None:
    assert [each.smallest_chip for each in FIVE] == [500, 250, 500, 500, 100]


def test_the_layout_has_punto_banco_and_egalite_and_online_six_side_bets() -> None:
    assert [each.boxes for each in FIVE[:4]] == [(Box.PUNTO, Box.BANCO, Box.EGALITE)] * 4
    assert ONLINE.boxes == (
        Box.PUNTO,
        Box.BANCO,
        Box.EGALITE,
        Box.PLAYER_PAIR,
        Box.BANKER_PAIR,
        Box.EITHER_PAIR,
        Box.PERFECT_PAIR,
        Box.GRANDE,
        Box.PICCOLO,
    )
    one = derive(ONLINE, key="one", side_bets=frozenset({Box.PICCOLO, Box.BANKER_PAIR}))
    assert one.boxes == (*MAIN_BOXES, Box.EGALITE, Box.BANKER_PAIR, Box.PICCOLO)


def test_a_house_never_changes_under_a_running_taglia() -> None:
    with pytest.raises(FrozenInstanceError):
        VENEZIA.decks = 8  # type: ignore[misc]


def test_houses_are_equal_only_with_the_same_rules_and_found_by_their_key() -> None:
    twin = replace(VENEZIA)
    assert twin == VENEZIA
    assert hash(twin) == hash(VENEZIA) != hash(MALTA)
    assert {VENEZIA: "open"}[twin] == "open"
    assert derive(VENEZIA, key=VENEZIA.key, decks=8) != VENEZIA


# --- a house of one's own


def test_a_house_of_its_own_keeps_what_it_does_not_change() -> None:
    own = derive(VENEZIA, key="ca-noghera", decks=8, banco_payout="half_on_six")
    changed = {field.name for field in fields(Profile) if getattr(own, field.name) != getattr(VENEZIA, field.name)}
    assert (own.key, own.decks, own.banco_payout) == ("ca-noghera", 8, "half_on_six")
    assert changed == {"key", "decks", "banco_payout"}


def test_positions_are_labels_and_a_house_may_skip_four_and_thirteen() -> None:
    labels = ("1", "2", "3", "5", "12", "12 bis", "14", "centrale")
    assert derive(VENEZIA, key="no-four", positions=labels).positions == labels


@every_row("labels", [("1", "1 "), (" 1",), ("1,2",), ("4:b",), ("",), ("123456789",), ("1", "1"), ()])
def test_positions_have_short_names_of_their_own(labels: tuple[str, ...]) -> None:
    said = (Code.PROFILE, f"“{labels}” cannot be the “positions” of a house.")
    assert refusal(lambda: derive(VENEZIA, key="odd", positions=labels)) == said


@pytest.mark.parametrize("currency", ["", "eur", "EURO", "ÀÀÀ", "E1R"])
def test_a_currency_is_its_three_letters(currency: str) -> None:
    said = (Code.PROFILE, f"“{currency}” cannot be the “currency” of a house.")
    assert refusal(lambda: derive(VENEZIA, key="odd", currency=currency)) == said


@pytest.mark.parametrize("key", ["title", "source"])
def test_a_house_says_what_it_plays_and_by_which_document(key: str) -> None:
    assert refusal(lambda: derive(VENEZIA, key="odd", **{key: "  "}))[0] is Code.PROFILE


def test_a_key_that_no_house_has_is_refused() -> None:
    assert refusal(lambda: derive(VENEZIA, key="own", deck=8)) == (Code.PROFILE, "A house has no key “deck”.")


@pytest.mark.parametrize("key", ["", " ", "\t\n"])
def test_a_house_without_a_name_is_refused(key: str) -> None:
    assert refusal(lambda: derive(VENEZIA, key=key)) == (Code.PROFILE, f"“{key}” cannot be the “key” of a house.")


@every_row(("parent", "key", "changes", "why"), ODD_HOUSES)
def test_a_house_that_contradicts_itself_is_refused_with_the_key_that_is_wrong(
    parent: Profile, key: str, changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(Refused) as no:
        derive(parent, key="odd", **changes)
    assert (no.value.code, str(no.value)) == (Code.PROFILE, f"Key “{key}”: {why}")
    assert no.value.facts == {"key": key, "value": changes.get(key, getattr(parent, key))}


@every_row(("key", "value", "shown"), WRONG_KINDS)
def test_a_value_of_the_wrong_kind_is_refused_with_its_key_and_the_values_that_this_lists(
    key: str, value: object, shown: str
) -> None:
    listed = f"; there are: {LISTED[key]}." if key in LISTED else "."
    assert refusal(lambda: derive(VENEZIA, key="odd", **{key: value})) == (
        Code.PROFILE,
        f"“{shown}” is no value that the key “{key}” of a house can have{listed}",
    )


@every_row(("key", "value"), WRONG_VALUES)
def test_a_value_that_cannot_be_is_refused_with_its_key(key: str, value: object) -> None:
    assert refusal(lambda: derive(VENEZIA, key="odd", **{key: value})) == (
        Code.PROFILE,
        f"“{value}” cannot be the “{key}” of a house.",
    )


@every_row(
    ("parent", "changes"),
    [
        (CLASSICO, {"dealing": "face_down"}),  # covered, and the dealer completes every hand
        (CLASSICO, {"dealing": "face_down", "reader": "highest_punto", "button": True}),
        (VENEZIA, {"stakes": "reader_only"}),
        (VENEZIA, {"cut_card": False, "min_last_coup_cards": None}),
        (ONLINE, {"reshuffle_every_hand": False, "cut_card": True}),
        (ONLINE, {"limit_levels": False, "malfunction_voids": False}),
        (CLASSICO, {"remedies": "blank_coup"}),
        (MALTA, {"min_last_coup_cards": 1}),
        (VENEZIA, {"positions": ("1",)}),
        (VENEZIA, {"tie_to_one": 1}),
        (VENEZIA, {"decks": 8}),
        (VENEZIA, {"announce_limits_by": Role.DIREZIONE}),
        (VENEZIA, {"rounding": Rounding(1, "up")}),
        (VENEZIA, {"chips": (500,)}),
        (VENEZIA, {"bank": "on"}),
        (ADMIRAL, {"bank": "on", "pieces": (5, 500, 1000, 2500, 10000, 50000), "difference_direzione": 2500}),
        (VENEZIA, {"pieces": (1,)}),
        (VENEZIA, {"bank": "off", "stakes": "reader_only"}),
    ],
)
def test_an_unusual_house_that_agrees_with_itself_may_open(parent: Profile, changes: dict[str, Any]) -> None:
    own = derive(parent, key="unusual", **changes)
    assert {key: getattr(own, key) for key in changes} == changes


@every_row(("key", "decks"), [("min_last_coup_cards", 6), ("min_last_coup_cards", 8), ("mask_tolerance", 6)])
def test_new_rules_ask_for_no_more_cards_than_the_decks_have(key: str, decks: int) -> None:
    check_fits_decks(derive(VENEZIA, key="all", decks=decks, **{key: decks * 52}))
    more = derive(VENEZIA, key="more", decks=decks, **{key: decks * 52 + 1})
    said = (Code.PROFILE, f"Key “{key}”: the decks of this house have fewer cards.")
    assert refusal(lambda: check_fits_decks(more)) == said
    assert of_values(as_values(more)) == more, "earlier rules may ask for more, and are read all the same"


# --- the bank of a table


def test_the_pieces_of_a_bank_hold_every_chip_of_the_table() -> None:
    said = (Code.PROFILE, "Key “pieces”: the chips 5.00, 25.00 of this table are not among them.")
    assert refusal(lambda: derive(VENEZIA, key="banked", bank="on", pieces=(25, 1000, 10_000, 50_000))) == said
    assert derive(VENEZIA, key="banked", pieces=(25,)).bank == "off"


@every_row(
    ("changes", "payment"),
    [
        ({}, "0.25"),
        ({"smallest_payment": None}, "0.25"),
        ({"rounding": Rounding(10, "down")}, "0.10"),
    ],
)
def test_one_of_the_pieces_makes_every_payment_by_itself(changes: dict[str, Any], payment: str) -> None:
    def banked(*pieces: int) -> Profile:
        return derive(VENEZIA, key="banked", bank="on", pieces=(*pieces, *FROM_FIVE), **changes)

    said = f"Key “pieces”: a payment of {payment} cannot be made with any of them alone."
    assert refusal(lambda: check_payable(banked(50))) == (Code.PROFILE, said)
    check_payable(banked(5))
    check_payable(replace(banked(50), bank="off"))


def test_a_bank_brings_the_offices_that_it_needs() -> None:
    own = {Role.CASSA, Role.VIDEO, Role.ISPETTORE_COMUNALE}
    for house in FIVE:
        assert offices_of(house) & own == ({Role.ISPETTORE_COMUNALE} if house is VENEZIA else set())
    for house, presence, comes in (
        (VENEZIA, "dealer_isp", own),
        (ADMIRAL, "dealer_isp", own - {Role.ISPETTORE_COMUNALE}),
        (ADMIRAL, "with_comunale", own),
    ):
        assert offices_of(derive(house, key="banked", bank="on", bank_presence=presence)) & own == comes


# --- whole cents: 5 % needs chips of 20 cents, a half of 2, Grande at 1.54 for one of 50, Piccolo at 2.50 of 2


@every_row(
    ("payout", "side_bets", "whole", "broken"),
    [
        ("commission_5", NONE, 20, 10),
        ("commission_5", {Box.PLAYER_PAIR, Box.EITHER_PAIR, Box.PERFECT_PAIR}, 20, 30),
        ("commission_5", {Box.GRANDE}, 100, 60),
        ("commission_5", {Box.GRANDE}, 200, 50),
        ("commission_5", {Box.PICCOLO}, 20, 25),
        ("half_on_six", NONE, 2, 1),
        ("half_on_six", NONE, 250, 25),
        ("half_on_six", {Box.PICCOLO}, 2, 3),
        ("half_on_six", {Box.GRANDE}, 50, 25),
        ("half_on_six", SIX, 50, 20),
    ],
)
def test_without_a_rule_for_rounding_the_smallest_chip_makes_every_payout_whole_cents(
    payout: str, side_bets: set[Box], whole: int, broken: int
) -> None:
    def own(chip: int, rounding: Rounding | None = None) -> Profile:
        return derive(
            ONLINE,
            key="own",
            banco_payout=payout,
            side_bets=frozenset(side_bets),
            chips=(chip, 100 * chip),
            rounding=rounding,
        )

    assert own(whole).smallest_chip == whole
    assert refusal(lambda: own(broken)) == (
        Code.PROFILE,
        "Key “rounding”: the smallest chip makes payouts of broken cents.",
    )
    assert own(broken, Rounding(1, "down")).smallest_chip == broken


def test_the_side_bets_are_the_six_of_baccarat_online() -> None:
    assert frozenset(SIDE_BETS) == SIX
    assert len(SIDE_BETS) == 6


# --- a house as it is kept: strings, numbers, lists and objects


@pytest.mark.parametrize("profile", [*HOUSES.values(), derive(MALTA, key="own", rounding=Rounding(100, "half_up"))])
def test_a_house_that_was_kept_is_the_same_house(profile: Profile) -> None:
    values = json.loads(json.dumps(as_values(profile)))
    assert of_values(values) == profile
    assert as_values(of_values(values)) == values == as_values(profile)


def test_a_house_is_kept_in_plain_words() -> None:
    values = as_values(derive(ONLINE, key="own", rounding=Rounding(100, "down")))
    assert (values["decks"], values["both_sides"]) == (6, True)
    assert (values["reader"], values["min_last_coup_cards"]) == ("none", None)
    assert values["positions"] == ["1"]
    assert values["side_bets"] == sorted(ONLINE.side_bets)
    assert values["rounding"] == {"unit": 100, "mode": "down"}
    assert values["suspended_by"] == "direzione"
    assert {type(value) for value in values.values()} <= {str, int, bool, list, dict, type(None)}


@every_row(
    ("key", "value"),
    [
        ("decks", 7),
        ("decks", "6"),
        ("button", 1),
        ("positions", "123"),
        ("positions", 9),
        ("chips", [500, "1000"]),
        ("side_bets", ["dragon"]),
        ("side_bets", 1),
        ("suspended_by", "emperor"),
        ("announce_limits_by", 7),
        ("rounding", {"unit": 0, "mode": "down"}),
        ("rounding", {"unit": 100, "mode": "sideways"}),
        ("rounding", {"units": 100}),
        ("rounding", "exact"),
        ("key", None),
    ],
)
def test_a_house_that_was_kept_wrongly_is_refused_with_the_key(key: str, value: object) -> None:
    code, said = refusal(lambda: of_values(as_values(VENEZIA) | {key: value}))
    assert code is Code.PROFILE
    assert f"“{key}”" in said


def test_a_house_is_kept_whole_and_with_nothing_else() -> None:
    values = as_values(VENEZIA)
    assert refusal(lambda: of_values(values | {"deck": 6})) == (Code.PROFILE, "A house has no key “deck”.")
    lacking = {key: value for key, value in values.items() if key not in ("decks", "chips")}
    assert refusal(lambda: of_values(lacking)) == (Code.PROFILE, "The house lacks the key “chips, decks”.")


# --- a house that was kept before its profile had all keys of today

LATER = OF_ANY_HOUSE.keys() - {"smallest_payment"}
MIGRATIONS = Path(__file__).parents[2] / "table" / "migrations"


def test_what_rules_held_before_a_key_is_written_into_the_rows_of_every_table() -> None:
    migrated = "".join(path.read_text(encoding="utf-8") for path in MIGRATIONS.glob("*.py"))
    assert [key for key in OF_ANY_HOUSE if f'"{key}": ' not in migrated] == []


def before(profile: Profile) -> dict[str, Any]:
    """Its values as they were kept before."""
    return {key: value for key, value in as_values(profile).items() if key not in LATER}


@pytest.mark.parametrize("profile", [*FIVE, CLASSICO_COPERTO], ids=lambda profile: profile.key)
def test_a_house_that_was_kept_with_fewer_keys_is_the_house_of_today_but_for_who_agrees_to_a_dispute(
    profile: Profile,
) -> None:
    assert of_values(before(profile)) == replace(profile, correction_second_from=None)


def test_what_a_house_lacks_is_decided_by_its_document_and_by_nothing_else() -> None:
    own = of_values(before(derive(ADMIRAL, key="own", title="My own", decks=8)))
    assert (own.egalite, own.tax, own.printed_odds, own.derived_from) == (
        "per_position",
        "laid_ready",
        "gross",
        ADMIRAL.key,
    )
    elsewhere = of_values(before(derive(CLASSICO, key="own", source="My own")))
    assert (elsewhere.egalite, elsewhere.tax, elsewhere.printed_odds, elsewhere.derived_from) == (
        "per_position",
        "taken",
        "gross",
        "own",
    )
    assert of_values(before(derive(ONLINE, key="own", source="My own"))).printed_odds == "for_one"


@pytest.mark.parametrize("source", [["Super Punto Banco"], None, 7])
def test_a_document_that_is_none_is_refused_also_where_keys_are_lacking(source: object) -> None:
    assert refusal(lambda: of_values(before(VENEZIA) | {"source": source}))[0] is Code.PROFILE


@pytest.mark.parametrize("key", ["egalite", "tax", "printed_odds", "derived_from"])
def test_a_value_that_was_kept_is_never_completed_by_another(key: str) -> None:
    values: dict[str, dict[str, Any]] = {
        "egalite": {"egalite": "per_position"},
        "tax": {"tax": "laid_ready"},
        "printed_odds": {"printed_odds": "for_one"},
        "derived_from": {"derived_from": "malta"},
    }
    own = derive(CLASSICO, key="own", **values[key])
    assert of_values(as_values(own)) == own != of_values(before(own))


# --- what the documents state


def test_a_house_knows_from_which_one_it_derives_whatever_is_changed_in_it() -> None:
    own = derive(derive(VENEZIA, key="own", title="My own", source="My own", decks=8), key="its-own")
    assert own.derived_from == VENEZIA.key
    assert of_values(as_values(VENEZIA) | {"key": "typed", "source": "My own"}).derived_from == VENEZIA.key
    assert [each.derived_from for each in FIVE] == [each.key for each in FIVE]
    assert CLASSICO_COPERTO.derived_from == CLASSICO.key


def test_a_house_is_declared_once() -> None:
    assert len(HOUSES) == len(MARKS) == len(DECLARED)
    assert all(each.derived_from in HOUSES for each in HOUSES.values())
