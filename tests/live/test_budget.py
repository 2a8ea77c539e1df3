"""Budget of an act, from its frame to the last of twelve screens: calls of Python, statements, pieces and bytes."""

import pytest

from tests.bench.budget import coups, mean
from tests.bench.paces import PACES, read_options

MOST_CALLS, MOST_STATEMENTS, MOST_MADE, MOST_SENT = 6_750, 7.5, 1.5, 25_500
"""At the mean of a coup: pieces that are made are so many times those that have changed; bytes go to all screens.

Behind other tests of one process an act takes up to forty calls more than by itself (6,683).
"""


@pytest.mark.django_db
def test_an_act_keeps_its_budget_from_the_press_to_the_last_screen() -> None:
    act = mean(coups())
    assert act.calls <= MOST_CALLS, act
    assert act.statements <= MOST_STATEMENTS, act
    assert act.sent <= MOST_SENT, act
    assert act.made <= MOST_MADE * act.changed, act


def test_the_paces_are_measured_where_each_of_them_has_a_coup(capsys: pytest.CaptureFixture[str]) -> None:
    assert read_options(["--coups", str(len(PACES))]).coups == len(PACES)
    with pytest.raises(SystemExit):
        read_options(["--coups", str(len(PACES) - 1)])
    assert "one at each pace" in capsys.readouterr().err
