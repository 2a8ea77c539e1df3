"""Exercises on what is played and said: the end of the taglia, wrong points, disputes, chips, decks, readers, stakes.

Super Punto Banco, Premessa and Art. 5, 9, 10, 15 and 16.
"""

from django.utils.translation import gettext_lazy as _

from procedures.training.exercises.exercise import THIRD_DUE, Exercise, TakeOver

EXERCISES = (
    Exercise(
        key="null-seven",
        kind="null_seven",
        title=_("The last coup begins with the cut card"),
        scene=_(
            "The betting is closed, and the cut card comes out before the first card of the hand. When you take out "
            "what is left after the coup, there is one card in the sabot."
        ),
        at=TakeOver.CLOSED,
        cards="6H 2D KS 3C 9H",
        left="??",
        behind=6,
        happened=("cut card out",),
        cut_card=True,
    ),
    Exercise(
        key="sabot-empty",
        kind="sabot_empty",
        title=_("The sabot is empty"),
        scene=_("A third card is due. You reach for it, and the sabot is empty."),
        at=TakeOver.THIRD_DUE,
        cards=THIRD_DUE,
        remedy=("reports sabot_empty",),
    ),
    Exercise(
        key="wrong-points",
        kind="wrong_announcement",
        title=_("Wrong points are called"),
        scene=_("You have just called «Banco uno, Punto uno», and a guest shakes their head."),
        at=TakeOver.COMPLETE,
        happened=("announces 1 1",),
    ),
    Exercise(
        key="disputed",
        kind="dispute",
        title=_("A coup that is over is disputed"),
        scene=_("The cards are burned. The guest at the second position claims to have been paid too little."),
        at=TakeOver.BURNED,
        remedy=('reports dispute coup="{coup}" position="{second}" about=payment',),
    ),
    Exercise(
        key="uncollected",
        kind="uncollected",
        title=_("Chips that nobody collects"),
        scene=_("While the cards are dealt you see chips of 25.00 at the third position, where nobody sits."),
        at=TakeOver.DEALT,
        remedy=('reports uncollected position="{third}" left=chips amount=2500',),
    ),
    Exercise(
        key="foreign-card",
        kind="unforeseen",
        title=_("A card of other decks"),
        scene=_("The four cards are dealt. One of them has another back than all the others."),
        at=TakeOver.DEALT,
        remedy=("reports unforeseen what=foreign_card",),
    ),
    Exercise(
        key="declared-no-carta",
        kind="declaration",
        title=_("«No carta» with four"),
        scene=_("The reader lifts the edge of the cards and says «no carta»."),
        at=TakeOver.DEALT,
        cards=THIRD_DUE,
        says="no_carta",
        reader=True,
    ),
    Exercise(
        key="declared-carta",
        kind="declaration",
        title=_("«Carta» with seven"),
        scene=_("The reader lifts the edge of the cards and says «carta»."),
        at=TakeOver.DEALT,
        cards="7H 2C KD 3S 4D KC",
        says="carta",
        reader=True,
    ),
    Exercise(
        key="declared-without-effect",
        kind="declaration_without_effect",
        title=_("«No carta» with nine"),
        scene=_("The reader lifts the edge of the cards, turns nothing and says «no carta»."),
        at=TakeOver.DEALT,
        says="no_carta",
        reader=True,
    ),
    Exercise(
        key="late-stake",
        kind="late_stake",
        title=_("A stake after «Rien ne va plus»"),
        scene=_("The cards are dealt. The guest at the second position pushes another 50.00 on to Punto."),
        at=TakeOver.DEALT,
        remedy=('reports late_stake position="{second}" box=punto amount=5000',),
    ),
)
