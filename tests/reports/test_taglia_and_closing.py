"""The report of a taglia accounts for every card; the closing report of an evening carries its seal."""

import json
import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import time_machine
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from msgspec.structs import astuple

from table.models import Entry, Money, Shoe
from table.play.declaration import VERBS
from table.record import seals
from table.record.chain import read
from table.record.days import day_of
from table.reports.evenings.changes import tronc_of, versions_of
from table.reports.evenings.closing import Closing, closing_of, day_of_house, evening_of, evenings_of
from table.reports.evenings.paper import paper_of
from table.reports.evenings.taglie import cards_of, taglia_of
from table.reports.registers.forms import ClosingFile, TagliaFile
from table.reports.registers.pages import called_at
from table.rules.houses import ADMIRAL, VENEZIA
from table.rules.profile import Profile, Role
from table.rules.refusal import Code
from table.rules.topics.sources import BACCARAT_ONLINE
from table.views.reports import entrance, taglie
from table.words.numbers import Numbers
from tests.croupier.coups import NINE, play
from tests.house import shift
from tests.house.reader import LANGUAGES
from tests.house.worked import worked_table
from tests.rig.page import words
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, new_table, prepare_shoe, ready_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sealed_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The seals of a test are its own."""
    monkeypatch.setattr(settings, "SEALS_FILE", tmp_path / "seals")


@pytest.fixture
def worked() -> AtTable:
    """A table at which every act was done, from the opening to the closing."""
    return worked_table()


def shoe_of(taglia: int) -> Shoe:
    return Shoe.objects.select_related("table__policy", "sixain").get(taglia=taglia)


# --- a taglia


def test_every_card_is_somewhere_after_every_act() -> None:
    table = new_table(shift.HOUSE_OF_THE_SHIFT)
    for who, verb, given in shift.shift(table):
        getattr(table.cast, who).does(verb, **given)
        for shoe in Shoe.objects.select_related("table"):
            cards = cards_of(shoe)
            assert (cards.total, cards.adds_up) == (312, True), cards


def test_the_parts_of_a_taglia_are_those_of_the_register(worked: AtTable) -> None:
    report = taglia_of(shoe_of(1))
    [extracted] = Entry.objects.filter(register="T3", verb="extract_remaining")
    assert report.cards.extracted == len(read(extracted.arguments)["cards"]) > 0
    assert report.cards.burned + report.cards.left == 312
    assert (report.burned.counted, report.left.counted) == (300, 12)
    assert (report.burned.expected, report.left.expected) == (report.cards.burned, report.cards.left)
    assert report.burned.differs
    assert [(it.card, it.serial) for it in report.replaced] == [("7♦", "S-spare")]
    assert sum(report.sums.coups.values()) == shoe_of(1).coups.count()
    assert report.sums.coups["blank"] == 3
    assert report.sums.coups["annulled"] == report.sums.coups["cancelled"] == 1
    assert dict(report.sums.money) == dict(
        Counter(
            {
                kind: sum(Money.objects.filter(coup__shoe__taglia=1, kind=kind).values_list("amount", flat=True))
                for kind in Money.objects.filter(coup__shoe__taglia=1).values_list("kind", flat=True)
            }
        )
    )
    assert report.sums.adjusted == 0
    assert {it.badge for it in report.dealers} == {"dario"}


def test_who_comes_once_a_taglia_is_over_has_not_dealt_it() -> None:
    table = ready_table()
    play(table, "P100@2")
    table.cast.ispettore.does("close_table")
    table.does("sign_off")
    table.cast.relief.does("sign_on")
    assert [it.badge for it in taglia_of(shoe_of(1)).dealers] == ["dario"]


def test_cards_that_wait_and_cards_that_were_not_used_are_told_apart() -> None:
    table = ready_table()
    table.does("open_bets")
    table.does("card_out", card="7S", exposed=True)
    assert astuple(taglia_of(shoe_of(1)).cards)[1:] == (0, 0, 0, 1, 0, 311)
    table.cast.ispettore.does("suspend")
    table.cast.direzione.does("void_shoe")
    assert astuple(taglia_of(shoe_of(1)).cards)[1:] == (0, 0, 1, 0, 0, 311)


def test_a_row_that_was_taken_away_does_not_add_up() -> None:
    table = ready_table()
    play(table, "P100@2")
    shoe_of(1).cards.last().delete()  # type: ignore[union-attr]
    assert not taglia_of(shoe_of(1)).cards.adds_up
    text = signed_in(Role.AUDITOR, language="en").get(reverse("taglia", args=["T3", 1])).content.decode()
    assert "do not add up" in text


def test_a_taglia_is_read_as_a_page(worked: AtTable) -> None:
    client = signed_in(Role.AUDITOR, language="en")
    text = client.get(reverse("taglia", args=["T3", 1])).content.decode()
    assert "<b>312</b>" in text
    assert "The count came out otherwise than expected." in text
    assert client.get(reverse("taglia", args=["T3", 9])).status_code == 404


def test_a_taglia_is_handed_out_with_the_figures_of_its_page(worked: AtTable) -> None:
    client, address = signed_in(Role.AUDITOR, language="it"), reverse("taglia", args=["T3", 1])
    file = msgspec.json.decode(client.post(address, {"form": "json", "nonce": "a"}).content, type=TagliaFile)
    report = taglia_of(shoe_of(1))
    assert (file.of, file.taglia, file.copy, file.of_table) == ("T3 1", 1, 1, report.sums.of_table)
    assert file.cards.total == 312 == report.cards.burned + file.cards.left
    lines = client.post(address, {"form": "csv", "nonce": "b"}).content.decode("utf-8-sig").splitlines()
    assert "tutte le carte dei mazzi;312" in lines
    whole, places = divmod(report.sums.of_table, 100)
    assert f"risultato del tavolo;{whole},{places:02d}" in lines


# --- an evening


def evening(table: AtTable, *, played: bool = True) -> int:
    """A short evening that is closed and sealed, with one coup or none; the number by which it was opened."""
    if played:
        play(table, "P100@2", "B50@3")
    table.does("tip", amount=500)
    table.cast.ispettore.does("close_table")
    seals.keep("T3")
    return table.row.opened


def test_a_closing_report_sums_up_its_own_evening() -> None:
    table = ready_table()
    first = evening(table)
    prepare_shoe(table, table.state.profile, behind=14) if table.state.shoe is None else None
    table.cast.ispettore.does("open_table")
    latest, before = evenings_of(table.row)
    assert (before.opened.number, latest.closed) == (first, None)
    report = closing_of(table.row, before)
    assert report.sums.played == 1
    assert report.tronc.total == 500
    assert {it.badge for it in report.people} == {"dario", "ivo"}
    assert [shoe.taglia for shoe in report.taglie] == [1]
    assert closing_of(table.row, latest).sums.played == 0
    assert [(it.table.code, it.sums.played, len(it.evenings)) for it in day_of_house(day_of(latest.opened.at))] == [
        ("T3", 1, 2)
    ]
    assert [it.amount for it in tronc_of(table.row)] == [500]


def test_a_tip_that_is_given_after_the_closing_is_of_the_evening_that_was_closed() -> None:
    """As at the console, where the Tronc begins anew when the table is opened."""
    table = ready_table()
    number = evening(table)
    table.does("tip", amount=700, form="cash")
    prepare_shoe(table, VENEZIA, serial="S-2")
    table.cast.ispettore.does("open_table")
    table.cast.ispettore.does("close_table")
    assert [closing_of(table.row, it).tronc for it in evenings_of(table.row)] == [(0, 0), (500, 700)]
    assert [it.amount for it in tronc_of(table.row)] == [1_200]
    client = signed_in(Role.AUDITOR, language="en")
    file = client.post(reverse("closing", args=["T3", number]), {"form": "json", "nonce": "a"})
    assert (file.json()["tronc_chips"], file.json()["tronc_cash"]) == (500, 700)
    assert "€12.00" in client.get(reverse("changes", args=["T3"])).content.decode()


def test_an_evening_in_which_a_clock_was_put_back_counts_its_refusals() -> None:
    """It was opened by a clock that was two hours ahead, and is closed half an hour later."""
    opened = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
    with time_machine.travel(opened, tick=False):
        table = ready_table()
    with time_machine.travel(opened - timedelta(minutes=90), tick=False):
        play(table, "P100@2")
        table.refuses(Code.PHASE, "deal")
        table.cast.ispettore.does("close_table")
        table.refuses(Code.TABLE_NOT_OPEN, "open_bets")
    [found] = evenings_of(table.row)
    assert closing_of(table.row, found).refused == 1


def test_a_day_that_is_not_over_counts_the_entries_that_there_are() -> None:
    table = ready_table()
    evening(table)
    page = signed_in(Role.AUDITOR).get("/records/day/").content.decode()
    entries, played = re.findall(r'<td class="amount">(\d+)</td>', page)[:2]
    assert (int(entries), played) == (table.number, "1")


def test_counts_are_written_as_the_language_writes_them(worked: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thousands of entries, coups and refusals with their mark, what is missing of a taglia with the minus of print."""
    client = signed_in(Role.AUDITOR, language="it")
    [of_day] = day_of_house(day_of(datetime.now(UTC)))
    coups, results = {**of_day.sums.coups, "settled": 4822}, {**of_day.sums.results, "punto": 4823}
    sums = of_day.sums._replace(coups=coups, results=results)
    monkeypatch.setattr(entrance, "day_of_house", lambda _day: [of_day._replace(entries=4821, sums=sums, refused=4824)])
    page = client.get("/records/day/").content.decode()
    assert all(number in page for number in ("4.821", "4.823", "4.824"))
    opened = evenings_of(worked.row)[0]
    closing = closing_of(worked.row, opened)._replace(sums=sums, refused=4824)
    monkeypatch.setattr(taglie, "closing_of", lambda _table, _evening: closing)
    page = client.get(reverse("closing", args=["T3", opened.opened.number])).content.decode()
    assert all(number in page for number in ("4.822", "4.823", "4.824"))
    report = taglia_of(shoe_of(1))
    differs = [it.counted - it.expected for it in (report.burned, report.left) if it.counted is not None and it.differs]
    page = client.get(reverse("taglia", args=["T3", 1])).content.decode()
    assert [f"({it:+d})".replace("-", "−") in page for it in differs] == [True, True]


