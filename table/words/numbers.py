"""Numbers, percentages, money and dates as each language writes them: 1,06 % in German is 1.06% in English."""

import re
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from babel import Locale
from babel.dates import format_datetime
from babel.numbers import format_currency, format_decimal, format_percent
from django.conf import settings
from django.utils.timezone import localtime
from django.utils.translation import get_language

from table.rules.odds.bets import percent
from table.rules.refusal import Code, Refused
from table.words.voices import GERMAN, spoken

_AMOUNT = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,2}))?")


class Numbers(NamedTuple):
    """Formats of numbers in one language, below 0 with a minus as in print: ``−2,50 €``."""

    language: str

    @property
    def locale(self) -> Locale:
        """Babel's locale of the language, whatever its spelling or words: ``de`` for ``de-ch``, too."""
        return _locale(self.language)

    def percent(self, share: Fraction, places: int = 4) -> str:
        """Format a share of 1 as a percentage with `places` decimals, rounded once, halves to even.

        The sign as the language has it: ``1,0558 %`` in German, ``1.0558%`` in English, ``1,0558%`` in Italian.
        """
        pattern = str(self.locale.percent_formats[None].pattern).replace("#,##0", "#,##0." + "0" * places)
        return _printed(format_percent(Decimal(percent(share, places)).scaleb(-2), format=pattern, locale=self.locale))

    def decimal(self, number: Decimal | int) -> str:
        """Format a number with marks between thousands and at most three decimals, none for a whole one: ``1,54``."""
        return _printed(format_decimal(number, locale=self.locale))

    def moment(self, at: datetime) -> str:
        """Format a date and time in the house's time zone: ``22 Nov 2026, 21:14``, in German ``22. Nov. 2026, …``."""
        day = "d. MMM y" if self.locale.language == GERMAN else "d MMM y"
        return str(format_datetime(localtime(at), f"{day}, HH:mm", locale=self.locale))

    def money(self, cents: int, currency: str) -> str:
        """Format an amount of cents with its currency where the language has it: ``2,50 €``, in English ``€2.50``.

        With two decimals in every currency, also in yen.
        """
        amount = Decimal(cents).scaleb(-2)
        return _printed(format_currency(amount, currency, locale=self.locale, currency_digits=False))

    def amount(self, cents: int) -> str:
        """Format cents with marks between thousands and two decimals, without a currency: ``1.000,00``."""
        return _printed(format_decimal(Decimal(cents).scaleb(-2), format="#,##0.00", locale=self.locale))

    def chip(self, cents: int) -> str:
        """Format cents as on a chip, with marks between thousands: ``25`` if whole, else with two decimals."""
        return _chip(cents, self.language)

    def typed(self, cents: int) -> str:
        """Format cents as people type them, without marks between thousands: ``1000``, ``2,50``, below 0 ``-1000``."""
        sign, (whole, part) = "-" if cents < 0 else "", divmod(abs(cents), 100)
        decimals = f"{self.locale.number_symbols['latn']['decimal']}{part:02}" if part else ""
        return f"{sign}{whole}{decimals}"


def numbers_here() -> Numbers:
    """Return the formats of the active language, of LANGUAGE_CODE if none is; one instance for each language."""
    return numbers_in(get_language() or settings.LANGUAGE_CODE)


@lru_cache
def numbers_in(language: str) -> Numbers:
    """Return the formats of a language, one instance for each."""
    return Numbers(language)


def cents_of(typed: str) -> int:
    """Parse an amount such as ``1000``, ``2,5``, ``2,50`` or ``2.50`` into cents; spaces around it are ignored.

    ``0`` is an amount here. Refuses anything else (E_MONEY), also "", a sign, a mark between thousands, more than two
    decimals, and more than ten digits before them.
    """
    read = _AMOUNT.fullmatch(typed.strip())
    if read is None:
        raise Refused(
            Code.MONEY, "“%(amount)s” cannot be read as an amount: write it like 1000 or 2.50.", amount=typed[:20]
        )
    whole, part = read.groups()
    return int(whole) * 100 + int((part or "").ljust(2, "0"))


@lru_cache
def _locale(language: str) -> Locale:
    """Return Babel's locale of a language, ``de`` for ``de-ch`` and ``de-x-admiral`` too; cached."""
    return Locale.parse(spoken(language))


@lru_cache(maxsize=4096)
def _chip(cents: int, language: str) -> str:
    """Format an amount as :meth:`Numbers.chip` does; cached."""
    numbers = Numbers(language)
    if cents % 100:
        return numbers.amount(cents)
    return _printed(format_decimal(cents // 100, format="#,##0", locale=numbers.locale))


def _printed(number: str) -> str:
    """Return a formatted number with the minus of print in place of every hyphen."""
    return number.replace("-", "−")
