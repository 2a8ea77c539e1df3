"""First lesson: one coup from «Rien ne va plus» to the burning, guided step by step, with one mistake."""

from django.utils.translation import gettext_lazy as _

from procedures.training.exercises.exercise import MISTAKE, THIRD_DUE, Exercise, TakeOver

EXERCISES = (
    Exercise(
        key="first-lesson",
        kind="extra_card",
        title=_("The first lesson"),
        scene=_("Nobody is due a card any more, and yet one slips from the sabot, face down. Nobody has seen it."),
        at=TakeOver.BETTING,
        before="announce",
        cards=f"{THIRD_DUE} 8D",
        remedy=("extra card unseen 8D",),
        reader=True,
        guide=(
            ("close_bets", _("Two guests have staked. Say «Rien ne va plus» and press “%(act)s”: nothing moves now.")),
            ("deal", _("Draw four cards, face down: Punto, Banco, Punto, Banco. Then press “%(act)s”.")),
            (
                "declare",
                _("Punto’s cards lie before a guest, who alone reads them. Press what the reader says, “%(voice)s”."),
            ),
            ("turn_banco", _("Turn Banco’s cards over and key them: one tap for each card, as it lies here.")),
            ("card_out", _("The reader asked for a third card: draw it face up, and key it.")),
            ("turn_punto", _("Now the reader’s cards are turned over. Key them too.")),
            (MISTAKE, _("What is this? Find it under “%(incident)s”: press “%(kind)s”, then “%(unseen)s”.")),
            ("announce", _("Put right: that card waits for the next hand. Call the points, then press “%(act)s”.")),
            ("settle", _("Take and pay at each position as it stands below. Then press “%(act)s”.")),
            ("burn", _("Everybody has what is theirs. Press “%(act)s”, and the coup is over.")),
        ),
    ),
)
