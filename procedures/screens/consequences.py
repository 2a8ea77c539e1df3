"""Consequences of a decision, said before it is made: where cards go, what is still to come, what waits."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from procedures.articles import leaves_undue
from procedures.rebuild import placement
from procedures.screens.open_cases import OpenCase
from procedures.screens.pictures import missing_at
from table.models import DrawnCard
from table.rules.cards import UNKNOWN, parse, points
from table.rules.reading import button_after
from table.rules.regola import Claim, Outcome, Side, claim_of
from table.rules.shoe import BLANK, HeldCard, blank_due
from table.screens.read.lines import face_text
from table.screens.read.snapshot import Snapshot
from table.words.terms import CALLS, SIDES


class Consequence(NamedTuple):
    """One consequence: what it is about, and what becomes of it."""

    about: str
    words: str


def if_ratified(snapshot: Snapshot, case: OpenCase) -> Iterator[Consequence]:
    """Yield what ratifying does: cards that move or are to come, a declaration that becomes void, stakes, next hand.

    Each only where there is something to say; of stakes, except in a Colpo in Bianco, that they stand. Cards that go to
    no box are named for the next hand only, unless counted out of the shoe. If no card moves, is missing or is left
    over, “none” is said to move. A card is named by its place in the hand; by its face where only its box is known, or
    it was counted out of the shoe. The case has to have a proposal.
    """
    proposal = case.incident.answer["proposal"]
    cards = {card.number: card for card in snapshot.state.of_the_hand}
    hand = enumerate(cards.items(), start=1)
    places = {card.number: face_text(card.face) for card in snapshot.state.cards}
    places |= {number: face_text(card.face) if card.by_box else f"{at}." for at, (number, card) in hand}
    going = [f"{places[number]} → {SIDES[ought]}" for number, _laid, ought in proposal["moves"] if ought]
    if going or not (proposal["excess"] or proposal["missing"]):
        yield Consequence(_("Cards that move"), " · ".join(going) or pgettext("cards", "none"))
    to_come = [str(SIDES[side]) for side, count in missing_at(proposal).items() for _card in range(count)]
    if to_come:
        yield Consequence(_("Cards still to come"), " · ".join(to_come))
    if void := _void(snapshot, proposal):
        yield Consequence(_("Is void"), void)
    if not snapshot.blank:
        yield Consequence(_("Stakes"), pgettext("stakes", "stand"))
    over = [cards[number] for number in proposal["excess"] if number in cards]
    if over:
        yield Consequence(
            _("Next hand"), _next_hand(snapshot, case, over, ", ".join(places[it.number].rstrip(".") for it in over))
        )


def _void(snapshot: Snapshot, proposal: Mapping[str, Any]) -> str:
    """Return the declaration, quoted, if ratifying voids it; "" otherwise, and without a declaration.

    Where Punto's first two cards are open in the proposal it is void if they belie it; else if they are two others than
    now, or the proposal has other faces at a box, or in another order, than lie there now.
    """
    coup = snapshot.state.coup
    if coup is None or not coup.claim:
        return ""
    pair = [parse(it["card"]) for it in proposal[Side.PUNTO][:2]]
    if len(pair) == 2 and UNKNOWN not in pair:
        stands = claim_of(points(pair)).value == coup.claim
    else:
        numbers = {it["number"] for it in proposal[Side.PUNTO][:2]}
        same_pair = {card.number for card in snapshot.state.at(Side.PUNTO)[:2]} == numbers
        faces = {side.value: [it["card"] for it in proposal[side]] for side in Side}
        stands = same_pair and placement.faces(snapshot.state) == faces
    return "" if stands else f"«{CALLS[Claim(coup.claim)]}»"


def _next_hand(snapshot: Snapshot, case: OpenCase, over: list[DrawnCard], named: str) -> str:
    """Say that the cards left over are burned, in a house without Colpi in Bianco, else that the next hand has them.

    In such a house that is said after the last coup of a taglia, too; in any other they lapse then, as there is no next
    hand. ``over`` are these cards, at least one, and ``named`` their names in the sentence. The hand is named as a
    Colpo in Bianco if it has to be one.
    """
    if snapshot.state.profile.remedies != "blank_coup":
        return _("nothing waits for it: what was left over is burned, card no. %(cards)s") % {"cards": named}
    if snapshot.state.is_last:
        return _("none in this taglia: card no. %(cards)s lapses with it") % {"cards": named}
    undue = leaves_undue(case.group)
    at_boxes = {card.number for card in snapshot.state.at_boxes}
    waiting = [HeldCard(it.number, it.seen, it.undue) for it in snapshot.state.held]
    fresh = [HeldCard(it.number, it.seen or bool(it.face), undue and it.number in at_boxes) for it in over]
    blank = snapshot.state.blank_due or blank_due(snapshot.state.profile, [*waiting, *fresh])
    first = _("it begins with card no. %(cards)s of this coup") % {"cards": named}
    return f"{BLANK}, {first}" if blank else first


def if_annulled(snapshot: Snapshot) -> Iterator[Consequence]:
    """Yield what annulling does: stakes go back, cards are burned, what the next hand is, that a Button passes on.

    The next hand is a Colpo in Bianco only where one was ordered or the next card is visible: cards that this coup had
    set aside for it are burned, too. After the last coup of a taglia there is none. Nothing on stakes in a Colpo in
    Bianco, nor on a Button that stays, as it does then, or in a house without one.
    """
    if not snapshot.blank:
        yield Consequence(_("Stakes"), _("all go back"))
    yield Consequence(_("Cards"), _("are burned"))
    yield Consequence(_("Next hand"), _hand_after_annulled(snapshot))
    profile, button = snapshot.state.profile, snapshot.table.button
    outcome = Outcome.BLANK if snapshot.blank else Outcome.ANNULLED
    if button_after(profile, button, outcome, present=snapshot.state.present) != button:
        yield Consequence(_("Button"), _("passes on"))


def _hand_after_annulled(snapshot: Snapshot) -> str:
    """Say what the next hand is once this coup is annulled: none after the last coup of a taglia, else an ordinary one.

    It is a Colpo in Bianco where one was ordered or, in a house that plays them, the next card of the sabot is visible.
    """
    if snapshot.state.is_last:
        return _("none in this taglia")
    shoe = snapshot.state.shoe
    visible = shoe is not None and shoe.next_visible
    blank = snapshot.table.blank_ordered or blank_due(snapshot.state.profile, [], next_visible=visible)
    return BLANK if blank else _("an ordinary one")
