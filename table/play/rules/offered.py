"""The houses whose rules are offered: those of the documents, and those of one's own, each at its latest version."""

from collections.abc import Mapping

from django.db import OperationalError, connection
from django.db.models import F

from table.models import OwnRules
from table.rules.houses import HOUSES, profile_named
from table.rules.profile import Profile
from table.schema import is_migrated


def own() -> dict[str, OwnRules]:
    """The latest version of every house of one's own by its key, retired ones too, in the order they were made in."""
    latest = OwnRules.objects.filter(version=F("house__version")).select_related("house")
    return {it.house.key: it for it in latest.order_by("house")}


def known() -> Mapping[str, Profile]:
    """Every house that there is or was: by each of these rules a table may be playing."""
    return {**HOUSES, **{key: it.profile for key, it in own().items()}}


def offered() -> Mapping[str, Profile]:
    """Every house by whose rules a table may be set up, those of the documents first."""
    return {**HOUSES, **{key: it.profile for key, it in own().items() if not it.house.retired}}


def offered_named(key: str) -> Profile:
    """The rules with this key, of a document or one's own; refused with E_PROFILE and the keys that are offered."""
    return HOUSES[key] if key in HOUSES else profile_named(key, offered())


def known_here() -> Mapping[str, Profile]:
    """Every house, for commands: without a database, or before it is made, those of the documents."""
    try:
        return known() if is_migrated(connection) else HOUSES
    except OperationalError:
        return HOUSES


def named_here(key: str) -> Profile:
    """The house with this key, for commands and scripts; no database is asked about the rules of a document."""
    return HOUSES[key] if key in HOUSES else profile_named(key, known_here())


def real(houses: Mapping[str, Profile]) -> list[Profile]:
    """Those of them by which real cards are dealt at a table."""
    return [it for it in houses.values() if it.dealing != "automatic"]
