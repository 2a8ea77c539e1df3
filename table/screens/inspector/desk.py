"""Desk of a table's inspectors: the acts that each role may do there now, the open decisions, and the register."""

from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from table.models import MOST_TABLES, Coup
from table.play.sealed import is_real
from table.play.shoe import is_in_use, was_settled
from table.play.stakes import waiting_correction
from table.rules.corrections import CORRECTABLE
from table.rules.profile import Role
from table.rules.regola import Outcome
from table.rules.stakes import Range, kind
from table.screens.inspector.alerts import alert_lines, answers, heard, of_the_house
from table.screens.inspector.buttons import DeskKeys, act, may, office, opens
from table.screens.inspector.decisions import decisions
from table.screens.read.lines import LineWriter, RecordLine, lines
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import LATEST_ENTRIES, PlaceAtTable, Snapshot
from table.words.numbers import Numbers
from table.words.terms import KINDS, PROPOSALS, UNCOLLECTED

_macro = macros_of("regions/desk.html")

PANELS = "regions/desk/"
SENDS_HOME = (Role.ISPETTORE_GIOCO, Role.DIREZIONE)
"""Roles that sign off somebody else."""
OF_PEOPLE, OF_LIMITS = frozenset({"sign_on", "sign_off"}), frozenset({"set_limits", "confirm_limits"})
"""Acts with a button on the panel of who is signed on, and on that of the limits."""
MOST_ENTRIES = LATEST_ENTRIES * MOST_TABLES
"""Number of entries cached: the latest of as many tables as are cached."""
BEFORE_PAYMENT = ("stake", "box", "owner")
OF_STAKES = (*BEFORE_PAYMENT, "position", "standing", "cash")


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


class DeskProposal(NamedTuple):
    """Proposal of a player at a display, and the verb that grants it; "" where it is not for this role.

    ``seats`` says that it asks for a seat, which this role may assign.
    """

    display: str
    proposed_at: datetime | None
    position: str
    words: str
    grants: str
    seats: bool


