"""Amounts of money as people type them into a form, and as the form shows them for editing."""

import re

from django.utils.formats import get_format

from table.rules.refusal import Code, Refused

_AMOUNT = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,2}))?")


def cents(typed: str) -> int:
    """Parse an amount such as ``1000``, ``2,5``, ``2,50`` or ``2.50`` into cents.

    Refuses anything else (E_MONEY), also a sign and a mark between thousands.
    """
    read = _AMOUNT.fullmatch(typed.strip())
    if read is None:
        raise Refused(
            Code.MONEY, "“%(amount)s” cannot be read as an amount: write it like 1000 or 2.50.", amount=typed[:20]
        )
    whole, part = read.groups()
    return int(whole) * 100 + int((part or "").ljust(2, "0"))


def typed(amount: int) -> str:
    """Format cents for a form, with the decimal mark of the active language.

    Without decimals if the amount is whole.
    """
    whole, part = divmod(amount, 100)
    return f"{whole}{get_format('DECIMAL_SEPARATOR')}{part:02}" if part else str(whole)
