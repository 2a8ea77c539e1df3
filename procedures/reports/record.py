"""Rows that a report is made from: the case and its entries, the coup again, money, presence, and the rules.

Everything is read by the number of the case, its coup or its table, in a number of queries that does not depend on how
much has happened there. Titles, sentences and answers are in the language of the moment.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.conf import settings
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import get_language

from procedures.articles import ARTICLES, KINDS
from procedures.articles.article import Article, Kind
from procedures.articles.article_15_what_nobody_collects import ARTICLE as COLLECTS_NOBODY
from procedures.models import SPOKEN_OF, Attestation, Incident
from procedures.rebuild.items import items_of
from procedures.reports.layouts import CoupLayouts, followed
from procedures.screens.wording import answered, completes
from table.models import Coup, Entry, Note, Policy, StaffPresence, Table, Uncollected
from table.play.declaration import PARTS, GamePart
from table.record import chain
from table.record.past.rules_then import policy_at
from table.rules.profile import Profile
from table.screens.read.coups import acts_of
from table.screens.read.lines import notes_of
from table.screens.read.snapshot import ReadEntry, read_entry
from table.words.numbers import Numbers, numbers_here
from table.words.voices import spoken

MOST_SINCE = 5000
"""Maximum number of entries after a case was opened that are searched for those that speak of it.

