"""Who holds a backup and no key makes nothing of it that is restored, and no byte of it lies anywhere else."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection

from table.backup import pack
from table.backup.pack import Manifest
from table.backup.restore import _in_pieces
from table.models import HOUSE, Entry, Table
from table.models.register import MOST_SIGNS
from table.record import chain, key, seals
from tests.backup.houses import (
    Home,
    back_up,
    ends,
    home,
    last_of_the_house,
    names_in,
    not_restored,
    restored,
    said,
)
from tests.disaster.houses import name_here
from tests.rig import triggers
from tests.rig.cast import Cast, everybody_is_taken_on
from tests.rig.engines import Engine, at_home_in
from tests.rig.tables import AtTable, ready_table
from tests.rig.tampering import by_somebody, write_anew
from tests.rig.tampering import said as printed
from tests.settings import HOUSE as HOUSE_OF_TESTS

NOT_ITS_KEYS = "These are not the keys of the house in this backup."
Sign = Callable[[bytes], str]


@pytest.fixture
def house(engine: Engine, tmp_path: Path, django_db_blocker: Any) -> Iterator[Home]:
    """A house on each engine that was sealed and backed up, and has gone on since."""
    with django_db_blocker.unblock():
        database, folder = made(engine)
        shutil.copytree(folder, tmp_path / "house")
        with engine.like(database) as url, at_home_in(url), home(tmp_path / "house") as at:
            yield at


@cache
def made(engine: Engine) -> tuple[str, Path]:
    """Make that house once, and give its database and its folder, of which each test has a copy."""
    url, folder = engine.copy(engine.template), Path(mkdtemp(dir=HOUSE_OF_TESTS))
    with at_home_in(url), home(folder) as at:
        everybody_is_taken_on()
        table = ready_table(seats=1)
        said("seal", "--all")
        back_up(at)
        table.does("tip", amount=500)
        said("seal", "--all")
    return url, folder


def by_a_stranger() -> tuple[Sign, str]:
    """A key of a stranger's own making: how it signs, and its public half."""
    own = Ed25519PrivateKey.generate()
    return lambda data: own.sign(data).hex(), own.public_key().public_bytes_raw().hex()


def by_the_house() -> tuple[Sign, str]:
    """The key of this house."""
    return seals.sign, seals.public_key()


def made_anew(at: Home, by: tuple[Sign, str], members: Mapping[str, bytes], **changed: object) -> None:
    """The backup with other members beside or in the place of its own, every digest right, signed by that key."""
    sign, public = by
    with ZipFile(at.backup) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    manifest = msgspec.json.decode(parts.pop(pack.MANIFEST), type=Manifest)
    parts |= members
    digests = {name: sha256(data).hexdigest() for name, data in parts.items()}
    facts = {"parts": digests, "sizes": {name: len(data) for name, data in parts.items()}, "public": public, **changed}
    manifest = msgspec.structs.replace(manifest, **facts)
    manifest = msgspec.structs.replace(manifest, signature=sign(manifest.signed()))
    with ZipFile(at.backup, "w", ZIP_DEFLATED) as packed:
        for name, data in {pack.MANIFEST: msgspec.json.encode(manifest), **parts}.items():
            packed.writestr(name, data)


# --- whose word it is


def test_a_backup_that_a_stranger_has_signed_is_not_restored_with_the_right_passphrase(house: Home) -> None:
    """The stranger keeps the marks of the keys as they were, and the database is any that they like."""
    before, sealed = ends(), house.seals.read_bytes()
    made_anew(house, by_a_stranger(), {})
    assert not_restored(house, "--replace", name_here()) == NOT_ITS_KEYS
    assert not_restored(house, "--replace", name_here(), "--keys-here") == NOT_ITS_KEYS
    sign, _public = by_a_stranger()
    made_anew(house, (sign, seals.public_key()), {})
    assert "or it is damaged" in not_restored(house, "--replace", name_here())
    assert (ends(), house.seals.read_bytes()) == (before, sealed)


def rewritten() -> None:
    """The register of the table is another one, and every digest in it fits."""
    triggers.drop_triggers(connection)
    last = write_anew("T3", by_somebody)
    triggers.create_triggers(connection)
    Table.real.filter(code="T3").update(digest=last)


