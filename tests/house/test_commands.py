"""`manage.py deal`, `play`, `replay` and `verify`: evenings on the terminal, and registers that are proven."""

import io
import json
import sys
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connection
from django.utils import translation

from table.access import pins
from table.demo import identity
from table.management.commands import play
from table.management.invented import place
from table.models import HOUSE, MACHINE, Coup, Entry, Person, Stake, Table
from table.record import door
from table.record.press import PressResult
from table.rules.houses import HOUSES, VENEZIA
from table.rules.profile import Role, derive
from table.script.cast import new_table
from table.script.follow import MOST_LINES
from table.script.player import Player
from tests.rig import triggers

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
EVENING = """\
house super-punto-banco-venezia
limits main 10-1000 egalite 5-200
seat 2
seat 5
coup P100@2 B40@5: 2H 3C KS QD 4D 4S
expect net 2 -100.00
stakes P50@2
expect refused E_ONE_STAKE: stakes B50@2
cards 6H 6D KC QS
burns
"""
TAKEN = "Position 2 has its stake on this box already; raise it, or take it off first. (Super Punto Banco, Art. 11)"


@pytest.fixture(autouse=True)
def _in_a_demo_house(db: None) -> None:
    """What is invented is played where nothing else is."""
    direzione = Person.objects.take_on(badge="direzione", role=Role.DIREZIONE)
    ispettore: dict[str, Any] = {"badge": "ispettore", "role": Role.ISPETTORE_GIOCO.value}
    door.perform(HOUSE, "take_on", by=direzione, nonce=f"{identity.MARK}7", **ispettore)

    def entered(setting: pins.PinSetting) -> PressResult:
        given: dict[str, Any] = {"device": MACHINE, "proof": setting.proof}
        return door.perform(HOUSE, "set_own_pin", by=direzione, nonce=f"{identity.MARK}8", **given)

    pins.set_("direzione", "271828", entered)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """An evening on paper."""
    path = tmp_path / "evening.taglia"
    path.write_text(EVENING, encoding="utf-8")
    return path


def said(*arguments: object) -> str:
    """What a command prints."""
    paper = io.StringIO()
    call_command(*map(str, arguments), stdout=paper)
    return paper.getvalue()


def refusal(*arguments: object) -> str:
    """With what a command fails."""
    with pytest.raises(CommandError) as failed:
        said(*arguments)
    return str(failed.value)


# --- deal


def test_an_evening_is_dealt_coup_by_coup(script: Path) -> None:
    assert said("deal", script).splitlines() == [
        "1.1 · Punto 2H KS 4D = 6 · Banco 3C QD 4S = 7 · Banco wins · read at 2 · P@2 -100.00 · B@5 +38.00",
        f"refused: stakes B50@2 · {TAKEN}",
        "1.2 · Punto 6H KC = 6 · Banco 6D QS = 6 · tie · read at 2 · P@2 0.00",
        "Table demo-1: 10 lines, everything as written.",
    ]


def test_every_evening_without_a_table_gets_a_new_one(script: Path) -> None:
    said("deal", script)
    assert "Table demo-2:" in said("deal", script)


def test_an_evening_goes_on_at_a_table_that_is_named(script: Path) -> None:
    said("deal", script, "--table", "T1")
    again = said("deal", script, "--table", "T1")
    assert "1.3 · " in again
    assert list(Table.real.values_list("code", flat=True)) == ["T1"]


def test_a_table_in_play_keeps_its_rules(script: Path) -> None:
    said("deal", script, "--table", "T1")
    script.write_text("house punto-y-banco-malta\n", encoding="utf-8")
    assert refusal("deal", script, "--table", "T1") == (
        "Line 1, “house punto-y-banco-malta”: "
        "The table “T1” is in play by other rules; close it, or name another table."
    )
    script.write_text("house super-punto-banco-venezia\ncloses the table\n", encoding="utf-8")
    said("deal", script, "--table", "T1")
    script.write_text("house punto-y-banco-malta\nseat 2\ncoup P10@2: 9H 5C KD 2S\n", encoding="utf-8")
    assert "2.1 · Punto 9H KD = 9" in said("deal", script, "--table", "T1")


def test_what_was_expected_and_did_not_come_is_named_at_the_end(script: Path) -> None:
    text = EVENING.replace("-100.00", "+100.00").replace("E_ONE_STAKE", "E_MAX") + "expect reader 5\n"
    script.write_text(text, encoding="utf-8")
    assert refusal("deal", script).splitlines() == [
        "Line 6, “expect net 2 +100.00”: instead there is -100.00.",
        f"Line 8, “expect refused E_MAX: stakes B50@2”: instead there is E_ONE_STAKE: {TAKEN}.",
        "Line 11, “expect reader 5”: instead there is 2.",
    ]


