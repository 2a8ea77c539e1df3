"""The house over a gaming day and month: statement, cash register and tips, over several tables."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils.timezone import localtime

from bank.models import BankSession
from bank.reports.cash_register import cash_registers
from bank.reports.day import HouseStatement, house_statements
from bank.reports.files import statement_as_csv, statement_as_json
from bank.reports.house_files import as_csv, as_json, as_pdf, of_banks, of_cash, of_tips
from bank.reports.paper import paper_of
from bank.reports.slip import paper_of as slip_paper
from bank.reports.slip import slip_of
from bank.reports.statement import Statement, statement_of
from bank.reports.tips import tips_statements
from bank.reports.words import in_words
from table.models import HOUSE, Entry
from table.record import chain
from table.reports.days.holds import total
from table.reports.evenings.paper import moment
from table.rules.profile import Role
from table.rules.refusal import Code
from table.screens.regions import Region, render
from table.words.numbers import Numbers
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.bank.test_cash import lays_down, two_tables
from tests.bank.test_console import drawn
from tests.bank.test_statement import closed, counts_box
from tests.croupier.dealer import Croupier
from tests.rig.staff import signed_in
from tests.rig.tables import prepare_shoe, seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
NUMBERS = Numbers("en")
SUMS = ("computed", "physical", "rack_difference", "box_difference")


@pytest.fixture
def tables() -> tuple[AtBank, AtBank]:
    """Two tables that were in play and are closed, each with a change of notes; at one of them a chip is missing."""
    first, second = two_tables()
    for at, missing in ((first, 0), (second, 1)):
        at.opens()
        at.table.does("change_notes", amount=10_000)
        at.table.does("tip", amount=40_000)
        racked = FLOAT | {"10000": FLOAT["10000"] - 1, "5000": FLOAT["5000"] - missing}
        closed(at, racked, "missing" if missing else None)
    return first, second


def count_tips(at: AtBank, pieces: dict[str, int], reason: str | None = None) -> None:
    """The cage counts the tips, and a dealer attests and accepts it."""
    at.cassa.does("count", what="tips", pieces=pieces)
    at.table.cast.dealer.does("attest_count", what="tips")
    given: dict[str, Any] = {} if reason is None else {"reason": reason}
    at.table.cast.dealer.does("accept_count", what="tips", **given)


def of_tables() -> list[Statement]:
    """The statements of all sessions."""
    return [statement_of(it.table, it) for it in BankSession.objects.select_related("table").order_by("table__code")]


def the_house(of: str) -> HouseStatement:
    """The statement of the house, in the one currency in which all play."""
    [found] = house_statements(of)
    return found


def test_the_house_is_pending_until_every_box_is_counted_and_then_the_sum_of_its_tables(
    tables: tuple[AtBank, AtBank],
) -> None:
    """B11: what the statements of the tables add up to is what the house has, by day and by month."""
    day = of_tables()[0].day
    counts_box(tables[0], {"10000": 1})
    for of in (day, day[:7]):
        house = the_house(of)
        assert (house.provisional, dict(house.house.figures())["physical result"]) == (True, None)
        assert dict(house.house.figures())["difference of the rack"] == -5_000
        [paper] = of_banks(of)
        assert "Provisional" in paper.alarm
        assert "pending" in as_csv(paper).decode()
        values = json.loads(as_json(paper, schema="bank_day", of=of, language="en", copy=1))
        assert (values["provisional"], values["house"]["physical"]) == (True, None)
    counts_box(tables[1], {"10000": 1})
    sessions = of_tables()
    for of in (day, day[:7]):
        [paper] = of_banks(of)
        values = json.loads(as_json(paper, schema="bank_day", of=of, language="en", copy=1))
        assert (values["provisional"], paper.alarm) == (False, "")
        for name in SUMS:
            summed = total(getattr(it, name) for it in sessions)
            at_tables = sum(it[name] for it in values["tables"].values())
            assert values[name] == values["house"][name] == summed == at_tables, name
        assert values["house"]["physical"] == -5_000
        assert "pending" not in as_csv(paper).decode()
        by_table = {it["table"]: it["physical"] for it in values["sessions"]}
        assert by_table == {it.table: it.physical for it in sessions}


def test_no_count_is_pending_of_a_float_that_went_back_to_the_cage() -> None:
    at = bank_table()
    at.brings()
    day = BankSession.objects.get().day
    assert the_house(day).provisional
    at.cassa.does("void_movement", movement=1, reason="the table stays closed")
    at.table.cast.direzione.does("attest_movement", movement=1)
    assert (the_house(day).provisional, the_house(day[:7]).sessions) == (False, [])
    for paper in of_banks(day):
        values = json.loads(as_json(paper, schema="bank_day", of=day, language="en", copy=1))
        assert (values["provisional"], values["sessions"], values["house"]["physical"]) == (False, [], 0)
    assert signed_in(Role.DIREZIONE).get(f"/records/bank/{day}/").status_code == 200


def test_nothing_is_added_up_across_currencies() -> None:
    francs = replace(WITH_BANK, currency="CHF")
    for code, rules in (("T3", WITH_BANK), ("T4", francs)):
        bank_table(rules, code=code).brings()
    day = BankSession.objects.all()[0].day
    assert [(it.currency, [one.table for one in it.results]) for it in house_statements(day)] == [
        ("CHF", ["T4"]),
        ("EUR", ["T3"]),
    ]


def test_the_cash_register_names_every_piece_that_left_the_cage_or_came_to_it(tables: tuple[AtBank, AtBank]) -> None:
    counts_box(tables[0], {"10000": 1})
    [paper] = of_cash(of_tables()[0].day)
    values = json.loads(as_json(paper, schema="cash_register", of="x", language="en", copy=1))
    float_of = sum(int(cents) * number for cents, number in FLOAT.items())
    assert [(it["table"], it["verb"], it["chips_out"], it["notes_in"]) for it in values["lines"]] == [
        ("T3", "bring", float_of, 0),
        ("T4", "bring", float_of, 0),
        ("T3", "accept_count", 0, 10_000),
    ]
    assert (values["chips_out"], values["notes_in"], values["chips_in"]) == (2 * float_of, 10_000, 0)
    assert [it["slip"][0] for it in values["lines"]] == ["D", "D", "K"]


def test_tips_are_pending_until_they_are_counted_and_split_and_have_their_slip(tables: tuple[AtBank, AtBank]) -> None:
    lays_down()
    day = of_tables()[0].day
    [pending] = tips_statements(day)
    assert (pending.provisional, pending.sums) == (True, (None,) * 5)
    count_tips(tables[0], {"50000": 1}, "one more")
    tables[0].cassa.does("split_tips", percent=40)
    [one] = [it for it in tips_statements(day)[0].lines if it.table == tables[0].code]
    assert one.amounts == (40_000, 50_000, 10_000, 20_000, 30_000)
    slip = slip_of(tables[0].table.row, "M", int(day[:4]), 1)
    assert slip is not None
    assert (slip.name, slip.columns[0][1]) == (one.slip, {50_000: 1})
    count_tips(tables[1], {"10000": 4})
    tables[1].cassa.does("split_tips", percent=40)
    [paper] = of_tips(day)
    values = json.loads(as_json(paper, schema="bank_tips", of="x", language="en", copy=1))
    assert (values["provisional"], values["house"], values["staff"]) == (False, 36_000, 54_000)


def test_each_is_a_page_and_a_pdf_by_day_and_by_month(tables: tuple[AtBank, AtBank]) -> None:
    day = of_tables()[0].day
    client, taken = signed_in(Role.DIREZIONE, language="en"), Entry.objects.filter(register=HOUSE).first()
    assert taken is not None
    for page, papers in (("bank", of_banks), ("cash", of_cash), ("tips", of_tips)):
        for of in (f"{day}/", f"{day[:7]}/", ""):
            answer = client.get(f"/records/{page}/{of}")
            assert answer.status_code == 200
            assert tables[0].code in answer.content.decode()
        assert as_pdf(papers(day)[0], NUMBERS, copy=2, taken=taken).startswith(b"%PDF-")
        for number, form in enumerate(("pdf", "csv", "json")):
            given = {"form": form, "nonce": f"{page}{number}".zfill(32)}
            answer = client.post(f"/records/{page}/{day[:7]}/EUR/", given)
            assert (answer.status_code, answer.headers["Content-Disposition"][-len(form) - 1 : -1]) == (200, form)
    assert client.post(f"/records/bank/{day}/CHF/", {"form": "pdf", "nonce": "9" * 32}).status_code == 404
    wrong = ("2026-13", "20261126", "x", "0001-01", "9999-12-31")
    assert [client.get(f"/records/bank/{of}/").status_code for of in wrong] == [404] * 5


def in_one_line(page: str, day: str) -> list[str]:
    """What stands on this page of the house where a number is not to be broken, such as that of a slip."""
    answer = signed_in(Role.DIREZIONE, language="en").get(f"/records/{page}/{day}/")
    return re.findall(r'<td class="slip">([^<]*)</td>', answer.content.decode())


def test_the_number_of_a_slip_stands_in_one_line(tables: tuple[AtBank, AtBank]) -> None:
    day = of_tables()[0].day
    count_tips(tables[0], {"10000": 4})
    tables[0].cassa.does("split_tips", percent=50)
    assert [it[0] for it in in_one_line("cash", day)] == [it.slip[:1] or "–" for it in cash_registers(day)[0].lines]
    assert [it[0] for it in in_one_line("tips", day)] == ["M", "–"]
    assert in_one_line("bank", day) == []


def test_a_time_stands_as_on_every_other_paper_and_in_csv_with_its_offset(tables: tuple[AtBank, AtBank]) -> None:
    brought = Entry.objects.get(register=tables[0].code, verb="bring").at
    day = of_tables()[0].day
    [paper] = of_cash(day)
    assert paper.printed(paper.sections[0].rows[0], NUMBERS)[0] == moment(brought, NUMBERS)
    assert localtime(brought).isoformat(timespec="seconds") in as_csv(paper).decode()
    page = signed_in(Role.DIREZIONE, language="en").get(f"/records/cash/{day}/").content.decode()
    assert moment(brought, NUMBERS) in page
    for papers, section in ((of_banks, 1), (of_tips, 0)):
        [paper] = papers(day[:7])
        row = paper.sections[section].rows[0]
        assert in_words(day, NUMBERS) in paper.printed(row, NUMBERS)
        assert day not in paper.printed(row, NUMBERS)
        assert day in as_csv(paper).decode()


def test_the_tables_of_a_statement_come_as_on_every_list_of_tables() -> None:
    for code in ("T10", "T2"):
        at = bank_table(code=code)
        at.brings()
        at.counts("opener", FLOAT)
    statement = the_house(BankSession.objects.get(table__code="T2").day)
    assert [it.label for it in statement.tables] == ["T2", "T10"]
    assert [it.label for it in statement.sessions] == ["T2 · 1", "T10 · 1"]


def test_what_is_lost_on_the_way_is_of_the_day_of_the_house_and_in_no_result() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    at.cassa.does("issue", movement=2, pieces={"10000": 10})
    at.table.does("receive", movement=2, pieces={"10000": 9})
    at.table.cast.ispettore.does("attest_movement", movement=2, device="dario")
    day = of_tables()[0].day
    assert [len(it.sections) for it in of_banks(day)] == [1]
    at.cassa.does("settle_transit", movement=2, to="difference", amount=10_000, reason="found nowhere")
    at.table.cast.direzione.does("attest_movement", movement=2)
    closed(at, FLOAT | {"10000": FLOAT["10000"] + 9})
    counts_box(at, {})
    for of, parts in ((day, 2), (day[:7], 3)):
        [paper] = of_banks(of)
        assert len(paper.sections) == parts
        assert [row[-1] for row in (*paper.sections[-1].rows, paper.sections[-1].sums)] == [10_000, 10_000]
        values = json.loads(as_json(paper, schema="bank_day", of=of, language="en", copy=1))
        [lost] = values["lost"]
        assert (lost["table"], lost["slip"][0], lost["amount"]) == (at.code, "A", 10_000)
        assert (values["house"]["physical"], values["house"]["rack_difference"]) == (0, 0)
        assert in_one_line("bank", of) == [lost["slip"]]


def _missing_overnight(code: str) -> int:
    """Cents counted at the openings of a table less those counted at its closing before, by the acts as pressed."""
    found, closer = 0, None
    for entry in Entry.objects.filter(register=code, verb="count").order_by("number"):
        given = chain.read(entry.arguments)
        amount = sum(int(cents) * number for cents, number in given["pieces"].items())
        if given["what"] == "closer":
            closer = amount
        elif given["what"] == "opener" and closer is not None:
            found, closer = found + amount - closer, None
    return found


def opens_again(at: AtBank) -> None:
    """The bank closes and its box is empty; the float that lay locked is all there, and the table is opened."""
    at.table.cast.ispettore.does("close_bank")
    counts_box(at, {})
    at.counts("opener", FLOAT)
    at.attests("opener")
    at.accepts("opener")
    at.table.cast.ispettore.does("open_table")


def test_what_went_missing_of_a_float_overnight_is_in_a_sum_of_the_house_and_in_no_result() -> None:
    tables = [bank_table(replace(WITH_BANK, bank_close="inventory"), code=code) for code in ("T3", "T4")]
    for at, night in zip(tables, (-1, 2), strict=True):
        at.opens()
        closed(at, FLOAT)
        at.table.cast.ispettore.does("close_bank")
        counts_box(at, {})
        at.counts("opener", FLOAT | {"2500": FLOAT["2500"] + night})
    day = of_tables()[0].day
    [paper] = of_banks(day)
    values = json.loads(as_json(paper, schema="bank_day", of=day, language="en", copy=1))
    assert (values["house"]["opener_difference"], values["sessions"][0]["opener_difference"]) == (None, 0)
    for at, night in zip(tables, (-1, 2), strict=True):
        at.attests("opener")
        at.accepts("opener", "a plaque was found" if night > 0 else "a plaque is missing")
        at.table.cast.ispettore.does("open_table")
        closed(at, FLOAT | {"2500": FLOAT["2500"] + night})
        counts_box(at, {})
    missing = {at.code: _missing_overnight(at.code) for at in tables}
    assert missing == {"T3": -2_500, "T4": 5_000}
    for of in (day, day[:7]):
        [paper] = of_banks(of)
        values = json.loads(as_json(paper, schema="bank_day", of=of, language="en", copy=1))
        assert {code: it["opener_difference"] for code, it in values["tables"].items()} == missing
        assert values["house"]["opener_difference"] == values["days"][day]["opener_difference"] == sum(missing.values())
        assert total(it.opener_difference for it in of_tables()) == sum(missing.values())
        assert (values["house"]["physical"], values["house"]["rack_difference"]) == (0, 0)
        for section in paper.sections:
            assert (section.heads[-1], section.sums[-1]) == ("difference at opening", sum(missing.values()))
        assert as_csv(paper).decode().splitlines()[0].endswith("difference at opening")
    client = signed_in(Role.DIREZIONE, language="en")
    for of in (day, day[:7]):
        assert "difference at opening" in client.get(f"/records/bank/{of}/").content.decode()


def test_what_lacks_of_a_float_from_the_cage_is_lost_on_its_way_and_not_missing_overnight() -> None:
    at = bank_table()
    at.brings()
    at.counts("opener", FLOAT | {"2500": FLOAT["2500"] - 1})
    at.attests("opener")
    at.accepts("opener", "a plaque is missing")
    at.cassa.does("settle_transit", movement=1, to="difference", amount=2_500, reason="found nowhere")
    at.table.cast.direzione.does("attest_movement", movement=1)
    [paper] = of_banks(of_tables()[0].day)
    values = json.loads(as_json(paper, schema="bank_day", of="x", language="en", copy=1))
    assert [it["amount"] for it in values["lost"]] == [2_500]
    assert values["house"]["opener_difference"] == 0


def test_what_of_a_fill_was_lost_or_found_stands_on_the_statement_and_on_the_slip() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    at.cassa.does("issue", movement=2, pieces={"10000": 10})
    at.table.does("receive", movement=2, pieces={"10000": 7})
    at.table.cast.ispettore.does("attest_movement", movement=2, device="dario")
    for to, amount in (("difference", 10_000), ("rack", 20_000)):
        at.cassa.does("settle_transit", movement=2, to=to, amount=amount, reason="looked for")
        at.table.cast.direzione.does("attest_movement", movement=2)
    it, row, taken = of_tables()[0], at.table.row, Entry.objects.earliest("number")
    assert (it.session.fills, it.movements[1].amount) == (90_000, 70_000)
    left = "lost €100.00, found €200.00"
    slip = slip_of(row, "A", int(it.day[:4]), 1)
    assert slip is not None
    assert ("not received", left) in slip_paper(slip, row, NUMBERS, copy=1, taken=taken)["facts"]
    assert ("Movements", f"{slip.name}: {left}") in paper_of(it, row, NUMBERS, copy=1, taken=taken)["facts"]
    assert "700,00;looked for;100,00;200,00" in statement_as_csv(it, NUMBERS).decode()
    movement = json.loads(statement_as_json(it, "EUR", of="T3 1", language="en", copy=1))["movements"][1]
    assert [movement.get(name) for name in ("in_transit", "lost", "found")] == [0, 10_000, 20_000]
    client = signed_in(Role.DIREZIONE, language="en")
    for page in ("1/", f"slips/A/{it.day[:4]}/1/"):
        assert left in client.get(f"/tables/{at.code}/bank/{page}").content.decode()


@pytest.mark.parametrize("kind", ["fill", "credit"])
def test_a_movement_of_which_nothing_ever_arrives_is_lost_and_is_not_said_to_be_back_where_it_left(kind: str) -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does(f"request_{kind}", pieces={"10000": 10})
    if kind == "fill":
        at.cassa.does("issue", movement=2, pieces={"10000": 10})
    else:
        at.table.does("hand_over", movement=2, pieces={"10000": 10})
        at.table.cast.ispettore.does("attest_movement", movement=2, device="dario")
    lost: dict[str, Any] = {"movement": 2, "reason": "found nowhere"}
    at.cassa.is_refused(Code.FINAL, "settle_transit", to="cage", amount=100_000, **lost)
    at.cassa.is_refused(Code.FINAL, "settle_transit", to="difference", amount=90_000, **lost)
    assert "It never arrived: it is lost" in render(at.table.snapshot, Region("cassa", "en"))
    at.cassa.does("settle_transit", to="difference", amount=100_000, **lost)
    at.table.cast.direzione.does("attest_movement", movement=2)
    gone = 10 if kind == "credit" else 0
    closed(at, FLOAT | {"10000": FLOAT["10000"] - gone})
    counts_box(at, {})
    [paper] = of_banks(of_tables()[0].day)
    [row] = json.loads(as_json(paper, schema="bank_day", of=of_tables()[0].day, language="en", copy=1))["lost"]
    assert (row["table"], row["amount"]) == (at.code, 100_000)
    session = BankSession.objects.get()
    moved = statement_of(at.table.row, session).movements[-1]
    assert (moved.amount, moved.lost, moved.never_arrived) == (0, 100_000, True)
    letter, year, serial = moved.slip[0], int(moved.slip[2:6]), int(moved.slip.rsplit("/", 1)[1])
    slip, taken = slip_of(at.table.row, letter, year, serial), Entry.objects.earliest("number")
    assert slip is not None
    assert slip_paper(slip, at.table.row, Numbers("en"), copy=1, taken=taken)["status"] == "lost"
    page = signed_in(Role.DIREZIONE, language="en").get(f"/tables/{at.code}/bank/{session.number}/").content.decode()
    assert "<td>lost · found nowhere</td>" in page.replace("\n", "")
    at.table.check()


def test_who_counts_the_tips_reads_on_no_paper_whether_any_were_given_before_they_were_counted() -> None:
    papers = []
    for code, tips in (("T3", 0), ("T4", 500)):
        at = bank_table(code=code)
        at.opens()
        if tips:
            at.table.does("tip", amount=tips)
        closed(at, FLOAT)
    day = of_tables()[0].day
    for code in ("T3", "T4"):
        [line] = [it for it in tips_statements(day)[0].lines if it.table == code]
        papers.append(line._replace(table=""))
    assert papers[0] == papers[1]


def test_nor_of_a_session_before_whose_tips_are_counted_with_those_of_the_next() -> None:
    papers = []
    for code, tips in (("T3", 0), ("T4", 500)):
        at = bank_table(replace(WITH_BANK, bank_close="inventory"), code=code)
        at.opens()
        if tips:
            at.table.does("tip", amount=tips)
        closed(at, FLOAT)
        opens_again(at)
    day = of_tables()[0].day
    for code in ("T3", "T4"):
        lines = [it for it in tips_statements(day)[0].lines if it.table == code]
        papers.append([it._replace(table="") for it in lines])
    assert papers[0] == papers[1]


def test_tips_of_which_none_were_found_are_split_by_nobody_and_no_longer_pending() -> None:
    at = bank_table()
    at.opens()
    closed(at, FLOAT)
    day = of_tables()[0].day
    assert tips_statements(day)[0].provisional
    count_tips(at, {})
    [it] = tips_statements(day)
    assert ([line.amounts for line in it.lines], it.provisional) == ([(0, 0, 0, 0, 0)], False)


def test_where_no_tips_were_given_none_are_pending_once_the_bank_has_its_next_session() -> None:
    at = bank_table()
    at.opens()
    closed(at, FLOAT)
    at.table.cast.ispettore.does("close_bank")
    counts_box(at, {})
    day = of_tables()[0].day
    assert [line.session for line in tips_statements(day)[0].lines] == [1]
    at.counts("opener", FLOAT)
    assert [line.session for line in tips_statements(day)[0].lines] == [2]


def test_tips_that_were_not_split_are_counted_once_with_those_of_the_session_that_followed() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    at.table.does("tip", amount=40_000)
    closed(at, FLOAT)
    count_tips(at, {"10000": 4})
    opens_again(at)
    at.table.does("tip", amount=10_000)
    closed(at, FLOAT)
    day = of_tables()[0].day
    assert [(it.session, it.counted, it.staff) for it in tips_statements(day)[0].lines] == [
        (1, 40_000, None),
        (2, None, None),
    ]
    count_tips(at, {"10000": 5})
    assert re.findall(r'name="percent"[^>]* value="(\d+)"', drawn(at, "cassa")) == ["40"]
    lays_down(tips_split=30)
    assert re.findall(r'name="percent"[^>]* value="(\d+)"', drawn(at, "cassa")) == ["30"]
    lays_down(tips_split=40)
    at.cassa.does("split_tips", percent=40)
    [it] = tips_statements(day)
    assert [line.session for line in it.lines] == [2]
    assert (it.sums, it.provisional) == ((50_000, 50_000, 0, 20_000, 30_000), False)


def test_what_was_missing_of_tips_that_were_not_split_is_missing_on_the_paper_of_those_with_which_they_are() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    at.table.does("tip", amount=40_000)
    closed(at, FLOAT)
    count_tips(at, {"10000": 3}, "one is missing")
    opens_again(at)
    at.table.does("tip", amount=10_000)
    closed(at, FLOAT)
    day = of_tables()[0].day
    assert [it.difference for it in tips_statements(day)[0].lines] == [-10_000, None]
    count_tips(at, {"10000": 4})
    at.cassa.does("split_tips", percent=40)
    [it] = tips_statements(day)
    assert it.sums == (50_000, 40_000, -10_000, 16_000, 24_000)


def test_tips_of_which_none_were_found_stay_on_the_paper_of_their_day_and_what_was_missing_with_them() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    for tips, found in ((500, 0), (0, 0), (1_000, 2)):
        if tips:
            at.table.does("tip", amount=tips)
        closed(at, FLOAT)
        count_tips(at, {"500": found} if found else {}, "not there" if tips > 500 * found else None)
        opens_again(at)
    [it] = tips_statements(of_tables()[0].day)
    assert [(line.tips, line.counted, line.difference) for line in it.lines if line.counted is not None] == [
        (500, 0, -500),
        (0, 0, 0),
        (1_000, 1_000, 0),
    ]


def test_a_tip_that_comes_after_the_bank_was_closed_stands_on_the_papers_of_its_session() -> None:
    at = bank_table()
    at.opens()
    closed(at, FLOAT)
    at.table.cast.ispettore.does("close_bank")
    at.table.does("tip", amount=500)
    row = BankSession.objects.get()
    assert statement_of(at.table.row, row).tips == 500
    [it] = tips_statements(row.day)
    assert ([line.session for line in it.lines], it.provisional) == ([1], True)


def test_tips_of_an_evening_without_a_bank_are_on_no_paper_of_the_session_before_it_was_turned_off() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    at.table.does("tip", amount=500)
    closed(at, FLOAT)
    at.table.cast.ispettore.does("close_bank")
    counts_box(at, {})
    count_tips(at, {"500": 1})
    at.cassa.does("split_tips", percent=40)
    row = BankSession.objects.get()
    papers = tips_statements(row.day)
    for bank in ("off", "on"):
        if at.table.state.shoe is not None:
            at.table.cast.direzione.does("void_shoe")
        at.table.cast.direzione.does("change_rules", changes={"bank": bank})
        if bank == "off":
            prepare_shoe(at.table, WITH_BANK, serial="S-2")
            at.table.cast.ispettore.does("open_table")
            at.table.does("tip", amount=1_200)
            at.table.cast.ispettore.does("close_table")
        assert statement_of(at.table.row, row).tips == 500
        assert tips_statements(row.day) == papers


def test_a_tip_that_comes_once_the_bank_was_turned_on_again_stands_on_the_papers_of_the_session_before() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    closed(at, FLOAT)
    at.table.cast.ispettore.does("close_bank")
    counts_box(at, {})
    at.table.cast.direzione.does("void_shoe")
    row = BankSession.objects.get()
    for bank, tips, by_the_record in (("off", 700, 0), ("on", 0, 0), ("off", 900, 0), ("on", 500, 500)):
        at.table.cast.direzione.does("change_rules", changes={"bank": bank})
        if tips:
            at.table.does("tip", amount=tips)
        assert statement_of(at.table.row, row).tips == by_the_record
    count_tips(at, {"500": 1})
    [it] = tips_statements(row.day)
    assert it.sums[:3] == (500, 500, 0)


@pytest.mark.parametrize("sealed", [False, True])
def test_what_the_cage_paid_after_closing_and_took_again_is_two_lines_of_its_register(*, sealed: bool) -> None:
    at = bank_table()
    at.opens()
    seat(at.table, "anna", "1")
    reported = []
    for cards in ("9S 2H KS 3H", "2S 9H KC KD"):
        at.table.does("open_bets")
        at.table.does("place", coup=at.table.coup, position="1", box="punto", amount=10_000)
        for verb, given in Croupier(at.table, cards).acts("burn"):
            at.table.does(verb, **given)
        facts = {"coup": at.table.coup, "position": "1", "about": "payment"}
        at.table.does("burn")
        at.table.does("report_incident", kind="dispute", facts=facts)
        reported.append(at.table.number)
    at.table.cast.ispettore.does("close_table")
    if sealed:
        at.table.cast.ispettore.does("seal_bank", reason="evacuation")
    else:
        at.counts("closer", FLOAT)
        at.attests("closer")
        at.accepts("closer")
    for incident, amount in zip(reported, (2_500, -2_500), strict=True):
        gets = [{"bettor": "anna", "amount": amount}]
        at.table.cast.ispettore.does("decide_dispute", incident=incident, text="decided", corrections=gets)
    [paper] = cash_registers(BankSession.objects.get().day)
    assert [it.paid for it in paper.lines if it.verb == "decide_dispute"] == [2_500, -2_500]
    assert paper.sums[4] == 0
