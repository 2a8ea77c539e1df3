"""An export is checked without this house: it says the same of every entry, and names what was changed."""

import io
import json
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import connection

from table.management.packed import packed
from table.models import HOUSE, Entry, Money, Note, Refusal
from table.record import chain, seals
from table.rules.houses import CLASSICO, MALTA, VENEZIA
from table.rules.profile import Profile
from table.rules.topics.sources import LAW, PAID_AS_TODAY_SINCE
from table.script.player import Player
from table.script.shift import Shift
from table.verifier import reading, sentences
from table.verifier.__main__ import main
from table.verifier.felt import Felt
from table.verifier.reading import Wrong, canonical
from table.verifier.seals import SealLine, read
from tests.croupier import cases
from tests.croupier.coups import close, deal, lay, pay, play, turn
from tests.house import shift
from tests.house.worked import worked_house
from tests.proof.exports import an_evening, another_key, check, exported, found, sealed_in
from tests.rig import triggers
from tests.rig.cast import Cast
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def seals_file(settings: Any, tmp_path: Path) -> Path:
    """Where the seals of a test go."""
    return sealed_in(settings, tmp_path)


@pytest.fixture
def shift_done() -> AtTable:
    """A table at which every act of a table was done, in a house in which every act of the house was."""
    table = worked_house()
    shift.sealed_by_its_last_key()
    return table


def rows(data: bytes, kind: str) -> list[Any]:
    """What the lines of this kind say."""
    return [value[kind] for value in map(json.loads, data.splitlines()) if kind in value]


# --- what is sound


def test_every_kind_of_entry_has_the_same_bytes_and_digest_by_the_standard_library(shift_done: AtTable) -> None:
    for entry in Entry.objects.all():
        fields = {name: getattr(entry, name) for name in chain.FIELDS} | {"at": chain.stamp(entry.at)}
        assert reading.canonical(fields) == chain.canonical(fields)
        assert sha256(reading.canonical(fields).encode()).hexdigest() == entry.digest
        assert reading.is_canonical(entry.arguments)
        assert reading.is_canonical(entry.outcome)


@pytest.mark.parametrize("text", ["é «» ß", '"\\/', "\x00\x1f\x7f\x80", "\u2028\ufeff", "😀", "\t\r\n\b\f"])
def test_a_text_has_the_same_bytes_by_the_standard_library(text: str) -> None:
    assert reading.canonical({text: [text, 2**63, -1, True, None]}) == chain.canonical(
        {text: [text, 2**63, -1, True, None]}
    )


def test_a_shift_with_every_act_is_sound_and_so_is_its_house(shift_done: AtTable) -> None:
    checked = check(exported(shift_done.code))
    assert (checked.register, checked.entries) == (shift_done.code, shift_done.number)
    assert checked.counted["notes"] == Note.objects.filter(register=shift_done.code).count()
    assert checked.coups >= 2
    assert set(checked.not_paid) <= {sentences.BY_INCIDENT}
    assert found(exported(HOUSE)) == ""


@pytest.mark.one_in(3)
@pytest.mark.parametrize("house", [VENEZIA, MALTA, CLASSICO], ids=lambda it: it.key)
def test_payments_by_chance_come_out_the_same_from_the_cards_alone(house: Profile) -> None:
    table = ready_table(house)
    player = Player(table.code, who=lambda role: table.cast.with_role(role).person)
    for _act in Shift(player, Random(7)).until("open_bets", after=3):
        pass
    checked = check(exported(table.code))
    assert checked.coups >= 2


def test_what_stands_beside_the_entries_is_counted() -> None:
    table = an_evening()
    checked = check(exported(table.code))
    assert (checked.counted["notes"], checked.counted["refused"], checked.counted["seals"]) == (1, 1, 1)
    assert checked.counted["money"] > 4
    assert (checked.coups, checked.laid) == (2, 2)
    Note.objects.update(text="", erased=True)
    checked = check(exported(table.code))
    assert (checked.counted["notes"], checked.counted["erased"]) == (0, 1)


def test_a_coup_whose_cards_an_incident_has_laid_is_told_as_not_computed_again() -> None:
    table = ready_table(seats=2)
    cases.inverted(table)
    data = exported(table.code)
    assert found(data) == ""


