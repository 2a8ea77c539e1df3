"""Cases for the figures: of taglie by article, table, sixain and cause, with the rulings on them, and of days."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db.models import Count, Q, QuerySet

from procedures.articles import ARTICLES
from procedures.models import Incident
from table.models import Entry, any_of
from table.record import chain
from table.reports.days.decisions import Reported
from table.reports.days.spans import Span, keys_within
from table.reports.figures.errors import Errors, Ruled
from table.reports.figures.taglie import OnTheTable, Taglie, spans
from table.rules.profile import Ruling


def count_errors(taglie: Taglie) -> list[Errors]:
    """List how many cases were reported or noticed in these taglie and between their coups, in no order.

    One line for each article, table, sixain (set of six decks, by its serial) and cause that has any. Left out are
    withdrawn cases, which were no errors, and those before the first shoe or in another taglia.
    """
    return [
        Errors(article, ARTICLES[article].name, ARTICLES[article].title, table, sixain, cause, count)
        for (article, table, sixain, cause), count in (_of_coups(taglie) + _between_coups(taglie)).items()
    ]


BY_NOBODY = frozenset({Incident.Status.WITHDRAWN, Incident.Status.SETTLED_BY_LAW})
"""Ends of a case that are nobody's decision."""
Alike = tuple[int, str, str, str]
"""Key under which cases are counted together: article, table, sixain and cause."""


def _of_coups(taglie: Taglie) -> Counter[Alike]:
    """Count the cases with a coup of these taglie, not withdrawn, by article, table, serial of the sixain and cause."""
    names = ("article", "table__code", "coup__shoe__sixain__serial", "caused_by")
    alike = _errors().filter(coup__shoe__in=taglie.pks).values(*names).annotate(cases=Count("pk"))
    return Counter(
        {(article, table, it, cause): n for article, table, it, cause, n in alike.values_list(*names, "cases")}
    )


def _between_coups(taglie: Taglie) -> Counter[Alike]:
    """Count the cases without a coup by article, table, serial of the sixain in use, and cause, without withdrawn ones.

    Counted are those from the first of these taglie at a table to the end of its last. Left out are those before the
    first shoe, and those in a taglia that was played and is not one of these.
    """
    cases = _errors().filter(_within(taglie, "table__code"), coup=None)
    found = list(cases.values_list("article", "table__code", "number", "caused_by"))
    on_the_table = OnTheTable(taglie) if found else None
    counted = Counter[Alike]()
    for article, table, number, cause in found:
        assert on_the_table is not None
        sixain = on_the_table.sixain(table, number)
        if sixain is not None:
            counted[article, table, sixain, cause] += 1
    return counted


def _errors() -> QuerySet[Incident]:
    """Query all cases that were not withdrawn, in no order."""
    return Incident.objects.exclude(status=Incident.Status.WITHDRAWN).order_by()


def _within(taglie: Taglie, table: str) -> Q:
    """Return the filter for rows numbered from the first of these taglie at each table to the end of its last one.

    Other taglie in between are not left out; without taglie it matches nothing. ``table`` is the name of the column
    with the code of the table.
    """
    each = (
        Q(**{table: code}, number__gte=first) & (Q() if end is None else Q(number__lt=end))
        for code, (first, end) in spans(taglie.rows).items()
    )
    return any_of(each)


def rulings_during(taglie: Taglie) -> Iterator[Ruled]:
    """Yield the rulings ordered by each `rule` entry in these taglie and between their coups, in no order.

    One item an entry, with its table, also if it ordered none. Left out are entries before the first shoe of a table,
    and those in a taglia that was played and is not one of these.
    """
    ruled = Entry.objects.filter(_within(taglie, "register"), verb="rule").order_by()
    found = list(ruled.values_list("register", "number", "outcome"))
    on_the_table = OnTheTable(taglie) if found else None
    for register, number, outcome in found:
        assert on_the_table is not None
        if on_the_table.sixain(register, number) is not None:
            effects = chain.read(outcome)["effects"]
            ordered = (it for name, facts in effects if name == "ruling_issued" for it in facts["ruled"])
            yield Ruled(register, tuple(map(Ruling, ordered)))


def cases_during(spans: Sequence[Span]) -> Iterator[Reported]:
    """Yield the cases opened at the tables of these spans, by the primary key of the table, then by entry.

    A case counts if its entry is from ``begun`` to ``high`` of a span, withdrawn ones too. Each has its table, entry,
    article, decision, end, who decided, and whether it blocks and was withdrawn. Decision and end are the number of the
    entry that closed it, None while it is undecided. One that nobody decides, since it was withdrawn or settled by law,
    has an end and neither a decision nor who decided.
    """
    codes, keys = {it.table: it.code for it in spans}, keys_within(Incident, "number", spans, since_begun=True)
    cases = Incident.objects.filter(pk__in=keys).order_by("table", "number")
    for case in cases.only("table", "number", "article", "status", "blocking", "decided", "decided_by"):
        article, nobody = ARTICLES[case.article], case.status in BY_NOBODY
        yield Reported(
            codes[case.table_id],
            case.number,
            case.article,
            article.name,
            article.title,
            None if nobody else case.decided,
            case.decided,
            "" if nobody else case.decided_by,
            case.blocking,
            case.status == Incident.Status.WITHDRAWN,
        )
