"""A table of the casino with a bank: its float is counted, its coups are played, and it is counted and closed again."""

from collections.abc import Iterator
from threading import Event
from typing import Any

from bank.models import BankSession
from bank.play.tables import Bank, bank_of
from bank.reports.result import results_of
from bank.rules.counts import CountKind
from bank.rules.ledger import CUSTODY, NOTES, MoneyPlace
from bank.rules.pieces import worth
from bank.rules.table_bank import BankStage
from table.models import Person, Table
from table.rules.profile import Role
from table.rules.stakes import banknotes
from table.script.cast import in_the_house
from table.script.shift import Shift
from tests.year.tables import ENDLESS, AtTheSockets, TableOfCasino

RULES = {"bank": "on", "bank_close": "inventory", "bank_presence": "dealer_isp"}
"""Its float lies locked at the table from one evening to the next."""
FLOAT, CHANGED = 5_000_000, 10_000
"""Cents that the cage brings once, and banknotes that a guest changes in each session."""
MOST_ACTS = 60
"""Acts by which a bank is brought into play, or closed: more would be without end."""
ENDING = frozenset({BankStage.TO_CLOSE, BankStage.SEALED, BankStage.CLOSED})
"""Stages of a session that is ended, and counted at the cage, before the next one begins."""
CASSA = Role.CASSA


class TableWithBank(TableOfCasino):
    """A table that keeps a bank, from the first evening on which it is played so."""

    def plays(self, coups: int, over: Event) -> None:
        """Play on as any table; its bank is closed in the end, whatever became of the house meanwhile."""
        badge = self._badge()
        if not Person.objects.filter(badge=badge).exists():
            in_the_house("take_on", by=self.who(Role.DIREZIONE), badge=badge, role=CASSA.value)
        super().plays(coups, over)

    def _badge(self) -> str:
        return f"cassa-{self.code}"

    def who(self, role: Role) -> Person:
        """The one who has this office; the cage has a cashier for this table alone."""
        return Person.objects.get(badge=self._badge()) if role is CASSA else super().who(role)

    def path(self, person: Person) -> str:
        """The socket of the screen at which somebody presses; that of the cage is its wall."""
        return "/live/cassa/" if person.role == CASSA else super().path(person)

    def _plays_on(self, coups: int) -> None:
        """Play a session with so many coups, from wherever the table stands to the bank that is closed."""
        player = self.player()
        for role in (Role.DEALER, Role.ISPETTORE_GIOCO):
            player.sign_on(role)
        if player.profile.bank == "off":
            self._turn_on(player)
        bank = bank_of(player.state)
        if bank is not None and bank.pure.stage in ENDING:
            self._end(player)
        self._to(player, BankStage.READY, BankStage.IN_PLAY)
        self._play(player, coups)
        self._end(player)

    def _end(self, player: AtTheSockets) -> None:
        """Count the rack, close the bank, and count the box and the tips."""
        self._to(player, BankStage.CLOSED)
        self._count_at_cage(player)

    def _turn_on(self, player: AtTheSockets) -> None:
        """The table is closed and its shoe taken away, and the Direzione decides that it has a bank."""
        if player.table.status != Table.Status.CLOSED:
            self._play(player, 0)
        if player.state.shoe is not None:
            player.press("void_shoe")
        player.press("change_rules", changes=RULES)

    def _play(self, player: AtTheSockets, coups: int) -> None:
        """Play so many coups more, change banknotes where there is a bank, and close the table between two coups."""
        before = self.coups
        for _act in Shift(player, self.chance, taglie=ENDLESS).until("open_bets", after=coups):
            self.coups = before + len(player.coups)
        self.coups = before + len(player.coups)
        if player.profile.bank == "on":
            player.press("change_notes", amount=CHANGED)
        player.press("close_table")

    # --- its bank

    def _to(self, player: AtTheSockets, *stages: BankStage) -> None:
        """Do what comes next of the bank until it is at one of these stages."""
        for _act in range(MOST_ACTS):
            bank = bank_of(player.state)
            if bank is not None and bank.pure.stage in stages:
                return
            verb, role, given = _next(bank, player)
            with player.acting_as(role):
                player.press(verb, **given)
        raise AssertionError(f"{self.code}: its bank comes to none of {stages}")

    def _count_at_cage(self, player: AtTheSockets) -> None:
        """The box, by the cashier and an inspector, and the tips, which are split."""
        for _act in range(MOST_ACTS):
            bank = bank_of(player.state)
            assert bank is not None, "a session was closed"
            found = next(_at_cage(bank, player), None)
            if found is None:
                return
            verb, role, given = found
            with player.acting_as(role):
                player.press(verb, **given)
        raise AssertionError(f"{self.code}: its box and tips are not counted in {MOST_ACTS} acts")

    def wrong(self) -> list[str]:
        """Sessions that were counted and differ: nobody has made a mistake here."""
        rows = BankSession.objects.filter(table__code=self.code).select_related("table")
        results = results_of(list(rows))
        return [
            f"{self.code}: session {it.number} differs by {it.rack_difference} and {it.box_difference}"
            for it in results
            if (it.rack_difference or 0, it.box_difference or 0) != (0, 0)
        ] + [f"{self.code}: session {it.number} is not counted" for it in results if it.provisional]


