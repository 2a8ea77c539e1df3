"""How many hands whose true order is known are clear as they were keyed, and whether any is so wrongly. Art. 6 to 8."""

from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

COLUMNS = ("clear", "clear by equivalence", "not clear", "false", "missing", "stuck")
NEVER = ("false", "missing", "stuck")


class Tally:
    """Hands by what became of them.

    ``false``: clear with other hands than the true ones. ``missing``: not clear, where what was told and seen leaves
    one set of hands; or clear where it leaves more. ``stuck``: some act that had to be possible was refused.
    """

    def __init__(self, how: str) -> None:
        self.how, self.count, self.amiss = how, Counter[str](), list[str]()

    def add(self, name: str, answer: Mapping[str, Any], *, known: Collection[Any], true: Any, proposed: Any) -> None:
        """A hand has this answer; ``known`` are the hands that are possible, ``proposed`` those of the answer."""
        verdict = str(answer["verdict"]).replace("_", " ")
        clear = verdict in COLUMNS[:2]
        if not verdict:
            self.stuck(name, answer)
        elif clear and proposed != true:
            self._amiss("false", name, answer)
        elif clear != (len(known) == 1):
            self._amiss("missing", name, answer)
        self.count[verdict if clear else "not clear"] += bool(verdict)

    def stuck(self, name: str, why: object) -> None:
        """Of this hand nobody could say what became of it."""
        self._amiss("stuck", name, why)

    def _amiss(self, how: str, name: str, why: object) -> None:
        self.count[how] += 1
        self.amiss.append(f"{how}: {name} {why}")

    @property
    def hands(self) -> int:
        """How many were keyed."""
        return sum(self.count[it] for it in ("clear", "clear by equivalence", "not clear", "stuck"))

    @property
    def clear(self) -> float:
        """The share that is clear, by equivalence too."""
        return (self.count["clear"] + self.count["clear by equivalence"]) / max(self.hands, 1)

    def __str__(self) -> str:
        """A row of a table."""
        cells = [f"{self.how} ({self.clear:.1%} clear)", f"{self.hands:,}", *(f"{self.count[it]:,}" for it in COLUMNS)]
        return f"| {' | '.join(cells)} |"


HEADINGS = f"| keyed | hands | {' | '.join(COLUMNS)} |"
