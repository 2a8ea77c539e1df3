"""Whatever is altered beside the door is found by reading: `manage.py verify` tells where."""

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction

from table.models import HOUSE, Display, Entry, House, Money, Note, Person, Policy, Reader, Table, Webhook
from table.record import chain, seals
from table.record.proof import audit
from tests.house import shift
from tests.proof.exports import another_key
from tests.rig import triggers
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.tables import AtTable, new_table
from tests.rig.tampering import a_second_later, said, write_anew


@pytest.fixture(scope="module")
def worked(django_db_setup: None, django_db_blocker: Any) -> Iterator[AtTable]:
    """A shift in which every act of a table was done, in a house in which every act of the house was."""
    key = settings.SEAL_KEY_FILE
    with django_db_blocker.unblock(), transaction.atomic():
        yield whole_shift()
        transaction.set_rollback(True)
    settings.SEAL_KEY_FILE = key


@pytest.fixture
def house(worked: AtTable) -> Iterator[AtTable]:
    """That shift; what a test does to it never was."""
    mark = transaction.savepoint()
    yield worked
    transaction.savepoint_rollback(mark)


def whole_shift() -> AtTable:
    """Every act of a table and of the house, without a fault; after it everything may be altered."""
    everybody_is_taken_on()
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    for who, verb, given in shift.shift(table):
        getattr(table.cast, who).does(verb, **given)
    for who, verb, given in (*shift.in_the_house(), *shift.on_the_displays(table)):
        getattr(Cast.at(HOUSE), who).does(verb, **given)
    shift.sealed_by_its_last_key()
    assert (audit.faults(table.code), audit.faults(HOUSE)) == ([], [])
    triggers.drop_triggers(connection)
    return table


def cut(code: str, *, entries: int) -> Entry:
    """The last entries are taken out; gives the one that is the last then."""
    last = Entry.objects.filter(register=code).order_by("-number")
    Entry.objects.filter(pk__in=[it.pk for it in last[:entries]]).delete()
    return Entry.objects.filter(register=code).latest("number")


# --- a register


def test_the_digest_of_an_entry_is_over_the_canonical_text_of_all_its_fields(house: AtTable) -> None:
    for entry in Entry.objects.all():
        fields = {name: getattr(entry, name) for name in chain.FIELDS} | {"at": chain.stamp(entry.at)}
        assert hashlib.sha256(chain.canonical(fields).encode()).hexdigest() == entry.digest
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", chain.stamp(entry.at))


def test_an_end_that_was_cut_off_is_missed(house: AtTable) -> None:
    number = house.number
    cut(house.code, entries=2)
    assert audit.faults(house.code)[0] == f"T3 {number - 2}: it ends here, and its row knows of number {number}"


def test_what_the_entries_that_were_cut_off_have_left_is_found_also_if_the_row_was_set_back(house: AtTable) -> None:
    posts = Money.objects.latest("number").number
    last = cut(house.code, entries=house.number - posts + 1)
    Table.real.filter(code=house.code).update(number=last.number, digest=last.digest)
    assert f"T3: money line {posts} 0 is on no record" in audit.faults(house.code)


def test_a_register_that_is_gone_is_missed(house: AtTable) -> None:
    Entry.objects.filter(register=house.code).delete()
    assert audit.faults(house.code)[0] == f"T3 0: it ends here, and its row knows of number {house.number}"
    known = House.objects.get().number
    Entry.objects.filter(register=HOUSE).delete()
    assert audit.faults(HOUSE)[0] == f"house 0: it ends here, and its row knows of number {known}"


def test_a_chain_that_was_written_anew_does_not_end_where_its_row_does(house: AtTable) -> None:
    write_anew(house.code, a_second_later)
    assert audit.faults(house.code) == [f"T3 {house.number}: it ends here, and its row knows of number {house.number}"]


