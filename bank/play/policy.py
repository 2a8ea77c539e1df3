"""Rules of a table on its bank."""

from table.rules.profile import Profile, Role

BY_ISPETTORE = frozenset({Role.ISPETTORE_GIOCO})
BY_BOTH = frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE})


def has_bank(profile: Profile) -> bool:
    """Whether a table keeps a bank."""
    return profile.bank == "on"


def who_attests(profile: Profile) -> frozenset[Role]:
    """Return the offices that attest what is counted in the rack."""
    return BY_BOTH if profile.bank_presence == "with_comunale" else BY_ISPETTORE
