"""Sessions by chance through the door: whatever is pressed, the laws of the bank hold, and every one can be ended.

    STEPS=10000 SEED=7 pytest -m "" -n 0 tests/bank/test_machine.py        # by hand, on each engine

A failure names its seed.
"""

import inspect
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bank.models import BankCount, BankSession, CountTry, Movement, Posting, Slip
from bank.play.sessions import moved_since_counted
from bank.play.tables import Bank, bank_of
from bank.reports.cash_register import cash_registers
from bank.reports.day import lost_of
from bank.reports.result import results_of
from bank.reports.statement import slips_of, statement_of
from bank.reports.tips import splits_of
from bank.rules.counts import CountKind
from bank.rules.ledger import CAGE, CHIPS, CUSTODY, DIFFERENCE, NOTES, TIPS, Commodity, MoneyPlace
from bank.rules.pieces import worth
from bank.rules.table_bank import BankStage
from table.models import Coup, Entry, Table
from table.play.declaration import VERBS
from table.rules.houses import VENEZIA
from table.rules.profile import derive
from table.rules.refusal import Refused
from table.rules.stakes import banknotes
from tests.croupier.dealer import Croupier
from tests.house.shift import preparation
from tests.rig.choosing import number_of
from tests.rig.known import compare
from tests.rig.tables import AtTable, new_table

STEPS, SEED = number_of("STEPS", 40), number_of("SEED", 5, least=0)
KINDS = (500_000, 100_000, 10_000, 5_000, 2_500, 1_000, 500, 250, 100, 50, 25)
NOTES_OF_BOX = banknotes("EUR")[::-1]
WHO = ("dealer", "ispettore", "comunale", "cassa", "direzione", "capo_isola")
HANDS = ("9S 2H KS 3H", "2S 9H KC 3D", "6S 6H KH KD")
MOST_ACTS_TO_THE_END = 60
LOOK_EVERY = 5
"""Presses after which what is kept of the table is compared with what is read anew."""


def in_pieces(amount: int, kinds: Sequence[int] = KINDS) -> dict[str, int]:
    """An amount in the fewest pieces."""
    found = {}
    for kind in kinds:
        number, amount = divmod(amount, kind)
        if number:
            found[str(kind)] = number
    return found


