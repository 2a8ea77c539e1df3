"""Whole taglie by chance: shuffled cards lie in memory and are keyed in as a dealer would, stakes come from a seed."""

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp
from random import Random

from table.models import Adjustment, Coup, Money, Shoe, Stake
from table.rules.odds.chances import chances
from table.rules.odds.composition import fresh
from table.rules.payout import HANDED_BACK
from table.rules.profile import Profile
from table.rules.refusal import Code, require
from table.rules.regola import Result
from table.script.coups import Played
from table.script.player import Player
from table.script.values import Chips
from table.simulation import shuffled, stakes_by_chance


def sit_down(player: Player, profile: Profile) -> None:
    """The table plays by these rules and every position is taken, after a look at the papers where that is asked."""
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


def taglia(player: Player, rng: Random) -> Iterator[Played]:
    """All coups of one taglia, and the count at its end."""
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
    """The shoe on the table; one that is being played already holds cards that nobody here knows."""
    shoe = player.state.shoe
    require(
        shoe is None or shoe.out == 0,
        Code.TABLE,
        "At the table “%(table)s” a taglia is being played; let it end, or name another table.",
        table=player.code,
    )
    return shoe


def _coup(player: Player, rng: Random) -> None:
    """Stakes, cards, payment, and the cards burned."""
    player.press("open_bets")
    if player.state.stakes:
        player.press(rng.choice(["keep", "clear"]), coup=player.coup)
    while not player.state.stakes:
        state = player.state
        laid = stakes_by_chance(state.profile, state.limits, rng)
        player.stake(Chips(stake.box, stake.laid, stake.position) for stake in laid)
    player.advance("burn")
    player.press("burn")


@dataclass
class Tally:
    """What has come of an evening: results against the exact odds of a fresh shoe, and the money."""

    profile: Profile
    coups: int = 0
    results: Counter[Result] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)

    def count(self, coup: Played) -> None:
        """One coup more."""
        self.coups += 1
        self.endings[coup.outcome] += 1
        if coup.result is not None:
            self.results[coup.result] += 1

    @property
    def expected(self) -> dict[Result, Fraction]:
        """The exact chance of each result."""
        odds = chances(fresh(self.profile.decks))
        return {Result.BANCO: odds.banco, Result.PUNTO: odds.punto, Result.TIE: odds.tie}

    @property
    def chi_square(self) -> float:
        """How far the results lie from what was to be expected, with two degrees of freedom."""
        total = self.results.total()
        distances = ((self.results[it] - total * odds) ** 2 / (total * odds) for it, odds in self.expected.items())
        return float(sum(distances)) if total else 0.0

    @property
    def likelihood(self) -> float:
        """How often chance alone lies at least as far away."""
        return exp(-self.chi_square / 2)


def money(shoes: "list[Shoe]") -> dict[str, int]:
    """Cents of these taglie: laid, in action, and every kind of money line; ``bettors`` is their net result."""
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
