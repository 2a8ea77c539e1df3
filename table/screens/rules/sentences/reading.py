"""Sentences on dealing, the reader of the cards and the Button."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.profile import Profile
from table.screens.rules.sentences import Rule, chosen
from table.words.numbers import Numbers


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on dealing, the reader, the Button and the announcement.

    In a house that deals by machine none on closing the betting, on how a third card is laid, or on the announcement;
    in one where nobody reads none on the Button.
    """
    if profile.dealing != "automatic":
        yield Rule("closing", _("The betting is closed before the first card is drawn; nothing is staked after that."))
        yield Rule("closing.called", _("The dealer closes it with the words «Rien ne va plus»."))
    yield chosen(profile, "dealing", numbers)
    yield Rule("dealing.order", _("The first and the third card are Punto’s, the second and the fourth Banco’s."))
    if profile.dealing != "automatic":
        yield Rule(
            "dealing.third_open",
            _("A third card is laid open."),
            other=_("Punto’s third card is laid face down, and turned with the others."),
        )
    yield from _reader(profile, numbers)
    yield from _button(profile, numbers)
    if profile.dealing != "automatic":
        if profile.announce_order == "any":
            yield Rule("announced", _("The dealer announces the points of both hands."))
        yield chosen(profile, "announce_order", numbers)


def _reader(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on the player who reads Punto's cards: who it is, how they read and declare, and if they do not.

    Where nobody reads, a single one that says so; none if a machine deals there.
    """
    if profile.dealing != "automatic":
        yield chosen(profile, "reader", numbers)
    if profile.reader == "none":
        return
    yield Rule(
        "reader.cloth",
        _("They are read without being lifted from the cloth."),
        other=_("The player takes them up in the hand."),
    )
    yield Rule(
        "reader.in_action",
        _(
            "What counts is all that a player has in action on Punto, at whichever positions: nothing above the "
            "maximum."
        ),
        other=_("What counts is each stake as it was laid, above the maximum too."),
    )
    yield Rule("reader.nobody", _("When nobody has staked on Punto, the dealer completes the hand."))
    yield from _reads()
    yield Rule("reader.claims", _("The reader has no choice: whatever differs from the Regola is set right by it."))
    yield Rule(
        "reader.gestures",
        _("Said aloud, «carta» or «no carta», or shown: two cards moved apart ask for one, crossed they stay."),
    )
    yield Rule("reader.standing", _("Who stands may stake on Punto, but does not read."))
    yield chosen(profile, "standing_top_bet", numbers)
    yield from _without_the_reader(profile)


def _reads() -> Iterator[Rule]:
    """Yield the three rules on the order of reading.

    A battuta is turned at once; else Banco is turned first; and that before Punto gets a third card.
    """
    yield Rule("reader.battuta", _("With 8 or 9, a battuta, the reader turns the cards at once."))
    yield Rule(
        "reader.order",
        _("After the declaration the dealer turns Banco and completes it; then the reader turns Punto’s cards."),
    )
    yield Rule(
        "reader.banco_first",
        _("Banco is turned before Punto gets a third card: a battuta of Banco leaves none to anybody."),
        other=_("Punto gets its third card first, and Banco is turned after it."),
    )


def _without_the_reader(profile: Profile) -> Iterator[Rule]:
    """Yield the rules on readers who declare wrong, do not read, or leave, and on the dealer completing the hand.

    On a wrong declaration without effect only where not both inspectors have to be present always (``presence``).
    """
    if profile.presence != "always_both":
        yield Rule(
            "reader.no_effect",
            _("A wrong declaration by which no card would lie elsewhere is noted, and play goes on."),
            other=_("It is set right before the same inspectors as any other error of the reader."),
        )
    yield Rule(
        "reader.passed_on",
        _(
            "Who does not read, or leaves, is passed over by the dealer: the next in the ranking reads, and after the "
            "last nobody."
        ),
    )
    yield Rule("reader.dealer_completes", _("The Ispettore di Gioco may have the dealer complete the hand."))


def _button(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on the Button: it decides among equal stakes, where it begins, is passed on, and is put right.

    Where there is none only from which position on they count; none where nobody reads.
    """
    if profile.reader == "none":
        return
    yield chosen(profile, "button", numbers)
    if not profile.button:
        return
    yield Rule(
        "button.order",
        _("They follow in the order of their numbers, and after the last comes the first."),
        other=_("They follow as the players sit, seen from the dealer."),
    )
    yield Rule(
        "button.begins",
        _("When the table opens the Button lies at %(position)s.") % {"position": profile.positions[0]},
        other=_("With each taglia it begins there again."),
    )
    yield chosen(profile, "button_rotation", numbers)
    yield chosen(profile, "button_on_annulled", numbers)
    yield Rule(
        "button.put_right",
        _("A Button at the wrong position is put right by the Ispettore di Gioco, between two coups."),
    )
