"""Law of what a console and a felt say: the table typed in law.txt, and where a table stands in it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from procedures.articles import kind_of
from procedures.case.presence import by_their_word, required
from procedures.case.verdicts import awaits_placement
from procedures.models import UNDECIDED, Incident
from table.models import Coup, Table
from table.play.state import TableState
from table.rules.phase import Phase
from table.rules.profile import Role
from table.rules.regola import FIRST_CARDS, Outcome, Side
from table.screens.read.snapshot import Snapshot

TYPED = Path(__file__).parent / "law.txt"
ANY, WHATEVER = "any", "*"
WORTH = {**{rank: value for value, rank in enumerate("A23456789", start=1)}, **dict.fromkeys("TJQK", 0)}
COMUNALE = "Ispettore Comunale"


class When(NamedTuple):
    """Phase, case and stage: the first three columns."""

    phase: str
    case: str
    stage: str


class Said(NamedTuple):
    """What the console asks, what has to be said with it, and what stands on the felt."""

    question: str
    words: str
    felt: str


class Law(NamedTuple):
    """Table of what is said when, and the words of each house by its key."""

    rows: Mapping[When, Said]
    houses: Mapping[str, Mapping[str, str]]


WORDS = ("inspector", "direzione", "wins", "tie", "egalite")


def typed() -> Law:
    """Return the law."""
    lines = [line for line in TYPED.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    houses = {row[1]: dict(zip(WORDS, row[2:], strict=True)) for row in cells if row[0] == "house"}
    return Law({When(*row[:3]): Said(*row[3:]) for row in cells if row[0] != "house"}, houses)


def law_of(snapshot: Snapshot, law: Law) -> tuple[When, Said | None]:
    """Return where a table stands, and what is to be said there, in words; None where the law says nothing of it."""
    when, words = where(snapshot), _words(snapshot, law.houses[snapshot.state.profile.key])
    said = law.rows.get(when) or law.rows.get(when._replace(phase=ANY))
    return when, said and Said(*(it.format_map(words) for it in said))


def _words(snapshot: Snapshot, house: Mapping[str, str]) -> Mapping[str, object]:
    state = snapshot.state
    banco, punto = (_points(state, side) for side in (Side.BANCO, Side.PUNTO))
    figures = {"banco": banco, "punto": punto, "winner": "Banco" if banco > punto else "Punto"}
    roles = ", ".join(_lacking(snapshot, house["inspector"]))
    return {**figures, "roles": roles, **{name: word.format_map(figures) for name, word in house.items()}}


def _points(state: TableState, side: Side) -> int:
    return sum(WORTH[card.face[0]] for card in state.at(side) if card.face) % 10


# --- where a table stands


def where(snapshot: Snapshot) -> When:
    """Return phase, case and stage of a table."""
    state, coup = snapshot.state, snapshot.state.coup
    if coup is not None and coup.held:
        return When(_phase(state), "held", _held(snapshot))
    if coup is None:
        return _between(snapshot)
    return When(_phase(state), _case(snapshot, coup), _stage(snapshot, coup))


def _phase(state: TableState) -> str:
    return str(state.phase).replace("_", " ")


def _between(snapshot: Snapshot) -> When:
    state, status = snapshot.state, snapshot.table.status
    nobody = "nobody deals" if snapshot.dealer is None else ""
    if status == Table.Status.SUSPENDED:
        return When("suspended", "", nobody)
    if status == Table.Status.CLOSED:
        return When("table closed", "", nobody or ("no shoe" if state.shoe is None else "shoe ready"))
    if snapshot.table.awaits:
        return When("between coups", "waits", "for the Direzione")
    return When("between coups", "bianco" if state.blank_due and not nobody else "", nobody)


def _case(snapshot: Snapshot, coup: Coup) -> str:
    state = snapshot.state
    if coup.call_due:
        return "call"
    before = state.phase in (Phase.BETTING, Phase.CLOSED) and coup.kind == Coup.Kind.NORMAL
    if before and state.blank_due:
        return "bianco"
    if state.phase is Phase.SETTLED and state.blank_due:
        return "follows bianco"
    return "bianco" if coup.kind == Coup.Kind.BLANK and state.phase is Phase.ANNOUNCED else ""


def _stage(snapshot: Snapshot, coup: Coup) -> str:
    state = snapshot.state
    if coup.call_due:
        return ""
    if state.phase is Phase.BETTING:
        return "" if state.blank_due else _stakes(state)
    if state.phase in (Phase.CLOSED, Phase.DEALING):
        due = FIRST_CARDS - len(state.at_boxes)
        return f"{due} cards due" if due else _covered(state)
    if state.phase in (Phase.READING, Phase.DECLARED):
        return ""
    if coup.outcome == Outcome.ANNULLED:
        return "annulled"
    if state.phase in (Phase.BANCO_UP, Phase.DRAWING):
        return f"{state.due.value.capitalize()} draws" if state.due is not None else _covered(state)
    if state.phase is Phase.PUNTO_UP and coup.announced_banco is not None:
        return "wrong points said"
    return "both have the same" if _points(state, Side.BANCO) == _points(state, Side.PUNTO) else "a side has more"


def _stakes(state: TableState) -> str:
    if any(it.left_over for it in state.stakes):
        return "a tie left stakes"
    return "stakes lie" if state.stakes else "nothing lies"


def _covered(state: TableState) -> str:
    """Of two covered hands Punto is turned first."""
    covered = [side for side in (Side.PUNTO, Side.BANCO) if not all(card.face for card in state.at(side))]
    return f"{covered[0].value.capitalize()} lies covered" if covered else ""


# --- what a held coup waits for


def _holding(snapshot: Snapshot) -> list[Incident]:
    cases = Incident.objects.filter(table=snapshot.table, status__in=UNDECIDED, blocking=True).order_by("number")
    return list(cases.prefetch_related("attestations").select_related("coup"))


def _lacking(snapshot: Snapshot, inspector: str) -> Iterator[str]:
    """Yield the offices that have still to be present, the Ispettore di Gioco first."""
    cases = _holding(snapshot)
    if not cases:
        return
    there = set(by_their_word(cases, (it for case in cases for it in case.attestations.all()), snapshot.staff).values())
    needed = required(snapshot.state.profile, cases)
    offices = {Role.ISPETTORE_GIOCO: inspector, Role.ISPETTORE_COMUNALE: COMUNALE}
    yield from (name for role, name in offices.items() if role in needed - there)


def _held(snapshot: Snapshot) -> str:
    cases = _holding(snapshot)
    if snapshot.table.awaits == Role.DIREZIONE or not cases:
        return "for the Direzione"
    first = cases[0]
    if kind_of(first).awaited:
        return "a card is replaced"
    if any(awaits_placement(it) for it in cases):
        return "places unknown"
    if not kind_of(first).rebuilds:
        return "not foreseen"
    if any(_lacking(snapshot, "inspector")):
        return "presence lacks"
    if first.answer.get("why") == "E_CARD_COVERED":
        return "cards lie covered"
    return "clear" if first.answer.get("proposal") else "not clear"
