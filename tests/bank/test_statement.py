"""The statement of a session: its figures, what is pending, what would explain a difference, and its files."""

import csv
import io
import json
import re
from dataclasses import replace
from html import unescape
from uuid import uuid4

import pytest
from django.utils import translation

from bank.models import BankSession, GuestCash, Slip
from bank.reports.causes import money_of
from bank.reports.day import house_statements
from bank.reports.files import statement_as_csv, statement_as_json
from bank.reports.paper import columns, figures, paper_of, statement_as_pdf
from bank.reports.proven import proof_of
from bank.reports.slip import paper_of as slip_paper
from bank.reports.slip import slip_as_pdf, slip_of
from bank.reports.statement import Statement, statement_of
from bank.rules.causes import CauseKind
from bank.rules.counts import CountKind
from bank.rules.table_bank import BankStage
from procedures.verifier.drawn import pages
from procedures.verifier.pdf import Pdf
from table.models import HOUSE, Entry
from table.record.past.replay import replay
from table.reports.days.holds import total
from table.rules.houses import ADMIRAL
from table.rules.profile import Role
from table.rules.refusal import Code
from table.words.numbers import Numbers
from table.words.voices import voiced
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.croupier.coups import play
from tests.croupier.dealer import Croupier
from tests.rig.staff import signed_in
from tests.rig.tables import seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]
NUMBERS = Numbers("en")


def statement(at: AtBank) -> Statement:
    """The statement of the table's session."""
    return statement_of(at.table.row, BankSession.objects.filter(table=at.table.row).latest("number"))


def closed(at: AtBank, closer: dict[str, int], reason: str | None = None) -> None:
    """The table is closed and its rack counted."""
    at.table.cast.ispettore.does("close_table")
    at.counts("closer", closer)
    at.attests("closer")
    at.accepts("closer", reason)


def counts_box(at: AtBank, notes: dict[str, int], reason: str | None = None) -> None:
    """The box is counted at the cage by two persons."""
    at.cassa.does("count", what="box", pieces=notes)
    at.table.cast.ispettore.does("count", what="box", pieces=notes)
    at.accepts("box", reason)


def test_what_is_not_counted_yet_is_pending_and_never_nothing() -> None:
    at = bank_table()
    at.opens()
    it = statement(at)
    assert (it.closer, it.box, it.physical, it.rack_difference, it.box_difference) == (None, None, None, None, None)
    taken = Entry.objects.filter(register=HOUSE).first()
    assert taken is not None
    rows = dict(paper_of(it, at.table.row, NUMBERS, copy=1, taken=taken)["results"]["rows"])
    assert {rows[name] for name in ("closer", "physical result", "difference of the box")} == {"pending"}
    values = json.loads(statement_as_json(it, "EUR", of="T3 1", language="en", copy=1))
    assert values["physical"] is None
    assert "pending" in statement_as_csv(it, NUMBERS).decode()
    assert dict(house_statements(it.day)[0].house.figures())["physical result"] is None


def test_while_a_count_is_blind_the_statement_names_nothing_that_is_expected() -> None:
    at = bank_table()
    at.opens()
    assert (statement(at).expected, statement(at).computed) == (4_989_000, 0)
    at.table.cast.ispettore.does("close_table")
    at.counts("closer", FLOAT)
    rows = dict(figures(statement(at)))
    assert (rows["expected in the rack"], rows["computed result"]) == (None, None)
    assert dict(house_statements(statement(at).day)[0].house.figures())["computed result"] is None
    at.attests("closer")
    assert (statement(at).expected, statement(at).computed) == (4_989_000, 0)


def test_the_statement_of_a_sealed_session_is_pending() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("close_table")
    at.table.cast.ispettore.does("seal_bank", reason="evacuation")
    it = statement(at)
    assert (it.provisional, it.computed, it.expected, it.closer, it.physical) == (True, None, None, None, None)


