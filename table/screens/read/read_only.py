"""A table that is only looked at: what several things on it are read from is read at once, as nothing changes it."""

from django.db.models import Q
from django.utils.functional import cached_property

from table.models import DrawnCard
from table.play.state import HELD, TableState
from table.rules.phase import Phase
from table.rules.regola import Layout


class ReadOnlyState(TableState):
    """What lies on a table, for its screens; no verb changes anything here."""

    @cached_property
    def lying(self) -> list[DrawnCard]:
        """The cards of this coup, and those that wait for the next hand, in the order of extraction."""
        if self.shoe is None:
            return []
        wanted = Q(location__in=HELD) if self.coup is None else Q(location__in=HELD) | Q(coup=self.coup)
        return list(self.shoe.cards.filter(wanted).order_by("number"))

    @cached_property
    def cards(self) -> list[DrawnCard]:
        """The cards of this coup in the order of extraction."""
        return [card for card in self.lying if self.coup is not None and card.coup_id == self.coup.pk]

    @cached_property
    def held(self) -> list[DrawnCard]:
        """The cards that wait for the next hand, first out first in."""
        return [card for card in self.lying if card.location in HELD]

    @cached_property
    def phase(self) -> Phase | None:
        """How far the coup is; None between coups."""
        return super().phase

    @cached_property
    def layout(self) -> Layout:
        """Both hands as they lie, covered cards as the unknown one."""
        return super().layout
