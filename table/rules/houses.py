"""The houses, each declared in one place: its values, and what its document states of them.

A profile has every point on which the five documents differ or one leaves a choice; what is not written out here is the
default of :class:`table.rules.profile.Profile`. Beside it stand the topics that the document states, each with the
article, empty where the document has none. A topic is a policy key, or a rule that holds whatever the keys say: then it
has a name of its own, mostly after the key and a dot. On any other topic the document is silent and the value is a
default or a reading of ours.

A house of one's own is derived from another one, ``derive(VENEZIA, key="my-house", decks=8)``, and entered in
``DECLARED`` with what its own document states. What the other document states of the values that were not changed is
cited for it as well.
"""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

from table.rules.profile import SIDE_BETS, Box, Profile, Role, Rounding, derive
from table.rules.refusal import Code, Refused, require
from table.rules.sources import BACCARAT_ONLINE, CASINO_ADMIRAL, PUNTO_Y_BANCO, REGOLE_DEL_BACCARAT, SUPER_PUNTO_BANCO

Statements = Mapping[str, str]
"""The topics that a document states, each with its article."""

VENEZIA = Profile(
    key="super-punto-banco-venezia",
    title="Super Punto Banco",
    source=SUPER_PUNTO_BANCO,
    dealing="face_down",
    reader="highest_punto",
    button=True,
    announce_order="banco_first",
    min_last_coup_cards=7,
    remedies="blank_coup",
    presence="lex_specialis",
)

VENEZIA_STATES: Statements = {
    "decks": "Art. 4",
    "cut_card": "Art. 5",
    "art5_mid_coup": "Art. 5",
    "art5_cut_in_blank": "Art. 5",
    "min_last_coup_cards": "Art. 5",
    "dealing": "Premessa",
    "reader": "Premessa",
    "reader.nobody": "Premessa",
    "reader.claims": "Premessa",
    "reader.gestures": "Premessa",
    "button": "Premessa",
    "button_rotation": "Premessa",
    "button_on_annulled": "Premessa",
    "standing_top_bet": "Art. 13",
    "announce_order": "Premessa",
    "tie_to_one.null": "Premessa",
    "malfunction_voids": "Art. 9",
    "stakes_per_position": "Art. 11",
    "both_sides": "Art. 11",
    "chips.laid": "Art. 12",
    "limits_decided_by": "Art. 14",
    "suspended_by": "Art. 14",
    "disputes_decided_by": "Art. 10",
    "presence": "Premessa, Art. 6, 7, 8",
    "unforeseen": "Art. 16",
    "remedies": "Art. 1",
    "remedies.seen": "Art. 1",
    "remedies.visible": "Art. 1",
    "remedies.stuck": "Art. 2",
    "remedies.unclear": "Art. 6, 7",
    "art3_first_card_window": "Art. 3",
    "art8_unseen_excess": "Art. 8",
}

MALTA = Profile(
    key="punto-y-banco-malta",
    title="Punto y Banco",
    source=PUNTO_Y_BANCO,
    positions=("1", "2", "3", "4", "5", "6", "7"),
    chips=(250, 500, 2500, 10000, 50000),
    egalite="shared",
    banco_payout="half_on_six",
    tie_requires_main=True,
    limits_decided_by=Role.DIREZIONE,
    announce_limits_by=Role.CAPO_TAVOLO,
    suspended_by=Role.DIREZIONE,
    disputes_decided_by=Role.DIREZIONE,
)

MALTA_STATES: Statements = {
    "banco_payout": "",
    "tie_to_one": "",
    "tie_to_one.null": "",
    "tie_requires_main": "",
    "over_max": "",
    "limits_decided_by": "",
    "announce_limits_by": "",
    "limit_levels": "",
    "suspended_by": "",
    "disputes_decided_by": "",
}

CLASSICO = Profile(
    key="baccarat-classico",
    title="Baccarat classico",
    source=REGOLE_DEL_BACCARAT,
    positions=("1", "2", "3", "4", "5", "6", "7"),
    egalite="shared",
    printed_odds="net",
)

CLASSICO_STATES: Statements = {
    "decks": "",
    "dealing": "",
    "reader": "",
    "reader.claims": "",
    "egalite": "",
    "banco_payout": "",
    "printed_odds": "",
    "tie_to_one": "",
    "tie_to_one.null": "",
}

CLASSICO_COPERTO = derive(
    CLASSICO,
    key="baccarat-classico-coperto",
    title="Baccarat classico, carte coperte",
    dealing="face_down",
    reader="highest_punto",
)

CLASSICO_COPERTO_STATES: Statements = {
    "dealing": "",
    "reader": "",
}

ADMIRAL = Profile(
    key="punto-banco-admiral",
    title="Punto Banco",
    source=CASINO_ADMIRAL,
    positions=("1", "2", "3", "4", "5", "6", "7"),
    currency="CHF",
    identity_check=True,
    tax="laid_ready",
    stakes_per_position="many",
    suspended_by=Role.DIREZIONE,
    disputes_decided_by=Role.DIREZIONE,
)

ADMIRAL_STATES: Statements = {
    "decks": "",
    "positions": "",
    "dealing": "",
    "egalite": "",
    "stakes_per_position": "",
    "tie_requires_main": "",
    "limit_levels": "",
    "chips.laid": "",
    "currency": "",
    "banco_payout": "",
    "tax": "",
    "printed_odds": "",
    "tie_to_one": "",
    "tie_to_one.null": "",
    "announce_order": "",
    "identity_check": "",
    "disputes_decided_by": "",
    "unforeseen": "",
}

