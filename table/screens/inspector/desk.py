"""Desk of a table's inspectors: the acts that each role may do there now, the open decisions, and the register."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from table.memory.table_cache import MOST_NEWS, MOST_TABLES
from table.models import Coup, Display, Table
from table.play.declaration import PARTS, VERBS, Part
from table.play.sealed import is_real
from table.play.shoe import IN_USE
from table.rules.profile import Role
from table.rules.stakes import Range, kind
from table.screens.inspector.alerts import alert_lines, heard, of_the_house
from table.screens.read.numbers import Numbers
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import PlaceAtTable, Snapshot
from table.screens.register.lines import RecordLine, Writer, lines
from table.verbs.corrections.entry import CORRECTIONS
from table.verbs.corrections.second_person import standing, who_agrees
from table.words.terms import KINDS, PROPOSALS, UNCOLLECTED

DECIDED_BY: Mapping[str, Callable[[Snapshot], set[Role]]] = {
    "set_limits": lambda table: {table.state.profile.limits_decided_by},
    "open_table": lambda table: {Role.DIREZIONE if table.resumed_by_direzione else Role.ISPETTORE_GIOCO},
    "suspend": lambda table: {table.state.profile.suspended_by, Role.DIREZIONE},
    "resume": lambda table: {
        Role.DIREZIONE if table.resumed_by_direzione else table.state.profile.suspended_by,
        Role.DIREZIONE,
    },
}
"""Roles that decide an act in this house, for acts that several roles may be given."""
ONLY_IF: Mapping[str, Callable[[Snapshot], object]] = {
    "open_table": lambda table: table.state.shoe and table.dealer,
    "close_table": lambda table: table.state.coup is None,
    "suspend": lambda table: not table.table.suspend_pending,
    "resume": lambda table: table.table.suspend_pending or table.table.status == Table.Status.SUSPENDED,
    "confirm_limits": lambda table: table.limits["unannounced"],
    "set_button": lambda table: table.state.profile.button,
    "order_blank": lambda table: (
        table.state.profile.remedies == "blank_coup"
        and not (table.state.stakes or table.blank_next or table.table.awaits)
    ),
    "order_dealer_to_complete": lambda table: table.state.coup and table.state.coup.reader,
    "annul": lambda table: table.state.coup and table.state.stuck,
    "confirm_correction": lambda table: table.state.coup and standing(table.state.coup),
    "withdraw_correction": lambda table: table.state.coup and standing(table.state.coup),
    "report_visible": lambda table: table.state.shoe and table.state.shoe.status in IN_USE,
    "replace_decks": lambda table: table.shoe and not table.state.shoe,
    "keep_decks": lambda table: table.shoe and not table.state.shoe and not table.shoe.sixain.retired,
    "void_shoe": lambda table: table.state.shoe,
}
"""Conditions, besides those that an act declares, without which its button is not shown."""
PANELS = "regions/desk/"
OF_LIMITS = frozenset({"set_limits", "confirm_limits"})
OF_PEOPLE = frozenset({"sign_on", "take_over", "sign_off"})
OF_CORRECTIONS = frozenset({"confirm_correction", "withdraw_correction"})
DECISIONS = frozenset(
    {
        *("open_table", "resume", "suspend", "close_table", "annul", "order_dealer_to_complete", "order_blank"),
        *("set_button", "report_visible", "replace_decks", "void_shoe", "annotate"),
    }
)
"""Acts for which the panel of decisions has a button."""
SENDS_HOME = (Role.ISPETTORE_GIOCO, Role.DIREZIONE)
"""Roles that sign off somebody else."""
MOST_ENTRIES = MOST_NEWS * MOST_TABLES
"""Number of entries cached: the latest of as many tables as are cached."""
OF_STAKES = ("stake", "box", "owner", "position", "standing", "cash")


class LimitRow(NamedTuple):
    """Limits of one kind of stake; None where there are none. ``typed`` are the values that a form starts with."""

    kind: str
    label: str
    now: Range | None
    next: Range | None
    unannounced: Range | None
    typed: tuple[str, str]


class CustodyLine(NamedTuple):
    """Uncollected money: its slip, what it is, cents, position, owner, and the key of its coup ("" without one)."""

    slip: int
    words: str
    amount: int
    position: str
    owner: str
    coup: str


class Proposal(NamedTuple):
    """Proposal of a player at a display, and the verb that grants it; "" where it is not for this role.

    ``seats`` says that it asks for a seat, which this role may assign.
    """

    display: str
    position: str
    words: str
    grants: str
    seats: bool


def desk(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the pieces of the desk of this role: the latest entries of the register, and panels of what can be done.

    The panels are seats, limits, people, decisions, custody and alerts.
    """
    numbers, now = snapshot.numbers, may(snapshot, role)
    count = piece("count", _macro("count"), numbers.decimal(snapshot.number))
    # Training tables have no page of the record to link to.
    played = "" if snapshot.table.training else snapshot.code
    yield piece("record", _macro("record"), played, count=[count], entries=[_entries(snapshot, numbers)])
    panels = [
        _seats(snapshot, role),
        piece(
            "limits",
            f"{PANELS}limits.html:panel",
            snapshot.state.profile.currency,
            limit_rows(snapshot, numbers),
            now & OF_LIMITS,
            numbers,
        ),
        _people(snapshot, role, now),
        _decisions(snapshot, role, now),
        piece("custody", f"{PANELS}custody.html:panel", custody_lines(snapshot), "dispose" in now, numbers),
        _alerts(snapshot, role, now, numbers),
    ]
    yield piece("side", _macro("side"), panels=panels)


