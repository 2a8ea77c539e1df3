"""Somebody is forgotten: names and texts go, keys, digests and entries stay, and the record is as sound as before."""

import io
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.utils import timezone, translation

from config.management.commands import keep
from table.access import attempts
from table.memory.statements import watched
from table.models import HOUSE, Entry, Guest, KnownAddress, Note, Person, StaffSession, WrongPin
from table.record import chain, seals
from table.record.proof import audit
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.read.lines import lines
from table.screens.read.snapshot import read_entry
from table.screens.regions import Region, draw
from table.views.office.erasing import _texts
from table.words.numbers import Numbers
from tests.croupier.cases import report
from tests.croupier.coups import lay
from tests.office.test_office import Office
from tests.rig.staff import comes_in, signed_in
from tests.rig.tables import AtTable, Cast, Somebody, check, ready_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
WORDS = "Signor Rossi broke a glass"


@pytest.fixture
def direzione() -> Somebody:
    """Delia, in the house."""
    return Cast.at(HOUSE).direzione


def noted(table: AtTable, text: str = WORDS) -> Note:
    """A note of the Ispettore."""
    table.cast.ispettore.does("annotate", text=text)
    return Note.objects.latest("pk")


def gone(table: AtTable) -> None:
    """Anna gives the seat back."""
    table.does("release", position="1")


def words(register: str) -> str:
    """The newest entry as it is read."""
    line = lines([read_entry(Entry.objects.filter(register=register).latest("number"))], Numbers("en"))[0]
    return " · ".join((line.act, *line.effects))


# --- a guest


def test_a_guest_who_left_is_forgotten_and_the_key_and_every_entry_stay(direzione: Somebody) -> None:
    table = ready_table()
    Guest.objects.filter(key="anna").update(name="Anna Rossi")
    note = noted(table)
    gone(table)
    entries = list(Entry.objects.filter(register="T3").values_list("number", "digest"))
    direzione.does("erase_guest", guest="anna", notes=[note.digest])
    assert Guest.objects.get(key="anna").name == ""
    stored = Note.objects.get(digest=note.digest)
    assert (stored.text, stored.salt, stored.erased) == ("", "", True)
    assert list(Entry.objects.filter(register="T3").values_list("number", "digest")) == entries
    assert words(HOUSE) == f"the name of guest anna is erased · texts erased: 1, of T3 {note.number}"
    assert "Rossi" not in "".join(Entry.objects.filter(register=HOUSE).values_list("arguments", flat=True))
    check("T3")
    assert audit.faults(HOUSE) == [] or "on no record" in audit.faults(HOUSE)[0]


@pytest.mark.parametrize("how", ["sits", "stands", "waits", "has chips in custody", "has a stake on the felt"])
def test_nobody_is_erased_who_is_in_play(direzione: Somebody, how: str) -> None:
    table, guest = ready_table(seats=2), {"sits": "anna", "has a stake on the felt": "bruno"}.get(how, "hugo")
    if how == "stands":
        table.does("stand_at", position="5", guest="hugo")
    elif how == "waits":
        table.does("reserve", guest="hugo")
    elif how == "has chips in custody":
        facts = {"position": "1", "left": "chips", "amount": 2500, "owner": "anna"}
        table.does("report_incident", kind="uncollected", facts=facts)
        gone(table)
        guest = "anna"
    elif how == "has a stake on the felt":
        lay(table, "P100@2")
        table.does("release", position="2")
    refused = direzione.is_refused(Code.PRESENCE, "erase_guest", guest=guest, notes=[])
    assert "at the table “T3”" in str(refused)


def test_a_guest_whom_nobody_knows_is_not_erased(direzione: Somebody) -> None:
    direzione.is_refused(Code.ARGUMENTS, "erase_guest", guest="nobody", notes=[])


# --- somebody who left


