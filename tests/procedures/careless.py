"""Hands whose true order is known, keyed as carelessly as people key: the record is told everything, in any order.

What can be known of them is worked out apart from the engine, by trying every order. Art. 6 to 8.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from procedures.models import Incident
from table.models import DrawnCard
from table.rules.cards import Card
from table.rules.refusal import Refused
from table.rules.regola import lay_out
from tests.croupier.cases import newest
from tests.procedures.misdeals import AS_DEALT, BANCO, PUNTO, hands
from tests.rig.tables import AtTable

KINDS = ("inverted", "wrong_number", "undue_third")
LAID = [[*AS_DEALT], [PUNTO, BANCO, BANCO, PUNTO], [BANCO, PUNTO, BANCO, BANCO], [PUNTO] * 3 + [BANCO], [PUNTO, BANCO]]
"""How four cards may lie, and what somebody may report who has not looked."""


class Hand(NamedTuple):
    """Cards in the order in which they came out, and where each lies. ``third``: the last came by a press of its own.

    By the record four came out before it: where they were three or five a report has to say so.
    """

    order: tuple[Card, ...]
    boxes: tuple[str, ...]
    third: bool

    @property
    def faces(self) -> dict[str, int]:
        """The place of each face."""
        return {str(card): place for place, card in enumerate(self.order)}

    def at(self, box: str) -> list[str]:
        """The faces at a box."""
        return [str(card) for card, lies in zip(self.order, self.boxes, strict=True) if lies == box]


class Said(NamedTuple):
    """Something true, said on a case that stands: the one face came before the other, or came at this place."""

    case: int
    face: str
    place: int = -1
    then: str = ""


def by_chance(chance: Random, shoe: Sequence[Card]) -> Hand:
    """A hand of some cards, misdealt in whatever way."""
    third, first = chance.random() < 0.4, chance.choice([4, 4, 4, 4, 3, 5])
    count = first + third
    boxes = chance.choice(LAID[:4])[:first] + chance.choices([PUNTO, BANCO], k=max(0, first - 4))
    boxes = boxes + chance.choices([PUNTO, BANCO], k=third)
    return Hand(tuple(chance.sample(list(shoe), count)), tuple(boxes), third)


class Keyed:
    """A hand as it is keyed: whoever keys tells nothing that is false but reports, and these are taken back or not."""

    def __init__(self, table: AtTable, hand: Hand, chance: Random) -> None:
        self.table, self.hand, self.chance = table, hand, chance
        self.known: list[Said] = []
        self.false: list[Incident] = []
        self.third_named = False

    def play(self) -> Incident:
        """From the third card to the last face; the case in which it was truly told how they lie."""
        if self.hand.third:
            self.table.does("card_out")
        self._turn_a_pair()
        for _ in range(self.chance.choice([0, 0, 1, 2])):
            self._report_falsely()
        case = self._report_truly()
        self._tell_apart(case)
        for false in self.chance.sample(self.false, self.chance.randint(0, len(self.false))):
            self.table.does("withdraw_incident", incident=false.number)
            self._forget(false)
        self._show(len(self.hand.order))
        self._say(case)
        case.refresh_from_db()
        return case

    # --- what is pressed

    def _press(self, verb: str, **given: Any) -> bool:
        try:
            self.table.does(verb, **given)
        except Refused:
            return False
        return True

    def _turn_a_pair(self) -> None:
        """Whoever reads or deals turns two of the cards that lie there, whichever came first."""
        for verb, box in (("turn_battuta", PUNTO), ("turn_banco", BANCO)):
            there = self.hand.at(box)
            if len(there) >= 2 and self.chance.random() < 0.3:
                self._press(verb, cards=self.chance.sample(there, 2))

    def _report_falsely(self) -> None:
        """By the number at each box alone, or as it is not at all; some faces are shown meanwhile."""
        count = self.chance.random() < 0.5
        laid = self.chance.sample(self.hand.boxes, len(self.hand.boxes)) if count else self._by_chance()
        if laid == [*self.hand.boxes]:
            return
        if not self._press("report_incident", kind=self.chance.choice(KINDS), facts={"laid": laid}):
            return
        false = newest()
        self._show(self.chance.randint(0, 3))
        self._say(false)
        if self.chance.random() < 0.5 and self._press("withdraw_incident", incident=false.number):
            self._forget(false)
            return
        self.false.append(false)

    def _forget(self, case: Incident) -> None:
        """What was said on a case goes with it."""
        self.known = [it for it in self.known if it.case != case.number]

    def _by_chance(self) -> list[str]:
        more = [self.chance.choice([PUNTO, BANCO]) for _ in range(self.chance.choice([0, 0, 1, 2]))]
        return [*self.chance.choice(LAID), *more]

    def _report_truly(self) -> Incident:
        """It has to be taken: every face lies where it truly lies."""
        self.table.does("report_incident", kind="undue_third", facts={"laid": [*self.hand.boxes]})
        return newest()

    def _show(self, most: int) -> None:
        """So many of the faces that lie covered are shown, in any order; one is mistyped now and then."""
        hidden = [face for face in self.hand.faces if face not in self._shown()]
        for face in self.chance.sample(hidden, len(hidden))[:most]:
            self._show_one(face)

    def _show_one(self, face: str) -> None:
        place = self.hand.faces[face]
        alone = self.hand.third and place == len(self.hand.order) - 1
        number = self._third() if alone else None
        where = self._row(number).location if number is not None else self.hand.boxes[place]
        given = {"where": where if where in (PUNTO, BANCO) else "beside", "card": face}
        back = {} if number is None else {"number": number}
        wrong = self.chance.random() < 0.15
        keyed = "2S" if wrong and "2S" not in self.hand.faces else face
        shown = self._press("show_card", **(given | {"card": keyed} | back))
        self.third_named |= shown and bool(back)
        if shown and keyed != face:
            rows = [it.number for it in self.table.state.of_the_hand if it.face == keyed]
            new = {"number": rows[-1], "card": face}
            self.table.does("correct_entry", what="card", new=new, reason="mistyped")

    def _tell_apart(self, case: Incident) -> None:
        """Somebody knows of one covered card when it came, and says so as it is turned."""
        covered = [it for it in self.table.state.of_the_hand if not it.face and it.location in (PUNTO, BANCO)]
        covered = [it for it in covered if it.number != self._third()]
        if not covered or self.chance.random() < 0.5:
            return
        back = self.chance.choice(covered)
        places = [at for at, box in enumerate(self.hand.boxes) if box == back.location]
        free = [at for at in places if str(self.hand.order[at]) not in self._shown()]
        free = [at for at in free if not (self.hand.third and at == len(self.hand.order) - 1)]
        if not free:
            return
        place = self.chance.choice(free)
        said = {str(back.number): [place + 1]}
        if not self._press("add_evidence", incident=case.number, places=said):
            return
        face, only = str(self.hand.order[place]), [it.location for it in covered].count(back.location) == 1
        if only:
            self.known.append(Said(case.number, face, place))
        elif self.chance.random() < 0.7:
            self.table.does("show_card", where=back.location, card=face, number=back.number)
            self.known.append(Said(case.number, face, place))

    def _say(self, case: Incident) -> None:
        """Something true is said of faces that lie open."""
        there = {face: number for face, number in self._shown().items() if face in self.hand.faces}
        if len(there) < 2 or self.chance.random() < 0.4:
            return
        one, then = sorted(self.chance.sample(sorted(there), 2), key=lambda face: self.hand.faces[face])
        if self.chance.random() < 0.5:
            said: Said = Said(case.number, one, then=then)
            told: dict[str, Any] = {"before": [[there[one], there[then]]]}
        else:
            place = self.hand.faces[one]
            said, told = Said(case.number, one, place), {"places": {str(there[one]): [place + 1]}}
        if self._press("add_evidence", incident=case.number, **told):
            self.known.append(said)

    # --- what the record has

    def _shown(self) -> dict[str, int]:
        """The faces that lie open by the record, with their rows."""
        return {it.face: it.number for it in self.table.state.of_the_hand if it.face}

    def _third(self) -> int | None:
        """The row of the card that came by itself, while it lies covered."""
        rows = [it.number for it in self.table.state.came_alone if not it.face]
        return rows[-1] if self.hand.third and rows else None

    def _row(self, number: int) -> DrawnCard:
        return next(it for it in self.table.state.of_the_hand if it.number == number)


# --- what can be known


def possible(hand: Hand, known: Sequence[Said], *, third_named: bool) -> Iterator[tuple[Card, ...]]:
    """Every order of these cards that agrees with where they lie, what came by itself and what was told.

    Which of them came by itself is known if it was shown as the one that did, and not as one of those of its box.
    """
    at_box = dict(zip(hand.order, hand.boxes, strict=True))
    for order in permutations(hand.order):
        faces = [str(card) for card in order]
        lies = all(at_box[card] == box for card, box in zip(order, hand.boxes, strict=True))
        told = all(faces.index(it.face) < faces.index(it.then) for it in known if it.then)
        placed = all(faces.index(it.face) == it.place for it in known if not it.then)
        if lies and told and placed and (not third_named or _comes_alone(hand, order)):
            yield order


def _comes_alone(hand: Hand, order: Sequence[Card]) -> bool:
    """The card that came by itself is the last of all; where more were out than keyed, one of those behind the four."""
    at = order.index(hand.order[-1])
    return at >= 4 if len(order) > 5 else at == len(order) - 1


def what_can_be_known(keyed: Keyed) -> set[tuple[Any, ...]]:
    """The hands that are possible by what was told and seen."""
    orders = possible(keyed.hand, keyed.known, third_named=keyed.third_named)
    return {hands(lay_out(order)) for order in orders}
