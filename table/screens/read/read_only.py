"""A table that is only looked at: what several things on it are told from is told once, as nothing changes it."""

from django.utils.functional import cached_property

from table.play.state import TableState
from table.rules.phase import Phase
from table.rules.regola import Layout


class ReadOnlyState(TableState):
    """What lies on a table, for its screens; no verb changes anything here."""

    @cached_property
    def phase(self) -> Phase | None:
        """How far the coup is; None between coups."""
        return super().phase

    @cached_property
    def layout(self) -> Layout:
        """Both hands as they lie, covered cards as the unknown one."""
        return super().layout
