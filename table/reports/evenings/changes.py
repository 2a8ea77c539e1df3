"""Changes at a table besides the game: its limits and rules; with the Tronc of its evenings, and who worked there."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from table.models import Entry, Policy, StaffPresence, Table
from table.record import chain
from table.record.past.rules_then import policy_at
from table.reports.evenings.closing import closes, tips_of
from table.reports.evenings.sums import AtWork, with_entries
from table.reports.registers.pages import RegisterRow, rows_of
from table.screens.read.snapshot import read_entry
from table.screens.rules.form import IN_FORM, name_of, words
from table.words.numbers import numbers_here

LIMITS = ("set_limits", "confirm_limits")
RULES = ("set_up", "change_rules")
MOST = 50


class RuleChange(NamedTuple):
    """A rule that was changed: its name and key, and its values before and now, in words."""

    name: str
    key: str
    before: str
    now: str


class Version(NamedTuple):
    """A version of the rules: its number, the entry that decided it, and what it changed.

    The first one changes nothing; `entry` is None where it is not among the latest `MOST`.
    """

    version: int
    entry: Entry | None
    differences: Sequence[RuleChange]


class EveningTronc(NamedTuple):
    """Tronc of an evening in cents and their currency, with the entry that closed it."""

    closed: Entry
    amount: int
    currency: str


def limits_of(table: Table) -> list[RegisterRow]:
    """List the latest acts that decided or announced limits, as rows of the register, newest first, at most `MOST`.

    Raises DoesNotExist for a training table.
    """
    return _acts(table, LIMITS)


def _acts(table: Table, verbs: Sequence[str]) -> list[RegisterRow]:
    """List the latest entries with one of these verbs as rows, newest first, at most `MOST`.

    Raises DoesNotExist for a training table (:func:`.rows_of`).
    """
    here = Entry.objects.filter(register=table.code)
    found = [entry for verb in verbs for entry in here.filter(verb=verb).order_by("-number")[:MOST]]
    latest = sorted(found, key=lambda entry: -entry.number)[:MOST]
    return rows_of(table.code, [read_entry(entry) for entry in latest])


def versions_of(table: Table) -> list[Version]:
    """List the latest versions of the rules, newest first, at most `MOST`, each with what differs from the one before.

    The first version has no differences. The entry of a version is None if it is not among the latest `MOST` that
    decided rules. Raises DoesNotExist for a training table.
    """
    policies = list(table.policies.order_by("-version")[: MOST + 1])
    entries = {_version_of(row.entry): row.entry for row in _acts(table, RULES)}
    pairs = zip(policies[:MOST], [*policies[1:], None], strict=False)
    return [Version(now.version, entries.get(now.version), list(_differences(before, now))) for now, before in pairs]


def _version_of(entry: Entry) -> int:
    """Return the number of the version of the rules that an act made, 1 if it set the table up."""
    changed = dict(chain.read(entry.outcome)["effects"]).get("rules_changed")
    return int(changed["version"]) if changed is not None else 1


def _differences(before: Policy | None, now: Policy) -> Iterator[RuleChange]:
    """Yield the rules in the form of rules that differ between two versions, in words; none without one before."""
    if before is None:
        return
    old, new, numbers = before.profile, now.profile, numbers_here()
    for key in IN_FORM:
        was, value = getattr(old, key), getattr(new, key)
        if was != value:
            yield RuleChange(name_of(key), key, words(key, was, old, numbers), words(key, value, new, numbers))


def tronc_of(table: Table) -> list[EveningTronc]:
    """List the Tronc (tips to the staff) of the latest evenings that are over, newest first; [] for none.

    Each is the entry that closed the evening, its tips in cents, chips and banknotes together, and the currency of
    before the closing: new rules may come into force with it. Of the latest `MOST` acts that close a table those
    without tips are left out, so that older evenings do not come in their place.
    """
    closed = Entry.objects.filter(closes(), register=table.code).order_by("-number")[:MOST]
    given = ((it, amount) for it in closed if (amount := _tronc_of(table, it)))
    return [EveningTronc(it, amount, policy_at(table, it.number - 1).profile.currency) for it, amount in given]


def _tronc_of(table: Table, closed: Entry) -> int:
    """Return the Tronc (tips to the staff), in cents, of the evening that this entry closed.

    Tips given after it, until the table is opened again, are among them. 0 for a ruling at a table that was closed
    already, or never opened.
    """
    here = Entry.objects.filter(register=table.code, number__lt=closed.number)
    opened = here.filter(verb="open_table").order_by("-number").values_list("number", flat=True).first()
    if opened is None or here.filter(closes(), number__gt=opened).exists():
        return 0
    return tips_of(table, opened).total


def presence_of(table: Table, *, before: int | None = None) -> list[tuple[int, AtWork]]:
    """List who worked at a table, latest first, at most `MOST`, each with the primary key of its row.

    `before` is the key of the last row of the page before this one, None for the first page. One whose first entry is
    missing is left out.
    """
    there = StaffPresence.objects.filter(table=table).select_related("person").order_by("-pk")
    found = list((there if before is None else there.filter(pk__lt=before))[:MOST])
    at = {(it.since.number, it.badge): it for it in with_entries(table, found)}
    return [(it.pk, at[named]) for it in found if (named := (it.since, it.person.badge)) in at]
