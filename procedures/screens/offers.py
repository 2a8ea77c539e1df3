"""What the dealer can report now, in his own words: a question or two, and what is said and done by the article."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from procedures.articles import KINDS
from procedures.models import Incident
from procedures.rebuild import placement
from table.play.shoe import IN_USE
from table.rules.profile import Role
from table.rules.regola import FIRST_CARDS, Side
from table.screens.read.snapshot import Snapshot
from table.terms import SIDES

MOST_BEFORE_STUCK = 6


class Option(NamedTuple):
    """One answer to a question: its value, what it is called, and what follows from it, if that is said."""

    value: str | int
    words: Promise | str
    follows: Promise | str = ""


def options(words: Mapping[str, Promise]) -> tuple[Option, ...]:
    """One answer for each of these words."""
    return tuple(Option(*it) for it in words.items())


class Column(NamedTuple):
    """A card of the hand in the order of extraction, as it is told where it lies.

    ``box`` is where it lies by the record: a side, ``-`` for neither, ``out`` if it is in the sabot. ``loose`` says
    that it may not be out at all.
    """

    place: int
    number: int
    face: str
    box: str
    loose: bool


class Report(NamedTuple):
    """One thing that may have gone wrong, with what its sheet needs."""

    kind: str
    words: Promise
    source: str
    columns: tuple[Column, ...] = ()

    @property
    def told(self) -> list[str | None]:
        """The boxes as the record has them."""
        return _boxes(self.columns)

    @property
    def lost(self) -> tuple[Option, ...]:
        """The cards of which nobody may be able to tell any more which came first."""
        return tuple(Option(it.place, f"{it.place}.") for it in self.columns if it.box != "out")


def _boxes(columns: Iterable[Column]) -> list[str | None]:
    return [None if it.box == "-" else it.box for it in columns if it.box != "out"]


def _cards(snapshot: Snapshot) -> int:
    return len(placement.of_the_hand(snapshot.state)) if _in_a_hand(snapshot) else 0


def _in_a_hand(snapshot: Snapshot) -> bool:
    """A hand is being dealt or lies there: what leaves the shoe belongs to it."""
    coup = snapshot.state.coup
    return coup is not None and coup.closed and not coup.outcome


def _shoe(snapshot: Snapshot) -> bool:
    return snapshot.state.shoe is not None and snapshot.state.shoe.status in IN_USE


def _always(_snapshot: Snapshot) -> bool:
    return True


def _covered(snapshot: Snapshot) -> list[Column]:
    """The cards that lie covered at a box, while the game deals."""
    cards = placement.of_the_hand(snapshot.state) if _in_a_hand(snapshot) else []
    at_boxes = {card.number for card in snapshot.state.at_boxes}
    found = [
        Column(place, card.number, "", card.location, loose=False)
        for place, card in enumerate(cards, start=1)
        if card.number in at_boxes and not card.face
    ]
    return found if snapshot.state.phase in ("dealing", "reading") else []


OFFERED: tuple[tuple[str, Promise, Callable[[Snapshot], object]], ...] = (
    ("extra", pgettext_lazy("incident", "a card too many"), _shoe),
    ("fallen_card", pgettext_lazy("incident", "a card fell"), lambda it: _in_a_hand(it) or it.state.held),
    ("stuck_cards", pgettext_lazy("incident", "cards stuck together"), _in_a_hand),
    ("inverted", pgettext_lazy("incident", "cards at the wrong box"), lambda it: _cards(it) > 1),
    ("wrong_number", pgettext_lazy("incident", "three cards at one side, or one"), lambda it: _cards(it) > 0),
    ("undue_third", pgettext_lazy("incident", "a third card not due"), lambda it: _cards(it) >= FIRST_CARDS),
    ("turned_by_dealer", pgettext_lazy("incident", "I turned a card while dealing"), _covered),
    ("worn_card", pgettext_lazy("incident", "a card is worn"), _shoe),
    ("visible", pgettext_lazy("incident", "the next card is visible"), _shoe),
    ("unforeseen", pgettext_lazy("incident", "a foreign card, or one missing"), _always),
)
"""In the order in which they are offered: what it is called at the table, and when it can be."""
VERB = {"visible": "report_visible", "extra": "card_out"}
MORE_COLUMNS = {"inverted": 0, "undue_third": 1, "wrong_number": 2}


def reports(snapshot: Snapshot, role: Role) -> list[Report]:
    """What somebody in this role can report now."""
    return [
        Report(kind, words, _source(kind), columns(snapshot, MORE_COLUMNS[kind]) if kind in MORE_COLUMNS else ())
        for kind, words, when in OFFERED
        if when(snapshot) and snapshot.may(role, VERB.get(kind, "report_incident"))
    ]


def sheets() -> list[tuple[str, Promise]]:
    """The sheets that ask something, whether they can be used now or not: one that is open stays where it is."""
    return [(kind, words) for kind, words, _when in OFFERED if kind != "visible"]


def _source(kind: str) -> str:
    article = KINDS[{"extra": "extra_card", "visible": "visible_card"}.get(kind, kind)][0]
    return article.source.removeprefix("Super Punto Banco, ")


def columns(snapshot: Snapshot, more: int = 0) -> tuple[Column, ...]:
    """The cards of the hand, with so many that may be out besides; the last ones may not be out, if any may."""
    state = snapshot.state
    cards = placement.of_the_hand(state)
    at = dict(zip((card.number for card in cards), placement.told(state), strict=True))
    opened = [place for place, card in enumerate(cards) if card.face or card.waited]
    firm = max(opened, default=0) + 1 if opened else 1
    known = tuple(
        Column(place, card.number, card.face, at[card.number] or "-", loose=bool(more) and place > firm)
        for place, card in enumerate(cards, start=1)
    )
    count = len(known)
    return known + tuple(Column(count + it, 0, "", "out", loose=True) for it in range(1, more + 1))


class Evidence(NamedTuple):
    """What can be said of the order of the cards: for each the places at which it can have come out."""

    columns: Sequence[Column]
    places: dict[int, list[int]]

    @property
    def told(self) -> list[str | None]:
        """The boxes as the record has them."""
        return _boxes(self.columns)


def evidence(snapshot: Snapshot, incident: Incident) -> Evidence:
    """The cards of the hand, and at which places they can have come out by what was said so far."""
    cards, said = columns(snapshot), incident.evidence.get("places", {})
    return Evidence(cards, {it.number: said.get(str(it.number), [it.place]) for it in cards})


class Asked(NamedTuple):
    """What the questions have to know: how many cards are out, which wait, and whether this house plays in bianco."""

    out: int
    waiting: tuple[int, ...]
    unseen: tuple[int, ...]
    covered: tuple[Column, ...]
    first: bool
    blanks: bool
    in_hand: bool

    def by(self, kind: str) -> "Asked":
        """What the questions about this kind have to know; the others are the same however the hand goes on."""
        if kind in ("fallen_card", "stuck_cards", "turned_by_dealer"):
            return self
        return self._replace(out=0, waiting=(), covered=(), first=False, in_hand=False)

    @property
    def fallen(self) -> tuple[Option, ...]:
        """The cards that can have fallen: of the hand and the next of its first four, or those that wait for a hand."""
        if not self.in_hand:
            return tuple(Option(place, f"{place}.") for place in range(1, len(self.waiting) + 1))
        last = max(self.out, min(self.out + 1, FIRST_CARDS))
        uncounted = _("not yet counted")
        return tuple(Option(it, f"{it}.", uncounted if it > self.out else "") for it in range(1, last + 1))

    @property
    def before(self) -> tuple[Option, ...]:
        """How many cards of this hand can have been out before others stuck together."""
        return tuple(Option(count, str(count)) for count in range(min(self.out, MOST_BEFORE_STUCK) + 1))

    @property
    def turned(self) -> tuple[Option, ...]:
        """The cards that the dealer can have turned while dealing."""
        return tuple(Option(card.number, f"{card.place}.", SIDES[Side(card.box)]) for card in self.covered)


def asked(snapshot: Snapshot) -> Asked:
    """The same at this moment."""
    state, out, in_hand = snapshot.state, _cards(snapshot), _in_a_hand(snapshot)
    return Asked(
        out=out,
        waiting=tuple(card.number for card in state.held),
        unseen=tuple(card.number for card in (*state.held, *state.waiting) if not card.seen),
        covered=tuple(_covered(snapshot)),
        first=in_hand and out <= 1 and not snapshot.blank,
        blanks=snapshot.state.profile.remedies == "blank_coup",
        in_hand=in_hand,
    )
