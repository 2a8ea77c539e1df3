"""Card readers that type: set up in the office for a table, recorded by the house, and known to its console alone."""

import html
import json
import re
from typing import Any

import pytest

from table.models import HOUSE, CardReader, Entry, Person
from table.record.proof import audit
from table.rules.cards import DECK
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.read.snapshot import take
from table.screens.regions import Region, render
from table.verbs.house.devices import PLAIN_CODES
from tests.office.test_office import Office
from tests.rig.tables import Cast, Somebody, new_table, ready_table

pytestmark = pytest.mark.django_db
PATH = "/office/card-readers/T3/"
MARKED = {f"c{number:02d}": str(card) for number, card in enumerate(DECK)} | {"mask": "cut"}
"""Cards with a mark of their own each, and a cut card with one."""
TYPES: dict[str, Any] = {"table": "T3", "prefix": "~", "suffix": "", "ends": "tab", "pace": 80, "codes": MARKED}


def technician() -> Somebody:
    """Who keeps the devices."""
    person = Person.objects.filter(badge="otto").first()
    return Somebody(person or Person.objects.take_on(badge="otto", role=Role.OPERATOR), HOUSE)


def known_at(code: str = "T3", region: str = "console") -> list[Any]:
    """What this region of the table tells its scripts of a card reader."""
    snapshot = take(code)
    assert snapshot is not None
    drawn = render(snapshot, Region(region, "en"))
    return [json.loads(html.unescape(it)) for it in re.findall(r"data-card-reader='([^']*)'", drawn)]


def test_a_card_reader_is_set_up_by_who_keeps_the_devices_and_its_console_knows_at_once() -> None:
    table = ready_table()
    assert known_at() == []
    edition = table.row.inbox
    technician().does("set_card_reader", **TYPES)
    table.row.refresh_from_db()
    assert table.row.inbox == edition + 1, "the screens hear that there is something new"
    assert known_at() == [{"prefix": "~", "ending": "\t", "pace": 80, "codes": MARKED}]
    Cast.at(HOUSE).direzione.does("set_card_reader", **TYPES | {"suffix": "#", "ends": ""})
    assert known_at()[0]["ending"] == "#"
    table.check()
    technician().does("remove_card_reader", table="T3")
    assert known_at() == []


def test_no_other_table_and_no_other_screen_knows_how_it_types() -> None:
    ready_table()
    new_table(code="T4")
    technician().does("set_card_reader", **TYPES)
    assert known_at("T4") == []
    others = ("bar", "felt", "desk:direzione", "strip:3", "tile:direzione", "sign")
    assert [region for region in others if known_at(region=region)] == []


def test_the_register_of_the_house_says_how_a_reader_types_and_a_row_that_says_otherwise_is_found() -> None:
    ready_table()
    written = {code: card.replace("T", "10").lower() for code, card in MARKED.items()}
    technician().does("set_card_reader", **TYPES | {"codes": written})
    assert CardReader.objects.get().codes == MARKED
    assert Entry.objects.filter(register=HOUSE).latest("number").verb == "set_card_reader"
    assert [it for it in audit.faults(HOUSE) if "card reader" in it] == []
    CardReader.objects.update(codes=MARKED | {"c00": "9D"})
    found = [it for it in audit.faults(HOUSE) if "card reader" in it]
    assert len(found) == 1
    assert found[0].startswith("house: card reader at T3 is ")


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("code", "given"),
    [
        (Code.TABLE, {"table": "T9"}),
        (Code.ARGUMENTS, {"prefix": "nine signs"}),
        (Code.ARGUMENTS, {"prefix": "123456789"}),
        (Code.ARGUMENTS, {"suffix": "\n"}),
        (Code.ARGUMENTS, {"ends": "escape"}),
        (Code.ARGUMENTS, {"pace": 19}),
        (Code.ARGUMENTS, {"pace": 201}),
        (Code.ARGUMENTS, {"codes": {}}),
        (Code.ARGUMENTS, {"codes": {it: card for it, card in MARKED.items() if card != "9D"}}),
        (Code.ARGUMENTS, {"codes": MARKED | {"two words": "9D"}}),
        (Code.ARGUMENTS, {"codes": MARKED | {"": "9D"}}),
        (Code.ARGUMENTS, {"codes": MARKED | {"c" * 21: "9D"}}),
        (Code.CARD, {"codes": MARKED | {"joker": "Joker"}}),
        (Code.CARD_COVERED, {"codes": MARKED | {"back": "??"}}),
        # What cannot be told from the end of a scan, from a key of a hand, from a badge.
        (Code.ARGUMENTS, {"suffix": "c1", "ends": ""}),
        (Code.ARGUMENTS, {"prefix": "", "ends": "", "codes": MARKED | {"x": "9D"}}),
        (Code.ARGUMENTS, {"prefix": "", "codes": MARKED | {"otto": "9D"}}),
        (Code.COUNT, {"codes": MARKED | {f"d{number}": "9D" for number in range(500)}}),
    ],
)
def test_settings_that_could_not_be_told_apart_are_refused_and_change_nothing(
    code: Code, given: dict[str, Any]
) -> None:
    ready_table()
    technician().is_refused(code, "set_card_reader", **TYPES | given)
    assert not CardReader.objects.exists()


