"""Exercises on cards in the wrong box or in the wrong number, and on third cards. Art. 6 to 8."""

from django.utils.translation import gettext_lazy as _

from procedures.training.exercises.exercise import THIRD_DUE, Exercise, TakeOver

EXERCISES = (
    Exercise(
        key="inverted",
        kind="inverted",
        title=_("The first two cards are inverted"),
        scene=_(
            "The four cards are dealt. You see that the first one lies at Banco and the second one at Punto; the third "
            "and the fourth lie right. All are face down, and you know of each when it came out."
        ),
        at=TakeOver.DEALT,
        true_boxes="BPPB",
        remedy=("reports inverted: BPPB told_apart=true",),
        reader=True,
    ),
    Exercise(
        key="three-at-punto",
        kind="wrong_number",
        title=_("Three cards at Punto, one at Banco"),
        scene=_(
            "Four cards are out: you laid the first, the third and the fourth at Punto, and only the second at Banco. "
            "All are face down, and you know of each when it came out."
        ),
        at=TakeOver.DEALT,
        cards="2C 5D 3H KS 9C",
        true_boxes="PBPP",
        remedy=("reports wrong_number: PBPP told_apart=true",),
        reader=True,
    ),
    Exercise(
        key="undue-third",
        kind="undue_third",
        title=_("A third card that is not due"),
        scene=_(
            "Banco shows nine, so nobody draws. Without thinking you have served a third card to Punto. It lies there "
            "face down, the last of five."
        ),
        at=TakeOver.COMPLETE,
        cards="2S 9C 2H KD 6C",
        remedy=("reports undue_third: PBPBP served=true",),
    ),
    Exercise(
        key="third-not-drawn",
        kind="third_not_drawn",
        title=_("A third card was forgotten"),
        scene=_(
            "Punto has four and is due a third card. It was forgotten: you are about to call the points when you see "
            "that four cards lie there, and no fifth."
        ),
        at=TakeOver.THIRD_DUE,
        cards=THIRD_DUE,
        remedy=("reports third_not_drawn",),
    ),
)
