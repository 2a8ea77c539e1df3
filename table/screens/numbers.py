"""How the three languages write chances, money and odds: 1,06 % here is 1.06% there."""

from decimal import Decimal
from fractions import Fraction

from babel import Locale
from babel.numbers import format_currency, format_decimal, format_percent

from table.rules.odds import percent


class Numbers:
    """The numbers of one language, as its readers expect them in print."""

    def __init__(self, language: str) -> None:
        self.locale = Locale.parse(language, sep="-")
        self._percent = str(self.locale.percent_formats[None].pattern)

    def percent(self, share: Fraction, places: int = 4) -> str:
        """A share of one in per cent, rounded once at the last place: ``1,0558 %``."""
        pattern = self._percent.replace("#,##0", "#,##0." + "0" * places)
        return format_percent(Decimal(percent(share, places)).scaleb(-2), format=pattern, locale=self.locale)

    def decimal(self, number: Decimal | int) -> str:
        """A number with as many places as it has: ``1,54``."""
        return format_decimal(number, locale=self.locale)

    def money(self, cents: int, currency: str) -> str:
        """An amount in the money of the table: ``2,50 €``."""
        return format_currency(Decimal(cents).scaleb(-2), currency, locale=self.locale)

    def chip(self, cents: int) -> str:
        """What stands on a chip: whole units without places, ``25``; else with two, ``2,50``."""
        broken = cents % 100
        return format_decimal(Decimal(cents).scaleb(-2), format="#,##0.00" if broken else "#,##0", locale=self.locale)
