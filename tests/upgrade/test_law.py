"""A taglia is proven by the law under which it started; where the law has changed since, the record stands."""

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from procedures.models import Incident
from procedures.reports.incident import Proof
from table.models import Entry, Table
from table.record import chain
from table.record.past import starts
from table.record.past.reach import PAST
from table.record.proof.laws import FIRST_LAW, Laws, prove
from table.rules.profile import Role
from table.rules.topics.sources import LAW
from tests.croupier.cases import report
from tests.croupier.coups import close, deal, play
from tests.croupier.dealer import Croupier
from tests.procedures import reported_cases
from tests.rig import tampering, triggers
from tests.rig.cast import everybody_is_taken_on
from tests.rig.made_before import evening_made_before
from tests.rig.proofs import address, proof_at
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, prepare_shoe, ready_table

pytestmark = pytest.mark.django_db
CHANGED = f"T1: the law has changed since (law 1 → {LAW}); the record stands; only chain and seals prove this taglia"
Change = Callable[[str], str]
FELT = (
    '<div class="live-felt-frame wide" data-part="felt" tabindex="0" role="group" '
    'aria-label="The felt after this step"><svg'
)


@pytest.fixture
def table() -> AtTable:
    """Two taglie, laid out again for each test."""
    return two_taglie()


@evening_made_before
def two_taglie() -> AtTable:
    """Two taglie were dealt at T1, a coup of each."""
    everybody_is_taken_on()
    ready = ready_table(seats=1, code="T1")
    play(ready, "P100@1")
    ready.cast.direzione.does("void_shoe")
    prepare_shoe(ready, ready.state.profile, serial="S-2")
    play(ready, "P100@1")
    return ready


def write_anew(change: Change, *, verb: str, taglia: int | None = None) -> int:
    """The outcomes of a verb, in one taglia or in all, were always these: every digest fits. The first one's number."""
    triggers.drop_triggers(connection)
    running, changed = 0, list[int]()

    def otherwise_there(entry: Entry) -> None:
        nonlocal running
        running += "taglia_started" in entry.outcome
        if entry.verb == verb and taglia in (None, running):
            entry.outcome = change(entry.outcome)
            changed.append(entry.number)

    Table.real.filter(code="T1").update(digest=tampering.write_anew("T1", otherwise_there))
    assert changed, "there is no such entry"
    return changed[0]


def without_law(outcome: str) -> str:
    return re.sub(r'"law":\d+,', "", outcome)


def without_its_coup(outcome: str) -> str:
    return re.sub(r'"coup":"[\d.]+",', "", outcome)


def of_the_first_law() -> None:
    """The register was made before a start recorded its law, and before an opening named its coup."""
    write_anew(without_law, verb="open_bets")
    if Incident.objects.exists():
        write_anew(without_its_coup, verb="report_incident")


def otherwise(outcome: str) -> str:
    return outcome.replace('"effects":[', '"effects":[["noted",{}],', 1).replace(",]", "]")


def replayed(*what: str) -> tuple[int, list[str]]:
    """With what `manage.py replay` ends, and what it prints."""
    paper, status = io.StringIO(), 0
    with translation.override("en"):
        try:
            call_command("replay", *what, stdout=paper)
        except CommandError as ended:
            status = ended.returncode
    return status, paper.getvalue().splitlines()


def test_every_start_of_a_taglia_records_the_number_of_the_law(table: AtTable) -> None:
    starts = Entry.objects.filter(register="T1", outcome__contains="taglia_started").order_by("number")
    assert [it.outcome for it in starts] == [
        f'{{"effects":[["taglia_started",{{"law":{LAW},"taglia":{taglia}}}]]}}' for taglia in (1, 2)
    ]
    assert FIRST_LAW < LAW


def test_a_register_of_today_and_one_of_the_first_law_are_proven_where_they_come_out_the_same(table: AtTable) -> None:
    assert replayed("T1")[0] == 0
    of_the_first_law()
    status, [line] = replayed("T1")
    assert status == 0
    assert line.startswith(f"T1: {table.number} entries, the same rows came of them again.")


