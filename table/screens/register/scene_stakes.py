"""The stakes of a coup that was played, laid again act by act from what the register says."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from table.models import Coup, Stake
from table.play.stakes import follow_tax
from table.rules.payout import tax_on
from table.rules.profile import MAIN_BOXES, Box
from table.rules.regola import Result
from table.screens.read.snapshot import ReadEntry

EMPTY_FELT = {"blank_started", "coup_cancelled", "coup_burned"}
"""Effects after which no stake lies on the felt any more."""
CORRECTS = ("correct_entry", "confirm_correction")
MOVES_STAKES = {"stake", "box", "owner", "position"}
"""The corrections after which it is worked out anew what of the stakes is in action."""


class LaidStakes:
    """What lies on the felt. ``positions`` are all that ever had a stake in the coup."""

    def __init__(self, coup: Coup, left: Sequence[Stake]) -> None:
        self.coup = coup
        self.rows = list(left)
        self.positions = {stake.position for stake in left}

    def take(self, done: ReadEntry) -> None:
        """One act more."""
        verb = done.entry.verb
        if act := ACTS.get(verb):
            act(self, done.arguments)
        if verb == "repeat":
            self._repeated(done.effects)
        if verb == "keep":
            self._taken_off([facts for name, facts in done.effects if name == "set_aside"])
        names = {name for name, _ in done.effects}
        corrected = [facts for name, facts in done.effects if name == "entry_corrected"]
        for facts in corrected:
            self._correct(facts)
        if verb == "clear":
            self._taken_off(_returned(done))
        if verb == "close_bets" or any(facts["what"] in MOVES_STAKES for facts in corrected):
            self._close(_returned(done))
        if names & EMPTY_FELT:
            self.rows = []

    # --- acts

    def place(self, given: Any) -> None:
        """A stake is laid."""
        self._lay(given["position"], given["box"], given["amount"], given["bettor"] or given["guest"] or "")
        self.rows[-1].notes = given["amount"] if given["cash"] else 0

    def raise_by(self, given: Any) -> None:
        """A stake is raised."""
        stake = self._find(given)
        stake.laid, stake.left_over = stake.laid + given["by"], False
        stake.notes += given["by"] if given["cash"] else 0
        follow_tax(stake)

    def lower_by(self, given: Any) -> None:
        """A stake is lowered."""
        stake = self._find(given)
        stake.laid, stake.left_over = stake.laid - given["by"], False
        stake.notes = min(stake.notes, stake.laid)
        follow_tax(stake)

    def withdraw(self, given: Any) -> None:
        """A stake is taken off."""
        self._remove(self._find(given))

    def change_cash(self, given: Any) -> None:
        """The banknotes of a stake become chips."""
        self._find(given).notes = 0

    def lay_tax(self, given: Any) -> None:
        """The tax of a stake on Banco lies ready."""
        stake = self._find({**given, "box": Box.BANCO})
        stake.tax = tax_on(stake.laid)

    def withdraw_tax(self, given: Any) -> None:
        """It is taken back."""
        self._find({**given, "box": Box.BANCO}).tax = 0

    def keep(self, given: Any) -> None:
        """Stakes that the tie left stay where they are."""
        for stake in self.rows:
            if given["position"] in (None, stake.position):
                stake.left_over = False

    def _correct(self, facts: Any) -> None:
        """What was keyed wrong of the stakes is put right."""
        new = facts["new"]
        match facts["what"]:
            case "stake":
                self._correct_stake(new)
            case "box":
                stake = self._find(new)
                stake.box = new["meant"]
                follow_tax(stake)
            case "owner":
                self._find(new).bettor = new["owner"]
            case "position":
                for stake in self._at(new["position"]):
                    self._lies_at(stake, new["meant"])
            case "close":
                for stake in self.rows:
                    stake.in_action = stake.excess = None
            case "standing" | "cash":
                self._correct_mark(facts["what"], new)

    def _correct_mark(self, what: str, new: Any) -> None:
        """How somebody stakes: standing, or in banknotes."""
        if what == "cash":
            stake = self._find(new)
            stake.notes = stake.laid if new["cash"] else 0
            return
        for stake in self._at(new["position"]):
            stake.standing = new["standing"]

    def _correct_stake(self, new: Any) -> None:
        found = self._found(new)
        if not found:
            self._lay(new["position"], new["box"], new["amount"], new.get("guest") or "")
        elif new["amount"]:
            found[0].laid, found[0].in_action, found[0].excess = new["amount"], None, None
            found[0].notes = min(found[0].notes, found[0].laid)
            follow_tax(found[0])
        else:
            self._remove(found[0])

    # --- what acts brought about

    def _repeated(self, effects: Sequence[tuple[str, Any]]) -> None:
        for facts in (facts for name, facts in effects if name == "repeated"):
            left = [stake for stake in self._found(facts) if stake.left_over]
            if left:
                left[0].left_over = False
            else:
                self._lay(facts["position"], facts["box"], facts["amount"], "")

    def _taken_off(self, returned: Sequence[Any]) -> None:
        for facts in returned:
            found = self._found(facts)
            self._remove(next((stake for stake in found if stake.laid == facts["amount"]), found[0]))

    def _close(self, returned: Sequence[Any]) -> None:
        """All that did not go back is in action."""
        for stake in self.rows:
            if stake.in_action is None:
                stake.in_action, stake.excess = stake.laid, 0
        for facts in returned:
            stake = next(it for it in self._found(facts) if it.laid >= facts["amount"])
            stake.in_action, stake.excess = stake.laid - facts["amount"], facts["amount"]

    # --- the rows

    def _lay(self, position: str, box: str, amount: int, bettor: str) -> None:
        self.rows.append(
            Stake(coup=self.coup, position=position, box=box, laid=amount, bettor=bettor, laid_by=bettor, laid_at=0)
        )
        self.positions.add(position)

    def _lies_at(self, stake: Stake, position: str) -> None:
        stake.position = position
        self.positions.add(position)

    def _at(self, position: str) -> list[Stake]:
        return [stake for stake in self.rows if stake.position == position]

    def _find(self, given: Any) -> Stake:
        return self._found(given)[0]

    def _found(self, given: Any) -> list[Stake]:
        """Stakes on a box of a position: those of the guest who is named, where it is known whose they are."""
        here = [stake for stake in self._at(given["position"]) if stake.box == given["box"]]
        guest = given.get("guest")
        return [stake for stake in here if guest in (None, stake.bettor)] or here

    def _remove(self, gone: Stake) -> None:
        self.rows = [stake for stake in self.rows if stake is not gone]


ACTS: dict[str, Callable[[LaidStakes, Any], None]] = {
    "place": LaidStakes.place,
    "raise": LaidStakes.raise_by,
    "lower": LaidStakes.lower_by,
    "withdraw": LaidStakes.withdraw,
    "change_cash": LaidStakes.change_cash,
    "keep": LaidStakes.keep,
    "lay_tax": LaidStakes.lay_tax,
    "withdraw_tax": LaidStakes.withdraw_tax,
}
"""What lays stakes by what its entry was given."""
LAYS_STAKES = frozenset({*ACTS, *CORRECTS, "close_bets", "repeat", "clear"})
"""All acts that lay stakes, also those that do it by their effects."""


def _returned(done: ReadEntry) -> list[Any]:
    return [facts for name, facts in done.effects if name == "bet_returned"]


def left_from_the_tie(coup: Coup, opening: ReadEntry | None) -> Iterator[Stake]:
    """What lies there from a tie when the betting opens, but for what was found there without its owner."""
    before = Coup.objects.filter(table=coup.table_id, pk__lt=coup.pk).order_by("-pk").first()
    if before is None or before.result != Result.TIE or before.shoe_id != coup.shoe_id or opening is None:
        return
    away = [facts for name, facts in opening.effects if name in ("left_without_owner", "set_aside")]
    nobodys = {(facts["position"], facts["box"], facts.get("bettor") or facts["guest"]) for facts in away}
    for old in before.stakes.filter(box__in=MAIN_BOXES, in_action__gt=0):
        if (old.position, old.box, old.bettor) not in nobodys:
            yield Stake(
                coup=coup,
                position=old.position,
                box=old.box,
                laid=old.in_action or 0,
                bettor=old.bettor,
                laid_by=old.laid_by,
                laid_at=0,
                left_over=True,
            )
