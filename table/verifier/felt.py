"""Recomputation of hands and payments from the entries of a register.

Only what is plain is recomputed: coups whose cards came in their order under today's law. If an incident or a
correction has laid cards otherwise, the chain alone proves the coup, and the reader is told how many there are.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from table.rules.cards import Card, parse, points, show
from table.rules.houses import of_values
from table.rules.payout import MoneyKind, differences, settle
from table.rules.profile import Box, Profile, as_values
from table.rules.refusal import Refused
from table.rules.regola import Layout, Result, Side, lay_out
from table.rules.stakes import InAction, LaidStake
from table.rules.topics.sources import LAW, PAID_AS_TODAY_SINCE
from table.verifier import sentences
from table.verifier.reading import Wrong
from table.verifier.sentences import Sentence

Facts = Mapping[str, Any]
Line = tuple[str, str, str, int]
RANKS = {
    MoneyKind.EXCESS_RETURNED: 0,
    MoneyKind.LOSS: 1,
    MoneyKind.STAKE_RETURNED: 1,
    MoneyKind.WIN: 2,
    MoneyKind.COMMISSION: 3,
    MoneyKind.ROUNDING: 4,
    MoneyKind.TAX_READY: 5,
}
"""Order of the money lines of one stake."""
LAID_OTHERWISE = {
    *("cards_laid_anew", "cards_lie", "card_not_out", "card_replaced", "entry_corrected", "held_card_enters"),
    *("ruling_issued", "wrong_number", "laid_elsewhere", "lies_elsewhere", "was_not_shown", "declaration_void"),
    *("announcement_void", "card_early"),
}
"""Effects after which the order of the cards no longer says where they are, or a ruling lets them lie as they do."""
MOVES_STAKES = {"bet_returned", "entry_corrected", "left_without_owner", "set_aside"}
"""Effects after which the stakes are no longer known from what was laid, except in acts of TELLS_ITSELF."""
TELLS_ITSELF = {"clear", "close_bets"}


class DealtCard(NamedTuple):
    """Card of the running coup: the hand that it was drawn to (``at``), and its face, "" until it is turned."""

    at: str
    face: str = ""


class Felt:
    """Cards and stakes on the table after the entries so far, and the number of coups paid again with the same result.

    If it begins ``midway``, earlier stakes and rules are unknown: nothing is paid again, only counted.
    """

    def __init__(self, *, midway: bool = False) -> None:
        """Begin with no cards, stakes or rules; ``midway`` in a register, where nothing is paid again."""
        self._midway = midway
        self.paid = self.as_laid = 0
        self.not_paid = Counter[Sentence]()
        self._versions: list[Profile | None] = []
        self._rules: Profile | None = None
        self._law = LAW
        self._cards: dict[int, DealtCard] = {}
        self._laid = Counter[tuple[str, str]]()
        self._laid_otherwise = self._unknown_form = self._stakes_known = False
        self._stakes_may_stay = self._is_paid = False
        self._moves: dict[str, Callable[[Facts], None]] = {
            "place": lambda it: self._add(it, it["amount"]),
            "raise": lambda it: self._add(it, it["by"]),
            "lower": lambda it: self._add(it, -it["by"]),
            "withdraw": self._withdraw,
            "clear": self._clear,
            "open_bets": self._open,
            "burn": lambda it: self._open(it) if it.get("open_next") else None,
        }

    def take(self, number: int, verb: str, given: Facts, effects: Sequence[Any]) -> None:
        """Apply one more entry. Raises :class:`Wrong` if points called, hands, stakes or money are not as they follow.

        Raises it, too, if a coup that was paid is paid as a whole again. Counts a settled coup in ``paid`` if it was
        recomputed, else in ``not_paid`` by the reason. An entry in an unknown form raises nothing, but the rest of its
        coup is neither checked nor recomputed; LookupError, TypeError or ValueError come only where its effects are no
        pairs, or a payment has no lines. In a register that began midway only a second payment is looked for.
        """
        named = dict(effects)
        self._pay_once(number, effects)
        if self._midway:
            if "settled" in named or "not_computed" in named:
                self.not_paid[sentences.BY_BEGINNING] += 1
            return
        try:
            self._rules_change(verb, given, named)
            self._stakes_move(verb, given, effects)
            self._cards_come(effects)
            if verb == "announce":
                self._check_announced(number, given, named)
            if "settled" in named or "not_computed" in named:
                self._settle(number, named)
            if "coup_burned" in named or "coup_cancelled" in named:
                self._end()
        except (LookupError, TypeError, ValueError, AttributeError, Refused):
            self._unknown_form, self._stakes_known = True, False
            if "settled" in named or "not_computed" in named:
                self.not_paid[sentences.BY_UNKNOWN_FORM] += 1

    # --- rules

    def _rules_change(self, verb: str, given: Facts, named: Facts) -> None:
        """Follow the rules in force, by their versions, and the number of the law under which the taglia began.

        Rules that are set up hold at once; a change only adds a version, which holds once an effect says that it is in
        force. Rules with a key or value that this version of Sabot does not know, and those changed from them, are
        None. The law is 1 where the taglia began without a number, and today's before any taglia. Raises LookupError
        for a version that there is not, and a change before the first.
        """
        if verb == "set_up":
            self._rules = _readable({}, given["rules"])
            self._versions = [self._rules]
        elif verb == "change_rules":
            before = self._versions[-1]
            self._versions.append(before and _readable(as_values(before), given["changes"]))
        if "rules_in_force" in named:
            self._rules = dict(enumerate(self._versions, start=1))[named["rules_in_force"]["version"]]
        if "taglia_started" in named:
            self._law = named["taglia_started"].get("law", 1)

    # --- stakes

    def _stakes_move(self, verb: str, given: Facts, effects: Sequence[Any]) -> None:
        """Follow the stakes, in cents by position and box, and whether they are known.

        The verbs place, raise, lower, withdraw, clear, open_bets and burn change them by their arguments; an effect
        `repeated` adds one, `blank_started` takes all off. An effect of MOVES_STAKES makes them unknown, unless the
        verb is in TELLS_ITSELF; so does a withdrawal where several may stake at a position. They are known once all are
        cleared, or as the betting opens unless the coup settled last was a tie or not recomputed.
        """
        if verb in self._moves:
            self._moves[verb](given)
        for name, facts in effects:
            if name == "repeated":
                self._add(facts, facts["amount"])
            elif name == "blank_started":
                self._laid.clear()
            elif name in MOVES_STAKES and verb not in TELLS_ITSELF:
                self._stakes_known = False

    def _add(self, given: Facts, cents: int) -> None:
        """Add cents, below 0 where a stake is lowered, to the sum of the stakes at this position and box."""
        self._laid[given["position"], given["box"]] += cents

    def _withdraw(self, given: Facts) -> None:
        """Forget the sum at a withdrawn stake; stakes are unknown from then on unless one alone may stake there."""
        if self._rules is None or self._rules.stakes_per_position == "many":
            self._stakes_known = False
        self._laid.pop((given["position"], given["box"]), None)

    def _clear(self, given: Facts) -> None:
        """Take off the stakes at the position in the arguments, else all, after which it is known that none lies."""
        position = given.get("position")
        self._stakes_known = self._stakes_known or position is None
        for key in [key for key in self._laid if position in (None, key[0])]:
            del self._laid[key]

    def _open(self, _given: Facts) -> None:
        """Set whether the stakes are known: unless the coup settled last was a tie, or its money was not recomputed.

        Those of a tie may stay for the next coup, and entries say in several ways which do. No stake is changed.
        """
        self._stakes_known = not self._stakes_may_stay

    # --- cards

    def _cards_come(self, effects: Sequence[Any]) -> None:
        """Add cards drawn for Punto or Banco, and faces turned; after LAID_OTHERWISE hands are not checked."""
        for name, facts in effects:
            match name:
                case "card_drawn" if facts["at"] in tuple(Side):
                    self._cards[facts["card"]] = DealtCard(facts["at"])
                case "card_turned" if facts["card"] in self._cards:
                    self._cards[facts["card"]] = self._cards[facts["card"]]._replace(face=facts["face"])
                case _ if name in LAID_OTHERWISE:
                    self._laid_otherwise = True

    def _hand(self, side: Side) -> tuple[Card, ...]:
        """Faces of the cards drawn to this hand, in the order drawn; Refused where one is not turned."""
        return tuple(parse(card.face) for _number, card in sorted(self._cards.items()) if card.at == side)

    def _check_announced(self, number: int, given: Facts, named: Facts) -> None:
        """Raise Wrong if the points called are not those of the cards; Refused if one of these was not turned.

        After a wrong call the points recorded as right are checked in their place. Nothing is checked once an incident
        or a correction may have laid the cards of the coup otherwise, or after an entry in an unknown form.
        """
        said = named.get("wrong_announcement", given)
        if not self._laid_otherwise and not self._unknown_form:
            banco, punto = points(self._hand(Side.BANCO)), points(self._hand(Side.PUNTO))
            if (said["banco"], said["punto"]) != (banco, punto):
                facts = {"banco": said["banco"], "punto": said["punto"], "true_banco": banco, "true_punto": punto}
                raise Wrong(sentences.POINTS_DIFFER, number=number, **facts)

    # --- the payment

    def _pay_once(self, number: int, effects: Sequence[Any]) -> None:
        """Raise :class:`Wrong` if a coup is paid as a whole once more, where only a correction could come.

        So it is by a second payment in the same entry. A payment without a line, of a coup without stakes, may come
        again; so may any once the coup is over.
        """
        for name, facts in effects:
            if name == "settled":
                if self._is_paid:
                    raise Wrong(sentences.PAID_TWICE, number=number)
                self._is_paid = bool(facts["lines"])
        if any(name in ("coup_burned", "coup_cancelled") for name, _facts in effects):
            self._is_paid = False

    def _settle(self, number: int, named: Facts) -> None:
        """Compute the payment of a settled coup from its cards, compare it, and count it in ``paid``.

        Where :meth:`_why_not` gives a reason, counts the coup in ``not_paid`` by it instead. Raises :class:`Wrong` if
        hands, stakes or money differ. Counts in neither, but raises Refused, without a card, with one that was not
        turned, or where money cannot be computed; LookupError, TypeError or ValueError for lines in an unknown form.
        """
        why = self._why_not(named)
        if why is not None:
            self.not_paid[why] += 1
            self._stakes_may_stay = True
            return
        layout = self._layout(number)
        self._stakes_may_stay = layout.result is Result.TIE
        lines = [tuple(line) for line in named["settled"]["lines"]]
        stakes = [*stakes_of(lines)]
        self._check_laid(number, stakes)
        assert self._rules is not None
        again = differences([], settle(self._rules, layout, stakes))
        if [as_posted(it.stake.stake, it.kind, it.amount) for it in again] != lines:
            raise Wrong(sentences.PAID_WRONG, number=number, cards=_shown(layout))
        self.paid += 1

    def _why_not(self, named: Facts) -> Sentence | None:
        """Return why the payment of this coup is not recomputed, None if it is.

        The reasons, first come first: a law that paid otherwise, or a later one than is known here; a house that keeps
        no amounts; an entry or rules in an unknown form; and cards that an incident, a correction or a card out of turn
        may have laid otherwise (``LAID_OTHERWISE``).
        """
        if not PAID_AS_TODAY_SINCE <= self._law <= LAW:
            return sentences.BY_OTHER_LAW
        if "not_computed" in named:
            return sentences.BY_READER_ONLY
        if self._unknown_form or self._rules is None:
            return sentences.BY_UNKNOWN_FORM
        return sentences.BY_INCIDENT if self._laid_otherwise else None

    def _layout(self, number: int) -> Layout:
        """Return both hands; ``number`` is the entry that a fault names.

        Raises :class:`Wrong` unless the Regola lays the same cards, in their order, in the same way, and no
        card is due any more; Refused without a card, or with one that was not turned.
        """
        hands = Layout(self._hand(Side.PUNTO), self._hand(Side.BANCO), ())
        drawn = [parse(card.face) for _number, card in sorted(self._cards.items())]
        if lay_out(drawn) != hands or hands.due is not None:
            raise Wrong(sentences.HANDS_DIFFER, number=number, cards=_shown(hands))
        return hands

    def _check_laid(self, number: int, stakes: Sequence[InAction]) -> None:
        """Raise :class:`Wrong` unless the paid stakes are those that were laid; if so, count the coup in ``as_laid``.

        Their cents are compared by position and box, whoever laid them; ``number`` is the entry that a fault names.
        Does nothing while the laid stakes are not known.
        """
        if not self._stakes_known:
            return
        paid = Counter[tuple[str, str]]()
        for it in stakes:
            paid[it.stake.position, it.stake.box.value] += it.stake.laid
        for position, box in sorted(paid.keys() | (+self._laid).keys()):
            if paid[position, box] != self._laid[position, box]:
                raise Wrong(sentences.NOT_AS_LAID, number=number, position=position, box=box)
        self.as_laid += 1

    def _end(self) -> None:
        """Forget the cards and stakes of a coup, and what kept it from being computed again."""
        self._cards.clear()
        self._laid.clear()
        self._laid_otherwise = self._unknown_form = False


def _readable(values: Facts, changes: Facts) -> Profile | None:
    """Return these rules with ``changes``; None if not whole, or with keys or values unknown to this version."""
    try:
        return of_values({**values, **changes})
    except Refused:
        return None


def stakes_of(lines: Sequence[Line]) -> Iterator[InAction]:
    """Yield the stakes that the money lines of one payment pay, in their order: cents laid, in action, excess, and tax.

    A line belongs to the stake of the line before it, if position and box are the same and its kind comes later in
    ``RANKS``; else it begins another one. The bettor is unknown: in their place stands the stake's number, from 0.
    Before the first stake, raises ValueError for an unknown kind, and KeyError for a stake with several lines of which
    one is of a kind that is not in ``RANKS``.
    """
    found: list[tuple[str, str, dict[MoneyKind, int]]] = []
    for position, box, name, amount in lines:
        kind = MoneyKind(name)
        same = found and found[-1][:2] == (position, box)
        if not same or RANKS[kind] <= max(map(RANKS.__getitem__, found[-1][2])):
            found.append((position, box, {}))
        found[-1][2][kind] = amount
    for place, (position, box, own) in enumerate(found):
        yield _in_action(position, box, own, whose=str(place))


def _in_action(position: str, box: str, lines: Mapping[MoneyKind, int], *, whose: str) -> InAction:
    """Return the stake behind its money lines, in cents; ``whose`` stands for the bettor.

    In action is what was returned or lost; laid is that with the excess returned; its tax is the line TAX_READY, or 0.
    """
    lay = lines.get(MoneyKind.STAKE_RETURNED, 0) - lines.get(MoneyKind.LOSS, 0)
    excess, tax = lines.get(MoneyKind.EXCESS_RETURNED, 0), lines.get(MoneyKind.TAX_READY, 0)
    return InAction(LaidStake(position, whose, Box(box), lay + excess, tax=tax), lay, excess)


def as_posted(stake: LaidStake, kind: MoneyKind, amount: int) -> Line:
    """Return the money line of a stake as entries post it, a tuple of exactly position, box, kind and cents."""
    return stake.position, stake.box.value, kind.value, amount


def _shown(layout: Layout) -> str:
    """Spell out both hands in one line of English: ``Punto …, Banco …``."""
    return f"Punto {show(layout.punto)}, Banco {show(layout.banco)}"
