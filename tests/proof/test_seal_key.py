"""The key of the seals is on record from the first entry on; it is changed or called lost there, and nowhere else."""

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, TextIO

import pytest
import time_machine
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from table.access import pins
from table.management.packed import packed
from table.models import HOUSE, Entry, House, Refusal
from table.record import key, seals
from table.record.press import PressResult
from table.record.proof import audit, export
from table.rules.profile import Role
from table.rules.refusal import Code
from table.verifier.keyring import Keyring, Named, message
from table.verifier.reading import canonical, stamp
from table.verifier.seals import SealLine, read
from tests.backup.houses import Home, home, refusal, said
from tests.house.test_health import figure
from tests.proof.exports import an_evening, exported, found
from tests.rig import triggers
from tests.rig.cast import Cast, Somebody, everybody_is_taken_on
from tests.rig.made_before import evening_made_before
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable
from tests.rig.tampering import said as printed
from tests.rig.tampering import write_anew

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Home]:
    """A house whose keys and seals lie in a folder of its own."""
    with home(tmp_path / "house") as found:
        yield found


@pytest.fixture
def evening(at: Home) -> AtTable:
    """An evening in a house that has taken everybody on."""
    return a_sealed_evening()


@evening_made_before
def a_sealed_evening() -> AtTable:
    everybody_is_taken_on()
    table = an_evening()
    said("seal", "--all")
    return table


def copied_seals() -> list[SealLine]:
    """The seals, as somebody has copied them."""
    return read(io.BytesIO(Path(settings.SEALS_FILE).read_bytes()))


def last_verbs(count: int) -> list[str]:
    """What was done last in the house."""
    return [*Entry.objects.filter(register=HOUSE).order_by("number").values_list("verb", flat=True)][-count:]


def at_the_end_of(path: Path) -> TextIO:
    """A file that grows."""
    return path.open("a", encoding="utf-8")


@contextmanager
def pins_read(monkeypatch: pytest.MonkeyPatch, *lines: str) -> Iterator[None]:
    """So many lines come in, as from somebody who types."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        yield


# --- it is on record


def test_the_first_entry_of_a_house_names_the_key_and_no_later_one_does(evening: AtTable) -> None:
    entries = [it for it in Entry.objects.filter(register=HOUSE) if "seal_key_named" in it.outcome]
    assert [it.number for it in entries] == [1]
    assert f'["seal_key_named",{{"key":"{seals.public_key()}"}}]' in entries[0].outcome
    head = json.loads(exported(HOUSE).splitlines()[0])["head"]
    assert [(it["key"], it["number"], it["before"]) for it in head["keys"]] == [(seals.public_key(), 1, "")]


def test_a_house_of_an_earlier_version_names_its_key_by_its_next_act(evening: AtTable) -> None:
    House.objects.update(seal_keys=[])
    was = seals.public_key()
    Cast.at(HOUSE).auditor.does("sign_in", device="tablet-1")
    [named] = key.on_record()
    assert (named.key, named.number) == (was, House.objects.get().number)


# --- it is changed


def test_a_key_that_is_made_when_it_is_to_be_changed_signs_the_new_one(at: Home) -> None:
    Path(settings.SEAL_KEY_FILE).unlink(missing_ok=True)
    House.objects.update(seal_keys=[])
    new, signature = key.to_come()
    assert signature
    assert new != key.public_key()


@pytest.mark.usefixtures("without_links")
def test_the_key_and_an_earlier_one_are_written_also_where_the_file_system_has_no_links(at: Home) -> None:
    made, another = seals.public_key(), Ed25519PrivateKey.generate().private_bytes_raw().hex().encode()
    key.keep_earlier(another, "20270101T120000Z")
    assert (seals.public_key(), key.earlier()) == (made, [another])
    with pytest.raises(FileExistsError):
        key.keep_earlier(Ed25519PrivateKey.generate().private_bytes_raw().hex().encode(), "20270101T120000Z")
    assert key.earlier() == [another]


def test_the_key_before_signs_the_new_one_and_what_either_has_sealed_holds(evening: AtTable) -> None:
    before, copied = seals.public_key(), copied_seals()
    words = said("seal", "--new-key", "--by", "delia")
    after = seals.public_key()
    assert after in words
    assert after != before
    assert last_verbs(1) == ["change_seal_key"]
    assert all("unbroken" in line for line in printed("verify", "--all", "--against", settings.SEALS_FILE))
    assert audit.faults(HOUSE) == []
    for code in (evening.code, HOUSE):
        data = exported(code)
        for trusted in ([before], [after], [before, after], [after, before], []):
            assert found(data, keys=trusted, copies=[*copied, *copied_seals()]) == "", (code, trusted)
        assert found(data, keys=["0" * 64]).startswith("It names another key")
        assert found(data, keys=[after, "0" * 64]).startswith("It names another key")
    assert len(list(Path(settings.SEAL_KEY_FILE).parent.glob("seal_key.before-*"))) == 1


def test_nobody_changes_it_without_the_key_before_or_by_an_office_that_may_not(evening: AtTable) -> None:
    house, other = Cast.at(HOUSE), "ab" * 32
    house.direzione.is_refused(Code.ARGUMENTS, "change_seal_key", key=f"ed25519:{other}", signature="0" * 128)
    now = seals.public_key()
    house.direzione.is_refused(
        Code.ARGUMENTS, "change_seal_key", key=f"ed25519:{now}", signature=seals.sign(message(now, now))
    )
    assert "is not for the role" in refusal("seal", "--new-key", "--by", "ivo")
    assert refusal("seal", "--new-key", "--by", "nobody") == "Nobody works here with the badge “nobody”."
    assert (seals.public_key(), audit.faults(HOUSE)) == (now, [])


def test_a_change_that_was_broken_off_is_gone_on_with(evening: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed after the entry, before the file has its place: nothing is sealed until the command is given again."""

    def killed() -> bool:
        if last_verbs(1) == ["change_seal_key"]:
            raise KeyboardInterrupt
        return False

    with monkeypatch.context() as patch:
        patch.setattr(key, "put", killed)
        with pytest.raises(KeyboardInterrupt):
            said("seal", "--new-key", "--by", "delia")
    assert "“manage.py seal --new-key” goes on with it" in refusal("seal", "--all")
    said("seal", "--new-key", "--by", "delia")
    assert last_verbs(1) == ["change_seal_key"]
    assert Entry.objects.filter(register=HOUSE, verb="change_seal_key").count() == 1
    assert all("unbroken" in line for line in printed("verify", "--all"))


