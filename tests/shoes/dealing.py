"""A table that plays with a virtual shoe, and a dealer who presses what is asked and never keys a card."""

from collections.abc import Sequence
from typing import Any

from table.models import Entry
from table.play.next_act import next_act
from table.record import chain
from table.rules.cards import Card, decks, parse_all, points
from table.rules.houses import VENEZIA
from table.rules.profile import Profile, derive
from table.rules.regola import Claim, Side, claim_of
from table.shoes import virtual
from tests.rig.tables import GUESTS, AtTable, new_table, seat

TRAINING = derive(VENEZIA, key="training", title="Training", virtual_shoe=True)


def shoe_of(first: str, count: int = 6) -> tuple[Card, ...]:
    """Whole decks that begin with these cards."""
    rest, begins = list(decks(count)), parse_all(first)
    for card in begins:
        rest.remove(card)
    return (*begins, *rest)


def virtual_table(monkeypatch: Any, cards: Sequence[Card], *, profile: Profile = TRAINING, behind: int = 14) -> AtTable:
    """An open table between two coups, with a virtual shoe in which these cards lie."""
    monkeypatch.setattr(virtual, "shuffled", lambda _decks: tuple(cards))
    table = new_table(profile)
    table.cast.ispettore.does("sign_on")
    table.does("sign_on")
    for position, guest in zip(profile.positions[:3], GUESTS, strict=False):
        seat(table, guest, position)
    table.does("load_virtual", decks=profile.decks)
    if profile.cut_card:
        table.does("insert_cut_card", behind=behind)
    table.cast.ispettore.does("open_table")
    return table


def stake(table: AtTable, *, position: str = "1", box: str = "punto") -> None:
    """A betting with one stake in it."""
    if table.state.coup is None:
        table.does("open_bets")
    if table.state.stakes:  # of a tie before
        table.does("clear", coup=table.coup)
    table.does("place", coup=table.coup, position=position, box=box, amount=10_000)


def presses(table: AtTable, cards: Sequence[Card]) -> bool:
    """One press of what the table asks; False where it asks for nothing, or for stakes. The reader sees his cards."""
    act = next_act(table.state)
    match act.verb if act is not None else "":
        case "" | "open_bets" | "load_virtual":
            return False
        case "close_bets":
            table.press(("close_bets", {"said": True}), ("deal", {}))
        case "declare":
            _declare(table, cards)
        case "announce":
            layout = table.state.layout
            table.does("announce", banco=points(layout.banco), punto=points(layout.punto))
        case "call_last_coup" | "call_blank" | "play_blank" as verb:
            table.does(verb, said=True)
        case verb:
            table.does(verb)
    return True


def _declare(table: AtTable, cards: Sequence[Card]) -> None:
    """The reader lifts his two cards and says what he has to, or turns a battuta."""
    claim = claim_of(points([cards[card.number - 1] for card in table.state.at(Side.PUNTO)[:2]]))
    if claim is Claim.BATTUTA:
        table.does("turn_battuta")
    else:
        table.does("declare", claim=claim.value, means="voice")


def coup(table: AtTable, cards: Sequence[Card]) -> int:
    """One coup from its stakes to the burning of its cards; gives how often the dealer pressed for it."""
    if table.state.shoe is not None and table.state.shoe.call_due:
        presses(table, cards)
    stake(table)
    count = 0
    while table.state.coup is not None and presses(table, cards):
        count += 1
    return count


def effects(table: AtTable, name: str) -> list[dict[str, Any]]:
    """What the register says under this name of an effect, in its order."""
    entries = Entry.objects.filter(register=table.code).order_by("number")
    return [facts for it in entries for effect, facts in chain.effects(it.outcome) if effect == name]
