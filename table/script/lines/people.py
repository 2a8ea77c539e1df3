"""Lines about seats and standing guests. Super Punto Banco, Art. 13."""

from table.script.form import written
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


@written("goes POSITION GUEST", "goes 5 verdi")
def leave_standing(player: Player, *, position: str, guest: str) -> None:
    """Have a standing guest leave."""
    player.press("leave_standing", position=position, guest=guest)


@written("identity GUEST", "identity rossi")
def identity(player: Player, *, guest: str) -> None:
    """Press `confirm_identity`: this guest has shown identity and age."""
    player.press("confirm_identity", guest=guest)


@written("not shown GUEST LACKING", "not shown rossi age")
def refuse_identity(player: Player, *, guest: str, lacking: str) -> None:
    """Press `refuse_identity`: this guest has not shown what is ``lacking``, their ``identity`` or their ``age``."""
    player.press("refuse_identity", guest=guest, lacking=lacking)


@written("reserves GUEST", "reserves rossi")
def reserve(player: Player, *, guest: str) -> None:
    """Enter a reservation for a guest, without a position."""
    player.press("reserve", guest=guest)


@written("assigns POSITION GUEST", "assigns 5 rossi")
def assign(player: Player, *, position: str, guest: str) -> None:
    """Assign a free seat to a guest."""
    player.press("assign", guest=guest, position=position)


@written("sits POSITION", "sits 5")
def occupy(player: Player, *, position: str) -> None:
    """Have the guest sit down to whom this position is assigned."""
    player.press("occupy", position=position)


@written("marks POSITION", "marks 5")
def mark(player: Player, *, position: str) -> None:
    """Mark the seat of a guest who leaves for a while."""
    player.press("mark", position=position)


@written("back POSITION", "back 5")
def back(player: Player, *, position: str) -> None:
    """Have the guest return to their marked seat, and get what was set aside there."""
    player.press("return", position=position)


@written("leaves POSITION", "leaves 5")
def leave(player: Player, *, position: str) -> None:
    """Report that the holder of the position left without marking it, which frees it; their stakes stay."""
    player.press("report_unmarked_absence", position=position)


@written("gives up POSITION", "gives up 5")
def release(player: Player, *, position: str) -> None:
    """Give the seat back, pressed by the dealer; refused (E_SEAT) where it is free.

    One that is assigned or marked is refused too (E_ROLE), unless the line is one of “by ROLE” for who assigns seats.
    """
    player.press("release", position=position)
