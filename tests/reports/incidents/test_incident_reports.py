"""The report of a case: one page from which somebody who knows nothing of the table learns what happened."""

import csv
import html
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import translation

from procedures.articles import ARTICLES
from procedures.models import Incident
from procedures.reports.files import as_csv, as_pdf, inputs_of
from procedures.reports.incident import VERSION, HandedOut, IncidentReport, as_json
from procedures.reports.paper import FeltPictures, Paper
from procedures.reports.sections import paper_of
from table.models import HOUSE, Entry, Export, Note
from table.record import seals
from table.reports.registers.spreadsheet import cell
from table.rules.houses import ADMIRAL, CLASSICO_COPERTO, VENEZIA
from table.rules.profile import Profile, Role, derive
from table.rules.readers import READERS, Report
from table.screens.rules.page import every_line
from table.words.numbers import Numbers
from tests.bench.years import grow
from tests.croupier.cases import attest, inverted, knows_the_order, newest, order_lost, report
from tests.croupier.coups import close, deal, lay, pay, play, turn
from tests.croupier.dealer import Croupier
from tests.house.reader import LANGUAGES
from tests.procedures import reported_cases
from tests.procedures.conftest import SitDown
from tests.procedures.reported_cases import Played
from tests.rig.page import undrawn
from tests.rig.proofs import address, report_at, value
from tests.rig.sampling import sampled
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable
from tests.rig.words import TRANSLATED
from tests.rig.work import Counting

TAG = re.compile(r"<(style|script|svg).*?</\1>|<[^>]+>", re.DOTALL)


def read(page: str) -> str:
    """What somebody reads on a page."""
    return " ".join(html.unescape(TAG.sub(" ", page)).split())


def page(case: Incident, role: Role = Role.AUDITOR, language: str = "en") -> str:
    answer = signed_in(role, language=language).get(address(case))
    assert answer.status_code == 200
    return answer.content.decode()


def laid_out(case: Incident, language: str = "en", copy: int = 1) -> Paper:
    """The report as it is laid out."""
    with translation.override(language):
        return paper_of(msgspec.structs.replace(value(case, language), copy=copy), Numbers(language))


# --- what a stranger reads on it

ANSWERS: list[tuple[Played, Sequence[str]]] = [
    (
        reported_cases.card_too_many,
        ["A card too many", "card 5 is set aside, seen", "nobody had to decide", "anna +€100.00"],
    ),
    (
        reported_cases.annulled,
        [
            "A box has more or fewer than two cards",
            "Present, each by their own badge and PIN: ivo (Ispettore di Gioco)",
            "Not clear, the possible orders make different hands (orders considered: 24)",
            "ivo (Ispettore di Gioco) annulled the coup, in these words: “not clear”",
            "All stakes went back",
        ],
    ),
    (
        reported_cases.premise,
        [
            "The reader did not follow the Regola",
            "cosima (Ispettore Comunale)",
            "ivo (Ispettore di Gioco) ratified the reconstruction",
            "Clear by equivalence, every possible order makes the same hands (orders considered: 4)",
        ],
    ),
    (
        reported_cases.disputed,
        [
            "anna, at position 1, disputes coup 1.1",
            "ivo (Ispettore di Gioco) decided, in these words: “one chip too few was paid”",
            "anna at position 1 had got +€100.00, and has +€150.00 by now: a difference of +€50.00",
        ],
    ),
    (
        reported_cases.ruled,
        [
            "Something that the regulations do not foresee",
            "delia (Direzione) decided without appeal, in these words: “for the trouble”",
            "Ordered: the coup goes on; what was paid is corrected",
            "anna at position 1 had got +€100.00, and has +€125.00 by now: a difference of +€25.00",
        ],
    ),
    (
        reported_cases.late,
        ["A stake came after «Rien ne va plus»", "What followed at once: 1,000 goes back from Punto to position 2"],
    ),
    (
        reported_cases.left_behind,
        [
            "Chips lie there that nobody collects",
            "are kept for their owner under slip 1",
            "delia (Direzione) disposed of them, in these words: “handed to the cash desk for its owner”",
        ],
    ),
]
PROVEN = "each have the digest of what they say, and name the digest of the one before"
UNSEALED = "No seal covers them yet."


