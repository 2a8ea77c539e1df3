"""The PDF of a case proves itself: with Python alone anybody finds what a stranger or the house changed in it."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
import time_machine
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import connections
from django.test import override_settings
from django.urls import reverse
from django.utils import translation

from procedures.models import Incident
from procedures.reports import money
from procedures.reports.files import as_pdf
from procedures.reports.paper import Entries, Facts, Paper, Words
from procedures.reports.proven.attached import attached, full_paper, pdf_with_proof
from procedures.reports.proven.report import ProvenReport, proven_report
from procedures.reports.sections import paper_of
from procedures.verifier import pdf
from procedures.verifier.__main__ import main
from procedures.verifier.check import PAGES, REPORT, SLICE, check, signature_of, signed_message, unsigned
from procedures.verifier.drawn import pages
from procedures.verifier.money import PostedMoney
from procedures.verifier.page import MOST_UNLIKE, Drawn, compare, unlike
from procedures.verifier.pdf import END, MOST_FILE, MOST_STREAM, Pdf
from procedures.verifier.said import ReportFields
from procedures.verifier.sentences import LINES_DIFFER, PAGES_UNREADABLE, TEXT_DIFFERS
from procedures.views import reports
from table.management.packed import packed
from table.models import Coup, Entry, Note, Uncollected
from table.record import chain, key, seals
from table.record.past.reach import PAST
from table.record.seals import sign
from table.rules.houses import ADMIRAL, VENEZIA
from table.rules.profile import Role, derive
from table.screens.read.coups import acts_of
from table.verifier.hidden import Hidden, hidden
from table.verifier.keyring import message
from table.verifier.reading import Wrong, canonical
from table.verifier.seals import SealLine
from table.words.numbers import Numbers
from tests.bank.at_bank import bank_table
from tests.croupier.cases import knows_the_order, newest, report
from tests.croupier.coups import close, deal, lay, pay, play, turn
from tests.croupier.dealer import Croupier
from tests.machine.houses import HOUSES
from tests.procedures import reported_cases
from tests.proof import papers
from tests.proof.exports import sealed_in
from tests.proof.papers import Handed, Lines, forged, handed_out, rebuilt, relabelled, reworded, said, stream, with_file
from tests.reports.incidents.test_proven_reports import Nobody
from tests.rig.made_before import evening_made_before
from tests.rig.proofs import proof_at, value
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, prepare_shoe, ready_table, seat
from tests.shoes.dealing import coup, shoe_of, virtual_table

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def seals_file(settings: Any, tmp_path: Path) -> Path:
    """Where the seals of a test go."""
    return sealed_in(settings, tmp_path)


@pytest.fixture
def table() -> AtTable:
    return ready_table()


@pytest.fixture
def premise() -> Handed:
    """The paper of a case whose cards the inspectors laid anew, of a coup that was paid."""
    return premise_handed_out()


@pytest.fixture
def dispute() -> Handed:
    """The paper of a dispute about a coup that was over; before it and after it others were played."""
    return dispute_handed_out()


@evening_made_before
def premise_handed_out() -> Handed:
    return handed_out(reported_cases.premise(ready_table()))


@evening_made_before
def dispute_handed_out() -> Handed:
    table = ready_table()
    play(table, "P100@1", "B50@2")
    case = reported_cases.disputed(table)
    play(table, "P500@3")
    return handed_out(case)


# --- what is sound


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("currency", "language"), [("JPY", "it"), ("JPY", "en"), ("KWD", "de")])
def test_a_paper_is_sound_in_a_currency_with_other_decimals_than_two(currency: str, language: str) -> None:
    table = ready_table(derive(VENEZIA, key="elsewhere", currency=currency))
    play(table, "P1000@1", "B50@2")
    assert said(handed_out(reported_cases.disputed(table), language).pdf) == []


def test_a_paper_is_sound_by_the_key_of_the_house_and_by_seals_that_were_kept_elsewhere(premise: Handed) -> None:
    elsewhere = seals.read(Path(settings.SEALS_FILE))
    checked = check(premise.pdf, trusted=[key.public_key()], seals=map(_as_the_verifier_has_it, elsewhere))
    assert papers.faults(checked) == []
    assert (checked.brought, checked.verdict, checked.counted["paid"]) == (1, "clear_by_equivalence", 1)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("language", "altered"), [("de", True), ("it", False), ("en", False)])
def test_the_very_file_that_leaves_the_house_by_a_press_proves_itself(
    table: AtTable, language: str, *, altered: bool
) -> None:
    case = reported_cases.premise(table)
    if altered:
        Incident.objects.filter(pk=case.pk).update(caused_by="ivo")
    client = signed_in(Role.AUDITOR, language=language)
    address = reverse("incident_report", args=[table.code, case.number])
    for copy in ("first", "second"):
        answer = client.post(address, {"form": "pdf", "nonce": copy})
        pdf = b"".join(answer) if answer.streaming else answer.content
        unproven = "The house itself says in the first line of this paper that it is not proven, and why."
        cause = 'caused_by: the page says ivo, the entries say "".'
        assert said(pdf, keys=[key.public_key()]) == ([cause, unproven] if altered else [])


@pytest.mark.parametrize("engine", ["sqlite", pytest.param("postgresql", marks=pytest.mark.faults)], indirect=True)
def test_a_decision_that_comes_while_a_paper_is_made_is_not_in_half_of_it(
    real_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ready_table()
    play(table, "P100@1", "B50@2")
    table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    case = Incident.objects.get(table=table.row)

    def decided() -> None:
        decider = table.cast.with_role(table.state.profile.disputes_decided_by)
        decider.does("decide_dispute", incident=case.number, text="one chip too few was paid", corrections=[])
        connections.close_all()

    def proven(*given: Any, **how: Any) -> ProvenReport:
        found = proven_report(*given, **how)
        with ThreadPoolExecutor(1) as meanwhile:
            meanwhile.submit(decided).result()
        return found

    monkeypatch.setattr(reports, "proven_report", proven)
    client = signed_in(Role.AUDITOR, language="en")
    pdf = client.post(reverse("incident_report", args=[table.code, case.number]), {"form": "pdf", "nonce": "one"})
    case.refresh_from_db()
    assert not case.stands
    assert said(pdf.content, keys=[key.public_key()]) == []


def _as_the_verifier_has_it(seal: seals.Seal) -> SealLine:
    return SealLine(**msgspec.to_builtins(seal))


def test_a_dispute_is_proven_without_handing_out_the_register(dispute: Handed) -> None:
    shown = [it["entry"] for it in lines_of(dispute.pdf) if "entry" in it]
    others = {it.number for it in Entry.objects.filter(register=dispute.record.table.code)} - {
        it["number"] for it in shown
    }
    assert said(dispute.pdf) == []
    checked = check(dispute.pdf)
    assert checked.counted["shown"] == len(shown)
    assert 0 < checked.counted["hidden"] == len(others)


def disputed_twice() -> Incident:
    """The second dispute of a coup, which moves nothing; the first one gave Anna 50."""
    table = ready_table()
    reported_cases.disputed(table)
    table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    decider = table.cast.with_role(table.state.profile.disputes_decided_by)
    decider.does("decide_dispute", incident=newest().number, text="it was right", corrections=[])
    return newest()


@pytest.mark.faults
def test_a_second_dispute_of_a_coup_begins_with_what_the_first_has_moved() -> None:
    second = disputed_twice()
    [anna] = [it for it in value(second).money if it.bettor == "anna"]
    assert (anna.before, anna.after, anna.difference) == (15_000, 15_000, 0)
    assert said(handed_out(second).pdf) == []


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.faults)])
def test_a_paper_is_sound_though_somebody_typed_no_more_than_a_digit_of_its_amounts(language: str) -> None:
    case = reported_cases.disputed(ready_table(), claimed=537_000, words="5.")
    assert said(handed_out(case, language).pdf) == []


@pytest.mark.faults
def test_a_paper_of_a_version_that_counted_from_the_payment_is_sound_still(monkeypatch: pytest.MonkeyPatch) -> None:
    before = money._before
    monkeypatch.setattr(money, "_before", lambda record, stakes, posted, _moved: before(record, stakes, posted, []))
    second = disputed_twice()
    [anna] = [it for it in value(second).money if it.bettor == "anna"]
    assert (anna.before, anna.difference) == (10_000, 5000)
    assert said(handed_out(second).pdf) == []


@pytest.mark.one_in(6)
@pytest.mark.parametrize("to", ["guests", "cage", "tips"])
def test_chips_that_a_bank_has_disposed_of_have_a_sound_paper(to: str) -> None:
    at = bank_table()
    at.opens()
    seat(at.table, "anna", "1")
    play(at.table, "P100@1")
    case = report(at.table, "uncollected", position="1", left="winnings", amount=5000)
    assert Uncollected.objects.get().number == case.number
    at.table.cast.direzione.does("dispose_of", slip=1, to=to, text="as the owner asked")
    assert said(handed_out(newest()).pdf) == []


@pytest.mark.one_in(6)
@pytest.mark.parametrize("at", ["1", "2", "5"])
def test_the_paper_of_a_guest_with_stakes_at_two_positions_is_sound_wherever_they_dispute(at: str) -> None:
    table = ready_table(derive(VENEZIA, key="by-one", correction_second_from=None), seats=1)
    table.does("stand_at", position="2", guest="anna")
    play(table, "P100@1", "P50@2/anna")
    claims = {"coup": "1.1", "position": at, "guest": "anna", "about": "payment"}
    table.does("report_incident", kind="dispute", facts=claims)
    gets = [{"bettor": "anna", "amount": 5000}]
    table.cast.ispettore.does("decide_dispute", incident=newest().number, text="too little was paid", corrections=gets)
    table.does("report_incident", kind="dispute", facts=claims)
    it = handed_out(newest())
    [anna] = it.report.money
    assert anna.on == "1: Punto 100, 2: Punto 50"
    assert [line.position for line in anna.lines if line.kind != "stake_returned"] == ["1", "2", at]
    assert said(it.pdf) == []

    def elsewhere(report: dict[str, Any]) -> None:
        report["money"][0]["lines"][0]["position"] = "3"

    assert any("The money lines" in it for it in said(forged(it, report=elsewhere)))


@pytest.mark.faults
def test_chips_set_aside_before_a_coup_that_a_ruling_ends_with_the_evening_have_a_sound_paper(table: AtTable) -> None:
    play(table, "P100@3", punto="9S KD", banco="9H KS")
    table.does("mark", position="3")
    deal(table, "P50@2")
    case = report(table, "unforeseen", what="disturbance")
    table.cast.ispettore.does("refer", incident=case.number, reason="as it is")
    table.cast.direzione.does("rule", incident=case.number, text="as decided", effects=["annul", "close_table"])
    slip = Uncollected.objects.get(table=table.row)
    assert (slip.position, slip.owner, slip.coup) == ("3", "carla", None)
    assert said(handed_out(slip).pdf) == []


@pytest.mark.faults
def test_the_register_names_what_each_of_two_positions_of_a_guest_came_to_in_a_sound_paper(table: AtTable) -> None:
    table.does("release", position="2")
    table.does("stand_at", position="2", guest="anna")
    lay(table, "B10@1", "P50@2/anna")
    left = {"position": "3", "left": "stake", "amount": 1500, "owner": "anna"}
    table.does("report_incident", kind="uncollected", facts=left)
    case = newest()
    close(table)
    table.does("deal")
    turn(table, punto="2S 3D", banco="9H KS")
    pay(table)
    table.does("burn")
    it = handed_out(case)
    assert "1 +9.50 · 2 −50" in str(it.paper)
    assert said(it.pdf) == []


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("what", "new"), [("box", {"box": "punto", "meant": "banco"}), ("position", {"meant": "3"})])
def test_what_was_ordered_for_a_stake_that_was_keyed_elsewhere_has_a_sound_paper(
    table: AtTable, what: str, new: dict[str, str]
) -> None:
    close(table, "P100@1", "B50@2")
    case = report(table, "unforeseen", what="other")
    ordered: dict[str, Any] = {"effects": ["continue", "correct_money"]}
    money = [{"position": "1", "box": "punto", "amount": 2500}]
    table.cast.direzione.does("rule", incident=case.number, text="for the trouble", **ordered, money=money)
    table.does("correct_entry", what=what, new={"position": "1"} | new, reason="misread")
    it = handed_out(case)
    assert said(it.pdf) == []

    def where(place: dict[str, str]) -> Change:
        def change(report: dict[str, Any]) -> None:
            [(row, line)] = ((row, line) for row in report["money"] for line in row["lines"])
            row["position"] = place.get("position", row["position"])
            line |= place

        return change

    for place in ({"box": "egalite"}, {"position": "1", "box": "punto"}):
        assert any("The money lines" in it for it in said(forged(it, report=where(place)))), place


@pytest.mark.faults
def test_a_paper_is_sound_whose_coup_was_settled_once_more_without_a_difference(table: AtTable) -> None:
    deal(table, "P100@1", "B50@2")
    turn(table)
    pay(table)
    case = report(table, "unforeseen", what="other")
    table.cast.direzione.does("rule", incident=case.number, text="it goes on", effects=["continue"])
    new = {"position": "1", "standing": True}
    table.cast.ispettore.does("correct_entry", what="standing", new=new, reason="misread")
    assert said(handed_out(case).pdf) == []


@pytest.mark.faults
def test_the_paper_of_a_null_coup_that_was_counted_wrong_and_then_paid_is_sound(table: AtTable) -> None:
    table.does("cut_card_out")
    deal(table, "P100@1", "B50@2")
    turn(table, punto="9H KD", banco="2H 3H")
    table.does("announce", banco=5, punto=9)
    table.does("extract_remaining", cards=["4C", "5C"])
    table.cast.ispettore.does("correct_entry", what="count", new={}, reason="mistyped")
    table.does("extract_remaining", cards=["4C", "5C", "6C"])
    table.does("settle")
    case = Incident.objects.get(kind="null_seven")
    it = handed_out(case)
    assert said(it.pdf) == []
    assert proof_at(table.code, case.number).proven
    table.does("burn")
    assert said(handed_out(case).pdf) == []


@pytest.mark.faults
def test_the_paper_of_two_guests_at_one_position_is_sound_where_one_stake_was_found_on_the_box_of_the_other() -> None:
    table = ready_table(ADMIRAL, seats=2)
    table.does("stand_at", position="1", guest="bruno")
    close(table, "P100@1", "B50@1/bruno")
    case = report(table, "unforeseen", what="other")
    ordered: dict[str, Any] = {"effects": ["continue", "correct_money"]}
    money = [{"position": "1", "box": box, "amount": amount} for box, amount in (("punto", 2500), ("banco", 1000))]
    table.cast.direzione.does("rule", incident=case.number, text="for the trouble", **ordered, money=money)
    for new in ({"box": "punto", "meant": "banco"}, {"box": "banco", "meant": "egalite", "guest": "bruno"}):
        table.does("correct_entry", what="box", new={"position": "1"} | new, reason="misread")
    assert said(handed_out(case).pdf) == []


@pytest.mark.faults
def test_the_paper_of_what_was_ordered_for_a_stake_that_went_back_in_bianco_has_no_stake(table: AtTable) -> None:
    close(table, "P100@1", "B50@2")
    case = report(table, "unforeseen", what="other")
    money = [{"position": "1", "box": "punto", "amount": 2500}]
    ordered: dict[str, Any] = {"effects": ["continue", "correct_money"], "money": money}
    table.cast.direzione.does("rule", incident=case.number, text="for the trouble", **ordered)
    table.does("report_visible")
    table.does("play_blank", said=True)
    table.does("deal")
    turn(table)
    for it in map(handed_out, (case, report(table, "inverted", laid=["banco", "punto", "punto", "banco"]))):
        (anna,) = it.report.money
        assert (anna.staked, it.report.paid_before, anna.before, anna.after) == (0, "nothing", None, 2500)
        assert said(it.pdf) == []


@pytest.mark.faults
def test_the_paper_of_three_guests_at_one_position_is_sound_whichever_box_their_equal_orders_came_from() -> None:
    table = ready_table(ADMIRAL, seats=3)
    for guest in ("bruno", "carla"):
        table.does("stand_at", position="1", guest=guest)
    close(table, "P100@1", "B50@1/bruno", "P50@1/carla")
    case = report(table, "unforeseen", what="other")
    laid = [("punto", "anna"), ("banco", "bruno"), ("punto", "carla")]
    money = [{"position": "1", "box": box, "guest": guest, "amount": 2500} for box, guest in laid]
    ordered: dict[str, Any] = {"effects": ["continue", "correct_money"], "money": money}
    table.cast.direzione.does("rule", incident=case.number, text="for the trouble", **ordered)
    for guest, meant in (("anna", "egalite"), ("carla", "banco")):
        new = {"position": "1", "box": "punto", "meant": meant, "guest": guest}
        table.does("correct_entry", what="box", new=new, reason="misread")
    it = handed_out(case)
    assert said(it.pdf) == []

    def more(report: dict[str, Any]) -> None:
        report["money"][0]["lines"][0]["amount"] = 2600

    assert any("The money lines" in it for it in said(forged(it, report=more)))


def test_thousands_of_equal_orders_are_compared_in_a_moment() -> None:
    orders = [{"entry": 5, "box": "punto", "kind": "correction", "amount": 2500}] * 3000
    report = ReportFields(json.dumps({"money": [{"position": "1", "lines": orders}]}).encode())
    money = PostedMoney(None, report)
    money.lines[5] = [("1", "punto", "correction", 2500)] * 3000
    money.compare(None, None)
    assert LINES_DIFFER not in {it.sentence for it in report.differ}


@pytest.mark.faults
def test_chips_that_a_dispute_gave_to_a_guest_who_had_left_have_a_sound_paper() -> None:
    table = ready_table()
    play(table, "P100@1")
    table.does("release", position="1")
    table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    gets = [{"bettor": "anna", "amount": 5000}]
    table.cast.ispettore.does("decide_dispute", incident=newest().number, text="too little was paid", corrections=gets)
    chips = Uncollected.objects.get(table=table.row)
    assert (chips.number, chips.owner, chips.amount) == (newest().decided, "anna", 5000)
    assert said(handed_out(chips).pdf) == []


@pytest.mark.parametrize(
    ("house", "stakes", "words"),
    [
        ("venezia", ("P100@1", "T20@1", "B50@2"), "handed back: 1 +120 · 2 +50"),
        ("rounded-up", ("P0.60@1", "T0.30@1", "B3@2"), "handed back: 1 +0.90 · 2 +3"),
    ],
)
def test_stakes_of_a_position_that_go_back_are_one_sum_and_cents_have_a_zero_before_them(
    house: str, stakes: tuple[str, ...], words: str
) -> None:
    table = ready_table(HOUSES[house])
    lay(table, *stakes)
    case = report(table, "unforeseen", what="other")
    table.cast.ispettore.does("refer", incident=case.number, reason="not foreseen")
    table.cast.direzione.does("rule", incident=case.number, text="nobody can say", effects=["annul"])
    it = handed_out(case)
    assert words in json.dumps(msgspec.to_builtins(it.paper), ensure_ascii=False)
    assert said(it.pdf) == []


def laid_once_more(table: AtTable) -> Incident:
    """Further evidence of a wrong number says anew where the cards lie."""
    deal(table, "P100@1")
    case = report(table, "wrong_number", laid=["punto", "banco", "punto"])
    table.does("add_evidence", incident=case.number, laid=["punto", "banco", "punto", "punto"], source="layout")
    return case


def settled_in_bianco(table: AtTable) -> Incident:
    """An undue third card in a Colpo in Bianco, which the law settles as soon as the order is known."""
    table.cast.ispettore.does("order_blank")
    table.press(("play_blank", {"said": True}), ("deal", {}))
    case = report(table, "undue_third", laid=["punto", "banco", "punto", "banco", "punto"])
    turn(table, punto="9S KD", banco="2C KH")
    knows_the_order(table, case)
    return case


def completed_by_a_counted_card(table: AtTable) -> Incident:
    """A third card that was not drawn, as is seen after the count: it is the next of those drawn for that."""
    table.does("cut_card_out")
    deal(table, "B100@1")
    turn(table, punto="6S KD", banco="6C KH")
    table.does("announce", banco=6, punto=6)
    table.does("extract_remaining", cards=["2H", "3H", "4H", "5H"])
    table.cast.second_ispettore.does("correct_entry", what="card", new={"number": 2, "card": "5C"}, reason="misread")
    return report(table, "third_not_drawn")


@pytest.mark.faults
def test_a_card_that_was_counted_out_of_the_shoe_has_its_place_behind_those_of_the_hand(table: AtTable) -> None:
    it = handed_out(completed_by_a_counted_card(table))
    assert it.report.ought is not None
    places = {card.face: card.place for hand in it.report.ought.hands for card in hand.cards}
    assert places == {"6S": 1, "5C": 2, "KD": 3, "KH": 4, "2H": 5}
    assert said(it.pdf) == []

    def of_before(report: dict[str, Any]) -> None:
        next(card for hand in report["ought"]["hands"] for card in hand["cards"] if card["face"] == "2H")["place"] = 0

    assert not any(".place: " in it for it in said(forged(it, report=of_before))), "as earlier versions had it"


def waiting_in_the_betting(table: AtTable) -> Incident:
    """Cards that wait fall while stakes are laid; on their lost order the Direzione rules."""
    table.press(("card_out", {}), ("card_out", {}))
    lay(table, "P100@1")
    case = report(table, "fallen_card", places=[1, 2], order_lost=True)
    table.cast.ispettore.does("refer", incident=case.number, reason="the order is lost")
    table.cast.direzione.does("rule", incident=case.number, text="as they lie", effects=["continue"])
    return case


def visible_in_a_betting_that_a_burning_opened(table: AtTable) -> Incident:
    """The next card is found to be visible as stakes are laid already, and the coup goes on in bianco."""
    deal(table, "P100@1")
    turn(table)
    pay(table)
    table.does("burn", open_next=True)
    lay(table, "P100@1")
    table.does("report_visible")
    case = newest()
    table.does("tip", amount=500)
    table.does("play_blank", said=True)
    return case


def with_a_card_that_is_set_aside(table: AtTable, *, open_next: bool) -> Incident:
    """A stake is late, and an early card that nobody was due waits for the next hand as the cards are burned."""
    deal(table, "P100@1")
    case = report(table, "late_stake", position="2", box="punto", amount=100_000)
    table.does("card_out")
    turn(table)
    pay(table)
    table.does("burn", open_next=open_next)
    return case


def set_aside_as_it_ended(table: AtTable) -> Incident:
    """The case of a coup from which a card is set aside."""
    return with_a_card_that_is_set_aside(table, open_next=False)


def noticed_as_its_betting_opened(table: AtTable) -> Incident:
    """The case of that card, which the burning that opens the next betting has noticed and settled."""
    with_a_card_that_is_set_aside(table, open_next=True)
    return newest()


def taken_as_a_blank_began(table: AtTable) -> Uncollected:
    """A stake that a tie left goes into custody as the coup after it begins in bianco."""
    play(table, "P100@3", "B50@1", punto="9S KD", banco="9H KS")
    table.does("report_unmarked_absence", position="1")
    table.does("report_visible")
    table.does("play_blank", said=True)
    return Uncollected.objects.get(table=table.row)


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("played", "altered"),
    [
        (laid_once_more, {"facts.laid": ["punto", "banco", "punto"]}),
        (
            settled_in_bianco,
            {"verdict.code": "not_clear", "decision.by": {"badge": "ivo"}, "ought.hands.0.cards.0.face": "3C"},
        ),
        (settled_in_bianco, {"ought.hands": []}),
        (waiting_in_the_betting, {"before.waiting": [], "after.waiting": []}),
        (visible_in_a_betting_that_a_burning_opened, {"coup.blank": False}),
        (set_aside_as_it_ended, {"after.waiting.0.place": 2}),
        (noticed_as_its_betting_opened, {"coup.number": 3}),
        (taken_as_a_blank_began, {"coup.blank": True}),
    ],
)
def test_what_entries_far_from_the_report_of_a_case_brought_about_is_in_a_sound_paper(
    table: AtTable, played: Callable[[AtTable], Incident | Uncollected], altered: dict[str, object]
) -> None:
    it = handed_out(played(table))
    assert said(it.pdf) == []

    def otherwise(report: dict[str, Any]) -> None:
        for path, new in altered.items():
            *steps, last = path.split(".")
            within: Any = report
            for step in steps:
                within = within[int(step) if step.isdigit() else step]
            within[last] = new

    found = said(forged(it, report=otherwise))
    for path in altered:
        assert any(f"{path.partition('.cards')[0]}: " in it for it in found), path


def test_a_case_on_a_virtual_shoe_is_proven_with_the_seals_of_its_cards(monkeypatch: Any) -> None:
    table = virtual_table(monkeypatch, shoe_of("9S 2S KD 3S"))
    coup(table, shoe_of("9S 2S KD 3S"))
    table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    it = handed_out(Incident.objects.get())
    assert said(it.pdf) == []
    assert check(it.pdf).counted["sealed"] == 4


@pytest.mark.faults
def test_it_is_paid_anew_by_the_rules_that_were_in_force() -> None:
    table = ready_table()
    play(table, "P100@1")
    table.cast.direzione.does("change_rules", changes={"tie_to_one": 9})
    table.cast.direzione.does("void_shoe")
    prepare_shoe(table, table.state.profile)
    lay(table, "T10@1")
    Croupier(table, "6S 6H KD KC").to_the_burn()
    table.does("report_incident", kind="dispute", facts={"coup": "2.1", "position": "1", "about": "payment"})
    it = handed_out(Incident.objects.get())
    assert it.report.house.version == 2
    assert said(it.pdf) == []
    assert check(it.pdf).counted["paid"] == 1

    def without_the_change(lines: Lines) -> Lines:
        return [
            {"hidden": hidden(line["entry"])._asdict()} if line.get("entry", {}).get("verb") == "change_rules" else line
            for line in lines
        ]

    assert "The slice does not hold the rules of the table." in said(forged(it, lines=without_the_change))


def test_an_erased_note_leaves_no_text_in_the_slice(dispute: Handed) -> None:
    assert b"one chip too few was paid" in Pdf(dispute.pdf).files()[SLICE]
    Note.objects.update(erased=True, text="", salt="")
    again = handed_out(dispute.record.case)
    assert b"one chip too few" not in Pdf(again.pdf).files()[SLICE]
    assert said(again.pdf) == []


def test_a_hidden_entry_tells_neither_who_acted_nor_its_arguments(dispute: Handed) -> None:
    links = [it["hidden"] for it in lines_of(dispute.pdf) if "hidden" in it]
    assert links
    for it in links:
        before = bytes.fromhex(it["before"])
        assert len(before) < 64
        assert not any(word in before for word in (b'"actor"', b'"arguments"', b"guest", b"anna", b"pin"))


def test_a_hidden_entry_has_the_digest_of_the_whole_one_whatever_its_length() -> None:
    for length in range(0, 150, 7):
        fields = dict.fromkeys(chain.FIELDS, "") | {"actor": "é" * length, "previous": "ab" * 32, "number": length}
        fields |= {"register": "T1", "role": "dealer", "verb": "place"}
        it = Hidden.of(json.loads(canonical(hidden(fields)._asdict())))
        assert it.digest(register="T1", previous="ab" * 32) == sha256(canonical(fields).encode()).hexdigest()
        assert it.digest(register="T1", previous="ac" * 32) != sha256(canonical(fields).encode()).hexdigest()


def test_no_pin_no_face_of_a_covered_card_and_no_name_of_a_guest_stands_in_a_slice(table: AtTable) -> None:
    it = handed_out(reported_cases.annulled(table))
    words = Pdf(it.pdf).files()[SLICE].decode()
    assert "pbkdf2" not in words
    assert "argon2" not in words
    turned = {facts["card"] for entry in it.record.entries for name, facts in entry.effects if name == "card_turned"}
    faces = [card for line in lines_of(it.pdf) for card in line.get("question", {}).get("cards", ())]
    assert {card[0] for card in faces if card[1] != "??"} <= turned


def test_the_same_copy_printed_again_has_the_same_bytes(premise: Handed) -> None:
    assert handed_out(premise.record.case).pdf == premise.pdf


@pytest.mark.faults
def test_handing_a_paper_out_seals_the_register_at_its_last_entry_once(table: AtTable) -> None:
    case = reported_cases.premise(table)
    client = signed_in(Role.AUDITOR, language="en")
    address = reverse("incident_report", args=[table.code, case.number])
    for copy in (1, 2):
        answer = client.post(address, {"form": "pdf", "nonce": f"nonce-{copy}"})
        assert answer.status_code == 200
        assert said(answer.content) == []
    assert [it.number for it in seals.read(Path(settings.SEALS_FILE)) if it.register == table.code] == [table.number]


def test_a_house_that_cannot_sign_hands_out_a_paper_without_proof(premise: Handed, tmp_path: Path) -> None:
    with override_settings(SEAL_KEY_FILE=tmp_path / "another"):
        (tmp_path / "another").write_text("00" * 32)
        it = handed_out(premise.record.case)
    assert Pdf(it.pdf).files() == {}
    assert said(it.pdf)[0].startswith("This paper carries no proof: no seal covered its case, or it is a guest’s copy.")


def test_a_house_that_can_no_longer_sign_what_it_has_set_hands_it_out_without_proof(
    premise: Handed, tmp_path: Path
) -> None:
    files = attached(premise.record, premise.report, premise.paper)
    with override_settings(SEAL_KEY_FILE=tmp_path / "gone"):
        pdf = pdf_with_proof(premise.paper, files)
    assert (len(files), Pdf(pdf).files()) == (3, {})


@pytest.mark.faults
def test_a_copy_without_a_slice_names_that_full_paper_in_every_language(premise: Handed) -> None:
    named = full_paper(premise.record, premise.report)
    assert named is not None
    for language in ("it", "de"):
        files = Pdf(handed_out(premise.record.case, language).pdf).files()
        assert sha256(files[SLICE]).hexdigest() == named.sha256
    assert check(premise.pdf).slice_sha256 == named.sha256
    assert premise.report.seal is not None
    assert (named.number, named.digest) == (premise.report.seal.number, premise.report.seal.digest)
    with translation.override("en"):
        copy = paper_of(msgspec.structs.replace(premise.report, full=named), Numbers("en"))
    [text] = [it for it in texts_of(copy) if named.sha256 in it]
    assert text.endswith(f"sealed on entry {named.number} with digest {named.digest}")
    assert said(as_pdf(copy))[0].startswith("This paper carries no proof")


def texts_of(paper: Paper) -> list[str]:
    """What the rows of facts on a paper say."""
    blocks = [it for section in paper.sections for it in section.blocks if isinstance(it, Facts)]
    return [text for block in blocks for _name, text in block.rows]


def test_the_metadata_and_the_catalogue_say_that_it_is_pdf_a_3_with_associated_files(premise: Handed) -> None:
    pdf = Pdf(premise.pdf)
    assert "<pdfaid:part>3</pdfaid:part>" in pdf.metadata()
    assert "<pdfaid:conformance>A</pdfaid:conformance>" in pdf.metadata()
    assert {*pdf.files()} == {REPORT, PAGES, SLICE}
    assert premise.pdf.count(b"/AFRelationship/Data") == 3
    assert premise.pdf.count(b"/Type/EmbeddedFile") == 3
    assert b"/AF[" in pdf.root
    assert b"/Names<</EmbeddedFiles" in pdf.root


# --- by a house that lies, with its key

NOT_SIGNED = "The file was changed after the house had signed it"
Change = Callable[[dict[str, Any]], None]


def _cent(report: dict[str, Any]) -> None:
    report["money"][0]["after"] += 1


def _before(report: dict[str, Any]) -> None:
    assert report["paid_before"] == "by_the_cards"
    report["money"][0]["before"] += 100
    report["money"][0]["difference"] -= 100


def _line(report: dict[str, Any]) -> None:
    report["money"][0]["lines"][0]["amount"] -= 1


def _card(report: dict[str, Any]) -> None:
    report["after"]["hands"][0]["cards"][0]["face"] = "7C"


def _verdict(report: dict[str, Any]) -> None:
    report["verdict"]["code"] = "clear"


def _result(report: dict[str, Any]) -> None:
    report["coup"]["result"] = "tie"


def _status(report: dict[str, Any]) -> None:
    report["status"] = "annulled"


def _decider(report: dict[str, Any]) -> None:
    report["decision"]["by"]["badge"] = "delia"


def _attested(report: dict[str, Any]) -> None:
    report["attested"].pop()


def _entry(report: dict[str, Any]) -> None:
    report["entries"].pop()


def _rules(report: dict[str, Any]) -> None:
    report["house"]["title"] = "Another house"


INVENTED = {"number": 7, "place": 7, "face": "7C", "moved": False}


def _set_aside(report: dict[str, Any]) -> None:
    [apart] = [it for it in report["after"]["hands"] if not it["side"]]
    apart["cards"].append(INVENTED)


def _face_set_aside(report: dict[str, Any]) -> None:
    [apart] = [it for it in report["after"]["hands"] if not it["side"]]
    apart["cards"][0]["face"] = "7C"


def _waits(report: dict[str, Any]) -> None:
    report["after"]["waiting"].append(INVENTED)


def _place(report: dict[str, Any]) -> None:
    report["after"]["hands"][0]["cards"][0]["place"] += 1


def _to_come(report: dict[str, Any]) -> None:
    report["after"]["hands"][0]["missing"] = 1


def _ought_to_come(report: dict[str, Any]) -> None:
    report["ought"]["hands"][0]["missing"] += 1


def _ought_without_a_hand(report: dict[str, Any]) -> None:
    report["ought"]["hands"] = [it for it in report["ought"]["hands"] if it["side"] != "banco"]


def _nothing_as_it_ought_to_be(report: dict[str, Any]) -> None:
    report["ought"] = None


def _coup(report: dict[str, Any]) -> None:
    report["coup"]["number"] += 1


FORGERIES: list[tuple[Change, str]] = [
    (_set_aside, "Cards, after.hands.2: the page says 6:KC 7:7C, by the entries 6:KC."),
    (_face_set_aside, "Cards, after.hands.2.cards.0.face: the page says 7C, by the entries KC."),
    (_waits, "Cards, after.waiting: the page says 6:KC 7:7C, by the entries 6:KC."),
    (_place, "Cards, after.hands.0.cards.0.place: the page says 3, by the entries 2."),
    (_to_come, "Cards, after.hands.0.missing: the page says 1, by the entries 0."),
    (_ought_to_come, "Cards, ought.missing: the page says"),
    (_ought_without_a_hand, "Cards, ought.hands: the page says -, by the entries"),
    (_nothing_as_it_ought_to_be, "Cards, ought.hands: the page says -, by the entries"),
    (_coup, "coup.number: the page says 2, the entries say 1."),
    (_cent, "Money, money.0.after: the page says"),
    (_before, "Money, money.0.before: the page says"),
    (_line, "The money lines that the page names for entry"),
    (_card, "Cards, after.hands.0.cards.0.face: the page says 7C"),
    (_verdict, "Verdict, verdict.code: the page or the entry says clear, the reconstruction alla Regola makes"),
    (_result, "Result, coup.result: the page says tie"),
    (_status, "Decision, status: the page says annulled, the entries say ratified."),
    (_decider, "Decision, decision.by.badge: the page says delia"),
    (_attested, "The page names other attestations than the entries hold."),
    (_entry, "is of this case, and the page leaves it out."),
    (_rules, "house.title: the page says Another house"),
]


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("change", "sentence"), FORGERIES, ids=[it[0].__name__ for it in FORGERIES])
def test_what_the_entries_do_not_say_is_named_though_the_house_signed_it(
    premise: Handed, change: Change, sentence: str
) -> None:
    found = said(forged(premise, report=change))
    assert any(sentence in it for it in found), found


def _nothing_before(report: dict[str, Any]) -> None:
    report["paid_before"] = "nothing"
    report["money"][0] |= {"before": 15_000, "difference": 0}


def _cards_that_are_not_there(report: dict[str, Any]) -> None:
    report["paid_before"] = "by_the_cards"
    report["money"][0] |= {"before": 15_000, "difference": 0}


def _cause(report: dict[str, Any]) -> None:
    report["caused_by"] = "dario"


def _second(report: dict[str, Any]) -> None:
    report["decision"]["agreed"] = {"badge": "carlo", "role": "capo_tavolo", "office": "Capo Tavolo"}


def _nobody_decided(report: dict[str, Any]) -> None:
    report["decision"]["by"] = None


def _nobody_reported(report: dict[str, Any]) -> None:
    report["reported_by"] = None


def _referred(report: dict[str, Any]) -> None:
    by = {"badge": "carlo", "role": "capo_tavolo", "office": "Capo Tavolo"}
    report["referred"] = [{"entry": report["number"], "at": report["opened"], "by": by, "text": "too difficult"}]


def _claimed(report: dict[str, Any]) -> None:
    report["claimed"] = 5000


def _hand(report: dict[str, Any]) -> None:
    report["after"]["hands"] = [it for it in report["after"]["hands"] if it["side"] != "banco"]


def _answer(report: dict[str, Any]) -> None:
    next(it for it in report["told"] if it["name"] == "coup")["answer"] = "1.3"


def _fact(report: dict[str, Any]) -> None:
    report["facts"]["position"] = "2"


def _phrase(report: dict[str, Any]) -> None:
    report["phrases"].append(report["phrases"][0])


def _phrase_later(report: dict[str, Any]) -> None:
    report["phrases"][0]["at"] = report["filmed_to"]


def _caller(report: dict[str, Any]) -> None:
    report["phrases"][0]["by"] = "carlo"


def _elsewhere(report: dict[str, Any]) -> None:
    report["money"][0]["position"] = "3"


OF_A_DISPUTE: list[tuple[Change, str]] = [
    (_answer, "The answer told.0 names 1.3, which no entry of the case gives for it."),
    (_fact, "facts.position: the page says 2, the entries say 1."),
    (_phrase, "The page names other phrases that were called than the entries hold."),
    (_phrase_later, "phrases.0.at: the page says"),
    (_caller, "phrases.0.by: the page says carlo, the entries say dario."),
    (_elsewhere, "money.0.position: the page says 3, the entries say 1."),
    (_nothing_before, "paid_before: the page says nothing, the entries say posted."),
    (_cards_that_are_not_there, "Money, money.0.before: the page says 15000 cents, the entries make null."),
    (_cause, 'caused_by: the page says dario, the entries say "".'),
    (_second, 'Decision, decision.agreed: the page says {"badge": "carlo"'),
    (_nobody_decided, "Decision, decision.by.badge: the page says null, the entries say ivo."),
    (_nobody_reported, "reported_by.badge: the page says null, the entries say dario."),
    (_referred, "The page names other referrals to the Direzione than the entries hold."),
    (_claimed, "claimed: the page says 5000, the entries say null."),
    (_hand, "Cards, after.hands: the page says -, by the entries 2:2S 4:3S."),
]


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("change", "sentence"), OF_A_DISPUTE, ids=[it[0].__name__ for it in OF_A_DISPUTE])
def test_nobody_is_added_to_a_case_or_left_out_of_it_and_no_sum_from_before_is_invented(
    dispute: Handed, change: Change, sentence: str
) -> None:
    found = said(forged(dispute, report=change))
    assert any(sentence in it for it in found), found


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("case", "name", "sentence"),
    [
        (reported_cases.ruled, "referred", "The page names other referrals to the Direzione than the entries hold."),
        (reported_cases.left_behind, "kept", "The page names other slips of chips in custody than the entries hold."),
        (reported_cases.annulled, "evidence", "The page names other statements on the order of the cards than"),
    ],
)
def test_a_referral_a_slip_and_a_statement_that_the_entries_have_are_not_left_out(
    table: AtTable, case: reported_cases.Played, name: str, sentence: str
) -> None:
    it = handed_out(case(table))
    assert said(it.pdf) == []

    def shorter(report: dict[str, Any]) -> None:
        report[name].pop()

    def twice(report: dict[str, Any]) -> None:
        report[name].append(report[name][-1])

    for change in (shorter, twice):
        assert any(found.startswith(sentence) for found in said(forged(it, report=change)))


def test_words_that_were_written_down_are_compared_with_their_note(dispute: Handed) -> None:
    def otherwise(report: dict[str, Any]) -> None:
        report["decision"]["text"] = "nothing was wrong"

    [found] = said(forged(dispute, report=otherwise))
    assert found.startswith(
        "decision.text: the page has other words (nothing was wrong) than were written down (one chip"
    )


def test_a_sentence_on_the_drawn_page_has_to_be_that_of_the_paper(premise: Handed) -> None:
    drawn = reworded(premise.paper, "ratified the reconstruction", "annulled the coup")
    found = said(forged(premise, drawn=drawn))
    assert any(it.startswith("The drawn page does not say what the paper says in it") for it in found)
    assert any(it.startswith("On the drawn page stands what the paper does not say") for it in found)


def disputed_after(code: str, tips: int) -> Handed:
    """The paper of a dispute about a coup of many entries, before which so many tips were given."""
    table = ready_table(code=code, seats=1)
    for _ in range(tips):
        table.does("tip", amount=500)
    lay(table, "P100@1")
    for _ in range(40):
        table.does("tip", amount=500)
    Croupier(table, "9S 2S KD 3S").to_the_burn()
    table.does("report_incident", kind="dispute", facts={"coup": "1.1", "position": "1", "about": "payment"})
    return handed_out(newest())


def first_of_the_last_page(it: Handed) -> int:
    """The number of the entry that comes first under the head of the table on the last page."""
    found = re.search(r"\(SHA-256\)([0-9][0-9])", re.sub(r"\s", "", pages(Pdf(it.pdf))[-1]))
    assert found is not None
    return int(found[1])


@pytest.mark.faults
def test_a_page_may_begin_with_an_entry_whose_number_stands_in_the_head_of_the_table() -> None:
    first = first_of_the_last_page(disputed_after("T1", 0))
    it = disputed_after("T2", 56 - first)
    assert first_of_the_last_page(it) == 56
    assert said(it.pdf) == []


def test_an_amount_in_a_sentence_has_to_come_from_the_entries(dispute: Handed) -> None:
    it = dispute._replace(paper=reworded(dispute.paper, "+€150.00", "+€151.00"))
    assert said(forged(it)) == ["The page names an amount that no entry of the case makes: 151.00."]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    "change",
    [
        lambda it: it + b"\nBT /f0 20 Tf 1 0 0 1 100 400 Tm <00010002> Tj ET\n",
        lambda it: it + b"\n/x0 Do\n",
        lambda it: it.replace(b"[(", b"%[(", 1),
    ],
    ids=["hexadecimal", "other object", "comment"],
)
def test_a_page_that_draws_by_other_means_than_the_house_is_not_read_as_one_of_its_own(
    dispute: Handed, change: Callable[[bytes], bytes]
) -> None:
    pdf = Pdf(dispute.pdf)
    page = next(it for it in pdf.plain.values() if it.startswith(b"<</Type/Page/"))
    [content] = re.findall(rb"/Contents (\d+) 0 R", page)
    drawn = stream(b"/Filter/FlateDecode", change(pdf.streams[int(content)].content))
    made = unsigned(rebuilt(dispute.pdf, {int(content): drawn}))
    signed = unsigned(made, instead=sign(signed_message(made)))
    assert said(signed) == ["The pages of this PDF are not as the house draws them."]


def annotated(pdf: bytes, annotation: bytes) -> bytes:
    """The paper with an annotation on its first page, in the place of its outline, signed by the house."""
    own = papers.objects(pdf)
    outline = next(it for it, words in own.items() if words.startswith(b"<</Type/Outlines"))
    page = next(it for it, words in own.items() if words.startswith(b"<</Type/Page/"))
    made = rebuilt(pdf, {page: own[page][:-2] + b"/Annots[%d 0 R]>>" % outline, outline: annotation})
    return unsigned(unsigned(made), instead=sign(signed_message(unsigned(made))))


LINK = (
    b"<</Type/Annot/Subtype/Link/Rect[0 0 595 842]/Border[0 0 0]/A<</Type/Action/S/URI/URI(https://else.example/)>>"
    b"/F 4/StructParent 9/Contents(https://else.example/)>>"
)
COMMENT = b"<</Type/Annot/Subtype/FreeText/Rect[50 700 500 800]/DA(/Helv 20 Tf)/Contents(Paid: 15000)>>"


@pytest.mark.parametrize(
    ("annotation", "sentence"),
    [
        (COMMENT, "The pages of this PDF are not as the house draws them."),
        (LINK.replace(b"/F 4", b"/F 4/AP<</N 5 0 R>>"), "The pages of this PDF are not as the house draws them."),
        (LINK, "On the drawn page stands what the paper does not say: “https://else.example/”."),
    ],
    ids=["comment", "link with a picture", "link to elsewhere"],
)
def test_a_comment_or_a_link_that_is_laid_onto_a_page_is_found(
    dispute: Handed, annotation: bytes, sentence: str
) -> None:
    assert said(annotated(dispute.pdf, annotation)) == [sentence]


def test_a_paper_that_does_something_when_it_is_opened_is_not_read_as_one_of_the_house(dispute: Handed) -> None:
    root = next(it for it, words in papers.objects(dispute.pdf).items() if words.startswith(b"<</Type/Catalog"))
    words = papers.objects(dispute.pdf)[root][:-2] + b"/OpenAction<</S/URI/URI(https://else.example/)>>>>"
    made = unsigned(rebuilt(dispute.pdf, {root: words}))
    signed = unsigned(made, instead=sign(signed_message(made)))
    assert said(signed) == ["The pages of this PDF are not as the house draws them."]


@pytest.mark.faults
def test_a_paper_with_a_link_to_its_video_is_sound(settings: Any, table: AtTable) -> None:
    settings.VIDEO_LINK = "https://video.example/(house)/{table}?from={from}&to={to}"
    it = handed_out(reported_cases.disputed(table))
    assert b"/Subtype/Link" in it.pdf
    assert said(it.pdf) == []


HEADS = {
    "title": "A stake after «Rien ne va plus»",
    "subtitle": "Super Punto Banco, Art. 1 · Extra cards",
    "alarm": "NOT PROVEN",
    "copy": "Copy 2",
    "reprint": "Reprint: copy 3",
    "handed_out": "Handed out by ivo, 14.11.2026 20:10:00, house entry 17",
    "foot": "Table T9, entry 4 of its register",
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", HEADS)
def test_what_stands_at_the_head_of_a_page_has_to_be_that_of_the_report(premise: Handed, name: str) -> None:
    it = premise._replace(paper=msgspec.structs.replace(premise.paper, **{name: HEADS[name]}))
    assert said(forged(it)) == [f"At the head of the page stands what the report does not say: {HEADS[name]}."]


def test_what_the_house_says_at_the_head_of_a_paper_in_words_of_its_own_is_listed(premise: Handed) -> None:
    own = msgspec.structs.replace(premise.report, article_title="Extra cards")
    with translation.override("en"):
        checked = check(forged(premise._replace(report=own, paper=paper_of(own, Numbers("en")))))
    assert papers.faults(checked) == []
    assert {f"{own.source} · Extra cards", own.title, "Copy 1"} <= {*checked.underived}


def test_the_article_at_the_head_of_a_paper_has_to_be_that_of_its_entries(premise: Handed) -> None:
    own = msgspec.structs.replace(premise.report, source="Super Punto Banco, Art. 6")
    with translation.override("en"):
        [found] = said(forged(premise._replace(report=own, paper=paper_of(own, Numbers("en")))))
    wanted = "source: the page says Super Punto Banco, Art. 6, the entries say Super Punto Banco, Premessa."
    assert found == wanted


def test_a_copy_says_at_its_head_by_whom_and_in_which_entry_it_was_handed_out(table: AtTable) -> None:
    case = reported_cases.premise(table)
    client, address = signed_in(Role.AUDITOR, language="en"), reverse("incident_report", args=[table.code, case.number])
    _first, second = (client.post(address, {"form": "pdf", "nonce": nonce}).content for nonce in ("first", "second"))
    checked = check(second)
    assert papers.faults(checked) == []
    assert any(it.startswith("Handed out by aldo") for it in checked.underived)
    assert "Reprint: copy 2" in checked.underived


def test_a_number_and_a_card_in_the_words_of_an_entry_have_to_be_its_own(dispute: Handed) -> None:
    def otherwise(pages: dict[str, Any]) -> None:
        rows = next(it for it in (it["blocks"][0] for it in pages["sections"]) if it["kind"] == "entries")["rows"]
        placed = next(it for it in rows if it["words"].startswith("position 1: 100"))
        placed["words"] = placed["words"].replace("100", "200")
        turned = next(it for it in rows if "9♠" in it["words"])
        turned["words"] = turned["words"].replace("9♠", "9♣")

    found = [it for it in said(forged(dispute, pages=otherwise)) if it.startswith("In the words of entry")]
    assert [it.rsplit(": ", 1)[1] for it in found] == ["200.", "9C."]


@pytest.mark.one_in(4)
@pytest.mark.parametrize("hours", [1, 8])
def test_the_hour_of_an_entry_on_the_page_has_to_be_that_of_the_others(dispute: Handed, hours: int) -> None:
    def later(pages: dict[str, Any]) -> None:
        rows = next(it for it in (it["blocks"][0] for it in pages["sections"]) if it["kind"] == "entries")["rows"]
        hour, rest = rows[2]["at"].split(":", 1)
        rows[2]["at"] = f"{(int(hour) + hours) % 24:02}:{rest}"

    assert any(it.startswith("The page lists an entry") for it in said(forged(dispute, pages=later)))


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("at", "hours"),
    [
        (datetime(2026, 10, 25, 0, 59, 50, tzinfo=UTC), {"02:59:50", "02:00:10"}),
        (datetime(2026, 10, 20, 21, 59, 50, tzinfo=UTC), {"23:59:50", "21 Oct 2026, 00:00:10"}),
    ],
    ids=["an hour comes twice", "midnight"],
)
def test_a_paper_of_the_night_is_sound(at: datetime, hours: set[str]) -> None:
    with time_machine.travel(at, tick=False) as clock:
        table = ready_table()
        deal(table, "P100@1", "B50@2")
        clock.shift(20)
        turn(table)
        pay(table)
        table.does("burn")
        it = handed_out(reported_cases.disputed(table))
    blocks = [block for section in it.paper.sections for block in section.blocks if isinstance(block, Entries)]
    assert {row.at for block in blocks for row in block.rows} >= hours
    assert said(it.pdf) == []
    assert {at for at in hours if "Oct" in at} <= {*check(it.pdf).underived}

    def a_day_later(pages: dict[str, Any]) -> None:
        rows = next(it for it in (it["blocks"][0] for it in pages["sections"]) if it["kind"] == "entries")["rows"]
        for row in rows:
            row["at"] = row["at"].replace("21 Oct", "22 Oct")

    assert any("The page lists an entry" in it for it in said(forged(it, pages=a_day_later))) == ("21" in str(hours))


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("digits", "later"), [(r"(?<=\d:\d\d:)\d\d", 60), (r'(?<=[ "])\d\d(?=:\d\d:\d\d)', 3)], ids=["second", "hour"]
)
@pytest.mark.parametrize("section", ["said", "video", "proof"])
def test_a_time_on_a_page_has_to_be_that_of_an_entry_or_a_seal(
    dispute: Handed, section: str, digits: str, later: int
) -> None:
    def otherwise(pages: dict[str, Any]) -> None:
        at = next(place for place, it in enumerate(pages["sections"]) if it["key"] == section)
        words = re.sub(digits, lambda it: f"{(int(it[0]) + later) % 84:02}", json.dumps(pages["sections"][at]))
        pages["sections"][at] = json.loads(words)

    found = said(forged(dispute, pages=otherwise))
    assert any(it.startswith("The page names a time that is of no entry") for it in found)


@pytest.mark.faults
def test_amounts_and_times_in_words_that_were_typed_are_the_words_of_whoever_typed_them(table: AtTable) -> None:
    it = handed_out(reported_cases.disputed(table, words="At 20:10:11 they paid 151.00."))
    assert "“At 20:10:11 they paid 151.00”" in json.dumps(msgspec.to_builtins(it.paper), ensure_ascii=False)
    assert said(it.pdf) == []


def test_an_answer_and_an_amount_in_custody_on_the_page_have_to_be_those_of_the_report(table: AtTable) -> None:
    def otherwise(pages: dict[str, Any]) -> None:
        sections = {it["key"]: it["blocks"] for it in pages["sections"]}
        next(it for it in sections["happened"] if it["kind"] == "facts")["rows"][0][1] += "1"
        slips = sections["money"][-1]
        slips["rows"][0][slips["figures"][0]] = "€1.00"

    found = said(forged(handed_out(reported_cases.left_behind(table)), pages=otherwise))
    assert any(it.startswith("A question and its answer are not the same") for it in found)
    assert any(it.startswith("A row of money on the page is not that of the report") for it in found)


def test_a_statement_on_the_order_of_the_cards_is_of_whoever_made_it_in_its_entry(table: AtTable) -> None:
    def of_another(report: dict[str, Any]) -> None:
        report["evidence"][0] |= {"by": "carlo", "aside": 9999}

    found = said(forged(handed_out(reported_cases.annulled(table)), report=of_another))
    assert any(it.startswith("evidence.0.by: the page says carlo, the entries say dario.") for it in found)
    assert any(it.startswith("evidence.0.aside: the page says 9999") for it in found)


def test_what_nobody_can_derive_is_listed_behind_its_label_where_it_has_no_letter(dispute: Handed) -> None:
    listed = check(dispute.pdf).underived
    assert {"Button: 2", "Cards out of the shoe: 4"} <= {*listed}


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("played", "named"), [(reported_cases.premise, ["before.", "after."]), (reported_cases.disputed, ["after."])]
)
def test_a_report_has_how_the_cards_lay_before_the_decision_and_at_the_end(
    table: AtTable, played: reported_cases.Played, named: list[str]
) -> None:
    def without_pictures(report: dict[str, Any]) -> None:
        report |= {"before": None, "ought": None, "after": None}

    def without_any(pages: dict[str, Any]) -> None:
        pages["sections"] = [it for it in pages["sections"] if it["key"] != "cards"]

    found, lacking = handed_out(played(table)), "The report does not have how the cards lay: "
    sentences = said(forged(found, report=without_pictures, pages=without_any))
    assert [it.removeprefix(lacking) for it in sentences if it.startswith(lacking)] == named


@pytest.mark.one_in(2)
@pytest.mark.parametrize("played", [reported_cases.annulled, reported_cases.disputed])
def test_without_its_coup_a_report_is_asked_for_it_and_for_how_the_cards_lay(
    table: AtTable, played: reported_cases.Played
) -> None:
    def without_coup(report: dict[str, Any]) -> None:
        report |= {"coup": None, "before": None, "ought": None, "after": None}

    found = said(forged(handed_out(played(table)), report=without_coup))
    assert "The report leaves out the coup in which, by its entries, the case came up." in found
    assert "The report does not have how the cards lay: after." in found


def test_of_what_was_reported_between_two_coups_no_coup_is_missing(table: AtTable) -> None:
    found = handed_out(reported_cases.left_behind(table))
    assert (found.report.coup, said(found.pdf)) == (None, [])


@pytest.mark.one_in(2)
@pytest.mark.parametrize("played", [reported_cases.premise, reported_cases.disputed])
def test_a_paper_that_was_made_while_the_past_was_out_of_reach_says_so_and_is_asked_for_no_pictures(
    table: AtTable, monkeypatch: pytest.MonkeyPatch, played: reported_cases.Played
) -> None:
    case = played(table)
    monkeypatch.setattr(PAST, "performs", Nobody())
    answer = signed_in(Role.AUDITOR, language="en").post(
        reverse("incident_report", args=[table.code, case.number]), {"form": "pdf", "nonce": "first"}
    )
    pdf = b"".join(answer) if answer.streaming else answer.content
    assert said(pdf) == ["The house itself says in the first line of this paper that it is not proven, and why."]


def test_a_report_that_calls_itself_proven_is_asked_for_its_pictures_whatever_it_says_why_it_would_not_be(
    table: AtTable,
) -> None:
    def without_pictures(report: dict[str, Any]) -> None:
        report |= {"before": None, "ought": None, "after": None}
        report["proof"] = {"words": "", "proven": True, "why": "unreachable"}

    found = said(forged(handed_out(reported_cases.disputed(table)), report=without_pictures))
    assert "The report does not have how the cards lay: after." in found


def test_only_a_table_has_heads_that_may_be_drawn_again(premise: Handed) -> None:
    """Else a paragraph of the text could name as its head what the pages say besides."""
    text = next(it.text for section in premise.paper.sections for it in section.blocks if isinstance(it, Words))

    def with_a_head(pages: dict[str, Any]) -> None:
        blocks = [it for section in pages["sections"] for it in section["blocks"]]
        next(it for it in blocks if it["kind"] == "words" and it["text"] == text)["heads"] = ["It is annulled."]

    drawn = reworded(premise.paper, text, f"It is annulled. {text}")
    found = said(forged(premise, pages=with_a_head, drawn=drawn))
    assert any("Itisannulled." in it for it in found), found


def test_an_entry_that_a_report_has_twice_is_named(dispute: Handed) -> None:
    def twice(report: dict[str, Any]) -> None:
        report["entries"].insert(1, report["entries"][1])

    assert f"The page names entry {dispute.report.entries[1].number} twice." in said(forged(dispute, report=twice))


def test_a_report_is_gone_through_once_however_many_of_its_fields_are_compared() -> None:
    """A hostile one has a million of them."""
    walks = 0

    class Walked(dict[str, Any]):
        def __iter__(self) -> Iterator[str]:
            nonlocal walks
            walks += 1
            return super().__iter__()

    it = ReportFields(json.dumps({"entries": [{"number": 1, "at": {"hour": 2}}] * 50, "entry": 3}).encode())
    it.leaves = Walked(it.leaves)
    for path, _row in it.rows("entries"):
        it.check(f"{path}.number", 1)
        it.check(f"{path}.at", {"hour": 2})
    assert walks == 0
    assert (it.leaves.keys() - it.derived, len(it.derived)) == ({"entry"}, 100)


def test_for_texts_that_are_not_on_its_pages_a_paper_is_searched_a_few_times_however_many_they_are() -> None:
    """A hostile one has a million of them, and as many heads of tables."""
    searched = 0

    class Searched(str):
        __slots__ = ()

        def find(self, *given: Any) -> int:
            nonlocal searched
            found = super().find(*given)
            searched += (found if found >= 0 else len(self)) - given[1]
            return found

    body = Searched("".join(f"head{it}row{it}" for it in range(1000)))
    there = [Drawn(f"row{it}", f"head{it}") for it in range(1000)]
    assert (unlike(body, there), searched) == ([], 0)
    found = unlike(body, [*there[:500], *(Drawn(f"else{it}", f"head{it}") for it in range(1000)), *there[500:]])
    assert [text for _sentence, text in found] == [f"else{it}" for it in range(MOST_UNLIKE)]
    assert searched <= MOST_UNLIKE * len(body)


def test_a_cell_with_which_the_head_of_its_table_begins_is_found_behind_the_head_on_a_further_page_too() -> None:
    head = "EntryTime"
    rows = [Drawn(text, head) for text in ("E", "1", "E", "2")]
    texts = [Drawn("Entry"), Drawn("Time"), *rows]
    assert unlike("EntryTimeE1EntryTimeE2", texts) == []
    assert (TEXT_DIFFERS, "E") in unlike("EntryTimeE1EntryTime2", texts)


def test_a_cell_that_begins_with_the_whole_head_of_its_table_is_no_head_that_comes_again() -> None:
    texts = [Drawn("Words"), *(Drawn(it, "Words") for it in ("Wordswerehad", "more"))]
    assert unlike("WordsWordswerehadmore", texts) == []
    assert unlike("WordsWordsWordswerehadWordsmore", texts) == []
    assert unlike("WordsWordswereWordsmore", texts) != []


def test_typed_texts_are_not_looked_for_in_pages_that_are_too_long_for_it() -> None:
    """A hostile paper has a million characters of either; searching for each at each place took days."""
    slice_ = SimpleNamespace(notes={"": "a" * 10**6, "erased": None})
    with pytest.raises(Wrong) as refused:
        compare(cast(Any, None), b" " * 10**6, cast(Any, SimpleNamespace(slice=slice_)))
    assert refused.value.sentence is PAGES_UNREADABLE


def test_a_sentence_that_cannot_be_derived_is_listed(premise: Handed) -> None:
    it = premise._replace(paper=reworded(premise.paper, "the coup went on", "the coup went on well"))
    checked = check(forged(it))
    assert papers.faults(checked) == []
    assert any("the coup went on well" in text for text in checked.underived)


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    "label", ["What happened", "Entries of the register", "Phase", "Bettor", "By now", "At the end of the coup"]
)
def test_a_title_a_head_a_label_and_a_caption_are_read_out_as_nobody_can_derive_them(
    dispute: Handed, label: str
) -> None:
    assert label in check(dispute.pdf).labels
    checked = check(forged(dispute._replace(paper=relabelled(dispute.paper, label, "Otherwise"))))
    assert (papers.faults(checked), "Otherwise" in checked.labels) == ([], True)


def test_a_picture_and_a_row_of_money_on_the_page_have_to_be_those_of_the_report(premise: Handed) -> None:
    def otherwise(pages: dict[str, Any]) -> None:
        blocks = [it for section in pages["sections"] for it in section["blocks"]]
        next(it for it in blocks if it["kind"] == "pictures")["pictures"][0]["felt"]["hands"][0]["cards"][0]["face"] = (
            "7C"
        )
        row = next(it for it in blocks if it["kind"] == "grid" and len(it["figures"]) > 1)["rows"][0]
        row[-1] = row[-1].replace("0", "1")

    found = said(forged(premise, pages=otherwise))
    assert any(it.startswith("A picture of the cards on the page is none of those in the report") for it in found)
    assert any(it.startswith("A row of money on the page is not that of the report") for it in found)


def blocks_of(pages: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    """The blocks of this kind on the pages, in their order."""
    return [it for section in pages["sections"] for it in section["blocks"] if it["kind"] == kind]


def _no_entry(pages: dict[str, Any]) -> None:
    blocks_of(pages, "entries")[0]["rows"].pop(1)


def _no_bettor(pages: dict[str, Any]) -> None:
    next(it for it in blocks_of(pages, "grid") if len(it["figures"]) > 1)["rows"].pop(0)


def _one_bettor_twice(pages: dict[str, Any]) -> None:
    rows = next(it for it in blocks_of(pages, "grid") if len(it["figures"]) > 1)["rows"]
    rows[0] = rows[1]


def _no_picture(pages: dict[str, Any]) -> None:
    blocks_of(pages, "pictures")[0]["pictures"].pop(0)


def _no_pictures(pages: dict[str, Any]) -> None:
    cards = next(it for it in pages["sections"] if it["key"] == "cards")
    cards["blocks"] = [it for it in cards["blocks"] if it["kind"] != "pictures"]


def _no_statement(pages: dict[str, Any]) -> None:
    verdict = next(it for it in pages["sections"] if it["key"] == "verdict")
    [grid] = [it for it in verdict["blocks"] if it["kind"] == "grid"]
    grid["rows"].pop()


def _no_statements(pages: dict[str, Any]) -> None:
    verdict = next(it for it in pages["sections"] if it["key"] == "verdict")
    verdict["blocks"] = [it for it in verdict["blocks"] if it["kind"] != "grid"]


def _without_row(key: str, kind: str, named: str) -> Change:
    """The page without the row of this section in which something is named."""

    def change(pages: dict[str, Any]) -> None:
        blocks = next(it for it in pages["sections"] if it["key"] == key)["blocks"]
        rows = [it["rows"] for it in blocks if it["kind"] == kind]
        row = next(row for its in rows for row in its if any(named in cell for cell in row))
        next(its for its in rows if row in its).remove(row)

    return change


def _entry_twice(pages: dict[str, Any]) -> None:
    rows = blocks_of(pages, "entries")[0]["rows"]
    rows.insert(1, rows[1])


LEFT_OUT = "The page leaves out what the report has: "


@pytest.mark.one_in(4)
@pytest.mark.parametrize(
    ("case", "change", "named"),
    [
        (reported_cases.disputed, _no_entry, "Entry {} is of this case, and the page leaves it out."),
        (reported_cases.disputed, _no_bettor, f"{LEFT_OUT}money.0."),
        (reported_cases.disputed, _one_bettor_twice, f"{LEFT_OUT}money.0."),
        (reported_cases.premise, _no_picture, f"{LEFT_OUT}before."),
        (reported_cases.premise, _no_pictures, f"{LEFT_OUT}after."),
        (reported_cases.annulled, _no_statement, f"{LEFT_OUT}evidence.0."),
        (reported_cases.annulled, _no_statements, f"{LEFT_OUT}evidence.0."),
        (reported_cases.premise, _without_row("people", "grid", "cosima"), f"{LEFT_OUT}attested.0."),
        (reported_cases.ruled, _without_row("people", "facts", "ivo (Ispettore di Gioco), "), f"{LEFT_OUT}referred.0."),
        (reported_cases.premise, _without_row("said", "grid", "«carta»"), f"{LEFT_OUT}phrases.1."),
        (reported_cases.disputed, _entry_twice, "The page names entry {} twice."),
    ],
)
def test_an_entry_a_bettor_a_picture_and_whatever_was_said_are_on_the_page_as_in_the_report_and_once(
    table: AtTable, case: reported_cases.Played, change: Change, named: str
) -> None:
    it = handed_out(case(table))
    second = it.report.entries[1].number
    assert said(it.pdf) == []
    assert named.format(second) in said(forged(it, pages=change))


def test_a_slice_that_is_cut_off_is_named(premise: Handed) -> None:
    [found] = said(forged(premise, lines=lambda lines: lines[:6]))
    assert found == "The slice of the register breaks off after entry 4: the seal at which it has to end is missing."


def test_an_entry_of_a_slice_without_its_digest_was_changed_whatever_form_it_has_and_is_unreadable_with_it(
    premise: Handed,
) -> None:
    """As in an export: that the digest does not fit comes before the form of what it should fit."""

    def without_text(lines: Lines, *, fits: bool) -> Lines:
        line = next(it for it in lines if "entry" in it)
        line["entry"]["arguments"] = 5
        line["digest"] = sha256(canonical(line["entry"]).encode()).hexdigest() if fits else line["digest"]
        return lines

    [found] = said(forged(premise, lines=lambda lines: without_text(lines, fits=False)))
    assert re.fullmatch(r"Entry \d+ was changed: its digest does not fit what it says\.", found)
    [found] = said(forged(premise, lines=lambda lines: without_text(lines, fits=True)))
    assert found.startswith("Line ")


def test_the_slice_of_another_case_is_named(table: AtTable) -> None:
    one, other = handed_out(reported_cases.disputed(table)), handed_out(reported_cases.late(table))
    [found] = said(forged(one, lines=lambda _lines: lines_of(other.pdf)))
    code = table.code
    assert found == f"The slice is of case {code}/{other.report.number}, the page of {code}/{one.report.number}."


def test_a_slice_without_one_of_its_entries_is_named(premise: Handed) -> None:
    def without_the_last(lines: Lines) -> Lines:
        place = max(at for at, it in enumerate(lines) if "entry" in it)
        return [*lines[:place], *lines[place + 1 :]]

    assert "is not as it was sealed" in said(forged(premise, lines=without_the_last))[0]


def test_the_entry_by_which_a_card_of_the_coup_had_waited_is_shown(table: AtTable) -> None:
    deal(table, "P100@1")
    turn(table)
    table.does("card_out", extra=True)
    waited = table.number
    pay(table)
    table.does("burn")
    play(table, "P500@3")
    table.does("report_incident", kind="dispute", facts={"coup": "1.2", "position": "3", "about": "payment"})
    paper = handed_out(newest())
    assert waited in {it["entry"]["number"] for it in lines_of(paper.pdf) if "entry" in it}
    assert said(paper.pdf, keys=[key.public_key()]) == []


def test_an_entry_of_the_coup_cannot_be_hidden(premise: Handed) -> None:
    place = next(row.number for row in premise.report.entries if row.verb == "close_bets")

    def hide(lines: Lines) -> Lines:
        return [
            {"hidden": hidden(it["entry"])._asdict()} if it.get("entry", {}).get("number") == place else it
            for it in lines
        ]

    def leave_out(report: dict[str, Any]) -> None:
        report["entries"] = [it for it in report["entries"] if it["number"] != place]

    found = said(forged(premise, lines=hide, report=leave_out))
    assert f"Entry {place} lies within the coup of this case and is not shown." in found


@pytest.fixture
def not_holding(table: AtTable) -> Handed:
    """The paper of a case that did not hold its coup, the second of the taglia."""
    play(table, "B50@2")
    found = handed_out(reported_cases.late(table))
    assert (found.report.held, said(found.pdf)) == (False, [])
    return found


def cut_to(it: Handed, places: Collection[int], *, coup: bool = True) -> list[str]:
    """What is said of the paper where its house shows of its entries only these, with its coup or as if without."""
    cut = {row.number for row in it.report.entries} - {*places}

    def leave_out(report: dict[str, Any]) -> None:
        report["entries"] = [row for row in report["entries"] if row["number"] not in cut]
        report |= {} if coup else {"coup": None, "before": None, "ought": None, "after": None}

    def hide(lines: Lines) -> Lines:
        return [
            {"hidden": hidden(row["entry"])._asdict()} if row.get("entry", {}).get("number") in cut else row
            for row in lines
        ]

    return said(forged(it, report=leave_out, lines=hide))


def test_a_case_that_never_held_its_coup_is_not_made_one_between_two_coups(not_holding: Handed) -> None:
    left_out = "The report leaves out the coup in which, by its entries, the case came up."
    assert left_out in cut_to(not_holding, [not_holding.report.number], coup=False)


def test_a_case_that_never_held_its_coup_is_not_made_one_of_another_coup(not_holding: Handed) -> None:
    def of_another(report: dict[str, Any]) -> None:
        report["coup"] |= {"key": "1.3", "number": 3}

    assert "coup.key: the page says 1.3, the entries say 1.2." in said(forged(not_holding, report=of_another))


@pytest.mark.parametrize("front", [1, 3])
def test_a_coup_is_shown_from_the_entry_on_that_opened_it(not_holding: Handed, front: int) -> None:
    rows = [row.number for row in not_holding.report.entries]
    begins = f"The coup of this case is not shown from its opening on: the report begins with entry {rows[front]}."
    assert begins in cut_to(not_holding, rows[front:])


def test_a_betting_whose_stakes_went_back_is_shown_with_the_colpo_in_bianco_that_began_in_it(table: AtTable) -> None:
    play(table, "B50@2")
    lay(table, "P100@1")
    table.does("report_visible")
    blank = table.does("play_blank", said=True).number
    table.does("deal")
    found = handed_out(report(table, "fallen_card", places=[2]))
    assert said(found.pdf) == []
    begins = f"The coup of this case is not shown from its opening on: the report begins with entry {blank}."
    assert begins in cut_to(found, [row.number for row in found.report.entries if row.number >= blank])


def test_the_coup_before_is_not_shown_in_the_place_of_that_of_the_case(not_holding: Handed) -> None:
    opening, before = not_holding.record.opened_by, acts_of(Coup.objects.get(number=1))
    shown = [*before, opening]
    vars(not_holding.record)["entries"] = shown  # what the slice shows

    def of_another(report: dict[str, Any]) -> None:
        report["entries"] = [{"number": it.entry.number} for it in shown]

    first = before[0].entry.number
    begins = f"The coup of this case is not shown from its opening on: the report begins with entry {first}."
    assert begins in said(forged(not_holding, report=of_another))


def test_no_entry_within_a_coup_is_left_to_neither_chain(not_holding: Handed) -> None:
    """The house has sealed the register on the way, and begins another chain behind the entry after that."""
    rows = [row.number for row in not_holding.report.entries]
    gone = rows[2]

    def split(lines: Lines) -> Lines:
        before = next(at for at, it in enumerate(lines) if it.get("entry", {}).get("number") == gone - 1)
        after = next(at for at, it in enumerate(lines) if it.get("entry", {}).get("number") == gone + 1)
        digest, at = lines[before]["digest"], lines[before]["entry"]["at"]
        facts = {"register": not_holding.record.table.code, "number": gone - 1, "digest": digest, "at": at}
        seal = facts | {"signature": sign(canonical(facts).encode())}
        begins = {"number": gone, "digest": lines[after]["entry"]["previous"]}
        return [*lines[: before + 1], {"seal": seal}, {"stretch": begins}, *lines[after:]]

    def leave_out(report: dict[str, Any]) -> None:
        report["entries"] = [row for row in report["entries"] if row["number"] != gone]

    found = said(forged(not_holding, report=leave_out, lines=split))
    assert f"Entry {gone} lies within the coup of this case and is not shown." in found


# --- by a stranger, without a key


def test_every_changed_byte_of_the_pages_is_found(premise: Handed) -> None:
    drawn = as_pdf(
        reworded(premise.paper, "ratified", "refused"), attached(premise.record, premise.report, premise.paper)
    )
    found = said(drawn.replace(b"0" * 128, signature_of(premise.pdf).encode()))
    assert any(it.startswith(NOT_SIGNED) for it in found), found


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        (
            REPORT,
            lambda it: it.replace(b'"status": "ratified"', b'"status": "annulled"'),
            "Decision, status: the page says annulled",
        ),
        (SLICE, lambda it: it.replace(b'"actor":"', b'"actor":"x', 1), "Entry 1 was changed"),
        (PAGES, lambda it: it.replace(b"ratified", b"refused_", 1), "The drawn page does not say"),
    ],
)
def test_a_changed_file_is_found_in_the_file_and_by_the_signature(
    premise: Handed, name: str, change: Callable[[bytes], bytes], sentence: str
) -> None:
    found = said(with_file(premise.pdf, name, change))
    assert any(sentence in it for it in found), found
    assert name == SLICE or any(it.startswith(NOT_SIGNED) for it in found)


def test_another_key_another_seal_and_none_of_both_are_found(premise: Handed, tmp_path: Path) -> None:
    assert said(premise.pdf, keys=["ab" * 32]) == [
        "It names another key than the one that you gave, and nothing in it leads from the one to the other."
    ]

    def resealed(content: bytes) -> bytes:
        return b"".join(_with_another_signature(line) for line in content.splitlines(keepends=True))

    assert "seal" in said(with_file(premise.pdf, SLICE, resealed))[0]


def _with_another_signature(line: bytes) -> bytes:
    value = json.loads(line)
    if "seal" in value:
        value["seal"]["signature"] = "00" * 64
    return f"{canonical(value)}\n".encode()


def test_a_file_that_was_taken_out_is_named(premise: Handed) -> None:
    assert said(forged(premise, without=SLICE)) == [
        "Of the files that prove this paper register.jsonl is not there: somebody has taken it out."
    ]
    assert said(as_pdf(premise.paper)) != []


def test_a_paper_that_a_key_of_before_has_signed_is_not_the_house_s(premise: Handed) -> None:
    old, new = key.public_key(), Ed25519PrivateKey.generate()
    public = new.public_key().public_bytes_raw().hex()
    named = {"key": public, "number": 10_000, "at": "2099-01-01T00:00:00.000000Z", "before": old}
    named["signature"] = sign(message(old, public))

    def with_the_next(lines: Lines) -> Lines:
        lines[0]["head"]["keys"].append(named)
        lines[0]["head"]["key"] = public
        return lines

    [found] = said(forged(premise, lines=with_the_next), keys=[old])
    assert found.startswith(NOT_SIGNED)


# --- hostile files


def _bomb(pdf: bytes) -> bytes:
    number = next(it for it, content in papers.objects(pdf).items() if b"/EmbeddedFile" in content)
    return rebuilt(pdf, {number: stream(b"/Type/EmbeddedFile/Filter/FlateDecode", bytes(MOST_STREAM + 1))})


def _bombs(pdf: bytes) -> bytes:
    bomb = stream(b"/Filter/FlateDecode", bytes(MOST_STREAM))
    return rebuilt(
        pdf, dict.fromkeys([it for it, content in papers.objects(pdf).items() if b"FlateDecode" in content][:6], bomb)
    )


def _damaged(pdf: bytes) -> bytes:
    number = next(it for it, content in papers.objects(pdf).items() if b"/EmbeddedFile" in content)
    return rebuilt(pdf, {number: b"<</Length 4/Type/EmbeddedFile/Filter/FlateDecode>>\nstream\nabcd\nendstream"})


def _endless_table(pdf: bytes) -> bytes:
    return pdf[: pdf.rindex(b"trailer")] + b"0000000000 00000 n\r\n" * 100_000 + pdf[pdf.rindex(b"trailer") :]


def _pages_in_a_circle(pdf: bytes) -> bytes:
    pages = next(it for it, content in papers.objects(pdf).items() if content.startswith(b"<</Type/Pages"))
    return rebuilt(pdf, {pages: b"<</Type/Pages/Count 1/Kids[%d 0 R]>>" % pages})


HOSTILE: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("zip bomb", _bomb, "unpacks to more than 16777216 bytes"),
    ("many zip bombs", _bombs, "unpacks to more than"),
    ("damaged stream", _damaged, "cannot be unpacked"),
    ("endless table of objects", _endless_table, "this PDF is not as the house writes it"),
    ("pages in a circle", _pages_in_a_circle, "The pages of this PDF are not as the house draws them."),
    (
        "saved again",
        lambda pdf: pdf + b"\n1 0 obj\n<<>>\nendobj\nxref\n0 0\ntrailer\n<</Prev 1>>\nstartxref\n1\n%%EOF",
        "saved again",
    ),
    ("hundred megabytes", lambda pdf: pdf + bytes(100 * 1024 * 1024), f"more than {MOST_FILE} bytes"),
    ("nothing but a header", lambda _pdf: b"%PDF-1.7\n", "it does not begin like one of its PDFs"),
    ("other software", lambda pdf: pdf.replace(b"%PDF-1.7", b"%PDF-1.4"), "it does not begin like one of its PDFs"),
    (
        "encrypted",
        lambda pdf: pdf.replace(b"trailer\n<</Size", b"trailer\n<</Encrypt 1 0 R/Size"),
        "as the house writes it",
    ),
    ("cut in the middle", lambda pdf: pdf[: len(pdf) // 2], "this PDF is not as the house writes it"),
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("change", "sentence"), [it[1:] for it in HOSTILE], ids=[it[0] for it in HOSTILE])
def test_a_hostile_file_is_refused_in_a_sentence(
    premise: Handed, change: Callable[[bytes], bytes], sentence: str
) -> None:
    found = said(change(premise.pdf))
    assert found
    assert sentence in found[0]


def test_the_table_of_objects_is_taken_out_of_a_file_once_however_long_it_is(
    premise: Handed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hostile one has eight hundred thousand rows; to copy all of them for each takes twenty minutes."""
    taken: list[int] = []

    class Counted:
        def __init__(self, end: re.Match[bytes]) -> None:
            self.end = end

        def __getitem__(self, group: int) -> bytes:
            taken.append(group)
            return self.end[group]

    def fullmatch(data: bytes, at: int) -> Counted:
        end = END.fullmatch(data, at)
        assert end
        return Counted(end)

    monkeypatch.setattr(pdf, "END", SimpleNamespace(fullmatch=fullmatch))
    Pdf(premise.pdf)
    assert taken.count(2) == 1