def test_under_an_earlier_law_the_record_stands_and_the_first_difference_is_shown(table: AtTable) -> None:
    of_the_first_law()
    number = write_anew(otherwise, verb="settle")
    status, lines = replayed("T1")
    was = Entry.objects.get(register="T1", number=number).outcome
    assert status == 3
    today = was.replace('["noted",{}],', "")
    assert lines == [f"T1 {number} settle: recorded {was}, today {today}", CHANGED]
    call_command("verify", "T1", stdout=io.StringIO())


def test_an_act_that_is_refused_today_is_a_difference_like_any_other(table: AtTable) -> None:
    of_the_first_law()
    triggers.drop_triggers(connection)
    Entry.objects.filter(register="T1", verb="settle").update(verb="announce")
    number = write_anew(str, verb="announce", taglia=1)
    status, lines = replayed("T1")
    assert (status, lines[1:]) == (3, [CHANGED])
    assert lines[0].startswith(f"T1 {number + 1} announce: recorded ")


def test_under_the_present_law_a_difference_is_a_fault(table: AtTable) -> None:
    number = write_anew(otherwise, verb="settle", taglia=1)
    status, lines = replayed("T1")
    assert status == 1
    assert lines[0].startswith(f"T1 {number} settle: came out otherwise: ")


def test_a_taglia_that_started_under_an_earlier_law_is_of_that_law_until_the_next_start(table: AtTable) -> None:
    write_anew(without_law, verb="open_bets", taglia=1)
    assert replayed("T1")[0] == 0
    write_anew(otherwise, verb="shuffle")
    assert replayed("T1")[0] == 3, "the shoe that was prepared before the first start, or between the two"
    write_anew(lambda outcome: outcome.replace('["noted",{}]', ""), verb="shuffle")
    write_anew(otherwise, verb="settle", taglia=2)
    status, lines = replayed("T1")
    assert (status, [it for it in lines if "law" in it]) == (1, [])


def test_a_row_that_does_not_fit_is_a_fault_whatever_the_law(table: AtTable) -> None:
    of_the_first_law()
    Table.real.filter(code="T1").update(button="9")
    status, lines = replayed("T1")
    assert status == 1
    assert lines[0].startswith("T1: Table ")


@pytest.mark.one_in(4)
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    "tampered", [{"actor": "somebody"}, {"outcome": '{"effects":[["noted",{}]]}'}, {"outcome": "{"}]
)
def test_a_chain_that_does_not_fit_is_a_fault_whatever_the_law(
    table: AtTable, *, first: bool, tampered: dict[str, str]
) -> None:
    if first:
        of_the_first_law()
    triggers.drop_triggers(connection)
    Entry.objects.filter(register="T1", number=7).update(**tampered)
    status, lines = replayed("T1")
    assert (status, lines[0]) == (1, "T1 7: its digest does not fit what it says")
    assert not any("law has changed" in line for line in lines)


def test_the_other_tables_and_the_house_are_looked_at_all_the_same(table: AtTable) -> None:
    of_the_first_law()
    write_anew(otherwise, verb="settle")
    other = ready_table(seats=1, code="T2")
    status, lines = replayed("--all")
    assert status == 3
    assert lines[1] == CHANGED
    assert lines[2].startswith(f"T2: {other.number} entries, the same rows came of them again.")
    assert lines[3].startswith("house: ")
    Table.real.filter(code="T2").update(button="9")
    assert replayed("--all")[0] == 1


def test_a_fault_of_the_house_is_found_too(table: AtTable) -> None:
    triggers.drop_triggers(connection)
    assert Entry.objects.filter(register="house", number=1).update(actor="somebody")
    status, lines = replayed("--all")
    assert status == 1
    assert "house 1: its digest does not fit what it says" in lines


def test_a_replay_of_which_nobody_wants_more_leaves_nothing_behind(table: AtTable) -> None:
    of_the_first_law()
    write_anew(otherwise, verb="settle")
    assert prove("T1").changed
    assert list(Table.real.values_list("code", flat=True)) == ["T1"]


