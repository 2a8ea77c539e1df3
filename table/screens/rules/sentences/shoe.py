"""Sentences on the shoe and the cut card."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.profile import Profile
from table.rules.shoe import check_decks, counted_phrase
from table.screens.rules.sentences import Rule, chosen
from table.words.numbers import Numbers
from table.words.voices import called


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on the decks, shuffling, real or virtual cards, the cut card, the last coup, and worn cards.

    In a house without a cut card one sentence says so, and none is on the last coup; if a machine deals there, none is
    on worn cards either.
    """
    cards = numbers.decimal(check_decks(profile, profile.decks))
    yield Rule(
        "decks", _("The shoe holds %(decks)s decks, %(cards)s cards.") % {"decks": profile.decks, "cards": cards}
    )
    yield chosen(profile, "reshuffle_every_hand", numbers)
    yield _sealed(profile)
    yield chosen(profile, "cut_card", numbers)
    if profile.cut_card:
        yield chosen(profile, "mask_tolerance", numbers)
        yield from _last_coup(profile, numbers)
    if profile.cut_card or profile.dealing != "automatic":
        yield from _worn()


def _sealed(profile: Profile) -> Rule:
    """Return the rule on whether the cards are real or sealed by the machine, then for a taglia or for every hand."""
    if not profile.virtual_shoe:
        text = _("The cards are real ones, and nobody knows a face before it is turned.")
    elif profile.reshuffle_every_hand:
        text = _(
            "The cards are not real ones: for every hand the machine shuffles and seals them, publishes before the "
            "first what binds it to all of them, and opens every seal after the hand."
        )
    else:
        text = _(
            "The cards are not real ones: the machine shuffles and seals them, publishes before the first what binds "
            "it to all of them, and opens every seal at the end of the taglia."
        )
    return Rule("virtual_shoe", text)


def _last_coup(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on which coup is the last, a sabot that is empty too soon, and how many cards a last coup needs.

    The last coup by where the cut card comes out, and when it is called; on one that comes out in a Colpo in Bianco,
    and on a card that waited for the hand, only in a house that plays these. Does not check that it has a cut card.
    """
    yield chosen(profile, "art5_mid_coup", numbers)
    if profile.remedies == "blank_coup":
        yield chosen(profile, "art5_cut_in_blank", numbers)
    yield Rule(
        "cut_card.complete",
        _("If it lies in front of the sabot when a hand is complete, the next coup begins with it."),
        other=_("The coup whose hand is complete is the last."),
    )
    if profile.remedies == "blank_coup":
        yield Rule(
            "cut_card.waiting",
            _(
                "A coup begins with it as long as its hand has drawn no card of the sabot, though a card that waited "
                "lies there."
            ),
            other=_("The card that waited has begun the coup, and the cut card comes in the middle of it."),
        )
    yield Rule(
        "cut_card.call_waits",
        _(
            "While it hangs on the hand to which coup it belongs, as behind the fourth covered card, its call waits "
            "until that is known."
        ),
        other=_("It is called as soon as it comes out."),
    )
    yield Rule(
        "cut_card.empty",
        _(
            "A sabot that is empty before its time gives no card that is not there: a hand that lacks one is annulled, "
            "and the taglia is over."
        ),
    )
    yield from _minimum(profile)


def _minimum(profile: Profile) -> Iterator[Rule]:
    """Yield three rules on the least number of cards of a last coup: its effect, when drawn, what is counted.

    Without such a number (None) a single one: that the last coup is paid like any other.
    """
    if profile.min_last_coup_cards is None:
        yield Rule(
            "min_last_coup_cards", _("The last coup is paid like any other; the cards left behind are not counted.")
        )
        return
    text = _(
        "If the cut card is the first to come out for a coup, the dealer declares «%(call)s». Before anything is paid "
        "or "
        "collected, the cards left in the shoe are drawn: with fewer than %(cards)s on the table the coup is null, the "
        "stakes go back and no claim is heard."
    )
    call = called(counted_phrase(profile))
    yield Rule("min_last_coup_cards", text % {"call": call, "cards": profile.min_last_coup_cards})
    yield Rule(
        "min_last_coup_cards.announced",
        _("The hand is finished and announced before the remaining cards are drawn."),
        other=_("They are drawn first, and the hand is announced after that."),
    )
    yield Rule(
        "min_last_coup_cards.counted",
        _(
            "Counted together are the cards of the hand, a card too many under the sabot and those drawn after them; "
            "what was burned as stuck is not counted."
        ),
        other=_("Only the cards of the hand are counted, or those without the card under the sabot."),
    )


def _worn() -> Iterator[Rule]:
    """Yield the three rules, without citations, on worn cards, the same for every house.

    They are replaced, during the game too; one by one, on the word of the inspector; all decks at the end of a taglia.
    """
    yield Rule("worn", _("Creased or stained cards are replaced, during the game too."))
    yield Rule(
        "worn.same",
        _(
            "A card is replaced by one of the same rank and suit, on the word of the Ispettore di Gioco; one that lies "
            "on the table after its coup."
        ),
        other=_("The dealer replaces it alone, and at once."),
    )
    yield Rule("worn.decks", _("At the end of every taglia the Ispettore di Gioco may have the decks replaced."))
