"""Guests outside the house: no key leaves it, and a name there is for one reader and one evening alone."""

import json
import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.utils import timezone
from time_machine import travel

from table.admin import OF_THE_MACHINE, SHOWN
from table.models import HOUSE, EveningSecret, Note
from table.outside.news import delivery
from table.rules.houses import VENEZIA
from table.rules.profile import Role
from table.script.guests import KEYS
from tests.house.test_api import Outside
from tests.house.worked import worked_table
from tests.rig.cast import GUESTS, Cast
from tests.rig.pictures import play
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, prepare_shoe, ready_table, seat

pytestmark = pytest.mark.django_db


def stakes(table: AtTable) -> None:
    """A coup with stakes of two guests, and a text of this evening."""
    play(table, ["B"])
    table.does("annotate", text="a text of this evening")


def evening(table: AtTable) -> None:
    """The table is closed and opened again, and the same guests sit down."""
    table.cast.ispettore.does("close_table")
    prepare_shoe(table, VENEZIA, serial="S-2")
    table.cast.ispettore.does("open_table")
    seat(table, GUESTS[0], "1")
    seat(table, GUESTS[3], "4")


def bettors(outside: Outside) -> list[str]:
    """Who staked, coup by coup, as this reader is told."""
    return [it["bettor"] for coup in outside.asks("tables/T3/coups")["coups"] for it in coup["stakes"]]


def test_in_events_coups_and_deliveries_of_a_whole_shift_no_key_of_a_guest_leaves_the_house() -> None:
    table = worked_table()
    outside = Outside()
    sent = msgspec.json.encode(delivery("T3", reader="webhook:x:1", after=0, upto=table.number)).decode()
    texts = [sent, json.dumps(outside.events("T3")), json.dumps(outside.asks("tables/T3/coups?limit=50"))]
    assert [[key for key in GUESTS if f'"{key}"' in text] for text in texts] == [[], [], []]
    assert all(re.search(r'"(guest|bettor)": ?"[0-9a-f]{32}"', text) for text in texts), "somebody played"


def test_a_guest_is_one_within_an_evening_and_another_to_each_reader_and_on_each_evening() -> None:
    table = ready_table()
    one, other = Outside(), Outside(key="other")
    stakes(table)
    stakes(table)
    first, its_neighbour, *again = bettors(one)
    assert again == [first, its_neighbour]
    assert len({first, its_neighbour, *bettors(other)}) == 4
    placed = [it["facts"]["guest"] for it in one.events("T3") if it["act"] == "place" and "guest" in it["facts"]]
    assert set(placed) <= {first, its_neighbour}
    evening(table)
    stakes(table)
    keys = bettors(one)
    assert keys[:4] == [first, its_neighbour] * 2
    assert not {"", first, its_neighbour} & {*keys[4:]}


def test_with_the_texts_of_an_evening_its_secret_is_erased_and_nobody_is_told_who_it_was() -> None:
    table = ready_table()
    outside = Outside()
    stakes(table)
    stakes(table)
    assert all(bettors(outside))
    texts = list(Note.objects.filter(register="T3").values_list("digest", flat=True))
    house = Cast.at(HOUSE)
    house.direzione.does("erase_notes", notes=texts[:1])
    assert all(bettors(outside)), "one of its texts is left"
    house.direzione.does("erase_notes", notes=texts[1:])
    assert EveningSecret.objects.values_list("secret", flat=True).get() == ""
    assert bettors(outside) == [""] * 4
    assert bettors(Outside(key="later")) == [""] * 4, "and it is not drawn anew"


def test_an_evening_without_a_text_is_forgotten_by_the_night_as_its_texts_would_be(settings: Any) -> None:
    settings.RETAIN_NOTES_DAYS = 30
    table = ready_table()
    outside = Outside()
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    assert all(bettors(outside))
    with travel(timezone.now() + timedelta(days=31)):
        call_command("keep", by="delia")
    assert bettors(outside) == [""]


def test_of_an_evening_that_is_too_old_no_key_is_drawn_whoever_reads_it_first(settings: Any) -> None:
    settings.RETAIN_NOTES_DAYS = 30
    table = ready_table()
    outside = Outside()
    play(table, ["B"])
    with travel(timezone.now() + timedelta(days=31)):
        call_command("keep", by="delia")
        assert bettors(outside) == ["", ""]
    settings.RETAIN_NOTES_DAYS = 0
    assert bettors(outside) == ["", ""], "nor is it later"
    evening(table)
    stakes(table)
    assert [bool(it) for it in bettors(outside)] == [False, False, True, True]


def test_who_looks_after_the_machine_reads_no_row_that_tells_of_a_game_or_a_guest() -> None:
    ready_table().does("open_bets")
    operator, auditor = signed_in(Role.OPERATOR), signed_in(Role.AUDITOR)
    for model in SHOWN:
        path = f"/admin/table/{model._meta.model_name}/"
        assert auditor.get(path).status_code == 200, path
        assert operator.get(path).status_code == (200 if model in OF_THE_MACHINE else 403), path
    page = operator.get("/admin/").content.decode()
    assert "/admin/table/stake/" not in page
    assert "/admin/table/display/" in page


def test_the_guests_of_the_demo_have_keys_and_no_surnames() -> None:
    assert all(key.startswith("ospite-") for key in KEYS)
