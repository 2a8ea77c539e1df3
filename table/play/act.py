"""One act while it is performed: who does it, when, at which table, and the effects that it records."""

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Model

from table.memory import statements
from table.models import Coup, House, Table
from table.play.effects import EFFECTS, Effects
from table.play.sealed import Sabot
from table.play.state import TableState
from table.rules.authority import cite
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.rules.topics.sources import Cited


@dataclass
class Act:
    """An act while it is performed, with the table or house it belongs to, and the number its entry will have.

    ``register`` is the code of table or house. ``effects`` are pairs of a name and its facts, in order. ``sabot``
    supplies what nobody at the table can know of the cards of a shoe that knows them. ``read`` is the face that an
    electronic shoe has read of the card which this act draws; nothing may show it. ``notes_changed`` are the cents of
    banknotes that it turns into chips, ``tipped`` those of a tip, ``won`` those that each bettor wins by it, below 0
    what they lose: no effect tells them, so that whoever notices the act finds them here. ``guest_cash`` are facts
    about the guest whose banknotes it changes, where the house has any. ``seen`` is the last entry that the screen
    showed on which it was pressed, None where that is not known, and in a replay.
    """

    owner: Table | House
    actor: str
    role: Role
    at: datetime
    number: int
    register: str = field(init=False)
    cached: InitVar[TableState | None] = None
    effects: Effects = field(default_factory=list)
    sabot: Sabot | None = None
    read: str = field(default="", repr=False)
    notes_changed: int = 0
    tipped: int = 0
    won: dict[str, int] = field(default_factory=dict)
    guest_cash: Mapping[str, Any] | None = None
    seen: int | None = None

    def __post_init__(self, cached: TableState | None) -> None:
        """Set ``register``, and take ``cached`` as the state of the table if given; else first access makes it."""
        self.register = str(self.owner)
        if cached is not None:
            self.state = cached

    @cached_property
    def table(self) -> Table:
        """Row of the table, which is locked; asserts that the act is not one of the house."""
        assert isinstance(self.owner, Table)
        return self.owner

    @property
    def trains(self) -> bool:
        """Whether it is done at a training table."""
        return isinstance(self.owner, Table) and self.owner.training

    @cached_property
    def state(self) -> TableState:
        """State of the table, created on first access; asserts that the act is not one of the house."""
        return TableState(self.table)

    @property
    def coup(self) -> Coup:
        """Coup that is being played, of whatever kind; asserts that there is one."""
        coup = self.state.coup
        assert coup is not None, "no coup is being played"
        return coup

    def check_seen(self, number: int) -> None:
        """Refuse (E_STALE) unless the screen on which this act was pressed had shown the entry with this number.

        Passes where it is not known what the screen showed (``seen`` is None), as in a replay.
        """
        require(
            self.seen is None or number <= self.seen,
            Code.STALE,
            "The table has moved on; look again and press again.",
        )

    def insert(self, row: Model) -> None:
        """Insert a new row at once, and set its primary key; it is added to no cached list.

        No ``save()`` runs and no signal is sent; see :func:`table.memory.statements.insert`.
        """
        statements.insert(row)

    def update(self, *rows: Model) -> None:
        """Save rows of one model that this act has changed, with all their columns; does nothing without rows.

        Raises AssertionError if one of them is not in the database.
        """
        statements.update(*rows)

    def effect(self, name: str, **facts: Any) -> None:
        """Append ``[name, facts]`` to ``effects``; asserts that the name is declared in ``EFFECTS``."""
        assert name in EFFECTS, f"no effect {name} is declared"
        self.effects.append([name, facts])

    def wins(self, bettor: str, amount: int) -> None:
        """Add cents to what a bettor wins by the act (``won``), below 0 for a loss; nothing is recorded."""
        self.won[bettor] = self.won.get(bettor, 0) + amount

    def cite(self, topic: str) -> Cited:
        """Source for a topic in this table's rules; in the Super Punto Banco for the house, or a table without rules.

        Raises AssertionError for a topic that is not declared.
        """
        return self.state.cite(topic) if isinstance(self.owner, Table) else cite(None, topic)


def check_said(said: bool, words: str) -> None:
    """Refuse (E_PHRASE) unless ``said`` confirms that a mandatory phrase was spoken."""
    require(said, Code.PHRASE, "Say «%(words)s» aloud and confirm it.", words=words)
