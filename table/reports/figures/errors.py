"""Errors counted by article, table and sixain, and by person only where an inspector named the cause.

Rulings of the Direzione are counted by effect and by table.

Nobody is ranked: persons stand in the order of their badges, in a table and no picture, and only for who may read it.
An article that stands out leads to an exercise.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from table.play.offered import known
from table.reports.alarms.chance import at_least
from table.reports.figures.picture import ColumnHead, FigureCell, Picture, PictureLine, PictureLink, counts
from table.reports.figures.taglie import Taglie
from table.rules.profile import Profile, Ruling
from table.words.numbers import Numbers
from table.words.terms import RULINGS

LEAST_OF_AN_ARTICLE = 5
CLEARLY_MORE = 0.05
"""Greatest chance of an excess over the next article at which an article still stands out."""
MANY = 1000


class Errors(NamedTuple):
    """Number of cases alike: their article (number, name and title), table, sixain and cause.

    `sixain` is that of the coup, and between two coups that of the shoe on the table. `cause` is as an inspector named
    it: a badge, ``@`` and a position, ``?`` where nobody knows, empty where nobody was named.
    """

    article: int
    name: str
    title: Promise
    table: str
    sixain: str
    cause: str
    cases: int


Tells = Callable[[Taglie], Sequence[Errors]]
COUNTERS: list[Tells] = []
"""Functions that count the cases of taglie; an extension adds its own."""


class Ruled(NamedTuple):
    """A ruling of the Direzione: its table, and the effects that it ordered."""

    table: str
    ordered: tuple[Ruling, ...]


TellsRulings = Callable[[Taglie], Iterable[Ruled]]
RULED: list[TellsRulings] = []
"""Functions that list the rulings in taglie; an extension adds its own."""

Exercises = Callable[[int], Sequence[Promise]]
EXERCISES: list[Exercises] = []
"""Functions that list the titles of the exercises in which an article is learned; an extension adds its own."""


def errors(taglie: Taglie) -> list[Errors]:
    """Return in one list the counts of cases alike that the functions in `COUNTERS` make of these taglie, in turn."""
    return [it for tells in COUNTERS for it in tells(taglie)]


def rulings(taglie: Taglie, numbers: Numbers) -> Iterator[Picture]:
    """Yield a picture of the rulings in these taglie by what they ordered, and one by table if these are of several.

    A ruling that orders several things counts for each of them in the first, once in the second. Nothing is yielded
    without rulings.
    """
    ruled = [it for tells in RULED for it in tells(taglie)]
    if not ruled:
        return
    ordered = Counter(effect for it in ruled for effect in it.ordered)
    by_effect = [(it.value, str(RULINGS[it]), ordered[it]) for it in Ruling if ordered[it]]
    text = ngettext("%(count)s ruling.", "%(count)s rulings; one may order several things.", len(ruled))
    about, unit = text % {"count": numbers.decimal(len(ruled))}, _("rulings")
    title = _("Rulings of the Direzione by what they ordered")
    yield _counted_picture("rulings-effects", title, by_effect, numbers, about=about, unit=unit)
    if len(taglie.tables) > 1:
        by_table = _counted((it.table, 1) for it in ruled)
        title = _("Rulings of the Direzione by table")
        yield _counted_picture("rulings-tables", title, by_table, numbers, about=about, unit=unit)


def _counted_picture(
    key: str, title: str, rows: Sequence[tuple[str, str, int]], numbers: Numbers, *, about: str, unit: str
) -> Picture:
    """Return a picture with a bar and a row for each of `rows`: key, label, and the number of its `unit`."""
    bars, ticks = counts(((label, count) for _key, label, count in rows), numbers)
    return Picture(
        key=key,
        title=title,
        about=about,
        bars=bars,
        ticks=ticks,
        unit=unit,
        head=(ColumnHead("count", unit),),
        lines=tuple(PictureLine(row, label, (FigureCell.of(count, numbers),)) for row, label, count in rows),
    )


def pictures(cases: Sequence[Errors], coups: int, taglie: Taglie, numbers: Numbers) -> Iterator[Picture]:
    """Yield pictures of the cases by article, by table if the taglie are of several, and by sixain (their decks).

    Nothing is yielded without cases. `coups` is the number of all coups, for the rate per 1,000 in the picture by
    article.
    """
    if not cases:
        return
    yield _by_article(cases, coups, taglie, numbers)
    about, unit = _about(cases, numbers), _("incidents")
    if len(taglie.tables) > 1:
        by_table = _counted((it.table, it.cases) for it in cases)
        yield _counted_picture("errors-tables", _("Incidents by table"), by_table, numbers, about=about, unit=unit)
    by_sixain = _counted((it.sixain, it.cases) for it in cases)
    yield _counted_picture("errors-sixains", _("Incidents by sixain"), by_sixain, numbers, about=about, unit=unit)


def _counted(rows: Iterable[tuple[str, int]]) -> list[tuple[str, str, int]]:
    """List each name, as key and as label, with the sum of its counts, shorter names first: T2 comes before T10."""
    counted = Counter[str]()
    for name, count in rows:
        counted[name] += count
    return [(name, name, counted[name]) for name in sorted(counted, key=lambda name: (len(name), name))]


def _by_article(cases: Sequence[Errors], coups: int, taglie: Taglie, numbers: Numbers) -> Picture:
    """Return the picture of the cases by article, in ascending order of the articles.

    Each article has a bar, its number of cases, and its rate per 1,000 of `coups`, of which 0 count as 1. If
    one article alone stands out, notes say so and name its exercises, and a link leads to what the rules of the
    latest taglia say of mishaps.
    """
    articles = {it.article: it for it in sorted(cases, key=lambda it: it.article)}
    counted = {number: sum(it.cases for it in cases if it.article == number) for number in articles}
    bars, ticks = counts(((articles[it].name, count) for it, count in counted.items()), numbers)
    clear = stands_out(counted)
    return Picture(
        key="errors-articles",
        title=_("Incidents by article"),
        about=_about(cases, numbers),
        bars=bars,
        ticks=ticks,
        unit=_("incidents"),
        head=(ColumnHead("count", _("incidents")), ColumnHead("a_thousand", _("of 1,000 coups"))),
        lines=tuple(
            PictureLine(str(it), _titled(articles[it]), (FigureCell.of(count, numbers), _rate(count, coups, numbers)))
            for it, count in counted.items()
        ),
        **({} if clear is None else _exercise(articles[clear], counted, taglie, numbers)),
    )


def stands_out(counted: dict[int, int]) -> int | None:
    """Return the article with clearly more cases than any other, from cases by article; None if there is none.

    It has at least `LEAST_OF_AN_ARTICLE` cases, and at least twice as many as the next (0 if it is the only one). The
    binomial chance, at even odds between these two, of as many or more, times the number of articles given
    (Bonferroni's correction), is at most `CLEARLY_MORE`.
    """
    if not counted:
        return None
    first, *others = sorted(counted, key=lambda it: -counted[it])
    most, following = counted[first], counted[others[0]] if others else 0
    chance = len(counted) * at_least(most, most + following, 0.5)
    clear = most >= max(LEAST_OF_AN_ARTICLE, 2 * following) and chance <= CLEARLY_MORE
    return first if clear else None


def _titled(article: Errors) -> str:
    """Return name and title of an article, with a dot between them."""
    return f"{article.name} · {article.title}"


def _exercise(article: Errors, counted: dict[int, int], taglie: Taglie, numbers: Numbers) -> dict[str, Any]:
    """Return the arguments `notes` and `ways` of the picture in which an article stands out.

    The notes say so and name its exercises, if there are any; `ways` has one link, to what the rules of the latest
    taglia say about mishaps. Queries the houses.
    """
    text = _("%(article)s stands out with %(count)s of %(all)s incidents: worth an exercise.")
    facts = {"article": _titled(article), "count": numbers.decimal(counted[article.article])}
    notes = [text % {**facts, "all": numbers.decimal(sum(counted.values()))}]
    exercises = [str(title) for titles_of in EXERCISES for title in titles_of(article.article)]
    if exercises:
        begun = _("At a training table an instructor begins it: %(exercises)s.")
        notes.append(begun % {"exercises": " · ".join(exercises)})
    way = PictureLink(_rules(taglie.rows[0].profile), _("What the rules say when cards go wrong"))
    return {"notes": (*notes,), "ways": (way,)}


def _rules(profile: Profile) -> str:
    """Return the address of the section on mishaps of the page of a house.

    If the house has no page, it is that of the house from which it derives, or of the list of houses if that has none
    either. Queries the houses.
    """
    houses = known()
    key = profile.key if profile.key in houses else profile.derived_from
    return (reverse("house", args=[key]) if key in houses else reverse("houses")) + "#mishaps"


def by_person(cases: Sequence[Errors], tables: Collection[str], numbers: Numbers) -> Picture | None:
    """Return the table of the causes that inspectors named at these tables, by badge; None without cases there.

    After the badges, sorted, come those of three sums that are not 0: cases caused by players, those looked into
    without a result, and those of which nobody was named.
    """
    here = [it for it in cases if it.table in tables]
    named = Counter[str]()
    for it in here:
        if it.cause and it.cause[0] not in "@?":
            named[it.cause] += it.cases
    others = {
        _("somebody who plays"): sum(it.cases for it in here if it.cause.startswith("@")),
        _("looked into, nobody knows"): sum(it.cases for it in here if it.cause == "?"),
        _("nobody was named"): sum(it.cases for it in here if not it.cause),
    }
    rows = {name: count for name, count in (*sorted(named.items()), *others.items()) if count}
    if not rows:
        return None
    return Picture(
        key="errors-persons",
        title=_("Incidents by who was named as the cause"),
        about=_("By badge. A cause is named by an Ispettore di Gioco alone; who dealt is on duty and no cause."),
        head=(ColumnHead("count", _("incidents")),),
        lines=tuple(PictureLine(name, name, (FigureCell.of(count, numbers),)) for name, count in rows.items()),
    )


def _about(cases: Sequence[Errors], numbers: Numbers) -> str:
    """Return the sentence on how many incidents all groups of ``cases`` have, 0 as well, without withdrawn ones."""
    count = sum(it.cases for it in cases)
    text = ngettext(
        "%(count)s incident; what was withdrawn is none.", "%(count)s incidents; what was withdrawn is none.", count
    )
    return text % {"count": numbers.decimal(count)}


def _rate(count: int, coups: int, numbers: Numbers) -> FigureCell:
    """Return the cell of a count per 1,000 coups, of which 0 count as 1, to two decimals without zeros at the end."""
    return FigureCell.of(round(Decimal(MANY * count) / max(1, coups), 2), numbers)
