"""Offers of what can be reported now and by whom, and the data for the questions of each dialog."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from procedures.articles import KINDS
from procedures.articles.article import Article, Kind
from procedures.articles.offer import (
    MOST_CARDS,
    Drawing,
    Group,
    Offer,
    cards_of_hand,
    covered_cards,
    in_a_hand,
    place_of_the_next,
)
from procedures.models import Incident
from procedures.rebuild import items, placement
from procedures.rebuild.evidence import indistinguishable, possible_places
from procedures.screens.wording import SOURCES, not_out
from table.models import Coup, DrawnCard
from table.play.sealed import is_real
from table.play.state import TableState
from table.rules.cards import DECK
from table.rules.profile import Profile, Role
from table.rules.regola import FIRST_CARDS, Outcome, Side
from table.screens.read.lines import face_text
from table.screens.read.sentences import OUTCOMES
from table.screens.read.snapshot import Snapshot
from table.words.terms import BOX_NAMES, SIDES
from table.words.voices import called


class Option(NamedTuple):
    """One answer to a question: its value, its words, and what follows from it, if that is said."""

    value: str | int
    words: str
    follows: str = ""


def options(words: Mapping[str, Promise]) -> tuple[Option, ...]:
    """List an option for each item, in the order of the mapping: its key as value, its words in the active language."""
    return tuple(Option(name, str(word)) for name, word in words.items())


FACES = tuple((str(card), face_text(str(card))) for card in DECK)
"""Codes of the 52 cards, each with its name."""


class CardToPlace(NamedTuple):
    """Card of the hand in the order of extraction, as a dialog asks where it lies.

    ``box`` is where it lies by the record: a side, ``-`` for neither, ``out`` if it is in the sabot. ``face`` is one
    that is known by its place. ``loose`` says that it may not be out at all, ``covered`` that it lies covered or would.
    ``number`` is 0 for a card that the record does not have.
    """

    place: int
    number: int
    face: str
    box: str
    loose: bool
    covered: bool = True

    @property
    def shown(self) -> str:
        """Face as people read it; "" where it is not known by its place, as while the card lies covered."""
        return face_text(self.face) if self.face else ""

    @property
    def side(self) -> str:
        """Box at which it lies, in words; empty at neither."""
        return str(SIDES[Side(self.box)]) if self.box in set(Side) else ""


class ReportOffer(NamedTuple):
    """Kind of incident that can be reported now, with what its button and its dialog need.

    ``group`` is its part of the list; one that is ``likely`` in this phase stands before all groups, with
    its ``drawing``.
    """

    kind: str
    words: str
    source: str
    verb: str
    at_once: bool
    group: Group = "cards"
    likely: bool = False
    drawing: Drawing = ()

    @property
    def answers(self) -> Mapping[str, tuple[Option, ...]]:
        """Options of each question for which the kind itself declares answers, by its name; {} if it declares none."""
        return {question: options(words) for question, words in KINDS[self.kind][1].answers.items()}

    @property
    def faces(self) -> tuple[tuple[str, str], ...]:
        """Code and sign of each of the 52 cards, as ``("TH", "10♥")``, among which the dialog lets choose."""
        return FACES


def as_recorded(columns: Iterable[CardToPlace]) -> str:
    """Return the boxes of these cards as the record has them, as a JSON list for the script of the dialog.

    A card at no box is null; cards that the record does not have are left out.
    """
    return json.dumps([None if it.box == "-" else it.box for it in columns if it.box != "out"])


def _offered(role: Role) -> list[tuple[Article, Kind, Offer]]:
    """List article, kind and offer of all that this role may ever report, by the ``place`` of the offer.

    Whether it can have happened, and the rights of the role, are not looked at here.
    """
    found = [(article, it, it.offer) for article, it in KINDS.values() if it.offer is not None]
    return sorted((it for it in found if role in it[2].roles), key=lambda it: it[2].place)


def reports(snapshot: Snapshot, role: Role) -> list[ReportOffer]:
    """List the kinds of incident that somebody in this role may report, and that can have happened, now.

    A kind has to pass its offer's ``when``, and its verb to be open to the role. One of real cards is left out with a
    virtual shoe, a dispute where no coup is over lately. Each is marked whether its offer is likely in this phase; they
    are in the order of their offers' ``place``.
    """
    return [
        ReportOffer(
            kind.name,
            str(offer.words),
            article.name,
            offer.verb,
            offer.at_once,
            offer.group,
            snapshot.state.phase in offer.likely,
            offer.drawing,
        )
        for article, kind, offer in _offered(role)
        if offer.when(snapshot.state) and snapshot.may(role, offer.verb) and _can_happen(snapshot, kind)
    ]


def _can_happen(snapshot: Snapshot, kind: Kind) -> bool:
    """Whether neither shoe nor coups rule this kind out; all else that it needs is not checked here.

    One of real cards is ruled out with a virtual shoe (not without a shoe), a dispute without a coup among the latest
    that are over (`Snapshot.lately`).
    """
    if kind.after_burning and not snapshot.lately:
        return False
    return is_real(snapshot.state.shoe) or not kind.of_real_cards


def report_dialogs(role: Role, profile: Profile) -> list[tuple[str, str]]:
    """List kind and title of the dialogs of this role that ask something, whether they can be used now or not.

    Offers made by one press have no dialog, and those about readers are left out in a house without one. All others are
    listed, since a dialog that is open when it can no longer be used is not to be removed.
    """
    reads = profile.reader != "none"
    asking = [(kind.name, offer) for _article, kind, offer in _offered(role) if reads or not offer.of_readers]
    return [(name, str(offer.words)) for name, offer in asking if not offer.at_once]


def columns_of(snapshot: Snapshot, kind: str) -> tuple[CardToPlace, ...] | None:
    """List the cards whose boxes the dialog of this kind asks for; None where it asks for none.

    See :func:`columns`; how many cards not on record it lists is up to the kind (``more_cards``). Unless that is 0, as
    many as a hand on record lacks of its first four come on top of it.
    """
    offer = KINDS[kind][1].offer
    if offer is None or offer.more_cards is None:
        return None
    lacking = max(FIRST_CARDS - len(snapshot.state.of_the_hand), 0)
    return columns(snapshot, offer.more_cards and offer.more_cards + lacking)


def columns(snapshot: Snapshot, more: int = 0) -> tuple[CardToPlace, ...]:
    """List the cards of the hand as a dialog asks for them, followed by ``more`` cards that the record does not have.

    Those have the number 0. With ``more``, recorded cards that are not certain to be out can be marked as not out, too.
    Certain are the first card, and each that had waited or whose face is known by its place; with one that came by a
    press of its own (``alone``) also those before it that did so, with any other all before it.
    """
    state = snapshot.state
    cards = state.of_the_hand
    at = dict(zip((card.number for card in cards), placement.as_recorded(state), strict=True))
    opened = {
        place: card.alone for place, card in enumerate(cards, start=1) if card.waited or (card.face and not card.by_box)
    }
    first = max((place for place, by_itself in opened.items() if not by_itself), default=1)
    last = max(opened, default=1)
    known = tuple(
        CardToPlace(
            place,
            card.number,
            "" if card.by_box else card.face,
            at[card.number] or "-",
            loose=bool(more) and place > (last if card.alone else first),
            covered=not card.face,
        )
        for place, card in enumerate(cards, start=1)
    )
    count = len(known)
    return known + tuple(CardToPlace(count + it, 0, "", "out", loose=True) for it in range(1, more + 1))


class OrderStatement(NamedTuple):
    """Statement about the order of the cards: its entry, by whom, how it is known, and in words.

    One that was set ``aside`` no longer counts; one that ``contradicts`` is among the fewest that cannot all be true.
    """

    number: int
    by: str
    source: str
    words: str
    aside: bool
    contradicts: bool


class AtBox(NamedTuple):
    """Cards at a box, in words, and the places of the order that lie there."""

    side: str
    cards: str
    places: str


class Spoken(NamedTuple):
    """Card of which something can be said: its number, its words, and the places at which it can have come out."""

    number: int
    words: str
    places: tuple[int, ...]


class OrderQuestions(NamedTuple):
    """Data for the questions about the order of the cards: for each card the places at which it can have come out.

    ``said`` are the statements so far. ``asks_where`` the cards lie, unless a virtual shoe knows it. ``boxes`` tell
    which faces lie at which box beside the places there: which of these is whose is not known by that.
    """

    columns: tuple[CardToPlace, ...]
    boxes: tuple[AtBox, ...]
    cards: tuple[Spoken, ...]
    said: tuple[OrderStatement, ...]
    asks_where: bool

    @property
    def as_recorded(self) -> str:
        """Boxes of the cards as the record has them, as a JSON list: null for a card at no box."""
        return as_recorded(self.columns)


def evidence(snapshot: Snapshot, incident: Incident, group: Sequence[Incident]) -> OrderQuestions:
    """Return the cards of the hand, the places at which each can have come out, and the statements in the incident.

    The places are those that the evidence of all cases in ``group``, decided together, leaves possible; none for a card
    that it leaves no place. Statements that were set aside are returned, too. With these come the cards at each box, in
    words, and whether it is asked where the cards lie: not at a virtual shoe.
    """
    state = snapshot.state
    cards, places, names = columns(snapshot), possible_places(state, group), named(state)
    spoken = [Spoken(it.number, names[it.number], tuple(sorted(places.get(it.number, {it.place})))) for it in cards]
    contradict = incident.answer.get("contradict", [])
    said = [_statement(item, names, contradicts=item.number in contradict) for item in items.items_of(incident)]
    return OrderQuestions(cards, at_boxes(state), tuple(spoken), tuple(said), asks_where=is_real(state.shoe))


def at_boxes(state: TableState) -> tuple[AtBox, ...]:
    """List for Banco, then Punto, its open faces, how many of its cards lie covered, and the places of all its cards.

    Faces and number of covered cards are one text (``7♠ K♥ 2 covered``), the places another (``1. 3.``): numbers from 1
    in the order of extraction of the hand. A box without cards is left out.
    """
    hand = list(enumerate(state.of_the_hand, start=1))
    return tuple(
        AtBox(str(SIDES[side]), _shown([it for _, it in there]), " ".join(f"{place}." for place, _ in there))
        for side in (Side.BANCO, Side.PUNTO)
        if (there := [(place, it) for place, it in hand if it.location == side.value])
    )


def _shown(cards: Sequence[DrawnCard]) -> str:
    """Return the faces, and how many cards lie covered, as in ``7♠ K♥ 2 covered``; "" for no cards."""
    opened, covered = [face_text(it.face) for it in cards if it.face], sum(not it.face for it in cards)
    backs = [ngettext("%(count)s covered", "%(count)s covered", covered) % {"count": covered}] if covered else []
    return " ".join([*opened, *backs])


def named(state: TableState) -> dict[int, str]:
    """Map the number of each card of the hand to its name, ``3. K♥ Punto``; a covered one is ``3. Punto``.

    At no box it is ``3. K♥``. Where its place is in doubt it is ``K♥ Punto`` or ``covered Punto``: two cards can have
    the same name.
    """
    hand = state.of_the_hand
    doubtful = {number for group in indistinguishable(state, hand) for number in group}
    return {it.number: _name(place, it, doubtful) for place, it in enumerate(hand, start=1)}


def _name(place: int, card: DrawnCard, doubtful: set[int]) -> str:
    """Name a card by place, face and side: ``3. K♥ Punto``, ``3. Punto`` for a covered one.

    Where its number is among the ``doubtful``, ``K♥ Punto`` or ``covered Punto``. A card at no box has no side.
    """
    side = str(SIDES[Side(card.location)]) if card.location in set(Side) else ""
    if card.number in doubtful:
        return f"{face_text(card.face) if card.face else _('covered')} {side}".strip()
    return " ".join(filter(None, [f"{place}.", face_text(card.face) if card.face else "", side]))


def _statement(item: items.Item, names: Mapping[int, str], *, contradicts: bool) -> OrderStatement:
    """Put a statement of a case into words, with who made it, how it is known, and whether it was set aside.

    Each card is named as :func:`_known_as` does. Cards in ``item.gone``, for which it no longer counts, are left out,
    and a pair with either card of it; if nothing is left, the words say that nobody tells these cards apart any more.
    ``contradicts``: it is one of the fewest statements that cannot all be true.
    """
    ordinals = {it: ", ".join(f"{at}." for at in sorted(said)) for it, said in item.places.items()}
    places = [f"{_known_as(it, names)}: {said}" for it, said in ordinals.items() if it not in item.gone]
    pairs = [
        _("%(first)s before %(then)s") % {"first": _known_as(first, names), "then": _known_as(then, names)}
        for first, then in item.before
        if item.gone.isdisjoint((first, then))
    ]
    words = "; ".join([*places, *pairs]) or _("of cards that nobody tells apart any more")
    return OrderStatement(item.number, item.by, str(SOURCES[item.source]), words, bool(item.aside), contradicts)


def _known_as(card: int, names: Mapping[int, str]) -> str:
    """Return the name of a card in `names`, else its number; a negative one says that by a report it is not out."""
    return not_out(-card) if card < 0 else names.get(card, str(card))


class DialogData(NamedTuple):
    """Data for the questions of the dialogs: the cards that are out or wait, what the house plays, and its layout.

    ``more`` tells that the next card of the hand can be out before it is keyed, ``due`` also to whom it comes.
    ``first``: what falls now may be the first card of a hand with stakes; ``alone``: it came from the sabot, and no
    other is out. ``lapses``: a card too many lapses with the taglia, which ends with this coup. ``emptied``: by the
    record no card is left in the sabot. ``apart`` are the places, among the cards of a hand of which one is out, of
    those that wait for the next hand. ``over`` are the coups that were over last, the newest first; ``disputing`` are
    the displays at which somebody disputes one, with their positions.
    """

    out: int
    apart: tuple[int, ...]
    more: bool
    due: bool
    waiting: tuple[int, ...]
    unseen: tuple[int, ...]
    covered: tuple[CardToPlace, ...]
    first: bool
    alone: bool
    blanks: bool
    lapses: bool
    emptied: bool
    in_hand: bool
    positions: tuple[Option, ...]
    boxes: tuple[Option, ...]
    over: tuple[Option, ...]
    disputing: tuple[tuple[str, str], ...]

    def by(self, name: str) -> "DialogData":
        """Return a copy for the dialog of this kind, with empty values for what it does not use.

        Coups that are over, and who disputes, are only for a dispute. ``out``, ``apart``, ``more``, ``due``,
        ``waiting``, ``covered``, ``first``, ``alone`` and ``in_hand`` are only for kinds with an offer that is drawn
        anew with each card (``follows_hand``).
        """
        kind = KINDS[name][1]
        known = self if kind.after_burning else self._replace(over=(), disputing=())
        if kind.offer is not None and kind.offer.follows_hand:
            return known
        known = known._replace(out=0, apart=(), more=False, due=False, waiting=(), covered=())
        return known._replace(first=False, alone=False, in_hand=False)

    @property
    def fallen(self) -> tuple[Option, ...]:
        """Options for the card that fell, as places from 1.

        In a hand these are its cards, of which those that wait for the next hand are marked so, and, with ``more``, the
        next one, which is marked “not yet counted”; between hands the cards that wait.
        """
        if not self.in_hand:
            return tuple(Option(place, f"{place}.") for place in range(1, len(self.waiting) + 1))
        marks = dict.fromkeys(self.apart, _("waits for the next hand")) | {self.out + 1: _("not yet counted")}
        return tuple(Option(it, f"{it}.", marks.get(it, "")) for it in range(1, self.out + self.more + 1))

    @property
    def fell(self) -> int | None:
        """Place of the card that fell, unless somebody says otherwise; None where no card can have fallen.

        In a hand it is the next card where it is known to whom that comes, else the last one that is out and does not
        wait for the next hand; between hands the last that waits.
        """
        if not self.fallen:
            return None
        of_hand = [place for place in range(1, self.out + 1) if place not in self.apart]
        return of_hand[-1] if self.in_hand and of_hand and not self.due else int(self.fallen[-1].value)

    @property
    def before(self) -> tuple[Option, ...]:
        """Options for how many cards were out before others stuck together: 0 to ``out``.

        They end at MOST_CARDS where more are out.
        """
        return tuple(Option(count, str(count)) for count in range(min(self.out, MOST_CARDS) + 1))

    @property
    def turned(self) -> tuple[Option, ...]:
        """Options for the question which covered card was turned while dealing: those in ``covered``, in their order.

        Each has the number of the card as value, its place (``2.``) as words, and its box in words as what follows.
        """
        return tuple(Option(card.number, f"{card.place}.", str(SIDES[Side(card.box)])) for card in self.covered)


def dialog_data(snapshot: Snapshot) -> DialogData:
    """Return what the report dialogs need to know, read from this snapshot.

    That is how many cards of the hand are out (0 outside one), which places those have that wait for the next hand,
    whether one more can be out, and whose; the numbers of those held for the next hand, and of held or early ones that
    nobody saw; those of :func:`_covered`; whether the first card of a hand with stakes can be meant, and whether it is
    alone out; whether there is a hand, whether the house plays Colpi in Bianco, whether a card too many lapses with the
    taglia, and whether the sabot is empty by the record; its positions and boxes; the coups over last with how they
    ended; displays whose player disputes.
    """
    state = snapshot.state
    out, in_hand, coming = cards_of_hand(state), in_a_hand(state), place_of_the_next(state)
    return DialogData(
        out=out,
        apart=tuple(at for at, card in enumerate(state.of_the_hand, 1) if card in state.held) if state.cards else (),
        more=coming is not None,
        due=coming not in (None, DrawnCard.Location.WAITING),
        waiting=tuple(card.number for card in state.held),
        unseen=tuple(card.number for card in (*state.held, *state.waiting) if not card.seen),
        covered=_covered(snapshot),
        first=in_hand and not snapshot.blank and (out <= 1 or _whenever_it_falls(state)),
        alone=in_hand and [card.waited for card in state.of_the_hand] == [False] and not snapshot.blank,
        blanks=state.profile.remedies == "blank_coup",
        lapses=state.surplus_lapses,
        emptied=state.shoe is not None and state.shoe.out == state.shoe.cards_total,
        in_hand=in_hand,
        positions=tuple(Option(label, label) for label in state.profile.positions),
        boxes=tuple(Option(box.value, str(BOX_NAMES[box])) for box in state.profile.boxes),
        over=tuple(Option(coup.key, coup.key, _ended(coup)) for coup in snapshot.lately),
        disputing=tuple((it.code, it.position) for it in snapshot.proposals if it.proposal == it.Proposal.DISPUTE),
    )


def _whenever_it_falls(state: TableState) -> bool:
    """Whether the first card of the hand, if it falls now, makes it a Colpo in Bianco, however many cards are out.

    It does until the coup is paid, in a house that plays Colpi in Bianco and has `art3_first_card_window` "any_time";
    False between coups.
    """
    profile, unpaid = state.profile, state.coup is not None and state.coup.paid_hands is None
    return unpaid and profile.remedies == "blank_coup" and profile.art3_first_card_window == "any_time"


def _ended(coup: Coup) -> str:
    """Write how a coup ended: the points announced alone, if it has no outcome yet or was settled.

    Without points, or with another outcome, the words of the outcome; "" while there is none, and for a settlement.
    """
    if coup.announced_banco is not None and coup.outcome in ("", Outcome.SETTLED):
        return called(f"Banco {coup.announced_banco}, Punto {coup.announced_punto}")
    return str(OUTCOMES.get(coup.outcome, ""))


def _covered(snapshot: Snapshot) -> tuple[CardToPlace, ...]:
    """List the cards that lie covered at a box during the distribution, before any declaration, as columns of a dialog.

    Empty in any other phase, and outside a hand. They are in the order of extraction.
    """
    places = {card.number: place for place, card in enumerate(snapshot.state.of_the_hand, start=1)}
    covered = covered_cards(snapshot.state)
    return tuple(CardToPlace(places[it.number], it.number, "", it.location, loose=False) for it in covered)