def test_a_rewritten_register_is_found_by_the_own_seals_though_the_backup_of_it_is_genuine(house: Home) -> None:
    """Somebody wrote it anew in the database, and the nightly backup signed it."""
    Path(f"{house.backup}.keys").unlink()
    house.backup.unlink()
    rewritten()
    back_up(house)
    assert "T3 12: this entry or one before it is not as it was sealed" in not_restored(house, "--replace", name_here())
    assert "is not as it was sealed" in " ".join(printed("verify", "--all")), "nobody has to name the seals"


def test_a_seal_that_lies_here_is_never_dropped_and_one_that_fits_no_key_is_said(house: Home) -> None:
    sign, _public = by_a_stranger()
    bare = seals.Seal("T3", 999, "0" * 64, "2026-11-20T07:30:00.000000Z", "")
    strange = msgspec.structs.replace(bare, signature=sign(bare.signed()))
    with house.seals.open("a", encoding="utf-8") as file:
        file.write(f"{seals.written(strange)}\nno seal at all\n")
    sentence = not_restored(house, "--replace", name_here())
    assert "T3 999: the seal of 2026-11-20T07:30:00.000000Z was not signed with a key of this house" in sentence
    assert "of the seals of this house is none" in sentence
    assert "line 6 of the seals of this house is none." in printed("verify", HOUSE)
    before = seals.own().seals
    restored(house, "--replace", name_here(), "--unsound")
    assert set(seals.own().seals) >= set(before)


# --- nothing but its two parts


@pytest.mark.one_in(4)
@pytest.mark.parametrize("name", ["../outside", "/tmp/sabot-outside", "database/../../outside", "further"])
def test_nothing_is_written_but_the_database_and_the_seals(house: Home, name: str) -> None:
    """Also where the house itself has signed it."""
    there = names_in(house.folder), names_in(house.folder.parent)
    made_anew(house, by_the_house(), {name: b"anything"})
    assert "or it is damaged" in not_restored(house, "--replace", name_here())
    with ZipFile(house.backup, "a") as packed:
        packed.writestr("beside", b"anything")
    assert "or it is damaged" in not_restored(house, "--replace", name_here())
    assert (names_in(house.folder), names_in(house.folder.parent)) == there
    assert not Path("/tmp/sabot-outside").exists()


def test_a_part_is_as_long_as_the_manifest_says(house: Home) -> None:
    made_anew(house, by_the_house(), {}, sizes={"database": 7, "seals": 7})
    assert "or it is damaged" in not_restored(house, "--replace", name_here())


def test_whatever_makes_an_archive_or_its_manifest_unreadable_is_one_sentence(house: Home) -> None:
    """Found by `make disaster`: a manifest that is no UTF-8 ended in a traceback."""
    sound = house.backup.read_bytes()
    for changed in unreadable(sound):
        house.backup.write_bytes(changed)
        sentence = not_restored(house, "--replace", name_here())
        assert sentence == f"This is no backup, or it is damaged: {house.backup}"
    house.backup.write_bytes(sound)
    assert restored(house, "--replace", name_here()).startswith("Restored from the backup of")


def unreadable(sound: bytes) -> Iterator[bytes]:
    """The archive with a manifest of other bytes, and with heads that speak of other packing, names or places."""
    with ZipFile(BytesIO(sound)) as packed:
        parts, start = {name: packed.read(name) for name in packed.namelist()}, packed.start_dir
    for text in (b'{"form":"\xe5\xff"}', b'{"\xe5":1}', b"\xff\xfe", b"", b"[" * 200_000, b'{"form":1e999}', b"null"):
        into = BytesIO()
        with ZipFile(into, "w", ZIP_DEFLATED) as packed:
            for name, data in {**parts, pack.MANIFEST: text}.items():
                packed.writestr(name, data)
        yield into.getvalue()
    for method in (12, 14, 93, 99):
        yield sound[: start + 10] + method.to_bytes(2, "little") + sound[start + 12 :]
    yield sound[: start + 9] + b"\x08" + sound[start + 10 : start + 46] + b"\xff" + sound[start + 47 :]
    yield sound[:-6] + (2**32 - 2).to_bytes(4, "little") + sound[-2:]
    yield sound[: start + 30] + b"\x04" + sound[start + 31 :]


def test_what_a_backup_says_of_itself_is_never_sent_to_the_terminal(house: Home) -> None:
    said_of_it: list[dict[str, object]] = [{"version": "\x1b[2J"}, {"engine": "\x1b]0;"}]
    said_of_it += [{"taken": "\x9b2J\nRestored."}, {"form": "\x1b[2J\n"}]
    sentences = []
    for changed in said_of_it:
        made_anew(house, by_a_stranger(), {}, **changed)
        sentences.append(not_restored(house, "--replace", name_here()))
    assert all(map(str.isprintable, sentences)), sentences
    assert r"does not know: \u001b[2J\u000a" in sentences[-1]


