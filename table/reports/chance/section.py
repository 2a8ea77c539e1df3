"""Section of a page with the distribution that was called for, or with the sentence why there is none."""

from collections.abc import Callable
from typing import NamedTuple

import structlog
from django.utils.translation import gettext as _

from table.reports.chance.apart import INSTALL, NoSpread, installed
from table.reports.figures.picture import Picture

log = structlog.stdlib.get_logger("sabot.chance")


class Chance(NamedTuple):
    """A table, or a sentence, and what has to be typed on the server, where that is the remedy."""

    picture: Picture | None = None
    sentence: str = ""
    remedy: str = ""


def computed(compute: Callable[[], Picture | None]) -> Chance:
    """Call `compute` and return its table, or a sentence why there is none.

    It is not called where numpy is missing (`remedy` is the command that installs it); NoSpread is logged and
    becomes a sentence, as does None, which means that nothing was staked. Blocks as long as `compute` does.
    """
    if not installed():
        return Chance(
            sentence=_("To compute it, the server needs numpy. It is installed there, once, by:"), remedy=INSTALL
        )
    try:
        picture = compute()
    except NoSpread as error:
        log.warning("a distribution was not computed", error=str(error))
        return Chance(sentence=_("It could not be computed now; try again in a minute."))
    return Chance(picture, "" if picture else _("No stake was paid or collected: there is nothing to compute."))
