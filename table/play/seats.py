"""Seats: who sits, stands, may stake and reads at a table. Super Punto Banco, Premessa, Art. 11 and 13."""

from collections.abc import Sequence

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from table.models import Entry, Position, Reservation, Stake
from table.play.act import Act
from table.play.state import TableState
from table.play.texts import decode
from table.rules.corrections import WITH_CARDS
from table.rules.profile import Box
from table.rules.reading import PuntoBettor, ranking
from table.rules.refusal import Code, Refused, require
from table.rules.regola import Side

FREE, ASSIGNED, OCCUPIED, MARKED = (
    Position.State.FREE,
    Position.State.ASSIGNED,
    Position.State.OCCUPIED,
    Position.State.MARKED,
)
NAMES_HIGHEST = Q(verb="name_highest") | Q(verb="correct_entry", arguments__contains='"what":"highest"')
"""Entries by which somebody was named as the highest on Punto, or nobody."""


def check_guest(key: str) -> None:
    """Refuse (E_ARGUMENTS) what is no key of a guest: 1 to 20 printable characters, no colon; spaces alone pass.

    Such a key stands for the guest in the register, which holds no names.
    """
    require(
        0 < len(key) <= 20 and key.isprintable() and ":" not in key,
        Code.ARGUMENTS,
        "“%(key)s” is no key of a guest: up to 20 signs.",
        key=key[:20],
    )


def check_not_marked(state: TableState, place: Position, *, topic: str = "seats.marked_free") -> None:
    """Refuse (E_SEAT_MARKED) to use a marked position, to whomever; its holder ends the mark first.

    ``topic`` is the rule that the refusal cites.
    """
    require(
        place.state != MARKED,
        Code.SEAT_MARKED,
        "Position %(position)s is marked: its holder comes back, and nobody else may use it.",
        source=state.cite(topic),
        position=place.label,
    )


def clear_seats(act: Act) -> None:
    """Free all seats of the table, close its reservations, and delete its standing places and identity checks.

    Records "seats_cleared" where any seat had a holder, even assigned or marked. What was set aside at a seat stays on
    its row: the caller takes it first. The cached positions and standing guests are not reread.
    """
    table, places = act.table, act.state.positions.values()
    taken = [[place.label, place.holder.key] for place in places if place.holder is not None]
    if taken:
        act.effect("seats_cleared", seats=taken)
    nobody = {"holder": None, "marked_since": None, "called": None, "called_since": None}
    table.positions.exclude(state=FREE).update(state=FREE, **nobody)
    table.reservations.exclude(state=Reservation.State.CLOSED).update(state=Reservation.State.CLOSED)
    table.standing.all().delete()
    table.identity_checks.all().delete()


def possible_owners(state: TableState) -> list[str]:
    """List the keys of the guests of whom a stake may be, each once; empty unless several may stake at a position.

    They are those who own or have laid a stake of the coup, hold a seat, or stand at the table, in this order.
    """
    if state.profile.stakes_per_position != "many":
        return []
    there = [key for it in state.stakes for key in (it.bettor, it.laid_by)]
    there += [it.holder.key for it in state.positions.values() if it.holder is not None]
    return [*dict.fromkeys([*there, *(it.guest.key for it in state.standing)])]


def owner_present(state: TableState, stake: Stake) -> bool:
    """Whether whoever laid a stake (``laid_by``) sits at its position, or stands there where they may stake.

    They may, too, if they stand where a seat is assigned to them. A marked or assigned seat alone does not count; nor
    does standing at another position.
    """
    place, key = state.positions[stake.position], stake.laid_by
    assigned = place.state == ASSIGNED and place.holder is not None and place.holder.key == key
    stands = assigned and stands_at(state, stake.position, key)
    return owner_seated(state, stake) or stands or key in _standing_at(state, stake.position)


def owner_there(state: TableState, stake: Stake) -> bool:
    """Whether whoever laid a stake (``laid_by``) sits at its position, or is noted as standing there.

    So they are where the place was given to somebody else meanwhile, too: they may not stake there any more, and take
    what is theirs.
    """
    return owner_seated(state, stake) or stands_at(state, stake.position, stake.laid_by)


