"""Statements about the cards as screens need them: about which covered ones, and what of them no longer counts."""

from collections.abc import Collection
from typing import NamedTuple

from procedures.models import Incident
from procedures.rebuild import items
from procedures.rebuild.evidence import counting, possible_places
from procedures.screens.open_cases import OpenCase, waiting_cases
from table.models import DrawnCard
from table.rules.regola import FIRST_CARDS, Side
from table.screens.read.lines import face_text
from table.screens.read.snapshot import Snapshot
from table.words.terms import SIDES


def spoken_of(snapshot: Snapshot) -> Collection[int]:
    """Return the numbers in the taglia of the covered cards about which a statement on the order counts.

    That is one that nobody has set aside. Held cards are among them; only cases that hold this coup are looked at.
    """
    state = snapshot.state
    covered = {card.number for card in state.of_the_hand if not card.face}
    return {card for it in counting(state, _cases(snapshot)) for card in it.backs if card in covered & it.named}


def _cases(snapshot: Snapshot) -> list[Incident]:
    """List the cases that hold this coup; empty between coups."""
    coup = snapshot.state.coup
    return [it for it in waiting_cases.of(snapshot) if coup is not None and it.coup_id == coup.pk and it.blocking]


def unsure(snapshot: Snapshot) -> Collection[int]:
    """Return the numbers of the cards of which any can be the one that came out by a press of its own.

    They are those that the latest report of the layout left unsure. Only cases that hold the coup being played are
    looked at; empty without such a report.
    """
    newest = max((report for it in _cases(snapshot) for report in items.reports_of(it)), default=None)
    return newest.unsure if newest else ()


def attested(snapshot: Snapshot) -> bool:
    """Whether an inspector has attested a case that holds this coup, even one who has left since."""
    return any(it.attestations.all() for it in _cases(snapshot))


def fell_away(incident: Incident) -> bool:
    """Whether a statement of this case on the order no longer counts for some of its cards.

    Those lay covered when it was made, were turned since, and nobody said which they were.
    """
    return any(item.gone for item in items.items_of(incident))


class LastCard(NamedTuple):
    """Question where cards are dealt open: which of the cards at this box came after the first four.

    ``cards`` are those that can have come last, by number and face; ``place`` is the last one, and ``places`` are those
    of the box.
    """

    side: str
    cards: tuple[tuple[int, str], ...]
    place: int
    places: tuple[int, ...]


def last_card(snapshot: Snapshot, case: OpenCase) -> LastCard | None:
    """Return the question which card came last; None where it need not be answered.

    It needs an answer where four faces were keyed as they came, one more lies open at a box, there is a verdict but no
    proposal, no statement on the order counts (one that was set aside does not), and nobody reported the order as lost.
    It has the box, the cards there that can have come last, the last place, and the places of the cards there.
    """
    hand = snapshot.state.of_the_hand
    opened = [it for it in hand if it.known == DrawnCard.Known.OPEN]
    if len(opened) != FIRST_CARDS or len(hand) != FIRST_CARDS + 1 or not case.verdict or case.clear:
        return None
    [more] = [it for it in hand if it not in opened]
    said = counting(snapshot.state, case.group) or any(map(items.lost_in, case.group))
    if not more.face or said or more.location not in set(Side):
        return None
    there = [(place, it) for place, it in enumerate(hand, start=1) if it.location == more.location]
    can_be = possible_places(snapshot.state, case.group)
    last = tuple((it.number, face_text(it.face)) for _, it in there if len(hand) in can_be[it.number])
    return LastCard(str(SIDES[Side(more.location)]), last, len(hand), tuple(place for place, _ in there))
