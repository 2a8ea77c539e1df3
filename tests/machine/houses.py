"""The houses whose tables the machine plays at: the written ones, and their variants wherever a policy changes play."""

from typing import Any

from table.rules.profiles import (
    ADMIRAL,
    CLASSICO,
    CLASSICO_COPERTO,
    MALTA,
    SIDE_BETS,
    VENEZIA,
    Profile,
    Rounding,
    derive,
)

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
    "one-more": derive(VENEZIA, key="one-more", art5_mid_coup="one_more", art5_cut_in_blank="one_more"),
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
    ),
    "refuse-over": derive(
        ADMIRAL, key="refuse-over", over_max="refuse_only", tie_requires_main=True, identity_check=False
    ),
    "no-cut-card": derive(CLASSICO, key="no-cut-card", cut_card=False),
}

CHANGES: list[dict[str, Any]] = [
    {"tie_to_one": 9},
    {"button_rotation": "next_occupied"},
    {"positions": ["1", "2", "3", "4"]},
    {"side_bets": ["player_pair"]},
    {"chips": [100, 500]},
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
