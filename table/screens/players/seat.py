"""The strip of a seat display: what a player at one position has to know, and what he may propose to the dealer."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from table.models import Coup, Display, Position, Table
from table.rules.phase import Phase
from table.rules.reading import order_from
from table.rules.regola import Claim, Outcome
from table.screens.felt.piles import Pile, paid_piles
from table.screens.pieces import Piece, piece
from table.screens.players.asleep import asleep, sleeps
from table.screens.players.boards import Boards, bead_plate, big_road, boards, how_often
from table.screens.players.prices import limits, lines
from table.screens.players.said import said
from table.screens.read.notices import Notice, notices, stakes_stand
from table.screens.read.numbers import Numbers, numbers_here
from table.screens.read.snapshot import Payment, Seat, Snapshot
from table.screens.rules import tableau
from table.screens.rules.sentences.on_screens import rules_on
from table.terms import CALLS

BEADS, ROAD = 10, 24
RULES = ("over_max", "both_sides", "tie_requires_main", "chips.smallest", "reader", "reader.claims", "reader.gestures")
"""The rules of the house that a player needs at the table, by their topics."""
READING = ("reads", "declared")
"""What a player looks for while the cards are his to read."""
TOLD = (Phase.ANNOUNCED, Phase.COUNTING, Phase.SETTLED)
OFFERS: dict[str, tuple[Display.Proposal, Promise]] = {
    Position.State.FREE: (Display.Proposal.SEAT, pgettext_lazy("seat display", "Ask for this place")),
    Position.State.OCCUPIED: (Display.Proposal.MARK, pgettext_lazy("seat display", "Mark my place")),
    Position.State.MARKED: (Display.Proposal.RETURN, pgettext_lazy("seat display", "I am back")),
}
"""What can be proposed about a place, by how it stands."""


class Offer(NamedTuple):
    """Something that can be proposed with one press: what, the words on the button, and for which coup."""

    what: str
    words: str
    coup: str = ""


class InOrder(NamedTuple):
    """A place in the order of reading, which begins at the Button."""

    label: str
    own: bool
    reads: bool


class Before(NamedTuple):
    """How the coup before ended, and what it brought this position, in cents (None: nothing was staked here)."""

    result: str
    banco: int
    punto: int
    net: int | None


class Common(NamedTuple):
    """What stands before every seat alike: pieces that are the same everywhere, and what goes into those that are not.

    ``notices`` are told twice: to a reader, who has no time for limits, and to everybody else. ``order`` is that of
    reading, from the Button on, empty in a house where nobody reads; ``proposed`` is what waits for the dealer.
    """

    about: Piece
    notices: tuple[Piece, Piece]
    regola: Piece
    beside: tuple[Piece, ...]
    said: Notice
    stand: bool
    order: tuple[str, ...]
    piles: Mapping[tuple[str, str], Pile]
    proposed: Mapping[str, str]
    numbers: Numbers


def strip(table: Snapshot, which: str) -> Iterator[Piece]:
    """What the strip of this position shows."""
    seat = table.seat(which)
    if seat is None:
        yield piece("none", _macro("nowhere"), which)
        return
    if sleeps(table):
        yield asleep(table)
        return
    common, mode = table.part(_common), _mode(table, seat)
    yield _head(table, seat, mode, common)
    yield _panel(table, seat, mode, common)
    offers = tuple(_offers(table, seat, mode))
    yield piece("acts", _macro("acts"), mode == "reads", offers, common.proposed.get(seat.label, ""))
    yield from common.beside


def _macro(name: str) -> str:
    return f"regions/strip.html:{name}"


def _common(table: Snapshot) -> Common:
    """The same for all seats."""
    numbers, coup = numbers_here(), table.state.coup
    profile, boxes = table.state.profile, lines(table, numbers)
    told, coming = tuple(notices(table)), tuple(limits(boxes))
    roads = boards(tuple(table.results), beads=BEADS, road=ROAD, derived=ROAD)
    sheet = (profile.title, policy_version(table), tuple(it.priced for it in boxes), rules_on(profile, numbers, RULES))
    return Common(
        about=piece("about", _macro("about"), table.code, profile.title, coup.number if coup is not None else None),
        notices=(
            piece("notices", _macro("notices"), told, coming, numbers),
            piece("notices", _macro("notices"), told, (), numbers),
        ),
        regola=piece("regola", _macro("regola"), tableau.punto()),
        beside=(
            piece("prices", _macro("price_list"), profile.currency, boxes, numbers),
            piece("boards", _macro("scoreboards"), roads=_roads(roads)),
            piece("rules", "regions/strip/rules.html:rules", *sheet, tableau.punto(), tableau.banco()),
        ),
        said=said(table),
        stand=stakes_stand(table),
        order=_order(table),
        piles=table.part(paid_piles),
        proposed={it.position: it.proposal for it in table.proposals if it.kind == Display.Kind.SEAT},
        numbers=numbers,
    )


def _roads(its: Boards) -> Iterator[Piece]:
    yield bead_plate(its.bead_plate)
    yield big_road(its.big_road)
    yield how_often(its)


def _head(table: Snapshot, seat: Seat, mode: str, common: Common) -> Piece:
    """Whose place it is, and in which order the cards are read."""
    place, coup = seat.place, table.state.coup
    read = _read_in(common.order, seat.label, coup.reader if coup is not None else "")
    given = (place.label, place.state, bool(place.standing), mode in READING)
    return piece("who", _macro("head"), *given, about=[common.about], order=read)


@lru_cache(maxsize=1024)
def _read_in(order: tuple[str, ...], own: str, reader: str) -> tuple[Piece, ...]:
    """The places in the order of reading, each by itself."""
    shown = [InOrder(label, label == own, label == reader) for label in order]
    places = [piece(f"order-{it.label}", _macro("in_order"), it, it is shown[0]) for it in shown]
    return (piece("order", _macro("order"), places=places),) if places else ()


def _panel(table: Snapshot, seat: Seat, mode: str, common: Common) -> Piece:
    """What the player looks for now: how the coup stands, his reading, his stakes and what they bring."""
    coup, reading = table.state.coup, mode in READING
    claim = coup.claim if coup is not None and mode == "declared" else ""
    since = seat.place.marked_since if mode == "marked" else None
    return piece(
        "panel",
        _macro("panel"),
        mode,
        claim,
        since.isoformat() if since is not None else "",
        said=[] if reading else [piece("said", _macro("said"), _said(seat, common))],
        notices=[common.notices[reading]],
        reading=[piece("reading", _macro("reading"), tableau.punto())] if mode == "reads" else [],
        below=_below(table, seat, mode, common),
    )


def _below(table: Snapshot, seat: Seat, mode: str, common: Common) -> Iterator[Piece]:
    """What lies at the place, and the coup before."""
    boxes = [(box.value, common.piles.get((seat.label, box.value))) for box in table.state.profile.boxes]
    piles = tuple((box, pile) for box, pile in boxes if pile is not None and pile.laid)
    net = _net(seat.payments) if table.state.coup else None
    if piles:
        yield piece("stakes", _macro("stakes"), piles, common.numbers)
    if piles and net is not None:
        yield piece("net", _macro("net"), net, table.state.profile.currency, common.numbers)
    if not piles and mode == "occupied" and table.state.phase is Phase.BETTING:
        yield piece("none-yet", _macro("none_yet"))
    if not piles and mode != "reads":
        yield common.regola
    before = _before(table, seat.label) if mode in ("occupied", "plays") else None
    if before is not None:
        yield piece("before", _macro("last_coup"), before, common.numbers)


def _said(seat: Seat, common: Common) -> Notice:
    """How the coup stands; while it is held also what of it was staked here, and that it stands."""
    if not (seat.stakes and common.stand):
        return common.said
    laid = sum(pile.laid - pile.back for (label, _box), pile in common.piles.items() if label == seat.label)
    stands = _("Your %(amount)s stand.") % {"amount": common.numbers.chip(laid)}
    return common.said._replace(more=f"{common.said.more} {stands}")


def _mode(table: Snapshot, seat: Seat) -> str:
    """What this player looks for now: his reading, what came of his stakes, else how his place stands."""
    reads = seat.place.reader and table.state.coup is not None and not table.state.coup.held
    if table.state.phase is Phase.READING and reads:
        return "reads"
    if table.state.phase is Phase.DECLARED and reads:
        return "declared"
    if table.state.phase in TOLD and seat.stakes:
        return "told"
    return seat.place.state if not seat.stakes and not seat.place.standing else "plays"


def _order(table: Snapshot) -> tuple[str, ...]:
    if table.state.profile.reader == "none" or not table.table.button:
        return ()
    button = (table.state.coup and table.state.coup.button) or table.table.button
    return tuple(order_from(table.state.profile, button))


def _before(table: Snapshot, own: str) -> Before | None:
    """The coup before, until this one has something to tell; a Colpo in Bianco or an annulled coup has nothing."""
    last = table.last
    if last is None or not last.result or last.kind != Coup.Kind.NORMAL or table.state.phase in TOLD:
        return None
    if last.outcome not in ("", Outcome.SETTLED):
        return None
    net = _net([it for it in (*table.last_payments, *table.last_adjusted) if it.position == own])
    return Before(last.result, last.announced_banco or 0, last.announced_punto or 0, net)


def _net(paid: Sequence[Payment]) -> int | None:
    """What a coup brought the one bettor of a position; of several bettors no sum is anybody's."""
    return sum(it.net for it in paid) if len({it.bettor for it in paid}) == 1 else None


def _offers(table: Snapshot, seat: Seat, mode: str) -> Iterator[Offer]:
    if mode == "reads" and table.state.coup is not None:
        for claim in (Claim.CARTA, Claim.NO_CARTA):
            yield Offer(claim.value, CALLS[claim], table.state.coup.key)
    elif table.table.status != Table.Status.CLOSED and seat.place.state in OFFERS:
        what, words = OFFERS[seat.place.state]
        yield Offer(what.value, str(words))
        if seat.place.state == Position.State.OCCUPIED and table.last is not None:
            yield Offer(Display.Proposal.DISPUTE.value, pgettext("seat display", "Dispute a coup"))


def policy_version(table: Snapshot) -> int:
    """The version of the house rules that this coup, or the next one, is played under."""
    policy = table.state.coup.policy if table.state.coup else table.table.policy
    assert policy is not None
    return policy.version