def test_a_betting_that_was_cancelled_is_no_coup_of_the_statement_as_it_is_none_of_the_day() -> None:
    at = bank_table()
    at.opens()
    seat(at.table, "anna", "1")
    coups = [statement(at).played.coups]
    at.table.does("open_bets")
    at.table.does("place", coup=at.table.coup, position="1", box="punto", amount=1_000)
    at.table.cast.ispettore.does("suspend")
    coups.append(statement(at).played.coups)
    at.table.cast.ispettore.does("resume")
    play(at.table, "P10@1")
    assert [*coups, statement(at).played.coups] == [0, 0, 1]
    page = signed_in(Role.DIREZIONE, language="en").get(f"/tables/{at.code}/bank/1/").content.decode()
    assert "<dt>Coups</dt><dd>1</dd>" in page


def test_a_change_that_nobody_keyed_is_named_by_its_amount() -> None:
    at = bank_table()
    at.opens()
    closed(at, FLOAT | {"5000": 19}, "a change?")
    counts_box(at, {"5000": 1}, "a change?")
    it = statement(at)
    assert (it.rack_difference, it.box_difference, it.physical) == (-5_000, 5_000, 0)
    assert [(one.kind, one.amount) for one in it.causes] == [(CauseKind.CHANGE_NOT_KEYED, 5_000)]


def test_a_change_that_is_found_after_closing_is_entered_and_stands_on_the_statement() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    cast = at.table.cast
    cast.ispettore.is_refused(Code.REASON, "note_change", amount=5_000, reason="")
    closed(at, FLOAT | {"5000": 19}, "a change?")
    signed = [slip_of(at.table.row, letter, int(statement(at).day[:4]), 1) for letter in "DF"]
    assert [it.signs for it in signed if it] == [
        ("Cashier", "Dealer", "Ispettore di Gioco"),
        ("Dealer", "Ispettore di Gioco"),
    ]
    cast.ispettore.does("close_bank")
    counts_box(at, {"5000": 1}, "a change?")
    cast.ispettore.does("note_change", amount=5_000, guest="gina", reason="seen on the video")
    cast.dealer.does("sign_off")
    cast.capo_isola.does("agree", what="note_change")
    it = statement(at)
    assert it.stage is BankStage.CLOSED
    assert (it.rack_difference, it.box_difference, it.session.notes, it.causes) == (0, 0, 5_000, ())
    [late] = it.late
    assert (late.amount, late.by, late.agreed_by, late.reason) == (5_000, "ivo", "italo", "seen on the video")
    assert GuestCash.objects.get(guest="gina").day == it.day
    values = json.loads(statement_as_json(it, "EUR", of="T3 1", language="en", copy=1))
    assert [one["amount"] for one in values["late"]] == [5_000]
    assert "seen on the video" in statement_as_csv(it, NUMBERS).decode()
    taken = Entry.objects.filter(register=HOUSE).first()
    assert taken is not None
    [line] = paper_of(it, at.table.row, NUMBERS, copy=1, taken=taken)["late"]["rows"]
    assert "seen on the video" in line
    assert replay(at.code) == []
    assert proof_of(at.table.row, 1).proven


def test_no_change_is_entered_late_while_the_rack_is_locked_uncounted_or_before_play() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    ispettore = at.table.cast.ispettore
    ispettore.does("close_table")
    ispettore.does("seal_bank", reason="evacuation")
    ispettore.is_refused(Code.PHASE, "note_change", amount=5_000, reason="seen on the video")
    ispettore.does("count_sealed")
    ispettore.does("note_change", amount=5_000, reason="seen on the video")
    at.counts("closer", FLOAT)
    at.attests("closer")
    at.accepts("closer")
    ispettore.does("close_bank")
    at.table.cast.direzione.does("set_float", pieces=FLOAT)
    ispettore.does("note_change", amount=5_000, reason="seen on the video")
    at.counts("opener", FLOAT)
    ispettore.is_refused(Code.PHASE, "note_change", amount=5_000, reason="seen on the video")


