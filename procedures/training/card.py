"""Exercise card on the console of a training table: the mistake, the step of a lesson, and faces as they are turned.

A face is shown when the table asks the dealer to turn that card, never before, and on such consoles alone.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from markupsafe import Markup, escape

from procedures.models import Incident
from procedures.training.dealer import act_due, over
from procedures.training.exercises import EXERCISES
from procedures.training.exercises.exercise import MISTAKE, Exercise
from procedures.training.verbs import begun
from table.models import Coup, DrawnCard, Entry
from table.play.state import TableState
from table.record import chain
from table.rules.cards import Card, parse, points
from table.rules.profile import Role
from table.rules.regola import FIRST_CARDS, Claim, Side, claim_of
from table.screens.dealer.task import task
from table.screens.read.pieces import Piece, piece
from table.screens.read.snapshot import Snapshot
from table.screens.regions import StaffRegion

SAYS = {"carta": "«carta»", "no_carta": "«no carta»"}
BOXES = {"P": (0, 2), "B": (1, 3)}
"""Places of the first four cards by box, in the order in which they came out."""
KEY = Markup("<b>{}</b>")
"""Markup of the words of a button in a sentence."""


class Seen(NamedTuple):
    """Content of the card: the mistake and the cards seen with it; words and cards for the act that is due."""

    mistake: str
    pictured: tuple[Card, ...]
    words: str
    cards: tuple[Card, ...]


def card(snapshot: Snapshot, role: str) -> Iterator[Piece]:
    """Yield the region of the exercise card.

    An idle one is drawn for other roles than the dealer, at other tables, and without an exercise that is known.
    """
    entry = snapshot.part(_begun) if role == Role.DEALER and snapshot.table.training else None
    exercise = EXERCISES.get(chain.read(entry.arguments)["exercise"]) if entry is not None else None
    if entry is None or exercise is None:
        yield piece("exercise", "regions/exercise.html:idle", role == Role.DEALER)
        return
    finished = _is_over(snapshot, entry)
    words, cards = ("", ()) if finished else now_seen(snapshot.state, exercise)
    pictured = tuple(parse(text) for text in exercise.pictured.split())
    step = None if finished else step_now(snapshot, exercise, entry.number)
    mistake = str(exercise.scene) if _shows_mistake(snapshot, exercise, entry) else ""
    seen = Seen(mistake, pictured, words, cards)
    yield piece("exercise", "regions/exercise.html:card", snapshot.code, entry.number, seen, step, finished)


def _shows_mistake(snapshot: Snapshot, exercise: Exercise, entry: Entry) -> bool:
    """Whether the mistake is shown: from the beginning, in a lesson only once it has happened."""
    return not exercise.guide or stands(snapshot, exercise, entry.number)


def _begun(snapshot: Snapshot) -> Entry | None:
    return begun(snapshot.code)


def _is_over(snapshot: Snapshot, entry: Entry) -> bool:
    """Whether the dealer has nothing left to do, or has opened the next betting after the coup of the exercise."""
    state = snapshot.state
    if over(state):
        return snapshot.number > entry.number
    follows = state.coup is not None and state.coup.kind == Coup.Kind.NORMAL and not state.blank_due
    return follows and state.table.coups.filter(ended_at__gt=entry.number).exists()


def now_seen(state: TableState, exercise: Exercise) -> tuple[str, tuple[Card, ...]]:
    """Return words and cards for the act that the table asks for now; empty for an act with nothing to see."""
    truly = _Truly(state, exercise)
    match act_due(state):
        case "declare":
            return _declared(exercise, truly.pair(Side.PUNTO))
        case "turn_banco":
            return pgettext("training", "You turn Banco over:"), truly.pair(Side.BANCO)
        case "turn_punto":
            return pgettext("training", "Punto’s cards are turned over:"), truly.pair(Side.PUNTO)
        case "turn_third":
            covered = [it for side in Side for it in state.at(side)[2:] if not it.face]
            return pgettext("training", "The third card is turned over:"), truly.faces(covered[:1])
        case "card_out" if len(state.at_boxes) >= FIRST_CARDS:
            return pgettext("training", "The next card of the sabot:"), truly.next(1)
        case "deal" if state.profile.dealing == "face_up":
            return pgettext("training", "The cards come out, one after the other:"), truly.dealt()
        case "extract_remaining":
            count = len(exercise.left.split())
            return pgettext("training", "Left in the sabot: %(count)s, face down.") % {"count": count}, ()
    return "", ()


def _declared(exercise: Exercise, pair: tuple[Card, ...]) -> tuple[str, tuple[Card, ...]]:
    claim = claim_of(points(pair))
    if exercise.says or claim is not Claim.BATTUTA:
        return pgettext("training", "The reader says %(call)s.") % {"call": SAYS[exercise.says or claim.value]}, ()
    return pgettext("training", "The reader turns his cards over at once:"), pair


class _Truly:
    """Cards as they really lie. While a misplacement is not reported the record has some of them elsewhere."""

    def __init__(self, state: TableState, exercise: Exercise) -> None:
        self._state, self._faces = state, exercise.faces
        unsaid = exercise.true_boxes and state.coup is not None and not state.coup.held
        self._found = _found_at(exercise.true_boxes) if unsaid else {}

    def faces(self, cards: Sequence[DrawnCard]) -> tuple[Card, ...]:
        """Faces of these cards."""
        return tuple(self._faces[self._found.get(it.number - 1, it.number - 1)] for it in cards)

    def pair(self, side: Side) -> tuple[Card, ...]:
        """Faces of the first two cards of a side."""
        return self.faces(self._state.at(side)[:2])

    def next(self, count: int) -> tuple[Card, ...]:
        """Faces of the next `count` cards of the sabot."""
        out = self._state.shoe.out if self._state.shoe else 0
        return self._faces[out : out + count]

    def dealt(self) -> tuple[Card, ...]:
        """Faces of the first four cards of the hand, out or still to come."""
        out = self._state.at_boxes
        return self.faces(out) + self.next(FIRST_CARDS - len(out))


def _found_at(boxes: str) -> dict[int, int]:
    """Map each of the first four cards of the record to the card that really lies there, both counted from 0.

    ``boxes`` names the box of each card in the order in which they came out, such as ``BPPB``.
    """
    true = {box: [place for place, at in enumerate(boxes) if at == box] for box in BOXES}
    pairs = ((place, truly) for box, places in BOXES.items() for place, truly in zip(places, true[box], strict=False))
    return dict(pairs)


# --- the steps of a lesson


class Step(NamedTuple):
    """Step of a lesson: place from 1, or 0 for an act outside the lesson; number of steps; words."""

    place: int
    of: int
    words: str


def step_now(snapshot: Snapshot, exercise: Exercise, since: int) -> Step | None:
    """Return the current step of a lesson that began with the entry ``since``; None for any other exercise."""
    if not exercise.guide:
        return None
    guide = dict(exercise.guide)
    name = MISTAKE if stands(snapshot, exercise, since) else act_due(snapshot.state)
    if name not in guide:
        return Step(0, len(guide), _("First do what the table asks for: the key says it."))
    keys = {key: KEY.format(words) for key, words in _on_the_console(snapshot, exercise).items()}
    return Step([*guide].index(name) + 1, len(guide), escape(str(guide[name])) % keys)


def stands(snapshot: Snapshot, exercise: Exercise, since: int) -> bool:
    """Whether the mistake of a lesson has happened, and no report of it stands."""
    if act_due(snapshot.state) != exercise.before:
        return False
    met = Incident.objects.filter(table=snapshot.table, kind=exercise.kind, number__gt=since)
    return not met.exclude(status=Incident.Status.WITHDRAWN).exists()


def _on_the_console(snapshot: Snapshot, exercise: Exercise) -> dict[str, str]:
    """Return the words of the buttons that a step can name, by their placeholders."""
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
