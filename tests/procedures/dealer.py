"""A dealer who keys what truly lies on the table, and good staff behind him: they carry a coup on to its end."""

from collections.abc import Iterable
from itertools import cycle, islice
from typing import Any

from procedures.models import Incident
from table.models import Coup, DrawnCard
from table.play.next_act import next_act
from table.rules.cards import parse, points, show
from table.rules.regola import FIRST_CARDS, Claim, Side, claim_of
from tests.procedures.cases import put_right, report
from tests.rig.tables import AtTable

BEHIND = ("7C", "8D", "KC", "AH", "6S", "2S", "QD", "9D", "4H", "3D", "JS", "5C")
"""What lies in the shoe behind the cards of a story."""
LEFT = 10
"""So many cards are counted out of the shoe at the end of a taglia; nobody looks at them."""


class TrueDealer:
    """Knows the cards of a taglia in the order in which they leave the shoe.

    ``lie`` tells where the cards of the first hand truly lie, ``BPPB``, while nobody has noticed it: the record has the
    first at Punto, the second at Banco. ``says`` is what the reader declares if he does not follow the Regola, ``left``
    how many cards come out when the shoe is counted.
    """

    def __init__(self, table: AtTable, cards: str, *, lie: str = "", says: str = "", left: int = LEFT) -> None:
        self.table, self.says, self.left = table, says, left
        self.faces = [*cards.split(), *islice(cycle(BEHIND), 60)]
        self.unnoticed = _found_at(lie)

    def face(self, card: DrawnCard) -> str:
        """What this card of the record shows when it is turned: what lies there, or what it showed already."""
        return card.face or self.faces[self.unnoticed.get(card.number, card.number) - 1]

    def next_faces(self, count: int = 1) -> list[str]:
        """The next cards of the shoe."""
        shoe = self.table.state.shoe
        assert shoe is not None
        return self.faces[shoe.out : shoe.out + count]

    # --- what he does

    def asked(self) -> str:
        """The act that the table asks of him; empty where it asks for none."""
        act = next_act(self.table.state)
        return act.verb if act else ""

    def on(self, until: str = "") -> None:
        """He goes on as the table asks, until this act is the next one; without a name as long as it asks for any."""
        while (asked := self.asked()) not in ("", until):
            self.does(asked)

    def to_the_burn(self) -> dict[str, str]:
        """Good staff put right what holds the coup, and the dealer plays it to its end. Gives the last hands."""
        hands: dict[str, str] = {}
        while (coup := self.table.state.coup) is not None:
            hands = self.shown()
            if not coup.held:
                self.does_next()
            elif not self.turn_what_is_covered():
                put_right(self.table)
        return hands

    def shown(self) -> dict[str, str]:
        """Both hands as everybody sees them."""
        state = self.table.state
        return {side.value: show(state.hand(side)) for side in Side}

    def does_next(self) -> None:
        """The act that the table asks for."""
        assert self.asked(), "nothing leads on"
        self.does(self.asked())

    def does(self, verb: str) -> None:
        """An act with the cards as they lie."""
        given: dict[str, Any] = getattr(self, f"_{verb}", dict)()
        self.table.does("turn_battuta" if given.pop("battuta", False) else verb, **given)

    def tells(self, kind: str, **facts: Any) -> Incident:
        """He reports what went wrong; from now on the record has the cards where they truly lie."""
        case = report(self.table, kind, **facts)
        if "laid" in facts:
            self.unnoticed = {}
        return case

    def turn_what_is_covered(self) -> bool:
        """While the answer waits for it, the hands that lie covered are turned, Punto's and then Banco's."""
        state = self.table.state
        waits = Incident.objects.filter(coup=state.coup, status=Incident.Status.OPEN, answer__why="E_CARD_COVERED")
        if not waits.exists():
            return False
        third = [card for side in Side for card in state.at(side)[2:] if not card.face]
        covered = [side for side in Side if not all(card.face for card in state.at(side)[:2])]
        if covered:
            self.does("turn_punto" if Side.PUNTO in covered else "turn_banco")
        elif third:
            self.does("turn_third")
        return bool(covered or third)

    # --- what he keys with it

    def _close_bets(self) -> dict[str, Any]:
        return {"said": True}

    _play_blank = _call_last_coup = _close_bets

    def _deal(self) -> dict[str, Any]:
        state = self.table.state
        if state.profile.dealing == "face_down" or state.coup is None or state.coup.kind == Coup.Kind.BLANK:
            return {}
        lie = [self.face(card) for card in state.at_boxes]
        more = [self.faces[self.unnoticed.get(it, it) - 1] for it in self._numbers(FIRST_CARDS - len(lie))]
        return {"cards": lie + more}

    def _numbers(self, count: int) -> Iterable[int]:
        shoe = self.table.state.shoe
        assert shoe is not None
        return range(shoe.out + 1, shoe.out + count + 1)

    def _card_out(self) -> dict[str, Any]:
        state = self.table.state
        return {"card": self.next_faces()[0]} if len(state.at_boxes) >= FIRST_CARDS else {}

    def _declare(self) -> dict[str, Any]:
        cards = self._pair(Side.PUNTO)
        claim = claim_of(points([parse(card) for card in cards]))
        if self.says or claim is not Claim.BATTUTA:
            return {"claim": self.says or claim.value, "means": "voice"}
        return {"battuta": True, "cards": cards}

    def _turn_punto(self) -> dict[str, Any]:
        state = self.table.state
        battuta = state.phase == "reading"
        early = {} if battuta or not (state.coup and state.coup.claim) else {"early": state.coup.held}
        return {"cards": self._pair(Side.PUNTO), "battuta": battuta} | early

    def _turn_banco(self) -> dict[str, Any]:
        return {"cards": self._pair(Side.BANCO)}

    def _turn_third(self) -> dict[str, Any]:
        state = self.table.state
        [first, *_] = [card for side in Side for card in state.at(side)[2:] if not card.face]
        return {"card": self.face(first)}

    def _announce(self) -> dict[str, Any]:
        state = self.table.state
        again = state.coup is not None and state.coup.announced_banco is not None
        return {side.value: points(state.hand(side)) for side in Side} | {"cards_speak": again}

    def _extract_remaining(self) -> dict[str, Any]:
        return {"cards": ["??"] * self.left}

    def _pair(self, side: Side) -> list[str]:
        return [self.face(card) for card in self.table.state.at(side)[:2]]


def _found_at(lie: str) -> dict[int, int]:
    """For each card of the record the one that lies there: the first of Punto by the record is the first at Punto."""
    boxes = {"P": [1, 3], "B": [2, 4]}
    true = {box: [place for place, at in enumerate(lie, start=1) if at == box] for box in boxes}
    return {number: card for box, numbers in boxes.items() for number, card in zip(numbers, true[box], strict=False)}
