"""A table as it was: the rows of one coup laid again in memory, act by act, from what the register says of each.

Nothing here is decided and nothing is saved. What an act did stands in its entry; phase, points and payments are read
from the rows by the same rules as at the table. A card has a face from the act on that turned it.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.functional import cached_property

from table.models import Coup, DrawnCard, Position, Shoe, Table
from table.play.cards import SERVING_ORDER
from table.play.shoe import bring_up_to_date
from table.play.state import AT_BOX
from table.rules.cards import UNKNOWN, parse, points
from table.rules.regola import FIRST_CARDS, Outcome, Side, claim_of
from table.screens.read.snapshot import Payment, Posting, ReadEntry, Snapshot
from table.screens.register.not_drawn import ACTS_NOT_DRAWN, EFFECTS_NOT_DRAWN
from table.screens.register.scene_seats import TakenSeats
from table.screens.register.scene_shoe import HELD, LOCATION, shoe_before, waited
from table.screens.register.scene_stakes import LAYS_STAKES, LaidStakes

TURNED = "turned"


Handler = Callable[["Scene", Any], None]
"""Draws what an act with these arguments, or an effect with these facts, did to the rows of the coup."""
ACTS: dict[str, Handler | None] = dict.fromkeys(LAYS_STAKES | ACTS_NOT_DRAWN)
EFFECTS: dict[str, Handler | None] = dict.fromkeys(EFFECTS_NOT_DRAWN)
"""By verb and by effect; None is said of one that changes nothing here, or only the stakes. Any other is an error."""


def draws_act(*names: str) -> Callable[[Handler], Handler]:
    """These verbs are drawn by this."""
    return _draws(ACTS, names)


def draws_effect(*names: str) -> Callable[[Handler], Handler]:
    """These effects are drawn by this."""
    return _draws(EFFECTS, names)


def _draws(handlers: dict[str, Handler | None], names: Sequence[str]) -> Callable[[Handler], Handler]:
    def declare(handler: Handler) -> Handler:
        assert all(handlers.get(name) is None for name in names), names
        handlers.update(dict.fromkeys(names, handler))
        return handler

    return declare


class Past(Snapshot):
    """The table at one act of a coup that was played."""

    def __init__(self, scene: "Scene") -> None:
        super().__init__(scene.table)
        self._posted = scene.posted
        self.state.put(
            coup=scene.coup,
            shoe=scene.shoe,
            cards=scene.of_the_hand(),
            held=[card for card in scene.cards.values() if card.location in HELD.values()],
            stakes=scene.stakes.rows,
            positions=scene.positions(),
            standing=scene.seats.standing,
            limit_ranges=[],
        )

    @cached_property
    def payments(self) -> list[Payment]:
        """What was posted, or was to be paid by what lay open."""
        return self.brought()

    @property
    def posted(self) -> list[Posting]:
        """What had been posted by then."""
        return self._posted

    @cached_property
    def last_payments(self) -> list[Payment]:
        """Of the coup before nothing is told here."""
        return []


class Scene:
    """One coup as it grows: its cards by their order of extraction, its stakes, and what was said."""

    def __init__(self, row: Coup, entries: Sequence[ReadEntry], stakes: LaidStakes, seats: TakenSeats) -> None:
        self.row, self.stakes, self.seats = row, stakes, seats
        self.table = Table(code=row.table.code, status=Table.Status.OPEN, button=row.button, policy=row.policy)
        self.shoe = shoe_before(row, entries)
        self.coup = Coup(table=self.table, shoe=self.shoe, number=row.number, policy=row.policy, button=row.button)
        self.coup.limits = row.limits
        self.coup.began_with_mask = self.shoe.cut_card_at is not None and not self.shoe.cut_card_taken
        self.cards = waited(row, entries)
        self.posted: list[tuple[str, str, str, str, int]] = []
        self.stays_visible = False
        """Whether the card that lies visible in the sabot does so still when the act is done, whatever came out."""
        self._entered = 0

    def take(self, done: ReadEntry) -> None:
        """One act more."""
        verb, given = done.entry.verb, done.arguments
        self.stays_visible = False
        if act := ACTS[verb]:
            act(self, given)
        for name, facts in done.effects:
            if effect := EFFECTS[name]:
                effect(self, facts)
        self.shoe.next_visible |= self.stays_visible
        self.stakes.take(done)
        self.seats.take(done)
        self._after(verb)

    def of_the_hand(self) -> list[DrawnCard]:
        """The cards of this coup in the order of extraction."""
        return [card for _, card in sorted(self.cards.items()) if card.location not in HELD.values() and card.coup]

    def positions(self) -> dict[str, Position]:
        """The positions, and who held them."""
        labels = self.row.policy.profile.positions
        return {it: self.seats.position(it, at) for at, it in enumerate(labels)}

    # --- acts

    @draws_act("close_bets")
    def _close_bets(self, _given: Any) -> None:
        self.coup.closed = True

    @draws_act("name_highest")
    def _name_highest(self, given: Any) -> None:
        self.coup.highest = given["position"] or ""

    @draws_act("declare")
    def _declare(self, given: Any) -> None:
        self.coup.claim, self.coup.claim_means = given["claim"], given["means"]

    @draws_act("announce")
    def _announce(self, given: Any) -> None:
        self.coup.announced_banco, self.coup.announced_punto = given["banco"], given["punto"]

    @draws_act("extract_remaining")
    def _extract_remaining(self, given: Any) -> None:
        """They came out last, so that they are the last of its cards."""
        self.coup.counted = True
        numbers = sorted(self.row.cards.values_list("number", flat=True))[-len(given["cards"]) :]
        for number, face in zip(numbers, given["cards"], strict=False):
            card = parse(face)
            self.draw(number, LOCATION.REMAINING).face = "" if card is UNKNOWN else str(card)

    @draws_act("cut_card_out")
    def _cut_card_out(self, given: Any) -> None:
        lie = given.get("hand_cards")
        self._put_cut_card(len(self.of_the_hand()) if lie is None else lie)

    @draws_act("close_table")
    def _close_table(self, _given: Any) -> None:
        self.table.blank_ordered = False

    @draws_act("resume")
    def _resume(self, _given: Any) -> None:
        self.table.suspend_pending = False

    @draws_effect("lies_elsewhere")
    def _lies_elsewhere(self, facts: Any) -> None:
        self.cards[facts["card"]].face, self.cards[facts["as_card"]].face = "", facts["face"]

    @draws_effect("was_not_shown")
    def _was_not_shown(self, facts: Any) -> None:
        self.cards[facts["card"]].face = ""

    @draws_effect("entry_corrected")
    def _entry_corrected(self, facts: Any) -> None:
        new = facts["new"]
        match facts["what"]:
            case "card" if new["card"] is not None and self.cards[new["number"]].face:
                self.cards[new["number"]].face = str(parse(new["card"]))
            case "declaration":
                self.coup.claim = new.get("claim") or ""
                self.coup.claim_means = self.coup.claim_means if self.coup.claim else ""
            case "close":
                self.coup.closed, self.coup.reader, self._entered = False, "", 0
            case "highest":
                self.coup.highest = new["position"] or ""
            case "position" if self.coup.reader == new["position"]:
                self.coup.reader = new["meant"]
            case "cut_card":
                self._put_cut_card(new.get("hand_cards"))

    @draws_effect("cut_card_came")
    def _cut_card_came(self, facts: Any) -> None:
        self._put_cut_card(sum(card.number <= facts["out"] for card in self.of_the_hand()))

    def _put_cut_card(self, hand_cards: int | None) -> None:
        """It lies after so many cards of this hand; None: it is not out. What follows from that is read at the end."""
        out = hand_cards is not None
        self.shoe.status = Shoe.Status.LAST_COUP if out or self.shoe.last_by_ruling else Shoe.Status.IN_PLAY
        self.shoe.cut_card_at = None if hand_cards is None else Past(self).state.out_before(hand_cards)
        self.shoe.mask_waits, self.coup.began_with_mask = False, False
        self.shoe.coups_left = 1 if self.shoe.last_by_ruling else None

    def _after(self, verb: str) -> None:
        """What follows from an act once all its cards lie."""
        follows = self.shoe.cut_card_at is not None and not self.shoe.cut_card_taken
        if follows and not (self.coup.ended or self.coup.counted):
            bring_up_to_date(Past(self).state)
        turned = [card.card for card in self._at(Side.PUNTO)[:2]]
        if (verb == "turn_battuta" or self.coup.claim_means == TURNED) and UNKNOWN not in turned:
            self.coup.claim, self.coup.claim_means = claim_of(points(turned)).value, TURNED
        if verb == "settle":
            state = Past(self).state
            self.coup.paid_hands = [[str(card) for card in state.hand(side)] for side in Side]
            self.coup.result = state.layout.result.value

    # --- effects

    @draws_effect("blank_started")
    def _blank_started(self, _facts: Any) -> None:
        self.coup.kind, self.coup.closed, self.coup.limits, self.coup.reader = Coup.Kind.BLANK, True, {}, ""
        self.coup.claim, self.coup.claim_means = "", ""
        self.table.blank_ordered = False

    @draws_effect("blank_due")
    def _blank_due(self, _facts: Any) -> None:
        self.table.blank_ordered = True

    @draws_effect("reader_assigned")
    def _reader_assigned(self, facts: Any) -> None:
        self.coup.reader = facts["position"]

    @draws_effect("dealer_completes")
    def _dealer_completes(self, _facts: Any) -> None:
        self.coup.reader = ""

    @draws_effect("card_visible")
    def _card_visible(self, _facts: Any) -> None:
        self.shoe.next_visible = True

    @draws_effect("card_drawn")
    def _card_drawn(self, facts: Any) -> None:
        self.draw(facts["card"], LOCATION(facts["at"]))

    @draws_effect("card_turned")
    def _card_turned(self, facts: Any) -> None:
        self.cards[facts["card"]].face = facts["face"]

    @draws_effect("early_card_placed")
    def _early_card_placed(self, facts: Any) -> None:
        self.cards[facts["card"]].location = AT_BOX[Side(facts["side"])]

    @draws_effect("card_held")
    def _card_held(self, facts: Any) -> None:
        self.cards[facts["card"]].location = HELD[facts["seen"]]

    @draws_effect("held_card_enters")
    def _held_card_enters(self, facts: Any) -> None:
        card, place = self.cards[facts["card"]], self._entered
        card.location = SERVING_ORDER[place % 2] if place < FIRST_CARDS else LOCATION.WAITING
        card.coup, card.waited, self._entered = self.coup, True, place + 1

    @draws_effect("cards_burned")
    def _cards_burned(self, facts: Any) -> None:
        for number in facts["cards"]:
            self.draw(number, LOCATION.BURNED)

    @draws_effect("cards_missing")
    def _cards_missing(self, _facts: Any) -> None:
        self.shoe.out, self.shoe.next_visible = self.shoe.cards_total, False

    @draws_effect("taglia_ended")
    def _taglia_ended(self, _facts: Any) -> None:
        """What waited between two coups lapses with the shoe before."""
        self.cards.clear()
        self.shoe.out, self.shoe.next_visible, self.table.blank_ordered = 0, False, False

    @draws_effect("claim_differs", "differs_from_the_regola", "laid_elsewhere", "wrong_number")
    def _is_held(self, _facts: Any) -> None:
        self.coup.held = True

    @draws_effect("agrees_with_the_regola")
    def _agrees_with_the_regola(self, _facts: Any) -> None:
        self.coup.held = False

    @draws_effect("coup_annulled")
    def _coup_annulled(self, _facts: Any) -> None:
        self.coup.outcome, self.coup.held, self.coup.result = Outcome.ANNULLED.value, False, ""

    @draws_effect("coup_null")
    def _coup_null(self, _facts: Any) -> None:
        self.coup.outcome = Outcome.NULL_SEVEN.value

    @draws_effect("coup_burned")
    def _coup_burned(self, facts: Any) -> None:
        self.coup.outcome, self.coup.ended = facts["outcome"], True
        for card in self.of_the_hand():
            card.location = LOCATION.BURNED

    @draws_effect("coup_cancelled")
    def _coup_cancelled(self, _facts: Any) -> None:
        self.coup.outcome, self.coup.ended = Outcome.CANCELLED.value, True

    @draws_effect("settled", "refunded", "money_corrected")
    def _posted(self, facts: Any) -> None:
        self.posted += [(position, box, "", kind, amount) for position, box, kind, amount in facts["lines"]]

    @draws_effect("money_ordered")
    def _ordered(self, facts: Any) -> None:
        """An order about a coup that is over stands among the acts of a later one."""
        if facts["coup"] == self.row.key:
            self._posted(facts)

    @draws_effect("suspend_pending")
    def _suspend_pending(self, _facts: Any) -> None:
        self.table.suspend_pending = True

    @draws_effect("button_moved")
    def _button_moved(self, facts: Any) -> None:
        self.table.button = facts["position"]

    # --- cards

    def draw(self, number: int, location: str) -> DrawnCard:
        """A card leaves the shoe, or one that is out already lies elsewhere now."""
        card = self.cards.setdefault(number, DrawnCard(pk=number, number=number, shoe=self.shoe))
        card.location = location
        card.coup = self.coup if location not in (LOCATION.BURNED, *HELD.values()) else None
        self.shoe.out, self.shoe.next_visible = max(self.shoe.out, number), False
        return card

    def _at(self, side: Side) -> list[DrawnCard]:
        return [card for card in self.of_the_hand() if card.location == AT_BOX[side]]
