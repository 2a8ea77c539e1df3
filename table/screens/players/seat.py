"""Strip of a seat display: what the player at one position has to know, and what they may propose to the dealer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from table.models import MOST_TABLES, Coup, Display, Position, Table
from table.rules.phase import Phase
from table.rules.profile import Profile
from table.rules.reading import order_from
from table.rules.regola import Claim, Outcome, Result
from table.screens.felt.piles import StakePile, paid_piles
from table.screens.players.boards import bead_plate, big_road, boards, how_often
from table.screens.players.prices import PriceLine, limits, price_lines
from table.screens.read.notices import Notice, asleep, betting_clock, display_headline, notices, sleeps, stakes_stand
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Payment, PlaceAtTable, Seat, Snapshot
from table.screens.rules.essentials import rules_on
from table.screens.rules.sentences import tableau
from table.words.numbers import Numbers
from table.words.terms import CALLS, SEATS

_macro = macros_of("regions/strip.html")

BEADS, ROAD = 8, 18
MOST_STRIPS = len(SEATS) * MOST_TABLES
"""Number of strips cached: the latest of each seat of as many tables as are cached."""
RULES = ("over_max", "both_sides", "tie_requires_main", "chips.smallest", "reader", "reader.claims", "reader.gestures")
"""Topics of the house rules that a player needs at the table."""
READING = ("reads", "declared")
"""Modes of a strip while the cards are its player's to read."""
CAN_CALL, HEARD, COMES = "can", "heard", "comes"
"""State of the pit for a player: it can be called, it is called, somebody is on the way."""
RESULT_ANNOUNCED = (Phase.ANNOUNCED, Phase.COUNTING, Phase.SETTLED)
OFFERS: dict[str, tuple[Display.Proposal, Promise]] = {
    Position.State.FREE: (Display.Proposal.SEAT, pgettext_lazy("seat display", "Ask for this place")),
    Position.State.OCCUPIED: (Display.Proposal.MARK, pgettext_lazy("seat display", "Mark my place")),
    Position.State.MARKED: (Display.Proposal.RETURN, pgettext_lazy("seat display", "I am back")),
}
"""Proposals that can be made about a position, by its state."""


class OneTapOffer(NamedTuple):
    """Proposal that takes one press: what, the words on the button, and the coup that it is for ("" if for none)."""

    what: str
    words: str
    coup: str = ""


class InOrder(NamedTuple):
    """Position in the order of reading, which begins at the Button."""

    label: str
    own: bool
    reads: bool


class CoupBefore(NamedTuple):
    """Result of the previous coup, and what it brought those who play at this position now, in cents.

    ``net`` is None where no money was posted for them there, or for more than one of them.
    """

    result: str
    banco: int
    punto: int
    net: int | None


@dataclass(frozen=True, eq=False)
class Common:
    """Pieces and values that are the same on the strips of all seats of a table.

    ``clock`` is the betting clock, empty where none counts. ``notices`` are drawn twice: with the limits, and without
    them for a reader, who has no time for those.
    """

    about: Piece
    clock: tuple[Piece, ...]
    notices: tuple[Piece, Piece]
    regola: Piece
    reference: tuple[Piece, ...]
    now: "Now"
    currency: str
    numbers: Numbers


class Now(NamedTuple):
    """State of the coup on all strips: the headline, whether its stakes wait for a decision, and who reads.

    ``coup`` is its key, "" between coups. ``order`` is that of reading, from the Button on, empty in a house where
    nobody reads. ``closed`` says that the table is, ``disputable`` that there is a coup to dispute.
    """

    said: Notice
    stand: bool
    betting: bool
    coup: str
    order: tuple[str, ...]
    reader: str
    claim: str
    closed: bool
    disputable: bool


class OwnStrip(NamedTuple):
    """Values of one strip: its mode, the piles at the position, what the coup brings, and what the player has proposed.

    ``net`` is in cents; None between coups, before payments are due, and unless they are of exactly one bettor there.
    ``before`` is the coup before, None where it is not shown; ``pit`` the state of the call to the pit.
    """

    place: PlaceAtTable
    mode: str
    piles: tuple[tuple[str, StakePile], ...]
    net: int | None
    before: CoupBefore | None
    proposed: str
    pit: str


def strip(table: Snapshot, which: str) -> Iterable[Piece]:
    """Return the pieces of the strip, which the seat display shows of the position with this label.

    For an unknown position a notice instead; while the table is closed and has no coup the mark of a sleeping display.
    """
    seat = table.seat(which)
    if seat is None:
        return (piece("none", _macro("nowhere"), which),)
    if sleeps(table):
        return (asleep(table),)
    return _strip(_own(table, seat), table.part(_common))


