"""Verbs that bring a float to the table, before play."""

from django.utils.translation import pgettext_lazy

from bank.play import slips
from bank.play.policy import has_bank
from bank.play.sessions import next_session, no_results
from bank.play.tables import Bank, store
from bank.rules.pieces import worth
from bank.verbs.pieces import Keyed, keyed
from table.memory.statements import update
from table.play.act import Act
from table.play.declaration import ANYTIME, FoundOut, verb
from table.rules.profile import Role
from table.rules.refusal import Code, require


@verb(
    title=pgettext_lazy("act", "plan the float"),
    said=(pgettext_lazy("record", "plans the float"),),
    roles=[Role.DIREZIONE],
    tables=ANYTIME,
    while_held=True,
    source="bank",
)
def set_float(act: Act, *, pieces: Keyed) -> None:
    """Plan the float of the table's next session; it counts for no count. Records "float_planned"."""
    check_has_bank(act)
    bank = next_session(act)
    bank.pure.set_float(keyed(pieces))
    store(act, bank)
    act.effect("float_planned", amount=worth(bank.pure.plan))


@verb(
    title=pgettext_lazy("act", "bring the float"),
    said=(pgettext_lazy("record", "the float leaves the cage"),),
    roles=[Role.CASSA],
    tables=ANYTIME,
    while_held=True,
    source="bank",
)
def bring(act: Act, *, pieces: Keyed, day: FoundOut | None = None, watched: FoundOut | None = None) -> None:
    """Send the float from the cage to the table, under a slip; it is received by the dealer's count.

    ``day`` is the gaming day as the house knows it; where ``watched`` names "results", they are kept for the session.
    Records "pieces_issued".
    """
    check_has_bank(act)
    bank = begin(act, day, watched)
    bank.pure.bring(keyed(pieces))
    store(act, bank)
    number = max(bank.movement_rows)
    row = bank.movement_rows[number]
    row.slip = slips.take_slip(act, bank, slips.OPENING)
    update(row)
    act.effect("pieces_issued", movement=number, amount=worth(bank.pure.movements[number].issued))


def begin(act: Act, day: str | None, watched: str | None) -> Bank:
    """Return the bank with the session that begins on this gaming day; by the date in UTC where none is named.

    Only entries of before, at training tables, name none.
    """
    bank = next_session(act)
    row = bank.session
    if not row.day:
        row.day = day or act.at.date().isoformat()
    if watched is not None and row.results is None:
        row.results = no_results()
    return bank


def check_has_bank(act: Act) -> None:
    """Refuse (E_BANK) an act of the bank at a table that keeps none."""
    require(has_bank(act.state.profile), Code.BANK, "This table keeps no bank.", source=act.cite("bank"))