def is_gone(act: Act, stake: Stake) -> bool:
    """Whether whoever laid a stake (``laid_by``) is gone from its position: they neither hold it nor stand there.

    Who has marked it, or has it assigned, holds it. Another position of theirs does not count.
    """
    state, place = act.state, act.state.positions[stake.position]
    holds = place.holder is not None and place.holder.key == stake.laid_by
    return not holds and not stands_at(state, stake.position, stake.laid_by)


def stands_at(state: TableState, position: str, guest: str) -> bool:
    """Whether this guest is noted as standing at this very position; one who sits there is not."""
    return any((it.position, it.guest.key) == (position, guest) for it in state.standing)


def is_here(act: Act, guest: str) -> bool:
    """Whether a guest has a position at the table, even marked or assigned, or stands at one."""
    holders = (it.holder.key for it in act.state.positions.values() if it.holder is not None)
    return guest in {*holders, *(it.guest.key for it in act.state.standing)}


def owner_seated(state: TableState, stake: Stake) -> bool:
    """Whether whoever laid a stake (``laid_by``) sits at its position; a marked or assigned seat does not count."""
    place = state.positions[stake.position]
    return place.present and place.holder is not None and place.holder.key == stake.laid_by


def reader_lost_seat(state: TableState) -> bool:
    """Whether the reader of the coup has lost the position: it is free, assigned, or somebody else's by now.

    That is somebody who did not lay the stake on Punto there; without such a stake any holder counts as the reader. A
    mark changes nothing: who has marked the position holds it. False where nobody reads, and between coups.
    """
    coup = state.coup
    if coup is None or not coup.reader:
        return False
    place = state.positions[coup.reader]
    laid_by = {it.laid_by for it in state.stakes if (it.position, it.box) == (coup.reader, Box.PUNTO)}
    if place.holder is None or place.state not in (OCCUPIED, MARKED):
        return True
    return bool(laid_by) and place.holder.key not in laid_by


def highest_left(state: TableState) -> bool:
    """Whether whoever the dealer named as the highest on Punto has left: marked the position, lost it, or is gone.

    That holds, too, where the position was given to somebody else since, who has to be named anew. False where nobody
    was named, and between coups.
    """
    coup = state.coup
    if coup is None or not coup.highest:
        return False
    return coup.highest not in state.present or _freed_since_named(state, coup.highest)


def _freed_since_named(state: TableState, highest: str) -> bool:
    """Whether this position, which was named as the highest on Punto, by a correction too, was freed since."""
    entries = Entry.objects.filter(register=state.table.code, number__lte=state.table.number).order_by("-number")
    named = entries.filter(NAMES_HIGHEST).values_list("number", flat=True).first() or 0
    freed = entries.filter(number__gt=named, outcome__contains='["seat_freed",').values_list("outcome", flat=True)
    return any(
        name == "seat_freed" and facts["position"] == highest
        for outcome in freed
        for name, facts in decode(outcome)["effects"]
    )


def _standing_at(state: TableState, position: str) -> list[str]:
    """Keys of the guests noted as standing at a position, if they may stake there; else [].

    They may at a free position, and at any in a house where several may stake at one position.
    """
    free = state.positions[position].state == FREE or state.profile.stakes_per_position == "many"
    return [it.guest.key for it in state.standing if it.position == position] if free else []


def who_stakes(state: TableState, position: str, guest: str | None) -> tuple[str, bool]:
    """Return the key of the guest who lays a stake at a position, and whether they stand.

    It is ``guest``, who has to sit there or stand where they may stake; for None whoever sits there, else of those who
    stand the first by key. Refuses an unknown position (E_POSITION), a marked one (E_SEAT_MARKED), and where that is
    nobody: E_ONE_STAKE if somebody else's stake lies where one player stakes, else E_POSITION at a free position, else
    E_NOT_FREE.
    """
    require(
        position in state.positions, Code.POSITION, "This table has no position “%(position)s”.", position=position[:8]
    )
    place = state.positions[position]
    check_not_marked(state, place)
    seated = [place.holder.key] if place.state == OCCUPIED and place.holder else []
    who = [key for key in (*seated, *_standing_at(state, position)) if guest in (None, key)]
    if not who:
        raise _stranger(state, position, guest)
    return who[0], who[0] not in seated


