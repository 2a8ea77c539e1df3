"""The odds of the next coup, for the pit alone: from cards that were turned, exactly, and only when somebody looks."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from django.db import transaction
from django.utils import translation

from table.memory import table_cache
from table.rules.cards import DECK, parse_all
from table.rules.houses import VENEZIA
from table.rules.odds import chances
from table.rules.odds.bets import bets
from table.rules.odds.composition import fresh
from table.rules.profile import Role
from table.rules.regola import Side
from table.screens.audiences import WATCHERS
from table.screens.read import odds
from table.screens.read.odds import remaining
from table.screens.regions import SHOWN, Region, render
from tests.croupier.coups import deal, play, turn
from tests.rig.staff import signed_in
from tests.rig.tables import new_table, ready_table
from tests.shoes.dealing import shoe_of, virtual_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_cached() -> Iterator[None]:
    """What an earlier test has worked out is not known here."""
    odds._worth.cache_clear()
    yield
    odds._worth.cache_clear()


def page(role: Role = Role.ISPETTORE_GIOCO) -> str:
    """What somebody of this role is shown, but for the frame of the page."""
    answer = signed_in(role, language="en").get("/tables/T3/odds/")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    found = re.search(r'<div id="odds-text".*</main>', answer.content.decode(), re.DOTALL)
    assert found
    return found[0]


def test_they_are_those_of_the_rules_for_the_cards_that_were_turned() -> None:
    table = ready_table()
    play(table, "P100@1")
    odds_of_rest = remaining(table.snapshot)
    faces = [card.face for card in table.state.shoe.cards.all()] if table.state.shoe else []
    assert len(faces) == odds_of_rest.turned == 4
    assert "" not in faces
    left = fresh(VENEZIA.decks).without(parse_all(" ".join(faces)))
    exact = bets(VENEZIA, chances.chances(left))
    assert {it.box: it.wins for it in odds_of_rest.boxes} == {box: exact[box].wins for box in VENEZIA.boxes}
    assert {it.box: it.edge for it in odds_of_rest.boxes} == {box: -exact[box].edge for box in VENEZIA.boxes}
    before = bets(VENEZIA, chances.chances(fresh(VENEZIA.decks)))
    assert {it.box: it.wins - it.more for it in odds_of_rest.boxes} == {box: before[box].wins for box in VENEZIA.boxes}
    assert any(it.more for it in odds_of_rest.boxes)


def test_a_covered_card_counts_as_one_that_is_still_in_the_sabot() -> None:
    table = ready_table()
    empty = remaining(table.snapshot)
    deal(table, "P100@1")
    covered = remaining(table.snapshot)
    assert table.state.shoe is not None
    assert table.state.shoe.out == 4
    assert (covered.turned, covered.boxes) == (0, empty.boxes)
    assert all(not it.more for it in covered.boxes)
    turn(table)
    assert remaining(table.snapshot).turned == 4
    assert remaining(table.snapshot).boxes != empty.boxes


def test_two_tables_that_differ_in_covered_cards_alone_show_the_same_to_the_byte(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = []
    for sabot in ("2S 5D 3D 2H 9C", "4C 8D AS KS TC"):
        mark = transaction.savepoint()
        table = virtual_table(monkeypatch, shoe_of(sabot))
        table.does("open_bets")
        table.does("place", coup=table.coup, position="1", box="punto", amount=10_000)
        table.press(("close_bets", {"said": True}), ("deal", {}))
        assert len(table.state.at(Side.BANCO)) == 2
        before = page()
        table.does("declare", claim="carta", means="voice")
        table.does("turn_banco")
        shown.append((before, page()))
        transaction.savepoint_rollback(mark)
        table_cache.clear()
    (first, first_turned), (second, second_turned) = shown
    assert first == second
    assert first_turned != second_turned, "there was something to leak"


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.SHOE])
def test_they_are_for_who_looks_after_a_table_and_for_nobody_who_deals_or_reads(role: Role) -> None:
    ready_table()
    answer = signed_in(role).get("/tables/T3/odds/")
    assert answer.status_code == (200 if role in WATCHERS else 403)
    assert ("odds-text" in answer.content.decode()) is (role in WATCHERS)


def test_no_screen_draws_them_and_no_act_works_them_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_left: object) -> object:
        raise AssertionError("odds are worked out on the way of an act")

    table = ready_table()
    page()
    monkeypatch.setattr(odds, "chances", never)
    play(table, "P100@1")
    snapshot = table.snapshot
    for kind in SHOWN:
        which = {"strip": ":3", "felt": "", "console": "", "console_sheets": "", "bar": "", "sign": ""}
        render(snapshot, Region(f"{kind}{which.get(kind, ':ispettore_gioco')}", "en"))
    assert 'href="/tables/T3/odds/"' in render(snapshot, Region("desk:ispettore_gioco", "en"))
    for region in ("console", "console_sheets", "strip:3", "sign", "tile:ispettore_gioco"):
        assert "/odds/" not in render(snapshot, Region(region, "en"))


def test_one_composition_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out = []

    def counting(left: object) -> object:
        worked_out.append(left)
        return chances.chances(left)  # type: ignore[arg-type]

    monkeypatch.setattr(odds, "chances", counting)
    table = ready_table()
    remaining(table.snapshot)
    deal(table, "P100@1")
    remaining(table.snapshot)
    assert len(worked_out) == 1
    turn(table)
    remaining(table.snapshot)
    assert len(worked_out) == 2


def test_it_is_said_that_they_tell_nothing_of_what_was_played() -> None:
    ready_table()
    shown = page()
    assert "They say nothing about the coups that were played" in shown
    assert "0 of 312 cards were turned." in shown
    assert "45.865%" in shown, "Banco from a fresh shoe of six decks"


def test_where_there_are_none_a_sentence_says_why() -> None:
    new_table()
    assert "There is no shoe on the table." in page()


def test_too_few_cards_for_a_coup_have_no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    table = ready_table()
    snapshot = table.snapshot
    gone = Counter({str(card): 6 for card in DECK} | {"KC": 1})
    monkeypatch.setattr(type(snapshot.state), "faces", lambda _state: gone)
    with translation.override("en"):
        odds_of_rest = remaining(snapshot)
    assert "Only 5 cards would be left" in odds_of_rest.why_not
    assert odds_of_rest.boxes == ()