def test_pages_tell_what_is_recorded_whatever_today_s_law_makes_of_it(table: AtTable) -> None:
    of_the_first_law()
    write_anew(lambda outcome: outcome.replace('"position":"2"', '"position":"7"'), verb="burn", taglia=1)
    assert replayed("T1")[0] == 3
    page = signed_in(Role.ISPETTORE_GIOCO, language="en").get("/tables/T1/coups/1.1/").content.decode()
    assert "the Button lies at position 7" in page
    assert "the Button lies at position 2" not in page


# --- what the law of the taglia decides

BEFORE = 17
"""Law under which an opening did not name its coup, and a call by a ruling fell away with the cut card."""
PLAIN = "Ultimo colpo della taglia"
COUNTED = "Ultimo colpo della taglia, minimo sette carte o nullo"


def an_evening_of_two_cases(code: str) -> list[list[str]]:
    """A case between two coups and one in a coup, the last by a ruling, whose cut card was not out; what is recorded.

    That is what each opening has of a coup, and the calls that were due.
    """
    table = ready_table(seats=2, code=code)
    play(table, "P100@1")
    report(table, "uncollected", position="2", left="chips", amount=2500)
    close(table, "P100@1")
    report(table, "unforeseen", what="disturbance")
    ruled = ["continue", "end_taglia"]
    table.cast.direzione.does("rule", incident=table.number, text="the last coup", effects=ruled)
    table.does("call_last_coup", said=True)
    for _twice in range(2):
        table.cast.shoe.does("cut_card_out", hand_cards=0)
        table.cast.ispettore.does("correct_entry", what="cut_card", new={}, reason="misread")
    table.does("deal")
    table.cast.shoe.does("cut_card_out")
    named = [facts.get("coup", "") for name, facts in effects_of(code) if name == "incident_reported"]
    return [named, [facts["words"] for name, facts in effects_of(code) if name == "phrase_due"]]


def effects_of(code: str) -> list[tuple[str, dict[str, Any]]]:
    """All effects of a register in order."""
    outcomes = Entry.objects.filter(register=code).order_by("number").values_list("outcome", flat=True)
    return [(name, dict(facts)) for outcome in outcomes for name, facts in chain.effects(outcome)]


def test_a_taglia_of_the_law_before_is_dealt_again_by_it_to_the_same_digests(monkeypatch: pytest.MonkeyPatch) -> None:
    everybody_is_taken_on()
    assert an_evening_of_two_cases("T1") == [["", "1.2"], [COUNTED, COUNTED]]
    with monkeypatch.context() as then:
        then.setattr("table.play.coup.LAW", BEFORE)
        assert an_evening_of_two_cases("T2") == [["", ""], [COUNTED, COUNTED, PLAIN]]
    assert [Laws.of(code).at(1) for code in ("T1", "T2")] == [LAW, BEFORE]
    for code in ("T1", "T2"):
        assert prove(code) == ([], None)


@pytest.mark.parametrize(("law", "again"), [(BEFORE, 0), (LAW, 20_000)])
def test_banknotes_that_have_gone_back_are_as_the_law_of_their_taglia_has_them(
    monkeypatch: pytest.MonkeyPatch, law: int, again: int
) -> None:
    """Rows of a taglia of before have nothing in the column of what was changed, and are dealt again so."""
    everybody_is_taken_on()
    table, at = ready_table(seats=2, code="T1"), dict[str, Any](position="1", box="punto")
    with monkeypatch.context() as then:
        then.setattr("table.play.coup.LAW", law)
        close(table, "P1000@1", "P50@2")
    corrects = table.cast.ispettore.does
    corrects("correct_entry", what="stake", new=at | {"amount": 120_000}, reason="misread")
    corrects("correct_entry", what="cash", new=at | {"cash": True}, reason="found_out")
    table.does("change_cash", coup=table.coup, **at)
    [first, _other] = table.state.stakes
    assert (first.notes, first.changed) == ((0, 0) if law == BEFORE else (20_000, 100_000))
    assert prove("T1") == ([], None)
    table.does("correct_entry", what="close", new={}, reason="pressed_early")
    assert table.state.stakes[0].unchanged == again
    assert prove("T1") == ([], None)