# --- a key of before


def test_a_backup_of_an_earlier_key_is_restored_where_the_register_leads_to_that_of_today(house: Home) -> None:
    before, first = seals.public_key(), ends()[HOUSE] + 1
    said("seal", "--new-key", "--by", "delia")
    after, later = seals.public_key(), ends()
    words = restored(house, "--replace", name_here())
    assert f"Sealed after that, and not in this backup: T3 13-13, house {first}-{later[HOUSE]}." in words
    assert [it.key for it in key.on_record()] == [before, after]
    assert (key.alarm(), seals.public_key()) == ("", after)
    assert last_of_the_house().verb == "change_seal_key"
    assert all("unbroken" in line for line in printed("verify", "--all"))
    AtTable("T3", Cast.at("T3")).does("open_bets")


def test_keys_that_came_between_are_led_through_and_what_they_sealed_holds(house: Home) -> None:
    """The house was sealed each night by whichever key it had, and nothing was played at the table meanwhile."""
    before = [seals.public_key()]
    for _ in range(2):
        said("seal", "--new-key", "--by", "delia")
        before.append(seals.public_key())
    restored(house, "--replace", name_here())
    assert [it.key for it in key.on_record()] == before
    assert key.keyring().hangs_together()
    assert all("unbroken" in line for line in printed("verify", "--all"))


def test_a_backup_of_an_earlier_key_is_restored_by_the_keys_of_this_machine(house: Home) -> None:
    said("seal", "--new-key", "--by", "delia")
    after = seals.public_key()
    restored(house, "--replace", name_here(), "--keys-here")
    assert (key.alarm(), seals.public_key()) == ("", after)


def test_where_nothing_leads_from_its_key_to_that_of_today_somebody_has_to_vouch_for_it(
    house: Home, engine: Engine, tmp_path: Path
) -> None:
    """The database is lost and with it the register; key and seals of today lie here."""
    made, number = pack.read(house.backup).public, ends()["T3"]
    said("seal", "--new-key", "--by", "delia")
    today = seals.public_key()
    for old_key in house.folder.glob("seal_key.before-*"):
        old_key.unlink()
    with engine.fresh() as url, at_home_in(url):
        sentence = not_restored(house)
        assert sentence.startswith(f"This backup was made with the key {made}, and this house seals by {today}")
        assert not_restored(house, "--key", "7S").startswith("This is no public key")
        words = restored(house, "--key", made)
        assert f"not in this backup: T3 {number}-{number}, house" in words
        assert (key.alarm(), seals.public_key()) == ("", today)
        assert all("unbroken" in line for line in printed("verify", "--all"))


# --- what earlier versions have made


def test_a_backup_of_the_first_form_is_restored(house: Home) -> None:
    made_anew(house, by_the_house(), {}, form=pack.FIRST_FORM)
    with ZipFile(house.backup) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    manifest = msgspec.json.decode(parts[pack.MANIFEST])
    del manifest["sizes"]
    with ZipFile(house.backup, "w", ZIP_DEFLATED) as packed:
        for name, data in {**parts, pack.MANIFEST: msgspec.json.encode(manifest)}.items():
            packed.writestr(name, data)
    assert restored(house, "--replace", name_here()).startswith("Restored from the backup of")


# --- what is lost


def test_whatever_is_lost_stands_on_record_however_much_it_is(house: Home) -> None:
    many = [f"T{number} {number}-{number + 9000}" for number in range(1, 600)]
    pieces = _in_pieces(", ".join(many))
    assert len(pieces) > 1
    assert all(len(it) <= MOST_SIGNS for it in pieces)
    assert ", ".join(pieces).split(", ") == many
    sealed = [seals.Seal(f"T{it}", 7, "0" * 64, "2026-11-20T07:30:00.000000Z", "") for it in range(100, 600)]
    with house.seals.open("a", encoding="utf-8") as file:
        for bare in sealed:
            file.write(f"{seals.written(msgspec.structs.replace(bare, signature=seals.sign(bare.signed())))}\n")
    restored(house, "--replace", name_here())
    entries = Entry.objects.filter(register=HOUSE, verb="restore")
    lost = ", ".join(chain.read(it.arguments)["lost"] for it in entries).split(", ")
    assert {f"T{it} 1-7" for it in range(100, 600)} < set(lost)
