"""Texts of a review: titles of acts, what was keyed with them, and verdicts."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from procedures.articles import KINDS
from procedures.models import Incident
from procedures.screens.wording import answers_in_words
from procedures.training.exercises.exercise import Exercise
from procedures.training.review import REPORT, ActVerdict, ReviewRow
from table.play.declaration import VERBS
from table.record.door import Step
from table.rules.authority import cite
from table.rules.profile import Profile
from table.screens.read.lines import face_text, title_of
from table.words.terms import CALLS, in_words
from table.words.voices import called

VERDICTS: Mapping[ActVerdict, Promise] = {
    ActVerdict.RIGHT: pgettext_lazy("review", "right"),
    ActVerdict.OTHERWISE: pgettext_lazy("review", "done, but otherwise"),
    ActVerdict.MISSING: pgettext_lazy("review", "missing"),
    ActVerdict.SUPERFLUOUS: pgettext_lazy("review", "not asked for"),
}


class ActWords(NamedTuple):
    """Act in words: title and details."""

    title: str
    details: tuple[str, ...]


class ReviewLine(NamedTuple):
    """Line of a review as shown. ``source`` cites the rule of the act, ``place`` is its anchor in the manual."""

    verdict: ActVerdict
    words: Promise
    expected: ActWords | None
    actual: ActWords | None
    seconds: int | None
    source: str
    place: str


def line_of(row: ReviewRow, exercise: Exercise, house: Profile) -> ReviewLine:
    """Return the line for a row: verdict, its words, both acts in words, seconds, source, and place in the manual.

    The source is the rule of the act that was expected; for a report it is the article reported, for a superfluous act
    that of the exercise, each as this house cites it. The place is the anchor of that act or article. Seconds are those
    of the trainee's act. An act that is missing is None, and so are its seconds. Texts are in the active language.
    """
    done = row.expected or (row.actual.done if row.actual is not None else None)
    assert done is not None, "a row tells of an act"
    article = KINDS[str(done.arguments["kind"])][0] if _reports(done) else exercise.article
    reports = _reports(done) or not row.expected
    source = article.source_at(house) if reports else in_words(cite(house, VERBS[done.verb].source))
    return ReviewLine(
        row.verdict,
        VERDICTS[row.verdict],
        describe(row.expected) if row.expected is not None else None,
        describe(row.actual.done) if row.actual is not None else None,
        row.actual.seconds if row.actual is not None else None,
        source,
        f"article-{article.number}" if reports else f"act-{done.verb}",
    )


def _reports(done: Step) -> bool:
    """Whether an act reports an incident, of a kind that this version has."""
    return done.verb == REPORT and done.arguments.get("kind") in KINDS


def describe(done: Step) -> ActWords:
    """Describe an act by the title of its button and what was keyed, a report by its kind and its answers.

    A report of a kind that this version does not have is described as any other act.
    """
    if not _reports(done):
        return ActWords(title_of(done.verb), tuple(_details(done)))
    kind = KINDS[str(done.arguments["kind"])][1]
    case = Incident(kind=kind.name, facts=dict(done.arguments.get("facts") or {}))
    answers = tuple(f"{question} {answer}" for _name, question, answer in answers_in_words(case, kind))
    return ActWords(_("Report: %(kind)s") % {"kind": kind.title}, answers)


def _details(done: Step) -> Iterator[str]:
    """Yield what was keyed with an act: call, cards (as one text), points, marks; nothing where nothing was.

    Marks are «Le carte parlano», that a face was seen, that a card is one too many, and «Colpo in Bianco».
    """
    given: Mapping[str, Any] = done.arguments
    if given.get("claim"):
        yield f"«{CALLS.get(given['claim'], given['claim'])}»"
    cards = [*(given.get("cards") or ()), *([given["card"]] if given.get("card") else ())]
    if cards:
        yield " ".join(face_text(str(it)) for it in cards)
    if done.verb == "announce":
        yield called(f"Banco {given['banco']}, Punto {given['punto']}")
        if given.get("cards_speak"):
            yield called("«Le carte parlano»")
    if given.get("exposed"):
        yield _("somebody saw its face")
    if given.get("extra"):
        yield _("a card too many")
    if done.verb == "play_blank":
        yield "«Colpo in Bianco»"
