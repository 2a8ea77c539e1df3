"""What a hand of the online game costs with many players at one process: ``make bench-online``.

So many players sit at their tables, each on a connection of their own, and press “Deal” again after a pause of chance,
on SQLite that keeps what it acknowledged. Counted is the time from the press to the whole answer, beside a crowd that
shares the machine's processors with the house. ``--pause`` is the mean pause of a player between two hands, in seconds.
Then what they cost a table beside them (:mod:`tests.bench.online_costs`).
"""

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

import django

from tests.bench import online_costs
from tests.rig.choosing import at_least, within
from tests.settings import ENVIRONMENT

SEED = 50
WARM_SECONDS = 5.0
STAKES = "punto=10&egalite=1&player_pair=1&grande=5"


def main() -> None:
    parser = argparse.ArgumentParser(prog="make bench-online", description=__doc__)
    parser.add_argument("--players", type=at_least(1), default=200)
    words = "seconds between two hands of a player, on average"
    parser.add_argument("--pause", type=within(0, 3600), default=5.0, help=words)
    parser.add_argument("--seconds", type=within(0.1, 86400), default=30.0)
    given = parser.parse_args()
    os.environ |= ENVIRONMENT | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    django.setup()
    from tests.rig.daphne import served
    from tests.rig.engines import Sqlite, at_home_in

    Path("var").mkdir(exist_ok=True)  # where the house's own database lies: on the same disk
    with tempfile.TemporaryDirectory(prefix="bench-", dir="var") as folder:
        engine = Sqlite(Path(folder).resolve())
        with engine.fresh() as url:
            with at_home_in(url):
                tokens = sit_down(given.players)
            with served({"DATABASE_URL": url}) as house:
                port = int(house.address.rpartition(":")[2])
                hall = Hall(port, pause=given.pause, seconds=given.seconds)
                asyncio.run(hall.play(tokens))
            with at_home_in(url):
                check(tokens)
        slow, costs = show(hall.took, given), online_costs.main(Path(folder).resolve())
    sys.exit(slow or costs)


def sit_down(players: int) -> list[str]:
    """The accounts of so many players, each signed in; their cookies. Nobody's password is hashed for it."""
    from django.contrib.auth.hashers import make_password
    from django.utils import timezone

    from table.models import OnlinePlayer
    from table.online import accounts, dealing

    tokens, nobody = [], make_password(None)
    for number in range(players):
        name, since = f"player {number}", timezone.now()
        player = OnlinePlayer.objects.create(key=name, name=name, hashed=nobody, balance=10**9, since=since)
        dealing.first_game(player)
        tokens.append(accounts.begin(player))
    return tokens


class Hall:
    """Everybody plays at once; ``took`` is how long each answer took that was awaited once the house was warm."""

    def __init__(self, port: int, *, pause: float, seconds: float) -> None:
        self.port, self.pause, self.seconds = port, pause, seconds
        self.took: list[float] = []
        self.begun = perf_counter()

    async def play(self, tokens: Sequence[str]) -> None:
        """Until the time is over."""
        chance = Random(SEED)
        await asyncio.gather(*(self._sits(token, Random(chance.random())) for token in tokens))

    async def _sits(self, token: str, chance: Random) -> None:
        """One of them: hand after hand, each after its pause."""
        # The house waits some seconds for the first press of a connection, and longer for the next ones.
        await asyncio.sleep(chance.uniform(0, 2 * self.pause))
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        for game in count(1):
            sent = perf_counter()
            if sent - self.begun > WARM_SECONDS + self.seconds:
                break
            writer.write(request(token, game))
            status = await answered(reader)
            assert status == 200, status
            if sent - self.begun > WARM_SECONDS:
                self.took.append(perf_counter() - sent)
            await asyncio.sleep(chance.uniform(0, 2 * self.pause))
        writer.close()


def request(token: str, game: int) -> bytes:
    """A press as the script of the page sends it."""
    body = f"csrfmiddlewaretoken={'c' * 32}&game={game}&nonce=n{game}&{STAKES}"
    head = (
        "POST /online/baccarat/deal/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n"
        f"Cookie: sabot_player={token}; csrftoken={'c' * 32}\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return (head + body).encode()


async def answered(reader: asyncio.StreamReader) -> int:
    """The status of an answer whose body has come as a whole."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    if "content-length: " in head:
        await reader.readexactly(int(head.split("content-length: ")[1].split("\r\n")[0]))
    else:
        while size := int((await reader.readline()).strip(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()
    return int(head.split()[1])


def check(tokens: Sequence[str]) -> None:
    """Nothing was lost and nothing happened twice: every balance is what its games have made of it."""
    from table.models import OnlineGame, OnlinePlayer

    assert not OnlineGame.objects.filter(state__in=("begun", "void")).exists()
    for it in OnlinePlayer.objects.all():
        over = OnlineGame.objects.filter(player=it, state="settled")
        if over.count() == it.games - 1:
            results = sum(sum(one.paid.values()) - sum(one.stakes.values()) for one in over)
            assert it.balance == 10**9 + results, it
    assert OnlinePlayer.objects.count() == len(tokens)


def show(took: Sequence[float], given: argparse.Namespace) -> bool:
    """How long it took, in milliseconds; whether half of the players waited longer than a tenth of a second."""
    cuts = quantiles(took, n=100)
    print(f"{given.players} players, a hand every {given.pause:g} s each, {given.seconds:g} s, seed {SEED}")
    print(f"{len(took)} hands, {len(took) / given.seconds:.1f} a second")
    print(f"answer p50 {1000 * median(took):.1f} ms, p95 {1000 * cuts[94]:.1f}, p99 {1000 * cuts[98]:.1f}, ", end="")
    print(f"longest {1000 * max(took):.1f} ms")
    return median(took) > 0.1


if __name__ == "__main__":
    main()
