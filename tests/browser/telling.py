"""What mishaps are told with: the hands of a coup, a report by the dealer, a decision by the inspectors."""

from collections.abc import Sequence

from table.models import Coup
from table.rules.houses import VENEZIA
from tests.house.coups import deal
from tests.rig.room import Room
from tests.rig.tables import AtTable, prepare_shoe

STAKES = ("P100@1", "B50@2")
INCIDENT = ".tool-incident"
REPORT = ".incident-sheet[open] form[data-steps*=report_incident] .pick-next"
SHEET = ".incident .pick-gold"
PRESENT = ".incident-decision form[data-steps*=attest] button"
RATIFY = ".incident-decision [data-press*=ratify]"
ANNUL = ".incident-decision [data-steps*=annul_incident] .pick-next"
SOMEBODY_ELSE = ".incident-decision [data-attests]"


def covered_hands(room: Room) -> None:
    """Two stakes, and four covered cards before the reader."""
    deal(room.table, *STAKES)
    room.dealer.sees(f""".console[data-facts*='"{room.table.coup}"'] .now[data-now="declare"]""")


def standing_hands(room: Room) -> None:
    """Seven and six, both turned: no card is due to anybody."""
    covered_hands(room)
    hands_turned(room.table)
    room.dealer.sees('.now[data-now="announce"]')


def hands_turned(table: AtTable, *, punto: Sequence[str] = ("6H", "QC")) -> None:
    """The reader stands on six, Banco has seven."""
    stands, banco = {"claim": "no_carta", "means": "voice"}, {"cards": ["7S", "QH"]}
    table.press(("declare", stands), ("turn_banco", banco), ("turn_punto", {"cards": [*punto]}))


def kind(room: Room, sheet: str) -> None:
    """«Incident», and what has happened in the dealer's words."""
    room.dealer.press(INCIDENT)
    room.dealer.press(f'#incident [data-leads="{sheet}"]')


def reported(room: Room, name: str, *lie: tuple[str, int], lost: Sequence[int] = ()) -> None:
    """Where the cards lie, which of them nobody can tell apart any more, and «report it»; the inspector reads it."""
    kind(room, f"report-{name}")
    for box, place in lie:
        room.dealer.press(f"#report-{name} .lie-card:nth-child({place}) .lie-{box}")
    for place in lost:
        room.dealer.press(f"#report-{name} .picks .pick:nth-child({place})")
    room.dealer.press(REPORT)
    room.inspector.sees(".incident")


def ratified(room: Room) -> None:
    """The inspector opens the sheet, is present, and has the cards laid as they ought to lie."""
    room.inspector.press(SHEET)
    room.inspector.press(PRESENT)
    room.inspector.press(RATIFY)


def paid_and_burned(room: Room) -> None:
    """The hand that was played goes on to its end."""
    room.table.press(("announce", {"banco": 7, "punto": 6}), ("settle", {}), ("burn", {}))


def to_the_end(room: Room) -> None:
    """The reader speaks, the hands are turned, paid and burned."""
    hands_turned(room.table)
    paid_and_burned(room)


def new_taglia(room: Room, *, behind: int) -> None:
    """The shoe that is in use is given up, and another one is ready, with so many cards behind the cut card."""
    table = room.table
    if table.state.shoe is not None:
        table.cast.direzione.does("void_shoe")
    prepare_shoe(table, VENEZIA, serial=f"S-{table.number}", behind=behind)


def latest(table: AtTable) -> Coup:
    """The coup that is played, or was last."""
    found = table.row.coups.order_by("pk").last()
    assert found is not None
    return found
