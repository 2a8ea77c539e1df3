"""Stories of the demo stage: the guided minute, and mishaps that are put right by the rules.

A story consists of beats: each has a sentence, a screen to point at, and acts of the demo's staff as lines of a script
(docs/scripts.md). The act ``on`` stands for whatever the table asks of the dealer next.
"""

from collections import ChainMap
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from table.models import Table
from table.script.added import ADDED, Beat, StageScreen, Story

ON, FALLS, CUT = "on", "reports fallen_card places=[1]", "the link is cut"
"""Steps of a story that are no lines of a script: the dealer’s next act, a lost connection, a card that falls."""
SCREENS: Mapping[StageScreen, Promise] = {
    StageScreen.CONSOLE: pgettext_lazy("screen", "Dealer’s console"),
    StageScreen.SIGN: pgettext_lazy("screen", "Table sign"),
    StageScreen.SEAT: pgettext_lazy("screen", "Seat display"),
    StageScreen.PIT: pgettext_lazy("screen", "The pit"),
}


LAID = ("stakes P{high}@{reader}", "stakes B{low}@{second}", "stakes B{high}@{third}")
CLOSED = (*LAID, "rien ne va plus")
SERVED = (*CLOSED, ON)
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
FLOOR = Story(
    title=_("A card on the floor"),
    # Nine for Punto, eight for Banco.
    cards="Q 8 9 K",
    beats=(
        Beat(CONSOLE, _("The stakes lie, the betting is closed."), CLOSED),
        Beat(
            CONSOLE,
            _("The first card slips from the sabot and falls to the floor. The dealer reports it in two presses."),
            (FALLS,),
        ),
        Beat(
            SEAT,
            _("Super Punto Banco, Art. 3: with its first card the hand is played in bianco. Stakes go back at once."),
            seconds=6,
        ),
        Beat(
            PIT,
            _("The pit has heard of it; an inspector takes note. Nobody has to be called over the floor."),
            ("acknowledges incident_reported",),
        ),
        Beat(
            SIGN,
            _("“Colpo in Bianco” is called, and stands on the sign: whoever passes knows that nothing is at stake."),
            ("do call_blank said=true",),
        ),
        Beat(
            CONSOLE,
            _("The hand is dealt without stakes, the card from the floor first. Everybody sees it turned."),
            (ON, ON, ON, ON),
        ),
        Beat(
            None,
            _("The cards are burned, the Button stays where the rules have it, and the next coup is an ordinary one."),
            ("burns",),
        ),
    ),
)
THREE = Story(
    title=_("Three cards at Banco"),
    # Seven for Punto, who stands; two and three for Banco, which is due the nine.
    cards="7 2 K 3 9",
    beats=(
        Beat(SEAT, _("Punto has seven. The reader says “no carta”."), (*SERVED, "says no carta")),
        Beat(
            CONSOLE,
            _("Banco is turned, and three cards lie there. The table stops by itself: no act can be pressed past it."),
            ('do turn_banco cards=["{c2}","{c4}","{c5}"]',),
        ),
        Beat(
            PIT,
            _("The pit is alarmed with the article: Super Punto Banco, Art. 7. An inspector is on the way."),
            ("on the way for wrong_number", "ispettore_gioco attests"),
        ),
        Beat(
            CONSOLE,
            _("The dealer says how the cards lie; they are turned one by one."),
            ("reports wrong_number: PBPBB", "turns banco", "do turn_third card={c5}", "turns punto"),
            seconds=6,
        ),
        Beat(
            CONSOLE,
            _("Every order in which they can have come out is tried: the last was Banco’s third, the coup is clear."),
            ('evidence places={{"{n5}":[5]}}',),
            seconds=6,
        ),
        Beat(
            PIT, _("The inspector ratifies: the cards lie as the Regola has them, and the coup goes on."), ("ratifies",)
        ),
        Beat(
            SIGN,
            _("The points are called and paid as if nothing had happened; the report is written already."),
            ("announces", ON, "burns"),
            seconds=6,
        ),
    ),
)
DECLARATION = Story(
    title=_("A wrong declaration"),
    # Four for Punto, who has to ask; five for Banco, which draws the three because Punto stands.
    cards="2 5 2 K 3",
    beats=(
        Beat(
            SEAT,
            _("Punto’s two cards make four: the Regola asks for a third. The reader says “no carta”."),
            (*SERVED, "says no carta"),
        ),
        Beat(
            CONSOLE,
            _("The cards are covered, so nobody can know. Banco has five and draws: Punto is said to stand."),
            (ON, ON),
        ),
        Beat(
            CONSOLE,
            _("Punto is turned: four. The table sees that the declaration was wrong, and holds the coup."),
            (ON,),
        ),
        Beat(
            PIT,
            _("The alert says what happened and under which rule. Somebody goes."),
            ("on the way for claim_differs",),
        ),
        Beat(
            PIT,
            _("In this house both inspectors have to be there. Each of them attests."),
            ("ispettore_gioco attests", "ispettore_comunale attests"),
        ),
        Beat(
            CONSOLE,
            _("Laid anew as the Regola has it: the three is Punto’s, and Banco stands with five."),
            ("ratifies",),
            seconds=6,
        ),
        Beat(
            SIGN,
            _("Punto wins with seven. Stakes are paid as they would have been from the beginning."),
            ("announces", ON, "burns"),
            seconds=6,
        ),
    ),
)
LINK = Story(
    title=_("The link is cut"),
    cards="2 4 3 K 3 A",
    own=True,
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
OWN = {
    "minute": MINUTE,
    "floor": FLOOR,
    "three": THREE,
    "declaration": DECLARATION,
    "link": LINK,
}
STORIES: Mapping[str, Story] = ChainMap(ADDED, OWN)
"""Stories by the names used in requests: those of the stage first, then those of extensions."""


def stories_of(table: Table) -> dict[str, Story]:
    """Return the stories, by name, whose condition on the rules of a table holds."""
    values = table.policy.values if table.policy is not None else {}
    return {name: it for name, it in STORIES.items() if it.rules is None or values.get(it.rules[0]) == it.rules[1]}
