"""Coups at a table in a few words, a press each: stakes as ``P100@2``, hands as ``9S KD``."""

import re
from typing import Any

import pytest

from procedures.models import Incident
from table.models import Coup, DrawnCard, Money, Stake
from table.record.door import PressResult
from table.rules.payout import HANDED_BACK
from table.rules.regola import Side
from table.script.dealing import right_points
from tests.rig.tables import AtTable

BOX = {"P": "punto", "B": "banco", "T": "egalite"}
STAKE = re.compile(r"([PBT])([\d.]+)@(\w+)(?:/(\w+))?")
NINE, FIVE = "9S KD", "2S 3S"


def effects(answer: PressResult, name: str) -> list[dict[str, Any]]:
    """What the acts of a press brought about under this name."""
    return [facts for outcome in answer.outcomes for effect, facts in outcome["effects"] if effect == name]


def lay(table: AtTable, *stakes: str) -> None:
    """Stakes are laid, ``P100@2`` or ``P100@2/verdi``; the betting opens for the first."""
    if table.state.coup is None:
        table.does("open_bets")
    for stake in stakes:
        found = STAKE.fullmatch(stake)
        assert found is not None, stake
        box, amount, position, guest = found.groups()
        cents = round(float(amount) * 100)
        table.does("place", coup=table.coup, position=position, box=BOX[box], amount=cents, guest=guest)


def close(table: AtTable, *stakes: str) -> PressResult:
    """Stakes are laid and the betting is closed."""
    lay(table, *stakes)
    return table.does("close_bets", said=True)


def deal(table: AtTable, *stakes: str) -> None:
    """The four cards are out, covered."""
    close(table, *stakes)
    table.does("deal")


def turn(table: AtTable, *, punto: str = NINE, banco: str = FIVE) -> None:
    """Punto turns a battuta, or the dealer completes both hands."""
    table.does("turn_battuta" if table.state.coup and table.state.coup.reader else "turn_punto", cards=punto.split())
    table.does("turn_banco", cards=banco.split())


def declared(table: AtTable, claim: str, *, punto: str, banco: str) -> None:
    """A coup of two stakes up to the turning of Punto, after the reader's word, without a third card."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim=claim, means="voice")
    table.does("turn_banco", cards=banco.split())
    table.does("turn_punto", cards=punto.split())


def pay(table: AtTable) -> PressResult:
    """The right points are called, and the stakes settled."""
    table.does("announce", **right_points(table.state))
    return table.does("settle")


def play(table: AtTable, *stakes: str, punto: str = NINE, banco: str = FIVE) -> None:
    """A coup of four cards from the stakes to the burning."""
    deal(table, *stakes)
    turn(table, punto=punto, banco=banco)
    pay(table)
    table.does("burn")


def blank(table: AtTable, *, punto: str = NINE, banco: str = FIVE) -> None:
    """A due Colpo in Bianco, from its call to its burning."""
    table.does("play_blank", said=True)
    table.does("deal")
    turn(table, punto=punto, banco=banco)
    table.does("announce", **right_points(table.state))
    table.does("burn")


def annul(table: AtTable, reason: str = "not to be rebuilt") -> PressResult:
    """Nobody can tell any more which card came first; the Ispettore di Gioco is there and annuls the coup.

    Where it is clear all the same, or cards lie covered on which it depends, that is for the Direzione.
    """
    cards = sum(card.location != DrawnCard.Location.REMAINING for card in table.state.cards)
    facts = {"lost": list(range(1, cards + 1))}
    table.cast.ispettore.does("report_incident", kind="undue_third", facts=facts)
    number = table.number
    if Incident.objects.get(table=table.row, number=number).answer["verdict"] != "not_clear":
        return table.cast.direzione.does("rule", incident=number, text=reason, effects=["annul"])
    table.cast.ispettore.does("attest", incident=number)
    return table.cast.ispettore.does("annul_incident", incident=number, reason=reason)


def coup(table: AtTable) -> Coup:
    """The coup that is played."""
    found = table.state.coup
    assert found is not None
    return found


def stake(table: AtTable, position: str, box: str = "punto") -> Stake:
    """A stake of the latest coup."""
    latest = table.row.coups.last()
    assert latest is not None
    return latest.stakes.get(position=position, box=box)


def net(table: AtTable, position: str, box: str = "punto") -> int:
    """What a stake of the latest coup won or lost, in cents."""
    lines = Money.objects.filter(stake=stake(table, position, box))
    return sum(line.amount for line in lines if line.kind not in HANDED_BACK)


def back(table: AtTable, position: str, box: str = "punto") -> dict[str, int]:
    """What was handed back of a stake of the latest coup, by kind, in cents."""
    got: dict[str, int] = {}
    for line in Money.objects.filter(stake=stake(table, position, box), kind__in=HANDED_BACK):
        got[line.kind] = got.get(line.kind, 0) + line.amount
    return {kind: amount for kind, amount in got.items() if amount}


def hand_at(table: AtTable, side: Side) -> list[str]:
    """The cards at a box as they lie."""
    return [str(card) for card in table.state.hand(side)]


def card(table: AtTable, number: int) -> DrawnCard:
    """The card with this number of the taglia."""
    return DrawnCard.objects.get(shoe__table__code=table.code, number=number)


def shoe_of(monkeypatch: pytest.MonkeyPatch, cards: int) -> None:
    """Shoes hold so few cards from now on: the laws are the same, and the end comes sooner."""
    monkeypatch.setattr("table.verbs.shoe.check_decks", lambda *_: cards)