def test_somebody_who_left_is_forgotten_and_the_badge_is_nobody_elses(direzione: Somebody) -> None:
    direzione.does("take_on", badge="nadia", role="dealer")
    Person.objects.filter(badge="nadia").update(name="Nadia Neri")
    refused = direzione.is_refused(Code.PRESENCE, "erase_person", badge="nadia", notes=[])
    assert str(refused) == "“nadia” works here; only who was made inactive is erased."
    direzione.does("set_active", badge="nadia", active=False)
    direzione.does("erase_person", badge="nadia", notes=[])
    assert Person.objects.get(badge="nadia").name == ""
    direzione.is_refused(Code.ARGUMENTS, "take_on", badge="nadia", role="dealer")
    direzione.is_refused(Code.ARGUMENTS, "erase_person", badge="nobody", notes=[])


# --- texts


def test_a_text_that_is_erased_is_read_as_erased_by_everybody_at_once(direzione: Somebody) -> None:
    table = ready_table()
    note = noted(table)
    before = table.row.inbox
    direzione.does("erase_notes", notes=[note.digest])
    assert words("T3") == "note: (erased)"
    assert words(HOUSE) == f"texts are erased: somebody asked for it · texts erased: 1, of T3 {note.number}"
    assert table.row.inbox > before, "the screens of the table are drawn again"
    check("T3")


@pytest.mark.parametrize("elsewhere", [False, True])
def test_the_words_of_a_report_are_read_as_erased_of_its_case_in_each_language_and_process(
    direzione: Somebody, monkeypatch: pytest.MonkeyPatch, *, elsewhere: bool
) -> None:
    table = ready_table()
    table.does("report_incident", kind="unforeseen", facts={"what": "other"}, text=WORDS)
    languages = {"it": "(cancellato)", "en": "(erased)", "de": "(gelöscht)"}
    regions = [Region("incidents:ispettore_gioco", it) for it in languages]

    def shown() -> dict[str, str]:
        found = draw(table.code, regions)
        assert found is not None
        return {region.language: drawing.text for region, drawing in found.texts.items()}

    assert [WORDS in text for text in shown().values()] == [True] * 3
    if elsewhere:  # this process notices nothing of what another one writes
        monkeypatch.setattr(watched(), "on_write", lambda _model, _rows: None)
    direzione.does("erase_notes", notes=[Note.objects.get().digest])
    assert {it: (WORDS in text, languages[it] in text) for it, text in shown().items()} == dict.fromkeys(
        languages, (False, True)
    )


def test_what_is_not_there_or_is_gone_already_is_not_erased_again(direzione: Somebody) -> None:
    note = noted(ready_table())
    direzione.is_refused(Code.ARGUMENTS, "erase_notes", notes=[])
    direzione.is_refused(Code.STALE, "erase_notes", notes=[note.digest, "0" * 64])
    assert Note.objects.get(digest=note.digest).text == WORDS
    direzione.does("erase_notes", notes=[note.digest])
    direzione.is_refused(Code.STALE, "erase_notes", notes=[note.digest])
    direzione.is_refused(Code.ARGUMENTS, "erase_notes", notes=["0" * 64] * 101)


def test_a_press_that_arrives_again_after_its_text_was_erased_gets_its_first_answer(direzione: Somebody) -> None:
    table = ready_table()
    ispettore = table.cast.ispettore
    first = ispettore.does("annotate", text=WORDS, nonce="a press")
    direzione.does("erase_notes", notes=[Note.objects.get().digest])
    assert ispettore.does("annotate", text=WORDS, nonce="a press") == first


def test_a_note_knows_its_entry() -> None:
    table = ready_table()
    note = noted(table)
    entry = Entry.objects.get(register="T3", number=note.number)
    assert (note.register, note.at, chain.read(entry.arguments)) == ("T3", entry.at, {"text": note.digest})


