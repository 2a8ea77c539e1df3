"""Exercises on readers who do not follow the Regola, and on a late stake. Super Punto Banco, Premessa."""

from django.utils.translation import gettext_lazy as _

from procedures.training.exercises.exercise import THIRD_DUE, Exercise, TakeOver

EXERCISES = (
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
