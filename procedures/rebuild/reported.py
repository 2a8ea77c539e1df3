"""Reports of where the cards lie: the newest of an open case counts, and withdrawing it restores what was before."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from procedures.models import Incident
from procedures.rebuild import items, places
from procedures.rebuild.laying import lay, misfit
from procedures.rebuild.placement import Location, as_recorded, at_boxes, of_the_hand, places_of, standing_reports
from procedures.rebuild.places import Place
from table.memory.statements import update
from table.models import DrawnCard
from table.play.act import Act
from table.play.cards import place_waiting
from table.play.sealed import check_real
from table.play.state import AT_BOX, HELD, TableState
from table.rules.refusal import Code, require
from table.rules.regola import Side

OUT = "out"
"""Box of a card that is not out: a report that has it covers every card there is, also those beside the sabot."""
Who = tuple[bool, int]
"""Identity of a place whatever its row: (False, its index in the record), or (True, its index among new ones)."""


def take_report(act: Act, case: Incident, laid: Sequence[str | None], *, served: bool = False) -> None:
    """Lay the cards as a case reports them, until that is withdrawn; add the report to its evidence, without saving it.

    ``laid`` is the box of each card in order, None for one beside the hands. With :data:`OUT` among them these are all
    the cards that are out; without it, cards beside the sabot are added to a report that speaks of the hands alone.
    ``served``: the last one came by itself behind all others, and is marked so. Cards that the record lacks are drawn,
    those it has too many are struck; ``laid`` of the case's facts is then as the record has them. Refuses at a virtual
    shoe (E_SHOE), a report without any card (E_COUNT), and as :func:`lay` does.
    """
    check_real(act, act.state.shoe)
    sides = [Side(box) if box else None for box in cards(laid)]
    if OUT not in laid:
        sides = _with_waiting(of_the_hand(act.state), sides)
    require(sides, Code.COUNT, "At least one card of the hand is out, or nothing has gone wrong with it.")
    boxes, stood = [side.value if side else None for side in sides], max(standing_reports(act.state), default=None)
    base, rows = _by_the_record(act.state)
    origins = [*_current_origins(rows), None] if served else _likeliest(act.state, base, boxes)
    ought = _ought(base, origins, boxes)
    lay(act, ought, [rows.get(who) for who in _whose(origins)])
    if case.pk is not None:
        case.refresh_from_db(fields=["evidence"])
    if served:
        last = of_the_hand(act.state)[-1]
        last.alone = True
        update(last)
    numbers = [card.number for card in of_the_hand(act.state)]
    if served:
        unsure = stood.unsure if stood else []
    else:
        unsure = [numbers[at] for at in places.unsure(base, origins, boxes, by_record=stood is None)]
    items.add_report(case, items.Report(act.number, boxes, list(origins), numbers, base, unsure))
    case.facts = case.facts | {"laid": as_recorded(act.state)}


def cards(laid: Iterable[str | None]) -> list[str | None]:
    """List the boxes of the cards of which a report tells, without :data:`OUT`."""
    return [box for box in laid if box != OUT]


def _with_waiting(there: Sequence[DrawnCard], laid: Sequence[Side | None]) -> list[Side | None]:
    """Insert None for each card that waits beside the sabot into a report that speaks of the hands alone.

    A report that is empty, has cards beside the hands itself, or more cards than lie at the hands is given back as it
    is.
    """
    at_sabot = [card.location in HELD for card in there]
    if not laid or None in laid or len(laid) > at_sabot.count(False):
        return list(laid)
    at_hands, everywhere = iter(laid), list[Side | None]()
    for waits in at_sabot:
        everywhere += [None] if waits else islice(at_hands, 1)
    return everywhere


def _likeliest(state: TableState, base: Sequence[Place], boxes: Sequence[str | None]) -> places.Origins:
    """Choose which recorded places those of a report are: the first way that fits all faces, else the likeliest."""
    those = places.origins(base, boxes)
    return next((it for it in those if not misfit(state, _ought(base, it, boxes))), those[0])


def _ought(base: Sequence[Place], origins: places.Origins, boxes: Sequence[str | None]) -> list[Place]:
    return [_laid(base, it, box) for it, box in zip(origins, boxes, strict=True)]


def _laid(before: Sequence[Place], origin: int | None, box: str | None) -> Place:
    """Return the recorded place ``origin``, or a new one if None, moved to this box; None moves it away from the boxes.

    Away from the boxes it is WAITING, unless it was at neither box already.
    """
    place = Place(Location.WAITING) if origin is None else before[origin]
    if box is not None:
        return place._replace(at=box)
    return place._replace(at=Location.WAITING) if place.at in AT_BOX.values() else place


# --- taken back


def restore_recorded(act: Act, case: Incident) -> None:
    """Take back what this case reported of where the cards lie; statements and faces shown since stay.

    The newest other report of an open case then decides where they lie, else the record. Does nothing if the case
    reported nothing, if a newer report counts, or if its coup is not being played with its betting closed. Refuses
    as :func:`lay` does.
    """
    own, others = items.reports_of(case), standing_reports(act.state, without=case)
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
    lay(act, [place for place, _ in ought], those, back=True)
    place_waiting(act)


def _as_reported(base: Sequence[Place], report: items.Report) -> list[tuple[Place, Who]]:
    """List the recorded places as this report lays them, then those that came out since, each with its identity."""
    rows = zip(_whose(report.origins), report.origins, report.boxes, strict=True)
    laid = [(_laid(base, it, box), who) for who, it, box in rows]
    known = len(report.base)
    return [*laid, *((place, (False, at)) for at, place in enumerate(base[known:], start=known))]


# --- which place is which


def _by_the_record(state: TableState) -> tuple[list[Place], dict[Who, int]]:
    """Return the places of the cards as the record has them without any report, including those that came out since.

    Return with it a map from the identity of a place to the index of its card among those that lie there now.
    """
    newest = max(standing_reports(state), default=None)
    if newest is None:
        base = places_of(state)
        return base, {(False, at): at for at in range(len(base))}
    now = _identities(state, newest)
    known = {who: place for place, who in now}
    since = [place for place, who in now if not who[0] and who[1] >= len(newest.base)]
    lay = enumerate([*newest.base, *since])
    base = [known.get((False, at), place)._replace(at=place.at) for at, place in lay]
    return base, {who: at for at, (_, who) in enumerate(now)}


def _identities(state: TableState, report: items.Report) -> list[tuple[Place, Who]]:
    """Pair the place of each card with its identity: that under ``report``, or one behind them for a card since."""
    known = dict(zip(report.numbers, _whose(report.origins), strict=True))
    new = iter(range(len(report.base), len(report.base) + len(of_the_hand(state))))
    cards = zip(places_of(state), of_the_hand(state), strict=True)
    return [(place, known.get(card.number) or (False, next(new))) for place, card in cards]


def _current_origins(rows: Mapping[Who, int]) -> list[int | None]:
    """List for each card the index of the recorded place that it is, None for one that the record does not have."""
    return [None if new else at for (new, at), _row in sorted(rows.items(), key=lambda it: it[1])]


def _whose(origins: places.Origins) -> list[Who]:
    """Identify each place of a report: by its index in the record, or numbered among the new ones."""
    new = iter(range(len(origins)))
    return [(True, next(new)) if it is None else (False, it) for it in origins]