def test_a_text_that_is_gone_without_an_entry_that_says_so_is_missed(direzione: Somebody) -> None:
    table = ready_table()
    one, other = noted(table), noted(table, "seen")
    direzione.does("erase_notes", notes=[one.digest])
    assert audit.faults("T3") == []
    Note.objects.filter(pk=other.pk).update(text="", erased=True)
    assert audit.faults("T3") == [f"T3 {other.number}: the note that it names is gone, and nobody erased it on record"]


@pytest.mark.parametrize("erased", [True, False])
def test_a_text_that_was_erased_and_is_there_again_is_found(direzione: Somebody, *, erased: bool) -> None:
    note = noted(ready_table())
    before = Note.objects.values("text", "salt").get(pk=note.pk)
    direzione.does("erase_notes", notes=[note.digest])
    Note.objects.filter(pk=note.pk).update(**before, erased=erased)
    assert audit.faults("T3") == [
        f"T3 {note.number}: the note that it names was erased on record, and its text is there"
    ]


# --- the page


def test_the_direzione_looks_somebody_up_and_erases_what_was_ticked() -> None:
    table = ready_table()
    Guest.objects.filter(key="anna").update(name="Anna Rossi")
    ticked, other = noted(table), noted(table, "Rossi asked for another seat")
    gone(table)
    office = Office()
    assert 'href="/office/erasing/?guest=anna&amp;find=rossi"' in office.page("/office/erasing/?find=rossi")
    path = "/office/erasing/?guest=anna&find=rossi"
    page = office.page(path)
    assert "The name “Anna Rossi”." in page
    assert "The key “anna”, with which the registers know the guest" in page
    assert f"table T3, number {ticked.number}" in page
    answer = office.is_refused(path, "erase_guest", note=[ticked.digest])
    assert "What is erased cannot be brought back" in answer
    assert answer.count(" checked>") == 1, "what was ticked is ticked still"
    assert office.does(path, "erase_guest", note=[ticked.digest], sure="yes") == (
        "“anna” is erased; key and entries stay."
    )
    assert [it.erased for it in Note.objects.order_by("pk")] == [True, False]
    assert Note.objects.get(pk=other.pk).text in office.page("/office/erasing/?find=rossi")


def test_a_text_of_the_houses_own_register_is_of_no_table() -> None:
    Cast.at(HOUSE).ispettore.does("identify", guest="anna", paper="passport of Signora Rossi")
    page = Office().page("/office/erasing/?find=passport")
    assert f"<small>the house, number {Note.objects.get().number} · " in page


def test_texts_alone_are_erased_and_whoever_plays_is_told_of() -> None:
    table = ready_table()
    note = noted(table)
    office = Office()
    assert "has a seat" in office.is_refused("/office/erasing/?guest=anna", "erase_guest", sure="yes")
    path = "/office/erasing/?find=glass"
    assert office.does(path, "erase_notes", note=[note.digest], sure="yes") == "The texts are erased."
    assert "Nobody is found, and no text: glass" in office.page(path)


@pytest.mark.parametrize("find", ["niccolò", "NICCOLÒ", "élo", "ÉLO"])
def test_letters_with_accents_are_found_in_any_case(find: str) -> None:
    """To the database of a small house “É” and “é” were two letters: nobody was found, and the name stayed."""
    table = ready_table()
    Guest.objects.filter(key="anna").update(name="Élodie Niccolò")
    Person.objects.filter(badge="dora").update(name="Élodie Niccolò", is_active=False)
    noted(table, "SIGNORA ÉLODIE NICCOLÒ broke a glass")
    page = Office().page(f"/office/erasing/?find={find}")
    assert "?guest=anna" in page
    assert "?badge=dora" in page
    assert "broke a glass" in page


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"], indirect=True)
@pytest.mark.usefixtures("real_database")
def test_letters_with_accents_are_found_in_any_case_by_both_databases() -> None:
    Note.objects.create(register="T3", number=1, digest="d", text="SIGNORA ÉLODIE NICCOLÒ broke a glass (½)")
    found = {
        find: [it.words for it in _texts(find)] for find in ("niccolò", "élodie", "ÉLODIE", "(½)", "élx", ".lodie")
    }
    assert {find: len(words) for find, words in found.items()} == {
        "niccolò": 1,
        "élodie": 1,
        "ÉLODIE": 1,
        "(½)": 1,
        "élx": 0,
        ".lodie": 0,
    }


