"""Pages of the training: exercises are begun by an instructor, reviews are read by instructor and trainee."""

from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from threading import Lock
from typing import NamedTuple
from uuid import uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from procedures.articles.article import Article
from procedures.training import instructor
from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import Exercise
from procedures.training.review import review as review_of
from procedures.training.verbs import BEGINS, begun, waiting
from procedures.training.words import line_of
from table.models import HOUSE, TRAINING, Entry, Table
from table.play.offered import offered, offered_named, real
from table.record import chain
from table.record.in_charge import dealing
from table.record.machine.database_lock import TRAINING_NUMBER, one_process_at_a_time
from table.record.press import check_name
from table.rules.profile import Role
from table.rules.refusal import Code, require
from table.views.doors.entrance import check_role, form_page, signed_in, staff_only
from table.views.office.counter import Sent, done, press, serve

NEXT, ALL_OF = "next", "article"
"""Choices besides one exercise: the exercises that wait, and all of an article (``article:7``)."""
MOST, MOST_LOOKED_AT = 50, 1000
"""Reviews that are listed at most, and latest exercises of the house among which they are looked for."""
ONE_AT_A_TIME = Lock()
"""Lock of this process for beginning exercises: a form that comes twice finds what it has begun."""


class BegunExercise(NamedTuple):
    """Exercise that was begun, in the list of reviews."""

    table: str
    number: int
    at: datetime
    trainee: str
    exercise: Exercise


@form_page
@staff_only(*instructor.TRAINED)
def training(request: HttpRequest) -> HttpResponse:
    """Show the exercises and the user's own reviews, for an instructor with the forms.

    POST adds a training table or begins an exercise; it raises PermissionDenied for anybody but an instructor.
    """
    if request.method == "POST":
        check_role(request, Role.INSTRUCTOR)
    acts = {"add_training_table": lambda: _add(request), "begin_exercise": lambda: _begin(request)}
    return serve(request, acts, lambda sent: _training(request, sent))


def _training(request: HttpRequest, sent: Sent) -> HttpResponse:
    """Render the page: training tables with their dealers, all exercises, and what this person has begun or played.

    Only an instructor gets the forms.
    """
    tables = (
        Table.objects.filter(training=True, policy__isnull=False).select_related("policy").order_by(*Table.IN_ORDER)
    )
    dealers = {it.table_id: it.person.badge for it in dealing()}
    given = {
        "tables": [(it, dealers.get(it.pk, ""), [EXERCISES[key] for key in waiting(it.code)]) for it in tables],
        "houses": [it for it in real(offered()) if not it.virtual_shoe],
        "lessons": [it for it in EXERCISES.values() if it.guide],
        "exercises": by_article(),
        "played": list(_played(request)),
        "chosen": sent.typed.get("exercise") or request.GET.get("exercise", ""),
        "instructs": signed_in(request).role == Role.INSTRUCTOR,
        "done": [str(message) for message in messages.get_messages(request)],
    }
    return render(request, "training/training.html", given | {"sent": sent, "nonce": lambda: uuid4().hex})


def by_article() -> list[tuple[Article, list[Exercise]]]:
    """List every article that has exercises with them, in the order of articles; lessons are left out."""
    found = sorted((it for it in EXERCISES.values() if not it.guide), key=lambda it: it.article.number)
    grouped = (list(some) for _number, some in groupby(found, lambda it: it.article.number))
    return [(its[0].article, its) for its in grouped]


def _played(request: HttpRequest) -> Iterator[BegunExercise]:
    """Yield the exercises that the signed-in person began or met as a trainee, the latest first, at most MOST.

    Each has table, entry, local time, trainee and exercise. Only the MOST_LOOKED_AT latest of the house are looked at.
    Those that this version does not have are left out, and count among MOST.
    """
    badge, codes = signed_in(request).badge, Table.objects.filter(training=True).values("code")
    found = Entry.objects.filter(register__in=codes, verb=BEGINS).order_by("-at", "-number")
    own = (it for it in found[:MOST_LOOKED_AT].iterator() if badge in _whose(it))
    for _place, it in zip(range(MOST), own, strict=False):
        arguments = chain.read(it.arguments)
        if arguments["exercise"] in EXERCISES:
            yield BegunExercise(
                it.register, it.number, localtime(it.at), arguments["trainee"], EXERCISES[arguments["exercise"]]
            )


