"""A start of a taglia lies on disk, signed: it saves the time to perform all before it, and is never the record."""

import errno
import io
import json
import os
import pickle
import stat
import zipfile
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from procedures.models import Incident
from table.models import Adjustment, Coup, Entry, Shoe, Table, Uncollected
from table.record.key import sign
from table.record.past import pruning, reach, starts
from table.record.past.reach import PAST
from table.record.past.replay import differences
from table.record.past.stage import Copy
from table.rules.houses import VENEZIA
from table.rules.topics.sources import LAW
from table.screens.read.pictures import pictures_of
from table.screens.read.snapshot import Snapshot
from tests.backup.houses import Home, back_up, home
from tests.croupier.cases import report
from tests.croupier.coups import close, play
from tests.croupier.dealer import Croupier
from tests.rig import triggers
from tests.rig.cast import everybody_is_taken_on
from tests.rig.diary import ends, looks_unless_ended
from tests.rig.made_before import evening_made_before
from tests.rig.past import Noted
from tests.rig.sampling import in_two_parts
from tests.rig.tables import AtTable, prepare_shoe, ready_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def at(tmp_path: Path) -> Iterator[Home]:
    """A house whose key and starts lie in a folder of its own."""
    with home(tmp_path / "house") as found:
        yield found


@pytest.fixture(autouse=True)
def _what_is_closed_goes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of earlier taglie one coup stays, as of long ones twenty."""
    monkeypatch.setattr(pruning, "RECENT_COUPS", 1)
    monkeypatch.setattr(pruning, "RECENT_ALERTS", 0)


def new_shoe(table: AtTable) -> None:
    """The taglia is over, and the next one begins."""
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, VENEZIA, serial=f"S-{table.row.shoes.count() + 1}")


@pytest.fixture
def table() -> AtTable:
    """Three taglie, laid out again for each test."""
    return three_taglie()


@evening_made_before
def three_taglie() -> AtTable:
    """At T1 three taglie were begun, with two coups each."""
    everybody_is_taken_on()
    table = ready_table(seats=2, code="T1")
    for taglia in (1, 2, 3):
        if taglia > 1:
            new_shoe(table)
        play(table, "P100@1", "B50@2")
        play(table, "P100@1")
    return table


def night(*more: str) -> str:
    """What the nightly command says."""
    paper = io.StringIO()
    with translation.override("en"):
        call_command("starts", "--all", *more, stdout=paper)
    return paper.getvalue()


def beginnings() -> list[int]:
    """The entries before the taglie of T1."""
    return [at - 1 for at in Shoe.objects.filter(table__code="T1").values_list("loaded_at", flat=True) if at]


def stored() -> dict[int, Path]:
    """The starts of T1, by their entries."""
    return {int(it.stem): it for it in sorted((Path(settings.STARTS) / "T1").glob("*.start"))}


def entries_of(taglia: int) -> int:
    """How many entries T1 has from the beginning of a taglia up to the beginning of its last coup."""
    last = Coup.objects.filter(shoe__taglia=taglia).latest("pk")
    return ends(last)[0] - 1 - beginnings()[taglia - 1]


def digest_of(table: Snapshot) -> str:
    return table.table.digest


def look(taglia: int) -> list[str]:
    """The digests of the acts of the last coup of a taglia but for its end, as the past has them; nothing is cached."""
    PAST.copies.clear()
    coup = Coup.objects.filter(shoe__taglia=taglia).select_related("shoe", "table").latest("pk")
    return [*pictures_of(coup, *ends(coup), look=digest_of).looks.values()][:-1]


def as_recorded(taglia: int) -> list[str]:
    """The digests of the same acts in the register."""
    first, last = ends(Coup.objects.filter(shoe__taglia=taglia).latest("pk"))
    entries = Entry.objects.filter(register="T1", number__gte=first, number__lt=last).order_by("number")
    return [*entries.values_list("digest", flat=True)]


# --- the night makes them


def test_the_night_stores_the_start_of_each_taglia_for_the_house_alone_and_the_next_one_finds_them_made(
    table: AtTable, noted: Noted
) -> None:
    assert "T1: starts of taglie made: 3" in night()
    assert [*stored()] == beginnings()
    assert {stat.S_IMODE(it.stat().st_mode) for it in stored().values()} == {0o600}
    noted.entries.clear()
    made = {it: it.read_bytes() for it in stored().values()}
    assert "T1: starts of taglie made: 0" in night()
    assert (noted.entries, {it: it.read_bytes() for it in stored().values()}) == ([], made)


def test_its_sentences_come_as_text_alone_and_json_is_not_offered() -> None:
    with pytest.raises(CommandError, match="unrecognized arguments: --json"):
        night("--json")


def test_a_night_that_has_no_time_left_goes_on_the_next_night(table: AtTable) -> None:
    assert "T1: the time is over; the next night goes on from here." in night("--minutes", "0")
    assert stored() == {}
    assert "T1: starts of taglie made: 3" in night()


def test_a_night_that_cannot_store_a_start_fails_and_names_the_table(
    table: AtTable, noted: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CommandError, match=r"T1: a start could not be stored: .*No space left on device"):
        night()
    assert [*(Path(settings.STARTS) / "T1").iterdir()] == []
    monkeypatch.undo()
    assert "T1: starts of taglie made: 3" in night()


def test_a_night_that_cannot_delete_a_start_fails_and_has_made_those_that_are_missing(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def anothers(path: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    (Path(settings.STARTS) / "T9").mkdir(parents=True)
    monkeypatch.setattr(starts, "rmtree", anothers)
    with pytest.raises(CommandError, match=r"not needed could not be deleted: .*Permission denied.*T9"):
        night()
    assert [*stored()] == beginnings()


def test_whoever_looks_at_an_old_taglia_performs_that_one_alone(table: AtTable, noted: Noted) -> None:
    night()
    for taglia in (3, 1, 2):
        noted.entries.clear()
        assert look(taglia) == as_recorded(taglia)
        assert sum(noted.entries[:-1]) == entries_of(taglia)


def test_whoever_has_to_perform_earlier_taglie_stores_their_starts(table: AtTable, noted: Noted) -> None:
    assert look(3) == as_recorded(3)
    assert sum(noted.entries[:-1]) == beginnings()[2] + entries_of(3)
    assert [*stored()] == beginnings()


@pytest.mark.one_in(2)
def test_on_either_engine_the_night_makes_starts_which_are_used_and_are_in_no_backup(
    real_database: str, at: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ready_table(seats=1, code="T1")
    for _ in range(2):
        play(table, "P100@1")
        new_shoe(table)
    play(table, "P100@1")
    assert "T1: starts of taglie made: 3" in night()
    monkeypatch.setattr(PAST, "performs", noted := Noted(PAST.performs))
    assert look(3) == as_recorded(3)
    assert sum(noted.entries[:-1]) == entries_of(3)
    back_up(at)
    with zipfile.ZipFile(at.backup) as packed:
        assert not any("start" in name for name in packed.namelist())


def test_no_job_has_more_entries_than_are_handed_over_at_once(
    table: AtTable, noted: Noted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "AT_ONCE", 4)
    assert look(2) == as_recorded(2)
    assert max(noted.entries) == 4
    assert differences("T1") == []


# --- one that does not fit is thrown away


def changed(head: dict[str, Any], body: bytes, *, signed: bool = False) -> bytes:
    """A start with this first line; signed by the house where somebody has its key."""
    if signed:
        head["signature"] = sign(starts.Start(**head).signed())
    return json.dumps(head).encode() + b"\n" + body


def with_another_byte(head: dict[str, Any], body: bytes) -> bytes:
    return changed(head, body[:-1] + bytes([body[-1] ^ 1]))


def with_another_copy(head: dict[str, Any], body: bytes) -> bytes:
    """Its SHA-256 is that of the copy, which the signature is not over."""
    return changed(head | {"sha256": sha256(body + b"!").hexdigest()}, body + b"!")


def of_another_entry(head: dict[str, Any], body: bytes) -> bytes:
    return changed(head | {"number": head["number"] + 1}, body, signed=True)


def of_another_register(head: dict[str, Any], body: bytes) -> bytes:
    return changed(head | {"register": "T2"}, body, signed=True)


def of_another_past(head: dict[str, Any], body: bytes) -> bytes:
    """A house was restored: the number is the same, and the digest is not."""
    return changed(head | {"digest": "0" * 64}, body, signed=True)


def by_another_program(head: dict[str, Any], body: bytes) -> bytes:
    return changed(head | {"made_by": "0" * 64}, body, signed=True)


def with_another_signature(head: dict[str, Any], body: bytes) -> bytes:
    return changed(head | {"signature": "0" * 128}, body)


def without_a_signature(head: dict[str, Any], body: bytes) -> bytes:
    return changed(head | {"signature": "none"}, body)


class Bomb:
    """Whoever unpickles it is found out."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        return pytest.fail, ("a start was unpickled",)