Act = tuple[str, Role, dict[str, Any]]


def _next(bank: Bank | None, player: AtTheSockets) -> Act:
    """The next act by which a bank is brought into play, or closed."""
    kinds = player.profile.pieces
    stage = bank.pure.stage if bank is not None else BankStage.EMPTY
    if bank is None or stage in (BankStage.EMPTY, BankStage.CLOSED):
        locked = bank.pure.ledger.balance(MoneyPlace.LOCKED) if bank is not None else 0
        if locked:
            return "count", Role.DEALER, {"what": "opener", "pieces": in_pieces(locked, kinds)}
        return "bring", CASSA, {"pieces": in_pieces(FLOAT, kinds)}
    if stage in (BankStage.BRINGING, BankStage.TO_COUNT):
        brought = stage is BankStage.BRINGING
        amount = worth(bank.pure.movements[max(bank.pure.movements)].issued) if brought else 0
        return _counted(bank, CountKind.OPENER, in_pieces(amount or bank.pure.ledger.balance(MoneyPlace.RACK), kinds))
    if stage is BankStage.SEALED:
        return "count_sealed", Role.ISPETTORE_GIOCO, {}
    if not _is_accepted(bank, CountKind.CLOSER):
        return _counted(bank, CountKind.CLOSER, in_pieces(bank.pure.ledger.balance(MoneyPlace.RACK), kinds))
    if (in_custody := bank.pure.ledger.balance(CUSTODY)) and not _is_accepted(bank, CountKind.CUSTODY):
        return _counted(bank, CountKind.CUSTODY, in_pieces(in_custody, kinds))
    return "close_bank", Role.ISPETTORE_GIOCO, {}


def _counted(bank: Bank, kind: CountKind, pieces: dict[str, int]) -> Act:
    """The next act of a count: its try, its attestation, and that it is accepted."""
    counted, what = bank.pure.counts.get(kind), {"what": kind.value}
    if counted is None or not counted.tries or counted.again:
        return "count", Role.DEALER, {**what, "pieces": pieces}
    if not bank.shows(kind):
        return "attest_count", Role.ISPETTORE_GIOCO, what
    return "accept_count", Role.ISPETTORE_GIOCO, what


def _at_cage(bank: Bank, player: AtTheSockets) -> Iterator[Act]:
    """What is still to be done at the cage, the next act first."""
    notes = bank.pure.ledger.balance(MoneyPlace.BOX, NOTES)
    if notes or not _is_accepted(bank, CountKind.BOX):
        counted, given = bank.pure.counts.get(CountKind.BOX), {"what": "box"}
        pieces = in_pieces(notes, banknotes(player.profile.currency))
        if counted is None or not counted.tries:
            yield "count", CASSA, {**given, "pieces": pieces}
        elif not bank.shows(CountKind.BOX):
            yield "count", Role.ISPETTORE_GIOCO, {**given, "pieces": pieces}
        else:
            yield "accept_count", Role.ISPETTORE_GIOCO, given
    tips = bank.pure.ledger.balance(MoneyPlace.TIPS)
    if tips:
        counted, given = bank.pure.counts.get(CountKind.TIPS), {"what": "tips"}
        if counted is None or not counted.tries:
            yield "count", CASSA, {**given, "pieces": in_pieces(tips, player.profile.pieces)}
        elif not counted.accepted:
            yield ("accept_count" if bank.shows(CountKind.TIPS) else "attest_count"), Role.DEALER, given
        else:
            yield "split_tips", CASSA, {"percent": 40}


def _is_accepted(bank: Bank, kind: CountKind) -> bool:
    counted = bank.pure.counts.get(kind)
    return counted is not None and counted.accepted


def in_pieces(amount: int, kinds: tuple[int, ...]) -> dict[str, int]:
    """An amount in the fewest pieces of these kinds."""
    found = dict[str, int]()
    for kind in sorted(kinds, reverse=True):
        number, amount = divmod(amount, kind)
        if number:
            found[str(kind)] = number
    assert not amount, f"{amount} cannot be made of {kinds}"
    return found
