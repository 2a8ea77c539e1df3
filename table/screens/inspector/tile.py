"""Tile of a table in the pit: a small felt, its state and since when, its pace, and its alerts.

A card, a stake or a seat redraws its own piece only. How long something has lasted is counted on the screen.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from table.models import Shoe, Table
from table.rules.stakes import Range
from table.screens.inspector.alerts import AlertLine, alert_lines, answers, heard, of_the_house
from table.screens.inspector.buttons import DeskKey, act, may, office, opens
from table.screens.inspector.figures import RESULTS
from table.screens.inspector.pit_list import on_tile
from table.screens.inspector.small_felt import hands, seats
from table.screens.read.notices import name_of_phase, who_decides
from table.screens.read.pace import late_after, paced, rhythm, since, whole_coups
from table.screens.read.pieces import Piece, macros_of, piece
from table.screens.read.snapshot import Snapshot
from table.words.numbers import Numbers
from table.words.terms import BOX_NAMES, SHOES

_macro = macros_of("regions/tile.html")

LATEST_RESULTS = 12
ANSWERS = frozenset({"acknowledge_alert", "go_to_alert"})
ACTS = frozenset({"set_limits", "suspend", "resume"})
"""Acts that are pressed on a tile or in its dialog, besides answers to an alert."""

FIGURES: list[Callable[[Snapshot], Iterable[Piece]]] = []
"""Functions of extensions that yield further figures of a tile."""


class Gauge(NamedTuple):
    """Position of the shoe, in cards; ``behind`` are those behind the cut card, None where not recorded."""

    taglia: int
    out: int
    total: int
    behind: int | None
    to_cut_card: int | None


class PhaseNow(NamedTuple):
    """Phase of a table in words, since when, and after how many seconds it is late there; None where not known.

    ``coup`` is the key of the coup, "" between two; ``blank`` says that it is a Colpo in Bianco, ``last`` that it is,
    or the coming one will be, the last of the taglia.
    """

    coup: str
    words: str
    since: datetime | None
    late_after: int | None
    blank: bool
    last: bool


class KeyOnTile(NamedTuple):
    """Button of a tile: the letter that presses it on a keyboard, what a screen reader says, and the button."""

    letter: str
    label: str
    key: DeskKey


def tile(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the piece of the tile of this table, its small picture in the overview of the pit, with the role's buttons.

    Of its alerts and calls from seats it shows the first that calls, that is, nobody has acknowledged and nobody is on
    the way for (one raised by time never calls), else the first of all; its edge is the highest severity that calls,
    else ``known``. Without one it shows who is called here or, while a seat is free, who is next on the list; its edge
    is ``waits`` then, "" where nobody is. Every tile has the notices of the house, of which the wall shows those of
    one.
    """
    numbers, now = snapshot.numbers, state(snapshot)
    alerts, mine, acts = alert_lines(snapshot, numbers), office(role), may(snapshot, role, ACTS)
    waits, may_act = [] if alerts else on_tile(snapshot, role), bool(mine & (ACTS | ANSWERS))
    results = tuple((RESULTS[it].value, str(BOX_NAMES[RESULTS[it]])) for it in snapshot.results[-LATEST_RESULTS:])
    yield piece(
        "tile",
        _macro("tile"),
        snapshot.code,
        now,
        "waits" if waits else heard(alerts).loud or ("known" if alerts else ""),
        head=[piece("head", _macro("head"), snapshot.code, snapshot.state.profile.title, now)],
        phase=[piece("standing", _macro("phase_now"), _phase_now(snapshot))],
        alerts=[_alert(alerts, snapshot.code, may_answer="go_to_alert" in mine)] if alerts else waits,
        row=[*seats(snapshot)],
        felt=[*hands(snapshot)],
        figures=[*_figures(snapshot, numbers), *(it for added in FIGURES for it in added(snapshot))],
        results=[piece("results", _macro("results"), results)],
        shoe=[piece("shoe", _macro("shoe"), _gauge(snapshot))],
        acts=[piece("acts", _macro("acts"), snapshot.code, tuple(acts_of(snapshot, acts)))] if may_act else [],
        notices=[*of_the_house(snapshot)],
    )


def acts_of(snapshot: Snapshot, now: frozenset[str]) -> Iterator[KeyOnTile]:
    """Yield the buttons of those of ``set_limits``, ``suspend`` and ``resume`` that are in `now`, in this order.

    The first two open a dialog, the third presses its act; it is called “No suspension” while a suspension is pending.
    """
    code = snapshot.code
    if "set_limits" in now:
        yield _opening("l", opens(_("Limits …"), "sheet-limits"), code)
    if "suspend" in now:
        yield _opening("s", opens(_("Suspend …"), "sheet-suspend"), code)
    if "resume" in now:
        key = act(_("No suspension") if snapshot.table.suspend_pending else _("Resume"), "resume", "act-gold")
        yield KeyOnTile("r", f"{key.words}: {code}", key)


def _opening(letter: str, key: DeskKey, code: str) -> KeyOnTile:
    """Return a button that opens a dialog, as one of the tile: pressed by this letter, read with the table's code."""
    return KeyOnTile(letter, f"{key.words} {code}", key)


