"""Coup as it lay on the table when its cards were burned, and the line printed for it."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from table.models import Coup, Money, Stake
from table.play.state import TableState
from table.rules.cards import UNKNOWN, Card, points, show
from table.rules.payout import HANDED_BACK
from table.rules.profile import Box
from table.rules.refusal import Cents
from table.rules.regola import WINNER, Outcome, Result, Side
from table.script.values import LETTERS

WINNERS: dict[Result, Promise] = {
    Result.PUNTO: gettext_lazy("Punto wins"),
    Result.BANCO: gettext_lazy("Banco wins"),
    Result.TIE: gettext_lazy("tie"),
}
ENDINGS: dict[Outcome, Promise] = {
    Outcome.BLANK: pgettext_lazy("coup", "Colpo in Bianco"),
    Outcome.ANNULLED: pgettext_lazy("coup", "annulled"),
    Outcome.NULL_SEVEN: pgettext_lazy("coup", "null: too few cards"),
}


@dataclass(frozen=True)
class CoupAtEnd:
    """Coup at its end; ``nets`` are the stakes and their results in cents, in the order in which they were laid."""

    key: str
    reader: str
    punto: tuple[Card, ...]
    banco: tuple[Card, ...]
    outcome: Outcome
    nets: tuple[tuple[str, int], ...]

    @property
    def result(self) -> Result | None:
        """Winner by the points of both hands; None unless the coup was settled."""
        if self.outcome is not Outcome.SETTLED:
            return None
        return WINNER[points(self.punto)][points(self.banco)]

    def __str__(self) -> str:
        """Return the coup in one line: key, hands with points, winner or ending, reader, and the net of each stake.

        In the active language. A hand with a covered card has no points; without a reader it says that the dealer
        completed. KeyError for an outcome with which no cards are burned, such as CANCELLED.
        """
        result = self.result
        ending = WINNERS[result] if result else ENDINGS[self.outcome]
        reader = _("read at %(position)s") % {"position": self.reader} if self.reader else _("completed by the dealer")
        nets = [f"{name} {'+' if net > 0 else ''}{Cents(net)}" for name, net in self.nets]
        hands = [f"Punto {_hand(self.punto)}", f"Banco {_hand(self.banco)}"]
        return " · ".join([self.key, *hands, str(ending), reader, *nets])


def _hand(cards: tuple[Card, ...]) -> str:
    """Return the cards of a hand as text, and behind them its points unless one of them is covered: ``2H KS = 2``.

    An empty hand has 0 points, and no cards before them.
    """
    return show(cards) if UNKNOWN in cards else f"{show(cards)} = {points(cards)}"


def played(state: TableState) -> CoupAtEnd:
    """Return the current coup as it is now: hands, reader, ending, and the net of each stake in cents.

    A Colpo in Bianco ends as one, also where it was annulled. A coup that has no ending yet counts as settled, with the
    money lines it has so far; stakes and excess handed back are no win. There has to be a coup (AssertionError).
    """
    coup = state.coup
    assert coup is not None
    ending = Outcome.BLANK if coup.kind == Coup.Kind.BLANK else Outcome(coup.outcome or Outcome.SETTLED)
    nets = tuple((named(stake), net(coup, stake)) for stake in state.stakes)
    return CoupAtEnd(coup.key, coup.reader, state.hand(Side.PUNTO), state.hand(Side.BANCO), ending, nets)


def named(stake: Stake) -> str:
    """Return a stake as scripts name it: ``P@4``, with the bettor if that is a standing guest: ``P@4/rossi``.

    The letters are P, B, and T for Egalité; a stake on another box has the name of that instead,
    ``player_pair@4``.
    """
    name = f"{LETTERS.get(Box(stake.box), stake.box)}@{stake.position}"
    return f"{name}/{stake.bettor}" if stake.standing else name


def net(coup: Coup, stake: Stake) -> int:
    """Return what a stake has won (negative: lost) so far: the sum in cents of its money lines but those handed back.

    A stake that lost is minus what was lost of it, one not paid yet is 0. Amounts of disputes are not in it.
    """
    return sum(line.amount for line in Money.objects.filter(coup=coup, stake=stake) if line.kind not in HANDED_BACK)