@contextmanager
def no_seal_once(verb: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The disk is full as soon as the house has this on record and the new key is in its place."""
    genuine = seals.keep

    def keep_until(code: str) -> seals.Seal | None:
        if last_verbs(1) == [verb]:
            raise OSError(28, "No space left on device")
        return genuine(code)

    with monkeypatch.context() as patch:
        patch.setattr(seals, "keep", keep_until)
        yield


def sealed_by_the_key_of_today(*registers: str) -> bool:
    """Whether each of these registers has a seal by the key that the house seals with now."""
    public = seals.public(seals.public_key())
    return {*registers} <= {it.register for it in seals.own().seals if it.fits(public)}


def test_a_key_that_is_changed_is_called_changed_also_where_no_register_could_be_sealed_by_it(
    evening: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names the new key, and what seals by it; the change is made once."""
    before = seals.public_key()
    with no_seal_once("change_seal_key", monkeypatch):
        sentence = refusal("seal", "--new-key", "--by", "delia")
    after = seals.public_key()
    assert after != before
    assert sentence == (
        f"From now on the house seals by {after}; hand it to whoever keeps seals. Not every register could be sealed "
        "by it: [Errno 28] No space left on device. Put that right, and seal them by “manage.py seal --all”."
    )
    assert not sealed_by_the_key_of_today(evening.code, HOUSE)
    said("seal", "--all")
    assert (seals.public_key(), sealed_by_the_key_of_today(evening.code, HOUSE)) == (after, True)
    assert all("unbroken" in line for line in printed("verify", "--all"))


def test_a_change_that_fails_before_the_key_has_its_place_is_called_broken_off_and_given_again(
    evening: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the entry or after it: the same command goes on with it, and there is one entry at the end."""

    def full(*_: str) -> bool:
        raise OSError(28, "No space left on device")

    def full_after_the_entry() -> bool:
        return last_verbs(1) == ["change_seal_key"] and full()

    for where, name, failing in ((seals, "keep", full), (key, "put", full_after_the_entry)):
        with monkeypatch.context() as patch:
            patch.setattr(where, name, failing)
            assert refusal("seal", "--new-key", "--by", "delia") == (
                "The change of the key was broken off: [Errno 28] No space left on device. Put that right and give the "
                "command again, which goes on with it."
            )
    said("seal", "--new-key", "--by", "delia")
    assert Entry.objects.filter(register=HOUSE, verb="change_seal_key").count() == 1
    assert sealed_by_the_key_of_today(evening.code, HOUSE)


@pytest.mark.parametrize(("whose", "minutes"), [("before", 2), ("before", None), ("today", -2)])
def test_a_seal_of_a_time_at_which_its_key_was_replaced_or_not_yet_made_is_none(
    evening: AtTable, whose: str, minutes: int | None
) -> None:
    """None is the end of the calendar."""
    said("seal", "--new-key", "--by", "delia")
    today = Path(settings.SEAL_KEY_FILE)
    [old] = today.parent.glob("seal_key.before-*")
    at = datetime.max.replace(tzinfo=UTC) if minutes is None else timezone.now() + timedelta(minutes=minutes)
    bare = SealLine("T3", evening.number, evening.row.digest, stamp(at), "")
    facts = {name: value for name, value in bare._asdict().items() if name != "signature"}
    signer = key.read(old if whose == "before" else today)
    forged = bare._replace(signature=signer.sign(canonical(facts).encode()).hex())
    assert found(exported("T3"), copies=[forged]).endswith("was signed with a key that the house did not have then.")
    with at_the_end_of(Path(settings.SEALS_FILE)) as file:
        file.write(f"{canonical(forged._asdict())}\n")
    assert "signed with a key that the house did not have then" in " ".join(printed("verify", "T3"))


def test_a_key_is_not_changed_by_a_clock_that_is_behind_the_last_seal(evening: AtTable) -> None:
    """What the key before had sealed was said to be of a key that the house did not have then."""
    with time_machine.travel(timezone.now() - timedelta(hours=1)):
        sentence = refusal("seal", "--new-key", "--by", "delia")
        assert "later than the clock of this machine" in sentence
        assert "change_seal_key" not in last_verbs(2)
    said("seal", "--new-key", "--by", "delia")
    assert all("unbroken" in line for line in printed("verify", "--all"))


def test_what_a_key_seals_after_the_clock_was_set_back_is_not_of_a_time_before_it_was_made(evening: AtTable) -> None:
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        said("seal", "--new-key", "--by", "delia")
    # The clock is set back now.
    evening.does("tip", amount=500)
    said("seal", "--all")
    assert all("unbroken" in line for line in printed("verify", "--all"))
    assert found(exported(evening.code), copies=copied_seals()) == ""


# --- it is lost


def two_of_them() -> None:
    """The Direzione and the auditor have PINs of their own."""
    for who, pin in ((Cast.at(HOUSE).direzione, "271828"), (Cast.at(HOUSE).auditor, "314159")):
        pins.set_(who.person.badge, pin, partial(_entered, who))


def _entered(who: Somebody, setting: pins.PinSetting) -> PressResult:
    """That this person has set their PIN."""
    return who.does("set_own_pin", device="tablet-1", proof=setting.proof)


def test_a_lost_key_is_replaced_on_the_word_of_two_by_their_pins(
    evening: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, copied = seals.public_key(), copied_seals()
    Path(settings.SEAL_KEY_FILE).unlink()
    assert "is gone" in refusal("seal", "--all")
    assert "is gone" in refusal("seal", "--new-key", "--by", "delia")
    assert not Path(settings.SEAL_KEY_FILE).exists(), "none is made in its place by itself"
    two_of_them()
    lost = ("seal", "--new-key", "--lost", "--by", "delia", "--with", "aldo")
    with pins_read(monkeypatch, "271828", "000000"):
        assert refusal(*lost) == "This is not the PIN of aldo; nothing was done."
    with pins_read(monkeypatch, "271828", "271828"):
        assert "is not for the role" in refusal("seal", "--new-key", "--lost", "--by", "delia", "--with", "delia")
        assert "“--with” names the second one" in refusal("seal", "--new-key", "--lost", "--by", "delia")
    assert (seals.public_key(), "lose_seal_key" in last_verbs(3)) == (before, False)
    stored = Refusal.objects.filter(register=HOUSE).values_list("actor", "verb", "code", "number")
    assert list(stored) == [("delia", "witness_lost_seal_key", "E_ROLE", House.objects.get().number)]
    with pins_read(monkeypatch, "271828", "314159"):
        said(*lost)
    after = seals.public_key()
    assert (after != before, last_verbs(2)) == (True, ["lose_seal_key", "witness_lost_seal_key"])
    assert [it for it in printed("verify", "--all") if "PIN" not in it and "unbroken" not in it] == []
    for code in (evening.code, HOUSE):
        data = exported(code)
        assert found(data, keys=[before]).startswith("It names another key"), "the one does not speak for the other"
        assert found(data, keys=[before, after], copies=copied) == ""
        assert found(data, keys=[after]) == ""


def test_a_lost_key_that_is_replaced_is_called_replaced_also_where_no_register_could_be_sealed(
    evening: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(settings.SEAL_KEY_FILE).unlink()
    two_of_them()
    with no_seal_once("witness_lost_seal_key", monkeypatch), pins_read(monkeypatch, "271828", "314159"):
        sentence = refusal("seal", "--new-key", "--lost", "--by", "delia", "--with", "aldo")
    assert sentence.startswith(f"From now on the house seals by {seals.public_key()}; ")
    assert sentence.endswith("“manage.py seal --all”.")
    said("seal", "--all")
    assert sealed_by_the_key_of_today(evening.code, HOUSE)


# --- it changes without an entry


def unknown() -> float:
    """What a collector reads of the key."""
    assert Client().get("/metrics").status_code == 200
    return figure("sabot_seal_key_unknown")


def test_a_key_that_changed_without_an_entry_is_an_alarm_and_seals_nothing(evening: AtTable) -> None:
    sealed, path = len(copied_seals()), Path(settings.SEAL_KEY_FILE)
    assert (key.alarm(), unknown()) == ("", 0)
    path.unlink()
    key._make(path)
    assert unknown() == 1
    assert "is not the one on record" in " ".join(printed("verify", HOUSE))
    page = signed_in(Role.DIREZIONE, language="en").get("/office/").content.decode()
    assert "is not the one on record" in page
    assert "is not the one on record" in refusal("seal", "--all")
    seals.keep_after(evening.code)
    assert len(copied_seals()) == sealed
    client: Client = signed_in(Role.AUDITOR, language="en")
    answer = client.post("/records/proof/", {"of": "T3", "nonce": "n-1"})
    assert (answer.status_code, "Nothing can be signed" in answer.content.decode()) == (422, True)


def test_a_key_that_was_replaced_on_record_and_lies_here_again_is_called_so(evening: AtTable) -> None:
    """Nobody has to look for whoever changed it."""
    was = Path(settings.SEAL_KEY_FILE).read_bytes()
    said("seal", "--new-key", "--by", "delia")
    Path(settings.SEAL_KEY_FILE).write_bytes(was)
    [first, today] = key.on_record()
    assert f"{first.key}, was replaced in entry {today.number} of the house" in refusal("seal", "--all")


@pytest.mark.parametrize("code", ["T3", HOUSE])
def test_a_register_that_is_handed_out_while_the_key_is_changed_is_whole_and_proven_by_the_key_before(
    evening: AtTable, code: str
) -> None:
    before, begun = key.public_key(), export.lines(code)
    first = next(begun)
    said("seal", "--new-key", "--by", "delia")
    assert key.public_key() != before
    assert found(b"".join([first, *begun]), keys=[before]) == ""


def test_a_register_whose_key_is_changed_between_the_press_and_its_first_line_is_refused_in_a_sentence(
    evening: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the head names is then no key that signs."""
    monkeypatch.setattr(key, "keyring", lambda _named: Keyring([Named("ab" * 32, 0, "")]))
    answer = signed_in(Role.AUDITOR, language="en").post("/records/proof/", {"of": "T3", "nonce": "n-1"})
    assert answer.status_code == 422
    assert "hand it out once more" in answer.content.decode()


def test_a_key_that_is_written_into_the_record_without_the_word_of_the_one_before_is_found(evening: AtTable) -> None:
    """Whoever holds the database alone writes an entry as the door would, and its row."""
    said("seal", "--new-key", "--by", "delia")
    genuine = key.on_record()
    forged = "ab" * 32

    def changed(entry: Entry) -> None:
        entry.arguments = entry.arguments.replace(genuine[1].key, forged)
        entry.outcome = entry.outcome.replace(genuine[1].key, forged)

    triggers.drop_triggers(connection)
    last = write_anew(HOUSE, changed)
    triggers.create_triggers(connection)
    House.objects.update(digest=last, seal_keys=[genuine[0]._asdict(), genuine[1]._replace(key=forged)._asdict()])
    words = " ".join(printed("verify", HOUSE))
    assert "was not signed by the one before" in words
    assert "is not the one on record" in words


@pytest.mark.parametrize("otherwise", [{"number": 2}, {"at": "2026-11-01T20:00:00.000000Z"}], ids=["entry", "time"])
def test_head_and_entries_of_the_house_name_the_same_keys(evening: AtTable, otherwise: dict[str, Any]) -> None:
    said("seal", "--new-key", "--by", "delia")
    first, now = key.on_record()
    Path(settings.SEALS_FILE).unlink()
    House.objects.update(seal_keys=[first._replace(**otherwise)._asdict(), now._asdict()])
    assert found(exported(HOUSE)) == "Its entries name other keys than its head, or at other times."


def test_a_house_that_has_named_no_key_acts_also_while_the_file_of_its_key_holds_none(at: Home) -> None:
    Path(settings.SEAL_KEY_FILE).write_text("")
    Cast.at(HOUSE).direzione.does("add_table", code="T1")
    assert key.on_record() == []
    for command in ("verify", "replay"):
        [sentence] = printed(command, "--all")
        assert sentence.startswith(f"These seals cannot be read: {settings.SEAL_KEY_FILE} holds no key of the seals")
    Path(settings.SEAL_KEY_FILE).unlink()
    Cast.at(HOUSE).direzione.does("add_table", code="T2")
    assert len(key.on_record()) == 1


@pytest.mark.parametrize("command", [("--all",), ("--new-key", "--by", "delia")])
def test_where_a_house_that_has_named_no_key_has_none_in_its_file_nothing_is_sealed_and_the_file_is_named(
    evening: AtTable, command: tuple[str, ...]
) -> None:
    House.objects.update(seal_keys=[])
    Path(settings.SEAL_KEY_FILE).write_text("no key at all", encoding="utf-8")
    assert f"{settings.SEAL_KEY_FILE} holds no key of the seals" in refusal("seal", *command)


def test_where_what_is_to_be_the_next_key_is_none_the_key_is_not_changed_and_its_file_is_named(
    evening: AtTable,
) -> None:
    before, new = seals.public_key(), Path(f"{settings.SEAL_KEY_FILE}.new")
    new.write_text("no key at all", encoding="utf-8")
    assert f"{new} holds no key of the seals" in refusal("seal", "--new-key", "--by", "delia")
    assert seals.public_key() == before
    new.unlink()
    said("seal", "--new-key", "--by", "delia")
    assert seals.public_key() != before


def test_a_key_whose_file_the_house_may_not_read_is_an_alarm_in_the_office(
    evening: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refused)
    assert "cannot be read: [Errno 13] Permission denied" in key.alarm()
    assert "Permission denied" in signed_in(Role.DIREZIONE, language="en").get("/office/").text


def test_a_key_that_cannot_be_read_is_an_alarm_too(evening: AtTable) -> None:
    Path(settings.SEAL_KEY_FILE).write_text("no key at all", encoding="utf-8")
    assert unknown() == 1
    assert "is gone" in refusal("seal", "--all")


# --- what earlier versions have handed out


def test_an_export_of_the_first_form_is_read_with_its_one_key(evening: AtTable) -> None:
    """It knew of no other keys; the head is the only line that differs."""
    first, *lines, _end = exported(evening.code).splitlines(keepends=True)
    head = json.loads(first)["head"]
    del head["keys"]
    body = f"{canonical({'head': head | {'form': 1}})}\n".encode() + b"".join(lines)
    facts = {"lines": len(lines) + 1, "register": evening.code, "sha256": sha256(body).hexdigest()}
    end = facts | {"signature": seals.sign(canonical({"export": facts}).encode())}
    old = body + f"{canonical({'end': end})}\n".encode()
    assert found(old, keys=[seals.public_key()], copies=copied_seals()) == ""
    assert found(old, keys=["0" * 64]).startswith("It names another key")
    before = seals.public_key()
    said("seal", "--new-key", "--by", "delia")
    assert found(old, keys=[before, seals.public_key()]) == "", "of one that came later it could not know"


# --- as anybody runs it


def test_the_program_is_given_several_keys_and_says_how_one_led_to_the_other(evening: AtTable, tmp_path: Path) -> None:
    before = seals.public_key()
    said("seal", "--new-key", "--by", "delia")
    program, export = tmp_path / "sabot-verify.pyz", tmp_path / "T3.jsonl"
    program.write_bytes(packed(ROOT))
    export.write_bytes(exported(evening.code))
    command = [
        sys.executable,
        "-I",
        "-S",
        str(program),
        str(export),
        "--language",
        "en",
        "--seals",
        settings.SEALS_FILE,
    ]
    keys = ["--key", before, "--key", seals.public_key()]
    run = subprocess.run([*map(str, command), *keys], capture_output=True, text=True, check=False, env={})
    assert (run.returncode, run.stderr) == (0, "")
    assert f"the key {before} was followed by {seals.public_key()}, which it has signed." in run.stdout