@pytest.mark.parametrize("at_once", [True, False], ids=["opened as it burns", "opened by itself"])
def test_stakes_that_a_tie_left_are_paid_as_they_lie_and_those_laid_after_it_are_compared(*, at_once: bool) -> None:
    """The console opens the next betting with the press that burns."""
    table = ready_table()

    def burned() -> None:
        table.does("burn", open_next=at_once)
        if not at_once:
            table.does("open_bets")

    table.does("open_bets")
    for laid, cards in [
        ("P100@1", {"punto": "9S KD", "banco": "4H 5C"}),
        ("", {"punto": "9S KD", "banco": "2H 5C"}),
        ("P50@2", {"punto": "9S KD", "banco": "2H 5C"}),
    ]:
        lay(table, *laid.split())
        if not laid:
            table.does("keep", coup=table.coup)
        table.press(("close_bets", {"said": True}), ("deal", {}))
        turn(table, **cards)
        pay(table)
        burned()
    checked = check(exported(table.code))
    assert (checked.coups, checked.laid) == (3, 2)


@pytest.mark.parametrize(("what", "new"), [("box", {"box": "punto", "meant": "banco"}), ("position", {"meant": "3"})])
def test_a_register_is_sound_where_a_stake_lay_elsewhere_than_its_money_was_posted(
    what: str, new: dict[str, str]
) -> None:
    table = ready_table(seats=3)
    close(table, "P100@1", "P50@2")
    case = cases.report(table, "unforeseen", what="other")
    ordered: dict[str, Any] = {"effects": ["continue", "correct_money"]}
    money = [{"position": "1", "box": "punto", "amount": 2500}]
    table.cast.direzione.does("rule", incident=case.number, text="for the trouble", **ordered, money=money)
    table.does("correct_entry", what=what, new={"position": "1"} | new, reason="misread")
    data = exported(table.code)
    assert (found(data), [line["amount"] for line in rows(data, "money")]) == ("", [2500])


@pytest.mark.parametrize("outcome", ["{", '{"effects":[["settled",{"lines":[["1","punto"]]}]]}'])
def test_a_register_with_an_outcome_that_was_altered_into_another_form_is_handed_out_and_found_so(outcome: str) -> None:
    table = an_evening()
    triggers.drop_triggers(connection)
    Entry.objects.filter(register=table.code, number=Money.objects.earliest("number").number).update(outcome=outcome)
    assert "its digest does not fit what it says" in found(exported(table.code))


@pytest.mark.parametrize("arguments", ["{", "[]", '{"text":["1"]}'])
def test_a_register_with_arguments_that_were_altered_into_another_form_is_handed_out_and_found_so(
    arguments: str,
) -> None:
    table = an_evening()
    triggers.drop_triggers(connection)
    Entry.objects.filter(register=table.code, verb="annotate").update(arguments=arguments)
    assert "its digest does not fit what it says" in found(exported(table.code))


@pytest.mark.parametrize("ruled", ["continue", "validate"])
def test_a_hand_that_the_direzione_lets_stand_against_the_regola_is_told_as_not_computed_again(ruled: str) -> None:
    """A reader with six took a third card."""
    table = ready_table(seats=2)
    deal(table, "P100@1")
    table.does("declare", claim="carta", means="voice")
    table.does("turn_banco", cards=["7D", "KH"])
    table.does("card_out", card="KS")
    table.does("turn_punto", cards=["KC", "6S"])
    table.cast.direzione.does("rule", incident=table.number, effects=[ruled], text="it stands as it was dealt")
    pay(table)
    table.does("burn")
    play(table, "P100@1")
    checked = check(exported(table.code))
    assert (checked.coups, checked.not_paid) == (1, {sentences.BY_INCIDENT: 1})


@pytest.mark.parametrize("version", [3, 0])
def test_coups_under_rules_that_only_a_later_version_knows_are_counted_once_each_and_not_computed_again(
    version: int,
) -> None:
    table, felt = an_evening(), Felt()
    for entry in Entry.objects.filter(register=table.code).order_by("number"):
        effects = chain.read(entry.outcome)["effects"]
        felt.take(entry.number, entry.verb, chain.read(entry.arguments), effects)
        if entry.verb == "set_up":
            felt.take(0, "change_rules", {"changes": {"of_tomorrow": 1}}, [])
            felt.take(0, "change_rules", {"changes": {"tie_to_one": 9}}, [])
        if "coup_burned" in dict(effects):
            felt.take(0, "open_table", {}, [["rules_in_force", {"version": version}]])
    assert (felt.paid, felt.not_paid) == (1, {sentences.BY_UNKNOWN_FORM: 1})


