"""A coup that something befalls, played to its end: what becomes of its stakes, its cards, the Button and the shoe."""

from collections.abc import Callable
from dataclasses import replace

from procedures.models import Attestation, Incident
from table.models import Coup, Entry, Stake
from table.play.next_act import next_act
from table.record import chain
from table.rules.cards import parse, points
from table.rules.refusal import Code
from tests.croupier.cards import LEFT
from tests.croupier.coups import back, lay, net
from tests.croupier.dealer import Croupier
from tests.procedures.moments import STAKES, After, Mishap
from tests.rig.tables import AtTable

COMMISSION = {"commission_5": 250, "half_on_six": 0}
"""What is kept of 50.00 won on Banco with other points than six, in cents."""


def comes_about(table: AtTable, mishap: Mishap, *, blanks: bool) -> None:
    """It befalls a coup that is played to its end, and everything that the articles say of it has come about.

    ``blanks`` tells whether the house plays coups in bianco.
    """
    check(table, played_to_its_end(befalls(table, mishap)), mishap, mishap.follows(blanks=blanks))


def befalls(
    table: AtTable, mishap: Mishap, *, before: Callable[[AtTable], object] = lambda _: None, left: int = LEFT
) -> Croupier:
    """The coup as far as it has come when it happens; ``before`` is what else happens just before."""
    dealer = Croupier(table, mishap.cards, unnoticed=mishap.unnoticed, says=mishap.says, left=left)
    mishap.at(dealer)
    before(table)
    mishap.happens(dealer)
    return dealer


def played_to_its_end(dealer: Croupier) -> dict[str, str]:
    """It is put right and played until the cards are burned; a betting is opened if none was. Gives the last hands."""
    if dealer.table.state.coup is None and dealer.next_verb() == "open_bets":
        lay(dealer.table, *STAKES)
    elif dealer.table.state.coup is None:
        dealer.perform(dealer.next_verb())
    return dealer.to_the_burn()


def relieved(table: AtTable) -> AtTable:
    """The same table with another dealer at work."""
    table.cast.relief.does("take_over")
    return replace(table, cast=replace(table.cast, dealer=table.cast.relief))


def noted(table: AtTable, effect: str) -> list[dict[str, object]]:
    """What this evening brought about under this name."""
    outcomes = Entry.objects.filter(register=table.code).order_by("number").values_list("outcome", flat=True)
    return [facts for it in outcomes for name, facts in chain.read(it)["effects"] if name == effect]


def check(table: AtTable, hands: dict[str, str], mishap: Mishap, after: After) -> None:
    """Everything that the articles say of this coup has come about."""
    check_coup(table, hands, after)
    check_shoe(table, after)
    check_case(table, mishap)


def check_coup(table: AtTable, hands: dict[str, str], after: After) -> None:
    """It is over, with these hands and this outcome, and so are its stakes; the Button is passed on."""
    coup = table.row.coups.last()
    assert coup is not None
    assert hands == {"punto": after.punto, "banco": after.banco}
    assert (coup.ended, coup.held, coup.outcome) == (True, False, after.outcome)
    check_stakes(table, coup, after)
    assert table.row.button == button_after(table, after)


def check_stakes(table: AtTable, coup: Coup, after: After) -> None:
    """They won or lost by the points of the hands, went back before the hand was played, or after it was annulled."""
    profile = table.state.profile
    if after.outcome == "blank":
        assert not Stake.objects.filter(coup=coup).exists()
    elif after.outcome == "settled":
        assert (net(table, "1"), net(table, "2", "banco")) == won(after, banco=5000 - COMMISSION[profile.banco_payout])
    else:
        assert (back(table, "1"), back(table, "2", "banco")) == ({"refund": 10_000}, {"refund": 5000})
        assert (net(table, "1"), net(table, "2", "banco")) == (0, 0)


def won(after: After, *, banco: int) -> tuple[int, int]:
    """What the stakes on Punto and on Banco come to, in cents; ``banco`` is what Banco wins where it wins."""
    punto, dealt = (points([parse(card) for card in hand.split()]) for hand in (after.punto, after.banco))
    return (0, 0) if punto == dealt else (10_000, -5000) if punto > dealt else (-10_000, banco)


def check_shoe(table: AtTable, after: After) -> None:
    """So many cards are out; what waits beside the sabot, and whether the next coup is a Colpo in Bianco."""
    state = table.state
    shoe = table.row.shoes.get()
    hands = len(after.punto.split()) + len(after.banco.split())
    assert shoe.out == hands + len(after.waits.split()) + after.burned
    assert [str(card.card) for card in state.held] == after.waits.split()
    assert shoe.cards.filter(location="burned").count() == shoe.out - len(state.held)
    assert state.blank_due is after.blank
    assert next_act(state) == (("play_blank", "Colpo in Bianco") if after.blank else ("open_bets", ""))


def button_after(table: AtTable, after: After) -> str:
    """Passed on by every coup but one in bianco; a house where nobody reads has none."""
    if not table.state.profile.button:
        return ""
    return "1" if after.outcome == "blank" else "2"


def check_case(table: AtTable, mishap: Mishap) -> None:
    """It stands in the record as decided, and everybody was there who had to be, and nobody else was asked for.

    What is decided nobody takes back.
    """
    case = Incident.objects.get(table=table.row, kind=mishap.kind)
    assert (case.article, case.status) == (mishap.article, mishap.status)
    was_there = sorted(Attestation.objects.filter(incident=case).values_list("role", flat=True))
    awaited = [it for it in mishap.present if it != "direzione"]
    if table.state.profile.presence == "ispettore_gioco":
        awaited = [it for it in awaited if it != "ispettore_comunale"]
    assert was_there == awaited
    assert (case.decided_by == "delia") is ("direzione" in mishap.present)
    if not case.stands:
        table.cast.ispettore.is_refused(Code.FINAL, "withdraw_incident", incident=case.number)
