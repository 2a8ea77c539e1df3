"""Staff of the demo at the stage's table: they prepare the coup of a story, play it, and put right what goes wrong.

They act like everybody else, in the names of people who are entitled to; only the order of the cards is chosen.
"""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from table.demo.house import who_at
from table.models import LimitRange, Position, Table
from table.rules.cards import Card
from table.rules.profile import Box
from table.rules.refusal import Code, Refused, require
from table.rules.stakes import kind
from table.script.added import ON, SETTLES, Story
from table.script.form import line
from table.script.guests import Guests
from table.script.player import Player
from table.script.sabot import imagine
from table.script.shift import Shift

FEWEST_CARDS = 30
"""Cards needed before the cut card, so that no story meets it."""


class Troupe:
    """Cast of one story. ``seat`` is the position of the seat display on the stage, whose holder reads."""

    def __init__(self, code: str, *, seat: str, rng: Random) -> None:
        """Prepare to act at a table; `seat` is the position of the reader."""
        self.player = Player(code, who=who_at(code))
        self.seat = seat
        self._rng = rng
        self._guests = Guests(self.player, rng)
        self._words: dict[str, str] = {}

    # --- before the story

    def prepare(self, story: Story) -> Iterator[None]:
        """Play the coup on the table to its end, and prepare the table for the story; yield between acts.

        An incident that holds the coup is decided before, as far as those acts are not refused, and the table opened or
        resumed. The play ends where betting is to be opened, which is not done. Then somebody is made to sit at three
        positions, as long as guests are left, the unseen cards are put in a random order, and the story's cards on top
        of them. Refuses (E_TABLE) where somebody else has to decide before the dealer plays on, and (E_SHOE), with all
        but the story's cards done, if fewer than FEWEST_CARDS cards are left before the cut card.
        """
        self._settle()
        yield from Shift(self.player, self._rng).until("open_bets")
        for label in self._seats():
            yield from self._seated(label)
        imagine(self.player, self._rng)
        left = (self.player.cut_card_at or 0) - (self.player.state.shoe.out if self.player.state.shoe else 0)
        require(
            left >= FEWEST_CARDS,
            Code.SHOE,
            "The sabot is nearly empty, and a new one is prepared first. Try again in a minute.",
        )
        self._lay(story)

    def _settle(self) -> None:
        """Have the incident that holds the coup decided: do every act of `SETTLES` in turn, those refused passed over.

        Nothing if none holds it. The player counts as having opened it (``opened``).
        """
        coup = self.player.state.coup
        if coup is None or not coup.held:
            return
        self.player.opened = True
        for text in SETTLES:
            with suppress(Refused):
                self.do(text)

    def _seats(self) -> list[str]:
        """List the position of the reader and two others, of these occupied ones first."""
        places = self.player.state.positions
        others = sorted((it for it in places if it != self.seat), key=lambda it: not places[it].present)
        return [self.seat, *others[:2]]

    def _seated(self, label: str) -> Iterator[None]:
        """Have somebody sit at a position: seat a guest, let the one it was given to sit down, or the holder return.

        Nothing is done where one is there, or no guest is left to come. Yields after each act, at least once.
        """
        match self.player.state.positions[label].state:
            case Position.State.FREE:
                yield from self._guests.arrive(label)
            case Position.State.ASSIGNED:
                self.player.press("occupy", position=label)
            case Position.State.MARKED:
                self.player.press("return", position=label)
        yield

    def _lay(self, story: Story) -> None:
        """Move the next unseen card of each of the story's ranks to the top, in the order of the story.

        Raises StopIteration if one is not there. Also sets the values of the placeholders in the story's lines
        (:meth:`_filled`).
        """
        unseen, first = self.player.coming, list[Card]()
        for rank in story.cards.split():
            first.append(next(card for card in unseen if card.rank == rank))
            unseen.remove(first[-1])
        unseen.extendleft(reversed(first))
        self._words = self._filled(first)

    def _filled(self, cards: list[Card]) -> dict[str, str]:
        """Map the placeholders in the story's lines to their values, reading the table.

        They are the positions ``reader``, ``second`` and ``third``, faces ``c1``… and numbers in the taglia ``n1``… of
        ``cards``, the next ones out of the shoe, and ``low`` and ``high``, twice and four times the lowest stake on
        Punto in whole units.
        """
        state, (reader, second, third) = self.player.state, self._seats()
        limits = self.player.table.limit_ranges.get(kind=kind(Box.PUNTO), standing=LimitRange.Standing.NOW)
        lowest = limits.minimum // 100
        out = state.shoe.out if state.shoe else 0
        faces = {f"c{place}": str(card) for place, card in enumerate(cards, start=1)}
        numbers = {f"n{place}": str(out + place) for place, _card in enumerate(cards, start=1)}
        seats = {"reader": reader, "second": second, "third": third}
        return {**seats, **faces, **numbers, "low": str(2 * lowest), "high": str(4 * lowest)}

    # --- the story

    def do(self, act: str) -> None:
        """Do one act of the story: ON stands for the act that the table asks for, anything else is a line of a script.

        With ON nothing is done where the table asks for none or for one of PREPARES, or a card for it is not known.
        Refused as the act is.
        """
        if act == ON:
            self.player.step()
            return
        parsed = line(act.format_map(self._words))
        parsed.does(self.player, **parsed.given)

    # --- after the story

    def finish(self) -> Iterator[None]:
        """End what is being played: have an incident decided, play the coup, and open the table if it is closed.

        Yields after each act but those that decide the incident. A coup in which somebody else has to act next stays as
        it is.
        """
        self._settle()
        while self.player.state.coup is not None and self.player.step():
            yield
        if self.player.table.status == Table.Status.CLOSED:
            yield from Shift(self.player, self._rng).until("open_bets")