def _macro(name: str) -> str:
    return f"regions/desk.html:{name}"


def _entries(snapshot: Snapshot, numbers: Numbers) -> Piece:
    """Return the piece of the latest entries, newest first, each a piece in it."""
    return piece("entries", _macro("entries"), entries=map(_entry, lines(snapshot.entries, numbers)))


@lru_cache(maxsize=MOST_ENTRIES)
def _entry(line: RecordLine) -> Piece:
    """Return the piece of an entry; cached, as entries never change."""
    return piece(f"{line.number}", _macro("entry"), line)


def _alerts(snapshot: Snapshot, role: str, now: frozenset[str], numbers: Numbers) -> Piece:
    """Return the panel of alerts: notices of the house, a correction that waits, open alerts, proposals of players."""
    answers = "go_to_alert" in now
    alerts = [
        piece(f"alert-{it.key}", f"{PANELS}alerts.html:alert", it, heard([it]), answers)
        for it in alert_lines(snapshot, numbers)
    ]
    proposed = [
        piece(f"proposal-{it.display}", f"{PANELS}alerts.html:proposal", it, snapshot.code)
        for it in proposals(snapshot, now)
    ]
    return piece(
        "alerts",
        f"{PANELS}alerts.html:panel",
        alerts=[
            *of_the_house(snapshot, "on_desk"),
            *_pending_correction(snapshot, role, now, numbers),
            *alerts,
            *proposed,
        ],
    )


def _pending_correction(snapshot: Snapshot, role: str, now: frozenset[str], numbers: Numbers) -> Iterator[Piece]:
    """Yield a piece with the correction that waits for a second person, with the buttons of this role.

    Nothing is yielded if none waits.
    """
    coup = snapshot.state.coup
    if coup is not None and (pending := standing(coup)):
        others = set() if role in who_agrees(snapshot.state.profile) else {"confirm_correction"}
        words = Writer(numbers, {}).effect("correction_asked", pending._asdict())
        given = (pending.number, pending.by, words, now & OF_CORRECTIONS - others)
        yield piece(f"correction-{pending.number}", f"{PANELS}alerts.html:correction", *given)


def _seats(snapshot: Snapshot, role: str) -> Piece:
    """Return the panel of the positions, with the Button, and how many wait for one if this role takes reservations.

    A press on a position opens its dialog if this role may seat guests there.
    """
    mine, waiting = office(role), len(snapshot.reservations)
    return _seated(
        snapshot.places, snapshot.table.button, waiting if "reserve" in mine else None, opens="occupy" in mine
    )


@lru_cache(maxsize=MOST_TABLES)
def _seated(places: tuple[PlaceAtTable, ...], button: str, waiting: int | None, *, opens: bool) -> Piece:
    """Return the panel of the positions; cached.

    With ``opens`` a press on one opens its dialog; ``waiting`` is None for roles that take no reservations.
    """
    shown = [piece(f"place-{it.label}", f"{PANELS}seats.html:place", it, opens) for it in places]
    return piece("seats", f"{PANELS}seats.html:panel", button, waiting, places=shown)


def _decisions(snapshot: Snapshot, role: str, now: frozenset[str]) -> Piece:
    """Return the panel with the buttons of the decisions that this role may take now, and of its reports.

    On a closed table it says, to the role that opens it, what has to come first.
    """
    reports = PARTS.get(Part.REPORTS, "")
    right = "correct_entry" in now and bool(corrections(snapshot))
    closed = snapshot.table.status == Table.Status.CLOSED
    first = closed and role in DECIDED_BY["open_table"](snapshot)
    return piece(
        "decisions",
        f"{PANELS}decisions.html:panel",
        now & (DECISIONS | {reports}),
        office(role),
        reports,
        first,
        right,
        snapshot.table.suspend_pending,
        "resume" in office(role) and not now & {"resume", "open_table"} and not first and snapshot.resumed_by_direzione,
        closed,
    )


