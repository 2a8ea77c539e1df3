"""Who sat and stood where while a coup was played, from what the register says of that evening."""

from collections.abc import Callable, Iterator
from typing import Any

from table.models import Coup, Entry, Guest, Position, Standing
from table.screens.read.snapshot import ReadEntry, read_entry

FREE, ASSIGNED, OCCUPIED, MARKED = (
    Position.State.FREE,
    Position.State.ASSIGNED,
    Position.State.OCCUPIED,
    Position.State.MARKED,
)
CLEARED = "seats_cleared"
ENDS_THE_EVENING = ("close_table", "rule")
"""The acts after which nobody may have a place any more."""


class TakenSeats:
    """The seats of a table as acts change them. ``standing`` are positions and guests."""

    def __init__(self) -> None:
        self._seats: dict[str, tuple[Position.State, str]] = {}
        self._standing: set[tuple[str, str]] = set()

    def take(self, done: ReadEntry) -> None:
        """One act more."""
        if act := ACTS.get(done.entry.verb):
            act(self, done.arguments)
        for name, facts in done.effects:
            if name == "seat_freed":
                self._seats.pop(facts["position"], None)
            elif name == CLEARED:
                self._seats.clear()
                self._standing.clear()

    def position(self, label: str, order: int) -> Position:
        """A position, and who holds it."""
        state, guest = self._seats.get(label, (FREE, ""))
        return Position(label=label, order=order, state=state, holder=Guest(key=guest) if guest else None)

    @property
    def standing(self) -> list[Standing]:
        """Those who stand, and where."""
        return [Standing(position=position, guest=Guest(key=guest)) for position, guest in sorted(self._standing)]

    # --- acts

    def assign(self, given: Any) -> None:
        """A seat is given to a guest."""
        self._seats[given["position"]] = ASSIGNED, given["guest"]

    def occupy(self, given: Any) -> None:
        """He sits down, and stands no more."""
        self._is_now(given, OCCUPIED)
        self._standing.discard((given["position"], self._seats[given["position"]][1]))

    def mark(self, given: Any) -> None:
        """He leaves for a while."""
        self._is_now(given, MARKED)

    def back(self, given: Any) -> None:
        """He is back."""
        self._is_now(given, OCCUPIED)

    def stand_at(self, given: Any) -> None:
        """Somebody takes part standing."""
        self._standing.add((given["position"], given["guest"]))

    def leave_standing(self, given: Any) -> None:
        """He goes."""
        self._standing.discard((given["position"], given["guest"]))

    def _is_now(self, given: Any, state: Position.State) -> None:
        _before, guest = self._seats.get(given["position"], (FREE, ""))
        self._seats[given["position"]] = state, guest


ACTS: dict[str, Callable[[TakenSeats, Any], None]] = {
    "assign": TakenSeats.assign,
    "call_guest": TakenSeats.assign,
    "occupy": TakenSeats.occupy,
    "mark": TakenSeats.mark,
    "return": TakenSeats.back,
    "stand_at": TakenSeats.stand_at,
    "leave_standing": TakenSeats.leave_standing,
}
"""What seats somebody by what its entry was given; who gives a seat back is told by an effect."""
FREES = ("pass_over", "release", "report_unmarked_absence", "withdraw_call")


def seats_before(coup: Coup, number: int) -> TakenSeats:
    """Who sat and stood there before this entry of the register."""
    taken = TakenSeats()
    for done in _of_the_evening(coup.table.code, number):
        taken.take(done)
    return taken


def _of_the_evening(code: str, number: int) -> Iterator[ReadEntry]:
    """What was done with seats since everybody went home, found by the verbs."""
    before = Entry.objects.filter(register=code, number__lt=number)
    ends = before.filter(verb__in=ENDS_THE_EVENING, outcome__contains=f'"{CLEARED}"').order_by("-number")
    since = ends.values_list("number", flat=True).first() or 0
    seats = before.filter(verb__in=(*ACTS, *FREES), number__gt=since)
    return map(read_entry, seats.order_by("number"))
