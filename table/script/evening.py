"""Random whole taglie: shuffled cards in memory are keyed in as a dealer would, stakes come from a seed."""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp
from random import Random

from table.models import Adjustment, Coup, Money, Shoe, Stake
from table.rules.odds.chances import of_fresh
from table.rules.payout import HANDED_BACK
from table.rules.profile import Profile
from table.rules.refusal import Code, require
from table.rules.regola import Result
from table.script.coups import CoupAtEnd
from table.script.player import Player
from table.script.simulation import shuffled, stakes_by_chance
from table.script.values import WrittenStake


def sit_down(player: Player, profile: Profile) -> None:
    """Set the table up with these rules, and seat a guest “player LABEL” at every position that is not occupied.

    With an identity check if the rules require one. Refuses (E_SHOE) rules by which a dealer deals from a virtual shoe,
    (E_PROFILE) a game that deals itself, as :meth:`Staff.set_up` does and, once the table is set up, (E_TABLE) while
    cards of a shoe are out. A position that is assigned or marked is refused by the act `assign`.
    """
    require(
        not profile.virtual_shoe or profile.dealing == "automatic",
        Code.SHOE,
        "By these rules the cards come from a virtual shoe: nobody knows them before they are turned, so that no "
        "script can key them.",
    )
    player.set_up(profile)
    _check_fresh(player)
    for label, position in player.state.positions.items():
        guest = f"player {label}"
        if position.present:
            continue
        if profile.identity_check:
            player.press("confirm_identity", guest=guest)
        player.press("reserve", guest=guest)
        player.press("assign", guest=guest, position=label)
        player.press("occupy", position=label)


def taglia(player: Player, rng: Random) -> Iterator[CoupAtEnd]:
    """Play one taglia with shuffled cards, yield each coup as its cards are burned, and in the end record their count.

    With the first coup opens the table, prepares a shoe if there is none, and then refuses (E_TABLE) one of which cards
    are out. The shuffled cards become ``coming`` of the player. The count, that of the record, is pressed only if all
    coups are taken.
    """
    player.open_table()
    if player.state.shoe is None:
        player.prepare_shoe()
    shoe = _check_fresh(player)
    assert shoe is not None
    player.coming = deque(shuffled(player.profile, rng))
    player.cut_card_at = shoe.cards_total - (shoe.behind or 0)
    while player.state.shoe is not None:
        _coup(player, rng)
        yield player.coups[-1]
    over = player.table.shoes.get(taglia=shoe.taglia)
    player.press("reconcile", burned=over.out, left_over=over.cards_total - over.out)


def _check_fresh(player: Player) -> Shoe | None:
    """Return the shoe on the table, None without one.

    Refuses (E_TABLE) one of which cards are out, as the others are not known here.
    """
    shoe = player.state.shoe
    require(
        shoe is None or shoe.out == 0,
        Code.TABLE,
        "At the table “%(table)s” a taglia is being played; let it end, or name another table.",
        table=player.code,
    )
    return shoe


def _coup(player: Player, rng: Random) -> None:
    """Play one coup: open the betting, keep or clear at random what a tie left, stake, and play on until it is burned.

    Where no stake lies after that, stakes are drawn at random until one does; where those of the tie are kept, nothing
    else is staked.
    """
    player.press("open_bets")
    if player.state.stakes:
        player.press(rng.choice(["keep", "clear"]), coup=player.coup)
    while not player.state.stakes:
        state = player.state
        laid = stakes_by_chance(state.profile, state.limits, rng)
        player.stake(WrittenStake(stake.box, stake.laid, stake.position) for stake in laid)
    player.advance("burn")
    player.press("burn")


@dataclass
class EveningTally:
    """Results of an evening, compared with the exact odds of a fresh shoe of the rules in ``profile``.

    ``coups`` counts all, ``results`` those that were settled, by winner, and ``endings`` all, by their outcome.
    """

    profile: Profile
    coups: int = 0
    results: Counter[Result] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)

    def count(self, coup: CoupAtEnd) -> None:
        """Add a coup to the counts of coups, outcomes, and, if it was settled, results."""
        self.coups += 1
        self.endings[coup.outcome] += 1
        if coup.result is not None:
            self.results[coup.result] += 1

    @property
    def expected(self) -> dict[Result, Fraction]:
        """Exact probability of each result in the first coup of a fresh shoe."""
        odds = of_fresh(self.profile.decks)
        return {Result.BANCO: odds.banco, Result.PUNTO: odds.punto, Result.TIE: odds.tie}

    @property
    def chi_square(self) -> float:
        """Chi-square statistic of the numbers of results against those `expected`, with two degrees of freedom.

        0.0 without any result.
        """
        total = self.results.total()
        distances = ((self.results[it] - total * odds) ** 2 / (total * odds) for it, odds in self.expected.items())
        return float(sum(distances)) if total else 0.0

    @property
    def likelihood(self) -> float:
        """P-value of `chi_square`: how probable chance alone makes at least this statistic; 1.0 without any result."""
        return exp(-self.chi_square / 2)


def money(shoes: "list[Shoe]") -> dict[str, int]:
    """Return sums over these taglie in cents.

    ``laid`` and ``in_action`` of all stakes, the money lines by their kind (losses and commission negative), and
    ``bettors``, what bettors have won (negative: lost), disputes included. A key whose rows are missing is missing too,
    but for ``bettors``.
    """
    coups = Coup.objects.filter(shoe__in=shoes)
    totals = Counter[str]()
    for stake in Stake.objects.filter(coup__in=coups).iterator():
        totals["laid"] += stake.laid
        totals["in_action"] += stake.in_action or 0
    for line in Money.objects.filter(coup__in=coups).iterator():
        totals[line.kind] += line.amount
        totals["bettors"] += 0 if line.kind in HANDED_BACK else line.amount
    totals["bettors"] += sum(line.amount for line in Adjustment.objects.filter(coup__in=coups))
    return dict(totals)
