"""Amounts of money that people type into a form; :meth:`Numbers.typed` is the way back."""

import re

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
