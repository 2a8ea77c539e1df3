"""What a year of the casino takes on its disk, and what it would take at a casino's pace."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.year.casino import BADGE, Casino, size_of

COUPS_OF_AN_EVENING, YEAR = 50 * 8, 365
MOST_HANDED_OUT = 1.2
"""What was handed out night by night, beside the same registers handed out whole."""


class Sizes(NamedTuple):
    """Bytes: of the registers handed out whole, of the database and of one in which nothing was played, of what the
    nights handed out with the seals, of the backups that are kept; and how many these are."""

    registers: int
    database: int
    empty: int
    handed_out: int
    backups: int
    backup_count: int

    @classmethod
    def of(cls, house: Casino) -> "Sizes":
        """As they are now; every register is handed out whole once."""
        whole = house.folder / "whole"
        house.manage("export", "--all", str(whole), "--by", BADGE)
        registers, sizes = sum(it.stat().st_size for it in whole.rglob("*.jsonl")), house.sizes()
        handed_out = sizes["exports"] + sizes["seals"]
        return cls(registers, size_of(house.url), house.empty, handed_out, sizes["backups"], len(house.backups))

    @property
    def wrong(self) -> list[str]:
        """What takes more than it may."""
        over = self.handed_out > MOST_HANDED_OUT * self.registers
        return [f"{self.handed_out / self.registers:.2f} × registers lie beside the house"] if over else []

    def sentences(self, *, nights: int, coups: int, tables: int) -> Iterator[str]:
        """In sentences; the second one is computed from the first to an evening of fifty coups an hour."""
        yield (
            f"registers {self.registers / 1e6:,.1f} MB, database {self.database / 1e6:,.1f} MB; handed out night by "
            f"night and sealed {self.handed_out / 1e6:,.1f} MB ({self.handed_out / self.registers:.2f} × registers, "
            f"at most {MOST_HANDED_OUT}); {self.backup_count} backups kept {self.backups / 1e6:,.1f} MB"
        )
        more = COUPS_OF_AN_EVENING / coups * YEAR / nights / 1e9
        yield (
            f"computed to {YEAR} evenings of {COUPS_OF_AN_EVENING} coups at {tables} tables: registers "
            f"{self.registers * more:,.1f} GB, database {(self.database - self.empty) * more:,.1f} GB, handed out "
            f"{self.handed_out * more:,.1f} GB, the backups {self.backups * more:,.1f} GB"
        )
