"""Incidents at a table in a few words: how they are reported and attested, how each is opened, how its coup ends."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from procedures.case.presence import attested, required
from procedures.models import Incident
from procedures.verbs.reporting import needs_words
from tests.croupier.coups import close, deal
from tests.rig.tables import AtTable

MOVED = ("inverted", "wrong_number", "undue_third", "third_not_drawn", "declaration")
"""The kinds by which cards lie elsewhere than the record has them."""
Opens = Callable[[AtTable], None]


def report(table: AtTable, kind: str, **facts: Any) -> Incident:
    """The dealer reports it; where they say how the cards lie they know of the covered ones which is which."""
    if facts.get("laid") and kind in MOVED:
        facts = with_covered_places(table, facts) if "told_apart" not in facts else facts
    words: dict[str, Any] = {"text": "as seen"} if needs_words(kind, facts) else {}
    table.does("report_incident", kind=kind, facts=facts, **words)
    return Incident.objects.get(table=table.row, number=table.number)


def with_covered_places(table: AtTable, facts: dict[str, Any]) -> dict[str, Any]:
    """The dealer knows each covered card; where others of its box lie open they say its place, as the record has it."""
    cards, laid = table.state.of_the_hand, facts["laid"]
    opened = Counter(str(card.location) for card in cards if card.by_box)
    found = {side: [at for at, box in enumerate(laid, start=1) if box == side] for side in ("punto", "banco")}
    covered = {
        f"covered_{side}": [at for at in places if at > len(cards) or not cards[at - 1].face]
        for side, places in found.items()
        if side in opened
    }
    covered = {
        name: places for name, places in covered.items() if len(places) == laid.count(name[8:]) - opened[name[8:]]
    }
    return {**facts, "told_apart": True, **{name: places for name, places in covered.items() if places}}


def knows_the_order(table: AtTable, case: Incident) -> None:
    """Somebody knows of every card when it came out: as the record has it."""
    places = {str(card.number): [place] for place, card in enumerate(table.state.of_the_hand, start=1)}
    table.does("add_evidence", incident=case.number, places=places)
    case.refresh_from_db()


def newest() -> Incident:
    """The case that was reported or noticed last."""
    return Incident.objects.latest("pk")


def attest(table: AtTable, case: Incident, *offices: str) -> None:
    """These are there, by their own word; without a name whoever has to be."""
    needed = sorted(required(table.state.profile, [case]) - set(attested(table.state, [case]).values()))
    for office in offices or [role.removesuffix("_gioco").removeprefix("ispettore_") for role in needed]:
        getattr(table.cast, office).does("attest", incident=case.number)


def inverted(table: AtTable) -> None:
    """The first two covered cards lie at each other's box."""
    deal(table, "P100@1", "B50@2")
    report(table, "inverted", laid=["banco", "punto", "punto", "banco"])


def one_card_short(table: AtTable) -> None:
    """Four cards were keyed, and only three are out."""
    deal(table, "P100@1")
    report(table, "wrong_number", laid=["punto", "banco", "punto"])


def three_at_punto(table: AtTable) -> None:
    """One of Banco's cards lies at Punto."""
    deal(table, "P100@1")
    report(table, "wrong_number", laid=["punto", "banco", "punto", "punto"])


def three_turned(table: AtTable) -> None:
    """Banco is turned with three cards, and nobody has told yet how they lie."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD", "2C"])


def undue_third(table: AtTable) -> None:
    """Punto has six and got a third card."""
    deal(table, "B100@1")
    table.does("turn_punto", cards=["6S", "KD"])
    table.does("turn_banco", cards=["6C", "KH"])
    report(table, "undue_third", laid=["punto", "banco", "punto", "banco", "punto"])


def order_lost(table: AtTable) -> None:
    """Two cards fell, and nobody knows which is which."""
    deal(table, "P100@1")
    report(table, "fallen_card", places=[1, 2], order_lost=True)


def declaration(table: AtTable) -> None:
    """The reader said «no carta» with four."""
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    table.does("turn_punto", cards=["4S", "KH"])


def foreign_card(table: AtTable) -> None:
    """A card with a foreign back lies among the first."""
    close(table, "P100@1")
    table.does("card_out")
    report(table, "unforeseen", what="foreign_card")


def not_found(table: AtTable) -> None:
    """A card fell and is not found again."""
    deal(table, "P100@1")
    report(table, "fallen_card", places=[4], recovered=False)


OPENED: dict[str, Opens] = {
    it.__name__: it
    for it in (
        inverted,
        one_card_short,
        three_at_punto,
        three_turned,
        undue_third,
        order_lost,
        declaration,
        foreign_card,
        not_found,
    )
}
"""Every kind of incident that holds a coup."""


def end(table: AtTable) -> None:
    """The coup is brought to its end: the Direzione annuls it, where it was not, and its cards are burned."""
    if table.state.coup is not None and not table.state.coup.outcome:
        case = report(table, "unforeseen", what="other")
        table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    table.does("burn")


def shows(table: AtTable, where: str, *cards: str) -> None:
    """Covered cards are shown one by one."""
    for card in cards:
        table.does("show_card", where=where, card=card)


def verdict(case: Incident | None = None) -> str:
    """What the Regola makes of a case by now, of the newest without one."""
    it = case or newest()
    it.refresh_from_db()
    return str(it.answer["verdict"])
