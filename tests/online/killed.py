"""A hand of the online game, and the process that deals it killed at every point of it: before and after each statement
and each COMMIT. `python -m tests.online.killed URL`

At the restart the hand is there as a whole, or void with its stakes given back, or was never begun; pressed again under
the same name it has one outcome and no second one.
"""

import os
import sys
import traceback
from itertools import count

import django
from django.db import connections

from tests.faults.points import Point, watched
from tests.settings import ENVIRONMENT

DIED, FINISHED, FAILED = 17, 0, 1
STAKE = 1000


def main(url: str) -> None:
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    django.setup()
    from tests.rig.engines import at_home_in

    with at_home_in(url):
        outcomes = kill_everywhere(url)
    assert {"never begun", "void", "settled"} <= set(outcomes), outcomes
    sys.stdout.write(f"killed at {len(outcomes)} points, and never half done: {', '.join(dict.fromkeys(outcomes))}\n")


def kill_everywhere(url: str) -> list[str]:
    """What became of the hand, point by point, until it comes through."""
    from table.models import OnlineGame, OnlinePlayer
    from table.online import accounts, dealing, malfunction
    from table.rules.profile import Box

    player, outcomes = accounts.open_account("Anna", "correct horse", address="192.0.2.1"), []
    for place in count():
        before = OnlinePlayer.objects.get()
        press = dealing.DealPress(f"press {place}", before.games, {Box.PUNTO: STAKE})
        status = status_of_killed(url, lambda press=press: dealing.press(player, press), place)
        malfunction.look_after()  # the house opens again
        game, after = OnlineGame.objects.get(number=before.games), OnlinePlayer.objects.get()
        assert game.state != OnlineGame.State.BEGUN, place
        back = sum(game.paid.values())
        assert after.balance == before.balance - sum(game.stakes.values()) + back, place
        assert game.state != OnlineGame.State.VOID or (back == STAKE and not game.drawn), place
        outcomes.append("never begun" if game.state == OnlineGame.State.PREPARED else game.state)
        again = dealing.press(player, press)
        assert game.state == OnlineGame.State.PREPARED or (again.state, again.drawn) == (game.state, game.drawn), place
        if status == FINISHED:
            return outcomes
        assert status == DIED, place
    raise AssertionError("it never came through")


def status_of_killed(url: str, press: object, place: int) -> int:
    """Do it in a process that dies there; gives its status."""
    connections.close_all()
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        from tests.rig.engines import at_home_in

        assert callable(press)
        with at_home_in(url), watched(Point(place, lambda: os._exit(DIED))):
            press()
        os._exit(FINISHED)
    finally:
        traceback.print_exc()
        os._exit(FAILED)


if __name__ == "__main__":
    main(sys.argv[1])
