"""State of a table during an act: its rows, each read once and only when needed, and what the rules make of them."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from django.db.models import Count

from table.memory.parts import CachedRows, read_from
from table.memory.statements import Query, Written
from table.models import (
    Coup,
    DrawnCard,
    Guest,
    LimitRange,
    Money,
    Person,
    Policy,
    Position,
    Shoe,
    Sixain,
    StaffPresence,
    Stake,
    Standing,
    Table,
    Uncollected,
)
from table.rules import phase as phases
from table.rules.authority import cite
from table.rules.cards import UNKNOWN, Card, parse
from table.rules.phase import CoupFacts, Phase
from table.rules.profile import Box, Profile
from table.rules.refusal import Code, Refused
from table.rules.regola import FIRST_CARDS, Claim, Layout, Outcome, Side, natural
from table.rules.shoe import HeldCard, blank_due, counts_seven
from table.rules.stakes import InAction, LaidStake, Limits, Range
from table.rules.topics.sources import Cited

AT_BOX = {Side.PUNTO: DrawnCard.Location.PUNTO, Side.BANCO: DrawnCard.Location.BANCO}
OF_COUP = (Coup, Shoe, Sixain, Policy)
"""Models of the coup and the rows that are fetched with it."""
OF_ONE_COUP = ("coup", "cards", "stakes", "stakes_before", "money", "gone")
"""Parts of the state that end with a coup."""
BY_ITS_END = (*OF_ONE_COUP, "held", "coup_before", "money_before")
"""Parts that are others once a coup has ended: those, the cards held for the next one, and the coup before."""

TABLE = Query(lambda code: Table.objects.select_related("policy").filter(code=code))
"""Table with this code, and its rules."""
OPEN_COUP = Query(
    lambda table_id: (
        Coup.objects.filter(table_id=table_id, ended=False).order_by().select_related("policy", "shoe__sixain")
    )
)
LAST_SHOE = Query(
    lambda table_id: Shoe.objects.filter(table_id=table_id).select_related("sixain").order_by("-taglia")[:1]
)
CARDS = Query(lambda coup_id: DrawnCard.objects.filter(coup_id=coup_id).order_by("number"))
HELD_CARDS = Query(lambda shoe_id: DrawnCard.objects.filter(shoe_id=shoe_id, location__in=DrawnCard.HELD))
STAKES = Query(lambda coup_id: Stake.objects.filter(coup_id=coup_id))
STAKES_BEFORE = Query(
    lambda table_id, coup_id: Stake.objects.filter(
        coup_id=Coup.objects.filter(table_id=table_id, kind=Coup.Kind.NORMAL)
        .exclude(pk=coup_id)
        .exclude(stakes=None)
        .order_by("-id")
        .values("pk")[:1]
    )
)
MONEY = Query(lambda coup_id: Money.objects.filter(coup_id=coup_id))
COUP_BEFORE = Query(
    lambda table_id: (
        Coup.objects.filter(table_id=table_id, ended=True).order_by("-id").select_related("shoe__sixain")[:1]
    )
)
MONEY_OVER = Query(lambda coup_id: Money.objects.filter(coup_id=coup_id).select_related("stake"))
CUSTODY = Query(
    lambda table_id: Uncollected.objects.filter(table_id=table_id, closed=None).select_related("coup__shoe")
)
LIMITS = Query(lambda table_id: LimitRange.objects.filter(table_id=table_id))
POSITIONS = Query(lambda table_id: Position.objects.filter(table_id=table_id).select_related("holder"))
STANDING = Query(lambda table_id: Standing.objects.filter(table_id=table_id).select_related("guest"))
STAFF = Query(
    lambda table_id: (
        StaffPresence.objects.filter(table_id=table_id, until=None).select_related("person").order_by("since")
    )
)


class TableState(CachedRows):
    """Rows of a table, its coup and its people, read lazily; only verbs change them.

    Each part is read once, when it is first used. An act that writes rows other than through these lists says so by
    :meth:`reread`; one that makes a row that others will use hands it over by :meth:`put`. After the act a part is
    forgotten if other rows of its models were written than those in memory.
    """

    def __init__(self, table: Table) -> None:
        """Remember the table; no other row is read yet."""
        self.table = table

    def forget(self, written: Written) -> None:
        """Forget parts whose rows were written elsewhere, always the rules, and OF_ONE_COUP if its coup has ended."""
        super().forget(written)
        self.reread("profile")
        if self.coup_read is not None and self.coup_read.ended:
            self.reread(*OF_ONE_COUP)

    @property
    def coup_read(self) -> Coup | None:
        """Coup, if it has been read, else None; never queries the database."""
        return self.read_of(["coup"]).get("coup")

    @read_from(*OF_COUP)
    def profile(self) -> Profile:
        """Rules of the coup, or between coups of the table. Refused (E_PROFILE) where it has none yet."""
        policy = self.coup.policy if self.coup else self.table.policy
        if policy is None:
            raise Refused(Code.PROFILE, "This table has no rules yet; the Direzione sets them.")
        return policy.profile

    def cite(self, topic: str) -> Cited:
        """Source that this table's rules have for a topic; before it has rules, that of the Super Punto Banco."""
        return cite(None if self.table.policy_id is None else self.profile, topic)

    # --- the shoe and its cards

    @read_from(*OF_COUP)
    def shoe(self) -> Shoe | None:
        """Shoe of the coup, whatever its status; between coups the last one of the table, in preparation or in play.

        None where that last one is ended or void, or none was loaded yet.
        """
        if self.coup is not None:
            return self.coup.shoe
        last = LAST_SHOE.first(table_id=self.table.pk)
        return last if last is not None and last.status not in Shoe.OVER else None

    @read_from(DrawnCard, *OF_COUP)
    def held(self) -> list[DrawnCard]:
        """Cards of this shoe held for the next hand, under or beside the sabot, first out first; empty without one."""
        if self.shoe is None:
            return []
        found = HELD_CARDS(shoe_id=self.shoe.pk)
        for card in found:
            card.shoe = self.shoe
        return found

    @read_from(DrawnCard, *OF_COUP)
    def gone(self) -> Counter[str]:
        """Count of each face shown by the cards of this shoe, without cards of this coup or held for the next hand.

        So these are the ones in the discard. Empty without a shoe.
        """
        if self.shoe is None:
            return Counter()
        seen = self.shoe.cards.exclude(face="").order_by().values_list("face").annotate(Count("pk"))
        return Counter(dict(seen)) - self._open_faces()

    def faces(self, *, but: Collection[DrawnCard] = ()) -> Counter[str]:
        """Count of each face shown by a card of this shoe: in the discard, in this coup, or held for the next hand.

        Cards in ``but`` are left out, as far as they are in the coup or held; those in the discard always count.
        """
        return self.gone + self._open_faces(but)

    def _open_faces(self, but: Collection[DrawnCard] = ()) -> Counter[str]:
        """Count of each face shown by a card of this coup, wherever it is, or by one held for the next hand.

        Between two coups there are only the held ones. Those of the cards in ``but`` are left out.
        """
        faces = {card.pk: card.face for card in (*self.cards, *self.held) if card.face and card not in but}
        return Counter(faces.values())

    @property
    def blank_due(self) -> bool:
        """Whether a Colpo in Bianco is ordered, or due by a held card or a next card that lies face up in the sabot.

        A held card makes it due if it was seen, or an undue third card, unless the house says otherwise, or the coup is
        annulled; no card does in a house without coups in bianco, see :func:`table.rules.shoe.blank_due`.
        """
        return self._blank_due(self._outlasting, visible=self.shoe is not None and self.shoe.next_visible)

    @property
    def blank_topic(self) -> str:
        """Topic of the rule by which a Colpo in Bianco is due: a held card that makes it so, else a visible next card.

        For a visible next card it is "remedies.known" while cards are held that do not make it so. It is "acts" for a
        Colpo in Bianco that was only ordered, as nothing tells what for; and where none is due.
        """
        held = self._outlasting
        if any(card.seen for card in held):
            return "remedies.seen"
        if any(card.undue for card in held) and self.profile.art8_unseen_excess == "blank":
            return "art8_unseen_excess"
        if self.shoe is not None and self.shoe.next_visible:
            return "remedies.known" if held else "remedies.visible"
        return "acts"

    @property
    def blank_known(self) -> bool:
        """Whether a Colpo in Bianco is due by an order or a held card, whatever cards of this coup are still to come.

        A next card face up in the sabot counts only between coups, and in a coup of kind NORMAL of which no card is
        out: else this hand may take it. In a coup that has begun none is due if the taglia ends with it.
        """
        if self.shoe is None or not self._hand_begun:
            return self.blank_due
        return not self.is_last and self._blank_due(self._outlasting, visible=False)

    @property
    def _hand_begun(self) -> bool:
        """Whether a card of this coup is out, or it is a Colpo in Bianco; False between coups."""
        return bool(self.cards) or (self.coup is not None and self.coup.kind == Coup.Kind.BLANK)

    @property
    def is_last(self) -> bool:
        """Whether the taglia ends with this coup, between coups with the next: it is the last, or the sabot is empty.

        False without a shoe, and while it is not known which coup is the last.
        """
        shoe = self.shoe
        return shoe is not None and (shoe.coups_left == 1 or shoe.out >= shoe.cards_total)

    @property
    def surplus_lapses(self) -> bool:
        """Whether a card too many that is set aside now lapses with the taglia: the hand of its last coup has begun."""
        return self._hand_begun and self.is_last

    @property
    def blank_follows(self) -> bool:
        """Whether a Colpo in Bianco is due once the cards of this coup are burned, by what the table shows now.

        As :attr:`blank_due`, with the cards of this coup that will be held for the next hand added; but no held card
        counts if the coup is annulled, as all are burned then.
        """
        held = [] if self._is_annulled else [*self.held, *self.for_the_next]
        return self._blank_due(held, visible=self.shoe is not None and self.shoe.next_visible)

    @property
    def _outlasting(self) -> Sequence[DrawnCard]:
        """Cards held for the next hand, first out first; none in an annulled coup, with which they are burned."""
        return [] if self._is_annulled else self.held

    @property
    def _is_annulled(self) -> bool:
        """Whether the coup is annulled; False between coups."""
        return self.coup is not None and self.coup.outcome == Outcome.ANNULLED

    def _blank_due(self, cards: Iterable[DrawnCard], *, visible: bool) -> bool:
        """Whether a Colpo in Bianco is ordered, or due with these cards held and a ``visible`` next card.

        Unless one is ordered, refuses (E_PROFILE) at a table without rules.
        """
        held = [HeldCard(card.number, card.seen, card.undue) for card in cards]
        return self.table.blank_ordered or blank_due(self.profile, held, next_visible=visible)

    @property
    def for_the_next(self) -> list[DrawnCard]:
        """Cards of this coup that wait for a box or lie in excess; empty between coups.

        At its end they are held for the next hand; if it is annulled, or in a house without coups in bianco, they are
        burned like the others.
        """
        places = (DrawnCard.Location.WAITING, DrawnCard.Location.EXCESS)
        return [card for card in self.cards if card.location in places]

    # --- the coup

    @read_from(*OF_COUP)
    def coup(self) -> Coup | None:
        """Coup that is being played, of which a table has at most one; None between coups."""
        coup = OPEN_COUP.first(table_id=self.table.pk)
        if coup is not None:
            coup.table = self.table
        return coup

    @read_from(DrawnCard, *OF_COUP)
    def cards(self) -> list[DrawnCard]:
        """Cards of this coup in the order of extraction; empty between two coups."""
        if self.coup is None:
            return []
        found = CARDS(coup_id=self.coup.pk)
        for card in found:
            card.coup, card.shoe = self.coup, self.coup.shoe
        return found

    def at(self, side: Side) -> list[DrawnCard]:
        """Cards that lie at a box, in the order of extraction."""
        return [card for card in self.cards if card.location == AT_BOX[side]]

    def hand(self, side: Side) -> tuple[Card, ...]:
        """Return the faces at a box, in the order of extraction; a covered card is the unknown one."""
        return tuple(card.card for card in self.at(side))

    @property
    def at_boxes(self) -> list[DrawnCard]:
        """Cards that lie at either box, in the order of extraction."""
        return [card for card in self.cards if card.location in AT_BOX.values()]

    @property
    def is_dealt_open(self) -> bool:
        """Whether the first four cards of this coup are dealt face up; False in a Colpo in Bianco and between coups.

        Refuses (E_PROFILE) at a table without rules.
        """
        return self.profile.dealing == "face_up" and self.coup is not None and self.coup.kind == Coup.Kind.NORMAL

    @property
    def drawn(self) -> list[DrawnCard]:
        """Cards of this coup that were drawn in it, not held from before it, in the order of extraction."""
        return [card for card in self.cards if not card.waited]

    @property
    def can_be_cancelled(self) -> bool:
        """Whether a suspension cancels the coup: no card was drawn in it, and it has no outcome; False without."""
        return self.coup is not None and not (self.drawn or self.coup.outcome)

    @property
    def of_the_hand(self) -> list[DrawnCard]:
        """Cards of this coup and held ones, in the order of extraction.

        Without the cards drawn only to count the rest of the shoe in a last coup (REMAINING).
        """
        laid = [card for card in self.cards if card.location != DrawnCard.Location.REMAINING]
        return sorted([*laid, *self.held], key=lambda card: card.number)

    @property
    def served_by_themselves(self) -> list[DrawnCard]:
        """Third cards at the boxes that came out each by a press of its own, in the order of extraction."""
        return [card for card in self.came_alone if card.location in AT_BOX.values()]

    @property
    def came_alone(self) -> list[DrawnCard]:
        """Cards of this hand behind the first four that each came out by a press of its own, and all held ones.

        Those that wait are among them, and whatever was set aside for the next hand, however it came out. If a later
        report moved earlier cards, fewer than four may be left before them.
        """
        return [card for card in self.of_the_hand if card.alone]

    def out_before(self, hand_cards: int) -> int:
        """Number of cards of the shoe that were out when this hand had its first ``hand_cards`` cards, in their order.

        Cards that had waited from before count among these. It is all that are out where no card of the hand was drawn
        after them, and between coups. Asserts a shoe.
        """
        assert self.shoe is not None
        later = [card.number for card in self.cards[hand_cards:] if not card.waited]
        return later[0] - 1 if later else self.shoe.out

    @property
    def layout(self) -> Layout:
        """Both hands as they lie, with the excess cards; all three empty between coups."""
        excess = tuple(card.card for card in self.cards if card.location == DrawnCard.Location.EXCESS)
        return Layout(self.hand(Side.PUNTO), self.hand(Side.BANCO), excess)

    @property
    def waiting(self) -> list[DrawnCard]:
        """Cards of this coup that came out early and wait for their box."""
        return [card for card in self.cards if card.location == DrawnCard.Location.WAITING]

    @property
    def covered_thirds(self) -> list[DrawnCard]:
        """Third cards that lie covered at the boxes, Punto's before Banco's."""
        return [card for side in Side for card in self.at(side)[2:] if not card.face]

    @property
    def facts(self) -> CoupFacts:
        """Facts of the coup for :mod:`table.rules.phase`; asserts that one is being played.

        ``remaining``, the cards drawn for the count of a last coup, is None before that count. ``paid_on``, the hands
        that were paid, is None while the count is still due, even if they were paid.
        """
        coup = self.coup
        assert coup is not None
        announced = None if coup.announced_banco is None else (coup.announced_banco, coup.announced_punto or 0)
        remaining = [card.card for card in self.cards if card.location == DrawnCard.Location.REMAINING]
        return CoupFacts(
            blank=coup.kind == Coup.Kind.BLANK,
            closed=coup.closed,
            out=len(self.cards),
            has_reader=bool(coup.reader),
            claim=Claim(coup.claim) if coup.claim else None,
            punto=self.hand(Side.PUNTO),
            banco=self.hand(Side.BANCO),
            announced=announced,
            remaining=tuple(remaining) if coup.counted else None,
            paid_on=None if self.to_be_counted else _hands(coup.paid_hands),
            outcome=Outcome(coup.outcome) if coup.outcome else None,
            burned=coup.ended,
        )

    @property
    def to_be_counted(self) -> bool:
        """Whether the remaining cards are still to be drawn and counted, as the coup began with the cut card.

        False for a Colpo in Bianco, and in a house without a least number of cards for it. Asserts a coup.
        """
        coup = self.coup
        assert coup is not None
        began, blank = coup.began_with_cut_card, coup.kind == Coup.Kind.BLANK
        return not coup.counted and counts_seven(self.profile, began_with_cut_card=began, blank=blank)

    @property
    def phase(self) -> Phase | None:
        """Phase of the coup, computed from its :attr:`facts` at each call; None between coups."""
        return phases.phase(self.facts) if self.coup else None

    @property
    def due(self) -> Side | None:
        """Side to which the next card is due, None for neither or unknown; asserts that a coup is being played."""
        return phases.due(self.facts)

    @property
    def undecided(self) -> bool:
        """Whether a third card may still be due to somebody, as a covered card or a missing declaration does not tell.

        False before four cards are dealt, while a card is due, with an open natural, once the coup has an outcome, and
        between coups.
        """
        punto, banco = self.hand(Side.PUNTO), self.hand(Side.BANCO)
        if self.coup is None or self.coup.outcome or len(punto) + len(banco) < FIRST_CARDS:
            return False
        if self.due is not None or natural(punto[:2], banco[:2]):
            return False
        claimed = bool(self.coup.claim) or UNKNOWN not in punto[:2]
        return UNKNOWN in (*banco[:2], *punto[2:]) or not claimed

    @property
    def face_known(self) -> bool:
        """Whether the face of any card of this coup is known, as it was turned or keyed, or was seen by anybody.

        False between coups.
        """
        return any(card.face or card.seen for card in self.cards)

    @property
    def stuck(self) -> bool:
        """Whether a card is due and the shoe is empty, so that this hand cannot be completed; asserts coup and shoe.

        Once the remaining cards are counted it is empty, however many the record still expects.
        """
        assert self.shoe is not None
        return self.due is not None and (self.counted or self.shoe.out >= self.shoe.cards_total)

    @property
    def counted(self) -> bool:
        """Whether the remaining cards were drawn from the shoe and counted in this coup; False between coups."""
        return self.coup is not None and self.coup.counted

    @property
    def beyond_completion(self) -> bool:
        """Whether the hand is :attr:`stuck`, and no card counted out of the shoe is left for it; asserts a coup.

        In a last coup that was counted the next cards are those of the count, in the order in which they came out.
        """
        return self.stuck and all(card.location != DrawnCard.Location.REMAINING for card in self.cards)

    # --- the stakes

    @read_from(Stake, *OF_COUP)
    def stakes(self) -> list[Stake]:
        """Stakes of this coup in the order laid; empty between two coups, and in a Colpo in Bianco.

        A Colpo in Bianco may still have rows, of stakes that went back after money was ordered for them: these are not
        listed. In a coup of kind NORMAL all rows are.
        """
        if self.coup is None or self.coup.kind == Coup.Kind.BLANK:
            return []
        found = STAKES(coup_id=self.coup.pk)
        for stake in found:
            stake.coup = self.coup
        return found

    @read_from(Stake, *OF_COUP)
    def stakes_before(self) -> list[Stake]:
        """Stakes of the latest coup of kind NORMAL before this one that had any, in the order laid; empty if none had.

        That coup may be several coups back, and of an earlier taglia or evening of this table.
        """
        return STAKES_BEFORE(table_id=self.table.pk, coup_id=self.coup.pk if self.coup is not None else 0)

    @read_from(Money, Stake, *OF_COUP)
    def money(self) -> list[Money]:
        """Money lines of this coup in the order posted; empty between two coups."""
        if self.coup is None:
            return []
        if self.coup.kind == Coup.Kind.BLANK:
            return MONEY_OVER(coup_id=self.coup.pk)
        stakes = {stake.pk: stake for stake in self.stakes}
        found = MONEY(coup_id=self.coup.pk)
        for line in found:
            line.coup, line.stake = self.coup, stakes[line.stake_id]
        return found

    @read_from(*OF_COUP)
    def coup_before(self) -> Coup | None:
        """Coup of this table that ended last, also a cancelled one; None before the first."""
        return COUP_BEFORE.first(table_id=self.table.pk)

    @read_from(Money, Stake, *OF_COUP)
    def money_before(self) -> list[Money]:
        """Money lines of the coup that ended last, in the order posted; empty before the first."""
        return MONEY_OVER(coup_id=self.coup_before.pk) if self.coup_before is not None else []

    def money_of(self, over: Coup) -> list[Money]:
        """Return the money lines of a coup that is over, in the order posted.

        Those of the coup that ended last come from memory, if both :attr:`coup_before` and :attr:`money_before` were
        read; else they are queried at each call.
        """
        known = self.read_of(["coup_before", "money_before"])
        if known.get("coup_before") == over and "money_before" in known:
            return self.money_before
        return MONEY_OVER(coup_id=over.pk)

    @read_from(Uncollected)
    def custody(self) -> list[Uncollected]:
        """Open rows of this table's custody, neither collected nor disposed of by the Direzione, by slip number."""
        return CUSTODY(table_id=self.table.pk)

    @property
    def felt(self) -> list[LaidStake]:
        """Stakes as the rules take them, in the order laid."""
        return [laid(stake) for stake in self.stakes]

    @property
    def in_action(self) -> list[InAction]:
        """Stakes as the rules take them once the betting is closed, in the order laid; before, with 0 in action."""
        return [in_action(stake) for stake in self.stakes]

    @property
    def limits(self) -> Limits:
        """Limits of this coup in cents, by kind of stake: those in force when its betting opened; asserts a coup.

        Empty in a Colpo in Bianco.
        """
        assert self.coup is not None
        return {kind: Range(low, high) for kind, (low, high) in self.coup.limits.items()}

    @read_from(LimitRange)
    def limit_ranges(self) -> list[LimitRange]:
        """Limits of the table, in no order: one row for each kind of stake and step (now, next coup, unannounced)."""
        return LIMITS(table_id=self.table.pk)

    def limits_of(self, step: LimitRange.Standing) -> dict[str, list[int]]:
        """Return the limits at this step, by kind of stake minimum and maximum in cents; {} where there are none."""
        return {it.kind: [it.minimum, it.maximum] for it in self.limit_ranges if it.standing == step}

    # --- the people

    @read_from(Position, Guest)
    def positions(self) -> dict[str, Position]:
        """Positions by label, in their order."""
        return {position.label: position for position in POSITIONS(table_id=self.table.pk)}

    @read_from(Standing, Guest)
    def standing(self) -> list[Standing]:
        """Guests who take part standing, each at a position, by its label as text ("10" before "2"), then key."""
        return STANDING(table_id=self.table.pk)

    @read_from(StaffPresence, Person)
    def staff(self) -> list[StaffPresence]:
        """People who work at the table now, in the order in which they signed on."""
        return STAFF(table_id=self.table.pk)

    @property
    def present(self) -> Sequence[str]:
        """Labels of the positions whose holder sits there, in order; not those that are marked or only assigned."""
        return [label for label, position in self.positions.items() if position.present]


def in_action(stake: Stake) -> InAction:
    """Convert a stake for the rules of a closed betting; its cents in action and going back are 0 before that."""
    return InAction(laid(stake), stake.in_action or 0, stake.excess or 0)


def laid(stake: Stake) -> LaidStake:
    """Convert a stake for the rules: position, bettor, box, cents laid, whether in banknotes, and tax laid ready."""
    return LaidStake(stake.position, stake.bettor, Box(stake.box), stake.laid, stake.cash, stake.tax)


def _hands(faces: list[list[str]] | None) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
    """Read the hands that were paid, Punto's and Banco's; None where none were."""
    if faces is None:
        return None
    punto, banco = faces
    return tuple(map(parse, punto)), tuple(map(parse, banco))
