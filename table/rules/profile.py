"""Profile of a house: every policy key with its type and default, and the checks of their values."""

import re
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from itertools import pairwise
from math import lcm
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from table.rules.refusal import Code, require


class Box(StrEnum):
    """Place on the layout that takes stakes: Punto, Banco, Egalité and the six side bets of Baccarat online."""

    PUNTO = "punto"
    BANCO = "banco"
    EGALITE = "egalite"
    PLAYER_PAIR = "player_pair"
    BANKER_PAIR = "banker_pair"
    EITHER_PAIR = "either_pair"
    PERFECT_PAIR = "perfect_pair"
    GRANDE = "grande"
    PICCOLO = "piccolo"


MAIN_BOXES = (Box.PUNTO, Box.BANCO)

SIDE_BETS = (Box.PLAYER_PAIR, Box.BANKER_PAIR, Box.EITHER_PAIR, Box.PERFECT_PAIR, Box.GRANDE, Box.PICCOLO)


class Role(StrEnum):
    """Office of a person in a house, from which their rights follow. SHOE is a device that only reports facts."""

    DEALER = "dealer"
    ISPETTORE_GIOCO = "ispettore_gioco"
    ISPETTORE_COMUNALE = "ispettore_comunale"
    CAPO_ISOLA = "capo_isola"
    CAPO_TAVOLO = "capo_tavolo"
    DIREZIONE = "direzione"
    AUDITOR = "auditor"
    OPERATOR = "operator"
    INSTRUCTOR = "instructor"
    SHOE = "shoe"


class Ruling(StrEnum):
    """Effect of a decision of the Direzione; the effects of one decision are carried out in this order."""

    CONTINUE = "continue"
    VALIDATE = "validate"
    ANNUL = "annul"
    CORRECT_MONEY = "correct_money"
    END_TAGLIA = "end_taglia"
    REPLACE_DECKS = "replace_decks"
    CLOSE_TABLE = "close_table"


NEVER_LACKING = frozenset({Ruling.ANNUL, Ruling.CLOSE_TABLE})
"""Effects with which every case can be decided, during a coup and between two; every house has them."""
WITHIN_THE_TAGLIA = frozenset(Ruling) - {Ruling.END_TAGLIA, Ruling.REPLACE_DECKS}

USUAL_PAYMENT = 25
"""Default of the smallest piece that a table pays with, in cents; a house has to confirm that it has such a piece."""
MOST_TO_ONE = 1000
"""Upper bound of the price of a tie: a far higher payment could not be written down."""

MEASURE: Literal["measure"] = "measure"
"""Value of ``correction_second_from``: the threshold is what the coup could have brought, instead of a sum of money."""

_CURRENCY = re.compile("[A-Z]{3}")

RoundingMode = Literal["down", "half_up", "up"]


@dataclass(frozen=True, slots=True)
class Rounding:
    """How a house pays a win that its chips cannot make up: in whole ``unit`` cents, down, up, or to the nearest."""

    unit: int
    mode: RoundingMode