def test_a_refusal_that_nobody_expected_ends_the_script(script: Path) -> None:
    script.write_text(EVENING + "stakes P5@2\nseat 7\n", encoding="utf-8")
    assert refusal("deal", script) == (
        "Line 11, “stakes P5@2”: 5.00 on Punto is below the minimum of 10.00. (Super Punto Banco, Art. 14)"
    )


def test_a_script_that_cannot_be_read_is_not_begun(script: Path, tmp_path: Path) -> None:
    script.write_text(EVENING + "dances\n", encoding="utf-8")
    assert refusal("deal", script).startswith("Line 11, “dances”: This line is not understood; the nearest")
    assert not Table.real.exists()
    assert "No such file" in refusal("deal", tmp_path / "nothing.taglia")
    script.write_bytes(b"seat \xff")
    assert "decode" in refusal("deal", script)


def test_a_script_of_too_many_lines_is_not_begun(script: Path) -> None:
    script.write_text("\n" * (MOST_LINES + 1), encoding="utf-8")
    assert refusal("deal", script) == "A script has at most 100000 lines."


def test_speed_waits_before_every_act(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float | None] = []
    monkeypatch.setattr(Event, "wait", lambda _self, timeout=None: waited.append(timeout))
    said("deal", script, "--table", "T1", "--speed", "4")
    acts = Entry.objects.filter(register="T1").count()
    assert waited == [0.25] * (acts + 1), "every entry, and the one that was refused"


