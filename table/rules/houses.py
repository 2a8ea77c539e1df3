"""The houses: one frozen value each, with every point on which the five source documents differ or one leaves a choice.

What a source states is written out; everything else is the default of :class:`table.rules.profile.Profile`. A house of
one's own is derived from one of them: ``derive(VENEZIA, key="my-house", decks=8)``.
"""

from collections.abc import Mapping
from dataclasses import replace

from table.rules.profile import SIDE_BETS, Profile, Role
from table.rules.refusal import Code, Refused
from table.rules.sources import CASINO_ADMIRAL, PUNTO_Y_BANCO, REGOLE_DEL_BACCARAT, SUPER_PUNTO_BANCO

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

MALTA = Profile(
    key="punto-y-banco-malta",
    title="Punto y Banco",
    source=PUNTO_Y_BANCO,
    positions=("1", "2", "3", "4", "5", "6", "7"),
    chips=(250, 500, 2500, 10000, 50000),
    banco_payout="half_on_six",
    tie_requires_main=True,
    limits_decided_by=Role.DIREZIONE,
    announce_limits_by=Role.CAPO_TAVOLO,
    suspended_by=Role.DIREZIONE,
    disputes_decided_by=Role.DIREZIONE,
)

CLASSICO = Profile(
    key="baccarat-classico",
    title="Baccarat classico",
    source=REGOLE_DEL_BACCARAT,
    positions=("1", "2", "3", "4", "5", "6", "7"),
)

CLASSICO_COPERTO = replace(
    CLASSICO,
    key="baccarat-classico-coperto",
    title="Baccarat classico, carte coperte",
    dealing="face_down",
    reader="highest_punto",
)

ADMIRAL = Profile(
    key="punto-banco-admiral",
    title="Punto Banco",
    source=CASINO_ADMIRAL,
    positions=("1", "2", "3", "4", "5", "6", "7"),
    currency="CHF",
    identity_check=True,
    stakes_per_position="many",
    suspended_by=Role.DIREZIONE,
    disputes_decided_by=Role.DIREZIONE,
)

ONLINE = Profile(
    key="baccarat-online-side-bets",
    title="Baccarat online",
    source="Baccarat online",
    positions=("1",),
    chips=(100, 500, 1000, 2500, 10000),
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

HOUSES: Mapping[str, Profile] = {
    house.key: house for house in (VENEZIA, MALTA, CLASSICO, CLASSICO_COPERTO, ADMIRAL, ONLINE)
}


def profile_named(key: str) -> Profile:
    """The house with this key; refused with E_PROFILE and the keys that there are."""
    if key not in HOUSES:
        known = ", ".join(HOUSES)
        raise Refused(Code.PROFILE, "There is no house “%(house)s”; the houses are: %(known)s.", house=key, known=known)
    return HOUSES[key]
