"""Stakes, limits and payment, in sentences."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from table.rules.houses import FROM_HAND, money_lies_first
from table.rules.profile import Profile
from table.screens.read.numbers import Numbers
from table.screens.rules.sentences import Rule, chosen


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Where one may stake, and how much."""
    yield from _boxes(profile)
    yield from _limits(profile)
    yield from _chips(profile, numbers)
    if profile.identity_check:
        yield Rule(
            "identity_check",
            _(
                "Before a seat is given or a standing guest admitted, identity and age are checked, once an evening; "
                "who does not show them is not admitted that evening."
            ),
            other=_("An identity card is asked for at the entrance only."),
        )
    if profile.stakes == "reader_only":
        yield Rule("stakes", _("Only who has the largest stake on Punto is recorded; payments are not computed."))


def _boxes(profile: Profile) -> Iterator[Rule]:
    if len(profile.positions) > 1:
        yield _positions(profile.positions)
        yield chosen(
            profile,
            "stakes_per_position",
            {
                "one": _(
                    "A position takes the stakes of one player only; raising one before «Rien ne va plus» makes no "
                    "second stake."
                ),
                "many": _("Several players, seated or standing, may stake at one position, each on their own account."),
            },
        )
        yield _egalite(profile)
    yield chosen(
        profile,
        "both_sides",
        {
            False: _("A stake lies on Punto or on Banco, never on both in the same coup."),
            True: _("Punto and Banco may be staked in the same coup."),
        },
    )
    yield chosen(
        profile,
        "tie_requires_main",
        {
            True: _("Egalité may be staked only beside a stake on Punto or Banco."),
            False: _("Egalité may be staked beside another stake or alone."),
        },
    )
    if profile.side_bets:
        yield Rule(
            "side_bets",
            _("The %(count)s side bets may be staked with any other bet or alone.") % {"count": len(profile.side_bets)},
        )


def _positions(labels: Sequence[str]) -> Rule:
    text = _("The table has %(count)s positions, %(first)s to %(last)s.")
    return Rule("positions", text % {"count": len(labels), "first": labels[0], "last": labels[-1]})


def _egalite(profile: Profile) -> Rule:
    return chosen(
        profile,
        "egalite",
        {
            "per_position": _("Each position has a box of its own for stakes on Egalité."),
            "shared": _("One sector takes everybody’s stakes on Egalité."),
        },
    )


def _limits(profile: Profile) -> Iterator[Rule]:
    if profile.dealing != "automatic":
        yield Rule("limits", _("The sign at the table shows a minimum and a maximum."))
    yield chosen(
        profile,
        "limit_levels",
        {
            False: _("Minimum and maximum are the same for everybody."),
            True: _("Minimum and maximum depend on the player’s level; everybody sees their own."),
        },
    )
    yield chosen(
        profile,
        "over_max",
        {
            "cap_and_return": _(
                "What lies above the maximum is not in action: it is not paid and goes back whatever the result."
            ),
            "refuse_only": _("A stake above the maximum is not accepted."),
        },
    )


def _chips(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    smallest = {"chip": numbers.money(profile.smallest_chip, profile.currency)}
    if profile.dealing == "automatic":
        yield Rule("currency", _("The game is played with play money; no deposit is asked for or taken."))
        yield Rule("chips.smallest", _("Every stake is a multiple of the smallest chip, %(chip)s.") % smallest)
        return
    yield Rule(
        "chips.laid",
        _("Stakes are laid in chips of this house; the dealer changes banknotes that lie on the table into chips."),
    )
    if money_lies_first(profile):
        yield Rule(FROM_HAND, _("Money is laid on the table before the dealer, who takes none from a player’s hand."))
    yield Rule("chips.smallest", _("Every stake is a multiple of the smallest chip, %(chip)s.") % smallest)
    yield Rule("currency", _("The table plays in %(currency)s.") % {"currency": profile.currency})
    yield Rule("currency.changed", _("Other money is changed at the cash desk."))
