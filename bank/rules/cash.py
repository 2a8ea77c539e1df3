"""Cash of a guest on one gaming day, over all tables: from which sum on they are known, and up to which they change."""

from typing import NamedTuple

from table.rules.refusal import Code, Refused, require


class CashTerms(NamedTuple):
    """Sums of a house in one currency, in cents: from which on a guest is identified, and which nobody exceeds.

    None where there is none.
    """

    threshold: int | None = None
    limit: int | None = None


def check_change(terms: CashTerms, guest: str, *, total: int, identified: bool) -> None:
    """Refuse a change of banknotes by which a guest ("" for nobody known) reaches ``total`` cents on this day.

    Where the house has terms it refuses, in this order: without a guest (E_CASH_IDENTITY); a total above the limit
    (E_CASH_LIMIT); an unidentified guest whose total reaches the threshold (E_CASH_IDENTITY). The refusals name no sum,
    as the dealer reads them.
    """
    if terms.threshold is None and terms.limit is None:
        return
    if not guest:
        raise Refused(Code.CASH_IDENTITY, "Banknotes are changed for a guest on record: enter whose they are.")
    require(
        terms.limit is None or total <= terms.limit,
        Code.CASH_LIMIT,
        "No more banknotes are changed for “%(guest)s” today: these go back.",
        guest=guest,
    )
    require(
        terms.threshold is None or total < terms.threshold or identified,
        Code.CASH_IDENTITY,
        "Before these banknotes are changed, an Ispettore di Gioco or the cash desk sees the papers of “%(guest)s”; "
        "until then they go back.",
        guest=guest,
    )


def check_taken_back(changed: int, taken_back: int) -> None:
    """Refuse (E_MONEY) to take back changes of more cents than were changed; 0 or less is never refused."""
    require(
        taken_back <= 0 or taken_back <= changed, Code.MONEY, "So much was not changed: less is taken back, or nothing."
    )


def reaches(terms: CashTerms, *, before: int, total: int) -> bool:
    """Whether a change from ``before`` to ``total`` cents reaches the threshold or passes it; False without one."""
    return terms.threshold is not None and before < terms.threshold <= total
