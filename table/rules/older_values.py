"""Values of a house that were kept before the profile had all its keys of today.

Tables keep the values of their rules, and registers the arguments of the acts that set them, for as long as they exist.
What such values lack was decided by the title of the house's document then, and is decided so here for them alone.
"""

from collections.abc import Mapping
from typing import Any

from table.rules.sources import (
    BACCARAT_ONLINE,
    CASINO_ADMIRAL,
    PUNTO_Y_BANCO,
    REGOLE_DEL_BACCARAT,
    SUPER_PUNTO_BANCO,
)

OF_ANY_HOUSE: Mapping[str, str] = {
    "derived_from": "",
    "egalite": "per_position",
    "tax": "taken",
    "printed_odds": "gross",
}
OF_A_DOCUMENT: Mapping[str, Mapping[str, str]] = {
    SUPER_PUNTO_BANCO: {"derived_from": "super-punto-banco-venezia"},
    PUNTO_Y_BANCO: {"derived_from": "punto-y-banco-malta", "egalite": "shared"},
    REGOLE_DEL_BACCARAT: {"derived_from": "baccarat-classico", "egalite": "shared", "printed_odds": "net"},
    CASINO_ADMIRAL: {"derived_from": "punto-banco-admiral", "tax": "laid_ready"},
    BACCARAT_ONLINE: {"derived_from": "baccarat-online-side-bets"},
}
OF_A_GAME_WITHOUT_A_TABLE: Mapping[str, str] = {"printed_odds": "for_one"}


def completed(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with the keys that came later, as the house with the same document has them; the others stay."""
    added = {**OF_ANY_HOUSE, **OF_A_DOCUMENT.get(str(values.get("source")), {})}
    if values.get("dealing") == "automatic":
        added |= OF_A_GAME_WITHOUT_A_TABLE
    return {**added, **values}
