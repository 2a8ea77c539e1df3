"""What a house calls its offices: one name each, in every language, wherever a screen of its tables names them."""

from collections.abc import Mapping

from table.rules.houses import HOUSES
from table.rules.profile import Profile, Role
from table.rules.sources import CASINO_ADMIRAL, PUNTO_Y_BANCO

USUAL: Mapping[Role, tuple[str, ...]] = {
    Role.DIREZIONE: ("Direzione Giochi", "Direzione"),
    Role.CAPO_TAVOLO: ("Capo Tavolo",),
}
"""The names in the sentences of the screens, the longer first; they are proper names, alike in every language."""
OFFICES: Mapping[str, Mapping[Role, str]] = {
    PUNTO_Y_BANCO: {Role.DIREZIONE: "Direzione", Role.CAPO_TAVOLO: "Capo Tavolo"},
    CASINO_ADMIRAL: {Role.DIREZIONE: "Direktion"},
}
"""By the title of a document, the names that it has for offices of the house."""


def called_by(profile: Profile) -> str:
    """The document after which a house calls its offices: its own, or that of the house from which it derives.

    Empty where they have their usual names.
    """
    there = HOUSES.get(profile.derived_from)
    sources = (profile.source, there.source if there is not None else "")
    return next((it for it in sources if it in OFFICES), "")


def named(text: str, document: str) -> str:
    """The same with the offices as this document calls them."""
    for role, name in OFFICES.get(document, {}).items():
        for usual in USUAL[role]:
            text = text.replace(usual, name)
    return text
