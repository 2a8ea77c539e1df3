"""What a report has to say: days, words of a referral and of a claim, who was missing; and a copy for one guest."""

import csv
import io
import json
import re
from collections.abc import Callable
from datetime import UTC, timedelta
from typing import Any
from unicodedata import normalize

import msgspec
import pytest
import typst
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone, translation
from msgspec.structs import replace

from procedures.models import Incident
from procedures.reports.files import TEMPLATE, as_csv, as_pdf, inputs_of
from procedures.reports.guest import Bettor, Hide, bettors_of, for_guest
from procedures.reports.incident import IncidentReport, Kept, Statement
from procedures.reports.paper import Grid, Link, Paper
from procedures.reports.sections import grid, paper_of
from procedures.reports.telling import quoted
from procedures.screens.open_cases import open_cases
from procedures.verbs import reporting
from procedures.views import reports
from table.models import HOUSE, Entry, Export, Note
from table.record.past.replay import replay
from table.record.proof import audit
from table.reports.links import MARGIN
from table.rules.profile import Role
from table.rules.refusal import Code
from table.words.numbers import Numbers
from tests.croupier.cases import declaration, inverted, newest, report
from tests.croupier.coups import deal, lay, pay, play, turn
from tests.croupier.dealer import Croupier
from tests.house.reader import LANGUAGES
from tests.procedures import reported_cases
from tests.proof import papers
from tests.rig.proofs import value
from tests.rig.sampling import in_two_parts
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable

HAPPENED = "A card with a blue back lies among the first"
REFERRED = "no article says what follows"
DECIDED = "the coup goes on, and 25 for the trouble"
CLAIMED = "she was paid 100 and says that she laid 150"
Passes = Callable[..., None]


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Passes:
    """It is three minutes to midnight in the house; time passes when a test says so."""
    at = [(timezone.localtime() + timedelta(days=2)).replace(hour=23, minute=57, second=0, microsecond=0)]
    monkeypatch.setattr(timezone, "now", lambda: at[0])

    def pass_(**by: int) -> None:
        at[0] += timedelta(**by)

    return pass_


def laid_out(report: IncidentReport, *, dated: bool = False) -> Paper:
    with translation.override(report.language):
        return paper_of(report, Numbers(report.language), dated=dated)


def text_of(report: IncidentReport) -> str:
    """The whole paper in one text."""
    return inputs_of(laid_out(report))["paper"]


def unforeseen(table: AtTable, passes: Passes) -> Incident:
    """Reported a minute before midnight; referred and ruled on after it."""
    deal(table, "P100@1", "B50@2", "T10@3")
    turn(table)
    pay(table)
    passes(minutes=2)
    table.does("report_incident", kind="unforeseen", facts={"what": "foreign_card"}, text=HAPPENED)
    case = newest()
    passes(minutes=3)
    table.cast.ispettore.does("refer", incident=case.number, reason=REFERRED)
    passes(minutes=9)
    money = [{"position": "1", "box": "punto", "amount": 2500}]
    given: dict[str, Any] = {"text": DECIDED, "effects": ["continue", "correct_money"], "money": money}
    table.cast.direzione.does("rule", incident=case.number, **given)
    Croupier(table, "9S 2S KD 3S").to_the_burn()
    return newest()


def disputed(table: AtTable) -> Incident:
    """Anna claims 50 more for a coup that is over, and gets them; Bruno and Carla played it, too."""
    lay(table, "P100@1", "B50@2", "T10@3")
    Croupier(table, "9S 2S KD 3S").to_the_burn()
    facts = {"coup": "1.1", "position": "1", "about": "payment", "amount": 5000}
    table.does("report_incident", kind="dispute", facts=facts, text=CLAIMED)
    decides = table.cast.with_role(table.state.profile.disputes_decided_by)
    money = [{"bettor": "anna", "amount": 5000}]
    decides.does("decide_dispute", incident=newest().number, text="one chip more than Bruno.", corrections=money)
    return newest()