def _stranger(state: TableState, position: str, guest: str | None) -> Refused:
    """Return the refusal of a stake at a position where nobody may lay it, or not the ``guest`` who is named.

    For None it is the one to whom it is assigned, if any. E_ONE_STAKE where somebody else's stake lies there and the
    house admits one player at a position, else E_POSITION at a free position, else E_NOT_FREE.
    """
    single, holder = state.profile.stakes_per_position == "one", state.positions[position].holder
    meant = holder.key if guest is None and holder is not None else guest
    if single and any(it.position == position and it.laid_by != meant for it in state.stakes):
        return Refused(
            Code.ONE_STAKE,
            "At position %(position)s somebody else has a stake; one player stakes at one position.",
            source=state.cite("stakes_per_position"),
            position=position,
        )
    return Refused(
        Code.POSITION if state.positions[position].state == FREE else Code.NOT_FREE,
        _why_not_there(state, position, guest, single=single),
        source=state.cite("seats.known"),
        position=position,
    )


def _why_not_there(state: TableState, position: str, guest: str | None, *, single: bool) -> str:
    """Return why ``guest``, or anybody for None, may not stake at a position, and what helps: an untranslated sentence.

    In this order: the seat is assigned to them; somebody else is there and the house admits one player at a position
    (``single``); somebody is there, but not they; nobody is.
    """
    holder = state.positions[position].holder
    here = {it.guest.key for it in state.standing if it.position == position} | ({holder.key} if holder else set())
    if holder is not None and guest in (None, holder.key):
        return _("Position %(position)s is assigned, and the player does not sit there yet: note first that they do.")
    if single and here - {guest}:
        return _(
            "Somebody else plays at position %(position)s: in this house one player stakes at a position; "
            "the player takes a free one."
        )
    if here:
        return _("This player neither sits nor stands at position %(position)s: note first that they stand there.")
    return _("Nobody who may stake is at position %(position)s: seat the player, or note who stands there.")


# --- who reads


def check_reader_only(act: Act, position: str | None) -> None:
    """Refuse (E_PROFILE) to name who reads in a house that records every stake with its amount.

    Refuses (E_POSITION) a position where nobody sits, known or not; None, for nobody, passes.
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


def reader_is_open(state: TableState) -> bool:
    """Whether it may still change who reads: the dealer has the cards, and Punto's first two do not both lie open."""
    return state.phase in WITH_CARDS and len([card for card in state.at(Side.PUNTO)[:2] if card.face]) < 2


def choose_reader(act: Act) -> None:
    """Set the reader of the coup: who the dealer named, else the position with most in action on Punto; "" for none.

    Of equal sums the first from the Button reads; only who sits there does, and nobody who was passed over. Nor do
    bettors where somebody standing has more than each seated, if the dealer completes then (:func:`_readers`). The row
    is not saved. Records "reader_assigned", even for the reader of before, or "dealer_completes" for none in a house
    with readers. Asserts a coup.
    """
    coup, candidates = act.coup, _readers(act)
    coup.reader = candidates[0] if candidates else ""
    if coup.reader:
        act.effect("reader_assigned", position=coup.reader)
    elif act.state.profile.reader != "none":
        act.effect("dealer_completes")


def _readers(act: Act) -> list[str]:
    """List the positions that may read, first choice first: the one the dealer named, then by sum in action on Punto.

    Equal sums come in the order from the Button. Only bettors seated there count; none does where somebody standing has
    more than each of them, if the house then has the dealer complete. The named one counts, even without a stake, while
    somebody sits there. Positions passed over are left out. Asserts a coup.
    """
    state, coup = act.state, act.coup
    on_punto = [stake for stake in state.stakes if stake.box == Box.PUNTO]
    bettors = [
        PuntoBettor(it.position, _sum_on_punto(on_punto, it), not it.standing and owner_seated(state, it))
        for it in on_punto
    ]
    order = ranking(state.profile, coup.button or state.profile.positions[0], bettors)
    named = [coup.highest] if coup.highest in state.present else []
    return [position for position in dict.fromkeys([*named, *order]) if position not in coup.passed_over]


def _sum_on_punto(on_punto: Sequence[Stake], stake: Stake) -> int:
    """Return the cents in action on Punto that count for a stake: the sum over all stakes of its bettor.

    Those that others laid for the bettor count, too. But if this stake itself was laid by another than its bettor, it
    counts alone. 0 if it went back whole, or the betting is not closed yet.
    """
    if not stake.in_action or stake.laid_by != stake.bettor:
        return stake.in_action or 0
    return sum(it.in_action or 0 for it in on_punto if it.bettor == stake.bettor)
