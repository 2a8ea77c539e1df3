"""PINs that were given anew and whose owners decide nothing yet, in words for whoever is alerted."""

from django.utils import timezone

from table.record.cross_register.own_word import Awaited, awaited
from table.screens.register.sentences import AT_DEVICE, BY_WHOM


def context_of(it: Awaited) -> dict[str, object]:
    """Return a PIN that decides nothing yet as the context of a template, with who gave it and where in words."""
    by, device = str(BY_WHOM.get(it.by, it.by)), str(AT_DEVICE.get(it.device, it.device))
    return {**it._asdict(), "by": by, "device": device}


def contexts() -> list[dict[str, object]]:
    """List all PINs that wait as contexts, latest first."""
    return [context_of(it) for it in awaited(timezone.now())]