def test_a_terminal_sees_how_far_it_has_come(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    said("deal", script)
    assert "[██████████████████████████████] 10/10 burns" in terminal.getvalue()


def test_paper_sees_no_bar(script: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said("deal", script)
    assert "█" not in capsys.readouterr().err


@pytest.mark.parametrize("command", ["deal", "play"])
def test_a_house_that_is_not_made_yet_is_answered_in_a_sentence(
    script: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr("table.models.schema.is_migrated", lambda _connection: False)
    given = [script] if command == "deal" else []
    into = (*given, "--into-this-house", "--by", "direzione")
    assert refusal(command, *into).startswith("This house is not made yet: its database has no tables.")


# --- play


@pytest.mark.one_in(4)
@pytest.mark.parametrize("key", [key for key, it in HOUSES.items() if it.dealing != "automatic"])
def test_a_taglia_is_played_in_every_house_of_real_cards(key: str) -> None:
    report = said("play", "--house", key, "--behind", "300", "--seed", "5").splitlines()
    coups = Coup.objects.count()
    assert report[0] == f"{HOUSES[key].title}, table demo-1: {coups} coups, the cut card before the last 300"
    assert [row.split("  ")[0] for row in report[1:4]] == ["Banco wins", "Punto wins", "tie"]
    assert report[4].startswith("χ² ")
    assert sum(int(row[24:].split()[0]) for row in report[1:4]) == coups
    assert said("replay", "demo-1").startswith("demo-1: ")
    assert said("verify", "--all").count("the chain is unbroken") == 2


def test_for_programs_the_results_stand_beside_their_exact_chances() -> None:
    output = json.loads(said("play", "--json", "--behind", "304", "--seed", "3"))
    assert (output["table"], output["seed"], output["coups"]) == ("demo-1", 3, sum(output["results"].values()))
    assert sum(Fraction(it["exact"]) for it in output["expected"].values()) == 1
    assert output["cents"]["laid"] == sum(Stake.objects.values_list("laid", flat=True))


def test_the_same_seed_gives_the_same_evening() -> None:
    one, other = (said("play", "--behind", "304", "--seed", "3").splitlines()[1:] for _ in range(2))
    assert one == other
    assert said("play", "--behind", "304", "--seed", "4").splitlines()[1:] != one


@pytest.mark.faults
def test_taglia_follows_taglia_at_one_table() -> None:
    said("play", "--behind", "300", "--taglie", "2", "--table", "T1")
    said("play", "--behind", "300", "--table", "T1")
    table = Table.real.get(code="T1")
    assert [(it.taglia, it.status, it.out + (it.left_over or 0)) for it in table.shoes.all()] == [
        (1, "ended", 312),
        (2, "ended", 312),
        (3, "ended", 312),
    ]


def test_money_of_an_evening_adds_up() -> None:
    report = said("play", "--behind", "296").splitlines()
    amounts = {row[:24].strip(): row.split()[-2] for row in report[5:]}
    cents = {label: int(amount.replace(".", "")) for label, amount in amounts.items()}
    assert cents["the bettors’ result"] == cents["won"] + cents["lost"] + cents["commission"]
    assert cents["laid"] == sum(Stake.objects.values_list("laid", flat=True))


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ("casino-royale", "There is no house “casino-royale”"),
        ("baccarat-online-side-bets", "A table of real cards cannot deal automatically."),
    ],
)
def test_a_house_without_a_table_cannot_be_played(house: str, sentence: str) -> None:
    assert refusal("play", "--house", house).startswith(sentence)


def test_nobody_plays_by_chance_with_the_cards_of_a_virtual_shoe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cards are known to nobody: the command says so before anything is pressed."""
    rules = derive(VENEZIA, key="sealed", virtual_shoe=True)
    monkeypatch.setattr(play, "named_here", lambda _key: rules)
    assert refusal("play", "--house", "sealed").startswith("By these rules the cards come from a virtual shoe:")
    assert not Entry.objects.filter(verb="set_up").exists()


def test_a_taglia_that_somebody_else_deals_is_not_gone_on_with(script: Path) -> None:
    said("deal", script, "--table", "T1")
    with translation.override("en"):
        refused = refusal("play", "--table", "T1")
    assert refused == "At the table “T1” a taglia is being played; let it end, or name another table."
    assert refusal("play", "--taglie", "0") == "At least one taglia is played."


# --- two at once


def test_two_commands_at_once_share_neither_table_nor_dealer(script: Path) -> None:
    options = {"into_this_house": False, "table": None}
    with place(BaseCommand(), options) as (who, code):
        assert (code, who(Role.DEALER).badge) == ("demo-1", "demo-dealer")
        new_table(code)
        taken = "Another command plays at the table “demo-1”; wait for its end."
        assert refusal("deal", script, "--table", code) == taken
        said("deal", script)
        signed_on = Entry.objects.filter(register="demo-2", verb="sign_on").values_list("actor", flat=True)
        assert set(signed_on) == {"demo-dealer-2", "demo-ispettore"}
    said("deal", script, "--table", code)
    assert "Not sound" not in said("verify", "--all")


# --- replay and verify


@pytest.fixture
def evening(script: Path) -> str:
    """The code of a table with an evening behind it."""
    said("deal", script, "--table", "T1")
    return "T1"


def test_a_sound_register_is_one_line(evening: str) -> None:
    entries = Entry.objects.filter(register=evening).count()
    assert said("replay", evening).startswith(f"T1: {entries} entries, the same rows came of them again. Seals that ")
    table, house = said("replay", "--all").splitlines(keepends=True)
    assert table == said("replay", evening)
    assert house.startswith("house: ")
    assert " entries; people, displays, tables and hand-outs came of them again. Seals that lie here: " in house
    assert said("verify", evening).startswith(f"T1: {entries} entries, the chain is unbroken. Seals that lie here: ")
    assert said("verify", "--all").splitlines()[1].startswith("house: ")
    assert said("verify", "house", evening, "house").splitlines()[::-1] == said("verify", "--all").splitlines()


def test_replay_names_a_row_that_no_act_has_written(evening: str, capsys: pytest.CaptureFixture[str]) -> None:
    Table.real.filter(code=evening).update(button="9")
    assert refusal("replay", evening) == "Not sound: T1."
    assert refusal("replay", "--all") == "Not sound: T1."


def test_verify_names_an_entry_that_was_altered(evening: str) -> None:
    triggers.drop_triggers(connection)
    Entry.objects.filter(register=evening, number=7).update(actor="somebody")
    paper = io.StringIO()
    with pytest.raises(CommandError, match=r"Not sound: T1\."):
        call_command("verify", "--all", stdout=paper)
    lines = paper.getvalue().splitlines()
    assert lines[0] == "T1 7: its digest does not fit what it says"
    assert lines[1].startswith("house: ")


def test_verify_names_an_entry_that_was_taken_out(evening: str) -> None:
    triggers.drop_triggers(connection)
    Entry.objects.filter(register=evening, number=7).delete()
    paper = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify", evening, stdout=paper)
    assert paper.getvalue().splitlines() == [
        "T1 8: the number should be 7",
        "T1 8: it does not follow the entry before it",
    ]


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_one_register_or_all_is_named(command: str, evening: str) -> None:
    assert refusal(command) == "Name one register or several, or all of them with --all."
    assert refusal(command, evening, "--all") == "Name one register or several, or all of them with --all."
    assert refusal(command, "T9").startswith("There is no register “T9”; there are: ")


def test_the_house_has_a_register_but_no_table(evening: str) -> None:
    assert "the chain is unbroken" in said("verify", "house")
    assert said("replay", "house") in said("replay", "--all")


def test_replay_keeps_nothing(evening: str) -> None:
    before = Player(evening).table.number
    said("replay", evening)
    assert list(Table.real.values_list("code", "number")) == [(evening, before)]