Entries named by its rows are always found.
"""


class NotReplayed(NamedTuple):
    """Part of a record that no replayed register has: layouts of the coup, free texts by digest, and if those fit."""

    followed: CoupLayouts
    notes: Mapping[str, str]
    notes_fit: bool


@dataclass(frozen=True)
class Record:
    """Rows that a report is made from, each read once; ``slip`` where it is of a slip that nobody reported.

    ``given`` is taken as it is where it is not None, and otherwise read.
    """

    table: Table
    case: Incident
    slip: int | None = None
    given: NotReplayed | None = None

    @classmethod
    def of_case(cls, code: str, number: int) -> "Record | None":
        """Return the record of the case that this entry opened; None where it opened none."""
        found = Incident.objects.select_related("table__policy", "coup__shoe", "coup__policy", "coup__table")
        case = found.filter(table__code=code, number=number).first()
        return cls(case.table, case) if case is not None else None

    @classmethod
    def of_slip(cls, code: str, slip: int) -> "Record | None":
        """Return the record of the chips in custody under this slip; None where there is no such slip.

        Where the entry that put them into custody opened or decided a case of that kind, as their report or as the
        word of an inspector that confirmed it, it is the record of that case. Else it is of a case of that kind that is
        made up and not saved: noticed by the table and settled by law in that entry, with all chips that it put into
        custody.
        """
        rows = Uncollected.objects.select_related("table__policy", "coup__shoe", "coup__policy", "coup__table")
        chips = rows.filter(table__code=code, slip=slip).first()
        if chips is None:
            return None
        article, (kind,) = COLLECTS_NOBODY, COLLECTS_NOBODY.kinds
        taken_in = Q(number=chips.number) | Q(decided=chips.number)
        reported = Incident.objects.filter(taken_in, table__code=code, kind=kind.name).order_by("-number")
        if (number := reported.values_list("number", flat=True).first()) is not None:
            return cls.of_case(code, number)
        case = Incident(table=chips.table, coup=chips.coup, number=chips.number, article=article.number, kind=kind.name)
        case.noticed, case.status, case.decided = True, Incident.Status.SETTLED_BY_LAW, chips.number
        case.phase = ""
        return cls(chips.table, case, slip)

    def with_given(self, given: NotReplayed) -> "Record":
        """Return a new record of the same case with layouts and texts of ``given``; all else is read when needed."""
        return replace(self, given=given)

    # --- what it is about

    @property
    def of(self) -> str:
        """Name of the report in the house's register: ``T1/340`` (table and entry), or ``T1/slip/3`` of a slip."""
        table = self.table.code
        return f"{table}/{self.case.number}" if self.slip is None else f"{table}/slip/{self.slip}"

    @property
    def article(self) -> Article:
        """Article of the case; that on uncollected chips for a slip that nobody reported."""
        return ARTICLES[self.case.article]

    @property
    def answered(self) -> frozenset[str] | None:
        """Names of the questions that the opening entry answers; None where it takes no answers at all."""
        entry = Entry.objects.filter(register=self.table.code, number=self.case.number)
        return answered(entry.values_list("arguments", flat=True).first())

    @property
    def kind(self) -> Kind:
        """Kind of the case; that of uncollected chips for a slip that nobody reported."""
        return KINDS[self.case.kind][1]

    @property
    def coup(self) -> Coup | None:
        """Coup that it is about; None between two coups."""
        return self.case.coup

    @cached_property
    def of_its_coup(self) -> list[Incident]:
        """This case, and all others of its coup that were not withdrawn; of one between two coups the case alone."""
        others = Incident.objects.filter(coup=self.coup).exclude(number=self.case.number)
        others = others.exclude(status=Incident.Status.WITHDRAWN)
        return [self.case, *(others if self.coup is not None else ())]

    @cached_property
    def policy(self) -> Policy:
        """Policy of its coup; of a case between two coups that which was in force when it was opened."""
        return self.coup.policy if self.coup is not None else policy_at(self.table, self.case.number)

    @cached_property
    def profile(self) -> Profile:
        """Rules of that policy."""
        return self.policy.profile

    @cached_property
    def numbers(self) -> Numbers:
        """Notation of amounts in the language that is active when this is first read."""
        return numbers_here()

    @cached_property
    def language(self) -> str:
        """Language that is active when this is first read, without a national spelling (``de`` for ``de-CH``)."""
        return spoken(get_language() or settings.LANGUAGE_CODE)

    # --- what was done

    @cached_property
    def acts(self) -> list[ReadEntry]:
        """All entries of the table from the first of its coup to the last, or to now; none of a case between coups."""
        return acts_of(self.coup) if self.coup is not None else []

    @cached_property
    def followed(self) -> CoupLayouts:
        """Layouts of the cards before the decision and at the end (:class:`CoupLayouts`); empty without acts of a coup.

        A dispute has only the layout at the end, an undecided case only that before. There is no question for what the
        law settled in a Colpo in Bianco. Taken from ``given`` if that is set. Raises :class:`NoPast` where the coup
        cannot be replayed now.
        """
        if self.given is not None:
            return self.given.followed
        if self.coup is None or not self.acts:
            return CoupLayouts()
        before = self.acts[0].entry.number if self.kind.after_burning else self.case.decided
        found = followed(self.coup, self.acts, decided=before)
        by_law = self.case.status == Incident.Status.SETTLED_BY_LAW and self.coup.kind == Coup.Kind.BLANK
        # In a Colpo in Bianco the entry that makes it clear settles it, too: the question was put after none.
        return found._replace(question=None) if by_law else found

    @cached_property
    def own(self) -> list[ReadEntry]:
        """Entries that speak of this case, each once, in their order, with the one that opened it.

        Entries whose number a row of the case has are all found, also after its decision (its slips closed). Entries
        that only have the case as an argument are searched up to its decision, among the MOST_SINCE after its opening.
        """
        named = {self.case.number, *self.case.facts.get(SPOKEN_OF, []), *(it.number for it in self.attestations)}
        named |= {number for item in items_of(self.case) for number in (item.number, item.aside) if number}
        named |= {self.case.decided} if self.case.decided is not None else set()
        named |= {it.closed for it in self.uncollected if it.closed is not None}
        last = min(self.case.decided or self.table.number, self.case.number + MOST_SINCE)
        register = Entry.objects.filter(register=self.table.code).order_by()
        since = register.filter(number__gt=self.case.number, number__lte=last)
        spoken_of = since.filter(arguments__contains=f'"incident":{self.case.number}')
        # Both by their numbers: told as one condition, SQLite would look through the whole register.
        read = map(read_entry, register.filter(number__in=named).union(spoken_of).order_by("number"))
        return [it for it in read if it.entry.number in named or it.arguments.get("incident") == self.case.number]

    @cached_property
    def entries(self) -> list[ReadEntry]:
        """Entries of the report in order, each once: :attr:`acts`, of the coup, and :attr:`own`, on the case."""
        found = {it.entry.number: it for it in (*self.acts, *self.own)}
        return [found[number] for number in sorted(found)]

    def entry(self, number: int) -> ReadEntry | None:
        """Return the entry of the report with this number; None where it is not among them."""
        return next((it for it in self.entries if it.entry.number == number), None)

    @cached_property
    def opened_by(self) -> ReadEntry:
        """Entry that opened the case."""
        found = self.entry(self.case.number)
        assert found is not None, "a case is named by its entry"
        return found

    @cached_property
    def reports(self) -> list[ReadEntry]:
        """Reports of what happened: that which opened the case, or those that completed it, if any."""
        verb, opened = PARTS[GamePart.REPORTS], self.case.number
        reports = (it for it in self.entries if it.entry.verb == verb)
        return [it for it in reports if it.entry.number == opened or completes(it.effects, opened)]

    @cached_property
    def decided_by(self) -> ReadEntry | None:
        """Entry with the words of the decision; None while there is none. It is the one that closed the case.

        Of a dispute on which a second person had to agree it is instead the `decide_dispute` that they agreed to.
        """
        closed = self.entry(self.case.decided) if self.case.decided is not None else None
        if closed is None or closed.entry.verb != "confirm_dispute":
            return closed
        return self.entry(closed.arguments["decision"])

    @cached_property
    def notes(self) -> Mapping[str, str]:
        """Texts typed in the entries, by digest, if stored; an erased one is “(erased)”; with ``given`` those of it."""
        if self.given is not None:
            return self.given.notes
        return notes_of(self.entries)

    @cached_property
    def notes_fit(self) -> bool:
        """Whether each stored text that these entries name fits its digest, or is erased; by ``given`` if set."""
        if self.given is not None:
            return self.given.notes_fit
        named = {digest for it in self.entries for digest in it.notes}
        return all(note.erased or chain.says(note) for note in Note.objects.filter(digest__in=named))

    # --- who was there

    @cached_property
    def attestations(self) -> list[Attestation]:
        """Attestations of the case, by their entries; none of a slip that nobody reported."""
        return list(self.case.attestations.all()) if self.case.pk else []

    @cached_property
    def attested_together(self) -> list[Attestation]:
        """Attestations of the case, then of those decided together with it: each counts for all of these cases."""
        return [*self.attestations, *Attestation.objects.filter(incident__in=self.together)]

    @cached_property
    def presences(self) -> list[StaffPresence]:
        """Staff at work at any time from opening to decision, or to now, by arrival; twice if they came twice."""
        until = self.case.decided or self.table.number
        there = StaffPresence.objects.filter(table=self.table, since__lte=until).select_related("person")
        return list(there.filter(Q(until=None) | Q(until__gt=self.case.number)).order_by("since", "pk"))

    @cached_property
    def together(self) -> list[Incident]:
        """Other blocking cases of the coup that the same entry decided; while it is undecided, other undecided ones.

        Empty for a case that does not block the coup, or has no coup.
        """
        if self.coup is None or not self.case.blocking:
            return []
        same = Incident.objects.filter(coup=self.coup, decided=self.case.decided, blocking=True)
        return list(same.exclude(pk=self.case.pk))

    # --- what nobody collected

    @cached_property
    def uncollected(self) -> list[Uncollected]:
        """Chips put into custody by the entry that opened the case, or by the entry of its decision, by slip."""
        numbers = [it for it in (self.case.number, self.case.decided) if it is not None]
        return list(Uncollected.objects.filter(table=self.table, number__in=numbers).order_by("slip"))


def offices(entries: Iterable[ReadEntry], presences: Sequence[StaffPresence]) -> dict[str, str]:
    """Map each badge to the role of its last act among the entries, or if it has none, of its last presence.

    Entries without an actor are mapped like one, under "".
    """
    at_work = {it.person.badge: it.role for it in presences}
    return at_work | {it.entry.actor: it.entry.role for it in entries}
