"""Where the sources say what a house does: for each of them the keys of a profile that it states, with the article.

A key that is missing here is one on which the source is silent; the house then plays Sabot's default, and the page
says so. A topic after a dot is one sentence among several about the same key.
"""

from collections.abc import Mapping

from table.rules.profile import Profile
from table.rules.sources import CASINO_ADMIRAL, PUNTO_Y_BANCO, REGOLE_DEL_BACCARAT, SUPER_PUNTO_BANCO

STATED: Mapping[str, Mapping[str, str]] = {
    SUPER_PUNTO_BANCO: {
        "decks": "Art. 4",
        "cut_card": "Art. 5",
        "art5_mid_coup": "Art. 5",
        "art5_cut_in_blank": "Art. 5",
        "min_last_coup_cards": "Art. 5",
        "dealing": "Premessa",
        "reader": "Premessa",
        "reader.nobody": "Premessa",
        "reader.claims": "Premessa",
        "reader.gestures": "Premessa",
        "button": "Premessa",
        "button_rotation": "Premessa",
        "button_on_annulled": "Premessa",
        "standing_top_bet": "Art. 13",
        "announce_order": "Premessa",
        "tie_to_one.null": "Premessa",
        "malfunction_voids": "Art. 9",
        "stakes_per_position": "Art. 11",
        "both_sides": "Art. 11",
        "chips": "Art. 12",
        "limits_decided_by": "Art. 14",
        "suspended_by": "Art. 14",
        "disputes_decided_by": "Art. 10",
        "presence": "Premessa, Art. 6, 7, 8",
        "unforeseen": "Art. 16",
        "remedies": "Art. 1",
        "remedies.seen": "Art. 1",
        "remedies.visible": "Art. 1",
        "remedies.stuck": "Art. 2",
        "remedies.unclear": "Art. 6, 7",
        "art3_first_card_window": "Art. 3",
        "art8_unseen_excess": "Art. 8",
    },
    PUNTO_Y_BANCO: {
        "banco_payout": "",
        "tie_to_one": "",
        "tie_to_one.null": "",
        "tie_requires_main": "",
        "over_max": "",
        "limits_decided_by": "",
        "announce_limits_by": "",
        "limit_levels": "",
        "suspended_by": "",
        "disputes_decided_by": "",
    },
    REGOLE_DEL_BACCARAT: {
        "decks": "",
        "dealing": "",
        "reader": "",
        "reader.claims": "",
        "banco_payout": "",
        "tie_to_one": "",
        "tie_to_one.null": "",
    },
    CASINO_ADMIRAL: {
        "decks": "",
        "positions": "",
        "dealing": "",
        "stakes_per_position": "",
        "tie_requires_main": "",
        "limit_levels": "",
        "chips": "",
        "currency": "",
        "banco_payout": "",
        "banco_payout.tax": "",
        "tie_to_one": "",
        "tie_to_one.null": "",
        "announce_order": "",
        "identity_check": "",
        "disputes_decided_by": "",
        "unforeseen": "",
    },
    "Baccarat online": {
        "decks": "",
        "reshuffle_every_hand": "",
        "dealing": "",
        "banco_payout": "",
        "tie_to_one": "",
        "tie_to_one.null": "",
        "tie_requires_main": "",
        "both_sides": "",
        "side_bets": "",
        "limit_levels": "",
        "malfunction_voids": "",
        "malfunction_voids.link": "",
    },
}


def cited(profile: Profile, topic: str) -> str:
    """The source and article that state this of the house, ``Super Punto Banco, Art. 5``; empty where it is silent."""
    article = STATED.get(profile.source, {}).get(topic)
    if article is None:
        return ""
    return f"{profile.source}, {article}" if article else profile.source
