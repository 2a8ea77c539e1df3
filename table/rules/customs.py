"""Customs of the houses: what a document says besides the policy keys, and the table does or says as it is written."""

from table.rules.houses import stated
from table.rules.profile import Profile

CALLED_NULL = "tie_to_one.called_null"
"""The topic of a document in whose words a coup with equal points is null."""
FROM_HAND = "chips.from_hand"
"""The topic of a document by which the dealer takes no money from a hand."""


def announcement(profile: Profile, banco: int, punto: int) -> str:
    """What is called of these points, Banco's first, with the box that wins; a tie as the house calls it."""
    return f"Banco {banco}, Punto {punto}: {_winner(profile, banco, punto)}"


def _winner(profile: Profile, banco: int, punto: int) -> str:
    if banco == punto:
        return "colpo nullo" if calls_a_tie_null(profile) else "Egalité"
    return "vince Banco" if banco > punto else "vince Punto"


def calls_a_tie_null(profile: Profile) -> bool:
    """Whether the document of this house, or of the one it derives from, says so."""
    return stated(profile, CALLED_NULL) is not None


def money_lies_first(profile: Profile) -> bool:
    """Whether it says that banknotes are laid on the table, and never go from hand to hand."""
    return stated(profile, FROM_HAND) is not None
