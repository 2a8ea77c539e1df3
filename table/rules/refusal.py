"""How the table says no: one exception, a code that programs read and a sentence that people read."""

from collections.abc import Mapping
from enum import StrEnum


class Cents(int):
    """An amount of money in integer cents that prints as money: ``Cents(9500)`` is ``95.00``."""

    def __str__(self) -> str:
        sign = "-" if self < 0 else ""
        whole, cents = divmod(abs(int(self)), 100)
        return f"{sign}{whole}.{cents:02}"


class Code(StrEnum):
    """The reason of a refusal, for programs; the sentence beside it is for people."""

    ANNOUNCEMENT = "E_ANNOUNCEMENT"
    BLANK_NO_BETS = "E_BLANK_NO_BETS"
    BOX = "E_BOX"
    CARD = "E_CARD"
    CARD_COVERED = "E_CARD_COVERED"
    CARD_IMPOSSIBLE = "E_CARD_IMPOSSIBLE"
    CASH_PENDING = "E_CASH_PENDING"
    CHIP = "E_CHIP"
    COUNT = "E_COUNT"
    CURRENCY = "E_CURRENCY"
    CUT_CARD_ALREADY_OUT = "E_CUT_CARD_ALREADY_OUT"
    EVIDENCE = "E_EVIDENCE"
    INDIVIDUAL = "E_INDIVIDUAL"
    LIMITS = "E_LIMITS"
    MAX = "E_MAX"
    MIN = "E_MIN"
    MONEY = "E_MONEY"
    NO_STAKE = "E_NO_STAKE"
    ONE_STAKE = "E_ONE_STAKE"
    POSITION = "E_POSITION"
    PROFILE = "E_PROFILE"
    REGOLA = "E_REGOLA"
    ROAD = "E_ROAD"
    SEVEN_FIRST = "E_SEVEN_FIRST"
    TIE_NEEDS_MAIN = "E_TIE_NEEDS_MAIN"
    TOO_MANY_ORDERS = "E_TOO_MANY_ORDERS"


class Refused(Exception):
    """The table says no, and nothing has changed.

    ``sentence`` is the English id of a full sentence with ``%(name)s`` places, ``facts`` fills them (integers,
    strings, :class:`Cents`), ``source`` is the article or document that forbids it, empty where the input itself
    cannot be read. Screens translate the sentence and then fill in the facts.
    """

    def __init__(self, code: Code, sentence: str, *, source: str = "", **facts: object) -> None:
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.source = source
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        text = self.sentence % self.facts
        return f"{text} ({self.source})" if self.source else text


def require(holds: object, code: Code, sentence: str, *, source: str = "", **facts: object) -> None:
    """Refuse with this sentence unless the law ``holds``."""
    if not holds:
        raise Refused(code, sentence, source=source, **facts)
