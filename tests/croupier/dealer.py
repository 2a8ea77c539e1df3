"""The croupier: the dealer of a test, who knows the cards as they truly lie, and good staff stand behind the dealer."""

from typing import Any

from procedures.models import Incident
from procedures.rebuild.items import valid_statements
from procedures.verbs.reporting import needs_words
from table.play.state import TableState
from table.record.door import PressResult
from table.rules.cards import show
from table.rules.regola import Side
from table.script.dealing import GoodDealer, Step, faces
from tests.croupier.cards import LEFT, Story
from tests.croupier.cases import with_covered_places
from tests.croupier.staff import Act, carried_on, open_cases, to_be_turned
from tests.rig.tables import AtTable


class Croupier(GoodDealer):
    """The dealer of a table who knows the ``cards`` of the hand in the order in which they leave the shoe.

    ``says`` is what the reader declares if they do not follow the Regola; for ``unnoticed`` and ``left`` see
    :class:`Story`. How their acts travel is their table's: through the door, or from the page of their screen. Each is
    known before it is pressed, so that a test can kill the process in it, press it on four tablets, or put something
    wrong in it.
    """

    def __init__(
        self, table: AtTable, cards: str = "", *, unnoticed: str = "", says: str = "", left: int = LEFT
    ) -> None:
        self.table, self.says = table, says
        self._cards = Story(table.state, cards, unnoticed=unnoticed, left=left)

    @property
    def cards(self) -> Story:
        """The cards as they truly lie."""
        return self._cards

    @property
    def state(self) -> TableState:
        """What lies on the table now."""
        return self.table.state

    def send(self, act: Step) -> PressResult:
        """A press of the dealer's table."""
        return self.table.press(act)

    # --- what the dealer does

    def to_the_burn(self) -> dict[str, str]:
        """Good staff put right what holds the coup, and the dealer plays it to its end. Gives the last hands."""
        hands: dict[str, str] = {}
        while (state := self.table.state).coup is not None:
            hands = _hands(state)
            self._goes_on(state)
        return hands

    def tells(self, kind: str, **facts: Any) -> Incident:
        """Report what went wrong; once it is told how the cards lie the record has them where they truly are."""
        if facts.get("laid"):
            facts = with_covered_places(self.table, facts) if "told_apart" not in facts else facts
        words: dict[str, Any] = {"text": "as seen"} if needs_words(kind, facts) else {}
        answer = self.table.does("report_incident", kind=kind, facts=facts, **words)
        if "laid" in facts:
            self.is_noticed()
        return Incident.objects.get(table=self.table.row, number=answer.number)

    def is_noticed(self) -> None:
        """From now on the record has the cards where they truly lie."""
        self.cards.unnoticed = {}

    def turns_what_is_covered(self) -> bool:
        """If the answer to a case waits for it, the next hand or third card that lies covered is turned."""
        verb = to_be_turned(self.table.state)
        if verb:
            self.perform(verb)
        return bool(verb)

    def says_which_came_first(self) -> bool:
        """If the keys leave open in which order cards of a box came out the dealer says so; unless it was lost."""
        state, truly = self.table.state, self.cards.faces
        open_case = (it for it in open_cases(state.table) if it.answer.get("verdict") in ("not_clear", "result_only"))
        case = next((it for it in open_case if not it.evidence.get("lost") and not valid_statements([it])), None)
        hand = list(enumerate(state.of_the_hand, start=1))
        true = {truly[card.number]: place for place, card in hand}
        if case is None or not {card.face for _, card in hand if card.face} <= true.keys():
            return False
        places = {str(card.number): [true[card.face] if card.face else place] for place, card in hand}
        self.table.does("add_evidence", incident=case.number, places=places)
        return True

    # --- what the dealer sees

    def shown(self) -> dict[str, str]:
        """Both hands as everybody sees them."""
        return _hands(self.table.state)

    def next_card(self) -> str:
        """The next card of the shoe."""
        return faces(self.table.state, self.cards, [], more=1)[0]

    # --- how

    def _goes_on(self, state: TableState) -> None:
        """One act towards the end of the coup, the dealer's or that of the staff."""
        assert state.coup is not None
        if not state.coup.held:
            assert self.step(), "nothing leads on"
        elif not self.turns_what_is_covered() and not self.says_which_came_first():
            self._staff_does(carried_on(state, self.table.cast, open_cases(state.table)))

    @staticmethod
    def _staff_does(act: Act) -> None:
        act.by.does(act.verb, **act.given)


def _hands(state: TableState) -> dict[str, str]:
    return {side.value: show(state.hand(side)) for side in Side}
