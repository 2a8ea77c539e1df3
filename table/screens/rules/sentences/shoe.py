"""Shoe and cut card, in sentences."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.profile import Profile
from table.rules.shoe import LAST_COUP, check_decks, counted_phrase
from table.screens.read.numbers import Numbers
from table.screens.rules.sentences import Rule, chosen


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """What is in the sabot, and how the last coup of the taglia is known."""
    cards = numbers.decimal(check_decks(profile, profile.decks))
    yield Rule(
        "decks", _("The shoe holds %(decks)s decks, %(cards)s cards.") % {"decks": profile.decks, "cards": cards}
    )
    yield chosen(
        profile,
        "reshuffle_every_hand",
        {
            True: _("All decks are shuffled again for every hand."),
            False: _("One shuffle makes a taglia: coups follow each other from the same shoe until its last one."),
        },
    )
    yield chosen(
        profile,
        "virtual_shoe",
        {
            True: _(
                "The cards are not real ones: the machine shuffles and seals them, publishes before the first what "
                "binds it to all of them, and opens every seal at the end of the taglia."
            ),
            False: _("The cards are real ones, and nobody knows a face before it is turned."),
        },
    )
    if not profile.cut_card:
        yield Rule("cut_card", _("There is no cut card, and therefore no last coup."))
        return
    yield Rule(
        "cut_card",
        _("When the cut card (mascherina) comes out of the shoe, the dealer announces «%(call)s».")
        % {"call": LAST_COUP},
    )
    yield _watched(profile)
    yield from _last_coup(profile)


def _watched(profile: Profile) -> Rule:
    if profile.mask_tolerance is None:
        return Rule("mask_tolerance", _("Where the cut card comes out is not watched."))
    text = _(
        "Where the cut card lies is recorded when it goes in. If it comes more than %(cards)s cards before or after "
        "that place, or a betting is opened more than so many cards past it, the inspectors are told; nothing else "
        "follows."
    )
    return Rule("mask_tolerance", text % {"cards": profile.mask_tolerance})


def _last_coup(profile: Profile) -> Iterator[Rule]:
    yield chosen(
        profile,
        "art5_mid_coup",
        {
            "this_is_last": _("If the cut card comes out in the middle of a coup, this very coup is the last."),
            "one_more": _("If the cut card comes out in the middle of a coup, one more coup is played after it."),
        },
    )
    if profile.remedies == "blank_coup":
        yield chosen(
            profile,
            "art5_cut_in_blank",
            {
                "ends_taglia": _("If it comes out in a Colpo in Bianco, the taglia ends with that one."),
                "one_more": _("If it comes out in a Colpo in Bianco, one more coup is played after it."),
            },
        )
    yield from _minimum(profile)


def _minimum(profile: Profile) -> Iterator[Rule]:
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
    yield Rule("min_last_coup_cards", text % {"call": counted_phrase(profile), "cards": profile.min_last_coup_cards})
    yield Rule(
        "min_last_coup_cards.counted",
        _("The cards of the hand and those drawn after it are counted together."),
        other=_("Only the cards of the hand are counted."),
    )
