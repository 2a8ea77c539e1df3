"""Sentences on the bank of a table: how it is counted, closed, and watched. There are none where it has none."""

from collections.abc import Iterator

from table.rules.profile import Profile
from table.screens.rules.sentences import Rule, chosen
from table.words.numbers import Numbers

IN_ORDER = (
    "bank", "pieces", "bank_presence", "opener_minimum", "bank_close", "difference_report", "difference_direzione",
    "float_low", "movement_minutes", "closing_minutes", "deal_minutes_max", "loss_of_table", "win_of_guest",
)  # fmt: skip
"""Keys of the bank as their sentences stand on the page."""


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on the bank of the table, its stock of chips: one a key of IN_ORDER, none where it is ``off``."""
    if profile.bank == "on":
        yield from (chosen(profile, key, numbers) for key in IN_ORDER)
