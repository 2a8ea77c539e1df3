"""Second interpretation of a table's register: the money, results and custody that its effects leave.

What an effect leaves is written here once more and briefly, without the verb: if the verb were wrong, or its rows were
changed by somebody else, the two would differ. Extensions add what their own effects leave.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from table.models import Adjustment, Coup, Money, Uncollected
from table.record import chain, compared
from table.record.chain import Row
from table.record.compared import Compared, MadeRows, Unlike
from table.rules.regola import Outcome, Result
from table.verifier.felt import LAID_OTHERWISE

COMPARED: dict[str, Compared] = {
    "money": Compared(
        "money line", Money, "number place", ("kind", "amount", "stake__position", "stake__box"), "coup__table"
    ),
    "adjustment": Compared("adjustment", Adjustment, "number place", ("position", "bettor", "amount"), "coup__table"),
    "coup": Compared("coup that ended with entry", Coup, "ended_at", ("outcome", "result")),
    "custody": Compared(
        "slip",
        Uncollected,
        "slip",
        ("number", "position", "box", "owner", "kind", "amount", "closed", "closed_by"),
    ),
}
"""Compared rows of a table by the name of their kind."""
NOTHING = '{"effects":[]'
"""Beginning of the canonical text of an outcome without effects."""
OWNERLESS = "ownerless"
"""Kind under which chips without an owner are named by the entry and whose they are, as their entries tell no slip."""
Given = Mapping[str, Any]


class TableMade(MadeRows):
    """Rows of a table as its entries make them, one after the other.

    ``points`` are those of Banco and Punto that were called and confirmed by the cards, None while the entries do not
    tell; ``result`` is that of the running coup (None: the entries do not tell), ``paid`` the keys of its money lines.
    """

    def __init__(self) -> None:
        """Begin without rows, without called points, and with "" for the result of the running coup."""
        super().__init__()
        self.points: tuple[int, int] | None = None
        self.result: str | None = ""
        self.paid: list[str] = []

    def perform(self, row: Row) -> None:
        """Apply one more entry to the rows, effect by effect; effects without a rule in ``LEAVES`` change no row.

        The verb ``announce`` also sets ``points`` to those of Banco and Punto, or to None unless it names both; an
        effect that changes where cards are (``LAID_OTHERWISE``) sets ``points`` to None. Raises an error of
        reading, such as KeyError, for content that no act writes.
        """
        if row.verb == "announce":
            self.points = _points(chain.read(row.arguments))
        if row.outcome.startswith(NOTHING):
            return
        self.place = 0
        for name, facts in chain.effects(row.outcome):
            if name in LAID_OTHERWISE:
                self.points = None
            if (leaves := LEAVES.get(name)) is not None:
                leaves(self, row, facts)

    def faults(self, code: str) -> Iterator[str]:
        """Yield a sentence in English for each row of a table that differs from its entries, is gone or unknown.

        Compared are money lines, adjustments, ended coups and slips, in this order; ``code`` is the table's. A
        slip for chips that an entry left without an owner is passed over. Called once: it uses up the rows that
        it has compared.
        """
        for kind, it in COMPARED.items():
            rows = it.model._base_manager.filter(**{f"{it.table}__code": code})
            for found in self.differences(kind, compared.stored(it, rows)):
                if not self._is_ownerless(kind, found):
                    yield found.fault_for(code, it.words, it.model.__name__)

    def _is_ownerless(self, kind: str, found: Unlike) -> bool:
        """Whether a difference is a stored slip that no entry names, for chips that were left without their owner.

        Entry, position, box, owner and amount have to be those that were noted (:func:`_without_owner`).
        """
        if kind != "custody" or found.made is not None or found.stored is None:
            return False
        whose = [found.stored[name] for name in ("number", "position", "box", "owner", "amount")]
        return self.row(OWNERLESS, " ".join(map(str, whose))) is not None


Leaves = Callable[[TableMade, Row, Given], object]


def _points(facts: Given) -> tuple[int, int] | None:
    """Return the points of Banco and of Punto that these facts name; None unless they name both."""
    return (facts["banco"], facts["punto"]) if {"banco", "punto"} <= facts.keys() else None


def _paid(made: TableMade, row: Row, facts: Given, *, again: bool = False) -> None:
    """Add a row for each of ``facts["lines"]`` (position, box, kind, cents), and set the result of the running coup.

    The lines are taken as the entry has them, in their order; no stake is looked for. The result is that of the points
    that were called; None, and so not compared, where none are known, and with ``again``: then the lines correct a
    payment, and the result may be another.
    """
    for position, box, kind, amount in facts["lines"]:
        made.paid.append(key := _next(made, row))
        made.put("money", key, kind=kind, amount=amount, stake__position=position, stake__box=box)
    made.result = None if again or made.points is None else _result(*made.points)


def _result(banco: int, punto: int) -> str:
    """Return the result by the points of both hands."""
    return (Result.TIE if banco == punto else Result.BANCO if banco > punto else Result.PUNTO).value


def _refunded(made: TableMade, row: Row, facts: Given) -> None:
    """Add the money lines of stakes handed back in the running coup, and set its result to "": it has none."""
    _paid(made, row, facts)
    made.result = ""


def _ordered(made: TableMade, row: Row, facts: Given) -> None:
    """Add the money lines that were ordered for a coup, the running one or an earlier one.

    Their positions and boxes are not compared, as the stakes may have been moved to others since.
    """
    for _position, _box, kind, amount in facts["lines"]:
        made.put("money", _next(made, row), kind=kind, amount=amount)


def _next(made: TableMade, row: Row) -> str:
    """Key of the next money line of an entry, each call one further: its number and the line's place, as ``12 0``."""
    made.place += 1
    return f"{row.number} {made.place - 1}"


