"""Refusal of an act: one exception with a code for programs and a sentence for people."""

from collections.abc import Mapping
from enum import StrEnum

from table.rules.topics.sources import NOBODY, Cited


class Cents(int):
    """Amount of money in integer cents that prints as money: ``Cents(9500)`` is ``95.00``."""

    def __str__(self) -> str:
        """Write the amount with a point and two decimals, "-" before a negative one; without a currency."""
        sign = "-" if self < 0 else ""
        whole, cents = divmod(abs(int(self)), 100)
        return f"{sign}{whole}.{cents:02}"


class Listed(tuple[object, ...]):
    """Values for one place of a sentence, printed with commas: ``Listed(["1", "2"])`` is ``1, 2``."""

    __slots__ = ()

    def __str__(self) -> str:
        """Return the values as one text, in order, with commas between them."""
        return ", ".join(map(str, self))


class Code(StrEnum):
    """Reason of a refusal, for programs; people read its sentence."""

    ANNOUNCEMENT = "E_ANNOUNCEMENT"
    ARGUMENTS = "E_ARGUMENTS"
    BANK = "E_BANK"
    BLANK_NO_BETS = "E_BLANK_NO_BETS"
    BLANK_DUE = "E_BLANK_DUE"
    BOX = "E_BOX"
    CARD = "E_CARD"
    CARD_COVERED = "E_CARD_COVERED"
    CARD_IMPOSSIBLE = "E_CARD_IMPOSSIBLE"
    CASH_IDENTITY = "E_CASH_IDENTITY"
    CASH_LIMIT = "E_CASH_LIMIT"
    CASH_PENDING = "E_CASH_PENDING"
    CHIP = "E_CHIP"
    CLEAR = "E_CLEAR"
    CLOSED = "E_CLOSED"
    COUNT = "E_COUNT"
    COUP_OPEN = "E_COUP_OPEN"
    CURRENCY = "E_CURRENCY"
    CUT_CARD_ALREADY_OUT = "E_CUT_CARD_ALREADY_OUT"
    EVIDENCE = "E_EVIDENCE"
    FINAL = "E_FINAL"
    FRAME = "E_FRAME"
    GAP = "E_GAP"
    HELD = "E_HELD"
    IDENTITY = "E_IDENTITY"
    INCIDENT_OPEN = "E_INCIDENT_OPEN"
    INDIVIDUAL = "E_INDIVIDUAL"
    LATE = "E_LATE"
    LIMITS = "E_LIMITS"
    MAX = "E_MAX"
    MIN = "E_MIN"
    MONEY = "E_MONEY"
    MOVEMENT_OPEN = "E_MOVEMENT_OPEN"
    NO_CLAIM = "E_NO_CLAIM"
    NO_RESERVATION = "E_NO_RESERVATION"
    NO_STAKE = "E_NO_STAKE"
    NONCE = "E_NONCE"
    NOTHING_REPORTED = "E_NOTHING_REPORTED"
    NOT_CLEAR = "E_NOT_CLEAR"
    NOT_FREE = "E_NOT_FREE"
    ONE_STAKE = "E_ONE_STAKE"
    PHASE = "E_PHASE"
    PHRASE = "E_PHRASE"
    PIN_NOT_OWN = "E_PIN_NOT_OWN"
    POSITION = "E_POSITION"
    PRESENCE = "E_PRESENCE"
    PRESENCE_SELF = "E_PRESENCE_SELF"
    PROFILE = "E_PROFILE"
    REASON = "E_REASON"
    REGOLA = "E_REGOLA"
    RATE = "E_RATE"
    ROAD = "E_ROAD"
    ROLE = "E_ROLE"
    SEAT = "E_SEAT"
    SEAT_MARKED = "E_SEAT_MARKED"
    SEVEN_FIRST = "E_SEVEN_FIRST"
    SHOE = "E_SHOE"
    SIGNED_OUT = "E_SIGNED_OUT"
    STALE = "E_STALE"
    TABLE = "E_TABLE"
    TABLE_NOT_OPEN = "E_TABLE_NOT_OPEN"
    TAGLIA_ENDED = "E_TAGLIA_ENDED"
    TIE_NEEDS_MAIN = "E_TIE_NEEDS_MAIN"
    TOO_MANY_ORDERS = "E_TOO_MANY_ORDERS"
    UNEQUAL = "E_UNEQUAL"
    VERB = "E_VERB"


class Refused(Exception):
    """Refusal of an act, which changes nothing.

    ``sentence`` is the English id of a full sentence with ``%(name)s`` places, ``facts`` fill them (integers, strings,
    :class:`Cents`, :class:`Listed`), ``source`` is the authority for it, as :func:`table.rules.authority.cite`
    gives it for a topic; empty where the input itself cannot be read. Screens translate the sentence, replace codes by
    words and fill in the facts.
    """

    def __init__(self, code: Code, sentence: str, *, source: Cited = NOBODY, **facts: object) -> None:
        """Make a refusal; `facts` are the values for the ``%(name)s`` places of its sentence, an English id."""
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence
        self.source = source
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        """Return the English sentence with its facts filled in, and behind it the source in brackets if there is one.

        Raises KeyError where a fact is missing.
        """
        text = self.sentence % self.facts
        return f"{text} ({self.source})" if self.source else text


def require(holds: object, code: Code, sentence: str, *, source: Cited = NOBODY, **facts: object) -> None:
    """Raise :class:`Refused` with this code and sentence unless ``holds`` is true."""
    if not holds:
        raise Refused(code, sentence, source=source, **facts)
