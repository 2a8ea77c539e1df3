"""Lines about seats and standing guests. Super Punto Banco, Art. 13."""

from table.script.form import presses, written
from table.script.player import Player


@written("seat POSITION [GUEST]", "seat 2 rossi")
def seat(player: Player, *, position: str, guest: str | None = None) -> None:
    """Reserve a seat for a guest, assign it, and have them sit down; nothing if that guest sits there.

    Without ``guest`` it is “guest-POSITION”. Identity is not confirmed here: where the house requires that, the seat is
    refused (E_IDENTITY) unless a line before has confirmed it.
    """
    who = guest or f"guest-{position}"
    place = player.state.positions.get(position)
    if place is not None and place.present and place.holder is not None and place.holder.key == who:
        return
    player.press("reserve", guest=who)
    player.press("assign", guest=who, position=position)
    player.press("occupy", position=position)


@written("stands POSITION [GUEST]", "stands 5 verdi")
def stand(player: Player, *, position: str, guest: str | None = None) -> None:
    """Note that a guest takes part standing at this position; without ``guest`` it is “guest-POSITION”."""
    player.press("stand_at", position=position, guest=guest or f"guest-{position}")


presses("goes POSITION GUEST", "goes 5 verdi", "leave_standing")
presses("identity GUEST", "identity rossi", "confirm_identity")
presses("not shown GUEST LACKING", "not shown rossi age", "refuse_identity")
presses("reserves GUEST", "reserves rossi", "reserve")
presses("assigns POSITION GUEST", "assigns 5 rossi", "assign")
presses("sits POSITION", "sits 5", "occupy")
presses("marks POSITION", "marks 5", "mark")
presses("back POSITION", "back 5", "return")
presses("leaves POSITION", "leaves 5", "report_unmarked_absence")
presses("gives up POSITION", "gives up 5", "release")
