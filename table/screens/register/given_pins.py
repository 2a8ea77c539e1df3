"""PINs that were given anew and whose owners decide nothing yet, in words for whoever is alerted."""

from django.utils import timezone

from table.record.cross_register.own_word import Awaited, awaited
from table.screens.register.sentences import AT_DEVICE, BY_WHOM


def in_words(it: Awaited) -> Awaited:
    """Return a PIN that decides nothing yet, with who gave it and on which device in the active language."""
    return it._replace(by=str(BY_WHOM.get(it.by, it.by)), device=str(AT_DEVICE.get(it.device, it.device)))


def waiting_pins() -> list[Awaited]:
    """List all PINs that decide nothing yet in words, latest first."""
    return [in_words(it) for it in awaited(timezone.now())]
