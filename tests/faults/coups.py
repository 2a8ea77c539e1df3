"""A plain coup, act by act, and a table brought to any moment of it.

Anna stakes on Punto at position 1, turns a battuta of nine, and wins. The suits change from coup to coup: a shoe of six
decks lasts for twenty-four of them.
"""

from collections.abc import Mapping
from typing import Any

from tests.rig.tables import AtTable

Act = tuple[str, Mapping[str, Any]]


def plain(coup: str) -> list[Act]:
    """The acts of the dealer from the opening of the betting to the burning of the cards."""
    suit = "SHDC"[int(coup.rpartition(".")[2]) % 4]
    return [
        ("open_bets", {}),
        ("place", {"coup": coup, "position": "1", "box": "punto", "amount": 10_000}),
        ("close_bets", {"said": True}),
        ("deal", {}),
        ("turn_battuta", {"cards": [f"9{suit}", f"K{suit}"]}),
        ("turn_banco", {"cards": [f"2{suit}", f"3{suit}"]}),
        ("announce", {"banco": 5, "punto": 9}),
        ("settle", {}),
        ("burn", {}),
    ]


def played_to(table: AtTable, verb: str, *, number: int = 1) -> Act:
    """The coup with this number of the first taglia, played until this act is the next one; gives the act."""
    for act in plain(f"1.{number}"):
        if act[0] == verb:
            return act
        table.press(act)
    raise AssertionError(f"a plain coup has no {verb}")
