"""Extension of the table by the bank, handed over as one object when the house starts."""

from bank import verbs
from bank.play import cash, day, pressed, rows
from bank.play.notice import notice
from bank.reports.day import drops_of
from bank.reports.files import FILES
from bank.reports.house_files import HOUSE_FILES
from bank.screens.console import comes_first
from bank.screens.desk import on_tile
from bank.screens.flow import STAGES
from bank.screens.overdue import timed
from bank.screens.region import PAGES, REGIONS, WALLS
from bank.script import acts, expected, shift
from bank.verbs.effects import EFFECTS, WORDS
from bank.views import story
from table.extensions import Acts, Extension, HouseActs, Register, Reports, Rows, Screens, Script

BANK = Extension(
    name="bank",
    acts=Acts(modules=(verbs,), effects=EFFECTS, notices=(notice,)),
    rows=Rows(
        apps=("bank",),
        natural_keys=rows.NATURAL_KEYS,
        prunes=(rows.prune_sessions,),
        compared=rows.COMPARED,
        left=rows.LEAVES,
    ),
    house=HouseActs(
        finds={
            "midway_count": day.of_midway,
            "accept_count": day.of_accepted,
            "roll_day": day.check_counted,
            "change_notes": cash.of_notes,
            "change_cash": cash.of_stake,
            "agree": cash.of_late_change,
        },
        checks={
            "set_float": day.of_plan,
            "bring": day.of_float,
            "count": day.of_session,
            "attest_count": pressed.of_moved,
            "issue": pressed.check_issued_otherwise,
            "hand_over": pressed.check_issued_otherwise,
            "confirm_credit": pressed.check_moved_as_seen,
            "tip": pressed.check_tip,
            "dispose_of": pressed.check_disposed,
            "split_tips": day.check_split,
            "reopen_closing": day.check_same_day,
            "agree": day.of_agreed,
            "change_rules": pressed.check_rules,
        },
        follows={
            "confirm_identity": (cash.identity_follows,),
            **day.FOLLOWS,
        },
        compared=rows.HOUSE_COMPARED,
        leaves=rows.HOUSE_LEAVES,
    ),
    script=Script(
        modules=(acts, expected),
        slots=acts.SLOTS,
        interludes=(shift.INTERLUDES,),
        stories=story.STORIES,
    ),
    screens=Screens(
        regions=REGIONS, pages=PAGES, walls=WALLS, first=(comes_first,), figures=(on_tile,), timed=(timed,)
    ),
    register=Register(words=WORDS, refused={"stage": STAGES}),
    reports=Reports(drops=(drops_of,), files={**FILES, **HOUSE_FILES}),
)