ONLINE = Profile(
    key="baccarat-online-side-bets",
    title="Baccarat online",
    source=BACCARAT_ONLINE,
    positions=("1",),
    printed_odds="for_one",
    chips=(100, 500, 1000, 2500, 10000),
    smallest_payment=1,
    dealing="automatic",
    reshuffle_every_hand=True,
    cut_card=False,
    both_sides=True,
    side_bets=frozenset(SIDE_BETS),
    over_max="refuse_only",
    limit_levels=True,
    limits_decided_by=Role.DIREZIONE,
    suspended_by=Role.DIREZIONE,
    disputes_decided_by=Role.DIREZIONE,
    malfunction_voids=True,
)

ONLINE_STATES: Statements = {
    "decks": "",
    "reshuffle_every_hand": "",
    "dealing": "",
    "banco_payout": "",
    "printed_odds": "",
    "tie_to_one": "",
    "tie_to_one.null": "",
    "tie_requires_main": "",
    "both_sides": "",
    "side_bets": "",
    "limit_levels": "",
    "malfunction_voids": "",
    "malfunction_voids.link": "",
}

DECLARED: tuple[tuple[Profile, Statements], ...] = (
    (VENEZIA, VENEZIA_STATES),
    (MALTA, MALTA_STATES),
    (CLASSICO, CLASSICO_STATES),
    (CLASSICO_COPERTO, CLASSICO_COPERTO_STATES),
    (ADMIRAL, ADMIRAL_STATES),
    (ONLINE, ONLINE_STATES),
)
"""Every house with what its own document states, in the order in which they are offered."""

HOUSES: Mapping[str, Profile] = {profile.key: profile for profile, _ in DECLARED}

STATED: Mapping[str, Statements] = {profile.key: stated for profile, stated in DECLARED}


def profile_named(key: str) -> Profile:
    """The house with this key; refused with E_PROFILE and the keys that there are."""
    if key not in HOUSES:
        known = ", ".join(HOUSES)
        raise Refused(Code.PROFILE, "There is no house “%(house)s”; the houses are: %(known)s.", house=key, known=known)
    return HOUSES[key]


class Statement(NamedTuple):
    """Where a rule is stated; ``inherited`` if only the document of the house says so from which this one derives."""

    document: str
    article: str
    inherited: bool


def stated(profile: Profile, topic: str) -> Statement | None:
    """Where the value that this house has is stated; None where no document says so, or where it was changed."""
    for house in _declared(profile):
        if topic in STATED[house.key] and _unchanged(profile, house, topic):
            return Statement(house.source, STATED[house.key][topic], inherited=house.source != profile.source)
    return None


def _declared(profile: Profile) -> Iterator[Profile]:
    """The declared houses that this one is and derives from, the nearest first."""
    if profile.key in HOUSES:
        yield HOUSES[profile.key]
    if profile.derived_from in HOUSES and profile.derived_from != profile.key:
        yield from _declared(HOUSES[profile.derived_from])


def _unchanged(profile: Profile, house: Profile, topic: str) -> bool:
    """Whether both have the same value; a topic that is no key holds whatever the keys say."""
    return getattr(profile, topic, None) == getattr(house, topic, None)


# --- a house as plain values, and back

OF_ANY_HOUSE: Mapping[str, str | None] = {
    "derived_from": "",
    "egalite": "per_position",
    "tax": "taken",
    "printed_odds": "gross",
    "smallest_payment": None,
}

OF_A_DOCUMENT: Mapping[str, Mapping[str, str]] = {
    SUPER_PUNTO_BANCO: {"derived_from": "super-punto-banco-venezia"},
    PUNTO_Y_BANCO: {"derived_from": "punto-y-banco-malta", "egalite": "shared"},
    REGOLE_DEL_BACCARAT: {"derived_from": "baccarat-classico", "egalite": "shared", "printed_odds": "net"},
    CASINO_ADMIRAL: {"derived_from": "punto-banco-admiral", "tax": "laid_ready"},
    BACCARAT_ONLINE: {"derived_from": "baccarat-online-side-bets"},
}

OF_A_GAME_WITHOUT_A_TABLE: Mapping[str, str] = {"printed_odds": "for_one"}


def completed(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with the keys that came later, as the house with the same document has them; the others stay.

    Tables keep the values of their rules, and registers the arguments of the acts that set them, for as long as they
    exist. What such values lack was decided by the title of the house's document then, and is for them alone; a
    smallest payment was decided by nobody, and is reckoned from their payouts.
    """
    added = {**OF_ANY_HOUSE, **OF_A_DOCUMENT.get(str(values.get("source")), {})}
    if values.get("dealing") == "automatic":
        added |= OF_A_GAME_WITHOUT_A_TABLE
    return {**added, **values}


def of_values(values: Mapping[str, Any]) -> Profile:
    """The house that these values describe; refused with E_PROFILE and the key that is wrong, unknown or missing.

    Keys that came later than the values were kept are no fault of theirs: see :func:`completed`.
    """
    given, known = completed(values), {field.name for field in fields(Profile)}
    for name in given:
        require(name in known, Code.PROFILE, "A house has no key “%(key)s”.", key=name)
    missing = known - set(given)
    require(not missing, Code.PROFILE, "The house lacks the key “%(key)s”.", key=", ".join(sorted(missing)))
    kinds = get_type_hints(Profile)
    return Profile(**{name: _typed(kinds[name], value) for name, value in given.items()})


def _typed(kind: Any, value: Any) -> Any:
    """The value of a key as its type has it; what does not fit is left for the house to refuse."""
    try:
        if isinstance(value, list):
            return tuple(value) if get_origin(kind) is tuple else frozenset(map(Box, value))
        if Role in (kind, *get_args(kind)) and value is not None:
            return Role(value)
        if isinstance(value, dict):
            return Rounding(**value)
    except (TypeError, ValueError):
        pass
    return value
