"""What every screen shows in every phase: a row for each phase, a cell for each screen, typed by hand.

A cell holds words that stand there, a line each; ``not`` before a line: they stand nowhere on that screen. The table is
that of Venezia, position 1 has 100 on Punto, reads, and says «carta»; the cut card is out, so this coup is the last.
"""

import re

import pytest
from django.conf import settings
from django.test import Client

from table.access import pairing
from table.screens.regions import Region, render
from tests.croupier.situations import SITUATIONS
from tests.rig.page import words
from tests.rig.sockets import paired, session_of
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
SCREENS = {
    "console": ("bar", "felt", "console"),
    "desk": ("incidents:ispettore_gioco", "bar", "felt:watch", "desk:ispettore_gioco"),
    "tile": ("tile:ispettore_gioco",),
    "seat": ("strip:1", "felt:players"),
    "sign": ("sign",),
}
LAST = "Ultimo colpo della taglia, minimo sette carte o nullo"
SHOWN: dict[str, dict[str, str]] = {
    "closed": {
        "console": "Table closed\nload the shoe",
        "desk": "Table closed\nRegister",
        "tile": "T3\nclosed\nno shoe yet",
        "seat": "T3\nTable closed\nnot 10–1,000",
        "sign": "T3\nTable closed\nnot 10–1,000",
    },
    "suspended": {
        "console": "Game suspended\nThe game is suspended.",
        "desk": "Game suspended\nsuspends the game",
        "tile": "suspended\n10–1,000",
        "seat": "Your place\nGame suspended\n10–1,000",
        "sign": "Game suspended\n10–1,000\n8:1\nButton at 1",
    },
    "idle": {
        "console": "Between two coups\nopen the betting",
        "desk": "Between two coups\nthe table is open",
        "tile": "open\nbetween two coups\n298 to the cut card",
        "seat": "1\nYour place\nBetween two coups\nMark my place",
        "sign": "House rules, version 1\nBetween two coups\n10–1,000\nNo result yet",
    },
    "in betting": {
        "console": "Betting open\nFirst a stake has to lie on the felt.",
        "desk": "Betting open\nthe betting opens",
        "tile": "Coup 1.1\nbetting open",
        "seat": f"Your place\nBetting open\n{LAST}\nNo stake here yet.\n0–5\n10–1,000",
        "sign": f"Betting open\n10–1,000\nWhat lies above the maximum is not in action\n{LAST}",
    },
    "in closed": {
        "console": "Betting closed\nfour cards\nPosition 1 reads the cards.",
        "desk": "Betting closed\n«Rien ne va plus»",
        "tile": "betting closed\non the table 100 EUR",
        "seat": "Betting closed\nRien ne va plus\nPunto 100",
        "sign": f"Betting closed\nRien ne va plus\n{LAST}",
    },
    "in dealing": {
        "console": "Dealing\n3 more cards",
        "desk": "Dealing\na card is out",
        "tile": "dealing\n1 of 312 cards",
        "seat": "★\nDealing\nPunto 100",
        "sign": f"Dealing\n{LAST}",
    },
    "in reading": {
        "console": "Cards before the reader\ndeclaration\nposition 1 reads\nno carta",
        "desk": "Cards before the reader\nthe four cards are out",
        "tile": "cards before the reader\n4 of 312 cards",
        "seat": "You read the cards\n0–5 «carta»\n6–7 «no carta»\n8–9 «battuta»\nKeep the cards on the cloth.",
        "sign": "Cards before the reader\nPosition 1 reads the cards.",
    },
    "in declared": {
        "console": "carta\nDeclared\nturn Banco",
        "desk": "Declared\n«carta», by voice",
        "tile": "declared\nnot carta",
        "seat": "You read the cards\n«carta»\nKeep the cards on the cloth until Banco is turned.\nPunto 100",
        "sign": "Declared\nPosition 1: «carta»",
    },
    "in banco_up": {
        "console": "BANCO 2\nBanco turned\nthird card of Punto\nPunto draws, Banco has 2.",
        "desk": "BANCO 2\nBanco turned\nBanco is turned",
        "tile": "Banco turned",
        "seat": "Banco turned\nPunto draws, Banco has 2.\nPunto 100\nBANCO 2",
        "sign": "Banco turned\nPunto draws, Banco has 2.",
    },
    "in drawing": {
        "console": "Third cards\nthird card of Banco\nBanco 2, Punto’s third card 3: Banco draws.",
        "desk": "Third cards\ncard 5: to Punto",
        "tile": "third cards\n5 of 312 cards",
        "seat": "Third cards\nBanco 2, Punto’s third card 3: Banco draws.\nPunto 100",
        "sign": "Third cards\nBanco 2, Punto’s third card 3: Banco draws.",
    },
    "in punto_up": {
        "console": "BANCO 6\nPUNTO 3\nBoth hands turned\nBanco 6, Punto 3: vince Banco\nannounce the points",
        "desk": "BANCO 6\nPUNTO 3\nBoth hands turned",
        "tile": "both hands turned",
        "seat": "Both hands turned\nPunto 100\nBANCO 6\nPUNTO 3\nnot wins",
        "sign": "Both hands turned\nnot wins\nnot this coup",
    },
    "in announced": {
        "console": "Banco wins\ndraw the remaining cards",
        "desk": "Banco wins\n«Banco 6, Punto 3»",
        "tile": "points announced",
        "seat": f"Banco wins\nBanco 6, Punto 3\n{LAST}\nPunto 100\nnot You lose",
        "sign": f"Banco wins\nBanco 6, Punto 3\nPUNTO 3\nBANCO 6\nthis coup\n{LAST}",
    },
    "in counting": {
        "console": "Banco wins\npay and collect\n1 P Punto take 100",
        "desk": "Banco wins\n14 cards in all",
        "tile": "remaining cards counted\n14 of 312 cards",
        "seat": "Banco wins\nPunto 100 −100\nYou lose €100.00\nthe remaining cards",
        "sign": "Banco wins\nthis coup",
    },
    "in settled": {
        "console": "Banco wins\nburn the cards",
        "desk": "Banco wins\npaid and collected",
        "tile": "stakes settled",
        "seat": "Banco wins\nPunto 100 −100\nYou lose €100.00\n10–1,000",
        "sign": "Banco wins\nBANCO 6\nthis coup\nButton at 1",
    },
    "blank due": {
        "console": "Colpo in Bianco\ncomes next: no stakes\nsay Colpo in Bianco\nplay without stakes",
        "desk": "comes next: no stakes\norders a Colpo in Bianco",
        "tile": "Colpo in Bianco due",
        "seat": "Between two coups\nColpo in Bianco\ncomes next: no stakes",
        "sign": "Between two coups\nColpo in Bianco\ncomes next: no stakes",
    },
    "blank": {
        "console": "no stakes, nobody reads, nothing is paid\nfour cards\nnot pass the reading on",
        "desk": "no stakes, nobody reads, nothing is paid\n«Colpo in Bianco»",
        "tile": "Colpo in Bianco",
        "seat": "Betting closed\nColpo in Bianco\nno stakes, nobody reads, nothing is paid\nnot You read the cards",
        "sign": "Colpo in Bianco\nno stakes, nobody reads, nothing is paid",
    },
    "held": {
        "console": "The coup is held\nAwaited: ",
        "desk": "The coup is held\nThe inspector decides.\nThe reader did not follow the Regola",
        "tile": "held\nThe reader did not follow the Regola",
        "seat": "The coup is held\nThe inspector decides.\nThe stakes here stand: 100.\nPunto 100\nnot You lose",
        "sign": "The coup is held\nThe inspector decides.\nThe stakes stand.",
    },
}
LOST = "no connection: this screen may be out of date\nstate of"
LINK_LOST = {
    ("console", "/tables/T3/dealer/"): (LOST, 5),
    ("desk", "/tables/T3/"): (LOST, 5),
    ("tile", "/pit/"): (LOST, 5),
    ("seat", "/display/"): (LOST, 10),
    ("sign", "/display/"): (LOST, 10),
}
"""The row of a link that is lost: the words that a page brings for it, and after how many seconds it says them."""


