"""Extension of the table by the bank, handed over as one object when the house starts."""

from bank import leaves, script, shift, story, verbs
from bank.effects import EFFECTS
from bank.house import cash, day
from bank.house import leaves as house_leaves
from bank.house.rules import check_between_sessions
from bank.models import BankCount, BankSession, Slip
from bank.play.notice import notice, notice_cash, notice_relief
from bank.reports.files import FILES
from bank.screens.console import comes_first
from bank.screens.desk import on_tile
from bank.screens.flow import STAGES
from bank.screens.region import PAGES, REGIONS, WALLS
from bank.words import WORDS
from table.extensions import Acts, Extension, House, Register, Reports, Rows, Screens, Script

BANK = Extension(
    name="bank",
    acts=Acts(modules=(verbs,), effects=EFFECTS, notices=(notice, notice_cash, notice_relief)),
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
    house=House(
        finds={
            "bring": day.of_session,
            "count": day.of_opener,
            "split_tips": day.check_split,
            "roll_day": day.check_counted,
            "change_notes": cash.of_notes,
            "change_cash": cash.of_stake,
            "agree": cash.of_late_change,
            "reopen_closing": day.check_same_day,
            "change_rules": check_between_sessions,
        },
        follows={"confirm_identity": (cash.identity_follows,)},
        compared=house_leaves.COMPARED,
        leaves=house_leaves.LEAVES,
    ),
    script=Script(modules=(script,), slots=script.SLOTS, interludes=(shift.INTERLUDES,), stories=story.STORIES),
    screens=Screens(regions=REGIONS, pages=PAGES, walls=WALLS, first=(comes_first,), figures=(on_tile,)),
    register=Register(words=WORDS, refused={"stage": STAGES}),
    reports=Reports(files=FILES),
)