def test_a_closing_report_carries_the_first_seal_that_covers_it() -> None:
    table = ready_table()
    number = evening(table)
    sealed = table.number
    table.cast.comunale.does("annotate", text="later")
    seals.keep("T3")
    found = evening_of(table.row, number)
    assert found is not None
    seal = closing_of(table.row, found).seal
    assert seal is not None
    assert seal.number == sealed
    assert seal.fits(seals.public(seals.public_key()))
    text = signed_in(Role.AUDITOR, language="en").get(reverse("closing", args=["T3", number])).content.decode()
    for part in (seal.digest, seal.signature, seals.public_key(), "<svg", "report-line"):
        assert part in text


def test_a_closing_report_is_handed_out_with_the_figures_of_its_page() -> None:
    table = ready_table()
    address = reverse("closing", args=["T3", evening(table)])
    client = signed_in(Role.AUDITOR, language="it")
    file = msgspec.json.decode(client.post(address, {"form": "json", "nonce": "a"}).content, type=ClosingFile)
    assert (file.table, file.closed, file.last, file.taglie) == ("T3", True, table.number, [1])
    assert (file.tronc_chips, file.coups["settled"]) == (500, 1)
    assert {it.badge for it in file.on_duty} == {"dario", "ivo"}
    assert file.seal is not None
    assert (file.seal.number, file.seal.holds) == (table.number, True)
    lines = client.post(address, {"form": "csv", "nonce": "b"}).content.decode("utf-8-sig").splitlines()
    assert "Tronc;5,00" in lines


