"""Sessions through the door in which somebody slips: what is keyed, and what truly lies in rack and box.

The rack is kept here by plain arithmetic of its own, so that a perfect session proves the bank, and one with a slip
what its statement makes of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from django.db import transaction

from bank.models import BankSession
from bank.reports.causes import NamedCause
from bank.reports.statement import Statement, statement_of
from bank.rules.causes import CauseKind
from bank.rules.pieces import worth
from table.memory import table_cache
from tests.bank.at_bank import FLOAT, AtBank, bank_table
from tests.croupier.dealer import Croupier
from tests.rig.tables import GUESTS, seat

K = CauseKind
KINDS = tuple(sorted(map(int, FLOAT), reverse=True))
NOTES = (50_000, 10_000, 5_000, 1_000, 500)
STAKES = (1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 7_500, 10_000, 15_000, 20_000, 25_000, 30_000, 50_000)
"""What guests like to lay, the smaller ones oftener."""
EGALITE = (500, 1_000, 1_500, 2_000, 2_500, 5_000)
CHANGES = (5_000, 10_000, 20_000, 50_000, 100_000)
HANDS = {
    "punto": ("9S 2H KS 3H", "8S 2D JS 4H", "9C 5D QS 2C", "8C 3D KH AD", "9D 6C TD JC"),
    "banco": ("2S 9H KC QD", "3S 8H TC KD", "4C 8D JD TH", "5S 6S JH 3C", "4D 5H QC 4S"),
    "tie": ("7H 7C QH TS", "6D 6H AC AS"),
}
"""Hands of two cards each, by who wins; no card is in two of them, so that each may come once for every deck."""
DECKS = 6
COUPS = (12, 40)
"""Coups of a session, at least and at most."""
NAMED_FIRST = 2
"""How many of the named causes have to hold the one that it was."""
A_STEP = tuple[str, Mapping[str, Any]]


class Slip(NamedTuple):
    """What went wrong: by how many cents rack and box differ, and of which coup and which piece it is, if of any."""

    kind: CauseKind
    amount: int
    rack: int
    box: int = 0
    coup: str = ""
    piece: int = 0


class Line(NamedTuple):
    """What became of a stake: its coup, the net win or the loss (below 0), and the commission taken, in cents."""

    coup: str
    result: int
    commission: int


@dataclass
class Played:
    """A session as it truly was, before its counts: the rack and the box in cents, and what became of each stake."""

    at: AtBank
    draw: Random
    rack: int
    box: int = 0
    lines: list[Line] = field(default_factory=list)
    hands: list[str] = field(default_factory=list)


# --- play


def opened() -> AtBank:
    """A table that was opened with its float counted, five guests at it, and the betting open."""
    at = bank_table()
    at.opens()
    for position, guest in zip("12345", GUESTS, strict=False):
        seat(at.table, guest, position)
    at.table.does("open_bets")
    return at


def play(at: AtBank, draw: Random, *, coups: int) -> Played:
    """A session to its last coup, with changes of notes, a fill and a credit, all of it keyed."""
    it = Played(at, draw, _cents(FLOAT))
    moved = {draw.randrange(1, coups): _fills, draw.randrange(1, coups): _credits}
    for number in range(1, coups + 1):
        if number in moved:
            moved[number](it)
        if draw.random() < 0.3:
            _changes_notes(it)
        _coup(it, number, last=number == coups)
    return it


def _coup(it: Played, number: int, *, last: bool) -> None:
    left = {winner: DECKS * len(hands) - it.hands.count(winner) for winner, hands in HANDS.items()}
    chances = {"punto": 45, "banco": 46, "tie": 9}
    winner = it.draw.choices([*left], [chances[one] * (many > 0) for one, many in left.items()])[0]
    coup, hand = f"1.{number}", HANDS[winner][it.hands.count(winner) % len(HANDS[winner])]
    it.hands.append(winner)
    steps: list[A_STEP] = [("clear", {"coup": coup})]
    for position, box, amount, cash in _stakes(it.draw):
        laid = {"coup": coup, "position": position, "box": box}
        steps.append(("place", laid | {"amount": amount} | ({"cash": True} if cash else {})))
        if cash:
            steps.append(("change_cash", laid))
            it.rack, it.box = it.rack - amount, it.box + amount
        _settles(it, coup, winner, box, amount)
    ends: A_STEP = ("burn", {} if last else {"open_next": True})
    if hand in _known:
        it.at.table.press(*steps, *_known[hand], ends)
        return
    it.at.table.press(*steps)
    _known[hand] = tuple(_learned(it.at, hand))
    it.at.table.press(ends)


_known: dict[str, tuple[A_STEP, ...]] = {}
"""Keys of each hand, once the croupier has played it."""


def _learned(at: AtBank, hand: str) -> Iterator[A_STEP]:
    for step in Croupier(at.table, hand).acts("burn"):
        at.table.press(step)
        yield step


def _stakes(draw: Random) -> Iterator[tuple[str, str, int, bool]]:
    """Yield stakes of up to five positions: the first on Punto, so that somebody turns the cards; a few in notes."""
    for position in "12345":
        if position == "1" or draw.random() < 0.7:
            box = "punto" if position == "1" else draw.choice(("punto", "banco"))
            amount = _laid(draw)
            yield position, box, amount, amount in NOTES and draw.random() < 0.1
        if draw.random() < 0.1:
            yield position, "egalite", draw.choice(EGALITE), False


def _laid(draw: Random) -> int:
    return draw.choices(STAKES, range(len(STAKES), 0, -1))[0]


def _settles(it: Played, coup: str, winner: str, box: str, amount: int) -> None:
    line = _line(coup, winner, box, amount)
    if line is not None:
        it.rack -= line.result
        it.lines.append(line)


def _line(coup: str, winner: str, box: str, amount: int) -> Line | None:
    """Punto pays the stake, Banco the stake less 5 %, Égalité eight times it; None of what is given back."""
    if winner == "tie":
        return Line(coup, 8 * amount, 0) if box == "egalite" else None
    if box != winner:
        return Line(coup, -amount, 0)
    commission = amount // 20 if box == "banco" else 0
    return Line(coup, amount - commission, commission)


def _changes_notes(it: Played) -> None:
    amount = it.draw.choice(CHANGES)
    it.at.table.does("change_notes", amount=amount)
    it.rack, it.box = it.rack - amount, it.box + amount


def _fills(it: Played, *, keyed_less: int = 0) -> None:
    """A fill that comes whole; of the piece ``keyed_less`` the dealer keys one less than came."""
    at, pieces = it.at, {"100000": 3, "10000": 20, "2500": 20, "500": 20, "100": 10}
    counted = {kind: number - (int(kind) == keyed_less) for kind, number in pieces.items()}
    at.table.cast.ispettore.does("request_fill", pieces=pieces)
    number = _latest(at)
    at.cassa.does("issue", movement=number, pieces=pieces)
    at.table.does("receive", movement=number, pieces=counted)
    at.table.cast.ispettore.does("attest_movement", movement=number, device=at.table.cast.dealer.person.badge)
    it.rack += _cents(pieces)


def _credits(it: Played) -> None:
    at, pieces = it.at, {"500000": 1}
    at.table.cast.ispettore.does("request_credit", pieces=pieces)
    number = _latest(at)
    at.table.does("hand_over", movement=number, pieces=pieces)
    at.table.cast.ispettore.does("attest_movement", movement=number, device=at.table.cast.dealer.person.badge)
    at.cassa.does("confirm_credit", movement=number, pieces=pieces)
    it.rack -= _cents(pieces)


def _cents(pieces: dict[str, int]) -> int:
    return worth({int(kind): number for kind, number in pieces.items()})


def _latest(at: AtBank) -> int:
    row = at.table.row.bank_movements.last()
    return 0 if row is None else int(row.number)


# --- slips


def slips(it: Played, kind: CauseKind) -> Slip:
    """Somebody slips once in a session that was played; slips of the count come with the count."""
    draw = it.draw
    match kind:
        case K.CHANGE_NOT_KEYED:
            amount = draw.choice(CHANGES)
            return Slip(kind, amount, -amount, amount)
        case K.CHANGE_NOT_MADE:
            amount = draw.choice(CHANGES)
            it.at.table.does("change_notes", amount=amount)
            it.rack, it.box = it.rack - amount, it.box + amount
            return Slip(kind, amount, amount, -amount)
        case K.IN_TRANSIT:
            piece = draw.choice((100_000, 10_000, 2_500, 500, 100))
            _fills(it, keyed_less=piece)
            return Slip(kind, piece, 0)
        case K.STAKE_NOT_KEYED:
            return _stake_not_keyed(it)
        case K.DIGITS_SWAPPED | K.ONE_PIECE:
            return Slip(kind, 0, 0)
        case _:
            return _of_a_coup(it, kind)


def _of_a_coup(it: Played, kind: CauseKind) -> Slip:
    """One of all wins, losses or commissions of the session, each as likely as another."""
    found = [(line.coup, amount) for line in it.lines if (amount := _amount(line, kind)) > 0]
    coup, amount = it.draw.choice(found)
    return Slip(kind, amount, amount if kind is K.NOT_PAID else -amount, coup=coup)


def _amount(line: Line, kind: CauseKind) -> int:
    """Cents of a line by which such a slip differs; 0 or less where it admits none."""
    if kind is K.COMMISSION_NOT_TAKEN:
        return line.commission
    return -line.result if kind is K.NOT_COLLECTED else line.result


def _stake_not_keyed(it: Played) -> Slip:
    """A stake like any other, in a coup like any other, that nobody keyed, and that was paid or collected."""
    while True:
        place = it.draw.randrange(len(it.hands))
        box = it.draw.choice(("punto", "banco"))
        line = _line(f"1.{place + 1}", it.hands[place], box, _laid(it.draw))
        if line is not None:
            return Slip(K.STAKE_NOT_KEYED, abs(line.result), -line.result)


# --- the counts


def miscounted(it: Played, pieces: dict[int, int], slip: Slip) -> tuple[dict[int, int], Slip]:
    """What is keyed of these pieces where a count slips, and the slip with what it comes to; others as they are."""
    if slip.kind not in OF_COUNT:
        return pieces, slip
    if slip.kind is K.ONE_PIECE:
        piece = it.draw.choices([*pieces], [*pieces.values()])[0]
        wrong = pieces | {piece: pieces[piece] + it.draw.choice((-1, 1))}
    else:
        piece, number = it.draw.choice([*_swaps(pieces)])
        wrong = pieces | {piece: number}
    more = worth(wrong) - worth(pieces)
    return wrong, slip._replace(amount=abs(more), rack=more, piece=piece)


def _swaps(pieces: dict[int, int]) -> Iterator[tuple[int, int]]:
    for piece, number in pieces.items():
        digits = str(number)
        for at in range(len(digits) - 1):
            other = int(digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :])
            if other != number:
                yield piece, other


def _in_pieces(it: Played) -> dict[int, int]:
    """The rack in pieces by chance, as many of each kind as after an evening."""
    pieces = {piece: max(0, FLOAT[str(piece)] + it.draw.randint(-5, 15)) for piece in KINDS[1:]}
    while worth(pieces) > it.rack:
        most = max(pieces, key=lambda piece: piece * pieces[piece])
        pieces[most] //= 2
    for piece, number in in_pieces(it.rack - worth(pieces), KINDS).items():
        pieces[piece] = pieces.get(piece, 0) + number
    return {piece: pieces[piece] for piece in KINDS if pieces.get(piece)}


def in_pieces(amount: int, kinds: Sequence[int]) -> dict[int, int]:
    """An amount in the fewest pieces of these kinds."""
    found = {}
    for kind in kinds:
        number, amount = divmod(amount, kind)
        if number:
            found[kind] = number
    assert amount == 0
    return found


def closes(it: Played, *slipped: Slip, again: bool = False) -> tuple[Statement, tuple[Slip, ...]]:
    """The table is closed, rack and box are counted, the rack ``again`` with the same result.

    Gives what the statement says then, and the slips with what they come to.
    """
    at, happened = it.at, list[Slip]()
    it.rack += sum(one.rack for one in slipped)
    it.box += sum(one.box for one in slipped)
    pieces = _in_pieces(it)
    for slip in slipped:
        pieces, one = miscounted(it, pieces, slip)
        happened.append(one)
    at.table.cast.ispettore.does("close_table")
    for more in (again, False)[not again :]:
        at.counts("closer", {str(piece): number for piece, number in pieces.items()})
        at.attests("closer")
        if more:
            at.table.cast.ispettore.does("recount", what="closer", reason="it differs")
    _accepts(at, "closer", happened)
    notes = {str(note): number for note, number in in_pieces(it.box, NOTES).items()}
    at.cassa.does("count", what="box", pieces=notes)
    at.table.cast.ispettore.does("count", what="box", pieces=notes)
    _accepts(at, "box", happened)
    return statement_of(at.table.row, BankSession.objects.filter(table=at.table.row).latest("number")), tuple(happened)


def _accepts(at: AtBank, what: str, happened: Sequence[Slip]) -> None:
    """The Ispettore accepts a count; where something slipped the Direzione attests it before, and a reason is given."""
    if happened:
        at.table.cast.direzione.does("attest_count", what=what, device=at.table.cast.dealer.person.badge)
    at.accepts(what, "as counted" if happened else None)


# --- sessions by seed


ONE_SLIP = tuple(K)
OF_COUNT = (K.DIGITS_SWAPPED, K.ONE_PIECE)


class Session(NamedTuple):
    """What slipped in a session, and what its statement names."""

    slipped: tuple[Slip, ...]
    statement: Statement

    def rank(self, slip: Slip) -> int:
        """Place of a slip among the named causes, by its kind, its amount and, if it has one, its coup; else 0."""
        for place, cause in enumerate(self.statement.causes, start=1):
            if _is(cause, slip):
                return place
        return 0

    def coups(self, slip: Slip) -> int:
        """How many coups fit the slip where it is named."""
        return next((len(cause.coups) for cause in self.statement.causes if _is(cause, slip)), 0)


def _is(cause: NamedCause, slip: Slip) -> bool:
    fits = not slip.coup or slip.coup in {key for key, _taglia, _number in cause.coups}
    return (cause.kind, cause.amount, cause.piece) == (slip.kind, slip.amount, slip.piece) and fits


def session(at: AtBank, seed: int, *kinds: CauseKind, again: float = 0, coups: tuple[int, int] = COUPS) -> Session:
    """A session at a table that was opened, in which somebody slips in these ways; the table is then as before.

    One without a slip is dealt again from its register (B12).
    ``again`` is how often the rack is counted twice, unless a count has slipped, which that would find.
    """
    draw = Random(seed)
    with undone():
        it = play(at, draw, coups=draw.randint(*coups))
        slipped = [slips(it, kind) for kind in kinds]
        once_more = draw.random() < again and not {*kinds} & {*OF_COUNT}
        statement, happened = closes(it, *slipped, again=once_more)
        if not kinds:
            at.table.check()
        return Session(happened, statement)


@contextmanager
def undone() -> Iterator[None]:
    """Nothing of it stays in the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    table_cache.clear()


