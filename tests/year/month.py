"""What came of a month of the casino, as a line of the table."""

from dataclasses import dataclass, field

MOST_SAID = 5


@dataclass
class Month:
    """What came of a month: its calamity, the evenings and nights of it, what was wrong."""

    number: int
    engine: str
    calamity: str
    coups: int = 0
    acknowledged: int = 0
    refused: int = 0
    unanswered: int = 0
    slowest: float = 0.0
    """Seconds of the slowest page during the calamity."""
    named: float | None = None
    """Seconds until it was said what is missing, where something is."""
    longest: float = 0.0
    """Seconds that the slowest press of all its evenings waited for its fate."""
    evening: float = 0.0
    night: float = 0.0
    """Seconds of the last of each."""
    wrong: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """Refusals, and what commands told, for whoever reads the table."""

    def row(self) -> str:
        """A line of the table."""
        seconds = (self.slowest or None, self.named, self.longest, self.evening, self.night)
        cells = (self.number, self.calamity, self.engine, f"{self.coups:,}", f"{self.acknowledged:,}", self.refused)
        shown = ("–" if it is None else f"{it:.1f}" for it in seconds)
        return "| " + " | ".join(map(str, (*cells, self.unanswered, *shown, len(self.wrong)))) + " |"

    @property
    def notes(self) -> list[str]:
        """What is printed under its line."""
        return [f"    {it[:300]}" for it in (*self.wrong[:MOST_SAID], *dict.fromkeys(self.said))][: 2 * MOST_SAID]


COLUMNS = (
    "| month | calamity | engine | coups | acknowledged | refused | unanswered | page | named | press | evening "
    "| night | wrong |\n|--:|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)
"""Of Markdown; page to night are seconds."""
