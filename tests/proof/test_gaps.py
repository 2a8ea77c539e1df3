"""A gap in what was handed out is found by the night, and told to auditors, the pit, the figures and the mailboxes."""

import json
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone, translation
from time_machine import travel

from table.management.commands import replay
from table.models import HOUSE, Alert, Coup, Entry, Gap, Money, Outlet, Stall, Table
from table.outside.delivery import deliver
from table.record.past.reach import NoPast
from table.record.proof import gaps
from table.rules.profile import Role
from table.screens.regions import Region, draw
from tests.backup.houses import Home
from tests.proof.exports import an_evening
from tests.proof.nights import files, night, played
from tests.rig import triggers
from tests.rig.cast import Cast
from tests.rig.pressing import drawn
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, ready_table
from tests.rig.tampering import said, write_anew

pytestmark = pytest.mark.django_db
MISSING, DIFFERS = "Of what was handed out of T3 a file is missing.", "T9 holds what the register does not."

PLACES = ("/records/", "/office/", "tile", "desk")


@pytest.fixture
def to(at: Home) -> Path:
    """The folder of all hand-outs."""
    return at.folder / "exports"


def taken_away(to: Path) -> AtTable:
    """Two nights have handed the register out, and the file of the first one is gone."""
    table = an_evening()
    for day in (1, 2):
        night(to, day)
        played(table)
    files(to, "T3")[0].unlink()
    return table


def figure() -> str:
    """What the figures of the house say of gaps."""
    page = signed_in(Role.OPERATOR).get("/metrics").content.decode()
    [line] = [it for it in page.splitlines() if it.startswith("sabot_hand_out_gaps ")]
    return line


def alerted(table: AtTable, sentence: str) -> dict[str, bool]:
    """Who of the house is told this; at the table nothing else calls."""
    Alert.objects.filter(table=table.row).update(closed=table.number)
    pages = {"/records/": Role.AUDITOR, "/office/": Role.DIREZIONE}
    texts = {it: signed_in(role, language="en").get(it).content.decode() for it, role in pages.items()}
    screens = {it: drawn(table, f"{it}:ispettore_gioco", "en") for it in ("tile", "desk")}
    return {place: sentence in text for place, text in {**texts, **screens}.items()}


def test_a_file_that_was_taken_away_is_an_alert_of_the_house_and_a_figure(
    to: Path, django_capture_on_commit_callbacks: Any
) -> None:
    table = taken_away(to)
    assert alerted(table, MISSING) == dict.fromkeys(PLACES, False)
    assert figure() == "sabot_hand_out_gaps 0.0"
    inbox = table.row.inbox
    with django_capture_on_commit_callbacks(execute=True):
        night(to, 3)
    assert alerted(table, MISSING) == dict.fromkeys(PLACES, True)
    assert figure() == "sabot_hand_out_gaps 1.0"
    assert table.row.inbox > inbox, "the screens that are open are drawn anew"


def test_whoever_alerts_go_to_is_told_of_it_once(to: Path, settings: Any) -> None:
    settings.ALERTS_TO = ["mail:direzione@example.org"]
    taken_away(to)
    deliver()
    for day in (3, 4):
        night(to, day)
        deliver()
    [message] = mail.outbox
    assert message.subject == "Un vuoto in ciò che è stato consegnato"
    assert "T3" in message.body


def test_a_folder_that_was_emptied_is_a_gap_and_another_one_that_is_begun_is_none(to: Path, settings: Any) -> None:
    settings.EXPORTS = to
    table = an_evening()
    for day in (1, 2):
        night(to, day)
        played(table)
    assert not [it for it in night(to.parent / "elsewhere", 3) if "lies here" in it]
    assert not Gap.objects.exists()
    shutil.rmtree(to)
    assert night(to, 3)[0] == "T3: none of the files that were handed out lies here, so it is handed out whole."
    assert set(Gap.objects.values_list("register", "kind")) == {("T3", "missing"), ("house", "missing")}
    played(table)
    night(to, 4)
    assert Gap.objects.count() == 2, "the next night goes on"


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("language", "name"), [("en", "of the house"), ("it", "registro della casa"), ("de", "Register des Hauses")]
)
@pytest.mark.parametrize(("kind", "rows"), [*((it, "") for it in Gap.Kind), (Gap.Kind.ALTERED, "Person dario: role")])
def test_a_gap_in_the_register_of_the_house_is_told_in_the_language_of_whoever_reads(
    language: str, name: str, kind: Gap.Kind, rows: str
) -> None:
    with translation.override(language):
        sentence = gaps.said(Gap(register=HOUSE, kind=kind, rows=rows))
    assert name.casefold() in sentence.casefold()
    assert language == "en" or "house" not in sentence


