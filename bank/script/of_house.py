"""Lines of a script about what the house lays down for its banks, its gaming days, and guests who are known."""

from bank.house.day import ROLLS_AT, gaming_day, next_day
from table.rules.profile import Role
from table.script.cast import in_the_house
from table.script.form import written
from table.script.player import Player

TIPS_SPLIT = 40
"""Share of the house in the tips, in per cent, where a script lays down sums of cash."""


@written("tables in play are counted as a day ends", "tables in play are counted as a day ends")
def count_at_roll(player: Player) -> None:
    """Have it laid down by the Direzione that tables which play on are counted as a gaming day ends."""
    in_the_house("set_day_terms", by=player.who(Role.DIREZIONE), rolls_at=ROLLS_AT, count_at_roll=True)


@written("the next gaming day begins", "the next gaming day begins")
def roll_day(player: Player) -> None:
    """Begin the next gaming day, by the Direzione."""
    day = next_day(gaming_day(player.clock()), player.clock())
    in_the_house("roll_day", by=player.who(Role.DIREZIONE), day=day)


@written("lays down cash THRESHOLD MOST", "lays down cash 2000 4999.99")
def lay_down(player: Player, *, threshold: int, most: int) -> None:
    """Have two sums laid down in the table's currency, in cents: from ``threshold`` on a guest is identified.

    ``most`` is what nobody may exceed.
    """
    terms = {"currency": player.profile.currency, "cash_threshold": threshold, "cash_limit": most}
    in_the_house("set_cash_terms", by=player.who(Role.DIREZIONE), tips_split=TIPS_SPLIT, **terms)


@written("papers of GUEST", "papers of rossi")
def identify(player: Player, *, guest: str) -> None:
    """See the papers of a guest for this gaming day, by the Ispettore di Gioco."""
    in_the_house("identify", by=player.who(Role.ISPETTORE_GIOCO), guest=guest, paper="identity card")