def a_pickle(_head: dict[str, Any], _body: bytes) -> bytes:
    return pickle.dumps(Bomb())


def nothing(_head: dict[str, Any], _body: bytes) -> bytes:
    return b""


TAMPERED: tuple[Callable[[dict[str, Any], bytes], bytes], ...] = (
    *(with_another_byte, with_another_copy, of_another_entry, of_another_register, of_another_past),
    *(by_another_program, with_another_signature, without_a_signature, a_pickle, nothing),
)


@in_two_parts(one_in=3)
def test_one_that_does_not_fit_is_thrown_away_and_made_again(table: AtTable, noted: Noted, part: slice) -> None:
    night()
    path = stored()[beginnings()[2]]
    of_third = beginnings()[2] - beginnings()[1] + entries_of(3)
    line, _end, body = path.read_bytes().partition(b"\n")
    for tampered in TAMPERED[part]:
        path.write_bytes(tampered(json.loads(line), body))
        noted.entries.clear()
        assert look(3) == as_recorded(3), tampered.__name__
        assert sum(noted.entries[:-1]) == of_third, tampered.__name__
        assert path.read_bytes().partition(b"\n")[2] == body, tampered.__name__


@in_two_parts(one_in=3)
def test_the_night_too_throws_away_one_whose_first_line_does_not_fit(table: AtTable, part: slice) -> None:
    night()
    path = stored()[beginnings()[2]]
    line, _end, body = path.read_bytes().partition(b"\n")
    for tampered in TAMPERED[part]:
        path.write_bytes(tampered(json.loads(line), body))
        if tampered is not with_another_byte:  # the night reads the first line alone
            assert "T1: starts of taglie made: 1" in night(), tampered.__name__
        assert look(3) == as_recorded(3), tampered.__name__


