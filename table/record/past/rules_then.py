"""Rules of a table as they were in force after one of its entries."""

from table.models import Coup, Entry, Policy, Table
from table.record import chain

IN_FORCE = "rules_in_force"
"""Effect by which a version of a table's rules comes into force."""


def policy_at(table: Table, number: int) -> Policy:
    """Return the version of the rules in force at a table after this entry, which came after its set-up.

    A change of rules counts from the effect ``rules_in_force`` on. Entries are searched only where the coups before and
    after it, or the table now, have different versions.
    """
    coups = Coup.objects.select_related("policy").filter(table=table).exclude(ended_at=None)
    before = coups.filter(ended_at__lte=number).order_by("-ended_at").first()
    after = coups.filter(ended_at__gt=number).order_by("ended_at").first()
    first = before.policy if before is not None else table.policies.get(version=1)
    if first == (after.policy if after is not None else table.policy):
        return first
    since = Entry.objects.filter(register=table.code, number__lte=number, outcome__contains=IN_FORCE)
    changed = since.filter(number__gt=before.ended_at if before is not None else 0).order_by("-number").first()
    if changed is None:
        return first
    return table.policies.get(version=dict(chain.read(changed.outcome)["effects"])[IN_FORCE]["version"])