def test_what_is_looked_for_is_no_pattern() -> None:
    noted(ready_table(), "paid (50 %) at 21.30?")
    office = Office()
    assert "no text: 50.*30" in office.page("/office/erasing/?find=50.*30")
    assert "at 21.30?" in office.page("/office/erasing/?find=(50+%25)+at+21.30%3F")


def test_somebody_who_left_leads_to_the_page_from_among_the_people(direzione: Somebody) -> None:
    direzione.does("set_active", badge="dora", active=False)
    office = Office()
    assert "/office/erasing/?badge=dora" in office.page("/office/people/dora/")
    said = office.does("/office/erasing/?badge=dora", "erase_person", sure="yes")
    assert said == "“dora” is erased; key and entries stay."


def test_somebody_is_erased_with_the_devices_where_they_signed_in_or_not_at_all(
    direzione: Somebody, monkeypatch: pytest.MonkeyPatch
) -> None:
    direzione.does("set_active", badge="dora", active=False)
    Person.objects.filter(badge="dora").update(name="Dora Neri")
    monkeypatch.setattr(attempts, "forget", Mock(side_effect=OperationalError("the database goes down")))
    with pytest.raises(OperationalError):
        Office().send("/office/erasing/?badge=dora", "erase_person", sure="yes")
    assert Person.objects.get(badge="dora").name == "Dora Neri"
    assert not Entry.objects.filter(verb="erase_person").exists()


@pytest.mark.parametrize("path", ["?guest=nobody", "?badge=nobody"])
def test_whoever_does_not_exist_has_no_page(path: str) -> None:
    assert signed_in(Role.DIREZIONE).get(f"/office/erasing/{path}").status_code == 404


@pytest.mark.parametrize("find", ["", "x", "%", "nothing like it"])
def test_whatever_is_looked_for_is_answered(find: str) -> None:
    answer = signed_in(Role.DIREZIONE).get("/office/erasing/", {"find": find})
    assert answer.status_code == 200


# --- by night


def test_a_night_erases_what_is_older_than_the_house_keeps_it(settings: Any, direzione: Somebody) -> None:
    old, young = noted(ready_table()), noted(AtTable("T3", Cast.at("T3")), "seen")
    Note.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=401))
    said = by_night()
    assert "texts are kept for ever: RETAIN_NOTES_DAYS is not set" in said
    settings.RETAIN_NOTES_DAYS = 400
    assert "texts of more than 400 days ago, erased: 1" in by_night("--dry-run")
    assert not Note.objects.filter(erased=True)
    said = by_night()
    assert [said[0], said[1]] == ["Done for the night:", "texts of more than 400 days ago, erased: 1"]
    assert Note.objects.get(erased=True).pk == old.pk
    assert words(HOUSE) == f"texts are erased: older than the house keeps them · texts erased: 1, of T3 {old.number}"
    assert Note.objects.get(pk=young.pk).text == "seen"
    check("T3")


def test_the_texts_of_a_case_that_nobody_has_decided_stay(settings: Any, direzione: Somebody) -> None:
    settings.RETAIN_NOTES_DAYS = 1
    table = ready_table()
    before = noted(table)
    case = report(table, "unforeseen", what="other")
    table.cast.ispettore.does("refer", incident=case.number, reason="a guest took a card")
    Note.objects.update(at=timezone.now() - timedelta(days=2))
    by_night()
    assert list(Note.objects.filter(erased=True)) == [before]
    table.cast.direzione.does("rule", incident=case.number, text="the coup goes on", effects=["continue"])
    by_night()
    assert [it.text for it in Note.objects.filter(erased=False)] == ["the coup goes on"]


