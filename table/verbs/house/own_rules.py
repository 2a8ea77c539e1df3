"""Verbs on own rules: those that the Direzione derives from the rules of a document, for every table of the house.

They are offered; no table plays by them before it gets them by an act of its own register.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import pgettext_lazy

from table.models import OwnHouse, OwnRules
from table.play.act import Act
from table.play.declaration import of_the_house
from table.rules.houses import HOUSES, of_values
from table.rules.profile import Profile, as_values
from table.rules.refusal import Code, Listed, Refused, require
from table.verbs.house.office import check_new_rules, playable

MOST_OF_A_KEY = 40
A_KEY = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
FIXED = frozenset({"key", "title", "derived_from"})
"""Policy keys that no new version changes: the title has an act of its own, the others would make another house."""


def check_made(_act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_PROFILE) own rules as :func:`check_new_rules` does.

    Refuses (E_PROFILE) unknown keys and wrong values, too; but key and title are for the act to refuse: any others
    stand in for them. Checked at the press alone, as earlier entries have such rules.
    """
    check_new_rules(of_values(given["rules"] | {"key": "own", "title": "own"}))


def check_amended(_act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_PROFILE) changes that make own rules which :func:`check_new_rules` refuses.

    Refuses (E_PROFILE) unknown keys and wrong values, too, and (E_ARGUMENTS) rules that do not exist or are retired.
    Checked at the press alone, as earlier entries have such rules.
    """
    _house, latest = _in_use(given["key"])
    check_new_rules(of_values(as_values(latest) | given["changes"]))


@of_the_house(
    title=pgettext_lazy("act", "make own rules"),
    said=(pgettext_lazy("record", "own rules %(key)s are made: “%(title)s”"),),
    at_press=check_made,
)
def make_rules(act: Act, *, key: str, title: str, rules: dict[str, Any]) -> None:
    """Make own rules, every policy key with its value, and offer them wherever those of a house are chosen.

    They are stored as version 1; no effect is recorded. Refuses (E_ARGUMENTS) a key that is malformed or taken, and a
    title that is taken or has spaces around it; (E_PROFILE) an empty or too long title, and rules that cannot be played
    or derive from those of no document.
    """
    _check_key(key)
    profile = playable(of_values(rules | {"key": key, "title": title}))
    require(
        profile.derived_from in HOUSES,
        Code.PROFILE,
        "Own rules derive from those of a document; “%(house)s” are none.",
        house=profile.derived_from[:MOST_OF_A_KEY],
    )
    _check_name(title, key)
    _store_version(OwnHouse(key=key), profile)


@of_the_house(
    title=pgettext_lazy("act", "rename own rules"),
    said=(pgettext_lazy("record", "own rules %(key)s are called “%(title)s” from now on"),),
)
def rename_rules(act: Act, *, key: str, title: str) -> None:
    """Give own rules another title, as a new version; tables keep the old one until they get it.

    Refused (E_ARGUMENTS) where that is their title already or one of other rules, or has spaces around it, and for
    rules that do not exist or are retired; (E_PROFILE) for a title that is too long or empty.
    """
    house, latest = _in_use(key)
    require(title != latest.title, Code.ARGUMENTS, "They are called “%(title)s” already.", title=title)
    profile = playable(of_values(as_values(latest) | {"title": title}))
    _check_name(title, key)
    _store_version(house, profile)


@of_the_house(
    title=pgettext_lazy("act", "change own rules"),
    said=(pgettext_lazy("record", "own rules %(key)s have a version %(version)s"),),
    at_press=check_amended,
)
def amend_rules(act: Act, *, key: str, version: int, changes: dict[str, Any]) -> None:
    """Make a new version of own rules with these changes; no table plays by it before it gets it.

    Refused for rules that do not exist or are retired (E_ARGUMENTS), where ``version`` is not the next one (E_STALE),
    where key, title or ``derived_from`` is among the changes, or nothing would change (E_ARGUMENTS), and for what
    cannot be played, or at the press for what new rules may not have (:func:`check_new_rules`; E_PROFILE).
    """
    house, latest = _in_use(key)
    require(
        version == house.version + 1,
        Code.STALE,
        "Meanwhile there is a version %(version)s of these rules; look at it first.",
        version=house.version,
    )
    fixed = FIXED & set(changes)
    require(not fixed, Code.ARGUMENTS, "A new version leaves %(keys)s as they are.", keys=Listed(sorted(fixed)))
    profile = playable(of_values(as_values(latest) | changes))
    require(profile != latest, Code.ARGUMENTS, "Nothing was changed: every rule is as it was decided last.")
    _store_version(house, profile)


@of_the_house(
    title=pgettext_lazy("act", "retire own rules"),
    said=(pgettext_lazy("record", "own rules %(key)s are retired"),),
)
def retire_rules(act: Act, *, key: str) -> None:
    """Retire own rules: no longer offered, and no new versions; tables that play by them keep them.

    Refused (E_ARGUMENTS) where there are none of this key, or they are retired already.
    """
    house, _latest = _in_use(key)
    house.retired = True
    house.save(update_fields=["retired"])


def _check_key(key: str) -> None:
    """Refuse (E_ARGUMENTS) a key that is malformed, that of a document's house, or taken, even by retired rules.

    Well formed are at most 40 small letters and digits, with single hyphens between them.
    """
    require(
        A_KEY.fullmatch(key) and len(key) <= MOST_OF_A_KEY,
        Code.ARGUMENTS,
        "“%(key)s” is no key of rules: up to %(most)s small letters, digits and hyphens, such as our-house.",
        key=key[:MOST_OF_A_KEY],
        most=MOST_OF_A_KEY,
    )
    require(key not in HOUSES, Code.ARGUMENTS, "“%(key)s” is the key of the rules of a document.", key=key)
    taken = OwnHouse.objects.filter(key=key).exists()
    require(not taken, Code.ARGUMENTS, "“%(key)s” exists already.", key=key)


def _check_name(title: str, key: str) -> None:
    """Refuse (E_ARGUMENTS) a title with spaces around it, or one that a document or any version of other rules has.

    Case and spacing make no other title. Tables may still play by a version of that title.
    """
    require(title == title.strip(), Code.ARGUMENTS, "The name of rules has no spaces around it.")
    others = OwnRules.objects.exclude(house__key=key).values_list("values__title", flat=True)
    taken = {_plainly(it) for it in (*(house.title for house in HOUSES.values()), *others)}
    require(_plainly(title) not in taken, Code.ARGUMENTS, "Other rules are called “%(title)s” already.", title=title)


def _plainly(title: str) -> str:
    """Return a title as it is compared: casefolded, with single spaces and none around it."""
    return " ".join(title.split()).casefold()


def _in_use(key: str) -> tuple[OwnHouse, Profile]:
    """Return own rules that are not retired, with their latest version. Refused (E_ARGUMENTS) where there are none."""
    latest = OwnRules.objects.select_related("house").filter(house__key=key).order_by("version").last()
    if latest is None:
        raise Refused(Code.ARGUMENTS, "There are no own rules “%(key)s”.", key=key[:MOST_OF_A_KEY])
    require(not latest.house.retired, Code.ARGUMENTS, "The rules “%(key)s” are retired.", key=key)
    return latest.house, latest.profile


def _store_version(house: OwnHouse, profile: Profile) -> None:
    """Store this profile as the next version of own rules, and save their row with its number, a new row too."""
    house.version += 1
    house.save()
    OwnRules.objects.create(house=house, version=house.version, values=as_values(profile))
