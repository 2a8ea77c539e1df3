"""Stories of the demo stage about mishaps that are put right by the regulations, from the slip to the last payment."""

from django.utils.translation import gettext_lazy as _

from table.script.added import CLOSED, ON, Beat, StageScreen, Story

CONSOLE, SIGN, SEAT, PIT = StageScreen.CONSOLE, StageScreen.SIGN, StageScreen.SEAT, StageScreen.PIT
SERVED = (*CLOSED, ON)
"""Acts up to the four cards on the felt."""

FLOOR = Story(
    title=_("A card on the floor"),
    # Nine for Punto, eight for Banco.
    cards="Q 8 9 K",
    order=1,
    beats=(
        Beat(CONSOLE, _("The stakes lie, the betting is closed."), CLOSED),
        Beat(
            CONSOLE,
            _("The first card slips from the sabot and falls to the floor. The dealer reports it in two presses."),
            ("reports fallen_card places=[1]",),
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
    order=1,
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
    order=1,
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
STORIES = {"floor": FLOOR, "three": THREE, "declaration": DECLARATION}
"""Stories by the names used in requests."""
SETTLES = (
    *("ispettore_gioco attests", "ispettore_comunale attests", "has the coup annulled"),
    *("ispettore_gioco refers the incident", "rules annul"),
)
"""Lines that close a case which is left open at the stage's table; those that are refused are skipped."""