def sealed(table: AtTable) -> str:
    """The register is sealed; what a report says of it."""
    seal = seals.keep(table.code)
    assert seal is not None
    return f"on entry {seal.number} covers them: every entry up to it was computed anew, and is as it was sealed"


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("played", "answers"), ANSWERS, ids=lambda it: getattr(it, "__name__", ""))
def test_a_stranger_reads_what_happened_who_decided_what_was_paid_and_whether_it_is_proven(
    table: AtTable, played: Played, answers: Sequence[str]
) -> None:
    case = played(table)
    proven = sealed(table)
    on_screen, on_paper = read(page(case)), json.loads(inputs_of(laid_out(case))["paper"])
    printed = " ".join(block["text"] for it in on_paper["sections"] for block in it["blocks"] if "text" in block)
    for answer in (*answers, PROVEN, proven):
        assert answer in on_screen
        assert answer in printed
    assert "NOT PROVEN" not in on_screen + printed


def test_it_tells_everything_in_one_order(table: AtTable) -> None:
    keys = [section.key for section in laid_out(reported_cases.annulled(table)).sections]
    assert keys == ["happened", "cards", "people", "said", "verdict", "money", "rules", "entries", "video", "proof"]


def test_the_cards_are_drawn_as_they_lay_and_as_they_ought_to_lie_with_their_order(table: AtTable) -> None:
    report = value(reported_cases.premise(table))
    assert report.before is not None
    assert report.after is not None
    assert [len(hand.cards) for hand in report.before.hands[:2]] != [len(hand.cards) for hand in report.after.hands[:2]]
    places = [card.place for hand in report.before.hands for card in hand.cards]
    assert sorted(places) == list(range(1, len(places) + 1))


def test_every_card_that_it_shows_is_drawn_on_its_page(table: AtTable) -> None:
    text = page(reported_cases.premise(table))
    assert 'href="#c' in text
    assert undrawn(text) == set()


def result_in(case: Incident) -> str:
    """The result of its coup, by its report."""
    coup = value(case).coup
    assert coup is not None
    return coup.result


@pytest.mark.faults
def test_until_a_coup_is_paid_on_the_hands_that_lie_there_nobody_has_won_by_its_report(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9S KD", banco="2S 5S")
    pay(table)
    case = report(table, "inverted", laid=["banco", "punto", "punto", "banco"])
    knows_the_order(table, case)
    assert result_in(case) == "punto", "as it was paid, for as long as nothing is decided"
    attest(table, case)
    table.cast.ispettore.does("ratify", incident=case.number)
    case.refresh_from_db()
    text = read(page(case))
    assert result_in(case) == ""
    assert "won with" not in text
    assert "Nobody won or lost" not in text
    Croupier(table, "2S 9S KD 5S 9H").to_the_burn()
    assert "Punto won with" not in read(page(case))
    assert "Banco won with 4 points against 1" in read(page(case))


def test_who_was_present_is_told_with_their_device_and_who_has_left_did_not_count(table: AtTable) -> None:
    inverted(table)
    case = newest()
    table.cast.ispettore.does("attest", incident=case.number)
    (there,) = value(case).attested
    assert (there.person.badge, there.pressed_at, there.counted) == ("ivo", "console", True)
    table.cast.ispettore.does("sign_off")
    assert [it.counted for it in value(case).attested] == [False]


def test_who_caused_another_case_that_is_decided_together_attested_neither(table: AtTable) -> None:
    inverted(table)
    case = newest()
    table.cast.ispettore.does("attest", incident=case.number)
    other = report(table, "undue_third")
    table.cast.ispettore.does("name_cause", incident=other.number, badge="ivo")
    assert ([it.counted for it in value(case).attested], value(case).absent) == ([False], ("Ispettore di Gioco",))


def test_a_decision_that_waited_as_the_dispute_was_withdrawn_is_none_on_its_paper(sit_down: SitDown) -> None:
    table = sit_down(derive(VENEZIA, key="by-two", correction_second_from=5000))
    play(table, "P100@1")
    table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    case, corrections = newest(), [{"bettor": "anna", "amount": 5000}]
    given: dict[str, Any] = {"incident": case.number, "text": "fifty more", "corrections": corrections}
    table.cast.ispettore.does("decide_dispute", **given)
    table.cast.ispettore.does("withdraw_incident", incident=case.number)
    decision = value(case).decision
    assert decision is not None
    assert (decision.status, decision.text, decision.agreed) == ("withdrawn", "", None)


def test_every_entry_stands_on_it_with_its_digest(table: AtTable) -> None:
    case = reported_cases.disputed(table)
    known = dict(Entry.objects.filter(register=table.code).values_list("number", "digest"))
    shown = {it.number: it.digest for it in value(case).entries}
    assert shown.items() <= known.items()
    assert {case.number, case.decided} <= shown.keys()
    text = page(case)
    assert all(digest in text for digest in shown.values())


def test_each_article_names_rules_that_stand_on_the_page_of_the_house() -> None:
    with translation.override("en"):
        known = every_line(VENEZIA, Numbers("en"))
    named = [topic for it in ARTICLES.values() for topic in it.topics]
    named += [topic for it in ARTICLES.values() for kind in it.kinds for topic in kind.topics]
    assert [topic for topic in named if topic not in known] == []


CITED: list[tuple[Played, str, str]] = [
    (reported_cases.annulled, "Super Punto Banco, Art. 7", "Sabot reads Art. 6, 7, 8 so"),
    (reported_cases.premise, "Super Punto Banco, Premessa", "before the Ispettore di Gioco and the Ispettore Comunale"),
    (reported_cases.late, "the source is silent: a default of Sabot", "A stake that is pushed in"),
    (reported_cases.left_behind, "Super Punto Banco, Art. 15", "dealt with as the Direzione has laid down"),
]
"""On whose word a case was decided, and something else that its rules say."""


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("case", "source", "besides"), CITED, ids=[it[0].__name__ for it in CITED])
def test_a_report_names_the_rule_of_its_article_and_whose_presence_that_asks_for(
    table: AtTable, case: Played, source: str, besides: str
) -> None:
    rules = value(case(table)).rules
    assert source in [it.words for it in rules]
    said = " ".join(f"{it.sentence} {it.words}" for it in rules)
    assert besides in said
    assert ("before the Ispettore di Gioco alone" in said) is (case is reported_cases.annulled)