@pytest.mark.parametrize(
    ("law", "again"), [(PAID_AS_TODAY_SINCE - 1, 0), (PAID_AS_TODAY_SINCE, 2), (LAW, 2), (LAW + 1, 0)]
)
def test_coups_of_every_law_that_pays_as_that_of_today_are_computed_again(law: int, again: int) -> None:
    table, felt = an_evening(), Felt()
    for entry in Entry.objects.filter(register=table.code).order_by("number"):
        effects = chain.read(entry.outcome)["effects"]
        then = [[name, facts | {"law": law} if name == "taglia_started" else facts] for name, facts in effects]
        felt.take(entry.number, entry.verb, chain.read(entry.arguments), then)
    assert (felt.paid, felt.not_paid) == (again, {} if again else {sentences.BY_OTHER_LAW: 2})


def test_a_coup_with_entries_in_an_unknown_form_is_counted_once_when_it_is_settled() -> None:
    table, felt = an_evening(), Felt()
    for entry in Entry.objects.filter(register=table.code).order_by("number"):
        effects = chain.read(entry.outcome)["effects"]
        felt.take(entry.number, entry.verb, chain.read(entry.arguments), effects)
        if entry.verb in ("deal", "close_bets"):
            felt.take(0, "place", {"of_tomorrow": 1}, [])
    assert (felt.paid, felt.not_paid) == (0, {sentences.BY_UNKNOWN_FORM: 2})


@pytest.mark.parametrize("midway", [False, True])
def test_a_coup_is_paid_once_and_then_only_corrected(*, midway: bool) -> None:
    table, felt = an_evening(), Felt(midway=midway)
    for entry in Entry.objects.filter(register=table.code).order_by("number"):
        given, effects = chain.read(entry.arguments), chain.read(entry.outcome)["effects"]
        felt.take(entry.number, entry.verb, given, effects)
        if entry.verb == "settle":
            with pytest.raises(Wrong) as wrong:
                felt.take(entry.number + 1, entry.verb, given, effects)
            assert wrong.value.said("en") == f"Entry {entry.number + 1} pays a coup that was paid already."


@pytest.mark.parametrize("midway", [False, True])
def test_no_entry_pays_a_coup_twice(*, midway: bool) -> None:
    table = an_evening()
    entry = Entry.objects.get(register=table.code, number=Money.objects.earliest("number").number)
    effects = chain.read(entry.outcome)["effects"]
    twice = [*effects, *(it for it in effects if it[0] == "settled")]
    with pytest.raises(Wrong) as wrong:
        Felt(midway=midway).take(entry.number, entry.verb, chain.read(entry.arguments), twice)
    assert wrong.value.said("en") == f"Entry {entry.number} pays a coup that was paid already."


def test_refusals_of_before_they_were_counted_are_counted_by_the_first_entry_that_does() -> None:
    table = ready_table(seats=1)
    old = {"register": "T3", "at": Entry.objects.latest("pk").at, "actor": "dario", "verb": "settle", "code": "E_PHASE"}
    Refusal.objects.create(number=3, repeated=2, **old)
    Refusal.objects.create(number=5, **old)
    data = exported(table.code)
    assert check(data).counted["uncounted"] == 4
    row = table.row
    row.refused = 4
    row.save()
    table.does("tip", amount=500)
    assert check(exported(table.code)).counted["refused"] == 4


# --- the program