def one_slip_each(at: AtBank, seed: int, number: int, *, again: float = 0) -> Iterator[Session]:
    """So many sessions with one slip each, of every kind as often as of another."""
    for place in range(number):
        yield session(at, seed * 1000 + place, ONE_SLIP[place % len(ONE_SLIP)], again=again)


def summed(sessions: Sequence[Session]) -> Iterator[str]:
    """A line a kind: sessions, how often it is named first, and second, and its coup alone or among how many."""
    yield f"{'slip':<22}{'sessions':>9}{'first':>7}{'second':>8}{'later':>7}{'not':>5}{'one coup':>10}{'else of':>9}"
    every = [(it, slip) for it in sessions for slip in it.slipped]
    for kind in ONE_SLIP:
        if of := [(it, slip) for it, slip in every if slip.kind is kind]:
            yield _row(kind.value, of)
    yield _row("all", every)
    first = sum(0 < it.rank(slip) <= NAMED_FIRST for it, slip in every)
    yield f"named first or second: {first} of {len(every)}, {100 * first / max(1, len(every)):.1f} %"


def _row(name: str, of: Sequence[tuple[Session, Slip]]) -> str:
    ranks = [it.rank(slip) for it, slip in of]
    fits = [it.coups(slip) for it, slip in of if slip.coup]
    several = [many for many in fits if many > 1]
    later = sum(rank > NAMED_FIRST for rank in ranks)
    line = f"{name:<22}{len(of):>9}{ranks.count(1):>7}{ranks.count(2):>8}{later:>7}{ranks.count(0):>5}"
    line += f"{fits.count(1):>10}" if fits else ""
    return line + (f"{sum(several) / len(several):>9.1f}" if several else "")
