"""When cards go wrong, in sentences."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.profile import Profile
from table.screens.read.numbers import Numbers
from table.screens.rules.sentences import Rule, chosen


def sentences(profile: Profile, _numbers: Numbers) -> Iterator[Rule]:
    """Cards too many, seen, stuck, fallen or served to the wrong hand; errors of who announces, or of the machine."""
    if profile.dealing == "automatic":
        yield from _machine(profile)
        return
    yield from _blank_coup(profile) if profile.remedies == "blank_coup" else _burn()
    yield Rule("remedies.stuck", _("Cards that come out stuck together are put back in their order."))
    yield Rule(
        "remedies.burned",
        _("Where it cannot be told, those that stuck together are burned, and the hand goes on with the next ones."),
        other=_("All the cards of the coup that are out are burned."),
    )
    yield from _rebuilt(profile)
    yield Rule(
        "announced_wrongly",
        _("«Le carte parlano»: a wrong announcement is corrected at once, and what lies on the table decides."),
    )
    yield _malfunction(profile)


def _rebuilt(profile: Profile) -> Iterator[Rule]:
    yield Rule(
        "remedies.unclear",
        _(
            "Cards laid on the wrong box move to where the Regola puts them. A coup that cannot be rebuilt clearly is "
            "annulled: the stakes go back and its cards are burned."
        ),
    )
    yield Rule(
        "remedies.clear",
        _("It is clear when every order of the cards that agrees with what is known makes the same hands."),
        other=_("It is clear only where one single order is left."),
    )
    if profile.remedies == "blank_coup":
        yield Rule(
            "remedies.elsewhere",
            _("The same holds after an error of the reader and after a third card that was due to nobody."),
            other=_("There the Direzione decides."),
        )


def _blank_coup(profile: Profile) -> Iterator[Rule]:
    yield Rule(
        "remedies", _("A card too many that nobody saw waits under the sabot and comes into play in the next hand.")
    )
    yield Rule(
        "remedies.seen",
        _(
            "If it was seen, it is not burned: it is used in the next coup, a «Colpo in Bianco», which is played "
            "without stakes by the same Regola."
        ),
    )
    yield Rule(
        "remedies.first",
        _("Such a card is the first one of the hand in which it is used."),
        other=_("It may be used anywhere in that hand."),
    )
    yield Rule(
        "remedies.visible",
        _(
            "A first card that lies visible in the sabot makes its hand a Colpo in Bianco; any later card that shows "
            "is valid."
        ),
    )
    yield from _fallen_or_undue(profile)


def _fallen_or_undue(profile: Profile) -> Iterator[Rule]:
    yield chosen(
        profile,
        "art3_first_card_window",
        {
            "until_second_card": _(
                "A fallen card is picked up by the staff and stays in play. If it is the first card of a hand and no "
                "other is out yet, the stakes go back and the hand is played in bianco."
            ),
            "any_time": _(
                "A fallen card is picked up by the staff and stays in play. If it is the first card of a hand, "
                "whenever it falls, the stakes go back and the hand is played in bianco."
            ),
        },
    )
    yield chosen(
        profile,
        "art8_unseen_excess",
        {
            "blank": _("A third card that was due to nobody makes the next coup a Colpo in Bianco, seen or not."),
            "under_sabot": _(
                "A third card that was due to nobody makes the next coup a Colpo in Bianco; unseen, it waits under "
                "the sabot."
            ),
        },
    )


def _burn() -> Iterator[Rule]:
    yield Rule(
        "remedies",
        _("A card too many, exposed too early or due to nobody is burned, and the coup goes on with the next card."),
    )


def _machine(profile: Profile) -> Iterator[Rule]:
    yield _malfunction(profile)
    yield Rule(
        "malfunction_voids.link",
        _("A lost connection voids nothing: the hand is completed, and its result waits in the history."),
    )


def _malfunction(profile: Profile) -> Rule:
    return chosen(
        profile,
        "malfunction_voids",
        {
            True: _("A malfunction inside a hand voids it, wins included: the stakes go back."),
            False: _("No malfunction of the software voids a hand: the cards that were drawn decide it."),
        },
    )
