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
    """Seconds that the slowest press of that evening waited for its fate."""
    evening: float = 0.0
    night: float = 0.0
    """Seconds of the last of each."""
    wrong: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """Refusals, and what commands told, for whoever reads the table."""

    def row(self) -> str:
        """A line of the table."""
        named = "–" if self.named is None else f"{self.named:.1f}"
        slowest = f"{self.slowest:.1f}" if self.slowest else "–"
        return (
            f"{self.number:>5}  {self.calamity:<36}{self.engine:<12}{self.coups:>7}{self.acknowledged:>14,}"
            f"{self.refused:>9}{self.unanswered:>12}{slowest:>9}{named:>8}{self.longest:>9.1f}{len(self.wrong):>7}"
            f"{self.evening:>9.1f}{self.night:>8.1f}"
        )

    @property
    def notes(self) -> list[str]:
        """What is printed under its line."""
        return [f"    {it[:300]}" for it in (*self.wrong[:MOST_SAID], *dict.fromkeys(self.said))][: 2 * MOST_SAID]


COLUMNS = (
    f"{'month':>5}  {'calamity':<36}{'engine':<12}{'coups':>7}{'acknowledged':>14}{'refused':>9}{'unanswered':>12}"
    f"{'page s':>9}{'named s':>8}{'press s':>9}{'wrong':>7}{'evening':>9}{'night':>8}"
)
