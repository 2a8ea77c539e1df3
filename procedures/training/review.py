"""Review of an exercise: the trainee's acts, with their seconds, beside those of a good dealer."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Any, NamedTuple

import msgspec

from procedures.articles import KINDS
from procedures.training.dealer import over
from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import Exercise
from procedures.training.solution import KeyedAct, is_of_the_coup, solution
from procedures.training.verbs import BEGINS
from table.models import Entry, Policy, Table
from table.play.state import TableState
from table.record import chain
from table.rules.profile import Profile

REPORT, DEALS = "report_incident", ("deal", "card_out")
LEFT_OUT = frozenset({"coup", "means", "told_apart", "served", "by_guest", "open_next"})
"""Arguments that are not compared: they may be keyed either way, or differ from table to table."""


class ActVerdict(StrEnum):
    """Result of comparing an act with the expected one."""

    RIGHT = "right"
    OTHERWISE = "otherwise"
    MISSING = "missing"
    SUPERFLUOUS = "superfluous"


class TraineeAct(NamedTuple):
    """Act of the trainee, and seconds since the act before; for the first, since the exercise began."""

    done: KeyedAct
    seconds: int


class ReviewRow(NamedTuple):
    """Line of a review: verdict, expected act and actual act; one of the acts may be missing."""

    verdict: ActVerdict
    expected: KeyedAct | None
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
        """Whether the exercise is over, every act was right, and none was superfluous."""
        return self.over and all(it.verdict is ActVerdict.RIGHT for it in self.rows)

    @property
    def seconds(self) -> int:
        """Sum of the seconds of the trainee's acts in its rows; a missing act adds none."""
        return sum(it.actual.seconds for it in self.rows if it.actual is not None)


def review(begun: Entry) -> Review:
    """Return the review of the exercise that this entry began, without rows while it is not over.

    It is over after the last act of the solution (:func:`end_of`), behind which nothing is compared; once the
    next exercise has begun; and for as long as, after an act of the trainee, the table as it is now leaves the
    dealer nothing to do. Raises KeyError for an exercise that this version does not have.
    """
    arguments = chain.read(begun.arguments)
    exercise, table = EXERCISES[arguments["exercise"]], Table.objects.select_related("policy").get(code=begun.register)
    policy: Policy | None = table.policy
    assert policy is not None, "a training table is laid with its rules"
    expected = solution(exercise, policy.profile)
    acts, followed = acts_of(begun)
    ended = end_of(expected, acts)
    is_over = ended is not None or followed or (bool(acts) and over(TableState(table)))
    rows = compare(expected, acts[:ended]) if is_over else ()
    who = arguments["trainee"], begun.actor
    return Review(
        exercise, table.code, begun.number, begun.at, *who, over=is_over, rows=tuple(rows), house=policy.profile
    )


def acts_of(begun: Entry) -> tuple[list[TraineeAct], bool]:
    """Return the trainee's acts that move a coup or the shoe, in order, and whether another exercise has begun since.

    Only acts before that next exercise are listed.
    """
    trainee = chain.read(begun.arguments)["trainee"]
    later = Entry.objects.filter(register=begun.register, number__gt=begun.number).order_by("number")
    following = later.filter(verb=BEGINS).values_list("number", flat=True).first()
    own = later.filter(actor=trainee) if following is None else later.filter(actor=trainee, number__lt=following)
    acts, before = list[TraineeAct](), begun.at
    for entry in own:
        if is_of_the_coup(entry.verb):
            acts.append(
                TraineeAct(
                    KeyedAct(entry.verb, chain.read(entry.arguments)),
                    max(0, round((entry.at - before).total_seconds())),
                )
            )
            before = entry.at
    return acts, following is not None


# --- what was done beside what is right


