"""What the five documents say of cards, payments and limits, typed from them and from nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field

NATURAL, DRAWS_TO, BANCO_DRAWS_TO = 8, 5, 2
"""With eight or nine nobody draws; Punto draws with nought to five, Banco whatever Punto drew with nought to two."""
BANCO_DRAWS_ON = {3: "TTTTTTTTRT", 4: "RRTTTTTTRR", 5: "RRRRTTTTRR", 6: "RRRRRRTTRR"}
"""Punto y Banco, Malta: T draws, R stands, a column for each value of Punto’s third card, from nought on."""
BANCO_DRAWS_AFTER_STANDING = 5
"""Baccarat online: where Punto stands, Banco draws with a total of five or less."""


@dataclass(frozen=True, kw_only=True)
class House:
    """A house by its document; amounts in cents.

    ``commission`` is what is kept of a hundred won on Banco, ``half_on`` the points of Banco with which half is paid.
    ``prices`` are what its screens print of each box, with what stands beside it, as an English reader has them.
    ``tax_ready`` says that a player may lay the commission ready, ``tie_alone`` that a tie needs no other stake.
    """

    key: str
    title: str
    prices: Mapping[str, tuple[str, str]]
    decks: int = 6
    places: int = 7
    commission: int = 0
    half_on: int | None = None
    tie: int = 8
    tie_alone: bool = True
    tax_ready: bool = False
    in_bianco: bool = False
    last_has_seven: bool = False
    limits: Mapping[str, tuple[int, int]] = field(
        default_factory=lambda: {"main": (500, 20_000), "egalite": (500, 5000)}
    )


FIVE_PER_CENT = {"punto": ("1:1", ""), "banco": ("1:1 less 5%", "19:20 in all"), "egalite": ("8:1", "")}
NINETEEN_TO_TWENTY = {"punto": ("1:1", ""), "banco": ("19:20", "1:1 less 5%"), "egalite": ("8:1", "")}
HALF_ON_SIX = {"punto": ("1:1", ""), "banco": ("1:1", "1:2 when Banco wins with 6"), "egalite": ("8:1", "")}

# Super Punto Banco, Casinò di Venezia: nine tenths of it are procedure; it leaves payments to the house's own rules
# of Punto Banco, for which the table has five per cent and eight to one. Art. 1: Colpo in Bianco. Art. 5: seven cards.
VENEZIA = House(
    key="super-punto-banco-venezia",
    title="Super Punto Banco",
    prices=FIVE_PER_CENT,
    places=9,
    commission=5,
    in_bianco=True,
    last_has_seven=True,
)
# Punto y Banco, Malta: even money, with six of Banco a half, 8:1 on the tie, which is staked only beside P or B.
MALTA = House(
    key="punto-y-banco-malta",
    title="Punto y Banco, Malta",
    prices=HALF_ON_SIX,
    half_on=6,
    tie_alone=False,
    limits={"main": (500, 20_000), "egalite": (250, 5000)},
)
# Regole del baccarat: six decks or eight; 1 a 1, 19 a 20, 8 a 1. In some casinos the cards are dealt covered.
CLASSICO = House(key="baccarat-classico", title="Regole del baccarat", prices=NINETEEN_TO_TWENTY, decks=8, commission=5)
COPERTO = House(key="baccarat-classico-coperto", title="Regole del baccarat", prices=NINETEEN_TO_TWENTY, commission=5)
# Punto Banco, Casino Admiral: seven places, 1:1, 1:1 less five per cent, 8:1; the tax may be laid ready.
ADMIRAL = House(
    key="punto-banco-admiral",
    title="Punto Banco, Casino Admiral",
    prices=FIVE_PER_CENT,
    commission=5,
    tax_ready=True,
)
AT_TABLES = (VENEZIA, MALTA, CLASSICO, COPERTO, ADMIRAL)

# Baccarat online: what a box pays of one, the stake included, and its printed return in per cent. The document has
# «2 a 1 (meno 5%)» beside the player and means the bank, as its column of returns and its text say.
ONLINE_PAYS = {
    "punto": ("2", "98.76"),
    "banco": ("1.95", "98.94"),
    "egalite": ("9", "85.56"),
    "player_pair": ("12", "88.75"),
    "banker_pair": ("12", "88.75"),
    "either_pair": ("6", "85.46"),
    "perfect_pair": ("26", "82.93"),
    "grande": ("1.54", "95.65"),
    "piccolo": ("2.5", "94.73"),
}
