"""Who decides in a house, in sentences."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.profile import Profile, Role
from table.screens.read.numbers import Numbers
from table.screens.rules.sentences import Rule, chosen
from table.terms import BY


def sentences(profile: Profile, _numbers: Numbers) -> Iterator[Rule]:
    """Limits, suspension, disputes, and before whom an error is set right."""
    yield Rule(
        "limits_decided_by",
        _("Minimum and maximum are decided %(by)s, at any moment; a change holds from the next coup.")
        % _by(profile.limits_decided_by),
    )
    if profile.announce_limits_by:
        text = _("New limits are announced aloud %(by)s, who has the sign changed; until then the old ones hold.")
        yield Rule("announce_limits_by", text % _by(profile.announce_limits_by))
    yield Rule(
        "suspended_by",
        _suspends(profile),
    )
    yield _disputes(profile)
    if profile.dealing != "automatic":
        yield _presence(profile)
        yield _attests(profile)
    yield Rule("unforeseen", _("What no rule foresees is decided %(by)s, without appeal.") % _by(Role.DIREZIONE))


def _by(role: Role) -> dict[str, object]:
    return {"by": BY[role]}


def _suspends(profile: Profile) -> str:
    """By whom the house names, and by the Direzione everywhere."""
    if profile.suspended_by == Role.DIREZIONE:
        text = _("Play may be suspended %(by)s at any moment; no notice and no reason has to be given.")
    else:
        text = _(
            "Play may be suspended %(by)s or the Direzione at any moment; no notice and no reason has to be given."
        )
    return text % _by(profile.suspended_by)


def _disputes(profile: Profile) -> Rule:
    if profile.dealing == "automatic":
        text = _("A dispute about a hand that is over is decided %(by)s.")
    else:
        text = _("With the burning of its cards a coup is over; a dispute about it is then decided %(by)s.")
    return Rule("disputes_decided_by", text % _by(profile.disputes_decided_by))


def _presence(profile: Profile) -> Rule:
    return chosen(
        profile,
        "presence",
        {
            "lex_specialis": _(
                "An error of the reader is set right before the Ispettore di Gioco and the Ispettore Comunale, cards "
                "that the "
                "dealer served wrongly before the Ispettore di Gioco."
            ),
            "always_both": _(
                "Every coup that is rebuilt is rebuilt before the Ispettore di Gioco and the Ispettore Comunale."
            ),
            "ispettore_gioco": _("Every coup that is rebuilt is rebuilt before the Ispettore di Gioco."),
        },
    )


def _attests(profile: Profile) -> Rule:
    return chosen(
        profile,
        "attest_from",
        {
            "table": _(
                "Presence is attested at the table’s own console, or by those who were at work at the table before the "
                "case was opened; it counts until they leave."
            ),
            "any": _("Presence is attested at any device of the house, and counts until they leave the table."),
        },
    )
