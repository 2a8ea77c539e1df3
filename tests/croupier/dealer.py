"""The croupier: he does what the table asks for next with the cards as they truly lie, and good staff stand behind him.

He is no player of scripts (``table.script.player``), who presses by himself: here an act is known before it is pressed,
so that a test can send it from a page, kill the process in it, press it on four tablets, or put something wrong in it.
"""

from collections.abc import Iterator
from typing import Any

from procedures.models import Incident
from procedures.rebuild.items import standing
from table.play.next_act import next_act
from table.play.state import TableState
from table.record.door import Answer
from table.rules.cards import show
from table.rules.regola import Side
from tests.croupier.cards import LEFT, Told, faces
from tests.croupier.cases import told_of_the_covered
from tests.croupier.keys import Step, keyed
from tests.croupier.staff import Act, carried_on, open_cases, to_be_turned
from tests.rig.tables import AtTable


class Croupier:
    """The dealer of a table who knows the ``cards`` of the hand in the order in which they leave the shoe.

    ``says`` is what the reader declares if he does not follow the Regola; for ``lie`` and ``left`` see :class:`Told`.
    How his acts travel is his table's: through the door, or from the page of his screen.
    """

    def __init__(self, table: AtTable, cards: str = "", *, lie: str = "", says: str = "", left: int = LEFT) -> None:
        self.table, self.says = table, says
        self.cards = Told(table.state, cards, lie=lie, left=left)

    # --- what he does

    def asked(self) -> str:
        """The act that the table asks of him; empty where it asks for none."""
        return _asked(self.table.state)

    def acts(self, until: str = "") -> Iterator[Step]:
        """One act after the other, each as the table asks for it once the last one is done, until this one is next."""
        while (asked := _asked(state := self.table.state)) not in ("", until):
            yield self._keyed(asked, state)

    def on(self, until: str = "") -> None:
        """He goes on as the table asks, until this act is the next one; without a name as long as it asks for any."""
        for act in self.acts(until):
            self.table.press(act)

    def does(self, verb: str) -> Answer:
        """An act with the cards as they lie, asked for or not."""
        return self.table.press(self._keyed(verb, self.table.state))

    def to_the_burn(self) -> dict[str, str]:
        """Good staff put right what holds the coup, and he plays it to its end. Gives the last hands."""
        hands: dict[str, str] = {}
        while (state := self.table.state).coup is not None:
            hands = _hands(state)
            self._goes_on(state)
        return hands

    def tells(self, kind: str, **facts: Any) -> Incident:
        """He reports what went wrong; once it is told how the cards lie the record has them where they truly are."""
        if facts.get("laid"):
            facts = told_of_the_covered(self.table, facts) if "told_apart" not in facts else facts
        answer = self.table.does("report_incident", kind=kind, facts=facts)
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
            self.does(verb)
        return bool(verb)

    def says_which_came_first(self) -> bool:
        """If the keys leave open in which order cards of a box came out he says so; unless it was lost."""
        state, told = self.table.state, self.cards.faces
        open_case = (it for it in open_cases(state.table) if it.answer.get("verdict") in ("not_clear", "result_only"))
        case = next((it for it in open_case if not it.evidence.get("lost") and not standing([it])), None)
        hand = list(enumerate(state.of_the_hand, start=1))
        true = {told[card.number]: place for place, card in hand}
        if case is None or not {card.face for _, card in hand if card.face} <= true.keys():
            return False
        places = {str(card.number): [true[card.face] if card.face else place] for place, card in hand}
        self.table.does("add_evidence", incident=case.number, places=places)
        return True

    # --- what he sees

    def shown(self) -> dict[str, str]:
        """Both hands as everybody sees them."""
        return _hands(self.table.state)

    def next_card(self) -> str:
        """The next card of the shoe."""
        return faces(self.table.state, self.cards, [], more=1)[0]

    # --- how

    def _goes_on(self, state: TableState) -> None:
        """One act towards the end of the coup, his or that of the staff."""
        assert state.coup is not None
        if not state.coup.held:
            asked = _asked(state)
            assert asked, "nothing leads on"
            self.table.press(self._keyed(asked, state))
        elif not self.turns_what_is_covered() and not self.says_which_came_first():
            self._staff_does(carried_on(state, self.table.cast, open_cases(state.table)))

    @staticmethod
    def _staff_does(act: Act) -> None:
        act.by.does(act.verb, **act.given)

    def _keyed(self, verb: str, state: TableState) -> Step:
        if verb == "declare" and self.says:
            return verb, {"claim": self.says, "means": "voice"}
        return keyed(verb, state, self.cards)


def _asked(state: TableState) -> str:
    act = next_act(state)
    return act.verb if act else ""


def _hands(state: TableState) -> dict[str, str]:
    return {side.value: show(state.hand(side)) for side in Side}