def _people(snapshot: Snapshot, role: str, now: frozenset[str]) -> Piece:
    """Return the panel of who is signed on, with the buttons to sign them off where this role may."""
    staff = tuple((it.person.badge, it.role) for it in snapshot.staff)
    return piece("people", f"{PANELS}people.html:panel", staff, role in SENDS_HOME, now & OF_PEOPLE)


@cache
def office(role: str) -> frozenset[str]:
    """Return the names of the verbs that a role may use in some state of a table; empty for an unknown role."""
    return frozenset(name for name, verb in VERBS.items() if role in verb.roles)


def may(snapshot: Snapshot, role: str, among: frozenset[str] | None = None) -> frozenset[str]:
    """Return the names of the acts that get a button for this role now, all or those in ``among``.

    They are allowed in this state, decided by this role in this house, and not without object (`ONLY_IF`).
    """
    now = snapshot.allowed(role) if among is None else snapshot.allowed(role) & among
    others = {verb for verb, decides in DECIDED_BY.items() if verb in now and role not in decides(snapshot)}
    idle = {verb for verb, wanted in ONLY_IF.items() if verb in now and not wanted(snapshot)}
    return now - others - idle


def custody_lines(snapshot: Snapshot) -> tuple[CustodyLine, ...]:
    """Return the amounts that nobody has collected and that are not disposed of, by the number of their slips."""
    return tuple(
        CustodyLine(
            it.slip, str(UNCOLLECTED[it.kind]), it.amount, it.position, it.owner, it.coup.key if it.coup else ""
        )
        for it in snapshot.state.custody
    )


def limit_rows(snapshot: Snapshot, numbers: Numbers) -> tuple[LimitRow, ...]:
    """Return the limits of each kind of stake: in force, from the next coup, and not announced yet."""
    kinds = dict.fromkeys(kind(box) for box in snapshot.state.profile.boxes)
    return tuple(_limit_row(snapshot, name, numbers) for name in kinds)


def _limit_row(snapshot: Snapshot, name: str, numbers: Numbers) -> LimitRow:
    """Return the limits of a kind of stake; `typed` are those that were decided last."""
    now, following, unannounced = (snapshot.limits[it].get(name) for it in ("now", "next", "unannounced"))
    latest = unannounced or following or now
    typed = (numbers.typed(latest.minimum), numbers.typed(latest.maximum)) if latest else ("", "")
    return LimitRow(name, str(KINDS.get(name, name)), now, following, unannounced, typed)


def proposals(snapshot: Snapshot, now: frozenset[str]) -> tuple[Proposal, ...]:
    """Return the proposals made at displays, each with the act by which it is granted, if that is among `now`."""
    return tuple(_proposal(it, now) for it in snapshot.proposals)


def _proposal(display: Display, now: frozenset[str]) -> Proposal:
    """Return a proposal of a display; its verb is ``mark`` or ``return`` if it proposes that and `now` has it, else "".

    For a proposal to take a seat, ``seats`` is whether `now` has ``assign``.
    """
    what = display.proposal
    verb = what if what in ("mark", "return") and what in now else ""
    seats = what == "seat" and "assign" in now
    return Proposal(display.code, display.position, str(PROPOSALS[what]), verb, seats)


def corrections(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the kinds of correction that the Ispettore di Gioco may make now.

    Only those for which there is something to correct.
    """
    right = [what for what, it in CORRECTIONS.items() if snapshot.state.phase in it.ispettore]
    return tuple(what for what in right if _to_correct(snapshot, what))


def _to_correct(snapshot: Snapshot, what: str) -> bool:
    """Whether there is something of this kind that may have been keyed wrong.

    For "card" that is a card with a face; for "cut_card", in a house with one, a shoe in use whose cut card is not
    taken, before the count of the coup. The others need a coup that is no Colpo in Bianco: those in `OF_STAKES` but
    "stake" a stake in it, "close" no card drawn, "declaration" one by voice or gesture, "highest" a house that does
    not record all stakes. False for what concerns real cards with a virtual shoe.
    """
    coup, shoe = snapshot.state.coup, snapshot.state.shoe
    if CORRECTIONS[what].of_real_cards and not is_real(shoe):
        return False
    if what == "card":
        return any(card.face for card in (*snapshot.state.cards, *snapshot.state.held))
    if what == "cut_card":
        counted = coup is not None and coup.counted
        in_use = shoe is not None and shoe.status in IN_USE and not shoe.cut_card_taken
        return in_use and snapshot.state.profile.cut_card and not counted
    if coup is None or coup.kind == Coup.Kind.BLANK:
        return False
    if what in OF_STAKES:
        return what == "stake" or bool(snapshot.state.stakes)
    return {
        "declaration": coup.claim_means in ("voice", "gesture"),
        "highest": snapshot.state.profile.stakes != "all",
    }.get(what, not snapshot.state.drawn)
