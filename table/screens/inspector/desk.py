"""The desk of a table's inspectors: what each role may do there now, what is to be decided on, and the register."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from table.models import Coup, Display, Table
from table.play.shoe import IN_USE
from table.rules.profile import Role
from table.rules.stakes import Range, kind
from table.screens.inspector.figures import figures
from table.screens.read.numbers import Numbers
from table.screens.read.snapshot import Snapshot
from table.screens.register.lines import face_text, lines, told
from table.screens.register.sentences import REASONS
from table.terms import BOX_NAMES, KINDS, PROPOSALS
from table.verbs.corrections.entry import CORRECTIONS
from table.verbs.declaration import VERBS

DECIDED_BY: Mapping[str, Callable[[Snapshot], Role]] = {
    "set_limits": lambda table: table.state.profile.limits_decided_by,
    "suspend": lambda table: table.state.profile.suspended_by,
    "resume": lambda table: table.state.profile.suspended_by,
}
"""Acts that one role of several decides, each house having its own."""
ONLY_IF: Mapping[str, Callable[[Snapshot], object]] = {
    "open_table": lambda table: table.state.shoe and table.dealer,
    "close_table": lambda table: table.state.coup is None,
    "suspend": lambda table: not table.table.suspend_pending,
    "resume": lambda table: table.table.suspend_pending or table.table.status == Table.Status.SUSPENDED,
    "confirm_limits": lambda table: table.limits["unannounced"],
    "set_button": lambda table: table.state.profile.button,
    "order_blank": lambda table: (
        table.state.profile.remedies == "blank_coup" and not (table.state.stakes or table.blank_next)
    ),
    "order_dealer_to_complete": lambda table: table.state.coup and table.state.coup.reader,
    "annul": lambda table: table.state.coup and table.state.stuck,
    "report_visible": lambda table: table.state.shoe and table.state.shoe.status in IN_USE,
    "replace_decks": lambda table: table.shoe and not table.state.shoe,
    "void_shoe": lambda table: table.state.shoe,
}
"""What has to be so besides what an act declares, for its button to be worth showing."""
OF_STAKES = ("stake", "position", "standing", "cash")


class LimitRow(NamedTuple):
    """The limits of one kind of stake; None where there are none. ``typed`` is what a form of new ones begins with."""

    kind: str
    label: Promise | str
    now: Range | None
    next: Range | None
    unannounced: Range | None
    typed: tuple[str, str]


class Choice(NamedTuple):
    """One of several things to choose from: its value in the form, and what it is called."""

    value: str | int
    words: Promise | str


class Choices(NamedTuple):
    """What forms choose from: positions, those with stakes and those with ``players``, boxes, cards that lie open."""

    positions: tuple[Choice, ...]
    boxes: tuple[Choice, ...]
    staked: tuple[Choice, ...]
    turned: tuple[Choice, ...]
    players: tuple[Choice, ...]
    reasons: tuple[Choice, ...]


NOBODY = Choice("null", _("nobody"))


class Proposal(NamedTuple):
    """What a player proposed at a display, and the verb that would grant it; empty where it is not for this role."""

    display: str
    position: str
    words: Promise | str
    grants: str
    seats: bool


def desk(snapshot: Snapshot, role: str) -> dict[str, Any]:
    """What the desk of this role shows besides the table itself."""
    numbers = Numbers(get_language() or "")
    now = may(snapshot, role)
    return {
        "mine": office(role),
        "may": now,
        "lines": lines(snapshot.entries, numbers),
        "alerts": told(snapshot.alerts, numbers),
        "limits": limit_rows(snapshot, numbers),
        "waiting": snapshot.reservations,
        "proposals": proposals(snapshot, now),
        "corrections": corrections(snapshot) if "correct_entry" in now else (),
        "staff": tuple((it.person.badge, it.role) for it in snapshot.staff),
    }


def sheets(snapshot: Snapshot, role: str) -> dict[str, Any]:
    """What the sheets of this desk show besides."""
    now = may(snapshot, role)
    return {
        "mine": office(role),
        "may": now,
        "waiting": snapshot.reservations,
        "asking": {proposal.position: proposal.display for proposal in proposals(snapshot, now) if proposal.seats},
        "limits": limit_rows(snapshot, Numbers(get_language() or "")),
        "drawn": snapshot.state.coup is not None and bool(snapshot.state.drawn),
        "corrections": corrections(snapshot) if "correct_entry" in now else (),
        "among": among(snapshot),
        "figures": figures(snapshot, Numbers(get_language() or "")),
    }


def among(snapshot: Snapshot) -> Choices:
    """What the forms of this table choose from now."""
    cards = [*snapshot.state.cards, *snapshot.state.held]
    return Choices(
        positions=tuple(Choice(label, label) for label in snapshot.state.profile.positions),
        boxes=tuple(Choice(box, BOX_NAMES[box]) for box in snapshot.state.profile.boxes),
        staked=tuple(Choice(seat.label, seat.label) for seat in snapshot.seats if seat.stakes),
        turned=tuple(Choice(card.number, f"{card.number}: {face_text(card.face)}") for card in cards if card.face),
        players=(NOBODY, *(Choice(json.dumps(label), label) for label in snapshot.state.present)),
        reasons=tuple(Choice(*it) for it in REASONS.items()),
    )


@cache
def office(role: str) -> frozenset[str]:
    """What somebody in this role does at a table at all."""
    return frozenset(name for name, verb in VERBS.items() if role in verb.roles)


def may(snapshot: Snapshot, role: str) -> frozenset[str]:
    """What this role may do now, in this house, and what is worth a button."""
    now = snapshot.allowed(role)
    others = {verb for verb, decides in DECIDED_BY.items() if verb in now and decides(snapshot) != role}
    idle = {verb for verb, wanted in ONLY_IF.items() if verb in now and not wanted(snapshot)}
    return now - others - idle


def limit_rows(snapshot: Snapshot, numbers: Numbers) -> tuple[LimitRow, ...]:
    """Each kind of stake of the house with its limits: in force, from the next coup, and still to be announced."""
    kinds = dict.fromkeys(kind(box) for box in snapshot.state.profile.boxes)
    return tuple(_limit_row(snapshot, name, numbers) for name in kinds)


def _limit_row(snapshot: Snapshot, name: str, numbers: Numbers) -> LimitRow:
    now, following, unannounced = (snapshot.limits[it].get(name) for it in ("now", "next", "unannounced"))
    latest = unannounced or following or now
    typed = (_typed(latest.minimum, numbers), _typed(latest.maximum, numbers)) if latest else ("", "")
    return LimitRow(name, KINDS.get(name, name), now, following, unannounced, typed)


def _typed(cents: int, numbers: Numbers) -> str:
    """An amount as it is typed into a form: no separators of thousands, the comma or point of the language."""
    units, rest = divmod(cents, 100)
    return f"{units}{numbers.locale.number_symbols['latn']['decimal']}{rest:02}" if rest else str(units)


def proposals(snapshot: Snapshot, now: frozenset[str]) -> tuple[Proposal, ...]:
    """What is proposed at the displays, to somebody who may do this now."""
    return tuple(_proposal(it, now) for it in snapshot.proposals)


def _proposal(display: Display, now: frozenset[str]) -> Proposal:
    what = display.proposal
    verb = what if what in ("mark", "return") and what in now else ""
    seats = what == "seat" and "assign" in now
    return Proposal(display.code, display.position, PROPOSALS[what], verb, seats)


def corrections(snapshot: Snapshot) -> tuple[str, ...]:
    """What can be put right now by the Ispettore di Gioco."""
    right = [what for what, it in CORRECTIONS.items() if snapshot.state.phase in it.ispettore]
    return tuple(what for what in right if _to_correct(snapshot, what))


def _to_correct(snapshot: Snapshot, what: str) -> bool:
    """Whether there is anything of this kind that could have been keyed wrong."""
    coup, shoe = snapshot.state.coup, snapshot.state.shoe
    if what == "card":
        return any(card.face for card in (*snapshot.state.cards, *snapshot.state.held))
    if what == "cut_card":
        return shoe is not None and shoe.cut_card_at is not None
    if coup is None or coup.kind == Coup.Kind.BLANK:
        return False
    if what in OF_STAKES:
        return what == "stake" or bool(snapshot.state.stakes)
    return {
        "declaration": coup.claim_means in ("voice", "gesture"),
        "highest": snapshot.state.profile.stakes != "all",
    }.get(what, not snapshot.state.drawn)
