"""Cards are read, declared and turned. Super Punto Banco, Premessa.

A declaration waits while an incident holds the coup; that a card was turned is a fact and is taken in all the same.
"""

from collections.abc import Sequence
from typing import Literal

from table.models import DrawnCard
from table.play.state import AT_BOX
from table.rules.cards import UNKNOWN, Card, parse, points
from table.rules.phase import Phase
from table.rules.profiles import Role
from table.rules.refusal import Code, Refused, require
from table.rules.regola import FIRST_CARDS, SOURCE, Claim, Side, claim_of, lay_out
from table.rules.shoe import check_faces
from table.verbs.declaration import Act, Faces, verb
from table.verbs.shoe import in_use

DEALER = (Role.DEALER,)
PREMISE = "Super Punto Banco, Premessa"
TURNED = "turned"


# --- the reader


@verb(roles=DEALER, phases=[Phase.READING], ground=["coup"], moves=["coup"], source=PREMISE)
def declare(
    act: Act,
    *,
    claim: Literal["carta", "no_carta"],
    means: Literal["voice", "gesture"],
    unclear: bool = False,
    lifted: bool = False,
) -> None:
    """The reader says «carta» or «no carta», or sets the cards apart or crosses them. It is a claim, not a choice.

    ``unclear``: he was asked again. ``lifted``: he took the cards from the cloth, which is noted.
    """
    coup = act.floor.coup
    assert coup is not None
    coup.claim, coup.claim_means = claim, means
    coup.save()
    if unclear:
        act.effect("asked_again")
    if lifted:
        act.effect("lifted_from_the_cloth")


@verb(roles=DEALER, phases=[Phase.READING], ground=["coup"], moves=["coup"], while_held=True, source=PREMISE)
def turn_battuta(act: Act, *, cards: Faces) -> None:
    """The reader turns both cards at once. With less than eight he should not have; the hand follows the Regola."""
    coup = act.floor.coup
    assert coup is not None
    if not _are_two(act, Side.PUNTO, cards):
        return
    faces = faces_of(cards, 2)
    _turn_hand(act, Side.PUNTO, faces)
    claim = claim_of(points(faces))
    coup.claim, coup.claim_means = claim.value, TURNED
    coup.save()
    if claim is not Claim.BATTUTA:
        act.effect("premature_turn")
    place_waiting(act)


# --- turning


@verb(
    roles=DEALER,
    phases=[Phase.DECLARED, Phase.DEALING, Phase.BANCO_UP],
    ground=["coup"],
    moves=["coup"],
    while_held=True,
    source=PREMISE,
)
def turn_banco(act: Act, *, cards: Faces) -> None:
    """Banco's two cards are turned, once Punto has declared, or where the dealer completes."""
    if _are_two(act, Side.BANCO, cards):
        _turn_hand(act, Side.BANCO, faces_of(cards, 2))
        place_waiting(act)


@verb(
    roles=DEALER,
    phases=[Phase.DECLARED, Phase.DEALING, Phase.BANCO_UP, Phase.DRAWING],
    ground=["coup"],
    moves=["coup"],
    while_held=True,
    source=PREMISE,
)
def turn_punto(act: Act, *, cards: Faces, early: bool = False) -> None:
    """Punto's two cards are turned, when all cards that were due by the declaration are out.

    ``early``: the reader has turned them before; from here on the hand follows its true points.
    """
    if not _are_two(act, Side.PUNTO, cards):
        return
    if _punto_waits(act):
        _check_early(act, early=early)
        act.effect("premature_turn")
    _turn_hand(act, Side.PUNTO, faces_of(cards, 2))
    if claim_differs(act):
        coup = act.floor.coup
        assert coup is not None
        coup.held = True
        coup.save()
        act.effect("claim_differs", claim=coup.claim, points=points(faces_of(cards, 2)))
    place_waiting(act)
    _hold_what_differs(act)


def _punto_waits(act: Act) -> bool:
    """Whether something is still to be done before the reader turns his cards; in a coup that is held nothing is."""
    floor, coup = act.floor, act.floor.coup
    if coup is None or coup.held or not coup.claim:
        return False
    return floor.phase is Phase.DECLARED or floor.due is not None or UNKNOWN in floor.hand(Side.PUNTO)[2:]


def _check_early(act: Act, *, early: bool) -> None:
    floor = act.floor
    due = floor.due
    if due is not None:
        require(early, Code.REGOLA, "A card is still due to %(side)s.", source=act.cite(SOURCE), side=due)
    require(
        early,
        Code.REGOLA,
        "Punto is turned last: first Banco, and the third cards. Has the reader turned his cards already?",
        source=act.cite(PREMISE),
    )


def claim_differs(act: Act) -> bool:
    """Whether the reader declared something else than his two turned cards say."""
    coup, punto = act.floor.coup, act.floor.hand(Side.PUNTO)[:2]
    if coup is None or coup.claim_means in ("", TURNED) or UNKNOWN in punto:
        return False
    return coup.claim != claim_of(points(punto))


