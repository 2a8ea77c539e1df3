"""Every evening of ``scenarios/``: each line is done or refused as written, and the register proves it afterwards.

It is played once, and everything is asked of that one evening; a screen looks on where that is asked about.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from table.models import Coup, DrawnCard, Entry, Shoe
from table.record.chain import rows
from table.record.past.replay import state
from table.record.past.stage import Done
from table.record.proof import audit
from table.rules.houses import HOUSES
from table.rules.payout import HANDED_BACK
from table.rules.profile import Profile
from table.script.follow import follow, read
from table.script.form import ScriptLine
from table.script.player import Player
from tests.law.test_sentences import ALL
from tests.proof.papers import every_paper, said
from tests.regolamento.onlooker import WatchedPlayer
from tests.rig.diary import in_one_go, performed
from tests.rig.known import compare
from tests.rig.made_before import made_before
from tests.rig.past import differences_where_pruned
from tests.rig.proofs import proofs_at

SCENARIOS = sorted((Path(__file__).parent / "scenarios").glob("*.taglia"))
HERE = DrawnCard.Location
CHAPTER = re.compile(r"art_\d+|[a-z]+")
HOUSE = re.compile(r"^house (\S+)", re.MULTILINE)


def first_ones() -> Iterator[Path]:
    """The first evening of each article in each house, and the first of those that alone hold a sentence of the law."""
    sentences = (it.sentence.tests for it in ALL)
    alone = {tests[0] for tests in sentences if tests and {*tests} <= {path.stem for path in SCENARIOS}}
    known = set[tuple[str, str]]()
    for path in SCENARIOS:
        of = CHAPTER.findall(path.stem)[0], HOUSE.findall(path.read_text(encoding="utf-8"))[0]
        if of not in known or path.stem in alone:
            yield path
        known.add(of)


PLAYED = list(first_ones())
"""The evenings of `make test`: other tests hold what is told in those that wait for `make faults`."""


def evenings(*, one_in: int = 1) -> pytest.MarkDecorator:
    """All evenings, of which `make test` asks one in so many of those that it plays."""
    some = PLAYED[::one_in]
    cases = [pytest.param(it, id=it.stem, marks=() if it in some else pytest.mark.faults) for it in SCENARIOS]
    return pytest.mark.parametrize("evening", cases, indirect=True)


of_some = evenings(one_in=15)
"""Marks what is dear, and asked of some evenings in `make test`."""


@made_before(lambda **_given: None)
def set_up(code: str, profile: Profile) -> None:
    """Put a table under these rules, and take on its staff: before most evenings the same."""
    Player(code).set_up(profile)


class PlayerAtOnce(Player):
    """A cast that finds its table as such a one was left before: it goes on as if it had done the acts itself."""

    def set_up(self, profile: Profile) -> None:
        set_up(self.code, profile)
        super().set_up(profile)


@dataclass
class Evening:
    """An evening: its script, the lines of it that were not met, who played and looked on."""

    script: list[ScriptLine]
    unmet: list[str]
    player: Player

    @cached_property
    def again(self) -> Done:
        """Its register dealt again, and where somebody looked on, each look."""
        return performed(self.player.code, looked=isinstance(self.player, WatchedPlayer))


def test_every_house_with_a_table_has_an_evening_of_its_own() -> None:
    """A house that is declared is also played."""
    played = {house for path in PLAYED for house in HOUSE.findall(path.read_text(encoding="utf-8"))}
    assert {key for key, profile in HOUSES.items() if profile.dealing != "automatic"} - played == set()


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database for all evenings, each of which finds nothing there and leaves nothing behind."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture(scope="module")
def evening(request: pytest.FixtureRequest, db: None) -> Iterator[Evening]:
    """The evening at table T1; when everything has been asked of it, it never was."""
    script, looked = read(request.param.read_text(encoding="utf-8")), is_looked_at(request)
    player = (WatchedPlayer if looked else PlayerAtOnce)("T1")
    with transaction.atomic():
        unmet = [str(line) for line in follow(player, script) if line.found]
        if isinstance(player, WatchedPlayer):
            player.differences += [("the end", name) for name in compare(player.code).differences]
        played = Evening(script, unmet, player)
        if looked:
            _ = played.again  # before anything is asked that writes
        yield played
        transaction.set_rollback(True)


def is_looked_at(request: pytest.FixtureRequest) -> bool:
    """Whether anything is asked of this evening that somebody has to have looked at."""
    on = [it for it in request.session.items if it.get_closest_marker("looks_on")]
    return any(it.callspec.params["evening"] == request.param for it in on)  # type: ignore[attr-defined]


def onlooker(evening: Evening) -> WatchedPlayer:
    """Who played and looked on."""
    assert isinstance(evening.player, WatchedPlayer)
    return evening.player


def check_register(evening: Evening) -> None:
    """The register has no gap and no broken link, its rows are what its effects leave, and it deals them again."""
    entries = list(rows(evening.player.code))
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert audit.faults(evening.player.code) == []
    assert evening.again.differences == []
    assert state(evening.player.table) == evening.again.end


def check_cards(shoe: Shoe) -> None:
    """Every card of the shoe lies somewhere."""
    cards = list(shoe.cards.order_by("number").values_list("number", "location"))
    assert [number for number, _ in cards] == list(range(1, shoe.out + 1))
    assert {location for _, location in cards} <= set(HERE)
    assert shoe.cards_total - shoe.out + len(cards) == shoe.cards_total


def check_money(coup: Coup) -> None:
    """What was laid and what was won or lost together are what went back across the table."""
    for stake in coup.stakes.all() if coup.ended else ():
        lines = list(coup.money.filter(stake=stake))
        net = sum(line.amount for line in lines if line.kind not in HANDED_BACK)
        returned = sum(line.amount for line in lines if line.kind != "loss")
        assert stake.laid + stake.tax + net == returned, stake


@evenings()
def test_the_evening_goes_as_the_regulations_have_it(evening: Evening) -> None:
    assert any(it.text.startswith("expect") for it in evening.script), "an evening that expects nothing proves nothing"
    assert evening.unmet == []


@evenings(one_in=4)
def test_its_register_deals_it_again_and_its_cards_and_its_money_are_all_there(evening: Evening) -> None:
    check_register(evening)
    for shoe in evening.player.table.shoes.all():
        check_cards(shoe)
    for coup in evening.player.table.coups.all():
        check_money(coup)


@of_some
def test_the_paper_of_every_case_of_the_evening_proves_itself(evening: Evening) -> None:
    found = {it.report.number: said(it.pdf) for it in every_paper(evening.player.code)}
    assert {number: faults for number, faults in found.items() if faults} == {}


@of_some
def test_every_report_of_the_evening_is_made_a_second_time_by_its_register(evening: Evening) -> None:
    assert {of: it for of, it in proofs_at(evening.player.code).items() if not it.proven or it.otherwise} == {}


@of_some
def test_its_acts_come_out_the_same_at_a_table_that_is_pruned_to_what_is_open_all_the_while(evening: Evening) -> None:
    assert differences_where_pruned(evening.player.code, each=5) == []


@pytest.mark.looks_on
@of_some
def test_every_act_of_the_evening_is_drawn_again_as_it_was(evening: Evening) -> None:
    drawn, diary = in_one_go(evening.again), onlooker(evening).diary
    assert set(drawn) == set(diary)
    verbs = dict(Entry.objects.filter(register=evening.player.code).values_list("number", "verb"))
    for at, looked in diary.items():
        assert drawn[at] == looked, (at, verbs[at[1]])


@pytest.mark.looks_on
@of_some
def test_what_the_screens_take_over_is_what_would_be_read(evening: Evening) -> None:
    assert onlooker(evening).differences == []
    assert {"last", "results", "reservations", "all_proposals", "alerts"} <= onlooker(evening).taken_over
