"""Whatever is changed in a register, beside it, or in what left the house is found: here by each way that there is."""

import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.db import connection, transaction

from table.models import (
    HOUSE,
    Display,
    Entry,
    Export,
    House,
    Money,
    Note,
    Person,
    Policy,
    Refusal,
    Table,
)
from table.record import seals
from table.verifier.seals import SealLine, read
from tests.proof.exports import an_evening, exported, found, sealed_in
from tests.proof.tampering import doubled, every_byte, re_chained, swapped, taken_out
from tests.rig import triggers
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.made_before import evening_made_before
from tests.rig.tables import AtTable
from tests.rig.tampering import by_somebody, said, write_anew

pytestmark = pytest.mark.django_db
STRIDE = 41
"""Every so many bytes are changed here; `make tamper` changes them all."""


@pytest.fixture
def evening(settings: Any, tmp_path: Path) -> AtTable:
    """An evening in a house that took everybody on by its register; key and seals lie where no database is."""
    sealed_in(settings, tmp_path)
    return an_evening_of_the_house()


@evening_made_before
def an_evening_of_the_house() -> AtTable:
    everybody_is_taken_on()
    table = an_evening()
    house = Cast.at(HOUSE)
    house.direzione.does("pair_display", code="7HK2", kind="seat", table="T3", position="2")
    house.direzione.does("export", report="register", of="T3", form="csv", language="it")
    for code in (table.code, HOUSE):
        assert seals.keep(code) is not None
    return table


# --- what left the house


def test_a_byte_that_was_changed_is_found_wherever_it_stands(evening: AtTable) -> None:
    data = exported(evening.code)
    assert found(data) == ""
    places = [*range(0, len(data), STRIDE), *range(len(data) - 300, len(data), 9)]
    assert [place for place, changed in every_byte(data, places, seed=7) if not found(changed)] == []


def test_lines_that_are_missing_doubled_or_swapped_are_found(evening: AtTable) -> None:
    lines = exported(evening.code).splitlines(keepends=True)
    for place in range(len(lines)):
        for changed in (taken_out(lines, place), doubled(lines, place), swapped(lines, place)):
            assert found(changed), place


def test_an_end_that_was_cut_off_in_the_house_is_told_by_the_head(evening: AtTable, settings: Any) -> None:
    settings.SEALS_FILE = Path(settings.SEALS_FILE).with_name("no seals")
    number = evening.number
    triggers.drop_triggers(connection)
    cut_tail(evening.code)
    triggers.create_triggers(connection)
    assert found(exported(evening.code)) == f"It ends with entry {number - 1}, and its head tells of {number}."


def test_one_that_breaks_off_is_found_wherever_it_does(evening: AtTable) -> None:
    data = exported(evening.code)
    lines = data.splitlines(keepends=True)
    for count in range(1, len(lines)):
        assert found(b"".join(lines[:count])), count
    assert found(data[:-1])
    assert found(data + lines[1])


def test_a_chain_that_was_written_anew_outside_is_found_by_its_signature_its_key_and_a_seal(
    evening: AtTable, settings: Any
) -> None:
    data = exported(evening.code)
    assert "is not as it was sealed on" in found(re_chained(data, actor="somebody"))
    unsealed = re_chained(b"".join(it for it in data.splitlines(keepends=True) if b'{"seal"' not in it), actor="x")
    assert found(unsealed) == "The end does not fit the lines before it, or was not signed with this key."
    assert "is not as it was sealed on" in found(unsealed, copies=brought(settings))


def brought(settings: Any) -> list[SealLine]:
    """The seals that somebody has kept."""
    return read(io.BytesIO(Path(settings.SEALS_FILE).read_bytes()))


# --- what lies in the house


class Tampering(NamedTuple):
    """Something that was done to the database, what `verify` says of it, and what the verifier says of an export.

    An export tells of a register and what hangs on its entries; where it cannot show it the verifier says nothing.
    """

    tamper: Callable[[], object]
    verify: str
    verifier: str = ""
    register: str = "T3"


def last(code: str) -> Entry:
    return Entry.objects.filter(register=code).latest("number")


def cut_tail(code: str) -> None:
    Entry.objects.filter(pk=last(code).pk).delete()


def cut_tail_and_set_back(code: str) -> None:
    cut_tail(code)
    end = {"number": last(code).number, "digest": last(code).digest}
    (House.objects.all() if code == HOUSE else Table.real.filter(code=code)).update(**end)


def lose_table() -> None:
    """Nothing is left under the table's code, neither its register nor its row."""
    Entry.objects.filter(register="T3").delete()
    Table.real.filter(code="T3").update(code="T4", number=0, digest="")


def rewrite(code: str) -> None:
    last_digest = write_anew(code, by_somebody)
    (House.objects.all() if code == HOUSE else Table.real.filter(code=code)).update(digest=last_digest)


def reset(code: str) -> None:
    """A register is deleted, and its row knows of none."""
    Entry.objects.filter(register=code).delete()
    (House.objects.all() if code == HOUSE else Table.real.filter(code=code)).update(number=0, digest="")


