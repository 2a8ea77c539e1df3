"""Verbs about box, tips, and what is in custody."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from django.utils.translation import pgettext_lazy

from bank.play import moving
from bank.play.sessions import wait_for_second
from bank.play.tables import Bank, above_the_slips, running, store
from bank.rules.ledger import CAGE, CHIPS, CUSTODY, GUESTS, NOTES, TIPS, MoneyPlace, Move, moves
from bank.rules.table_bank import BankStage
from bank.verbs.declaring import Number, Percent, of_bank
from table.models import Uncollected
from table.play.act import Act
from table.play.declaration import Text
from table.play.money import close_slip
from table.rules.profile import Role
from table.rules.refusal import Code, require

Serial = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


@of_bank(
    title=pgettext_lazy("act", "put a box in"),
    said=(pgettext_lazy("record", "puts box “%(serial)s” into the table"),),
    roles=[Role.DEALER],
)
def put_box(act: Act, *, serial: Serial) -> None:
    """Ask to put a box for notes into the table; the Ispettore di Gioco has to agree. Records "bank_waits".

    One that waits already is replaced; whether the box is in another table is not looked at. Refuses (E_BANK) before
    the first session, and while a box is in: another one is put in as that is taken.
    """
    bank = running(act)
    require(not bank.session.box, Code.BANK, "Box “%(serial)s” is in the table.", serial=bank.session.box)
    wait_for_second(act, bank, "put_box", serial=serial)


def check_taken(act: Act, given: Mapping[str, Any]) -> None:
    """Refuse to ask for a box to be taken as :func:`check_other` does, and (E_BANK) before the first session.

    ``given["other"]`` is the box to be put in its place. Checked at the press alone.
    """
    check_other(running(act), given["other"])


def check_other(bank: Bank, other: str | None) -> None:
    """Refuse (E_BANK) during play to take a box where no other one (None), or the same one, is put in its place.

    Refuses, too, the box that was in the table when a count that ends the gaming day was ordered, until that count is
    accepted: it would pass for a box that stayed. Checked at the press alone, as in earlier entries the same one was
    put in.
    """
    check_another(bank, other if other != bank.session.box else None)
    require(
        not other or not bank.pure.ends_day or other != bank.session.midway["serial"],
        Code.BANK,
        "Box “%(serial)s” was in the table as the count was ordered that ends the day: another one is put in until "
        "this count is accepted.",
        serial=other,
    )


@of_bank(
    title=pgettext_lazy("act", "take the box"),
    said=(pgettext_lazy("record", "takes the box, under seal “%(seal)s”"),),
    roles=[Role.CASSA],
    at_press=check_taken,
)
def take_box(act: Act, *, seal: Serial, other: Serial | None = None) -> None:
    """Ask to take the box out of the table under a seal; a second person has to agree. Records "bank_waits".

    A request that waits already is replaced. Refuses (E_BANK) in three cases: before the first session, where no box is
    in, and during play unless another one (``other``) is put in at once.
    """
    bank = running(act)
    require(bank.session.box, Code.BANK, "No box is in the table.")
    check_another(bank, other)
    wait_for_second(act, bank, "take_box", seal=seal, other=other or "")


def check_another(bank: Bank, other: str | None) -> None:
    """Refuse (E_BANK) during play that the box is taken without another one that is put in, ``other``."""
    require(
        bank.pure.stage is not BankStage.IN_PLAY or other,
        Code.BANK,
        "While there is play another box is put in as this one is taken.",
    )


@of_bank(
    title=pgettext_lazy("act", "split the tips"),
    said=(pgettext_lazy("record", "splits the tips, %(percent)s per cent for the house"),),
    roles=[Role.CASSA],
)
def split_tips(act: Act, *, percent: Percent) -> None:
    """Bring the counted tips to the cage, under a slip: ``percent`` of them are the house's, the rest is the staff's.

    The share of the house is rounded down; another than it has laid down is refused at the press alone (E_BANK).
    Refuses (E_BANK) before the first session, (E_PHASE) while the bank is in play, (E_COUNT) before their count was
    accepted, and (E_FINAL) where none are left. Records "bank_posted", "slip_taken" and "tips_split".
    """
    bank = running(act)
    require(bank.pure.stage is not BankStage.IN_PLAY, Code.PHASE, "Tips are split once play is over.")
    house, staff = bank.pure.split_tips(percent)
    store(act, bank)
    moving.take_slip(act, bank, moving.TIPS)
    act.effect("tips_split", amount=house + staff, by=staff, old_amount=house)


@of_bank(
    title=pgettext_lazy("act", "dispose of what is in custody"),
    said=(
        pgettext_lazy("record", "disposes of what is kept under slip %(slip)s: %(text)s"),
        pgettext_lazy("record", "disposes of what was found in custody above its slips: %(text)s"),
    ),
    roles=[Role.DIREZIONE],
    source="uncollected",
    public="slip to",
)
def dispose_of(act: Act, *, to: Literal["guests", "cage", "tips"], text: Text, slip: Number | None = None) -> None:
    """Close a slip of custody at a table with a bank: its money goes to its owner ("guests"), the cage or the tips.

    Where a count has found less than the slip says, what lies there goes; an owner is paid the rest by the cage. What
    is in banknotes stays so, but for the tips the cage changes it. Without a ``slip`` it is what counts have found
    above all slips that goes, and no slip is closed. That tips are counted already is refused at the press alone
    (E_FINAL). Refuses (E_BANK) before the bank's first session, (E_ARGUMENTS) without words, and (E_FINAL) a slip under
    which nothing is kept, and without one where nothing was found above them. Records "bank_posted" if anything moves,
    "custody_closed" of a slip, and "custody_disposed_of", without one with the cents.
    """
    bank = running(act)
    require(text, Code.ARGUMENTS, "Say what becomes of it; the words stand in the record.", source=act.cite("custody"))
    if slip is None:
        above = above_the_slips(bank.session)
        require(above > 0, Code.FINAL, "No count has found more in custody than its slips say.")
        bank.pure.ledger.post(moves(above, CUSTODY, MoneyPlace(to)))
        store(act, bank)
        act.effect("custody_disposed_of", to=to, amount=above)
        return
    found = next((it for it in act.state.custody if it.slip == slip), None)
    require(found is not None, Code.FINAL, "Nothing is kept here under slip %(slip)s.", slip=slip)
    assert found is not None
    bank.pure.ledger.post(_disposed_of(bank, found, to))
    close_slip(act, found)
    store(act, bank)
    act.effect("custody_closed", amount=found.amount, position=found.position, guest=found.owner)
    act.effect("custody_disposed_of", slip=slip, to=to)


def _disposed_of(bank: Bank, found: Uncollected, to: str) -> list[Move]:
    """Return the moves by which what is kept under a slip goes from custody to "guests", "cage" or "tips".

    No more than lies there goes; a guest gets what lacks from the cage. Banknotes become chips at the cage for the
    tips, and stay banknotes else.
    """
    of = NOTES if found.kind == Uncollected.Kind.NOTES else CHIPS
    there = min(found.amount, max(0, bank.pure.ledger.balance(CUSTODY, of)))
    paid = found.amount - there if to == "guests" else 0
    changed = there if of is NOTES and to == "tips" else 0
    goes_to = CAGE if changed else MoneyPlace(to)
    return [*moves(there, CUSTODY, goes_to, of), *moves(changed, CAGE, TIPS), *moves(paid, CAGE, GUESTS, of)]
