"""Exercise card on the console of a training table: the mistake, the step of a lesson, and faces as they are turned.

A face is shown when the table asks the dealer to turn that card, never before, and on such consoles alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy
from markupsafe import Markup, escape

from procedures.models import Incident
from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import MISTAKE, Exercise
from procedures.training.review import ended_by
from procedures.training.verbs import begun
from table.models import Entry, StaffPresence
from table.play.state import TableState
from table.record import chain
from table.rules.cards import Card, parse
from table.rules.profile import Role
from table.screens.dealer.task import task
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot
from table.screens.read.staff_regions import StaffRegion
from table.script.dealing import found_at, keyed, next_verb

SAYS = {"carta": "«carta»", "no_carta": "«no carta»"}
SHOWN_WITH: Mapping[str, Promise] = {
    "turn_battuta": pgettext_lazy("training", "The reader turns the cards over at once:"),
    "turn_banco": pgettext_lazy("training", "You turn Banco over:"),
    "turn_punto": pgettext_lazy("training", "Punto’s cards are turned over:"),
    "turn_third": pgettext_lazy("training", "The third card is turned over:"),
    "card_out": pgettext_lazy("training", "The next card of the sabot:"),
    "deal": pgettext_lazy("training", "The cards come out, one after the other:"),
}
"""Words with which cards are shown, for each act that shows some."""
KEY = Markup("<b>{}</b>")
"""Markup of the words of a button in a sentence."""


class CardContent(NamedTuple):
    """Content of the card: the mistake and the cards seen with it; words and cards for the act that is due."""

    mistake: str
    pictured: tuple[Card, ...]
    words: str
    cards: tuple[Card, ...]


def card(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the one piece of the region: what the exercise poses, step of a lesson, words and cards for the act due.

    What a lesson poses is shown only while it waits to be put right. Once the exercise is over for the dealer, the
    piece has the link to its review instead of step and act. Where no known exercise has begun, or another dealer than
    its own is signed on, the piece is idle, with a sentence; for every other role than the dealer it is idle without
    one.
    """
    entry = snapshot.part(_begun) if role == Role.DEALER and snapshot.table.training else None
    if entry is not None and not _is_theirs(snapshot.dealer, entry):
        entry = None
    exercise = EXERCISES.get(chain.read(entry.arguments)["exercise"]) if entry is not None else None
    if entry is None or exercise is None:
        yield piece("exercise", "regions/exercise.html:idle", role == Role.DEALER)
        return
    finished = ended_by(entry) is not None
    words, cards = ("", ()) if finished else now_seen(snapshot.state, exercise)
    pictured = tuple(parse(text) for text in exercise.pictured.split())
    step = None if finished else step_now(snapshot, exercise, entry.number)
    mistake = str(exercise.scene) if not exercise.guide or stands(snapshot, exercise, entry.number) else ""
    seen = CardContent(mistake, pictured, words, cards)
    yield piece("exercise", "regions/exercise.html:card", snapshot.code, entry.number, seen, step, finished)


def _is_theirs(dealer: StaffPresence | None, entry: Entry) -> bool:
    """Whether the dealer who is signed on is the trainee of the exercise that this entry began; True where nobody is.

    The trainee is the badge among the arguments of the entry, not who acted.
    """
    return dealer is None or dealer.person.badge == chain.read(entry.arguments)["trainee"]


def _begun(snapshot: Snapshot) -> Entry | None:
    """Return the entry that began the latest exercise at the table; None where none has begun."""
    return begun(snapshot.code)