# --- the one file


def test_the_packed_verifier_checks_papers_on_python_alone(premise: Handed, tmp_path: Path) -> None:
    program, paper = tmp_path / "sabot-verify.pyz", tmp_path / "paper.pdf"
    program.write_bytes(packed(ROOT))
    paper.write_bytes(premise.pdf)
    bare = [sys.executable, "-I", "-S", str(program), str(paper), "--language", "en", "--key", key.public_key()]
    done = subprocess.run(bare, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Case {premise.record.case.number} of table {premise.record.table.code}: ")
    paper.write_bytes(premise.pdf.replace(b"/Lang(en)", b"/Lang(it)"))
    assert subprocess.run(bare, capture_output=True, check=False, cwd=tmp_path).returncode == 1


def test_the_verifier_takes_one_paper_and_says_all_in_json_and_in_italian(
    premise: Handed, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(premise.pdf)
    assert main([str(paper), str(paper), "--language", "en"]) == 2
    assert capsys.readouterr().out.startswith("A paper is verified by itself: give one PDF")
    assert main([str(paper), "--json", "--language", "it"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["register"], found["number"]) == (premise.record.table.code, premise.record.case.number)
    assert found["said"][0].startswith("Caso ")
    assert main([str(tmp_path / "none.pdf")]) == 2


@pytest.mark.parametrize("register", ["T9", None], ids=["of another table", "none at all"])
def test_a_paper_is_not_proven_by_seals_none_of_which_is_of_its_entries(
    premise: Handed, tmp_path: Path, capsys: pytest.CaptureFixture[str], register: str | None
) -> None:
    paper, copies = tmp_path / "paper.pdf", tmp_path / "copies"
    paper.write_bytes(premise.pdf)
    own = seals.read(Path(settings.SEALS_FILE))
    others = [canonical(msgspec.to_builtins(it) | {"register": register}) for it in own if register]
    copies.write_text("".join(f"{it}\n" for it in others), encoding="utf-8")
    assert main([str(paper), "--seals", str(copies), "--language", "en"]) == 3
    said = f"Not proven: of the {len(others)} seals that were brought along none is of an entry here"
    assert said in capsys.readouterr().out
    assert main([str(paper), "--seals", str(settings.SEALS_FILE)]) == 0


def lines_of(pdf: bytes) -> Lines:
    """The lines of the slice in a paper."""
    return [json.loads(line) for line in Pdf(pdf).files()[SLICE].splitlines()]