class Machine:
    """A table with a bank, and people who press by chance, mostly what makes sense."""

    def __init__(self, seed: int) -> None:
        self.draw = Random(seed)
        closes = self.draw.choice(("imprest", "inventory", "cage"))
        self.table = new_table(derive(VENEZIA, key="with-bank", bank="on", bank_close=closes), code="B1")
        self.done = self.refused = 0
        self.last = ""
        for who in ("dealer", "ispettore", "comunale"):
            self.press(who, "sign_on")

    @property
    def bank(self) -> Bank | None:
        """The bank as its rows have it now."""
        return bank_of(self.table.state)

    def press(self, who: str, verb: str, **given: Any) -> bool:
        """Whether the table does it; a refusal changes nothing of the bank."""
        try:
            getattr(self.table.cast, who).does(verb, **given)
        except Refused as refused:
            self.refused += 1
            self.last = f"{who} {verb} {given}: {refused}"
            return False
        self.done += 1
        return True

    # --- by chance

    def step(self) -> None:
        """One press, of which most make sense at this stage, and some none."""
        if self.draw.random() < 0.2:
            self.astray()
            return
        bank = self.bank
        stage = bank.pure.stage if bank is not None else BankStage.EMPTY
        if bank is None or stage in (BankStage.EMPTY, BankStage.CLOSED):
            self.begin(bank)
        elif stage is BankStage.IN_PLAY:
            self.play(bank)
        else:
            self.lead_on(bank)

    def astray(self) -> None:
        """Whatever anybody may press, with pieces and numbers by chance."""
        number, pieces = self.draw.randint(1, 6), in_pieces(self.draw.choice((500, 10_000, 110_000)))
        kind = self.draw.choice([*CountKind]).value
        pressed: list[tuple[str, dict[str, Any]]] = [
            ("issue", {"movement": number, "pieces": pieces}),
            ("receive", {"movement": number, "pieces": pieces}),
            ("hand_over", {"movement": number, "pieces": pieces}),
            ("confirm_credit", {"movement": number, "pieces": pieces}),
            ("attest_movement", {"movement": number}),
            ("void_movement", {"movement": number, "reason": "by chance"}),
            ("settle_transit", {"movement": number, "to": "difference", "amount": 10_000, "reason": "lost"}),
            ("withdraw_step", {"movement": number, "reason": "by chance"}),
            ("count", {"what": kind, "pieces": pieces}),
            ("attest_count", {"what": kind}),
            ("accept_count", {"what": kind, "reason": "by chance"}),
            ("recount", {"what": kind, "reason": "by chance"}),
            ("bring", {"pieces": pieces}),
            ("close_bank", {"pieces": pieces}),
            ("note_change", {self.draw.choice(("amount", "taken_back")): 10_000, "reason": "late"}),
            ("agree", {"what": self.draw.choice(("note_change", "reopen_closing", "put_box", "take_box"))}),
            ("withdraw_waiting", {"what": self.draw.choice(("note_change", "put_box")), "reason": "by chance"}),
            ("reopen_closing", {"reason": "by chance"}),
            ("midway_count", {"reason": "by chance"}),
            ("split_tips", {"percent": 40}),
            ("set_float", {"pieces": pieces}),
            ("request_fill", {"pieces": pieces}),
            ("request_credit", {"pieces": pieces}),
            ("request_exchange", {"out": {"10000": 1}, "into": {"1000": 10}}),
            ("tip", {"amount": 525}),
            ("put_box", {"serial": "box-1"}),
            ("take_box", {"seal": "seal-1", "other": "box-2"}),
            ("dispose_of", {"slip": number, "to": "cage", "text": "by chance"}),
            ("dispose_of", {"to": "cage", "text": "by chance"}),
        ]
        verb, given = self.draw.choice(pressed)
        self.press(self.draw.choice(WHO), verb, **given)

    def begin(self, bank: Bank | None) -> None:
        """The box of before is counted, and the float is brought, or counted where it lies locked."""
        if bank is not None and bank.pure.ledger.balance(MoneyPlace.BOX, NOTES):
            self.count_box(bank)
        elif bank is not None and bank.pure.ledger.balance(MoneyPlace.LOCKED, CHIPS):
            self.press("dealer", "count", what="opener", pieces=in_pieces(bank.pure.ledger.balance(MoneyPlace.LOCKED)))
        else:
            self.press("cassa", "bring", pieces=in_pieces(self.draw.choice((5_000_000, 2_000_000))))

    def play(self, bank: Bank) -> None:
        """Coups, changes, movements; sometimes the table is closed."""
        waiting = [row for row in bank.movement_rows.values() if bank.pure.movements[row.number].open]
        act = self.draw.choice(
            ("coup", "change", "fill", "credit", "exchange", "tip", "dispute", "close", *["lead"] * (3 * bool(waiting)))
        )
        match act:
            case "dispute":
                self.dispute()
            case "coup":
                self.coup()
            case "change":
                self.press("dealer", "change_notes", amount=10_000)
            case "fill" | "credit":
                self.press("ispettore", f"request_{act}", pieces=in_pieces(110_000))
            case "exchange":
                self.press("ispettore", "request_exchange", out={"10000": 1}, into={"1000": 10})
            case "tip":
                self.press("dealer", "tip", amount=500)
            case "close":
                self.press("ispettore", "close_table")
            case _:
                self.lead(self.draw.choice(waiting))

    def coup(self) -> None:
        """Somebody stakes, is paid, and the cards are burned."""
        if self.table.state.coup is None and not self.press("dealer", "open_bets"):
            return
        self.press("dealer", "clear", coup=self.table.coup)
        for position in ("1", "2"):
            box, amount = self.draw.choice(("punto", "banco")), self.draw.choice((1_000, 10_000, 90_000))
            self.press("dealer", "place", coup=self.table.coup, position=position, box=box, amount=amount)
        # Of one face a shoe holds six: another suit is another card of the same points.
        suits = str.maketrans("SHDC", self.draw.choice(("SHDC", "HDCS", "DCSH", "CSHD")))
        for verb, given in Croupier(self.table, self.draw.choice(HANDS).translate(suits)).acts("burn"):
            if not self.press("dealer", verb, **given):
                return
        self.press("dealer", "burn")

    def dispute(self) -> None:
        """Somebody says that the latest coup was paid wrongly, and it is decided at once; what was closed stays."""
        coup = Coup.objects.filter(table=self.table.row, ended=True).select_related("shoe").last()
        if coup is None:
            return
        facts = {"coup": coup.key, "position": "1", "about": "payment"}
        if self.press("dealer", "report_incident", kind="dispute", facts=facts):
            gets = [{"bettor": "anna", "amount": self.draw.choice((2_500, -2_500))}]
            assert self.press(
                "ispettore", "decide_dispute", incident=self.table.number, text="decided", corrections=gets
            )

    def lead_on(self, bank: Bank) -> None:
        """The next act that leads this bank towards its opening, or its end."""
        match bank.pure.stage:
            case BankStage.BRINGING | BankStage.TO_COUNT:
                self.lead_count(bank, CountKind.OPENER, self._in_the_rack(bank))
            case BankStage.READY:
                self.open_table()
            case BankStage.SEALED:
                self.press("ispettore", "count_sealed")
            case _:
                self.close(bank)

    def open_table(self) -> None:
        """The shoe is prepared if it has to be, and the table opened."""
        if self.table.state.shoe is None:
            for who, verb, given in preparation(f"S-{self.table.number}"):
                self.press(who, verb, **given)
        if not self.press("ispettore", "open_table"):
            return
        for position, guest in (("1", "anna"), ("2", "bruno")):
            self.press("dealer", "reserve", guest=guest)
            self.press("capo_isola", "assign", guest=guest, position=position)
            self.press("dealer", "occupy", position=position)

    def close(self, bank: Bank) -> None:
        """What is still open is ended, mostly before the counts; then the bank is closed."""
        waiting = [row for row in bank.movement_rows.values() if bank.pure.movements[row.number].open]
        counts = {kind for kind, it in bank.pure.counts.items() if it.accepted}
        if self.draw.random() < 0.1:
            self.dispute()
        if self.draw.random() < 0.05:
            self.press("direzione", "seal_bank", reason="evacuation")
        elif waiting and (CountKind.CLOSER in counts or self.draw.random() < 0.6):
            self.lead(waiting[0])
        elif CountKind.CLOSER not in counts:
            self.lead_count(bank, CountKind.CLOSER, bank.pure.ledger.balance(MoneyPlace.RACK))
        elif not bank.pure.custody_counted:
            self.lead_count(bank, CountKind.CUSTODY, bank.pure.ledger.balance(CUSTODY))
        else:
            self.press("ispettore", "close_bank", pieces=in_pieces(abs(bank.pure.surplus)))

    def count_box(self, bank: Bank) -> None:
        """The cage and the Comunale count the notes."""
        counted = bank.pure.counts.get(CountKind.BOX)
        pieces = in_pieces(bank.pure.ledger.balance(MoneyPlace.BOX, NOTES), NOTES_OF_BOX)
        if counted is not None and counted.attested:
            self.press("comunale", "accept_count", what="box", reason="as it is")
        elif counted is not None and counted.tries and not counted.again:
            self.press("comunale", "count", what="box", pieces=in_pieces(counted.last.amount, NOTES_OF_BOX))
        else:
            self.press("cassa", "count", what="box", pieces=pieces)

    def lead_count(self, bank: Bank, kind: CountKind, amount: int) -> None:
        """The next act of a count: a try, which sometimes differs, an attestation, or its acceptance."""
        counted = bank.pure.counts.get(kind)
        if counted is None or not counted.tries or counted.again or counted.accepted:
            wrong = self.draw.choice((0, 0, 0, 5_000)) if kind is CountKind.CLOSER else 0
            self.press("dealer", "count", what=kind.value, pieces=in_pieces(max(0, amount - wrong)))
            return
        present = {role.value for role in counted.attested.values()}
        if "ispettore_gioco" not in present:
            self.press("ispettore", "attest_count", what=kind.value)
        elif "ispettore_comunale" not in present:
            self.press("comunale", "attest_count", what=kind.value)
        elif not self.press("ispettore", "accept_count", what=kind.value, reason="as counted"):
            if moved_since_counted(bank, kind):
                self.press("ispettore", "recount", what=kind.value, reason="it has moved")
            else:
                console = self.table.cast.dealer.person.badge
                self.press("direzione", "attest_count", what=kind.value, device=console)

    def lead(self, row: Movement) -> None:
        """The next act of a movement, towards its end."""
        bank = self.bank
        assert bank is not None
        pure, credit = bank.pure.movements[row.number], row.kind == "credit"
        pieces = {str(value): number for value, number in (pure.issued or pure.requested).items()}
        if row.waiting and (row.waiting["what"] in ("settle", "void")):
            self.press("direzione", "attest_movement", movement=row.number)
        elif row.waiting:
            ispettore = self.press("ispettore", "attest_movement", movement=row.number)
            comunale = self.press("comunale", "attest_movement", movement=row.number)
            if not (ispettore or comunale):
                # What was counted out for a credit has been paid out since: it is void, if a second person says so.
                self.press("cassa", "void_movement", movement=row.number, reason="cannot be")
        elif pure.status.value == "received":
            self.press(
                "cassa", "settle_transit", movement=row.number, to="cage", amount=pure.in_transit, reason="found"
            )
        elif pure.status.value == "requested":
            who, verb = ("dealer", "hand_over") if credit else ("cassa", "issue")
            if not self.press(who, verb, movement=row.number, pieces=pieces):
                self.press("cassa", "void_movement", movement=row.number, reason="cannot be")
        elif credit:
            self.press("cassa", "confirm_credit", movement=row.number, pieces=pieces)
        elif not self.press("dealer", "receive", movement=row.number, pieces=pieces):
            self.press("cassa", "void_movement", movement=row.number, reason="cannot be")

    @staticmethod
    def _in_the_rack(bank: Bank) -> int:
        if bank.pure.stage is BankStage.BRINGING:
            return worth(bank.pure.movements[max(bank.pure.movements)].issued)
        return bank.pure.ledger.balance(MoneyPlace.RACK)

    # --- the laws

    def check(self) -> None:
        """B1, B2, B3 and B9, after whatever was pressed; and a rack that was counted holds what was counted."""
        bank = self.bank
        if bank is None:
            return
        row, pure = bank.session, bank.pure
        assert [pure.ledger.total(of) for of in Commodity] == [0, 0]
        assert row.expected == row.opener + row.fills - row.credits - row.notes + row.computed
        if pure.stage is BankStage.IN_PLAY:
            assert pure.ledger.balance(MoneyPlace.RACK) == row.expected
            assert pure.ledger.balance(MoneyPlace.BOX, NOTES) == row.notes
        for it in pure.movements.values():
            if it.status.value != "void":
                assert worth(it.issued) == worth(it.received) + it.in_transit + it.returned + it.lost
        closer = pure.counts.get(CountKind.CLOSER)
        if pure.stage is BankStage.TO_CLOSE and closer is not None and closer.accepted and not pure.closing:
            assert pure.ledger.balance(MoneyPlace.RACK) == closer.last.amount
        found = pure.differences
        if found is not None:
            rack, box = pure.counts[CountKind.CLOSER].last.amount, pure.counts[CountKind.BOX].last.amount
            assert found.total == pure.session.physical(rack=rack, box=box) - row.computed

    def end(self) -> None:
        """B15: from here a few legal acts lead to a bank that is closed or sealed."""
        for _act in range(MOST_ACTS_TO_THE_END):
            bank = self.bank
            if bank is None or bank.pure.stage in (BankStage.EMPTY, BankStage.CLOSED, BankStage.SEALED):
                return
            if bank.pure.stage is BankStage.IN_PLAY:
                if not self.press("ispettore", "close_table"):
                    self.coup()
            else:
                self.lead_on(bank)
            self.check()
        raise AssertionError(f"seed {SEED}: a bank that cannot be closed; at last {self.last}")