def test_the_identity_holds_with_a_fill_that_was_received() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 80})
    at.cassa.does("issue", movement=2, pieces={"10000": 80})
    at.table.cast.dealer.does("receive", movement=2, pieces={"10000": 80})
    at.table.cast.ispettore.does("attest_movement", movement=2, device=at.table.cast.dealer.person.badge)
    closed(at, FLOAT | {"10000": FLOAT["10000"] + 80})
    counts_box(at, {})
    it = statement(at)
    assert (it.session.fills, it.physical, it.session.computed) == (800_000, 0, 0)
    assert (it.rack_difference, it.box_difference, it.causes) == (0, 0, ())


def test_a_slip_says_its_pieces_and_the_digest_of_its_entry_and_each_reprint_its_number() -> None:
    at = bank_table()
    at.brings({"500000": 10})
    slip = slip_of(at.table.row, "D", int(statement(at).day[:4]), 1)
    assert slip is not None
    assert slip.columns[-1][1] == {500_000: 10}
    assert Entry.objects.get(register=at.code, number=slip.entry.number).verb == "bring"
    taken = Entry.objects.filter(register=HOUSE).first()
    assert taken is not None
    first, third = (slip_paper(slip, at.table.row, NUMBERS, copy=copy, taken=taken) for copy in (1, 3))
    assert (first["reprint"], third["reprint"]) == ("", "REPRINT 2")
    assert first["digest"] == slip.entry.digest
    assert slip_as_pdf(slip, at.table.row, NUMBERS, copy=1, taken=taken).startswith(b"%PDF-")


def test_a_sum_with_something_pending_is_pending() -> None:
    assert total([100, None]) is None
    assert total([100, -250]) == -150


def test_money_lines_become_wins_less_commission_and_losses_of_their_coup() -> None:
    lines = [
        (1, 11, "stake_returned", 20_000),
        (1, 11, "win", 20_000),
        (1, 11, "commission", -1_000),
        (1, 12, "loss", -10_000),
    ]
    [coup] = money_of(lines, {1: "1.41", 2: "1.42"})
    assert (coup.coup, coup.wins, coup.losses, coup.commissions) == ("1.41", (19_000,), (10_000,), (1_000,))


def test_a_win_of_which_rounding_leaves_nothing_was_neither_paid_twice_nor_forgotten() -> None:
    lines = [(1, 11, "win", 75), (1, 11, "rounding", -75), (1, 12, "win", 75), (1, 12, "rounding", 25)]
    [coup] = money_of(lines, {1: "1.41"})
    assert coup.wins == (100,)


def test_the_reason_of_a_difference_stands_in_words() -> None:
    at = bank_table()
    at.opens()
    closed(at, FLOAT | {"5000": 19}, "a change was forgotten")
    assert [it.reason for it in statement(at).counts] == ["", "a change was forgotten"]


def test_what_somebody_typed_is_not_put_into_the_words_of_a_house() -> None:
    at = bank_table(replace(WITH_BANK, source=ADMIRAL.source))
    at.opens()
    typed = '"Egalité" wasn\'t paid, said the Direzione'
    closed(at, FLOAT | {"5000": 19}, typed)
    it, taken = statement(at), Entry.objects.filter(register=HOUSE).first()
    assert taken is not None
    with translation.override(voiced("en", ADMIRAL.source)):
        paper = paper_of(it, at.table.row, NUMBERS, copy=1, taken=taken)
    assert paper["counts"]["rows"][1][-1] == typed
    written = [*csv.reader(io.StringIO(statement_as_csv(it, NUMBERS).decode()), delimiter=";")]
    assert typed in [row[4] for row in written if len(row) > 4]
    assert ("Direktion", "") in paper["signatures"]
    client = signed_in(Role.DIREZIONE, language="en")
    for address in (f"/tables/{at.code}/bank/1/", f"/tables/{at.code}/bank/slips/F/{it.day[:4]}/1/"):
        page = unescape(client.get(address).content.decode())
        assert typed in page
        assert "Direzione" not in page.replace(typed, "")


