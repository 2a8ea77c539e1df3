"""Tables of the time of a day: hours and coups an hour, from case to decision, and persons, in the active language."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from table.reports.days import cells
from table.reports.days.cells import Section, ShownDays, day_in_words, table_of
from table.reports.days.decisions import Case, Decided, by_article, decided
from table.reports.days.hours import Hours, an_hour
from table.reports.days.money import DayMoney
from table.reports.days.persons import Persons
from table.reports.figures.picture import Cell, Head, Picture, PictureLine
from table.screens.read.numbers import Numbers


def paces(days: ShownDays, cases: Sequence[Case], by_person: Persons | None, numbers: Numbers) -> Iterator[Picture]:
    """Yield the tables of hours, of cases if there are any, and of persons if the reader may know of them."""
    yield _hours(days, numbers)
    yield from _cases(cases, numbers)
    if by_person is not None:
        yield from _persons(by_person, numbers)


def _hours(days: ShownDays, numbers: Numbers) -> Picture:
    played = _played(days[0].money)
    lines = [PictureLine(code, code, _times(it, played[code], numbers)) for code, it in days[0].hours.items()]
    names = (pgettext("figures", "together"), *(day_in_words(it.day, numbers) for it in days[1:]))
    for key, name, day in zip(("day", "day-before", "week-before"), names, days, strict=True):
        if day.hours:
            times = _times(_together(day.hours), sum(_played(day.money).values()), numbers)
            lines.append(PictureLine(f"together-{key}", name, times))
    head = [
        Head("open", pgettext("figures", "open")),
        Head("still", _("stood still")),
        Head("suspended", pgettext("figures", "suspended")),
        Head("decision", _("case to be decided")),
        Head("cards", _("change of cards")),
        Head("coups", _("coups")),
        Head("an_hour", _("coups an hour")),
    ]
    about = _(
        "Hours and minutes. A table stands still while the game is suspended, while a case holds it, and from the last "
        "coup of a taglia to the betting on the next one; coups an hour are those of the rest of the time."
    )
    return table_of(Section("hours", _("Open, standing still, coups an hour"), about), head, lines)


def _played(money: Iterable[DayMoney]) -> Mapping[str, int]:
    found = defaultdict[str, int](int)
    for it in money:
        found[it.code] += it.coups.played
    return found


def _together(hours: Mapping[str, Hours]) -> Hours:
    total = Hours()
    for it in hours.values():
        total = Hours(
            total.opened + it.opened,
            total.still + it.still,
            total.suspended + it.suspended,
            total.decision + it.decision,
            total.cards + it.cards,
        )
    return total


def _times(it: Hours, coups: int, numbers: Numbers) -> tuple[Cell, ...]:
    times = (it.opened, it.still, it.suspended, it.decision, it.cards)
    pace = cells.pace(an_hour(coups, it.played), numbers)
    return (*map(cells.hours, times), cells.count(coups, numbers), pace)


# --- cases


def _cases(cases: Sequence[Case], numbers: Numbers) -> Iterator[Picture]:
    """Yield the cases by article, and by table and article where there are several tables; none without cases."""
    articles = list(by_article(cases))
    if not articles:
        return
    lines = [PictureLine(str(it), _titled(its[0]), _took(decided(its), numbers)) for it, its in articles]
    about = _(
        "From the act by which a case was opened to the one by which somebody decided it; withdrawn cases are left "
        "out, and what the cards settle is decided by nobody."
    )
    yield table_of(Section("cases", _("From case to decision by article"), about), _heads(), lines, _standing(cases))
    tables = list(dict.fromkeys(it.table for it in cases if it.within))
    if len(tables) > 1:
        each = ((code, its, [it for it in its if it.table == code]) for code in tables for _article, its in articles)
        lines = [
            PictureLine(f"{code} {its[0].article}", f"{code} · {its[0].name}", _took(decided(here), numbers))
            for code, its, here in each
            if here
        ]
        section = Section("cases-tables", _("From case to decision by table and article"))
        yield table_of(section, _heads(), lines)


def _standing(cases: Sequence[Case]) -> list[str]:
    count = sum(it.within and it.ended is None for it in cases)
    text = ngettext("%(count)s case is not decided yet.", "%(count)s cases are not decided yet.", count)
    return [text % {"count": count}] if count else []


def _titled(case: Case) -> str:
    return f"{case.name} · {case.title}"


def _heads() -> tuple[Head, ...]:
    return (
        Head("cases", pgettext("figures", "cases")),
        Head("decided", pgettext("figures", "decided")),
        Head("median", _("seconds, median")),
        Head("longest", _("seconds, longest")),
    )


def _took(it: Decided, numbers: Numbers) -> tuple[Cell, ...]:
    counts = (cells.count(it.cases, numbers), cells.count(it.decided, numbers))
    return (*counts, cells.seconds(it.median, numbers), cells.seconds(it.longest, numbers))


# --- persons


def _persons(by_person: Persons, numbers: Numbers) -> Iterator[Picture]:
    text = _("By badge, at %(tables)s, and for your office alone. Nobody is ranked.")
    about = text % {"tables": ", ".join(by_person.tables)}
    if by_person.dealers:
        heads = [Head("coups", _("coups burned")), Head("time", _("at the table")), Head("an_hour", _("coups an hour"))]
        lines = [
            PictureLine(
                it.badge,
                it.badge,
                (cells.count(it.coups, numbers), cells.hours(it.time), cells.pace(it.an_hour, numbers)),
            )
            for it in by_person.dealers
        ]
        yield table_of(Section("dealers", _("Coups an hour by dealer"), about), heads, lines)
    if by_person.deciders:
        lines = [PictureLine(badge, badge, _took(its, numbers)) for badge, its in by_person.deciders]
        yield table_of(Section("deciders", _("From case to decision by person"), about), _heads(), lines)