def test_each_of_those_who_look_at_once_reads_what_is_wrong_in_their_own_language() -> None:
    table, now = ready_table(), timezone.now()
    Gap.objects.create(register="T3", kind=Gap.Kind.MISSING, since=now, last=now)
    Stall.objects.create(outlet=Outlet.objects.create(name="webhook:cage:1"), since=now, why="answered with 500")
    sentences = {
        "en": (MISSING, "Nothing that is sent to webhook “cage” arrives."),
        "it": ("Di quanto è stato consegnato del registro T3", "Nulla di ciò che si invia a webhook «cage» arriva."),
        "de": ("Von dem, was aus dem Register T3", "Nichts, was an Webhook „cage“ gesandt wird, kommt an."),
    }
    found = draw(table.code, [Region("desk:ispettore_gioco", it) for it in sentences])
    assert found is not None
    texts = {region.language: drawing.text for region, drawing in found.texts.items()}
    assert {it: [one in texts[it] for one in sentences[it]] for it in texts} == {it: [True] * 2 for it in texts}


def test_a_second_file_that_is_taken_away_is_another_gap(to: Path) -> None:
    table = taken_away(to)
    night(to, 3)
    for day in (4, 5):
        played(table)
        night(to, day)
    files(to, "T3")[-2].unlink()
    night(to, 6)
    assert list(Gap.objects.values_list("register", "kind", "times")) == [("T3", "missing", 1)] * 2


def test_a_file_of_a_register_that_is_not_here_is_one_alert_for_as_long_as_it_lies_there(to: Path) -> None:
    table = an_evening()
    night(to, 1)
    path = files(to, "T3")[0]
    other = path.with_name("T9.jsonl")
    other.write_text(
        path.read_text(encoding="utf-8").replace('"register":"T3"', '"register":"T9"', 1), encoding="utf-8"
    )
    for day in (2, 3):
        night(to, day)
    assert list(Gap.objects.values_list("register", "kind", "times")) == [("T9", "differs", 2)]
    assert alerted(table, DIFFERS) == dict.fromkeys(PLACES, True)


def test_it_stands_for_a_week_and_nights_in_which_nothing_is_missing_find_nothing(to: Path) -> None:
    table = taken_away(to)
    night(to, 3)
    found = Gap.objects.get().last
    for day in (4, 5):
        played(table)
        night(to, day)
    assert Gap.objects.count() == 1
    with travel(found + gaps.SHOWN - timedelta(minutes=1), tick=False):
        assert [it.register for it in gaps.lately()] == ["T3"]
    with travel(found + gaps.SHOWN + timedelta(minutes=1), tick=False):
        assert gaps.lately() == ()
    assert timezone.now() >= found


# --- altered rows

NIGHTLY = ("replay", "--all", "--within", "60", "--alert")
ALTERED = "Rows are not what the register of T3 makes of them:"


def altered_figure() -> str:
    """What the figures of the house say of altered rows."""
    page = signed_in(Role.OPERATOR).get("/metrics").content.decode()
    [line] = [it for it in page.splitlines() if it.startswith("sabot_rows_altered ")]
    return line


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", f"{ALTERED} Money "),
        ("it", "Righe diverse da come le fa il registro T3: Money "),
        ("de", "Zeilen sind nicht so, wie das Register T3 sie macht: Money "),
    ],
)
def test_the_night_names_table_rows_and_columns_that_differ_to_whoever_is_alerted(
    at: Home, settings: Any, language: str, sentence: str
) -> None:
    settings.ALERTS_TO, settings.LANGUAGE_CODE = ["mail:direzione@example.org"], language
    table = an_evening()
    deliver()
    assert said(*NIGHTLY)[-1].startswith("house: ")
    assert Gap.objects.count() == 0
    line = Money.objects.filter(kind="win")[0]
    triggers.drop_triggers(connection)
    Money.objects.filter(pk=line.pk).update(amount=line.amount + 1)
    triggers.create_triggers(connection)
    Coup.objects.filter(number=2).update(button="9")
    assert said(*NIGHTLY)[-1] == "Not sound: T3."
    [gap] = Gap.objects.all()
    assert gap.rows == f"Money {line.number} {line.place}: amount; Coup 1 2: button"
    assert alerted(table, ALTERED) == dict.fromkeys(PLACES, True)
    assert (altered_figure(), figure()) == ("sabot_rows_altered 1.0", "sabot_hand_out_gaps 0.0")
    deliver()
    [message] = mail.outbox
    assert f"{sentence}{line.number} {line.place}: amount; Coup 1 2: button." in message.body


