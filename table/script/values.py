"""Values in the lines of a script (money, cards, stakes, limits, rules): each is parsed or refused."""

import json
import re
from contextlib import suppress
from typing import Any, NamedTuple

from table.play.offered import named_here
from table.play.texts import decode
from table.rules.cards import Card, parse_all
from table.rules.houses import of_values
from table.rules.profile import KEYS, Box, Profile, Role, as_values
from table.rules.refusal import Code, Refused, require
from table.rules.topics.policy_key import FieldKind

MONEY = re.compile(r"(\d{1,10})(?:\.(\d{1,2}))?")
PLACE = re.compile(r"(?:([PBT])@)?(\w{1,8})(?:/([^\s:/@]{1,20}))?", re.IGNORECASE)
STAKE = re.compile(r"([PBT])([\d.]+)@(\w{1,8})(?:/([^\s:/@]{1,20}))?", re.IGNORECASE)
LIMIT = re.compile(r"([a-z_]+)\s+([\d.]+)\s*-\s*([\d.]+)\s*,?\s*", re.IGNORECASE)
KEY = re.compile(r"(\w+)=(?=\S)")
VALUE = re.compile(r"\{.*?\}|\[(?:\[.*?\]|[^\]])*\]|\".*?\"|\S+")
JSON = json.JSONDecoder()
BOX_LETTERS = {"P": Box.PUNTO, "B": Box.BANCO, "T": Box.EGALITE}
LETTERS = {box: letter for letter, box in BOX_LETTERS.items()}


class StakePlace(NamedTuple):
    """Place of stakes: a position, optionally the box and the guest standing there: ``4``, ``P@4``, ``P@4/rossi``."""

    position: str
    box: Box | None = None
    guest: str | None = None


class WrittenStake(NamedTuple):
    """Stake, in cents, written ``P100@4``, or ``P100@4/rossi`` where several people stake at one position."""

    box: Box
    amount: int
    position: str
    guest: str | None = None


def money(text: str) -> int:
    """Parse an amount in units with at most two decimals into cents: ``7.50`` is 750, ``7.5`` too, ``0`` is 0.

    Spaces around it do not count. Refuses anything else (E_MONEY): a sign, a comma, more than ten digits before the
    point.
    """
    found = MONEY.fullmatch(text.strip())
    if found is None:
        raise Refused(
            Code.MONEY, "“%(text)s” is no amount of money: write whole units, as in 100 or 7.50.", text=text[:20]
        )
    units, hundredths = found.groups(default="0")
    return 100 * int(units) + int(hundredths.ljust(2, "0"))


def signed(text: str) -> int:
    """Parse an amount, after a sign if it has one, into cents: ``+38``, ``-100.00``, ``0``.

    Refuses an amount that cannot be read (E_MONEY).
    """
    cents = money(text[1:] if text.startswith(("+", "-")) else text)
    return -cents if text.startswith("-") else cents


def cards(text: str) -> list[Card]:
    """Parse cards separated by spaces, such as ``7S 10H ??``, into a list in the same order.

    Refuses what is no card (E_CARD), none, or more than a shoe can hold (E_COUNT).
    """
    return list(parse_all(text))


def chips(text: str) -> WrittenStake:
    """Parse one stake, such as ``P100@4`` or ``T7.50@3/rossi``: box P, B or T, units of money, position, guest.

    Small letters and spaces around it are taken; without a guest its guest is None. Refuses anything else
    (E_ARGUMENTS), and a wrong amount (E_MONEY).
    """
    found = STAKE.fullmatch(text.strip())
    if found is None:
        raise Refused(
            Code.ARGUMENTS,
            "“%(text)s” is no stake: write P, B or T, the amount and the position, as in P100@2 or T7.50@3/rossi.",
            text=text[:40],
        )
    letter, amount, position, guest = found.groups()
    return WrittenStake(BOX_LETTERS[letter.upper()], money(amount), position, guest)


def stakes(text: str) -> list[WrittenStake]:
    """Parse stakes separated by spaces; none for a single dash or an empty text. Refuses as :func:`chips` does."""
    return [] if text.strip() == "-" else [chips(part) for part in text.split()]


def place(text: str) -> StakePlace:
    """Parse a position, with an optional box before it and guest behind it, such as ``P@4/rossi``.

    The box is P, B, or T for Egalité, in capitals or not. Any other text or box is an AssertionError.
    """
    found = PLACE.fullmatch(text)
    assert found is not None, text
    letter, position, guest = found.groups()
    return StakePlace(position, BOX_LETTERS[letter.upper()] if letter else None, guest)


