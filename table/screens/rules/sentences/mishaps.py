"""Sentences on cards that go wrong."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.profile import Profile
from table.screens.rules.sentences import Rule, chosen
from table.words.numbers import Numbers


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on cards that go wrong, wrong announcements and malfunctions.

    Cards too many are either used in a Colpo in Bianco or burned, by ``remedies``. In a house that deals by machine
    only on malfunctions and lost connections.
    """
    if profile.dealing == "automatic":
        yield chosen(profile, "malfunction_voids", numbers)
        yield Rule(
            "malfunction_voids.link",
            _("A lost connection voids nothing: the hand is completed, and its result waits in the history."),
        )
        return
    yield chosen(profile, "remedies", numbers)
    if profile.remedies == "blank_coup":
        yield from _blank_coup(profile, numbers)
    else:
        yield Rule("remedies.nobody_stakes", _("Where nobody stakes no hand is dealt."))
    yield Rule("remedies.stuck", _("Cards that come out stuck together are put back in their order."))
    yield Rule(
        "remedies.burned",
        _("Where it cannot be told, those that stuck together are burned, and the hand goes on with the next ones."),
        other=_("All the cards of the coup that are out are burned."),
    )
    yield Rule("remedies.inverted", _("Cards of Punto laid at Banco, or the other way round, are put right."))
    yield Rule("remedies.number", _("Where a hand got more or fewer than two cards, the coup is rebuilt."))
    yield Rule("remedies.undue", _("Where a hand got a third card that was not due to it, the coup is rebuilt."))
    yield from _rebuilt(profile)
    yield Rule(
        "announced_wrongly",
        _("«Le carte parlano»: a wrong announcement is corrected at once, and what lies on the table decides."),
    )
    yield chosen(profile, "malfunction_voids", numbers)


def _rebuilt(profile: Profile) -> Iterator[Rule]:
    """Yield the rules on when a coup can be rebuilt clearly from its cards, and that it is else annulled.

    They come without citations. One on errors of the reader comes only in a house that plays Colpi in Bianco.
    """
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
    yield Rule(
        "remedies.clear_stays",
        _("What can be rebuilt clearly is not annulled, but ratified, or referred to the Direzione."),
        other=_("The Ispettore di Gioco may annul it all the same."),
    )
    if profile.remedies == "blank_coup":
        yield Rule(
            "remedies.elsewhere",
            _("The same holds after an error of the reader and after a third card that was due to nobody."),
            other=_("There the Direzione decides."),
        )


def _blank_coup(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on cards too many, seen, visible or fallen, in a house that plays Colpi in Bianco.

    They come without citations. A Colpo in Bianco is a hand without stakes, by which cards that were seen are used up.
    Does not check that the house plays it.
    """
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
        "remedies.early",
        _("A card that came too early and is due in the same coup is none too many."),
        other=_("It waits for the next hand like any other that was drawn out of turn."),
    )
    yield Rule(
        "remedies.seen_by",
        _("A card was seen whoever saw it."),
        other=_("Only a card that a player saw was seen."),
    )
    yield Rule("remedies.called", _("The dealer announces «Colpo in Bianco»."))
    yield from _visible_or_turned()
    yield Rule(
        "remedies.nobody_stakes",
        _("Where nobody stakes the Ispettore di Gioco may have the next hand played as a Colpo in Bianco."),
    )
    yield chosen(profile, "art3_first_card_window", numbers)
    yield chosen(profile, "art8_unseen_excess", numbers)


def _visible_or_turned() -> Iterator[Rule]:
    """Yield the rules on a card visible in the sabot, a first one face up, one known in the betting, and turned ones.

    They come without citations.
    """
    yield Rule(
        "remedies.visible",
        _(
            "A first card that lies visible in the sabot makes its hand a Colpo in Bianco; any later card that shows "
            "is valid."
        ),
    )
    yield Rule(
        "remedies.came_out_open",
        _("A first card that comes out face up was visible in the sabot, unless the dealer has turned it."),
        other=_("It is valid, as the betting is closed."),
    )
    yield Rule(
        "remedies.known",
        _("Where a later card is known while stakes can still be laid, the hand is a Colpo in Bianco too."),
        other=_("It is valid like any later card that shows."),
    )
    yield Rule(
        "remedies.turned",
        _("Cards that the dealer turns by mistake while dealing, the betting being closed, are valid."),
    )
