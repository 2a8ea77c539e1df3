"""Who may read what of the record: every report against every role, typed by hand, and the pages that show them."""

import pytest
from django.urls import reverse

from table.models import Guest
from table.rules.profile import Role
from table.rules.readers import READERS, Report
from tests.house.test_security import ADDRESSES, LETTERS
from tests.rig.addresses import addresses, pages_of_the_record
from tests.rig.rows import every_row
from tests.rig.staff import signed_in
from tests.rig.tables import ready_table

SUPERVISION = "GCITXA"
MAY_READ = {
    "incident": SUPERVISION,
    "register": SUPERVISION,
    "taglia": SUPERVISION,
    "closing": SUPERVISION,
    "statistics": SUPERVISION,
    # Who works here, who signed in and what was handed out concerns the Direzione and those who check it.
    "house": "XA",
    # Of a bank: what lay at a table, and the slips, which the cage holds as well; a day of the whole house as above.
    "statement": SUPERVISION,
    "slip": SUPERVISION + "K",
    "bank_day": "XA",
    # What went through the cage, and the tips that it counts.
    "cash_register": "XAK",
    "bank_tips": "XAK",
    # The operator carries the proof away without reading it.
    "proof": "XAO",
}
ROOMS = ("table.views.history", "table.views.reports", "procedures.views.reports", "procedures.reports")
"""Where the pages of the record are."""
WORDS, NAME = "a glass broke over the cards", "Annamaria Rossi"


@every_row("role", Role)
@every_row("report", Report)
def test_a_report_is_read_by_its_readers_and_by_nobody_else(report: Report, role: Role) -> None:
    letter = next((letter for letter, it in LETTERS.items() if it == role), "")
    assert (role in READERS[report]) == bool(letter and letter in MAY_READ[report])


def test_a_page_of_the_record_opens_for_the_readers_of_its_report() -> None:
    pages = pages_of_the_record()
    assert {"tables/<str:code>/coups/", "tables/<str:code>/coups/<int:taglia>.<int:number>/"} <= set(pages)
    assert {it: set(ADDRESSES[it].who) for it in pages} == {it: set(MAY_READ[of]) for it, of in pages.items()}


def test_every_page_in_the_rooms_of_the_record_says_which_report_it_shows() -> None:
    rooms = {address for address, view in addresses() if view.__module__.startswith(ROOMS)}
    assert rooms - set(pages_of_the_record()) == set()
    assert rooms


@pytest.mark.one_in(4)
@pytest.mark.django_db
@pytest.mark.parametrize("letter", LETTERS)
def test_free_texts_are_read_with_their_entry_and_names_of_guests_nowhere(letter: str) -> None:
    table = ready_table()
    Guest.objects.filter(key="anna").update(name=NAME)
    table.does("open_bets")
    table.does("place", coup="1.1", position="1", box="punto", amount=10_000)
    table.cast.ispettore.does("annotate", text=WORDS)
    client = signed_in(LETTERS[letter], language="en")
    for page in (reverse("coups", args=["T3"]), reverse("coup", args=["T3", 1, 1])):
        text = client.get(page).content.decode()
        assert (WORDS in text) == (letter in MAY_READ["register"] and page.endswith("1.1/"))
        assert NAME not in text


@pytest.mark.django_db
@pytest.mark.parametrize(("letter", "opens"), [("X", True), ("A", True), ("O", False)])
def test_who_looks_after_the_machine_reads_neither_names_nor_texts_nor_games_in_the_admin(
    letter: str, opens: bool
) -> None:
    client = signed_in(LETTERS[letter], language="en")
    for kind in ("guest", "note", "stake", "entry"):
        assert (client.get(f"/admin/table/{kind}/").status_code == 200) == opens, kind
    assert client.get("/admin/table/display/").status_code == 200
    assert ("Guests" in client.get("/admin/").content.decode()) == opens