def _alert(alerts: tuple[AlertLine, ...], code: str, *, may_answer: bool) -> Piece:
    """Return the piece of the alert that the tile shows: the first that nobody has answered, else the first.

    One raised by time counts as answered. With its buttons for a role that ``may_answer``, how many alerts there are,
    at least one, and how all sound.
    """
    it = next((it for it in alerts if it.calls), alerts[0])
    keys = _answers(it, code) if may_answer else ()
    return piece(f"alert-{it.key}", _macro("alert"), it, heard(alerts), len(alerts), keys)


def _answers(it: AlertLine, code: str) -> tuple[KeyOnTile, ...]:
    """Return the buttons that answer an alert on its tile; none for one raised by time.

    That it is noted, unless it is (of a call from a seat: that it is settled), and that one goes. Once somebody is
    on the way only a call has one, that it is settled.
    """
    found = answers(it)
    if found is None or (it.going and not it.position):
        return ()
    noted = found.noted._replace(look="act-alert") if found.noted is not None and it.going else found.noted
    keys = [("n", noted)] if it.going else [("n", noted), ("g", found.goes)]
    return tuple(KeyOnTile(letter, f"{key.words}: {code}", key) for letter, key in keys if key is not None)


def _phase_now(snapshot: Snapshot) -> PhaseNow:
    """Return the phase of the table in words, since when it lasts, and from how many seconds on that is late.

    That is LATE times the mean of its stage in the table's recent coups, None where there is none. A closed table has
    no time; between coups nothing is late.
    """
    coup, shoe, acts = snapshot.state.coup, snapshot.shoe, snapshot.recent
    closed = snapshot.table.status == Table.Status.CLOSED
    return PhaseNow(
        coup=coup.key if coup is not None else "",
        words=phase_in_words(snapshot),
        since=None if closed else since(acts),
        late_after=late_after(paced(tuple(whole_coups(acts))), snapshot.state.phase if coup is not None else None),
        blank=snapshot.blank,
        last=shoe is not None and shoe.status == Shoe.Status.LAST_COUP and shoe.coups_left == 1,
    )


def _figures(snapshot: Snapshot, numbers: Numbers) -> Iterator[Piece]:
    """Yield the pieces of dealer, stakes, limits on Punto and Banco and whether any are to change, pace and turnover.

    Of a closed table dealer, pace and turnover are empty, whoever is signed on there.
    """
    closed = snapshot.table.status == Table.Status.CLOSED
    limits, dealer = snapshot.limits, None if closed else snapshot.dealer
    main: Range | None = limits["now"].get("main")
    currency = snapshot.state.profile.currency
    played = rhythm(paced(() if closed else tuple(whole_coups(snapshot.recent))))
    yield piece("dealer", _macro("dealer"), dealer.person.badge if dealer is not None else "")
    yield piece("staked", _macro("staked"), snapshot.staked, currency, numbers)
    yield piece("limits", _macro("limits"), main, bool(limits["next"] or limits["unannounced"]), numbers)
    yield piece("pace", _macro("pace"), played.an_hour, played.usual, played.trend)
    yield piece("turnover", _macro("turnover"), turnover(snapshot.staked_lately, played.an_hour), currency, numbers)


def turnover(staked: list[int], an_hour: int | None) -> int | None:
    """Return what is staked in an hour at this pace, in cents, to the nearest 100.

    It is the mean of `staked`, the cents of each of the latest coups, times `an_hour` coups; None if `staked` is empty
    or `an_hour` None.
    """
    if not staked or an_hour is None:
        return None
    return round(sum(staked) / len(staked) * an_hour / 100) * 100


def _gauge(snapshot: Snapshot) -> Gauge | None:
    """Return the taglia of the shoe and how far that is; None without a shoe."""
    shoe = snapshot.shoe
    if shoe is None:
        return None
    return Gauge(shoe.taglia, shoe.out, shoe.cards_total, shoe.behind, snapshot.to_cut_card)


def state(snapshot: Snapshot) -> str:
    """Return the name of the table's state in the style sheet.

    ``held`` first, if somebody has to decide or the coup is held; else ``suspending`` if it will be suspended after the
    coup, else its status.
    """
    if snapshot.table.awaits or (snapshot.state.coup is not None and snapshot.state.coup.held):
        return "held"
    return "suspending" if snapshot.table.suspend_pending else snapshot.table.status


def phase_in_words(snapshot: Snapshot) -> str:
    """Return in a few words the phase of the coup, if there is one.

    Else "" for a table that is not open, whose badge says so, else how an open one stands between two coups.
    """
    if snapshot.state.coup is not None and snapshot.state.phase is not None:
        return name_of_phase(snapshot.state.phase, snapshot.state.coup)
    if snapshot.table.status != Table.Status.OPEN:
        return ""
    return _between_coups(snapshot)


def _between_coups(snapshot: Snapshot) -> str:
    """Return in a few words how an open table without a coup stands.

    The first that applies: who decides, a Colpo in Bianco due, the state of a shoe that is missing or still in
    preparation, “between two coups”.
    """
    if snapshot.table.awaits:
        return who_decides(snapshot)
    if snapshot.blank_next:
        return _("Colpo in Bianco due")
    shoe = snapshot.state.shoe
    if shoe is None or shoe.status in (Shoe.Status.LOADED, Shoe.Status.SHUFFLED, Shoe.Status.CUT):
        return _("shoe %(state)s") % {"state": SHOES[shoe.status if shoe else "none"]}
    return _("between two coups")