def test_a_register_whose_table_is_gone_is_told(house: AtTable) -> None:
    Table.real.filter(code="T9").delete()
    assert audit.faults(HOUSE) == ["house: table T9 is on record, and gone"]
    Entry.objects.filter(register=house.code).update(register="T8")
    assert f"T8: there is no such table, but a register of {house.number} entries" in audit.faults("T8")


# --- seals


@pytest.fixture
def sealed(house: AtTable, settings: Any, tmp_path: Path) -> Path:
    """The register as it stands is sealed; the key and the seal lie where nobody of the database comes."""
    settings.SEALS_FILE = tmp_path / "seals"
    assert seals.keep(house.code) is not None
    return tmp_path / "seals"


def test_a_chain_that_was_written_anew_with_its_row_is_found_against_a_seal(house: AtTable, sealed: Path) -> None:
    number, at = house.number, seals.read(sealed)[0].at
    reach = (
        f"Seals that were brought: 1, the last on entry {number}. Seals that lie here: 1, the last on entry {number}."
    )
    assert said("verify", "T3", "--against", sealed) == [f"T3: {number} entries, the chain is unbroken. {reach}"]
    write_anew(house.code, a_second_later)
    last = Entry.objects.filter(register=house.code).latest("number")
    Table.real.filter(code=house.code).update(digest=last.digest)
    assert audit.faults(house.code) == []
    found = f"T3 {number}: this entry or one before it is not as it was sealed on {at}"
    assert said("verify", "T3", "--against", sealed) == [found, "Not sound: T3."]


def test_an_end_that_was_cut_off_with_all_that_it_left_is_found_against_a_seal(house: AtTable, sealed: Path) -> None:
    number = house.number
    cut(house.code, entries=1)
    assert f"T3 {number}: sealed on {seals.read(sealed)[0].at}, and gone" in said("verify", "T3", "--against", sealed)


def test_a_register_is_not_said_to_be_compared_with_seals_of_which_none_is_its_own(
    house: AtTable, sealed: Path
) -> None:
    others = sealed.with_name("others")
    assert seals.keep(HOUSE) is not None
    others.write_text(sealed.read_text(encoding="utf-8").splitlines()[-1], encoding="utf-8")
    assert "Seals that were brought: none. Seals that lie here: 1, " in said("verify", "T3", "--against", others)[0]
    sealed.unlink()
    for command in ("verify", "replay"):
        assert said(command, "T3")[0].endswith("Seals that lie here: none.")


def test_a_copy_of_the_seals_without_a_seal_is_no_copy(house: AtTable, sealed: Path) -> None:
    empty = sealed.with_name("empty")
    empty.write_bytes(b"")
    assert said("verify", "T3", "--against", empty) == [
        f"There is no seal in {empty}, so nothing would be compared with any."
    ]


def test_a_seal_that_somebody_else_signed_or_changed_is_none(house: AtTable, sealed: Path, settings: Any) -> None:
    before = sealed.read_text(encoding="utf-8")
    sealed.write_text(before.replace('"number":', '"number":1'), encoding="utf-8")
    assert "was not signed with this key" in said("verify", "T3", "--against", sealed)[0]
    sealed.write_text(before, encoding="utf-8")
    key = seals.public_key()
    another_key(settings, sealed.parent)
    assert "was not signed with this key" in said("verify", "T3", "--against", sealed)[0]
    assert "the chain is unbroken." in said("verify", "T3", "--against", sealed, "--key", key)[0]


@pytest.mark.parametrize("text", ["no seal", '{"register":"T3"}', "\x00"])
def test_what_is_no_seal_is_said_to_be_none(house: AtTable, tmp_path: Path, text: str) -> None:
    path = tmp_path / "seals"
    path.write_text(text, encoding="utf-8")
    assert said("verify", "T3", "--against", path)[0].startswith("These seals cannot be read: ")
    assert said("verify", "T3", "--against", path.with_name("none"))[0].startswith("These seals cannot be read: ")
    path.write_text("", encoding="utf-8")
    assert said("verify", "T3", "--against", path, "--key", "7S")[0].startswith("These seals cannot be read: ")


