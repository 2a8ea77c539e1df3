"""Table state for screens, which computes derived values once because nothing changes its rows."""

from django.utils.functional import cached_property

from table.play.state import TableState
from table.rules.phase import Phase
from table.rules.regola import Layout


class ReadOnlyState(TableState):
    """State of a table that screens read: phase and layout are cached, so no verb may act on it."""

    @cached_property
    def phase(self) -> Phase | None:
        """Phase of the coup as first computed here, whatever changes since; None between coups."""
        return super().phase

    @cached_property
    def layout(self) -> Layout:
        """Hands and excess cards of the coup as they are, covered cards as the unknown card; empty between coups."""
        return super().layout