def _adjusted(made: TableMade, row: Row, facts: Given) -> None:
    """Add an adjustment for each money line of a decided dispute: position, bettor and cents, below 0 if they gave it.

    Its key is the entry's number and the line's place, from 0, as ``12 0``.
    """
    for place, (position, bettor, _kind, amount) in enumerate(facts["lines"]):
        made.put("adjustment", f"{row.number} {place}", position=position, bettor=bettor, amount=amount)


def _moved(made: TableMade, _row: Row, facts: Given) -> None:
    """Move money lines of the running coup from the position ``old`` to ``new["meant"]``.

    Nothing unless the ``what`` of the correction is its position; lines at other positions stay.
    """
    if facts["what"] == "position":
        for key in made.paid:
            if (line := made.row("money", key)) is not None and line["stake__position"] == facts["old"]:
                made.change("money", key, stake__position=facts["new"]["meant"])


def _end(made: TableMade, row: Row, outcome: str) -> None:
    """Add the row of the running coup with its outcome, and begin the next without points, result and money lines.

    A settled coup has its result, or none to compare where the entries do not give it (None); any other has "".
    """
    settled = {} if made.result is None else {"result": made.result}
    made.put("coup", row.number, outcome=outcome, **(settled if outcome == Outcome.SETTLED else {"result": ""}))
    made.points, made.result, made.paid = None, "", []


def _in_custody(made: TableMade, row: Row, facts: Given) -> None:
    """Add the row of chips in custody, open, under the slip that the entry names; it replaces a row of that slip."""
    names = {"position": "position", "box": "box", "owner": "guest", "kind": "kept", "amount": "amount"}
    known = {column: facts[name] for column, name in names.items() if name in facts}
    made.put("custody", facts["slip"], number=row.number, **known, closed=None, closed_by="")


def _without_owner(made: TableMade, row: Row, facts: Given) -> None:
    """Note chips left without an owner: a custody row for them is no fault, though the entry names no slip.

    It is noted in any case; where they were in custody before, there is no new row that the note would excuse.
    """
    whose = [facts[name] for name in ("position", "box", "bettor", "amount")]
    made.put(OWNERLESS, " ".join(map(str, [row.number, *whose])))


def _custody_changed(made: TableMade, row: Row, facts: Given) -> None:
    """Set the amount in custody under a slip (cents); at 0 it is also closed, by this entry and its actor.

    Nothing where no entry has named that slip.
    """
    closed = {} if facts["amount"] else {"closed": row.number, "closed_by": row.actor}
    made.change("custody", facts["slip"], amount=facts["amount"], **closed)


def _custody_closed(made: TableMade, row: Row, _facts: Given) -> None:
    """Close the row of custody under the slip in the entry's arguments, by this entry and its actor.

    Nothing unless an earlier entry put chips into custody under that slip.
    """
    made.change("custody", chain.read(row.arguments)["slip"], closed=row.number, closed_by=row.actor)


LEAVES: dict[str, Leaves] = {
    "wrong_announcement": lambda made, _row, facts: setattr(made, "points", _points(facts)),
    "settled": _paid,
    "not_computed": lambda made, row, _facts: _paid(made, row, {"lines": ()}),
    "money_corrected": lambda made, row, facts: _paid(made, row, facts, again=True),
    "payment_stands": lambda made, row, _facts: _paid(made, row, {"lines": ()}, again=True),
    "refunded": _refunded,
    "money_ordered": _ordered,
    "adjusted": _adjusted,
    "entry_corrected": _moved,
    "coup_burned": lambda made, row, facts: _end(made, row, facts["outcome"]),
    "coup_cancelled": lambda made, row, _facts: _end(made, row, Outcome.CANCELLED.value),
    "uncollected": _in_custody,
    "kept_for_owner": _in_custody,
    "left_without_owner": _without_owner,
    "custody_changed": _custody_changed,
    "custody_closed": _custody_closed,
}
"""By effect: what it leaves in the rows of its table."""
