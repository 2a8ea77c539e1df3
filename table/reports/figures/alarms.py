"""Alarms of a page of figures: each test, what it was applied to, and its findings. An alarm is a question, no answer.

Tested are turned cards and paid coups: no alarm depends on a card that nobody has seen.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

from django.db.models import BigIntegerField, Case, F, OuterRef, QuerySet, Subquery, When
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from table.models import DrawnCard, Entry, Stake
from table.record import chain
from table.reports.alarms import ALARM_AT, late, order
from table.reports.alarms.late import LATE_SECONDS, LateMaximum, Winning
from table.reports.alarms.results import Beyond, Came, beyond
from table.reports.figures.taglie import CountedTaglia, Taglie, entries
from table.rules.profile import MAIN_BOXES, Box
from table.rules.regola import Outcome, Result
from table.rules.stakes import kind
from table.words.numbers import Numbers

LOOKED_AT = 20
"""Number of latest taglie tested for orders of cards and late stakes; results are tested in every taglia."""
CAME: Mapping[str, Promise] = {
    Result.BANCO: pgettext_lazy("results", "Banco won"),
    Result.PUNTO: pgettext_lazy("results", "Punto won"),
    Result.TIE: pgettext_lazy("results", "a tie came"),
    "natural": pgettext_lazy("results", "a battuta came"),
}
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Alarm(NamedTuple):
    """A kind of alarm: the test in words, what it was applied to, and a sentence for each finding."""

    key: str
    title: str
    test: str
    looked: str
    found: tuple[str, ...]


def alarms(taglie: Taglie, came: Mapping[int, Came], numbers: Numbers) -> list[Alarm]:
    """Return the alarms on orders of cards, results and late stakes, in this order, each with its findings, maybe none.

    Results are tested in all taglie, the other two in the latest `LOOKED_AT`. `came` are the counts of results by
    primary key of a shoe.
    """
    latest = taglie.latest(LOOKED_AT)
    return [_of_order(latest, numbers), _of_results(taglie, came, numbers), _of_late_stakes(latest, numbers)]


def power_of_ten(chance: float) -> str:
    """Format a probability as the smallest power of ten that is not below it: 0.0000004 is ``10⁻⁶``.

    Above 0.1 it is ``1``, for anything below 10⁻⁹⁹, also 0, it is ``10⁻⁹⁹``.
    """
    power = next((it for it in range(1, 100) if chance > 10.0**-it), 100) - 1
    return f"10⁻{str(power).translate(SUPERSCRIPT)}" if power else "1"


# --- a shoe that repeats the order of another one


def _of_order(taglie: Taglie, numbers: Numbers) -> Alarm:
    """Return the alarm on taglie that repeat the order of an earlier one, with a sentence for each such pair.

    Each taglia is compared with the one before it at its table, by number, and with the last before it there with the
    same decks, where these are among `taglie`. It is a finding if the longest common run is too unlikely, by
    `ALARM_AT`; without any the alarm has no sentence. Queries the cards.
    """
    faces = _faces(taglie)
    pairs = list(_pairs(taglie.rows))
    found = (_repeats(later, earlier, faces, numbers) for later, earlier in pairs)
    looked = _(
        "Pairs looked at: %(count)s, each taglia beside the one before it at its table and beside the last of its "
        "sixain."
    )
    return Alarm(
        "order",
        _("A shoe that repeats the order of the last"),
        _(
            "The longest run of turned cards that came out in the same order in both taglie. Its chance is at most the "
            "number of places at which it could begin times the chance that well shuffled decks give the same cards."
        ),
        looked % {"count": numbers.decimal(len(pairs))},
        tuple(it for it in found if it),
    )


def _pairs(taglie: Sequence[CountedTaglia]) -> Iterator[tuple[CountedTaglia, CountedTaglia]]:
    """Yield pairs (later, earlier) of taglie at the same table; `taglie`, of any tables, come newest first.

    Each is paired with the one that bears the number before it, and with the last before it at its table that was
    played with the same decks; only where these are among `taglie`. A pair that is both comes once. They come table
    by table, those by number before those by decks, oldest first.
    """
    at_table = defaultdict[str, list[CountedTaglia]](list)
    for it in reversed(taglie):
        at_table[it.table].append(it)
    for its in at_table.values():
        yield from ((later, earlier) for earlier, later in pairwise(its) if later.number == earlier.number + 1)
        of_sixain = defaultdict[str, list[CountedTaglia]](list)
        for it in its:
            of_sixain[it.sixain].append(it)
        for alike in of_sixain.values():
            yield from ((later, earlier) for earlier, later in pairwise(alike) if later.number > earlier.number + 1)


def _faces(taglie: Taglie) -> dict[int, list[str]]:
    """Map shoes (primary keys) to the faces of cards in the order in which they left, "" for one not turned."""
    faces = defaultdict[int, list[str]](list)
    cards = DrawnCard.objects.filter(shoe__in=taglie.pks).order_by("shoe_id", "number")
    for shoe, face in cards.values_list("shoe_id", "face"):
        faces[shoe].append(face)
    return faces


def _repeats(later: CountedTaglia, earlier: CountedTaglia, faces: Mapping[int, Sequence[str]], numbers: Numbers) -> str:
    """Return the sentence on the longest run that two taglie share; "" if its chance is above `ALARM_AT`, no alarm."""
    here, there = faces.get(later.pk, ()), faces.get(earlier.pk, ())
    run = order.longest_run(here, there)
    chance = order.chance_of_run(run.cards, min(later.decks, earlier.decks), len(here), len(there))
    if chance > ALARM_AT:
        return ""
    text = _(
        "Taglia %(later)s has %(cards)s cards in the order of taglia %(earlier)s, from its card %(here)s on and there "
        "from card %(there)s on (p ≤ %(chance)s)."
    )
    names = {"later": later.key, "earlier": earlier.key, "chance": power_of_ten(chance)}
    return text % {**names, **{key: numbers.decimal(it) for key, it in run._asdict().items()}}


# --- results beyond chance


def _of_results(taglie: Taglie, came: Mapping[int, Came], numbers: Numbers) -> Alarm:
    """Return the alarm on results beyond chance, with a sentence for each of its findings, maybe none.

    Each taglia is tested by itself, and, where several with results have the same number of decks, all of these
    together. A taglia without results has no finding.
    """
    found = list(_beyond_in_each(taglie, came, numbers))
    for decks in sorted({it.decks for it in taglie.rows}):
        its = [came[it.pk] for it in taglie.rows if it.decks == decks and it.pk in came]
        if len(its) > 1:
            together = beyond(reduce(Came.and_with, its), decks)
            found.extend(_beyond(_("all of these taglie"), it, numbers) for it in together)
    return Alarm(
        "results",
        _("Results beyond chance"),
        _(
            "The exact binomial test of Banco, Punto, ties and battute against the odds of a fresh shoe, to either "
            "side; each chance counts four times, as there are four tests."
        ),
        _("Taglie looked at: %(count)s, each by itself and all together.") % {"count": numbers.decimal(len(came))},
        tuple(found),
    )


def _beyond_in_each(taglie: Taglie, came: Mapping[int, Came], numbers: Numbers) -> Iterator[str]:
    """Yield a sentence for each of Banco, Punto, tie and battuta that is beyond chance in one taglia of `came`."""
    for it in taglie.rows:
        for one in beyond(came.get(it.pk, Came()), it.decks):
            yield _beyond(_("taglia %(taglia)s") % {"taglia": it.key}, one, numbers)


def _beyond(which: str, found: Beyond, numbers: Numbers) -> str:
    """Return the sentence on how often a result came in how many coups of `which` taglie, by what chance at most."""
    facts = {"which": which, "what": CAME[found.what], "chance": power_of_ten(found.chance)}
    counts = {"count": numbers.decimal(found.times), "of": numbers.decimal(found.of)}
    return _("%(which)s: %(what)s %(count)s times in %(of)s coups (p ≤ %(chance)s).") % {**facts, **counts}


# --- late stakes at the maximum


class MaximumStake(NamedTuple):
    """A stake that reached the maximum, in a coup that was paid: who owns and who laid it, and the entries of its time.

    `laid_at` is the entry by which it was laid, `at` the time of that, `ended_at` the entry by which the coup ended.
    """

    coup: int
    shoe: int
    result: str
    position: str
    box: str
    bettor: str
    laid_by: str
    laid_at: int
    ended_at: int
    at: datetime


def _of_late_stakes(taglie: Taglie, numbers: Numbers) -> Alarm:
    """Return the alarm on late stakes at the maximum that win too often, tested at each table by itself.

    There is a sentence for each position of a table at which they do: the chance of as many wins, times the number of
    its positions with such stakes, is at most `ALARM_AT`. Without any the alarm has no sentence. Queries the stakes.
    """
    by_table = defaultdict[str, list[LateMaximum]](list)
    for table, its in _tries(taglie):
        by_table[table].append(its)
    found = [_winning(table, it, numbers) for table, tries in sorted(by_table.items()) for it in late.suspicious(tries)]
    looked = _("Late stakes at the maximum: %(count)s, position by position, in the latest taglie: %(taglie)s.")
    tries = sum(len(its) for its in by_table.values())
    return Alarm(
        "late",
        _("Late stakes at the maximum that win"),
        _(
            "Stakes at the table’s maximum that were laid or raised in the last %(seconds)s seconds before «Rien ne va "
            "plus»: the binomial test of how many of them won, each with the exact odds of its boxes; the chance "
            "counts once for each position that was looked at."
        )
        % {"seconds": LATE_SECONDS},
        looked % {"count": numbers.decimal(tries), "taglie": len(taglie.rows)},
        tuple(found),
    )


def _winning(table: str, found: Winning, numbers: Numbers) -> str:
    """Return the sentence on how many late stakes at the maximum won at a position, by what chance at most."""
    text = _(
        "Table %(table)s, position %(position)s: %(won)s of %(tries)s late stakes at the maximum won (p ≤ %(chance)s)."
    )
    counts = {"won": numbers.decimal(found.won), "tries": numbers.decimal(found.tries)}
    return text % {"table": table, "position": found.position, "chance": power_of_ten(found.chance), **counts}


def _tries(taglie: Taglie) -> Iterator[tuple[str, LateMaximum]]:
    """Yield a try for each position and coup with late stakes at the maximum, with the code of its table.

    It is of the boxes, among Punto, Banco and Egalité, on which stakes at the maximum were laid, or last raised, at
    most `LATE_SECONDS` before the betting closed. Left out are coups without a result, and a tie without Egalité
    among these boxes, which gave the stakes back.
    """
    by_pk, boxes = taglie.by_pk, defaultdict[tuple[int, str, int, str], set[Box]](set)
    moments = _moments(taglie)
    for it in map(MaximumStake._make, _at_the_maximum(taglie)):
        if moments[by_pk[it.shoe].table].is_late(it):
            boxes[it.coup, it.position, it.shoe, it.result].add(Box(it.box))
    for (_coup, position, shoe, result), its in boxes.items():
        tried = late.try_of(position, its, Result(result), by_pk[shoe].decks)
        if tried is not None:
            yield by_pk[shoe].table, tried


def _at_the_maximum(taglie: Taglie) -> QuerySet[Stake, tuple[int, int, str, str, str, str, str, int, int, datetime]]:
    """Query the stakes on Punto, Banco and Egalité of settled coups that were laid at the coup's maximum or above.

    The amount laid counts, not what was in action. They come as tuples of the fields of :class:`MaximumStake`, in the
    order in which they were laid. Coups without a result and stakes laid at an unknown entry are left out.
    """
    laid = Entry.objects.filter(register=OuterRef("coup__table__code"), number=OuterRef("laid_at"))
    stakes = Stake.objects.filter(
        coup__shoe__in=taglie.pks, coup__ended=True, coup__outcome=Outcome.SETTLED, box__in=(*MAIN_BOXES, Box.EGALITE)
    )
    highest = stakes.annotate(
        most=Case(When(box=Box.EGALITE, then=_maximum(Box.EGALITE)), default=_maximum(Box.PUNTO)),
        at=Subquery(laid.values("at")[:1]),
    ).filter(laid__gte=F("most"), at__isnull=False)
    names = ("coup_id", "coup__shoe_id", "coup__result", "position", "box", "bettor", "laid_by", "laid_at")
    return highest.exclude(coup__result="").order_by("pk").values_list(*names, "coup__ended_at", "at")


def _maximum(box: Box) -> Cast:
    """Return the SQL expression of the maximum of this box by the limits of a coup, in cents."""
    return Cast(KeyTextTransform("1", KeyTransform(kind(box), "coup__limits")), BigIntegerField())


class Raise(NamedTuple):
    """Act by which a stake was raised: its entry, its time, and the guest that it named, "" for none."""

    number: int
    at: datetime
    guest: str


class Moments(NamedTuple):
    """Closings of the betting at a table, as entry number and time, and raises by position and box."""

    closings: list[tuple[int, datetime]]
    raised: dict[tuple[str, str], list[Raise]]

    def is_late(self, stake: MaximumStake) -> bool:
        """Whether a stake was laid, or last raised, at most `LATE_SECONDS` before the betting of its coup was closed.

        Of several closings, as of a betting that was reopened, the last one counts; of raises, those by the stake's
        bettor, by whoever laid it, or without a name. False for a stake that was only found after the closing, and
        without a closing.
        """
        place = bisect_right(self.closings, stake.ended_at, key=lambda it: it[0])
        number, closed = self.closings[place - 1] if place else (0, stake.at)
        if number < stake.laid_at:
            return False
        own = {"", stake.bettor, stake.laid_by}
        raised = self.raised.get((stake.position, stake.box), [])
        last = max([stake.at, *(it.at for it in raised if stake.laid_at < it.number < number and it.guest in own)])
        return closed - last <= timedelta(seconds=LATE_SECONDS)


def _moments(taglie: Taglie) -> dict[str, Moments]:
    """Map codes of tables to closings of the betting and raises, in order of entries; to none for any other table."""
    moments = defaultdict[str, Moments](lambda: Moments([], {}))
    acts = entries(taglie.rows).filter(verb__in=("close_bets", "raise"))
    for register, number, verb, at, arguments in acts.values_list("register", "number", "verb", "at", "arguments"):
        if verb == "close_bets":
            moments[register].closings.append((number, at))
        else:
            given = chain.read(arguments)
            its = moments[register].raised.setdefault((given["position"], given["box"]), [])
            its.append(Raise(number, at, given.get("guest") or ""))
    return moments
