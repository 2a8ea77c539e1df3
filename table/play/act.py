"""One act while it is done: who does it, when, at which table, and the effects that it names."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from table.models import Coup, House, Table
from table.play.effects import EFFECTS
from table.play.sealed import Sabot
from table.play.state import TableState
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.rules.topics.authority import cite
from table.rules.topics.sources import Cited


@dataclass
class Act:
    """One act while it is performed: who does it, when, its number, and the effects it names.

    ``sabot`` tells it of the cards of a shoe that knows them what nobody at the table can know; ``read`` is the face
    that an electronic shoe has read of the card that this act takes out of it, which nobody is told.
    """

    owner: Table | House
    actor: str
    role: Role
    at: datetime
    number: int
    _state: TableState | None = None
    effects: list[list[Any]] = field(default_factory=list)
    sabot: Sabot | None = None
    read: str = field(default="", repr=False)

    @property
    def state(self) -> TableState:
        """What lies on the table."""
        if self._state is None:
            self._state = TableState(self.table)
        return self._state

    @property
    def coup(self) -> Coup:
        """The coup that is being played; only an act whose phases are those of a coup may ask for it."""
        coup = self.state.coup
        assert coup is not None, "no coup is being played"
        return coup

    @property
    def coup_read(self) -> Coup | None:
        """The coup that the act has looked at; None where it has not looked, or there is none."""
        return self._state.coup_read if self._state is not None else None

    @property
    def table(self) -> Table:
        """The row that is locked."""
        assert isinstance(self.owner, Table)
        return self.owner

    def effect(self, name: str, **facts: Any) -> None:
        """Name something that the act brought about besides what its verb says; the effect has to be declared."""
        assert name in EFFECTS, f"no effect {name} is declared"
        self.effects.append([name, facts])

    def cite(self, topic: str) -> Cited:
        """On whose word this table's house has a topic; of the house itself, as the Super Punto Banco has it."""
        return self.state.cite(topic) if isinstance(self.owner, Table) else cite(None, topic)


def check_said(said: bool, words: str) -> None:
    """A mandatory phrase has to be spoken, and its speaking confirmed."""
    require(said, Code.PHRASE, "Say «%(words)s» aloud and confirm it.", words=words)