@lru_cache(maxsize=MOST_STRIPS)
def _strip(own: OwnStrip, common: Common) -> tuple[Piece, ...]:
    """Return the pieces of the strip for these values: head, panel, buttons, prices, roads and rules; cached."""
    offers = tuple(_offers(own, common.now))
    return (
        _head(own, common),
        _panel(own, common),
        piece("acts", _macro("acts"), own.mode == "reads", offers, own.proposed, _pit(own, common.now)),
        *common.reference,
    )


def _common(table: Snapshot) -> Common:
    """Return what the strips of all seats of a table share: headline, notices, prices, roads, rules, state of the coup.

    Equal values give the same object. Refuses (E_PROFILE) a table without rules.
    """
    numbers, coup, profile = table.numbers, table.state.coup, table.state.profile
    now = Now(
        said=display_headline(table),
        stand=stakes_stand(table),
        betting=table.state.phase is Phase.BETTING,
        coup=coup.key if coup is not None else "",
        order=_order(table),
        reader=coup.reader if coup is not None else "",
        claim=coup.claim if coup is not None else "",
        closed=table.table.status == Table.Status.CLOSED,
        disputable=bool(table.lately),
    )
    shown, prices = tuple(notices(table)), table.part(price_lines)
    promised = table.state.shoe.commitment if table.state.shoe is not None else ""
    return _cached_common(
        about=piece("about", _macro("about"), table.code, profile.title, coup.number if coup is not None else None),
        clock=tuple(betting_clock(table)),
        notices=(
            piece("notices", _macro("notices"), shown, tuple(limits(prices)), numbers),
            piece("notices", _macro("notices"), shown, (), numbers),
        ),
        regola=piece("regola", _macro("regola"), tableau.punto(), profile.reader != "none"),
        reference=(
            *_prices_and_roads(profile, prices, tuple(table.results), numbers),
            _rules(profile, policy_version(table), prices, promised, numbers),
        ),
        now=now,
        currency=profile.currency,
        numbers=numbers,
    )


_cached_common = lru_cache(maxsize=2 * MOST_TABLES)(Common)
"""What strips share, cached, so that equal values give the same object."""


@lru_cache(maxsize=MOST_TABLES)
def _prices_and_roads(
    profile: Profile, prices: tuple[PriceLine, ...], results: tuple[Result, ...], numbers: Numbers
) -> tuple[Piece, ...]:
    """Return the piece of limits and prices and that of the roads: bead plate, big road, counts; cached."""
    its = boards(results, beads=BEADS, road=ROAD, derived=ROAD)
    roads = [bead_plate(its.bead_plate), big_road(its.big_road), how_often(its)]
    return (
        piece("prices", _macro("price_list"), profile.currency, prices, numbers),
        piece("boards", _macro("scoreboards"), roads=roads),
    )


@lru_cache(maxsize=256)
def _rules(profile: Profile, version: int, prices: tuple[PriceLine, ...], promised: str, numbers: Numbers) -> Piece:
    """Return the piece of the rules and odds of the house; cached.

    `version` is that of the rules; `promised` the commitment of a virtual shoe, "" for a real one or none.
    """
    content = (profile.title, version, tuple(it.priced for it in prices), rules_on(profile, numbers, RULES))
    return piece("rules", "regions/strip/rules.html:rules", *content, tableau.punto(), tableau.banco(), promised)


def _own(table: Snapshot, seat: Seat) -> OwnStrip:
    """Return the values that only the strip of this seat shows.

    What the coup brings is None without stakes here or a coup, before payments are due, and unless just one of those
    who play here now, holder or guests on foot, has won or lost or got something back. The coup before is there only in
    the modes ``occupied`` and ``plays``, as :func:`_before` has it: with a result, and until the present one has its
    own.
    """
    label, mode = seat.place.label, _mode(table, seat)
    piles = table.part(_piles).get(label, ())
    return OwnStrip(
        place=seat.place,
        mode=mode,
        piles=piles,
        net=_net(seat.payments, seat.place) if piles and table.state.coup else None,
        before=_before(table, seat.place) if mode in ("occupied", "plays") else None,
        proposed=table.part(_proposed).get(label, ""),
        pit=table.part(_called).get(label, CAN_CALL),
    )