@pytest.mark.django_db
def test_whatever_is_pressed_the_laws_hold_and_the_bank_can_be_closed() -> None:
    by_chance()


@pytest.mark.faults
def test_so_they_do_on_each_engine(real_database: str) -> None:
    by_chance()


def by_chance() -> None:
    """So many presses at one table, its laws after each of them, and then the end."""
    machine = Machine(SEED)
    for step in range(STEPS):
        machine.step()
        machine.check()
        if step % LOOK_EVERY == 0:
            assert compare(machine.table.code).differences == [], machine.last
        if step % 500 == 499:
            machine.end()
    machine.end()
    assert machine.done > STEPS // 4
    check_rows(machine.table)
    check_papers(machine.table)
    machine.table.check()


def check_rows(table: AtTable) -> None:
    """B6 and B10: slips without a gap, each opener what was counted of a float that was brought or lay locked."""
    slips = list(Slip.objects.filter(table=table.row))
    for letter in {it.letter for it in slips}:
        serials = [it.serial for it in slips if it.letter == letter]
        assert serials == [*range(1, len(serials) + 1)]
    openers = BankCount.objects.filter(table=table.row, kind=CountKind.OPENER.value, void=None)
    for count in openers.exclude(accepted=None).select_related("session"):
        amount, difference = count.amount or 0, count.difference or 0
        assert amount == count.session.opener
        assert amount - difference == (brought(count.session) or locked_before(count.session))
    tries = CountTry.objects.filter(table=table.row).values_list("number", flat=True)
    counts = Entry.objects.filter(register=table.code, verb="count")
    of_box = counts.filter(arguments__contains='"what":"box"')
    keyed, may_attest = (set(it.values_list("number", flat=True)) for it in (counts, of_box))
    assert keyed - may_attest <= {*tries} <= keyed, "the second count of a box may attest the first"


