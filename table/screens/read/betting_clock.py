"""Betting clock of a table, in houses that have one: counted down on the screens from when the betting opened."""

from collections.abc import Iterator

from django.utils.timezone import localtime

from table.rules.phase import Phase
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot

OPENS = ("open_bets", "burn")
"""Acts with which a betting opens; the last of them before a betting is the one that opened it."""


def betting_clock(snapshot: Snapshot) -> Iterator[Piece]:
    """Yield the piece of the betting clock while stakes are taken: when the betting opened, and the seconds it lasts.

    Nothing is yielded in a house without a clock, while the coup is held or a Colpo in Bianco is due, and if the
    opening is not among the latest RECENT_ACTS entries.
    """
    state = snapshot.state
    seconds, held = state.profile.betting_seconds, state.coup is not None and state.coup.held
    if seconds is None or state.phase is not Phase.BETTING or state.blank_due or held:
        return
    opened = next((at for verb, at in reversed(snapshot.recent) if verb in OPENS), None)
    if opened is not None:
        yield piece("betting-clock", "drawings/betting_clock.html:betting_clock", localtime(opened), seconds)