def test_what_was_not_set_up_is_not_taken_away() -> None:
    ready_table()
    technician().is_refused(Code.ARGUMENTS, "remove_card_reader", table="T3")


# --- in the office


def typed(**given: str) -> dict[str, str]:
    """The fields of the form, a code for every card."""
    fields = {"prefix": "~", "suffix": "", "ends": "enter", "pace": "60"}
    return fields | {f"code-{card}": code for code, card in MARKED.items()} | given


def test_the_office_sets_a_reader_up_and_shows_what_it_was_set_to() -> None:
    ready_table()
    office = Office(Role.OPERATOR)
    page = office.page(PATH)
    assert re.search(r'name="code-TH" value="(TH 10H|10H TH)"', page), "what changes nothing stands there at first"
    said = office.does(PATH, "set_card_reader", **typed(**{"code-7S": "seven  VII"}))
    assert said == "The card reader of table T3 is set up; an open console takes it over at once."
    codes = CardReader.objects.get().codes
    assert (codes["seven"], codes["VII"], codes["mask"]) == ("7S", "7S", "cut")
    page = office.page(PATH)
    assert 'name="code-7S" value="seven VII"' in page
    assert 'name="prefix" value="~"' in page
    assert "types as it was set up here" in office.page("/office/card-readers/")
    assert "plain cards again" in office.does(PATH, "remove_card_reader")
    assert not CardReader.objects.exists()


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"code-7S": "c00"}, "Code “c00” stands for two cards, AS and 7S."),
        ({"code-7S": ""}, "No code stands for: 7S."),
        ({"pace": "fast"}, "is a number of milliseconds"),
        ({"pace": "1000"}, "20 to 200 milliseconds"),
        ({"ends": "escape"}, "cannot be understood"),
        ({"code-8X": "c99"}, "“8X” is not a card"),
    ],
)
def test_a_form_that_is_refused_keeps_what_was_typed(given: dict[str, str], sentence: str) -> None:
    ready_table()
    page = Office(Role.DIREZIONE).is_refused(PATH, "set_card_reader", **typed(prefix="!!", **given))
    assert sentence in page
    assert 'name="prefix" value="!!"' in page
    assert not CardReader.objects.exists()


def test_another_table_is_filled_in_alike() -> None:
    ready_table()
    new_table(code="T4")
    technician().does("set_card_reader", **TYPES)
    office = Office(Role.OPERATOR)
    assert 'name="code-AS" value="AS"' in office.page("/office/card-readers/T4/")
    page = office.page("/office/card-readers/T4/?like=T3")
    assert 'name="code-AS" value="c00"' in page
    assert CardReader.objects.count() == 1, "until it is set nothing is kept"
    assert office.client.get("/office/card-readers/T9/").status_code == 404


def test_plain_codes_are_every_card_as_people_write_it() -> None:
    assert set(PLAIN_CODES.values()) == {str(card) for card in DECK}
    assert PLAIN_CODES["10H"] == PLAIN_CODES["TH"] == "TH"
