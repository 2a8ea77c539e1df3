"""What was said of the cards, as screens have to know it: of which covered ones, and what of it counts no more."""

from collections.abc import Collection

from procedures.models import Incident
from procedures.rebuild import items
from procedures.rebuild.evidence import counting
from procedures.screens.open_cases import waiting_cases
from table.screens.read.snapshot import Snapshot


def spoken_of(snapshot: Snapshot) -> Collection[int]:
    """The covered cards, by their numbers, of which somebody has said when they came out, and it counts."""
    state = snapshot.state
    coup = state.coup
    cases = [it for it in waiting_cases.of(snapshot) if coup is not None and it.coup_id == coup.pk and it.blocking]
    covered = {card.number for card in state.of_the_hand if not card.face}
    return {card for item in counting(state, cases) for card in item.backs if card in covered & item.named}


def fell_away(incident: Incident) -> bool:
    """Whether something that was said counts no more, as cards were turned of which nobody said which they were."""
    return any(item.gone for item in items.items_of(incident))