def blank_due() -> AtTable:
    """A Colpo in Bianco is ordered, and was not called yet."""
    table = ready_table()
    table.cast.ispettore.does("order_blank")
    return table


def unopened(text: str) -> str:
    """What can be read of it, without the sheets that nobody opened."""
    return words(re.sub(r"<dialog.*?</dialog>", " ", text, flags=re.DOTALL))


def missing(cell: str, read: str) -> list[str]:
    """The lines of a cell that are not kept by what can be read."""
    lines = [(line.removeprefix("not "), not line.startswith("not ")) for line in cell.split("\n")]
    return [line for line, stands in lines if (line in read) is not stands]


def test_every_phase_has_its_row_and_every_screen_its_cell() -> None:
    assert SHOWN.keys() == SITUATIONS.keys() | {"blank due"}
    assert {phase for phase, cells in SHOWN.items() if cells.keys() != SCREENS.keys()} == set()
    assert [screen for screen, _path in LINK_LOST] == list(SCREENS)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("phase", SHOWN)
def test_in_this_phase_every_screen_shows_what_stands_in_the_table(phase: str) -> None:
    table = blank_due() if phase == "blank due" else SITUATIONS[phase]()
    snapshot = table.snapshot
    read = {
        screen: unopened(" ".join(render(snapshot, Region(name, "en")) for name in names))
        for screen, names in SCREENS.items()
    }
    assert {it: (gone, read[it]) for it, cell in SHOWN[phase].items() if (gone := missing(cell, read[it]))} == {}


def test_every_screen_has_the_words_for_a_link_that_is_lost(client: Client) -> None:
    ready_table()
    for (screen, path), (cell, seconds) in LINK_LOST.items():
        badge = {"console": "dario", "desk": "ivo", "tile": "ivo"}.get(screen)
        if badge:
            client.cookies[settings.SESSION_COOKIE_NAME] = session_of(badge)
        else:
            client.cookies[pairing.COOKIE] = paired("T3", "1" if screen == "seat" else "", language="en")
        page = client.get(path, headers={"accept-language": "en"}).content.decode()
        assert missing(cell, unopened(page)) == [], screen
        assert f'data-lost="{seconds}"' in page, screen
