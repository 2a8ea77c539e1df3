"""Calls from a seat to the pit: who hears them, who answers, and what the display says of it."""

import html
import json
import re
from typing import Any

import pytest

from table.live.frames import CallPit
from table.live.frames import read as read_frame
from table.models import HOUSE, Alert, Display, Entry
from table.record.door import proposals
from table.rules.refusal import Code, Refused
from table.screens.regions import Region, render
from tests.croupier.cases import inverted
from tests.rig.page import words
from tests.rig.tables import AtTable, Cast, ready_table

pytestmark = pytest.mark.django_db


def paired(position: str, *, table: str = "T3") -> Display:
    """A display before this position, or the sign."""
    at: dict[str, Any] = {"kind": "seat", "position": position} if position else {"kind": "sign"}
    Cast.at(HOUSE).direzione.does("pair_display", code=f"D-{table}-{position}", table=table, **at)
    return Display.objects.get(code=f"D-{table}-{position}")


def shown(table: AtTable, region: str) -> str:
    """A region as it is sent."""
    snapshot = table.snapshot
    return render(snapshot, Region(region, "en"))


def not_heard(code: Code, display: Display) -> None:
    """A call that is refused changes nothing."""
    with pytest.raises(Refused) as caught:
        proposals.call(display)
    assert caught.value.code is code
    display.refresh_from_db()
    assert display.called is None


def test_a_call_is_heard_by_the_inspectors_and_not_by_the_dealer_and_is_no_entry() -> None:
    table, display = ready_table(), paired("4")
    console, before, entries = shown(table, "console"), table.number, Entry.objects.count()
    assert "Call the pit" in words(shown(table, "strip:4"))
    proposals.propose(display, "mark")
    during = shown(table, "console")
    proposals.call(display)
    assert shown(table, "console") == during != console
    assert (table.number, Entry.objects.count()) == (before, entries)
    for region in ("tile:ispettore_gioco", "desk:capo_isola", "tile_sheets:direzione", "tile:ispettore_comunale"):
        assert "Position 4 calls the pit" in words(shown(table, region)), region
    assert "answer_call" not in shown(table, "tile:ispettore_comunale") + shown(table, "desk:ispettore_comunale")
    at_seat = words(shown(table, "strip:4"))
    assert "The pit is called and has heard it" in at_seat
    assert "Mark my place waits for the dealer" in at_seat
    assert "Call the pit" not in at_seat
    assert "The pit is called" not in words(shown(table, "strip:5"))


def test_a_call_is_seen_on_a_tile_whose_held_coup_somebody_goes_to_already() -> None:
    table, display = ready_table(), paired("4")
    inverted(table)
    alert = Alert.objects.get(closed=None)
    assert "tile-calls-holds" in shown(table, "tile:ispettore_gioco")
    table.cast.ispettore.does("go_to_alert", number=alert.number, code=alert.code)
    assert "tile-calls-known" in shown(table, "tile:ispettore_gioco")
    proposals.call(display)
    tile = shown(table, "tile:ispettore_gioco")
    assert "tile-calls-person" in tile
    assert "Position 4 calls the pit" in words(tile)


def test_one_press_answers_another_inspector_takes_over_and_the_display_says_that_somebody_comes() -> None:
    table, display = ready_table(), paired("4")
    proposals.call(display)
    table.cast.ispettore.does("answer_call", position="4")
    assert "Somebody comes" in words(shown(table, "strip:4"))
    assert "ivo is on the way" in words(shown(table, "tile:capo_isola"))
    table.cast.ispettore.is_refused(Code.STALE, "answer_call", position="4")
    table.cast.capo_isola.does("answer_call", position="4")
    assert "italo is on the way" in words(shown(table, "desk:direzione"))
    table.cast.direzione.does("close_call", position="4")
    assert "Call the pit" in words(shown(table, "strip:4"))
    assert "calls the pit" not in words(shown(table, "tile:capo_isola"))
    table.check()


