"""Verbs about acts of the bank that take two: a second person agrees to one, or it is withdrawn."""

from collections.abc import Mapping
from typing import Any, Literal

from django.utils.translation import pgettext_lazy

from bank.models import BankSession
from bank.play.tables import AFTER_PLAY, Bank, running
from bank.verbs import closing, notes, taking
from bank.verbs.declaring import of_bank
from bank.verbs.floating import check_has_bank
from table.play.act import Act
from table.play.declaration import FoundFacts, FoundOut, Text
from table.play.presence import pin_facts
from table.rules.profile import Role
from table.rules.refusal import Code, Listed, Refused, require

Waits = Literal["put_box", "take_box", "note_change", "reopen_closing"]
OTHER_INSPECTORS = frozenset({Role.ISPETTORE_GIOCO, Role.CAPO_ISOLA, Role.DIREZIONE})
SECOND: dict[str, frozenset[Role]] = {
    "put_box": frozenset({Role.ISPETTORE_GIOCO}),
    "take_box": frozenset({Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.DIREZIONE}),
    "note_change": OTHER_INSPECTORS,
    "reopen_closing": frozenset({Role.CASSA}),
}
"""Offices of the second person, by verb; a change that nobody keyed is the Comunale's, where the bank has one."""


def check_agreed(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_STALE) to agree to the act ``given["what"]`` that waits, if it was keyed after the entry ``act.seen``.

    Passes without ``seen``, and where no such act waits. Refuses (E_BANK) before the first session, and a box to be
    taken as :func:`taking.check_other` does: during play without another one to be put in, or, until a count ordered to
    end the gaming day is accepted, with the one that was in the table as it was ordered; and to reopen a closing at a
    table whose bank was turned off since. Checked at the press alone.
    """
    bank = running(act)
    act.check_seen(bank.session.waiting.get(given["what"], {}).get("number", 0))
    if given["what"] == "reopen_closing":
        check_has_bank(act)
    if given["what"] == "take_box" and "take_box" in bank.session.waiting:
        taking.check_other(bank, bank.session.waiting["take_box"]["other"])


@of_bank(
    title=pgettext_lazy("act", "agree"),
    said=(pgettext_lazy("record", "agrees: %(what)s"),),
    roles=[Role.ISPETTORE_GIOCO, Role.ISPETTORE_COMUNALE, Role.CAPO_ISOLA, Role.DIREZIONE, Role.CASSA],
    at_press=check_agreed,
)
def agree(
    act: Act,
    *,
    what: Waits,
    pin_by: FoundOut | None = None,
    pin_on: FoundOut | None = None,
    pin_from: FoundOut | None = None,
    guest_cash: FoundFacts | None = None,
    box: FoundFacts | None = None,
) -> None:
    """Agree, by one's own sign-in, to a box put in or taken, a late change of notes or a reopening; carry it out.

    Refuses (E_BANK) before the first session, (E_FINAL) a late change that waited in a session which another one
    follows, (E_PHASE) where nothing waits, (E_PRESENCE_SELF) who asked for it, (E_ROLE) another office, and as
    :func:`notes.enter` and :func:`closing.reopen` do, and at the press as :func:`check_agreed` does (E_STALE, E_BANK).
    ``pin_by``, ``pin_on`` and ``pin_from`` are facts of a PIN that others replaced, ``guest_cash`` is the cash of the
    guest, their change added; any ``box`` marks the session's box to be counted by itself, if play is over. Records
    "bank_agreed", and what happens.
    """
    act.guest_cash = guest_cash
    bank = running(act)
    waiting = _waiting(bank, what)
    require(waiting["by"] != act.actor, Code.PRESENCE_SELF, "Who asked for it does not agree to it.")
    by_comunale = what == "note_change" and Role.ISPETTORE_COMUNALE in bank.pure.needed
    needed = frozenset({Role.ISPETTORE_COMUNALE}) if by_comunale else SECOND[what]
    require(act.role in needed, Code.ROLE, "To that agrees: %(roles)s.", roles=Listed(sorted(needed)))
    _waits_no_more(bank, what)
    act.effect("bank_agreed", what=what, **pin_facts(pin_by, pin_on, pin_from))
    if box is not None and bank.session.stage in AFTER_PLAY:
        bank.session.midway = bank.session.midway | {"box": True}
    _happen(act, bank, what, waiting)


def check_withdrawn(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse (E_STALE) to withdraw what was keyed after what the screen showed; where nothing waits that passes.

    So it does without ``act.seen``. Refuses (E_BANK) before the first session. Checked at the press alone, as earlier
    entries did so.
    """
    act.check_seen(running(act).session.waiting.get(given["what"], {}).get("number", 0))


