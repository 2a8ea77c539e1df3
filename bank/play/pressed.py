"""Acts at a table with a bank that are refused as they are pressed; what the register has of earlier ones stands.

Each check returns no arguments; :func:`of_moved` checks nothing, and returns those with which an act is completed.
"""

from collections.abc import Mapping
from typing import Any

from bank.models import Movement
from bank.play.policy import check_in_pieces, has_bank
from bank.play.sessions import has_own_box, last_try, moved_since_counted, uncounted_boxes
from bank.play.tables import TIPS_COUNTED, above_the_slips, bank_of, read, session_of
from bank.rules.counts import CountKind
from bank.rules.ledger import CHIPS, MoneyPlace
from bank.rules.movement import Status
from bank.rules.table_bank import REST
from table.models import Entry
from table.play.act import Act
from table.record import chain
from table.rules.profile import KEYS
from table.rules.refusal import Cents, Code, Listed, require

STEPS = (
    *("issue", "receive", "hand_over", "confirm_credit", "settle_transit", "withdraw_step", "void_movement"),
    "attest_movement",
)
"""Verbs by which a movement goes on once it was requested: all that name one."""


def check_moved_as_seen(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_STALE) a step of the movement ``given["movement"]`` if another one was entered after ``act.seen``.

    Who presses second would replace what the first one keyed, or count it once more. Without ``seen``, as in a
    replay, it passes. Returns {}.
    """
    if act.seen is None or act.seen >= act.number - 1:
        return {}
    since = Entry.objects.filter(register=act.table.code, verb__in=STEPS, number__gt=act.seen)
    moved = (it.number for it in since if chain.read(it.arguments)["movement"] == given["movement"])
    act.check_seen(max(moved, default=0))
    return {}


def check_issued_otherwise(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_STALE) to issue or hand over a movement again with the very pieces with which it is on its way.

    They are ``given["pieces"]``, numbers by cents as text; those of which there are 0 do not count. A movement that
    is not on its way, or is unknown, passes that. Refuses as :func:`check_moved_as_seen` does, too. Returns {}.
    """
    check_moved_as_seen(act, given)
    found = Movement.objects.filter(table=act.table, number=given["movement"], status=Status.ISSUED.value)
    issued = found.values_list("issued", flat=True).first()
    keyed = {value: number for value, number in given["pieces"].items() if number}
    require(
        issued is None or issued != keyed,
        Code.STALE,
        "Movement %(number)s is on its way with these very pieces: nothing is issued again.",
        source=act.cite("bank.movements"),
        number=given["movement"],
    )
    return {}


def check_tip(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse a tip that could not be counted at a table with a bank. Returns no arguments.

    In banknotes (E_BANK), as tips are counted as chips; before the first session of the table (E_BANK), which a
    planned float begins, too; in no multiple of the smallest piece (E_MONEY); and (E_FINAL) once the count of the tips
    of the latest session was accepted. Without a bank any tip passes.
    """
    if not has_bank(act.state.profile):
        return {}
    require(
        given["form"] == "chips",
        Code.BANK,
        "At this table banknotes for the staff are changed first: the chips for them are the tip.",
        source=act.cite("bank"),
    )
    _check_has_session(act)
    check_in_pieces(act.state.profile, given["amount"])
    _check_tips_open(act)
    return {}


def _check_has_session(act: Act) -> None:
    """Refuse (E_BANK) a tip before the table's first session, also at a table without a bank: callers look at that."""
    require(
        session_of(act.state) is not None,
        Code.BANK,
        "No float has come to this table yet: the cage brings one, and then the tip is entered.",
        source=act.cite("bank"),
    )


def check_disposed(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_FINAL) that chips in custody become a tip once the count of the tips was accepted.

    Passes if they go anywhere else (``given["to"]``). Returns {}.
    """
    if given["to"] == MoneyPlace.TIPS:
        _check_tips_open(act)
    return {}


def _check_tips_open(act: Act) -> None:
    """Refuse (E_FINAL) to add to the tips of the latest session once their count was accepted.

    It is not looked at before ``TIPS_COUNTED``.
    """
    row = session_of(act.state)
    over = row is not None and row.stage in TIPS_COUNTED and read(act.state, row).pure.is_accepted(CountKind.TIPS)
    require(
        not over,
        Code.FINAL,
        "The tips of this session were counted: what comes now goes into those of the next.",
        source=act.cite("bank"),
    )


def of_moved(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return {"moved": {"since": entry}}, the last try of a count, if chips of it have moved since; else {}.

    ``given["what"]`` is its kind. Earlier entries have no such argument: with them a difference was shown of any
    count.
    """
    kind, bank = CountKind(given["what"]), bank_of(act.state)
    if bank is None or not moved_since_counted(bank, kind):
        return {}
    return {"moved": {"since": last_try(bank.count_rows.get(kind))}}


# --- rules of a bank that stay as they are while its session is open, and its currency

OF_A_SESSION = frozenset(key for key, declared in KEYS.items() if declared.group == "bank" and declared.closed_only)


def check_rules(act: Act, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Refuse (E_BANK) in a session a change that names whether there is a bank, its closing, who attests, or pieces.

    It is refused even if what it names stays as it is. A session lasts from its float until it is closed, or its float
    has gone back. Refuses (E_BANK) to turn the bank off while a box with notes is not counted, tips are not split, or
    chips in custody are missing; and another currency once the table's bank has had a session. Returns {}.
    """
    changed = OF_A_SESSION & set(given["changes"])
    row = session_of(act.state)
    require(
        not changed or row is None or row.stage in REST,
        Code.BANK,
        "The bank of this table is open: it is closed before %(keys)s can be changed.",
        source=act.cite("bank"),
        keys=Listed(sorted(changed)),
    )
    if has_bank(act.state.profile) and given["changes"].get("bank") == "off":
        _check_all_counted(act)
    present = act.state.profile.currency
    require(
        row is None or given["changes"].get("currency", present) == present,
        Code.BANK,
        "The bank of this table is kept in %(currency)s: for another currency another table is set up.",
        source=act.cite("bank"),
        currency=present,
    )
    return {}


def _check_all_counted(act: Act) -> None:
    """Refuse (E_BANK) while the box of a session of this table is not counted, or its tips are not split.

    Of the sessions of all days those count for which :func:`has_own_box` holds; tips are those that lie there now.
    Refuses (E_BANK), too, while more chips lie in custody by the counts than the slips say, or fewer and a slip is
    open: those who dispose of it without a bank would leave the difference behind.
    """
    number = next((it.number for it in uncounted_boxes(act.table) if has_own_box(it)), 0)
    require(
        not number,
        Code.BANK,
        "The box of session %(number)s is not counted: it is counted before the bank is turned off.",
        source=act.cite("bank"),
        number=number,
    )
    bank = bank_of(act.state)
    require(
        bank is None or not bank.pure.ledger.balance(MoneyPlace.TIPS, CHIPS),
        Code.BANK,
        "The tips of this table are not split: they are split before the bank is turned off.",
        source=act.cite("bank"),
    )
    above = 0 if bank is None else above_the_slips(bank.session)
    require(
        above >= 0 or not act.state.custody,
        Code.BANK,
        "In custody %(missing)s are missing by the count: what is there is disposed of before the bank is turned off.",
        source=act.cite("bank"),
        missing=Cents(-above),
    )
    require(
        above <= 0,
        Code.BANK,
        "In custody %(above)s were found above the slips: they are disposed of before the bank is turned off.",
        source=act.cite("bank"),
        above=Cents(above),
    )
