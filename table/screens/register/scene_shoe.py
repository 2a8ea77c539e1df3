"""The shoe and what lay beside it as a coup that was played found them."""

import copy
from collections.abc import Iterable, Sequence

from table.models import Coup, DrawnCard, Shoe
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
    if _came_in(entries) or (shoe.cut_card_at is not None and shoe.cut_card_at > shoe.out):
        shoe.cut_card_at = None
    out = shoe.cut_card_at is not None
    shoe.status = Shoe.Status.LAST_COUP if out else Shoe.Status.IN_PLAY
    shoe.coups_left, shoe.mask_waits, shoe.cut_card_taken = 1 if out else None, False, out and not row.began_with_mask
    shoe.next_visible, shoe.call_due, shoe.last_by_ruling = False, "", False
    return shoe


def _came_in(entries: Sequence[ReadEntry]) -> bool:
    """Whether the cut card came in this coup: it was reported, or found not to have been."""
    for done in entries:
        corrected = [facts for name, facts in done.effects if name == "entry_corrected"]
        forgotten = any(facts["what"] == "cut_card" and facts["old"] is None for facts in corrected)
        came = done.entry.verb == "cut_card_out" or any(name == "cut_card_came" for name, _facts in done.effects)
        if forgotten or came:
            return True
    return False