def test_a_report_of_a_lost_order_names_no_rule_on_cards_that_the_dealer_served_wrongly(table: AtTable) -> None:
    order_lost(table)
    rules = value(newest()).rules
    assert not [it.sentence for it in rules if "before the Ispettore di Gioco alone" in it.sentence]


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("profile", "case", "source"),
    [
        (VENEZIA, reported_cases.late, "Super Punto Banco, Premessa"),
        (CLASSICO_COPERTO, reported_cases.late, "default of Sabot"),
        (ADMIRAL, reported_cases.disputed, "Punto Banco, Casino Admiral"),
        (derive(VENEZIA, key="own", source="My own"), reported_cases.disputed, "as in Super Punto Banco, Art. 10"),
    ],
)
def test_a_case_is_filed_under_a_document_only_where_that_speaks_of_it(
    sit_down: SitDown, profile: Profile, case: Played, source: str
) -> None:
    assert value(case(sit_down(profile))).source == source


def test_what_no_article_speaks_of_is_said_to_be_settled_by_the_rules(sit_down: SitDown) -> None:
    case = reported_cases.late(sit_down(CLASSICO_COPERTO))
    assert value(case).status_words == "settled by the rules"
    assert "The rules say what follows: nobody had to decide." in read(page(case))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("language", TRANSLATED)
def test_it_is_told_in_every_language_with_the_offices_of_the_house(sit_down: SitDown, language: str) -> None:
    case = reported_cases.disputed(sit_down(ADMIRAL))
    text = read(page(case, language=language))
    assert "delia (Direktion)" in text
    assert "Direzione" not in text
    assert laid_out(case, language).title != laid_out(case, "en").title


# --- what nobody may learn from it


def test_a_covered_card_is_told_by_nothing(table: AtTable) -> None:
    inverted(table)
    report = value(newest())
    felts = [felt for felt in (report.before, report.ought, report.after) if felt is not None]
    assert {card.face for felt in felts for hand in felt.hands for card in hand.cards} == {"??"}
    assert re.search(r"[A2-9TJQK][SHDC]\b", json.dumps(msgspec.to_builtins(report.entries, str_keys=True))) is None


def test_it_is_for_those_who_watch_and_for_nobody_else(table: AtTable) -> None:
    case = reported_cases.late(table)
    for role in set(Role) - {Role.SHOE}:
        client, code = signed_in(role), 200 if role in READERS[Report.INCIDENT] else 403
        assert client.get(reverse("incidents", args=[table.code])).status_code == code, role
        if code == 403:
            assert client.get(address(case)).status_code == 403, role
            assert client.post(address(case), {"form": "pdf", "nonce": "1"}).status_code == 403
    assert Client().get(address(case)).status_code == 302
    assert not Export.objects.exists()


# --- it leaves the house


