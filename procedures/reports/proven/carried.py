"""Rows of a coup carried over to a later moment of a replayed register, which may have been pruned of them by then."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from django.db import transaction
from django.db.models import Model, Q

from procedures.models import Attestation, Incident
from procedures.reports.record import Record
from table.models import Adjustment, Coup, DrawnCard, Entry, Money, Shoe, Sixain, StaffPresence, Stake, Uncollected
from table.record.past.stage import Moment


class CaseKey(NamedTuple):
    """Case as every replay finds it: table, entry, slip if it is of one, and taglia and number of its coup if any."""

    code: str
    number: int
    slip: int | None
    coup: tuple[int, int] | None

    @classmethod
    def of(cls, record: Record) -> "CaseKey":
        """Return the key of a record; the slip is None for a case, the coup for one between two coups."""
        coup = (record.coup.shoe.taglia, record.coup.number) if record.coup is not None else None
        return cls(record.table.code, record.case.number, record.slip, coup)

    def find(self) -> Record | None:
        """Read the record of this case, or of its slip if the key has one; None where the database has none."""
        if self.slip is None:
            return Record.of_case(self.code, self.number)
        return Record.of_slip(self.code, self.slip)


def carried(_moment: Moment, *, key: CaseKey) -> list[Model]:
    """List all rows of the coup and its cases, with the staff presences of the table, each after those it refers to.

    They are sixain, shoe, coup, stakes, money, adjustments, cards, cases, attestations and chips in custody, then the
    presences; read from the database in use, in a replay that of the replay. Without a coup only rows made by the entry
    of the case, chips that its decision took, attestations and presences. Where coup or case are not there, their
    rows are missing, without an error. ``_moment`` is not used.
    """
    taglia, number = key.coup or (0, 0)  # no taglia has this number
    coup = Coup.objects.filter(table__code=key.code, shoe__taglia=taglia, number=number)
    own = Q(coup__in=coup) | Q(number=key.number)
    shoes, cases = Shoe.objects.filter(coups__in=coup), Incident.objects.filter(own, table__code=key.code)
    decided = Q(coup=None, number__in=cases.filter(number=key.number).values("decided"))
    return [
        *Sixain.objects.filter(pk__in=shoes.values("sixain")),
        *shoes,
        *coup,
        *(row for model in (Stake, Money, Adjustment, DrawnCard) for row in model.objects.filter(coup__in=coup)),
        *cases,
        *Attestation.objects.filter(incident__in=cases),
        *Uncollected.objects.filter(own | decided, table__code=key.code),
        *StaffPresence.objects.filter(table__code=key.code),
    ]


@contextmanager
def put_back(entries: Sequence[Entry], rows: Sequence[Model]) -> Iterator[None]:
    """Insert those of the entries and rows that are missing while the block runs; roll back all changes of it after.

    Rows that are there stay as they are, and an inserted entry gets a new primary key.
    """
    with transaction.atomic():
        for entry in entries:
            if not Entry.objects.filter(register=entry.register, number=entry.number).exists():
                entry.pk = None
                entry.save(force_insert=True)
        for row in rows:
            if not type(row)._base_manager.filter(pk=row.pk).exists():
                row.save(force_insert=True)
        yield
        transaction.set_rollback(True)
