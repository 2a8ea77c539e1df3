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
    """Put a currency's terms among the rows made of the house's register; a sum of cash that is not named is None."""
    sums = {name: given.get(name) for name in ("cash_threshold", "cash_limit")}
    house.put("cash_terms", given["currency"], **sums, tips_split=given["tips_split"])


def _day_terms(house: HouseMade, _row: Row, given: Given) -> None:
    """Put the one row of how gaming days end among those made of the house's register, in place of an earlier one."""
    house.put("day_terms", "house", rolls_at=given["rolls_at"], count_at_roll=given["count_at_roll"])


def _gaming_day(house: HouseMade, row: Row, given: Given) -> None:
    """Put a gaming day among the rows made of the house's register, with ``counted`` empty if the entry has none."""
    house.put("gaming_day", given["day"], number=row.number, counted=given.get("counted", {}))


def _joined(house: HouseMade, _row: Row, given: Given) -> None:
    """Put the root of ``other``, and all keys joined to it, under that of ``one``, among rows made of the register.

    The root of a key is the one that it is joined to, else the key itself.
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