LATER = {"title": "Rules of later", "currency": "CHF", "presence": "ispettore_gioco"}


@pytest.mark.parametrize("played", [True, False], ids=["with a coup", "without one"])
def test_what_was_played_by_other_rules_is_told_in_their_currency(played: bool) -> None:
    table = ready_table()
    number = evening(table, played=played)
    if not played:
        table.cast.direzione.does("void_shoe")
    table.cast.direzione.does("change_rules", changes=LATER)
    client = signed_in(Role.AUDITOR, language="en")
    for name, of in (("closing", number), ("taglia", 1)):
        address = reverse(name, args=["T3", of])
        page = words(client.get(address).content.decode())
        assert ("€" in page) is (played or name == "closing")
        assert ("Ispettore Comunale" in page) is (name == "closing")
        assert "CHF" not in page
        assert "Rules of later" not in page
        file = client.post(address, {"form": "json", "nonce": f"{name}-json"})
        assert file.json()["currency"] == "EUR"
        lines = client.post(address, {"form": "csv", "nonce": f"{name}-csv"}).content.decode("utf-8-sig")
        assert "Currency;EUR" in lines.splitlines()
    assert "€5.00" in client.get(reverse("changes", args=["T3"])).content.decode()
    with translation.override("en"):
        paper = paper_of(_closing(table, number), table.row, Numbers("en"), copy=1, taken=Entry.objects.all()[0])
    text = json.dumps(paper, ensure_ascii=False)
    assert "€" in text
    assert "CHF" not in text
    assert "Rules of later" not in text


