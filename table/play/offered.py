"""Houses whose rules are offered: those of the documents, and own ones, each at its latest version."""

from collections.abc import Mapping

from django.db import OperationalError, connection
from django.db.models import F

from table.models import OwnRules
from table.models.schema import is_migrated
from table.rules.houses import HOUSES, profile_named
from table.rules.profile import Profile


def own() -> dict[str, OwnRules]:
    """Query the latest version of each house with rules of its own, by key, also of retired ones.

    The house that was made first comes first.
    """
    latest = OwnRules.objects.filter(version=F("house__version")).select_related("house")
    return {it.house.key: it for it in latest.order_by("house")}


def known() -> Mapping[str, Profile]:
    """Profiles by key of every house that there is or was: those of the documents, then all own ones, also retired.

    By any of these a table may still be playing.
    """
    return {**HOUSES, **{key: it.profile for key, it in own().items()}}


def offered() -> Mapping[str, Profile]:
    """Profiles by key of every house that is offered, those of the documents first; without retired ones.

    Among them is the game that deals itself, by which no table with a dealer can be set up: see :func:`real`.
    """
    return {**HOUSES, **{key: it.profile for key, it in own().items() if not it.house.retired}}


def offered_named(key: str) -> Profile:
    """Return the offered profile with this key. Refused (E_PROFILE) with the offered keys where there is none."""
    return HOUSES[key] if key in HOUSES else profile_named(key, offered())


def known_here() -> Mapping[str, Profile]:
    """Profiles by key for commands: those of the documents alone where there is no database, or it is not migrated."""
    try:
        return known() if is_migrated(connection) else HOUSES
    except OperationalError:
        return HOUSES


def named_here(key: str) -> Profile:
    """Return the profile with this key, also of retired own rules, for commands and scripts.

    The profile of a document takes no query; without a migrated database only these are known. Refuses (E_PROFILE) an
    unknown key, and names the known ones.
    """
    return HOUSES[key] if key in HOUSES else profile_named(key, known_here())


def real(houses: Mapping[str, Profile]) -> list[Profile]:
    """List those of these profiles by which a dealer deals, not a machine for players online, in the same order."""
    return [it for it in houses.values() if it.dealing != "automatic"]
