"""A table in every situation that an act can meet: closed, suspended, between coups, and in each phase of a coup."""

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.rig.tables import AtTable, new_table, ready_table

Script = Callable[[], AtTable]


def closed() -> AtTable:
    """Nobody plays yet; the dealer and the Ispettore are there."""
    table = new_table()
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    return table


def suspended() -> AtTable:
    """The Ispettore has stopped the game between two coups."""
    table = ready_table()
    table.cast.ispettore.does("suspend")
    return table


def blank() -> AtTable:
    """A Colpo in Bianco before its first card."""
    table = ready_table()
    table.cast.ispettore.does("order_blank")
    table.does("play_blank", said=True)
    return table


def held() -> AtTable:
    """The reader said «no carta» with nothing in the hand: an incident holds the coup."""
    table = in_phase("reading")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    table.does("turn_punto", cards=["KS", "KH"])
    assert table.state.coup is not None
    assert table.state.coup.held
    return table


Act = tuple[str, dict[str, Any]]
COUP: list[tuple[str, Act]] = [
    ("betting", ("open_bets", {})),
    ("", ("place", {"coup": "1.1", "position": "1", "box": "punto", "amount": 10_000})),
    ("closed", ("close_bets", {"said": True})),
    ("dealing", ("card_out", {})),
    ("reading", ("deal", {})),
    ("declared", ("declare", {"claim": "carta", "means": "voice"})),
    ("banco_up", ("turn_banco", {"cards": ["2D", "KD"]})),
    ("drawing", ("card_out", {"card": "3S"})),
    ("", ("card_out", {"card": "4S"})),
    ("punto_up", ("turn_punto", {"cards": ["KS", "KH"]})),
    ("announced", ("announce", {"banco": 6, "punto": 3})),
    ("counting", ("extract_remaining", {"cards": ["??"] * 8})),
    ("settled", ("settle", {})),
]
"""A coup begun with the cut card, which therefore comes through every phase.

The croupier would skip some of them: they call the last coup first, and deal the four cards at once.
"""
PHASES = [phase for phase, _ in COUP if phase]


def in_phase(phase: str) -> AtTable:
    """A coup that has come so far."""
    table = ready_table()
    table.does("cut_card_out")
    for reached, (verb, given) in COUP:
        table.does(verb, **given)
        if reached == phase:
            break
    assert table.state.phase == phase
    return table


SITUATIONS: dict[str, Script] = {
    "closed": closed,
    "suspended": suspended,
    "idle": ready_table,
    "blank": blank,
    "held": held,
    **{f"in {phase}": partial(in_phase, phase) for phase in PHASES},
}