def end_of(expected: Sequence[KeyedAct], acts: Sequence[TraineeAct]) -> int | None:
    """Return how many of the acts, from the first, belong to the exercise; None while it is not over.

    Its last act is the burning that makes up the number of burnings expected. Where none is expected it is the
    first burning, or without any the first act that is the same as the last expected one, after which somebody
    else decides.
    """
    burns = sum(it.verb == "burn" for it in expected)
    burned = [place for place, it in enumerate(acts, start=1) if it.done.verb == "burn"]
    if len(burned) >= max(1, burns):
        return burned[max(1, burns) - 1]
    last = next((place for place, it in enumerate(acts, start=1) if _same(it.done, expected[-1])), None)
    return None if burns else last


def compare(expected: Iterable[KeyedAct], acts: Iterable[TraineeAct]) -> list[ReviewRow]:
    """Align expected and actual acts by verb and kind of report; return a row for each pair, and each other act.

    The rows are in the order of the acts; the missing acts of a gap stand before the superfluous ones. A run of
    covered cards counts as one deal. A pair with other arguments is OTHERWISE, but RIGHT for those that draw cards.
    """
    right, done = _dealt_at_once(expected, of=lambda it: it), _dealt_at_once(acts, of=lambda it: it.done)
    rows = list[ReviewRow]()
    matcher = SequenceMatcher(None, [_key(it) for it in right], [_key(it.done) for it in done], autojunk=False)
    for what, low, high, first, last in matcher.get_opcodes():
        if what == "equal":
            pairs = zip(right[low:high], done[first:last], strict=True)
            rows += [ReviewRow(_verdict(wanted, it.done), wanted, it) for wanted, it in pairs]
            continue
        rows += [ReviewRow(ActVerdict.MISSING, wanted, None) for wanted in right[low:high]]
        rows += [ReviewRow(ActVerdict.SUPERFLUOUS, None, it) for it in done[first:last]]
    return rows


def _verdict(wanted: KeyedAct, done: KeyedAct) -> ActVerdict:
    return ActVerdict.RIGHT if _same(wanted, done) else ActVerdict.OTHERWISE


def _same(wanted: KeyedAct, done: KeyedAct) -> bool:
    return _key(wanted) == _key(done) and (wanted.verb in DEALS or _plain(wanted) == _plain(done))


def _key(done: KeyedAct) -> tuple[str, str]:
    """Return what identifies an act in the alignment: its verb, and of a report also its kind."""
    return done.verb, str(done.given.get("kind", "")) if done.verb == REPORT else ""


def _plain(done: KeyedAct) -> Mapping[str, Any]:
    """Return the arguments that are compared: without those in LEFT_OUT, and without None, "", 0 and False.

    Of a report it is all answers to its questions instead, with their defaults, without those in LEFT_OUT.
    """
    given = {key: value for key, value in done.given.items() if key not in LEFT_OUT and value not in (None, "", False)}
    asks = KINDS[given["kind"]][1].asks if done.verb == REPORT and given.get("kind") in KINDS else None
    if asks is None:
        return given
    facts = msgspec.to_builtins(msgspec.convert(done.given["facts"], asks))
    return {key: value for key, value in facts.items() if key not in LEFT_OUT}


def _dealt_at_once(acts: Iterable[Any], *, of: Any) -> list[Any]:
    """Merge each run of covered cards into one deal, as the four may be dealt by one press or by several.

    A single covered card becomes a deal, too. ``of`` returns the verb and arguments of an act. The seconds of a run
    are added up.
    """
    merged = list[Any]()
    for it in acts:
        if merged and _covered(of(it)) and _covered(of(merged[-1])):
            if isinstance(it, TraineeAct):
                merged[-1] = merged[-1]._replace(seconds=merged[-1].seconds + it.seconds)
            continue
        merged.append(_as_deal(it) if _covered(of(it)) else it)
    return merged


def _covered(done: KeyedAct) -> bool:
    """Whether an act draws cards with no face keyed, none seen by somebody and none one too many."""
    given = done.given
    return done.verb in DEALS and not (
        given.get("card") or given.get("exposed") or given.get("extra") or given.get("cards")
    )


def _as_deal(it: Any) -> Any:
    deal = KeyedAct("deal", {})
    return it._replace(done=deal) if isinstance(it, TraineeAct) else deal
