"""Seats: who sits, stands, may stake and reads at a table. Super Punto Banco, Premessa, Art. 11 and 13."""

from table.models import Position, Reservation, Stake
from table.play.act import Act
from table.play.state import TableState
from table.rules.profile import Box
from table.rules.reading import PuntoBettor, ranking
from table.rules.refusal import Code, Refused, require

FREE, ASSIGNED, OCCUPIED, MARKED = (
    Position.State.FREE,
    Position.State.ASSIGNED,
    Position.State.OCCUPIED,
    Position.State.MARKED,
)


def check_guest(key: str) -> None:
    """Refuse (E_ARGUMENTS) what is no key of a guest: 1 to 20 printable characters, no colon.

    No register holds a name.
    """
    require(
        0 < len(key) <= 20 and key.isprintable() and ":" not in key,
        Code.ARGUMENTS,
        "“%(key)s” is no key of a guest: up to 20 signs.",
        key=key[:20],
    )


def check_not_marked(state: TableState, place: Position, *, topic: str = "seats.marked_free") -> None:
    """Refuse (E_SEAT_MARKED) a marked position, which only its holder may use; ``topic`` is cited."""
    require(
        place.state != MARKED,
        Code.SEAT_MARKED,
        "Position %(position)s is marked: its holder comes back, and nobody else may use it.",
        source=state.cite(topic),
        position=place.label,
    )


def clear_seats(act: Act) -> None:
    """Free all seats of the table, close its reservations, and delete its standing places and identity checks.

    Records "seats_cleared" where anybody had a seat. What was set aside at a seat stays: the caller takes it first.
    """
    table, places = act.table, act.state.positions.values()
    held = [[place.label, place.holder.key] for place in places if place.holder is not None]
    if held:
        act.effect("seats_cleared", seats=held)
    nobody = {"holder": None, "marked_since": None, "called": None, "called_since": None}
    table.positions.exclude(state=FREE).update(state=FREE, **nobody)
    table.reservations.exclude(state=Reservation.State.CLOSED).update(state=Reservation.State.CLOSED)
    table.standing.all().delete()
    table.identity_checks.all().delete()


def owner_present(state: TableState, stake: Stake) -> bool:
    """Whether whoever laid a stake is there: on their seat, or standing where they may stand."""
    return owner_seated(state, stake) or stake.laid_by in _standing_at(state, stake.position)


def is_gone(act: Act, stake: Stake) -> bool:
    """Whether whoever laid a stake neither has its position, even marked or assigned, nor stands there."""
    state, place = act.state, act.state.positions[stake.position]
    holds = place.holder is not None and place.holder.key == stake.laid_by
    return not holds and all((it.position, it.guest.key) != (stake.position, stake.laid_by) for it in state.standing)


def is_here(act: Act, guest: str) -> bool:
    """Whether a guest has a position at the table, even marked or assigned, or stands at one."""
    holders = (it.holder.key for it in act.state.positions.values() if it.holder is not None)
    return guest in {*holders, *(it.guest.key for it in act.state.standing)}


def owner_seated(state: TableState, stake: Stake) -> bool:
    """Whether whoever laid a stake sits at its position."""
    place = state.positions[stake.position]
    return place.present and place.holder is not None and place.holder.key == stake.laid_by


def reader_lost_seat(state: TableState) -> bool:
    """Whether the reader's position is no longer theirs: given up, or of somebody who did not lay its stake on Punto.

    False where nobody reads.
    """
    coup = state.coup
    if coup is None or not coup.reader:
        return False
    place = state.positions[coup.reader]
    laid_by = {it.laid_by for it in state.stakes if (it.position, it.box) == (coup.reader, Box.PUNTO)}
    if place.holder is None or place.state not in (OCCUPIED, MARKED):
        return True
    return bool(laid_by) and place.holder.key not in laid_by


def _standing_at(state: TableState, position: str) -> list[str]:
    """Keys of those who may stake standing at a position: a free one, or any where several may stake."""
    free = state.positions[position].state == FREE or state.profile.stakes_per_position == "many"
    return [it.guest.key for it in state.standing if it.position == position] if free else []


def who_stakes(state: TableState, position: str, guest: str | None) -> tuple[str, bool]:
    """Return the key of who lays a stake at a position, and whether standing: ``guest``, or else the seated one first.

    Refuses an unknown position (E_POSITION) and a marked one (E_SEAT_MARKED); where nobody there may stake, as
    :func:`_stranger` says.
    """
    require(
        position in state.positions, Code.POSITION, "This table has no position “%(position)s”.", position=position[:8]
    )
    place = state.positions[position]
    check_not_marked(state, place)
    seated = [place.holder.key] if place.state == OCCUPIED and place.holder else []
    who = [key for key in (*seated, *_standing_at(state, position)) if guest in (None, key)]
    if not who:
        raise _stranger(state, position)
    return who[0], who[0] not in seated


def _stranger(state: TableState, position: str) -> Refused:
    """Return the refusal of a stake at a position where nobody is who may lay it.

    E_ONE_STAKE where somebody else has a stake and the house admits one player, E_POSITION at a free position, else
    E_NOT_FREE.
    """
    if state.profile.stakes_per_position == "one" and any(it.position == position for it in state.stakes):
        return Refused(
            Code.ONE_STAKE,
            "At position %(position)s somebody else has a stake; one player stakes at one position.",
            source=state.cite("stakes_per_position"),
            position=position,
        )
    return Refused(
        Code.POSITION if state.positions[position].state == FREE else Code.NOT_FREE,
        "Nobody who may stake is at position %(position)s: seat the player, or note who stands there.",
        source=state.cite("seats.known"),
        position=position,
    )


# --- who reads


def check_reader_only(act: Act, position: str | None) -> None:
    """Refuse to name who reads, unless the house keeps only the reader's stake (E_PROFILE).

    A position needs its holder there (E_POSITION); None, for nobody, needs nothing.
    """
    state = act.state
    require(
        state.profile.stakes == "reader_only",
        Code.PROFILE,
        "In this house every stake is kept with its amount.",
        source=act.cite("stakes"),
    )
    require(
        position is None or position in state.present,
        Code.POSITION,
        "Nobody sits at position %(position)s; who stands never reads.",
        source=act.cite("reader.standing"),
        position=str(position)[:8],
    )


def choose_reader(act: Act) -> None:
    """Set the reader of the coup by the stakes as they are now; its row is not written.

    Records "reader_assigned", or "dealer_completes" where nobody may read in a house with a reader.
    """
    coup, candidates = act.coup, readers(act)
    coup.reader = candidates[0] if candidates else ""
    if coup.reader:
        act.effect("reader_assigned", position=coup.reader)
    elif act.state.profile.reader != "none":
        act.effect("dealer_completes")


def readers(act: Act) -> list[str]:
    """List the positions that may read, first choice first: the one the dealer named, then by stake in action on Punto.

    Without those passed over; the named one only while its holder is present.
    """
    state, coup = act.state, act.coup
    bettors = [
        PuntoBettor(stake.position, stake.in_action or 0, not stake.standing and owner_seated(act.state, stake))
        for stake in state.stakes
        if stake.box == Box.PUNTO
    ]
    order = ranking(state.profile, coup.button or state.profile.positions[0], bettors)
    named = [coup.highest] if coup.highest in state.present else []
    return [position for position in dict.fromkeys([*named, *order]) if position not in coup.passed_over]
