"""Reports of where the cards lie: the newest of an open case counts, and withdrawing it restores what was before."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from procedures.models import Incident
from procedures.rebuild import items, places
from procedures.rebuild.laying import lay, misfit
from procedures.rebuild.placement import Location, as_recorded, at_boxes, open_reports, places_of
from procedures.rebuild.places import OrderPlace
from table.models import DrawnCard
from table.play.act import Act
from table.play.cards import place_waiting
from table.play.sealed import check_real
from table.play.shoe import in_use
from table.play.state import AT_BOX, TableState
from table.rules.refusal import Code, require
from table.rules.regola import Side

OUT = "out"
"""Box of a card that is not out: a report that has it covers every card there is, also those beside the sabot."""
Who = tuple[bool, int]
"""Identity of a place whatever its row: (False, its index in the record), or (True, its index among new ones)."""


def take_report(act: Act, case: Incident, laid: Sequence[str | None], *, served: bool = False) -> None:
    """Lay the cards as a case reports them, until that is withdrawn; add the report to its evidence, without saving it.

    ``laid`` is the box of each card in order of extraction, None for one at no box. :data:`OUT` anywhere (no card)
    says that these are all cards out of the shoe; without it cards that wait at the sabot are put into a report of the
    hands alone, at their own places in that order. ``served``: the last one came by itself behind all others, and is
    marked so. Draws cards that the record lacks, strikes those it has too many (a cut card behind a struck card moves
    to behind the last one out), and sets ``laid`` in the facts of the case to the boxes as they are recorded then.
    Refuses at a virtual shoe (E_SHOE), without any card (E_COUNT), and refuses and records as :func:`lay`.
    """
    check_real(act, act.state.shoe)
    sides = [Side(box) if box else None for box in cards(laid)]
    if OUT not in laid:
        sides = _with_waiting(act.state.of_the_hand, sides)
    require(sides, Code.COUNT, "At least one card of the hand is out, or nothing has gone wrong with it.")
    boxes, stood = [side.value if side else None for side in sides], max(open_reports(act.state), default=None)
    base, rows = _by_the_record(act.state)
    origins = [*_current_origins(rows), None] if served else _likeliest(act.state, base, rows, boxes)
    ought, cut = _ought(base, origins, boxes), _cut_card_came(act, stood)
    lay(act, ought, [rows.get(who) for who in _whose(origins)])
    cut = _put_cut_card(act, cut)
    if case.pk is not None:
        case.refresh_from_db(fields=["evidence"])
    numbers = [card.number for card in act.state.of_the_hand]
    if served:
        last = act.state.of_the_hand[-1]
        last.alone = True
        act.update(last)
        unsure = stood.unsure if stood else []
    else:
        unsure = [numbers[at] for at in places.unsure(base, origins, boxes, by_record=stood is None)]
    items.add_report(case, items.LayoutReport(act.number, boxes, list(origins), numbers, base, unsure, cut))
    case.facts = case.facts | {"laid": as_recorded(act.state)}


def cards(laid: Iterable[str | None]) -> list[str | None]:
    """List the entries of a report that are cards (a box, or None for a card at no box), leaving out :data:`OUT`."""
    return [box for box in laid if box != OUT]


def _with_waiting(there: Sequence[DrawnCard], laid: Sequence[Side | None]) -> list[Side | None]:
    """Insert None for each card that waits at the sabot into a report that speaks of the hands alone.

    ``there`` are the cards of the hand in order. A report that is empty, has cards at no box itself, or more cards than
    lie at the hands is given back as it is.
    """
    at_sabot = [card.location in DrawnCard.HELD for card in there]
    if not laid or None in laid or len(laid) > at_sabot.count(False):
        return list(laid)
    at_hands, everywhere = iter(laid), list[Side | None]()
    for waits in at_sabot:
        everywhere += [None] if waits else islice(at_hands, 1)
    return everywhere


def _likeliest(
    state: TableState, base: Sequence[OrderPlace], rows: Mapping[Who, int], boxes: Sequence[str | None]
) -> places.Origins:
    """Map the cards of a report to indices of recorded places, None for a new one.

    Of the mappings by which the cards that came by themselves, also by an earlier report, and those with a face of
    their own stay in order, takes the first, the likeliest first, with which every known face fits; the likeliest if
    none does. ``rows`` maps the identity of a place to the index of its card.
    """
    ways = places.origins(base, boxes, _current_origins(rows))
    sure = {at for at, it in enumerate(places_of(state)) if it.alone or it.face}
    turns = [[rows[who] for who in _whose(it) if rows.get(who) in sure] for it in ways]
    those = [it for it, turn in zip(ways, turns, strict=True) if turn == sorted(turn)]
    return next((it for it in those if not misfit(state, _ought(base, it, boxes))), those[0])


def _ought(base: Sequence[OrderPlace], origins: places.Origins, boxes: Sequence[str | None]) -> list[OrderPlace]:
    """List the places of a report: each recorded one, or a new one for None in ``origins``, at the reported box."""
    return [_laid(base, it, box) for it, box in zip(origins, boxes, strict=True)]


def _laid(before: Sequence[OrderPlace], origin: int | None, box: str | None) -> OrderPlace:
    """Return the recorded place of index ``origin``, or a new waiting one if None, with this box as its location.

    Without a box (None) a place at a box becomes WAITING, and a place at none stays where it is.
    """
    place = OrderPlace(Location.WAITING) if origin is None else before[origin]
    if box is not None:
        return place._replace(at=box)
    return place._replace(at=Location.WAITING) if place.at in AT_BOX.values() else place


# --- taken back


def restore_recorded(act: Act, case: Incident) -> None:
    """Take back what this case reported of where the cards lie; statements and faces shown since stay.

    The newest other report of an open case then decides where they lie, else the record. The cut card is again where it
    came, unless its place was put right since. Does nothing if the case reported nothing, if a newer report counts, or
    if its coup is not being played with its betting closed. Refuses as :func:`lay` does; records as it and
    :func:`place_waiting` do. The case keeps its evidence.
    """
    own, others = items.reports_of(case), open_reports(act.state, without=case)
    if not own or not at_boxes(act.state, case) or max(others, default=own[-1]) > own[-1]:
        return
    gone, stands = own[-1], max(others, default=None)
    now = _identities(act.state, gone)
    base = [*gone.base, *(place for place, who in now if who[1] >= len(gone.base) and not who[0])]
    ought = _as_reported(base, stands) if stands else [(place, (False, at)) for at, place in enumerate(base)]
    away = {*_whose(gone.origins)} - {who for _, who in now}
    ought = [(place, who) for place, who in ought if who not in away]
    index = {who: at for at, (_, who) in enumerate(now)}
    those = [index.get(who) for _, who in ought]
    cut = _cut_card_came(act, gone)
    lay(act, [place for place, _ in ought], those, back=True)
    _put_cut_card(act, cut)
    place_waiting(act)


def _cut_card_came(act: Act, newest: items.LayoutReport | None) -> int | None:
    """Return the number of the card after which the cut card came; None while it has not come out.

    If the ``newest`` report moved it, and nobody has put its place right since, it is the number from before that.
    """
    at = in_use(act).cut_card_at
    return newest.cut if newest and newest.cut is not None and at == newest.numbers[-1] else at


def _put_cut_card(act: Act, came: int | None) -> int | None:
    """Move the cut card to behind card number ``came``, or to behind the last card out if ``came`` is not out.

    Returns ``came`` if it is not out, so that it can be moved there later; else None. Does nothing if ``came`` is None,
    as the cut card has not come out then. Saves the row of the shoe if it changes.
    """
    shoe = in_use(act)
    if came is None:
        return None
    if shoe.cut_card_at != min(came, shoe.out):
        shoe.cut_card_at = min(came, shoe.out)
        act.update(shoe)
    return came if came > shoe.out else None


def _as_reported(base: Sequence[OrderPlace], report: items.LayoutReport) -> list[tuple[OrderPlace, Who]]:
    """List the places as this report lays them, each with its identity, then those of cards that came out after it.

    ``base`` are the recorded places, of which those behind the report's own base came out since.
    """
    rows = zip(_whose(report.origins), report.origins, report.boxes, strict=True)
    laid = [(_laid(base, it, box), who) for who, it, box in rows]
    known = len(report.base)
    return [*laid, *((place, (False, at)) for at, place in enumerate(base[known:], start=known))]


# --- which place is which


def _by_the_record(state: TableState) -> tuple[list[OrderPlace], dict[Who, int]]:
    """Return the places of the cards as recorded before any report that counts, with the cards that came out since.

    The location of each is the one of then, what is known of its card is as of now. Left out is what only reports have.
    The map has, for each place's identity (:data:`Who`), the index of its card among the cards of the hand now.
    """
    newest = max(open_reports(state), default=None)
    if newest is None:
        base = places_of(state)
        return base, {(False, at): at for at in range(len(base))}
    now = _identities(state, newest)
    known = {who: place for place, who in now}
    since = [place for place, who in now if not who[0] and who[1] >= len(newest.base)]
    lay = enumerate([*newest.base, *since])
    base = [known.get((False, at), place)._replace(at=place.at) for at, place in lay]
    return base, {who: at for at, (_, who) in enumerate(now)}


def _identities(state: TableState, report: items.LayoutReport) -> list[tuple[OrderPlace, Who]]:
    """Pair the place of each card of the hand now with its identity (:data:`Who`) under ``report``.

    A card that was on record has (False, its index in the report's base), one that the report added (True, n). One that
    came out since has (False, n), numbered on from the length of that base.
    """
    known = dict(zip(report.numbers, _whose(report.origins), strict=True))
    new = iter(range(len(report.base), len(report.base) + len(state.of_the_hand)))
    cards = zip(places_of(state), state.of_the_hand, strict=True)
    return [(place, known.get(card.number) or (False, next(new))) for place, card in cards]


def _current_origins(rows: Mapping[Who, int]) -> list[int | None]:
    """List, for each card of the hand in order, the index of the recorded place that it is; None for a new one.

    ``rows`` maps the identity of a place to the index of its card.
    """
    return [None if new else at for (new, at), _row in sorted(rows.items(), key=lambda it: it[1])]


def _whose(origins: places.Origins) -> list[Who]:
    """Identify each place of a report: (False, its index in the record), or (True, n) for a new one, from 0 on."""
    new = iter(range(len(origins)))
    return [(True, next(new)) if it is None else (False, it) for it in origins]
