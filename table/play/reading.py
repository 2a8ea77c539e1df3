"""Who reads Punto's cards. Super Punto Banco, Premessa and Art. 13."""

from table.play.act import Act
from table.play.seats import owner_seated
from table.rules.profile import Box
from table.rules.reading import PuntoBettor, ranking
from table.rules.refusal import Code, require
from table.rules.sources import art


def check_reader_only(act: Act, position: str | None) -> None:
    """Amounts are left out only where the house keeps none, and somebody who sits there reads."""
    state = act.state
    require(
        state.profile.stakes == "reader_only",
        Code.PROFILE,
        "In this house every stake is kept with its amount.",
        source=state.profile.source,
    )
    require(
        position is None or position in state.present,
        Code.POSITION,
        "Nobody sits at position %(position)s; who stands never reads.",
        source=act.cite(art(13)),
        position=str(position)[:8],
    )


def choose_reader(act: Act) -> None:
    """Who reads by the stakes as they are now; the dealer completes the hand where nobody does."""
    coup, candidates = act.coup, readers(act)
    coup.reader = candidates[0] if candidates else ""
    if coup.reader:
        act.effect("reader_assigned", position=coup.reader)
    elif act.state.profile.reader != "none":
        act.effect("dealer_completes")


def readers(act: Act) -> list[str]:
    """The positions that may still read, first choice first: by the dealer's word, then by what is in action."""
    state, coup = act.state, act.coup
    bettors = [
        PuntoBettor(stake.position, stake.in_action or 0, not stake.standing and owner_seated(act.state, stake))
        for stake in state.stakes
        if stake.box == Box.PUNTO
    ]
    order = ranking(state.profile, coup.button or state.profile.positions[0], bettors)
    named = [coup.highest] if coup.highest in state.present else []
    return [position for position in dict.fromkeys([*named, *order]) if position not in coup.passed_over]
