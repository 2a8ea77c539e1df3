"""One act while it is done: who does it, when, at which table, and the effects that it names."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.functional import cached_property

from table.models import House, Table
from table.play.state import Floor
from table.rules.profile import Role
from table.rules.refusal import Code, require


@dataclass
class Act:
    """One act while it is performed: the table's floor, who does it, when, its number, and the effects it names."""

    owner: Table | House
    actor: str
    role: Role
    at: datetime
    number: int
    effects: list[list[Any]] = field(default_factory=list)

    @cached_property
    def state(self) -> Floor:
        """What lies on the table."""
        return Floor(self.table)

    @property
    def table(self) -> Table:
        """The row that is locked."""
        assert isinstance(self.owner, Table)
        return self.owner

    def effect(self, name: str, **facts: Any) -> None:
        """Name something that the act brought about besides what its verb says."""
        self.effects.append([name, facts])

    def cite(self, source: str) -> str:
        """Where this table's house has a law that is written in ``source``: its own document for another house's."""
        return self.state.cite(source) if isinstance(self.owner, Table) else source


def check_said(said: bool, words: str) -> None:
    """A mandatory phrase has to be spoken, and its speaking confirmed."""
    require(said, Code.PHRASE, "Say «%(words)s» aloud and confirm it.", words=words)
