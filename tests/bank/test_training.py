"""A training table with a bank: its money is invented, and on no paper of the house."""

from datetime import date

import pytest

from bank.models import BankSession, GamingDay, GuestCash, Slip
from bank.reports.cash_register import cash_registers
from bank.reports.day import drops_of, house_statements, lost_of
from bank.reports.tips import tips_statements
from procedures.training import instructor
from table.models import HOUSE, Alert
from table.rules.houses import VENEZIA
from table.rules.profile import Role, as_values, derive
from table.rules.refusal import Code, Refused
from table.script.simulation import usual_limits
from tests.bank.at_bank import FLOAT, WITH_BANK, AtBank, bank_table
from tests.bank.test_cash import in_play, lays_down
from tests.bank.test_day import rolls, today, tomorrow
from tests.bank.test_statement import closed, counts_box
from tests.rig.cast import Cast, Somebody
from tests.rig.staff import signed_in
from tests.rig.tables import AtTable, check
from tests.training import room

pytestmark = pytest.mark.django_db


def test_nothing_of_a_training_tables_bank_reaches_the_papers_of_the_house() -> None:
    real = bank_table()
    Cast.at(HOUSE).direzione.does("set_day_terms", rolls_at="06:00", count_at_roll=True)
    lays_down()
    rolls(today())
    at = _in_training(real)
    in_play(at)
    before = Alert.objects.filter(table__training=False).count()
    at.table.does("change_notes", amount=450_000, guest="anna")
    at.table.does("change_notes", amount=450_000, guest="anna")
    at.table.does("tip", amount=500)
    at.table.cast.ispettore.does("request_fill", pieces={"10000": 10})
    at.cassa.does("issue", movement=2, pieces={"10000": 10})
    at.cassa.does("settle_transit", movement=2, to="difference", amount=100_000, reason="found nowhere")
    at.table.cast.direzione.does("attest_movement", movement=2)
    rolls(tomorrow())
    assert GamingDay.objects.get(day=tomorrow()).counted == {}
    closed(at, FLOAT | {"500000": FLOAT["500000"] - 1, "50000": FLOAT["50000"] - 8})
    counts_box(at, {"50000": 18})
    assert BankSession.objects.get().table.training
    for day in (today(), tomorrow(), today()[:7]):
        for papers in (house_statements(day), cash_registers(day), tips_statements(day), lost_of(day, "EUR")):
            assert papers == []
    assert [*drops_of(date.fromisoformat(today()), ())] == []
    assert not GuestCash.objects.exists()
    assert Alert.objects.filter(table__training=False).count() == before
    _nothing_on_pages()


def test_a_change_that_was_not_made_is_taken_back_also_where_its_guest_is_named() -> None:
    """Guests of a training table have no cash: the first request was refused."""
    at = _in_training(bank_table())
    in_play(at)
    at.table.does("change_notes", amount=50_000, guest="anna")
    ispettore = at.table.cast.ispettore
    ispettore.is_refused(Code.MONEY, "note_change", taken_back=60_000, guest="anna", reason="not made")
    ispettore.does("note_change", taken_back=50_000, guest="anna", reason="not made")
    at.table.cast.capo_isola.does("agree", what="note_change")
    assert BankSession.objects.get().notes == 0
    assert not GuestCash.objects.exists()
    at.table.check()


def test_an_exercise_at_a_table_with_a_bank_is_reviewed_as_anywhere() -> None:
    at = _in_training(bank_table())
    in_play(at)
    number = instructor.begin(at.code, "fallen-first", by=room.person(room.INSTRUCTOR, Role.INSTRUCTOR))
    client = signed_in(Role.INSTRUCTOR, badge=room.INSTRUCTOR, language="en")
    assert client.get(f"/training/{at.code}/{number}/").status_code == 200


def test_a_closed_training_table_of_before_with_a_bank_says_to_lay_a_new_one() -> None:
    """The trainee had to sign on first, and then was told of a float that nobody brings."""
    at, ines = _in_training(bank_table()), room.person(room.INSTRUCTOR, Role.INSTRUCTOR)
    for _dealer_is_there in (False, True):
        with pytest.raises(Refused, match=r"keeps a bank, and no cage brings it a float.*: lay a new one"):
            instructor.begin(at.code, "fallen-first", by=ines)
        at.table.cast.dealer.does("sign_on")
    check(at.code)


def test_an_exercise_begins_and_is_solved_by_rules_with_a_bank_and_dearer_chips() -> None:
    """Nobody brings a float to a training table; and its guests stake what its chips can make."""
    room.training_table(derive(VENEZIA, key="own-dearer", bank="on", chips=(10_000, 50_000)))
    for key in ("wrong-points", "late-stake", "null-seven"):
        room.begin(key)
        room.Trainee(key).meets_it()
        assert room.reviewed().solved, key
    check(room.CODE)


def _in_training(real: AtBank) -> AtBank:
    """The people of a table at one for training with its rules, the bank too, as such tables had them once."""
    code, ines = room.CODE, room.person(room.INSTRUCTOR, Role.INSTRUCTOR)
    Somebody(ines, HOUSE).does("add_training_table", code=code)
    laid = instructor.Instructor(code, ines)
    laid.opened = True
    laid.press("set_up", rules=as_values(WITH_BANK))
    table = AtTable(code, Cast.at(code))
    usual = {kind: [it.minimum, it.maximum] for kind, it in usual_limits(WITH_BANK).items()}
    table.cast.with_role(WITH_BANK.limits_decided_by).does("set_limits", limits=usual)
    if WITH_BANK.announce_limits_by:
        table.cast.with_role(WITH_BANK.announce_limits_by).does("confirm_limits")
    return AtBank(table, Somebody(real.cassa.person, code), Somebody(real.video.person, code))


def _nothing_on_pages() -> None:
    """No page of slips, sessions, cash or cameras names the table."""
    [slip] = Slip.objects.filter(letter="D")
    of_table = (f"/tables/{room.CODE}/bank/{it}" for it in ("", "1/", f"slips/D/{slip.year}/1/"))
    pages = {
        Role.DIREZIONE: (*(f"/records/{it}/{today()}/" for it in ("bank", "cash", "tips")), *of_table, "/pit/cash/"),
        Role.CASSA: ("/cassa/", "/cassa/slips/"),
        Role.VIDEO: ("/video/",),
    }
    for role, addresses in pages.items():
        for it in addresses:
            page = signed_in(role, language="en").get(it)
            assert page.status_code == (404 if room.CODE in it else 200), it
            assert page.status_code == 404 or room.CODE not in page.content.decode(), it
