"""The shoe and what lay beside it as a coup that was played found them."""

import copy
from collections.abc import Iterable, Sequence

from table.models import Coup, DrawnCard, Shoe
from table.rules.regola import Outcome
from table.screens.read.snapshot import ReadEntry

LOCATION = DrawnCard.Location
HELD = {True: LOCATION.HELD_SEEN, False: LOCATION.HELD_UNDER}
"""Where a card waits for the next hand, by whether somebody saw it."""
SHOWS_WAITING: set[str] = set()
"""The effects by which a card that waits beside the sabot was seen; those who name such an effect add it."""


def named(entries: Iterable[ReadEntry], *effects: str) -> list[int]:
    """The cards that these effects of the entries name."""
    return [facts["card"] for done in entries for name, facts in done.effects if name in effects]


def waited(row: Coup, entries: Sequence[ReadEntry]) -> dict[int, DrawnCard]:
    """The cards that lay beside the sabot before the coup and entered it; seen ones lay there open."""
    drawn, turned = named(entries, "card_drawn"), named(entries, "card_turned")
    entered = set(named(entries, "held_card_enters")) - set(drawn)
    seen_since, waited = named(entries, *SHOWS_WAITING), {}
    for known in row.shoe.cards.filter(number__in=entered):
        face = known.face if known.number not in turned else ""
        seen = known.seen and known.number not in seen_since
        waited[known.number] = DrawnCard(
            pk=known.number, number=known.number, shoe=row.shoe, location=HELD[seen], seen=seen, face=face
        )
    return waited


def shoe_before(row: Coup, entries: Sequence[ReadEntry]) -> Shoe:
    """The shoe as it stood when the coup began: so many cards out, the cut card among them or not."""
    shoe, drawn = copy.copy(row.shoe), named(entries, "card_drawn")
    last = row.shoe.cards.filter(coup__lt=row.pk).order_by("-number").first()
    shoe.out = min(drawn) - 1 if drawn else last.number if last else 0
    comes = any(done.entry.verb == "cut_card_out" for done in entries)
    if comes or (shoe.cut_card_at is not None and shoe.cut_card_at > shoe.out):
        shoe.cut_card_at = None
    shoe.status = Shoe.Status.IN_PLAY if shoe.cut_card_at is None else Shoe.Status.LAST_COUP
    shoe.coups_left = None if shoe.cut_card_at is None else coups_left(row)
    shoe.next_visible, shoe.call_due = False, ""
    return shoe


def coups_left(row: Coup) -> int | None:
    """How many coups were to be finished when this one was played; each that ended since has been counted off."""
    if row.shoe.coups_left is None:
        return None
    ended = row.shoe.coups.filter(ended=True, number__gte=row.number).exclude(outcome=Outcome.CANCELLED)
    return row.shoe.coups_left + ended.count()