def limits(text: str) -> dict[str, list[int]]:
    """Parse limits into minimum and maximum in cents by kind of stake: ``main 10-1000, egalite 5-200``; {} for "".

    Capitals, spaces at the hyphen, and spaces or commas between the kinds are taken. Of a kind that comes twice the
    last counts; kinds, and which amount is larger, are not checked. Refuses any other text (E_LIMITS), and wrong
    amounts (E_MONEY).
    """
    found, at = {}, 0
    while at < len(text):
        one = LIMIT.match(text, at)
        if one is None:
            raise Refused(
                Code.LIMITS,
                "“%(text)s” are no limits: write each kind of stake with them, as in main 10-1000 egalite 5-200.",
                text=text[at : at + 40],
            )
        found[one[1].lower()] = [money(one[2]), money(one[3])]
        at = one.end()
    return found


def keys(text: str) -> dict[str, Any]:
    """Parse the arguments of an act, written ``key=value`` and split as by :func:`pairs`, into a dict.

    A value that is no JSON is a text; of a key that comes twice the last counts. Refuses anything else (E_ARGUMENTS).
    """
    return {key: _plain(value) for key, value in pairs(text)}


def pairs(text: str) -> list[tuple[str, str]]:
    """Split a text into pairs of key and unparsed value, in order, written ``key=value``; none for an empty text.

    A value that begins with a quote, bracket or brace goes on to the one that closes it, spaces and all, and keeps
    both; any other, and one that is never closed, ends before a space. A key may come twice. Refuses anything else,
    spaces alone as well (E_ARGUMENTS).
    """
    found, at = [], 0
    while at < len(text):
        one = KEY.match(text, at)
        if one is None:
            raise Refused(
                Code.ARGUMENTS,
                "“%(text)s” cannot be read here: write key=value, without spaces about the sign.",
                text=text[at : at + 40],
            )
        end = _end_of_value(text, one.end())
        found.append((one[1], text[one.end() : end]))
        at = len(text) - len(text[end:].lstrip())
    return found


def _end_of_value(text: str, at: int) -> int:
    """Return the index behind the value that begins at ``at``.

    That there is a character, and no space, is for the caller to check. JSON in braces, brackets or quotes is taken
    whole, with whatever is nested in it, and anything else in them up to the first that closes. Any other value, and
    one that is never closed, ends before a space or with the text.
    """
    if text[at] in '{["':
        with suppress(ValueError, RecursionError):
            return JSON.raw_decode(text, at)[1]
    found = VALUE.match(text, at)
    assert found is not None, text
    return found.end()


def _plain(text: str) -> Any:
    """Return the value of a text that is JSON, else the text itself."""
    try:
        return decode(text)
    except ValueError:
        return text


def house(text: str) -> Profile:
    """Parse the key of a house, followed by its changed policy keys: ``punto-y-banco-malta rounding=down:1.00``.

    Refuses an unknown house, and keys or values that no house can have (E_PROFILE), and as :func:`pairs` and
    :func:`policy` do.
    """
    key, _, changes = text.strip().partition(" ")
    return of_values(as_values(named_here(key)) | {name: policy(name, value) for name, value in pairs(changes.strip())})


def policy(key: str, text: str) -> Any:
    """Parse the value of a policy key, by the kind of the key.

    Lists are labels, or amounts in units with commas between them (returned in cents), a rounding is ``down:1.00``.
    Else ``yes``, ``no`` and ``none`` are True, False and None (but ``reader=none`` a word), and the rest is JSON as it
    is written, single amounts in cents, or the text itself. Refuses wrong amounts of lists and roundings (E_MONEY);
    whether there is such a key, and may have this value, is not checked.
    """
    field = KEYS[key].field if key in KEYS else None
    if field is FieldKind.LABELS:
        return text.split(",")
    if field is FieldKind.AMOUNTS:
        return [money(part) for part in text.split(",")]
    if field is FieldKind.ROUNDING and ":" in text:
        mode, unit = text.split(":", 1)
        return {"mode": mode, "unit": money(unit)}
    words: dict[str, object] = {"yes": True, "no": False, "none": None}
    return words[text] if text in words and (key, text) != ("reader", "none") else _plain(text)


def role(text: str) -> Role:
    """Return the role with this name, in small letters as in `Role`; refuse an unknown one (E_ROLE)."""
    known = ", ".join(Role)
    require(
        text in set(Role), Code.ROLE, "There is no role “%(role)s”; the roles are: %(known)s.", role=text, known=known
    )
    return Role(text)
