"""Random shift at a table, one act at a time, from whatever state the table is in.

The table determines the next act; around it guests come and go, limits change, the game is suspended for a while,
points are announced wrongly and corrected. For demonstrations: a spectator may take over at any moment.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from table.models import LimitRange, Shoe, Table
from table.play.state import TableState
from table.record.door import proposals
from table.rules.cards import points
from table.rules.profile import MAIN_BOXES, Box, Role
from table.rules.refusal import Code, require
from table.rules.regola import Side
from table.rules.stakes import Range, kind
from table.script.added import INTERLUDES
from table.script.guests import FEWEST_GUESTS, Acts, Guests, press
from table.script.player import Player
from table.script.sabot import imagine
from table.script.simulation import usual_limits
from table.script.values import WrittenStake

PAUSE_MOMENTS, READING_MOMENTS = 4, 2
HANDFULS = (1, 1, 1, 2, 2, 3, 4, 5)
"""Numbers of chips of one value that a guest may lay; one is chosen at random."""


class Shift:
    """Acts at one table until ``taglie`` taglie have been counted."""

    def __init__(self, player: Player, rng: Random, *, taglie: int = 2) -> None:
        """Prepare a shift until the cards of ``taglie`` taglie have been counted (`reconcile`), one already over too.

        ``rng`` decides whatever is left to chance. Nothing is done at the table yet.
        """
        self.player = player
        self.rng = rng
        self.guests = Guests(player, rng)
        self.taglie = taglie

    def acts(self) -> Acts:
        """Play from the table's present state until the taglie are counted, and close the table.

        Yield after each act or idle moment, also of what the interludes do after closing. Refuses (E_TABLE) where the
        table asks for no act, as while an incident waits for a decision, or for one that cannot be played by chance.
        """
        yield from self._begin()
        while self.taglie:
            yield from self._do(self.player.next_verb())
        self.player.press("close_table")
        yield
        for it in INTERLUDES:
            yield from it.after_closing(self.player, self.rng)

    def until(self, verb: str, *, after: int = 0) -> Acts:
        """Play until the dealer's next act is ``verb``, and the player has burned at least ``after`` coups in all.

        That act is not done. Yields after each act or idle moment. Refuses (E_TABLE) as :meth:`acts` does, and where a
        shoe is to be loaded once all taglie of the shift are counted.
        """
        yield from self._begin()
        while len(self.player.coups) < after or self.player.next_verb() != verb:
            yield from self._do(self.player.next_verb())

    def _do(self, verb: str) -> Acts:
        """Perform ``verb``, the act that the table asks for next, with what guests and inspectors do around it.

        One around which nothing happens is done as the dealer's next act.
        """
        own: dict[str, Callable[[], Acts]] = {
            "load": self._new_taglia,
            "open_bets": self._between_coups,
            "close_bets": self._betting,
            "declare": self._reading,
            "announce": self._announcement,
            "settle": self._payment,
            "burn": partial(self._press, "burn"),
            "play_blank": partial(self._press, "play_blank", said=True),
            **{it: partial(self._prepare, it) for it in ("shuffle", "cut", "insert_cut_card")},
        }
        return own.get(verb, self._dealer)()

    def _press(self, verb: str, **given: Any) -> Acts:
        """Press one act as :func:`press` does, as the person of the player entitled to it."""
        return press(self.player, verb, **given)

    def _dealer(self) -> Acts:
        """Perform the dealer's next act.

        Refuses (E_TABLE) where there is none, it is one of PREPARES, or a card for it is not known.
        """
        require(
            self.player.step(),
            Code.TABLE,
            "At the table “%(table)s” somebody has to decide first; nobody can play on by chance.",
            table=self.player.code,
        )
        yield

    # --- the shift begins

    def _begin(self) -> Acts:
        """Sign on dealer and Ispettore di Gioco, and open the table if it is closed, or resume it.

        It is resumed if it is suspended, or a suspension is pending. Then the player gets a random order of the cards
        that nobody has seen (:func:`imagine`).
        """
        self.player.opened = True
        for role in (Role.DEALER, Role.ISPETTORE_GIOCO):
            self.player.sign_on(role)
            yield
        table = self.player.table
        if table.status == Table.Status.CLOSED:
            yield from self._open()
        elif table.status == Table.Status.SUSPENDED or table.suspend_pending:
            yield from self._press("resume")
        imagine(self.player, self.rng)

    def _open(self) -> Acts:
        """Set the usual limits if there are none, seat guests, do what the table asks of the dealer, and open it.

        Guests come until FEWEST_GUESTS sit, or no position is free; what the table asks for prepares the shoe.
        The interludes are done before it is opened.
        """
        if not self.player.state.limits_of(LimitRange.Standing.NOW):
            yield from self._set_limits(1)
        for _lacking in range(len(self.guests.seated), FEWEST_GUESTS):
            yield from self.guests.arrive()
        while verb := self.player.next_verb():
            yield from self._do(verb)
        for it in INTERLUDES:
            yield from it.before_opening(self.player, self.rng)
        yield from self._press("open_table")

    def _new_taglia(self) -> Acts:
        """Record the count of an ended taglia that was not counted: one taglia fewer to play. Else press ``load``.

        The count is what the record has; new decks are shuffled and cut by later acts. Refuses (E_TABLE) either, before
        anything is pressed, if no taglia is left to play.
        """
        require(
            self.taglie,
            Code.TABLE,
            "At the table “%(table)s” all taglie that were to be played by chance are counted.",
            table=self.player.code,
        )
        over = self.player.table.shoes.last()
        if over is not None and over.status == Shoe.Status.ENDED and over.left_over is None:
            yield from self._press("reconcile", burned=over.out, left_over=over.cards_total - over.out)
            self.taglie -= 1
        else:
            yield from self._prepare("load")

    def _prepare(self, verb: str) -> Acts:
        """Press ``verb``, one of the acts that prepare a taglia, with its arguments; yield once.

        The decks of a ``load`` get as serial the code of the table and the number of its shoes so far plus one.
        Raises KeyError for an act that the rules of the table do not have.
        """
        serial = f"{self.player.code}-{self.player.table.shoes.count() + 1}"
        yield from self._press(verb, **self.player.preparation(serial)[verb])

    # --- between two coups

    def _between_coups(self) -> Acts:
        """Let guests come and go, by chance change something at the table, then open the betting.

        With a chance of 0.5 the first alert that nobody has acknowledged is acknowledged; with 0.03 limits become the
        usual ones once or twice as high, with 0.02 the game is suspended for a while. Before the betting opens,
        interludes are done, and the order of the unseen cards is drawn anew.
        """
        yield from self.guests.come_and_go()
        alert = self.player.table.alerts.filter(closed=None, acknowledged=None).first()
        if alert is not None and self.guests.happens(0.5):
            yield from self._press("acknowledge_alert", number=alert.number, code=alert.code)
        if self.guests.happens(0.03):
            yield from self._set_limits(self.rng.choice((1, 2)))
        if self.guests.happens(0.02):
            yield from self._press("suspend")
            yield from [None] * PAUSE_MOMENTS
            yield from self._press("resume")
        for it in INTERLUDES:
            yield from it.between_coups(self.player, self.rng)
        imagine(self.player, self.rng)
        yield from self._press("open_bets")

    def _set_limits(self, times: int) -> Acts:
        """Set the usual limits multiplied by ``times``, and confirm them where the house has new limits announced.

        Nothing if limits in force are the same.
        """
        usual = usual_limits(self.player.profile).items()
        wanted = {name: [times * it.minimum, times * it.maximum] for name, it in usual}
        if wanted == self.player.state.limits_of(LimitRange.Standing.NOW):
            return
        yield from self._press("set_limits", limits=wanted)
        if self.player.profile.announce_limits_by:
            yield from self._press("confirm_limits")

    # --- the coup

    def _betting(self) -> Acts:
        """Press to keep or to clear, by chance, stakes left by a tie; let guests stake while none lies; close betting.

        Where stakes are kept nobody arrives or stakes. Else, if nobody sits, a guest arrives first; where every
        position is marked, moments pass until a guest is back. Yields None after each act or idle moment.
        """
        if any(stake.left_over for stake in self.player.state.stakes):
            yield from self._press(self.rng.choice(("keep", "clear")), coup=self.player.coup)
        while not self.player.state.stakes:
            if not self.guests.seated:
                yield from self.guests.arrive()
            if self.guests.seated:
                yield from self._stakes()
            else:
                yield from self.guests.come_and_go()
                yield
        yield from self._press("close_bets", said=True)

    def _stakes(self) -> Acts:
        """Press a stake on Punto or Banco for each seated guest by a chance of 0.85, for 0.15 of these on Egalité too.

        Whoever has staked already is not left out. Amounts are random, within the limits. Yields None after each
        press.
        """
        state = self.player.state
        for label in self.guests.seated:
            boxes = [self.rng.choice(MAIN_BOXES)] if self.guests.happens(0.85) else []
            boxes += [Box.EGALITE] if boxes and self.guests.happens(0.15) else []
            for box in boxes:
                self.player.stake([WrittenStake(box, amount(state, box, self.rng), label)])
                yield

    def _reading(self) -> Acts:
        """Declare for the reader what was proposed at their display, else what their cards require.

        A proposal is awaited for READING_MOMENTS moments, and taken from the display; the unseen cards are then drawn
        anew, to fit it if possible. With a chance of 0.03 the reading is passed on instead.
        """
        if self.guests.happens(0.03):
            yield from self._press("pass_reading")
            return
        for _moment in range(READING_MOMENTS):
            if self.guests.speaking() is None:
                yield
        display = self.guests.speaking()
        if display is None:
            yield from self._dealer()
            return
        yield from self._press("declare", claim=proposals.take(display), means="voice")
        imagine(self.player, self.rng)

    def _announcement(self) -> Acts:
        """Announce the right points; with a chance of 0.03 first one more for Banco (0 for 9).

        Then the right ones follow as «le carte parlano».
        """
        if self.guests.happens(0.03):
            self.player.announce(banco=(points(self.player.state.hand(Side.BANCO)) + 1) % 10)
            yield
        self.player.announce()
        yield

    def _payment(self) -> Acts:
        """Settle the coup, and with a chance of 0.05 take a tip of one smallest chip; yield after each act."""
        yield from self._press("settle")
        if self.guests.happens(0.05):
            yield from self._press("tip", amount=self.player.profile.smallest_chip, form="chips")


def amount(state: TableState, box: Box, rng: Random) -> int:
    """Return a random stake in cents: 1 to 5 chips of one value, but within the limits of the box.

    More becomes the maximum, less the minimum rounded up to whole smallest chips. Only values of at most half the
    maximum are chosen; if there is none, the smallest chip.
    """
    allowed: Range = state.limits[kind(box)]
    smallest = state.profile.smallest_chip
    chips = [it for it in state.profile.chips if it <= allowed.maximum // 2] or [smallest]
    lowest = -(-allowed.minimum // smallest) * smallest
    return max(lowest, min(rng.choice(chips) * rng.choice(HANDFULS), allowed.maximum))
