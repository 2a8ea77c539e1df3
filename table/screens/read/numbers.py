"""How the three languages write chances, money and odds: 1,06 % here is 1.06% there."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from babel import Locale
from babel.dates import format_datetime
from babel.numbers import format_currency, format_decimal, format_percent
from django.conf import settings
from django.utils.functional import cached_property
from django.utils.timezone import localtime
from django.utils.translation import get_language

from table.rules.odds.bets import percent
from table.spelling import GERMAN, spoken


@dataclass(frozen=True)
class Numbers:
    """The numbers of one language, as its readers expect them in print."""

    language: str

    @cached_property
    def locale(self) -> Locale:
        """The language as Babel knows it."""
        return Locale.parse(spoken(self.language))

    def percent(self, share: Fraction, places: int = 4) -> str:
        """A share of one in per cent, rounded once at the last place: ``1,0558 %``."""
        pattern = str(self.locale.percent_formats[None].pattern).replace("#,##0", "#,##0." + "0" * places)
        return format_percent(Decimal(percent(share, places)).scaleb(-2), format=pattern, locale=self.locale)

    def decimal(self, number: Decimal | int) -> str:
        """A number with as many places as it has: ``1,54``."""
        return format_decimal(number, locale=self.locale)

    def moment(self, at: datetime) -> str:
        """A day and its hour, as the house has them: ``22 Nov 2026, 21:14``."""
        day = "d. MMM y" if self.locale.language == GERMAN else "d MMM y"
        return str(format_datetime(localtime(at), f"{day}, HH:mm", locale=self.locale))

    def money(self, cents: int, currency: str) -> str:
        """An amount in the money of the table: ``2,50 €``."""
        return format_currency(Decimal(cents).scaleb(-2), currency, locale=self.locale)

    def chip(self, cents: int) -> str:
        """What stands on a chip: whole units without places, ``25``; else with two, ``2,50``."""
        return _chip(cents, self.language)


def numbers_here() -> Numbers:
    """The numbers of the language in which a screen is being made: the same ones for all that is made in it."""
    return _numbers(get_language() or settings.LANGUAGE_CODE)


@lru_cache
def _numbers(language: str) -> Numbers:
    return Numbers(language)


@lru_cache(maxsize=4096)
def _chip(cents: int, language: str) -> str:
    """The same few amounts stand on every screen."""
    places = "#,##0.00" if cents % 100 else "#,##0"
    return format_decimal(Decimal(cents).scaleb(-2), format=places, locale=Numbers(language).locale)