def test_who_calls_twice_calls_since_the_first_time_and_a_stale_answer_is_refused() -> None:
    table, display = ready_table(), paired("4")
    proposals.call(display)
    display.refresh_from_db()
    since, inbox = display.called, table.row.inbox
    proposals.call(display)
    display.refresh_from_db()
    assert (display.called, table.row.inbox) == (since, inbox)
    table.cast.capo_isola.does("close_call", position="4")
    for verb in ("close_call", "answer_call"):
        table.cast.ispettore.is_refused(Code.STALE, verb, position="4")
        table.cast.ispettore.is_refused(Code.POSITION, verb, position="44")
        table.cast.ispettore.is_refused(Code.ARGUMENTS, verb, position="4\x00")
        table.cast.ispettore.is_refused(Code.ARGUMENTS, verb, position="4" * 3000)
        for part in (table.cast.dealer, table.cast.comunale, table.cast.capo_tavolo):
            part.is_refused(Code.ROLE, verb, position="4")
    table.check()


def test_an_inspector_of_another_table_does_not_answer_for_this_one() -> None:
    table, display = ready_table(), paired("4")
    table.does("sign_off")
    other = ready_table(code="T5", seats=1)
    proposals.call(display)
    other.cast.ispettore.is_refused(Code.STALE, "answer_call", position="4")
    assert "calls the pit" not in words(shown(other, "tile:ispettore_gioco"))


def test_only_the_display_of_a_seat_of_a_table_that_is_not_closed_calls() -> None:
    table, seat, sign = ready_table(), paired("4"), paired("")
    not_heard(Code.ROLE, sign)
    table.cast.ispettore.does("close_table")
    not_heard(Code.TABLE_NOT_OPEN, seat)
    Cast.at(HOUSE).direzione.does("revoke_display", code=seat.code)
    not_heard(Code.ROLE, seat)


def test_what_was_asked_at_the_seats_lapses_with_the_evening() -> None:
    table, calling, asking = ready_table(seats={"4": "anna"}), paired("4"), paired("5")
    proposals.call(calling)
    table.cast.ispettore.does("answer_call", position="4")
    proposals.propose(asking, "seat")
    table.cast.ispettore.does("close_table")
    for display in (calling, asking):
        display.refresh_from_db()
        assert (display.proposal, display.proposed_at, display.called, display.coming) == ("", None, None, "")
    assert "calls the pit" not in words(shown(table, "tile:ispettore_gioco"))
    table.cast.ispettore.is_refused(Code.STALE, "close_call", position="4")
    table.check()


def test_a_revoked_display_calls_no_more() -> None:
    table, display = ready_table(), paired("4")
    proposals.call(display)
    Cast.at(HOUSE).direzione.does("revoke_display", code=display.code)
    assert "calls the pit" not in words(shown(table, "tile:ispettore_gioco"))
    table.cast.ispettore.is_refused(Code.STALE, "answer_call", position="4")


def test_from_a_free_place_and_while_they_read_nobody_is_offered_to_call() -> None:
    table = ready_table(seats={"1": "anna"})
    assert "Call the pit" not in words(shown(table, "strip:9"))
    table.does("open_bets")
    table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
    table.press(("close_bets", {"said": True}), ("deal", {}))
    assert "Call the pit" not in words(shown(table, "strip:1"))


def test_the_button_sends_what_the_house_understands_and_a_forged_frame_is_none() -> None:
    found = re.search(r'data-key="act-pit" data-frame="([^"]+)"', shown(ready_table(), "strip:1"))
    assert found
    frame = json.loads(html.unescape(found[1])) | {"nonce": "n"}
    assert isinstance(read_frame(json.dumps(frame)), CallPit)
    for forged in ({"table": "T5"}, {"position": "2"}, {"nonce": "n\x00"}, {"nonce": "n" * 65}, {"coming": "ivo"}):
        with pytest.raises(Refused) as caught:
            read_frame(json.dumps(frame | forged))
        assert caught.value.code is Code.FRAME