@of_bank(
    title=pgettext_lazy("act", "withdraw what waits"),
    said=(pgettext_lazy("record", "withdraws what waits for a second person: %(what)s, %(reason)s"),),
    roles=[Role.DEALER, Role.ISPETTORE_GIOCO, Role.DIREZIONE, Role.CASSA],
    at_press=check_withdrawn,
)
def withdraw_waiting(act: Act, *, what: Waits, reason: Text) -> None:
    """Withdraw one of these acts that waits for a second person, by who keyed it or the Ispettore di Gioco.

    They are a box put in or taken, a late change of notes, and the reopening of a closing. Refuses (E_REASON) no
    reason, (E_BANK) before the first session, (E_FINAL) a change of a session that another one follows, (E_PHASE) where
    nothing waits, (E_ROLE) anybody else, and at the press as :func:`check_withdrawn` does (E_STALE). Records
    "bank_withdrawn".
    """
    require(reason, Code.REASON, "What waits is withdrawn for a reason, which is entered.")
    bank = running(act)
    waiting = _waiting(bank, what)
    require(
        act.actor == waiting["by"] or act.role == Role.ISPETTORE_GIOCO,
        Code.ROLE,
        "Who asked for it withdraws it, or an Ispettore di Gioco.",
        source=act.cite("bank"),
    )
    _waits_no_more(bank, what)
    act.update(bank.session)
    act.effect("bank_withdrawn", what=what)


def _waiting(bank: Bank, what: str) -> dict[str, Any]:
    """Return the facts of an act that waits: what was keyed, ``by`` whom, and the ``number`` of its entry.

    Where none of this name waits in this session, refuses (E_FINAL) a "note_change" of which one waits in the session
    before, and (E_PHASE) any other.
    """
    waiting: dict[str, Any] | None = bank.session.waiting.get(what)
    if waiting is None:
        row = bank.session
        before = BankSession.objects.filter(table=row.table, number=row.number - 1, waiting__has_key=what)
        require(
            what != "note_change" or not before.exists(),
            Code.FINAL,
            "The next session has begun: what counts of the one before differ by stays, with their reasons.",
        )
        raise Refused(Code.PHASE, "Nothing of that kind waits for a second person.")
    return waiting


def _waits_no_more(bank: Bank, what: str) -> None:
    """Remove an act from those that wait in the bank's session; saves nothing."""
    bank.session.waiting = {name: it for name, it in bank.session.waiting.items() if name != what}


def _happen(act: Act, bank: Bank, what: str, waiting: dict[str, Any]) -> None:
    """Carry out, and save, what was agreed to: put or take the box, enter a late change, or reopen the closing.

    Records "box_in" of a box put in, also as another one is taken, "box_out" of one taken, or what
    :func:`notes.enter` and :func:`closing.reopen` record. Refuses as these two do.
    """
    match what:
        case "put_box":
            bank.session.box = waiting["serial"]
            act.update(bank.session)
            act.effect("box_in", serial=waiting["serial"])
        case "take_box":
            bank.session.box = waiting["other"]
            act.update(bank.session)
            act.effect("box_out", seal=waiting["seal"])
            if waiting["other"]:
                act.effect("box_in", serial=waiting["other"])
        case "note_change":
            notes.enter(act, bank, waiting["amount"], late=True)
        case _:
            closing.reopen(act, bank)