def _whose(entry: Entry) -> tuple[str, str]:
    """Return the badges of instructor and trainee."""
    return entry.actor, str(chain.read(entry.arguments)["trainee"])


def _add(request: HttpRequest) -> HttpResponse:
    """Press `add_training_table` under the lowest number that is free, then `set_up` there; go back with a sentence.

    The same form again adds no other table; it sets the rules that are not set yet (:func:`instructor.lay`). Refuses
    (E_PROFILE) rules that are not offered, before anything is pressed.
    """
    profile, nonce = offered_named(request.POST.get("house", "")), request.POST.get("nonce", "")
    taken = set(Table.objects.filter(training=True).values_list("code", flat=True))
    free = next(it for number in range(1, len(taken) + 2) if (it := f"{TRAINING}{number}") not in taken)
    before = Entry.objects.filter(register=HOUSE, verb="add_training_table", nonce=nonce).first()
    code = chain.read(before.arguments)["code"] if before is not None else free
    press(request, HOUSE, ("add_training_table", {"code": code}))
    instructor.lay(code, profile, by=signed_in(request), nonce=nonce)
    return done(
        request, gettext("%(table)s is ready; the trainee signs on at its console.") % {"table": code}, "training"
    )


def _begin(request: HttpRequest) -> HttpResponse:
    """Begin the chosen exercise, and go back with a sentence; the same form again begins nothing.

    Raises Http404 for what is no training table with rules. Refuses (E_ARGUMENTS) a form without a nonce, (E_NONCE) one
    that has begun something else, (E_HELD) where another process takes too long to begin one, (E_PROFILE) an article
    without an exercise by these rules, and as `instructor.begin` does.
    """
    code, what, nonce = (request.POST.get(name, "") for name in ("table", "exercise", "nonce"))
    table = get_object_or_404(Table.objects.select_related("policy"), code=code, training=True, policy__isnull=False)
    check_name(nonce)  # before the table is cleared
    with ONE_AT_A_TIME, one_process_at_a_time(TRAINING_NUMBER):
        if not _has_begun(what, table, nonce):
            instructor.begin(table.code, *_chosen(what, table), by=signed_in(request), nonce=nonce)
    return done(request, gettext("The exercise has begun at %(table)s.") % {"table": code}, "training")


def _has_begun(what: str, table: Table, nonce: str) -> bool:
    """Whether a form with this nonce has begun what was chosen at a table; NEXT fits whatever it has begun.

    False if it has begun nothing. Refuses (E_NONCE) if it has begun something else; to find that out, also (E_PROFILE)
    an article without an exercise by these rules.
    """
    entry = Entry.objects.filter(register=table.code, verb=BEGINS, nonce=nonce).first()
    if entry is None:
        return False
    given = chain.read(entry.arguments)
    require(
        what == NEXT or _chosen(what, table) == (given["exercise"], *given["then"]),
        Code.NONCE,
        "This press was used for something else already; press again.",
    )
    return True


def _chosen(what: str, table: Table) -> tuple[str, ...]:
    """Return the keys that a choice stands for: one exercise, all of an article, or those that wait at the table.

    Of an article only those that can happen by the table's rules, without lessons; refuses (E_PROFILE) one that has
    none. NEXT itself is returned where none waits, and any other text as it is, known or not.
    """
    kind, _colon, number = what.partition(":")
    if what == NEXT:
        return waiting(table.code) or (what,)
    if kind == ALL_OF and number.isdecimal() and table.policy is not None:
        return instructor.script_of(int(number[:4]), table.policy.profile)
    return (what,)


@require_safe
@staff_only(*instructor.TRAINED)
def review(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show expected and actual acts side by side to instructor and trainee; 404 for any other instructor or dealer.

    No acts are shown while the exercise is not over. 404 as well for one that this version does not have.
    """
    entry = begun(code, number)
    if entry is None or signed_in(request).badge not in _whose(entry):
        raise Http404
    if chain.read(entry.arguments)["exercise"] not in EXERCISES:
        raise Http404
    found = review_of(entry)
    lines = [line_of(row, found.exercise, found.house) for row in found.rows]
    return render(request, "training/review.html", {"review": found, "lines": lines, "began": localtime(found.began)})
