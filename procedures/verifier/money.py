"""Money of a coup: every line that its entries post, and every payment computed anew from its cards."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from procedures.verifier import sentences
from procedures.verifier.register import ShownEntry
from procedures.verifier.said import ReportFields
from table.rules.payout import HANDED_BACK, StakeMovement, differences, refund, settle
from table.rules.profile import Profile
from table.rules.refusal import Refused
from table.rules.regola import Layout
from table.verifier.felt import as_posted, stakes_of
from table.verifier.register import POSTS

ADJUSTMENT = "adjustment"
TAKES = ("uncollected", "kept_for_owner")
"""Effects by which chips are taken into custody under a slip that they name."""
HANDED = {it.value for it in HANDED_BACK}
Line = tuple[str, str, str, int]


class PostedMoney:
    """Money lines of the report's coup after the entries so far, by entry, without those of other coups.

    ``paid`` counts payments that were computed anew, ``not_paid`` those that could not be.
    """

    def __init__(self, rules: Profile | None, report: ReportFields) -> None:
        """Begin without lines. Without rules no payment is computed anew; differences become findings of the report."""
        self.lines: dict[int, list[Line]] = {}
        self.paid = 0
        self.not_paid = 0
        self._rules = rules
        self._report = report
        self._posted: list[StakeMovement] = []
        self._moved: list[tuple[int, Mapping[str, Any]]] = []
        self._settled: set[int] = set()
        self._known = True
        self._key = report["coup.key"]
        self._slips = {row["slip"] for _path, row in report.rows("kept")} if self._key is None else set()

    def take(self, entry: ShownEntry, layout: Layout | None) -> None:
        """Add the lines that one more entry posts for this coup, and compute a payment or its correction anew.

        Lines that the Direzione ordered are compared with its order. A difference is a finding. After an entry that
        corrects anything but a card, no correction of a payment is computed any more; one of a box or position moves
        the lines so far. ``layout`` are the complete open hands before the entry, None if there were none or the Regola
        would not serve them so. An entry that opens a slip of no coup posts nothing for it: what it pays is of another
        coup. One with a box, of what was set aside, does.
        """
        opened = (facts for name, facts in entry.effects if name == "uncollected")
        if any(it.get("slip") in self._slips and not it.get("box") for it in opened):
            return
        for name, facts in entry.effects:
            if facts.get("coup", self._key) != self._key:
                continue
            if name in POSTS and name != "money_ordered":
                found: list[Line] = [tuple(it) for it in facts["lines"]]
                self.lines.setdefault(entry.number, []).extend(found)
                self._pay(entry, name, found, layout)
            elif name == "money_ordered":
                self.lines.setdefault(entry.number, []).extend(tuple(it) for it in facts["lines"])
                self._check_ordered(entry, facts["lines"])
            elif name == "payment_stands":
                self._pay(entry, "money_corrected", [], layout)
            elif name == "entry_corrected" and facts["what"] != "card":
                self._known = False
                self._moved += [(entry.number, facts["new"])] if facts["what"] in ("box", "position") else []

    def _pay(self, entry: ShownEntry, name: str, lines: Sequence[Line], layout: Layout | None) -> None:
        """Compute a payment or its correction anew and count it in ``paid``; add a finding unless it makes these lines.

        The order of the lines does not matter. An annulled coup gives its stakes back, whatever its cards. Where rules
        or stakes are unknown, or, of a coup not annulled, complete open hands (``layout`` None), it is counted in
        ``not_paid`` instead, not compared, and no later correction is computed. Effects other than "settled" and
        "money_corrected" are ignored.
        """
        if name not in ("settled", "money_corrected"):
            return
        first, annulled = name == "settled", "coup_annulled" in dict(entry.effects)
        self._settled.update([entry.number] if first else [])
        laid = layout is not None or annulled
        if self._rules is None or not laid or not (first or (self._known and self._posted)):
            self.not_paid += 1
            self._known = False
            return
        stakes = [*stakes_of(lines)] if first else [*dict.fromkeys(it.stake for it in self._posted)]
        try:
            correct = refund(stakes) if layout is None or annulled else settle(self._rules, layout, stakes)
            again = differences(self._posted, correct)
        except Refused:
            again = []
        self._posted += again
        if sorted(as_posted(it.stake.stake, it.kind, it.amount) for it in again) != sorted(lines):
            self._report.alarm(sentences.PAYMENT_DIFFERS, number=entry.number)
        self.paid += 1

    def _check_ordered(self, entry: ShownEntry, lines: Sequence[Any]) -> None:
        """Add a finding unless the lines are the corrections that the Direzione ordered here, in the same order."""
        ordered = [[it["position"], it["box"], "correction", it["amount"]] for it in entry.given.get("money") or ()]
        if ordered != [[*it] for it in lines]:
            self._report.alarm(sentences.PAYMENT_DIFFERS, number=entry.number)

    # --- as the report has it

    def compare(self, decided: int | None, laid: Layout | None) -> None:
        """Compare the money of the report with these lines, bettor by bettor, then entry by entry.

        Differences are findings. ``decided`` is the entry of the decision. What the report has from before it must be
        what was posted by then, if anything was; else, where it says so, what the cards would have brought, by the open
        hands ``laid`` as they lay then (not compared if None); and None where it has no layout ``before`` or says
        "nothing". The position of a bettor has to be one of their lines.
        """
        report, said = self._report, defaultdict[int, list[Line]](list)
        if self._posted_before(decided):
            report.check("paid_before", "posted")
        tells_before = report["paid_before"] == "posted" or (
            report["paid_before"] == "by_the_cards" and report["before"]
        )
        for path, row in report.rows("money"):
            lines = [*_lines(row)]
            for number, line in lines:
                said[number].append(line)
            own = sum(amount for _number, (*_place, kind, amount) in lines if kind not in HANDED)
            handed_back = sum(amount for _number, (*_place, kind, amount) in lines if kind in HANDED)
            posted = _before(lines, decided, report[f"{path}.before"])
            brought = self._by_the_cards(laid, [line for number, line in lines if number in self._settled])
            before = {"posted": posted, "by_the_cards": brought}.get(str(report["paid_before"]))
            if row["lines"]:
                at = {position for _number, (position, *_rest) in lines}
                report.check(f"{path}.position", row["position"] if row["position"] in at else min(at))
            if not tells_before:
                report.check(f"{path}.before", None, sentences.CENTS_DIFFER)
            self._check(path, own=own if lines or self.lines else None, handed_back=handed_back, before=before)
            report.compared.add(f"{path}.lines")
        for number in sorted(said.keys() | self.lines.keys()):
            if not self._are_posted(number, said[number]):
                report.alarm(sentences.LINES_DIFFER, number=number)

    def _are_posted(self, number: int, lines: Sequence[Line]) -> bool:
        """Whether these lines of the report are those that the entry posts, wherever their stakes were moved since."""
        posted = Counter[Line]()
        for position, box, kind, amount in self.lines.get(number, []):
            # The report names no box in a line of a dispute.
            posted[position, "" if kind == ADJUSTMENT else box, kind, amount] += 1
        places, taken = [self._places(number, it) for it in lines], defaultdict[Line, list[int]](list)
        found = (_finds(it, places, posted, taken, set()) for it in range(len(lines)))
        return len(lines) == posted.total() and all(found)

    def _places(self, number: int, line: Line) -> list[Line]:
        """List a line of the report with each position and box that its stake can have had by the record at this entry.

        None where no stake can be at its own any more, as it was corrected since.
        """
        found = [line]
        for moved, new in reversed(self._moved):
            if number < moved:
                found = [*dict.fromkeys(before for it in found for before in self._before_it_moved(it, new))]
        return found

    def _before_it_moved(self, line: Line, new: Mapping[str, Any]) -> Iterator[Line]:
        """Yield where a line can have been before this correction of a box or position.

        ``new`` has the ``position`` before, with a correction of a box also the ``box`` before, and in ``meant`` where
        it led. Nothing is yielded for a line that is where it led away from: all stakes of a position move, and all of
        a box unless several may stake at a position. There its own place is yielded, too: what somebody else has where
        a stake was moved to, or from, had not moved itself. So it is where the rules are unknown.
        """
        position, box, kind, amount = line
        before = new["position"], new.get("box", box)
        after = (new["position"], new["meant"]) if "box" in new else (new["meant"], box)
        several = "box" in new and (self._rules is None or self._rules.stakes_per_position == "many")
        if (position, box) == after:
            yield (*before, kind, amount)
        elif (position, box) != before:
            yield line
        if several:
            yield line

    def _posted_before(self, decided: int | None) -> bool:
        """Whether a line of the coup, not of a dispute, was posted before the entry ``decided``; False for None."""
        earlier = (lines for number, lines in self.lines.items() if decided is not None and number < decided)
        return any(kind != ADJUSTMENT for lines in earlier for _position, _box, kind, _amount in lines)

    def _by_the_cards(self, laid: Layout | None, settled: Sequence[Line]) -> int | None:
        """Compute what the stakes behind these payment lines would have brought their bettors on these hands, in cents.

        Negative for a loss; stakes handed back count 0. None without hands, rules or lines.
        """
        if laid is None or self._rules is None or not settled:
            return None
        lines = settle(self._rules, laid, stakes_of(settled))
        return sum(it.amount for it in lines if it.kind not in HANDED_BACK)

    def _check(self, path: str, *, own: int | None, handed_back: int, before: int | None) -> None:
        """Compare the sums of the bettor at ``path`` in the report, in cents: ``own`` with those now, and three more.

        They are what was handed back, ``before``, and the difference ``own`` less ``before``. ``own`` is None where
        nothing was posted. An unknown ``before`` is not compared, and taken from the report for the difference.
        """
        report = self._report
        report.check(f"{path}.after", own, sentences.CENTS_DIFFER)
        report.check(f"{path}.handed_back", handed_back, sentences.CENTS_DIFFER)
        if before is not None:
            report.check(f"{path}.before", before, sentences.CENTS_DIFFER)
        was = before if before is not None else report[f"{path}.before"]
        difference = own - was if isinstance(was, int) and own is not None else None
        report.check(f"{path}.difference", difference, sentences.CENTS_DIFFER)


def _before(lines: Sequence[tuple[int, Line]], decided: int | None, said: object) -> int:
    """Sum up what a bettor won before the entry ``decided``, in cents; 0 for None.

    What disputes had moved by then counts, what is handed back does not. Papers of earlier versions leave out
    the former, which is right too: ``said`` is the sum on the paper.
    """
    earlier = [(kind, cents) for number, (*_place, kind, cents) in lines if decided is not None and number < decided]
    posted = sum(cents for kind, cents in earlier if kind not in HANDED and kind != ADJUSTMENT)
    return posted if said == posted else posted + sum(cents for kind, cents in earlier if kind == ADJUSTMENT)


def check_custody(report: ReportFields, entries: Sequence[ShownEntry], taking: Collection[int | None]) -> None:
    """Compare what nobody collected with the entries that kept it, changed its amount, or disposed of it.

    Differences are findings, and so is a slip that no entry opens, unless the row is a stake that an entry records as
    left without its owner. The slips have to be those that the entries with the numbers ``taking`` open, and the
    report's own; such stakes, of which no entry names the slip, may be among them or not.
    """
    effects = [it for entry in entries if entry.number in taking for it in entry.effects]
    slips = {facts["slip"] for name, facts in effects if name in TAKES and "slip" in facts} | {report["slip"]} - {None}
    for path, row in report.rows("kept"):
        known = [(it, facts) for it in entries for name, facts in it.effects if _is_under(row["slip"], name, it, facts)]
        opened = [it for it in known if "slip" in it[1] and "position" in it[1]]
        if not opened and _is_left(row, entries):
            report.compared.update(f"{path}.{name}" for name in ("entry", "position", "owner", "amount"))
            slips.add(row["slip"])
            continue
        if not opened:
            report.alarm(sentences.SLIP_NOT_THERE, slip=row["slip"])
            continue
        entry, facts = opened[0]
        taken = {"slip": facts["slip"], "entry": entry.number, "position": facts["position"], "owner": facts["guest"]}
        report.check_all(path, taken)
        report.check(f"{path}.amount", known[-1][1]["amount"], sentences.CENTS_DIFFER)
        # Whoever disposes of chips closes their slip; so does a ruling that leaves nothing under it.
        closed = next((it for it, facts in known if "slip" not in facts or facts["amount"] == 0), None)
        report.check(f"{path}.closed", closed.number if closed else None)
        if closed is not None and row["closed_by"]:
            report.check(f"{path}.closed_by.badge", closed.actor)
    if [row["slip"] for _path, row in report.rows("kept")] != sorted(slips):
        report.alarm(sentences.SLIPS_DIFFER)


def _is_left(row: Mapping[str, Any], entries: Sequence[ShownEntry]) -> bool:
    """Whether an entry records this very stake (entry, position, owner, amount) as left without its owner."""
    left = [(it.number, facts) for it in entries for name, facts in it.effects if name == "left_without_owner"]
    own = row["entry"], row["position"], row["owner"], row["amount"]
    return any(own == (number, it["position"], it["bettor"], it["amount"]) for number, it in left)


def _is_under(slip: int, name: str, entry: ShownEntry, facts: Mapping[str, Any]) -> bool:
    """Whether an effect says which amount lies under this slip.

    It names the slip itself, or, of the kind `custody_closed`, its entry does among its arguments. False for an effect
    without an amount, such as one that says where chips of a bank go.
    """
    own = facts.get("slip") == slip or (name == "custody_closed" and entry.given.get("slip") == slip)
    return own and "amount" in facts


def _lines(row: Mapping[str, Any]) -> Iterator[tuple[int, Line]]:
    """Yield entry and line of each money line in a row of the report, which is one bettor's, as it was posted.

    Papers of earlier versions name no position but the bettor's.
    """
    for it in row["lines"]:
        yield it["entry"], (it.get("position") or row["position"], it["box"], it["kind"], it["amount"])


def _finds(
    line: int, places: Sequence[Sequence[Line]], posted: Counter[Line], taken: dict[Line, list[int]], seen: set[Line]
) -> bool:
    """Give a line of the report one of the posted lines at its ``places``, and return whether it has one.

    ``posted`` counts equal ones, ``taken`` maps them to the lines that have them; of these one lets go where it finds
    another (Kuhn's algorithm). Those in ``seen`` are not tried again.
    """
    for it in places[line]:
        if it not in seen:
            seen.add(it)
            if len(taken[it]) < posted[it]:
                taken[it].append(line)
                return True
            for at, other in enumerate(taken[it]):
                if _finds(other, places, posted, taken, seen):
                    taken[it][at] = line
                    return True
    return False
