"""Hands whose true order is known, keyed as carelessly as people key: the record is told everything, in any order.

Whoever keys may be wrong of how the cards lie, and mistype what they turn; the one is reported truly in the end, the
other put right. What they say of the order is true.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from procedures.models import Incident
from table.models import DrawnCard
from table.rules.cards import Card
from table.rules.refusal import Refused
from tests.croupier.cases import newest
from tests.procedures.misdeals import AS_DEALT, BANCO, PUNTO
from tests.rig.tables import AtTable

KINDS = ("inverted", "wrong_number", "undue_third")
LAID = [[*AS_DEALT], [PUNTO, BANCO, BANCO, PUNTO], [BANCO, PUNTO, BANCO, BANCO], [PUNTO] * 3 + [BANCO], [PUNTO, BANCO]]
"""How four cards may lie, and what somebody may report who has not looked."""
NEVER = "2S"
"""No hand has this card: it is mistyped for another."""


class Hand(NamedTuple):
    """Cards in the order in which they came out, and where each lies. ``third``: the last came by a press of its own.

    By the record four came out before it: where they were three or five a report has to say so.
    """

    order: tuple[Card, ...]
    boxes: tuple[str, ...]
    third: bool

    @property
    def alone(self) -> int:
        """The place of the card that came by a press of its own, from 0; -1 where none did."""
        return len(self.order) - 1 if self.third else -1

    def at(self, box: str, *, before: int | None = None) -> list[str]:
        """The faces at a box, of so many of the cards."""
        return [str(card) for card, there in zip(self.order[:before], self.boxes[:before], strict=True) if there == box]

    def once(self, face: str) -> int:
        """The place of a face, from 0; -1 where two cards have it, or none."""
        faces = [str(card) for card in self.order]
        return faces.index(face) if faces.count(face) == 1 else -1


class Said(NamedTuple):
    """Something true, said on a case that stands: the card of one place came before another's, or at its own place."""

    case: int
    place: int
    then: int = -1


def by_chance(chance: Random, shoe: Sequence[Card]) -> Hand:
    """A hand of some cards, misdealt in whatever way; now and then two of them are alike."""
    third, first = chance.random() < 0.4, chance.choice([4, 4, 4, 4, 3, 5])
    boxes = chance.choice(LAID[:4])[:first] + chance.choices([PUNTO, BANCO], k=max(0, first - 4))
    boxes = boxes + chance.choices([PUNTO, BANCO], k=third)
    order = chance.sample([card for card in shoe if str(card) != NEVER], len(boxes))
    if chance.random() < 0.1:
        order[chance.randrange(len(order))] = order[0]
    return Hand(tuple(order), tuple(boxes), third)


