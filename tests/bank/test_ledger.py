"""Where each chip and each note is: nothing is created, nothing vanishes, and what the rack must hold follows."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bank.rules import ledger
from bank.rules.ledger import (
    BOX,
    CAGE,
    CHIPS,
    CUSTODY,
    DIFFERENCE,
    FELT,
    GUESTS,
    LOCKED,
    NOTES,
    RACK,
    TIPS,
    TRANSIT,
    Commodity,
    Ledger,
    Move,
    moves,
)
from bank.rules.movement import Movement, MovementKind
from bank.rules.pieces import worth
from bank.rules.session import Session
from table.rules.cards import parse_all
from table.rules.houses import VENEZIA
from table.rules.payout import MoneyKind, StakeMovement, differences, lines
from table.rules.profile import Box
from table.rules.refusal import Code, Refused
from table.rules.regola import Layout, Outcome, lay_out
from table.rules.stakes import InAction, LaidStake

HANDS = {"punto": "9S 2H KD 3C", "banco": "2S 9H 3D KC", "tie": "9S 9H KD KC", "thirds": "2S 2H 3D 3C 7S 4H"}
amounts = st.integers(1, 40).map(lambda chips: chips * 500)
stakes_of_a_coup = st.lists(st.tuples(st.sampled_from(VENEZIA.boxes), amounts, st.booleans()), max_size=5)


def layout(name: str) -> Layout:
    return lay_out(parse_all(HANDS[name]))


def in_action(stakes: Sequence[tuple[Box, int]]) -> list[InAction]:
    return [
        InAction(LaidStake(str(place), f"G{place}", box, amount), amount, 0)
        for place, (box, amount) in enumerate(stakes, start=1)
    ]


def posted(found: Sequence[StakeMovement]) -> list[tuple[MoneyKind, int]]:
    return [(line.kind, line.amount) for line in found]


class Evening:
    """A rack, and what goes into it and out of it, in the ledger and in the session."""

    def __init__(self, opener: int) -> None:
        self.ledger, self.session = Ledger(), Session(opener)
        self.ledger.post([*moves(opener, CAGE, TRANSIT), *moves(opener, TRANSIT, RACK)])

    def plays(self, hands: str, *stakes: tuple[Box, int], again: str = "") -> int:
        """A coup is played to its end, and once more where its result is corrected; its computed result in cents."""
        laid = in_action(stakes)
        for _box, amount in stakes:
            self.ledger.post(ledger.laid(amount))
        before = lines(VENEZIA, Outcome.SETTLED, layout(hands), laid)
        lines_of_coup = posted(before)
        if again:
            lines_of_coup += posted(differences(before, lines(VENEZIA, Outcome.SETTLED, layout(again), laid)))
        self.ledger.post(ledger.settled(lines_of_coup), forced=True)
        result = ledger.computed(lines_of_coup)
        self._goes_on(computed=result)
        return result

    def changes(self, amount: int) -> None:
        """Notes become chips, before a guest."""
        self.ledger.post(ledger.notes_changed(amount), forced=True)
        self._goes_on(notes=amount)

    def fills(self, *pieces: tuple[int, int]) -> None:
        """A fill is requested, issued and received as it is."""
        self._moved(MovementKind.FILL, dict(pieces))
        self._goes_on(fills=worth(dict(pieces)))

    def credits(self, *pieces: tuple[int, int]) -> None:
        """Chips go back to the cage, if the rack has them."""
        self._moved(MovementKind.CREDIT, dict(pieces))
        self._goes_on(credited=worth(dict(pieces)))

    def _moved(self, kind: MovementKind, pieces: dict[int, int]) -> None:
        requested = Movement.request(kind, pieces, expected=self.session.expected)
        issued, moved = requested.issue(pieces)
        self.ledger.post(moved)
        self.ledger.post(issued.receive(pieces)[1])

    def _goes_on(self, *, fills: int = 0, credited: int = 0, notes: int = 0, computed: int = 0) -> None:
        it = self.session
        self.session = Session(
            it.opener, it.fills + fills, it.credits + credited, it.notes + notes, it.computed + computed
        )

    def check(self) -> None:
        """What is moved vanishes nowhere, and the rack holds what is expected."""
        assert [self.ledger.total(it) for it in Commodity] == [0, 0]
        assert self.ledger.balance(RACK) == self.session.expected
        assert self.ledger.balance(BOX, NOTES) == self.session.notes
        assert self.ledger.balance(FELT) == self.ledger.balance(TRANSIT) == 0


acts = st.one_of(
    st.tuples(st.just("plays"), st.sampled_from(sorted(HANDS)), stakes_of_a_coup, st.sampled_from(["", *HANDS])),
    st.tuples(st.just("changes"), amounts),
    st.tuples(st.just("fills"), st.integers(1, 9)),
    st.tuples(st.just("credits"), st.integers(1, 9)),
)


@given(opener=st.integers(0, 50).map(lambda it: it * 100_000), done=st.lists(acts, max_size=12))
def test_after_every_act_nothing_is_lost_and_the_rack_holds_what_is_expected(
    opener: int, done: list[tuple[object, ...]]
) -> None:
    evening = Evening(opener)
    for act in done:
        match act:
            case ("plays", str(hands), list(stakes), str(again)):
                evening.plays(hands, *[(box, amount) for box, amount, _ in stakes], again=again)
            case ("changes", int(amount)):
                evening.changes(amount)
            case ("fills", int(number)):
                evening.fills((50_000, number))
            case ("credits", int(number)):
                if evening.session.expected >= number * 50_000:
                    evening.credits((50_000, number))
        evening.check()


@given(
    session=st.builds(Session, *[st.integers(-(10**7), 10**7)] * 5),
    rack=st.integers(0, 10**8),
    box=st.integers(0, 10**8),
)
def test_both_differences_together_are_physical_less_computed(session: Session, rack: int, box: int) -> None:
    found = session.differences(rack=rack, box=box)
    assert found.total == session.physical(rack=rack, box=box) - session.computed


@given(
    session=st.builds(Session, *[st.integers(0, 10**7)] * 5),
    which=st.sampled_from(["fills", "credits", "notes", "computed"]),
    amount=st.integers(1, 10**6),
)
def test_whatever_is_left_out_makes_a_difference(session: Session, which: str, amount: int) -> None:
    perfect = session.differences(rack=session.expected, box=session.notes)
    assert perfect == (0, 0)
    keyed = {name: getattr(session, name) for name in ("opener", "fills", "credits", "notes", "computed")}
    with_it = Session(**{**keyed, which: keyed[which] + amount})
    found = session.differences(rack=with_it.expected, box=with_it.notes)
    assert found != (0, 0)


def test_what_no_place_can_hold_is_refused_and_moves_nothing() -> None:
    books = Ledger()
    books.post(moves(500, CAGE, RACK))
    for place in (FELT, TIPS, CUSTODY, LOCKED, TRANSIT, RACK):
        with pytest.raises(Refused) as refused:
            books.post([Move(CHIPS, CAGE, RACK, 100), Move(CHIPS, place, CAGE, 601)])
        assert refused.value.code is Code.MONEY
    assert books.balance(RACK) == 500
    books.post(moves(-700, GUESTS, RACK), forced=True)
    assert books.balance(RACK) == -200, "a win that was paid is a fact"


def test_a_move_that_is_taken_back_leaves_everything_as_it_was() -> None:
    books = Ledger()
    there = [*moves(1000, GUESTS, FELT, NOTES), *ledger.notes_changed(500), *moves(300, CAGE, DIFFERENCE)]
    books.post(moves(5000, CAGE, RACK))
    books.post(there)
    books.post(it._replace(source=it.to, to=it.source) for it in reversed(there))
    assert [books.balance(it) for it in (RACK, FELT, GUESTS, DIFFERENCE)] == [5000, 0, 0, 0]
    assert books.balance(BOX, NOTES) == 0