def test_a_tronc_is_told_in_the_currency_of_its_evening_where_another_one_came_with_the_closing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Earlier entries have decided on one at an open table."""
    table = ready_table()
    with monkeypatch.context() as before:
        before.setitem(VERBS, "change_rules", replace(VERBS["change_rules"], at_press=None))
        play(table, "P100@2")
        table.cast.direzione.does("change_rules", changes={"currency": "CHF"})
    table.does("tip", amount=500)
    table.cast.ispettore.does("close_table")
    assert [it.currency for it in tronc_of(table.row)] == ["EUR"]


def test_what_was_played_by_other_rules_is_told_in_their_words() -> None:
    table = ready_table()
    play(table, "T20@4", banco=NINE)
    number = evening(table)
    table.cast.direzione.does("change_rules", changes={"source": BACCARAT_ONLINE})
    assert called_at(table.row) == BACCARAT_ONLINE
    client = signed_in(Role.AUDITOR, language="en")
    for name, of in (("closing", number), ("taglia", 1)):
        address = reverse(name, args=["T3", of])
        for answer in (client.get(address), client.post(address, {"form": "csv", "nonce": name})):
            page = words(answer.content.decode())
            assert "Egalité" in page
            assert "Tie" not in page
    coups = client.get(reverse("coups", args=["T3"])).content.decode()
    assert "Punto" in coups
    assert "Player" not in coups


def test_a_table_keeps_its_own_name_in_a_file_with_the_words_of_its_house() -> None:
    table = ready_table(ADMIRAL, code="Direzione")
    table.cast.ispettore.does("close_table")
    address = reverse("closing", args=["Direzione", table.row.opened])
    csv = signed_in(Role.AUDITOR, language="de").post(address, {"form": "csv", "nonce": "a"})
    assert "Tisch;Direzione" in csv.content.decode("utf-8-sig").splitlines()


def test_a_closing_report_says_when_its_register_is_not_as_it_was_sealed() -> None:
    table = ready_table()
    number = evening(table)
    client = signed_in(Role.AUDITOR, language="en")
    address, warning = reverse("closing", args=["T3", number]), "no longer as it was sealed"
    assert warning not in client.get(address).content.decode()
    lines = Path(settings.SEALS_FILE).read_text(encoding="utf-8")
    Path(settings.SEALS_FILE).write_text(lines.replace(table.row.digest, "0" * 64), encoding="utf-8")
    assert warning in client.get(address).content.decode()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_closing_report_is_a_paper_to_be_signed(language: str) -> None:
    table = ready_table()
    number = evening(table)
    client, address = signed_in(Role.DIREZIONE, language=language), reverse("closing", args=["T3", number])
    assert 'value="pdf"' in client.get(address).content.decode()
    first, again, second = (client.post(address, {"form": "pdf", "nonce": it}) for it in ("a", "a", "b"))
    assert first.content == again.content != second.content
    closed = Entry.objects.get(register="T3", verb="close_table").at.astimezone(UTC)
    assert f"/CreationDate(D:{closed:%Y%m%d%H%M%S}Z)".encode() in first.content
    assert b"pdfaid:part" in first.content
    assert second["Content-Disposition"] == f'attachment; filename="sabot-closing-T3-{number}-copy-2.pdf"'
    report, taken = _closing(table, number), Entry.objects.filter(verb="export").latest("number")
    with translation.override(language):
        paper = paper_of(report, table.row, Numbers(language), copy=2, taken=taken)
    text = json.dumps(paper, ensure_ascii=False)
    for part in (report.seal.digest, "delia", str(taken.number), "Ispettore Comunale", "<svg") if report.seal else ():
        assert part in text


def _closing(table: AtTable, number: int) -> Closing:
    found = evening_of(table.row, number)
    assert found is not None
    return closing_of(table.row, found)


@pytest.mark.parametrize(("profile", "signs"), [(VENEZIA, True), (ADMIRAL, False)])
def test_a_closing_report_is_signed_by_the_offices_of_its_house(profile: Profile, signs: bool) -> None:
    table = ready_table(profile)
    page = signed_in(Role.AUDITOR, language="it").get(reverse("closing", args=["T3", table.row.opened]))
    assert ("Ispettore Comunale" in page.content.decode().partition("report-signatures")[2]) is signs
    report, taken = _closing(table, table.row.opened), Entry.objects.all()[0]
    with translation.override("it"):
        paper = paper_of(report, table.row, Numbers("it"), copy=1, taken=taken)
    assert (("Ispettore Comunale", "") in paper["signatures"]) is signs
    assert len(paper["signatures"]) == 3 + signs


def test_nobody_is_still_at_a_table_that_is_closed() -> None:
    table = ready_table()
    open_still = _closing(table, table.row.opened)
    assert {it.until for it in open_still.people} == {None}
    report = _closing(table, evening(table))
    assert report.evening.closed is not None
    assert {it.until for it in report.people} == {report.evening.closed}
    table.cast.ispettore.does("sign_off")
    assert [it.until for it in _closing(table, report.low).people] == [it.until for it in report.people]


def test_an_evening_may_end_by_a_ruling() -> None:
    table = ready_table()
    table.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="as seen")
    case = table.number
    table.cast.ispettore.does("refer", incident=case, reason="not foreseen")
    table.cast.direzione.does("rule", incident=case, text="for tonight", effects=["close_table"])
    [ended] = evenings_of(table.row)
    assert ended.closed is not None
    assert (ended.closed.number, ended.closed.actor) == (table.number, "delia")
    report = closing_of(table.row, ended)
    assert list(report.incidents) == [case]
    with translation.override("en"):
        paper = paper_of(report, table.row, Numbers("en"), copy=1, taken=Entry.objects.all()[0])
    assert dict(paper["facts"])["Incidents"] == f"entry {case}", "it is no count of incidents"


def test_a_table_that_is_closed_is_not_closed_again_by_a_ruling() -> None:
    """What guests gave stands once in the list of the Tronc, and a table that never was opened had no evening."""
    table = new_table()
    report: dict[str, Any] = {"kind": "unforeseen", "facts": {"what": "other"}, "text": "as seen"}
    rules: dict[str, Any] = {"text": "it stays closed", "effects": ["close_table"]}
    table.cast.ispettore.does("report_incident", **report)
    table.cast.direzione.does("rule", incident=table.number, **rules)
    assert tronc_of(table.row) == []
    again = ready_table(code="T4")
    again.does("tip", amount=50_00, form="chips")
    again.cast.ispettore.does("report_incident", **report)
    case = again.number
    again.cast.ispettore.does("close_table")
    closed = again.number
    again.cast.direzione.does("rule", incident=case, **rules)
    assert [(it.closed.number, it.amount) for it in tronc_of(again.row)] == [(closed, 50_00)]


def test_an_evening_that_nobody_opened_has_no_report() -> None:
    ready_table()
    client = signed_in(Role.AUDITOR)
    assert client.get(reverse("closing", args=["T3", 1])).status_code == 404


# --- what was changed


def test_a_version_of_the_rules_is_told_by_what_it_changed(worked: AtTable) -> None:
    latest, first = versions_of(worked.row)
    assert [(it.key, it.before != it.now) for it in latest.differences] == [("tie_to_one", True)]
    assert latest.entry is not None
    assert latest.entry.verb == "change_rules"
    assert first.entry is not None
    assert (first.entry.verb, list(first.differences)) == ("set_up", [])