@verb(roles=DEALER, phases=[Phase.DRAWING], ground=["coup"], moves=["coup"], while_held=True, source=PREMISE)
def turn_third(act: Act, *, card: str) -> None:
    """A third card that lies covered is turned."""
    third = [it for side in Side for it in act.floor.at(side)[2:] if not it.face]
    require(third, Code.PHASE, "No third card lies covered.")
    turn(act, third[:1], [parse(card)])
    place_waiting(act)
    _hold_what_differs(act)


def misplaced(act: Act) -> bool:
    """Whether both hands lie open, and the Regola would have put one of their cards elsewhere."""
    floor = act.floor
    if not floor.facts.both_turned:
        return False
    due = lay_out([card.card for card in floor.at_boxes])
    return bool(due.excess) or (due.punto, due.banco) != (floor.hand(Side.PUNTO), floor.hand(Side.BANCO))


def _hold_what_differs(act: Act) -> None:
    """A third card that was served on a face keyed wrong, and put right since, is found when both hands lie open."""
    coup = act.floor.coup
    assert coup is not None
    if misplaced(act) and not coup.held:
        coup.held = True
        coup.save()
        act.effect("differs_from_the_regola")


def place_waiting(act: Act) -> None:
    """A card that came out early goes to its box as soon as the Regola gives it one; one that gets none waits on."""
    floor = act.floor
    while floor.waiting:
        covered = any(not it.face for side in Side for it in floor.at(side)[2:])
        side = None if covered else floor.due
        if side is None:
            return
        card = floor.waiting[0]
        card.location = AT_BOX[side]
        card.save()
        act.effect("early_card_placed", card=card.number, side=side.value)


def faces_of(cards: Faces, count: int) -> list[Card]:
    """The faces of so many cards."""
    require(len(cards) == count, Code.COUNT, "%(count)s cards are needed here.", count=count)
    return [parse(card) for card in cards]


def _are_two(act: Act, side: Side, cards: Faces) -> bool:
    """Whether a hand shows its two cards. One or three that lie there in their place hold the coup (Art. 7).

    Where a third card lies already nobody can say from the number which of them are the first two.
    """
    coup, lie = act.floor.coup, act.floor.at(side)
    assert coup is not None
    if len(cards) == 2:
        return True
    require(
        len(cards) in (1, 3) and len(lie) == 2 and not coup.held,
        Code.COUNT,
        "A hand is turned with its two cards. If one or three lie there, report it.",
        source=act.cite("Super Punto Banco, Art. 7"),
    )
    _check_covered(side, lie)
    faces = [parse(card) for card in cards]
    _check_faces(act, faces, but=lie)
    coup.held = True
    coup.save()
    act.effect("wrong_number", side=side.value, cards=[str(face) for face in faces])
    return False


def _turn_hand(act: Act, side: Side, faces: list[Card]) -> None:
    """The two cards of a side are turned; one of them may lie open already."""
    lie = act.floor.at(side)[:2]
    _check_covered(side, lie if len(act.floor.at_boxes) >= FIRST_CARDS else [])
    lies_open = next((card for card in lie if card.face), None)
    if lies_open is not None and faces[lie.index(lies_open)] is not lies_open.card:
        faces.reverse()
    turn(act, lie, faces, in_order=lies_open is not None)


def _check_covered(side: Side, lie: Sequence[DrawnCard]) -> None:
    """A hand that lies open is not turned again."""
    require(
        len(lie) == 2 and not all(card.face for card in lie),
        Code.PHASE,
        "The two cards of %(side)s do not lie covered on the table.",
        side=side,
    )


def turn(act: Act, cards: list[DrawnCard], faces: list[Card], *, in_order: bool = True) -> None:
    """Cards are turned up; one that lies open shows what it showed, and no face comes more often than in the decks.

    Of two cards turned together nobody knows which came out first: ``in_order`` is False.
    """
    pairs = list(zip(cards, faces, strict=True))
    for card, face in pairs:
        require(card.face in ("", str(face)), Code.CARD, "%(card)s lies open there already.", card=card.face)
    turned = [(card, face) for card, face in pairs if not card.face]
    _check_faces(act, [face for _, face in turned])
    for card, face in turned:
        card.face, card.order_known = str(face), card.order_known and in_order
        card.save()
        act.effect("card_turned", card=card.number, face=card.face)


def _check_faces(act: Act, faces: list[Card], *, but: Sequence[DrawnCard] = ()) -> None:
    """No face comes more often than in the decks, these cards left aside."""
    if UNKNOWN in faces:
        raise Refused(Code.CARD_COVERED, "A card that is turned shows its face.")
    others = in_use(act).cards.exclude(face="").exclude(pk__in=[card.pk for card in but])
    known = others.values_list("face", flat=True)
    check_faces([*map(parse, known), *faces], act.floor.house.decks)