def test_a_statement_says_what_was_played() -> None:
    at = bank_table()
    at.opens()
    for guest, position in (("anna", "1"), ("bruno", "2")):
        seat(at.table, guest, position)
    at.table.does("open_bets")
    at.table.does("place", coup=at.table.coup, position="1", box="punto", amount=10_000)
    at.table.does("place", coup=at.table.coup, position="2", box="banco", amount=20_000)
    for verb, given in Croupier(at.table, "2H 3C KS QD 4D 4S").acts("burn"):
        at.table.press((verb, given))
    at.table.does("burn")
    played = statement(at).played
    assert (played.coups, played.limits) == (1, ((1_000, 100_000),))
    assert sorted((played.largest_win, played.largest_loss)) in ([10_000, 20_000], [10_000, 19_000])


def test_a_slip_is_signed_by_the_offices_of_the_rules_by_which_it_was_taken() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    cast = at.table.cast
    cast.ispettore.does("request_fill", pieces={"10000": 10})
    at.cassa.does("issue", movement=2, pieces={"10000": 10})
    at.table.does("receive", movement=2, pieces={"10000": 10})
    cast.ispettore.does("attest_movement", movement=2, device="dario")
    closed(at, FLOAT | {"10000": FLOAT["10000"] + 10})
    cast.ispettore.does("close_bank")
    slip = Slip.objects.get(letter="A")

    def signs() -> tuple[str, ...]:
        found = slip_of(at.table.row, slip.letter, slip.year, slip.serial)
        assert found is not None
        return found.signs

    then = signs()
    cast.direzione.does("void_shoe")
    cast.direzione.does("change_rules", changes={"bank_presence": "with_comunale"})
    assert signs() == then
    cast.direzione.does("change_rules", changes={"bank_presence": "dealer_isp"})
    cast.direzione.does("change_rules", changes={"bank_presence": "with_comunale"})
    assert signs() == then


def test_a_statement_is_of_the_rules_of_its_session_whatever_the_house_decides_later() -> None:
    """The offices that sign, their words, and the kind of piece of which one too few was counted."""
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    closed(at, FLOAT | {"5000": 19}, "nobody knows")
    counts_box(at, {})
    at.table.cast.ispettore.does("close_bank")
    client, address = signed_in(Role.DIREZIONE, language="en"), f"/tables/{at.code}/bank/1/"

    def said() -> list[str]:
        it, page = statement(at), unescape(client.get(address).content.decode())
        lines = client.post(address, {"form": "csv", "nonce": uuid4().hex}).content.decode()
        signs = paper_of(it, at.table.row, NUMBERS, copy=1, taken=a_printing())["signatures"]
        assert all(office in page for office, _line in signs)
        return [*(office for office, _line in signs), *(it.kind for it in it.causes), *lines.splitlines()]

    then = said()
    assert {"Ispettore Comunale", CauseKind.ONE_PIECE} <= {*then}
    at.table.cast.direzione.does("void_shoe")
    pieces = [it for it in WITH_BANK.pieces if it != 5_000]
    later = {"presence": "ispettore_gioco", "pieces": pieces, "source": ADMIRAL.source}
    at.table.cast.direzione.does("change_rules", changes=later)
    assert said() == then


def test_a_slip_is_printed_in_the_words_of_the_rules_by_which_it_was_taken() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    closed(at, FLOAT)
    at.table.cast.ispettore.does("close_bank")
    direzione, slip = at.table.cast.direzione, Slip.objects.latest("number")
    direzione.does("void_shoe")
    direzione.does("change_rules", changes={"source": ADMIRAL.source})
    address = f"/tables/{at.code}/bank/slips/{slip.letter}/{slip.year}/{slip.serial}/"
    pdf = signed_in(Role.DIREZIONE, language="en").post(address, {"form": "pdf", "nonce": uuid4().hex}).content
    assert "Ispettore di Gioco" in pages(Pdf(pdf))[0]


