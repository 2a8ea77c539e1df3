"""The register in words: what is read of acts and effects, in every language, and that none tells too much."""

import re

import pytest
from django.utils import translation

from table.models import Entry, Note
from table.play.declaration import VERBS
from table.rules.readers import Report
from table.screens.inspector.alerts import alert_lines
from table.screens.read import sentences
from table.screens.read.lines import LineWriter, RecordLine, lines
from table.screens.read.snapshot import read_entry, take
from table.verbs.corrections.entry import CORRECTIONS
from table.words.numbers import Numbers
from tests.house.reader import LANGUAGES
from tests.house.worked import worked_house
from tests.rig.tables import AtTable, ready_table
from tests.rig.words import TRANSLATED, untranslated

pytestmark = pytest.mark.usefixtures("in_english")

UNWRITTEN = re.compile(r"%\(|[a-z]_[a-z]|[0-9a-f]{32}|None|True|False")
"""What no reader should meet: a place that was not filled, a code, a digest, a value of the language of the house."""


OWN = {name for name, verb in VERBS.items() if verb.perform.__module__.startswith("table.")}
"""The acts of the table and of the house; other rooms bring their own with their sentences."""


def test_everything_that_can_be_put_right_has_its_sentence() -> None:
    assert set(sentences.CORRECTED) == set(CORRECTIONS)


def written(code: str, language: str) -> list[RecordLine]:
    """A whole register in words."""
    found = Entry.objects.filter(register=code, verb__in=OWN).order_by("number")
    entries = [read_entry(entry) for entry in found]
    with translation.override(language):
        return lines(entries, Numbers(language))


@pytest.fixture
def shift_done(db: None) -> AtTable:
    """A table at which every act of a table was done, in a house in which every act of the house was."""
    return worked_house()


def test_a_whole_shift_reads_in_every_language_without_a_code(shift_done: AtTable) -> None:
    for language in LANGUAGES:
        for line in (*written(shift_done.code, language), *written("house", language)):
            assert line.act, line
            for text in (line.act, *line.effects):
                assert not UNWRITTEN.search(text), (language, line.number, text)


def test_the_languages_differ(shift_done: AtTable) -> None:
    by_language = [[line.act for line in written(shift_done.code, language)] for language in LANGUAGES]
    same = [acts[0] for acts in zip(*by_language, strict=True) if len(set(acts)) == 1]
    # Calls, which keep their own words.
    assert {re.sub(r"\d", "", act) for act in same} <= {"«Rien ne va plus»", "«Colpo in Bianco»", "«Banco , Punto »"}


# --- single entries


def latest(table: AtTable, language: str = "en") -> RecordLine:
    """The newest entry in words."""
    return written(table.code, language)[-1]


@pytest.mark.django_db
def test_a_stake_reads_with_its_amount_as_the_language_writes_it() -> None:
    table = ready_table()
    table.does("open_bets")
    table.does("place", coup="1.1", position="1", box="banco", amount=100_000)
    assert latest(table).act == "position 1: 1,000 on Banco"
    assert "1.000" in latest(table, "it").act


@pytest.mark.django_db
def test_who_did_it_and_when_stands_in_the_line() -> None:
    table = ready_table()
    table.does("card_out", card="7S", exposed=True)
    line = latest(table)
    assert (line.actor, str(line.role)) == ("dario", "Dealer")
    assert "a Colpo in Bianco is due" in line.effects
    assert line.alarming
    assert line.at.utcoffset() is not None


@pytest.mark.django_db
def test_a_card_has_a_face_in_the_record_once_it_was_turned() -> None:
    table = ready_table()
    table.does("open_bets")
    table.does("card_out")
    assert latest(table).effects[:2] == ("card 1: under the sabot", "card 1 is set aside, unseen")
    table.does("card_out", card="10S", exposed=True)
    assert "card 2 is 10♠" in latest(table).effects


def test_a_face_that_was_keyed_is_no_part_of_a_sentence() -> None:
    writer = LineWriter(Numbers("en"), {})
    keyed = {verb: writer.act(verb, {"card": "7S", "cards": ["7S"]}) for verb in VERBS if verb != "extract_remaining"}
    assert [verb for verb, text in keyed.items() if "7" in text] == []


@pytest.mark.django_db
def test_what_was_put_right_tells_old_and_new() -> None:
    table = ready_table()
    table.does("open_bets")
    table.does("place", coup="1.1", position="1", box="punto", amount=10_000)
    table.does("close_bets", said=True)
    stake = {"position": "1", "box": "punto", "amount": 2500}
    table.does("correct_entry", what="stake", new=stake, reason="mistyped")
    line = latest(table)
    assert line.act == "a correction, because it was mistyped"
    assert "position 1 on Punto: 25, not 100" in line.effects


