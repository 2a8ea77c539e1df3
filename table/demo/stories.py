"""Stories of the demo stage: the guided minute, a lost connection, and those that extensions have added."""

from collections import ChainMap
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from table.models import Table
from table.script.added import ADDED, CLOSED, LAID, ON, Beat, StageScreen, Story

CUT = "the link is cut"
"""Act of a beat that is no line of a script: the visitor’s screens lose their connection."""
SCREENS: Mapping[StageScreen, Promise] = {
    StageScreen.CONSOLE: pgettext_lazy("screen", "Dealer’s console"),
    StageScreen.SIGN: pgettext_lazy("screen", "Table sign"),
    StageScreen.SEAT: pgettext_lazy("screen", "Seat display"),
    StageScreen.PIT: pgettext_lazy("screen", "The pit"),
}
CONSOLE, SIGN, SEAT, PIT = SCREENS

MINUTE = Story(
    title=_("The guided minute"),
    # Five for Punto, who asks; four for Banco, who draws on a three: eight to five.
    cards="2 4 3 K 3 A",
    beats=(
        Beat(
            None,
            _("One table, seen by four people at once. Cards and chips are real; the screens follow the hand."),
        ),
        Beat(CONSOLE, _("Guests lay their chips. The dealer taps a chip and a box, and the felt shows it."), LAID),
        Beat(
            SIGN,
            _("The sign tells who passes by what may be staked and what it pays: the very values that will pay."),
            seconds=6,
        ),
        Beat(
            CONSOLE,
            _("“Rien ne va plus”: one gold act at a time, with the words to say beside it."),
            ("rien ne va plus",),
        ),
        Beat(
            SEAT,
            _("Four cards are dealt face down. The highest stake on Punto reads its two; no screen knows a face yet."),
            (ON,),
        ),
        Beat(
            SEAT,
            _("The reader says “carta”. The display at the seat has told the rule: with five or less one asks."),
            ("says carta",),
        ),
        Beat(
            CONSOLE,
            _("Banco is turned, and thirds are served as the Regola has it; the screen says who is due one, and why."),
            (ON, ON, ON),
        ),
        Beat(
            SIGN,
            _("Punto is turned and the points are called. The winning box lights on every screen at the same moment."),
            (ON, ON),
        ),
        Beat(CONSOLE, _("Payments to the cent, in the order in which a dealer pays."), (ON,)),
        Beat(PIT, _("The pit sees money, pace and shoe of each table, and what needs an inspector."), (ON,)),
        Beat(
            None,
            _("Every act is one line of a register that can deal this coup again. Now break something."),
            seconds=6,
        ),
    ),
)
LINK = Story(
    title=_("The link is cut"),
    cards="2 4 3 K 3 A",
    own=True,
    order=2,
    beats=(
        Beat(None, _("For ten seconds no word reaches these four screens. The table plays on."), (CUT, *CLOSED), 4),
        Beat(
            CONSOLE,
            _("Within five seconds the console says so, dims and locks: nothing is pressed that nobody would hear."),
            (ON, "says carta"),
            7,
        ),
        Beat(
            None,
            _("The link is back. Every screen shows the table as it is now; nothing was queued, nothing done twice."),
            (ON, ON),
            6,
        ),
        Beat(
            CONSOLE,
            _("Had a press been on its way, the console would ask what became of it, and say so."),
            (ON, ON, ON, ON, ON),
        ),
    ),
)
OWN = {"minute": MINUTE, "link": LINK}
STORIES: Mapping[str, Story] = ChainMap(ADDED, OWN)
"""Stories by the names used in requests: those of the stage first, then those of extensions."""


def stories_of(table: Table) -> dict[str, Story]:
    """Return by name, sorted by their ``order``, the stories whose condition on the rules of a table holds.

    A condition is the value of one rule; stories without any are always there.
    """
    values = table.policy.values if table.policy is not None else {}
    in_order = sorted(STORIES.items(), key=lambda it: it[1].order)
    return {name: it for name, it in in_order if it.rules is None or values.get(it.rules[0]) == it.rules[1]}
