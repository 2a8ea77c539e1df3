"""PINs that were given anew and whose owners decide nothing yet, in words for whoever is alerted."""

from django.utils import timezone

from table.record.cross_register.own_word import Awaited, awaited
from table.screens.register.sentences import AT_DEVICE, BY_WHOM


def in_words(it: Awaited) -> Awaited:
    """Return the PIN with who gave it and on which device in words of the active language, where these are codes."""
    return it._replace(by=str(BY_WHOM.get(it.by, it.by)), device=str(AT_DEVICE.get(it.device, it.device)))


def waiting_pins() -> list[Awaited]:
    """List those whose PIN others gave anew and who decide nothing by it yet, latest first.

    Who gave it and on which device is in words of the active language.
    """
    return [in_words(it) for it in awaited(timezone.now())]
