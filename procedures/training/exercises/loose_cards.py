"""Exercises on cards that stick together, fall or are worn. Super Punto Banco, Art. 2 to 4."""

from django.utils.translation import gettext_lazy as _

from procedures.training.exercises.exercise import Exercise, TakeOver

EXERCISES = (
    Exercise(
        key="stuck-restored",
        kind="stuck_cards",
        title=_("Two cards stick together, and their order is known"),
        scene=_(
            "One card is out. The next two come out stuck together, one on the other, face down. You saw which of them "
            "lay on top."
        ),
        at=TakeOver.ONE_OUT,
        reader=True,
        remedy=("reports stuck_cards before=1 packet=2 restored=true",),
    ),
    Exercise(
        key="stuck-burned",
        kind="stuck_cards",
        title=_("Two cards stick together, and nobody knows their order"),
        scene=_(
            "Two cards are out. The next two come out stuck together and slide apart as you pull: nobody can say which "
            "of them came first. Their faces were seen."
        ),
        at=TakeOver.TWO_OUT,
        cards="9S 4H 8D 8C KD 3C",
        pictured="8D 8C",
        reader=True,
        remedy=("reports stuck_cards before=2 packet=2 restored=false seen=true",),
    ),
    Exercise(
        key="fallen-first",
        kind="fallen_card",
        title=_("The first card of the hand falls"),
        scene=_(
            "The betting is closed. The first card slips from the sabot and falls to the floor. You pick it up, face "
            "down; nobody has seen its face, and no other card is out."
        ),
        at=TakeOver.CLOSED,
        reader=True,
        remedy=("reports fallen_card places=[1] said=true",),
    ),
    Exercise(
        key="fallen-later",
        kind="fallen_card",
        title=_("A later card falls"),
        scene=_(
            "The four cards are dealt. The second one, of Banco, is swept from the felt; you pick it up at once and "
            "lay it back. Everybody saw it."
        ),
        at=TakeOver.DEALT,
        pictured="4H",
        remedy=("reports fallen_card places=[2] seen=true",),
    ),
    Exercise(
        key="fallen-order-lost",
        kind="fallen_card",
        title=_("Two cards fall, and their order is lost"),
        scene=_(
            "The four cards are dealt. The first one of Punto and the first one of Banco are swept to the floor, face "
            "down. You pick up both, and nobody knows which is which."
        ),
        at=TakeOver.DEALT,
        reader=True,
        remedy=("reports fallen_card places=[1,2] order_lost=true",),
    ),
    Exercise(
        key="fallen-not-found",
        kind="fallen_card",
        title=_("A fallen card is not found"),
        scene=_("The four cards are dealt. The fourth one, of Banco, falls off the table, and nobody finds it."),
        at=TakeOver.DEALT,
        reader=True,
        remedy=("reports fallen_card places=[4] recovered=false",),
    ),
    Exercise(
        key="worn",
        kind="worn_card",
        title=_("A card is worn"),
        scene=_("Both hands lie open. One corner of this card is bent: it would be known again from its back."),
        at=TakeOver.COMPLETE,
        pictured="KD",
        remedy=("reports worn_card card=KD damage=bent",),
    ),
)