def test_key_and_seals_are_read_by_their_owner_only_and_each_seal_is_one_more_line(
    house: AtTable, sealed: Path, settings: Any
) -> None:
    assert [path.stat().st_mode & 0o777 for path in (sealed, settings.SEAL_KEY_FILE)] == [0o600, 0o600]
    lines = said("seal", "--all")
    assert [line.split(" sealed at ")[0] for line in lines[:2]] == [
        f"T3 {house.number}",
        "T9: no entry yet, nothing to seal.",
    ]
    assert [it.register for it in seals.read(sealed)] == ["T3", "T3", HOUSE]
    assert said("seal", "--public") == [seals.public_key()]


def test_a_register_whose_table_is_gone_is_not_said_to_have_no_entry(house: AtTable, sealed: Path) -> None:
    Entry.objects.filter(register=house.code).update(register="T8")
    [line] = said("seal", "T8")
    assert line.startswith(
        f"T8: not sealed. It has entries ({house.number}), but the row that says which is the last is"
    )
    assert f"T8: there is no such table, but a register of {house.number} entries" in said("verify", "T8")


# --- what stands beside it

TAMPERED: dict[str, tuple[Callable[[], Any], str, str]] = {
    "an amount": (
        lambda: Money.objects.filter(pk=Money.objects.latest("pk").pk).update(amount=1),
        "T3",
        "is amount 1, and on record amount",
    ),
    "a money line deleted": (
        lambda: Money.objects.latest("pk").delete(),
        "T3",
        "is on record, and gone",
    ),
    "the text of a note": (
        lambda: Note.objects.update(text="It was otherwise."),
        "T3",
        "the note that it names was altered",
    ),
    "a note deleted": (lambda: Note.objects.all().delete(), "T3", "the note that it names is gone"),
    "the rules": (
        lambda: Policy.objects.update(values=Policy.objects.latest("pk").values | {"tie_to_one": 100}),
        "T3",
        "of its rules says otherwise on tie_to_one",
    ),
    "a role": (
        lambda: Person.objects.filter(badge="dario").update(role="direzione"),
        HOUSE,
        "badge dario is",
    ),
    "somebody whom nobody took on": (
        lambda: Person.objects.create(badge="eva", role="direzione"),
        HOUSE,
        "badge eva is on no record",
    ),
    "somebody dismissed made active": (
        lambda: Person.objects.filter(badge="nadia").update(is_active=True),
        HOUSE,
        "badge nadia is",
    ),
    "a display": (lambda: Display.objects.filter(code="7HK2").update(position="7"), HOUSE, "display 7HK2 is"),
    "the token of an external reader": (
        lambda: Reader.objects.update(digest="6" * 64),
        HOUSE,
        "external reader cage is",
    ),
    "the address of a webhook": (
        lambda: Webhook.objects.update(url="https://elsewhere.example/"),
        HOUSE,
        "webhook cage is",
    ),
    "a display that nobody paired": (
        lambda: Display.objects.create(code="XXXX", kind="sign", table=Table.real.get(code="T9")),
        HOUSE,
        "display XXXX is on no record",
    ),
}


def test_what_was_altered_beside_the_register_is_found(house: AtTable) -> None:
    for name, (tamper, code, found) in TAMPERED.items():
        mark = transaction.savepoint()
        tamper()
        assert any(found in fault for fault in audit.faults(code)), name
        transaction.savepoint_rollback(mark)


def test_a_note_that_was_erased_by_rights_is_no_fault(house: AtTable) -> None:
    notes = list(Note.objects.filter(erased=False).values_list("digest", flat=True))
    Cast.at(HOUSE).direzione.does("erase_notes", notes=notes)
    assert not Note.objects.exclude(text="")
    assert audit.faults(house.code) == []
