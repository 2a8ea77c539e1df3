"""Dealer who does what the table asks for next; who that is and how the acts travel is up to subclasses."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from table.play.next_act import next_act
from table.play.state import TableState
from table.script.dealing.cards import TrueCards
from table.script.dealing.right_entries import Step, keyed


class GoodDealer(ABC):
    """Good dealer at one table.

    ``says`` is what the reader declares against the Regola, if anything; ``leaves`` are the acts that somebody else
    does.
    """

    says = ""
    leaves: tuple[str, ...] = ()

    # --- hooks

    @property
    @abstractmethod
    def state(self) -> TableState:
        """State of the table."""

    @property
    @abstractmethod
    def cards(self) -> TrueCards:
        """Cards of the shoe as they truly lie."""

    @abstractmethod
    def send(self, act: Step) -> object:
        """Perform an act at the table, and return what the subclass has for it. Raises Refused as the table does."""

    def keyed(self, verb: str, state: TableState) -> Step:
        """Return the act ``verb`` with its arguments for this state, as a good dealer keys it.

        A declaration is the one in the attribute ``says``, by voice, if that is not empty. The verb may become another
        one, as :func:`~table.script.dealing.right_entries.keyed` says. Raises LookupError where a card for it is not
        known.
        """
        if verb == "declare" and self.says:
            return verb, {"claim": self.says, "means": "voice"}
        return keyed(verb, state, self.cards)

    # --- what the table asks for

    def next_verb(self) -> str:
        """Return the verb of the act that the table asks of its dealer; empty where it asks for none."""
        return next_verb(self.state)

    def acts(self, *goals: str) -> Iterator[Step]:
        """Yield the acts that the table asks its dealer for, each with its arguments.

        The caller has to perform one before it takes the next, else the same comes again. Ends before an act that is
        one of ``goals`` or of the attribute ``leaves`` (acts that others do), where none is asked for, or where a card
        for it is not known.
        """
        while (verb := next_verb(state := self.state)) not in ("", *goals, *self.leaves):
            try:
                act = self.keyed(verb, state)
            except LookupError:
                return
            yield act

    def step(self, *goals: str) -> bool:
        """Perform the next act that the table asks for, unless it is one of ``goals`` or of the attribute ``leaves``.

        Return whether one was performed: False too where none is asked for, or a card for it is not known. Raises
        Refused as the table does.
        """
        act = next(self.acts(*goals), None)
        if act is not None:
            self.send(act)
        return act is not None

    def advance(self, *goals: str) -> None:
        """Perform the acts that the table asks for, up to but without one of ``goals``; until :meth:`step` is False."""
        while self.step(*goals):
            pass

    def perform(self, verb: str) -> None:
        """Perform an act with the cards as they truly lie, whether the table asks for it or not.

        The verb may become another one, as :meth:`keyed` says. Raises Refused as the table does, and LookupError where
        a card for it is not known.
        """
        self.send(self.keyed(verb, self.state))


def next_verb(state: TableState) -> str:
    """Return the verb of the act that a table asks of its dealer; empty where it asks for none."""
    act = next_act(state)
    return act.verb if act else ""
