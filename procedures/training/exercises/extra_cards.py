"""Exercises on extra, visible and turned cards. Super Punto Banco, Art. 1."""

from django.utils.translation import gettext_lazy as _

from procedures.training.exercises.exercise import Exercise, TakeOver

EXERCISES = (
    Exercise(
        key="extra-unseen",
        kind="extra_card",
        title=_("A card too many, unseen"),
        scene=_(
            "Both hands lie open and nobody is due a card. Another card slips from the sabot and stays face down; "
            "nobody has seen its face."
        ),
        at=TakeOver.COMPLETE,
        remedy=("extra card unseen 8D",),
    ),
    Exercise(
        key="extra-seen",
        kind="extra_card",
        title=_("A card too many, seen"),
        scene=_(
            "Both hands lie open and nobody is due a card. Another card slips from the sabot and falls open on the "
            "felt: everybody sees it."
        ),
        at=TakeOver.COMPLETE,
        pictured="8D",
        remedy=("extra card seen 8D",),
    ),
    Exercise(
        key="visible-first",
        kind="visible_card",
        title=_("The first card lies visible in the sabot"),
        scene=_("Before the betting opens you see that the next card lies face up inside the sabot."),
        at=TakeOver.BETWEEN,
        remedy=("next card visible",),
    ),
    Exercise(
        key="waiting-seen",
        kind="waiting_card_seen",
        title=_("A card that waits is seen"),
        scene=_(
            "The card that came out too early waits under the sabot. As you move your hand it turns over: the guests "
            "see it, while their stakes lie on the felt."
        ),
        at=TakeOver.BETTING,
        pictured="9S",
        happened=("do card_out",),
        waits=True,
        remedy=("reports waiting_card_seen number=1 card=9S",),
    ),
    Exercise(
        key="overlooked",
        kind="overlooked_card",
        title=_("A card too many was overlooked"),
        scene=_(
            "The four cards are dealt. Only now you find a card of this sabot lying open behind it: it came out before "
            "this hand, and a guest has seen it."
        ),
        at=TakeOver.DEALT,
        pictured="8D",
        remedy=("reports overlooked_card seen=true card=8D",),
    ),
    Exercise(
        key="turned-by-hand",
        kind="turned_by_dealer",
        title=_("The dealer turns a card while dealing"),
        scene=_("The four cards are dealt. Your sleeve turns over the first one, which lies at Punto."),
        at=TakeOver.DEALT,
        pictured="9S",
        reader=True,
        remedy=("reports turned_by_dealer number=1 card=9S",),
    ),
    Exercise(
        key="came-out-visible",
        kind="came_out_visible",
        title=_("The first card comes out face up"),
        scene=_(
            "The betting is closed. The first card of the hand comes out face up: so it lay in the sabot, you did not "
            "turn it."
        ),
        at=TakeOver.ONE_OUT,
        pictured="9S",
        reader=True,
        remedy=("reports came_out_visible card=9S",),
    ),
)