def test_many_texts_take_several_entries_and_each_names_its_own(settings: Any, direzione: Somebody) -> None:
    settings.RETAIN_NOTES_DAYS = 1
    long_ago = timezone.now() - timedelta(days=2)
    for number in range(1, 103):
        chain.note("seen", register="T3", number=number, at=long_ago)
    by_night()
    erasures = Entry.objects.filter(register=HOUSE, verb="erase_notes").order_by("number")
    assert [len(chain.read(it.arguments)["notes"]) for it in erasures] == [100, 2]
    assert not Note.objects.filter(erased=False)


def test_a_night_forgets_sign_ins_and_wrong_pins_and_seals_every_register(settings: Any, tmp_path: Path) -> None:
    settings.SEALS_FILE = tmp_path / "seals"
    ready_table()
    comes_in(Role.AUDITOR)
    StaffSession.objects.update(expire_date=timezone.now() - timedelta(days=2))
    KnownAddress.objects.update(at=timezone.now() - timedelta(days=91))
    comes_in(Role.DIREZIONE)
    for days in (31, 29):
        at = timezone.now() - timedelta(days=days)
        WrongPin.objects.create(badge="delia", digest="d", address=f"10.0.0.{days}", at=at, own=False, ours=False)
    expected = ["sign-ins that are over, forgotten: 1", "wrong PINs of more than 30 days ago, forgotten: 1"]
    expected += ["devices where a badge was not used for 90 days, forgotten: 1", "registers sealed: 2"]
    assert by_night("--dry-run")[2:] == expected
    assert (WrongPin.objects.count(), StaffSession.objects.count(), (tmp_path / "seals").exists()) == (2, 2, False)
    assert by_night()[2:] == expected
    assert (WrongPin.objects.count(), StaffSession.objects.count()) == (1, 1)
    assert [it.register for it in seals.read(tmp_path / "seals")] == ["T3", HOUSE]


def test_where_the_texts_of_a_night_are_refused_the_night_says_so_and_the_rest_of_it_is_done(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, direzione: Somebody
) -> None:
    settings.RETAIN_NOTES_DAYS, settings.SEALS_FILE = 1, tmp_path / "seals"
    note = noted(ready_table())
    WrongPin.objects.create(
        badge="delia", digest="d", address="10.0.0.1", at=timezone.now() - timedelta(days=31), own=False, ours=False
    )
    direzione.does("erase_notes", notes=[note.digest])
    monkeypatch.setattr(keep, "_old_texts", lambda _days: [note.digest])  # as read before somebody else erased it
    with pytest.raises(CommandError, match=r"^Not all of these texts are there"):
        by_night()
    assert not WrongPin.objects.exists()
    assert [it.register for it in seals.read(tmp_path / "seals")] == ["T3", HOUSE]


@pytest.mark.parametrize("badge", ["nobody", "aldo", "dora"])
def test_nothing_is_kept_in_the_name_of_somebody_else_than_the_direzione(direzione: Somebody, badge: str) -> None:
    with pytest.raises(CommandError, match=f"“{badge}” is nobody of the Direzione who works here"):
        by_night(by=badge)


def test_where_no_seal_can_be_written_the_night_says_so(settings: Any, tmp_path: Path, direzione: Somebody) -> None:
    settings.SEALS_FILE = tmp_path
    ready_table()
    with pytest.raises(CommandError, match="The registers could not be sealed: "):
        by_night()


def by_night(*options: str, by: str = "delia") -> list[str]:
    """What `manage.py keep` says."""
    paper = io.StringIO()
    with translation.override("en"):
        call_command("keep", "--by", by, *options, stdout=paper)
    return paper.getvalue().splitlines()
