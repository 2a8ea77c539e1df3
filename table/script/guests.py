"""Guests of a table that is played by chance: they come and go, and what they request at their displays is done."""

from collections.abc import Iterator
from random import Random
from typing import Any

from table.models import Display, Position
from table.record.door import proposals
from table.script.player import Player

Acts = Iterator[None]
"""Steps: each is one act through the door, or an idle moment."""

MOST_GUESTS = 21
KEYS = tuple(f"ospite-{number:02}" for number in range(1, MOST_GUESTS + 1))
"""Keys of unknown guests; a key is no name."""
FEWEST_GUESTS = 4
Wish = Display.Proposal


def press(player: Player, verb: str, **given: Any) -> Acts:
    """Press one act when the first step is taken, and yield once; refused as :meth:`Player.press` is."""
    player.press(verb, **given)
    yield


class Guests:
    """Guests of one table."""

    def __init__(self, player: Player, rng: Random) -> None:
        """Take the guests of the table at which ``player`` plays; ``rng`` decides what is left to chance.

        Nothing is done at the table yet.
        """
        self.player = player
        self.rng = rng

    @property
    def seated(self) -> list[str]:
        """Labels of the occupied positions, in the order of the table; marked ones are not among them."""
        return self._seats(Position.State.OCCUPIED)

    def _seats(self, state: Position.State) -> list[str]:
        """List the labels of the positions in this state, in the order of the table."""
        return [label for label, it in self.player.state.positions.items() if it.state == state]

    def happens(self, share: float) -> bool:
        """Whether an event of this probability happens; draws a random number."""
        return self.rng.random() < share

    def come_and_go(self) -> Acts:
        """Do what was requested at displays, then by chance let guests come and go; yield after each act.

        To each marked seat its guest returns with a chance of 0.4; then with 0.2 one arrives; else, if more than
        FEWEST_GUESTS sit, with 0.2 one marks or gives up a seat.
        """
        yield from self._wishes()
        for label in self._seats(Position.State.MARKED):
            if self.happens(0.4):
                yield from press(self.player, "return", position=label)
        if self.happens(0.2):
            yield from self.arrive()
        elif len(self.seated) > FEWEST_GUESTS and self.happens(0.2):
            yield from press(self.player, self.rng.choice(("mark", "release")), position=self.rng.choice(self.seated))

    def arrive(self, label: str = "") -> Acts:
        """Seat a guest of `KEYS` who is not at this table yet, by chance, at the position ``label`` ("": any free one).

        With reservation and, if the rules require it, identity check; yields after each act. Does nothing if that
        position is not free, or all guests are here.
        """
        free = [it for it in self._seats(Position.State.FREE) if label in ("", it)]
        strangers = self._strangers()
        if not free or not strangers:
            return
        guest, label = self.rng.choice(strangers), self.rng.choice(free)
        yield from press(self.player, "reserve", guest=guest)
        if self.player.profile.identity_check:
            yield from press(self.player, "confirm_identity", guest=guest)
        yield from press(self.player, "assign", guest=guest, position=label)
        yield from press(self.player, "occupy", position=label)

    def _strangers(self) -> list[str]:
        """List those of `KEYS`, in their order, who have no open reservation and no standing place at this table.

        A guest with a seat has an open reservation.
        """
        table = self.player.table
        here = set(table.reservations.exclude(state="closed").values_list("guest__key", flat=True))
        here |= set(table.standing.values_list("guest__key", flat=True))
        return [guest for guest in KEYS if guest not in here]

    # --- requests at their displays

    def _wishes(self) -> Acts:
        """Remove the requests for seats, marks and returns from their displays, and do each at the display's position.

        A requested seat goes to some guest who is not here yet; without one, or if it is not free, nothing is done, nor
        for a request that is gone meanwhile. A mark or a return that is not possible is refused as the act is, another
        request in its place as E_STALE; the requests after it are left where they are. Yields after each act.
        """
        for display in self._asking(Wish.SEAT, Wish.MARK, Wish.RETURN):
            wish, at = proposals.take(display, display.proposed_at), display.position
            if wish:
                yield from self.arrive(at) if wish == Wish.SEAT else press(self.player, wish, position=at)

    def speaking(self) -> Display | None:
        """Return the display at which the reader of the current coup has proposed «carta» or «no carta» for this coup.

        None if there is none, or no coup.
        """
        coup = self.player.state.coup
        proposal = (coup.reader, coup.key) if coup else None
        asking = self._asking(Wish.CARTA, Wish.NO_CARTA)
        return next((it for it in asking if (it.position, it.proposed_for) == proposal), None)

    def _asking(self, *wishes: Wish) -> list[Display]:
        """List the displays of the table that are not revoked and wait with one of these wishes; in no order."""
        return list(Display.objects.filter(table=self.player.table, revoked=False, proposal__in=wishes))