def test_an_opening_that_names_no_coup_is_a_fault_under_the_law_of_today(table: AtTable) -> None:
    deal(table, "P100@1")
    report(table, "late_stake", position="1", box="banco", amount=100_000)
    number = write_anew(without_its_coup, verb="report_incident")
    assert replayed("T1")[1][0].startswith(f"T1 {number} report_incident: came out otherwise: ")


# --- the pictures of a coup


def test_a_start_that_stands_on_adopted_outcomes_says_so_and_so_does_whatever_is_drawn_from_it(table: AtTable) -> None:
    of_the_first_law()
    number = write_anew(otherwise, verb="settle", taglia=1)
    call_command("starts", "T1", stdout=io.StringIO())
    first, second = (starts.head(table.row, at) for at in starts.wanted(table.row))
    assert first is not None
    assert second is not None
    assert (first.adopted, first.otherwise) == (None, ())
    assert (second.adopted, second.otherwise) == (None, (number,)), "as the taglia before it left it"
    PAST.copies.clear()
    assert f"entry {number} of an earlier taglia comes out otherwise" in picture(2, 0)
    assert "of an earlier taglia" not in picture(1, 0)


def picture(taglia: int, step: int) -> str:
    """The page of the coup of a taglia at one of its steps, in English."""
    inspector = signed_in(Role.ISPETTORE_GIOCO, language="en")
    return inspector.get(f"/tables/T1/coups/{taglia}.1/", {"step": str(step)}).content.decode()


def test_where_an_act_came_out_otherwise_the_picture_goes_on_and_the_page_says_at_which_act(table: AtTable) -> None:
    of_the_first_law()
    number = write_anew(otherwise, verb="settle", taglia=1)
    says = f"Performed again today, entry {number} of this taglia comes out otherwise than it did"
    for step in (0, 99):
        page = picture(1, step)
        assert FELT in page
        assert (says in page) == (step == 99), "it is said from that act on"
    later = picture(2, 99)
    assert "of this taglia comes out otherwise" not in later, "of another taglia it is not said"
    assert f"entry {number} of an earlier taglia comes out otherwise" in later, "but that its outcome was adopted"


def test_from_an_act_on_that_is_refused_today_there_is_no_picture_and_the_next_taglia_has_its_own(
    table: AtTable,
) -> None:
    whole = {step: picture(2, step) for step in (0, 3, 99)}
    of_the_first_law()
    triggers.drop_triggers(connection)
    settled = Entry.objects.filter(register="T1", verb="settle").order_by("number").values_list("number", flat=True)[0]
    Entry.objects.filter(register="T1", number=settled).update(verb="announce")
    write_anew(str, verb="announce", taglia=1)
    PAST.copies.clear()
    opened = (
        Entry.objects.filter(register="T1", verb="open_bets").order_by("number").values_list("number", flat=True)[0]
    )
    for number in range(opened, settled + 2):
        page = picture(1, number - opened)
        assert (FELT in page) == (number < settled)
        assert (f"Performed again today, entry {settled} is refused" in page) == (number >= settled)
    for step, page in whole.items():
        assert felt_of(picture(2, step)) == felt_of(page)


# --- the report of a case


def of_the_case(table: AtTable) -> Proof:
    """The proof of the report on the latest case, as a page in English has it."""
    return proof_at(table.code, Incident.objects.latest("number").number)


@pytest.fixture
def case(table: AtTable) -> AtTable:
    """A case in the second taglia, which is over."""
    deal(table, "P100@1")
    report(table, "late_stake", position="1", box="banco", amount=100_000)
    Croupier(table, "9S 2S KD 3S").to_the_burn()
    return table


def test_where_acts_come_out_otherwise_and_the_rows_are_the_same_a_report_is_proven_and_names_them(
    case: AtTable,
) -> None:
    assert (of_the_case(case).proven, of_the_case(case).otherwise) == (True, ())
    of_the_first_law()
    write_anew(otherwise, verb="settle", taglia=2)
    proof, (before, own) = of_the_case(case), settled()[1:]
    assert (proof.proven, proof.otherwise) == (True, (before, own))
    assert f"the recorded outcomes stand: {before}, {own}." in proof.words


