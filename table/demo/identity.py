"""Recognises a demo house by the first entry of its register, and stores the PINs of its staff in a file.

No other house begins with that entry, so nothing of the demo ever happens in a real one. The file is readable by its
owner only. The PINs are stored, not drawn anew at each start, so that sessions survive a restart and a start needs no
hashing.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings

from table.models import HOUSE, MACHINE, Entry
from table.record.chain import read

MARK = "demo "
"""Prefix of the nonces with which a demo house is made: its register says what it is even without the file."""
BEFORE = ("direzione", "take_on", '"badge":"ispettore"')
"""Actor, verb and a part of the arguments of the first entry of a demo house made by earlier versions.

A real house begins with a PIN.
"""
Pins = dict[str, str]
"""PINs by badge."""


def pins() -> Pins | None:
    """Return the PINs by badge that the file has under the digest of this house's first entry; None if it has none."""
    first = _first_line()
    own: Pins | None = _read().get(first) if first else None
    return own


class _PinEntry(msgspec.Struct):
    """Arguments of an entry that sets a PIN: the badge, "" for the actor's own, and where it was set or shown."""

    badge: str = ""
    device: str = ""
    shown_at: str = ""


def set_anew() -> set[str]:
    """Badges whose PIN was given or set at a device since the demo house was made: that of the file is theirs no more.

    The house itself is made, and commands work, at the machine. An entry that cannot be read counts for nobody.
    """
    rows, found = Entry.objects.filter(register=HOUSE, verb__in=("give_pin", "set_own_pin")), set[str]()
    for actor, arguments in rows.values_list("actor", "arguments"):
        with suppress(ValueError):
            entry = read(arguments, _PinEntry)
            found |= {entry.badge or actor} if (entry.device or entry.shown_at) not in ("", MACHINE) else set()
    return found


def latest() -> Pins:
    """Return the PINs by badge of the demo house that came last into the file; empty if there is none.

    One whose PINs are stored again keeps its place.
    """
    return dict(next(reversed(_read().values()), {}))


def is_marked() -> bool:
    """Whether the first entry of the house's register is that of a demo house.

    It is if its nonce begins with MARK, or if its actor and verb are those of BEFORE and the text of its arguments has
    the part there; false without an entry. The file is not looked at.
    """
    first = Entry.objects.filter(register=HOUSE, number=1).first()
    if first is None:
        return False
    actor, verb, part = BEFORE
    return first.nonce.startswith(MARK) or ((first.actor, first.verb) == (actor, verb) and part in first.arguments)


def is_demo() -> bool:
    """Whether the setting DEMO is on and this is a demo house whose PINs are in the file."""
    return settings.DEMO and pins() is not None


def keep(given: Pins) -> None:
    """Store the PINs of this house in the file, beside those of other houses, and replace it atomically.

    Readable by its owner only; a missing folder is made.
    """
    houses = _read() | {_first_line(): given}
    path = Path(settings.DEMO_FILE)
    path.parent.mkdir(parents=True, exist_ok=True)
    # Written under another name first, so that nobody reads half of it; only the owner reads any of it.
    new = path.with_suffix(f".{os.getpid()}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(houses, file, indent=1)
    new.replace(path)


def _first_line() -> str:
    """Digest of the first entry of the house's register; "" if there is none."""
    return Entry.objects.filter(register=HOUSE, number=1).values_list("digest", flat=True).first() or ""


def _read() -> dict[str, Any]:
    """Return the content of the file: for the digest of each house's first entry, its PINs by badge.

    Empty if the file is missing or cannot be read.
    """
    try:
        houses = read(Path(settings.DEMO_FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    return houses if isinstance(houses, dict) else {}
