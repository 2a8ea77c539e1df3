"""Corrections that the dealer may make now: entries that were keyed wrong, each with its old value."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from table.models import Coup
from table.play.sealed import is_real
from table.play.seats import possible_owners
from table.play.shoe import was_settled
from table.play.state import TableState
from table.rules.cards import UNKNOWN
from table.rules.corrections import CORRECTABLE
from table.rules.profile import Box
from table.rules.regola import Claim
from table.screens.dealer.pads import Pad, Slot, readable
from table.screens.read.snapshot import Snapshot

SPOKEN = ("voice", "gesture")
OTHER_SIDE: Mapping[str, str] = {"punto": "banco", "banco": "punto"}
ATTESTED: list[Callable[[Snapshot], bool]] = []
"""Functions of extensions that say whether an inspector has attested what holds the coup, whose hand they correct."""


class OpenCard(NamedTuple):
    """Card whose face may have been keyed wrong: its number in the order of extraction, and where it lies.

    ``elsewhere``: the box opposite to its own, where a covered card can be the one that has this face; else "".
    ``unread``: no shoe has read its face, which may not have been shown.
    """

    number: int
    location: str
    face: str
    elsewhere: str
    unread: bool

    @property
    def readable(self) -> str:
        """Face as people read it, such as ``10♥``."""
        return readable(self.face)

    @property
    def initial(self) -> str:
        """Letter of the box of a card, ``P`` or ``B`` in every language; "" for a card that lies at neither."""
        return self.location[0].upper() if self.location in OTHER_SIDE else ""


class Staked(NamedTuple):
    """Stake whose amount (cents) or box may have been keyed wrong."""

    position: str
    slot: str
    box: str
    bettor: str
    laid: int

    @property
    def other_side(self) -> str:
        """Side opposite to that on which it was laid; "" for a stake on neither."""
        return OTHER_SIDE.get(self.box, "")


class TakeBack(NamedTuple):
    """Corrections that the dealer may make in this phase, as far as there is something to correct.

    ``claims`` are the declarations that the reader may have made instead, None for none; ``sides`` are the stakes that
    may lie on the other side, none in a house where one may stake on both. ``guests`` are those of whom a stake may be
    where several stake at a position. ``keyed`` are the
    positions whose stakes may belong elsewhere, ``standing`` those whose bettor may have been entered as seated by
    mistake. While the coup is ``held`` a card may also lie at the other box, or have been keyed without being
    shown. ``laying``: stakes are taken off on the felt itself now.
    """

    cards: tuple[OpenCard, ...]
    claims: tuple[Claim | None, ...]
    close: bool
    sides: tuple[Staked, ...]
    guests: tuple[str, ...]
    keyed: tuple[str, ...]
    standing: tuple[str, ...]
    boxes: tuple[Box, ...]
    cut_card: bool
    highest: bool
    held: bool
    laying: bool

    @property
    def anything(self) -> bool:
        """Whether the dealer may correct anything: a field but ``sides``, ``guests``, ``held``, ``laying`` is set."""
        return any(
            (self.cards, self.claims, self.close, self.boxes, self.keyed, self.standing, self.cut_card, self.highest)
        )


def take_back(snapshot: Snapshot) -> TakeBack:
    """Return the corrections of wrong entries that the dealer may make now.

    Each field is empty or False where the dealer may not correct its kind, but ``held``, which only says whether
    the coup is held, and ``laying``, True while bets are taken in a house that records amounts, unless a Colpo in
    Bianco is next. Where stakes may be corrected ``boxes`` are all those of the house, and where it records no
    amounts ``highest`` is True while that may be corrected, whether or not anything was keyed; the others have only
    what there is to correct.
    """
    state, coup = snapshot.state, snapshot.state.coup
    allowed = {what for what, it in CORRECTABLE.items() if state.phase in it.dealer}
    if state.face_known:
        allowed -= {what for what, it in CORRECTABLE.items() if it.changes_stakes}
    if not snapshot.may("dealer", "correct_entry"):
        allowed = set()
    if any(attested(snapshot) for attested in ATTESTED):
        allowed -= {what for what, it in CORRECTABLE.items() if it.of_the_hand}
    if not is_real(state.shoe):
        allowed -= {what for what, it in CORRECTABLE.items() if it.of_real_cards}
    normal, held = coup is not None and coup.kind == Coup.Kind.NORMAL, coup is not None and coup.held
    amounts_recorded = snapshot.state.profile.stakes == "all"
    amounts = normal and amounts_recorded and "stake" in allowed
    keyed = tuple(dict.fromkeys(it.position for it in state.stakes)) if normal else ()
    return TakeBack(
        cards=tuple(_open(state)) if "card" in allowed else (),
        claims=tuple(_claims(snapshot)) if coup is not None and "declaration" in allowed else (),
        close=normal and "close" in allowed and not (held or state.drawn),
        sides=tuple(_on_a_side(state)) if amounts and not snapshot.state.profile.both_sides else (),
        guests=tuple(possible_owners(state)) if amounts else (),
        keyed=keyed if "position" in allowed else (),
        standing=keyed if "standing" in allowed else (),
        boxes=snapshot.state.profile.boxes if amounts else (),
        cut_card="cut_card" in allowed and _cut_card_of_this_coup(snapshot),
        highest=normal and "highest" in allowed and snapshot.state.profile.stakes == "reader_only",
        held=held,
        laying=amounts_recorded and snapshot.may("dealer", "withdraw") and not snapshot.blank_next,
    )


def _open(state: TableState) -> Iterator[OpenCard]:
    """Yield the cards of the coup, and those held for the next hand, whose faces are known, in this order.

    ``unread`` are those that no shoe has read, or whose face is not noted as known by its place in the order. These
    have as ``elsewhere`` the box opposite, if a card lies covered there that did not come by a press of its own.
    """
    alone = {it.number for it in state.came_alone}
    covered = {it.location for it in state.at_boxes if not it.face and it.number not in alone}
    for card in (*state.cards, *state.held):
        other, unread = OTHER_SIDE.get(card.location, ""), card.by_box or not card.seal
        if card.face:
            yield OpenCard(card.number, card.location, card.face, other if unread and other in covered else "", unread)


def _on_a_side(state: TableState) -> Iterator[Staked]:
    """Yield the stakes on Punto and on Banco, in the order laid."""
    for it in (one for one in state.stakes if one.box in OTHER_SIDE):
        yield Staked(it.position, it.slot, it.box, it.bettor, it.laid)


def _claims(snapshot: Snapshot) -> Iterator[Claim | None]:
    """Yield what the reader may really have declared: carta instead of no carta, or no carta instead of carta.

    While neither side's first two cards are all open also None, which takes the declaration back. Nothing without a
    declaration by voice or gesture, and once a third card is out.
    """
    coup, facts = snapshot.state.coup, snapshot.state.facts
    if coup is None or coup.claim_means not in SPOKEN or facts.has_third:
        return
    yield Claim.NO_CARTA if coup.claim == Claim.CARTA else Claim.CARTA
    if snapshot.state.phase == "declared" and UNKNOWN in facts.punto:
        yield None


def _cut_card_of_this_coup(snapshot: Snapshot) -> bool:
    """Whether the dealer may correct the report that the cut card is out; False where it is not, or without a shoe.

    Not once the last coup that it brings has been taken, nor once the remaining cards of the running coup are counted,
    nor if that began with the cut card and was settled once (:func:`was_settled`): an inspector corrects it then.
    """
    shoe, coup = snapshot.state.shoe, snapshot.state.coup
    if shoe is None or shoe.cut_card_at is None or shoe.cut_card_taken:
        return False
    return coup is None or not (coup.counted or (coup.began_with_cut_card and was_settled(snapshot.state)))


def pad_of(card: OpenCard) -> Pad:
    """Return the pad on which the true face of a card is keyed, for ``correct_entry`` with the reason ``mistyped``."""
    given = {"what": "card", "new": {"number": card.number}, "reason": "mistyped"}
    return Pad("correct_entry", "new.card", [Slot(card.location, 0)], given)