class Keyed:
    """A hand as it is keyed.

    ``known`` is what was said of it and counts; ``third_named``: which card came by itself is told. ``reported`` are
    the reports of how the cards lie that stand, the newest last.
    """

    def __init__(self, table: AtTable, hand: Hand, chance: Random) -> None:
        self.table, self.hand, self.chance = table, hand, chance
        self.known: list[Said] = []
        self.reported: list[tuple[Incident, tuple[str, ...]]] = []
        self.third_named = False
        self.out: int | None = -1 if hand.third else None

    def play(self) -> Incident:
        """From the third card to the last face; a case that stands."""
        if self.hand.third:
            self._turn_a_pair()
            self._serve()
        for _ in range(self.chance.randint(1, 8)):
            self._anything()
        self._take_back_what_was_keyed_twice()
        if not self._is_reported_truly():
            self._report(self.hand.boxes, anew=True)
        self._tell_apart()
        self._take_back(self.chance.randint(0, 2), newest_too=False)
        self._put_right()
        self._show(len(self.hand.order))
        self._say()
        case = self.reported[-1][0]
        case.refresh_from_db()
        return case

    def _anything(self) -> None:
        acts = {
            self._turn_a_pair: 2,
            self._report_falsely: 3,
            self._report_truly: 1,
            self._take_back: 1,
            self._show: 2,
            self._say: 2,
            self._key_wrongly: 1,
        }
        self.chance.choices([*acts], [*acts.values()])[0]()

    # --- what is pressed

    def _press(self, verb: str, **given: Any) -> bool:
        try:
            self.table.does(verb, **given)
        except Refused:
            return False
        return True

    def _serve(self) -> None:
        """The third comes by a press of its own, covered, or open with its face."""
        face = str(self.hand.order[-1])
        once = self.hand.once(face) >= 0 and self.chance.random() < 0.3
        opened: dict[str, Any] = {"card": face, "exposed": True} if once else {}
        if not self._press("card_out", **opened):
            self.table.does("card_out", **opened, extra=True)
        self.third_named, self.out = bool(opened), None

    def _turn_a_pair(self) -> None:
        """Whoever reads or deals turns two of the cards that lie there, whichever came first."""
        verb, box = self.chance.choice([("turn_battuta", PUNTO), ("turn_banco", BANCO)])
        there = self._covered(box)
        if len(there) >= 2:
            self._press(verb, cards=self.chance.sample(there, 2))

    # --- how they lie

    def _report_falsely(self) -> None:
        """By the number at each box alone, or as it is not at all."""
        count = self.chance.random() < 0.5
        self._report(self.chance.sample(self.hand.boxes, len(self.hand.boxes)) if count else self._by_chance())

    def _by_chance(self) -> list[str]:
        more = [self.chance.choice([PUNTO, BANCO]) for _ in range(self.chance.choice([0, 0, 1, 2]))]
        return [*self.chance.choice(LAID), *more]

    def _report_truly(self) -> None:
        self._report(self.hand.boxes)

    def _report(self, laid: Sequence[str], *, anew: bool = False) -> None:
        """As a case of its own, or as more of one that stands."""
        if self.reported and not anew and self.chance.random() < 0.3:
            case = self.chance.choice(self.reported)[0]
            if self._press("add_evidence", incident=case.number, laid=[*laid, "out"]):
                self.reported.append((case, tuple(laid)))
        elif anew:
            self.table.does("report_incident", kind="undue_third", facts={"laid": [*laid, "out"]})
            self.reported.append((newest(), tuple(laid)))
        elif self._press("report_incident", kind=self.chance.choice(KINDS), facts={"laid": [*laid, "out"]}):
            self.reported.append((newest(), tuple(laid)))

    def _is_reported_truly(self) -> bool:
        return bool(self.reported) and self.reported[-1][1] == self.hand.boxes

    def _take_back(self, most: int = 1, *, newest_too: bool = True) -> None:
        """Some case is withdrawn, with what was said on it."""
        for _ in range(most):
            cases = [case for case, _laid in self.reported if newest_too or case != self.reported[-1][0]]
            case = self.chance.choice(cases) if cases else None
            if case is not None and self._press("withdraw_incident", incident=case.number):
                self.reported = [it for it in self.reported if it[0] != case]
                self.known = [it for it in self.known if it.case != case.number]

    # --- what is turned

    def _covered(self, box: str) -> list[str]:
        """The faces that lie at this box and are not keyed yet."""
        keyed = Counter(it.face for it in self.table.state.of_the_hand if it.location == box)
        return list((Counter(self.hand.at(box, before=self.out)) - keyed).elements())

    def _keyed(self) -> list[str]:
        return [it.face for it in self.table.state.of_the_hand if it.face]

    def _show(self, most: int = 2) -> None:
        """So many of the faces that lie covered are shown, in any order; one is mistyped now and then."""
        hidden = [(face, box) for box in (PUNTO, BANCO) for face in self._covered(box)]
        for face, box in self.chance.sample(hidden, len(hidden))[:most]:
            self._show_one(face, box)

    def _show_one(self, face: str, box: str) -> None:
        """The card that came by itself by its number, where it lies there by the record; any other by its box."""
        alone = self.hand.third and self.hand.once(face) == self.hand.alone
        rows = [it for it in self.table.state.came_alone if not it.face and it.location == box]
        number = {"number": rows[-1].number} if alone and rows and self.chance.random() < 0.8 else {}
        keyed = NEVER if self.chance.random() < 0.15 else face
        if not self._press("show_card", where=box, card=keyed, **number):
            return
        self.third_named |= bool(number)
        if keyed != face:
            self._correct(self._row(keyed), face)

    def _correct(self, row: DrawnCard, face: str | None, **where: str) -> bool:
        new = {"number": row.number, "card": face} | where
        return self._press("correct_entry", what="card", new=new, reason="mistyped")

    def _key_wrongly(self) -> None:
        """A card is shown at the box at which it does not lie, or for the one that came by itself; and put right."""
        face = str(self.chance.choice(self.hand.order))
        place = self.hand.once(face)
        if place < 0 or face in self._keyed():
            return
        rows = [it for it in self.table.state.came_alone if not it.face]
        if rows and place != self.hand.alone:
            where = {"where": str(rows[-1].location), "number": rows[-1].number}
            if self._press("show_card", card=face, **where):
                assert self._correct(self._row(face), None)
            return
        other = PUNTO if self.hand.boxes[place] == BANCO else BANCO
        if self._press("show_card", where=other, card=face):
            self._is_put_elsewhere(face)

    def _take_back_what_was_keyed_twice(self) -> None:
        """A card lies open by the record, and was keyed again for another: the one or the other was not shown."""
        keyed, faces = Counter(self._keyed()), Counter(map(str, self.hand.order))
        for face in sorted((keyed - faces).keys()):
            rows = [it for it in self.table.state.of_the_hand if it.face == face]
            by_box = [it for it in rows if it.by_box]
            false = [it for it in rows if face not in self.hand.at(it.location) and self.reported] or by_box
            others = self._covered(str(false[0].location))
            if others and false[0].by_box and (self.chance.random() < 0.5 or not self.reported):
                assert self._correct(false[0], others[0])
            else:
                self._was_not_shown(false[0])

    def _was_not_shown(self, row: DrawnCard) -> None:
        """Nor is it what came by itself, if it was keyed as that."""
        place = self.hand.once(row.face)
        if not self._correct(row, None):
            self.table.does("report_incident", kind="undue_third", facts={})
            assert self._correct(row, None)
        self.third_named &= not (row.alone and row.known == DrawnCard.Known.PLACE)
        self.known = [it for it in self.known if place not in (it.place, it.then)]

    def _put_right(self) -> None:
        """Whatever lies at another box by the record than on the table is put right."""
        for row in [it for it in self.table.state.of_the_hand if it.face]:
            if row.location != self.hand.boxes[self.hand.once(row.face)] and self.hand.once(row.face) >= 0:
                self._is_put_elsewhere(row.face)

    def _is_put_elsewhere(self, face: str) -> None:
        """It lies at the other box, or was not shown at all."""
        place, row = self.hand.once(face), self._row(face)
        if self.chance.random() < 0.5 or not self._correct(row, face, where=self.hand.boxes[place]):
            self._was_not_shown(row)
        elif place == self.hand.alone:
            self.third_named = False

    def _row(self, face: str) -> DrawnCard:
        return next(it for it in self.table.state.of_the_hand if it.face == face)

    # --- what is said of the order

    def _tell_apart(self) -> None:
        """Somebody knows of one covered card when it came, and says so as it is turned."""
        alone = {it.number for it in self.table.state.came_alone}
        covered = [it for it in self.table.state.of_the_hand if not it.face and it.number not in alone]
        back = self.chance.choice(covered) if covered and self.chance.random() < 0.5 else None
        free = [at for at, card in enumerate(self.hand.order) if self._can_be(back, at, str(card))]
        if back is None or not free:
            return
        place, case = self.chance.choice(free), self.reported[-1][0]
        if not self._press("add_evidence", incident=case.number, places={str(back.number): [place + 1]}):
            return
        only = [it.location for it in covered].count(back.location) == 1
        face = str(self.hand.order[place])
        if only or self.chance.random() < 0.7:
            number: dict[str, Any] = {} if only and self.chance.random() < 0.5 else {"number": back.number}
            self.table.does("show_card", where=back.location, card=face, **number)
            self.known.append(Said(case.number, place))

    def _can_be(self, back: DrawnCard | None, place: int, face: str) -> bool:
        at_its_box = back is not None and self.hand.boxes[place] == back.location
        return at_its_box and self.hand.once(face) >= 0 and face not in self._keyed() and place != self.hand.alone

    def _say(self) -> None:
        """Something true is said of faces that lie open, each the only one of its kind."""
        there = {self.hand.once(face): self._row(face).number for face in self._keyed() if self.hand.once(face) >= 0}
        if len(there) < 2 or not self.reported or self.chance.random() < 0.4:
            return
        case = self.chance.choice(self.reported)[0].number
        one, then = sorted(self.chance.sample(sorted(there), 2))
        said, facts = Said(case, one), dict[str, Any](places={str(there[one]): [one + 1]})
        if self.chance.random() < 0.5:
            said, facts = Said(case, one, then), {"before": [[there[one], there[then]]]}
        if self._press("add_evidence", incident=case, **facts):
            self.known.append(said)
