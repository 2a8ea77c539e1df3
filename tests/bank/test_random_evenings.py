"""Evenings by chance on the pure ledger: played perfectly nothing differs, and whatever one leaves out does.

    EVENINGS=10000 SEED=7 pytest -n 0 tests/bank/test_random_evenings.py        # by hand

A failure names the seed of its evening.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bank.rules import ledger
from bank.rules.counts import CountKind
from bank.rules.ledger import BOX, CAGE, CUSTODY, GUESTS, LOCKED, NOTES, RACK, TIPS, Commodity, moves
from bank.rules.movement import MovementKind, Status
from bank.rules.pieces import worth
from bank.rules.session import Differences
from bank.rules.table_bank import BankStage, TableBank
from table.rules.houses import VENEZIA
from table.rules.payout import HANDED_BACK, MoneyKind, differences, lines
from table.rules.profile import Box
from table.rules.regola import Outcome
from tests.bank.test_ledger import HANDS, in_action, layout, posted
from tests.bank.test_table_bank import FLOAT, counted, in_play, pieces
from tests.rig.choosing import number_of

EVENINGS, SEED = number_of("EVENINGS", 60), number_of("SEED", 5, least=0)
NOTHING = -1
Lines = list[tuple[MoneyKind, int]]


@dataclass
class Evening:
    """An evening: what is keyed, and what truly lies in rack and box; ``omitted`` is the number of what is not keyed.

    Numbered is whatever has a value of its own: each money line, each change, and what each movement brings or takes.
    """

    draw: Random
    bank: TableBank
    omitted: int = NOTHING
    rack: int = worth(FLOAT)
    box: int = 0
    numbered: int = 0
    custody: int = 0

    def is_keyed(self) -> bool:
        """Whether the next thing that has a value is keyed."""
        self.numbered += 1
        return self.numbered - 1 != self.omitted

    # --- what happens

    def coup(self) -> None:
        """A coup is paid, sometimes by a result that is corrected; lines are left out one by one."""
        stakes = [
            (self.draw.choice([*Box][:3]), self.draw.randint(1, 40) * 500) for _ in range(self.draw.randint(1, 4))
        ]
        stakes = [(box, amount) for box, amount in stakes if box in VENEZIA.boxes]
        laid = in_action(stakes)
        before = lines(VENEZIA, Outcome.SETTLED, layout(self.draw.choice(sorted(HANDS))), laid)
        self._pays(posted(before))
        if self.draw.random() < 0.2:
            again = lines(VENEZIA, Outcome.SETTLED, layout(self.draw.choice(sorted(HANDS))), laid)
            self._pays(posted(differences(before, again)), correction=True)

    def _pays(self, found: Lines, *, correction: bool = False) -> None:
        """Post these lines; what is not paid, or not given back, is another thing than what is keyed."""
        keyed = [it for it in found if it[0] in HANDED_BACK or not it[1] or self.is_keyed()]
        self.rack -= sum(amount for kind, amount in found if kind not in HANDED_BACK)
        felt = sum(amount if kind in HANDED_BACK else -amount for kind, amount in keyed if _off_felt(kind))
        self.bank.play(ledger.laid(felt) if felt > 0 and not correction else moves(felt, GUESTS, ledger.FELT), keyed)

    def change(self) -> None:
        """Banknotes become chips."""
        amount = self.draw.choice((2_000, 5_000, 50_000))
        if self.is_keyed():
            self.bank.change_notes(amount)
        self.rack, self.box = self.rack - amount, self.box + amount

    def fill(self) -> None:
        """A fill comes, sometimes a piece short, which is found at the cage, at the table or nowhere, or is void."""
        issued = {100_000: self.draw.randint(1, 3), 10_000: self.draw.randint(1, 20)}
        end = self.draw.choice(("whole", "whole", "void", CAGE, RACK, ledger.DIFFERENCE))
        if end == "void":
            number = self.bank.request(MovementKind.FILL, issued)
            self.bank.issue(number, issued)
            self.bank.void(number)
            return
        came = issued if end == "whole" else issued | {10_000: issued[10_000] - 1}
        self.rack += worth(came) + (10_000 if end is RACK else 0)
        if not self.is_keyed():
            return
        number = self.bank.request(MovementKind.FILL, issued)
        self.bank.issue(number, issued)
        self.bank.receive(number, came)
        if end != "whole":
            self.bank.settle(number, ledger.MoneyPlace(end), 10_000)

    def credit(self) -> None:
        """Chips go to the cage."""
        if self.rack < 2_000_000:
            return
        sent = {100_000: self.draw.randint(1, 4)}
        self.rack -= worth(sent)
        if self.is_keyed():
            number = self.bank.request(MovementKind.CREDIT, sent)
            self.bank.issue(number, sent)
            self.bank.receive(number, sent)

    def exchange(self) -> None:
        """Pieces for others of equal value, which move no value."""
        if self.rack >= 1_000_000 and self.bank.ledger.balance(RACK) >= 100_000:
            number = self.bank.request(MovementKind.EXCHANGE, {10_000: 10}, {100_000: 1})
            self.bank.issue(number, {10_000: 10})
            self.bank.receive(number, {10_000: 10})

    def tip(self) -> None:
        """A tip, and chips that somebody has left; both are in no result."""
        self.bank.ledger.post(moves(500, GUESTS, TIPS))
        self.bank.ledger.post(moves(1_000, GUESTS, CUSTODY))
        self.custody += 1_000

    # --- its end

    def plays(self) -> None:
        """So many things by chance, and after each what the ledger promises."""
        acts: list[Callable[[], None]] = [self.coup] * 5 + [self.change] * 2
        acts += [self.fill, self.credit, self.exchange, self.tip]
        for _act in range(self.draw.randint(5, 30)):
            self.draw.choice(acts)()
            self.check()

    def check(self) -> None:
        """B1, B2 and B9."""
        bank = self.bank
        assert [bank.ledger.total(it) for it in Commodity] == [0, 0]
        assert bank.ledger.balance(RACK) == bank.session.expected
        assert bank.ledger.balance(BOX, NOTES) == bank.session.notes
        for it in bank.movements.values():
            if it.status is not Status.VOID:
                assert worth(it.issued) == worth(it.received) + it.in_transit + it.returned + it.lost
        if self.omitted == NOTHING:
            assert bank.session.expected == self.rack

    def ends(self) -> Differences:
        """Rack, custody and box are counted as they truly are, and the bank is closed; gives the differences."""
        bank, reason = self.bank, "as it lies"
        bank.close_table()
        counted(bank, CountKind.CLOSER, pieces(self.rack), reason=reason)
        counted(bank, CountKind.BOX, pieces(self.box), reason=reason)
        if self.custody:
            counted(bank, CountKind.CUSTODY, pieces(self.custody), reason=reason)
        bank.close_bank(pieces(abs(bank.surplus)))
        found = bank.differences
        assert found is not None
        assert found.total == bank.session.physical(rack=self.rack, box=self.box) - bank.session.computed
        assert (bank.stage, bank.ledger.balance(LOCKED)) == (BankStage.CLOSED, self.rack)
        self.check_next()
        return found

    def check_next(self) -> None:
        """B10: what the next opening finds is what was counted."""
        self.bank.unlock()
        counted(self.bank, CountKind.OPENER, pieces(self.rack))
        assert self.bank.session.opener == self.rack


def _off_felt(kind: MoneyKind) -> bool:
    return kind in HANDED_BACK or kind is MoneyKind.LOSS


def evening(seed: int, omitted: int = NOTHING) -> tuple[Evening, Differences]:
    """The evening of this seed, without keying one of the things that have a value."""
    it = Evening(Random(seed), in_play("inventory"), omitted)
    it.plays()
    return it, it.ends()


def test_an_evening_played_perfectly_has_no_difference_and_whatever_is_left_out_makes_one() -> None:
    for place in range(EVENINGS):
        seed = SEED * 100_000 + place
        perfect, found = evening(seed)
        assert found == (0, 0), f"evening {seed}"
        if perfect.numbered:
            omitted = seed % perfect.numbered
            _it, found = evening(seed, omitted)
            assert found != (0, 0), f"evening {seed} without {omitted}"