TAMPERED = {
    "tail cut": Tampering(lambda: cut_tail("T3"), "it ends here, and its row knows of number", "and is gone"),
    "tail cut and row set back": Tampering(lambda: cut_tail_and_set_back("T3"), "and gone", "and is gone"),
    "register deleted": Tampering(lambda: reset("T3"), "sealed on", "was sealed on"),
    "house register cut": Tampering(lambda: cut_tail(HOUSE), "it ends here", "and is gone", HOUSE),
    "house register cut and row set back": Tampering(
        lambda: cut_tail_and_set_back(HOUSE), "and gone", "and is gone", HOUSE
    ),
    "house register deleted": Tampering(lambda: reset(HOUSE), "is on no record", "was sealed on", HOUSE),
    "table gone with its register": Tampering(lose_table, "house: table T3 is on record, and gone", "is gone"),
    "chain written anew": Tampering(lambda: rewrite("T3"), "is not as it was sealed", "is not as it was sealed"),
    "house chain written anew": Tampering(
        lambda: rewrite(HOUSE), "is not as it was sealed", "is not as it was sealed", HOUSE
    ),
    "actor": Tampering(
        lambda: Entry.objects.filter(pk=last("T3").pk).update(actor="x"), "digest does not fit", "digest does not fit"
    ),
    "role": Tampering(lambda: Person.objects.filter(badge="dario").update(role="direzione"), "badge dario is"),
    "money line altered": Tampering(
        lambda: Money.objects.filter(pk=Money.objects.latest("pk").pk).update(amount=1),
        "is amount 1, and on record amount 8000",
        "is not the one",
    ),
    "money line deleted": Tampering(lambda: Money.objects.latest("pk").delete(), "is on record, and gone", "is gone"),
    "money line put in": Tampering(
        lambda: Money.objects.create(
            **Money.objects.values("coup_id", "stake_id", "number").latest("pk"), place=90, kind="win", amount=5
        ),
        " 90 is on no record",
        "is not the one",
    ),
    "note": Tampering(lambda: Note.objects.update(text="No."), "was altered", "does not say what it said"),
    "note deleted": Tampering(lambda: Note.objects.all().delete(), "is gone", "is gone"),
    "refusal deleted": Tampering(lambda: Refusal.objects.all().delete(), "0 kept", "and 0 are here"),
    "refusal put in": Tampering(
        lambda: Refusal.objects.update(repeated=1), "and 2 kept", "counts 1 refused acts before it, and 2 are here"
    ),
    "display": Tampering(lambda: Display.objects.update(position="7"), "display 7HK2 is"),
    "display deleted": Tampering(lambda: Display.objects.all().delete(), "display 7HK2 is on record, and gone"),
    "policy": Tampering(
        lambda: Policy.objects.update(values=Policy.objects.latest("pk").values | {"tie_to_one": 100}),
        "of its rules says otherwise on tie_to_one",
    ),
    "hand-out deleted": Tampering(lambda: Export.objects.filter(report="register").delete(), "is on record, and gone"),
    "hand-out changed": Tampering(lambda: Export.objects.update(copy=7), "and on record"),
}


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is done within is not done."""
    mark = transaction.savepoint()
    yield
    transaction.savepoint_rollback(mark)


def test_what_was_done_to_the_database_is_found_by_verify_and_by_the_verifier(evening: AtTable, settings: Any) -> None:
    against = ("verify", "--all", "--against", settings.SEALS_FILE)
    assert all("the chain is unbroken." in line for line in said(*against)), said(*against)
    copies = brought(settings)
    triggers.drop_triggers(connection)
    for name, (tamper, verify, verifier, register) in TAMPERED.items():
        with undone():
            tamper()
            lines = said(*against)
            assert any(verify in line for line in lines), (name, lines)
            assert not name.startswith("money") or any(line.startswith("T3: money line ") for line in lines), lines
            wrong = found(exported(register), copies=copies)
            assert (verifier in wrong) if verifier else not wrong, (name, wrong)
    triggers.create_triggers(connection)
    assert all("the chain is unbroken." in line for line in said(*against))


def test_what_is_found_is_told_to_programs_too(evening: AtTable) -> None:
    reports = [json.loads(line) for line in said("verify", "--all", "--json")]
    assert [(it["register"], it["status"], it["found"]) for it in reports] == [("T3", 0, []), (HOUSE, 0, [])]
    reports = [json.loads(line) for line in said("replay", "--all", "--json")]
    assert {(it["register"], it["status"]) for it in reports} == {("T3", 0), (HOUSE, 0)}
    Person.objects.filter(badge="dario").update(role="direzione")
    triggers.drop_triggers(connection)
    Money.objects.filter(pk=Money.objects.latest("pk").pk).update(amount=1)
    triggers.create_triggers(connection)
    altered = {HOUSE: "house: badge dario is", "T3": "T3: money line "}
    for command in ("verify", "replay"):
        for register, fault in altered.items():
            first, error = said(command, register, "--json")
            assert json.loads(first)["status"] == 1
            assert json.loads(first)["found"][0].startswith(fault)
            assert error == f"Not sound: {register}."
    assert json.loads(said("seal", "T3", "--json")[0])["seal"]["number"] == evening.number


def test_the_house_is_replayed_as_such(evening: AtTable) -> None:
    count = House.objects.get().number
    reach = f"Seals that lie here: 1, the last on entry {count}."
    assert said("replay", HOUSE) == [
        f"house: {count} entries; people, displays, tables and hand-outs came of them again. {reach}"
    ]