def check_papers(table: AtTable) -> None:
    """What lies in the cage, among the tips and as differences is what the papers sum, and each slip is on one."""
    bank = bank_of(table.state)
    assert bank is not None, "a float came"
    balance, rows = bank.pure.ledger.balance, list(BankSession.objects.filter(table=table.row))
    statements, days = [statement_of(table.row, row) for row in rows], {row.day for row in rows}
    sums = [it.sums for day in days for it in cash_registers(day)]
    assert balance(CAGE) == sum(came - went - paid for came, went, _in, _out, paid in sums)
    accepted = [it for one in statements for it in one.counts if it.void is None and it.accepted is not None]
    of_tips, of_custody = (
        sum(it.difference or 0 for it in accepted if it.kind is kind) for kind in (CountKind.TIPS, CountKind.CUSTODY)
    )
    split = sum(facts["by"] + facts["old_amount"] for row in rows for _entry, facts in splits_of(row))
    assert balance(TIPS) == sum(it.tips for it in statements) + of_tips - split
    of_rack = sum((it.rack_difference or 0) + (it.opener_difference or 0) for it in results_of(rows))
    lost = sum(it.amount for day in days for it in lost_of(day, table.state.profile.currency))
    assert balance(DIFFERENCE) == lost - of_rack - of_tips - of_custody
    named = Counter(name for it in statements for name, _void in slips_of(it))
    assert named == Counter(it.name for it in Slip.objects.filter(table=table.row))


def brought(session: BankSession) -> int:
    """Cents of the float that the cage has brought for a session; 0 where it has brought none."""
    openings = session.movements.filter(kind="opening", status="received")
    return sum(int(value) * number for it in openings for value, number in it.issued.items())


def locked_before(session: BankSession) -> int:
    """Cents that lay locked at the table before a session."""
    earlier = Posting.objects.filter(table=session.table, session__number__lt=session.number)
    sums = [sum(earlier.filter(**{way: "locked"}).values_list("amount", flat=True)) for way in ("to", "source")]
    return sums[0] - sums[1]


def test_every_verb_of_a_bank_at_a_table_is_pressed_by_chance() -> None:
    bank = {name for name, it in VERBS.items() if it.owner is Table and it.perform.__module__.startswith("bank.")}
    assert {name for name in bank if f'"{name}"' not in inspect.getsource(Machine)} == set()
