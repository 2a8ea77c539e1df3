"""Every worked case of ``data/worked_cases.txt``: cards in, hands, winner, excess, reader, Button and money out."""

from fractions import Fraction
from pathlib import Path

from procedures.rebuild.reconstruction import FoundCard, judge, missing
from table.rules.cards import Card, parse, parse_all, points, show
from table.rules.houses import MALTA, ONLINE, VENEZIA
from table.rules.payout import net, refund, settle
from table.rules.profile import Box, Profile, Rounding, RoundingMode, derive
from table.rules.reading import PuntoBettor, next_button, reader
from table.rules.regola import TABLE, Layout, banco_draws, lay_out
from table.rules.shoe import is_valid_last
from table.rules.stakes import InAction, LaidStake, Range, close
from tests.rig.rows import every_row

CASES = Path(__file__).parent / "data" / "worked_cases.txt"
BOXES = {"P": Box.PUNTO, "B": Box.BANCO, "T": Box.EGALITE}
SIDE_BETS = {
    "PP": Box.PLAYER_PAIR,
    "BP": Box.BANKER_PAIR,
    "EP": Box.EITHER_PAIR,
    "PERF": Box.PERFECT_PAIR,
    "BIG": Box.GRANDE,
    "SMALL": Box.PICCOLO,
}


def _cases(kind: str) -> list[tuple[str, str]]:
    """What is given and what follows, for every line of this kind."""
    lines = (it for it in CASES.read_text(encoding="utf-8").splitlines() if it.startswith(f"{kind}: "))
    return [(given, then) for given, then in (it.removeprefix(f"{kind}: ").split(" => ") for it in lines)]


def _cents(euro: str) -> int:
    return int(Fraction(euro) * 100)


def _stakes(text: str, names: dict[str, Box]) -> list[tuple[Box, int, int]]:
    """``P100=-100; B40=+38`` as box, cents laid, cents won or lost."""
    found = []
    for part in text.split("; "):
        laid, result = part.split("=")
        name = laid.rstrip("0123456789.")
        found.append((names[name], _cents(laid.removeprefix(name)), _cents(result)))
    return found


@every_row(("given", "then"), _cases("chk"))
def test_the_cards_lie_where_the_worked_case_has_them(given: str, then: str) -> None:
    layout = lay_out(parse_all(given))
    winner = {"punto": "P", "banco": "B", "tie": "T"}[layout.result]
    shown = (
        f"P {show(layout.punto)} ={points(layout.punto)} | B {show(layout.banco)} ={points(layout.banco)}"
        f" | win {winner} | excess {show(layout.excess) or '-'}"
    )
    assert shown == then
    assert layout.due is None


@every_row(("given", "then"), _cases("tabrow"))
def test_banco_draws_as_the_printed_row_says(given: str, then: str) -> None:
    assert "".join("RT"[banco_draws(int(given), third)] for third in [None, *range(10)]) == then
    assert TABLE[int(given)].replace(" ", "") == then


@every_row(("given", "then"), _cases("rdr"))
def test_the_cards_are_laid_before_the_right_reader(given: str, then: str) -> None:
    button, seated = (part.split("=")[1] for part in given.split())
    bettors = [PuntoBettor(*_seat(seat)) for seat in seated.split(",") if seat != "-"]
    assert (reader(VENEZIA, button, bettors) or "dealer") == then


def _seat(text: str) -> tuple[str, int]:
    position, euro = text.split(":")
    return position, _cents(euro)


@every_row(("given", "then"), _cases("btn"))
def test_the_button_passes_to_the_next_position(given: str, then: str) -> None:
    button, positions = given.split("/")
    profile = derive(VENEZIA, key="a-table", positions=tuple(str(label) for label in range(1, int(positions) + 1)))
    assert next_button(profile, button) == then


@every_row(("given", "then"), _cases("seven"))
def test_a_last_coup_needs_seven_cards(given: str, then: str) -> None:
    coup, remaining = given.split("+")
    assert is_valid_last(VENEZIA, coup_cards=int(coup), remaining=int(remaining)) == (then == "valid")


@every_row(("given", "then"), _cases("short"))
def test_cards_that_are_lacking_are_counted(given: str, then: str) -> None:
    assert missing(lay_out(parse_all(given))) == int(then)


@every_row(("given", "then"), _cases("clr"))
def test_a_coup_is_as_clear_as_its_possible_orders_are_alike(given: str, then: str) -> None:
    orders = [order.split() for order in given.split(" | ")]
    cards = orders[0]
    found = [FoundCard(parse(card)) for card in cards]
    verdict = judge(found, [tuple(cards.index(card) for card in order) for order in orders]).verdict
    assert verdict.name == then


@every_row(("given", "then"), _cases("side"))
def test_side_bets_are_paid_as_printed(given: str, then: str) -> None:
    punto, banco = (parse_all(hand[2:]) for hand in given.split(" | "))
    for box, laid, result in _stakes(then, SIDE_BETS):
        lines = settle(ONLINE, Layout(punto, banco, ()), [InAction(LaidStake("1", "Rossi", box, laid), laid, 0)])
        assert net(lines) == result, box


@every_row(("given", "then"), _cases("net"))
def test_stakes_are_paid_to_the_cent(given: str, then: str) -> None:
    terms = dict(part.split("=") for part in given.split())
    profile, limits = _house(terms), {"main": Range(1, _cents(terms.get("max", "1000000"))), "egalite": Range(1, 10**8)}
    for box, laid, result in _stakes(then, BOXES):
        stakes = close(profile, limits, [LaidStake("1", "Rossi", box, laid)])
        lines = refund(stakes) if terms["win"] == "NULL" else settle(profile, _layout(terms), stakes)
        assert net(lines) == result, box


def _house(terms: dict[str, str]) -> Profile:
    profile = MALTA if terms.get("scheme") == "half6" else VENEZIA
    modes: dict[str, RoundingMode] = {"down": "down"}
    rounding = Rounding(_cents(terms["unit"]), modes[terms["mode"]]) if "unit" in terms else None
    return derive(profile, key="a-table", rounding=rounding)


def _layout(terms: dict[str, str]) -> Layout:
    """Two cards for each side that show this winner and these points of Banco."""
    banco = int(terms.get("b", {"P": "0", "B": "9", "T": "5"}[terms["win"]]))
    punto = {"P": 9, "B": 0, "T": banco}[terms["win"]]
    return Layout(_hand(punto), _hand(banco), ())


def _hand(count: int) -> tuple[Card, Card]:
    return parse("KS"), parse("KH" if count == 0 else f"{count if count > 1 else 'A'}D")