MOST_DELAY_HOURS = 72


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Rules of one house. Every field is a policy key; amounts are cents, ``chips`` ascend from the smallest one.

    - ``source`` is the title of the document by which the house plays: it is cited, and decides nothing.
    - ``derived_from`` is the key of the house whose rules these were at first; a house that derives from none names
      itself. It stays when key, title or source change, so that what the first document states can still be cited.
    - ``smallest_payment`` is the smallest piece that the table pays with, None in rules older than the key.
    - ``virtual_shoe``: the cards are shuffled and sealed by the machine, as in demo and training; no real ones are
      dealt.
    - ``correction_second_from``: a dispute that moves at least this many cents takes a second person, None for never;
      ``measure``: one that moves more than the coup could have brought (:mod:`procedures.case.measure`).
    - ``comunale_given_by`` is who enrols an Ispettore Comunale and issues the PIN; ``machine``: a server command.
    - ``given_pin_delay``: for how many hours, 1 to 72, a PIN that was replaced attests and decides nothing.
    - ``error_figures_read_by``: the only role that sees how many errors each person was named as the cause of.

    Refuses values that contradict each other or that no house can have, and names the key (E_PROFILE).
    """

    key: str
    title: str
    source: str
    derived_from: str = ""

    # The shoe
    decks: Literal[6, 8] = 6
    reshuffle_every_hand: bool = False
    cut_card: bool = True
    min_last_coup_cards: int | None = None
    mask_tolerance: int | None = 15
    virtual_shoe: bool = False

    # The table and its layout
    positions: tuple[str, ...] = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
    currency: str = "EUR"
    chips: tuple[int, ...] = (500, 1000, 2500, 10000, 50000)
    identity_check: bool = False
    egalite: Literal["per_position", "shared"] = "per_position"
    tax: Literal["taken", "laid_ready"] = "taken"
    printed_odds: Literal["net", "gross", "for_one"] = "gross"

    # The cards in hand
    dealing: Literal["face_down", "face_up", "automatic"] = "face_up"
    reader: Literal["highest_punto", "none"] = "none"
    button: bool = False
    button_rotation: Literal["next_position", "next_occupied"] = "next_position"
    button_on_annulled: Literal["pass", "stay"] = "pass"
    standing_top_bet: Literal["next_seated_reads", "dealer_completes"] = "next_seated_reads"
    announce_order: Literal["banco_first", "any"] = "any"

    # Stakes
    stakes: Literal["all", "reader_only"] = "all"
    stakes_per_position: Literal["one", "many"] = "one"
    both_sides: bool = False
    tie_requires_main: bool = False
    side_bets: frozenset[Box] = frozenset()
    over_max: Literal["cap_and_return", "refuse_only"] = "cap_and_return"
    limit_levels: bool = False

    # Payment
    banco_payout: Literal["commission_5", "half_on_six"] = "commission_5"
    tie_to_one: int = 8
    rounding: Rounding | None = None
    smallest_payment: int | None = USUAL_PAYMENT

    # Who decides
    limits_decided_by: Role = Role.ISPETTORE_GIOCO
    announce_limits_by: Role | None = None
    suspended_by: Role = Role.ISPETTORE_GIOCO
    disputes_decided_by: Role = Role.ISPETTORE_GIOCO
    correction_second_from: Literal["measure"] | int | None = MEASURE
    presence: Literal["lex_specialis", "always_both", "ispettore_gioco"] = "ispettore_gioco"
    attest_from: Literal["table", "any"] = "table"
    comunale_given_by: Literal["machine", "ispettore_comunale", "direzione"] = "machine"
    given_pin_delay: int = 12
    error_figures_read_by: Role = Role.DIREZIONE
    rulings: frozenset[Ruling] = WITHIN_THE_TAGLIA

    # When cards go wrong
    remedies: Literal["blank_coup", "annul_and_burn"] = "annul_and_burn"
    malfunction_voids: bool = False
    art3_first_card_window: Literal["until_second_card", "any_time"] = "until_second_card"
    art5_mid_coup: Literal["this_is_last", "one_more"] = "this_is_last"
    art5_cut_in_blank: Literal["ends_taglia", "one_more"] = "ends_taglia"
    art8_unseen_excess: Literal["blank", "under_sabot"] = "blank"

    def __post_init__(self) -> None:
        if self.derived_from == "":
            object.__setattr__(self, "derived_from", self.key)
        _check_kinds(self)
        _check_values(self)
        _check_reading(self)
        _check_shoe(self)
        _check_real_cards(self)
        _check_rulings(self)
        _check_payment(self)

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def smallest_chip(self) -> int:
        """Value of the smallest chip, in cents; every stake is a multiple of it."""
        return self.chips[0]

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Boxes of this house's layout, in the order in which a dealer names them."""
        return (Box.PUNTO, Box.BANCO, Box.EGALITE, *(box for box in SIDE_BETS if box in self.side_bets))


def offices_of(profile: Profile) -> frozenset[Role]:
    """Return the roles that exist in this house: Ispettore Comunale and Capo Tavolo only where its rules name them."""
    lacking = {Role.CAPO_TAVOLO} if profile.announce_limits_by != Role.CAPO_TAVOLO else set()
    if profile.presence == "ispettore_gioco":
        lacking |= {Role.ISPETTORE_COMUNALE}
    return frozenset(Role) - lacking