def desk(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the two pieces of the desk of this role: one that lists the latest entries, then one with all panels.

    The first has at most LATEST_ENTRIES, newest first, and links to the record, but not at a training table. The panels
    are, in this order, seats, limits, people, decisions, custody and alerts. All are there for every role and in every
    state of the table.
    """
    numbers, now = snapshot.numbers, may(snapshot, role)
    count = piece("count", _macro("count"), numbers.decimal(snapshot.number))
    # Training tables have no page of the record to link to.
    played = "" if snapshot.table.training else snapshot.code
    entries = piece("entries", _macro("entries"), entries=map(_entry, lines(snapshot.entries, numbers)))
    yield piece("record", _macro("record"), played, count=[count], entries=[entries])
    staff, language = tuple((it.person.badge, it.role) for it in snapshot.staff), get_language()
    panels = [
        _seats(snapshot, role),
        piece(
            "limits",
            f"{PANELS}limits.html:panel",
            snapshot.state.profile.currency,
            limit_rows(snapshot, numbers),
            buttons(now & OF_LIMITS, language),
            numbers,
        ),
        piece("people", f"{PANELS}people.html:panel", staff, role in SENDS_HOME, buttons(now & OF_PEOPLE, language)),
        decisions(snapshot, role, now, corrects=bool(corrections(snapshot))),
        piece("custody", f"{PANELS}custody.html:panel", custody_lines(snapshot), "dispose" in now, numbers),
        _alerts(snapshot, role, now, numbers),
    ]
    yield piece("side", _macro("side"), panels=panels)


@lru_cache(maxsize=MOST_ENTRIES)
def _entry(line: RecordLine) -> Piece:
    """Return the piece of an entry, whose key is the entry's number; cached, as entries never change."""
    return piece(f"{line.number}", _macro("entry"), line)


def _alerts(snapshot: Snapshot, role: str, now: frozenset[str], numbers: Numbers) -> Piece:
    """Return the panel of alerts; those of the table have buttons to answer them if `now` has ``go_to_alert``.

    In this order: the correction that waits for a second person, open alerts and calls from seats, proposals of
    players, notices of the house (at a training table, too).
    """
    may_answer = "go_to_alert" in now
    alerts = [
        piece(f"alert-{it.key}", f"{PANELS}alerts.html:alert", it, heard([it]), answers(it) if may_answer else None)
        for it in alert_lines(snapshot, numbers)
    ]
    proposed = [
        piece(f"proposal-{it.display}", f"{PANELS}alerts.html:proposal", it, snapshot.code)
        for it in proposals(snapshot, now)
    ]
    return piece(
        "alerts",
        f"{PANELS}alerts.html:panel",
        alerts=[*_pending_correction(snapshot, role, now, numbers), *alerts, *proposed, *of_the_house(snapshot)],
    )


def _pending_correction(snapshot: Snapshot, role: str, now: frozenset[str], numbers: Numbers) -> Iterator[Piece]:
    """Yield the piece of the correction of this coup that waits for a second person; nothing if none waits.

    Its buttons, to agree and to take it back, are those of the verbs in `now`; none to agree for a role that is no
    second person in this house. From whoever asked for it the page itself hides that button.
    """
    coup = snapshot.state.coup
    if coup is not None and (pending := waiting_correction(coup)):
        words = LineWriter(numbers, {}).effect("correction_asked", pending._asdict())
        agrees = "confirm_correction" in now and role in snapshot.state.profile.second_persons
        fix = {"correction": pending.number}
        acts = (
            act(_("I agree to it"), "confirm_correction", "act-gold", **fix) if agrees else None,
            act(_("Take it back"), "withdraw_correction", "act-quiet", **fix) if "withdraw_correction" in now else None,
        )
        macro = f"{PANELS}alerts.html:correction"
        yield piece(f"correction-{pending.number}", macro, pending.number, pending.by, words, *acts)


def _seats(snapshot: Snapshot, role: str) -> Piece:
    """Return the panel of the positions, with the Button and, for a role that takes reservations, their number.

    A press on a position opens its dialog if this role may seat guests in some state of the table.
    """
    mine, waiting = office(role), len(snapshot.reservations)
    return _seated(
        snapshot.places, snapshot.table.button, waiting if "reserve" in mine else None, opens="occupy" in mine
    )


@lru_cache(maxsize=MOST_TABLES)
def _seated(places: tuple[PlaceAtTable, ...], button: str, waiting: int | None, *, opens: bool) -> Piece:
    """Return the panel of the positions; cached for all languages together, as it holds no words.

    `button` is the label of the position that has the Button, "" for none; ``waiting`` the number of reservations, None
    for a role that takes none. With ``opens`` a press on a position opens its dialog.
    """
    shown = [piece(f"place-{it.label}", f"{PANELS}seats.html:place", it, opens) for it in places]
    return piece("seats", f"{PANELS}seats.html:panel", button, waiting, places=shown)


@lru_cache
def buttons(can: frozenset[str], _language: str | None) -> DeskKeys:
    """Return the buttons of people and limits for the acts in ``can``, with words in the language of the moment.

    Cached by that language. Whether one is to sign on or to sign off the page itself knows, and shows that button.
    """
    keys = {
        "sign_on": act(_("Sign on"), "sign_on", "act-small people-on"),
        "sign_off": act(_("Sign off"), "sign_off", "act-small people-off"),
        "set_limits": opens(_("Change"), "sheet-limits", "act-small"),
        "confirm_limits": act(_("Announced and on the sign"), "confirm_limits", "act-gold"),
    }
    return tuple(key for verb, key in keys.items() if verb in can)


def custody_lines(snapshot: Snapshot) -> tuple[CustodyLine, ...]:
    """Return a line for each slip of what nobody has collected and the Direzione has not disposed of, by its number.

    It has slip, kind in words, cents, position, owner, and the key of the coup, "" without one.
    """
    return tuple(
        CustodyLine(
            it.slip, str(UNCOLLECTED[it.kind]), it.amount, it.position, it.owner, it.coup.key if it.coup else ""
        )
        for it in snapshot.state.custody
    )


def limit_rows(snapshot: Snapshot, numbers: Numbers) -> tuple[LimitRow, ...]:
    """Return a row for each kind of stake in the house, in the order of its boxes: the limits of this table.

    They are those in force, those from the next coup on, and those not announced yet, as ranges in cents; None for each
    that there is not. Punto and Banco are one kind. A form starts with the texts of the last of these that there is, ""
    without limits.
    """
    rows = []
    for name in dict.fromkeys(kind(box) for box in snapshot.state.profile.boxes):
        now, following, unannounced = (snapshot.limits[it].get(name) for it in ("now", "next", "unannounced"))
        latest = unannounced or following or now
        typed = (numbers.typed(latest.minimum), numbers.typed(latest.maximum)) if latest else ("", "")
        rows.append(LimitRow(name, str(KINDS.get(name, name)), now, following, unannounced, typed))
    return tuple(rows)


def proposals(snapshot: Snapshot, now: frozenset[str]) -> tuple[DeskProposal, ...]:
    """Return the proposals made at displays for this coup or for none, and what the verbs in `now` can do about each.

    Of «carta» and «no carta» only that of who reads now. They are sorted by the primary keys of the displays.
    ``grants`` is ``mark`` or ``return`` if that is proposed and in `now`, else ""; ``seats`` is True if a seat is
    proposed and ``assign`` is in `now`.
    """
    granted = now & {"mark", "return"}
    return tuple(
        DeskProposal(
            it.code,
            it.proposed_at,
            it.position,
            words=str(PROPOSALS[it.proposal]),
            grants=it.proposal if it.proposal in granted else "",
            seats=it.proposal == "seat" and "assign" in now,
        )
        for it in snapshot.proposals
    )


def corrections(snapshot: Snapshot) -> tuple[str, ...]:
    """Return the kinds of correction that the Ispettore di Gioco may make in the phase of this coup, or between coups.

    Only those for which there is something to correct; no other role is considered.
    """
    right = [what for what, it in CORRECTABLE.items() if snapshot.state.phase in it.ispettore]
    return tuple(what for what in right if _to_correct(snapshot, what))


def _to_correct(snapshot: Snapshot, what: str) -> bool:
    """Whether there is something to correct of this kind, a key of CORRECTABLE.

    "card": a card of the coup, or one held for the next, has a face. "cut_card": the house has one, the shoe is in use,
    the coup to which its cut card belongs is not over, and this coup is not counted. Both are False with a virtual
    shoe, all others without a coup and in a Colpo in Bianco. Kinds in OF_STAKES but "stake": there is a stake; those in
    BEFORE_PAYMENT: the stakes were never settled. "declaration": it was made by voice or gesture, and no third card is
    out. "highest": the house does not record all stakes. "count": the remaining cards are counted, and the coup is not
    held, and null if it has an outcome. "close": no card has been drawn.
    """
    coup, shoe = snapshot.state.coup, snapshot.state.shoe
    if CORRECTABLE[what].of_real_cards and not is_real(shoe):
        return False
    if what == "card":
        return any(card.face for card in (*snapshot.state.cards, *snapshot.state.held))
    if what == "cut_card":
        counted = coup is not None and coup.counted
        in_use = is_in_use(shoe) and not shoe.cut_card_taken
        return in_use and snapshot.state.profile.cut_card and not counted
    if coup is None or coup.kind == Coup.Kind.BLANK:
        return False
    if what in OF_STAKES:
        over = what in BEFORE_PAYMENT and was_settled(snapshot.state)
        return not over and (what == "stake" or bool(snapshot.state.stakes))
    return {
        "declaration": coup.claim_means in ("voice", "gesture") and not snapshot.state.facts.has_third,
        "highest": snapshot.state.profile.stakes != "all",
        "count": coup.counted and not coup.held and coup.outcome in ("", Outcome.NULL_SEVEN),
    }.get(what, not snapshot.state.drawn)
