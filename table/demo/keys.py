"""How a demo house is known: by the first line of its register, kept beside the PINs of its people in a file.

No other house begins with that line, so nothing of the demo ever happens in a real one. The file is readable by its
owner only. The PINs are kept, and not drawn anew at each start: who is signed in stays so, and a start takes no time
for hashing.
"""

import json
import os
from pathlib import Path
from typing import Any

from django.conf import settings

from table.models import HOUSE, Entry

MARK = "demo "
"""How the press is called by which a demo house begins: so its register says what it is, whatever files are left."""
BEFORE = ("direzione", "take_on", "ispettore")
"""By whom and how one of an earlier version began, and whom he took on; a real house begins with a PIN."""
Pins = dict[str, str]
"""Each badge with its PIN."""


def pins() -> Pins | None:
    """The PINs of this demo house; None if this is another house."""
    first = _first_line()
    kept: Pins | None = _read().get(first) if first else None
    return kept


def is_marked() -> bool:
    """Whether the register here is that of a demo house, by its own first entry."""
    first = Entry.objects.filter(register=HOUSE, number=1).first()
    if first is None:
        return False
    began = first.actor, first.verb, json.loads(first.arguments).get("badge")
    return first.nonce.startswith(MARK) or began == BEFORE


def is_demo() -> bool:
    """Whether this is a demo house, and the demo is switched on."""
    return settings.DEMO and pins() is not None


def keep(given: Pins) -> None:
    """From now on this house is a demo house, with these PINs."""
    kept = _read() | {_first_line(): given}
    path = Path(settings.DEMO_FILE)
    path.parent.mkdir(parents=True, exist_ok=True)
    # A new file under another name: nobody reads a half of it, and nobody else any of it.
    new = path.with_suffix(f".{os.getpid()}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(kept, file, indent=1)
    new.replace(path)


def _first_line() -> str:
    """The digest of the first act in the house's register; empty where nothing was done yet."""
    return Entry.objects.filter(register=HOUSE, number=1).values_list("digest", flat=True).first() or ""


def _read() -> dict[str, Any]:
    """What is kept: by the first line of each house its PINs. What cannot be read is nothing."""
    try:
        kept = json.loads(Path(settings.DEMO_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
