"""Automatic dealer of a training table, who brings it to a mistake and knows how the mistake is put right."""

from collections import deque

from procedures.articles import ARTICLES, kind_of
from procedures.models import UNDECIDED, Incident
from procedures.training.exercises.exercise import Exercise, TakeOver
from table.models import LimitRange, Position, StaffPresence, Table
from table.play.next_act import next_act
from table.play.state import TableState
from table.rules.profile import Box, Role
from table.rules.refusal import Code, require
from table.script.form import line
from table.script.player import PREPARES, Player
from table.script.simulation import usual_limits
from table.script.values import WrittenStake

STAKES = ((Box.PUNTO, 20), (Box.BANCO, 10))
"""Boxes, and how many of the smallest chips of the table the guests at the first positions stake on them."""
GUEST = "train-"
"""Prefix of the keys of guests at a training table; no guest of the house has it.

As short as this, the felt shows a key whole with a position of three letters.
"""
DECKS = "training-"
(NOT_FORESEEN,) = ARTICLES[16].kinds
OVER = "the exercise is over"
"""Words with which cases that an exercise leaves behind are reported, referred and decided."""
CALLS = ("call_last_coup", "call_blank")
"""Verbs without which the cards of a coup cannot be burned, where they are due."""
STAND_IN = Role.ISPETTORE_GIOCO
"""Office in which the instructor acts at the table."""


