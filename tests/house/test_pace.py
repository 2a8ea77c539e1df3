"""The pace of a table, told from the times of its acts, and its other figures."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import translation

from table.rules.phase import Phase
from table.rules.regola import Result
from table.screens.inspector.figures import figures
from table.screens.read.pace import Pace, Rhythm, late_after, pace, rhythm, since
from table.screens.read.snapshot import Snapshot, take
from table.words.numbers import Numbers
from tests.croupier.situations import held
from tests.rig.tables import ready_table

EIGHT = datetime(2026, 11, 20, 20, tzinfo=UTC)
COUP = [("place", 20), ("close_bets", 10), ("deal", 5), ("declare", 8), ("turn_banco", 3), ("turn_punto", 2)]
COUP += [("announce", 2), ("settle", 15), ("burn", 5)]
COUP_SECONDS = 70


def acts(*steps: tuple[str, int]) -> list[tuple[str, datetime]]:
    """These acts, each so many seconds after the one before."""
    at, found = EIGHT, []
    for verb, seconds in steps:
        at += timedelta(seconds=seconds)
        found.append((verb, at))
    return found


def test_coups_an_hour_are_counted_from_burning_to_burning() -> None:
    assert sum(seconds for _, seconds in COUP) == COUP_SECONDS
    assert pace(acts(("open_bets", 0), *COUP * 6)).an_hour == round(3600 / COUP_SECONDS)
    assert pace(acts(("open_bets", 0), *COUP * 6)).lengths == [COUP_SECONDS] * 5


def test_one_coup_makes_no_pace() -> None:
    assert pace(acts(("open_bets", 0), *COUP)).an_hour is None
    assert pace([]) == Pace(None, [], {})


def test_the_time_before_an_act_was_spent_on_it() -> None:
    paced = pace(acts(("open_bets", 0), *COUP))
    assert paced.seconds == {"betting": 30, "dealing": 5, "reading": 8, "turning": 7, "paying": 15, "burning": 5}
    assert sum(paced.seconds.values()) == COUP_SECONDS


def test_the_seconds_of_a_stage_are_those_of_an_average_coup() -> None:
    slow = [(verb, seconds * 3) for verb, seconds in COUP]
    assert pace(acts(("open_bets", 0), *COUP, *slow)).seconds["paying"] == 30


def test_what_others_do_meanwhile_ends_no_stage() -> None:
    noted = acts(("open_bets", 0), *COUP[:7], ("annotate", 5), ("acknowledge_alert", 5), ("settle", 5), ("burn", 5))
    assert pace(noted).seconds["paying"] == 15


def test_a_pause_is_no_part_of_the_play() -> None:
    paced = pace(acts(("open_bets", 0), *COUP, ("open_bets", 3600), *COUP, *COUP))
    assert paced.an_hour == round(3600 / COUP_SECONDS)
    assert paced.seconds["betting"] == 30


def test_a_clock_that_went_back_passes_no_time() -> None:
    paced = pace(acts(("open_bets", 0), ("place", -40), ("close_bets", 10), ("settle", -5), ("burn", 5)))
    assert paced.seconds == {"betting": 10, "burning": 5}


def bars(table: Snapshot) -> list[tuple[str, str, int]]:
    with translation.override("en"):
        return [(bar.box, bar.figure, bar.length) for bar in figures(table, Numbers("en")).results]


@pytest.mark.django_db
def test_results_stand_beside_the_exact_odds() -> None:
    table = take(ready_table().code)
    assert table is not None
    table.__dict__["results"] = [Result.BANCO, Result.BANCO, Result.PUNTO, Result.TIE]
    assert bars(table) == [("banco", "2 · 50.0%", 50), ("punto", "1 · 25.0%", 25), ("egalite", "1 · 25.0%", 25)]
    assert [bar.mark for bar in figures(table, Numbers("en")).results] == ["45.87", "44.63", "9.51"]


@pytest.mark.django_db
def test_what_the_inspectors_were_told_is_counted_by_its_kind_noted_or_not() -> None:
    at = held()
    at.cast.ispettore.does("acknowledge_alert", number=at.number, code="claim_differs")
    table = take(at.code)
    assert table is not None
    with translation.override("en"):
        counted = {str(bar.label): bar.figure for bar in figures(table, Numbers("en")).alerts}
    assert counted["Punto’s cards belie what was declared; the coup is held."] == "1"


# --- how a table is at this moment


def test_the_pace_of_now_is_that_of_a_quarter_of_an_hour_beside_the_usual_one() -> None:
    slow = [(verb, 2 * seconds) for verb, seconds in COUP]
    steady, slower = (pace(acts(("open_bets", 0), *COUP * 14, *last)) for last in (COUP, slow * 7))
    assert (rhythm(steady).usual, rhythm(steady).trend) == (round(3600 / COUP_SECONDS), "")
    assert (rhythm(slower).an_hour, rhythm(slower).trend) == (round(3600 / COUP_SECONDS / 2), "slower")
    assert Rhythm(80, 60).trend == "faster"
    one_pause = pace(acts(("open_bets", 0), *COUP * 14, ("place", 500), *COUP))
    assert rhythm(one_pause).an_hour == round(3600 * 6 / (6 * COUP_SECONDS + 500))


def test_before_a_quarter_of_an_hour_of_play_no_pace_is_told_unless_twenty_coups_were_shorter() -> None:
    quick = [(verb, 2) for verb, _ in COUP]
    assert rhythm(pace(acts(("open_bets", 0), *COUP * 13))) == (None, None), "twelve from end to end are 840 seconds"
    assert rhythm(pace(acts(("open_bets", 0), *COUP * 14))).an_hour == round(3600 / COUP_SECONDS)
    assert rhythm(pace(acts(("open_bets", 0), *quick * 20))) == (None, None)
    assert rhythm(pace(acts(("open_bets", 0), *quick * 21))) == (200, 200)
    long = [(verb, 8 * seconds) for verb, seconds in COUP]
    five, six = (rhythm(pace(acts(("open_bets", 0), *long * coups))) for coups in (6, 7))
    assert (five.usual, six.usual) == (None, round(3600 / (8 * COUP_SECONDS))), "six from end to end make the usual one"
    assert rhythm(pace([])) == (None, None)


def test_a_phase_is_late_once_it_lasts_half_as_long_again_as_its_stage_usually_does() -> None:
    paced = pace(acts(("open_bets", 0), *COUP))
    assert [late_after(paced, phase) for phase in (Phase.BETTING, Phase.READING, Phase.SETTLED)] == [45, 12, 8]
    assert late_after(paced, None) is None
    assert late_after(pace([]), Phase.BETTING) is None


def test_a_table_is_where_it_is_since_its_latest_step() -> None:
    placed = acts(("burn", 0), ("open_bets", 10), ("place", 20), ("annotate", 5))
    assert since(placed) == EIGHT + timedelta(seconds=10)
    assert since(acts(("burn", 0), ("suspend", 30), ("acknowledge_alert", 5))) == EIGHT + timedelta(seconds=30)
    assert since(acts(("annotate", 0))) is None
