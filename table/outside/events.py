"""Events of a table as readers outside see them: the entries of its register, reduced to their public facts."""

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db.models import Count, Q

from table.models import Entry, Policy, Table
from table.outside.guests import Pseudonyms
from table.play import effects
from table.play.declaration import VERBS, Verb
from table.record import chain
from table.record.past.rules_then import policy_at

STARTED, OVER, ENDS = '"taglia_started"', '"taglia_ended"', ('"coup_burned"', '"coup_cancelled"')
"""Effects in the stored JSON of an outcome that begin a taglia, end it, and end a coup."""
MOST_KNOWN = 2000
TAGLIA = re.compile(r'\["taglia_started",\{(?:"law":\d+,)?"taglia":(\d+)')


class Effect(msgspec.Struct, frozen=True):
    """Named result of an act. Cards are given by their number in the order of extraction.

    Only "card_turned" has a face. Amounts are hundredths of the currency of the event.
    """

    name: str
    facts: dict[str, Any]


class Event(msgspec.Struct, frozen=True):
    """Entry of a table's register: an act and its effects.

    "number" counts the entries of the table from 1, without gaps: an event with a number that was seen before is a
    repeat. "coup" is the coup being played, or between two coups the next one, as taglia and number in it; empty
    between two taglie. "digest" is the entry's own, 64 hexadecimal digits over all that the register has of it, and
    "previous" that of the event before, empty in the first: whoever keeps them is a witness of the register. "role" is
    the office of whoever acted. "facts" are the public arguments of the act: amounts in
    hundredths of "currency", in which the table played then (empty before its first rules), positions, boxes, and
    guests by pseudonyms for this reader and this evening alone.
    """

    table: str
    number: int
    digest: str
    previous: str
    coup: str
    at: datetime
    role: str
    act: str
    facts: dict[str, Any]
    effects: list[Effect]
    currency: str


Outcome = Sequence[tuple[str, Mapping[str, Any]]]


class Reached(NamedTuple):
    """Progress of a table at some entry: its taglia, 0 before the first and between two, and the coups ended in it."""

    taglia: int
    coups: int

    @property
    def coup(self) -> str:
        """Key of the coup being played, or of the next one, as ``taglia.number``.

        "" between two taglie, and before the first.
        """
        return f"{self.taglia}.{self.coups + 1}" if self.taglia else ""

    def begun(self, outcome: Outcome) -> "Reached":
        """Progress with the taglia that this outcome begins and no coup in it; the same progress if it begins none."""
        began = next((facts["taglia"] for name, facts in outcome if name == "taglia_started"), 0)
        return Reached(began, 0) if began else self

    def ended(self, outcome: Outcome) -> "Reached":
        """Progress after this outcome.

        Its coups burned or cancelled are added; a taglia that ends sets taglia and coups to 0.
        """
        names = [name for name, _facts in outcome]
        over = names.count("coup_burned") + names.count("coup_cancelled")
        return Reached(0, 0) if "taglia_ended" in names else self._replace(coups=self.coups + over)


def events(register: str, *, reader: str, after: int, upto: int, most: int) -> list[Event]:
    """List the events with the first `most` numbers from `after + 1` to `upto`, one for each entry, without gaps.

    Guests have the pseudonyms of `reader`; an evening that has no secret for them yet gets one, which is stored. Caches
    the progress after the last one.
    """
    between = Entry.objects.filter(register=register, number__gt=after, number__lte=upto)
    found = list(between.order_by("number")[:most])
    if not found:
        return []
    now, listed = _known(found[0], after), list[Event]()
    guests = Pseudonyms(register, reader, found[0].number, found[-1].number)
    outcomes = [chain.read(entry.outcome)["effects"] for entry in found]
    for entry, outcome, currency in zip(found, outcomes, _currencies(register, found, outcomes), strict=True):
        now = now.begun(outcome)
        listed.append(_event(entry, now, outcome, guests, currency))
        now = now.ended(outcome)
    _remember(found[-1], now)
    return listed


def _currencies(register: str, found: Sequence[Entry], outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Yield the currency in which a table played at each of these entries, one after the other; "" before its set-up.

    ``outcomes`` are their effects. Two queries where the table has always played in one currency.
    """
    versions = dict(Policy.objects.filter(table__code=register).values_list("version", "values__currency"))
    ruled = Entry.objects.filter(register=register, verb="set_up").order_by("number").first()
    now = versions.get(1, "")
    if ruled is not None and len({*versions.values()}) > 1 and found[0].number > ruled.number:
        now = policy_at(Table.objects.get(code=register), found[0].number - 1).profile.currency
    for entry, outcome in zip(found, outcomes, strict=True):
        now = next((versions[facts["version"]] for name, facts in outcome if name == "rules_in_force"), now)
        yield now if ruled is not None and entry.number >= ruled.number else ""


def _event(entry: Entry, now: Reached, outcome: Outcome, guests: Pseudonyms, currency: str) -> Event:
    """Return an entry as an event: number, digests, coup, time, role, act and its effects.

    Of the facts of act and effects only public ones are in it, with guests under pseudonyms. `now` gives the key of
    its coup, `outcome` its effects, `currency` that in which the table played.
    """
    arguments = guests.facts(only(chain.read(entry.arguments), VERBS.get(entry.verb)), entry.number)
    named = [
        Effect(name, guests.facts(only(given, effects.EFFECTS.get(name)), entry.number)) for name, given in outcome
    ]
    return Event(
        table=entry.register,
        number=entry.number,
        digest=entry.digest,
        previous=entry.previous,
        coup=now.coup,
        at=entry.at,
        role=entry.role,
        act=entry.verb,
        facts=arguments,
        effects=named,
        currency=currency,
    )


def only(given: Mapping[str, Any], declared: Verb | effects.Effect | None) -> dict[str, Any]:
    """Select the facts that are declared public, by name in alphabetical order, without those that are None.

    Empty for a verb or effect that is no longer declared (None).
    """
    names = sorted(declared.public.split()) if declared else ()
    return {name: given[name] for name in names if given.get(name) is not None}


_last: OrderedDict[str, Reached] = OrderedDict()
"""Cache of the progress after recently read entries, by digest: most requests continue from one of them."""


def _known(first: Entry, after: int) -> Reached:
    """Return the progress of a table before the entry `first`: as cached, or else as counted up to number `after`."""
    return _last.get(first.previous) or reached(first.register, after)


def _remember(entry: Entry, now: Reached) -> None:
    """Cache the progress after an entry, by its digest, for :func:`_known`; beyond MOST_KNOWN drop the oldest."""
    _last[entry.digest] = now
    _last.move_to_end(entry.digest)
    while len(_last) > MOST_KNOWN:
        _last.popitem(last=False)


def reached(register: str, number: int) -> Reached:
    """Return the taglia of a table after the entry with this number, and how many of its coups are over then.

    Both are 0 before the first taglia and between two. Counts the entries of the taglia at each call.
    """
    before = Entry.objects.filter(register=register, number__lte=number)
    start = before.filter(outcome__contains=STARTED).order_by("-number").first()
    if start is None or (found := TAGLIA.search(start.outcome)) is None:
        return Reached(0, 0)
    ends = Q(outcome__contains=ENDS[0]) | Q(outcome__contains=ENDS[1])
    since = before.filter(number__gte=start.number).aggregate(
        coups=Count("pk", filter=ends), over=Count("pk", filter=Q(outcome__contains=OVER))
    )
    return Reached(0, 0) if since["over"] else Reached(int(found[1]), since["coups"])