def hand_out(client: Client, case: Incident, form: str, nonce: str) -> bytes:
    answer = client.post(address(case), {"form": form, "nonce": nonce})
    assert answer.status_code == 200, answer.content.decode()
    return b"".join(answer) if answer.streaming else answer.content


@pytest.mark.faults
@pytest.mark.parametrize("language", sampled(LANGUAGES, one_in=3))
def test_the_same_copy_is_the_same_bytes(table: AtTable, language: str) -> None:
    case = reported_cases.annulled(table)
    first, again = (as_pdf(laid_out(case, language)) for _ in range(2))
    assert first == again
    assert first.startswith(b"%PDF-")
    assert b"pdfaid:part" in first
    assert as_pdf(laid_out(case, language, copy=2)) != first


@pytest.mark.faults
def test_a_reprint_says_that_it_is_one_and_the_same_press_gets_the_same_copy(table: AtTable) -> None:
    case, client = reported_cases.disputed(table), signed_in(Role.DIREZIONE, language="en")
    first, again, second = (hand_out(client, case, "csv", nonce) for nonce in ("one", "one", "two"))
    assert first == again
    assert b"Copy 1" in first
    assert b"Reprint: copy 2" in second
    assert Export.objects.filter(report="incident", of=f"{table.code}/{case.number}").count() == 2


def test_what_it_is_not_handed_out_in_is_refused(table: AtTable) -> None:
    case = reported_cases.late(table)
    answer = signed_in(Role.AUDITOR, language="en").post(address(case), {"form": "exe", "nonce": "1"})
    assert answer.status_code == 422
    assert not Export.objects.exists()


def test_as_json_it_is_the_value_again(table: AtTable) -> None:
    case = reported_cases.premise(table)
    made = hand_out(signed_in(Role.AUDITOR, language="en"), case, "json", "one")
    report = msgspec.json.decode(made, type=IncidentReport)
    taken, of = Entry.objects.get(register=HOUSE, verb="export"), f"{table.code}/{case.number}"
    assert (report.schema, report.version, report.of, report.copy) == ("incident", VERSION, of, 1)
    assert report.handed_out == HandedOut(entry=taken.number, by=taken.actor, at=taken.at)
    assert msgspec.structs.replace(report, copy=None, handed_out=None) == report_at(table.code, case.number)
    assert made == as_json(report)


def test_a_spreadsheet_opens_it_without_a_question() -> None:
    assert [cell(it) for it in ("=1+1", "@x", "+€100.00", "−50,00 €", "+2,50 $US", "-2+3", "anna")] == [
        "'=1+1",
        "'@x",
        "+€100.00",
        "-50,00 €",
        "+2,50 $US",
        "'-2+3",
        "anna",
    ]