@pytest.mark.django_db
def test_payments_read_as_what_each_position_wins_and_loses() -> None:
    table = ready_table()
    table.does("open_bets")
    table.does("place", coup="1.1", position="1", box="punto", amount=10_000)
    table.does("place", coup="1.1", position="2", box="banco", amount=10_000)
    table.does("close_bets", said=True)
    table.does("deal")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    table.does("turn_punto", cards=["6S", "KS"])
    table.does("announce", banco=7, punto=6)
    table.does("settle")
    assert latest(table).effects == ("by position: 1 −100 · 2 +95",)


@pytest.mark.django_db
def test_a_note_is_read_until_it_is_erased() -> None:
    table = ready_table()
    table.cast.comunale.does("annotate", text="Everything <in> order.")
    assert latest(table).act == "note: Everything <in> order."
    Note.objects.update(text="", erased=True)
    assert latest(table).act == "note: (erased)"


def test_every_alert_reads_as_a_sentence_with_its_facts(shift_done: AtTable) -> None:
    table = take(shift_done.code)
    assert table is not None
    for language in LANGUAGES:
        with translation.override(language):
            alerts = alert_lines(table, Numbers(language))
            assert alerts
            for alert in alerts:
                assert alert.words.title.endswith(".") or alert.severity != "notice"
                assert not UNWRITTEN.search(alert.words.stands), alert


def test_a_sentence_whose_facts_are_missing_gives_way_to_the_next() -> None:
    writer = LineWriter(Numbers("en"), {})
    assert writer.act("cut", {"position": "4"}) == "the player at position 4 cuts"
    assert writer.act("cut", {"position": None}) == "the dealer cuts"


def test_every_amount_of_a_change_of_notes_is_written_as_on_a_chip_and_not_in_cents() -> None:
    writer = LineWriter(Numbers("en"), {"d": "by mistake"})
    assert writer.act("note_change", {"amount": 45_050, "reason": "d"}) == "enters late a change of 450.50: by mistake"
    taken_back = writer.act("note_change", {"taken_back": 45_000, "amount": None, "reason": "d"})
    assert taken_back == "takes back a change of 450 that was not made: by mistake"


def test_an_act_that_is_done_no_more_is_read_by_its_name() -> None:
    assert LineWriter(Numbers("en"), {}).act("an_old_act", {}) == "an_old_act"
    assert LineWriter(Numbers("en"), {}).effect("an_old_effect", {}) == ""


@pytest.mark.parametrize(
    ("report", "of", "language", "said"),
    [
        (Report.STATISTICS, "all tables 2026-11-01.. by person", "de", "alle Tische 2026-11-01.. nach Personen"),
        (Report.STATISTICS, "day 2026-11-20 T1 by person", "it", "giornata 2026-11-20 T1 per persona"),
        (Report.STATISTICS, "day 2026-11-01..2026-11-22", "it", "day 2026-11-01..2026-11-22"),
        (Report.REGISTER, "day?on=2026-11-20&tables=T1", "de", "Tag?on=2026-11-20&tables=T1"),
        (Report.REGISTER, "day?taglia=3", "it", "day?taglia=3"),
        (Report.REGISTER, "T1 refused?actor=delia", "it", "T1 atti respinti?actor=delia"),
        (Report.INCIDENT, "T1/340/position/3", "de", "T1/340/Platz/3"),
        (Report.INCIDENT, "T1/340/position/3", "it", "T1/340/postazione/3"),
        (Report.INCIDENT, "T1/slip/3", "it", "T1/bolletta/3"),
        (Report.INCIDENT, "T1/slip/3", "en", "T1/slip/3"),
    ],
)
def test_what_left_the_house_is_named_in_the_words_of_who_reads_it_and_codes_as_they_are(
    report: Report, of: str, language: str, said: str
) -> None:
    with translation.override(language):
        line = LineWriter(Numbers(language), {})
        act = line.act("export", {"report": report.value, "of": of, "form": "pdf", "language": language})
        assert said in act
        assert str(sentences.REPORTS[report]) in act
    assert report.value not in act


def test_every_report_has_a_name() -> None:
    assert {*sentences.REPORTS} == {it.value for it in Report}


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_name_of_every_report_is_translated(language: str) -> None:
    assert untranslated(sentences.REPORTS.values(), language) == []
