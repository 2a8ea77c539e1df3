"""Money of a case by bettor: before the decision, by now, and the difference, with every line that was posted."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from procedures.reports.incident import MoneyLine, OfBettor
from procedures.reports.record import Record
from procedures.screens.pictures import known
from table.models import Adjustment, Coup, Money, Stake
from table.play.state import in_action
from table.rules.payout import HANDED_BACK, lines
from table.rules.profile import Box
from table.rules.regola import Outcome
from table.words.terms import BOX_NAMES

Before = Literal["posted", "by_the_cards", "nothing"]
Results = Mapping[str, int]
"""Net result of each bettor in cents, by the key of the bettor."""


def money_of(record: Record) -> tuple[Before, tuple[OfBettor, ...]]:
    """Return the money in cents of each bettor with a stake in the coup, or with money moved by a dispute.

    Before it comes what the results before the decision are by: "posted", "by_the_cards" or "nothing" (see
    :func:`_before`). Without a coup: "nothing", and no rows.
    """
    coup = record.coup
    if coup is None:
        return "nothing", ()
    stakes, moved = list(coup.stakes.all()), list(coup.adjustments.all())
    posted = list(coup.money.select_related("stake"))
    meaning, before = _before(record, stakes, posted, moved)
    return meaning, tuple(_rows(record, stakes, posted, moved, before))


def _before(
    record: Record, stakes: Sequence[Stake], posted: Sequence[Money], moved: Sequence[Adjustment]
) -> tuple[Before, Results | None]:
    """Return by what measure the results before the decision are known, and the net cents of each bettor by key.

    "posted": the lines posted before the decision, if any, with what disputes had moved by then; never without a
    decision. Else "by_the_cards": what the cards as they lay would have brought, if the case can be rebuilt, all its
    cards are known, stakes are in action, and the house computes payments (its stakes are not "reader_only"); refuses
    (E_MONEY) as :func:`lines` does. Else "nothing", with None.
    """
    decided = record.case.decided
    earlier = [line for line in posted if decided is not None and line.number < decided]
    if earlier:
        return "posted", _net(earlier, (it for it in moved if decided is not None and it.number < decided))
    layout, profile = record.followed.layout, record.profile
    rebuilt = record.kind.rebuilds and layout is not None and known(layout)
    laid = {in_action(stake): stake.bettor for stake in stakes if stake.in_action}
    if not rebuilt or not laid or profile.stakes == "reader_only":
        return "nothing", None
    assert layout is not None
    found = Counter[str]()
    for line in lines(profile, Outcome.SETTLED, layout, list(laid)):
        found[laid[line.stake]] += 0 if line.kind in HANDED_BACK else line.amount
    return "by_the_cards", found


def _net(posted: Iterable[Money], moved: Iterable[Adjustment]) -> Results:
    """Sum up the cents that each bettor won or lost, by key; lines that hand a stake back count as 0.

    ``moved`` is what disputes have moved. Bettors without a line of either are missing.
    """
    found = Counter[str]()
    for line in posted:
        found[line.stake.bettor] += 0 if line.kind in HANDED_BACK else line.amount
    for it in moved:
        found[it.bettor] += it.amount
    return found


def _rows(
    record: Record,
    stakes: Sequence[Stake],
    posted: Sequence[Money],
    moved: Sequence[Adjustment],
    before: Results | None,
) -> list[OfBettor]:
    """List a row for each bettor of the coup, and for whoever had money moved by a dispute without a stake in it.

    They are in the order of the positions, in cents, each at that of their first stake, else of their last line by a
    dispute. ``after`` is None as long as no line was posted and no dispute moved money; ``before`` if no measure is
    known, else 0 for a bettor it does not name; the difference where either is None. Each has also what was staked and
    on what (nothing in a Colpo in Bianco), what was handed back, and the lines of the bettor.
    """
    net, rows = _net(posted, moved), []
    bettors = {it.bettor: it.position for it in moved} | {it.bettor: it.position for it in reversed(stakes)}
    for bettor in sorted(bettors, key=lambda it: _place(record, bettors[it])):
        own = [it for it in stakes if it.bettor == bettor and it.coup.kind == Coup.Kind.NORMAL]
        now = net.get(bettor, 0) if posted or moved else None
        was = before.get(bettor, 0) if before is not None else None
        rows.append(
            OfBettor(
                position=bettors[bettor],
                bettor=bettor,
                staked=sum(it.laid for it in own),
                on=_on(record, own),
                before=was,
                after=now,
                difference=now - was if now is not None and was is not None else None,
                handed_back=sum(it.amount for it in posted if it.stake.bettor == bettor and it.kind in HANDED_BACK),
                lines=tuple(_lines(bettor, posted, moved)),
            )
        )
    return rows


def _place(record: Record, position: str) -> tuple[int, str]:
    """Return the sort key of a position: its index in the rules, or behind them, and the position itself."""
    order = list(record.profile.positions)
    return (order.index(position) if position in order else len(order), position)


def _on(record: Record, stakes: Sequence[Stake]) -> str:
    """Write box and amount of each of these stakes of a bettor, joined by commas, in their order.

    Where they are at several positions, each begins with its own: ``3: Punto 50, 4: Banco 20``. "" for none.
    """
    several = len({it.position for it in stakes}) > 1
    written = ((it.position, f"{BOX_NAMES[Box(it.box)]} {record.numbers.chip(it.laid)}") for it in stakes)
    return ", ".join(f"{position}: {text}" if several else text for position, text in written)


def _lines(bettor: str, posted: Sequence[Money], moved: Sequence[Adjustment]) -> list[MoneyLine]:
    """List the lines of a bettor: those posted by the coup, then those of disputes.

    Each has its entry, position, box, kind and cents; one of a dispute has the box "" and the kind ``adjustment``.
    """
    own = [_line(it, it.stake.position, it.stake.box, it.kind) for it in posted if it.stake.bettor == bettor]
    return [*own, *(_line(it, it.position, "", "adjustment") for it in moved if it.bettor == bettor)]


def _line(it: Money | Adjustment, position: str, box: str, kind: str) -> MoneyLine:
    """Return the line as the report has it, with entry and cents of the row, and this position, box and kind."""
    return MoneyLine(entry=it.number, box=box, kind=kind, amount=it.amount, position=position)