@pytest.mark.parametrize("currency", ["EUR", "CHF", "GBP", "USD", "PLN", "INR"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_an_amount_won_or_lost_is_no_formula_in_any_currency(currency: str, language: str) -> None:
    won, lost = f"+{Numbers(language).money(10_000, currency)}", Numbers(language).money(-123_450, currency)
    assert [cell(won), cell(lost)] == [won, lost.replace("−", "-")]


def test_as_a_table_it_has_a_row_for_each_thing_it_says(table: AtTable) -> None:
    made = as_csv(laid_out(reported_cases.disputed(table), "it"))
    rows = list(csv.reader(io.StringIO(made.decode("utf-8-sig")), delimiter=";"))
    assert made.startswith(b"\xef\xbb\xbf")
    assert rows[0][1].startswith("Super Punto Banco, Art. 10")
    assert any("anna" in row and any("50,00" in cell for cell in row) for row in rows)


# --- whether it is proven


def test_a_text_that_was_changed_is_found(table: AtTable) -> None:
    case = reported_cases.disputed(table)
    note = Note.objects.latest("pk")
    Note.objects.filter(pk=note.pk).update(text="nothing was paid")
    text = read(page(case))
    Note.objects.filter(pk=note.pk).update(text=note.text)
    assert "NOT PROVEN" in text
    assert PROVEN not in text


def test_an_entry_that_was_changed_is_found(table: AtTable, monkeypatch: pytest.MonkeyPatch) -> None:
    case = reported_cases.late(table)
    with monkeypatch.context() as changed:
        changed.setattr("table.record.chain.fits", lambda entry: entry.number != case.number)
        assert "NOT PROVEN" in read(page(case))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("played", [reported_cases.late, reported_cases.disputed, reported_cases.ruled])
def test_it_says_which_seal_covers_it_or_that_none_does_yet_and_how_to_check(table: AtTable, played: Played) -> None:
    case = played(table)
    before = read(page(case))
    assert UNSEALED in before
    assert value(case).seal is None
    proven, seal = sealed(table), value(case).seal
    assert seal is not None
    assert (seal.number, seal.digest, seal.holds, seal.walked) == (table.number, table.row.digest, True, True)
    text = read(page(case))
    for proof in (proven, seal.digest, f"on entry {seal.number} of register {table.code}"):
        assert proof in text
    assert all("give that file to sabot-verify" in it for it in (before, text))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("form", ["json", "pdf"])
def test_a_copy_names_the_seal_that_there_was_when_it_was_handed_out(
    table: AtTable, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where handing out could not seal the register, as on a full disk."""
    case, client = reported_cases.disputed(table), signed_in(Role.AUDITOR, language="en")
    with monkeypatch.context() as full:
        full.setattr("procedures.reports.proven.attached.keep", _cannot_be_written)
        first = hand_out(client, case, form, "one")
    sealed(table)
    assert hand_out(client, case, form, "one") == first
    second = hand_out(client, case, form, "two")
    assert second != first
    if form == "json":
        reports = [msgspec.json.decode(it, type=IncidentReport) for it in (first, second)]
        assert [it.seal is None for it in reports] == [True, False]
        with translation.override("en"):
            texts = [json.dumps(inputs_of(paper_of(it, Numbers("en")))) for it in reports]
        assert "When this copy was handed out" in texts[0]
        assert "covers them" in texts[1]


def _cannot_be_written(_code: str) -> None:
    raise OSError("no space left on device")


@pytest.mark.parametrize("method", ["get", "post"])
def test_where_the_seals_cannot_be_read_the_report_is_not_shown_without_one(
    table: AtTable, settings: Any, tmp_path: Path, method: str
) -> None:
    case, settings.SEALS_FILE = reported_cases.disputed(table), tmp_path
    client = signed_in(Role.AUDITOR, language="en")
    client.raise_request_exception = False
    answer = getattr(client, method)(address(case), {"form": "pdf", "nonce": "one"})
    assert answer.status_code == 503
    assert "The seals of this house cannot be read: Is a directory." in answer.content.decode()


def test_a_seal_that_does_not_fit_is_told_first_of_all(table: AtTable) -> None:
    case = reported_cases.disputed(table)
    sealed(table)
    seals_file = Path(settings.SEALS_FILE)
    seals_file.write_text(seals_file.read_text(encoding="utf-8").replace(table.row.digest, "0" * 64), encoding="utf-8")
    text = read(page(case))
    assert "The register is not as it was sealed" in text
    assert "NOT PROVEN: the seal of" in text
    assert msgspec.json.decode(as_json(value(case)))["seal"]["holds"] is False


def test_its_code_leads_to_its_page_and_its_times_to_the_video(table: AtTable) -> None:
    case = reported_cases.late(table)
    video = "https://video.example/{table}?from={from}&to={to}"
    with override_settings(HOUSE_ADDRESS="https://sabot.example", VIDEO_LINK=video):
        paper = laid_out(case)
    texts = {block.kind: block for section in paper.sections for block in section.blocks}
    code: Any = texts["code"]
    link: Any = texts["link"]
    assert code.text == f"https://sabot.example{address(case)}"
    assert re.fullmatch(r"https://video\.example/T\d\?from=[\dT:-]+Z&to=[\dT:-]+Z", link.address)


# --- the list of them


def test_the_cases_of_a_table_are_found_by_article_status_and_taglia(table: AtTable) -> None:
    cases = [reported_cases.disputed(table), reported_cases.late(table), reported_cases.left_behind(table)]
    client, where = signed_in(Role.AUDITOR, language="en"), reverse("incidents", args=[table.code])

    def found(**filters: str | int) -> list[int]:
        text = client.get(where, filters).content.decode()
        return [int(it) for it in re.findall(r"/incidents/(\d+)/\">\d", text)]

    newest_first = [it.number for it in reversed(cases)]
    assert found() == newest_first
    assert found(article=10) == [cases[0].number]
    assert found(status="settled_by_law") == newest_first[:2]
    assert (found(taglia=1), found(taglia=2)) == (newest_first[1:], [])
    assert found(article="x", before="") == newest_first
    assert found(before=cases[1].number) == [cases[0].number]


def test_what_nobody_collected_has_a_report_by_its_slip(table: AtTable) -> None:
    reported_cases.left_behind(table)
    client = signed_in(Role.AUDITOR, language="en")
    text = read(client.get(reverse("uncollected_report", args=[table.code, 1])).content.decode())
    assert "kept for their owner under slip 1" in text
    assert client.get(reverse("uncollected_report", args=[table.code, 2])).status_code == 404
    assert client.get(reverse("incident_report", args=[table.code, 10**9])).status_code == 404


def test_what_the_table_keeps_by_itself_has_a_report_too(table: AtTable) -> None:
    lay(table, "P100@1")
    table.does("report_unmarked_absence", position="1")
    Croupier(table, "9S 2S KD 3S").to_the_burn()
    where = reverse("uncollected_report", args=[table.code, 2])
    answer = signed_in(Role.AUDITOR, language="en").get(where)
    text = read(answer.content.decode())
    assert "the table noticed by itself" in text
    assert "€100.00 (winnings, anna, position 1) are kept for their owner under slip 2" in text
    assert PROVEN in text
    assert f"QR: {where}" in answer.content.decode()


def test_what_an_inspector_has_confirmed_has_the_report_of_the_case_in_which_it_was_reported(table: AtTable) -> None:
    play(table, "P100@1")
    case = report(table, "uncollected", position="1", left="winnings", amount=50_000)
    table.cast.ispettore.does("confirm_uncollected", incident=case.number)
    by_slip = report_at(table.code, case.number, slip=1)
    assert by_slip == report_at(table.code, case.number)
    assert (by_slip.noticed, by_slip.status, by_slip.slip) == (False, "decided", None)
    [chips] = by_slip.kept
    assert (chips.slip, chips.entry) == (1, table.number)


def test_of_a_hand_without_cards_only_those_to_come_are_told(table: AtTable) -> None:
    close(table, "P100@1")
    table.does("card_out")
    case = report(table, "inverted", laid=["banco"])
    [pictures] = [it for section in laid_out(case).sections for it in section.blocks if isinstance(it, FeltPictures)]
    assert [it.described for it in pictures.pictures] == [
        "Banco: 1. covered",
        "Banco: to come: 2; Punto: 1. covered, to come: 1",
    ]


def test_the_words_of_a_report_that_completes_a_noticed_case_stand_on_it(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    table.does("declare", claim="no_carta", means="voice")
    table.does("turn_banco", cards=["7S", "KD", "2C"])
    case = newest()
    assert (case.noticed, value(case, "en").text) == (True, "")
    laid = ["punto", "banco", "punto", "banco", "banco"]
    table.does("report_incident", kind="wrong_number", facts={"laid": laid}, text="the sleeve pulled one")
    assert Incident.objects.get() == case
    assert value(case, "en").text == "the sleeve pulled one"
    assert "the sleeve pulled one" in page(case)


def test_what_a_report_asks_of_the_database_does_not_grow_with_the_record(table: AtTable) -> None:
    case = reported_cases.annulled(table)

    def costs() -> Counting:
        with translation.override("en"), Counting() as count:
            paper_of(report_at(table.code, case.number), Numbers("en"))
        return count

    costs()  # what was done before the coup is performed once, and copies are kept
    before = costs()
    for suit in "HDC":
        play(table, "P100@1", "B50@2", punto=f"9{suit} K{suit}", banco=f"2{suit} 3{suit}")
        inverted(table)
        table.cast.ispettore.does("withdraw_incident", incident=newest().number)
        Croupier(table, f"8{suit} 4{suit} Q{suit} 6{suit}").to_the_burn()
    table.cast.direzione.does("void_shoe")
    with transaction.atomic():  # what is copied was never played, and could not be
        grow(table.code, entries=2000)
        costs()  # the taglia of the case is performed to its end
        years_later = costs()
        transaction.set_rollback(True)
    assert before.statements <= years_later.statements <= 50
    assert years_later.steps < before.steps + 15 * 2000, "of those within 5,000 entries some verbs are looked through"


def test_a_case_between_two_coups_is_reported_by_the_rules_that_were_in_force(sit_down: SitDown) -> None:
    table = sit_down()
    before = report(table, "worn_card", card="7D")
    table.cast.direzione.does("change_rules", changes={"banco_payout": "half_on_six"})
    waiting = report(table, "worn_card", card="8D")
    table.cast.direzione.does("void_shoe")
    after = report(table, "unforeseen", what="other")
    assert [value(it).house.version for it in (before, waiting, after)] == [1, 1, 2]
