"""Changes of notes that nobody keyed, and that were entered late in a session of a table's bank."""

from collections.abc import Iterator
from typing import NamedTuple

from bank.models import BankSession
from bank.screens.reading import texts_of
from table.models import Entry
from table.record import chain


class LateChange(NamedTuple):
    """Late change in cents: the entry by which it was agreed to, who asked for it, who agreed, and the reason."""

    number: int
    amount: int
    by: str
    agreed_by: str
    reason: str


def late_changes(code: str, row: BankSession) -> tuple[LateChange, ...]:
    """List the changes of banknotes in a session that were entered later than they happened, as a second person agreed.

    Those entered after its closing are among them; they are in order of the agreements.
    """
    agreed = Entry.objects.filter(register=code, verb="agree", number__gte=row.began, outcome__contains="notes_changed")
    found = [(entry, amount) for entry in agreed.order_by("number") for amount in _entered(entry, row.number)]
    requests = {entry.number: _request(entry) for entry, _amount in found}
    reasons = {number: str(chain.read(it.arguments)["reason"]) for number, it in requests.items()}
    texts = texts_of(reasons.values()) if reasons else {}
    return tuple(
        LateChange(it.number, amount, requests[it.number].actor, it.actor, texts.get(reasons[it.number], ""))
        for it, amount in found
    )


def _entered(agreed: Entry, session: int) -> Iterator[int]:
    """Yield the cents of the late change that this entry made, if it was made in this session; else nothing."""
    effects = dict(chain.read(agreed.outcome)["effects"])
    if effects["bank_posted"]["session"] == session:
        yield effects["notes_changed"]["amount"]


def _request(agreed: Entry) -> Entry:
    """Return the latest request of a late change before this entry, which agrees to it."""
    before = Entry.objects.filter(register=agreed.register, verb="note_change", number__lt=agreed.number)
    return before.order_by("-number")[0]
