"""Cases of which a report is made, each played at a table from the stakes to its end."""

from collections.abc import Callable
from typing import Any

from procedures.models import Incident
from tests.croupier.cases import newest, report
from tests.croupier.coups import deal, lay, pay, play, turn
from tests.croupier.dealer import Croupier
from tests.procedures.aftermath import befalls
from tests.procedures.mishaps import ART_1, PREMISE
from tests.procedures.moments import B, Mishap, P, complete
from tests.rig.tables import AtTable

Played = Callable[[AtTable], Incident]
ORDER_LOST = Mishap(
    name="three cards at Banco, order lost",
    article=7,
    kind="wrong_number",
    at=complete,
    facts={"laid": [P, B, P, B, B], "lost": [1, 2, 3, 4, 5]},
    status="annulled",
)


def _named(mishaps: list[Mishap], name: str) -> Mishap:
    return next(it for it in mishaps if it.name == name)


def _befell(table: AtTable, mishap: Mishap) -> Incident:
    befalls(table, mishap).to_the_burn()
    return Incident.objects.get(table=table.row, kind=mishap.kind)


def card_too_many(table: AtTable) -> Incident:
    """Art. 1: one card too many came out and was seen."""
    return _befell(table, _named(ART_1, "an extra card, seen"))


def annulled(table: AtTable) -> Incident:
    """Art. 7: three cards lie at Banco, and nobody can tell them apart; the Ispettore annuls the coup."""
    return _befell(table, ORDER_LOST)


def premise(table: AtTable) -> Incident:
    """Premessa: the reader asked for a card with seven; before both inspectors the cards are laid anew."""
    return _befell(table, _named(PREMISE, "«carta» with seven"))


def disputed(table: AtTable, *, claimed: int = 0, words: str = "") -> Incident:
    """Art. 10: Anna was paid too little for a coup that is over, and claims so many cents, in these words, if any."""
    lay(table, "P100@1", "B50@2")
    Croupier(table, "9S 2S KD 3S").to_the_burn()
    facts = {"coup": "1.1", "position": "1", "about": "payment"} | ({"amount": claimed} if claimed else {})
    more: dict[str, Any] = {"text": words} if words else {}
    table.does("report_incident", kind="dispute", facts=facts, **more)
    case = newest()
    given: dict[str, Any] = {"incident": case.number, "text": "one chip too few was paid"}
    decider = table.cast.with_role(table.state.profile.disputes_decided_by)
    decider.does("decide_dispute", **given, corrections=[{"bettor": "anna", "amount": 5000}])
    return newest()


def ruled(table: AtTable) -> Incident:
    """Art. 16: something that no rule foresees; the Direzione has the coup go on and corrects what was paid."""
    deal(table, "P100@1", "B50@2")
    turn(table)
    pay(table)
    case = report(table, "unforeseen", what="other")
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    ordered: dict[str, Any] = {"effects": ["continue", "correct_money"]}
    money = [{"position": "1", "box": "punto", "amount": 2500}]
    table.cast.direzione.does("rule", incident=case.number, text="for the trouble", **ordered, money=money)
    Croupier(table, "9S 2S KD 3S").to_the_burn()
    return newest()


def late(table: AtTable) -> Incident:
    """Premessa: a stake is pushed in after «Rien ne va plus»."""
    deal(table, "P100@1")
    case = report(table, "late_stake", position="2", box="punto", amount=100_000)
    Croupier(table, "9S 2S KD 3S").to_the_burn()
    return case


def left_behind(table: AtTable) -> Incident:
    """Art. 15: chips that nobody collects, and what the Direzione makes of them."""
    play(table, "P100@1")
    case = report(table, "uncollected", position="4", left="chips", amount=2500)
    table.cast.direzione.does("dispose", slip=1, text="handed to the cash desk for its owner")
    return case
