"""«Rien ne va plus», and who reads Punto's cards. Super Punto Banco, Premessa, Art. 11 to 13."""

from table.models import Coup, DrawnCard
from table.rules.phase import Phase
from table.rules.profiles import Box, Role
from table.rules.reading import PuntoBettor, ranking
from table.rules.refusal import Code, Listed, require
from table.rules.regola import FIRST_CARDS
from table.rules.stakes import check_closing, close
from table.verbs.bettors import check_coup, check_no_blank_due, owner_seated
from table.verbs.declaration import Act, check_said, verb

DEALER = (Role.DEALER,)
PREMISE, ART_15 = "Super Punto Banco, Premessa", "Super Punto Banco, Art. 15"
BEFORE_DECLARED = (Phase.CLOSED, Phase.DEALING, Phase.READING)
WORDS = "Rien ne va plus"


@verb(roles=DEALER, phases=[Phase.BETTING], ground=["coup"], moves=["coup"], source=PREMISE)
def close_bets(act: Act, *, said: bool) -> None:
    """«Rien ne va plus»: the stakes stand, over the maximum goes back, and it is known who reads."""
    coup = act.floor.coup
    assert coup is not None
    check_said(said, WORDS)
    check_no_blank_due(act)
    _check_stakes(act)
    put_in_action(act)
    coup.closed = True
    choose_reader(act)
    enter_held_cards(act)
    coup.save()
    act.effect("phrase", words=WORDS)


def _check_stakes(act: Act) -> None:
    """What lies on the felt is in order; a house that keeps only the reader's stake need not know of any."""
    floor = act.floor
    left = sorted({stake.position for stake in floor.stakes if stake.left_over})
    require(
        not left,
        Code.NO_STAKE,
        "Stakes of the tie still lie at position %(positions)s: keep them or take them off.",
        source=act.cite(ART_15),
        positions=Listed(left),
    )
    if floor.felt or floor.house.stakes == "all":
        check_closing(floor.house, floor.limits, floor.felt)


def put_in_action(act: Act) -> None:
    """What of each stake is in action, and what goes back."""
    floor = act.floor
    for stake, closed in zip(floor.stakes, close(floor.house, floor.limits, floor.felt), strict=True):
        if closed.excess and closed.excess != stake.excess:
            act.effect("bet_returned", position=stake.position, box=stake.box, amount=closed.excess)
        stake.in_action, stake.excess = closed.in_action, closed.excess
        stake.save()


# --- the cards that waited


def enter_held_cards(act: Act) -> None:
    """Cards that waited beside the sabot are the first of the hand, in the order in which they came out.

    A fifth one waits on for a third card of this hand.
    """
    coup, floor = act.floor.coup, act.floor
    assert coup is not None
    boxes = (DrawnCard.Location.PUNTO, DrawnCard.Location.BANCO)
    for place, card in enumerate(floor.held):
        card.location = boxes[place % 2] if place < FIRST_CARDS else DrawnCard.Location.WAITING
        card.coup, card.waited = coup, True
        card.save()
        floor.cards.append(card)
        act.effect("held_card_enters", card=card.number)
    floor.__dict__.pop("held", None)


def set_aside(act: Act, cards: list[DrawnCard]) -> None:
    """Cards that belong to no hand of this coup wait beside the sabot for the next: under it those nobody saw."""
    for card in cards:
        card.location = DrawnCard.Location.HELD_SEEN if card.seen else DrawnCard.Location.HELD_UNDER
        card.coup, card.waited = None, False
        card.save()
        act.effect("card_held", card=card.number, seen=card.seen)
    for known in ("cards", "held"):
        act.floor.__dict__.pop(known, None)


# --- the reader


@verb(roles=DEALER, phases=[Phase.BETTING], moves=["coup"], stakes=True, source=PREMISE)
def name_highest(act: Act, *, coup: str, position: str | None) -> None:
    """Where a house keeps only the reader's stake: who has the highest on Punto, by the dealer's own look."""
    current = act.floor.coup
    check_coup(act, coup)
    assert current is not None
    check_reader_only(act, position)
    current.highest = position or ""
    current.save()


def check_reader_only(act: Act, position: str | None) -> None:
    """Amounts are left out only where the house keeps none, and somebody who sits there reads."""
    floor = act.floor
    require(
        floor.house.stakes == "reader_only",
        Code.PROFILE,
        "In this house every stake is kept with its amount.",
        source=floor.house.source,
    )
    require(
        position is None or position in floor.present,
        Code.POSITION,
        "Nobody sits at position %(position)s; who stands never reads.",
        source=act.cite("Super Punto Banco, Art. 13"),
        position=str(position)[:8],
    )


def choose_reader(act: Act) -> None:
    """Who reads by the stakes as they are now; the dealer completes the hand where nobody does."""
    coup, candidates = act.floor.coup, readers(act)
    assert coup is not None
    coup.reader = candidates[0] if candidates else ""
    if coup.reader:
        act.effect("reader_assigned", position=coup.reader)
    elif act.floor.house.reader != "none":
        act.effect("dealer_completes")


def readers(act: Act) -> list[str]:
    """The positions that may still read, first choice first: by the dealer's word, then by what is in action."""
    floor, coup = act.floor, act.floor.coup
    assert coup is not None
    bettors = [
        PuntoBettor(stake.position, stake.in_action or 0, not stake.standing and owner_seated(act, stake))
        for stake in floor.stakes
        if stake.box == Box.PUNTO
    ]
    order = ranking(floor.house, coup.button or floor.house.positions[0], bettors)
    named = [coup.highest] if coup.highest in floor.present else []
    return [position for position in dict.fromkeys([*named, *order]) if position not in coup.passed_over]


@verb(roles=DEALER, phases=BEFORE_DECLARED, ground=["coup"], moves=["coup"], source=PREMISE)
def pass_reading(act: Act) -> None:
    """The reader declines, leaves or misbehaves: the next in the ranking reads, or the dealer completes."""
    coup = _coup_with_reader(act)
    coup.passed_over = [*coup.passed_over, coup.reader]
    choose_reader(act)
    coup.save()


@verb(roles=[Role.ISPETTORE_GIOCO], phases=BEFORE_DECLARED, ground=["coup"], moves=["coup"], source=PREMISE)
def order_dealer_to_complete(act: Act) -> None:
    """The Ispettore di Gioco takes the reading away from the players for this hand."""
    coup = _coup_with_reader(act)
    coup.passed_over = list(dict.fromkeys([*coup.passed_over, coup.reader, *readers(act)]))
    coup.reader = ""
    coup.save()
    act.effect("dealer_completes")


def _coup_with_reader(act: Act) -> Coup:
    coup = act.floor.coup
    assert coup is not None
    require(coup.reader, Code.PHASE, "Nobody reads in this coup: the dealer completes it.", source=act.cite(PREMISE))
    return coup
