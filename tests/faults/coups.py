"""A plain coup, act by act, and a table brought to any moment of it.

Anna stakes on Punto at position 1, turns a battuta of nine, and wins. The suits change from coup to coup: a shoe of six
decks lasts for twenty-four of them.
"""

from collections.abc import Iterator

from table.script.dealing import Step
from tests.croupier.dealer import Croupier
from tests.rig.tables import AtTable


def plain(table: AtTable) -> Iterator[Step]:
    """The acts of the dealer from where the table stands to the burning, each as soon as the last one is done."""
    suit = "SHDC"[table.row.coups.filter(ended=True).count() % 4]
    dealer = Croupier(table, f"9{suit} 2{suit} K{suit} 3{suit}")
    if dealer.next_verb() == "open_bets":
        yield "open_bets", {}
    if dealer.next_verb() == "close_bets" and not table.state.stakes:
        yield "place", {"coup": table.coup, "position": "1", "box": "punto", "amount": 10_000}
    yield from dealer.acts("open_bets")


def played_to(table: AtTable, verb: str) -> Step:
    """A coup is played until this act is the next one; gives the act."""
    for act in plain(table):
        if act[0] == verb:
            return act
        table.press(act)
    raise AssertionError(f"a plain coup has no {verb}")