class ExerciseDealer(Player):
    """Player who plays an exercise as a good dealer does; subclasses decide how the acts are recorded."""

    exercise: Exercise
    leaves = tuple(it for it in PREPARES if it != "play_blank")

    def plays(self, exercise: Exercise) -> None:
        """Set the exercise, with the number of cards behind its cut card and what the reader says.

        From here on, acts do not open the table first.
        """
        self.exercise, self.opened, self.behind, self.says = exercise, True, exercise.behind, exercise.says

    # --- the table is brought to where the mistake happens

    def prepare(self) -> None:
        """Clear the table, prepare a new taglia, have the table open, seat guests, and set the exercise's cards.

        First STAND_IN, who acts as inspector, is signed on; a shoe that is there is voided once the table is cleared,
        and the usual limits are set where there are none. A game that is suspended, or is to be, is resumed. Two guests
        get the first two positions, unless those are taken. Last the cards of the exercise become those to come, and
        the faces known of covered ones are forgotten. Refuses to open a table without a dealer (E_PRESENCE).
        """
        self.sign_on(STAND_IN)
        self._clear()
        if self.state.shoe is not None:
            self.press("void_shoe")
        if not self.table.limit_ranges.filter(standing=LimitRange.Standing.NOW).exists():
            self.set_limits({kind: [it.minimum, it.maximum] for kind, it in usual_limits(self.profile).items()})
        self.prepare_shoe(f"{DECKS}{self.table.shoes.count() + 1}")
        table = self.table
        if table.status == Table.Status.CLOSED:
            there = StaffPresence.objects.filter(table=table, until=None, role=Role.DEALER)
            require(there.exists(), Code.PRESENCE, "No dealer is signed on at this table.")
            self.press("open_table")
        elif table.status == Table.Status.SUSPENDED or table.suspend_pending:
            self.press("resume")
        for label, _stake in zip(self.profile.positions, STAKES, strict=False):
            self._seat(label)
        self.coming, self.faces = deque(self.exercise.faces), {}

    def _seat(self, label: str) -> None:
        """Seat a training guest at position ``label``; does nothing unless it is free.

        They make a reservation, have their identity confirmed where the house asks for it, get the position and
        sit down.
        """
        if self.state.positions[label].state != Position.State.FREE:
            return
        guest = f"{GUEST}{label}"
        self.press("reserve", guest=guest)
        if self.profile.identity_check:
            self.press("confirm_identity", guest=guest)
        self.press("assign", guest=guest, position=label)
        self.press("occupy", position=label)

    def _clear(self) -> None:
        """Have the undecided cases ruled on or withdrawn, acknowledge the open alerts, and end a coup that lies there.

        Disputes about coups that are over stay as they are. A coup without an outcome is cancelled, if no card of it is
        out, by suspending the game and resuming it; else it is reported as not foreseen and ruled annulled. A coup that
        has an outcome by then is burned, after what is due to be called for it was confirmed as called.
        """
        for case in Incident.objects.filter(table=self.table, status__in=UNDECIDED):
            case.refresh_from_db()  # a ruling decides all cases that hold the coup
            if case.stands and not kind_of(case).after_burning:
                self._rule(case)
        for alert in self.table.alerts.filter(closed=None, acknowledged=None):
            self.press("acknowledge_alert", number=alert.number, code=alert.code)
        coup = self.state.coup
        if coup is None:
            return
        if self.state.can_be_cancelled:
            self.press("suspend")
            self.press("resume")
            return
        if not coup.outcome:
            self.press("report_incident", kind=NOT_FORESEEN.name, facts={"what": "other"}, text=OVER)
            self._rule(Incident.objects.filter(table=self.table).latest("number"))
        while (due := next_act(self.state)) is not None and due.verb in CALLS:
            self.press(due.verb, said=True)
        self.press("burn")

    def _rule(self, case: Incident) -> None:
        """Withdraw a case that neither holds play nor is referred; have any other referred and ruled on.

        The ruling, by the Direzione, annuls the coup being played if it has no outcome yet, else lets play go on.
        STAND_IN withdraws and refers.
        """
        if not case.blocking and case.status != Incident.Status.REFERRED:
            with self.acting_as(STAND_IN):
                self.press("withdraw_incident", incident=case.number)
            return
        if case.status != Incident.Status.REFERRED:
            with self.acting_as(STAND_IN):
                self.press("refer", incident=case.number, reason=OVER)
        coup = self.state.coup
        counts = coup is not None and not coup.outcome
        self.press("rule", incident=case.number, text=OVER, effects=["annul"] if counts else ["continue"])

    def bring(self) -> None:
        """Prepare the table and play as far as the point where the trainee takes over, the exercise's ``at``.

        Betting is opened, two stakes are laid, and it is closed, each unless ``at`` comes before it; then cards come
        out as it says, and the script lines of ``happened`` are done. The point is just after the mistake, or in a
        lesson before it. Refuses as :meth:`prepare` and the acts do.
        """
        self.prepare()
        at = self.exercise.at
        if at is not TakeOver.BETWEEN:
            self.open_betting()
            self.stake(
                WrittenStake(box, chips * self.profile.smallest_chip, label)
                for (box, chips), label in zip(STAKES, self.profile.positions, strict=False)
            )
        if at not in (TakeOver.BETWEEN, TakeOver.BETTING):
            self.press("close_bets", said=True)
        match at:
            case TakeOver.ONE_OUT | TakeOver.TWO_OUT:
                for _card in range(1 if at is TakeOver.ONE_OUT else 2):
                    self.perform("card_out")
            case TakeOver.DEALT:
                self.step()
            case TakeOver.THIRD_DUE:
                self.step()
                self.advance("card_out")
            case TakeOver.COMPLETE:
                self.advance("announce")
            case TakeOver.BURNED:
                self.advance("open_bets")
        for text in self.exercise.happened:
            self.does(text)

    # --- it is met

    def solve(self) -> None:
        """Play on to the end as :meth:`plays_on` does, with the ``remedy`` that puts the mistake right.

        In a lesson that comes when the table asks for the act ``before``, where the mistake is taken to happen: no act
        is done for it. In any other exercise the mistake has happened already, and the remedy comes first.
        """
        if self.exercise.before:
            self.advance(self.exercise.before)
        for text in self.exercise.remedy:
            self.does(text)
        self.plays_on()

    def plays_on(self) -> None:
        """Play on, with a Colpo in Bianco that follows, until the coup is over or held, or there is nothing to do.

        Raises Refused as the table does.
        """
        while not over(self.state) and self.step():
            pass

    def does(self, text: str) -> None:
        """Perform a line of a script, after filling in its placeholders (see :meth:`_words`).

        Raises Refused as the act does, and for what is no line of a script; Unmet for a line about the newest incident
        of the table where that has none, and for an expectation that is not met.
        """
        parsed = line(text.format_map(self._words()))
        parsed.does(self, **parsed.given)

    def _words(self) -> dict[str, str]:
        """Map the placeholders of scripts to texts: ``first``, ``second``, ``third`` to positions, ``coup`` to a key.

        The key is that of the table's latest coup, "" where none was begun. Positions repeat where the table has fewer.
        """
        first, second, third = (self.profile.positions * 3)[:3]
        shoe, coup = self.table.shoes.last(), self.table.coups.last()
        key = coup.key if coup is not None and shoe is not None else ""
        return {"first": first, "second": second, "third": third, "coup": key}

    def remaining(self) -> list[str]:
        """Return the faces that the exercise declares for the count of the rest of the shoe, whatever came out."""
        return self.exercise.left.split()


def over(state: TableState) -> bool:
    """Whether the dealer has nothing left to do: during a coup, whether a case holds it.

    Where no coup is being played: whether no Colpo in Bianco is due.
    """
    if state.coup is not None:
        return state.coup.held
    return not state.blank_due