def _admits(kind: Any, value: Any) -> bool:
    """Whether a key of this type may hold ``value``; types match exactly: a bool is no int, a plain string no Role."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return any(value == part and type(value) is type(part) for part in parts)
    if origin in (Union, UnionType):
        return any(_admits(part, value) for part in parts)
    if origin in (tuple, frozenset):
        return type(value) is origin and all(_admits(parts[0], item) for item in value)
    return type(value) is kind


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 1


def _is_label(label: str) -> bool:
    """Whether a position may have this name: at most 8 letters and digits, spaces inside allowed: ``7``, ``12 bis``."""
    return label == label.strip() and label.replace(" ", "").isalnum() and len(label) <= 8


def _check_kinds(profile: Profile) -> None:
    for key, kind in get_type_hints(Profile).items():
        require(
            _admits(kind, getattr(profile, key)),
            Code.PROFILE,
            "“%(value)s” is no value that the key “%(key)s” of a house can have.",
            key=key,
            value=getattr(profile, key),
        )


def _check_values(profile: Profile) -> None:
    """Check what must hold of each key by itself."""
    labels, chips = profile.positions, profile.chips

    def must(key: str, holds: object) -> None:
        value = getattr(profile, key)
        require(holds, Code.PROFILE, "“%(value)s” cannot be the “%(key)s” of a house.", key=key, value=value)

    for key in ("key", "title", "source"):
        must(key, getattr(profile, key).strip())
    must("positions", labels and len(set(labels)) == len(labels) and all(map(_is_label, labels)))
    must("currency", _CURRENCY.fullmatch(profile.currency))
    must("chips", bool(chips) and chips[0] > 0 and all(chip % chips[0] == 0 for chip in chips))
    must("chips", all(small < large for small, large in pairwise(chips)))
    must("side_bets", profile.side_bets <= set(SIDE_BETS))
    must("tie_to_one", 1 <= profile.tie_to_one <= MOST_TO_ONE)
    must(
        "rounding",
        profile.rounding is None
        or (_is_count(profile.rounding.unit) and profile.rounding.mode in get_args(RoundingMode)),
    )
    must("smallest_payment", profile.smallest_payment is None or profile.smallest_payment >= 1)
    must(
        "correction_second_from",
        profile.correction_second_from in (None, MEASURE) or _is_count(profile.correction_second_from),
    )
    must("min_last_coup_cards", profile.min_last_coup_cards is None or profile.min_last_coup_cards >= 1)
    must("given_pin_delay", 1 <= profile.given_pin_delay <= MOST_DELAY_HOURS)
    must("mask_tolerance", profile.mask_tolerance is None or profile.mask_tolerance >= 0)


def _must(profile: Profile, key: str, holds: object, sentence: str) -> None:
    """Refuse a profile whose keys contradict each other; ``key`` is the one to blame (E_PROFILE)."""
    require(holds, Code.PROFILE, sentence, key=key, value=getattr(profile, key))


def _check_reading(profile: Profile) -> None:
    read, covered = profile.reader == "highest_punto", profile.dealing == "face_down"
    _must(
        profile, "reader", covered or not read, "Key “reader”: cards can be read only where they are dealt face down."
    )
    _must(
        profile,
        "button",
        read or not profile.button,
        "Key “button”: the Button orders the reading, and in this house nobody reads.",
    )
    _must(
        profile,
        "stakes",
        read or profile.stakes == "all",
        "Key “stakes”: reader_only needs a house in which a player reads.",
    )


def _check_shoe(profile: Profile) -> None:
    cut_card = profile.cut_card
    _must(
        profile,
        "cut_card",
        not (cut_card and profile.reshuffle_every_hand),
        "Key “cut_card”: a shoe shuffled for every hand has none.",
    )
    _must(
        profile,
        "min_last_coup_cards",
        cut_card or profile.min_last_coup_cards is None,
        "Key “min_last_coup_cards”: the last coup is told by the cut card, and this house has none.",
    )


def _check_real_cards(profile: Profile) -> None:
    """Check keys that only a game without a real table can have, and the one that such a game cannot."""
    automatic = profile.dealing == "automatic"
    _must(
        profile,
        "reshuffle_every_hand",
        automatic or not profile.reshuffle_every_hand,
        "Key “reshuffle_every_hand”: six decks of real cards cannot be shuffled for every hand.",
    )
    _must(
        profile,
        "limit_levels",
        automatic or not profile.limit_levels,
        "Key “limit_levels”: at a real table the sign shows one pair of limits for everybody.",
    )
    _must(
        profile,
        "malfunction_voids",
        automatic or not profile.malfunction_voids,
        "Key “malfunction_voids”: real cards speak for themselves, whatever the software does.",
    )
    _must(
        profile,
        "remedies",
        not automatic or profile.remedies == "annul_and_burn",
        "Key “remedies”: a house that deals automatically has no card left for a Colpo in Bianco.",
    )


def _check_rulings(profile: Profile) -> None:
    _must(
        profile,
        "rulings",
        profile.rulings >= NEVER_LACKING,
        "Key “rulings”: every house can have a coup annulled and a table closed, so that no case is without an end.",
    )


def _check_payment(profile: Profile) -> None:
    whole = profile.rounding is not None or _whole_cents(profile)
    _must(profile, "rounding", whole, "Key “rounding”: the smallest chip makes payouts of broken cents.")


def _whole_cents(profile: Profile) -> bool:
    """Whether every payout on the smallest chip is whole cents: 5 % needs 20, a half 2, Grande at 1.54 for one 50."""
    unit = 20 if profile.banco_payout == "commission_5" else 2
    if Box.GRANDE in profile.side_bets:
        unit = lcm(unit, 50)
    return profile.smallest_chip % unit == 0


def derive(parent: Profile, *, key: str, **changes: Any) -> Profile:
    """Return ``parent`` with a new key and some values changed; refuse unknown keys and contradictions (E_PROFILE)."""
    known = {field.name for field in fields(Profile)}
    for name in changes:
        require(name in known, Code.PROFILE, "A house has no key “%(key)s”.", key=name)
    return replace(parent, key=key, **changes)


def as_values(profile: Profile) -> dict[str, Any]:
    """Return the profile as plain strings, numbers, lists and objects: the form in which a table's rules are stored."""
    return {field.name: _plain(getattr(profile, field.name)) for field in fields(Profile)}


def _plain(value: Any) -> Any:
    if isinstance(value, Rounding):
        return {"unit": value.unit, "mode": value.mode}
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, frozenset):
        return sorted(map(str, value))
    return str(value) if isinstance(value, StrEnum) else value
