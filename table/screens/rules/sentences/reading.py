"""Dealing, the reader of the cards and the Button, in sentences."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.profile import Profile
from table.screens.read.numbers import Numbers
from table.screens.rules.sentences import Rule, chosen


def sentences(profile: Profile, _numbers: Numbers) -> Iterator[Rule]:
    """From the first card to the announcement."""
    yield chosen(
        profile,
        "dealing",
        {
            "face_down": _("After «Rien ne va plus» four cards come face down."),
            "face_up": _("After «Rien ne va plus» four cards come face up."),
            "automatic": _("The game itself deals and turns every card."),
        },
    )
    yield Rule("dealing.order", _("The first and the third card are Punto’s, the second and the fourth Banco’s."))
    yield from _reader(profile)
    yield from _button(profile)
    if profile.dealing != "automatic":
        if profile.announce_order == "any":
            yield Rule("announced", _("The dealer announces the points of both hands."))
        yield chosen(
            profile,
            "announce_order",
            {
                "banco_first": _("The dealer announces the points of Banco first, then those of Punto."),
                "any": _("Which of the two hands is announced first is left to the dealer."),
            },
        )


def _reader(profile: Profile) -> Iterator[Rule]:
    if profile.reader == "none":
        if profile.dealing != "automatic":
            yield Rule("reader", _("Nobody reads cards: the dealer lays them and says what the Regola asks."))
        return
    yield Rule(
        "reader",
        _(
            "Punto’s two cards go, unturned, to the player with the largest stake on Punto, who reads them on the "
            "cloth."
        ),
    )
    yield Rule(
        "reader.in_action",
        _("What counts is the stake in action: nothing above the maximum."),
        other=_("What counts is the stake as it was laid, above the maximum too."),
    )
    yield Rule("reader.nobody", _("When nobody has staked on Punto, the dealer completes the hand."))
    yield Rule("reader.claims", _("The reader has no choice: whatever differs from the Regola is set right by it."))
    yield Rule(
        "reader.gestures",
        _("Said aloud, «carta» or «no carta», or shown: two cards moved apart ask for one, crossed they stay."),
    )
    yield chosen(
        profile,
        "standing_top_bet",
        {
            "next_seated_reads": _("Who stands may stake on Punto but never reads; then the next seated player does."),
            "dealer_completes": _(
                "Who stands never reads; if that stake on Punto is the largest, the dealer completes the hand."
            ),
        },
    )


def _button(profile: Profile) -> Iterator[Rule]:
    if profile.reader == "none":
        return
    first = {"position": profile.positions[0]}
    if not profile.button:
        yield Rule(
            "button",
            _("There is no Button: among equal stakes the order of the positions decides, from %(position)s on.")
            % first,
        )
        return
    yield Rule("button", _("Among equal stakes the Button decides: its position comes first, then the following ones."))
    yield from _button_moves(profile)


def _button_moves(profile: Profile) -> Iterator[Rule]:
    first = {"position": profile.positions[0]}
    yield Rule(
        "button.order",
        _("They follow in the order of their numbers, and after the last comes the first."),
        other=_("They follow as the players sit, seen from the dealer."),
    )
    yield Rule(
        "button.begins",
        _("When the table opens the Button lies at %(position)s.") % first,
        other=_("With each taglia it begins there again."),
    )
    yield chosen(
        profile,
        "button_rotation",
        {
            "next_position": _(
                "At the end of every coup but a Colpo in Bianco it passes to the next position, occupied or not."
            ),
            "next_occupied": _(
                "At the end of every coup but a Colpo in Bianco it passes to the next position whose player is present."
            ),
        },
    )
    yield chosen(
        profile,
        "button_on_annulled",
        {
            "pass": _("An annulled coup passes it on like any other."),
            "stay": _("After an annulled coup it stays where it is."),
        },
    )
