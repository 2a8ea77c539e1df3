"""Review of an exercise: the trainee's acts, with their seconds, beside those of a good dealer.

When it has ended for its dealer the register says: nothing that follows at the table undoes it.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby
from typing import Any, NamedTuple

import msgspec

from procedures.articles import KINDS
from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import Exercise, TakeOver
from procedures.training.solution import is_of_the_coup, solution
from procedures.training.verbs import BEGINS
from table.models import Entry, Policy, Table
from table.record import chain
from table.record.door import Step
from table.rules.profile import Profile
from table.rules.regola import FIRST_CARDS

REPORT, DEALS = "report_incident", ("deal", "card_out")
LEFT_OUT = frozenset({"coup", "means", "told_apart", "served", "by_guest", "open_next"})
"""Arguments that are not compared: they may be keyed either way, or differ from table to table."""
BETWEEN = (TakeOver.BETWEEN, TakeOver.BURNED)
"""Points of a coup at which none is being played, so that an exercise may be over with one act."""
ENDS = {"coup_burned", "coup_cancelled", "taglia_ended"}
"""Effects after which no coup is being played."""


class ActVerdict(StrEnum):
    """Result of comparing an act with the expected one."""

    RIGHT = "right"
    OTHERWISE = "otherwise"
    MISSING = "missing"
    SUPERFLUOUS = "superfluous"


class TraineeAct(NamedTuple):
    """Act of the trainee, and seconds since the act before; for the first, since the exercise began."""

    done: Step
    seconds: int


class ReviewRow(NamedTuple):
    """Line of a review: verdict, expected act and actual act; one of the acts may be missing."""

    verdict: ActVerdict
    expected: Step | None
    actual: TraineeAct | None


class Review(NamedTuple):
    """Exercise as it was played; while it is not ``over`` there are no rows, so that nothing is given away."""

    exercise: Exercise
    table: str
    number: int
    began: datetime
    trainee: str
    instructor: str
    over: bool
    rows: tuple[ReviewRow, ...]
    house: Profile

    @property
    def solved(self) -> bool:
        """Whether the exercise is over, and every row is RIGHT: no act was otherwise, missing or superfluous."""
        return self.over and all(it.verdict is ActVerdict.RIGHT for it in self.rows)

    @property
    def seconds(self) -> int:
        """Sum of the seconds that passed before each act of the trainee in its rows; a missing act adds none."""
        return sum(it.actual.seconds for it in self.rows if it.actual is not None)


def review(begun: Entry) -> Review:
    """Return the review of the exercise that this entry began, without rows while it is not over (:func:`ended_by`).

    What is right goes by the rules that the table has now, which have to fit the exercise (:func:`solution`). Raises
    KeyError for an exercise that this version does not have.
    """
    arguments = chain.read(begun.arguments)
    exercise, table = EXERCISES[arguments["exercise"]], Table.objects.select_related("policy").get(code=begun.register)
    policy: Policy | None = table.policy
    assert policy is not None, "a training table is laid with its rules"
    ended = ended_by(begun)
    rows = compare(solution(exercise, policy.profile), acts_of(begun, ended)) if ended is not None else ()
    who = arguments["trainee"], begun.actor
    return Review(
        exercise,
        table.code,
        begun.number,
        begun.at,
        *who,
        over=ended is not None,
        rows=tuple(rows),
        house=policy.profile,
    )


def acts_of(begun: Entry, ended: int) -> list[TraineeAct]:
    """Return the trainee's acts that move a coup or the shoe, in order, up to the entry ``ended``.

    Each has the seconds since the one before it, rounded and never below 0; the first those since the exercise began.
    """
    trainee = chain.read(begun.arguments)["trainee"]
    own = Entry.objects.filter(register=begun.register, actor=trainee, number__gt=begun.number, number__lte=ended)
    acts, before = list[TraineeAct](), begun.at
    for entry in own.order_by("number"):
        if is_of_the_coup(entry.verb):
            acts.append(
                TraineeAct(
                    Step(entry.verb, chain.read(entry.arguments)),
                    max(0, round((entry.at - before).total_seconds())),
                )
            )
            before = entry.at
    return acts


# --- when it is over


def ended_by(begun: Entry) -> int | None:
    """Return the number of the entry by which the exercise that ``begun`` began ended; None while it is not over.

    It is the first by which somebody else has to decide, or after which no coup is being played and no Colpo in Bianco
    is due; at the latest the one that begins the next exercise. In an exercise that begins between two coups it can
    also be the trainee's first act that moves a coup or the shoe, unless that opens the betting. Raises KeyError for an
    exercise that this version does not have.
    """
    arguments = chain.read(begun.arguments)
    between, due = EXERCISES[arguments["exercise"]].at in BETWEEN, False
    for entry in Entry.objects.filter(register=begun.register, number__gt=begun.number).order_by("number").iterator():
        effects = dict(chain.read(entry.outcome)["effects"])
        due = "blank_due" in effects or (due and effects.keys().isdisjoint({"blank_started", "taglia_ended"}))
        over = not effects.keys().isdisjoint(ENDS)
        if between and entry.actor == arguments["trainee"] and is_of_the_coup(entry.verb):
            between, over = False, entry.verb != "open_bets"
        awaits = effects.get("decision_awaited", {}).get("role")
        if (over and not due) or awaits or entry.verb == BEGINS:
            return entry.number
    return None


# --- what was done beside what is right


def compare(expected: Iterable[Step], acts: Iterable[TraineeAct]) -> list[ReviewRow]:
    """Align expected and actual acts by verb and kind of report; return a row for each pair, and each other act.

    The rows are in the order of the acts; the missing acts of a gap come before the superfluous ones. A run of presses
    for the first four cards counts as one deal, unless it is of fewer than four open cards. A pair with other arguments
    is OTHERWISE, but RIGHT for those that draw cards. Raises msgspec.ValidationError as :func:`_plain` does.
    """
    right = [it.done for it in _dealt_at_once(TraineeAct(it, 0) for it in expected)]
    done, rows = _dealt_at_once(acts), list[ReviewRow]()
    matcher = SequenceMatcher(None, [_key(it) for it in right], [_key(it.done) for it in done], autojunk=False)
    for what, low, high, first, last in matcher.get_opcodes():
        if what == "equal":
            pairs = zip(right[low:high], done[first:last], strict=True)
            rows += [ReviewRow(_verdict(wanted, it.done), wanted, it) for wanted, it in pairs]
            continue
        rows += [ReviewRow(ActVerdict.MISSING, wanted, None) for wanted in right[low:high]]
        rows += [ReviewRow(ActVerdict.SUPERFLUOUS, None, it) for it in done[first:last]]
    return rows


def _verdict(wanted: Step, done: Step) -> ActVerdict:
    """Return RIGHT if two acts of the same verb, and kind of report, agree in the compared arguments, else OTHERWISE.

    Acts that draw cards always agree. Raises msgspec.ValidationError as :func:`_plain` does.
    """
    agrees = wanted.verb in DEALS or _plain(wanted) == _plain(done)
    return ActVerdict.RIGHT if agrees else ActVerdict.OTHERWISE


def _key(done: Step) -> tuple[str, str]:
    """Return what identifies an act in the alignment: its verb, and of a report also its kind."""
    return done.verb, str(done.arguments.get("kind", "")) if done.verb == REPORT else ""


def _plain(done: Step) -> Mapping[str, Any]:
    """Return the arguments that are compared: without those in LEFT_OUT, and without None, "", 0 and False.

    Of a report whose kind asks something it is the answers alone, with defaults and empty ones, without LEFT_OUT.
    Raises msgspec.ValidationError for answers that do not fit the questions of this version.
    """
    given = {
        key: value for key, value in done.arguments.items() if key not in LEFT_OUT and value not in (None, "", False)
    }
    asks = KINDS[given["kind"]][1].asks if done.verb == REPORT and given.get("kind") in KINDS else None
    if asks is None:
        return given
    facts = msgspec.to_builtins(msgspec.convert(done.arguments["facts"], asks))
    return {key: value for key, value in facts.items() if key not in LEFT_OUT}


def _dealt_at_once(acts: Iterable[TraineeAct]) -> list[TraineeAct]:
    """Merge each run of acts that draw the first four cards into one deal, of one press or of several.

    Its seconds are added up. A single covered card becomes a deal, too; fewer than four open cards alone stay as they
    are, and so do acts of a run that come after its deal.
    """
    merged = list[TraineeAct]()
    for draws, run in groupby(acts, lambda it: _only_draws(it.done)):
        its = [*run]
        first = _first_cards([it.done for it in its]) if draws else 0
        merged += ([_as_deal(its[:first])] if first else []) + its[first:]
    return merged


def _only_draws(done: Step) -> bool:
    """Whether an act draws cards for the hand: none that was seen out of turn, and none too many."""
    return done.verb in DEALS and not (done.arguments.get("exposed") or done.arguments.get("extra"))


def _first_cards(run: Sequence[Step]) -> int:
    """Return how many acts of a run, from its first, count together as the deal of the first four cards.

    They end with the last act of the whole run that is a deal or has no face, however many that are. Where there is
    neither, as each draws an open card, they are four, or none of fewer than four.
    """
    last = max(
        (place for place, it in enumerate(run, 1) if it.verb == "deal" or not it.arguments.get("card")), default=0
    )
    return last or (FIRST_CARDS if len(run) >= FIRST_CARDS else 0)


def _as_deal(its: Sequence[TraineeAct]) -> TraineeAct:
    """Return the deal that these acts are together, with the faces of all cards where they are dealt open."""
    last = its[-1].done.arguments
    faces = last.get("cards") or [it.done.arguments["card"] for it in its if last.get("card")]
    return TraineeAct(Step("deal", {"cards": faces} if faces else {}), sum(it.seconds for it in its))
