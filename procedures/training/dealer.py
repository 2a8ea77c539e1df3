"""The machine's good dealer at a training table, who brings it to where a mistake happens, and knows how it is met."""

from collections import deque

from procedures.articles import ARTICLES, kind_of
from procedures.models import UNDECIDED, Incident
from procedures.training.exercise import Exercise, Moment
from table.models import LimitRange, Position, StaffPresence, Table
from table.play.next_act import next_act
from table.play.state import TableState
from table.rules.cards import Card
from table.rules.profile import Box, Role
from table.rules.refusal import Code, require
from table.script.form import line
from table.script.player import Player
from table.script.values import Chips
from table.simulation import usual_limits

STAKES = ((Box.PUNTO, 10_000), (Box.BANCO, 5_000))
"""What the guests at the first positions lay, in cents."""
GUEST = "training-"
"""How the keys of those begin who sit at a training table: nobody of the house's guests is called so."""
DECKS = "training-"
(NOT_FORESEEN,) = ARTICLES[16].kinds
STAND_IN = Role.ISPETTORE_GIOCO
"""In which office the instructor is at the table."""


class Dealer(Player):
    """Who plays an exercise as a good dealer does. How his acts are entered is for the classes that derive from it."""

    exercise: Exercise

    def plays(self, exercise: Exercise) -> None:
        """From now on this one, with its cards next in the sabot."""
        self.exercise, self.opened, self.behind = exercise, True, exercise.behind

    # --- the table is brought to where the mistake happens

    def prepare(self) -> None:
        """What lies there is cleared away, a new taglia is ready, two guests sit, and the table is open."""
        self.sign_on(STAND_IN)
        self._clear()
        if self.state.shoe is not None:
            self.press("void_shoe")
        if not self.table.limit_ranges.filter(standing=LimitRange.Standing.NOW).exists():
            self.set_limits({kind: [it.minimum, it.maximum] for kind, it in usual_limits(self.profile).items()})
        self.prepare_shoe(f"{DECKS}{self.table.shoes.count() + 1}")
        table = self.table
        if table.status == Table.Status.CLOSED:
            self._check_somebody_deals()
            self.press("open_table")
        elif table.status == Table.Status.SUSPENDED or table.suspend_pending:
            self.press("resume")
        for label, _stake in zip(self.profile.positions, STAKES, strict=False):
            self._seat(label)
        shoe = self.state.shoe
        assert shoe is not None, "it was just prepared"
        self.coming, self.faces = deque(self.exercise.faces), {}

    def _check_somebody_deals(self) -> None:
        there = StaffPresence.objects.filter(table=self.table, until=None, role=Role.DEALER)
        require(there.exists(), Code.PRESENCE, "No dealer is signed on at this table.")

    def _seat(self, label: str) -> None:
        if self.state.positions[label].state != Position.State.FREE:
            return
        guest = f"{GUEST}{label}"
        self.press("reserve", guest=guest)
        if self.profile.identity_check:
            self.press("confirm_identity", guest=guest)
        self.press("assign", guest=guest, position=label)
        self.press("occupy", position=label)

    def _clear(self) -> None:
        """Cases that stand are ruled on, and a coup that lies there counts for nothing."""
        for case in Incident.objects.filter(table=self.table, status__in=UNDECIDED):
            if not kind_of(case).after_burning:
                self._rule(case)
        for alert in self.table.alerts.filter(closed=None, acknowledged=None):
            self.press("acknowledge_alert", number=alert.number, code=alert.code)
        coup = self.state.coup
        if coup is None:
            return
        if not coup.outcome and not self.state.drawn:
            self.press("suspend")
            self.press("resume")
            return
        if not coup.outcome:
            self.press("report_incident", kind=NOT_FORESEEN.name, facts={"what": "other"})
            self._rule(Incident.objects.filter(table=self.table).latest("number"))
        self.press("burn")

    def _rule(self, case: Incident) -> None:
        """A case that holds nothing up is taken back; of any other the Direzione has the last word."""
        if not case.blocking and case.status != Incident.Status.REFERRED:
            with self.acting_as(STAND_IN):
                self.press("withdraw_incident", incident=case.number)
            return
        if case.status != Incident.Status.REFERRED:
            with self.acting_as(STAND_IN):
                self.press("refer", incident=case.number, reason="the exercise is over")
        coup = self.state.coup
        counts = coup is not None and not coup.outcome
        self.press(
            "rule", incident=case.number, text="the exercise is over", effects=["annul"] if counts else ["continue"]
        )

    def bring(self) -> None:
        """As far as the trainee takes over; unless it is a lesson the mistake has just happened."""
        self.prepare()
        at = self.exercise.at
        if at is not Moment.BETWEEN:
            self.open_betting()
            self.stake(
                Chips(box, amount, label) for (box, amount), label in zip(STAKES, self.profile.positions, strict=False)
            )
        if at not in (Moment.BETWEEN, Moment.BETTING):
            self.press("close_bets", said=True)
        match at:
            case Moment.ONE_OUT | Moment.TWO_OUT:
                for _card in range(1 if at is Moment.ONE_OUT else 2):
                    self._card_out(self.state)
            case Moment.DEALT:
                self.step()
            case Moment.THIRD_DUE:
                self.step()
                self.advance("card_out")
            case Moment.COMPLETE:
                self.advance("announce")
            case Moment.BURNED:
                self.advance("open_bets")
        for text in self.exercise.happened:
            self.does(text)

    # --- it is met

    def solve(self) -> None:
        """The mistake is met as its article has it, and the coup is played on as far as it is the dealer's to do."""
        if self.exercise.before:
            self.advance(self.exercise.before)
        for text in self.exercise.remedy:
            self.does(text)
        self.plays_on()

    def plays_on(self) -> None:
        """The coup is played on, with the Colpo in Bianco that follows, until it is over or an inspector decides."""
        while not over(self.state) and self.step():
            pass

    def does(self, text: str) -> None:
        """A line of a script; the cards that came out by it are gone from the sabot."""
        told = line(text.format_map(self._words()))
        before = self._out(self.state)
        told.does(self, **told.given)
        taglia, out = self._out(self.state)
        for number in range(before[1] + 1, out + 1):
            if self.coming:
                self.faces[taglia, number] = self.coming.popleft()

    def _words(self) -> dict[str, str]:
        first, second, third = (self.profile.positions * 3)[:3]
        shoe, coup = self.table.shoes.last(), self.table.coups.last()
        key = coup.key if coup is not None and shoe is not None else ""
        return {"first": first, "second": second, "third": third, "coup": key}

    def _do(self, verb: str, state: TableState) -> bool:
        if verb == "play_blank":
            self.press(verb, said=True)
            return True
        if verb == "extract_remaining":
            self.press(verb, cards=self.exercise.left.split())
            return True
        return super()._do(verb, state)

    def _declare(self, faces: list[Card]) -> None:
        """The reader says what he says."""
        if self.exercise.says and self.state.coup is not None and not self.state.coup.claim:
            self.press("declare", claim=self.exercise.says, means="voice")
        else:
            super()._declare(faces)


def over(state: TableState) -> bool:
    """Whether nothing is left to do for the dealer: the coup is over, or somebody else decides."""
    if state.coup is not None:
        return state.coup.held
    return not state.blank_due


def asked_now(state: TableState) -> str:
    """The act that the table asks of the dealer; empty where it asks for none."""
    act = next_act(state)
    return act.verb if act is not None else ""
