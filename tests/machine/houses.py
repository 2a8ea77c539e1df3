"""The houses whose tables the machine plays at: the written ones, and their variants wherever a policy changes play."""

import operator
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any

from table.rules.houses import ADMIRAL, CLASSICO, CLASSICO_COPERTO, MALTA, VENEZIA
from table.rules.payout import check_payable, check_tax_payable
from table.rules.profile import (
    KEYS,
    NEVER_LACKING,
    PIECES,
    SIDE_BETS,
    WITHIN_THE_TAGLIA,
    Profile,
    Role,
    Rounding,
    Ruling,
    derive,
)
from table.rules.refusal import Refused
from table.rules.topics.policy_key import FieldKind

HOUSES: dict[str, Profile] = {
    "venezia": VENEZIA,
    "malta": MALTA,
    "classico": CLASSICO,
    "coperto": CLASSICO_COPERTO,
    "admiral": ADMIRAL,
    "next-occupied": derive(
        VENEZIA,
        key="next-occupied",
        button_rotation="next_occupied",
        presence="always_both",
        button_on_annulled="stay",
        positions=("1", "2", "3"),
    ),
    "standing-tops": derive(
        VENEZIA, key="standing-tops", standing_top_bet="dealer_completes", stakes_per_position="many"
    ),
    "one-more": derive(
        VENEZIA, key="one-more", art5_mid_coup="one_more", art5_cut_in_blank="one_more", mask_tolerance=1
    ),
    "reader-only": derive(VENEZIA, key="reader-only", stakes="reader_only"),
    "open-blanks": derive(VENEZIA, key="open-blanks", dealing="face_up", reader="none", button=False),
    "rounded": derive(
        VENEZIA, key="rounded", chips=(50, 100, 500), banco_payout="half_on_six", rounding=Rounding(100, "half_up")
    ),
    "rounded-up": derive(CLASSICO, key="rounded-up", chips=(30, 60), rounding=Rounding(25, "up"), tie_to_one=9),
    "side-bets": derive(
        CLASSICO,
        key="side-bets",
        side_bets=frozenset(SIDE_BETS),
        both_sides=True,
        decks=8,
        smallest_payment=1,
    ),
    "refuse-over": derive(
        ADMIRAL,
        key="refuse-over",
        over_max="refuse_only",
        tie_requires_main=True,
        identity_check=False,
        betting_seconds=30,
        correction_second_from=500,
        pieces=(5, 100, 500, 1000, 2500, 10000, 50000),
        opener_minimum=1_000_000,
        difference_report=5_000,
        difference_direzione=50_000,
        float_low=25,
        movement_minutes=10,
        closing_minutes=30,
        deal_minutes_max=45,
        loss_of_table=15,
        win_of_guest=5,
    ),
    "no-cut-card": derive(
        CLASSICO,
        key="no-cut-card",
        cut_card=False,
        error_figures_read_by=Role.ISPETTORE_GIOCO,
        pace_by_person=True,
    ),
    "fallen-any-time": derive(
        VENEZIA,
        key="fallen-any-time",
        art3_first_card_window="any_time",
        art8_unseen_excess="under_sabot",
        presence="ispettore_gioco",
        attest_from="any",
        min_last_coup_cards=5,
        smallest_payment=5,
        correction_second_from=2500,
    ),
    "burning": derive(
        VENEZIA,
        key="burning",
        remedies="annul_and_burn",
        presence="always_both",
        comunale_given_by="direzione",
        given_pin_delay=1,
        rounding=Rounding(500, "down"),
    ),
    "open-malta": derive(MALTA, key="open-malta", remedies="blank_coup", announce_order="banco_first"),
}

SWITCHES: Mapping[str, Sequence[Any]] = {
    **{
        key: sorted(declared.offered, key=partial(operator.ne, getattr(VENEZIA, key)))
        for key, declared in KEYS.items()
        if declared.name and declared.field is FieldKind.CHOICE and key not in ("virtual_shoe", "bank")
    },
    "cut_card": [True, True, False],
    "min_last_coup_cards": [7, 7, 5, None],
    "positions": [("1", "2", "3"), ("1", "2", "3", "4", "5", "6", "7", "8", "9"), ("1", "2", "3", "5", "12", "12 bis")],
    "currency": ["EUR", "CHF"],
    "chips": [(500, 1000, 2500), (250, 500), (30, 60), (100, 500, 1000)],
    "identity_check": [False, False, True],
    "betting_seconds": [None, 5, 600],
    "dealing": ["face_down", "face_down", "face_up"],
    "stakes": ["all", "all", "all", "reader_only"],
    "side_bets": [frozenset(), frozenset(), frozenset(SIDE_BETS[:2]), frozenset(SIDE_BETS)],
    "tie_to_one": [8, 9],
    "smallest_payment": [25, 25, 5, 1],
    "mask_tolerance": [15, 15, 0, 2],
    "rounding": [None, Rounding(50, "down"), Rounding(25, "half_up"), Rounding(100, "up")],
    "announce_limits_by": [None, None, Role.CAPO_TAVOLO],
    "correction_second_from": ["measure", "measure", None, 5000],
    "given_pin_delay": [1, 12, 12, 72],
    "rulings": [frozenset(Ruling), frozenset(Ruling), WITHIN_THE_TAGLIA, NEVER_LACKING],
    "remedies": ["blank_coup", "blank_coup", "annul_and_burn"],
    "pieces": [PIECES, (5, *PIECES)],
    "opener_minimum": [None, 1_000_000],
    "difference_report": [2_500, 1],
    "difference_direzione": [10_000, 1_000_000],
    "float_low": [40, 1, 100],
    "movement_minutes": [15, 1, 1440],
    "closing_minutes": [60, 1, 1440],
    "deal_minutes_max": [60, 1, 1440],
    "loss_of_table": [20, 1, 1000],
    "win_of_guest": [10, 1, 1000],
}
"""What each key of a house of real cards can be, the value of Venezia first, and the usual ones more often."""
BY_CHANCE = "by-chance-"


def house_named(name: str) -> Profile:
    """One of the houses above, or the one that the dice make of a number: ``by-chance-17``."""
    return HOUSES[name] if name in HOUSES else _by_chance(int(name.removeprefix(BY_CHANCE)))


@lru_cache
def _by_chance(seed: int) -> Profile:
    """A house with every switch by chance, thrown again until it does not contradict itself."""
    dice = Random(f"house {seed}")
    while True:
        try:
            thrown = {key: dice.choice(values) for key, values in SWITCHES.items()}
            found = derive(VENEZIA, key=f"{BY_CHANCE}{seed}", **thrown)
            check_payable(found)
            check_tax_payable(found)
        except Refused:
            continue
        else:
            return found


CHANGES: list[dict[str, Any]] = [
    {"tie_to_one": 9},
    {"button_rotation": "next_occupied"},
    {"positions": ["1", "2", "3", "4"]},
    {"side_bets": ["player_pair"]},
    {"chips": [100, 500]},
    {"chips": [100, 500], "smallest_payment": 5},
    {"cut_card": False, "min_last_coup_cards": None},
    {"dealing": "face_up", "reader": "none", "button": False, "stakes": "all"},
    {"dealing": "face_down", "reader": "highest_punto", "button": True},
    {"button": False},
    {"button": True},
    {"remedies": "annul_and_burn"},
    {"remedies": "blank_coup"},
    {"stakes_per_position": "many"},
    {"suspended_by": "direzione"},
    {"tie_to_one": 10**30},
]
"""What the Direzione may want changed in a house; not every house can be changed so."""