# --- days


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("language", "said"),
    [("it", "Alle 00:11:00 del %d "), ("en", "At 00:11:00 on %d "), ("de", "Um 00:11:00 am %d. ")],
)
def test_a_time_after_midnight_has_its_day(table: AtTable, passes: Passes, language: str, said: str) -> None:
    report = value(unforeseen(table, passes), language)
    opened, decided = (timezone.localtime(it) for it in (report.opened, report.filmed_to))
    assert (opened.day, opened.hour, decided.day, decided.hour) == (opened.day, 23, (opened + timedelta(days=1)).day, 0)
    paper = json.loads(text_of(report))
    [happened] = [block["text"] for block in paper["sections"][0]["blocks"] if block["kind"] == "words"]
    assert said % decided.day in happened
    [entries] = [block["rows"] for it in paper["sections"] for block in it["blocks"] if block["kind"] == "entries"]
    with_day = [it["at"] for it in entries if not re.fullmatch(r"\d\d:\d\d:\d\d", it["at"])]
    assert [it["at"][-8:] for it in entries][-3:] == ["00:02:00", "00:11:00", "00:11:00"]
    assert len(with_day) == 1
    assert with_day[0].startswith(f"{decided.day}")
    assert with_day[0].endswith(", 00:02:00")


def test_as_a_table_every_time_has_its_day(table: AtTable, passes: Passes) -> None:
    report = value(unforeseen(table, passes))
    made = as_csv(laid_out(report, dated=True)).decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(made), delimiter=";"))
    numbers = {str(it.number): f"{timezone.localtime(it.at):%Y-%m-%d %H:%M:%S}" for it in report.entries}
    assert {row[1]: row[2] for row in rows if row[0] == "Entries of the register"} == numbers
    said = [row[1] for row in rows if row[0] == "What was said, and when"][1:]
    assert said
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", it) for it in said)


# --- words


def test_it_tells_what_happened_and_who_referred_it_when_and_in_which_words(table: AtTable, passes: Passes) -> None:
    report = value(unforeseen(table, passes))
    [referral] = report.referred
    assert report.text == HAPPENED
    assert referral.by is not None
    assert (referral.by.badge, referral.text, referral.at.second) == ("ivo", REFERRED, 0)
    text = text_of(report)
    for said in (HAPPENED, "ivo (Ispettore di Gioco) referred it to the Direzione", REFERRED, DECIDED):
        assert said in text


def test_between_two_coups_play_stands_still_and_no_coup_is_held(table: AtTable) -> None:
    table.does("report_incident", kind="unforeseen", facts={"what": "disturbance"}, text="a lamp fell")
    case = newest()
    texts = [text_of(value(case))]
    table.cast.ispettore.does("refer", incident=case.number, reason="as it is")
    table.cast.direzione.does("rule", incident=case.number, text="it goes on", effects=["continue"])
    texts.append(text_of(value(newest())))
    assert ["Play stands still." in texts[0], "Play stood still until it was decided." in texts[1]] == [True, True]
    assert not any("The coup" in it for it in texts)


@pytest.mark.parametrize("words", [{}, {"text": ""}, {"text": "  \n"}])
def test_what_no_rule_foresees_is_not_reported_without_words(table: AtTable, words: dict[str, Any]) -> None:
    deal(table, "P100@1")
    facts = {"what": "disturbance"}
    refused = table.refuses(Code.ARGUMENTS, "report_incident", kind="unforeseen", facts=facts, **words)
    assert "Write what has happened" in refused.sentence
    assert not Incident.objects.exists()


def test_a_card_that_is_not_found_is_told_in_words_and_goes_to_the_direzione_in_these(table: AtTable) -> None:
    deal(table, "P100@1")
    lost: dict[str, Any] = {"kind": "fallen_card", "facts": {"places": [4], "recovered": False}}
    table.refuses(Code.ARGUMENTS, "report_incident", **lost)
    table.does("report_incident", **lost, text="under the base of the table")
    [referral] = value(newest()).referred
    assert referral.text == "under the base of the table"
    note = Note.objects.get(text="under the base of the table")
    assert (
        f'["incident_referred",{{"incident":{newest().number},"reason":"{note.digest}"}}]'
        in Entry.objects.get(register=table.code, number=newest().number).outcome
    )


