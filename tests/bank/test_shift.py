"""Bank of a table that plays by itself: its people count, change, fill and close, and the stage tells of one slip."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from bank.models import BankSession, Movement, Slip
from bank.play.sessions import uncounted_boxes
from bank.play.tables import bank_of
from bank.rules.counts import CountKind
from bank.rules.table_bank import BankStage
from bank.script.shift import AT_CAGE, between_coups
from bank.views.story import NOT_KEYED
from table.demo import house
from table.demo.house import DemoTable
from table.demo.stories import stories_of
from table.demo.troupe import Troupe
from table.models import Alert, Entry, Table
from table.record import chain, door
from table.rules.houses import ADMIRAL, CLASSICO, MALTA, VENEZIA
from table.rules.profile import Profile, Role
from table.script.player import Player
from table.script.shift import Shift
from tests.bank.test_cash import lays_down
from tests.house.test_demo import shift
from tests.rig.sampling import sampled
from tests.rig.tables import check

pytestmark = pytest.mark.django_db
BANKED = [replace(it, bank="on") for it in (VENEZIA, MALTA, CLASSICO, ADMIRAL)]
SEAT = "3"


def with_bank(rules: Profile, seed: int = 7) -> Player:
    """A short evening of a table with a bank, from the closed table to the closed table."""
    player, evening = shift(rules, Random(seed), behind=290, taglie=1)
    for _act in evening.acts():
        pass
    return player


def in_play(seed: int = 7) -> Player:
    """A table with a bank that has just opened."""
    player, evening = shift(BANKED[0], Random(seed), behind=290, taglie=1)
    for _act in evening.until("open_bets"):
        pass
    return player


def stage(player: Player) -> BankStage:
    """Where the bank of the table is."""
    bank = bank_of(player.state)
    assert bank is not None
    return bank.pure.stage


@pytest.mark.parametrize("rules", sampled(BANKED, one_in=4))
def test_an_evening_that_plays_by_itself_ends_with_a_closed_bank_in_which_nothing_differs(rules: Profile) -> None:
    player = with_bank(rules)
    bank = bank_of(player.state)
    assert bank is not None
    assert (bank.pure.stage, bank.pure.differences) == (BankStage.CLOSED, (0, 0))
    assert not any(it.open for it in bank.pure.movements.values())
    assert Slip.objects.filter(table=player.table, letter="F").exists()
    check(player.code)
    for _act in Shift(player, Random(8), taglie=1).until("open_bets"):
        pass
    assert stage(player) is BankStage.IN_PLAY, "the next evening begins with a count"


def test_tips_are_split_as_the_house_has_laid_down() -> None:
    lays_down(tips_split=30)
    player, evening = shift(BANKED[0], Random(7), behind=290, taglie=1)
    for _act in evening.until("open_bets"):
        pass
    player.press("tip", amount=1_000)
    for _act in evening.acts():
        pass
    split = Entry.objects.get(register=player.code, verb="split_tips")
    assert chain.read(split.arguments)["percent"] == 30


@pytest.mark.faults
def test_a_box_that_was_left_uncounted_is_counted_with_that_of_the_next_evening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player, evening = shift(BANKED[0], Random(7), behind=290, taglie=1)
    with monkeypatch.context() as nobody_counts:
        nobody_counts.setattr("bank.script.shift.AT_CAGE", {CountKind.TIPS: AT_CAGE[CountKind.TIPS]})
        for _act in evening.until("open_bets"):
            pass
        player.press("change_notes", amount=10_000)
        for _act in evening.acts():
            pass
        evening = Shift(player, Random(8), taglie=1)
        for _act in evening.until("open_bets"):
            pass
    assert len(uncounted_boxes(player.table)) == 2
    for _act in evening.acts():
        pass
    assert uncounted_boxes(player.table) == []


def test_a_rack_that_is_low_is_filled_and_one_that_is_full_is_emptied() -> None:
    player = in_play()
    for share, kind in ((-70, "fill"), (150, "credit")):
        row = BankSession.objects.get(ended=None)
        chips = row.balances["chips"] | {"rack": row.opener * (100 + share) // 100}
        BankSession.objects.filter(pk=row.pk).update(balances=row.balances | {"chips": chips})
        player, seeds = Player(player.code), iter(range(200))
        movements = Movement.objects.filter(session=row, kind=kind)
        while not movements.filter(status="received").exists():
            for _act in between_coups(player, Random(next(seeds))):
                pass


def test_what_a_person_asks_of_the_cage_waits_for_a_person() -> None:
    player = in_play()
    door.perform(
        player.code,
        "request_fill",
        by=player.who(Role.ISPETTORE_GIOCO),
        nonce="by hand",
        seen=player.table.number,
        pieces={"10000": 5},
    )
    for seed in range(20):
        for _act in between_coups(player, Random(seed)):
            pass
    assert Movement.objects.get(kind="fill").status == "requested"


# --- the story of the stage


@pytest.fixture
def pages(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A browser at the machine of a demo house of one table, which has a bank."""
    settings.DEMO, settings.DEMO_FILE, settings.ROOT_URLCONF = True, tmp_path / "demo.json", "tests.house.demo_urls"
    monkeypatch.setattr(house, "TABLES", (DemoTable("T1", BANKED[0]),))
    house.found(language="en", rng=Random(1))
    return Client(headers={"accept-language": "en"})


def test_a_change_nobody_keyed_is_named_on_the_statement_and_entered_late(pages: Client) -> None:
    [table] = Table.real.all()
    assert [*stories_of(table)][-1] == "not_keyed"
    troupe, papers = Troupe("T1", seat=SEAT, rng=Random(3)), list[str]()
    for _act in troupe.prepare(NOT_KEYED):
        pass
    for beat in NOT_KEYED.beats:
        for act in beat.acts:
            troupe.do(act)
        papers.append(pages.get("/demo/stage/a-visitor/paper/not_keyed/").text)
    named = "A change of €500.00 was not keyed"
    assert [named in it for it in papers] == [*[False] * 6, True, True, False, False]
    assert "Nothing differs." in papers[-1]
    assert not Alert.objects.filter(acknowledged=None, closed=None).exists(), "the pit has taken note of all of it"
    for _act in troupe.finish():
        pass
    assert [it.stage for it in BankSession.objects.all()] == ["closed", "in_play"]
    check("T1")


def test_a_stage_without_a_bank_offers_no_such_story_and_no_paper_of_it(pages: Client) -> None:
    [table] = Table.real.all()
    policy = table.policy
    assert policy is not None
    type(policy).objects.filter(pk=policy.pk).update(values=policy.values | {"bank": "off"})
    table.refresh_from_db()
    assert "not_keyed" not in stories_of(Table.real.select_related("policy").get())
    assert "A change nobody keyed" not in pages.get("/demo/stage/").text
    for path in ("paper/not_keyed/", "paper/minute/", "paper/nothing/"):
        assert pages.get(f"/demo/stage/a-visitor/{path}").status_code == 404
