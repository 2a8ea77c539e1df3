"""Walks of plain chance through the machine: every house alike, and long ones where Hypothesis prefers short."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

from table.models import Table
from table.play.declaration import VERBS
from table.rules.phase import Phase
from tests.machine import presses
from tests.machine.attacks import NO_NAMES, NO_VERBS, OTHER_PRESSES
from tests.machine.evening import Press, Tally
from tests.machine.machine import PREPARATIONS, TOTALS, Plan, WholeTable
from tests.machine.sabot import TEMPERS

Step = Callable[[WholeTable, Random], None]
TOURS = [("reader-only", "ties"), ("venezia", "battute"), ("refuse-over", "any"), ("malta", "any"), ("admiral", "any")]
MOST_TOURS = 8
"""What every verb needs comes together sooner or later: after this many rounds of tours it never will."""
NOT_PLAYED = {
    "set_up": "a table is given its rules once, before the first evening at it begins",
    "load_virtual": "at a shoe that deals by itself no card is keyed; it has tests of its own",
    "begin_exercise": "an instructor begins it, and at a training table alone",
    **dict.fromkeys(("call_guest", "pass_over", "withdraw_call"), "who waits is of the house's register"),
    **dict.fromkeys(("answer_call", "close_call"), "a call lies at a display until it is answered"),
    **{
        name: "no house of the machine keeps a bank; a bank has a machine of its own (tests/bank/test_machine.py)"
        for name, it in VERBS.items()
        if it.perform.__module__.startswith("bank.")
    },
}
MOST_TRIES = 100
LAST_PRESSES = 25
WHATEVER_PHASE = [None, None, *Phase]
ANY = frozenset[str]()
SAID = frozenset({"add_evidence", "name_cause", "set_evidence_aside", "show_card", "withdraw_incident"})
DISPUTED = frozenset({"decide_dispute", "confirm_dispute"})
DECIDED = frozenset({"report_incident", "attest", "ratify", "annul_incident", "refer", "rule"})


def _seed(dice: Random) -> int:
    return dice.getrandbits(32)


STEPS: list[tuple[int, Step]] = [
    (6, lambda table, dice: table.play_on(dice.randint(1, 6))),
    (4, lambda table, dice: table.play_up_to(dice.choice([*Phase]))),
    (14, lambda table, dice: table.something_likely(_seed(dice), dice.choice(WHATEVER_PHASE))),
    (1, lambda table, _: table.tax_is_laid_ready()),
    (6, lambda table, dice: table.stakes(_seed(dice), dice.randint(1, 4))),
    (4, lambda table, dice: table.somebody_watches(_seed(dice), dice.choice(presses.WATCHING))),
    (6, lambda table, dice: table.something_rare(_seed(dice))),
    (4, lambda table, dice: table.something_goes_wrong(_seed(dice))),
    (1, lambda table, dice: table.a_guest_takes_a_seat(_seed(dice))),
    (1, lambda table, dice: table.limits_are_announced(_seed(dice))),
    (3, lambda table, dice: table.two_put_a_stake_right(_seed(dice))),
    (4, lambda table, dice: table.the_dealer_errs(_seed(dice))),
    (3, lambda table, dice: table.the_reader_errs(_seed(dice))),
    (5, lambda table, dice: table.cards_go_astray(_seed(dice))),
    (2, lambda table, dice: table.covered_cards_are_mixed(_seed(dice))),
    (2, lambda table, dice: table.a_report_that_is_taken_back_leaves_everything_as_it_was(_seed(dice))),
    (2, lambda table, dice: table.every_covered_card_can_be_shown(_seed(dice))),
    (1, lambda table, dice: table.the_sabot_is_empty(_seed(dice))),
    (1, lambda table, dice: table.the_first_card_falls(_seed(dice))),
    (1, lambda table, _: table.the_card_that_waits_falls()),
    (2, lambda table, dice: table.a_coup_that_is_over_is_disputed(_seed(dice))),
    (1, lambda table, dice: table.more_is_left_than_was_paid(_seed(dice))),
    (1, lambda table, dice: table.a_card_is_worn(_seed(dice))),
    (4, lambda table, dice: table.something_fitting(_seed(dice))),
    (2, lambda table, dice: table.something_unfitting(_seed(dice), dice.choice(presses.AT_THE_TABLE))),
    (2, lambda table, dice: table.arguments_are_hostile(_seed(dice))),
    (1, lambda table, dice: table.an_impossible_card(_seed(dice))),
    (1, lambda table, dice: table.the_wrong_register(_seed(dice))),
    (1, lambda table, dice: table.no_verb(dice.choice(NO_VERBS))),
    (1, lambda table, dice: table.no_name(dice.choice(NO_NAMES))),
    (1, lambda table, dice: table.pressed_again(dice.choice(OTHER_PRESSES))),
    (2, lambda table, dice: table.an_old_screen(_seed(dice), dice.randint(1, 6))),
    (1, lambda table, dice: table.a_run_of_acts(_seed(dice))),
    (1, lambda table, _: table.it_could_end_here()),
]
"""What happens on a walk, and how often beside the rest."""
AROUND: list[tuple[Step, frozenset[str]]] = [
    (lambda table, _: table.play_up_to(None), ANY),
    (lambda table, dice: table.a_card_is_worn(_seed(dice)), frozenset({"authorise_replacement"})),
    (lambda table, dice: table.something_rare(_seed(dice)), ANY),
    (lambda table, dice: table.stakes(_seed(dice), 6), ANY),
    (lambda table, dice: table.a_guest_takes_a_seat(_seed(dice)), frozenset({"assign", "occupy"})),
    (lambda table, dice: table.limits_are_announced(_seed(dice)), frozenset({"confirm_limits"})),
    (lambda table, _: table.tax_is_laid_ready(), frozenset({"lay_tax", "withdraw_tax"})),
    (lambda table, dice: table.something_rare(_seed(dice)), ANY),
    (lambda table, dice: table.play_up_to(dice.choice([Phase.CLOSED, Phase.READING])), ANY),
    (lambda table, dice: table.something_rare(_seed(dice)), ANY),
    (lambda table, dice: table.the_dealer_errs(_seed(dice)), DECIDED),
    (lambda table, dice: table.cards_go_astray(_seed(dice)), DECIDED),
    (lambda table, dice: table.the_first_card_falls(_seed(dice)), frozenset({"call_blank"})),
    (lambda table, dice: table.covered_cards_are_mixed(_seed(dice)), SAID),
    (lambda table, dice: table.play_up_to(dice.choice([*Phase])), ANY),
    (lambda table, dice: table.something_rare(_seed(dice)), ANY),
    (lambda table, dice: table.two_put_a_stake_right(_seed(dice)), frozenset(presses.BY_TWO)),
    (lambda table, dice: table.a_coup_that_is_over_is_disputed(_seed(dice)), DISPUTED),
    (lambda table, dice: table.more_is_left_than_was_paid(_seed(dice)), frozenset({"confirm_uncollected"})),
    (lambda table, dice: table.the_sabot_is_empty(_seed(dice)), frozenset({"confirm_empty"})),
]
"""One round of a tour, and of what is long the verbs for the sake of which it is done."""


ERRORS: list[Step] = [
    lambda table, dice: table.the_dealer_errs(_seed(dice)),
    lambda table, _: table.play_up_to(Phase.READING),
    lambda table, dice: table.a_report_that_is_taken_back_leaves_everything_as_it_was(_seed(dice)),
    lambda table, dice: table.covered_cards_are_mixed(_seed(dice)),
    lambda table, dice: table.every_covered_card_can_be_shown(_seed(dice)),
]


class Walk(NamedTuple):
    """An evening by chance: the house, and the seed of everything else."""

    house: str
    seed: int

    def plan(self) -> Plan:
        """Shoe, people and preparations of this evening."""
        dice = Random(f"{self.house} {self.seed}")
        temper, cards = dice.choice([*TEMPERS]), dice.choice(TOTALS)
        return Plan(self.house, self.seed, temper, cards, dice.randint(0, 3), dice.choice(PREPARATIONS))


class Stumbled(Exception):
    """A walk on which a law was broken; it can be asked for a shorter run of presses that breaks it too."""

    def __init__(self, plan: Plan, error: Exception, pressed: Sequence[Press]) -> None:
        super().__init__(_account(plan, error, pressed[-LAST_PRESSES:]))
        self.plan, self.error, self.pressed = plan, error, pressed

    def shortened(self, *, tries: int = MOST_TRIES) -> str:
        """What broke, after the shortest run of presses that was found to break it."""
        return _account(self.plan, self.error, shortest(self.plan, self.pressed, self.error, tries=tries))


def walk(path: Walk, *, steps: int) -> None:
    """One evening of so many steps by chance, to its end; a law that breaks is told with the last presses."""
    dice, weights = Random(f"{path}"), [weight for weight, _ in STEPS]
    _take(path.plan(), dice.choices([step for _, step in STEPS], weights, k=steps), dice)


def tour(plan: Plan, *, rounds: int, missing: Callable[[], set[str]]) -> None:
    """An evening on which between the acts of good staff comes what is missing still, for as long as anything is."""
    _take(plan, _looking_for(missing, rounds), Random(f"tour {plan}"))


def verbs_of_a_table() -> set[str]:
    """What is done at a table in the course of evenings."""
    return {name for name, verb in VERBS.items() if verb.owner is Table} - set(NOT_PLAYED)


def tours(tally: Tally) -> set[str]:
    """Evenings until every verb of a table was done; those that never were."""
    verbs = verbs_of_a_table()
    for seed, (house, temper) in product(range(1, MOST_TOURS), TOURS):
        plan = Plan(house, seed, temper, cards=20, seats=3, acts=0)
        if verbs - set(tally.acts):
            tour(plan, rounds=6, missing=lambda: verbs - set(tally.acts))
    return verbs - set(tally.acts)


def _looking_for(missing: Callable[[], set[str]], rounds: int) -> Iterator[Step]:
    for step, verbs in AROUND * rounds:
        if not missing():
            return
        if not verbs or verbs & missing():
            yield step


def errors(plan: Plan, *, times: int) -> None:
    """An evening on which the dealer errs again and again, and nobody knows which card came first."""
    _take(plan, ERRORS * times, Random(f"{plan}"))


def _take(plan: Plan, steps: Iterable[Step], dice: Random) -> None:
    table = WholeTable()
    table.an_evening(plan._replace(acts=0))
    try:
        table.play(plan.acts)
        for step in steps:
            step(table, dice)
        table.go_home()
    except Exception as error:
        pressed = list(table.evening.history)
        table.forget()
        raise Stumbled(plan, error, pressed) from error
    table.forget()


def shortest(plan: Plan, pressed: Sequence[Press], error: Exception, *, tries: int) -> Sequence[Press]:
    """Presses left out, in ever smaller pieces, for as long as the same law breaks."""
    piece = len(pressed) // 2
    while piece:
        at = 0
        while at < len(pressed) and tries:
            fewer, tries = [*pressed[:at], *pressed[at + piece :]], tries - 1
            if _law(_again(plan, fewer)) == _law(error):
                pressed = fewer
            else:
                at += piece
        piece //= 2
    return pressed


def _again(plan: Plan, pressed: Sequence[Press]) -> Exception | None:
    """The same evening with these presses alone, and what breaks on it."""
    table = WholeTable()
    table.an_evening(plan._replace(acts=0))
    try:
        for press in pressed:
            table.evening.press(press)
        table.go_home()
    except Exception as error:  # noqa: BLE001 - whatever goes wrong is what is looked for
        return error
    finally:
        table.forget()
    return None


def _law(error: Exception | None) -> str:
    return str(getattr(error, "law", type(error).__name__))


def _account(plan: Plan, error: Exception, pressed: Sequence[Press]) -> str:
    presses = "\n".join(f"  {press}" for press in pressed)
    return f"{plan}\n{type(error).__name__}: {error}\nafter\n{presses}"
