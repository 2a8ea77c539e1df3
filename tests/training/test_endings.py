"""An exercise that is over stays over, on the console and in its review, and nothing behind its end is compared."""

from collections import deque
from collections.abc import Callable, Iterator

import pytest

from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import BATTUTA
from procedures.training.instructor import Instructor
from table.memory import table_cache
from table.rules.cards import parse
from table.rules.profile import Box, Role
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from table.script.values import WrittenStake
from tests.rig.tables import check
from tests.training.room import CODE, INSTRUCTOR, Careless, Mistaken, Trainee, begin, person, reviewed

pytestmark = pytest.mark.usefixtures("room")
FALLEN = {"kind": "fallen_card", "facts": {"places": [1], "said": True}}


def is_over() -> bool:
    """Whether the exercise is over, of which console and review say the same."""
    table_cache.clear()
    snapshot = take(CODE)
    assert snapshot is not None
    on_console = "For you this exercise is over." in render(snapshot, Region(f"exercise:{Role.DEALER}", "en"))
    assert on_console is reviewed().over
    return on_console


def rules(effect: str) -> None:
    """The Direzione rules on the only case, which holds the coup."""
    direzione = Instructor(CODE, person(INSTRUCTOR, Role.INSTRUCTOR))
    case = direzione.table.incidents.latest("number")
    direzione.press("rule", incident=case.number, text="as it lies", effects=[effect])


def deals_on(dealer: Trainee) -> Iterator[str]:
    """The trainee deals another coup, up to its third cards, and reports something in it: each act is named."""
    dealer.coming = deque(parse(it) for it in BATTUTA.split())
    dealer.press("open_bets")
    yield "open_bets"
    dealer.stake([WrittenStake(Box.PUNTO, 20 * dealer.profile.smallest_chip, dealer.profile.positions[0])])
    yield "place"
    dealer.step()
    yield "close_bets"
    dealer.step()
    yield "deal"
    dealer.press("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="again")
    yield "report_incident"


def visible_first(dealer: Trainee) -> Iterator[str]:
    """The next card is seen in the sabot between two coups: a Colpo in Bianco is due, and played."""
    dealer.coming = deque(parse(it) for it in BATTUTA.split())
    dealer.does("next card visible")
    yield "report_visible"
    dealer.press("play_blank", said=True)
    yield "play_blank"
    dealer.advance()
    yield "burn"


def in_bianco(dealer: Trainee) -> Iterator[str]:
    """In the next coup the first card falls: it becomes a Colpo in Bianco."""
    dealer.press("open_bets")
    yield "open_bets"
    dealer.stake([WrittenStake(Box.PUNTO, 20 * dealer.profile.smallest_chip, dealer.profile.positions[0])])
    dealer.press("close_bets", said=True)
    yield "close_bets"
    dealer.press("report_incident", **FALLEN)
    yield "report_incident"


@pytest.mark.one_in(3)
@pytest.mark.parametrize("goes_on", [deals_on, visible_first, in_bianco])
def test_what_is_played_behind_the_end_of_an_exercise_belongs_to_it_no_more(
    goes_on: Callable[[Trainee], Iterator[str]],
) -> None:
    begin("late-stake")
    dealer = Trainee("late-stake")
    dealer.meets_it()
    assert is_over()
    rows = reviewed().rows
    for act in goes_on(dealer):
        assert is_over(), act
        assert reviewed().rows == rows, act
    assert reviewed().solved
    check(CODE)


def test_where_somebody_else_has_to_decide_it_is_over_and_stays_so_once_that_is_decided() -> None:
    begin("extra-seen")
    dealer = Mistaken("extra-seen")
    dealer.meets_it()
    assert is_over()
    rows = reviewed().rows
    rules("annul")
    assert is_over(), "a ruling does not begin it again"
    dealer.press("burn")
    for act in ("burn", *deals_on(dealer)):
        assert is_over(), act
        assert reviewed().rows == rows, act


def test_who_plays_on_after_a_ruling_that_lets_the_coup_go_on_adds_nothing_to_it() -> None:
    begin("foreign-card")
    dealer = Trainee("foreign-card")
    dealer.meets_it()
    assert reviewed().solved
    rules("continue")
    while dealer.step():
        assert is_over()
        assert reviewed().solved
    assert dealer.state.coup is None


def test_who_overlooks_a_mistake_after_which_a_colpo_in_bianco_is_due_is_over_with_the_coup() -> None:
    begin("extra-seen")
    dealer = Careless("extra-seen")
    dealer.meets_it()
    assert is_over()
    rows = reviewed().rows
    for act in deals_on(dealer):
        assert is_over(), act
        assert reviewed().rows == rows, act


def test_it_is_not_over_before_a_colpo_in_bianco_that_follows_has_been_played() -> None:
    begin("extra-unseen")
    dealer = Trainee("extra-unseen")
    dealer.does("extra card seen 8D")
    played = list[str]()
    while verb := dealer.next_verb():
        played.append(verb)
        assert not is_over(), verb
        assert dealer.step()
        if verb == "burn" and not dealer.state.blank_due:
            break
    assert "play_blank" in played
    assert is_over()
    assert not reviewed().solved


def test_a_betting_opened_with_the_burning_ends_it_too() -> None:
    begin("late-stake")
    dealer = Trainee("late-stake")
    for text in EXERCISES["late-stake"].remedy:
        dealer.does(text)
    dealer.advance("burn")
    dealer.press("burn", open_next=True)
    assert is_over()
    assert reviewed().solved
