"""The cases of some taglie, counted by article, table, sixain and cause: for the figures of what went wrong."""

from functools import reduce
from operator import or_

from django.db.models import Count, Q

from procedures.articles import ARTICLES
from procedures.models import Incident
from table.reports.figures.errors import Errors
from table.reports.figures.taglie import Taglie, spans


def errors_told(taglie: Taglie) -> list[Errors]:
    """What was reported or noticed in them, and between their coups; what was withdrawn was no error."""
    between = (
        Q(coup=None, table__code=code, number__gte=first) & (Q() if end is None else Q(number__lt=end))
        for code, (first, end) in spans(taglie.rows).items()
    )
    cases = Incident.objects.filter(reduce(or_, between, Q(coup__shoe__in=taglie.pks)))
    names = ("article", "table__code", "coup__shoe__sixain__serial", "caused_by")
    alike = cases.exclude(status=Incident.Status.WITHDRAWN).order_by().values(*names).annotate(cases=Count("pk"))
    return [
        Errors(article, ARTICLES[article].name, ARTICLES[article].title, table, sixain or "", cause, count)
        for article, table, sixain, cause, count in alike.values_list(*names, "cases")
    ]