def test_that_of_another_taglia_or_table_is_none_of_this_one(table: AtTable, noted: Noted) -> None:
    night()
    first, _second, third = beginnings()
    stored()[third].write_bytes(stored()[first].read_bytes())
    noted.entries.clear()
    assert look(3) == as_recorded(3)
    assert sum(noted.entries[:-1]) > entries_of(3)
    other = Path(settings.STARTS) / "T2" / f"{third}.start"
    other.parent.mkdir()
    other.write_bytes(stored()[third].read_bytes())
    assert starts.read(ready_table(seats=1, code="T2").row, third) is None
    assert not other.exists()


def test_after_a_change_of_the_program_all_are_made_again(table: AtTable, settings: Any) -> None:
    night()
    settings.SABOT_VERSION = "99.0"
    starts.made_by.cache_clear()
    try:
        PAST.copies.clear()
        assert "T1: starts of taglie made: 3" in night()
    finally:
        starts.made_by.cache_clear()


def test_what_an_earlier_key_has_signed_is_made_again_by_that_of_today(table: AtTable, noted: Noted) -> None:
    night()
    before = {number: it.read_bytes() for number, it in stored().items()}
    call_command("seal", "--new-key", "--by", "delia", stdout=io.StringIO())
    PAST.copies.clear()
    assert "T1: starts of taglie made: 3" in night()
    assert [number for number, it in stored().items() if it.read_bytes() != before[number]] == beginnings()
    noted.entries.clear()
    assert look(2) == as_recorded(2)
    assert sum(noted.entries[:-1]) == entries_of(2)


def test_while_the_key_is_gone_those_that_it_has_signed_count_and_none_is_made(table: AtTable, noted: Noted) -> None:
    night()
    Path(settings.SEAL_KEY_FILE).unlink()
    stored()[beginnings()[2]].unlink()
    noted.entries.clear()
    assert look(2) == as_recorded(2)
    assert sum(noted.entries[:-1]) == entries_of(2)
    assert look(3) == as_recorded(3)
    assert [*stored()] == beginnings()[:2]


def test_none_is_made_of_a_register_that_is_no_chain(table: AtTable) -> None:
    triggers.drop_triggers(connection)
    Entry.objects.filter(register="T1", number=beginnings()[1] + 2).update(actor="somebody")
    assert "T1: starts of taglie made: 2" in night()
    assert [*stored()] == beginnings()[:2]


# --- how many there are


