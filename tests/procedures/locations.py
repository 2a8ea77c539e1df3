"""How the cards of a coup lie, in a word: the boxes in the order in which the cards came out."""

from tests.rig.tables import AtTable

AS_DEALT = ["punto", "banco", "punto", "banco"]
FIRST_INVERTED, LAST_INVERTED = ["banco", "punto", "punto", "banco"], ["punto", "banco", "banco", "punto"]


def places(table: AtTable) -> list[str]:
    """Where the cards of the coup lie."""
    return [it.location for it in table.state.cards]


def waiting(table: AtTable) -> list[tuple[int, str, bool]]:
    """The cards that wait beside the sabot for a hand: number, where, and whether they are of no coup."""
    return [(it.number, it.location, it.coup_id is None) for it in table.state.held]
