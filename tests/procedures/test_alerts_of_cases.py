"""An incident has one alert: it tells how the case stands, names who is on the way, and closes when it is decided."""

import re
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import translation

from procedures.articles import KINDS
from table.models import Alert, Entry, Severity
from table.play.effects import EFFECTS
from table.rules.refusal import Code
from table.screens.inspector.alerts import AlertLine, alert_lines
from table.screens.regions import Region, render
from table.words.numbers import Numbers
from tests.croupier import cases
from tests.croupier.coups import close, deal, pay, play, turn
from tests.rig.tables import AtTable, ready_table

pytestmark = pytest.mark.django_db
INVERTED = {"laid": ["banco", "punto", "punto", "banco"]}


@pytest.fixture
def table() -> AtTable:
    """Seven guests sit at a table of Venezia."""
    return ready_table()


def only(table: AtTable) -> Alert:
    """The one alert that was ever raised here."""
    return Alert.objects.get(table__code=table.code)


def read(table: AtTable) -> AlertLine:
    """The one alert that stands, as inspectors read it."""
    with translation.override("en"):
        (alert,) = alert_lines(table.snapshot, Numbers("en"))
    return alert


def text(table: AtTable, region: str) -> str:
    """A region of its screens."""
    return render(table.snapshot, Region(region, "en"))


def an_inverted_coup(table: AtTable) -> dict[str, Any]:
    """Cards went to the wrong boxes; the coup is held."""
    deal(table, "P100@1")
    table.does("report_incident", kind="inverted", facts=INVERTED)
    return {"number": table.number, "code": "incident_reported"}


# --- one for each