def by_another_name(entry: Entry) -> None:
    """Another name of its press, which no row of the table tells."""
    entry.nonce = f"anew-{entry.number}"


def test_the_night_finds_a_register_that_was_written_anew_by_the_seals_that_lie_here(at: Home) -> None:
    """Every digest fits, and every row is what the entries make of it: only the seal in the midst of them tells."""
    table = an_evening()
    assert said(*NIGHTLY)[-1].startswith("house: ")
    triggers.drop_triggers(connection)
    Table.real.filter(code="T3").update(digest=write_anew("T3", by_another_name))
    triggers.create_triggers(connection)
    lines = said(*NIGHTLY)
    assert [it for it in lines if it.startswith("T3 ") and "sealed on" not in it] == []
    assert lines[-1] == "Not sound: T3."
    words = "The register of T3 and what stands beside it do not fit."
    assert alerted(table, words) == dict.fromkeys(PLACES, True)


def test_the_seals_tell_it_also_where_nothing_can_be_dealt_again(at: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    an_evening()
    said(*NIGHTLY)
    triggers.drop_triggers(connection)
    Table.real.filter(code="T3").update(digest=write_anew("T3", by_another_name))
    triggers.create_triggers(connection)
    monkeypatch.setattr(replay, "prove", Mock(side_effect=NoPast("no process")))
    lines = [it for it in said(*NIGHTLY) if it.startswith("T3")]
    assert "could not be dealt again" in lines[0]
    assert any("sealed on" in it for it in lines[1:])


def test_a_replay_of_the_night_comes_last_and_one_that_somebody_waits_for_does_not(
    at: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    came_last = list[bool]()
    monkeypatch.setattr(replay, "come_last", lambda: came_last.append(True))
    said("replay", "--all")
    assert came_last == []
    said(*NIGHTLY)
    assert came_last == [True]


def test_a_night_begins_with_what_was_replayed_longest_ago_and_begins_nothing_once_its_time_is_over(at: Home) -> None:
    an_evening()
    Cast.at(HOUSE).direzione.does("add_table", code="T1")
    assert [it.partition(":")[0] for it in said(*NIGHTLY)] == ["T1", "T3", "house"]
    assert said("replay", "--all", "--within", "0") == []
    said("replay", "T1", "--within", "1")
    assert [it.partition(":")[0] for it in said(*NIGHTLY)] == ["T3", "house", "T1"]


def test_a_register_at_which_a_night_fails_comes_last_in_the_next_one(
    at: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_evening()
    with monkeypatch.context() as broken:
        broken.setattr(replay, "prove", Mock(side_effect=MemoryError))
        with pytest.raises(MemoryError):
            said(*NIGHTLY)
    assert [it.partition(":")[0] for it in said(*NIGHTLY)] == ["house", "T3"]


def test_a_night_that_cannot_store_when_it_replayed_a_register_replays_the_others_and_names_the_unsound(
    at: Home,
) -> None:
    an_evening()
    (at.folder / "replayed").mkdir()
    Coup.objects.filter(number=2).update(button="9")
    lines = said(*NIGHTLY)
    assert [it.partition(":")[0] for it in lines if "entries" in it] == ["house"]
    assert lines[-1] == "Not sound: T3."


def test_a_night_makes_the_folder_of_the_file_that_says_when_it_replayed_what(at: Home, settings: Any) -> None:
    an_evening()
    settings.SEALS_FILE = at.folder / "moved" / "seals"
    assert [it.partition(":")[0] for it in said(*NIGHTLY)] == ["T3", "house"]
    assert set(json.loads((at.folder / "moved" / "replayed").read_bytes())) == {"T3", "house"}