def _piles(table: Snapshot) -> Mapping[str, tuple[tuple[str, StakePile], ...]]:
    """Return by position the boxes with a stake there and their piles with what they bring, in the order of the layout.

    They are those of ``paid_piles``. Positions without stakes are missing.
    """
    order = [box.value for box in table.state.profile.boxes]
    found: dict[str, list[tuple[str, StakePile]]] = {}
    for (label, box), pile in table.part(paid_piles).items():
        if pile.laid:
            found.setdefault(label, []).append((box, pile))
    return {label: tuple(sorted(its, key=lambda it: order.index(it[0]))) for label, its in found.items()}


def _proposed(table: Snapshot) -> Mapping[str, str]:
    """Return by position what its seat display proposes to the dealer: a value of `Display.Proposal`.

    Only those for this coup or for none, of «carta» and «no carta» only that of who reads now; positions without one
    are missing.
    """
    return {it.position: it.proposal for it in table.proposals if it.kind == Display.Kind.SEAT}


def _called(table: Snapshot) -> Mapping[str, str]:
    """Return by position the state of its call to the pit: COMES if somebody is on the way, else HEARD.

    Positions that do not call are missing.
    """
    return {it.position: COMES if it.coming else HEARD for it in table.calls}


def _pit(own: OwnStrip, now: Now) -> str:
    """Return the state of the pit on a strip: CAN_CALL (a button), HEARD or COMES; "" for nothing at all.

    Unless the pit is called already, nothing stands there at a closed table, while its player reads, and at a free
    place without a stake or a guest on foot.
    """
    nobody = own.mode in ("free", "reads") or now.closed
    return "" if nobody and own.pit == CAN_CALL else own.pit


def _head(own: OwnStrip, common: Common) -> Piece:
    """Return the piece of the position: its label and state, whether a guest on foot is there, the order of reading.

    It also says whether its player reads the cards or has declared, and shows table, house and number of the coup.
    """
    place, now = own.place, common.now
    given = (place.label, place.state, bool(place.standing), own.mode in READING)
    return piece(
        "who", _macro("head"), *given, about=[common.about], order=_read_in(now.order, place.label, now.reader)
    )


@lru_cache(maxsize=1024)
def _read_in(order: tuple[str, ...], own: str, reader: str) -> tuple[Piece, ...]:
    """Return the piece of the order of reading with a piece for each position, in a tuple; empty without an order.

    Cached.
    """
    shown = [InOrder(label, label == own, label == reader) for label in order]
    places = [piece(f"order-{it.label}", _macro("in_order"), it, it is shown[0]) for it in shown]
    return (piece("order", _macro("order"), places=places),) if places else ()


def _panel(own: OwnStrip, common: Common) -> Piece:
    """Return the piece of what the player needs now: headline, clock, notices, rule for reading, stakes and result.

    While they read or have declared, headline, clock and limits are left out; the rule stands there only while they
    read. It also says what they declared, since when the place is marked, and the number called to it.
    """
    mode, reading = own.mode, own.mode in READING
    since = own.place.marked_since if mode == "marked" else None
    return piece(
        "panel",
        _macro("panel"),
        mode,
        common.now.claim if mode == "declared" else "",
        since.isoformat() if since is not None else "",
        own.place.called,
        said=[] if reading else [piece("said", _macro("said"), _said(own, common)), *common.clock],
        notices=[common.notices[reading]],
        reading=[piece("reading", _macro("reading"), tableau.punto())] if mode == "reads" else [],
        below=_below(own, common),
    )


def _below(own: OwnStrip, common: Common) -> Iterator[Piece]:
    """Yield, as far as there are any, the pieces of the stakes of the position, their net, and the previous coup.

    Without stakes there is instead the piece of Punto's rule, unless the player reads, and before it, in the betting at
    an occupied place, the one that says that there is no stake yet.
    """
    numbers = common.numbers
    if own.piles:
        yield piece("stakes", _macro("stakes"), own.piles, numbers)
    if own.net is not None:
        yield piece("net", _macro("net"), own.net, common.currency, numbers)
    if not own.piles and own.mode == "occupied" and common.now.betting:
        yield piece("none-yet", _macro("none_yet"))
    if not own.piles and own.mode != "reads":
        yield common.regola
    if own.before is not None:
        yield piece("before", _macro("last_coup"), own.before, numbers)