def a_printing() -> Entry:
    """An entry of the house by which something was handed out."""
    return Entry.objects.filter(register=HOUSE).earliest("number")


def test_a_count_that_is_void_says_so_wherever_it_stands_and_so_do_foreign_pieces() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("close_table")
    at.counts("closer", FLOAT, foreign=2)
    at.attests("closer")
    at.accepts("closer")
    at.table.cast.ispettore.does("close_bank")
    at.table.cast.direzione.does("reopen_closing", reason="a pile was counted twice")
    at.cassa.does("agree", what="reopen_closing")
    at.counts("closer", FLOAT)
    it = statement(at)
    rows = paper_of(it, at.table.row, NUMBERS, copy=1, taken=a_printing())["counts"]["rows"]
    assert [(row[0], row[3]) for row in rows[1:]] == [
        ("Closer (void)", "€49,890.00 + 2 false or foreign"),
        ("Closer", "€49,890.00"),
    ]
    written = [*csv.reader(io.StringIO(statement_as_csv(it, NUMBERS).decode()), delimiter=";")]
    assert [(row[0], row[6]) for row in written if row[0].startswith("Closer")][-2:] == [
        ("Closer (void)", "2"),
        ("Closer", "0"),
    ]
    shown = signed_in(Role.DIREZIONE, badge="delia", language="en").get(f"/tables/{at.code}/bank/1/").content.decode()
    assert shown.count("Closer (void)") == 1


def test_what_is_missing_of_a_float_that_lay_locked_is_named_beside_its_count() -> None:
    at = bank_table(replace(WITH_BANK, bank_close="inventory"))
    at.opens()
    closed(at, FLOAT)
    at.table.cast.ispettore.does("close_bank")
    at.counts("opener", FLOAT | {"5000": FLOAT["5000"] - 1})

    def on_paper() -> tuple[str, str]:
        [row] = paper_of(statement(at), at.table.row, NUMBERS, copy=1, taken=a_printing())["counts"]["rows"]
        return str(row[3]), str(row[4])

    assert on_paper() == ("€49,840.00", "–")
    at.attests("opener")
    at.accepts("opener", "not as it was left")
    it = statement(at)
    minus = NUMBERS.money(-5_000, "EUR")
    assert on_paper() == ("€49,840.00", minus)
    written = [*csv.reader(io.StringIO(statement_as_csv(it, NUMBERS).decode()), delimiter=";")]
    assert [row[3:6] for row in written if row[0] == "Opener" and len(row) > 4] == [
        ["49840,00", "not as it was left", "-50,00"]
    ]
    shown = signed_in(Role.DIREZIONE, badge="delia", language="en").get(f"/tables/{at.code}/bank/2/").content.decode()
    assert shown.count(f'<td class="amount">{minus}</td>') == 1


def box_tries(at: AtBank) -> list[int]:
    """Sums that the statement has of the box, in the order in which they were counted."""
    return [made.amount for it in statement(at).counts if it.kind is CountKind.BOX for made in it.tries]


def test_whoever_counts_the_box_after_another_reads_the_first_sum_on_no_page_of_the_table() -> None:
    at = bank_table()
    at.opens()
    at.table.does("change_notes", amount=15_000)
    closed(at, FLOAT | {"10000": FLOAT["10000"] - 1, "5000": FLOAT["5000"] - 1})
    at.cassa.does("count", what="box", pieces={"10000": 1, "2000": 2})
    assert box_tries(at) == []
    ispettore = signed_in(Role.ISPETTORE_GIOCO, badge="ivo", language="en")
    for page in ("", "bank/1/", "register/", f"register/?number={at.table.number}"):
        assert "140.00" not in ispettore.get(f"/tables/{at.code}/{page}", follow=True).content.decode()
    at.table.cast.ispettore.does("count", what="box", pieces={"10000": 1, "2000": 2})
    at.accepts("box", "ten are missing")
    assert box_tries(at) == [14_000]


