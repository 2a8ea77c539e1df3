"""Sentences on who decides in a house."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.profile import Profile, Role, Ruling, has_comunale
from table.screens.rules.sentences import Rule, chosen
from table.words.numbers import Numbers
from table.words.terms import BY


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on who decides: limits, suspension, disputes, who has to be present, and what no rule foresees.

    Among them those on who may see how many errors were put down to each person, and the pace of each; last come those
    on changes of the rules and rulings of the Direzione.
    """
    yield from _limits(profile, numbers)
    yield from _suspension(profile, numbers)
    yield from _disputes(profile, numbers)
    yield from _witnesses(profile, numbers)
    yield chosen(profile, "error_figures_read_by", numbers)
    yield chosen(profile, "pace_by_person", numbers)
    yield Rule(
        "unforeseen",
        _("What no rule foresees is decided %(by)s, without appeal.") % {"by": BY[Role.DIREZIONE]},
        other=_("Its decision is final only where something is in dispute."),
    )
    yield from _rulings(profile, numbers)


def _limits(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on who decides limits, from when they hold, and who announces new ones, or that nobody does.

    If somebody does, a fourth says that the old ones hold until then.
    """
    yield chosen(profile, "limits_decided_by", numbers)
    yield Rule(
        "limits_decided_by.from", _("A change holds from the next coup."), other=_("It holds as soon as it is decided.")
    )
    yield chosen(profile, "announce_limits_by", numbers)
    if profile.announce_limits_by is not None:
        yield Rule(
            "announce_limits_by.until",
            _("Until they are announced the old ones hold."),
            other=_("They hold as soon as they are decided."),
        )


def _suspension(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules, without citations, on who may suspend play, and that it needs no notice or reason.

    Where another office may, one says that the Direzione may, too.
    """
    yield chosen(profile, "suspended_by", numbers)
    if profile.suspended_by != Role.DIREZIONE:
        yield Rule(
            "suspended_by.direzione",
            _("The Direzione, which stands above, may suspend it too."),
            other=_("Nobody else may suspend it."),
        )
    yield Rule("suspended_by.reason", _("No notice and no reason has to be given for it."))


def _rulings(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on changes of the rules, on what their document leaves open, and on what the Direzione may rule.

    One on money that was paid or taken wrongly comes only where its rulings may correct that.
    """
    yield Rule("amended", _("These rules may be changed."))
    yield Rule(
        "amended.from",
        _("The Direzione changes them: a new version holds from the next taglia, and stands on the sign."),
    )
    yield Rule("general", _("What the document leaves to other rules is filled by defaults, each marked as one."))
    yield chosen(profile, "rulings", numbers)
    if Ruling.CORRECT_MONEY in profile.rulings:
        yield Rule(
            "rulings.money",
            _("What was paid or taken wrongly may be put right by it."),
            other=_("It decides of the coup alone, and what was paid stays paid."),
        )


def _disputes(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on the end of a coup, who decides disputes, a second person for them, and corrections by two.

    In a house that deals by machine neither the first nor the last.
    """
    if profile.dealing != "automatic":
        yield Rule("disputes_decided_by.over", _("With the burning of its cards a coup is over."))
    yield chosen(profile, "disputes_decided_by", numbers)
    yield chosen(profile, "correction_second_from", numbers)
    if profile.dealing != "automatic":
        yield Rule(
            "corrections.by_two",
            _(
                "What was keyed wrong is put right until the cards are burned; a stake, once a face of the hand is "
                "known, by the Ispettore di Gioco with a second person."
            ),
        )


def _witnesses(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on who has to be present and may attest, on PINs given anew, and on the Ispettore Comunale.

    The rule by whom an Ispettore Comunale is taken on comes only where the house has one, and the others only where it
    does not deal by machine. What their presence is required for comes only where it is a ``lex_specialis``.
    """
    if profile.dealing != "automatic":
        if profile.presence == "lex_specialis":
            yield Rule(
                "presence.premise",
                _(
                    "An error of the reader, or one of the dealer that no article names, is set right before the "
                    "Ispettore di Gioco and the Ispettore Comunale."
                ),
            )
        yield chosen(profile, "presence", numbers)
        yield chosen(profile, "attest_from", numbers)
        yield chosen(profile, "given_pin_delay", numbers)
    if has_comunale(profile):
        yield chosen(profile, "comunale_given_by", numbers)