def now_seen(state: TableState, exercise: Exercise) -> tuple[str, tuple[Card, ...]]:
    """Return what the trainee sees as the table asks for its next act: words, and cards that come or are turned.

    No cards at a declaration, at a battuta where the exercise says what the reader calls (``says``), where the rest of
    the sabot is counted, and where more cards are out than the exercise has; ("", ()) for an act with nothing to see.
    """
    verb = next_verb(state)
    if verb == "extract_remaining":
        count = len(exercise.left.split())
        return pgettext("training", "Left in the sabot: %(count)s, face down.") % {"count": count}, ()
    try:
        verb, given = keyed(verb, state, _Truly(state, exercise))
    except LookupError:  # more cards are out than the exercise knows
        return str(SHOWN_WITH.get(verb, "")), ()
    if verb in ("declare", "turn_battuta") and (exercise.says or verb == "declare"):
        claim = exercise.says or given["claim"]
        return pgettext("training", "The reader says %(call)s.") % {"call": SAYS[claim]}, ()
    cards = tuple(parse(face) for face in given.get("cards") or [given.get("card")] if face)
    return str(SHOWN_WITH.get(verb, "")) if cards else "", cards


class _Truly:
    """Cards as they really lie. While a misplacement is not reported the record has some of them elsewhere."""

    def __init__(self, state: TableState, exercise: Exercise) -> None:
        """Store the cards of the exercise, and which of the first four truly lies where the record has another.

        They differ only in an exercise with ``true_boxes``, during a coup that no incident holds.
        """
        unsaid = exercise.true_boxes and state.coup is not None and not state.coup.held
        self._faces, self._found = exercise.faces, found_at(exercise.true_boxes, first=1) if unsaid else {}

    def shown(self, numbers: Sequence[int]) -> list[str]:
        """Return the faces of the cards that truly lie where the record has these numbers of the taglia, in order.

        Raises LookupError for a number beyond the cards of the exercise.
        """
        return [str(self._faces[self._found.get(it, it) - 1]) for it in numbers]

    def remaining(self) -> list[str]:
        """Return an empty list: cards that are counted lie face down."""
        return []


# --- the steps of a lesson


class LessonStep(NamedTuple):
    """Step of a lesson: place from 1, or 0 for an act outside the lesson; number of steps; words."""

    place: int
    of: int
    words: str


def step_now(snapshot: Snapshot, exercise: Exercise, since: int) -> LessonStep | None:
    """Return the current step of a lesson (place, of how many, sentence as HTML); None for any other exercise.

    ``since`` is the number of the entry that began it. The steps are the sentences of the guide, counted from
    1: the one for the MISTAKE while it waits to be put right, else the one for the act that the table asks for.
    For an act that the guide does not have it is place 0, with a sentence that this act comes first.
    """
    if not exercise.guide:
        return None
    guide = dict(exercise.guide)
    name = MISTAKE if stands(snapshot, exercise, since) else next_verb(snapshot.state)
    if name not in guide:
        return LessonStep(0, len(guide), _("First do what the table asks for: the key says it."))
    keys = {key: KEY.format(words) for key, words in _on_the_console(snapshot, exercise).items()}
    return LessonStep([*guide].index(name) + 1, len(guide), escape(str(guide[name])) % keys)


def stands(snapshot: Snapshot, exercise: Exercise, since: int) -> bool:
    """Whether the mistake of a lesson waits to be put right: the next act that the table asks for is ``before``.

    False once the mistake was reported after the entry ``since`` and that report was not withdrawn.
    """
    if next_verb(snapshot.state) != exercise.before:
        return False
    met = Incident.objects.filter(table=snapshot.table, kind=exercise.kind, number__gt=since)
    return not met.exclude(status=Incident.Status.WITHDRAWN).exists()


def _on_the_console(snapshot: Snapshot, exercise: Exercise) -> dict[str, str]:
    """Map ``act``, ``voice``, ``incident``, ``kind`` and ``unseen``, placeholders of a lesson's sentences, to words.

    ``act`` is the heading of the act that is due, ``kind`` the button of the exercise's incident ("" for none), the
    others are the words of buttons on the console.
    """
    offer = exercise.of_kind.offer
    return {
        "act": snapshot.part(task).heading,
        "voice": _("by voice"),
        "incident": _("Incident"),
        "kind": str(offer.words) if offer is not None else "",
        "unseen": _("nobody saw it"),
    }


REGIONS = (StaffRegion("exercise", card, above=True, training=True),)
"""Regions of the screens of training tables, besides those of every table."""