def test_under_the_law_of_its_time_another_outcome_is_a_fault_of_the_register_and_a_report_says_so(
    case: AtTable,
) -> None:
    write_anew(otherwise, verb="settle", taglia=2)
    proof = of_the_case(case)
    assert (proof.proven, proof.why, list(proof.otherwise)) == (False, "outcome", settled()[1:])
    assert "performed again by the law of their time, these entries come out otherwise" in proof.words


def test_a_report_whose_case_lies_behind_an_act_that_is_refused_today_says_at_which_act(case: AtTable) -> None:
    of_the_first_law()
    number = refused_today()
    proof = of_the_case(case)
    assert (proof.proven, proof.why, proof.refused, proof.rows) == (False, "refused", number, ())
    assert f"today entry {number} of table T1 is refused" in proof.words


def test_a_report_whose_case_lies_before_an_act_that_is_refused_today_is_proven_up_to_that_act(case: AtTable) -> None:
    play(case, "P100@1")
    of_the_first_law()
    refused_today(last=True)
    assert of_the_case(case).proven


def test_where_the_rows_are_the_same_and_an_altered_entry_makes_no_report_that_of_the_register_is_not_proven() -> None:
    """Somebody took out of an entry of an earlier law what the Direzione ordered, and left its digest as it was."""
    everybody_is_taken_on()
    ruled = reported_cases.ruled(ready_table(code="T1"))
    of_the_first_law()
    entry = Entry.objects.get(register="T1", verb="rule")
    Entry.objects.filter(pk=entry.pk).update(outcome=re.sub(r',"ruled":\[[^]]*\]', "", entry.outcome))
    PAST.copies.clear()
    proof = proof_at("T1", ruled.number)
    assert (proof.proven, proof.why, proof.rows, proof.otherwise) == (False, "rows", (), (entry.number,))
    assert "They differ in: Entries of the register (entries)." in proof.words
    client = signed_in(Role.AUDITOR, language="en")
    assert proof.words in client.get(address(ruled)).content.decode()
    for form in ("pdf", "csv", "json"):
        assert client.post(address(ruled), {"form": form, "nonce": form}).status_code == 200


@pytest.mark.parametrize(
    "altered",
    [lambda outcome: re.sub(r',"ruled":\[[^]]*\]', "", outcome), lambda _outcome: "{"],
    ids=["nothing was ordered", "no JSON"],
)
def test_where_a_rewritten_chain_makes_no_report_either_the_page_and_every_copy_say_that_nothing_is_proven(
    altered: Change,
) -> None:
    """Somebody wrote the whole chain anew, so that the register performed again has the altered entry, too."""
    everybody_is_taken_on()
    ruled = reported_cases.ruled(ready_table(code="T1"))
    of_the_first_law()
    write_anew(altered, verb="rule")
    PAST.copies.clear()
    client = signed_in(Role.AUDITOR, language="en")
    answers = [client.get(address(ruled))]
    answers += [client.post(address(ruled), {"form": form, "nonce": form}) for form in ("pdf", "csv", "json")]
    for answer in answers:
        assert answer.status_code == 422
        assert f"NOT PROVEN: no report of case {ruled.number} of table T1 can be made" in answer.content.decode()


def settled() -> list[int]:
    """The entries by which coups were settled: one of the first taglia, and those of the second."""
    return list(Entry.objects.filter(register="T1", verb="settle").order_by("number").values_list("number", flat=True))


def refused_today(*, last: bool = False) -> int:
    """Somebody announced where a settling of the second taglia stands, the first or the last; its number."""
    triggers.drop_triggers(connection)
    number = settled()[-1 if last else 1]
    Entry.objects.filter(register="T1", number=number).update(verb="announce")
    write_anew(str, verb="announce", taglia=2)
    PAST.copies.clear()
    return number


def felt_of(page: str) -> str:
    found = re.search(rf"{FELT}.*?</svg>", page, re.DOTALL)
    assert found is not None
    return found[0]
