"""Verbs that bring a float to the table, before play."""

from django.utils.translation import pgettext_lazy

from bank.play import moving
from bank.play.policy import has_bank
from bank.play.sessions import next_session, no_results
from bank.play.tables import Bank, running, store
from bank.rules.pieces import worth
from bank.verbs.declaring import Keyed, keyed, of_bank
from table.play.act import Act
from table.play.declaration import FoundFacts, FoundOut
from table.rules.profile import Role
from table.rules.refusal import Code, require


@of_bank(
    title=pgettext_lazy("act", "plan the float"),
    said=(pgettext_lazy("record", "plans the float"),),
    roles=[Role.DIREZIONE],
)
def set_float(act: Act, *, pieces: Keyed, closed: FoundFacts | None = None) -> None:
    """Set the planned float of the table's next session; nothing moves. Records "float_planned".

    With any ``closed`` it is stored in the row of the session that is over; without, as in earlier entries, the plan
    begins the next one. Refuses (E_BANK) at a table without a bank, without ``closed`` as :func:`next_session` does,
    (E_PHASE) during a session, (E_CHIP) pieces that the house does not have, and (E_COUNT) a float of nothing.
    """
    check_has_bank(act)
    bank = next_session(act) if closed is None else running(act)
    bank.pure.set_float(keyed(pieces))
    store(act, bank)
    act.effect("float_planned", amount=worth(bank.pure.plan))


@of_bank(
    title=pgettext_lazy("act", "bring the float"),
    said=(pgettext_lazy("record", "the float leaves the cage"),),
    roles=[Role.CASSA],
)
def bring(
    act: Act,
    *,
    pieces: Keyed,
    day: FoundOut | None = None,
    watched: FoundOut | None = None,
    begins: FoundFacts | None = None,
) -> None:
    """Send the float from the cage to the table, under a slip; the dealer's count receives it.

    ``day`` (an ISO date) is the gaming day of a session that has none yet; with any ``begins`` a new session begins
    where a float of another day went back to the cage. With any ``watched`` the results of guests are stored in this
    session. Refuses (E_BANK) at a table without a bank, as :func:`next_session` does, and as :meth:`TableBank.bring`
    does (E_PHASE, E_CHIP, E_COUNT). Records "bank_posted", "slip_taken" and "pieces_issued".
    """
    check_has_bank(act)
    bank = begin(act, day, watched, anew=begins is not None)
    bank.pure.bring(keyed(pieces))
    store(act, bank)
    number = max(bank.movement_rows)
    row = bank.movement_rows[number]
    row.slip = moving.take_slip(act, bank, moving.OPENING)
    act.update(row)
    act.effect("pieces_issued", movement=number, amount=worth(bank.pure.movements[number].issued))


def begin(act: Act, day: str | None, watched: str | None, *, anew: bool = False) -> Bank:
    """Return the bank with the session that is to begin, on this gaming day unless it has one; it is not saved.

    It is the latest one; a new one if there is none, if that is closed, or, if ``anew``, if it is of another day than
    ``day`` and its float went back. Without a ``day``, as in earlier entries at training tables, it begins on the date
    of the act in UTC. Unless ``watched`` is None the results of guests are stored. Refuses (E_BANK) as
    :func:`next_session`.
    """
    bank = next_session(act, day if anew else None)
    row = bank.session
    if not row.day:
        row.day = day or act.at.date().isoformat()
    if watched is not None and row.results is None:
        row.results = no_results()
    return bank


def check_has_bank(act: Act) -> None:
    """Refuse (E_BANK) an act of the bank at a table that keeps none, and (E_PROFILE) at one without rules."""
    require(has_bank(act.state.profile), Code.BANK, "This table keeps no bank.", source=act.cite("bank"))
