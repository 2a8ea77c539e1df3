"""Extension of the table by the bank, handed over as one object when the house starts."""

from bank import leaves, script, verbs
from bank.effects import EFFECTS
from bank.models import BankCount, BankSession, Slip
from bank.play.notice import notice
from bank.reports.files import FILES
from bank.screens.console import comes_first
from bank.screens.desk import on_tile
from bank.screens.region import PAGES, REGIONS, WALLS
from bank.words import WORDS
from table.extensions import Acts, Extension, Register, Reports, Rows, Screens, Script

BANK = Extension(
    name="bank",
    acts=Acts(modules=(verbs,), effects=EFFECTS, notices=(notice,)),
    rows=Rows(
        apps=("bank",),
        natural_keys={
            BankSession: lambda session: session.number,
            BankCount: lambda count: f"{count.number} {count.kind}",
            Slip: lambda slip: f"{slip.letter} {slip.year} {slip.serial}",
        },
        compared=leaves.COMPARED,
        left=leaves.LEAVES,
    ),
    script=Script(modules=(script,), slots=script.SLOTS),
    screens=Screens(regions=REGIONS, pages=PAGES, walls=WALLS, first=(comes_first,), figures=(on_tile,)),
    register=Register(words=WORDS),
    reports=Reports(files=FILES),
)