def test_of_a_card_that_is_not_found_no_report_says_how_the_cards_ought_to_lie(table: AtTable) -> None:
    """Neither its own nor that of whatever else came up in that coup."""
    inverted(table)
    other = newest()
    assert "Orders considered" in text_of(value(other))
    lost = report(table, "fallen_card", places=[4], recovered=False)
    for case in (lost, other):
        case.refresh_from_db()
        assert case.answer["verdict"], "of the cards that are on record, the one that is not found among them"
        assert (value(case).verdict, value(case).ought) == (None, None)
        assert "Orders considered" not in text_of(value(case))
        assert papers.said(papers.handed_out(case).pdf) == []


def test_entries_of_before_that_say_nothing_are_dealt_again_as_they_were(
    table: AtTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(reporting, "needs_words", lambda _kind, _facts: False)
        deal(table, "P100@1")
        table.does("report_incident", kind="fallen_card", facts={"places": [4], "recovered": False})
    opened = Entry.objects.get(register=table.code, number=table.number)
    assert f'["incident_referred",{{"incident":{opened.number}}}]' in opened.outcome
    assert (replay(table.code), list(audit.faults(table.code))) == ([], [])
    [referral] = value(newest()).referred
    assert referral.text == ""
    assert "which gives no words" in text_of(value(newest()))


def test_a_claim_is_told_in_the_words_of_the_guest_and_with_its_amount(table: AtTable) -> None:
    report = value(disputed(table))
    assert (report.text, report.claimed) == (CLAIMED, 5000)
    assert CLAIMED in text_of(report)
    assert "Amount that the guest claims: €50.00" in text_of(report)
    [opened] = Entry.objects.filter(register=table.code, number=report.number)
    assert CLAIMED not in opened.arguments + opened.outcome, "a text is a note beside the register"


def test_a_dispute_shows_how_the_cards_of_its_coup_lie_at_the_end_and_who_won(table: AtTable) -> None:
    report = value(disputed(table))
    assert report.before is None
    assert report.after is not None
    faces = {hand.side: [card.face for card in hand.cards] for hand in report.after.hands if hand.side}
    assert faces == {"punto": ["9S", "KD"], "banco": ["2S", "3S"]}
    assert not any(card.moved for hand in report.after.hands for card in hand.cards)
    assert "Punto won with 9 points against 5." in text_of(report)


def test_words_that_end_with_a_full_stop_are_quoted_without_a_second_one(table: AtTable) -> None:
    text = text_of(value(disputed(table)))
    assert "in these words: “one chip more than Bruno”." in text
    assert "one chip more than Bruno; " in text
    assert quoted("and so on...") == "and so on..."


def test_a_dispute_without_a_claim_says_nothing_of_one(table: AtTable) -> None:
    report = value(reported_cases.disputed(table))
    assert (report.text, report.claimed) == ("", None)
    assert "claims" not in text_of(report)


def test_a_case_whose_betting_was_given_up_holds_no_coup_but_play(table: AtTable) -> None:
    lay(table, "P100@1")
    table.press(("card_out", {}), ("card_out", {}))
    case = report(table, "fallen_card", places=[1, 2], order_lost=True)
    assert "The coup is held." in text_of(value(case))
    table.cast.ispettore.does("suspend")
    assert "Play stands still." in text_of(value(newest()))
    given_up = "The coup was not played: it was given up before its first card, and all stakes went back."
    assert given_up in text_of(value(newest()))
    assert (given := value(newest()).coup) is not None
    assert (given.outcome, given.ended) == ("cancelled", "not played: stakes returned")
    table.cast.ispettore.does("refer", incident=case.number, reason="nobody knows which is first")
    table.cast.direzione.does("rule", incident=case.number, text="as they lie", effects=["continue"])
    assert "Play stood still until it was decided." in text_of(value(newest()))


def test_what_its_own_entry_settles_holds_nothing_and_the_report_says_how_the_cards_were_found(table: AtTable) -> None:
    """In a Colpo in Bianco what is clear is put right at once, so that no picture has the cards as they were found."""
    table.cast.ispettore.does("order_blank")
    table.press(("play_blank", {"said": True}), *[("card_out", {})] * 4)
    case = report(table, "inverted", laid=["punto", "punto", "banco", "banco"])
    assert "The coup was held" not in text_of(value(case))
    assert [it.answer for it in value(case).told if it.name == "laid"] == ["Punto, Punto, Banco, Banco"]
    assert papers.said(papers.handed_out(case).pdf) == []


def test_where_the_record_agrees_that_the_sabot_is_empty_nothing_was_held(short: AtTable) -> None:
    deal(short, "P100@1")
    short.does("declare", claim="carta", means="voice")
    short.does("turn_banco", cards=["2C", "KD"])
    while not short.state.stuck:
        short.does("card_out", card="3D")
    assert "was held" not in text_of(value(report(short, "sabot_empty")))


# --- who was missing


def test_a_presence_that_is_lacking_is_told_until_the_direzione_has_ruled_which_needs_none(table: AtTable) -> None:
    """Inspectors have to be present at a reconstruction; the decision of the Direzione stands by itself (Art. 16)."""
    declaration(table)
    case = newest()
    table.cast.ispettore.does("attest", incident=case.number)
    waiting = value(case)
    assert (waiting.required, waiting.absent) == (("Ispettore di Gioco", "Ispettore Comunale"), ("Ispettore Comunale",))
    assert "has not attested it yet: Ispettore Comunale" in text_of(waiting)
    table.cast.ispettore.does("refer", incident=case.number, reason="no Comunale is on duty")
    table.cast.direzione.does("rule", incident=case.number, text="it counts for nothing", effects=["annul"])
    ruled = value(newest())
    assert (ruled.required, ruled.absent) == ((), ())
    assert "Had to be present" not in text_of(ruled)
    assert "Present, each by their own badge and PIN: ivo" in text_of(ruled)


def test_who_brings_the_spare_card_was_there(table: AtTable) -> None:
    play(table, "P100@1")
    case = report(table, "worn_card", card="9S")
    table.cast.ispettore.does("authorise_replacement", incident=case.number, card="9S", serial="S-spare")
    decided = value(newest())
    assert (decided.required, decided.absent) == (("Ispettore di Gioco",), ())
    assert "was not when it was decided" not in text_of(decided)
    assert "ivo (Ispettore di Gioco) closed the case: the card is replaced" in text_of(decided)


def test_whose_presence_counted_on_another_case_of_the_coup_was_there(table: AtTable) -> None:
    inverted(table)
    first = newest()
    table.cast.ispettore.does("attest", incident=first.number)
    table.cast.second_ispettore.does("report_incident", kind="wrong_number", facts={"laid": ["punto"] * 2})
    assert [it.absent for it in map(value, Incident.objects.all())] == [(), ()]


# --- a copy for one guest


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_copy_for_one_guest_names_no_other_one(table: AtTable, language: str) -> None:
    report = value(disputed(table), language)
    with translation.override(language):
        own = for_guest(report, Bettor("1", "anna"))
    assert [(it.position, it.bettor, it.on != "") for it in own.money] == [
        ("1", "anna", True),
        *((("", it, False)) for it in "AB"),
    ]
    assert [(it.after, it.handed_back) for it in own.money] == [(it.after, it.handed_back) for it in report.money]
    text = text_of(own)
    for other in ("bruno", "Bruno", "carla", "Banco 50"):
        assert other not in text
        assert other in text_of(report)
    assert "one chip more than A" in text
    assert CLAIMED in text
    assert [it.digest for it in own.entries] == [it.digest for it in report.entries]


WRITTEN = {
    "B": ("weiß", "Weiß", "WEISS", "weiss", "WEIẞ"),
    "C": ("İnci", "i̇nci", "İNCİ", "INCI"),
    "D": ("MARİO", "marıo"),
    "E": ("strasse", "Straße", "STRASSE", "STRAẞE"),
    "F": ("André", "Andre\u0301", "ANDRE\u0301", "andré"),
    "G": ("Zoe\u0308", "zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"),
}
KEYS = ("weiß", "İnci", "Mario", "strasse", "André", "Zoe\u0308")


def test_a_copy_names_no_other_one_of_whatever_letters_their_key_is(table: AtTable) -> None:
    report = value(disputed(table), "en")
    money = tuple(replace(report.money[0], bettor=key) for key in ("anna", "bruno", *KEYS))
    hide = Hide(replace(report, money=money), Bettor("1", "anna"))
    for letter, forms in WRITTEN.items():
        assert [hide.text(f"Maßlos: {it} took it.") for it in forms] == [f"Maßlos: {letter} took it."] * len(forms)


def test_a_copy_leaves_words_alone_in_which_the_key_of_another_one_only_begins(table: AtTable) -> None:
    report = value(disputed(table), "en")
    money = tuple(replace(report.money[0], bettor=key) for key in ("anna", "Andre", "ss"))
    hide = Hide(replace(report, money=money), Bettor("1", "anna"))
    for it in ("andré", "Andre\u0301", "Andrea", "Straße", "ß1"):
        assert hide.text(f"{it} took it.") == f"{normalize('NFC', it)} took it."


def test_a_copy_gives_each_of_two_whose_keys_differ_in_capitals_alone_their_own_letter(table: AtTable) -> None:
    report = value(disputed(table), "en")
    for keys in (("bo", "BO"), ("BO", "bo")):
        money = tuple(replace(report.money[0], bettor=key) for key in keys)
        for own in (*keys, "anna"):
            hide = Hide(replace(report, money=money), Bettor("1", own))
            letters = [hide.name(key) for key in keys]
            assert len(set(letters)) == 2
            assert [hide.text(f"{key} took it.") for key in keys] == [f"{letter} took it." for letter in letters]


def test_a_copy_for_somebody_else_tells_of_a_dispute_without_its_claim(table: AtTable) -> None:
    with translation.override("en"):
        other = for_guest(value(disputed(table)), Bettor("2", "bruno"))
    text = text_of(other)
    assert "A disputes coup 1.1" in text
    assert (other.claimed, other.facts["position"]) == (None, "")
    assert not re.search(r"anna|laid 150|carla", text)


def test_a_copy_is_entered_as_handed_out_for_that_position(table: AtTable) -> None:
    case, client = disputed(table), signed_in(Role.DIREZIONE, language="en")
    where = reverse("incident_report", args=[table.code, case.number])
    page = client.get(where).content.decode()
    assert "PDF for position 1, anna" in page
    answer = client.post(where, {"form": "pdf", "nonce": "1", "guest": "anna"})
    assert (answer.status_code, answer.content[:5]) == (200, b"%PDF-")
    handed = f"{table.code}/{case.number}/position/1"
    assert Export.objects.get().of == handed
    assert f'"of":"{handed}"' in Entry.objects.get(register=HOUSE, verb="export").arguments
    for wrong in ({"form": "pdf", "guest": "nobody"}, {"form": "json", "guest": "anna"}):
        assert client.post(where, {"nonce": "2", **wrong}).status_code == 422
    assert Export.objects.count() == 1


# --- copies


@pytest.mark.faults
def test_copies_count_over_forms_and_languages_and_say_who_handed_them_out(table: AtTable) -> None:
    case = reported_cases.late(table)
    where = reverse("incident_report", args=[table.code, case.number])
    for at, (language, form) in enumerate((("it", "pdf"), ("en", "csv"), ("de", "json"), ("en", "csv")), start=1):
        answer = signed_in(Role.DIREZIONE, language=language).post(where, {"form": form, "nonce": str(at)})
        name = f"sabot-incident-{table.code}-{case.number}-copy-{at}.{form}"
        assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
        taken = Entry.objects.filter(register=HOUSE, verb="export").latest("number")
        if form == "csv":
            assert f"Reprint: copy {at}" in answer.content.decode()
            assert re.search(rf"Handed out by {taken.actor}, .*, house entry {taken.number}", answer.content.decode())
    assert list(Export.objects.order_by("number").values_list("copy", flat=True)) == [1, 2, 3, 4]
    assert [it for it in audit.faults(HOUSE) if "hand-out" in it] == []
    Export.objects.filter(copy=2).update(copy=5)
    assert len([it for it in audit.faults(HOUSE) if "hand-out" in it]) == 1


# --- on paper


def test_the_date_of_a_file_is_that_of_the_decision_in_utc(table: AtTable, passes: Passes) -> None:
    report = value(unforeseen(table, passes))
    assert report.decision is not None
    utc = report.decision.at.astimezone(UTC)
    made = as_pdf(laid_out(report))
    assert f"/CreationDate(D:{utc:%Y%m%d%H%M%S}Z)".encode() in made


@in_two_parts(3)
def test_signatures_never_stand_alone_on_a_page(table: AtTable, part: slice) -> None:
    report = value(reported_cases.late(table))
    said = Statement(entry=1, by="ivo", source="video", words="from the video", places={}, before=(), aside=0)
    parted, last = [], 0
    for rows in range(0, 56, 2)[part]:
        longer = msgspec.structs.replace(report, evidence=(said,) * rows)
        how: dict[str, Any] = {"root": TEMPLATE.parent, "sys_inputs": inputs_of(laid_out(longer))}
        pages = dict(json.loads(typst.query(TEMPLATE, "<place>", field="value", **how)))
        parted += [rows] if pages["signatures"] != pages["code"] else []
        last = max(last, pages["signatures"])
    assert parted == []
    assert last >= 3, "the rows fill a page"


def test_a_column_of_dashes_is_left_out() -> None:
    made = grid(("a", "b", "c"), [("1", "–", "2"), ("1", "", "2")], figures=(1, 2))
    assert made == Grid(heads=("a", "c"), rows=(("1", "2"), ("1", "2")), figures=(1,))


def test_where_nothing_is_paid_yet_no_column_says_so(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    case = report(table, "unforeseen", what="other")
    [money] = [it for it in laid_out(value(case)).sections if it.key == "money"]
    [block] = money.blocks
    assert isinstance(block, Grid)
    assert block.heads == ("Position", "Bettor", "Staked", "Handed back")


def test_the_video_begins_before_the_first_entry_and_ends_after_the_last(table: AtTable) -> None:
    report = value(reported_cases.late(table))
    with override_settings(VIDEO_LINK="{from} {to}"):
        [link] = [it for part in laid_out(report).sections for it in part.blocks if isinstance(it, Link)]
    margins = (report.filmed_from - MARGIN, report.filmed_to + MARGIN)
    assert link.address == " ".join(f"{it.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" for it in margins)


def test_cards_out_are_those_of_the_moment(table: AtTable) -> None:
    play(table, "P100@1")
    before = table.state.shoe.out if table.state.shoe is not None else 0
    lay(table, "P100@1")
    table.does("card_out", card="7S", exposed=True)
    case = report(table, "unforeseen", what="foreign_card")
    felt = value(case).before
    assert felt is not None
    assert felt.out == before + 1


def test_a_paper_is_for_every_guest_who_had_money_in_it_in_the_order_of_the_table(table: AtTable) -> None:
    """Chips in custody change nothing of that order; their owner alone comes last, and that of none not at all."""
    report, everybody = value(disputed(table)), [Bettor("1", "anna"), Bettor("2", "bruno"), Bettor("3", "carla")]
    assert bettors_of(report) == everybody
    chips = [("7", "anna"), ("8", "zeno"), ("9", "zeno"), ("9", "")]
    slips = tuple(in_custody(position, owner) for position, owner in chips)
    assert bettors_of(msgspec.structs.replace(report, kept=slips)) == [*everybody, Bettor("8", "zeno")]


def in_custody(position: str, owner: str) -> Kept:
    """Chips that nobody has disposed of yet."""
    given: dict[str, Any] = {"slip": 1, "entry": 1, "kind": "winnings", "words": "", "amount": 100}
    return Kept(position=position, owner=owner, **given, closed=None, closed_by=None, closed_words="")


def test_a_case_that_the_table_noticed_by_itself_has_no_words(table: AtTable) -> None:
    declaration(table)
    assert (newest().noticed, value(newest()).text) == (True, "")


def test_who_decides_reads_what_was_reported_in_words(table: AtTable) -> None:
    deal(table, "P100@1")
    table.does("report_incident", kind="unforeseen", facts={"what": "foreign_card"}, text=HAPPENED)
    [case] = table.snapshot.part(open_cases)
    with translation.override("en"):
        assert [answer for name, _question, answer in case.answers if name == "text"] == [HAPPENED]


def test_of_several_at_one_position_the_copy_names_whose_it_is(table: AtTable) -> None:
    found = for_guest(value(disputed(table)), Bettor("1", "anna")).money
    assert [it.position for it in found] == ["1", "", ""]
    several = [Bettor("1", "anna"), Bettor("1", "zoë"), Bettor("2", "bruno")]
    assert [reports.place_of(it, several) for it in several] == ["position/1/anna", "position/1/zo%C3%AB", "position/2"]
