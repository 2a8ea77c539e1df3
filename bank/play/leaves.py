"""Rows that acts of the house about banks leave, for the audit of its register."""

from bank.models import CashTermsOf, DayTerms, GamingDay, JoinedGuest
from table.record.chain import Row
from table.record.compared import Compared
from table.record.proof.house import Given, HouseMade

COMPARED = {
    "cash_terms": Compared("sums of cash in", CashTermsOf, "currency", ("cash_threshold", "cash_limit", "tips_split")),
    "day_terms": Compared("end of gaming days of the", DayTerms, "house", ("rolls_at", "count_at_roll")),
    "gaming_day": Compared("gaming day", GamingDay, "day", ("number", "counted")),
    "joined_guest": Compared("joined key", JoinedGuest, "guest", ("root",)),
}


def _cash_terms(house: HouseMade, _row: Row, given: Given) -> None:
    """Put the row of a currency's terms as an entry lays them down; a sum of cash that it does not name is None."""
    sums = {name: given.get(name) for name in ("cash_threshold", "cash_limit")}
    house.put("cash_terms", given["currency"], **sums, tips_split=given["tips_split"])


def _day_terms(house: HouseMade, _row: Row, given: Given) -> None:
    """Put the one row of how gaming days end, in place of an earlier one."""
    house.put("day_terms", "house", rolls_at=given["rolls_at"], count_at_roll=given["count_at_roll"])


def _gaming_day(house: HouseMade, row: Row, given: Given) -> None:
    """Put the row of the gaming day that an entry begins; ``counted`` is empty where the entry names no counts."""
    house.put("gaming_day", given["day"], number=row.number, counted=given.get("counted", {}))


def _joined(house: HouseMade, _row: Row, given: Given) -> None:
    """Enter a joining of guests into the rows made of the house's register; the database is not touched.

    The key that stands for ``other``, and all that were joined to it, get the key that stands for ``one`` as their
    root.
    """
    joined = house.rows["joined_guest"]
    root, gone = (joined[key]["root"] if key in joined else key for key in (given["one"], given["other"]))
    for key in [gone, *(key for key, it in joined.items() if it["root"] == gone)]:
        house.put("joined_guest", key, root=root)


def _nothing(_house: HouseMade, _row: Row, _given: Given) -> None:
    """Do nothing for "identify": acts at tables change the same rows, so that the audit does not compare them."""


LEAVES = {
    "set_cash_terms": _cash_terms,
    "set_day_terms": _day_terms,
    "roll_day": _gaming_day,
    "join_guests": _joined,
    "identify": _nothing,
}
