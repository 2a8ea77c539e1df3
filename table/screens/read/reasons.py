"""Reason why a third card is due or not: the deciding cell of the table of the Regola, in the dealer's words."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from table.play.state import TableState
from table.rules.cards import POINT_VALUES, UNKNOWN, points
from table.rules.regola import NATURAL, Claim, Side, banco_draws, claim_of


class RegolaCell(NamedTuple):
    """Cell of Banco's row: Punto's third card (a dash where Punto stood), if Banco draws, and if it applies now."""

    head: str
    draws: bool
    here: bool


class Reason(NamedTuple):
    """Sentence of the Regola on the third cards; ``row`` is Banco's row where it decides, else empty."""

    words: str
    row: list[RegolaCell]


def reason(state: TableState) -> Reason | None:
    """Return in a sentence why a third card is due or not, with Banco's row of the Regola where that decides.

    Punto's claim is that of its two cards if they are open, else the declared one. None until it is known and Banco's
    two cards are open, and once the coup has an outcome. With a battuta of Punto, even one only declared, or 8 or 9 of
    Banco nobody draws. Else, if Punto draws and has no third card yet, only that; None while a third card of Punto is
    covered; then whether Banco draws.
    """
    claim, banco = _claim(state), state.hand(Side.BANCO)[:2]
    if claim is None or len(banco) < 2 or UNKNOWN in banco:
        return None
    has, third = points(banco), state.hand(Side.PUNTO)[2:]
    if claim is Claim.BATTUTA or has >= NATURAL:
        return Reason(_("Battuta: nobody draws."), [])
    if claim is Claim.CARTA and not third:
        return Reason(_("Punto draws, Banco has %(banco)s.") % {"banco": has}, [])
    if UNKNOWN in third:
        return None
    return _of_banco(has, third[0].points if claim is Claim.CARTA else None)


def _claim(state: TableState) -> Claim | None:
    """Return Punto's claim by its two cards if they are open, else what its reader declared.

    None between coups, if neither is known, and once the coup has an outcome.
    """
    coup, punto = state.coup, state.hand(Side.PUNTO)[:2]
    if coup is None or coup.outcome:
        return None
    if len(punto) == 2 and UNKNOWN not in punto:
        return claim_of(points(punto))
    return Claim(coup.claim) if coup.claim else None


def _of_banco(has: int, third: int | None) -> Reason:
    """Return whether Banco draws and why, with its row of the Regola.

    `has` are Banco's points, `third` those of Punto's third card, None if Punto stood. The row has a cell for Punto
    standing, then one for each third card.
    """
    draws = banco_draws(has, third)
    if third is None:
        words = (
            _("Banco %(banco)s, Punto stands: Banco draws.")
            if draws
            else _("Banco %(banco)s, Punto stands: Banco stands.")
        )
    elif draws:
        words = _("Banco %(banco)s, Punto’s third card %(third)s: Banco draws.")
    else:
        words = _("Banco %(banco)s, Punto’s third card %(third)s: Banco stands.")
    stood = RegolaCell("–", banco_draws(has, None), third is None)
    after = [RegolaCell(str(value), banco_draws(has, value), value == third) for value in range(POINT_VALUES)]
    return Reason(words % {"banco": has, "third": third}, [stood, *after])