def test_the_program_runs_with_python_alone_and_says_what_it_found(tmp_path: Path, seals_file: Path) -> None:
    table = an_evening()
    program, export = tmp_path / "sabot-verify.pyz", tmp_path / "export"
    program.write_bytes(packed(ROOT))
    assert packed(ROOT) == program.read_bytes(), "the same sources give the same bytes"
    export.write_bytes(exported(table.code))
    command = [sys.executable, "-I", "-S", program.name, export.name, "--seals", seals_file.name]
    money = len(rows(export.read_bytes(), "money"))
    [sealed] = (it.number for it in seals.read(seals_file))
    run = subprocess.run(
        [*command, "--key", seals.public_key(), "--language", "en"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        env={},
    )
    assert (run.returncode, run.stderr) == (0, "")
    after = table.number - sealed
    up_to = f"The last of them is on entry {sealed}. Entries after it, of which none of them tells: {after}."
    assert run.stdout.splitlines() == [
        f"T3: {table.number} entries, none missing, none changed since they were written out.",
        f"Notes as they were written: 1, erased: 0. Refused acts, all counted: 1. Money lines: {money}.",
        "Seals in it, all of which fit: 1.",
        "Coups paid once more from their cards, with the same result: 2; of them with the stakes as laid: 2.",
        "Seals of this register that were brought along, all of which fit: 1. Of other registers, not looked at: 0.",
        f"{up_to} Who holds the database and the key could have written these anew.",
    ]


@pytest.mark.parametrize("at", ["", "yesterday", "2026-11-20T20:00:00"])
def test_a_seal_without_a_time_that_can_be_read_is_none(at: str, seals_file: Path) -> None:
    an_evening()
    line = seals_file.read_text(encoding="utf-8").splitlines()[0]
    values = json.loads(line)
    assert SealLine.of(values) is not None
    assert SealLine.of(values | {"at": at}) is None
    with pytest.raises(Wrong) as wrong:
        read(io.BytesIO(canonical(values | {"at": at}).encode()))
    assert wrong.value.said("en") == "The file of seals cannot be read: line 1"


def said(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[str]]:
    """With what the verifier ends, and what it says."""
    status = main([*map(str, arguments), "--language", "en"])
    return status, capsys.readouterr().out.splitlines()


def test_it_ends_with_0_1_or_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = an_evening()
    data = exported(table.code)
    path = tmp_path / "export"
    path.write_bytes(data)
    status, lines = said(capsys, path)
    assert (status, lines[-1]) == (
        0,
        f"The key {seals.public_key()} stands in the export itself: ask the house for it and give it with --key.",
    )
    path.write_bytes(data.replace(b"sign_on", b"sign_in", 1))
    status, lines = said(capsys, path)
    assert (status, len(lines)) == (1, 1)
    assert lines[0].startswith("Entry ")
    path.write_text("no export", encoding="utf-8")
    assert said(capsys, path)[0] == 1
    path.write_text("{}", encoding="utf-8")
    assert said(capsys, path)[0] == 1
    path.write_bytes(b"")
    assert said(capsys, path)[0] == 2
    for form in ("9", '"1"', "null", "[]", "{}"):
        path.write_text(f'{{"head":{{"form":{form}}}}}\n', encoding="utf-8")
        assert said(capsys, path)[0] == 2, "a form of another version, whatever it is"
    assert said(capsys, tmp_path / "none")[0] == 2
    path.write_bytes(data)
    bad = tmp_path / "bad"
    bad.write_text("no seal", encoding="utf-8")
    assert said(capsys, path, "--seals", bad)[0] == 2


def test_it_speaks_italian_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = an_evening()
    path = tmp_path / "export"
    path.write_bytes(exported(table.code))
    main([str(path), "--language", "it"])
    assert "nessuna mancante" in capsys.readouterr().out
    main([str(path), "--json"])
    answer = json.loads(capsys.readouterr().out)
    assert (answer["status"], answer["register"], answer["entries"]) == (0, "T3", table.number)
    path.write_bytes(path.read_bytes()[:-200])
    main([str(path), "--json"])
    assert json.loads(capsys.readouterr().out)["status"] == 1


def test_an_export_that_somebody_else_signed_is_found_by_the_key(settings: Any, tmp_path: Path) -> None:
    table = an_evening()
    key, copies = seals.public_key(), read(io.BytesIO(Path(settings.SEALS_FILE).read_bytes()))
    another_key(settings, tmp_path)
    settings.SEALS_FILE = tmp_path / "no seals"
    forged = exported(table.code)
    assert found(forged) == ""
    assert found(forged, keys=[key]).startswith("It names another key than the one that you gave")
    assert "was not signed with this key" in found(forged, copies=copies)


def test_a_seal_that_somebody_brings_is_of_its_own_register_only(seals_file: Path) -> None:
    table = an_evening()
    Cast.at(HOUSE).auditor.does("sign_in", device="tablet-1")
    assert seals.keep(HOUSE) is not None
    copies = read(io.BytesIO(seals_file.read_bytes()))
    assert {it.register for it in copies} == {"T3", HOUSE}
    counted = check(exported(table.code), copies=copies).counted
    assert (counted["seals"], counted["brought"], counted["elsewhere"]) == (1, 1, 1)