def test_the_paper_of_a_statement_says_once_that_it_is_a_reprint_and_names_entries_as_such() -> None:
    at = bank_table()
    at.opens()
    at.table.does("change_notes", amount=15_000)
    it = statement(at)
    proof = proof_of(at.table.row, 1)
    drawn = statement_as_pdf(it, at.table.row, NUMBERS, copy=2, taken=a_printing(), proof=proof)
    [text] = ["".join(page.split()) for page in pages(Pdf(drawn))]
    assert text.count("Reprint:copy2") == 1
    assert f"·entry{it.low}" in text
    assert "“manage.pyreplay”" in text
    assert "`" not in text, "nothing of a page is marked as code"


def test_nor_in_any_file_or_paper_that_leaves_the_house_before_the_second_sum_is_keyed() -> None:
    at = bank_table()
    at.opens()
    at.table.does("change_notes", amount=15_000)
    closed(at, FLOAT | {"10000": FLOAT["10000"] - 1, "5000": FLOAT["5000"] - 1})
    at.cassa.does("count", what="box", pieces={"10000": 1, "2000": 2})
    day, direzione = BankSession.objects.get().day, signed_in(Role.DIREZIONE, badge="delia", language="en")
    addresses = [f"/tables/{at.code}/{it}/" for it in ("register", "register/refused", "bank/1")]
    for address in (*addresses, *(f"/records/{it}/{day}/EUR/" for it in ("bank", "cash", "tips"))):
        forms = re.findall(r'name="form" value="(\w+)"', direzione.get(address).content.decode())
        assert {"csv", "json"} <= {*forms}
        for form in forms:
            answer = direzione.post(address, {"form": form, "nonce": uuid4().hex})
            read = b"".join(answer) if answer.streaming else answer.content
            text = "".join(pages(Pdf(read))) if form == "pdf" else read.decode()
            assert text
            assert not re.search(r"140[.,]00|\b14000\b|\b2000\D{1,3}2\b|2 × €20", text), (address, form)


def test_by_piece_an_exchange_adds_what_it_brought_and_takes_what_it_gave_and_what_was_keyed_first_is_struck() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_exchange", out={"10000": 1}, into={"1000": 10})
    at.cassa.does("issue", movement=2, pieces={"500": 20})
    at.cassa.does("issue", movement=2, pieces={"1000": 10})
    at.table.does("receive", movement=2, pieces={"1000": 10})
    at.table.cast.ispettore.does("attest_movement", movement=2, device="dario")
    closed(at, FLOAT | {"10000": FLOAT["10000"] - 1, "1000": FLOAT["1000"] + 10})
    opener, exchange, closer = (pieces for _name, pieces in columns(statement(at)))
    assert exchange == {10_000: -1, 1_000: 10}
    assert {cents: number + exchange.get(cents, 0) for cents, number in opener.items()} == closer
    page = signed_in(Role.CASSA, badge="carlo", language="en").get(f"/tables/{at.code}/bank/slips/C/2026/1/")
    assert "<s>20 × €5.00</s>" in page.content.decode()


def test_the_page_of_a_slip_says_what_each_of_its_columns_comes_to_and_whose_the_badge_is() -> None:
    at = bank_table()
    at.opens()
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 20})
    at.cassa.does("issue", movement=2, pieces={"10000": 20})
    at.table.does("receive", movement=2, pieces={"10000": 19})
    at.table.cast.ispettore.does("attest_movement", movement=2, device="dario")
    cassa = signed_in(Role.CASSA, badge="carlo", language="en")
    page = cassa.get(f"/tables/{at.code}/bank/slips/A/2026/1/").content.decode()
    sums = "".join(re.findall(r"<tfoot>(.*?)</tfoot>", page, re.DOTALL))
    assert re.findall(r"€[0-9,.]+", sums) == ["€2,000.00", "€2,000.00", "€1,900.00"]
    assert f"<dt>Asked by</dt><dd>{at.table.cast.ispettore.person.badge}</dd>" in page