def _said(own: OwnStrip, common: Common) -> Notice:
    """Return the headline of the table; with the sum of the stakes at this position, if any, while the stakes stand.

    It is of all stakes there, whoever owns them, without what goes back as it is not in action. They stand while the
    coup is held, its play stopped until somebody has decided, and nothing of it has been paid.
    """
    notice = common.now.said
    if not (own.piles and common.now.stand):
        return notice
    laid = sum(pile.laid - pile.back for _box, pile in own.piles)
    stands = _("The stakes here stand: %(amount)s.") % {"amount": common.numbers.chip(laid)}
    return notice._replace(more=f"{notice.more} {stands}")


def _mode(table: Snapshot, seat: Seat) -> str:
    """Return what the strip is about, the first that applies.

    ``reads`` and ``declared``: its player reads the cards, or has declared, and the coup is not held. ``told``: the
    result is announced or paid, or the coup is annulled or null, and there is a stake here. ``plays``: there is a stake
    or a guest on foot here. Else the state of the position, such as ``occupied``.
    """
    coup = table.state.coup
    if coup is not None and seat.place.reader and not coup.held:
        if table.state.phase is Phase.READING:
            return "reads"
        if table.state.phase is Phase.DECLARED and coup.claim:
            return "declared"
    if table.state.phase in RESULT_ANNOUNCED and seat.stakes:
        return "told"
    return seat.place.state if not seat.stakes and not seat.place.standing else "plays"


def _order(table: Snapshot) -> tuple[str, ...]:
    """Return the labels of all positions in the order of reading, from the Button of the coup on.

    Between coups from that of the table. Empty in a house in which no player reads, and while the table has no Button.
    """
    if table.state.profile.reader == "none" or not table.table.button:
        return ()
    button = (table.state.coup and table.state.coup.button) or table.table.button
    return tuple(order_from(table.state.profile, button))


def _before(table: Snapshot, own: PlaceAtTable) -> CoupBefore | None:
    """Return the result of the coup that ended last in this taglia, and its net in cents for who plays here now.

    The net has what disputes moved since, and is None unless just one of them, holder or guests on foot, had a stake
    here then. None once the result of the present coup is announced or it ends without one, before the first coup, and
    where the last one was a Colpo in Bianco, annulled, or null (too few cards).
    """
    last = last_with_result(table)
    if last is None or table.state.phase in RESULT_ANNOUNCED:
        return None
    net = _net([it for it in (*table.last_payments, *table.last_adjusted) if it.position == own.label], own)
    return CoupBefore(last.result, last.announced_banco or 0, last.announced_punto or 0, net)


def _net(paid: Sequence[Payment], place: PlaceAtTable) -> int | None:
    """Return the net in cents of these payments to who plays at a position now: its holder, or a guest on foot.

    None where there are none to them, or to several. Those to guests who gave the position up are left out.
    """
    own = [it for it in paid if it.bettor in (place.holder, *place.standing)]
    return sum(it.net for it in own) if len({it.bettor for it in own}) == 1 else None


def _offers(own: OwnStrip, now: Now) -> Iterator[OneTapOffer]:
    """Yield what the player may propose now: «carta» and «no carta» while they read, whatever the table's status.

    Else nothing at a closed table; at any other by the state of the position. Free: to be given it. Occupied: to mark
    it, and to dispute a coup if any of the table, of whatever taglia, has ended without being cancelled. Marked: to be
    back. Assigned: nothing.
    """
    if own.mode == "reads":
        for claim in (Claim.CARTA, Claim.NO_CARTA):
            yield OneTapOffer(claim.value, CALLS[claim], now.coup)
    elif not now.closed and own.place.state in OFFERS:
        what, words = OFFERS[own.place.state]
        yield OneTapOffer(what.value, str(words))
        if own.place.state == Position.State.OCCUPIED and now.disputable:
            yield OneTapOffer(Display.Proposal.DISPUTE.value, pgettext("seat display", "Dispute a coup"))


def last_with_result(table: Snapshot) -> Coup | None:
    """Return the coup that ended last in this taglia, without cancelled ones, if it has a result.

    None if there is none, or it was annulled, null (too few cards) or a Colpo in Bianco: no older one is
    taken.
    """
    last = table.last
    if last is None or not last.result or last.kind != Coup.Kind.NORMAL or last.outcome not in ("", Outcome.SETTLED):
        return None
    return last


def policy_version(table: Snapshot) -> int:
    """Return the version of the house rules of this coup or, between coups, of those in force at the table.

    Rules that wait for the next taglia do not count. Asserts that the table has rules.
    """
    policy = table.state.coup.policy if table.state.coup else table.table.policy
    assert policy is not None
    return policy.version
