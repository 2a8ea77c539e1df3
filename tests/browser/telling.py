"""What mishaps are told with: the hands of a coup, a report by the dealer, a decision by the inspectors.

The coup is played by the croupier, whose presses leave the dealer's screen; what is told of it is pressed by hand.
"""

from collections.abc import Sequence

from table.models import Coup
from table.rules.houses import VENEZIA
from tests.croupier.coups import deal
from tests.croupier.dealer import Croupier
from tests.rig.room import Room
from tests.rig.tables import AtTable, prepare_shoe

STAKES = ("P100@1", "B50@2")
CARDS = "6H 7S QC QH"
"""Six for Punto, seven for Banco: the reader stands, and nobody is due a third card."""
INCIDENT = ".tool-incident"
REPORT = ".incident-sheet[open] form[data-steps*=report_incident] .pick-next"
REPORT_DISTINGUISHED = f"{REPORT}[name='facts.told_apart']"
"""The same press, where somebody knows which of the covered cards is which."""
OPENS_CASE = ".incident .pick-gold"
PRESENT = ".incident-decision form[data-steps*=attest] button"
RATIFY = ".incident-decision [data-press*=ratify]"
ANNUL = ".incident-decision [data-steps*=annul_incident] .pick-next"
SOMEBODY_ELSE = ".incident-decision [data-attests]"


def covered_hands(room: Room) -> None:
    """Two stakes, and four covered cards before the reader."""
    deal(room.table, *STAKES)
    room.dealer.sees(f""".console:has([data-facts*='"{room.table.coup}"']) .now[data-now="declare"]""")


def hands_without_third_card(room: Room) -> None:
    """Seven and six, both turned: no card is due to anybody."""
    covered_hands(room)
    Croupier(room.table, CARDS).advance("announce")
    room.dealer.sees('.now[data-now="announce"]')


def kind(room: Room, dialog: str) -> None:
    """«Incident», and what has happened in the dealer's words."""
    room.dealer.press(INCIDENT)
    room.dealer.press(f'#incident [data-leads="{dialog}"]')


def reported(
    room: Room,
    name: str,
    *laid: tuple[str, int],
    lost: Sequence[int] = (),
    last: tuple[str, int] | None = None,
    distinguished: bool = False,
) -> None:
    """Where the cards lie, which of them nobody can tell apart, and «report it», if somebody can; it is read.

    ``last``: at which place the covered card came out that lies at a box where others lie open.
    """
    kind(room, f"report-{name}")
    for box, place in laid:
        room.dealer.press(f"#report-{name} .lie-card:nth-child({place}) .lie-{box}")
    for place in lost:
        room.dealer.press(f"#report-{name} .pick:nth-child({place}):has([name='facts.lost'])")
    if last is not None:
        side, place = last
        room.dealer.press(f"#report-{name} .pick:has([name='facts.covered_{side}'][value='{place}'])")
    room.dealer.press(REPORT_DISTINGUISHED if distinguished else REPORT)
    room.inspector.sees(".incident")


def ratified(room: Room) -> None:
    """The inspector opens the sheet, is present, and has the cards laid as they ought to lie."""
    room.inspector.press(OPENS_CASE)
    room.inspector.press(PRESENT)
    room.inspector.press(RATIFY)


def to_the_burn(room: Room) -> None:
    """The hand goes on to its end: what lies covered is turned, the stakes are paid and the cards burned."""
    Croupier(room.table, CARDS).to_the_burn()


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
