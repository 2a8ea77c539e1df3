"""Sentences on stakes: boxes, limits, chips, seats, and what stays on the felt."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from table.rules.houses import FROM_HAND, money_is_laid_first
from table.rules.profile import Profile
from table.screens.rules.sentences import Rule, chosen
from table.words.numbers import Numbers


def sentences(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on boxes, limits, chips, seats, identity, what is recorded, betting clock, left stakes and tips.

    Seats only where there are several positions, the clock only where the house has one; left stakes and tips not
    where a machine deals.
    """
    yield from _boxes(profile, numbers)
    yield from _limits(profile, numbers)
    yield from _chips(profile, numbers)
    if len(profile.positions) > 1:
        yield from _seats(profile)
    at_entrance = _("An identity card is asked for at the entrance only.")
    yield chosen(profile, "identity_check", numbers, other=at_entrance)
    yield chosen(profile, "stakes", numbers)
    if profile.betting_seconds is not None:
        yield chosen(profile, "betting_seconds", numbers)
    if profile.dealing != "automatic":
        yield from _left()
        yield Rule("tips", _("Each table has a box for tips, the Tronc; a tip is nobody’s stake."))


def _seats(profile: Profile) -> Iterator[Rule]:
    """Yield the six rules on seats; the last says where guests on foot may play.

    That is at a free position, or at any unmarked one where several may stake at a position.
    """
    yield Rule("seats", _("Places are given, after a reservation, by the Ispettore di Gioco or the Capo Isola."))
    yield Rule("seats.marked", _("Nobody sits down at a marked place, whose holder is away for a while."))
    yield Rule(
        "seats.marked_free",
        _("A marked place is not free: nobody stands or stakes there either."),
        other=_("Who stands may play there until its holder is back."),
    )
    yield Rule(
        "seats.mark_lasts",
        _("A mark lasts until its holder is back or those who give places release it; its age is shown."),
    )
    yield Rule(
        "seats.lost",
        _("Who leaves without having marked the place loses it, and only those who give places give it again."),
    )
    if profile.stakes_per_position == "one":
        yield Rule("seats.standing", _("Who stands may take part for a time at a free position."))
    else:
        yield Rule("seats.standing", _("Guests take part seated or standing, at any position that is not marked."))


def _left() -> Iterator[Rule]:
    """Yield the rules on late stakes, stakes left by a tie, uncollected amounts, and stakes without their owner."""
    yield Rule(
        "stakes.late",
        _("A stake that is pushed in after «Rien ne va plus» goes back, and stands in the record."),
    )
    yield Rule(
        "tie_to_one.left",
        _("After a tie stakes stay on the felt, for their owners to keep, change or take off in the next betting."),
    )
    yield Rule("uncollected", _("Stakes and winnings that nobody takes are dealt with as the Direzione has laid down."))
    yield Rule(
        "uncollected.out",
        _("What stays on the felt without its owner is in nobody’s game."),
        other=_("It plays on for its owner until it is lost."),
    )


def _boxes(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on positions, how many may stake at one, whose a stake is, Egalité, both sides, and side bets.

    On raising a stake only where one alone may stake at a position. In a house with a single position only those on
    both sides, on a tie bet alone, and on side bets.
    """
    if len(profile.positions) > 1:
        yield chosen(profile, "positions", numbers)
        yield chosen(profile, "stakes_per_position", numbers)
        if profile.stakes_per_position == "one":
            yield Rule(
                "stakes_per_position.raised",
                _("Raising a stake before «Rien ne va plus» makes no second stake of it."),
                other=_("A stake that lies is not raised."),
            )
        yield Rule("stakes.individual", _("A stake is one person’s: nobody adds to the stake of another."))
        yield chosen(profile, "egalite", numbers)
    yield chosen(profile, "both_sides", numbers)
    yield chosen(profile, "tie_requires_main", numbers)
    yield chosen(profile, "side_bets", numbers)


def _limits(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on minimum and maximum, over what a maximum counts, for whom, and what happens above it.

    On the sign not where a machine deals; on several positions only where there are several. That what lies above
    goes back whatever the result comes only where it goes back.
    """
    if profile.dealing != "automatic":
        yield Rule("limits", _("The sign at the table shows a minimum and a maximum."))
    yield Rule("limits.binding", _("No stake is below the minimum or above the maximum."))
    if len(profile.positions) > 1:
        yield Rule(
            "limits.of_bettor",
            _("The maximum is of one player on one box, over all positions, also where others lay the chips."),
        )
    yield chosen(profile, "limit_levels", numbers)
    yield chosen(profile, "over_max", numbers)
    if profile.over_max == "cap_and_return":
        yield Rule(
            "over_max.whatever",
            _("It goes back whatever the result, also where the stake loses."),
            other=_("It goes back only where the stake wins."),
        )


def _chips(profile: Profile, numbers: Numbers) -> Iterator[Rule]:
    """Yield the rules on chips, banknotes, how money reaches the dealer, smallest stake, currency, other money.

    Where a machine deals only three: on the chips, that it is play money, and on the smallest chip.
    """
    yield chosen(profile, "chips", numbers)
    smallest = {"chip": numbers.money(profile.smallest_chip, profile.currency)}
    if profile.dealing == "automatic":
        yield Rule("currency", _("The game is played with play money; no deposit is asked for or taken."))
        yield Rule("chips.smallest", _("Every stake is a multiple of the smallest chip, %(chip)s.") % smallest)
        return
    yield Rule(
        "chips.laid",
        _("Stakes are laid in chips of this house; the dealer changes banknotes that lie on the table into chips."),
    )
    if money_is_laid_first(profile):
        yield Rule(FROM_HAND, _("Money is laid on the table before the dealer, who takes none from a player’s hand."))
    else:
        yield Rule(FROM_HAND, _("Whether money is laid down or handed over is not asked."))
    yield Rule("chips.smallest", _("Every stake is a multiple of the smallest chip, %(chip)s.") % smallest)
    yield Rule("currency", _("The table plays in %(currency)s.") % {"currency": profile.currency})
    yield Rule("currency.changed", _("Other money is changed at the cash desk."))