def test_of_earlier_taglie_each_tenth_start_is_stored_and_the_oldest_go(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    shoe = table.row.shoes.latest("pk")
    more = [
        Shoe(table=table.row, taglia=it, loaded_at=1000 * it, sixain=shoe.sixain, status="void", cards_total=312)
        for it in range(4, 41)
    ]
    Shoe.objects.bulk_create(more)
    monkeypatch.setattr(starts, "NEWEST", 5)
    first = beginnings()[0]
    assert starts.wanted(table.row) == [first, *(1000 * it - 1 for it in (11, 21, 31, 36, 37, 38, 39, 40))]
    monkeypatch.setattr(starts, "MOST", 7)
    assert starts.wanted(table.row) == [1000 * it - 1 for it in (21, 31, 36, 37, 38, 39, 40)]


def test_what_is_not_needed_any_more_is_deleted_by_the_night_and_nothing_else(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    night()
    folder = Path(settings.STARTS)
    (folder / "T9").mkdir()
    (folder / "T9" / "7.start").write_bytes(b"of a table that is gone")
    (folder / "T1" / "tmpabc").write_bytes(b"half written")
    monkeypatch.setattr(starts, "MOST", 2)
    assert "starts that are not needed any more, deleted: 3" in night()
    assert sorted(it.name for it in folder.iterdir()) == ["T1"]
    assert [*stored()] == beginnings()[1:]


# --- what is open


def open_much(table: AtTable) -> tuple[Incident, Incident]:
    """A dispute that is referred to the Direzione, a worn card, and chips that nobody collects."""
    disputed = report(table, "dispute", coup="1.2", position="1", about="payment")
    table.cast.ispettore.does("refer", incident=disputed.number, reason="he insists")
    left = report(table, "uncollected", position="2", left="chips", amount=500)
    return disputed, left


def test_what_is_open_across_taglie_is_in_the_start_and_the_acts_that_close_it_come_out_the_same() -> None:
    everybody_is_taken_on()
    table = ready_table(seats=2, code="T1")
    play(table, "P100@1", "B50@2")
    play(table, "P100@1")
    disputed, left = open_much(table)
    if left.stands:
        table.cast.ispettore.does("confirm_uncollected", incident=left.number)
    for _ in range(3):
        new_shoe(table)
        play(table, "P100@1")
    night()
    start = starts.read(table.row, beginnings()[3])
    assert start is not None
    assert start.retained.coups == ("1.2",)
    assert start.retained.since > ends(Coup.objects.get(shoe__taglia=2))[1]
    pay = {"bettor": "anna", "amount": 5000}
    table.cast.direzione.does("decide_dispute", incident=disputed.number, text="he is paid", corrections=[pay])
    slip = Uncollected.objects.get(table=table.row, closed=None).slip
    table.cast.direzione.does("dispose", slip=slip, text="handed out")
    assert Adjustment.objects.get().coup.key == "1.2"
    assert goes_on_from(start, table) == []


def test_a_coup_that_is_disputed_when_it_is_long_over_is_in_the_starts_from_then_on(
    table: AtTable, noted: Noted
) -> None:
    night()
    made = [starts.read(table.row, it) for it in beginnings()]
    assert all(it is not None and "1.1" not in it.retained.coups for it in made)
    case = report(table, "dispute", coup="1.1", position="1", about="payment")
    play(table, "P100@1")
    noted.entries.clear()
    assert look(3) == as_recorded(3)
    assert sum(noted.entries[:-1]) == beginnings()[2] - beginnings()[0] + entries_of(3), "from before that coup on"
    start = starts.read(table.row, beginnings()[2])
    assert start is not None
    assert start.retained.coups == ("1.1",)
    assert goes_on_from(start, table) == []
    assert case.stands


def goes_on_from(start: Copy, table: AtTable) -> list[str]:
    """What comes out otherwise where the register is performed from a start on, to its end."""
    done = PAST.performs.perform(reach.job(Table.objects.get(code="T1"), start), within=0)
    assert (done.number, done.digest) == (table.number, table.row.digest)
    return [*map(str, done.differences)]


def test_a_taglia_that_started_under_the_law_before_is_dealt_by_it_from_a_start_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    everybody_is_taken_on()
    with monkeypatch.context() as then:
        then.setattr("table.play.coup.LAW", LAW - 1)
        table = ready_table(seats=2, code="T1")
        for new in (False, True, True):
            if new:
                new_shoe(table)
            play(table, "P100@1")
            close(table, "P100@1")
            report(table, "late_stake", position="2", box="punto", amount=100_000)
            Croupier(table, "9S 2S KD 3S").to_the_burn()
    night()
    start = starts.read(table.row, beginnings()[-1])
    assert start is not None
    assert start.retained.since > beginnings()[1], "nothing is left of how the first taglia started"
    assert goes_on_from(start, table) == []


def test_a_coup_looks_the_same_from_a_start_as_it_was_played(table: AtTable) -> None:
    coup = Coup.objects.filter(shoe__taglia=3).select_related("shoe", "table").latest("pk")
    PAST.copies.clear()
    whole = pictures_of(coup, *ends(coup), look=looks_unless_ended)
    night()
    PAST.copies.clear()
    assert pictures_of(coup, *ends(coup), look=looks_unless_ended) == whole