def test_a_case_has_one_alert_whatever_its_report_brought_about(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("report_incident", kind="stuck_cards", facts={"before": 0, "packet": 2, "restored": False})
    assert '"cards_burned"' in Entry.objects.filter(register=table.code).latest("number").outcome
    assert (only(table).code, only(table).incident, only(table).severity) == (
        "incident_reported",
        table.number,
        Severity.NOTICE,
    )


def test_what_the_table_notices_is_told_by_what_it_noticed(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    table.does("turn_punto", cards=["2S", "KH"])
    assert (only(table).code, only(table).incident, only(table).severity) == (
        "claim_differs",
        table.number,
        Severity.HOLDS,
    )


def test_whatever_is_the_sign_of_a_case_has_words_for_its_alert() -> None:
    signs = {sign.effect for _article, kind in KINDS.values() for sign in kind.signs}
    assert signs
    assert [name for name in signs if EFFECTS[name].alert is None] == []


def test_the_database_keeps_one_alert_for_each_case(table: AtTable) -> None:
    an_inverted_coup(table)
    alert = only(table)
    alert.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        alert.save()


# --- its sentence follows the case


def test_the_sentence_says_at_every_step_what_is_awaited_and_from_whom(table: AtTable) -> None:
    an_inverted_coup(table)
    assert read(table).words.title == "Art. 6: Cards lie at the wrong box"
    steps = [read(table).words.stands]
    incident = only(table).incident
    table.cast.ispettore.does("attest", incident=incident)
    steps.append(read(table).words.stands)
    table.cast.ispettore.does("refer", incident=incident, reason="unclear")
    steps.append(read(table).words.stands)
    assert steps == [
        "Awaited: the presence of Ispettore di Gioco.",
        "Awaited: the Ispettore di Gioco ratifies.",
        "Awaited: the decision of the Direzione.",
    ]


@pytest.mark.parametrize("decision", ["ratify", "withdraw_incident"])
def test_it_closes_with_the_case(table: AtTable, decision: str) -> None:
    an_inverted_coup(table)
    incident = only(table).incident
    table.cast.ispettore.does("attest", incident=incident)
    table.cast.ispettore.does(decision, incident=incident)
    assert only(table).closed == table.number
    assert "data-press" not in text(table, "tile:ispettore_gioco")


def test_what_is_referred_calls_anew_also_when_the_ispettore_had_noted_it(table: AtTable) -> None:
    alert = an_inverted_coup(table)
    table.cast.ispettore.does("go_to_alert", **alert)
    incident = only(table).incident
    table.cast.ispettore.does("refer", incident=incident, reason="unclear")
    assert (only(table).code, only(table).number, only(table).calls) == ("incident_referred", table.number, True)
    table.cast.direzione.does("acknowledge_alert", number=table.number, code="incident_referred")
    table.cast.direzione.does("rule", incident=incident, text="It goes on.", effects=["continue"])
    assert only(table).closed == table.number


def test_the_ruling_that_annuls_is_told_by_nothing_else(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    pay(table)
    table.does("report_incident", kind="unforeseen", facts={"what": "other"}, text="as seen")
    incident = only(table).incident
    table.cast.ispettore.does("refer", incident=incident, reason="unclear")
    table.cast.direzione.does("rule", incident=incident, text="It counts for nothing.", effects=["annul"])
    assert only(table).closed == table.number


# --- who noted it, and who is on the way


def test_to_note_it_silences_it_and_it_stays_listed_until_the_case_is_decided(table: AtTable) -> None:
    alert = an_inverted_coup(table)
    table.cast.ispettore.does("acknowledge_alert", **alert)
    assert (only(table).closed, read(table).calls, read(table).noted) == (None, False, "ivo")
    assert "noted by ivo" in text(table, "tile:ispettore_gioco")
    table.cast.second_ispettore.is_refused(Code.STALE, "acknowledge_alert", **alert)


def test_who_goes_has_noted_it_and_is_named_on_tile_desk_and_console(table: AtTable) -> None:
    alert = an_inverted_coup(table)
    table.cast.ispettore.does("go_to_alert", **alert)
    assert (only(table).acknowledged_by, only(table).going) == ("ivo", "ivo")
    for region in ("tile:ispettore_gioco", "desk:ispettore_gioco", "incidents:dealer", "incidents:ispettore_gioco"):
        assert "ivo is on the way" in text(table, region), region


def test_who_noted_it_stays_on_the_record_when_the_case_is_over(table: AtTable) -> None:
    alert = an_inverted_coup(table)
    table.cast.ispettore.does("acknowledge_alert", **alert)
    table.does("withdraw_incident", incident=only(table).incident)
    assert (only(table).acknowledged_by, only(table).closed) == ("ivo", table.number)
    assert "takes note of number" in text(table, "desk:ispettore_gioco")


# --- worn cards


def test_a_worn_card_stays_listed_until_it_is_replaced(table: AtTable) -> None:
    table.does("report_incident", kind="worn_card", facts={"card": "7S"})
    alert: dict[str, Any] = {"number": table.number, "code": "incident_reported"}
    incident = table.number
    assert only(table).severity == Severity.PERSON
    table.cast.ispettore.does("acknowledge_alert", **alert)
    play(table, "P100@1")
    assert read(table).words.title == "Art. 4: A card is worn"
    table.cast.ispettore.does("authorise_replacement", incident=incident, card="7S", serial="S-2")
    assert only(table).closed == table.number


# --- what is closed by keys


def test_a_case_that_what_was_keyed_anew_closes_is_to_be_noted_by_its_one_alert(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7D", "KD"])
    table.does("turn_punto", cards=["2S", "KH"])
    number = next(it.number for it in table.state.cards if it.face == "2S")
    table.does("correct_entry", what="card", new={"number": number, "card": "6S"}, reason="misread")
    assert (only(table).code, only(table).severity, only(table).closed) == (
        "case_closed_by_keys",
        Severity.NOTICE,
        None,
    )
    table.cast.ispettore.does("acknowledge_alert", number=table.number, code="case_closed_by_keys")
    assert only(table).closed == table.number


def test_four_cards_of_a_side_leave_its_name_uncovered_on_the_tile_and_none_is_cut(table: AtTable) -> None:
    deal(table, "P100@1")
    for side, first, last in (("banco", 0, 103 - 11.5), ("punto", 133 + 12, 236)):
        case = cases.report(table, "inverted", laid=[side] * 4)
        places = re.split(
            rf'data-key="hand-{side}-(?=\d)', render(table.snapshot, Region("tile:ispettore_gioco", "en"))
        )[1:]
        middles = [float(found[1]) for it in places if (found := re.search(r"translate\(([\d.]+) 32", it))]
        assert len(middles) == 4
        assert first <= middles[0] - 36 * 0.62, side
        assert middles[-1] + 36 * 0.62 <= last, side
        table.does("withdraw_incident", incident=case.number)
